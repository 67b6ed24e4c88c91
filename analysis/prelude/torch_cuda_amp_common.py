"""torch.cuda.amp.common: whether there can be autocast on devices that this process does not have."""


def amp_definitely_not_available():
    return prim.asked_once("torch.cuda.amp.common.amp_definitely_not_available", True)
