"""torch.autograd.profiler: labels, which nobody sees while no profiler is on."""

import torch


class record_function:
    __installed__ = True

    def __enter__(self):
        if prim.asked("torch.autograd._profiler_enabled", False):
            prim.cut("a label for the profiler, which is on")
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        pass
