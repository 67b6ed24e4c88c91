/* Scalar mathematics of generated kernels: one inline function per operation and type, with torch's results.
 *
 * Takes and gives plain C numbers; keeps no state. Every function is total: NaN, infinities, denormals, zero divisors,
 * shifts and casts out of range give what torch gives on x86, and nothing traps or is undefined.
 *
 * The functions are straight-line code (selects, no branches, no calls), so that gcc and clang vectorise any loop that
 * calls them; those that call libm per lane say so. Compile with -fno-math-errno -fno-trapping-math: without them
 * gcc keeps square roots, roundings and selects scalar. Where one rounding will do, RT_FMA says so: generated code,
 * which must round each operation as eager does, is compiled without contraction. -ffast-math must not be used: the
 * argument reductions rely on the order of operations.
 *
 * Accuracy (largest error in units in the last place, over every f32 number and a sample of f64; tests/math measures
 * it): f32: at most 2 everywhere, denormal results included. f64: at most 2 for the functions written here, else
 * libm's. f32 functions of two kinds: those that models use most (exponentials, logarithms, tanh, sigmoid, erf) stay in
 * f32; the others compute in f64 with short polynomials and round once. */
#ifndef PYAOT_MATH_H
#define PYAOT_MATH_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define RT_FN static inline __attribute__((always_inline, unused))

/* a * b + c, rounded once where the processor does that in one instruction, else twice. Every function here bears both.
 */
#ifdef __FMA__
#define RT_FMA(a, b, c) _Generic((a) * (b) + (c), float : __builtin_fmaf, double : __builtin_fma)(a, b, c)
#else
#define RT_FMA(a, b, c) ((a) * (b) + (c))
#endif

/* ---- bits of numbers ------------------------------------------------------------------------------------------- */

RT_FN uint32_t rt_bits_f32(float x) {
    uint32_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}
RT_FN float rt_from_bits_f32(uint32_t u) {
    float x;
    memcpy(&x, &u, sizeof x);
    return x;
}
RT_FN uint64_t rt_bits_f64(double x) {
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}
RT_FN double rt_from_bits_f64(uint64_t u) {
    double x;
    memcpy(&x, &u, sizeof x);
    return x;
}

/* Adding RT_ROUND rounds to an integer, which is then also in the low bits of the sum: it replaces rint, which some
 * compilers do not vectorise, and the conversion to an integer. The variants with a bias leave `integer + bias` in the
 * low bits, so that one shift makes the power of two. */
#define RT_ROUND_F32 12582912.0f                  /* 1.5 * 2^23 */
#define RT_ROUND_BIAS_F32 (RT_ROUND_F32 + 127.0f) /* the exponent's bias included */
#define RT_ROUND_F64 6755399441055744.0           /* 1.5 * 2^52 */
#define RT_ROUND_BIAS_F64 (RT_ROUND_F64 + 1023.0)
#define RT_LN2_F64 0x1.62e42fefa39efp-1
#define RT_PI_F64 0x1.921fb54442d18p+1

RT_FN float rt_pow2_of_sum_f32(float rounded) { return rt_from_bits_f32(rt_bits_f32(rounded) << 23); }
RT_FN double rt_pow2_of_sum_f64(double rounded) { return rt_from_bits_f64(rt_bits_f64(rounded) << 52); }

/* ---- rounding, sign, order ------------------------------------------------------------------------------------- */

/* max, min: NaN wins (torch.maximum, amax); fmax, fmin: NaN loses (torch.fmax). sign(NaN) is 0, as in torch. */
#define RT_SIMPLE(T, SUF, S)                                                                                           \
    RT_FN T rt_abs_##SUF(T x) { return __builtin_fabs##S(x); }                                                         \
    RT_FN T rt_same_##SUF(T x) { return x; }                                                                           \
    RT_FN T rt_neg_##SUF(T x) { return -x; }                                                                           \
    RT_FN T rt_sqrt_##SUF(T x) { return __builtin_sqrt##S(x); }                                                        \
    RT_FN T rt_rsqrt_##SUF(T x) { return 1 / __builtin_sqrt##S(x); }                                                   \
    RT_FN T rt_floor_##SUF(T x) { return __builtin_floor##S(x); }                                                      \
    RT_FN T rt_ceil_##SUF(T x) { return __builtin_ceil##S(x); }                                                        \
    RT_FN T rt_trunc_##SUF(T x) { return __builtin_trunc##S(x); }                                                      \
    RT_FN T rt_round_##SUF(T x) { return __builtin_nearbyint##S(x); }                                                  \
    RT_FN T rt_copysign_##SUF(T a, T b) { return __builtin_copysign##S(a, b); }                                        \
    RT_FN T rt_sign_##SUF(T x) { return (T)((x > 0) - (x < 0)); }                                                      \
    RT_FN T rt_max_##SUF(T a, T b) { return a != a || a > b ? a : b; }                                                 \
    RT_FN T rt_min_##SUF(T a, T b) { return a != a || a < b ? a : b; }                                                 \
    RT_FN T rt_fmax_##SUF(T a, T b) { return b != b || a >= b ? a : b; }                                               \
    RT_FN T rt_fmin_##SUF(T a, T b) { return b != b || a <= b ? a : b; }                                               \
    RT_FN bool rt_isnan_##SUF(T x) { return x != x; }                                                                  \
    RT_FN bool rt_isinf_##SUF(T x) { return __builtin_fabs##S(x) == (T)INFINITY; }                                     \
    RT_FN bool rt_isfinite_##SUF(T x) { return __builtin_fabs##S(x) < (T)INFINITY; }                                   \
    RT_FN bool rt_signbit_##SUF(T x) { return __builtin_copysign##S(1, x) < 0; }
RT_SIMPLE(float, f32, f)
RT_SIMPLE(double, f64, )

/* ---- exponentials, f32 ----------------------------------------------------------------------------------------- */

/* r = x - n ln 2 for the n that makes it smallest, at most ln 2 / 2. `near` lacks a few units in the last place of x
 * and is known sooner: the inner terms of a polynomial need no more. (With FMA it is x - n c without error, c being the
 * f32 next to ln 2. Else ln 2 is taken in two parts, of which the first times n is exact.) */
typedef struct {
    float near, exact;
} RtReduced;

RT_FN RtReduced rt_reduce_ln2_f32(float x, float n) {
#ifdef __FMA__
    float near = __builtin_fmaf(n, -0x1.62e43p-1f, x);
    RtReduced r = {near, __builtin_fmaf(n, 0x1.05c61p-29f, near)};
#else
    float near = x - n * 0.693359375f + n * 2.12194440e-4f;
    RtReduced r = {near, near};
#endif
    return r;
}

/* exp(r) for |r| <= ln 2 / 2, times a power of two. Polynomials of f32 go two steps at a time (Estrin), as where
 * several functions share a loop it is the length of their chains that costs. */
RT_FN float rt_exp_reduced_f32(RtReduced r, float unit) {
    float s = r.exact * r.exact;
    float high = RT_FMA(0x1.6ad122p-10f * unit, s, RT_FMA(0x1.123f2ep-7f * unit, r.near, 0x1.55584ep-5f * unit));
    float middle = RT_FMA(high, s, RT_FMA(0x1.55548ap-3f * unit, r.near, 0x1.fffffcp-2f * unit));
    return RT_FMA(middle, s, RT_FMA(unit, r.exact, unit));
}

/* 2^n is applied in two halves: results may be denormal or overflow. The sum has n + 254 in its low bits, so that the
 * halves come from shifts alone. Out of range the arithmetic gives anything, and the ends are selected last: a clamp in
 * front makes gcc compute the paths of its constants apart, which costs more masks. */
RT_FN float rt_exp_f32(float x) {
    float sum = RT_FMA(x, 1.44269504f, RT_ROUND_F32 + 254.0f);
    float p = rt_exp_reduced_f32(rt_reduce_ln2_f32(x, sum - (RT_ROUND_F32 + 254.0f)), 1.0f);
    uint32_t whole = rt_bits_f32(sum), half = whole >> 1;
    float y = p * rt_from_bits_f32(half << 23) * rt_from_bits_f32((whole - half) << 23);
    y = x > 89.0f ? INFINITY : y;
    return x < -104.0f ? 0.0f : y;
}

/* exp(x) for x below 71: a softmax, a Gaussian. 2^n times 2^24 is a normal number then, and one factor is enough. */
RT_FN float rt_exp_nonpositive_f32(float x) {
    float sum = RT_FMA(x, 1.44269504f, RT_ROUND_BIAS_F32 + 24.0f);
    float p = rt_exp_reduced_f32(rt_reduce_ln2_f32(x, sum - (RT_ROUND_BIAS_F32 + 24.0f)), 0x1p-24f);
    float y = p * rt_pow2_of_sum_f32(sum);
    return x < -104.0f ? 0.0f : y;
}

RT_FN float rt_exp2_f32(float x) {
    float c = x > 129.0f ? 129.0f : x;
    c = c < -151.0f ? -151.0f : c;
    float sum = RT_FMA(c, 0.5f, RT_ROUND_BIAS_F32);
    float r = RT_FMA(-2.0f, sum - RT_ROUND_BIAS_F32, c);
    float p = 0x1.263406p-20f;
    p = RT_FMA(p, r, 0x1.02f7cp-16f);
    p = RT_FMA(p, r, 0x1.43fcd4p-13f);
    p = RT_FMA(p, r, 0x1.5d81ep-10f);
    p = RT_FMA(p, r, 0x1.3b2872p-7f);
    p = RT_FMA(p, r, 0x1.c6b09p-5f);
    p = RT_FMA(p, r, 0x1.ebfbe6p-3f);
    p = RT_FMA(p, r, 0x1.62e43p-1f);
    p = RT_FMA(p, r, 1.0f);
    float s = rt_pow2_of_sum_f32(sum);
    return p * s * s;
}

/* (exp(r) - 1 - r) / r^2 for |r| <= ln 2 / 2, and exp(r) - 1 */
RT_FN float rt_exp_tail_f32(RtReduced r) {
    float s = r.exact * r.exact;
    float high = RT_FMA(0x1.6ad43ap-10f, s, RT_FMA(0x1.123158p-7f, r.near, 0x1.555788p-5f));
    return RT_FMA(high, s, RT_FMA(0x1.5554a4p-3f, r.near, 0x1.fffffep-2f));
}
RT_FN float rt_expm1_reduced_f32(RtReduced r) { return RT_FMA(rt_exp_tail_f32(r), r.exact * r.exact, r.exact); }

/* The sum is kept halved, so that 2^n at the upper end does not overflow; tiny x is its own result. */
RT_FN float rt_expm1_f32(float x) {
    float c = x > 89.0f ? 89.0f : x;
    c = c < -20.0f ? -20.0f : c;
    float sum = RT_FMA(c, 1.44269504f, RT_ROUND_BIAS_F32 - 1.0f);
    RtReduced r = rt_reduce_ln2_f32(c, sum - (RT_ROUND_BIAS_F32 - 1.0f));
    float s = rt_pow2_of_sum_f32(sum);
    float y = 2.0f * RT_FMA(r.exact * s * r.exact, rt_exp_tail_f32(r), RT_FMA(r.exact, s, s - 0.5f));
    return __builtin_fabsf(x) < 0x1p-30f ? x : y;
}

/* (1 - t) / (1 + t) with t = exp(-2|x|): top and bottom are 2^n added to 1 exactly, and one rounding more. n is at most
 * 26 where the result is not 1, so that the near argument is close enough. */
RT_FN float rt_tanh_f32(float x) {
    float a = __builtin_fabsf(x);
    float sum = RT_FMA(a, -2.88539008f, RT_ROUND_BIAS_F32);
    RtReduced r = rt_reduce_ln2_f32(a * -2.0f, sum - RT_ROUND_BIAS_F32);
    r.exact = r.near;
    float e = rt_expm1_reduced_f32(r), s = rt_pow2_of_sum_f32(sum);
    float y = RT_FMA(-s, e, 1.0f - s) / RT_FMA(s, e, 1.0f + s);
    y = a > 9.02f ? 1.0f : y;
    return __builtin_copysignf(y, x);
}

/* 1 / (1 + exp(-x)), top and bottom 2^24 times smaller, so that exp(-x) does not overflow and denormal results are
 * rounded once, in the division. The smaller of 1 and 2^n is added to the rest of exp(-x) first: it would be lost in
 * the other. Where exp(-x) overflows the result is 0, as torch's: its logarithm would show. */
RT_FN float rt_sigmoid_f32(float x) {
    float sum = RT_FMA(x, -1.44269504f, RT_ROUND_BIAS_F32 - 24.0f);
    float e = rt_expm1_reduced_f32(rt_reduce_ln2_f32(-x, sum - (RT_ROUND_BIAS_F32 - 24.0f)));
    int32_t one = 0x33800000, power = (int32_t)(rt_bits_f32(sum) << 23); /* the bits of 2^-24, and of 2^(n - 24) */
    float more = rt_from_bits_f32((uint32_t)(power > one ? power : one));
    float less = rt_from_bits_f32((uint32_t)(power > one ? one : power));
    float y = 0x1p-24f / (more + RT_FMA(rt_from_bits_f32((uint32_t)power), e, less));
    y = x > 60.0f ? 1.0f : y;
    return x < -88.72283f ? 0.0f : y;
}

/* Near 0 an odd polynomial, else 1 - 2^P(t): the power is at most 1/3 there, so that its own polynomial may be short.
 */
RT_FN float rt_erf_f32(float x) {
    float t = __builtin_fabsf(x), s = x * x;
    float near = RT_FMA(0x1.180ec8p-8f, s, -0x1.b1a33p-6f);
    near = RT_FMA(near, s * s, RT_FMA(0x1.cde5dap-4f, s, -0x1.812624p-2f));
    near = RT_FMA(RT_FMA(near, s, 0x1.06eba2p-3f), t, t);
    float high = RT_FMA(0x1.469a3cp-12f, s, RT_FMA(-0x1.316fd6p-8f, t, 0x1.0f1a2cp-5f));
    float middle = RT_FMA(high, s, RT_FMA(-0x1.373a4cp-3f, t, -0x1.d58a88p-1f));
    float log2 = RT_FMA(middle, s, RT_FMA(-0x1.a0cc76p+0f, t, -0x1.0f2058p-19f));
    float sum = log2 + RT_ROUND_BIAS_F32, r = log2 - (sum - RT_ROUND_BIAS_F32), r2 = r * r;
    float power = RT_FMA(0x1.5bba14p-10f, r2, RT_FMA(0x1.3cea88p-7f, r, 0x1.c6b752p-5f)); /* 2^r for |r| <= 1/2 */
    power = RT_FMA(RT_FMA(power, r, 0x1.ebf9bcp-3f), r2, RT_FMA(0x1.62e42ap-1f, r, 1.0f));
    float far = RT_FMA(-power, rt_pow2_of_sum_f32(sum), 1.0f);
    far = t > 4.0f ? 1.0f : far;
    return __builtin_copysignf(t > 0.7f ? far : near, x);
}

/* ---- exponentials, f64 ----------------------------------------------------------------------------------------- */

/* (exp(r) - 1 - r) / r^2 for |r| <= ln 2 / 2 */
RT_FN double rt_exp_tail_f64(double r) {
    double q = 0x1.e6a8ae4152468p-30;
    q = RT_FMA(q, r, 0x1.af5291c788f01p-26);
    q = RT_FMA(q, r, 0x1.280298e00dd4ap-22);
    q = RT_FMA(q, r, 0x1.71ddffeed8ed3p-19);
    q = RT_FMA(q, r, 0x1.a019f31244d85p-16);
    q = RT_FMA(q, r, 0x1.a01a01aca05c2p-13);
    q = RT_FMA(q, r, 0x1.6c16c16f36d1dp-10);
    q = RT_FMA(q, r, 0x1.111111110ff87p-7);
    q = RT_FMA(q, r, 0x1.5555555554c92p-5);
    q = RT_FMA(q, r, 0x1.5555555555557p-3);
    return RT_FMA(q, r, 0x1.0000000000001p-1);
}

/* x - n ln 2, with ln 2 in two parts of which the first times n is exact */
RT_FN double rt_minus_ln2_times(double x, double n) {
    double r = RT_FMA(-n, 0x1.62e42feep-1, x);
    return RT_FMA(-n, 0x1.a39ef35793c76p-33, r);
}

/* 2^n is applied in two halves: results may be denormal or overflow. */
RT_FN double rt_exp_f64(double x) {
    double c = x > 710.0 ? 710.0 : x;
    c = c < -746.0 ? -746.0 : c;
    double n = RT_FMA(c, 0x1.71547652b82fep+0, RT_ROUND_F64) - RT_ROUND_F64;
    double half = RT_FMA(n, 0.5, RT_ROUND_BIAS_F64);
    double rest = (n - (half - RT_ROUND_BIAS_F64)) + RT_ROUND_BIAS_F64;
    double r = rt_minus_ln2_times(c, n);
    double p = RT_FMA(r * r, rt_exp_tail_f64(r), r) + 1.0;
    return p * rt_pow2_of_sum_f64(half) * rt_pow2_of_sum_f64(rest);
}

/* exp(x) for |x| <= 700, where one factor is enough: for f32 functions that compute in f64 */
RT_FN double rt_exp_plain_f64(double x) {
    double sum = RT_FMA(x, 0x1.71547652b82fep+0, RT_ROUND_BIAS_F64);
    double r = rt_minus_ln2_times(x, sum - RT_ROUND_BIAS_F64);
    double q = 0x1.a01b8b900b483p-16;
    q = RT_FMA(q, r, 0x1.a01988a3df4dep-13);
    q = RT_FMA(q, r, 0x1.6c16c0be28fb3p-10);
    q = RT_FMA(q, r, 0x1.11111126f77c9p-7);
    q = RT_FMA(q, r, 0x1.555555558d50fp-5);
    q = RT_FMA(q, r, 0x1.5555555550161p-3);
    q = RT_FMA(q, r, 0x1.ffffffffffeb3p-2);
    q = RT_FMA(q, r, 1.0);
    q = RT_FMA(q, r, 1.0);
    return q * rt_pow2_of_sum_f64(sum);
}

RT_FN double rt_expm1_f64(double x) {
    double c = x > 710.0 ? 710.0 : x;
    c = c < -40.0 ? -40.0 : c;
    double sum = RT_FMA(c, 0x1.71547652b82fep+0, RT_ROUND_BIAS_F64 - 1.0);
    double r = rt_minus_ln2_times(c, sum - (RT_ROUND_BIAS_F64 - 1.0));
    double s = rt_pow2_of_sum_f64(sum);
    double y = 2.0 * RT_FMA(r * s * r, rt_exp_tail_f64(r), RT_FMA(r, s, s - 0.5));
    return __builtin_fabs(x) < 0x1p-60 ? x : y;
}

/* as rt_tanh_f32 */
RT_FN double rt_tanh_f64(double x) {
    double a = __builtin_fabs(x), z = x * x;
    double near = -0x1.46fe8f1b5f920p-16;
    near = RT_FMA(near, z, 0x1.5d6d0be0c844cp-14);
    near = RT_FMA(near, z, -0x1.e96d497a4eb6fp-13);
    near = RT_FMA(near, z, 0x1.3483719e31c42p-11);
    near = RT_FMA(near, z, -0x1.7d8fcc76d5f0dp-10);
    near = RT_FMA(near, z, 0x1.d6d29b0b5ce2fp-9);
    near = RT_FMA(near, z, -0x1.226e2f111f51ap-7);
    near = RT_FMA(near, z, 0x1.664f485957280p-6);
    near = RT_FMA(near, z, -0x1.ba1ba1b97d1a4p-5);
    near = RT_FMA(near, z, 0x1.1111111110797p-3);
    near = RT_FMA(near, z, -0x1.555555555554fp-2);
    near = RT_FMA(near, z * a, a);
    double c = a > 20.0 ? 20.0 : a;
    double sum = RT_FMA(c, 0x1.71547652b82fep+1, RT_ROUND_BIAS_F64);
    double r = rt_minus_ln2_times(2.0 * c, sum - RT_ROUND_BIAS_F64);
    double e = RT_FMA(r * r, rt_exp_tail_f64(r), r) + 1.0;
    double far = 1.0 - 2.0 / RT_FMA(e, rt_pow2_of_sum_f64(sum), 1.0);
    return __builtin_copysign(a > 0.55 ? far : near, x);
}

/* as rt_sigmoid_f32 */
RT_FN double rt_sigmoid_f64(double x) {
    double c = -__builtin_fabs(x);
    c = c < -746.0 ? -746.0 : c;
    double sum = RT_FMA(c, 0x1.71547652b82fep+0, RT_ROUND_BIAS_F64 + 54.0);
    double r = rt_minus_ln2_times(c, sum - (RT_ROUND_BIAS_F64 + 54.0));
    double e = (RT_FMA(r * r, rt_exp_tail_f64(r), r) + 1.0) * rt_pow2_of_sum_f64(sum);
    double bottom = RT_FMA(e, 0x1p-54, 1.0);
    double lost = RT_FMA(e, 0x1p-54, -(bottom - 1.0));
    double top = x < 0 ? e : 0x1p54;
    double q = top / bottom;
    q = RT_FMA(-q, lost, q);
    return x < -0x1.62e42fefa39efp+9 ? 0.0 : q * 0x1p-54;
}

/* ---- logarithms ------------------------------------------------------------------------------------------------ */

/* The results of a logarithm outside the finite positive numbers; `value` is right inside. */
RT_FN float rt_log_edges_f32(float x, float value) {
    value = x == 0 ? -INFINITY : value;
    value = x < 0 ? NAN : value;
    return x < INFINITY ? value : x; /* infinity and NaN */
}
RT_FN double rt_log_edges_f64(double x, double value) {
    value = x == 0 ? -(double)INFINITY : value;
    value = x < 0 ? (double)NAN : value;
    return x < (double)INFINITY ? value : x;
}

/* x = 2^e m with m in [sqrt(1/2), sqrt 2), and log m = f + tail with f = m - 1, tail = -f^2/2 + f^3 P(f). */
typedef struct {
    float e, f, tail;
} RtLog;

RT_FN RtLog rt_log_parts_f32(float x) {
    bool denormal = x < 0x1p-126f;
    float scaled = denormal ? x * 0x1p23f : x;
    uint32_t v = rt_bits_f32(scaled) - 0x3f3504f3u;
    float e = (float)((int32_t)v >> 23), deeper = e - 23.0f;
    float f = rt_from_bits_f32((v & 0x7fffffu) + 0x3f3504f3u) - 1.0f;
    float h = f * f;
    float p = 0x1.b5a2f4p-5f;
    p = RT_FMA(p, f, -0x1.bf3b12p-4f);
    p = RT_FMA(p, f, 0x1.efefa2p-4f);
    p = RT_FMA(p, f, -0x1.010228p-3f);
    p = RT_FMA(p, f, 0x1.23036cp-3f);
    p = RT_FMA(p, f, -0x1.552f18p-3f);
    p = RT_FMA(p, f, 0x1.99a54p-3f);
    p = RT_FMA(p, f, -0x1.00007p-2f);
    p = RT_FMA(p, f, 0x1.555548p-2f);
    p = RT_FMA(p, f, -0.5f);
    RtLog parts = {denormal ? deeper : e, f, p * h};
    return parts;
}

RT_FN float rt_log_f32(float x) {
    RtLog log = rt_log_parts_f32(x);
    float y = RT_FMA(log.e, -2.12194440e-4f, log.tail);
    y = y + log.f;
    return rt_log_edges_f32(x, RT_FMA(log.e, 0.693359375f, y));
}

/* The factors 1 / ln 2 and 1 / ln 10 in two parts, the first one short, as is that of e. */
RT_FN float rt_log2_f32(float x) {
    RtLog log = rt_log_parts_f32(x);
    float y = RT_FMA(log.tail, 0.442695041f, log.f * 0.442695041f);
    y = y + log.tail + log.f;
    return rt_log_edges_f32(x, y + log.e);
}
RT_FN float rt_log10_f32(float x) {
    RtLog log = rt_log_parts_f32(x);
    float y = RT_FMA(log.f + log.tail, 7.00731903e-4f, log.e * 2.48745664e-4f);
    y = RT_FMA(log.f, 0.43359375f, RT_FMA(log.tail, 0.43359375f, y));
    return rt_log_edges_f32(x, RT_FMA(log.e, 0.30078125f, y));
}

/* log u with u = 1 + x, and what the rounding of u lost */
RT_FN float rt_log1p_f32(float x) {
    float u = 1.0f + x, low = x - (u - 1.0f), high = 1.0f - (u - x);
    float lost = x > 1.0f ? high : low;
    RtLog log = rt_log_parts_f32(u);
    float y = RT_FMA(log.e, -2.12194440e-4f, log.tail) + lost / u;
    y = y + log.f;
    y = rt_log_edges_f32(u, RT_FMA(log.e, 0.693359375f, y));
    return rt_abs_f32(x) < 0x1p-26f ? x : y;
}

/* log x of a finite positive normal number; s = f / (2 + f) as in Sun's fdlibm. */
RT_FN double rt_log_normal_f64(double x) {
    uint64_t v = rt_bits_f64(x) + (0x3ff0000000000000u - 0x3fe6a09e667f3bcdu);
    double e = rt_from_bits_f64((v >> 52) | 0x4330000000000000u) - (0x1p52 + 1023.0);
    double f = rt_from_bits_f64((v & 0xfffffffffffffu) + 0x3fe6a09e667f3bcdu) - 1.0;
    double s = f / (2.0 + f), z = s * s;
    double r = 0x1.2f066f40f73b2p-3;
    r = RT_FMA(r, z, 0x1.39a1a612c00f7p-3);
    r = RT_FMA(r, z, 0x1.74663f774fcafp-3);
    r = RT_FMA(r, z, 0x1.c71c5207e4030p-3);
    r = RT_FMA(r, z, 0x1.24924941f152ap-2);
    r = RT_FMA(r, z, 0x1.999999997fdd4p-2);
    r = RT_FMA(r, z, 0x1.5555555555592p-1);
    double h = 0.5 * f * f;
    double low = RT_FMA(s, RT_FMA(r, z, h), e * 0x1.a39ef35793c76p-33);
    return RT_FMA(e, 0x1.62e42feep-1, -((h - low) - f));
}

RT_FN double rt_log_f64(double x) {
    bool denormal = x < 0x1p-1022;
    double scaled = denormal ? x * 0x1p54 : x;
    double y = rt_log_normal_f64(scaled);
    y = denormal ? y - 54.0 * RT_LN2_F64 : y;
    return rt_log_edges_f64(x, y);
}

/* log x for f32 functions that compute in f64: x is no denormal */
RT_FN double rt_log_wide(double x) { return rt_log_edges_f64(x, rt_log_normal_f64(x)); }

/* log u plus what the rounding of u = 1 + x lost */
RT_FN double rt_log1p_f64(double x) {
    double u = 1.0 + x;
    double lost = (x - (u - 1.0)) / u;
    double y = rt_log_edges_f64(u, rt_log_normal_f64(u) + lost);
    return __builtin_fabs(x) < 0x1p-54 ? x : y;
}

/* ---- trigonometry ---------------------------------------------------------------------------------------------- */

/* 1/pi for each exponent of x from 25 on: the high part has 29 bits, so that its product with a float is exact, and
 * lacks the bits that add multiples of 2 pi; the low part has the next 53. That is Payne and Hanek's reduction. */
static const double rt_inverse_pi_high[104] __attribute__((unused)) = {
    0x1.45f306dp-2,   0x1.17cc1b6p-4,  0x1.17cc1b7p-4,  0x1.7cc1b7p-8,   0x1.7cc1b7p-8,    0x1.7cc1b72p-8,
    0x1.7cc1b72p-8,   0x1.f306dc8p-10, 0x1.f306dc9p-10, 0x1.e60db93p-11, 0x1.cc1b727p-12,  0x1.9836e4ep-13,
    0x1.306dc9cp-14,  0x1.836e4e4p-17, 0x1.836e4e4p-17, 0x1.836e4e4p-17, 0x1.06dc9c8p-18,  0x1.b72722p-24,
    0x1.b72722p-24,   0x1.b72722p-24,  0x1.b72722p-24,  0x1.b72722p-24,  0x1.b72722p-24,   0x1.6e4e441p-25,
    0x1.b939104p-27,  0x1.b939105p-27, 0x1.727220ap-28, 0x1.c9c882ap-30, 0x1.c9c882ap-30,  0x1.9391054p-31,
    0x1.27220a9p-32,  0x1.3910548p-35, 0x1.391054ap-35, 0x1.391054ap-35, 0x1.c882a5p-38,   0x1.c882a52p-38,
    0x1.c882a53p-38,  0x1.91054a7p-39, 0x1.220a94fp-40, 0x1.1054a7cp-43, 0x1.1054a7ep-43,  0x1.1054a7fp-43,
    0x1.054a7fp-47,   0x1.054a7fp-47,  0x1.054a7fp-47,  0x1.054a7fp-47,  0x1.529fc2p-53,   0x1.529fc2p-53,
    0x1.529fc2p-53,   0x1.529fc24p-53, 0x1.529fc26p-53, 0x1.529fc27p-53, 0x1.4a7f09cp-55,  0x1.4a7f09dp-55,
    0x1.29fc274p-57,  0x1.29fc275p-57, 0x1.4fe13a8p-60, 0x1.4fe13aap-60, 0x1.4fe13abp-60,  0x1.3f84eaep-62,
    0x1.3f84eafp-62,  0x1.fc2757cp-65, 0x1.fc2757cp-65, 0x1.fc2757dp-65, 0x1.f84eafap-66,  0x1.f09d5f4p-67,
    0x1.e13abe8p-68,  0x1.c2757d1p-69, 0x1.84eafa3p-70, 0x1.09d5f47p-71, 0x1.3abe8fp-76,   0x1.3abe8f8p-76,
    0x1.3abe8f8p-76,  0x1.3abe8fap-76, 0x1.3abe8fap-76, 0x1.d5f47d4p-79, 0x1.d5f47d4p-79,  0x1.d5f47d4p-79,
    0x1.abe8fa9p-80,  0x1.57d1f53p-81, 0x1.5f47d4cp-83, 0x1.5f47d4dp-83, 0x1.7d1f534p-85,  0x1.7d1f534p-85,
    0x1.f47d4d2p-87,  0x1.f47d4d3p-87, 0x1.e8fa9a6p-88, 0x1.d1f534dp-89, 0x1.a3ea69bp-90,  0x1.47d4d37p-91,
    0x1.1f534dcp-93,  0x1.1f534ddp-93, 0x1.f534dd8p-97, 0x1.f534ddcp-97, 0x1.f534ddcp-97,  0x1.f534ddcp-97,
    0x1.ea69bb8p-98,  0x1.d4d377p-99,  0x1.a9a6eep-100, 0x1.534ddcp-101, 0x1.4d37702p-103, 0x1.4d37703p-103,
    0x1.34ddc0cp-105, 0x0.0p+0};
static const double rt_inverse_pi_low[104] __attribute__((unused)) = {
    0x1.9391054a7f09dp-31,  0x1.27220a94fe13bp-32,  0x1.391054a7f09d6p-35,  0x1.391054a7f09d6p-35,
    0x1.391054a7f09d6p-35,  0x1.c882a53f84ebp-38,   0x1.c882a53f84ebp-38,   0x1.c882a53f84ebp-38,
    0x1.91054a7f09d5fp-39,  0x1.220a94fe13abfp-40,  0x1.1054a7f09d5f4p-43,  0x1.1054a7f09d5f4p-43,
    0x1.1054a7f09d5f4p-43,  0x1.054a7f09d5f48p-47,  0x1.054a7f09d5f48p-47,  0x1.054a7f09d5f48p-47,
    0x1.054a7f09d5f48p-47,  0x1.529fc2757d1f5p-53,  0x1.529fc2757d1f5p-53,  0x1.529fc2757d1f5p-53,
    0x1.529fc2757d1f5p-53,  0x1.529fc2757d1f5p-53,  0x1.529fc2757d1f5p-53,  0x1.4a7f09d5f47d5p-55,
    0x1.4a7f09d5f47d5p-55,  0x1.29fc2757d1f53p-57,  0x1.29fc2757d1f53p-57,  0x1.4fe13abe8fa9ap-60,
    0x1.4fe13abe8fa9ap-60,  0x1.4fe13abe8fa9ap-60,  0x1.3f84eafa3ea6ap-62,  0x1.3f84eafa3ea6ap-62,
    0x1.fc2757d1f534ep-65,  0x1.fc2757d1f534ep-65,  0x1.fc2757d1f534ep-65,  0x1.f84eafa3ea69cp-66,
    0x1.f09d5f47d4d37p-67,  0x1.e13abe8fa9a6fp-68,  0x1.c2757d1f534dep-69,  0x1.84eafa3ea69bcp-70,
    0x1.09d5f47d4d377p-71,  0x1.3abe8fa9a6eep-76,   0x1.3abe8fa9a6eep-76,   0x1.3abe8fa9a6eep-76,
    0x1.3abe8fa9a6eep-76,   0x1.3abe8fa9a6eep-76,   0x1.d5f47d4d37703p-79,  0x1.d5f47d4d37703p-79,
    0x1.d5f47d4d37703p-79,  0x1.abe8fa9a6ee07p-80,  0x1.57d1f534ddc0ep-81,  0x1.5f47d4d377037p-83,
    0x1.5f47d4d377037p-83,  0x1.7d1f534ddc0dbp-85,  0x1.7d1f534ddc0dbp-85,  0x1.f47d4d377036ep-87,
    0x1.f47d4d377036ep-87,  0x1.e8fa9a6ee06dbp-88,  0x1.d1f534ddc0db6p-89,  0x1.a3ea69bb81b6cp-90,
    0x1.47d4d377036d9p-91,  0x1.1f534ddc0db63p-93,  0x1.1f534ddc0db63p-93,  0x1.f534ddc0db629p-97,
    0x1.f534ddc0db629p-97,  0x1.f534ddc0db629p-97,  0x1.f534ddc0db629p-97,  0x1.ea69bb81b6c53p-98,
    0x1.d4d377036d8a5p-99,  0x1.a9a6ee06db14bp-100, 0x1.534ddc0db6296p-101, 0x1.4d377036d8a56p-103,
    0x1.4d377036d8a56p-103, 0x1.34ddc0db6295ap-105, 0x1.34ddc0db6295ap-105, 0x1.a6ee06db14acdp-108,
    0x1.a6ee06db14acdp-108, 0x1.a6ee06db14acdp-108, 0x1.4ddc0db629599p-109, 0x1.377036d8a5665p-111,
    0x1.377036d8a5665p-111, 0x1.bb81b6c52b328p-114, 0x1.bb81b6c52b328p-114, 0x1.bb81b6c52b328p-114,
    0x1.77036d8a5664fp-115, 0x1.dc0db6295993cp-117, 0x1.dc0db6295993cp-117, 0x1.b81b6c52b3279p-118,
    0x1.7036d8a5664f1p-119, 0x1.c0db6295993c4p-121, 0x1.c0db6295993c4p-121, 0x1.81b6c52b32788p-122,
    0x1.036d8a5664f11p-123, 0x1.b6c52b3278872p-130, 0x1.b6c52b3278872p-130, 0x1.b6c52b3278872p-130,
    0x1.b6c52b3278872p-130, 0x1.b6c52b3278872p-130, 0x1.b6c52b3278872p-130, 0x1.b6c52b3278872p-130,
    0x1.6d8a5664f10e4p-131, 0x1.b6295993c439p-133,  0x1.b6295993c439p-133,  0x0.0p+0};

/* |x| / pi + shift = n + r with an integer n and |r| <= 1/2; odd: n's lowest bit, in the place of the sign */
typedef struct {
    double r;
    uint64_t odd;
} RtHalfTurns;

RT_FN RtHalfTurns rt_half_turns(float x, double shift) {
    float a = __builtin_fabsf(x);
    int32_t row = (int32_t)(rt_bits_f32(a) >> 23) - (127 + 25);
    int64_t place =
        row < 0 ? 0 : row; /* as wide as what is read there: processors that gather slowly read one by one */
    double w = a, high = w * rt_inverse_pi_high[place], low = rt_inverse_pi_low[place];
    double sum = (RT_FMA(w, low, high) + shift) + RT_ROUND_F64;
    double n = (sum - RT_ROUND_F64) - shift;
    RtHalfTurns result = {RT_FMA(w, low, high - n), rt_bits_f64(sum) << 63};
    return result;
}

/* sin(pi r), |r| <= 1/2 */
RT_FN double rt_sin_pi(double r) {
    double z = r * r;
    double p = -0x1.cc3206139d7acp-8;
    p = RT_FMA(p, z, 0x1.500fe271ca88fp-4);
    p = RT_FMA(p, z, -0x1.32d111779be01p-1);
    p = RT_FMA(p, z, 0x1.466bbfbf807ffp+1);
    p = RT_FMA(p, z, -0x1.4abbce4f10053p+2);
    p = RT_FMA(p, z, 0x1.921fb5441e32fp+1);
    return p * r;
}

RT_FN float rt_sin_of(RtHalfTurns h, float x) {
    double y = rt_from_bits_f64(rt_bits_f64(rt_sin_pi(h.r)) ^ h.odd);
    return rt_from_bits_f32(rt_bits_f32((float)y) ^ (rt_bits_f32(x) & 0x80000000u));
}
RT_FN float rt_cos_of(RtHalfTurns h) { return (float)rt_from_bits_f64(rt_bits_f64(rt_sin_pi(h.r)) ^ h.odd); }
RT_FN float rt_tan_of(RtHalfTurns h, float x) {
    double y = rt_sin_pi(h.r) / rt_sin_pi(0.5 - __builtin_fabs(h.r));
    return rt_from_bits_f32(rt_bits_f32((float)y) ^ (rt_bits_f32(x) & 0x80000000u));
}

RT_FN float rt_sin_f32(float x) { return rt_sin_of(rt_half_turns(x, 0.0), x); }
RT_FN float rt_cos_f32(float x) { return rt_cos_of(rt_half_turns(x, 0.5)); }
RT_FN float rt_tan_f32(float x) { return rt_tan_of(rt_half_turns(x, 0.0), x); }

/* Forms for angles near zero, which gather nothing: kernels try them first. Of sine and cosine, results differ from the
 * above in the last place at most; rt_sin_all_f32 and rt_cos_all_f32 are for all angles and agree with the forms. */
RT_FN bool rt_is_far_f32(float x) {                      /* and finite */
    uint32_t from = 0x48800000u, infinity = 0x7f800000u; /* from: 2^18 */
    return (rt_bits_f32(x) & 0x7fffffffu) - from < infinity - from;
}
RT_FN float rt_tan_near_f32(float x) {
    double w = __builtin_fabsf(x), high = w * rt_inverse_pi_high[0], low = rt_inverse_pi_low[0];
    double sum = RT_FMA(w, low, high) + RT_ROUND_F64, n = sum - RT_ROUND_F64;
    RtHalfTurns h = {RT_FMA(w, low, high - n), rt_bits_f64(sum) << 63};
    return rt_tan_of(h, x);
}

/* sin(|x| + pi shift), shift 0 or 1/2. Multiples of pi are taken off in three parts: the first difference is exact, and
 * the second where it is small. Processors that round products need f64 for that. */
RT_FN float rt_shifted_sin_f32(float x, float shift) {
    float a = __builtin_fabsf(x);
    float sum = RT_FMA(a, 0x1.45f306p-2f, shift) + RT_ROUND_F32;
    float n = (sum - RT_ROUND_F32) - shift;
#ifdef __FMA__
    float r = RT_FMA(n, -0x1.921fb6p+1f, a);
    r = RT_FMA(n, 0x1.777a5cp-24f, r);
    r = RT_FMA(n, 0x1.ee59dap-49f, r);
#else
    double d = (double)a - (double)n * 0x1.921fb544p+1;
    float r = (float)(d - (double)n * 0x1.0b4611a626331p-33);
#endif
    float z = r * r, rest = RT_FMA(r, r, -z);
    float p = -0x1.b19bb6p-26f;
    p = RT_FMA(p, z, 0x1.72a13ep-19f);
    p = RT_FMA(p, z, -0x1.a022bap-13f);
    p = RT_FMA(p, z, 0x1.111134p-7f);
    p = RT_FMA(p, z, -0x1.555556p-3f);
    return rt_from_bits_f32(rt_bits_f32(RT_FMA(RT_FMA(z, p, rest * p), r, r)) ^ rt_bits_f32(sum) << 31);
}
RT_FN float rt_sin_near_f32(float x) {
    return rt_from_bits_f32(rt_bits_f32(rt_shifted_sin_f32(x, 0.0f)) ^ (rt_bits_f32(x) & 0x80000000u));
}
RT_FN float rt_cos_near_f32(float x) { return rt_shifted_sin_f32(x, 0.5f); }
/* a condition, without which the tables would be read at all times, keeps compilers from making vectors */
RT_FN float rt_sin_all_f32(float x) {
    uint32_t far = 0u - rt_is_far_f32(x);
    return rt_from_bits_f32((rt_bits_f32(rt_sin_f32(x)) & far) | (rt_bits_f32(rt_sin_near_f32(x)) & ~far));
}
RT_FN float rt_cos_all_f32(float x) {
    uint32_t far = 0u - rt_is_far_f32(x);
    return rt_from_bits_f32((rt_bits_f32(rt_cos_f32(x)) & far) | (rt_bits_f32(rt_cos_near_f32(x)) & ~far));
}

/* atan z for z in [0, 1] */
RT_FN double rt_atan_unit(double z) {
    double s = z * z;
    double p = 0x1.ce19b3eed0a92p-12;
    p = RT_FMA(p, s, -0x1.b4026d57f74c1p-9);
    p = RT_FMA(p, s, 0x1.81f6734ae41d7p-7);
    p = RT_FMA(p, s, -0x1.b2f57da7e272dp-6);
    p = RT_FMA(p, s, 0x1.69ea513141529p-5);
    p = RT_FMA(p, s, -0x1.f02f994f3f807p-5);
    p = RT_FMA(p, s, 0x1.33a16c90474ffp-4);
    p = RT_FMA(p, s, -0x1.72d6305d10eacp-4);
    p = RT_FMA(p, s, 0x1.c6e85ae085bf6p-4);
    p = RT_FMA(p, s, -0x1.249039236f31ep-3);
    p = RT_FMA(p, s, 0x1.9999846c675cep-3);
    p = RT_FMA(p, s, -0x1.5555552f2807bp-2);
    return RT_FMA(p * s, z, z);
}

RT_FN float rt_atan_f32(float x) {
    double a = __builtin_fabs((double)x);
    bool steep = a > 1.0;
    double inverse = 1.0 / a;
    double y = rt_atan_unit(steep ? inverse : a);
    double turned = 0.5 * RT_PI_F64 - y;
    return __builtin_copysignf((float)(steep ? turned : y), x);
}

RT_FN float rt_atan2_f32(float y, float x) {
    double a = __builtin_fabs((double)x), b = __builtin_fabs((double)y);
    bool steep = b > a;
    double top = steep ? a : b, bottom = steep ? b : a;
    double z = top / bottom;
    z = top == bottom ? 1.0 : z; /* both infinite */
    z = bottom == 0 ? 0.0 : z;
    double t = rt_atan_unit(z), turned = 0.5 * RT_PI_F64 - t;
    t = steep ? turned : t;
    double mirrored = RT_PI_F64 - t;
    t = (int32_t)rt_bits_f32(x) < 0 ? mirrored : t;
    t = x != x || y != y ? (double)NAN : t;
    return __builtin_copysignf((float)t, y);
}

/* asin z for z in [0, 1/2], given s = z^2 */
RT_FN double rt_asin_half(double z, double s) {
    double p = 0x1.1bd2851a3cd30p-5;
    p = RT_FMA(p, s, 0x1.ec24ca19b174bp-8);
    p = RT_FMA(p, s, 0x1.931f92a965366p-6);
    p = RT_FMA(p, s, 0x1.ed5d194b47bedp-6);
    p = RT_FMA(p, s, 0x1.6ddabfd27bc94p-5);
    p = RT_FMA(p, s, 0x1.3332aa06cb4afp-4);
    p = RT_FMA(p, s, 0x1.55555605cbf8fp-3);
    return RT_FMA(p * s, z, z);
}

/* Above 1/2: asin a = pi/2 - 2 asin(sqrt((1 - a) / 2)). Outside [-1, 1] the square root gives NaN. */
RT_FN float rt_asin_f32(float x) {
    double a = __builtin_fabs((double)x), flipped = RT_FMA(-0.5, a, 0.5), root = __builtin_sqrt(flipped);
    bool big = a > 0.5;
    double p = rt_asin_half(big ? root : a, big ? flipped : a * a);
    double turned = RT_FMA(-2.0, p, 0.5 * RT_PI_F64);
    return __builtin_copysignf((float)(big ? turned : p), x);
}
RT_FN float rt_acos_f32(float x) {
    double w = x, a = __builtin_fabs(w), flipped = RT_FMA(-0.5, a, 0.5), root = __builtin_sqrt(flipped);
    bool big = a > 0.5;
    double p = rt_asin_half(big ? root : a, big ? flipped : a * a);
    double small = 0.5 * RT_PI_F64 - __builtin_copysign(p, w);
    double left = RT_FMA(-2.0, p, RT_PI_F64), right = 2.0 * p;
    double outer = w < 0 ? left : right;
    return (float)(big ? outer : small);
}

/* ---- hyperbolic functions, f32 --------------------------------------------------------------------------------- */

/* Beyond 90 both overflow f32, so the argument may be cut there. */
RT_FN float rt_sinh_f32(float x) {
    double w = x, a = __builtin_fabs(w);
    double e = rt_exp_plain_f64(a > 90.0 ? 90.0 : a);
    double y = RT_FMA(0.5, e, -(0.5 / e)), near = RT_FMA(a * a * a, 1.0 / 6.0, a);
    return __builtin_copysignf((float)(a < 0x1p-8 ? near : y), x);
}
RT_FN float rt_cosh_f32(float x) {
    double a = __builtin_fabs((double)x);
    double e = rt_exp_plain_f64(a > 90.0 ? 90.0 : a);
    return (float)RT_FMA(0.5, e, 0.5 / e);
}
RT_FN float rt_asinh_f32(float x) {
    double w = x, a = __builtin_fabs(w);
    double y = rt_log_wide(a + __builtin_sqrt(RT_FMA(a, a, 1.0))), near = RT_FMA(-a * a * a, 1.0 / 6.0, a);
    return __builtin_copysignf((float)(a < 0x1p-8 ? near : y), x);
}
RT_FN float rt_acosh_f32(float x) {
    double w = x;
    double y = rt_log_wide(w + __builtin_sqrt(RT_FMA(w, w, -1.0)));
    return (float)(w < 1.0 ? (double)NAN : y);
}
RT_FN float rt_atanh_f32(float x) {
    double w = x, a = __builtin_fabs(w);
    double y = 0.5 * rt_log_wide((1.0 + a) / (1.0 - a)), near = RT_FMA(a * a * a, 1.0 / 3.0, a);
    return __builtin_copysignf((float)(a < 0x1p-8 ? near : y), x);
}

/* ---- powers, error function's complement ----------------------------------------------------------------------- */

/* C's pow, all special cases included: |x|^y = exp(y log |x|) in f64, then signs and the cases that have no limit. */
RT_FN float rt_pow_f32(float x, float y) {
    double a = __builtin_fabs((double)x), w = y;
    double t = rt_log_wide(a) * w;
    t = t > 200.0 ? 200.0 : t;
    t = t < -200.0 ? -200.0 : t;
    float size = (float)rt_exp_plain_f64(t);
    float half = 0.5f * y;
    bool whole = __builtin_truncf(y) == y, odd = whole & (__builtin_truncf(half) != half);
    bool negative = (int32_t)rt_bits_f32(x) < 0;
    float flipped = -size;
    float r = (negative & odd) ? flipped : size;
    bool no_root = (x < 0) & (x > -INFINITY) & !whole;
    r = no_root ? NAN : r;
    r = ((x != x) | (y != y)) ? NAN : r;
    r = ((x == -1.0f) & (__builtin_fabsf(y) == INFINITY)) ? 1.0f : r;
    return ((x == 1.0f) | (y == 0.0f)) ? 1.0f : r;
}

/* erfc a = exp(-a^2) P(t) / (1 + 2 a) with t = (a - 2) / (a + 2); beyond 10.1 it is 0 in f32. */
RT_FN float rt_erfc_f32(float x) {
    double w = x, a = __builtin_fabs(w);
    a = a > 10.5 ? 10.5 : a;
    double t = (a - 2.0) / (a + 2.0);
    double p = 0x1.297d2d17f6645p-16;
    p = RT_FMA(p, t, 0x1.e7e977c6ef151p-14);
    p = RT_FMA(p, t, 0x1.5f28bdd92b20fp-13);
    p = RT_FMA(p, t, -0x1.d2b79f6c7f66cp-12);
    p = RT_FMA(p, t, -0x1.78044bd395147p-10);
    p = RT_FMA(p, t, 0x1.4d7fb496ad843p-10);
    p = RT_FMA(p, t, 0x1.1da21e41c61dep-7);
    p = RT_FMA(p, t, -0x1.0747d522fd33bp-7);
    p = RT_FMA(p, t, -0x1.bc2a1fa4d363bp-5);
    p = RT_FMA(p, t, 0x1.4ffa287aa2c8fp-3);
    p = RT_FMA(p, t, -0x1.5407c2ff2c695p-3);
    p = RT_FMA(p, t, -0x1.7bf5eca0e330fp-4);
    p = RT_FMA(p, t, 0x1.46e80e2384103p+0);
    double right = rt_exp_plain_f64(-a * a) * p / RT_FMA(2.0, a, 1.0), left = 2.0 - right;
    return (float)(w < 0 ? left : right);
}

/* ---- functions that call libm, one lane at a time -------------------------------------------------------------- */

#define RT_LIBM(NAME)                                                                                                  \
    RT_FN double rt_##NAME##_f64(double x) { return NAME(x); }
RT_LIBM(exp2)
RT_LIBM(log2)
RT_LIBM(log10)
RT_LIBM(sin)
RT_LIBM(cos)
RT_LIBM(tan)
RT_LIBM(asin)
RT_LIBM(acos)
RT_LIBM(atan)
RT_LIBM(sinh)
RT_LIBM(cosh)
RT_LIBM(asinh)
RT_LIBM(acosh)
RT_LIBM(atanh)
RT_LIBM(erf)
RT_LIBM(erfc)

/* Of f64, forms for angles near zero are vectors, where libm's are called one by one. They take multiples of pi off,
 * whose first three parts have so few digits that the products are exact. */
RT_FN bool rt_is_far_f64(double x) {                                     /* and finite */
    uint64_t from = 0x4130000000000000u, infinity = 0x7ff0000000000000u; /* from: 2^20 */
    return (rt_bits_f64(x) & 0x7fffffffffffffffu) - from < infinity - from;
}

/* sin(|x| + pi shift), shift 0 or 1/2 */
RT_FN double rt_shifted_sin_f64(double x, double shift) {
    double a = __builtin_fabs(x);
    double sum = RT_FMA(a, 0x1.45f306dc9c883p-2, shift) + RT_ROUND_F64;
    double n = (sum - RT_ROUND_F64) - shift;
    double r = RT_FMA(n, -0x1.921fb544p+1, a);
    r = RT_FMA(n, -0x1.0b4611a6p-33, r);
    r = RT_FMA(n, -0x1.3198a2ep-68, r);
    r = RT_FMA(n, -0x1.b839a252049c1p-103, r);
    double z = r * r, rest = RT_FMA(r, r, -z);
    double p = -0x1.000045613bf2dp-58;
    p = RT_FMA(p, z, 0x1.53401a08ab245p-55);
    p = RT_FMA(p, z, 0x1.716715487684dp-49);
    p = RT_FMA(p, z, -0x1.ae11326e54809p-41);
    p = RT_FMA(p, z, 0x1.612392c0f1531p-33);
    p = RT_FMA(p, z, -0x1.ae64549a4a03fp-26);
    p = RT_FMA(p, z, 0x1.71de3a52ace05p-19);
    p = RT_FMA(p, z, -0x1.a01a01a015596p-13);
    p = RT_FMA(p, z, 0x1.11111111110d0p-7);
    p = RT_FMA(p, z, -0x1.5555555555555p-3);
    return rt_from_bits_f64(rt_bits_f64(RT_FMA(RT_FMA(z, p, rest * p), r, r)) ^ rt_bits_f64(sum) << 63);
}
RT_FN double rt_sin_near_f64(double x) {
    return rt_from_bits_f64(rt_bits_f64(rt_shifted_sin_f64(x, 0.0)) ^ (rt_bits_f64(x) & 0x8000000000000000u));
}
RT_FN double rt_cos_near_f64(double x) { return rt_shifted_sin_f64(x, 0.5); }
RT_FN double rt_sin_all_f64(double x) { return rt_is_far_f64(x) ? sin(x) : rt_sin_near_f64(x); }
RT_FN double rt_cos_all_f64(double x) { return rt_is_far_f64(x) ? cos(x) : rt_cos_near_f64(x); }

RT_FN double rt_atan2_f64(double y, double x) { return atan2(y, x); }
RT_FN double rt_pow_f64(double x, double y) { return pow(x, y); }
RT_FN double rt_hypot_f64(double x, double y) { return hypot(x, y); }
RT_FN float rt_hypot_f32(float x, float y) {
    double a = x, b = y, r = __builtin_sqrt(RT_FMA(a, a, b * b));
    r = rt_isinf_f32(x) ? (double)INFINITY : r;
    return (float)(rt_isinf_f32(y) ? (double)INFINITY : r);
}
/* lgamma itself writes a global, which threads would race on; lgamma_r is not in ISO C's headers */
extern double lgamma_r(double x, int *sign);
RT_FN double rt_lgamma_f64(double x) {
    int sign;
    return lgamma_r(x, &sign);
}
RT_FN float rt_lgamma_f32(float x) { return (float)rt_lgamma_f64(x); }

/* ---- division of floats ---------------------------------------------------------------------------------------- */

/* What is left of a after the nearest multiple of b, both of them f32: each step takes 51 bits off the quotient, which
 * has up to 277. It is exact: a difference of multiples of the last bits of a and b, it has no more than 26 bits. */
#define RT_LESS_MULTIPLES(A, B, INVERSE) __builtin_fma(-__builtin_nearbyint((A) * (INVERSE)), B, A)
RT_FN double rt_nearest_remainder(double a, double b) {
    double inverse = 1.0 / b;
    a = RT_LESS_MULTIPLES(a, b, inverse);
    a = RT_LESS_MULTIPLES(a, b, inverse);
    a = RT_LESS_MULTIPLES(a, b, inverse);
    a = RT_LESS_MULTIPLES(a, b, inverse);
    a = RT_LESS_MULTIPLES(a, b, inverse);
    return RT_LESS_MULTIPLES(a, b, inverse);
}

/* fmod: C's (sign of a). remainder: Python's (sign of b). floordiv: Python's, as c10::div_floor_floating. */
RT_FN float rt_fmod_f32(float a, float b) {
    double wide = rt_abs_f32(b);
    wide = wide > 0x1p200 ? 0x1p200 : wide; /* an infinite divisor leaves any number as it is */
    double m = rt_nearest_remainder(rt_abs_f32(a), wide), moved = m + wide;
    return __builtin_copysignf((float)(m < 0 ? moved : m), a);
}
RT_FN double rt_fmod_f64(double a, double b) { return fmod(a, b); }
#define RT_FLOAT_DIVISION(T, SUF, S)                                                                                   \
    RT_FN T rt_remainder_##SUF(T a, T b) {                                                                             \
        T m = rt_fmod_##SUF(a, b), moved = m + b;                                                                      \
        return ((m != 0) & ((b < 0) != (m < 0))) ? moved : m;                                                          \
    }                                                                                                                  \
    RT_FN T rt_floordiv_##SUF(T a, T b) {                                                                              \
        T m = rt_fmod_##SUF(a, b), exact = a / b;                                                                      \
        T q = (a - m) / b, lower = q - 1;                                                                              \
        q = ((m != 0) & ((b < 0) != (m < 0))) ? lower : q;                                                             \
        T f = __builtin_floor##S(q), higher = f + 1, zero = __builtin_copysign##S((T)0, exact);                        \
        f = q - f > (T)0.5 ? higher : f;                                                                               \
        f = q == 0 ? zero : f;                                                                                         \
        return b == 0 ? exact : f;                                                                                     \
    }
RT_FLOAT_DIVISION(float, f32, f)
RT_FLOAT_DIVISION(double, f64, )

/* ---- conversions ----------------------------------------------------------------------------------------------- */

/* Float to integer as x86 does it and torch inherits it: NaN and what does not fit give the smallest number of the type
 * that the instruction writes (i32 for i8, i16 and i32; i64 for u8 and i64), then the low bits are kept. One
 * comparison, as two make a branch that keeps a loop from being vectorised. */
#define RT_CASTS(T, SUF)                                                                                               \
    RT_FN int32_t rt_##SUF##_to_i32(T x) { return (int32_t)(rt_abs_##SUF(x) < (T)0x1p31 ? x : (T)-0x1p31); }           \
    RT_FN int64_t rt_##SUF##_to_i64(T x) { return (int64_t)(rt_abs_##SUF(x) < (T)0x1p63 ? x : (T)-0x1p63); }           \
    RT_FN int8_t rt_##SUF##_to_i8(T x) { return (int8_t)rt_##SUF##_to_i32(x); }                                        \
    RT_FN int16_t rt_##SUF##_to_i16(T x) { return (int16_t)rt_##SUF##_to_i32(x); }                                     \
    RT_FN bool rt_##SUF##_to_bool(T x) { return x != 0; }
RT_CASTS(float, f32)
RT_CASTS(double, f64)
RT_FN uint8_t rt_f64_to_u8(double x) { return (uint8_t)rt_f64_to_i64(x); }

/* In narrow vectors: the low bits of an i64 that has no place in an i32 are 0, as a float has 24 bits. */
RT_FN uint8_t rt_f32_to_u8(float x) { return (uint8_t)(int32_t)(rt_abs_f32(x) < 0x1p31f ? x : 0.0f); }

RT_FN float rt_bf16_to_f32(uint16_t h) { return rt_from_bits_f32((uint32_t)h << 16); }

/* of a number that bf16 has */
RT_FN uint16_t rt_bf16_bits(float x) { return (uint16_t)(rt_bits_f32(x) >> 16); }

/* to nearest, ties to even; every NaN becomes torch's 0x7fc0 */
RT_FN uint16_t rt_f32_to_bf16(float x) {
    uint32_t u = rt_bits_f32(x);
    uint32_t rounded = (u + 0x7fffu + ((u >> 16) & 1u)) >> 16;
    return (uint16_t)(x != x ? 0x7fc0u : rounded);
}

/* f16 through integer operations: they vectorise everywhere and need no F16C. Numbers below f16's normal ones are made
 * by sums of larger ones, as processors take their time for products of such small numbers. */
RT_FN float rt_f16_to_f32(uint16_t h) {
    uint32_t sign = (uint32_t)(h & 0x8000u) << 16, rest = (uint32_t)(h & 0x7fffu) << 13;
    uint32_t u = rest >= 0x0f800000u ? rest + 0x70000000u : rest + 0x38000000u;
    float denormal = rt_from_bits_f32(rest + 0x38800000u) - 0x1p-14f;
    u = rest < 0x00800000u ? rt_bits_f32(denormal) : u;
    u = rest > 0x0f800000u ? u | 0x400000u : u;
    return rt_from_bits_f32(u | sign);
}

/* to nearest, ties to even; NaN keeps its upper bits and becomes quiet */
RT_FN uint16_t rt_f32_to_f16(float x) {
    uint32_t u = rt_bits_f32(x), a = u & 0x7fffffffu, upper = a >> 13;
    uint32_t normal = (a - 0x38000000u + 0xfffu + (upper & 1u)) >> 13;
    uint32_t denormal = rt_bits_f32(rt_from_bits_f32(a) + 0.5f) - 0x3f000000u;
    uint32_t r = a < 0x38800000u ? denormal : normal;
    r = r > 0x7c00u ? 0x7c00u : r;
    r = a > 0x7f800000u ? 0x7e00u | (upper & 0x3ffu) : r;
    return (uint16_t)(r | (u >> 16 & 0x8000u));
}

/* The f16 that is nearest, as f32; all bits of NaN are kept. A sum with 1.5 * 2^13 times the power of two below x, but
 * for its bounds, has no room for more than f16's bits, and what is not below 2^16 overflows. */
RT_FN float rt_round_f16(float x) {
    uint32_t u = rt_bits_f32(x), power = u & 0x7f800000u;
    power = power < 0x38800000u ? 0x38800000u : power;
    power = power > 0x47800000u ? 0x47800000u : power;
    float large = rt_from_bits_f32(power + 0x06c00000u);
    float y = (x + large) - large;
    y = (y * 0x1p112f) * 0x1p-112f;
    return rt_from_bits_f32(rt_bits_f32(y) | (u & 0x80000000u));
}

/* ---- integers -------------------------------------------------------------------------------------------------- */

/* Arithmetic wraps, through an unsigned type at least as wide as int (W). A zero divisor gives 0 here and never traps:
 * whoever calls must have checked rt_div_ok first, as torch raises. smallest / -1 wraps. divtrunc and fmod truncate;
 * floordiv and remainder follow Python (sign of the divisor). Shifts by a negative number or by the width and more
 * give 0, or the sign for a right shift. A negative power is the integer part of the reciprocal. */
RT_FN bool rt_div_ok(int64_t divisor) { return divisor != 0; }

#define RT_INT_COMMON(T, W, SUF)                                                                                       \
    RT_FN T rt_add_##SUF(T a, T b) { return (T)((W)a + (W)b); }                                                        \
    RT_FN T rt_sub_##SUF(T a, T b) { return (T)((W)a - (W)b); }                                                        \
    RT_FN T rt_mul_##SUF(T a, T b) { return (T)((W)a * (W)b); }                                                        \
    RT_FN T rt_neg_##SUF(T a) { return (T)((W)0 - (W)a); }                                                             \
    RT_FN T rt_max_##SUF(T a, T b) { return a > b ? a : b; }                                                           \
    RT_FN T rt_min_##SUF(T a, T b) { return a < b ? a : b; }                                                           \
    RT_FN T rt_pow_positive_##SUF(T a, T b) {                                                                          \
        W base = (W)a, result = 1;                                                                                     \
        for (T e = b; e > 0; e = (T)(e >> 1)) {                                                                        \
            result = e & 1 ? result * base : result;                                                                   \
            base *= base;                                                                                              \
        }                                                                                                              \
        return (T)result;                                                                                              \
    }

/* QUOTIENT gives a / b for b other than 0 and -1. */
#define RT_INT_SIGNED(T, W, SUF, BITS, QUOTIENT)                                                                       \
    RT_INT_COMMON(T, W, SUF)                                                                                           \
    RT_FN T rt_abs_##SUF(T a) { return a < 0 ? rt_neg_##SUF(a) : a; }                                                  \
    RT_FN T rt_sign_##SUF(T a) { return (T)((a > 0) - (a < 0)); }                                                      \
    RT_FN T rt_divtrunc_##SUF(T a, T b) {                                                                              \
        T safe = b == 0 || b == -1 ? 1 : b;                                                                            \
        T q = QUOTIENT(T, a, safe), negated = rt_neg_##SUF(a);                                                         \
        q = b == -1 ? negated : q;                                                                                     \
        return b == 0 ? 0 : q;                                                                                         \
    }                                                                                                                  \
    RT_FN T rt_fmod_##SUF(T a, T b) {                                                                                  \
        T q = rt_divtrunc_##SUF(a, b), r = (T)((W)a - (W)q * (W)b);                                                    \
        return b == 0 ? 0 : r;                                                                                         \
    }                                                                                                                  \
    RT_FN T rt_remainder_##SUF(T a, T b) {                                                                             \
        T r = rt_fmod_##SUF(a, b), moved = (T)((W)r + (W)b);                                                           \
        return ((r != 0) & ((r < 0) != (b < 0))) ? moved : r;                                                          \
    }                                                                                                                  \
    RT_FN T rt_floordiv_##SUF(T a, T b) {                                                                              \
        T q = rt_divtrunc_##SUF(a, b), r = (T)((W)a - (W)q * (W)b), lower = (T)((W)q - 1);                             \
        return ((b != 0) & (r != 0) & ((r < 0) != (b < 0))) ? lower : q;                                               \
    }                                                                                                                  \
    RT_FN T rt_pow_##SUF(T a, T b) {                                                                                   \
        T power = rt_pow_positive_##SUF(a, b);                                                                         \
        T reciprocal = a == 1 ? 1 : a == -1 ? (b & 1 ? -1 : 1) : 0;                                                    \
        return b < 0 ? reciprocal : power;                                                                             \
    }                                                                                                                  \
    RT_FN T rt_shl_##SUF(T a, T b) {                                                                                   \
        bool fits = b >= 0 && b < BITS;                                                                                \
        T r = (T)((W)a << (fits ? b : 0));                                                                             \
        return fits ? r : 0;                                                                                           \
    }                                                                                                                  \
    RT_FN T rt_shr_##SUF(T a, T b) { return (T)(a >> (b >= 0 && b < BITS ? b : BITS - 1)); }

/* In f64 the quotient of two numbers of 32 bits is exact enough to truncate, and it vectorises. */
#define RT_QUOTIENT_BY_F64(T, A, B) ((T)(int32_t)((double)(A) / (double)(B)))
#define RT_QUOTIENT_PLAIN(T, A, B) ((T)((A) / (B)))
#ifdef __AVX512DQ__ /* which converts vectors of int64 and f64 into each other */
/* In f64, twice: the second quotient is that of what the first one leaves, at most 4096 and rounded to nearest. */
RT_FN int64_t rt_quotient_i64(int64_t a, int64_t b) {
    double inverse = 1.0 / (double)b, near = (double)a * inverse;
    int64_t q = (int64_t)(near > 0x1.fffffffffffffp62 ? 0x1.fffffffffffffp62 : near);
    int64_t rest = (int64_t)((uint64_t)a - (uint64_t)q * (uint64_t)b);
    int64_t more = (int64_t)(rt_bits_f64((double)rest * inverse + RT_ROUND_F64) - rt_bits_f64(RT_ROUND_F64));
    rest = (int64_t)((uint64_t)rest - (uint64_t)more * (uint64_t)b);
    q += more;
    int64_t up = (int64_t)((uint64_t)q + 1), down = (int64_t)((uint64_t)q - 1);
    int64_t nearer_to_zero = (rest ^ b) < 0 ? down : up;
    return (rest != 0) & ((rest ^ a) < 0) ? nearer_to_zero : q;
}
#define RT_QUOTIENT_I64(T, A, B) rt_quotient_i64(A, B)
#else
#define RT_QUOTIENT_I64 RT_QUOTIENT_PLAIN
#endif
RT_INT_SIGNED(int8_t, uint32_t, i8, 8, RT_QUOTIENT_BY_F64)
RT_INT_SIGNED(int16_t, uint32_t, i16, 16, RT_QUOTIENT_BY_F64)
RT_INT_SIGNED(int32_t, uint32_t, i32, 32, RT_QUOTIENT_BY_F64)
RT_INT_SIGNED(int64_t, uint64_t, i64, 64, RT_QUOTIENT_I64)

RT_INT_COMMON(uint8_t, uint32_t, u8)
RT_FN uint8_t rt_abs_u8(uint8_t a) { return a; }
RT_FN uint8_t rt_sign_u8(uint8_t a) { return a > 0; }
RT_FN uint8_t rt_divtrunc_u8(uint8_t a, uint8_t b) {
    return b == 0 ? 0 : (uint8_t)((float)a / (float)(b == 0 ? 1 : b));
}
RT_FN uint8_t rt_fmod_u8(uint8_t a, uint8_t b) { return (uint8_t)(b == 0 ? 0 : a - rt_divtrunc_u8(a, b) * b); }
RT_FN uint8_t rt_remainder_u8(uint8_t a, uint8_t b) { return rt_fmod_u8(a, b); }
RT_FN uint8_t rt_floordiv_u8(uint8_t a, uint8_t b) { return rt_divtrunc_u8(a, b); }
RT_FN uint8_t rt_pow_u8(uint8_t a, uint8_t b) { return rt_pow_positive_u8(a, b); }
RT_FN uint8_t rt_shl_u8(uint8_t a, uint8_t b) { return (uint8_t)(b < 8 ? (uint32_t)a << (b & 7) : 0); }
RT_FN uint8_t rt_shr_u8(uint8_t a, uint8_t b) { return (uint8_t)(b < 8 ? a >> (b & 7) : 0); }

#endif
