"""What tests/fuzz makes of a difference: a wrong result is found, also in a program whose results rounding decides."""

import contextlib
import sys
import types

import pytest
from harness import ROOT

sys.path.insert(0, str(ROOT / "tests/fuzz"))

import disturb  # noqa: E402
import features  # noqa: E402
import generate  # noqa: E402
import grammar  # noqa: E402
import worker  # noqa: E402


def module_of(body):
    """As a program of tests/fuzz, whose `f` returns what the text says."""
    module = types.ModuleType("oracle")
    sys.modules["oracle"] = module  # where dataclasses look for their module
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    exec(grammar.HEADER + f"def f({grammar.PARAMETERS}):\n{lines}", module.__dict__)
    return module


CASES = [("contiguous", 4, 5, 0), ("contiguous", 7, 3, 4), ("contiguous", 16, 9, 1), ("contiguous", 3, 1, 2)]


def verdict(eager, built):
    pair = types.SimpleNamespace(eager=module_of(eager), built=module_of(built))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker, "cases", lambda name, call: CASES)
        failure, undetermined = worker.check(pair, "f")
    return "wrong" if failure else "undetermined" if undetermined else "right"


# The last bit of a sine, which is exact at 0 alone.
SINE = "t = x / 3\nsine, precise = t.sin(), t.double().sin().float()\n"
BIT = SINE + "return sine > precise"


@pytest.mark.parametrize(
    "eager, built",
    [
        ("return x + 2 * y", "return y * 2 + x"),
        (SINE + "return sine", SINE + "return precise"),
        ("return x.numpy(), n, x.sum().item()", "return (x * 1).numpy(), n + 0, x.t().sum().item()"),
        ("return list({n, *x.unbind()})", "return list({*reversed(x.unbind()), n})[::-1]"),  # where they lie decides
    ],
)
def test_what_is_equal_is_right(eager, built):
    assert verdict(eager, built) == "right"


@pytest.mark.parametrize(
    "eager, built",
    [
        (BIT, "return x != 0"),
        (SINE + "return int((sine > precise)[0, 0])", "return int(x[0, 0] != 0)"),
        (SINE + "return (sine - precise) * 1e9", "return (x != 0) * 5.0"),
        (SINE + "return (sine > precise).numpy()", "return (x != 0).numpy()"),
        (
            "return torch.stack([(r + 1.7).sin(), (r + 1.7).sin()]).max(0)[1]",
            "return torch.ones_like(r, dtype=torch.long)",
        ),
        ("return torch.nn.functional.gelu(x + torch.inf)", "return x + torch.inf"),
    ],
)
def test_what_the_last_bit_decides_is_undetermined(eager, built):
    assert verdict(eager, built) == "undetermined"


@pytest.mark.parametrize(
    "eager, built",
    [
        ("return x.sin()", "return x.sin() * 1.01"),
        ("return x > 0.5", "return x >= 0.5"),
        ("return x == y", "return torch.zeros_like(x, dtype=torch.bool)"),
        ("return x.sum(0) > x.flip(0).sum(0)", "return x.sum(0) >= x.flip(0).sum(0)"),
        ("return x.mean(0) > x.flip(0).mean(0)", "return x.mean(0) >= x.flip(0).mean(0)"),
        ("return x.argmax() if x.numel() else 0", "return x.flip(-1).argmax() if x.numel() else 0"),
        ("return n + 1", "return n + 2"),
        ("return float(n)", "return n"),
        ("return x.long() // 2", "return (x / 2).long()"),
        ("return x * 1", "return x"),
        ("x.add_(1)\nreturn n", "return n"),
        ("return xs", "xs.append(x)\nreturn xs"),
        ("return x.sin()", "return x.sin().t().contiguous().t()"),
        ("return x.sin()", "return x.double().sin()"),
        ("return x.sin()", "raise ValueError"),
        ("print(n)\nreturn x", "return x"),
        ("return x.hypot(y) > 1", "return x.hypot(y) >= 1"),
        ("return (x * 0).exp().max(1)[1]", "return (x * 0).exp().max(1)[1] + x.shape[1] - 1"),
        (BIT, "return x == x"),  # also where the sine is exact
        (BIT, "return (x != 0).to(torch.int8)"),
        (BIT, "return (x != 0).t().contiguous().t()"),
        (BIT, "raise ValueError"),
        (BIT + ", x > 0", "return x != 0, x >= 0"),
        (BIT + ", n", "return x != 0, n + 1"),
        (BIT, "x.add_(0)\nreturn x != 0"),
        (BIT, "xs.append(1)\nreturn x != 0"),
        (BIT + ", x", "return x != 0, x * 1"),
    ],
)
def test_a_wrong_result_is_found(eager, built):
    assert verdict(eager, built) == "wrong"


@pytest.mark.parametrize("change", disturb.ALL, ids=lambda change: change.__name__)
def test_what_changes_between_calls_is_put_back(change):
    module = module_of("return x")
    owners = [module, module.Box, module.Crate, module.Layer, module.Worker, module.Section, disturb.torch]
    before = [dict(vars(owner)) for owner in owners]
    with contextlib.ExitStack() as stack:
        change(module, worker.arguments(module, features.CALLS["f32"], "contiguous", 4, 4, 0), stack)
    assert [dict(vars(owner)) for owner in owners] == before


def test_a_change_that_the_built_program_does_not_see_is_found():
    eager, built = "return box.scaled(), len(xs), Box.limit", "return box.t * (2 * box.k % 5), len(xs), Box.limit"
    pair = types.SimpleNamespace(eager=module_of(eager), built=module_of(built))
    changes = [disturb.method_of_a_class]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(disturb, "ALL", changes * 2)
        assert "call 2" in worker.check(pair, "f")[0] or "call 3" in worker.check(pair, "f")[0]


def test_a_gradient_that_differs_is_found():
    pair = types.SimpleNamespace(
        eager=module_of("return x * r"), built=module_of("return x * r.detach() + (r - r.detach()) * 2")
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker, "cases", lambda name, call: [("gradients", 4, 5, 2)])
        assert "state" in worker.check(pair, "f")[0] or "grad_fn" in worker.check(pair, "f")[0]


def test_programs_are_the_same_for_one_seed_and_keep_their_parts_under_another_name():
    texts = [generate.function(seed, "f") for seed in range(40)]
    assert texts == [generate.function(seed, "f") for seed in range(40)]
    with_parts = [text for text in texts if "f__0(" in text]
    assert with_parts and all("f__" not in generate.renamed(text, "f", "p1") for text in with_parts)
    for text in with_parts:
        compile(generate.renamed(text, "f", "p1"), "p1", "exec")
