/* Who reads each root, and until when: what needs memory, what needs to be a tensor object, when memory is free again.
 */
#include "codegen/schedule_internal.h"

typedef struct Uses {
    Schedule *s;
    const Group *group; /* the reader, or NULL */
    const IrRegion *region;
    int number;    /* of the reading step */
    int outermost; /* of the outermost flow step around it, or number */
} Uses;

static void visit_use(void *env, const IrNode *node, const Index *at) {
    const Uses *u = env;
    (void)at;
    Root *root = sched_root(u->s, node);
    if (!root || (root->group && root->group == u->group))
        return;
    root->escapes = true;
    int until = sched_home(u->s, node->parent) == u->region ? u->number : u->outermost;
    root->last_use = until > root->last_use ? until : root->last_use;
}

static void read_value(const Schedule *s, const IrNode *node, const Index *at, SchedVisit *visit, void *env) {
    visit(env, node, at);
    if (!sched_root(s, node) && node->type.kind == IRT_TENSOR)
        sched_walk(s, node, at, visit, env);
}

static void read_of_group(const Schedule *s, const Group *g, SchedVisit *visit, void *env) {
    Index at = {.rank = g->rank};
    for (int d = 0; d < g->rank; d++)
        at.at[d] = g->loop[d];
    if (g->write) {
        Index inner;
        const IrNode *value = sched_written(s, g, &at, &inner);
        read_value(s, value, &inner, visit, env);
        Index indices[IR_MAX_RANK];
        uint32_t count = sched_write_indices(s, g, &at, indices);
        for (uint32_t k = 0; k < count; k++)
            read_value(s, g->write->inputs[k + 2], &indices[k], visit, env);
        return;
    }
    for (uint32_t i = 0; i < g->roots.len; i++) {
        const Root *root = g->roots.data[i];
        if (root->reduction)
            read_value(s, root->node->inputs[0], &at, visit, env);
        else
            sched_walk(s, root->node, &root->canonical, visit, env);
    }
}

void sched_visit_reads(const Schedule *s, const Step *step, SchedVisit *visit, void *env) {
    if (step->group) {
        read_of_group(s, step->group, visit, env);
        return;
    }
    for (uint32_t k = 0; k < step->node->input_count; k++) {
        const IrNode *node = step->node->inputs[k];
        if (node->type.kind != IRT_TENSOR)
            continue;
        Index at = sched_fresh_index(s->graph->shapes, &node->type), place;
        const IrNode *memory = sched_memory(s, node, &at, &place);
        visit(env, memory, &place);
    }
}

static void use_region(Schedule *s, IrRegion *region, int outermost) {
    const RegionPlan *plan = sched_plan(s, region);
    for (uint32_t i = 0; i < plan->steps.len; i++) {
        const Step *step = plan->steps.data[i];
        int around = outermost < 0 ? step->number : outermost;
        Uses u = {s, step->group, region, step->number, around};
        sched_visit_reads(s, step, visit_use, &u);
        for (uint32_t r = 0; !step->group && r < step->node->region_count; r++)
            use_region(s, step->node->regions[r], around);
    }
}

static Root *memory_root(Schedule *s, const IrNode *node) {
    Index at = sched_fresh_index(s->graph->shapes, &node->type), place;
    return sched_root(s, sched_memory(s, node, &at, &place));
}

/* What may be the memory of a result lives as long as that is read. */
static bool outlive(Schedule *s, const IrNode *source, const Root *result) {
    Root *root = memory_root(s, source);
    if (!root || root->last_use >= result->last_use)
        return false;
    root->last_use = result->last_use;
    return true;
}

/* A result of a branch or loop is the memory of what a region yields, or of a loop's first value. */
static bool extend_sources(Schedule *s, const Root *result) {
    const IrNode *flow = result->node->op == OP_RESULT ? result->node->inputs[0] : NULL;
    if (!flow || ir_op_info[flow->op].cls != CLS_FLOW)
        return false;
    bool changed = false;
    uint32_t index = (uint32_t)result->node->ints[0];
    if (flow->op != OP_IF)
        changed = outlive(s, flow->inputs[index], result);
    for (uint32_t r = 0; r < flow->region_count; r++) {
        const IrNode *yield = vec_last(&flow->regions[r]->nodes);
        bool condition = flow->op == OP_WHILE && r == 0;
        if (yield->op == OP_YIELD && !condition && index < yield->input_count)
            changed |= outlive(s, yield->inputs[index], result);
    }
    return changed;
}

static void extend_results(Schedule *s) {
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = s->roots.len; i-- > 0;)
            changed |= extend_sources(s, s->roots.values[i]);
    }
}

/* The tensor object of a node is needed: of what it views, and of what a branch may choose for it. What a loop carried
 * is copied into an object behind it. */
static void need_object(Schedule *s, const IrNode *node) {
    if (node->type.kind != IRT_TENSOR)
        return;
    Index at = sched_fresh_index(s->graph->shapes, &node->type), place;
    const IrNode *base = sched_memory(s, node, &at, &place);
    Root *root = sched_root(s, base);
    if (!root || root->object)
        return;
    root->object = true;
    if (root->memory == MEMORY_SCRATCH)
        root->memory = MEMORY_OUTPUT;
    const IrNode *flow = base->op == OP_RESULT && base->inputs[0]->op == OP_IF ? base->inputs[0] : NULL;
    for (uint32_t r = 0; flow && r < flow->region_count; r++) {
        const IrNode *yield = vec_last(&flow->regions[r]->nodes);
        if (yield->op == OP_YIELD && base->ints[0] < yield->input_count)
            need_object(s, yield->inputs[base->ints[0]]);
    }
}

static void find_objects(Schedule *s, const IrRegion *region) {
    const RegionPlan *plan = sched_plan(s, region);
    for (uint32_t i = 0; i < plan->steps.len; i++) {
        const IrNode *node = plan->steps.data[i]->node;
        for (uint32_t k = 0; node && node->op == OP_RETURN && k < node->input_count; k++)
            need_object(s, node->inputs[k]);
        for (uint32_t r = 0; node && r < node->region_count; r++)
            find_objects(s, node->regions[r]);
    }
}

void sched_find_uses(Schedule *s) {
    use_region(s, s->graph->body, -1);
    extend_results(s);
    find_objects(s, s->graph->body);
    for (uint32_t i = 0; i < s->roots.len; i++) {
        Root *root = s->roots.values[i];
        if (root->memory == MEMORY_SCRATCH && sh_is_value(ir_numel(s->graph->shapes, &root->node->type), 1))
            root->memory = MEMORY_LOCAL;
    }
}
