/* Over which dimensions a kernel runs. A reshape that joins dimensions of what is no view, as in
 *     x.reshape(b, h, w, s, c // s).permute(0, 3, 2, 1, 4).reshape(b, s, w, h * c // s)
 * is read at quotients and remainders of the loop over the joined dimension, which are dear and keep the loop from
 * being vectorised. The same elements come in the same order from loops over what was joined, without any division. */
#include "codegen/schedule_internal.h"

static void visit_divisions(void *env, const IrNode *node, const Index *at) {
    bool *divides = env;
    *divides = *divides || (node->type.kind == IRT_TENSOR && index_divides(&node->type, at));
}

static bool walk_divides(const Schedule *s, const IrNode *node, const Index *at) {
    bool divides = false;
    sched_walk(s, node, at, visit_divisions, &divides);
    return divides;
}

static bool same_shape(const IrType *a, const IrType *b) {
    bool same = a->kind == IRT_TENSOR && a->rank == b->rank;
    for (int d = 0; same && d < a->rank; d++)
        same = a->shape[d] == b->shape[d];
    return same;
}

/* The first reshape whose elements are those of the node, in the same places. */
static const IrNode *reshape_in(const Schedule *s, const IrNode *node, const IrNode *top) {
    if (!same_shape(&node->type, &top->type) || (node != top && (sched_root(s, node) || node->op == OP_INPUT)))
        return NULL;
    if (node->op == OP_RESHAPE)
        return node;
    bool in_place = ir_op_info[node->op].cls == CLS_POINT || node->op == OP_CONTIGUOUS || node->op == OP_CLONE;
    const IrNode *found = NULL;
    for (uint32_t k = 0; in_place && !found && k < sched_input_count(s, node); k++)
        found = reshape_in(s, sched_input(s, node, k), top);
    return found;
}

const IrType *sched_domain(const Schedule *s, const IrNode *node) {
    ShContext *cx = s->graph->shapes;
    Index at = sched_fresh_index(cx, &node->type), merged;
    if (!walk_divides(s, node, &at))
        return &node->type;
    const IrNode *reshape = reshape_in(s, node, node);
    if (!reshape)
        return &node->type;
    const IrType *domain = &reshape->inputs[0]->type;
    at = sched_fresh_index(cx, domain);
    if (!index_merged(cx, &node->type, domain, &at, &merged) || walk_divides(s, node, &merged))
        return &node->type;
    return domain;
}
