def half(x):
    text = "never closed
    return x
