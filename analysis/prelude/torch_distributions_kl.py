"""torch.distributions.kl: what is registered for the very classes comes before what is for their bases, so that nothing
has to be compared; nor does a table remember what was found."""


def kl_divergence(p, q):
    registry = prim.global_of("torch.distributions.kl._KL_REGISTRY")
    classes = type(p), type(q)
    if classes not in registry:
        prim.cut("kl_divergence() of classes for which only that of their bases is registered")
    return registry[classes](p, q)
