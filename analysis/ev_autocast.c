/* Autocast on CPUs: torch's functions that convert their tensors while it is on.
 *
 * A call of such a function converts its arguments where the program calls it; in the frame of the call nothing more is
 * converted, as torch's kernel runs with autocast off. Where torch writes a function in terms of others (einsum), it is
 * these that convert: ours need not be the same, so that whatever reaches a product or an operator of ATen otherwise,
 * with a tensor that autocast might convert, is a cut.
 *
 * Source of the lists: aten/src/ATen/autocast_mode.cpp of torch 2.13.0 (TORCH_LIBRARY_IMPL AutocastCPU). */
#include "analysis/ev_internal.h"
#include "analysis/tensor.h"

/* To autocast's dtype. */
static const char *const lower[] = {
    "linear",
    "matmul",
    "__matmul__",
    "__rmatmul__",
    "mm",
    "bmm",
    "baddbmm",
    "addmm",
    "addbmm",
    "conv1d",
    "conv2d",
    "conv3d",
    "prelu",
    "conv_tbc",
    "conv_transpose1d",
    "conv_transpose2d",
    "conv_transpose3d",
    "scaled_dot_product_attention",
    "vecdot",
};

/* To float32. */
static const char *const full[] = {
    "adaptive_avg_pool3d",
    "adaptive_max_pool3d",
    "avg_pool3d",
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "cdist",
    "cosine_embedding_loss",
    "cross_entropy",
    "hinge_embedding_loss",
    "huber_loss",
    "kl_div",
    "l1_loss",
    "margin_ranking_loss",
    "mse_loss",
    "multi_margin_loss",
    "multilabel_margin_loss",
    "nll_loss",
    "poisson_nll_loss",
    "polar",
    "prod",
    "smooth_l1_loss",
    "soft_margin_loss",
    "trace",
    "triplet_margin_loss",
};

/* Functions that convert and are too rare to follow, and those that are made of others that convert. */
static const char *const refused[] = {
    "cholesky",
    "cholesky_inverse",
    "cholesky_solve",
    "ctc_loss",
    "geqrf",
    "grid_sample",
    "grid_sampler",
    "grid_sampler_2d",
    "grid_sampler_3d",
    "index_copy",
    "index_copy_",
    "inverse",
    "local_response_norm",
    "max_pool3d",
    "nanquantile",
    "orgqr",
    "ormqr",
    "pinverse",
    "qr",
    "quantile",
    "stft",
    "svd",
    "triangular_solve",
    "view_as_complex",
};

/* Operators of ATen that convert nothing and call none that do. */
static const char *const plain[] = {
    "adaptive_avg_pool1d",
    "adaptive_avg_pool2d",
    "adaptive_max_pool1d",
    "adaptive_max_pool2d",
    "avg_pool1d",
    "avg_pool2d",
    "bernoulli",
    "cumprod",
    "cumsum",
    "dropout",
    "feature_dropout",
    "group_norm",
    "kthvalue",
    "logcumsumexp",
    "max_pool1d",
    "max_pool2d",
    "median",
    "mode",
    "multinomial",
    "native_batch_norm",
    "native_group_norm",
    "native_layer_norm",
    "pixel_shuffle",
    "pixel_unshuffle",
    "rand_like",
    "randn_like",
    "sort",
    "topk",
};

/* Does autocast look at such tensors? */
static bool is_eligible(DType dtype) { return dtype_is_float(dtype) && dtype != DT_F64; }

/* Is there a tensor that becomes another one in `dtype`? */
static bool is_changed(const Value *value, DType dtype) {
    if (!value || value->kind != V_TENSOR)
        return false;
    DType given = value->u.tensor.node->type.dtype;
    return is_eligible(given) && given != dtype;
}

static bool any_changed(const Value *self, const CallArgs *args, DType dtype) {
    bool found = is_changed(self, dtype);
    for (uint32_t i = 0; i < args->count; i++)
        found |= is_changed(args->args[i], dtype);
    for (uint32_t i = 0; i < args->keyword_count; i++)
        found |= is_changed(args->keyword_values[i], dtype);
    return found;
}

static bool refuse(Ev *ev, Str name, Span span) {
    return tn_unsupported(ev, span, str_format("%s() of tensors that autocast may convert", name)) != NULL;
}

PRIM(prim_cast);

/* Puts what the tensors become in their places. */
static bool convert(Ev *ev, const Value **values, uint32_t count, DType dtype, Span span) {
    for (uint32_t i = 0; i < count; i++) {
        if (!is_changed(values[i], dtype))
            continue;
        const Value *operands[] = {values[i], ev_dtype(ev, dtype)};
        values[i] = prim_cast(ev, NULL, &(CallArgs){.args = operands, .count = 2}, span);
        if (!values[i])
            return false;
    }
    return true;
}

bool ev_autocast_call(Ev *ev, const Function *function, const Value **self, const CallArgs **args, bool *is_converted,
                      Span span) {
    Str name = function->name;
    bool to_lower = IS_AMONG(lower, name), to_full = !to_lower && IS_AMONG(full, name);
    if (strncmp(function->module->name, "torch", 5) || !(to_lower || to_full || IS_AMONG(refused, name)))
        return true;
    DType dtype = to_lower ? ev_autocast_dtype(ev) : DT_F32;
    *is_converted = to_lower || to_full;
    if (!any_changed(*self, *args, dtype))
        return true;
    bool from_program = !(ev->frame && ev->frame->function && ev->frame->function->is_prelude);
    bool given_out = ev_out_keyword(*args) < (*args)->keyword_count;
    if (!*is_converted || !from_program || given_out)
        return refuse(ev, name, span);
    CallArgs *all = arena_copy(ev->arena, *args, sizeof **args);
    all->args = arena_copy(ev->arena, all->args, all->count * sizeof *all->args);
    all->keyword_values = arena_copy(ev->arena, all->keyword_values, all->keyword_count * sizeof *all->keyword_values);
    *args = all;
    return convert(ev, self, 1, dtype, span) && convert(ev, all->args, all->count, dtype, span) &&
           convert(ev, all->keyword_values, all->keyword_count, dtype, span);
}

bool ev_autocast_operator(Ev *ev, Str name, IrNode *const *inputs, uint32_t count, Span span) {
    if (!ev_autocast(ev) || (ev->frame && ev->frame->is_converted) || IS_AMONG(plain, name))
        return true;
    bool only_f32 = IS_AMONG(full, name) || !strcmp(name, "pad");
    bool only_lower = !strcmp(name, "matmul") || !strcmp(name, "linear");
    for (uint32_t i = 0; i < count; i++) {
        DType dtype = inputs[i]->type.dtype;
        bool is_kept = (only_f32 && dtype == DT_F32) || (only_lower && dtype == ev_autocast_dtype(ev));
        if (is_eligible(dtype) && !is_kept)
            return refuse(ev, name, span);
    }
    return true;
}
