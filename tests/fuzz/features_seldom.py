"""Further templates for random programs: what programs seldom do, and what they do to containers, objects and tensors while
they are in use. Generators that are closed and thrown into, lists and dicts that change under their iterators, classes by
metaclasses and decorators, exceptions in groups, methods of numbers and texts, layers with hooks, functions with derivatives
of their own, tensors that change their shape in place.

Tables have the form of those in features.py; `HEADER` stands behind the others. `source` is a generator that notes how it
ends, `plug` an object of a class that a metaclass made, `slot` a data class with slots, `layered` a module with hooks.
"""

HEADER = '''import statistics
import warnings
from fractions import Fraction


def source(t, stop=3):
    """A generator that notes what happens to it."""
    given = 0
    try:
        for i in range(stop):
            try:
                got = yield t * i + given
            except Refused as err:
                events.append(("thrown", err.args))
                got = 1
            given += 0 if got is None else got
    finally:
        events.append(("end", stop, given))
    return given


def drained(it, t, limit=4):
    for i, u in enumerate(it):
        if i >= limit:
            it.close()
            break
        t = t + u * 0.5
    return t


def thrown(it, t):
    try:
        a = next(it)
        b = it.throw(Refused("in"))
        return a + b * 0.5
    except (StopIteration, Refused) as err:
        events.append(type(err).__name__)
        return t


def given_back(t, k):
    got = yield from source(t, k % 4)
    events.append(("back", got))
    yield t + got


class Kind(type):
    """A metaclass: counts and names what it makes."""

    made = []

    def __new__(mcs, name, bases, space, **rest):
        cls = super().__new__(mcs, name, bases, space)
        cls.tag = name.lower()
        Kind.made.append(name)
        return cls

    def __call__(cls, *args, **kwargs):
        made = super().__call__(*args, **kwargs)
        made.number = clock[0] % 5
        return made

    def __len__(cls):
        return len(cls.tag)

    @property
    def label(cls):
        return cls.tag + "!"


class Plug(metaclass=Kind):
    level = 1

    def __init__(self, t):
        self.t = t

    def __index__(self):
        return self.number

    def __reversed__(self):
        return iter([self.t, self.t * 2])

    def __delattr__(self, name):
        events.append(("del", name))
        super().__delattr__(name)

    def __format__(self, spec):
        return f"<{self.tag}:{spec}>"

    def __rsub__(self, other):
        return other - self.t * 0.5

    def __ror__(self, other):
        return NotImplemented

    def __pow__(self, by, modulo=None):
        return self.t.abs() ** (by % 3)

    def __divmod__(self, by):
        return self.t // by, self.t % by

    def __round__(self, digits=0):
        return self.t.round()


class Jack(Plug):
    def __init__(self, t):
        super().__init__(t * 0.5)

    def __getattribute__(self, name):
        if name == "half":
            return super().__getattribute__("t") * 0.5
        return super().__getattribute__(name)


@functools.total_ordering
class Ranked:
    def __init__(self, rank):
        self.rank = rank % 4

    def __eq__(self, other):
        return self.rank == other.rank

    def __lt__(self, other):
        events.append("lt")
        return self.rank < other.rank


@dataclasses.dataclass(slots=True, kw_only=True)
class Slot:
    t: torch.Tensor
    k: int = 1
    tags: tuple = ()

    def __post_init__(self):
        self.k %= 6


@functools.singledispatch
def shown(value):
    return f"?{type(value).__name__}"


@shown.register
def _(value: int):
    return f"int {value}"


@shown.register(list)
@shown.register(tuple)
def _(value):
    return f"{len(value)} items"


@shown.register
def _(value: torch.Tensor):
    return f"tensor {tuple(value.shape)}"


class Sine(torch.autograd.Function):
    """A derivative of its own."""

    @staticmethod
    def forward(ctx, t, scale):
        ctx.save_for_backward(t)
        ctx.scale = scale
        return torch.sin(t) * scale

    @staticmethod
    def backward(ctx, slope):
        (t,) = ctx.saved_tensors
        return slope * torch.cos(t) * ctx.scale, None


class Layered(torch.nn.Module):
    """Layers by name, one of them under two names, and hooks that the program hangs in."""

    def __init__(self):
        super().__init__()
        self.parts = torch.nn.ModuleDict({"a": Layer(0.5), "b": Layer(0.25)})
        self.scales = torch.nn.ParameterDict({"s": torch.nn.Parameter(torch.tensor(0.5))})
        self.twin = self.parts["a"]
        self.order = ["a", "b"]

    def forward(self, t):
        for name in self.order:
            t = self.parts[name](t) * self.scales["s"]
        return t

    def __call__(self, t, times=1):
        for _ in range(times):
            t = super().__call__(t)
        return t


def doubled(module, inputs, output):
    return output * 2


def grown(items, t):
    """A list that grows under its iterator."""
    for u in items:
        if len(items) > 5:
            break
        if u.dim() == 2:
            items.append(u * 0.5)
        t = t + len(items)
    return t


def shrunk(items, t):
    """A list that loses what was not looked at yet."""
    for i, u in enumerate(items):
        t = t + i
        if i % 2 == 0 and len(items) > 1:
            items.pop()
    return t


def swapped(table, t):
    """A dict that changes its values, and then its size, under its iterator."""
    try:
        for key, value in table.items():
            table[key] = value * 0.5
            t = t + table[key] if value.shape == t.shape else t
            if len(key) > 1:
                table[key + "2"] = t
    except RuntimeError as err:
        events.append(str(err))
    return t


def grouped(t, k):
    try:
        raise ExceptionGroup("both", [Refused(k), ValueError(k + 1)])
    except* Refused as group:
        events.append(("refused", group.exceptions[0].args))
        t = t + 1
    except* ValueError as group:
        events.append(("value", len(group.exceptions)))
        t = t * 0.5
    return t


def warned(t, k):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        if k % 2:
            warnings.warn(f"odd {k}", RuntimeWarning)
        t = t + len(caught)
    return t


def halted(t, stops):
    """Ends by an exception in one of its blocks, each of which changes something."""
    with contextlib.ExitStack() as stack:
        stack.callback(events.append, ("left", stops % 3))
        with Span("outer", (KeyError,)):
            t = t + 1
            with Span("inner"):
                t = t * 2
                if stops % 3 == 0:
                    raise KeyError("a")
                if stops % 3 == 1:
                    return t
            t = t - 1
        t = t * 0.5
    return t


'''

DEFAULTS = {
    "source": "source(x)",
    "plug": "Plug(x * 1)",
    "slot": "Slot(t=x * 1)",
    "layered": "Layered()",
    "ranked": "Ranked(n)",
}

ENDED = {
    "source": ["source({MN})", "source({MN}, {int} % 4)", "given_back({MN}, {int})", "iter(source({MN}))", "{source}"],
    "MN": [
        "drained({source}, {MN})",
        "drained(source({MN}), {MN}, {int} % 3)",
        "thrown({source}, {MN})",
        "next({source}, {MN})",
        "sum(source({MN}, 2)) + {MN}",
        "[*source({MN}, 2)][-1]",
        "max(given_back({MN}, 2), key=lambda t: t.dim())",
        "functools.reduce(lambda a, b: a * 0.5 + b, source({MN}, 3))",
        "halted({MN}, {int})",
        "grouped({MN}, {int})",
        "warned({MN}, {int})",
        "grown({list}, {MN})",
        "shrunk({list}, {MN})",
        "swapped({dict}, {MN})",
    ],
    "list": [
        "list({source})",
        "list(zip(source({MN}, 2), {list}))[0:0] + {list}",
        "[t for t in {source} if t.dim() > 1] + [{MN}]",
    ],
    "int": ["len(list(source({MN}, {int} % 3)))", "len(events) % 7", "sum(1 for _ in given_back({MN}, {int}))"],
    "writes": [
        [
            "{source}.close()",
            "{new MN} = next({source})",
            "{new MN} = thrown({source}, {MN})",
            "{new list} = list({source})",
        ],
        [
            "grown(xs, {MN})",
            "shrunk(xs, {MN})",
            "swapped(d, {MN})",
            "{new MN} = grown(xs, {MN})",
            "swapped({dict}, {MN})",
        ],
        ["{new MN}, *{new list} = source({MN}, 3)", "{list}.extend(source({MN}, 2))", "{list}[1:1] = source({MN}, 2)"],
    ],
    "blocks": [
        ("for {new MN} in {source}:", True, None),
        ("for {new int}, {new MN} in enumerate({source}, 1):", True, None),
        ("for {new MN} in given_back({MN}, {int}):", True, None),
        ("with contextlib.closing({source}):", False, None),
        ("with contextlib.nullcontext({MN}) as {new MN}:", False, None),
    ],
    "handlers": ["StopIteration as err", "(Refused, StopIteration)", "GeneratorExit", "KeyError as err"],
    "jumps": ["raise KeyError({str})", "raise StopIteration({int})", "raise Refused({int}) from None"],
    "results": ["events[-3:]", "{MN}, events[-2:]", "xs", "d", "list({source})"],
}

MADE = {
    "plug": ["Plug({MN})", "Jack({MN})", "type({plug})({MN})", "copy.copy({plug})", "{plug}"],
    "slot": ["Slot(t={MN})", "Slot(t={MN}, k={int})", "dataclasses.replace({slot}, k={int})", "{slot}"],
    "ranked": ["Ranked({int})", "max(Ranked({int}), {ranked})", "sorted([Ranked({int}), {ranked}])[0]", "{ranked}"],
    "MN": [
        "{plug}.t",
        "Jack({MN}).half",
        "list(reversed({plug}))[-1]",
        "{MN} - {plug}",
        "{plug} ** {int}",
        "divmod({plug}, 2)[1]",
        "round({plug})",
        "{slot}.t * {slot}.k",
        "{MN} * [0.5, 1, 2, 3, 4][{plug}]",
        "{MN} + len(type({plug}))",
        "{MN} * ({ranked} >= Ranked(1))",
        "{MN} + len(shown({MN}))",
        "getattr({plug}, 'half', {MN})",
        "{plug}.__dict__['t']",
    ],
    "int": [
        "operator.index({plug})",
        "{slot}.k",
        "{ranked}.rank",
        "int({ranked} < Ranked({int}))",
        "len(Kind.made)",
        "len(shown({int}))",
        "({int}).bit_length()",
        "({int}).to_bytes(2, 'big', signed=True)[1]",
        "int({float}.is_integer())",
        "({float}).as_integer_ratio()[1] % 7",
        "ord({str}[0]) % 7",
        "statistics.median([{int}, {int}, 2])",
        "int(Fraction({int}, 3).denominator)",
        "bytearray(b'abc')[{int} % 3] % 5",
        "({int}).__add__({int})",
        "int.from_bytes(bytes([{int} % 7, 1]), 'little') % 9",
        "round({float} * 10) % 5",
        "math.comb(5, abs({int}) % 5)",
        "math.gcd({int}, 6)",
        "hash(({int}, 1)) == hash(({int}, 1))",
    ],
    "str": [
        "shown({int})",
        "shown({list})",
        "f'{{{plug}:x}}'",
        "format({plug}, 'y')",
        "type({plug}).tag",
        "type({plug}).label",
        "{str}.partition('-')[2]",
        "{str}.removeprefix('p')",
        "{str}.casefold()",
        "{str}.translate({{112: 'q'}})",
        "chr(97 + {int} % 5)",
        "hex({int} % 9)",
        "repr({slot}.tags)",
        "{str}.ljust(4, '.')",
        "','.join(str(i) for i in range({int} % 4))",
        "f'{{{int}!r:>3}}{{{float}:+.1e}}'",
        "'%-4s|%5.2f' % ({str}, {float})",
        "{str}.swapcase()",
        "{str} * ({int} % 3)",
        "f'{{{str}=}}'",
    ],
    "float": [
        "float(Fraction({int}, 4))",
        "statistics.mean([{int}, 2.5])",
        "math.fsum([0.1] * ({int} % 4))",
        "math.copysign(0.5, {int})",
    ]
    + ["math.hypot({int}, 3)", "float.fromhex('0x1.8p0')", "({int}).__truediv__(4)", "math.dist((0, {int}), (3, 0))"],
    "writes": [
        ["{plug}.t = {MN}", "{plug}.extra = {int}", "del {plug}.extra", "{plug}.t += 1", "{plug}.number = {int} % 5"],
        ["{slot}.k = {int}", "{slot}.t = {MN}", "{slot}.tags += ({int},)", "{slot}.other = 1", "{slot}.t[0] = 0.5"],
        [
            "Plug.level = {int}",
            "type({plug}).tag = {str}",
            "{ranked}.rank = {int} % 4",
            "print(Kind.made[-1], {plug}.tag)",
        ],
        [
            "for {new int} in {list}: {new int} = 1",
            "{new int}, {new int} = zip(*[(1, 2)], strict=True)",
            "print(f'{{{plug}}}')",
        ],
    ],
    "conditions": [
        "{ranked} > Ranked({int})",
        "{plug} is not None",
        "{slot} == {slot}",
        "isinstance({plug}, Jack)",
        "hasattr({plug}, 'extra')",
    ]
    + ["{str}.isalpha()", "{str} in 'pq'", "{int} not in range(2, 4)", "callable({plug})", "type({plug}) is Plug"],
    "results": ["{plug}.t, {plug}.number", "{slot}.k, {slot}.t", "{str}", "shown({MN}), {int}", "{ranked}.rank"],
}

INSIDE = {
    "layered": ["Layered()", "copy.deepcopy({layered})", "{layered}.eval()", "{layered}"],
    "MN": [
        "{layered}({MN})",
        "{layered}({MN}, times=2)",
        "{layered}.twin({MN})",
        "{layered}.parts['b']({MN})",
        "{MN} * {layered}.scales['s']",
        "{MN} + len(list({layered}.modules()))",
        "{MN} + len(list(net.children()))",
        "{MN} + len(list({layered}.named_parameters()))",
        "Sine.apply({MN}, 0.5)",
        "Sine.apply({MN}, {float})",
        "slope(lambda t: Sine.apply(t, 2.0), {MN})",
        "torch.func.functional_call({layered}, {{}}, ({MN},))",
        "torch.vmap(lambda row: row * 2 + 1)({MN})",
        "torch.func.grad(lambda t: (t * t).sum())({MN})",
        "F.embedding(torch.arange(x.shape[0]), {MN})",
        "torch.fft.ifft(torch.fft.fft({MN})).real + {MN} if x.numel() else {MN}",
        "torch.cond(flag, lambda t: t * 2, lambda t: t - 1, ({MN},))",
        "{MN}.clone().unsqueeze_(0).squeeze_(0)",
        "{MN}.clone().t_().t_()",
        "{MN}.clone().swapaxes_(0, 1).swapaxes_(0, 1)",
        "{MN}.clone().squeeze_().reshape(x.shape)",
        "torch.add({MN}, {MN}, out=torch.empty_like({MN}))",
        "torch.zeros(0).resize_(x.shape).copy_({MN})",
    ],
    "int": [
        "len(list({layered}.children()))",
        "sum(1 for m in net.modules() if isinstance(m, Layer))",
        "len({layered}.state_dict())",
        "len({layered}.order)",
    ],
    "writes": [
        [
            "{layered}.order.reverse()",
            "{layered}.order.append('a')",
            "{layered}.order = ['b']",
            "{layered}.parts['a'] = Layer(0.75)",
        ],
        [
            "{layered}.twin = {layered}.parts['b']",
            "{layered}.scales['s'].data.mul_(2)",
            "net.layers[0] = net.layers[-1]",
        ],
        [
            "{layered}.twin.register_forward_hook(doubled)",
            "{layered}.parts['b'].forward = torch.tanh",
            "{layered}.train(flag)",
        ],
        ["{MN}.unsqueeze_(0)", "{MN}.squeeze_(0)", "{MN}.t_()", "{N}.resize_(x.shape[1])", "{MN}.swapaxes_(0, 1)"],
        [
            "{new MN} = {MN}.detach().requires_grad_(x.is_floating_point())",
            "{MN}.requires_grad_(False)",
            "{MN}.set_({MN})",
        ],
    ],
    "blocks": [
        ("for {new layer} in {layered}.modules():", True, None),
        ("for {new str}, {new layer} in net.named_modules():", True, None),
        ("for {new str} in {layered}.order:", True, None),
        ("with torch.autograd.set_grad_enabled(not flag):", False, None),
    ],
    "conditions": [
        "{layered}.twin is {layered}.parts['a']",
        "'a' in {layered}.parts",
        "{layered}.training",
        "len({layered}.order) > 2",
    ],
    "results": [
        "{layered}({MN})",
        "{layered}.order",
        "[name for name, m in {layered}.named_modules()]",
        "{MN}, {MN}.shape",
    ],
}

# Branches on data, within expressions, whose sides are of two types.
SIDES = {
    "MN": [
        "{MN} * max({S}, 0)",
        "({MN} / max({S}, {S}, 1.0))",
        "({MN} + (0 if {S} > 0 else {S}))",
        "({MN} * ({N} if {S} > 0 else 0.5))",
    ],
    "writes": [
        "{new S} = max({S}, 0)",
        "{new S} = min(1.5, {S})",
        "{new MN} = {MN} if {S} > {S} else {N}",
        "{MN} *= max(0.5, {S})",
        "{new N} = {N} * [max({S}, 0.5), 1][0]",
    ],
    "results": ["max({S}, 0), {MN}", "{MN}, (None if {S} > 0 else {N})", "[{S} if {S} > 0 else 2]"],
}

FEATURES = {"sides": SIDES, "ended": ENDED, "made_classes": MADE, "inside_modules": INSIDE}
