/* What the carried values of a loop may share memory with.
 *
 * A carried slot is a value of its own in the graph. In the program it may be another tensor too: a variable of before
 * the loop that the body assigns (`z = y`), the value of another slot (`c = h`), a view, an item of a list that grows.
 * Such a slot is shared: it can be read, but nothing that it may be is written, and what the loop leaves in it is not
 * returned. Variables that nothing reads any more do not count, and are not carried. */
#include "analysis/ev_loop.h"

/* A storage that a slot may hold. */
typedef struct Held {
    Carried *slot;       /* NULL: an item of a list that grows */
    const Value *tensor; /* the slot's, or its item's */
    ObjId storage;       /* the tensor's, or one that a branch has chosen it from */
    uint32_t place;      /* the same for those of one tensor at one place: in [y, y] there are two */
    bool is_row;         /* it is a view there, which is carried by its position */
} Held;
typedef VEC(Held) HeldVec;

static void add_storages(Ev *ev, HeldVec *all, Held held) {
    const ChosenFrom *from = map_get(&ev->chosen_from, held.storage);
    if (!from) {
        vec_push(ev->arena, all, held);
        return;
    }
    add_storages(ev, all, (Held){held.slot, held.tensor, from->left, held.place, held.is_row});
    add_storages(ev, all, (Held){held.slot, held.tensor, from->right, held.place, held.is_row});
}

static void add_held(Ev *ev, HeldVec *all, Carried *slot, const Value *v) {
    CarriedItems items;
    ev_carry_items(ev, v, &items);
    for (uint32_t i = 0; i < items.count; i++)
        add_held(ev, all, slot, ev_carry_item(&items, i));
    if (v && v->kind == V_TENSOR)
        add_storages(ev, all, (Held){slot, v, v->u.tensor.storage, all->len, slot && items.count});
}

static bool is_part(Ev *ev, const Value *tensor) {
    return tensor->u.tensor.is_part || tensor->u.tensor.node != ev_storage_root(ev, tensor->u.tensor.storage);
}

static bool is_whole(Ev *ev, const Value *tensor) {
    const TensorValue *t = &tensor->u.tensor;
    return t->is_fresh && (!t->may_alias || map_has(&ev->chosen_from, t->storage)) && !is_part(ev, tensor);
}

/* ---- names of a tensor ---------------------------------------------------------------------------------------------
 */

static bool is_carried_slot(const Loop *loop, ObjId object, uint32_t at) {
    for (uint32_t i = 0; i < loop->carried.len; i++)
        if (loop->carried.data[i].object == object && loop->carried.data[i].at == at)
            return true;
    return false;
}

static ObjId oldest_held(const HeldVec *all) {
    ObjId oldest = all->data[0].storage;
    for (uint32_t i = 1; i < all->len; i++)
        oldest = all->data[i].storage < oldest ? all->data[i].storage : oldest;
    return oldest;
}

/* From iterators too. Objects from number `end` on are of evaluations that were undone. */
static Reach find_roots(Ev *ev, ObjId oldest, uint32_t end) {
    ObjIdVec holders;
    Reach names = ev_reach_roots(ev, oldest, &holders);
    for (uint32_t i = 0; i < holders.len; i++)
        if (holders.data[i] >= names.first && holders.data[i] < end &&
            heap_kind(ev->heap, holders.data[i]) == OBJ_ITERATOR)
            ev_reach_object(&names, holders.data[i]);
    return names;
}

/* Every storage, and object from `oldest` on, that can be reached but through a carried slot. */
static Reach find_names(Ev *ev, const Loop *loop, ObjId oldest, uint32_t end) {
    const Heap *heap = ev->heap;
    Reach names = find_roots(ev, oldest, end);
    for (uint32_t i = 0; i < names.objects.len; i++) {
        ObjId object = names.objects.data[i];
        if (heap_kind(heap, object) == OBJ_STORAGE)
            continue;
        ev_reach_object(&names, heap_parent(heap, object));
        const HeapContent *content = heap_content_unasked(heap, object); /* what nobody reads has no name here */
        for (uint32_t k = 0; k < content->count; k++)
            if (!is_carried_slot(loop, object, k)) {
                ev_reach_value(&names, content->slots[k].key);
                ev_reach_value(&names, content->slots[k].value);
            }
    }
    return names;
}

/* ---- lists and dicts -----------------------------------------------------------------------------------------------
 */

static void add_objects(Ev *ev, ObjIdVec *all, const Value *v) {
    CarriedItems items;
    if (!ev_carry_items(ev, v, &items))
        return;
    if (ev_carry_is_object(v))
        vec_push(ev->arena, all, v->u.object);
    for (uint32_t i = 0; i < items.count; i++)
        add_objects(ev, all, ev_carry_item(&items, i));
}

static bool is_twice(const ObjIdVec *all, uint32_t i) {
    for (uint32_t k = 0; k < i; k++)
        if (all->data[k] == all->data[i])
            return true;
    return false;
}

bool ev_loop_apart(Ev *ev, const Loop *loop, bool ends, uint32_t objects) {
    ObjIdVec all = {0};
    for (uint32_t i = 0; i < loop->carried.len; i++) {
        const Carried *c = &loop->carried.data[i];
        if (c->kind != OBJ_STORAGE && !c->local)
            add_objects(ev, &all, ends ? ev_carry_now(ev, c) : c->before);
    }
    if (!all.len)
        return true;
    ObjId oldest = all.data[0];
    for (uint32_t i = 0; i < all.len; i++) {
        oldest = all.data[i] < oldest ? all.data[i] : oldest;
        if (heap_is_older(ev->heap, all.data[i], objects) || is_twice(&all, i))
            return false;
    }
    Reach names = find_names(ev, loop, oldest, ends ? UINT32_MAX : loop->begun);
    for (uint32_t i = 0; i < all.len; i++)
        if (names.seen[all.data[i] - names.first])
            return false;
    return ev_generators_rest(ev, 0);
}

/* ---- shared slots --------------------------------------------------------------------------------------------------
 */

/* What is written to it: that of a part may be where its position is carried. */
static void note_chosen(Ev *ev, ObjId storage, bool part) {
    const void *key = part && !map_has(&ev->chosen, storage) ? ev_place_key(ev) : NULL;
    map_put(&ev->chosen, storage, key ? (void *)(uintptr_t)key : ev);
}

/* Marks the slots whose value may be seen elsewhere: storages of the first `objects` objects, with `names` those that
 * are among them. True: one that was not marked. */
static bool mark_shared(Ev *ev, const HeldVec *all, uint32_t objects, const Reach *names) {
    bool found = false;
    for (uint32_t i = 0; i < all->len; i++) {
        const Held *held = &all->data[i];
        if (held->is_row)
            continue;
        bool older = heap_is_older(ev->heap, held->storage, objects), frozen = false;
        bool named = !names || !ev_generators_rest(ev, 0) || names->storages[held->storage - names->first];
        bool shared = !is_whole(ev, held->tensor) || (older && named);
        for (uint32_t k = 0; k < all->len; k++) {
            bool same = all->data[k].place != held->place && all->data[k].storage == held->storage;
            shared |= same && all->data[k].slot;
            frozen |= same && !all->data[k].slot;
        }
        if (shared && !names)
            note_chosen(ev, held->storage, is_part(ev, held->tensor));
        if (!held->slot)
            continue;
        bool *flag = names ? &held->slot->shared_before : &held->slot->shared;
        bool foreign = shared && !held->tensor->u.tensor.is_fresh;
        found |= (shared && !*flag) || (frozen && !held->slot->frozen) || (foreign && !held->slot->foreign);
        *flag |= shared;
        held->slot->frozen |= frozen;
        held->slot->part |= shared && is_part(ev, held->tensor);
        held->slot->foreign |= foreign;
    }
    return found;
}

void ev_loop_alias_inits(Ev *ev, Loop *loop) {
    HeldVec all = {0};
    for (uint32_t i = 0; i < loop->carried.len; i++)
        if (loop->carried.data[i].kind != OBJ_STORAGE && !loop->carried.data[i].local)
            add_held(ev, &all, &loop->carried.data[i], loop->carried.data[i].before);
    if (!all.len)
        return;
    Reach names = find_names(ev, loop, oldest_held(&all), loop->begun);
    mark_shared(ev, &all, loop->objects, &names);
}

bool ev_loop_alias_ends(Ev *ev, Loop *loop, uint32_t objects) {
    HeldVec all = {0};
    for (uint32_t i = 0; i < loop->carried.len; i++) {
        Carried *c = &loop->carried.data[i];
        if (c->kind != OBJ_STORAGE && !c->local && c->at < heap_count(ev->heap, c->object))
            add_held(ev, &all, c, heap_at(ev->heap, c->object, c->at));
    }
    for (uint32_t i = 0; i < loop->growths.len; i++)
        for (uint32_t k = 0; k < heap_count(ev->heap, loop->growths.data[i].list); k++)
            add_held(ev, &all, NULL, heap_at(ev->heap, loop->growths.data[i].list, k));
    return mark_shared(ev, &all, objects, NULL);
}

const Value *ev_loop_alias_value(Ev *ev, const Value *tensor, const Carried *c, bool shared) {
    if (shared || c->frozen)
        note_chosen(ev, tensor->u.tensor.storage, c->part || c->foreign);
    if (!shared)
        return tensor;
    Value *marked = arena_copy(ev->arena, tensor, sizeof *tensor);
    marked->u.tensor.may_alias = true;
    marked->u.tensor.is_fresh = !c->part && !c->foreign; /* it may be the input itself */
    return marked;
}

/* ---- names that are read elsewhere ---------------------------------------------------------------------------------
 */

typedef struct Outside {
    const AstNode *loop;
    Map *names;
    bool raises; /* is what it raises a way out? */
} Outside;

static void names_after(AstNode *node, void *data);

static void names_outside(AstNode *node, void *data) {
    Outside *outside = data;
    if (node == outside->loop) {
        names_after(node, data);
        return;
    }
    const AstNode *name = node->kind == AST_AugAssign ? node->u.AugAssign.target : node;
    if (name->kind == AST_Name && (name != node || node->u.Name.ctx != AST_Store))
        map_put(outside->names, MAP_KEY(name->u.Name.id), node);
    ast_each_child(node, names_outside, outside);
}

/* What a loop returns, or raises for a handler of the function, is evaluated behind it, and so is its else block. */
static void names_after(AstNode *node, void *data) {
    const Outside *outside = data;
    bool is_loop = node == outside->loop && (node->kind == AST_For || node->kind == AST_While);
    const AstList *orelse = is_loop ? ast_loop_orelse(node) : NULL;
    for (uint32_t i = 0; orelse && i < orelse->len; i++)
        names_outside(orelse->items[i], data);
    bool leaves = node->kind == AST_Return || (node->kind == AST_Raise && outside->raises);
    ast_each_child(node, leaves ? names_outside : names_after, data);
}

bool ev_loop_read_outside(Ev *ev, Loop *loop, Str name) {
    const Function *function = ev->frame->function;
    if (!function || !function->def)
        return true;
    if (!loop->has_outside) {
        map_init(&loop->outside, ev->arena);
        Outside outside = {.loop = loop->node, .names = &loop->outside, .raises = ev_control_raises(loop->control)};
        ast_each_child(function->def, names_outside, &outside);
        loop->has_outside = true;
    }
    return map_has(&loop->outside, MAP_KEY(name));
}
