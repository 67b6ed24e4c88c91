/* A last check before a variant is lowered: sizes that kernels take to be equal must be equal by the graph's own types,
 * by the variant's guards, or by a comparison that has passed when the kernels run. What is read from memory rests on
 * it, so a graph that fails is not compiled (its variant misses always) rather than trusted. */
#include "codegen/lower.h"

typedef struct Equality {
    const ShExpr *a, *b;
} Equality;

typedef struct Check {
    ShContext *cx;
    const FactList *facts;
    Arena *arena;
    VEC(Equality) passed; /* before the node that is looked at, in its region and those around */
} Check;

static bool is_guarded(const Check *check, const ShExpr *a, const ShExpr *b) {
    for (uint32_t i = 0; i < check->facts->items.len; i++) {
        const Fact *fact = &check->facts->items.data[i];
        if (fact->kind != FACT_COMPARE || fact->compare != SH_EQ || fact->count != 2)
            continue;
        if ((fact->exprs[0] == a && fact->exprs[1] == b) || (fact->exprs[0] == b && fact->exprs[1] == a))
            return true;
    }
    return false;
}

static bool has_passed(const Check *check, const ShExpr *a, const ShExpr *b) {
    for (uint32_t i = 0; i < check->passed.len; i++) {
        const Equality *equality = &check->passed.data[i];
        if ((equality->a == a && equality->b == b) || (equality->a == b && equality->b == a))
            return true;
    }
    return false;
}

static bool equal(const Check *check, const ShExpr *a, const ShExpr *b) {
    return a == b || sh_compare(check->cx, SH_EQ, a, b) == SH_YES || is_guarded(check, a, b) ||
           has_passed(check, sh_canon(check->cx, a), sh_canon(check->cx, b));
}

/* NULL: it is no size. */
static const ShExpr *size_of(const Check *check, const IrNode *number) {
    return number->op == OP_SIZE && number->expr_count == 1 ? sh_canon(check->cx, number->exprs[0]) : NULL;
}

/* The schedule computes what has a size that the data decide, or reads such, behind the last check before it
 * (rests_on_check()). */
static void note_passed(Check *check, const IrNode *miss) {
    const IrNode *fails = miss->inputs[0];
    const IrNode *compared = fails->op == OP_NOT ? fails->inputs[0] : fails;
    if (compared->op != (fails->op == OP_NOT ? OP_EQ : OP_NE) || compared->inputs[0]->type.kind != IRT_INT)
        return;
    Equality equality = {size_of(check, compared->inputs[0]), size_of(check, compared->inputs[1])};
    if (equality.a && equality.b)
        vec_push(check->arena, &check->passed, equality);
}

static bool broadcasts(const Check *check, const IrType *operand, const IrType *result) {
    if (operand->kind != IRT_TENSOR)
        return true;
    int lead = result->rank - operand->rank;
    for (int d = 0; d < operand->rank; d++) {
        bool one = sh_is_value(operand->shape[d], 1);
        if (lead < 0 || (!one && !equal(check, operand->shape[d], result->shape[d + lead])))
            return false;
    }
    return true;
}

static bool check_product(const Check *check, const IrNode *node) {
    const IrType *x = &node->inputs[0]->type, *y = &node->inputs[1]->type, *out = &node->type;
    const ShExpr *inner = x->shape[x->rank - 1];
    if (node->op == OP_MATMUL)
        return equal(check, inner, y->shape[y->rank - 2]) &&
               equal(check, out->shape[out->rank - 1], y->shape[y->rank - 1]) &&
               equal(check, out->shape[out->rank - 2], x->shape[x->rank - 2]);
    bool bias = node->input_count < 3 || equal(check, node->inputs[2]->type.shape[0], y->shape[0]);
    return equal(check, inner, y->shape[1]) && equal(check, out->shape[out->rank - 1], y->shape[0]) && bias;
}

/* Tensors that a loop carries: the first ones, and those of the next iteration. */
static bool carries(const Check *check, const IrNode *loop, const IrRegion *region, const IrNode *yield) {
    uint32_t counters = loop->op == OP_FOR;
    for (uint32_t i = 0; i < loop->input_count; i++) {
        const IrType *param = &region->params.data[i + counters]->type;
        const IrType *now = &(yield ? yield : loop)->inputs[i]->type;
        for (int d = 0; param->kind == IRT_TENSOR && d < param->rank; d++) {
            const ShExpr *size = ir_loop_size(loop, region, yield, param->shape[d]);
            if (!size || !equal(check, now->shape[d], size))
                return false;
        }
    }
    return true;
}

static bool check_loop(const Check *check, const IrNode *loop) {
    const IrRegion *body = ir_loop_body(loop);
    const IrNode *yield = vec_last(&body->nodes);
    for (uint32_t r = 0; r < loop->region_count; r++)
        if (!carries(check, loop, loop->regions[r], NULL))
            return false;
    return yield->op != OP_YIELD || carries(check, loop, body, yield);
}

static bool check_node(const Check *check, const IrNode *node) {
    switch (ir_op_info[node->op].cls) {
    case CLS_POINT:
        for (uint32_t k = 0; node->type.kind == IRT_TENSOR && k < node->input_count; k++)
            if (!broadcasts(check, &node->inputs[k]->type, &node->type))
                return false;
        return true;
    case CLS_LIB:
        return node->op == OP_COMPACT || check_product(check, node);
    case CLS_VIEW:
        return node->op != OP_EXPAND || broadcasts(check, &node->inputs[0]->type, &node->type);
    case CLS_FLOW:
        return node->op == OP_IF || check_loop(check, node);
    default:
        return node->op != OP_STORE || broadcasts(check, &node->inputs[1]->type, &node->inputs[0]->type);
    }
}

static const IrNode *unproved_in(Check *check, const IrRegion *region) {
    uint32_t passed = check->passed.len;
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *node = region->nodes.data[i];
        if (!check_node(check, node))
            return node;
        if (node->op == OP_MISS_IF)
            note_passed(check, node);
        for (uint32_t r = 0; r < node->region_count; r++) {
            const IrNode *inner = unproved_in(check, node->regions[r]);
            if (inner)
                return inner;
        }
    }
    check->passed.len = passed;
    return NULL;
}

const IrNode *lower_unproved(const Variant *variant) {
    Arena *arena = arena_new();
    Check check = {variant->graph->shapes, &variant->facts, arena, {0}};
    const IrNode *unproved = unproved_in(&check, variant->graph->body);
    arena_free(arena);
    return unproved;
}
