/* Kernels with reductions. See lower_kernel.h.
 *
 * Float sums run in float lanes over blocks of SUM_BLOCK elements whose sums are added in double: the error stays below
 * that of torch's cascade. Sums of few operations an element run in RT_LANES lanes: one vector of them would spend its
 * time waiting for the last addition. Columns are summed in float for COLUMN_BLOCK rows at a time. A maximum that must
 * let NaN win keeps a flag beside the lanes. A total is cut into shares whose results are combined in order, so that it
 * is the same in every run with as many threads. */
#include "codegen/lower_kernel.h"

#include <math.h>

/* ---- accumulators ------------------------------------------------------------------------------------------------ */
static bool is_arg(const IrNode *node) { return node->op == OP_ARGMAX || node->op == OP_ARGMIN; }
static bool is_max(const IrNode *node) { return node->op == OP_AMAX || node->op == OP_ARGMAX; }
static bool is_extreme(const IrNode *node) { return is_arg(node) || node->op == OP_AMAX || node->op == OP_AMIN; }

static LpBase operand_base(const IrNode *node) { return lp_compute_type(node->inputs[0]->type.dtype); }
static bool is_float(LpBase base) { return lp_base_info[base].cls == 'F'; }

static LpBase accumulator_type(const IrNode *node) {
    LpBase base = is_arg(node) ? operand_base(node) : lp_compute_type(node->type.dtype);
    switch (node->op) {
    case OP_ANY:
    case OP_ALL:
        return LPT_I32;
    case OP_SUM:
    case OP_PROD:
        return is_float(base) ? LPT_F64 : LPT_U64;
    default:
        return base == LPT_BOOL ? LPT_I32 : base;
    }
}

static LpExpr *least(Arena *arena, LpBase type, bool greatest) {
    static const char *const lows[LPT_COUNT] = {[LPT_U8] = "0",
                                                [LPT_I8] = "INT8_MIN",
                                                [LPT_I16] = "INT16_MIN",
                                                [LPT_I32] = "INT32_MIN",
                                                [LPT_I64] = "INT64_MIN"};
    static const char *const highs[LPT_COUNT] = {[LPT_U8] = "UINT8_MAX",
                                                 [LPT_I8] = "INT8_MAX",
                                                 [LPT_I16] = "INT16_MAX",
                                                 [LPT_I32] = "INT32_MAX",
                                                 [LPT_I64] = "INT64_MAX"};
    if (is_float(type))
        return lp_float(arena, greatest ? INFINITY : -INFINITY, type);
    return lp_name(arena, (greatest ? highs : lows)[type], lp_type(type));
}

static LpExpr *identity(Arena *arena, const IrNode *node, LpBase type) {
    if (is_extreme(node))
        return least(arena, type, !is_max(node));
    int64_t value = node->op == OP_PROD || node->op == OP_ALL;
    return is_float(type) ? lp_float(arena, (double)value, type) : lp_cast(arena, lp_type(type), lp_int(arena, value));
}

/* acc after one more value, both of the accumulator's type. Lanes keep NaN in a flag of their own. */
static LpExpr *combine(Arena *arena, const IrNode *node, LpExpr *acc, LpExpr *value, bool lanes) {
    switch (node->op) {
    case OP_SUM:
        return lp_binary(arena, LPO_ADD, acc, value);
    case OP_PROD:
        return lp_binary(arena, LPO_MUL, acc, value);
    case OP_ANY:
        return lp_binary(arena, LPO_BITOR, acc, value);
    case OP_ALL:
        return lp_binary(arena, LPO_BITAND, acc, value);
    default:
        if (lanes || !is_float(acc->type.base))
            return lp_select(arena, lp_binary(arena, is_max(node) ? LPO_GT : LPO_LT, value, acc), value, acc);
        Str name = str_format("rt_%s_%s", is_max(node) ? "max" : "min", lp_base_info[acc->type.base].suffix);
        return lp_call(arena, lp_type(acc->type.base), name, LP_ARGS(acc, value));
    }
}

static LpReductionKind reduction_mark(const IrNode *node) {
    switch (node->op) {
    case OP_SUM:
        return LPR_SUM;
    case OP_PROD:
        return LPR_PROD;
    case OP_ANY:
        return LPR_ANY;
    case OP_ALL:
        return LPR_ALL;
    default:
        return is_max(node) ? LPR_MAX : LPR_MIN;
    }
}

static LpVar *accumulator_var(Kernel *k, const char *name, LpBase type, LpExpr *start, int depth) {
    LpVar *var = kernel_declare(k, name, lp_type(type), start, depth);
    var->is_mutable = true;
    return var;
}

static const char *result_name(const Root *root) {
    switch (root->node->op) {
    case OP_AMAX:
        return lower_node_name(root->node, "largest");
    case OP_AMIN:
        return lower_node_name(root->node, "smallest");
    case OP_SUM:
        return lower_node_name(root->node, "total");
    default:
        return lower_node_name(root->node, ir_op_info[root->node->op].name);
    }
}

static void start_accumulator(Kernel *k, Root *root, bool short_sum) {
    const IrNode *node = root->node;
    Accumulator acc = {.root = root, .type = accumulator_type(node)};
    if (node->op == OP_SUM && short_sum && operand_base(node) == LPT_F32)
        acc.type = LPT_F32;
    acc.total = accumulator_var(k, result_name(root), acc.type, identity(k->arena, node, acc.type), k->depth);
    if (is_extreme(node) && !is_arg(node) && is_float(acc.type))
        acc.nan =
            accumulator_var(k, "has_nan", LPT_I32, lp_cast(k->arena, lp_type(LPT_I32), lp_int(k->arena, 0)), k->depth);
    if (is_arg(node))
        acc.position = accumulator_var(k, "position", LPT_I64, lp_int(k->arena, 0), k->depth);
    vec_push(k->l->scratch, &k->accumulators, acc);
}

static void set(Kernel *k, LpVar *var, LpExpr *value) {
    lp_assign(k->arena, k->blocks[k->depth], lp_var(k->arena, var), value, k->span);
}

/* The single reduced dimension of an argmax or argmin. */
static LpExpr *arg_position(Kernel *k, const IrNode *node) { return kernel_size(k, k->full.at[node->ints[0]]); }

static void update_arg(Kernel *k, Accumulator *acc, LpExpr *value, LpExpr *position) {
    Arena *a = k->arena;
    value = kernel_settled(k, "candidate", value);
    LpExpr *best = acc->tile ? acc->tile : lp_var(a, acc->total);
    LpExpr *better = lp_binary(a, is_max(acc->root->node) ? LPO_GT : LPO_LT, value, best);
    if (is_float(acc->type)) {
        LpExpr *first_nan = lp_binary(a, LPO_AND, lp_binary(a, LPO_NE, value, value), lp_binary(a, LPO_EQ, best, best));
        better = lp_binary(a, LPO_OR, better, first_nan);
    }
    LpStmt *s = lp_stmt(a, k->blocks[k->depth], LPS_IF, k->span);
    s->args[0] = better;
    lp_assign(a, &s->body, best, value, k->span);
    lp_assign(a, &s->body, acc->tile ? acc->tile_position : lp_var(a, acc->position), position, k->span);
}

static bool is_truth(const IrNode *node, LpBase type) {
    return node->op == OP_ANY || node->op == OP_ALL ||
           (is_extreme(node) && type == LPT_I32 && operand_base(node) == LPT_BOOL);
}

static void update(Kernel *k, Accumulator *acc) {
    const IrNode *node = acc->root->node;
    Arena *a = k->arena;
    Index at = k->full;
    k->span = node->span;
    LpExpr *value = kernel_hoisted(k, kernel_value(k, node->inputs[0], &at), k->depth);
    k->span = node->span;
    if (is_arg(node)) {
        update_arg(k, acc, lower_convert(a, acc->type, value), arg_position(k, node));
        return;
    }
    LpExpr *slot = acc->tile ? acc->tile : lp_var(a, acc->lane ? acc->lane : acc->total);
    if (is_truth(node, acc->type))
        value = lower_convert(a, LPT_BOOL, value);
    value = lower_convert(a, slot->type.base, value);
    if (is_extreme(node))
        value = kernel_settled(k, "candidate", value);
    lp_assign(a, k->blocks[k->depth], slot, combine(a, node, slot, value, acc->nan != NULL), k->span);
    if (acc->nan)
        set(k, acc->nan, lp_binary(a, LPO_BITOR, lp_var(a, acc->nan), lp_binary(a, LPO_NE, value, value)));
}

/* The accumulated value with NaN put back. */
static LpExpr *accumulated(Kernel *k, const Accumulator *acc) {
    LpExpr *value = lp_var(k->arena, acc->total);
    if (!acc->nan)
        return value;
    LpExpr *seen = lp_binary(k->arena, LPO_NE, lp_var(k->arena, acc->nan), lp_int(k->arena, 0));
    return lp_select(k->arena, seen, lp_float(k->arena, NAN, acc->type), value);
}

static LpExpr *final_value(Kernel *k, const IrNode *node, LpExpr *value, LpExpr *position) {
    LpBase base = lp_compute_type(node->type.dtype);
    if (is_arg(node))
        return position;
    return lower_rounded(k->arena, node->type.dtype, lower_convert(k->arena, base, value));
}

static void keep_result(Kernel *k, Root *root, LpExpr *value) {
    Index at = kernel_index(k, &root->canonical);
    k->span = root->node->span;
    if (value->kind != LPE_VAR || value->type.base != lp_compute_type(root->node->type.dtype))
        value = kernel_settled(k, result_name(root), value);
    kernel_keep(k, root->node, &at, value);
    if (root->escapes)
        kernel_store(k, root->node, &at, value, &root->node->type, root->node->span);
}

/* ---- one pass over the reduced dimensions ------------------------------------------------------------------------ */
static void full_root(Kernel *k, Root *root) {
    Index at = k->full;
    LpExpr *value = kernel_known(k, root->node, &at);
    if (!value) {
        value = kernel_settled(k, lower_node_name(root->node, "value"), kernel_compute(k, root->node, &at));
        kernel_keep(k, root->node, &at, value);
    }
    if (root->escapes)
        kernel_store(k, root->node, &at, value, &root->node->type, root->node->span);
}

static LpExpr *buffer_element(Kernel *k, const RowBuffer *buffer) {
    LpExpr *position = lp_int(k->arena, 0);
    for (int i = 0; i < k->loop_count; i++)
        if (k->loops[i].reduced)
            position =
                lp_binary(k->arena, LPO_ADD, lp_binary(k->arena, LPO_MUL, position, kernel_size(k, k->loops[i].size)),
                          kernel_size(k, k->loops[i].symbol));
    return lp_load(k->arena, lp_var(k->arena, buffer->var), position);
}

static void recall_buffers(Kernel *k, int phase) {
    for (uint32_t i = 0; i < k->buffers.len; i++) {
        const RowBuffer *buffer = &k->buffers.data[i];
        LpExpr *kept = buffer_element(k, buffer);
        if (kept->type.base == LPT_B8)
            kept = lower_from_memory(k->arena, DT_BOOL, kept);
        if (buffer->phase < phase)
            kernel_keep(k, buffer->node, &k->full, kept);
    }
}

static void fill_buffers(Kernel *k, int phase) {
    for (uint32_t i = 0; i < k->buffers.len; i++) {
        const RowBuffer *buffer = &k->buffers.data[i];
        if (buffer->phase != phase)
            continue;
        k->span = buffer->node->span;
        bool root = sched_root(k->l->s, buffer->node) != NULL;
        LpExpr *value = root ? kernel_compute(k, buffer->node, &k->full) : kernel_value(k, buffer->node, &k->full);
        value = kernel_settled(k, "kept", value);
        kernel_keep(k, buffer->node, &k->full, value);
        lp_assign(k->arena, k->blocks[k->depth], buffer_element(k, buffer), value, buffer->node->span);
    }
}

static void pass_body(Kernel *k, int phase) {
    k->phase = phase;
    recall_buffers(k, phase);
    fill_buffers(k, phase);
    for (uint32_t i = 0; i < k->group->roots.len; i++) {
        Root *root = k->group->roots.data[i];
        if (root->phase != phase)
            continue;
        if (root->full)
            full_root(k, root);
        for (uint32_t a = 0; root->reduction && a < k->accumulators.len; a++)
            if (k->accumulators.data[a].root == root)
                update(k, &k->accumulators.data[a]);
    }
}

static bool pass_has_work(const Kernel *k, int phase) {
    for (uint32_t i = 0; i < k->group->roots.len; i++) {
        const Root *root = k->group->roots.data[i];
        if (root->phase == phase && (root->full || root->reduction))
            return true;
    }
    return false;
}

static void mark_reductions(Kernel *k, LpStmt *loop) {
    LpReduction *list = arena_array(k->arena, LpReduction, 2 * k->accumulators.len + 1);
    loop->reductions = list;
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        const Accumulator *acc = &k->accumulators.data[i];
        list[loop->reduction_count++] =
            (LpReduction){reduction_mark(acc->root->node), acc->lane ? acc->lane : acc->total};
        if (acc->nan)
            list[loop->reduction_count++] = (LpReduction){LPR_ANY, acc->nan};
    }
}

static bool wants_lanes(const Accumulator *acc) {
    return acc->root->node->op == OP_SUM && acc->type == LPT_F64 && operand_base(acc->root->node) == LPT_F32;
}

static int64_t dear(const Kernel *k, const IrNode *node, int64_t enough);

/* Whether this pass does nothing but float sums of few operations over rows of some length. */
static bool wants_many_lanes(const Kernel *k, int phase, const KernelLoop *loop) {
    int64_t cost = 0, length = RT_LANES;
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        const Accumulator *acc = &k->accumulators.data[i];
        if (acc->root->node->op != OP_SUM || (!acc->lane && acc->type != LPT_F32))
            return false;
        cost += dear(k, acc->root->node->inputs[0], MANY_LANES_COST_MAX + 1);
    }
    for (uint32_t i = 0; i < k->group->roots.len; i++)
        if (k->group->roots.data[i]->full && k->group->roots.data[i]->phase == phase)
            return false;
    for (uint32_t i = 0; i < k->buffers.len; i++)
        if (k->buffers.data[i].phase == phase)
            return false;
    sh_is_const(loop->size, &length);
    return k->accumulators.len > 0 && cost <= MANY_LANES_COST_MAX && length >= RT_LANES;
}

static LpVar *counter(Kernel *k, const char *name) {
    LpVar *var = arena_new_of(k->arena, LpVar);
    var->name = names_unique(&k->names, name);
    var->type = lp_type(LPT_I64);
    return var;
}

/* The part of a pass that fills all lanes; gives the first place that is left over. */
static LpVar *many_lanes_pass(Kernel *k, int phase, const KernelLoop *loop, LpExpr *lo, LpExpr *hi) {
    Arena *a = k->arena;
    LpExpr *lanes = lp_name(a, "RT_LANES", lp_type(LPT_I64));
    LpExpr *over = lp_binary(a, LPO_MOD, lp_binary(a, LPO_SUB, hi, lo), lanes);
    LpVar *rest = kernel_declare(k, "rest", lp_type(LPT_I64), lp_binary(a, LPO_SUB, hi, over), k->depth);
    LpVar *chunk = counter(k, "chunk"), *lane = counter(k, "lane");
    LpVar **arrays = arena_array(a, LpVar *, k->accumulators.len);
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        Accumulator *acc = &k->accumulators.data[i];
        arrays[i] = kernel_array(k, "lanes", LPT_F32, kernel_constant(k, "RT_LANES"), k->depth);
        lp_eval(a, k->blocks[k->depth],
                lp_call(a, lp_type(LPT_VOID), "rt_clear_lanes_f32", LP_ARGS(lp_var(a, arrays[i]))), k->span);
        acc->tile = lp_load(a, lp_var(a, arrays[i]), lp_var(a, lane));
    }
    kernel_open_var(k, chunk, lo, lp_var(a, rest), lanes);
    kernel_open_var(k, lane, lp_int(a, 0), lanes, lp_int(a, 1))->simd = true;
    LpExpr *before = map_get(&k->symbols, (uint64_t)loop->symbol->symbol->id + 1);
    kernel_bind(k, loop->symbol, lp_binary(a, LPO_ADD, lp_var(a, chunk), lp_var(a, lane)));
    pass_body(k, phase);
    kernel_close(k);
    kernel_close(k);
    if (before)
        kernel_bind(k, loop->symbol, before); /* so that later passes go by the same name */
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        Accumulator *acc = &k->accumulators.data[i];
        LpVar *sum = acc->lane ? acc->lane : acc->total;
        acc->tile = NULL;
        set(k, sum,
            lp_binary(a, LPO_ADD, lp_var(a, sum),
                      lp_call(a, lp_type(LPT_F32), "rt_sum_lanes_f32", LP_ARGS(lp_var(a, arrays[i])))));
    }
    return rest;
}

static void lanes_pass(Kernel *k, int phase, const KernelLoop *loop, LpExpr *lo, LpExpr *hi, bool simd) {
    LpStmt *s = kernel_open(k, loop, lo, hi);
    s->simd = simd;
    mark_reductions(k, s);
    pass_body(k, phase);
    kernel_close(k);
}

/* The loop over what many lanes left over, if anything: what is declared in the branch is not known behind it. */
static void rest_pass(Kernel *k, int phase, const KernelLoop *loop, LpVar *rest, LpExpr *hi) {
    LpStmt *s = lp_stmt(k->arena, k->blocks[k->depth], LPS_IF, k->span);
    s->args[0] = lp_binary(k->arena, LPO_LT, lp_var(k->arena, rest), hi);
    LpBlock *outside = k->blocks[k->depth];
    uint32_t known = k->values.len;
    k->blocks[k->depth] = &s->body;
    lanes_pass(k, phase, loop, lp_var(k->arena, rest), hi, true);
    k->blocks[k->depth] = outside;
    k->values.len = known < k->values.len ? known : k->values.len;
}

/* The innermost reduced loop from lo to hi, in blocks when float sums need them. */
static void inner_pass(Kernel *k, int phase, const KernelLoop *loop, LpExpr *lo, LpExpr *hi) {
    Arena *a = k->arena;
    bool lanes = false, simd = !k->short_rows;
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        lanes = lanes || wants_lanes(&k->accumulators.data[i]);
        simd = simd && !is_arg(k->accumulators.data[i].root->node);
    }
    if (lanes) {
        LpVar *block = arena_new_of(a, LpVar);
        block->name = names_unique(&k->names, "block");
        block->type = lp_type(LPT_I64);
        kernel_open_var(k, block, lo, hi, lp_int(a, SUM_BLOCK));
        LpExpr *stop = lp_call(a, lp_type(LPT_I64), "rt_min_i64",
                               LP_ARGS(lp_binary(a, LPO_ADD, lp_var(a, block), lp_int(a, SUM_BLOCK)), hi));
        lo = lp_var(a, block);
        hi = lp_var(a, kernel_declare(k, "stop", lp_type(LPT_I64), stop, k->depth));
        for (uint32_t i = 0; i < k->accumulators.len; i++) {
            Accumulator *acc = &k->accumulators.data[i];
            if (wants_lanes(acc))
                acc->lane = accumulator_var(k, "sum", LPT_F32, lp_float(a, 0, LPT_F32), k->depth);
        }
    }
    if (wants_many_lanes(k, phase, loop))
        rest_pass(k, phase, loop, many_lanes_pass(k, phase, loop, lo, hi), hi);
    else
        lanes_pass(k, phase, loop, lo, hi, simd);
    if (!lanes)
        return;
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        Accumulator *acc = &k->accumulators.data[i];
        if (acc->lane)
            set(k, acc->total,
                lp_binary(a, LPO_ADD, lp_var(a, acc->total), lp_cast(a, lp_type(LPT_F64), lp_var(a, acc->lane))));
    }
    kernel_close(k);
}

static int first_reduced(const Kernel *k) {
    int first = 0;
    while (first < k->loop_count && !k->loops[first].reduced)
        first++;
    return first;
}

static void start_accumulators(Kernel *k, int phase, bool short_sum) {
    k->accumulators.len = 0;
    for (uint32_t i = 0; i < k->group->roots.len; i++)
        if (k->group->roots.data[i]->reduction && k->group->roots.data[i]->phase == phase)
            start_accumulator(k, k->group->roots.data[i], short_sum);
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */
static void row_values(Kernel *k, int phase) {
    k->phase = phase;
    for (uint32_t i = 0; i < k->group->roots.len; i++) {
        Root *root = k->group->roots.data[i];
        if (root->full || root->reduction || root->phase != phase)
            continue;
        Index at = kernel_index(k, &root->canonical);
        keep_result(k, root, kernel_compute(k, root->node, &at));
    }
}

/* The number of elements that are reduced to one; more than `most` where it is not known, or no need to know. */
static int64_t reduced_length(const Kernel *k, int64_t most) {
    int64_t size, length = 1;
    for (int i = first_reduced(k); i < k->loop_count && length <= most; i++)
        length = sh_is_const(k->loops[i].size, &size) ? length * size : most + 1;
    return length;
}

static void row_pass(Kernel *k, int phase) {
    int first = first_reduced(k), last = k->loop_count - 1;
    bool short_sum = k->short_rows || (first == last && reduced_length(k, SUM_BLOCK) <= SUM_BLOCK);
    row_values(k, phase);
    if (!pass_has_work(k, phase))
        return;
    start_accumulators(k, phase, short_sum || first > last);
    if (first > last) {
        pass_body(k, phase);
    } else {
        for (int i = first; i < last; i++)
            kernel_open(k, &k->loops[i], NULL, NULL);
        inner_pass(k, phase, &k->loops[last], lp_int(k->arena, 0), kernel_size(k, k->loops[last].size));
        for (int i = first; i < last; i++)
            kernel_close(k);
    }
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        const Accumulator *acc = &k->accumulators.data[i];
        LpExpr *position = acc->position ? lp_var(k->arena, acc->position) : NULL;
        keep_result(k, acc->root, final_value(k, acc->root->node, accumulated(k, acc), position));
    }
}

/* Few elements, a known number: the loop over them is unrolled, and that over what they give becomes vectors. */
static bool has_few_elements(const Kernel *k) {
    for (uint32_t i = 0; i < k->group->roots.len; i++)
        if (k->group->roots.data[i]->reduction && is_arg(k->group->roots.data[i]->node))
            return false;
    return first_reduced(k) < k->loop_count && reduced_length(k, SHORT_ROW_MAX) <= SHORT_ROW_MAX;
}

/* The rows that the last pass writes are asked for while the pass before it computes. That one finds what it reads in
 * the cache, so that memory has nothing else to do; in the first pass it has. */
static void expect_writes(Kernel *k) {
    Arena *a = k->arena;
    int last = k->loop_count - 1;
    if (k->short_rows || k->depth == 0 || first_reduced(k) != last)
        return;
    const KernelLoop *loop = &k->loops[last];
    for (uint32_t i = 0; i < k->group->roots.len; i++) {
        const Root *root = k->group->roots.data[i];
        if (!root->full || !root->escapes || root->phase != k->group->phases - 1)
            continue;
        const ShExpr *place = index_offset(k->cx, &root->node->type, &k->full);
        if (!sh_is_value(index_coefficient(k->cx, place, loop->symbol), 1))
            continue;
        LpExpr *start = kernel_size(k, sh_substitute(k->cx, place, loop->symbol, sh_const(k->cx, 0)));
        LpExpr *row = lp_address(a, lp_load(a, kernel_pointer(k, root->node, true), start));
        LpExpr *bytes =
            lp_binary(a, LPO_MUL, lp_int(a, dtype_info[root->node->type.dtype].bytes), kernel_size(k, loop->size));
        lp_eval(a, k->blocks[k->depth], lp_call(a, lp_type(LPT_VOID), "rt_will_write", LP_ARGS(row, bytes)),
                root->node->span);
    }
}

void kernel_rows(Kernel *k) {
    int kept = first_reduced(k);
    if (kept > 0)
        kernel_open_outer(k, 0, kept)->simd = k->short_rows;
    for (int phase = 0; phase < k->group->phases; phase++) {
        if (phase > 0 && phase == k->group->phases - 2)
            expect_writes(k);
        row_pass(k, phase);
    }
    while (k->depth > 0)
        kernel_close(k);
}

/* ---- totals ------------------------------------------------------------------------------------------------------ */
void kernel_total(Kernel *k) {
    Arena *a = k->arena;
    start_accumulators(k, 0, false);
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        Accumulator *acc = &k->accumulators.data[i];
        LpType type = lp_pointer(acc->type, false);
        acc->part_total = kernel_param(k, str_format("%s_out", acc->total->name), type, NULL, 1);
        if (acc->position)
            acc->part_position = kernel_param(k, "position_out", lp_pointer(LPT_I64, false), NULL, 1);
    }
    int last = k->loop_count - 1;
    if (last < 0) {
        pass_body(k, 0);
    } else if (last == 0) {
        inner_pass(k, 0, &k->loops[0], lp_var(a, k->begin), lp_var(a, k->end));
    } else {
        kernel_open_outer(k, 0, last);
        inner_pass(k, 0, &k->loops[last], lp_int(a, 0), kernel_size(k, k->loops[last].size));
        kernel_close(k);
    }
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        const Accumulator *acc = &k->accumulators.data[i];
        lp_assign(a, k->blocks[0], lp_load(a, lp_var(a, acc->part_total), lp_int(a, 0)), accumulated(k, acc),
                  (Span){0});
        if (acc->position)
            lp_assign(a, k->blocks[0], lp_load(a, lp_var(a, acc->part_position), lp_int(a, 0)),
                      lp_var(a, acc->position), (Span){0});
    }
}

/* The function around the part has an array in place of the part's parameter. */
static void drop_param(Kernel *k, const LpVar *var) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < k->params.len; i++)
        if (k->params.data[i].var != var)
            k->params.data[kept++] = k->params.data[i];
    k->params.len = kept;
}

static void combine_shares(Kernel *k, const LpStmt *split) {
    Arena *a = k->arena;
    LpVar *share = arena_new_of(a, LpVar);
    share->name = names_unique(&k->names, "share");
    share->type = lp_type(LPT_I64);
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        Accumulator *acc = &k->accumulators.data[i];
        LpExpr *first = lp_load(a, lp_var(a, acc->array), lp_int(a, 0));
        acc->total = accumulator_var(k, result_name(acc->root), acc->type, first, 0);
        if (acc->position)
            acc->position =
                accumulator_var(k, "position", LPT_I64, lp_load(a, lp_var(a, acc->positions), lp_int(a, 0)), 0);
    }
    kernel_open_var(k, share, lp_int(a, 1), lp_var(a, split->parts), lp_int(a, 1));
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        Accumulator *acc = &k->accumulators.data[i];
        LpExpr *value = lp_load(a, lp_var(a, acc->array), lp_var(a, share));
        if (acc->position)
            update_arg(k, acc, value, lp_load(a, lp_var(a, acc->positions), lp_var(a, share)));
        else
            set(k, acc->total, combine(a, acc->root->node, lp_var(a, acc->total), value, false));
    }
    kernel_close(k);
}

void kernel_total_shares(Kernel *k, LpFunction *part) {
    Arena *a = k->arena;
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        Accumulator *acc = &k->accumulators.data[i];
        acc->array =
            kernel_array(k, str_format("%s_of", acc->total->name), acc->type, kernel_constant(k, "RT_PARTS_MAX"), 0);
        drop_param(k, acc->part_total);
        if (acc->position) {
            acc->positions = kernel_array(k, "position_of", LPT_I64, kernel_constant(k, "RT_PARTS_MAX"), 0);
            drop_param(k, acc->part_position);
        }
    }
    LpStmt *split = kernel_split(k, part);
    combine_shares(k, split);
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        const Accumulator *acc = &k->accumulators.data[i];
        LpExpr *position = acc->position ? lp_var(a, acc->position) : NULL;
        keep_result(k, acc->root, final_value(k, acc->root->node, lp_var(a, acc->total), position));
    }
    for (int phase = 0; phase < k->group->phases; phase++)
        row_values(k, phase);
}

/* ---- columns ----------------------------------------------------------------------------------------------------- */
/* Whether float sums go through f32 for COLUMN_BLOCK rows at a time. */
static bool wants_partial(const Kernel *k, const Accumulator *acc) {
    return wants_lanes(acc) && first_reduced(k) == k->loop_count - 1;
}

/* Few rows, each element of the sums in a register. */
static void few_rows(Kernel *k) {
    int kept = first_reduced(k);
    bool split = kept == 1;
    k->short_rows = true;
    if (!split)
        kernel_open_outer(k, 0, kept - 1);
    kernel_open(k, &k->loops[kept - 1], split ? lp_var(k->arena, k->begin) : NULL,
                split ? lp_var(k->arena, k->end) : NULL)
        ->simd = true;
    for (int phase = 0; phase < k->group->phases; phase++)
        row_pass(k, phase);
    while (k->depth > 0)
        kernel_close(k);
}

static void start_tiles(Kernel *k) {
    k->accumulators.len = 0;
    for (uint32_t i = 0; i < k->group->roots.len; i++) {
        Root *root = k->group->roots.data[i];
        if (!root->reduction)
            continue;
        Accumulator acc = {.root = root, .type = accumulator_type(root->node)};
        if (wants_lanes(&acc) && reduced_length(k, COLUMN_BLOCK) <= COLUMN_BLOCK)
            acc.type = LPT_F32;
        acc.array = kernel_array(k, result_name(root), acc.type, kernel_constant(k, "RT_TILE"), k->depth);
        if (is_arg(root->node))
            acc.positions = kernel_array(k, "position", LPT_I64, kernel_constant(k, "RT_TILE"), k->depth);
        if (wants_partial(k, &acc))
            acc.partial = kernel_array(k, "sums", LPT_F32, kernel_constant(k, "RT_TILE"), k->depth);
        vec_push(k->l->scratch, &k->accumulators, acc);
    }
}

static void open_column(Kernel *k, const KernelLoop *loop, LpVar *tile, LpExpr *stop, bool partial) {
    LpStmt *s = kernel_open(k, loop, lp_var(k->arena, tile), stop);
    s->simd = true;
    LpExpr *slot = lp_binary(k->arena, LPO_SUB, lp_var(k->arena, s->var), lp_var(k->arena, tile));
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        Accumulator *acc = &k->accumulators.data[i];
        acc->tile = lp_load(k->arena, lp_var(k->arena, partial && acc->partial ? acc->partial : acc->array), slot);
        if (acc->positions)
            acc->tile_position = lp_load(k->arena, lp_var(k->arena, acc->positions), slot);
        s->simd = s->simd && !acc->positions;
    }
}

static void tile_results(Kernel *k) {
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        const Accumulator *acc = &k->accumulators.data[i];
        keep_result(k, acc->root, final_value(k, acc->root->node, acc->tile, acc->tile_position));
    }
    for (int phase = 0; phase < k->group->phases; phase++)
        row_values(k, phase);
}

/* Sets the accumulators of a tile's columns to where they start from: the partial sums, or all others. */
static void clear_columns(Kernel *k, const KernelLoop *column, LpVar *tile, LpExpr *stop, bool partial) {
    open_column(k, column, tile, stop, partial);
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        const Accumulator *acc = &k->accumulators.data[i];
        LpBlock *block = k->blocks[k->depth];
        if (partial && !acc->partial)
            continue;
        LpExpr *start = partial ? lp_float(k->arena, 0, LPT_F32) : identity(k->arena, acc->root->node, acc->type);
        lp_assign(k->arena, block, acc->tile, start, k->span);
        if (acc->positions && !partial)
            lp_assign(k->arena, block, acc->tile_position, lp_int(k->arena, 0), k->span);
    }
    kernel_close(k);
}

static void add_partial(Kernel *k, const KernelLoop *column, LpVar *tile, LpExpr *stop) {
    open_column(k, column, tile, stop, true);
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        const Accumulator *acc = &k->accumulators.data[i];
        if (!acc->partial)
            continue;
        LpExpr *total = lp_load(k->arena, lp_var(k->arena, acc->array), acc->tile->args[1]);
        LpExpr *sum = lp_binary(k->arena, LPO_ADD, total, lp_cast(k->arena, lp_type(LPT_F64), acc->tile));
        lp_assign(k->arena, k->blocks[k->depth], total, sum, k->span);
    }
    kernel_close(k);
}

/* The rows from lo to hi (NULL: all), one after the other, over the columns of a tile. */
static void tile_rows(Kernel *k, const KernelLoop *column, LpVar *tile, LpExpr *stop, LpExpr *lo, LpExpr *hi) {
    int first = first_reduced(k);
    for (int i = first; i < k->loop_count; i++)
        kernel_open(k, &k->loops[i], lo, hi);
    open_column(k, column, tile, stop, true);
    pass_body(k, 0);
    for (int i = first; i <= k->loop_count; i++)
        kernel_close(k);
}

static void tile_row_blocks(Kernel *k, const KernelLoop *column, LpVar *tile, LpExpr *stop) {
    Arena *a = k->arena;
    LpVar *block = counter(k, "block");
    LpExpr *rows = kernel_size(k, k->loops[k->loop_count - 1].size);
    kernel_open_var(k, block, lp_int(a, 0), rows, lp_int(a, COLUMN_BLOCK));
    LpExpr *end = lp_call(a, lp_type(LPT_I64), "rt_min_i64",
                          LP_ARGS(lp_binary(a, LPO_ADD, lp_var(a, block), lp_int(a, COLUMN_BLOCK)), rows));
    end = lp_var(a, kernel_declare(k, "block_end", lp_type(LPT_I64), end, k->depth));
    clear_columns(k, column, tile, stop, true);
    tile_rows(k, column, tile, stop, lp_var(a, block), end);
    add_partial(k, column, tile, stop);
    kernel_close(k);
}

static void tile_body(Kernel *k, const KernelLoop *column, LpVar *tile, LpExpr *stop) {
    bool partial = false;
    start_tiles(k);
    for (uint32_t i = 0; i < k->accumulators.len; i++)
        partial = partial || k->accumulators.data[i].partial;
    clear_columns(k, column, tile, stop, false);
    if (partial)
        tile_row_blocks(k, column, tile, stop);
    else
        tile_rows(k, column, tile, stop, NULL, NULL);
    open_column(k, column, tile, stop, false);
    tile_results(k);
    kernel_close(k);
}

void kernel_columns(Kernel *k) {
    Arena *a = k->arena;
    int kept = first_reduced(k);
    if (has_few_elements(k)) {
        few_rows(k);
        return;
    }
    const KernelLoop *column = &k->loops[kept - 1];
    LpExpr *lo = lp_var(a, k->begin), *hi = lp_var(a, k->end);
    if (kept > 1) {
        kernel_open_outer(k, 0, kept - 1);
        lo = lp_int(a, 0);
        hi = kernel_size(k, column->size);
    }
    LpVar *tile = arena_new_of(a, LpVar);
    tile->name = names_unique(&k->names, "tile");
    tile->type = lp_type(LPT_I64);
    kernel_open_var(k, tile, lo, hi, lp_name(a, "RT_TILE", lp_type(LPT_I64)));
    LpExpr *beyond = lp_binary(a, LPO_ADD, lp_var(a, tile), lp_name(a, "RT_TILE", lp_type(LPT_I64)));
    LpExpr *stop = lp_call(a, lp_type(LPT_I64), "rt_min_i64", LP_ARGS(beyond, hi));
    stop = lp_var(a, kernel_declare(k, "stop", lp_type(LPT_I64), stop, k->depth));
    tile_body(k, column, tile, stop);
    while (k->depth > 0)
        kernel_close(k);
}

/* ---- rows that are kept ------------------------------------------------------------------------------------------ */
typedef struct Passes {
    Kernel *k;
    int phase;
    VEC(const IrNode *) earlier; /* full nodes computed in earlier phases */
    VEC(int) phases;
    VEC(const IrNode *) now;
} Passes;

static bool on_domain(const Kernel *k, const IrNode *node) {
    const Group *g = k->group;
    if (node->type.kind != IRT_TENSOR || node->type.rank != g->rank)
        return false;
    for (int d = 0; d < g->rank; d++)
        if (node->type.shape[d] != g->size[d])
            return false;
    return true;
}

static bool in_list(const IrNode *const *list, uint32_t count, const IrNode *node) {
    for (uint32_t i = 0; i < count; i++)
        if (list[i] == node)
            return true;
    return false;
}

/* What computing a node's element costs beyond what rows and memory already hold, counted until it is enough: each way
 * to a node counts, and there may be any number of them. */
static int64_t dear(const Kernel *k, const IrNode *node, int64_t enough) {
    if (!on_domain(k, node) || sched_root(k->l->s, node) || ir_op_info[node->op].cls == CLS_LEAF)
        return 0;
    int64_t cost = sched_cost(node);
    for (uint32_t i = 0; cost < enough && i < sched_input_count(k->l->s, node); i++)
        cost += dear(k, sched_input(k->l->s, node, i), enough - cost);
    return cost;
}

static void demand(Passes *p, const IrNode *node) {
    Kernel *k = p->k;
    if (!on_domain(k, node) || sched_root(k->l->s, node) || in_list(p->now.data, p->now.len, node))
        return;
    vec_push(k->arena, &p->now, node);
    for (uint32_t i = 0; i < p->earlier.len; i++) {
        if (p->earlier.data[i] != node || ir_op_info[node->op].cls != CLS_POINT ||
            dear(k, node, BUFFER_COST_MIN) < BUFFER_COST_MIN || dtype_is_complex(node->type.dtype))
            continue;
        for (uint32_t b = 0; b < k->buffers.len; b++)
            if (k->buffers.data[b].node == node)
                return;
        RowBuffer buffer = {.node = node, .phase = p->phases.data[i]};
        vec_push(k->l->scratch, &k->buffers, buffer);
        return;
    }
    for (uint32_t i = 0; i < sched_input_count(k->l->s, node); i++)
        demand(p, sched_input(k->l->s, node, i));
}

static void plan_phase(Passes *p) {
    Kernel *k = p->k;
    p->now.len = 0;
    for (uint32_t i = 0; i < k->group->roots.len; i++) {
        const Root *root = k->group->roots.data[i];
        if (root->phase != p->phase)
            continue;
        if (root->reduction)
            demand(p, root->node->inputs[0]);
        for (uint32_t j = 0; root->full && j < sched_input_count(k->l->s, root->node); j++)
            demand(p, sched_input(k->l->s, root->node, j));
    }
    for (uint32_t i = 0; i < p->now.len; i++) {
        if (in_list(p->earlier.data, p->earlier.len, p->now.data[i]))
            continue;
        vec_push(k->arena, &p->earlier, p->now.data[i]);
        vec_push(k->arena, &p->phases, p->phase);
    }
}

/* Memory for full roots that nothing outside reads, but later phases do, and for dear values that two phases need. */
static void name_buffer(Kernel *k, RowBuffer *buffer) {
    int first = first_reduced(k);
    buffer->length = kernel_count(k, first, k->loop_count - first);
    LpBase base = lp_compute_type(buffer->node->type.dtype);
    base = base == LPT_BOOL ? LPT_B8 : base;
    LpType type = lp_pointer(base, false);
    type.is_restrict = true;
    Str name = str_format("%s_row", lower_node_name(buffer->node, ir_op_info[buffer->node->op].name));
    buffer->var = kernel_param(k, name, type, lower_row_buffer(k->l, name, base, buffer->length), 1);
}

void kernel_plan_buffers(Kernel *k) {
    if (k->group->kind != GROUP_ROWS || first_reduced(k) == k->loop_count)
        return;
    k->short_rows = first_reduced(k) == 1 && has_few_elements(k);
    Passes p = {.k = k};
    for (p.phase = 0; p.phase < k->group->phases && !k->short_rows; p.phase++)
        plan_phase(&p); /* in vectors of short rows it is cheaper to compute again */
    for (uint32_t i = 0; i < k->group->roots.len; i++) {
        const Root *root = k->group->roots.data[i];
        RowBuffer buffer = {.node = root->node, .phase = root->phase};
        if (root->full && !root->escapes && root->phase + 1 < k->group->phases)
            vec_push(k->l->scratch, &k->buffers, buffer);
    }
    for (uint32_t i = 0; i < k->buffers.len; i++)
        name_buffer(k, &k->buffers.data[i]);
    k->short_rows = k->short_rows && k->buffers.len == 0;
}
