/* Lists whose elements are alike: one loop in the guard prologue goes through the elements, checks each fact about
 * them, and puts their tensors into a table, a row for each element. Sizes, strides and ints are those of the first
 * element, which all others are compared with. What runs later reads the row of the element that it works on. */
#include "codegen/lower.h"

#include <string.h>

static const Source *element_of(const Source *source) {
    while (source && source->kind != SRC_ELEMENT)
        source = source->base;
    return source;
}

/* That the source leads through; NULL: not opened. */
static HostSeries *series_of(Lower *l, const Source *source) {
    return map_get(&l->series, MAP_KEY(element_of(source)));
}

static bool is_about(const Fact *fact, const Source *element) {
    bool of_object = fact->kind != FACT_COMPARE && fact->kind != FACT_IS && fact->kind != FACT_CODE &&
                     fact->kind != FACT_NO_OVERLAP && fact->kind != FACT_DEFAULT_DTYPE;
    return of_object && fact->source && element_of(fact->source) == element;
}

static LpExpr *row_item(Lower *l, const HostSeries *series, LpExpr *row, int column) {
    LpExpr *at = lp_binary(l->arena, LPO_MUL, row, lp_int(l->arena, series->columns));
    return lp_load(l->arena, lp_var(l->arena, series->table),
                   lp_binary(l->arena, LPO_ADD, at, lp_int(l->arena, column)));
}

/* ---- the elements, one after the other --------------------------------------------------------------------------- */
LpExpr *series_object(Lower *l, const Source *source, int64_t guard) {
    HostSeries *series = series_of(l, source);
    LpExpr *container = lower_source_for(l, source->base, guard)->object;
    return lp_call(l->arena, lp_pointer(LPT_OBJECT, false), "rt_element",
                   LP_ARGS(lp_var(l->arena, l->call), container, lp_var(l->arena, series->at),
                           lp_address(l->arena, lp_var(l->arena, series->cursor))));
}

/* An element's tensor is described in its row right away. */
LpVar *series_new_tensor(Lower *l, HostSource *s, const char *name) {
    s->column = l->checked->filled++;
    LpVar *tensor = lower_var(l, name, lp_pointer(LPT_TENSOR, false));
    lp_decl(l->arena, l->block, tensor,
            lp_address(l->arena, row_item(l, l->checked, lp_var(l->arena, l->checked->at), s->column)), (Span){0});
    return tensor;
}

/* Behind the tensor's own check: that it is laid out as the first element's is. */
void series_check_tensor(Lower *l, const HostSource *s, int64_t guard) {
    LpExpr *first = lp_address(l->arena, row_item(l, l->checked, lp_int(l->arena, 0), s->column));
    lp_guard(l->arena, l->block, guard, LOWER_CALL(l, LPT_BOOL, "rt_same_shape", lp_var(l->arena, s->tensor), first),
             (Span){0});
}

void series_keep_strides(Lower *l, const HostSource *s, int64_t guard) {
    Arena *a = l->arena;
    LpExpr *first = row_item(l, l->checked, lp_int(a, 0), s->column);
    lp_guard(a, l->block, guard,
             LOWER_CALL(l, LPT_BOOL, "rt_strides_are", lp_var(a, s->tensor),
                        lp_field(a, first, "strides", lp_pointer(LPT_I64, true))),
             (Span){0});
}

/* An int that is the same in all elements: its variable stands around the loop. */
LpExpr *series_int(Lower *l, const Source *source, LpExpr *object, int64_t guard) {
    Arena *a = l->arena;
    LpVar *var = lower_var(l, source->name ? source->name : "n", lp_type(LPT_I64));
    var->is_mutable = true;
    lp_decl(a, l->prologue, var, lp_int(a, 0), (Span){0});
    lp_guard(a, l->block, guard,
             LOWER_CALL(l, LPT_BOOL, "rt_same_int", object, lp_var(a, l->checked->at), lp_address(a, lp_var(a, var))),
             (Span){0});
    return lp_var(a, var);
}

/* What only the loop over the elements knows is forgotten behind it. */
static void leave_elements(Lower *l, const Source *element) {
    for (uint32_t i = 0; i < l->sources.len; i++) {
        HostSource *s = l->sources.values[i];
        if (element_of((const Source *)(uintptr_t)l->sources.keys[i]) != element)
            continue;
        s->object = NULL;
        s->tensor = NULL;
        if (s->scalar && !s->same)
            s->scalar = NULL;
    }
}

static HostSeries *new_series(Lower *l, const Source *element) {
    Arena *a = l->arena;
    HostSeries *series = arena_new_of(a, HostSeries);
    series->element = element;
    const FactList *facts = &l->variant->guards;
    for (uint32_t i = 0; i < facts->items.len; i++)
        series->columns += facts->items.data[i].kind == FACT_TENSOR && is_about(&facts->items.data[i], element);
    const char *name = element->name ? element->name : "items";
    if (element->base->kind == SRC_ATTR && element->base->base && strcmp(name, "_modules") == 0)
        name = element->base->base->name ? element->base->base->name : name;
    series->count = lower_var(l, str_format("%s_count", name), lp_type(LPT_I64));
    series->table = lower_var(l, str_format("%s_table", name), lp_pointer(LPT_TENSOR, false));
    series->at = lower_var(l, str_format("%s_at", name), lp_type(LPT_I64));
    series->cursor = lower_var(l, str_format("%s_cursor", name), lp_type(LPT_I64));
    series->cursor->is_mutable = true;
    map_put(&l->series, MAP_KEY(element), series);
    return series;
}

static void open_table(Lower *l, HostSeries *series, int64_t guard) {
    Arena *a = l->arena;
    LpExpr *container = lower_source_for(l, series->element->base, guard)->object;
    LpBlock *block = l->block;
    l->block = l->prologue;
    lp_decl(a, l->block, series->count, LOWER_CALL(l, LPT_I64, "rt_len", container), (Span){0});
    lp_guard(a, l->block, guard, lp_binary(a, LPO_LE, lp_int(a, 1), lp_var(a, series->count)), (Span){0});
    if (series->columns) {
        lp_decl(a, l->block, series->table,
                lp_call(a, series->table->type, "rt_table",
                        LP_ARGS(lp_var(a, l->call), lp_var(a, series->count), lp_int(a, series->columns))),
                (Span){0});
        LpExpr *null = lp_name(a, "NULL", series->table->type);
        lower_miss_unless(l, lp_binary(a, LPO_NE, lp_var(a, series->table), null), "out of memory");
    }
    lp_decl(a, l->block, series->cursor, lp_int(a, 0), (Span){0});
    l->block = block;
}

void lower_open_series(Lower *l, const Source *container, int64_t guard) {
    const Source *element = source_element(container);
    HostSeries *series = new_series(l, element);
    open_table(l, series, guard);
    LpStmt *loop = arena_new_of(l->arena, LpStmt);
    loop->kind = LPS_FOR;
    loop->var = series->at;
    loop->args[0] = lp_int(l->arena, 0);
    loop->args[1] = lp_var(l->arena, series->count);
    loop->args[2] = lp_int(l->arena, 1);
    LpBlock *outer = l->block;
    l->block = &loop->body;
    l->checked = series;
    lower_source_for(l, element, guard);
    const FactList *facts = &l->variant->guards;
    for (uint32_t i = 0; i < facts->items.len; i++)
        if (is_about(&facts->items.data[i], element))
            lower_guard(l, &facts->items.data[i], i);
    l->checked = NULL;
    l->block = outer;
    leave_elements(l, element);
    vec_push(l->arena, &outer->items, loop);
}

bool guards_in_series(const Fact *fact) {
    const Source *element = element_of(fact->source);
    return element && is_about(fact, element) && !(fact->kind == FACT_LAYOUT && fact->count);
}

/* ---- behind the checks ------------------------------------------------------------------------------------------- */
LpVar *series_first(Lower *l, const Source *source) {
    HostSource *s = map_get(&l->sources, MAP_KEY(source));
    HostSeries *series = series_of(l, source);
    if (!s || !series)
        ICE("lower: an element of no series in %s", l->variant->name);
    if (!s->tensor) {
        s->tensor = lower_var(l, source->name ? source->name : "element", lp_type(LPT_TENSOR));
        lp_decl(l->arena, l->prologue, s->tensor, row_item(l, series, lp_int(l->arena, 0), s->column), (Span){0});
    }
    return s->tensor;
}

LpExpr *series_no_overlap(Lower *l, LpExpr *written, const Source *source) {
    const HostSource *s = map_get(&l->sources, MAP_KEY(source));
    const HostSeries *series = series_of(l, source);
    return LOWER_CALL(l, LPT_BOOL, "rt_no_overlap_column", written,
                      lp_address(l->arena, row_item(l, series, lp_int(l->arena, 0), s->column)),
                      lp_var(l->arena, series->count), lp_int(l->arena, series->columns));
}

void lower_element(Lower *l, const IrNode *node) {
    const IrInput *input = &l->graph->inputs.data[node->ints[0]];
    const HostSource *s = map_get(&l->sources, MAP_KEY(input->source));
    const HostSeries *series = series_of(l, input->source);
    if (!s || !series)
        ICE("lower: input %d of %s is in no series", (int)node->ints[0], l->variant->name);
    Memory *memory = arena_new_of(l->arena, Memory);
    memory->tensor = lower_var(l, input->name, lp_type(LPT_TENSOR));
    lp_decl(l->arena, l->block, memory->tensor, row_item(l, series, lower_size(l, node->exprs[0]), s->column),
            (Span){0});
    map_put(&l->memory, MAP_KEY(node), memory);
}
