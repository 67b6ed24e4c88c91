"""Losses as torch has them under the functions of torch.nn.functional; `reduction` is 0 (none), 1 (mean) or 2 (sum)."""

import torch


def reduce(loss, reduction):
    if reduction == 1:
        return torch.mean(loss)
    return torch.sum(loss) if reduction == 2 else loss


def operator(schema, arguments, input, sizes, reduction):
    """A loss that an operator computes: one number, or `sizes` of them."""
    return prim.aten(schema, arguments, (prim.dtype_of(input), sizes if reduction == 0 else ()))


def binary_cross_entropy(input, target, weight=None, reduction=0):
    schema = "binary_cross_entropy(Tensor self, Tensor target, Tensor? weight=None, int reduction=1)"
    return operator(schema, (input, target, weight, reduction), input, prim.shape(input), reduction)


def nll_loss_nd(input, target, weight=None, reduction=0, ignore_index=-100):
    schema = "nll_loss_nd(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt ignore_index=-100)"
    return operator(schema, (input, target, weight, reduction, ignore_index), input, prim.shape(target), reduction)


def cross_entropy_loss(input, target, weight=None, reduction=0, ignore_index=-100, label_smoothing=0.0):
    schema = (
        "cross_entropy_loss(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, "
        "SymInt ignore_index=-100, float label_smoothing=0.)"
    )
    sizes = tuple(prim.shape(input))
    rank = prim.rank(input, 2)
    sizes = sizes[:-1] if rank == 1 else (sizes[0],) + sizes[2:]
    arguments = (input, target, weight, reduction, ignore_index, label_smoothing)
    return operator(schema, arguments, input, sizes, reduction)


def multilabel_margin_loss(input, target, reduction=0):
    schema = "multilabel_margin_loss(Tensor self, Tensor target, int reduction=1)"
    return operator(schema, (input, target, reduction), input, tuple(prim.shape(input))[:-1], reduction)


def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction=0, zero_infinity=False):
    if isinstance(input_lengths, (tuple, list)):
        schema = (
            "ctc_loss.IntList(Tensor log_probs, Tensor targets, int[] input_lengths, int[] target_lengths, "
            "int blank=0, int reduction=1, bool zero_infinity=False)"
        )
    else:
        schema = (
            "ctc_loss.Tensor(Tensor log_probs, Tensor targets, Tensor input_lengths, Tensor target_lengths, "
            "int blank=0, int reduction=1, bool zero_infinity=False)"
        )
    arguments = (log_probs, targets, input_lengths, target_lengths, blank, reduction, zero_infinity)
    sizes = (prim.size(log_probs, 1),) if prim.rank(log_probs, 3) == 3 else ()
    return operator(schema, arguments, log_probs, sizes, reduction)


def soft_margin_loss(input, target, reduction=0):
    torch.need_float("soft_margin_loss", input, RuntimeError)
    if prim.dtype_of(input) != prim.dtype_of(target):
        prim.cut("soft_margin_loss() of two dtypes")
    torch.nn.functional.one_shape(input, target)
    return reduce(torch.log1p(torch.exp(-target * input)), reduction)


def hinge_embedding_loss(input, target, margin=1.0, reduction=0):
    if prim.dtype_class(prim.dtype_of(input)) != "float":
        prim.cut("hinge_embedding_loss() but of floating point numbers")
    prim.fits(margin, prim.dtype_of(input))
    hinge = torch.clamp(margin - input, min=0)
    loss = torch.where(target != 1, hinge, 0.0) + torch.where(target != -1, input, 0.0)
    return reduce(loss, reduction)


def margin_ranking_loss(input1, input2, target, margin=0.0, reduction=0):
    return reduce(torch.clamp(-target * (input1 - input2) + margin, min=0), reduction)


def cosine_embedding_loss(input1, input2, target, margin=0.0, reduction=0):
    dim = prim.rank(target, 1)
    if dim > 1 or prim.rank(input1, dim + 1) != dim + 1 or prim.rank(input2, dim + 1) != dim + 1:
        raise RuntimeError("1D target tensor expects 2D input tensors")
    product = torch.sum(input1 * input2, dim)
    length1 = torch.sum(input1 * input1, dim) + 1e-12
    length2 = torch.sum(input2 * input2, dim) + 1e-12
    cosine = product / torch.sqrt(length1 * length2)
    apart = torch.clamp(cosine - margin, min=0)
    return reduce(torch.where(target == 1, 1 - cosine, 0.0) + torch.where(target == -1, apart, 0.0), reduction)


def kl_div(input, target, reduction=0, log_target=False):
    torch.need_float("kl_div", input, RuntimeError)
    torch.need_float("kl_div", target, RuntimeError)
    if log_target:
        return reduce(torch.exp(target) * (target - input), reduction)
    return reduce(torch.where(target == 0, 0.0, target * torch.log(target)) - target * input, reduction)


def poisson_nll_loss(input, target, log_input, full, eps, reduction):
    loss = torch.exp(input) - target * input if log_input else input - target * torch.log(input + eps)
    if full:
        stirling = target * torch.log(target) - target + 0.5 * torch.log(2 * torch.pi * target)
        if not torch.is_floating_point(loss):
            prim.cut("poisson_nll_loss() in full of ints")
        loss = prim.cast(loss + torch.masked_fill(stirling, target <= 1, 0), loss.dtype)  # added in place
    return reduce(loss, reduction)


def multi_margin_loss(input, target, p=1, margin=1.0, weight=None, reduction=0):
    if prim.rank(input, 2) != 2 or prim.rank(target, 1) != 1 or p not in (1, 2):
        prim.cut("multi_margin_loss() but of a matrix")
    if prim.dtype_of(input) not in (torch.float32, torch.float64) or prim.dtype_of(target) != torch.int64:
        prim.cut("multi_margin_loss() but of float32 and float64")
    prim.assume_equal(prim.size(input, 0), prim.size(target, 0))
    if weight is not None:
        prim.assume_equal(prim.size(weight, 0), prim.size(input, 1))
    own = torch.gather(input, 1, prim.unsqueeze(target, 1))
    hinge = torch.clamp(margin - own + input, min=0)
    if p == 2:
        hinge = hinge * hinge
    if weight is not None:
        hinge = hinge * prim.unsqueeze(prim.embedding(prim.unsqueeze(weight, 1), target), 1)[:, :, 0]
    classes = prim.arange(0, 1, prim.size(input, 1), torch.int64)
    others = torch.where(classes != prim.unsqueeze(target, 1), hinge, 0.0)
    return reduce(torch.sum(others, 1) / prim.size(input, 1), reduction)


def bilinear(input1, input2, weight, bias=None):
    if prim.dtype_of(input1) != prim.dtype_of(input2) or prim.dtype_of(input1) != prim.dtype_of(weight):
        raise RuntimeError("bilinear() expected operands of one dtype")
    rank = prim.rank(input1, 2)
    if rank < 1 or prim.rank(input2, rank) != rank or prim.rank(weight, 3) != 3:
        prim.cut("bilinear() of such ranks")
    lead = tuple(prim.shape(input1))[:-1]
    for dim in range(rank - 1):
        prim.assume_equal(prim.size(input1, dim), prim.size(input2, dim))
    outputs, left, right = prim.shape(weight)
    prim.assume_equal(prim.size(input1, rank - 1), left)
    prim.assume_equal(prim.size(input2, rank - 1), right)
    if bias is not None:
        if prim.rank(bias, 1) != 1:
            prim.cut("bilinear() with such a bias")
        prim.assume_equal(prim.size(bias, 0), outputs)
    table = torch.reshape(prim.permute(weight, [1, 0, 2]), (left, outputs * right))
    rows = prim.reshape(input1, (-1, left))
    half = torch.reshape(torch.matmul(rows, table), (prim.size(rows, 0), outputs, right))
    product = half * prim.unsqueeze(prim.reshape(input2, (-1, right)), 1)
    result = torch.sum(product, -1, dtype=prim.dtype_of(input1))
    result = result if bias is None else result + bias
    if rank == 2:
        return result
    shaped = prim.view(result, lead + (outputs,))
    return shaped if bias is None else prim.own(shaped)
