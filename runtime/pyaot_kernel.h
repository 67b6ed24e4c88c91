/* What generated code needs besides maths and the run time's calls: shares of work for threads, and Python's arithmetic
 * on numbers (which leaves the variant where Python would raise or need a big integer). */
#ifndef PYAOT_KERNEL_H
#define PYAOT_KERNEL_H

/* Where gcc threads the jumps of a vector loop that reduces, it adds in one branch only, and its vectoriser then loses
 * sums (gcc 12: a count of `isinf(where(x == 0, inf, x))` beside a minimum). Where it splits a loop at an element from
 * which on a comparison with the loop's variable is false, as in a causal mask, neither part gets vectors. Ahead of all
 * functions, so that they agree.
 */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-thread-jumps", "no-split-loops")
#endif

#include "pyaot_math.h"
#include "pyaot_runtime.h"

#ifdef __clang__ /* it warns where it does not vectorise a loop that may be */
#pragma clang diagnostic ignored "-Wpass-failed"
#endif

#define RT_KERNEL_FN static inline __attribute__((unused))

/* ---- shares of work -------------------------------------------------------------------------------------------- */
#define RT_PARTS_MAX 64
#define RT_TILE 256  /* columns that are reduced side by side */
#define RT_SQUARE 64 /* side of the squares in which transposed operands are read */
#define RT_LANES 64  /* sums that run side by side: four vectors of 16, so that none waits for its last addition */
/* Into how many shares a loop over `count` is cut whose work is `work` simple operations, of which vector code does
 * about eight at a time: below some microseconds, waking the other threads costs more than they save. */
RT_KERNEL_FN int rt_parts(int64_t count, int64_t work) {
    if (!rt_parallel(work / 8))
        return 1;
    int64_t parts = 1;
#ifdef _OPENMP
    parts = omp_get_max_threads();
#endif
    parts = parts > RT_PARTS_MAX ? RT_PARTS_MAX : parts;
    parts = parts > count ? count : parts;
    return parts < 1 ? 1 : (int)parts;
}
RT_KERNEL_FN int rt_parts_max(void) {
    int parts = 1;
#ifdef _OPENMP
    parts = omp_get_max_threads();
#endif
    return parts > RT_PARTS_MAX ? RT_PARTS_MAX : parts < 1 ? 1 : parts;
}
/* Where share `part` begins; whole cache lines when the shares are long. */
RT_KERNEL_FN int64_t rt_part_begin(int64_t count, int part, int parts) {
    int64_t begin = count / parts * part + count % parts * part / parts;
    return part == parts || count < 4096 ? begin : begin & ~(int64_t)63;
}

/* Asks for memory that will be written soon, while something else is computed; not for more than stays in the cache. */
RT_KERNEL_FN void rt_will_write(void *memory, int64_t bytes) {
    for (int64_t at = 0; at < bytes && at < 16384; at += 64)
        __builtin_prefetch((char *)memory + at, 1);
}

/* Copies memory; the pointers may be NULL when there is nothing to copy. */
RT_KERNEL_FN void rt_copy(void *to, const void *from, int64_t bytes) {
    if (bytes > 0)
        memcpy(to, from, (size_t)bytes);
}

RT_KERNEL_FN void rt_clear_lanes_f32(float *lanes) {
    for (int i = 0; i < RT_LANES; i++)
        lanes[i] = 0;
}
/* Pairs of halves. Compilers take the vectors apart where the machine's are shorter. */
typedef float RtFloats16 __attribute__((vector_size(64)));
typedef float RtFloats8 __attribute__((vector_size(32)));
typedef float RtFloats4 __attribute__((vector_size(16)));
RT_KERNEL_FN float rt_sum_lanes_f32(const float *lanes) {
    RtFloats16 quarters[RT_LANES / 16], sixteen;
    RtFloats8 eights[2], eight;
    RtFloats4 fours[2], four;
    memcpy(quarters, lanes, sizeof quarters);
    sixteen = (quarters[0] + quarters[2]) + (quarters[1] + quarters[3]);
    memcpy(eights, &sixteen, sizeof eights);
    eight = eights[0] + eights[1];
    memcpy(fours, &eight, sizeof fours);
    four = fours[0] + fours[1];
    return (four[0] + four[2]) + (four[1] + four[3]);
}

/* ---- functions of third parties (pyaot_backend.h) ---------------------------------------------------------------- */
typedef struct PyaotView { /* a tensor: strides in elements */
    void *data;
    const int64_t *sizes, *strides;
    int32_t rank;
} PyaotView;
typedef union PyaotValue {
    PyaotView view;
    int64_t i; /* int, bool */
    double f;
} PyaotValue;
RT_KERNEL_FN PyaotView rt_view_of(const RtTensor *t) {
    return (PyaotView){.data = t->data, .sizes = t->shape, .strides = t->strides, .rank = t->ndim};
}
/* A row-major tensor of any rank as its `count` elements. */
RT_KERNEL_FN PyaotView rt_flat_view(const RtTensor *t, const int64_t *count) {
    static const int64_t one = 1;
    return (PyaotView){.data = t->data, .sizes = count, .strides = &one, .rank = 1};
}
RT_KERNEL_FN void rt_describe_memory(RtTensor *out, const void *data, int32_t dtype, int32_t ndim, const int64_t *shape,
                                     const int64_t *strides) {
    *out = (RtTensor){(void *)(uintptr_t)data, shape, strides, ndim, dtype, NULL};
}

RT_KERNEL_FN RtStatus rt_miss(RtCall *call, const char *why) {
    call->missed = -1;
    call->why = why;
    return RT_MISS;
}

/* In front of rt_miss(): what the numbers were that the variant is left for. */
RT_KERNEL_FN void rt_found_ints(RtCall *call, int64_t a, const char *relation, int64_t b) {
    call->found = (RtFound){.relation = relation, .ints = {a, b}};
}
RT_KERNEL_FN void rt_found_floats(RtCall *call, double a, const char *relation, double b) {
    call->found = (RtFound){.relation = relation, .is_float = true, .floats = {a, b}};
}

/* ---- Python's integers ------------------------------------------------------------------------------------------- */
/* They clear `fits` where the result does not fit int64, or Python raises, and leave it alone otherwise. */
RT_KERNEL_FN int64_t rt_checked_add(bool *fits, int64_t a, int64_t b) {
    *fits &= !__builtin_add_overflow(a, b, &a);
    return a;
}
RT_KERNEL_FN int64_t rt_checked_sub(bool *fits, int64_t a, int64_t b) {
    *fits &= !__builtin_sub_overflow(a, b, &a);
    return a;
}
RT_KERNEL_FN int64_t rt_checked_mul(bool *fits, int64_t a, int64_t b) {
    *fits &= !__builtin_mul_overflow(a, b, &a);
    return a;
}
RT_KERNEL_FN int64_t rt_checked_neg(bool *fits, int64_t a) { return rt_checked_sub(fits, 0, a); }
RT_KERNEL_FN int64_t rt_checked_abs(bool *fits, int64_t a) { return a >= 0 ? a : rt_checked_neg(fits, a); }
RT_KERNEL_FN int64_t rt_checked_floordiv(bool *fits, int64_t a, int64_t b) {
    bool divides = b != 0 && (b != -1 || a != INT64_MIN);
    *fits &= divides;
    return divides ? rt_floordiv_i64(a, b) : 0;
}
RT_KERNEL_FN double rt_checked_div(bool *fits, int64_t a, int64_t b) { /* a / b */
    const int64_t exact = (int64_t)1 << 53;
    *fits &= b != 0 && a >= -exact && a <= exact && b >= -exact && b <= exact;
    return b == 0 ? 0 : (double)a / (double)b;
}
RT_KERNEL_FN int64_t rt_checked_remainder(bool *fits, int64_t a, int64_t b) {
    *fits &= b != 0;
    return b == 0 ? 0 : rt_remainder_i64(a, b);
}
RT_KERNEL_FN int64_t rt_checked_pow(bool *fits, int64_t a, int64_t b) {
    int64_t power = 1;
    *fits &= b >= 0; /* a float, or ZeroDivisionError */
    for (; b > 0; b >>= 1) {
        if (b & 1)
            power = rt_checked_mul(fits, power, a);
        if (b > 1)
            a = rt_checked_mul(fits, a, a);
    }
    return power;
}
RT_KERNEL_FN int64_t rt_checked_shl(bool *fits, int64_t a, int64_t b) {
    *fits &= b >= 0 && b < 63;
    return *fits ? rt_checked_mul(fits, a, (int64_t)1 << b) : 0;
}
RT_KERNEL_FN int64_t rt_checked_shr(bool *fits, int64_t a, int64_t b) {
    *fits &= b >= 0;
    return b < 0 ? 0 : a >> (b > 63 ? 63 : b);
}
RT_KERNEL_FN int64_t rt_checked_int(bool *fits, double a) { /* int(a) */
    bool inside = a >= -0x1p63 && a < 0x1p63;
    *fits &= inside;
    return inside ? (int64_t)a : 0;
}

/* ---- Python's floats --------------------------------------------------------------------------------------------- */
/* Keeps the compiler from fusing this value into a multiply-add: Python rounds after each operation. */
RT_KERNEL_FN double rt_exact(double a) {
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
    __asm__("" : "+x"(a));
#else
    volatile double kept = a;
    a = kept;
#endif
    return a;
}
/* True where a function of finite `a` gave a number; Python raises otherwise. */
RT_KERNEL_FN bool rt_float_ok(double a, double result) { return __builtin_isfinite(result) || !__builtin_isfinite(a); }
#endif
