/* Generated code as a person would write it by hand: the model of what the code generator prints, and what the tests of
 * the run time drive. The Python is sample.py. */
#include "pyaot_gemm.h"
#include "pyaot_math.h"
#include "pyaot_runtime.h"

#include <math.h>

/* What the tests change: an error in the results of scale, and the hash of a file that was inlined. */
#ifndef SAMPLE_ERROR
#define SAMPLE_ERROR 0
#endif
#ifdef SAMPLE_FILE_HASH
static const RtFile files[] = {{"torch.nn.modules.linear", SAMPLE_FILE_HASH}};
enum { FILE_COUNT = 1 };
#else
static const RtFile files[1];
enum { FILE_COUNT = 0 };
#endif

enum {
    NAME_linear,
    NAME_weight,
    NAME_bias,
    NAME_value,
    NAME_factor,
    NAME_key,
    NAME_math,
    NAME_pi,
    NAME_act,
    NAME_cell_contents
};
static const char *const names[] = {"linear", "weight", "bias", "value", "factor",
                                    "key",    "math",   "pi",   "act",   "cell_contents"};

enum { PINNED_torch_tanh, PINNED_tensor_abs, PINNED_helper, PINNED_len, PINNED_relu, PINNED_holder_factor };
static const RtPinned pinned[] = {{"torch", "tanh"}, {"torch.Tensor", "abs"}, {"", "helper"},
                                  {"", "len"},       {"torch", "relu"},       {"", "Holder.factor"}};

/* ---- mix(a, b) ------------------------------------------------------------------------------------------- */

/* sample.py:10  x = a / (a.abs() + 1) ... return x * b */
static void mix_k0(int64_t begin, int64_t end, const float *restrict a, const float *restrict b, float sign,
                   float *restrict out) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        float x = a[i] / (fabsf(a[i]) + 1.0f);
        out[i] = x * (sign * b[i]);
    }
}

/* sample.py:11  b.sum() */
static float mix_k1(int64_t begin, int64_t end, const float *restrict b) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int64_t i = begin; i < end; i++)
        sum += b[i];
    return sum;
}

static void mix_run(int64_t n, const float *a, const float *b, float *out) {
    float sum = 0;
    if (rt_parallel(n)) {
#pragma omp parallel
        {
            int64_t begin, end;
            rt_share(n, &begin, &end);
            float part = mix_k1(begin, end, b);
#pragma omp atomic
            sum += part;
#pragma omp barrier
            mix_k0(begin, end, a, b, sum < 0 ? -1.0f : 1.0f, out);
        }
    } else {
        sum = mix_k1(0, n, b);
        mix_k0(0, n, a, b, sum < 0 ? -1.0f : 1.0f, out);
    }
}

static const RtGuard mix_v0_guards[] = {{"torch.Tensor.abs is PyTorch's", 10},
                                        {"a: Tensor, f32, no gradient", 9},
                                        {"b: Tensor, f32, no gradient", 9},
                                        {"a.shape == b.shape", 13},
                                        {"a and b: row-major", 13}};
static RtStatus mix_v0(RtCall *call) {
    RtTensor a, b, out;
    RT_GUARD(call, 0, rt_pinned(call, PINNED_tensor_abs));
    RT_GUARD(call, 1, rt_tensor(call, call->args[0], RT_F32, -1, &a));
    RT_GUARD(call, 2, rt_tensor(call, call->args[1], RT_F32, -1, &b));
    RT_GUARD(call, 3, rt_same_shape(&a, &b));
    RT_GUARD(call, 4, rt_row_major(&a) && rt_row_major(&b));
    int64_t n = rt_numel(&a);
    RT_TRY(rt_output(call, RT_F32, a.ndim, a.shape, NULL, &out));
    void *token = rt_release(6.0 * (double)n);
    mix_run(n, a.data, b.data, out.data);
    rt_acquire(token);
    return rt_return(call, out.object);
}

/* ---- scale(x, n): an int or a float ---------------------------------------------------------------------- */

static void scale_k0(int64_t n, const float *restrict x, float factor, float *restrict out) {
#pragma omp simd
    for (int64_t i = 0; i < n; i++)
        out[i] = x[i] * factor + SAMPLE_ERROR;
}

static const RtGuard scale_v0_guards[] = {{"n: int", 17}, {"x: Tensor, f32, no gradient", 17}, {"x: row-major", 18}};
static RtStatus scale_v0(RtCall *call) {
    RtTensor x, out;
    int64_t n;
    RT_GUARD(call, 0, rt_int(call->args[1], &n));
    RT_GUARD(call, 1, rt_tensor(call, call->args[0], RT_F32, -1, &x));
    RT_GUARD(call, 2, rt_row_major(&x));
    RT_TRY(rt_output(call, RT_F32, x.ndim, x.shape, NULL, &out));
    scale_k0(rt_numel(&x), x.data, (float)n, out.data);
    return rt_return(call, out.object);
}

static const RtGuard scale_v1_guards[] = {{"n: float", 17}, {"x: Tensor, f32, no gradient", 17}, {"x: row-major", 18}};
static RtStatus scale_v1(RtCall *call) {
    RtTensor x, out;
    double n;
    RT_GUARD(call, 0, rt_float(call->args[1], &n));
    RT_GUARD(call, 1, rt_tensor(call, call->args[0], RT_F32, -1, &x));
    RT_GUARD(call, 2, rt_row_major(&x));
    RT_TRY(rt_output(call, RT_F32, x.ndim, x.shape, NULL, &out));
    scale_k0(rt_numel(&x), x.data, (float)n, out.data);
    return rt_return(call, out.object);
}

/* ---- Net.forward(self, x) -------------------------------------------------------------------------------- */

static const RtGuard net_forward_v0_guards[] = {{"self: Net", 27},
                                                {"self: no hooks, no forward of its own", 27},
                                                {"self.linear: torch.nn.Linear", 24},
                                                {"self.linear: no hooks, no forward of its own", 24},
                                                {"self.linear.weight: Tensor, f32, rank 2, no gradient", 28},
                                                {"self.linear.bias: Tensor, f32, rank 1, no gradient", 28},
                                                {"x: Tensor, f32, rank 2, no gradient", 27},
                                                {"x.shape[1] == self.linear.weight.shape[1]", 28},
                                                {"self.linear.bias.shape[0] == self.linear.weight.shape[0]", 28},
                                                {"self.linear.bias: row-major", 28}};
static RtStatus net_forward_v0(RtCall *call) {
    RtTensor weight, bias, x, out;
    PyObject *self = call->args[0];
    RT_GUARD(call, 0, rt_is_class(call, self, "", "Net"));
    RT_GUARD(call, 1, rt_plain_module(call, self));
    PyObject *linear = rt_module_slot(call, self, NAME_linear);
    RT_GUARD(call, 2, rt_is_class(call, linear, "torch.nn.modules.linear", "Linear"));
    RT_GUARD(call, 3, rt_plain_module(call, linear));
    RT_GUARD(call, 4, rt_tensor(call, rt_module_slot(call, linear, NAME_weight), RT_F32, 2, &weight));
    RT_GUARD(call, 5, rt_tensor(call, rt_module_slot(call, linear, NAME_bias), RT_F32, 1, &bias));
    RT_GUARD(call, 6, rt_tensor(call, call->args[1], RT_F32, 2, &x));
    int64_t M = x.shape[0], K = x.shape[1], N = weight.shape[0];
    RT_GUARD(call, 7, K == weight.shape[1]);
    RT_GUARD(call, 8, bias.shape[0] == N);
    RT_GUARD(call, 9, rt_row_major(&bias));
    int64_t shape[] = {M, N};
    RT_TRY(rt_output(call, RT_F32, 2, shape, NULL, &out));
    void *token = rt_release(2.0 * (double)M * (double)N * (double)K);
    float *c = out.data;
    rt_matmul_f32(1, M, N, K, x.data, 0, x.strides[0], x.strides[1], weight.data, 0, weight.strides[1],
                  weight.strides[0], bias.data, c, 0);
#pragma omp simd
    for (int64_t i = 0; i < M * N; i++)
        c[i] = c[i] > 0 ? c[i] : 0;
    rt_acquire(token);
    return rt_return(call, out.object);
}

/* ---- accumulate(total, x): in place ---------------------------------------------------------------------- */

static const RtGuard accumulate_v0_guards[] = {{"total: Tensor, f32, no gradient", 31},
                                               {"x: Tensor, f32, no gradient", 31},
                                               {"total.shape == x.shape", 32},
                                               {"total and x: row-major", 32},
                                               {"total and x do not overlap", 32}};
static RtStatus accumulate_v0(RtCall *call) {
    RtTensor total, x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, -1, &total));
    RT_GUARD(call, 1, rt_tensor(call, call->args[1], RT_F32, -1, &x));
    RT_GUARD(call, 2, rt_same_shape(&total, &x));
    RT_GUARD(call, 3, rt_row_major(&total) && rt_row_major(&x));
    RT_GUARD(call, 4, rt_no_overlap(&total, &x));
    int64_t n = rt_numel(&x);
    float *restrict t = total.data;
    const float *restrict v = x.data;
    for (int64_t i = 0; i < n; i++)
        t[i] += v[i];
    rt_bump_version(call, &total);
    return rt_return(call, total.object);
}

/* ---- ordered(x): an ATen operator from C ----------------------------------------------------------------- */

static const RtGuard ordered_v0_guards[] = {{"x: Tensor, f32, no gradient", 36}};
static RtStatus ordered_v0(RtCall *call) {
    RtTensor x, sorted[2];
    RtAten aten;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, -1, &x));
    rt_aten_begin(&aten, call);
    rt_aten_tensor(&aten, &x);
    rt_aten_int(&aten, -1);
    rt_aten_bool(&aten, true);
    RT_TRY(rt_aten_call(&aten, "aten::sort", "", 2, sorted));
    PyObject *items[] = {sorted[0].object, sorted[1].object};
    return rt_return(call, rt_new_tuple(call, 2, items));
}

/* ---- announce(a): two segments with a print between ------------------------------------------------------ */

static const RtGuard announce_s0_v0_guards[] = {{"a: Tensor, f32, no gradient", 41}, {"a: row-major", 42}};
static RtStatus announce_s0_v0(RtCall *call) {
    RtTensor a, b;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, -1, &a));
    RT_GUARD(call, 1, rt_row_major(&a));
    RT_TRY(rt_output(call, RT_F32, a.ndim, a.shape, NULL, &b));
    const float *restrict x = a.data;
    float *restrict y = b.data;
    for (int64_t i = 0, n = rt_numel(&a); i < n; i++)
        y[i] = x[i] + 2.0f;
    return rt_return(call, b.object);
}

static const RtGuard announce_s1_v0_guards[] = {{"a: Tensor, f32, no gradient", 41},
                                                {"b: Tensor, f32, no gradient", 42},
                                                {"a.shape == b.shape", 44},
                                                {"a and b: row-major", 44}};
static RtStatus announce_s1_v0(RtCall *call) {
    RtTensor a, b, out;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, -1, &a));
    RT_GUARD(call, 1, rt_tensor(call, call->args[1], RT_F32, -1, &b));
    RT_GUARD(call, 2, rt_same_shape(&a, &b));
    RT_GUARD(call, 3, rt_row_major(&a) && rt_row_major(&b));
    RT_TRY(rt_output(call, RT_F32, a.ndim, a.shape, NULL, &out));
    const float *restrict x = a.data, *restrict y = b.data;
    float *restrict z = out.data;
    for (int64_t i = 0, n = rt_numel(&a); i < n; i++)
        z[i] = y[i] + x[i];
    return rt_return(call, out.object);
}

/* ---- options(x, *rest, scale, **more): keyword-only and collected arguments ------------------------------ */

static const RtGuard options_v0_guards[] = {{"x: Tensor, f32, no gradient", 49},
                                            {"scale: float", 49},
                                            {"len(rest) == 0", 50},
                                            {"len(more) == 0", 50},
                                            {"factor: float", 50},
                                            {"helper and len are unchanged", 50},
                                            {"x: row-major", 50}};
static RtStatus options_v0(RtCall *call) {
    RtTensor x, out;
    double scale, factor;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, -1, &x));
    RT_GUARD(call, 1, rt_float(call->args[1], &scale));
    RT_GUARD(call, 2, rt_is_type(call->args[2], RT_TYPE_TUPLE) && rt_len(call->args[2]) == 0);
    RT_GUARD(call, 3, rt_is_type(call->args[3], RT_TYPE_DICT) && rt_len(call->args[3]) == 0);
    RT_GUARD(call, 4, rt_float(rt_global(call, NAME_factor), &factor));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_helper) && rt_pinned(call, PINNED_len));
    RT_GUARD(call, 6, rt_row_major(&x));
    RT_TRY(rt_output(call, RT_F32, x.ndim, x.shape, NULL, &out));
    scale_k0(rt_numel(&x), x.data, (float)(scale * factor * 2.0), out.data);
    return rt_return(call, out.object);
}

/* ---- turned(x): a view of the argument ------------------------------------------------------------------- */

static const RtGuard turned_v0_guards[] = {{"x: Tensor, f32, rank 2, no gradient", 54}, {"x.shape[0] >= 1", 55}};
static RtStatus turned_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, x.shape[0] >= 1);
    int64_t shape[] = {x.shape[1], x.shape[0] - 1}, strides[] = {x.strides[1], x.strides[0]};
    return rt_return(call, rt_view(call, x.object, 2, shape, strides, x.strides[0]));
}

/* ---- packed(items, table, text): containers and scalars -------------------------------------------------- */

static const RtGuard packed_v0_guards[] = {{"items: list or tuple of 2", 59},
                                           {"items[0]: Tensor, i64, rank 1, no gradient", 60},
                                           {"items[1]: bool", 60},
                                           {"table: dict with keys 'key' (and 'other')", 59},
                                           {"table['key']: 2.5", 60},
                                           {"text: 'ab\\u00e9'", 59},
                                           {"the default dtype is float32", 59},
                                           {"items[0]: strides (2,)", 60}};
static RtStatus packed_v0(RtCall *call) {
    RtTensor first;
    bool flag;
    const int64_t strides[] = {2};
    RT_GUARD(call, 0, rt_len(call->args[0]) == 2);
    RT_GUARD(call, 1, rt_tensor(call, rt_item(call, call->args[0], 0), RT_I64, 1, &first));
    RT_GUARD(call, 2, rt_bool(rt_item(call, call->args[0], 1), &flag));
    PyObject *value = rt_key(call, call->args[1], NAME_key);
    RT_GUARD(call, 3,
             value &&
                 (rt_keys_are(call, call->args[1], "key\n", 0) || rt_keys_are(call, call->args[1], "key\nother\n", 0)));
    RT_GUARD(call, 4, rt_is_float_value(value, 2.5));
    RT_GUARD(call, 5, rt_is_str(call->args[2], "ab\xc3\xa9", 4));
    RT_GUARD(call, 6, rt_default_dtype(call, RT_F32));
    RT_GUARD(call, 7, rt_strides_are(&first, strides));
    const int64_t *data = first.data;
    int64_t sum = 0;
    for (int64_t i = 0; i < first.shape[0]; i++)
        sum += data[2 * i];
    PyObject *list[] = {rt_new_int(call, sum), rt_new_float(call, (double)sum / 2), rt_new_bool(call, !flag)};
    PyObject *keys[] = {rt_new_str(call, "n", 1), rt_new_str(call, "list", 4)};
    PyObject *items[] = {rt_new_int(call, first.shape[0]), rt_new_list(call, 3, list)};
    return rt_return(call, rt_new_dict(call, 2, keys, items));
}

/* ---- nested(box): Python code in the middle, which calls nested again ------------------------------------ */

static const RtGuard nested_v0_guards[] = {{"box.value: int", 64}};
static RtStatus nested_v0(RtCall *call) {
    int64_t value, sum = 0;
    PyObject *attribute = rt_attr(call, call->args[0], NAME_value); /* the depth below this one */
    RT_GUARD(call, 0, rt_int(attribute, &value));
    int64_t *low = rt_scratch(call, 8 * 1000);
    RT_TRY(low);
    for (int64_t i = 0; i < 1000; i++)
        low[i] = value;
    attribute = rt_attr(call, call->args[0], NAME_value);
    int64_t *high = rt_scratch(call, 8 * 100000);
    RT_TRY(high && rt_int(attribute, &value));
    for (int64_t i = 0; i < 100000; i++)
        high[i] = -1;
    for (int64_t i = 0; i < 1000; i++)
        sum += low[i];
    return rt_return(call, rt_new_int(call, sum / 1000 + 1));
}

/* ---- library(kind, x, y): the ways in which operators take arguments ------------------------------------- */

static const RtGuard library_v0_guards[] = {
    {"kind: int", 69}, {"x: Tensor, f32, rank 2", 69}, {"y: Tensor, f32, rank 1", 69}};
static RtStatus library_v0(RtCall *call) {
    RtTensor x, y, out;
    RtAten aten;
    int64_t kind, ends[] = {-1};
    RT_GUARD(call, 0, rt_int(call->args[0], &kind));
    RT_GUARD(call, 1, rt_tensor(call, call->args[1], RT_F32, 2, &x));
    RT_GUARD(call, 2, rt_tensor(call, call->args[2], RT_F32, 1, &y));
    const char *name, *overload = "";
    rt_aten_begin(&aten, call);
    if (kind == 0) {
        name = "aten::cat";
        rt_aten_tensor(&aten, &x);
        rt_aten_tensor(&aten, &x);
        rt_aten_list(&aten, 2);
        rt_aten_int(&aten, 1);
    } else if (kind == 1) {
        name = "aten::sum", overload = "dim_IntList";
        rt_aten_tensor(&aten, &x);
        rt_aten_ints(&aten, 1, ends);
        rt_aten_some(&aten);
        rt_aten_bool(&aten, true);
        rt_aten_dtype(&aten, RT_F64);
        rt_aten_some(&aten);
    } else if (kind == 2) {
        name = "aten::gelu";
        rt_aten_tensor(&aten, &x);
        rt_aten_str(&aten, "tanh");
    } else if (kind == 3) {
        name = "aten::layer_norm";
        rt_aten_data(&aten, x.data, RT_F32, 2, x.shape, x.strides);
        rt_aten_ints(&aten, 1, y.shape);
        rt_aten_tensor(&aten, &y);
        rt_aten_some(&aten);
        rt_aten_none(&aten);
        rt_aten_float(&aten, 1e-5);
        rt_aten_bool(&aten, false);
    } else if (kind == 4) {
        name = "aten::var", overload = "correction";
        return RT_MISS; /* its correction is a Scalar, which cannot be passed */
    } else {
        name = "aten::nan_to_num";
        rt_aten_tensor(&aten, &x);
        rt_aten_float(&aten, 7.5);
        rt_aten_some(&aten);
        rt_aten_none(&aten);
        rt_aten_none(&aten);
    }
    RT_TRY(rt_aten_call(&aten, name, overload, 1, &out));
    return rt_return(call, out.object);
}

/* ---- shifted(x, scale): a free variable ------------------------------------------------------------------ */

static const RtGuard shifted_v0_guards[] = {
    {"bias: float", 95}, {"scale: int", 94}, {"x: Tensor, f32, no gradient", 94}, {"x: row-major", 95}};
static RtStatus shifted_v0(RtCall *call) {
    RtTensor x, out;
    double bias;
    int64_t scale;
    RT_GUARD(call, 0, rt_float(rt_attr(call, rt_free(call, NAME_bias), NAME_cell_contents), &bias));
    RT_GUARD(call, 1, rt_int(call->args[1], &scale));
    RT_GUARD(call, 2, rt_tensor(call, call->args[0], RT_F32, -1, &x));
    RT_GUARD(call, 3, rt_row_major(&x));
    RT_TRY(rt_output(call, RT_F32, x.ndim, x.shape, NULL, &out));
    const float *restrict from = x.data;
    float *restrict to = out.data;
    for (int64_t i = 0, n = rt_numel(&x); i < n; i++)
        to[i] = from[i] * (float)scale + (float)bias;
    return rt_return(call, out.object);
}

/* ---- Holder.apply(self, x): functions reached through an object ------------------------------------------ */

static const RtGuard apply_v0_guards[] = {
    {"self: Holder", 108},   {"self.act: torch.relu", 109},        {"self.factor: Holder.factor", 109},
    {"math.pi: float", 109}, {"x: Tensor, f32, no gradient", 108}, {"x: row-major", 109}};
static RtStatus apply_v0(RtCall *call) {
    RtTensor x, out;
    double pi;
    PyObject *self = call->args[0];
    RT_GUARD(call, 0, rt_is_class(call, self, "", "Holder"));
    RT_GUARD(call, 1, rt_is_pinned(call, rt_attr(call, self, NAME_act), PINNED_relu));
    RT_GUARD(call, 2,
             rt_lacks_attr(call, self, NAME_factor) && rt_pinned(call, PINNED_holder_factor) &&
                 rt_is_pinned(call, rt_attr(call, self, NAME_factor), PINNED_holder_factor));
    RT_GUARD(call, 3, rt_float(rt_module_global(call, NAME_math, NAME_pi), &pi));
    RT_GUARD(call, 4, rt_tensor(call, call->args[1], RT_F32, -1, &x));
    RT_GUARD(call, 5, rt_row_major(&x));
    RT_TRY(rt_output(call, RT_F32, x.ndim, x.shape, NULL, &out));
    const float *restrict from = x.data;
    float *restrict to = out.data;
    for (int64_t i = 0, n = rt_numel(&x); i < n; i++)
        to[i] = (from[i] > 0 ? from[i] : 0) * 0.5f + (float)pi;
    return rt_return(call, out.object);
}

/* ---- tables ---------------------------------------------------------------------------------------------- */

#define VARIANT(function, signature, fused, library, aten)                                                             \
    {                                                                                                                  \
#function, signature, function, "c", function##_guards, sizeof function##_guards / sizeof(RtGuard), fused,     \
            library, aten, 0                                                                                           \
    }
static const RtVariant mix_variants[] = {VARIANT(mix_v0, "mix(a: f32[*S], b: f32[*S])", 7, 0, 0)};
static const RtVariant scale_variants[] = {VARIANT(scale_v0, "scale(x: f32[*S], n: int)", 1, 0, 0),
                                           VARIANT(scale_v1, "scale(x: f32[*S], n: float)", 1, 0, 0)};
static const RtVariant net_forward_variants[] = {VARIANT(net_forward_v0, "Net.forward(self, x: f32[M, K])", 1, 1, 0)};
static const RtVariant accumulate_variants[] = {
    VARIANT(accumulate_v0, "accumulate(total: f32[*S], x: f32[*S])", 1, 0, 0)};
static const RtVariant ordered_variants[] = {VARIANT(ordered_v0, "ordered(x: f32[*S])", 0, 0, 1)};
static const RtVariant announce_s0_variants[] = {VARIANT(announce_s0_v0, "announce(a: f32[*S])", 1, 0, 0)};
static const RtVariant announce_s1_variants[] = {
    VARIANT(announce_s1_v0, "announce#2(a: f32[*S], b: f32[*S])", 1, 0, 0)};
static const RtVariant options_variants[] = {VARIANT(options_v0, "options(x: f32[*S], scale: float)", 1, 0, 0)};
static const RtVariant turned_variants[] = {VARIANT(turned_v0, "turned(x: f32[M, N])", 0, 0, 0)};
static const RtVariant packed_variants[] = {
    VARIANT(packed_v0, "packed(items: [i64[N], bool], table: {'key': 2.5}, text: str)", 1, 0, 0)};
static const RtVariant nested_variants[] = {VARIANT(nested_v0, "nested(box)", 0, 0, 0)};
static const RtVariant library_variants[] = {
    VARIANT(library_v0, "library(kind: int, x: f32[M, N], y: f32[N])", 0, 0, 1)};
static const RtVariant shifted_variants[] = {
    VARIANT(shifted_v0, "make_shifted.<locals>.shifted(x: f32[*S], scale: int)", 2, 0, 0)};
static const RtVariant apply_variants[] = {VARIANT(apply_v0, "Holder.apply(self, x: f32[*S])", 3, 0, 0)};

static const RtEntry entries[] = {
    {"mix", RT_ENTRY_WHOLE, 9, 2, mix_variants, 1, false},
    {"scale", RT_ENTRY_WHOLE, 17, 2, scale_variants, 2, false},
    {"Net.forward", RT_ENTRY_WHOLE, 27, 2, net_forward_variants, 1, false},
    {"accumulate", RT_ENTRY_WHOLE, 31, 2, accumulate_variants, 1, false},
    {"ordered", RT_ENTRY_WHOLE, 36, 1, ordered_variants, 1, false},
    {"announce", RT_ENTRY_FIRST_SEGMENT, 41, 1, announce_s0_variants, 1, false},
    {"announce#2", RT_ENTRY_SEGMENT, 44, 2, announce_s1_variants, 1, false},
    {"options", RT_ENTRY_WHOLE, 49, 4, options_variants, 1, false},
    {"turned", RT_ENTRY_WHOLE, 54, 1, turned_variants, 1, false},
    {"packed", RT_ENTRY_WHOLE, 59, 3, packed_variants, 1, false},
    {"nested", RT_ENTRY_WHOLE, 64, 1, nested_variants, 1, false},
    {"library", RT_ENTRY_WHOLE, 69, 3, library_variants, 1, false},
    {"make_shifted.<locals>.shifted", RT_ENTRY_WHOLE, 94, 2, shifted_variants, 1, false},
    {"Holder.apply", RT_ENTRY_WHOLE, 108, 2, apply_variants, 1, false},
};
static const RtModule module = {"sample",
                                0x5a5a,
                                "2.13.0",
                                entries,
                                sizeof entries / sizeof *entries,
                                names,
                                sizeof names / sizeof *names,
                                pinned,
                                sizeof pinned / sizeof *pinned,
                                files,
                                FILE_COUNT};

PyMODINIT_FUNC PyInit__sample_pyaot(void);
PyMODINIT_FUNC PyInit__sample_pyaot(void) { return rt_module_init(&module); }
