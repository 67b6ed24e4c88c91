"""The first scenarios in depth: what stays symbolic, which branches are compiled, what a break keeps."""

import harness
import pytest
import table
import torch
from table import randn

example = {file: harness.program_of_file(harness.ROOT / "examples" / f"{file}.py") for file in table.FILES}
SQUARED_ERROR = example["squared_error"]
SIGNED_SCALE = example["signed_scale"]
SIZES = example["size_arithmetic"]
SIGN_GATE = example["sign_gate"]
ANNOUNCE = example["announce"]
FEED_FORWARD = example["feed_forward"]

# ---- a reduction over any rank -----------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(), (1,), (0,), (17,), (3, 5), (1, 1, 1), (2, 0, 3), (4, 3, 2, 2), (2, 1, 2, 1, 3)])
def test_one_variant_serves_all_ranks(shape):
    pair = SQUARED_ERROR.load()
    harness.check(pair, "squared_error", lambda: (randn(*shape, seed=1), randn(*shape, seed=2)), expect="whole")


def test_all_ranks_need_one_variant():
    pair = SQUARED_ERROR.fresh()
    for shape in [(5,), (5, 4), (5, 4, 3), (200, 200)]:
        harness.check(pair, "squared_error", lambda s=shape: (randn(*s, seed=1), randn(*s, seed=2)), expect="whole")
    used = [variant for variant in pair.built.__pyaot__.variants() if variant_calls(variant)]
    assert len(used) == 1, used


def variant_calls(variant):
    return variant.get("calls", 1) if isinstance(variant, dict) else 1


@pytest.mark.parametrize("shapes", [((3, 4), (4,)), ((4,), (3, 4)), ((3, 1), (1, 4)), ((2, 3), (1,)), ((), (5,))])
def test_broadcasting_is_right(shapes):
    a, b = shapes
    harness.check(SQUARED_ERROR.load(), "squared_error", lambda: (randn(*a, seed=1), randn(*b, seed=2)))


def test_shapes_that_do_not_match_raise_what_eager_raises():
    change = harness.check(SQUARED_ERROR.load(), "squared_error", lambda: (randn(3), randn(4)))
    assert change["fallback"] == 1


@pytest.mark.parametrize("dtype", [torch.float64, torch.bfloat16, torch.float16, torch.int64, torch.int32])
def test_other_dtypes_are_right(dtype):
    make = lambda: ((randn(33, seed=1) * 4).to(dtype), (randn(33, seed=2) * 4).to(dtype))
    harness.check(SQUARED_ERROR.load(), "squared_error", make)


def test_bool_subtraction_raises_what_eager_raises():
    harness.check(SQUARED_ERROR.load(), "squared_error", lambda: (torch.tensor([True]), torch.tensor([False])))


# ---- an integer argument -----------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [0, 1, -1, 5, -7, 2**31, -(2**40)])
def test_both_branches_on_an_integer_are_compiled(n):
    harness.check(SIGNED_SCALE.load(), "signed_scale", lambda: (randn(9), n), expect="whole")


def test_the_value_of_the_integer_is_not_guarded():
    pair = SIGNED_SCALE.fresh()
    for n in range(-20, 20):
        harness.check(pair, "signed_scale", lambda n=n: (randn(4), n), expect="whole")
    used = [variant for variant in pair.built.__pyaot__.variants() if variant_calls(variant)]
    assert len(used) <= 1, used


@pytest.mark.parametrize(
    "n", [True, False, 2.5, -2.5, 0.0, -0.0, float("nan"), float("inf"), 2**63 - 1, 2**63, 2**70, -(2**63)]
)
def test_other_kinds_of_numbers_are_right(n):
    harness.check(SIGNED_SCALE.load(), "signed_scale", lambda: (randn(9), n))


@pytest.mark.parametrize("n", [None, "3", [1], 2 + 3j])
def test_arguments_that_are_no_numbers_raise_what_eager_raises(n):
    harness.check(SIGNED_SCALE.load(), "signed_scale", lambda: (randn(9), n))


def test_a_tensor_where_an_integer_was_expected():
    harness.check(SIGNED_SCALE.load(), "signed_scale", lambda: (randn(9), torch.tensor(3)))
    harness.check(SIGNED_SCALE.load(), "signed_scale", lambda: (randn(9), torch.tensor([1, -1])))


@pytest.mark.parametrize("dtype", [torch.int64, torch.uint8, torch.bool, torch.float64, torch.bfloat16])
def test_integer_times_other_dtypes(dtype):
    for n in (3, -3, 0):
        harness.check(SIGNED_SCALE.load(), "signed_scale", lambda n=n: ((randn(9) * 3).to(dtype), n))


# ---- sizes -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", [0, 1, 2, 7, 8, 9, 15, 16, 17, 100])
def test_a_branch_on_a_size_is_compiled(rows):
    make = lambda: (randn(rows, seed=1), randn(rows, seed=2))
    harness.check(SIZES.load(), "small_or_large", make, expect="whole")


def test_the_size_is_not_guarded():
    pair = SIZES.fresh()
    for rows in range(20):
        make = lambda rows=rows: (randn(rows, 3, seed=1), randn(rows, 3, seed=2))
        harness.check(pair, "weigh_by_rows", make, expect="whole")


def test_a_zero_dim_tensor_has_no_first_size():
    harness.check(SIZES.load(), "weigh_by_rows", lambda: (randn(), randn()))
    harness.check(SIZES.load(), "small_or_large", lambda: (randn(), randn()))


# ---- a branch on data --------------------------------------------------------------------------------------


@pytest.mark.parametrize("sign", [-1, 1])
@pytest.mark.parametrize("size", [1, 2, 10, 1023])
def test_a_branch_on_a_sum_is_compiled(sign, size):
    make = lambda: (randn(size), sign * randn(size, seed=3).abs())
    harness.check(SIGN_GATE.load(), "sign_gate", make, expect="whole")


@pytest.mark.parametrize("value", [0.0, -0.0, float("nan"), float("inf"), float("-inf")])
def test_special_values_take_the_branch_that_eager_takes(value):
    harness.check(SIGN_GATE.load(), "sign_gate", lambda: (randn(3), torch.full((3,), value)), expect="whole")


def test_an_empty_tensor_sums_to_zero():
    harness.check(SIGN_GATE.load(), "sign_gate", lambda: (randn(0), randn(0)))


def test_a_branch_does_not_change_the_caller_s_tensor():
    b = -torch.ones(4)
    pair = SIGN_GATE.load()
    pair.built.sign_gate(torch.ones(4), b)
    assert torch.equal(b, -torch.ones(4)) and b._version == 0


# ---- a break -----------------------------------------------------------------------------------------------


def test_a_break_prints_once_and_in_order():
    change = harness.check(ANNOUNCE.load(), "announce", lambda: (randn(16),), expect="compiled")
    assert change["breaks"] == 1


TALKING = harness.program(
    "talking",
    """
import torch

log = []

def talk(a, fail=False):
    log.append("start")
    b = torch.tanh(a) * 2
    print("first", tuple(b.shape))
    c = b * b + a
    log.append(len(log))
    if fail:
        raise ValueError(f"asked to fail after {len(log)} entries")
    print("second")
    return torch.sigmoid(c) + b

def watch(a, callback):
    b = a * 2 + 1
    callback(b)
    return b * 3 + a

SCALE = 2.0

def scaled(a):
    b = a + SCALE
    print("between")
    return b * SCALE
""",
    calls=["talk(f32[N])", "scaled(f32[N])"],
)


def test_side_effects_keep_their_order():
    pair = TALKING.fresh()
    harness.check(pair, "talk", lambda: (randn(5),), times=2)
    assert pair.eager.log == pair.built.log


def test_an_exception_between_segments_passes_through():
    pair = TALKING.fresh()
    harness.check(pair, "talk", lambda: (randn(5),), make_kwargs=lambda: {"fail": True})
    assert pair.eager.log == pair.built.log


def test_a_callback_may_change_a_tensor_between_segments():
    pair = TALKING.load()

    def double(tensor):
        tensor.mul_(2)

    harness.check(pair, "watch", lambda: (randn(5), double))
    harness.check(pair, "watch", lambda: (randn(5), lambda b: b.resize_(3)))
    harness.check(pair, "watch", lambda: (randn(5), lambda b: b.requires_grad_()))


def test_a_global_changed_between_segments_is_seen():
    pair = TALKING.fresh()
    real_print = print

    def changing(module):
        def replacement(*args):
            real_print(*args)
            module.SCALE = module.SCALE + 1

        return replacement

    pair.eager.print, pair.built.print = changing(pair.eager), changing(pair.built)
    harness.check(pair, "scaled", lambda: (randn(4),), times=3)


# ---- a module ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [8, 64, 96])
@pytest.mark.parametrize("batch", [0, 1, 2, 8, 33])
def test_instances_of_any_width_and_batch(width, batch):
    pair = FEED_FORWARD.load()
    expect = "whole" if batch else None
    harness.check(pair, table.feed_forward(width), lambda: (randn(batch, width),), expect=expect, times=2)


def test_two_instances_take_turns():
    pair = FEED_FORWARD.load()
    modules = {name: [table.feed_forward(w)(m) for w in (16, 24)] for name, m in (("e", pair.eager), ("b", pair.built))}
    for _ in range(3):
        for index, width in enumerate((16, 24)):
            x = randn(5, width, seed=width)
            torch.testing.assert_close(modules["b"][index](x), modules["e"][index](x), rtol=1e-5, atol=1e-5)
    assert pair.counters()["compiled"] >= 6


def test_more_dimensions_in_front():
    harness.check(FEED_FORWARD.load(), table.feed_forward(16), lambda: (randn(2, 3, 16),))
    harness.check(FEED_FORWARD.load(), table.feed_forward(16), lambda: (randn(16),))


def test_a_wrong_width_raises_what_eager_raises():
    harness.check(FEED_FORWARD.load(), table.feed_forward(16), lambda: (randn(4, 17),))


def test_training_goes_through_eager_and_gives_its_gradients():
    pair = FEED_FORWARD.load()
    gradients = []
    for module in (pair.eager, pair.built):
        with torch.enable_grad():
            block = table.feed_forward(16)(module)
            block(randn(4, 16)).pow(2).sum().backward()
        gradients.append([p.grad for p in block.parameters()])
    for eager, built in zip(*gradients):
        assert torch.equal(eager, built)
