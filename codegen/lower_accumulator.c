/* Accumulators: which type they have, where they start, how a value comes to them and what they give in the end. See
 * lower_reduce.h. A maximum that must let NaN win keeps a flag beside it, so that its lanes compare and no more. */
#include "codegen/lower_reduce.h"

#include <math.h>

bool reduce_is_arg(const IrNode *node) { return node->op == OP_ARGMAX || node->op == OP_ARGMIN; }
static bool is_max(const IrNode *node) { return node->op == OP_AMAX || node->op == OP_ARGMAX; }
static bool is_extreme(const IrNode *node) { return reduce_is_arg(node) || node->op == OP_AMAX || node->op == OP_AMIN; }

static LpBase operand_base(const IrNode *node) { return lp_compute_type(node->inputs[0]->type.dtype); }
static bool is_float(LpBase base) { return lp_base_info[base].cls == 'F'; }

LpBase reduce_type(const IrNode *node) {
    LpBase base = reduce_is_arg(node) ? operand_base(node) : lp_compute_type(node->type.dtype);
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

LpExpr *reduce_identity(Arena *arena, const IrNode *node, LpBase type) {
    if (is_extreme(node))
        return least(arena, type, !is_max(node));
    int64_t value = node->op == OP_PROD || node->op == OP_ALL;
    return is_float(type) ? lp_float(arena, (double)value, type) : lp_cast(arena, lp_type(type), lp_int(arena, value));
}

LpExpr *reduce_combine(Arena *arena, const IrNode *node, LpExpr *acc, LpExpr *value, bool apart) {
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
        if (apart || !is_float(acc->type.base))
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

LpVar *reduce_variable(Kernel *k, const char *name, LpBase type, LpExpr *start, int depth) {
    LpVar *var = kernel_declare(k, name, lp_type(type), start, depth);
    var->is_mutable = true;
    return var;
}

const char *reduce_name(const Root *root) {
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
    Accumulator acc = {.root = root, .type = reduce_type(node)};
    if (node->op == OP_SUM && short_sum && operand_base(node) == LPT_F32)
        acc.type = LPT_F32;
    acc.total = reduce_variable(k, reduce_name(root), acc.type, reduce_identity(k->arena, node, acc.type), k->depth);
    if (is_extreme(node) && !reduce_is_arg(node) && is_float(acc.type))
        acc.nan =
            reduce_variable(k, "has_nan", LPT_I32, lp_cast(k->arena, lp_type(LPT_I32), lp_int(k->arena, 0)), k->depth);
    if (reduce_is_arg(node))
        acc.position = reduce_variable(k, "position", LPT_I64, lp_int(k->arena, 0), k->depth);
    vec_push(k->l->scratch, &k->accumulators, acc);
}

void reduce_start(Kernel *k, int phase, bool short_sum) {
    k->accumulators.len = 0;
    for (uint32_t i = 0; i < k->group->roots.len; i++)
        if (k->group->roots.data[i]->reduction && k->group->roots.data[i]->phase == phase)
            start_accumulator(k, k->group->roots.data[i], short_sum);
}

bool reduce_wants_lanes(const Accumulator *acc) {
    return acc->root->node->op == OP_SUM && acc->type == LPT_F64 && operand_base(acc->root->node) == LPT_F32;
}

void reduce_mark(Kernel *k, LpStmt *loop) {
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

void reduce_set(Kernel *k, LpVar *var, LpExpr *value) {
    lp_assign(k->arena, k->blocks[k->depth], lp_var(k->arena, var), value, k->span);
}

/* The single reduced dimension of an argmax or argmin. */
static LpExpr *arg_position(Kernel *k, const IrNode *node) { return kernel_size(k, k->full.at[node->ints[0]]); }

void reduce_update_position(Kernel *k, Accumulator *acc, LpExpr *value, LpExpr *position) {
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

void reduce_update(Kernel *k, Accumulator *acc) {
    const IrNode *node = acc->root->node;
    Arena *a = k->arena;
    Index at = k->full;
    k->span = node->span;
    LpExpr *value = kernel_hoisted(k, kernel_value(k, node->inputs[0], &at), k->depth);
    k->span = node->span;
    if (reduce_is_arg(node)) {
        reduce_update_position(k, acc, lower_convert(a, acc->type, value), arg_position(k, node));
        return;
    }
    LpExpr *slot = acc->tile ? acc->tile : lp_var(a, acc->lane ? acc->lane : acc->total);
    if (is_truth(node, acc->type))
        value = lower_convert(a, LPT_BOOL, value);
    value = lower_convert(a, slot->type.base, value);
    if (is_extreme(node))
        value = kernel_settled(k, "candidate", value);
    LpExpr *next = acc->terms ? value : reduce_combine(a, node, slot, value, acc->nan != NULL);
    lp_assign(a, k->blocks[k->depth], slot, next, k->span);
    if (acc->nan)
        reduce_set(k, acc->nan, lp_binary(a, LPO_BITOR, lp_var(a, acc->nan), lp_binary(a, LPO_NE, value, value)));
}

LpExpr *reduce_accumulated(Kernel *k, const Accumulator *acc) {
    LpExpr *value = lp_var(k->arena, acc->total);
    if (!acc->nan)
        return value;
    LpExpr *seen = lp_binary(k->arena, LPO_NE, lp_var(k->arena, acc->nan), lp_int(k->arena, 0));
    return lp_select(k->arena, seen, lp_float(k->arena, NAN, acc->type), value);
}

LpExpr *reduce_final(Kernel *k, const IrNode *node, LpExpr *value, LpExpr *position) {
    LpBase base = lp_compute_type(node->type.dtype);
    if (reduce_is_arg(node))
        return position;
    return lower_rounded(k->arena, node->type.dtype, lower_convert(k->arena, base, value));
}

void reduce_keep(Kernel *k, Root *root, LpExpr *value) {
    Index at = kernel_index(k, &root->canonical);
    k->span = root->node->span;
    if (value->kind != LPE_VAR || value->type.base != lp_compute_type(root->node->type.dtype))
        value = kernel_settled(k, reduce_name(root), value);
    kernel_keep(k, root->node, &at, value);
    if (root->escapes)
        kernel_store(k, root->node, &at, value, &root->node->type, root->node->span);
}
