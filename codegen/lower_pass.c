/* One pass over the reduced dimensions. See lower_reduce.h.
 *
 * Float sums run in float lanes over blocks of SUM_BLOCK elements whose sums are added in double: the error stays below
 * that of torch's cascade. Sums of few operations an element run in RT_LANES lanes: one vector of them would spend its
 * time waiting for the last addition. */
#include "codegen/lower_reduce.h"

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

void reduce_pass(Kernel *k, int phase) {
    k->phase = phase;
    reduce_recall_rows(k, phase);
    reduce_fill_rows(k, phase);
    for (uint32_t i = 0; i < k->group->roots.len; i++) {
        Root *root = k->group->roots.data[i];
        if (root->phase != phase)
            continue;
        if (root->full)
            full_root(k, root);
        for (uint32_t a = 0; root->reduction && a < k->accumulators.len; a++)
            if (k->accumulators.data[a].root == root)
                reduce_update(k, &k->accumulators.data[a]);
    }
}

bool reduce_has_work(const Kernel *k, int phase) {
    for (uint32_t i = 0; i < k->group->roots.len; i++) {
        const Root *root = k->group->roots.data[i];
        if (root->phase == phase && (root->full || root->reduction))
            return true;
    }
    return false;
}

/* ---- lanes ------------------------------------------------------------------------------------------------------- */
/* Whether this pass does nothing but float sums of few operations over rows of some length. */
static bool wants_many_lanes(const Kernel *k, int phase, const KernelLoop *loop) {
    int64_t cost = 0, length = RT_LANES;
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        const Accumulator *acc = &k->accumulators.data[i];
        if (acc->root->node->op != OP_SUM || (!acc->lane && acc->type != LPT_F32))
            return false;
        cost += reduce_element_cost(k, acc->root->node->inputs[0], MANY_LANES_COST_MAX + 1);
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

/* What is written to the block, such as a branch, until leave_block(): what is declared in it is not known behind it.
 */
typedef struct Outside {
    LpBlock *block;
    uint32_t known;
} Outside;

static Outside enter_block(Kernel *k, LpBlock *block) {
    Outside outside = {k->blocks[k->depth], k->values.len};
    k->blocks[k->depth] = block;
    return outside;
}

static void leave_block(Kernel *k, Outside outside) {
    k->blocks[k->depth] = outside.block;
    k->values.len = outside.known < k->values.len ? outside.known : k->values.len;
}

static LpStmt *branch(Kernel *k, LpExpr *condition) {
    LpStmt *s = lp_stmt(k->arena, k->blocks[k->depth], LPS_IF, k->span);
    s->args[0] = condition;
    return s;
}

/* The pass with the loop's symbol at this position; later passes go by the same name as before. */
static void pass_at(Kernel *k, int phase, const KernelLoop *loop, LpExpr *position) {
    LpExpr *before = kernel_bound(k, loop->symbol->symbol);
    kernel_bind(k, loop->symbol, position);
    reduce_pass(k, phase);
    if (before)
        kernel_bind(k, loop->symbol, before);
}

static LpVar *many_lanes_pass(Kernel *k, int phase, const KernelLoop *loop, LpExpr *lo, LpExpr *hi) {
    Arena *a = k->arena;
    LpExpr *lanes = lp_name(a, "RT_LANES", lp_type(LPT_I64));
    LpExpr *over = lp_binary(a, LPO_MOD, lp_binary(a, LPO_SUB, hi, lo), lanes);
    LpVar *rest = kernel_declare(k, "rest", lp_type(LPT_I64), lp_binary(a, LPO_SUB, hi, over), k->depth);
    LpVar *chunk = kernel_counter(k, "chunk"), *lane = kernel_counter(k, "lane");
    Outside outside = enter_block(k, &branch(k, lp_binary(a, LPO_LT, lo, lp_var(a, rest)))->body);
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
    pass_at(k, phase, loop, lp_binary(a, LPO_ADD, lp_var(a, chunk), lp_var(a, lane)));
    kernel_close(k);
    kernel_close(k);
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        Accumulator *acc = &k->accumulators.data[i];
        LpVar *sum = acc->lane ? acc->lane : acc->total;
        acc->tile = NULL;
        reduce_set(k, sum,
                   lp_binary(a, LPO_ADD, lp_var(a, sum),
                             lp_call(a, lp_type(LPT_F32), "rt_sum_lanes_f32", LP_ARGS(lp_var(a, arrays[i])))));
    }
    leave_block(k, outside);
    return rest;
}

static void lanes_pass(Kernel *k, int phase, const KernelLoop *loop, LpExpr *lo, LpExpr *hi, bool simd) {
    LpStmt *s = kernel_open(k, loop, lo, hi);
    s->simd = simd;
    reduce_mark(k, s);
    reduce_pass(k, phase);
    kernel_close(k);
}

/* The loop over what other lanes left over, if anything. */
static void rest_pass(Kernel *k, int phase, const KernelLoop *loop, LpVar *rest, LpExpr *hi, bool simd) {
    Outside outside = enter_block(k, &branch(k, lp_binary(k->arena, LPO_LT, lp_var(k->arena, rest), hi))->body);
    lanes_pass(k, phase, loop, lp_var(k->arena, rest), hi, simd);
    leave_block(k, outside);
}

/* ---- last vectors ------------------------------------------------------------------------------------------------ */
/* How what no vector holds may be reduced by one more vector of the last elements, of which some were reduced before.
 */
typedef enum LastVector {
    LAST_NONE,  /* one by one */
    LAST_AGAIN, /* a largest or smallest element, which it does no harm to see twice */
    LAST_APART  /* dear terms of sums, which are computed in a vector and those that count added one by one */
} LastVector;

static LastVector last_vector(const Kernel *k, int phase) {
    int64_t cost = 0;
    bool again = true, apart = true;
    for (uint32_t i = 0; i < k->group->roots.len; i++) {
        const Root *root = k->group->roots.data[i];
        if (root->phase == phase && root->full && root->escapes)
            return LAST_NONE; /* it may overwrite what it is made of */
    }
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        const Accumulator *acc = &k->accumulators.data[i];
        IrOp op = acc->root->node->op;
        again = again && (op == OP_AMAX || op == OP_AMIN);
        apart = apart && op == OP_SUM;
        cost += reduce_element_cost(k, acc->root->node->inputs[0], BUFFER_COST_MIN);
    }
    for (uint32_t i = 0; i < k->buffers.len; i++)
        if (k->buffers.data[i].phase == phase)
            cost += BUFFER_COST_MIN;
    return again ? LAST_AGAIN : apart && cost >= BUFFER_COST_MIN ? LAST_APART : LAST_NONE;
}

/* Adds the last elements, from `rest` to `hi`, whose terms are computed with those before them. */
static void terms_pass(Kernel *k, int phase, const KernelLoop *loop, LpVar *rest, LpExpr *hi, int lanes) {
    Arena *a = k->arena;
    LpVar *first = kernel_declare(k, "first", lp_type(LPT_I64), lp_binary(a, LPO_SUB, hi, lp_int(a, lanes)), k->depth);
    LpVar *lane = kernel_counter(k, "lane");
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        Accumulator *acc = &k->accumulators.data[i];
        LpBase type = (acc->lane ? acc->lane : acc->total)->type.base;
        acc->terms = kernel_array(k, "terms", type, lp_int(a, lanes), k->depth);
        acc->tile = lp_load(a, lp_var(a, acc->terms), lp_var(a, lane));
    }
    kernel_open_var(k, lane, lp_int(a, 0), lp_int(a, lanes), lp_int(a, 1))->simd = true;
    pass_at(k, phase, loop, lp_binary(a, LPO_ADD, lp_var(a, first), lp_var(a, lane)));
    kernel_close(k);
    LpVar *term = kernel_counter(k, "term");
    kernel_open_var(k, term, lp_binary(a, LPO_SUB, lp_var(a, rest), lp_var(a, first)), lp_int(a, lanes), lp_int(a, 1));
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        Accumulator *acc = &k->accumulators.data[i];
        LpVar *sum = acc->lane ? acc->lane : acc->total;
        reduce_set(k, sum, lp_binary(a, LPO_ADD, lp_var(a, sum), lp_load(a, lp_var(a, acc->terms), lp_var(a, term))));
        acc->tile = NULL;
        acc->terms = NULL;
    }
    kernel_close(k);
}

/* All of the elements, which are too few for a vector: its other lanes hold none. Compilers mask them out. */
static void masked_pass(Kernel *k, int phase, const KernelLoop *loop, LpVar *rest, LpExpr *hi, int lanes) {
    Arena *a = k->arena;
    LpVar *lane = kernel_counter(k, "lane");
    LpStmt *s = kernel_open_var(k, lane, lp_int(a, 0), lp_int(a, lanes), lp_int(a, 1));
    s->simd = true;
    reduce_mark(k, s);
    LpExpr *left = lp_binary(a, LPO_SUB, hi, lp_var(a, rest));
    Outside outside = enter_block(k, &branch(k, lp_binary(a, LPO_LT, lp_var(a, lane), left))->body);
    pass_at(k, phase, loop, lp_binary(a, LPO_ADD, lp_var(a, rest), lp_var(a, lane)));
    leave_block(k, outside);
    kernel_close(k);
}

/* The same as rest_pass(), behind a vector at least if there was one. */
static void last_vector_pass(Kernel *k, int phase, const KernelLoop *loop, LpExpr *lo, LpVar *rest, LpExpr *hi,
                             int lanes) {
    Arena *a = k->arena;
    LastVector how = last_vector(k, phase);
    if (how == LAST_NONE) {
        rest_pass(k, phase, loop, rest, hi, false);
        return;
    }
    Outside around = enter_block(k, &branch(k, lp_binary(a, LPO_LT, lp_var(a, rest), hi))->body);
    LpStmt *s = branch(k, lp_binary(a, LPO_LT, lo, lp_var(a, rest)));
    Outside outside = enter_block(k, &s->body);
    if (how == LAST_AGAIN)
        lanes_pass(k, phase, loop, lp_binary(a, LPO_SUB, hi, lp_int(a, lanes)), hi, true);
    else
        terms_pass(k, phase, loop, rest, hi, lanes);
    leave_block(k, outside);
    outside = enter_block(k, &s->other);
    masked_pass(k, phase, loop, rest, hi, lanes);
    leave_block(k, outside);
    leave_block(k, around);
}

static void visit_narrowest(void *env, const IrNode *node, const Index *at) {
    int *bytes = env;
    (void)at;
    bool read = node->type.kind == IRT_TENSOR && (node->type.dtype != DT_BOOL || ir_op_info[node->op].cls == CLS_LEAF);
    *bytes = read && dtype_info[node->type.dtype].bytes < *bytes ? dtype_info[node->type.dtype].bytes : *bytes;
}

/* How many elements the vectors hold that the pass reduces, where the last ones, too few for a vector, shall have a
 * loop of their own; else 0. Compilers keep the lanes of what a vector loop reduces in memory where scalar code goes on
 * with them, and wait for that memory at the end of each row. Where bytes are read, too many would be left over. */
static int whole_lanes(const Kernel *k, int phase, const KernelLoop *loop) {
    int narrowest = (int)sizeof(float);
    int64_t length = 1;
    for (uint32_t i = 0; i < k->accumulators.len; i++)
        if (k->accumulators.data[i].type != LPT_F32 && k->accumulators.data[i].type != LPT_F64)
            return 0;
    Index at = {.rank = k->group->rank};
    for (int d = 0; d < at.rank; d++)
        at.at[d] = k->group->loop[d];
    for (uint32_t i = 0; i < k->group->roots.len; i++) {
        const Root *root = k->group->roots.data[i];
        const IrNode *top = root->reduction ? root->node->inputs[0] : root->node;
        if (root->phase != phase || (!root->reduction && !root->full))
            continue;
        visit_narrowest(&narrowest, top, &at);
        if (!root->reduction || !sched_root(k->l->s, top))
            sched_walk(k->l->s, top, root->reduction ? &at : &root->canonical, visit_narrowest, &narrowest);
    }
    if (k->accumulators.len == 0 || narrowest < 2)
        return 0;
    int lanes = LINE_BYTES / narrowest;
    return sh_is_const(loop->size, &length) && length % lanes == 0 ? 0 : lanes;
}

static void whole_vectors_pass(Kernel *k, int phase, const KernelLoop *loop, LpExpr *lo, LpExpr *hi, int lanes) {
    Arena *a = k->arena;
    LpExpr *over = lp_binary(a, LPO_MOD, lp_binary(a, LPO_SUB, hi, lo), lp_int(a, lanes));
    LpVar *rest = kernel_declare(k, "whole", lp_type(LPT_I64), lp_binary(a, LPO_SUB, hi, over), k->depth);
    lanes_pass(k, phase, loop, lo, lp_var(a, rest), true);
    last_vector_pass(k, phase, loop, lo, rest, hi, lanes);
}

void reduce_inner_pass(Kernel *k, int phase, const KernelLoop *loop, LpExpr *lo, LpExpr *hi) {
    Arena *a = k->arena;
    bool lanes = false, simd = !k->short_rows;
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        lanes = lanes || reduce_wants_lanes(&k->accumulators.data[i]);
        simd = simd && !reduce_is_arg(k->accumulators.data[i].root->node);
    }
    if (lanes) {
        LpVar *block = kernel_counter(k, "block");
        kernel_open_var(k, block, lo, hi, lp_int(a, SUM_BLOCK));
        LpExpr *stop = lp_call(a, lp_type(LPT_I64), "rt_min_i64",
                               LP_ARGS(lp_binary(a, LPO_ADD, lp_var(a, block), lp_int(a, SUM_BLOCK)), hi));
        lo = lp_var(a, block);
        hi = lp_var(a, kernel_declare(k, "stop", lp_type(LPT_I64), stop, k->depth));
        for (uint32_t i = 0; i < k->accumulators.len; i++) {
            Accumulator *acc = &k->accumulators.data[i];
            if (reduce_wants_lanes(acc))
                acc->lane = reduce_variable(k, "sum", LPT_F32, lp_float(a, 0, LPT_F32), k->depth);
        }
    }
    int whole = simd ? whole_lanes(k, phase, loop) : 0;
    if (wants_many_lanes(k, phase, loop))
        rest_pass(k, phase, loop, many_lanes_pass(k, phase, loop, lo, hi), hi, true);
    else if (whole > 0)
        whole_vectors_pass(k, phase, loop, lo, hi, whole);
    else
        lanes_pass(k, phase, loop, lo, hi, simd);
    if (!lanes)
        return;
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        Accumulator *acc = &k->accumulators.data[i];
        if (acc->lane)
            reduce_set(
                k, acc->total,
                lp_binary(a, LPO_ADD, lp_var(a, acc->total), lp_cast(a, lp_type(LPT_F64), lp_var(a, acc->lane))));
    }
    kernel_close(k);
}
