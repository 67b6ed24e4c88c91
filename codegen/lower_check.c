/* A last check before a variant is lowered: sizes that kernels take to be equal must be equal by the graph's own types.
 * What is read from memory rests on it, so a graph that fails is not compiled (its variant misses always) rather than
 * trusted. */
#include "codegen/lower.h"

static bool equal(ShContext *cx, const ShExpr *a, const ShExpr *b) {
    return a == b || sh_compare(cx, SH_EQ, a, b) == SH_YES;
}

static bool broadcasts(ShContext *cx, const IrType *operand, const IrType *result) {
    if (operand->kind != IRT_TENSOR)
        return true;
    int lead = result->rank - operand->rank;
    for (int d = 0; d < operand->rank; d++) {
        bool one = sh_is_value(operand->shape[d], 1);
        if (lead < 0 || (!one && !equal(cx, operand->shape[d], result->shape[d + lead])))
            return false;
    }
    return true;
}

static bool check_product(ShContext *cx, const IrNode *node) {
    const IrType *x = &node->inputs[0]->type, *y = &node->inputs[1]->type, *out = &node->type;
    const ShExpr *inner = x->shape[x->rank - 1];
    if (node->op == OP_MATMUL)
        return equal(cx, inner, y->shape[y->rank - 2]) && equal(cx, out->shape[out->rank - 1], y->shape[y->rank - 1]) &&
               equal(cx, out->shape[out->rank - 2], x->shape[x->rank - 2]);
    bool bias = node->input_count < 3 || equal(cx, node->inputs[2]->type.shape[0], y->shape[0]);
    return equal(cx, inner, y->shape[1]) && equal(cx, out->shape[out->rank - 1], y->shape[0]) && bias;
}

static bool check_node(ShContext *cx, const IrNode *node) {
    switch (ir_op_info[node->op].cls) {
    case CLS_POINT:
        for (uint32_t k = 0; node->type.kind == IRT_TENSOR && k < node->input_count; k++)
            if (!broadcasts(cx, &node->inputs[k]->type, &node->type))
                return false;
        return true;
    case CLS_LIB:
        return check_product(cx, node);
    case CLS_VIEW:
        return node->op != OP_EXPAND || broadcasts(cx, &node->inputs[0]->type, &node->type);
    default:
        return node->op != OP_STORE || broadcasts(cx, &node->inputs[1]->type, &node->inputs[0]->type);
    }
}

const IrNode *lower_unproved(const IrRegion *region) {
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *node = region->nodes.data[i];
        if (!check_node(region->graph->shapes, node))
            return node;
        for (uint32_t r = 0; r < node->region_count; r++) {
            const IrNode *inner = lower_unproved(node->regions[r]);
            if (inner)
                return inner;
        }
    }
    return NULL;
}
