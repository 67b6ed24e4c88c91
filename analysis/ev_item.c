/* Subscripts: reading, writing and deleting items. Positions and keys of Python's own containers must be known. */
#include "analysis/ev_internal.h"
#include "analysis/ev_lazy.h"
#include "analysis/ir_number.h"

TensorLiteral ev_tensor_literal;

/* As the message of a position out of range names what is read. */
static const char *sequence_name(const Value *object) {
    return object->kind == V_STR     ? "string"
           : object->kind == V_RANGE ? "range object"
           : object->kind == V_TUPLE ? "tuple"
                                     : ev_kind_name(object);
}
static const char *const LIST_THAT_IS_WRITTEN = "list assignment";

/* A known position in `count` items of an object, which goes by `name` where it has none there. False: failed. */
static bool position(Ev *ev, const Value *object, const char *name, const Value *index, uint32_t count, uint32_t *out,
                     Span span) {
    int64_t i;
    if (ev_may_have_methods(index)) {
        const Value *number = ev_number_by(ev, index, "__index__", span);
        if (ev->fail.kind)
            return false;
        index = number ? number : index;
    }
    double element;
    const IrNode *tensor = index->kind == V_TENSOR ? ev_tensor_node(ev, index) : NULL;
    if (tensor && tensor->type.rank == 0 && dtype_is_integral(tensor->type.dtype) && ir_number_of(tensor, &element))
        index = ev_int(ev, (int64_t)element);
    if (!ev_as_int_known(index, &i)) {
        if (ev_is_number(index) && index->kind != V_FLOAT)
            return ev_need_size(ev, index, span);
        if (index->kind == V_TENSOR || index->kind == V_UNKNOWN || index->kind == V_EXTERNAL)
            return ev_fail(ev, D_UNKNOWN_VALUE, span, "a position that a %s gives", ev_type_name(ev, index));
        const char *fmt = object->kind == V_STR ? "%s indices must be integers, not '%s'"
                                                : "%s indices must be integers or slices, not %s";
        ev_raise(ev, "TypeError", span, fmt,
                 object->kind == V_STR     ? "string"
                 : object->kind == V_TUPLE ? "tuple"
                                           : ev_type_name(ev, object),
                 ev_type_name(ev, index));
        return false;
    }
    i += i < 0 ? count : 0;
    if (i < 0 || i >= count)
        return ev_raise(ev, "IndexError", span, "%s index out of range", name);
    *out = (uint32_t)i;
    return true;
}

bool ev_slice_parts(Ev *ev, const Value *const *given, bool of_tensor, const Value **parts, Span span) {
    static const int asked[] = {2, 0, 1}; /* of the step Python asks first */
    for (size_t i = 0; i < COUNT_OF(asked); i++) {
        const Value *part = given[asked[i]];
        const Value *number = ev_may_have_methods(part) ? ev_number_by(ev, part, "__index__", span) : NULL;
        if (ev->fail.kind == FAIL_RAISE && of_tensor) { /* torch has words of its own */
            ev_clear_fail(ev);
            ev_fail(ev, D_UNSUPPORTED_OP, span, "an index of a tensor whose __index__() raises");
        }
        if (ev->fail.kind)
            return false;
        parts[asked[i]] = number ? number : part;
    }
    return true;
}

/* One bound of a slice, clamped as Python does. */
static bool bound(Ev *ev, const Value *part, int64_t count, int64_t step, int64_t missing, int64_t *out, Span span) {
    if (part->kind == V_NONE) {
        *out = missing;
        return true;
    }
    if (!ev_as_int_known(part, out))
        return ev_need_known(ev, part, span);
    *out += *out < 0 ? count : 0;
    int64_t lo = step < 0 ? -1 : 0, hi = step < 0 ? count - 1 : count;
    *out = *out < lo ? lo : *out > hi ? hi : *out;
    return true;
}

bool ev_slice_bounds(Ev *ev, const Value *slice, uint32_t count, int64_t *start, int64_t *stop, int64_t *step,
                     Span span) {
    const Value *parts[3];
    if (!ev_slice_parts(ev, slice->u.tuple.items, false, parts, span))
        return false;
    *step = 1;
    if (parts[2]->kind != V_NONE && !ev_as_int_known(parts[2], step))
        return ev_need_known(ev, parts[2], span);
    if (*step == 0)
        return ev_raise(ev, "ValueError", span, "slice step cannot be zero");
    int64_t n = count;
    return bound(ev, parts[0], n, *step, *step < 0 ? n - 1 : 0, start, span) &&
           bound(ev, parts[1], n, *step, *step < 0 ? -1 : n, stop, span);
}

/* The place after `i`; `stop` where the step leads beyond it, which may be farther than numbers go. */
static int64_t next_place(int64_t i, int64_t stop, int64_t step) {
    bool is_beyond = step > 0 ? step > stop - i : step < stop - i;
    return is_beyond ? stop : i + step;
}

/* A slice of a range, whose items are known, is a range. */
static const Value *slice_of_range(Ev *ev, const Value *range, int64_t start, int64_t stop, int64_t step, Span span) {
    int64_t first = 0, stride = 1;
    ev_as_int_known(range->u.tuple.items[0], &first);
    ev_as_int_known(range->u.tuple.items[2], &stride);
    if (__builtin_mul_overflow(step, stride, &step))
        return ev_fail(ev, D_LIMIT, span, "an integer that needs more than 64 bits");
    const Value *parts[] = {ev_int(ev, first + start * stride), ev_int(ev, first + stop * stride), ev_int(ev, step)};
    return ev_items_value(ev, V_RANGE, parts, COUNT_OF(parts));
}

static const Value *slice_items(Ev *ev, const Value *object, const Value *const *items, uint32_t count,
                                const Value *slice, Span span) {
    int64_t start, stop, step;
    if (!ev_slice_bounds(ev, slice, count, &start, &stop, &step, span))
        return NULL;
    if (object->kind == V_RANGE)
        return slice_of_range(ev, object, start, stop, step, span);
    const Value **picked = arena_array(ev->arena, const Value *, count + 1);
    uint32_t n = 0;
    for (int64_t i = start; step > 0 ? i < stop : i > stop; i = next_place(i, stop, step))
        picked[n++] = items[i];
    if (object->kind == V_LIST)
        return ev_list(ev, picked, n);
    Value *value = (Value *)ev_tuple(ev, picked, n);
    if (ev_is_size(object))
        value->u.tuple.cls = object->u.tuple.cls; /* a slice of a torch.Size is one */
    return value;
}

static const Value *sequence_item(Ev *ev, const Value *object, const Value *index, Span span) {
    const Value *const *items;
    uint32_t count, i;
    if (object->kind == V_LIST && heap_info(ev->heap, object->u.object)) /* a view of a dict */
        return ev_raise(ev, "TypeError", span, "'%s' object is not subscriptable", ev_name_of_operand(ev, object));
    bool known = ev_sequence(ev, object, &items, &count);
    for (i = 0; !known && object->kind == V_RANGE && i < object->u.tuple.count; i++)
        if (object->u.tuple.items[i]->kind == V_INT && !sh_is_const(object->u.tuple.items[i]->u.expr, NULL))
            return ev_need_known(ev, object->u.tuple.items[i], span);
    if (!known)
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "an item of a %s that is not known when compiling",
                       ev_type_name(ev, object));
    if (index->kind == V_SLICE)
        return slice_items(ev, object, items, count, index, span);
    if (ev_is_position_by_data(ev, index, count))
        return ev_item_by_data(ev, items, count, index, span);
    return position(ev, object, sequence_name(object), index, count, &i, span) ? items[i] : NULL;
}

/* The code points from `from` to before `to`. */
static const Value *str_part(Ev *ev, Str text, uint32_t from, uint32_t to) {
    const char *begin = str_place(text, from);
    return ev_str(ev, str_intern(begin, (size_t)(str_place(text, to) - begin)));
}

static const Value *str_item(Ev *ev, const Value *object, const Value *index, Span span) {
    Str text = object->u.str;
    if (!text)
        return ev_need_known(ev, object, span);
    uint32_t count = str_points(text), at;
    int64_t start, stop, step;
    if (index->kind != V_SLICE && ev_is_position_by_data(ev, index, count)) {
        const Value **parts = arena_array(ev->arena, const Value *, count);
        for (uint32_t i = 0; i < count; i++)
            parts[i] = str_part(ev, text, i, i + 1);
        return ev_item_by_data(ev, parts, count, index, span);
    }
    if (index->kind != V_SLICE)
        return position(ev, object, sequence_name(object), index, count, &at, span) ? str_part(ev, text, at, at + 1)
                                                                                    : NULL;
    if (!ev_slice_bounds(ev, index, count, &start, &stop, &step, span))
        return NULL;
    if (step == 1)
        return str_part(ev, text, (uint32_t)start, (uint32_t)(start < stop ? stop : start));
    const Value **items;
    if (!ev_iterate(ev, object, &items, &count, span))
        return NULL;
    Buf picked = {0};
    for (int64_t i = start; step > 0 ? i < stop : i > stop; i = next_place(i, stop, step))
        buf_put(&picked, items[i]->u.str, str_len(items[i]->u.str));
    const Value *value = ev_str(ev, str_intern(picked.data ? picked.data : "", picked.len));
    buf_free(&picked);
    return value;
}

/* The function of the program that stands for an operation of dict in a subclass of it. */
static const Value *dict_method(Ev *ev, const Value *object, const char *name) {
    const ClassInfo *cls = ev_dict_class(object);
    const Value *own = cls ? ev_class_lookup(ev, cls, str_of(name), NULL) : NULL;
    return own && own->kind == V_FUNCTION ? own : NULL;
}

bool ev_dict_defines(Ev *ev, const Value *dict, const char *name) { return dict_method(ev, dict, name) != NULL; }

static const Value *special_item(Ev *ev, const Value *object, const Value *index, Span span) {
    const Value *method = ev_special(ev, object, "__getitem__", span);
    if (method)
        return ev_call1(ev, method, index, span);
    return ev->fail.kind ? NULL
           : object->kind == V_BYTES
               ? ev_fail(ev, D_UNSUPPORTED_OP, span, "indexing of bytes")
               : ev_raise(ev, "TypeError", span, "'%s' object is not subscriptable", ev_type_name(ev, object));
}

static const Value *dict_item(Ev *ev, const Value *object, const Value *index, Span span) {
    return dict_method(ev, object, "__getitem__") ? special_item(ev, object, index, span)
                                                  : ev_plain_dict_item(ev, object, index, span);
}

static const Value *key_error(Ev *ev, const Value *key, Span span) {
    ev_raise(ev, "KeyError", span, "a key is not in the dict");
    if (ev->fail.exception) /* its argument is the key itself */
        heap_set(ev->heap, ev->fail.exception->u.instance.object, str_of("(args)"), ev_tuple(ev, &key, 1));
    return NULL;
}

const Value *ev_dict_value(Ev *ev, const Value *dict, const Value *key) {
    const Value *value = heap_get_key(ev->heap, dict->u.object, key);
    bool may_register = !value && ev->in_driver && key->kind == V_STR && key->u.str;
    return may_register && ev_register(ev, key->u.str) ? heap_get_key(ev->heap, dict->u.object, key) : value;
}

const Value *ev_plain_dict_item(Ev *ev, const Value *object, const Value *index, Span span) {
    if (ev_is_key_by_data(ev, object, index))
        return ev_value_by_data(ev, object, index, NULL, span);
    if (!ev_hashable(ev, index, span))
        return NULL;
    const Value *value = ev_dict_value(ev, object, index);
    if (value)
        return value;
    const ClassInfo *where = NULL;
    const Value *missing =
        ev_dict_class(object) ? ev_class_lookup(ev, ev_dict_class(object), str_of("__missing__"), &where) : NULL;
    if (missing && missing->kind == V_FUNCTION) {
        const Value *args[] = {object, index};
        return ev_class_attr_fact(ev, NULL, where, str_of("__missing__"), missing, span)
                   ? ev_call_values(ev, missing, args, 2, span)
                   : NULL;
    }
    return ev_restart_with_key(ev, object, index, span) ? NULL : key_error(ev, index, span);
}

/* A type made of others: in place of the class, or of the tuple of classes, it is taken for all that it is not asked
 * for. */
const Value *ev_alias(Ev *ev, const Value *type) {
    Value *alias = arena_copy(ev->arena, type, sizeof *type);
    map_put(&ev->memo, MAP_KEY(alias), alias);
    return alias;
}

bool ev_is_alias(const Ev *ev, const Value *type) {
    return (type->kind == V_CLASS || type->kind == V_TUPLE) && map_get(&ev->memo, MAP_KEY(type)) == type;
}

static const Value *indexed_alias(Ev *ev, const Value *alias, const Value *index) {
    map_put(&ev->alias_indices, MAP_KEY(alias), (void *)index);
    return alias;
}

const Value *ev_alias_index(const Ev *ev, const Value *alias) { return map_get(&ev->alias_indices, MAP_KEY(alias)); }

bool ev_has_parameters(const Ev *ev, const Value *v) {
    return ev_is_alias(ev, v) || (v->kind == V_EXTERNAL && ev_alias_index(ev, v));
}

static bool has_no_parameters(const ClassInfo *cls) {
    static const char plain[] = " object int bool float str bytes range NoneType function ";
    if (cls->is_opaque || !cls->module)
        return false;
    if (cls->is_builtin)
        return strstr(plain, str_format(" %s ", cls->name)) != NULL;
    bool is_exception = cls->module->name == str_of("builtins") && !strstr(cls->name, "Group");
    return cls->module->is_main || cls->is_nn_module || is_exception;
}

/* A class of the program that has no __class_getitem__ from anywhere, or a built-in one that has none. */
static bool surely_no_generic(const ClassInfo *cls) {
    bool is_plain = !cls->has_metaclass && !cls->metaclass && !cls->holds_items && !cls->is_namedtuple;
    for (uint32_t i = 0; i < cls->mro_count && is_plain; i++)
        is_plain = has_no_parameters(cls->mro[i]);
    return is_plain;
}

/* A class of the program that says itself that it has parameters, or derives from a container that has. */
static bool surely_generic(const ClassInfo *cls) {
    static const char containers[] = " list dict tuple set frozenset type ";
    bool is_generic = false;
    for (uint32_t i = 0; i < cls->base_count && !is_generic; i++)
        is_generic = !strcmp(cls->bases[i]->name, "Generic");
    for (uint32_t i = 1; i < cls->mro_count && !is_generic; i++) {
        const ClassInfo *base = cls->mro[i];
        is_generic = (base->module && !strcmp(base->module->name, "collections")) ||
                     (base->is_builtin && strstr(containers, str_format(" %s ", base->name)));
    }
    return is_generic;
}

/* Cls[...]: an alias for typing, or the class's own method (enums look up their members). */
static const Value *class_item(Ev *ev, const Value *object, const Value *index, Span span) {
    ClassInfo *cls = object->u.class_info;
    if (cls->is_enum)
        return special_item(ev, object, index, span);
    if (cls->has_metaclass)
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "an item of class %s, which has a metaclass", cls->name);
    const Value *of_meta = ev_meta_attr(ev, cls, str_of("__getitem__"), false, span);
    if (of_meta || ev->fail.kind)
        return of_meta ? ev_call1(ev, of_meta, index, span) : NULL;
    const Value *method = ev_class_lookup(ev, cls, str_of("__class_getitem__"), NULL);
    if (method && (method->kind == V_CLASSMETHOD || method->kind == V_FUNCTION)) {
        const Value *args[] = {object, index};
        return ev_call_values(ev, method->kind == V_CLASSMETHOD ? method->u.tuple.items[0] : method, args, 2, span);
    }
    if (surely_no_generic(cls))
        return ev_raise(ev, "TypeError", span, "type '%s' is not subscriptable", cls->name);
    if (!ev->in_driver && cls->module && cls->module->is_main && !surely_generic(cls))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "%s[...], where the library may have no types with parameters",
                       cls->name);
    return indexed_alias(ev, ev_alias(ev, object), index);
}

static const Value *external_item(Ev *ev, const Value *object, const Value *index, Span span) {
    if (!strncmp(object->u.str, "typing.", 7) ||
        !strncmp(object->u.str, "collections.abc.", 16)) /* it has no instances */
        return indexed_alias(ev, ev_external(ev, str_format("%s[]", object->u.str)), index);
    return ev->in_driver
               ? ev_unknown(ev, NULL, "an item of an object that pyaot cannot see into")
               : ev_fail(ev, D_UNKNOWN_VALUE, span, "an item of '%s', which pyaot cannot see into", object->u.str);
}

static const Value *unknown_item(Ev *ev, const Value *object, const Value *index, Span span) {
    if (ev->in_driver)
        return ev_unknown(ev, NULL, "an item of an unknown object");
    if (ev_restart_with_key(ev, object, index, span))
        return NULL;
    return ev_need(ev, object, HYP_TENSOR_FLAT, DT_NONE, -1, span);
}

static const Value *dtype_item(Ev *ev, const Value *object, const Value *index, Span span) {
    if (ev_tensor_literal)
        return ev_tensor_literal(ev, object->u.dtype, index, span);
    return special_item(ev, object, index, span);
}

typedef const Value *(*GetItem)(Ev *ev, const Value *object, const Value *index, Span span);
static const GetItem getitem_table[V_KIND_COUNT] = {
    [V_TUPLE] = sequence_item, [V_LIST] = sequence_item,       [V_RANGE] = sequence_item,    [V_STR] = str_item,
    [V_DICT] = dict_item,      [V_CLASS] = class_item,         [V_EXTERNAL] = external_item, [V_UNKNOWN] = unknown_item,
    [V_DTYPE] = dtype_item,    [V_SERIES] = ev_series_getitem, [V_ROWS] = ev_rows_getitem,
};

/* Of an index of a tensor: what nothing describes, but what is called as counters are; NULL: nothing. */
static const Value *unknown_counter(const Value *index) {
    const Source *source = index->kind == V_UNKNOWN ? index->source : NULL;
    if (source && source->kind == SRC_ARG && source->name[1] == '\0' && strchr("ijkn", source->name[0]))
        return index;
    const Value *found = NULL;
    for (uint32_t i = 0; index->kind == V_TUPLE && i < index->u.tuple.count && !found; i++)
        found = unknown_counter(index->u.tuple.items[i]);
    return found;
}

/* An object with __index__() as a position: to a tensor, one that is no sequence. NULL failed. */
static const Value *position_of(Ev *ev, const Value *object, const Value *index, Span span) {
    bool by_position = object->kind == V_LIST || object->kind == V_TUPLE || object->kind == V_STR ||
                       object->kind == V_TENSOR || object->kind == V_RANGE;
    const Value *counter = object->kind == V_TENSOR && !ev->in_driver ? unknown_counter(index) : NULL;
    if (counter)
        return ev_need(ev, counter, HYP_INT, DT_NONE, -1, span);
    if (object->kind == V_TENSOR && index->kind == V_INSTANCE && ev_special(ev, index, "__getitem__", span))
        return index;
    if (object->kind == V_TENSOR && index->kind == V_TUPLE)
        return ev_ints_of_enums(ev, index, span);
    const Value *number = by_position && ev_may_have_methods(index) ? ev_number_by(ev, index, "__index__", span) : NULL;
    if (!number && ev->fail.kind == FAIL_RAISE && object->kind == V_TENSOR) { /* torch has words of its own */
        ev_clear_fail(ev);
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "an index of a tensor whose __index__() raises");
    }
    return number || ev->fail.kind ? number : index;
}

const Value *ev_getitem(Ev *ev, const Value *object, const Value *index, Span span) {
    if (object->kind == V_TUPLE && ev_is_alias(ev, object))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "an item of a union");
    if (!(index = position_of(ev, object, index, span)))
        return NULL;
    GetItem get = getitem_table[object->kind] ? getitem_table[object->kind] : special_item;
    return ev_merged(ev, get(ev, object, index, span), span);
}

/* ---- writing
 * ----------------------------------------------------------------------------------------------------------- */

/* list[start:stop:step] = items, as many as there are places; `items` NULL: del */
static bool set_stepped(Ev *ev, const Value *list, int64_t start, int64_t stop, int64_t step, const Value **items,
                        uint32_t count, Span span) {
    const Value **old = heap_items(ev->heap, list->u.object, ev->arena);
    uint32_t n = heap_count(ev->heap, list->u.object), places = 0, total = 0;
    const Value **made = arena_array(ev->arena, const Value *, n + 1);
    for (int64_t i = start; step > 0 ? i < stop : i > stop; i = next_place(i, stop, step), places++)
        old[i] = !items ? NULL : places < count ? items[places] : old[i];
    if (items && places != count)
        return ev_raise(ev, "ValueError", span, "attempt to assign sequence of size %u to extended slice of size %u",
                        count, places) != NULL;
    for (uint32_t i = 0; i < n; i++)
        if (old[i])
            made[total++] = old[i];
    heap_replace(ev->heap, list->u.object, made, total);
    return true;
}

/* `value` NULL: del */
static bool set_list_slice(Ev *ev, const Value *list, const Value *slice, const Value *value, Span span) {
    int64_t start, stop, step;
    const Value **items = NULL, **old = heap_items(ev->heap, list->u.object, ev->arena);
    uint32_t count = 0, n = heap_count(ev->heap, list->u.object), total = 0;
    if (!ev_slice_bounds(ev, slice, n, &start, &stop, &step, span))
        return false;
    if (value && (value->kind == V_NONE || ev_is_number(value)))
        return ev_raise(ev, "TypeError", span,
                        step == 1 ? "can only assign an iterable" : "must assign iterable to extended slice") != NULL;
    if (value && !ev_collect_all(ev, value, &items, &count, span))
        return ev_not_iterated(ev);
    if (step != 1)
        return set_stepped(ev, list, start, stop, step, items, count, span);
    stop = stop < start ? start : stop;
    const Value **made = arena_array(ev->arena, const Value *, n + count);
    for (int64_t i = 0; i < start; i++)
        made[total++] = old[i];
    for (uint32_t i = 0; i < count; i++)
        made[total++] = items[i];
    for (int64_t i = stop; i < n; i++)
        made[total++] = old[i];
    heap_replace(ev->heap, list->u.object, made, total);
    return true;
}

/* A class that defines one of the two has Python look for the other by its name. */
static bool defines(Ev *ev, const Value *object, const char *name) {
    return object->kind == V_INSTANCE && ev_class_lookup(ev, object->u.instance.cls, str_of(name), NULL);
}

/* "doesn't" where the object is some sequence, and is asked by a position. */
static bool refuse_deletion(Ev *ev, const Value *object, const Value *index, Span span) {
    bool is_sequence = object->kind == V_LIST || object->kind == V_TUPLE || object->kind == V_STR ||
                       object->kind == V_RANGE || object->kind == V_SET || object->kind == V_INSTANCE;
    bool is_position = index->kind == V_INT || index->kind == V_BOOL;
    bool is_other = index->kind == V_SLICE || index->kind == V_STR || index->kind == V_NONE || index->kind == V_FLOAT;
    const char *fmt = is_sequence && is_position                          ? "'%s' object doesn't support item deletion"
                      : is_other || (is_position && ev_is_number(object)) ? "'%s' object does not support item deletion"
                                                                          : "'%s' object has no items to delete";
    return ev_raise(ev, "TypeError", span, fmt, ev_type_name(ev, object)) != NULL;
}

static bool special_set(Ev *ev, const Value *object, const char *name, const Value *const *args, uint32_t count,
                        Span span) {
    if (ev_rows_is_list(object))
        return ev_rows_refuse(ev, object, span) != NULL;
    const Value *method = ev_special(ev, object, name, span);
    if (method)
        return ev_call_values(ev, method, args, count, span) != NULL;
    if (ev->fail.kind)
        return false;
    bool deletes = !strcmp(name, "__delitem__");
    const ClassInfo *cls = object->kind == V_INSTANCE ? object->u.instance.cls : NULL;
    bool may_be_of_c = cls && cls->module->is_prelude && strcmp(cls->name, "mappingproxy") != 0;
    if (may_be_of_c) /* which has words of its own */
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "items of %s", ev_type_name(ev, object)) != NULL;
    if (defines(ev, object, deletes ? "__setitem__" : "__delitem__"))
        return ev_raise(ev, "AttributeError", span, deletes ? "__delitem__" : "__setitem__") != NULL;
    if (args[0]->kind == V_TENSOR || args[0]->kind == V_INSTANCE) /* of which a position is asked first */
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "an object as a position where nothing is written") != NULL;
    if (deletes)
        return refuse_deletion(ev, object, args[0], span);
    return ev_raise(ev, "TypeError", span, "'%s' object does not support item assignment", ev_type_name(ev, object)) !=
           NULL;
}

bool ev_plain_dict_set(Ev *ev, const Value *object, const Value *key, const Value *value, Span span) {
    const Value *owner = ev_dict_owner(ev, object);
    if (owner)
        return ev_set_own(ev, owner, key, value, span);
    if (!ev_dict_class(object) && ev_restart_open(ev, object, span))
        return false;
    bool is_chosen = !object->source && ev_is_key_by_data(ev, object, key);
    if (!ev_may_write(ev, object, object->u.object, span) || (!is_chosen && !ev_hashable(ev, key, span)))
        return false;
    if (is_chosen)
        return ev_set_by_data(ev, object, key, value, span);
    if (object->source && !ev_will_replace(ev, heap_get_key(ev->heap, object->u.object, key), value, span))
        return false;
    heap_set_key(ev->heap, object->u.object, key, value);
    return true;
}

bool ev_plain_dict_delete(Ev *ev, const Value *object, const Value *key, Span span) {
    const Value *owner = ev_dict_owner(ev, object);
    if (owner && key->kind == V_STR && heap_get_key(ev->heap, object->u.object, key))
        return ev_delete_own(ev, owner, key->u.str, span);
    if (!ev_may_write(ev, object, object->u.object, span) || !ev_hashable(ev, key, span))
        return false;
    if (!heap_get_key(ev->heap, object->u.object, key))
        return key_error(ev, key, span);
    heap_remove_key(ev->heap, object->u.object, key);
    return true;
}

bool ev_setitem(Ev *ev, const Value *object, const Value *index, const Value *value, Span span) {
    const Value *args[] = {index, value};
    uint32_t i;
    switch (object->kind) {
    case V_LIST:
        if (heap_info(ev->heap, object->u.object)) /* a view of a dict */
            return ev_raise(ev, "TypeError", span, "'%s' object does not support item assignment",
                            ev_name_of_operand(ev, object)) != NULL;
        if (!ev_may_write(ev, object, object->u.object, span))
            return false;
        if (index->kind == V_SLICE)
            return set_list_slice(ev, object, index, value, span);
        if (!object->source && ev_is_position_by_data(ev, index, heap_count(ev->heap, object->u.object)))
            return ev_put_by_data(ev, object, index, value, span);
        if (!position(ev, object, LIST_THAT_IS_WRITTEN, index, heap_count(ev->heap, object->u.object), &i, span))
            return false;
        if (!ev_will_replace(ev, object->source ? heap_at(ev->heap, object->u.object, i) : NULL, value, span))
            return false;
        heap_put_at(ev->heap, object->u.object, i, value);
        return true;
    case V_DICT:
        return dict_method(ev, object, "__setitem__") ? special_set(ev, object, "__setitem__", args, 2, span)
                                                      : ev_plain_dict_set(ev, object, index, value, span);
    case V_UNKNOWN:
        return ev_is_open(ev, object, V_DICT) || index->kind == V_STR
                   ? ev_put_open(ev, object, index, value, span)
                   : ev_need(ev, object, HYP_TENSOR_FLAT, DT_NONE, -1, span) != NULL;
    case V_EXTERNAL:
        return ev_fail(ev, D_SIDE_EFFECT, span, "an item of '%s' is assigned", object->u.str);
    case V_SERIES:
        return ev_series_unroll(ev, object, span) != NULL;
    case V_TENSOR:
        for (i = 0; i < COUNT_OF(args); i++)
            if (!(args[i] = ev_ints_of_enums(ev, args[i], span)))
                return false;
        return special_set(ev, object, "__setitem__", args, 2, span);
    default:
        return special_set(ev, object, "__setitem__", args, 2, span);
    }
}

bool ev_delitem(Ev *ev, const Value *object, const Value *index, Span span) {
    uint32_t i;
    switch (object->kind) {
    case V_LIST:
        if (heap_info(ev->heap, object->u.object))
            return ev_raise(ev, "TypeError", span,
                            index->kind == V_INT || index->kind == V_BOOL
                                ? "'%s' object doesn't support item deletion"
                                : "'%s' object does not support item deletion",
                            ev_name_of_operand(ev, object)) != NULL;
        if (index->kind == V_SLICE)
            return ev_may_write(ev, object, object->u.object, span) && set_list_slice(ev, object, index, NULL, span);
        if (!ev_may_write(ev, object, object->u.object, span) ||
            !position(ev, object, LIST_THAT_IS_WRITTEN, index, heap_count(ev->heap, object->u.object), &i, span))
            return false;
        heap_remove_at(ev->heap, object->u.object, i);
        return true;
    case V_DICT:
        return dict_method(ev, object, "__delitem__") ? special_set(ev, object, "__delitem__", &index, 1, span)
                                                      : ev_plain_dict_delete(ev, object, index, span);
    case V_SERIES:
        return ev_series_unroll(ev, object, span) != NULL;
    default:
        return special_set(ev, object, "__delitem__", &index, 1, span);
    }
}
