"""Random calls: functions, methods and operators of torch and NumPy on arguments of which many make no sense. What eager
refuses must be refused in the same words."""

import random

import grammar
import seldom_names

TENSORS = (
    "x;x;y;x;r;c;box.t;x[:1];x[0];x[:, :1];x.t();y.t();x.sum();torch.tensor(2);torch.tensor([]);x[:0];x.double();r[1:];"
    "r[::2];torch.ones(4, 5);torch.ones(4);torch.zeros(2, 3, dtype=torch.int64);x[None];torch.tensor(1.5);x.half();"
    "x.bfloat16();torch.tensor([1, 0]);torch.tensor([[True, False], [False, True]]);x.to(torch.uint8);(x + 1j);r[0];"
    "x.expand(2, *x.shape);x[:, 0];x.flatten();torch.eye(4);(x > 0);x.contiguous().view(-1)[1:5];torch.arange(n % 5);"
    "r.long();x.long();c[:, 0];x[None, None];torch.ones(2, 1, 2);torch.ones(2, 3, 4);torch.zeros(0, 3);r[None];y.half();"
    "x.to(torch.int8);torch.ones(1, 4, 4);(y * 1j);torch.tensor([[0.5]]);torch.tensor(True)"
).split(";")
PLAIN = (
    "0;1;-1;2;True;0.5;None;();(0,);(0, 1);[1];'mean';5;-3;torch.float64;torch.int64;'sum';float('inf');1j;3;(1, 1);"
    "(-1,);(2, 2);[2, -1];False;'a';x.shape[0];x.shape;-0.0;1e30;n;k;flag;box.k;len(xs);2**70"
).split(";")
KEYWORDS = (
    "dim=0;dim=1;dim=-1;dim=2;dim=(0, 1);keepdim=True;dtype=torch.float64;dtype=torch.int32;dim=None;alpha=2;alpha=0.5;"
    "rounding_mode='floor';rounding_mode='trunc';descending=True;correction=0;unbiased=False;p=1;min=0;max=1;out=None;"
    "reduction='sum';reduction='none';largest=False;stable=True;offset=1;diagonal=1;n=2;decimals=1;value=2;beta=2;"
    "inplace=True;side='right';right=True;ord=1;eps=1e-3;non_blocking=True;copy=True;memory_format=torch.channels_last;"
    "as_tuple=True;return_inverse=True;indexing='ij';sections=2;exponent=2;dims=(0,);dims=0;shifts=1;repeats=2;steps=3;"
    "size=(2,);k=1;k=2;accumulate=True;nan=1.0;requires_grad=True;dim=n;keepdim=flag;out=x;out=y[:1];other=y;index=r.long();"
    "weight=x;bias=r;stride=2;padding=1;kernel_size=2;beta=x;eps=r[0];input=x;self=x;dtype=torch.int64;generator=None"
).split(";")
FUNCTIONS = """abs add addcmul addcdiv addmm all allclose amax amin aminmax any arange argmax argmin argsort atan2 bincount
bitwise_and bmm broadcast_to bucketize cat cdist ceil chunk clamp clone complex concat copysign corrcoef cos count_nonzero cov
cross cummax cumprod cumsum diag diag_embed diagonal diff dist div dot dsplit einsum eq equal exp expm1 eye flatten flip fliplr
float_power floor floor_divide fmax fmod frac full_like gather ge gt heaviside histc hstack hypot index_select inner isclose
isfinite isin isnan kron kthvalue lerp linspace log logaddexp logcumsumexp logical_and logical_not logit logsumexp lt
masked_select matmul max maximum mean median meshgrid min mm mode moveaxis movedim mul mv nan_to_num nanmean nansum narrow ne
neg norm numel ones_like outer permute pow prod quantile rad2deg ravel reciprocal remainder renorm repeat_interleave reshape
roll rot90 round rsqrt searchsorted select sigmoid sign signbit sin softmax sort split sqrt square squeeze stack std std_mean
sub sum swapaxes t take take_along_dim tan tanh tensor_split tensordot tile topk trace transpose trapezoid tril triu
true_divide trunc unbind unflatten unfold unique unsqueeze vander var vdot view_as_real vsplit vstack where xlogy zeros_like
log_softmax cumulative_trapezoid block_diag cartesian_prod combinations column_stack dstack triu_indices logspace is_tensor
is_floating_point is_complex result_type addr ger baddbmm conj real imag angle polar ldexp frexp gcd lcm nextafter sinc deg2rad
erf lgamma digamma i0 relu selu celu prelu threshold clip absolute negative subtract multiply divide greater less not_equal
asin arccos vecdot can_cast""".split()
METHODS = """add_ sub_ mul_ div_ clamp_ fill_ copy_ zero_ index_add_ index_fill_ index_copy_ masked_fill masked_fill_ scatter
scatter_ scatter_add scatter_reduce index_put view view_as reshape_as expand expand_as repeat to type type_as float long int
bool double half item tolist size stride dim ndimension nelement element_size storage_offset is_contiguous contiguous detach
requires_grad_ new_zeros new_ones new_full new_tensor sum_to_size unfold unflatten as_strided_ t_ transpose_ squeeze_
unsqueeze_ T mT H data shape dtype device ndim itemsize nbytes real imag grad is_leaf layout __len__ __getitem__ __add__
__radd__ __contains__ __bool__ __int__ __float__ __index__ __array__ __format__ __eq__ __and__ __matmul__ __pow__ __rpow__
__floordiv__ __mod__ __neg__ __invert__ __lshift__ is_same_size is_signed numpy get_device dim_order dense_dim sparse_dim
has_names bitwise_not_ logical_not pow_ fmod_ remainder_ floor_divide_ lerp_ round_ sign_ neg_ exp_ tril_ triu_ swapdims clip_
cumsum_ renorm_ put_ masked_scatter narrow_copy diagonal_scatter select_scatter slice_scatter hsplit positive sgn fix argwhere
nonzero msort nanmedian nanquantile addmv addbmm smm""".split()
NEURAL = """relu gelu silu elu leaky_relu softmax log_softmax layer_norm rms_norm group_norm batch_norm instance_norm
normalize pad one_hot mse_loss l1_loss smooth_l1_loss huber_loss cross_entropy nll_loss binary_cross_entropy
binary_cross_entropy_with_logits kl_div cosine_similarity pairwise_distance pdist linear bilinear embedding embedding_bag
conv1d conv2d conv_transpose1d max_pool1d avg_pool1d max_pool2d avg_pool2d adaptive_avg_pool1d adaptive_max_pool1d lp_pool1d
interpolate pixel_shuffle unfold fold glu softplus softsign tanhshrink hardtanh hardswish hardsigmoid relu6 threshold mish
logsigmoid scaled_dot_product_attention triplet_margin_loss margin_ranking_loss hinge_embedding_loss poisson_nll_loss
soft_margin_loss multi_margin_loss multilabel_margin_loss ctc_loss gaussian_nll_loss local_response_norm grid_sample
affine_grid channel_shuffle prelu softmin celu selu tanh sigmoid""".split()
LINEAR = """norm det inv solve cholesky qr svd eigh matrix_norm vector_norm cross matrix_power pinv slogdet multi_dot vecdot
diagonal matrix_rank""".split()
SELDOM = [
    ("torch", seldom_names.FUNCTIONS),
    ("torch", seldom_names.FUNCTIONS),
    ("", seldom_names.FUNCTIONS + seldom_names.METHODS),
    ("", seldom_names.FUNCTIONS + seldom_names.METHODS),
    ("torch.nn.functional", seldom_names.NEURAL),
    ("torch.linalg", seldom_names.LINEAR),
    ("torch.special", seldom_names.SPECIAL),
    ("torch.fft", seldom_names.FOURIER),
]  # (where they are, or in a tensor; names)
ARRAYS = """sum mean max min argmax argmin std var sort argsort reshape transpose squeeze expand_dims concatenate stack vstack
hstack split where clip dot matmul maximum minimum add subtract multiply divide power sqrt exp log abs sin floor round unique
cumsum prod any all isnan zeros_like ones_like full_like arange linspace broadcast_to repeat tile flip roll diff outer array
asarray ravel swapaxes moveaxis median nonzero take percentile""".split()
ARRAY = "x.numpy();r.numpy();x.long().numpy();x.t().numpy();[1, 2];[x.numpy(), y.numpy()];(x > 0).numpy()".split(";")
ARRAY_PLAIN = "0;1;-1;2;None;(0, 1);0.5;(4,);n".split(";")
ARRAY_KEYWORDS = "axis=0;axis=1;axis=2;keepdims=True;dtype=np.float32".split(";")
OPERATORS = " + ; - ; * ; / ; // ; % ; ** ; @ ; & ; | ; < ; == ; != ; >= ; << ; is ; in ; and ".split(";")
INDICES = "{0};{0}, {1};{0}:{1};..., {0};None, {0};::{0};:, {0};{0}:;[{0}, {1}];{0}, ...".split(";")
AFTER = (
    ".sum();[0]; + 1;.shape;.t();.view(-1);.clone();[1];.mul_(2); + x;.long();.max();.dtype;.numpy();.tolist()".split(
        ";"
    )
)
STATEMENTS = [  # {a} and {b}: two calls
    "return {a}",
    "y = y * 1\nres = {a}\nif isinstance(res, torch.Tensor) and res.dim() == 2:\n    x = res\nreturn {b}, res",
    "try:\n    res = {a}\nexcept Exception as err:\n    res = type(err).__name__, str(err)\ntry:\n    return {b}, res\nexcept (TypeError, RuntimeError):\n    return y, res",
    "for turn in range(2):\n    res = {a}\n    x = x + turn\nreturn res, x",
    "seen = []\nfor turn in range(n):\n    try:\n        seen.append({a})\n    except (IndexError, RuntimeError, ValueError):\n        break\nelse:\n    seen.append({b})\nreturn seen",
    "if flag:\n    res = {a}\nelse:\n    res = {b}\nreturn res, x",
    "res = {a}\nprint(type(res).__name__)\nreturn res, {b}",
    "x = x.clone()\nview = x[:1]\nres = {a}\nview.add_(1)\nreturn res, x, view",
    "with torch.no_grad():\n    res = {a}\nres2 = {b}\nreturn res, res2",
]


class Writer:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def pick(self, *tables):
        return self.random.choice(self.random.choice(tables))

    def arguments(self, count, *first):
        given = [*first, *(self.pick(TENSORS, PLAIN) for _ in range(count))]
        return ", ".join(given + ([self.pick(KEYWORDS)] if self.random.random() < 0.35 else []))

    def sequence(self):
        items = ", ".join(self.pick(TENSORS) for _ in range(self.random.randrange(4)))
        return f"[{items}]" if self.random.random() < 0.7 else f"({items},)" if items else "()"

    def numpy_arguments(self):
        some = [self.pick(ARRAY, ARRAY_PLAIN) for _ in range(self.random.randrange(3))]
        named = [self.pick(ARRAY_KEYWORDS)] if self.random.random() < 0.4 else []
        return ", ".join([self.pick(ARRAY), *some, *named])

    def operation(self):
        left, one, two = self.pick(TENSORS), self.pick(TENSORS, PLAIN), self.pick(TENSORS, PLAIN)
        if self.random.random() < 0.5:
            return f"{left}{self.pick(OPERATORS)}{one}"
        return f"{left}[{self.pick(INDICES).format(one, two)}]"

    def seldom(self, count, first):
        """A name of those that programs seldom call; some calls have no argument at all."""
        module, names = self.random.choice(SELDOM)
        owner = module or self.pick(TENSORS)
        given = () if not module or self.random.random() < 0.05 else (first,)
        return f"{owner}.{self.random.choice(names)}({self.arguments(count, *given)})"

    def call(self):
        count, chance = self.random.choice([0, 0, 0, 1, 1, 1, 2, 2, 3]), self.random.random()
        first = self.pick(TENSORS) if self.random.random() < 0.85 else self.sequence()
        if self.random.random() < 0.35:
            return self.seldom(count, first)
        if chance < 0.33:
            return f"torch.{self.pick(FUNCTIONS)}({self.arguments(count, first)})"
        if chance < 0.63:
            return f"{self.pick(TENSORS)}.{self.pick(FUNCTIONS, METHODS, METHODS)}({self.arguments(count)})"
        if chance < 0.8:
            return f"torch.nn.functional.{self.pick(NEURAL)}({self.arguments(count + 1, first)})"
        if chance < 0.86:
            return f"torch.linalg.{self.pick(LINEAR)}({self.arguments(count, first)})"
        return f"np.{self.pick(ARRAYS)}({self.numpy_arguments()})" if chance < 0.93 else self.operation()

    def expression(self):
        text = self.call()
        return f"({text}){self.pick(AFTER)}" if self.random.random() < 0.2 else text


def function(seed, name, kind=Writer):
    writer = kind(f"{kind.__module__} {seed}")
    body = writer.pick(STATEMENTS).format(a=writer.expression(), b=writer.expression())
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    return f"def {name}({grammar.PARAMETERS}):\n{lines}"
