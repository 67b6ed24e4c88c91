"""Further templates for random programs: functions of torch that the others leave out, classes that take part in Python's
protocols (descriptors, properties that are kept, hooks of attributes, frozen and named tuples), and the small idioms of
every day (chained assignments, comparisons and conditions, groups and pairs, blocks that are put together).

Tables have the form of those in features.py; `HEADER` stands behind the others.
"""

HEADER = '''import bisect
import heapq
import typing


class Clamped:
    """A descriptor that keeps numbers small."""

    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, instance, owner=None):
        return self if instance is None else getattr(instance, self.name, 0)

    def __set__(self, instance, value):
        instance.__dict__[self.name] = value % 7


class Registered:
    known = []

    def __init_subclass__(cls, tag=None, **rest):
        super().__init_subclass__(**rest)
        cls.tag = tag
        Registered.known.append(cls)


class Gauge(Registered, tag="gauge"):
    """Attributes of every kind."""

    level = Clamped()
    made = 0

    def __new__(cls, *args, **kwargs):
        self = super().__new__(cls)
        cls.made += 1
        return self

    def __init__(self, t, level=1):
        self.t, self.level = t, level

    @functools.cached_property
    def mean(self):
        clock[0] += 1
        return self.t.mean()

    def __setattr__(self, name, value):
        if name == "double":
            name, value = "t", value * 2
        super().__setattr__(name, value)

    def __getattr__(self, name):
        if name.startswith("times"):
            return self.t * int(name[5:])
        raise AttributeError(name)

    def __enter__(self):
        self.level += 1
        return self.t

    def __exit__(self, *details):
        self.level += 2
        return False

    def __eq__(self, other):
        return isinstance(other, Gauge) and self.level == other.level

    def __hash__(self):
        return self.level

    def __lt__(self, other):
        return self.level < other.level

    def __radd__(self, other):
        return other + self.t

    def __rsub__(self, other):
        return other - self.t

    def __contains__(self, n):
        return n == self.level

    def __index__(self):
        return self.level % 3

    def __format__(self, spec):
        return f"<{self.level:{spec}}>"

    scaled = functools.partialmethod(lambda self, by, shift=0: self.t * by + shift, 0.5)


class Meter(Gauge, tag="meter"):
    made = 0

    @property
    def level2(self):
        return self.level * 2

    @functools.cached_property
    def mean(self):
        return super().mean if False else self.t.sum(0).mean()


class Corner(typing.NamedTuple):
    t: torch.Tensor
    by: float = 0.5

    def value(self):
        return self.t * self.by


@dataclasses.dataclass(frozen=True)
class Fixed:
    t: torch.Tensor
    n: int = 2
    names: tuple = ("a", "b")
    made: dataclasses.InitVar[int] = 0

    def __post_init__(self, made):
        object.__setattr__(self, "total", self.n + made)

    def moved(self, by):
        return dataclasses.replace(self, t=self.t + by, made=1)


class Defaults(dict):
    def __missing__(self, key):
        clock[0] += 1
        self[key] = value = len(self)
        return value


@functools.singledispatch
def shown(value):
    return "other"


@shown.register
def _(value: int):
    return f"int {value}"


@shown.register(torch.Tensor)
def _(value):
    return "tensor %d" % value.dim()


@contextlib.contextmanager
def scale_of(value):
    global SCALE
    old, SCALE = SCALE, value
    try:
        yield old
    finally:
        SCALE = old


def counted(t, *, times: int = 2, **rest):
    global total
    for total in range(times):
        t = t * 0.5 + total
    return t, rest


def chosen(t, n):
    match (n % 3, t.dim()):
        case (0, 2):
            return t * 2
        case (1, d) if d > 1:
            return t - d
        case (a, *_):
            return t + a


def described_by(value):
    match value:
        case {"a": torch.Tensor() as t, **rest}:
            return t * (1 + len(rest))
        case [first, *others]:
            return first + len(others)
        case Corner(t=t, by=by):
            return t * by
        case Gauge(level=0 | 1):
            return value.t
        case Gauge(level=level, t=t):
            return t + level
        case int() | float():
            return value * 0.5
        case str() as text:
            return len(text)
        case None:
            return 0.25
    return 1


'''

DEFAULTS = {
    "gauge": "Gauge(x * 1, k)",
    "corner": "Corner(x * 1)",
    "fixed": "Fixed(x * 1, n)",
    "missing": "Defaults(a=1)",
}

FUNCTIONS = {
    "MN": [
        "torch.scatter_reduce({MN}, 0, {I}[None], {MN}, 'amax')",
        "torch.repeat_interleave({MN}, 2, 0)[::2]",
        "{MN}.repeat_interleave(2, dim=1)[:, 1::2]",
        "torch.addmm({MN}, {MN}, torch.ones(x.shape[1], x.shape[1]), alpha=0.1)",
        "torch.baddbmm({MN}[None], {MN}[None], torch.ones(1, x.shape[1], x.shape[1]), beta=0.5, alpha=0.1)[0]",
        "torch.addr({MN}, {M}, {N}, alpha=0.1)",
        "torch.heaviside({MN}, {N})",
        "torch.logaddexp({MN}, {N})",
        "torch.hypot({MN}, {MN})",
        "torch.atan2({MN}, {N})",
        "torch.frac({MN})",
        "torch.sign({MN}) * torch.trunc({MN})",
        "torch.kron({MN}, torch.ones(1, 1))",
        "torch.tensordot({MN}, torch.ones(x.shape[1], x.shape[1]), 1) * 0.1",
        "torch.tensordot({MN}, {MN}, ([1], [1])) @ {MN} * 0.1",
        "torch.diff({MN}, dim=0, prepend={MN}[:1])",
        "torch.slice_scatter({MN}, {MN}[:1], 0, 0, 1)",
        "torch.select_scatter({MN}, {N}, 0, 0)",
        "torch.diagonal_scatter({MN}, {MN}.diagonal() * 2)",
        "torch.take({MN}, torch.arange(x.numel()).view(x.shape))",
        "torch.bucketize({MN}, BIAS.sort()[0]) + {MN}",
        "torch.searchsorted(BIAS.sort()[0], {MN}.contiguous(), right=True) * 0.5 + {MN}",
        "torch.isin({I}, {I}[:1]) * {MN}",
        "torch.quantile({MN}.float(), 0.5, dim=0) + {MN}",
        "torch.nansum({MN}, 0) * 0.1 + {MN}",
        "torch.nanmean({MN}.float(), 1, keepdim=True) + {MN}",
        "torch.cumulative_trapezoid({MN}, dim=1).sum() * 0.01 + {MN}",
        "torch.trapezoid({MN}, dim=0) * 0.1 + {MN}",
        "torch.swapdims({MN}, 0, 1).swapdims(0, 1)",
        "torch.moveaxis({MN}, 0, 1).mT",
        "{MN}.clip(-0.5, 0.5)",
        "torch.clamp({MN}, {MN} - 1, {N} + 1)",
        "F.adaptive_avg_pool1d({MN}[None], 1)[0] + {MN}",
        "F.adaptive_max_pool2d({MN}[None, None], (1, 1))[0, 0] + {MN}",
        "F.pixel_shuffle({MN}[None].expand(4, -1, -1), 2)[0, ::2, ::2]",
        "F.unfold({MN}[None, None], 1)[0, 0].view(x.shape)",
        "F.fold({MN}.reshape(1, 1, -1), tuple(x.shape), 1)[0, 0]",
        "F.local_response_norm({MN}[None, None], 2)[0, 0]",
        "F.embedding_bag({I}[None], {MN}).sum() * 0.1 + {MN}",
        "F.bilinear({MN}, {MN}, torch.ones(x.shape[1], x.shape[1], x.shape[1]) * 0.1)",
        "F.interpolate({MN}[None, None], size=tuple(x.shape), mode='bilinear', align_corners=False)[0, 0]",
        "F.pad({MN}[None], (1, 1), mode='replicate')[0, :, 1:-1]",
        "F.pad({MN}[None], (1, 1), mode='circular')[0, :, :-2]",
        "F.multi_margin_loss({MN}, {MN}[:, 0].long() * 0, reduction='none')[:, None] + {MN}",
        "F.gumbel_softmax({MN}, hard=False) * 0 + {MN}",
        "torch.cartesian_prod({M}, {N})[:, 0].view(x.shape)",
        "torch.column_stack([{M}, {MN}])[:, 1:]",
        "torch.dstack([{MN}, {MN}])[..., 1]",
        "torch.masked_scatter({MN}, {mask}, {MN})",
        "torch.index_fill({MN}, 0, {I} * 0, 0.5)",
        "torch.lerp({MN}, {N}, {MN}.sigmoid())",
        "torch.special.xlogy({MN}, {MN}.abs() + 1)",
        "torch.special.entr({MN}.abs())",
        "torch.linalg.norm({MN}, dim=0) * {MN}",
        "torch.cov({MN})[:1, :1] * 0.1 + {MN}",
        "torch.std_mean({MN}, 0, correction=0)[1] + {MN}",
        "torch.var_mean({MN}, (0, 1), correction=0)[0] + {MN}",
        "torch.aminmax({MN}, dim=0)[1] + {MN}",
        "torch.cummin({MN}, 1).values",
        "torch.unravel_index({I}, (max(x.shape[0], 1), 1))[0] + {MN}",
        "torch.gradient({MN}, dim=0)[0] + {MN} if len(x) > 1 else {MN}",
        "torch.addcdiv({MN}, {MN}, {MN}.abs() + 1, value=0.5)",
        "torch.float_power({MN}.abs(), 0.5).float()",
        "torch.nn.functional.rrelu({MN})",
        "torch.rsub({MN}, 1, alpha=2)",
        "torch.logit({MN}.sigmoid(), 1e-3)",
        "torch.polygamma(1, {MN}.abs() + 1)",
        "torch.sinc({MN}) + torch.asinh({MN})",
        "torch.ldexp({MN}, {I} * 0)",
        "torch.frexp({MN})[0]",
        "{MN}.square().sqrt().rsqrt().nan_to_num(0, 1, -1)",
        "{MN}.tril(-1) + {MN}.triu()",
        "{MN}.expm1().log1p()",
    ],
    "N": [
        "torch.count_nonzero({MN}, 0) * 0.5",
        "torch.mv({MN}.t(), {M}) * 0.1",
        "torch.addmv({N}, {MN}.t(), {M}, alpha=0.1)",
        "{MN}.mode(0)[0]",
        "{MN}.logsumexp(0)",
        "torch.diff({N}, prepend={N}[:1])",
        "{MN}.norm(1, 0)",
        "torch.histc({MN}.float(), x.shape[1], -4, 4) if x.shape[1] else {N}",
    ],
    "S": [
        "torch.dot({N}, {N}) * 0.1",
        "torch.vdot({N}, {N}) * 0.1",
        "torch.inner({N}, {N}) * 0.1",
        "torch.trapezoid({N})",
        "torch.linalg.matrix_norm({MN}) * 0.1",
        "torch.linalg.multi_dot([{N}, {MN}.t(), {MN}, {N}]) * 0.01",
        "F.triplet_margin_loss({MN}, {MN}, {MN} + 1)",
        "F.cosine_embedding_loss({MN}, {MN}, torch.ones(x.shape[0]))",
        "F.hinge_embedding_loss({MN}, {MN}.sign())",
        "F.margin_ranking_loss({MN}, {MN}, {MN}.sign())",
        "F.poisson_nll_loss({MN}, {MN}.abs())",
        "F.gaussian_nll_loss({MN}, {MN}, {MN}.abs() + 1)",
        "F.soft_margin_loss({MN}, {MN}.sign())",
        "F.cross_entropy({MN}, {MN}.softmax(-1))",
        "{MN}.isnan().sum() * 0.5",
    ],
    "rows": [
        "torch.combinations({N}[:3])",
        "torch.repeat_interleave({MN}, {int} % 3, 0)",
        "{MN}.tensor_split(3, 1)[0]",
        "{MN}.hsplit(1)[0]",
        "torch.triu_indices(x.shape[0], x.shape[1])",
        "{MN}.argwhere()",
        "torch.vander({N})",
        "{MN}.unfold(1, 1, 2)",
        "{MN}.view(torch.int32)",
        "{MN}.unique()",
        "torch.unique_consecutive({MN}[:, 0])",
        "{MN}.to_sparse().to_dense()",
        "torch.cross({MN}[:, :3], {MN}[:, :3])",
        "F.adaptive_avg_pool2d({MN}[None], 2)",
        "{MN}.expand(2, *x.shape).flatten(0, 1)",
        "torch.diag_embed({N})",
        "torch.diagflat({N})",
        "torch.block_diag({MN}, {N})",
        "torch.roll({MN}, (1, -1), (0, 1))",
    ],
    "writes": [
        [
            "{MN}.put_({I} * 0, {N})",
            "{MN}.index_reduce_(0, {I}, {MN}[{I}], 'mean')",
            "{MN}.scatter_reduce_(0, {I}[None], {MN}, 'sum')",
            "{MN}.addmm_({MN}, torch.ones(x.shape[1], x.shape[1]), beta=0.5, alpha=0.1)",
            "{MN}.addcmul_({MN}, {N}, value=0.5)",
            "{MN}.lerp_({MN}, 0.25)",
        ],
        [
            "{MN}.clip_(-1, 1)",
            "{MN}.xlogy_({MN}.abs() + 1)",
            "{MN}.swapdims_(0, 1).swapdims_(0, 1)",
            "{MN}.remainder_(2)",
            "{MN}.sign_().neg_()",
            "{MN}.nan_to_num_(0.5)",
        ],
        [
            "{MN}.view(-1).squeeze().add_(1)",
            "{MN}.narrow(0, 0, 1).mul_(2)",
            "{MN}.unfold(0, 1, 1).add_(1)",
            "{MN}.hypot_({N})",
            "{MN}.float_power_(1)",
            "torch.nn.init.constant_({MN}, 0.25)",
        ],
        [
            "torch.aminmax({MN}, dim=0, out=({N}, torch.zeros(0)))",
            "torch.sort({MN}, 0, out=({MN}, torch.zeros(0, dtype=torch.long)))",
            "torch.max({MN}, 1, out=({M}, torch.zeros(0, dtype=torch.long)))",
            "torch.addmm({MN}, {MN}, torch.ones(x.shape[1], x.shape[1]), out={MN})",
            "{new MN}, {new N} = {MN}.sort(0)[0], {MN}.max(0)[0]",
        ],
    ],
    "results": ["{MN}", "{N}", "{rows}", "{S}", "torch.std_mean({MN}, 0)", "{MN}.sort(0, stable=True)", "{MN}.max(1)"],
}

OBJECTS = {
    "gauge": ["Gauge({MN})", "Gauge({MN}, {int})", "Meter({MN}, {int})", "max({gauge}, {gauge})", "{gauge}"],
    "corner": ["Corner({MN})", "Corner({MN}, {float})", "{corner}._replace(t={MN})", "Corner._make(({MN}, {float}))"],
    "fixed": ["Fixed({MN}, {int})", "{fixed}.moved({float})", "Fixed(n={int}, t={MN}, made=1)"],
    "missing": ["Defaults(a={int})", "Defaults()", "Defaults({missing})"],
    "MN": [
        "{gauge}.t",
        "{gauge}.mean + {MN}",
        "{gauge}.times2",
        "{gauge}.scaled()",
        "{gauge}.scaled(shift={float})",
        "{MN} + {gauge}",
        "{MN} - {gauge}",
        "sum([{MN}, {gauge}])",
        "{corner}.value()",
        "{corner}.t",
        "{corner}[0] * {corner}[1]",
        "{fixed}.t * {fixed}.total",
        "{fixed}.moved(1).t",
        "{missing}['a'] * {MN} * 0.1",
        "{MN} * {missing}[{str}] * 0.1",
        "chosen({MN}, {int})",
        "described_by({{'a': {MN}, 'b': 1}})",
        "described_by([{MN}, 1, 2])",
        "described_by(({MN},))",
        "described_by({corner})",
        "described_by({gauge})",
        "described_by({int}) * {MN}",
        "described_by({str}) + {MN}",
        "described_by(None) * {MN}",
        "counted({MN}, times={int} % 4)[0]",
        "counted({MN}, extra=1)[0]",
        "[{MN}, {MN}, {MN}][{gauge}]",
        "operator.methodcaller('scaled', shift=1)({gauge})",
        "dataclasses.asdict({fixed})['t']",
        "type({gauge})({MN}).t",
        "{gauge}.__class__.__mro__[0]({MN}, 2).scaled()",
        "getattr({gauge}, 'times3') * 0.1",
    ],
    "int": [
        "{gauge}.level",
        "type({gauge}).made % 5",
        "Gauge.made % 3",
        "len(Registered.known)",
        "{missing}['z']",
        "len({missing})",
        "{fixed}.total % 5",
        "hash({gauge})",
        "operator.index({gauge})",
        "int({int} in {gauge})",
        "int({gauge} == {gauge})",
        "getattr({gauge}, 'level2', 3)",
        "len({corner})",
        "range(9)[{gauge}]",
    ],
    "str": [
        "f'{{{gauge}:>3}}'",
        "shown({MN})",
        "shown({int})",
        "shown({str})",
        "type({gauge}).tag",
        "','.join({fixed}.names)",
        "str({corner}._fields)",
        "{corner}.__class__.__name__",
    ],
    "writes": [
        ["{gauge}.level = {int}", "{gauge}.double = {MN}", "{gauge}.t = {MN}", "{gauge}.level += 3", "del {gauge}.t"],
        [
            "{fixed}.n = 3",
            "{corner}.by = 1",
            "{missing}[{int}] = 2",
            "{new int} = {missing}[{int}]",
            "{gauge}.t[0] = 1",
        ],
        [
            "{new MN}, {new float} = {corner}",
            "{new MN} = {gauge}.mean + {MN}",
            "{gauge}.t += 1",
            "{gauge}.extra = {MN}",
        ],
        ["{new int} = vars({gauge}).get('_level', 2)", "{gauge}.__dict__.pop('mean', None)", "Gauge.made = {int} % 4"],
    ],
    "blocks": [
        ("with {gauge} as {new MN}:", False, None),
        ("with scale_of({float}) as {new float}:", False, None),
        ("with {gauge}, scale_of(0.25):", False, None),
        ("with contextlib.suppress(AttributeError, Refused):", False, None),
        ("with contextlib.ExitStack() as stack:", False, None),
        ("for {new str}, {new int} in {missing}.items():", True, "missing"),
    ],
    "matches": [
        ("{corner}", ["case Corner(t={new MN}, by=0.5):", "case ({new MN}, {new float}):"]),
        ("{gauge}", ["case Meter():", "case Gauge(level={new int}) if {cond}:", "case _:"]),
        ("{dict}", ["case {{'a': {new MN}, 'b': {new MN}}}:", "case {{'a': {new MN}}}:", "case _:"]),
        ("{list}", ["case [{new MN}]:", "case [{new MN}, *{new list}]:", "case []:"]),
        ("({int}, {str})", ["case (0 | 1, _):", "case ({new int}, 'p'):", "case ({new int}, {new str}):"]),
        ("x.shape", ["case (1, _):", "case ({new int}, {new int}) if {cond}:", "case _:"]),
    ],
    "conditions": [
        "{gauge} == {gauge}",
        "{gauge} < {gauge}",
        "isinstance({corner}, tuple)",
        "'a' in {missing}",
        "'mean' in vars({gauge})",
        "{fixed}.n > 1",
    ],
    "results": [
        "{corner}.t, {corner}.by",
        "{gauge}.t, {gauge}.level",
        "{fixed}.t, {fixed}.total",
        "dict({missing})",
        "{gauge}.mean",
        "shown({MN})",
    ],
}

EVERYDAY = {
    "MN": [
        "[t for _, group in itertools.groupby({list}, key=lambda t: t.dim()) for t in group][-1]",
        "sum(a * b for a, b in itertools.combinations({list}, 2)) * 0.2 + {MN}",
        "[a if a is not None else b for a, b in itertools.zip_longest({list}, {list}[:1])][0]",
        "list(itertools.starmap(torch.add, zip({list}, {list})))[0] * 0.5",
        "list(itertools.takewhile(lambda t: t.dim() == 2, {list}))[0]",
        "heapq.nsmallest(1, {list}, key=lambda t: t.dim())[0]",
        "{MN} if 0 < {int} < 4 else {MN}",
        "{MN} if n and k or flag else {MN}",
        "(flag and {MN}) if flag else {MN}",
        "[*map(lambda t: t * 2, {list})][0]",
        "{{**{dict}, **dict(q={MN})}}['q']",
        "(lambda *ts, by=0.5, **named: ts[0] * by)(*{list}, by={float})",
        "torch.stack([t for t in {list} if t is not x] or [{MN}]).mean(0)",
        "sum((t * w for t, w in zip({list}, (0.5, 0.25))), start={MN})",
        "dict(sorted({dict}.items()))['a']",
        "{MN}.add({MN}, alpha=0.5).mul(0.5).sub({float})",
        "functools.reduce(lambda t, f: f(t), [torch.sin, {fn}, lambda t: t * 0.5], {MN})",
        "next(filter(lambda t: t.numel() >= 0, {list}))",
        "[{MN}][0 if flag else -1]",
        "max({list}, key=lambda t: t.shape[0])",
        "(last := [t * 0.5 for t in {list}])[-1] + last[0]",
        "{MN} + [i for i in range(9) if i % 2][{int} % 4] * 0.1",
        "{MN}[tuple(slice(None) for _ in x.shape)]",
        "{MN} * math.gcd({int}, 6) * 0.1",
        "{MN} * math.hypot({float}, 1) * 0.5",
        "{MN} * bisect.bisect([1, 2, 4], {int})",
        "{MN} * round({float} * 3) * 0.1",
        "{MN} * bool({int}) + {MN} * (not flag)",
        "{MN} * ({int} ^ 3) * 0.1 + ({int} >> 1)",
        "list({dict}.values())[::-1][0]",
        "[[{MN}, {MN}], [{MN}]][{int} % 2][0]",
        "dict(a=dict(b={MN}))['a']['b']",
    ],
    "int": [
        "{int}.bit_length()",
        "len(list(itertools.pairwise({list})))",
        "len([*itertools.product(range(2), {list})])",
        "sum(1 for a in range(3) for b in range(a) if a + b < {int})",
        "next(itertools.count({int})) % 5",
        "sum(map(len, [{str}, 'ab']))",
        "[3, 1, 2][{int} % 3]",
        "int('{{}}'.format({int}))",
        "len({str}.partition('-')[0])",
        "(n, k)[flag]",
        "n if n > k else k",
        "sum(divmod({int}, 4))",
        "math.comb(4, {int} % 4) % 7",
        "sorted([n, k, 2], reverse=True)[0]",
        "({int} & 3) | 1",
        "max((i * 3) % 5 for i in range(4))",
        "int(f'{{{int}}}') if {int} >= 0 else 0",
        "len(set(map(type, {list})))",
        "-(-{int} // 2)",
        "int(1 <= n < 3 <= 4 != k)",
    ],
    "float": ["math.fsum([{float}, 0.5])", "float(f'{{{float}:.1f}}')", "abs(-{float})", "min({float}, 1.0, 2)"]
    + ["1e-1 + {float}", "float({float}.is_integer())", "divmod({float}, 0.3)[1]", "pow(0.5, {int} % 3)"],
    "str": [
        "f'{{n:+d}} {{k!s:>2}} {{SCALE:.2e}}'",
        "'{{0}}-{{1:>3}}'.format(n, {int})",
        "{str}.rjust(4, '.')",
        "', '.join(f'{{key}}={{value.dim()}}' for key, value in {dict}.items())",
        "'yes' if flag else {str}",
        "{str}.encode().hex()",
        "hex({int} % 9)",
        "f'{{x.shape[0]}}x{{x.shape[1]}}'",
        "str(tuple(x.shape))",
        "{str}.zfill(3).swapcase()",
    ],
    "list": [
        "[t for row in [{list}, [{MN}]] for t in row]",
        "sum([{list}, [{MN}]], [])",
        "[t if i % 2 else t * 2 for i, t in enumerate({list})]",
        "list(dict(enumerate({list})).values())",
        "[{MN}, *reversed({list})]",
        "sorted({list}, key=lambda t: -t.shape[0])",
    ],
    "dict": [
        "{{f'k{{i}}': t for i, t in enumerate({list})}} | {{'a': {MN}}}",
        "dict(zip(['a', 'b'], {list}))",
        "{{key: t for key, t in {dict}.items() if key != 'b'}}",
        "dict(a={MN}, **{{'z': {MN}}})",
    ],
    "writes": [
        ["{new MN} = {new MN} = {MN}", "{new int} = {new int} = {int}", "{new list} = {new list} = []", "n += k"],
        ["{list}[1:] = [{MN}]", "{list}[:0] = [{MN}]", "del {list}[0]", "{list}[0], x = x, {list}[0]", "x, y = y, x"],
        ["{new int}, ({new int}, {new int}) = 1, ({int}, 2)", "[{new MN}, {new MN}] = {list}[:2]", "n, k = k, n"],
        ["{new MN}, {new int}, *{new list} = {MN}, 1, *{list}", "x = {MN}", "y = y + {MN}", "r = r * 0.5", "c = {M1}"],
        ["{dict}['a'] *= 2", "{dict}['a'], {new MN} = {MN}, {dict}['a']", "d = dict(d, c={MN})", "xs = xs + [{MN}]"],
        ["flag = not flag", "xs = [t * 0.5 for t in xs]", "globals()['total'] = {int}", "assert {cond} or True, {str}"],
        [
            "{new MN} = None or {MN}.sum()",
            "{new MN}: torch.Tensor = {MN}",
            "{new int}: int = {int}",
            "import math as m",
        ],
    ],
    "blocks": [
        ("for {new int}, ({new str}, {new MN}) in enumerate(list({dict}.items())):", True, None),
        ("for {new MN}, {new MN} in itertools.pairwise({list}):", True, None),
        ("for {new int} in range(x.shape[0] - 1, -1, -1):", True, None),
        ("for {new int} in reversed(range({int} % 4)):", True, None),
        ("for {new MN} in [x, y]:", True, None),
        ("for {new int} in (1, 2):", True, None),
        ("for {new int}, {new N} in zip(range(3), {MN}):", True, None),
        ("for {new fn} in (torch.sin, torch.relu):", True, None),
        ("with contextlib.nullcontext():", False, None),
        ("with torch.no_grad(), contextlib.nullcontext({MN}) as {new MN}:", False, None),
    ],
    "conditions": [
        "0 < n <= 3",
        "n and k",
        "not n",
        "x is not y and n != k",
        "{int} in (1, 2, 3)",
        "any(t is x for t in xs)",
        "all(t.dim() == 2 for t in {list})",
        "isinstance(n, int) and not isinstance(n, bool)",
        "len(xs) > 1 and xs[1].shape == x.shape",
        "{str}.startswith(('p', 's'))",
        "x.shape == y.shape == {MN}.shape",
        "{float} == 0.5 or {int} % 2 == 0",
    ],
    "results": [
        "({MN}, ({N}, {int}))",
        "[{MN}, {{'k': {MN}}}]",
        "*{list}, {int}",
        "{list}[::-1]",
        "{MN} if flag else {N}",
        "dict(a={MN}, n={int})",
        "(x, n, {str})",
        "{MN}, None",
    ],
}

FEATURES = {"functions_of_torch": FUNCTIONS, "objects": OBJECTS, "everyday": EVERYDAY}
