/* Which memories a tensor of the graph may have, where control flow chooses between several. */
#include "analysis/ev_internal.h"

/* What the regions of a branch or loop yield as its result number `index`. */
static void add_yielded(Arena *arena, const IrNode *flow, uint32_t index, NodeVec *out) {
    for (uint32_t r = 0; r < flow->region_count; r++) {
        const IrNode *yield = flow->regions[r]->nodes.len ? vec_last(&flow->regions[r]->nodes) : NULL;
        bool condition = flow->op == OP_WHILE && r == 0;
        if (yield && yield->op == OP_YIELD && !condition && index < yield->input_count)
            ev_add_memories(arena, yield->inputs[index], out);
    }
}

/* The memories that a tensor may have: its own, and where control flow chooses, those it chooses from. */
void ev_add_memories(Arena *arena, IrNode *node, NodeVec *out) {
    node = ir_memory(node);
    for (uint32_t i = 0; i < out->len; i++)
        if (out->data[i] == node)
            return;
    vec_push(arena, out, node);
    const IrNode *flow = node->op == OP_RESULT ? node->inputs[0] : node->op == OP_PARAM ? node->parent->owner : NULL;
    if (!flow || ir_op_info[flow->op].cls != CLS_FLOW)
        return;
    uint32_t skipped = node->op == OP_PARAM && flow->op == OP_FOR, index = (uint32_t)node->ints[0] - skipped;
    if (flow->op != OP_IF && index < flow->input_count)
        ev_add_memories(arena, flow->inputs[index], out);
    add_yielded(arena, flow, index, out);
}

bool ev_have_common(const NodeVec *a, const NodeVec *b) {
    for (uint32_t i = 0; i < a->len; i++)
        for (uint32_t k = 0; k < b->len; k++)
            if (a->data[i] == b->data[k])
                return true;
    return false;
}
