"""torch.testing: what driver code makes its inputs with. Their values do not matter there; elsewhere they are Python's."""

import _pyaot
import torch


def make_tensor(
    *shape,
    dtype,
    device,
    low=None,
    high=None,
    requires_grad=False,
    noncontiguous=False,
    exclude_zero=False,
    memory_format=None,
):
    if not _pyaot.in_driver():
        _pyaot.cut("random numbers of make_tensor()")
    sizes = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
    made = torch.zeros(sizes, dtype=dtype)
    if noncontiguous and len(sizes) > 0:
        made = torch.zeros((*sizes, 2), dtype=dtype)[..., 0]
    return made.requires_grad_() if requires_grad else made
