def half(x):
        y = x
    return y
