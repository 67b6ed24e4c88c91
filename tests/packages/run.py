"""Builds programs that use the package transformers and compares them with eager PyTorch, for several shapes.

Parts of models have to run in C; of whole models it is told how they run, which --write puts into docs/coverage.md.
Prints what ran how, and "N passed, N failed" at the end. Without the package it says so and exits with status 77."""

import argparse
import copy
import importlib.metadata
import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "conformance"))
MODELS = {
    "BERT": "bert", "DistilBERT": "distilbert", "GPT-2": "gpt2", "Llama": "llama", "Mistral": "mistral", "OPT": "opt",
    "T5, its encoder": "t5", "GPT-2 with its head": "gpt2_head", "Llama with its head": "llama_head",
    "GPT-2 with its head and cache": "gpt2_cached", "Llama with its head and cache": "llama_cached",
    "Qwen2 with its head and cache": "qwen2_cached",
}  # fmt: skip
NOTE = """The package transformers {version}: models of two layers with random weights, whole, in float32; written by
`make transformers`. Operators are counted in one call of (2, 5) tokens, by what they ran as; the rest of a call that is
not whole runs as Python."""
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


def build(command, name, folder):
    """The module itself and the one that pyaot makes of it."""
    source = HERE / f"{name}.py"
    subprocess.run([*command, source, "-o", f"{folder}/{name}", "--python", sys.executable], check=True)
    return load(source, f"{name}_eager"), load(f"{folder}/{name}/{name}.py", f"{name}_built")


def call_both(eager, built, name, arguments):
    """What the functions give, and how the counters of the built module change."""
    wanted = getattr(eager, name)(*copy.deepcopy(arguments(eager)))
    before = built.__pyaot__.counters()
    got = getattr(built, name)(*copy.deepcopy(arguments(built)))
    after = built.__pyaot__.counters()
    return wanted, got, {key: after[key] - before[key] for key in after}


def is_whole(change):
    return change["compiled"] > 0 and not (change["fallback"] or change["python"] or change["breaks"])


def is_equal(torch, wanted, got):
    return wanted.stride() == got.stride() and torch.allclose(wanted, got, rtol=1e-4, atol=1e-5)


def check_parts(torch, eager, built):
    """(passed, failed) of the parts of models."""
    passed = failed = 0
    for name, values in cases(eager, torch):
        wanted, got, change = call_both(eager, built, name, lambda module, values=values: values)
        same, whole = is_equal(torch, wanted, got), is_whole(change)
        print(f"{name:14} {tuple(wanted.shape)!s:18} {'equal' if same else 'WRONG'}, {'whole' if whole else change}")
        passed, failed = passed + (same and whole), failed + (not (same and whole))
    if failed:
        print(built.__pyaot__.misses())
    return passed, failed


def reason_of(report, name):
    """Why the function is not compiled whole, as the report has it."""
    cuts = [cut["reason"] for entry in report["entries"] if entry["name"] == name for cut in entry["cuts"]]
    return cuts[0] if cuts else "a guard missed"


def check_models(torch, eager, built, report):
    """(passed, failed) of whole models, which have to give what eager gives, and the rows of the table."""
    passed, failed, rows = 0, 0, []
    for title, name in MODELS.items():
        for batch, length in SHAPES:
            torch.manual_seed(batch * length)
            ids = torch.randint(0, 50, (batch, length))
            wanted, got, change = call_both(
                eager, built, f"run_{name}", lambda module, name=name, ids=ids: (getattr(module, name), ids)
            )
            same = type(wanted).__name__ == type(got).__name__ and list(wanted) == list(got)
            same = same and all(is_equal(torch, wanted[key], got[key]) for key in wanted)
            print(f"{title:29} {(batch, length)!s:18} {'equal' if same else 'WRONG'}, "
                  f"{'whole' if is_whole(change) else change}")  # fmt: skip
            passed, failed = passed + same, failed + (not same)
            if (batch, length) == SHAPES[0]:
                counts = " | ".join(str(change[key]) for key in ("fused", "library", "aten", "python"))
                why = "" if is_whole(change) else reason_of(report, f"run_{name}").replace("|", "/")
                how = "whole" if is_whole(change) else "in part" if change["compiled"] else "no"
                rows.append(f"| {title} | {how} | {counts} | {why} |")
    return passed, failed, rows


def time_steps(torch, eager, built, count=40, rounds=5):
    """Prints what one step of decoding takes, in ms: the best of several rounds that take turns."""
    best = {}
    for _ in range(rounds):
        for title, module in (("eager", eager), ("compiled", built)):
            model, token = module.llama_head, torch.zeros(1, 1, dtype=torch.int64)
            cache = module.DynamicCache(config=model.config)
            module.decode_llama(model, torch.zeros(1, 8, dtype=torch.int64), cache)
            begin = time.perf_counter()
            for _ in range(count):
                module.decode_llama(model, token, cache)
            spent = (time.perf_counter() - begin) / count * 1e3
            best[title] = min(spent, best.get(title, spent))
    print(
        f"one step of decoding, Llama with its cache: {best['eager']:.3f} ms eager, {best['compiled']:.3f} ms compiled"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pyaot", default=HERE.parents[1] / "build" / "pyaot")
    parser.add_argument("--write", action="store_true", help="put the table of whole models into docs/coverage.md")
    args = parser.parse_args()
    if importlib.util.find_spec("transformers") is None:
        print("skipped: the package transformers is not installed; `make transformers` sets it up")
        return 77
    import coverage
    import torch

    with tempfile.TemporaryDirectory() as folder, torch.no_grad():
        passed, failed = check_parts(torch, *build([args.pyaot], "transformers_parts", folder))
        pair = build([args.pyaot], "transformers_models", folder)
        path = pathlib.Path(folder, "transformers_models", "transformers_models.report.json")
        counts = check_models(torch, *pair, json.loads(path.read_text()))
        time_steps(torch, *pair)
    if args.write:
        head = ["| | compiled | fused | library | ATen | Python | why not whole |", "|---|---|---|---|---|---|---|"]
        note = NOTE.format(version=importlib.metadata.version("transformers"))
        coverage.put_part("packages", "Models of packages", note, [*head, *counts[2]])
    print(f"{passed + counts[0]} passed, {failed + counts[1]} failed")
    return failed + counts[1] != 0


if __name__ == "__main__":
    sys.exit(main())
