"""torch.autograd.function: what calling a function with a derivative of its own is where nothing requires grad."""


class Context:
    def __init__(self, count):
        self.needs_input_grad = (False,) * count
        self.saved_tensors = ()

    def save_for_backward(self, *tensors):
        self.saved_tensors = tensors

    def save_for_forward(self, *tensors):
        pass

    def mark_dirty(self, *tensors):
        prim.cut("a function with a derivative that writes to its arguments")

    def mark_non_differentiable(self, *tensors):
        pass

    def set_materialize_grads(self, value):
        pass


class Function:
    @classmethod
    def apply(cls, *args, **kwargs):
        if kwargs:
            prim.cut("keywords for a function with a derivative of its own")
        context = Context(len(args))
        if hasattr(cls, "setup_context"):
            result = cls.forward(*args)
            cls.setup_context(context, args, result)
        else:
            result = cls.forward(context, *args)
        if isinstance(result, tuple):
            return tuple([given_back(part, args) for part in result])
        return given_back(result, args)


def given_back(part, args):
    """What is returned: an argument as a view of it, which torch gives a history of its own; no_grad() takes it."""
    if not prim.is_tensor(part) or not any([part is arg for arg in args]):
        return part
    if prim.requires_grad(part):
        prim.cut("a function with a derivative of its own that returns an argument which requires grad")
    return prim.alias(part)
