"""Code generation alone: graphs in text form become C, are compiled against the run time, and are compared with torch.

run.py EMIT [--only NAME] [--keep DIR]: EMIT is the tool made from emit.c. The last line is "N passed, N failed".
"""

import argparse
import os
import pathlib
import subprocess
import sys
import sysconfig
import tempfile

import torch

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))
import cases  # noqa: E402

FLAGS = (
    "-std=gnu11 -O3 -march=native -mprefer-vector-width=512 -fno-math-errno -fno-trapping-math -ffp-contract=off "
    "-fopenmp -Wall -Wextra -Werror -shared -fPIC"
).split()


class Miss(Exception):
    pass


def miss(*args):
    raise Miss


def build(emit, chosen, folder):
    texts = []
    for case in chosen:
        path = folder / f"{case.name}.ir"
        path.write_text(f"graph {case.name} {case.graph.strip()}\n")
        texts.append(str(path))
    if subprocess.run([emit, "cases", str(folder), *texts]).returncode:
        sys.exit("emit failed\n0 passed, 1 failed")
    include = sysconfig.get_paths()["include"]
    objects = folder / "_cases_pyaot.abi3.so"
    runtime = [str(path) for path in sorted((ROOT / "runtime").glob("*.c"))]
    extra = os.environ.get("CFLAGS", "").split()
    command = [os.environ.get("CC", "gcc"), *FLAGS, *extra, f"-I{ROOT}/runtime", f"-I{include}"]
    kernels = [str(path) for path in sorted(folder.glob("cases_kernels*.c"))]
    subprocess.run([*command, *kernels, *runtime, "-o", str(objects), "-lm", "-ldl"], check=True)
    import importlib.machinery
    import importlib.util

    loader = importlib.machinery.ExtensionFileLoader("_cases_pyaot", str(objects))
    spec = importlib.util.spec_from_file_location("_cases_pyaot", str(objects), loader=loader)
    native = importlib.util.module_from_spec(spec)
    loader.exec_module(native)
    return native


def same(got, want, case, inputs):
    """None, or what is different."""
    if isinstance(want, (tuple, list)):
        if type(got) is not type(want) or len(got) != len(want):
            return f"{type(got)} of {len(got)} instead of {type(want)} of {len(want)}"
        for g, w in zip(got, want):
            problem = same(g, w, case, inputs)
            if problem:
                return problem
        return None
    if isinstance(want, dict):
        if list(got) != list(want):
            return "keys differ"
        return same(list(got.values()), list(want.values()), case, inputs)
    if not isinstance(want, torch.Tensor):
        return None if type(got) is type(want) and got == want else f"{got!r} instead of {want!r}"
    if got.dtype != want.dtype or got.shape != want.shape:
        return f"{got.dtype} {tuple(got.shape)} instead of {want.dtype} {tuple(want.shape)}"
    if got.stride() != want.stride():
        return f"strides {got.stride()} instead of {want.stride()}"
    if got.untyped_storage().data_ptr() != got.data_ptr() and got.storage_offset() != want.storage_offset():
        return f"offset {got.storage_offset()} instead of {want.storage_offset()}"
    if case.exact:
        equal = torch.equal(got, want) or (
            got.is_floating_point()
            and torch.equal(got.isnan(), want.isnan())
            and torch.equal(got.nan_to_num(), want.nan_to_num())
        )
    else:
        equal = torch.allclose(got.double(), want.double(), rtol=case.tolerance, atol=case.tolerance, equal_nan=True)
    return None if equal else f"largest difference {(got.double() - want.double()).abs().max()}"


def check(case, function):
    for make in case.inputs:
        torch.manual_seed(0)
        ours = make()
        torch.manual_seed(0)
        eagers = make()
        try:
            want = case.expected(*eagers)
        except Miss:
            want = Miss
        try:
            got = function(*ours)
        except Miss:
            got = Miss
        if want is Miss or got is Miss:
            if want is not got:
                return "a miss was " + ("expected" if want is Miss else "not expected")
            continue
        problem = same(got, want, case, ours)
        for mine, eager in zip(ours, eagers):
            if not problem and isinstance(mine, torch.Tensor):
                problem = same(mine, eager, case, ours) and "an input was changed wrongly"
                if not problem and mine._version != eager._version:
                    problem = f"version {mine._version} instead of {eager._version}"
        if problem:
            shapes = [tuple(i.shape) if isinstance(i, torch.Tensor) else i for i in ours]
            return f"{problem} (inputs {shapes})"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("emit")
    parser.add_argument("--only")
    parser.add_argument("--keep")
    options = parser.parse_args()
    chosen = [case for case in cases.CASES if not options.only or options.only in case.name]
    failed = 0
    with tempfile.TemporaryDirectory() as scratch, torch.no_grad():
        folder = pathlib.Path(options.keep or scratch)
        folder.mkdir(parents=True, exist_ok=True)
        native = build(options.emit, chosen, folder)
        state = native.open({"__builtins__": __builtins__}, None, False)
        for index, case in enumerate(chosen):
            problem = check(case, native.bind(state, index, miss, (), ()))
            if problem:
                failed += 1
                print(f"FAIL {case.name}: {problem}")
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
