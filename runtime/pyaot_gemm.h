/* Matrix products of generated kernels, row-major with general strides.
 *
 * rt_gemm_*: C[M,N] = A[M,K] . B[K,N] (+ bias[N]); element (i,k) of A is A[i*a_row + k*a_col], (k,j) of B is
 * B[k*b_row + j*b_col], so W[N,K] of a linear layer is b_row = 1, b_col = K. C has unit column stride. Any of M, N, K
 * may be 0 (K == 0 gives the bias or zeros). C overlaps no input. */
#ifndef PYAOT_GEMM_H
#define PYAOT_GEMM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RT_GEMM_NAIVE(T, NAME)                                                                                         \
    static inline void NAME(int64_t M, int64_t N, int64_t K, const T *A, int64_t a_row, int64_t a_col, const T *B,     \
                            int64_t b_row, int64_t b_col, const T *bias, T *C, int64_t c_row) {                        \
        for (int64_t i = 0; i < M; i++) {                                                                              \
            for (int64_t j = 0; j < N; j++) {                                                                          \
                T s = 0;                                                                                               \
                for (int64_t k = 0; k < K; k++)                                                                        \
                    s += A[i * a_row + k * a_col] * B[k * b_row + j * b_col];                                          \
                C[i * c_row + j] = bias ? s + bias[j] : s;                                                             \
            }                                                                                                          \
        }                                                                                                              \
    }
RT_GEMM_NAIVE(float, rt_gemm_f32)
RT_GEMM_NAIVE(double, rt_gemm_f64)
static inline bool rt_gemm_prefers_own_f32(int64_t M, int64_t N, int64_t K, bool transposed) {
    return (void)N, (void)K, (void)transposed, M < 512;
}
#endif
