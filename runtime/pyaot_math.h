/* Scalar mathematics of generated kernels: inline functions, one per operation and type, with torch's results.
 *
 * Takes and gives plain C numbers; no state, no errno, no exceptions to the caller. Every function is total: NaN,
 * infinities, denormals, zero divisors and out-of-range shifts and casts give what torch gives on x86 and never trap. */
#ifndef PYAOT_MATH_H
#define PYAOT_MATH_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define RT_FN static inline __attribute__((always_inline, unused))

RT_FN float rt_exp_f32(float x) { return expf(x); }
RT_FN double rt_exp_f64(double x) { return exp(x); }
RT_FN float rt_expm1_f32(float x) { return expm1f(x); }
RT_FN double rt_expm1_f64(double x) { return expm1(x); }
RT_FN float rt_exp2_f32(float x) { return exp2f(x); }
RT_FN double rt_exp2_f64(double x) { return exp2(x); }
RT_FN float rt_log_f32(float x) { return logf(x); }
RT_FN double rt_log_f64(double x) { return log(x); }
RT_FN float rt_log2_f32(float x) { return log2f(x); }
RT_FN double rt_log2_f64(double x) { return log2(x); }
RT_FN float rt_log10_f32(float x) { return log10f(x); }
RT_FN double rt_log10_f64(double x) { return log10(x); }
RT_FN float rt_log1p_f32(float x) { return log1pf(x); }
RT_FN double rt_log1p_f64(double x) { return log1p(x); }
RT_FN float rt_sin_f32(float x) { return sinf(x); }
RT_FN double rt_sin_f64(double x) { return sin(x); }
RT_FN float rt_cos_f32(float x) { return cosf(x); }
RT_FN double rt_cos_f64(double x) { return cos(x); }
RT_FN float rt_tan_f32(float x) { return tanf(x); }
RT_FN double rt_tan_f64(double x) { return tan(x); }
RT_FN float rt_tanh_f32(float x) { return tanhf(x); }
RT_FN double rt_tanh_f64(double x) { return tanh(x); }
RT_FN float rt_sinh_f32(float x) { return sinhf(x); }
RT_FN double rt_sinh_f64(double x) { return sinh(x); }
RT_FN float rt_cosh_f32(float x) { return coshf(x); }
RT_FN double rt_cosh_f64(double x) { return cosh(x); }
RT_FN float rt_asin_f32(float x) { return asinf(x); }
RT_FN double rt_asin_f64(double x) { return asin(x); }
RT_FN float rt_acos_f32(float x) { return acosf(x); }
RT_FN double rt_acos_f64(double x) { return acos(x); }
RT_FN float rt_atan_f32(float x) { return atanf(x); }
RT_FN double rt_atan_f64(double x) { return atan(x); }
RT_FN float rt_asinh_f32(float x) { return asinhf(x); }
RT_FN double rt_asinh_f64(double x) { return asinh(x); }
RT_FN float rt_acosh_f32(float x) { return acoshf(x); }
RT_FN double rt_acosh_f64(double x) { return acosh(x); }
RT_FN float rt_atanh_f32(float x) { return atanhf(x); }
RT_FN double rt_atanh_f64(double x) { return atanh(x); }
RT_FN float rt_erf_f32(float x) { return erff(x); }
RT_FN double rt_erf_f64(double x) { return erf(x); }
RT_FN float rt_erfc_f32(float x) { return erfcf(x); }
RT_FN double rt_erfc_f64(double x) { return erfc(x); }
RT_FN float rt_sqrt_f32(float x) { return sqrtf(x); }
RT_FN double rt_sqrt_f64(double x) { return sqrt(x); }
RT_FN float rt_floor_f32(float x) { return floorf(x); }
RT_FN double rt_floor_f64(double x) { return floor(x); }
RT_FN float rt_ceil_f32(float x) { return ceilf(x); }
RT_FN double rt_ceil_f64(double x) { return ceil(x); }
RT_FN float rt_trunc_f32(float x) { return truncf(x); }
RT_FN double rt_trunc_f64(double x) { return trunc(x); }
RT_FN float rt_lgamma_f32(float x) { return lgammaf(x); }
RT_FN double rt_lgamma_f64(double x) { return lgamma(x); }

RT_FN float rt_round_f32(float x) { return nearbyintf(x); }
RT_FN float rt_abs_f32(float x) { return fabsf(x); }
RT_FN float rt_sigmoid_f32(float x) { return 1 / (1 + expf(-x)); }
RT_FN float rt_rsqrt_f32(float x) { return 1 / sqrtf(x); }
RT_FN float rt_atan2_f32(float y, float x) { return atan2f(y, x); }
RT_FN float rt_pow_f32(float x, float y) { return powf(x, y); }
RT_FN float rt_fmod_f32(float a, float b) { return fmodf(a, b); }
RT_FN float rt_hypot_f32(float a, float b) { return hypotf(a, b); }
RT_FN float rt_copysign_f32(float a, float b) { return copysignf(a, b); }
RT_FN float rt_remainder_f32(float a, float b) {
    float m = fmodf(a, b);
    return m != 0 && (b < 0) != (m < 0) ? m + b : m;
}
RT_FN float rt_floordiv_f32(float a, float b) {
    float m = fmodf(a, b);
    float div = (a - m) / b;
    div = m != 0 && (b < 0) != (m < 0) ? div - 1 : div;
    float fl = floorf(div);
    fl = div - fl > (float)0.5 ? fl + 1 : fl;
    fl = div != 0 ? fl : copysignf(0, a / b);
    return b == 0 ? a / b : fl;
}
RT_FN float rt_sign_f32(float x) { return (float)((x > 0) - (x < 0)); }
RT_FN float rt_max_f32(float a, float b) { return a != a || a > b ? a : b; }
RT_FN float rt_min_f32(float a, float b) { return a != a || a < b ? a : b; }
RT_FN float rt_fmax_f32(float a, float b) { return b != b || a > b ? a : b; }
RT_FN float rt_fmin_f32(float a, float b) { return b != b || a < b ? a : b; }
RT_FN bool rt_isnan_f32(float x) { return x != x; }
RT_FN bool rt_isinf_f32(float x) { return __builtin_isinf(x) != 0; }
RT_FN bool rt_isfinite_f32(float x) { return __builtin_isfinite(x) != 0; }
RT_FN bool rt_f32_to_bool(float x) { return x != 0; }
RT_FN int32_t rt_f32_to_i32(float x) { return (int32_t)(x >= (float)-0x1p31 && x < (float)0x1p31 ? x : (float)-0x1p31); }
RT_FN int64_t rt_f32_to_i64(float x) { return (int64_t)(x >= (float)-0x1p63 && x < (float)0x1p63 ? x : (float)-0x1p63); }
RT_FN int8_t rt_f32_to_i8(float x) { return (int8_t)rt_f32_to_i32(x); }
RT_FN int16_t rt_f32_to_i16(float x) { return (int16_t)rt_f32_to_i32(x); }
RT_FN uint8_t rt_f32_to_u8(float x) { return (uint8_t)rt_f32_to_i64(x); }

RT_FN double rt_round_f64(double x) { return nearbyint(x); }
RT_FN double rt_abs_f64(double x) { return fabs(x); }
RT_FN double rt_sigmoid_f64(double x) { return 1 / (1 + exp(-x)); }
RT_FN double rt_rsqrt_f64(double x) { return 1 / sqrt(x); }
RT_FN double rt_atan2_f64(double y, double x) { return atan2(y, x); }
RT_FN double rt_pow_f64(double x, double y) { return pow(x, y); }
RT_FN double rt_fmod_f64(double a, double b) { return fmod(a, b); }
RT_FN double rt_hypot_f64(double a, double b) { return hypot(a, b); }
RT_FN double rt_copysign_f64(double a, double b) { return copysign(a, b); }
RT_FN double rt_remainder_f64(double a, double b) {
    double m = fmod(a, b);
    return m != 0 && (b < 0) != (m < 0) ? m + b : m;
}
RT_FN double rt_floordiv_f64(double a, double b) {
    double m = fmod(a, b);
    double div = (a - m) / b;
    div = m != 0 && (b < 0) != (m < 0) ? div - 1 : div;
    double fl = floor(div);
    fl = div - fl > (double)0.5 ? fl + 1 : fl;
    fl = div != 0 ? fl : copysign(0, a / b);
    return b == 0 ? a / b : fl;
}
RT_FN double rt_sign_f64(double x) { return (double)((x > 0) - (x < 0)); }
RT_FN double rt_max_f64(double a, double b) { return a != a || a > b ? a : b; }
RT_FN double rt_min_f64(double a, double b) { return a != a || a < b ? a : b; }
RT_FN double rt_fmax_f64(double a, double b) { return b != b || a > b ? a : b; }
RT_FN double rt_fmin_f64(double a, double b) { return b != b || a < b ? a : b; }
RT_FN bool rt_isnan_f64(double x) { return x != x; }
RT_FN bool rt_isinf_f64(double x) { return __builtin_isinf(x) != 0; }
RT_FN bool rt_isfinite_f64(double x) { return __builtin_isfinite(x) != 0; }
RT_FN bool rt_f64_to_bool(double x) { return x != 0; }
RT_FN int32_t rt_f64_to_i32(double x) { return (int32_t)(x >= (double)-0x1p31 && x < (double)0x1p31 ? x : (double)-0x1p31); }
RT_FN int64_t rt_f64_to_i64(double x) { return (int64_t)(x >= (double)-0x1p63 && x < (double)0x1p63 ? x : (double)-0x1p63); }
RT_FN int8_t rt_f64_to_i8(double x) { return (int8_t)rt_f64_to_i32(x); }
RT_FN int16_t rt_f64_to_i16(double x) { return (int16_t)rt_f64_to_i32(x); }
RT_FN uint8_t rt_f64_to_u8(double x) { return (uint8_t)rt_f64_to_i64(x); }

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
RT_FN float rt_bf16_to_f32(uint16_t h) { return rt_from_bits_f32((uint32_t)h << 16); }
RT_FN uint16_t rt_f32_to_bf16(float x) {
    uint32_t u = rt_bits_f32(x);
    return x != x ? 0x7fc0 : (uint16_t)((u + 0x7fff + ((u >> 16) & 1)) >> 16);
}
RT_FN float rt_f16_to_f32(uint16_t h) {
    _Float16 x;
    memcpy(&x, &h, sizeof x);
    return (float)x;
}
RT_FN uint16_t rt_f32_to_f16(float x) {
    _Float16 y = (_Float16)x;
    uint16_t h;
    memcpy(&h, &y, sizeof h);
    return h;
}
RT_FN bool rt_div_ok(int64_t divisor) { return divisor != 0; }

RT_FN int8_t rt_add_i8(int8_t a, int8_t b) { return (int8_t)((uint32_t)a + (uint32_t)b); }
RT_FN int8_t rt_sub_i8(int8_t a, int8_t b) { return (int8_t)((uint32_t)a - (uint32_t)b); }
RT_FN int8_t rt_mul_i8(int8_t a, int8_t b) { return (int8_t)((uint32_t)a * (uint32_t)b); }
RT_FN int8_t rt_neg_i8(int8_t a) { return (int8_t)(0 - (uint32_t)a); }
RT_FN int8_t rt_abs_i8(int8_t a) { return a < 0 ? rt_neg_i8(a) : a; }
RT_FN int8_t rt_sign_i8(int8_t a) { return (int8_t)((a > 0) - (a < 0)); }
RT_FN int8_t rt_max_i8(int8_t a, int8_t b) { return a > b ? a : b; }
RT_FN int8_t rt_min_i8(int8_t a, int8_t b) { return a < b ? a : b; }

RT_FN int8_t rt_divtrunc_i8(int8_t a, int8_t b) {
    int8_t d = b == 0 || b == -1 ? 1 : b;
    int8_t q = (int8_t)(a / d);
    return b == 0 ? 0 : b == -1 ? rt_neg_i8(a) : q;
}
RT_FN int8_t rt_fmod_i8(int8_t a, int8_t b) {
    int8_t d = b == 0 || b == -1 ? 1 : b;
    return (int8_t)(a % d);
}
RT_FN int8_t rt_remainder_i8(int8_t a, int8_t b) {
    int8_t r = rt_fmod_i8(a, b);
    return r != 0 && (r < 0) != (b < 0) ? (int8_t)(r + b) : r;
}
RT_FN int8_t rt_floordiv_i8(int8_t a, int8_t b) {
    int8_t q = rt_divtrunc_i8(a, b), r = rt_fmod_i8(a, b);
    return r != 0 && (r < 0) != (b < 0) ? (int8_t)(q - 1) : q;
}
RT_FN int8_t rt_pow_i8(int8_t a, int8_t b) {
    uint32_t base = (uint32_t)a, result = 1;
    for (int8_t e = b; e > 0; e = (int8_t)(e >> 1)) {
        result = e & 1 ? result * base : result;
        base *= base;
    }
    int8_t negative = a == 1 ? 1 : a == -1 ? (b & 1 ? -1 : 1) : 0;
    return b < 0 ? negative : (int8_t)result;
}
RT_FN int8_t rt_shl_i8(int8_t a, int8_t b) { return b < 0 || b >= 8 ? 0 : (int8_t)((uint32_t)a << b); }
RT_FN int8_t rt_shr_i8(int8_t a, int8_t b) { return (int8_t)(a >> (b < 0 || b >= 7 ? 7 : b)); }

RT_FN int16_t rt_add_i16(int16_t a, int16_t b) { return (int16_t)((uint32_t)a + (uint32_t)b); }
RT_FN int16_t rt_sub_i16(int16_t a, int16_t b) { return (int16_t)((uint32_t)a - (uint32_t)b); }
RT_FN int16_t rt_mul_i16(int16_t a, int16_t b) { return (int16_t)((uint32_t)a * (uint32_t)b); }
RT_FN int16_t rt_neg_i16(int16_t a) { return (int16_t)(0 - (uint32_t)a); }
RT_FN int16_t rt_abs_i16(int16_t a) { return a < 0 ? rt_neg_i16(a) : a; }
RT_FN int16_t rt_sign_i16(int16_t a) { return (int16_t)((a > 0) - (a < 0)); }
RT_FN int16_t rt_max_i16(int16_t a, int16_t b) { return a > b ? a : b; }
RT_FN int16_t rt_min_i16(int16_t a, int16_t b) { return a < b ? a : b; }

RT_FN int16_t rt_divtrunc_i16(int16_t a, int16_t b) {
    int16_t d = b == 0 || b == -1 ? 1 : b;
    int16_t q = (int16_t)(a / d);
    return b == 0 ? 0 : b == -1 ? rt_neg_i16(a) : q;
}
RT_FN int16_t rt_fmod_i16(int16_t a, int16_t b) {
    int16_t d = b == 0 || b == -1 ? 1 : b;
    return (int16_t)(a % d);
}
RT_FN int16_t rt_remainder_i16(int16_t a, int16_t b) {
    int16_t r = rt_fmod_i16(a, b);
    return r != 0 && (r < 0) != (b < 0) ? (int16_t)(r + b) : r;
}
RT_FN int16_t rt_floordiv_i16(int16_t a, int16_t b) {
    int16_t q = rt_divtrunc_i16(a, b), r = rt_fmod_i16(a, b);
    return r != 0 && (r < 0) != (b < 0) ? (int16_t)(q - 1) : q;
}
RT_FN int16_t rt_pow_i16(int16_t a, int16_t b) {
    uint32_t base = (uint32_t)a, result = 1;
    for (int16_t e = b; e > 0; e = (int16_t)(e >> 1)) {
        result = e & 1 ? result * base : result;
        base *= base;
    }
    int16_t negative = a == 1 ? 1 : a == -1 ? (b & 1 ? -1 : 1) : 0;
    return b < 0 ? negative : (int16_t)result;
}
RT_FN int16_t rt_shl_i16(int16_t a, int16_t b) { return b < 0 || b >= 16 ? 0 : (int16_t)((uint32_t)a << b); }
RT_FN int16_t rt_shr_i16(int16_t a, int16_t b) { return (int16_t)(a >> (b < 0 || b >= 15 ? 15 : b)); }

RT_FN int32_t rt_add_i32(int32_t a, int32_t b) { return (int32_t)((uint32_t)a + (uint32_t)b); }
RT_FN int32_t rt_sub_i32(int32_t a, int32_t b) { return (int32_t)((uint32_t)a - (uint32_t)b); }
RT_FN int32_t rt_mul_i32(int32_t a, int32_t b) { return (int32_t)((uint32_t)a * (uint32_t)b); }
RT_FN int32_t rt_neg_i32(int32_t a) { return (int32_t)(0 - (uint32_t)a); }
RT_FN int32_t rt_abs_i32(int32_t a) { return a < 0 ? rt_neg_i32(a) : a; }
RT_FN int32_t rt_sign_i32(int32_t a) { return (int32_t)((a > 0) - (a < 0)); }
RT_FN int32_t rt_max_i32(int32_t a, int32_t b) { return a > b ? a : b; }
RT_FN int32_t rt_min_i32(int32_t a, int32_t b) { return a < b ? a : b; }

RT_FN int32_t rt_divtrunc_i32(int32_t a, int32_t b) {
    int32_t d = b == 0 || b == -1 ? 1 : b;
    int32_t q = (int32_t)(a / d);
    return b == 0 ? 0 : b == -1 ? rt_neg_i32(a) : q;
}
RT_FN int32_t rt_fmod_i32(int32_t a, int32_t b) {
    int32_t d = b == 0 || b == -1 ? 1 : b;
    return (int32_t)(a % d);
}
RT_FN int32_t rt_remainder_i32(int32_t a, int32_t b) {
    int32_t r = rt_fmod_i32(a, b);
    return r != 0 && (r < 0) != (b < 0) ? (int32_t)(r + b) : r;
}
RT_FN int32_t rt_floordiv_i32(int32_t a, int32_t b) {
    int32_t q = rt_divtrunc_i32(a, b), r = rt_fmod_i32(a, b);
    return r != 0 && (r < 0) != (b < 0) ? (int32_t)(q - 1) : q;
}
RT_FN int32_t rt_pow_i32(int32_t a, int32_t b) {
    uint32_t base = (uint32_t)a, result = 1;
    for (int32_t e = b; e > 0; e = (int32_t)(e >> 1)) {
        result = e & 1 ? result * base : result;
        base *= base;
    }
    int32_t negative = a == 1 ? 1 : a == -1 ? (b & 1 ? -1 : 1) : 0;
    return b < 0 ? negative : (int32_t)result;
}
RT_FN int32_t rt_shl_i32(int32_t a, int32_t b) { return b < 0 || b >= 32 ? 0 : (int32_t)((uint32_t)a << b); }
RT_FN int32_t rt_shr_i32(int32_t a, int32_t b) { return (int32_t)(a >> (b < 0 || b >= 31 ? 31 : b)); }

RT_FN int64_t rt_add_i64(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }
RT_FN int64_t rt_sub_i64(int64_t a, int64_t b) { return (int64_t)((uint64_t)a - (uint64_t)b); }
RT_FN int64_t rt_mul_i64(int64_t a, int64_t b) { return (int64_t)((uint64_t)a * (uint64_t)b); }
RT_FN int64_t rt_neg_i64(int64_t a) { return (int64_t)(0 - (uint64_t)a); }
RT_FN int64_t rt_abs_i64(int64_t a) { return a < 0 ? rt_neg_i64(a) : a; }
RT_FN int64_t rt_sign_i64(int64_t a) { return (int64_t)((a > 0) - (a < 0)); }
RT_FN int64_t rt_max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
RT_FN int64_t rt_min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

RT_FN int64_t rt_divtrunc_i64(int64_t a, int64_t b) {
    int64_t d = b == 0 || b == -1 ? 1 : b;
    int64_t q = (int64_t)(a / d);
    return b == 0 ? 0 : b == -1 ? rt_neg_i64(a) : q;
}
RT_FN int64_t rt_fmod_i64(int64_t a, int64_t b) {
    int64_t d = b == 0 || b == -1 ? 1 : b;
    return (int64_t)(a % d);
}
RT_FN int64_t rt_remainder_i64(int64_t a, int64_t b) {
    int64_t r = rt_fmod_i64(a, b);
    return r != 0 && (r < 0) != (b < 0) ? (int64_t)(r + b) : r;
}
RT_FN int64_t rt_floordiv_i64(int64_t a, int64_t b) {
    int64_t q = rt_divtrunc_i64(a, b), r = rt_fmod_i64(a, b);
    return r != 0 && (r < 0) != (b < 0) ? (int64_t)(q - 1) : q;
}
RT_FN int64_t rt_pow_i64(int64_t a, int64_t b) {
    uint64_t base = (uint64_t)a, result = 1;
    for (int64_t e = b; e > 0; e = (int64_t)(e >> 1)) {
        result = e & 1 ? result * base : result;
        base *= base;
    }
    int64_t negative = a == 1 ? 1 : a == -1 ? (b & 1 ? -1 : 1) : 0;
    return b < 0 ? negative : (int64_t)result;
}
RT_FN int64_t rt_shl_i64(int64_t a, int64_t b) { return b < 0 || b >= 64 ? 0 : (int64_t)((uint64_t)a << b); }
RT_FN int64_t rt_shr_i64(int64_t a, int64_t b) { return (int64_t)(a >> (b < 0 || b >= 63 ? 63 : b)); }

RT_FN uint8_t rt_add_u8(uint8_t a, uint8_t b) { return (uint8_t)((uint32_t)a + (uint32_t)b); }
RT_FN uint8_t rt_sub_u8(uint8_t a, uint8_t b) { return (uint8_t)((uint32_t)a - (uint32_t)b); }
RT_FN uint8_t rt_mul_u8(uint8_t a, uint8_t b) { return (uint8_t)((uint32_t)a * (uint32_t)b); }
RT_FN uint8_t rt_neg_u8(uint8_t a) { return (uint8_t)(0 - (uint32_t)a); }
RT_FN uint8_t rt_abs_u8(uint8_t a) { return a; }
RT_FN uint8_t rt_sign_u8(uint8_t a) { return (uint8_t)(a > 0); }
RT_FN uint8_t rt_max_u8(uint8_t a, uint8_t b) { return a > b ? a : b; }
RT_FN uint8_t rt_min_u8(uint8_t a, uint8_t b) { return a < b ? a : b; }

RT_FN uint8_t rt_divtrunc_u8(uint8_t a, uint8_t b) { return b == 0 ? 0 : (uint8_t)(a / b); }
RT_FN uint8_t rt_fmod_u8(uint8_t a, uint8_t b) { return b == 0 ? 0 : (uint8_t)(a % b); }
RT_FN uint8_t rt_remainder_u8(uint8_t a, uint8_t b) { return rt_fmod_u8(a, b); }
RT_FN uint8_t rt_floordiv_u8(uint8_t a, uint8_t b) { return rt_divtrunc_u8(a, b); }
RT_FN uint8_t rt_pow_u8(uint8_t a, uint8_t b) {
    uint32_t base = a, result = 1;
    for (uint8_t e = b; e > 0; e = (uint8_t)(e >> 1)) {
        result = e & 1 ? result * base : result;
        base *= base;
    }
    return (uint8_t)result;
}
RT_FN uint8_t rt_shl_u8(uint8_t a, uint8_t b) { return b >= 8 ? 0 : (uint8_t)((uint32_t)a << b); }
RT_FN uint8_t rt_shr_u8(uint8_t a, uint8_t b) { return b >= 8 ? 0 : (uint8_t)(a >> b); }

#endif
