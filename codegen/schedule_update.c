/* Tensors that are changed in parts: those that a loop carries (`y[i] = ...`, on one side of a branch, or in a loop
 * within), inputs, and what nothing reads any more as it was. The next value is the present one with what insertions
 * write, so that they may write right into its memory, which the loop then has one of, where nothing reads what the
 * tensor was before: all steps of the body are gone through in their order, with the value that the memory holds. Where
 * that does not hold, each insertion copies the tensor, and the loop what comes out. */
#include "codegen/schedule_internal.h"

/* ---- what the next value is made of ------------------------------------------------------------------------------ */
static const IrNode *flow_of(const IrNode *node) {
    const IrNode *flow = node->op == OP_RESULT ? node->inputs[0] : NULL;
    return flow && ir_op_info[flow->op].cls == CLS_FLOW ? flow : NULL;
}

/* Adds the values that the tensor has between that of the parameter and `node`. False: it is no such value. */
static bool collect(Map *values, const IrNode *node, const IrNode *param) {
    while (node != param && !map_has(values, MAP_KEY(node))) {
        const IrNode *flow = flow_of(node);
        if ((!flow && !sched_is_insertion(node)) || !ir_type_equal(&node->type, &param->type))
            return false;
        map_put(values, MAP_KEY(node), (void *)(uintptr_t)node);
        if (!flow || flow->op != OP_IF) {
            node = flow ? flow->inputs[node->ints[0]] : node->inputs[0];
            continue;
        }
        for (uint32_t r = 0; r < flow->region_count; r++) {
            const IrNode *yield = vec_last(&flow->regions[r]->nodes);
            if (yield->op == OP_YIELD && !collect(values, yield->inputs[node->ints[0]], param))
                return false;
        }
        return true;
    }
    return true;
}

typedef struct OwnSymbols {
    const IrGraph *graph;
    const IrRegion *region;
    bool found;
} OwnSymbols;

static void visit_own(void *env, const ShSymbol *symbol) {
    OwnSymbols *own = env;
    bool of_node = symbol->origin_kind == SH_FROM_NODE && symbol->origin;
    own->found = own->found || (of_node && ir_origin(own->graph, symbol)->parent == own->region);
}

bool sched_has_own_size(const IrNode *param) {
    bool found = false;
    for (int d = 0; param->type.kind == IRT_TENSOR && d < param->type.rank; d++) {
        OwnSymbols own = {param->parent->graph, param->parent, false};
        sh_visit_symbols(param->type.shape[d], visit_own, &own);
        found |= own.found;
    }
    return found;
}

bool sched_changes_parts(Arena *arena, const IrNode *value, const IrNode *param, Map *values) {
    map_init(values, arena);
    return param->type.kind == IRT_TENSOR && !param->type.strides && !param->type.flat && value != param &&
           !sched_has_own_size(param) && collect(values, value, param);
}

/* ---- who reads what it was --------------------------------------------------------------------------------------- */
typedef struct Update {
    Schedule *s;
    const IrNode *param;
    Map values;        /* but for that of the parameter */
    VEC(Group *) made; /* what writes them */
    const IrNode *now; /* which one the memory holds; NULL: one that is not to be read */
    bool fails;
} Update;

static bool is_value(const Update *u, const IrNode *node) {
    return node == u->param || map_has(&u->values, MAP_KEY(node));
}

static void visit_read(void *env, const IrNode *node, const Index *at) {
    Update *u = env;
    (void)at;
    u->fails = u->fails || (is_value(u, node) && node != u->now);
}

/* Of the values the step reads `readable` alone; NULL: none. */
static void scan_reads(Update *u, const Step *step, const IrNode *readable) {
    const IrNode *now = u->now;
    u->now = readable;
    sched_visit_reads(u->s, step, visit_read, u);
    u->now = now;
}

/* A kernel that writes a single element has read all before; what others insert must not be of the memory. */
static void scan_insertion(Update *u, const Step *step) {
    IrNode *insertion = step->group->write;
    scan_reads(u, step, sched_inserts_one(u->s, insertion) ? u->now : NULL);
    u->fails = u->fails || u->now != insertion->inputs[0];
    u->now = insertion;
    vec_push(u->s->arena, &u->made, step->group);
}

static const IrNode *memory_of(const Schedule *s, const IrNode *node) {
    Index at = sched_fresh_index(s->graph->shapes, &node->type), place;
    return sched_memory(s, node, &at, &place);
}

/* Which result of the flow node the tensor is behind it; NULL: none. */
static const IrNode *result_of(const Update *u, const IrNode *flow) {
    for (uint32_t i = 0; i < u->values.len; i++) {
        const IrNode *node = u->values.values[i];
        if (flow_of(node) == flow)
            return node;
    }
    return NULL;
}

/* A region gives no value of the tensor, but for the one it has in the end as result `index`; -1: none. */
static void check_yield(Update *u, const IrNode *yield, int64_t index) {
    for (uint32_t k = 0; k < yield->input_count; k++) {
        const IrNode *node = yield->inputs[k];
        if (node->type.kind != IRT_TENSOR)
            continue;
        bool expected = (int64_t)k == index ? node == u->now : !is_value(u, memory_of(u->s, node));
        u->fails = u->fails || !expected;
    }
}

static void scan_region(Update *u, const IrRegion *region);

static void scan_branch(Update *u, const IrNode *flow) {
    const IrNode *before = u->now, *result = result_of(u, flow);
    for (uint32_t r = 0; r < flow->region_count; r++) {
        u->now = before;
        scan_region(u, flow->regions[r]);
        const IrNode *yield = vec_last(&flow->regions[r]->nodes);
        if (yield->op != OP_YIELD)
            continue;
        check_yield(u, yield, result ? result->ints[0] : -1);
        u->fails = u->fails || (!result && u->now != before);
    }
    u->now = result ? result : before;
}

/* A loop within goes on with the tensor, where it changes it in place too, or does not touch it. */
static void scan_loop(Update *u, const IrNode *flow) {
    const IrNode *before = u->now, *result = result_of(u, flow);
    for (uint32_t k = 0; k < flow->input_count; k++) {
        if (flow->inputs[k]->type.kind != IRT_TENSOR)
            continue;
        const IrNode *param = ir_carried(flow, k);
        bool goes_on = result && result->ints[0] == k;
        bool taken = is_value(u, memory_of(u->s, flow->inputs[k]));
        if (goes_on != taken || (taken && (flow->inputs[k] != before || !map_has(&u->s->updates, MAP_KEY(param)))))
            u->fails = true;
    }
    u->now = result ? NULL : before;
    for (uint32_t r = 0; r < flow->region_count; r++) {
        scan_region(u, flow->regions[r]);
        const IrNode *yield = vec_last(&flow->regions[r]->nodes);
        if (yield->op == OP_YIELD)
            check_yield(u, yield, -1);
    }
    u->now = result ? result : before;
}

static void scan_step(Update *u, const Step *step) {
    const IrNode *write = step->group ? step->group->write : NULL;
    if (write && map_has(&u->values, MAP_KEY(write))) {
        if (step->group->part == 1)
            scan_insertion(u, step);
        return;
    }
    if (step->kind == STEP_FLOW) {
        (step->node->op == OP_IF ? scan_branch : scan_loop)(u, step->node);
        return;
    }
    scan_reads(u, step, step->kind == STEP_ATEN ? NULL : u->now);
}

static void scan_region(Update *u, const IrRegion *region) {
    const RegionPlan *plan = sched_plan(u->s, region);
    for (uint32_t i = 0; i < plan->steps.len && !u->fails; i++)
        if (!plan->steps.data[i]->node || plan->steps.data[i]->node->op != OP_YIELD)
            scan_step(u, plan->steps.data[i]);
}

/* ---- loops ------------------------------------------------------------------------------------------------------- */
static bool is_returned(const Update *u) {
    for (uint32_t i = 0; i < u->values.len; i++) {
        const Root *root = sched_root(u->s, u->values.values[i]);
        if (!root || root->object || root->memory == MEMORY_LOCAL)
            return true;
    }
    return false;
}

/* The values lie where that of the parameter does. */
static void place_values(Update *u) {
    map_put(&u->s->updates, MAP_KEY(u->param), (void *)(uintptr_t)u->param);
    for (uint32_t i = 0; i < u->made.len; i++)
        u->made.data[i]->into = u->param;
    for (uint32_t i = 0; i < u->values.len; i++) {
        const IrNode *value = u->values.values[i], *flow = flow_of(value);
        if (!flow)
            map_put(&u->s->updates, MAP_KEY(value), (void *)(uintptr_t)u->param);
        if (!flow || flow->op == OP_IF)
            continue;
        map_put(&u->s->updates, MAP_KEY(ir_carried(flow, value->ints[0])), (void *)(uintptr_t)u->param);
    }
}

static void find_update(Schedule *s, const IrNode *loop, const IrNode *yield, uint32_t index) {
    const IrNode *param = ir_carried(loop, index);
    Update u = {.s = s, .param = param, .now = param};
    if (!sched_changes_parts(s->arena, yield->inputs[index], param, &u.values) || is_returned(&u))
        return;
    scan_region(&u, ir_loop_body(loop));
    check_yield(&u, yield, index);
    if (!u.fails)
        place_values(&u);
}

/* Loops within others come first. */
static void find_in(Schedule *s, const IrRegion *region) {
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *flow = region->nodes.data[i];
        if (!sched_is_live(s, flow) || map_has(&s->selects, MAP_KEY(flow)))
            continue;
        for (uint32_t r = 0; r < flow->region_count; r++)
            find_in(s, flow->regions[r]);
        if (flow->op != OP_FOR && flow->op != OP_WHILE)
            continue;
        const IrNode *yield = vec_last(&ir_loop_body(flow)->nodes);
        for (uint32_t k = 0; yield->op == OP_YIELD && k < yield->input_count; k++)
            find_update(s, flow, yield, k);
    }
}

/* ---- inputs that are read after a part of them was written ------------------------------------------------------- */
/* Behind what was written to an input: can nothing make the variant miss any more? Kernels that follow each other get
 * their memory before the first of them runs; `in_run`: no other step came between. */
static bool stays(const Step *step, bool *in_run) {
    const IrNode *write = step->group ? step->group->write : NULL;
    if (step->kind == STEP_EFFECT) {
        *in_run = false;
        return step->node->op == OP_STORE || step->node->op == OP_RETURN;
    }
    bool is_kernel = step->kind == STEP_GROUP || step->kind == STEP_LIBRARY;
    return is_kernel && (*in_run ? !sched_makes_late_size(step) : write && step->group->into != write);
}

static bool repeats(const Update *u, const Step *step) {
    const IrNode *write = step->group ? step->group->write : NULL;
    const IrNode *first = write ? map_get(&u->s->again, MAP_KEY(write)) : NULL;
    return first && map_has(&u->values, MAP_KEY(first));
}

/* Steps that read no elements: a store counts what the kernels before it wrote, and what is returned of an input is
 * that tensor or a view of it, whatever it holds. */
static bool only_names(const Step *step) {
    return step->kind == STEP_EFFECT && (step->node->op == OP_STORE || step->node->op == OP_RETURN);
}

/* All steps of the variant, with what the input's memory then holds. */
static void scan_variant(Update *u, const RegionPlan *plan) {
    bool in_run = true;
    for (uint32_t i = 0; i < plan->steps.len && !u->fails; i++) {
        const Step *step = plan->steps.data[i];
        bool chooses = step->kind == STEP_FLOW || step->kind == STEP_ATEN; /* it may give what lies in an input */
        if (chooses || (u->made.len > 0 && !stays(step, &in_run)))
            u->fails = true;
        else if (!repeats(u, step) && !only_names(step))
            scan_step(u, step);
    }
}

static void drop_repeated(const Update *u, RegionPlan *plan) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < plan->steps.len; i++)
        if (!repeats(u, plan->steps.data[i]))
            plan->steps.data[kept++] = plan->steps.data[i];
    plan->steps.len = kept;
}

/* The insertions that others read write right into the input, and the store need not write them again. */
static void find_written_input(Schedule *s, const IrNode *store) {
    const IrNode *input = store->inputs[0], *value = map_get(&s->again, MAP_KEY(store->inputs[1]));
    RegionPlan *plan = sched_plan(s, s->graph->body);
    Update u = {.s = s, .param = input, .now = input};
    if (!value || input->op != OP_INPUT || store->expr_count ||
        !sched_changes_parts(s->arena, value, input, &u.values) || is_returned(&u))
        return;
    scan_variant(&u, plan);
    if (u.fails || u.now != value)
        return;
    place_values(&u);
    drop_repeated(&u, plan);
}

/* ---- tensors that nothing reads any more as they were ------------------------------------------------------------ */
typedef struct Insertion {
    const IrNode *before; /* the tensor that it changes */
    const Index *place;   /* that it writes */
    bool fails;
} Insertion;

/* What is inserted may be made of the very element that it replaces. */
static void visit_inserted(void *env, const IrNode *node, const Index *at) {
    Insertion *insertion = env;
    insertion->fails = insertion->fails || (node == insertion->before && !index_equal(at, insertion->place));
}

static bool reads_elsewhere(const Schedule *s, const Step *step) {
    Index at = {.rank = step->group->rank}, place;
    for (int d = 0; d < at.rank; d++)
        at.at[d] = step->group->loop[d];
    sched_target(s, step->group, &at, &place);
    Insertion insertion = {.before = step->group->write->inputs[0], .place = &place};
    sched_visit_reads(s, step, visit_inserted, &insertion);
    return insertion.fails;
}

static bool has_buffer(const Root *root) {
    return root && !root->object && (root->memory == MEMORY_SCRATCH || root->memory == MEMORY_OUTPUT);
}

/* The step makes an insertion that is the last to read the tensor which it changes: it writes into that one's memory,
 * which lives on, as a tensor object if the insertion has to be one. */
static void find_last_read(Schedule *s, const IrRegion *region, const Step *step) {
    Group *group = step->group;
    IrNode *insertion = group ? group->write : NULL, *before = insertion ? insertion->inputs[0] : NULL;
    if (!insertion || !sched_is_insertion(insertion) || group->part != 1 || group->into != insertion ||
        map_has(&s->updates, MAP_KEY(insertion)) || before->parent != region ||
        !ir_type_equal(&insertion->type, &before->type))
        return;
    const IrNode *known = map_get(&s->updates, MAP_KEY(before)), *owner = known ? known : before;
    Root *root = sched_root(s, insertion), *memory = sched_root(s, owner);
    if (owner->op == OP_PARAM || root->memory == MEMORY_LOCAL || !has_buffer(memory) ||
        !has_buffer(sched_root(s, before)) || sched_root(s, before)->last_use > step->number ||
        reads_elsewhere(s, step))
        return;
    map_put(&s->updates, MAP_KEY(insertion), (void *)(uintptr_t)owner);
    group->into = owner;
    memory->last_use = root->last_use > memory->last_use ? root->last_use : memory->last_use;
    if (root->object) {
        memory->object = true;
        memory->memory = MEMORY_OUTPUT;
    }
}

static void find_last_reads(Schedule *s, const IrRegion *region) {
    const RegionPlan *plan = sched_plan(s, region);
    for (uint32_t i = 0; plan && i < plan->steps.len; i++) {
        const Step *step = plan->steps.data[i];
        find_last_read(s, region, step);
        for (uint32_t r = 0; !step->group && r < step->node->region_count; r++)
            find_last_reads(s, step->node->regions[r]);
    }
}

void sched_find_updates(Schedule *s) {
    const IrRegion *body = s->graph->body;
    find_in(s, body);
    for (uint32_t i = 0; i < body->nodes.len; i++)
        if (body->nodes.data[i]->op == OP_STORE)
            find_written_input(s, body->nodes.data[i]);
    find_last_reads(s, body);
}

const IrNode *sched_updated(const Schedule *s, const IrNode *node) {
    const IrNode *owner = map_get(&s->updates, MAP_KEY(node)), *around;
    while (owner && (around = map_get(&s->updates, MAP_KEY(owner))) && around != owner)
        owner = around;
    return owner;
}
