"""torch.backends.mps: what packages ask when they are imported. Compiled code is for CPUs."""

import _pyaot


def is_available():
    if not _pyaot.in_driver():
        _pyaot.cut("a question about other devices")
    return False


is_built = is_available
