/* Built-in functions over iterables. Their items must be known to be so many; the items themselves may be anything. */
#include "analysis/ev_internal.h"

static bool items_of(Ev *ev, const Value *v, const Value ***items, uint32_t *count, Span span) {
    return ev_iterate(ev, v, items, count, span);
}

static const Value *keyword(const CallArgs *args, const char *name) {
    for (uint32_t i = 0; i < args->keyword_count; i++)
        if (!strcmp(args->names[i], name))
            return args->keyword_values[i];
    return NULL;
}

/* ---- combining
 * ------------------------------------------------------------------------------------------------------- */

static const Value *builtin_zip(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    uint32_t shortest = UINT32_MAX, longest = 0;
    const Value ***columns = arena_array(ev->arena, const Value **, args->count);
    for (uint32_t k = 0; k < args->count; k++) {
        uint32_t count;
        if (!items_of(ev, args->args[k], &columns[k], &count, span))
            return NULL;
        shortest = count < shortest ? count : shortest;
        longest = count > longest ? count : longest;
    }
    const Value *strict = keyword(args, "strict");
    if (strict && strict->kind == V_BOOL && strict->u.boolean && shortest != longest && args->count)
        return ev_raise(ev, "ValueError", span, "zip() arguments have different lengths");
    uint32_t rows = args->count ? shortest : 0;
    const Value **out = arena_array(ev->arena, const Value *, rows),
                **row = arena_array(ev->arena, const Value *, args->count);
    for (uint32_t i = 0; i < rows; i++) {
        for (uint32_t k = 0; k < args->count; k++)
            row[k] = columns[k][i];
        out[i] = ev_tuple(ev, row, args->count);
    }
    return ev_iterator(ev, out, rows);
}

static const Value *builtin_enumerate(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    const Value **items, *number = args->args[1];
    uint32_t count;
    if (!items_of(ev, args->args[0], &items, &count, span))
        return NULL;
    const Value **out = arena_array(ev->arena, const Value *, count);
    for (uint32_t i = 0; i < count; i++) {
        const Value *pair[] = {ev_number_binary(ev, AST_Add, number, ev_int(ev, i), span), items[i]};
        if (!pair[0])
            return NULL;
        out[i] = ev_tuple(ev, pair, 2);
    }
    return ev_iterator(ev, out, count);
}

static const Value *builtin_map(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    CallArgs rest = {.args = args->args + 1, .count = args->count - 1};
    if (args->count < 2)
        return ev_raise(ev, "TypeError", span, "map() must have at least two arguments");
    const Value *rows = builtin_zip(ev, self, &rest, span), **items;
    uint32_t count;
    if (!rows || !items_of(ev, rows, &items, &count, span))
        return NULL;
    const Value **out = arena_array(ev->arena, const Value *, count);
    for (uint32_t i = 0; i < count; i++)
        if (!(out[i] = ev_call_values(ev, args->args[0], items[i]->u.tuple.items, items[i]->u.tuple.count, span)))
            return NULL;
    return ev_iterator(ev, out, count);
}

static bool known_truth(Ev *ev, const Value *v, bool *out, Span span) {
    const Value *truth = ev_truth(ev, v, span);
    if (!truth)
        return false;
    return ev_as_bool_known(truth, out) || ev_fail(ev, D_BRANCH, span, "a condition that is not known when compiling");
}

static const Value *builtin_filter(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    const Value **items, *function = args->args[0];
    uint32_t count, kept = 0;
    if (!items_of(ev, args->args[1], &items, &count, span))
        return NULL;
    const Value **out = arena_array(ev->arena, const Value *, count);
    for (uint32_t i = 0; i < count; i++) {
        const Value *test = function->kind == V_NONE ? items[i] : ev_call1(ev, function, items[i], span);
        bool truth;
        if (!test || !known_truth(ev, test, &truth, span))
            return NULL;
        if (truth)
            out[kept++] = items[i];
    }
    return ev_iterator(ev, out, kept);
}

static const Value *builtin_reversed(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    const Value **items;
    uint32_t count;
    if (args->args[0]->kind == V_INSTANCE) {
        const Value *method = ev_special(ev, args->args[0], "__reversed__", span);
        if (method || ev->fail.kind)
            return method ? ev_call_values(ev, method, NULL, 0, span) : NULL;
    }
    if (!items_of(ev, args->args[0], &items, &count, span))
        return NULL;
    const Value **out = arena_array(ev->arena, const Value *, count);
    for (uint32_t i = 0; i < count; i++)
        out[i] = items[count - 1 - i];
    return ev_iterator(ev, out, count);
}

/* ---- folding
 * ------------------------------------------------------------------------------------------------------------- */

static const Value *builtin_sum(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    const Value **items, *total = args->args[1];
    uint32_t count;
    if (!items_of(ev, args->args[0], &items, &count, span))
        return NULL;
    bool floats = false;
    for (uint32_t i = 0; i < count; i++)
        floats = floats || items[i]->kind == V_FLOAT ||
                 (items[i]->kind == V_SCALAR && items[i]->u.node->type.kind == IRT_FLOAT);
    if (floats && count > 2) /* CPython 3.12 sums floats with compensation, older ones do not */
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "sum() of floats depends on Python's version");
    for (uint32_t i = 0; i < count && total; i++)
        total = ev_binary(ev, AST_Add, total, items[i], span);
    return total;
}

typedef struct Pick {
    const Value *truth, *a, *b;
} Pick;
static const Value *pick_a(Ev *ev, const void *data) {
    (void)ev;
    return ((const Pick *)data)->a;
}
static const Value *pick_b(Ev *ev, const void *data) {
    (void)ev;
    return ((const Pick *)data)->b;
}

static const Value *better(Ev *ev, AstCmpOp op, const Value *candidate, const Value *best, const Value *candidate_key,
                           const Value *best_key, const Value **key, Span span) {
    const ShExpr *x, *y;
    if (candidate == candidate_key && ev_as_expr(ev, candidate, &x) && ev_as_expr(ev, best, &y) &&
        candidate->kind != V_BOOL && best->kind != V_BOOL)
        return *key = ev_int_expr(ev, op == AST_Lt ? sh_min(ev->shapes, x, y) : sh_max(ev->shapes, x, y));
    const Value *result = ev_compare(ev, op, candidate_key, best_key, span),
                *truth = result ? ev_truth(ev, result, span) : NULL;
    if (!truth)
        return NULL;
    if (truth->kind == V_BOOL) {
        *key = truth->u.boolean ? candidate_key : best_key;
        return truth->u.boolean ? candidate : best;
    }
    Pick pick = {truth, candidate, best}, keys = {truth, candidate_key, best_key};
    const Value *value = ev_branch_value(ev, truth, pick_a, pick_b, &pick, span);
    *key = candidate == candidate_key ? value : value ? ev_branch_value(ev, truth, pick_a, pick_b, &keys, span) : NULL;
    return *key ? value : NULL;
}

static const Value *extreme(Ev *ev, const CallArgs *args, AstCmpOp op, Span span) {
    const Value **items = args->args, *function = keyword(args, "key"), *fallback = keyword(args, "default");
    uint32_t count = args->count;
    if (count == 1 && !items_of(ev, args->args[0], &items, &count, span))
        return NULL;
    if (!count)
        return fallback ? fallback : ev_raise(ev, "ValueError", span, "max() or min() of an empty sequence");
    const Value *best = NULL, *best_key = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const Value *key = function && function->kind != V_NONE ? ev_call1(ev, function, items[i], span) : items[i];
        if (!key)
            return NULL;
        if (!best) {
            best = items[i];
            best_key = key;
        } else if (!(best = better(ev, op, items[i], best, key, best_key, &best_key, span))) {
            return NULL;
        }
    }
    return best;
}

static const Value *builtin_min(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    return extreme(ev, args, AST_Lt, span);
}

static const Value *builtin_max(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    return extreme(ev, args, AST_Gt, span);
}

static const Value *any_or_all(Ev *ev, const CallArgs *args, bool any, Span span) {
    const Value **items;
    uint32_t count;
    IrNode *unknown = NULL;
    if (!items_of(ev, args->args[0], &items, &count, span))
        return NULL;
    for (uint32_t i = 0; i < count; i++) {
        const Value *truth = ev_truth(ev, items[i], span);
        if (!truth)
            return NULL;
        if (truth->kind == V_BOOL && truth->u.boolean == any)
            return ev_bool(ev, any);
        if (truth->kind != V_BOOL)
            unknown = unknown ? ir_binary(ev->region, any ? OP_OR : OP_AND, ir_scalar_type(IRT_BOOL), unknown,
                                          truth->u.node, span)
                              : truth->u.node;
    }
    return unknown ? ev_scalar(ev, unknown) : ev_bool(ev, !any);
}

static const Value *builtin_any(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    return any_or_all(ev, args, true, span);
}

static const Value *builtin_all(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    return any_or_all(ev, args, false, span);
}

/* ---- sorting
 * --------------------------------------------------------------------------------------------------------------- */

/* Insertion sort: stable, and it compares as few known values as needed. */
bool ev_sort(Ev *ev, const Value **items, uint32_t count, const Value *key, bool reverse, Span span) {
    const Value **keys = arena_array(ev->arena, const Value *, count);
    for (uint32_t i = 0; i < count; i++)
        if (!(keys[i] = key && key->kind != V_NONE ? ev_call1(ev, key, items[i], span) : items[i]))
            return false;
    for (uint32_t i = 1; i < count; i++) {
        const Value *item = items[i], *item_key = keys[i];
        uint32_t at = i;
        for (; at > 0; at--) {
            const Value *less = reverse ? ev_compare(ev, AST_Lt, keys[at - 1], item_key, span)
                                        : ev_compare(ev, AST_Lt, item_key, keys[at - 1], span);
            bool truth;
            if (!less || !known_truth(ev, less, &truth, span))
                return false;
            if (!truth)
                break;
            items[at] = items[at - 1];
            keys[at] = keys[at - 1];
        }
        items[at] = item;
        keys[at] = item_key;
    }
    return true;
}

static const Value *builtin_sorted(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    const Value **items, *reverse = args->args[2];
    uint32_t count;
    bool backwards;
    if (!items_of(ev, args->args[0], &items, &count, span) || !known_truth(ev, reverse, &backwards, span))
        return NULL;
    const Value **copy = arena_copy(ev->arena, items, sizeof *items * count);
    return ev_sort(ev, copy, count, args->args[1], backwards, span) ? ev_list(ev, copy, count) : NULL;
}

/* ---- iterators
 * -------------------------------------------------------------------------------------------------------------- */

static const Value *builtin_iter(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    const Value **items, *v = args->args[0];
    uint32_t count;
    if (args->count != 1)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "iter() with a sentinel");
    if (v->kind == V_ITERATOR)
        return v;
    return items_of(ev, v, &items, &count, span) ? ev_iterator(ev, items, count) : NULL;
}

static const Value *builtin_next(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    const Value *v = args->count ? args->args[0] : NULL;
    if (v && v->kind == V_INSTANCE)
        return ev_call_method(ev, v, "__next__", NULL, 0, span);
    if (!v || v->kind != V_ITERATOR)
        return ev_raise(ev, "TypeError", span, "next() of an object that is not an iterator");
    if (!ev_may_write(ev, v, v->u.object, span))
        return NULL;
    if (!heap_count(ev->heap, v->u.object))
        return args->count > 1 ? args->args[1] : ev_raise(ev, "StopIteration", span, "the iterator is at its end");
    const Value *item = heap_at(ev->heap, v->u.object, 0);
    heap_remove_at(ev->heap, v->u.object, 0);
    return item;
}

const Builtin builtin_iteration[] = {
    {"zip", builtin_zip, NULL},
    {"enumerate", builtin_enumerate, "iterable, start=0"},
    {"map", builtin_map, NULL},
    {"filter", builtin_filter, "function, iterable, /"},
    {"reversed", builtin_reversed, "sequence, /"},
    {"sum", builtin_sum, "iterable, start=0"},
    {"min", builtin_min, NULL},
    {"max", builtin_max, NULL},
    {"any", builtin_any, "iterable, /"},
    {"all", builtin_all, "iterable, /"},
    {"sorted", builtin_sorted, "iterable, *, key=None, reverse=False"},
    {"iter", builtin_iter, NULL},
    {"next", builtin_next, NULL},
    {NULL, NULL, NULL},
};

static const Value *iterator_self(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)ev;
    (void)args;
    (void)span;
    return self;
}

static const Value *iterator_next(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)args;
    CallArgs one = {.args = &self, .count = 1};
    return builtin_next(ev, NULL, &one, span);
}

const Builtin iterator_methods[] = {
    {"__iter__", iterator_self, ""},
    {"__next__", iterator_next, ""},
    {NULL, NULL, NULL},
};
