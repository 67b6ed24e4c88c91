/* Measures the error of every function of the runtime's maths against a wider type, in units in the last place.
 *
 * Takes the step between the f32 bit patterns that are tried (1: all of them), then names to limit the test to. Prints
 * one row a function: largest error, where it is, bound. Fails when a bound is passed, or when NaN, infinity or the
 * sign of a zero is wrong. The oracle is glibc in double for f32, in long double for f64. */
#define _GNU_SOURCE
#include "tests/math/vector.h"
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK = 4096 + 7 }; /* not a multiple of any vector: the scalar remainder runs, too */

typedef struct {
    double worst;
    double at[2];
    long tried;
} Error;

/* The C library's functions, of which gcc calls the variant for vectors where a loop over them is vectorised. The
 * answers of those (libmvec, within four units of a double) only let numbers pass: what they do not is asked one at a
 * time. */
#if defined __GNUC__ && !defined __clang__ && defined __x86_64__
#define LANES __attribute__((simd("notinbranch"), const))
LANES double exp(double);
LANES double exp2(double);
LANES double expm1(double);
LANES double log(double);
LANES double log2(double);
LANES double log10(double);
LANES double log1p(double);
LANES double sin(double);
LANES double cos(double);
LANES double tan(double);
LANES double asin(double);
LANES double acos(double);
LANES double atan(double);
LANES double sinh(double);
LANES double cosh(double);
LANES double tanh(double);
LANES double asinh(double);
LANES double acosh(double);
LANES double atanh(double);
LANES double erf(double);
LANES double erfc(double);
#endif

/* Beyond, exponentials are infinite or 0 in f32; without the bound they are so in double, which takes libmvec long. */
static double within(double x) {
    double low = x < -700 ? -700 : x;
    return low > 700 ? 700 : low;
}
static double oracle_exp(double x) { return exp(within(x)); }
static double oracle_exp2(double x) { return exp2(within(x)); }
static double oracle_expm1(double x) { return expm1(within(x)); }
static double oracle_sinh(double x) { return sinh(within(x)); }
static double oracle_cosh(double x) { return cosh(within(x)); }
/* where exp(-x) overflows the type it is 0 */
static double oracle_sigmoid(double x) { return x < -88.72283f ? 0 : 1 / (1 + exp(-x)); }
static double oracle_exp_minus_abs(double x) { return exp(-fabs(within(x))); }
static double oracle_rsqrt(double x) { return 1 / sqrt(x); }
static double oracle_neg(double x) { return -x; }
static double oracle_sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }
static double oracle_lgamma(double x) { return (double)lgammal(x); }
static long double oracle_sigmoid_l(long double x) { return x < -0x1.62e42fefa39efp+9 ? 0 : 1 / (1 + expl(-x)); }
static long double oracle_rsqrt_l(long double x) { return 1 / sqrtl(x); }
static double oracle_max(double a, double b) { return isnan(a) || isnan(b) ? NAN : a > b ? a : b; }
static double oracle_min(double a, double b) { return isnan(a) || isnan(b) ? NAN : a < b ? a : b; }
static double oracle_remainder(double a, double b) {
    double m = fmod(a, b);
    return (double)(float)(m != 0 && (b < 0) != (m < 0) ? m + b : m);
}

/* The error of `got` in units of the last place of `exact` in a format of so many bits, or infinity for a wrong kind.
 * min and max may give either zero for two zeros of unlike sign, so `signed_zero` is off for them. */
static double ulp_error(double got, long double exact, int bits, int min_exponent, long double largest) {
    if (isnan(exact) || isnan(got)) {
        return isnan(exact) && isnan(got) ? 0 : INFINITY;
    }
    long double unit = ldexpl(1, min_exponent - bits + 1);
    if (exact != 0 && !isinf(exact)) {
        int e = ilogbl(exact);
        unit = ldexpl(1, (e < min_exponent ? min_exponent : e) - bits + 1);
    }
    if (isinf(got)) {
        long double limit = largest + ldexpl(1, ilogbl(largest) - bits);
        return (got > 0) == (exact > 0) && (isinf(exact) || fabsl(exact) >= limit - 2 * unit) ? 0 : INFINITY;
    }
    if (isinf(exact)) {
        return INFINITY;
    }
    if (got == 0 && (long double)fabsl(exact) < unit / 2 && !signbit(got) != !signbit(exact)) {
        return INFINITY;
    }
    return (double)(fabsl((long double)got - exact) / unit);
}
static double error_f32(float got, double exact) { return ulp_error(got, exact, 24, -126, FLT_MAX); }
static double error_f64(double got, long double exact) { return ulp_error(got, exact, 53, -1022, DBL_MAX); }

static void note(Error *e, double error, double a, double b) {
    e->tried++;
    if (error > e->worst || isnan(error)) {
        *e = (Error){error, {a, b}, e->tried};
    }
}

static int report(const char *kind, const char *name, Error e, double bound) {
    bool bad = !(e.worst <= bound);
    printf("%s %-10s %12.4f ulp at %-16.9g %-16.9g bound %5.2f  %10ld tried%s\n", kind, name, e.worst, e.at[0], e.at[1],
           bound, e.tried, bad ? "  FAILED" : "");
    fflush(stdout);
    return bad;
}

/* ---- one f32 argument ------------------------------------------------------------------------------------------ */

typedef void Vector32(const float *, float *, long);

/* A function under test and its oracle, over vectors and over one number */
typedef struct {
    Vector32 *function;
    void (*exact)(const float *, double *, long);
    double (*oracle)(double);
} Tested32;

/* The largest error of a block. First all numbers at once; those with an error above what was seen so far, and those
 * that are infinite, NaN or zero and not the same as the oracle's, are then looked at one by one. */
static void note_block(Error *e, const Tested32 *t, const float *x, const float *y, const double *exact, long n) {
    double errors[BLOCK];
#pragma omp simd
    for (long i = 0; i < n; i++) {
        uint64_t bits;
        uint32_t got, rounded;
        float nearest = (float)exact[i];
        memcpy(&bits, &exact[i], 8);
        memcpy(&got, &y[i], 4);
        memcpy(&rounded, &nearest, 4);
        uint64_t exponent = bits >> 52 & 0x7ff, least = 1023 - 126;
        uint64_t scale = (2046 + 23 - (exponent < least ? least : exponent)) << 52;
        double inverse;
        memcpy(&inverse, &scale, 8);
        double error = fabs((double)y[i] - exact[i]) * inverse;
        bool plain = error <= 1e9 && y[i] != 0;
        double odd = got == rounded ? 0 : INFINITY;
        errors[i] = plain ? error : odd;
    }
    double worst = 0;
#pragma omp simd reduction(max : worst)
    for (long i = 0; i < n; i++) {
        worst = errors[i] > worst ? errors[i] : worst;
    }
    e->tried += n;
    if (worst <= e->worst) {
        return;
    }
    for (long i = 0; i < n; i++) {
        if (errors[i] > e->worst) {
            e->tried--;
            note(e, error_f32(y[i], t->oracle(x[i])), x[i], 0);
        }
    }
}

/* Says how far a sweep over all numbers is: it takes seconds a function, to minutes for the slowest. */
static void progress(const char *name, uint64_t done, uint64_t count) {
    if (isatty(2) && count == 1ull << 32) {
        fprintf(stderr, "\r%-14s %3.0f %%", name, 100.0 * (double)done / (double)count);
    }
}

static Error sweep_f32(const char *name, const Tested32 *t, uint64_t step) {
    Error total = {0, {0, 0}, 0};
    uint64_t count = ((1ull << 32) + step - 1) / step, done = 0;
#pragma omp parallel
    {
        Error mine = {0, {0, 0}, 0};
        float x[BLOCK], y[BLOCK];
        double exact[BLOCK];
#pragma omp for schedule(dynamic, 64)
        for (uint64_t start = 0; start < count; start += BLOCK) {
            long n = (long)(count - start < BLOCK ? count - start : BLOCK);
            for (long i = 0; i < n; i++) {
                uint32_t u = (uint32_t)((start + (uint64_t)i) * step);
                memcpy(&x[i], &u, 4);
            }
            t->function(x, y, n);
            t->exact(x, exact, n);
            note_block(&mine, t, x, y, exact, n);
            if (start / BLOCK % 4096 == 0) {
                progress(name, __atomic_add_fetch(&done, 4096 * (uint64_t)BLOCK, __ATOMIC_RELAXED), count);
            }
        }
#pragma omp critical
        {
            long tried = total.tried + mine.tried;
            total = mine.worst > total.worst ? mine : total;
            total.tried = tried;
        }
    }
    progress("", 0, count);
    return total;
}

static const float SPECIAL[] = {
    0.0f,       1.0f,  -1.0f,      0.5f,        2.0f,        3.0f,     88.72283f,  88.72284f,  -87.33654f,  -103.97f,
    -104.0f,    89.0f, 128.0f,     -126.0f,     -149.0f,     -150.0f,  0.93f,      1e-45f,     1.1754e-38f, 3.4028e38f,
    INFINITY,   NAN,   8388608.0f, 16777216.0f, 0.70710678f, 1.41421f, 3.1415927f, 1.5707964f, 1e22f,       1e30f,
    6.2831855f, 9.0f,  10.0f,      0x1p-20f,    0x1p-8f,     0x1p-30f, 10.06f,     4.0f,       12582912.0f, 0x1p25f};
enum { SPECIALS = sizeof SPECIAL / sizeof SPECIAL[0], NEAR = 1000 };

/* The neighbours of the special values, on both sides of zero, one at a time. */
static void neighbours_f32(Vector32 *function, double (*oracle)(double), Error *e) {
    for (int s = 0; s < SPECIALS; s++) {
        uint32_t u;
        memcpy(&u, &SPECIAL[s], 4);
        for (int d = -NEAR; d <= NEAR; d++) {
            for (int sign = 0; sign < 2; sign++) {
                uint32_t v = (u + (uint32_t)d) ^ ((uint32_t)sign << 31);
                float x, y;
                memcpy(&x, &v, 4);
                function(&x, &y, 1);
                note(e, error_f32(y, oracle(x)), x, 0);
            }
        }
    }
}

/* Of functions that call libm for each lane, and whose oracle is long double, one number in so many will do. */
enum { LIBM_STEP = 61 };

static int check_f32(const char *name, const Tested32 *t, double bound, uint64_t step) {
    step = t->oracle == oracle_lgamma && step < LIBM_STEP ? LIBM_STEP : step;
    Error e = sweep_f32(name, t, step);
    neighbours_f32(t->function, t->oracle, &e);
    return report("f32", name, e, bound);
}

/* ---- samples of f64 and of pairs ------------------------------------------------------------------------------- */

static uint64_t random_bits(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Any bit pattern but a signalling NaN, of which the wider oracle makes a quiet one; a number of moderate size; a
 * special value or a neighbour; a small whole number. */
static double random_f64(uint64_t *state) {
    uint64_t r = random_bits(state), u = random_bits(state);
    double x, special = SPECIAL[u % SPECIALS];
    switch (r % 8) {
    case 0:
        memcpy(&x, &u, 8);
        return isnan(x) ? (double)NAN : x;
    case 1:
        return r & 64 ? special : -special;
    case 2:
        return (double)((int64_t)(u % 41) - 20);
    case 3:
        return special * (1 + ((double)(u >> 40) - 0x1p23) * 0x1p-30);
    default:
        return ldexp((double)(int64_t)u * 0x1p-63, (int)(r >> 8 & 31) - 20);
    }
}
static float random_f32(uint64_t *state) {
    double x = random_f64(state);
    if (random_bits(state) % 8 == 0) {
        uint32_t u = (uint32_t)random_bits(state);
        float f;
        memcpy(&f, &u, 4);
        return f;
    }
    return (float)x;
}

static int check_f64(const char *name, void (*function)(const double *, double *, long),
                     long double (*oracle)(long double), double bound, long blocks) {
    Error e = {0, {0, 0}, 0};
    uint64_t state = 1;
    double x[BLOCK], y[BLOCK];
    for (long b = 0; b < blocks; b++) {
        for (long i = 0; i < BLOCK; i++) {
            x[i] = random_f64(&state);
        }
        function(x, y, BLOCK);
        for (long i = 0; i < BLOCK; i++) {
            note(&e, error_f64(y[i], oracle(x[i])), x[i], 0);
        }
    }
    return report("f64", name, e, bound);
}

static int check_b32(const char *name, void (*function)(const float *, const float *, float *, long),
                     double (*oracle)(double, double), double bound, long blocks) {
    Error e = {0, {0, 0}, 0};
    uint64_t state = 2;
    float a[BLOCK], b[BLOCK], y[BLOCK];
    bool signed_zero = !strstr(name, "max") && !strstr(name, "min");
    for (long k = 0; k < blocks; k++) {
        for (long i = 0; i < BLOCK; i++) {
            a[i] = random_f32(&state);
            b[i] = random_f32(&state);
        }
        function(a, b, y, BLOCK);
        for (long i = 0; i < BLOCK; i++) {
            double exact = oracle(a[i], b[i]);
            bool same = !signed_zero && exact == 0 && y[i] == 0;
            note(&e, same ? 0 : error_f32(y[i], exact), a[i], b[i]);
        }
    }
    return report("f32", name, e, bound);
}

static int check_b64(const char *name, void (*function)(const double *, const double *, double *, long),
                     long double (*oracle)(long double, long double), double bound, long blocks) {
    Error e = {0, {0, 0}, 0};
    uint64_t state = 3;
    double a[BLOCK], b[BLOCK], y[BLOCK];
    for (long k = 0; k < blocks; k++) {
        for (long i = 0; i < BLOCK; i++) {
            a[i] = random_f64(&state);
            b[i] = random_f64(&state);
        }
        function(a, b, y, BLOCK);
        for (long i = 0; i < BLOCK; i++) {
            note(&e, error_f64(y[i], oracle(a[i], b[i])), a[i], b[i]);
        }
    }
    return report("f64", name, e, bound);
}

static bool wanted(int count, char **names, const char *name) {
    bool found = count == 0;
    for (int i = 0; i < count; i++) {
        found = found || !strcmp(names[i], name);
    }
    return found;
}

/* The oracles of f32 functions over vectors */
#define F32(NAME, ORACLE, BOUND)                                                                                       \
    static void exact_##NAME(const float *x, double *exact, long n) {                                                  \
        _Pragma("omp simd") for (long i = 0; i < n; i++) exact[i] = ORACLE((double)x[i]);                              \
    }
#define F64(NAME, ORACLE, BOUND)
#define B32(NAME, ORACLE, BOUND)
#define B64(NAME, ORACLE, BOUND)
#include "tests/math/functions.def"
#undef F32
#undef F64
#undef B32
#undef B64

int main(int count, char **arguments) {
    uint64_t step = count > 1 ? strtoull(arguments[1], NULL, 10) : 4099;
    long blocks = step == 1 ? 2000 : 40;
    int failed = 0, run = 0;
    char **names = arguments + 2;
    int named = count > 2 ? count - 2 : 0;
#define ROW(NAME, CALL)                                                                                                \
    if (wanted(named, names, #NAME)) {                                                                                 \
        run++;                                                                                                         \
        failed += CALL;                                                                                                \
    }
#define F32(NAME, ORACLE, BOUND)                                                                                       \
    ROW(NAME, check_f32(#NAME, &((Tested32){vector_f32_##NAME, exact_##NAME, ORACLE}), BOUND, step))
#define F64(NAME, ORACLE, BOUND) ROW(NAME, check_f64(#NAME, vector_f64_##NAME, ORACLE, BOUND, blocks))
#define B32(NAME, ORACLE, BOUND) ROW(NAME, check_b32(#NAME, vector_b32_##NAME, ORACLE, BOUND, blocks))
#define B64(NAME, ORACLE, BOUND) ROW(NAME, check_b64(#NAME, vector_b64_##NAME, ORACLE, BOUND, blocks))
#include "tests/math/functions.def"
    printf("%d passed, %d failed\n", run - failed, failed);
    return failed != 0;
}
