/* What is live, which branches become selects, and which nodes must lie in memory. See schedule_internal.h. */
#include "codegen/schedule_internal.h"

enum { SELECT_COST_MAX = 24, SHARED_COST_MIN = 8 };

/* It may refuse its operands, or advance torch's generator: it runs whether or not its result is used. */
static bool is_called(const IrNode *node) { return ir_op_info[node->op].cls == CLS_ATEN; }

static bool has_effects(const IrRegion *region) {
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *node = region->nodes.data[i];
        if (node->op == OP_STORE || node->op == OP_RETURN || node->op == OP_MISS || node->op == OP_MISS_IF ||
            is_called(node))
            return true;
        for (uint32_t r = 0; r < node->region_count; r++)
            if (has_effects(node->regions[r]))
                return true;
    }
    return false;
}

/* ---- live nodes -------------------------------------------------------------------------------------------------- */
static void mark_region(Schedule *s, IrRegion *region);

static bool is_effect(const IrNode *node) {
    if (node->op == OP_STORE || node->op == OP_RETURN || node->op == OP_MISS || node->op == OP_MISS_IF ||
        node->op == OP_YIELD || ir_is_gather(node->op) || node->op == OP_INDEX_PUT || is_called(node))
        return true;
    for (uint32_t r = 0; r < node->region_count; r++)
        if (has_effects(node->regions[r]))
            return true;
    return false;
}

static void visit_origin(void *env, const ShSymbol *symbol);

static void mark_node(Schedule *s, IrNode *node) {
    if (map_has(&s->live, MAP_KEY(node)))
        return;
    map_put(&s->live, MAP_KEY(node), node);
    for (uint32_t i = 0; i < node->input_count; i++)
        mark_node(s, node->inputs[i]);
    for (uint32_t r = 0; r < node->region_count; r++)
        mark_region(s, node->regions[r]);
    for (uint32_t i = 0; i < node->expr_count; i++)
        sh_visit_symbols(node->exprs[i], visit_origin, s);
    for (int i = 0; node->type.kind == IRT_TENSOR && i < node->type.rank; i++) {
        sh_visit_symbols(node->type.shape[i], visit_origin, s);
        if (node->type.strides)
            sh_visit_symbols(node->type.strides[i], visit_origin, s);
    }
}

static void visit_origin(void *env, const ShSymbol *symbol) {
    Schedule *s = env;
    if (symbol->origin_kind == SH_FROM_NODE && symbol->origin)
        mark_node(s, (IrNode *)(uintptr_t)ir_origin(s->graph, symbol));
}

static void mark_region(Schedule *s, IrRegion *region) {
    for (uint32_t i = 0; i < region->nodes.len; i++)
        if (is_effect(region->nodes.data[i]))
            mark_node(s, region->nodes.data[i]);
}

void sched_mark_live(Schedule *s) { mark_region(s, s->graph->body); }

/* ---- branches that become selects -------------------------------------------------------------------------------- */
static bool is_cheap_arm(const IrRegion *region, int *cost) {
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *node = region->nodes.data[i];
        IrClass cls = ir_op_info[node->op].cls;
        bool tensor = node->type.kind == IRT_TENSOR;
        if (node->op == OP_YIELD || node->op == OP_CONST || (cls == CLS_VIEW && ir_is_view(node)))
            continue;
        if (cls != CLS_POINT || !tensor)
            return false;
        *cost += sched_cost(node);
    }
    return true;
}

static bool arms_agree(const IrNode *flow) {
    const IrNode *a = vec_last(&flow->regions[0]->nodes), *b = vec_last(&flow->regions[1]->nodes);
    if (a->op != OP_YIELD || b->op != OP_YIELD)
        return false;
    for (uint32_t i = 0; i < a->input_count; i++) {
        const IrType *ta = &a->inputs[i]->type, *tb = &b->inputs[i]->type;
        if (ta->kind != IRT_TENSOR || tb->kind != IRT_TENSOR || ta->dtype != tb->dtype || ta->rank != tb->rank)
            return false;
        for (int d = 0; d < ta->rank; d++)
            if (ta->shape[d] != tb->shape[d])
                return false;
    }
    return a->input_count > 0;
}

/* Does anything demand that a result of the flow node lies in memory (perhaps through views)? */
static bool wants_memory(const IrRegion *region, const IrNode *flow) {
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *node = region->nodes.data[i];
        for (uint32_t r = 0; r < node->region_count; r++)
            if (wants_memory(node->regions[r], flow))
                return true;
        IrClass cls = ir_op_info[node->op].cls;
        bool strict = cls == CLS_LIB || cls == CLS_ATEN || cls == CLS_FLOW || cls == CLS_EFFECT;
        for (uint32_t k = 0; strict && k < node->input_count; k++) {
            const IrNode *input = node->inputs[k];
            while (ir_is_view(input) || input->op == OP_CONTIGUOUS)
                input = input->inputs[0];
            if (input->op == OP_RESULT && input->inputs[0] == flow)
                return true;
        }
    }
    return false;
}

static void find_selects(Schedule *s, IrRegion *region) {
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        IrNode *node = region->nodes.data[i];
        int cost = 0;
        if (node->op == OP_IF && arms_agree(node) && is_cheap_arm(node->regions[0], &cost) &&
            is_cheap_arm(node->regions[1], &cost) && cost <= SELECT_COST_MAX && !wants_memory(s->graph->body, node)) {
            map_put(&s->selects, MAP_KEY(node), node);
            continue;
        }
        for (uint32_t r = 0; r < node->region_count; r++)
            find_selects(s, node->regions[r]);
    }
}

void sched_find_selects(Schedule *s) { find_selects(s, s->graph->body); }

/* ---- nodes that must lie in memory ------------------------------------------------------------------------------- */
void sched_force(Schedule *s, const IrNode *node) {
    if (!sched_has_own_memory(s, node))
        map_put(&s->forced, MAP_KEY(node), (void *)(uintptr_t)node);
}

/* The node is read as memory: it, or what it views with run-time strides, becomes a root. */
static void need_memory(Schedule *s, const IrNode *node) {
    if (node->type.kind != IRT_TENSOR)
        return;
    ShContext *cx = s->graph->shapes;
    Index at = sched_fresh_index(cx, &node->type), place;
    const IrNode *base = sched_memory(s, node, &at, &place);
    const ShExpr *offset = index_offset(cx, &base->type, &place);
    for (int d = 0; d < at.rank; d++)
        if (at.at[d]->op == SH_SYM && !index_coefficient(cx, offset, at.at[d]))
            base = node;
    sched_force(s, base);
}

/* What torch has copied row by row is not read where it was copied from: operators of ATen lay their results out, and
 * draw numbers, by the strides of their operands. */
static void need_copies(Schedule *s, const IrNode *node) {
    for (; node->type.kind == IRT_TENSOR && ir_is_view(node); node = node->inputs[0]) {
        const ShExpr *offset, *strides[IR_MAX_RANK];
        const IrNode *base;
        if (node->op == OP_RESHAPE && !node->type.strides && sched_strided(s, node, &base, &offset, strides) &&
            !sched_is_row_major(s->graph->shapes, &node->type, strides)) {
            sched_force(s, node);
            return;
        }
    }
}

typedef struct Reach {
    Schedule *s;
    const IrRegion *region;
    Map seen; /* IrNode -> itself */
} Reach;

/* Nodes of other regions that kernels of this region compute from must lie in memory. */
static void reach(Reach *r, const IrNode *node) {
    if (map_has(&r->seen, MAP_KEY(node)))
        return;
    map_put(&r->seen, MAP_KEY(node), (void *)(uintptr_t)node);
    if (node->type.kind != IRT_TENSOR || sched_has_own_memory(r->s, node))
        return;
    const IrRegion *home = sched_home(r->s, node->parent);
    bool chosen = home != node->parent; /* in an arm of a select, which is computed where the result is */
    if (ir_op_info[node->op].cls == CLS_POINT && home != r->region && !chosen) {
        sched_force(r->s, node);
        return;
    }
    for (uint32_t k = 0; k < sched_input_count(r->s, node); k++)
        reach(r, sched_input(r->s, node, k));
}

static void force_region(Schedule *s, IrRegion *region);

static void force_for(Schedule *s, IrRegion *region, uint32_t position, Reach *r) {
    IrNode *node = region->nodes.data[position];
    switch (ir_op_info[node->op].cls) {
    case CLS_LIB:
    case CLS_ATEN:
    case CLS_FLOW:
    case CLS_EFFECT:
        for (uint32_t k = 0; k < node->input_count; k++) {
            if (ir_op_info[node->op].cls == CLS_ATEN)
                need_copies(s, node->inputs[k]);
            if (node->op != OP_STORE)
                need_memory(s, node->inputs[k]);
            reach(r, node->inputs[k]);
        }
        break;
    default:
        if (node->op == OP_UNFOLD) /* each element is read as often as windows hold it */
            need_memory(s, node->inputs[0]);
        if (sched_wants_copy(s, node))
            sched_force(s, node);
        for (uint32_t k = 0; k < sched_input_count(s, node); k++)
            reach(r, sched_input(s, node, k));
    }
    if (node->op == OP_STORE)
        sched_force_around_store(s, region, position);
    if (node->op == OP_FOR || node->op == OP_WHILE)
        sched_force_updates(s, node);
    for (uint32_t i = 0; i < node->region_count; i++)
        if (!map_has(&s->selects, MAP_KEY(node)))
            force_region(s, node->regions[i]);
}

static void force_region(Schedule *s, IrRegion *region) {
    Reach r = {.s = s, .region = sched_home(s, region)};
    map_init(&r.seen, s->arena);
    for (uint32_t i = 0; i < region->nodes.len; i++)
        if (sched_is_live(s, region->nodes.data[i]))
            force_for(s, region, i, &r);
}

void sched_find_forced(Schedule *s) { force_region(s, s->graph->body); }

/* ---- dear nodes that several kernels compute --------------------------------------------------------------------- */
typedef struct Demand {
    const IrNode *node;
    const Group *group;
    bool several;
} Demand;
typedef struct Demands {
    Schedule *s;
    const Group *group;
    Map by_node;
    bool any; /* nodes were forced */
} Demands;

static void visit_demand(void *env, const IrNode *node, const Index *at) {
    Demands *d = env;
    d->any |= sched_force_divided(d->s, node, at, false);
    Demand *demand = map_get(&d->by_node, MAP_KEY(node));
    if (!demand) {
        demand = arena_new_of(d->s->arena, Demand);
        *demand = (Demand){node, d->group, false};
        map_put(&d->by_node, MAP_KEY(node), demand);
    }
    demand->several = demand->several || demand->group != d->group;
}

/* What needs no computing wherever it is read. */
static bool has_memory(const void *env, const IrNode *node) {
    const Schedule *s = env;
    return node->type.kind != IRT_TENSOR || sched_in_memory(s, node);
}

static void visit_divided(void *env, const IrNode *node, const Index *at) {
    Demands *d = env;
    d->any |= sched_force_divided(d->s, node, at, false);
}

/* What groups read that write into other memory than a root of their own. */
static void visit_writes(Demands *d, const IrRegion *region) {
    const RegionPlan *plan = sched_plan(d->s, region);
    for (uint32_t i = 0; i < plan->steps.len; i++) {
        const Step *step = plan->steps.data[i];
        for (uint32_t r = 0; step->node && !step->group && r < step->node->region_count; r++)
            visit_writes(d, step->node->regions[r]);
        if (!step->group || !step->group->write)
            continue;
        Index at = {.rank = step->group->rank}, inner;
        for (int k = 0; k < at.rank; k++)
            at.at[k] = step->group->loop[k];
        const IrNode *value = sched_written(d->s, step->group, &at, &inner);
        visit_divided(d, value, &inner);
        if (value->type.kind == IRT_TENSOR && !sched_in_memory(d->s, value))
            sched_walk(d->s, value, &inner, visit_divided, d);
    }
}

bool sched_find_shared(Schedule *s) {
    Demands d = {.s = s};
    map_init(&d.by_node, s->arena);
    for (uint32_t i = 0; i < s->roots.len; i++) {
        const Root *root = s->roots.values[i];
        if (!root->group)
            continue;
        d.group = root->group;
        Index at = root->canonical;
        if (root->reduction) {
            at = (Index){.rank = root->group->rank};
            for (int k = 0; k < at.rank; k++)
                at.at[k] = root->group->loop[k];
        }
        const IrNode *value = root->reduction ? root->node->inputs[0] : root->node;
        if (!root->reduction || !sched_root(s, value)) /* what another kernel computes is read, not computed again */
            sched_walk(s, value, &at, visit_demand, &d);
        d.any |= !root->reduction && sched_force_divided(s, value, &at, true);
        if (root->reduction)
            visit_demand(&d, value, &at);
    }
    visit_writes(&d, s->graph->body);
    bool any = d.any;
    for (uint32_t i = 0; i < d.by_node.len; i++) {
        const Demand *demand = d.by_node.values[i];
        const IrRegion *region = demand->node->parent;
        if (!demand->several || ir_op_info[demand->node->op].cls != CLS_POINT ||
            sched_home(s, region) != region || /* in an arm of a select: computed where the result is */
            demand->node->type.kind != IRT_TENSOR || map_has(&s->forced, MAP_KEY(demand->node)))
            continue;
        if (sched_tree_cost(s, demand->node, has_memory, s, SHARED_COST_MIN) >= SHARED_COST_MIN) {
            sched_force(s, demand->node);
            any = true;
        }
    }
    return any;
}
