"""torch.vmap(): see torch_batched.py."""

import torch
import torch_batched


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    if randomness not in ("error", "different", "same"):  # what draws numbers has no rule
        prim.cut("vmap() with this randomness=")
    if chunk_size is not None and chunk_size <= 0:
        raise ValueError("vmap: chunk_size should be None or greater than 0. (got " + str(chunk_size) + ")")

    def wrapped(*args, **kwargs):
        if chunk_size is not None:
            return in_chunks(func, in_dims, out_dims, chunk_size, args, kwargs)
        return torch_batched.mapped(func, in_dims, out_dims, args, kwargs)

    return wrapped


def in_chunks(func, in_dims, out_dims, chunk_size, args, kwargs):
    dims = in_dims if type(in_dims) is tuple else (in_dims,) * len(args)
    if type(out_dims) is not int or not all([prim.is_tensor(a) and type(d) is int for a, d in zip(args, dims)]):
        prim.cut("vmap() with chunk_size= and these arguments")
    count = prim.settled(args[0].shape[dims[0]])
    for a, d in zip(args, dims):
        prim.assume_equal(a.shape[d], count)
    made = []
    for at in range(0, count, chunk_size):
        parts = [a.narrow(d, at, min(chunk_size, count - at)) for a, d in zip(args, dims)]
        made.append(torch_batched.mapped(func, in_dims, out_dims, parts, kwargs))
    if not made or not all([prim.is_tensor(part) for part in made]):
        prim.cut("vmap() with chunk_size= of a function that returns no tensor")
    return torch.cat(made, out_dims)
