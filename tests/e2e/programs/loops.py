"""Loops whose length depends on sizes or data; each function is a case of test_iteration.py."""

import torch


def case_rnn(x):
    h = torch.zeros(x.size(1))
    outs = []
    for t in range(x.size(0)):
        h = torch.tanh(x[t] + h)
        outs.append(h)
    return torch.stack(outs), h


def case_rnn2(x):
    h = torch.zeros_like(x[0])
    outs = []
    for row in x:
        h = torch.tanh(row + 0.5 * h)
        outs.append(h.unsqueeze(0))
    return torch.cat(outs, dim=0)


def case_rnn3(x):
    h = x.new_zeros(x.shape[1])
    outs = [h]
    for t in range(x.size(0)):
        h = torch.sigmoid(x[t] + h) if t % 2 == 0 else h * 2
        outs += [h]
    return torch.stack(outs, dim=1)


def case_comp(x):
    return torch.stack([x[i] * 2 for i in range(x.size(0))])


def case_comp2(x):
    return torch.stack([r.sum() for r in x])


def case_comp3(x):
    return sum([x[i].sum() for i in range(x.size(0))])


def case_genexp(x):
    return sum(x[i] * i for i in range(x.shape[0]))


def case_listfill(x):
    out = [None] * x.size(0)
    for i in range(x.size(0)):
        out[i] = x[i] * i
    return torch.stack(out)


def case_rowwrite(x):
    y = torch.zeros_like(x)
    for i in range(x.size(0)):
        y[i] = x[i] * i
    return y


def case_enumr(x):
    s = torch.zeros(x.size(1))
    for i, r in enumerate(x):
        s = s + r * i
    return s


def case_zipr(x, y):
    s = 0.0
    for a, b in zip(x, y):
        s = s + (a * b).sum()
    return s


def case_break_data(x):
    s = x
    for i in range(x.size(0)):
        s = s * 0.5
        if s.abs().sum() < 1:
            break
    return s


def case_break_fixed(x):
    for i in range(10):
        x = x * 0.5
        if x.norm() < 0.5:
            break
    return x, i


def case_break_long(x):
    for i in range(100):
        x = x * 0.5
        if x.norm() < 0.5:
            break
    return x


def case_while_true(x):
    n = 0
    while True:
        x = x * 0.5
        n += 1
        if x.norm() < 0.5:
            break
    return x, n


def case_while_true_ret(x):
    while True:
        x = x * 0.5
        if x.norm() < 0.5:
            return x


def case_newton(x):
    y = x.abs().sum() + 1
    g = y / 2
    while abs(g * g - y) > 1e-3 * y:
        g = (g + y / g) / 2
    return g


def case_newton2(x):
    y = x.abs() + 1
    g = y / 2
    for _ in range(50):
        n = (g + y / g) / 2
        if torch.allclose(n, g, rtol=1e-4):
            break
        g = n
    return g


def case_continue(x):
    s = torch.zeros(x.size(1))
    for i in range(x.size(0)):
        if x[i].sum() > 0:
            continue
        s = s + x[i]
    return s


def case_continue2(x):
    s = torch.zeros(x.size(1))
    for i in range(x.size(0)):
        if i == 1:
            continue
        s = s + x[i]
    return s


def case_ret_loop(x):
    for i in range(x.size(0)):
        if x[i].sum() > 0:
            return x[i] * 2
    return x[0]


def case_forelse(x):
    for i in range(x.size(0)):
        if x[i].sum() > 0:
            y = x[i] * 3
            break
    else:
        y = x[0] - 1
    return y


def case_whileelse(x):
    n = 0
    while n < x.size(0):
        if x[n].sum() > 1:
            break
        n += 1
    else:
        return x * 2
    return x[n]


def case_nested(x):
    s = torch.zeros(())
    for i in range(x.size(0)):
        for j in range(x.size(1)):
            s = s + x[i, j] * (i - j)
    return s


def case_nested2(x):
    s = torch.zeros(())
    for i in range(x.size(0)):
        for j in range(i):
            if x[i, j] > 0:
                break
            s = s + x[i, j]
    return s


def case_nested3(x):
    s = x.sum()
    n = 0
    while s.abs() > 1:
        t = s
        while t.abs() > 2:
            t = t / 2
            n = n + 1
        s = t * 0.6
    return s, n


def case_dictcarry(x):
    d = {"h": torch.zeros(x.size(1)), "n": 0}
    for t in range(x.size(0)):
        d["h"] = d["h"] + x[t]
        d["n"] += 1
    return d["h"] * d["n"]


def case_tuplecarry(x):
    st = (torch.zeros(x.size(1)), torch.ones(x.size(1)))
    for t in range(x.size(0)):
        h, c = st
        st = (torch.tanh(x[t] + h), c * 0.5 + h)
    return st[0] + st[1]


class St:
    def __init__(self, h):
        self.h = h
        self.n = 0

    def step(self, x):
        self.h = torch.tanh(self.h + x)
        self.n += 1
        return self.h


def case_objcarry(x):
    s = St(torch.zeros(x.size(1)))
    for t in range(x.size(0)):
        y = s.step(x[t])
    return s.h + y * s.n


def case_swap(x):
    a, b = x, x + 1
    for i in range(x.size(0)):
        a, b = b, a
    return a - 2 * b


def case_intcarry(x):
    a, b = 0, 1
    for i in range(x.size(0)):
        a, b = b, a + b
    return x * a


# called with f32[M, N], 40
def case_ncount(x, n):
    for _ in range(n):
        x = x * 0.9 + 0.1
    return x


# called with f32[M, N], 0
def case_nlist(x, n):
    outs = []
    for i in range(n):
        outs.append(x + i)
    return torch.stack(outs) if n > 0 else x


# called with f32[M, N], 3
def case_collatz(x, n):
    c = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        c += 1
    return x * c


def case_lstm(x):
    w = torch.ones(x.size(1), 4 * x.size(1)) * 0.1
    h = c = torch.zeros(x.size(1))
    ys = []
    for t in range(x.size(0)):
        g = x[t] @ w + h.sum()
        i, f, o, u = g.chunk(4, dim=-1)
        c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(u)
        h = torch.sigmoid(o) * torch.tanh(c)
        ys.append(h)
    return torch.stack(ys), (h, c)


# called with f32[M, N, K]
def case_rnn_dim1(x):
    h = torch.zeros(x.size(0), x.size(2))
    outs = []
    for t in range(x.size(1)):
        h = torch.tanh(x[:, t] + h)
        outs.append(h)
    return torch.stack(outs, dim=1)


# called with f32[M, N, K]
def case_unbind(x):
    h = torch.zeros(x.size(0), x.size(2))
    outs = []
    for xt in x.unbind(1):
        h = torch.relu(xt + h)
        outs.append(h)
    return torch.stack(outs, 1)


# called with f32[M, N, K]
def case_reverse(x):
    outs = []
    for t in reversed(range(x.size(1))):
        outs.append(x[:, t] * t)
    outs.reverse()
    return torch.stack(outs, 1)


def case_retlist(x):
    return [r * 2 for r in x]


def case_outs_last(x):
    outs = []
    for r in x:
        outs.append(r * 2)
    return outs[-1] + outs[0] + len(outs)


def case_multi(x):
    a, b = [], []
    for r in x:
        a.append(r.sum())
        b.append(r.max())
    return torch.stack(a) + torch.stack(b)


def case_view_carry(x):
    v = x
    for i in range(x.size(0)):
        v = v.t()
    return v * 1


def case_shape_change(x):
    y = x[0:1]
    for i in range(3):
        y = torch.cat([y, y])
    return y


def case_break_else(x):
    for i in range(4):
        if x.sum() > i:
            continue
        x = x + 1
    else:
        x = x * 2
    return x


def case_early(x):
    if x.sum() > 0:
        return x
    for i in range(3):
        x = x - 1
        if x.sum() < -20:
            return x * 2
    return x + 3


def case_two_returns(x):
    for i in range(x.size(0)):
        if x[i].sum() > 3:
            return x[i], 1
        if x[i].sum() < -3:
            return x[i] * 2, 2
    return x[0] * 0, 3


def case_minmax(x):
    best = x[0]
    for i in range(1, x.size(0)):
        if x[i].sum() > best.sum():
            best = x[i]
    return best + 0


def case_powit(x):
    a = x @ x.t()
    v = torch.ones(a.size(0))
    for _ in range(20):
        w = a @ v
        v = w / w.norm()
    return v


def case_while_and(x):
    i = 0
    while i < 5 and x.sum() < 10:
        x = x.abs() * 1.5
        i += 1
    return x, i


def case_mut_after(x):
    h = torch.zeros(x.size(1))
    outs = []
    for t in range(x.size(0)):
        h = h + x[t]
        outs.append(h)
    h.add_(1)
    return torch.stack(outs), h


def case_mut_in(x):
    h = torch.zeros(x.size(1))
    outs = []
    for t in range(x.size(0)):
        h.add_(x[t])
        outs.append(h)
    return torch.stack(outs), h


def case_mut_in2(x):
    h = torch.zeros(x.size(1))
    outs = []
    for t in range(x.size(0)):
        h = h + x[t]
        outs.append(h)
        h.mul_(2)
    return torch.stack(outs), h


def case_mut_next(x):
    h = torch.zeros(x.size(1))
    outs = []
    for t in range(x.size(0)):
        h.mul_(2)
        h = h + x[t]
        outs.append(h)
    return torch.stack(outs), h


def case_views_mut(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t])
    x.add_(1)
    return torch.stack(outs)


def case_views(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t])
    return torch.stack(outs) + 1


def case_same(x):
    outs = []
    y = x.sum(0)
    for t in range(x.size(0)):
        outs.append(y)
    return torch.stack(outs) + 1, y


def case_same_mut(x):
    outs = []
    y = x.sum(0)
    for t in range(x.size(0)):
        outs.append(y)
    y.add_(5)
    return torch.stack(outs) + 1, y


def case_row(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return outs[-1], outs[0]


def case_row_use(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return outs[-1] + outs[0] * len(outs)


def case_row_write(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    outs[0].add_(1)
    return torch.stack(outs)


def case_last_is_h(x):
    outs = []
    for t in range(x.size(0)):
        h = x[t] * 2
        outs.append(h)
    return outs[-1] is h, x + 1


def case_read_in(x):
    outs = [x[0]]
    for t in range(x.size(0)):
        outs.append(outs[-1] * 0.5 + x[t])
    return torch.stack(outs)


def case_len_in(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * len(outs))
    return torch.stack(outs)


def case_alias(x):
    outs = []
    b = outs
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return torch.stack(b)


def case_alias_dict(x):
    outs = []
    d = {"o": outs}
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return torch.stack(d["o"])


def case_alias_after(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    d = {"o": outs}
    e = outs
    return torch.stack(d["o"]) + torch.stack(e)


def case_closure(x):
    outs = []

    def add(v):
        outs.append(v)

    for t in range(x.size(0)):
        add(x[t] * 2)
    return torch.stack(outs)


def case_method(x):
    outs = []
    app = outs.append
    for t in range(x.size(0)):
        app(x[t] * 2)
    return torch.stack(outs)


def fill(outs, x):
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return outs


def case_callee(x):
    outs = []
    fill(outs, x)
    return torch.stack(outs)


def filled(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return outs


def case_callee2(x):
    return torch.stack(filled(x))


def case_cond(x):
    outs = []
    for t in range(x.size(0)):
        if x[t].sum() > 0:
            outs.append(x[t])
    return torch.stack(outs) if outs else x


def case_inner(x):
    outs = []
    for t in range(x.size(0)):
        for u in range(x.size(1)):
            outs.append(x[t, u] * 2)
    return torch.stack(outs)


def case_inner2(x):
    s = torch.zeros(())
    for t in range(x.size(0)):
        outs = []
        for u in range(x.size(1)):
            outs.append(x[t, u] * 2)
        s = s + torch.stack(outs).sum()
    return s


def case_twice(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    a = torch.stack(outs)
    b = torch.stack(outs)
    a.add_(1)
    return a, b


def case_two_lists(x):
    a, b = [], []
    for t in range(x.size(0)):
        a.append(x[t] * 2)
        b.append(x[t].sum())
        a.append(x[t])
    return torch.stack(a), torch.stack(b)


def case_later(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    outs.append(x[0])
    return torch.stack(outs)


def case_two_loops(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    for t in range(x.size(0)):
        outs.append(x[t] * 3)
    return torch.stack(outs)


def case_iter(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    s = 0
    for o in outs:
        s = s + o
    for i, o in enumerate(outs):
        s = s + o * i
    for a, b in zip(outs, x):
        s = s + a * b
    for o in reversed(outs):
        s = s * 0.5 + o
    return s


def case_cat1(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t : t + 1] * 2)
    return torch.cat(outs), torch.cat(outs, 1), torch.cat(outs, -1)


def case_stackd(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return torch.stack(outs, 1), torch.stack(outs, -1), torch.stack(outs, dim=0), torch.stack(outs, -2)


def case_cat0(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t].sum())
    return torch.cat(outs)


# called with i64[M, N]
def case_int(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return torch.stack(outs), sum(outs), len(outs)


def case_mixed(x):
    outs = [x[0] > 0]
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return torch.stack(outs)


def case_truth(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return torch.stack(outs) if outs else x


def case_isinst(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return x * isinstance(outs, list) + isinstance(outs, tuple) + (type(outs) is list)


def case_add(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return torch.stack(outs + [x[0]])


def case_eq(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return x * (outs == []) + (outs is None)


def case_star(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return max(len([*outs]), 2) * x


def case_unb(x):
    a = x.unbind(0)
    return torch.stack(a), len(a), a[0] + a[-1]


def case_unb_ret(x):
    a = x.unbind(0)
    return a[0]


def case_unb_write(x):
    x = x.clone()
    a = x.unbind(0)
    a[0].add_(1)
    return x, torch.stack(a)


def case_unb_write2(x):
    x = x.clone()
    a = x.unbind(0)
    for r in a:
        r.add_(1)
    return x


def case_comp_eff(x):
    log = []
    l = [log.append(i) for i in range(x.size(0))]
    return x * len(log)


def case_comp_nested(x):
    return torch.stack([torch.stack([v * 2 for v in r]) for r in x])


def case_comp_walrus(x):
    l = [y := r * 2 for r in x]
    return torch.stack(l) + y


def case_enum_iter(x):
    e = enumerate(x)
    for i, r in e:
        pass
    for i, r in e:
        x = x + 1
    return x


def case_zip_len(x, y):
    s = 0
    for a, b in zip(x, y.t()):
        s = s + a.sum() * b.sum()
    return s


def case_tuple_struct(x):
    st = (x[0], 0)
    for i in range(x.size(0)):
        st = (st[0] * 0.5 + x[i], st[1] + i)
    return st


def case_tuple_change(x):
    st = ()
    for i in range(x.size(0)):
        st = (*st, x[i])
    return torch.stack(st)


def case_ret_outs(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return outs


def case_try(x):
    outs = []
    try:
        for t in range(x.size(0)):
            outs.append(x[t] * 2)
        return torch.stack(outs)
    except RuntimeError:
        return x - 1


def case_if_loop(x):
    outs = []
    if x.sum() > 0:
        for t in range(x.size(0)):
            outs.append(x[t] * 2)
    else:
        for t in range(x.size(0)):
            outs.append(x[t] * 3)
    return torch.stack(outs)
