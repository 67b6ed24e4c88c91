"""Cases out of torch's module database: each sample of each module of torch.nn as an instance in eval mode."""

import random
import types

import numpy
import op_samples
import torch
from cases import Case, Inexpressible, Writer, fresh_copies, identifier, tensor_text


def load_database():
    op_samples.load_database()  # brings what torch's test code imports
    from torch.testing._internal.common_modules import module_db

    return module_db


def subject_of(info):
    return info.name


class ConstructorWriter(Writer):
    """Tensors are written out: the instance is made when the module is imported. A layer is made anew."""

    def text(self, value):
        if type(value) is torch.nn.TransformerEncoderLayer:
            return (
                f"torch.nn.TransformerEncoderLayer({value.linear1.in_features}, {value.self_attn.num_heads}, "
                f"{value.linear1.out_features}, {value.dropout.p}, {value.activation.__name__!r}, "
                f"{value.norm1.eps}, {value.self_attn.batch_first}, {value.norm_first}, "
                f"{value.linear1.bias is not None})"
            )
        if type(value) is types.BuiltinFunctionType and getattr(torch.nn.functional, value.__name__, None) is value:
            return f"torch.nn.functional.{value.__name__}"
        return super().text(value)

    def tensor(self, value):
        return f"torch.tensor({value.detach().tolist()!r}, dtype={value.dtype})"


def class_path(info):
    name = info.module_cls.__name__
    if getattr(torch.nn, name, None) is not info.module_cls:
        raise Inexpressible(f"a module of {info.module_cls.__module__}")
    return f"torch.nn.{name}"


def arguments_text(writer, call):
    parts = [writer.text(value) for value in call.args]
    return ", ".join(parts + [f"{key}={writer.text(value)}" for key, value in call.kwargs.items()])


def case_of(info, sample, name, dtype):
    made = f"{class_path(info)}({arguments_text(ConstructorWriter(), sample.constructor_input)})"
    writer = Writer()
    forward = arguments_text(writer, sample.forward_input)
    parameters = "".join(f", t{i}" for i in range(len(writer.tensors)))
    source = (
        f"class {name}_class(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        f"        self.layer = {made}\n\n"
        f"    def forward(self{parameters}):\n        return self.layer({forward})\n\n\n"
        f"torch.manual_seed(0)\n{name} = {name}_class().to({dtype}).eval()\n"
    )
    call_line = f"{name}({', '.join(tensor_text(tensor) for tensor in writer.tensors)})"
    fixed_line = f"{name}({', '.join(tensor_text(tensor, str) for tensor in writer.tensors)})"
    make, entry = fresh_copies(writer.tensors), f"{name}_class.forward"
    return Case(info.name, name, source, call_line, fixed_line, make, entry=entry)


def cases_of(info, dtype, limit=None):
    """(cases, number of samples that no source says): at most `limit` of them, spread over all samples."""
    if dtype not in info.dtypes:
        return [], 0
    torch.manual_seed(0)
    random.seed(0)
    numpy.random.seed(0)
    samples = info.module_inputs_func(info, device="cpu", dtype=dtype, requires_grad=False, training=False)
    samples = [sample for sample in samples if sample.forward_input is not None]
    if limit and len(samples) > limit:
        samples = [samples[i * len(samples) // limit] for i in range(limit)]
    cases, inexpressible = [], 0
    for index, sample in enumerate(samples):
        try:
            cases.append(case_of(info, sample, f"module_{identifier(info.name)}_{index}", dtype))
        except Inexpressible:
            inexpressible += 1
    return cases, inexpressible
