"""Further templates, by feature of the language: what features.py is for tensors. Tables have the same form.

`HEADER` is what the templates call: it stands behind the header of grammar.py. `set`, `deque`, `tuple`, `series` and so on
are kinds of their own, with what stands for one in `DEFAULTS`.
"""

HEADER = '''import abc
import enum
import types


class Mode(enum.Enum):
    FAST = 1
    SLOW = 2


class Level(enum.IntEnum):
    LOW = 0
    HIGH = 3


def traced(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        clock[0] += 1
        return function(*args, **kwargs)

    return wrapper


def scaled_by(factor):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(t, *rest):
            return function(t, *rest) * factor

        return wrapper

    return decorate


@traced
def shifted(t, by=1, *, sign=1):
    return t + by * sign


@scaled_by(0.5)
def halved(t, other=None):
    return t if other is None else t + other


@functools.lru_cache(maxsize=None)
def table(size):
    return tuple(range(size % 5))


@torch.no_grad()
def quiet(t):
    return t.sin() * 0.5


def positional(t, by, /, weight=0.5, *rest, last=1, **named):
    return t * weight + by + last + len(rest) + sum(named.values())


def rows_of(t, stop=3):
    for i, row in enumerate(t):
        if i >= stop:
            return
        yield row * 0.5


def steps(count):
    k = 0
    while k < count:
        sent = yield k
        k += 1 if sent is None else sent


def both_of(t):
    yield from (t, t * 2)
    yield t - 1


def counter(start=0):
    def bump(by=1):
        nonlocal start
        start += by
        return start

    return bump


def recursive(t, depth):
    return t if depth <= 0 else recursive(t * 0.5 + depth, depth - 1)


class Named:
    def describe(self):
        return f"{type(self).__name__}:{self.size()}"

    def size(self):
        return 1


class Ordered(abc.ABC):
    @abc.abstractmethod
    def size(self): ...

    def __lt__(self, other):
        return self.size() < other.size()

    def __eq__(self, other):
        return isinstance(other, Ordered) and self.size() == other.size()

    def __hash__(self):
        return hash(self.size())


class Bag(Named, Ordered):
    """A container with most of the special methods."""

    kind = "bag"

    def __init__(self, *items, **named):
        self.items = list(items)
        self.named = dict(named)
        self._scale = 1.0

    @property
    def scale(self):
        return self._scale

    @scale.setter
    def scale(self, value):
        self._scale = value * 0.5

    def size(self):
        return super().size() + len(self.items)

    def __len__(self):
        return len(self.items)

    def __iter__(self):
        return iter(self.items)

    def __contains__(self, name):
        return name in self.named

    def __getitem__(self, index):
        return self.items[index] if isinstance(index, (int, slice)) else self.named[index]

    def __setitem__(self, index, value):
        if isinstance(index, str):
            self.named[index] = value
        else:
            self.items[index] = value

    def __delitem__(self, index):
        del self.items[index]

    def __getattr__(self, name):
        if name.startswith("get_"):
            return self.named[name[4:]]
        raise AttributeError(name)

    def __bool__(self):
        return bool(self.items)

    def __neg__(self):
        return type(self)(*[-t for t in self.items], **self.named)

    def __mul__(self, by):
        return type(self)(*[t * by for t in self.items], **self.named)

    __rmul__ = __mul__

    def __iadd__(self, t):
        self.items.append(t)
        return self

    def __matmul__(self, other):
        return sum(a * b for a, b in zip(self, other))

    def __repr__(self):
        return f"Bag({len(self.items)}, {sorted(self.named)})"


class Sack(Bag):
    kind = "sack"

    def size(self):
        return super().size() * 2


class Slotted:
    __slots__ = ("t", "n")

    def __init__(self, t, n=0):
        self.t, self.n = t, n


@dataclasses.dataclass(order=True)
class Item:
    weight: int
    t: torch.Tensor = dataclasses.field(compare=False, default=None)
    tags: list = dataclasses.field(compare=False, default_factory=list)

    def __post_init__(self):
        self.weight = self.weight % 5


'''

DEFAULTS = {
    "set": "{1, k}",
    "deque": "collections.deque([x * 1, y])",
    "tuple": "(x * 1, y)",
    "counts": "collections.Counter('abca')",
    "groups": "collections.defaultdict(list)",
    "bag": "Bag(x * 1, y, a=y)",
    "slotted": "Slotted(x * 1)",
    "item": "Item(n, x * 1)",
    "gen": "rows_of(x)",
    "bump": "counter(k)",
    "ints": "[1, n, k]",
}

CONTAINERS = {
    "set": ["{{1, {int}}}", "set(range({int} % 4))", "{set} | {{{int}}}", "{set} & {{1, 2, 3}}", "{set} - {{{int}}}"]
    + ["{{i % 3 for i in range({int} % 6)}}", "frozenset({set})", "{set} ^ {{2}}", "set({ints})"],
    "ints": ["[{int}, {int}]", "list(range({int} % 5))", "sorted({ints})", "{ints}[::-1]", "[i * i for i in {ints}]"]
    + ["sorted({set})", "list(filter(lambda i: i > 1, {ints}))", "{ints} + [{int}]", "list({counts}.values())"]
    + [
        "sorted({ints}, key=lambda i: -i)",
        "[i for i in {ints} if i % 2]",
        "{ints} * 2",
        "x.shape[:]",
        "list(x.size())",
    ],
    "deque": ["collections.deque([{MN}, {MN}])", "collections.deque({list}, maxlen=2)", "collections.deque({tuple})"],
    "tuple": ["({MN}, {MN})", "tuple({list})", "{tuple} + ({MN},)", "{tuple}[::-1]", "(*{tuple}, {MN})", "{tuple} * 2"]
    + ["tuple(t * 0.5 for t in {tuple})", "tuple({deque})", "x.unbind(0)[:0] + ({MN},)"],
    "counts": ["collections.Counter('abca')", "collections.Counter({str})", "{counts} + collections.Counter(a=1)"],
    "groups": ["collections.defaultdict(list)", "collections.defaultdict(list, a=[{MN}])"],
    "MN": ["{tuple}[0]", "{tuple}[-1] * 0.5", "{deque}[0]", "{deque}[-1]", "sum({tuple}) * 0.25", "{deque}.popleft()"]
    + ["{deque}.pop()", "sum(sum(v) for v in {groups}.values()) + {MN}", "{groups}['a'][0]", "{MN} * len({set})"]
    + ["{MN} * sum({set})", "{MN} + len({counts})", "{MN} * {counts}['a'] * 0.3", "{MN} * {ints}[0] * 0.1"]
    + ["min({tuple}, key=lambda t: t.dim())", "{dict}.get('q') or {MN}", "dict.fromkeys('ab', {MN})['b']"]
    + ["[a + b for a in {tuple} for b in {tuple}][-1] * 0.5", "{{i: {MN} for i in {ints}}}[{ints}[0]]"]
    + ["next((t for t in {tuple} if t.shape[0] > 2), {MN})", "[*{tuple}, *{list}][{int} % 2]"],
    "int": ["len({set})", "sum({ints}) % 7", "max({ints}, default=1) % 5", "{ints}.count({int})", "{counts}['a']"]
    + ["len({tuple})", "{ints}.index({ints}[0])", "{counts}.most_common(1)[0][1]", "min({set}, default=0) % 5"]
    + ["sum(i for i in {ints} if i > 0) % 6", "len({deque})", "len({groups})", "{ints}.pop()", "math.prod({ints}) % 5"]
    + [
        "int(any(i > 2 for i in {ints}))",
        "[k for k, v in {counts}.items()].index('a')",
        "list(zip({ints}, {ints}))[0][1]",
    ],
    "str": [
        "''.join(sorted({counts}))",
        "'%d-%s' % ({int}, {str})",
        "'{{}}:{{!r}}'.format({int}, {str})",
        "str({ints})",
    ]
    + ["{str}.replace('a', 'b')", "{str}[::-1]", "f'{{{float}:.2f}}'", "{str}.split('-')[0]", "str(sorted({set}))"]
    + ["f'{{{ints}!r:>8}}'", "{str}.join(['a', 'b'])", "{str} * 2", "{str}.strip('p').title()", "f'{{{MN}.shape}}'"],
    "writes": [
        ["{new set} = set()", "{ints}.append({int})", "{ints}[0] = {int}", "{ints}.sort()", "{ints} += [1]"],
        ["{deque}.append({MN})", "{deque}.appendleft({MN})", "{deque}.rotate(1)", "{deque}[0] = {MN}"],
        ["{groups}['a'].append({MN})", "{groups}[{int}].append({MN})", "{counts}.update('ab')", "{counts}['z'] += 1"],
        [
            "{new MN}, *{new tuple} = {tuple}",
            "*{new list}, {new MN} = {tuple}",
            "del {ints}[::2]",
            "{ints}[1:2] = [{int}]",
        ],
        [
            "{dict} |= dict(c={MN})",
            "{dict}.popitem()",
            "{new str}, {new MN} = {dict}.popitem()",
            "{ints}.remove({int})",
        ],
        [
            "{ints}.extend(range(2))",
            "{ints}.insert(0, {int})",
            "{tuple}[0].add_(1)",
            "{deque}[0] += 1",
            "{ints}.reverse()",
        ],
    ],
    "blocks": [
        ("for {new int} in sorted({set}):", True, "set"),
        ("for {new MN} in {tuple}:", True, None),
        ("for {new str}, {new int} in {counts}.items():", True, "counts"),
        ("for {new MN} in list({deque}):", True, None),
        ("for {new int} in {ints}[:3]:", True, "ints"),
        ("for {new int}, ({new MN}, {new MN}) in enumerate(zip({tuple}, {tuple})):", True, None),
        ("for {new str} in {dict}:", True, "dict"),
    ],
    "conditions": ["{int} in {set}", "{set} <= {{1, 2, 3}}", "'a' in {counts}", "{ints} == [1, 2]", "len({tuple}) > 2"]
    + ["all(i < 4 for i in {ints})", "{set} == {{1}}", "{ints} < [2, 1]", "not {set}", "{tuple}[0] is {tuple}[-1]"],
    "results": [
        "{set}",
        "{ints}",
        "{tuple}",
        "{counts}",
        "dict({groups})",
        "list({deque})",
        "{deque}",
        "sorted({set})",
    ],
}

CLASSES = {
    "bag": [
        "Bag({MN}, {MN}, a={MN})",
        "Sack({MN})",
        "Bag(*{list})",
        "-{bag}",
        "{bag} * 0.5",
        "0.5 * {bag}",
        "Bag(a={MN})",
    ],
    "slotted": ["Slotted({MN})", "Slotted({MN}, {int})"],
    "item": [
        "Item({int}, {MN})",
        "Item({int}, t={MN}, tags=[{int}])",
        "max({item}, {item})",
        "dataclasses.replace({item}, t={MN})",
    ],
    "MN": [
        "{bag}[0]",
        "{bag}['a']",
        "{bag}.get_a",
        "sum({bag}) * 0.3 + {MN}",
        "{slotted}.t",
        "{item}.t",
        "{bag} @ {bag} + {MN}",
    ]
    + [
        "{MN} * {bag}.scale",
        "{bag}.items[-1]",
        "[t * 2 for t in {bag}][0]",
        "max({bag}, {bag}).items[0]",
        "{bag}[:1][0]",
    ]
    + ["getattr({bag}, 'get_a', {MN})", "(Bag if flag else Sack)({MN})[0]", "Bag.__call__ if False else {MN}"]
    + ["{MN} * Level.HIGH * 0.1", "{MN} if Mode(1 + n % 2) is Mode.FAST else {MN}", "{MN} * Mode.SLOW.value * 0.1"]
    + ["types.SimpleNamespace(t={MN}).t", "vars({bag})['items'][0]", "dataclasses.astuple(Pair({MN}, {MN}))[0]"]
    + ["operator.attrgetter('t')({slotted})", "operator.itemgetter(0)({bag})", "(lambda self: self.t)({slotted})"],
    "int": ["len({bag})", "{bag}.size()", "{slotted}.n", "{item}.weight", "len({item}.tags)", "Level.HIGH + {int} % 2"]
    + ["int({bag} == {bag})", "int({bag} < {bag})", "hash({bag}) % 5", "len(type({bag}).__mro__)", "int('a' in {bag})"]
    + ["int(isinstance({bag}, Sack))", "int(issubclass(type({bag}), Ordered))", "int(hasattr({bag}, 'get_q'))"]
    + ["getattr({slotted}, 'missing', {int})", "int(callable({bag}))", "len(dataclasses.fields({item}))"],
    "str": [
        "{bag}.describe()",
        "{bag}.kind",
        "type({bag}).__name__",
        "Mode.FAST.name",
        "repr({bag})",
        "Sack.__qualname__",
    ],
    "writes": [
        ["{bag}['b'] = {MN}", "{bag}[0] = {MN}", "{bag} += {MN}", "{bag}.scale = {float}", "del {bag}[0]"],
        [
            "{slotted}.n += 1",
            "{slotted}.t = {MN}",
            "{item}.tags.append({int})",
            "{item}.weight += 1",
            "{bag}[0].add_(1)",
        ],
        ["{bag}.kind = {str}", "setattr({slotted}, 't', {MN})", "{bag}.items.append({MN})", "{bag}[0] *= 0.5"],
        ["{slotted}.other = 1", "{bag}.nothing", "{new MN}, *{new list} = {bag}", "delattr({slotted}, 'n')"],
    ],
    "blocks": [("for {new MN} in {bag}:", True, "bag"), ("for {new MN} in reversed({bag}.items):", True, "bag")],
    "conditions": ["{bag}", "'a' in {bag}", "{bag} < {bag}", "{item} <= {item}", "{bag} is {bag}", "{bag} != {bag}"]
    + ["isinstance({bag}, (Sack, Slotted))", "type({bag}) is Bag", "Mode(1) is Mode.FAST", "{slotted}.n == Level.LOW"],
    "results": [
        "{bag}.items",
        "{item}.tags",
        "{slotted}.t, {slotted}.n",
        "{bag}.named",
        "{bag}.describe()",
        "{item}.t",
    ],
}

FUNCTIONS = {
    "bump": ["counter()", "counter({int})"],
    "gen": ["rows_of({MN})", "(t * 0.5 for t in {list})", "both_of({MN})", "iter({list})", "rows_of({MN}, {int} % 3)"]
    + ["map(torch.tanh, {list})", "filter(lambda t: t.dim() == 2, {list})", "zip({list}, {list})", "reversed({list})"],
    "MN": ["shifted({MN})", "shifted({MN}, {int}, sign=-1)", "halved({MN})", "halved({MN}, {MN})", "quiet({MN})"]
    + ["positional({MN}, {int})", "positional({MN}, 1, 0.25, 2, 3, last={int}, q=1)", "recursive({MN}, {int} % 4)"]
    + [
        "sum(rows_of({MN})) * 0.1 + {MN}",
        "list(both_of({MN}))[{int} % 3]",
        "sum(both_of({MN})) * 0.2",
        "{MN} * {bump}()",
    ]
    + ["functools.reduce(lambda a, b: a * 0.5 + b, {list})", "next(both_of({MN}))", "{MN} * sum(steps({int} % 4))"]
    + [
        "positional(*({MN}, 2), **{{'last': {int}}})",
        "(lambda *a, **k: a[0] * len(k))({MN}, x={int})",
        "{MN} + sum(table(n))",
    ]
    + [
        "{MN} * max(i for i in steps(3))",
        "[f({MN}) for f in (torch.sin, shifted, halved)][{int} % 3]",
        "shifted.__wrapped__({MN})",
    ]
    + ["functools.partial(positional, weight=2)({MN}, 1)", "list(itertools.accumulate({list}))[-1] * 0.5"]
    + [
        "[a * b for a, b in itertools.product({list}[:2], {list}[:1])][0]",
        "[f() for f in [lambda i=i: {MN} * i for i in range(3)]][1]",
    ]
    + [
        "[f() for f in [lambda: {MN} * i for i in range(3)]][1]",
        "min((0.5, {MN}), key=lambda p: 0)[1]",
        "sum(map(lambda a, b: a - b, {list}, {list})) + {MN}",
    ],
    "int": [
        "{bump}()",
        "{bump}({int})",
        "sum(steps({int} % 5))",
        "len(list(rows_of(x)))",
        "sum(table({int})) % 5",
        "len(table(3))",
    ]
    + [
        "next(steps({int} % 3), 7)",
        "sum(1 for _ in zip(steps(3), {list}))",
        "len([*steps(2), *table(n)])",
        "id({MN}) * 0",
    ]
    + [
        "sum(i * j for i in range(3) for j in steps(2)) % 7",
        "int(any(t.dim() > 2 for t in {list}))",
        "steps.__code__.co_argcount",
    ],
    "writes": [
        [
            "{new int} = {bump}()",
            "{new bump} = {bump}",
            "{new MN}, {new MN}, {new MN} = both_of({MN})",
            "print({bump}())",
        ],
        ["{new list} = list({gen})", "{new MN} = next({gen})", "{new MN} = next({gen}, {MN})", "{new list} = [*{gen}]"],
        ["{new int} = table.cache_info().hits * 0", "{new fn} = shifted", "{new fn} = scaled_by(2)(torch.cos)"],
        [
            "{new fn} = functools.partial(positional, {MN})",
            "{new fn} = lambda t: shifted(t, {int})",
        ],
    ],
    "blocks": [
        ("for {new N} in rows_of({MN}):", True, None),
        ("for {new MN} in both_of({MN}):", True, None),
        ("for {new int} in steps({int} % 4):", True, None),
        ("for {new int}, {new MN} in enumerate(both_of({MN}), 1):", True, None),
        ("for {new int}, {new int} in itertools.pairwise(range(4)):", True, None),
        ("for {new int} in itertools.takewhile(lambda i: i < 3, itertools.count()):", True, None),
    ],
    "fn": [
        "shifted",
        "halved",
        "functools.partial(shifted, by={int})",
        "traced(torch.tanh)",
        "scaled_by({float})(torch.sin)",
    ]
    + [
        "lambda t, *rest, by={int}: t * by * 0.2",
        "(lambda g: lambda t: g(t) + 1)(torch.sin)",
        "operator.methodcaller('abs')",
    ],
    "results": ["{bump}()", "list({gen})", "{MN}, {bump}()", "{fn}({MN})"],
}

# The subject of a match statement, and its cases; the last one may bind names that only it has.
MATCHES = {
    "matches": [
        ("{int}", ["case 0 | 1:", "case {new int} if {new int} > 3:", "case _:"]),
        ("{list}", ["case [{new MN}]:", "case [{new MN}, {new MN}]:", "case [{new MN}, *{new list}]:", "case _:"]),
        ("{dict}", ["case {{'a': {new MN}, 'c': _}}:", "case {{'a': {new MN}, **{new dict}}}:", "case _:"]),
        ("{pair}", ["case Pair(left={new MN}, weight=0.25):", "case Pair(weight={new float}):", "case _:"]),
        ("{box}", ["case Crate(k=1):", "case Box(k={new int}, t={new MN}):", "case _:"]),
        ("({int}, {str})", ["case (1, _):", "case (2 | 3 as {new int}, {new str}):", "case ({new int}, 'p'):"]),
        ("x.shape", ["case (1, {new int}):", "case ({new int}, {new int}):"]),
        ("{str}", ["case 'p' | 'q':", "case {new str}:"]),
    ]
}

SCALARS = {
    "MN": [
        "{MN} * {S}.item()",
        "{MN} + float({S})",
        "{MN} * (1 if {S} > 0.1037 else 2)",
        "{MN} + {MN}.shape[0] / (x.numel() + 1)",
    ]
    + ["{MN} * x.sum().item()", "torch.full(x.shape, {float})", "torch.full((len(x), x.size(1)), {int} * 0.5)"]
    + ["torch.tensor({MN}.tolist()).view(x.shape)", "{MN} * math.log1p(x.numel())", "torch.ones(x.size()) * {int}"]
    + ["torch.arange(x.numel()).view(x.shape) * 0.1", "torch.linspace(0, 1, x.shape[1]) + {MN}", "{MN} ** {int}"]
    + [
        "torch.stack([{S}, {S}])[0] + {MN}",
        "torch.tensor([{float}])[0] * {MN}",
        "{MN} + torch.tensor({int})",
        "{MN} / max({int}, 1)",
    ]
    + ["{MN} + (x > 0).sum()", "{MN} * (x > 0).sum().item()", "{MN} + x.amax().item() if x.numel() else {MN}"]
    + ["torch.where({S} > 0.1037, {MN}, {MN})", "torch.where({MN} > {float}, {S}, {MN})", "{S}.expand(x.shape)"]
    + [
        "{MN} + torch.scalar_tensor({float})",
        "torch.eye(x.shape[0], x.shape[1]) + {MN}",
        "{MN} * -{int}",
        "{float} - {MN}",
    ],
    "S": [
        "torch.tensor({int})",
        "x[0, 0]",
        "{S} + {S}",
        "{S} * {int}",
        "torch.tensor(x.shape[0] * 0.5)",
        "x.sum().abs()",
    ]
    + [
        "x.max()",
        "(x > 0).sum()",
        "{S}.clone()",
        "{S}.float()",
        "torch.sqrt({S}.abs())",
        "x.numel() * {S}",
        "{N}.dot({N})",
    ],
    "N": [
        "torch.arange(x.shape[1]) * {int} * 0.1",
        "torch.tensor(list(x.shape))[:1].float() + {N}",
        "{MN}[{int}]",
        "{N} * {int}",
    ]
    + [
        "torch.zeros(x.size(1))",
        "torch.full_like({N}, {float})",
        "{N}[:: 1]",
        "{N}.cumsum(0) * 0.1",
        "torch.stack(tuple({N}))",
    ],
    "int": [
        "x.shape[0] * x.shape[1] % 7",
        "int({S}) % 5",
        "len({MN})",
        "{MN}.size(-1) % 6",
        "x.stride(0) % 5",
        "{MN}.dim()",
    ]
    + [
        "int((x > 0.25).sum())",
        "(x > 0).sum().item()",
        "round({float} * 3)",
        "math.floor({float} * 5)",
        "math.ceil({float})",
    ]
    + [
        "x.nonzero().shape[0]",
        "x.shape.numel() % 5",
        "({int} ** 2) % 11",
        "{int} << 1",
        "{int} & 3",
        "{int} ^ 1",
        "~{int} % 4",
    ]
    + [
        "int({MN}.argmax()) if x.numel() else 0",
        "int(bool({S} > 0.1037))",
        "{int} // -2",
        "{int} % -3",
        "-7 // ({int} * {int} + 1)",
    ]
    + [
        "x.tolist().__len__()",
        "(x.size(0) + 1) // 2",
        "max(x.shape)",
        "min(x.shape)",
        "sum(x.shape)",
        "math.gcd({int}, 6)",
    ],
    "float": [
        "{S}.item() * 0",
        "x.shape[0] / 2",
        "{float} ** 2",
        "abs({float})",
        "math.exp(-abs({float}))",
        "{float} // 0.25",
    ]
    + [
        "{float} % 0.3",
        "divmod({float}, 0.4)[1]",
        "max(x.size()) * 0.1",
        "float('1.5')",
        "sum([{float}, {float}])",
        "{int} / 4",
    ]
    + [
        "math.sin({float})",
        "{float} if {S} > 0.1037 else 0.5",
        "math.hypot({float}, 1)",
        "round({float}, 2)",
        "float(x.dim())",
    ],
    "rows": [
        "{MN}[{int} :]",
        "{MN}[: -{int}]",
        "{MN}[:, {int} :]",
        "{MN}[{mask}]",
        "{MN}[{MN} > 0.5]",
        "{MN}.nonzero()",
    ]
    + ["{MN}[x.sum(1) > 0]", "torch.cat([{rows}.reshape(-1), {rows}.reshape(-1)])", "{MN}[torch.tensor([0, 0])]"]
    + ["{MN}[(x > 0).nonzero(as_tuple=True)]", "{MN}[[0, -1]]", "{MN}[..., None]", "{MN}[:, [0]]", "{MN}[None, :, 0]"]
    + [
        "{MN}.split(2)[0]",
        "{MN}.chunk(2, 1)[-1]",
        "{MN}[{int} % 2 :: 2]",
        "{MN}.masked_select({mask})",
        "torch.atleast_3d({MN})",
    ],
    "conditions": [
        "{S} > 0.1037",
        "{S}.item() > 0.5037",
        "bool({mask}.all())",
        "{mask}.any()",
        "x.numel() > 6",
        "{float} == {float}",
    ]
    + [
        "x.shape == (4, 5)",
        "x.shape[0] == x.shape[1]",
        "{MN}.shape == {MN}.shape",
        "x.size() == y.size()",
        "{S} == {S}",
    ]
    + [
        "torch.equal({MN}, {MN})",
        "torch.is_tensor({float})",
        "x.numel()",
        "len(x) and x[0].sum() > 0",
        "{int} < {float}",
    ]
    + ["(x > 0).sum() > (x < 0).sum()", "x.shape[0] % 2 == 0 and x.shape[1] > 1", "torch.allclose({MN}, {MN})"],
    "writes": [
        ["{new N}, *{new list} = {MN}", "{new S} = {S} + {int}", "{S} += 1", "{S}.add_({S})", "{S} = {S} * {int}"],
        [
            "{int} = {int} + x.shape[0]",
            "{float} += {S}.item() * 0",
            "{float} *= 0.5",
            "{int} = int({S})",
            "{int} //= 2",
        ],
        ["{MN}[0, 0] = {S}", "{MN}[{mask}] = {S}", "{MN}[{int} % max(len(x), 1)] = {float}", "{MN}[:, -1] = {int}"],
        [
            "{MN}[x > 0.5] += 1",
            "{MN}[{MN} > 0.1037] = {MN}[{MN} > 0.1037] * 2",
            "{MN}[[0]] = {N}",
            "{MN}[..., 0] = {S}",
            "{MN}[-1, :] *= 2",
        ],
    ],
    "results": [
        "{S}",
        "{S}.item()",
        "{int}, {float}",
        "{MN}.shape",
        "{rows}",
        "{rows}.shape[0]",
        "{MN}.tolist()",
        "x.size()",
    ],
}

OUTPUTS = {
    "MN": [
        "torch.add({MN}, {MN}, out={MN})",
        "torch.tanh({MN}, out=torch.empty_like({MN}))",
        "torch.mul({MN}, 2, out={MN})",
    ]
    + [
        "torch.cat([{MN}[:1], {MN}[1:]], out=torch.empty(0))",
        "torch.clamp({MN}, 0, 1, out={MN})",
        "{MN}.add({MN}, alpha=2)",
    ]
    + [
        "torch.stack([{MN}, {MN}], out=torch.empty(0))[1]",
        "torch.where({mask}, {MN}, {MN}, out={MN})",
        "{MN}.addcmul({MN}, {MN})",
    ]
    + ["torch.sum({MN}, 0, keepdim=True, out=torch.empty(0)) + {MN}", "{MN}.addcdiv({MN}, {MN}.abs() + 1, value=0.5)"]
    + [
        "torch.maximum({MN}, {MN}, out={MN})",
        "torch.neg({MN}, out={MN}).t().t()",
        "{MN}.lerp_({MN}, 0.5)",
        "{MN}.copy_({S})",
    ]
    + [
        "{MN}.set_({MN})",
        "{MN}.swapaxes(0, 1).contiguous().mT",
        "torch.square({MN}, out={MN}[:])",
        "{MN}.squeeze().view(x.shape)",
    ],
    "writes": [
        ["torch.add({MN}, 1, out={MN})", "torch.sub({MN}, {N}, out={MN})", "torch.exp(-{MN}.abs(), out={MN})"],
        [
            "{MN}.add_({MN}).mul_(0.5)",
            "{MN}.t_().t_()",
            "{MN}.sub_({MN}, alpha=2)",
            "{MN}.div_(2)",
            "{MN}.addcmul_({MN}, {MN})",
        ],
        [
            "{MN}[:, 0].add_({MN}[:, -1])",
            "{MN}[1:].copy_({MN}[:-1])",
            "{MN}[:-1] = {MN}[1:]",
            "{MN}[::2] = {MN}[::2] * 2",
        ],
        [
            "{MN}.view(-1).mul_(0.5)",
            "{MN}.flatten()[0] = 1",
            "{MN}.reshape(-1)[-1:] = 2",
            "{MN}.expand(x.shape).add_(1)",
        ],
        [
            "{new MN} = {MN}.unsqueeze_(0).squeeze_(0)",
            "{MN}.clamp_min_(0)",
            "{MN}.relu_()",
            "{MN}.sigmoid_()",
            "{MN}.abs_()",
        ],
        [
            "{MN}.requires_grad_(False)",
            "{MN}.detach_()",
            "{MN}.data = {MN}",
            "{MN}.data.copy_({MN})",
            "{MN}.data[0] = 1",
        ],
        ["torch.nn.functional.relu({MN}, inplace=True)", "{MN}.where({mask}, {S}).mul_(2)", "{MN} @= {MN}.t() @ {MN}"],
        ["{MN}.pow_(2)", "{MN} **= 2", "{MN} /= 2", "{mask} &= {mask}", "{mask} |= x > 0", "{mask} ^= {mask}"],
    ],
    "results": [
        "{MN}, {MN}",
        "{MN}.data",
        "{MN}.detach()",
        "{mask}",
        "{MN}.t()",
        "{MN}[0]",
        "{MN}.view(-1)",
        "{MN}.unbind(0)[0]",
    ],
}

MODES = {
    "MN": [
        "quiet({MN})",
        "{MN}.requires_grad_().detach()",
        "torch.no_grad()(torch.sin)({MN})",
        "{MN} * torch.is_grad_enabled()",
    ],
    "blocks": [
        ("with torch.enable_grad():", False, None),
        ("with torch.no_grad():", False, None),
        ("with torch.inference_mode():", False, None),
        ("with torch.set_grad_enabled({cond}):", False, None),
        ("with contextlib.nullcontext({MN}) as {new MN}:", False, None),
        ("with contextlib.suppress(ValueError, Refused):", False, None),
        ("with Section(True) as {new section}, section('b'):", False, None),
        ("with contextlib.ExitStack() as {new section}:", False, None),
        ("with torch.autocast('cpu', dtype=torch.bfloat16, enabled=False):", False, None),
    ],
    "section": ["Section(False)"],
    "jumps": ["raise Refused({int})", "raise ValueError('mode')", "torch.set_grad_enabled(flag)"],
    "conditions": [
        "torch.is_grad_enabled()",
        "{MN}.requires_grad",
        "{MN}.is_leaf",
        "torch.is_inference_mode_enabled()",
    ],
    "results": ["{MN}.requires_grad", "torch.is_grad_enabled()", "{MN}"],
}
DEFAULTS["section"] = "Section(True)"

FEATURES = {
    "containers": CONTAINERS,
    "classes": CLASSES,
    "functions": FUNCTIONS,
    "matches": MATCHES,
    "scalars": SCALARS,
    "outputs": OUTPUTS,
    "modes": MODES,
}
