def f(x):
    for y in x:
        try:
            x = x + 1
        except* ValueError:
            for z in x:
                break
            break
    return x
