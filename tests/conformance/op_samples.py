"""Cases out of torch's operator database: each sample input of each operator as a function of Python source."""

import random
import sys
import types
import unittest

import numpy
import torch
from cases import Case, Inexpressible, Writer, fresh_copies, identifier, tensor_text
from torch.overrides import TorchFunctionMode, resolve_name

# Functions whose results have no defined contents.
WITHOUT_VALUES = {
    "empty",
    "empty_like",
    "empty_permuted",
    "empty_strided",
    "new_empty",
    "new_empty_strided",
    "resize_",
    "resize_as_",
}


def load_database():
    """torch.testing's op_db; it imports expecttest, of which nothing is used here."""
    if "expecttest" not in sys.modules:
        stand_in = types.ModuleType("expecttest")
        stand_in.TestCase = unittest.TestCase
        stand_in.ACCEPT = False
        sys.modules["expecttest"] = stand_in
    from torch.testing._internal.common_methods_invocations import op_db

    return op_db


def subject_of(info):
    return f"{info.name}.{info.variant_test_name}" if info.variant_test_name else info.name


class Recorder(TorchFunctionMode):
    """Notes the outermost calls of torch functions."""

    def __init__(self):
        self.calls = []

    def __torch_function__(self, function, types, args=(), kwargs=None):
        name = resolve_name(function)
        if name is None:
            name = getattr(function, "__name__", None)
            if getattr(torch, name or "", None) is function:
                name = f"torch.{name}"
        if name != "torch.random.manual_seed":
            self.calls.append((name, args, kwargs or {}))
        return function(*args, **(kwargs or {}))


def public_name(info):
    """torch.nn.functional.relu: where the operator is found under the name of its entry."""
    holder = torch
    for part in info.name.split("."):
        holder = getattr(holder, part, None)
    return f"torch.{info.name}" if holder is info.op else None


def recorded_call(info, sample):
    """The one torch function that the operator's entry calls."""
    recorder = Recorder()
    arguments = (sample.input, *sample.args)
    with recorder, torch.no_grad():
        info.op(*arguments, **sample.kwargs)
    calls = [call for call in recorder.calls if call[0] != "torch.manual_seed"]
    if len(calls) != 1 or calls[0][0] is None:
        raise Inexpressible(f"{len(calls)} calls")
    return calls[0]


def expression(writer, name, args, kwargs):
    if name.startswith("torch.Tensor."):
        receiver = writer.text(args[0])
        method = name.removeprefix("torch.Tensor.")
        if method.endswith(".__get__"):
            return f"{receiver}.{method.removesuffix('.__get__')}"
        if method == "__getitem__":
            return f"{receiver}[{writer.text(args[1])}]"
        return f"{receiver}.{method}({call_arguments(writer, args[1:], kwargs)})"
    return f"{name}({call_arguments(writer, args, kwargs)})"


def call_arguments(writer, args, kwargs):
    parts = [writer.text(value) for value in args]
    parts += [f"{key}={writer.text(value)}" for key, value in kwargs.items()]
    return ", ".join(parts)


def samples_of(info, dtype):
    """The sample inputs, the same in each run."""
    torch.manual_seed(0)
    random.seed(0)
    numpy.random.seed(0)
    return list(info.sample_inputs("cpu", dtype, requires_grad=False))


def case_of(info, sample, name):
    public = public_name(info)
    if public:
        call = (public, (sample.input, *sample.args), sample.kwargs)
    else:
        call = recorded_call(info, sample)
    writer = Writer()
    text = expression(writer, *call)
    parameters = ", ".join(f"t{i}" for i in range(len(writer.tensors)))
    source = f"def {name}({parameters}):\n    return {text}\n"
    call_line = f"{name}({', '.join(tensor_text(tensor) for tensor in writer.tensors)})"
    values_matter = info.name not in WITHOUT_VALUES
    return Case(subject_of(info), name, source, call_line, fresh_copies(writer.tensors), values_matter)


def cases_of(info, dtype, limit=None):
    """(cases, number of samples that no source says): at most `limit` of them, spread over all samples."""
    if dtype not in info.supported_dtypes("cpu"):
        return [], 0
    samples = samples_of(info, dtype)
    if limit and len(samples) > limit:
        samples = [samples[i * len(samples) // limit] for i in range(limit)]
    cases, inexpressible, seen = [], 0, set()
    prefix = identifier(f"{subject_of(info)}_{str(dtype).removeprefix('torch.')}")
    for index, sample in enumerate(samples):
        try:
            case = case_of(info, sample, f"op_{prefix}_{index}")
        except Exception:
            inexpressible += 1
            continue
        key = (case.source.split(":", 1)[1], case.call.split("(", 1)[1])
        if key not in seen:
            seen.add(key)
            cases.append(case)
    return cases, inexpressible
