"""Further templates for random programs: reductions over several dimensions, slices of every kind, writes at places that
tensors hold, aliases that go through containers, closures that keep tensors, and exits out of nested blocks.

Tables have the form of those in features.py; `HEADER` stands behind that of features_python.py.
"""

HEADER = '''def accumulator(held):
    """Two closures over one tensor."""

    def add(t):
        nonlocal held
        held = held + t * 0.5
        return held

    def write(t):
        held.mul_(0.5)
        return held + t

    return add, write


def guarded(t, limit):
    """A generator that cleans up, however it is left."""
    try:
        for i in range(3):
            if t.sum() > limit + 9:
                return
            yield t + i
    finally:
        clock[0] += 1


def first_of(t, limit):
    """Leaves a loop, two handlers and a block from the inside; what is returned may be replaced on the way."""
    left = 0
    for i in range(4):
        try:
            try:
                with Section(True):
                    if t[:1].sum() > limit:
                        return t * i
                    if i == 2:
                        raise Refused(i)
                    if i > 2:
                        break
                left += 1
            finally:
                left += 1
                if limit > 5:
                    continue
        except ValueError:
            left += 5
    return t + left


class Cell:
    """Hands out what it holds, and remembers who wrote."""

    def __init__(self, t):
        self.inner, self.writes = t, 0

    @property
    def t(self):
        return self.inner

    @t.setter
    def t(self, value):
        self.writes += 1
        self.inner = value

    def __imul__(self, by):
        self.inner *= by
        return self

    def __getitem__(self, index):
        return self.inner[index]

    def __setitem__(self, index, value):
        self.inner[index] = value


'''

DEFAULTS = {
    "rowint": "torch.zeros(2, dtype=torch.long)",
    "cell": "Cell(x * 1)",
    "adder": "accumulator(x * 1)[0]",
    "pairs": "accumulator(x * 1)",
}

REDUCTIONS = {
    "MN": [
        "{MN} - {MN}.sum((0, 1)) * 0.05",
        "{MN} - {MN}.mean((0, -1), keepdim=True)",
        "{MN} + {MN}.sum([0], keepdim=True) * 0.1",
        "{MN} + {MN}.amax((0, 1), True)",
        "{MN} / ({MN}.abs().sum((-1,), True) + 1)",
        "{MN} - torch.logsumexp({MN}, (0, 1), True)",
        "{MN}.sum((), keepdim=True) * 0.05 + {MN}",
        "{MN} * {MN}.std((0, 1), unbiased=False, keepdim=True)",
        "{MN} + {MN}.sum(0, dtype=torch.float64).float() * 0.1",
        "{MN} - torch.amin({MN}, dim=(1,), keepdim=True)",
        "{MN} + torch.count_nonzero({MN}, 0)",
        "{MN} * ({MN} > 0.1037).sum(-1, keepdim=True)",
        "{MN}.unsqueeze(1).sum((1, -1), keepdim=True)[:, 0] * 0.1 + {MN}",
        "{MN} + {MN}.var(0, correction=0)",
        "{MN}.unsqueeze(0).mean(0)",
        "torch.all({MN} > -9, 1, keepdim=True) * {MN}",
        "{MN} * torch.linalg.vector_norm({MN}, 2, (0, 1))",
    ],
    "S": [
        "{MN}.sum((0, 1))",
        "{MN}.mean([0, 1])",
        "{MN}.amax((1, 0))",
        "torch.sum({MN}, dim=(-1, -2)) * 0.1",
        "{MN}.sum(0).sum(0)",
        "{MN}.abs().sum().sqrt()",
        "({MN} > 0.1037).any()",
        "{MN}.std(unbiased=False)",
        "{MN}.numel() - (x > 0).sum()",
    ],
    "N": [
        "{MN}.sum([0]) * 0.1",
        "{MN}.mean((0,))",
        "{MN}.amax(dim=(0,))",
        "{MN}[None].sum((0, 1)) * 0.1",
        "{MN}.var(0, unbiased=False)",
        "({MN} > 0.1037).sum(0)",
        "{MN}.sum(-2)",
        "{MN}.max(0).values",
        "{MN}.min(0)[0]",
    ],
    "M": ["{MN}.sum((1,)) * 0.1", "{MN}.amin([-1])", "{MN}.argmax(1)", "{MN}.prod(1) * 0", "{MN}.any(-1)"],
    "results": ["{MN}.sum((0, 1))", "{MN}.mean(0, True)", "{MN}.max(0)[0]", "{MN}.amax((0, 1), keepdim=True)", "{M}"],
}

SLICES = {
    "MN": [
        "{MN}[:{int}].sum(0) * 0.1 + {MN}",
        "{MN}[-{int}:].sum(0) * 0.1 + {MN}",
        "{MN}[{int}:{int}].sum() + {MN}",
        "{MN}[:, -1:] + {MN}",
        "{MN}[:, :0].sum() + {MN}",
        "{MN}[-100:100]",
        "{MN}[0:x.shape[0]:1, ...]",
        "{MN}[: x.shape[0]]",
        "{MN}[None, ..., None][0, ..., 0]",
        "{MN}[x.shape[0] - 1 :] + {MN}",
        "{MN}[:: max({int}, 1)].sum(0) + {MN}",
        "{MN}[..., {int} % 2 :].sum() + {MN}",
        "{MN}[slice(None)]",
        "{MN}[(slice(0, None), Ellipsis)]",
        "torch.cat(({MN}[:{int}], {MN}[{int}:]))[: x.shape[0]].sum() + {MN}",
        "{MN}[True][0]",
        "torch.cat((x[: x.shape[0] // 2], x[x.shape[0] // 2 :]))",
    ],
    "rows": [
        "{MN}[{int}:]",
        "{MN}[-{int}:]",
        "{MN}[: -{int}]",
        "{MN}[1:-1]",
        "{MN}[:, 1:-1]",
        "{MN}[5:]",
        "{MN}[2:1]",
        "{MN}[::2, 1::2]",
        "{MN}[-2:-1, None]",
        "{rows}[:{int}]",
        "{MN}[x.shape[0] // 2 :]",
        "{MN}.narrow(0, 0, x.shape[0] // 2)",
        "{MN}[{int} : {int} + 2]",
        "{MN}[:, [-1, 0]]",
    ],
    "N": [
        "{MN}[-1]",
        "{MN}[{int} % max(len(x), 1)]",
        "{MN}[-{int}]",
        "{N}[-100:]",
        "{N}[:]",
        "{N}[...]",
        "{MN}[0, ...]",
    ],
    "writes": [
        ["{MN}[{int}:] = 0.5", "{MN}[:{int}] += 1", "{MN}[-1:] = {MN}[:1]", "{MN}[:, -1] = {MN}[:, 0]", "{MN}[5:] = 9"],
        ["{MN}[1:-1] *= 2", "{MN}[::2, ::2] = 0", "{MN}[:{int}].zero_()", "{MN}[{int}:{int}] = {MN}[{int}:{int}]"],
        ["{MN}[..., :1] = {M1}", "{MN}[2:1] = 7", "{MN}[-{int}:].add_(1)", "{MN}[:, {int}:].fill_({float})"],
    ],
    "results": ["{rows}", "{rows}.shape", "{MN}[{int}:]", "{MN}[-1:]", "{MN}[:, :0]"],
}

PLACES = {
    "rowint": [
        "torch.tensor([0, -1])",
        "torch.arange(x.shape[0])",
        "(x[:, 0] > 0).nonzero().view(-1)",
        "torch.tensor([{int} % max(len(x), 1)])",
        "{rowint}.flip(0)",
        "torch.zeros(2, dtype=torch.long)",
        "torch.where(x[:, 0] > 0)[0]",
        "-torch.ones(1, dtype=torch.long)",
        "torch.argsort(x[:, 0], stable=True)",
        "{rowint}[:1]",
    ],
    "MN": [
        "{MN}[{rowint}].sum(0) * 0.1 + {MN}",
        "{MN}[{rowint}, :][:1] + {MN}",
        "{MN}[{rowint}, 0].sum() + {MN}",
        "{MN}[{rowint}[:, None], torch.arange(x.shape[1])].sum() + {MN}",
        "{MN}.index_select(0, {rowint} % max(len(x), 1)).mean() + {MN}",
        "torch.where({mask}, {MN}, {N})",
        "{MN}.clone().index_fill_(0, {rowint} % max(len(x), 1), 0.5)",
        "{MN}.scatter(0, {rowint}[:1, None] % max(len(x), 1), 0.25)",
        "{MN}.index_add(0, {rowint} % max(len(x), 1), {MN}[{rowint}])",
        "{MN}.masked_fill(x > y, 0.0)",
        "2 ** {MN}.clamp(-2, 2)",
    ],
    "rows": ["{MN}[{rowint}]", "{MN}[:, [0]]", "{MN}[{rowint}, -1]", "{MN}[{mask}]", "{MN}[{rowint}][:, ::2]"],
    "writes": [
        ["{MN}[{rowint}] = 0.5", "{MN}[{rowint}] = {N}", "{MN}[{rowint}] += 1", "{MN}[{rowint}, 0] = 1.5"],
        ["{MN}[{mask}] = 0", "{MN}[{mask}] += 1", "{MN}[{mask}] = {MN}[{mask}] * 2", "{MN}[~{mask}] = {S}"],
        ["{MN}[0, {int} % max(x.shape[1], 1)] = 3", "{MN}[-1][0] = {float}", "{MN}[[0, -1]] = {MN}[[-1, 0]]"],
        ["{MN}[x[:, 0] > 0] = {N}", "{MN}[:, r > 0] = 0.25", "{MN}.index_put_(({rowint},), {S})", "{N}[r > 0] = 1"],
        ["{MN}[{rowint}[:1]] -= {MN}[:1]", "{MN}.T[0] = {float}", "{MN}[None, {rowint}] = 0.75"],
    ],
    "results": ["{MN}[{rowint}]", "{rowint}", "{MN}", "{rows}"],
}

ALIASES = {
    "MN": [
        "{list}[0]",
        "{dict}['a']",
        "{cell}.t",
        "{cell}[:]",
        "{box}.t[:]",
        "{MN}[:]",
        "{MN}.view(x.shape)",
        "{MN}.t().t()",
    ]
    + ["{tuple}[0]", "{tuple}[-1][:]", "next(iter({dict}.values()))", "[t for t in {list}][0]", "{list}[-1].detach()"]
    + ["{MN}.expand_as(x)", "({list} + [{MN}])[0]", "{adder}({MN})", "{pairs}[1]({MN})", "{pairs}[0]({MN})"],
    "tuple": ["({MN}, {MN})", "({list}[0], {dict}['a'])", "tuple({list})", "({MN}[:], {MN})"],
    "list": ["[{MN}, {MN}[:]]", "list({tuple})", "[{cell}.t, {MN}]", "{list}", "[*{list}, {dict}['a']]"],
    "dict": ["{{'a': {MN}, 'b': {list}[0]}}", "dict(a={cell}.t, b={MN})", "{dict}"],
    "cell": ["Cell({MN})", "Cell({MN}[:])", "Cell({list}[0])", "{cell}", "Cell({dict}['a'])"],
    "adder": ["accumulator({MN})[0]", "{pairs}[0]", "{cell}.__class__({MN}).__getitem__", "{adder}"],
    "pairs": ["accumulator({MN})", "accumulator({cell}.t)", "{pairs}"],
    "N": ["{cell}[0]", "{list}[0][0]", "{tuple}[0][-1]", "{dict}['a'][0]"],
    "writes": [
        [
            "{list}[0] = {MN}",
            "{list}[0].add_(1)",
            "{list}[0][0] = {float}",
            "{list}.append({list}[0])",
            "{list}[-1] *= 2",
        ],
        ["{dict}['a'] = {list}[0]", "{dict}['b'] = {dict}['a'][:]", "{dict}['a'].mul_(0.5)", "{dict}['a'][0] += 1"],
        [
            "{cell}.t = {MN}",
            "{cell} *= 0.5",
            "{cell}[0] = {N}",
            "{cell}.t += 1",
            "{cell}.t.zero_()",
            "{cell}[{mask}] = 1",
        ],
        ["{tuple}[0].add_(1)", "{MN} += {tuple}[-1]", "{new MN}, {new MN} = {tuple}[:2]", "{MN}.copy_({list}[0])"],
        ["{new MN} = {MN}", "{MN} = {MN}[:]", "{MN}.t()[0] = 1", "{box}.t = {list}[0]", "{list}[0] = {box}.t"],
        ["{new MN} = {adder}({MN})", "{new MN} = {pairs}[1]({MN})", "{MN}.neg_()", "{MN}[1:] += {MN}[:-1]"],
    ],
    "conditions": ["{list}[0] is {MN}", "{cell}.t is {dict}['a']", "{MN} is {MN}", "{cell}.writes > 1"],
    "results": ["{list}", "{dict}", "{cell}.t", "{tuple}", "{list}[0], {dict}['a']", "{MN}[:]", "{cell}.writes"],
}

EXITS = {
    "MN": [
        "first_of({MN}, {int})",
        "first_of({MN}, {float})",
        "sum(guarded({MN}, {int})) * 0.2 + {MN}",
        "next(guarded({MN}, 2), {MN})",
        "list(guarded({MN}, {int}))[-1] if x.numel() < 30 else {MN}",
        "[t for t in guarded({MN}, 1)][0]",
    ],
    "blocks": [
        ("for {new MN} in guarded({MN}, {int}):", True, None),
        ("with Section(True):", False, None),
        ("with Section({cond}), section('inner'):", False, None),
        ("for {new int} in range(x.shape[0] + 1):", True, None),
        ("while x.sum() > {int} and count() % 4:", True, None),
    ],
    "jumps": [
        "raise Refused({int})",
        "raise ValueError({str})",
        "return {MN}",
        "return {MN}, {int}",
        "raise KeyError({int}) from None",
        "return first_of({MN}, 1)",
    ],
    "handlers": ["Refused", "ValueError as err", "(Refused, KeyError) as err", "Exception", "BaseException"],
    "conditions": [
        "(x > 0.5).any()",
        "x[:1].sum() > {int}",
        "r.sum() > 0.1037",
        "(x.sum() > 0.1037) & (y.sum() > 0)",
        "x.max() > 1",
    ]
    + ["{int} > 1 and x.sum() > 0.1037", "not (y > 1).any()", "bool((r > 0).all()) or flag"],
    "writes": [["{new int} = clock[0]", "{MN} = first_of({MN}, 0)", "assert x.sum() < 50, {str}", "boom_at({int})"]],
    "results": ["{MN}", "clock[0]", "{MN}, {int}"],
}

FEATURES = {
    "reductions": REDUCTIONS,
    "slices": SLICES,
    "places": PLACES,
    "aliases": ALIASES,
    "exits": EXITS,
}
