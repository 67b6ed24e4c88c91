/* copy.deepcopy() of objects of driver code: prim.deep_copy(object).
 *
 * Instances, containers and tensors are copied, each once, so that what was shared is shared in the copy; all else is
 * immutable, or, like a class or a function, copied by reference, as the standard library does. A class that says how
 * it is copied (__deepcopy__, __reduce__ and the like) is not looked into. */
#include "analysis/ev_internal.h"
#include "analysis/tensor.h"

typedef struct Copier {
    Ev *ev;
    Map done; /* ObjId, or storage of a tensor -> the copy */
    Span span;
} Copier;

static const Value *copy_of(Copier *c, const Value *value);

static Value *start_copy(Copier *c, const Value *value, ObjId old, ObjKind kind) {
    Value *made = arena_copy(c->ev->arena, value, sizeof *value);
    ObjId object = heap_make(c->ev->heap, kind, 0, NULL);
    if (value->kind == V_INSTANCE)
        made->u.instance.object = object;
    else
        made->u.object = object;
    map_put(&c->done, old, made);
    return made;
}

static const Value *copy_contents(Copier *c, const Value *value, ObjId old) {
    Ev *ev = c->ev;
    const Value *known = map_get(&c->done, old);
    if (known)
        return known;
    Value *made = start_copy(c, value, old, heap_kind(ev->heap, old));
    ObjId object = value->kind == V_INSTANCE ? made->u.instance.object : made->u.object;
    const HeapContent *content = heap_content(ev->heap, old);
    for (uint32_t i = 0; i < content->count; i++) {
        const HeapSlot *slot = &content->slots[i];
        const Value *item = slot->value ? copy_of(c, slot->value) : NULL;
        if (slot->value && !item)
            return NULL;
        if (value->kind == V_LIST)
            heap_append(ev->heap, object, item);
        else if (value->kind == V_INSTANCE)
            heap_set(ev->heap, object, slot->name, item);
        else
            heap_set_key(ev->heap, object, slot->key, item);
    }
    return made;
}

static const Value *copy_instance(Copier *c, const Value *value) {
    static const char *const own_ways[] = {"__deepcopy__", "__reduce__", "__reduce_ex__", "__getstate__",
                                           "__setstate__"};
    const ClassInfo *cls = value->u.instance.cls;
    if (cls->is_enum)
        return value;
    for (size_t i = 0; i < COUNT_OF(own_ways); i++) {
        const ClassInfo *where = NULL;
        if (ev_class_lookup(c->ev, cls, str_of(own_ways[i]), &where) && where->module && where->module->is_main)
            return ev_fail(c->ev, D_UNSUPPORTED_OP, c->span, "a copy of a %s, which says itself how it is copied",
                           cls->name);
    }
    return copy_contents(c, value, value->u.instance.object);
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

static const Value *copy_items(Copier *c, const Value *value) {
    const Value **items = arena_array(c->ev->arena, const Value *, value->u.tuple.count + 1);
    for (uint32_t i = 0; i < value->u.tuple.count; i++)
        if (!(items[i] = copy_of(c, value->u.tuple.items[i])))
            return NULL;
    Value *made = arena_copy(c->ev->arena, value, sizeof *made);
    made->u.tuple.items = items;
    return made;
}

static const Value *copy_of(Copier *c, const Value *value) {
    if (!ev_enter(c->ev, c->span))
        return NULL;
    const Value *made = value;
    if (value->kind == V_INSTANCE)
        made = copy_instance(c, value);
    else if (value->kind == V_LIST || value->kind == V_DICT || value->kind == V_SET)
        made = copy_contents(c, value, value->u.object);
    else if (value->kind == V_TENSOR)
        made = copy_tensor(c, value);
    else if (value->kind == V_TUPLE)
        made = copy_items(c, value);
    ev_leave(c->ev);
    return made;
}

PRIM(prim_deep_copy) {
    (void)self;
    if (!ev->in_driver)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "deepcopy()");
    Copier copier = {.ev = ev, .span = span};
    map_init(&copier.done, ev->arena);
    return copy_of(&copier, args->args[0]);
}
