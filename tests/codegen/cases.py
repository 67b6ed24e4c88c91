"""Graphs with what torch computes for them. `graph` is the text after the name: symbols, then nodes."""

from dataclasses import dataclass
from typing import Callable

import torch


@dataclass
class Case:
    name: str
    graph: str
    expected: Callable
    inputs: list
    tolerance: float = 2e-6
    exact: bool = False


CASES = []


def case(name, graph, expected, *inputs, **options):
    CASES.append(Case(name, graph, expected, list(inputs), **options))


r = torch.randn

case(
    "chain",
    """(N, M)
  %0 = input 0 x : f32[N, M]
  %1 = input 1 w : f32[M]
  %2 = mul %0, %1 : f32[N, M]
  %3 = tanh %2 : f32[N, M]
  %4 = sigmoid %0 : f32[N, M]
  %5 = mul %3, %4 : f32[N, M]
  return %5 -> $0""",
    lambda x, w: torch.tanh(x * w) * torch.sigmoid(x),
    lambda: (r(5, 7), r(7)),
    lambda: (r(300, 200), r(200)),
    lambda: (r(0, 7), r(7)),
    lambda: (r(1, 1), r(1)),
)
case(
    "mse",
    """(n)
  %0 = input 0 x : f32<1>[n]
  %1 = input 1 y : f32<1>[n]
  %2 = sub %0, %1 : f32<1>[n]
  %3 = const 2 : int
  %4 = pow %2, %3 : f32<1>[n]
  %5 = sum %4 {dims = [0]} : f32[]
  return %5 -> $0""",
    lambda x, y: ((x - y) ** 2).sum(),
    lambda: (r(200, 200), r(200, 200)),
    lambda: (r(()), r(())),
    lambda: (r(0, 3), r(0, 3)),
    lambda: (r(2, 3, 4), r(2, 3, 4)),
    lambda: (r(1000, 1000), r(1000, 1000)),
)
case(
    "branch",
    """(N)
  %0 = input 0 a : f32[N]
  %1 = input 1 b : f32[N]
  %2 = abs %0 : f32[N]
  %3 = const 1 : int
  %4 = add %2, %3 : f32[N]
  %5 = div %0, %4 : f32[N]
  %6 = sum %1 {dims = [0]} : f32[]
  %7 = item %6 : float
  %8 = const 0.0 : float
  %9 = lt %7, %8 : bool
  %10 = if %9
    region () {
      %11 = neg %1 : f32[N]
      yield %11
    }
    region () {
      yield %1
    }
  %12 = result %10 {dims = [0]} : f32[N]
  %13 = mul %5, %12 : f32[N]
  return %13 -> $0""",
    lambda a, b: a / (a.abs() + 1) * (-b if b.sum() < 0 else b),
    lambda: (r(10), r(10)),
    lambda: (r(10), r(10).abs()),
    lambda: (r(10), -r(10).abs()),
    lambda: (r(0), r(0)),
    lambda: (r(100000), r(100000)),
)
case(
    "softmax",
    """(N, M in 1..)
  %0 = input 0 x : f32[N, M]
  %1 = amax %0 {dims = [1]} : f32[N]
  %2 = unsqueeze %1 {dims = [1]} : f32[N, 1]
  %3 = sub %0, %2 : f32[N, M]
  %4 = exp %3 : f32[N, M]
  %5 = sum %4 {dims = [1]} : f32[N]
  %6 = unsqueeze %5 {dims = [1]} : f32[N, 1]
  %7 = div %4, %6 : f32[N, M]
  return %7 -> $0""",
    lambda x: torch.softmax(x, 1),
    lambda: (r(5, 7),),
    lambda: (r(100, 1000),),
    lambda: (r(3, 10000),),
    lambda: (torch.tensor([[1.0, float("nan")], [2.0, 3.0]]),),
    lambda: (r(0, 4),),
)
case(
    "layer_norm",
    """(N, M in 1..)
  %0 = input 0 x : f32[N, M]
  %1 = input 1 w : f32[M]
  %2 = input 2 b : f32[M]
  %3 = sum %0 {dims = [1]} : f32[N]
  %4 = size M : int
  %5 = div %3, %4 : f32[N]
  %6 = unsqueeze %5 {dims = [1]} : f32[N, 1]
  %7 = sub %0, %6 : f32[N, M]
  %8 = mul %7, %7 : f32[N, M]
  %9 = sum %8 {dims = [1]} : f32[N]
  %10 = div %9, %4 : f32[N]
  %11 = const 1e-05 : float
  %12 = add %10, %11 : f32[N]
  %13 = rsqrt %12 : f32[N]
  %14 = unsqueeze %13 {dims = [1]} : f32[N, 1]
  %15 = mul %7, %14 : f32[N, M]
  %16 = mul %15, %1 : f32[N, M]
  %17 = add %16, %2 : f32[N, M]
  return %17 -> $0""",
    lambda x, w, b: torch.nn.functional.layer_norm(x, (x.shape[1],), w, b),
    lambda: (r(5, 7), r(7), r(7)),
    lambda: (r(100, 1000), r(1000), r(1000)),
    lambda: (r(3, 10000), r(10000), r(10000)),
    *[lambda m=m: (r(3, m), r(m), r(m)) for m in (63, 64, 65, 127, 128, 4096 + 64, 4096 + 65)],
    tolerance=1e-5,
)
case(
    "columns",
    """(N, M)
  %0 = input 0 x : f32[N, M]
  %1 = sum %0 {dims = [0]} : f32[M]
  %2 = amax %0 {dims = [0]} : f32[M]
  %3 = sub %1, %2 : f32[M]
  return %1, %3 -> ($0, $1)""",
    lambda x: (x.sum(0), x.sum(0) - x.amax(0)),
    lambda: (r(5, 7),),
    lambda: (r(100, 1000),),
    lambda: (r(1000, 3),),
    tolerance=1e-5,
)
case(
    "strided",
    """(N, M, s in .. = stride 0 @arg:0:x, t in .. = stride 1 @arg:0:x)
  %0 = input 0 x : f32[N, M]{s, t}
  %1 = const 2.0 : float
  %2 = mul %0, %1 : f32[N, M]
  %3 = sum %0 {dims = [1]} : f32[N]
  return %2, %3 -> ($0, $1)""",
    lambda x: ((x * 2).contiguous(), x.sum(1)),
    lambda: (r(5, 7).t(),),
    lambda: (r(5, 1).expand(5, 7),),
    lambda: (r(20, 14)[::2, 1::2],),
)

import cases_ops  # noqa: E402

cases_ops.add_all(case)
import cases_shapes  # noqa: E402

cases_shapes.add_all(case)
