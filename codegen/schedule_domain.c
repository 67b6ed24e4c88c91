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

typedef struct Divided {
    const Schedule *s;
    bool *divides;
} Divided;

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

static void visit_divided_memory(void *env, const IrNode *node, const Index *at) {
    const Schedule *s = ((const Divided *)env)->s;
    bool *divides = ((const Divided *)env)->divides;
    *divides = *divides || (sched_in_memory(s, node) && index_offset_divides(s->graph->shapes, &node->type, at));
}

/* Is memory below the node read at places that are found by divisions? */
static bool reads_by_division(const Schedule *s, const IrNode *node, const Index *at) {
    bool divides = false;
    Divided found = {s, &divides};
    visit_divided_memory(&found, node, at);
    if (!divides && !sched_in_memory(s, node))
        sched_walk(s, node, at, visit_divided_memory, &found);
    return divides;
}

static bool keeps_order(const IrNode *node) {
    return node->op == OP_RESHAPE || node->op == OP_SQUEEZE || node->op == OP_UNSQUEEZE;
}

bool sched_force_divided(Schedule *s, const IrNode *node, const Index *at, bool is_top) {
    if (node->op != OP_RESHAPE || (!is_top && sched_in_memory(s, node)))
        return false;
    const IrNode *whole = node->inputs[0];
    Index inner = sched_input_index(s, node, 0, at);
    if (!index_divides(&whole->type, &inner) || !reads_by_division(s, whole, &inner))
        return false;
    while (keeps_order(whole) && !sched_in_memory(s, whole))
        whole = whole->inputs[0];
    const ShExpr *offset, *strides[IR_MAX_RANK];
    const IrNode *base;
    bool computed = !ir_is_view(whole) && !sched_in_memory(s, whole) && ir_is_row_major(s->graph->shapes, &whole->type);
    if (!computed && (is_top || sched_strided(s, node, &base, &offset, strides)))
        return false; /* it lies in memory, or is a view, which may have to share its memory */
    sched_force(s, computed ? whole : node);
    return true;
}
