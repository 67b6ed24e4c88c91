"""Builds a program that uses the package transformers and compares it with eager PyTorch, for several shapes.

Prints what ran how, and "N passed, N failed" at the end. Without the package it says so and exits with status 77."""

import argparse
import copy
import importlib.util
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SHAPES = [(2, 5), (3, 7), (1, 16), (2, 1), (1, 1)]  # batch and length


def load(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def cases(module, torch):
    """(function, its arguments) of a module, for each shape."""
    for batch, length in SHAPES:
        torch.manual_seed(batch * length)
        x = torch.randn(batch, length, 32)
        yield "embed", (module.bert_embeddings, torch.randint(0, 50, (batch, length)))
        yield "encode", (module.bert_layer, x)
        yield "feed_forward", (module.bert_inner, module.bert_outer, x)
        yield "pool", (module.bert_pooler, x)
        yield "predict", (module.bert_head, x)
        yield "mlp", (module.gpt2_mlp, x)
        yield "attend", (module.gpt2_attention, x)
        yield "block", (module.gpt2_block, x)
        yield "gated", (module.llama_norm, module.llama_mlp, x)
        yield "turned", (torch.randn(batch, 3, length, 8),)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pyaot", default=HERE.parents[1] / "build" / "pyaot")
    args = parser.parse_args()
    if importlib.util.find_spec("transformers") is None:
        print("skipped: the package transformers is not installed; `make transformers` sets it up")
        return 77
    import torch

    with tempfile.TemporaryDirectory() as folder:
        source = HERE / "transformers_parts.py"
        command = [args.pyaot, source, "-o", f"{folder}/out", "--python", sys.executable]
        subprocess.run([str(part) for part in command], check=True)
        eager, built = load(source, "parts_eager"), load(f"{folder}/out/transformers_parts.py", "parts_built")
        failed = passed = 0
        for name, values in cases(eager, torch):
            with torch.no_grad():
                wanted = getattr(eager, name)(*copy.deepcopy(values))
                before = built.__pyaot__.counters()
                got = getattr(built, name)(*copy.deepcopy(values))
                after = built.__pyaot__.counters()
            change = {key: after[key] - before[key] for key in ("compiled", "fallback", "python", "breaks")}
            whole = change["compiled"] > 0 and not (change["fallback"] or change["python"] or change["breaks"])
            same = wanted.stride() == got.stride() and torch.allclose(wanted, got, rtol=1e-4, atol=1e-5)
            print(f"{name:14} {tuple(wanted.shape)!s:18} {'equal' if same else 'WRONG'}, "
                  f"{'whole' if whole else change}")  # fmt: skip
            passed, failed = passed + (same and whole), failed + (not (same and whole))
        if failed:
            print(built.__pyaot__.misses())
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
