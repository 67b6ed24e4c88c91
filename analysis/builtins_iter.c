/* Built-in functions over iterables. Their items must be known to be so many, the items themselves may be anything; and
 * numbers that are known at run time only to be so many are gone through by a loop of the prelude. */
#include "analysis/ev_operator.h"

#include <math.h>

static bool items_of(Ev *ev, const Value *v, const Value ***items, uint32_t *count, Span span) {
    return ev_iterate(ev, v, items, count, span);
}

/* Functions that give their items one by one, in Python: where asking for an item, or the moment of it, can be seen. */
static const Value *lazily(Ev *ev, const char *name, const CallArgs *args, Span span) {
    return ev_call(ev, ev_prelude(ev, "_pyaot_iteration", name), args, span);
}

/* Are the items of all arguments there at once, and the same whenever they are asked for? */
static bool all_fixed(const Value *const *args, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (args[i]->kind == V_LIST || args[i]->kind == V_DICT || args[i]->kind == V_ITERATOR ||
            args[i]->kind == V_INSTANCE || args[i]->kind == V_CLASS)
            return false;
    return true;
}

static const Value *keyword(const CallArgs *args, const char *name) {
    for (uint32_t i = 0; i < args->keyword_count; i++)
        if (!strcmp(args->names[i], name))
            return args->keyword_values[i];
    return NULL;
}

static bool known_truth(Ev *ev, const Value *v, bool *out, Span span) {
    const Value *truth = ev_truth(ev, v, span);
    if (!truth)
        return false;
    return ev_decide(ev, truth, out, span) ||
           (!ev->fail.kind && !ev_need_any_known(ev, span) &&
            ev_fail(ev, D_BRANCH, span, "a condition that is not known when compiling"));
}

/* ---- combining
 * ------------------------------------------------------------------------------------------------------- */

/* zip() of series alone. *series stays NULL when there is another iterable among them: then all items are taken one by
 * one. False: failed. */
static bool zip_series(Ev *ev, const CallArgs *args, const Value **series, Span span) {
    const Value **columns = arena_array(ev->arena, const Value *, args->count + 1),
                **rests = arena_array(ev->arena, const Value *, args->count + 1);
    uint32_t found = 0;
    for (uint32_t k = 0; k < args->count && !ev->in_driver; k++) {
        columns[found] = ev_series_iterated(ev, args->args[k], &rests[k], span);
        if (ev->fail.kind)
            return false;
        found += columns[found] != NULL;
    }
    if (!found)
        return true;
    if (found < args->count)
        return ev_series_unroll(ev, columns[0], span) != NULL;
    for (uint32_t k = 0; k < args->count; k++)
        if (rests[k]->kind == V_ITERATOR)
            heap_replace(ev->heap, rests[k]->u.object, NULL, 0);
    return (*series = ev_series_zip(ev, columns, found, span)) != NULL;
}

static const Value *builtin_zip(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    uint32_t shortest = UINT32_MAX, longest = 0;
    const Value *series = NULL, *strict = keyword(args, "strict");
    bool is_strict = false;
    if (args->keyword_count > (strict ? 1 : 0))
        return ev_raise(ev, "TypeError", span, "an invalid keyword argument for zip()");
    if (strict && !known_truth(ev, strict, &is_strict, span))
        return NULL;
    if (!zip_series(ev, args, &series, span))
        return NULL;
    if (series)
        return ev_series_iterator(ev, series);
    if (!all_fixed(args->args, args->count))
        return lazily(ev, "zip", args, span);
    const Value ***columns = arena_array(ev->arena, const Value **, args->count);
    for (uint32_t k = 0; k < args->count; k++) {
        uint32_t count;
        if (!items_of(ev, args->args[k], &columns[k], &count, span))
            return NULL;
        shortest = count < shortest ? count : shortest;
        longest = count > longest ? count : longest;
    }
    if (is_strict && shortest != longest && args->count)
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
    const Value **items, *number = args->args[1], *rest;
    uint32_t count;
    if (number->kind == V_UNKNOWN)
        return ev_need(ev, number, HYP_INT, DT_NONE, -1, span);
    if (number->kind == V_FLOAT || number->kind == V_NONE || number->kind == V_STR)
        return ev_raise(ev, "TypeError", span, "'%s' object cannot be interpreted as an integer",
                        ev_type_name(ev, number));
    bool is_whole = number->kind == V_SCALAR && number->u.node->type.kind == IRT_INT;
    if (number->kind != V_INT && number->kind != V_BOOL && !is_whole)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "enumerate() from %s %s", ev_article(ev_type_name(ev, number)),
                       ev_type_name(ev, number));
    if (number->kind == V_BOOL)
        number = ev_int(ev, number->u.boolean);
    const Value *series = ev_series_iterated(ev, args->args[0], &rest, span);
    if (ev->fail.kind)
        return NULL;
    if (series) {
        const Value *rows = ev_series_enumerate(ev, series, number);
        if (rows && rest->kind == V_ITERATOR)
            heap_replace(ev->heap, rest->u.object, NULL, 0);
        return rows ? ev_series_iterator(ev, rows) : ev->fail.kind ? NULL : ev_series_unroll(ev, series, span);
    }
    if (!all_fixed(args->args, 1)) {
        const Value *started[] = {args->args[0], number};
        return lazily(ev, "enumerate", &(CallArgs){.args = started, .count = 2}, span);
    }
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
    (void)self;
    if (args->count < 2)
        return ev_raise(ev, "TypeError", span, "map() must have at least two arguments.");
    return lazily(ev, "map", args, span);
}

static const Value *builtin_filter(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    return lazily(ev, "filter", args, span);
}

/* Is this a list of modules whose protocol is torch's own? */
static bool is_torch_list(Ev *ev, const Value *object) {
    static const char *const methods[] = {"__getitem__", "__len__", "__iter__"};
    bool is_own = object->kind == V_INSTANCE && object->u.instance.cls->is_nn_module;
    for (uint32_t i = 0; i < COUNT_OF(methods) && is_own; i++) {
        const ClassInfo *where = NULL;
        is_own = ev_class_lookup(ev, object->u.instance.cls, str_of(methods[i]), &where) && where &&
                 !strcmp(where->module->name, "torch.nn.modules.container");
    }
    return is_own;
}

static const Value *builtin_reversed(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    const Value **items, *object = args->args[0];
    uint32_t count;
    bool is_object = object->kind == V_INSTANCE || (object->kind == V_CLASS && object->u.class_info->metaclass);
    if (is_object || object->kind == V_TENSOR) {
        const Value *method = ev_special(ev, object, "__reversed__", span);
        if (method && method->kind == V_NONE) /* how a class says that it has none */
            return ev_raise(ev, "TypeError", span, "'%s' object is not reversible", ev_type_name(ev, object));
        if (method || ev->fail.kind)
            return method ? ev_call_values(ev, method, NULL, 0, span) : NULL;
    }
    if (is_object && ev_special(ev, object, "__getitem__", span))
        return lazily(ev, is_torch_list(ev, object) ? "reversed_modules" : "reversed_sequence", args, span);
    if (is_object || object->kind == V_ITERATOR || object->kind == V_SET || object->kind == V_NONE ||
        ev_is_number(object))
        return ev->fail.kind
                   ? NULL
                   : ev_raise(ev, "TypeError", span, "'%s' object is not reversible", ev_type_name(ev, object));
    if (object->kind == V_LIST && !heap_info(ev->heap, object->u.object))
        return ev_reversed_list(ev, object);
    if (!items_of(ev, object, &items, &count, span)) {
        ev_not_iterated(ev); /* of which reversed() has other words */
        return NULL;
    }
    const Value **out = arena_array(ev->arena, const Value *, count);
    for (uint32_t i = 0; i < count; i++)
        out[i] = items[count - 1 - i];
    return ev_iterator(ev, out, count);
}

/* ---- folding
 * ------------------------------------------------------------------------------------------------------------- */

/* Are these numbers, or what a range counts, and is their number known at run time only? Then a function of the prelude
 * goes through them in a loop. */
static bool are_counted(Ev *ev, const Value *items, Span span) {
    return (items->kind == V_RANGE || ev_rows_numbers(ev, items)) && ev_rows_iterated(ev, items, span) > 0;
}

static const Value *loop_over(Ev *ev, const char *function, const Value *items, const Value *other, Span span) {
    const Value *args[] = {items, other};
    return ev_call_values(ev, ev_prelude(ev, "_pyaot_iteration", function), args, other ? 2 : 1, span);
}

const Value *ev_counted_has(Ev *ev, const Value *items, const Value *wanted, Span span) {
    if (!are_counted(ev, items, span))
        return NULL;
    return ev_is_no_nan(ev, wanted, span) ? loop_over(ev, "has_item", items, wanted, span)
           : ev->fail.kind                ? NULL
                                          : ev_rows_refuse(ev, items, span);
}

/* Are these so many numbers, of which only the data tell whether they are the one that is looked for? */
static bool are_open(Ev *ev, const Value *list, const Value *wanted) {
    const Value *const *items;
    uint32_t count, open = wanted->kind == V_SCALAR;
    if ((list->kind != V_LIST && list->kind != V_TUPLE) || !ev_is_number(wanted) ||
        !ev_sequence(ev, list, &items, &count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (!ev_is_number(items[i]))
            return false;
        open |= items[i]->kind == V_SCALAR;
    }
    return open && count;
}

const Value *ev_search_numbers(Ev *ev, const char *function, const Value *items, const Value *wanted, Span span) {
    if (ev->in_driver || (!are_counted(ev, items, span) && !are_open(ev, items, wanted)) || ev->fail.kind ||
        !ev_is_number(wanted) || !ev_is_no_nan(ev, wanted, span))
        return NULL;
    if (ev->raises_through == THROUGH_BUILTIN)
        ev->raises_through = THROUGH_PRELUDE;
    return loop_over(ev, function, items, wanted, span);
}

static bool known_number(const Value *v, double *out) {
    int64_t n;
    bool is_int = v->kind == V_INT && ev_as_int_known(v, &n) && n <= (INT64_C(1) << 53) && n >= -(INT64_C(1) << 53);
    *out = is_int ? (double)n : v->u.number;
    return is_int || v->kind == V_FLOAT;
}

static bool is_float(const Value *v) {
    return v->kind == V_FLOAT || (v->kind == V_SCALAR && v->u.node->type.kind == IRT_FLOAT);
}

static bool has_float(const Value *const *items, uint32_t count) {
    bool any = false;
    for (uint32_t i = 0; i < count; i++)
        any = any || is_float(items[i]);
    return any;
}

/* CPython 3.12 sums floats with compensation, older ones do not: is there nothing to compensate, as two numbers are
 * added to a whole, or all are known and nothing is lost? */
static bool sums_exactly(const Value *start, const Value *const *items, uint32_t count) {
    double sum, next;
    bool exact = known_number(start, &sum);
    if ((!is_float(start) && !has_float(items, count)) || count < 2 || (count == 2 && exact && sum == 0.0))
        return true;
    for (uint32_t i = 0; exact && i < count; i++) {
        exact = known_number(items[i], &next);
        double now = sum + next, lost = fabs(sum) >= fabs(next) ? (sum - now) + next : (next - now) + sum;
        exact = exact && lost == 0.0 && isfinite(now);
        sum = now;
    }
    return exact;
}

/* Which function of the prelude adds these, where floats are among them. */
static const char *float_sum(const Value *start, const Value *const *items, uint32_t count) {
    int64_t whole;
    bool floats = is_float(start) || (start->kind == V_INT && ev_as_int_known(start, &whole) && whole == 0);
    for (uint32_t i = 0; i < count; i++)
        floats = floats && is_float(items[i]);
    return floats ? "sum_of_floats" : "sum_of_any";
}

static const Value *builtin_sum(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    const Value **items, *total = args->args[1];
    uint32_t count;
    int64_t start;
    const Value *rows = ev_rows_tensor(ev, args->args[0], span);
    if (ev->fail.kind)
        return NULL;
    /* Not of halves: each addition rounds, and ones add up to no more than 256 in bf16. */
    bool is_wide = rows && (rows->u.tensor.node->type.dtype == DT_F32 || rows->u.tensor.node->type.dtype == DT_F64);
    if (is_wide && ev_as_int_known(total, &start) && start == 0) {
        const Value *sum_args[] = {rows, ev_int(ev, 0)};
        return ev_call_values(ev, ev_prelude(ev, "torch", "sum"), sum_args, 2, span);
    }
    const Value *numbers = ev_rows_numbers(ev, args->args[0]);
    bool floats = numbers && dtype_is_float(numbers->u.tensor.node->type.dtype);
    if (are_counted(ev, args->args[0], span))
        return loop_over(ev, floats ? float_sum(total, NULL, 0) : "sum_of", args->args[0], total, span);
    if (total->kind == V_STR || total->kind == V_BYTES)
        return !ev_iter(ev, args->args[0], span)
                   ? NULL
                   : ev_raise(ev, "TypeError", span, "sum() can't sum %s [use %s.join(seq) instead]",
                              total->kind == V_STR ? "strings" : "bytes", total->kind == V_STR ? "''" : "b''");
    bool plain = ev_as_int_known(total, &start);
    if (!(plain ? ev_iterate_unordered : ev_iterate)(ev, args->args[0], &items, &count, span))
        return NULL;
    bool ordered = args->args[0]->kind == V_SET && has_float(items, count); /* each order is rounded in its own way */
    if (ordered && !ev_iterate(ev, args->args[0], &items, &count, span))
        return NULL;
    if (!sums_exactly(total, items, count))
        return loop_over(ev, float_sum(total, items, count), ev_tuple(ev, items, count), total, span);
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
    bool plain = candidate == candidate_key &&
                 best == best_key; /* a key may happen to be its item: of 0, where they are negated */
    if (plain && ev_as_expr(ev, candidate, &x) && ev_as_expr(ev, best, &y) && candidate->kind != V_BOOL &&
        best->kind != V_BOOL)
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
    *key = plain ? value : value ? ev_branch_value(ev, truth, pick_a, pick_b, &keys, span) : NULL;
    return *key ? value : NULL;
}

static bool takes_keywords(Ev *ev, const CallArgs *args, const char *name, Span span) {
    for (uint32_t i = 0; i < args->keyword_count; i++) {
        bool is_default = !strcmp(args->names[i], "default");
        if (!is_default && strcmp(args->names[i], "key") != 0)
            return ev_raise(ev, "TypeError", span, "%s() got an unexpected keyword argument '%s'", name,
                            args->names[i]) != NULL;
        if (is_default && args->count > 1)
            return ev_raise(ev, "TypeError", span,
                            "Cannot specify a default for %s() with multiple positional arguments", name) != NULL;
    }
    return true;
}

static const Value *extreme(Ev *ev, const CallArgs *args, AstCmpOp op, Span span) {
    const Value **items = args->args, *function = keyword(args, "key"), *fallback = keyword(args, "default");
    uint32_t count = args->count;
    bool plain = !function || function->kind == V_NONE;
    const char *name = op == AST_Lt ? "min" : "max";
    if (!count)
        return ev_raise(ev, "TypeError", span, "%s expected at least 1 argument, got 0", name);
    if (!takes_keywords(ev, args, name, span))
        return NULL;
    if (count == 1 && plain && !fallback && ev_rows_numbers(ev, items[0]) && are_counted(ev, items[0], span))
        return loop_over(ev, op == AST_Lt ? "smallest_of" : "largest_of", items[0], NULL, span);
    if (count == 1 && plain && fallback && ev_rows_numbers(ev, items[0]) && are_counted(ev, items[0], span))
        return loop_over(ev, op == AST_Lt ? "smallest_or" : "largest_or", items[0], fallback, span);
    if (count == 1 && !plain && !fallback && items[0]->kind == V_ROWS && ev_rows_is_list(items[0]))
        return loop_over(ev, op == AST_Lt ? "smallest_by" : "largest_by", items[0], function, span);
    if (count == 1 && !(plain ? ev_iterate_unordered : ev_iterate)(ev, args->args[0], &items, &count, span))
        return NULL;
    if (!count)
        return fallback ? fallback
                        : ev_raise(ev, "ValueError", span,
                                   ev_python_minor(ev, span) < 12 ? "%s() arg is an empty sequence"
                                                                  : "%s() of an empty sequence",
                                   name);
    const Value *best = NULL, *best_key = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const Value *key = plain ? items[i] : ev_call1(ev, function, items[i], span);
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

/* Once a truth is not known, the items that follow may be asked for only where that has no effect: Python may stop
 * before. */
static bool effects_since(Ev *ev, uint32_t mark, uint32_t objects) {
    HeapDelta delta = heap_collect(ev->heap, mark);
    for (uint32_t i = 0; i < delta.count; i++) {
        ObjId object = delta.changes[i].object;
        const ScopeInfo *info = heap_kind(ev->heap, object) == OBJ_SCOPE ? heap_info(ev->heap, object) : NULL;
        bool private = heap_kind(ev->heap, object) == OBJ_ITERATOR || (info && info->kind == SCOPE_COMPREHENSION);
        if (object < objects && !private)
            return true;
    }
    return false;
}

static const Value *any_or_all(Ev *ev, const CallArgs *args, bool any, Span span) {
    const Value **items, *iterable = args->args[0];
    uint32_t count;
    if (are_counted(ev, iterable, span))
        return loop_over(ev, any ? "any_of" : "all_of", iterable, NULL, span);
    if (iterable->kind == V_SET && ev_iterate_unordered(ev, iterable, &items, &count, span))
        iterable = ev_iterator(ev, items, count);
    const Value *iterator = ev->fail.kind ? NULL : ev_iter(ev, iterable, span), *item;
    IrNode *unknown = NULL;
    uint32_t mark = 0, objects = heap_object_count(ev->heap);
    Step step = STEP_FAIL;
    while (iterator && (step = ev_next(ev, iterator, &item, span)) == STEP_ITEM) {
        const Value *truth = ev_truth(ev, item, span);
        if (!truth)
            return NULL;
        if (unknown && effects_since(ev, mark, objects))
            return ev_fail(ev, D_BRANCH, span, "a condition that is not known when compiling");
        if (truth->kind == V_BOOL && truth->u.boolean == any)
            return ev_bool(ev, any);
        if (truth->kind == V_BOOL)
            continue;
        mark = unknown ? mark : heap_mark(ev->heap);
        unknown = unknown ? ir_binary(ev->region, any ? OP_OR : OP_AND, ir_scalar_type(IRT_BOOL), unknown,
                                      truth->u.node, span)
                          : truth->u.node;
    }
    if (step == STEP_FAIL && unknown && ev->fail.kind == FAIL_RAISE)
        return ev_fail(ev, D_BRANCH, span, "an exception on a condition that is not known when compiling");
    if (step == STEP_FAIL)
        return NULL;
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

/* What the items are sorted by; NULL: the key function failed. */
const Value **ev_sort_keys(Ev *ev, const Value *const *items, uint32_t count, const Value *key, Span span) {
    const Value **keys = arena_array(ev->arena, const Value *, count + 1);
    for (uint32_t i = 0; i < count; i++)
        if (!(keys[i] = key->kind != V_NONE ? ev_call1(ev, key, items[i], span) : items[i]))
            return NULL;
    return keys;
}

/* Values of an order that any way of sorting finds: whatever is compared with what. */
static bool are_ordered(const Value *const *keys, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const Value *key = keys[i];
        bool counts = key->kind == V_SCALAR && key->u.node->type.kind != IRT_FLOAT;
        bool number = key->kind == V_INT || key->kind == V_BOOL || (key->kind == V_FLOAT && !isnan(key->u.number));
        bool row = key->kind == V_TUPLE && !key->u.tuple.cls;
        if (row ? !are_ordered(key->u.tuple.items, key->u.tuple.count) : !number && !counts && key->kind != V_STR)
            return false;
        if (key->kind != keys[0]->kind && (row || key->kind == V_STR || keys[0]->kind == V_STR))
            return false;
    }
    return true;
}

typedef struct Sorting {
    const Value **items, **keys;
    bool of_one_class; /* then Python asks __lt__() alone, and all over again where that does not know */
    Span span;
} Sorting;

static bool is_less(Ev *ev, const Sorting *s, const Value *a, const Value *b, bool *less) {
    bool absent;
    const Value *result = s->of_one_class ? ev_try_special(ev, a, "__lt__", b, &absent, s->span) : NULL;
    if (!result && !ev->fail.kind)
        result = ev_compare(ev, AST_Lt, a, b, s->span);
    return result && known_truth(ev, result, less, s->span);
}

static void reverse_first(const Value **values, uint32_t count) {
    for (uint32_t i = 0; i < count / 2; i++) {
        const Value *value = values[i];
        values[i] = values[count - 1 - i];
        values[count - 1 - i] = value;
    }
}

static void reverse_both(const Sorting *s, uint32_t count) {
    reverse_first(s->items, count);
    reverse_first(s->keys, count);
}

/* The items before `sorted` are in order: the others are put where a search in halves finds their places. */
static bool insert_others(Ev *ev, const Sorting *s, uint32_t sorted, uint32_t count) {
    for (; sorted < count; sorted++) {
        uint32_t left = 0, right = sorted;
        const Value *item = s->items[sorted], *key = s->keys[sorted];
        while (left < right) {
            uint32_t middle = left + (right - left) / 2;
            bool less;
            if (!is_less(ev, s, key, s->keys[middle], &less))
                return false;
            left = less ? left : middle + 1;
            right = less ? middle : right;
        }
        memmove(s->items + left + 1, s->items + left, (sorted - left) * sizeof *s->items);
        memmove(s->keys + left + 1, s->keys + left, (sorted - left) * sizeof *s->keys);
        s->items[left] = item;
        s->keys[left] = key;
    }
    return true;
}

/* The comparisons that list.sort() makes of few items, in its order (listobject.c, up to Python 3.12). */
static bool sort_as_python(Ev *ev, Sorting *s, uint32_t count) {
    bool descends = false, goes_on = true;
    uint32_t run = 1;
    s->of_one_class = true;
    for (uint32_t i = 0; i < count; i++)
        s->of_one_class = s->of_one_class && s->keys[i]->kind == V_INSTANCE &&
                          s->keys[i]->u.instance.cls == s->keys[0]->u.instance.cls;
    for (; run < count && goes_on; run += goes_on) {
        bool less;
        if (!is_less(ev, s, s->keys[run], s->keys[run - 1], &less))
            return false;
        descends = run == 1 ? less : descends;
        goes_on = less == descends;
    }
    if (descends)
        reverse_both(s, run);
    return insert_others(ev, s, run, count);
}

enum { SORTED_BY_INSERTION = 64 }; /* fewer */

/* Stable. How many compare shows where comparing has effects, or where there is no order. */
bool ev_sort(Ev *ev, const Value **items, const Value **keys, uint32_t count, bool reverse, Span span) {
    Sorting sorting = {items, keys, false, span};
    if (!are_ordered(keys, count) && (count >= SORTED_BY_INSERTION || ev_python_minor(ev, span) > 12))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "sorting of what has no order of its own") != NULL;
    if (reverse)
        reverse_both(&sorting, count);
    if (!sort_as_python(ev, &sorting, count))
        return false;
    if (reverse)
        reverse_both(&sorting, count);
    return true;
}

static const Value *builtin_sorted(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    const Value **items, *reverse = args->args[2];
    uint32_t count;
    bool backwards;
    bool is_float = reverse->kind == V_SCALAR && reverse->u.node->type.kind == IRT_FLOAT;
    if ((reverse->kind != V_BOOL && reverse->kind != V_INT && reverse->kind != V_SCALAR) || is_float)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "sorted() with reverse= of a %s", ev_type_name(ev, reverse));
    bool of_rows = (args->args[0]->kind == V_ROWS || args->args[0]->kind == V_RANGE) &&
                   ev_as_bool_known(reverse, &backwards) && ev_rows_iterated(ev, args->args[0], span) > 0;
    const Value *rows = of_rows ? ev_rows_sorted(ev, args->args[0], args->args[1], backwards, span) : NULL;
    if (rows || ev->fail.kind)
        return rows;
    bool in_any_order = args->args[1]->kind == V_NONE && ev_held_as_is(ev, args->args[0])->kind == V_SET;
    if (!(in_any_order ? ev_iterate_unordered : ev_collect)(ev, args->args[0], &items, &count, span) ||
        !known_truth(ev, reverse, &backwards, span))
        return NULL;
    const Value **copy = arena_copy(ev->arena, items, sizeof *items * count);
    const Value **keys = ev_sort_keys(ev, items, count, args->args[1], span);
    return keys && ev_sort(ev, copy, keys, count, backwards, span) ? ev_list(ev, copy, count) : NULL;
}

/* ---- iterators
 * -------------------------------------------------------------------------------------------------------------- */

/* Of arguments, of which one or two are taken. */
static const Value *wrong_count(Ev *ev, const char *name, uint32_t count, Span span) {
    return count ? ev_raise(ev, "TypeError", span, "%s expected at most %u argument%s, got %u", name, 2, "s", count)
                 : ev_raise(ev, "TypeError", span, "%s expected at least 1 argument, got 0", name);
}

static const Value *builtin_iter(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    const Value *callable = args->count == 2 ? ev_builtin_callable(ev, NULL, args, span) : NULL;
    if (args->count == 2 && (!callable || !callable->u.boolean))
        return callable ? ev_raise(ev, "TypeError", span, "iter(v, w): v must be callable") : NULL;
    if (args->count == 2)
        return lazily(ev, "callable_iterator", args, span);
    if (args->count != 1)
        return wrong_count(ev, "iter", args->count, span);
    return ev_iter(ev, args->args[0], span);
}

static const Value *builtin_next(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    if (!args->count || args->count > 2)
        return wrong_count(ev, "next", args->count, span);
    const Value *v = args->args[0], *item;
    if (v->kind != V_ITERATOR && v->kind != V_INSTANCE && ev_special(ev, v, "__next__", span))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "next() of a %s", ev_type_name(ev, v));
    if (ev->fail.kind)
        return NULL;
    if (v->kind != V_ITERATOR && v->kind != V_INSTANCE)
        return ev_raise(ev, "TypeError", span, "'%s' object is not an iterator", ev_type_name(ev, v));
    if (args->count == 1)
        return ev_next_or_raise(ev, v, span);
    Step step = ev_next(ev, v, &item, span);
    return step == STEP_FAIL ? NULL : step == STEP_END ? args->args[1] : item;
}

const Builtin builtin_iteration[] = {
    {"zip", builtin_zip, NULL},
    {"enumerate", builtin_enumerate, "iterable, start=0"},
    {"map", builtin_map, "*"},
    {"filter", builtin_filter, "function, iterable, /"},
    {"reversed", builtin_reversed, "sequence, /"},
    {"sum", builtin_sum, "iterable, /, start=0"},
    {"min", builtin_min, NULL},
    {"max", builtin_max, NULL},
    {"any", builtin_any, "iterable, /"},
    {"all", builtin_all, "iterable, /"},
    {"sorted", builtin_sorted, "iterable, /, *, key=None, reverse=False"},
    {"iter", builtin_iter, "*"},
    {"next", builtin_next, "*"},
    {NULL, NULL, NULL},
};
