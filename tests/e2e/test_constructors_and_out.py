"""Older ways to make tensors (torch.FloatTensor and its kin, many items, sizes), types by name, and `out=`."""

import pytest
import torch
from harness import check, program

SOURCE = """
import torch


def typed(x):
    return (torch.LongTensor([1, 2]) + 1, torch.FloatTensor([1.5, 2]), torch.LongTensor(2, 3).shape, torch.Tensor([1, 2]),
            torch.IntTensor([[1], [2]]), torch.FloatTensor(), torch.BoolTensor([True, False]), torch.DoubleTensor([1]),
            torch.Tensor(x.size()).shape, torch.FloatTensor(x.shape[0], 4).shape, torch.ByteTensor([3]),
            isinstance(x, torch.FloatTensor), isinstance(x, torch.LongTensor))


def refused(x):
    return torch.LongTensor([1.5, x.shape[0]]) + 1


def items(x):
    n = x.shape[0]
    return (torch.tensor([[n, n + 1], [2, 3]]), torch.tensor([float(n), 2.5, x.shape[1] / 2]), torch.tensor([]),
            torch.tensor([True, n > 1]), torch.tensor([list(range(4)) for _ in range(3)]), torch.tensor([[], []]),
            torch.tensor(list(range(100))), torch.tensor(list(range(200, 0, -2)), dtype=torch.float32),
            torch.tensor([[[1.0]]]), torch.as_tensor([1, n]), torch.tensor([x[0, 0].item(), 2.0]))


def of_results(x):
    return (torch.tensor([x.sum(), x[0, 0], 2.5]), torch.tensor([[x.max(), 1], [2, x.mean()]]), torch.tensor((x.sum().long(), 2)),
            torch.as_tensor([x.min().half(), 0.5]), torch.tensor(range(x.shape[0])), torch.tensor(range(7, x.shape[1], -2)))


def layouts(x, images):
    last = torch.channels_last
    return images + 1, images.is_contiguous(memory_format=last), x.is_contiguous(memory_format=last), images.is_contiguous()


def of_python_types(x):
    return (torch.ones(3, dtype=float) + x, x.to(float), torch.tensor([1, 2], dtype=float), x.sum(dtype=float), x.to(int),
            torch.zeros_like(x, dtype=bool), x.new_zeros(3, dtype=int) + x, x.to(dtype=bool), torch.full((3,), 1, dtype=float),
            torch.arange(3, dtype=float), torch.eye(3, dtype=int), x.softmax(0, dtype=float), torch.empty(3, dtype=int).fill_(2), x.to("cpu", float),
            torch.as_tensor(1, dtype=bool), x.dtype == float, x.to(bool).to(float).to(int))


def names(x, y):
    return (x.type_as(y), x.to(y), x.type(torch.int32), x.type("torch.DoubleTensor"), x.type(), x.nbytes, x.itemsize,
            x.new_tensor([1, 2]), x.new_full((2, 2), 7), x.T + 1, x.mT, x.H, x.data + 1)


def written(x):
    a, b = torch.empty(2, 3), torch.zeros(2, 3)
    torch.add(x, 1, out=a)
    r = torch.sin(x, out=b)
    m, i = torch.empty(2), torch.empty(2, dtype=torch.int64)
    top = torch.max(x, 1, out=(m, i))
    d, e, f = torch.empty(2, 2), torch.empty(4, 3), torch.empty(3)
    torch.matmul(x, x.t(), out=d)
    torch.cat([x, x], out=e)
    torch.sum(x, dim=0, out=f)
    torch.cumsum(x, 1, out=a)
    return a, b, r is b, m, i, top.values is m, d, e, f


def to_argument(x, o):
    r = torch.mm(x, x.t(), out=o)
    return o.sum(), r is o


def scattered(x, i):
    return torch.scatter(x, 1, i, 3.0, reduce="multiply"), x.clone().scatter_(1, i, 2.0, reduce="add")
"""

CALLS = """
typed(f32[N, M])
refused(f32[N, M])
items(f32[N, M])
of_results(f32[N, M])
of_python_types(f32[N, M])
layouts(f32[N, M], f32[A, B, H, W])
names(f32[N, M], f64[K])
written(f32[2, 3])
to_argument(f32[N, M], f32[N, N])
scattered(f32[N, M], i64[N, M])
""".strip().splitlines()

built = program("constructors_and_out", SOURCE, calls=CALLS, args=["--force"], flags="-O0")


def x():
    return torch.arange(6.0).view(2, 3) - 2


@pytest.mark.parametrize("name", ["typed", "items", "written", "of_results", "of_python_types"])
def test_made(name):
    check(built.load(), name, lambda: [x()], expect="whole")


def test_nothing_in_a_range():
    check(built.load(), "of_results", lambda: [torch.arange(14.0).view(2, 7)])


@pytest.mark.parametrize("format", [torch.contiguous_format, torch.channels_last])
def test_memory_formats_are_asked_for(format):
    images = lambda: torch.arange(120.0).view(2, 3, 4, 5).to(memory_format=format)
    check(
        built.load(), "layouts", lambda: [x(), images()], expect="whole" if format == torch.contiguous_format else None
    )
    check(built.load(), "layouts", lambda: [x(), images()[:, :1]])
    check(built.load(), "layouts", lambda: [x(), images().permute(0, 1, 3, 2)])


def test_items_of_another_type_are_pythons():
    check(built.load(), "refused", lambda: [x()])


def test_types_by_name():
    check(built.load(), "names", lambda: [x(), torch.ones(2, dtype=torch.float64)], expect="whole")


@pytest.mark.parametrize(
    ("make", "expect"),
    [
        (lambda: torch.zeros(2, 2), "whole"),
        (lambda: torch.zeros(4, 4)[::2, ::2], None),
        (lambda: torch.zeros(0), None),  # resized
        (lambda: torch.zeros(2, 2, dtype=torch.float64), None),  # an error
    ],
)
def test_an_argument_is_written(make, expect):
    check(built.load(), "to_argument", lambda: [x(), make()], expect=expect)


def test_the_operand_itself_is_written():
    def pick(module):
        def run(square):
            return module.to_argument(square, square)

        return run

    check(built.load(), pick, lambda: [torch.arange(4.0).view(2, 2)])


def test_reducing_scatter():
    check(built.load(), "scattered", lambda: [x(), torch.tensor([[0, 1, 2], [2, 1, 0]])], expect="whole")


SUMS_OF_PRODUCTS = program(
    "sums_of_products",
    """
import torch


def beside(a, x, y, out):
    return torch.addmm(a, x, y, beta=0.5, out=out), out


def over_itself(a, x, y, out):
    torch.addmm(a, x, y, out=a)
    return a * 2


def batched(a, x, y, out):
    return torch.baddbmm(a[None], x[None], y[None], alpha=2, out=out[None]), out
""",
    [f"{name}(f32[M, N], f32[M, K], f32[K, N], f32[M, N])" for name in ("beside", "over_itself", "batched")],
    ["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["beside", "over_itself", "batched"])
def test_out_holds_the_whole_sum(name):
    tensors = [torch.arange(6.0).view(2, 3), torch.ones(2, 4), torch.arange(12.0).view(4, 3), torch.zeros(2, 3)]
    check(SUMS_OF_PRODUCTS.load(), name, lambda: [t.clone() for t in tensors])


RESIZED = program(
    "out_of_other_sizes",
    """
import torch


def largest(x, y):
    try:
        torch.max(y, 1, out=(x[:, 0], torch.zeros(0, dtype=torch.long)))
        x.add_(1)
    except RuntimeError:
        x.zero_()
    return x
""",
    ["largest(f32[4, 5], f32[4, 5])"],
    ["--force"],
    flags="-O0",
)


def test_out_of_other_sizes_is_no_error():
    """Torch gives it the sizes of the result."""
    check(RESIZED.load(), "largest", lambda: [torch.zeros(4, 5), torch.arange(20.0).view(4, 5)])


REFUSED = program(
    "refused_out",
    """
import torch


def of_another_kind(x, y):
    try:
        return torch.divide(x, 2, rounding_mode="sum", out=[x, y])
    except RuntimeError:
        return x
    except TypeError:
        return y


def of_another_dtype(x, y):
    try:
        return torch.sum(x, 5, out=y.long())
    except (IndexError, RuntimeError) as error:
        return type(error).__name__
""",
    [f"{name}(f32[M, N], f32[M, N])" for name in ("of_another_kind", "of_another_dtype")],
    ["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["of_another_kind", "of_another_dtype"])
def test_out_may_be_refused_before_the_other_arguments(name):
    check(REFUSED.load(), name, lambda: [torch.ones(2, 3), torch.zeros(2, 3)])


FILLED = program(
    "filled_with_tensors",
    """
import torch


def anchors(feats, strides, offset: float = 0.5):
    points, sizes = [], []
    for i, stride in enumerate(strides):
        h, w = feats[i].shape[-2:]
        sy, sx = torch.meshgrid(torch.arange(h) + offset, torch.arange(w) + offset, indexing="ij")
        points.append(torch.stack((sx, sy), -1).view(-1, 2))
        sizes.append(feats[i].new_full((h * w, 1), strides[i]))
    return torch.cat(points), torch.cat(sizes)


def filled(x, t):
    return torch.full((2,), t), x.new_full((3,), t), torch.full_like(x, t), x.new_full((), t, dtype=torch.float64)


if __name__ == "__main__":
    anchors([torch.ones(1, 3, 4, 5), torch.ones(1, 3, 2, 3)], torch.tensor([8.0, 16.0]))
    filled(torch.ones(2, 2), torch.tensor(2.5))
    filled(torch.ones(2, 2), torch.tensor(2))
""",
    args=["--force"],
)


def test_filled_with_what_a_tensor_holds():
    for h, w in ((4, 5), (2, 2), (6, 3)):
        feats = lambda: [torch.ones(2, 3, h, w), torch.ones(2, 3, h // 2, w // 2 + 1)]  # noqa: B023, E731
        check(FILLED.load(), "anchors", lambda: (feats(), torch.tensor([8.0, 16.0])), expect="whole" if h > 2 else None)  # noqa: B023
    for number in (2.5, -3, 7):
        check(FILLED.load(), "filled", lambda: (torch.ones(3, 2), torch.tensor(number)), expect="whole")  # noqa: B023
    for t in (torch.ones(1), torch.ones(()), torch.tensor(float("inf")), torch.tensor(True)):
        for grad in (False, t.is_floating_point()):
            for context in (torch.no_grad, torch.enable_grad):
                make = lambda: (torch.ones(2, 3), t.clone().requires_grad_(grad))  # noqa: B023, E731
                check(FILLED.load(), "filled", make, context=context)


TYPED = program(
    "types_of_what_out_returns",
    """
import torch


def pairs(x, v, i):
    a = torch.cummin(x, 0, out=(v, i))
    b = torch.sort(x, out=(v.clone(), i.clone()))
    c = torch.topk(x, 4, out=(v.clone(), i.clone()))
    d = torch.max(x[None], 0, out=(torch.empty_like(x), torch.empty_like(i)))
    e = torch.linalg.qr(x[:, None], out=(x[:, None].clone(), x[:1, None].clone()))
    return a, b, c, d, e, torch.cummin(x, 0), type(a) is type(b), isinstance(c, torch.return_types.topk), a.values is v


if __name__ == "__main__":
    pairs(torch.rand(4), torch.rand(4), torch.arange(4))
""",
    args=["--force"],
    flags="-O0",
)


def test_what_functions_with_out_return_has_a_type_of_its_own():
    check(TYPED.load(), "pairs", lambda: [torch.tensor([3.0, 1, 2, 0]), torch.rand(4), torch.arange(4)], expect="whole")


LEAVES = program(
    "told_to_factories",
    """
import torch


def powers(x):
    return torch.logspace(0, 1, 3, requires_grad=True), x + 1


def places(x):
    return torch.device("cpu", 0), torch.device(type="cpu", index=0) == x.device, torch.device(type="cpu"), x + 1
""",
    ["powers(f32[3])", "places(f32[3])"],
    args=["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", ["powers", "places"])
def test_what_factories_are_told(name):
    check(LEAVES.load(), name, lambda: [torch.ones(3)])
