"""torch._foreach_*: on the CPU the operator of each tensor, one after the other. Part of torch.py."""

import torch


def number_of(value, tensors):
    """A Scalar that is given as a tensor. Of what is no float the overload decides, by which dtypes differ."""
    for t in tensors:
        if not prim.dtype_of(t).is_floating_point:
            prim.cut("a tensor as the number for tensors of ints")
    if prim.rank(value, 0) != 0:
        prim.cut("a tensor as the numbers for a list of tensors")
    return value.item()


def checked(tensors):
    if not isinstance(tensors, (list, tuple)) or len(tensors) == 0:
        prim.cut("torch's functions over lists, of something else")
    for t in tensors:
        if not prim.is_tensor(t):
            prim.cut("torch's functions over lists, of something else")
    return tensors


def at_each(value, tensors):
    """What the operator of each tensor takes: the list's item, or the one number."""
    if isinstance(value, (list, tuple)):
        if len(value) != len(tensors):
            prim.cut("torch's functions over lists of different lengths")
        return value
    return [number_of(value, tensors) if prim.is_tensor(value) else value] * len(tensors)


def each(function, tensors, rest, options):
    lists = [at_each(value, tensors) for value in rest]
    return [function(t, *[items[i] for items in lists], **options) for i, t in enumerate(tensors)]


def new_of_each(function, tensors, rest, options):
    return tuple(each(function, tensors, rest, options))


def written_each(name, tensors, rest, options):
    each(lambda t, *args, **named: getattr(t, name)(*args, **named), tensors, rest, options)
    return tensors


def unary(name):
    return lambda self: new_of_each(getattr(torch, name), checked(self), [], {})


def unary_(name):
    return lambda self: written_each(name, checked(self), [], {})


def given(options, known):
    for name in options:
        if name not in known:
            prim.cut("an argument by its name")
    return options


def binary(name, *known):
    return lambda self, other, /, **options: new_of_each(
        getattr(torch, name), checked(self), [other], given(options, known)
    )


def binary_(name, *known):
    return lambda self, other, /, **options: written_each(name, checked(self), [other], given(options, known))


def ternary(name):
    def run(self, first, second, value=1, **options):
        given(options, ())
        function = getattr(torch, name)
        scaled = lambda t, a, b, number: function(t, a, b, value=number)
        return new_of_each(scaled, checked(self), [checked(first), checked(second), value], {})

    return run


def ternary_(name):
    def run(self, first, second, value=1, **options):
        given(options, ())
        each(
            lambda t, a, b, number: getattr(t, name)(a, b, value=number),
            checked(self),
            [checked(first), checked(second), value],
            {},
        )
        return self

    return run


def _foreach_pow(self, exponent, /):
    if isinstance(self, (list, tuple)):
        return new_of_each(torch.pow, checked(self), [exponent], {})
    base = number_of(self, checked(exponent)) if prim.is_tensor(self) else self
    return tuple([torch.pow(base, e) for e in exponent])


def _foreach_lerp(self, tensors1, weight, /):
    return new_of_each(torch.lerp, checked(self), [checked(tensors1), weight], {})


def _foreach_lerp_(self, tensors1, weight, /):
    return written_each("lerp_", checked(self), [checked(tensors1), weight], {})


def _foreach_norm(self, ord=2, dtype=None):
    return tuple([torch.linalg.vector_norm(t, ord, dtype=dtype) for t in checked(self)])


def _foreach_max(self):
    return tuple([torch.max(t) for t in checked(self)])


def _foreach_copy_(self, src, non_blocking=False):
    return written_each("copy_", checked(self), [checked(src)], {})


_foreach_add, _foreach_add_ = binary("add", "alpha"), binary_("add_", "alpha")
_foreach_sub, _foreach_sub_ = binary("sub", "alpha"), binary_("sub_", "alpha")
_foreach_mul, _foreach_mul_ = binary("mul"), binary_("mul_")
_foreach_div, _foreach_div_ = binary("div"), binary_("div_")
_foreach_maximum, _foreach_maximum_ = binary("clamp_min"), binary_("clamp_min_")
_foreach_minimum, _foreach_minimum_ = binary("clamp_max"), binary_("clamp_max_")
_foreach_clamp_min, _foreach_clamp_min_ = binary("clamp_min"), binary_("clamp_min_")
_foreach_clamp_max, _foreach_clamp_max_ = binary("clamp_max"), binary_("clamp_max_")
_foreach_pow_ = binary_("pow_")
_foreach_addcmul, _foreach_addcmul_ = ternary("addcmul"), ternary_("addcmul_")
_foreach_addcdiv, _foreach_addcdiv_ = ternary("addcdiv"), ternary_("addcdiv_")
_foreach_abs, _foreach_abs_ = unary("abs"), unary_("abs_")
_foreach_acos, _foreach_acos_ = unary("acos"), unary_("acos_")
_foreach_asin, _foreach_asin_ = unary("asin"), unary_("asin_")
_foreach_atan, _foreach_atan_ = unary("atan"), unary_("atan_")
_foreach_ceil, _foreach_ceil_ = unary("ceil"), unary_("ceil_")
_foreach_clone, _foreach_zero_ = unary("clone"), unary_("zero_")
_foreach_cos, _foreach_cos_ = unary("cos"), unary_("cos_")
_foreach_cosh, _foreach_cosh_ = unary("cosh"), unary_("cosh_")
_foreach_erf, _foreach_erf_ = unary("erf"), unary_("erf_")
_foreach_erfc, _foreach_erfc_ = unary("erfc"), unary_("erfc_")
_foreach_exp, _foreach_exp_ = unary("exp"), unary_("exp_")
_foreach_expm1, _foreach_expm1_ = unary("expm1"), unary_("expm1_")
_foreach_floor, _foreach_floor_ = unary("floor"), unary_("floor_")
_foreach_frac, _foreach_frac_ = unary("frac"), unary_("frac_")
_foreach_lgamma, _foreach_lgamma_ = unary("lgamma"), unary_("lgamma_")
_foreach_log, _foreach_log_ = unary("log"), unary_("log_")
_foreach_log10, _foreach_log10_ = unary("log10"), unary_("log10_")
_foreach_log1p, _foreach_log1p_ = unary("log1p"), unary_("log1p_")
_foreach_log2, _foreach_log2_ = unary("log2"), unary_("log2_")
_foreach_neg, _foreach_neg_ = unary("neg"), unary_("neg_")
_foreach_reciprocal, _foreach_reciprocal_ = unary("reciprocal"), unary_("reciprocal_")
_foreach_round, _foreach_round_ = unary("round"), unary_("round_")
_foreach_rsqrt, _foreach_rsqrt_ = unary("rsqrt"), unary_("rsqrt_")
_foreach_sigmoid, _foreach_sigmoid_ = unary("sigmoid"), unary_("sigmoid_")
_foreach_sign, _foreach_sign_ = unary("sign"), unary_("sign_")
_foreach_sin, _foreach_sin_ = unary("sin"), unary_("sin_")
_foreach_sinh, _foreach_sinh_ = unary("sinh"), unary_("sinh_")
_foreach_sqrt, _foreach_sqrt_ = unary("sqrt"), unary_("sqrt_")
_foreach_tan, _foreach_tan_ = unary("tan"), unary_("tan_")
_foreach_tanh, _foreach_tanh_ = unary("tanh"), unary_("tanh_")
_foreach_trunc, _foreach_trunc_ = unary("trunc"), unary_("trunc_")
