/* Methods of list, tuple, dict and set over the abstract heap. Items may be any abstract value; keys and positions must
 * be known. Changes of a container that stems from an input are carried out when the variant returns (ev_effects.c). */
#include "analysis/ev_internal.h"

/* The object that a mutating method may change, or 0 after a failure. */
static ObjId own_object(Ev *ev, const Value *self, Span span) {
    return ev_may_write(ev, self, self->u.object, span) ? self->u.object : 0;
}

static bool known_position(Ev *ev, const Value *v, int64_t *out, Span span) {
    if (ev_as_int_known(v, out))
        return true;
    if (!ev->fail.kind && v->kind == V_INT)
        ev_need_known(ev, v, span);
    else if (!ev->fail.kind)
        ev_fail(ev, D_UNSUPPORTED_OP, span, "a position in a list that is not a known int");
    return false;
}

/* What a container does with an item, the `at`th that it is given. False: it failed. */
typedef bool (*Take)(Ev *ev, ObjId object, const Value *item, uint32_t at, Span span);

/* The items go into the container one by one: what gives them may look at it in between, or fail. */
static bool take_each(Ev *ev, ObjId object, const Value *iterable, Take take, bool asks_length, Span span) {
    const Value **items, *item;
    uint32_t count, at = 0;
    iterable = ev_held_as_is(ev, iterable);
    if (iterable->kind == V_ITERATOR || iterable->kind == V_INSTANCE) {
        const Value *iterator = ev_iter(ev, iterable, span);
        if (iterator && asks_length && !ev_ask_length(ev, iterable, span))
            return false;
        Step step = STEP_FAIL;
        while (iterator && ev_step(ev, span) && (step = ev_next(ev, iterator, &item, span)) == STEP_ITEM)
            if (!take(ev, object, item, at++, span))
                return false;
        return iterator && !ev->fail.kind && step == STEP_END;
    }
    if (!ev_iterate(ev, iterable, &items, &count, span))
        return false;
    while (at < count && take(ev, object, items[at], at, span))
        at++;
    return at == count;
}

static const Value *iterated_list(Ev *ev, const Value *iterable, Span span) {
    const Value **items;
    uint32_t count;
    return ev_iterate(ev, iterable, &items, &count, span) ? ev_list(ev, items, count) : NULL;
}

/* clear() of a list, dict or set. */
static const Value *container_clear(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)args;
    ObjId object = own_object(ev, self, span);
    if (!object)
        return NULL;
    heap_replace(ev->heap, object, NULL, 0);
    return ev_none(ev);
}

/* ---- list
 * ------------------------------------------------------------------------------------------------------------- */

/* The list at whose end items are added: one of the caller need not be known then. */
static ObjId growing_list(Ev *ev, const Value *self, Span span) {
    return ev_restart_open(ev, self, span) ? 0 : own_object(ev, self, span);
}

static const Value *list_append(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    ObjId object = growing_list(ev, self, span);
    if (!object)
        return NULL;
    heap_append(ev->heap, object, args->args[0]);
    return ev_none(ev);
}

static bool take_last(Ev *ev, ObjId object, const Value *item, uint32_t at, Span span) {
    (void)at, (void)span;
    heap_append(ev->heap, object, item);
    return true;
}

static const Value *list_extend(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    ObjId object = growing_list(ev, self, span);
    return object && take_each(ev, object, args->args[0], take_last, true, span) ? ev_none(ev) : NULL;
}

static const Value *list_insert(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    int64_t at;
    ObjId object = own_object(ev, self, span);
    if (!object || !known_position(ev, args->args[0], &at, span))
        return NULL;
    int64_t count = heap_count(ev->heap, object);
    at = at < 0 ? at + count : at;
    at = at < 0 ? 0 : at > count ? count : at;
    heap_insert(ev->heap, object, (uint32_t)at, args->args[1]);
    return ev_none(ev);
}

static const Value *list_pop(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    int64_t at;
    ObjId object = own_object(ev, self, span);
    if (!object || !known_position(ev, args->args[0], &at, span))
        return NULL;
    int64_t count = heap_count(ev->heap, object);
    if (count == 0)
        return ev_raise(ev, "IndexError", span, "pop from empty list");
    at = at < 0 ? at + count : at;
    if (at < 0 || at >= count)
        return ev_raise(ev, "IndexError", span, "pop index out of range");
    const Value *item = heap_at(ev->heap, object, (uint32_t)at);
    heap_remove_at(ev->heap, object, (uint32_t)at);
    return item;
}

/* The position of an item that is the object, or known to be equal; -1 absent, -2 failed. */
static int64_t find_item(Ev *ev, const Value *const *items, uint32_t count, const Value *wanted, Span span) {
    for (uint32_t i = 0; i < count; i++) {
        bool equal = ev_is_same(items[i], wanted) == SH_YES;
        if (!equal && !ev_equal_known(ev, items[i], wanted, &equal, span))
            return -2;
        if (equal)
            return i;
    }
    return -1;
}

static bool items_of(Ev *ev, const Value *self, const Value *const **items, uint32_t *count, Span span) {
    if (self->kind == V_ROWS)
        return ev_rows_refuse(ev, self, span) != NULL;
    if (ev_sequence(ev, self, items, count))
        return true;
    if (!ev->fail.kind)
        ev_fail(ev, D_UNKNOWN_VALUE, span, "the items of this %s are not known", ev_type_name(ev, self));
    return false;
}

/* The items as they are now; a comparison may run code of the program, which changes the list that is searched. */
static const Value **items_before(Ev *ev, const Value *self, uint32_t *count, Span span) {
    const Value *const *items;
    if (!items_of(ev, self, &items, count, span))
        return NULL;
    const Value **before = arena_array(ev->arena, const Value *, *count + 1);
    if (*count)
        memcpy(before, items, *count * sizeof *items);
    return before;
}

static bool still_holds(Ev *ev, const Value *self, const Value *const *before, uint32_t count, Span span) {
    return ev_has_items(ev, self, before, count) ||
           ev_fail(ev, D_UNSUPPORTED_OP, span, "a list that changes while it is searched") != NULL;
}

static const Value *list_remove(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    uint32_t count;
    ObjId object = own_object(ev, self, span);
    const Value **items = object ? items_before(ev, self, &count, span) : NULL;
    if (!items)
        return NULL;
    int64_t at = find_item(ev, items, count, args->args[0], span);
    if (at > -2 && !still_holds(ev, self, items, count, span))
        return NULL;
    if (at == -1)
        return ev_raise(ev, "ValueError", span, "list.remove(x): x not in list");
    if (at < 0)
        return NULL;
    heap_remove_at(ev->heap, object, (uint32_t)at);
    return ev_none(ev);
}

static const Value *list_reverse(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)args;
    const Value *const *items;
    uint32_t count;
    ObjId object = own_object(ev, self, span);
    if (!object || !items_of(ev, self, &items, &count, span))
        return NULL;
    const Value **reversed = arena_array(ev->arena, const Value *, count + 1);
    for (uint32_t i = 0; i < count; i++)
        reversed[i] = items[count - 1 - i];
    heap_replace(ev->heap, object, reversed, count);
    return ev_none(ev);
}

static const Value *list_sort(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    const Value *const *items;
    uint32_t count;
    bool reverse;
    ObjId object = own_object(ev, self, span);
    if (!object || !items_of(ev, self, &items, &count, span))
        return NULL;
    if (!ev_as_bool_known(args->args[1], &reverse))
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "reverse= is not known");
    const Value **sorted = arena_copy(ev->arena, items, sizeof *items * count);
    heap_replace(ev->heap, object, NULL, 0); /* the program sees an empty list while its items are being sorted */
    uint32_t mark = heap_mark(ev->heap);
    const Value **keys = ev_sort_keys(ev, items, count, args->args[0], span);
    if (!keys)
        heap_replace(ev->heap, object, items, count);
    if (keys && !ev_sort(ev, sorted, keys, count, reverse, span) && ev->fail.kind == FAIL_RAISE)
        ev_fail(ev, D_UNSUPPORTED_OP, span, "a sort that fails half way");
    if (ev->fail.kind)
        return NULL;
    bool modified = heap_was_written(ev->heap, object, mark, heap_mark(ev->heap));
    heap_replace(ev->heap, object, sorted, count);
    return modified ? ev_raise(ev, "ValueError", span, "list modified during sort") : ev_none(ev);
}

static const Value *list_copy(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)args;
    return iterated_list(ev, self, span);
}

static const Value *not_in_sequence(Ev *ev, const Value *sequence, const Value *item, Span span) {
    bool is_own = !ev->frame->module->is_prelude;
    const Value *text = sequence->kind == V_LIST ? ev_text_of(ev, item, false, span) : NULL;
    ev_clear_fail(ev);
    if (text && text->u.str)
        return ev_raise(ev, "ValueError", span, "%s is not in list", text->u.str);
    if (sequence->kind == V_TUPLE && is_own)
        return ev_raise(ev, "ValueError", span, "tuple.index(x): x not in tuple");
    return ev_raise(ev, "ValueError", span, "the value is not in the %s", ev_type_name(ev, sequence));
}

static const Value *sequence_index(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    uint32_t count;
    if (ev_is_between(args))
        return ev_between(ev, "index", self, args, span);
    const Value *found = ev_search_numbers(ev, "position_of", self, args->args[0], span);
    if (found || ev->fail.kind)
        return found;
    const Value **items = items_before(ev, self, &count, span);
    if (!items)
        return NULL;
    int64_t at = find_item(ev, items, count, args->args[0], span);
    if (at > -2 && !still_holds(ev, self, items, count, span))
        return NULL;
    if (at == -1)
        return not_in_sequence(ev, self, args->args[0], span);
    return at < 0 ? NULL : ev_int(ev, at);
}

static const Value *sequence_count(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    uint32_t count;
    int64_t found = 0;
    const Value *by_data = ev_search_numbers(ev, "count_of", self, args->args[0], span);
    if (by_data || ev->fail.kind)
        return by_data;
    const Value **items = items_before(ev, self, &count, span);
    if (!items)
        return NULL;
    for (uint32_t i = 0; i < count; i++) {
        bool equal = ev_is_same(items[i], args->args[0]) == SH_YES;
        if (!equal && !ev_equal_known(ev, items[i], args->args[0], &equal, span))
            return NULL;
        found += equal;
    }
    return still_holds(ev, self, items, count, span) ? ev_int(ev, found) : NULL;
}

static const Value *list_init(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    return container_clear(ev, self, args, span) && list_extend(ev, self, args, span) ? ev_none(ev) : NULL;
}

const Builtin list_methods[] = {
    {"__init__", list_init, "iterable=(), /"},
    {"append", list_append, "object, /"},
    {"extend", list_extend, "iterable, /"},
    {"insert", list_insert, "index, object, /"},
    {"pop", list_pop, "index=-1, /"},
    {"remove", list_remove, "value, /"},
    {"clear", container_clear, ""},
    {"reverse", list_reverse, ""},
    {"sort", list_sort, "*, key=None, reverse=False"},
    {"copy", list_copy, ""},
    {"index", sequence_index, "value, start=None, stop=None, /"},
    {"count", sequence_count, "value, /"},
    {NULL, NULL, NULL},
};

const Builtin tuple_methods[] = {
    {"index", sequence_index, "value, start=None, stop=None, /"},
    {"count", sequence_count, "value, /"},
    {NULL, NULL, NULL},
};

/* ---- dict
 * --------------------------------------------------------------------------------------------------------------- */

/* The argument is the key itself. */
static const Value *key_error(Ev *ev, const Value *key, Span span) {
    ev_raise(ev, "KeyError", span, "the key is not there");
    if (ev->fail.exception)
        heap_set(ev->heap, ev->fail.exception->u.instance.object, str_of("(args)"), ev_tuple(ev, &key, 1));
    return NULL;
}

static const Value *dict_get(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    if (ev_is_key_by_data(ev, self, args->args[0]))
        return ev_value_by_data(ev, self, args->args[0], args->args[1], span);
    if (!ev_hashable(ev, args->args[0], span))
        return NULL;
    const Value *found = ev_dict_value(ev, self, args->args[0]);
    return found ? found : args->args[1];
}

static const Value *dict_setdefault(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    if (!ev_hashable(ev, args->args[0], span))
        return NULL;
    const Value *found = heap_get_key(ev->heap, self->u.object, args->args[0]);
    if (found)
        return found;
    const Value *owner = ev_dict_owner(ev, self);
    if (owner)
        return ev_set_own(ev, owner, args->args[0], args->args[1], span) ? args->args[1] : NULL;
    ObjId object = own_object(ev, self, span);
    if (!object)
        return NULL;
    heap_set_key(ev->heap, object, args->args[0], args->args[1]);
    return args->args[1];
}

/* pop(key) or pop(key, default): the two differ, so the arguments come as they are. */
static const Value *dict_pop(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    if (args->count < 1 || args->count > 2 || args->keyword_count)
        return ev_raise(ev, "TypeError", span,
                        args->keyword_count ? "dict.pop() takes no keyword arguments"
                        : args->count       ? "pop expected at most 2 arguments, got %u"
                                            : "pop expected at least 1 argument, got %u",
                        args->count);
    const Value *owner = ev_dict_owner(ev, self);
    if (owner && args->args[0]->kind == V_STR && args->args[0]->u.str) {
        const Value *held = heap_get_key(ev->heap, self->u.object, args->args[0]);
        if (held)
            return ev_delete_own(ev, owner, args->args[0]->u.str, span) ? held : NULL;
        return args->count == 2 ? args->args[1] : key_error(ev, args->args[0], span);
    }
    ObjId object = own_object(ev, self, span);
    bool is_plain = args->args[0]->kind == V_STR || ev_is_number(args->args[0]);
    bool is_empty =
        object && !is_plain && heap_count(ev->heap, object) == 0; /* then Python does not ask for its hash */
    if (!object || (!is_empty && !ev_hashable(ev, args->args[0], span)))
        return NULL;
    const Value *found = is_empty ? NULL : heap_get_key(ev->heap, object, args->args[0]);
    if (!found && args->count == 2)
        return args->args[1];
    if (!found)
        return ev_restart_with_key(ev, self, args->args[0], span) ? NULL : key_error(ev, args->args[0], span);
    heap_remove_key(ev->heap, object, args->args[0]);
    return found;
}

static const Value *dict_popitem(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)args;
    ObjId object = own_object(ev, self, span);
    if (!object)
        return NULL;
    const HeapContent *content = heap_content(ev->heap, object);
    if (content->count == 0)
        return ev_raise(ev, "KeyError", span, "popitem(): dictionary is empty");
    const HeapSlot last = content->slots[content->count - 1];
    const Value *pair[] = {last.key, last.value};
    heap_remove_key(ev->heap, object, last.key);
    return ev_tuple(ev, pair, 2);
}

/* From an object that has keys(), and an item for each. */
static bool update_from_mapping(Ev *ev, ObjId object, const Value *other, Span span) {
    const Value *keys = ev_call_method(ev, other, "keys", NULL, 0, span), **items;
    uint32_t count;
    if (!keys)
        return false;
    if (!ev_iterate(ev, keys, &items, &count, span))
        return ev_not_iterated(ev);
    for (uint32_t i = 0; i < count; i++) {
        const Value *value = ev_getitem(ev, other, items[i], span);
        if (!value || !ev_hashable(ev, items[i], span))
            return false;
        heap_set_key(ev->heap, object, items[i], value);
    }
    return true;
}

static bool take_pair(Ev *ev, ObjId object, const Value *item, uint32_t at, Span span) {
    const Value **pair;
    uint32_t width;
    if (!ev_collect_all(ev, item, &pair, &width, span))
        return ev_not_iterated(ev);
    if (width != 2)
        return ev_raise(ev, "ValueError", span, "dictionary update sequence element #%u has length %u; 2 is required",
                        at, width) != NULL;
    if (!ev_hashable(ev, pair[0], span))
        return false;
    heap_set_key(ev->heap, object, pair[0], pair[1]);
    return true;
}

static bool update_from(Ev *ev, ObjId object, const Value *other, Span span) {
    if (other->kind == V_INSTANCE && ev_class_lookup(ev, other->u.instance.cls, str_of("keys"), NULL))
        return update_from_mapping(ev, object, other, span);
    if (other->kind == V_DICT) {
        const HeapContent *content = heap_content(ev->heap, other->u.object);
        for (uint32_t i = 0; i < content->count; i++)
            heap_set_key(ev->heap, object, content->slots[i].key, content->slots[i].value);
        return true;
    }
    return take_each(ev, object, other, take_pair, false, span);
}

static const Value *dict_update(Ev *ev, const Value *self, const CallArgs *args, Span span);

/* obj.__dict__.update(...) sets attributes. */
static const Value *update_attributes(Ev *ev, const Value *owner, const CallArgs *args, Span span) {
    const Value *values = ev_dict(ev);
    if (!dict_update(ev, values, args, span))
        return NULL;
    const HeapContent *content = heap_content(ev->heap, values->u.object);
    for (uint32_t i = 0; i < content->count; i++)
        if (!ev_set_own(ev, owner, content->slots[i].key, content->slots[i].value, span))
            return NULL;
    return ev_none(ev);
}

bool ev_dict_take(Ev *ev, const Value *dict, const CallArgs *args, Span span) {
    if (args->count > 1)
        return ev_raise(ev, "TypeError", span, "%s expected at most 1 argument, got %u", "dict", args->count);
    return dict_update(ev, dict, args, span) != NULL;
}

static const Value *dict_update(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    if (ev_dict_owner(ev, self))
        return update_attributes(ev, ev_dict_owner(ev, self), args, span);
    ObjId object = own_object(ev, self, span);
    if (!object)
        return NULL;
    if (args->count > 1)
        return ev_raise(ev, "TypeError", span, "update expected at most 1 argument, got %u", args->count);
    if (args->count == 1 && !update_from(ev, object, args->args[0], span))
        return NULL;
    for (uint32_t i = 0; i < args->keyword_count; i++)
        heap_set_key(ev->heap, object, ev_str(ev, args->names[i]), args->keyword_values[i]);
    return ev_none(ev);
}

static const Value *dict_copy(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)args;
    const Value *copy = ev_dict(ev);
    return update_from(ev, copy->u.object, self, span) ? copy : NULL;
}

typedef enum { DICT_KEYS, DICT_VALUES, DICT_ITEMS } DictPart;

/* Snapshots of the views: what changes the dict while iterating over one raises in Python. */
static const Value *dict_part(Ev *ev, const Value *self, DictPart part) {
    const HeapContent *content = heap_content(ev->heap, self->u.object);
    const Value **items = arena_array(ev->arena, const Value *, content->count + 1);
    for (uint32_t i = 0; i < content->count; i++) {
        const Value *pair[] = {content->slots[i].key, content->slots[i].value};
        items[i] = part == DICT_ITEMS ? ev_tuple(ev, pair, 2) : pair[part];
    }
    static const char *const names[] = {"keys", "values", "items"};
    DictView *view = arena_new_of(ev->arena, DictView);
    *view = (DictView){self, names[part]};
    ObjId object = heap_make(ev->heap, OBJ_LIST, 0, view);
    heap_replace(ev->heap, object, items, content->count);
    return ev_object(ev, V_LIST, object);
}

static const Value *dict_keys(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)args, (void)span;
    return dict_part(ev, self, DICT_KEYS);
}

static const Value *dict_values(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)args, (void)span;
    return dict_part(ev, self, DICT_VALUES);
}

static const Value *dict_items(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)args, (void)span;
    return dict_part(ev, self, DICT_ITEMS);
}

static const Value *dict_getitem(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    return ev_plain_dict_item(ev, self, args->args[0], span);
}

static const Value *dict_setitem(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    return ev_plain_dict_set(ev, self, args->args[0], args->args[1], span) ? ev_none(ev) : NULL;
}

static const Value *dict_delitem(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    return ev_plain_dict_delete(ev, self, args->args[0], span) ? ev_none(ev) : NULL;
}

static const Value *dict_contains(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    const Value *key = args->args[0];
    return ev_hashable(ev, key, span) ? ev_bool(ev, ev_dict_value(ev, self, key) != NULL) : NULL;
}

static const Value *dict_repr(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)args;
    TextScope scope;
    ev_text_begin(ev, &scope, ev_place_of(span));
    return ev_text_end(ev, &scope, ev_plain_dict_text(ev, self, span));
}

static const Value *dict_len(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)args, (void)span;
    return ev_int(ev, heap_count(ev->heap, self->u.object));
}

const Builtin dict_methods[] = {
    {"__init__", dict_update, NULL},
    {"__repr__", dict_repr, ""},
    {"__len__", dict_len, ""},
    {"__getitem__", dict_getitem, "key, /"},
    {"__setitem__", dict_setitem, "key, value, /"},
    {"__delitem__", dict_delitem, "key, /"},
    {"__contains__", dict_contains, "key, /"},
    {"get", dict_get, "key, default=None, /"},
    {"setdefault", dict_setdefault, "key, default=None, /"},
    {"pop", dict_pop, NULL},
    {"popitem", dict_popitem, ""},
    {"update", dict_update, NULL},
    {"clear", container_clear, ""},
    {"copy", dict_copy, ""},
    {"keys", dict_keys, ""},
    {"values", dict_values, ""},
    {"items", dict_items, ""},
    {NULL, NULL, NULL},
};

/* ---- set
 * ------------------------------------------------------------------------------------------------------------------ */

static bool set_has(Ev *ev, ObjId object, const Value *key) { return heap_get_key(ev->heap, object, key) != NULL; }

static bool take_member(Ev *ev, ObjId object, const Value *item, uint32_t at, Span span) {
    (void)at;
    if (!ev_hashable(ev, item, span))
        return false;
    heap_set_key(ev->heap, object, item, item);
    return true;
}

static bool add_all(Ev *ev, ObjId object, const Value *iterable, Span span) {
    iterable = ev_held_members(ev, iterable);
    if (iterable->kind == V_SET) { /* in whatever order */
        const HeapContent *content = heap_content(ev->heap, iterable->u.object);
        for (uint32_t i = 0; i < content->count; i++)
            heap_set_key(ev->heap, object, content->slots[i].key, content->slots[i].key);
        return true;
    }
    return take_each(ev, object, iterable, take_member, false, span);
}

static const Value *set_add(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    ObjId object = own_object(ev, self, span);
    if (!object || !ev_hashable(ev, args->args[0], span))
        return NULL;
    heap_set_key(ev->heap, object, args->args[0], args->args[0]);
    return ev_none(ev);
}

static const Value *set_discard(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    ObjId object = own_object(ev, self, span);
    const Value *item = ev_looked_for(ev, args->args[0]);
    if (!object || !ev_hashable(ev, item, span))
        return NULL;
    heap_remove_key(ev->heap, object, item);
    return ev_none(ev);
}

static const Value *set_remove(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    ObjId object = own_object(ev, self, span);
    const Value *item = ev_looked_for(ev, args->args[0]);
    if (!object || !ev_hashable(ev, item, span))
        return NULL;
    if (!heap_remove_key(ev->heap, object, item))
        return key_error(ev, args->args[0], span);
    return ev_none(ev);
}

static const Value *set_update(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    ObjId object = own_object(ev, self, span);
    if (!object)
        return NULL;
    for (uint32_t i = 0; i < args->count; i++)
        if (!add_all(ev, object, args->args[i], span))
            return NULL;
    return ev_none(ev);
}

/* An empty set of the same class. */
static const Value *empty_like(Ev *ev, const Value *self) {
    Value *set = arena_copy(ev->arena, ev_set(ev), sizeof *set);
    set->u.instance.cls = self->u.instance.cls;
    return set;
}

static const Value *set_union(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    const Value *result = empty_like(ev, self);
    if (!add_all(ev, result->u.object, self, span))
        return NULL;
    for (uint32_t i = 0; i < args->count; i++)
        if (!add_all(ev, result->u.object, args->args[i], span))
            return NULL;
    return result;
}

/* Items of self that are (wanted) or are not in other. Of items that are equal, as 1 and True, an intersection has
 * those of the smaller set, or of what it is given. */
static const Value *set_filter(Ev *ev, const Value *self, const Value *other, bool wanted, Span span) {
    const Value *result = empty_like(ev, self), *others = ev_set(ev);
    other = ev_held_members(ev, other);
    if (!add_all(ev, others->u.object, other, span))
        return NULL;
    bool is_larger =
        other->kind == V_SET && heap_count(ev->heap, others->u.object) > heap_count(ev->heap, self->u.object);
    ObjId from = wanted && !is_larger ? others->u.object : self->u.object;
    ObjId beside = from == others->u.object ? self->u.object : others->u.object;
    const HeapContent *content = heap_content(ev->heap, from);
    for (uint32_t i = 0; i < content->count; i++)
        if (set_has(ev, beside, content->slots[i].key) == wanted)
            heap_set_key(ev->heap, result->u.object, content->slots[i].key, content->slots[i].key);
    heap_loosen_order(ev->heap, result->u.object, ORDER_WITH_HOLES); /* a difference may be a copy with holes */
    return result;
}

/* What is in all of the arguments (wanted), or in none of them. */
static const Value *filter_by_all(Ev *ev, const Value *self, const CallArgs *args, bool wanted, Span span) {
    const Value *result = set_union(ev, self, &(CallArgs){0}, span);
    for (uint32_t i = 0; result && i < args->count; i++)
        result = set_filter(ev, result, args->args[i], wanted, span);
    return result;
}

static const Value *set_intersection(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    return filter_by_all(ev, self, args, true, span);
}

static const Value *set_difference(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    return filter_by_all(ev, self, args, false, span);
}

static const Value *set_symmetric_difference(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    const Value *other = ev_set(ev);
    const Value *mine = set_filter(ev, self, args->args[0], false, span);
    if (!mine || !add_all(ev, other->u.object, args->args[0], span))
        return NULL;
    const Value *theirs = set_filter(ev, other, self, false, span);
    return theirs && add_all(ev, mine->u.object, theirs, span) ? mine : NULL;
}

/* The set becomes what the function gives. */
static const Value *become(Ev *ev, const Value *self, const Value *result, Span span) {
    ObjId object = result ? own_object(ev, self, span) : 0;
    if (!object)
        return NULL;
    heap_replace(ev->heap, object, NULL, 0);
    return add_all(ev, object, result, span) ? ev_none(ev) : NULL;
}

static const Value *set_intersection_update(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    return become(ev, self, set_intersection(ev, self, args, span), span);
}

static const Value *set_difference_update(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    const Value *left = set_difference(ev, self, args, span);
    if (left || ev->fail.kind != FAIL_RAISE)
        return become(ev, self, left, span);
    ev_clear_fail(ev); /* Python has taken out what came before the item that raises */
    return ev_fail(ev, D_UNSUPPORTED_OP, span, "a difference_update() that raises");
}

static const Value *set_symmetric_update(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    return become(ev, self, set_symmetric_difference(ev, self, args, span), span);
}

static const Value *set_pop(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)args;
    uint32_t count = heap_count(ev->heap, self->u.object);
    if (count == 0)
        return ev_raise(ev, "KeyError", span, "pop from an empty set");
    if (count > 1 && !heap_is_by_size(ev->heap, self->u.object))
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "which item pop() takes from a set is known at run time only");
    ObjId object = own_object(ev, self, span);
    if (!object)
        return NULL;
    const Value *item = heap_content(ev->heap, object)->slots[0].key;
    heap_remove_key(ev->heap, object, item);
    return item;
}

static const Value *set_issubset(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    const Value *rest = set_filter(ev, self, args->args[0], false, span);
    return rest ? ev_bool(ev, heap_count(ev->heap, rest->u.object) == 0) : NULL;
}

/* Goes through other, no further than to the first item that is (wanted) or is not in self: are there none? */
static const Value *set_has_none(Ev *ev, const Value *self, const Value *other, bool wanted, Span span) {
    const Value *iterator = ev_iter(ev, other, span), *item;
    Step step = STEP_FAIL;
    while (iterator && ev_step(ev, span) && (step = ev_next(ev, iterator, &item, span)) == STEP_ITEM) {
        if (!ev_hashable(ev, item, span))
            return NULL;
        if (set_has(ev, self->u.object, item) == wanted)
            return ev_bool(ev, false);
    }
    return iterator && !ev->fail.kind && step == STEP_END ? ev_bool(ev, true) : NULL;
}

static const Value *set_issuperset(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    const Value *other = ev_held_members(ev, args->args[0]);
    return other->kind == V_SET ? set_issubset(ev, other, &(CallArgs){.args = &self, .count = 1}, span)
                                : set_has_none(ev, self, other, false, span);
}

static const Value *set_isdisjoint(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    const Value *other = ev_held_as_is(ev, args->args[0]);
    if (other->kind != V_SET)
        return set_has_none(ev, self, other, true, span);
    const Value *common = set_filter(ev, self, other, true, span);
    return common ? ev_bool(ev, heap_count(ev->heap, common->u.object) == 0) : NULL;
}

static const Value *set_copy(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)args;
    return self->u.instance.cls ? self /* frozen: the same object */ : set_union(ev, self, &(CallArgs){0}, span);
}

static const Value *set_init(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    return container_clear(ev, self, args, span) && set_update(ev, self, args, span) ? ev_none(ev) : NULL;
}

const Builtin set_methods[] = {
    {"__init__", set_init, "iterable=(), /"},
    {"add", set_add, "item, /"},
    {"discard", set_discard, "item, /"},
    {"remove", set_remove, "item, /"},
    {"update", set_update, "*"},
    {"union", set_union, "*"},
    {"intersection", set_intersection, "*"},
    {"difference", set_difference, "*"},
    {"symmetric_difference", set_symmetric_difference, "other, /"},
    {"issubset", set_issubset, "other, /"},
    {"issuperset", set_issuperset, "other, /"},
    {"isdisjoint", set_isdisjoint, "other, /"},
    {"copy", set_copy, ""},
    {"clear", container_clear, ""},
    {"pop", set_pop, ""},
    {"intersection_update", set_intersection_update, "*"},
    {"difference_update", set_difference_update, "*"},
    {"symmetric_difference_update", set_symmetric_update, "other, /"},
    {NULL, NULL, NULL},
};

const Builtin frozenset_methods[] = {
    {"union", set_union, "*"},
    {"intersection", set_intersection, "*"},
    {"difference", set_difference, "*"},
    {"symmetric_difference", set_symmetric_difference, "other, /"},
    {"issubset", set_issubset, "other, /"},
    {"issuperset", set_issuperset, "other, /"},
    {"isdisjoint", set_isdisjoint, "other, /"},
    {"copy", set_copy, ""},
    {NULL, NULL, NULL},
};
