/* An object dies where its variable gets another value, and code may run then: of `__del__`, of a generator that waits.
 * A segment would have it die later, as the function around it holds it. This tells what nobody sees die. */
#include "analysis/segments_farewell.h"

#include "analysis/ev_internal.h"

/* A generator, or something of which nothing is known, or a container that holds either. */
static bool may_be_alive(Ev *ev, const Value *value, int depth) {
    const Value *const *items;
    uint32_t count;
    if (!value || value->kind == V_ITERATOR || value->kind == V_UNKNOWN)
        return value != NULL;
    bool is_container = value->kind == V_LIST || value->kind == V_TUPLE;
    bool alive = is_container && depth == 0;
    if (is_container && depth > 0 && ev_sequence(ev, value, &items, &count))
        for (uint32_t i = 0; !alive && i < count; i++)
            alive = may_be_alive(ev, items[i], depth - 1);
    return alive;
}

bool segments_may_be_alive(Ev *ev, const Value *value) {
    enum { DEPTH = 3 };
    return may_be_alive(ev, value, DEPTH);
}

bool segments_dies_unseen(const Value *value) {
    bool unseen = value && (value->kind == V_TENSOR || ev_is_number(value) || value->kind == V_STR ||
                            value->kind == V_NONE || value->kind == V_TUPLE);
    for (uint32_t i = 0; unseen && value->kind == V_TUPLE && i < value->u.tuple.count; i++)
        unseen = segments_dies_unseen(value->u.tuple.items[i]);
    return unseen;
}

bool segments_looks_at(Ev *ev, Str name, const Value *known) {
    const FactList *facts = ev->facts;
    if (known && known->kind == V_INSTANCE &&
        ev_class_lookup(ev, known->u.instance.cls, str_of("__del__"), NULL))
        return false;
    for (uint32_t i = 0; i < facts->items.len; i++) {
        const Fact *fact = &facts->items.data[i];
        bool says_kind = fact->kind == FACT_TENSOR || fact->kind == FACT_TYPE || fact->kind == FACT_VALUE ||
                         fact->kind == FACT_CLASS || fact->kind == FACT_IS;
        if (says_kind && fact->source->kind == SRC_ARG && fact->source->name == name)
            return true;
    }
    return false;
}
