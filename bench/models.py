"""Part of `make bench`: the models of examples/ at several batches, in f32, bf16 and f64, against eager.

One thread, its own processor time, under no_grad. A row that is slower than eager is a defect; so is one of which a
part ran in Python. What `models()` gives is also what the table of programs in docs/coverage.md is made of.
"""

import argparse
import dataclasses
import pathlib
import sys
import time

import measure

DTYPES = {"f32": "float32", "bf16": "bfloat16", "f64": "float64"}
NOISE = 0.95  # of eager's speed: below it a row counts as slower


@dataclasses.dataclass(frozen=True)
class Model:
    file: str  # examples/FILE.py
    made: str  # the expression that makes it, with the names of the file
    calls: tuple  # arguments in a call line; F is the name of the dtype
    cases: dict  # label -> dtype -> arguments


def models(table, torch):
    randn = table.randn

    def batches(*sizes):
        return {"x".join(map(str, size)): lambda dtype, size=size: (randn(*size, dtype=dtype),) for size in sizes}

    def texts(*sizes, targets=False):
        return {
            f"{b}x{t}" + (", targets" if targets else ""): lambda dtype, b=b, t=t: table.tokens(b, t, targets, 50)()
            for b, t in sizes
        }

    def visits(dtype, rows):
        numbers, *bags = table.visits(rows).make_args()
        return numbers.to(dtype), *bags

    gpt = {**texts((1, 1), (1, 16), (8, 128)), **texts((1, 16), (8, 128), targets=True)}
    padded = {
        f"{b} of up to {t}": lambda dtype, b=b, t=t: table.padded(b, t, 50).make_args() for b, t in ((2, 16), (8, 64))
    }
    images = {
        f"{b}x3x{s}x{s}": lambda dtype, b=b, s=s: (randn(b, 3, s, s, dtype=dtype), 7 * torch.arange(b))
        for b, s in ((1, 16), (4, 32))
    }
    recommender = {str(rows): lambda dtype, rows=rows: visits(dtype, rows) for rows in (1, 64, 1024)}
    steps = batches((16, 1, 64), (32, 16, 64))
    return {
        "MLP": Model("encoder", "MLP((256, 1024, 1024, 64))", ("F[B, 256]",), batches((1, 256), (16, 256), (512, 256))),
        "residual network": Model(
            "resnet", "ResNet((32, 64))", ("F[B, 3, H, W]",), batches((1, 3, 32, 32), (16, 3, 32, 32))
        ),
        "GPT": Model("gpt", "GPT(Config(layers=6, width=128))", ("i64[B, T]", "i64[B, T], i64[B, T]"), gpt),
        "vision transformer": Model(
            "vit", "ViT(32, 4, 128, 4, 6)", ("F[B, 3, 32, 32]",), batches((1, 3, 32, 32), (16, 3, 32, 32))
        ),
        "LSTM": Model("recurrent", "Tagger(50, 64, 128)", ("i64[B, T]",), texts((1, 16), (16, 32))),
        "GRU": Model("recurrent", "Reader(64, 128)", ("F[T, B, 64]",), steps),
        "LSTM by hand": Model("recurrent", "HandWritten(64, 128)", ("F[T, B, 64]",), steps),
        "GRU by hand": Model("recurrent", "GatedUnit(64, 128)", ("F[T, B, 64]",), steps),
        "TransformerEncoder": Model(
            "encoder",
            "Classifier(60, 128, 4, 4, 128)",
            ("i64[B, T]", "i64[B, T], b8[B, T]"),
            {**texts((1, 16), (8, 64)), **padded},
        ),
        "recommender": Model(
            "recommender", "Recommender(width=32)", ("F[B, 5], i64[B, 4], i64[B, 4], i64[B, 4]",), recommender
        ),
        "U-Net": Model("unet", "UNet(3, 32, 64)", ("F[B, 3, H, W], i64[B]",), images),
    }


def call_lines(model, dtypes=DTYPES):
    return [
        f"{model.made}.eval().to(torch.{DTYPES[dtype]})({arguments.replace('F', dtype)})"
        for dtype in dtypes
        for arguments in model.calls
    ]


def build(pyaot, model, out, dtypes=DTYPES, *options):
    """The finished process of pyaot."""
    calls = [word for line in call_lines(model, dtypes) for word in ("--call", line)]
    return measure.build(pyaot, measure.ROOT / "examples" / f"{model.file}.py", out, *calls, *options)


def instance(torch, module, model, dtype):
    torch.manual_seed(5)
    made = eval(model.made, dict(vars(module))).eval().to(getattr(torch, DTYPES[dtype]))
    for part in made.modules():
        if getattr(part, "running_var", None) is not None:
            torch.nn.init.uniform_(part.running_var, 0.5, 2.0)
    return made


def fastest(contenders, args, seconds=0.3):
    """Seconds of this thread that a call of each takes, the minimum of batches taken in turn."""
    repeats, best = {}, dict.fromkeys(contenders, float("inf"))
    for name, function in contenders.items():
        function(*args)
        start = time.thread_time()
        function(*args)
        repeats[name] = max(1, int(1e-3 / max(time.thread_time() - start, 1e-7)))
    end, rounds = time.perf_counter() + seconds, 0
    while rounds < 6 or time.perf_counter() < end:
        rounds += 1
        for name, function in contenders.items():
            start = time.thread_time()
            for _ in range(repeats[name]):
                function(*args)
            best[name] = min(best[name], (time.thread_time() - start) / repeats[name])
    return best


def change_of(pair, function, args):
    """What one call adds to the counters."""
    before = pair.counters()
    function(*args)
    after = pair.counters()
    return {key: after[key] - before[key] for key in after}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pyaot", required=True)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--only", default="", help="names of models, with commas between")
    options = parser.parse_args()
    import harness
    import table
    import torch

    torch.set_num_threads(1)
    rows, slower = [], 0
    for name, model in models(table, torch).items():
        if options.only and name not in options.only.split(","):
            continue
        out = options.out / f"model_{name.replace(' ', '_')}"
        result = build(options.pyaot, model, out)
        if result.returncode != 0:
            sys.exit(f"{name}: pyaot exits with {result.returncode}\n{result.stderr}")
        pair = harness.Pair(measure.ROOT / "examples" / f"{model.file}.py", out.resolve())
        for dtype in DTYPES:
            eager, built = (instance(torch, module, model, dtype) for module in (pair.eager, pair.built))
            for label, make in model.cases.items():
                args = make(getattr(torch, DTYPES[dtype]))
                with torch.no_grad():
                    change = change_of(pair, built, args)
                    times = fastest({"eager": eager, "pyaot": built}, args)
                ratio = times["eager"] / times["pyaot"]
                whole = change["compiled"] and not (change["fallback"] or change["python"] or change["breaks"])
                slower += ratio < NOISE or not whole
                note = f"{ratio:.2f}x" + (" SLOWER" if ratio < NOISE else "") + ("" if whole else " PYTHON")
                rows.append([f"{name}, {dtype}, {label}", *map(measure.micros, times.values()), note])
    measure.print_table(["models, one thread", "eager us", "pyaot us", ""], rows)
    print(f"{len(rows) - slower} of {len(rows)} rows run whole and no slower than eager (within {1 - NOISE:.0%})\n")


if __name__ == "__main__":
    main()
