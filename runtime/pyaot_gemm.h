/* Matrix products of generated kernels, row-major with general strides, for f32 and f64.
 *
 * rt_gemm_T:     C[M,N] = A[M,K] . B[K,N] (+ bias[N], which may be NULL)
 * rt_gemm_add_T: C[M,N] += A[M,K] . B[K,N]
 * rt_gemm_batch_T: the first for `batch` triples that lie a_batch, b_batch, c_batch elements apart (0: shared)
 *
 * Element (i,k) of A is A[i * a_row + k * a_col], (k,j) of B is B[k * b_row + j * b_col]: the weight W[N,K] of a linear
 * layer is passed with b_row = 1 and b_col = its row stride. C has column stride 1 and overlaps no input. Sizes may be
 * 0; K = 0 gives the bias or zeros. The order of the sums depends on M, N, K and the strides alone, never on the number
 * of threads. Scratch is on the stack: 32 KiB a thread.
 *
 * Three ways. Up to 3 rows, and B contiguous along N: sums of scaled rows of B. Up to 8 rows with a weight that is
 * contiguous along K, and more where it has few columns: tiles of 4 x 4 dot products. Neither copies anything. Else
 * panels of two vectors of columns, or of one where no more columns are left, copied so that a tile of rows reads them
 * in order from the first-level cache. A matrix times a vector is computed as that vector times the matrix transposed,
 * a product of one row. All fetch what they need next while they compute: in a model the weights of one layer have left
 * the caches by the time of the next call. The vectors are GNU C vector types: one source for AVX-512, AVX2, SSE and
 * others. f64 comes from including the second half of this file twice. */
#ifndef RT_GEMM_T

#ifndef PYAOT_GEMM_H
#define PYAOT_GEMM_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#if defined __AVX512F__
#define RT_GEMM_BYTES 64 /* of a vector */
#define RT_GEMM_ROWS 12  /* of a tile: 24 sums, 2 columns and a factor in 32 registers */
#elif defined __AVX__
#define RT_GEMM_BYTES 32
#define RT_GEMM_ROWS 6
#else
#define RT_GEMM_BYTES 16
#define RT_GEMM_ROWS 6
#endif

#define RT_GEMM_NARROW_ROWS 12 /* of a tile of one vector: enough sums that none waits for another */

#define RT_GEMM_INLINE static inline __attribute__((always_inline))
#define RT_GEMM_FUNCTION static __attribute__((noinline, unused))
#if defined __clang__
#define RT_GEMM_UNROLL _Pragma("clang loop unroll(full)")
#else
#define RT_GEMM_UNROLL _Pragma("GCC unroll 32")
#endif
#ifdef _OPENMP
#define RT_GEMM_OMP(TEXT) _Pragma(TEXT)
#else
#define RT_GEMM_OMP(TEXT)
#endif
#define RT_GEMM_JOIN2(A, B) A##B
#define RT_GEMM_JOIN(A, B) RT_GEMM_JOIN2(A, B)

/* Up to so many rows a weight that is contiguous along K is used as it lies. Short dot products lose to packing, as
 * the sums across a vector weigh more (measured on Zen 5: equal at 3 rows for K = 64; for longer ones at 16 rows when
 * the weight lies in the cache and at 8 when it does not). */
static inline int64_t rt_gemm_dot_rows(int64_t depth) { return depth < 128 ? 3 : 8; }

/* Up to so many rows, a B that is contiguous along N is best read row by row: 1.2 to 2.5 times faster than panels. */
enum { RT_GEMM_SCALED_ROWS = 3 };

/* 1 inside a parallel region, and in a forked child, where libgomp would wait for threads that the fork did not copy */
static inline int rt_gemm_threads(void) {
#if defined _OPENMP && defined PYAOT_RUNTIME_H
    return rt_forked || omp_in_parallel() ? 1 : omp_get_max_threads();
#elif defined _OPENMP
    return omp_in_parallel() ? 1 : omp_get_max_threads();
#else
    return 1;
#endif
}

/* Starting threads costs some microseconds: about a hundred thousand products. */
static inline bool rt_gemm_pays_threads(int64_t M, int64_t N, int64_t K) {
    return (double)M * (double)N * (double)K >= 200e3 && rt_gemm_threads() > 1;
}

/* Whether these products are at least as fast as MKL's sgemm and dgemm, both on 2 threads. On an AMD Zen 5 they were,
 * for weights either way round: f32 1.1 to 13 times as fast for M of 1 to 32 and 1.9 to 2.4 times above, up to M =
 * 1024; f64 1.2 to 4 and 1.6 to 2.4 times (bench/kernels/gemm.c). MKL keeps its AVX-512 kernels for Intel; on a machine
 * where it uses them, f32 tiles like these were 1.0 to 4 times as fast up to M = 256 and slower at 1024. */
static inline bool rt_gemm_prefers_own_f32(int64_t M, int64_t N, int64_t K, bool transposed) {
    (void)K, (void)transposed;
#if defined __x86_64__
    return M <= 256 || N == 1 || !__builtin_cpu_is("intel");
#else
    return true;
#endif
}
static inline bool rt_gemm_prefers_own_f64(int64_t M, int64_t N, int64_t K, bool transposed) {
    return rt_gemm_prefers_own_f32(M, N, K, transposed);
}

#define RT_GEMM_T float
#define RT_GEMM_INT int32_t
#define RT_GEMM_SUFFIX f32
#include "pyaot_gemm.h"
#undef RT_GEMM_T
#undef RT_GEMM_INT
#undef RT_GEMM_SUFFIX

#define RT_GEMM_T double
#define RT_GEMM_INT int64_t
#define RT_GEMM_SUFFIX f64
#include "pyaot_gemm.h"
#undef RT_GEMM_T
#undef RT_GEMM_INT
#undef RT_GEMM_SUFFIX

#endif /* PYAOT_GEMM_H */

#else /* the template: RT_GEMM_T, an integer RT_GEMM_INT of its size, RT_GEMM_SUFFIX */

#define T RT_GEMM_T
#define NAMED(NAME) RT_GEMM_JOIN(rt_gemm_##NAME##_, RT_GEMM_SUFFIX)
#define PLAIN RT_GEMM_JOIN(rt_gemm_, RT_GEMM_SUFFIX)
#define V NAMED(vector)
#define MASK NAMED(mask)
#define LANES ((int)(RT_GEMM_BYTES / sizeof(T)))
#define COLUMNS (2 * LANES) /* of a panel */
#define LINE ((int)(64 / sizeof(T)))
#define DEPTH 256 /* of a panel at most: 256 * 2 vectors of 64 bytes are 32 KiB */

/* aligned as its elements only: loads and stores may be anywhere */
typedef T V __attribute__((vector_size(RT_GEMM_BYTES), aligned(sizeof(T)), may_alias));
typedef RT_GEMM_INT MASK __attribute__((vector_size(RT_GEMM_BYTES)));

typedef struct {
    int64_t rows, columns, depth; /* M, N, K */
    const T *a;
    int64_t a_row, a_col;
    const T *b;
    int64_t b_row, b_col;
    const T *bias;
    T *c;
    int64_t c_row;
    bool add;             /* to what is in C */
    int64_t next_columns; /* from one panel to the next one that the same thread is likely to take */
} NAMED(Problem);

RT_GEMM_INLINE V NAMED(load)(const T *p) { return *(const V *)p; }
RT_GEMM_INLINE void NAMED(store)(T *p, V v) { *(V *)p = v; }

/* An address that is only fetched from: it may lie behind the end of the array, where C knows no pointers. */
RT_GEMM_INLINE const void *NAMED(beyond)(const T *p, int64_t elements) {
    return (const void *)((uintptr_t)p + (uintptr_t)elements * sizeof(T));
}

/* ---- shuffles -------------------------------------------------------------------------------------------------- */

/* Element i of the result is element m[i] of a and b, one after the other. */
RT_GEMM_INLINE V NAMED(shuffle)(V a, V b, MASK m) {
#if defined __clang__
    V r;
    RT_GEMM_UNROLL
    for (int i = 0; i < LANES; i++) {
        r[i] = m[i] < LANES ? a[m[i] % LANES] : b[m[i] % LANES];
    }
    return r;
#else
    return __builtin_shuffle(a, b, m);
#endif
}

/* Groups of `group` elements of a and of b in turn, from the first halves (half = 0) or the second ones (half = 1). */
RT_GEMM_INLINE V NAMED(zip)(V a, V b, const int group, const int half) {
    MASK m;
    RT_GEMM_UNROLL
    for (int i = 0; i < LANES; i++) {
        int pair = i / (2 * group), in_b = i / group % 2;
        m[i] = half * (LANES / 2) + pair * group + i % group + in_b * LANES;
    }
    return NAMED(shuffle)(a, b, m);
}

/* out[0..3] = the sums of the elements of a, b, c, d */
RT_GEMM_INLINE void NAMED(sum4)(V a, V b, V c, V d, T *out) {
    V ab = NAMED(zip)(a, b, 1, 0) + NAMED(zip)(a, b, 1, 1);
    V cd = NAMED(zip)(c, d, 1, 0) + NAMED(zip)(c, d, 1, 1);
    if (LANES == 2) {
        memcpy(out, &ab, 2 * sizeof(T));
        memcpy(out + 2, &cd, 2 * sizeof(T));
        return;
    }
    V s = NAMED(zip)(ab, cd, 2, 0) + NAMED(zip)(ab, cd, 2, 1);
    RT_GEMM_UNROLL
    for (int width = LANES / 2; width >= 4; width /= 2) {
        MASK m;
        RT_GEMM_UNROLL
        for (int i = 0; i < LANES; i++) {
            m[i] = (i + width) % LANES;
        }
        s += NAMED(shuffle)(s, s, m);
    }
    memcpy(out, &s, 4 * sizeof(T));
}

/* ---- few rows: tiles of dot products --------------------------------------------------------------------------- */

/* The elements of a vector that ends at p + LANES, of which only the last `count` are kept. */
RT_GEMM_INLINE V NAMED(load_last)(const T *p, int64_t count) {
    MASK v, lane;
    memcpy(&v, p, sizeof v);
    for (int i = 0; i < LANES; i++) {
        lane[i] = i;
    }
    v &= lane >= (RT_GEMM_INT)(LANES - count);
    V r;
    memcpy(&r, &v, sizeof r);
    return r;
}

enum { NAMED(AHEAD) = 8 }; /* columns between what is computed and what is fetched */

/* rows x columns (4 at most) of C; both operands are contiguous along K, which is at least LANES. */
RT_GEMM_INLINE void NAMED(dot_tile)(const int rows, const int columns, const NAMED(Problem) * p, int64_t i, int64_t j) {
    const T *a = p->a + i * p->a_row, *b = p->b + j * p->b_col;
    const int64_t a_row = p->a_row, b_col = p->b_col, depth = p->depth;
    V sum[4][4] = {{{0}}};
    int64_t k = 0;
    for (; k + LANES <= depth; k += LANES) {
        V w[4];
        RT_GEMM_UNROLL
        for (int c = 0; c < columns; c++) {
            w[c] = NAMED(load)(b + c * b_col + k);
            if (i == 0) {
                __builtin_prefetch(NAMED(beyond)(b, (c + NAMED(AHEAD)) * b_col + k), 0, 2);
            }
        }
        RT_GEMM_UNROLL
        for (int r = 0; r < rows; r++) {
            V x = NAMED(load)(a + r * a_row + k);
            RT_GEMM_UNROLL
            for (int c = 0; c < columns; c++) {
                sum[r][c] += x * w[c];
            }
        }
    }
    if (k < depth) {
        int64_t last = depth - LANES;
        V w[4];
        for (int c = 0; c < columns; c++) {
            w[c] = NAMED(load_last)(b + c * b_col + last, depth - k);
        }
        for (int r = 0; r < rows; r++) {
            V x = NAMED(load_last)(a + r * a_row + last, depth - k);
            for (int c = 0; c < columns; c++) {
                sum[r][c] += x * w[c];
            }
        }
    }
    RT_GEMM_UNROLL
    for (int r = 0; r < rows; r++) {
        T out[4], *c = p->c + (i + r) * p->c_row + j;
        NAMED(sum4)(sum[r][0], sum[r][1], sum[r][2], sum[r][3], out);
        RT_GEMM_UNROLL
        for (int q = 0; q < columns; q++) {
            T start = p->add ? c[q] : p->bias ? p->bias[j + q] : 0;
            c[q] = start + out[q];
        }
    }
}

/* Columns `from` to `to` of all rows */
RT_GEMM_FUNCTION void NAMED(dot_columns)(const NAMED(Problem) * p, int64_t from, int64_t to) {
    int64_t j = from;
    for (; j + 4 <= to; j += 4) {
        int64_t i = 0;
        for (; i + 4 <= p->rows; i += 4) {
            NAMED(dot_tile)(4, 4, p, i, j);
        }
        for (; i + 2 <= p->rows; i += 2) {
            NAMED(dot_tile)(2, 4, p, i, j);
        }
        for (; i < p->rows; i++) {
            NAMED(dot_tile)(1, 4, p, i, j);
        }
    }
    for (; j < to; j++) {
        int64_t i = 0;
        for (; i + 4 <= p->rows; i += 4) {
            NAMED(dot_tile)(4, 1, p, i, j);
        }
        for (; i < p->rows; i++) {
            NAMED(dot_tile)(1, 1, p, i, j);
        }
    }
}

/* ---- very few rows and B contiguous along N: sums of scaled rows of B, read in order ---------------------------- */

enum { NAMED(GROUP) = 8 }; /* rows of B at a time */

/* c[0..columns) += x[0..count) . b; the groups of rows make one load and store of c serve several products. */
RT_GEMM_INLINE void NAMED(add_rows)(const int count, const T *x, int64_t x_step, const T *b, int64_t b_row, T *c,
                                    int64_t columns) {
    T factor[NAMED(GROUP)];
    for (int q = 0; q < count; q++) {
        factor[q] = x[q * x_step];
    }
    int64_t j = 0;
    for (; j + LANES <= columns; j += LANES) {
        V sum[2] = {NAMED(load)(c + j)}; /* two, as each product waits for the one before */
        RT_GEMM_UNROLL
        for (int q = 0; q < count; q++) {
            sum[q % 2] += factor[q] * NAMED(load)(b + q * b_row + j);
        }
        NAMED(store)(c + j, sum[0] + sum[1]);
    }
    for (; j < columns; j++) {
        for (int q = 0; q < count; q++) {
            c[j] += factor[q] * b[q * b_row + j];
        }
    }
}

/* Columns `from` to `to` of all rows */
RT_GEMM_FUNCTION void NAMED(scaled_rows)(const NAMED(Problem) * p, int64_t from, int64_t to) {
    for (int64_t i = 0; i < p->rows && !p->add; i++) {
        for (int64_t j = from; j < to; j++) {
            p->c[i * p->c_row + j] = p->bias ? p->bias[j] : 0;
        }
    }
    for (int64_t k = 0; k < p->depth;) {
        bool group = k + NAMED(GROUP) <= p->depth;
        const T *b = p->b + k * p->b_row + from;
        for (int64_t i = 0; i < p->rows; i++) {
            const T *a = p->a + i * p->a_row + k * p->a_col;
            T *c = p->c + i * p->c_row + from;
            if (group) {
                NAMED(add_rows)(NAMED(GROUP), a, p->a_col, b, p->b_row, c, to - from);
            } else {
                NAMED(add_rows)(1, a, p->a_col, b, p->b_row, c, to - from);
            }
        }
        k += group ? (int64_t)NAMED(GROUP) : 1;
    }
}

/* ---- panels ---------------------------------------------------------------------------------------------------- */

/* Of `columns` columns of B, contiguous along K, at LANES depths, the transpose goes to rows of `to` that lie `width`
 * apart. Where there are fewer than LANES the last one stands for the others: nobody reads what comes of those. */
RT_GEMM_INLINE void NAMED(pack_square)(const T *b, int64_t b_col, int64_t columns, T *to, int width) {
    V r[LANES], t[LANES];
    RT_GEMM_UNROLL
    for (int i = 0; i < LANES; i++) {
        r[i] = NAMED(load)(b + (i < columns ? i : columns - 1) * b_col);
    }
    RT_GEMM_UNROLL
    for (int step = 1; step < LANES; step *= 2) {
        RT_GEMM_UNROLL
        for (int i = 0; i < LANES / 2; i++) {
            t[2 * i] = NAMED(zip)(r[i], r[i + LANES / 2], 1, 0);
            t[2 * i + 1] = NAMED(zip)(r[i], r[i + LANES / 2], 1, 1);
        }
        RT_GEMM_UNROLL
        for (int i = 0; i < LANES; i++) {
            r[i] = t[i];
        }
    }
    RT_GEMM_UNROLL
    for (int i = 0; i < LANES; i++) {
        NAMED(store)(to + i * width, r[i]);
    }
}

/* So many of the first `depth` rows of B, contiguous along N, have `width` elements from b on before the last of the
 * `depth` has its `columns`: what lies behind a row's own columns may be read there. */
RT_GEMM_INLINE int64_t NAMED(readable)(int64_t b_row, int64_t depth, int64_t columns, int width) {
    int64_t missing = width - columns, lost = missing <= 0 ? 0 : b_row <= 0 ? depth : (missing + b_row - 1) / b_row;
    return depth > lost ? depth - lost : 0;
}

/* Copies depth x columns of B from (k, j) on into rows of `width` elements, those beyond `columns` being anything:
 * to[d * width + c]. */
RT_GEMM_INLINE void NAMED(pack_of)(const int width, const NAMED(Problem) * p, int64_t k, int64_t j, int64_t depth,
                                   int64_t columns, T *to) {
    const T *b = p->b + k * p->b_row + j * p->b_col;
    int64_t start = 0;
    if (p->b_col == 1) {
        for (int64_t end = NAMED(readable)(p->b_row, depth, columns, width); start < end; start++) {
            for (int v = 0; v < width; v += LANES) {
                NAMED(store)(to + start * width + v, NAMED(load)(b + start * p->b_row + v));
            }
        }
    } else if (p->b_row == 1) {
        for (; start + LANES <= depth; start += LANES) {
            for (int v = 0; v < width; v += LANES) {
                NAMED(pack_square)(b + start + v * p->b_col, p->b_col, columns - v, to + start * width + v, width);
            }
        }
    }
    for (int64_t d = start; d < depth; d++) {
        for (int64_t c = 0; c < width; c++) {
            to[d * width + c] = c < columns ? b[d * p->b_row + c * p->b_col] : 0;
        }
    }
}
RT_GEMM_FUNCTION void NAMED(pack1)(const NAMED(Problem) * p, int64_t k, int64_t j, int64_t depth, int64_t columns,
                                   T *to) {
    NAMED(pack_of)(LANES, p, k, j, depth, columns, to);
}
RT_GEMM_FUNCTION void NAMED(pack2)(const NAMED(Problem) * p, int64_t k, int64_t j, int64_t depth, int64_t columns,
                                   T *to) {
    NAMED(pack_of)(COLUMNS, p, k, j, depth, columns, to);
}

/* The end of a tile that is cut at the right: `columns` of each of the rows, whose sums are `vectors` each */
RT_GEMM_FUNCTION void NAMED(store_part)(int64_t rows, int64_t vectors, int64_t columns, const V *sum, const T *start,
                                        int64_t start_row, T *c, int64_t c_row) {
    for (int64_t i = 0; i < rows; i++) {
        T row[COLUMNS];
        memcpy(row, sum + vectors * i, sizeof *sum);
        memcpy(row + LANES, sum + vectors * i + vectors - 1, sizeof *sum);
        for (int64_t q = 0; q < columns; q++) {
            c[i * c_row + q] = row[q] + (start ? start[i * start_row + q] : 0);
        }
    }
}

/* What a tile fetches of the next panel while it computes: at step k the line at from + k % COLUMNS * minor +
 * k / COLUMNS * major. */
typedef struct {
    const T *from;
    int64_t minor, major;
} NAMED(Fetch);

/* A tile of rows x `vectors` (1 or 2) vectors of C, of which `columns` exist: depth steps through a and a panel whose
 * rows are `step` apart. `start` is what the sums are added to: a row of C (start_row apart), a bias (0 apart) or none.
 */
RT_GEMM_INLINE void NAMED(tile)(const int rows, const int vectors, int64_t depth, const T *a, int64_t a_row,
                                int64_t a_col, const T *panel, int64_t step, const T *start, int64_t start_row, T *c,
                                int64_t c_row, int64_t columns, NAMED(Fetch) fetch) {
    V sum[2 * RT_GEMM_NARROW_ROWS] = {{0}}; /* rows x vectors of them */
    for (int64_t k = 0; k < depth; k++) {
        V left = NAMED(load)(panel), right = vectors > 1 ? NAMED(load)(panel + LANES) : left;
        panel += step;
        if (vectors > 1) { /* what has one alone is the last panel */
            __builtin_prefetch(NAMED(beyond)(fetch.from, k % COLUMNS * fetch.minor + k / COLUMNS * fetch.major), 0, 2);
        }
        RT_GEMM_UNROLL
        for (int i = 0; i < rows; i++) {
            T x = a[i * a_row];
            sum[i * vectors] += x * left;
            if (vectors > 1) {
                sum[i * vectors + 1] += x * right;
            }
        }
        a += a_col;
    }
    if (columns == vectors * LANES) {
        RT_GEMM_UNROLL
        for (int i = 0; i < rows * vectors; i++) {
            const int row = i / vectors, lane = i % vectors * LANES;
            if (start) {
                sum[i] += NAMED(load)(start + row * start_row + lane);
            }
            NAMED(store)(c + row * c_row + lane, sum[i]);
        }
        return;
    }
    V part[2 * RT_GEMM_NARROW_ROWS]; /* that the sums themselves have no address keeps them in registers */
    RT_GEMM_UNROLL
    for (int i = 0; i < rows * vectors; i++) {
        part[i] = sum[i];
    }
    NAMED(store_part)(rows, vectors, columns, part, start, start_row, c, c_row);
}

/* The lines of B that come after this part of a panel; `*step` leads from what one tile fetches to the next one's. */
RT_GEMM_INLINE NAMED(Fetch)
    NAMED(upcoming)(const NAMED(Problem) * p, int64_t j, int64_t k, int64_t depth, int64_t *step) {
    int64_t next_k = k + depth < p->depth ? k + depth : 0, next_j = next_k ? j : j + p->next_columns;
    NAMED(Fetch) fetch = {p->b, 0, 0};
    *step = 0;
    if (next_j >= p->columns || (p->b_row != 1 && p->b_col != 1)) {
        return fetch;
    }
    fetch.from = p->b + next_k * p->b_row + next_j * p->b_col;
    fetch.minor = p->b_row == 1 ? p->b_col : p->b_row;
    fetch.major = p->b_row == 1 ? LINE : COLUMNS * p->b_row;
    *step = p->b_row == 1 ? depth / COLUMNS * LINE : LINE;
    return fetch;
}

/* Rows `from` to `to` of one panel of columns from j on, depth steps from k on */
RT_GEMM_INLINE void NAMED(strip_of)(const int vectors, const NAMED(Problem) * p, int64_t from, int64_t to, int64_t j,
                                    int64_t k, int64_t depth, const T *panel, int64_t step) {
    int64_t columns = p->columns - j < vectors * LANES ? p->columns - j : vectors * LANES;
    bool adds = k > 0 || p->add;
    int64_t start_row = adds ? p->c_row : 0, fetch_step;
    NAMED(Fetch) fetch = NAMED(upcoming)(p, j, k, depth, &fetch_step);
    int fetches = COLUMNS / LINE; /* tiles that fetch all of it */
#define RT_GEMM_TILES(ROWS)                                                                                            \
    for (; i + (ROWS) <= to; i += (ROWS)) {                                                                            \
        T *c = p->c + i * p->c_row + j;                                                                                \
        const T *start = adds ? c : p->bias ? p->bias + j : NULL;                                                      \
        const T *a = p->a + i * p->a_row + k * p->a_col;                                                               \
        NAMED(tile)                                                                                                    \
        (ROWS, vectors, depth, a, p->a_row, p->a_col, panel, step, start, start_row, c, p->c_row, columns, fetch);     \
        fetch.from += --fetches > 0 ? fetch_step : 0;                                                                  \
    }
    int64_t i = from;
    if (vectors == 1) {
        RT_GEMM_TILES(RT_GEMM_NARROW_ROWS)
    }
    RT_GEMM_TILES(RT_GEMM_ROWS)
#if RT_GEMM_ROWS > 8
    RT_GEMM_TILES(8)
#endif
    RT_GEMM_TILES(4)
    RT_GEMM_TILES(2)
    RT_GEMM_TILES(1)
#undef RT_GEMM_TILES
}
RT_GEMM_FUNCTION void NAMED(strip1)(const NAMED(Problem) * p, int64_t from, int64_t to, int64_t j, int64_t k,
                                    int64_t depth, const T *panel, int64_t step) {
    NAMED(strip_of)(1, p, from, to, j, k, depth, panel, step);
}
RT_GEMM_FUNCTION void NAMED(strip2)(const NAMED(Problem) * p, int64_t from, int64_t to, int64_t j, int64_t k,
                                    int64_t depth, const T *panel, int64_t step) {
    NAMED(strip_of)(2, p, from, to, j, k, depth, panel, step);
}

/* One panel of columns, rows `from` to `to`: in blocks of K that keep a packed panel in the first-level cache. Where B
 * is contiguous along N and each of its elements is used once or twice, it is read as it lies. */
RT_GEMM_FUNCTION void NAMED(panel)(const NAMED(Problem) * p, int64_t from, int64_t to, int64_t j) {
    _Alignas(64) T packed[DEPTH * COLUMNS];
    int64_t columns = p->columns - j < COLUMNS ? p->columns - j : COLUMNS;
    bool narrow = columns <= LANES;
    const int width = narrow ? LANES : COLUMNS;
    int64_t blocks = (p->depth + DEPTH - 1) / DEPTH, k = 0;
    if (p->b_col == 1 && columns == width && to - from <= 2 * RT_GEMM_ROWS) {
        (narrow ? NAMED(strip1) : NAMED(strip2))(p, from, to, j, 0, p->depth, p->b + j, p->b_row);
        return;
    }
    for (int64_t q = 0; q < blocks; q++) {
        int64_t depth = (p->depth - k + blocks - q - 1) / (blocks - q);
        (narrow ? NAMED(pack1) : NAMED(pack2))(p, k, j, depth, columns, packed);
        (narrow ? NAMED(strip1) : NAMED(strip2))(p, from, to, j, k, depth, packed, width);
        k += depth;
    }
}

/* ---- sharing among threads ------------------------------------------------------------------------------------- */

typedef struct {
    const NAMED(Problem) * problem;
    void (*columns)(const NAMED(Problem) *, int64_t from, int64_t to); /* NULL: panels */
    int64_t width;                                                     /* columns of a task */
    int64_t parts;                                                     /* into which the rows of a panel are divided */
    int64_t height;                                                    /* rows of a part */
    int64_t tasks;
} NAMED(Plan);

static void NAMED(task)(const NAMED(Plan) * plan, int64_t t) {
    const NAMED(Problem) *p = plan->problem;
    int64_t j = t / plan->parts * plan->width, i = t % plan->parts * plan->height;
    if (plan->columns) {
        plan->columns(p, j, j + plan->width < p->columns ? j + plan->width : p->columns);
    } else if (i < p->rows) {
        NAMED(panel)(p, i, i + plan->height < p->rows ? i + plan->height : p->rows, j);
    }
}

/* One task a thread where nothing is copied. Else tasks are panels; where those are too few, rows are divided as well.
 */
static NAMED(Plan) NAMED(plan)(const NAMED(Problem) * p, int64_t threads) {
    NAMED(Plan) plan = {p, NULL, COLUMNS, 1, p->rows, 0};
    bool along_depth = p->a_col == 1 && p->b_row == 1 && (p->b_col != 1 || p->columns == 1);
    int64_t dot_rows = p->columns <= LANES / 2 ? 2 * RT_GEMM_ROWS : rt_gemm_dot_rows(p->depth);
    if (along_depth && p->rows <= dot_rows && p->depth >= 2 * LANES) {
        plan.columns = NAMED(dot_columns);
    } else if (p->b_col == 1 && p->rows <= RT_GEMM_SCALED_ROWS) {
        plan.columns = NAMED(scaled_rows);
    }
    if (plan.columns) {
        plan.width = ((p->columns + threads - 1) / threads + LANES - 1) / LANES * LANES;
        plan.width = plan.width < 4 ? 4 : plan.width; /* whole tiles, so that sums do not depend on the threads */
    }
    int64_t columns = (p->columns + plan.width - 1) / plan.width;
    if (!plan.columns && threads > 1 && columns < 4 * threads) {
        int64_t most = p->rows / (4 * RT_GEMM_ROWS), wished = (4 * threads + columns - 1) / columns;
        plan.parts = most < 1 ? 1 : most < wished ? most : wished;
        plan.height = (p->rows + plan.parts - 1) / plan.parts;
        plan.height = (plan.height + RT_GEMM_ROWS - 1) / RT_GEMM_ROWS * RT_GEMM_ROWS;
    }
    plan.tasks = columns * plan.parts;
    return plan;
}

/* A column of C that lies in one piece as a row: C' = B' A'. */
static void NAMED(turn)(NAMED(Problem) * p) {
    for (int64_t i = 0; p->bias && i < p->rows; i++) {
        p->c[i] = p->bias[0];
    }
    *p = (NAMED(Problem)){.rows = 1,
                          .columns = p->rows,
                          .depth = p->depth,
                          .a = p->b,
                          .a_col = p->b_row,
                          .b = p->a,
                          .b_row = p->a_col,
                          .b_col = p->a_row,
                          .c = p->c,
                          .add = p->add || p->bias};
}

RT_GEMM_FUNCTION void NAMED(run)(NAMED(Problem) * p) {
    if (p->rows <= 0 || p->columns <= 0) {
        return;
    }
    if (p->columns == 1 && p->rows > 1 && p->c_row == 1) {
        NAMED(turn)(p);
    }
    if (p->depth <= 0) {
        for (int64_t i = 0; i < p->rows && !p->add; i++) {
            for (int64_t j = 0; j < p->columns; j++) {
                p->c[i * p->c_row + j] = p->bias ? p->bias[j] : 0;
            }
        }
        return;
    }
    bool parallel = rt_gemm_pays_threads(p->rows, p->columns, p->depth);
    int64_t threads = parallel ? rt_gemm_threads() : 1;
    NAMED(Plan) plan = NAMED(plan)(p, threads);
    p->next_columns = (threads + plan.parts - 1) / plan.parts * COLUMNS;
    if (parallel) { /* an `if` clause would cost small problems 100 ns */
        RT_GEMM_OMP("omp parallel for schedule(dynamic, 1)")
        for (int64_t t = 0; t < plan.tasks; t++) {
            NAMED(task)(&plan, t);
        }
    } else {
        for (int64_t t = 0; t < plan.tasks; t++) {
            NAMED(task)(&plan, t);
        }
    }
}

static inline void PLAIN(int64_t M, int64_t N, int64_t K, const T *A, int64_t a_row, int64_t a_col, const T *B,
                         int64_t b_row, int64_t b_col, const T *bias, T *C, int64_t c_row) {
    NAMED(Problem) p = {M, N, K, A, a_row, a_col, B, b_row, b_col, bias, C, c_row, false, COLUMNS};
    NAMED(run)(&p);
}

static inline void NAMED(add)(int64_t M, int64_t N, int64_t K, const T *A, int64_t a_row, int64_t a_col, const T *B,
                              int64_t b_row, int64_t b_col, T *C, int64_t c_row) {
    NAMED(Problem) p = {M, N, K, A, a_row, a_col, B, b_row, b_col, NULL, C, c_row, true, COLUMNS};
    NAMED(run)(&p);
}

static inline void NAMED(batch)(int64_t batch, int64_t M, int64_t N, int64_t K, const T *A, int64_t a_batch,
                                int64_t a_row, int64_t a_col, const T *B, int64_t b_batch, int64_t b_row, int64_t b_col,
                                const T *bias, T *C, int64_t c_batch, int64_t c_row) {
    if (batch >= rt_gemm_threads() && rt_gemm_pays_threads(batch * M, N, K)) {
        RT_GEMM_OMP("omp parallel for schedule(static)")
        for (int64_t i = 0; i < batch; i++) {
            PLAIN(M, N, K, A + i * a_batch, a_row, a_col, B + i * b_batch, b_row, b_col, bias, C + i * c_batch, c_row);
        }
    } else {
        for (int64_t i = 0; i < batch; i++) {
            PLAIN(M, N, K, A + i * a_batch, a_row, a_col, B + i * b_batch, b_row, b_col, bias, C + i * c_batch, c_row);
        }
    }
}

#undef T
#undef NAMED
#undef PLAIN
#undef V
#undef MASK
#undef LANES
#undef COLUMNS
#undef DEPTH
#undef LINE

#endif
