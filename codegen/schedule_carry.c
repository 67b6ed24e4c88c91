/* What loops carry. The body computes the next value of a carried tensor right into memory of its own, so what it
 * yields must be made by a kernel of the body: anything else (a view, another carried value, what a branch chose, a
 * value from before the loop, or one that is yielded twice) is copied first, but for a tensor of which the body changes
 * parts (schedule_update.c). */
#include "codegen/schedule_internal.h"

static bool is_computed(const IrNode *node) {
    IrClass cls = ir_op_info[node->op].cls;
    bool made = cls == CLS_POINT || cls == CLS_REDUCE || cls == CLS_LIB || node->op == OP_CLONE || node->op == OP_CAT;
    return made && !ir_is_view(node);
}

static bool is_yielded_before(const IrNode *yield, uint32_t index) {
    for (uint32_t i = 0; i < index; i++)
        if (yield->inputs[i] == yield->inputs[index])
            return true;
    return false;
}

/* A row-major clone of the node at the end of the region, in front of its yield. */
static IrNode *clone_at_end(IrRegion *region, IrNode *node) {
    IrType type = node->type;
    type.strides = NULL;
    IrSpec spec = {.op = OP_CLONE, .type = type, .input_count = 1, .inputs = &node, .span = node->span};
    return sched_insert(region, region->nodes.len - 1, &spec);
}

static void own_carried(Arena *arena, const IrNode *loop) {
    IrRegion *body = ir_loop_body(loop);
    IrNode *yield = body->nodes.len ? vec_last(&body->nodes) : NULL;
    if (!yield || yield->op != OP_YIELD)
        return;
    for (uint32_t i = 0; i < yield->input_count; i++) {
        IrNode *node = yield->inputs[i];
        const IrNode *param = ir_carried(loop, i);
        if (param->type.kind != IRT_TENSOR || node == param || param->type.strides)
            continue;
        Map values;
        bool direct = node->parent == body && (is_computed(node) || sched_changes_parts(arena, node, param, &values)) &&
                      !node->type.strides;
        if (!direct || is_yielded_before(yield, i))
            yield->inputs[i] = clone_at_end(body, node);
    }
}

static void prepare_region(Arena *arena, IrRegion *region) {
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        IrNode *node = region->nodes.data[i];
        for (uint32_t r = 0; r < node->region_count; r++)
            prepare_region(arena, node->regions[r]);
        if (node->op == OP_FOR || node->op == OP_WHILE)
            own_carried(arena, node);
    }
}

void sched_prepare_loops(Schedule *s) { prepare_region(s->arena, s->graph->body); }
