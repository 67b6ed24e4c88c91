/* Values that branches chose among a few that no node can hold: texts, what is a number or None, what is an int or a
 * float, a number or a tensor, a tensor or None. Which one it is the run time knows, as an int (the index): so such a
 * value can be returned, texts can be compared, it can be asked whether it is None, and operators compute with each of
 * the numbers. Where a branch has asked what it is, it is that on either side.
 *
 * Of a number or a tensor (`total = 0`, to which branches add tensors), or None, the tensor is the first item, and
 * there is one where it was not chosen, too: of which nothing is read. So is a number that may be None. */
#include "analysis/ev_internal.h"

#define MAX_CHOICES 16

struct Choice {
    const Value *index; /* a number: the value is items[index] */
    const Value *const *items;
    uint32_t count;
    const void *statement; /* whose sides return it (ev_choice_settle()); NULL: there is none */
    int arm; /* of the statement, which gives the tensor where the other one gives None; -1: there is none */
    const void *read_at; /* where the program has read it last (ev_choice_read()) */
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

/* ---- what is known where it is read --------------------------------------------------------------------------------
 */

/* Which items it may be, a bit each, where the condition is as said. */
static uint32_t left_by(Ev *ev, const ShExpr *index, const IrNode *condition, bool holds);

/* Of `a or b` and the like, a branch that gives a bool. */
static uint32_t left_by_branch(Ev *ev, const ShExpr *index, const IrNode *result, bool holds) {
    const IrNode *branch = result->inputs[0];
    if (branch->op != OP_IF)
        return UINT32_MAX;
    uint32_t left = 0;
    for (int i = 0; i < 2; i++) {
        const IrRegion *side = branch->regions[i];
        const IrNode *yield = side->nodes.len ? vec_last(&side->nodes) : NULL;
        bool ends = yield && yield->op == OP_YIELD;
        left |= left_by(ev, index, branch->inputs[0], i == 0) &
                (ends ? left_by(ev, index, yield->inputs[result->ints[0]], holds) : UINT32_MAX);
    }
    return left;
}

static uint32_t left_by_equality(Ev *ev, const ShExpr *index, const IrNode *condition, bool equal) {
    for (int i = 0; i < 2; i++) {
        const ShExpr *one = ev_expr_of_node(ev, condition->inputs[i]);
        const ShExpr *other = ev_expr_of_node(ev, condition->inputs[!i]);
        int64_t at;
        if (one && other && sh_canon(ev->shapes, one) == index && sh_is_const(other, &at) && at >= 0 &&
            at < MAX_CHOICES)
            return equal ? 1u << at : ~(1u << at);
    }
    return UINT32_MAX;
}

static uint32_t left_by(Ev *ev, const ShExpr *index, const IrNode *condition, bool holds) {
    switch (condition->op) {
    case OP_CONST:
        return (condition->ints[0] != 0) == holds ? UINT32_MAX : 0;
    case OP_NOT:
        return left_by(ev, index, condition->inputs[0], !holds);
    case OP_AND:
    case OP_OR: {
        uint32_t x = left_by(ev, index, condition->inputs[0], holds);
        uint32_t y = left_by(ev, index, condition->inputs[1], holds);
        return (condition->op == OP_AND) == holds ? x & y : x | y;
    }
    case OP_EQ:
    case OP_NE:
        return left_by_equality(ev, index, condition, (condition->op == OP_EQ) == holds);
    case OP_RESULT:
        return left_by_branch(ev, index, condition, holds);
    default:
        return UINT32_MAX;
    }
}

/* The branches around, and the misses before. */
static uint32_t left_in(Ev *ev, const IrRegion *region, const ShExpr *index) {
    uint32_t left = UINT32_MAX;
    for (; region; region = region->owner ? region->owner->parent : NULL) {
        const IrNode *branch = region->owner;
        if (branch && branch->op == OP_IF)
            left &= left_by(ev, index, branch->inputs[0], region == branch->regions[0]);
        for (uint32_t i = 0; i < region->nodes.len; i++)
            if (region->nodes.data[i]->op == OP_MISS_IF)
                left &= left_by(ev, index, region->nodes.data[i]->inputs[0], false);
    }
    return left;
}

/* The item that it is in that region; NULL: it may be several. */
static const Value *item_in(Ev *ev, const IrRegion *region, const Choice *choice) {
    const ShExpr *index;
    int64_t at;
    if (!ev_as_expr(ev, choice->index, &index))
        return NULL;
    index = sh_canon(ev->shapes, index);
    if (sh_is_const(index, &at))
        return choice->items[at];
    uint32_t left = left_in(ev, region, index) & ((1u << choice->count) - 1);
    for (uint32_t i = 0; i < choice->count; i++)
        if (left == 1u << i)
            return choice->items[i];
    return NULL;
}

const Value *ev_choice_here(Ev *ev, const Value *value) {
    const Choice *choice = value && value->kind == V_UNKNOWN ? ev_choice_of(ev, value) : NULL;
    const Value *item = choice ? item_in(ev, ev->region, choice) : NULL;
    return item ? item : value;
}

/* ---- merging -------------------------------------------------------------------------------------------------------
 */

/* What there is to choose among on one side of a branch. */
static Choice on_side(Ev *ev, const IrRegion *region, const Value **value) {
    const Choice *choice = any_choice(ev, *value);
    const Value *item = choice && (*value)->kind == V_UNKNOWN ? item_in(ev, region, choice) : NULL;
    if (item)
        *value = item;
    return choice && !item ? *choice : (Choice){.index = ev_int(ev, 0), .items = value, .count = 1};
}

static const Value *put_choice(Ev *ev, Value *value, const Choice *choice) {
    map_put(&ev->choices, MAP_KEY(value), arena_copy(ev->arena, choice, sizeof *choice));
    return value;
}

/* The index, computed in the region, of items that stand behind `before` others. */
static const Value *later_index(Ev *ev, IrRegion *region, const Value *index, uint32_t before, Span span) {
    IrRegion *present = ev->region;
    ev->region = region;
    index = ev_binary(ev, AST_Add, index, ev_int(ev, before), span);
    ev->region = present;
    return index;
}

/* Those of the left side and then those of the right one; NULL index: they are too many, or the index is no number. */
static Choice joined(Merge *merge, const Value *left, const Value *right) {
    Ev *ev = merge->ev;
    Choice l = on_side(ev, merge->left_region, &left), r = on_side(ev, merge->right_region, &right);
    Choice both = {.count = l.count + r.count};
    if (both.count > MAX_CHOICES)
        return both;
    const Value **items = arena_array(ev->arena, const Value *, both.count);
    for (uint32_t i = 0; i < both.count; i++)
        items[i] = i < l.count ? l.items[i] : r.items[i - l.count];
    both.items = items;
    const Value *index = later_index(ev, merge->right_region, r.index, l.count, merge->span);
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

/* ---- a number or a tensor ----------------------------------------------------------------------------------------
 */

static const Value *tensor_of(const Choice *choice) {
    return choice->items[0]->kind == V_TENSOR ? choice->items[0] : NULL;
}

/* What loops carry beside the index: a tensor, or what may be None instead. */
static const Value *held_of(const Choice *choice) {
    const Value *first = choice->items[0];
    bool may_be_none = choice->count == 2 && choice->items[1]->kind == V_NONE;
    return may_be_none && (ev_is_number(first) || first->kind == V_TUPLE) ? first : tensor_of(choice);
}

static bool is_sized(const Value *value) { return value->kind == V_TENSOR && !value->u.tensor.node->type.flat; }

/* At most one tensor, in front, and constants or None. */
static bool is_number_or_tensor(const Ev *ev, const Choice *choice) {
    Constant constant;
    for (uint32_t i = 0; i < choice->count; i++) {
        const Value *item = choice->items[i];
        bool is_tensor = i == 0 && is_sized(item);
        if (!is_tensor && item->kind != V_NONE && !(ev_is_number(item) && ev_constant_of(item, &constant)))
            return false;
    }
    return !ev->in_driver;
}

/* The numbers of both, those of the left side first; where each of the right side is then, from `at` on. False: not in
 * the order in which they were. */
static bool join_numbers(Ev *ev, const Choice *left, const Choice *right, Choice *both, uint32_t *at) {
    const Value **items = arena_array(ev->arena, const Value *, left->count + right->count + 1);
    uint32_t count = 1;
    for (uint32_t i = tensor_of(left) != NULL; i < left->count; i++)
        items[count++] = left->items[i];
    uint32_t known = count, first = tensor_of(right) != NULL;
    for (uint32_t i = first; i < right->count; i++) {
        uint32_t k = 1;
        while (k < known && ev_is_same(items[k], right->items[i]) != SH_YES)
            k++;
        if (k == known)
            items[k = count++] = right->items[i];
        if (i == first)
            *at = k;
        else if (k != *at + i - first)
            return false;
    }
    both->items = items;
    both->count = count;
    return count <= MAX_CHOICES;
}

/* The index among the items of both, where the numbers begin at `at`. */
static const Value *moved_index(Ev *ev, IrRegion *region, const Choice *side, uint32_t at, Span span) {
    uint32_t first = tensor_of(side) != NULL;
    if (side->count == first || at == first)
        return side->index;
    return first ? NULL : later_index(ev, region, side->index, at, span);
}

/* ---- what may be None --------------------------------------------------------------------------------------------
 */

static bool can_be_held(const Value *value) {
    bool ok = value->kind == V_TUPLE && !value->u.tuple.cls;
    for (uint32_t i = 0; ok && i < value->u.tuple.count; i++)
        ok = can_be_held(value->u.tuple.items[i]);
    return ok || ev_is_number(value) || is_sized(value);
}

/* A value of that type, of which nothing is read. */
static const Value *unread(Merge *merge, IrRegion *region, const Value *like) {
    Ev *ev = merge->ev;
    if (like->kind == V_TENSOR)
        return ev_unread_tensor(merge, region, &like->u.tensor.node->type, false);
    if (like->kind != V_TUPLE) {
        IrKind kind = ev_number_kind(like);
        return kind == IRT_FLOAT ? ev_float(ev, 0) : kind == IRT_BOOL ? ev_bool(ev, false) : ev_int(ev, 0);
    }
    const Value **items = arena_array(ev->arena, const Value *, like->u.tuple.count + 1);
    for (uint32_t i = 0; i < like->u.tuple.count; i++)
        if (!(items[i] = unread(merge, region, like->u.tuple.items[i])))
            return NULL;
    return ev_tuple(ev, items, like->u.tuple.count);
}

/* A value on a side, or what may be None. */
static bool value_or_none(Ev *ev, Choice *side, const Value **value) {
    bool is_none = side->count == 1 && side->items[0]->kind == V_NONE;
    if (is_none)
        side->index = ev_int(ev, 1);
    *value = side->count == 1 && can_be_held(side->items[0]) ? side->items[0] : held_of(side);
    return *value || is_none;
}

static const Value *merge_with_none(Merge *merge, Choice *left, Choice *right) {
    Ev *ev = merge->ev;
    const Value *x, *y;
    bool any = left->count == 2 || right->count == 2;
    any = any || left->items[0]->kind == V_NONE || right->items[0]->kind == V_NONE;
    if (!any || !value_or_none(ev, left, &x) || !value_or_none(ev, right, &y) || (!x && !y))
        return NULL;
    x = x ? x : unread(merge, merge->left_region, y);
    y = !x || y ? y : unread(merge, merge->right_region, x);
    const Value **items = arena_array(ev->arena, const Value *, 2);
    items[0] = x && y ? ev_merge_value(merge, x, y) : NULL;
    items[1] = ev_none(ev);
    Choice both = {.items = items, .count = 2};
    both.index = items[0] ? ev_merge_value(merge, left->index, right->index) : NULL;
    return both.index ? put_choice(ev, ev_unknown_at(ev, "a branch chooses whether it is None", merge->place), &both)
                      : NULL;
}

const Value *ev_merge_with_tensor(Merge *merge, const Value *left, const Value *right) {
    Ev *ev = merge->ev;
    const Value *whole_left = left, *whole_right = right;
    Choice l = on_side(ev, merge->left_region, &left), r = on_side(ev, merge->right_region, &right), both = {0};
    uint32_t at = 1;
    bool any = tensor_of(&l) || tensor_of(&r);
    if (l.count == 1 && r.count == 1 && (left != whole_left || right != whole_right) && left->kind == right->kind)
        return ev_merge_value(merge, left, right);
    if (!any)
        return merge->strict || ev->in_driver ? NULL : merge_with_none(merge, &l, &r);
    if (merge->strict || !is_number_or_tensor(ev, &l) || !is_number_or_tensor(ev, &r) ||
        !join_numbers(ev, &l, &r, &both, &at))
        return NULL;
    const Value *on_left = tensor_of(&l), *on_right = tensor_of(&r), *x = on_left, *y = on_right;
    x = x ? x : ev_unread_tensor(merge, merge->left_region, &y->u.tensor.node->type, false);
    y = !x || y ? y : ev_unread_tensor(merge, merge->right_region, &x->u.tensor.node->type, false);
    const Value *tensor = x && y ? ev_merge_value(merge, x, y) : NULL;
    if (tensor && (!on_left || !on_right))
        ev_merge_note_either(merge, tensor, on_left, on_right);
    const Value *from = tensor ? moved_index(ev, merge->left_region, &l, 1, merge->span) : NULL;
    const Value *to = from ? moved_index(ev, merge->right_region, &r, at, merge->span) : NULL;
    both.index = to ? ev_merge_value(merge, from, to) : NULL;
    if (!both.index)
        return NULL;
    ((const Value **)(uintptr_t)both.items)[0] = tensor;
    return put_choice(ev, ev_unknown_at(ev, "a branch chooses whether it is a tensor", merge->place), &both);
}

const Value *ev_merge_returned(Merge *merge, const Value *left, const Value *right, const void *statement) {
    bool is_left = left->kind == V_TENSOR;
    int arm = right->kind == V_NONE || left->kind == V_NONE
                  ? is_left != (merge->left_region == merge->branch->regions[0])
                  : -1;
    if (!statement || ev_wants_fork(merge->ev, statement))
        return NULL;
    ev_clear_fail(merge->ev);
    const Value *merged = ev_merge_with_tensor(merge, left, right);
    Choice *choice = merged ? (Choice *)(uintptr_t)any_choice(merge->ev, merged) : NULL;
    if (choice) {
        choice->statement = statement;
        choice->arm = arm;
    }
    return merged;
}

const Value *ev_choice_read(Ev *ev, const Value *value, Span span) {
    Choice *choice = (Choice *)(uintptr_t)ev_choice_of(ev, value);
    if (!choice || !held_of(choice) || !span.file)
        return value;
    const void *place = span.file->text + span.end; /* where no branch stands */
    if (ev_taken_arm(ev, place) < 0) {
        choice->read_at = place;
        return value;
    }
    const Value *is_held = ev_number_compare(ev, AST_Eq, choice->index, ev_int(ev, 0), span);
    if (!is_held || is_held->kind != V_SCALAR)
        return is_held ? value : NULL;
    return ev_miss_if(ev, is_held->u.node, true, "what a branch has chosen", span) ? held_of(choice) : NULL;
}

bool ev_choice_settle(Ev *ev, const Value *value, Span span) {
    const Choice *choice = any_choice(ev, value);
    if (!choice)
        return false;
    return ev_restart_taken(ev, choice->read_at, 0, false, span) ||
           (choice->arm < 0 ? ev_restart_forked(ev, choice->statement, span)
                            : ev_restart_taken(ev, choice->statement, choice->arm, false, span));
}

bool ev_choice_has_tensor(const Ev *ev, const Value *value) {
    const Choice *choice = ev_choice_of(ev, value);
    return choice && tensor_of(choice);
}

const Value **ev_choice_carried(Ev *ev, const Value *value) {
    const Choice *choice = ev_choice_of(ev, value);
    if (!choice || value->kind != V_UNKNOWN || !held_of(choice))
        return NULL;
    const Value **parts = arena_array(ev->arena, const Value *, 2);
    parts[0] = choice->index;
    parts[1] = choice->items[0];
    return parts;
}

const Value *ev_choice_with(Ev *ev, const Value *like, const Value *index, const Value *tensor) {
    Choice choice = *any_choice(ev, like);
    const Value **items = arena_copy(ev->arena, choice.items, sizeof *items * choice.count);
    items[0] = tensor;
    choice.items = items;
    choice.index = index;
    return put_choice(ev, arena_copy(ev->arena, like, sizeof *like), &choice);
}

bool ev_choice_is_like(const Ev *ev, const Value *a, const Value *b) {
    const Choice *x = any_choice(ev, a), *y = any_choice(ev, b);
    bool alike = x && y && x->count == y->count;
    for (uint32_t i = 1; alike && i < x->count; i++)
        alike = ev_is_same(x->items[i], y->items[i]) == SH_YES;
    return alike;
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

const Value *ev_choice_isinstance(Ev *ev, const Choice *choice, const Value *cls, Span span) {
    bool wanted[MAX_CHOICES];
    for (uint32_t i = 0; i < choice->count; i++) {
        ShTruth one = ev_isinstance(ev, choice->items[i], cls, span);
        if (one == SH_MAYBE)
            return NULL;
        wanted[i] = one == SH_YES;
    }
    return is_one_of(ev, choice, wanted, span);
}

const Value *ev_choice_equals(Ev *ev, const Choice *choice, Str text, Span span) {
    bool wanted[MAX_CHOICES];
    for (uint32_t i = 0; i < choice->count; i++)
        wanted[i] = choice->items[i]->u.str == text;
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

static const Value *truth_of_item(Ev *ev, int op, const Value *item, const Value *none, Span span) {
    (void)op, (void)none;
    return ev_truth(ev, item, span);
}

const Value *ev_choice_truth(Ev *ev, const Choice *choice, Span span) {
    bool wanted[MAX_CHOICES], texts = true;
    for (uint32_t i = 0; i < choice->count; i++) {
        texts = texts && choice->items[i]->kind == V_STR;
        wanted[i] = texts && choice->items[i]->u.str != str_of("");
    }
    Each each = {choice, 0, NULL, true, truth_of_item, 0, span};
    return texts ? is_one_of(ev, choice, wanted, span) : from_item(ev, &each);
}

static bool are_numbers(const Choice *choice) {
    for (uint32_t i = tensor_of(choice) != NULL; i < choice->count; i++)
        if (!ev_is_number(choice->items[i]))
            return false;
    return true;
}

static int kind_of_item(const Value *item) { return ev_is_number(item) ? (int)ev_number_kind(item) : -1; }

/* What may be an int or a float again, or a tensor; NULL: all are of one kind. */
static const Value *other_numbers(Ev *ev, Each each, const void *place) {
    const Value **items = arena_array(ev->arena, const Value *, each.choice->count);
    bool alike = true;
    for (each.at = 0; each.at < each.choice->count; each.at++) {
        if (!(items[each.at] = with_item(ev, &each)))
            return NULL;
        alike = alike && kind_of_item(items[each.at]) == kind_of_item(items[0]);
    }
    Choice results = {.index = each.choice->index, .items = items, .count = each.choice->count};
    return alike ? NULL : put_choice(ev, ev_unknown_at(ev, "a branch chooses what type it has", place), &results);
}

const Value *ev_choice_operate(Ev *ev, ChoiceOperator *apply, int op, bool is_sum, const Value *a, const Value *b,
                               bool *handled, Span span) {
    const Choice *left = ev->in_driver ? NULL : ev_choice_of(ev, a);
    const Choice *choice = ev->in_driver || left ? left : ev_choice_of(ev, b);
    *handled = choice && a->kind != V_STR && b->kind != V_STR && are_numbers(choice);
    if (!*handled)
        return NULL;
    Each each = {choice, 0, left ? b : a, left != NULL, apply, op, span};
    const Value *tensor = tensor_of(choice);
    bool for_all = is_sum || (tensor && dtype_is_float(tensor->u.tensor.node->type.dtype)); /* none of them refuses */
    const void *place = map_get(&ev->memo, MAP_KEY(left ? a : b));
    const Value *result = for_all && ev_is_number(each.other) ? other_numbers(ev, each, place) : NULL;
    result = result || ev->fail.kind ? result : from_item(ev, &each);
    *handled = result || !place || ev->fail.kind != FAIL_CUT;
    if (!*handled)
        ev_clear_fail(ev);
    return result;
}
