"""torch.utils.checkpoint: without gradients nothing is computed anew, and the function is called."""


def checkpoint(function, *args, use_reentrant=None, preserve_rng_state=True, **kwargs):
    if use_reentrant is not False or "context_fn" in kwargs or "determinism_check" in kwargs or "debug" in kwargs:
        prim.cut("checkpoint() but for use_reentrant=False")
    if "early_stop" in kwargs:
        prim.cut("checkpoint() with early_stop=")
    return function(*args, **kwargs)
