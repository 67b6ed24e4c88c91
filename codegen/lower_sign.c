/* Signs that follow from how a value is made: x * x is never negative, x - amax(x) is never positive. Kernels choose
 * cheaper functions by them. NaN counts as having either sign, and what a fused multiply-add leaves unrounded may be
 * beyond zero by the last bit of an operand: a function that is chosen so must bear small numbers of the other sign. */
#include "codegen/lower_kernel.h"

#include <math.h>

enum { NEVER_NEGATIVE = 1, NEVER_POSITIVE = 2, DEPTH_MAX = 5 };

static unsigned flipped(unsigned sign) {
    return (sign & NEVER_NEGATIVE ? NEVER_POSITIVE : 0) | (sign & NEVER_POSITIVE ? NEVER_NEGATIVE : 0);
}

static unsigned of_product(unsigned a, unsigned b) {
    return b == NEVER_NEGATIVE ? a : b == NEVER_POSITIVE ? flipped(a) : 0;
}

/* Of a constant scalar; NaN, like all that is not known while compiling, for anything else. */
static double number_of(const IrNode *node) {
    if (node->op != OP_CONST)
        return NAN;
    return node->type.kind == IRT_FLOAT ? node->number : (double)node->ints[0];
}

/* Whether b's element is the maximum of numbers among which is that of a. */
static bool is_maximum_of(Kernel *k, const IrNode *a, Index a_at, const IrNode *b, const Index *b_at) {
    Index row;
    const IrNode *largest = sched_memory(k->l->s, b, b_at, &row);
    if (largest->op != OP_AMAX)
        return false;
    for (; a != largest->inputs[0]; a = a->inputs[0]) {
        if (!ir_is_view(a))
            return false;
        a_at = index_of_operand(k->cx, a, 0, &a_at);
    }
    int kept = 0;
    for (int d = 0; d < a_at.rank; d++) {
        bool reduced = false;
        for (uint32_t i = 0; i < largest->int_count; i++)
            reduced = reduced || largest->ints[i] == d;
        if (!reduced && row.at[kept++] != a_at.at[d])
            return false;
    }
    return true;
}

static unsigned sign_of(Kernel *k, const IrNode *node, const Index *at, int depth) {
    double number = number_of(node);
    if (number == number)
        return (number >= 0 ? NEVER_NEGATIVE : 0) | (number <= 0 ? NEVER_POSITIVE : 0);
    bool by_element = ir_op_info[node->op].cls == CLS_POINT || ir_is_view(node);
    if (node->type.kind != IRT_TENSOR || !dtype_is_float(node->type.dtype) || !by_element || depth > DEPTH_MAX)
        return 0;
    unsigned sign[2] = {0, 0};
    Index inner[2];
    for (uint32_t i = 0; i < 2 && i < node->input_count; i++) {
        inner[i] = index_of_operand(k->cx, node, i, at);
        sign[i] = sign_of(k, node->inputs[i], &inner[i], depth + 1);
    }
    switch (node->op) {
    case OP_ABS:
    case OP_EXP:
    case OP_SIGMOID:
        return NEVER_NEGATIVE;
    case OP_POW:
        return number_of(node->inputs[1]) == 2 ? NEVER_NEGATIVE : 0;
    case OP_MUL:
        return node->inputs[0] == node->inputs[1] ? NEVER_NEGATIVE : of_product(sign[0], sign[1]);
    case OP_DIV: /* the sign of a zero divisor would count, so that only constants do */
        return fabs(number_of(node->inputs[1])) > 0 ? of_product(sign[0], sign[1]) : 0;
    case OP_NEG:
        return flipped(sign[0]);
    case OP_ADD:
        return sign[0] & sign[1];
    case OP_SUB:
        if (is_maximum_of(k, node->inputs[0], inner[0], node->inputs[1], &inner[1]))
            return NEVER_POSITIVE;
        return sign[0] & flipped(sign[1]);
    case OP_CAST:
        return sign[0];
    default:
        return ir_is_view(node) ? sign[0] : 0;
    }
}

bool kernel_is_never_positive(Kernel *k, const IrNode *node, const Index *at) {
    return sign_of(k, node, at, 0) & NEVER_POSITIVE;
}
