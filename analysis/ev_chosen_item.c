/* Items of lists, tuples and texts of a few items at positions that the data decide: `counts[v % 3] += 1`,
 * `("low", "high")[v > 0]`. Reading is a choice among the items, writing one between the value and each of them; of
 * what cannot be merged, the statement is evaluated for each position (ev_exec_split()). */
#include "analysis/ev_internal.h"
#include "analysis/tensor.h"

enum { MOST = 16 }; /* items */

bool ev_is_position_by_data(Ev *ev, const Value *index, uint32_t count) {
    if (ev->in_driver || !count || count > MOST)
        return false;
    const IrType *type = index->kind == V_TENSOR ? &ev_tensor_node(ev, index)->type : NULL;
    IrKind kind = index->kind == V_SCALAR ? index->u.node->type.kind : IRT_FLOAT;
    return (type && type->rank == 0 && (type->dtype == DT_BOOL || dtype_is_integral(type->dtype))) ||
           (index->kind == V_INT && sh_is_computed(index->u.expr)) ||
           ((kind == IRT_INT || kind == IRT_BOOL) && !ev_likely_input(ev, index));
}

/* The position, counted from the first item. NULL: failed. */
static const ShExpr *place_of(Ev *ev, const Value *index, uint32_t count, Span span) {
    const ShExpr *at = NULL;
    if (index->kind == V_TENSOR && !(index = ev_call_method(ev, index, "item", NULL, 0, span)))
        return NULL;
    if (index->kind == V_SCALAR && index->u.node->type.kind == IRT_BOOL)
        index = ev_binary(ev, AST_Add, index, ev_int(ev, 0), span);
    if (!index || !ev_as_expr(ev, index, &at))
        return NULL;
    return tn_bounded_index(ev, at, sh_const(ev->shapes, count), span);
}

static const Value *is_at(Ev *ev, const ShExpr *place, uint32_t k, Span span) {
    return ev_compare(ev, AST_Eq, ev_int_expr(ev, place), ev_int(ev, k), span);
}

typedef struct Choice {
    const Value *const *items;
    uint32_t count, at; /* the first of those that are left */
    const ShExpr *place;
    Span span;
} Choice;

static const Value *first_of(Ev *ev, const void *data) {
    (void)ev;
    const Choice *choice = data;
    return choice->items[choice->at];
}

static const Value *item_of(Ev *ev, const Choice *choice);

static const Value *rest_of(Ev *ev, const void *data) {
    Choice rest = *(const Choice *)data;
    rest.at++;
    return item_of(ev, &rest);
}

static const Value *choose(Ev *ev, const Value *truth, Thunk then, Thunk otherwise, const void *data, Span span) {
    bool known;
    if (!truth)
        return NULL;
    return ev_as_bool_known(truth, &known) ? (known ? then : otherwise)(ev, data)
                                           : ev_branch_value(ev, truth, then, otherwise, data, span);
}

static const Value *item_of(Ev *ev, const Choice *choice) {
    if (choice->at + 1 == choice->count)
        return choice->items[choice->at];
    return choose(ev, is_at(ev, choice->place, choice->at, choice->span), first_of, rest_of, choice, choice->span);
}

/* Which item it is on the side of the statement that is being evaluated. False: no side says so, the statement is to be
 * evaluated on each. */
static bool settled_place(Ev *ev, const ShExpr *place, uint32_t count, const char *why, Span span, uint32_t *at) {
    for (*at = 0; *at + 1 < count; ++*at) {
        const Value *truth = is_at(ev, place, *at, span);
        bool is_it;
        if (!truth)
            return false;
        if (!ev_as_bool_known(truth, &is_it)) {
            int side = ev_settled(ev, truth->u.node);
            if (side < 0)
                return ev_split_on(ev, truth, why, span);
            is_it = side;
        }
        if (is_it)
            return true;
    }
    return true;
}

const Value *ev_item_by_data(Ev *ev, const Value *const *items, uint32_t count, const Value *index, Span span) {
    Choice choice = {.items = items, .count = count, .place = place_of(ev, index, count, span), .span = span};
    const Value *item = choice.place ? item_of(ev, &choice) : NULL;
    if (item || ev->fail.kind != FAIL_CUT || ev->fail.code != D_BRANCH || !choice.place)
        return item;
    const char *why = ev->fail.reason;
    uint32_t at;
    ev_clear_fail(ev);
    return settled_place(ev, choice.place, count, why, span, &at) ? items[at] : NULL;
}

static const Value *new_value(Ev *ev, const void *data) {
    (void)ev;
    return ((const Value *const *)data)[0];
}
static const Value *old_value(Ev *ev, const void *data) {
    (void)ev;
    return ((const Value *const *)data)[1];
}

bool ev_put_by_data(Ev *ev, const Value *list, const Value *index, const Value *value, Span span) {
    uint32_t count = heap_count(ev->heap, list->u.object);
    const Value **items = heap_items(ev->heap, list->u.object, ev->arena), **made;
    bool numbers = ev_is_number(value);
    for (uint32_t i = 0; i < count; i++)
        numbers = numbers && ev_is_number(items[i]);
    const ShExpr *place = place_of(ev, index, count, span);
    if (place && !numbers) {
        uint32_t at;
        if (!settled_place(ev, place, count, "a position of a list that the data decide is assigned", span, &at))
            return false;
        heap_put_at(ev->heap, list->u.object, at, value);
        return true;
    }
    made = arena_array(ev->arena, const Value *, count);
    for (uint32_t i = 0; place && i < count; i++) {
        const Value *sides[] = {value, items[i]};
        if (!(made[i] = choose(ev, is_at(ev, place, i, span), new_value, old_value, sides, span)))
            return false;
    }
    if (place)
        heap_replace(ev->heap, list->u.object, made, count);
    return place != NULL;
}
