/* Every function of the runtime's maths twice: in a loop that the compiler vectorises, and one number at a time.
 * Compiled with the flags of generated code, so that what is measured is the vector code that users run. */
#include "tests/math/vector.h"
#include "runtime/pyaot_math.h"

/* over the numbers that rt_exp_nonpositive_f32 takes */
RT_FN float rt_exp_minus_abs_f32(float x) { return rt_exp_nonpositive_f32(-rt_abs_f32(x)); }

/* of which the form for angles near zero agrees with the one for all of them */
RT_FN float rt_tan_all_f32(float x) {
    uint32_t far = 0u - rt_is_far_f32(x);
    return rt_from_bits_f32((rt_bits_f32(rt_tan_f32(x)) & far) | (rt_bits_f32(rt_tan_near_f32(x)) & ~far));
}

#define F32(NAME, ORACLE, BOUND)                                                                                       \
    void vector_f32_##NAME(const float *x, float *y, long n) {                                                         \
        _Pragma("omp simd") for (long i = 0; i < n; i++) y[i] = rt_##NAME##_f32(x[i]);                                 \
    }
#define F64(NAME, ORACLE, BOUND)                                                                                       \
    void vector_f64_##NAME(const double *x, double *y, long n) {                                                       \
        _Pragma("omp simd") for (long i = 0; i < n; i++) y[i] = rt_##NAME##_f64(x[i]);                                 \
    }
#define B32(NAME, ORACLE, BOUND)                                                                                       \
    void vector_b32_##NAME(const float *a, const float *b, float *y, long n) {                                         \
        _Pragma("omp simd") for (long i = 0; i < n; i++) y[i] = rt_##NAME##_f32(a[i], b[i]);                           \
    }
#define B64(NAME, ORACLE, BOUND)                                                                                       \
    void vector_b64_##NAME(const double *a, const double *b, double *y, long n) {                                      \
        _Pragma("omp simd") for (long i = 0; i < n; i++) y[i] = rt_##NAME##_f64(a[i], b[i]);                           \
    }
#include "tests/math/functions.def"
