"""torch.cuda: what is asked before a device is chosen. Compiled code is for CPUs: that there are no others is likely, and
guarded."""

import _pyaot


def driver_only():
    if not _pyaot.in_driver():
        _pyaot.cut("a question about other devices")


def is_available():
    return prim.asked_once("torch.cuda.is_available", False)


def device_count():
    return prim.asked_once("torch.cuda.device_count", 0)


def synchronize(device=None):
    driver_only()


def empty_cache():
    driver_only()


def manual_seed(seed):
    driver_only()


def manual_seed_all(seed):
    driver_only()
