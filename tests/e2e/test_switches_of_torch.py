"""Switches of torch that functions set for a while: autocast of other devices, and the kernels of attention."""

import contextlib

import harness
import pytest
import torch
from table import randn
from torch.nn.attention import SDPBackend, sdpa_kernel

PROGRAM = harness.program(
    "switches",
    """
import torch
from torch import nn
import torch.nn.functional as F
from torch.nn.attention import sdpa_kernel, SDPBackend


class Norm(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(8))

    @torch.autocast("cuda", enabled=False)
    def forward(self, x):
        return F.normalize(x.float(), dim=-1) * self.weight


class Loss(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(8, 4)

    @torch.no_grad()
    def forward(self, x):
        with torch.amp.autocast("cuda", enabled=False), torch.autocast(x.device.type, enabled=False):
            return self.linear(x), torch.is_autocast_enabled(), torch.get_autocast_dtype("cuda")


torch.manual_seed(0)
NORM, LOSS = Norm(), Loss()


def norm(x):
    return NORM(x)


def loss(x):
    return LOSS(x)


def deprecated(x):
    with torch.cuda.amp.autocast(enabled=False):
        return x.exp() + x


def other_dtype(x):
    with torch.autocast("cuda", dtype=torch.bfloat16, enabled=False):
        inside = torch.get_autocast_dtype("cuda")
    return x.exp() + x, inside, torch.get_autocast_dtype("cuda")


def switched_on(x):
    with torch.autocast("cuda"):
        return x.exp() + x


def maybe(x):
    if torch.is_autocast_enabled("cuda"):
        x = x.to(torch.get_autocast_dtype("cuda"))
    return x.exp() + x


def plain(q):
    return F.scaled_dot_product_attention(q, q, q)


def by_math(q):
    with sdpa_kernel(SDPBackend.MATH):
        inside = F.scaled_dot_product_attention(q, q, q)
    return inside, F.scaled_dot_product_attention(q, q, q)


def by_either(q):
    with sdpa_kernel([SDPBackend.FLASH_ATTENTION, SDPBackend.MATH]):
        return F.scaled_dot_product_attention(q, q, q, is_causal=True)


def by_none(q):
    with sdpa_kernel(SDPBackend.EFFICIENT_ATTENTION):
        return F.scaled_dot_product_attention(q, q, q)


def by_old_name(q):
    with torch.backends.cuda.sdp_kernel(enable_flash=False, enable_math=True, enable_mem_efficient=False):
        return F.scaled_dot_product_attention(q, q, q)


def in_a_branch(q):
    if q.sum() > 0:
        with sdpa_kernel(SDPBackend.MATH):
            q = F.scaled_dot_product_attention(q, q, q).transpose(1, 2).contiguous().transpose(1, 2)
    return F.scaled_dot_product_attention(q, q, q)


def in_a_loop(q, n: int):
    for _ in range(n):
        with sdpa_kernel(SDPBackend.FLASH_ATTENTION):
            q = F.scaled_dot_product_attention(q, q, q)
    return q


def set_and_reset(q):
    before = torch.backends.cuda.flash_sdp_enabled()
    torch.backends.cuda.enable_flash_sdp(False)
    inside = F.scaled_dot_product_attention(q, q, q), torch.backends.cuda.flash_sdp_enabled()
    torch.backends.cuda.enable_flash_sdp(before)
    return inside, torch.backends.cuda.flash_sdp_enabled()


def left_changed(q):
    torch.backends.cuda.enable_flash_sdp(False)
    return F.scaled_dot_product_attention(q, q, q) + 1


def vector():
    return torch.randn(5, 8)


def heads():
    return torch.randn(2, 5, 3, 8).transpose(1, 2)


if __name__ == "__main__":
    for function in (norm, loss, deprecated, other_dtype, switched_on, maybe):
        function(vector())
    for function in (plain, by_math, by_either, by_none, by_old_name, in_a_branch, set_and_reset):
        function(heads())
    in_a_loop(heads(), 3)
""",
    calls=["left_changed(f32[B, 3, L, 8])"],
    args=["--force"],
    flags="-O0",
)
vector = lambda: (randn(5, 8, seed=1),)
heads = lambda: (randn(2, 5, 3, 8, seed=2).transpose(1, 2),)


@pytest.mark.parametrize("name", "norm loss deprecated other_dtype maybe".split())
@pytest.mark.filterwarnings("ignore::FutureWarning")
def test_autocast_of_another_device_is_compiled(name):
    harness.check(PROGRAM.load(), name, vector, context=torch.no_grad, expect="whole")


def test_autocast_of_a_device_that_is_not_there_warns():
    pair = PROGRAM.load()
    with pytest.warns(UserWarning, match="CUDA is not available"):
        harness.check(pair, "switched_on", vector, context=torch.no_grad, expect="compiled")
    with pytest.warns(UserWarning, match="CUDA is not available"):
        pair.built.switched_on(*vector())


@contextlib.contextmanager
def other_autocast_dtype():
    before = torch.get_autocast_dtype("cuda")
    torch.set_autocast_dtype("cuda", torch.bfloat16)
    try:
        with torch.no_grad():
            yield
    finally:
        torch.set_autocast_dtype("cuda", before)


@pytest.mark.parametrize("name", ["loss", "other_dtype"])
def test_another_dtype_of_autocast_in_the_caller_is_noticed(name):
    harness.check(PROGRAM.load(), name, vector, context=other_autocast_dtype, expect="fallback")


KERNELS = "plain by_math by_either by_old_name in_a_branch set_and_reset".split()


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.filterwarnings("ignore::FutureWarning")
def test_kernels_of_attention_are_compiled(name):
    harness.check(PROGRAM.load(), name, heads, context=torch.no_grad, expect="whole", atol=1e-5)


def test_kernels_of_attention_in_a_loop():
    harness.check(PROGRAM.load(), "in_a_loop", lambda: heads() + (3,), context=torch.no_grad, expect="whole", atol=1e-5)


def only(backend):
    @contextlib.contextmanager
    def manager():
        with torch.no_grad(), sdpa_kernel(backend):
            yield

    return manager


@pytest.mark.parametrize("backend", ["MATH", "EFFICIENT_ATTENTION"])
@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.filterwarnings("ignore")
def test_kernels_that_the_caller_chose_are_noticed(name, backend):
    harness.check(PROGRAM.load(), name, heads, context=only(getattr(SDPBackend, backend)), atol=1e-5)


def test_no_kernel_raises():
    harness.check(PROGRAM.load(), "by_none", heads, context=torch.no_grad)


def test_a_switch_that_is_left_changed_stays_python():
    pair = PROGRAM.load()
    try:
        harness.check(pair, "left_changed", heads, context=torch.no_grad, atol=1e-5)
        assert not torch.backends.cuda.flash_sdp_enabled()
    finally:
        torch.backends.cuda.enable_flash_sdp(True)


SET_BY_THE_MODULE = harness.program(
    "switched",
    """
import torch
import torch.nn.functional as F

torch.backends.cuda.enable_flash_sdp(False)


def attend(q):
    return F.scaled_dot_product_attention(q, q, q)


if __name__ == "__main__":
    attend(torch.randn(2, 5, 3, 8).transpose(1, 2))
""",
    args=["--force"],
    flags="-O0",
)


def test_what_the_module_sets_is_likely():
    try:
        harness.check(SET_BY_THE_MODULE.load(), "attend", heads, context=torch.no_grad, expect="whole", atol=1e-5)
    finally:
        torch.backends.cuda.enable_flash_sdp(True)
    harness.check(SET_BY_THE_MODULE.load(), "attend", heads, context=torch.no_grad, expect="fallback", atol=1e-5)
