/* What driver code passed to a function, and what the function found in globals and closures, as it was when it was
 * called: copies of those lists, dicts and objects that changed later. The changes are on the heap's trail, so that
 * nothing is copied before it is known to be needed. */
#include "analysis/snapshot.h"
#include "analysis/ev_internal.h"
#include "analysis/exemplar.h"

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

/* The attributes that an object of a subclass of dict has beside its items. */
static const Value *attributes_of(const Value *value) {
    return value->kind == V_DICT && ev_dict_class(value) ? value->u.instance.exemplar : NULL;
}

static bool is_changed(Snapshot *s, const Value *value) {
    if (value->kind == V_TUPLE) {
        for (uint32_t i = 0; i < value->u.tuple.count; i++)
            if (is_changed(s, value->u.tuple.items[i]))
                return true;
        return false;
    }
    if (value->kind == V_METHOD)
        return is_changed(s, value->u.method.self);
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
    const Value *attributes = attributes_of(value);
    return attributes && is_changed(s, attributes);
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
    if (value->kind == V_METHOD) {
        Value *copy = arena_copy(ev->arena, value, sizeof *value);
        copy->u.method.self = copied(s, value->u.method.self);
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
    if (attributes_of(value))
        copy->u.instance.exemplar = copied(s, attributes_of(value));
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

Moment *moment_new(Ev *ev, uint32_t mark) {
    Moment *moment = arena_new_of(ev->arena, Moment);
    moment->mark = mark;
    map_init(&moment->copies, ev->arena);
    map_init(&moment->read, ev->arena);
    map_init(&moment->variables, ev->arena);
    return moment;
}

void snapshot_take(Ev *ev, const Value **values, uint32_t count, Moment *moment) {
    if (!snapshot_changed(ev, values, count, moment->mark, UINT32_MAX))
        return;
    Snapshot s = {.ev = ev, .from = moment->mark, .to = UINT32_MAX, .seen = &moment->copies};
    for (uint32_t i = 0; i < count; i++)
        values[i] = values[i] ? copied(&s, values[i]) : NULL;
}

const Value *ev_as_it_was(Ev *ev, const Value *value) {
    Moment *moment = ev->in_driver ? NULL : ev->moment;
    ObjId object = moment ? object_of(value) : 0;
    if (!object || object >= ev->base_objects)
        return value;
    map_put(&moment->read, MAP_KEY(value), (void *)value);
    const Value *copy = map_get(&moment->copies, object);
    if (copy)
        return copy;
    snapshot_take(ev, &value, 1, moment);
    return value;
}

const Value *ev_variable_as_it_was(Ev *ev, ObjId scope, Str name, const Value *value) {
    if (ev->in_driver || !ev->moment)
        return value;
    map_put(&ev->moment->variables, MAP_KEY(name), (void *)(uintptr_t)scope);
    const HeapSlot *slot = heap_find_slot(heap_content_at(ev->heap, ev->moment->mark, scope), MAP_KEY(name), NULL);
    return ev_as_it_was(ev, slot && slot->value ? slot->value : value);
}

static const HeapSlot *variable_at(Ev *ev, uint32_t mark, ObjId scope, uint64_t name) {
    return heap_find_slot(heap_content_at(ev->heap, mark, scope), name, NULL);
}

bool moment_differs(Ev *ev, const Moment *moment, uint32_t mark) {
    uint32_t from = moment->mark < mark ? moment->mark : mark, to = moment->mark < mark ? mark : moment->mark;
    if (!heap_wrote(ev->heap, from, to))
        return false;
    if (snapshot_changed(ev, (const Value *const *)moment->read.values, moment->read.len, from, to))
        return true;
    for (uint32_t i = 0; i < moment->variables.len; i++) {
        ObjId scope = (ObjId)(uintptr_t)moment->variables.values[i];
        const HeapSlot *a = variable_at(ev, from, scope, moment->variables.keys[i]);
        const HeapSlot *b = variable_at(ev, to, scope, moment->variables.keys[i]);
        if (a && b && a->value != b->value && !exemplars_alike(ev, NULL, &a->value, &b->value, 1))
            return true;
    }
    return false;
}
