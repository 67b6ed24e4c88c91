/* The items of an iterable, where they are known to be so many: all at once, or as list() takes them, which first asks
 * an object how many they are. */
#include "analysis/ev_internal.h"

static bool items_of_str(Ev *ev, const Value *v, const Value ***items, uint32_t *count, Span span) {
    Str text = v->u.str;
    if (!text)
        return ev_need_known(ev, v, span) != NULL;
    *count = str_points(text);
    *items = arena_array(ev->arena, const Value *, *count + 1);
    const char *from = text;
    for (uint32_t i = 0; i < *count; i++) {
        const char *to = from + 1;
        while (to < text + str_len(text) && ((unsigned char)*to & 0xC0) == 0x80)
            to++;
        (*items)[i] = ev_str(ev, str_intern(from, (size_t)(to - from)));
        from = to;
    }
    return true;
}

static bool items_of_object(Ev *ev, const Value *v, const Value ***items, uint32_t *count) {
    const HeapContent *content = heap_content(ev->heap, v->u.object);
    *count = content->count;
    *items = arena_array(ev->arena, const Value *, content->count + 1);
    for (uint32_t i = 0; i < content->count; i++)
        (*items)[i] = content->slots[i].key;
    return true;
}

static bool items_of_special(Ev *ev, const Value *v, const Value ***items, uint32_t *count, Span span) {
    const Value *iter = ev_special(ev, v, "__iter__", span);
    const Value *iterator = iter ? ev_call_values(ev, iter, NULL, 0, span) : NULL;
    return iterator && ev_iterate(ev, iterator, items, count, span);
}

/* Known ints, known strs, or tuples that have such at the same places. */
static bool are_ordered(const Value *a, const Value *b) {
    int64_t number;
    if (a->kind == V_TUPLE) {
        bool alike = b->kind == V_TUPLE && !a->u.tuple.cls && !b->u.tuple.cls && a->u.tuple.count == b->u.tuple.count;
        for (uint32_t i = 0; alike && i < a->u.tuple.count; i++)
            alike = are_ordered(a->u.tuple.items[i], b->u.tuple.items[i]);
        return alike;
    }
    return a->kind == V_INT ? b->kind == V_INT && sh_is_const(b->u.expr, &number)
                            : a->kind == V_STR && b->kind == V_STR && b->u.str;
}

/* Of a set of such: any order is as good as another to who asks for the least of them, or sorts them. */
static bool has_total_order(const HeapContent *content) {
    for (uint32_t i = 0; i < content->count; i++)
        if (!are_ordered(content->slots[0].key, content->slots[i].key))
            return false;
    return true;
}

bool ev_set_order_known(Ev *ev, const Value *set) {
    ObjId object = set->u.object;
    return ev->in_driver || heap_is_by_size(ev->heap, object) || heap_count(ev->heap, object) <= 1;
}

bool ev_iterate_unordered(Ev *ev, const Value *iterable, const Value ***items, uint32_t *count, Span span) {
    iterable = ev_held_as_is(ev, iterable);
    if (iterable->kind == V_SET && has_total_order(heap_content(ev->heap, iterable->u.object)))
        return items_of_object(ev, iterable, items, count);
    return ev_iterate(ev, iterable, items, count, span);
}

bool ev_iterate(Ev *ev, const Value *iterable, const Value ***items, uint32_t *count, Span span) {
    const Value *const *known;
    iterable = ev_held_as_is(ev, iterable);
    if (ev_is_alias(ev, iterable))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "the items of a type with parameters, or of a union") != NULL;
    if (ev_sequence(ev, iterable, &known, count)) {
        *items = arena_copy(ev->arena, known, sizeof *known * (*count ? *count : 1));
        return true;
    }
    if (ev->fail.kind)
        return false;
    switch (iterable->kind) {
    case V_STR:
        return items_of_str(ev, iterable, items, count, span);
    case V_DICT:
    case V_SET:
        if (iterable->kind == V_SET && !ev_set_order_known(ev, iterable))
            return ev_fail(ev, D_UNKNOWN_VALUE, span, "the order of a set is known at run time only") != NULL;
        return items_of_object(ev, iterable, items, count);
    case V_SERIES:
        return ev_series_unroll(ev, iterable, span) != NULL;
    case V_ROWS:
        return ev_rows_known(ev, iterable, items, count, span) ||
               (!ev->fail.kind && ev_rows_refuse(ev, iterable, span) != NULL);
    case V_ITERATOR:
        return ev_rest_of_iterator(ev, iterable, items, count, span);
    case V_INSTANCE:
    case V_CLASS: {
        const Value *iterator = ev_iter(ev, iterable, span);
        return iterator && ev_rest_of_iterator(ev, iterator, items, count, span);
    }
    case V_TENSOR:
        if (ev_rows_iterated(ev, iterable, span) == 1 && ev_rows_known(ev, iterable, items, count, span))
            return true;
        return !ev->fail.kind && items_of_special(ev, iterable, items, count, span);
    case V_RANGE: {
        const Value *length = ev_range_length(ev, iterable, span);
        if (length && length->kind == V_INT && ev_need_configured(ev, length->u.expr, span))
            return false;
        if (ev_rows_known(ev, iterable, items, count, span))
            return true;
        if (ev->fail.kind)
            return false;
    } /* FALLTHROUGH */
    case V_UNKNOWN:
    case V_EXTERNAL:
    case V_LIST:
    case V_TUPLE:
    case V_BYTES:
        return !ev_choice_settle(ev, iterable, span) && !ev_restart_without_rest(ev, iterable, REST_USED, span) &&
               ev_fail(ev, D_UNKNOWN_VALUE, span, "the items of this %s are not known", ev_type_name(ev, iterable));
    default:
        return ev_raise(ev, "TypeError", span, "'%s' object is not iterable", ev_type_name(ev, iterable)) != NULL;
    }
}

/* ---- as lists are made ---------------------------------------------------------------------------------------------
 */

static bool class_defines(Ev *ev, const Value *object, const char *name, Span span) {
    const ClassInfo *where = NULL, *cls = ev_class_of(ev, object);
    if (!cls || !ev_class_lookup(ev, cls, str_of(name), &where)) {
        ev_lacks_fact(ev, object, name, span);
        return false;
    }
    return !where->module || !where->module->is_prelude;
}

static bool is_asked(const Value *v) { return v->kind == V_INSTANCE || v->kind == V_CLASS; }

bool ev_ask_length(Ev *ev, const Value *object, Span span) {
    if (!is_asked(object))
        return true;
    if (!class_defines(ev, object, "__len__", span) && !class_defines(ev, object, "__length_hint__", span))
        return true;
    return ev_call1(ev, ev_prelude(ev, "operator", "length_hint"), object, span) != NULL;
}

bool ev_collect(Ev *ev, const Value *iterable, const Value ***items, uint32_t *count, Span span) {
    iterable = ev_held_as_is(ev, iterable);
    if (!is_asked(iterable))
        return ev_iterate(ev, iterable, items, count, span);
    const Value *iterator = ev_iter(ev, iterable, span);
    return iterator && ev_ask_length(ev, iterable, span) && ev_rest_of_iterator(ev, iterator, items, count, span);
}

bool ev_collect_rest(Ev *ev, const Value *iterator, const Value *of, const Value ***items, uint32_t *count, Span span) {
    if (iterator->kind == V_INSTANCE)
        return ev_collect(ev, iterator, items, count, span);
    bool by_position = is_asked(of) && !ev_special(ev, of, "__iter__", span);
    return !ev->fail.kind && (!by_position || ev_ask_length(ev, of, span)) &&
           ev_rest_of_iterator(ev, iterator, items, count, span);
}

bool ev_collect_all(Ev *ev, const Value *iterable, const Value ***items, uint32_t *count, Span span) {
    iterable = ev_held_as_is(ev, iterable);
    if (!is_asked(iterable))
        return ev_iterate(ev, iterable, items, count, span);
    const Value *iterator = ev_iter(ev, iterable, span);
    return iterator && ev_collect_rest(ev, iterator, iterable, items, count, span);
}
