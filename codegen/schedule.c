/* Forms groups of roots and orders the steps of each region. See schedule.h.
 *
 * Roots are taken in the order of the program. Each joins the latest group that it fits (same domain, no reader or
 * writer of it in between), else it opens a group. When that leaves a dear node to be computed by two groups, the node
 * becomes a root and everything is formed again. */
#include "codegen/schedule_internal.h"

enum { ROUNDS_MAX = 4 };

RegionPlan *sched_plan(const Schedule *s, const IrRegion *region) { return map_get(&s->plans, MAP_KEY(region)); }

typedef struct Former {
    Schedule *s;
    RegionPlan *plan;
    int barrier; /* number of the last step that nothing may move across */
    Step *check; /* the last step that leaves the variant on a condition, or NULL */
} Former;

static void visit_late(void *env, const ShSymbol *symbol) {
    bool *late = env;
    *late = *late || (symbol->origin_kind == SH_FROM_NODE && symbol->origin);
}

bool sched_has_late_size(const IrType *type) {
    bool late = false;
    for (int d = 0; type->kind == IRT_TENSOR && d < type->rank; d++)
        sh_visit_symbols(type->shape[d], visit_late, &late);
    return late;
}

bool sched_makes_late_size(const Step *step) {
    if (!step->group)
        return sched_has_late_size(&step->node->type);
    for (uint32_t i = 0; i < step->group->roots.len; i++)
        if (sched_has_late_size(&step->group->roots.data[i]->node->type))
            return true;
    return false;
}

static Step *add_step(Former *f, StepKind kind, IrNode *node, Group *group) {
    Step *step = arena_new_of(f->s->arena, Step);
    *step = (Step){kind, f->s->step_count++, node, group};
    vec_push(f->s->arena, &f->plan->steps, step);
    if (node)
        map_put(&f->s->moments, MAP_KEY(node), step);
    return step;
}

static Root *add_root(Schedule *s, IrNode *node, MemoryKind memory, int step) {
    Root *root = arena_new_of(s->arena, Root);
    root->node = node;
    root->memory = memory;
    root->step = step;
    root->first = step;
    root->last_use = step;
    root->escapes = node->type.kind == IRT_TENSOR && dtype_is_complex(node->type.dtype); /* no row of its own for it */
    map_put(&s->roots, MAP_KEY(node), root);
    return root;
}

/* ---- fitting a node into a group --------------------------------------------------------------------------------- */
typedef struct Fit {
    const Schedule *s;
    const Group *group; /* the candidate, or NULL: only `latest` is wanted */
    const IrRegion *region;
    int latest; /* number of the last step that it needs outside the group */
    int phase;
    bool ok;
} Fit;

static void need_scalar(Fit *fit, const IrNode *node) {
    const IrNode *made_by = node->op == OP_RESULT ? node->inputs[0] : node; /* a result comes with its flow */
    const Step *step = map_get(&fit->s->moments, MAP_KEY(made_by));
    if (step && step->number > fit->latest)
        fit->latest = step->number;
}

static void visit_position(void *env, const ShSymbol *symbol) {
    Fit *fit = env;
    if (symbol->origin_kind == SH_FROM_NODE && symbol->origin)
        need_scalar(fit, ir_origin(fit->s->graph, symbol));
}

/* Where a view begins may be known late. */
static void need_positions(Fit *fit, const IrNode *node) {
    for (uint32_t i = 0; (node->op == OP_SLICE || node->op == OP_SELECT) && i < node->expr_count; i++)
        sh_visit_symbols(node->exprs[i], visit_position, fit);
}

static void visit_fit(void *env, const IrNode *node, const Index *at) {
    Fit *fit = env;
    if (node->type.kind != IRT_TENSOR) {
        need_scalar(fit, node);
        return;
    }
    need_positions(fit, node);
    const Step *check = map_get(&fit->s->checks, MAP_KEY(node));
    if (check && check->number > fit->latest)
        fit->latest = check->number;
    const Root *root = sched_root(fit->s, node);
    if (!root)
        return;
    if (!fit->group || root->group != fit->group) {
        fit->latest = root->step > fit->latest ? root->step : fit->latest;
        return;
    }
    fit->ok = fit->ok && index_equal(at, &root->canonical);
    /* reductions, and but in rows what is made of them, are known behind the pass over the domain */
    bool behind = root->reduction || (!root->full && fit->group->kind != GROUP_ROWS);
    int phase = root->phase + behind;
    fit->phase = phase > fit->phase ? phase : fit->phase;
}

static Index domain_index(const Group *g) {
    Index at = {.rank = g->rank};
    for (int d = 0; d < g->rank; d++)
        at.at[d] = g->loop[d];
    return at;
}

static void visit_data_size(void *env, const ShSymbol *symbol) {
    *(bool *)env |= symbol->origin_kind == SH_FROM_NODE && symbol->origin;
}

static bool has_data_size(const IrNode *node) {
    bool has = false;
    for (int d = 0; !has && node->type.kind == IRT_TENSOR && d < node->type.rank; d++)
        sh_visit_symbols(node->type.shape[d], visit_data_size, &has);
    return has;
}

/* May reading this node's operands go astray unless a check before it has passed? */
static bool rests_on_check(const IrNode *node) {
    bool rests = ir_is_gather(node->op) || node->op == OP_SLICE || node->op == OP_SELECT || has_data_size(node);
    for (uint32_t i = 0; !rests && node->type.kind == IRT_TENSOR && i < node->input_count; i++)
        rests = has_data_size(node->inputs[i]);
    return rests;
}

/* Such nodes are computed after the check that was passed last. */
static void note_check(Former *f, const IrNode *node) {
    if (f->check && rests_on_check(node))
        map_put(&f->s->checks, MAP_KEY(node), f->check);
    for (uint32_t r = 0; map_has(&f->s->selects, MAP_KEY(node)) && r < node->region_count; r++)
        for (uint32_t i = 0; i < node->regions[r]->nodes.len; i++)
            note_check(f, node->regions[r]->nodes.data[i]);
}

/* What of the domain a node of this shape covers: all of it, or the kept dimensions (with the reduced ones left out or
 * as the constant 1). False if neither. */
static bool cover(const Group *g, ShContext *cx, const IrType *type, Index *canonical, bool *full) {
    Index domain = domain_index(g);
    *canonical = domain;
    *full = true;
    if (g->merged)
        return index_merged(cx, type, g->merged, &domain, canonical);
    bool same = type->rank == g->rank;
    for (int d = 0; same && d < g->rank; d++)
        same = type->shape[d] == g->size[d];
    if (same)
        return true;
    if (g->kind == GROUP_POINT)
        return false;
    *full = false;
    bool kept = type->rank == g->rank;
    for (int d = 0; kept && d < g->rank; d++) {
        kept = g->reduced[d] ? sh_is_value(type->shape[d], 1) : type->shape[d] == g->size[d];
        canonical->at[d] = g->reduced[d] ? sh_const(cx, 0) : g->loop[d];
    }
    if (kept)
        return true;
    int next = 0;
    for (int d = 0; d < g->rank; d++) {
        if (g->reduced[d])
            continue;
        if (next >= type->rank || type->shape[next] != g->size[d])
            return false;
        canonical->at[next++] = g->loop[d];
    }
    canonical->rank = next;
    return next == type->rank;
}

static bool same_reduction(const Group *g, const IrNode *node) {
    const IrType *type = &node->inputs[0]->type;
    if (type->rank != g->rank)
        return false;
    bool reduced[IR_MAX_RANK] = {false};
    for (uint32_t i = 0; i < node->int_count; i++)
        reduced[node->ints[i]] = true;
    for (int d = 0; d < g->rank; d++)
        if (type->shape[d] != g->size[d] || (g->kind != GROUP_POINT && reduced[d] != g->reduced[d]))
            return false;
    return true;
}

static GroupKind reduction_kind(const Schedule *s, const IrNode *node) {
    const IrType *type = &node->inputs[0]->type;
    bool reduced[IR_MAX_RANK] = {false}, any_kept = false, last = true;
    for (uint32_t i = 0; i < node->int_count; i++)
        reduced[node->ints[i]] = true;
    for (int d = 0; d < type->rank; d++) {
        if (sh_is_value(type->shape[d], 1))
            continue;
        any_kept = any_kept || !reduced[d];
        last = reduced[d];
    }
    int fast = sched_fast_dimension(s, node);
    last = fast >= 0 ? reduced[fast] : last;
    return !any_kept ? GROUP_TOTAL : last ? GROUP_ROWS : GROUP_COLUMNS;
}

static bool reduced_is_suffix(const Group *g) {
    bool kept_after = false;
    for (int d = g->rank - 1; d >= 0; d--) {
        if (g->reduced[d] && kept_after)
            return false;
        kept_after = kept_after || (!g->reduced[d] && !sh_is_value(g->size[d], 1));
    }
    return true;
}

static Index row_index(const Group *g, const IrNode *reduction) {
    Index at = {0};
    bool reduced[IR_MAX_RANK] = {false};
    for (uint32_t i = 0; i < reduction->int_count; i++)
        reduced[reduction->ints[i]] = true;
    for (int d = 0; d < g->rank; d++)
        if (!reduced[d])
            at.at[at.rank++] = g->loop[d];
    return at;
}

static bool has_late_stride(const IrType *type) {
    bool late = false;
    for (int d = 0; type->strides && d < type->rank; d++)
        sh_visit_symbols(type->strides[d], visit_late, &late);
    return late;
}

/* May the reduction, in that phase, be one of the kind that the group has or gets with it? */
static bool reduces_alike(const Schedule *s, const Group *g, const IrNode *node, int phase) {
    bool full_roots = g->kind == GROUP_POINT && g->roots.len > 0;
    if (phase == 0 && !full_roots)
        return true; /* of any kind */
    GroupKind kind = g->kind == GROUP_POINT ? reduction_kind(s, node) : g->kind;
    return (kind == GROUP_ROWS || phase == 0) && !(kind == GROUP_COLUMNS && full_roots);
}

/* Fits `node` into group g; fills root's place in it. Strides that a step gives may be known after that of the group.
 * *too_early: what the node needs is made by a later step, so that it fits no group before this one either. */
static bool fits(Former *f, const Group *g, IrNode *node, Root *root, bool *too_early) {
    Schedule *s = f->s;
    if (g->write || g->alone || g->step <= f->barrier || (g->roots.len && has_late_stride(&node->type)))
        return false;
    Fit fit = {.s = s, .group = g, .latest = -1, .ok = true};
    bool reduction = ir_op_info[node->op].cls == CLS_REDUCE;
    if (reduction) {
        if (!same_reduction(g, node))
            return false;
        Index at = domain_index(g);
        visit_fit(&fit, node->inputs[0], &at);
        if (!sched_root(s, node->inputs[0]))
            sched_walk(s, node->inputs[0], &at, visit_fit, &fit);
        *too_early = fit.latest >= g->step;
        root->canonical = row_index(g, node);
        root->full = false;
        if (*too_early || !reduces_alike(s, g, node, fit.phase))
            return false;
    } else {
        if (!cover(g, s->graph->shapes, &node->type, &root->canonical, &root->full))
            return false;
        const Step *check = map_get(&s->checks, MAP_KEY(node));
        if (check && check->number >= g->step)
            return false;
        need_positions(&fit, node);
        sched_walk(s, node, &root->canonical, visit_fit, &fit);
        *too_early = fit.latest >= g->step;
        bool later = fit.phase > 0 && (g->kind != GROUP_ROWS || !reduced_is_suffix(g));
        if (root->full && (later || g->kind == GROUP_COLUMNS))
            return false;
    }
    root->reduction = reduction;
    root->phase = fit.phase;
    return fit.ok && !*too_early;
}

static Group *open_group(Former *f, const IrType *domain) {
    Schedule *s = f->s;
    Group *g = arena_new_of(s->arena, Group);
    g->id = s->group_count++;
    g->rank = domain->rank;
    g->fast = -1;
    Index at = sched_fresh_index(s->graph->shapes, domain);
    for (int d = 0; d < g->rank; d++) {
        g->size[d] = domain->shape[d];
        g->loop[d] = at.at[d];
    }
    g->step = add_step(f, STEP_GROUP, NULL, g)->number;
    return g;
}

static void join(Schedule *s, Group *g, Root *root) {
    if (root->reduction && g->kind == GROUP_POINT) {
        g->kind = reduction_kind(s, root->node);
        g->fast = sched_fast_dimension(s, root->node);
        for (uint32_t i = 0; i < root->node->int_count; i++)
            g->reduced[root->node->ints[i]] = true;
    }
    root->group = g;
    root->step = g->step;
    root->first = g->step;
    root->last_use = g->step;
    if (root->phase >= g->phases)
        g->phases = root->phase + 1;
    vec_push(s->arena, &g->roots, root);
}

static bool place_in_group(Former *f, IrNode *node, Root *root) {
    bool too_early = false;
    for (uint32_t i = f->plan->steps.len; i-- > 0 && !too_early;) {
        Group *g = f->plan->steps.data[i]->group;
        if (!g || !fits(f, g, node, root, &too_early))
            continue;
        join(f->s, g, root);
        return true;
    }
    return false;
}

static void place_root(Former *f, IrNode *node) {
    Root *root = add_root(f->s, node, MEMORY_SCRATCH, 0);
    bool alone = sched_wants_copy(f->s, node);
    if (!alone && place_in_group(f, node, root))
        return;
    bool reduction = ir_op_info[node->op].cls == CLS_REDUCE;
    const IrType *domain = reduction ? &node->inputs[0]->type : sched_domain(f->s, node);
    Group *g = open_group(f, domain);
    g->merged = !reduction && domain != &node->type ? domain : NULL;
    bool too_early = false;
    if (!fits(f, g, node, root, &too_early))
        ICE("schedule: %s %%%u does not fit its own group", ir_op_info[node->op].name, node->id);
    join(f->s, g, root);
    g->alone = alone || g->merged;
}

/* ---- regions ----------------------------------------------------------------------------------------------------- */
static void form_region(Schedule *s, IrRegion *region);

bool sched_has_store(const IrRegion *region) {
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *node = region->nodes.data[i];
        if (node->op == OP_STORE)
            return true;
        for (uint32_t r = 0; r < node->region_count; r++)
            if (sched_has_store(node->regions[r]))
                return true;
    }
    return false;
}

static void form_write(Former *f, IrNode *node, uint32_t part, const IrNode *into) {
    Group *g = open_group(f, &node->inputs[part]->type);
    g->write = node;
    g->part = part;
    g->into = into;
    g->phases = 1;
    for (uint32_t k = 0; node->op == OP_INDEX_PUT && part == 1 && k + 2 < node->input_count; k++)
        g->rows[k] = sh_symbol(f->s->graph->shapes, str_of("row"), 0, INT64_MAX, -1, SH_FROM_NODE, NULL, 0);
}

/* A concatenation or insertion: one write for each operand, into memory of its own. */
static void form_joined(Former *f, IrNode *node) {
    if (map_has(&f->s->in_place, MAP_KEY(node)))
        return;
    int first = f->s->step_count;
    uint32_t parts = node->op == OP_INDEX_PUT ? 2 : node->input_count;
    for (uint32_t k = 0; k < parts; k++)
        form_write(f, node, k, node);
    add_root(f->s, node, MEMORY_SCRATCH, f->s->step_count - 1)->first = first;
}

/* Insertions into the very memory that is stored to: innermost first, only what they insert. */
static void form_insertions(Former *f, IrNode *insert, const IrNode *into) {
    if (!map_has(&f->s->in_place, MAP_KEY(insert)))
        return;
    form_insertions(f, insert->inputs[0], into);
    form_write(f, insert, 1, into);
}

static void form_store(Former *f, IrNode *node) {
    if (map_has(&f->s->in_place, MAP_KEY(node->inputs[1])))
        form_insertions(f, node->inputs[1], node->inputs[0]);
    else
        form_write(f, node, 0, node->inputs[0]);
    f->barrier = f->s->step_count - 1;
    add_step(f, STEP_EFFECT, node, NULL);
}

/* Memory whose size the arguments tell is there when the region begins. */
static void form_empty(Former *f, IrNode *node) {
    if (sched_has_late_size(&node->type))
        add_step(f, STEP_EFFECT, node, NULL);
    add_root(f->s, node, MEMORY_SCRATCH, f->s->step_count - 1);
}

static void form_flow(Former *f, IrNode *node) {
    Schedule *s = f->s;
    for (uint32_t r = 0; r < node->region_count; r++) {
        for (uint32_t i = 0; i < node->regions[r]->params.len; i++)
            if (node->regions[r]->params.data[i]->type.kind == IRT_TENSOR)
                add_root(s, node->regions[r]->params.data[i], MEMORY_RESULT, s->step_count - 1);
        form_region(s, node->regions[r]);
    }
    Step *step = add_step(f, STEP_FLOW, node, NULL);
    for (uint32_t r = 0; r < node->region_count; r++)
        if (sched_has_store(node->regions[r]))
            f->barrier = step->number;
}

/* A tensor of the element at a position: memory from outside, chosen where the position is known. */
static void form_element(Former *f, IrNode *node) {
    if (sched_root(f->s, node))
        return;
    add_step(f, STEP_ELEMENT, node, NULL);
    add_root(f->s, node, MEMORY_RESULT, f->s->step_count - 1);
}

static void form_node(Former *f, IrNode *node) {
    Schedule *s = f->s;
    bool tensor = node->type.kind == IRT_TENSOR;
    switch (ir_op_info[node->op].cls) {
    case CLS_LEAF:
        if (node->op == OP_ELEMENT) {
            form_element(f, node);
        } else if (node->op == OP_SIZE && node->type.kind == IRT_INT && !map_has(&s->moments, MAP_KEY(node))) {
            add_step(f, STEP_SCALAR, node, NULL);
        } else if (node->op == OP_RESULT && tensor && sched_has_own_memory(s, node)) {
            bool aten = ir_op_info[node->inputs[0]->op].cls == CLS_ATEN;
            add_root(s, node, aten ? MEMORY_LIBRARY : MEMORY_RESULT, s->step_count - 1);
        }
        return;
    case CLS_LIB:
    case CLS_ATEN: {
        bool aten = ir_op_info[node->op].cls == CLS_ATEN;
        Step *step = add_step(f, aten ? STEP_ATEN : STEP_LIBRARY, node, NULL);
        add_root(s, node, aten ? MEMORY_LIBRARY : MEMORY_SCRATCH, step->number);
        return;
    }
    case CLS_FLOW:
        if (!map_has(&s->selects, MAP_KEY(node)))
            form_flow(f, node);
        return;
    case CLS_EFFECT:
        if (node->op == OP_STORE)
            form_store(f, node);
        else if (node->op == OP_MISS_IF)
            f->check = add_step(f, STEP_EFFECT, node, NULL);
        else
            add_step(f, STEP_EFFECT, node, NULL);
        return;
    default:
        if (!tensor && map_has(&s->moments, MAP_KEY(node)))
            return;
        if (!tensor)
            add_step(f, STEP_SCALAR, node, NULL);
        else if (node->op == OP_EMPTY)
            form_empty(f, node);
        else if (node->op == OP_CAT || node->op == OP_INSERT || node->op == OP_INDEX_PUT)
            form_joined(f, node);
        else if (ir_op_info[node->op].cls == CLS_REDUCE || map_has(&s->forced, MAP_KEY(node)))
            place_root(f, node);
    }
}

static void visit_computed(void *env, const ShSymbol *symbol) {
    bool *computed = env;
    const IrNode *origin = symbol->origin_kind == SH_FROM_NODE ? symbol->origin : NULL;
    *computed = *computed || (origin && origin->op != OP_PARAM);
}

/* Scalars that depend on arguments and sizes alone come first, and so do elements at a position that a loop counts, so
 * that they keep no group from growing. */
static void form_early_scalars(Former *f, const IrRegion *region) {
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        IrNode *node = region->nodes.data[i];
        bool computed = node->op != OP_ELEMENT || !sched_is_live(f->s, node);
        if (!computed)
            sh_visit_symbols(node->exprs[0], visit_computed, &computed);
        if (!computed)
            form_element(f, node);
        bool scalar = ir_op_info[node->op].cls == CLS_POINT && node->type.kind != IRT_TENSOR;
        if (!sched_is_live(f->s, node) || (!scalar && node->op != OP_SIZE))
            continue;
        bool late = false;
        for (uint32_t k = 0; k < node->input_count; k++) {
            const IrNode *input = node->inputs[k];
            bool known = input->op == OP_CONST || input->op == OP_INPUT || input->op == OP_PARAM ||
                         sched_home(f->s, input->parent) != sched_home(f->s, region);
            late = late || !(known || map_has(&f->s->moments, MAP_KEY(input)));
        }
        for (uint32_t k = 0; k < node->expr_count; k++)
            sh_visit_symbols(node->exprs[k], visit_late, &late);
        if (!late)
            add_step(f, STEP_SCALAR, node, NULL);
    }
}

static void form_region(Schedule *s, IrRegion *region) {
    Former f = {.s = s, .plan = arena_new_of(s->arena, RegionPlan), .barrier = -1};
    f.plan->region = region;
    map_put(&s->plans, MAP_KEY(region), f.plan);
    form_early_scalars(&f, region);
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        if (!sched_is_live(s, region->nodes.data[i]))
            continue;
        note_check(&f, region->nodes.data[i]);
        form_node(&f, region->nodes.data[i]);
    }
}

Schedule *sched_graph(Arena *arena, IrGraph *graph) {
    Schedule *s = arena_new_of(arena, Schedule);
    sched_shorten_sizes(graph);
    s->arena = arena;
    s->graph = graph;
    map_init(&s->live, arena);
    map_init(&s->forced, arena);
    map_init(&s->selects, arena);
    map_init(&s->in_place, arena);
    map_init(&s->updates, arena);
    map_init(&s->again, arena);
    sched_prepare_gathers(s);
    sched_prepare_products(s);
    sched_prepare_loops(s);
    sched_prepare_stores(s);
    sched_mark_live(s);
    sched_find_selects(s);
    sched_find_forced(s);
    for (int round = 0; round < ROUNDS_MAX; round++) {
        map_init(&s->roots, arena);
        map_init(&s->plans, arena);
        map_init(&s->moments, arena);
        map_init(&s->checks, arena);
        s->step_count = s->group_count = 0;
        form_region(s, graph->body);
        if (round + 1 == ROUNDS_MAX || !sched_find_shared(s))
            break;
    }
    sched_find_uses(s);
    sched_find_updates(s);
    return s;
}

/* ---- dump -------------------------------------------------------------------------------------------------------- */
static void print_group(Buf *out, const Group *g) {
    static const char *const names[] = {"point", "total", "rows", "columns"};
    buf_printf(out, "group %d %s [", g->id, names[g->kind]);
    for (int d = 0; d < g->rank; d++) {
        buf_puts(out, d ? ", " : "");
        sh_print(out, g->size[d]);
        buf_puts(out, g->reduced[d] ? " reduced" : "");
    }
    buf_puts(out, "]");
    for (uint32_t i = 0; i < g->roots.len; i++) {
        const Root *root = g->roots.data[i];
        buf_printf(out, " %%%u@%d%s", root->node->id, root->phase, root->full ? "" : " row");
    }
    if (g->write)
        buf_printf(out, " writes for %%%u operand %u", g->write->id, g->part);
    buf_putc(out, '\n');
}

static void print_plan(Buf *out, const Schedule *s, const IrRegion *region, int indent) {
    const RegionPlan *plan = sched_plan(s, region);
    for (uint32_t i = 0; plan && i < plan->steps.len; i++) {
        const Step *step = plan->steps.data[i];
        buf_printf(out, "%*s", indent, "");
        if (step->group)
            print_group(out, step->group);
        else
            buf_printf(out, "%s %%%u\n", ir_op_info[step->node->op].name, step->node->id);
        for (uint32_t r = 0; step->node && r < step->node->region_count; r++)
            print_plan(out, s, step->node->regions[r], indent + 4);
    }
}

void sched_print(Buf *out, const Schedule *s) { print_plan(out, s, s->graph->body, 0); }
