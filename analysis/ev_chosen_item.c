/* Items of lists, tuples and texts of a few items at positions that the data decide, and of dicts under ints that they
 * decide: `counts[v % 3] += 1`, `("low", "high")[v > 0]`, `{0: "a", 1: "b"}[v]`. Reading is a choice among the items,
 * writing one between the value and each of them; of what cannot be merged, the statement is evaluated for each of them
 * (ev_exec_split()). That a key is among those of the dict is assumed where it is read, and where it is written. */
#include "analysis/ev_internal.h"
#include "analysis/tensor.h"

enum { MOST = 16 }; /* items */

static bool is_int_by_data(Ev *ev, const Value *v) {
    IrKind kind = v->kind == V_SCALAR ? v->u.node->type.kind : IRT_FLOAT;
    return (v->kind == V_INT && sh_is_computed(v->u.expr)) ||
           ((kind == IRT_INT || kind == IRT_BOOL) && !ev_likely_input(ev, v));
}

bool ev_is_position_by_data(Ev *ev, const Value *index, uint32_t count) {
    if (ev->in_driver || !count || count > MOST)
        return false;
    const IrType *type = index->kind == V_TENSOR ? &ev_tensor_node(ev, index)->type : NULL;
    return (type && type->rank == 0 && (type->dtype == DT_BOOL || dtype_is_integral(type->dtype))) ||
           is_int_by_data(ev, index);
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

typedef struct Choice {
    const Value *const *items;
    const Value *const *keys; /* of the items; NULL: their positions */
    uint32_t count, at;       /* the first of those that are left */
    const ShExpr *place;      /* the position or the key */
    const Value *otherwise;   /* where it is none of the keys; NULL: it is one */
    Span span;
} Choice;

static const Value *is_at(Ev *ev, const Choice *choice, uint32_t k) {
    const Value *key = choice->keys ? choice->keys[k] : ev_int(ev, k);
    return ev_compare(ev, AST_Eq, ev_int_expr(ev, choice->place), key, choice->span);
}

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
    if (choice->at == choice->count)
        return choice->otherwise;
    if (choice->at + 1 == choice->count && !choice->otherwise)
        return choice->items[choice->at];
    return choose(ev, is_at(ev, choice, choice->at), first_of, rest_of, choice, choice->span);
}

/* Which item it is on the side of the statement that is being evaluated, `count` for none. False: no side says so, the
 * statement is to be evaluated on each. */
static bool settled_place(Ev *ev, const Choice *choice, const char *why, uint32_t *at) {
    uint32_t asked = choice->otherwise ? choice->count : choice->count - 1;
    for (*at = 0; *at < asked; ++*at) {
        const Value *truth = is_at(ev, choice, *at);
        bool is_it;
        if (!truth)
            return false;
        if (!ev_as_bool_known(truth, &is_it)) {
            int side = ev_settled(ev, truth->u.node);
            if (side < 0)
                return ev_split_on(ev, truth, why, choice->span);
            is_it = side;
        }
        if (is_it)
            return true;
    }
    return true;
}

static const Value *chosen_item(Ev *ev, const Choice *choice) {
    const Value *item = item_of(ev, choice);
    if (item || ev->fail.kind != FAIL_CUT || ev->fail.code != D_BRANCH)
        return item;
    const char *why = ev->fail.reason;
    uint32_t at;
    ev_clear_fail(ev);
    if (!settled_place(ev, choice, why, &at))
        return NULL;
    return at < choice->count ? choice->items[at] : choice->otherwise;
}

const Value *ev_item_by_data(Ev *ev, const Value *const *items, uint32_t count, const Value *index, Span span) {
    Choice choice = {.items = items, .count = count, .place = place_of(ev, index, count, span), .span = span};
    return choice.place ? chosen_item(ev, &choice) : NULL;
}

static const Value *new_value(Ev *ev, const void *data) {
    (void)ev;
    return ((const Value *const *)data)[0];
}
static const Value *old_value(Ev *ev, const void *data) {
    (void)ev;
    return ((const Value *const *)data)[1];
}

/* What the items are then. Where they are numbers, each may be the new value; otherwise one of them is, on this side of
 * the statement. False: failed. */
static bool put_item(Ev *ev, const Choice *choice, const Value *value, const Value **made) {
    bool numbers = ev_is_number(value);
    for (uint32_t i = 0; i < choice->count; i++) {
        numbers = numbers && ev_is_number(choice->items[i]);
        made[i] = choice->items[i];
    }
    if (!numbers) {
        uint32_t at;
        if (!settled_place(ev, choice, "an item that the data choose is assigned", &at))
            return false;
        made[at] = value;
        return true;
    }
    for (uint32_t i = 0; i < choice->count; i++) {
        const Value *sides[] = {value, choice->items[i]};
        if (!(made[i] = choose(ev, is_at(ev, choice, i), new_value, old_value, sides, choice->span)))
            return false;
    }
    return true;
}

bool ev_put_by_data(Ev *ev, const Value *list, const Value *index, const Value *value, Span span) {
    uint32_t count = heap_count(ev->heap, list->u.object);
    const Value **items = heap_items(ev->heap, list->u.object, ev->arena);
    const Value **made = arena_array(ev->arena, const Value *, count);
    Choice choice = {.items = items, .count = count, .place = place_of(ev, index, count, span), .span = span};
    if (!choice.place || !put_item(ev, &choice, value, made))
        return false;
    heap_replace(ev->heap, list->u.object, made, count);
    return true;
}

/* ---- keys of dicts */

bool ev_is_key_by_data(Ev *ev, const Value *dict, const Value *key) {
    if (ev->in_driver || dict->kind != V_DICT || ev_dict_class(dict) || ev_dict_owner(ev, dict) ||
        !is_int_by_data(ev, key))
        return false;
    const HeapContent *content = heap_content(ev->heap, dict->u.object);
    for (uint32_t i = 0; i < content->count; i++)
        if (content->slots[i].key->kind != V_INT || !sh_is_const(content->slots[i].key->u.expr, NULL))
            return false;
    return content->count > 1 && content->count <= MOST;
}

/* The keys of the dict and its items. False: failed. */
static bool open_choice(Ev *ev, const Value *dict, const Value *key, const Value *otherwise, Span span,
                        Choice *choice) {
    const Value **items;
    *choice = (Choice){.otherwise = otherwise, .span = span};
    if (key->kind == V_SCALAR && key->u.node->type.kind == IRT_BOOL)
        key = ev_binary(ev, AST_Add, key, ev_int(ev, 0), span);
    if (!key || !ev_as_expr(ev, key, &choice->place) || !ev_iterate(ev, dict, &items, &choice->count, span))
        return false;
    choice->keys = items;
    items = arena_array(ev->arena, const Value *, choice->count);
    for (uint32_t i = 0; i < choice->count; i++)
        if (!(items[i] = ev_plain_dict_item(ev, dict, choice->keys[i], span)))
            return false;
    choice->items = items;
    return true;
}

static const Value *is_found(Ev *ev, const Choice *choice) {
    const Value *any = ev_bool(ev, false);
    for (uint32_t i = 0; i < choice->count; i++) {
        const Value *truth = is_at(ev, choice, i);
        bool known;
        if (!truth || (ev_as_bool_known(truth, &known) && known))
            return truth;
        if (truth->kind == V_SCALAR)
            any = any->kind == V_BOOL ? truth
                                      : ev_scalar(ev, ir_binary(ev->region, OP_OR, ir_scalar_type(IRT_BOOL),
                                                                any->u.node, truth->u.node, choice->span));
    }
    return any;
}

/* The variant is for keys that the dict has. */
static bool assume_found(Ev *ev, const Choice *choice) {
    const Value *found = is_found(ev, choice);
    bool known;
    if (!found)
        return false;
    if (ev_as_bool_known(found, &known))
        return known || ev_fail(ev, D_UNKNOWN_VALUE, choice->span, "a key that the dict lacks");
    return ev_miss_if(ev, found->u.node, true, "a key that the dict lacks", choice->span);
}

const Value *ev_value_by_data(Ev *ev, const Value *dict, const Value *key, const Value *otherwise, Span span) {
    Choice choice;
    if (!open_choice(ev, dict, key, otherwise, span, &choice) || (!otherwise && !assume_found(ev, &choice)))
        return NULL;
    return chosen_item(ev, &choice);
}

const Value *ev_has_by_data(Ev *ev, const Value *dict, const Value *key, Span span) {
    Choice choice;
    return open_choice(ev, dict, key, NULL, span, &choice) ? is_found(ev, &choice) : NULL;
}

bool ev_set_by_data(Ev *ev, const Value *dict, const Value *key, const Value *value, Span span) {
    Choice choice;
    if (!open_choice(ev, dict, key, NULL, span, &choice) || !assume_found(ev, &choice))
        return false;
    const Value **made = arena_array(ev->arena, const Value *, choice.count);
    if (!put_item(ev, &choice, value, made))
        return false;
    for (uint32_t i = 0; i < choice.count; i++)
        if (made[i] != choice.items[i])
            heap_set_key(ev->heap, dict->u.object, choice.keys[i], made[i]);
    return true;
}
