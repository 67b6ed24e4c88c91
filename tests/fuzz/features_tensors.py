"""Further templates for random programs: tensors of three and four dimensions in all memory formats, layers, losses, complex
numbers, arrays of NumPy, what programs ask of a tensor, and more ways to write into one.

`T` is a tensor of two, rows and columns of `x`; `Q` one of (2, 3, rows, columns), an image of three channels; `C` a complex
tensor with the shape of `x`. Tables have the form of those in features.py; `HEADER` stands behind that of features_data.py.
"""

HEADER = '''import numpy as np
import torch.nn.functional as F
from torch import Tensor

WEIGHT = torch.linspace(-1, 1, 54).view(2, 3, 3, 3)
BIAS = torch.tensor([0.25, -0.5, 1.0])
TABLE = {"scale": torch.tensor(0.5), "names": ["a", "b"]}


def attention(t):
    scores = (t @ t.mT) / math.sqrt(t.shape[-1] + 1)
    mask = torch.ones(t.shape[-2], t.shape[-2], dtype=torch.bool).tril()
    return scores.masked_fill(~mask, -9.0).softmax(-1) @ t


def heads(t, count=2):
    """Splits the rows of a matrix between heads and puts them together again."""
    apart = torch.stack([t] * count, -1).permute(2, 0, 1)
    return apart.transpose(0, 1).reshape(t.shape[0], -1)[:, : t.shape[1]]


def typed(t: Tensor, by: float = 0.5, *, steps: int = 2) -> Tensor:
    for _ in range(steps):
        t = t * by + BIAS[:1]
    return t


'''

DEFAULTS = {
    "T": "torch.stack([x, y])",
    "Q": "torch.stack([torch.stack([x, y, x * 0.5])] * 2)",
    "C": "torch.complex(x * 1.0, y * 1.0)",
}

RANKS = {
    "T": [
        "torch.stack([{MN}, {MN}])",
        "torch.stack([{MN}, {MN}], 1).transpose(0, 1)",
        "torch.stack([{MN}, {MN}], -1).permute(2, 0, 1)",
    ]
    + [
        "{T} + {T}",
        "{T} * {MN}",
        "{T} + {N}",
        "{T} - {M1}",
        "{T}.tanh()",
        "{T}.mT.contiguous().mT",
        "{T}.flip(0)",
        "{T} * 2 + 1",
    ]
    + ["{T}.transpose(1, 2).transpose(1, 2)", "torch.bmm({T}, {T}.mT) @ {T} * 0.1", "attention({T})", "{T}.softmax(0)"]
    + ["{T} - {T}.mean((0, 2), keepdim=True)", "{T} + {T}.amax(1, keepdim=True)", "torch.where({T} > 0.1037, {T}, 0.5)"]
    + [
        "{MN}.expand(2, -1, -1)",
        "{MN}[None].repeat(2, 1, 1)",
        "{T}.cumsum(1) * 0.2",
        "{T}.roll((1, 0), (0, 1))",
        "{Q}[:, 0]",
    ]
    + [
        "torch.cat([{T}[:1], {T}[1:]])",
        "{T}.clone(memory_format=torch.contiguous_format)",
        "{T}.permute(1, 2, 0).permute(2, 0, 1)",
    ]
    + ["torch.einsum('bij,bij->bij', {T}, {T})", "F.layer_norm({T}, {T}.shape[-1:])", "{T}.masked_fill({mask}, 0.25)"]
    + [
        "{T}.movedim(0, 2).movedim(2, 0)",
        "{T}.to(torch.float64).float()",
        "torch.zeros_like({T})",
        "F.pad({T}, (1, 0))[..., 1:]",
    ]
    + [
        "torch.einsum('bij,bkj->bki', {T}, {T}).softmax(1) @ {T}",
        "{T}.unflatten(0, (1, 2)).squeeze(0)",
        "{T}.swapaxes(0, 0)",
    ],
    "Q": [
        "torch.stack([{T}, {T}, {T}], 1)",
        "{Q} * 0.5 + {MN}",
        "{Q}.contiguous(memory_format=torch.channels_last)",
        "{Q}.relu()",
    ]
    + [
        "{Q} + {Q}",
        "{Q} * BIAS.view(3, 1, 1)",
        "{Q}.permute(0, 2, 3, 1).contiguous().permute(0, 3, 1, 2)",
        "{Q}.clone()",
    ]
    + ["{Q} - {Q}.mean((2, 3), keepdim=True)", "F.batch_norm({Q}, None, None, training=True)", "F.group_norm({Q}, 3)"]
    + ["F.conv2d({Q}, WEIGHT, padding=1)[:, [0, 1, 0]]", "F.avg_pool2d({Q}, 3, 1, 1)", "F.max_pool2d({Q}, 3, 1, 1)"]
    + ["{Q}.transpose(0, 1).transpose(0, 1)", "{Q}.flatten(2).view({Q}.shape)", "{Q}[:, [2, 1, 0]]", "{Q}.softmax(1)"]
    + [
        "{T}.unsqueeze(1).expand(-1, 3, -1, -1)",
        "torch.cat([{Q}[:, :1], {Q}[:, 1:]], 1)",
        "{Q}.to(memory_format=torch.channels_last)",
    ]
    + [
        "torch.zeros_like({Q})",
        "{Q}.flip(1, 3)",
        "F.dropout({Q}, 0.5, False)",
        "{Q}.mul({Q}.sigmoid())",
        "{Q}.float() * 1",
    ]
    + [
        "F.interpolate({Q}, scale_factor=1.0)",
        "{Q}.reshape(6, *x.shape).reshape({Q}.shape)",
        "{Q}.amax(1, keepdim=True) + {Q}",
    ],
    "MN": [
        "{T}[0]",
        "{T}.sum(0) * 0.2",
        "{T}[1].t().t()",
        "{T}.mean(0)",
        "{Q}[0, 0]",
        "{Q}.sum((0, 1)) * 0.1",
        "{Q}.mean(1)[1]",
    ]
    + [
        "{T}.unbind()[1]",
        "{T}.permute(1, 2, 0)[..., 0]",
        "{T}.amax(0)",
        "{T}[:, :, :][-1]",
        "heads({MN})",
        "{T}.select(0, 1)",
    ]
    + [
        "{T}.transpose(0, 1)[:, 1]",
        "{Q}.permute(2, 3, 0, 1)[..., 0, 1]",
        "{T}.max(0)[0]",
        "{T}.flatten(0, 1)[: x.shape[0]]",
    ]
    + [
        "{T}.reshape(-1, x.shape[1])[: x.shape[0]]",
        "{T}.view(2, -1)[0].view(x.shape)",
        "torch.einsum('bij->ij', {T}) * 0.3",
    ],
    "N": [
        "{T}.mean((0, 1))",
        "{Q}.amax((0, 1, 2))",
        "{T}[0, -1]",
        "{Q}[..., 0, :].sum((0, 1)) * 0.1",
        "{T}.sum(1)[0] * 0.1",
    ],
    "rows": [
        "{T}.permute(2, 0, 1)",
        "{T}.mT",
        "{Q}[::2, 1:]",
        "{T}[:, 1:]",
        "{Q}.transpose(1, 3)",
        "{T}.flatten(1)",
        "{Q}[:, :, ::2]",
    ]
    + [
        "{T}.sum(-1)",
        "{Q}.mean((1, 3), keepdim=True)",
        "{T}.argmax(-1)",
        "{Q}.permute(0, 2, 3, 1)",
        "{T}[..., :1]",
        "{T}.diagonal(0, 0, 1)",
    ],
    "int": [
        "{T}.stride(0) % 7",
        "{Q}.size(1)",
        "{T}.ndim",
        "{Q}.stride(1) % 5",
        "int({T}.is_contiguous())",
        "{T}.shape.index(2)",
    ]
    + [
        "int({Q}.is_contiguous(memory_format=torch.channels_last))",
        "sum({Q}.shape[:2])",
        "len({T})",
        "{T}[0].numel() % 5",
    ],
    "writes": [
        [
            "{T}.add_(1)",
            "{T}[0] = {MN}",
            "{T}[:, 0] += 1",
            "{T}[..., 0].zero_()",
            "{T}.mT.mul_(2)",
            "{T}[1].copy_({T}[0])",
            "{T} *= {N}",
        ],
        [
            "{Q}.mul_(0.5)",
            "{Q}[:, 1] = {T}",
            "{Q}[0] += {MN}",
            "{Q}.permute(0, 2, 3, 1).add_(1)",
            "{Q}[..., ::2] = 0",
            "{Q}.relu_()",
        ],
        [
            "{T}[{T} > 0.5] = 0.25",
            "{T}[:, :, [0]] = 1.5",
            "torch.add({T}, {MN}, out={T})",
            "{T}[0], {T}[1] = {T}[1], {T}[0]",
        ],
        [
            "{new MN}, {new MN} = {T}",
            "{new MN}, {new MN} = {T}.unbind(0)",
            "{new Q} = {Q}[:, :3]",
            "{T}.transpose(0, 1)[0] = 2",
        ],
    ],
    "blocks": [
        ("for {new MN} in {T}:", True, "T"),
        ("for {new int}, {new MN} in enumerate({T}.unbind()):", True, None),
    ],
    "conditions": [
        "{T}.is_contiguous()",
        "{Q}.stride(1) == 1",
        "{T}.sum() > 0.1 and flag",
        "{T}.shape[0] == 2",
        "{Q}.dim() == 4",
    ],
    "results": [
        "{T}",
        "{Q}",
        "{T}, {MN}",
        "{T}.mT",
        "{Q}[:, 0]",
        "{T} * 2",
        "{Q} + 1",
        "{rows}",
        "{Q}.sum(1)",
        "{T}[0], {T}",
    ],
}

LAYERS = {
    "MN": [
        "F.linear({MN}, {MN}) @ {MN} * 0.1",
        "F.gelu({MN})",
        "F.silu({MN})",
        "F.elu({MN})",
        "F.softplus({MN})",
        "F.mish({MN})",
    ]
    + [
        "F.leaky_relu({MN}, 0.2)",
        "F.hardtanh({MN})",
        "F.hardswish({MN})",
        "F.relu6({MN})",
        "F.celu({MN}, 0.5)",
        "F.selu({MN})",
    ]
    + [
        "F.log_softmax({MN}, -1)",
        "F.rms_norm({MN}, {MN}.shape[-1:])",
        "F.gelu({MN}, approximate='tanh')",
        "F.softsign({MN})",
    ]
    + ["F.glu(torch.cat([{MN}, {MN}], -1))", "F.scaled_dot_product_attention({MN}[None], {MN}[None], {MN}[None])[0]"]
    + [
        "attention({MN})",
        "typed({MN})",
        "typed({MN}, by={float}, steps={int} % 3)",
        "F.normalize({MN}, dim=0)",
        "F.logsigmoid({MN})",
    ]
    + ["F.embedding((x.abs() * 4).long()[:, 0] % 3, WEIGHT.view(9, 6)[:3, :1]) + {MN}", "F.prelu({MN}, BIAS[:1])"]
    + [
        "F.instance_norm({MN}[None])[0]",
        "F.conv1d({MN}[None].mT, torch.ones(x.shape[1], 1, 1), groups=x.shape[1])[0].mT",
    ]
    + [
        "F.max_pool1d({MN}[None], 3, 1, 1)[0]",
        "F.pad({MN}, (1, 1), value=2)[:, 1:-1]",
        "F.one_hot((x > 0).long(), 2)[..., 0] * {MN}",
    ]
    + [
        "F.cosine_similarity({MN}, {MN})[:, None] * {MN}",
        "F.pairwise_distance({MN}, {MN}, keepdim=True) + {MN}",
        "F.threshold({MN}, 0.1, 0.5)",
    ]
    + [
        "F.smooth_l1_loss({MN}, {MN}, reduction='none')",
        "F.huber_loss({MN}, {MN}, reduction='none')",
        "F.mse_loss({MN}, {MN}) + {MN}",
    ]
    + [
        "F.kl_div({MN}, {MN}.softmax(-1), reduction='none')",
        "F.binary_cross_entropy_with_logits({MN}, {MN}.sigmoid(), reduction='none')",
    ]
    + [
        "F.cross_entropy({MN}, (r * 4).long()[:1].expand(x.shape[0]) * 0) + {MN}",
        "TABLE['scale'] * {MN}",
        "F.softmin({MN}, 0)",
    ],
    "S": [
        "F.l1_loss({MN}, {MN})",
        "F.mse_loss({MN}, {MN}, reduction='sum') * 0.1",
        "F.nll_loss({MN}, {MN}[:, 0].long() * 0)",
        "BIAS[0]",
    ]
    + [
        "F.smooth_l1_loss({MN}, {MN})",
        "F.kl_div({MN}, {MN}, reduction='batchmean')",
        "F.cosine_similarity({N}, {N}, 0)",
        "TABLE['scale']",
    ],
    "writes": [
        [
            "F.relu({MN}, inplace=True)",
            "F.elu({MN}, inplace=True)",
            "F.dropout({MN}, 0.5, False, True)",
            "F.silu({MN}, inplace=True)",
        ],
        [
            "TABLE['scale'].mul_(1.0)",
            "{MN} += BIAS[0]",
            "{MN}.mul_(TABLE['scale'])",
            "F.hardtanh_({MN})",
            "F.leaky_relu_({MN})",
        ],
    ],
    "results": ["{MN}", "{S}", "F.softmax({MN}, 0)", "F.gelu({MN}), {MN}"],
}

COMPLEX = {
    "C": [
        "torch.complex({MN}.float(), {MN}.float())",
        "torch.polar({MN}.float().abs(), {MN}.float())",
        "{C} * {C} * 0.3",
        "{C} + {MN}",
        "{C}.conj()",
    ]
    + [
        "{C} * 0.5j",
        "{C} - {C}",
        "torch.view_as_complex(torch.stack([{MN}, {MN}], -1).float())",
        "-{C}",
        "{C} / 2",
        "{C}.clone()",
    ]
    + [
        "{C} * {float}",
        "{C}.t().t()",
        "torch.where({mask}, {C}, {C})",
        "{C}[:]",
        "{C} + 1j",
        "torch.stack([{C}, {C}])[1]",
        "{C}.mul({MN})",
    ],
    "MN": [
        "{C}.real",
        "{C}.imag",
        "{C}.abs()",
        "torch.view_as_real({C})[..., 0]",
        "({C} * {C}.conj()).real",
        "{C}.real * {C}.imag",
    ]
    + [
        "torch.view_as_real({C}).sum(-1)",
        "{C}.abs() + {MN}",
        "torch.view_as_real({C} * {C}).flatten(1)[:, : x.shape[1]]",
    ],
    "writes": [
        [
            "{C}.add_(1)",
            "{C}.real.mul_(2)",
            "{C}[0] = 1j",
            "{C} *= 2",
            "{C}.imag[0] = 0.5",
            "torch.view_as_real({C})[..., 1] = 1",
        ]
    ],
    "conditions": ["{C}.is_complex()", "{C}.is_conj()", "{C}.dtype == torch.complex64"],
    "results": ["{C}", "{C}.real", "torch.view_as_real({C})", "{C}.conj(), {MN}", "{C}.imag * 2", "{C}.abs()"],
}

ARRAYS = {
    "MN": [
        "torch.from_numpy({MN}.detach().cpu().numpy().copy())",
        "torch.as_tensor(np.ones(tuple(x.shape), dtype=np.float32)) + {MN}",
    ]
    + [
        "{MN} * np.sqrt(2.0)",
        "{MN} * float(np.float32(0.5))",
        "{MN} + np.prod(x.shape)",
        "{MN} * np.pi * 0.1",
        "torch.tensor(np.arange(3))[1] * {MN}",
    ]
    + [
        "{MN} * int(np.ceil(x.shape[0] / 2))",
        "{MN} + torch.from_numpy(np.linspace(0, 1, x.shape[1])).float()",
        "{MN} * np.float64(0.25)",
    ]
    + [
        "{MN} / np.maximum(x.shape[0], 1)",
        "{MN} + np.log1p({int} * {int})",
        "torch.from_numpy({MN}.detach().numpy()) * 2",
    ],
    "int": [
        "int(np.prod(x.shape)) % 7",
        "np.int64({int}) + 0",
        "int(np.floor({float} * 3))",
        "int(np.argmax([{int}, 2]))",
        "len(np.zeros(3))",
    ],
    "float": [
        "float(np.sqrt({int} * {int}))",
        "np.exp(-abs({float})).item()",
        "float(np.mean([{float}, 1.0]))",
        "np.clip({float}, 0, 1).item()",
    ],
    "writes": [
        [
            "{MN}.detach().numpy()[0] = 1",
            "{new MN} = torch.as_tensor({MN}.detach().numpy())",
            "{new int} = int(np.sum([{int}, 1]))",
        ]
    ],
    "results": ["{MN}", "{MN}.detach().numpy().sum(0).shape", "np.float32({float})", "{int}"],
}

ASKED = {
    "int": [
        "x.stride()[0] % 5",
        "len(x.stride())",
        "x.storage_offset()",
        "{MN}.storage_offset() % 5",
        "x.itemsize",
        "x.nbytes % 7",
        "x.ndim",
    ]
    + [
        "x.nelement() % 7",
        "torch.numel(x) % 5",
        "x.size().numel() % 5",
        "int(x.dtype.is_floating_point)",
        "int(torch.is_tensor({MN}))",
    ]
    + [
        "hash(x.shape) * 0",
        "x.shape.count(1)",
        "int({MN}.shape[:1] == x.shape[:1])",
        "int(x.device.type == 'cpu')",
        "x.dim() + x.ndim",
    ]
    + [
        "int(isinstance(x, torch.nn.Parameter))",
        "int(type(x) is torch.Tensor)",
        "int(torch.is_floating_point(x))",
        "x.shape[-1] % 5",
    ]
    + [
        "x.new_zeros(2).numel()",
        "torch.Size((1, {int})).numel()",
        "int(x.is_same_size(y))",
        "int(x.untyped_storage().nbytes() > 0)",
    ]
    + [
        "{MN}.is_contiguous() + 0",
        "int(torch.promote_types(x.dtype, torch.float16) == torch.float32)",
        "int(x.layout is torch.strided)",
    ],
    "MN": [
        "{MN}.to(x)",
        "{MN}.to(y.dtype)",
        "{MN}.new_tensor([0.5]) + {MN}",
        "{MN}.view_as(x)",
        "{MN}.reshape_as(x)",
        "{MN}.expand_as(x)",
    ]
    + [
        "torch.empty_like({MN}).fill_(0.5)",
        "torch.empty(x.shape).copy_({MN})",
        "{MN}.type(torch.float64)",
        "{MN}.cpu()",
        "{MN}.double().to(x.dtype)",
    ]
    + [
        "torch.as_strided({MN}.contiguous(), x.shape, (x.shape[1], 1))",
        "torch.asarray({MN})",
        "torch.clone({MN}.mT).mT",
        "{MN}.new_empty(x.shape).zero_()",
    ]
    + [
        "{MN}.__add__({MN})",
        "{MN}.__rsub__(1)",
        "torch.Tensor.mul({MN}, 2)",
        "torch.ops.aten.add({MN}, 1)",
        "getattr({MN}, 'abs')()",
    ]
    + [
        "{MN} * x.shape[0] ** -0.5",
        "{MN}.mul({int}).div(max({int}, 1))",
        "torch.stack([*{MN}.unbind(0)]) if len(x) else {MN}",
    ]
    + [
        "torch.cat(list({MN}.split(1))) if len(x) else {MN}",
        "torch.cat({MN}.chunk(2)) if len(x) > 1 else {MN}",
        "torch.vstack([{MN}[:1], {MN}[1:]])",
    ]
    + [
        "torch.hstack([{MN}, {MN}])[:, : x.shape[1]]",
        "{MN}.tensor_split(2)[0].sum(0) + {MN}",
        "torch.block_diag({MN})",
        "{MN}.triu().tril(1)",
    ]
    + [
        "{MN}.t().reshape(x.shape[1], x.shape[0]).T",
        "torch.broadcast_to({N}, x.shape)",
        "torch.meshgrid({M}, {N}, indexing='ij')[0]",
    ],
    "S": [
        "{MN}.trace()",
        "torch.tensor(x.stride(0))",
        "{MN}.sum(dtype=torch.float64)",
        "{MN}.min()",
        "{MN}[..., 0].prod() * 0",
        "{N}.median() * 0",
    ],
    "conditions": [
        "x.is_floating_point()",
        "x.dtype in (torch.float32, torch.float64)",
        "x.shape[-1] > x.shape[0]",
        "{MN}.shape != x.shape",
    ]
    + [
        "{MN}.storage_offset() == 0",
        "x.stride() == (x.shape[1], 1)",
        "torch.is_complex(x)",
        "x.is_shared() and flag",
        "{MN}.any() and not {MN}.all()",
    ],
    "writes": [
        [
            "{MN}.fill_({S})",
            "{MN}.copy_({M1})",
            "{MN}.copy_({any})",
            "{MN}.mul_({mask})",
            "{MN}.add_({any})",
            "{MN}.floor_()",
            "{MN}.exp_().log_()",
        ],
        [
            "{MN}[:, None][:, 0] += 1",
            "{MN}.flatten().add_(1)",
            "{MN}.view(-1)[::2] = 0.5",
            "{MN}.diagonal().fill_(2)",
            "{MN}.t()[:1].mul_(2)",
        ],
        [
            "{MN}.transpose_(0, 1).transpose_(0, 1)",
            "{MN}.index_fill_(1, {rowint} * 0, 1)",
        ],
        [
            "torch._foreach_add_([{MN}, {MN}], 1)",
            "{MN}.where({mask}, {MN}).add_(1)",
            "{MN}.masked_fill_({MN} > 1, {S})",
            "torch.relu_({MN})",
        ],
    ],
    "results": [
        "{MN}.stride()",
        "{MN}.storage_offset()",
        "x.device",
        "{MN}.dtype",
        "x.shape[0], {MN}",
        "{MN}.is_contiguous()",
        "{MN}.untyped_storage().nbytes() * 0",
    ],
}

FEATURES = {"ranks": RANKS, "layers": LAYERS, "complex": COMPLEX, "arrays": ARRAYS, "asked": ASKED}
