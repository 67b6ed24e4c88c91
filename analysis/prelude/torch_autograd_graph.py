"""torch.autograd.graph: compiled code saves no tensors, so that hooks of those are not missed."""

import contextlib


@contextlib.contextmanager
def disable_saved_tensors_hooks(error_message):
    yield
