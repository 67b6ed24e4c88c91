"""Loops whose length depends on sizes or data; each function is a case of test_iteration.py."""
import importlib.util as _aot_util, os as _aot_os  # pyaot: load what was compiled from this file
_aot_spec = _aot_util.spec_from_file_location("pyaot_stub", _aot_os.path.join(_aot_os.path.dirname(_aot_os.path.abspath(__file__)), "pyaot_stub.py"))
_aot = _aot_util.module_from_spec(_aot_spec)
_aot_spec.loader.exec_module(_aot)
_aot = _aot.open(__file__, globals(), "bad_885", 0x13a690c048ea20b8)

import torch


@_aot.entry(0)
def case_rnn(x):
    h = torch.zeros(x.size(1))
    outs = []
    for t in range(x.size(0)):
        h = torch.tanh(x[t] + h)
        outs.append(h)
    return torch.stack(outs), h


@_aot.entry(1)
def case_rnn2(x):
    h = torch.zeros_like(x[0])
    outs = []
    for row in x:
        h = torch.tanh(row + 0.5 * h)
        outs.append(h.unsqueeze(0))
    return torch.cat(outs, dim=0)


@_aot.entry(2)
def case_rnn3(x):
    h = x.new_zeros(x.shape[1])
    outs = [h]
    for t in range(x.size(0)):
        h = torch.sigmoid(x[t] + h) if t % 2 == 0 else h * 2
        outs += [h]
    return torch.stack(outs, dim=1)


@_aot.entry(3)
def case_comp(x):
    return torch.stack([x[i] * 2 for i in range(x.size(0))])


def case_comp2(x):
    return torch.stack([r.sum() for r in x])


@_aot.entry(4)
def case_comp3(x):
    return sum([x[i].sum() for i in range(x.size(0))])


@_aot.entry(5)
def case_genexp(x):
    return sum(x[i] * i for i in range(x.shape[0]))


@_aot.segment(6)
def _aot_case_listfill_49_1(x, i, out):  # bad_885.py:52
        out[i] = x[i] * i


_aot_case_listfill_49_begin = _aot.begin(6)


def _aot_case_listfill_49(x):  # bad_885.py:49
    _aot_case_listfill_49_begin()
    out = [None] * x.size(0)
    for i in range(x.size(0)):
        _aot_case_listfill_49_1(x, i, out)  # bad_885.py:52
    return torch.stack(out)


@_aot.segmented(_aot_case_listfill_49)
def case_listfill(x):
    out = [None] * x.size(0)
    for i in range(x.size(0)):
        out[i] = x[i] * i
    return torch.stack(out)


@_aot.entry(7)
def case_rowwrite(x):
    y = torch.zeros_like(x)
    for i in range(x.size(0)):
        y[i] = x[i] * i
    return y


@_aot.entry(8)
def case_enumr(x):
    s = torch.zeros(x.size(1))
    for i, r in enumerate(x):
        s = s + r * i
    return s


@_aot.segment(9)
def _aot_case_zipr_70_1():  # bad_885.py:71
    s = 0.0
    return s


@_aot.segment(10)
def _aot_case_zipr_70_2(s, a, b):  # bad_885.py:73
        s = s + (a * b).sum()
        return s


@_aot.segment(11)
def _aot_case_zipr_70_3(s):  # bad_885.py:74
    return s


def _aot_case_zipr_70(x, torchy):  # bad_885.py:70
    s = _aot_case_zipr_70_1()  # bad_885.py:71
    for a, b in zip(x, y):
        s = _aot_case_zipr_70_2(s, a, b)  # bad_885.py:73
    return _aot_case_zipr_70_3(s)  # bad_885.py:74


@_aot.segmented(_aot_case_zipr_70)
def case_zipr(x,torchy):
    s = 0.0
    for a, b in zip(x, y):
        s = s + (a * b).sum()
    return s


@_aot.entry(12)
def case_break_data(x):
    s = x
    for i in range(x.size(0)):
        s = s * 0.5
        if s.abs().sum() < 1:
            break
    return s


@_aot.entry(13)
def case_break_fixed(x):
    for i in range(10):
        x = x * 0.5
        if x.norm() < 0.5:
            break
    return x, i


@_aot.entry(14)
def case_break_long(x):
    for i in range(100):
        x = x * 0.5
        if x.norm() < 0.5:
            break
    return x


@_aot.entry(15)
def case_while_true(x):
    n = 0
    while True:
        x = x * 0.5
        n += 1
        if x.norm() < 0.5:
            break
    return x, n


@_aot.entry(16)
def case_while_true_ret(x):
    while True:
        x = x * 0.5
        if x.norm() < 0.5:
            return x


@_aot.entry(17)
def case_newton(x):
    y = x.abs().sum() + 1
    g = y / 2
    while abs(g * g - y) > 1e-3 * y:
        g = (g + y / g) / 2
    return g


@_aot.entry(18)
def case_newton2(x):
    y = x.abs() + 1
    g = y / 2
    for _ in range(50):
        n = (g + y / g) / 2
        if torch.allclose(n, g, rtol=1e-4):
            break
        g = n
    return g


@_aot.entry(19)
def case_continue(x):
    s = torch.zeros(x.size(1))
    for i in range(x.size(0)):
        if x[i].sum() > 0:
            continue
        s = s + x[i]
    return s


@_aot.entry(20)
def case_continue2(x):
    s = torch.zeros(x.size(1))
    for i in range(x.size(0)):
        if i == 1:
            continue
        s = s + x[i]
    return s


@_aot.entry(21)
def case_ret_loop(x):
    for i in range(x.size(0)):
        if x[i].sum() > 0:
            return x[i] * 2
    return x[0]


@_aot.segment(22)
def _aot_case_forelse_163_1(x, i):  # bad_885.py:166
            y = x[i] * 3
            return y


@_aot.segment(23)
def _aot_case_forelse_163_2(x):  # bad_885.py:169
        y = x[0] - 1
        return y


_aot_case_forelse_163_begin = _aot.begin(22)


def _aot_case_forelse_163(x):  # bad_885.py:163
    _aot_case_forelse_163_begin()
    for i in range(x.size(0)):
        if x[i].sum() > 0:
            y = _aot_case_forelse_163_1(x, i)  # bad_885.py:166
            break
    else:
        y = _aot_case_forelse_163_2(x)  # bad_885.py:169
    return y


@_aot.segmented(_aot_case_forelse_163)
def case_forelse(x):
    for i in range(x.size(0)):
        if x[i].sum() > 0:
            y = x[i] * 3
            break
    else:
        y = x[0] - 1
    return y


@_aot.entry(24)
def case_whileelse(x):
    n = 0
    while n < x.size(0):
        if x[n].sum() > 1:
            break
        n += 1
    else:
        return x * 2
    return x[n]


@_aot.entry(25)
def case_nested(x):
    s = torch.zeros(())
    for i in range(x.size(0)):
        for j in range(x.size(1)):
            s = s + x[i, j] * (i - j)
    return s


@_aot.entry(26)
def case_nested2(x):
    s = torch.zeros(())
    for i in range(x.size(0)):
        for j in range(i):
            if x[i, j] > 0:
                break
            s = s + x[i, j]
    return s


@_aot.entry(27)
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


@_aot.entry(28)
def case_dictcarry(x):
    d = {"h": torch.zeros(x.size(1)), "n": 0}
    for t in range(x.size(0)):
        d["h"] = d["h"] + x[t]
        d["n"] += 1
    return d["h"] * d["n"]


@_aot.entry(29)
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

    @_aot.entry(30)
    def step(self, x):
        self.h = torch.tanh(self.h + x)
        self.n += 1
        return self.h


@_aot.entry(31)
def case_objcarry(x):
    s = St(torch.zeros(x.size(1)))
    for t in range(x.size(0)):
        y = s.step(x[t])
    return s.h + y * s.n


@_aot.entry(32)
def case_swap(x):
    a, b = x, x + 1
    for i in range(x.size(0)):
        a, b = b, a
    return a - 2 * b


@_aot.entry(33)
def case_intcarry(x):
    a, b = 0, 1
    for i in range(x.size(0)):
        a, b = b, a + b
    return x * a


# called with f32[M, N], 40
@_aot.entry(34)
def case_ncount(x, n):
    for _ in range(n):
        x = x * 0.9 + 0.1
    return x


# called with f32[M, N], 0
@_aot.segment(35)
def _aot_case_nlist_270_1():  # bad_885.py:271
    outs = []
    return outs


@_aot.segment(36)
def _aot_case_nlist_270_2(outs, x, i):  # bad_885.py:273
        outs.append(x + i)


@_aot.segment(37)
def _aot_case_nlist_270_3(n, outs, x):  # bad_885.py:274
    return torch.stack(outs) if n > 0 else x


def _aot_case_nlist_270(x, n):  # bad_885.py:270
    outs = _aot_case_nlist_270_1()  # bad_885.py:271
    for i in range(n):
        _aot_case_nlist_270_2(outs, x, i)  # bad_885.py:273
    return _aot_case_nlist_270_3(n, outs, x)  # bad_885.py:274


@_aot.segmented(_aot_case_nlist_270)
def case_nlist(x, n):
    outs = []
    for i in range(n):
        outs.append(x + i)
    return torch.stack(outs) if n > 0 else x


# called with f32[M, N], 3
@_aot.entry(38)
def case_collatz(x, n):
    c = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        c += 1
    return x * c


@_aot.entry(39)
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
@_aot.entry(40)
def case_rnn_dim1(x):
    h = torch.zeros(x.size(0), x.size(2))
    outs = []
    for t in range(x.size(1)):
        h = torch.tanh(x[:, t] + h)
        outs.append(h)
    return torch.stack(outs, dim=1)


# called with f32[M, N, K]
@_aot.entry(41)
def case_unbind(x):
    h = torch.zeros(x.size(0), x.size(2))
    outs = []
    for xt in x.unbind(1):
        h = torch.relu(xt + h)
        outs.append(h)
    return torch.stack(outs, 1)


# called with f32[M, N, K]
@_aot.segment(42)
def _aot_case_reverse_320_1(x):  # bad_885.py:321
    outs = []
    for t in reversed(range(x.size(1))):
        outs.append(x[:, t] * t)
    return outs


def _aot_case_reverse_320(x):  # bad_885.py:320
    outs = _aot_case_reverse_320_1(x)  # bad_885.py:321
    outs.reverse()
    return torch.stack(outs, 1)


@_aot.segmented(_aot_case_reverse_320)
def case_reverse(x):
    outs = []
    for t in reversed(range(x.size(1))):
        outs.append(x[:, t] * t)
    outs.reverse()
    return torch.stack(outs, 1)


def case_retlist(x):
    return [r * 2 for r in x]


@_aot.segment(43)
def _aot_case_outs_last_332_1():  # bad_885.py:333
    outs = []
    return outs


@_aot.segment(44)
def _aot_case_outs_last_332_2(outs, r):  # bad_885.py:335
        outs.append(r * 2)


def _aot_case_outs_last_332(x):  # bad_885.py:332
    outs = _aot_case_outs_last_332_1()  # bad_885.py:333
    for r in x:
        _aot_case_outs_last_332_2(outs, r)  # bad_885.py:335
    return outs[-1] + outs[0] + len(outs)


@_aot.segmented(_aot_case_outs_last_332)
def case_outs_last(x):
    outs = []
    for r in x:
        outs.append(r * 2)
    return outs[-1] + outs[0] + len(outs)


@_aot.segment(45)
def _aot_case_multi_339_1():  # bad_885.py:340
    a, b = [], []
    return a, b


@_aot.segment(46)
def _aot_case_multi_339_2(a, r, b):  # bad_885.py:342
        a.append(r.sum())
        b.append(r.max())


def _aot_case_multi_339(x):  # bad_885.py:339
    a, b = _aot_case_multi_339_1()  # bad_885.py:340
    for r in x:
        _aot_case_multi_339_2(a, r, b)  # bad_885.py:342
    return torch.stack(a) + torch.stack(b)


@_aot.segmented(_aot_case_multi_339)
def case_multi(x):
    a, b = [], []
    for r in x:
        a.append(r.sum())
        b.append(r.max())
    return torch.stack(a) + torch.stack(b)


@_aot.segment(47)
def _aot_case_view_carry_347_1(x):  # bad_885.py:348
    v = x
    return v


@_aot.segment(48)
def _aot_case_view_carry_347_2(v):  # bad_885.py:350
        v = v.t()
        return v


@_aot.segment(49)
def _aot_case_view_carry_347_3(v):  # bad_885.py:351
    return v * 1


def _aot_case_view_carry_347(x):  # bad_885.py:347
    v = _aot_case_view_carry_347_1(x)  # bad_885.py:348
    for i in range(x.size(0)):
        v = _aot_case_view_carry_347_2(v)  # bad_885.py:350
    return _aot_case_view_carry_347_3(v)  # bad_885.py:351


@_aot.segmented(_aot_case_view_carry_347)
def case_view_carry(x):
    v = x
    for i in range(x.size(0)):
        v = v.t()
    return v * 1


@_aot.entry(50)
def case_shape_change(x):
    y = x[0:1]
    for i in range(3):
        y = torch.cat([y, y])
    return y


@_aot.entry(51)
def case_break_else(x):
    for i in range(4):
        if x.sum() > i:
            continue
        x = x + 1
    else:
        x = x * 2
    return x


@_aot.entry(52)
def case_early(x):
    if x.sum() > 0:
        return x
    for i in range(3):
        x = x - 1
        if x.sum() < -20:
            return x * 2
    return x + 3


@_aot.entry(53)
def case_two_returns(x):
    for i in range(x.size(0)):
        if x[i].sum() > 3:
            return x[i], 1
        if x[i].sum() < -3:
            return x[i] * 2, 2
    return x[0] * 0, 3


@_aot.segment(54)
def _aot_case_minmax_390_1(x):  # bad_885.py:391
    best = x[0]
    return best


@_aot.segment(55)
def _aot_case_minmax_390_2(x, i):  # bad_885.py:394
            best = x[i]
            return best


@_aot.segment(56)
def _aot_case_minmax_390_3(best):  # bad_885.py:395
    return best + 0


def _aot_case_minmax_390(x):  # bad_885.py:390
    best = _aot_case_minmax_390_1(x)  # bad_885.py:391
    for i in range(1, x.size(0)):
        if x[i].sum() > best.sum():
            best = _aot_case_minmax_390_2(x, i)  # bad_885.py:394
    return _aot_case_minmax_390_3(best)  # bad_885.py:395


@_aot.segmented(_aot_case_minmax_390)
def case_minmax(x):
    best = x[0]
    for i in range(1, x.size(0)):
        if x[i].sum() > best.sum():
            best = x[i]
    return best + 0


@_aot.entry(57)
def case_powit(x):
    a = x @ x.t()
    v = torch.ones(a.size(0))
    for _ in range(20):
        w = a @ v
        v = w / w.norm()
    return v


@_aot.entry(58)
def case_while_and(x):
    i = 0
    while i < 5 and x.sum() < 10:
        x = x.abs() * 1.5
        i += 1
    return x, i


@_aot.segment(59)
def _aot_case_mut_after_415_1(x):  # bad_885.py:416
    h = torch.zeros(x.size(1))
    outs = []
    return h, outs


@_aot.segment(60)
def _aot_case_mut_after_415_2(h, x, t, outs):  # bad_885.py:419
        h = h + x[t]
        outs.append(h)
        return h


def _aot_case_mut_after_415(x):  # bad_885.py:415
    h, outs = _aot_case_mut_after_415_1(x)  # bad_885.py:416
    for t in range(x.size(0)):
        h = _aot_case_mut_after_415_2(h, x, t, outs)  # bad_885.py:419
    h.add_(1)
    return torch.stack(outs), h


@_aot.segmented(_aot_case_mut_after_415)
def case_mut_after(x):
    h = torch.zeros(x.size(1))
    outs = []
    for t in range(x.size(0)):
        h = h + x[t]
        outs.append(h)
    h.add_(1)
    return torch.stack(outs), h


@_aot.segment(61)
def _aot_case_mut_in_425_1(x):  # bad_885.py:426
    h = torch.zeros(x.size(1))
    outs = []
    return h, outs


@_aot.segment(62)
def _aot_case_mut_in_425_2(h, x, t, outs):  # bad_885.py:429
        h.add_(x[t])
        outs.append(h)


def _aot_case_mut_in_425(x):  # bad_885.py:425
    h, outs = _aot_case_mut_in_425_1(x)  # bad_885.py:426
    for t in range(x.size(0)):
        _aot_case_mut_in_425_2(h, x, t, outs)  # bad_885.py:429
    return torch.stack(outs), h


@_aot.segmented(_aot_case_mut_in_425)
def case_mut_in(x):
    h = torch.zeros(x.size(1))
    outs = []
    for t in range(x.size(0)):
        h.add_(x[t])
        outs.append(h)
    return torch.stack(outs), h


@_aot.entry(63)
def case_mut_in2(x):
    h = torch.zeros(x.size(1))
    outs = []
    for t in range(x.size(0)):
        h = h + x[t]
        outs.append(h)
        h.mul_(2)
    return torch.stack(outs), h


@_aot.segment(64)
def _aot_case_mut_next_444_1(x):  # bad_885.py:445
    h = torch.zeros(x.size(1))
    outs = []
    return h, outs


@_aot.segment(65)
def _aot_case_mut_next_444_2(h, x, t, outs):  # bad_885.py:448
        h.mul_(2)
        h = h + x[t]
        outs.append(h)
        return h


def _aot_case_mut_next_444(x):  # bad_885.py:444
    h, outs = _aot_case_mut_next_444_1(x)  # bad_885.py:445
    for t in range(x.size(0)):
        h = _aot_case_mut_next_444_2(h, x, t, outs)  # bad_885.py:448
    return torch.stack(outs), h


@_aot.segmented(_aot_case_mut_next_444)
def case_mut_next(x):
    h = torch.zeros(x.size(1))
    outs = []
    for t in range(x.size(0)):
        h.mul_(2)
        h = h + x[t]
        outs.append(h)
    return torch.stack(outs), h


@_aot.segment(66)
def _aot_case_views_mut_454_1():  # bad_885.py:455
    outs = []
    return outs


@_aot.segment(67)
def _aot_case_views_mut_454_2(outs, x, t):  # bad_885.py:457
        outs.append(x[t])


def _aot_case_views_mut_454(x):  # bad_885.py:454
    outs = _aot_case_views_mut_454_1()  # bad_885.py:455
    for t in range(x.size(0)):
        _aot_case_views_mut_454_2(outs, x, t)  # bad_885.py:457
    x.add_(1)
    return torch.stack(outs)


@_aot.segmented(_aot_case_views_mut_454)
def case_views_mut(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t])
    x.add_(1)
    return torch.stack(outs)


@_aot.entry(68)
def case_views(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t])
    return torch.stack(outs) + 1


@_aot.entry(69)
def case_same(x):
    outs = []
    y = x.sum(0)
    for t in range(x.size(0)):
        outs.append(y)
    return torch.stack(outs) + 1, y


@_aot.segment(70)
def _aot_case_same_mut_477_1(x):  # bad_885.py:478
    outs = []
    y = x.sum(0)
    return outs, y


@_aot.segment(71)
def _aot_case_same_mut_477_2(outs, y):  # bad_885.py:481
        outs.append(y)


def _aot_case_same_mut_477(x):  # bad_885.py:477
    outs, y = _aot_case_same_mut_477_1(x)  # bad_885.py:478
    for t in range(x.size(0)):
        _aot_case_same_mut_477_2(outs, y)  # bad_885.py:481
    y.add_(5)
    return torch.stack(outs) + 1, y


@_aot.segmented(_aot_case_same_mut_477)
def case_same_mut(x):
    outs = []
    y = x.sum(0)
    for t in range(x.size(0)):
        outs.append(y)
    y.add_(5)
    return torch.stack(outs) + 1, y


@_aot.segment(72)
def _aot_case_row_486_1(x):  # bad_885.py:487
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return outs


def _aot_case_row_486(x):  # bad_885.py:486
    outs = _aot_case_row_486_1(x)  # bad_885.py:487
    return outs[-1], outs[0]


@_aot.segmented(_aot_case_row_486)
def case_row(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return outs[-1], outs[0]


@_aot.entry(73)
def case_row_use(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return outs[-1] + outs[0] * len(outs)


@_aot.segment(74)
def _aot_case_row_write_500_1(x):  # bad_885.py:501
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return outs


def _aot_case_row_write_500(x):  # bad_885.py:500
    outs = _aot_case_row_write_500_1(x)  # bad_885.py:501
    outs[0].add_(1)
    return torch.stack(outs)


@_aot.segmented(_aot_case_row_write_500)
def case_row_write(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    outs[0].add_(1)
    return torch.stack(outs)


@_aot.segment(75)
def _aot_case_last_is_h_508_1():  # bad_885.py:509
    outs = []
    return outs


@_aot.segment(76)
def _aot_case_last_is_h_508_2(x, t, outs):  # bad_885.py:511
        h = x[t] * 2
        outs.append(h)
        return h


def _aot_case_last_is_h_508(x):  # bad_885.py:508
    outs = _aot_case_last_is_h_508_1()  # bad_885.py:509
    for t in range(x.size(0)):
        h = _aot_case_last_is_h_508_2(x, t, outs)  # bad_885.py:511
    return outs[-1] is h, x + 1


@_aot.segmented(_aot_case_last_is_h_508)
def case_last_is_h(x):
    outs = []
    for t in range(x.size(0)):
        h = x[t] * 2
        outs.append(h)
    return outs[-1] is h, x + 1


def case_read_in(x):
    outs = [x0[0]]
    for t in range(x.size(0)):
        outs.append(outs[-1] * 0.5 + x[t])
    return torch.stack(outs)


@_aot.segment(77)
def _aot_case_len_in_523_1():  # bad_885.py:524
    outs = []
    return outs


@_aot.segment(78)
def _aot_case_len_in_523_2(outs, x, t):  # bad_885.py:526
        outs.append(x[t] * len(outs))


def _aot_case_len_in_523(x):  # bad_885.py:523
    outs = _aot_case_len_in_523_1()  # bad_885.py:524
    for t in range(x.size(0)):
        _aot_case_len_in_523_2(outs, x, t)  # bad_885.py:526
    return torch.stack(outs)


@_aot.segmented(_aot_case_len_in_523)
def case_len_in(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * len(outs))
    return torch.stack(outs)


@_aot.segment(79)
def _aot_case_alias_530_1():  # bad_885.py:531
    outs = []
    b = outs
    return outs, b


@_aot.segment(80)
def _aot_case_alias_530_2(outs, x, t):  # bad_885.py:534
        outs.append(x[t] * 2)


def _aot_case_alias_530(x):  # bad_885.py:530
    outs, b = _aot_case_alias_530_1()  # bad_885.py:531
    for t in range(x.size(0)):
        _aot_case_alias_530_2(outs, x, t)  # bad_885.py:534
    return torch.stack(b)


@_aot.segmented(_aot_case_alias_530)
def case_alias(x):
    outs = []
    b = outs
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return torch.stack(b)


@_aot.segment(81)
def _aot_case_alias_dict_538_1():  # bad_885.py:539
    outs = []
    d = {"o": outs}
    return outs, d


@_aot.segment(82)
def _aot_case_alias_dict_538_2(outs, x, t):  # bad_885.py:542
        outs.append(x[t] * 2)


def _aot_case_alias_dict_538(x):  # bad_885.py:538
    outs, d = _aot_case_alias_dict_538_1()  # bad_885.py:539
    for t in range(x.size(0)):
        _aot_case_alias_dict_538_2(outs, x, t)  # bad_885.py:542
    return torch.stack(d["o"])


@_aot.segmented(_aot_case_alias_dict_538)
def case_alias_dict(x):
    outs = []
    d = {"o": outs}
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return torch.stack(d["o"])


@_aot.entry(83)
def case_alias_after(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    d = {"o": outs}
    e = outs
    return torch.stack(d["o"]) + torch.stack(e)


@_aot.segment(84)
def _aot_case_closure_555_1():  # bad_885.py:556
    outs = []

    def add(v):
        outs.append(v)
    return outs, add


@_aot.segment(85)
def _aot_case_closure_555_2(add, x, t):  # bad_885.py:562
        add(x[t] * 2)


def _aot_case_closure_555(x):  # bad_885.py:555
    outs, add = _aot_case_closure_555_1()  # bad_885.py:556

    for t in range(x.size(0)):
        _aot_case_closure_555_2(add, x, t)  # bad_885.py:562
    return torch.stack(outs)


@_aot.segmented(_aot_case_closure_555)
def case_closure(x):
    outs = []

    def add(v):
        outs.append(v)

    for t in range(x.size(0)):
        add(x[t] * 2)
    return torch.stack(outs)


@_aot.segment(86)
def _aot_case_method_566_1():  # bad_885.py:567
    outs = []
    return outs


def _aot_case_method_566(x):  # bad_885.py:566
    outs = _aot_case_method_566_1()  # bad_885.py:567
    app = outs.append
    for t in range(x.size(0)):
        app(x[t] * 2)
    return torch.stack(outs)


@_aot.segmented(_aot_case_method_566)
def case_method(x):
    outs = []
    app = outs.append
    for t in range(x.size(0)):
        app(x[t] * 2)
    return torch.stack(outs)


@_aot.segment(87)
def _aot_fill_574_1(outs, x, t):  # bad_885.py:576
        outs.append(x[t] * 2)


@_aot.segment(88)
def _aot_fill_574_2(outs):  # bad_885.py:577
    return outs


_aot_fill_574_begin = _aot.begin(87)


def _aot_fill_574(outs, x):  # bad_885.py:574
    _aot_fill_574_begin()
    for t in range(x.size(0)):
        _aot_fill_574_1(outs, x, t)  # bad_885.py:576
    return _aot_fill_574_2(outs)  # bad_885.py:577


@_aot.segmented(_aot_fill_574)
def fill(outs, x):
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return outs


@_aot.segment(89)
def _aot_case_callee_580_1():  # bad_885.py:581
    outs = []
    return outs


def _aot_case_callee_580(x):  # bad_885.py:580
    outs = _aot_case_callee_580_1()  # bad_885.py:581
    fill(outs, x)
    return torch.stack(outs)


@_aot.segmented(_aot_case_callee_580)
def case_callee(x):
    outs = []
    fill(outs, x)
    return torch.stack(outs)


@_aot.entry(90)
def filled(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return outs


@_aot.entry(91)
def case_callee2(x):
    return torch.stack(filled(x))


@_aot.segment(92)
def _aot_case_cond_597_1():  # bad_885.py:598
    outs = []
    return outs


@_aot.segment(93)
def _aot_case_cond_597_2(outs, x, t):  # bad_885.py:601
            outs.append(x[t])


@_aot.segment(94)
def _aot_case_cond_597_3(outs, x):  # bad_885.py:602
    return torch.stack(outs) if outs else x


def _aot_case_cond_597(x):  # bad_885.py:597
    outs = _aot_case_cond_597_1()  # bad_885.py:598
    for t in range(x.size(0)):
        if x[t].sum() > 0:
            _aot_case_cond_597_2(outs, x, t)  # bad_885.py:601
    return _aot_case_cond_597_3(outs, x)  # bad_885.py:602


@_aot.segmented(_aot_case_cond_597)
def case_cond(x):
    outs = []
    for t in range(x.size(0)):
        if x[t].sum() > 0:
            outs.append(x[t])
    return torch.stack(outs) if outs else x


@_aot.segment(95)
def _aot_case_inner_605_1():  # bad_885.py:606
    outs = []
    return outs


@_aot.segment(96)
def _aot_case_inner_605_2(outs, x, t, u):  # bad_885.py:609
            outs.append(x[t, u] * 2)


def _aot_case_inner_605(x):  # bad_885.py:605
    outs = _aot_case_inner_605_1()  # bad_885.py:606
    for t in range(x.size(0)):
        for u in range(x.size(1)):
            _aot_case_inner_605_2(outs, x, t, u)  # bad_885.py:609
    return torch.stack(outs)


@_aot.segmented(_aot_case_inner_605)
def case_inner(x):
    outs = []
    for t in range(x.size(0)):
        for u in range(x.size(1)):
            outs.append(x[t, u] * 2)
    return torch.stack(outs)


@_aot.entry(97)
def case_inner2(x):
    s = torch.zeros(())
    for t in range(x.size(0)):
        outs = []
        for u in range(x.size(1)):
            outs.append(x[t, u] * 2)
        s = s + torch.stack(outs).sum()
    return s


@_aot.entry(98)
def case_twice(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    a = torch.stack(outs)
    b = torch.stack(outs)
    a.add_(1)
    return a, b


@_aot.entry(99)
def case_two_lists(x):
    a, b = [], []
    for t in range(x.size(0)):
        a.append(x[t] * 2)
        b.append(x[t].sum())
        a.append(x[t])
    return torch.stack(a), torch.stack(b)


@_aot.segment(100)
def _aot_case_later_642_1(x):  # bad_885.py:643
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return outs


def _aot_case_later_642(x):  # bad_885.py:642
    outs = _aot_case_later_642_1(x)  # bad_885.py:643
    outs.append(x[0])
    return torch.stack(outs)


@_aot.segmented(_aot_case_later_642)
def case_later(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    outs.append(x[0])
    return torch.stack(outs)


@_aot.segment(101)
def _aot_case_two_loops_650_1(x):  # bad_885.py:651
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return outs


def _aot_case_two_loops_650(x):  # bad_885.py:650
    outs = _aot_case_two_loops_650_1(x)  # bad_885.py:651
    for t in range(x.size(0)):
        outs.append(x[t] * 3)
    return torch.stack(outs)


@_aot.segmented(_aot_case_two_loops_650)
def case_two_loops(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    for t in range(x.size(0)):
        outs.append(x[t] * 3)
    return torch.stack(outs)


@_aot.entry(102)
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


@_aot.entry(103)
def case_cat1(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t : t + 1] * 2)
    return torch.cat(outs), torch.cat(outs, 1), torch.cat(outs, -1)


@_aot.entry(104)
def case_stackd(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return torch.stack(outs, 1), torch.stack(outs, -1), torch.stack(outs, dim=0), torch.stack(outs, -2)


@_aot.segment(105)
def _aot_case_cat0_689_1(x):  # bad_885.py:690
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t].sum())
    return outs


def _aot_case_cat0_689(x):  # bad_885.py:689
    outs = _aot_case_cat0_689_1(x)  # bad_885.py:690
    return torch.cat(outs)


@_aot.segmented(_aot_case_cat0_689)
def case_cat0(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t].sum())
    return torch.cat(outs)


# called with i64[M, N]
@_aot.entry(106)
def case_int(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return torch.stack(outs), sum(outs), len(outs)


@_aot.segment(107)
def _aot_case_mixed_704_1(x):  # bad_885.py:705
    outs = [x[0] > 0]
    return outs


@_aot.segment(108)
def _aot_case_mixed_704_2(outs, x, t):  # bad_885.py:707
        outs.append(x[t] * 2)


@_aot.segment(109)
def _aot_case_mixed_704_3(outs):  # bad_885.py:708
    return torch.stack(outs)


def _aot_case_mixed_704(x):  # bad_885.py:704
    outs = _aot_case_mixed_704_1(x)  # bad_885.py:705
    for t in range(x.size(0)):
        _aot_case_mixed_704_2(outs, x, t)  # bad_885.py:707
    return _aot_case_mixed_704_3(outs)  # bad_885.py:708


@_aot.segmented(_aot_case_mixed_704)
def case_mixed(x):
    outs = [x[0] > 0]
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return torch.stack(outs)


@_aot.segment(110)
def _aot_case_truth_711_1(x):  # bad_885.py:712
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return outs


def _aot_case_truth_711(x):  # bad_885.py:711
    outs = _aot_case_truth_711_1(x)  # bad_885.py:712
    return torch.stack(outs) if outs else x


@_aot.segmented(_aot_case_truth_711)
def case_truth(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return torch.stack(outs) if outs else x


@_aot.entry(111)
def case_isinst(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return x * isinstance(outs, list) + isinstance(outs, tuple) + (type(outs) is list)


@_aot.segment(112)
def _aot_case_add_725_1(x):  # bad_885.py:726
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return outs


def _aot_case_add_725(x):  # bad_885.py:725
    outs = _aot_case_add_725_1(x)  # bad_885.py:726
    return torch.stack(outs + [x[0]])


@_aot.segmented(_aot_case_add_725)
def case_add(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return torch.stack(outs + [x[0]])


@_aot.segment(113)
def _aot_case_eq_732_1(x):  # bad_885.py:733
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return outs


def _aot_case_eq_732(x):  # bad_885.py:732
    outs = _aot_case_eq_732_1(x)  # bad_885.py:733
    return x * (outs == []) + (outs is None)


@_aot.segmented(_aot_case_eq_732)
def case_eq(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return x * (outs == []) + (outs is None)


@_aot.segment(114)
def _aot_case_star_739_1(x):  # bad_885.py:740
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return outs


def _aot_case_star_739(x):  # bad_885.py:739
    outs = _aot_case_star_739_1(x)  # bad_885.py:740
    return max(len([*outs]), 2) * x


@_aot.segmented(_aot_case_star_739)
def case_star(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return max(len([*outs]), 2) * x


@_aot.entry(115)
def case_unb(x):
    a = x.unbind(0)
    return torch.stack(a), len(a), a[0] + a[-1]


@_aot.entry(116)
def case_unb_ret(x):
    a = x.unbind(0)
    return a[0]


@_aot.entry(117)
def case_unb_write(x):
    x = x.clone()
    a = x.unbind(0)
    a[0].add_(1)
    return x, torch.stack(a)


@_aot.entry(118)
def case_unb_write2(x):
    x = x.clone()
    a = x.unbind(0)
    for r in a:
        r.add_(1)
    return x


@_aot.segment(119)
def _aot_case_comp_eff_771_1():  # bad_885.py:772
    log = []
    return log


@_aot.segment(120)
def _aot_case_comp_eff_771_2(x, log):  # bad_885.py:774
    return x * len(log)


def _aot_case_comp_eff_771(x):  # bad_885.py:771
    log = _aot_case_comp_eff_771_1()  # bad_885.py:772
    l = [log.append(i) for i in range(x.size(0))]
    return _aot_case_comp_eff_771_2(x, log)  # bad_885.py:774


@_aot.segmented(_aot_case_comp_eff_771)
def case_comp_eff(x):
    log = []
    l = [log.append(i) for i in range(x.size(0))]
    return x * len(log)


def case_comp_nested(x):
    return torch.stack([torch.stack([v * 2 for v in r]) for r in x])


def case_comp_walrus(x):
    l = [y := r * 2 for r in x]
    return torch.stack(l) + y


@_aot.segment(121)
def _aot_case_enum_iter_786_1():  # bad_885.py:789
        pass


@_aot.segment(122)
def _aot_case_enum_iter_786_2(x):  # bad_885.py:791
        x = x + 1
        return x


@_aot.segment(123)
def _aot_case_enum_iter_786_3(x):  # bad_885.py:792
    return x


_aot_case_enum_iter_786_begin = _aot.begin(121)


def _aot_case_enum_iter_786(x):  # bad_885.py:786
    _aot_case_enum_iter_786_begin()
    e = enumerate(x)
    for i, r in e:
        _aot_case_enum_iter_786_1()  # bad_885.py:789
    for i, r in e:
        x = _aot_case_enum_iter_786_2(x)  # bad_885.py:791
    return _aot_case_enum_iter_786_3(x)  # bad_885.py:792


@_aot.segmented(_aot_case_enum_iter_786)
def case_enum_iter(x):
    e = enumerate(x)
    for i, r in e:
        pass
    for i, r in e:
        x = x + 1
    return x


@_aot.segment(124)
def _aot_case_zip_len_795_1():  # bad_885.py:796
    s = 0
    return s


@_aot.segment(125)
def _aot_case_zip_len_795_2(s, a, b):  # bad_885.py:798
        s = s + a.sum() * b.sum()
        return s


@_aot.segment(126)
def _aot_case_zip_len_795_3(s):  # bad_885.py:799
    return s


def _aot_case_zip_len_795(x, y):  # bad_885.py:795
    s = _aot_case_zip_len_795_1()  # bad_885.py:796
    for a, b in zip(x, y.t()):
        s = _aot_case_zip_len_795_2(s, a, b)  # bad_885.py:798
    return _aot_case_zip_len_795_3(s)  # bad_885.py:799


@_aot.segmented(_aot_case_zip_len_795)
def case_zip_len(x, y):
    s = 0
    for a, b in zip(x, y.t()):
        s = s + a.sum() * b.sum()
    return s


@_aot.entry(127)
def case_tuple_struct(x):
    st = (x[0], 0)
    for i in range(x.size(0)):
        st = (st[0] * 0.5 + x[i], st[1] + i)
    return st


@_aot.segment(128)
def _aot_case_tuple_change_809_1():  # bad_885.py:810
    st = ()
    return st


def _aot_case_tuple_change_809(x):  # bad_885.py:809
    st = _aot_case_tuple_change_809_1()  # bad_885.py:810
    for i in range(x.size(0)):
        st = (*st, x[i])
    return torch.stack(st)


@_aot.segmented(_aot_case_tuple_change_809)
def case_tuple_change(x):
    st = ()
    for i in range(x.size(0)):
        st = (*st, x[i])
    return torch.stack(st)


@_aot.entry(129)
def case_ret_outs(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return outs


@_aot.entry(130)
def case_try(x):
    outs = []
    try:
        for t in range(x.size(0)):
            outs.append(x[t] * 2)
        return torch.stack(outs)
    except RuntimeError:
        return x - 1


@_aot.segment(131)
def _aot_case_if_loop_833_1():  # bad_885.py:834
    outs = []
    return outs


@_aot.segment(132)
def _aot_case_if_loop_833_2(outs, x, t):  # bad_885.py:837
            outs.append(x[t] * 2)


@_aot.segment(133)
def _aot_case_if_loop_833_3(outs, x, t):  # bad_885.py:840
            outs.append(x[t] * 3)


def _aot_case_if_loop_833(x):  # bad_885.py:833
    outs = _aot_case_if_loop_833_1()  # bad_885.py:834
    if x.sum() > 0:
        for t in range(x.size(0)):
            _aot_case_if_loop_833_2(outs, x, t)  # bad_885.py:837
    else:
        for t in range(x.size(0)):
            _aot_case_if_loop_833_3(outs, x, t)  # bad_885.py:840
    return torch.stack(outs)


@_aot.segmented(_aot_case_if_loop_833)
def case_if_loop(x):
    outs = []
    if x.sum() > 0:
        for t in range(x.size(0)):
            outs.append(x[t] * 2)
    else:
        for t in range(x.size(0)):
            outs.append(x[t] * 3)
    return torch.stack(outs)
_aot.ready()
