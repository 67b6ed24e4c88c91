/* An object dies where its variable gets another value, and code may run then: of `__del__`, of a generator that waits.
 * A segment would have it die later, as the function around it holds it. This tells what nobody sees die. */
#include "analysis/segments_farewell.h"

#include <string.h>

#include "analysis/ev_internal.h"

static bool has_del(Ev *ev, const ClassInfo *cls) { return ev_class_lookup(ev, cls, str_of("__del__"), NULL) != NULL; }

static bool may_be_alive(Ev *ev, const Value *value, int depth) {
    const Value *const *items = NULL;
    uint32_t count = 0;
    if (!value)
        return false;
    switch (value->kind) {
    case V_ITERATOR:
    case V_UNKNOWN:
        return true;
    case V_LIST:
    case V_TUPLE:
        if (depth > 0 && !ev_sequence(ev, value, &items, &count))
            return false;
        break;
    case V_DICT:
        items = heap_items(ev->heap, value->u.object, ev->arena);
        count = heap_count(ev->heap, value->u.object);
        break;
    case V_INSTANCE:
        if (value->source || has_del(ev, value->u.instance.cls))
            return has_del(ev, value->u.instance.cls);
        items = heap_items(ev->heap, value->u.instance.object, ev->arena);
        count = heap_count(ev->heap, value->u.instance.object);
        break;
    default:
        return false;
    }
    bool alive = depth == 0;
    for (uint32_t i = 0; !alive && i < count; i++)
        alive = may_be_alive(ev, items[i], depth - 1);
    return alive;
}

bool segments_may_be_alive(Ev *ev, const Value *value) {
    enum { DEPTH = 3 };
    return may_be_alive(ev, value, DEPTH);
}

bool segments_dies_unseen(const Value *value, bool watched) {
    bool is_plain = value && (ev_is_number(value) || value->kind == V_STR || value->kind == V_NONE);
    bool unseen = is_plain || (value && !watched && (value->kind == V_TENSOR || value->kind == V_TUPLE));
    for (uint32_t i = 0; unseen && value->kind == V_TUPLE && i < value->u.tuple.count; i++)
        unseen = segments_dies_unseen(value->u.tuple.items[i], watched);
    return unseen;
}

bool segments_buries_argument(Ev *ev, const Function *function, const Str *names, const Value *const *values,
                              uint32_t count) {
    bool assigns = false;
    for (uint32_t i = 0; i < count && !assigns; i++) {
        if (!values[i] || values[i]->kind != V_INSTANCE || !has_del(ev, values[i]->u.instance.cls))
            continue;
        const AstList *body = ast_body(function->def);
        Liveness live;
        liveness_of(&live, ev->arena, body->items, body->len);
        assigns = name_set_has(&live.stored, names[i]) || name_set_has(&live.unbound, names[i]);
    }
    return assigns;
}

bool segments_looks_at(Ev *ev, Str name, const Value *known) {
    const FactList *facts = ev->facts;
    if (known && known->kind == V_INSTANCE && has_del(ev, known->u.instance.cls))
        return false;
    for (uint32_t i = 0; i < facts->items.len; i++) {
        const Fact *fact = &facts->items.data[i];
        bool says_kind = fact->kind == FACT_TENSOR || fact->kind == FACT_TYPE || fact->kind == FACT_VALUE ||
                         fact->kind == FACT_CLASS || fact->kind == FACT_IS;
        const Source *source = fact->kind == FACT_MADE ? fact->source->base : fact->source;
        if ((says_kind || fact->kind == FACT_MADE) && source && source->kind == SRC_ARG && source->name == name)
            return true;
    }
    return false;
}
