"""torch.vmap(): see torch_batched.py."""

import torch_batched


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    if randomness != "error" or chunk_size is not None:
        prim.cut("vmap() with randomness= or chunk_size=")

    def wrapped(*args, **kwargs):
        return torch_batched.mapped(func, in_dims, out_dims, args, kwargs)

    return wrapped
