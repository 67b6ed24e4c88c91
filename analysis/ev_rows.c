/* V_ROWS: what is iterated over, or was collected, in a number that only run time knows.
 *
 *   ROWS_OWN        a list of tensors that a loop has filled: the rows of a buffer of ours, in which each was copied.
 *                   Nothing else refers to the list, so nobody sees that it is none; what it cannot do is a cut. The
 *                   tensors that were put in may live on under other names: they cannot be written any more, and a row
 *                   that is taken out can be read, and neither written nor returned.
 *   ROWS_NUMBERS    likewise a list of numbers: the elements of a buffer of int64, float64 or bool
 *   ROWS_VIEWS      the tuple of views that unbind() gives: the items of a tensor
 *   ROWS_FILLED     a list that a loop fills as the data decide (ev_filled.c): a cell has its rows so far, which are of
 *                   one of the first two kinds
 *   ROWS_LED        a list that a loop has filled so behind others: the ROWS_OWN, and a tuple of what stands in front
 *   ROWS_ENUMERATE, ROWS_ZIP, ROWS_REVERSED   the calls of that name in the head of a loop or comprehension, which asks
 *                   for all items: each item is known from its number
 *
 * The value's items are a kind and what it is made of. */
#include "analysis/ev_loop.h"
#include "analysis/tensor.h"

enum { MAX_LIKELY = 64 }; /* items that are taken one by one because the example has so many */

typedef enum {
    ROWS_OWN,
    ROWS_VIEWS,
    ROWS_NUMBERS,
    ROWS_LED,
    ROWS_ENUMERATE,
    ROWS_ZIP,
    ROWS_REVERSED,
    ROWS_FILLED
} RowsKind;

static const Value *rows_value(Ev *ev, RowsKind kind, const Value *const *parts, uint32_t count) {
    const Value **items = arena_array(ev->arena, const Value *, count + 1);
    items[0] = ev_int(ev, kind);
    memcpy(items + 1, parts, sizeof *parts * count);
    return ev_items_value(ev, V_ROWS, items, count + 1);
}

static RowsKind kind_of(const Value *rows) {
    int64_t kind = 0;
    ev_as_int_known(rows->u.tuple.items[0], &kind);
    return (RowsKind)kind;
}

/* The loop that has filled the list. */
static const AstNode *loop_of(Ev *ev, const Value *rows) { return map_get(&ev->memo, MAP_KEY(rows->u.tuple.items[1])); }

const Value *ev_rows_own(Ev *ev, const Value *buffer, bool numbers, bool own, const AstNode *loop) {
    const Value *parts[] = {buffer, ev_bool(ev, own)};
    map_put(&ev->memo, MAP_KEY(buffer), (void *)(uintptr_t)loop);
    return rows_value(ev, numbers ? ROWS_NUMBERS : ROWS_OWN, parts, 2);
}

const Value *ev_rows_led(Ev *ev, const Value *rows, const Value *lead, const AstNode *loop) {
    const Value *parts[] = {rows, lead};
    map_put(&ev->memo, MAP_KEY(rows), (void *)(uintptr_t)loop);
    return rows_value(ev, ROWS_LED, parts, 2);
}

ObjId ev_rows_cell(const Value *v) {
    return v->kind == V_ROWS && kind_of(v) == ROWS_FILLED ? v->u.tuple.items[1]->u.object : 0;
}

const Value *ev_rows_of_cell(Ev *ev, ObjId cell, const AstNode *loop) {
    Value *part = ev_value(ev, V_CELL);
    part->u.object = cell;
    map_put(&ev->memo, MAP_KEY(part), (void *)(uintptr_t)loop);
    const Value *parts[] = {part};
    return rows_value(ev, ROWS_FILLED, parts, 1);
}

/* The columns of a list of records, as what zip() goes through. */
static const Value *records_now(Ev *ev, const Value *v, const Value *columns) {
    const Record *record = ev_record_of(ev, ev_rows_cell(v));
    const Value **parts = arena_array(ev->arena, const Value *, record->count);
    for (uint32_t i = 0; i < record->count; i++) {
        const Value *column[] = {columns->u.tuple.items[i], ev_bool(ev, false)};
        parts[i] = rows_value(ev, record->numbers[i] ? ROWS_NUMBERS : ROWS_OWN, column, 2);
    }
    map_put(&ev->memo, MAP_KEY(parts[0]), (void *)(uintptr_t)loop_of(ev, v));
    return rows_value(ev, ROWS_ZIP, parts, record->count);
}

/* Of a list that loops fill, the rows that it has now; such a list itself: it has none. */
static const Value *rows_now(Ev *ev, const Value *v) {
    ObjId cell = ev_rows_cell(v);
    const Value *columns = ev_record_columns(ev, cell);
    if (columns)
        return records_now(ev, v, columns);
    const Value *rows = cell ? ev_filled_now(ev, cell) : NULL;
    if (!rows)
        return v;
    const Value *parts[] = {rows, ev_bool(ev, ev_filled_own(ev, cell))};
    return rows_value(ev, ev_filled_numbers(ev, cell) ? ROWS_NUMBERS : ROWS_OWN, parts, 2);
}

const Value *ev_rows_buffer(Ev *ev, const Value *v) {
    v = rows_now(ev, v);
    bool has_buffer = v->kind == V_ROWS && (kind_of(v) == ROWS_OWN || kind_of(v) == ROWS_NUMBERS);
    return has_buffer ? ev_tensor_fresh(ev, ev_tensor_node(ev, v->u.tuple.items[1])) : NULL;
}

bool ev_rows_are_numbers(Ev *ev, const Value *v) {
    return v->kind == V_ROWS && kind_of(rows_now(ev, v)) == ROWS_NUMBERS;
}

const Value *ev_rows_views(Ev *ev, const Value *tensor) { return rows_value(ev, ROWS_VIEWS, &tensor, 1); }

ObjId ev_rows_origin(const Ev *ev, const Value *v) {
    ObjId cell = ev_rows_cell(v), origin = cell ? cell : v->u.tuple.items[1]->u.tensor.storage;
    const void *other = map_get(&ev->rows_origins, origin);
    return other ? (ObjId)(uintptr_t)other : origin;
}

bool ev_rows_is_list(const Value *v) {
    return v->kind == V_ROWS && (kind_of(v) == ROWS_OWN || kind_of(v) == ROWS_NUMBERS || kind_of(v) == ROWS_LED ||
                                 kind_of(v) == ROWS_FILLED);
}

bool ev_rows_are_own(Ev *ev, const Value *v) {
    v = rows_now(ev, v);
    return v->kind == V_ROWS && kind_of(v) == ROWS_OWN && v->u.tuple.items[2]->u.boolean;
}

const Value *ev_rows_numbers(Ev *ev, const Value *v) {
    return ev_rows_are_numbers(ev, v) ? ev_rows_buffer(ev, v) : NULL;
}

/* Where a list may have no items in the end, that is a miss: nothing tells then of which type they are. */
const Value *ev_rows_tensor(Ev *ev, const Value *v, Span span) {
    const Value *rows = rows_now(ev, v);
    if (rows->kind != V_ROWS || kind_of(rows) > ROWS_VIEWS)
        return NULL;
    const Value *tensor = rows->u.tuple.items[1];
    const ShExpr *one = sh_const(ev->shapes, 1);
    if (rows != v && !ev_assume_compare(ev, SH_LE, one, tensor->u.tensor.node->type.shape[0], span))
        return NULL;
    return kind_of(rows) == ROWS_OWN ? ev_rows_buffer(ev, rows) : tensor;
}

/* ---- counting ------------------------------------------------------------------------------------------------------
 */

bool ev_plan_range(Ev *ev, const Value *range, const ShExpr **start, const ShExpr **step, const ShExpr **count,
                   Span span) {
    const ShExpr *stop, *zero = sh_const(ev->shapes, 0), *one = sh_const(ev->shapes, 1);
    const Value *const *parts = range->u.tuple.items;
    if (!ev_as_expr(ev, parts[0], start) || !ev_as_expr(ev, parts[1], &stop) || !ev_as_expr(ev, parts[2], step))
        return ev_fail(ev, D_LOOP, span, "a range whose bounds are not known") != NULL;
    bool up = sh_compare(ev->shapes, SH_LT, zero, *step) == SH_YES;
    if (!up && sh_compare(ev->shapes, SH_LT, *step, zero) != SH_YES)
        return ev_fail(ev, D_LOOP, span, "a range whose direction is not known") != NULL;
    const ShExpr *distance = up ? sh_sub(ev->shapes, stop, *start) : sh_sub(ev->shapes, *start, stop);
    const ShExpr *width = up ? *step : sh_sub(ev->shapes, zero, *step);
    if (sh_is_const(width, NULL)) /* the form that simplifies; with a step of any size it could overflow */
        *count = sh_floordiv(ev->shapes, sh_add(ev->shapes, distance, sh_sub(ev->shapes, width, one)), width);
    else
        *count = sh_add(ev->shapes, sh_floordiv(ev->shapes, sh_sub(ev->shapes, distance, one), width), one);
    return true;
}

bool ev_rows_count(Ev *ev, const Value *v, const ShExpr **count, Span span) {
    const ShExpr *start, *step, *other;
    if (v->kind == V_RANGE)
        return ev_plan_range(ev, v, &start, &step, count, span);
    if (v->kind == V_TENSOR) {
        *count = sh_canon(ev->shapes, v->u.tensor.node->type.shape[0]);
        return true;
    }
    v = rows_now(ev, v);
    if (kind_of(v) == ROWS_FILLED) {
        *count = sh_const(ev->shapes, 0);
        return true;
    }
    if (!ev_rows_count(ev, v->u.tuple.items[1], count, span))
        return false;
    if (kind_of(v) == ROWS_LED)
        *count = sh_add(ev->shapes, *count, sh_const(ev->shapes, v->u.tuple.items[2]->u.tuple.count));
    for (uint32_t i = 2; kind_of(v) == ROWS_ZIP && i < v->u.tuple.count; i++) {
        if (!ev_rows_count(ev, v->u.tuple.items[i], &other, span))
            return false;
        *count = sh_min(ev->shapes, *count, other);
    }
    return true;
}

/* ---- items ---------------------------------------------------------------------------------------------------------
 */

static const Value *own_row(Ev *ev, const Value *list, const Value *view) {
    if (!view || view->kind != V_TENSOR)
        return view;
    Value *row = arena_copy(ev->arena, view, sizeof *view);
    if (ev_rows_are_own(ev, list))
        map_put(&ev->rows_taken, MAP_KEY(row->u.tensor.node), (void *)(uintptr_t)list);
    row->u.tensor.is_fresh = false;
    row->u.tensor.may_alias = true;
    map_put(&ev->chosen, row->u.tensor.storage, ev);
    return row;
}

/* An item of a list of records, which Python gives as the one object that was put in. */
static const Value *record_at(Ev *ev, const Value *list, const Value *columns, const ShExpr *index, Span span) {
    const Record *record = ev_record_of(ev, ev_rows_cell(list));
    if (record->kind != V_TUPLE || ev_has_constants(record))
        return ev_rows_refuse(ev, list, span);
    const Value *tuple = ev_rows_item(ev, columns, index, span);
    if (tuple)
        map_put(&ev->records_taken, MAP_KEY(tuple), ev);
    return tuple;
}

static const Value *item_behind(Ev *ev, const Value *v, const ShExpr *index, Span span) {
    const Value *rows = v->u.tuple.items[1], *lead = v->u.tuple.items[2];
    const ShExpr *first = sh_const(ev->shapes, lead->u.tuple.count);
    int64_t known;
    if (sh_is_const(index, &known) && known < lead->u.tuple.count)
        return lead->u.tuple.items[known];
    if (sh_compare(ev->shapes, SH_LE, first, index) != SH_YES)
        return ev_rows_refuse(ev, v, span);
    return ev_rows_item(ev, rows, sh_canon(ev->shapes, sh_sub(ev->shapes, index, first)), span);
}

const Value *ev_rows_item(Ev *ev, const Value *v, const ShExpr *index, Span span) {
    const ShExpr *start, *step, *count;
    if (v->kind == V_TENSOR)
        return ev_getitem(ev, v, ev_int_expr(ev, index), span);
    if (v->kind == V_RANGE)
        return ev_plan_range(ev, v, &start, &step, &count, span)
                   ? ev_int_expr(ev, sh_add(ev->shapes, start, sh_mul(ev->shapes, step, index)))
                   : NULL;
    const Value *list = v;
    v = rows_now(ev, v);
    if (kind_of(v) == ROWS_ZIP && v != list)
        return record_at(ev, list, v, index, span);
    const Value *const *parts = v->u.tuple.items;
    uint32_t width = v->u.tuple.count - 1;
    const Value **row = arena_array(ev->arena, const Value *, width + 1);
    switch (kind_of(v)) {
    case ROWS_OWN:
        return own_row(ev, list, ev_rows_item(ev, parts[1], index, span));
    case ROWS_VIEWS:
        return ev_rows_item(ev, parts[1], index, span);
    case ROWS_NUMBERS:
        row[0] = ev_rows_item(ev, parts[1], index, span);
        return row[0] ? ev_call_method(ev, row[0], "item", NULL, 0, span) : NULL;
    case ROWS_LED:
        return item_behind(ev, v, index, span);
    case ROWS_FILLED:
        return ev_rows_refuse(ev, v, span);
    case ROWS_ENUMERATE:
        row[0] = ev_number_binary(ev, AST_Add, parts[2], ev_int_expr(ev, index), span);
        row[1] = ev_rows_item(ev, parts[1], index, span);
        return row[0] && row[1] ? ev_tuple(ev, row, 2) : NULL;
    case ROWS_REVERSED:
        if (!ev_rows_count(ev, parts[1], &count, span))
            return NULL;
        index = sh_sub(ev->shapes, sh_sub(ev->shapes, count, sh_const(ev->shapes, 1)), index);
        return ev_rows_item(ev, parts[1], index, span);
    case ROWS_ZIP:
        for (uint32_t i = 0; i < width; i++)
            if (!(row[i] = ev_rows_item(ev, parts[i + 1], index, span)))
                return NULL;
        return ev_tuple(ev, row, width);
    }
    return NULL;
}

bool ev_rows_by_number(const Value *v) {
    if (v->kind != V_ROWS)
        return v->kind == V_TENSOR || v->kind == V_RANGE;
    RowsKind kind = kind_of(v);
    if (kind == ROWS_LED || kind == ROWS_FILLED)
        return false;
    uint32_t parts = kind == ROWS_ZIP ? v->u.tuple.count : 2;
    for (uint32_t i = 1; i < parts; i++)
        if (!ev_rows_by_number(v->u.tuple.items[i]))
            return false;
    return true;
}

void ev_rows_looped(Ev *ev, const Value *v, int more) {
    if (v->kind != V_ROWS)
        return;
    if (ev_rows_cell(v))
        ev_filled_looped(ev, ev_rows_cell(v), more);
    for (uint32_t i = 1; i < v->u.tuple.count; i++)
        ev_rows_looped(ev, v->u.tuple.items[i], more);
}

/* Who has the items one by one may go on after others were put in, which Python would give as well. */
static void go_through(Ev *ev, const Value *v) {
    if (v->kind != V_ROWS)
        return;
    if (ev_rows_cell(v))
        ev_filled_iterated(ev, ev_rows_cell(v));
    for (uint32_t i = 1; i < v->u.tuple.count; i++)
        go_through(ev, v->u.tuple.items[i]);
}

/* NULL without a failure: they are no views, or how many is not known. */
static const Value *tuple_of_views(Ev *ev, const Value *v, Span span) {
    const Value **items;
    uint32_t count;
    bool known = v->kind == V_ROWS && kind_of(v) == ROWS_VIEWS && ev_rows_known(ev, v, &items, &count, span);
    return known ? ev_tuple(ev, items, count) : NULL;
}

bool ev_rows_operands(Ev *ev, const Value **a, const Value **b, Span span) {
    if ((*a)->kind != V_ROWS && (*b)->kind != V_ROWS)
        return true;
    const Value *left = tuple_of_views(ev, *a, span), *right = ev->fail.kind ? NULL : tuple_of_views(ev, *b, span);
    *a = left ? left : *a;
    *b = right ? right : *b;
    return !ev->fail.kind;
}

/* Of a list of records, each column. */
static const Value *records_slice(Ev *ev, const Value *v, const Value *columns, const Value *slice, Span span) {
    uint32_t count = columns->u.tuple.count;
    const Value **parts = arena_array(ev->arena, const Value *, count);
    for (uint32_t i = 0; i < count; i++) {
        const Value *args[] = {columns->u.tuple.items[i], slice};
        const Value *function = ev_prelude(ev, "_pyaot_iteration", slice ? "sliced_rows" : "copied_rows");
        parts[i] = ev_call_values(ev, function, args, slice ? 2 : 1, span);
        if (!parts[i] || parts[i]->kind != V_TENSOR)
            return NULL;
    }
    const Value *made = ev_filled_like(ev, ev_rows_cell(v), ev_tuple(ev, parts, count), loop_of(ev, v));
    map_put(&ev->rows_origins, ev_rows_cell(made), (void *)(uintptr_t)ev_rows_origin(ev, v));
    return made;
}

const Value *ev_rows_slice(Ev *ev, const Value *v, const Value *slice, Span span) {
    const Value *columns = ev_record_columns(ev, ev_rows_cell(v));
    if (columns)
        return records_slice(ev, v, columns, slice, span);
    const Value *rows = v->kind == V_ROWS ? rows_now(ev, v) : v;
    if (rows->kind != V_ROWS || (kind_of(rows) != ROWS_OWN && kind_of(rows) != ROWS_NUMBERS))
        return NULL;
    const Value *args[] = {rows->u.tuple.items[1], slice};
    const char *name = slice ? "sliced_rows" : "copied_rows";
    const Value *made = ev_call_values(ev, ev_prelude(ev, "_pyaot_iteration", name), args, slice ? 2 : 1, span);
    if (!made || made->kind != V_TENSOR)
        return NULL;
    map_put(&ev->rows_origins, made->u.tensor.storage, (void *)(uintptr_t)ev_rows_origin(ev, v));
    return ev_rows_own(ev, made, kind_of(rows) == ROWS_NUMBERS, rows->u.tuple.items[2]->u.boolean, loop_of(ev, v));
}

/* ---- sorting -------------------------------------------------------------------------------------------------------
 */

/* The columns of a list of records, or the elements of a list of numbers, as a tuple of tensors of one dimension. NULL:
 * it holds others. */
static const Value *key_columns(Ev *ev, const Value *keys) {
    const Value *columns = ev_record_columns(ev, ev_rows_cell(keys));
    if (columns && ev_record_of(ev, ev_rows_cell(keys))->kind == V_DICT) /* which have no order */
        return NULL;
    const Value *buffer = columns ? NULL : ev_rows_buffer(ev, keys);
    columns = buffer ? ev_tuple(ev, &buffer, 1) : columns;
    for (uint32_t i = 0; columns && i < columns->u.tuple.count; i++)
        if (columns->u.tuple.items[i]->u.tensor.node->type.rank != 1)
            return NULL;
    return columns;
}

const Value *ev_rows_content(Ev *ev, const Value *v) {
    const Value *columns = ev_record_columns(ev, ev_rows_cell(v));
    return columns ? columns : rows_now(ev, v)->u.tuple.items[1];
}

static const Value *in_order(Ev *ev, const Value *rows, const Value *order, Span span) {
    const Value *args[] = {rows, order};
    return ev_call_values(ev, ev_prelude(ev, "_pyaot_iteration", "rows_in_order"), args, 2, span);
}

static const Value *records_in_order(Ev *ev, const Value *v, const Value *columns, const Value *order, Span span) {
    uint32_t count = columns->u.tuple.count;
    const Value **parts = arena_array(ev->arena, const Value *, count);
    for (uint32_t i = 0; i < count; i++)
        if (!(parts[i] = in_order(ev, columns->u.tuple.items[i], order, span)))
            return NULL;
    const Value *made = ev_filled_like(ev, ev_rows_cell(v), ev_tuple(ev, parts, count), loop_of(ev, v));
    map_put(&ev->rows_origins, ev_rows_cell(made), (void *)(uintptr_t)ev_rows_origin(ev, v));
    return made;
}

const Value *ev_rows_sorted(Ev *ev, const Value *v, const Value *key, bool reverse, Span span) {
    if (v->kind == V_RANGE && !(v = ev_call_values(ev, ev_prelude(ev, "_pyaot_iteration", "listed"), &v, 1, span)))
        return NULL;
    if (v->kind != V_ROWS)
        return NULL;
    const Value *now = rows_now(ev, v), *given[] = {v, key}, *keys = v;
    if (kind_of(now) == ROWS_FILLED)
        return ev_filled_new(ev, loop_of(ev, v));
    bool is_list = kind_of(now) == ROWS_OWN || kind_of(now) == ROWS_NUMBERS || (kind_of(now) == ROWS_ZIP && now != v);
    if (is_list && key->kind != V_NONE)
        keys = ev_call_values(ev, ev_prelude(ev, "_pyaot_iteration", "keys_of"), given, 2, span);
    const Value *columns = is_list && keys && keys->kind == V_ROWS ? key_columns(ev, keys) : NULL;
    if (!columns)
        return NULL;
    const Value *args[] = {columns, ev_bool(ev, reverse)};
    const Value *order = ev_call_values(ev, ev_prelude(ev, "_pyaot_iteration", "order_of"), args, 2, span);
    if (!order || kind_of(now) == ROWS_ZIP)
        return order ? records_in_order(ev, v, ev_record_columns(ev, ev_rows_cell(v)), order, span) : NULL;
    const Value *made = in_order(ev, now->u.tuple.items[1], order, span);
    if (!made)
        return NULL;
    map_put(&ev->rows_origins, made->u.tensor.storage, (void *)(uintptr_t)ev_rows_origin(ev, v));
    return ev_rows_own(ev, made, kind_of(now) == ROWS_NUMBERS, now->u.tuple.items[2]->u.boolean, loop_of(ev, v));
}

const Value *ev_rows_sum(Ev *ev, const Value *a, const Value *b, Span span) {
    const Value *given[] = {a, b}, *buffers[2];
    for (int i = 0; i < 2; i++) {
        const Value *other = given[1 - i];
        if (given[i]->kind == V_LIST && !heap_info(ev->heap, given[i]->u.object) && !given[i]->source &&
            ev_rows_is_list(other))
            given[i] = ev_filled_from(ev, given[i], loop_of(ev, other), span);
        buffers[i] = given[i] ? ev_rows_buffer(ev, given[i]) : NULL;
        if (!buffers[i])
            return NULL;
    }
    bool numbers = ev_rows_are_numbers(ev, given[0]);
    if (numbers != ev_rows_are_numbers(ev, given[1]) || !ev_filled_alike(ev, buffers[0], buffers[1], span))
        return NULL;
    const Value *parts = ev_tuple(ev, buffers, 2);
    const Value *made = ev_call_values(ev, ev_prelude(ev, "_pyaot_iteration", "joined_rows"), &parts, 1, span);
    return made ? ev_rows_own(ev, made, numbers, false, loop_of(ev, a->kind == V_ROWS ? a : b)) : NULL;
}

const Value *ev_rows_getitem(Ev *ev, const Value *v, const Value *index, Span span) {
    const ShExpr *count, *at;
    int64_t known;
    const Value *part = index->kind == V_SLICE ? tuple_of_views(ev, v, span) : NULL;
    if (part || ev->fail.kind)
        return part ? ev_getitem(ev, part, index, span) : NULL;
    part = index->kind == V_SLICE ? ev_rows_slice(ev, v, index, span) : NULL;
    if (part || ev->fail.kind)
        return part;
    bool is_int = (index->kind == V_INT || index->kind == V_SCALAR) && ev_as_expr(ev, index, &at);
    bool is_known = is_int && sh_is_const(at, &known);
    if (!is_known && kind_of(v) == ROWS_LED)
        return ev_rows_refuse(ev, v, span);
    if (!is_int)
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "a position in a list whose length is known at run time only");
    if (!ev_rows_count(ev, v, &count, span))
        return NULL;
    if (!is_known)
        return (at = tn_bounded_index(ev, at, count, span)) ? ev_rows_item(ev, v, at, span) : NULL;
    const ShExpr *least = sh_const(ev->shapes, known < 0 ? -known : known + 1);
    if (!ev_assume_compare(ev, SH_LE, least, count, span))
        return NULL;
    return ev_rows_item(ev, v, known < 0 ? sh_add(ev->shapes, count, at) : at, span);
}

bool ev_rows_unpack(Ev *ev, const Value *v, uint32_t wanted, const Value ***items, Span span) {
    const ShExpr *count;
    if (!ev_rows_count(ev, v, &count, span) || !ev_assume_compare(ev, SH_EQ, count, sh_const(ev->shapes, wanted), span))
        return false;
    *items = arena_array(ev->arena, const Value *, wanted);
    for (uint32_t i = 0; i < wanted; i++)
        if (!((*items)[i] = ev_rows_item(ev, v, sh_const(ev->shapes, i), span)))
            return false;
    return true;
}

/* ---- as many as in the example -------------------------------------------------------------------------------------
 */

bool ev_rows_settle(Ev *ev, const Value *v, uint32_t *count, Span span) {
    const ShExpr *expr;
    int64_t likely;
    if (ev->in_driver || !ev_rows_count(ev, v, &expr, span))
        return false;
    likely = sh_hint(expr, -1);
    if (likely < 0 || likely > MAX_LIKELY || !ev_assume_equal(ev, expr, sh_const(ev->shapes, likely), span))
        return false;
    *count = (uint32_t)likely;
    return true;
}

static const char repetitions = 0; /* stands for all of them, for ev_restart_forked() */

bool ev_rows_may_repeat(Ev *ev) { return !ev->in_driver && !ev_wants_fork(ev, &repetitions); }

void ev_rows_repeated(Ev *ev, const Value *rows) {
    if (rows && rows->kind == V_ROWS)
        ev->repetition = loop_of(ev, rows);
}

/* Is one of the parts a list that repeats a number, [0] * n? */
static bool is_repetition(Ev *ev, const Value *v) {
    if (v->kind != V_ROWS || !ev->repetition)
        return false;
    for (uint32_t i = 1; i < v->u.tuple.count; i++)
        if (is_repetition(ev, v->u.tuple.items[i]))
            return true;
    return v->u.tuple.count > 1 && loop_of(ev, v) == ev->repetition;
}

bool ev_rows_known(Ev *ev, const Value *v, const Value ***items, uint32_t *count, Span span) {
    if (is_repetition(ev, v)) { /* as many constants as in the example are better than a buffer of them */
        ev_rows_need_known(ev, v, span);
        return false;
    }
    if (!ev_rows_settle(ev, v, count, span))
        return false;
    go_through(ev, v);
    *items = arena_array(ev->arena, const Value *, *count + 1);
    for (uint32_t i = 0; i < *count; i++)
        if (!((*items)[i] = ev_rows_item(ev, v, sh_const(ev->shapes, i), span)))
            return false;
    return true;
}

void ev_rows_need_known(Ev *ev, const Value *rows, Span span) {
    const AstNode *loop = rows->kind == V_ROWS ? loop_of(ev, rows) : NULL;
    if (ev->fail.kind != FAIL_RESTART)
        ev_restart_forked(ev, is_repetition(ev, rows) ? (const void *)&repetitions : loop, span);
}

const Value *ev_rows_refuse(Ev *ev, const Value *v, Span span) {
    ev_rows_need_known(ev, v, span);
    if (ev->fail.kind == FAIL_RESTART)
        return NULL;
    return ev_fail(ev, D_UNKNOWN_VALUE, span, "a %s whose length is known at run time only", ev_type_name(ev, v));
}

const Value *ev_rows_getattr(Ev *ev, const Value *v, Str name, Span span) {
    const Builtin *method = ev_rows_is_list(v) ? ev_find_builtin(rows_methods, name) : NULL;
    if (method && (ev_rows_cell(v) || name == str_of("copy")))
        return ev_builtin(ev, method, v);
    bool searches = name == str_of("count") || name == str_of("index");
    if (searches && ev_rows_is_list(v) && ev_rows_numbers(ev, v))
        return ev_builtin(ev, ev_find_builtin(list_methods, name), v);
    return ev_rows_refuse(ev, v, span);
}

/* ---- what a loop iterates over -------------------------------------------------------------------------------------
 */

/* 1: its number of items is not known; 0: it is, or it is something else; -1: failed. */
int ev_rows_iterated(Ev *ev, const Value *v, Span span) {
    int64_t known;
    if (ev->in_driver)
        return 0;
    if (v->kind == V_ROWS)
        return 1;
    for (uint32_t i = 0; v->kind == V_RANGE && i < v->u.tuple.count; i++)
        if (!ev_as_int_known(v->u.tuple.items[i], &known))
            return 1;
    if (v->kind != V_TENSOR)
        return 0;
    const IrType *type = &v->u.tensor.node->type;
    if (type->flat) /* a flat tensor is asked for its rank first: restarts */
        return ev_call_method(ev, v, "__len__", NULL, 0, span) ? 0 : -1;
    return type->rank > 0 && !sh_is_const(sh_canon(ev->shapes, type->shape[0]), NULL);
}

static bool is_int(const Value *v) {
    return v->kind == V_INT || (v->kind == V_SCALAR && v->u.node->type.kind == IRT_INT);
}

static const Value *call_of_rows(Ev *ev, RowsKind kind, const Value *const *args, uint32_t count, Span span) {
    const Value *start = ev_int(ev, 0), *parts[2] = {count ? args[0] : NULL, count > 1 ? args[1] : start};
    uint32_t sources = kind == ROWS_ZIP ? count : 1;
    int any = 0;
    for (uint32_t i = 0; i < sources && i < count; i++) {
        int one = ev_rows_iterated(ev, args[i], span);
        if (one < 0)
            return NULL;
        any += one;
    }
    bool counts = kind != ROWS_ENUMERATE || (count <= 2 && is_int(parts[1]));
    if (!any || any < (int)sources || !counts || (kind == ROWS_REVERSED && count > 1))
        return NULL; /* not ours: with items that are known, these are not followed by number */
    if (kind == ROWS_REVERSED && args[0]->kind != V_RANGE && !ev_rows_buffer(ev, args[0]) &&
        !ev_rows_tensor(ev, args[0], span))
        return NULL;
    return rows_value(ev, kind, kind == ROWS_ZIP ? args : parts, kind == ROWS_ENUMERATE ? 2 : sources);
}

/* A list that nothing but the loop has does not change: it is a tuple. */
static const Value *list_for_loop(Ev *ev, const AstNode *expr) {
    const Value *list = ev_eval(ev, expr);
    if (!list || list->kind != V_LIST || heap_info(ev->heap, list->u.object))
        return list;
    const Value **items;
    uint32_t count;
    return ev_iterate(ev, list, &items, &count, expr->span) ? ev_tuple(ev, items, count) : NULL;
}

const Value *ev_eval_iterable(Ev *ev, const AstNode *expr) {
    static const struct {
        const char *name;
        RowsKind kind;
    } rows[] = {{"enumerate", ROWS_ENUMERATE}, {"zip", ROWS_ZIP}, {"reversed", ROWS_REVERSED}};
    if (expr->kind == AST_List && !ev->in_driver)
        return list_for_loop(ev, expr);
    const AstList *nodes = expr->kind == AST_Call ? &expr->u.Call.args : NULL;
    bool plain = nodes && nodes->len && expr->u.Call.func->kind == AST_Name && !expr->u.Call.keywords.len;
    for (uint32_t i = 0; plain && i < nodes->len; i++)
        plain = nodes->items[i]->kind != AST_Starred;
    const Value *callee = plain && !ev->in_driver ? ev_eval(ev, expr->u.Call.func) : NULL;
    if (!callee)
        return ev->fail.kind ? NULL : ev_eval(ev, expr);
    size_t k = 0;
    while (k < COUNT_OF(rows) && (callee->kind != V_BUILTIN || callee->u.builtin.self ||
                                  strcmp(callee->u.builtin.builtin->name, rows[k].name) != 0))
        k++;
    const Value **args = arena_array(ev->arena, const Value *, nodes->len);
    for (uint32_t i = 0; i < nodes->len; i++)
        if (!(args[i] = k < COUNT_OF(rows) ? ev_eval_iterable(ev, nodes->items[i]) : ev_eval(ev, nodes->items[i])))
            return NULL;
    const Value *found = k < COUNT_OF(rows) ? call_of_rows(ev, rows[k].kind, args, nodes->len, expr->span) : NULL;
    return found || ev->fail.kind ? found : ev_call_values(ev, callee, args, nodes->len, expr->span);
}

/* ---- the prelude ---------------------------------------------------------------------------------------------------
 */

/* prim.rows(value): the items of a sequence whose length is known at run time only, as one tensor; else None */
PRIM(prim_rows) {
    (void)self;
    const Value *tensor = ev_rows_tensor(ev, args->args[0], span);
    return tensor || ev->fail.kind ? tensor : ev_none(ev);
}

/* prim.led_rows(value): of a list that a loop has filled behind others, those as a tuple, and the rows; else None */
PRIM(prim_led_rows) {
    (void)self, (void)span;
    const Value *v = args->args[0];
    return v->kind == V_ROWS && kind_of(v) == ROWS_LED
               ? ev_tuple(ev, (const Value *[]){v->u.tuple.items[2], v->u.tuple.items[1]}, 2)
               : ev_none(ev);
}

/* prim.numbers(value): a list of numbers whose length is known at run time only, as one tensor of int64, float64 or
 * bool; else None */
PRIM(prim_numbers) {
    (void)self, (void)span;
    const Value *tensor = ev_rows_numbers(ev, args->args[0]);
    return tensor ? tensor : ev_none(ev);
}

/* prim.record_columns(value): of a list of tuples or lists of so many numbers whose length is known at run time only,
 * the columns, as tensors; else None */
PRIM(prim_record_columns) {
    (void)self, (void)span;
    ObjId cell = args->args[0]->kind == V_ROWS ? ev_rows_cell(args->args[0]) : 0;
    const Value *columns = ev_record_columns(ev, cell);
    const Record *record = columns ? ev_record_of(ev, cell) : NULL;
    bool are_rows = record && record->kind != V_DICT && !ev_has_constants(record);
    for (uint32_t i = 0; are_rows && i < record->count; i++)
        are_rows = record->numbers[i];
    return are_rows ? columns : ev_none(ev);
}

/* prim.number_rows(buffer): a list of the numbers in a fresh buffer of one dimension; None: they are asked for one by
 * one */
PRIM(prim_number_rows) {
    static const char one_by_one[] = "number_rows";
    (void)self, (void)span;
    return ev_wants_fork(ev, one_by_one) ? ev_none(ev)
                                         : ev_rows_own(ev, args->args[0], true, false, (const AstNode *)one_by_one);
}

/* prim.view_rows(input): the views of unbind(input, 0) */
PRIM(prim_view_rows) {
    (void)self, (void)span;
    return ev_rows_views(ev, args->args[0]);
}
