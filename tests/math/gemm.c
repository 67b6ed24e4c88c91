/* The runtime's matrix products against a plain triple loop in a wider type, over sizes around every tile boundary,
 * all stride patterns, bias, accumulation, batches, and infinities where a tail could read them wrongly. */
#include "runtime/pyaot_gemm.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int passed, failed;

static uint32_t random_state = 1;
static double random_unit(void) {
    random_state = random_state * 1664525u + 1013904223u;
    return (double)(random_state >> 8) / 0x1p24 - 0.5;
}

typedef enum { PLAIN_B, TRANSPOSED_B, TRANSPOSED_A, PADDED, STRIDED, LAYOUTS } Layout;

typedef struct {
    int64_t a_row, a_col, b_row, b_col, c_row;
} Strides;

static Strides strides_of(Layout layout, int64_t M, int64_t N, int64_t K) {
    switch (layout) {
    case TRANSPOSED_B:
        return (Strides){K, 1, 1, K, N};
    case TRANSPOSED_A:
        return (Strides){1, M, N, 1, N};
    case PADDED:
        return (Strides){K + 3, 1, 1, K + 5, N + 7};
    case STRIDED:
        return (Strides){2 * K, 2, 3 * N, 3, N + 1};
    default:
        return (Strides){K, 1, N, 1, N};
    }
}

/* The elements that a rows x columns array of such strides spans */
static size_t span(int64_t rows, int64_t columns, int64_t row, int64_t column) {
    return rows > 0 && columns > 0 ? (size_t)((rows - 1) * row + (columns - 1) * column + 1) : 1;
}

/* Exact allocations, so that the address sanitiser sees any element read beyond them. */
#define DEFINE_CHECK(T, SUF, EPSILON)                                                                                  \
    static T *filled_##SUF(size_t count) {                                                                             \
        T *p = malloc(count * sizeof(T));                                                                              \
        for (size_t i = 0; i < count; i++)                                                                             \
            p[i] = (T)random_unit();                                                                                   \
        return p;                                                                                                      \
    }                                                                                                                  \
    static bool right_##SUF(int64_t M, int64_t N, int64_t K, Strides s, const T *A, const T *B, const T *start,        \
                            int64_t start_row, const T *C) {                                                           \
        for (int64_t i = 0; i < M; i++) {                                                                              \
            for (int64_t j = 0; j < N; j++) {                                                                          \
                long double sum = start ? start[i * start_row + j] : 0, size = 1;                                      \
                for (int64_t k = 0; k < K; k++) {                                                                      \
                    long double x = (long double)A[i * s.a_row + k * s.a_col] * B[k * s.b_row + j * s.b_col];          \
                    sum += x;                                                                                          \
                    size += fabsl(x);                                                                                  \
                }                                                                                                      \
                T got = C[i * s.c_row + j];                                                                            \
                if (isnan(sum) ? !isnan(got) : isinf(sum) ? got != (T)sum : !(fabsl(got - sum) <= EPSILON * size)) {   \
                    return false;                                                                                      \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
        return true;                                                                                                   \
    }                                                                                                                  \
    static void check_##SUF(int64_t M, int64_t N, int64_t K, Layout layout, int mode) {                                \
        Strides s = strides_of(layout, M, N, K);                                                                       \
        T *A = filled_##SUF(span(M, K, s.a_row, s.a_col)), *B = filled_##SUF(span(K, N, s.b_row, s.b_col));            \
        size_t c_span = span(M, N, s.c_row, 1);                                                                        \
        T *C = filled_##SUF(c_span), *before = filled_##SUF(c_span), *bias = filled_##SUF((size_t)(N > 0 ? N : 1));    \
        memcpy(before, C, c_span * sizeof(T));                                                                         \
        if (mode == 3 && K > 1 && M > 0 && N > 0) {                                                                    \
            A[s.a_col * (K / 2)] = (T)INFINITY;                                                                        \
            B[s.b_row * (K - 1)] = (T)INFINITY;                                                                        \
        }                                                                                                              \
        if (mode == 2) {                                                                                               \
            rt_gemm_add_##SUF(M, N, K, A, s.a_row, s.a_col, B, s.b_row, s.b_col, C, s.c_row);                          \
        } else {                                                                                                       \
            rt_gemm_##SUF(M, N, K, A, s.a_row, s.a_col, B, s.b_row, s.b_col, mode == 1 ? bias : NULL, C, s.c_row);     \
        }                                                                                                              \
        const T *start = mode == 2 ? before : mode == 1 ? bias : NULL;                                                 \
        bool good = right_##SUF(M, N, K, s, A, B, start, mode == 2 ? s.c_row : 0, C);                                  \
        for (int64_t i = 0; i + 1 < M && N > 0 && good; i++) {                                                         \
            for (int64_t j = N; j < s.c_row; j++)                                                                      \
                good = good && C[i * s.c_row + j] == before[i * s.c_row + j];                                          \
        }                                                                                                              \
        passed += good;                                                                                                \
        failed += !good;                                                                                               \
        if (!good) {                                                                                                   \
            printf("%s M %ld N %ld K %ld layout %d mode %d is wrong\n", #SUF, (long)M, (long)N, (long)K, (int)layout,  \
                   mode);                                                                                              \
        }                                                                                                              \
        free(A), free(B), free(C), free(before), free(bias);                                                           \
    }                                                                                                                  \
    static void check_batch_##SUF(int64_t batch, int64_t M, int64_t N, int64_t K, bool shared) {                       \
        Strides s = strides_of(TRANSPOSED_B, M, N, K);                                                                 \
        T *A = filled_##SUF((size_t)(batch * M * K)), *B = filled_##SUF((size_t)(batch * K * N));                      \
        T *C = filled_##SUF((size_t)(batch * M * N));                                                                  \
        int64_t b_batch = shared ? 0 : K * N;                                                                          \
        rt_gemm_batch_##SUF(batch, M, N, K, A, M *K, s.a_row, s.a_col, B, b_batch, s.b_row, s.b_col, NULL, C, M *N,    \
                            s.c_row);                                                                                  \
        bool good = true;                                                                                              \
        for (int64_t i = 0; i < batch; i++)                                                                            \
            good = good && right_##SUF(M, N, K, s, A + i * M * K, B + i * b_batch, NULL, 0, C + i * M * N);            \
        passed += good;                                                                                                \
        failed += !good;                                                                                               \
        if (!good) {                                                                                                   \
            printf("%s batch %ld M %ld N %ld K %ld is wrong\n", #SUF, (long)batch, (long)M, (long)N, (long)K);         \
        }                                                                                                              \
        free(A), free(B), free(C);                                                                                     \
    }
DEFINE_CHECK(float, f32, 4 * FLT_EPSILON)
DEFINE_CHECK(double, f64, 4 * DBL_EPSILON)

int main(void) {
    static const int64_t SIZES[] = {0,  1,  2,  3,  4,  5,  7,  8,  11, 12, 13, 16,
                                    17, 24, 25, 31, 32, 33, 35, 48, 64, 65, 100};
    enum { COUNT = sizeof SIZES / sizeof SIZES[0] };
    for (int layout = 0; layout < LAYOUTS; layout++) {
        for (int i = 0; i < COUNT; i++) {
            for (int j = 0; j < COUNT; j++) {
                int64_t M = SIZES[i], N = SIZES[j], K = SIZES[(3 * i + 7 * j + layout) % COUNT];
                check_f32(M, N, K, layout, (i + j) % 4);
                check_f64(M, N, K, layout, (i + 2 * j) % 4);
            }
        }
        check_f32(5, 40, 700, layout, 1);
        check_f32(50, 70, 515, layout, 2);
        check_f64(50, 70, 515, layout, 2);
        check_f32(130, 33, 257, layout, 0);
        check_f32(1, 1001, 259, layout, 1);
        check_f64(3, 700, 131, layout, 2);
        check_f32(9, 301, 256, layout, 3);
        check_f64(37, 129, 300, layout, 3);
    }
    for (int64_t batch = 0; batch < 6; batch++) {
        check_batch_f32(batch, 7, 33, 40, batch % 2 == 0);
        check_batch_f32(batch, 40, 65, 64, batch % 2 == 1);
        check_batch_f64(batch, 33, 17, 31, batch % 2 == 0);
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
