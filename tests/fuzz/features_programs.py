"""Further templates for random programs, from what programs for torch do: layers with state that training changes, optimizers
written by hand, state that loops carry in dicts and data classes, generators of batches, closures in closures, sizes of 0
and 1, texts made of sizes, promotion with Python's numbers, and results that are written to tensors of any layout.

Tables have the form of those in features.py; `HEADER` stands behind that of features_segments.py. `state` is an object that
`State` made, `carry` a dict of a tensor and an int, `batch` a generator, `buffer` a tensor to write to.
"""

HEADER = '''@dataclasses.dataclass
class State:
    """What a recurrence carries."""

    h: torch.Tensor
    c: torch.Tensor
    step: int = 0
    log: list = dataclasses.field(default_factory=list)

    def advance(self, t, rate=0.5):
        self.h = torch.tanh(self.h * rate + t)
        self.c = self.c + self.h * 0.25
        self.step += 1
        return self.h

    def both(self):
        return self.h, self.c


def cell(state, t):
    h, c = state
    gate = torch.sigmoid(h + t)
    c = c * gate + t * (1 - gate)
    return torch.tanh(c), (h * 0.5 + c, c)


def unroll(t, state):
    """One step for each row."""
    outputs = []
    for i in range(t.shape[0]):
        out, state = cell(state, t[i])
        outputs.append(out)
    return torch.stack(outputs) + state[0]


def scanned(t, carry):
    for row in t:
        carry["h"] = carry["h"] * 0.5 + row
        carry["n"] += 1
        if carry["n"] > 6:
            break
    return carry["h"]


def batches(t, size):
    for start in range(0, len(t), max(size, 1)):
        yield t[start : start + max(size, 1)]


def running(start):
    """A generator that is sent values."""
    mean, count = start, 1
    while count < 4:
        t = yield mean
        if t is not None:
            count += 1
            mean = mean + (t - mean) / count


def crossed(t):
    """Parts of one tensor without a common element, each written by means of the other."""
    even, odd = t[..., ::2], t[..., 1::2]
    even[..., : odd.shape[-1]].add_(odd)
    t[1:] *= t[:1]
    odd.sub_(even[..., : odd.shape[-1]])
    return t


def weighted(t, count):
    """A counter that chooses, and a tensor of as many numbers as the caller says."""
    weights, marks = (0.5, 0.25, 2.0, -1.0), torch.tensor([i * 0.5 - count for i in range(count % 5)])
    for i in range(count % 4):
        t = t * weights[i]
    return t + marks[:1].sum()


def marked(t, mark):
    """A tensor that carries an attribute, and a shape that is changed in place."""
    u = (t * 0.5).unsqueeze_(0)
    u.mark = getattr(t, "mark", mark)
    return u.squeeze_(0) + u.mark


def means(t):
    turn = running(t)
    next(turn)
    return [turn.send(t * i) for i in range(2)]


def composed(*functions):
    def apply(t):
        calls = 0

        def one(function):
            nonlocal calls
            calls += 1
            return function(t) * (0.5 ** calls)

        return sum(one(function) for function in functions)

    return apply


def delayed(scale):
    def outer(t):
        def inner(shift=scale):
            return t * scale + shift

        return inner

    return outer


def slope(function, t):
    """The derivative of a function's sum."""
    with torch.enable_grad():
        u = t.detach().clone().requires_grad_()
        total = (function(u) * 1.0).sum() + u.sum()
    return torch.autograd.grad(total, u)[0]


def described(t):
    rows, columns = t.shape
    return f"{rows}x{columns}:{t.numel():03d}" if rows != 1 else "row of %d" % columns


def outcome(function, *operands):
    """Whether it gives something, or which kind of exception: decided while compiling, where it can be."""
    try:
        function(*operands)
    except IndexError:
        return 1
    except ValueError:
        return 2
    except TypeError:
        return 3
    except (RuntimeError, NotImplementedError):
        return 4
    except Exception:
        return 5
    return 0


def safe(function, *operands):
    try:
        return function(*operands)
    except Exception:
        return operands[0] * 0.5


def descend(values, rate, held):
    """Gradient descent with momentum, by hand."""
    with torch.no_grad():
        for i, t in enumerate(values):
            slope = t * 0.1
            held[i] = slope.clone() if i not in held else held[i].mul_(0.5).add_(slope)
            t.sub_(held[i], alpha=rate)
    return held


'''

DEFAULTS = {
    "state": "State(x * 1, y * 1)",
    "carry": "dict(h=r * 1, n=n)",
    "batch": "batches(x, 2)",
    "buffer": "torch.zeros(x.shape[1], x.shape[0]).t()",
}

TRAINING = {
    "Q": ["net.trunk({Q})", "net.trunk.norm({Q})", "net.trunk.drop({Q})", "F.dropout({Q}, 0.5, net.training)"]
    + ["F.batch_norm({Q}, net.trunk.average, None, training=True) if flag else {Q}", "net.trunk.mix({Q})"],
    "MN": [
        "net.trunk({Q})[0, 1]",
        "{MN} * net.trunk.steps",
        "net.trunk.drop({MN})",
        "F.dropout({MN}, 0.5, net.training)",
    ]
    + ["{MN} + net.trunk.average.mean()", "slope({fn}, {MN})", "slope(lambda t: t * t * 0.5, {MN})", "slope(net, {MN})"]
    + ["net({MN}).detach()", "{MN} * net.trunk.update().steps", "F.dropout({MN}, 0.25, training=flag)"]
    + ["net.trunk.norm.weight.sum() * {MN}", "F.alpha_dropout({MN}, 0.5, net.training)"],
    "int": [
        "int(net.trunk.steps) % 5",
        "len(net.trunk.momentum)",
        "len(list(net.trunk.parameters()))",
        "+net.training",
    ],
    "S": [
        "net.trunk.average.sum()",
        "net.trunk.steps + 0.5",
        "net.trunk.norm.running_mean.sum()",
        "net.trunk.norm.bias[0]",
    ],
    "writes": [
        ["{new Q} = net.trunk({Q})", "net.trunk.update({float})", "net.trunk.update(rate={float}, decay=0.25)"],
        [
            "net.train(flag)",
            "net.trunk.eval()",
            "net.trunk.train()",
            "net.trunk.norm.training = flag",
            "net.zero_grad()",
        ],
        [
            "net.trunk.steps += 1",
            "net.trunk.average.mul_(0.5)",
            "net.trunk.average[0] = {float}",
            "net.trunk.empty = {MN}",
        ],
        ["{new dict} = descend({list}, 0.1, {{}})", "descend({list}, {float}, {{0: {MN}}})", "net.trunk.drop.p = 0.5"],
        ["net.gain.data = net.gain.data * 0.5", "net.gain.mul_(0.5)", "net.trunk.momentum.clear()"],
    ],
    "blocks": [
        ("with torch.no_grad():", False, None),
        ("with torch.enable_grad():", False, None),
        ("for {new S} in net.trunk.parameters():", True, None),
        ("for {new str}, {new S} in net.named_buffers():", True, None),
    ],
    "conditions": ["net.trunk.training", "net.trunk.steps > 1", "net.trunk.empty is None", "net.trunk.momentum"],
    "results": [
        "net.trunk({Q})",
        "net.trunk.average",
        "net.trunk.steps",
        "net.trunk.momentum",
        "{MN}, {MN}.requires_grad",
    ],
}

CARRIED = {
    "state": ["State({MN}, {MN})", "State({MN}, {MN}, {int})", "dataclasses.replace({state}, h={MN})", "{state}"]
    + ["State(**vars({state}))", "State(*{state}.both())"],
    "carry": ["{{'h': {N}, 'n': {int}}}", "{{**{carry}, 'h': {N}}}", "dict({carry}, n={int})", "{carry}"],
    "batch": ["batches({MN}, {int} % 3)", "(t * 2 for t in batches({MN}, 2))", "iter(means({MN}))"],
    "MN": [
        "{state}.h",
        "{state}.c",
        "{state}.advance({MN})",
        "{state}.advance({MN}, rate={float})",
        "sum({state}.both())",
    ]
    + [
        "unroll({MN}, ({N}, {N}))",
        "unroll({MN}, {state}.both())",
        "crossed({MN})",
        "weighted({MN}, {int})",
        "marked({MN}, {int})",
        "means({MN})[{int} % 2]",
        "{MN} + scanned(x, {carry})",
    ]
    + ["torch.cat(list(batches({MN}, {int})))", "sum(t.sum(0) for t in batches({MN}, 2)) + {MN}", "{carry}['h'] + {MN}"]
    + [
        "composed({fn}, torch.sin)({MN})",
        "composed(*[lambda t: t * i for i in range(3)])({MN})",
        "delayed({float})({MN})()",
    ]
    + ["[f(1) for f in map(delayed({int}), {list})][0]", "delayed({int})({MN})(shift={S})", "{state}.h * {state}.step"],
    "N": ["{carry}['h']", "scanned({MN}, {carry})", "cell(({N}, {N}), {N})[0]", "{state}.h[0]"],
    "int": [
        "{state}.step",
        "{carry}['n'] % 7",
        "len({state}.log)",
        "sum(len(t) for t in batches(x, 2))",
        "{state}.step % 3",
    ],
    "writes": [
        ["{state}.advance({MN})", "{state}.h, {state}.c = {state}.c, {state}.h", "{state}.step += {int}"],
        ["{state}.log.append({int})", "{state}.log.append({MN})", "{state}.c[0] = {float}", "{state}.h += {MN}"],
        [
            "{carry}['n'] += 1",
            "{carry}['h'] = {carry}['h'] * 0.5 + {N}",
            "{carry}['h'] += 1",
            "{carry}.update(n={int})",
        ],
        [
            "{state} = State({state}.c, {state}.h)",
            "{carry} = {{'h': {carry}['h'] + 1, 'n': 0}}",
            "{carry}[{int}] = {N}",
        ],
        [
            "{new N}, {new both} = cell(({N}, {N}), {N})",
            "{new MN}, {new MN} = {state}.both()",
            "{new MN} = next({batch})",
        ],
    ],
    "blocks": [
        ("for {new rows} in {batch}:", True, None),
        ("for {new N} in {MN}:", True, None),
        ("for {new int} in range(x.shape[0]):", True, None),
        ("while {state}.step < {int} % 4:", True, None),
        ("for {new str}, {new N} in list({carry}.items())[:1]:", True, None),
    ],
    "fn": ["{state}.advance", "composed({fn}, torch.tanh)", "delayed(0.5)", "lambda t: {state}.h + t"],
    "conditions": ["{state}.step > 1", "{carry}['n'] % 2", "{state}.h is {state}.c", "{state}.log", "'h' in {carry}"],
    "results": ["{state}", "{state}.h, {state}.step", "{carry}", "{state}.log", "{state}.both()", "{fn}({MN})"],
}

SIZED = {
    "MN": [
        "{MN}[:0].sum(0) + {MN}",
        "torch.cat([{MN}[:0], {MN}])",
        "{MN}[:, :1].expand(x.shape)",
        "{MN}.view(1, *x.shape)[0]",
    ]
    + [
        "{MN}.unsqueeze(0).expand(1, *x.shape).squeeze(0)",
        "{MN}[:1].mean(0, keepdim=True) + {MN}",
        "{MN}[:1] + {MN}[:, :1]",
    ]
    + ["{MN}[:1].t().reshape(1, -1) + {MN}", "{MN}[:, :1].t().reshape(-1, 1) + {MN}", "{MN}[:1, :1] * {MN}"]
    + [
        "torch.stack([{MN}] * x.shape[0]).sum(0) if len(x) else {MN}",
        "{MN}.squeeze().sum() + {MN}",
        "{MN}[:1].expand(x.shape)",
    ]
    + ["{MN}.t().reshape(x.shape)", "{MN}.t().contiguous().view(x.shape)", "{MN}.T.flatten().view(x.shape)"]
    + [
        "{MN}.repeat(1, 1)",
        "{MN}.tile(1)",
        "{MN}[:1].repeat(x.shape[0], 1)",
        "{MN}.unsqueeze(-1).repeat(1, 1, 2)[..., 1]",
    ],
    "rows": [
        "{MN}[:0].t()",
        "{MN}[:1].t()",
        "{MN}[:, :1].t()",
        "{MN}[:, :0]",
        "{MN}[:1, :1].expand(2, 3)",
        "{rows}.squeeze()",
    ]
    + [
        "{MN}[None, :1].squeeze()",
        "{rows}.unsqueeze(0)",
        "{rows}.reshape(-1, 1)",
        "{rows}.contiguous()",
        "{rows}.clone()",
    ]
    + [
        "torch.zeros_like({rows})",
        "{rows}.unsqueeze(1)",
        "{rows} * 2",
        "{rows}.reshape(1, -1)",
        "{rows}.relu()",
        "{rows}.mT",
    ]
    + ["{rows}.to(torch.float64)", "{MN}[:1].unsqueeze(2).transpose(0, 1)", "{MN}[:, :1].unsqueeze(0).permute(2, 0, 1)"]
    + ["{rows}.expand(2, *{rows}.shape)", "{rows}.new_ones({rows}.shape)", "torch.where({rows} > 0.1037, {rows}, 0)"],
    "str": [
        "f'{{tuple(x.shape)}}'",
        "'x'.join(map(str, x.shape))",
        "str({rows}.shape)",
        "described({MN})",
        "str(x.dtype)",
    ]
    + ["f'{{x.shape[0]:>3}}|{{x.numel() / 2:.1f}}'", "'%d-%s' % (x.shape[0], x.dtype)", "'{{}}'.format(x.size(-1))"]
    + ["repr(tuple({rows}.stride()))", "f'{{x.dim()=}}'", "described(x)[: {int}]", "f'{{len(x)}}' * ({int} % 3)"],
    "int": [
        "len(described(x))",
        "{rows}.dim()",
        "{rows}.numel() % 7",
        "{rows}.stride()[-1:].count(1)",
        "{str}.count('1')",
    ]
    + [
        "int(x.shape[0] == 1)",
        "len(str(x.shape[1]))",
        "sum(s == 1 for s in x.shape)",
        "int(described(x).split(':')[-1][0] == '0')",
    ],
    "writes": [
        [
            "{dict}[described(x)] = {MN}",
            "{dict}[f'{{x.shape[0]}}'] = {MN}",
            "{dict}[x.shape[0]] = {MN}",
            "print(described(x))",
        ],
        ["{rows}.add_(1)", "{rows}[:1] = 2", "{rows}.t_()", "{rows}.unsqueeze_(0)", "{rows}.squeeze_()", "{rows} *= 2"],
        ["{new rows} = {rows}.view(-1)", "{MN}[:1].t().add_(1)", "{MN}[:, :1].squeeze(1).mul_(2)", "{MN}[:0] = 3"],
    ],
    "conditions": [
        "x.shape[0] == 1",
        "1 in x.shape",
        "0 in x.shape",
        "described(x)[0] == 'r'",
        "{rows}.is_contiguous()",
    ]
    + ["len({rows}.shape) == 2", "x.shape[0] < 2", "{rows}.stride(0) == 1", "not x.numel()"],
    "results": [
        "{rows}",
        "{rows}.stride()",
        "{rows}.is_contiguous(), {rows}",
        "{rows}.t()",
        "{str}",
        "{rows} + 1",
        "-{rows}",
    ]
    + [
        "{MN}[:1].t().contiguous()",
        "{MN}[:, :1].t() * 2",
        "{dict}",
        "{rows}.contiguous(), {rows}",
        "{MN}.t().reshape(-1)",
    ],
}

PROMOTIONS = {
    "any": [
        "{any} + 2.5",
        "{any} * True",
        "2 ** {any}.clamp(0, 3)",
        "{any} ** {int}",
        "{any} / {int}",
        "{any} // {float}",
    ]
    + [
        "{float} - {any}",
        "{any} % {float}",
        "torch.add({any}, {float}, alpha={int})",
        "torch.where({mask}, {any}, {float})",
    ]
    + [
        "torch.where({mask}, {float}, {int})",
        "torch.where({mask}, {int}, {any})",
        "{any}.clamp(0, {float})",
        "{any}.eq({float})",
    ]
    + [
        "{any}.clamp(min={int})",
        "{any}.masked_fill({mask}, {float})",
        "torch.full_like({any}, {float})",
        "{any} > {float}",
    ]
    + [
        "torch.full(x.shape, {int})",
        "torch.full(x.shape, flag)",
        "torch.full(x.shape, {float})",
        "torch.pow({int}, {any})",
    ]
    + ["{any}.pow({float})", "torch.tensor({int}) * {any}", "torch.tensor({float}, dtype=torch.float64) + {any}"]
    + [
        "{any}.sum() * {any}",
        "{any}.float().mean() * {any}",
        "torch.maximum({any}, torch.tensor({int}))",
        "{any}.sub({int}, alpha=2)",
    ]
    + ["{any}.div({int}, rounding_mode='trunc')", "{any}.div({float}, rounding_mode='floor')", "{any}.rsub({int})"]
    + [
        "torch.stack([{any}, {any}]).amax(0)",
        "torch.cat([{any}, {any}])[: x.shape[0]]",
        "{any}.float_power(2)",
        "+{any}",
    ]
    + ["torch.addcmul({any}, {any}, {any}, value={int})", "{any}.lerp({any}, {float})", "{any} - flag", "flag * {any}"]
    + [
        "{any}.to(torch.result_type({any}, {float}))",
        "torch.arange(x.numel()).view(x.shape) * {float}",
        "{any}.fmod({float})",
    ]
    + [
        "{any}.add({any}, alpha={float})",
        "torch.logical_xor({any}, {any})",
        "torch.copysign({any}, {float})",
        "1 / {any}",
    ],
    "S": ["{any}.sum() + {float}", "{any}.sum() / {int}", "torch.tensor({int}) + {float}", "torch.tensor(flag) * {int}"]
    + ["{any}.max() * 0.5", "{any}.sum() // 2", "torch.tensor({float}).double()", "{any}.sum().to(torch.uint8)"],
    "MN": ["{any} * 1.0", "{MN} + {any} * {int}", "{any}.to({MN}.dtype)", "torch.where({any} > {int}, {MN}, {any})"],
    "writes": [
        [
            "{any}.mul_({float})",
            "{any}.add_(True)",
            "{any}.clamp_({int}, None)",
            "{any}.fill_({float})",
            "{any} -= {float}",
        ],
        [
            "{any}[0] = {float}",
            "{any}[{mask}] = {int}",
            "{any}[{mask}] += {float}",
            "{any}.masked_fill_({mask}, {float})",
        ],
        [
            "{any} //= 2",
            "{any} **= 2",
            "{any} /= 2",
            "{any}.copy_({float} * {any})",
            "{any}.add_({any}, alpha=0.5)",
            "{any} |= 1",
        ],
        ["{S} = {S} * {any}.sum()", "{any} += {S}", "{S} += {any}.max()", "{any}.div_({int}, rounding_mode='floor')"],
    ],
    "conditions": [
        "{any}.dtype == ({any} * {float}).dtype",
        "({any} > {float}).all()",
        "torch.can_cast({any}.dtype, torch.int32)",
    ],
    "results": [
        "{any}",
        "{any} * {int}",
        "{any} + {float}",
        "{S} + {any}",
        "torch.result_type({any}, {float})",
        "{S}",
        "{any}.dtype",
    ],
}

BUFFERS = {
    "buffer": [
        "torch.zeros(x.shape[1], x.shape[0]).t()",
        "torch.zeros(x.shape[0], 2 * x.shape[1])[:, ::2]",
        "{MN}.t().clone().t()",
    ]
    + [
        "torch.zeros(x.shape, dtype=torch.float64)",
        "torch.ones(x.shape[0] + 1, x.shape[1])[1:]",
        "torch.zeros_like({MN})",
    ]
    + [
        "torch.zeros(x.shape[0], x.shape[1] + 2)[:, 1:-1]",
        "torch.zeros(0)",
        "{buffer}[:]",
        "{buffer}.t().t()",
        "{MN}[:]",
    ]
    + ["torch.zeros(1, x.shape[1]).expand(x.shape)", "torch.zeros(2, *x.shape)[1]", "torch.zeros(*x.shape, 2)[..., 0]"],
    "MN": [
        "torch.add({MN}, {MN}, out={buffer})",
        "torch.tanh({MN}, out={buffer})",
        "torch.mm({MN}, {MN}.t() @ {MN}, out={buffer})",
    ]
    + [
        "torch.cumsum({MN}, 0, out={buffer})",
        "torch.clamp({MN}, min=0, out={buffer})",
        "torch.where({mask}, {MN}, {N}, out={buffer})",
    ]
    + [
        "torch.cat([{MN}[:1], {MN}[1:]], out={buffer})",
        "torch.mul({MN}, {float}, out={buffer})",
        "torch.maximum({MN}, {N}, out={buffer})",
    ]
    + [
        "torch.neg({buffer}, out={buffer})",
        "torch.sub({MN}, {buffer}, out={buffer})",
        "{buffer} + {MN}",
        "{buffer}.copy_({MN})",
    ]
    + [
        "torch.outer({M}, {N}, out={buffer})",
        "torch.roll({MN}, 1, 0).add_({buffer})",
        "torch.softmax({MN}, -1, out={buffer})",
    ]
    + [
        "torch.add({buffer}[:1], {MN}, out={buffer})",
        "torch.exp({buffer}, out=torch.zeros_like({buffer}))",
        "{buffer}.t().t()",
    ],
    "N": [
        "torch.sum({MN}, 0, out=torch.zeros(x.shape[1]))",
        "torch.mean({MN}, 0, out=torch.zeros(2 * x.shape[1])[::2])",
    ]
    + [
        "torch.amax({MN}, 0, out={MN}[0])",
        "torch.mv({MN}.t(), {M}, out=torch.zeros(x.shape[1]))",
        "{buffer}[0]",
        "{buffer}.sum(0)",
    ],
    "M": ["torch.sum({MN}, 1, out={MN}[:, 0])", "torch.sum({MN}, 1, out=torch.zeros(x.shape[0]))", "{buffer}[:, -1]"],
    "writes": [
        [
            "{buffer}.copy_({MN})",
            "{buffer}[:] = {MN}",
            "{buffer}[0].copy_({N})",
            "{buffer}.t().add_(1)",
            "{buffer}[:, 0] = {M}",
        ],
        [
            "torch.add({MN}, 1, out={buffer})",
            "torch.mul({buffer}, 2, out={buffer}[:])",
            "torch.abs({MN}, out={buffer})",
        ],
        [
            "{buffer}.fill_({float})",
            "{buffer} += {MN}",
            "{buffer}[{mask}] = 0.5",
            "{buffer}.view(-1)[0] = 1",
            "{buffer}.zero_()",
        ],
        [
            "torch.sum({MN}, 0, out={buffer}[0])",
            "{buffer}.t()[0] = 2",
            "{buffer}[1:] = {buffer}[:-1]",
            "{buffer}.mul_({N})",
        ],
    ],
    "conditions": ["{buffer}.is_contiguous()", "{buffer}.stride(0) == 1", "{buffer}._base is None"],
    "results": ["{buffer}", "{buffer}.stride()", "{buffer} * 1", "{buffer}, {MN}", "{buffer}.t()", "{buffer}.clone()"],
}

# Calls that torch refuses for some operands; `{0}` stands for the operand.
RISKY = [
    "{0} + {rows}",
    "{0} @ {MN}",
    "{0} @ {N}",
    "torch.mm({0}, {any})",
    "{0}.view(-1, 3)",
    "{0}.view({int}, -1)",
    "{0}.sum({int})",
]
RISKY += [
    "{0}[{int}]",
    "{0}[:, {int}]",
    "{0}[0, 0, 0]",
    "{0}.squeeze({int})",
    "{0}.unsqueeze({int})",
    "{0}.transpose(0, {int})",
]
RISKY += [
    "{0}.permute(1, {int})",
    "{0}.expand({int}, -1)",
    "{0}.expand(x.shape[0], {int})",
    "{0}.repeat({int})",
    "{0}.flip({int})",
]
RISKY += [
    "{0}.reshape({int}, {int})",
    "torch.cat([{0}, {N}])",
    "torch.cat([{0}, {rows}], {int})",
    "torch.stack([{0}, {rows}])",
]
RISKY += [
    "{0}.add_({any})",
    "{0}.mul_({rows})",
    "{0}.copy_({rows})",
    "{0}.masked_scatter_({mask}, {0})",
    "{0}.masked_fill_({mask}, {N})",
]
RISKY += [
    "{0}.index_add_(0, {rowint}, {0}[{rowint}])",
    "{0}.index_copy_(0, {rowint}, {0}[:1])",
    "{0}.index_select({int}, {rowint})",
]
RISKY += [
    "{0}.gather({int}, {I}[None])",
    "{0}.scatter_(0, {I}[None], {0})",
    "{0}.scatter_add_(0, {I}[None], {0}[:1])",
    "{0}.narrow(0, {int}, 1)",
]
RISKY += [
    "{0}.split({int})",
    "{0}.chunk({int})",
    "{0}.unfold(0, {int}, 1)",
    "{0}.diagonal({int})",
    "{0}.movedim(0, {int})",
    "{0}.roll({int}, {int})",
]
RISKY += [
    "{0}.amax({int})",
    "{0}.argmax({int})",
    "{0}.max({int})",
    "{0}.mean({int})",
    "{0}.softmax({int})",
    "{0}.cumsum({int})",
    "{0}.sort({int})",
]
RISKY += [
    "{0}.topk({int})",
    "{0}.kthvalue({int})",
    "{0}.var({int})",
    "{0}.norm({int})",
    "{0}.logsumexp({int})",
    "{0}.prod({int})",
    "{0}.any({int})",
]
RISKY += [
    "{0} & {any}",
    "{0} << 1",
    "~{0}",
    "-{0}",
    "{0} - {mask}",
    "{0} ** -1",
    "{0} // 0",
    "{0} % 0",
    "{0}.floor()",
    "{0}.lerp({any}, 0.5)",
]
RISKY += [
    "F.linear({0}, {any})",
    "F.conv2d({Q}, {0})",
    "F.embedding({any}, {0})",
    "F.one_hot({0}.long())",
    "F.cross_entropy({0}, {any})",
]
RISKY += [
    "F.layer_norm({0}, ({int},))",
    "F.pad({0}, ({int}, -1))",
    "F.max_pool2d({0}, {int})",
    "F.interpolate({0}, 2)",
    "F.glu({0})",
]
RISKY += [
    "F.dropout({0}, 1.5)",
    "F.mse_loss({0}, {rows})",
    "F.nll_loss({0}, {I})",
    "F.normalize({0}, dim={int})",
    "F.group_norm({Q}, {int})",
]
RISKY += [
    "torch.einsum('ij,jk->ik', {0}, {MN})",
    "torch.dot({0}, {N})",
    "torch.bmm({T}, {0})",
    "torch.outer({0}, {N})",
    "torch.tril({0}[0])",
]
RISKY += [
    "torch.where({0}, {0}, {0})",
    "torch.where({mask}, {0}, {rows})",
    "torch.clamp({0})",
    "torch.zeros(-{int})",
    "torch.arange({int}, 0)",
]
RISKY += [
    "torch.eye(-{int})",
    "torch.linspace(0, 1, {int} - 2)",
    "torch.full(({int} - 2,), 1)",
    "torch.add({0}, 1, out={rows})",
    "int({0})",
]
RISKY += [
    "bool({0})",
    "float({0}[:1])",
    "len({0}[0, 0])",
    "{0}.item()",
    "iter({0}[0, 0])",
    "{0}.tolist()[{int}]",
    "{0}.numpy()",
    "{0}.size({int})",
]
RISKY += [
    "torch.tensor([[1], [1, 2]])",
    "torch.max({0}, {rows})",
    "torch.equal({0}, {float})",
    "torch.meshgrid({0})",
    "{0}.fill_({N})",
]
RISKY += [
    "torch.as_strided({0}, (2, 2), (9, 9))",
    "{0}.t_()",
    "{T}.t()",
    "{T}.mT[{int}]",
    "{0}.new_zeros({int} - 2)",
]
RISKY += [
    "{0}.bernoulli_(2.0)",
    "torch.multinomial({0}, {int})",
    "torch.normal(0.0, -1.0, (2,))",
    "torch.randint({int}, 1, (2,))",
    "{0}.uniform_(1, 0)",
]

REFUSALS = {
    "int": [f"outcome(lambda t: {text.replace('{0}', 't')}, {{MN}} * 1)" for text in RISKY]
    + [f"outcome(lambda t: {text.replace('{0}', 't')}, {{any}} * 1)" for text in RISKY],
    "MN": [f"safe(lambda t: {text.replace('{0}', 't')}, {{MN}} * 1)" for text in RISKY],
    "any": [f"safe(lambda t: {text.replace('{0}', 't')}, {{any}} * 1)" for text in RISKY],
    "conditions": [f"outcome(lambda t: {text.replace('{0}', 't')}, {{MN}} * 1)" for text in RISKY],
    "results": ["{int}", "{int}, {int}, {int}", "{MN}", "{any}"],
}

FEATURES = {
    "training": TRAINING,
    "carried": CARRIED,
    "sized": SIZED,
    "promotions": PROMOTIONS,
    "buffers": BUFFERS,
    "refusals": REFUSALS,
}
