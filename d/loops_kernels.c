/* Made by pyaot from loops.py. Each compiled function has its variants here: a guard, then kernels. */
#include "loops_kernels.h"

/* ---- case_rnn -------------------------------------------------------------------------------------------------- */
static const RtGuard case_rnn_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 9},
    {"1 <= x.shape[1]", 9},
    {"torch.get_default_dtype() is torch.float32", 7},
    {"torch.zeros is unchanged", 7},
    {"builtins.range is unchanged", 9},
    {"torch.tanh is unchanged", 10},
    {"torch.stack is unchanged", 12},
};

static void case_rnn_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict h_1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:10  h = torch.tanh(x[t] + h) */
        const float x_i = x[i];
        const float h = rt_tanh_f32(x_i + 0.0f);
        h_1[i] = h;
    }
}

static void case_rnn_v0_k0(const float *restrict x, float *restrict h_1, int64_t x1) {
    const int parts = rt_parts(x1, 19 * x1);
    if (parts == 1) {
        case_rnn_v0_k0_part(0, x1, x, h_1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_rnn_v0_k0_part(begin, end, x, h_1);
        }
    }
}

static void case_rnn_v0_k1_part(int64_t begin, int64_t end, const float *restrict empty, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:9  for t in range(x.size(0)): */
        insert[i] = empty[i];
    }
}

static void case_rnn_v0_k1(const float *restrict empty, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        case_rnn_v0_k1_part(0, x1 * x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_rnn_v0_k1_part(begin, end, empty, insert);
        }
    }
}

static void case_rnn_v0_k2_part(int64_t begin, int64_t end, const float *restrict h, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:9  for t in range(x.size(0)): */
        const float h_i = h[i];
        insert[i] = h_i;
    }
}

static void case_rnn_v0_k2(const float *restrict h, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_rnn_v0_k2_part(0, x1, h, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_rnn_v0_k2_part(begin, end, h, insert);
        }
    }
}

static void case_rnn_v0_k3_part(int64_t begin, int64_t end, const float *restrict x, const float *restrict x_1,
                                float *restrict h_1, int64_t k_3, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:10  h = torch.tanh(x[t] + h) */
        const float x_i = x[k_3 * x1 + x1 + i];
        const float h = rt_tanh_f32(x_i + x_1[i]);
        h_1[i] = h;
    }
}

static void case_rnn_v0_k3(const float *restrict x, const float *restrict x_1, float *restrict h_1, int64_t k_3,
                           int64_t x1) {
    const int parts = rt_parts(x1, 18 * x1);
    if (parts == 1) {
        case_rnn_v0_k3_part(0, x1, x, x_1, h_1, k_3, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_rnn_v0_k3_part(begin, end, x, x_1, h_1, k_3, x1);
        }
    }
}

static void case_rnn_v0_k5_part(int64_t begin, int64_t end, const float *restrict h, float *restrict insert,
                                int64_t k_3, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:9  for t in range(x.size(0)): */
        const float h_i = h[i];
        insert[k_3 * x1 + x1 + i] = h_i;
    }
}

static void case_rnn_v0_k5(const float *restrict h, float *restrict insert, int64_t k_3, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_rnn_v0_k5_part(0, x1, h, insert, k_3, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_rnn_v0_k5_part(begin, end, h, insert, k_3, x1);
        }
    }
}

static void case_rnn_v0_k6(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_rnn_v0_k1_part(0, x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_rnn_v0_k1_part(begin, end, insert, clone);
        }
    }
}

static void case_rnn_v0_k7_part(int64_t begin, int64_t end, const float *restrict x, float *restrict clone) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:12  return torch.stack(outs), h */
        clone[i] = x[i];
    }
}

static void case_rnn_v0_k7(const float *restrict x, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_rnn_v0_k7_part(0, x1 * x0, x, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_rnn_v0_k7_part(begin, end, x, clone);
        }
    }
}

/* case_rnn(x: f32[x0, x1]) */
static RtStatus case_rnn_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    RT_GUARD(call, 4, rt_default_dtype(call, RT_F32));
    RT_GUARD(call, 5, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_torch_zeros));
    RT_GUARD(call, 6, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 6, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 7, rt_pinned(call, PINNED_torch_tanh));
    RT_GUARD(call, 8, rt_pinned(call, PINNED_torch_stack));
    float *empty = rt_scratch(call, 4 * (x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *h = rt_scratch(call, 4 * x1);
    if (h == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * (x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x1 * x0 + 15 * x1);
    case_rnn_v0_k0(x.data, h, x1);
    case_rnn_v0_k1(empty, insert, x1, x0);
    case_rnn_v0_k2(h, insert, x1);
    rt_acquire(gil);
    const float *state = h;
    float *next = rt_scratch(call, 4 * x1);
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * x1);
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    const float *state_1 = insert;
    float *next_1 = rt_scratch(call, 4 * (x1 * x0));
    if (next_1 == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare_1 = rt_scratch(call, 4 * (x1 * x0));
    if (spare_1 == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:9  for t in range(x.size(0)): */
    for (int64_t step = 0; step < t; step++) {
        void *gil_1 = rt_release(14 * x1);
        case_rnn_v0_k3(x.data, state, next, step, x1);
        rt_acquire(gil_1);
        int64_t t_1;
        if (!rt_checked_add(1, step, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_1 < x0;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_2 = rt_release(3 * (x1 * x0) + x1);
        case_rnn_v0_k1(state_1, insert_1, x1, x0);
        case_rnn_v0_k5(next, insert_1, step, x1);
        case_rnn_v0_k6(insert_1, next_1, x1, x0);
        rt_acquire(gil_2);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
        state_1 = next_1;
        float *old_1 = next_1;
        next_1 = spare_1;
        spare_1 = old_1;
    }
    RtTensor result;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &result));
    rt_copy(result.data, state, 4 * x1);
    RtTensor clone;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &clone));
    void *gil_3 = rt_release(2 * (x1 * x0));
    case_rnn_v0_k7(state_1, clone.data, x1, x0);
    rt_acquire(gil_3);
    /* loops.py:12  return torch.stack(outs), h */
    return rt_return(call, rt_new_tuple(call, 2, (PyObject *[]){clone.object, result.object}));
}

/* ---- case_rnn2 ------------------------------------------------------------------------------------------------- */
static const RtGuard case_rnn2_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 16},
    {"1 <= x.shape[1]", 18},
    {"torch.zeros_like is unchanged", 16},
    {"torch.tanh is unchanged", 19},
    {"torch.cat is unchanged", 21},
};

static void case_rnn2_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict h_1) {
    /* loops.py:19  h = torch.tanh(row + 0.5 * h) */
    const float product = 0.0f * 0.5f;
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:16  h = torch.zeros_like(x[0]) */
        const float x_i = x[i];
        /* loops.py:19  h = torch.tanh(row + 0.5 * h) */
        const float h = rt_tanh_f32(x_i + product);
        h_1[i] = h;
    }
}

static void case_rnn2_v0_k0(const float *restrict x, float *restrict h_1, int64_t x1) {
    const int parts = rt_parts(x1, 22 * x1);
    if (parts == 1) {
        case_rnn2_v0_k0_part(0, x1, x, h_1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_rnn2_v0_k0_part(begin, end, x, h_1);
        }
    }
}

static void case_rnn2_v0_k1_part(int64_t begin, int64_t end, const float *restrict empty, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:18  for row in x: */
        insert[i] = empty[i];
    }
}

static void case_rnn2_v0_k1(const float *restrict empty, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        case_rnn2_v0_k1_part(0, x1 * x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_rnn2_v0_k1_part(begin, end, empty, insert);
        }
    }
}

static void case_rnn2_v0_k2_part(int64_t begin, int64_t end, const float *restrict h, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:20  outs.append(h.unsqueeze(0)) */
        const float h_i = h[i];
        /* loops.py:18  for row in x: */
        insert[i] = h_i;
    }
}

static void case_rnn2_v0_k2(const float *restrict h, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_rnn2_v0_k2_part(0, x1, h, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_rnn2_v0_k2_part(begin, end, h, insert);
        }
    }
}

static void case_rnn2_v0_k3_part(int64_t begin, int64_t end, const float *restrict x, const float *restrict x_1,
                                 float *restrict h_1, int64_t k_3, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:18  for row in x: */
        const float x_i = x[k_3 * x1 + x1 + i];
        /* loops.py:19  h = torch.tanh(row + 0.5 * h) */
        const float h = rt_tanh_f32(x_i + x_1[i] * 0.5f);
        h_1[i] = h;
    }
}

static void case_rnn2_v0_k3(const float *restrict x, const float *restrict x_1, float *restrict h_1, int64_t k_3,
                            int64_t x1) {
    const int parts = rt_parts(x1, 21 * x1);
    if (parts == 1) {
        case_rnn2_v0_k3_part(0, x1, x, x_1, h_1, k_3, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_rnn2_v0_k3_part(begin, end, x, x_1, h_1, k_3, x1);
        }
    }
}

static void case_rnn2_v0_k5_part(int64_t begin, int64_t end, const float *restrict h, float *restrict insert,
                                 int64_t k_3, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:20  outs.append(h.unsqueeze(0)) */
        const float h_i = h[i];
        /* loops.py:18  for row in x: */
        insert[k_3 * x1 + x1 + i] = h_i;
    }
}

static void case_rnn2_v0_k5(const float *restrict h, float *restrict insert, int64_t k_3, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_rnn2_v0_k5_part(0, x1, h, insert, k_3, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_rnn2_v0_k5_part(begin, end, h, insert, k_3, x1);
        }
    }
}

static void case_rnn2_v0_k6(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_rnn2_v0_k1_part(0, x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_rnn2_v0_k1_part(begin, end, insert, clone);
        }
    }
}

static void case_rnn2_v0_k7_part(int64_t begin, int64_t end, const float *restrict x, float *restrict clone) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:21  return torch.cat(outs, dim=0) */
        clone[i] = x[i];
    }
}

static void case_rnn2_v0_k7(const float *restrict x, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_rnn2_v0_k7_part(0, x1 * x0, x, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_rnn2_v0_k7_part(begin, end, x, clone);
        }
    }
}

/* case_rnn2(x: f32[x0, x1]) */
static RtStatus case_rnn2_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    RT_GUARD(call, 4, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_torch_zeros_like));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_torch_tanh));
    RT_GUARD(call, 6, rt_pinned(call, PINNED_torch_cat));
    float *empty = rt_scratch(call, 4 * (x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *h = rt_scratch(call, 4 * x1);
    if (h == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * (x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x1 * x0 + 15 * x1);
    case_rnn2_v0_k0(x.data, h, x1);
    case_rnn2_v0_k1(empty, insert, x1, x0);
    case_rnn2_v0_k2(h, insert, x1);
    rt_acquire(gil);
    const float *state = h;
    float *next = rt_scratch(call, 4 * x1);
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * x1);
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    const float *state_1 = insert;
    float *next_1 = rt_scratch(call, 4 * (x1 * x0));
    if (next_1 == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare_1 = rt_scratch(call, 4 * (x1 * x0));
    if (spare_1 == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:18  for row in x: */
    for (int64_t step = 0; step < t; step++) {
        void *gil_1 = rt_release(14 * x1);
        case_rnn2_v0_k3(x.data, state, next, step, x1);
        rt_acquire(gil_1);
        int64_t t_1;
        if (!rt_checked_add(1, step, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_1 < x0;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_2 = rt_release(3 * (x1 * x0) + x1);
        case_rnn2_v0_k1(state_1, insert_1, x1, x0);
        case_rnn2_v0_k5(next, insert_1, step, x1);
        case_rnn2_v0_k6(insert_1, next_1, x1, x0);
        rt_acquire(gil_2);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
        state_1 = next_1;
        float *old_1 = next_1;
        next_1 = spare_1;
        spare_1 = old_1;
    }
    RtTensor clone;
    RT_TRY(rt_output(call, RT_F32, 3, (int64_t[]){x0, 1, x1}, NULL, &clone));
    void *gil_3 = rt_release(2 * (x1 * x0));
    case_rnn2_v0_k7(state_1, clone.data, x1, x0);
    rt_acquire(gil_3);
    PyObject *view = rt_view(call, clone.object, 2, (int64_t[]){x0, x1}, NULL, 0);
    RT_TRY(view != NULL);
    PyObject *own = rt_detached(call, view);
    /* loops.py:21  return torch.cat(outs, dim=0) */
    return rt_return(call, own);
}

/* ---- case_rnn3 ------------------------------------------------------------------------------------------------- */
static const RtGuard case_rnn3_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 27},
    {"1 <= x.shape[1]", 27},
    {"x.shape[1] != 1", 30},
    {"builtins.range is unchanged", 27},
    {"torch.sigmoid is unchanged", 28},
    {"torch.stack is unchanged", 30},
};

static void case_rnn3_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict sigmoid_1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:28  h = torch.sigmoid(x[t] + h) if t % 2 == 0 else h * 2 */
        const float x_i = x[i];
        const float sigmoid = rt_sigmoid_f32(x_i + 0.0f);
        sigmoid_1[i] = sigmoid;
    }
}

static void case_rnn3_v0_k0(const float *restrict x, float *restrict sigmoid_1, int64_t x1) {
    const int parts = rt_parts(x1, 19 * x1);
    if (parts == 1) {
        case_rnn3_v0_k0_part(0, x1, x, sigmoid_1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_rnn3_v0_k0_part(begin, end, x, sigmoid_1);
        }
    }
}

static void case_rnn3_v0_k1_part(int64_t begin, int64_t end, const float *restrict empty, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:27  for t in range(x.size(0)): */
        insert[i] = empty[i];
    }
}

static void case_rnn3_v0_k1(const float *restrict empty, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0 + x1, x1 * x0 + x1);
    if (parts == 1) {
        case_rnn3_v0_k1_part(0, x1 * x0 + x1, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0 + x1, part, parts);
            const int64_t end = rt_part_begin(x1 * x0 + x1, part + 1, parts);
            case_rnn3_v0_k1_part(begin, end, empty, insert);
        }
    }
}

static void case_rnn3_v0_k2_part(int64_t begin, int64_t end, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:27  for t in range(x.size(0)): */
        insert[i] = 0.0f;
    }
}

static void case_rnn3_v0_k2(float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_rnn3_v0_k2_part(0, x1, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_rnn3_v0_k2_part(begin, end, insert);
        }
    }
}

static void case_rnn3_v0_k4_part(int64_t begin, int64_t end, const float *restrict sigmoid, float *restrict insert,
                                 int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:27  for t in range(x.size(0)): */
        const float sigmoid_i = sigmoid[i];
        insert[x1 + i] = sigmoid_i;
    }
}

static void case_rnn3_v0_k4(const float *restrict sigmoid, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_rnn3_v0_k4_part(0, x1, sigmoid, insert, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_rnn3_v0_k4_part(begin, end, sigmoid, insert, x1);
        }
    }
}

static void case_rnn3_v0_k6_part(int64_t begin, int64_t end, const float *restrict x, const float *restrict x_1,
                                 float *restrict insert, int64_t k_3, int64_t x1, bool eq) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:28  h = torch.sigmoid(x[t] + h) if t % 2 == 0 else h * 2 */
        const float x_i = x[k_3 * x1 + x1 + i];
        const float x_i_1 = x_1[i];
        const float chosen = eq ? rt_sigmoid_f32(x_i + x_i_1) : x_i_1 * 2.0f;
        /* loops.py:27  for t in range(x.size(0)): */
        insert[k_3 * x1 + 2 * x1 + i] = chosen;
    }
}

static void case_rnn3_v0_k6(const float *restrict x, const float *restrict x_1, float *restrict insert, int64_t k_3,
                            int64_t x1, bool eq) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_rnn3_v0_k6_part(0, x1, x, x_1, insert, k_3, x1, eq);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_rnn3_v0_k6_part(begin, end, x, x_1, insert, k_3, x1, eq);
        }
    }
}

static void case_rnn3_v0_k7_part(int64_t begin, int64_t end, const float *restrict x, const float *restrict x_1,
                                 float *restrict h, int64_t k_3, int64_t x1, bool eq) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:28  h = torch.sigmoid(x[t] + h) if t % 2 == 0 else h * 2 */
        const float x_i = x[k_3 * x1 + x1 + i];
        const float x_i_1 = x_1[i];
        const float chosen = eq ? rt_sigmoid_f32(x_i + x_i_1) : x_i_1 * 2.0f;
        h[i] = chosen;
    }
}

static void case_rnn3_v0_k7(const float *restrict x, const float *restrict x_1, float *restrict h, int64_t k_3,
                            int64_t x1, bool eq) {
    const int parts = rt_parts(x1, 25 * x1);
    if (parts == 1) {
        case_rnn3_v0_k7_part(0, x1, x, x_1, h, k_3, x1, eq);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_rnn3_v0_k7_part(begin, end, x, x_1, h, k_3, x1, eq);
        }
    }
}

static void case_rnn3_v0_k8(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0 + x1, 2 * (x1 * x0) + 2 * x1);
    if (parts == 1) {
        case_rnn3_v0_k1_part(0, x1 * x0 + x1, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0 + x1, part, parts);
            const int64_t end = rt_part_begin(x1 * x0 + x1, part + 1, parts);
            case_rnn3_v0_k1_part(begin, end, insert, clone);
        }
    }
}

static void case_rnn3_v0_k9_part(int64_t begin, int64_t end, const float *restrict x, float *restrict clone,
                                 int64_t x0, int64_t x1) {
    for (int64_t row = begin; row < end; row += RT_SQUARE) {
        const int64_t stop = rt_min_i64(row + RT_SQUARE, end);
        for (int64_t column = 0; column < x0 + 1; column += RT_SQUARE) {
            const int64_t stop_1 = rt_min_i64(column + RT_SQUARE, x0 + 1);
            const int64_t origin = row * RT_SQUARE + column;
            float square[RT_SQUARE * RT_SQUARE];
            for (int64_t j = column; j < stop_1; j++) {
#pragma omp simd
                for (int64_t i = row; i < stop; i++) {
                    square[i * RT_SQUARE + j - origin] = x[j * x1 + i];
                }
            }
            for (int64_t i = row; i < stop; i++) {
#pragma omp simd
                for (int64_t j = column; j < stop_1; j++) {
                    /* loops.py:30  return torch.stack(outs, dim=1) */
                    clone[i * x0 + i + j] = square[i * RT_SQUARE + j - origin];
                }
            }
        }
    }
}

static void case_rnn3_v0_k9(const float *restrict x, float *restrict clone, int64_t x0, int64_t x1) {
    const int parts = rt_parts(x1, 4 * (x1 * x0) + 4 * x1);
    if (parts == 1) {
        case_rnn3_v0_k9_part(0, x1, x, clone, x0, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_rnn3_v0_k9_part(begin, end, x, clone, x0, x1);
        }
    }
}

/* case_rnn3(x: f32[x0, x1]) */
static RtStatus case_rnn3_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    RT_GUARD(call, 4, x1 != 1);
    RT_GUARD(call, 5, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 6, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 6, rt_pinned(call, PINNED_torch_sigmoid));
    RT_GUARD(call, 7, rt_pinned(call, PINNED_torch_stack));
    float *empty = rt_scratch(call, 4 * (x1 * x0) + 4 * x1);
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *sigmoid = rt_scratch(call, 4 * x1);
    if (sigmoid == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * (x1 * x0) + 4 * x1);
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert_1 = empty;
    void *gil = rt_release(2 * (x1 * x0) + 18 * x1);
    case_rnn3_v0_k0(x.data, sigmoid, x1);
    case_rnn3_v0_k1(empty, insert, x1, x0);
    case_rnn3_v0_k2(insert, x1);
    case_rnn3_v0_k1(insert, insert_1, x1, x0);
    case_rnn3_v0_k4(sigmoid, insert_1, x1);
    rt_acquire(gil);
    const float *state = sigmoid;
    float *next = rt_scratch(call, 4 * x1);
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * x1);
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    const float *state_1 = insert_1;
    float *next_1 = rt_scratch(call, 4 * (x1 * x0) + 4 * x1);
    if (next_1 == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare_1 = rt_scratch(call, 4 * (x1 * x0) + 4 * x1);
    if (spare_1 == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    int64_t t_1;
    if (!rt_checked_add(1, x0, &t_1)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_2 = insert;
    /* loops.py:27  for t in range(x.size(0)): */
    for (int64_t step = 0; step < t; step++) {
        int64_t t_2;
        int64_t t_3;
        if (!(rt_checked_add(1, step, &t_2) && rt_checked_remainder(t_2, 2, &t_3))) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        /* loops.py:28  h = torch.sigmoid(x[t] + h) if t % 2 == 0 else h * 2 */
        const bool eq = t_3 == 0;
        int64_t t_4;
        if (!rt_checked_add(2, step, &t_4)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        /* loops.py:27  for t in range(x.size(0)): */
        const bool lt = t_4 < t_1;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_1 = rt_release(3 * (x1 * x0) + 6 * x1);
        case_rnn3_v0_k1(state_1, insert_2, x1, x0);
        case_rnn3_v0_k6(x.data, state, insert_2, step, x1, eq);
        case_rnn3_v0_k7(x.data, state, next, step, x1, eq);
        case_rnn3_v0_k8(insert_2, next_1, x1, x0);
        rt_acquire(gil_1);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
        state_1 = next_1;
        float *old_1 = next_1;
        next_1 = spare_1;
        spare_1 = old_1;
    }
    RtTensor clone;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x1, x0 + 1}, NULL, &clone));
    void *gil_2 = rt_release(2 * (x1 * x0) + 2 * x1);
    case_rnn3_v0_k9(state_1, clone.data, x0, x1);
    rt_acquire(gil_2);
    /* loops.py:30  return torch.stack(outs, dim=1) */
    return rt_return(call, clone.object);
}

/* ---- case_comp ------------------------------------------------------------------------------------------------- */
static const RtGuard case_comp_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 34},
    {"1 <= x.shape[1]", 34},
    {"torch.stack is unchanged", 34},
    {"builtins.range is unchanged", 34},
};

static void case_comp_v0_k0_part(int64_t begin, int64_t end, const float *restrict empty, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:34  return torch.stack([x[i] * 2 for i in range(x.size(0))]) */
        insert[i] = empty[i];
    }
}

static void case_comp_v0_k0(const float *restrict empty, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        case_comp_v0_k0_part(0, x1 * x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_comp_v0_k0_part(begin, end, empty, insert);
        }
    }
}

static void case_comp_v0_k1_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:34  return torch.stack([x[i] * 2 for i in range(x.size(0))]) */
        const float x_i = x[i];
        insert[i] = x_i * 2.0f;
    }
}

static void case_comp_v0_k1(const float *restrict x, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_comp_v0_k1_part(0, x1, x, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_comp_v0_k1_part(begin, end, x, insert);
        }
    }
}

static void case_comp_v0_k3_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert,
                                 int64_t k_2, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:34  return torch.stack([x[i] * 2 for i in range(x.size(0))]) */
        const float x_i = x[k_2 * x1 + x1 + i];
        insert[k_2 * x1 + x1 + i] = x_i * 2.0f;
    }
}

static void case_comp_v0_k3(const float *restrict x, float *restrict insert, int64_t k_2, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_comp_v0_k3_part(0, x1, x, insert, k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_comp_v0_k3_part(begin, end, x, insert, k_2, x1);
        }
    }
}

static void case_comp_v0_k4(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_comp_v0_k0_part(0, x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_comp_v0_k0_part(begin, end, insert, clone);
        }
    }
}

static void case_comp_v0_k5_part(int64_t begin, int64_t end, const float *restrict x, float *restrict clone) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:34  return torch.stack([x[i] * 2 for i in range(x.size(0))]) */
        clone[i] = x[i];
    }
}

static void case_comp_v0_k5(const float *restrict x, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_comp_v0_k5_part(0, x1 * x0, x, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_comp_v0_k5_part(begin, end, x, clone);
        }
    }
}

/* case_comp(x: f32[x0, x1]) */
static RtStatus case_comp_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    RT_GUARD(call, 4, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_torch_stack));
    RT_GUARD(call, 5, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_builtins_range));
    float *empty = rt_scratch(call, 4 * (x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * (x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x1 * x0 + x1);
    case_comp_v0_k0(empty, insert, x1, x0);
    case_comp_v0_k1(x.data, insert, x1);
    rt_acquire(gil);
    int64_t state = 0;
    const float *state_1 = insert;
    float *next = rt_scratch(call, 4 * (x1 * x0));
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * (x1 * x0));
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:34  return torch.stack([x[i] * 2 for i in range(x.size(0))]) */
    for (int64_t step = 0; step < t; step++) {
        int64_t t_1;
        if (!rt_checked_add(1, step, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_1 < x0;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_1 = rt_release(3 * (x1 * x0) + x1);
        case_comp_v0_k0(state_1, insert_1, x1, x0);
        case_comp_v0_k3(x.data, insert_1, step, x1);
        case_comp_v0_k4(insert_1, next, x1, x0);
        rt_acquire(gil_1);
        const int64_t new_state = t_1;
        state_1 = next;
        float *old = next;
        next = spare;
        spare = old;
        state = new_state;
    }
    RtTensor clone;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &clone));
    void *gil_2 = rt_release(2 * (x1 * x0));
    case_comp_v0_k5(state_1, clone.data, x1, x0);
    rt_acquire(gil_2);
    return rt_return(call, clone.object);
}

/* ---- case_comp3 ------------------------------------------------------------------------------------------------ */
static const RtGuard case_comp3_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 42},
    {"builtins.sum is unchanged", 42},
    {"builtins.range is unchanged", 42},
};

static void case_comp3_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, double *sum_out) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
        const int64_t rest = stop - (stop - block) % RT_LANES;
        float lanes[RT_LANES];
        rt_clear_lanes_f32(lanes);
        for (int64_t chunk = block; chunk < rest; chunk += RT_LANES) {
#pragma omp simd
            for (int64_t lane = 0; lane < RT_LANES; lane++) {
                /* loops.py:42  return sum([x[i].sum() for i in range(x.size(0))]) */
                const float x_i = x[chunk + lane];
                lanes[lane] += x_i;
            }
        }
        sum_1 += rt_sum_lanes_f32(lanes);
        if (rest < stop) {
#pragma omp simd reduction(+ : sum_1)
            for (int64_t i = rest; i < stop; i++) {
                const float x_i_1 = x[i];
                sum_1 += x_i_1;
            }
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_comp3_v0_k0(const float *restrict x, float *restrict sum_4, int64_t x1) {
    /* loops.py:42  return sum([x[i].sum() for i in range(x.size(0))]) */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(x1, 2 * x1);
    if (parts == 1) {
        case_comp3_v0_k0_part(0, x1, x, &sum_of[0]);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_comp3_v0_k0_part(begin, end, x, &sum_of[part]);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    *sum_4 = sum_3;
}

static void case_comp3_v0_k1_part(int64_t begin, int64_t end, const float *restrict empty, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:42  return sum([x[i].sum() for i in range(x.size(0))]) */
        insert[i] = empty[i];
    }
}

static void case_comp3_v0_k1(const float *restrict empty, float *restrict insert, int64_t x0) {
    const int parts = rt_parts(x0, x0);
    if (parts == 1) {
        case_comp3_v0_k1_part(0, x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x0, part, parts);
            const int64_t end = rt_part_begin(x0, part + 1, parts);
            case_comp3_v0_k1_part(begin, end, empty, insert);
        }
    }
}

static void case_comp3_v0_k2(const float *restrict sum, float *restrict insert) {
    /* loops.py:42  return sum([x[i].sum() for i in range(x.size(0))]) */
    *insert = *sum;
}

static void case_comp3_v0_k3_part(int64_t begin, int64_t end, const float *restrict x, double *sum_out, int64_t k_2,
                                  int64_t x1) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
        const int64_t rest = stop - (stop - block) % RT_LANES;
        float lanes[RT_LANES];
        rt_clear_lanes_f32(lanes);
        for (int64_t chunk = block; chunk < rest; chunk += RT_LANES) {
#pragma omp simd
            for (int64_t lane = 0; lane < RT_LANES; lane++) {
                /* loops.py:42  return sum([x[i].sum() for i in range(x.size(0))]) */
                const float x_i = x[k_2 * x1 + x1 + (chunk + lane)];
                lanes[lane] += x_i;
            }
        }
        sum_1 += rt_sum_lanes_f32(lanes);
        if (rest < stop) {
#pragma omp simd reduction(+ : sum_1)
            for (int64_t i = rest; i < stop; i++) {
                const float x_i_1 = x[k_2 * x1 + x1 + i];
                sum_1 += x_i_1;
            }
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_comp3_v0_k3(const float *restrict x, float *restrict sum_4, int64_t k_2, int64_t x1) {
    /* loops.py:42  return sum([x[i].sum() for i in range(x.size(0))]) */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(x1, 2 * x1);
    if (parts == 1) {
        case_comp3_v0_k3_part(0, x1, x, &sum_of[0], k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_comp3_v0_k3_part(begin, end, x, &sum_of[part], k_2, x1);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    *sum_4 = sum_3;
}

static void case_comp3_v0_k5(const float *restrict sum, float *restrict insert, int64_t k_2) {
    /* loops.py:42  return sum([x[i].sum() for i in range(x.size(0))]) */
    insert[k_2 + 1] = *sum;
}

static void case_comp3_v0_k6(const float *restrict insert, float *restrict clone, int64_t x0) {
    const int parts = rt_parts(x0, 2 * x0);
    if (parts == 1) {
        case_comp3_v0_k1_part(0, x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x0, part, parts);
            const int64_t end = rt_part_begin(x0, part + 1, parts);
            case_comp3_v0_k1_part(begin, end, insert, clone);
        }
    }
}

static void case_comp3_v0_k7_part(int64_t begin, int64_t end, const float *restrict x, double *sum_out) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
        const int64_t rest = stop - (stop - block) % RT_LANES;
        float lanes[RT_LANES];
        rt_clear_lanes_f32(lanes);
        for (int64_t chunk = block; chunk < rest; chunk += RT_LANES) {
#pragma omp simd
            for (int64_t lane = 0; lane < RT_LANES; lane++) {
                /* loops.py:42  return sum([x[i].sum() for i in range(x.size(0))]) */
                lanes[lane] += x[chunk + lane];
            }
        }
        sum_1 += rt_sum_lanes_f32(lanes);
        if (rest < stop) {
#pragma omp simd reduction(+ : sum_1)
            for (int64_t i = rest; i < stop; i++) {
                sum_1 += x[i];
            }
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_comp3_v0_k7(const float *restrict x, float *restrict sum_4, int64_t x0) {
    /* loops.py:42  return sum([x[i].sum() for i in range(x.size(0))]) */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(x0, 2 * x0);
    if (parts == 1) {
        case_comp3_v0_k7_part(0, x0, x, &sum_of[0]);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x0, part, parts);
            const int64_t end = rt_part_begin(x0, part + 1, parts);
            case_comp3_v0_k7_part(begin, end, x, &sum_of[part]);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    *sum_4 = sum_3;
}

/* case_comp3(x: f32[x0, x1]) */
static RtStatus case_comp3_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    RT_GUARD(call, 3, rt_pinned(call, PINNED__sum));
    RT_GUARD(call, 3, rt_pinned(call, PINNED_builtins_sum));
    RT_GUARD(call, 4, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_builtins_range));
    float sum[1];
    const int64_t x1 = x.shape[1];
    float sum_1[1];
    float *empty = rt_scratch(call, 4 * x0);
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * x0);
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x0 + 2 * x1 + 1);
    case_comp3_v0_k0(x.data, sum, x1);
    case_comp3_v0_k1(empty, insert, x0);
    case_comp3_v0_k2(sum, insert);
    rt_acquire(gil);
    int64_t state = 0;
    const float *state_1 = insert;
    float *next = rt_scratch(call, 4 * x0);
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * x0);
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:42  return sum([x[i].sum() for i in range(x.size(0))]) */
    for (int64_t step = 0; step < t; step++) {
        void *gil_1 = rt_release(2 * x1);
        case_comp3_v0_k3(x.data, sum_1, step, x1);
        rt_acquire(gil_1);
        int64_t t_1;
        if (!rt_checked_add(1, step, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_1 < x0;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_2 = rt_release(3 * x0 + 1);
        case_comp3_v0_k1(state_1, insert_1, x0);
        case_comp3_v0_k5(sum_1, insert_1, step);
        case_comp3_v0_k6(insert_1, next, x0);
        rt_acquire(gil_2);
        const int64_t new_state = t_1;
        state_1 = next;
        float *old = next;
        next = spare;
        spare = old;
        state = new_state;
    }
    RtTensor sum_2;
    RT_TRY(rt_output(call, RT_F32, 0, NULL, NULL, &sum_2));
    void *gil_3 = rt_release(2 * x0);
    case_comp3_v0_k7(state_1, sum_2.data, x0);
    rt_acquire(gil_3);
    return rt_return(call, sum_2.object);
}

/* ---- case_genexp ----------------------------------------------------------------------------------------------- */
static const RtGuard case_genexp_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 46},
    {"1 <= x.shape[1]", 46},
    {"builtins.sum is unchanged", 46},
    {"builtins.range is unchanged", 46},
};

static void case_genexp_v0_k0_part(int64_t begin, int64_t end, const float *restrict empty, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:46  return sum(x[i] * i for i in range(x.shape[0])) */
        insert[i] = empty[i];
    }
}

static void case_genexp_v0_k0(const float *restrict empty, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        case_genexp_v0_k0_part(0, x1 * x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_genexp_v0_k0_part(begin, end, empty, insert);
        }
    }
}

static void case_genexp_v0_k1_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:46  return sum(x[i] * i for i in range(x.shape[0])) */
        const float x_i = x[i];
        insert[i] = x_i * 0.0f;
    }
}

static void case_genexp_v0_k1(const float *restrict x, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_genexp_v0_k1_part(0, x1, x, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_genexp_v0_k1_part(begin, end, x, insert);
        }
    }
}

static void case_genexp_v0_k3_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert,
                                   int64_t k_2, int64_t x1, float size) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:46  return sum(x[i] * i for i in range(x.shape[0])) */
        const float x_i = x[k_2 * x1 + x1 + i];
        insert[k_2 * x1 + x1 + i] = x_i * size;
    }
}

static void case_genexp_v0_k3(const float *restrict x, float *restrict insert, int64_t k_2, int64_t x1, float size) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_genexp_v0_k3_part(0, x1, x, insert, k_2, x1, size);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_genexp_v0_k3_part(begin, end, x, insert, k_2, x1, size);
        }
    }
}

static void case_genexp_v0_k4(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_genexp_v0_k0_part(0, x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_genexp_v0_k0_part(begin, end, insert, clone);
        }
    }
}

static void case_genexp_v0_k5_part(int64_t begin, int64_t end, const float *restrict x, float *restrict sum_2,
                                   int64_t x0, int64_t x1) {
    for (int64_t tile = begin; tile < end; tile += RT_TILE) {
        const int64_t stop = rt_min_i64(tile + RT_TILE, end);
        double sum[RT_TILE];
        float sums[RT_TILE];
#pragma omp simd
        for (int64_t i = tile; i < stop; i++) {
            sum[i - tile] = 0.0;
        }
        for (int64_t block = 0; block < x0; block += 64) {
            const int64_t block_end = rt_min_i64(block + 64, x0);
#pragma omp simd
            for (int64_t i = tile; i < stop; i++) {
                sums[i - tile] = 0.0f;
            }
            for (int64_t j = block; j < block_end; j++) {
#pragma omp simd
                for (int64_t i = tile; i < stop; i++) {
                    /* loops.py:46  return sum(x[i] * i for i in range(x.shape[0])) */
                    sums[i - tile] += x[j * x1 + i];
                }
            }
#pragma omp simd
            for (int64_t i = tile; i < stop; i++) {
                sum[i - tile] += (double)sums[i - tile];
            }
        }
#pragma omp simd
        for (int64_t i = tile; i < stop; i++) {
            const float sum_1 = (float)sum[i - tile];
            sum_2[i] = sum_1;
        }
    }
}

static void case_genexp_v0_k5(const float *restrict x, float *restrict sum_2, int64_t x0, int64_t x1) {
    const int parts = rt_parts(x1, 2 * (x1 * x0));
    if (parts == 1) {
        case_genexp_v0_k5_part(0, x1, x, sum_2, x0, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_genexp_v0_k5_part(begin, end, x, sum_2, x0, x1);
        }
    }
}

/* case_genexp(x: f32[x0, x1]) */
static RtStatus case_genexp_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    RT_GUARD(call, 4, rt_pinned(call, PINNED__sum));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_builtins_sum));
    RT_GUARD(call, 5, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_builtins_range));
    float *empty = rt_scratch(call, 4 * (x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * (x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x1 * x0 + x1);
    case_genexp_v0_k0(empty, insert, x1, x0);
    case_genexp_v0_k1(x.data, insert, x1);
    rt_acquire(gil);
    int64_t state = 0;
    const float *state_1 = insert;
    float *next = rt_scratch(call, 4 * (x1 * x0));
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * (x1 * x0));
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:46  return sum(x[i] * i for i in range(x.shape[0])) */
    for (int64_t step = 0; step < t; step++) {
        int64_t t_1;
        if (!rt_checked_add(1, step, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_1 < x0;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_1 = rt_release(3 * (x1 * x0) + x1);
        case_genexp_v0_k0(state_1, insert_1, x1, x0);
        case_genexp_v0_k3(x.data, insert_1, step, x1, (float)t_1);
        case_genexp_v0_k4(insert_1, next, x1, x0);
        rt_acquire(gil_1);
        const int64_t new_state = t_1;
        state_1 = next;
        float *old = next;
        next = spare;
        spare = old;
        state = new_state;
    }
    RtTensor sum;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &sum));
    void *gil_2 = rt_release(2 * (x1 * x0));
    case_genexp_v0_k5(state_1, sum.data, x0, x1);
    rt_acquire(gil_2);
    return rt_return(call, sum.object);
}

/* ---- case_listfill#1 ------------------------------------------------------------------------------------------- */
static const RtGuard case_listfill_s1_v0_3_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"type(i) is int", 0},
    {"out: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"out: contiguous", 0},
    {"0 <= i", 52},
    {"i < x.shape[0]", 52},
    {"i < out.shape[0]", 52},
    {"x.shape[1] == out.shape[1]", 52},
    {"1 <= x.shape[1]", 52},
    {"out: its memory overlaps no other input", 52},
};

static void case_listfill_s1_v0_3_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict out,
                                          int64_t i_1, int64_t x1, float size) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:52  out[i] = x[i] * i */
        out[i_1 * x1 + i] = x[i_1 * x1 + i] * size;
    }
}

static void case_listfill_s1_v0_3_k0(const float *restrict x, float *restrict out, int64_t i_1, int64_t x1,
                                     float size) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_listfill_s1_v0_3_k0_part(0, x1, x, out, i_1, x1, size);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_listfill_s1_v0_3_k0_part(begin, end, x, out, i_1, x1, size);
        }
    }
}

/* case_listfill(x: f32[x0, x1], i: int, out: f32[out0, x1]) */
static RtStatus case_listfill_s1_v0_3(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    int64_t i;
    RT_GUARD(call, 1, rt_int(call->args[1], &i));
    RtTensor out;
    RT_GUARD(call, 2, rt_tensor(call, call->args[2], RT_F32, 2, &out));
    RT_GUARD(call, 3, rt_row_major(&x));
    RT_GUARD(call, 4, rt_row_major(&out));
    RT_GUARD(call, 5, 0 <= i);
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 6, i < x0);
    const int64_t out0 = out.shape[0];
    RT_GUARD(call, 7, i < out0);
    const int64_t x1 = x.shape[1];
    const int64_t out1 = out.shape[1];
    RT_GUARD(call, 8, x1 == out1);
    RT_GUARD(call, 9, 1 <= x1);
    RT_GUARD(call, 10, rt_dense_no_self_overlap(&out));
    RT_GUARD(call, 10, rt_no_overlap(&out, &x));
    void *gil = rt_release(x1);
    case_listfill_s1_v0_3_k0(x.data, out.data, i, x1, (float)i);
    rt_acquire(gil);
    rt_bump_version(call, &out);
    /* loops.py:52  out[i] = x[i] * i */
    return rt_return(call, rt_new_tuple(call, 0, NULL));
}

/* ---- case_rowwrite --------------------------------------------------------------------------------------------- */
static const RtGuard case_rowwrite_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"1 <= x.shape[1]", 59},
    {"torch.zeros_like is unchanged", 57},
    {"builtins.range is unchanged", 58},
};

static void case_rowwrite_v0_k0_part(int64_t begin, int64_t end, float *restrict y) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:57  y = torch.zeros_like(x) */
        y[i] = 0.0f;
    }
}

static void case_rowwrite_v0_k0(float *restrict y, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_rowwrite_v0_k0_part(0, x1 * x0, y);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_rowwrite_v0_k0_part(begin, end, y);
        }
    }
}

static void case_rowwrite_v0_k1_part(int64_t begin, int64_t end, const float *restrict y, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        const float y_i = y[i];
        /* loops.py:59  y[i] = x[i] * i */
        insert[i] = y_i;
    }
}

static void case_rowwrite_v0_k1(const float *restrict y, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        case_rowwrite_v0_k1_part(0, x1 * x0, y, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_rowwrite_v0_k1_part(begin, end, y, insert);
        }
    }
}

static void case_rowwrite_v0_k2_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:59  y[i] = x[i] * i */
        const float x_i = x[i];
        insert[i] = x_i * 0.0f;
    }
}

static void case_rowwrite_v0_k2(const float *restrict x, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_rowwrite_v0_k2_part(0, x1, x, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_rowwrite_v0_k2_part(begin, end, x, insert);
        }
    }
}

static void case_rowwrite_v0_k3_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:59  y[i] = x[i] * i */
        insert[i] = x[i];
    }
}

static void case_rowwrite_v0_k3(const float *restrict x, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        case_rowwrite_v0_k3_part(0, x1 * x0, x, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_rowwrite_v0_k3_part(begin, end, x, insert);
        }
    }
}

static void case_rowwrite_v0_k4_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert,
                                     int64_t k_2, int64_t x1, float size) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:59  y[i] = x[i] * i */
        const float x_i = x[k_2 * x1 + x1 + i];
        insert[k_2 * x1 + x1 + i] = x_i * size;
    }
}

static void case_rowwrite_v0_k4(const float *restrict x, float *restrict insert, int64_t k_2, int64_t x1, float size) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_rowwrite_v0_k4_part(0, x1, x, insert, k_2, x1, size);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_rowwrite_v0_k4_part(begin, end, x, insert, k_2, x1, size);
        }
    }
}

static void case_rowwrite_v0_k5(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_rowwrite_v0_k3_part(0, x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_rowwrite_v0_k3_part(begin, end, insert, clone);
        }
    }
}

/* case_rowwrite(x: f32[x0, x1]) */
static RtStatus case_rowwrite_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 2, 1 <= x1);
    RT_GUARD(call, 3, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 3, rt_pinned(call, PINNED_torch_zeros_like));
    RT_GUARD(call, 4, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_builtins_range));
    const int64_t x0 = x.shape[0];
    RtTensor y;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &y));
    void *gil = rt_release(2 * (x1 * x0));
    /* loops.py:58  for i in range(x.size(0)): */
    const bool lt = 0 < x0;
    case_rowwrite_v0_k0(y.data, x1, x0);
    rt_acquire(gil);
    RtTensor chosen;
    int64_t chosen_1 = 0;
    if (lt) {
        /* loops.py:59  y[i] = x[i] * i */
        const bool not = !lt;
        const bool le = 1 <= x1;
        const bool not_1 = !le;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        if (not_1) {
            return rt_miss(call, "sizes do not agree");
        }
        float *insert = rt_scratch(call, 4 * (x1 * x0));
        if (insert == NULL) {
            return rt_miss(call, "out of memory");
        }
        void *gil_1 = rt_release(x1 * x0 + x1);
        case_rowwrite_v0_k1(y.data, insert, x1, x0);
        case_rowwrite_v0_k2(x.data, insert, x1);
        rt_acquire(gil_1);
        const float *state = insert;
        float *next = rt_scratch(call, 4 * (x1 * x0));
        if (next == NULL) {
            return rt_miss(call, "out of memory");
        }
        float *spare = rt_scratch(call, 4 * (x1 * x0));
        if (spare == NULL) {
            return rt_miss(call, "out of memory");
        }
        int64_t t;
        if (!rt_checked_add(-1, x0, &t)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        float *insert_1 = rt_scratch(call, 4 * (x1 * x0));
        if (insert_1 == NULL) {
            return rt_miss(call, "out of memory");
        }
        /* loops.py:58  for i in range(x.size(0)): */
        for (int64_t step = 0; step < t; step++) {
            int64_t t_1;
            if (!rt_checked_add(1, step, &t_1)) {
                return rt_miss(call, "an integer does not fit 64 bits");
            }
            void *gil_2 = rt_release(3 * (x1 * x0) + x1);
            case_rowwrite_v0_k3(state, insert_1, x1, x0);
            case_rowwrite_v0_k4(x.data, insert_1, step, x1, (float)t_1);
            case_rowwrite_v0_k5(insert_1, next, x1, x0);
            rt_acquire(gil_2);
            state = next;
            float *old = next;
            next = spare;
            spare = old;
        }
        RtTensor result;
        RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &result));
        rt_copy(result.data, state, 4 * (x1 * x0));
        chosen = result;
        chosen_1 = x0;
    } else {
        chosen = y;
        chosen_1 = 0;
    }
    PyObject *written = chosen.object;
    RT_TRY(rt_set_version(call, written, chosen_1));
    /* loops.py:60  return y */
    return rt_return(call, written);
}

/* ---- case_enumr ------------------------------------------------------------------------------------------------ */
static const RtGuard case_enumr_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"torch.get_default_dtype() is torch.float32", 64},
    {"torch.zeros is unchanged", 64},
    {"builtins.enumerate is unchanged", 65},
};

static void case_enumr_v0_k0_part(int64_t begin, int64_t end, float *restrict s) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:64  s = torch.zeros(x.size(1)) */
        s[i] = 0.0f;
    }
}

static void case_enumr_v0_k0(float *restrict s, int64_t x1) {
    const int parts = rt_parts(x1, 2 * x1);
    if (parts == 1) {
        case_enumr_v0_k0_part(0, x1, s);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_enumr_v0_k0_part(begin, end, s);
        }
    }
}

static void case_enumr_v0_k1_part(int64_t begin, int64_t end, const float *restrict s, const float *restrict x,
                                  float *restrict s_2) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:66  s = s + r * i */
        const float s_i = s[i];
        /* loops.py:65  for i, r in enumerate(x): */
        const float x_i = x[i];
        /* loops.py:66  s = s + r * i */
        const float s_1 = s_i + x_i * 0.0f;
        s_2[i] = s_1;
    }
}

static void case_enumr_v0_k1(const float *restrict s, const float *restrict x, float *restrict s_2, int64_t x1) {
    const int parts = rt_parts(x1, 8 * x1);
    if (parts == 1) {
        case_enumr_v0_k1_part(0, x1, s, x, s_2);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_enumr_v0_k1_part(begin, end, s, x, s_2);
        }
    }
}

static void case_enumr_v0_k2_part(int64_t begin, int64_t end, const float *restrict x, const float *restrict x_1,
                                  float *restrict s_1, int64_t k_2, int64_t x1, float size) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:65  for i, r in enumerate(x): */
        const float x_i = x_1[k_2 * x1 + x1 + i];
        /* loops.py:66  s = s + r * i */
        const float s = x[i] + x_i * size;
        s_1[i] = s;
    }
}

static void case_enumr_v0_k2(const float *restrict x, const float *restrict x_1, float *restrict s_1, int64_t k_2,
                             int64_t x1, float size) {
    const int parts = rt_parts(x1, 8 * x1);
    if (parts == 1) {
        case_enumr_v0_k2_part(0, x1, x, x_1, s_1, k_2, x1, size);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_enumr_v0_k2_part(begin, end, x, x_1, s_1, k_2, x1, size);
        }
    }
}

/* case_enumr(x: f32[x0, x1]) */
static RtStatus case_enumr_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    RT_GUARD(call, 2, rt_default_dtype(call, RT_F32));
    RT_GUARD(call, 3, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 3, rt_pinned(call, PINNED_torch_zeros));
    RT_GUARD(call, 4, rt_pinned(call, PINNED__enumerate));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_builtins_enumerate));
    const int64_t x0 = x.shape[0];
    const int64_t x1 = x.shape[1];
    RtTensor s;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &s));
    void *gil = rt_release(2 * x1);
    /* loops.py:65  for i, r in enumerate(x): */
    const bool lt = 0 < x0;
    case_enumr_v0_k0(s.data, x1);
    rt_acquire(gil);
    RtTensor chosen;
    if (lt) {
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        float *s_1 = rt_scratch(call, 4 * x1);
        if (s_1 == NULL) {
            return rt_miss(call, "out of memory");
        }
        void *gil_1 = rt_release(3 * x1);
        case_enumr_v0_k1(s.data, x.data, s_1, x1);
        rt_acquire(gil_1);
        const float *state = s_1;
        float *next = rt_scratch(call, 4 * x1);
        if (next == NULL) {
            return rt_miss(call, "out of memory");
        }
        float *spare = rt_scratch(call, 4 * x1);
        if (spare == NULL) {
            return rt_miss(call, "out of memory");
        }
        int64_t t;
        if (!rt_checked_add(-1, x0, &t)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        for (int64_t step = 0; step < t; step++) {
            int64_t t_1;
            if (!rt_checked_add(1, step, &t_1)) {
                return rt_miss(call, "an integer does not fit 64 bits");
            }
            void *gil_2 = rt_release(3 * x1);
            case_enumr_v0_k2(state, x.data, next, step, x1, (float)t_1);
            rt_acquire(gil_2);
            state = next;
            float *old = next;
            next = spare;
            spare = old;
        }
        RtTensor result;
        RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &result));
        rt_copy(result.data, state, 4 * x1);
        chosen = result;
    } else {
        chosen = s;
    }
    /* loops.py:67  return s */
    return rt_return(call, chosen.object);
}

/* ---- case_zipr#1 ----------------------------------------------------------------------------------------------- */
static const RtGuard case_zipr_s1_v0_2_guards[] = {
    {"", 0},
};

/* case_zipr() */
static RtStatus case_zipr_s1_v0_2(RtCall *call) {
    /* loops.py:71  s = 0.0 */
    return rt_return(call, rt_new_float(call, 0.0));
}

/* ---- case_zipr#2 ----------------------------------------------------------------------------------------------- */
static const RtGuard case_zipr_s2_v0_guards[] = {
    {"s: Tensor, f32, any rank", 0},
    {"a: Tensor, f32, any rank", 0},
    {"b: Tensor, f32, any rank", 0},
    {"s: contiguous", 0},
    {"a: contiguous", 0},
    {"b: contiguous", 0},
    {"a.shape == s.shape", 0},
    {"b.shape == s.shape", 0},
};

static void case_zipr_s2_v0_k0_part(int64_t begin, int64_t end, const float *restrict a, const float *restrict b,
                                    double *sum_out) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
        const int64_t rest = stop - (stop - block) % RT_LANES;
        float lanes[RT_LANES];
        rt_clear_lanes_f32(lanes);
        for (int64_t chunk = block; chunk < rest; chunk += RT_LANES) {
#pragma omp simd
            for (int64_t lane = 0; lane < RT_LANES; lane++) {
                /* loops.py:73  s = s + (a * b).sum() */
                lanes[lane] += a[chunk + lane] * b[chunk + lane];
            }
        }
        sum_1 += rt_sum_lanes_f32(lanes);
        if (rest < stop) {
#pragma omp simd reduction(+ : sum_1)
            for (int64_t i = rest; i < stop; i++) {
                sum_1 += a[i] * b[i];
            }
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_zipr_s2_v0_k0(const float *restrict a, const float *restrict b, float *restrict sum_4, int64_t n) {
    /* loops.py:73  s = s + (a * b).sum() */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(n, 4 * n);
    if (parts == 1) {
        case_zipr_s2_v0_k0_part(0, n, a, b, &sum_of[0]);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_zipr_s2_v0_k0_part(begin, end, a, b, &sum_of[part]);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    *sum_4 = sum_3;
}

static void case_zipr_s2_v0_k1_part(int64_t begin, int64_t end, const float *restrict s, const float *restrict sum,
                                    float *restrict s_2) {
    /* loops.py:73  s = s + (a * b).sum() */
    const float sum_1 = *sum;
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        const float s_1 = s[i] + sum_1;
        s_2[i] = s_1;
    }
}

static void case_zipr_s2_v0_k1(const float *restrict s, const float *restrict sum, float *restrict s_2, int64_t n) {
    const int parts = rt_parts(n, 4 * n);
    if (parts == 1) {
        case_zipr_s2_v0_k1_part(0, n, s, sum, s_2);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_zipr_s2_v0_k1_part(begin, end, s, sum, s_2);
        }
    }
}

/* case_zipr(s: f32[...], a: f32[...], b: f32[...]) */
static RtStatus case_zipr_s2_v0(RtCall *call) {
    RtTensor s;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, -1, &s));
    RtTensor a;
    RT_GUARD(call, 1, rt_tensor(call, call->args[1], RT_F32, -1, &a));
    RtTensor b;
    RT_GUARD(call, 2, rt_tensor(call, call->args[2], RT_F32, -1, &b));
    RT_GUARD(call, 3, rt_row_major(&s));
    RT_GUARD(call, 4, rt_row_major(&a));
    RT_GUARD(call, 5, rt_row_major(&b));
    RT_GUARD(call, 6, rt_same_shape(&a, &s));
    RT_GUARD(call, 7, rt_same_shape(&b, &s));
    float sum[1];
    const int64_t n = rt_numel(&s);
    RtTensor s_1;
    RT_TRY(rt_output(call, RT_F32, s.ndim, s.shape, NULL, &s_1));
    void *gil = rt_release(5 * n);
    case_zipr_s2_v0_k0(a.data, b.data, sum, n);
    case_zipr_s2_v0_k1(s.data, sum, s_1.data, n);
    rt_acquire(gil);
    /* loops.py:73  s = s + (a * b).sum() */
    return rt_return(call, s_1.object);
}

/* ---- case_zipr#3 ----------------------------------------------------------------------------------------------- */
static const RtGuard case_zipr_s3_v0_guards[] = {
    {"s: Tensor, f32, any rank", 0},
    {"s: contiguous", 0},
};

/* case_zipr(s: f32[...]) */
static RtStatus case_zipr_s3_v0(RtCall *call) {
    RtTensor s;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, -1, &s));
    RT_GUARD(call, 1, rt_row_major(&s));
    /* loops.py:74  return s */
    return rt_return(call, call->args[0]);
}

/* ---- case_break_data ------------------------------------------------------------------------------------------- */
static const RtGuard case_break_data_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"builtins.range is unchanged", 79},
};

static void case_break_data_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, double *sum_out,
                                       float *restrict s_1) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
#pragma omp simd reduction(+ : sum_1)
        for (int64_t i = block; i < stop; i++) {
            /* loops.py:80  s = s * 0.5 */
            const float s = x[i] * 0.5f;
            s_1[i] = s;
            /* loops.py:81  if s.abs().sum() < 1: */
            sum_1 += rt_abs_f32(s);
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_break_data_v0_k0(const float *restrict x, float *restrict s_1, uint8_t *restrict lt_1, int64_t x1,
                                  int64_t x0) {
    /* loops.py:81  if s.abs().sum() < 1: */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(x1 * x0, 7 * (x1 * x0));
    if (parts == 1) {
        case_break_data_v0_k0_part(0, x1 * x0, x, &sum_of[0], s_1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_break_data_v0_k0_part(begin, end, x, &sum_of[part], s_1);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    const bool lt = sum_3 < 1.0f;
    *lt_1 = lt;
}

/* case_break_data(x: f32[x0, x1]) */
static RtStatus case_break_data_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    RT_GUARD(call, 2, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 2, rt_pinned(call, PINNED_builtins_range));
    const int64_t x0 = x.shape[0];
    const int64_t x1 = x.shape[1];
    uint8_t lt_1[1];
    uint8_t lt_3[1];
    /* loops.py:79  for i in range(x.size(0)): */
    const bool lt = 0 < x0;
    if (lt) {
        float *s = rt_scratch(call, 4 * (x1 * x0));
        if (s == NULL) {
            return rt_miss(call, "out of memory");
        }
        void *gil = rt_release(6 * (x1 * x0));
        case_break_data_v0_k0(x.data, s, lt_1, x1, x0);
        /* loops.py:81  if s.abs().sum() < 1: */
        const bool item = lt_1[0] != 0;
        rt_acquire(gil);
        bool chosen = false;
        if (item) {
            chosen = true;
        } else {
            chosen = false;
        }
        int64_t state = 1;
        bool state_1 = chosen;
        const float *state_2 = s;
        float *next = rt_scratch(call, 4 * (x1 * x0));
        if (next == NULL) {
            return rt_miss(call, "out of memory");
        }
        float *spare = rt_scratch(call, 4 * (x1 * x0));
        if (spare == NULL) {
            return rt_miss(call, "out of memory");
        }
        /* loops.py:79  for i in range(x.size(0)): */
        for (;;) {
            const bool not = !state_1;
            const bool lt_2 = state < x0;
            const bool and = not && lt_2;
            if (!and) {
                break;
            }
            void *gil_1 = rt_release(6 * (x1 * x0));
            case_break_data_v0_k0(state_2, next, lt_3, x1, x0);
            /* loops.py:81  if s.abs().sum() < 1: */
            const bool item_1 = lt_3[0] != 0;
            rt_acquire(gil_1);
            bool chosen_1 = false;
            if (item_1) {
                chosen_1 = true;
            } else {
                chosen_1 = false;
            }
            int64_t t;
            if (!rt_checked_add(1, state, &t)) {
                return rt_miss(call, "an integer does not fit 64 bits");
            }
            const int64_t new_state = t;
            const bool new_state_1 = chosen_1;
            state_2 = next;
            float *old = next;
            next = spare;
            spare = old;
            state = new_state;
            state_1 = new_state_1;
        }
        RtTensor result;
        RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &result));
        rt_copy(result.data, state_2, 4 * (x1 * x0));
        /* loops.py:79  for i in range(x.size(0)): */
        return rt_return(call, result.object);
    } else {
        return rt_return(call, call->args[0]);
    }
}

/* ---- case_break_fixed ------------------------------------------------------------------------------------------ */
static const RtGuard case_break_fixed_v0_guards[] = {
    {"x: Tensor, f32, any rank", 0},
    {"x: contiguous", 0},
    {"builtins.range is unchanged", 87},
};

static void case_break_fixed_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, double *sum_out,
                                        float *restrict x_2) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
#pragma omp simd reduction(+ : sum_1)
        for (int64_t i = block; i < stop; i++) {
            /* loops.py:88  x = x * 0.5 */
            const float x_1 = x[i] * 0.5f;
            x_2[i] = x_1;
            /* loops.py:89  if x.norm() < 0.5: */
            sum_1 += x_1 * x_1;
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_break_fixed_v0_k0(const float *restrict x, float *restrict x_2, uint8_t *restrict lt_1, int64_t n) {
    /* loops.py:89  if x.norm() < 0.5: */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(n, 7 * n);
    if (parts == 1) {
        case_break_fixed_v0_k0_part(0, n, x, &sum_of[0], x_2);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_break_fixed_v0_k0_part(begin, end, x, &sum_of[part], x_2);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    const bool lt = rt_sqrt_f32(sum_3) < 0.5f;
    *lt_1 = lt;
}

static void case_break_fixed_v0_k1_part(int64_t begin, int64_t end, const float *restrict x, double *sum_out,
                                        float *restrict x_2) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
#pragma omp simd reduction(+ : sum_1)
        for (int64_t i = block; i < stop; i++) {
            /* loops.py:88  x = x * 0.5 */
            const float x_i = x[i];
            const float x_1 = x_i * 0.5f;
            x_2[i] = x_1;
            /* loops.py:89  if x.norm() < 0.5: */
            sum_1 += x_1 * x_1;
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_break_fixed_v0_k1(const float *restrict x, float *restrict x_2, uint8_t *restrict lt_1, int64_t n) {
    /* loops.py:89  if x.norm() < 0.5: */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(n, 8 * n);
    if (parts == 1) {
        case_break_fixed_v0_k1_part(0, n, x, &sum_of[0], x_2);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_break_fixed_v0_k1_part(begin, end, x, &sum_of[part], x_2);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    const bool lt = rt_sqrt_f32(sum_3) < 0.5f;
    *lt_1 = lt;
}

static void case_break_fixed_v0_k9_part(int64_t begin, int64_t end, const float *restrict x, float *restrict x_2) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:88  x = x * 0.5 */
        const float x_i = x[i];
        const float x_1 = x_i * 0.5f;
        x_2[i] = x_1;
    }
}

static void case_break_fixed_v0_k9(const float *restrict x, float *restrict x_2, int64_t n) {
    const int parts = rt_parts(n, 5 * n);
    if (parts == 1) {
        case_break_fixed_v0_k9_part(0, n, x, x_2);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_break_fixed_v0_k9_part(begin, end, x, x_2);
        }
    }
}

/* case_break_fixed(x: f32[...]) */
static RtStatus case_break_fixed_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, -1, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    RT_GUARD(call, 2, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 2, rt_pinned(call, PINNED_builtins_range));
    uint8_t lt[1];
    const int64_t n = rt_numel(&x);
    uint8_t lt_1[1];
    uint8_t lt_2[1];
    uint8_t lt_3[1];
    uint8_t lt_4[1];
    uint8_t lt_5[1];
    uint8_t lt_6[1];
    uint8_t lt_7[1];
    uint8_t lt_8[1];
    RtTensor x_1;
    RT_TRY(rt_output(call, RT_F32, x.ndim, x.shape, NULL, &x_1));
    void *gil = rt_release(6 * n);
    case_break_fixed_v0_k0(x.data, x_1.data, lt, n);
    /* loops.py:89  if x.norm() < 0.5: */
    const bool item = lt[0] != 0;
    rt_acquire(gil);
    RtTensor chosen;
    int64_t chosen_1 = 0;
    if (item) {
        chosen = x_1;
        chosen_1 = 0;
    } else {
        RtTensor x_2;
        RT_TRY(rt_output(call, RT_F32, x.ndim, x.shape, NULL, &x_2));
        void *gil_1 = rt_release(6 * n);
        case_break_fixed_v0_k1(x_1.data, x_2.data, lt_1, n);
        const bool item_1 = lt_1[0] != 0;
        rt_acquire(gil_1);
        RtTensor chosen_2;
        int64_t chosen_3 = 0;
        if (item_1) {
            chosen_2 = x_2;
            chosen_3 = 1;
        } else {
            RtTensor x_3;
            RT_TRY(rt_output(call, RT_F32, x.ndim, x.shape, NULL, &x_3));
            void *gil_2 = rt_release(6 * n);
            case_break_fixed_v0_k1(x_2.data, x_3.data, lt_2, n);
            const bool item_2 = lt_2[0] != 0;
            rt_acquire(gil_2);
            RtTensor chosen_4;
            int64_t chosen_5 = 0;
            if (item_2) {
                chosen_4 = x_3;
                chosen_5 = 2;
            } else {
                RtTensor x_4;
                RT_TRY(rt_output(call, RT_F32, x.ndim, x.shape, NULL, &x_4));
                void *gil_3 = rt_release(6 * n);
                case_break_fixed_v0_k1(x_3.data, x_4.data, lt_3, n);
                const bool item_3 = lt_3[0] != 0;
                rt_acquire(gil_3);
                RtTensor chosen_6;
                int64_t chosen_7 = 0;
                if (item_3) {
                    chosen_6 = x_4;
                    chosen_7 = 3;
                } else {
                    RtTensor x_5;
                    RT_TRY(rt_output(call, RT_F32, x.ndim, x.shape, NULL, &x_5));
                    void *gil_4 = rt_release(6 * n);
                    case_break_fixed_v0_k1(x_4.data, x_5.data, lt_4, n);
                    const bool item_4 = lt_4[0] != 0;
                    rt_acquire(gil_4);
                    RtTensor chosen_8;
                    int64_t chosen_9 = 0;
                    if (item_4) {
                        chosen_8 = x_5;
                        chosen_9 = 4;
                    } else {
                        RtTensor x_6;
                        RT_TRY(rt_output(call, RT_F32, x.ndim, x.shape, NULL, &x_6));
                        void *gil_5 = rt_release(6 * n);
                        case_break_fixed_v0_k1(x_5.data, x_6.data, lt_5, n);
                        const bool item_5 = lt_5[0] != 0;
                        rt_acquire(gil_5);
                        RtTensor chosen_10;
                        int64_t chosen_11 = 0;
                        if (item_5) {
                            chosen_10 = x_6;
                            chosen_11 = 5;
                        } else {
                            RtTensor x_7;
                            RT_TRY(rt_output(call, RT_F32, x.ndim, x.shape, NULL, &x_7));
                            void *gil_6 = rt_release(6 * n);
                            case_break_fixed_v0_k1(x_6.data, x_7.data, lt_6, n);
                            const bool item_6 = lt_6[0] != 0;
                            rt_acquire(gil_6);
                            RtTensor chosen_12;
                            int64_t chosen_13 = 0;
                            if (item_6) {
                                chosen_12 = x_7;
                                chosen_13 = 6;
                            } else {
                                RtTensor x_8;
                                RT_TRY(rt_output(call, RT_F32, x.ndim, x.shape, NULL, &x_8));
                                void *gil_7 = rt_release(6 * n);
                                case_break_fixed_v0_k1(x_7.data, x_8.data, lt_7, n);
                                const bool item_7 = lt_7[0] != 0;
                                rt_acquire(gil_7);
                                RtTensor chosen_14;
                                int64_t chosen_15 = 0;
                                if (item_7) {
                                    chosen_14 = x_8;
                                    chosen_15 = 7;
                                } else {
                                    RtTensor x_9;
                                    RT_TRY(rt_output(call, RT_F32, x.ndim, x.shape, NULL, &x_9));
                                    void *gil_8 = rt_release(6 * n);
                                    case_break_fixed_v0_k1(x_8.data, x_9.data, lt_8, n);
                                    const bool item_8 = lt_8[0] != 0;
                                    rt_acquire(gil_8);
                                    RtTensor chosen_16;
                                    int64_t chosen_17 = 0;
                                    if (item_8) {
                                        chosen_16 = x_9;
                                        chosen_17 = 8;
                                    } else {
                                        RtTensor x_10;
                                        RT_TRY(rt_output(call, RT_F32, x.ndim, x.shape, NULL, &x_10));
                                        void *gil_9 = rt_release(3 * n);
                                        case_break_fixed_v0_k9(x_9.data, x_10.data, n);
                                        rt_acquire(gil_9);
                                        chosen_16 = x_10;
                                        chosen_17 = 9;
                                    }
                                    chosen_14 = chosen_16;
                                    chosen_15 = chosen_17;
                                }
                                chosen_12 = chosen_14;
                                chosen_13 = chosen_15;
                            }
                            chosen_10 = chosen_12;
                            chosen_11 = chosen_13;
                        }
                        chosen_8 = chosen_10;
                        chosen_9 = chosen_11;
                    }
                    chosen_6 = chosen_8;
                    chosen_7 = chosen_9;
                }
                chosen_4 = chosen_6;
                chosen_5 = chosen_7;
            }
            chosen_2 = chosen_4;
            chosen_3 = chosen_5;
        }
        chosen = chosen_2;
        chosen_1 = chosen_3;
    }
    /* loops.py:91  return x, i */
    return rt_return(call, rt_new_tuple(call, 2, (PyObject *[]){chosen.object, rt_new_int(call, chosen_1)}));
}

/* ---- case_break_long ------------------------------------------------------------------------------------------- */
static const RtGuard case_break_long_v0_guards[] = {
    {"x: Tensor, f32, any rank", 0},
    {"x: contiguous", 0},
    {"builtins.range is unchanged", 95},
};

static void case_break_long_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, double *sum_out,
                                       float *restrict x_2) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
#pragma omp simd reduction(+ : sum_1)
        for (int64_t i = block; i < stop; i++) {
            /* loops.py:96  x = x * 0.5 */
            const float x_1 = x[i] * 0.5f;
            x_2[i] = x_1;
            /* loops.py:97  if x.norm() < 0.5: */
            sum_1 += x_1 * x_1;
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_break_long_v0_k0(const float *restrict x, float *restrict x_2, uint8_t *restrict lt_1, int64_t n) {
    /* loops.py:97  if x.norm() < 0.5: */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(n, 7 * n);
    if (parts == 1) {
        case_break_long_v0_k0_part(0, n, x, &sum_of[0], x_2);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_break_long_v0_k0_part(begin, end, x, &sum_of[part], x_2);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    const bool lt = rt_sqrt_f32(sum_3) < 0.5f;
    *lt_1 = lt;
}

/* case_break_long(x: f32[...]) */
static RtStatus case_break_long_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, -1, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    RT_GUARD(call, 2, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 2, rt_pinned(call, PINNED_builtins_range));
    const int64_t n = rt_numel(&x);
    uint8_t lt[1];
    uint8_t lt_2[1];
    float *x_1 = rt_scratch(call, 4 * n);
    if (x_1 == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(6 * n);
    case_break_long_v0_k0(x.data, x_1, lt, n);
    /* loops.py:97  if x.norm() < 0.5: */
    const bool item = lt[0] != 0;
    rt_acquire(gil);
    bool chosen = false;
    if (item) {
        chosen = true;
    } else {
        chosen = false;
    }
    int64_t state = 1;
    bool state_1 = chosen;
    const float *state_2 = x_1;
    float *next = rt_scratch(call, 4 * n);
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * n);
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    /* loops.py:95  for i in range(100): */
    for (;;) {
        const bool not = !state_1;
        const bool lt_1 = state < 100;
        const bool and = not && lt_1;
        if (!and) {
            break;
        }
        void *gil_1 = rt_release(6 * n);
        case_break_long_v0_k0(state_2, next, lt_2, n);
        /* loops.py:97  if x.norm() < 0.5: */
        const bool item_1 = lt_2[0] != 0;
        rt_acquire(gil_1);
        bool chosen_1 = false;
        if (item_1) {
            chosen_1 = true;
        } else {
            chosen_1 = false;
        }
        int64_t t;
        if (!rt_checked_add(1, state, &t)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const int64_t new_state = t;
        const bool new_state_1 = chosen_1;
        state_2 = next;
        float *old = next;
        next = spare;
        spare = old;
        state = new_state;
        state_1 = new_state_1;
    }
    RtTensor result;
    RT_TRY(rt_output(call, RT_F32, x.ndim, x.shape, NULL, &result));
    rt_copy(result.data, state_2, 4 * n);
    /* loops.py:99  return x */
    return rt_return(call, result.object);
}

/* ---- case_while_true ------------------------------------------------------------------------------------------- */
static const RtGuard case_while_true_v0_guards[] = {
    {"x: Tensor, f32, any rank", 0},
    {"x: contiguous", 0},
};

static void case_while_true_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, double *sum_out,
                                       float *restrict x_2) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
#pragma omp simd reduction(+ : sum_1)
        for (int64_t i = block; i < stop; i++) {
            /* loops.py:105  x = x * 0.5 */
            const float x_1 = x[i] * 0.5f;
            x_2[i] = x_1;
            /* loops.py:107  if x.norm() < 0.5: */
            sum_1 += x_1 * x_1;
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_while_true_v0_k0(const float *restrict x, float *restrict x_2, uint8_t *restrict lt_1, int64_t n) {
    /* loops.py:107  if x.norm() < 0.5: */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(n, 7 * n);
    if (parts == 1) {
        case_while_true_v0_k0_part(0, n, x, &sum_of[0], x_2);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_while_true_v0_k0_part(begin, end, x, &sum_of[part], x_2);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    const bool lt = rt_sqrt_f32(sum_3) < 0.5f;
    *lt_1 = lt;
}

/* case_while_true(x: f32[...]) */
static RtStatus case_while_true_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, -1, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t n = rt_numel(&x);
    uint8_t lt[1];
    uint8_t lt_1[1];
    float *x_1 = rt_scratch(call, 4 * n);
    if (x_1 == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(6 * n);
    case_while_true_v0_k0(x.data, x_1, lt, n);
    /* loops.py:107  if x.norm() < 0.5: */
    const bool item = lt[0] != 0;
    rt_acquire(gil);
    bool chosen = false;
    if (item) {
        chosen = true;
    } else {
        chosen = false;
    }
    int64_t state = 1;
    bool state_1 = chosen;
    const float *state_2 = x_1;
    float *next = rt_scratch(call, 4 * n);
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * n);
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t state_3 = 1;
    /* loops.py:104  while True: */
    for (;;) {
        const bool not = !state_1;
        if (!not) {
            break;
        }
        void *gil_1 = rt_release(6 * n);
        case_while_true_v0_k0(state_2, next, lt_1, n);
        /* loops.py:107  if x.norm() < 0.5: */
        const bool item_1 = lt_1[0] != 0;
        rt_acquire(gil_1);
        bool chosen_1 = false;
        if (item_1) {
            chosen_1 = true;
        } else {
            chosen_1 = false;
        }
        int64_t t;
        if (!rt_checked_add(1, state, &t)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        int64_t t_1;
        if (!rt_checked_add(1, state_3, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const int64_t new_state = t;
        const bool new_state_1 = chosen_1;
        state_2 = next;
        float *old = next;
        next = spare;
        spare = old;
        const int64_t new_state_2 = t_1;
        state = new_state;
        state_1 = new_state_1;
        state_3 = new_state_2;
    }
    RtTensor result;
    RT_TRY(rt_output(call, RT_F32, x.ndim, x.shape, NULL, &result));
    rt_copy(result.data, state_2, 4 * n);
    /* loops.py:109  return x, n */
    return rt_return(call, rt_new_tuple(call, 2, (PyObject *[]){result.object, rt_new_int(call, state_3)}));
}

/* ---- case_while_true_ret --------------------------------------------------------------------------------------- */
static const RtGuard case_while_true_ret_v0_guards[] = {
    {"x: Tensor, f32, any rank", 0},
    {"x: contiguous", 0},
};

static void case_while_true_ret_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, double *sum_out,
                                           float *restrict x_2) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
#pragma omp simd reduction(+ : sum_1)
        for (int64_t i = block; i < stop; i++) {
            /* loops.py:114  x = x * 0.5 */
            const float x_1 = x[i] * 0.5f;
            x_2[i] = x_1;
            /* loops.py:115  if x.norm() < 0.5: */
            sum_1 += x_1 * x_1;
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_while_true_ret_v0_k0(const float *restrict x, float *restrict x_2, uint8_t *restrict lt_1,
                                      int64_t n) {
    /* loops.py:115  if x.norm() < 0.5: */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(n, 7 * n);
    if (parts == 1) {
        case_while_true_ret_v0_k0_part(0, n, x, &sum_of[0], x_2);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_while_true_ret_v0_k0_part(begin, end, x, &sum_of[part], x_2);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    const bool lt = rt_sqrt_f32(sum_3) < 0.5f;
    *lt_1 = lt;
}

/* case_while_true_ret(x: f32[...]) */
static RtStatus case_while_true_ret_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, -1, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t n = rt_numel(&x);
    uint8_t lt[1];
    uint8_t lt_1[1];
    float *x_1 = rt_scratch(call, 4 * n);
    if (x_1 == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(6 * n);
    case_while_true_ret_v0_k0(x.data, x_1, lt, n);
    /* loops.py:115  if x.norm() < 0.5: */
    const bool item = lt[0] != 0;
    rt_acquire(gil);
    bool chosen = false;
    if (item) {
        chosen = true;
    } else {
        chosen = false;
    }
    int64_t state = 1;
    bool state_1 = chosen;
    bool state_2 = chosen;
    const float *state_3 = x_1;
    float *next = rt_scratch(call, 4 * n);
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * n);
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    /* loops.py:113  while True: */
    for (;;) {
        const bool not = !state_1;
        if (!not) {
            break;
        }
        void *gil_1 = rt_release(6 * n);
        case_while_true_ret_v0_k0(state_3, next, lt_1, n);
        /* loops.py:115  if x.norm() < 0.5: */
        const bool item_1 = lt_1[0] != 0;
        rt_acquire(gil_1);
        bool chosen_1 = false;
        if (item_1) {
            chosen_1 = true;
        } else {
            chosen_1 = false;
        }
        int64_t t;
        if (!rt_checked_add(1, state, &t)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const int64_t new_state = t;
        const bool new_state_1 = chosen_1;
        const bool new_state_2 = chosen_1;
        state_3 = next;
        float *old = next;
        next = spare;
        spare = old;
        state = new_state;
        state_1 = new_state_1;
        state_2 = new_state_2;
    }
    RtTensor result;
    RT_TRY(rt_output(call, RT_F32, x.ndim, x.shape, NULL, &result));
    rt_copy(result.data, state_3, 4 * n);
    /* loops.py:116  return x */
    if (state_2) {
        return rt_return(call, result.object);
    } else {
        /* loops.py:113  while True: */
        return rt_return(call, Py_None);
    }
}

/* ---- case_newton ----------------------------------------------------------------------------------------------- */
static const RtGuard case_newton_v0_guards[] = {
    {"x: Tensor, f32, any rank", 0},
    {"x: contiguous", 0},
    {"builtins.abs is unchanged", 122},
};

static void case_newton_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, double *sum_out) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
        const int64_t rest = stop - (stop - block) % RT_LANES;
        float lanes[RT_LANES];
        rt_clear_lanes_f32(lanes);
        for (int64_t chunk = block; chunk < rest; chunk += RT_LANES) {
#pragma omp simd
            for (int64_t lane = 0; lane < RT_LANES; lane++) {
                /* loops.py:120  y = x.abs().sum() + 1 */
                lanes[lane] += rt_abs_f32(x[chunk + lane]);
            }
        }
        sum_1 += rt_sum_lanes_f32(lanes);
        if (rest < stop) {
#pragma omp simd reduction(+ : sum_1)
            for (int64_t i = rest; i < stop; i++) {
                sum_1 += rt_abs_f32(x[i]);
            }
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_newton_v0_k0(const float *restrict x, float *restrict y_1, float *restrict g_1, float *restrict mul,
                              uint8_t *restrict gt_1, int64_t n) {
    /* loops.py:120  y = x.abs().sum() + 1 */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(n, 3 * n);
    if (parts == 1) {
        case_newton_v0_k0_part(0, n, x, &sum_of[0]);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_newton_v0_k0_part(begin, end, x, &sum_of[part]);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    const float y = sum_3 + 1.0f;
    *y_1 = y;
    /* loops.py:121  g = y / 2 */
    const float g = y * 0.5f;
    *g_1 = g;
    /* loops.py:122  while abs(g * g - y) > 1e-3 * y: */
    const float product = y * 0.001f;
    *mul = product;
    const bool gt = rt_abs_f32(g * g - y) > product;
    *gt_1 = gt;
}

static void case_newton_v0_k1(const float *restrict g, const float *restrict y, float *restrict g_2) {
    /* loops.py:123  g = (g + y / g) / 2 */
    const float g_i = *g;
    const float y_i = *y;
    const float g_1 = (g_i + y_i / g_i) * 0.5f;
    *g_2 = g_1;
}

static void case_newton_v0_k2(const float *restrict x, const float *restrict y, const float *restrict mul,
                              uint8_t *restrict gt) {
    /* loops.py:122  while abs(g * g - y) > 1e-3 * y: */
    const float x_i = *x;
    const float y_i = *y;
    const float mul_i = *mul;
    *gt = rt_abs_f32(x_i * x_i - y_i) > mul_i;
}

/* case_newton(x: f32[...]) */
static RtStatus case_newton_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, -1, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    RT_GUARD(call, 2, rt_pinned(call, PINNED__abs));
    RT_GUARD(call, 2, rt_pinned(call, PINNED_builtins_abs));
    float y[1];
    float mul[1];
    uint8_t gt[1];
    const int64_t n = rt_numel(&x);
    float g_1[1];
    uint8_t gt_1[1];
    RtTensor g;
    RT_TRY(rt_output(call, RT_F32, 0, NULL, NULL, &g));
    void *gil = rt_release(10 * n);
    case_newton_v0_k0(x.data, y, g.data, mul, gt, n);
    /* loops.py:122  while abs(g * g - y) > 1e-3 * y: */
    const bool item = gt[0] != 0;
    rt_acquire(gil);
    RtTensor chosen;
    if (item) {
        case_newton_v0_k1(g.data, y, g_1);
        const float *state = g_1;
        float *next = rt_scratch(call, 4);
        if (next == NULL) {
            return rt_miss(call, "out of memory");
        }
        float *spare = rt_scratch(call, 4);
        if (spare == NULL) {
            return rt_miss(call, "out of memory");
        }
        for (;;) {
            case_newton_v0_k2(state, y, mul, gt_1);
            const bool item_1 = gt_1[0] != 0;
            if (!item_1) {
                break;
            }
            case_newton_v0_k1(state, y, next);
            state = next;
            float *old = next;
            next = spare;
            spare = old;
        }
        RtTensor result;
        RT_TRY(rt_output(call, RT_F32, 0, NULL, NULL, &result));
        rt_copy(result.data, state, 4);
        chosen = result;
    } else {
        chosen = g;
    }
    /* loops.py:124  return g */
    return rt_return(call, chosen.object);
}

/* ---- case_newton2 ---------------------------------------------------------------------------------------------- */
static const RtGuard case_newton2_v0_guards[] = {
    {"x: Tensor, f32, any rank", 0},
    {"x: contiguous", 0},
    {"builtins.range is unchanged", 130},
    {"torch.allclose is unchanged", 132},
};

static void case_newton2_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, int32_t *all_out,
                                    float *restrict y_1, float *restrict g_1, float *restrict n_1) {
    int32_t all = 1;
#pragma omp simd reduction(& : all)
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:128  y = x.abs() + 1 */
        const float y = rt_abs_f32(x[i]) + 1.0f;
        y_1[i] = y;
        /* loops.py:129  g = y / 2 */
        const float g = y * 0.5f;
        g_1[i] = g;
        /* loops.py:131  n = (g + y / g) / 2 */
        const float n = (g + y / g) * 0.5f;
        n_1[i] = n;
        /* loops.py:132  if torch.allclose(n, g, rtol=1e-4): */
        const float abs_1 = rt_abs_f32(n - g);
        const bool or = (n == g) || (rt_isfinite_f32(abs_1) && (abs_1 <= rt_abs_f32(g * 0.0001f) + 1e-08f));
        all &= (int32_t)or;
    }
    *all_out = all;
}

static void case_newton2_v0_k0(const float *restrict x, float *restrict y_1, float *restrict g_1,
                               float *restrict n_1, uint8_t *restrict all_3, int64_t n_2) {
    /* loops.py:132  if torch.allclose(n, g, rtol=1e-4): */
    int32_t all_of[RT_PARTS_MAX];
    const int parts = rt_parts(n_2, 48 * n_2);
    if (parts == 1) {
        case_newton2_v0_k0_part(0, n_2, x, &all_of[0], y_1, g_1, n_1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n_2, part, parts);
            const int64_t end = rt_part_begin(n_2, part + 1, parts);
            case_newton2_v0_k0_part(begin, end, x, &all_of[part], y_1, g_1, n_1);
        }
    }
    int32_t all_1 = all_of[0];
    for (int64_t share = 1; share < parts; share++) {
        all_1 &= all_of[share];
    }
    const bool all_2 = all_1 != 0;
    *all_3 = all_2;
}

static void case_newton2_v0_k1_part(int64_t begin, int64_t end, const float *restrict x, const float *restrict y,
                                    int32_t *all_out, float *restrict n_1) {
    int32_t all = 1;
#pragma omp simd reduction(& : all)
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:131  n = (g + y / g) / 2 */
        const float x_i = x[i];
        const float y_i = y[i];
        const float n = (x_i + y_i / x_i) * 0.5f;
        n_1[i] = n;
        /* loops.py:132  if torch.allclose(n, g, rtol=1e-4): */
        const float abs_1 = rt_abs_f32(n - x_i);
        const bool or = (n == x_i) || (rt_isfinite_f32(abs_1) && (abs_1 <= rt_abs_f32(x_i * 0.0001f) + 1e-08f));
        all &= (int32_t)or;
    }
    *all_out = all;
}

static void case_newton2_v0_k1(const float *restrict x, const float *restrict y, float *restrict n_1,
                               uint8_t *restrict all_3, int64_t n_2) {
    /* loops.py:132  if torch.allclose(n, g, rtol=1e-4): */
    int32_t all_of[RT_PARTS_MAX];
    const int parts = rt_parts(n_2, 37 * n_2);
    if (parts == 1) {
        case_newton2_v0_k1_part(0, n_2, x, y, &all_of[0], n_1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n_2, part, parts);
            const int64_t end = rt_part_begin(n_2, part + 1, parts);
            case_newton2_v0_k1_part(begin, end, x, y, &all_of[part], n_1);
        }
    }
    int32_t all_1 = all_of[0];
    for (int64_t share = 1; share < parts; share++) {
        all_1 &= all_of[share];
    }
    const bool all_2 = all_1 != 0;
    *all_3 = all_2;
}

static void case_newton2_v0_k2_part(int64_t begin, int64_t end, const float *restrict x, float *restrict clone) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:132  if torch.allclose(n, g, rtol=1e-4): */
        clone[i] = x[i];
    }
}

static void case_newton2_v0_k2(const float *restrict x, float *restrict clone, int64_t n) {
    const int parts = rt_parts(n, 2 * n);
    if (parts == 1) {
        case_newton2_v0_k2_part(0, n, x, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_newton2_v0_k2_part(begin, end, x, clone);
        }
    }
}

/* case_newton2(x: f32[...]) */
static RtStatus case_newton2_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, -1, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    RT_GUARD(call, 2, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 2, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 3, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 3, rt_pinned(call, PINNED_torch_allclose));
    const int64_t n = rt_numel(&x);
    uint8_t all[1];
    uint8_t all_1[1];
    float *y = rt_scratch(call, 4 * n);
    if (y == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *g = rt_scratch(call, 4 * n);
    if (g == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *n_1 = rt_scratch(call, 4 * n);
    if (n_1 == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(8 * n);
    case_newton2_v0_k0(x.data, y, g, n_1, all, n);
    /* loops.py:132  if torch.allclose(n, g, rtol=1e-4): */
    const bool item = all[0] != 0;
    rt_acquire(gil);
    bool chosen = false;
    const float *chosen_1 = NULL;
    if (item) {
        chosen = true;
        chosen_1 = g;
    } else {
        chosen = false;
        chosen_1 = n_1;
    }
    int64_t state = 1;
    bool state_1 = chosen;
    const float *state_2 = chosen_1;
    float *next = rt_scratch(call, 4 * n);
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * n);
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *n_2 = rt_scratch(call, 4 * n);
    if (n_2 == NULL) {
        return rt_miss(call, "out of memory");
    }
    /* loops.py:130  for _ in range(50): */
    for (;;) {
        const bool not = !state_1;
        const bool lt = state < 50;
        const bool and = not && lt;
        if (!and) {
            break;
        }
        void *gil_1 = rt_release(4 * n);
        case_newton2_v0_k1(state_2, y, n_2, all_1, n);
        /* loops.py:132  if torch.allclose(n, g, rtol=1e-4): */
        const bool item_1 = all_1[0] != 0;
        rt_acquire(gil_1);
        bool chosen_2 = false;
        const float *chosen_3 = NULL;
        if (item_1) {
            chosen_2 = true;
            chosen_3 = state_2;
        } else {
            chosen_2 = false;
            chosen_3 = n_2;
        }
        int64_t t;
        if (!rt_checked_add(1, state, &t)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        void *gil_2 = rt_release(2 * n);
        case_newton2_v0_k2(chosen_3, next, n);
        rt_acquire(gil_2);
        const int64_t new_state = t;
        const bool new_state_1 = chosen_2;
        state_2 = next;
        float *old = next;
        next = spare;
        spare = old;
        state = new_state;
        state_1 = new_state_1;
    }
    RtTensor result;
    RT_TRY(rt_output(call, RT_F32, x.ndim, x.shape, NULL, &result));
    rt_copy(result.data, state_2, 4 * n);
    /* loops.py:135  return g */
    return rt_return(call, result.object);
}

/* ---- case_continue --------------------------------------------------------------------------------------------- */
static const RtGuard case_continue_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"torch.get_default_dtype() is torch.float32", 139},
    {"torch.zeros is unchanged", 139},
    {"builtins.range is unchanged", 140},
};

static void case_continue_v0_k0_part(int64_t begin, int64_t end, float *restrict s) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:139  s = torch.zeros(x.size(1)) */
        s[i] = 0.0f;
    }
}

static void case_continue_v0_k0(float *restrict s, int64_t x1) {
    const int parts = rt_parts(x1, 2 * x1);
    if (parts == 1) {
        case_continue_v0_k0_part(0, x1, s);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_continue_v0_k0_part(begin, end, s);
        }
    }
}

static void case_continue_v0_k1_part(int64_t begin, int64_t end, const float *restrict x, double *sum_out) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
        const int64_t rest = stop - (stop - block) % RT_LANES;
        float lanes[RT_LANES];
        rt_clear_lanes_f32(lanes);
        for (int64_t chunk = block; chunk < rest; chunk += RT_LANES) {
#pragma omp simd
            for (int64_t lane = 0; lane < RT_LANES; lane++) {
                /* loops.py:141  if x[i].sum() > 0: */
                const float x_i = x[chunk + lane];
                lanes[lane] += x_i;
            }
        }
        sum_1 += rt_sum_lanes_f32(lanes);
        if (rest < stop) {
#pragma omp simd reduction(+ : sum_1)
            for (int64_t i = rest; i < stop; i++) {
                const float x_i_1 = x[i];
                sum_1 += x_i_1;
            }
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_continue_v0_k1(const float *restrict x, uint8_t *restrict gt_1, int64_t x1) {
    /* loops.py:141  if x[i].sum() > 0: */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(x1, 2 * x1);
    if (parts == 1) {
        case_continue_v0_k1_part(0, x1, x, &sum_of[0]);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_continue_v0_k1_part(begin, end, x, &sum_of[part]);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    const bool gt = sum_3 > 0.0f;
    *gt_1 = gt;
}

static void case_continue_v0_k2_part(int64_t begin, int64_t end, const float *restrict s, const float *restrict x,
                                     float *restrict s_2) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:143  s = s + x[i] */
        const float s_i = s[i];
        /* loops.py:141  if x[i].sum() > 0: */
        const float x_i = x[i];
        /* loops.py:143  s = s + x[i] */
        const float s_1 = s_i + x_i;
        s_2[i] = s_1;
    }
}

static void case_continue_v0_k2(const float *restrict s, const float *restrict x, float *restrict s_2, int64_t x1) {
    const int parts = rt_parts(x1, 5 * x1);
    if (parts == 1) {
        case_continue_v0_k2_part(0, x1, s, x, s_2);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_continue_v0_k2_part(begin, end, s, x, s_2);
        }
    }
}

static void case_continue_v0_k3_part(int64_t begin, int64_t end, const float *restrict x, double *sum_out,
                                     int64_t k_2, int64_t x1) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
        const int64_t rest = stop - (stop - block) % RT_LANES;
        float lanes[RT_LANES];
        rt_clear_lanes_f32(lanes);
        for (int64_t chunk = block; chunk < rest; chunk += RT_LANES) {
#pragma omp simd
            for (int64_t lane = 0; lane < RT_LANES; lane++) {
                /* loops.py:141  if x[i].sum() > 0: */
                const float x_i = x[k_2 * x1 + x1 + (chunk + lane)];
                lanes[lane] += x_i;
            }
        }
        sum_1 += rt_sum_lanes_f32(lanes);
        if (rest < stop) {
#pragma omp simd reduction(+ : sum_1)
            for (int64_t i = rest; i < stop; i++) {
                const float x_i_1 = x[k_2 * x1 + x1 + i];
                sum_1 += x_i_1;
            }
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_continue_v0_k3(const float *restrict x, uint8_t *restrict gt_1, int64_t k_2, int64_t x1) {
    /* loops.py:141  if x[i].sum() > 0: */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(x1, 2 * x1);
    if (parts == 1) {
        case_continue_v0_k3_part(0, x1, x, &sum_of[0], k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_continue_v0_k3_part(begin, end, x, &sum_of[part], k_2, x1);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    const bool gt = sum_3 > 0.0f;
    *gt_1 = gt;
}

static void case_continue_v0_k4_part(int64_t begin, int64_t end, const float *restrict x, const float *restrict x_1,
                                     float *restrict clone, int64_t k_2, int64_t x1, bool item_1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:141  if x[i].sum() > 0: */
        const float x_i = x[i];
        const float x_i_1 = x_1[k_2 * x1 + x1 + i];
        /* loops.py:143  s = s + x[i] */
        const float s = x_i + x_i_1;
        /* loops.py:141  if x[i].sum() > 0: */
        clone[i] = item_1 ? x_i : s;
    }
}

static void case_continue_v0_k4(const float *restrict x, const float *restrict x_1, float *restrict clone,
                                int64_t k_2, int64_t x1, bool item_1) {
    const int parts = rt_parts(x1, 8 * x1);
    if (parts == 1) {
        case_continue_v0_k4_part(0, x1, x, x_1, clone, k_2, x1, item_1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_continue_v0_k4_part(begin, end, x, x_1, clone, k_2, x1, item_1);
        }
    }
}

/* case_continue(x: f32[x0, x1]) */
static RtStatus case_continue_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    RT_GUARD(call, 2, rt_default_dtype(call, RT_F32));
    RT_GUARD(call, 3, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 3, rt_pinned(call, PINNED_torch_zeros));
    RT_GUARD(call, 4, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_builtins_range));
    const int64_t x0 = x.shape[0];
    const int64_t x1 = x.shape[1];
    uint8_t gt[1];
    uint8_t gt_1[1];
    RtTensor s;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &s));
    void *gil = rt_release(2 * x1);
    /* loops.py:140  for i in range(x.size(0)): */
    const bool lt = 0 < x0;
    case_continue_v0_k0(s.data, x1);
    rt_acquire(gil);
    RtTensor chosen;
    if (lt) {
        /* loops.py:141  if x[i].sum() > 0: */
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_1 = rt_release(4 * x1);
        case_continue_v0_k1(x.data, gt, x1);
        const bool item = gt[0] != 0;
        rt_acquire(gil_1);
        const float *chosen_1 = NULL;
        if (item) {
            chosen_1 = s.data;
        } else {
            if (not) {
                return rt_miss(call, "sizes do not agree");
            }
            float *s_1 = rt_scratch(call, 4 * x1);
            if (s_1 == NULL) {
                return rt_miss(call, "out of memory");
            }
            void *gil_2 = rt_release(3 * x1);
            case_continue_v0_k2(s.data, x.data, s_1, x1);
            rt_acquire(gil_2);
            chosen_1 = s_1;
        }
        const float *state = chosen_1;
        float *next = rt_scratch(call, 4 * x1);
        if (next == NULL) {
            return rt_miss(call, "out of memory");
        }
        float *spare = rt_scratch(call, 4 * x1);
        if (spare == NULL) {
            return rt_miss(call, "out of memory");
        }
        int64_t t;
        if (!rt_checked_add(-1, x0, &t)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        /* loops.py:140  for i in range(x.size(0)): */
        for (int64_t step = 0; step < t; step++) {
            void *gil_3 = rt_release(6 * x1);
            case_continue_v0_k3(x.data, gt_1, step, x1);
            /* loops.py:141  if x[i].sum() > 0: */
            const bool item_1 = gt_1[0] != 0;
            case_continue_v0_k4(state, x.data, next, step, x1, item_1);
            rt_acquire(gil_3);
            state = next;
            float *old = next;
            next = spare;
            spare = old;
        }
        RtTensor result;
        RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &result));
        rt_copy(result.data, state, 4 * x1);
        chosen = result;
    } else {
        chosen = s;
    }
    /* loops.py:144  return s */
    return rt_return(call, chosen.object);
}

/* ---- case_continue2 -------------------------------------------------------------------------------------------- */
static const RtGuard case_continue2_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"torch.get_default_dtype() is torch.float32", 148},
    {"torch.zeros is unchanged", 148},
    {"builtins.range is unchanged", 149},
};

static void case_continue2_v0_k0_part(int64_t begin, int64_t end, float *restrict s) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:148  s = torch.zeros(x.size(1)) */
        s[i] = 0.0f;
    }
}

static void case_continue2_v0_k0(float *restrict s, int64_t x1) {
    const int parts = rt_parts(x1, 2 * x1);
    if (parts == 1) {
        case_continue2_v0_k0_part(0, x1, s);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_continue2_v0_k0_part(begin, end, s);
        }
    }
}

static void case_continue2_v0_k1_part(int64_t begin, int64_t end, const float *restrict s, const float *restrict x,
                                      float *restrict s_2) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:152  s = s + x[i] */
        const float s_i = s[i];
        const float x_i = x[i];
        const float s_1 = s_i + x_i;
        s_2[i] = s_1;
    }
}

static void case_continue2_v0_k1(const float *restrict s, const float *restrict x, float *restrict s_2, int64_t x1) {
    const int parts = rt_parts(x1, 5 * x1);
    if (parts == 1) {
        case_continue2_v0_k1_part(0, x1, s, x, s_2);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_continue2_v0_k1_part(begin, end, s, x, s_2);
        }
    }
}

static void case_continue2_v0_k2_part(int64_t begin, int64_t end, const float *restrict x, const float *restrict x_1,
                                      float *restrict clone, int64_t k_2, int64_t x1, bool eq) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:150  if i == 1: */
        const float x_i = x[i];
        /* loops.py:152  s = s + x[i] */
        const float x_i_1 = x_1[k_2 * x1 + x1 + i];
        const float s = x_i + x_i_1;
        /* loops.py:150  if i == 1: */
        clone[i] = eq ? x_i : s;
    }
}

static void case_continue2_v0_k2(const float *restrict x, const float *restrict x_1, float *restrict clone,
                                 int64_t k_2, int64_t x1, bool eq) {
    const int parts = rt_parts(x1, 9 * x1);
    if (parts == 1) {
        case_continue2_v0_k2_part(0, x1, x, x_1, clone, k_2, x1, eq);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_continue2_v0_k2_part(begin, end, x, x_1, clone, k_2, x1, eq);
        }
    }
}

/* case_continue2(x: f32[x0, x1]) */
static RtStatus case_continue2_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    RT_GUARD(call, 2, rt_default_dtype(call, RT_F32));
    RT_GUARD(call, 3, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 3, rt_pinned(call, PINNED_torch_zeros));
    RT_GUARD(call, 4, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_builtins_range));
    const int64_t x0 = x.shape[0];
    const int64_t x1 = x.shape[1];
    RtTensor s;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &s));
    void *gil = rt_release(2 * x1);
    /* loops.py:149  for i in range(x.size(0)): */
    const bool lt = 0 < x0;
    case_continue2_v0_k0(s.data, x1);
    rt_acquire(gil);
    RtTensor chosen;
    if (lt) {
        /* loops.py:152  s = s + x[i] */
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        float *s_1 = rt_scratch(call, 4 * x1);
        if (s_1 == NULL) {
            return rt_miss(call, "out of memory");
        }
        void *gil_1 = rt_release(3 * x1);
        case_continue2_v0_k1(s.data, x.data, s_1, x1);
        rt_acquire(gil_1);
        const float *state = s_1;
        float *next = rt_scratch(call, 4 * x1);
        if (next == NULL) {
            return rt_miss(call, "out of memory");
        }
        float *spare = rt_scratch(call, 4 * x1);
        if (spare == NULL) {
            return rt_miss(call, "out of memory");
        }
        int64_t t;
        if (!rt_checked_add(-1, x0, &t)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        /* loops.py:149  for i in range(x.size(0)): */
        for (int64_t step = 0; step < t; step++) {
            int64_t t_1;
            if (!rt_checked_add(1, step, &t_1)) {
                return rt_miss(call, "an integer does not fit 64 bits");
            }
            void *gil_2 = rt_release(2 * x1);
            /* loops.py:150  if i == 1: */
            const bool eq = t_1 == 1;
            case_continue2_v0_k2(state, x.data, next, step, x1, eq);
            rt_acquire(gil_2);
            state = next;
            float *old = next;
            next = spare;
            spare = old;
        }
        RtTensor result;
        RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &result));
        rt_copy(result.data, state, 4 * x1);
        chosen = result;
    } else {
        chosen = s;
    }
    /* loops.py:153  return s */
    return rt_return(call, chosen.object);
}

/* ---- case_ret_loop --------------------------------------------------------------------------------------------- */
static const RtGuard case_ret_loop_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"1 < x.shape[0]", 158},
    {"builtins.range is unchanged", 157},
};

static void case_ret_loop_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, double *sum_out) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
        const int64_t rest = stop - (stop - block) % RT_LANES;
        float lanes[RT_LANES];
        rt_clear_lanes_f32(lanes);
        for (int64_t chunk = block; chunk < rest; chunk += RT_LANES) {
#pragma omp simd
            for (int64_t lane = 0; lane < RT_LANES; lane++) {
                /* loops.py:158  if x[i].sum() > 0: */
                const float x_i = x[chunk + lane];
                lanes[lane] += x_i;
            }
        }
        sum_1 += rt_sum_lanes_f32(lanes);
        if (rest < stop) {
#pragma omp simd reduction(+ : sum_1)
            for (int64_t i = rest; i < stop; i++) {
                const float x_i_1 = x[i];
                sum_1 += x_i_1;
            }
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_ret_loop_v0_k0(const float *restrict x, uint8_t *restrict gt_1, int64_t x1) {
    /* loops.py:158  if x[i].sum() > 0: */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(x1, 2 * x1);
    if (parts == 1) {
        case_ret_loop_v0_k0_part(0, x1, x, &sum_of[0]);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_ret_loop_v0_k0_part(begin, end, x, &sum_of[part]);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    const bool gt = sum_3 > 0.0f;
    *gt_1 = gt;
}

static void case_ret_loop_v0_k1_part(int64_t begin, int64_t end, const float *restrict x, double *sum_out, int64_t n,
                                     int64_t x1) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
        const int64_t rest = stop - (stop - block) % RT_LANES;
        float lanes[RT_LANES];
        rt_clear_lanes_f32(lanes);
        for (int64_t chunk = block; chunk < rest; chunk += RT_LANES) {
#pragma omp simd
            for (int64_t lane = 0; lane < RT_LANES; lane++) {
                /* loops.py:158  if x[i].sum() > 0: */
                const float x_i = x[n * x1 + (chunk + lane)];
                lanes[lane] += x_i;
            }
        }
        sum_1 += rt_sum_lanes_f32(lanes);
        if (rest < stop) {
#pragma omp simd reduction(+ : sum_1)
            for (int64_t i = rest; i < stop; i++) {
                const float x_i_1 = x[n * x1 + i];
                sum_1 += x_i_1;
            }
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_ret_loop_v0_k1(const float *restrict x, uint8_t *restrict gt_1, int64_t n, int64_t x1) {
    /* loops.py:158  if x[i].sum() > 0: */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(x1, 2 * x1);
    if (parts == 1) {
        case_ret_loop_v0_k1_part(0, x1, x, &sum_of[0], n, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_ret_loop_v0_k1_part(begin, end, x, &sum_of[part], n, x1);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    const bool gt = sum_3 > 0.0f;
    *gt_1 = gt;
}

static void case_ret_loop_v0_k2_part(int64_t begin, int64_t end, const float *restrict x, float *restrict mul,
                                     int64_t n_2, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:159  return x[i] * 2 */
        const float x_i = x[n_2 * x1 + i];
        mul[i] = x_i * 2.0f;
    }
}

static void case_ret_loop_v0_k2(const float *restrict x, float *restrict mul, int64_t n_2, int64_t x1) {
    const int parts = rt_parts(x1, 5 * x1);
    if (parts == 1) {
        case_ret_loop_v0_k2_part(0, x1, x, mul, n_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_ret_loop_v0_k2_part(begin, end, x, mul, n_2, x1);
        }
    }
}

/* case_ret_loop(x: f32[x0, x1]) */
static RtStatus case_ret_loop_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 1 < x0);
    RT_GUARD(call, 3, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 3, rt_pinned(call, PINNED_builtins_range));
    uint8_t gt[1];
    const int64_t x1 = x.shape[1];
    uint8_t gt_1[1];
    /* loops.py:157  for i in range(x.size(0)): */
    const bool lt = 0 < x0;
    if (lt) {
        /* loops.py:158  if x[i].sum() > 0: */
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil = rt_release(4 * x1);
        case_ret_loop_v0_k0(x.data, gt, x1);
        const bool item = gt[0] != 0;
        rt_acquire(gil);
        bool chosen = false;
        if (item) {
            chosen = true;
        } else {
            chosen = false;
        }
        int64_t state = 1;
        bool state_1 = chosen;
        bool state_2 = chosen;
        int64_t state_3 = 0;
        /* loops.py:157  for i in range(x.size(0)): */
        for (;;) {
            const bool not_1 = !state_1;
            const bool lt_1 = state < x0;
            const bool and = not_1 && lt_1;
            if (!and) {
                break;
            }
            /* loops.py:158  if x[i].sum() > 0: */
            const bool lt_2 = state < 0;
            int64_t add;
            if (!rt_checked_add(state, x0, &add)) {
                return rt_miss(call, "an integer does not fit 64 bits, or Python raises");
            }
            const int64_t where = lt_2 ? add : state;
            const bool le = 0 <= where;
            const bool not_2 = !le;
            if (not_2) {
                return rt_miss(call, "sizes do not agree");
            }
            const bool lt_3 = where < x0;
            const bool not_3 = !lt_3;
            if (not_3) {
                return rt_miss(call, "sizes do not agree");
            }
            void *gil_1 = rt_release(4 * x1);
            case_ret_loop_v0_k1(x.data, gt_1, where, x1);
            const bool item_1 = gt_1[0] != 0;
            rt_acquire(gil_1);
            bool chosen_1 = false;
            if (item_1) {
                chosen_1 = true;
            } else {
                chosen_1 = false;
            }
            int64_t t;
            if (!rt_checked_add(1, state, &t)) {
                return rt_miss(call, "an integer does not fit 64 bits");
            }
            const int64_t new_state = t;
            const bool new_state_1 = chosen_1;
            const bool new_state_2 = chosen_1;
            const int64_t new_state_3 = state;
            state = new_state;
            state_1 = new_state_1;
            state_2 = new_state_2;
            state_3 = new_state_3;
        }
        /* loops.py:159  return x[i] * 2 */
        if (state_2) {
            const bool lt_4 = state_3 < 0;
            int64_t add_1;
            if (!rt_checked_add(state_3, x0, &add_1)) {
                return rt_miss(call, "an integer does not fit 64 bits, or Python raises");
            }
            const int64_t where_1 = lt_4 ? add_1 : state_3;
            const bool le_1 = 0 <= where_1;
            const bool not_4 = !le_1;
            if (not_4) {
                return rt_miss(call, "sizes do not agree");
            }
            const bool lt_5 = where_1 < x0;
            const bool not_5 = !lt_5;
            if (not_5) {
                return rt_miss(call, "sizes do not agree");
            }
            RtTensor mul;
            RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &mul));
            void *gil_2 = rt_release(3 * x1);
            case_ret_loop_v0_k2(x.data, mul.data, where_1, x1);
            rt_acquire(gil_2);
            return rt_return(call, mul.object);
        } else {
            /* loops.py:157  for i in range(x.size(0)): */
            const bool le_2 = 1 <= x1;
            const bool not_6 = !le_2;
            if (not_6) {
                return rt_miss(call, "sizes do not agree");
            }
            PyObject *view = rt_view(call, x.object, 1, (int64_t[]){x1}, NULL, 0);
            RT_TRY(view != NULL);
            return rt_return(call, view);
        }
    } else {
        const bool le_3 = 1 <= x1;
        const bool not_7 = !le_3;
        if (not_7) {
            return rt_miss(call, "sizes do not agree");
        }
        PyObject *view_1 = rt_view(call, x.object, 1, (int64_t[]){x1}, NULL, 0);
        RT_TRY(view_1 != NULL);
        return rt_return(call, view_1);
    }
}

/* ---- case_forelse#1 -------------------------------------------------------------------------------------------- */
static const RtGuard case_forelse_s1_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"type(i) is int", 0},
    {"x: contiguous", 0},
    {"0 <= i", 166},
    {"i < x.shape[0]", 166},
};

static void case_forelse_s1_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict y_1,
                                       int64_t i_1, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:166  y = x[i] * 3 */
        const float y = x[i_1 * x1 + i] * 3.0f;
        y_1[i] = y;
    }
}

static void case_forelse_s1_v0_k0(const float *restrict x, float *restrict y_1, int64_t i_1, int64_t x1) {
    const int parts = rt_parts(x1, 5 * x1);
    if (parts == 1) {
        case_forelse_s1_v0_k0_part(0, x1, x, y_1, i_1, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_forelse_s1_v0_k0_part(begin, end, x, y_1, i_1, x1);
        }
    }
}

/* case_forelse(x: f32[x0, x1], i: int) */
static RtStatus case_forelse_s1_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    int64_t i;
    RT_GUARD(call, 1, rt_int(call->args[1], &i));
    RT_GUARD(call, 2, rt_row_major(&x));
    RT_GUARD(call, 3, 0 <= i);
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 4, i < x0);
    const int64_t x1 = x.shape[1];
    RtTensor y;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &y));
    void *gil = rt_release(3 * x1);
    case_forelse_s1_v0_k0(x.data, y.data, i, x1);
    rt_acquire(gil);
    /* loops.py:166  y = x[i] * 3 */
    return rt_return(call, y.object);
}

/* ---- case_forelse#2 -------------------------------------------------------------------------------------------- */
static const RtGuard case_forelse_s2_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 169},
};

static void case_forelse_s2_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict y_1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:169  y = x[0] - 1 */
        const float y = x[i] - 1.0f;
        y_1[i] = y;
    }
}

static void case_forelse_s2_v0_k0(const float *restrict x, float *restrict y_1, int64_t x1) {
    const int parts = rt_parts(x1, 5 * x1);
    if (parts == 1) {
        case_forelse_s2_v0_k0_part(0, x1, x, y_1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_forelse_s2_v0_k0_part(begin, end, x, y_1);
        }
    }
}

/* case_forelse(x: f32[x0, x1]) */
static RtStatus case_forelse_s2_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RtTensor y;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &y));
    void *gil = rt_release(3 * x1);
    case_forelse_s2_v0_k0(x.data, y.data, x1);
    rt_acquire(gil);
    /* loops.py:169  y = x[0] - 1 */
    return rt_return(call, y.object);
}

/* ---- case_whileelse -------------------------------------------------------------------------------------------- */
static const RtGuard case_whileelse_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
};

static void case_whileelse_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, double *sum_out) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
        const int64_t rest = stop - (stop - block) % RT_LANES;
        float lanes[RT_LANES];
        rt_clear_lanes_f32(lanes);
        for (int64_t chunk = block; chunk < rest; chunk += RT_LANES) {
#pragma omp simd
            for (int64_t lane = 0; lane < RT_LANES; lane++) {
                /* loops.py:176  if x[n].sum() > 1: */
                const float x_i = x[chunk + lane];
                lanes[lane] += x_i;
            }
        }
        sum_1 += rt_sum_lanes_f32(lanes);
        if (rest < stop) {
#pragma omp simd reduction(+ : sum_1)
            for (int64_t i = rest; i < stop; i++) {
                const float x_i_1 = x[i];
                sum_1 += x_i_1;
            }
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_whileelse_v0_k0(const float *restrict x, uint8_t *restrict gt_1, int64_t x1) {
    /* loops.py:176  if x[n].sum() > 1: */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(x1, 2 * x1);
    if (parts == 1) {
        case_whileelse_v0_k0_part(0, x1, x, &sum_of[0]);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_whileelse_v0_k0_part(begin, end, x, &sum_of[part]);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    const bool gt = sum_3 > 1.0f;
    *gt_1 = gt;
}

static void case_whileelse_v0_k1_part(int64_t begin, int64_t end, const float *restrict x, double *sum_out,
                                      int64_t n_14, int64_t x1) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
        const int64_t rest = stop - (stop - block) % RT_LANES;
        float lanes[RT_LANES];
        rt_clear_lanes_f32(lanes);
        for (int64_t chunk = block; chunk < rest; chunk += RT_LANES) {
#pragma omp simd
            for (int64_t lane = 0; lane < RT_LANES; lane++) {
                /* loops.py:176  if x[n].sum() > 1: */
                const float x_i = x[n_14 * x1 + (chunk + lane)];
                lanes[lane] += x_i;
            }
        }
        sum_1 += rt_sum_lanes_f32(lanes);
        if (rest < stop) {
#pragma omp simd reduction(+ : sum_1)
            for (int64_t i = rest; i < stop; i++) {
                const float x_i_1 = x[n_14 * x1 + i];
                sum_1 += x_i_1;
            }
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_whileelse_v0_k1(const float *restrict x, uint8_t *restrict gt_1, int64_t n_14, int64_t x1) {
    /* loops.py:176  if x[n].sum() > 1: */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(x1, 2 * x1);
    if (parts == 1) {
        case_whileelse_v0_k1_part(0, x1, x, &sum_of[0], n_14, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_whileelse_v0_k1_part(begin, end, x, &sum_of[part], n_14, x1);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    const bool gt = sum_3 > 1.0f;
    *gt_1 = gt;
}

static void case_whileelse_v0_k2_part(int64_t begin, int64_t end, const float *restrict x, float *restrict mul) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:180  return x * 2 */
        const float x_i = x[i];
        mul[i] = x_i * 2.0f;
    }
}

static void case_whileelse_v0_k2(const float *restrict x, float *restrict mul, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 4 * (x1 * x0));
    if (parts == 1) {
        case_whileelse_v0_k2_part(0, x1 * x0, x, mul);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_whileelse_v0_k2_part(begin, end, x, mul);
        }
    }
}

/* case_whileelse(x: f32[x0, x1]) */
static RtStatus case_whileelse_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    uint8_t gt[1];
    const int64_t x1 = x.shape[1];
    uint8_t gt_1[1];
    /* loops.py:175  while n < x.size(0): */
    const bool lt = 0 < x0;
    if (lt) {
        /* loops.py:176  if x[n].sum() > 1: */
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil = rt_release(4 * x1);
        case_whileelse_v0_k0(x.data, gt, x1);
        const bool item = gt[0] != 0;
        rt_acquire(gil);
        bool chosen = false;
        int64_t chosen_1 = 0;
        if (item) {
            chosen = true;
            chosen_1 = 0;
        } else {
            chosen = false;
            chosen_1 = 1;
        }
        int64_t state = 1;
        bool state_1 = chosen;
        int64_t state_2 = chosen_1;
        /* loops.py:175  while n < x.size(0): */
        for (;;) {
            const bool not_1 = !state_1;
            const bool lt_1 = state_2 < x0;
            const bool and = not_1 && lt_1;
            if (!and) {
                break;
            }
            /* loops.py:176  if x[n].sum() > 1: */
            const bool lt_2 = state_2 < 0;
            int64_t add;
            if (!rt_checked_add(state_2, x0, &add)) {
                return rt_miss(call, "an integer does not fit 64 bits, or Python raises");
            }
            const int64_t where = lt_2 ? add : state_2;
            const bool le = 0 <= where;
            const bool not_2 = !le;
            if (not_2) {
                return rt_miss(call, "sizes do not agree");
            }
            const bool lt_3 = where < x0;
            const bool not_3 = !lt_3;
            if (not_3) {
                return rt_miss(call, "sizes do not agree");
            }
            void *gil_1 = rt_release(4 * x1);
            case_whileelse_v0_k1(x.data, gt_1, where, x1);
            const bool item_1 = gt_1[0] != 0;
            rt_acquire(gil_1);
            bool chosen_2 = false;
            int64_t chosen_3 = 0;
            if (item_1) {
                chosen_2 = true;
                chosen_3 = state_2;
            } else {
                int64_t t;
                if (!rt_checked_add(1, state_2, &t)) {
                    return rt_miss(call, "an integer does not fit 64 bits");
                }
                chosen_2 = false;
                chosen_3 = t;
            }
            int64_t t_1;
            if (!rt_checked_add(1, state, &t_1)) {
                return rt_miss(call, "an integer does not fit 64 bits");
            }
            const int64_t new_state = t_1;
            const bool new_state_1 = chosen_2;
            const int64_t new_state_2 = chosen_3;
            state = new_state;
            state_1 = new_state_1;
            state_2 = new_state_2;
        }
        /* loops.py:180  return x * 2 */
        if (state_1) {
            /* loops.py:181  return x[n] */
            const bool le_1 = 1 <= x1;
            const bool not_4 = !le_1;
            const bool lt_4 = state_2 < 0;
            int64_t add_1;
            if (!rt_checked_add(state_2, x0, &add_1)) {
                return rt_miss(call, "an integer does not fit 64 bits, or Python raises");
            }
            const int64_t where_1 = lt_4 ? add_1 : state_2;
            const bool le_2 = 0 <= where_1;
            const bool not_5 = !le_2;
            if (not_5) {
                return rt_miss(call, "sizes do not agree");
            }
            const bool lt_5 = where_1 < x0;
            const bool not_6 = !lt_5;
            if (not_6) {
                return rt_miss(call, "sizes do not agree");
            }
            if (not_4) {
                return rt_miss(call, "sizes do not agree");
            }
            int64_t t_2;
            if (!rt_checked_mul(x1, where_1, &t_2)) {
                return rt_miss(call, "an integer does not fit 64 bits");
            }
            PyObject *view = rt_view(call, x.object, 1, (int64_t[]){x1}, NULL, t_2);
            RT_TRY(view != NULL);
            return rt_return(call, view);
        } else {
            RtTensor mul;
            RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &mul));
            void *gil_2 = rt_release(3 * (x1 * x0));
            case_whileelse_v0_k2(x.data, mul.data, x1, x0);
            rt_acquire(gil_2);
            /* loops.py:180  return x * 2 */
            return rt_return(call, mul.object);
        }
    } else {
        RtTensor mul_1;
        RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &mul_1));
        void *gil_3 = rt_release(3 * (x1 * x0));
        case_whileelse_v0_k2(x.data, mul_1.data, x1, x0);
        rt_acquire(gil_3);
        /* loops.py:175  while n < x.size(0): */
        return rt_return(call, mul_1.object);
    }
}

/* ---- case_nested ----------------------------------------------------------------------------------------------- */
static const RtGuard case_nested_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 188},
    {"torch.get_default_dtype() is torch.float32", 185},
    {"torch.zeros is unchanged", 185},
    {"builtins.range is unchanged", 186},
};

static void case_nested_v0_k0(float *restrict s) {
    /* loops.py:185  s = torch.zeros(()) */
    *s = 0.0f;
}

static void case_nested_v0_k1(const float *restrict s, const float *restrict x, float *restrict s_2) {
    /* loops.py:188  s = s + x[i, j] * (i - j) */
    const float s_i = *s;
    const float x_i = *x;
    const float s_1 = s_i + x_i * 0.0f;
    *s_2 = s_1;
}

static void case_nested_v0_k2(const float *restrict x, const float *restrict x_1, float *restrict s_1, int64_t k_2,
                              float size) {
    /* loops.py:188  s = s + x[i, j] * (i - j) */
    const float x_i = x_1[k_2 + 1];
    const float s = *x + x_i * size;
    *s_1 = s;
}

static void case_nested_v0_k3(const float *restrict x, const float *restrict x_1, float *restrict s_1, int64_t k_6,
                              int64_t x1, float size) {
    /* loops.py:188  s = s + x[i, j] * (i - j) */
    const float x_i = *x;
    const float x_i_1 = x_1[k_6 * x1 + x1];
    const float s = x_i + x_i_1 * size;
    *s_1 = s;
}

static void case_nested_v0_k4(const float *restrict x, const float *restrict x_1, float *restrict s_1, int64_t k_6,
                              int64_t x1, int64_t k_8, float size) {
    /* loops.py:188  s = s + x[i, j] * (i - j) */
    const float x_i = x_1[k_6 * x1 + x1 + k_8 + 1];
    const float s = *x + x_i * size;
    *s_1 = s;
}

static void case_nested_v0_k5(const float *restrict x, float *restrict clone) {
    /* loops.py:187  for j in range(x.size(1)): */
    *clone = *x;
}

/* case_nested(x: f32[x0, x1]) */
static RtStatus case_nested_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    RT_GUARD(call, 3, rt_default_dtype(call, RT_F32));
    RT_GUARD(call, 4, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_torch_zeros));
    RT_GUARD(call, 5, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_builtins_range));
    const int64_t x1 = x.shape[1];
    float s_1[1];
    float s_2[1];
    RtTensor s;
    RT_TRY(rt_output(call, RT_F32, 0, NULL, NULL, &s));
    /* loops.py:186  for i in range(x.size(0)): */
    const bool lt = 0 < x0;
    case_nested_v0_k0(s.data);
    RtTensor chosen;
    if (lt) {
        /* loops.py:187  for j in range(x.size(1)): */
        const bool lt_1 = 0 < x1;
        const float *chosen_1 = NULL;
        if (lt_1) {
            /* loops.py:188  s = s + x[i, j] * (i - j) */
            const bool not = !lt;
            const bool not_1 = !lt_1;
            if (not) {
                return rt_miss(call, "sizes do not agree");
            }
            if (not_1) {
                return rt_miss(call, "sizes do not agree");
            }
            case_nested_v0_k1(s.data, x.data, s_1);
            const float *state = s_1;
            float *next = rt_scratch(call, 4);
            if (next == NULL) {
                return rt_miss(call, "out of memory");
            }
            float *spare = rt_scratch(call, 4);
            if (spare == NULL) {
                return rt_miss(call, "out of memory");
            }
            int64_t t;
            if (!rt_checked_add(-1, x1, &t)) {
                return rt_miss(call, "an integer does not fit 64 bits");
            }
            /* loops.py:187  for j in range(x.size(1)): */
            for (int64_t step = 0; step < t; step++) {
                int64_t t_1;
                int64_t t_2;
                if (!(rt_checked_mul(-1, step, &t_1) && rt_checked_add(-1, t_1, &t_2))) {
                    return rt_miss(call, "an integer does not fit 64 bits");
                }
                case_nested_v0_k2(state, x.data, next, step, (float)t_2);
                state = next;
                float *old = next;
                next = spare;
                spare = old;
            }
            chosen_1 = state;
        } else {
            chosen_1 = s.data;
        }
        const float *state_1 = chosen_1;
        float *next_1 = rt_scratch(call, 4);
        if (next_1 == NULL) {
            return rt_miss(call, "out of memory");
        }
        float *spare_1 = rt_scratch(call, 4);
        if (spare_1 == NULL) {
            return rt_miss(call, "out of memory");
        }
        int64_t t_3;
        if (!rt_checked_add(-1, x0, &t_3)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        int64_t t_5;
        if (!rt_checked_add(-1, x1, &t_5)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        /* loops.py:186  for i in range(x.size(0)): */
        for (int64_t step_1 = 0; step_1 < t_3; step_1++) {
            /* loops.py:187  for j in range(x.size(1)): */
            const float *chosen_2 = NULL;
            if (lt_1) {
                /* loops.py:188  s = s + x[i, j] * (i - j) */
                const bool not_2 = !lt_1;
                if (not_2) {
                    return rt_miss(call, "sizes do not agree");
                }
                int64_t t_4;
                if (!rt_checked_add(1, step_1, &t_4)) {
                    return rt_miss(call, "an integer does not fit 64 bits");
                }
                case_nested_v0_k3(state_1, x.data, s_2, step_1, x1, (float)t_4);
                const float *state_2 = s_2;
                float *next_2 = rt_scratch(call, 4);
                if (next_2 == NULL) {
                    return rt_miss(call, "out of memory");
                }
                float *spare_2 = rt_scratch(call, 4);
                if (spare_2 == NULL) {
                    return rt_miss(call, "out of memory");
                }
                /* loops.py:187  for j in range(x.size(1)): */
                for (int64_t step_2 = 0; step_2 < t_5; step_2++) {
                    int64_t t_6;
                    int64_t t_7;
                    if (!(rt_checked_mul(-1, step_2, &t_6) && rt_checked_add(step_1, t_6, &t_7))) {
                        return rt_miss(call, "an integer does not fit 64 bits");
                    }
                    case_nested_v0_k4(state_2, x.data, next_2, step_1, x1, step_2, (float)t_7);
                    state_2 = next_2;
                    float *old_1 = next_2;
                    next_2 = spare_2;
                    spare_2 = old_1;
                }
                chosen_2 = state_2;
            } else {
                chosen_2 = state_1;
            }
            case_nested_v0_k5(chosen_2, next_1);
            state_1 = next_1;
            float *old_2 = next_1;
            next_1 = spare_1;
            spare_1 = old_2;
        }
        RtTensor result;
        RT_TRY(rt_output(call, RT_F32, 0, NULL, NULL, &result));
        rt_copy(result.data, state_1, 4);
        chosen = result;
    } else {
        chosen = s;
    }
    /* loops.py:189  return s */
    return rt_return(call, chosen.object);
}

/* ---- case_nested2 ---------------------------------------------------------------------------------------------- */
static const RtGuard case_nested2_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[1]", 196},
    {"1 < x.shape[1]", 196},
    {"torch.get_default_dtype() is torch.float32", 193},
    {"torch.zeros is unchanged", 193},
    {"builtins.range is unchanged", 194},
};

static void case_nested2_v0_k0(float *restrict s) {
    /* loops.py:193  s = torch.zeros(()) */
    *s = 0.0f;
}

static void case_nested2_v0_k1(const float *restrict x, uint8_t *restrict gt, int64_t k_2, int64_t x1) {
    /* loops.py:196  if x[i, j] > 0: */
    *gt = x[k_2 * x1 + x1] > 0.0f;
}

static void case_nested2_v0_k2(const float *restrict x, const float *restrict x_1, float *restrict s_1, int64_t k_2,
                               int64_t x1) {
    /* loops.py:198  s = s + x[i, j] */
    const float x_i = *x;
    const float s = x_i + x_1[k_2 * x1 + x1];
    *s_1 = s;
}

static void case_nested2_v0_k3(const float *restrict x, uint8_t *restrict gt, int64_t k_2, int64_t x1, int64_t n_2) {
    /* loops.py:196  if x[i, j] > 0: */
    *gt = x[k_2 * x1 + x1 + n_2] > 0.0f;
}

static void case_nested2_v0_k4(const float *restrict x, const float *restrict x_1, float *restrict s_1, int64_t k_2,
                               int64_t x1, int64_t n_2) {
    /* loops.py:198  s = s + x[i, j] */
    const float x_i = *x;
    const float s = x_i + x_1[k_2 * x1 + x1 + n_2];
    *s_1 = s;
}

static void case_nested2_v0_k5(const float *restrict x, float *restrict clone) {
    /* loops.py:196  if x[i, j] > 0: */
    *clone = *x;
}

static void case_nested2_v0_k6(const float *restrict x, float *restrict clone) {
    /* loops.py:195  for j in range(i): */
    *clone = *x;
}

/* case_nested2(x: f32[x0, x1]) */
static RtStatus case_nested2_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 2, 0 < x1);
    RT_GUARD(call, 3, 1 < x1);
    RT_GUARD(call, 4, rt_default_dtype(call, RT_F32));
    RT_GUARD(call, 5, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_torch_zeros));
    RT_GUARD(call, 6, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 6, rt_pinned(call, PINNED_builtins_range));
    const int64_t x0 = x.shape[0];
    uint8_t gt[1];
    float s_1[1];
    uint8_t gt_1[1];
    float s_2[1];
    RtTensor s;
    RT_TRY(rt_output(call, RT_F32, 0, NULL, NULL, &s));
    /* loops.py:194  for i in range(x.size(0)): */
    const bool lt = 0 < x0;
    case_nested2_v0_k0(s.data);
    RtTensor chosen;
    if (lt) {
        const float *state = s.data;
        float *next = rt_scratch(call, 4);
        if (next == NULL) {
            return rt_miss(call, "out of memory");
        }
        float *spare = rt_scratch(call, 4);
        if (spare == NULL) {
            return rt_miss(call, "out of memory");
        }
        int64_t t;
        if (!rt_checked_add(-1, x0, &t)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        for (int64_t step = 0; step < t; step++) {
            case_nested2_v0_k1(x.data, gt, step, x1);
            /* loops.py:196  if x[i, j] > 0: */
            const bool item = gt[0] != 0;
            bool chosen_1 = false;
            const float *chosen_2 = NULL;
            if (item) {
                chosen_1 = true;
                chosen_2 = state;
            } else {
                case_nested2_v0_k2(state, x.data, s_1, step, x1);
                chosen_1 = false;
                chosen_2 = s_1;
            }
            int64_t state_1 = 1;
            bool state_2 = chosen_1;
            const float *state_3 = chosen_2;
            float *next_1 = rt_scratch(call, 4);
            if (next_1 == NULL) {
                return rt_miss(call, "out of memory");
            }
            float *spare_1 = rt_scratch(call, 4);
            if (spare_1 == NULL) {
                return rt_miss(call, "out of memory");
            }
            /* loops.py:195  for j in range(i): */
            for (;;) {
                const bool not = !state_2;
                int64_t t_1;
                if (!rt_checked_add(1, step, &t_1)) {
                    return rt_miss(call, "an integer does not fit 64 bits");
                }
                const bool lt_1 = state_1 < t_1;
                const bool and = not && lt_1;
                if (!and) {
                    break;
                }
                /* loops.py:196  if x[i, j] > 0: */
                const bool lt_2 = state_1 < 0;
                int64_t add;
                if (!rt_checked_add(state_1, x1, &add)) {
                    return rt_miss(call, "an integer does not fit 64 bits, or Python raises");
                }
                const int64_t where = lt_2 ? add : state_1;
                const bool le = 0 <= where;
                const bool not_1 = !le;
                if (not_1) {
                    return rt_miss(call, "sizes do not agree");
                }
                const bool lt_3 = where < x1;
                const bool not_2 = !lt_3;
                if (not_2) {
                    return rt_miss(call, "sizes do not agree");
                }
                case_nested2_v0_k3(x.data, gt_1, step, x1, where);
                const bool item_1 = gt_1[0] != 0;
                bool chosen_3 = false;
                const float *chosen_4 = NULL;
                if (item_1) {
                    chosen_3 = true;
                    chosen_4 = state_3;
                } else {
                    if (not_1) {
                        return rt_miss(call, "sizes do not agree");
                    }
                    if (not_2) {
                        return rt_miss(call, "sizes do not agree");
                    }
                    case_nested2_v0_k4(state_3, x.data, s_2, step, x1, where);
                    chosen_3 = false;
                    chosen_4 = s_2;
                }
                int64_t t_2;
                if (!rt_checked_add(1, state_1, &t_2)) {
                    return rt_miss(call, "an integer does not fit 64 bits");
                }
                case_nested2_v0_k5(chosen_4, next_1);
                const int64_t new_state = t_2;
                const bool new_state_1 = chosen_3;
                state_3 = next_1;
                float *old = next_1;
                next_1 = spare_1;
                spare_1 = old;
                state_1 = new_state;
                state_2 = new_state_1;
            }
            case_nested2_v0_k6(state_3, next);
            state = next;
            float *old_1 = next;
            next = spare;
            spare = old_1;
        }
        RtTensor result;
        RT_TRY(rt_output(call, RT_F32, 0, NULL, NULL, &result));
        rt_copy(result.data, state, 4);
        chosen = result;
    } else {
        chosen = s;
    }
    /* loops.py:199  return s */
    return rt_return(call, chosen.object);
}

/* ---- case_nested3 ---------------------------------------------------------------------------------------------- */
static const RtGuard case_nested3_v0_guards[] = {
    {"x: Tensor, f32, any rank", 0},
    {"x: contiguous", 0},
};

static void case_nested3_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, double *s_out) {
    double s = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum = 0.0f;
        const int64_t rest = stop - (stop - block) % RT_LANES;
        float lanes[RT_LANES];
        rt_clear_lanes_f32(lanes);
        for (int64_t chunk = block; chunk < rest; chunk += RT_LANES) {
#pragma omp simd
            for (int64_t lane = 0; lane < RT_LANES; lane++) {
                /* loops.py:203  s = x.sum() */
                lanes[lane] += x[chunk + lane];
            }
        }
        sum += rt_sum_lanes_f32(lanes);
        if (rest < stop) {
#pragma omp simd reduction(+ : sum)
            for (int64_t i = rest; i < stop; i++) {
                sum += x[i];
            }
        }
        s += (double)sum;
    }
    *s_out = s;
}

static void case_nested3_v0_k0(const float *restrict x, float *restrict s_3, float *restrict abs_2,
                               uint8_t *restrict gt_1, int64_t n) {
    /* loops.py:203  s = x.sum() */
    double s_of[RT_PARTS_MAX];
    const int parts = rt_parts(n, n);
    if (parts == 1) {
        case_nested3_v0_k0_part(0, n, x, &s_of[0]);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_nested3_v0_k0_part(begin, end, x, &s_of[part]);
        }
    }
    double s_1 = s_of[0];
    for (int64_t share = 1; share < parts; share++) {
        s_1 += s_of[share];
    }
    const float s_2 = (float)s_1;
    *s_3 = s_2;
    /* loops.py:205  while s.abs() > 1: */
    const float abs_1 = rt_abs_f32(s_2);
    *abs_2 = abs_1;
    const bool gt = abs_1 > 1.0f;
    *gt_1 = gt;
}

static void case_nested3_v0_k1(const float *restrict abs_1, uint8_t *restrict gt) {
    /* loops.py:207  while t.abs() > 2: */
    const float abs_i = *abs_1;
    *gt = abs_i > 2.0f;
}

static void case_nested3_v0_k2(const float *restrict s, float *restrict t_1) {
    /* loops.py:208  t = t / 2 */
    const float s_i = *s;
    const float t = s_i * 0.5f;
    *t_1 = t;
}

static void case_nested3_v0_k3(const float *restrict x, uint8_t *restrict gt) {
    /* loops.py:207  while t.abs() > 2: */
    *gt = rt_abs_f32(*x) > 2.0f;
}

static void case_nested3_v0_k4(const float *restrict x, float *restrict t_1) {
    /* loops.py:208  t = t / 2 */
    const float t = *x * 0.5f;
    *t_1 = t;
}

static void case_nested3_v0_k5(const float *restrict x, float *restrict s_1) {
    /* loops.py:210  s = t * 0.6 */
    const float s = *x * 0.6f;
    *s_1 = s;
}

static void case_nested3_v0_k6(const float *restrict x, uint8_t *restrict gt) {
    /* loops.py:205  while s.abs() > 1: */
    *gt = rt_abs_f32(*x) > 1.0f;
}

static void case_nested3_v0_k7(const float *restrict x, uint8_t *restrict gt) {
    /* loops.py:207  while t.abs() > 2: */
    const float x_i = *x;
    *gt = rt_abs_f32(x_i) > 2.0f;
}

/* case_nested3(x: f32[...]) */
static RtStatus case_nested3_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, -1, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    float abs_1[1];
    uint8_t gt[1];
    const int64_t n = rt_numel(&x);
    uint8_t gt_1[1];
    float t[1];
    uint8_t gt_2[1];
    float s_1[1];
    uint8_t gt_3[1];
    uint8_t gt_4[1];
    float t_2[1];
    uint8_t gt_5[1];
    RtTensor s;
    RT_TRY(rt_output(call, RT_F32, 0, NULL, NULL, &s));
    void *gil = rt_release(6 * n);
    case_nested3_v0_k0(x.data, s.data, abs_1, gt, n);
    /* loops.py:205  while s.abs() > 1: */
    const bool item = gt[0] != 0;
    rt_acquire(gil);
    RtTensor chosen;
    int64_t chosen_1 = 0;
    if (item) {
        case_nested3_v0_k1(abs_1, gt_1);
        /* loops.py:207  while t.abs() > 2: */
        const bool item_1 = gt_1[0] != 0;
        int64_t chosen_2 = 0;
        const float *chosen_3 = NULL;
        if (item_1) {
            case_nested3_v0_k2(s.data, t);
            int64_t state = 1;
            const float *state_1 = t;
            float *next = rt_scratch(call, 4);
            if (next == NULL) {
                return rt_miss(call, "out of memory");
            }
            float *spare = rt_scratch(call, 4);
            if (spare == NULL) {
                return rt_miss(call, "out of memory");
            }
            for (;;) {
                case_nested3_v0_k3(state_1, gt_2);
                const bool item_2 = gt_2[0] != 0;
                if (!item_2) {
                    break;
                }
                case_nested3_v0_k4(state_1, next);
                int64_t t_1;
                if (!rt_checked_add(1, state, &t_1)) {
                    return rt_miss(call, "an integer does not fit 64 bits");
                }
                const int64_t new_state = t_1;
                state_1 = next;
                float *old = next;
                next = spare;
                spare = old;
                state = new_state;
            }
            chosen_2 = state;
            chosen_3 = state_1;
        } else {
            chosen_2 = 0;
            chosen_3 = s.data;
        }
        case_nested3_v0_k5(chosen_3, s_1);
        const float *state_2 = s_1;
        float *next_1 = rt_scratch(call, 4);
        if (next_1 == NULL) {
            return rt_miss(call, "out of memory");
        }
        float *spare_1 = rt_scratch(call, 4);
        if (spare_1 == NULL) {
            return rt_miss(call, "out of memory");
        }
        int64_t state_3 = chosen_2;
        /* loops.py:205  while s.abs() > 1: */
        for (;;) {
            case_nested3_v0_k6(state_2, gt_3);
            const bool item_3 = gt_3[0] != 0;
            if (!item_3) {
                break;
            }
            case_nested3_v0_k7(state_2, gt_4);
            /* loops.py:207  while t.abs() > 2: */
            const bool item_4 = gt_4[0] != 0;
            int64_t chosen_4 = 0;
            const float *chosen_5 = NULL;
            if (item_4) {
                case_nested3_v0_k2(state_2, t_2);
                int64_t t_3;
                if (!rt_checked_add(1, state_3, &t_3)) {
                    return rt_miss(call, "an integer does not fit 64 bits");
                }
                int64_t state_4 = t_3;
                const float *state_5 = t_2;
                float *next_2 = rt_scratch(call, 4);
                if (next_2 == NULL) {
                    return rt_miss(call, "out of memory");
                }
                float *spare_2 = rt_scratch(call, 4);
                if (spare_2 == NULL) {
                    return rt_miss(call, "out of memory");
                }
                for (;;) {
                    case_nested3_v0_k3(state_5, gt_5);
                    const bool item_5 = gt_5[0] != 0;
                    if (!item_5) {
                        break;
                    }
                    case_nested3_v0_k4(state_5, next_2);
                    int64_t t_4;
                    if (!rt_checked_add(1, state_4, &t_4)) {
                        return rt_miss(call, "an integer does not fit 64 bits");
                    }
                    const int64_t new_state_1 = t_4;
                    state_5 = next_2;
                    float *old_1 = next_2;
                    next_2 = spare_2;
                    spare_2 = old_1;
                    state_4 = new_state_1;
                }
                chosen_4 = state_4;
                chosen_5 = state_5;
            } else {
                chosen_4 = state_3;
                chosen_5 = state_2;
            }
            case_nested3_v0_k5(chosen_5, next_1);
            state_2 = next_1;
            float *old_2 = next_1;
            next_1 = spare_1;
            spare_1 = old_2;
            const int64_t new_state_2 = chosen_4;
            state_3 = new_state_2;
        }
        RtTensor result;
        RT_TRY(rt_output(call, RT_F32, 0, NULL, NULL, &result));
        rt_copy(result.data, state_2, 4);
        chosen = result;
        chosen_1 = state_3;
    } else {
        chosen = s;
        chosen_1 = 0;
    }
    /* loops.py:211  return s, n */
    return rt_return(call, rt_new_tuple(call, 2, (PyObject *[]){chosen.object, rt_new_int(call, chosen_1)}));
}

/* ---- case_dictcarry -------------------------------------------------------------------------------------------- */
static const RtGuard case_dictcarry_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"torch.get_default_dtype() is torch.float32", 215},
    {"torch.zeros is unchanged", 215},
    {"builtins.range is unchanged", 216},
};

static void case_dictcarry_v0_k0_part(int64_t begin, int64_t end, float *restrict full) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:215  d = {"h": torch.zeros(x.size(1)), "n": 0} */
        full[i] = 0.0f;
    }
}

static void case_dictcarry_v0_k0(float *restrict full, int64_t x1) {
    const int parts = rt_parts(x1, 2 * x1);
    if (parts == 1) {
        case_dictcarry_v0_k0_part(0, x1, full);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_dictcarry_v0_k0_part(begin, end, full);
        }
    }
}

static void case_dictcarry_v0_k1_part(int64_t begin, int64_t end, const float *restrict full,
                                      const float *restrict x, float *restrict add) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:217  d["h"] = d["h"] + x[t] */
        const float full_i = full[i];
        const float x_i = x[i];
        add[i] = full_i + x_i;
    }
}

static void case_dictcarry_v0_k1(const float *restrict full, const float *restrict x, float *restrict add,
                                 int64_t x1) {
    const int parts = rt_parts(x1, 5 * x1);
    if (parts == 1) {
        case_dictcarry_v0_k1_part(0, x1, full, x, add);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_dictcarry_v0_k1_part(begin, end, full, x, add);
        }
    }
}

static void case_dictcarry_v0_k2_part(int64_t begin, int64_t end, const float *restrict x, const float *restrict x_1,
                                      float *restrict add, int64_t k_2, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:217  d["h"] = d["h"] + x[t] */
        const float x_i = x_1[k_2 * x1 + x1 + i];
        add[i] = x[i] + x_i;
    }
}

static void case_dictcarry_v0_k2(const float *restrict x, const float *restrict x_1, float *restrict add,
                                 int64_t k_2, int64_t x1) {
    const int parts = rt_parts(x1, 5 * x1);
    if (parts == 1) {
        case_dictcarry_v0_k2_part(0, x1, x, x_1, add, k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_dictcarry_v0_k2_part(begin, end, x, x_1, add, k_2, x1);
        }
    }
}

static void case_dictcarry_v0_k3_part(int64_t begin, int64_t end, const float *restrict x, float *restrict mul,
                                      float size) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:219  return d["h"] * d["n"] */
        mul[i] = x[i] * size;
    }
}

static void case_dictcarry_v0_k3(const float *restrict x, float *restrict mul, int64_t x1, float size) {
    const int parts = rt_parts(x1, 4 * x1);
    if (parts == 1) {
        case_dictcarry_v0_k3_part(0, x1, x, mul, size);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_dictcarry_v0_k3_part(begin, end, x, mul, size);
        }
    }
}

/* case_dictcarry(x: f32[x0, x1]) */
static RtStatus case_dictcarry_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    RT_GUARD(call, 2, rt_default_dtype(call, RT_F32));
    RT_GUARD(call, 3, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 3, rt_pinned(call, PINNED_torch_zeros));
    RT_GUARD(call, 4, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_builtins_range));
    const int64_t x0 = x.shape[0];
    const int64_t x1 = x.shape[1];
    float *full = rt_scratch(call, 4 * x1);
    if (full == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(2 * x1);
    /* loops.py:216  for t in range(x.size(0)): */
    const bool lt = 0 < x0;
    case_dictcarry_v0_k0(full, x1);
    rt_acquire(gil);
    const float *chosen = NULL;
    int64_t chosen_1 = 0;
    if (lt) {
        /* loops.py:217  d["h"] = d["h"] + x[t] */
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        float *add = rt_scratch(call, 4 * x1);
        if (add == NULL) {
            return rt_miss(call, "out of memory");
        }
        void *gil_1 = rt_release(3 * x1);
        case_dictcarry_v0_k1(full, x.data, add, x1);
        rt_acquire(gil_1);
        const float *state = add;
        float *next = rt_scratch(call, 4 * x1);
        if (next == NULL) {
            return rt_miss(call, "out of memory");
        }
        float *spare = rt_scratch(call, 4 * x1);
        if (spare == NULL) {
            return rt_miss(call, "out of memory");
        }
        int64_t state_1 = 1;
        int64_t t;
        if (!rt_checked_add(-1, x0, &t)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        /* loops.py:216  for t in range(x.size(0)): */
        for (int64_t step = 0; step < t; step++) {
            void *gil_2 = rt_release(3 * x1);
            case_dictcarry_v0_k2(state, x.data, next, step, x1);
            rt_acquire(gil_2);
            int64_t t_1;
            if (!rt_checked_add(1, state_1, &t_1)) {
                return rt_miss(call, "an integer does not fit 64 bits");
            }
            state = next;
            float *old = next;
            next = spare;
            spare = old;
            const int64_t new_state = t_1;
            state_1 = new_state;
        }
        chosen = state;
        chosen_1 = state_1;
    } else {
        chosen = full;
        chosen_1 = 0;
    }
    RtTensor mul;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &mul));
    void *gil_3 = rt_release(3 * x1);
    case_dictcarry_v0_k3(chosen, mul.data, x1, (float)chosen_1);
    rt_acquire(gil_3);
    /* loops.py:219  return d["h"] * d["n"] */
    return rt_return(call, mul.object);
}

/* ---- case_tuplecarry ------------------------------------------------------------------------------------------- */
static const RtGuard case_tuplecarry_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"torch.get_default_dtype() is torch.float32", 223},
    {"torch.zeros is unchanged", 223},
    {"torch.ones is unchanged", 223},
    {"builtins.range is unchanged", 224},
    {"torch.tanh is unchanged", 226},
};

static void case_tuplecarry_v0_k0_part(int64_t begin, int64_t end, float *restrict full, float *restrict full_1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:223  st = (torch.zeros(x.size(1)), torch.ones(x.size(1))) */
        full[i] = 0.0f;
        full_1[i] = 1.0f;
    }
}

static void case_tuplecarry_v0_k0(float *restrict full, float *restrict full_1, int64_t x1) {
    const int parts = rt_parts(x1, 3 * x1);
    if (parts == 1) {
        case_tuplecarry_v0_k0_part(0, x1, full, full_1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_tuplecarry_v0_k0_part(begin, end, full, full_1);
        }
    }
}

static void case_tuplecarry_v0_k1_part(int64_t begin, int64_t end, const float *restrict x,
                                       const float *restrict full, const float *restrict full_1,
                                       float *restrict tanh_2, float *restrict add_1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:226  st = (torch.tanh(x[t] + h), c * 0.5 + h) */
        const float x_i = x[i];
        const float full_i = full[i];
        const float tanh_1 = rt_tanh_f32(x_i + full_i);
        tanh_2[i] = tanh_1;
        const float full_i_1 = full_1[i];
        const float add = full_i_1 * 0.5f + full_i;
        add_1[i] = add;
    }
}

static void case_tuplecarry_v0_k1(const float *restrict x, const float *restrict full, const float *restrict full_1,
                                  float *restrict tanh_2, float *restrict add_1, int64_t x1) {
    const int parts = rt_parts(x1, 24 * x1);
    if (parts == 1) {
        case_tuplecarry_v0_k1_part(0, x1, x, full, full_1, tanh_2, add_1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_tuplecarry_v0_k1_part(begin, end, x, full, full_1, tanh_2, add_1);
        }
    }
}

static void case_tuplecarry_v0_k2_part(int64_t begin, int64_t end, const float *restrict x,
                                       const float *restrict x_1, const float *restrict x_2, float *restrict tanh_2,
                                       float *restrict add_1, int64_t k_2, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:226  st = (torch.tanh(x[t] + h), c * 0.5 + h) */
        const float x_i = x[k_2 * x1 + x1 + i];
        const float x_i_1 = x_1[i];
        const float tanh_1 = rt_tanh_f32(x_i + x_i_1);
        tanh_2[i] = tanh_1;
        const float add = x_2[i] * 0.5f + x_i_1;
        add_1[i] = add;
    }
}

static void case_tuplecarry_v0_k2(const float *restrict x, const float *restrict x_1, const float *restrict x_2,
                                  float *restrict tanh_2, float *restrict add_1, int64_t k_2, int64_t x1) {
    const int parts = rt_parts(x1, 24 * x1);
    if (parts == 1) {
        case_tuplecarry_v0_k2_part(0, x1, x, x_1, x_2, tanh_2, add_1, k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_tuplecarry_v0_k2_part(begin, end, x, x_1, x_2, tanh_2, add_1, k_2, x1);
        }
    }
}

static void case_tuplecarry_v0_k3_part(int64_t begin, int64_t end, const float *restrict x,
                                       const float *restrict x_1, float *restrict add) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:227  return st[0] + st[1] */
        add[i] = x[i] + x_1[i];
    }
}

static void case_tuplecarry_v0_k3(const float *restrict x, const float *restrict x_1, float *restrict add,
                                  int64_t x1) {
    const int parts = rt_parts(x1, 4 * x1);
    if (parts == 1) {
        case_tuplecarry_v0_k3_part(0, x1, x, x_1, add);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_tuplecarry_v0_k3_part(begin, end, x, x_1, add);
        }
    }
}

/* case_tuplecarry(x: f32[x0, x1]) */
static RtStatus case_tuplecarry_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    RT_GUARD(call, 2, rt_default_dtype(call, RT_F32));
    RT_GUARD(call, 3, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 3, rt_pinned(call, PINNED_torch_zeros));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_torch_ones));
    RT_GUARD(call, 5, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 6, rt_pinned(call, PINNED_torch_tanh));
    const int64_t x0 = x.shape[0];
    const int64_t x1 = x.shape[1];
    float *full = rt_scratch(call, 4 * x1);
    if (full == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *full_1 = rt_scratch(call, 4 * x1);
    if (full_1 == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(3 * x1);
    /* loops.py:224  for t in range(x.size(0)): */
    const bool lt = 0 < x0;
    case_tuplecarry_v0_k0(full, full_1, x1);
    rt_acquire(gil);
    const float *chosen = NULL;
    const float *chosen_1 = NULL;
    if (lt) {
        /* loops.py:226  st = (torch.tanh(x[t] + h), c * 0.5 + h) */
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        float *tanh_1 = rt_scratch(call, 4 * x1);
        if (tanh_1 == NULL) {
            return rt_miss(call, "out of memory");
        }
        float *add = rt_scratch(call, 4 * x1);
        if (add == NULL) {
            return rt_miss(call, "out of memory");
        }
        void *gil_1 = rt_release(16 * x1);
        case_tuplecarry_v0_k1(x.data, full, full_1, tanh_1, add, x1);
        rt_acquire(gil_1);
        const float *state = tanh_1;
        float *next = rt_scratch(call, 4 * x1);
        if (next == NULL) {
            return rt_miss(call, "out of memory");
        }
        float *spare = rt_scratch(call, 4 * x1);
        if (spare == NULL) {
            return rt_miss(call, "out of memory");
        }
        const float *state_1 = add;
        float *next_1 = rt_scratch(call, 4 * x1);
        if (next_1 == NULL) {
            return rt_miss(call, "out of memory");
        }
        float *spare_1 = rt_scratch(call, 4 * x1);
        if (spare_1 == NULL) {
            return rt_miss(call, "out of memory");
        }
        int64_t t;
        if (!rt_checked_add(-1, x0, &t)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        /* loops.py:224  for t in range(x.size(0)): */
        for (int64_t step = 0; step < t; step++) {
            void *gil_2 = rt_release(16 * x1);
            case_tuplecarry_v0_k2(x.data, state, state_1, next, next_1, step, x1);
            rt_acquire(gil_2);
            state = next;
            float *old = next;
            next = spare;
            spare = old;
            state_1 = next_1;
            float *old_1 = next_1;
            next_1 = spare_1;
            spare_1 = old_1;
        }
        chosen = state;
        chosen_1 = state_1;
    } else {
        chosen = full;
        chosen_1 = full_1;
    }
    RtTensor add_1;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &add_1));
    void *gil_3 = rt_release(3 * x1);
    case_tuplecarry_v0_k3(chosen, chosen_1, add_1.data, x1);
    rt_acquire(gil_3);
    /* loops.py:227  return st[0] + st[1] */
    return rt_return(call, add_1.object);
}

/* ---- St.step --------------------------------------------------------------------------------------------------- */
static const RtGuard St_step_v0_guards[] = {
    {"type(self) is St", 0},
    {"x: Tensor, f32, any rank", 0},
    {"self: 'h' is a plain attribute when it is assigned", 237},
    {"self: 'n' is a plain attribute when it is assigned", 237},
    {"x: contiguous", 0},
    {"type(self.h) is int", 0},
    {"type(self.n) is int", 0},
    {"torch.tanh is unchanged", 236},
};

static void St_step_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict tanh_1,
                               float size) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:236  self.h = torch.tanh(self.h + x) */
        tanh_1[i] = rt_tanh_f32(x[i] + size);
    }
}

static void St_step_v0_k0(const float *restrict x, float *restrict tanh_1, int64_t n, float size) {
    const int parts = rt_parts(n, 17 * n);
    if (parts == 1) {
        St_step_v0_k0_part(0, n, x, tanh_1, size);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            St_step_v0_k0_part(begin, end, x, tanh_1, size);
        }
    }
}

/* St.step(self: St, x: f32[...]) */
static RtStatus St_step_v0(RtCall *call) {
    RT_GUARD(call, 0, rt_is_class(call, call->args[0], "", "St"));
    RtTensor x;
    RT_GUARD(call, 1, rt_tensor(call, call->args[1], RT_F32, -1, &x));
    RT_GUARD(call, 2, rt_settable(call, call->args[0], NAME_h, RT_PLAIN));
    RT_GUARD(call, 3, rt_settable(call, call->args[0], NAME_n, RT_PLAIN));
    RT_GUARD(call, 4, rt_row_major(&x));
    PyObject *h_object = rt_attr(call, call->args[0], NAME_h);
    int64_t h;
    RT_GUARD(call, 5, rt_int(h_object, &h));
    PyObject *n_object = rt_attr(call, call->args[0], NAME_n);
    int64_t n;
    RT_GUARD(call, 6, rt_int(n_object, &n));
    RT_GUARD(call, 7, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 7, rt_pinned(call, PINNED_torch_tanh));
    const int64_t n_1 = rt_numel(&x);
    int64_t t;
    if (!rt_checked_add(1, n, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    RtTensor tanh_1;
    RT_TRY(rt_output(call, RT_F32, x.ndim, x.shape, NULL, &tanh_1));
    void *gil = rt_release(14 * n_1);
    St_step_v0_k0(x.data, tanh_1.data, n_1, (float)h);
    rt_acquire(gil);
    PyObject *result = tanh_1.object;
    PyObject *stored = tanh_1.object;
    RT_TRY(stored != NULL);
    PyObject *stored_1 = rt_new_int(call, t);
    RT_TRY(stored_1 != NULL);
    RT_TRY(result != NULL);
    RT_TRY(rt_set_plain(call, call->args[0], NAME_h, stored));
    RT_TRY(rt_set_plain(call, call->args[0], NAME_n, stored_1));
    /* loops.py:238  return self.h */
    return rt_return(call, result);
}

/* ---- case_objcarry --------------------------------------------------------------------------------------------- */
static const RtGuard case_objcarry_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 243},
    {"torch.get_default_dtype() is torch.float32", 242},
    {"St is unchanged", 242},
    {"torch.zeros is unchanged", 242},
    {"the code of St.__init__ is unchanged", 242},
    {"builtins.range is unchanged", 243},
    {"the code of St.step is unchanged", 244},
    {"torch.tanh is unchanged", 236},
};

static void case_objcarry_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict tanh_2) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:244  y = s.step(x[t]) */
        const float x_i = x[i];
        /* loops.py:236  self.h = torch.tanh(self.h + x) */
        const float tanh_1 = rt_tanh_f32(0.0f + x_i);
        tanh_2[i] = tanh_1;
    }
}

static void case_objcarry_v0_k0(const float *restrict x, float *restrict tanh_2, int64_t x1) {
    const int parts = rt_parts(x1, 19 * x1);
    if (parts == 1) {
        case_objcarry_v0_k0_part(0, x1, x, tanh_2);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_objcarry_v0_k0_part(begin, end, x, tanh_2);
        }
    }
}

static void case_objcarry_v0_k1_part(int64_t begin, int64_t end, const float *restrict x, const float *restrict x_1,
                                     float *restrict tanh_2, float *restrict clone, int64_t k_6, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:244  y = s.step(x[t]) */
        const float x_i = x_1[k_6 * x1 + x1 + i];
        /* loops.py:236  self.h = torch.tanh(self.h + x) */
        const float tanh_1 = rt_tanh_f32(x[i] + x_i);
        tanh_2[i] = tanh_1;
        clone[i] = tanh_1;
    }
}

static void case_objcarry_v0_k1(const float *restrict x, const float *restrict x_1, float *restrict tanh_2,
                                float *restrict clone, int64_t k_6, int64_t x1) {
    const int parts = rt_parts(x1, 31 * x1);
    if (parts == 1) {
        case_objcarry_v0_k1_part(0, x1, x, x_1, tanh_2, clone, k_6, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_objcarry_v0_k1_part(begin, end, x, x_1, tanh_2, clone, k_6, x1);
        }
    }
}

static void case_objcarry_v0_k2_part(int64_t begin, int64_t end, const float *restrict x, const float *restrict x_1,
                                     float *restrict add, float size) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:245  return s.h + y * s.n */
        add[i] = x[i] + x_1[i] * size;
    }
}

static void case_objcarry_v0_k2(const float *restrict x, const float *restrict x_1, float *restrict add, int64_t x1,
                                float size) {
    const int parts = rt_parts(x1, 7 * x1);
    if (parts == 1) {
        case_objcarry_v0_k2_part(0, x1, x, x_1, add, size);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_objcarry_v0_k2_part(begin, end, x, x_1, add, size);
        }
    }
}

/* case_objcarry(x: f32[x0, x1]) */
static RtStatus case_objcarry_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    RT_GUARD(call, 3, rt_default_dtype(call, RT_F32));
    RT_GUARD(call, 4, rt_pinned(call, PINNED__St));
    RT_GUARD(call, 5, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_torch_zeros));
    RT_GUARD(call, 6, rt_pinned(call, PINNED__St___init__));
    RT_GUARD(call, 7, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 7, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 8, rt_pinned(call, PINNED__St_step));
    RT_GUARD(call, 9, rt_pinned(call, PINNED_torch_tanh));
    const int64_t x1 = x.shape[1];
    float *tanh_1 = rt_scratch(call, 4 * x1);
    if (tanh_1 == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(14 * x1);
    case_objcarry_v0_k0(x.data, tanh_1, x1);
    rt_acquire(gil);
    const float *state = tanh_1;
    float *next = rt_scratch(call, 4 * x1);
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * x1);
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    const float *state_1 = tanh_1;
    float *next_1 = rt_scratch(call, 4 * x1);
    if (next_1 == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare_1 = rt_scratch(call, 4 * x1);
    if (spare_1 == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t state_2 = 1;
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    /* loops.py:243  for t in range(x.size(0)): */
    for (int64_t step = 0; step < t; step++) {
        void *gil_1 = rt_release(15 * x1);
        case_objcarry_v0_k1(state_1, x.data, next, next_1, step, x1);
        rt_acquire(gil_1);
        int64_t t_1;
        if (!rt_checked_add(1, state_2, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        state = next;
        float *old = next;
        next = spare;
        spare = old;
        state_1 = next_1;
        float *old_1 = next_1;
        next_1 = spare_1;
        spare_1 = old_1;
        const int64_t new_state = t_1;
        state_2 = new_state;
    }
    RtTensor add;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &add));
    void *gil_2 = rt_release(3 * x1);
    case_objcarry_v0_k2(state_1, state, add.data, x1, (float)state_2);
    rt_acquire(gil_2);
    return rt_return(call, add.object);
}

/* ---- case_swap ------------------------------------------------------------------------------------------------- */
static const RtGuard case_swap_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"builtins.range is unchanged", 250},
};

static void case_swap_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict add) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:249  a, b = x, x + 1 */
        const float x_i = x[i];
        const float sum = x_i + 1.0f;
        add[i] = sum;
    }
}

static void case_swap_v0_k0(const float *restrict x, float *restrict add, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 4 * (x1 * x0));
    if (parts == 1) {
        case_swap_v0_k0_part(0, x1 * x0, x, add);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_swap_v0_k0_part(begin, end, x, add);
        }
    }
}

static void case_swap_v0_k1_part(int64_t begin, int64_t end, const float *restrict x, const float *restrict x_1,
                                 float *restrict clone_1, float *restrict clone_3) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        const float clone = x[i];
        clone_1[i] = clone;
        const float clone_2 = x_1[i];
        clone_3[i] = clone_2;
    }
}

static void case_swap_v0_k1(const float *restrict x, const float *restrict x_1, float *restrict clone_1,
                            float *restrict clone_3, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 3 * (x1 * x0));
    if (parts == 1) {
        case_swap_v0_k1_part(0, x1 * x0, x, x_1, clone_1, clone_3);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_swap_v0_k1_part(begin, end, x, x_1, clone_1, clone_3);
        }
    }
}

static void case_swap_v0_k2_part(int64_t begin, int64_t end, const float *restrict x, const float *restrict x_1,
                                 float *restrict sub) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:252  return a - 2 * b */
        sub[i] = x[i] - x_1[i] * 2.0f;
    }
}

static void case_swap_v0_k2(const float *restrict x, const float *restrict x_1, float *restrict sub, int64_t x1,
                            int64_t x0) {
    const int parts = rt_parts(x1 * x0, 7 * (x1 * x0));
    if (parts == 1) {
        case_swap_v0_k2_part(0, x1 * x0, x, x_1, sub);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_swap_v0_k2_part(begin, end, x, x_1, sub);
        }
    }
}

/* case_swap(x: f32[x0, x1]) */
static RtStatus case_swap_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    RT_GUARD(call, 2, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 2, rt_pinned(call, PINNED_builtins_range));
    const int64_t x0 = x.shape[0];
    const int64_t x1 = x.shape[1];
    float *add = rt_scratch(call, 4 * (x1 * x0));
    if (add == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(3 * (x1 * x0));
    /* loops.py:250  for i in range(x.size(0)): */
    const bool lt = 0 < x0;
    case_swap_v0_k0(x.data, add, x1, x0);
    rt_acquire(gil);
    const float *chosen = NULL;
    const float *chosen_1 = NULL;
    if (lt) {
        const float *state = add;
        float *next = rt_scratch(call, 4 * (x1 * x0));
        if (next == NULL) {
            return rt_miss(call, "out of memory");
        }
        float *spare = rt_scratch(call, 4 * (x1 * x0));
        if (spare == NULL) {
            return rt_miss(call, "out of memory");
        }
        const float *state_1 = x.data;
        float *next_1 = rt_scratch(call, 4 * (x1 * x0));
        if (next_1 == NULL) {
            return rt_miss(call, "out of memory");
        }
        float *spare_1 = rt_scratch(call, 4 * (x1 * x0));
        if (spare_1 == NULL) {
            return rt_miss(call, "out of memory");
        }
        int64_t t;
        if (!rt_checked_add(-1, x0, &t)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        for (int64_t step = 0; step < t; step++) {
            void *gil_1 = rt_release(3 * (x1 * x0));
            case_swap_v0_k1(state_1, state, next, next_1, x1, x0);
            rt_acquire(gil_1);
            state = next;
            float *old = next;
            next = spare;
            spare = old;
            state_1 = next_1;
            float *old_1 = next_1;
            next_1 = spare_1;
            spare_1 = old_1;
        }
        chosen = state;
        chosen_1 = state_1;
    } else {
        chosen = x.data;
        chosen_1 = add;
    }
    RtTensor sub;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &sub));
    void *gil_2 = rt_release(3 * (x1 * x0));
    case_swap_v0_k2(chosen, chosen_1, sub.data, x1, x0);
    rt_acquire(gil_2);
    /* loops.py:252  return a - 2 * b */
    return rt_return(call, sub.object);
}

/* ---- case_intcarry --------------------------------------------------------------------------------------------- */
static const RtGuard case_intcarry_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"builtins.range is unchanged", 257},
};

static void case_intcarry_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict mul,
                                     float size) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:259  return x * a */
        mul[i] = x[i] * size;
    }
}

static void case_intcarry_v0_k0(const float *restrict x, float *restrict mul, int64_t x1, int64_t x0, float size) {
    const int parts = rt_parts(x1 * x0, 4 * (x1 * x0));
    if (parts == 1) {
        case_intcarry_v0_k0_part(0, x1 * x0, x, mul, size);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_intcarry_v0_k0_part(begin, end, x, mul, size);
        }
    }
}

/* case_intcarry(x: f32[x0, x1]) */
static RtStatus case_intcarry_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    RT_GUARD(call, 2, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 2, rt_pinned(call, PINNED_builtins_range));
    const int64_t x0 = x.shape[0];
    const int64_t x1 = x.shape[1];
    /* loops.py:257  for i in range(x.size(0)): */
    const bool lt = 0 < x0;
    int64_t chosen = 0;
    if (lt) {
        int64_t state = 1;
        int64_t state_1 = 1;
        int64_t t;
        if (!rt_checked_add(-1, x0, &t)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        for (int64_t step = 0; step < t; step++) {
            int64_t t_1;
            if (!rt_checked_add(state, state_1, &t_1)) {
                return rt_miss(call, "an integer does not fit 64 bits");
            }
            const int64_t new_state = t_1;
            const int64_t new_state_1 = state;
            state = new_state;
            state_1 = new_state_1;
        }
        chosen = state_1;
    } else {
        chosen = 0;
    }
    RtTensor mul;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &mul));
    void *gil = rt_release(3 * (x1 * x0));
    case_intcarry_v0_k0(x.data, mul.data, x1, x0, (float)chosen);
    rt_acquire(gil);
    /* loops.py:259  return x * a */
    return rt_return(call, mul.object);
}

/* ---- case_ncount ----------------------------------------------------------------------------------------------- */
static const RtGuard case_ncount_v0_guards[] = {
    {"x: Tensor, f32, any rank", 0},
    {"type(n) is int", 0},
    {"x: contiguous", 0},
    {"builtins.range is unchanged", 264},
};

static void case_ncount_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict x_2) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:265  x = x * 0.9 + 0.1 */
        const float x_1 = x[i] * 0.9f + 0.1f;
        x_2[i] = x_1;
    }
}

static void case_ncount_v0_k0(const float *restrict x, float *restrict x_2, int64_t n) {
    const int parts = rt_parts(n, 7 * n);
    if (parts == 1) {
        case_ncount_v0_k0_part(0, n, x, x_2);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_ncount_v0_k0_part(begin, end, x, x_2);
        }
    }
}

/* case_ncount(x: f32[...], n: int) */
static RtStatus case_ncount_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, -1, &x));
    int64_t n;
    RT_GUARD(call, 1, rt_int(call->args[1], &n));
    RT_GUARD(call, 2, rt_row_major(&x));
    RT_GUARD(call, 3, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 3, rt_pinned(call, PINNED_builtins_range));
    const int64_t n_1 = rt_numel(&x);
    /* loops.py:264  for _ in range(n): */
    const bool lt = 0 < n;
    if (lt) {
        float *x_1 = rt_scratch(call, 4 * n_1);
        if (x_1 == NULL) {
            return rt_miss(call, "out of memory");
        }
        void *gil = rt_release(3 * n_1);
        case_ncount_v0_k0(x.data, x_1, n_1);
        rt_acquire(gil);
        const float *state = x_1;
        float *next = rt_scratch(call, 4 * n_1);
        if (next == NULL) {
            return rt_miss(call, "out of memory");
        }
        float *spare = rt_scratch(call, 4 * n_1);
        if (spare == NULL) {
            return rt_miss(call, "out of memory");
        }
        int64_t t;
        if (!rt_checked_add(-1, n, &t)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        for (int64_t step = 0; step < t; step++) {
            void *gil_1 = rt_release(3 * n_1);
            case_ncount_v0_k0(state, next, n_1);
            rt_acquire(gil_1);
            state = next;
            float *old = next;
            next = spare;
            spare = old;
        }
        RtTensor result;
        RT_TRY(rt_output(call, RT_F32, x.ndim, x.shape, NULL, &result));
        rt_copy(result.data, state, 4 * n_1);
        return rt_return(call, result.object);
    } else {
        return rt_return(call, call->args[0]);
    }
}

/* ---- case_nlist#1 ---------------------------------------------------------------------------------------------- */
static const RtGuard case_nlist_s1_v0_2_guards[] = {
    {"", 0},
};

/* case_nlist() */
static RtStatus case_nlist_s1_v0_2(RtCall *call) {
    /* loops.py:271  outs = [] */
    return rt_return(call, rt_new_list(call, 0, NULL));
}

/* ---- case_nlist#2 ---------------------------------------------------------------------------------------------- */
static const RtGuard case_nlist_s2_v0_guards[] = {
    {"type(outs) is list", 0},
    {"x: Tensor, f32, any rank", 0},
    {"type(i) is int", 0},
    {"x: contiguous", 0},
};

static void case_nlist_s2_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict add,
                                     float size) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:273  outs.append(x + i) */
        add[i] = x[i] + size;
    }
}

static void case_nlist_s2_v0_k0(const float *restrict x, float *restrict add, int64_t n, float size) {
    const int parts = rt_parts(n, 4 * n);
    if (parts == 1) {
        case_nlist_s2_v0_k0_part(0, n, x, add, size);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_nlist_s2_v0_k0_part(begin, end, x, add, size);
        }
    }
}

/* case_nlist(outs: any, x: f32[...], i: int) */
static RtStatus case_nlist_s2_v0(RtCall *call) {
    RT_GUARD(call, 0, rt_is_type(call->args[0], RT_TYPE_LIST));
    RtTensor x;
    RT_GUARD(call, 1, rt_tensor(call, call->args[1], RT_F32, -1, &x));
    int64_t i;
    RT_GUARD(call, 2, rt_int(call->args[2], &i));
    RT_GUARD(call, 3, rt_row_major(&x));
    const int64_t n = rt_numel(&x);
    RtTensor add;
    RT_TRY(rt_output(call, RT_F32, x.ndim, x.shape, NULL, &add));
    void *gil = rt_release(3 * n);
    case_nlist_s2_v0_k0(x.data, add.data, n, (float)i);
    rt_acquire(gil);
    PyObject *result = rt_new_tuple(call, 0, NULL);
    PyObject *stored = add.object;
    RT_TRY(stored != NULL);
    RT_TRY(result != NULL);
    RT_TRY(rt_append(call->args[0], stored));
    /* loops.py:273  outs.append(x + i) */
    return rt_return(call, result);
}

/* ---- case_nlist#3 ---------------------------------------------------------------------------------------------- */
static const RtGuard case_nlist_s3_v0_guards[] = {
    {"type(n) is int", 0},
    {"type(outs) is list", 0},
    {"len(outs) == 0", 0},
    {"n <= 0", 274},
    {"torch.stack is unchanged", 274},
};

/* case_nlist(n: int, outs: list, x: any) */
static RtStatus case_nlist_s3_v0(RtCall *call) {
    int64_t n;
    RT_GUARD(call, 0, rt_int(call->args[0], &n));
    RT_GUARD(call, 1, rt_is_type(call->args[1], RT_TYPE_LIST));
    RT_GUARD(call, 2, rt_len(call->args[1]) == 0);
    RT_GUARD(call, 3, n <= 0);
    RT_GUARD(call, 4, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_torch_stack));
    if (call->args[2] == NULL) {
        return rt_miss(call, "an object is not there");
    }
    /* loops.py:274  return torch.stack(outs) if n > 0 else x */
    return rt_return(call, call->args[2]);
}

/* ---- case_collatz ---------------------------------------------------------------------------------------------- */
static const RtGuard case_collatz_v0_guards[] = {
    {"x: Tensor, f32, any rank", 0},
    {"n: Tensor, f32, any rank", 0},
    {"x: contiguous", 0},
    {"n: contiguous", 0},
    {"x.numel() == 1", 280},
    {"n.shape == x.shape", 0},
};

static void case_collatz_v0_k0(const float *restrict n, uint8_t *restrict ne) {
    /* loops.py:280  while n != 1: */
    const float n_i = *n;
    *ne = n_i != 1.0f;
}

static void case_collatz_v0_k1(const float *restrict n, uint8_t *restrict eq) {
    /* loops.py:281  n = n // 2 if n % 2 == 0 else 3 * n + 1 */
    const float n_i = *n;
    *eq = rt_remainder_f32(n_i, 2.0f) == 0.0f;
}

static void case_collatz_v0_k2(const float *restrict n, float *restrict floordiv) {
    /* loops.py:281  n = n // 2 if n % 2 == 0 else 3 * n + 1 */
    const float n_i = *n;
    *floordiv = rt_floordiv_f32(n_i, 2.0f);
}

static void case_collatz_v0_k3(const float *restrict n, float *restrict add) {
    /* loops.py:281  n = n // 2 if n % 2 == 0 else 3 * n + 1 */
    const float n_i = *n;
    *add = n_i * 3.0f + 1.0f;
}

static void case_collatz_v0_k4(const float *restrict x, uint8_t *restrict ne) {
    /* loops.py:280  while n != 1: */
    *ne = *x != 1.0f;
}

static void case_collatz_v0_k6(const float *restrict x, float *restrict n, bool item_3) {
    /* loops.py:281  n = n // 2 if n % 2 == 0 else 3 * n + 1 */
    const float x_i = *x;
    const float chosen = item_3 ? rt_floordiv_f32(x_i, 2.0f) : x_i * 3.0f + 1.0f;
    *n = chosen;
}

static void case_collatz_v0_k7(const float *restrict x, float *restrict mul, float size) {
    /* loops.py:283  return x * c */
    *mul = *x * size;
}

/* case_collatz(x: f32[...], n: f32[...]) */
static RtStatus case_collatz_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, -1, &x));
    RtTensor n;
    RT_GUARD(call, 1, rt_tensor(call, call->args[1], RT_F32, -1, &n));
    RT_GUARD(call, 2, rt_row_major(&x));
    RT_GUARD(call, 3, rt_row_major(&n));
    const int64_t n_1 = rt_numel(&x);
    RT_GUARD(call, 4, n_1 == 1);
    RT_GUARD(call, 5, rt_same_shape(&n, &x));
    uint8_t ne[1];
    uint8_t eq[1];
    float floordiv[1];
    float add[1];
    uint8_t ne_1[1];
    uint8_t eq_1[1];
    case_collatz_v0_k0(n.data, ne);
    /* loops.py:280  while n != 1: */
    const bool item = ne[0] != 0;
    int64_t chosen = 0;
    if (item) {
        case_collatz_v0_k1(n.data, eq);
        /* loops.py:281  n = n // 2 if n % 2 == 0 else 3 * n + 1 */
        const bool item_1 = eq[0] != 0;
        const float *chosen_1 = NULL;
        if (item_1) {
            case_collatz_v0_k2(n.data, floordiv);
            chosen_1 = floordiv;
        } else {
            case_collatz_v0_k3(n.data, add);
            chosen_1 = add;
        }
        const float *state = chosen_1;
        float *next = rt_scratch(call, 4);
        if (next == NULL) {
            return rt_miss(call, "out of memory");
        }
        float *spare = rt_scratch(call, 4);
        if (spare == NULL) {
            return rt_miss(call, "out of memory");
        }
        int64_t state_1 = 1;
        /* loops.py:280  while n != 1: */
        for (;;) {
            case_collatz_v0_k4(state, ne_1);
            const bool item_2 = ne_1[0] != 0;
            if (!item_2) {
                break;
            }
            case_collatz_v0_k1(state, eq_1);
            /* loops.py:281  n = n // 2 if n % 2 == 0 else 3 * n + 1 */
            const bool item_3 = eq_1[0] != 0;
            int64_t t;
            if (!rt_checked_add(1, state_1, &t)) {
                return rt_miss(call, "an integer does not fit 64 bits");
            }
            case_collatz_v0_k6(state, next, item_3);
            state = next;
            float *old = next;
            next = spare;
            spare = old;
            const int64_t new_state = t;
            state_1 = new_state;
        }
        chosen = state_1;
    } else {
        chosen = 0;
    }
    RtTensor mul;
    RT_TRY(rt_output(call, RT_F32, x.ndim, x.shape, NULL, &mul));
    case_collatz_v0_k7(x.data, mul.data, (float)chosen);
    /* loops.py:283  return x * c */
    return rt_return(call, mul.object);
}

/* ---- case_lstm ------------------------------------------------------------------------------------------------- */
static const RtGuard case_lstm_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 290},
    {"1 <= x.shape[1]", 292},
    {"torch.get_default_dtype() is torch.float32", 287},
    {"torch.ones is unchanged", 287},
    {"torch.zeros is unchanged", 288},
    {"builtins.range is unchanged", 290},
    {"torch.sigmoid is unchanged", 293},
    {"torch.tanh is unchanged", 293},
    {"torch.stack is unchanged", 296},
};

static void case_lstm_v0_k0_part(int64_t begin, int64_t end, float *restrict w_1) {
    /* loops.py:287  w = torch.ones(x.size(1), 4 * x.size(1)) * 0.1 */
    const float w = 1.0f * 0.1f;
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        w_1[i] = w;
    }
}

static void case_lstm_v0_k0(float *restrict w_1, int64_t x1) {
    const int parts = rt_parts(4 * (x1 * x1), 20 * (x1 * x1));
    if (parts == 1) {
        case_lstm_v0_k0_part(0, 4 * (x1 * x1), w_1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(4 * (x1 * x1), part, parts);
            const int64_t end = rt_part_begin(4 * (x1 * x1), part + 1, parts);
            case_lstm_v0_k0_part(begin, end, w_1);
        }
    }
}

static void case_lstm_v0_k1_part(int64_t begin, int64_t end, double *sum_out) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
        const int64_t rest = stop - (stop - block) % RT_LANES;
        float lanes[RT_LANES];
        rt_clear_lanes_f32(lanes);
        for (int64_t chunk = block; chunk < rest; chunk += RT_LANES) {
#pragma omp simd
            for (int64_t lane = 0; lane < RT_LANES; lane++) {
                /* loops.py:291  g = x[t] @ w + h.sum() */
                lanes[lane] += 0.0f;
            }
        }
        sum_1 += rt_sum_lanes_f32(lanes);
        if (rest < stop) {
#pragma omp simd reduction(+ : sum_1)
            for (int64_t i = rest; i < stop; i++) {
                sum_1 += 0.0f;
            }
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_lstm_v0_k1(float *restrict sum_4, int64_t x1) {
    /* loops.py:291  g = x[t] @ w + h.sum() */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(x1, 2 * x1);
    if (parts == 1) {
        case_lstm_v0_k1_part(0, x1, &sum_of[0]);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_lstm_v0_k1_part(begin, end, &sum_of[part]);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    *sum_4 = sum_3;
}

static void case_lstm_v0_k2_part(int64_t begin, int64_t end, const float *restrict matmul, const float *restrict sum,
                                 float *restrict c_1, float *restrict h_1, int64_t x1) {
    /* loops.py:291  g = x[t] @ w + h.sum() */
    const float sum_1 = *sum;
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        const float g = matmul[x1 + i] + sum_1;
        const float g_1 = matmul[i] + sum_1;
        const float g_2 = matmul[3 * x1 + i] + sum_1;
        /* loops.py:293  c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(u) */
        const float c = rt_sigmoid_f32(g) * 0.0f + rt_sigmoid_f32(g_1) * rt_tanh_f32(g_2);
        c_1[i] = c;
        /* loops.py:291  g = x[t] @ w + h.sum() */
        const float g_3 = matmul[2 * x1 + i] + sum_1;
        /* loops.py:294  h = torch.sigmoid(o) * torch.tanh(c) */
        const float h = rt_sigmoid_f32(g_3) * rt_tanh_f32(c);
        h_1[i] = h;
    }
}

static void case_lstm_v0_k2(const float *restrict matmul, const float *restrict sum, float *restrict c_1,
                            float *restrict h_1, int64_t x1) {
    const int parts = rt_parts(x1, 98 * x1);
    if (parts == 1) {
        case_lstm_v0_k2_part(0, x1, matmul, sum, c_1, h_1, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_lstm_v0_k2_part(begin, end, matmul, sum, c_1, h_1, x1);
        }
    }
}

static void case_lstm_v0_k3_part(int64_t begin, int64_t end, const float *restrict empty, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:290  for t in range(x.size(0)): */
        insert[i] = empty[i];
    }
}

static void case_lstm_v0_k3(const float *restrict empty, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        case_lstm_v0_k3_part(0, x1 * x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_lstm_v0_k3_part(begin, end, empty, insert);
        }
    }
}

static void case_lstm_v0_k4_part(int64_t begin, int64_t end, const float *restrict h, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:290  for t in range(x.size(0)): */
        const float h_i = h[i];
        insert[i] = h_i;
    }
}

static void case_lstm_v0_k4(const float *restrict h, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_lstm_v0_k4_part(0, x1, h, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_lstm_v0_k4_part(begin, end, h, insert);
        }
    }
}

static void case_lstm_v0_k5_part(int64_t begin, int64_t end, const float *restrict x, double *sum_out) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
        const int64_t rest = stop - (stop - block) % RT_LANES;
        float lanes[RT_LANES];
        rt_clear_lanes_f32(lanes);
        for (int64_t chunk = block; chunk < rest; chunk += RT_LANES) {
#pragma omp simd
            for (int64_t lane = 0; lane < RT_LANES; lane++) {
                /* loops.py:291  g = x[t] @ w + h.sum() */
                lanes[lane] += x[chunk + lane];
            }
        }
        sum_1 += rt_sum_lanes_f32(lanes);
        if (rest < stop) {
#pragma omp simd reduction(+ : sum_1)
            for (int64_t i = rest; i < stop; i++) {
                sum_1 += x[i];
            }
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_lstm_v0_k5(const float *restrict x, float *restrict sum_4, int64_t x1) {
    /* loops.py:291  g = x[t] @ w + h.sum() */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_lstm_v0_k5_part(0, x1, x, &sum_of[0]);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_lstm_v0_k5_part(begin, end, x, &sum_of[part]);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    *sum_4 = sum_3;
}

static void case_lstm_v0_k6_part(int64_t begin, int64_t end, const float *restrict matmul, const float *restrict sum,
                                 const float *restrict x, float *restrict c_1, float *restrict h_1, int64_t x1) {
    /* loops.py:291  g = x[t] @ w + h.sum() */
    const float sum_1 = *sum;
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        const float g = matmul[x1 + i] + sum_1;
        const float g_1 = matmul[i] + sum_1;
        const float g_2 = matmul[3 * x1 + i] + sum_1;
        /* loops.py:293  c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(u) */
        const float c = rt_sigmoid_f32(g) * x[i] + rt_sigmoid_f32(g_1) * rt_tanh_f32(g_2);
        c_1[i] = c;
        /* loops.py:291  g = x[t] @ w + h.sum() */
        const float g_3 = matmul[2 * x1 + i] + sum_1;
        /* loops.py:294  h = torch.sigmoid(o) * torch.tanh(c) */
        const float h = rt_sigmoid_f32(g_3) * rt_tanh_f32(c);
        h_1[i] = h;
    }
}

static void case_lstm_v0_k6(const float *restrict matmul, const float *restrict sum, const float *restrict x,
                            float *restrict c_1, float *restrict h_1, int64_t x1) {
    const int parts = rt_parts(x1, 97 * x1);
    if (parts == 1) {
        case_lstm_v0_k6_part(0, x1, matmul, sum, x, c_1, h_1, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_lstm_v0_k6_part(begin, end, matmul, sum, x, c_1, h_1, x1);
        }
    }
}

static void case_lstm_v0_k8_part(int64_t begin, int64_t end, const float *restrict h, float *restrict insert,
                                 int64_t k_3, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:290  for t in range(x.size(0)): */
        const float h_i = h[i];
        insert[k_3 * x1 + x1 + i] = h_i;
    }
}

static void case_lstm_v0_k8(const float *restrict h, float *restrict insert, int64_t k_3, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_lstm_v0_k8_part(0, x1, h, insert, k_3, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_lstm_v0_k8_part(begin, end, h, insert, k_3, x1);
        }
    }
}

static void case_lstm_v0_k9(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_lstm_v0_k3_part(0, x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_lstm_v0_k3_part(begin, end, insert, clone);
        }
    }
}

static void case_lstm_v0_k10_part(int64_t begin, int64_t end, const float *restrict x, float *restrict clone) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:296  return torch.stack(ys), (h, c) */
        clone[i] = x[i];
    }
}

static void case_lstm_v0_k10(const float *restrict x, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_lstm_v0_k10_part(0, x1 * x0, x, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_lstm_v0_k10_part(begin, end, x, clone);
        }
    }
}

/* case_lstm(x: f32[x0, x1]) */
static RtStatus case_lstm_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    RT_GUARD(call, 4, rt_default_dtype(call, RT_F32));
    RT_GUARD(call, 5, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_torch_ones));
    RT_GUARD(call, 6, rt_pinned(call, PINNED_torch_zeros));
    RT_GUARD(call, 7, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 7, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 8, rt_pinned(call, PINNED_torch_sigmoid));
    RT_GUARD(call, 9, rt_pinned(call, PINNED_torch_tanh));
    RT_GUARD(call, 10, rt_pinned(call, PINNED_torch_stack));
    float sum[1];
    float sum_1[1];
    float *empty = rt_scratch(call, 4 * (x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *w = rt_scratch(call, 16 * (x1 * x1));
    if (w == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *matmul = rt_scratch(call, 16 * x1);
    if (matmul == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *c = rt_scratch(call, 4 * x1);
    if (c == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *h = rt_scratch(call, 4 * x1);
    if (h == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * (x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x1 * x0 + 20 * (x1 * x1) + 8 * x1);
    case_lstm_v0_k0(w, x1);
    /* loops.py:291  g = x[t] @ w + h.sum() */
    rt_matmul_f32(1, 1, 4 * x1, x1, x.data, 0, x1, 1, w, 0, 4 * x1, 1, NULL, matmul, 0);
    case_lstm_v0_k1(sum, x1);
    case_lstm_v0_k2(matmul, sum, c, h, x1);
    case_lstm_v0_k3(empty, insert, x1, x0);
    case_lstm_v0_k4(h, insert, x1);
    rt_acquire(gil);
    const float *state = h;
    float *next = rt_scratch(call, 4 * x1);
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * x1);
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    const float *state_1 = c;
    float *next_1 = rt_scratch(call, 4 * x1);
    if (next_1 == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare_1 = rt_scratch(call, 4 * x1);
    if (spare_1 == NULL) {
        return rt_miss(call, "out of memory");
    }
    const float *state_2 = insert;
    float *next_2 = rt_scratch(call, 4 * (x1 * x0));
    if (next_2 == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare_2 = rt_scratch(call, 4 * (x1 * x0));
    if (spare_2 == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *matmul_1 = matmul;
    float *insert_1 = empty;
    /* loops.py:290  for t in range(x.size(0)): */
    for (int64_t step = 0; step < t; step++) {
        int64_t t_1;
        int64_t t_2;
        if (!(rt_checked_mul(x1, step, &t_1) && rt_checked_add(t_1, x1, &t_2))) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        void *gil_1 = rt_release(8 * (x1 * x1) + 7 * x1);
        const float *base = x.data;
        /* loops.py:291  g = x[t] @ w + h.sum() */
        rt_matmul_f32(1, 1, 4 * x1, x1, &base[t_2], 0, x1, 1, w, 0, 4 * x1, 1, NULL, matmul_1, 0);
        case_lstm_v0_k5(state, sum_1, x1);
        case_lstm_v0_k6(matmul_1, sum_1, state_1, next_1, next, x1);
        rt_acquire(gil_1);
        int64_t t_3;
        if (!rt_checked_add(1, step, &t_3)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        /* loops.py:290  for t in range(x.size(0)): */
        const bool lt = t_3 < x0;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_2 = rt_release(3 * (x1 * x0) + x1);
        case_lstm_v0_k3(state_2, insert_1, x1, x0);
        case_lstm_v0_k8(next, insert_1, step, x1);
        case_lstm_v0_k9(insert_1, next_2, x1, x0);
        rt_acquire(gil_2);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
        state_1 = next_1;
        float *old_1 = next_1;
        next_1 = spare_1;
        spare_1 = old_1;
        state_2 = next_2;
        float *old_2 = next_2;
        next_2 = spare_2;
        spare_2 = old_2;
    }
    RtTensor result;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &result));
    rt_copy(result.data, state, 4 * x1);
    RtTensor result_1;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &result_1));
    rt_copy(result_1.data, state_1, 4 * x1);
    RtTensor clone;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &clone));
    void *gil_3 = rt_release(2 * (x1 * x0));
    case_lstm_v0_k10(state_2, clone.data, x1, x0);
    rt_acquire(gil_3);
    /* loops.py:296  return torch.stack(ys), (h, c) */
    return rt_return(call,
                     rt_new_tuple(call, 2, (PyObject *[]){clone.object, rt_new_tuple(call, 2, (PyObject *[]){result.object, result_1.object})}));
}

/* ---- case_rnn_dim1 --------------------------------------------------------------------------------------------- */
static const RtGuard case_rnn_dim1_v0_guards[] = {
    {"x: Tensor, f32, rank 3", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[1]", 303},
    {"1 <= x.shape[2]", 304},
    {"1 <= x.shape[0]", 303},
    {"2 <= x.shape[1]", 306},
    {"x.shape[0]*x.shape[2] != x.shape[2]", 306},
    {"torch.get_default_dtype() is torch.float32", 301},
    {"torch.zeros is unchanged", 301},
    {"builtins.range is unchanged", 303},
    {"torch.tanh is unchanged", 304},
    {"torch.stack is unchanged", 306},
};

static void case_rnn_dim1_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict h_1,
                                     int64_t x2, int64_t x1) {
    for (int64_t i = begin; i < end; i++) {
#pragma omp simd
        for (int64_t j = 0; j < x2; j++) {
            /* loops.py:304  h = torch.tanh(x[:, t] + h) */
            const float x_i = x[i * x2 * x1 + j];
            const float h = rt_tanh_f32(x_i + 0.0f);
            h_1[i * x2 + j] = h;
        }
    }
}

static void case_rnn_dim1_v0_k0(const float *restrict x, float *restrict h_1, int64_t x2, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x0, 19 * (x2 * x0));
    if (parts == 1) {
        case_rnn_dim1_v0_k0_part(0, x0, x, h_1, x2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x0, part, parts);
            const int64_t end = rt_part_begin(x0, part + 1, parts);
            case_rnn_dim1_v0_k0_part(begin, end, x, h_1, x2, x1);
        }
    }
}

static void case_rnn_dim1_v0_k1_part(int64_t begin, int64_t end, const float *restrict empty, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:303  for t in range(x.size(1)): */
        insert[i] = empty[i];
    }
}

static void case_rnn_dim1_v0_k1(const float *restrict empty, float *restrict insert, int64_t x2, int64_t x1,
                                int64_t x0) {
    const int parts = rt_parts(x2 * x1 * x0, x2 * x1 * x0);
    if (parts == 1) {
        case_rnn_dim1_v0_k1_part(0, x2 * x1 * x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x2 * x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x2 * x1 * x0, part + 1, parts);
            case_rnn_dim1_v0_k1_part(begin, end, empty, insert);
        }
    }
}

static void case_rnn_dim1_v0_k2_part(int64_t begin, int64_t end, const float *restrict h, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:303  for t in range(x.size(1)): */
        const float h_i = h[i];
        insert[i] = h_i;
    }
}

static void case_rnn_dim1_v0_k2(const float *restrict h, float *restrict insert, int64_t x2, int64_t x0) {
    const int parts = rt_parts(x2 * x0, x2 * x0);
    if (parts == 1) {
        case_rnn_dim1_v0_k2_part(0, x2 * x0, h, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x2 * x0, part, parts);
            const int64_t end = rt_part_begin(x2 * x0, part + 1, parts);
            case_rnn_dim1_v0_k2_part(begin, end, h, insert);
        }
    }
}

static void case_rnn_dim1_v0_k3_part(int64_t begin, int64_t end, const float *restrict x, const float *restrict x_1,
                                     float *restrict h_1, int64_t x2, int64_t x1, int64_t k_3) {
    for (int64_t i = begin; i < end; i++) {
#pragma omp simd
        for (int64_t j = 0; j < x2; j++) {
            /* loops.py:304  h = torch.tanh(x[:, t] + h) */
            const float x_i = x[i * x2 * x1 + k_3 * x2 + x2 + j];
            const float h = rt_tanh_f32(x_i + x_1[i * x2 + j]);
            h_1[i * x2 + j] = h;
        }
    }
}

static void case_rnn_dim1_v0_k3(const float *restrict x, const float *restrict x_1, float *restrict h_1, int64_t x2,
                                int64_t x1, int64_t k_3, int64_t x0) {
    const int parts = rt_parts(x0, 18 * (x2 * x0));
    if (parts == 1) {
        case_rnn_dim1_v0_k3_part(0, x0, x, x_1, h_1, x2, x1, k_3);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x0, part, parts);
            const int64_t end = rt_part_begin(x0, part + 1, parts);
            case_rnn_dim1_v0_k3_part(begin, end, x, x_1, h_1, x2, x1, k_3);
        }
    }
}

static void case_rnn_dim1_v0_k5_part(int64_t begin, int64_t end, const float *restrict h, float *restrict insert,
                                     int64_t k_3, int64_t x2, int64_t x0) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:303  for t in range(x.size(1)): */
        const float h_i = h[i];
        insert[k_3 * x2 * x0 + x2 * x0 + i] = h_i;
    }
}

static void case_rnn_dim1_v0_k5(const float *restrict h, float *restrict insert, int64_t k_3, int64_t x2, int64_t x0) {
    const int parts = rt_parts(x2 * x0, x2 * x0);
    if (parts == 1) {
        case_rnn_dim1_v0_k5_part(0, x2 * x0, h, insert, k_3, x2, x0);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x2 * x0, part, parts);
            const int64_t end = rt_part_begin(x2 * x0, part + 1, parts);
            case_rnn_dim1_v0_k5_part(begin, end, h, insert, k_3, x2, x0);
        }
    }
}

static void case_rnn_dim1_v0_k6(const float *restrict insert, float *restrict clone, int64_t x2, int64_t x1,
                                int64_t x0) {
    const int parts = rt_parts(x2 * x1 * x0, 2 * (x2 * x1 * x0));
    if (parts == 1) {
        case_rnn_dim1_v0_k1_part(0, x2 * x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x2 * x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x2 * x1 * x0, part + 1, parts);
            case_rnn_dim1_v0_k1_part(begin, end, insert, clone);
        }
    }
}

static void case_rnn_dim1_v0_k7_part(int64_t begin, int64_t end, const float *restrict x, float *restrict clone,
                                     int64_t x1, int64_t x0, int64_t x2) {
    for (int64_t point = begin; point < end; point++) {
        const int64_t j = point % x1;
        const int64_t i = point / x1;
#pragma omp simd
        for (int64_t k = 0; k < x2; k++) {
            /* loops.py:306  return torch.stack(outs, dim=1) */
            clone[i * x2 * x1 + j * x2 + k] = x[j * x2 * x0 + i * x2 + k];
        }
    }
}

static void case_rnn_dim1_v0_k7(const float *restrict x, float *restrict clone, int64_t x1, int64_t x0, int64_t x2) {
    const int parts = rt_parts(x1 * x0, 4 * (x2 * x1 * x0));
    if (parts == 1) {
        case_rnn_dim1_v0_k7_part(0, x1 * x0, x, clone, x1, x0, x2);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_rnn_dim1_v0_k7_part(begin, end, x, clone, x1, x0, x2);
        }
    }
}

/* case_rnn_dim1(x: f32[x0, x1, x2]) */
static RtStatus case_rnn_dim1_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 3, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 2, 0 < x1);
    const int64_t x2 = x.shape[2];
    RT_GUARD(call, 3, 1 <= x2);
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 4, 1 <= x0);
    RT_GUARD(call, 5, 2 <= x1);
    int64_t t;
    RT_GUARD(call, 6, rt_checked_mul(x0, x2, &t));
    RT_GUARD(call, 6, t != x2);
    RT_GUARD(call, 7, rt_default_dtype(call, RT_F32));
    RT_GUARD(call, 8, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 8, rt_pinned(call, PINNED_torch_zeros));
    RT_GUARD(call, 9, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 9, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 10, rt_pinned(call, PINNED_torch_tanh));
    RT_GUARD(call, 11, rt_pinned(call, PINNED_torch_stack));
    float *empty = rt_scratch(call, 4 * (x2 * x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *h = rt_scratch(call, 4 * (x2 * x0));
    if (h == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * (x2 * x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x2 * x1 * x0 + 15 * (x2 * x0));
    case_rnn_dim1_v0_k0(x.data, h, x2, x1, x0);
    case_rnn_dim1_v0_k1(empty, insert, x2, x1, x0);
    case_rnn_dim1_v0_k2(h, insert, x2, x0);
    rt_acquire(gil);
    const float *state = h;
    float *next = rt_scratch(call, 4 * (x2 * x0));
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * (x2 * x0));
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    const float *state_1 = insert;
    float *next_1 = rt_scratch(call, 4 * (x2 * x1 * x0));
    if (next_1 == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare_1 = rt_scratch(call, 4 * (x2 * x1 * x0));
    if (spare_1 == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t_1;
    if (!rt_checked_add(-1, x1, &t_1)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:303  for t in range(x.size(1)): */
    for (int64_t step = 0; step < t_1; step++) {
        void *gil_1 = rt_release(14 * (x2 * x0));
        case_rnn_dim1_v0_k3(x.data, state, next, x2, x1, step, x0);
        rt_acquire(gil_1);
        int64_t t_2;
        if (!rt_checked_add(1, step, &t_2)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_2 < x1;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_2 = rt_release(3 * (x2 * x1 * x0) + x2 * x0);
        case_rnn_dim1_v0_k1(state_1, insert_1, x2, x1, x0);
        case_rnn_dim1_v0_k5(next, insert_1, step, x2, x0);
        case_rnn_dim1_v0_k6(insert_1, next_1, x2, x1, x0);
        rt_acquire(gil_2);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
        state_1 = next_1;
        float *old_1 = next_1;
        next_1 = spare_1;
        spare_1 = old_1;
    }
    RtTensor clone;
    RT_TRY(rt_output(call, RT_F32, 3, (int64_t[]){x0, x1, x2}, NULL, &clone));
    void *gil_3 = rt_release(2 * (x2 * x1 * x0));
    case_rnn_dim1_v0_k7(state_1, clone.data, x1, x0, x2);
    rt_acquire(gil_3);
    /* loops.py:306  return torch.stack(outs, dim=1) */
    return rt_return(call, clone.object);
}

/* ---- case_unbind ----------------------------------------------------------------------------------------------- */
static const RtGuard case_unbind_v0_guards[] = {
    {"x: Tensor, f32, rank 3", 0},
    {"x: contiguous", 0},
    {"1 <= x.shape[2]", 313},
    {"1 <= x.shape[1]", 313},
    {"1 <= x.shape[0]", 313},
    {"2 <= x.shape[1]", 316},
    {"x.shape[0]*x.shape[2] != x.shape[2]", 316},
    {"torch.get_default_dtype() is torch.float32", 311},
    {"torch.zeros is unchanged", 311},
    {"torch.relu is unchanged", 314},
    {"torch.stack is unchanged", 316},
};

static void case_unbind_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict h_1,
                                   int64_t x2, int64_t x1) {
    for (int64_t i = begin; i < end; i++) {
#pragma omp simd
        for (int64_t j = 0; j < x2; j++) {
            /* loops.py:314  h = torch.relu(xt + h) */
            const float h = rt_max_f32(0.0f, x[i * x2 * x1 + j] + 0.0f);
            h_1[i * x2 + j] = h;
        }
    }
}

static void case_unbind_v0_k0(const float *restrict x, float *restrict h_1, int64_t x2, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x0, 9 * (x2 * x0));
    if (parts == 1) {
        case_unbind_v0_k0_part(0, x0, x, h_1, x2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x0, part, parts);
            const int64_t end = rt_part_begin(x0, part + 1, parts);
            case_unbind_v0_k0_part(begin, end, x, h_1, x2, x1);
        }
    }
}

static void case_unbind_v0_k1_part(int64_t begin, int64_t end, const float *restrict empty, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:313  for xt in x.unbind(1): */
        insert[i] = empty[i];
    }
}

static void case_unbind_v0_k1(const float *restrict empty, float *restrict insert, int64_t x2, int64_t x1,
                              int64_t x0) {
    const int parts = rt_parts(x2 * x1 * x0, x2 * x1 * x0);
    if (parts == 1) {
        case_unbind_v0_k1_part(0, x2 * x1 * x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x2 * x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x2 * x1 * x0, part + 1, parts);
            case_unbind_v0_k1_part(begin, end, empty, insert);
        }
    }
}

static void case_unbind_v0_k2_part(int64_t begin, int64_t end, const float *restrict h, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:313  for xt in x.unbind(1): */
        const float h_i = h[i];
        insert[i] = h_i;
    }
}

static void case_unbind_v0_k2(const float *restrict h, float *restrict insert, int64_t x2, int64_t x0) {
    const int parts = rt_parts(x2 * x0, x2 * x0);
    if (parts == 1) {
        case_unbind_v0_k2_part(0, x2 * x0, h, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x2 * x0, part, parts);
            const int64_t end = rt_part_begin(x2 * x0, part + 1, parts);
            case_unbind_v0_k2_part(begin, end, h, insert);
        }
    }
}

static void case_unbind_v0_k3_part(int64_t begin, int64_t end, const float *restrict x, const float *restrict x_1,
                                   float *restrict h_1, int64_t x2, int64_t x1, int64_t k_3) {
    for (int64_t i = begin; i < end; i++) {
#pragma omp simd
        for (int64_t j = 0; j < x2; j++) {
            /* loops.py:314  h = torch.relu(xt + h) */
            const float h = rt_max_f32(0.0f, x[i * x2 * x1 + k_3 * x2 + x2 + j] + x_1[i * x2 + j]);
            h_1[i * x2 + j] = h;
        }
    }
}

static void case_unbind_v0_k3(const float *restrict x, const float *restrict x_1, float *restrict h_1, int64_t x2,
                              int64_t x1, int64_t k_3, int64_t x0) {
    const int parts = rt_parts(x0, 9 * (x2 * x0));
    if (parts == 1) {
        case_unbind_v0_k3_part(0, x0, x, x_1, h_1, x2, x1, k_3);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x0, part, parts);
            const int64_t end = rt_part_begin(x0, part + 1, parts);
            case_unbind_v0_k3_part(begin, end, x, x_1, h_1, x2, x1, k_3);
        }
    }
}

static void case_unbind_v0_k5_part(int64_t begin, int64_t end, const float *restrict h, float *restrict insert,
                                   int64_t k_3, int64_t x2, int64_t x0) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:313  for xt in x.unbind(1): */
        const float h_i = h[i];
        insert[k_3 * x2 * x0 + x2 * x0 + i] = h_i;
    }
}

static void case_unbind_v0_k5(const float *restrict h, float *restrict insert, int64_t k_3, int64_t x2, int64_t x0) {
    const int parts = rt_parts(x2 * x0, x2 * x0);
    if (parts == 1) {
        case_unbind_v0_k5_part(0, x2 * x0, h, insert, k_3, x2, x0);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x2 * x0, part, parts);
            const int64_t end = rt_part_begin(x2 * x0, part + 1, parts);
            case_unbind_v0_k5_part(begin, end, h, insert, k_3, x2, x0);
        }
    }
}

static void case_unbind_v0_k6(const float *restrict insert, float *restrict clone, int64_t x2, int64_t x1,
                              int64_t x0) {
    const int parts = rt_parts(x2 * x1 * x0, 2 * (x2 * x1 * x0));
    if (parts == 1) {
        case_unbind_v0_k1_part(0, x2 * x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x2 * x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x2 * x1 * x0, part + 1, parts);
            case_unbind_v0_k1_part(begin, end, insert, clone);
        }
    }
}

static void case_unbind_v0_k7_part(int64_t begin, int64_t end, const float *restrict x, float *restrict clone,
                                   int64_t x1, int64_t x0, int64_t x2) {
    for (int64_t point = begin; point < end; point++) {
        const int64_t j = point % x1;
        const int64_t i = point / x1;
#pragma omp simd
        for (int64_t k = 0; k < x2; k++) {
            /* loops.py:316  return torch.stack(outs, 1) */
            clone[i * x2 * x1 + j * x2 + k] = x[j * x2 * x0 + i * x2 + k];
        }
    }
}

static void case_unbind_v0_k7(const float *restrict x, float *restrict clone, int64_t x1, int64_t x0, int64_t x2) {
    const int parts = rt_parts(x1 * x0, 4 * (x2 * x1 * x0));
    if (parts == 1) {
        case_unbind_v0_k7_part(0, x1 * x0, x, clone, x1, x0, x2);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_unbind_v0_k7_part(begin, end, x, clone, x1, x0, x2);
        }
    }
}

/* case_unbind(x: f32[x0, x1, x2]) */
static RtStatus case_unbind_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 3, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x2 = x.shape[2];
    RT_GUARD(call, 2, 1 <= x2);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 4, 1 <= x0);
    RT_GUARD(call, 5, 2 <= x1);
    int64_t t;
    RT_GUARD(call, 6, rt_checked_mul(x0, x2, &t));
    RT_GUARD(call, 6, t != x2);
    RT_GUARD(call, 7, rt_default_dtype(call, RT_F32));
    RT_GUARD(call, 8, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 8, rt_pinned(call, PINNED_torch_zeros));
    RT_GUARD(call, 9, rt_pinned(call, PINNED_torch_relu));
    RT_GUARD(call, 10, rt_pinned(call, PINNED_torch_stack));
    float *empty = rt_scratch(call, 4 * (x2 * x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *h = rt_scratch(call, 4 * (x2 * x0));
    if (h == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * (x2 * x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x2 * x1 * x0 + 4 * (x2 * x0));
    case_unbind_v0_k0(x.data, h, x2, x1, x0);
    case_unbind_v0_k1(empty, insert, x2, x1, x0);
    case_unbind_v0_k2(h, insert, x2, x0);
    rt_acquire(gil);
    const float *state = h;
    float *next = rt_scratch(call, 4 * (x2 * x0));
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * (x2 * x0));
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    const float *state_1 = insert;
    float *next_1 = rt_scratch(call, 4 * (x2 * x1 * x0));
    if (next_1 == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare_1 = rt_scratch(call, 4 * (x2 * x1 * x0));
    if (spare_1 == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t_1;
    if (!rt_checked_add(-1, x1, &t_1)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:313  for xt in x.unbind(1): */
    for (int64_t step = 0; step < t_1; step++) {
        void *gil_1 = rt_release(3 * (x2 * x0));
        case_unbind_v0_k3(x.data, state, next, x2, x1, step, x0);
        rt_acquire(gil_1);
        int64_t t_2;
        if (!rt_checked_add(1, step, &t_2)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_2 < x1;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_2 = rt_release(3 * (x2 * x1 * x0) + x2 * x0);
        case_unbind_v0_k1(state_1, insert_1, x2, x1, x0);
        case_unbind_v0_k5(next, insert_1, step, x2, x0);
        case_unbind_v0_k6(insert_1, next_1, x2, x1, x0);
        rt_acquire(gil_2);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
        state_1 = next_1;
        float *old_1 = next_1;
        next_1 = spare_1;
        spare_1 = old_1;
    }
    RtTensor clone;
    RT_TRY(rt_output(call, RT_F32, 3, (int64_t[]){x0, x1, x2}, NULL, &clone));
    void *gil_3 = rt_release(2 * (x2 * x1 * x0));
    case_unbind_v0_k7(state_1, clone.data, x1, x0, x2);
    rt_acquire(gil_3);
    /* loops.py:316  return torch.stack(outs, 1) */
    return rt_return(call, clone.object);
}

/* ---- case_reverse#1 -------------------------------------------------------------------------------------------- */
static const RtGuard case_reverse_s1_v0_2_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[1]", 322},
    {"1 <= x.shape[0]", 322},
    {"builtins.reversed is unchanged", 322},
    {"builtins.range is unchanged", 322},
    {"torch.unbind is unchanged", 322},
    {"torch.clone is unchanged", 322},
    {"builtins.map is unchanged", 322},
    {"builtins.list is unchanged", 322},
};

static void case_reverse_s1_v0_2_k0_part(int64_t begin, int64_t end, const float *restrict empty,
                                         float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:322  for t in reversed(range(x.size(1))): */
        insert[i] = empty[i];
    }
}

static void case_reverse_s1_v0_2_k0(const float *restrict empty, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        case_reverse_s1_v0_2_k0_part(0, x1 * x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_reverse_s1_v0_2_k0_part(begin, end, empty, insert);
        }
    }
}

static void case_reverse_s1_v0_2_k1_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert,
                                         int64_t x1, float size) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:323  outs.append(x[:, t] * t) */
        const float x_i = x[i * x1 + x1 - 1];
        /* loops.py:322  for t in reversed(range(x.size(1))): */
        insert[i] = x_i * size;
    }
}

static void case_reverse_s1_v0_2_k1(const float *restrict x, float *restrict insert, int64_t x1, int64_t x0,
                                    float size) {
    const int parts = rt_parts(x0, x0);
    if (parts == 1) {
        case_reverse_s1_v0_2_k1_part(0, x0, x, insert, x1, size);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x0, part, parts);
            const int64_t end = rt_part_begin(x0, part + 1, parts);
            case_reverse_s1_v0_2_k1_part(begin, end, x, insert, x1, size);
        }
    }
}

static void case_reverse_s1_v0_2_k3_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert,
                                         int64_t x1, int64_t n_2, int64_t k_2, int64_t x0, float size) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:323  outs.append(x[:, t] * t) */
        const float x_i = x[i * x1 + n_2];
        /* loops.py:322  for t in reversed(range(x.size(1))): */
        insert[k_2 * x0 + x0 + i] = x_i * size;
    }
}

static void case_reverse_s1_v0_2_k3(const float *restrict x, float *restrict insert, int64_t x1, int64_t n_2,
                                    int64_t k_2, int64_t x0, float size) {
    const int parts = rt_parts(x0, x0);
    if (parts == 1) {
        case_reverse_s1_v0_2_k3_part(0, x0, x, insert, x1, n_2, k_2, x0, size);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x0, part, parts);
            const int64_t end = rt_part_begin(x0, part + 1, parts);
            case_reverse_s1_v0_2_k3_part(begin, end, x, insert, x1, n_2, k_2, x0, size);
        }
    }
}

static void case_reverse_s1_v0_2_k4(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_reverse_s1_v0_2_k0_part(0, x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_reverse_s1_v0_2_k0_part(begin, end, insert, clone);
        }
    }
}

/* case_reverse(x: f32[x0, x1]) */
static RtStatus case_reverse_s1_v0_2(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 2, 0 < x1);
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 3, 1 <= x0);
    RT_GUARD(call, 4, rt_pinned(call, PINNED__reversed));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_builtins_reversed));
    RT_GUARD(call, 5, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 6, rt_pinned(call, PINNED_torch_unbind));
    RT_GUARD(call, 7, rt_pinned(call, PINNED_torch_clone));
    RT_GUARD(call, 8, rt_pinned(call, PINNED_builtins_map));
    RT_GUARD(call, 9, rt_pinned(call, PINNED_builtins_list));
    PyObject *list_object = rt_module_global(call, NAME_builtins, NAME_list);
    if (list_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *map_object = rt_module_global(call, NAME_builtins, NAME_map);
    if (map_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *clone_object = rt_module_global(call, NAME_torch, NAME_clone);
    if (clone_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *unbind_object = rt_module_global(call, NAME_torch, NAME_unbind);
    if (unbind_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    float *empty = rt_scratch(call, 4 * (x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x1, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert = rt_scratch(call, 4 * (x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x1 * x0 + x0);
    case_reverse_s1_v0_2_k0(empty, insert, x1, x0);
    case_reverse_s1_v0_2_k1(x.data, insert, x1, x0, (float)t);
    rt_acquire(gil);
    const float *state = insert;
    float *next = rt_scratch(call, 4 * (x1 * x0));
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * (x1 * x0));
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert_1 = empty;
    /* loops.py:322  for t in reversed(range(x.size(1))): */
    for (int64_t step = 0; step < t; step++) {
        int64_t t_1;
        int64_t t_2;
        int64_t t_3;
        if (!(rt_checked_add(-2, x1, &t_1) && rt_checked_mul(-1, step, &t_2) && rt_checked_add(t_1, t_2, &t_3))) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        /* loops.py:323  outs.append(x[:, t] * t) */
        const bool lt = t_3 < 0;
        int64_t add;
        if (!rt_checked_add(t_3, x1, &add)) {
            return rt_miss(call, "an integer does not fit 64 bits, or Python raises");
        }
        const int64_t where = lt ? add : t_3;
        const bool le = 0 <= where;
        const bool not = !le;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        const bool lt_1 = where < x1;
        const bool not_1 = !lt_1;
        if (not_1) {
            return rt_miss(call, "sizes do not agree");
        }
        int64_t t_4;
        if (!rt_checked_add(1, step, &t_4)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        /* loops.py:322  for t in reversed(range(x.size(1))): */
        const bool lt_2 = t_4 < x1;
        const bool not_2 = !lt_2;
        if (not_2) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_1 = rt_release(3 * (x1 * x0) + x0);
        case_reverse_s1_v0_2_k0(state, insert_1, x1, x0);
        case_reverse_s1_v0_2_k3(x.data, insert_1, x1, where, step, x0, (float)t_3);
        case_reverse_s1_v0_2_k4(insert_1, next, x1, x0);
        rt_acquire(gil_1);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
    }
    RtTensor result;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x1, x0}, NULL, &result));
    rt_copy(result.data, state, 4 * (x1 * x0));
    return rt_return(call,
                     rt_new_applied(call, list_object, rt_new_tuple(call, 1, (PyObject *[]){rt_new_applied(call, map_object, rt_new_tuple(call, 2, (PyObject *[]){clone_object, rt_new_applied(call, unbind_object, rt_new_tuple(call, 1, (PyObject *[]){result.object}), Py_None)}), Py_None)}), Py_None));
}

/* ---- case_outs_last#1 ------------------------------------------------------------------------------------------ */
static const RtGuard case_outs_last_s1_v0_2_guards[] = {
    {"", 0},
};

/* case_outs_last() */
static RtStatus case_outs_last_s1_v0_2(RtCall *call) {
    /* loops.py:333  outs = [] */
    return rt_return(call, rt_new_list(call, 0, NULL));
}

/* ---- case_outs_last#2 ------------------------------------------------------------------------------------------ */
static const RtGuard case_outs_last_s2_v0_guards[] = {
    {"type(outs) is list", 0},
    {"r: Tensor, f32, any rank", 0},
    {"r: contiguous", 0},
};

static void case_outs_last_s2_v0_k0_part(int64_t begin, int64_t end, const float *restrict r, float *restrict mul) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:335  outs.append(r * 2) */
        mul[i] = r[i] * 2.0f;
    }
}

static void case_outs_last_s2_v0_k0(const float *restrict r, float *restrict mul, int64_t n) {
    const int parts = rt_parts(n, 4 * n);
    if (parts == 1) {
        case_outs_last_s2_v0_k0_part(0, n, r, mul);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_outs_last_s2_v0_k0_part(begin, end, r, mul);
        }
    }
}

/* case_outs_last(outs: any, r: f32[...]) */
static RtStatus case_outs_last_s2_v0(RtCall *call) {
    RT_GUARD(call, 0, rt_is_type(call->args[0], RT_TYPE_LIST));
    RtTensor r;
    RT_GUARD(call, 1, rt_tensor(call, call->args[1], RT_F32, -1, &r));
    RT_GUARD(call, 2, rt_row_major(&r));
    const int64_t n = rt_numel(&r);
    RtTensor mul;
    RT_TRY(rt_output(call, RT_F32, r.ndim, r.shape, NULL, &mul));
    void *gil = rt_release(3 * n);
    case_outs_last_s2_v0_k0(r.data, mul.data, n);
    rt_acquire(gil);
    PyObject *result = rt_new_tuple(call, 0, NULL);
    PyObject *stored = mul.object;
    RT_TRY(stored != NULL);
    RT_TRY(result != NULL);
    RT_TRY(rt_append(call->args[0], stored));
    /* loops.py:335  outs.append(r * 2) */
    return rt_return(call, result);
}

/* ---- case_multi#1 ---------------------------------------------------------------------------------------------- */
static const RtGuard case_multi_s1_v0_2_guards[] = {
    {"", 0},
};

/* case_multi() */
static RtStatus case_multi_s1_v0_2(RtCall *call) {
    /* loops.py:340  a, b = [], [] */
    return rt_return(call,
                     rt_new_tuple(call, 2, (PyObject *[]){rt_new_list(call, 0, NULL), rt_new_list(call, 0, NULL)}));
}

/* ---- case_multi#2 ---------------------------------------------------------------------------------------------- */
static const RtGuard case_multi_s2_v0_guards[] = {
    {"type(a) is list", 0},
    {"r: Tensor, f32, any rank", 0},
    {"type(b) is list", 0},
    {"r: contiguous", 0},
    {"1 <= r.numel()", 343},
    {"a is not b", 342},
    {"b is not a", 343},
};

static void case_multi_s2_v0_k0_part(int64_t begin, int64_t end, const float *restrict r, double *sum_out,
                                     float *amax_out) {
    double sum = 0.0;
    float amax = -INFINITY;
    int32_t has_nan = 0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
#pragma omp simd reduction(+ : sum_1) reduction(max : amax) reduction(| : has_nan)
        for (int64_t i = block; i < stop; i++) {
            /* loops.py:342  a.append(r.sum()) */
            const float r_i = r[i];
            sum_1 += r_i;
            /* loops.py:343  b.append(r.max()) */
            amax = r_i > amax ? r_i : amax;
            has_nan |= r_i != r_i;
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
    *amax_out = has_nan != 0 ? NAN : amax;
}

static void case_multi_s2_v0_k0(const float *restrict r, float *restrict sum_4, float *restrict amax_2, int64_t n) {
    /* loops.py:343  b.append(r.max()) */
    double sum_of[RT_PARTS_MAX];
    float amax_of[RT_PARTS_MAX];
    const int parts = rt_parts(n, n);
    if (parts == 1) {
        case_multi_s2_v0_k0_part(0, n, r, &sum_of[0], &amax_of[0]);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_multi_s2_v0_k0_part(begin, end, r, &sum_of[part], &amax_of[part]);
        }
    }
    double sum_2 = sum_of[0];
    float amax_1 = amax_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
        amax_1 = rt_max_f32(amax_1, amax_of[share]);
    }
    /* loops.py:342  a.append(r.sum()) */
    const float sum_3 = (float)sum_2;
    *sum_4 = sum_3;
    /* loops.py:343  b.append(r.max()) */
    *amax_2 = amax_1;
}

/* case_multi(a: any, r: f32[...], b: any) */
static RtStatus case_multi_s2_v0(RtCall *call) {
    RT_GUARD(call, 0, rt_is_type(call->args[0], RT_TYPE_LIST));
    RtTensor r;
    RT_GUARD(call, 1, rt_tensor(call, call->args[1], RT_F32, -1, &r));
    RT_GUARD(call, 2, rt_is_type(call->args[2], RT_TYPE_LIST));
    RT_GUARD(call, 3, rt_row_major(&r));
    const int64_t n = rt_numel(&r);
    RT_GUARD(call, 4, 1 <= n);
    RT_GUARD(call, 5, call->args[0] != call->args[2]);
    RT_GUARD(call, 6, call->args[2] != call->args[0]);
    RtTensor sum;
    RT_TRY(rt_output(call, RT_F32, 0, NULL, NULL, &sum));
    RtTensor amax;
    RT_TRY(rt_output(call, RT_F32, 0, NULL, NULL, &amax));
    void *gil = rt_release(3 * n);
    case_multi_s2_v0_k0(r.data, sum.data, amax.data, n);
    rt_acquire(gil);
    PyObject *result = rt_new_tuple(call, 0, NULL);
    PyObject *stored = sum.object;
    RT_TRY(stored != NULL);
    PyObject *stored_1 = amax.object;
    RT_TRY(stored_1 != NULL);
    RT_TRY(result != NULL);
    RT_TRY(rt_append(call->args[0], stored));
    RT_TRY(rt_append(call->args[2], stored_1));
    /* loops.py:343  b.append(r.max()) */
    return rt_return(call, result);
}

/* ---- case_view_carry#1 ----------------------------------------------------------------------------------------- */
static const RtGuard case_view_carry_s1_v0_2_guards[] = {
    {"", 0},
};

/* case_view_carry(x: any) */
static RtStatus case_view_carry_s1_v0_2(RtCall *call) {
    if (call->args[0] == NULL) {
        return rt_miss(call, "an object is not there");
    }
    /* loops.py:348  v = x */
    return rt_return(call, call->args[0]);
}

/* ---- case_view_carry#2 ----------------------------------------------------------------------------------------- */
static const RtGuard case_view_carry_s2_v0_guards[] = {
    {"v: Tensor, f32, rank 2", 0},
    {"v: contiguous", 0},
    {"1 <= v.shape[1]", 350},
    {"1 <= v.shape[0]", 350},
};

/* case_view_carry(v: f32[v0, v1]) */
static RtStatus case_view_carry_s2_v0(RtCall *call) {
    RtTensor v;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &v));
    RT_GUARD(call, 1, rt_row_major(&v));
    const int64_t v1 = v.shape[1];
    RT_GUARD(call, 2, 1 <= v1);
    const int64_t v0 = v.shape[0];
    RT_GUARD(call, 3, 1 <= v0);
    PyObject *view = rt_view(call, v.object, 2, (int64_t[]){v1, v0}, (int64_t[]){1, v1}, 0);
    RT_TRY(view != NULL);
    /* loops.py:350  v = v.t() */
    return rt_return(call, view);
}

/* ---- case_view_carry#3 ----------------------------------------------------------------------------------------- */
static const RtGuard case_view_carry_s3_v0_guards[] = {
    {"v: Tensor, f32, rank 2", 0},
    {"v: strides (1, v.stride(1))", 0},
    {"2 <= v.shape[0]", 351},
    {"2 <= v.shape[1]", 351},
    {"v.stride(1) != 0", 351},
    {"v.stride(1) != 1", 351},
};

static void case_view_carry_s3_v0_k0_part(int64_t begin, int64_t end, const float *restrict v, float *restrict mul,
                                          int64_t v0, int64_t v_stride1) {
    for (int64_t i = begin; i < end; i++) {
#pragma omp simd
        for (int64_t j = 0; j < v0; j++) {
            /* loops.py:351  return v * 1 */
            mul[i * v0 + j] = v[i * v_stride1 + j] * 1.0f;
        }
    }
}

static void case_view_carry_s3_v0_k0(const float *restrict v, float *restrict mul, int64_t v0, int64_t v_stride1,
                                     int64_t v1) {
    const int parts = rt_parts(v1, 4 * (v1 * v0));
    if (parts == 1) {
        case_view_carry_s3_v0_k0_part(0, v1, v, mul, v0, v_stride1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(v1, part, parts);
            const int64_t end = rt_part_begin(v1, part + 1, parts);
            case_view_carry_s3_v0_k0_part(begin, end, v, mul, v0, v_stride1);
        }
    }
}

/* case_view_carry(v: f32[v0, v1]) */
static RtStatus case_view_carry_s3_v0(RtCall *call) {
    RtTensor v;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &v));
    RT_GUARD(call, 1, rt_strides_are(&v, (int64_t[]){1, v.strides[1]}));
    const int64_t v0 = v.shape[0];
    RT_GUARD(call, 2, 2 <= v0);
    const int64_t v1 = v.shape[1];
    RT_GUARD(call, 3, 2 <= v1);
    const int64_t v_stride1 = v.strides[1];
    RT_GUARD(call, 4, v_stride1 != 0);
    RT_GUARD(call, 5, v_stride1 != 1);
    RtTensor mul;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){v0, v1}, (int64_t[]){1, v0}, &mul));
    void *gil = rt_release(3 * (v1 * v0));
    case_view_carry_s3_v0_k0(v.data, mul.data, v0, v_stride1, v1);
    rt_acquire(gil);
    /* loops.py:351  return v * 1 */
    return rt_return(call, mul.object);
}

/* ---- case_shape_change ----------------------------------------------------------------------------------------- */
static const RtGuard case_shape_change_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"1 <= x.shape[0]", 355},
    {"builtins.range is unchanged", 356},
    {"torch.cat is unchanged", 357},
};

static void case_shape_change_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict y) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:357  y = torch.cat([y, y]) */
        y[i] = x[i];
    }
}

static void case_shape_change_v0_k0(const float *restrict x, float *restrict y, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_shape_change_v0_k0_part(0, x1, x, y);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_shape_change_v0_k0_part(begin, end, x, y);
        }
    }
}

static void case_shape_change_v0_k1_part(int64_t begin, int64_t end, const float *restrict x, float *restrict y,
                                         int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:357  y = torch.cat([y, y]) */
        y[x1 + i] = x[i];
    }
}

static void case_shape_change_v0_k1(const float *restrict x, float *restrict y, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_shape_change_v0_k1_part(0, x1, x, y, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_shape_change_v0_k1_part(begin, end, x, y, x1);
        }
    }
}

static void case_shape_change_v0_k2_part(int64_t begin, int64_t end, const float *restrict y, float *restrict y_1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        const float y_i = y[i];
        /* loops.py:357  y = torch.cat([y, y]) */
        y_1[i] = y_i;
    }
}

static void case_shape_change_v0_k2(const float *restrict y, float *restrict y_1, int64_t x1) {
    const int parts = rt_parts(2 * x1, 2 * x1);
    if (parts == 1) {
        case_shape_change_v0_k2_part(0, 2 * x1, y, y_1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(2 * x1, part, parts);
            const int64_t end = rt_part_begin(2 * x1, part + 1, parts);
            case_shape_change_v0_k2_part(begin, end, y, y_1);
        }
    }
}

static void case_shape_change_v0_k3_part(int64_t begin, int64_t end, const float *restrict y, float *restrict y_1,
                                         int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        const float y_i = y[i];
        /* loops.py:357  y = torch.cat([y, y]) */
        y_1[2 * x1 + i] = y_i;
    }
}

static void case_shape_change_v0_k3(const float *restrict y, float *restrict y_1, int64_t x1) {
    const int parts = rt_parts(2 * x1, 2 * x1);
    if (parts == 1) {
        case_shape_change_v0_k3_part(0, 2 * x1, y, y_1, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(2 * x1, part, parts);
            const int64_t end = rt_part_begin(2 * x1, part + 1, parts);
            case_shape_change_v0_k3_part(begin, end, y, y_1, x1);
        }
    }
}

static void case_shape_change_v0_k4(const float *restrict y, float *restrict y_1, int64_t x1) {
    const int parts = rt_parts(4 * x1, 4 * x1);
    if (parts == 1) {
        case_shape_change_v0_k2_part(0, 4 * x1, y, y_1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(4 * x1, part, parts);
            const int64_t end = rt_part_begin(4 * x1, part + 1, parts);
            case_shape_change_v0_k2_part(begin, end, y, y_1);
        }
    }
}

static void case_shape_change_v0_k5_part(int64_t begin, int64_t end, const float *restrict y, float *restrict y_1,
                                         int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        const float y_i = y[i];
        /* loops.py:357  y = torch.cat([y, y]) */
        y_1[4 * x1 + i] = y_i;
    }
}

static void case_shape_change_v0_k5(const float *restrict y, float *restrict y_1, int64_t x1) {
    const int parts = rt_parts(4 * x1, 4 * x1);
    if (parts == 1) {
        case_shape_change_v0_k5_part(0, 4 * x1, y, y_1, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(4 * x1, part, parts);
            const int64_t end = rt_part_begin(4 * x1, part + 1, parts);
            case_shape_change_v0_k5_part(begin, end, y, y_1, x1);
        }
    }
}

/* case_shape_change(x: f32[x0, x1]) */
static RtStatus case_shape_change_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 1 <= x0);
    RT_GUARD(call, 3, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 3, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 4, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_torch_cat));
    const int64_t x1 = x.shape[1];
    float *y = rt_scratch(call, 8 * x1);
    if (y == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *y_1 = rt_scratch(call, 16 * x1);
    if (y_1 == NULL) {
        return rt_miss(call, "out of memory");
    }
    RtTensor y_2;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){8, x1}, NULL, &y_2));
    void *gil = rt_release(14 * x1);
    case_shape_change_v0_k0(x.data, y, x1);
    case_shape_change_v0_k1(x.data, y, x1);
    case_shape_change_v0_k2(y, y_1, x1);
    case_shape_change_v0_k3(y, y_1, x1);
    case_shape_change_v0_k4(y_1, y_2.data, x1);
    case_shape_change_v0_k5(y_1, y_2.data, x1);
    rt_acquire(gil);
    /* loops.py:358  return y */
    return rt_return(call, y_2.object);
}

/* ---- case_break_else ------------------------------------------------------------------------------------------- */
static const RtGuard case_break_else_v0_guards[] = {
    {"x: Tensor, f32, any rank", 0},
    {"x: contiguous", 0},
    {"builtins.range is unchanged", 362},
};

static void case_break_else_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, double *sum_out) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
        const int64_t rest = stop - (stop - block) % RT_LANES;
        float lanes[RT_LANES];
        rt_clear_lanes_f32(lanes);
        for (int64_t chunk = block; chunk < rest; chunk += RT_LANES) {
#pragma omp simd
            for (int64_t lane = 0; lane < RT_LANES; lane++) {
                /* loops.py:363  if x.sum() > i: */
                const float x_i = x[chunk + lane];
                lanes[lane] += x_i;
            }
        }
        sum_1 += rt_sum_lanes_f32(lanes);
        if (rest < stop) {
#pragma omp simd reduction(+ : sum_1)
            for (int64_t i = rest; i < stop; i++) {
                const float x_i_1 = x[i];
                sum_1 += x_i_1;
            }
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_break_else_v0_k0(const float *restrict x, uint8_t *restrict gt_1, int64_t n) {
    /* loops.py:363  if x.sum() > i: */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(n, n);
    if (parts == 1) {
        case_break_else_v0_k0_part(0, n, x, &sum_of[0]);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_break_else_v0_k0_part(begin, end, x, &sum_of[part]);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    const bool gt = sum_3 > 0.0f;
    *gt_1 = gt;
}

static void case_break_else_v0_k1_part(int64_t begin, int64_t end, const float *restrict x, float *restrict x_2) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:365  x = x + 1 */
        const float x_i = x[i];
        const float x_1 = x_i + 1.0f;
        x_2[i] = x_1;
    }
}

static void case_break_else_v0_k1(const float *restrict x, float *restrict x_2, int64_t n) {
    const int parts = rt_parts(n, 4 * n);
    if (parts == 1) {
        case_break_else_v0_k1_part(0, n, x, x_2);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_break_else_v0_k1_part(begin, end, x, x_2);
        }
    }
}

static void case_break_else_v0_k2(const float *restrict x, uint8_t *restrict gt_1, int64_t n) {
    /* loops.py:363  if x.sum() > i: */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(n, 2 * n);
    if (parts == 1) {
        case_break_else_v0_k0_part(0, n, x, &sum_of[0]);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_break_else_v0_k0_part(begin, end, x, &sum_of[part]);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    const bool gt = sum_3 > 1.0f;
    *gt_1 = gt;
}

static void case_break_else_v0_k4(const float *restrict x, uint8_t *restrict gt_1, int64_t n) {
    /* loops.py:363  if x.sum() > i: */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(n, 2 * n);
    if (parts == 1) {
        case_break_else_v0_k0_part(0, n, x, &sum_of[0]);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_break_else_v0_k0_part(begin, end, x, &sum_of[part]);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    const bool gt = sum_3 > 2.0f;
    *gt_1 = gt;
}

static void case_break_else_v0_k6(const float *restrict x, uint8_t *restrict gt_1, int64_t n) {
    /* loops.py:363  if x.sum() > i: */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(n, 2 * n);
    if (parts == 1) {
        case_break_else_v0_k0_part(0, n, x, &sum_of[0]);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_break_else_v0_k0_part(begin, end, x, &sum_of[part]);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    const bool gt = sum_3 > 3.0f;
    *gt_1 = gt;
}

static void case_break_else_v0_k7_part(int64_t begin, int64_t end, const float *restrict x, float *restrict x_3,
                                       bool item_3) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:363  if x.sum() > i: */
        const float x_i = x[i];
        /* loops.py:365  x = x + 1 */
        const float x_1 = x_i + 1.0f;
        /* loops.py:367  x = x * 2 */
        const float x_2 = (item_3 ? x_i : x_1) * 2.0f;
        x_3[i] = x_2;
    }
}

static void case_break_else_v0_k7(const float *restrict x, float *restrict x_3, int64_t n, bool item_3) {
    const int parts = rt_parts(n, 9 * n);
    if (parts == 1) {
        case_break_else_v0_k7_part(0, n, x, x_3, item_3);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_break_else_v0_k7_part(begin, end, x, x_3, item_3);
        }
    }
}

/* case_break_else(x: f32[...]) */
static RtStatus case_break_else_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, -1, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    RT_GUARD(call, 2, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 2, rt_pinned(call, PINNED_builtins_range));
    uint8_t gt[1];
    const int64_t n = rt_numel(&x);
    uint8_t gt_1[1];
    uint8_t gt_2[1];
    uint8_t gt_3[1];
    void *gil = rt_release(4 * n);
    case_break_else_v0_k0(x.data, gt, n);
    /* loops.py:363  if x.sum() > i: */
    const bool item = gt[0] != 0;
    rt_acquire(gil);
    const float *chosen = NULL;
    if (item) {
        chosen = x.data;
    } else {
        float *x_1 = rt_scratch(call, 4 * n);
        if (x_1 == NULL) {
            return rt_miss(call, "out of memory");
        }
        void *gil_1 = rt_release(3 * n);
        case_break_else_v0_k1(x.data, x_1, n);
        rt_acquire(gil_1);
        chosen = x_1;
    }
    void *gil_2 = rt_release(4 * n);
    case_break_else_v0_k2(chosen, gt_1, n);
    const bool item_1 = gt_1[0] != 0;
    rt_acquire(gil_2);
    const float *chosen_1 = NULL;
    if (item_1) {
        chosen_1 = chosen;
    } else {
        float *x_2 = rt_scratch(call, 4 * n);
        if (x_2 == NULL) {
            return rt_miss(call, "out of memory");
        }
        void *gil_3 = rt_release(3 * n);
        case_break_else_v0_k1(chosen, x_2, n);
        rt_acquire(gil_3);
        chosen_1 = x_2;
    }
    void *gil_4 = rt_release(4 * n);
    case_break_else_v0_k4(chosen_1, gt_2, n);
    const bool item_2 = gt_2[0] != 0;
    rt_acquire(gil_4);
    const float *chosen_2 = NULL;
    if (item_2) {
        chosen_2 = chosen_1;
    } else {
        float *x_3 = rt_scratch(call, 4 * n);
        if (x_3 == NULL) {
            return rt_miss(call, "out of memory");
        }
        void *gil_5 = rt_release(3 * n);
        case_break_else_v0_k1(chosen_1, x_3, n);
        rt_acquire(gil_5);
        chosen_2 = x_3;
    }
    RtTensor x_4;
    RT_TRY(rt_output(call, RT_F32, x.ndim, x.shape, NULL, &x_4));
    void *gil_6 = rt_release(7 * n);
    case_break_else_v0_k6(chosen_2, gt_3, n);
    const bool item_3 = gt_3[0] != 0;
    case_break_else_v0_k7(chosen_2, x_4.data, n, item_3);
    rt_acquire(gil_6);
    /* loops.py:368  return x */
    return rt_return(call, x_4.object);
}

/* ---- case_early ------------------------------------------------------------------------------------------------ */
static const RtGuard case_early_v0_guards[] = {
    {"x: Tensor, f32, any rank", 0},
    {"x: contiguous", 0},
    {"builtins.range is unchanged", 374},
};

static void case_early_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, double *sum_out) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
        const int64_t rest = stop - (stop - block) % RT_LANES;
        float lanes[RT_LANES];
        rt_clear_lanes_f32(lanes);
        for (int64_t chunk = block; chunk < rest; chunk += RT_LANES) {
#pragma omp simd
            for (int64_t lane = 0; lane < RT_LANES; lane++) {
                /* loops.py:372  if x.sum() > 0: */
                const float x_i = x[chunk + lane];
                lanes[lane] += x_i;
            }
        }
        sum_1 += rt_sum_lanes_f32(lanes);
        if (rest < stop) {
#pragma omp simd reduction(+ : sum_1)
            for (int64_t i = rest; i < stop; i++) {
                const float x_i_1 = x[i];
                sum_1 += x_i_1;
            }
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_early_v0_k0(const float *restrict x, uint8_t *restrict gt_1, int64_t n) {
    /* loops.py:372  if x.sum() > 0: */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(n, n);
    if (parts == 1) {
        case_early_v0_k0_part(0, n, x, &sum_of[0]);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_early_v0_k0_part(begin, end, x, &sum_of[part]);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    const bool gt = sum_3 > 0.0f;
    *gt_1 = gt;
}

static void case_early_v0_k1_part(int64_t begin, int64_t end, const float *restrict x, double *sum_out,
                                  float *restrict x_2) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
#pragma omp simd reduction(+ : sum_1)
        for (int64_t i = block; i < stop; i++) {
            /* loops.py:375  x = x - 1 */
            const float x_i = x[i];
            const float x_1 = x_i - 1.0f;
            x_2[i] = x_1;
            /* loops.py:376  if x.sum() < -20: */
            sum_1 += x_1;
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_early_v0_k1(const float *restrict x, float *restrict x_2, uint8_t *restrict lt_1, int64_t n) {
    /* loops.py:376  if x.sum() < -20: */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(n, 7 * n);
    if (parts == 1) {
        case_early_v0_k1_part(0, n, x, &sum_of[0], x_2);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_early_v0_k1_part(begin, end, x, &sum_of[part], x_2);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    const bool lt = sum_3 < -2e+01f;
    *lt_1 = lt;
}

static void case_early_v0_k2_part(int64_t begin, int64_t end, const float *restrict x, float *restrict mul) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:377  return x * 2 */
        const float x_i = x[i];
        mul[i] = x_i * 2.0f;
    }
}

static void case_early_v0_k2(const float *restrict x, float *restrict mul, int64_t n) {
    const int parts = rt_parts(n, 5 * n);
    if (parts == 1) {
        case_early_v0_k2_part(0, n, x, mul);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_early_v0_k2_part(begin, end, x, mul);
        }
    }
}

static void case_early_v0_k3(const float *restrict x, float *restrict x_2, uint8_t *restrict lt_1, int64_t n) {
    /* loops.py:376  if x.sum() < -20: */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(n, 9 * n);
    if (parts == 1) {
        case_early_v0_k1_part(0, n, x, &sum_of[0], x_2);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_early_v0_k1_part(begin, end, x, &sum_of[part], x_2);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    const bool lt = sum_3 < -2e+01f;
    *lt_1 = lt;
}

static void case_early_v0_k7_part(int64_t begin, int64_t end, const float *restrict x, float *restrict add) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:378  return x + 3 */
        const float x_i = x[i];
        add[i] = x_i + 3.0f;
    }
}

static void case_early_v0_k7(const float *restrict x, float *restrict add, int64_t n) {
    const int parts = rt_parts(n, 5 * n);
    if (parts == 1) {
        case_early_v0_k7_part(0, n, x, add);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_early_v0_k7_part(begin, end, x, add);
        }
    }
}

/* case_early(x: f32[...]) */
static RtStatus case_early_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, -1, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    RT_GUARD(call, 2, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 2, rt_pinned(call, PINNED_builtins_range));
    uint8_t gt[1];
    const int64_t n = rt_numel(&x);
    uint8_t lt[1];
    uint8_t lt_1[1];
    uint8_t lt_2[1];
    void *gil = rt_release(4 * n);
    case_early_v0_k0(x.data, gt, n);
    /* loops.py:372  if x.sum() > 0: */
    const bool item = gt[0] != 0;
    rt_acquire(gil);
    if (item) {
        return rt_return(call, call->args[0]);
    } else {
        float *x_1 = rt_scratch(call, 4 * n);
        if (x_1 == NULL) {
            return rt_miss(call, "out of memory");
        }
        void *gil_1 = rt_release(6 * n);
        case_early_v0_k1(x.data, x_1, lt, n);
        /* loops.py:376  if x.sum() < -20: */
        const bool item_1 = lt[0] != 0;
        rt_acquire(gil_1);
        RtTensor chosen;
        if (item_1) {
            RtTensor mul;
            RT_TRY(rt_output(call, RT_F32, x.ndim, x.shape, NULL, &mul));
            void *gil_2 = rt_release(3 * n);
            case_early_v0_k2(x_1, mul.data, n);
            rt_acquire(gil_2);
            chosen = mul;
        } else {
            float *x_2 = rt_scratch(call, 4 * n);
            if (x_2 == NULL) {
                return rt_miss(call, "out of memory");
            }
            void *gil_3 = rt_release(6 * n);
            case_early_v0_k3(x_1, x_2, lt_1, n);
            const bool item_2 = lt_1[0] != 0;
            rt_acquire(gil_3);
            RtTensor chosen_1;
            int64_t chosen_2 = 0;
            if (item_2) {
                RtTensor mul_1;
                RT_TRY(rt_output(call, RT_F32, x.ndim, x.shape, NULL, &mul_1));
                void *gil_4 = rt_release(3 * n);
                case_early_v0_k2(x_2, mul_1.data, n);
                rt_acquire(gil_4);
                chosen_1 = mul_1;
                chosen_2 = 1;
            } else {
                float *x_3 = rt_scratch(call, 4 * n);
                if (x_3 == NULL) {
                    return rt_miss(call, "out of memory");
                }
                void *gil_5 = rt_release(6 * n);
                case_early_v0_k3(x_2, x_3, lt_2, n);
                const bool item_3 = lt_2[0] != 0;
                rt_acquire(gil_5);
                RtTensor chosen_3;
                if (item_3) {
                    RtTensor mul_2;
                    RT_TRY(rt_output(call, RT_F32, x.ndim, x.shape, NULL, &mul_2));
                    void *gil_6 = rt_release(3 * n);
                    case_early_v0_k2(x_3, mul_2.data, n);
                    rt_acquire(gil_6);
                    chosen_3 = mul_2;
                } else {
                    RtTensor add;
                    RT_TRY(rt_output(call, RT_F32, x.ndim, x.shape, NULL, &add));
                    void *gil_7 = rt_release(3 * n);
                    case_early_v0_k7(x_3, add.data, n);
                    rt_acquire(gil_7);
                    chosen_3 = add;
                }
                chosen_1 = chosen_3;
                chosen_2 = 2;
            }
            chosen = chosen_1;
        }
        /* loops.py:378  return x + 3 */
        return rt_return(call, chosen.object);
    }
}

/* ---- case_two_returns ------------------------------------------------------------------------------------------ */
static const RtGuard case_two_returns_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"1 < x.shape[0]", 383},
    {"builtins.range is unchanged", 382},
};

static void case_two_returns_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, double *sum_out) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
        const int64_t rest = stop - (stop - block) % RT_LANES;
        float lanes[RT_LANES];
        rt_clear_lanes_f32(lanes);
        for (int64_t chunk = block; chunk < rest; chunk += RT_LANES) {
#pragma omp simd
            for (int64_t lane = 0; lane < RT_LANES; lane++) {
                /* loops.py:383  if x[i].sum() > 3: */
                const float x_i = x[chunk + lane];
                lanes[lane] += x_i;
            }
        }
        sum_1 += rt_sum_lanes_f32(lanes);
        if (rest < stop) {
#pragma omp simd reduction(+ : sum_1)
            for (int64_t i = rest; i < stop; i++) {
                const float x_i_1 = x[i];
                sum_1 += x_i_1;
            }
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_two_returns_v0_k0(const float *restrict x, float *restrict sum_4, uint8_t *restrict gt_1,
                                   int64_t x1) {
    /* loops.py:383  if x[i].sum() > 3: */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(x1, 2 * x1);
    if (parts == 1) {
        case_two_returns_v0_k0_part(0, x1, x, &sum_of[0]);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_two_returns_v0_k0_part(begin, end, x, &sum_of[part]);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    *sum_4 = sum_3;
    const bool gt = sum_3 > 3.0f;
    *gt_1 = gt;
}

static void case_two_returns_v0_k1(const float *restrict sum, uint8_t *restrict lt) {
    /* loops.py:385  if x[i].sum() < -3: */
    const float sum_i = *sum;
    *lt = sum_i < -3.0f;
}

static void case_two_returns_v0_k2_part(int64_t begin, int64_t end, const float *restrict x, double *sum_out,
                                        int64_t n, int64_t x1) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
        const int64_t rest = stop - (stop - block) % RT_LANES;
        float lanes[RT_LANES];
        rt_clear_lanes_f32(lanes);
        for (int64_t chunk = block; chunk < rest; chunk += RT_LANES) {
#pragma omp simd
            for (int64_t lane = 0; lane < RT_LANES; lane++) {
                /* loops.py:383  if x[i].sum() > 3: */
                const float x_i = x[n * x1 + (chunk + lane)];
                lanes[lane] += x_i;
            }
        }
        sum_1 += rt_sum_lanes_f32(lanes);
        if (rest < stop) {
#pragma omp simd reduction(+ : sum_1)
            for (int64_t i = rest; i < stop; i++) {
                const float x_i_1 = x[n * x1 + i];
                sum_1 += x_i_1;
            }
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_two_returns_v0_k2(const float *restrict x, float *restrict sum_4, uint8_t *restrict gt_1, int64_t n,
                                   int64_t x1) {
    /* loops.py:383  if x[i].sum() > 3: */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(x1, 2 * x1);
    if (parts == 1) {
        case_two_returns_v0_k2_part(0, x1, x, &sum_of[0], n, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_two_returns_v0_k2_part(begin, end, x, &sum_of[part], n, x1);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    *sum_4 = sum_3;
    const bool gt = sum_3 > 3.0f;
    *gt_1 = gt;
}

static void case_two_returns_v0_k4_part(int64_t begin, int64_t end, const float *restrict x, float *restrict mul,
                                        int64_t n_3, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:386  return x[i] * 2, 2 */
        const float x_i = x[n_3 * x1 + i];
        mul[i] = x_i * 2.0f;
    }
}

static void case_two_returns_v0_k4(const float *restrict x, float *restrict mul, int64_t n_3, int64_t x1) {
    const int parts = rt_parts(x1, 5 * x1);
    if (parts == 1) {
        case_two_returns_v0_k4_part(0, x1, x, mul, n_3, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_two_returns_v0_k4_part(begin, end, x, mul, n_3, x1);
        }
    }
}

static void case_two_returns_v0_k5_part(int64_t begin, int64_t end, const float *restrict x, float *restrict mul) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:383  if x[i].sum() > 3: */
        const float x_i = x[i];
        /* loops.py:387  return x[0] * 0, 3 */
        mul[i] = x_i * 0.0f;
    }
}

static void case_two_returns_v0_k5(const float *restrict x, float *restrict mul, int64_t x1) {
    const int parts = rt_parts(x1, 5 * x1);
    if (parts == 1) {
        case_two_returns_v0_k5_part(0, x1, x, mul);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_two_returns_v0_k5_part(begin, end, x, mul);
        }
    }
}

static void case_two_returns_v0_k6_part(int64_t begin, int64_t end, const float *restrict x, float *restrict mul) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:387  return x[0] * 0, 3 */
        const float x_i = x[i];
        mul[i] = x_i * 0.0f;
    }
}

static void case_two_returns_v0_k6(const float *restrict x, float *restrict mul, int64_t x1) {
    const int parts = rt_parts(x1, 5 * x1);
    if (parts == 1) {
        case_two_returns_v0_k6_part(0, x1, x, mul);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_two_returns_v0_k6_part(begin, end, x, mul);
        }
    }
}

/* case_two_returns(x: f32[x0, x1]) */
static RtStatus case_two_returns_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 1 < x0);
    RT_GUARD(call, 3, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 3, rt_pinned(call, PINNED_builtins_range));
    float sum[1];
    uint8_t gt[1];
    const int64_t x1 = x.shape[1];
    uint8_t lt_1[1];
    float sum_1[1];
    uint8_t gt_1[1];
    uint8_t lt_5[1];
    /* loops.py:382  for i in range(x.size(0)): */
    const bool lt = 0 < x0;
    if (lt) {
        /* loops.py:383  if x[i].sum() > 3: */
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil = rt_release(4 * x1);
        case_two_returns_v0_k0(x.data, sum, gt, x1);
        const bool item = gt[0] != 0;
        rt_acquire(gil);
        bool chosen = false;
        bool chosen_1 = false;
        bool chosen_2 = false;
        if (item) {
            chosen = true;
            chosen_1 = true;
            chosen_2 = false;
        } else {
            if (not) {
                return rt_miss(call, "sizes do not agree");
            }
            case_two_returns_v0_k1(sum, lt_1);
            /* loops.py:385  if x[i].sum() < -3: */
            const bool item_1 = lt_1[0] != 0;
            bool chosen_3 = false;
            if (item_1) {
                chosen_3 = true;
            } else {
                chosen_3 = false;
            }
            chosen = chosen_3;
            chosen_1 = false;
            chosen_2 = chosen_3;
        }
        int64_t state = 1;
        bool state_1 = chosen;
        bool state_2 = chosen_1;
        bool state_3 = chosen_2;
        int64_t state_4 = 0;
        /* loops.py:382  for i in range(x.size(0)): */
        for (;;) {
            const bool not_1 = !state_1;
            const bool lt_2 = state < x0;
            const bool and = not_1 && lt_2;
            if (!and) {
                break;
            }
            /* loops.py:383  if x[i].sum() > 3: */
            const bool lt_3 = state < 0;
            int64_t add;
            if (!rt_checked_add(state, x0, &add)) {
                return rt_miss(call, "an integer does not fit 64 bits, or Python raises");
            }
            const int64_t where = lt_3 ? add : state;
            const bool le = 0 <= where;
            const bool not_2 = !le;
            if (not_2) {
                return rt_miss(call, "sizes do not agree");
            }
            const bool lt_4 = where < x0;
            const bool not_3 = !lt_4;
            if (not_3) {
                return rt_miss(call, "sizes do not agree");
            }
            void *gil_1 = rt_release(4 * x1);
            case_two_returns_v0_k2(x.data, sum_1, gt_1, where, x1);
            const bool item_2 = gt_1[0] != 0;
            rt_acquire(gil_1);
            bool chosen_4 = false;
            bool chosen_5 = false;
            bool chosen_6 = false;
            if (item_2) {
                chosen_4 = true;
                chosen_5 = true;
                chosen_6 = false;
            } else {
                if (not_2) {
                    return rt_miss(call, "sizes do not agree");
                }
                if (not_3) {
                    return rt_miss(call, "sizes do not agree");
                }
                case_two_returns_v0_k1(sum_1, lt_5);
                /* loops.py:385  if x[i].sum() < -3: */
                const bool item_3 = lt_5[0] != 0;
                bool chosen_7 = false;
                if (item_3) {
                    chosen_7 = true;
                } else {
                    chosen_7 = false;
                }
                chosen_4 = chosen_7;
                chosen_5 = false;
                chosen_6 = chosen_7;
            }
            int64_t t;
            if (!rt_checked_add(1, state, &t)) {
                return rt_miss(call, "an integer does not fit 64 bits");
            }
            const int64_t new_state = t;
            const bool new_state_1 = chosen_4;
            const bool new_state_2 = chosen_5;
            const bool new_state_3 = chosen_6;
            const int64_t new_state_4 = state;
            state = new_state;
            state_1 = new_state_1;
            state_2 = new_state_2;
            state_3 = new_state_3;
            state_4 = new_state_4;
        }
        /* loops.py:384  return x[i], 1 */
        if (state_2) {
            const bool le_1 = 1 <= x1;
            const bool not_4 = !le_1;
            const bool lt_6 = state_4 < 0;
            int64_t add_1;
            if (!rt_checked_add(state_4, x0, &add_1)) {
                return rt_miss(call, "an integer does not fit 64 bits, or Python raises");
            }
            const int64_t where_1 = lt_6 ? add_1 : state_4;
            const bool le_2 = 0 <= where_1;
            const bool not_5 = !le_2;
            if (not_5) {
                return rt_miss(call, "sizes do not agree");
            }
            const bool lt_7 = where_1 < x0;
            const bool not_6 = !lt_7;
            if (not_6) {
                return rt_miss(call, "sizes do not agree");
            }
            if (not_4) {
                return rt_miss(call, "sizes do not agree");
            }
            int64_t t_1;
            if (!rt_checked_mul(x1, where_1, &t_1)) {
                return rt_miss(call, "an integer does not fit 64 bits");
            }
            PyObject *view = rt_view(call, x.object, 1, (int64_t[]){x1}, NULL, t_1);
            RT_TRY(view != NULL);
            return rt_return(call, rt_new_tuple(call, 2, (PyObject *[]){view, rt_new_int(call, 1)}));
        } else {
            /* loops.py:386  return x[i] * 2, 2 */
            RtTensor chosen_8;
            int64_t chosen_9 = 0;
            if (state_3) {
                const bool lt_8 = state_4 < 0;
                int64_t add_2;
                if (!rt_checked_add(state_4, x0, &add_2)) {
                    return rt_miss(call, "an integer does not fit 64 bits, or Python raises");
                }
                const int64_t where_2 = lt_8 ? add_2 : state_4;
                const bool le_3 = 0 <= where_2;
                const bool not_7 = !le_3;
                if (not_7) {
                    return rt_miss(call, "sizes do not agree");
                }
                const bool lt_9 = where_2 < x0;
                const bool not_8 = !lt_9;
                if (not_8) {
                    return rt_miss(call, "sizes do not agree");
                }
                RtTensor mul;
                RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &mul));
                void *gil_2 = rt_release(3 * x1);
                case_two_returns_v0_k4(x.data, mul.data, where_2, x1);
                rt_acquire(gil_2);
                chosen_8 = mul;
                chosen_9 = 2;
            } else {
                RtTensor mul_1;
                RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &mul_1));
                void *gil_3 = rt_release(3 * x1);
                case_two_returns_v0_k5(x.data, mul_1.data, x1);
                rt_acquire(gil_3);
                chosen_8 = mul_1;
                chosen_9 = 3;
            }
            /* loops.py:382  for i in range(x.size(0)): */
            return rt_return(call,
                             rt_new_tuple(call, 2, (PyObject *[]){chosen_8.object, rt_new_int(call, chosen_9)}));
        }
    } else {
        RtTensor mul_2;
        RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &mul_2));
        void *gil_4 = rt_release(3 * x1);
        case_two_returns_v0_k6(x.data, mul_2.data, x1);
        rt_acquire(gil_4);
        return rt_return(call, rt_new_tuple(call, 2, (PyObject *[]){mul_2.object, rt_new_int(call, 3)}));
    }
}

/* ---- case_minmax#1 --------------------------------------------------------------------------------------------- */
static const RtGuard case_minmax_s1_v0_2_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 391},
    {"1 <= x.shape[1]", 391},
};

/* case_minmax(x: f32[x0, x1]) */
static RtStatus case_minmax_s1_v0_2(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    PyObject *view = rt_view(call, x.object, 1, (int64_t[]){x1}, NULL, 0);
    RT_TRY(view != NULL);
    /* loops.py:391  best = x[0] */
    return rt_return(call, view);
}

/* ---- case_minmax#2 --------------------------------------------------------------------------------------------- */
static const RtGuard case_minmax_s2_v0_2_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"type(i) is int", 0},
    {"x: contiguous", 0},
    {"0 <= i", 394},
    {"i < x.shape[0]", 394},
    {"1 <= x.shape[1]", 394},
};

/* case_minmax(x: f32[x0, x1], i: int) */
static RtStatus case_minmax_s2_v0_2(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    int64_t i;
    RT_GUARD(call, 1, rt_int(call->args[1], &i));
    RT_GUARD(call, 2, rt_row_major(&x));
    RT_GUARD(call, 3, 0 <= i);
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 4, i < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 5, 1 <= x1);
    int64_t t;
    if (!rt_checked_mul(x1, i, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    PyObject *view = rt_view(call, x.object, 1, (int64_t[]){x1}, NULL, t);
    RT_TRY(view != NULL);
    /* loops.py:394  best = x[i] */
    return rt_return(call, view);
}

/* ---- case_minmax#3 --------------------------------------------------------------------------------------------- */
static const RtGuard case_minmax_s3_v0_guards[] = {
    {"best: Tensor, f32, rank 1", 0},
    {"best: contiguous", 0},
};

static void case_minmax_s3_v0_k0_part(int64_t begin, int64_t end, const float *restrict best, float *restrict add) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:395  return best + 0 */
        add[i] = best[i] + 0.0f;
    }
}

static void case_minmax_s3_v0_k0(const float *restrict best, float *restrict add, int64_t best0) {
    const int parts = rt_parts(best0, 4 * best0);
    if (parts == 1) {
        case_minmax_s3_v0_k0_part(0, best0, best, add);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(best0, part, parts);
            const int64_t end = rt_part_begin(best0, part + 1, parts);
            case_minmax_s3_v0_k0_part(begin, end, best, add);
        }
    }
}

/* case_minmax(best: f32[best0]) */
static RtStatus case_minmax_s3_v0(RtCall *call) {
    RtTensor best;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 1, &best));
    RT_GUARD(call, 1, rt_row_major(&best));
    const int64_t best0 = best.shape[0];
    RtTensor add;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){best0}, NULL, &add));
    void *gil = rt_release(3 * best0);
    case_minmax_s3_v0_k0(best.data, add.data, best0);
    rt_acquire(gil);
    /* loops.py:395  return best + 0 */
    return rt_return(call, add.object);
}

/* ---- case_powit ------------------------------------------------------------------------------------------------ */
static const RtGuard case_powit_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"1 <= x.shape[1]", 399},
    {"torch.get_default_dtype() is torch.float32", 400},
    {"torch.ones is unchanged", 400},
    {"builtins.range is unchanged", 401},
};

static void case_powit_v0_k0_part(int64_t begin, int64_t end, float *restrict v) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:400  v = torch.ones(a.size(0)) */
        v[i] = 1.0f;
    }
}

static void case_powit_v0_k0(float *restrict v, int64_t x0) {
    const int parts = rt_parts(x0, 2 * x0);
    if (parts == 1) {
        case_powit_v0_k0_part(0, x0, v);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x0, part, parts);
            const int64_t end = rt_part_begin(x0, part + 1, parts);
            case_powit_v0_k0_part(begin, end, v);
        }
    }
}

static void case_powit_v0_k1_part(int64_t begin, int64_t end, const float *restrict w, double *sum_out) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
        const int64_t rest = stop - (stop - block) % RT_LANES;
        float lanes[RT_LANES];
        rt_clear_lanes_f32(lanes);
        for (int64_t chunk = block; chunk < rest; chunk += RT_LANES) {
#pragma omp simd
            for (int64_t lane = 0; lane < RT_LANES; lane++) {
                /* loops.py:403  v = w / w.norm() */
                lanes[lane] += w[chunk + lane] * w[chunk + lane];
            }
        }
        sum_1 += rt_sum_lanes_f32(lanes);
        if (rest < stop) {
#pragma omp simd reduction(+ : sum_1)
            for (int64_t i = rest; i < stop; i++) {
                sum_1 += w[i] * w[i];
            }
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_powit_v0_k1(const float *restrict w, float *restrict sum_4, int64_t x0) {
    /* loops.py:403  v = w / w.norm() */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(x0, 4 * x0);
    if (parts == 1) {
        case_powit_v0_k1_part(0, x0, w, &sum_of[0]);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x0, part, parts);
            const int64_t end = rt_part_begin(x0, part + 1, parts);
            case_powit_v0_k1_part(begin, end, w, &sum_of[part]);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    *sum_4 = sum_3;
}

static void case_powit_v0_k2_part(int64_t begin, int64_t end, const float *restrict w, const float *restrict sum,
                                  float *restrict v_1) {
    /* loops.py:403  v = w / w.norm() */
    const float root = rt_sqrt_f32(*sum);
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        const float v = w[i] / root;
        v_1[i] = v;
    }
}

static void case_powit_v0_k2(const float *restrict w, const float *restrict sum, float *restrict v_1, int64_t x0) {
    const int parts = rt_parts(x0, 13 * x0);
    if (parts == 1) {
        case_powit_v0_k2_part(0, x0, w, sum, v_1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x0, part, parts);
            const int64_t end = rt_part_begin(x0, part + 1, parts);
            case_powit_v0_k2_part(begin, end, w, sum, v_1);
        }
    }
}

/* case_powit(x: f32[x0, x1]) */
static RtStatus case_powit_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 2, 1 <= x1);
    RT_GUARD(call, 3, rt_default_dtype(call, RT_F32));
    RT_GUARD(call, 4, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_torch_ones));
    RT_GUARD(call, 5, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_builtins_range));
    const int64_t x0 = x.shape[0];
    float sum[1];
    float sum_1[1];
    float sum_2[1];
    float sum_3[1];
    float sum_4[1];
    float sum_5[1];
    float sum_6[1];
    float sum_7[1];
    float sum_8[1];
    float sum_9[1];
    float sum_10[1];
    float sum_11[1];
    float sum_12[1];
    float sum_13[1];
    float sum_14[1];
    float sum_15[1];
    float sum_16[1];
    float sum_17[1];
    float sum_18[1];
    float sum_19[1];
    float *a = rt_scratch(call, 4 * (x0 * x0));
    if (a == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *v = rt_scratch(call, 4 * x0);
    if (v == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *w = rt_scratch(call, 4 * x0);
    if (w == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *v_1 = v;
    float *w_1 = w;
    float *v_2 = v;
    float *w_2 = w;
    float *v_3 = v;
    float *w_3 = w;
    float *v_4 = v;
    float *w_4 = w;
    float *v_5 = v;
    float *w_5 = w;
    float *v_6 = v;
    float *w_6 = w;
    float *v_7 = v;
    float *w_7 = w;
    float *v_8 = v;
    float *w_8 = w;
    float *v_9 = v;
    float *w_9 = w;
    float *v_10 = v;
    float *w_10 = w;
    float *v_11 = v;
    float *w_11 = w;
    float *v_12 = v;
    float *w_12 = w;
    float *v_13 = v;
    float *w_13 = w;
    float *v_14 = v;
    float *w_14 = w;
    float *v_15 = v;
    float *w_15 = w;
    float *v_16 = v;
    float *w_16 = w;
    float *v_17 = v;
    float *w_17 = w;
    float *v_18 = v;
    float *w_18 = w;
    float *v_19 = v;
    float *w_19 = w;
    RtTensor v_20;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x0}, NULL, &v_20));
    void *gil = rt_release(2 * (x1 * x0 * x0) + 40 * (x0 * x0) + 162 * x0);
    /* loops.py:399  a = x @ x.t() */
    rt_matmul_f32(1, x0, x0, x1, x.data, 0, x1, 1, x.data, 0, 1, x1, NULL, a, 0);
    case_powit_v0_k0(v, x0);
    /* loops.py:402  w = a @ v */
    rt_matmul_f32(1, x0, 1, x0, a, 0, x0, 1, v, 0, 1, 1, NULL, w, 0);
    case_powit_v0_k1(w, sum, x0);
    case_powit_v0_k2(w, sum, v_1, x0);
    rt_matmul_f32(1, x0, 1, x0, a, 0, x0, 1, v_1, 0, 1, 1, NULL, w_1, 0);
    case_powit_v0_k1(w_1, sum_1, x0);
    case_powit_v0_k2(w_1, sum_1, v_2, x0);
    rt_matmul_f32(1, x0, 1, x0, a, 0, x0, 1, v_2, 0, 1, 1, NULL, w_2, 0);
    case_powit_v0_k1(w_2, sum_2, x0);
    case_powit_v0_k2(w_2, sum_2, v_3, x0);
    rt_matmul_f32(1, x0, 1, x0, a, 0, x0, 1, v_3, 0, 1, 1, NULL, w_3, 0);
    case_powit_v0_k1(w_3, sum_3, x0);
    case_powit_v0_k2(w_3, sum_3, v_4, x0);
    rt_matmul_f32(1, x0, 1, x0, a, 0, x0, 1, v_4, 0, 1, 1, NULL, w_4, 0);
    case_powit_v0_k1(w_4, sum_4, x0);
    case_powit_v0_k2(w_4, sum_4, v_5, x0);
    rt_matmul_f32(1, x0, 1, x0, a, 0, x0, 1, v_5, 0, 1, 1, NULL, w_5, 0);
    case_powit_v0_k1(w_5, sum_5, x0);
    case_powit_v0_k2(w_5, sum_5, v_6, x0);
    rt_matmul_f32(1, x0, 1, x0, a, 0, x0, 1, v_6, 0, 1, 1, NULL, w_6, 0);
    case_powit_v0_k1(w_6, sum_6, x0);
    case_powit_v0_k2(w_6, sum_6, v_7, x0);
    rt_matmul_f32(1, x0, 1, x0, a, 0, x0, 1, v_7, 0, 1, 1, NULL, w_7, 0);
    case_powit_v0_k1(w_7, sum_7, x0);
    case_powit_v0_k2(w_7, sum_7, v_8, x0);
    rt_matmul_f32(1, x0, 1, x0, a, 0, x0, 1, v_8, 0, 1, 1, NULL, w_8, 0);
    case_powit_v0_k1(w_8, sum_8, x0);
    case_powit_v0_k2(w_8, sum_8, v_9, x0);
    rt_matmul_f32(1, x0, 1, x0, a, 0, x0, 1, v_9, 0, 1, 1, NULL, w_9, 0);
    case_powit_v0_k1(w_9, sum_9, x0);
    case_powit_v0_k2(w_9, sum_9, v_10, x0);
    rt_matmul_f32(1, x0, 1, x0, a, 0, x0, 1, v_10, 0, 1, 1, NULL, w_10, 0);
    case_powit_v0_k1(w_10, sum_10, x0);
    case_powit_v0_k2(w_10, sum_10, v_11, x0);
    rt_matmul_f32(1, x0, 1, x0, a, 0, x0, 1, v_11, 0, 1, 1, NULL, w_11, 0);
    case_powit_v0_k1(w_11, sum_11, x0);
    case_powit_v0_k2(w_11, sum_11, v_12, x0);
    rt_matmul_f32(1, x0, 1, x0, a, 0, x0, 1, v_12, 0, 1, 1, NULL, w_12, 0);
    case_powit_v0_k1(w_12, sum_12, x0);
    case_powit_v0_k2(w_12, sum_12, v_13, x0);
    rt_matmul_f32(1, x0, 1, x0, a, 0, x0, 1, v_13, 0, 1, 1, NULL, w_13, 0);
    case_powit_v0_k1(w_13, sum_13, x0);
    case_powit_v0_k2(w_13, sum_13, v_14, x0);
    rt_matmul_f32(1, x0, 1, x0, a, 0, x0, 1, v_14, 0, 1, 1, NULL, w_14, 0);
    case_powit_v0_k1(w_14, sum_14, x0);
    case_powit_v0_k2(w_14, sum_14, v_15, x0);
    rt_matmul_f32(1, x0, 1, x0, a, 0, x0, 1, v_15, 0, 1, 1, NULL, w_15, 0);
    case_powit_v0_k1(w_15, sum_15, x0);
    case_powit_v0_k2(w_15, sum_15, v_16, x0);
    rt_matmul_f32(1, x0, 1, x0, a, 0, x0, 1, v_16, 0, 1, 1, NULL, w_16, 0);
    case_powit_v0_k1(w_16, sum_16, x0);
    case_powit_v0_k2(w_16, sum_16, v_17, x0);
    rt_matmul_f32(1, x0, 1, x0, a, 0, x0, 1, v_17, 0, 1, 1, NULL, w_17, 0);
    case_powit_v0_k1(w_17, sum_17, x0);
    case_powit_v0_k2(w_17, sum_17, v_18, x0);
    rt_matmul_f32(1, x0, 1, x0, a, 0, x0, 1, v_18, 0, 1, 1, NULL, w_18, 0);
    case_powit_v0_k1(w_18, sum_18, x0);
    case_powit_v0_k2(w_18, sum_18, v_19, x0);
    rt_matmul_f32(1, x0, 1, x0, a, 0, x0, 1, v_19, 0, 1, 1, NULL, w_19, 0);
    case_powit_v0_k1(w_19, sum_19, x0);
    case_powit_v0_k2(w_19, sum_19, v_20.data, x0);
    rt_acquire(gil);
    /* loops.py:404  return v */
    return rt_return(call, v_20.object);
}

/* ---- case_while_and -------------------------------------------------------------------------------------------- */
static const RtGuard case_while_and_v0_guards[] = {
    {"x: Tensor, f32, any rank", 0},
    {"x: contiguous", 0},
};

static void case_while_and_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, double *sum_out) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
        const int64_t rest = stop - (stop - block) % RT_LANES;
        float lanes[RT_LANES];
        rt_clear_lanes_f32(lanes);
        for (int64_t chunk = block; chunk < rest; chunk += RT_LANES) {
#pragma omp simd
            for (int64_t lane = 0; lane < RT_LANES; lane++) {
                /* loops.py:409  while i < 5 and x.sum() < 10: */
                const float x_i = x[chunk + lane];
                lanes[lane] += x_i;
            }
        }
        sum_1 += rt_sum_lanes_f32(lanes);
        if (rest < stop) {
#pragma omp simd reduction(+ : sum_1)
            for (int64_t i = rest; i < stop; i++) {
                const float x_i_1 = x[i];
                sum_1 += x_i_1;
            }
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_while_and_v0_k0(const float *restrict x, uint8_t *restrict lt_1, int64_t n) {
    /* loops.py:409  while i < 5 and x.sum() < 10: */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(n, n);
    if (parts == 1) {
        case_while_and_v0_k0_part(0, n, x, &sum_of[0]);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_while_and_v0_k0_part(begin, end, x, &sum_of[part]);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    const bool lt = sum_3 < 1e+01f;
    *lt_1 = lt;
}

static void case_while_and_v0_k1_part(int64_t begin, int64_t end, const float *restrict x, float *restrict x_2) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:410  x = x.abs() * 1.5 */
        const float x_i = x[i];
        const float x_1 = rt_abs_f32(x_i) * 1.5f;
        x_2[i] = x_1;
    }
}

static void case_while_and_v0_k1(const float *restrict x, float *restrict x_2, int64_t n) {
    const int parts = rt_parts(n, 6 * n);
    if (parts == 1) {
        case_while_and_v0_k1_part(0, n, x, x_2);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_while_and_v0_k1_part(begin, end, x, x_2);
        }
    }
}

static void case_while_and_v0_k2_part(int64_t begin, int64_t end, const float *restrict x, double *sum_out) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
        const int64_t rest = stop - (stop - block) % RT_LANES;
        float lanes[RT_LANES];
        rt_clear_lanes_f32(lanes);
        for (int64_t chunk = block; chunk < rest; chunk += RT_LANES) {
#pragma omp simd
            for (int64_t lane = 0; lane < RT_LANES; lane++) {
                /* loops.py:409  while i < 5 and x.sum() < 10: */
                lanes[lane] += x[chunk + lane];
            }
        }
        sum_1 += rt_sum_lanes_f32(lanes);
        if (rest < stop) {
#pragma omp simd reduction(+ : sum_1)
            for (int64_t i = rest; i < stop; i++) {
                sum_1 += x[i];
            }
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_while_and_v0_k2(const float *restrict x, uint8_t *restrict lt_1, int64_t n) {
    /* loops.py:409  while i < 5 and x.sum() < 10: */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(n, n);
    if (parts == 1) {
        case_while_and_v0_k2_part(0, n, x, &sum_of[0]);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_while_and_v0_k2_part(begin, end, x, &sum_of[part]);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    const bool lt = sum_3 < 1e+01f;
    *lt_1 = lt;
}

static void case_while_and_v0_k3_part(int64_t begin, int64_t end, const float *restrict x, float *restrict x_2) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:410  x = x.abs() * 1.5 */
        const float x_1 = rt_abs_f32(x[i]) * 1.5f;
        x_2[i] = x_1;
    }
}

static void case_while_and_v0_k3(const float *restrict x, float *restrict x_2, int64_t n) {
    const int parts = rt_parts(n, 6 * n);
    if (parts == 1) {
        case_while_and_v0_k3_part(0, n, x, x_2);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_while_and_v0_k3_part(begin, end, x, x_2);
        }
    }
}

/* case_while_and(x: f32[...]) */
static RtStatus case_while_and_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, -1, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    uint8_t lt[1];
    const int64_t n = rt_numel(&x);
    uint8_t lt_2[1];
    void *gil = rt_release(4 * n);
    case_while_and_v0_k0(x.data, lt, n);
    /* loops.py:409  while i < 5 and x.sum() < 10: */
    const bool item = lt[0] != 0;
    rt_acquire(gil);
    if (item) {
        float *x_1 = rt_scratch(call, 4 * n);
        if (x_1 == NULL) {
            return rt_miss(call, "out of memory");
        }
        void *gil_1 = rt_release(3 * n);
        case_while_and_v0_k1(x.data, x_1, n);
        rt_acquire(gil_1);
        const float *state = x_1;
        float *next = rt_scratch(call, 4 * n);
        if (next == NULL) {
            return rt_miss(call, "out of memory");
        }
        float *spare = rt_scratch(call, 4 * n);
        if (spare == NULL) {
            return rt_miss(call, "out of memory");
        }
        int64_t state_1 = 1;
        for (;;) {
            const bool lt_1 = state_1 < 5;
            bool chosen = false;
            if (lt_1) {
                void *gil_2 = rt_release(4 * n);
                case_while_and_v0_k2(state, lt_2, n);
                const bool item_1 = lt_2[0] != 0;
                rt_acquire(gil_2);
                chosen = item_1;
            } else {
                chosen = false;
            }
            if (!chosen) {
                break;
            }
            void *gil_3 = rt_release(3 * n);
            case_while_and_v0_k3(state, next, n);
            rt_acquire(gil_3);
            int64_t t;
            if (!rt_checked_add(1, state_1, &t)) {
                return rt_miss(call, "an integer does not fit 64 bits");
            }
            state = next;
            float *old = next;
            next = spare;
            spare = old;
            const int64_t new_state = t;
            state_1 = new_state;
        }
        RtTensor result;
        RT_TRY(rt_output(call, RT_F32, x.ndim, x.shape, NULL, &result));
        rt_copy(result.data, state, 4 * n);
        return rt_return(call, rt_new_tuple(call, 2, (PyObject *[]){result.object, rt_new_int(call, state_1)}));
    } else {
        return rt_return(call, rt_new_tuple(call, 2, (PyObject *[]){call->args[0], rt_new_int(call, 0)}));
    }
}

/* ---- case_mut_after#1 ------------------------------------------------------------------------------------------ */
static const RtGuard case_mut_after_s1_v0_3_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"torch.get_default_dtype() is torch.float32", 416},
    {"torch.zeros is unchanged", 416},
};

static void case_mut_after_s1_v0_3_k0_part(int64_t begin, int64_t end, float *restrict h) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:416  h = torch.zeros(x.size(1)) */
        h[i] = 0.0f;
    }
}

static void case_mut_after_s1_v0_3_k0(float *restrict h, int64_t x1) {
    const int parts = rt_parts(x1, 2 * x1);
    if (parts == 1) {
        case_mut_after_s1_v0_3_k0_part(0, x1, h);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_mut_after_s1_v0_3_k0_part(begin, end, h);
        }
    }
}

/* case_mut_after(x: f32[x0, x1]) */
static RtStatus case_mut_after_s1_v0_3(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    RT_GUARD(call, 2, rt_default_dtype(call, RT_F32));
    RT_GUARD(call, 3, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 3, rt_pinned(call, PINNED_torch_zeros));
    const int64_t x1 = x.shape[1];
    RtTensor h;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &h));
    void *gil = rt_release(2 * x1);
    case_mut_after_s1_v0_3_k0(h.data, x1);
    rt_acquire(gil);
    /* loops.py:417  outs = [] */
    return rt_return(call, rt_new_tuple(call, 2, (PyObject *[]){h.object, rt_new_list(call, 0, NULL)}));
}

/* ---- case_mut_after#2 ------------------------------------------------------------------------------------------ */
static const RtGuard case_mut_after_s2_v0_guards[] = {
    {"h: Tensor, f32, rank 1", 0},
    {"x: Tensor, f32, rank 2", 0},
    {"type(t) is int", 0},
    {"type(outs) is list", 0},
    {"h: contiguous", 0},
    {"x: contiguous", 0},
    {"0 <= t", 419},
    {"t < x.shape[0]", 419},
    {"h.shape[0] == x.shape[1]", 419},
};

static void case_mut_after_s2_v0_k0_part(int64_t begin, int64_t end, const float *restrict h,
                                         const float *restrict x, float *restrict h_2, int64_t t, int64_t h0) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:419  h = h + x[t] */
        const float h_1 = h[i] + x[t * h0 + i];
        h_2[i] = h_1;
    }
}

static void case_mut_after_s2_v0_k0(const float *restrict h, const float *restrict x, float *restrict h_2, int64_t t,
                                    int64_t h0) {
    const int parts = rt_parts(h0, 5 * h0);
    if (parts == 1) {
        case_mut_after_s2_v0_k0_part(0, h0, h, x, h_2, t, h0);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(h0, part, parts);
            const int64_t end = rt_part_begin(h0, part + 1, parts);
            case_mut_after_s2_v0_k0_part(begin, end, h, x, h_2, t, h0);
        }
    }
}

/* case_mut_after(h: f32[h0], x: f32[x0, h0], t: int, outs: any) */
static RtStatus case_mut_after_s2_v0(RtCall *call) {
    RtTensor h;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 1, &h));
    RtTensor x;
    RT_GUARD(call, 1, rt_tensor(call, call->args[1], RT_F32, 2, &x));
    int64_t t;
    RT_GUARD(call, 2, rt_int(call->args[2], &t));
    RT_GUARD(call, 3, rt_is_type(call->args[3], RT_TYPE_LIST));
    RT_GUARD(call, 4, rt_row_major(&h));
    RT_GUARD(call, 5, rt_row_major(&x));
    RT_GUARD(call, 6, 0 <= t);
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 7, t < x0);
    const int64_t h0 = h.shape[0];
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 8, h0 == x1);
    RtTensor h_1;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){h0}, NULL, &h_1));
    void *gil = rt_release(3 * h0);
    case_mut_after_s2_v0_k0(h.data, x.data, h_1.data, t, h0);
    rt_acquire(gil);
    PyObject *result = h_1.object;
    PyObject *stored = h_1.object;
    RT_TRY(stored != NULL);
    RT_TRY(result != NULL);
    RT_TRY(rt_append(call->args[3], stored));
    /* loops.py:420  outs.append(h) */
    return rt_return(call, result);
}

/* ---- case_mut_in#1 --------------------------------------------------------------------------------------------- */
static const RtGuard case_mut_in_s1_v0_2_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"torch.get_default_dtype() is torch.float32", 426},
    {"torch.zeros is unchanged", 426},
};

static void case_mut_in_s1_v0_2_k0_part(int64_t begin, int64_t end, float *restrict h) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:426  h = torch.zeros(x.size(1)) */
        h[i] = 0.0f;
    }
}

static void case_mut_in_s1_v0_2_k0(float *restrict h, int64_t x1) {
    const int parts = rt_parts(x1, 2 * x1);
    if (parts == 1) {
        case_mut_in_s1_v0_2_k0_part(0, x1, h);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_mut_in_s1_v0_2_k0_part(begin, end, h);
        }
    }
}

/* case_mut_in(x: f32[x0, x1]) */
static RtStatus case_mut_in_s1_v0_2(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    RT_GUARD(call, 2, rt_default_dtype(call, RT_F32));
    RT_GUARD(call, 3, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 3, rt_pinned(call, PINNED_torch_zeros));
    const int64_t x1 = x.shape[1];
    RtTensor h;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &h));
    void *gil = rt_release(2 * x1);
    case_mut_in_s1_v0_2_k0(h.data, x1);
    rt_acquire(gil);
    /* loops.py:427  outs = [] */
    return rt_return(call, rt_new_tuple(call, 2, (PyObject *[]){h.object, rt_new_list(call, 0, NULL)}));
}

/* ---- case_mut_in#2 --------------------------------------------------------------------------------------------- */
static const RtGuard case_mut_in_s2_v0_guards[] = {
    {"h: Tensor, f32, rank 1", 0},
    {"x: Tensor, f32, rank 2", 0},
    {"type(t) is int", 0},
    {"type(outs) is list", 0},
    {"h: contiguous", 0},
    {"x: contiguous", 0},
    {"0 <= t", 429},
    {"t < x.shape[0]", 429},
    {"h.shape[0] == x.shape[1]", 429},
    {"h: its memory overlaps no other input", 430},
};

static void case_mut_in_s2_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict h,
                                      int64_t t, int64_t h0) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:429  h.add_(x[t]) */
        const float h_i = h[i];
        /* loops.py:430  outs.append(h) */
        h[i] = h_i + x[t * h0 + i];
    }
}

static void case_mut_in_s2_v0_k0(const float *restrict x, float *restrict h, int64_t t, int64_t h0) {
    const int parts = rt_parts(h0, h0);
    if (parts == 1) {
        case_mut_in_s2_v0_k0_part(0, h0, x, h, t, h0);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(h0, part, parts);
            const int64_t end = rt_part_begin(h0, part + 1, parts);
            case_mut_in_s2_v0_k0_part(begin, end, x, h, t, h0);
        }
    }
}

/* case_mut_in(h: f32[h0], x: f32[x0, h0], t: int, outs: any) */
static RtStatus case_mut_in_s2_v0(RtCall *call) {
    RtTensor h;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 1, &h));
    RtTensor x;
    RT_GUARD(call, 1, rt_tensor(call, call->args[1], RT_F32, 2, &x));
    int64_t t;
    RT_GUARD(call, 2, rt_int(call->args[2], &t));
    RT_GUARD(call, 3, rt_is_type(call->args[3], RT_TYPE_LIST));
    RT_GUARD(call, 4, rt_row_major(&h));
    RT_GUARD(call, 5, rt_row_major(&x));
    RT_GUARD(call, 6, 0 <= t);
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 7, t < x0);
    const int64_t h0 = h.shape[0];
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 8, h0 == x1);
    RT_GUARD(call, 9, rt_dense_no_self_overlap(&h));
    RT_GUARD(call, 9, rt_no_overlap(&h, &x));
    void *gil = rt_release(h0);
    case_mut_in_s2_v0_k0(x.data, h.data, t, h0);
    rt_acquire(gil);
    rt_bump_version(call, &h);
    PyObject *result = rt_new_tuple(call, 0, NULL);
    PyObject *stored = call->args[0];
    RT_TRY(result != NULL);
    RT_TRY(rt_append(call->args[3], stored));
    /* loops.py:430  outs.append(h) */
    return rt_return(call, result);
}

/* ---- case_mut_in2 ---------------------------------------------------------------------------------------------- */
static const RtGuard case_mut_in2_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 437},
    {"1 <= x.shape[1]", 437},
    {"torch.get_default_dtype() is torch.float32", 435},
    {"torch.zeros is unchanged", 435},
    {"builtins.range is unchanged", 437},
    {"torch.stack is unchanged", 441},
};

static void case_mut_in2_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict mul) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:438  h = h + x[t] */
        const float x_i = x[i];
        const float h = 0.0f + x_i;
        /* loops.py:440  h.mul_(2) */
        const float product = h * 2.0f;
        mul[i] = product;
    }
}

static void case_mut_in2_v0_k0(const float *restrict x, float *restrict mul, int64_t x1) {
    const int parts = rt_parts(x1, 9 * x1);
    if (parts == 1) {
        case_mut_in2_v0_k0_part(0, x1, x, mul);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_mut_in2_v0_k0_part(begin, end, x, mul);
        }
    }
}

static void case_mut_in2_v0_k1_part(int64_t begin, int64_t end, const float *restrict empty, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:437  for t in range(x.size(0)): */
        insert[i] = empty[i];
    }
}

static void case_mut_in2_v0_k1(const float *restrict empty, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        case_mut_in2_v0_k1_part(0, x1 * x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_mut_in2_v0_k1_part(begin, end, empty, insert);
        }
    }
}

static void case_mut_in2_v0_k2_part(int64_t begin, int64_t end, const float *restrict mul, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:437  for t in range(x.size(0)): */
        const float mul_i = mul[i];
        insert[i] = mul_i;
    }
}

static void case_mut_in2_v0_k2(const float *restrict mul, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_mut_in2_v0_k2_part(0, x1, mul, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_mut_in2_v0_k2_part(begin, end, mul, insert);
        }
    }
}

static void case_mut_in2_v0_k3_part(int64_t begin, int64_t end, const float *restrict x, const float *restrict x_1,
                                    float *restrict mul, int64_t k_3, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:438  h = h + x[t] */
        const float x_i = x_1[k_3 * x1 + x1 + i];
        const float h = x[i] + x_i;
        /* loops.py:440  h.mul_(2) */
        const float product = h * 2.0f;
        mul[i] = product;
    }
}

static void case_mut_in2_v0_k3(const float *restrict x, const float *restrict x_1, float *restrict mul, int64_t k_3,
                               int64_t x1) {
    const int parts = rt_parts(x1, 8 * x1);
    if (parts == 1) {
        case_mut_in2_v0_k3_part(0, x1, x, x_1, mul, k_3, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_mut_in2_v0_k3_part(begin, end, x, x_1, mul, k_3, x1);
        }
    }
}

static void case_mut_in2_v0_k5_part(int64_t begin, int64_t end, const float *restrict mul, float *restrict insert,
                                    int64_t k_3, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:437  for t in range(x.size(0)): */
        const float mul_i = mul[i];
        insert[k_3 * x1 + x1 + i] = mul_i;
    }
}

static void case_mut_in2_v0_k5(const float *restrict mul, float *restrict insert, int64_t k_3, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_mut_in2_v0_k5_part(0, x1, mul, insert, k_3, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_mut_in2_v0_k5_part(begin, end, mul, insert, k_3, x1);
        }
    }
}

static void case_mut_in2_v0_k6(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_mut_in2_v0_k1_part(0, x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_mut_in2_v0_k1_part(begin, end, insert, clone);
        }
    }
}

static void case_mut_in2_v0_k7_part(int64_t begin, int64_t end, const float *restrict x, float *restrict clone) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:441  return torch.stack(outs), h */
        clone[i] = x[i];
    }
}

static void case_mut_in2_v0_k7(const float *restrict x, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_mut_in2_v0_k7_part(0, x1 * x0, x, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_mut_in2_v0_k7_part(begin, end, x, clone);
        }
    }
}

/* case_mut_in2(x: f32[x0, x1]) */
static RtStatus case_mut_in2_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    RT_GUARD(call, 4, rt_default_dtype(call, RT_F32));
    RT_GUARD(call, 5, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_torch_zeros));
    RT_GUARD(call, 6, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 6, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 7, rt_pinned(call, PINNED_torch_stack));
    float *empty = rt_scratch(call, 4 * (x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *mul = rt_scratch(call, 4 * x1);
    if (mul == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * (x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x1 * x0 + 4 * x1);
    case_mut_in2_v0_k0(x.data, mul, x1);
    case_mut_in2_v0_k1(empty, insert, x1, x0);
    case_mut_in2_v0_k2(mul, insert, x1);
    rt_acquire(gil);
    const float *state = mul;
    float *next = rt_scratch(call, 4 * x1);
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * x1);
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    const float *state_1 = insert;
    float *next_1 = rt_scratch(call, 4 * (x1 * x0));
    if (next_1 == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare_1 = rt_scratch(call, 4 * (x1 * x0));
    if (spare_1 == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:437  for t in range(x.size(0)): */
    for (int64_t step = 0; step < t; step++) {
        void *gil_1 = rt_release(3 * x1);
        case_mut_in2_v0_k3(state, x.data, next, step, x1);
        rt_acquire(gil_1);
        int64_t t_1;
        if (!rt_checked_add(1, step, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_1 < x0;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_2 = rt_release(3 * (x1 * x0) + x1);
        case_mut_in2_v0_k1(state_1, insert_1, x1, x0);
        case_mut_in2_v0_k5(next, insert_1, step, x1);
        case_mut_in2_v0_k6(insert_1, next_1, x1, x0);
        rt_acquire(gil_2);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
        state_1 = next_1;
        float *old_1 = next_1;
        next_1 = spare_1;
        spare_1 = old_1;
    }
    RtTensor result;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &result));
    rt_copy(result.data, state, 4 * x1);
    RtTensor clone;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &clone));
    void *gil_3 = rt_release(2 * (x1 * x0));
    case_mut_in2_v0_k7(state_1, clone.data, x1, x0);
    rt_acquire(gil_3);
    /* loops.py:441  return torch.stack(outs), h */
    return rt_return(call, rt_new_tuple(call, 2, (PyObject *[]){clone.object, result.object}));
}

/* ---- case_mut_next#1 ------------------------------------------------------------------------------------------- */
static const RtGuard case_mut_next_s1_v0_2_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"torch.get_default_dtype() is torch.float32", 445},
    {"torch.zeros is unchanged", 445},
};

static void case_mut_next_s1_v0_2_k0_part(int64_t begin, int64_t end, float *restrict h) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:445  h = torch.zeros(x.size(1)) */
        h[i] = 0.0f;
    }
}

static void case_mut_next_s1_v0_2_k0(float *restrict h, int64_t x1) {
    const int parts = rt_parts(x1, 2 * x1);
    if (parts == 1) {
        case_mut_next_s1_v0_2_k0_part(0, x1, h);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_mut_next_s1_v0_2_k0_part(begin, end, h);
        }
    }
}

/* case_mut_next(x: f32[x0, x1]) */
static RtStatus case_mut_next_s1_v0_2(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    RT_GUARD(call, 2, rt_default_dtype(call, RT_F32));
    RT_GUARD(call, 3, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 3, rt_pinned(call, PINNED_torch_zeros));
    const int64_t x1 = x.shape[1];
    RtTensor h;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &h));
    void *gil = rt_release(2 * x1);
    case_mut_next_s1_v0_2_k0(h.data, x1);
    rt_acquire(gil);
    /* loops.py:446  outs = [] */
    return rt_return(call, rt_new_tuple(call, 2, (PyObject *[]){h.object, rt_new_list(call, 0, NULL)}));
}

/* ---- case_mut_next#2 ------------------------------------------------------------------------------------------- */
static const RtGuard case_mut_next_s2_v0_guards[] = {
    {"h: Tensor, f32, rank 1", 0},
    {"x: Tensor, f32, rank 2", 0},
    {"type(t) is int", 0},
    {"type(outs) is list", 0},
    {"h: contiguous", 0},
    {"x: contiguous", 0},
    {"0 <= t", 449},
    {"t < x.shape[0]", 449},
    {"h.shape[0] == x.shape[1]", 449},
    {"h: its memory overlaps no other input", 450},
};

static void case_mut_next_s2_v0_k0_part(int64_t begin, int64_t end, const float *restrict h, const float *restrict x,
                                        float *restrict h_2, int64_t t, int64_t h0) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:448  h.mul_(2) */
        const float h_i = h[i];
        const float product = h_i * 2.0f;
        /* loops.py:449  h = h + x[t] */
        const float h_1 = product + x[t * h0 + i];
        h_2[i] = h_1;
    }
}

static void case_mut_next_s2_v0_k0(const float *restrict h, const float *restrict x, float *restrict h_2, int64_t t,
                                   int64_t h0) {
    const int parts = rt_parts(h0, 8 * h0);
    if (parts == 1) {
        case_mut_next_s2_v0_k0_part(0, h0, h, x, h_2, t, h0);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(h0, part, parts);
            const int64_t end = rt_part_begin(h0, part + 1, parts);
            case_mut_next_s2_v0_k0_part(begin, end, h, x, h_2, t, h0);
        }
    }
}

static void case_mut_next_s2_v0_k1_part(int64_t begin, int64_t end, float *restrict h) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:448  h.mul_(2) */
        const float h_i = h[i];
        const float product = h_i * 2.0f;
        /* loops.py:450  outs.append(h) */
        h[i] = product;
    }
}

static void case_mut_next_s2_v0_k1(float *restrict h, int64_t h0) {
    const int parts = rt_parts(h0, h0);
    if (parts == 1) {
        case_mut_next_s2_v0_k1_part(0, h0, h);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(h0, part, parts);
            const int64_t end = rt_part_begin(h0, part + 1, parts);
            case_mut_next_s2_v0_k1_part(begin, end, h);
        }
    }
}

/* case_mut_next(h: f32[h0], x: f32[x0, h0], t: int, outs: any) */
static RtStatus case_mut_next_s2_v0(RtCall *call) {
    RtTensor h;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 1, &h));
    RtTensor x;
    RT_GUARD(call, 1, rt_tensor(call, call->args[1], RT_F32, 2, &x));
    int64_t t;
    RT_GUARD(call, 2, rt_int(call->args[2], &t));
    RT_GUARD(call, 3, rt_is_type(call->args[3], RT_TYPE_LIST));
    RT_GUARD(call, 4, rt_row_major(&h));
    RT_GUARD(call, 5, rt_row_major(&x));
    RT_GUARD(call, 6, 0 <= t);
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 7, t < x0);
    const int64_t h0 = h.shape[0];
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 8, h0 == x1);
    RT_GUARD(call, 9, rt_dense_no_self_overlap(&h));
    RT_GUARD(call, 9, rt_no_overlap(&h, &x));
    RtTensor h_1;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){h0}, NULL, &h_1));
    void *gil = rt_release(4 * h0);
    case_mut_next_s2_v0_k0(h.data, x.data, h_1.data, t, h0);
    case_mut_next_s2_v0_k1(h.data, h0);
    rt_acquire(gil);
    rt_bump_version(call, &h);
    PyObject *result = h_1.object;
    PyObject *stored = h_1.object;
    RT_TRY(stored != NULL);
    RT_TRY(result != NULL);
    RT_TRY(rt_append(call->args[3], stored));
    /* loops.py:450  outs.append(h) */
    return rt_return(call, result);
}

/* ---- case_views_mut#1 ------------------------------------------------------------------------------------------ */
static const RtGuard case_views_mut_s1_v0_3_guards[] = {
    {"", 0},
};

/* case_views_mut() */
static RtStatus case_views_mut_s1_v0_3(RtCall *call) {
    /* loops.py:455  outs = [] */
    return rt_return(call, rt_new_list(call, 0, NULL));
}

/* ---- case_views_mut#2 ------------------------------------------------------------------------------------------ */
static const RtGuard case_views_mut_s2_v0_guards[] = {
    {"type(outs) is list", 0},
    {"x: Tensor, f32, rank 2", 0},
    {"type(t) is int", 0},
    {"x: contiguous", 0},
    {"0 <= t", 457},
    {"t < x.shape[0]", 457},
    {"1 <= x.shape[1]", 457},
};

/* case_views_mut(outs: any, x: f32[x0, x1], t: int) */
static RtStatus case_views_mut_s2_v0(RtCall *call) {
    RT_GUARD(call, 0, rt_is_type(call->args[0], RT_TYPE_LIST));
    RtTensor x;
    RT_GUARD(call, 1, rt_tensor(call, call->args[1], RT_F32, 2, &x));
    int64_t t;
    RT_GUARD(call, 2, rt_int(call->args[2], &t));
    RT_GUARD(call, 3, rt_row_major(&x));
    RT_GUARD(call, 4, 0 <= t);
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 5, t < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 6, 1 <= x1);
    PyObject *result = rt_new_tuple(call, 0, NULL);
    int64_t t_1;
    if (!rt_checked_mul(x1, t, &t_1)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    PyObject *view = rt_view(call, x.object, 1, (int64_t[]){x1}, NULL, t_1);
    RT_TRY(view != NULL);
    RT_TRY(view != NULL);
    RT_TRY(result != NULL);
    RT_TRY(rt_append(call->args[0], view));
    /* loops.py:457  outs.append(x[t]) */
    return rt_return(call, result);
}

/* ---- case_views ------------------------------------------------------------------------------------------------ */
static const RtGuard case_views_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 464},
    {"1 <= x.shape[1]", 464},
    {"builtins.range is unchanged", 464},
    {"torch.stack is unchanged", 466},
};

static void case_views_v0_k0_part(int64_t begin, int64_t end, const float *restrict empty, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:464  for t in range(x.size(0)): */
        insert[i] = empty[i];
    }
}

static void case_views_v0_k0(const float *restrict empty, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        case_views_v0_k0_part(0, x1 * x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_views_v0_k0_part(begin, end, empty, insert);
        }
    }
}

static void case_views_v0_k1_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:465  outs.append(x[t]) */
        const float x_i = x[i];
        /* loops.py:464  for t in range(x.size(0)): */
        insert[i] = x_i;
    }
}

static void case_views_v0_k1(const float *restrict x, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_views_v0_k1_part(0, x1, x, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_views_v0_k1_part(begin, end, x, insert);
        }
    }
}

static void case_views_v0_k3_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert,
                                  int64_t k_2, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:465  outs.append(x[t]) */
        const float x_i = x[k_2 * x1 + x1 + i];
        /* loops.py:464  for t in range(x.size(0)): */
        insert[k_2 * x1 + x1 + i] = x_i;
    }
}

static void case_views_v0_k3(const float *restrict x, float *restrict insert, int64_t k_2, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_views_v0_k3_part(0, x1, x, insert, k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_views_v0_k3_part(begin, end, x, insert, k_2, x1);
        }
    }
}

static void case_views_v0_k4(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_views_v0_k0_part(0, x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_views_v0_k0_part(begin, end, insert, clone);
        }
    }
}

static void case_views_v0_k5_part(int64_t begin, int64_t end, const float *restrict x, float *restrict add) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:466  return torch.stack(outs) + 1 */
        add[i] = x[i] + 1.0f;
    }
}

static void case_views_v0_k5(const float *restrict x, float *restrict add, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 5 * (x1 * x0));
    if (parts == 1) {
        case_views_v0_k5_part(0, x1 * x0, x, add);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_views_v0_k5_part(begin, end, x, add);
        }
    }
}

/* case_views(x: f32[x0, x1]) */
static RtStatus case_views_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    RT_GUARD(call, 4, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 5, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_torch_stack));
    float *empty = rt_scratch(call, 4 * (x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * (x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x1 * x0 + x1);
    case_views_v0_k0(empty, insert, x1, x0);
    case_views_v0_k1(x.data, insert, x1);
    rt_acquire(gil);
    const float *state = insert;
    float *next = rt_scratch(call, 4 * (x1 * x0));
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * (x1 * x0));
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:464  for t in range(x.size(0)): */
    for (int64_t step = 0; step < t; step++) {
        int64_t t_1;
        if (!rt_checked_add(1, step, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_1 < x0;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_1 = rt_release(3 * (x1 * x0) + x1);
        case_views_v0_k0(state, insert_1, x1, x0);
        case_views_v0_k3(x.data, insert_1, step, x1);
        case_views_v0_k4(insert_1, next, x1, x0);
        rt_acquire(gil_1);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
    }
    RtTensor add;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &add));
    void *gil_2 = rt_release(3 * (x1 * x0));
    case_views_v0_k5(state, add.data, x1, x0);
    rt_acquire(gil_2);
    /* loops.py:466  return torch.stack(outs) + 1 */
    return rt_return(call, add.object);
}

/* ---- case_same ------------------------------------------------------------------------------------------------- */
static const RtGuard case_same_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 472},
    {"1 <= x.shape[1]", 472},
    {"builtins.range is unchanged", 472},
    {"torch.stack is unchanged", 474},
};

static void case_same_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict y_2,
                                 int64_t x0, int64_t x1) {
    for (int64_t tile = begin; tile < end; tile += RT_TILE) {
        const int64_t stop = rt_min_i64(tile + RT_TILE, end);
        double y[RT_TILE];
        float sums[RT_TILE];
#pragma omp simd
        for (int64_t i = tile; i < stop; i++) {
            y[i - tile] = 0.0;
        }
        for (int64_t block = 0; block < x0; block += 64) {
            const int64_t block_end = rt_min_i64(block + 64, x0);
#pragma omp simd
            for (int64_t i = tile; i < stop; i++) {
                sums[i - tile] = 0.0f;
            }
            for (int64_t j = block; j < block_end; j++) {
#pragma omp simd
                for (int64_t i = tile; i < stop; i++) {
                    /* loops.py:471  y = x.sum(0) */
                    sums[i - tile] += x[j * x1 + i];
                }
            }
#pragma omp simd
            for (int64_t i = tile; i < stop; i++) {
                y[i - tile] += (double)sums[i - tile];
            }
        }
#pragma omp simd
        for (int64_t i = tile; i < stop; i++) {
            const float y_1 = (float)y[i - tile];
            y_2[i] = y_1;
        }
    }
}

static void case_same_v0_k0(const float *restrict x, float *restrict y_2, int64_t x0, int64_t x1) {
    const int parts = rt_parts(x1, x1 * x0);
    if (parts == 1) {
        case_same_v0_k0_part(0, x1, x, y_2, x0, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_same_v0_k0_part(begin, end, x, y_2, x0, x1);
        }
    }
}

static void case_same_v0_k1_part(int64_t begin, int64_t end, const float *restrict empty, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:472  for t in range(x.size(0)): */
        insert[i] = empty[i];
    }
}

static void case_same_v0_k1(const float *restrict empty, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        case_same_v0_k1_part(0, x1 * x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_same_v0_k1_part(begin, end, empty, insert);
        }
    }
}

static void case_same_v0_k2_part(int64_t begin, int64_t end, const float *restrict y, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:472  for t in range(x.size(0)): */
        const float y_i = y[i];
        insert[i] = y_i;
    }
}

static void case_same_v0_k2(const float *restrict y, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_same_v0_k2_part(0, x1, y, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_same_v0_k2_part(begin, end, y, insert);
        }
    }
}

static void case_same_v0_k4_part(int64_t begin, int64_t end, const float *restrict y, float *restrict insert,
                                 int64_t k_2, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:472  for t in range(x.size(0)): */
        const float y_i = y[i];
        insert[k_2 * x1 + x1 + i] = y_i;
    }
}

static void case_same_v0_k4(const float *restrict y, float *restrict insert, int64_t k_2, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_same_v0_k4_part(0, x1, y, insert, k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_same_v0_k4_part(begin, end, y, insert, k_2, x1);
        }
    }
}

static void case_same_v0_k5(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_same_v0_k1_part(0, x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_same_v0_k1_part(begin, end, insert, clone);
        }
    }
}

static void case_same_v0_k6_part(int64_t begin, int64_t end, const float *restrict x, float *restrict add) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:474  return torch.stack(outs) + 1, y */
        add[i] = x[i] + 1.0f;
    }
}

static void case_same_v0_k6(const float *restrict x, float *restrict add, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 5 * (x1 * x0));
    if (parts == 1) {
        case_same_v0_k6_part(0, x1 * x0, x, add);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_same_v0_k6_part(begin, end, x, add);
        }
    }
}

/* case_same(x: f32[x0, x1]) */
static RtStatus case_same_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    RT_GUARD(call, 4, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 5, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_torch_stack));
    float *empty = rt_scratch(call, 4 * (x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    RtTensor y;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &y));
    float *insert = rt_scratch(call, 4 * (x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(3 * (x1 * x0) + x1);
    case_same_v0_k0(x.data, y.data, x0, x1);
    case_same_v0_k1(empty, insert, x1, x0);
    case_same_v0_k2(y.data, insert, x1);
    rt_acquire(gil);
    const float *state = insert;
    float *next = rt_scratch(call, 4 * (x1 * x0));
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * (x1 * x0));
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:472  for t in range(x.size(0)): */
    for (int64_t step = 0; step < t; step++) {
        int64_t t_1;
        if (!rt_checked_add(1, step, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_1 < x0;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_1 = rt_release(3 * (x1 * x0) + x1);
        case_same_v0_k1(state, insert_1, x1, x0);
        case_same_v0_k4(y.data, insert_1, step, x1);
        case_same_v0_k5(insert_1, next, x1, x0);
        rt_acquire(gil_1);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
    }
    RtTensor add;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &add));
    void *gil_2 = rt_release(3 * (x1 * x0));
    case_same_v0_k6(state, add.data, x1, x0);
    rt_acquire(gil_2);
    /* loops.py:474  return torch.stack(outs) + 1, y */
    return rt_return(call, rt_new_tuple(call, 2, (PyObject *[]){add.object, y.object}));
}

/* ---- case_same_mut#1 ------------------------------------------------------------------------------------------- */
static const RtGuard case_same_mut_s1_v0_3_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
};

static void case_same_mut_s1_v0_3_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict y_2,
                                          int64_t x0, int64_t x1) {
    for (int64_t tile = begin; tile < end; tile += RT_TILE) {
        const int64_t stop = rt_min_i64(tile + RT_TILE, end);
        double y[RT_TILE];
        float sums[RT_TILE];
#pragma omp simd
        for (int64_t i = tile; i < stop; i++) {
            y[i - tile] = 0.0;
        }
        for (int64_t block = 0; block < x0; block += 64) {
            const int64_t block_end = rt_min_i64(block + 64, x0);
#pragma omp simd
            for (int64_t i = tile; i < stop; i++) {
                sums[i - tile] = 0.0f;
            }
            for (int64_t j = block; j < block_end; j++) {
#pragma omp simd
                for (int64_t i = tile; i < stop; i++) {
                    /* loops.py:479  y = x.sum(0) */
                    sums[i - tile] += x[j * x1 + i];
                }
            }
#pragma omp simd
            for (int64_t i = tile; i < stop; i++) {
                y[i - tile] += (double)sums[i - tile];
            }
        }
#pragma omp simd
        for (int64_t i = tile; i < stop; i++) {
            const float y_1 = (float)y[i - tile];
            y_2[i] = y_1;
        }
    }
}

static void case_same_mut_s1_v0_3_k0(const float *restrict x, float *restrict y_2, int64_t x0, int64_t x1) {
    const int parts = rt_parts(x1, x1 * x0);
    if (parts == 1) {
        case_same_mut_s1_v0_3_k0_part(0, x1, x, y_2, x0, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_same_mut_s1_v0_3_k0_part(begin, end, x, y_2, x0, x1);
        }
    }
}

/* case_same_mut(x: f32[x0, x1]) */
static RtStatus case_same_mut_s1_v0_3(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x1 = x.shape[1];
    const int64_t x0 = x.shape[0];
    RtTensor y;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &y));
    void *gil = rt_release(2 * (x1 * x0));
    case_same_mut_s1_v0_3_k0(x.data, y.data, x0, x1);
    rt_acquire(gil);
    /* loops.py:479  y = x.sum(0) */
    return rt_return(call, rt_new_tuple(call, 2, (PyObject *[]){rt_new_list(call, 0, NULL), y.object}));
}

/* ---- case_same_mut#2 ------------------------------------------------------------------------------------------- */
static const RtGuard case_same_mut_s2_v0_guards[] = {
    {"type(outs) is list", 0},
    {"y: Tensor, f32, rank 1", 0},
    {"y: contiguous", 0},
};

/* case_same_mut(outs: any, y: f32[y0]) */
static RtStatus case_same_mut_s2_v0(RtCall *call) {
    RT_GUARD(call, 0, rt_is_type(call->args[0], RT_TYPE_LIST));
    RtTensor y;
    RT_GUARD(call, 1, rt_tensor(call, call->args[1], RT_F32, 1, &y));
    RT_GUARD(call, 2, rt_row_major(&y));
    PyObject *result = rt_new_tuple(call, 0, NULL);
    PyObject *stored = call->args[1];
    RT_TRY(result != NULL);
    RT_TRY(rt_append(call->args[0], stored));
    /* loops.py:481  outs.append(y) */
    return rt_return(call, result);
}

/* ---- case_row#1 ------------------------------------------------------------------------------------------------ */
static const RtGuard case_row_s1_v0_2_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 488},
    {"1 <= x.shape[1]", 488},
    {"builtins.range is unchanged", 488},
    {"torch.unbind is unchanged", 488},
    {"torch.clone is unchanged", 488},
    {"builtins.map is unchanged", 488},
    {"builtins.list is unchanged", 488},
};

static void case_row_s1_v0_2_k0_part(int64_t begin, int64_t end, const float *restrict empty, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:488  for t in range(x.size(0)): */
        insert[i] = empty[i];
    }
}

static void case_row_s1_v0_2_k0(const float *restrict empty, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        case_row_s1_v0_2_k0_part(0, x1 * x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_row_s1_v0_2_k0_part(begin, end, empty, insert);
        }
    }
}

static void case_row_s1_v0_2_k1_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:489  outs.append(x[t] * 2) */
        const float x_i = x[i];
        /* loops.py:488  for t in range(x.size(0)): */
        insert[i] = x_i * 2.0f;
    }
}

static void case_row_s1_v0_2_k1(const float *restrict x, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_row_s1_v0_2_k1_part(0, x1, x, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_row_s1_v0_2_k1_part(begin, end, x, insert);
        }
    }
}

static void case_row_s1_v0_2_k3_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert,
                                     int64_t k_2, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:489  outs.append(x[t] * 2) */
        const float x_i = x[k_2 * x1 + x1 + i];
        /* loops.py:488  for t in range(x.size(0)): */
        insert[k_2 * x1 + x1 + i] = x_i * 2.0f;
    }
}

static void case_row_s1_v0_2_k3(const float *restrict x, float *restrict insert, int64_t k_2, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_row_s1_v0_2_k3_part(0, x1, x, insert, k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_row_s1_v0_2_k3_part(begin, end, x, insert, k_2, x1);
        }
    }
}

static void case_row_s1_v0_2_k4(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_row_s1_v0_2_k0_part(0, x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_row_s1_v0_2_k0_part(begin, end, insert, clone);
        }
    }
}

/* case_row(x: f32[x0, x1]) */
static RtStatus case_row_s1_v0_2(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    RT_GUARD(call, 4, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_torch_unbind));
    RT_GUARD(call, 6, rt_pinned(call, PINNED_torch_clone));
    RT_GUARD(call, 7, rt_pinned(call, PINNED_builtins_map));
    RT_GUARD(call, 8, rt_pinned(call, PINNED_builtins_list));
    PyObject *list_object = rt_module_global(call, NAME_builtins, NAME_list);
    if (list_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *map_object = rt_module_global(call, NAME_builtins, NAME_map);
    if (map_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *clone_object = rt_module_global(call, NAME_torch, NAME_clone);
    if (clone_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *unbind_object = rt_module_global(call, NAME_torch, NAME_unbind);
    if (unbind_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    float *empty = rt_scratch(call, 4 * (x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * (x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x1 * x0 + x1);
    case_row_s1_v0_2_k0(empty, insert, x1, x0);
    case_row_s1_v0_2_k1(x.data, insert, x1);
    rt_acquire(gil);
    const float *state = insert;
    float *next = rt_scratch(call, 4 * (x1 * x0));
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * (x1 * x0));
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:488  for t in range(x.size(0)): */
    for (int64_t step = 0; step < t; step++) {
        int64_t t_1;
        if (!rt_checked_add(1, step, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_1 < x0;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_1 = rt_release(3 * (x1 * x0) + x1);
        case_row_s1_v0_2_k0(state, insert_1, x1, x0);
        case_row_s1_v0_2_k3(x.data, insert_1, step, x1);
        case_row_s1_v0_2_k4(insert_1, next, x1, x0);
        rt_acquire(gil_1);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
    }
    RtTensor result;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &result));
    rt_copy(result.data, state, 4 * (x1 * x0));
    return rt_return(call,
                     rt_new_applied(call, list_object, rt_new_tuple(call, 1, (PyObject *[]){rt_new_applied(call, map_object, rt_new_tuple(call, 2, (PyObject *[]){clone_object, rt_new_applied(call, unbind_object, rt_new_tuple(call, 1, (PyObject *[]){result.object}), Py_None)}), Py_None)}), Py_None));
}

/* ---- case_row_use ---------------------------------------------------------------------------------------------- */
static const RtGuard case_row_use_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 495},
    {"1 <= x.shape[1]", 495},
    {"builtins.range is unchanged", 495},
    {"builtins.len is unchanged", 497},
};

static void case_row_use_v0_k0_part(int64_t begin, int64_t end, const float *restrict empty, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:495  for t in range(x.size(0)): */
        insert[i] = empty[i];
    }
}

static void case_row_use_v0_k0(const float *restrict empty, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        case_row_use_v0_k0_part(0, x1 * x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_row_use_v0_k0_part(begin, end, empty, insert);
        }
    }
}

static void case_row_use_v0_k1_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:496  outs.append(x[t] * 2) */
        const float x_i = x[i];
        /* loops.py:495  for t in range(x.size(0)): */
        insert[i] = x_i * 2.0f;
    }
}

static void case_row_use_v0_k1(const float *restrict x, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_row_use_v0_k1_part(0, x1, x, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_row_use_v0_k1_part(begin, end, x, insert);
        }
    }
}

static void case_row_use_v0_k3_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert,
                                    int64_t k_2, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:496  outs.append(x[t] * 2) */
        const float x_i = x[k_2 * x1 + x1 + i];
        /* loops.py:495  for t in range(x.size(0)): */
        insert[k_2 * x1 + x1 + i] = x_i * 2.0f;
    }
}

static void case_row_use_v0_k3(const float *restrict x, float *restrict insert, int64_t k_2, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_row_use_v0_k3_part(0, x1, x, insert, k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_row_use_v0_k3_part(begin, end, x, insert, k_2, x1);
        }
    }
}

static void case_row_use_v0_k4(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_row_use_v0_k0_part(0, x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_row_use_v0_k0_part(begin, end, insert, clone);
        }
    }
}

static void case_row_use_v0_k5_part(int64_t begin, int64_t end, const float *restrict x, float *restrict add,
                                    int64_t x1, int64_t x0, float size) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:497  return outs[-1] + outs[0] * len(outs) */
        const float x_i = x[x1 * x0 + i - x1];
        /* loops.py:495  for t in range(x.size(0)): */
        const float x_i_1 = x[i];
        /* loops.py:497  return outs[-1] + outs[0] * len(outs) */
        add[i] = x_i + x_i_1 * size;
    }
}

static void case_row_use_v0_k5(const float *restrict x, float *restrict add, int64_t x1, int64_t x0, float size) {
    const int parts = rt_parts(x1, 9 * x1);
    if (parts == 1) {
        case_row_use_v0_k5_part(0, x1, x, add, x1, x0, size);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_row_use_v0_k5_part(begin, end, x, add, x1, x0, size);
        }
    }
}

/* case_row_use(x: f32[x0, x1]) */
static RtStatus case_row_use_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    RT_GUARD(call, 4, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 5, rt_pinned(call, PINNED__len));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_builtins_len));
    float *empty = rt_scratch(call, 4 * (x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * (x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x1 * x0 + x1);
    case_row_use_v0_k0(empty, insert, x1, x0);
    case_row_use_v0_k1(x.data, insert, x1);
    rt_acquire(gil);
    const float *state = insert;
    float *next = rt_scratch(call, 4 * (x1 * x0));
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * (x1 * x0));
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:495  for t in range(x.size(0)): */
    for (int64_t step = 0; step < t; step++) {
        int64_t t_1;
        if (!rt_checked_add(1, step, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_1 < x0;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_1 = rt_release(3 * (x1 * x0) + x1);
        case_row_use_v0_k0(state, insert_1, x1, x0);
        case_row_use_v0_k3(x.data, insert_1, step, x1);
        case_row_use_v0_k4(insert_1, next, x1, x0);
        rt_acquire(gil_1);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
    }
    RtTensor add;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &add));
    void *gil_2 = rt_release(3 * x1);
    case_row_use_v0_k5(state, add.data, x1, x0, (float)x0);
    rt_acquire(gil_2);
    /* loops.py:497  return outs[-1] + outs[0] * len(outs) */
    return rt_return(call, add.object);
}

/* ---- case_row_write#1 ------------------------------------------------------------------------------------------ */
static const RtGuard case_row_write_s1_v0_2_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 502},
    {"1 <= x.shape[1]", 502},
    {"builtins.range is unchanged", 502},
    {"torch.unbind is unchanged", 502},
    {"torch.clone is unchanged", 502},
    {"builtins.map is unchanged", 502},
    {"builtins.list is unchanged", 502},
};

static void case_row_write_s1_v0_2_k0_part(int64_t begin, int64_t end, const float *restrict empty,
                                           float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:502  for t in range(x.size(0)): */
        insert[i] = empty[i];
    }
}

static void case_row_write_s1_v0_2_k0(const float *restrict empty, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        case_row_write_s1_v0_2_k0_part(0, x1 * x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_row_write_s1_v0_2_k0_part(begin, end, empty, insert);
        }
    }
}

static void case_row_write_s1_v0_2_k1_part(int64_t begin, int64_t end, const float *restrict x,
                                           float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:503  outs.append(x[t] * 2) */
        const float x_i = x[i];
        /* loops.py:502  for t in range(x.size(0)): */
        insert[i] = x_i * 2.0f;
    }
}

static void case_row_write_s1_v0_2_k1(const float *restrict x, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_row_write_s1_v0_2_k1_part(0, x1, x, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_row_write_s1_v0_2_k1_part(begin, end, x, insert);
        }
    }
}

static void case_row_write_s1_v0_2_k3_part(int64_t begin, int64_t end, const float *restrict x,
                                           float *restrict insert, int64_t k_2, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:503  outs.append(x[t] * 2) */
        const float x_i = x[k_2 * x1 + x1 + i];
        /* loops.py:502  for t in range(x.size(0)): */
        insert[k_2 * x1 + x1 + i] = x_i * 2.0f;
    }
}

static void case_row_write_s1_v0_2_k3(const float *restrict x, float *restrict insert, int64_t k_2, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_row_write_s1_v0_2_k3_part(0, x1, x, insert, k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_row_write_s1_v0_2_k3_part(begin, end, x, insert, k_2, x1);
        }
    }
}

static void case_row_write_s1_v0_2_k4(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_row_write_s1_v0_2_k0_part(0, x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_row_write_s1_v0_2_k0_part(begin, end, insert, clone);
        }
    }
}

/* case_row_write(x: f32[x0, x1]) */
static RtStatus case_row_write_s1_v0_2(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    RT_GUARD(call, 4, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_torch_unbind));
    RT_GUARD(call, 6, rt_pinned(call, PINNED_torch_clone));
    RT_GUARD(call, 7, rt_pinned(call, PINNED_builtins_map));
    RT_GUARD(call, 8, rt_pinned(call, PINNED_builtins_list));
    PyObject *list_object = rt_module_global(call, NAME_builtins, NAME_list);
    if (list_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *map_object = rt_module_global(call, NAME_builtins, NAME_map);
    if (map_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *clone_object = rt_module_global(call, NAME_torch, NAME_clone);
    if (clone_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *unbind_object = rt_module_global(call, NAME_torch, NAME_unbind);
    if (unbind_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    float *empty = rt_scratch(call, 4 * (x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * (x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x1 * x0 + x1);
    case_row_write_s1_v0_2_k0(empty, insert, x1, x0);
    case_row_write_s1_v0_2_k1(x.data, insert, x1);
    rt_acquire(gil);
    const float *state = insert;
    float *next = rt_scratch(call, 4 * (x1 * x0));
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * (x1 * x0));
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:502  for t in range(x.size(0)): */
    for (int64_t step = 0; step < t; step++) {
        int64_t t_1;
        if (!rt_checked_add(1, step, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_1 < x0;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_1 = rt_release(3 * (x1 * x0) + x1);
        case_row_write_s1_v0_2_k0(state, insert_1, x1, x0);
        case_row_write_s1_v0_2_k3(x.data, insert_1, step, x1);
        case_row_write_s1_v0_2_k4(insert_1, next, x1, x0);
        rt_acquire(gil_1);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
    }
    RtTensor result;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &result));
    rt_copy(result.data, state, 4 * (x1 * x0));
    return rt_return(call,
                     rt_new_applied(call, list_object, rt_new_tuple(call, 1, (PyObject *[]){rt_new_applied(call, map_object, rt_new_tuple(call, 2, (PyObject *[]){clone_object, rt_new_applied(call, unbind_object, rt_new_tuple(call, 1, (PyObject *[]){result.object}), Py_None)}), Py_None)}), Py_None));
}

/* ---- case_last_is_h#1 ------------------------------------------------------------------------------------------ */
static const RtGuard case_last_is_h_s1_v0_guards[] = {
    {"", 0},
};

/* case_last_is_h() */
static RtStatus case_last_is_h_s1_v0(RtCall *call) {
    /* loops.py:509  outs = [] */
    return rt_return(call, rt_new_list(call, 0, NULL));
}

/* ---- case_last_is_h#2 ------------------------------------------------------------------------------------------ */
static const RtGuard case_last_is_h_s2_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"type(t) is int", 0},
    {"type(outs) is list", 0},
    {"x: contiguous", 0},
    {"0 <= t", 511},
    {"t < x.shape[0]", 511},
};

static void case_last_is_h_s2_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict h_1,
                                         int64_t t, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:511  h = x[t] * 2 */
        const float h = x[t * x1 + i] * 2.0f;
        h_1[i] = h;
    }
}

static void case_last_is_h_s2_v0_k0(const float *restrict x, float *restrict h_1, int64_t t, int64_t x1) {
    const int parts = rt_parts(x1, 5 * x1);
    if (parts == 1) {
        case_last_is_h_s2_v0_k0_part(0, x1, x, h_1, t, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_last_is_h_s2_v0_k0_part(begin, end, x, h_1, t, x1);
        }
    }
}

/* case_last_is_h(x: f32[x0, x1], t: int, outs: any) */
static RtStatus case_last_is_h_s2_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    int64_t t;
    RT_GUARD(call, 1, rt_int(call->args[1], &t));
    RT_GUARD(call, 2, rt_is_type(call->args[2], RT_TYPE_LIST));
    RT_GUARD(call, 3, rt_row_major(&x));
    RT_GUARD(call, 4, 0 <= t);
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 5, t < x0);
    const int64_t x1 = x.shape[1];
    RtTensor h;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &h));
    void *gil = rt_release(3 * x1);
    case_last_is_h_s2_v0_k0(x.data, h.data, t, x1);
    rt_acquire(gil);
    PyObject *result = h.object;
    PyObject *stored = h.object;
    RT_TRY(stored != NULL);
    RT_TRY(result != NULL);
    RT_TRY(rt_append(call->args[2], stored));
    /* loops.py:512  outs.append(h) */
    return rt_return(call, result);
}

/* ---- case_read_in#1 -------------------------------------------------------------------------------------------- */
static const RtGuard case_read_in_s1_v0_2_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 517},
    {"1 <= x.shape[1]", 517},
};

/* case_read_in(x: f32[x0, x1]) */
static RtStatus case_read_in_s1_v0_2(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    PyObject *view = rt_view(call, x.object, 1, (int64_t[]){x1}, NULL, 0);
    RT_TRY(view != NULL);
    /* loops.py:517  outs = [x[0]] */
    return rt_return(call, rt_new_list(call, 1, (PyObject *[]){view}));
}

/* ---- case_read_in#2 -------------------------------------------------------------------------------------------- */
static const RtGuard case_read_in_s2_v0_guards[] = {
    {"type(outs) is list", 0},
    {"x: Tensor, f32, rank 2", 0},
    {"type(t) is int", 0},
    {"len(outs) == 1", 0},
    {"x: contiguous", 0},
    {"0 <= t", 519},
    {"t < x.shape[0]", 519},
    {"outs[0]: Tensor, f32, rank 1", 0},
    {"outs[0]: contiguous", 0},
    {"outs[0].shape[0] == x.shape[1]", 519},
};

static void case_read_in_s2_v0_k0_part(int64_t begin, int64_t end, const float *restrict t, const float *restrict x,
                                       float *restrict add, int64_t t_1, int64_t t0) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:519  outs.append(outs[-1] * 0.5 + x[t]) */
        add[i] = t[i] * 0.5f + x[t_1 * t0 + i];
    }
}

static void case_read_in_s2_v0_k0(const float *restrict t, const float *restrict x, float *restrict add, int64_t t_1,
                                  int64_t t0) {
    const int parts = rt_parts(t0, 8 * t0);
    if (parts == 1) {
        case_read_in_s2_v0_k0_part(0, t0, t, x, add, t_1, t0);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(t0, part, parts);
            const int64_t end = rt_part_begin(t0, part + 1, parts);
            case_read_in_s2_v0_k0_part(begin, end, t, x, add, t_1, t0);
        }
    }
}

/* case_read_in(outs: list, x: f32[x0, t0], t: int) */
static RtStatus case_read_in_s2_v0(RtCall *call) {
    RT_GUARD(call, 0, rt_is_type(call->args[0], RT_TYPE_LIST));
    RtTensor x;
    RT_GUARD(call, 1, rt_tensor(call, call->args[1], RT_F32, 2, &x));
    int64_t t;
    RT_GUARD(call, 2, rt_int(call->args[2], &t));
    RT_GUARD(call, 3, rt_len(call->args[0]) == 1);
    RT_GUARD(call, 4, rt_row_major(&x));
    RT_GUARD(call, 5, 0 <= t);
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 6, t < x0);
    PyObject *outs_0_object = rt_item(call, call->args[0], 0);
    RtTensor outs_0;
    RT_GUARD(call, 7, rt_tensor(call, outs_0_object, RT_F32, 1, &outs_0));
    RT_GUARD(call, 8, rt_row_major(&outs_0));
    const int64_t t0 = outs_0.shape[0];
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 9, t0 == x1);
    RtTensor add;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){t0}, NULL, &add));
    void *gil = rt_release(3 * t0);
    case_read_in_s2_v0_k0(outs_0.data, x.data, add.data, t, t0);
    rt_acquire(gil);
    PyObject *result = rt_new_tuple(call, 0, NULL);
    PyObject *stored = add.object;
    RT_TRY(stored != NULL);
    RT_TRY(result != NULL);
    RT_TRY(rt_append(call->args[0], stored));
    /* loops.py:519  outs.append(outs[-1] * 0.5 + x[t]) */
    return rt_return(call, result);
}

/* ---- case_read_in#3 -------------------------------------------------------------------------------------------- */
static const RtGuard case_read_in_s3_v0_guards[] = {
    {"type(outs) is list", 0},
    {"len(outs) == 1", 0},
    {"outs[0]: Tensor, f32, rank 1", 0},
    {"outs[0]: contiguous", 0},
    {"torch.stack is unchanged", 520},
};

static void case_read_in_s3_v0_k0_part(int64_t begin, int64_t end, const float *restrict t, float *restrict cat) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:520  return torch.stack(outs) */
        cat[i] = t[i];
    }
}

static void case_read_in_s3_v0_k0(const float *restrict t, float *restrict cat, int64_t t0) {
    const int parts = rt_parts(t0, t0);
    if (parts == 1) {
        case_read_in_s3_v0_k0_part(0, t0, t, cat);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(t0, part, parts);
            const int64_t end = rt_part_begin(t0, part + 1, parts);
            case_read_in_s3_v0_k0_part(begin, end, t, cat);
        }
    }
}

/* case_read_in(outs: list) */
static RtStatus case_read_in_s3_v0(RtCall *call) {
    RT_GUARD(call, 0, rt_is_type(call->args[0], RT_TYPE_LIST));
    RT_GUARD(call, 1, rt_len(call->args[0]) == 1);
    PyObject *outs_0_object = rt_item(call, call->args[0], 0);
    RtTensor outs_0;
    RT_GUARD(call, 2, rt_tensor(call, outs_0_object, RT_F32, 1, &outs_0));
    RT_GUARD(call, 3, rt_row_major(&outs_0));
    RT_GUARD(call, 4, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_torch_stack));
    const int64_t t0 = outs_0.shape[0];
    RtTensor cat;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){1, t0}, NULL, &cat));
    void *gil = rt_release(t0);
    case_read_in_s3_v0_k0(outs_0.data, cat.data, t0);
    rt_acquire(gil);
    /* loops.py:520  return torch.stack(outs) */
    return rt_return(call, cat.object);
}

/* ---- case_len_in#1 --------------------------------------------------------------------------------------------- */
static const RtGuard case_len_in_s1_v0_2_guards[] = {
    {"", 0},
};

/* case_len_in() */
static RtStatus case_len_in_s1_v0_2(RtCall *call) {
    /* loops.py:524  outs = [] */
    return rt_return(call, rt_new_list(call, 0, NULL));
}

/* ---- case_len_in#2 --------------------------------------------------------------------------------------------- */
static const RtGuard case_len_in_s2_v0_guards[] = {
    {"type(outs) is list", 0},
    {"x: Tensor, f32, rank 2", 0},
    {"type(t) is int", 0},
    {"len(outs) == 0", 0},
    {"x: contiguous", 0},
    {"0 <= t", 526},
    {"t < x.shape[0]", 526},
    {"builtins.len is unchanged", 526},
};

static void case_len_in_s2_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict mul,
                                      int64_t t, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:526  outs.append(x[t] * len(outs)) */
        mul[i] = x[t * x1 + i] * 0.0f;
    }
}

static void case_len_in_s2_v0_k0(const float *restrict x, float *restrict mul, int64_t t, int64_t x1) {
    const int parts = rt_parts(x1, 5 * x1);
    if (parts == 1) {
        case_len_in_s2_v0_k0_part(0, x1, x, mul, t, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_len_in_s2_v0_k0_part(begin, end, x, mul, t, x1);
        }
    }
}

/* case_len_in(outs: list, x: f32[x0, x1], t: int) */
static RtStatus case_len_in_s2_v0(RtCall *call) {
    RT_GUARD(call, 0, rt_is_type(call->args[0], RT_TYPE_LIST));
    RtTensor x;
    RT_GUARD(call, 1, rt_tensor(call, call->args[1], RT_F32, 2, &x));
    int64_t t;
    RT_GUARD(call, 2, rt_int(call->args[2], &t));
    RT_GUARD(call, 3, rt_len(call->args[0]) == 0);
    RT_GUARD(call, 4, rt_row_major(&x));
    RT_GUARD(call, 5, 0 <= t);
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 6, t < x0);
    RT_GUARD(call, 7, rt_pinned(call, PINNED__len));
    RT_GUARD(call, 7, rt_pinned(call, PINNED_builtins_len));
    const int64_t x1 = x.shape[1];
    RtTensor mul;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &mul));
    void *gil = rt_release(3 * x1);
    case_len_in_s2_v0_k0(x.data, mul.data, t, x1);
    rt_acquire(gil);
    PyObject *result = rt_new_tuple(call, 0, NULL);
    PyObject *stored = mul.object;
    RT_TRY(stored != NULL);
    RT_TRY(result != NULL);
    RT_TRY(rt_append(call->args[0], stored));
    /* loops.py:526  outs.append(x[t] * len(outs)) */
    return rt_return(call, result);
}

/* ---- case_alias#1 ---------------------------------------------------------------------------------------------- */
static const RtGuard case_alias_s1_v0_2_guards[] = {
    {"", 0},
};

/* case_alias() */
static RtStatus case_alias_s1_v0_2(RtCall *call) {
    PyObject *shared = rt_new_list(call, 0, NULL);
    /* loops.py:532  b = outs */
    return rt_return(call, rt_new_tuple(call, 2, (PyObject *[]){shared, shared}));
}

/* ---- case_alias#2 ---------------------------------------------------------------------------------------------- */
static const RtGuard case_alias_s2_v0_guards[] = {
    {"type(outs) is list", 0},
    {"x: Tensor, f32, rank 2", 0},
    {"type(t) is int", 0},
    {"x: contiguous", 0},
    {"0 <= t", 534},
    {"t < x.shape[0]", 534},
};

static void case_alias_s2_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict mul,
                                     int64_t t, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:534  outs.append(x[t] * 2) */
        mul[i] = x[t * x1 + i] * 2.0f;
    }
}

static void case_alias_s2_v0_k0(const float *restrict x, float *restrict mul, int64_t t, int64_t x1) {
    const int parts = rt_parts(x1, 5 * x1);
    if (parts == 1) {
        case_alias_s2_v0_k0_part(0, x1, x, mul, t, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_alias_s2_v0_k0_part(begin, end, x, mul, t, x1);
        }
    }
}

/* case_alias(outs: any, x: f32[x0, x1], t: int) */
static RtStatus case_alias_s2_v0(RtCall *call) {
    RT_GUARD(call, 0, rt_is_type(call->args[0], RT_TYPE_LIST));
    RtTensor x;
    RT_GUARD(call, 1, rt_tensor(call, call->args[1], RT_F32, 2, &x));
    int64_t t;
    RT_GUARD(call, 2, rt_int(call->args[2], &t));
    RT_GUARD(call, 3, rt_row_major(&x));
    RT_GUARD(call, 4, 0 <= t);
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 5, t < x0);
    const int64_t x1 = x.shape[1];
    RtTensor mul;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &mul));
    void *gil = rt_release(3 * x1);
    case_alias_s2_v0_k0(x.data, mul.data, t, x1);
    rt_acquire(gil);
    PyObject *result = rt_new_tuple(call, 0, NULL);
    PyObject *stored = mul.object;
    RT_TRY(stored != NULL);
    RT_TRY(result != NULL);
    RT_TRY(rt_append(call->args[0], stored));
    /* loops.py:534  outs.append(x[t] * 2) */
    return rt_return(call, result);
}

/* ---- case_alias_dict#1 ----------------------------------------------------------------------------------------- */
static const RtGuard case_alias_dict_s1_v0_2_guards[] = {
    {"", 0},
};

/* case_alias_dict() */
static RtStatus case_alias_dict_s1_v0_2(RtCall *call) {
    PyObject *shared = rt_new_list(call, 0, NULL);
    /* loops.py:540  d = {"o": outs} */
    return rt_return(call,
                     rt_new_tuple(call, 2, (PyObject *[]){shared, rt_new_dict(call, 1, (PyObject *[]){rt_new_str(call, "o", 1)}, (PyObject *[]){shared})}));
}

/* ---- case_alias_dict#2 ----------------------------------------------------------------------------------------- */
static const RtGuard case_alias_dict_s2_v0_guards[] = {
    {"type(outs) is list", 0},
    {"x: Tensor, f32, rank 2", 0},
    {"type(t) is int", 0},
    {"x: contiguous", 0},
    {"0 <= t", 542},
    {"t < x.shape[0]", 542},
};

static void case_alias_dict_s2_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict mul,
                                          int64_t t, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:542  outs.append(x[t] * 2) */
        mul[i] = x[t * x1 + i] * 2.0f;
    }
}

static void case_alias_dict_s2_v0_k0(const float *restrict x, float *restrict mul, int64_t t, int64_t x1) {
    const int parts = rt_parts(x1, 5 * x1);
    if (parts == 1) {
        case_alias_dict_s2_v0_k0_part(0, x1, x, mul, t, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_alias_dict_s2_v0_k0_part(begin, end, x, mul, t, x1);
        }
    }
}

/* case_alias_dict(outs: any, x: f32[x0, x1], t: int) */
static RtStatus case_alias_dict_s2_v0(RtCall *call) {
    RT_GUARD(call, 0, rt_is_type(call->args[0], RT_TYPE_LIST));
    RtTensor x;
    RT_GUARD(call, 1, rt_tensor(call, call->args[1], RT_F32, 2, &x));
    int64_t t;
    RT_GUARD(call, 2, rt_int(call->args[2], &t));
    RT_GUARD(call, 3, rt_row_major(&x));
    RT_GUARD(call, 4, 0 <= t);
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 5, t < x0);
    const int64_t x1 = x.shape[1];
    RtTensor mul;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &mul));
    void *gil = rt_release(3 * x1);
    case_alias_dict_s2_v0_k0(x.data, mul.data, t, x1);
    rt_acquire(gil);
    PyObject *result = rt_new_tuple(call, 0, NULL);
    PyObject *stored = mul.object;
    RT_TRY(stored != NULL);
    RT_TRY(result != NULL);
    RT_TRY(rt_append(call->args[0], stored));
    /* loops.py:542  outs.append(x[t] * 2) */
    return rt_return(call, result);
}

/* ---- case_alias_after ------------------------------------------------------------------------------------------ */
static const RtGuard case_alias_after_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 548},
    {"1 <= x.shape[1]", 548},
    {"builtins.range is unchanged", 548},
    {"torch.stack is unchanged", 552},
};

static void case_alias_after_v0_k0_part(int64_t begin, int64_t end, const float *restrict empty,
                                        float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:548  for t in range(x.size(0)): */
        insert[i] = empty[i];
    }
}

static void case_alias_after_v0_k0(const float *restrict empty, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        case_alias_after_v0_k0_part(0, x1 * x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_alias_after_v0_k0_part(begin, end, empty, insert);
        }
    }
}

static void case_alias_after_v0_k1_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:549  outs.append(x[t] * 2) */
        const float x_i = x[i];
        /* loops.py:548  for t in range(x.size(0)): */
        insert[i] = x_i * 2.0f;
    }
}

static void case_alias_after_v0_k1(const float *restrict x, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_alias_after_v0_k1_part(0, x1, x, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_alias_after_v0_k1_part(begin, end, x, insert);
        }
    }
}

static void case_alias_after_v0_k3_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert,
                                        int64_t k_2, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:549  outs.append(x[t] * 2) */
        const float x_i = x[k_2 * x1 + x1 + i];
        /* loops.py:548  for t in range(x.size(0)): */
        insert[k_2 * x1 + x1 + i] = x_i * 2.0f;
    }
}

static void case_alias_after_v0_k3(const float *restrict x, float *restrict insert, int64_t k_2, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_alias_after_v0_k3_part(0, x1, x, insert, k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_alias_after_v0_k3_part(begin, end, x, insert, k_2, x1);
        }
    }
}

static void case_alias_after_v0_k4(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_alias_after_v0_k0_part(0, x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_alias_after_v0_k0_part(begin, end, insert, clone);
        }
    }
}

static void case_alias_after_v0_k5_part(int64_t begin, int64_t end, const float *restrict x, float *restrict add) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:552  return torch.stack(d["o"]) + torch.stack(e) */
        const float x_i = x[i];
        add[i] = x_i + x_i;
    }
}

static void case_alias_after_v0_k5(const float *restrict x, float *restrict add, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 5 * (x1 * x0));
    if (parts == 1) {
        case_alias_after_v0_k5_part(0, x1 * x0, x, add);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_alias_after_v0_k5_part(begin, end, x, add);
        }
    }
}

/* case_alias_after(x: f32[x0, x1]) */
static RtStatus case_alias_after_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    RT_GUARD(call, 4, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 5, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_torch_stack));
    float *empty = rt_scratch(call, 4 * (x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * (x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x1 * x0 + x1);
    case_alias_after_v0_k0(empty, insert, x1, x0);
    case_alias_after_v0_k1(x.data, insert, x1);
    rt_acquire(gil);
    const float *state = insert;
    float *next = rt_scratch(call, 4 * (x1 * x0));
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * (x1 * x0));
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:548  for t in range(x.size(0)): */
    for (int64_t step = 0; step < t; step++) {
        int64_t t_1;
        if (!rt_checked_add(1, step, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_1 < x0;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_1 = rt_release(3 * (x1 * x0) + x1);
        case_alias_after_v0_k0(state, insert_1, x1, x0);
        case_alias_after_v0_k3(x.data, insert_1, step, x1);
        case_alias_after_v0_k4(insert_1, next, x1, x0);
        rt_acquire(gil_1);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
    }
    RtTensor add;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &add));
    void *gil_2 = rt_release(3 * (x1 * x0));
    case_alias_after_v0_k5(state, add.data, x1, x0);
    rt_acquire(gil_2);
    /* loops.py:552  return torch.stack(d["o"]) + torch.stack(e) */
    return rt_return(call, add.object);
}

/* ---- case_closure#1 -------------------------------------------------------------------------------------------- */
static const RtGuard case_closure_s1_v0_2_guards[] = {
    {"", 0},
};

/* case_closure() */
static RtStatus case_closure_s1_v0_2(RtCall *call) {
    PyObject *shared = rt_new_list(call, 0, NULL);
    PyObject *made = rt_new_cell(call);
    PyObject *result = rt_new_tuple(call, 2,
                                    (PyObject *[]){shared, rt_new_function(call, rt_new_str(call, "case_closure.<locals>.add", 25), Py_None, Py_None, rt_new_dict(call, 1, (PyObject *[]){rt_new_str(call, "outs", 4)}, (PyObject *[]){made}), Py_None, Py_None)});
    RT_TRY(result != NULL);
    RT_TRY(rt_fill_cell(made, shared));
    /* loops.py:558  def add(v): */
    return rt_return(call, result);
}

/* ---- case_closure#2 -------------------------------------------------------------------------------------------- */
static const RtGuard case_closure_s2_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"type(t) is int", 0},
    {"add is a function with the code of case_closure.<locals>.add", 0},
    {"x: contiguous", 0},
    {"0 <= t", 562},
    {"t < x.shape[0]", 562},
    {"type(add.__closure__[0].cell_contents) is list", 0},
};

static void case_closure_s2_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict mul,
                                       int64_t t, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:562  add(x[t] * 2) */
        mul[i] = x[t * x1 + i] * 2.0f;
    }
}

static void case_closure_s2_v0_k0(const float *restrict x, float *restrict mul, int64_t t, int64_t x1) {
    const int parts = rt_parts(x1, 5 * x1);
    if (parts == 1) {
        case_closure_s2_v0_k0_part(0, x1, x, mul, t, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_closure_s2_v0_k0_part(begin, end, x, mul, t, x1);
        }
    }
}

/* case_closure(add: function, x: f32[x0, x1], t: int) */
static RtStatus case_closure_s2_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[1], RT_F32, 2, &x));
    int64_t t;
    RT_GUARD(call, 1, rt_int(call->args[2], &t));
    RT_GUARD(call, 2, rt_is_code(call, call->args[0], "", "case_closure.<locals>.add", 0));
    RT_GUARD(call, 3, rt_row_major(&x));
    RT_GUARD(call, 4, 0 <= t);
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 5, t < x0);
    PyObject *v__closure___object = rt_attr(call, call->args[0], NAME___closure__);
    RT_GUARD(call, 6, v__closure___object != NULL);
    PyObject *v__closure___0_object = rt_item(call, v__closure___object, 0);
    RT_GUARD(call, 6, v__closure___0_object != NULL);
    PyObject *cell_contents_object = rt_attr(call, v__closure___0_object, NAME_cell_contents);
    RT_GUARD(call, 6, rt_is_type(cell_contents_object, RT_TYPE_LIST));
    const int64_t x1 = x.shape[1];
    RtTensor mul;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &mul));
    void *gil = rt_release(3 * x1);
    case_closure_s2_v0_k0(x.data, mul.data, t, x1);
    rt_acquire(gil);
    PyObject *result = rt_new_tuple(call, 0, NULL);
    PyObject *stored = mul.object;
    RT_TRY(stored != NULL);
    RT_TRY(result != NULL);
    RT_TRY(rt_append(cell_contents_object, stored));
    /* loops.py:562  add(x[t] * 2) */
    return rt_return(call, result);
}

/* ---- case_method#1 --------------------------------------------------------------------------------------------- */
static const RtGuard case_method_s1_v0_3_guards[] = {
    {"", 0},
};

/* case_method() */
static RtStatus case_method_s1_v0_3(RtCall *call) {
    /* loops.py:567  outs = [] */
    return rt_return(call, rt_new_list(call, 0, NULL));
}

/* ---- fill#1 ---------------------------------------------------------------------------------------------------- */
static const RtGuard fill_s1_v0_2_guards[] = {
    {"type(outs) is list", 0},
    {"x: Tensor, f32, rank 2", 0},
    {"type(t) is int", 0},
    {"x: contiguous", 0},
    {"0 <= t", 576},
    {"t < x.shape[0]", 576},
};

static void fill_s1_v0_2_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict mul, int64_t t,
                                 int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:576  outs.append(x[t] * 2) */
        mul[i] = x[t * x1 + i] * 2.0f;
    }
}

static void fill_s1_v0_2_k0(const float *restrict x, float *restrict mul, int64_t t, int64_t x1) {
    const int parts = rt_parts(x1, 5 * x1);
    if (parts == 1) {
        fill_s1_v0_2_k0_part(0, x1, x, mul, t, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            fill_s1_v0_2_k0_part(begin, end, x, mul, t, x1);
        }
    }
}

/* fill(outs: any, x: f32[x0, x1], t: int) */
static RtStatus fill_s1_v0_2(RtCall *call) {
    RT_GUARD(call, 0, rt_is_type(call->args[0], RT_TYPE_LIST));
    RtTensor x;
    RT_GUARD(call, 1, rt_tensor(call, call->args[1], RT_F32, 2, &x));
    int64_t t;
    RT_GUARD(call, 2, rt_int(call->args[2], &t));
    RT_GUARD(call, 3, rt_row_major(&x));
    RT_GUARD(call, 4, 0 <= t);
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 5, t < x0);
    const int64_t x1 = x.shape[1];
    RtTensor mul;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &mul));
    void *gil = rt_release(3 * x1);
    fill_s1_v0_2_k0(x.data, mul.data, t, x1);
    rt_acquire(gil);
    PyObject *result = rt_new_tuple(call, 0, NULL);
    PyObject *stored = mul.object;
    RT_TRY(stored != NULL);
    RT_TRY(result != NULL);
    RT_TRY(rt_append(call->args[0], stored));
    /* loops.py:576  outs.append(x[t] * 2) */
    return rt_return(call, result);
}

/* ---- fill#2 ---------------------------------------------------------------------------------------------------- */
static const RtGuard fill_s2_v0_guards[] = {
    {"", 0},
};

/* fill(outs: any) */
static RtStatus fill_s2_v0(RtCall *call) {
    if (call->args[0] == NULL) {
        return rt_miss(call, "an object is not there");
    }
    /* loops.py:577  return outs */
    return rt_return(call, call->args[0]);
}

/* ---- case_callee#1 --------------------------------------------------------------------------------------------- */
static const RtGuard case_callee_s1_v0_2_guards[] = {
    {"", 0},
};

/* case_callee() */
static RtStatus case_callee_s1_v0_2(RtCall *call) {
    /* loops.py:581  outs = [] */
    return rt_return(call, rt_new_list(call, 0, NULL));
}

/* ---- filled ---------------------------------------------------------------------------------------------------- */
static const RtGuard filled_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 588},
    {"1 <= x.shape[1]", 588},
    {"builtins.range is unchanged", 588},
    {"torch.unbind is unchanged", 590},
    {"torch.clone is unchanged", 590},
    {"builtins.map is unchanged", 590},
    {"builtins.list is unchanged", 590},
};

static void filled_v0_k0_part(int64_t begin, int64_t end, const float *restrict empty, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:588  for t in range(x.size(0)): */
        insert[i] = empty[i];
    }
}

static void filled_v0_k0(const float *restrict empty, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        filled_v0_k0_part(0, x1 * x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            filled_v0_k0_part(begin, end, empty, insert);
        }
    }
}

static void filled_v0_k1_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:589  outs.append(x[t] * 2) */
        const float x_i = x[i];
        /* loops.py:588  for t in range(x.size(0)): */
        insert[i] = x_i * 2.0f;
    }
}

static void filled_v0_k1(const float *restrict x, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        filled_v0_k1_part(0, x1, x, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            filled_v0_k1_part(begin, end, x, insert);
        }
    }
}

static void filled_v0_k3_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert,
                              int64_t k_2, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:589  outs.append(x[t] * 2) */
        const float x_i = x[k_2 * x1 + x1 + i];
        /* loops.py:588  for t in range(x.size(0)): */
        insert[k_2 * x1 + x1 + i] = x_i * 2.0f;
    }
}

static void filled_v0_k3(const float *restrict x, float *restrict insert, int64_t k_2, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        filled_v0_k3_part(0, x1, x, insert, k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            filled_v0_k3_part(begin, end, x, insert, k_2, x1);
        }
    }
}

static void filled_v0_k4(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        filled_v0_k0_part(0, x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            filled_v0_k0_part(begin, end, insert, clone);
        }
    }
}

/* filled(x: f32[x0, x1]) */
static RtStatus filled_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    RT_GUARD(call, 4, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_torch_unbind));
    RT_GUARD(call, 6, rt_pinned(call, PINNED_torch_clone));
    RT_GUARD(call, 7, rt_pinned(call, PINNED_builtins_map));
    RT_GUARD(call, 8, rt_pinned(call, PINNED_builtins_list));
    PyObject *list_object = rt_module_global(call, NAME_builtins, NAME_list);
    if (list_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *map_object = rt_module_global(call, NAME_builtins, NAME_map);
    if (map_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *clone_object = rt_module_global(call, NAME_torch, NAME_clone);
    if (clone_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *unbind_object = rt_module_global(call, NAME_torch, NAME_unbind);
    if (unbind_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    float *empty = rt_scratch(call, 4 * (x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * (x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x1 * x0 + x1);
    filled_v0_k0(empty, insert, x1, x0);
    filled_v0_k1(x.data, insert, x1);
    rt_acquire(gil);
    const float *state = insert;
    float *next = rt_scratch(call, 4 * (x1 * x0));
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * (x1 * x0));
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:588  for t in range(x.size(0)): */
    for (int64_t step = 0; step < t; step++) {
        int64_t t_1;
        if (!rt_checked_add(1, step, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_1 < x0;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_1 = rt_release(3 * (x1 * x0) + x1);
        filled_v0_k0(state, insert_1, x1, x0);
        filled_v0_k3(x.data, insert_1, step, x1);
        filled_v0_k4(insert_1, next, x1, x0);
        rt_acquire(gil_1);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
    }
    RtTensor result;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &result));
    rt_copy(result.data, state, 4 * (x1 * x0));
    /* loops.py:590  return outs */
    return rt_return(call,
                     rt_new_applied(call, list_object, rt_new_tuple(call, 1, (PyObject *[]){rt_new_applied(call, map_object, rt_new_tuple(call, 2, (PyObject *[]){clone_object, rt_new_applied(call, unbind_object, rt_new_tuple(call, 1, (PyObject *[]){result.object}), Py_None)}), Py_None)}), Py_None));
}

/* ---- case_callee2 ---------------------------------------------------------------------------------------------- */
static const RtGuard case_callee2_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 588},
    {"1 <= x.shape[1]", 588},
    {"torch.stack is unchanged", 594},
    {"the code of filled is unchanged", 594},
    {"builtins.range is unchanged", 588},
};

static void case_callee2_v0_k5_part(int64_t begin, int64_t end, const float *restrict x, float *restrict clone) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:594  return torch.stack(filled(x)) */
        clone[i] = x[i];
    }
}

static void case_callee2_v0_k5(const float *restrict x, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_callee2_v0_k5_part(0, x1 * x0, x, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_callee2_v0_k5_part(begin, end, x, clone);
        }
    }
}

/* case_callee2(x: f32[x0, x1]) */
static RtStatus case_callee2_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    RT_GUARD(call, 4, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_torch_stack));
    RT_GUARD(call, 5, rt_pinned(call, PINNED__filled));
    RT_GUARD(call, 6, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 6, rt_pinned(call, PINNED_builtins_range));
    float *empty = rt_scratch(call, 4 * (x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * (x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x1 * x0 + x1);
    filled_v0_k0(empty, insert, x1, x0);
    filled_v0_k1(x.data, insert, x1);
    rt_acquire(gil);
    const float *state = insert;
    float *next = rt_scratch(call, 4 * (x1 * x0));
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * (x1 * x0));
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:588  for t in range(x.size(0)): */
    for (int64_t step = 0; step < t; step++) {
        int64_t t_1;
        if (!rt_checked_add(1, step, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_1 < x0;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_1 = rt_release(3 * (x1 * x0) + x1);
        filled_v0_k0(state, insert_1, x1, x0);
        filled_v0_k3(x.data, insert_1, step, x1);
        filled_v0_k4(insert_1, next, x1, x0);
        rt_acquire(gil_1);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
    }
    RtTensor clone;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &clone));
    void *gil_2 = rt_release(2 * (x1 * x0));
    case_callee2_v0_k5(state, clone.data, x1, x0);
    rt_acquire(gil_2);
    /* loops.py:594  return torch.stack(filled(x)) */
    return rt_return(call, clone.object);
}

/* ---- case_cond#1 ----------------------------------------------------------------------------------------------- */
static const RtGuard case_cond_s1_v0_2_guards[] = {
    {"", 0},
};

/* case_cond() */
static RtStatus case_cond_s1_v0_2(RtCall *call) {
    /* loops.py:598  outs = [] */
    return rt_return(call, rt_new_list(call, 0, NULL));
}

/* ---- case_cond#2 ----------------------------------------------------------------------------------------------- */
static const RtGuard case_cond_s2_v0_2_guards[] = {
    {"type(outs) is list", 0},
    {"x: Tensor, f32, rank 2", 0},
    {"type(t) is int", 0},
    {"x: contiguous", 0},
    {"0 <= t", 601},
    {"t < x.shape[0]", 601},
    {"1 <= x.shape[1]", 601},
};

/* case_cond(outs: any, x: f32[x0, x1], t: int) */
static RtStatus case_cond_s2_v0_2(RtCall *call) {
    RT_GUARD(call, 0, rt_is_type(call->args[0], RT_TYPE_LIST));
    RtTensor x;
    RT_GUARD(call, 1, rt_tensor(call, call->args[1], RT_F32, 2, &x));
    int64_t t;
    RT_GUARD(call, 2, rt_int(call->args[2], &t));
    RT_GUARD(call, 3, rt_row_major(&x));
    RT_GUARD(call, 4, 0 <= t);
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 5, t < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 6, 1 <= x1);
    PyObject *result = rt_new_tuple(call, 0, NULL);
    int64_t t_1;
    if (!rt_checked_mul(x1, t, &t_1)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    PyObject *view = rt_view(call, x.object, 1, (int64_t[]){x1}, NULL, t_1);
    RT_TRY(view != NULL);
    RT_TRY(view != NULL);
    RT_TRY(result != NULL);
    RT_TRY(rt_append(call->args[0], view));
    /* loops.py:601  outs.append(x[t]) */
    return rt_return(call, result);
}

/* ---- case_cond#3 ----------------------------------------------------------------------------------------------- */
static const RtGuard case_cond_s3_v0_guards[] = {
    {"type(outs) is list", 0},
    {"len(outs) == 0", 0},
};

/* case_cond(outs: list, x: any) */
static RtStatus case_cond_s3_v0(RtCall *call) {
    RT_GUARD(call, 0, rt_is_type(call->args[0], RT_TYPE_LIST));
    RT_GUARD(call, 1, rt_len(call->args[0]) == 0);
    if (call->args[1] == NULL) {
        return rt_miss(call, "an object is not there");
    }
    /* loops.py:602  return torch.stack(outs) if outs else x */
    return rt_return(call, call->args[1]);
}

/* ---- case_inner#1 ---------------------------------------------------------------------------------------------- */
static const RtGuard case_inner_s1_v0_2_guards[] = {
    {"", 0},
};

/* case_inner() */
static RtStatus case_inner_s1_v0_2(RtCall *call) {
    /* loops.py:606  outs = [] */
    return rt_return(call, rt_new_list(call, 0, NULL));
}

/* ---- case_inner#2 ---------------------------------------------------------------------------------------------- */
static const RtGuard case_inner_s2_v0_2_guards[] = {
    {"type(outs) is list", 0},
    {"x: Tensor, f32, rank 2", 0},
    {"type(t) is int", 0},
    {"type(u) is int", 0},
    {"x: contiguous", 0},
    {"0 <= t", 609},
    {"t < x.shape[0]", 609},
    {"0 <= u", 609},
    {"u < x.shape[1]", 609},
};

static void case_inner_s2_v0_2_k0(const float *restrict x, float *restrict mul, int64_t t, int64_t x1, int64_t u) {
    /* loops.py:609  outs.append(x[t, u] * 2) */
    *mul = x[t * x1 + u] * 2.0f;
}

/* case_inner(outs: any, x: f32[x0, x1], t: int, u: int) */
static RtStatus case_inner_s2_v0_2(RtCall *call) {
    RT_GUARD(call, 0, rt_is_type(call->args[0], RT_TYPE_LIST));
    RtTensor x;
    RT_GUARD(call, 1, rt_tensor(call, call->args[1], RT_F32, 2, &x));
    int64_t t;
    RT_GUARD(call, 2, rt_int(call->args[2], &t));
    int64_t u;
    RT_GUARD(call, 3, rt_int(call->args[3], &u));
    RT_GUARD(call, 4, rt_row_major(&x));
    RT_GUARD(call, 5, 0 <= t);
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 6, t < x0);
    RT_GUARD(call, 7, 0 <= u);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 8, u < x1);
    RtTensor mul;
    RT_TRY(rt_output(call, RT_F32, 0, NULL, NULL, &mul));
    case_inner_s2_v0_2_k0(x.data, mul.data, t, x1, u);
    PyObject *result = rt_new_tuple(call, 0, NULL);
    PyObject *stored = mul.object;
    RT_TRY(stored != NULL);
    RT_TRY(result != NULL);
    RT_TRY(rt_append(call->args[0], stored));
    /* loops.py:609  outs.append(x[t, u] * 2) */
    return rt_return(call, result);
}

/* ---- case_inner2 ----------------------------------------------------------------------------------------------- */
static const RtGuard case_inner2_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 615},
    {"0 < x.shape[1]", 617},
    {"torch.get_default_dtype() is torch.float32", 614},
    {"torch.zeros is unchanged", 614},
    {"builtins.range is unchanged", 615},
    {"torch.stack is unchanged", 619},
};

static void case_inner2_v0_k0_part(int64_t begin, int64_t end, const float *restrict empty, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:617  for u in range(x.size(1)): */
        insert[i] = empty[i];
    }
}

static void case_inner2_v0_k0(const float *restrict empty, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_inner2_v0_k0_part(0, x1, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_inner2_v0_k0_part(begin, end, empty, insert);
        }
    }
}

static void case_inner2_v0_k1(const float *restrict x, float *restrict insert) {
    /* loops.py:618  outs.append(x[t, u] * 2) */
    const float x_i = *x;
    /* loops.py:617  for u in range(x.size(1)): */
    *insert = x_i * 2.0f;
}

static void case_inner2_v0_k3(const float *restrict x, float *restrict insert, int64_t k_2) {
    /* loops.py:618  outs.append(x[t, u] * 2) */
    const float x_i = x[k_2 + 1];
    /* loops.py:617  for u in range(x.size(1)): */
    insert[k_2 + 1] = x_i * 2.0f;
}

static void case_inner2_v0_k4(const float *restrict insert, float *restrict clone, int64_t x1) {
    const int parts = rt_parts(x1, 2 * x1);
    if (parts == 1) {
        case_inner2_v0_k0_part(0, x1, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_inner2_v0_k0_part(begin, end, insert, clone);
        }
    }
}

static void case_inner2_v0_k5_part(int64_t begin, int64_t end, const float *restrict x, double *sum_out) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
        const int64_t rest = stop - (stop - block) % RT_LANES;
        float lanes[RT_LANES];
        rt_clear_lanes_f32(lanes);
        for (int64_t chunk = block; chunk < rest; chunk += RT_LANES) {
#pragma omp simd
            for (int64_t lane = 0; lane < RT_LANES; lane++) {
                /* loops.py:619  s = s + torch.stack(outs).sum() */
                lanes[lane] += x[chunk + lane];
            }
        }
        sum_1 += rt_sum_lanes_f32(lanes);
        if (rest < stop) {
#pragma omp simd reduction(+ : sum_1)
            for (int64_t i = rest; i < stop; i++) {
                sum_1 += x[i];
            }
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_inner2_v0_k5(const float *restrict x, float *restrict s_1, int64_t x1) {
    /* loops.py:619  s = s + torch.stack(outs).sum() */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(x1, 2 * x1);
    if (parts == 1) {
        case_inner2_v0_k5_part(0, x1, x, &sum_of[0]);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_inner2_v0_k5_part(begin, end, x, &sum_of[part]);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    const float s = 0.0f + sum_3;
    *s_1 = s;
}

static void case_inner2_v0_k7(const float *restrict x, float *restrict insert, int64_t k_6, int64_t x1) {
    /* loops.py:618  outs.append(x[t, u] * 2) */
    const float x_i = x[k_6 * x1 + x1];
    /* loops.py:617  for u in range(x.size(1)): */
    *insert = x_i * 2.0f;
}

static void case_inner2_v0_k9(const float *restrict x, float *restrict insert, int64_t k_6, int64_t x1, int64_t k_8) {
    /* loops.py:618  outs.append(x[t, u] * 2) */
    const float x_i = x[k_6 * x1 + x1 + k_8 + 1];
    /* loops.py:617  for u in range(x.size(1)): */
    insert[k_8 + 1] = x_i * 2.0f;
}

static void case_inner2_v0_k11(const float *restrict x, const float *restrict x_1, float *restrict s_1, int64_t x1) {
    /* loops.py:619  s = s + torch.stack(outs).sum() */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(x1, 2 * x1);
    if (parts == 1) {
        case_inner2_v0_k5_part(0, x1, x, &sum_of[0]);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_inner2_v0_k5_part(begin, end, x, &sum_of[part]);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    const float s = *x_1 + sum_3;
    *s_1 = s;
}

/* case_inner2(x: f32[x0, x1]) */
static RtStatus case_inner2_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 0 < x1);
    RT_GUARD(call, 4, rt_default_dtype(call, RT_F32));
    RT_GUARD(call, 5, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_torch_zeros));
    RT_GUARD(call, 6, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 6, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 7, rt_pinned(call, PINNED_torch_stack));
    float s[1];
    float *empty = rt_scratch(call, 4 * x1);
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * x1);
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x1 + 1);
    case_inner2_v0_k0(empty, insert, x1);
    case_inner2_v0_k1(x.data, insert);
    rt_acquire(gil);
    const float *state = insert;
    float *next = rt_scratch(call, 4 * x1);
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * x1);
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x1, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:617  for u in range(x.size(1)): */
    for (int64_t step = 0; step < t; step++) {
        int64_t t_1;
        if (!rt_checked_add(1, step, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_1 < x1;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_1 = rt_release(3 * x1 + 1);
        case_inner2_v0_k0(state, insert_1, x1);
        case_inner2_v0_k3(x.data, insert_1, step);
        case_inner2_v0_k4(insert_1, next, x1);
        rt_acquire(gil_1);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
    }
    void *gil_2 = rt_release(4 * x1);
    case_inner2_v0_k5(state, s, x1);
    rt_acquire(gil_2);
    const float *state_1 = s;
    float *next_1 = rt_scratch(call, 4);
    if (next_1 == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare_1 = rt_scratch(call, 4);
    if (spare_1 == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t_2;
    if (!rt_checked_add(-1, x0, &t_2)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *empty_1 = empty;
    float *insert_2 = insert;
    float *insert_3 = empty;
    /* loops.py:615  for t in range(x.size(0)): */
    for (int64_t step_1 = 0; step_1 < t_2; step_1++) {
        void *gil_3 = rt_release(x1 + 1);
        case_inner2_v0_k0(empty_1, insert_2, x1);
        case_inner2_v0_k7(x.data, insert_2, step_1, x1);
        rt_acquire(gil_3);
        const float *state_2 = insert_2;
        float *next_2 = rt_scratch(call, 4 * x1);
        if (next_2 == NULL) {
            return rt_miss(call, "out of memory");
        }
        float *spare_2 = rt_scratch(call, 4 * x1);
        if (spare_2 == NULL) {
            return rt_miss(call, "out of memory");
        }
        /* loops.py:617  for u in range(x.size(1)): */
        for (int64_t step_2 = 0; step_2 < t; step_2++) {
            int64_t t_3;
            if (!rt_checked_add(1, step_2, &t_3)) {
                return rt_miss(call, "an integer does not fit 64 bits");
            }
            const bool lt_1 = t_3 < x1;
            const bool not_1 = !lt_1;
            if (not_1) {
                return rt_miss(call, "sizes do not agree");
            }
            void *gil_4 = rt_release(3 * x1 + 1);
            case_inner2_v0_k0(state_2, insert_3, x1);
            case_inner2_v0_k9(x.data, insert_3, step_1, x1, step_2);
            case_inner2_v0_k4(insert_3, next_2, x1);
            rt_acquire(gil_4);
            state_2 = next_2;
            float *old_1 = next_2;
            next_2 = spare_2;
            spare_2 = old_1;
        }
        void *gil_5 = rt_release(4 * x1);
        case_inner2_v0_k11(state_2, state_1, next_1, x1);
        rt_acquire(gil_5);
        state_1 = next_1;
        float *old_2 = next_1;
        next_1 = spare_1;
        spare_1 = old_2;
    }
    RtTensor result;
    RT_TRY(rt_output(call, RT_F32, 0, NULL, NULL, &result));
    rt_copy(result.data, state_1, 4);
    /* loops.py:620  return s */
    return rt_return(call, result.object);
}

/* ---- case_twice ------------------------------------------------------------------------------------------------ */
static const RtGuard case_twice_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 625},
    {"1 <= x.shape[1]", 625},
    {"builtins.range is unchanged", 625},
    {"torch.stack is unchanged", 627},
};

static void case_twice_v0_k0_part(int64_t begin, int64_t end, const float *restrict empty, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:625  for t in range(x.size(0)): */
        insert[i] = empty[i];
    }
}

static void case_twice_v0_k0(const float *restrict empty, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        case_twice_v0_k0_part(0, x1 * x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_twice_v0_k0_part(begin, end, empty, insert);
        }
    }
}

static void case_twice_v0_k1_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:626  outs.append(x[t] * 2) */
        const float x_i = x[i];
        /* loops.py:625  for t in range(x.size(0)): */
        insert[i] = x_i * 2.0f;
    }
}

static void case_twice_v0_k1(const float *restrict x, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_twice_v0_k1_part(0, x1, x, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_twice_v0_k1_part(begin, end, x, insert);
        }
    }
}

static void case_twice_v0_k3_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert,
                                  int64_t k_2, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:626  outs.append(x[t] * 2) */
        const float x_i = x[k_2 * x1 + x1 + i];
        /* loops.py:625  for t in range(x.size(0)): */
        insert[k_2 * x1 + x1 + i] = x_i * 2.0f;
    }
}

static void case_twice_v0_k3(const float *restrict x, float *restrict insert, int64_t k_2, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_twice_v0_k3_part(0, x1, x, insert, k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_twice_v0_k3_part(begin, end, x, insert, k_2, x1);
        }
    }
}

static void case_twice_v0_k4(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_twice_v0_k0_part(0, x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_twice_v0_k0_part(begin, end, insert, clone);
        }
    }
}

static void case_twice_v0_k5_part(int64_t begin, int64_t end, const float *restrict x, float *restrict b,
                                  float *restrict add_1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:628  b = torch.stack(outs) */
        const float x_i = x[i];
        b[i] = x_i;
        const float add = x_i + 1.0f;
        /* loops.py:629  a.add_(1) */
        add_1[i] = add;
    }
}

static void case_twice_v0_k5(const float *restrict x, float *restrict b, float *restrict add_1, int64_t x1,
                             int64_t x0) {
    const int parts = rt_parts(x1 * x0, 6 * (x1 * x0));
    if (parts == 1) {
        case_twice_v0_k5_part(0, x1 * x0, x, b, add_1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_twice_v0_k5_part(begin, end, x, b, add_1);
        }
    }
}

/* case_twice(x: f32[x0, x1]) */
static RtStatus case_twice_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    RT_GUARD(call, 4, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 5, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_torch_stack));
    float *empty = rt_scratch(call, 4 * (x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * (x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x1 * x0 + x1);
    case_twice_v0_k0(empty, insert, x1, x0);
    case_twice_v0_k1(x.data, insert, x1);
    rt_acquire(gil);
    const float *state = insert;
    float *next = rt_scratch(call, 4 * (x1 * x0));
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * (x1 * x0));
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:625  for t in range(x.size(0)): */
    for (int64_t step = 0; step < t; step++) {
        int64_t t_1;
        if (!rt_checked_add(1, step, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_1 < x0;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_1 = rt_release(3 * (x1 * x0) + x1);
        case_twice_v0_k0(state, insert_1, x1, x0);
        case_twice_v0_k3(x.data, insert_1, step, x1);
        case_twice_v0_k4(insert_1, next, x1, x0);
        rt_acquire(gil_1);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
    }
    RtTensor b;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &b));
    RtTensor add;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &add));
    void *gil_2 = rt_release(4 * (x1 * x0));
    case_twice_v0_k5(state, b.data, add.data, x1, x0);
    rt_acquire(gil_2);
    PyObject *written = add.object;
    RT_TRY(rt_set_version(call, written, 1));
    /* loops.py:630  return a, b */
    return rt_return(call, rt_new_tuple(call, 2, (PyObject *[]){written, b.object}));
}

/* ---- case_two_lists -------------------------------------------------------------------------------------------- */
static const RtGuard case_two_lists_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 635},
    {"1 <= x.shape[1]", 635},
    {"builtins.range is unchanged", 635},
    {"torch.stack is unchanged", 639},
};

static void case_two_lists_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, double *sum_out) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
        const int64_t rest = stop - (stop - block) % RT_LANES;
        float lanes[RT_LANES];
        rt_clear_lanes_f32(lanes);
        for (int64_t chunk = block; chunk < rest; chunk += RT_LANES) {
#pragma omp simd
            for (int64_t lane = 0; lane < RT_LANES; lane++) {
                /* loops.py:636  a.append(x[t] * 2) */
                const float x_i = x[chunk + lane];
                /* loops.py:637  b.append(x[t].sum()) */
                lanes[lane] += x_i;
            }
        }
        sum_1 += rt_sum_lanes_f32(lanes);
        if (rest < stop) {
#pragma omp simd reduction(+ : sum_1)
            for (int64_t i = rest; i < stop; i++) {
                /* loops.py:636  a.append(x[t] * 2) */
                const float x_i_1 = x[i];
                /* loops.py:637  b.append(x[t].sum()) */
                sum_1 += x_i_1;
            }
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_two_lists_v0_k0(const float *restrict x, float *restrict sum_4, int64_t x1) {
    /* loops.py:637  b.append(x[t].sum()) */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(x1, 2 * x1);
    if (parts == 1) {
        case_two_lists_v0_k0_part(0, x1, x, &sum_of[0]);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_two_lists_v0_k0_part(begin, end, x, &sum_of[part]);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    *sum_4 = sum_3;
}

static void case_two_lists_v0_k1_part(int64_t begin, int64_t end, const float *restrict empty,
                                      float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:635  for t in range(x.size(0)): */
        insert[i] = empty[i];
    }
}

static void case_two_lists_v0_k1(const float *restrict empty, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(2 * (x1 * x0), 2 * (x1 * x0));
    if (parts == 1) {
        case_two_lists_v0_k1_part(0, 2 * (x1 * x0), empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(2 * (x1 * x0), part, parts);
            const int64_t end = rt_part_begin(2 * (x1 * x0), part + 1, parts);
            case_two_lists_v0_k1_part(begin, end, empty, insert);
        }
    }
}

static void case_two_lists_v0_k2_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:636  a.append(x[t] * 2) */
        const float x_i = x[i];
        /* loops.py:635  for t in range(x.size(0)): */
        insert[i] = x_i * 2.0f;
    }
}

static void case_two_lists_v0_k2(const float *restrict x, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_two_lists_v0_k2_part(0, x1, x, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_two_lists_v0_k2_part(begin, end, x, insert);
        }
    }
}

static void case_two_lists_v0_k4_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert,
                                      int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:636  a.append(x[t] * 2) */
        const float x_i = x[i];
        /* loops.py:635  for t in range(x.size(0)): */
        insert[x1 + i] = x_i;
    }
}

static void case_two_lists_v0_k4(const float *restrict x, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_two_lists_v0_k4_part(0, x1, x, insert, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_two_lists_v0_k4_part(begin, end, x, insert, x1);
        }
    }
}

static void case_two_lists_v0_k5(const float *restrict empty, float *restrict insert, int64_t x0) {
    const int parts = rt_parts(x0, x0);
    if (parts == 1) {
        case_two_lists_v0_k1_part(0, x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x0, part, parts);
            const int64_t end = rt_part_begin(x0, part + 1, parts);
            case_two_lists_v0_k1_part(begin, end, empty, insert);
        }
    }
}

static void case_two_lists_v0_k6(const float *restrict sum, float *restrict insert) {
    /* loops.py:635  for t in range(x.size(0)): */
    *insert = *sum;
}

static void case_two_lists_v0_k7_part(int64_t begin, int64_t end, const float *restrict x, double *sum_out,
                                      int64_t k_2, int64_t x1) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
        const int64_t rest = stop - (stop - block) % RT_LANES;
        float lanes[RT_LANES];
        rt_clear_lanes_f32(lanes);
        for (int64_t chunk = block; chunk < rest; chunk += RT_LANES) {
#pragma omp simd
            for (int64_t lane = 0; lane < RT_LANES; lane++) {
                /* loops.py:636  a.append(x[t] * 2) */
                const float x_i = x[k_2 * x1 + x1 + (chunk + lane)];
                /* loops.py:637  b.append(x[t].sum()) */
                lanes[lane] += x_i;
            }
        }
        sum_1 += rt_sum_lanes_f32(lanes);
        if (rest < stop) {
#pragma omp simd reduction(+ : sum_1)
            for (int64_t i = rest; i < stop; i++) {
                /* loops.py:636  a.append(x[t] * 2) */
                const float x_i_1 = x[k_2 * x1 + x1 + i];
                /* loops.py:637  b.append(x[t].sum()) */
                sum_1 += x_i_1;
            }
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_two_lists_v0_k7(const float *restrict x, float *restrict sum_4, int64_t k_2, int64_t x1) {
    /* loops.py:637  b.append(x[t].sum()) */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(x1, 2 * x1);
    if (parts == 1) {
        case_two_lists_v0_k7_part(0, x1, x, &sum_of[0], k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_two_lists_v0_k7_part(begin, end, x, &sum_of[part], k_2, x1);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    *sum_4 = sum_3;
}

static void case_two_lists_v0_k9_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert,
                                      int64_t k_2, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:636  a.append(x[t] * 2) */
        const float x_i = x[k_2 * x1 + x1 + i];
        /* loops.py:635  for t in range(x.size(0)): */
        insert[2 * (k_2 * x1) + 2 * x1 + i] = x_i * 2.0f;
    }
}

static void case_two_lists_v0_k9(const float *restrict x, float *restrict insert, int64_t k_2, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_two_lists_v0_k9_part(0, x1, x, insert, k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_two_lists_v0_k9_part(begin, end, x, insert, k_2, x1);
        }
    }
}

static void case_two_lists_v0_k11_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert,
                                       int64_t k_2, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:636  a.append(x[t] * 2) */
        const float x_i = x[k_2 * x1 + x1 + i];
        /* loops.py:635  for t in range(x.size(0)): */
        insert[2 * (k_2 * x1) + 3 * x1 + i] = x_i;
    }
}

static void case_two_lists_v0_k11(const float *restrict x, float *restrict insert, int64_t k_2, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_two_lists_v0_k11_part(0, x1, x, insert, k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_two_lists_v0_k11_part(begin, end, x, insert, k_2, x1);
        }
    }
}

static void case_two_lists_v0_k13(const float *restrict sum, float *restrict insert, int64_t k_2) {
    /* loops.py:635  for t in range(x.size(0)): */
    insert[k_2 + 1] = *sum;
}

static void case_two_lists_v0_k14(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(2 * (x1 * x0), 4 * (x1 * x0));
    if (parts == 1) {
        case_two_lists_v0_k1_part(0, 2 * (x1 * x0), insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(2 * (x1 * x0), part, parts);
            const int64_t end = rt_part_begin(2 * (x1 * x0), part + 1, parts);
            case_two_lists_v0_k1_part(begin, end, insert, clone);
        }
    }
}

static void case_two_lists_v0_k15(const float *restrict insert, float *restrict clone, int64_t x0) {
    const int parts = rt_parts(x0, 2 * x0);
    if (parts == 1) {
        case_two_lists_v0_k1_part(0, x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x0, part, parts);
            const int64_t end = rt_part_begin(x0, part + 1, parts);
            case_two_lists_v0_k1_part(begin, end, insert, clone);
        }
    }
}

static void case_two_lists_v0_k16_part(int64_t begin, int64_t end, const float *restrict x, float *restrict clone) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:639  return torch.stack(a), torch.stack(b) */
        clone[i] = x[i];
    }
}

static void case_two_lists_v0_k16(const float *restrict x, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(2 * (x1 * x0), 4 * (x1 * x0));
    if (parts == 1) {
        case_two_lists_v0_k16_part(0, 2 * (x1 * x0), x, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(2 * (x1 * x0), part, parts);
            const int64_t end = rt_part_begin(2 * (x1 * x0), part + 1, parts);
            case_two_lists_v0_k16_part(begin, end, x, clone);
        }
    }
}

static void case_two_lists_v0_k17_part(int64_t begin, int64_t end, const float *restrict x, float *restrict clone) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:639  return torch.stack(a), torch.stack(b) */
        clone[i] = x[i];
    }
}

static void case_two_lists_v0_k17(const float *restrict x, float *restrict clone, int64_t x0) {
    const int parts = rt_parts(x0, 2 * x0);
    if (parts == 1) {
        case_two_lists_v0_k17_part(0, x0, x, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x0, part, parts);
            const int64_t end = rt_part_begin(x0, part + 1, parts);
            case_two_lists_v0_k17_part(begin, end, x, clone);
        }
    }
}

/* case_two_lists(x: f32[x0, x1]) */
static RtStatus case_two_lists_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    RT_GUARD(call, 4, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 5, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_torch_stack));
    float sum[1];
    float sum_1[1];
    float *empty = rt_scratch(call, 8 * (x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *empty_1 = rt_scratch(call, 4 * x0);
    if (empty_1 == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 8 * (x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert_1 = empty;
    float *insert_2 = rt_scratch(call, 4 * x0);
    if (insert_2 == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(4 * (x1 * x0) + x0 + 4 * x1 + 1);
    case_two_lists_v0_k0(x.data, sum, x1);
    case_two_lists_v0_k1(empty, insert, x1, x0);
    case_two_lists_v0_k2(x.data, insert, x1);
    case_two_lists_v0_k1(insert, insert_1, x1, x0);
    case_two_lists_v0_k4(x.data, insert_1, x1);
    case_two_lists_v0_k5(empty_1, insert_2, x0);
    case_two_lists_v0_k6(sum, insert_2);
    rt_acquire(gil);
    const float *state = insert_1;
    float *next = rt_scratch(call, 8 * (x1 * x0));
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 8 * (x1 * x0));
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    const float *state_1 = insert_2;
    float *next_1 = rt_scratch(call, 4 * x0);
    if (next_1 == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare_1 = rt_scratch(call, 4 * x0);
    if (spare_1 == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    int64_t t_1;
    if (!rt_checked_mul(2, x0, &t_1)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_3 = insert;
    float *insert_4 = rt_scratch(call, 8 * (x1 * x0));
    if (insert_4 == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert_5 = empty_1;
    /* loops.py:635  for t in range(x.size(0)): */
    for (int64_t step = 0; step < t; step++) {
        void *gil_1 = rt_release(2 * x1);
        case_two_lists_v0_k7(x.data, sum_1, step, x1);
        rt_acquire(gil_1);
        int64_t t_2;
        int64_t t_3;
        if (!(rt_checked_mul(2, step, &t_2) && rt_checked_add(2, t_2, &t_3))) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_3 < t_1;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_2 = rt_release(2 * (x1 * x0) + x1);
        case_two_lists_v0_k1(state, insert_3, x1, x0);
        case_two_lists_v0_k9(x.data, insert_3, step, x1);
        rt_acquire(gil_2);
        int64_t t_4;
        int64_t t_5;
        if (!(rt_checked_mul(2, step, &t_4) && rt_checked_add(3, t_4, &t_5))) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt_1 = t_5 < t_1;
        const bool not_1 = !lt_1;
        if (not_1) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_3 = rt_release(2 * (x1 * x0) + x1);
        case_two_lists_v0_k1(insert_3, insert_4, x1, x0);
        case_two_lists_v0_k11(x.data, insert_4, step, x1);
        rt_acquire(gil_3);
        int64_t t_6;
        if (!rt_checked_add(1, step, &t_6)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt_2 = t_6 < x0;
        const bool not_2 = !lt_2;
        if (not_2) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_4 = rt_release(4 * (x1 * x0) + 3 * x0 + 1);
        case_two_lists_v0_k5(state_1, insert_5, x0);
        case_two_lists_v0_k13(sum_1, insert_5, step);
        case_two_lists_v0_k14(insert_4, next, x1, x0);
        case_two_lists_v0_k15(insert_5, next_1, x0);
        rt_acquire(gil_4);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
        state_1 = next_1;
        float *old_1 = next_1;
        next_1 = spare_1;
        spare_1 = old_1;
    }
    RtTensor clone;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){2 * x0, x1}, NULL, &clone));
    RtTensor clone_1;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x0}, NULL, &clone_1));
    void *gil_5 = rt_release(4 * (x1 * x0) + 2 * x0);
    case_two_lists_v0_k16(state, clone.data, x1, x0);
    case_two_lists_v0_k17(state_1, clone_1.data, x0);
    rt_acquire(gil_5);
    /* loops.py:639  return torch.stack(a), torch.stack(b) */
    return rt_return(call, rt_new_tuple(call, 2, (PyObject *[]){clone.object, clone_1.object}));
}

/* ---- case_later#1 ---------------------------------------------------------------------------------------------- */
static const RtGuard case_later_s1_v0_2_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 644},
    {"1 <= x.shape[1]", 644},
    {"builtins.range is unchanged", 644},
    {"torch.unbind is unchanged", 644},
    {"torch.clone is unchanged", 644},
    {"builtins.map is unchanged", 644},
    {"builtins.list is unchanged", 644},
};

static void case_later_s1_v0_2_k0_part(int64_t begin, int64_t end, const float *restrict empty,
                                       float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:644  for t in range(x.size(0)): */
        insert[i] = empty[i];
    }
}

static void case_later_s1_v0_2_k0(const float *restrict empty, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        case_later_s1_v0_2_k0_part(0, x1 * x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_later_s1_v0_2_k0_part(begin, end, empty, insert);
        }
    }
}

static void case_later_s1_v0_2_k1_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:645  outs.append(x[t] * 2) */
        const float x_i = x[i];
        /* loops.py:644  for t in range(x.size(0)): */
        insert[i] = x_i * 2.0f;
    }
}

static void case_later_s1_v0_2_k1(const float *restrict x, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_later_s1_v0_2_k1_part(0, x1, x, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_later_s1_v0_2_k1_part(begin, end, x, insert);
        }
    }
}

static void case_later_s1_v0_2_k3_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert,
                                       int64_t k_2, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:645  outs.append(x[t] * 2) */
        const float x_i = x[k_2 * x1 + x1 + i];
        /* loops.py:644  for t in range(x.size(0)): */
        insert[k_2 * x1 + x1 + i] = x_i * 2.0f;
    }
}

static void case_later_s1_v0_2_k3(const float *restrict x, float *restrict insert, int64_t k_2, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_later_s1_v0_2_k3_part(0, x1, x, insert, k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_later_s1_v0_2_k3_part(begin, end, x, insert, k_2, x1);
        }
    }
}

static void case_later_s1_v0_2_k4(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_later_s1_v0_2_k0_part(0, x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_later_s1_v0_2_k0_part(begin, end, insert, clone);
        }
    }
}

/* case_later(x: f32[x0, x1]) */
static RtStatus case_later_s1_v0_2(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    RT_GUARD(call, 4, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_torch_unbind));
    RT_GUARD(call, 6, rt_pinned(call, PINNED_torch_clone));
    RT_GUARD(call, 7, rt_pinned(call, PINNED_builtins_map));
    RT_GUARD(call, 8, rt_pinned(call, PINNED_builtins_list));
    PyObject *list_object = rt_module_global(call, NAME_builtins, NAME_list);
    if (list_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *map_object = rt_module_global(call, NAME_builtins, NAME_map);
    if (map_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *clone_object = rt_module_global(call, NAME_torch, NAME_clone);
    if (clone_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *unbind_object = rt_module_global(call, NAME_torch, NAME_unbind);
    if (unbind_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    float *empty = rt_scratch(call, 4 * (x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * (x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x1 * x0 + x1);
    case_later_s1_v0_2_k0(empty, insert, x1, x0);
    case_later_s1_v0_2_k1(x.data, insert, x1);
    rt_acquire(gil);
    const float *state = insert;
    float *next = rt_scratch(call, 4 * (x1 * x0));
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * (x1 * x0));
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:644  for t in range(x.size(0)): */
    for (int64_t step = 0; step < t; step++) {
        int64_t t_1;
        if (!rt_checked_add(1, step, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_1 < x0;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_1 = rt_release(3 * (x1 * x0) + x1);
        case_later_s1_v0_2_k0(state, insert_1, x1, x0);
        case_later_s1_v0_2_k3(x.data, insert_1, step, x1);
        case_later_s1_v0_2_k4(insert_1, next, x1, x0);
        rt_acquire(gil_1);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
    }
    RtTensor result;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &result));
    rt_copy(result.data, state, 4 * (x1 * x0));
    return rt_return(call,
                     rt_new_applied(call, list_object, rt_new_tuple(call, 1, (PyObject *[]){rt_new_applied(call, map_object, rt_new_tuple(call, 2, (PyObject *[]){clone_object, rt_new_applied(call, unbind_object, rt_new_tuple(call, 1, (PyObject *[]){result.object}), Py_None)}), Py_None)}), Py_None));
}

/* ---- case_two_loops#1 ------------------------------------------------------------------------------------------ */
static const RtGuard case_two_loops_s1_v0_2_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 652},
    {"1 <= x.shape[1]", 652},
    {"builtins.range is unchanged", 652},
    {"torch.unbind is unchanged", 652},
    {"torch.clone is unchanged", 652},
    {"builtins.map is unchanged", 652},
    {"builtins.list is unchanged", 652},
};

static void case_two_loops_s1_v0_2_k0_part(int64_t begin, int64_t end, const float *restrict empty,
                                           float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:652  for t in range(x.size(0)): */
        insert[i] = empty[i];
    }
}

static void case_two_loops_s1_v0_2_k0(const float *restrict empty, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        case_two_loops_s1_v0_2_k0_part(0, x1 * x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_two_loops_s1_v0_2_k0_part(begin, end, empty, insert);
        }
    }
}

static void case_two_loops_s1_v0_2_k1_part(int64_t begin, int64_t end, const float *restrict x,
                                           float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:653  outs.append(x[t] * 2) */
        const float x_i = x[i];
        /* loops.py:652  for t in range(x.size(0)): */
        insert[i] = x_i * 2.0f;
    }
}

static void case_two_loops_s1_v0_2_k1(const float *restrict x, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_two_loops_s1_v0_2_k1_part(0, x1, x, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_two_loops_s1_v0_2_k1_part(begin, end, x, insert);
        }
    }
}

static void case_two_loops_s1_v0_2_k3_part(int64_t begin, int64_t end, const float *restrict x,
                                           float *restrict insert, int64_t k_2, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:653  outs.append(x[t] * 2) */
        const float x_i = x[k_2 * x1 + x1 + i];
        /* loops.py:652  for t in range(x.size(0)): */
        insert[k_2 * x1 + x1 + i] = x_i * 2.0f;
    }
}

static void case_two_loops_s1_v0_2_k3(const float *restrict x, float *restrict insert, int64_t k_2, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_two_loops_s1_v0_2_k3_part(0, x1, x, insert, k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_two_loops_s1_v0_2_k3_part(begin, end, x, insert, k_2, x1);
        }
    }
}

static void case_two_loops_s1_v0_2_k4(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_two_loops_s1_v0_2_k0_part(0, x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_two_loops_s1_v0_2_k0_part(begin, end, insert, clone);
        }
    }
}

/* case_two_loops(x: f32[x0, x1]) */
static RtStatus case_two_loops_s1_v0_2(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    RT_GUARD(call, 4, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_torch_unbind));
    RT_GUARD(call, 6, rt_pinned(call, PINNED_torch_clone));
    RT_GUARD(call, 7, rt_pinned(call, PINNED_builtins_map));
    RT_GUARD(call, 8, rt_pinned(call, PINNED_builtins_list));
    PyObject *list_object = rt_module_global(call, NAME_builtins, NAME_list);
    if (list_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *map_object = rt_module_global(call, NAME_builtins, NAME_map);
    if (map_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *clone_object = rt_module_global(call, NAME_torch, NAME_clone);
    if (clone_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *unbind_object = rt_module_global(call, NAME_torch, NAME_unbind);
    if (unbind_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    float *empty = rt_scratch(call, 4 * (x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * (x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x1 * x0 + x1);
    case_two_loops_s1_v0_2_k0(empty, insert, x1, x0);
    case_two_loops_s1_v0_2_k1(x.data, insert, x1);
    rt_acquire(gil);
    int64_t state = 0;
    const float *state_1 = insert;
    float *next = rt_scratch(call, 4 * (x1 * x0));
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * (x1 * x0));
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:652  for t in range(x.size(0)): */
    for (int64_t step = 0; step < t; step++) {
        int64_t t_1;
        if (!rt_checked_add(1, step, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_1 < x0;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_1 = rt_release(3 * (x1 * x0) + x1);
        case_two_loops_s1_v0_2_k0(state_1, insert_1, x1, x0);
        case_two_loops_s1_v0_2_k3(x.data, insert_1, step, x1);
        case_two_loops_s1_v0_2_k4(insert_1, next, x1, x0);
        rt_acquire(gil_1);
        const int64_t new_state = t_1;
        state_1 = next;
        float *old = next;
        next = spare;
        spare = old;
        state = new_state;
    }
    RtTensor result;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &result));
    rt_copy(result.data, state_1, 4 * (x1 * x0));
    return rt_return(call,
                     rt_new_applied(call, list_object, rt_new_tuple(call, 1, (PyObject *[]){rt_new_applied(call, map_object, rt_new_tuple(call, 2, (PyObject *[]){clone_object, rt_new_applied(call, unbind_object, rt_new_tuple(call, 1, (PyObject *[]){result.object}), Py_None)}), Py_None)}), Py_None));
}

/* ---- case_iter ------------------------------------------------------------------------------------------------- */
static const RtGuard case_iter_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 661},
    {"1 <= x.shape[1]", 661},
    {"builtins.range is unchanged", 661},
    {"builtins.enumerate is unchanged", 666},
    {"builtins.zip is unchanged", 668},
    {"builtins.reversed is unchanged", 670},
};

static void case_iter_v0_k0_part(int64_t begin, int64_t end, const float *restrict empty, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:661  for t in range(x.size(0)): */
        insert[i] = empty[i];
    }
}

static void case_iter_v0_k0(const float *restrict empty, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        case_iter_v0_k0_part(0, x1 * x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_iter_v0_k0_part(begin, end, empty, insert);
        }
    }
}

static void case_iter_v0_k1_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:662  outs.append(x[t] * 2) */
        const float x_i = x[i];
        /* loops.py:661  for t in range(x.size(0)): */
        insert[i] = x_i * 2.0f;
    }
}

static void case_iter_v0_k1(const float *restrict x, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_iter_v0_k1_part(0, x1, x, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_iter_v0_k1_part(begin, end, x, insert);
        }
    }
}

static void case_iter_v0_k3_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert,
                                 int64_t k_2, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:662  outs.append(x[t] * 2) */
        const float x_i = x[k_2 * x1 + x1 + i];
        /* loops.py:661  for t in range(x.size(0)): */
        insert[k_2 * x1 + x1 + i] = x_i * 2.0f;
    }
}

static void case_iter_v0_k3(const float *restrict x, float *restrict insert, int64_t k_2, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_iter_v0_k3_part(0, x1, x, insert, k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_iter_v0_k3_part(begin, end, x, insert, k_2, x1);
        }
    }
}

static void case_iter_v0_k4(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_iter_v0_k0_part(0, x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_iter_v0_k0_part(begin, end, insert, clone);
        }
    }
}

static void case_iter_v0_k5_part(int64_t begin, int64_t end, const float *restrict x, float *restrict s_1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:661  for t in range(x.size(0)): */
        const float x_i = x[i];
        /* loops.py:665  s = s + o */
        const float s = x_i + 0.0f;
        s_1[i] = s;
    }
}

static void case_iter_v0_k5(const float *restrict x, float *restrict s_1, int64_t x1) {
    const int parts = rt_parts(x1, 5 * x1);
    if (parts == 1) {
        case_iter_v0_k5_part(0, x1, x, s_1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_iter_v0_k5_part(begin, end, x, s_1);
        }
    }
}

static void case_iter_v0_k6_part(int64_t begin, int64_t end, const float *restrict x, const float *restrict x_1,
                                 float *restrict s_1, int64_t k_4, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:664  for o in outs: */
        const float x_i = x_1[k_4 * x1 + x1 + i];
        /* loops.py:665  s = s + o */
        const float s = x[i] + x_i;
        s_1[i] = s;
    }
}

static void case_iter_v0_k6(const float *restrict x, const float *restrict x_1, float *restrict s_1, int64_t k_4,
                            int64_t x1) {
    const int parts = rt_parts(x1, 5 * x1);
    if (parts == 1) {
        case_iter_v0_k6_part(0, x1, x, x_1, s_1, k_4, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_iter_v0_k6_part(begin, end, x, x_1, s_1, k_4, x1);
        }
    }
}

static void case_iter_v0_k7_part(int64_t begin, int64_t end, const float *restrict x, const float *restrict x_1,
                                 float *restrict s_1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:661  for t in range(x.size(0)): */
        const float x_i = x_1[i];
        /* loops.py:667  s = s + o * i */
        const float s = x[i] + x_i * 0.0f;
        s_1[i] = s;
    }
}

static void case_iter_v0_k7(const float *restrict x, const float *restrict x_1, float *restrict s_1, int64_t x1) {
    const int parts = rt_parts(x1, 8 * x1);
    if (parts == 1) {
        case_iter_v0_k7_part(0, x1, x, x_1, s_1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_iter_v0_k7_part(begin, end, x, x_1, s_1);
        }
    }
}

static void case_iter_v0_k8_part(int64_t begin, int64_t end, const float *restrict x, const float *restrict x_1,
                                 float *restrict s_1, int64_t k_6, int64_t x1, float size) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:666  for i, o in enumerate(outs): */
        const float x_i = x_1[k_6 * x1 + x1 + i];
        /* loops.py:667  s = s + o * i */
        const float s = x[i] + x_i * size;
        s_1[i] = s;
    }
}

static void case_iter_v0_k8(const float *restrict x, const float *restrict x_1, float *restrict s_1, int64_t k_6,
                            int64_t x1, float size) {
    const int parts = rt_parts(x1, 8 * x1);
    if (parts == 1) {
        case_iter_v0_k8_part(0, x1, x, x_1, s_1, k_6, x1, size);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_iter_v0_k8_part(begin, end, x, x_1, s_1, k_6, x1, size);
        }
    }
}

static void case_iter_v0_k9_part(int64_t begin, int64_t end, const float *restrict x, const float *restrict x_1,
                                 const float *restrict x_2, float *restrict s_1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:661  for t in range(x.size(0)): */
        const float x_i = x_1[i];
        /* loops.py:662  outs.append(x[t] * 2) */
        const float x_i_1 = x_2[i];
        /* loops.py:669  s = s + a * b */
        const float s = x[i] + x_i * x_i_1;
        s_1[i] = s;
    }
}

static void case_iter_v0_k9(const float *restrict x, const float *restrict x_1, const float *restrict x_2,
                            float *restrict s_1, int64_t x1) {
    const int parts = rt_parts(x1, 9 * x1);
    if (parts == 1) {
        case_iter_v0_k9_part(0, x1, x, x_1, x_2, s_1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_iter_v0_k9_part(begin, end, x, x_1, x_2, s_1);
        }
    }
}

static void case_iter_v0_k10_part(int64_t begin, int64_t end, const float *restrict x, const float *restrict x_1,
                                  const float *restrict x_2, float *restrict s_1, int64_t k_8, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:668  for a, b in zip(outs, x): */
        const float x_i = x_1[k_8 * x1 + x1 + i];
        const float x_i_1 = x_2[k_8 * x1 + x1 + i];
        /* loops.py:669  s = s + a * b */
        const float s = x[i] + x_i * x_i_1;
        s_1[i] = s;
    }
}

static void case_iter_v0_k10(const float *restrict x, const float *restrict x_1, const float *restrict x_2,
                             float *restrict s_1, int64_t k_8, int64_t x1) {
    const int parts = rt_parts(x1, 9 * x1);
    if (parts == 1) {
        case_iter_v0_k10_part(0, x1, x, x_1, x_2, s_1, k_8, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_iter_v0_k10_part(begin, end, x, x_1, x_2, s_1, k_8, x1);
        }
    }
}

static void case_iter_v0_k11_part(int64_t begin, int64_t end, const float *restrict x, const float *restrict x_1,
                                  float *restrict s_1, int64_t x1, int64_t x0) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:670  for o in reversed(outs): */
        const float x_i = x_1[x1 * x0 + i - x1];
        /* loops.py:671  s = s * 0.5 + o */
        const float s = x[i] * 0.5f + x_i;
        s_1[i] = s;
    }
}

static void case_iter_v0_k11(const float *restrict x, const float *restrict x_1, float *restrict s_1, int64_t x1,
                             int64_t x0) {
    const int parts = rt_parts(x1, 8 * x1);
    if (parts == 1) {
        case_iter_v0_k11_part(0, x1, x, x_1, s_1, x1, x0);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_iter_v0_k11_part(begin, end, x, x_1, s_1, x1, x0);
        }
    }
}

static void case_iter_v0_k12_part(int64_t begin, int64_t end, const float *restrict x, const float *restrict x_1,
                                  float *restrict s_1, int64_t n_2, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:670  for o in reversed(outs): */
        const float x_i = x_1[n_2 * x1 + i];
        /* loops.py:671  s = s * 0.5 + o */
        const float s = x[i] * 0.5f + x_i;
        s_1[i] = s;
    }
}

static void case_iter_v0_k12(const float *restrict x, const float *restrict x_1, float *restrict s_1, int64_t n_2,
                             int64_t x1) {
    const int parts = rt_parts(x1, 8 * x1);
    if (parts == 1) {
        case_iter_v0_k12_part(0, x1, x, x_1, s_1, n_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_iter_v0_k12_part(begin, end, x, x_1, s_1, n_2, x1);
        }
    }
}

/* case_iter(x: f32[x0, x1]) */
static RtStatus case_iter_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    RT_GUARD(call, 4, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 5, rt_pinned(call, PINNED__enumerate));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_builtins_enumerate));
    RT_GUARD(call, 6, rt_pinned(call, PINNED__zip));
    RT_GUARD(call, 6, rt_pinned(call, PINNED_builtins_zip));
    RT_GUARD(call, 7, rt_pinned(call, PINNED__reversed));
    RT_GUARD(call, 7, rt_pinned(call, PINNED_builtins_reversed));
    float *empty = rt_scratch(call, 4 * (x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * (x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x1 * x0 + x1);
    case_iter_v0_k0(empty, insert, x1, x0);
    case_iter_v0_k1(x.data, insert, x1);
    rt_acquire(gil);
    const float *state = insert;
    float *next = rt_scratch(call, 4 * (x1 * x0));
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * (x1 * x0));
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:661  for t in range(x.size(0)): */
    for (int64_t step = 0; step < t; step++) {
        int64_t t_1;
        if (!rt_checked_add(1, step, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_1 < x0;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_1 = rt_release(3 * (x1 * x0) + x1);
        case_iter_v0_k0(state, insert_1, x1, x0);
        case_iter_v0_k3(x.data, insert_1, step, x1);
        case_iter_v0_k4(insert_1, next, x1, x0);
        rt_acquire(gil_1);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
    }
    float *s = rt_scratch(call, 4 * x1);
    if (s == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil_2 = rt_release(3 * x1);
    case_iter_v0_k5(state, s, x1);
    rt_acquire(gil_2);
    const float *state_1 = s;
    float *next_1 = rt_scratch(call, 4 * x1);
    if (next_1 == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare_1 = rt_scratch(call, 4 * x1);
    if (spare_1 == NULL) {
        return rt_miss(call, "out of memory");
    }
    /* loops.py:664  for o in outs: */
    for (int64_t step_1 = 0; step_1 < t; step_1++) {
        void *gil_3 = rt_release(3 * x1);
        case_iter_v0_k6(state_1, state, next_1, step_1, x1);
        rt_acquire(gil_3);
        state_1 = next_1;
        float *old_1 = next_1;
        next_1 = spare_1;
        spare_1 = old_1;
    }
    float *s_1 = rt_scratch(call, 4 * x1);
    if (s_1 == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil_4 = rt_release(3 * x1);
    case_iter_v0_k7(state_1, state, s_1, x1);
    rt_acquire(gil_4);
    const float *state_2 = s_1;
    float *next_2 = rt_scratch(call, 4 * x1);
    if (next_2 == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare_2 = rt_scratch(call, 4 * x1);
    if (spare_2 == NULL) {
        return rt_miss(call, "out of memory");
    }
    /* loops.py:666  for i, o in enumerate(outs): */
    for (int64_t step_2 = 0; step_2 < t; step_2++) {
        int64_t t_2;
        if (!rt_checked_add(1, step_2, &t_2)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        void *gil_5 = rt_release(3 * x1);
        case_iter_v0_k8(state_2, state, next_2, step_2, x1, (float)t_2);
        rt_acquire(gil_5);
        state_2 = next_2;
        float *old_2 = next_2;
        next_2 = spare_2;
        spare_2 = old_2;
    }
    float *s_2 = s;
    void *gil_6 = rt_release(3 * x1);
    case_iter_v0_k9(state_2, state, x.data, s_2, x1);
    rt_acquire(gil_6);
    const float *state_3 = s_2;
    float *next_3 = rt_scratch(call, 4 * x1);
    if (next_3 == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare_3 = rt_scratch(call, 4 * x1);
    if (spare_3 == NULL) {
        return rt_miss(call, "out of memory");
    }
    /* loops.py:668  for a, b in zip(outs, x): */
    for (int64_t step_3 = 0; step_3 < t; step_3++) {
        void *gil_7 = rt_release(3 * x1);
        case_iter_v0_k10(state_3, state, x.data, next_3, step_3, x1);
        rt_acquire(gil_7);
        state_3 = next_3;
        float *old_3 = next_3;
        next_3 = spare_3;
        spare_3 = old_3;
    }
    float *s_3 = s_1;
    void *gil_8 = rt_release(3 * x1);
    case_iter_v0_k11(state_3, state, s_3, x1, x0);
    rt_acquire(gil_8);
    const float *state_4 = s_3;
    float *next_4 = rt_scratch(call, 4 * x1);
    if (next_4 == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare_4 = rt_scratch(call, 4 * x1);
    if (spare_4 == NULL) {
        return rt_miss(call, "out of memory");
    }
    /* loops.py:670  for o in reversed(outs): */
    for (int64_t step_4 = 0; step_4 < t; step_4++) {
        int64_t t_3;
        int64_t t_4;
        int64_t t_5;
        if (!(rt_checked_add(-2, x0, &t_3) && rt_checked_mul(-1, step_4, &t_4) && rt_checked_add(t_3, t_4, &t_5))) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt_1 = t_5 < 0;
        int64_t add;
        if (!rt_checked_add(t_5, x0, &add)) {
            return rt_miss(call, "an integer does not fit 64 bits, or Python raises");
        }
        const int64_t where = lt_1 ? add : t_5;
        const bool le = 0 <= where;
        const bool not_1 = !le;
        if (not_1) {
            return rt_miss(call, "sizes do not agree");
        }
        const bool lt_2 = where < x0;
        const bool not_2 = !lt_2;
        if (not_2) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_9 = rt_release(3 * x1);
        case_iter_v0_k12(state_4, state, next_4, where, x1);
        rt_acquire(gil_9);
        state_4 = next_4;
        float *old_4 = next_4;
        next_4 = spare_4;
        spare_4 = old_4;
    }
    RtTensor result;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &result));
    rt_copy(result.data, state_4, 4 * x1);
    /* loops.py:672  return s */
    return rt_return(call, result.object);
}

/* ---- case_cat1 ------------------------------------------------------------------------------------------------- */
static const RtGuard case_cat1_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 677},
    {"1 <= x.shape[1]", 677},
    {"builtins.range is unchanged", 677},
    {"torch.cat is unchanged", 679},
};

static void case_cat1_v0_k0_part(int64_t begin, int64_t end, const float *restrict empty, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:677  for t in range(x.size(0)): */
        insert[i] = empty[i];
    }
}

static void case_cat1_v0_k0(const float *restrict empty, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        case_cat1_v0_k0_part(0, x1 * x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_cat1_v0_k0_part(begin, end, empty, insert);
        }
    }
}

static void case_cat1_v0_k1_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:678  outs.append(x[t : t + 1] * 2) */
        const float x_i = x[i];
        /* loops.py:677  for t in range(x.size(0)): */
        insert[i] = x_i * 2.0f;
    }
}

static void case_cat1_v0_k1(const float *restrict x, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_cat1_v0_k1_part(0, x1, x, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_cat1_v0_k1_part(begin, end, x, insert);
        }
    }
}

static void case_cat1_v0_k3_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert,
                                 int64_t k_2, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:678  outs.append(x[t : t + 1] * 2) */
        const float x_i = x[k_2 * x1 + x1 + i];
        /* loops.py:677  for t in range(x.size(0)): */
        insert[k_2 * x1 + x1 + i] = x_i * 2.0f;
    }
}

static void case_cat1_v0_k3(const float *restrict x, float *restrict insert, int64_t k_2, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_cat1_v0_k3_part(0, x1, x, insert, k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_cat1_v0_k3_part(begin, end, x, insert, k_2, x1);
        }
    }
}

static void case_cat1_v0_k4(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_cat1_v0_k0_part(0, x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_cat1_v0_k0_part(begin, end, insert, clone);
        }
    }
}

static void case_cat1_v0_k5_part(int64_t begin, int64_t end, const float *restrict x, float *restrict clone) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:679  return torch.cat(outs), torch.cat(outs, 1), torch.cat(outs, -1) */
        const float x_i = x[i];
        clone[i] = x_i;
    }
}

static void case_cat1_v0_k5(const float *restrict x, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_cat1_v0_k5_part(0, x1 * x0, x, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_cat1_v0_k5_part(begin, end, x, clone);
        }
    }
}

static void case_cat1_v0_k6_part(int64_t begin, int64_t end, const float *restrict x, float *restrict clone,
                                 float *restrict clone_1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:679  return torch.cat(outs), torch.cat(outs, 1), torch.cat(outs, -1) */
        const float x_i = x[i];
        clone[i] = x_i;
        clone_1[i] = x_i;
    }
}

static void case_cat1_v0_k6(const float *restrict x, float *restrict clone, float *restrict clone_1, int64_t x1,
                            int64_t x0) {
    const int parts = rt_parts(x1 * x0, 5 * (x1 * x0));
    if (parts == 1) {
        case_cat1_v0_k6_part(0, x1 * x0, x, clone, clone_1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_cat1_v0_k6_part(begin, end, x, clone, clone_1);
        }
    }
}

/* case_cat1(x: f32[x0, x1]) */
static RtStatus case_cat1_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    RT_GUARD(call, 4, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 5, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_torch_cat));
    float *empty = rt_scratch(call, 4 * (x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * (x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x1 * x0 + x1);
    case_cat1_v0_k0(empty, insert, x1, x0);
    case_cat1_v0_k1(x.data, insert, x1);
    rt_acquire(gil);
    const float *state = insert;
    float *next = rt_scratch(call, 4 * (x1 * x0));
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * (x1 * x0));
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:677  for t in range(x.size(0)): */
    for (int64_t step = 0; step < t; step++) {
        int64_t t_1;
        if (!rt_checked_add(1, step, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_1 < x0;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_1 = rt_release(3 * (x1 * x0) + x1);
        case_cat1_v0_k0(state, insert_1, x1, x0);
        case_cat1_v0_k3(x.data, insert_1, step, x1);
        case_cat1_v0_k4(insert_1, next, x1, x0);
        rt_acquire(gil_1);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
    }
    RtTensor clone;
    RT_TRY(rt_output(call, RT_F32, 3, (int64_t[]){x0, 1, x1}, NULL, &clone));
    RtTensor clone_1;
    RT_TRY(rt_output(call, RT_F32, 3, (int64_t[]){1, x0, x1}, NULL, &clone_1));
    RtTensor clone_2;
    RT_TRY(rt_output(call, RT_F32, 3, (int64_t[]){1, x0, x1}, NULL, &clone_2));
    void *gil_2 = rt_release(5 * (x1 * x0));
    case_cat1_v0_k5(state, clone.data, x1, x0);
    case_cat1_v0_k6(state, clone_1.data, clone_2.data, x1, x0);
    rt_acquire(gil_2);
    PyObject *view = rt_view(call, clone.object, 2, (int64_t[]){x0, x1}, NULL, 0);
    RT_TRY(view != NULL);
    PyObject *own = rt_detached(call, view);
    PyObject *view_1 = rt_view(call, clone_1.object, 2, (int64_t[]){1, x1 * x0}, NULL, 0);
    RT_TRY(view_1 != NULL);
    PyObject *own_1 = rt_detached(call, view_1);
    PyObject *view_2 = rt_view(call, clone_2.object, 2, (int64_t[]){1, x1 * x0}, NULL, 0);
    RT_TRY(view_2 != NULL);
    PyObject *own_2 = rt_detached(call, view_2);
    /* loops.py:679  return torch.cat(outs), torch.cat(outs, 1), torch.cat(outs, -1) */
    return rt_return(call, rt_new_tuple(call, 3, (PyObject *[]){own, own_1, own_2}));
}

/* ---- case_stackd ----------------------------------------------------------------------------------------------- */
static const RtGuard case_stackd_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 684},
    {"1 <= x.shape[1]", 684},
    {"2 <= x.shape[0]", 686},
    {"x.shape[1] != 1", 686},
    {"builtins.range is unchanged", 684},
    {"torch.stack is unchanged", 686},
};

static void case_stackd_v0_k0_part(int64_t begin, int64_t end, const float *restrict empty, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:684  for t in range(x.size(0)): */
        insert[i] = empty[i];
    }
}

static void case_stackd_v0_k0(const float *restrict empty, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        case_stackd_v0_k0_part(0, x1 * x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_stackd_v0_k0_part(begin, end, empty, insert);
        }
    }
}

static void case_stackd_v0_k1_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:685  outs.append(x[t] * 2) */
        const float x_i = x[i];
        /* loops.py:684  for t in range(x.size(0)): */
        insert[i] = x_i * 2.0f;
    }
}

static void case_stackd_v0_k1(const float *restrict x, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_stackd_v0_k1_part(0, x1, x, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_stackd_v0_k1_part(begin, end, x, insert);
        }
    }
}

static void case_stackd_v0_k3_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert,
                                   int64_t k_2, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:685  outs.append(x[t] * 2) */
        const float x_i = x[k_2 * x1 + x1 + i];
        /* loops.py:684  for t in range(x.size(0)): */
        insert[k_2 * x1 + x1 + i] = x_i * 2.0f;
    }
}

static void case_stackd_v0_k3(const float *restrict x, float *restrict insert, int64_t k_2, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_stackd_v0_k3_part(0, x1, x, insert, k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_stackd_v0_k3_part(begin, end, x, insert, k_2, x1);
        }
    }
}

static void case_stackd_v0_k4(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_stackd_v0_k0_part(0, x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_stackd_v0_k0_part(begin, end, insert, clone);
        }
    }
}

static void case_stackd_v0_k5_part(int64_t begin, int64_t end, const float *restrict x, float *restrict clone_1,
                                   float *restrict clone_3, int64_t x0, int64_t x1) {
    for (int64_t row = begin; row < end; row += RT_SQUARE) {
        const int64_t stop = rt_min_i64(row + RT_SQUARE, end);
        for (int64_t column = 0; column < x0; column += RT_SQUARE) {
            const int64_t stop_1 = rt_min_i64(column + RT_SQUARE, x0);
            const int64_t origin = row * RT_SQUARE + column;
            float square[RT_SQUARE * RT_SQUARE];
            for (int64_t j = column; j < stop_1; j++) {
#pragma omp simd
                for (int64_t i = row; i < stop; i++) {
                    const float x_i = x[j * x1 + i];
                    square[i * RT_SQUARE + j - origin] = x_i;
                }
            }
            for (int64_t i = row; i < stop; i++) {
#pragma omp simd
                for (int64_t j = column; j < stop_1; j++) {
                    const float clone = square[i * RT_SQUARE + j - origin];
                    /* loops.py:686  return torch.stack(outs, 1), torch.stack(outs, -1), torch.stack(outs, dim=0), torch.stack(outs, -2) */
                    clone_1[i * x0 + j] = clone;
                    const float clone_2 = square[i * RT_SQUARE + j - origin];
                    clone_3[i * x0 + j] = clone_2;
                }
            }
        }
    }
}

static void case_stackd_v0_k5(const float *restrict x, float *restrict clone_1, float *restrict clone_3, int64_t x0,
                              int64_t x1) {
    const int parts = rt_parts(x1, 7 * (x1 * x0));
    if (parts == 1) {
        case_stackd_v0_k5_part(0, x1, x, clone_1, clone_3, x0, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_stackd_v0_k5_part(begin, end, x, clone_1, clone_3, x0, x1);
        }
    }
}

static void case_stackd_v0_k6_part(int64_t begin, int64_t end, const float *restrict x, float *restrict clone,
                                   float *restrict clone_1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:686  return torch.stack(outs, 1), torch.stack(outs, -1), torch.stack(outs, dim=0), torch.stack(outs, -2) */
        const float x_i = x[i];
        clone[i] = x_i;
        clone_1[i] = x_i;
    }
}

static void case_stackd_v0_k6(const float *restrict x, float *restrict clone, float *restrict clone_1, int64_t x1,
                              int64_t x0) {
    const int parts = rt_parts(x1 * x0, 3 * (x1 * x0));
    if (parts == 1) {
        case_stackd_v0_k6_part(0, x1 * x0, x, clone, clone_1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_stackd_v0_k6_part(begin, end, x, clone, clone_1);
        }
    }
}

/* case_stackd(x: f32[x0, x1]) */
static RtStatus case_stackd_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    RT_GUARD(call, 4, 2 <= x0);
    RT_GUARD(call, 5, x1 != 1);
    RT_GUARD(call, 6, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 6, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 7, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 7, rt_pinned(call, PINNED_torch_stack));
    float *empty = rt_scratch(call, 4 * (x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * (x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x1 * x0 + x1);
    case_stackd_v0_k0(empty, insert, x1, x0);
    case_stackd_v0_k1(x.data, insert, x1);
    rt_acquire(gil);
    const float *state = insert;
    float *next = rt_scratch(call, 4 * (x1 * x0));
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * (x1 * x0));
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:684  for t in range(x.size(0)): */
    for (int64_t step = 0; step < t; step++) {
        int64_t t_1;
        if (!rt_checked_add(1, step, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_1 < x0;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_1 = rt_release(3 * (x1 * x0) + x1);
        case_stackd_v0_k0(state, insert_1, x1, x0);
        case_stackd_v0_k3(x.data, insert_1, step, x1);
        case_stackd_v0_k4(insert_1, next, x1, x0);
        rt_acquire(gil_1);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
    }
    RtTensor clone;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x1, x0}, NULL, &clone));
    RtTensor clone_1;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x1, x0}, NULL, &clone_1));
    RtTensor clone_2;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &clone_2));
    RtTensor clone_3;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &clone_3));
    void *gil_2 = rt_release(6 * (x1 * x0));
    case_stackd_v0_k5(state, clone.data, clone_1.data, x0, x1);
    case_stackd_v0_k6(state, clone_2.data, clone_3.data, x1, x0);
    rt_acquire(gil_2);
    /* loops.py:686  return torch.stack(outs, 1), torch.stack(outs, -1), torch.stack(outs, dim=0), torch.stack(outs, -2) */
    return rt_return(call,
                     rt_new_tuple(call, 4, (PyObject *[]){clone.object, clone_1.object, clone_2.object, clone_3.object}));
}

/* ---- case_cat0#1 ----------------------------------------------------------------------------------------------- */
static const RtGuard case_cat0_s1_v0_2_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 691},
    {"builtins.range is unchanged", 691},
    {"torch.unbind is unchanged", 691},
    {"torch.clone is unchanged", 691},
    {"builtins.map is unchanged", 691},
    {"builtins.list is unchanged", 691},
};

static void case_cat0_s1_v0_2_k0_part(int64_t begin, int64_t end, const float *restrict x, double *sum_out) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
        const int64_t rest = stop - (stop - block) % RT_LANES;
        float lanes[RT_LANES];
        rt_clear_lanes_f32(lanes);
        for (int64_t chunk = block; chunk < rest; chunk += RT_LANES) {
#pragma omp simd
            for (int64_t lane = 0; lane < RT_LANES; lane++) {
                /* loops.py:692  outs.append(x[t].sum()) */
                const float x_i = x[chunk + lane];
                lanes[lane] += x_i;
            }
        }
        sum_1 += rt_sum_lanes_f32(lanes);
        if (rest < stop) {
#pragma omp simd reduction(+ : sum_1)
            for (int64_t i = rest; i < stop; i++) {
                const float x_i_1 = x[i];
                sum_1 += x_i_1;
            }
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_cat0_s1_v0_2_k0(const float *restrict x, float *restrict sum_4, int64_t x1) {
    /* loops.py:692  outs.append(x[t].sum()) */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(x1, 2 * x1);
    if (parts == 1) {
        case_cat0_s1_v0_2_k0_part(0, x1, x, &sum_of[0]);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_cat0_s1_v0_2_k0_part(begin, end, x, &sum_of[part]);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    *sum_4 = sum_3;
}

static void case_cat0_s1_v0_2_k1_part(int64_t begin, int64_t end, const float *restrict empty,
                                      float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:691  for t in range(x.size(0)): */
        insert[i] = empty[i];
    }
}

static void case_cat0_s1_v0_2_k1(const float *restrict empty, float *restrict insert, int64_t x0) {
    const int parts = rt_parts(x0, x0);
    if (parts == 1) {
        case_cat0_s1_v0_2_k1_part(0, x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x0, part, parts);
            const int64_t end = rt_part_begin(x0, part + 1, parts);
            case_cat0_s1_v0_2_k1_part(begin, end, empty, insert);
        }
    }
}

static void case_cat0_s1_v0_2_k2(const float *restrict sum, float *restrict insert) {
    /* loops.py:691  for t in range(x.size(0)): */
    *insert = *sum;
}

static void case_cat0_s1_v0_2_k3_part(int64_t begin, int64_t end, const float *restrict x, double *sum_out,
                                      int64_t k_2, int64_t x1) {
    double sum = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_1 = 0.0f;
        const int64_t rest = stop - (stop - block) % RT_LANES;
        float lanes[RT_LANES];
        rt_clear_lanes_f32(lanes);
        for (int64_t chunk = block; chunk < rest; chunk += RT_LANES) {
#pragma omp simd
            for (int64_t lane = 0; lane < RT_LANES; lane++) {
                /* loops.py:692  outs.append(x[t].sum()) */
                const float x_i = x[k_2 * x1 + x1 + (chunk + lane)];
                lanes[lane] += x_i;
            }
        }
        sum_1 += rt_sum_lanes_f32(lanes);
        if (rest < stop) {
#pragma omp simd reduction(+ : sum_1)
            for (int64_t i = rest; i < stop; i++) {
                const float x_i_1 = x[k_2 * x1 + x1 + i];
                sum_1 += x_i_1;
            }
        }
        sum += (double)sum_1;
    }
    *sum_out = sum;
}

static void case_cat0_s1_v0_2_k3(const float *restrict x, float *restrict sum_4, int64_t k_2, int64_t x1) {
    /* loops.py:692  outs.append(x[t].sum()) */
    double sum_of[RT_PARTS_MAX];
    const int parts = rt_parts(x1, 2 * x1);
    if (parts == 1) {
        case_cat0_s1_v0_2_k3_part(0, x1, x, &sum_of[0], k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_cat0_s1_v0_2_k3_part(begin, end, x, &sum_of[part], k_2, x1);
        }
    }
    double sum_2 = sum_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_2 += sum_of[share];
    }
    const float sum_3 = (float)sum_2;
    *sum_4 = sum_3;
}

static void case_cat0_s1_v0_2_k5(const float *restrict sum, float *restrict insert, int64_t k_2) {
    /* loops.py:691  for t in range(x.size(0)): */
    insert[k_2 + 1] = *sum;
}

static void case_cat0_s1_v0_2_k6(const float *restrict insert, float *restrict clone, int64_t x0) {
    const int parts = rt_parts(x0, 2 * x0);
    if (parts == 1) {
        case_cat0_s1_v0_2_k1_part(0, x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x0, part, parts);
            const int64_t end = rt_part_begin(x0, part + 1, parts);
            case_cat0_s1_v0_2_k1_part(begin, end, insert, clone);
        }
    }
}

/* case_cat0(x: f32[x0, x1]) */
static RtStatus case_cat0_s1_v0_2(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    RT_GUARD(call, 3, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 3, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_torch_unbind));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_torch_clone));
    RT_GUARD(call, 6, rt_pinned(call, PINNED_builtins_map));
    RT_GUARD(call, 7, rt_pinned(call, PINNED_builtins_list));
    float sum[1];
    const int64_t x1 = x.shape[1];
    float sum_1[1];
    PyObject *list_object = rt_module_global(call, NAME_builtins, NAME_list);
    if (list_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *map_object = rt_module_global(call, NAME_builtins, NAME_map);
    if (map_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *clone_object = rt_module_global(call, NAME_torch, NAME_clone);
    if (clone_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *unbind_object = rt_module_global(call, NAME_torch, NAME_unbind);
    if (unbind_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    float *empty = rt_scratch(call, 4 * x0);
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * x0);
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x0 + 2 * x1 + 1);
    case_cat0_s1_v0_2_k0(x.data, sum, x1);
    case_cat0_s1_v0_2_k1(empty, insert, x0);
    case_cat0_s1_v0_2_k2(sum, insert);
    rt_acquire(gil);
    const float *state = insert;
    float *next = rt_scratch(call, 4 * x0);
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * x0);
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:691  for t in range(x.size(0)): */
    for (int64_t step = 0; step < t; step++) {
        void *gil_1 = rt_release(2 * x1);
        case_cat0_s1_v0_2_k3(x.data, sum_1, step, x1);
        rt_acquire(gil_1);
        int64_t t_1;
        if (!rt_checked_add(1, step, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_1 < x0;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_2 = rt_release(3 * x0 + 1);
        case_cat0_s1_v0_2_k1(state, insert_1, x0);
        case_cat0_s1_v0_2_k5(sum_1, insert_1, step);
        case_cat0_s1_v0_2_k6(insert_1, next, x0);
        rt_acquire(gil_2);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
    }
    RtTensor result;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x0}, NULL, &result));
    rt_copy(result.data, state, 4 * x0);
    return rt_return(call,
                     rt_new_applied(call, list_object, rt_new_tuple(call, 1, (PyObject *[]){rt_new_applied(call, map_object, rt_new_tuple(call, 2, (PyObject *[]){clone_object, rt_new_applied(call, unbind_object, rt_new_tuple(call, 1, (PyObject *[]){result.object}), Py_None)}), Py_None)}), Py_None));
}

/* ---- case_int -------------------------------------------------------------------------------------------------- */
static const RtGuard case_int_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 699},
    {"1 <= x.shape[1]", 699},
    {"builtins.range is unchanged", 699},
    {"torch.stack is unchanged", 701},
    {"builtins.sum is unchanged", 701},
    {"builtins.len is unchanged", 701},
};

static void case_int_v0_k0_part(int64_t begin, int64_t end, const float *restrict empty, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:699  for t in range(x.size(0)): */
        insert[i] = empty[i];
    }
}

static void case_int_v0_k0(const float *restrict empty, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        case_int_v0_k0_part(0, x1 * x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_int_v0_k0_part(begin, end, empty, insert);
        }
    }
}

static void case_int_v0_k1_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:700  outs.append(x[t] * 2) */
        const float x_i = x[i];
        /* loops.py:699  for t in range(x.size(0)): */
        insert[i] = x_i * 2.0f;
    }
}

static void case_int_v0_k1(const float *restrict x, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_int_v0_k1_part(0, x1, x, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_int_v0_k1_part(begin, end, x, insert);
        }
    }
}

static void case_int_v0_k3_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert,
                                int64_t k_2, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:700  outs.append(x[t] * 2) */
        const float x_i = x[k_2 * x1 + x1 + i];
        /* loops.py:699  for t in range(x.size(0)): */
        insert[k_2 * x1 + x1 + i] = x_i * 2.0f;
    }
}

static void case_int_v0_k3(const float *restrict x, float *restrict insert, int64_t k_2, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_int_v0_k3_part(0, x1, x, insert, k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_int_v0_k3_part(begin, end, x, insert, k_2, x1);
        }
    }
}

static void case_int_v0_k4(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_int_v0_k0_part(0, x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_int_v0_k0_part(begin, end, insert, clone);
        }
    }
}

static void case_int_v0_k5_part(int64_t begin, int64_t end, const float *restrict x, float *restrict clone) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:701  return torch.stack(outs), sum(outs), len(outs) */
        const float x_i = x[i];
        clone[i] = x_i;
    }
}

static void case_int_v0_k5(const float *restrict x, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_int_v0_k5_part(0, x1 * x0, x, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_int_v0_k5_part(begin, end, x, clone);
        }
    }
}

static void case_int_v0_k6_part(int64_t begin, int64_t end, const float *restrict x, float *restrict sum_2,
                                int64_t x0, int64_t x1) {
    for (int64_t tile = begin; tile < end; tile += RT_TILE) {
        const int64_t stop = rt_min_i64(tile + RT_TILE, end);
        double sum[RT_TILE];
        float sums[RT_TILE];
#pragma omp simd
        for (int64_t i = tile; i < stop; i++) {
            sum[i - tile] = 0.0;
        }
        for (int64_t block = 0; block < x0; block += 64) {
            const int64_t block_end = rt_min_i64(block + 64, x0);
#pragma omp simd
            for (int64_t i = tile; i < stop; i++) {
                sums[i - tile] = 0.0f;
            }
            for (int64_t j = block; j < block_end; j++) {
#pragma omp simd
                for (int64_t i = tile; i < stop; i++) {
                    /* loops.py:701  return torch.stack(outs), sum(outs), len(outs) */
                    const float x_i = x[j * x1 + i];
                    sums[i - tile] += x_i;
                }
            }
#pragma omp simd
            for (int64_t i = tile; i < stop; i++) {
                sum[i - tile] += (double)sums[i - tile];
            }
        }
#pragma omp simd
        for (int64_t i = tile; i < stop; i++) {
            const float sum_1 = (float)sum[i - tile];
            sum_2[i] = sum_1;
        }
    }
}

static void case_int_v0_k6(const float *restrict x, float *restrict sum_2, int64_t x0, int64_t x1) {
    const int parts = rt_parts(x1, 2 * (x1 * x0));
    if (parts == 1) {
        case_int_v0_k6_part(0, x1, x, sum_2, x0, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_int_v0_k6_part(begin, end, x, sum_2, x0, x1);
        }
    }
}

/* case_int(x: f32[x0, x1]) */
static RtStatus case_int_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    RT_GUARD(call, 4, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 5, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_torch_stack));
    RT_GUARD(call, 6, rt_pinned(call, PINNED__sum));
    RT_GUARD(call, 6, rt_pinned(call, PINNED_builtins_sum));
    RT_GUARD(call, 7, rt_pinned(call, PINNED__len));
    RT_GUARD(call, 7, rt_pinned(call, PINNED_builtins_len));
    float *empty = rt_scratch(call, 4 * (x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * (x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x1 * x0 + x1);
    case_int_v0_k0(empty, insert, x1, x0);
    case_int_v0_k1(x.data, insert, x1);
    rt_acquire(gil);
    const float *state = insert;
    float *next = rt_scratch(call, 4 * (x1 * x0));
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * (x1 * x0));
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:699  for t in range(x.size(0)): */
    for (int64_t step = 0; step < t; step++) {
        int64_t t_1;
        if (!rt_checked_add(1, step, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_1 < x0;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_1 = rt_release(3 * (x1 * x0) + x1);
        case_int_v0_k0(state, insert_1, x1, x0);
        case_int_v0_k3(x.data, insert_1, step, x1);
        case_int_v0_k4(insert_1, next, x1, x0);
        rt_acquire(gil_1);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
    }
    RtTensor clone;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &clone));
    RtTensor sum;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &sum));
    void *gil_2 = rt_release(4 * (x1 * x0));
    case_int_v0_k5(state, clone.data, x1, x0);
    case_int_v0_k6(state, sum.data, x0, x1);
    rt_acquire(gil_2);
    /* loops.py:701  return torch.stack(outs), sum(outs), len(outs) */
    return rt_return(call, rt_new_tuple(call, 3, (PyObject *[]){clone.object, sum.object, rt_new_int(call, x0)}));
}

/* ---- case_mixed#1 ---------------------------------------------------------------------------------------------- */
static const RtGuard case_mixed_s1_v0_2_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 705},
};

static void case_mixed_s1_v0_2_k0_part(int64_t begin, int64_t end, const float *restrict x, uint8_t *restrict gt) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:705  outs = [x[0] > 0] */
        gt[i] = x[i] > 0.0f;
    }
}

static void case_mixed_s1_v0_2_k0(const float *restrict x, uint8_t *restrict gt, int64_t x1) {
    const int parts = rt_parts(x1, 5 * x1);
    if (parts == 1) {
        case_mixed_s1_v0_2_k0_part(0, x1, x, gt);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_mixed_s1_v0_2_k0_part(begin, end, x, gt);
        }
    }
}

/* case_mixed(x: f32[x0, x1]) */
static RtStatus case_mixed_s1_v0_2(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RtTensor gt;
    RT_TRY(rt_output(call, RT_BOOL, 1, (int64_t[]){x1}, NULL, &gt));
    void *gil = rt_release(3 * x1);
    case_mixed_s1_v0_2_k0(x.data, gt.data, x1);
    rt_acquire(gil);
    /* loops.py:705  outs = [x[0] > 0] */
    return rt_return(call, rt_new_list(call, 1, (PyObject *[]){gt.object}));
}

/* ---- case_mixed#2 ---------------------------------------------------------------------------------------------- */
static const RtGuard case_mixed_s2_v0_guards[] = {
    {"type(outs) is list", 0},
    {"x: Tensor, f32, rank 2", 0},
    {"type(t) is int", 0},
    {"x: contiguous", 0},
    {"0 <= t", 707},
    {"t < x.shape[0]", 707},
};

static void case_mixed_s2_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict mul,
                                     int64_t t, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:707  outs.append(x[t] * 2) */
        mul[i] = x[t * x1 + i] * 2.0f;
    }
}

static void case_mixed_s2_v0_k0(const float *restrict x, float *restrict mul, int64_t t, int64_t x1) {
    const int parts = rt_parts(x1, 5 * x1);
    if (parts == 1) {
        case_mixed_s2_v0_k0_part(0, x1, x, mul, t, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_mixed_s2_v0_k0_part(begin, end, x, mul, t, x1);
        }
    }
}

/* case_mixed(outs: any, x: f32[x0, x1], t: int) */
static RtStatus case_mixed_s2_v0(RtCall *call) {
    RT_GUARD(call, 0, rt_is_type(call->args[0], RT_TYPE_LIST));
    RtTensor x;
    RT_GUARD(call, 1, rt_tensor(call, call->args[1], RT_F32, 2, &x));
    int64_t t;
    RT_GUARD(call, 2, rt_int(call->args[2], &t));
    RT_GUARD(call, 3, rt_row_major(&x));
    RT_GUARD(call, 4, 0 <= t);
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 5, t < x0);
    const int64_t x1 = x.shape[1];
    RtTensor mul;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &mul));
    void *gil = rt_release(3 * x1);
    case_mixed_s2_v0_k0(x.data, mul.data, t, x1);
    rt_acquire(gil);
    PyObject *result = rt_new_tuple(call, 0, NULL);
    PyObject *stored = mul.object;
    RT_TRY(stored != NULL);
    RT_TRY(result != NULL);
    RT_TRY(rt_append(call->args[0], stored));
    /* loops.py:707  outs.append(x[t] * 2) */
    return rt_return(call, result);
}

/* ---- case_mixed#3 ---------------------------------------------------------------------------------------------- */
static const RtGuard case_mixed_s3_v0_guards[] = {
    {"type(outs) is list", 0},
    {"len(outs) == 1", 0},
    {"outs[0]: Tensor, b8, rank 1", 0},
    {"outs[0]: contiguous", 0},
    {"torch.stack is unchanged", 708},
};

static void case_mixed_s3_v0_k0_part(int64_t begin, int64_t end, const uint8_t *restrict t, uint8_t *restrict cat) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:708  return torch.stack(outs) */
        cat[i] = t[i] != 0;
    }
}

static void case_mixed_s3_v0_k0(const uint8_t *restrict t, uint8_t *restrict cat, int64_t t0) {
    const int parts = rt_parts(t0, t0);
    if (parts == 1) {
        case_mixed_s3_v0_k0_part(0, t0, t, cat);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(t0, part, parts);
            const int64_t end = rt_part_begin(t0, part + 1, parts);
            case_mixed_s3_v0_k0_part(begin, end, t, cat);
        }
    }
}

/* case_mixed(outs: list) */
static RtStatus case_mixed_s3_v0(RtCall *call) {
    RT_GUARD(call, 0, rt_is_type(call->args[0], RT_TYPE_LIST));
    RT_GUARD(call, 1, rt_len(call->args[0]) == 1);
    PyObject *outs_0_object = rt_item(call, call->args[0], 0);
    RtTensor outs_0;
    RT_GUARD(call, 2, rt_tensor(call, outs_0_object, RT_BOOL, 1, &outs_0));
    RT_GUARD(call, 3, rt_row_major(&outs_0));
    RT_GUARD(call, 4, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_torch_stack));
    const int64_t t0 = outs_0.shape[0];
    RtTensor cat;
    RT_TRY(rt_output(call, RT_BOOL, 2, (int64_t[]){1, t0}, NULL, &cat));
    void *gil = rt_release(t0);
    case_mixed_s3_v0_k0(outs_0.data, cat.data, t0);
    rt_acquire(gil);
    /* loops.py:708  return torch.stack(outs) */
    return rt_return(call, cat.object);
}

/* ---- case_truth#1 ---------------------------------------------------------------------------------------------- */
static const RtGuard case_truth_s1_v0_2_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 713},
    {"1 <= x.shape[1]", 713},
    {"builtins.range is unchanged", 713},
    {"torch.unbind is unchanged", 713},
    {"torch.clone is unchanged", 713},
    {"builtins.map is unchanged", 713},
    {"builtins.list is unchanged", 713},
};

static void case_truth_s1_v0_2_k0_part(int64_t begin, int64_t end, const float *restrict empty,
                                       float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:713  for t in range(x.size(0)): */
        insert[i] = empty[i];
    }
}

static void case_truth_s1_v0_2_k0(const float *restrict empty, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        case_truth_s1_v0_2_k0_part(0, x1 * x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_truth_s1_v0_2_k0_part(begin, end, empty, insert);
        }
    }
}

static void case_truth_s1_v0_2_k1_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:714  outs.append(x[t] * 2) */
        const float x_i = x[i];
        /* loops.py:713  for t in range(x.size(0)): */
        insert[i] = x_i * 2.0f;
    }
}

static void case_truth_s1_v0_2_k1(const float *restrict x, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_truth_s1_v0_2_k1_part(0, x1, x, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_truth_s1_v0_2_k1_part(begin, end, x, insert);
        }
    }
}

static void case_truth_s1_v0_2_k3_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert,
                                       int64_t k_2, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:714  outs.append(x[t] * 2) */
        const float x_i = x[k_2 * x1 + x1 + i];
        /* loops.py:713  for t in range(x.size(0)): */
        insert[k_2 * x1 + x1 + i] = x_i * 2.0f;
    }
}

static void case_truth_s1_v0_2_k3(const float *restrict x, float *restrict insert, int64_t k_2, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_truth_s1_v0_2_k3_part(0, x1, x, insert, k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_truth_s1_v0_2_k3_part(begin, end, x, insert, k_2, x1);
        }
    }
}

static void case_truth_s1_v0_2_k4(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_truth_s1_v0_2_k0_part(0, x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_truth_s1_v0_2_k0_part(begin, end, insert, clone);
        }
    }
}

/* case_truth(x: f32[x0, x1]) */
static RtStatus case_truth_s1_v0_2(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    RT_GUARD(call, 4, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_torch_unbind));
    RT_GUARD(call, 6, rt_pinned(call, PINNED_torch_clone));
    RT_GUARD(call, 7, rt_pinned(call, PINNED_builtins_map));
    RT_GUARD(call, 8, rt_pinned(call, PINNED_builtins_list));
    PyObject *list_object = rt_module_global(call, NAME_builtins, NAME_list);
    if (list_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *map_object = rt_module_global(call, NAME_builtins, NAME_map);
    if (map_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *clone_object = rt_module_global(call, NAME_torch, NAME_clone);
    if (clone_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *unbind_object = rt_module_global(call, NAME_torch, NAME_unbind);
    if (unbind_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    float *empty = rt_scratch(call, 4 * (x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * (x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x1 * x0 + x1);
    case_truth_s1_v0_2_k0(empty, insert, x1, x0);
    case_truth_s1_v0_2_k1(x.data, insert, x1);
    rt_acquire(gil);
    const float *state = insert;
    float *next = rt_scratch(call, 4 * (x1 * x0));
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * (x1 * x0));
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:713  for t in range(x.size(0)): */
    for (int64_t step = 0; step < t; step++) {
        int64_t t_1;
        if (!rt_checked_add(1, step, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_1 < x0;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_1 = rt_release(3 * (x1 * x0) + x1);
        case_truth_s1_v0_2_k0(state, insert_1, x1, x0);
        case_truth_s1_v0_2_k3(x.data, insert_1, step, x1);
        case_truth_s1_v0_2_k4(insert_1, next, x1, x0);
        rt_acquire(gil_1);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
    }
    RtTensor result;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &result));
    rt_copy(result.data, state, 4 * (x1 * x0));
    return rt_return(call,
                     rt_new_applied(call, list_object, rt_new_tuple(call, 1, (PyObject *[]){rt_new_applied(call, map_object, rt_new_tuple(call, 2, (PyObject *[]){clone_object, rt_new_applied(call, unbind_object, rt_new_tuple(call, 1, (PyObject *[]){result.object}), Py_None)}), Py_None)}), Py_None));
}

/* ---- case_isinst ----------------------------------------------------------------------------------------------- */
static const RtGuard case_isinst_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 720},
    {"1 <= x.shape[1]", 720},
    {"builtins.range is unchanged", 720},
    {"builtins.isinstance is unchanged", 722},
    {"builtins.list is unchanged", 722},
    {"builtins.tuple is unchanged", 722},
    {"builtins.type is unchanged", 722},
};

static void case_isinst_v0_k0_part(int64_t begin, int64_t end, const float *restrict empty, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:720  for t in range(x.size(0)): */
        insert[i] = empty[i];
    }
}

static void case_isinst_v0_k0(const float *restrict empty, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        case_isinst_v0_k0_part(0, x1 * x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_isinst_v0_k0_part(begin, end, empty, insert);
        }
    }
}

static void case_isinst_v0_k1_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:721  outs.append(x[t] * 2) */
        const float x_i = x[i];
        /* loops.py:720  for t in range(x.size(0)): */
        insert[i] = x_i * 2.0f;
    }
}

static void case_isinst_v0_k1(const float *restrict x, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_isinst_v0_k1_part(0, x1, x, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_isinst_v0_k1_part(begin, end, x, insert);
        }
    }
}

static void case_isinst_v0_k3_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert,
                                   int64_t k_2, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:721  outs.append(x[t] * 2) */
        const float x_i = x[k_2 * x1 + x1 + i];
        /* loops.py:720  for t in range(x.size(0)): */
        insert[k_2 * x1 + x1 + i] = x_i * 2.0f;
    }
}

static void case_isinst_v0_k3(const float *restrict x, float *restrict insert, int64_t k_2, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_isinst_v0_k3_part(0, x1, x, insert, k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_isinst_v0_k3_part(begin, end, x, insert, k_2, x1);
        }
    }
}

static void case_isinst_v0_k4(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_isinst_v0_k0_part(0, x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_isinst_v0_k0_part(begin, end, insert, clone);
        }
    }
}

static void case_isinst_v0_k5_part(int64_t begin, int64_t end, const float *restrict x, float *restrict add) {
    /* loops.py:722  return x * isinstance(outs, list) + isinstance(outs, tuple) + (type(outs) is list) */
    const float const_1 = (float)true;
    const float const_2 = (float)false;
    const float const_3 = (float)true;
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        const float x_i = x[i];
        add[i] = x_i * const_1 + const_2 + const_3;
    }
}

static void case_isinst_v0_k5(const float *restrict x, float *restrict add, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 9 * (x1 * x0));
    if (parts == 1) {
        case_isinst_v0_k5_part(0, x1 * x0, x, add);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_isinst_v0_k5_part(begin, end, x, add);
        }
    }
}

/* case_isinst(x: f32[x0, x1]) */
static RtStatus case_isinst_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    RT_GUARD(call, 4, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 5, rt_pinned(call, PINNED__isinstance));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_builtins_isinstance));
    RT_GUARD(call, 6, rt_pinned(call, PINNED__list));
    RT_GUARD(call, 6, rt_pinned(call, PINNED_builtins_list));
    RT_GUARD(call, 7, rt_pinned(call, PINNED__tuple));
    RT_GUARD(call, 7, rt_pinned(call, PINNED_builtins_tuple));
    RT_GUARD(call, 8, rt_pinned(call, PINNED__type));
    RT_GUARD(call, 8, rt_pinned(call, PINNED_builtins_type));
    float *empty = rt_scratch(call, 4 * (x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * (x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x1 * x0 + x1);
    case_isinst_v0_k0(empty, insert, x1, x0);
    case_isinst_v0_k1(x.data, insert, x1);
    rt_acquire(gil);
    const float *state = insert;
    float *next = rt_scratch(call, 4 * (x1 * x0));
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * (x1 * x0));
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:720  for t in range(x.size(0)): */
    for (int64_t step = 0; step < t; step++) {
        int64_t t_1;
        if (!rt_checked_add(1, step, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_1 < x0;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_1 = rt_release(3 * (x1 * x0) + x1);
        case_isinst_v0_k0(state, insert_1, x1, x0);
        case_isinst_v0_k3(x.data, insert_1, step, x1);
        case_isinst_v0_k4(insert_1, next, x1, x0);
        rt_acquire(gil_1);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
    }
    RtTensor add;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &add));
    void *gil_2 = rt_release(3 * (x1 * x0));
    case_isinst_v0_k5(x.data, add.data, x1, x0);
    rt_acquire(gil_2);
    /* loops.py:722  return x * isinstance(outs, list) + isinstance(outs, tuple) + (type(outs) is list) */
    return rt_return(call, add.object);
}

/* ---- case_add#1 ------------------------------------------------------------------------------------------------ */
static const RtGuard case_add_s1_v0_2_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 727},
    {"1 <= x.shape[1]", 727},
    {"builtins.range is unchanged", 727},
    {"torch.unbind is unchanged", 727},
    {"torch.clone is unchanged", 727},
    {"builtins.map is unchanged", 727},
    {"builtins.list is unchanged", 727},
};

static void case_add_s1_v0_2_k0_part(int64_t begin, int64_t end, const float *restrict empty, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:727  for t in range(x.size(0)): */
        insert[i] = empty[i];
    }
}

static void case_add_s1_v0_2_k0(const float *restrict empty, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        case_add_s1_v0_2_k0_part(0, x1 * x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_add_s1_v0_2_k0_part(begin, end, empty, insert);
        }
    }
}

static void case_add_s1_v0_2_k1_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:728  outs.append(x[t] * 2) */
        const float x_i = x[i];
        /* loops.py:727  for t in range(x.size(0)): */
        insert[i] = x_i * 2.0f;
    }
}

static void case_add_s1_v0_2_k1(const float *restrict x, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_add_s1_v0_2_k1_part(0, x1, x, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_add_s1_v0_2_k1_part(begin, end, x, insert);
        }
    }
}

static void case_add_s1_v0_2_k3_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert,
                                     int64_t k_2, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:728  outs.append(x[t] * 2) */
        const float x_i = x[k_2 * x1 + x1 + i];
        /* loops.py:727  for t in range(x.size(0)): */
        insert[k_2 * x1 + x1 + i] = x_i * 2.0f;
    }
}

static void case_add_s1_v0_2_k3(const float *restrict x, float *restrict insert, int64_t k_2, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_add_s1_v0_2_k3_part(0, x1, x, insert, k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_add_s1_v0_2_k3_part(begin, end, x, insert, k_2, x1);
        }
    }
}

static void case_add_s1_v0_2_k4(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_add_s1_v0_2_k0_part(0, x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_add_s1_v0_2_k0_part(begin, end, insert, clone);
        }
    }
}

/* case_add(x: f32[x0, x1]) */
static RtStatus case_add_s1_v0_2(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    RT_GUARD(call, 4, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_torch_unbind));
    RT_GUARD(call, 6, rt_pinned(call, PINNED_torch_clone));
    RT_GUARD(call, 7, rt_pinned(call, PINNED_builtins_map));
    RT_GUARD(call, 8, rt_pinned(call, PINNED_builtins_list));
    PyObject *list_object = rt_module_global(call, NAME_builtins, NAME_list);
    if (list_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *map_object = rt_module_global(call, NAME_builtins, NAME_map);
    if (map_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *clone_object = rt_module_global(call, NAME_torch, NAME_clone);
    if (clone_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *unbind_object = rt_module_global(call, NAME_torch, NAME_unbind);
    if (unbind_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    float *empty = rt_scratch(call, 4 * (x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * (x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x1 * x0 + x1);
    case_add_s1_v0_2_k0(empty, insert, x1, x0);
    case_add_s1_v0_2_k1(x.data, insert, x1);
    rt_acquire(gil);
    const float *state = insert;
    float *next = rt_scratch(call, 4 * (x1 * x0));
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * (x1 * x0));
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:727  for t in range(x.size(0)): */
    for (int64_t step = 0; step < t; step++) {
        int64_t t_1;
        if (!rt_checked_add(1, step, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_1 < x0;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_1 = rt_release(3 * (x1 * x0) + x1);
        case_add_s1_v0_2_k0(state, insert_1, x1, x0);
        case_add_s1_v0_2_k3(x.data, insert_1, step, x1);
        case_add_s1_v0_2_k4(insert_1, next, x1, x0);
        rt_acquire(gil_1);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
    }
    RtTensor result;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &result));
    rt_copy(result.data, state, 4 * (x1 * x0));
    return rt_return(call,
                     rt_new_applied(call, list_object, rt_new_tuple(call, 1, (PyObject *[]){rt_new_applied(call, map_object, rt_new_tuple(call, 2, (PyObject *[]){clone_object, rt_new_applied(call, unbind_object, rt_new_tuple(call, 1, (PyObject *[]){result.object}), Py_None)}), Py_None)}), Py_None));
}

/* ---- case_eq#1 ------------------------------------------------------------------------------------------------- */
static const RtGuard case_eq_s1_v0_2_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 734},
    {"1 <= x.shape[1]", 734},
    {"builtins.range is unchanged", 734},
    {"torch.unbind is unchanged", 734},
    {"torch.clone is unchanged", 734},
    {"builtins.map is unchanged", 734},
    {"builtins.list is unchanged", 734},
};

static void case_eq_s1_v0_2_k0_part(int64_t begin, int64_t end, const float *restrict empty, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:734  for t in range(x.size(0)): */
        insert[i] = empty[i];
    }
}

static void case_eq_s1_v0_2_k0(const float *restrict empty, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        case_eq_s1_v0_2_k0_part(0, x1 * x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_eq_s1_v0_2_k0_part(begin, end, empty, insert);
        }
    }
}

static void case_eq_s1_v0_2_k1_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:735  outs.append(x[t] * 2) */
        const float x_i = x[i];
        /* loops.py:734  for t in range(x.size(0)): */
        insert[i] = x_i * 2.0f;
    }
}

static void case_eq_s1_v0_2_k1(const float *restrict x, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_eq_s1_v0_2_k1_part(0, x1, x, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_eq_s1_v0_2_k1_part(begin, end, x, insert);
        }
    }
}

static void case_eq_s1_v0_2_k3_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert,
                                    int64_t k_2, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:735  outs.append(x[t] * 2) */
        const float x_i = x[k_2 * x1 + x1 + i];
        /* loops.py:734  for t in range(x.size(0)): */
        insert[k_2 * x1 + x1 + i] = x_i * 2.0f;
    }
}

static void case_eq_s1_v0_2_k3(const float *restrict x, float *restrict insert, int64_t k_2, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_eq_s1_v0_2_k3_part(0, x1, x, insert, k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_eq_s1_v0_2_k3_part(begin, end, x, insert, k_2, x1);
        }
    }
}

static void case_eq_s1_v0_2_k4(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_eq_s1_v0_2_k0_part(0, x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_eq_s1_v0_2_k0_part(begin, end, insert, clone);
        }
    }
}

/* case_eq(x: f32[x0, x1]) */
static RtStatus case_eq_s1_v0_2(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    RT_GUARD(call, 4, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_torch_unbind));
    RT_GUARD(call, 6, rt_pinned(call, PINNED_torch_clone));
    RT_GUARD(call, 7, rt_pinned(call, PINNED_builtins_map));
    RT_GUARD(call, 8, rt_pinned(call, PINNED_builtins_list));
    PyObject *list_object = rt_module_global(call, NAME_builtins, NAME_list);
    if (list_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *map_object = rt_module_global(call, NAME_builtins, NAME_map);
    if (map_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *clone_object = rt_module_global(call, NAME_torch, NAME_clone);
    if (clone_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *unbind_object = rt_module_global(call, NAME_torch, NAME_unbind);
    if (unbind_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    float *empty = rt_scratch(call, 4 * (x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * (x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x1 * x0 + x1);
    case_eq_s1_v0_2_k0(empty, insert, x1, x0);
    case_eq_s1_v0_2_k1(x.data, insert, x1);
    rt_acquire(gil);
    const float *state = insert;
    float *next = rt_scratch(call, 4 * (x1 * x0));
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * (x1 * x0));
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:734  for t in range(x.size(0)): */
    for (int64_t step = 0; step < t; step++) {
        int64_t t_1;
        if (!rt_checked_add(1, step, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_1 < x0;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_1 = rt_release(3 * (x1 * x0) + x1);
        case_eq_s1_v0_2_k0(state, insert_1, x1, x0);
        case_eq_s1_v0_2_k3(x.data, insert_1, step, x1);
        case_eq_s1_v0_2_k4(insert_1, next, x1, x0);
        rt_acquire(gil_1);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
    }
    RtTensor result;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &result));
    rt_copy(result.data, state, 4 * (x1 * x0));
    return rt_return(call,
                     rt_new_applied(call, list_object, rt_new_tuple(call, 1, (PyObject *[]){rt_new_applied(call, map_object, rt_new_tuple(call, 2, (PyObject *[]){clone_object, rt_new_applied(call, unbind_object, rt_new_tuple(call, 1, (PyObject *[]){result.object}), Py_None)}), Py_None)}), Py_None));
}

/* ---- case_star#1 ----------------------------------------------------------------------------------------------- */
static const RtGuard case_star_s1_v0_2_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 741},
    {"1 <= x.shape[1]", 741},
    {"builtins.range is unchanged", 741},
    {"torch.unbind is unchanged", 741},
    {"torch.clone is unchanged", 741},
    {"builtins.map is unchanged", 741},
    {"builtins.list is unchanged", 741},
};

static void case_star_s1_v0_2_k0_part(int64_t begin, int64_t end, const float *restrict empty,
                                      float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:741  for t in range(x.size(0)): */
        insert[i] = empty[i];
    }
}

static void case_star_s1_v0_2_k0(const float *restrict empty, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        case_star_s1_v0_2_k0_part(0, x1 * x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_star_s1_v0_2_k0_part(begin, end, empty, insert);
        }
    }
}

static void case_star_s1_v0_2_k1_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:742  outs.append(x[t] * 2) */
        const float x_i = x[i];
        /* loops.py:741  for t in range(x.size(0)): */
        insert[i] = x_i * 2.0f;
    }
}

static void case_star_s1_v0_2_k1(const float *restrict x, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_star_s1_v0_2_k1_part(0, x1, x, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_star_s1_v0_2_k1_part(begin, end, x, insert);
        }
    }
}

static void case_star_s1_v0_2_k3_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert,
                                      int64_t k_2, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:742  outs.append(x[t] * 2) */
        const float x_i = x[k_2 * x1 + x1 + i];
        /* loops.py:741  for t in range(x.size(0)): */
        insert[k_2 * x1 + x1 + i] = x_i * 2.0f;
    }
}

static void case_star_s1_v0_2_k3(const float *restrict x, float *restrict insert, int64_t k_2, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_star_s1_v0_2_k3_part(0, x1, x, insert, k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_star_s1_v0_2_k3_part(begin, end, x, insert, k_2, x1);
        }
    }
}

static void case_star_s1_v0_2_k4(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_star_s1_v0_2_k0_part(0, x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_star_s1_v0_2_k0_part(begin, end, insert, clone);
        }
    }
}

/* case_star(x: f32[x0, x1]) */
static RtStatus case_star_s1_v0_2(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    RT_GUARD(call, 4, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_torch_unbind));
    RT_GUARD(call, 6, rt_pinned(call, PINNED_torch_clone));
    RT_GUARD(call, 7, rt_pinned(call, PINNED_builtins_map));
    RT_GUARD(call, 8, rt_pinned(call, PINNED_builtins_list));
    PyObject *list_object = rt_module_global(call, NAME_builtins, NAME_list);
    if (list_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *map_object = rt_module_global(call, NAME_builtins, NAME_map);
    if (map_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *clone_object = rt_module_global(call, NAME_torch, NAME_clone);
    if (clone_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *unbind_object = rt_module_global(call, NAME_torch, NAME_unbind);
    if (unbind_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    float *empty = rt_scratch(call, 4 * (x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * (x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x1 * x0 + x1);
    case_star_s1_v0_2_k0(empty, insert, x1, x0);
    case_star_s1_v0_2_k1(x.data, insert, x1);
    rt_acquire(gil);
    const float *state = insert;
    float *next = rt_scratch(call, 4 * (x1 * x0));
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * (x1 * x0));
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:741  for t in range(x.size(0)): */
    for (int64_t step = 0; step < t; step++) {
        int64_t t_1;
        if (!rt_checked_add(1, step, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_1 < x0;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_1 = rt_release(3 * (x1 * x0) + x1);
        case_star_s1_v0_2_k0(state, insert_1, x1, x0);
        case_star_s1_v0_2_k3(x.data, insert_1, step, x1);
        case_star_s1_v0_2_k4(insert_1, next, x1, x0);
        rt_acquire(gil_1);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
    }
    RtTensor result;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &result));
    rt_copy(result.data, state, 4 * (x1 * x0));
    return rt_return(call,
                     rt_new_applied(call, list_object, rt_new_tuple(call, 1, (PyObject *[]){rt_new_applied(call, map_object, rt_new_tuple(call, 2, (PyObject *[]){clone_object, rt_new_applied(call, unbind_object, rt_new_tuple(call, 1, (PyObject *[]){result.object}), Py_None)}), Py_None)}), Py_None));
}

/* ---- case_unb -------------------------------------------------------------------------------------------------- */
static const RtGuard case_unb_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"1 <= x.shape[0]", 748},
    {"torch.stack is unchanged", 748},
    {"builtins.len is unchanged", 748},
};

static void case_unb_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict clone) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:748  return torch.stack(a), len(a), a[0] + a[-1] */
        const float x_i = x[i];
        clone[i] = x_i;
    }
}

static void case_unb_v0_k0(const float *restrict x, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_unb_v0_k0_part(0, x1 * x0, x, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_unb_v0_k0_part(begin, end, x, clone);
        }
    }
}

static void case_unb_v0_k1_part(int64_t begin, int64_t end, const float *restrict x, float *restrict add, int64_t x1,
                                int64_t x0) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:748  return torch.stack(a), len(a), a[0] + a[-1] */
        const float x_i = x[i];
        const float x_i_1 = x[x1 * x0 + i - x1];
        add[i] = x_i + x_i_1;
    }
}

static void case_unb_v0_k1(const float *restrict x, float *restrict add, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1, 6 * x1);
    if (parts == 1) {
        case_unb_v0_k1_part(0, x1, x, add, x1, x0);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_unb_v0_k1_part(begin, end, x, add, x1, x0);
        }
    }
}

/* case_unb(x: f32[x0, x1]) */
static RtStatus case_unb_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 1 <= x0);
    RT_GUARD(call, 3, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 3, rt_pinned(call, PINNED_torch_stack));
    RT_GUARD(call, 4, rt_pinned(call, PINNED__len));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_builtins_len));
    const int64_t x1 = x.shape[1];
    RtTensor clone;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &clone));
    RtTensor add;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &add));
    void *gil = rt_release(2 * (x1 * x0) + 3 * x1);
    case_unb_v0_k0(x.data, clone.data, x1, x0);
    case_unb_v0_k1(x.data, add.data, x1, x0);
    rt_acquire(gil);
    /* loops.py:748  return torch.stack(a), len(a), a[0] + a[-1] */
    return rt_return(call, rt_new_tuple(call, 3, (PyObject *[]){clone.object, rt_new_int(call, x0), add.object}));
}

/* ---- case_unb_ret ---------------------------------------------------------------------------------------------- */
static const RtGuard case_unb_ret_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"1 <= x.shape[0]", 753},
    {"1 <= x.shape[1]", 753},
};

/* case_unb_ret(x: f32[x0, x1]) */
static RtStatus case_unb_ret_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 1 <= x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    PyObject *view = rt_view(call, x.object, 1, (int64_t[]){x1}, NULL, 0);
    RT_TRY(view != NULL);
    /* loops.py:753  return a[0] */
    return rt_return(call, view);
}

/* ---- case_unb_write -------------------------------------------------------------------------------------------- */
static const RtGuard case_unb_write_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"1 <= x.shape[0]", 759},
    {"1 <= x.shape[1]", 759},
    {"torch.stack is unchanged", 760},
};

static void case_unb_write_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:759  a[0].add_(1) */
        insert[i] = x[i];
    }
}

static void case_unb_write_v0_k0(const float *restrict x, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        case_unb_write_v0_k0_part(0, x1 * x0, x, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_unb_write_v0_k0_part(begin, end, x, insert);
        }
    }
}

static void case_unb_write_v0_k1_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:759  a[0].add_(1) */
        insert[i] = x[i] + 1.0f;
    }
}

static void case_unb_write_v0_k1(const float *restrict x, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_unb_write_v0_k1_part(0, x1, x, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_unb_write_v0_k1_part(begin, end, x, insert);
        }
    }
}

static void case_unb_write_v0_k2_part(int64_t begin, int64_t end, const float *restrict insert,
                                      float *restrict clone_1, float *restrict clone_2) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        const float clone = insert[i];
        /* loops.py:759  a[0].add_(1) */
        clone_1[i] = clone;
        /* loops.py:760  return x, torch.stack(a) */
        clone_2[i] = clone;
    }
}

static void case_unb_write_v0_k2(const float *restrict insert, float *restrict clone_1, float *restrict clone_2,
                                 int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 3 * (x1 * x0));
    if (parts == 1) {
        case_unb_write_v0_k2_part(0, x1 * x0, insert, clone_1, clone_2);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_unb_write_v0_k2_part(begin, end, insert, clone_1, clone_2);
        }
    }
}

/* case_unb_write(x: f32[x0, x1]) */
static RtStatus case_unb_write_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 1 <= x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    RT_GUARD(call, 4, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_torch_stack));
    float *insert = rt_scratch(call, 4 * (x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    RtTensor clone;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &clone));
    RtTensor clone_1;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &clone_1));
    void *gil = rt_release(4 * (x1 * x0) + x1);
    case_unb_write_v0_k0(x.data, insert, x1, x0);
    case_unb_write_v0_k1(x.data, insert, x1);
    case_unb_write_v0_k2(insert, clone.data, clone_1.data, x1, x0);
    rt_acquire(gil);
    PyObject *written = clone.object;
    RT_TRY(rt_set_version(call, written, 1));
    /* loops.py:760  return x, torch.stack(a) */
    return rt_return(call, rt_new_tuple(call, 2, (PyObject *[]){written, clone_1.object}));
}

/* ---- case_unb_write2 ------------------------------------------------------------------------------------------- */
static const RtGuard case_unb_write2_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"1 <= x.shape[1]", 767},
};

static void case_unb_write2_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict x_1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:764  x = x.clone() */
        x_1[i] = x[i];
    }
}

static void case_unb_write2_v0_k0(const float *restrict x, float *restrict x_1, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_unb_write2_v0_k0_part(0, x1 * x0, x, x_1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_unb_write2_v0_k0_part(begin, end, x, x_1);
        }
    }
}

static void case_unb_write2_v0_k1_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        const float x_i = x[i];
        /* loops.py:767  r.add_(1) */
        insert[i] = x_i;
    }
}

static void case_unb_write2_v0_k1(const float *restrict x, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        case_unb_write2_v0_k1_part(0, x1 * x0, x, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_unb_write2_v0_k1_part(begin, end, x, insert);
        }
    }
}

static void case_unb_write2_v0_k2_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:766  for r in a: */
        const float x_i = x[i];
        /* loops.py:767  r.add_(1) */
        insert[i] = x_i + 1.0f;
    }
}

static void case_unb_write2_v0_k2(const float *restrict x, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_unb_write2_v0_k2_part(0, x1, x, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_unb_write2_v0_k2_part(begin, end, x, insert);
        }
    }
}

static void case_unb_write2_v0_k3_part(int64_t begin, int64_t end, const float *restrict insert,
                                       float *restrict clone) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:767  r.add_(1) */
        clone[i] = insert[i];
    }
}

static void case_unb_write2_v0_k3(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_unb_write2_v0_k3_part(0, x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_unb_write2_v0_k3_part(begin, end, insert, clone);
        }
    }
}

static void case_unb_write2_v0_k5_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert,
                                       int64_t k_2, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:766  for r in a: */
        const float x_i = x[k_2 * x1 + x1 + i];
        /* loops.py:767  r.add_(1) */
        insert[k_2 * x1 + x1 + i] = x_i + 1.0f;
    }
}

static void case_unb_write2_v0_k5(const float *restrict x, float *restrict insert, int64_t k_2, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_unb_write2_v0_k5_part(0, x1, x, insert, k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_unb_write2_v0_k5_part(begin, end, x, insert, k_2, x1);
        }
    }
}

/* case_unb_write2(x: f32[x0, x1]) */
static RtStatus case_unb_write2_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 2, 1 <= x1);
    const int64_t x0 = x.shape[0];
    RtTensor x_1;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &x_1));
    void *gil = rt_release(2 * (x1 * x0));
    /* loops.py:766  for r in a: */
    const bool lt = 0 < x0;
    case_unb_write2_v0_k0(x.data, x_1.data, x1, x0);
    rt_acquire(gil);
    RtTensor chosen;
    int64_t chosen_1 = 0;
    if (lt) {
        const bool not = !lt;
        /* loops.py:767  r.add_(1) */
        const bool le = 1 <= x1;
        const bool not_1 = !le;
        const bool le_1 = 1 <= x0;
        const bool not_2 = !le_1;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        if (not_1) {
            return rt_miss(call, "sizes do not agree");
        }
        if (not_2) {
            return rt_miss(call, "sizes do not agree");
        }
        if (not_1) {
            return rt_miss(call, "sizes do not agree");
        }
        float *insert = rt_scratch(call, 4 * (x1 * x0));
        if (insert == NULL) {
            return rt_miss(call, "out of memory");
        }
        void *gil_1 = rt_release(x1 * x0 + x1);
        case_unb_write2_v0_k1(x_1.data, insert, x1, x0);
        case_unb_write2_v0_k2(x_1.data, insert, x1);
        rt_acquire(gil_1);
        if (not_1) {
            return rt_miss(call, "sizes do not agree");
        }
        float *clone = rt_scratch(call, 4 * (x1 * x0));
        if (clone == NULL) {
            return rt_miss(call, "out of memory");
        }
        void *gil_2 = rt_release(2 * (x1 * x0));
        case_unb_write2_v0_k3(insert, clone, x1, x0);
        rt_acquire(gil_2);
        const float *state = clone;
        float *next = rt_scratch(call, 4 * (x1 * x0));
        if (next == NULL) {
            return rt_miss(call, "out of memory");
        }
        float *spare = rt_scratch(call, 4 * (x1 * x0));
        if (spare == NULL) {
            return rt_miss(call, "out of memory");
        }
        int64_t t;
        if (!rt_checked_add(-1, x0, &t)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        float *insert_1 = insert;
        /* loops.py:766  for r in a: */
        for (int64_t step = 0; step < t; step++) {
            void *gil_3 = rt_release(3 * (x1 * x0) + x1);
            case_unb_write2_v0_k1(state, insert_1, x1, x0);
            case_unb_write2_v0_k5(state, insert_1, step, x1);
            case_unb_write2_v0_k3(insert_1, next, x1, x0);
            rt_acquire(gil_3);
            state = next;
            float *old = next;
            next = spare;
            spare = old;
        }
        RtTensor result;
        RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &result));
        rt_copy(result.data, state, 4 * (x1 * x0));
        chosen = result;
        chosen_1 = x0;
    } else {
        chosen = x_1;
        chosen_1 = 0;
    }
    PyObject *written = chosen.object;
    RT_TRY(rt_set_version(call, written, chosen_1));
    /* loops.py:768  return x */
    return rt_return(call, written);
}

/* ---- case_comp_eff#1 ------------------------------------------------------------------------------------------- */
static const RtGuard case_comp_eff_s1_v0_2_guards[] = {
    {"", 0},
};

/* case_comp_eff() */
static RtStatus case_comp_eff_s1_v0_2(RtCall *call) {
    /* loops.py:772  log = [] */
    return rt_return(call, rt_new_list(call, 0, NULL));
}

/* ---- case_comp_eff#2 ------------------------------------------------------------------------------------------- */
static const RtGuard case_comp_eff_s2_v0_guards[] = {
    {"x: Tensor, f32, any rank", 0},
    {"type(log) is list", 0},
    {"len(log) == 0", 0},
    {"x: contiguous", 0},
    {"builtins.len is unchanged", 774},
};

static void case_comp_eff_s2_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict mul) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:774  return x * len(log) */
        mul[i] = x[i] * 0.0f;
    }
}

static void case_comp_eff_s2_v0_k0(const float *restrict x, float *restrict mul, int64_t n) {
    const int parts = rt_parts(n, 4 * n);
    if (parts == 1) {
        case_comp_eff_s2_v0_k0_part(0, n, x, mul);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_comp_eff_s2_v0_k0_part(begin, end, x, mul);
        }
    }
}

/* case_comp_eff(x: f32[...], log: list) */
static RtStatus case_comp_eff_s2_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, -1, &x));
    RT_GUARD(call, 1, rt_is_type(call->args[1], RT_TYPE_LIST));
    RT_GUARD(call, 2, rt_len(call->args[1]) == 0);
    RT_GUARD(call, 3, rt_row_major(&x));
    RT_GUARD(call, 4, rt_pinned(call, PINNED__len));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_builtins_len));
    const int64_t n = rt_numel(&x);
    RtTensor mul;
    RT_TRY(rt_output(call, RT_F32, x.ndim, x.shape, NULL, &mul));
    void *gil = rt_release(3 * n);
    case_comp_eff_s2_v0_k0(x.data, mul.data, n);
    rt_acquire(gil);
    /* loops.py:774  return x * len(log) */
    return rt_return(call, mul.object);
}

/* ---- case_enum_iter#1 ------------------------------------------------------------------------------------------ */
static const RtGuard case_enum_iter_s1_v0_3_guards[] = {
    {"", 0},
};

/* case_enum_iter() */
static RtStatus case_enum_iter_s1_v0_3(RtCall *call) {
    /* loops.py:789  pass */
    return rt_return(call, rt_new_tuple(call, 0, NULL));
}

/* ---- case_enum_iter#2 ------------------------------------------------------------------------------------------ */
static const RtGuard case_enum_iter_s2_v0_2_guards[] = {
    {"x: Tensor, f32, any rank", 0},
    {"x: contiguous", 0},
};

static void case_enum_iter_s2_v0_2_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict x_2) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:791  x = x + 1 */
        const float x_1 = x[i] + 1.0f;
        x_2[i] = x_1;
    }
}

static void case_enum_iter_s2_v0_2_k0(const float *restrict x, float *restrict x_2, int64_t n) {
    const int parts = rt_parts(n, 4 * n);
    if (parts == 1) {
        case_enum_iter_s2_v0_2_k0_part(0, n, x, x_2);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_enum_iter_s2_v0_2_k0_part(begin, end, x, x_2);
        }
    }
}

/* case_enum_iter(x: f32[...]) */
static RtStatus case_enum_iter_s2_v0_2(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, -1, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t n = rt_numel(&x);
    RtTensor x_1;
    RT_TRY(rt_output(call, RT_F32, x.ndim, x.shape, NULL, &x_1));
    void *gil = rt_release(3 * n);
    case_enum_iter_s2_v0_2_k0(x.data, x_1.data, n);
    rt_acquire(gil);
    /* loops.py:791  x = x + 1 */
    return rt_return(call, x_1.object);
}

/* ---- case_enum_iter#3 ------------------------------------------------------------------------------------------ */
static const RtGuard case_enum_iter_s3_v0_guards[] = {
    {"x: Tensor, f32, any rank", 0},
    {"x: contiguous", 0},
};

/* case_enum_iter(x: f32[...]) */
static RtStatus case_enum_iter_s3_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, -1, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    /* loops.py:792  return x */
    return rt_return(call, call->args[0]);
}

/* ---- case_zip_len#1 -------------------------------------------------------------------------------------------- */
static const RtGuard case_zip_len_s1_v0_2_guards[] = {
    {"", 0},
};

/* case_zip_len() */
static RtStatus case_zip_len_s1_v0_2(RtCall *call) {
    /* loops.py:796  s = 0 */
    return rt_return(call, rt_new_int(call, 0));
}

/* ---- case_zip_len#2 -------------------------------------------------------------------------------------------- */
static const RtGuard case_zip_len_s2_v0_guards[] = {
    {"type(s) is int", 0},
    {"a: Tensor, f32, any rank", 0},
    {"b: Tensor, f32, any rank", 0},
    {"a: contiguous", 0},
    {"b: contiguous", 0},
    {"b.shape == a.shape", 0},
};

static void case_zip_len_s2_v0_k0_part(int64_t begin, int64_t end, const float *restrict a, const float *restrict b,
                                       double *sum_out, double *sum_1_out) {
    double sum = 0.0;
    double sum_1 = 0.0;
    for (int64_t block = begin; block < end; block += 4096) {
        const int64_t stop = rt_min_i64(block + 4096, end);
        float sum_2 = 0.0f;
        float sum_3 = 0.0f;
        const int64_t rest = stop - (stop - block) % RT_LANES;
        float lanes[RT_LANES];
        rt_clear_lanes_f32(lanes);
        float lanes_1[RT_LANES];
        rt_clear_lanes_f32(lanes_1);
        for (int64_t chunk = block; chunk < rest; chunk += RT_LANES) {
#pragma omp simd
            for (int64_t lane = 0; lane < RT_LANES; lane++) {
                /* loops.py:798  s = s + a.sum() * b.sum() */
                lanes[lane] += a[chunk + lane];
                lanes_1[lane] += b[chunk + lane];
            }
        }
        sum_2 += rt_sum_lanes_f32(lanes);
        sum_3 += rt_sum_lanes_f32(lanes_1);
        if (rest < stop) {
#pragma omp simd reduction(+ : sum_2) reduction(+ : sum_3)
            for (int64_t i = rest; i < stop; i++) {
                sum_2 += a[i];
                sum_3 += b[i];
            }
        }
        sum += (double)sum_2;
        sum_1 += (double)sum_3;
    }
    *sum_out = sum;
    *sum_1_out = sum_1;
}

static void case_zip_len_s2_v0_k0(const float *restrict a, const float *restrict b, float *restrict s_1, int64_t n,
                                  float size) {
    /* loops.py:798  s = s + a.sum() * b.sum() */
    double sum_of[RT_PARTS_MAX];
    double sum_1_of[RT_PARTS_MAX];
    const int parts = rt_parts(n, n);
    if (parts == 1) {
        case_zip_len_s2_v0_k0_part(0, n, a, b, &sum_of[0], &sum_1_of[0]);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(n, part, parts);
            const int64_t end = rt_part_begin(n, part + 1, parts);
            case_zip_len_s2_v0_k0_part(begin, end, a, b, &sum_of[part], &sum_1_of[part]);
        }
    }
    double sum_4 = sum_of[0];
    double sum_5 = sum_1_of[0];
    for (int64_t share = 1; share < parts; share++) {
        sum_4 += sum_of[share];
        sum_5 += sum_1_of[share];
    }
    const float sum_6 = (float)sum_4;
    const float sum_7 = (float)sum_5;
    const float s = sum_6 * sum_7 + size;
    *s_1 = s;
}

/* case_zip_len(s: int, a: f32[...], b: f32[...]) */
static RtStatus case_zip_len_s2_v0(RtCall *call) {
    int64_t s;
    RT_GUARD(call, 0, rt_int(call->args[0], &s));
    RtTensor a;
    RT_GUARD(call, 1, rt_tensor(call, call->args[1], RT_F32, -1, &a));
    RtTensor b;
    RT_GUARD(call, 2, rt_tensor(call, call->args[2], RT_F32, -1, &b));
    RT_GUARD(call, 3, rt_row_major(&a));
    RT_GUARD(call, 4, rt_row_major(&b));
    RT_GUARD(call, 5, rt_same_shape(&b, &a));
    const int64_t n = rt_numel(&a);
    RtTensor s_1;
    RT_TRY(rt_output(call, RT_F32, 0, NULL, NULL, &s_1));
    void *gil = rt_release(5 * n);
    case_zip_len_s2_v0_k0(a.data, b.data, s_1.data, n, (float)s);
    rt_acquire(gil);
    /* loops.py:798  s = s + a.sum() * b.sum() */
    return rt_return(call, s_1.object);
}

/* ---- case_zip_len#3 -------------------------------------------------------------------------------------------- */
static const RtGuard case_zip_len_s3_v0_guards[] = {
    {"type(s) is int", 0},
};

/* case_zip_len(s: int) */
static RtStatus case_zip_len_s3_v0(RtCall *call) {
    int64_t s;
    RT_GUARD(call, 0, rt_int(call->args[0], &s));
    /* loops.py:799  return s */
    return rt_return(call, rt_new_int(call, s));
}

/* ---- case_tuple_struct ----------------------------------------------------------------------------------------- */
static const RtGuard case_tuple_struct_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 803},
    {"builtins.range is unchanged", 804},
};

static void case_tuple_struct_v0_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict add) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:803  st = (x[0], 0) */
        const float x_i = x[i];
        /* loops.py:805  st = (st[0] * 0.5 + x[i], st[1] + i) */
        add[i] = x_i * 0.5f + x_i;
    }
}

static void case_tuple_struct_v0_k0(const float *restrict x, float *restrict add, int64_t x1) {
    const int parts = rt_parts(x1, 7 * x1);
    if (parts == 1) {
        case_tuple_struct_v0_k0_part(0, x1, x, add);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_tuple_struct_v0_k0_part(begin, end, x, add);
        }
    }
}

static void case_tuple_struct_v0_k1_part(int64_t begin, int64_t end, const float *restrict x,
                                         const float *restrict x_1, float *restrict add, int64_t k_2, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:805  st = (st[0] * 0.5 + x[i], st[1] + i) */
        const float x_i = x_1[k_2 * x1 + x1 + i];
        add[i] = x[i] * 0.5f + x_i;
    }
}

static void case_tuple_struct_v0_k1(const float *restrict x, const float *restrict x_1, float *restrict add,
                                    int64_t k_2, int64_t x1) {
    const int parts = rt_parts(x1, 8 * x1);
    if (parts == 1) {
        case_tuple_struct_v0_k1_part(0, x1, x, x_1, add, k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_tuple_struct_v0_k1_part(begin, end, x, x_1, add, k_2, x1);
        }
    }
}

/* case_tuple_struct(x: f32[x0, x1]) */
static RtStatus case_tuple_struct_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    RT_GUARD(call, 3, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 3, rt_pinned(call, PINNED_builtins_range));
    const int64_t x1 = x.shape[1];
    float *add = rt_scratch(call, 4 * x1);
    if (add == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(3 * x1);
    case_tuple_struct_v0_k0(x.data, add, x1);
    rt_acquire(gil);
    const float *state = add;
    float *next = rt_scratch(call, 4 * x1);
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * x1);
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t state_1 = 0;
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    /* loops.py:804  for i in range(x.size(0)): */
    for (int64_t step = 0; step < t; step++) {
        void *gil_1 = rt_release(3 * x1);
        case_tuple_struct_v0_k1(state, x.data, next, step, x1);
        rt_acquire(gil_1);
        int64_t t_1;
        int64_t t_2;
        if (!(rt_checked_add(1, step, &t_1) && rt_checked_add(t_1, state_1, &t_2))) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        state = next;
        float *old = next;
        next = spare;
        spare = old;
        const int64_t new_state = t_2;
        state_1 = new_state;
    }
    RtTensor result;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &result));
    rt_copy(result.data, state, 4 * x1);
    /* loops.py:806  return st */
    return rt_return(call, rt_new_tuple(call, 2, (PyObject *[]){result.object, rt_new_int(call, state_1)}));
}

/* ---- case_tuple_change#1 --------------------------------------------------------------------------------------- */
static const RtGuard case_tuple_change_s1_v0_2_guards[] = {
    {"", 0},
};

/* case_tuple_change() */
static RtStatus case_tuple_change_s1_v0_2(RtCall *call) {
    /* loops.py:810  st = () */
    return rt_return(call, rt_new_tuple(call, 0, NULL));
}

/* ---- case_ret_outs --------------------------------------------------------------------------------------------- */
static const RtGuard case_ret_outs_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 818},
    {"1 <= x.shape[1]", 818},
    {"builtins.range is unchanged", 818},
    {"torch.unbind is unchanged", 820},
    {"torch.clone is unchanged", 820},
    {"builtins.map is unchanged", 820},
    {"builtins.list is unchanged", 820},
};

static void case_ret_outs_v0_k0_part(int64_t begin, int64_t end, const float *restrict empty, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:818  for t in range(x.size(0)): */
        insert[i] = empty[i];
    }
}

static void case_ret_outs_v0_k0(const float *restrict empty, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        case_ret_outs_v0_k0_part(0, x1 * x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_ret_outs_v0_k0_part(begin, end, empty, insert);
        }
    }
}

static void case_ret_outs_v0_k1_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:819  outs.append(x[t] * 2) */
        const float x_i = x[i];
        /* loops.py:818  for t in range(x.size(0)): */
        insert[i] = x_i * 2.0f;
    }
}

static void case_ret_outs_v0_k1(const float *restrict x, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_ret_outs_v0_k1_part(0, x1, x, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_ret_outs_v0_k1_part(begin, end, x, insert);
        }
    }
}

static void case_ret_outs_v0_k3_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert,
                                     int64_t k_2, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:819  outs.append(x[t] * 2) */
        const float x_i = x[k_2 * x1 + x1 + i];
        /* loops.py:818  for t in range(x.size(0)): */
        insert[k_2 * x1 + x1 + i] = x_i * 2.0f;
    }
}

static void case_ret_outs_v0_k3(const float *restrict x, float *restrict insert, int64_t k_2, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_ret_outs_v0_k3_part(0, x1, x, insert, k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_ret_outs_v0_k3_part(begin, end, x, insert, k_2, x1);
        }
    }
}

static void case_ret_outs_v0_k4(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_ret_outs_v0_k0_part(0, x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_ret_outs_v0_k0_part(begin, end, insert, clone);
        }
    }
}

/* case_ret_outs(x: f32[x0, x1]) */
static RtStatus case_ret_outs_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    RT_GUARD(call, 4, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_torch_unbind));
    RT_GUARD(call, 6, rt_pinned(call, PINNED_torch_clone));
    RT_GUARD(call, 7, rt_pinned(call, PINNED_builtins_map));
    RT_GUARD(call, 8, rt_pinned(call, PINNED_builtins_list));
    PyObject *list_object = rt_module_global(call, NAME_builtins, NAME_list);
    if (list_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *map_object = rt_module_global(call, NAME_builtins, NAME_map);
    if (map_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *clone_object = rt_module_global(call, NAME_torch, NAME_clone);
    if (clone_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    PyObject *unbind_object = rt_module_global(call, NAME_torch, NAME_unbind);
    if (unbind_object == NULL) {
        return rt_miss(call, "an object is not there");
    }
    float *empty = rt_scratch(call, 4 * (x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * (x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x1 * x0 + x1);
    case_ret_outs_v0_k0(empty, insert, x1, x0);
    case_ret_outs_v0_k1(x.data, insert, x1);
    rt_acquire(gil);
    const float *state = insert;
    float *next = rt_scratch(call, 4 * (x1 * x0));
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * (x1 * x0));
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:818  for t in range(x.size(0)): */
    for (int64_t step = 0; step < t; step++) {
        int64_t t_1;
        if (!rt_checked_add(1, step, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_1 < x0;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_1 = rt_release(3 * (x1 * x0) + x1);
        case_ret_outs_v0_k0(state, insert_1, x1, x0);
        case_ret_outs_v0_k3(x.data, insert_1, step, x1);
        case_ret_outs_v0_k4(insert_1, next, x1, x0);
        rt_acquire(gil_1);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
    }
    RtTensor result;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &result));
    rt_copy(result.data, state, 4 * (x1 * x0));
    /* loops.py:820  return outs */
    return rt_return(call,
                     rt_new_applied(call, list_object, rt_new_tuple(call, 1, (PyObject *[]){rt_new_applied(call, map_object, rt_new_tuple(call, 2, (PyObject *[]){clone_object, rt_new_applied(call, unbind_object, rt_new_tuple(call, 1, (PyObject *[]){result.object}), Py_None)}), Py_None)}), Py_None));
}

/* ---- case_try -------------------------------------------------------------------------------------------------- */
static const RtGuard case_try_v0_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 826},
    {"1 <= x.shape[1]", 826},
    {"builtins.range is unchanged", 826},
    {"torch.stack is unchanged", 828},
};

static void case_try_v0_k0_part(int64_t begin, int64_t end, const float *restrict empty, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:826  for t in range(x.size(0)): */
        insert[i] = empty[i];
    }
}

static void case_try_v0_k0(const float *restrict empty, float *restrict insert, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, x1 * x0);
    if (parts == 1) {
        case_try_v0_k0_part(0, x1 * x0, empty, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_try_v0_k0_part(begin, end, empty, insert);
        }
    }
}

static void case_try_v0_k1_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:827  outs.append(x[t] * 2) */
        const float x_i = x[i];
        /* loops.py:826  for t in range(x.size(0)): */
        insert[i] = x_i * 2.0f;
    }
}

static void case_try_v0_k1(const float *restrict x, float *restrict insert, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_try_v0_k1_part(0, x1, x, insert);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_try_v0_k1_part(begin, end, x, insert);
        }
    }
}

static void case_try_v0_k3_part(int64_t begin, int64_t end, const float *restrict x, float *restrict insert,
                                int64_t k_2, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:827  outs.append(x[t] * 2) */
        const float x_i = x[k_2 * x1 + x1 + i];
        /* loops.py:826  for t in range(x.size(0)): */
        insert[k_2 * x1 + x1 + i] = x_i * 2.0f;
    }
}

static void case_try_v0_k3(const float *restrict x, float *restrict insert, int64_t k_2, int64_t x1) {
    const int parts = rt_parts(x1, x1);
    if (parts == 1) {
        case_try_v0_k3_part(0, x1, x, insert, k_2, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_try_v0_k3_part(begin, end, x, insert, k_2, x1);
        }
    }
}

static void case_try_v0_k4(const float *restrict insert, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_try_v0_k0_part(0, x1 * x0, insert, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_try_v0_k0_part(begin, end, insert, clone);
        }
    }
}

static void case_try_v0_k5_part(int64_t begin, int64_t end, const float *restrict x, float *restrict clone) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:828  return torch.stack(outs) */
        clone[i] = x[i];
    }
}

static void case_try_v0_k5(const float *restrict x, float *restrict clone, int64_t x1, int64_t x0) {
    const int parts = rt_parts(x1 * x0, 2 * (x1 * x0));
    if (parts == 1) {
        case_try_v0_k5_part(0, x1 * x0, x, clone);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1 * x0, part, parts);
            const int64_t end = rt_part_begin(x1 * x0, part + 1, parts);
            case_try_v0_k5_part(begin, end, x, clone);
        }
    }
}

/* case_try(x: f32[x0, x1]) */
static RtStatus case_try_v0(RtCall *call) {
    RtTensor x;
    RT_GUARD(call, 0, rt_tensor(call, call->args[0], RT_F32, 2, &x));
    RT_GUARD(call, 1, rt_row_major(&x));
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 2, 0 < x0);
    const int64_t x1 = x.shape[1];
    RT_GUARD(call, 3, 1 <= x1);
    RT_GUARD(call, 4, rt_pinned(call, PINNED__range));
    RT_GUARD(call, 4, rt_pinned(call, PINNED_builtins_range));
    RT_GUARD(call, 5, rt_pinned(call, PINNED__torch));
    RT_GUARD(call, 5, rt_pinned(call, PINNED_torch_stack));
    float *empty = rt_scratch(call, 4 * (x1 * x0));
    if (empty == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *insert = rt_scratch(call, 4 * (x1 * x0));
    if (insert == NULL) {
        return rt_miss(call, "out of memory");
    }
    void *gil = rt_release(x1 * x0 + x1);
    case_try_v0_k0(empty, insert, x1, x0);
    case_try_v0_k1(x.data, insert, x1);
    rt_acquire(gil);
    const float *state = insert;
    float *next = rt_scratch(call, 4 * (x1 * x0));
    if (next == NULL) {
        return rt_miss(call, "out of memory");
    }
    float *spare = rt_scratch(call, 4 * (x1 * x0));
    if (spare == NULL) {
        return rt_miss(call, "out of memory");
    }
    int64_t t;
    if (!rt_checked_add(-1, x0, &t)) {
        return rt_miss(call, "an integer does not fit 64 bits");
    }
    float *insert_1 = empty;
    /* loops.py:826  for t in range(x.size(0)): */
    for (int64_t step = 0; step < t; step++) {
        int64_t t_1;
        if (!rt_checked_add(1, step, &t_1)) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        const bool lt = t_1 < x0;
        const bool not = !lt;
        if (not) {
            return rt_miss(call, "sizes do not agree");
        }
        void *gil_1 = rt_release(3 * (x1 * x0) + x1);
        case_try_v0_k0(state, insert_1, x1, x0);
        case_try_v0_k3(x.data, insert_1, step, x1);
        case_try_v0_k4(insert_1, next, x1, x0);
        rt_acquire(gil_1);
        state = next;
        float *old = next;
        next = spare;
        spare = old;
    }
    RtTensor clone;
    RT_TRY(rt_output(call, RT_F32, 2, (int64_t[]){x0, x1}, NULL, &clone));
    void *gil_2 = rt_release(2 * (x1 * x0));
    case_try_v0_k5(state, clone.data, x1, x0);
    rt_acquire(gil_2);
    /* loops.py:825  try: */
    return rt_return(call, clone.object);
}

/* ---- case_if_loop#1 -------------------------------------------------------------------------------------------- */
static const RtGuard case_if_loop_s1_v0_2_guards[] = {
    {"", 0},
};

/* case_if_loop() */
static RtStatus case_if_loop_s1_v0_2(RtCall *call) {
    /* loops.py:834  outs = [] */
    return rt_return(call, rt_new_list(call, 0, NULL));
}

/* ---- case_if_loop#2 -------------------------------------------------------------------------------------------- */
static const RtGuard case_if_loop_s2_v0_2_guards[] = {
    {"type(outs) is list", 0},
    {"x: Tensor, f32, rank 2", 0},
    {"type(t) is int", 0},
    {"x: contiguous", 0},
    {"0 <= t", 837},
    {"t < x.shape[0]", 837},
};

static void case_if_loop_s2_v0_2_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict mul,
                                         int64_t t, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:837  outs.append(x[t] * 2) */
        mul[i] = x[t * x1 + i] * 2.0f;
    }
}

static void case_if_loop_s2_v0_2_k0(const float *restrict x, float *restrict mul, int64_t t, int64_t x1) {
    const int parts = rt_parts(x1, 5 * x1);
    if (parts == 1) {
        case_if_loop_s2_v0_2_k0_part(0, x1, x, mul, t, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_if_loop_s2_v0_2_k0_part(begin, end, x, mul, t, x1);
        }
    }
}

/* case_if_loop(outs: any, x: f32[x0, x1], t: int) */
static RtStatus case_if_loop_s2_v0_2(RtCall *call) {
    RT_GUARD(call, 0, rt_is_type(call->args[0], RT_TYPE_LIST));
    RtTensor x;
    RT_GUARD(call, 1, rt_tensor(call, call->args[1], RT_F32, 2, &x));
    int64_t t;
    RT_GUARD(call, 2, rt_int(call->args[2], &t));
    RT_GUARD(call, 3, rt_row_major(&x));
    RT_GUARD(call, 4, 0 <= t);
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 5, t < x0);
    const int64_t x1 = x.shape[1];
    RtTensor mul;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &mul));
    void *gil = rt_release(3 * x1);
    case_if_loop_s2_v0_2_k0(x.data, mul.data, t, x1);
    rt_acquire(gil);
    PyObject *result = rt_new_tuple(call, 0, NULL);
    PyObject *stored = mul.object;
    RT_TRY(stored != NULL);
    RT_TRY(result != NULL);
    RT_TRY(rt_append(call->args[0], stored));
    /* loops.py:837  outs.append(x[t] * 2) */
    return rt_return(call, result);
}

/* ---- case_if_loop#3 -------------------------------------------------------------------------------------------- */
static const RtGuard case_if_loop_s3_v0_2_guards[] = {
    {"type(outs) is list", 0},
    {"x: Tensor, f32, rank 2", 0},
    {"type(t) is int", 0},
    {"x: contiguous", 0},
    {"0 <= t", 840},
    {"t < x.shape[0]", 840},
};

static void case_if_loop_s3_v0_2_k0_part(int64_t begin, int64_t end, const float *restrict x, float *restrict mul,
                                         int64_t t, int64_t x1) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* loops.py:840  outs.append(x[t] * 3) */
        mul[i] = x[t * x1 + i] * 3.0f;
    }
}

static void case_if_loop_s3_v0_2_k0(const float *restrict x, float *restrict mul, int64_t t, int64_t x1) {
    const int parts = rt_parts(x1, 5 * x1);
    if (parts == 1) {
        case_if_loop_s3_v0_2_k0_part(0, x1, x, mul, t, x1);
    } else {
#pragma omp parallel for num_threads(parts) schedule(static, 1)
        for (int part = 0; part < parts; part++) {
            const int64_t begin = rt_part_begin(x1, part, parts);
            const int64_t end = rt_part_begin(x1, part + 1, parts);
            case_if_loop_s3_v0_2_k0_part(begin, end, x, mul, t, x1);
        }
    }
}

/* case_if_loop(outs: any, x: f32[x0, x1], t: int) */
static RtStatus case_if_loop_s3_v0_2(RtCall *call) {
    RT_GUARD(call, 0, rt_is_type(call->args[0], RT_TYPE_LIST));
    RtTensor x;
    RT_GUARD(call, 1, rt_tensor(call, call->args[1], RT_F32, 2, &x));
    int64_t t;
    RT_GUARD(call, 2, rt_int(call->args[2], &t));
    RT_GUARD(call, 3, rt_row_major(&x));
    RT_GUARD(call, 4, 0 <= t);
    const int64_t x0 = x.shape[0];
    RT_GUARD(call, 5, t < x0);
    const int64_t x1 = x.shape[1];
    RtTensor mul;
    RT_TRY(rt_output(call, RT_F32, 1, (int64_t[]){x1}, NULL, &mul));
    void *gil = rt_release(3 * x1);
    case_if_loop_s3_v0_2_k0(x.data, mul.data, t, x1);
    rt_acquire(gil);
    PyObject *result = rt_new_tuple(call, 0, NULL);
    PyObject *stored = mul.object;
    RT_TRY(stored != NULL);
    RT_TRY(result != NULL);
    RT_TRY(rt_append(call->args[0], stored));
    /* loops.py:840  outs.append(x[t] * 3) */
    return rt_return(call, result);
}

/* ---- tables ----------------------------------------------------------------------------------------------------- */
static const RtVariant entry_0_variants[] = {
    {
        .name = "case_rnn_v0",
        .signature = "case_rnn(x: f32[x0, x1])",
        .run = case_rnn_v0,
        .backend = "c",
        .guards = case_rnn_v0_guards,
        .guard_count = 9,
        .fused = 13,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_1_variants[] = {
    {
        .name = "case_rnn2_v0",
        .signature = "case_rnn2(x: f32[x0, x1])",
        .run = case_rnn2_v0,
        .backend = "c",
        .guards = case_rnn2_v0_guards,
        .guard_count = 7,
        .fused = 18,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_2_variants[] = {
    {
        .name = "case_rnn3_v0",
        .signature = "case_rnn3(x: f32[x0, x1])",
        .run = case_rnn3_v0,
        .backend = "c",
        .guards = case_rnn3_v0_guards,
        .guard_count = 8,
        .fused = 18,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_3_variants[] = {
    {
        .name = "case_comp_v0",
        .signature = "case_comp(x: f32[x0, x1])",
        .run = case_comp_v0,
        .backend = "c",
        .guards = case_comp_v0_guards,
        .guard_count = 6,
        .fused = 10,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_4_variants[] = {
    {
        .name = "case_comp3_v0",
        .signature = "case_comp3(x: f32[x0, x1])",
        .run = case_comp3_v0,
        .backend = "c",
        .guards = case_comp3_v0_guards,
        .guard_count = 5,
        .fused = 10,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_5_variants[] = {
    {
        .name = "case_genexp_v0",
        .signature = "case_genexp(x: f32[x0, x1])",
        .run = case_genexp_v0,
        .backend = "c",
        .guards = case_genexp_v0_guards,
        .guard_count = 6,
        .fused = 10,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_6_variants[] = {
    {
        .name = "case_listfill_s1_v0_3",
        .signature = "case_listfill(x: f32[x0, x1], i: int, out: f32[out0, x1])",
        .run = case_listfill_s1_v0_3,
        .backend = "c",
        .guards = case_listfill_s1_v0_3_guards,
        .guard_count = 11,
        .fused = 5,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_7_variants[] = {
    {
        .name = "case_rowwrite_v0",
        .signature = "case_rowwrite(x: f32[x0, x1])",
        .run = case_rowwrite_v0,
        .backend = "c",
        .guards = case_rowwrite_v0_guards,
        .guard_count = 5,
        .fused = 9,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_8_variants[] = {
    {
        .name = "case_enumr_v0",
        .signature = "case_enumr(x: f32[x0, x1])",
        .run = case_enumr_v0,
        .backend = "c",
        .guards = case_enumr_v0_guards,
        .guard_count = 5,
        .fused = 7,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_9_variants[] = {
    {
        .name = "case_zipr_s1_v0_2",
        .signature = "case_zipr()",
        .run = case_zipr_s1_v0_2,
        .backend = "c",
        .guards = case_zipr_s1_v0_2_guards,
        .guard_count = 0,
        .fused = 0,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_10_variants[] = {
    {
        .name = "case_zipr_s2_v0",
        .signature = "case_zipr(s: f32[...], a: f32[...], b: f32[...])",
        .run = case_zipr_s2_v0,
        .backend = "c",
        .guards = case_zipr_s2_v0_guards,
        .guard_count = 8,
        .fused = 3,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_11_variants[] = {
    {
        .name = "case_zipr_s3_v0",
        .signature = "case_zipr(s: f32[...])",
        .run = case_zipr_s3_v0,
        .backend = "c",
        .guards = case_zipr_s3_v0_guards,
        .guard_count = 2,
        .fused = 0,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_12_variants[] = {
    {
        .name = "case_break_data_v0",
        .signature = "case_break_data(x: f32[x0, x1])",
        .run = case_break_data_v0,
        .backend = "c",
        .guards = case_break_data_v0_guards,
        .guard_count = 3,
        .fused = 10,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_13_variants[] = {
    {
        .name = "case_break_fixed_v0",
        .signature = "case_break_fixed(x: f32[...])",
        .run = case_break_fixed_v0,
        .backend = "c",
        .guards = case_break_fixed_v0_guards,
        .guard_count = 3,
        .fused = 55,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_14_variants[] = {
    {
        .name = "case_break_long_v0",
        .signature = "case_break_long(x: f32[...])",
        .run = case_break_long_v0,
        .backend = "c",
        .guards = case_break_long_v0_guards,
        .guard_count = 3,
        .fused = 12,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_15_variants[] = {
    {
        .name = "case_while_true_v0",
        .signature = "case_while_true(x: f32[...])",
        .run = case_while_true_v0,
        .backend = "c",
        .guards = case_while_true_v0_guards,
        .guard_count = 2,
        .fused = 12,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_16_variants[] = {
    {
        .name = "case_while_true_ret_v0",
        .signature = "case_while_true_ret(x: f32[...])",
        .run = case_while_true_ret_v0,
        .backend = "c",
        .guards = case_while_true_ret_v0_guards,
        .guard_count = 2,
        .fused = 12,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_17_variants[] = {
    {
        .name = "case_newton_v0",
        .signature = "case_newton(x: f32[...])",
        .run = case_newton_v0,
        .backend = "c",
        .guards = case_newton_v0_guards,
        .guard_count = 3,
        .fused = 21,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_18_variants[] = {
    {
        .name = "case_newton2_v0",
        .signature = "case_newton2(x: f32[...])",
        .run = case_newton2_v0,
        .backend = "c",
        .guards = case_newton2_v0_guards,
        .guard_count = 4,
        .fused = 33,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_19_variants[] = {
    {
        .name = "case_continue_v0",
        .signature = "case_continue(x: f32[x0, x1])",
        .run = case_continue_v0,
        .backend = "c",
        .guards = case_continue_v0_guards,
        .guard_count = 5,
        .fused = 11,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_20_variants[] = {
    {
        .name = "case_continue2_v0",
        .signature = "case_continue2(x: f32[x0, x1])",
        .run = case_continue2_v0,
        .backend = "c",
        .guards = case_continue2_v0_guards,
        .guard_count = 5,
        .fused = 5,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_21_variants[] = {
    {
        .name = "case_ret_loop_v0",
        .signature = "case_ret_loop(x: f32[x0, x1])",
        .run = case_ret_loop_v0,
        .backend = "c",
        .guards = case_ret_loop_v0_guards,
        .guard_count = 4,
        .fused = 11,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_22_variants[] = {
    {
        .name = "case_forelse_s1_v0",
        .signature = "case_forelse(x: f32[x0, x1], i: int)",
        .run = case_forelse_s1_v0,
        .backend = "c",
        .guards = case_forelse_s1_v0_guards,
        .guard_count = 5,
        .fused = 2,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_23_variants[] = {
    {
        .name = "case_forelse_s2_v0",
        .signature = "case_forelse(x: f32[x0, x1])",
        .run = case_forelse_s2_v0,
        .backend = "c",
        .guards = case_forelse_s2_v0_guards,
        .guard_count = 3,
        .fused = 2,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_24_variants[] = {
    {
        .name = "case_whileelse_v0",
        .signature = "case_whileelse(x: f32[x0, x1])",
        .run = case_whileelse_v0,
        .backend = "c",
        .guards = case_whileelse_v0_guards,
        .guard_count = 2,
        .fused = 11,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_25_variants[] = {
    {
        .name = "case_nested_v0",
        .signature = "case_nested(x: f32[x0, x1])",
        .run = case_nested_v0,
        .backend = "c",
        .guards = case_nested_v0_guards,
        .guard_count = 6,
        .fused = 15,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_26_variants[] = {
    {
        .name = "case_nested2_v0",
        .signature = "case_nested2(x: f32[x0, x1])",
        .run = case_nested2_v0,
        .backend = "c",
        .guards = case_nested2_v0_guards,
        .guard_count = 7,
        .fused = 10,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_27_variants[] = {
    {
        .name = "case_nested3_v0",
        .signature = "case_nested3(x: f32[...])",
        .run = case_nested3_v0,
        .backend = "c",
        .guards = case_nested3_v0_guards,
        .guard_count = 2,
        .fused = 24,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_28_variants[] = {
    {
        .name = "case_dictcarry_v0",
        .signature = "case_dictcarry(x: f32[x0, x1])",
        .run = case_dictcarry_v0,
        .backend = "c",
        .guards = case_dictcarry_v0_guards,
        .guard_count = 5,
        .fused = 6,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_29_variants[] = {
    {
        .name = "case_tuplecarry_v0",
        .signature = "case_tuplecarry(x: f32[x0, x1])",
        .run = case_tuplecarry_v0,
        .backend = "c",
        .guards = case_tuplecarry_v0_guards,
        .guard_count = 7,
        .fused = 13,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_30_variants[] = {
    {
        .name = "St_step_v0",
        .signature = "St.step(self: St, x: f32[...])",
        .run = St_step_v0,
        .backend = "c",
        .guards = St_step_v0_guards,
        .guard_count = 8,
        .fused = 2,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_31_variants[] = {
    {
        .name = "case_objcarry_v0",
        .signature = "case_objcarry(x: f32[x0, x1])",
        .run = case_objcarry_v0,
        .backend = "c",
        .guards = case_objcarry_v0_guards,
        .guard_count = 10,
        .fused = 9,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_32_variants[] = {
    {
        .name = "case_swap_v0",
        .signature = "case_swap(x: f32[x0, x1])",
        .run = case_swap_v0,
        .backend = "c",
        .guards = case_swap_v0_guards,
        .guard_count = 3,
        .fused = 3,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_33_variants[] = {
    {
        .name = "case_intcarry_v0",
        .signature = "case_intcarry(x: f32[x0, x1])",
        .run = case_intcarry_v0,
        .backend = "c",
        .guards = case_intcarry_v0_guards,
        .guard_count = 3,
        .fused = 1,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_34_variants[] = {
    {
        .name = "case_ncount_v0",
        .signature = "case_ncount(x: f32[...], n: int)",
        .run = case_ncount_v0,
        .backend = "c",
        .guards = case_ncount_v0_guards,
        .guard_count = 4,
        .fused = 4,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_35_variants[] = {
    {
        .name = "case_nlist_s1_v0_2",
        .signature = "case_nlist()",
        .run = case_nlist_s1_v0_2,
        .backend = "c",
        .guards = case_nlist_s1_v0_2_guards,
        .guard_count = 0,
        .fused = 0,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_36_variants[] = {
    {
        .name = "case_nlist_s2_v0",
        .signature = "case_nlist(outs: any, x: f32[...], i: int)",
        .run = case_nlist_s2_v0,
        .backend = "c",
        .guards = case_nlist_s2_v0_guards,
        .guard_count = 4,
        .fused = 1,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_37_variants[] = {
    {
        .name = "case_nlist_s3_v0",
        .signature = "case_nlist(n: int, outs: list, x: any)",
        .run = case_nlist_s3_v0,
        .backend = "c",
        .guards = case_nlist_s3_v0_guards,
        .guard_count = 5,
        .fused = 0,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_38_variants[] = {
    {
        .name = "case_collatz_v0",
        .signature = "case_collatz(x: f32[...], n: f32[...])",
        .run = case_collatz_v0,
        .backend = "c",
        .guards = case_collatz_v0_guards,
        .guard_count = 6,
        .fused = 17,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_39_variants[] = {
    {
        .name = "case_lstm_v0",
        .signature = "case_lstm(x: f32[x0, x1])",
        .run = case_lstm_v0,
        .backend = "c",
        .guards = case_lstm_v0_guards,
        .guard_count = 11,
        .fused = 45,
        .library = 2,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_40_variants[] = {
    {
        .name = "case_rnn_dim1_v0",
        .signature = "case_rnn_dim1(x: f32[x0, x1, x2])",
        .run = case_rnn_dim1_v0,
        .backend = "c",
        .guards = case_rnn_dim1_v0_guards,
        .guard_count = 12,
        .fused = 15,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_41_variants[] = {
    {
        .name = "case_unbind_v0",
        .signature = "case_unbind(x: f32[x0, x1, x2])",
        .run = case_unbind_v0,
        .backend = "c",
        .guards = case_unbind_v0_guards,
        .guard_count = 11,
        .fused = 16,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_42_variants[] = {
    {
        .name = "case_reverse_s1_v0_2",
        .signature = "case_reverse(x: f32[x0, x1])",
        .run = case_reverse_s1_v0_2,
        .backend = "c",
        .guards = case_reverse_s1_v0_2_guards,
        .guard_count = 10,
        .fused = 9,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_43_variants[] = {
    {
        .name = "case_outs_last_s1_v0_2",
        .signature = "case_outs_last()",
        .run = case_outs_last_s1_v0_2,
        .backend = "c",
        .guards = case_outs_last_s1_v0_2_guards,
        .guard_count = 0,
        .fused = 0,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_44_variants[] = {
    {
        .name = "case_outs_last_s2_v0",
        .signature = "case_outs_last(outs: any, r: f32[...])",
        .run = case_outs_last_s2_v0,
        .backend = "c",
        .guards = case_outs_last_s2_v0_guards,
        .guard_count = 3,
        .fused = 1,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_45_variants[] = {
    {
        .name = "case_multi_s1_v0_2",
        .signature = "case_multi()",
        .run = case_multi_s1_v0_2,
        .backend = "c",
        .guards = case_multi_s1_v0_2_guards,
        .guard_count = 0,
        .fused = 0,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_46_variants[] = {
    {
        .name = "case_multi_s2_v0",
        .signature = "case_multi(a: any, r: f32[...], b: any)",
        .run = case_multi_s2_v0,
        .backend = "c",
        .guards = case_multi_s2_v0_guards,
        .guard_count = 7,
        .fused = 2,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_47_variants[] = {
    {
        .name = "case_view_carry_s1_v0_2",
        .signature = "case_view_carry(x: any)",
        .run = case_view_carry_s1_v0_2,
        .backend = "c",
        .guards = case_view_carry_s1_v0_2_guards,
        .guard_count = 0,
        .fused = 0,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_48_variants[] = {
    {
        .name = "case_view_carry_s2_v0",
        .signature = "case_view_carry(v: f32[v0, v1])",
        .run = case_view_carry_s2_v0,
        .backend = "c",
        .guards = case_view_carry_s2_v0_guards,
        .guard_count = 4,
        .fused = 1,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_49_variants[] = {
    {
        .name = "case_view_carry_s3_v0",
        .signature = "case_view_carry(v: f32[v0, v1])",
        .run = case_view_carry_s3_v0,
        .backend = "c",
        .guards = case_view_carry_s3_v0_guards,
        .guard_count = 6,
        .fused = 1,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_50_variants[] = {
    {
        .name = "case_shape_change_v0",
        .signature = "case_shape_change(x: f32[x0, x1])",
        .run = case_shape_change_v0,
        .backend = "c",
        .guards = case_shape_change_v0_guards,
        .guard_count = 5,
        .fused = 4,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_51_variants[] = {
    {
        .name = "case_break_else_v0",
        .signature = "case_break_else(x: f32[...])",
        .run = case_break_else_v0,
        .backend = "c",
        .guards = case_break_else_v0_guards,
        .guard_count = 3,
        .fused = 17,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_52_variants[] = {
    {
        .name = "case_early_v0",
        .signature = "case_early(x: f32[...])",
        .run = case_early_v0,
        .backend = "c",
        .guards = case_early_v0_guards,
        .guard_count = 3,
        .fused = 19,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_53_variants[] = {
    {
        .name = "case_two_returns_v0",
        .signature = "case_two_returns(x: f32[x0, x1])",
        .run = case_two_returns_v0,
        .backend = "c",
        .guards = case_two_returns_v0_guards,
        .guard_count = 4,
        .fused = 18,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_54_variants[] = {
    {
        .name = "case_minmax_s1_v0_2",
        .signature = "case_minmax(x: f32[x0, x1])",
        .run = case_minmax_s1_v0_2,
        .backend = "c",
        .guards = case_minmax_s1_v0_2_guards,
        .guard_count = 4,
        .fused = 1,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_55_variants[] = {
    {
        .name = "case_minmax_s2_v0_2",
        .signature = "case_minmax(x: f32[x0, x1], i: int)",
        .run = case_minmax_s2_v0_2,
        .backend = "c",
        .guards = case_minmax_s2_v0_2_guards,
        .guard_count = 6,
        .fused = 1,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_56_variants[] = {
    {
        .name = "case_minmax_s3_v0",
        .signature = "case_minmax(best: f32[best0])",
        .run = case_minmax_s3_v0,
        .backend = "c",
        .guards = case_minmax_s3_v0_guards,
        .guard_count = 2,
        .fused = 1,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_57_variants[] = {
    {
        .name = "case_powit_v0",
        .signature = "case_powit(x: f32[x0, x1])",
        .run = case_powit_v0,
        .backend = "c",
        .guards = case_powit_v0_guards,
        .guard_count = 6,
        .fused = 122,
        .library = 21,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_58_variants[] = {
    {
        .name = "case_while_and_v0",
        .signature = "case_while_and(x: f32[...])",
        .run = case_while_and_v0,
        .backend = "c",
        .guards = case_while_and_v0_guards,
        .guard_count = 2,
        .fused = 10,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_59_variants[] = {
    {
        .name = "case_mut_after_s1_v0_3",
        .signature = "case_mut_after(x: f32[x0, x1])",
        .run = case_mut_after_s1_v0_3,
        .backend = "c",
        .guards = case_mut_after_s1_v0_3_guards,
        .guard_count = 4,
        .fused = 1,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_60_variants[] = {
    {
        .name = "case_mut_after_s2_v0",
        .signature = "case_mut_after(h: f32[h0], x: f32[x0, h0], t: int, outs: any)",
        .run = case_mut_after_s2_v0,
        .backend = "c",
        .guards = case_mut_after_s2_v0_guards,
        .guard_count = 9,
        .fused = 2,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_61_variants[] = {
    {
        .name = "case_mut_in_s1_v0_2",
        .signature = "case_mut_in(x: f32[x0, x1])",
        .run = case_mut_in_s1_v0_2,
        .backend = "c",
        .guards = case_mut_in_s1_v0_2_guards,
        .guard_count = 4,
        .fused = 1,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_62_variants[] = {
    {
        .name = "case_mut_in_s2_v0",
        .signature = "case_mut_in(h: f32[h0], x: f32[x0, h0], t: int, outs: any)",
        .run = case_mut_in_s2_v0,
        .backend = "c",
        .guards = case_mut_in_s2_v0_guards,
        .guard_count = 10,
        .fused = 3,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_63_variants[] = {
    {
        .name = "case_mut_in2_v0",
        .signature = "case_mut_in2(x: f32[x0, x1])",
        .run = case_mut_in2_v0,
        .backend = "c",
        .guards = case_mut_in2_v0_guards,
        .guard_count = 8,
        .fused = 13,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_64_variants[] = {
    {
        .name = "case_mut_next_s1_v0_2",
        .signature = "case_mut_next(x: f32[x0, x1])",
        .run = case_mut_next_s1_v0_2,
        .backend = "c",
        .guards = case_mut_next_s1_v0_2_guards,
        .guard_count = 4,
        .fused = 1,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_65_variants[] = {
    {
        .name = "case_mut_next_s2_v0",
        .signature = "case_mut_next(h: f32[h0], x: f32[x0, h0], t: int, outs: any)",
        .run = case_mut_next_s2_v0,
        .backend = "c",
        .guards = case_mut_next_s2_v0_guards,
        .guard_count = 10,
        .fused = 4,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_66_variants[] = {
    {
        .name = "case_views_mut_s1_v0_3",
        .signature = "case_views_mut()",
        .run = case_views_mut_s1_v0_3,
        .backend = "c",
        .guards = case_views_mut_s1_v0_3_guards,
        .guard_count = 0,
        .fused = 0,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_67_variants[] = {
    {
        .name = "case_views_mut_s2_v0",
        .signature = "case_views_mut(outs: any, x: f32[x0, x1], t: int)",
        .run = case_views_mut_s2_v0,
        .backend = "c",
        .guards = case_views_mut_s2_v0_guards,
        .guard_count = 7,
        .fused = 1,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_68_variants[] = {
    {
        .name = "case_views_v0",
        .signature = "case_views(x: f32[x0, x1])",
        .run = case_views_v0,
        .backend = "c",
        .guards = case_views_v0_guards,
        .guard_count = 6,
        .fused = 9,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_69_variants[] = {
    {
        .name = "case_same_v0",
        .signature = "case_same(x: f32[x0, x1])",
        .run = case_same_v0,
        .backend = "c",
        .guards = case_same_v0_guards,
        .guard_count = 6,
        .fused = 7,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_70_variants[] = {
    {
        .name = "case_same_mut_s1_v0_3",
        .signature = "case_same_mut(x: f32[x0, x1])",
        .run = case_same_mut_s1_v0_3,
        .backend = "c",
        .guards = case_same_mut_s1_v0_3_guards,
        .guard_count = 2,
        .fused = 1,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_71_variants[] = {
    {
        .name = "case_same_mut_s2_v0",
        .signature = "case_same_mut(outs: any, y: f32[y0])",
        .run = case_same_mut_s2_v0,
        .backend = "c",
        .guards = case_same_mut_s2_v0_guards,
        .guard_count = 3,
        .fused = 0,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_72_variants[] = {
    {
        .name = "case_row_s1_v0_2",
        .signature = "case_row(x: f32[x0, x1])",
        .run = case_row_s1_v0_2,
        .backend = "c",
        .guards = case_row_s1_v0_2_guards,
        .guard_count = 9,
        .fused = 9,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_73_variants[] = {
    {
        .name = "case_row_use_v0",
        .signature = "case_row_use(x: f32[x0, x1])",
        .run = case_row_use_v0,
        .backend = "c",
        .guards = case_row_use_v0_guards,
        .guard_count = 6,
        .fused = 13,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_74_variants[] = {
    {
        .name = "case_row_write_s1_v0_2",
        .signature = "case_row_write(x: f32[x0, x1])",
        .run = case_row_write_s1_v0_2,
        .backend = "c",
        .guards = case_row_write_s1_v0_2_guards,
        .guard_count = 9,
        .fused = 9,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_75_variants[] = {
    {
        .name = "case_last_is_h_s1_v0",
        .signature = "case_last_is_h()",
        .run = case_last_is_h_s1_v0,
        .backend = "c",
        .guards = case_last_is_h_s1_v0_guards,
        .guard_count = 0,
        .fused = 0,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_76_variants[] = {
    {
        .name = "case_last_is_h_s2_v0",
        .signature = "case_last_is_h(x: f32[x0, x1], t: int, outs: any)",
        .run = case_last_is_h_s2_v0,
        .backend = "c",
        .guards = case_last_is_h_s2_v0_guards,
        .guard_count = 6,
        .fused = 2,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_77_variants[] = {
    {
        .name = "case_read_in_s1_v0_2",
        .signature = "case_read_in(x: f32[x0, x1])",
        .run = case_read_in_s1_v0_2,
        .backend = "c",
        .guards = case_read_in_s1_v0_2_guards,
        .guard_count = 4,
        .fused = 1,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_78_variants[] = {
    {
        .name = "case_read_in_s2_v0",
        .signature = "case_read_in(outs: list, x: f32[x0, t0], t: int)",
        .run = case_read_in_s2_v0,
        .backend = "c",
        .guards = case_read_in_s2_v0_guards,
        .guard_count = 10,
        .fused = 3,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_79_variants[] = {
    {
        .name = "case_read_in_s3_v0",
        .signature = "case_read_in(outs: list)",
        .run = case_read_in_s3_v0,
        .backend = "c",
        .guards = case_read_in_s3_v0_guards,
        .guard_count = 5,
        .fused = 2,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_80_variants[] = {
    {
        .name = "case_len_in_s1_v0_2",
        .signature = "case_len_in()",
        .run = case_len_in_s1_v0_2,
        .backend = "c",
        .guards = case_len_in_s1_v0_2_guards,
        .guard_count = 0,
        .fused = 0,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_81_variants[] = {
    {
        .name = "case_len_in_s2_v0",
        .signature = "case_len_in(outs: list, x: f32[x0, x1], t: int)",
        .run = case_len_in_s2_v0,
        .backend = "c",
        .guards = case_len_in_s2_v0_guards,
        .guard_count = 8,
        .fused = 2,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_82_variants[] = {
    {
        .name = "case_alias_s1_v0_2",
        .signature = "case_alias()",
        .run = case_alias_s1_v0_2,
        .backend = "c",
        .guards = case_alias_s1_v0_2_guards,
        .guard_count = 0,
        .fused = 0,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_83_variants[] = {
    {
        .name = "case_alias_s2_v0",
        .signature = "case_alias(outs: any, x: f32[x0, x1], t: int)",
        .run = case_alias_s2_v0,
        .backend = "c",
        .guards = case_alias_s2_v0_guards,
        .guard_count = 6,
        .fused = 2,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_84_variants[] = {
    {
        .name = "case_alias_dict_s1_v0_2",
        .signature = "case_alias_dict()",
        .run = case_alias_dict_s1_v0_2,
        .backend = "c",
        .guards = case_alias_dict_s1_v0_2_guards,
        .guard_count = 0,
        .fused = 0,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_85_variants[] = {
    {
        .name = "case_alias_dict_s2_v0",
        .signature = "case_alias_dict(outs: any, x: f32[x0, x1], t: int)",
        .run = case_alias_dict_s2_v0,
        .backend = "c",
        .guards = case_alias_dict_s2_v0_guards,
        .guard_count = 6,
        .fused = 2,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_86_variants[] = {
    {
        .name = "case_alias_after_v0",
        .signature = "case_alias_after(x: f32[x0, x1])",
        .run = case_alias_after_v0,
        .backend = "c",
        .guards = case_alias_after_v0_guards,
        .guard_count = 6,
        .fused = 12,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_87_variants[] = {
    {
        .name = "case_closure_s1_v0_2",
        .signature = "case_closure()",
        .run = case_closure_s1_v0_2,
        .backend = "c",
        .guards = case_closure_s1_v0_2_guards,
        .guard_count = 0,
        .fused = 0,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_88_variants[] = {
    {
        .name = "case_closure_s2_v0",
        .signature = "case_closure(add: function, x: f32[x0, x1], t: int)",
        .run = case_closure_s2_v0,
        .backend = "c",
        .guards = case_closure_s2_v0_guards,
        .guard_count = 7,
        .fused = 2,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_89_variants[] = {
    {
        .name = "case_method_s1_v0_3",
        .signature = "case_method()",
        .run = case_method_s1_v0_3,
        .backend = "c",
        .guards = case_method_s1_v0_3_guards,
        .guard_count = 0,
        .fused = 0,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_90_variants[] = {
    {
        .name = "fill_s1_v0_2",
        .signature = "fill(outs: any, x: f32[x0, x1], t: int)",
        .run = fill_s1_v0_2,
        .backend = "c",
        .guards = fill_s1_v0_2_guards,
        .guard_count = 6,
        .fused = 2,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_91_variants[] = {
    {
        .name = "fill_s2_v0",
        .signature = "fill(outs: any)",
        .run = fill_s2_v0,
        .backend = "c",
        .guards = fill_s2_v0_guards,
        .guard_count = 0,
        .fused = 0,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_92_variants[] = {
    {
        .name = "case_callee_s1_v0_2",
        .signature = "case_callee()",
        .run = case_callee_s1_v0_2,
        .backend = "c",
        .guards = case_callee_s1_v0_2_guards,
        .guard_count = 0,
        .fused = 0,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_93_variants[] = {
    {
        .name = "filled_v0",
        .signature = "filled(x: f32[x0, x1])",
        .run = filled_v0,
        .backend = "c",
        .guards = filled_v0_guards,
        .guard_count = 9,
        .fused = 9,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_94_variants[] = {
    {
        .name = "case_callee2_v0",
        .signature = "case_callee2(x: f32[x0, x1])",
        .run = case_callee2_v0,
        .backend = "c",
        .guards = case_callee2_v0_guards,
        .guard_count = 7,
        .fused = 10,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_95_variants[] = {
    {
        .name = "case_cond_s1_v0_2",
        .signature = "case_cond()",
        .run = case_cond_s1_v0_2,
        .backend = "c",
        .guards = case_cond_s1_v0_2_guards,
        .guard_count = 0,
        .fused = 0,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_96_variants[] = {
    {
        .name = "case_cond_s2_v0_2",
        .signature = "case_cond(outs: any, x: f32[x0, x1], t: int)",
        .run = case_cond_s2_v0_2,
        .backend = "c",
        .guards = case_cond_s2_v0_2_guards,
        .guard_count = 7,
        .fused = 1,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_97_variants[] = {
    {
        .name = "case_cond_s3_v0",
        .signature = "case_cond(outs: list, x: any)",
        .run = case_cond_s3_v0,
        .backend = "c",
        .guards = case_cond_s3_v0_guards,
        .guard_count = 2,
        .fused = 0,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_98_variants[] = {
    {
        .name = "case_inner_s1_v0_2",
        .signature = "case_inner()",
        .run = case_inner_s1_v0_2,
        .backend = "c",
        .guards = case_inner_s1_v0_2_guards,
        .guard_count = 0,
        .fused = 0,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_99_variants[] = {
    {
        .name = "case_inner_s2_v0_2",
        .signature = "case_inner(outs: any, x: f32[x0, x1], t: int, u: int)",
        .run = case_inner_s2_v0_2,
        .backend = "c",
        .guards = case_inner_s2_v0_2_guards,
        .guard_count = 9,
        .fused = 3,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_100_variants[] = {
    {
        .name = "case_inner2_v0",
        .signature = "case_inner2(x: f32[x0, x1])",
        .run = case_inner2_v0,
        .backend = "c",
        .guards = case_inner2_v0_guards,
        .guard_count = 8,
        .fused = 27,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_101_variants[] = {
    {
        .name = "case_twice_v0",
        .signature = "case_twice(x: f32[x0, x1])",
        .run = case_twice_v0,
        .backend = "c",
        .guards = case_twice_v0_guards,
        .guard_count = 6,
        .fused = 12,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_102_variants[] = {
    {
        .name = "case_two_lists_v0",
        .signature = "case_two_lists(x: f32[x0, x1])",
        .run = case_two_lists_v0,
        .backend = "c",
        .guards = case_two_lists_v0_guards,
        .guard_count = 6,
        .fused = 22,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_103_variants[] = {
    {
        .name = "case_later_s1_v0_2",
        .signature = "case_later(x: f32[x0, x1])",
        .run = case_later_s1_v0_2,
        .backend = "c",
        .guards = case_later_s1_v0_2_guards,
        .guard_count = 9,
        .fused = 9,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_104_variants[] = {
    {
        .name = "case_two_loops_s1_v0_2",
        .signature = "case_two_loops(x: f32[x0, x1])",
        .run = case_two_loops_s1_v0_2,
        .backend = "c",
        .guards = case_two_loops_s1_v0_2_guards,
        .guard_count = 9,
        .fused = 9,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_105_variants[] = {
    {
        .name = "case_iter_v0",
        .signature = "case_iter(x: f32[x0, x1])",
        .run = case_iter_v0,
        .backend = "c",
        .guards = case_iter_v0_guards,
        .guard_count = 8,
        .fused = 30,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_106_variants[] = {
    {
        .name = "case_cat1_v0",
        .signature = "case_cat1(x: f32[x0, x1])",
        .run = case_cat1_v0,
        .backend = "c",
        .guards = case_cat1_v0_guards,
        .guard_count = 6,
        .fused = 16,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_107_variants[] = {
    {
        .name = "case_stackd_v0",
        .signature = "case_stackd(x: f32[x0, x1])",
        .run = case_stackd_v0,
        .backend = "c",
        .guards = case_stackd_v0_guards,
        .guard_count = 8,
        .fused = 15,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_108_variants[] = {
    {
        .name = "case_cat0_s1_v0_2",
        .signature = "case_cat0(x: f32[x0, x1])",
        .run = case_cat0_s1_v0_2,
        .backend = "c",
        .guards = case_cat0_s1_v0_2_guards,
        .guard_count = 8,
        .fused = 9,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_109_variants[] = {
    {
        .name = "case_int_v0",
        .signature = "case_int(x: f32[x0, x1])",
        .run = case_int_v0,
        .backend = "c",
        .guards = case_int_v0_guards,
        .guard_count = 8,
        .fused = 11,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_110_variants[] = {
    {
        .name = "case_mixed_s1_v0_2",
        .signature = "case_mixed(x: f32[x0, x1])",
        .run = case_mixed_s1_v0_2,
        .backend = "c",
        .guards = case_mixed_s1_v0_2_guards,
        .guard_count = 3,
        .fused = 2,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_111_variants[] = {
    {
        .name = "case_mixed_s2_v0",
        .signature = "case_mixed(outs: any, x: f32[x0, x1], t: int)",
        .run = case_mixed_s2_v0,
        .backend = "c",
        .guards = case_mixed_s2_v0_guards,
        .guard_count = 6,
        .fused = 2,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_112_variants[] = {
    {
        .name = "case_mixed_s3_v0",
        .signature = "case_mixed(outs: list)",
        .run = case_mixed_s3_v0,
        .backend = "c",
        .guards = case_mixed_s3_v0_guards,
        .guard_count = 5,
        .fused = 2,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_113_variants[] = {
    {
        .name = "case_truth_s1_v0_2",
        .signature = "case_truth(x: f32[x0, x1])",
        .run = case_truth_s1_v0_2,
        .backend = "c",
        .guards = case_truth_s1_v0_2_guards,
        .guard_count = 9,
        .fused = 9,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_114_variants[] = {
    {
        .name = "case_isinst_v0",
        .signature = "case_isinst(x: f32[x0, x1])",
        .run = case_isinst_v0,
        .backend = "c",
        .guards = case_isinst_v0_guards,
        .guard_count = 9,
        .fused = 12,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_115_variants[] = {
    {
        .name = "case_add_s1_v0_2",
        .signature = "case_add(x: f32[x0, x1])",
        .run = case_add_s1_v0_2,
        .backend = "c",
        .guards = case_add_s1_v0_2_guards,
        .guard_count = 9,
        .fused = 9,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_116_variants[] = {
    {
        .name = "case_eq_s1_v0_2",
        .signature = "case_eq(x: f32[x0, x1])",
        .run = case_eq_s1_v0_2,
        .backend = "c",
        .guards = case_eq_s1_v0_2_guards,
        .guard_count = 9,
        .fused = 9,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_117_variants[] = {
    {
        .name = "case_star_s1_v0_2",
        .signature = "case_star(x: f32[x0, x1])",
        .run = case_star_s1_v0_2,
        .backend = "c",
        .guards = case_star_s1_v0_2_guards,
        .guard_count = 9,
        .fused = 9,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_118_variants[] = {
    {
        .name = "case_unb_v0",
        .signature = "case_unb(x: f32[x0, x1])",
        .run = case_unb_v0,
        .backend = "c",
        .guards = case_unb_v0_guards,
        .guard_count = 5,
        .fused = 4,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_119_variants[] = {
    {
        .name = "case_unb_ret_v0",
        .signature = "case_unb_ret(x: f32[x0, x1])",
        .run = case_unb_ret_v0,
        .backend = "c",
        .guards = case_unb_ret_v0_guards,
        .guard_count = 4,
        .fused = 2,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_120_variants[] = {
    {
        .name = "case_unb_write_v0",
        .signature = "case_unb_write(x: f32[x0, x1])",
        .run = case_unb_write_v0,
        .backend = "c",
        .guards = case_unb_write_v0_guards,
        .guard_count = 5,
        .fused = 7,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_121_variants[] = {
    {
        .name = "case_unb_write2_v0",
        .signature = "case_unb_write2(x: f32[x0, x1])",
        .run = case_unb_write2_v0,
        .backend = "c",
        .guards = case_unb_write2_v0_guards,
        .guard_count = 3,
        .fused = 11,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_122_variants[] = {
    {
        .name = "case_comp_eff_s1_v0_2",
        .signature = "case_comp_eff()",
        .run = case_comp_eff_s1_v0_2,
        .backend = "c",
        .guards = case_comp_eff_s1_v0_2_guards,
        .guard_count = 0,
        .fused = 0,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_123_variants[] = {
    {
        .name = "case_comp_eff_s2_v0",
        .signature = "case_comp_eff(x: f32[...], log: list)",
        .run = case_comp_eff_s2_v0,
        .backend = "c",
        .guards = case_comp_eff_s2_v0_guards,
        .guard_count = 5,
        .fused = 1,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_124_variants[] = {
    {
        .name = "case_enum_iter_s1_v0_3",
        .signature = "case_enum_iter()",
        .run = case_enum_iter_s1_v0_3,
        .backend = "c",
        .guards = case_enum_iter_s1_v0_3_guards,
        .guard_count = 0,
        .fused = 0,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_125_variants[] = {
    {
        .name = "case_enum_iter_s2_v0_2",
        .signature = "case_enum_iter(x: f32[...])",
        .run = case_enum_iter_s2_v0_2,
        .backend = "c",
        .guards = case_enum_iter_s2_v0_2_guards,
        .guard_count = 2,
        .fused = 1,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_126_variants[] = {
    {
        .name = "case_enum_iter_s3_v0",
        .signature = "case_enum_iter(x: f32[...])",
        .run = case_enum_iter_s3_v0,
        .backend = "c",
        .guards = case_enum_iter_s3_v0_guards,
        .guard_count = 2,
        .fused = 0,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_127_variants[] = {
    {
        .name = "case_zip_len_s1_v0_2",
        .signature = "case_zip_len()",
        .run = case_zip_len_s1_v0_2,
        .backend = "c",
        .guards = case_zip_len_s1_v0_2_guards,
        .guard_count = 0,
        .fused = 0,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_128_variants[] = {
    {
        .name = "case_zip_len_s2_v0",
        .signature = "case_zip_len(s: int, a: f32[...], b: f32[...])",
        .run = case_zip_len_s2_v0,
        .backend = "c",
        .guards = case_zip_len_s2_v0_guards,
        .guard_count = 6,
        .fused = 4,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_129_variants[] = {
    {
        .name = "case_zip_len_s3_v0",
        .signature = "case_zip_len(s: int)",
        .run = case_zip_len_s3_v0,
        .backend = "c",
        .guards = case_zip_len_s3_v0_guards,
        .guard_count = 1,
        .fused = 0,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_130_variants[] = {
    {
        .name = "case_tuple_struct_v0",
        .signature = "case_tuple_struct(x: f32[x0, x1])",
        .run = case_tuple_struct_v0,
        .backend = "c",
        .guards = case_tuple_struct_v0_guards,
        .guard_count = 4,
        .fused = 6,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_131_variants[] = {
    {
        .name = "case_tuple_change_s1_v0_2",
        .signature = "case_tuple_change()",
        .run = case_tuple_change_s1_v0_2,
        .backend = "c",
        .guards = case_tuple_change_s1_v0_2_guards,
        .guard_count = 0,
        .fused = 0,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_132_variants[] = {
    {
        .name = "case_ret_outs_v0",
        .signature = "case_ret_outs(x: f32[x0, x1])",
        .run = case_ret_outs_v0,
        .backend = "c",
        .guards = case_ret_outs_v0_guards,
        .guard_count = 9,
        .fused = 9,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_133_variants[] = {
    {
        .name = "case_try_v0",
        .signature = "case_try(x: f32[x0, x1])",
        .run = case_try_v0,
        .backend = "c",
        .guards = case_try_v0_guards,
        .guard_count = 6,
        .fused = 10,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_134_variants[] = {
    {
        .name = "case_if_loop_s1_v0_2",
        .signature = "case_if_loop()",
        .run = case_if_loop_s1_v0_2,
        .backend = "c",
        .guards = case_if_loop_s1_v0_2_guards,
        .guard_count = 0,
        .fused = 0,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_135_variants[] = {
    {
        .name = "case_if_loop_s2_v0_2",
        .signature = "case_if_loop(outs: any, x: f32[x0, x1], t: int)",
        .run = case_if_loop_s2_v0_2,
        .backend = "c",
        .guards = case_if_loop_s2_v0_2_guards,
        .guard_count = 6,
        .fused = 2,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};
static const RtVariant entry_136_variants[] = {
    {
        .name = "case_if_loop_s3_v0_2",
        .signature = "case_if_loop(outs: any, x: f32[x0, x1], t: int)",
        .run = case_if_loop_s3_v0_2,
        .backend = "c",
        .guards = case_if_loop_s3_v0_2_guards,
        .guard_count = 6,
        .fused = 2,
        .library = 0,
        .aten = 0,
        .python = 0,
    },
};

static const RtEntry entries[] = {
    {"case_rnn", RT_ENTRY_WHOLE, 6, 1, entry_0_variants, 1, false},
    {"case_rnn2", RT_ENTRY_WHOLE, 15, 1, entry_1_variants, 1, false},
    {"case_rnn3", RT_ENTRY_WHOLE, 24, 1, entry_2_variants, 1, false},
    {"case_comp", RT_ENTRY_WHOLE, 33, 1, entry_3_variants, 1, false},
    {"case_comp3", RT_ENTRY_WHOLE, 41, 1, entry_4_variants, 1, false},
    {"case_genexp", RT_ENTRY_WHOLE, 45, 1, entry_5_variants, 1, false},
    {"case_listfill#1", RT_ENTRY_LATE_SEGMENT, 49, 3, entry_6_variants, 1, false},
    {"case_rowwrite", RT_ENTRY_WHOLE, 56, 1, entry_7_variants, 1, false},
    {"case_enumr", RT_ENTRY_WHOLE, 63, 1, entry_8_variants, 1, false},
    {"case_zipr#1", RT_ENTRY_FIRST_SEGMENT, 70, 0, entry_9_variants, 1, false},
    {"case_zipr#2", RT_ENTRY_SEGMENT, 70, 3, entry_10_variants, 1, false},
    {"case_zipr#3", RT_ENTRY_SEGMENT, 70, 1, entry_11_variants, 1, false},
    {"case_break_data", RT_ENTRY_WHOLE, 77, 1, entry_12_variants, 1, false},
    {"case_break_fixed", RT_ENTRY_WHOLE, 86, 1, entry_13_variants, 1, false},
    {"case_break_long", RT_ENTRY_WHOLE, 94, 1, entry_14_variants, 1, false},
    {"case_while_true", RT_ENTRY_WHOLE, 102, 1, entry_15_variants, 1, false},
    {"case_while_true_ret", RT_ENTRY_WHOLE, 112, 1, entry_16_variants, 1, false},
    {"case_newton", RT_ENTRY_WHOLE, 119, 1, entry_17_variants, 1, false},
    {"case_newton2", RT_ENTRY_WHOLE, 127, 1, entry_18_variants, 1, false},
    {"case_continue", RT_ENTRY_WHOLE, 138, 1, entry_19_variants, 1, false},
    {"case_continue2", RT_ENTRY_WHOLE, 147, 1, entry_20_variants, 1, false},
    {"case_ret_loop", RT_ENTRY_WHOLE, 156, 1, entry_21_variants, 1, false},
    {"case_forelse#1", RT_ENTRY_LATE_SEGMENT, 163, 2, entry_22_variants, 1, false},
    {"case_forelse#2", RT_ENTRY_SEGMENT, 163, 1, entry_23_variants, 1, false},
    {"case_whileelse", RT_ENTRY_WHOLE, 173, 1, entry_24_variants, 1, false},
    {"case_nested", RT_ENTRY_WHOLE, 184, 1, entry_25_variants, 1, false},
    {"case_nested2", RT_ENTRY_WHOLE, 192, 1, entry_26_variants, 1, false},
    {"case_nested3", RT_ENTRY_WHOLE, 202, 1, entry_27_variants, 1, false},
    {"case_dictcarry", RT_ENTRY_WHOLE, 214, 1, entry_28_variants, 1, false},
    {"case_tuplecarry", RT_ENTRY_WHOLE, 222, 1, entry_29_variants, 1, false},
    {"St.step", RT_ENTRY_WHOLE, 235, 2, entry_30_variants, 1, false},
    {"case_objcarry", RT_ENTRY_WHOLE, 241, 1, entry_31_variants, 1, false},
    {"case_swap", RT_ENTRY_WHOLE, 248, 1, entry_32_variants, 1, false},
    {"case_intcarry", RT_ENTRY_WHOLE, 255, 1, entry_33_variants, 1, false},
    {"case_ncount", RT_ENTRY_WHOLE, 263, 2, entry_34_variants, 1, false},
    {"case_nlist#1", RT_ENTRY_FIRST_SEGMENT, 270, 0, entry_35_variants, 1, false},
    {"case_nlist#2", RT_ENTRY_SEGMENT, 270, 3, entry_36_variants, 1, false},
    {"case_nlist#3", RT_ENTRY_SEGMENT, 270, 3, entry_37_variants, 1, false},
    {"case_collatz", RT_ENTRY_WHOLE, 278, 2, entry_38_variants, 1, false},
    {"case_lstm", RT_ENTRY_WHOLE, 286, 1, entry_39_variants, 1, false},
    {"case_rnn_dim1", RT_ENTRY_WHOLE, 300, 1, entry_40_variants, 1, false},
    {"case_unbind", RT_ENTRY_WHOLE, 310, 1, entry_41_variants, 1, false},
    {"case_reverse#1", RT_ENTRY_FIRST_SEGMENT, 320, 1, entry_42_variants, 1, false},
    {"case_outs_last#1", RT_ENTRY_FIRST_SEGMENT, 332, 0, entry_43_variants, 1, false},
    {"case_outs_last#2", RT_ENTRY_SEGMENT, 332, 2, entry_44_variants, 1, false},
    {"case_multi#1", RT_ENTRY_FIRST_SEGMENT, 339, 0, entry_45_variants, 1, false},
    {"case_multi#2", RT_ENTRY_SEGMENT, 339, 3, entry_46_variants, 1, false},
    {"case_view_carry#1", RT_ENTRY_FIRST_SEGMENT, 347, 1, entry_47_variants, 1, false},
    {"case_view_carry#2", RT_ENTRY_SEGMENT, 347, 1, entry_48_variants, 1, false},
    {"case_view_carry#3", RT_ENTRY_SEGMENT, 347, 1, entry_49_variants, 1, false},
    {"case_shape_change", RT_ENTRY_WHOLE, 354, 1, entry_50_variants, 1, false},
    {"case_break_else", RT_ENTRY_WHOLE, 361, 1, entry_51_variants, 1, false},
    {"case_early", RT_ENTRY_WHOLE, 371, 1, entry_52_variants, 1, false},
    {"case_two_returns", RT_ENTRY_WHOLE, 381, 1, entry_53_variants, 1, false},
    {"case_minmax#1", RT_ENTRY_FIRST_SEGMENT, 390, 1, entry_54_variants, 1, false},
    {"case_minmax#2", RT_ENTRY_SEGMENT, 390, 2, entry_55_variants, 1, false},
    {"case_minmax#3", RT_ENTRY_SEGMENT, 390, 1, entry_56_variants, 1, false},
    {"case_powit", RT_ENTRY_WHOLE, 398, 1, entry_57_variants, 1, false},
    {"case_while_and", RT_ENTRY_WHOLE, 407, 1, entry_58_variants, 1, false},
    {"case_mut_after#1", RT_ENTRY_FIRST_SEGMENT, 415, 1, entry_59_variants, 1, false},
    {"case_mut_after#2", RT_ENTRY_SEGMENT, 415, 4, entry_60_variants, 1, false},
    {"case_mut_in#1", RT_ENTRY_FIRST_SEGMENT, 425, 1, entry_61_variants, 1, false},
    {"case_mut_in#2", RT_ENTRY_SEGMENT, 425, 4, entry_62_variants, 1, false},
    {"case_mut_in2", RT_ENTRY_WHOLE, 434, 1, entry_63_variants, 1, false},
    {"case_mut_next#1", RT_ENTRY_FIRST_SEGMENT, 444, 1, entry_64_variants, 1, false},
    {"case_mut_next#2", RT_ENTRY_SEGMENT, 444, 4, entry_65_variants, 1, false},
    {"case_views_mut#1", RT_ENTRY_FIRST_SEGMENT, 454, 0, entry_66_variants, 1, false},
    {"case_views_mut#2", RT_ENTRY_SEGMENT, 454, 3, entry_67_variants, 1, false},
    {"case_views", RT_ENTRY_WHOLE, 462, 1, entry_68_variants, 1, false},
    {"case_same", RT_ENTRY_WHOLE, 469, 1, entry_69_variants, 1, false},
    {"case_same_mut#1", RT_ENTRY_FIRST_SEGMENT, 477, 1, entry_70_variants, 1, false},
    {"case_same_mut#2", RT_ENTRY_SEGMENT, 477, 2, entry_71_variants, 1, false},
    {"case_row#1", RT_ENTRY_FIRST_SEGMENT, 486, 1, entry_72_variants, 1, false},
    {"case_row_use", RT_ENTRY_WHOLE, 493, 1, entry_73_variants, 1, false},
    {"case_row_write#1", RT_ENTRY_FIRST_SEGMENT, 500, 1, entry_74_variants, 1, false},
    {"case_last_is_h#1", RT_ENTRY_FIRST_SEGMENT, 508, 0, entry_75_variants, 1, false},
    {"case_last_is_h#2", RT_ENTRY_SEGMENT, 508, 3, entry_76_variants, 1, false},
    {"case_read_in#1", RT_ENTRY_FIRST_SEGMENT, 516, 1, entry_77_variants, 1, false},
    {"case_read_in#2", RT_ENTRY_SEGMENT, 516, 3, entry_78_variants, 1, false},
    {"case_read_in#3", RT_ENTRY_SEGMENT, 516, 1, entry_79_variants, 1, false},
    {"case_len_in#1", RT_ENTRY_FIRST_SEGMENT, 523, 0, entry_80_variants, 1, false},
    {"case_len_in#2", RT_ENTRY_SEGMENT, 523, 3, entry_81_variants, 1, false},
    {"case_alias#1", RT_ENTRY_FIRST_SEGMENT, 530, 0, entry_82_variants, 1, false},
    {"case_alias#2", RT_ENTRY_SEGMENT, 530, 3, entry_83_variants, 1, false},
    {"case_alias_dict#1", RT_ENTRY_FIRST_SEGMENT, 538, 0, entry_84_variants, 1, false},
    {"case_alias_dict#2", RT_ENTRY_SEGMENT, 538, 3, entry_85_variants, 1, false},
    {"case_alias_after", RT_ENTRY_WHOLE, 546, 1, entry_86_variants, 1, false},
    {"case_closure#1", RT_ENTRY_FIRST_SEGMENT, 555, 0, entry_87_variants, 1, false},
    {"case_closure#2", RT_ENTRY_SEGMENT, 555, 3, entry_88_variants, 1, false},
    {"case_method#1", RT_ENTRY_FIRST_SEGMENT, 566, 0, entry_89_variants, 1, false},
    {"fill#1", RT_ENTRY_LATE_SEGMENT, 574, 3, entry_90_variants, 1, false},
    {"fill#2", RT_ENTRY_SEGMENT, 574, 1, entry_91_variants, 1, false},
    {"case_callee#1", RT_ENTRY_FIRST_SEGMENT, 580, 0, entry_92_variants, 1, false},
    {"filled", RT_ENTRY_WHOLE, 586, 1, entry_93_variants, 1, false},
    {"case_callee2", RT_ENTRY_WHOLE, 593, 1, entry_94_variants, 1, false},
    {"case_cond#1", RT_ENTRY_FIRST_SEGMENT, 597, 0, entry_95_variants, 1, false},
    {"case_cond#2", RT_ENTRY_SEGMENT, 597, 3, entry_96_variants, 1, false},
    {"case_cond#3", RT_ENTRY_SEGMENT, 597, 2, entry_97_variants, 1, false},
    {"case_inner#1", RT_ENTRY_FIRST_SEGMENT, 605, 0, entry_98_variants, 1, false},
    {"case_inner#2", RT_ENTRY_SEGMENT, 605, 4, entry_99_variants, 1, false},
    {"case_inner2", RT_ENTRY_WHOLE, 613, 1, entry_100_variants, 1, false},
    {"case_twice", RT_ENTRY_WHOLE, 623, 1, entry_101_variants, 1, false},
    {"case_two_lists", RT_ENTRY_WHOLE, 633, 1, entry_102_variants, 1, false},
    {"case_later#1", RT_ENTRY_FIRST_SEGMENT, 642, 1, entry_103_variants, 1, false},
    {"case_two_loops#1", RT_ENTRY_FIRST_SEGMENT, 650, 1, entry_104_variants, 1, false},
    {"case_iter", RT_ENTRY_WHOLE, 659, 1, entry_105_variants, 1, false},
    {"case_cat1", RT_ENTRY_WHOLE, 675, 1, entry_106_variants, 1, false},
    {"case_stackd", RT_ENTRY_WHOLE, 682, 1, entry_107_variants, 1, false},
    {"case_cat0#1", RT_ENTRY_FIRST_SEGMENT, 689, 1, entry_108_variants, 1, false},
    {"case_int", RT_ENTRY_WHOLE, 697, 1, entry_109_variants, 1, false},
    {"case_mixed#1", RT_ENTRY_FIRST_SEGMENT, 704, 1, entry_110_variants, 1, false},
    {"case_mixed#2", RT_ENTRY_SEGMENT, 704, 3, entry_111_variants, 1, false},
    {"case_mixed#3", RT_ENTRY_SEGMENT, 704, 1, entry_112_variants, 1, false},
    {"case_truth#1", RT_ENTRY_FIRST_SEGMENT, 711, 1, entry_113_variants, 1, false},
    {"case_isinst", RT_ENTRY_WHOLE, 718, 1, entry_114_variants, 1, false},
    {"case_add#1", RT_ENTRY_FIRST_SEGMENT, 725, 1, entry_115_variants, 1, false},
    {"case_eq#1", RT_ENTRY_FIRST_SEGMENT, 732, 1, entry_116_variants, 1, false},
    {"case_star#1", RT_ENTRY_FIRST_SEGMENT, 739, 1, entry_117_variants, 1, false},
    {"case_unb", RT_ENTRY_WHOLE, 746, 1, entry_118_variants, 1, false},
    {"case_unb_ret", RT_ENTRY_WHOLE, 751, 1, entry_119_variants, 1, false},
    {"case_unb_write", RT_ENTRY_WHOLE, 756, 1, entry_120_variants, 1, false},
    {"case_unb_write2", RT_ENTRY_WHOLE, 763, 1, entry_121_variants, 1, false},
    {"case_comp_eff#1", RT_ENTRY_FIRST_SEGMENT, 771, 0, entry_122_variants, 1, false},
    {"case_comp_eff#2", RT_ENTRY_SEGMENT, 771, 2, entry_123_variants, 1, false},
    {"case_enum_iter#1", RT_ENTRY_LATE_SEGMENT, 786, 0, entry_124_variants, 1, false},
    {"case_enum_iter#2", RT_ENTRY_SEGMENT, 786, 1, entry_125_variants, 1, false},
    {"case_enum_iter#3", RT_ENTRY_SEGMENT, 786, 1, entry_126_variants, 1, false},
    {"case_zip_len#1", RT_ENTRY_FIRST_SEGMENT, 795, 0, entry_127_variants, 1, false},
    {"case_zip_len#2", RT_ENTRY_SEGMENT, 795, 3, entry_128_variants, 1, false},
    {"case_zip_len#3", RT_ENTRY_SEGMENT, 795, 1, entry_129_variants, 1, false},
    {"case_tuple_struct", RT_ENTRY_WHOLE, 802, 1, entry_130_variants, 1, false},
    {"case_tuple_change#1", RT_ENTRY_FIRST_SEGMENT, 809, 0, entry_131_variants, 1, false},
    {"case_ret_outs", RT_ENTRY_WHOLE, 816, 1, entry_132_variants, 1, false},
    {"case_try", RT_ENTRY_WHOLE, 823, 1, entry_133_variants, 1, false},
    {"case_if_loop#1", RT_ENTRY_FIRST_SEGMENT, 833, 0, entry_134_variants, 1, false},
    {"case_if_loop#2", RT_ENTRY_SEGMENT, 833, 3, entry_135_variants, 1, false},
    {"case_if_loop#3", RT_ENTRY_SEGMENT, 833, 3, entry_136_variants, 1, false},
};
static const char *const names[] = {"h", "n", "builtins", "list", "map", "torch", "clone", "unbind", "__closure__", "cell_contents"};
static const RtPinned pinned[] = {{"", "torch"}, {"torch", "zeros"}, {"", "range"}, {"builtins", "range"}, {"torch", "tanh"}, {"torch", "stack"}, {"torch", "zeros_like"}, {"torch", "cat"}, {"torch", "sigmoid"}, {"", "sum"}, {"builtins", "sum"}, {"", "enumerate"}, {"builtins", "enumerate"}, {"", "abs"}, {"builtins", "abs"}, {"torch", "allclose"}, {"torch", "ones"}, {"", "St"}, {"", "St.__init__"}, {"", "St.step"}, {"torch", "relu"}, {"", "reversed"}, {"builtins", "reversed"}, {"torch", "unbind"}, {"torch", "clone"}, {"builtins", "map"}, {"builtins", "list"}, {"", "len"}, {"builtins", "len"}, {"", "filled"}, {"", "zip"}, {"builtins", "zip"}, {"", "isinstance"}, {"builtins", "isinstance"}, {"", "list"}, {"", "tuple"}, {"builtins", "tuple"}, {"", "type"}, {"builtins", "type"}};
static const RtFile files[] = {
    {"", 0},
};

static const RtModule module = {
    .name = "loops",
    .source_hash = UINT64_C(0x2b92eb4c837c9444),
    .torch_version = "2.13.0",
    .entries = entries,
    .entry_count = 137,
    .names = names,
    .name_count = 10,
    .pinned = pinned,
    .pinned_count = 39,
    .files = files,
    .file_count = 0,
};

PyMODINIT_FUNC PyInit__loops_pyaot(void);
PyMODINIT_FUNC PyInit__loops_pyaot(void) { return rt_module_init(&module); }
