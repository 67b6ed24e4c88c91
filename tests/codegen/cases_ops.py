"""Every pointwise operation and reduction in every element type that torch has it for."""

import torch

NAMES = {
    torch.float32: "f32",
    torch.float64: "f64",
    torch.bfloat16: "bf16",
    torch.float16: "f16",
    torch.int64: "i64",
    torch.int32: "i32",
    torch.int16: "i16",
    torch.int8: "i8",
    torch.uint8: "u8",
    torch.bool: "b8",
}
FLOATS = [torch.float32, torch.float64, torch.bfloat16, torch.float16]
INTS = [torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8]
BOOL = [torch.bool]
TOLERANCE = {torch.float32: 3e-6, torch.float64: 1e-12, torch.bfloat16: 1e-2, torch.float16: 2e-3}


def values(dtype, *shape, positive=False, seed=0):
    generator = torch.Generator().manual_seed(seed)
    if dtype == torch.bool:
        return torch.rand(*shape, generator=generator) < 0.5
    if dtype.is_floating_point:
        x = torch.randn(*shape, generator=generator, dtype=torch.float64)
        return (x.abs() + 0.1 if positive else x).to(dtype)
    info = torch.iinfo(dtype)
    x = torch.randint(max(info.min, -50), 50, shape, generator=generator)
    if positive:
        x = x.abs() + 1
    return x.to(dtype)


UNARY = {
    "neg": (torch.neg, FLOATS + INTS, False),
    "abs": (torch.abs, FLOATS + INTS, False),
    "sign": (torch.sign, FLOATS + INTS, False),
    "not": (torch.logical_not, BOOL, False),
    "bitnot": (torch.bitwise_not, INTS + BOOL, False),
    "exp": (torch.exp, FLOATS, False),
    "exp2": (torch.exp2, FLOATS, False),
    "expm1": (torch.expm1, FLOATS, False),
    "log": (torch.log, FLOATS, True),
    "log2": (torch.log2, FLOATS, True),
    "log10": (torch.log10, FLOATS, True),
    "log1p": (torch.log1p, FLOATS, True),
    "sqrt": (torch.sqrt, FLOATS, True),
    "rsqrt": (torch.rsqrt, FLOATS, True),
    "reciprocal": (torch.reciprocal, FLOATS, True),
    "sin": (torch.sin, FLOATS, False),
    "cos": (torch.cos, FLOATS, False),
    "tanh": (torch.tanh, FLOATS, False),
    "sinh": (torch.sinh, FLOATS, False),
    "cosh": (torch.cosh, FLOATS, False),
    "atan": (torch.atan, FLOATS, False),
    "asinh": (torch.asinh, FLOATS, False),
    "erf": (torch.erf, FLOATS, False),
    "erfc": (torch.erfc, [torch.float32, torch.float64], False),
    "sigmoid": (torch.sigmoid, FLOATS, False),
    "floor": (torch.floor, FLOATS, False),
    "ceil": (torch.ceil, FLOATS, False),
    "trunc": (torch.trunc, FLOATS, False),
    "round": (torch.round, FLOATS, False),
    "tan": (torch.tan, FLOATS, False),
    "asin": (lambda x: torch.asin(x), FLOATS, False),
    "acos": (torch.acos, FLOATS, False),
    "acosh": (torch.acosh, FLOATS, True),
    "atanh": (torch.atanh, FLOATS, False),
    "lgamma": (torch.lgamma, [torch.float32, torch.float64], True),
    "isnan": (torch.isnan, FLOATS, False),
    "isinf": (torch.isinf, FLOATS, False),
    "isfinite": (torch.isfinite, FLOATS, False),
}
BINARY = {
    "add": (torch.add, FLOATS + INTS + BOOL, False),
    "sub": (torch.sub, FLOATS + INTS, False),
    "mul": (torch.mul, FLOATS + INTS + BOOL, False),
    "div": (torch.div, FLOATS, True),
    "floordiv": (torch.floor_divide, FLOATS + INTS, True),
    "remainder": (torch.remainder, FLOATS + INTS, True),
    "fmod": (torch.fmod, FLOATS + INTS, True),
    "truncdiv": (lambda a, b: torch.div(a, b, rounding_mode="trunc"), INTS, True),
    "pow": (torch.pow, [torch.float32, torch.float64], True),
    "atan2": (torch.atan2, FLOATS, False),
    "maximum": (torch.maximum, FLOATS + INTS + BOOL, False),
    "minimum": (torch.minimum, FLOATS + INTS + BOOL, False),
    "fmax": (torch.fmax, FLOATS, False),
    "fmin": (torch.fmin, FLOATS, False),
    "and": (torch.bitwise_and, INTS + BOOL, False),
    "or": (torch.bitwise_or, INTS + BOOL, False),
    "shl": (lambda a, b: torch.bitwise_left_shift(a, b), INTS, True),
    "shr": (lambda a, b: torch.bitwise_right_shift(a, b), INTS, True),
    "xor": (torch.bitwise_xor, INTS + BOOL, False),
    "eq": (torch.eq, FLOATS + INTS + BOOL, False),
    "ne": (torch.ne, FLOATS + INTS + BOOL, False),
    "lt": (torch.lt, FLOATS + INTS, False),
    "le": (torch.le, FLOATS + INTS, False),
    "gt": (torch.gt, FLOATS + INTS, False),
    "ge": (torch.ge, FLOATS + INTS, False),
}
BOOL_RESULT = {"isnan", "isinf", "isfinite", "eq", "ne", "lt", "le", "gt", "ge", "not"}
SPECIAL = torch.tensor([float("nan"), float("inf"), -float("inf"), 0.0, -0.0, 1.0, -1.0, 0.5, 2.5, -2.5, 1e-3])


def add_all(case):
    for op, (function, dtypes, positive) in UNARY.items():
        for dtype in dtypes:
            short = NAMES[dtype]
            result = "b8" if op in BOOL_RESULT else short
            inputs = [lambda d=dtype, p=positive: (values(d, 37, positive=p),)]
            if dtype.is_floating_point:
                inputs.append(lambda d=dtype: (SPECIAL.to(d),))
            case(
                f"{op}_{short}",
                f"(N)\n %0 = input 0 x : {short}[N]\n %1 = {op} %0 : {result}[N]\n return %1 -> $0",
                lambda x, f=function: f(x),
                *inputs,
                tolerance=TOLERANCE.get(dtype, 0),
            )
    for op, (function, dtypes, positive) in BINARY.items():
        for dtype in dtypes:
            short = NAMES[dtype]
            result = "b8" if op in BOOL_RESULT else short
            inputs = [
                lambda d=dtype, p=positive: (
                    values(d, 37, seed=1, positive=p and d.is_floating_point),
                    values(d, 37, positive=p, seed=2),
                )
            ]
            if dtype.is_floating_point and op not in ("pow", "fmod", "remainder", "floordiv"):
                inputs.append(lambda d=dtype: (SPECIAL.repeat(11).to(d), SPECIAL.repeat_interleave(11).to(d)))
            case(
                f"{op}_{short}",
                f"(N)\n %0 = input 0 x : {short}[N]\n %1 = input 1 y : {short}[N]\n"
                f" %2 = {op} %0, %1 : {result}[N]\n return %2 -> $0",
                lambda x, y, f=function: f(x, y),
                *inputs,
                tolerance=TOLERANCE.get(dtype, 0),
            )
    for source in FLOATS + INTS + BOOL:
        for target in FLOATS + INTS + BOOL:
            if source == target:
                continue
            a, b = NAMES[source], NAMES[target]
            case(
                f"cast_{a}_{b}",
                f"(N)\n %0 = input 0 x : {a}[N]\n %1 = cast %0 : {b}[N]\n return %1 -> $0",
                lambda x, t=target: x.to(t),
                lambda d=source, t=target: (values(d, 37, positive=t == torch.uint8),),
                exact=True,
            )
    add_reductions(case)


def add_reductions(case):
    for op, function, dtypes in (
        ("sum", torch.sum, FLOATS + [torch.int64]),
        ("prod", torch.prod, [torch.float32, torch.float64, torch.int64]),
        ("amax", torch.amax, FLOATS + INTS + BOOL),
        ("amin", torch.amin, FLOATS + INTS + BOOL),
        ("argmax", torch.argmax, FLOATS + INTS),
        ("argmin", torch.argmin, FLOATS + INTS),
        ("any", torch.any, BOOL),
        ("all", torch.all, BOOL),
    ):
        for dtype in dtypes:
            short = NAMES[dtype]
            result = "i64" if op.startswith("arg") else short
            for dim, kept in ((0, "M"), (1, "N")):
                inputs = [
                    lambda d=dtype: (values(d, 5, 37),),
                    lambda d=dtype: (values(d, 300, 3),),
                    lambda d=dtype: (values(d, 1, 1),),
                ]
                if dtype.is_floating_point and op != "prod":
                    inputs.append(lambda d=dtype: (SPECIAL.repeat(9).reshape(9, 11).to(d) if d else None,))
                case(
                    f"{op}_{short}_{dim}",
                    f"(N, M)\n %0 = input 0 x : {short}[N, M]\n"
                    f" %1 = {op} %0 {{dims = [{dim}]}} : {result}[{kept}]\n return %1 -> $0",
                    lambda x, f=function, d=dim: f(x, d),
                    *inputs,
                    tolerance=TOLERANCE.get(dtype, 0) * 5,
                )
            if op.startswith("arg"):
                continue
            case(
                f"{op}_{short}_all",
                f"(n)\n %0 = input 0 x : {short}<1>[n]\n %1 = {op} %0 {{dims = [0]}} : {result}[]\n return %1 -> $0",
                lambda x, f=function, o=op: f(x) if o in ("sum", "prod", "any", "all") else f(x),
                lambda d=dtype: (values(d, 5, 37),),
                lambda d=dtype: (values(d, 100000 if d != torch.float16 else 1000),),
                tolerance=TOLERANCE.get(dtype, 0) * 50,
            )
