"""How results of operators of ATen likely lie, and numbers that sizes likely lead to: what follows is compiled for that, and
checked when it runs. And constructors that take their arguments as a dict by locals()."""

import pytest
import torch
from harness import check, program
from table import randn

built = program(
    "likely_layouts",
    """
import math

import torch
import torch.nn.functional as F


def sorted_columns(x):
    return x.t().sort()[0] * 2


def sorted_cube(x):
    y = x.permute(2, 0, 1)
    return y.sort(1)[0] + y, y.argsort(-1) + 1, torch.logcumsumexp(y, 1) * 2


def chosen(x):
    values, places = torch.topk(x.t(), 2)
    return values * 2, places + 1, torch.cummax(x.t(), 1)[0] - 1


def solved(a, x):
    return torch.linalg.solve_triangular(a, x, upper=False).pow(2).sum(-2)


def density(m, scale, x):
    return torch.distributions.MultivariateNormal(m, scale_tril=scale).log_prob(x)


def channels_last(x, w):
    return torch.relu(F.conv2d(x.permute(0, 3, 1, 2)[1:], w)) * 2


def turned(x, w):
    return torch.relu(F.conv2d(x.transpose(2, 3), w)) * 2


def grid(x, w):
    b, n, c = x.shape
    h = int(math.sqrt(n - 1))
    y = x[:, 1:].transpose(1, 2).reshape(b, c, h, (n - 1) // h)
    return torch.tanh(F.conv2d(y, w)).flatten(2).transpose(1, 2) + 1


def joined(x):
    y = x.permute(0, 3, 1, 2)
    return torch.cat([y, y * 2], 1), torch.cat([y, y], -1), torch.stack([y, y]), torch.stack([y, y], -1), torch.stack([y, -y], 2)


def joined_with_rows(x, other):
    return torch.cat([x.permute(0, 3, 1, 2), other], 1), torch.cat([other.transpose(2, 3), other.transpose(2, 3)])


def joined_volumes(x):
    y = x.permute(0, 4, 1, 2, 3)
    return torch.cat([y, y], 1), F.group_norm(y, 2)


def attended(x, w):
    b, c, h, width = x.shape
    y = x.flatten(2).transpose(1, 2)
    # an image that comes out of attention lies in channels_last
    y = (torch.softmax(y @ y.transpose(1, 2), -1) @ y).permute(0, 2, 1).view(b, c, h, width)
    return torch.cat([F.conv2d(F.silu(F.group_norm(y, 2)), w), x], 1), F.group_norm(y, 4, w[0, :, 0, 0], w[1, :, 0, 0])


def strided(x):
    return F.group_norm(x.transpose(2, 3), 2) * 2, F.group_norm(x[:, :, ::2], 2) + 1


if __name__ == "__main__":
    r = torch.randn
    joined(r(2, 5, 6, 4))
    joined_with_rows(r(2, 5, 6, 4), r(2, 4, 5, 6))
    joined_volumes(r(2, 3, 5, 6, 4))
    attended(r(2, 4, 3, 5), r(4, 4, 1, 1))
    strided(r(2, 4, 6, 5))
    sorted_columns(r(3, 4))
    sorted_cube(r(3, 4, 5))
    chosen(r(4, 6))
    solved(r(3, 3), r(3, 4))
    solved(r(3, 3), r(4, 3).mT)
    solved(r(2, 3, 3), r(2, 3, 4))
    density(r(3), torch.eye(3), r(5, 3))
    channels_last(r(3, 6, 6, 4), r(5, 4, 3, 3))
    turned(r(3, 4, 6, 6), r(5, 4, 3, 3))
    grid(r(2, 17, 4), r(3, 4, 3, 3))
""",
    args=["--force"],
)


def lower(*lead):
    return torch.eye(3) * 3 + randn(*lead, 3, 3).tril().abs()


CASES = {
    "sorted_columns": [lambda: [randn(3, 4)], lambda: [randn(7, 5)]],
    "sorted_cube": [lambda: [randn(3, 4, 5)], lambda: [randn(2, 6, 3)]],
    "chosen": [lambda: [randn(4, 6)], lambda: [randn(5, 3)]],
    "solved": [
        lambda: [lower(), randn(3, 4)], lambda: [lower(), randn(7, 3).mT], lambda: [lower(2), randn(2, 3, 4)],
    ],
    "density": [lambda: [randn(3), lower(), randn(5, 3)], lambda: [randn(3), lower(), randn(9, 3)]],
    "channels_last": [lambda: [randn(3, 6, 6, 4), randn(5, 4, 3, 3)], lambda: [randn(4, 5, 7, 4), randn(2, 4, 3, 3)]],
    "turned": [lambda: [randn(3, 4, 6, 6), randn(5, 4, 3, 3)], lambda: [randn(2, 4, 5, 7), randn(5, 4, 3, 3)]],
    "joined": [lambda: [randn(2, 5, 6, 4)], lambda: [randn(3, 2, 7, 3)]],
    "joined_with_rows": [lambda: [randn(2, 5, 6, 4), randn(2, 4, 5, 6)], lambda: [randn(3, 3, 2, 4), randn(3, 4, 3, 2)]],
    "joined_volumes": [lambda: [randn(2, 3, 5, 6, 4)], lambda: [randn(4, 2, 3, 2, 8)]],
    "attended": [lambda: [randn(2, 4, 3, 5), randn(4, 4, 1, 1)], lambda: [randn(3, 4, 6, 2), randn(4, 4, 1, 1)]],
    "strided": [lambda: [randn(2, 4, 6, 5)], lambda: [randn(3, 8, 4, 7)]],
    "grid": [lambda: [randn(2, 17, 4), randn(3, 4, 3, 3)], lambda: [randn(3, 26, 4), randn(3, 4, 3, 3)]],
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_follows_is_compiled_for_the_likely_layout(name):
    for make in CASES[name]:
        check(built.load(), name, make, expect="whole", atol=1e-4, rtol=1e-4)


LOCALS = program(
    "arguments_by_locals",
    """
import torch


def begins_with(prefix, given):
    return {key[len(prefix):]: value for key, value in given.items() if key.startswith(prefix)}


class Stages(torch.nn.Module):
    def __init__(self, *, outputs, first_width=4, first_depth=1, second_width=6, second_depth=2):
        super().__init__()
        given = dict(locals())
        self.names = sorted(given)
        width, layers = 3, []
        for prefix in ("first_", "second_"):
            config = begins_with(prefix, given)
            for _ in range(config["depth"]):
                layers += [torch.nn.Linear(width, config["width"]), torch.nn.Tanh()]
                width = config["width"]
        self.layers = torch.nn.Sequential(*layers, torch.nn.Linear(width, outputs))

    def forward(self, x):
        return self.layers(x) * len(self.names)


torch.manual_seed(0)
model = Stages(outputs=2).eval()

if __name__ == "__main__":
    with torch.no_grad():
        model(torch.randn(5, 3))
""",
)


def test_arguments_of_a_constructor_by_locals():
    pair = LOCALS.load()
    pair.built.model.load_state_dict(pair.eager.model.state_dict())
    check(pair, "model", lambda: [randn(5, 3)], expect="whole", context=torch.no_grad)


@pytest.mark.parametrize(
    "sizes", [(1, 5, 6, 4), (2, 1, 6, 4), (2, 5, 6, 1), (2, 1, 1, 4), (1, 1, 1, 1), (0, 5, 6, 4), (2, 5, 0, 4)]
)
def test_formats_of_tensors_with_sizes_of_1_and_0(sizes):
    check(built.load(), "joined", lambda: [randn(*sizes)])
    check(built.load(), "attended", lambda: [randn(sizes[0], 4, *sizes[1:3]), randn(4, 4, 1, 1)], atol=1e-4, rtol=1e-4)
    check(built.load(), "strided", lambda: [randn(sizes[0], 4, *sizes[1:3])], atol=1e-4, rtol=1e-4)


EXPANDED = program(
    "sorted_expanded",
    """
def sorted_rows(x):
    return x.sort(-1)[0] * 2 + 1
""",
    ["sorted_rows(f32[1, N].expand(M, N))"],
    ["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("rows", [1, 2, 4])
@pytest.mark.parametrize("columns", [1, 7])
def test_strides_of_a_result_that_equal_one_another_only_for_other_sizes(rows, columns):
    pair = EXPANDED.load()
    check(pair, "sorted_rows", lambda: [randn(1, columns).expand(rows, columns)])
    check(pair, "sorted_rows", lambda: [randn(columns)[None].expand(rows, columns)])
    check(pair, "sorted_rows", lambda: [randn(rows, columns)])
    check(pair, "sorted_rows", lambda: [randn(rows, columns).as_strided((rows, columns), (0, 1))])
    check(pair, "sorted_rows", lambda: [randn(columns, rows).t()])
