"""Generators, iterators and what consumes them; each function is a case of test_iteration.py."""

import functools
import itertools
import operator

import torch


def g1(x):
    for i in range(3):
        yield x * i


def g2(x):
    yield x
    y = yield from g1(x)
    yield x + 1
    return 5


def g3(x):
    r = yield from g2(x)
    yield x * r


def ginf(x):
    n = 0
    while True:
        yield x + n
        n += 1


def case_for(x):
    s = 0
    for a in g1(x):
        s = s + a
    return s


def case_sum(x):
    return sum(a * 2 for a in g1(x))


def case_list(x):
    return torch.stack(list(g2(x)))


def case_ret(x):
    return torch.stack(list(g3(x)))


def case_next(x):
    it = g2(x)
    a = next(it)
    b = next(it)
    return a + b, next(iter([]), 4)


def case_inf(x):
    s = 0
    for i, a in enumerate(ginf(x)):
        if i == 4:
            break
        s = s + a
    return s


def case_islice(x):
    return sum(itertools.islice(ginf(x), 3))


def case_zipinf(x):
    return sum(a * k for a, k in zip(ginf(x), [1, 2, 3]))


def case_lazy(x):
    log = []

    def g():
        for i in range(3):
            log.append(i)
            yield x + i

    s = 0
    for a in g():
        s = s + a * len(log)
    return s


def case_lazy2(x):
    log = []

    def g():
        try:
            for i in range(3):
                yield x + i
        finally:
            log.append("end")

    for a in g():
        x = a * 2
        break
    return x


def case_send(x):
    def acc():
        t = 0
        while True:
            v = yield t
            t = t + v

    a = acc()
    next(a)
    a.send(x)
    return a.send(x * 2)


class Count:
    def __init__(self, n):
        self.n = n
        self.i = 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.i >= self.n:
            raise StopIteration
        self.i += 1
        return self.i


class It:
    def __init__(self, l):
        self.l = l

    def __iter__(self):
        return iter(self.l)


class Gi:
    def __getitem__(self, i):
        if i > 2:
            raise IndexError
        return i

    def __len__(self):
        return 3


def case_iter(x):
    for i in Count(3):
        x = x * i
    for v in It([x, x + 1]):
        x = x + v
    return x


def case_oldseq(x):
    for i in Gi():
        x = x + i
    return x + sum(Gi()) + len(list(reversed(Gi())))


def case_iter2(x):
    it = iter([1, 2, 3])
    a = next(it)
    for b in it:
        x = x * b
    return x + a


def case_map(x):
    return sum(map(lambda a, b: a * b, [x, x + 1], [2, 3])) + sum(filter(lambda v: v > 1, [1, 2, 3]))


def case_zip(x):
    a, b = zip(*[(x, 1), (x + 1, 2)])
    return a[0] + a[1] * b[1]


def case_sorted(x):
    l = sorted([(3, x), (1, x + 1)], key=lambda p: p[0], reverse=False)
    l2 = sorted(["b", "a"], key=str.upper, reverse=True)
    return l[0][1] * 2 + l[1][1] + (l2 == ["b", "a"])


def case_rev(x):
    s = 0
    for i, v in enumerate(reversed([x, x * 2]), start=3):
        s = s + v * i
    return s


def case_itools(x):
    s = 0
    for a, b in itertools.product([1, 2], [x, x + 1]):
        s = s + a * b
    for c in itertools.chain([x], [x, x]):
        s = s + c
    for a, b in itertools.pairwise([1, 2, 3]):
        s = s + a * b
    for c in itertools.accumulate([1, 2, 3], operator.mul):
        s = s + c
    for a, b in itertools.zip_longest([1, 2], [3], fillvalue=0):
        s = s + a - b
    for p in itertools.permutations([1, 2, 3], 2):
        s = s + p[0]
    for p in itertools.combinations([1, 2, 3], 2):
        s = s + p[1]
    for v in itertools.repeat(x, 2):
        s = s + v
    for a in itertools.chain.from_iterable([[1], [2]]):
        s = s + a
    for a in itertools.takewhile(lambda v: v < 3, [1, 2, 3, 1]):
        s = s + a
    for a in itertools.dropwhile(lambda v: v < 3, [1, 2, 3, 1]):
        s = s + a
    for k, g in itertools.groupby([1, 1, 2], key=lambda v: v):
        s = s + k * len(list(g))
    for a in itertools.starmap(pow, [(2, 3)]):
        s = s + a
    for a in itertools.compress([1, 2, 3], [1, 0, 1]):
        s = s + a
    return s


def case_cycle(x):
    c = itertools.cycle([1, 2])
    n = itertools.count(5)
    for _ in range(3):
        x = x * next(c) + next(n)
    return x


def case_tee(x):
    a, b = itertools.tee([x, x + 1])
    return sum(a) * 2 + next(b)


def case_reduce(x):
    return functools.reduce(lambda a, b: a * b, [x, x + 1, x + 2], x * 2) + functools.reduce(operator.add, [1, 2])


class Pt:
    __match_args__ = ("a", "b")

    def __init__(self, a, b):
        self.a = a
        self.b = b


def case_match2(x):
    out = x
    for v in ({"k": 2, "z": 1}, [1, 2, 3], Pt(1, 2), "s", None, (4,)):
        match v:
            case {"k": k, **rest}:
                out = out * k + len(rest)
            case [a, *r] if len(r):
                out = out + a + len(r)
            case Pt(a=1, b=b):
                out = out + b
            case str() as s:
                out = out + len(s)
            case None:
                out = out + 9
            case (q,):
                out = out * q
    return out


def case_walrus(x):
    if (n := x.size(0)) > 1:
        x = x * n
    l = [y := 1, y + 1, (z := 4)]
    return x + sum(l) + z + [w := i for i in range(3)][-1] + w


def case_star(x):
    a, *b = [x, x + 1, x + 2]
    *c, d = b
    (e, (f, *g)), h = (x, [1, 2, 3]), 4
    print_args = lambda *a, **k: len(a) + len(k)
    return a + d + len(c) + f + sum(g) + h + print_args(*b, u=1, v=2) + [*b, *c][0] + {"a": 1, "a": 3}["a"]


def case_kwonly(x):
    def f(a, /, b, *, c=2, **kw):
        return a * b + c + sum(kw.values())

    return f(x, b=3) + f(x, 2, c=1, d=5)


def case_slice(x):
    l = list(range(10))
    l[2:4] = [9]
    del l[-1]
    l.insert(0, 7)
    l.extend([1])
    l.sort()
    l.reverse()
    return x * l[0] + sum(l[::2]) + l.index(7) + l.count(1) + slice(1, 3).start + l[slice(0, 2)][0]


def case_anyall(x):
    return (
        x
        + any([False, True])
        + all(v > 0 for v in (1, 2))
        + max([1, 5], key=lambda v: -v)
        + min(3, 2)
        + max([], default=4)
        + abs(-3)
        + round(2.567, 1)
        + divmod(7, 3)[1]
        + pow(2, 3)
    )


def case_chaincomp(x):
    l = [(i, j) for i in range(3) for j in range(i) if (i + j) % 2]
    n = [[a for a in range(b)] for b in range(3)]
    return (
        x * len(l)
        + sum(len(m) for m in n)
        + len({i % 2 for i in range(4)})
        + sum({i: i * 2 for i in range(3)}.values())
    )


def case_op(x):
    g = operator.itemgetter(1)
    a = operator.attrgetter("shape")
    m = operator.methodcaller("sum", 0)
    return g([1, 2]) * x + a(x)[0] + m(x)


K = 3


def case_ternary(x):
    return (x if x.dim() == 2 else x * 2) + (1 if not x.numel() == 0 else 0) + (0 or 5) + (None is None)


def case_del(x):
    y = x + 1
    z = y * 2
    del y
    return z


def case_genclose(x):
    g = g1(x)
    a = next(g)
    g.close()
    return a + x


def case_gencomp_two(x):
    g = (x * i for i in range(4))
    return next(g) + sum(g)


def case_anygen(x):
    return x + any(v > 1 for v in (1, 2, 3)) + next((i for i in range(5) if i > 2), None)


def case_dup(x):
    it = iter(x.shape)
    return x * next(it) + next(it)


# ---- what is asked for, and when


def case_list_that_grows(x):
    items = [1, 2]
    for i in items:
        if len(items) < 5:
            items.append(i + 1)
        x = x + i
    return x


def case_dict_that_grows(x):
    d = {"a": 1}
    try:
        for k in d:
            d[k + "b"] = 2
    except RuntimeError:
        return x * 2
    return x


def case_lazy_expression(x):
    log = []
    g = (log.append(i) for i in range(3))
    log.append(9)
    list(g)
    return x * log[0]


def case_lazy_map(x):
    log = []
    g = map(log.append, [1, 2])
    n = len(log)
    list(g)
    return x * (n + 1)


def case_any_stops(x):
    log = []

    def large(v):
        log.append(v)
        return v > 1

    found = any(large(v) for v in [1, 2, 3])
    return x * len(log) + found


def case_next_of_expression(x):
    log = []

    def note(v):
        log.append(v)
        return v

    first = next(note(v) for v in [1, 2, 3])
    return x * len(log) + first


def case_late_binding(x):
    i = 5
    g = (i * v for v in [1, 2])
    i = 7
    return x * sum(g)


def case_zip_of_one(x):
    it = iter([1, 2, 3, 4])
    for a, b in zip(it, it):
        x = x + a * b
    return x


def case_zip_leaves(x):
    it = iter([1, 2, 3, 4])
    for a, b in zip([1, 2], it):
        x = x + a * b
    return x * next(it)


def case_break_leaves(x):
    it = iter([1, 2, 3, 4])
    for b in it:
        if b == 2:
            break
    return x * sum(it)


def case_in_stops(x):
    it = iter([1, 2, 3, 4])
    found = 2 in it
    return x * sum(it) + found


def case_list_iterator_sees_appends(x):
    items = [1]
    it = iter(items)
    items.append(5)
    return x * sum(it)


def case_map_leaves(x):
    it = iter([1, 2, 3, 4])
    doubled = map(lambda v: v * 2, it)
    first = next(doubled)
    return x * first + sum(it)


def case_unpacking_takes_one_more(x):
    it = iter([1, 2, 3, 4])
    try:
        a, b = it
    except ValueError:
        pass
    return x * sum(it)


def case_unpacking_message(x):
    try:
        a, b = 1, 2, 3
    except ValueError as e:
        return x * len(str(e))


# ---- branches on data around generators: what cannot be followed runs as Python


def halves(x):
    for i in range(3):
        yield x * 0.5**i


def guarded(log, x):
    try:
        yield x
        yield x + 1
    finally:
        log.append(1)


def case_left_on_data(x):
    s = 0
    for a in halves(x):
        s = s + a
        if a.sum() > 1:
            break
    return s


def case_advanced_on_one_side(x):
    g = halves(x)
    a = next(g)
    if x.sum() > 0:
        a = a + next(g)
    return a + next(g)


def case_made_on_both_sides(x):
    g = halves(x) if x.sum() > 0 else halves(x + 1)
    return next(g) + next(g)


def case_left_in_try_on_data(x):
    log = []
    for a in guarded(log, x):
        if a.sum() > 0:
            break
    return a * (1 + len(log))


def case_left_in_try(x):
    log = []
    g = guarded(log, x)
    return next(g) + len(log)


def case_yield_on_data(x):
    def positive():
        for i in range(2):
            if x.sum() > i:
                yield x + i

    s = x
    for a in positive():
        s = s + a
    return s


def case_generator_in_symbolic_loop(x):
    g = (x * i for i in range(10))
    s = next(g)
    for i in range(x.size(0)):
        s = s + next(g)
    return s


def case_loop_of_loops(x):
    s = torch.zeros(x.size(1))
    for i in range(x.size(0)):
        for a in halves(x[i]):
            s = s + a
    return s


def case_any_of_data(x):
    return x + any(row.sum() > 0 for row in (x[0], x[1])) + all(v > 0 for v in (x.sum(), 1))


def case_any_of_data_with_effect(x):
    log = []

    def note(v):
        log.append(v)
        return v.sum() > 0

    found = any(note(v) for v in (x, x + 1))
    return x + found + len(log)


def case_asked_for_all_at_once(x):
    log = []

    def steps(n):
        for i in range(n):
            log.append(i)
            sent = yield x + i
            log.append(sent is None)
        return n

    def outer():
        last = yield from steps(2)
        yield x * last

    g = outer()
    a, b, c = list(g)
    log.append(next(g, None) is None)
    for k, part in enumerate(tuple(steps(3))):
        c = c + part * k
    return a, b, c, log


def case_asked_for_all_by_itself(x):
    made = []

    def nested():
        yield x + 1
        try:
            made.extend(tuple(g))
        except ValueError as e:
            made.append(str(e))
        yield x + 2

    g = nested()
    return tuple(g), made


def case_asked_for_all_and_fails(x):
    def failing():
        yield x + 1
        raise KeyError("none")

    g = failing()
    try:
        return tuple(g)
    except KeyError:
        return x + len(list(g))


def itself(v):
    return v


def logged(log, x):
    for i in range(4):
        log.append(i)
        yield x + i


def closing(log, x):
    try:
        yield from logged(log, x)
    finally:
        log.append("closed")


class Keeps:
    def __init__(self, g):
        self.g = g

    def items(self):
        return self.g


def case_left_and_gone_on(x):
    log = []
    g = logged(log, x)
    for a in itself(g):
        break
    for b in itself(g):
        if len(log) > 2:
            break
    kept = Keeps(logged(log, x))
    for c in kept.items():
        break
    return a, b, c, log, list(g), list(kept.items())


def case_left_within_a_generator(x):
    log = []

    def twice(held):
        for item in itself(held[0]):
            yield item
            break
        for item in itself(held[0]):
            yield item
            break

    held = [logged(log, x)]
    return list(twice(held)), list(twice(held)), log, list(held[0])


def case_left_where_others_close_it(x):
    log = []
    g = closing(log, x)
    for a in itself(g):
        break
    log.append("left")
    for b in itself(g):
        break
    g.close()
    for c in closing(log, x):
        break
    log.append("left")
    for d in itself(closing(log, x)):
        break
    return a, b, c, d, log


def case_left_while_another_generator_has_it(x):
    log = []

    def over(g):
        for item in g:
            yield item * 2

    g = closing(log, x)
    outer = over(g)
    for a in itself(g):
        break
    log.append("left")
    rest = list(outer)
    log.append("read")
    return a, rest, log
