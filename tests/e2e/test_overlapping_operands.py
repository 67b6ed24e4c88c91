"""out= and in-place operations whose operands are the written tensor, or share memory with it in part: torch refuses some
of them, and computes others from what it has written already."""

import harness
import pytest
import torch

# what a, b (4, 4) and s (8, 4), new tensors, are used for
WHOLE = {
    "itself": "torch.add(a, b, out=a)",
    "itself_right": "torch.sub(b, a, alpha=2, out=a)",
    "itself_mixed": "torch.where(a > 0, a, b, out=a)",
    "made_earlier": "torch.mm(a.exp(), b, out=a)",
    "read_earlier": "torch.add(a, a.sum(0), out=a)",
    "method": "a.addmm_(b, b)",
}
REFUSED = {
    "first_row": "torch.add(a[:1], b, out=a)",
    "first_row_expanded": "torch.exp(a[:1].expand(4, 4), out=a)",
    "of_constants": "torch.add(z[:1], b, out=z)",
    "written_view": "b[0] = a[1]; torch.add(b, b.view(2, -1)[0].view(2, 4)[:1], out=b)",
    "transposed": "torch.mul(a, b, out=a.t())",
    "shifted": "torch.exp(s[:4], out=s[1:5])",
    "product": "torch.mm(a, b, out=a)",
    "product_right": "torch.matmul(b, a, out=a)",
    "sum_of_products": "torch.addmm(b, a, b, out=a)",
    "batch": "torch.bmm(a[None], b[None], out=a[None])",
    "running": "torch.cumprod(a[:1].expand(4, 4), 1, out=a)",
    "triangle": "torch.tril(a[:1].expand(4, 4), out=a)",
    "gathered": "torch.index_select(a, 0, torch.tensor([3, 2, 1, 0]), out=a)",
    "joined": "torch.cat([a[2:], b[:2]], out=a)",
    "stacked": "torch.stack([a[3], b[0], a[1], b[1]], out=a)",
    "method_aliased": "a[:].mul_(a)",
    "method_product": "a.addmm_(b, a)",
    "method_batch": "a[None].baddbmm_(a[None], b[None])",
    "method_transposed": "a.mul_(a.t())",
}
FORMS = {**WHOLE, **REFUSED}
SOURCE = "import torch\n" + "".join(
    f"""

def {name}(x, y):
    a, b, s, z = x + 0, y * 1, torch.cat([x, y]), torch.zeros(4, 4)
    {form}
    return a, b, s, z
"""
    for name, form in FORMS.items()
)
built = harness.program(
    "overlapping_operands", SOURCE, calls=[f"{name}(f32[4, 4], f32[4, 4])" for name in FORMS], args=["--force"]
)


@pytest.mark.parametrize("name", FORMS)
def test_form(name):
    generator = torch.Generator().manual_seed(0)

    def make():
        generator.manual_seed(0)
        return [torch.randn(4, 4, generator=generator) for _ in range(2)]

    harness.check(built.load(), name, make, expect="whole" if name in WHOLE else None)
