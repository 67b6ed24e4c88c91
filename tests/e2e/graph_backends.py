"""Back ends in the form of torch.compile's, for test_backends.py: (graph module, example inputs) -> callable."""

import torch
from torch._dynamo.backends.common import aot_autograd
from torch._dynamo.backends.registry import register_backend

seen = []  # (name of the back end, targets of its graph, sizes of its inputs), in the order of the calls


def note(name, module, inputs):
    sizes = [tuple(i.shape) for i in inputs if isinstance(i, torch.Tensor)]
    seen.append((name, [node.target for node in module.graph.nodes], sizes))


def printing(module, inputs):
    note("printing", module, inputs)
    print(module.graph)
    return module.forward


def noting(module, inputs):
    note("noting", module, inputs)
    return module.forward


def constants_only(module, inputs):
    if any(node.op == "placeholder" and node.type is not None for node in module.graph.nodes) or any(
        isinstance(size, torch.SymInt) for i in inputs if isinstance(i, torch.Tensor) for size in i.shape
    ):
        raise NotImplementedError("symbols")
    if not all(isinstance(i, torch.Tensor) for i in inputs):
        raise NotImplementedError("symbols")
    return module.forward


def cos_to_sin(module, inputs):
    note("cos_to_sin", module, inputs)
    for node in module.graph.nodes:
        if node.target is torch.cos:
            node.target = torch.sin
    module.recompile()
    return module.forward


def raising(module, inputs):
    note("raising", module, inputs)
    raise NotImplementedError("not this graph")


def raising_later(module, inputs):
    def run(*tensors):
        raise RuntimeError("at work")

    return run


def returning_inputs(module, inputs):
    """What comes out is what goes in, transposed and requiring gradients: none of it may be seen outside."""
    return lambda x: (x.t().contiguous().t().requires_grad_(), x)


def wrong_shape(module, inputs):
    return lambda *tensors: tuple(result[:1] for result in module(*tensors))


def wrong_dtype(module, inputs):
    return lambda *tensors: tuple(result.double() for result in module(*tensors))


def too_few(module, inputs):
    return lambda *tensors: module(*tensors)[:1]


def no_tensors(module, inputs):
    return lambda *tensors: tuple(result.tolist() for result in module(*tensors))


def nothing(module, inputs):
    return lambda *tensors: None


def sparse(module, inputs):
    return lambda *tensors: tuple(result.to_sparse() for result in module(*tensors))


def no_callable(module, inputs):
    return None


@register_backend(name="pyaot_test_backend")
def registered(module, inputs):
    note("registered", module, inputs)
    return module.forward


def _inner(module, inputs):
    from functorch.compile import make_boxed_func

    note("aot", module, inputs)
    return make_boxed_func(module.forward)


aot = aot_autograd(fw_compiler=_inner)
