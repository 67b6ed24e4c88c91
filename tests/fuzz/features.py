"""Further templates, by feature: a program uses those of a few features, more often than the general ones of grammar.py.

Tables have the form of those in grammar.py. `any` is a tensor of any dtype with the shape of `x`, made of arguments, whose
values are exact: rounding to integers cannot turn a difference of the last bit into another result. `I` is a tensor of
positions: int64 of the length of `r`, each below the number of rows of `x`.
"""

import dataclasses
import re

import features_chosen
import features_data
import features_gathered
import features_idioms
import features_more
import features_programs
import features_python
import features_segments
import features_seldom
import features_tensors

LOOPS = {
    "blocks": [
        ("for {new int} in range(x.shape[0]):", True, None),
        ("for {new int} in range(len(x)):", True, None),
        ("for {new int} in range(1, x.shape[0]):", True, None),
        ("for {new int} in range(x.shape[1] - 1, -1, -1):", True, None),
        ("for {new N} in x:", True, None),
        ("for {new int}, {new N} in enumerate({MN}):", True, None),
        ("for {new N}, {new N} in zip(x, {MN}):", True, None),
        ("for {new int} in range(int((x > 0).sum()) % 6):", True, None),
        ("while {S} > 0.5 and count() % 5:", True, None),
    ],
    "loops": ["x.shape[0]", "x.shape[1]", "int((x > 0).sum()) % 5", "len(x) - 1", "n + x.shape[0]"],
    "MN": [
        "torch.stack([t * 0.5 + {int} for t in {MN}])",
        "torch.stack([{MN}[i] * i for i in range(x.shape[0])])",
        "sum([{MN}[i] for i in range(x.shape[0])]) * 0.1 + {MN}",
        "torch.cat([{MN}[i : i + 1] for i in range(x.shape[0])])",
    ],
    "N": ["sum(t for t in {MN}) * 0.1 + {N}", "{MN}[{int} % max(x.shape[0], 1)]", "{MN}[x.shape[0] // 2]"],
    "writes": [
        ["{N} = {N} + {N}", "{N} = torch.tanh({N} + {MN}[0])", "{N} += {MN}[-1]", "{N} = {N}", "{S} = {S} + {N}.sum()"],
        [
            "{MN}[{int} % max(len(x), 1)] = {N}",
            "{MN}[{int} % max(len(x), 1)] += 1",
            "{list}.append({MN})",
            "{MN} = {MN}",
        ],
        [
            "{new N} = {N}",
            "{new MN} = {MN}",
            "{N}, {N} = {N}, {N}",
            "{MN} = {MN}[:]",
            "{new N} = {MN}[0]",
            "{int} += 1",
        ],
    ],
    "results": ["{N}", "{N}, {N}", "{MN}"],
}

DTYPES = {
    "any": [
        "x.to(torch.float16)",
        "y.double()",
        "(x * 4).long()",
        "(y * 4).to(torch.int32)",
        "y.bfloat16()",
        "(x.abs() * 4).to(torch.uint8)",
        "(x * 4).to(torch.int8)",
        "(y * 4).to(torch.int16)",
        "(x > y).to(torch.uint8)",
        "x > 0",
        "x == y",
        "{any} + {any}",
        "{any} * 2",
        "{any} * 0.5",
        "{any} - 1.5 * {any}",
        "{any} / 2",
        "{any} // 2",
        "{any} % 3",
        "-{any}",
        "{any}.abs()",
        "{any} > {any}",
        "{any} == 1",
        "{any}.bool()",
        "~{any}",
        "{any} & 3",
        "{any} ^ {any}",
        "torch.where(x > y, {any}, {any})",
        "torch.where({mask}, {any}, 2)",
        "torch.where({mask}, 1, 0.5)",
        "{any}.clamp(0, 2)",
        "{any}.clamp(min=0.5)",
        "torch.maximum({any}, {any})",
        "{any}.masked_fill({mask}, 1)",
        "torch.full_like({any}, 2)",
        "torch.zeros_like({any}, dtype=torch.int16)",
        "{any}.cumsum(0)",
        "torch.cat([{any}, {any}])[: x.shape[0]]",
        "torch.stack([{any}, {any}]).sum(0)",
        "{any} + torch.tensor(1.5)",
        "{any} * torch.tensor(2)",
        "{any} + n",
        "{any} * flag",
        "{any} ** 2",
        "torch.add({any}, {any}, alpha=2)",
        "{any}.type_as({any})",
        "{any}.to({any}.dtype)",
        "{any}.square()",
        "torch.true_divide({any}, 4)",
        "torch.floor_divide({any}, 3)",
        "torch.remainder({any}, -3)",
        "torch.fmod({any}, 3)",
        "{any}.logical_not()",
        "{any}.sign()",
        "torch.bitwise_or({any}, 1)",
        "{any} << 1",
        "{any}.sort(stable=True)[0]",
        "{any}.t().contiguous().t()",
        "{any}.new_ones(x.shape)",
        "{any}.float()",
    ],
    "MN": [
        "{any}.float()",
        "{MN} * {any}",
        "{any} + {MN}",
        "torch.where({any} > 0, {MN}, {any})",
        "{MN} - {any} * 0.5",
    ],
    "S": ["{any}.sum()", "{any}.max()", "{any}.float().mean()", "{any}.any()", "{any}.prod() * 0", "{any}.amin()"],
    "N": ["{any}.sum(0)", "{any}.float().mean(0)", "{any}.amax(0)", "{any}.all(0)", "{any}.argmax(0)"],
    "int": ["int({any}.sum()) % 5", "({any} > 0).sum().item() % 4", "{any}.element_size()", "{any}.dtype.itemsize"],
    "writes": [
        ["{any}.add_(1)", "{any} += {any}", "{any}.mul_(2)", "{any}.copy_({any})", "{any}[0] = 1", "{any} *= 0.5"],
        ["{any}[{mask}] = 2", "{MN}.copy_({any})", "{MN} += {any}", "torch.mul({any}, 2, out={any})", "{any} -= {MN}"],
    ],
    "conditions": ["{any}.dtype == torch.float32", "{any}.is_floating_point()", "bool({any}.any())", "{any}.sum() > 3"],
    "results": ["{any}", "{any}", "{any} * 1", "{any}.dtype", "torch.result_type({any}, {any})"],
}

ATEN = {
    "I": [
        "(r * 4).long() % max(x.shape[0], 1)",
        "torch.zeros(x.shape[1], dtype=torch.long)",
        "torch.arange(x.shape[1]) % max(x.shape[0], 1)",
        "(x.abs() * 4).long().sum(0) % max(x.shape[0], 1)",
    ],
    "MN": [
        "{MN}.sort(dim=0, stable=True)[0]",
        "{MN}.cumprod(-1)",
        "{MN}.sort(dim=-1, descending=True, stable=True).values",
        "torch.nn.functional.pad({MN}, (1, 1))[:, 1:-1]",
        "torch.tril({MN})",
        "torch.triu({MN}, 1)",
        "{MN}.gather(0, {I}[None].expand(x.shape))",
        "{MN}[{I}][: x.shape[0]].sum(0) * 0.1 + {MN}",
        "torch.index_select({MN}, 0, {I}).mean(0) + {MN}",
        "torch.zeros_like({MN}).index_add_(0, {I}, {MN}.new_ones(x.shape[1], x.shape[1]))",
        "torch.zeros_like({MN}).scatter_add_(0, {I}[None].expand(x.shape), {MN})",
        "torch.scatter({MN}, 0, {I}[None], 0.5)",
        "torch.cdist({MN}, {MN})[:, :1] * 0.1 + {MN}",
        "torch.nn.functional.avg_pool1d({MN}[None], 3, 1, 1)[0]",
        "torch.nn.functional.one_hot({I}, max(x.shape[0], 1)).t() * 0.5 + {MN}",
        "torch.nn.functional.dropout({MN}, 0.5)",
        "{MN} + torch.rand_like({MN})",
        "{MN} + torch.randn(x.shape)",
        "{MN} * torch.bernoulli(torch.full_like({MN}, 0.5))",
        "torch.take_along_dim({MN}, {I}[None].expand(x.shape), 0)",
        "{MN}.renorm(2, 0, 1.0)",
        "torch.flip({MN}, (0, 1))",
        "torch.rot90({MN}, 2)",
        "torch.nn.functional.normalize({MN}, dim=-1)",
        "torch.logcumsumexp({MN}, 1)",
        "{MN}.kthvalue(1, 0, keepdim=True)[0] + {MN}",
        "{MN}.nan_to_num()",
        "torch.outer({M}, {N})",
        "torch.linalg.vector_norm({MN}, dim=-1, keepdim=True) + {MN}",
        "torch.cummax({MN}, 0)[0]",
        "torch.special.expit({MN})",
        "torch.nn.functional.silu({MN})",
        "{MN}.view(-1)[torch.randperm({MN}.numel())].view(x.shape)",
        "{MN}.unfold(0, 1, 1)[..., 0]",
        "torch.nn.functional.group_norm({MN}[None], 1)[0]",
    ],
    "N": [
        "{MN}.contiguous().median(0)[0]",  # along a stride of 0 torch reads what nothing wrote
        "torch.var({MN}, 0)",
        "{MN}.logsumexp(0)",
        "torch.bincount({I}, minlength=x.shape[1])[: x.shape[1]] * 0.5",
    ],
    "rows": [
        "torch.topk({MN}.view(-1), min(3, {MN}.numel()))[0]",
        "torch.unique({I})",
        "{MN}[{I}]",
        "torch.nonzero({MN} > 0.5)",
        "torch.tril_indices(x.shape[0], x.shape[0])",
    ],
    "S": [
        "{MN}.var()",
        "{MN}.logsumexp((0, 1))",
        "torch.nn.functional.mse_loss({MN}, {MN})",
        "torch.dist({MN}, {MN})",
        "torch.rand(())",
    ],
    "writes": [
        [
            "{MN}[{I}] = 0.5",
            "{MN}.index_fill_(0, {I}, 0.25)",
            "{MN}.scatter_(0, {I}[None], 1.0)",
            "{MN}.index_add_(0, {I}, {MN}[{I}])",
        ],
        [
            "{MN}.index_copy_(0, torch.arange(x.shape[0]), {MN})",
            "{MN}.uniform_()",
            "{MN}.normal_()",
            "{MN}.index_put_(({I},), {N})",
        ],
        [
            "{MN}.cumsum_(0)",
            "{MN}.masked_scatter_({mask}, {MN})",
            "{MN}.tril_()",
            "{MN}.fill_diagonal_(0.5)",
            "{MN}.bernoulli_(0.5)",
        ],
    ],
}

EFFECTS = {
    "writes": [
        [
            "{box}.t = {box}.t + 1",
            "{box}.k = {int} % 5",
            "{box}.note = {str}",
            "{box}.pair = ({MN}, {int})",
            "{box}.items = [{MN}]",
        ],
        [
            "{box}.t, {box}.k = {MN}, {int} % 4",
            "{box}.t[0] += {N}",
            "{box}.k, {new int} = {new int}, {box}.k",
            "del {box}.extra",
        ],
        [
            "d['new'] = {MN}",
            "d['n'] = {int}",
            "d.pop('b', None)",
            "d.clear()",
            "d.update({dict})",
            "d['a'] = d['b']",
            "del d['a']",
        ],
        [
            "xs.append({MN})",
            "xs[-1] = {MN}",
            "xs.sort(key=lambda t: t.dim())",
            "xs.remove(xs[0])",
            "xs += [{MN}]",
            "xs[:] = {list}",
        ],
        [
            "xs[0] += 1",
            "xs[0], xs[-1] = xs[-1], xs[0]",
            "d['a'], d['b'] = d['b'], d['a']",
            "xs.insert(1, d['a'])",
            "box.t = xs[0]",
        ],
        [
            "box.t = x",
            "box.owner = box",
            "d['list'] = xs",
            "xs.append(box.t)",
            "box.t = box.t[:]",
            "d['x'] = x",
            "box.seen = flag",
        ],
        [
            "count()",
            "count({int} % 4)",
            "clock[0] = {int} % 7",
            "clock.append({int})",
            "clock[:] = [n]",
            "store({MN})",
            "store({int})",
        ],
        [
            "Box.limit = 3 + n % 2",
            "box.counts[{str}] = {int}",
            "box.counts[{int}] = {MN}",
            "box.log.append({int})",
            "box.log.append({MN})",
        ],
    ],
    "MN": [
        "box.t",
        "d['a']",
        "xs[0]",
        "xs[-1]",
        "d.setdefault('z', {MN})",
        "box.bump().t",
        "kept.get('MN', {MN})",
        "xs.pop()",
        "d.pop('b')",
    ],
    "int": [
        "box.k",
        "len(xs)",
        "len(d)",
        "count()",
        "clock[0] % 9",
        "len(box.log)",
        "box.counts.get('n', 3)",
        "total % 5",
    ],
    "conditions": [
        "'n' in d",
        "box.k > 2",
        "len(box.log) > 1",
        "box.t is x",
        "xs[0] is d['a']",
        "total > 2",
        "hasattr(box, 'note')",
        "clock[0] > 2",
    ],
    "results": ["box", "d", "xs", "box.t, xs", "total", "box.log"],
}

MODULES = {
    "MN": [
        "net({MN})",
        "net.first({MN})",
        "net.layers[0]({MN})",
        "net.layers[-1]({MN}) * 0.5",
        "net.gain * {MN}",
        "net.shifted({MN})",
        "net.seen * 0.1 + {MN}",
        "net.many({MN})",
        "net.many({MN}, {int} % 3)",
        "functools.reduce(lambda t, layer: layer(t), net.layers, {MN})",
        "torch.nn.functional.relu(net({MN}))",
    ],
    "int": ["len(net.layers)", "net.calls", "net.training + 1", "sum(p.numel() for p in net.parameters())"],
    "S": ["net.gain * 1", "net.seen.clone()", "net.layers[0].scale * 2"],
    "list": ["[layer({MN}) for layer in net.layers] + [{MN}]"],
    "writes": [
        [
            "net.calls += 1",
            "net.last = {MN}",
            "net.seen.add_(1)",
            "net.gain.data.mul_(0.5)",
            "net.seen = net.seen + 1",
            "net.cache['a'] = {MN}",
        ],
        ["{MN} = {layer}({MN})", "{MN} += {layer}({MN})", "{new MN} = {layer}({MN})", "{layer}.calls += 1"],
        [
            "net.eval()",
            "net.train()",
            "net.layers[0].scale.data.add_(1)",
            "net.last = net({MN})",
            "net.history.append({MN})",
            "net.first = net.layers[0]",
        ],
    ],
    "blocks": [
        ("for {new layer} in net.layers:", True, None),
        ("for {new int}, {new layer} in enumerate(net.layers):", True, None),
        ("for {new layer}, {new layer} in zip(net.layers, net.layers):", True, None),
    ],
    "layer": ["net.layers[0]", "net.first", "net.layers[-1]"],
    "conditions": [
        "net.training",
        "net.calls > 1",
        "len(net.layers) > 2",
        "net.seen > 2",
        "isinstance(net.first, Layer)",
    ],
    "results": ["net({MN})", "net.seen", "{MN}"],
}

RAISES = {
    "writes": [
        [
            "assert x.shape[0] > {int}, {str}",
            "assert (x > -9).all()",
            "boom_at({int})",
            "check({S})",
            "check({MN}.sum())",
        ],
        [
            "{new int} = 6 // {int}",
            "{new MN} = {list}[{int}]",
            "{new MN} = {dict}[{str}]",
            "{new N} = {MN}[{int}]",
            "{new float} = 1 / ({int} % 3)",
        ],
        [
            "{new MN} = {MN}.view(-1, 3)",
            "{new MN} = {MN} @ {MN}",
            "{new int} = int({str})",
            "{new MN} = {box}.nothing",
            "{new MN}, {new MN} = {list}",
        ],
        [
            "{new MN} = torch.cat({list}, {int} % 3)",
            "{new MN} = {MN}[:, {int}]",
            "{new S} = {MN}.sum({int})",
            "{new int} = {MN}.size({int})",
        ],
    ],
    "jumps": [
        "raise Refused({int})",
        "raise ValueError(f'{{n}}')",
        "raise RuntimeError({str})",
        "raise Refused from None",
        "raise StopIteration",
        "raise KeyError('a')",
    ],
    "handlers": ["ZeroDivisionError", "AssertionError as err", "(ValueError, KeyError)", "AttributeError", "Exception"],
}

VIEWS = {
    "MN": [
        "{MN}.t().t()",
        "{MN}[:, :]",
        "{MN}.expand_as(x)",
        "{MN}.view_as(x)",
        "{MN}.reshape(x.shape)",
        "{MN}.contiguous()",
        "{MN}.transpose(0, 1).contiguous().transpose(0, 1)",
        "{MN}.unflatten(0, (x.shape[0], 1)).squeeze(1)",
        "{MN}.to(x.dtype)",
        "{MN}.narrow(0, 0, x.shape[0])",
        "torch.broadcast_to({N}, x.shape)",
        "{N}.expand(x.shape)",
        "{M1}.expand(x.shape)",
        "{MN}[None][0]",
        "{MN}.permute(1, 0).permute(1, 0)",
        "{MN}.ravel().view(x.shape)",
        "{MN}.flatten().reshape(x.shape)",
        "{MN}.movedim(0, 1).movedim(0, 1)",
        "{MN}.data",
        "{MN}.unbind(0)[0].expand(x.shape)",
        "torch.as_strided({MN}, x.shape, {MN}.stride())",
        "{MN}.split(1, 0)[0].expand(x.shape)",
        "torch.atleast_2d({MN})",
        "{MN}.view(x.shape[0], x.shape[1])",
        "{MN}.select(0, 0)[None].expand(x.shape)",
        "{MN}.T.T",
        "{MN}.mT.contiguous().mT",
    ],
    "N": [
        "{MN}[0]",
        "{MN}.select(0, 0)",
        "{MN}.unbind(0)[-1]",
        "{N}[:]",
        "{N}.view(-1)",
        "{MN}[-1, :]",
        "{MN}.t()[:, 0]",
        "{N}.flatten()",
        "{N}.contiguous()",
    ],
    "M": [
        "{MN}[:, 0]",
        "{MN}.t()[0]",
        "{M1}.squeeze(-1)",
        "{M1}.flatten()",
        "{MN}[..., -1]",
        "{M}.contiguous()",
        "{M1}.view(-1)",
        "{M1}.reshape(-1)",
    ],
    "M1": [
        "{M}.unsqueeze(-1)",
        "{MN}[:, :1]",
        "{MN}[:, -1:]",
        "{M}[:, None]",
        "{MN}[:, :1].contiguous()",
        "{M1}.t().t()",
    ],
    "rows": [
        "{MN}[::2]",
        "{MN}[:, ::2]",
        "{MN}[1:, 1:]",
        "{MN}[:0]",
        "{MN}.t()",
        "{MN}.t()[1:]",
        "{rows}[:1]",
        "{MN}.diagonal()",
    ],
    "writes": [
        [
            "{MN}.add_(1)",
            "{N}.add_(1)",
            "{M1}.mul_(2)",
            "{M}.sub_(0.5)",
            "{rows}.add_(1)",
            "{rows}.zero_()",
            "{MN}.t().add_({M1}.t())",
        ],
        [
            "{MN}[0].copy_({N})",
            "{MN}[:, 0] += 1",
            "{MN}[::2] *= 2",
            "{rows}.mul_(0.5)",
            "{MN}.diagonal().add_(1)",
            "{MN}.t()[0] = 1",
        ],
        [
            "{N}[0] = 3",
            "{M}[-1] = 2",
            "{MN}.view(-1).add_(1)",
            "{MN}.neg_()",
            "{MN}.fill_({float})",
            "{MN}.data.zero_()",
        ],
    ],
    "conditions": [
        "{MN}.is_contiguous()",
        "{MN} is {MN}",
        "{N} is {N}",
        "{MN}.stride(0) == 1",
        "{MN}.data_ptr() == {MN}.data_ptr()",
        "{MN}._is_view()",
    ],
    "results": ["{MN}, {MN}", "{N}, {MN}", "{M1}", "{rows}, {MN}", "{M}"],
}

FEATURES = {
    **features_python.FEATURES,
    **features_data.FEATURES,
    **features_tensors.FEATURES,
    **features_segments.FEATURES,
    **features_programs.FEATURES,
    **features_gathered.FEATURES,
    **features_chosen.FEATURES,
    **features_idioms.FEATURES,
    **features_more.FEATURES,
    **features_seldom.FEATURES,
    "loops": LOOPS,
    "dtypes": DTYPES,
    "aten": ATEN,
    "effects": EFFECTS,
    "modules": MODULES,
    "raises": RAISES,
    "views": VIEWS,
}


@dataclasses.dataclass(frozen=True)
class Call:
    """A call that programs are built by. The fields say which arguments it describes, those of worker.py: most inputs
    are of that kind, so that what was compiled for them runs."""

    tensors: tuple  # x, y, r, c and all others
    layout: str = "contiguous"
    extra: tuple = ()  # further items of the list
    box: str = "Box"
    box_k: int = 2
    n: int = 3
    k: int = 2
    flag: bool = True
    depth: int = 2
    training: bool = False
    size: tuple = None  # fixed sizes of x

    def text(self, name):
        x, y, r, c, t = self.tensors
        if self.size:
            sizes = dict(zip("MN", map(str, self.size)))
            x, y, r, c, t = (re.sub(r"\b[MN]\b", lambda found: sizes[found.group()], text) for text in self.tensors)
        items = ", ".join([t, t, *self.extra])
        net = f"Net({self.depth})" + ("" if self.training else ".eval()")
        return (
            f"{name}({x}, {y}, {r}, {c}, [{items}], {{'a': {t}, 'b': {t}}}, {self.box}({t}, {self.box_k}), "
            f"{self.n}, {self.k}, {self.flag}, {net})"
        )


def of(dtype):
    return (f"{dtype}[M, N]", f"{dtype}[M, N]", f"{dtype}[N]", f"{dtype}[M, 1]", f"{dtype}[M, N]")


BF16 = ("bf16[M, N]", *of("f32")[1:])
STRIDED = ("f32[N, M].t()", "f32[1, N].expand(M, N)", "f32[N]", "f32[M, 1]", "f32[M, N]")
INTERLEAVED = ("f32[M, N, 2][..., 0]", "f32[N, M].t()", "f32[N]", "f32[M, 1]", "f32[M, N]")
SLICED = ("f32[M, 2 * N][:, ::2]", "f32[M, N]", "f32[N + 2][2:]", "f32[M, 1]", "f32[M, N]")
MIXED = ("f16[M, N]", "f64[M, N]", "bf16[N]", "i32[M, 1]", "f32[M, N]")

# The calls that build programs; most use the first.
CALLS = {
    "f32": Call(of("f32")),
    "other": Call(of("f32"), box="Crate", box_k=1, n=1, k=0, flag=False, depth=1, training=True, extra=("f32[M, N]",)),
    "f64": Call(of("f64"), "double", flag=False, depth=3, training=True),
    "i64": Call(of("i64"), "integers", training=True),
    "f16": Call(of("f16"), "halves", n=2, k=1),
    "bf16": Call(BF16, "half", ("bf16[M, N]",), "Crate", 1, n=1, k=0, flag=False, depth=1),
    "mixed": Call(MIXED, "mixed", n=0, k=1),
    "strided": Call(STRIDED, "strided", n=2, k=1, flag=False),
    "interleaved": Call(INTERLEAVED, "interleaved"),
    "sliced": Call(SLICED, "sliced", n=1),
    "fixed": Call(of("f32"), size=(4, 5)),
    "one": Call(of("f32"), size=(1, 4), n=1),
    "empty": Call(of("f32"), size=(0, 3), k=1),
}
CALL_NAMES = ["f32"] * 12 + ["other", "other", "f64", "i64", "f16", "bf16", "mixed", "strided", "strided"]
CALL_NAMES += ["interleaved", "sliced", "fixed", "one", "empty"]
