"""Further templates for random programs: NumPy's arrays in the memory of tensors, functions of a program's own with
derivatives, functions of functions, layers that the module holds as globals, and what Python does rarely: classes
made in functions, arguments that are kept between calls, objects that are copied, names that are deleted, groups of
exceptions.

Tables have the form of those in features.py; `HEADER` stands behind the others. `nd` is an array of NumPy with the shape of
`x`, `row` one of its columns' count.
"""

HEADER = '''import copy
import types as kinds

from torch.func import grad as derivative, vmap


class Cubed(torch.autograd.Function):
    """A function with a derivative of its own, which is not the true one."""

    @staticmethod
    def forward(ctx, t, by=1.0):
        ctx.save_for_backward(t)
        ctx.by = by
        return t * t * t * by

    @staticmethod
    def backward(ctx, given):
        (t,) = ctx.saved_tensors
        return given * t * ctx.by, None


class Marked(torch.autograd.Function):
    @staticmethod
    def forward(ctx, t, u):
        ctx.mark_dirty(t)
        t.add_(u.sum() * 0.1)
        return t, u * 2

    @staticmethod
    def backward(ctx, first, second):
        return first, second * 3


torch.manual_seed(3)
DENSE = torch.nn.Linear(1, 2)
NORMS = torch.nn.ModuleDict({"a": torch.nn.Softplus(), "b": torch.nn.Sequential(torch.nn.Tanh(), torch.nn.ELU())})
PIECES = torch.nn.ParameterList([torch.nn.Parameter(torch.tensor(0.5 * i)) for i in range(3)])
RECURRENT = torch.nn.GRU(1, 2, batch_first=True)
STEP = torch.nn.LSTMCell(1, 1)
RULE = torch.nn.Sequential(torch.nn.Linear(1, 3), torch.nn.ReLU(), torch.nn.LayerNorm(3), torch.nn.Linear(3, 1)).eval()
HEADS = torch.nn.MultiheadAttention(2, 1, batch_first=True).eval()
for held in (DENSE, PIECES, RECURRENT, STEP, RULE, HEADS):
    held.requires_grad_(False)


def remembered(t, kept=[]):
    """Keeps its arguments between calls."""
    kept.append(t.dim())
    del kept[:-3]
    return t * len(kept)


def swept(t, *, memo={}):
    memo["n"] = memo.get("n", 0) % 4 + 1
    return t - memo["n"]


def class_of(scale):
    """A class made by a function."""

    class Local(Box):
        limit = scale

        def scaled(self, by=2):
            nonlocal scale
            scale += 1
            return super().scaled(by) * scale % 3

        def __getattribute__(self, name):
            if name == "other":
                return 7
            return super().__getattribute__(name)

    return Local


class Bits(enum.IntFlag):
    A = 1
    B = 2
    C = A | B


class Shared:
    """Objects that copy themselves in their own way."""

    total = 0

    def __init__(self, t, parts=()):
        self.t, self.parts, self.back = t, list(parts), None

    def __copy__(self):
        made = type(self)(self.t, self.parts)
        made.back = self
        return made

    def __enter__(self):
        self.parts.append(self.t)
        return self

    def __exit__(self, kind, value, trace):
        self.parts.pop()
        Shared.total += 1

    def __iadd__(self, t):
        self.t = self.t + t
        return self

    def __getitem__(self, index):
        match index:
            case int():
                return self.parts[index]
            case slice(start=start, stop=stop):
                return Shared(self.t, self.parts[start:stop])
            case (a, b):
                return self.t[a, b]
        raise KeyError(index)

    @functools.singledispatchmethod
    def joined(self, other):
        return self.t

    @joined.register
    def _(self, other: int):
        return self.t + other

    @joined.register
    def _(self, other: torch.Tensor):
        return self.t - other


def returned(t, n):
    """What a finally block returns or leaves replaces what was raised or returned."""
    for i in range(3):
        try:
            if i == n:
                return t * i
            if i > n:
                raise Refused(i)
        except Refused:
            t = t - 1
            continue
        finally:
            t = t + 1
            if n == 2 and i == 2:
                return t, "finally"
    else:
        t = t * 2
    return t


def deleted(t, n):
    u = t + 1
    if n > 1:
        del u
    try:
        return u
    except UnboundLocalError as error:
        return t * 0.5


def lazily(t, n):
    """Generators that read names when they are run."""
    made = (row * n for row in t)
    n = 3
    late = [lambda: t * n for _ in range(2)]
    n = 2
    t = t + 1
    return sum(made) + late[0]()


def grouped(t, n):
    try:
        raise ExceptionGroup("both", [ValueError(n), Refused(n)] if n > 1 else [KeyError(n)])
    except* ValueError as group:
        t = t + len(group.exceptions)
    except* (Refused, KeyError):
        t = t * 2
    return t


def standardized(a):
    """What programs do with arrays."""
    a = np.asarray(a)
    return (a - a.mean(axis=0)) / (a.std(axis=0) + 1)


def filled(a, value):
    a[...] = value
    a[::2] += 1
    return a


'''

DEFAULTS = {
    "nd": "(x.detach() * 1.0).numpy()",
    "row": "(r.detach() * 1.0).numpy()",
    "shared": "Shared(x * 1)",
    "local": "class_of(2)(x * 1, k)",
}

NUMPY = {
    "nd": [
        "{MN}.detach().numpy()",
        "({MN}.detach() * 2).numpy()",
        "{nd} + {nd}",
        "{nd} * 0.5",
        "{nd} - {row}",
        "{nd} / (np.abs({nd}) + 1)",
        "{nd} * {int}",
        "{nd} + {float}",
        "{float} - {nd}",
        "-{nd}",
        "np.abs({nd})",
        "np.exp(-np.abs({nd}))",
        "np.tanh({nd})",
        "np.maximum({nd}, 0)",
        "np.where({nd} > 0.1037, {nd}, {row})",
        "np.where({nd} > 0.1037, {float}, {int})",
        "np.clip({nd}, -1, 1)",
        "{nd}.clip(0, None)",
        "{nd}.copy()",
        "{nd}.T.copy().T",
        "{nd}.T.T",
        "{nd}[:]",
        "{nd}.reshape(-1).reshape({nd}.shape)",
        "{nd}.ravel().reshape({nd}.shape)",
        "np.concatenate([{nd}[:1], {nd}[1:]])",
        "np.stack([{nd}, {nd}])[0]",
        "np.stack([{nd}, {nd}], axis=-1).sum(-1)",
        "np.zeros_like({nd})",
        "np.full({nd}.shape, {float})",
        "np.ones({nd}.shape, dtype=np.float32) * {nd}",
        "{nd}.astype(np.float32)",
        "{nd}.astype(int)",
        "{nd}.astype('float64')",
        "{nd}.astype(np.int32) // 2",
        "({nd} > 0.1037) * {nd}",
        "{nd} ** 2",
        "{nd} % 2",
        "{nd} // 0.5",
        "{nd} - {nd}.mean()",
        "{nd} - {nd}.mean(axis=0)",
        "{nd} - {nd}.mean(axis=1, keepdims=True)",
        "{nd} * {nd}.sum(0)",
        "np.cumsum({nd}, axis=0)",
        "np.sort({nd}, axis=0)",
        "np.flip({nd}, 0)",
        "{nd}[::-1]",
        "{nd}[:, ::-1]",
        "np.tril({nd})",
        "np.roll({nd}, 1, axis=0)",
        "np.asarray({MN}.detach())",
        "np.array({nd})",
        "np.array({nd}, dtype=np.float64)",
        "np.array({MN}.tolist()).reshape({nd}.shape)",
        "standardized({nd})",
        "filled({nd}, {float})",
        "filled({nd} * 1, {int})",
        "np.nan_to_num({nd})",
        "np.broadcast_to({row}, {nd}.shape) + 0",
        "np.outer({nd}[:, 0], {row})",
        "{nd} @ np.eye({nd}.shape[1])",
        "{nd} @ np.eye({nd}.shape[1], dtype=np.float32)",
        "np.round({nd})",
        "np.floor({nd})",
        "np.sign({nd})",
        "np.square({nd})",
        "np.sqrt(np.abs({nd}))",
        "{nd} * np.float32(0.5)",
        "{nd} * np.float64(0.5)",
        "{nd} + np.int64({int})",
        "{nd} + {nd}.max()",
        "np.add({nd}, {nd})",
        "np.multiply({nd}, 2)",
        "np.expand_dims({nd}, 0)[0]",
        "{nd}[None][0]",
        "{nd}[..., None].squeeze(-1)",
        "{nd}[np.arange(len({nd}))]",
        "np.take({nd}, list(range(len({nd}))), axis=0)",
        "np.repeat({nd}, 2, axis=0)[::2]",
        "np.tile({nd}, (1, 1))",
        "np.linspace(0, 1, {nd}.size).reshape({nd}.shape)",
        "np.arange({nd}.size).reshape({nd}.shape)",
    ],
    "row": [
        "{nd}[0]",
        "{nd}[-1]",
        "{nd}.sum(axis=0)",
        "{nd}.mean(0)",
        "{nd}.max(axis=0)",
        "np.prod({nd}, axis=0)",
        "{nd}.argmax(axis=0)",
        "{nd}.any(0)",
        "{row} * 2",
        "{row}[::-1]",
        "np.arange({nd}.shape[1])",
        "np.arange({nd}.shape[1], dtype=np.float32)",
        "np.linspace(0, 1, {nd}.shape[1])",
        "{nd}.std(axis=0)",
        "{nd}[:, 0].sum() * {row}",
        "{N}.detach().numpy()",
        "np.zeros({nd}.shape[1])",
    ],
    "MN": [
        "torch.from_numpy({nd})",
        "torch.from_numpy({nd}.copy())",
        "torch.as_tensor({nd})",
        "torch.tensor({nd})",
        "torch.tensor({nd}, dtype=torch.float32)",
        "torch.as_tensor({nd}, dtype=torch.float64)",
        "{MN} + torch.from_numpy({row})",
        "{MN} * float({nd}.sum()) * 0.1",
        "{MN} * {nd}.size",
        "{MN} + {nd}.mean().item()",
        "{MN} * {nd}.shape[0]",
        "{MN} + torch.from_numpy(np.ascontiguousarray({nd}))",
        "torch.from_numpy({nd}.astype(np.float32)) * {MN}",
        "{MN}.new_tensor({nd})",
        "{MN} * np.sqrt({nd}.shape[1])",
        "torch.from_numpy({nd} * 0.5).float()",
        "torch.stack([torch.from_numpy(a) for a in ({nd}, {nd})]).sum(0)",
        "{MN} + int({nd}.argmax()) if {nd}.size else {MN}",
    ],
    "S": ["torch.tensor({nd}.sum())", "torch.tensor(float({nd}[0, 0]))", "torch.as_tensor({nd}.max())"],
    "int": [
        "{nd}.ndim",
        "{nd}.size % 7",
        "len({nd})",
        "{nd}.shape[-1] % 5",
        "int(({nd} > 0.1037).sum()) % 5",
        "{nd}.itemsize",
        "{nd}.strides[0] % 7",
        "int({nd}.dtype == np.float32)",
        "int(np.sum({nd} > 0.5)) % 3",
        "int(np.count_nonzero({nd})) % 5",
    ],
    "float": ["float({nd}.sum() * 0)", "{nd}.mean().item() * 0", "float(np.float32({float}))", "float({row}[0]) * 0"],
    "str": [
        "str({nd}.dtype)",
        "f'{{{nd}.shape}}'",
        "{nd}.dtype.name",
        "type({nd}.sum()).__name__",
        "f'{{{nd}.ndim:02d}}'",
    ],
    "writes": [
        [
            "{nd}[0] = 1",
            "{nd} += 1",
            "{nd} *= 0.5",
            "{nd}[:, 0] = {nd}[:, -1]",
            "{nd}[{nd} > 0.1037] = 0",
            "{nd}[0, 0] = {float}",
        ],
        [
            "{nd}[1:] -= {nd}[:1]",
            "{nd}[:] = {row}",
            "{nd}.fill({float})",
            "{nd}[::2] = 3",
            "{nd}[-1] += {row}",
            "{nd}.T[0] = 2",
        ],
        ["{MN}[0] = torch.from_numpy({row})", "torch.from_numpy({nd}).add_(1)", "{MN}.copy_(torch.from_numpy({nd}))"],
        [
            "{new nd} = {nd}",
            "{new nd} = {nd}[:]",
            "{new row} = {nd}[0]",
            "{new row}, *_ = {nd}",
            "{row} += 1",
            "{row}[:1] = 4",
        ],
        [
            "np.copyto({nd}, {row})",
            "np.add({nd}, 1, out={nd})",
            "{nd}[{row} > 0] = 1",
            "{nd}.sort(axis=0)",
            "{nd} //= 2",
        ],
    ],
    "blocks": [
        ("for {new row} in {nd}:", True, None),
        ("for {new int}, {new row} in enumerate({nd}):", True, None),
        ("for {new nd} in [{nd}, {nd} * 2]:", True, None),
    ],
    "conditions": [
        "{nd}.sum() > 0.1",
        "({nd} > 0.1037).all()",
        "{nd}.any()",
        "{nd}.shape == {nd}.shape",
        "{nd}.dtype == np.float32",
        "isinstance({nd}, np.ndarray)",
        "np.allclose({nd}, {nd})",
        "np.array_equal({nd}, {nd})",
        "{nd}.flags['C_CONTIGUOUS']",
        "{nd} is {nd}",
        "len({nd}) > 2",
        "{nd}[0, 0] > 0.5",
        "np.isnan({nd}).any()",
    ],
    "results": [
        "{nd}",
        "{nd}, {nd}",
        "{nd}.T",
        "{row}",
        "{nd}[0]",
        "{nd}.sum()",
        "{nd}.mean(), {nd}.dtype",
        "torch.from_numpy({nd}), {nd}",
        "{nd}.tolist()",
        "{nd}.shape",
        "{nd} > 0.1037",
        "{MN}, {nd}",
        "{nd}.strides",
        "np.float64({float}) * {nd}.max()",
        "{nd}[0, 0]",
    ],
}

DERIVED = {
    "MN": [
        "Cubed.apply({MN})",
        "Cubed.apply({MN}, {float})",
        "slope(Cubed.apply, {MN})",
        "slope(lambda t: Cubed.apply(t * 2, 0.5) + t, {MN})",
        "Marked.apply({MN} * 1, {MN})[0]",
        "Marked.apply({MN} * 1, {MN})[1]",
        "vmap(lambda t: t * 2)({MN})",
        "vmap(lambda t, u: t + u, (0, None))({MN}, {N})",
        "vmap(torch.sin, 1, 1)({MN})",
        "vmap(vmap(lambda t: t * t + 1))({MN})",
        "vmap(lambda t: t.softmax(0))({MN})",
        "vmap({fn})({MN})",
        "derivative(lambda t: (t * t).sum())({MN})",
        "derivative(lambda t, u: (t * u).sum(), argnums=1)({MN}, {MN})",
        "torch.func.grad_and_value(lambda t: t.sin().sum())({MN})[0]",
        "torch.func.jvp(torch.sin, ({MN},), ({MN},))[1]",
        "torch.func.vjp(lambda t: t * 2, {MN})[1]({MN})[0]",
        "torch.autograd.functional.jacobian(lambda t: t.sum(0) * 2, {MN}).sum(0)",
        "torch.utils.checkpoint.checkpoint({fn}, {MN}, use_reentrant=False)",
        "{MN}.detach().requires_grad_().detach()",
    ],
    "S": ["torch.autograd.grad((r.detach().requires_grad_() * 2).sum(), [], allow_unused=True) and {S}"],
    "results": ["Cubed.apply({MN})", "vmap(lambda t: t.sum())({MN})", "slope(Cubed.apply, {MN})", "{MN}"],
}

HELD = {
    "MN": [
        "DENSE({M1}).sum(-1, keepdim=True) + {MN}",
        "RULE({M1}) + {MN}",
        "RULE[0]({M1})[:, :1] * {MN}",
        "NORMS['a']({MN})",
        "NORMS['b']({MN})",
        "NORMS['b'][1]({MN})",
        "{MN} * PIECES[1]",
        "sum(p * {MN} for p in PIECES)",
        "RECURRENT({M1}[None])[0].sum((0, 2))[:, None] + {MN}",
        "RECURRENT({M1}[None])[1].sum() * {MN}",
        "STEP({M1})[0] * {MN}",
        "STEP({M1}, STEP({M1}))[1] + {MN}",
        "HEADS(*[DENSE({M1})[None]] * 3, need_weights=False)[0][0, :, :1] + {MN}",
        "HEADS(*[DENSE({M1})[None]] * 3)[1].sum() * {MN}",
        "[layer({M1}) for layer in RULE[:2]][-1].sum() + {MN}",
        "functools.reduce(lambda t, name: NORMS[name](t), NORMS, {MN})",
        "torch.func.functional_call(DENSE, dict(DENSE.named_parameters()), ({M1},))[:, :1] + {MN}",
        "copy.deepcopy(DENSE)({M1})[:, 1:] + {MN}",
        "torch.nn.Linear.forward(DENSE, {M1})[:, :1] + {MN}",
        "F.linear({M1}, DENSE.weight, DENSE.bias)[:, :1] * {MN}",
        "{MN} @ torch.nn.functional.linear(torch.eye(x.shape[1]), torch.eye(x.shape[1]))",
        "torch.nn.Softmax(dim={int} % 2)({MN})",
        "torch.nn.Flatten(0)({MN}).view(x.shape)",
        "torch.nn.Identity()({MN})",
        "torch.nn.Dropout({float})({MN} * 0)",
        "torch.nn.LeakyReLU(0.5)({MN})",
        "torch.nn.GELU()({MN}.float())",
        "torch.nn.utils.parameters_to_vector(DENSE.parameters()).sum() * {MN}",
    ],
    "int": [
        "len(RULE)",
        "len(NORMS)",
        "len(PIECES)",
        "int('a' in NORMS)",
        "DENSE.out_features",
        "len(list(RULE.modules()))",
    ],
    "str": ["repr(NORMS['a'])", "DENSE.extra_repr()", "','.join(NORMS)", "next(iter(RULE.state_dict()))"],
    "blocks": [
        ("for {new str}, {new layer} in NORMS.items():", True, None),
        ("for {new layer} in NORMS.values():", True, None),
        ("for {new S} in PIECES:", True, None),
    ],
    "layer": ["NORMS['a']", "NORMS['b']", "NORMS[{str}]", "torch.nn.ReLU()", "RULE[1]"],
    "writes": [
        [
            "{MN} = {layer}({MN})",
            "{new MN} = {layer}({MN})",
            "PIECES[0].data.fill_(0.0)",
            "RULE.eval()",
            "DENSE.mark = {int}",
        ],
        [
            "net.layers[0] = net.layers[-1]",
            "net.gain = torch.nn.Parameter({S}.detach().float())",
            "net.first = NORMS['a']",
        ],
        [
            "net.register_buffer('seen', {S}.detach().float())",
            "del net.cache",
            "net.cache = {{}}",
            "net.extra = NORMS['b']",
        ],
    ],
    "conditions": [
        "RULE.training",
        "hasattr(DENSE, 'mark')",
        "isinstance(RULE[0], torch.nn.Linear)",
        "DENSE.bias is None",
    ],
    "results": ["RULE({M1})", "DENSE({M1})", "RECURRENT({M1}[None])", "STEP({M1})", "{layer}({MN})"],
}

RARE = {
    "shared": ["Shared({MN})", "Shared({MN}, {list})", "copy.copy({shared})", "{shared}[:1]", "{shared}"],
    "local": ["class_of({int})({MN}, {int})", "class_of(1).of({MN})", "type({local})({MN})", "{local}"],
    "MN": [
        "remembered({MN})",
        "swept({MN})",
        "{shared}.t",
        "{shared}.joined({int})",
        "{shared}.joined({MN})",
        "{shared}.joined({str})",
        "{shared}[0]",
        "copy.copy({shared}).back.t",
        "copy.deepcopy({dict})['a']",
        "copy.deepcopy({list})[0]",
        "copy.copy({list})[-1]",
        "copy.copy({MN})",
        "copy.deepcopy({MN}.detach())",
        "{local}.t",
        "{local}.scaled()",
        "{local}.half * {local}.other",
        "returned({MN}, {int})",
        "deleted({MN}, {int})",
        "lazily({MN}, {int})",
        "grouped({MN}, {int})",
        "{MN}[*(0, 0)] + {MN}",
        "{MN}[*[slice(None)], :1] + {MN}",
        "{MN} * (Bits.A | Bits.B).value * 0.1",
        "{MN} if Bits.A in Bits({int} % 4) else -{MN}",
        "[u := {MN} * 2, u + 1][1]",
        "[u for t in {list} if (u := t * 0.5).dim() == 2][0]",
        "(lambda t, /, *, by: t * by)({MN}, by={float})",
        "sum([t for t, in zip({list}, strict=True)])",
        "(lambda: (yield))().__class__ and {MN}",
        "kinds.MappingProxyType({dict})['a']",
        "kinds.SimpleNamespace(**{dict}).a",
        "collections.ChainMap({{}}, {dict})['a']",
        "collections.OrderedDict(b={MN}, a={MN}).popitem(last=False)[1]",
        "dict.fromkeys('ab', {MN})['b']",
        "(t := {MN}) * t",
        "{dict}.pop('zz', {MN})",
        "{MN}.__class__.add({MN}, 1)",
        "torch.Tensor.__mul__({MN}, 2)",
        "(torch.add if flag else torch.sub)({MN}, {MN})",
        "getattr(torch, 'sin' if flag else 'cos')({MN})",
        "vars(torch)['tanh']({MN})",
        "type('Made', (), {{'t': {MN}}}).t",
        "type('Made', (Box,), {{'limit': {int}}}).of({MN}).t",
        "max([(0, {MN}), (1, {MN})], key=lambda pair: pair[0])[1]",
        "{MN}.sum(dim=0, keepdim=True).expand(x.shape)",
        "(*{list},)[0]",
        "[*{list}, *[{MN}]][-1]",
    ],
    "int": [
        "Shared.total",
        "{local}.other",
        "{local}.limit",
        "len(Bits.C)",
        "int(Bits.C & Bits.B)",
        "int.from_bytes(b'\\x01\\x02', 'big') % 5",
        "sum(int(c) for c in str({int} * {int}))",
        "[1, 2, 3].__len__()",
        "slice(0, 5, 2).indices(x.shape[0])[1]",
        "len(range(*slice(None, None, 2).indices(len(x))))",
        "int(float('inf') > {int})",
        "~-{int}",
        "int(True) + False",
        "(lambda *a, k=1: len(a) + k)(*{list})",
    ],
    "str": [
        "f'{{n=}} {{k!r:>4}}'",
        "f'{{x.shape[0]:{{n}}d}}' if n > 0 else ''",
        "f\"{{'a' if flag else f'{{n}}'}}\"",
        "str(Bits.C)",
        "repr(Bits.A)",
        "'%(a)s' % {{'a': {int}}}",
        "'{{:>{{}}}}'.format({int}, 4)",
        "type({local}).__qualname__",
        "'a' 'b' f'{{n}}'",
        "b'ab'.decode() + {str}",
    ],
    "writes": [
        [
            "{shared} += {MN}",
            "{shared}.parts.append({MN})",
            "{shared}.t.add_(1)",
            "{shared}.back = {shared}",
            "del {shared}.t",
        ],
        [
            "{local}.k += 1",
            "{local}.t = {MN}",
            "type({local}).limit = {int}",
            "{local}.extra = {int}",
            "del {MN}",
            "del {int}",
        ],
        [
            "{new MN} = returned({MN}, {int})",
            "{new MN}: torch.Tensor",
            "{new list} = copy.copy({list})",
            "{new dict} = copy.copy({dict})",
        ],
        [
            "({new MN}) = {MN}",
            "{new MN}, = [{MN}]",
            "{new list}[:] = []",
            "*{new list}, = {list}",
            "{list}[:] = {list}[::-1]",
        ],
        [
            "for {new int} in range(2): {MN} = {MN} * 0.5",
            "if flag: {MN} = {MN} + 1",
            "x = y = {MN}",
            "global total; total += 1",
        ],
    ],
    "blocks": [
        ("with {shared} as {new shared}:", False, None),
        ("with {shared}, Span('z') as {new span}:", False, None),
        ("for [{new MN}, {new int}] in [({MN}, 1), ({MN}, 2)]:", True, None),
        ("for {new int} in iter([3, 1]):", True, None),
        ("while (turn := count()) % 4:", True, None),
        ("for {new int}, *{new list} in [(1, {MN}, {MN}), (2, {MN})]:", True, None),
        ("for {dict}['q'] in {list}:", True, "list"),
        ("for {list}[0] in [{MN}]:", True, None),
    ],
    "matches": [
        ("{shared}", ["case Shared(t={new MN}, parts=[]):", "case Shared(parts=[{new MN}, *_]):", "case _:"]),
        ("{MN}", ["case torch.Tensor() as {new MN} if {cond}:", "case _:"]),
        ("({MN}, {int})", ["case ({new MN}, 1 | 2 as {new int}):", "case ({new MN}, int({new int})):"]),
        ("x.shape[0]", ["case 0:", "case 1:", "case {new int} if {new int} % 2:", "case _:"]),
        (
            "{{'k': {int}, 'v': [{MN}, {MN}]}}",
            ["case {{'k': 1, 'v': [{new MN}, _]}}:", "case {{'v': [*_, {new MN}]}}:"],
        ),
        ("{float}", ["case 0.5:", "case -1.0 | 2:", "case float({new float}):", "case _:"]),
        ("None if flag else {MN}", ["case None:", "case {new MN}:"]),
    ],
    "jumps": ["raise ExceptionGroup('g', [Refused(1)])", "raise Refused", "raise KeyError({str}) from ValueError(1)"],
    "conditions": [
        "(m := {int}) > 1",
        "Bits.A in Bits.C",
        "{shared}.back is None",
        "{local} is {local}",
        "not {list}[5:]",
    ]
    + [
        "x.shape[0] in range(2, 5)",
        "x.shape[0] not in (0, 1)",
        "{int} if flag else k",
        "isinstance({MN}, (list, Tensor))",
    ],
    "results": ["{shared}.t, {shared}.parts", "{local}.t, {local}.limit", "returned({MN}, {int})", "{MN}", "{str}"],
}

FEATURES = {"numpy": NUMPY, "derived": DERIVED, "held": HELD, "rare": RARE}
