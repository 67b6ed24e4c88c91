/* Integer rules, casts, and float operations with a rule of torch's own, in vectorised loops behind plain entry points
 * that semantics.py loads and compares with torch. */
#include "runtime/pyaot_math.h"

#define LOOP _Pragma("omp simd") for (long i = 0; i < n; i++)
#define BINARY(OP, T, SUF)                                                                                             \
    void OP##_##SUF(const T *a, const T *b, T *out, long n) { LOOP out[i] = rt_##OP##_##SUF(a[i], b[i]); }
#define UNARY(OP, T, SUF)                                                                                              \
    void OP##_##SUF(const T *a, T *out, long n) { LOOP out[i] = rt_##OP##_##SUF(a[i]); }
#define CAST(FROM, F, TO, T)                                                                                           \
    void F##_to_##T(const FROM *a, TO *out, long n) { LOOP out[i] = rt_##F##_to_##T(a[i]); }

#define ORDER(T, SUF)                                                                                                  \
    BINARY(max, T, SUF)                                                                                                \
    BINARY(min, T, SUF)                                                                                                \
    BINARY(fmod, T, SUF)                                                                                               \
    BINARY(remainder, T, SUF)                                                                                          \
    BINARY(floordiv, T, SUF)                                                                                           \
    BINARY(pow, T, SUF)                                                                                                \
    UNARY(abs, T, SUF)                                                                                                 \
    UNARY(sign, T, SUF)                                                                                                \
    UNARY(neg, T, SUF)
#define INTEGER(T, SUF)                                                                                                \
    ORDER(T, SUF)                                                                                                      \
    BINARY(add, T, SUF)                                                                                                \
    BINARY(sub, T, SUF)                                                                                                \
    BINARY(mul, T, SUF)                                                                                                \
    BINARY(divtrunc, T, SUF)                                                                                           \
    BINARY(shl, T, SUF)                                                                                                \
    BINARY(shr, T, SUF)
#define FLOATING(T, SUF)                                                                                               \
    ORDER(T, SUF)                                                                                                      \
    BINARY(fmax, T, SUF)                                                                                               \
    BINARY(fmin, T, SUF)                                                                                               \
    BINARY(copysign, T, SUF)                                                                                           \
    UNARY(round, T, SUF)                                                                                               \
    CAST(T, SUF, int8_t, i8)                                                                                           \
    CAST(T, SUF, int16_t, i16)                                                                                         \
    CAST(T, SUF, int32_t, i32)                                                                                         \
    CAST(T, SUF, int64_t, i64)                                                                                         \
    CAST(T, SUF, uint8_t, u8)                                                                                          \
    CAST(T, SUF, bool, bool)
INTEGER(int8_t, i8)
INTEGER(int16_t, i16)
INTEGER(int32_t, i32)
INTEGER(int64_t, i64)
INTEGER(uint8_t, u8)
FLOATING(float, f32)
FLOATING(double, f64)
CAST(uint16_t, bf16, float, f32)
CAST(uint16_t, f16, float, f32)
CAST(float, f32, uint16_t, bf16)
CAST(float, f32, uint16_t, f16)
UNARY(round, float, f16)
