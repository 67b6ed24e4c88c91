/* Which objects of the heap, and which storages, can be reached from given values and objects. */
#include "analysis/ev_internal.h"

Reach ev_reach_new(Ev *ev, ObjId first) {
    uint32_t count = heap_object_count(ev->heap) - first;
    return (Reach){.ev = ev,
                   .first = first,
                   .storages = arena_array(ev->arena, bool, count),
                   .seen = arena_array(ev->arena, bool, count)};
}

void ev_reach_object(Reach *reach, ObjId object) {
    if (object < reach->first || reach->seen[object - reach->first])
        return;
    reach->seen[object - reach->first] = true;
    vec_push(reach->ev->arena, &reach->objects, object);
}

static void mention_function(Reach *reach, const Function *f) {
    const AstNode *params = !f->def                      ? NULL
                            : f->def->kind == AST_Lambda ? f->def->u.Lambda.args
                                                         : f->def->u.FunctionDef.args;
    for (uint32_t i = 0; i < f->default_count; i++)
        ev_reach_value(reach, f->defaults[i]);
    for (uint32_t i = 0; params && f->kw_defaults && i < params->u.arguments.kw_defaults.len; i++)
        ev_reach_value(reach, f->kw_defaults[i]);
    ev_reach_value(reach, f->wrapped);
    ev_reach_object(reach, f->attributes);
    ev_reach_object(reach, f->closure);
}

static void mention_class(Reach *reach, const ClassInfo *cls) {
    for (uint32_t i = 0; cls && i < cls->mro_count; i++)
        ev_reach_object(reach, cls->mro[i]->dict);
}

void ev_reach_value(Reach *reach, const Value *v) {
    if (!v)
        return;
    switch (v->kind) {
    case V_TENSOR:
        if (v->u.tensor.storage >= reach->first)
            reach->storages[v->u.tensor.storage - reach->first] = true;
        break;
    case V_TUPLE:
    case V_SLICE:
    case V_ROWS:
    case V_PROPERTY:
    case V_STATICMETHOD:
    case V_CLASSMETHOD:
        for (uint32_t i = 0; i < v->u.tuple.count; i++)
            ev_reach_value(reach, v->u.tuple.items[i]);
        break;
    case V_INSTANCE:
        ev_reach_object(reach, v->u.instance.object);
        mention_class(reach, v->u.instance.cls);
        break;
    case V_DICT:
        ev_reach_object(reach, v->u.object);
        if (ev_dict_class(v))
            ev_reach_value(reach, v->u.instance.exemplar);
        break;
    case V_LIST:
    case V_SET:
    case V_CELL:
    case V_ITERATOR:
    case V_PARTIAL:
        ev_reach_object(reach, v->u.object);
        break;
    case V_CLASS:
        mention_class(reach, v->u.class_info);
        break;
    case V_METHOD:
        ev_reach_value(reach, v->u.method.function);
        ev_reach_value(reach, v->u.method.self);
        break;
    case V_BUILTIN:
        ev_reach_value(reach, v->u.builtin.self);
        break;
    case V_SUPER:
        ev_reach_value(reach, v->u.super.self);
        break;
    case V_FUNCTION:
        mention_function(reach, v->u.function);
        break;
    default:
        break;
    }
}

void ev_reach_content(Reach *reach, const HeapContent *content) {
    for (uint32_t i = 0; i < content->count; i++) {
        ev_reach_value(reach, content->slots[i].key);
        ev_reach_value(reach, content->slots[i].value);
    }
}

Reach ev_reach_roots(Ev *ev, ObjId object, ObjIdVec *holders) {
    ObjId first;
    *holders = ev_holders(ev, object, &first);
    Reach reach = ev_reach_new(ev, first);
    for (const Frame *frame = ev->frame; frame; frame = frame->parent)
        ev_reach_object(&reach, frame->scope);
    for (uint32_t i = 0; i < holders->len; i++) {
        ObjId holder = holders->data[i];
        if (holder < first)
            vec_push(ev->arena, &reach.objects, holder);
        else if (heap_is_older(ev->heap, holder, ev->base_objects))
            ev_reach_object(&reach, holder);
    }
    return reach;
}

/* ---- what a function leaves behind ----------------------------------------------------------------------------------
 */

bool ev_is_left_behind(const Merge *merge, ObjId object) {
    Ev *ev = merge->ev;
    const Heap *heap = ev->heap;
    const HeapDelta *deltas[] = {merge->left_delta, merge->right_delta};
    if (!merge->own_from || object < merge->own_from || heap_is_lasting(heap, object))
        return false;
    Reach reach = ev_reach_new(ev, merge->own_from);
    for (int side = 0; side < 2; side++) {
        ev_reach_value(&reach, merge->values[side]);
        for (uint32_t i = 0; i < deltas[side]->count; i++)
            if (heap_is_older(heap, deltas[side]->changes[i].object, reach.first))
                vec_push(ev->arena, &reach.objects, deltas[side]->changes[i].object);
    }
    for (ObjId id = 1; id < reach.first; id++)
        if (heap_may_hold(heap, id, reach.first))
            vec_push(ev->arena, &reach.objects, id);
    for (uint32_t i = 0; i < reach.objects.len; i++) {
        ObjId next = reach.objects.data[i];
        if (heap_kind(heap, next) == OBJ_ITERATOR && heap_info(heap, next))
            return false; /* a generator that has not begun: what it was given is not looked at */
        if (next >= reach.first)
            ev_reach_object(&reach, heap_parent(heap, next));
        for (int side = 0; side < 2; side++)
            ev_reach_content(&reach, heap_content_after(heap, deltas[side], next));
    }
    return !reach.seen[object - reach.first];
}
