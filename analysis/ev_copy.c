/* copy.copy() and copy.deepcopy(): prim.shallow_copy(object), prim.deep_copy(object, memo).
 *
 * Instances, containers and tensors are copied, each once, so that what was shared is shared in the copy; all else is
 * immutable, or, like a class or a function, copied by reference, as the standard library does. A class that says how
 * it is copied (__reduce__ and the like) is not looked into; __deepcopy__() of the program is called. */
#include "analysis/ev_internal.h"
#include "analysis/tensor.h"

typedef struct Copier {
    Ev *ev;
    Map done;          /* ObjId, or storage of a tensor -> the copy */
    const Value *memo; /* what __deepcopy__() is given; NULL: none was called */
    Span span;
} Copier;

static const Value *copy_of(Copier *c, const Value *value);

static Value *start_copy(Copier *c, const Value *value, ObjId old, ObjKind kind) {
    Value *made = arena_copy(c->ev->arena, value, sizeof *value);
    made->source = NULL;
    ObjId object = heap_make(c->ev->heap, kind, 0, NULL);
    if (value->kind == V_INSTANCE)
        made->u.instance.object = object;
    else
        made->u.object = object;
    map_put(&c->done, old, made);
    return made;
}

/* The key of a dict, or member of a set, in a deep copy. A new object gives its hash anew: members then have an order
 * that nobody knows. */
static const Value *copy_key(Copier *c, const Value *key, bool is_ordered) {
    const Value *made = copy_of(c, key);
    if (!made || made == key)
        return made;
    if (!is_ordered)
        return ev_fail(c->ev, D_UNSUPPORTED_OP, c->span, "a deep copy of a set of several objects") ? made : NULL;
    return ev_hashable(c->ev, made, c->span) ? made : NULL;
}

static const Value *copy_slots(Copier *c, const Value *value, ObjId old, bool deep) {
    Ev *ev = c->ev;
    const Value *known = map_get(&c->done, old);
    if (known)
        return known;
    Value *made = start_copy(c, value, old, heap_kind(ev->heap, old));
    ObjId object = value->kind == V_INSTANCE ? made->u.instance.object : made->u.object;
    const HeapContent *content = heap_content(ev->heap, old);
    for (uint32_t i = 0; i < content->count; i++) {
        const HeapSlot *slot = &content->slots[i];
        bool is_set = value->kind == V_SET, is_copied = slot->value && deep;
        const Value *item = is_copied && !is_set ? copy_of(c, slot->value) : slot->value, *key = slot->key;
        if (is_copied && (is_set || value->kind == V_DICT) && item)
            key = copy_key(c, slot->key, !is_set || content->count == 1);
        if (slot->value && (!item || (is_copied && slot->key && !key)))
            return NULL;
        if (value->kind == V_LIST)
            heap_append(ev->heap, object, item);
        else if (value->kind == V_INSTANCE)
            heap_set(ev->heap, object, slot->name, item);
        else
            heap_set_key(ev->heap, object, key, is_set ? key : item);
    }
    return made;
}

static const Value *copy_contents(Copier *c, const Value *value, ObjId old) { return copy_slots(c, value, old, true); }

/* A class of the program that says itself how its objects are copied, or is asked for methods that would say so. */
static bool is_own_way(Copier *c, ClassInfo *cls) {
    static const char *const own_ways[] = {"__deepcopy__",      "__reduce__",   "__reduce_ex__",
                                           "__getstate__",      "__setstate__", "__getnewargs__",
                                           "__getnewargs_ex__", "__getattr__",  "__getattribute__"};
    size_t count = COUNT_OF(own_ways) - (c->ev->in_driver ? 2 : 0); /* mostly they know none */
    for (size_t i = 0; i < count; i++) {
        const ClassInfo *where = NULL;
        if (ev_class_lookup(c->ev, cls, str_of(own_ways[i]), &where) && where->module && where->module->is_main)
            return true;
    }
    return false;
}

static const Value *refuse_own_way(Copier *c, const ClassInfo *cls) {
    return ev_fail(c->ev, D_UNSUPPORTED_OP, c->span, "a copy of a %s, which says itself how it is copied", cls->name);
}

/* A class of the program with a __deepcopy__(), which is called once for an object. What it is given as memo leads a
 * copy of its parts back here, and says nothing else. */
static const Value *copy_by_method(Copier *c, const Value *value) {
    Ev *ev = c->ev;
    ObjId old = value->u.instance.object;
    const Value *made = map_get(&c->done, old), *cls = made ? NULL : ev_prelude(ev, "copy", "Memo");
    if (made)
        return made;
    if (!c->memo) {
        if (!cls || !(c->memo = ev_call_values(ev, cls, NULL, 0, c->span)))
            return NULL;
        map_put(&ev->memo, MAP_KEY(c->memo), c);
    }
    made = ev_call_method(ev, value, "__deepcopy__", &c->memo, 1, c->span);
    if (made)
        map_put(&c->done, old, (void *)(uintptr_t)made);
    return made;
}

static const Value *copy_instance(Copier *c, const Value *value) {
    ClassInfo *cls = value->u.instance.cls;
    const ClassInfo *where = NULL;
    if (cls->is_enum)
        return value;
    const Value *own = c->ev->in_driver ? NULL : ev_class_lookup(c->ev, cls, str_of("__deepcopy__"), &where);
    if (own && own->kind == V_FUNCTION && where->module && where->module->is_main)
        return copy_by_method(c, value);
    return is_own_way(c, cls) ? refuse_own_way(c, cls) : copy_contents(c, value, value->u.instance.object);
}

/* Memory of its own. Views of one memory become separate: nobody writes to them before they are examples only. */
static const Value *copy_tensor(Copier *c, const Value *value) {
    Ev *ev = c->ev;
    ObjId storage = value->u.tensor.storage;
    const Value *known = map_get(&c->done, storage);
    if (known && known->u.tensor.node->type.rank == value->u.tensor.node->type.rank)
        return known;
    IrSpec spec = {.op = OP_EMPTY, .type = value->u.tensor.node->type, .span = c->span};
    spec.type.strides = NULL;
    Value *made = arena_copy(ev->arena, ev_tensor_fresh(ev, ir_build(ev->region, &spec)), sizeof *made);
    made->u.tensor.is_parameter = value->u.tensor.is_parameter;
    map_put(&c->done, storage, made);
    return made;
}

/* Storage by storage: a tensor that is all of its storage, row after row. */
static const Value *clone_tensor(Copier *c, const Value *value) {
    Ev *ev = c->ev;
    const Value *known = map_get(&c->done, value->u.tensor.storage);
    IrNode *node = ev_tensor_node(ev, value);
    bool whole = ir_memory(node) == node && ir_is_row_major(ev->shapes, &node->type);
    if (known || !whole)
        return ev_fail(ev, D_UNSUPPORTED_OP, c->span, "a copy of a view of a tensor");
    const Value *made = ev_call_method(ev, value, "clone", NULL, 0, c->span);
    if (made)
        map_put(&c->done, value->u.tensor.storage, (void *)(uintptr_t)made);
    return made;
}

/* A tuple of a class is made anew by its __new__(), whatever it holds. */
static const Value *copy_named_tuple(Copier *c, const Value *value, const Value **items) {
    static const char *const own_ways[] = {"__new__", "__copy__"};
    ClassInfo *cls = value->u.tuple.cls;
    bool is_plain = cls->is_namedtuple && !is_own_way(c, cls);
    for (size_t i = 0; i < COUNT_OF(own_ways) && is_plain; i++) {
        const ClassInfo *where = NULL;
        is_plain = !ev_class_lookup(c->ev, cls, str_of(own_ways[i]), &where) || !where->module->is_main;
    }
    if (!is_plain && !c->ev->in_driver)
        return refuse_own_way(c, cls);
    Value *made = arena_copy(c->ev->arena, value, sizeof *made);
    made->u.tuple.items = items;
    made->source = NULL;
    return made;
}

static const Value *copy_items(Copier *c, const Value *value) {
    const Value **items = arena_array(c->ev->arena, const Value *, value->u.tuple.count + 1);
    bool same = true;
    for (uint32_t i = 0; i < value->u.tuple.count; i++) {
        if (!(items[i] = copy_of(c, value->u.tuple.items[i])))
            return NULL;
        same = same && items[i] == value->u.tuple.items[i];
    }
    if (value->u.tuple.cls)
        return copy_named_tuple(c, value, items);
    if (same)
        return value;
    Value *made = arena_copy(c->ev->arena, value, sizeof *made);
    made->u.tuple.items = items;
    made->source = NULL;
    return made;
}

/* In compiled code: what the program made, and containers of the caller, whose items are all known. */
static bool can_copy(Copier *c, const Value *value, bool deep) {
    Ev *ev = c->ev;
    if (ev->in_driver)
        return true;
    const char *why = NULL;
    if (value->kind == V_TENSOR && ev_may_have_attributes(ev, value))
        why = "tensor with attributes of the program";
    else if (value->kind == V_TENSOR && (!deep || value->u.tensor.is_parameter || !value->u.tensor.is_fresh))
        why = "tensor that has not been made here";
    else if (value->kind == V_INSTANCE && !value->u.instance.cls->is_enum &&
             (value->source || value->u.instance.cls->is_nn_module || value->u.instance.cls->module->is_prelude))
        why = ev_type_name(ev, value);
    else if (ev_dict_class(value) || (value->kind == V_DICT && heap_info(ev->heap, value->u.object)))
        why = "dict of a class of its own";
    else if (value->kind == V_LIST && heap_info(ev->heap, value->u.object))
        why = "view of a dict";
    else if (value->kind == V_UNKNOWN || value->kind == V_EXTERNAL || value->kind == V_ROWS ||
             value->kind == V_SERIES || value->kind == V_ITERATOR || value->kind == V_PARTIAL ||
             value->kind == V_METHOD || (deep && value->kind == V_SLICE))
        why = ev_type_name(ev, value);
    return !why || ev_fail(ev, D_UNSUPPORTED_OP, c->span, "a copy of a %s", why);
}

static const Value *copy_of(Copier *c, const Value *value) {
    if (!can_copy(c, value, true) || !ev_enter(c->ev, c->span))
        return NULL;
    const Value *made = value;
    if (value->kind == V_INSTANCE)
        made = copy_instance(c, value);
    else if (value->kind == V_LIST || value->kind == V_DICT || value->kind == V_SET)
        made = copy_contents(c, value, value->u.object);
    else if (value->kind == V_TENSOR)
        made = c->ev->in_driver ? copy_tensor(c, value) : clone_tensor(c, value);
    else if (value->kind == V_TUPLE)
        made = copy_items(c, value);
    ev_leave(c->ev);
    return made;
}

/* The copy under way that gave this memo; NULL: it is something else. */
static Copier *copier_of(Ev *ev, const Value *memo) {
    const Value *cls = memo->kind == V_INSTANCE ? ev_prelude(ev, "copy", "Memo") : NULL;
    return cls && cls->u.class_info == memo->u.instance.cls ? map_get(&ev->memo, MAP_KEY(memo)) : NULL;
}

PRIM(prim_deep_copy) {
    (void)self;
    const Value *memo = args->args[1];
    Copier copier = {.ev = ev, .span = span}, *known = copier_of(ev, memo);
    if (known)
        return copy_of(known, args->args[0]);
    if (memo->kind != V_NONE)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "deepcopy() with a memo");
    map_init(&copier.done, ev->arena);
    const Value *made = copy_of(&copier, args->args[0]);
    if (copier.memo)
        map_put(&ev->memo, MAP_KEY(copier.memo), NULL);
    return made;
}

/* An object of a class of the program that derives from dict. */
static const Value *copy_dict_object(Copier *c, const Value *value) {
    Ev *ev = c->ev;
    ClassInfo *cls = ev_dict_class(value);
    const Value *own = ev_class_lookup(ev, cls, str_of("__copy__"), NULL);
    if (own && own->kind == V_FUNCTION)
        return ev_call_method(ev, value, "__copy__", NULL, 0, c->span);
    bool of_library = false; /* which says how it is copied */
    for (uint32_t i = 0; i < cls->mro_count; i++)
        of_library = of_library || (cls->mro[i]->module && cls->mro[i]->module->is_prelude && !cls->mro[i]->is_builtin);
    if (of_library || is_own_way(c, cls))
        return refuse_own_way(c, cls);
    const Value *by_items = ev_prelude(ev, "copy", str_of("with_items_of"));
    return by_items ? ev_call_values(ev, by_items, &value, 1, c->span) : NULL;
}

/* The container or object is another one, what it holds is the same. */
PRIM(prim_shallow_copy) {
    (void)self;
    const Value *value = args->args[0];
    if (value->kind == V_FUNCTION && value->u.function->is_prelude) /* it may be an object in Python */
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "a copy of a function of the library");
    Copier copier = {.ev = ev, .span = span};
    map_init(&copier.done, ev->arena);
    ClassInfo *cls = value->kind == V_INSTANCE ? value->u.instance.cls : NULL;
    const Value *own = cls ? ev_class_lookup(ev, cls, str_of("__copy__"), NULL) : NULL;
    if (own && own->kind == V_FUNCTION)
        return ev_call_method(ev, value, "__copy__", NULL, 0, span);
    ClassInfo *of_dict = ev_dict_class(value);
    if (of_dict && of_dict->module && !of_dict->module->is_prelude)
        return copy_dict_object(&copier, value);
    bool by_method = cls && ev_is_deque(cls);
    if (by_method || ev_dict_class(value) || (value->kind == V_SET && !value->u.instance.cls))
        return ev_call_method(ev, value, "copy", NULL, 0, span);
    bool of_caller = cls && value->source && !ev->in_driver && !cls->is_enum && !cls->is_nn_module &&
                     !cls->holds_items && !cls->is_opaque && !ev_has_slots(ev, cls) && !cls->module->is_prelude;
    if (!of_caller && !can_copy(&copier, value, false))
        return NULL;
    if (cls && is_own_way(&copier, cls))
        return refuse_own_way(&copier, cls);
    const Value *by_attributes = of_caller ? ev_prelude(ev, "copy", str_of("with_attributes_of")) : NULL;
    if (of_caller)
        return by_attributes ? ev_call_values(ev, by_attributes, &value, 1, span) : NULL;
    if (cls && cls->holds_items)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "a copy of a %s", ev_type_name(ev, value));
    if (value->kind == V_TUPLE && value->u.tuple.cls)
        return copy_named_tuple(&copier, value, value->u.tuple.items);
    bool is_object = (cls && !cls->is_enum) || value->kind == V_LIST || value->kind == V_DICT;
    if (!is_object)
        return value;
    ObjId old = cls ? value->u.instance.object : value->u.object;
    return copy_slots(&copier, value, old, false);
}
