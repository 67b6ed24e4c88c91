/* The host function of a variant: guards, then the steps of each region, kernels in runs with the GIL released when
 * they are long. See lower.h. */
#include "codegen/lower.h"

enum { RELEASE_WORK_MIN = 4096 };

Str lower_name(LowerModule *module, Str name) {
    for (uint32_t i = 0; i < module->names.len; i++)
        if (module->names.data[i] == name)
            return module->name_ids.data[i];
    Str id = names_unique(&module->ids, str_format("NAME_%s", names_identifier(name)));
    vec_push(module->arena, &module->names, name);
    vec_push(module->arena, &module->name_ids, id);
    return id;
}

Str lower_pinned(LowerModule *module, Str holder, Str name) {
    for (uint32_t i = 0; i < module->pinned.len; i++)
        if (module->pinned.data[i].module == holder && module->pinned.data[i].name == name)
            return module->pinned_ids.data[i];
    Str id = names_unique(&module->ids, str_format("PINNED_%s%s%s", names_identifier(holder), *holder ? "_" : "",
                                                   names_identifier(name)));
    PinnedName pinned = {holder, name};
    vec_push(module->arena, &module->pinned, pinned);
    vec_push(module->arena, &module->pinned_ids, id);
    return id;
}

/* ---- runs of kernels --------------------------------------------------------------------------------------------- */
static bool runs_without_python(const Lower *l, const Step *step) {
    if (step->node && map_has(&l->origins, MAP_KEY(step->node)))
        return false; /* sizes that memory of the run may have are computed before the run */
    /* Memory of a size that only a step before gives cannot be allocated before the run. */
    switch (step->kind) {
    case STEP_GROUP:
    case STEP_LIBRARY:
        return !sched_makes_late_size(step);
    case STEP_ELEMENT:
        return true;
    case STEP_SCALAR:
        return !lower_scalar_may_miss(step->node);
    case STEP_EFFECT:
        return step->node->op == OP_ITEM;
    default:
        return false;
    }
}

/* ---- the GIL ----------------------------------------------------------------------------------------------------- */

/* Elementary operations: `cost` for each element of a block of these sizes, which are no constants. It only has to tell
 * long work from short: a double, which cannot overflow, says it without checks. */
typedef struct Work {
    double cost;
    uint32_t count;
    const ShExpr *sizes[IR_MAX_RANK + 1]; /* by id */
} Work;
typedef VEC(Work) WorkVec;

static void multiply(Work *work, const ShExpr *size) {
    int64_t constant;
    if (sh_is_const(size, &constant)) {
        work->cost *= (double)constant;
        return;
    }
    uint32_t at = work->count++;
    for (; at > 0 && sh_order(work->sizes[at - 1], size) > 0; at--)
        work->sizes[at] = work->sizes[at - 1];
    work->sizes[at] = size;
}

static Work step_work(const Step *step) {
    Work work = {0};
    if (step->kind == STEP_GROUP) {
        work.cost = 1;
        for (uint32_t i = 0; i < step->group->roots.len; i++)
            work.cost += 1 + sched_cost(step->group->roots.data[i]->node);
        for (int d = 0; d < step->group->rank; d++)
            multiply(&work, step->group->size[d]);
    } else if (step->kind == STEP_LIBRARY) {
        const IrType *type = &step->node->type, *first = &step->node->inputs[0]->type;
        work.cost = 2;
        for (int d = 0; d < type->rank; d++)
            multiply(&work, type->shape[d]);
        multiply(&work, first->shape[first->rank - 1]);
    }
    return work;
}

/* Has `a` all sizes of `b`, and no far smaller cost? Then `b` adds little to it. */
static bool outweighs(const Work *a, const Work *b) {
    enum { FAR = 16 };
    uint32_t found = 0;
    for (uint32_t i = 0; i < a->count && found < b->count; i++)
        found += a->sizes[i] == b->sizes[found];
    return found == b->count && b->cost <= FAR * a->cost;
}

static void add_work(Lower *l, WorkVec *all, Work work) {
    for (uint32_t i = 0; i < all->len; i++) {
        Work *known = &all->data[i];
        bool same = known->count == work.count && outweighs(known, &work);
        if (same)
            known->cost += work.cost;
        else if (outweighs(&work, known))
            *known = work;
        else if (!outweighs(known, &work))
            continue;
        return;
    }
    if (work.cost > 0)
        vec_push(l->arena, all, work);
}

static bool is_short(const WorkVec *all) {
    return all->len == 0 || (all->len == 1 && all->data[0].count == 0 && all->data[0].cost < RELEASE_WORK_MIN);
}

static LpExpr *work_expr(Lower *l, const WorkVec *all) {
    LpExpr *sum = NULL;
    for (uint32_t i = 0; i < all->len; i++) {
        LpExpr *product = lp_float(l->arena, all->data[i].cost, LPT_F64);
        for (uint32_t k = 0; k < all->data[i].count; k++) {
            LpExpr *size = lp_cast(l->arena, lp_type(LPT_F64), lower_size(l, all->data[i].sizes[k]));
            product = lp_binary(l->arena, LPO_MUL, product, size);
        }
        sum = sum ? lp_binary(l->arena, LPO_ADD, sum, product) : product;
    }
    return sum;
}

static void allocate_joined(Lower *l, const Group *group) {
    if (group->write && group->into == group->write)
        lower_allocate(l, sched_root(l->s, group->write));
}

static void note_write(Lower *l) {
    lp_eval(l->arena, l->block, LOWER_CALL(l, LPT_VOID, "rt_note_write", lp_var(l->arena, l->call)), (Span){0});
}

void lower_new_version(Lower *l, const IrNode *store) {
    const IrNode *base;
    const ShExpr *offset, *strides[IR_MAX_RANK];
    if (!lower_strided(l, store->inputs[0], &base, &offset, strides))
        ICE("lower: store into %%%u of %s", store->inputs[0]->id, l->variant->name);
    LpExpr *tensor = lp_address(l->arena, lp_var(l->arena, lower_memory(l, base)->tensor));
    int64_t writes = store->int_count ? store->ints[0] : 1; /* of the program: eager counts each */
    if (store->expr_count) {
        LpExpr *count = lower_size(l, store->exprs[0]);
        lp_eval(l->arena, l->block,
                LOWER_CALL(l, LPT_VOID, "rt_bump_versions", lp_var(l->arena, l->call), tensor, count), (Span){0});
        return;
    }
    if (writes == 0)
        note_write(l);
    for (int64_t i = 0; i < writes; i++)
        lp_eval(l->arena, l->block, LOWER_CALL(l, LPT_VOID, "rt_bump_version", lp_var(l->arena, l->call), tensor),
                (Span){0});
}

/* The kernel before it has written. */
static void lower_store(Lower *l, const IrNode *store) {
    if (store->int_count < 2 || !store->ints[1]) {
        lower_new_version(l, store);
        return;
    }
    note_write(l);
    vec_push(l->arena, &l->late, store);
}

/* A store of as many operations as run time counts has nothing to write where there are none: the memory may be for
 * reading only. */
static bool may_be_none(const Group *group) {
    const IrNode *store = group->write && group->write->op == OP_STORE ? group->write : NULL;
    return store && store->expr_count && (store->int_count < 3 || !store->ints[2]);
}

static void lower_kernel(Lower *l, Group *group) {
    uint32_t before = l->block->items.len;
    lower_group(l, group);
    if (!may_be_none(group) || l->block->items.len == before)
        return;
    LpStmt *kernel = vec_last(&l->block->items); /* behind the sizes that it takes */
    l->block->items.len--;
    LpExpr *count = lower_size(l, group->write->exprs[0]);
    LpStmt *s = lp_stmt(l->arena, l->block, LPS_IF, (Span){0});
    s->args[0] = lp_binary(l->arena, LPO_GT, count, lp_int(l->arena, 0));
    vec_push(l->arena, &s->body.items, kernel);
}

/* The tensor that a loop carries and an insertion writes right into; NULL: it has memory of its own. */
static const IrNode *changed_in_place(const Lower *l, const Step *step) {
    const IrNode *write = step->group ? step->group->write : NULL;
    return write ? sched_updated(l->s, write) : NULL;
}

/* The copy of that tensor, which comes before what is written into it. */
static bool is_needless(const Lower *l, const Step *step) {
    return step->group && step->group->part == 0 && changed_in_place(l, step);
}

static void lower_group_step(Lower *l, const Step *step) {
    Group *group = step->group;
    const IrNode *changed = changed_in_place(l, step);
    if (changed)
        map_put(&l->memory, MAP_KEY(group->write), lower_memory(l, changed));
    if (is_needless(l, step))
        return;
    for (uint32_t i = 0; i < group->roots.len; i++)
        if (group->roots.data[i]->escapes || group->roots.data[i]->object)
            lower_allocate(l, group->roots.data[i]);
    allocate_joined(l, group);
    lower_kernel(l, group);
}

static void lower_step(Lower *l, const Step *step) {
    switch (step->kind) {
    case STEP_ELEMENT:
        lower_element(l, step->node);
        return;
    case STEP_GROUP:
        lower_group_step(l, step);
        return;
    case STEP_LIBRARY:
        lower_allocate(l, sched_root(l->s, step->node));
        lower_library(l, step->node);
        return;
    case STEP_SCALAR:
        lower_scalar_step(l, step->node);
        return;
    case STEP_ATEN:
        if (step->node->op == OP_CALL)
            lower_call(l, step->node);
        else
            lower_aten(l, step->node);
        return;
    case STEP_FLOW:
        lower_flow(l, step->node);
        return;
    case STEP_EFFECT:
        break;
    }
    switch (step->node->op) {
    case OP_ITEM:
        lower_scalar_step(l, step->node);
        return;
    case OP_RETURN:
        lower_return(l, step->node);
        return;
    case OP_MISS:
    case OP_MISS_IF:
        lower_miss(l, step->node);
        return;
    case OP_STORE:
        lower_store(l, step->node);
        return;
    case OP_EMPTY:
        lower_allocate(l, sched_root(l->s, step->node));
        return;
    case OP_YIELD:
        return;
    default:
        ICE("lower: no step for %s", ir_op_info[step->node->op].name);
    }
}

/* Steps [from, to) need no Python: all memory is allocated first, then the GIL is released around long work. */
static void lower_run(Lower *l, const RegionPlan *plan, uint32_t from, uint32_t to) {
    LpBlock *outer = l->block;
    LpBlock calls = {0};
    WorkVec work = {0};
    bool kernels = false;
    l->setup = outer;
    for (uint32_t i = from; i < to; i++) {
        const Step *step = plan->steps.data[i];
        if (!is_needless(l, step)) {
            kernels = kernels || step->kind == STEP_GROUP || step->kind == STEP_LIBRARY;
            add_work(l, &work, step_work(step));
        }
        l->block = &calls;
        lower_step(l, step);
    }
    l->block = outer;
    LpVar *gil = NULL;
    if (kernels && !is_short(&work)) {
        gil = lower_var(l, "gil", lp_pointer(LPT_VOID, false));
        lp_decl(l->arena, outer, gil, lp_call(l->arena, gil->type, "rt_release", LP_ARGS(work_expr(l, &work))),
                (Span){0});
    }
    for (uint32_t i = 0; i < calls.items.len; i++)
        vec_push(l->arena, &outer->items, calls.items.data[i]);
    if (gil)
        lp_eval(l->arena, outer, LOWER_CALL(l, LPT_VOID, "rt_acquire", lp_var(l->arena, gil)), (Span){0});
}

static void allocate_empty(Lower *l, const IrRegion *region) {
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *node = region->nodes.data[i];
        if (node->op == OP_EMPTY && sched_is_live(l->s, node) && !sched_has_late_size(&node->type))
            lower_allocate(l, sched_root(l->s, node));
    }
}

void lower_region(Lower *l, const IrRegion *region) {
    const RegionPlan *plan = sched_plan(l->s, region);
    l->setup = l->block;
    allocate_empty(l, region);
    for (uint32_t i = 0; i < plan->steps.len;) {
        uint32_t end = i;
        while (end < plan->steps.len && runs_without_python(l, plan->steps.data[end]))
            end++;
        if (end > i) {
            lower_run(l, plan, i, end);
            i = end;
            continue;
        }
        l->setup = l->block;
        lower_step(l, plan->steps.data[i]);
        i++;
    }
    l->setup = l->block;
}

/* ---- nodes that sizes come from ---------------------------------------------------------------------------------- */
static void visit_origin(void *env, const ShSymbol *symbol) {
    Lower *l = env;
    if (symbol->origin_kind == SH_FROM_NODE && symbol->origin)
        map_put(&l->origins, MAP_KEY(ir_origin(l->graph, symbol)), (void *)(uintptr_t)symbol->origin);
}

static void find_origins(Lower *l, const IrRegion *region) {
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *node = region->nodes.data[i];
        for (uint32_t e = 0; e < node->expr_count; e++)
            sh_visit_symbols(node->exprs[e], visit_origin, l);
        for (int d = 0; node->type.kind == IRT_TENSOR && d < node->type.rank; d++) {
            sh_visit_symbols(node->type.shape[d], visit_origin, l);
            if (node->type.strides)
                sh_visit_symbols(node->type.strides[d], visit_origin, l);
        }
        for (uint32_t r = 0; r < node->region_count; r++)
            find_origins(l, node->regions[r]);
    }
}

/* ---- the function ------------------------------------------------------------------------------------------------ */
static void count_users(Lower *l, const IrRegion *region) {
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *node = region->nodes.data[i];
        if (!sched_is_live(l->s, node))
            continue;
        for (uint32_t k = 0; k < node->input_count; k++) {
            uintptr_t count = (uintptr_t)map_get(&l->users, MAP_KEY(node->inputs[k]));
            map_put(&l->users, MAP_KEY(node->inputs[k]), (void *)(count + 1));
        }
        for (uint32_t r = 0; r < node->region_count; r++)
            count_users(l, node->regions[r]);
    }
}

static Lower *new_lower(LowerModule *module, const Variant *variant) {
    Lower *l = arena_new_of(module->scratch, Lower);
    l->arena = module->arena;
    l->scratch = module->scratch;
    l->module = module;
    l->variant = variant;
    l->graph = variant->graph;
    l->cx = variant->graph->shapes;
    l->host = arena_new_of(module->arena, LpFunction);
    l->host->name = variant->name;
    l->host->result = lp_type(LPT_STATUS);
    names_init(&l->names, module->scratch);
    Map *maps[] = {&l->scalars, &l->memory, &l->symbols, &l->sizes,   &l->size_steps, &l->sources, &l->users,
                   &l->shared,  &l->leaves, &l->pinned,  &l->origins, &l->series,     &l->rooms,   &l->known_ints};
    for (size_t i = 0; i < COUNT_OF(maps); i++)
        map_init(maps[i], module->scratch);
    l->call = arena_new_of(module->arena, LpVar);
    l->call->name = str_of("call");
    l->call->type = lp_pointer(LPT_CALL, false);
    vec_push(module->arena, &l->host->params, l->call);
    l->fits = lower_var(l, "fits", lp_type(LPT_BOOL));
    l->fits->is_mutable = true;
    return l;
}

/* A variant that cannot be lowered misses always, which is sound. */
static LpFunction *missing_variant(Lower *l, const char *why) {
    l->host->body = (LpBlock){0};
    lp_stmt(l->arena, &l->host->body, LPS_MISS, (Span){0})->text = str_of(why);
    vec_push(l->arena, &l->module->loops->functions, l->host);
    return l->host;
}

LpFunction *lower_variant(LowerModule *module, const Variant *variant, const char **problem) {
    Lower *l = new_lower(module, variant);
    *problem = lower_unproved(variant) ? "sizes that are not proved to fit" : NULL;
    if (*problem)
        return missing_variant(l, *problem);
    l->s = sched_graph(module->scratch, variant->graph);
    LpBlock body = {0};
    uint32_t kernels = module->loops->functions.len;
    count_users(l, l->graph->body);
    find_origins(l, l->graph->body);
    l->prologue = l->block = l->setup = &l->host->body;
    lp_decl(l->arena, l->prologue, l->fits, lp_bool(l->arena, true), (Span){0});
    lower_guards(l);
    l->block = l->setup = &body;
    vec_push(l->scratch, &l->open, &body);
    lower_region(l, l->graph->body);
    if (l->unsupported) {
        module->loops->functions.len = kernels;
        *problem = l->unsupported;
        return missing_variant(l, l->unsupported);
    }
    for (uint32_t i = 0; i < body.items.len; i++)
        vec_push(l->arena, &l->host->body.items, body.items.data[i]);
    vec_push(l->arena, &module->loops->functions, l->host);
    return l->host;
}
