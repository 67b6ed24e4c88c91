"""What torch refuses of a kind of numbers once it computes something, it takes where a tensor has no elements."""

import harness
import pytest
import torch

CALLS = """
torch.softmax(x, 0)
torch.log_softmax(x, 1)
F.adaptive_avg_pool1d(x[None], 2)
F.adaptive_avg_pool2d(x[None, None], 2)
F.batch_norm(x, None, None, training=True)
F.instance_norm(x[None])
F.scaled_dot_product_attention(x, x, x)
F.local_response_norm(x[None], 2)
torch.dropout(x, 0.5, True)
torch.matmul(x, x.t())
torch.mm(x, x.t())
x @ x.t()
torch.bmm(x[None], x.t()[None])
torch.addmm(x @ x.t(), x, x.t())
torch.mv(x, x.sum(0) > 0)
torch.bucketize(x, x.view(-1))
torch.searchsorted(x.view(-1), x)
F.linear(x, x)
torch.trapezoid(x)
torch.baddbmm(x[None], x[None], x[None])
torch.inner(x, x)
torch.tensordot(x, x.t(), 1)
torch.einsum("ij,ij", x, x)
""".strip().splitlines()
SOURCE = "import torch\nimport torch.nn.functional as F\n" + "".join(
    f"""

def call{index}(x):
    try:
        result = {call}
    except (RuntimeError, NotImplementedError) as error:
        return type(error).__name__, x.shape
    return result, x.shape
"""
    for index, call in enumerate(CALLS)
)
PROGRAM = harness.program(
    "refusals_without_elements",
    SOURCE,
    [f"call{i}({kind}[M, N])" for i in range(len(CALLS)) for kind in ("bool", "i64")],
    ["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("kind", [torch.bool, torch.int64], ids=str)
@pytest.mark.parametrize("index", range(len(CALLS)), ids=CALLS)
def test_call(index, kind):
    for size in (3, 3), (0, 3), (3, 0), (0, 0):
        harness.check(PROGRAM.load(), f"call{index}", lambda size=size: (torch.ones(size).to(kind),))
