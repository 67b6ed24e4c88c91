"""torch.autograd.profiler: a part of a program that has a name for the profiler, which sees nothing of compiled code."""


class record_function:
    __installed__ = True

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        return None
