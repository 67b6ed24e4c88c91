/* Matrix products as generated code calls them: by MKL where the loaded PyTorch exports it and that is faster, else by
 * pyaot_gemm.h. RT_MATMUL(T, SUFFIX, BLAS) defines rt_matmul_SUFFIX; each type is a file of its own, so that a build
 * compiles only what it uses. */
#ifndef PYAOT_MATMUL_H
#define PYAOT_MATMUL_H
#include "pyaot_internal.h"

/* After the run time: it asks rt_forked, which is there then. */
#include "pyaot_gemm.h"

#include <limits.h>

#ifndef RT_ALWAYS_BLAS
#define RT_ALWAYS_BLAS 0 /* 1: use MKL for whatever it can do, to test that way on every machine */
#endif

/* Whether BLAS can read a row-major matrix of rows x cols with these strides: as it lies (*transposed: 'N' in row-major
 * terms) or as its transpose; *lead is the leading dimension. */
static bool blas_layout(int64_t rows, int64_t cols, int64_t row, int64_t col, bool *transposed, int *lead) {
    int64_t step;
    if (col == 1 && (rows <= 1 || row >= cols)) {
        *transposed = false;
        step = rows <= 1 ? cols : row;
    } else if (row == 1 && (cols <= 1 || col >= rows)) {
        *transposed = true;
        step = cols <= 1 ? rows : col;
    } else {
        return false;
    }
    *lead = (int)(step > 1 ? step : 1);
    return step <= INT_MAX && rows <= INT_MAX && cols <= INT_MAX;
}

/* Do the matrices of A follow one another as the rows of one matrix do, and is there one B for all of them? */
static bool rows_follow(int64_t batch, int64_t M, int64_t a_batch, int64_t a_row, int64_t b_batch) {
    return batch > 1 && M > 0 && b_batch == 0 && (M == 1 || a_batch == M * a_row) && batch <= INT64_MAX / M;
}

/* C = A B in row-major order is C' = B' A' in the column-major order of BLAS. */
#define RT_MATMUL(T, SUFFIX, BLAS)                                                                                     \
    static bool blas_##SUFFIX(int64_t M, int64_t N, int64_t K, const T *A, int64_t a_row, int64_t a_col, const T *B,   \
                              int64_t b_row, int64_t b_col, const T *bias, T *C) {                                     \
        bool a_transposed, b_transposed;                                                                               \
        int a_lead, b_lead, m = (int)M, n = (int)N, k = (int)K;                                                        \
        if (!rt_torch.BLAS || rt_forked || M <= 0 || N <= 0 || K <= 0 || N > INT_MAX ||                                \
            !blas_layout(M, K, a_row, a_col, &a_transposed, &a_lead) ||                                                \
            !blas_layout(K, N, b_row, b_col, &b_transposed, &b_lead))                                                  \
            return false;                                                                                              \
        const T one = 1, beta = bias ? 1 : 0;                                                                          \
        for (int64_t i = 0; bias && i < M; i++)                                                                        \
            for (int64_t j = 0; j < N; j++)                                                                            \
                C[i * N + j] = bias[j];                                                                                \
        rt_torch.BLAS(b_transposed ? "T" : "N", a_transposed ? "T" : "N", &n, &m, &k, &one, B, &b_lead, A, &a_lead,    \
                      &beta, C, &n);                                                                                   \
        return true;                                                                                                   \
    }                                                                                                                  \
    void rt_matmul_##SUFFIX(int64_t batch, int64_t M, int64_t N, int64_t K, const T *A, int64_t a_batch,               \
                            int64_t a_row, int64_t a_col, const T *B, int64_t b_batch, int64_t b_row, int64_t b_col,   \
                            const T *bias, T *C, int64_t c_batch) {                                                    \
        if (rows_follow(batch, M, a_batch, a_row, b_batch) && c_batch == M * N) { /* one product of all rows */        \
            a_row = M == 1 ? a_batch : a_row;                                                                          \
            M *= batch;                                                                                                \
            batch = 1;                                                                                                 \
        }                                                                                                              \
        int64_t done = 0;                                                                                              \
        if (RT_ALWAYS_BLAS || !rt_gemm_prefers_own_##SUFFIX(M, N, K, b_row == 1))                                      \
            while (done < batch && blas_##SUFFIX(M, N, K, A + done * a_batch, a_row, a_col, B + done * b_batch, b_row, \
                                                 b_col, bias, C + done * c_batch))                                     \
                done++;                                                                                                \
        rt_gemm_batch_##SUFFIX(batch - done, M, N, K, A + done * a_batch, a_batch, a_row, a_col, B + done * b_batch,   \
                               b_batch, b_row, b_col, bias, C + done * c_batch, c_batch, N);                           \
    }

#endif
