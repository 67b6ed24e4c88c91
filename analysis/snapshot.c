/* What driver code passed to a function, as it was when it was called: copies of those lists, dicts and objects that
 * changed later. The changes are on the heap's trail, so that nothing is copied before it is known to be needed. */
#include "analysis/ev_internal.h"

typedef struct Snapshot {
    Ev *ev;
    uint32_t from, to; /* marks */
    Map *seen;         /* ObjId -> its copy; while searching: the objects that were visited */
} Snapshot;

static ObjId object_of(const Value *value) {
    switch (value->kind) {
    case V_LIST:
    case V_DICT:
    case V_SET:
        return value->u.object;
    case V_TENSOR:
        return value->u.tensor.attributes;
    case V_INSTANCE:
        return value->u.instance.cls->is_enum ? 0 : value->u.instance.object;
    default:
        return 0;
    }
}

static bool is_changed(Snapshot *s, const Value *value) {
    if (value->kind == V_TUPLE) {
        for (uint32_t i = 0; i < value->u.tuple.count; i++)
            if (is_changed(s, value->u.tuple.items[i]))
                return true;
        return false;
    }
    ObjId object = object_of(value);
    if (!object || map_has(s->seen, object))
        return false;
    map_put(s->seen, object, s);
    if (heap_was_written(s->ev->heap, object, s->from, s->to))
        return true;
    const HeapContent *content = heap_content(s->ev->heap, object);
    for (uint32_t i = 0; i < content->count; i++)
        if (is_changed(s, content->slots[i].value))
            return true;
    return false;
}

static const Value *copied(Snapshot *s, const Value *value) {
    Ev *ev = s->ev;
    if (value->kind == V_TUPLE) {
        Value *copy = arena_copy(ev->arena, value, sizeof *value);
        copy->u.tuple.items = arena_array(ev->arena, const Value *, value->u.tuple.count + 1);
        for (uint32_t i = 0; i < value->u.tuple.count; i++)
            copy->u.tuple.items[i] = copied(s, value->u.tuple.items[i]);
        return copy;
    }
    ObjId object = object_of(value);
    if (!object)
        return value;
    if (map_has(s->seen, object))
        return map_get(s->seen, object);
    Value *copy = arena_copy(ev->arena, value, sizeof *value);
    ObjId made = heap_make(ev->heap, heap_kind(ev->heap, object), 0, heap_info(ev->heap, object));
    if (value->kind == V_INSTANCE)
        copy->u.instance.object = made;
    else if (value->kind == V_TENSOR)
        copy->u.tensor.attributes = made;
    else
        copy->u.object = made;
    map_put(s->seen, object, copy);
    const HeapContent *content = heap_content_at(ev->heap, s->from, object);
    for (uint32_t i = 0; i < content->count; i++) {
        const HeapSlot *slot = &content->slots[i];
        const Value *item = copied(s, slot->value);
        if (value->kind == V_LIST)
            heap_append(ev->heap, made, item);
        else if (value->kind == V_INSTANCE || value->kind == V_TENSOR)
            heap_set(ev->heap, made, slot->name, item);
        else
            heap_set_key(ev->heap, made, slot->key, item);
    }
    return copy;
}

bool snapshot_changed(Ev *ev, const Value *const *values, uint32_t count, uint32_t from, uint32_t to) {
    Snapshot s = {.ev = ev, .from = from, .to = to, .seen = &ev->changed_seen};
    map_clear(s.seen);
    for (uint32_t i = 0; i < count && heap_wrote(ev->heap, from, to); i++)
        if (values[i] && is_changed(&s, values[i]))
            return true;
    return false;
}

void snapshot_take(Ev *ev, const Value **values, uint32_t count, uint32_t mark) {
    if (!snapshot_changed(ev, values, count, mark, UINT32_MAX))
        return;
    Map copies;
    map_init(&copies, ev->arena);
    Snapshot s = {.ev = ev, .from = mark, .to = UINT32_MAX, .seen = &copies};
    for (uint32_t i = 0; i < count; i++)
        values[i] = values[i] ? copied(&s, values[i]) : NULL;
}
