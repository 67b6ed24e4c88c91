/* The kernel of a group: a function over a share of the outermost loop, and around it the function that the variant
 * calls, which cuts the work into shares. Pointwise groups are here, reductions in lower_rows.c, lower_total.c and
 * lower_columns.c. */
#include "codegen/lower_kernel.h"

/* ---- what a group costs ------------------------------------------------------------------------------------------ */
typedef struct Cost {
    int64_t total;
} Cost;

static void visit_cost(void *env, const IrNode *node, const Index *at) {
    (void)at;
    ((Cost *)env)->total += 1 + sched_cost(node);
}

static int64_t group_cost(Kernel *k) {
    Cost cost = {1};
    const Group *g = k->group;
    Index at = {.rank = g->rank};
    for (int d = 0; d < g->rank; d++)
        at.at[d] = g->loop[d];
    for (uint32_t i = 0; i < g->roots.len; i++) {
        const Root *root = g->roots.data[i];
        if (root->reduction && !sched_root(k->l->s, root->node->inputs[0]))
            sched_walk(k->l->s, root->node->inputs[0], &at, visit_cost, &cost);
        else if (root->full)
            sched_walk(k->l->s, root->node, &root->canonical, visit_cost, &cost);
        if (root->reduction || root->full)
            cost.total += sched_cost(root->reduction ? root->node->inputs[0] : root->node);
    }
    return cost.total;
}

/* ---- pointwise groups and writes --------------------------------------------------------------------------------- */
static void point_body(Kernel *k) {
    Group *g = k->group;
    for (uint32_t i = 0; i < g->roots.len; i++) {
        Root *root = g->roots.data[i];
        Index at = kernel_index(k, &root->canonical);
        LpExpr *value = kernel_compute(k, root->node, &at);
        if (g->roots.len > 1) {
            value = kernel_settled(k, lower_node_name(root->node, "value"), value);
            kernel_keep(k, root->node, &at, value);
        }
        if (root->escapes)
            kernel_store(k, root->node, &at, value, &root->node->type, root->node->span);
    }
}

static bool writes_by_index(const Kernel *k) {
    return k->group->write && k->group->write->op == OP_INDEX_PUT && k->group->part == 1;
}

/* The places that index operands name, as symbols of the group. */
static void bind_places(Kernel *k) {
    Index indices[IR_MAX_RANK];
    const IrNode *write = k->group->write;
    uint32_t count = sched_write_indices(k->l->s, k->group, &k->full, indices);
    for (uint32_t i = 0; i < count; i++) {
        LpExpr *index = lower_convert(k->arena, LPT_I64, kernel_value(k, write->inputs[i + 2], &indices[i]));
        if (write->ints[1] == BOUNDS_SIGNED)
            index = kernel_from_either_end(k, index, write->inputs[0]->type.shape[write->ints[i + 3]]);
        kernel_bind(k, k->group->rows[i], kernel_settled(k, "row", index));
    }
}

static void write_body(Kernel *k) {
    Index at, place;
    bind_places(k);
    const IrNode *value = sched_written(k->l->s, k->group, &k->full, &at);
    const IrNode *target = sched_target(k->l->s, k->group, &k->full, &place);
    LpExpr *result = kernel_value(k, value, &at);
    result = lower_convert(k->arena, lp_compute_type(target->type.dtype), result);
    if (writes_by_index(k) && k->group->write->ints[2])
        kernel_add_to(k, target, &place, result, k->group->write->span);
    else
        kernel_store(k, target, &place, result, &value->type, k->group->write->span);
}

static void kernel_point(Kernel *k) {
    bool simd = !writes_by_index(k); /* the same place may be written several times */
    if (k->square_count > 0) {
        kernel_open_squares(k);
    } else if (k->loop_count == 1) {
        kernel_open_outer(k, 0, 1)->simd = simd;
    } else if (k->loop_count > 1) {
        const KernelLoop *last = &k->loops[k->loop_count - 1];
        int64_t size = SHORT_ROW_MAX + 1;
        if (sh_is_const(last->size, &size) && size <= SHORT_ROW_MAX)
            kernel_open_lines(k, 0, k->loop_count - 1);
        else
            kernel_open_outer(k, 0, k->loop_count - 1);
        kernel_open(k, last, NULL, NULL)->simd = simd;
    }
    for (int part = 0; part < (k->paired ? 2 : 1); part++) {
        kernel_set_part(k, part);
        if (k->group->write)
            write_body(k);
        else
            point_body(k);
    }
    while (k->depth > 0)
        kernel_close(k);
}

/* ---- the two functions ------------------------------------------------------------------------------------------- */
static LpVar *new_var(Kernel *k, const char *name, LpType type) {
    LpVar *var = arena_new_of(k->arena, LpVar);
    var->name = str_of(name);
    var->type = type;
    return var;
}

void kernel_note(Kernel *k, const IrNode *node) {
    LpFunction *fn = k->fn;
    if (!fn->work)
        fn->work = arena_new_of(k->arena, LpWork);
    fn->work->operators[node->op / 64] |= UINT64_C(1) << node->op % 64;
    for (uint32_t i = 0; i < fn->work->places.len; i++)
        if (fn->work->places.data[i].begin == node->span.begin && fn->work->places.data[i].file == node->span.file)
            return;
    if (node->span.file)
        vec_push(k->arena, &fn->work->places, node->span);
}

/* Statements go to a new function from now on. */
static LpFunction *begin_function(Kernel *k, Str name) {
    LpFunction *fn = arena_new_of(k->arena, LpFunction);
    fn->name = name;
    fn->is_kernel = true;
    fn->result = lp_type(LPT_VOID);
    k->fn = fn;
    k->blocks[0] = &fn->body;
    k->depth = 0;
    k->values.len = 0;
    return fn;
}

static void sort_params(Kernel *k) {
    for (uint32_t i = 1; i < k->params.len; i++) {
        KernelParam param = k->params.data[i];
        uint32_t at = i;
        for (; at > 0 && k->params.data[at - 1].order > param.order; at--)
            k->params.data[at] = k->params.data[at - 1];
        k->params.data[at] = param;
    }
}

/* Parameters are what the body reads. Those of the part stay known: the function around it passes them on. */
static void finish_params(Kernel *k, LpFunction *fn) {
    sort_params(k);
    for (uint32_t i = 0; i < k->params.len; i++)
        k->params.data[i].var->reads = 0; /* also where only the part has it */
    lp_prune(fn);
    kernel_near_angles(k, fn);
    for (uint32_t i = 0; i < k->params.len; i++)
        if (k->params.data[i].var->reads)
            vec_push(k->arena, &fn->params, k->params.data[i].var);
}

/* How many iterations are shared out, and the work of all of them. */
static const ShExpr *shared_count(Kernel *k) {
    int kept = 0;
    for (int i = 0; i < k->loop_count; i++)
        kept += !k->loops[i].reduced;
    switch (k->group->kind) {
    case GROUP_ROWS:
        return kernel_count(k, 0, kept);
    case GROUP_COLUMNS:
        return kept == 1 ? k->loops[0].size : kernel_count(k, 0, kept - 1);
    default:
        if (k->square_count > 0)
            return kernel_count(k, 0, kernel_square_shared(k));
        return kernel_count(k, 0, k->loop_count > 1 ? k->loop_count - 1 : k->loop_count);
    }
}

/* The call of the part with a share's bounds; a row buffer is passed at the share's place. */
static LpExpr *part_call(Kernel *k, LpFunction *part, LpStmt *split) {
    LpExpr **args = arena_array(k->arena, LpExpr *, part->params.len);
    args[0] = lp_var(k->arena, split->var);
    args[1] = lp_var(k->arena, split->last);
    for (uint32_t i = 2; i < part->params.len; i++) {
        LpVar *var = part->params.data[i];
        args[i] = lp_var(k->arena, var);
        for (uint32_t b = 0; b < k->buffers.len; b++)
            if (k->buffers.data[b].var == var)
                args[i] = lp_address(k->arena, lp_load(k->arena, args[i],
                                                       lp_binary(k->arena, LPO_MUL, lp_var(k->arena, split->part),
                                                                 kernel_size(k, k->buffers.data[b].length))));
        for (uint32_t a = 0; a < k->accumulators.len; a++) {
            Accumulator *acc = &k->accumulators.data[a];
            LpVar *array = var == acc->part_total ? acc->array : var == acc->part_position ? acc->positions : NULL;
            if (array)
                args[i] =
                    lp_address(k->arena, lp_load(k->arena, lp_var(k->arena, array), lp_var(k->arena, split->part)));
        }
    }
    return lp_call(k->arena, lp_type(LPT_VOID), part->name, part->params.len, args);
}

LpStmt *kernel_split(Kernel *k, LpFunction *part) {
    const ShExpr *count = shared_count(k);
    const ShExpr *work = writes_by_index(k)
                             ? sh_const(k->cx, 0)
                             : sh_mul(k->cx, kernel_count(k, 0, k->loop_count), sh_const(k->cx, group_cost(k)));
    LpExpr *count_value = kernel_size(k, count), *work_value = kernel_size(k, work);
    LpStmt *split = lp_stmt(k->arena, k->blocks[0], LPS_SPLIT, (Span){0});
    split->var = k->begin;
    split->last = k->end;
    split->part = new_var(k, "part", lp_type(LPT_I32));
    split->parts = new_var(k, "parts", lp_type(LPT_I32));
    split->args[0] = count_value;
    split->args[1] = part_call(k, part, split);
    split->args[2] = work_value;
    return split;
}

static void build(Kernel *k, Str name) {
    bool whole = k->loop_count == 0;
    k->begin = new_var(k, "begin", lp_type(LPT_I64));
    k->end = new_var(k, "end", lp_type(LPT_I64));
    LpFunction *part = begin_function(k, whole ? name : str_format("%s_part", name));
    for (uint32_t i = 0; i < k->group->roots.len; i++)
        kernel_note(k, k->group->roots.data[i]->node);
    if (k->group->write)
        kernel_note(k, k->group->write);
    switch (k->group->kind) {
    case GROUP_POINT:
        kernel_point(k);
        break;
    case GROUP_ROWS:
        kernel_rows(k);
        break;
    case GROUP_TOTAL:
        whole ? kernel_rows(k) : kernel_total(k);
        break;
    case GROUP_COLUMNS:
        kernel_columns(k);
        break;
    }
    if (whole) {
        finish_params(k, part);
        vec_push(k->arena, &k->l->module->loops->functions, part);
        return;
    }
    vec_push(k->arena, &part->params, k->begin);
    vec_push(k->arena, &part->params, k->end);
    finish_params(k, part);
    vec_push(k->arena, &k->l->module->loops->functions, part);
    LpFunction *whole_fn = begin_function(k, name);
    if (k->group->kind == GROUP_TOTAL)
        kernel_total_shares(k, part);
    else
        kernel_split(k, part);
    finish_params(k, whole_fn);
    vec_push(k->arena, &k->l->module->loops->functions, whole_fn);
}

/* A kernel over no elements: nothing in it may be read, not even what all elements share. */
static bool is_empty_domain(const Group *group) {
    bool empty = false;
    for (int d = 0; d < group->rank; d++)
        empty = empty || (sh_is_value(group->size[d], 0) && !group->reduced[d]);
    return empty;
}

void lower_group(Lower *l, Group *group) {
    if (is_empty_domain(group))
        return;
    Kernel *k = arena_new_of(l->scratch, Kernel);
    k->l = l;
    k->arena = l->arena;
    k->cx = l->cx;
    k->group = group;
    names_init(&k->names, l->scratch);
    Map *maps[] = {&k->roots, &k->scalars, &k->symbols, &k->quotients, &k->depths};
    for (size_t i = 0; i < COUNT_OF(maps); i++)
        map_init(maps[i], l->scratch);
    kernel_plan_loops(k);
    if (!writes_by_index(k)) {
        kernel_plan_squares(k);
        kernel_plan_pairs(k);
    }
    kernel_plan_buffers(k);
    build(k, str_format("%s_k%d", l->host->name, l->kernel_count++));
    LpExpr **args = arena_array(l->arena, LpExpr *, k->params.len);
    uint32_t count = 0;
    for (uint32_t i = 0; i < k->params.len; i++)
        if (k->params.data[i].arg && lp_reads(k->fn, k->params.data[i].var))
            args[count++] = k->params.data[i].arg;
    lp_eval(l->arena, l->block, lp_call(l->arena, lp_type(LPT_VOID), k->fn->name, count, args), (Span){0});
}
