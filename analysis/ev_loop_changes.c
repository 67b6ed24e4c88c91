/* What an iteration of a loop changes: the slots of the heap that the loop carries. */
#include "analysis/ev_loop.h"

static bool is_local_name(const Loop *loop, const Ev *ev, ObjId object, Str name) {
    if (loop->element && object == ev->frame->scope)
        return true; /* a target of the comprehension */
    return object == ev->frame->scope && name && !loop->live.opaque && !name_set_has(&loop->live.exposed, name);
}

static Carried *find_carried(Loop *loop, ObjId object, uint32_t at) {
    for (uint32_t i = 0; i < loop->carried.len; i++)
        if (loop->carried.data[i].object == object && loop->carried.data[i].at == at)
            return &loop->carried.data[i];
    return NULL;
}

/* What a `for` leaves in its own variables is looked up behind it (last_item() in ev_loop.c). */
static bool is_target(const Loop *loop, const Ev *ev, ObjId object, Str name) {
    if (loop->node->kind != AST_For || object != ev->frame->scope)
        return false;
    Map names;
    map_init(&names, ev->arena);
    ev_bound_names(loop->node->u.For.target, &names);
    return map_has(&names, MAP_KEY(name));
}

bool ev_loop_forgets(Ev *ev, Loop *loop, ObjId object, Str name) {
    return !loop->element && is_local_name(loop, ev, object, name) && !is_target(loop, ev, object, name) &&
           !ev_loop_read_outside(ev, loop, name);
}

/* Slot `at` of a changed object, which is carried (or local). `before` NULL: it did not exist. */
static Carried changed_slot(Ev *ev, Loop *loop, const HeapChange *change, uint32_t at, const Value *before) {
    const HeapSlot *after = &change->after->slots[at];
    Carried c = {.object = change->object, .kind = heap_kind(ev->heap, change->object), .at = at, .slot = *after};
    c.before = before;
    bool is_local = is_local_name(loop, ev, c.object, after->name);
    bool copies = !is_local || (ev_wants_fork(ev, ev_loop_copies(loop)) && !is_target(loop, ev, c.object, after->name));
    bool carries = ev_can_carry(ev, after->value) && !ev_carry_has_view(ev, after->value, copies);
    c.local = !c.before || (is_local && (!carries || !ev_loop_read_outside(ev, loop, after->name)));
    return c;
}

static const Value *value_before(const HeapChange *change, uint32_t at) {
    return at < change->before->count ? change->before->slots[at].value : NULL;
}

static void note_slot(Ev *ev, Loop *loop, const HeapChange *change, uint32_t at, bool *grown) {
    if (find_carried(loop, change->object, at))
        return;
    vec_push(ev->arena, &loop->carried, changed_slot(ev, loop, change, at, value_before(change, at)));
    *grown = true;
}

/* Does an object have other places than before? Then not what stands in them is carried. */
static bool is_rearranged(ObjKind kind, const HeapChange *change) {
    uint32_t before = change->before->count, after = change->after->count;
    return (before != after && (kind != OBJ_SCOPE || after < before)) || change->before->move != change->after->move;
}

bool ev_loop_note_changes(Ev *ev, Loop *loop, uint32_t mark, uint32_t objects, bool *grown) {
    HeapDelta delta = heap_collect(ev->heap, mark);
    *grown = false;
    for (uint32_t i = 0; i < delta.count; i++) {
        const HeapChange *change = &delta.changes[i];
        if (!heap_is_older(ev->heap, change->object, objects))
            continue;
        ObjKind kind = heap_kind(ev->heap, change->object);
        if (kind == OBJ_STORAGE) {
            if (!find_carried(loop, change->object, 0)) {
                vec_push(ev->arena, &loop->carried, ((Carried){.object = change->object, .kind = kind}));
                *grown = true;
            }
            continue;
        }
        if (kind == OBJ_LIST &&
            (change->before->count != change->after->count || ev_growth_has(loop, change->object))) {
            if (!ev_growth_note(ev, loop, change, grown))
                return false;
            continue;
        }
        if (is_rearranged(kind, change)) /* keys that came and went, as often as the loop runs, among it */
            return false;
        for (uint32_t at = 0; at < change->after->count; at++)
            if (at >= change->before->count || change->before->slots[at].value != change->after->slots[at].value)
                note_slot(ev, loop, change, at, grown);
    }
    return true;
}

void ev_loop_foresee(Ev *ev, Loop *loop, uint32_t mark) {
    loop->foreseen.data = NULL;
    loop->foreseen.len = loop->foreseen.cap = 0;
    if (heap_mark(ev->heap) < mark) /* a loop or a generator in it has gone back behind that */
        return;
    HeapDelta delta = heap_collect(ev->heap, mark);
    for (uint32_t i = 0; i < delta.count; i++) {
        const HeapChange *change = &delta.changes[i];
        ObjKind kind = heap_kind(ev->heap, change->object);
        if (!heap_is_older(ev->heap, change->object, loop->objects))
            continue;
        if (kind == OBJ_STORAGE) {
            bool counts = ev_loop_is_tested(loop) || sh_is_computed(ev_storage_version(ev, change->object));
            vec_push(ev->arena, &loop->foreseen, ((Carried){.object = change->object, .kind = kind, .counts = counts}));
            continue;
        }
        if (is_rearranged(kind, change)) {
            loop->foreseen.len = 0;
            return;
        }
        for (uint32_t at = 0; at < change->after->count; at++) {
            const Value *now = change->after->slots[at].value;
            if (value_before(change, at) == now)
                continue;
            Carried c = changed_slot(ev, loop, change, at, now);
            c.earlier = value_before(change, at);
            vec_push(ev->arena, &loop->foreseen, c);
        }
    }
}

const void *ev_loop_held(Ev *ev, const Carried *c) {
    return c->kind == OBJ_STORAGE ? (const void *)ev_storage_content(ev, c->object) : ev_carry_now(ev, c);
}

bool ev_loop_drop_unchanged(Ev *ev, Loop *loop) {
    uint32_t kept = 0, count = loop->carried.len;
    for (uint32_t i = 0; i < count; i++) {
        const Carried *c = &loop->carried.data[i];
        if (!c->entered_as || c->entered_as != ev_loop_held(ev, c))
            loop->carried.data[kept++] = *c;
    }
    loop->carried.len = kept;
    loop->is_foreseen = false;
    return kept < count;
}
