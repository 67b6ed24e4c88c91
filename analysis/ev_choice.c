/* Values that branches chose among a few that no node can hold: texts, what is a number or None, what is an int or a
 * float. Which one it is the run time knows, as an int (the index): so such a value can be returned, texts can be
 * compared, it can be asked whether it is None, and operators compute with each of the numbers. */
#include "analysis/ev_internal.h"

#define MAX_CHOICES 16

struct Choice {
    const Value *index; /* a number: the value is items[index] */
    const Value *const *items;
    uint32_t count;
};

/* Of a loop that was left, it is an index no more. */
static bool is_seen(const Ev *ev, const Value *index) {
    return index->kind == V_INT      ? !ir_has_inner(ev->region, index->u.expr)
           : index->kind == V_SCALAR ? ir_is_within(ev->region, index->u.node->parent)
                                     : true;
}

static const Choice *any_choice(const Ev *ev, const Value *value) {
    bool may_be = (value->kind == V_STR && !value->u.str) || value->kind == V_UNKNOWN;
    return may_be && !value->source ? map_get(&ev->choices, MAP_KEY(value)) : NULL;
}

const Choice *ev_choice_of(const Ev *ev, const Value *value) {
    const Choice *choice = any_choice(ev, value);
    return choice && is_seen(ev, choice->index) ? choice : NULL;
}

/* What there is to choose among on one side of a branch. */
static Choice on_side(Ev *ev, const Value *const *value) {
    const Choice *choice = any_choice(ev, *value);
    return choice ? *choice : (Choice){ev_int(ev, 0), value, 1};
}

static const Value *put_choice(Ev *ev, Value *value, const Choice *choice) {
    map_put(&ev->choices, MAP_KEY(value), arena_copy(ev->arena, choice, sizeof *choice));
    return value;
}

/* Those of the left side and then those of the right one; NULL index: they are too many, or the index is no number. */
static Choice joined(Merge *merge, const Value *left, const Value *right) {
    Ev *ev = merge->ev;
    Choice l = on_side(ev, &left), r = on_side(ev, &right), both = {.count = l.count + r.count};
    if (both.count > MAX_CHOICES)
        return both;
    const Value **items = arena_array(ev->arena, const Value *, both.count);
    for (uint32_t i = 0; i < both.count; i++)
        items[i] = i < l.count ? l.items[i] : r.items[i - l.count];
    both.items = items;
    IrRegion *region = ev->region;
    ev->region = merge->right_region;
    const Value *index = ev_binary(ev, AST_Add, r.index, ev_int(ev, l.count), merge->span);
    ev->region = region;
    both.index = index ? ev_merge_value(merge, l.index, index) : NULL;
    return both;
}

static bool is_text(const Ev *ev, const Value *value) { return value->u.str || any_choice(ev, value); }

const Value *ev_merge_texts(Merge *merge, const Value *left, const Value *right) {
    Value *merged = (Value *)(uintptr_t)ev_str(merge->ev, NULL);
    if (merge->place) /* where it must be known, each side goes its way */
        map_put(&merge->ev->memo, MAP_KEY(merged), (void *)(uintptr_t)merge->place);
    if (!is_text(merge->ev, left) || !is_text(merge->ev, right))
        return merged;
    Choice both = joined(merge, left, right);
    return both.index ? put_choice(merge->ev, merged, &both) : merged;
}

/* May it stand outside of the branch? */
static bool is_simple(const Merge *merge, const Value *value) {
    Constant constant;
    if (any_choice(merge->ev, value) || ev_constant_of(value, &constant))
        return true;
    if (value->kind == V_SCALAR)
        return value->u.node->id < merge->branch->id;
    return value->kind == V_INT && !ir_has_inner(merge->outer, value->u.expr);
}

const Value *ev_merge_choice(Merge *merge, const Value *left, const Value *right) {
    if (merge->strict || merge->ev->in_driver || !is_simple(merge, left) || !is_simple(merge, right))
        return NULL;
    Choice both = joined(merge, left, right);
    Value *merged = (Value *)(uintptr_t)ev_unknown(merge->ev, NULL, "a branch chooses what type it has");
    return both.index ? put_choice(merge->ev, merged, &both) : NULL;
}

/* Is it one of the items that `wanted` says? */
static const Value *is_one_of(Ev *ev, const Choice *choice, const bool *wanted, Span span) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < choice->count; i++)
        found += wanted[i];
    if (!found || found == choice->count)
        return ev_bool(ev, found != 0);
    const Value *any = NULL;
    for (uint32_t i = 0; i < choice->count; i++) {
        if (!wanted[i])
            continue;
        const Value *here = ev_number_compare(ev, AST_Eq, choice->index, ev_int(ev, i), span);
        any = !here ? NULL : !any ? here : ev_binary(ev, AST_BitOr, any, here, span);
        if (!any)
            return NULL;
    }
    return any;
}

const Value *ev_choice_is(Ev *ev, const Choice *choice, const Value *other, Span span) {
    bool wanted[MAX_CHOICES];
    for (uint32_t i = 0; i < choice->count; i++)
        wanted[i] = ev_is_same(choice->items[i], other) == SH_YES;
    return is_one_of(ev, choice, wanted, span);
}

const Value *ev_choice_equals(Ev *ev, const Choice *choice, Str text, Span span) {
    bool wanted[MAX_CHOICES];
    for (uint32_t i = 0; i < choice->count; i++)
        wanted[i] = choice->items[i]->u.str == text;
    return is_one_of(ev, choice, wanted, span);
}

const Value *ev_choice_truth(Ev *ev, const Choice *choice, Span span) {
    bool wanted[MAX_CHOICES];
    for (uint32_t i = 0; i < choice->count; i++)
        wanted[i] = choice->items[i]->u.str != str_of("");
    return is_one_of(ev, choice, wanted, span);
}

const Value *ev_choice_parts(Ev *ev, const Choice *choice) {
    const Value *parts[] = {ev_tuple(ev, choice->items, choice->count), choice->index};
    return ev_tuple(ev, parts, 2);
}

/* ---- operators ---------------------------------------------------------------------------------------------------
 */

typedef struct Each {
    const Choice *choice;
    uint32_t at;
    const Value *other;
    bool is_left; /* the choice is the left operand */
    ChoiceOperator *apply;
    int op;
    Span span;
} Each;

static const Value *with_item(Ev *ev, const void *data) {
    const Each *each = data;
    const Value *item = each->choice->items[each->at];
    return each->apply(ev, each->op, each->is_left ? item : each->other, each->is_left ? each->other : item,
                       each->span);
}

static const Value *from_item(Ev *ev, const Each *each);

static const Value *with_others(Ev *ev, const void *data) {
    Each next = *(const Each *)data;
    next.at++;
    return from_item(ev, &next);
}

static const Value *from_item(Ev *ev, const Each *each) {
    if (each->at + 1 == each->choice->count)
        return with_item(ev, each);
    const Value *is_it = ev_number_compare(ev, AST_Eq, each->choice->index, ev_int(ev, each->at), each->span);
    if (!is_it || is_it->kind == V_BOOL)
        return !is_it ? NULL : (is_it->u.boolean ? with_item : with_others)(ev, each);
    return ev_branch_value(ev, is_it, with_item, with_others, each, each->span);
}

static bool are_numbers(const Choice *choice) {
    for (uint32_t i = 0; i < choice->count; i++)
        if (!ev_is_number(choice->items[i]))
            return false;
    return true;
}

/* What may be an int or a float again; NULL: all are of one kind. */
static const Value *other_numbers(Ev *ev, Each each) {
    const Value **items = arena_array(ev->arena, const Value *, each.choice->count);
    bool alike = true;
    for (each.at = 0; each.at < each.choice->count; each.at++) {
        if (!(items[each.at] = with_item(ev, &each)))
            return NULL;
        alike = alike && ev_number_kind(items[each.at]) == ev_number_kind(items[0]);
    }
    Choice results = {each.choice->index, items, each.choice->count};
    Value *value = (Value *)(uintptr_t)ev_unknown(ev, NULL, "a branch chooses what type it has");
    return alike ? NULL : put_choice(ev, value, &results);
}

const Value *ev_choice_operate(Ev *ev, ChoiceOperator *apply, int op, bool is_sum, const Value *a, const Value *b,
                               bool *handled, Span span) {
    const Choice *left = ev->in_driver ? NULL : ev_choice_of(ev, a);
    const Choice *choice = ev->in_driver || left ? left : ev_choice_of(ev, b);
    *handled = choice && a->kind != V_STR && b->kind != V_STR && are_numbers(choice);
    if (!*handled)
        return NULL;
    Each each = {choice, 0, left ? b : a, left != NULL, apply, op, span};
    const Value *numbers = is_sum && ev_is_number(each.other) ? other_numbers(ev, each) : NULL;
    return numbers || ev->fail.kind ? numbers : from_item(ev, &each);
}
