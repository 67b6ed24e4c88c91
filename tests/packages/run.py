"""Builds programs that use the package transformers and compares them with eager PyTorch, for several shapes.

Parts of models have to run in C; of whole models it is told how they run, which --write puts into docs/coverage.md.
Prints what ran how, and "N passed, N failed" at the end. Without the package it says so and exits with status 77."""

import argparse
import copy
import importlib.metadata
import importlib.util
import inspect
import json
import multiprocessing
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
ZOO = {
    "RoBERTa": "roberta", "ELECTRA": "electra", "BERT, classes": "bertcls", "ViT": "vit", "DINOv2": "dinov2",
    "CLIP, text": "clipt", "CLIP, images": "clipv", "ConvNeXt": "convnext", "Gemma 2": "gemma2", "Qwen3": "qwen3",
    "Phi-3": "phi3", "Falcon": "falcon", "BLOOM": "bloom", "GPT-NeoX": "neox",
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


def tensors_of(torch, value):
    """The tensors of what a model gives: of a cache those of its layers."""
    if isinstance(value, torch.Tensor):
        return [value]
    if hasattr(value, "layers"):
        return [tensor for layer in value.layers for tensor in (layer.keys, layer.values)]
    return [tensor for part in value.values() for tensor in tensors_of(torch, part)]


def check_models(torch, models, shapes, eager, built, report):
    """(passed, failed) of whole models, which have to give what eager gives, and the rows of the table."""
    passed, failed, rows = 0, 0, []
    for title, name in models.items():
        for batch, length in shapes:
            torch.manual_seed(batch * length)
            takes_ids = "ids" in inspect.signature(getattr(eager, f"run_{name}")).parameters
            given = torch.randint(0, 50, (batch, length)) if takes_ids else torch.randn(batch, 3, 32, 32)
            wanted, got, change = call_both(
                eager, built, f"run_{name}", lambda module, name=name, given=given: (getattr(module, name), given)
            )
            same = type(wanted).__name__ == type(got).__name__ and list(wanted) == list(got)
            pairs = zip(tensors_of(torch, wanted), tensors_of(torch, got), strict=True) if same else ()
            same = same and all(is_equal(torch, first, second) for first, second in pairs)
            print(f"{title:29} {(batch, length)!s:18} {'equal' if same else 'WRONG'}, "
                  f"{'whole' if is_whole(change) else change}")  # fmt: skip
            passed, failed = passed + same, failed + (not same)
            if (batch, length) == shapes[0]:
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


def check_file(pyaot, name, models, shapes):
    """What check_models() gives of the models of a file, in a process of their own."""
    import torch

    with tempfile.TemporaryDirectory() as folder, torch.no_grad():
        pair = build([pyaot], name, folder)
        if not models:
            return (*check_parts(torch, *pair), [])
        report = json.loads(pathlib.Path(folder, name, f"{name}.report.json").read_text())
        counts = check_models(torch, models, shapes, *pair, report)
        if name == "transformers_models":
            time_steps(torch, *pair)
        return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pyaot", default=HERE.parents[1] / "build" / "pyaot")
    parser.add_argument("--write", action="store_true", help="put the table of whole models into docs/coverage.md")
    args = parser.parse_args()
    if importlib.util.find_spec("transformers") is None:
        print("skipped: the package transformers is not installed; `make transformers` sets it up")
        return 77
    import coverage

    files = [
        ("transformers_parts", {}, SHAPES),
        ("transformers_models", MODELS, SHAPES),
        ("transformers_zoo", ZOO, SHAPES[:2]),
    ]
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        counts = [pool.apply(check_file, (args.pyaot, *file)) for file in files]
    passed, failed, rows = (sum(column, type(column[0])()) for column in zip(*counts, strict=True))
    if args.write:
        head = ["| | compiled | fused | library | ATen | Python | why not whole |", "|---|---|---|---|---|---|---|"]
        note = NOTE.format(version=importlib.metadata.version("transformers"))
        coverage.put_part("packages", "Models of packages", note, [*head, *rows])
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
