"""Python's control flow, objects and containers around tensors; each function is a case of test_language.py."""

import math
from dataclasses import dataclass

import torch

LIMIT = 3
STATE = {"count": 0}
HIST = []


@dataclass
class Acc:
    total: object = 0
    n: int = 0

    def add(self, v):
        self.total = self.total + v
        self.n += 1
        return self


class Box:
    def __init__(self, v):
        self.v = v
        self.log = []

    def scale(self, k):
        self.v = self.v * k
        self.log.append(k)
        return self

    def __add__(self, o):
        return Box(self.v + (o.v if isinstance(o, Box) else o))

    @property
    def twice(self):
        return self.v * 2


def case_branch_attr(x):
    b = Box(x)
    if x.sum() > 0:
        b.scale(2)
    else:
        b.scale(3)
    return b.v + len(b.log)


def case_branch_list(x):
    out = [x]
    if x.sum() > 0:
        out.append(x * 2)
    else:
        out.append(x * 3)
    return out[0] + out[1], len(out)


def case_branch_list_uneven(x):
    out = [x]
    if x.sum() > 0:
        out.append(x * 2)
    return sum(out), len(out)


def case_branch_types(x):
    if x.sum() > 0:
        y = 1
    else:
        y = 2.5
    return x * y


def case_branch_unbound(x):
    if x.sum() > 0:
        y = x * 2
    return y + 1 if x.sum() > 0 else x


def case_branch_none(x):
    best = None
    if x.sum() > 0:
        best = x * 2
    if best is None:
        return x
    return best


def case_branch_dict(x):
    d = {"a": x}
    if x.mean() > 0:
        d["a"] = d["a"] + 1
    d["b"] = x * 2
    return d


def case_ret_bool(x):
    def positive(t):
        if t.sum() > 0:
            return True
        return False

    return x * 2 if positive(x) else -x


def case_helper_multi(x):
    def pick(t):
        if t.sum() > 1:
            return t, 1
        if t.sum() < -1:
            return -t, 2
        return t * 0, 3

    a, k = pick(x)
    return a * k


def case_loop_return(x):
    for i in range(LIMIT):
        if x.sum() > i:
            return x * i
    return -x


def case_loop_break_continue(x):
    acc = x * 0
    for i in range(4):
        if i == 1:
            continue
        if x.max() > 2:
            acc = acc + 10
            continue
        acc = acc + x * i
        if acc.sum() > 5:
            break
    else:
        acc = acc + 100
    return acc


def case_while_break(x):
    i = 0
    while i < 5:
        x = x * 1.5
        i += 1
        if x.abs().max() > 3:
            break
    return x, i


def case_nested_if(x, n):
    if n > 0:
        if x.sum() > 0:
            return x + n
        y = x * 2
    else:
        y = x * 3
        if x.sum() < -2:
            return y
    return y - 1


def case_raise(x, n):
    if n == 0:
        raise ZeroDivisionError("no")
    if x.sum() > 1e6:
        raise ValueError("big")
    return x / n


def case_try(x, n):
    try:
        if n < 0:
            raise ValueError("neg")
        y = x * n
    except ValueError:
        y = -x
    return y


def case_try_finally(x):
    log = []
    try:
        log.append(1)
        y = x + 1
    finally:
        log.append(2)
    return y * len(log)


def case_acc(x):
    a = Acc()
    for i in range(3):
        a.add(x * i)
    return a.total / a.n


def case_sym_int(x, n, m):
    a = n // 2 if m != 0 else n
    b = n % 3
    c = max(n, m) - min(n, m)
    d = abs(n - m)
    return x * a + b - c + d


def case_sym_float(x, a, b):
    c = a * b + 1.0
    d = c / 2 if c > 0 else -c
    return x * d + (a if a > b else b)


def case_bool_ops(x, n, m):
    if (n > 0 and m > 0) or not (n != m):
        return x + 1
    if 0 < n < 10 <= m:
        return x + 2
    return x + 3


def case_size_logic(x):
    b, c = x.shape
    if b > c:
        x = x[:c]
    elif b < c:
        x = x[:, :b]
    return x @ x.T


def case_chunks(x):
    parts = x.split(2, dim=0) if x.shape[0] == 4 else [x]
    return torch.cat([p * (i + 1) for i, p in enumerate(parts)])


def case_stack(x):
    rows = []
    for i in range(3):
        rows.append(x * i)
    return torch.stack(rows).sum(0)


def case_kw(x, *, scale=2.0, shift=None):
    y = x * scale
    return y if shift is None else y + shift


def case_varargs(*xs):
    out = xs[0]
    for x in xs[1:]:
        out = out + x
    return out


def case_global_state(x):
    STATE["count"] += 1
    return x * STATE["count"]


def case_append_global(x):
    HIST.append(1)
    return x + len(HIST)


def case_append_arg(x, items):
    items.append(x * 2)
    return x + 1


def case_lambda_sort(x):
    items = sorted([("b", 2), ("a", 3)], key=lambda p: p[1], reverse=True)
    return x * items[0][1] + len(items[0][0])


def case_fmt(x):
    name = f"k{LIMIT:02d}"
    table = {"k03": 3.0, "other": 1.0}
    return x * table[name]


def case_inplace_branch(x):
    y = x.clone()
    if x.sum() > 0:
        y += 1
        y[0] = 0
    else:
        y.mul_(2)
    return y


def case_alias(x):
    y = x.clone()
    z = y[0]
    z += 5
    return y


def case_alias_branch(x):
    y = x.clone()
    z = y
    if x.sum() > 0:
        z = y * 2
    z.add_(1)
    return y, z


def case_ret_input(x, n):
    if n > 0:
        return x
    return x * 2


def case_ret_same_twice(x):
    y = x + 1
    return y, y, [y]


def case_cumulative(x):
    out = torch.zeros_like(x)
    total = torch.zeros(x.shape[1])
    for i in range(x.shape[0]):
        total = total + x[i]
        out[i] = total
    return out


def case_item_branch(x):
    m = x.max().item()
    k = int(m)
    if k > 1:
        return x * k
    return x + m


def case_where(x):
    return torch.where(x > 0, x, -x).clamp(max=1.0)


def case_match(x, mode):
    match mode:
        case "a":
            return x
        case "b" | "c":
            return x * 2
        case _:
            return x * 3


def case_gen(x):
    return sum(x * i for i in range(3) if i != 1)


def case_swap(x, y):
    x, y = y, x
    return x - y


def case_recursive(x, n=3):
    def go(t, k):
        return t if k == 0 else go(t * 1.1 + k, k - 1)

    return go(x, n)


def case_chain_cmp(x):
    s = x.sum()
    return x * 2 if -1 < s < 1 else x


def case_tuple_cmp(x):
    return x * 2 if tuple(x.shape) == (3, 4) else x


def case_str_fmt_raise(x, n):
    if n > 5:
        raise RuntimeError(f"bad {n} for {tuple(x.shape)}")
    return x + n


def case_walrus(x):
    if (s := x.sum()) > 0:
        return x / s
    return x - s


def case_none_arg(x, y=None):
    y = x if y is None else y
    return x + y


def case_bool_arg(x, flag):
    return x if flag else -x


def case_div(x, n, m):
    return x * (n / m)


def case_pow(x, n):
    return x * (n**2) + 2**3


def case_math(x, a):
    return x * math.sqrt(a) + math.exp(-a)


CASES_OF_ONE_TENSOR = (
    case_branch_attr,
    case_branch_list,
    case_branch_list_uneven,
    case_branch_types,
    case_branch_unbound,
    case_branch_none,
    case_branch_dict,
    case_ret_bool,
    case_helper_multi,
    case_loop_return,
    case_loop_break_continue,
    case_while_break,
    case_try_finally,
    case_acc,
    case_size_logic,
    case_chunks,
    case_stack,
    case_kw,
    case_global_state,
    case_append_global,
    case_lambda_sort,
    case_fmt,
    case_inplace_branch,
    case_alias,
    case_alias_branch,
    case_ret_same_twice,
    case_cumulative,
    case_item_branch,
    case_where,
    case_gen,
    case_recursive,
    case_chain_cmp,
    case_tuple_cmp,
    case_walrus,
    case_none_arg,
)

if __name__ == "__main__":
    x = torch.randn(3, 4)
    for case in CASES_OF_ONE_TENSOR:
        case(x)
    for case in (case_nested_if, case_raise, case_try, case_ret_input, case_str_fmt_raise, case_pow):
        case(x, 2)
    case_sym_int(x, 5, 2)
    case_sym_float(x, 0.5, 1.5)
    case_bool_ops(x, 1, 2)
    case_append_arg(x, [x])
    case_match(x, "b")
    case_swap(x, x)
    case_varargs(x, x)
    case_bool_arg(x, True)
    case_div(x, 3, 2)
    case_math(x, 0.5)
