"""torch.distributed, of which a program that is one process asks whether there are others."""


def is_initialized():
    from torch.distributed import distributed_c10d

    return distributed_c10d.is_initialized()
