"""Infinities, zeros of both signs and numbers near overflow: what is made of them is what eager makes, signs included."""

import harness
import pytest
import torch

SOURCE = """
import torch


def log_of_sigmoid(x):
    return torch.sigmoid(x).log()


def first_zero(x, y):
    return torch.signbit(torch.fmax(x, y)), torch.signbit(torch.fmin(x, y))


def scaled_product(x, y):
    return torch.addcmul(x, y, x, value=2)


def means(x):
    return torch.var_mean(x, -1)


def means_of_columns(x):
    return torch.std_mean(x, 0)


def means_of_all(x):
    return torch.var_mean(x)


def directions(x):
    return torch.nn.functional.normalize(x, dim=-1), torch.nn.functional.cosine_similarity(x, x + x, dim=-1)


def lengths(x):
    return x.norm(dim=-1), torch.linalg.vector_norm(x), torch.norm(x, 3, -1, keepdim=True), torch.dist(x, -x)


def counts_and_sums(x):
    return torch.linalg.vector_norm(x, 0, -1), x.norm(1, -1), x.norm(torch.inf, -1)
"""
DTYPES = {"f32": torch.float32, "f64": torch.float64, "bf16": torch.bfloat16}
ONE = ("log_of_sigmoid",)
TWO = ("first_zero", "scaled_product")
ROWS = ("means", "means_of_columns", "means_of_all")
NORMS = ("directions", "lengths", "counts_and_sums")
CALLS = [f"{name}({d}[N])" for name in ONE for d in DTYPES]
CALLS += [f"{name}({d}[N], {d}[N])" for name in TWO for d in DTYPES]
CALLS += [f"{name}({d}[N, M])" for name in ROWS for d in DTYPES]
CALLS += [f"{name}({d}[{sizes}])" for name in NORMS for d in DTYPES for sizes in ("N, M", "N, 1", "1, 1")]
program = harness.program("special_values", SOURCE, CALLS, args=["--force"])


@pytest.mark.parametrize("dtype", DTYPES.values(), ids=DTYPES)
@pytest.mark.parametrize("length", [3, 37])
def test_sigmoid_is_0_where_its_exponential_overflows(dtype, length):
    inputs = torch.tensor([-88.5, -88.8, -95, -709.5, -709.9, -720, float("-inf"), float("nan"), 0, 90]).double()
    for number in inputs:
        harness.check(program.load(), "log_of_sigmoid", lambda n=number: (n.to(dtype).repeat(length),), expect="whole")


@pytest.mark.parametrize("dtype", DTYPES.values(), ids=DTYPES)
@pytest.mark.parametrize("length", [3, 37])
def test_which_of_two_zeros_is_the_larger(dtype, length):
    x = torch.tensor([0.0, -0.0, 0.0, -0.0, 1.0, float("nan"), -0.0], dtype=dtype).repeat(length)
    y = torch.tensor([-0.0, 0.0, 0.0, -0.0, float("nan"), 0.0, float("nan")], dtype=dtype).repeat(length)
    harness.check(program.load(), "first_zero", lambda: (x.clone(), y.clone()), expect="whole")


@pytest.mark.parametrize("dtype", DTYPES.values(), ids=DTYPES)
def test_addcmul_multiplies_from_the_left(dtype):
    x = torch.tensor([1e-30, 0.0, -1e-30], dtype=dtype).repeat(9)
    y = torch.tensor([torch.finfo(dtype).max] * 3, dtype=dtype).repeat(9)
    harness.check(program.load(), "scaled_product", lambda: (x.clone(), y.clone()), expect="whole")


@pytest.mark.parametrize("dtype", DTYPES.values(), ids=DTYPES)
@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("place", [None, 0, 1, -1])
def test_means_beside_variances_of_infinities(dtype, name, place):
    for number in (float("inf"), float("-inf"), float("nan")):
        x = torch.linspace(0, 1, 15, dtype=torch.float64).view(3, 5).to(dtype)
        if place is not None:
            x.view(-1)[place] = number
            x[1, 2] = number
        made = harness.check(program.load(), name, lambda x=x: (x.clone(),))
        assert place is not None or made["compiled"] == 1 and made["python"] == 0


@pytest.mark.parametrize("dtype", DTYPES.values(), ids=DTYPES)
@pytest.mark.parametrize("name", NORMS)
@pytest.mark.parametrize("sizes", [(1, 1), (3, 1), (1, 3), (2, 5)])
def test_norms_of_one_element_neither_overflow_nor_vanish(dtype, name, sizes):
    limits = torch.finfo(dtype)
    for number in (limits.max / 8, -limits.max / 8, limits.tiny * 8, 0.0, -0.0, float("inf"), float("nan")):
        x = torch.full(sizes, number, dtype=dtype)
        harness.check(program.load(), name, lambda x=x: (x.clone(),), expect="whole" if sizes != (1, 3) else None)
