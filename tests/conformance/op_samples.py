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


# What entries of the database do around the call that they stand for.
HOUSEKEEPING = {"torch.Tensor.device.__get__", "torch.random.manual_seed", "torch.manual_seed"}


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


def dtypes_of(info):
    return info.supported_dtypes("cpu") if hasattr(info, "supported_dtypes") else info.dtypes


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
        result = function(*args, **(kwargs or {}))
        if name not in HOUSEKEEPING:
            self.calls.append((name, args, kwargs or {}, result))
        return result


def public_name(info):
    """torch.nn.functional.relu: where the operator is found under the name of its entry."""
    holder = torch
    for part in info.name.split("."):
        holder = getattr(holder, part, None)
    return f"torch.{info.name}" if holder is info.op else None


def recorded_calls(info, sample):
    """The torch functions that the operator's entry calls, one after the other."""
    recorder = Recorder()
    arguments = (sample.input, *sample.args)
    with torch.no_grad(), recorder:
        result = info.op(*arguments, **sample.kwargs)
    calls = recorder.calls
    if not calls or calls[-1][3] is not result or any(call[0] is None for call in calls):
        raise Inexpressible(f"calls of {[call[0] for call in calls]}")
    return calls


def expression(writer, name, args, kwargs):
    if name.startswith("torch.Tensor."):
        receiver = writer.text(args[0])
        method = name.removeprefix("torch.Tensor.")
        if method.endswith(".__get__"):
            return f"{receiver}.{method.removesuffix('.__get__')}"
        if method == "__getitem__":
            return f"{receiver}[{writer.text(args[1])}]"
        return f"{receiver}.{method}({call_arguments(writer, args[1:], kwargs)})"
    name = name.replace("torch.functional.", "torch.")
    if name.startswith("aten."):
        name = f"torch.ops.{name}"
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
        calls = [(public, (sample.input, *sample.args), sample.kwargs, None)]
    else:
        calls = recorded_calls(info, sample)
    writer = Writer()
    lines = []
    for index, (function, args, kwargs, result) in enumerate(calls):
        text = expression(writer, function, args, kwargs)
        lines.append(f"    return {text}\n" if index + 1 == len(calls) else f"    v{index} = {text}\n")
        if isinstance(result, torch.Tensor):
            writer.made.append((result, f"v{index}"))
    parameters = ", ".join(f"t{i}" for i in range(len(writer.tensors)))
    source = f"def {name}({parameters}):\n{''.join(lines)}"
    call_line = f"{name}({', '.join(tensor_text(tensor) for tensor in writer.tensors)})"
    fixed_line = f"{name}({', '.join(tensor_text(tensor, str) for tensor in writer.tensors)})"
    values_matter = info.name not in WITHOUT_VALUES
    return Case(subject_of(info), name, source, call_line, fixed_line, fresh_copies(writer.tensors), values_matter)


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
