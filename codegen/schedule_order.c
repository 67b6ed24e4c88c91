/* In what order memory is best read: which dimension a reduction should run through last, and which transposed operands
 * are better copied before rows of them are read several times. See schedule_internal.h. */
#include "codegen/schedule_internal.h"

typedef struct Votes {
    const Schedule *s;
    const Index *domain;
    int count[IR_MAX_RANK];
} Votes;

/* An operand with an element for each point of the domain votes for the dimension along which they are neighbours. */
static void visit_vote(void *env, const IrNode *node, const Index *at) {
    Votes *votes = env;
    ShContext *cx = votes->s->graph->shapes;
    if (node->type.kind != IRT_TENSOR || (node->op != OP_INPUT && !sched_root(votes->s, node)))
        return;
    const ShExpr *offset = index_offset(cx, &node->type, at);
    int next = -1;
    for (int d = 0; d < votes->domain->rank; d++) {
        const ShExpr *symbol = votes->domain->at[d];
        if (symbol->op != SH_SYM)
            continue;
        const ShExpr *step = index_coefficient(cx, offset, symbol);
        if (!step || sh_is_value(step, 0))
            return;
        next = sh_is_value(step, 1) ? d : next;
    }
    if (next >= 0)
        votes->count[next]++;
}

int sched_fast_dimension(const Schedule *s, const IrNode *reduction) {
    const IrNode *input = reduction->inputs[0];
    Index domain = sched_fresh_index(s->graph->shapes, &input->type);
    Votes votes = {.s = s, .domain = &domain};
    visit_vote(&votes, input, &domain);
    if (!sched_root(s, input) && input->op != OP_INPUT)
        sched_walk(s, input, &domain, visit_vote, &votes);
    int best = -1;
    for (int d = 0; d < domain.rank; d++)
        if (votes.count[d] > 0 && (best < 0 || votes.count[d] >= votes.count[best]))
            best = d;
    return best;
}

/* Whether neighbours in the last dimension of this copy lie apart in the operand, and those of another one together. */
static bool is_transposed(const Schedule *s, const IrNode *copy) {
    const IrNode *base;
    const ShExpr *offset, *strides[IR_MAX_RANK];
    if (!sched_strided(s, copy->inputs[0], &base, &offset, strides))
        return false;
    int last = copy->type.rank - 1;
    while (last >= 0 && sh_is_value(copy->type.shape[last], 1))
        last--;
    if (last < 0 || sh_is_value(strides[last], 1) || sh_is_value(strides[last], 0))
        return false;
    for (int d = 0; d < last; d++)
        if (sh_is_value(strides[d], 1) && !sh_is_value(copy->type.shape[d], 1))
            return true;
    return false;
}

/* How often the copy, or its value in another type, is used in its region; *reduced: also by a reduction. */
static int uses(const IrNode *copy, bool *reduced) {
    int count = 0;
    for (uint32_t i = 0; i < copy->parent->nodes.len; i++) {
        const IrNode *node = copy->parent->nodes.data[i];
        for (uint32_t k = 0; k < node->input_count; k++) {
            if (node->inputs[k] != copy)
                continue;
            *reduced = *reduced || ir_op_info[node->op].cls == CLS_REDUCE;
            count += node->op == OP_CAST ? uses(node, reduced) : 1;
        }
    }
    return count;
}

bool sched_wants_copy(const Schedule *s, const IrNode *node) {
    bool reduced = false;
    return node->op == OP_CONTIGUOUS && is_transposed(s, node) && uses(node, &reduced) > 1 && reduced;
}
