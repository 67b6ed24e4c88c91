"""torch.backends.mps: compiled code is for CPUs."""

import torch


def is_built():
    return torch._C._has_mps


def is_available():
    return prim.asked_once("torch.backends.mps.is_available", False)
