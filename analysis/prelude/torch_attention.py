"""The fused paths that nn.MultiheadAttention and nn.TransformerEncoderLayer take in eval mode, written out."""

import torch
from torch_layers import linear


def hidden_scores(scores, mask, mask_type):
    """Where the mask is not zero nothing is attended to: [T, T] (0), keys [B, T] (1), or both, spread out (2)."""
    hidden = prim.binary("ne", mask, 0)
    if mask_type == 1:
        batch, length = prim.shape(mask)
        hidden = prim.view(prim.contiguous(hidden), (batch, 1, 1, length))
    return prim.where(hidden, -torch.inf, scores)


def self_attention(input, heads, in_weight, in_bias, out_weight, out_bias, mask, mask_type, weights=False):
    """Attention of a batch [B, T, E] to itself; with `weights`, also those of each head."""
    if prim.rank(input, 3) != 3:
        raise RuntimeError("expected 3-D query")
    heads = prim.settled(heads)
    batch, length, width = prim.shape(input)
    size = prim.exact_quotient(width, heads)
    parts = prim.view(prim.contiguous(linear(input, in_weight, in_bias)), (batch, length, 3, heads, size))
    query, key, value = torch.unbind(prim.permute(parts, [2, 0, 3, 1, 4]), 0)
    if weights or mask is not None:
        scores = prim.binary("mul", prim.matmul(query, torch.transpose(key, -2, -1)), 1.0 / size**0.5)
        if mask is not None:
            scores = hidden_scores(scores, mask, prim.known(mask_type))
        weights = torch.softmax(scores, -1)
        result = prim.matmul(weights, value)
    else:
        result = torch.nn.functional.scaled_dot_product_attention(query, key, value)
        weights = None
    joined = prim.view(prim.contiguous(prim.permute(result, [0, 2, 1, 3])), (batch, length, width))
    return linear(joined, out_weight, out_bias), weights


def _native_multi_head_attention(
    query,
    key,
    value,
    embed_dim,
    num_head,
    qkv_weight,
    qkv_bias,
    proj_weight,
    proj_bias,
    mask=None,
    need_weights=True,
    average_attn_weights=True,
    mask_type=None,
):
    if key is not query or value is not query:
        prim.cut("_native_multi_head_attention() of several tensors")
    result, weights = self_attention(
        query, num_head, qkv_weight, qkv_bias, proj_weight, proj_bias, mask, mask_type, need_weights
    )
    if not need_weights:
        return result, None
    return result, torch.mean(weights, 1) if average_attn_weights else weights


def _transformer_encoder_layer_fwd(
    src,
    embed_dim,
    num_heads,
    qkv_weight,
    qkv_bias,
    proj_weight,
    proj_bias,
    use_gelu,
    norm_first,
    eps,
    norm_weight_1,
    norm_bias_1,
    norm_weight_2,
    norm_bias_2,
    ffn_weight_1,
    ffn_bias_1,
    ffn_weight_2,
    ffn_bias_2,
    mask=None,
    mask_type=None,
):
    functional = torch.nn.functional
    width = (prim.size(src, -1),)
    activation = functional.gelu if use_gelu else functional.relu

    def attend(x):
        return self_attention(x, num_heads, qkv_weight, qkv_bias, proj_weight, proj_bias, mask, mask_type)[0]

    def feed_forward(x):
        return linear(activation(linear(x, ffn_weight_1, ffn_bias_1)), ffn_weight_2, ffn_bias_2)

    def norm_1(x):
        return functional.layer_norm(x, width, norm_weight_1, norm_bias_1, eps)

    def norm_2(x):
        return functional.layer_norm(x, width, norm_weight_2, norm_bias_2, eps)

    if norm_first:
        x = src + attend(norm_1(src))
        return x + feed_forward(norm_2(x))
    x = norm_1(src + attend(src))
    return norm_2(x + feed_forward(x))
