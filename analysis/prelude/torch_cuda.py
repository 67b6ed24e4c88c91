"""torch.cuda: what driver code asks before it chooses a device. Compiled code is for CPUs."""

import _pyaot


def driver_only():
    if not _pyaot.in_driver():
        _pyaot.cut("a question about other devices")


def is_available():
    driver_only()
    return False


def device_count():
    driver_only()
    return 0


def synchronize(device=None):
    driver_only()


def empty_cache():
    driver_only()


def manual_seed(seed):
    driver_only()


def manual_seed_all(seed):
    driver_only()
