def f(x):
    try:
        x = x + 1
    except* ValueError:
        if x:
            return 1
    return x
