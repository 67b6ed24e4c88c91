"""OrderedDict, defaultdict, Counter, deque and subclasses of dict; each function is a case of test_iteration.py."""

from collections import Counter, OrderedDict, defaultdict, deque

import torch


def case_default(x):
    d = defaultdict(list)
    for i in range(4):
        d[i % 2].append(x * i)
    return sum(d[0]) - sum(d[1]) + len(d)


def case_default2(x):
    d = defaultdict(lambda: 5, a=x)
    return (
        d["a"] * d["zz"] + ("zz" in d) + ("q" in d) + len(d) + d.get("w", 3) + isinstance(d, dict) + (type(d) is dict)
    )


def case_default3(x):
    d = defaultdict(None)
    try:
        return x * d["a"]
    except KeyError:
        return x + 1


def case_deque(x):
    q = deque([x], maxlen=2)
    q.append(x + 1)
    q.appendleft(x + 2)
    q.rotate(1)
    return q[0] * 2 + q.pop() + len(q)


def case_deque2(x):
    q = deque()
    for i in range(5):
        q.append(x * i)
    s = 0
    while q:
        s = s + q.popleft() * len(q)
    return s


def case_deque3(x):
    q = deque([1, 2, 3])
    q.extendleft([4])
    q.rotate(-1)
    q.remove(2)
    return x * q[0] + sum(q) + (3 in q) + list(reversed(q))[0]


def case_deque4(x):
    try:
        return deque().pop()
    except IndexError:
        return x


def case_counter(x):
    c = Counter("aab")
    c.update("b")
    c["z"] += 2
    return x * c["a"] + c["zz"] + c.most_common(1)[0][1] + len(c) + sum(c.values())


def case_counter2(x):
    return x * (Counter("aab") + Counter("b"))["b"]


def case_od(x):
    d = OrderedDict(a=x, b=x + 1)
    d.move_to_end("a")
    k, v = d.popitem()
    return v * 2 + list(d.values())[0] + (k == "a")


def case_od_ret(x):
    return OrderedDict(a=x + 1)


def case_od_ret2(x):
    return {"o": OrderedDict(a=x + 1)}


def case_od_eq(x):
    return x + (OrderedDict(a=1, b=2) == OrderedDict(b=2, a=1)) + (OrderedDict(a=1, b=2) == dict(b=2, a=1))


def case_od_type(x):
    d = OrderedDict(a=1)
    return (
        x * (type(d) is OrderedDict)
        + isinstance(d, dict)
        + (type(d.copy()) is OrderedDict)
        + (type(d.copy()).__name__ == "OrderedDict")
    )


def case_od_str(x):
    return x * len(str(OrderedDict(a=1)))


def case_od_or(x):
    return x * len(OrderedDict(a=1) | {"b": 2})


def case_od_branch(x):
    d = OrderedDict(a=x)
    if x.sum() > 0:
        d["a"] = x * 2
    else:
        d["a"] = x * 3
    return d["a"] + 1


def case_od_branch2(x):
    if x.sum() > 0:
        d = OrderedDict(a=x)
    else:
        d = OrderedDict(a=x + 1)
    return d["a"] + 1


class MyD(dict):
    k = 3

    def __init__(self, a):
        super().__init__(a=a, b=2)
        self.extra = 4

    def tot(self):
        return self["a"] * self["b"] + self.extra + self.k

    @property
    def p(self):
        return len(self)

    def __missing__(self, k):
        return 8


class MyD2(dict):
    def __getitem__(self, k):
        return 1


class MyD3(OrderedDict):
    pass


def case_sub(x):
    d = MyD(x)
    d["c"] = 1
    d.extra += 1
    return d.tot() + d.p + d["nope"] + sum(1 for _ in d) + len({**d})


def case_sub2(x):
    d = MyD2(a=3)
    return x * d["a"]


def case_sub3(x):
    d = MyD3([("a", x), ("b", 2)])
    return d["a"] * d["b"] + isinstance(d, OrderedDict)


def case_sub4(x):
    d = MyD(x)
    try:
        return x * d.nope
    except AttributeError:
        return x + 1


def case_kw(x):
    def g(**k):
        return k["a"] * len(k)

    return g(**OrderedDict(a=x, b=1))


def case_dictcopy(x):
    d = dict(OrderedDict(a=x))
    return d


def case_items(x):
    return sum(v * i for i, (k, v) in enumerate(OrderedDict(a=x, b=x + 1).items())) + sum(OrderedDict(a=1).values())


def case_modify(x):
    d = OrderedDict(a=1)
    try:
        for k in d:
            d[k + "b"] = 2
    except RuntimeError:
        return x * 2
    return x


def case_tt(x):
    return x + torch.Tensor([1.0, 2.0, 3.0, 4.0][:1])


def case_tt2(x):
    return x + torch.Tensor(x.size(0), 1).fill_(2)
