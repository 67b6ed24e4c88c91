"""Compares the runtime's integer rules, casts and float divisions with torch, bit for bit.

Usage: semantics.py LIBRARY, the shared object made from semantics.c. Every pair of special values is tried, and random
ones. Integer division by zero is left out: torch raises, and so must whoever calls the runtime.
"""

import ctypes
import sys

import torch

TYPES = {
    "i8": torch.int8,
    "i16": torch.int16,
    "i32": torch.int32,
    "i64": torch.int64,
    "u8": torch.uint8,
    "f32": torch.float32,
    "f64": torch.float64,
    "bool": torch.bool,
    "bf16": torch.bfloat16,
    "f16": torch.float16,
}
INTEGERS = ("i8", "i16", "i32", "i64", "u8")
FLOATS = ("f32", "f64")
BINARY = {
    "max": torch.maximum,
    "min": torch.minimum,
    "fmod": torch.fmod,
    "remainder": torch.remainder,
    "floordiv": torch.floor_divide,
    "add": torch.add,
    "sub": torch.sub,
    "mul": torch.mul,
    "divtrunc": lambda a, b: torch.div(a, b, rounding_mode="trunc"),
    "shl": torch.bitwise_left_shift,
    "shr": torch.bitwise_right_shift,
    "fmax": torch.fmax,
    "fmin": torch.fmin,
    "copysign": torch.copysign,
}
DIVISIONS = ("fmod", "remainder", "floordiv", "divtrunc")
UNARY = {"abs": torch.abs, "sign": torch.sign, "neg": torch.neg, "round": torch.round}


def special_floats(dtype):
    base = [
        0.0,
        0.5,
        1.0,
        1.5,
        2.0,
        2.5,
        3.0,
        7.0,
        0.1,
        1e-45,
        1e-38,
        1e10,
        3e38,
        127.0,
        128.0,
        255.0,
        256.0,
        300.7,
        32767.5,
        32768.0,
        65504.0,
        65520.0,
        65519.9,
        70000.0,
        2.0**31,
        2.0**31 - 128,
        2.0**32 + 1024,
        2.0**63,
        2.0**62 + 2.0**40,
        6e-8,
        2.9e-8,
        6.1e-5,
        float("inf"),
        float("nan"),
    ]
    return torch.tensor(base + [-v for v in base], dtype=dtype)


def special_integers(dtype):
    info = torch.iinfo(dtype)
    values = {0, 1, 2, 3, 5, 7, 8, 15, 16, 31, 32, 63, 64, 100, info.max, info.max - 1, info.max // 2}
    values |= {info.min, info.min + 1} | ({-v for v in values} if info.min < 0 else set())
    return torch.tensor(sorted(v for v in values if info.min <= v <= info.max), dtype=dtype)


def sample(name, count=20000):
    dtype = TYPES[name]
    if dtype.is_floating_point:
        bits = torch.randint(-(2**31), 2**31, (count,), dtype=torch.int64)
        wide = bits.to(torch.int32).view(torch.float32)
        wide = torch.where(wide.isnan(), float("nan"), wide).to(dtype)  # glibc's fmax tells signalling NaN apart
        return torch.cat([special_floats(dtype), wide, (torch.randn(count) * 100).to(dtype)])
    info = torch.iinfo(dtype)
    anything = torch.randint(info.min, info.max, (count,), dtype=dtype)
    small = torch.randint(-9 if info.min < 0 else 0, 10, (count,)).to(dtype)
    return torch.cat([special_integers(dtype), anything, small])


def pairs(name):
    values, special = sample(name), sample(name)[:60]
    a, b = torch.meshgrid(special, special, indexing="ij")
    order = torch.randperm(values.numel())
    return torch.cat([a.reshape(-1), values]), torch.cat([b.reshape(-1), values[order]])


def same(got, expected):
    if not expected.dtype.is_floating_point:
        return got == expected
    both_nan = got.isnan() & expected.isnan()
    return both_nan | ((got == expected) & (torch.signbit(got) == torch.signbit(expected)))


class Checker:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.passed = self.failed = 0

    def call(self, name, out_dtype, *arguments):
        out = torch.empty(arguments[0].shape, dtype=out_dtype)
        pointers = [ctypes.c_void_p(t.data_ptr()) for t in (*arguments, out)]
        getattr(self.library, name)(*pointers, ctypes.c_long(out.numel()))
        return out

    def compare(self, name, got, expected, *arguments, loose_zero=False):
        good = same(got, expected)
        if loose_zero:
            good |= (got == 0) & (expected == 0)
        if good.all():
            self.passed += 1
            return
        self.failed += 1
        where = (~good).nonzero()[0].item()
        shown = ", ".join(repr(t[where].item()) for t in arguments)
        print(
            f"{name}({shown}) = {got[where].item()!r}, torch gives {expected[where].item()!r}, "
            f"{int((~good).sum())} of {good.numel()} differ"
        )


def check_binary(checker, suffix):
    for operation, oracle in BINARY.items():
        if not hasattr(checker.library, f"{operation}_{suffix}"):
            continue
        a, b = pairs(suffix)
        if operation in DIVISIONS and suffix in INTEGERS:
            keep = b != 0
            if suffix != "u8":
                keep &= ~((a == torch.iinfo(a.dtype).min) & (b == -1))
            a, b = a[keep], b[keep]
        if operation in ("fmod", "remainder") and suffix in FLOATS:
            # beyond this, torch's vector code gives NaN where C's fmod is exact; accuracy.c covers those
            keep = ~((a / b).abs() >= 2**20) | (b == 0) | a.isinf()
            a, b = a[keep], b[keep]
        a, b = a.contiguous(), b.contiguous()
        got = checker.call(f"{operation}_{suffix}", a.dtype, a, b)
        zero = operation in ("max", "min", "fmax", "fmin")
        checker.compare(f"{operation}_{suffix}", got, oracle(a, b), a, b, loose_zero=zero)


def check_powers(checker, suffix):
    a, b = pairs(suffix)
    b = b.clamp(-9 if suffix != "u8" else 0, 30)
    got = checker.call(f"pow_{suffix}", a.dtype, a, b)
    checker.compare(f"pow_{suffix}", got, torch.pow(a, b), a, b)


def check_edges(checker):
    """What torch cannot be asked: zero divisors do not trap, the smallest number divided by -1 wraps."""
    for suffix in ("i8", "i16", "i32", "i64"):
        least = torch.iinfo(TYPES[suffix]).min
        a = torch.tensor([5, -5, 0, least, least], dtype=TYPES[suffix])
        b = torch.tensor([0, 0, 0, -1, 0], dtype=TYPES[suffix])
        for operation, wrapped in (("divtrunc", least), ("floordiv", least), ("fmod", 0), ("remainder", 0)):
            expected = torch.tensor([0, 0, 0, wrapped, 0], dtype=TYPES[suffix])
            got = checker.call(f"{operation}_{suffix}", a.dtype, a, b)
            checker.compare(f"{operation}_{suffix}", got, expected, a, b)


def check_casts(checker):
    for suffix in FLOATS:
        a = sample(suffix)
        for to in (*INTEGERS, "bool"):
            got = checker.call(f"{suffix}_to_{to}", TYPES[to], a)
            checker.compare(f"{suffix}_to_{to}", got, a.to(TYPES[to]), a)
    for half in ("bf16", "f16"):
        bits = torch.arange(65536, dtype=torch.int32).to(torch.int16)
        got = checker.call(f"{half}_to_f32", torch.float32, bits)
        checker.compare(f"{half}_to_f32", got, bits.view(TYPES[half]).float(), bits)
        around = torch.cat([sample("f32"), bits.view(TYPES[half]).float(), torch.randn(60000) * 1e-6])
        ties = torch.nextafter(around, torch.tensor(float("inf")))
        middle = (around.view(torch.int32) | 0x1000).view(torch.float32)
        a = torch.cat([around, ties, middle, (middle.view(torch.int32) & ~0xFFF | 0x8000).view(torch.float32)])
        got = checker.call(f"f32_to_{half}", torch.int16, a)
        checker.compare(f"f32_to_{half}", got.view(TYPES[half]), a.to(TYPES[half]), a)
    rounded = checker.call("round_f16", torch.float32, a)
    checker.compare("round_f16", rounded, a.half().float(), a)


def main():
    torch.manual_seed(0)
    checker = Checker(sys.argv[1])
    for suffix in (*INTEGERS, *FLOATS):
        check_binary(checker, suffix)
        for operation, oracle in UNARY.items():
            if hasattr(checker.library, f"{operation}_{suffix}"):
                a = sample(suffix)
                checker.compare(
                    f"{operation}_{suffix}", checker.call(f"{operation}_{suffix}", a.dtype, a), oracle(a), a
                )
    for suffix in INTEGERS:
        check_powers(checker, suffix)
    check_edges(checker)
    check_casts(checker)
    print(f"{checker.passed} passed, {checker.failed} failed")
    return checker.failed != 0


if __name__ == "__main__":
    sys.exit(main())
