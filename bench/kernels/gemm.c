/* Times the runtime's matrix products against MKL's, as PyTorch's library exports it: the facts behind
 * rt_gemm_prefers_own_f32 and the thresholds in runtime/pyaot_gemm.h.
 *
 * Build: gcc -std=gnu11 -O3 -march=native -mprefer-vector-width=512 -fno-math-errno -fno-trapping-math
 *        -ffp-contract=fast -fopenmp -I. bench/kernels/gemm.c -o build/bench_gemm -ldl -lm
 * Run:   LD_PRELOAD=<torch>/lib/libgomp-*.so* build/bench_gemm <torch>/lib/libtorch_cpu.so [f32|f64]
 * so that both use one OpenMP run time. Prints for each size the microseconds of the fastest of several runs. */
#define _GNU_SOURCE
#include "runtime/pyaot_gemm.h"
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const int ROWS[] = {1, 2, 4, 8, 12, 16, 24, 32, 64, 128, 256, 512, 1024};
static const struct { int columns, depth; } WEIGHTS[] = {{64, 64}, {384, 384}, {1024, 256}, {384, 1536}, {4096, 1024}};
#define COUNT(ARRAY) (sizeof(ARRAY) / sizeof *(ARRAY))

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* The fastest of six rounds of `reps` runs, in microseconds */
#define FASTEST(RESULT, CALL)                                                                                          \
    for (int round = 0; round < 6; round++) {                                                                          \
        double start = now();                                                                                          \
        for (int rep = 0; rep < reps; rep++) {                                                                         \
            CALL;                                                                                                      \
        }                                                                                                              \
        double time = (now() - start) / reps * 1e6;                                                                    \
        RESULT = round == 0 || time < RESULT ? time : RESULT;                                                          \
    }

#define DEFINE_COMPARE(T, SUF)                                                                                         \
    typedef void Blas_##SUF(const char *, const char *, const int *, const int *, const int *, const T *, const T *,   \
                            const int *, const T *, const int *, const T *, T *, const int *);                         \
    static void compare_##SUF(Blas_##SUF *blas, bool transposed, int M, int N, int K) {                                \
        size_t a = (size_t)M * (size_t)K, b = (size_t)K * (size_t)N, c = (size_t)M * (size_t)N;                        \
        T *A = aligned_alloc(64, a * sizeof(T)), *B = aligned_alloc(64, b * sizeof(T)), one = 1, zero = 0;             \
        T *C = aligned_alloc(64, c * sizeof(T)), *D = aligned_alloc(64, c * sizeof(T));                                \
        for (size_t i = 0; i < a; i++) {                                                                               \
            A[i] = (T)(i * 7919 % 13) - 6;                                                                             \
        }                                                                                                              \
        for (size_t i = 0; i < b; i++) {                                                                               \
            B[i] = (T)(i * 104729 % 11) - 5;                                                                           \
        }                                                                                                              \
        double work = 2.0 * M * N * K, mkl = 0, own = 0, error = 0;                                                    \
        int reps = (int)(1e8 / work) + 1, lead = transposed ? K : N;                                                   \
        int64_t b_row = transposed ? 1 : N, b_col = transposed ? K : 1;                                                \
        FASTEST(mkl, blas(transposed ? "T" : "N", "N", &N, &M, &K, &one, B, &lead, A, &K, &zero, C, &N))               \
        FASTEST(own, rt_gemm_##SUF(M, N, K, A, K, 1, B, b_row, b_col, NULL, D, N))                                     \
        for (size_t i = 0; i < c; i++) {                                                                               \
            error = fmax(error, fabs((double)(C[i] - D[i])));                                                          \
        }                                                                                                              \
        printf("%s %s N %4d K %4d M %4d: MKL %9.1f us %4.0f GF/s, own %9.1f us %4.0f GF/s, %5.2f times as fast%s\n",   \
               #SUF, transposed ? "W[N,K]" : "B[K,N]", N, K, M, mkl, work / mkl * 1e-3, own, work / own * 1e-3,        \
               mkl / own, error > 0 ? " RESULTS DIFFER" : "");                                                         \
        free(A), free(B), free(C), free(D);                                                                            \
    }
DEFINE_COMPARE(float, f32)
DEFINE_COMPARE(double, f64)

int main(int count, char **arguments) {
    void *library = count > 1 ? dlopen(arguments[1], RTLD_NOW | RTLD_GLOBAL) : NULL;
    if (!library) {
        fprintf(stderr, "usage: bench_gemm libtorch_cpu.so [f32|f64]: %s\n", count > 1 ? dlerror() : "no library");
        return 2;
    }
    bool wide = count > 2 && !strcmp(arguments[2], "f64");
    Blas_f32 *single = (Blas_f32 *)dlsym(library, "sgemm_");
    Blas_f64 *twice = (Blas_f64 *)dlsym(library, "dgemm_");
    if (!single || !twice) {
        fprintf(stderr, "%s exports no sgemm_ and dgemm_\n", arguments[1]);
        return 1;
    }
    printf("%d threads\n", omp_get_max_threads());
    for (size_t w = 0; w < COUNT(WEIGHTS); w++) {
        for (size_t r = 0; r < 2 * COUNT(ROWS); r++) {
            bool transposed = r < COUNT(ROWS);
            int M = ROWS[r % COUNT(ROWS)], N = WEIGHTS[w].columns, K = WEIGHTS[w].depth;
            if (wide) {
                compare_f64(twice, transposed, M, N, K);
            } else {
                compare_f32(single, transposed, M, N, K);
            }
        }
    }
    return 0;
}
