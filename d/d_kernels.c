/* Made by pyaot from d.py. Each compiled function has its variants here: a guard, then kernels. */
#include "d_kernels.h"

/* ---- case_row_write#1 ------------------------------------------------------------------------------------------ */
static const RtGuard case_row_write_s1_v0_2_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[0]", 6},
    {"1 <= x.shape[1]", 6},
    {"builtins.range is unchanged", 6},
    {"torch.unbind is unchanged", 6},
    {"torch.clone is unchanged", 6},
    {"builtins.map is unchanged", 6},
    {"builtins.list is unchanged", 6},
};

static void case_row_write_s1_v0_2_k0_part(int64_t begin, int64_t end, const float *restrict empty,
                                           float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* d.py:6  for t in range(x.size(0)): */
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
        /* d.py:7  outs.append(x[t] * 2) */
        const float x_i = x[i];
        /* d.py:6  for t in range(x.size(0)): */
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
        /* d.py:7  outs.append(x[t] * 2) */
        const float x_i = x[k_2 * x1 + x1 + i];
        /* d.py:6  for t in range(x.size(0)): */
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
    /* d.py:6  for t in range(x.size(0)): */
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

/* ---- case_reverse#1 -------------------------------------------------------------------------------------------- */
static const RtGuard case_reverse_s1_v0_2_guards[] = {
    {"x: Tensor, f32, rank 2", 0},
    {"x: contiguous", 0},
    {"0 < x.shape[1]", 14},
    {"1 <= x.shape[0]", 14},
    {"builtins.reversed is unchanged", 14},
    {"builtins.range is unchanged", 14},
    {"torch.unbind is unchanged", 14},
    {"torch.clone is unchanged", 14},
    {"builtins.map is unchanged", 14},
    {"builtins.list is unchanged", 14},
};

static void case_reverse_s1_v0_2_k0_part(int64_t begin, int64_t end, const float *restrict empty,
                                         float *restrict insert) {
#pragma omp simd
    for (int64_t i = begin; i < end; i++) {
        /* d.py:14  for t in reversed(range(x.size(1))): */
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
        /* d.py:15  outs.append(x[:, t] * t) */
        const float x_i = x[i * x1 + x1 - 1];
        /* d.py:14  for t in reversed(range(x.size(1))): */
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
        /* d.py:15  outs.append(x[:, t] * t) */
        const float x_i = x[i * x1 + n_2];
        /* d.py:14  for t in reversed(range(x.size(1))): */
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
    /* d.py:14  for t in reversed(range(x.size(1))): */
    for (int64_t step = 0; step < t; step++) {
        int64_t t_1;
        int64_t t_2;
        int64_t t_3;
        if (!(rt_checked_add(-2, x1, &t_1) && rt_checked_mul(-1, step, &t_2) && rt_checked_add(t_1, t_2, &t_3))) {
            return rt_miss(call, "an integer does not fit 64 bits");
        }
        /* d.py:15  outs.append(x[:, t] * t) */
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
        /* d.py:14  for t in reversed(range(x.size(1))): */
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

/* ---- tables ----------------------------------------------------------------------------------------------------- */
static const RtVariant entry_0_variants[] = {
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
static const RtVariant entry_1_variants[] = {
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

static const RtEntry entries[] = {
    {"case_row_write#1", RT_ENTRY_FIRST_SEGMENT, 4, 1, entry_0_variants, 1, false},
    {"case_reverse#1", RT_ENTRY_FIRST_SEGMENT, 12, 1, entry_1_variants, 1, false},
};
static const char *const names[] = {"builtins", "list", "map", "torch", "clone", "unbind"};
static const RtPinned pinned[] = {{"", "range"}, {"builtins", "range"}, {"torch", "unbind"}, {"torch", "clone"}, {"builtins", "map"}, {"builtins", "list"}, {"", "reversed"}, {"builtins", "reversed"}};
static const RtFile files[] = {
    {"", 0},
};

static const RtModule module = {
    .name = "d",
    .source_hash = UINT64_C(0xcbf2a69b09931da2),
    .torch_version = "2.13.0",
    .entries = entries,
    .entry_count = 2,
    .names = names,
    .name_count = 6,
    .pinned = pinned,
    .pinned_count = 8,
    .files = files,
    .file_count = 0,
};

PyMODINIT_FUNC PyInit__d_pyaot(void);
PyMODINIT_FUNC PyInit__d_pyaot(void) { return rt_module_init(&module); }
