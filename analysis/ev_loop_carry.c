/* What a slot holds that a loop carries, as nodes and back.
 *
 * A number or tensor is one node. A tuple, list or dict is carried item by item: each iteration finds a new one with
 * its items. Nobody sees that it is new, as a list or dict is carried only where an iteration makes it, and the slot
 * alone has it when the iteration ends (ev_loop_apart() in ev_loop_alias.c). Of a number or a tensor, whichever
 * branches chose, it is the index and the tensor; of a row, it may be the position (ev_place.c). */
#include "analysis/ev_loop.h"

const Value *ev_carry_now(Ev *ev, const Carried *c) {
    return c->at < heap_count(ev->heap, c->object) ? heap_at(ev->heap, c->object, c->at) : NULL;
}

void ev_carry_put(Ev *ev, const Carried *c, const Value *value) {
    if (c->kind == OBJ_LIST || c->kind == OBJ_ITERATOR)
        heap_put_at(ev->heap, c->object, c->at, value);
    else if (c->kind == OBJ_DICT || c->kind == OBJ_SET)
        heap_set_key(ev->heap, c->object, c->slot.key, value);
    else
        heap_set(ev->heap, c->object, c->slot.name, value);
}

bool ev_carry_is_object(const Value *v) { return v->kind == V_LIST || (v->kind == V_DICT && !ev_dict_class(v)); }

bool ev_carry_items(Ev *ev, const Value *v, CarriedItems *items) {
    *items = (CarriedItems){0};
    if (v && v->kind == V_TUPLE && !v->u.tuple.cls)
        *items = (CarriedItems){v->u.tuple.items, NULL, v->u.tuple.count};
    else if (v && ev_carry_is_object(v)) {
        const HeapContent *content = heap_content(ev->heap, v->u.object);
        *items = (CarriedItems){NULL, content->slots, content->count};
    } else if (v && v->kind == V_UNKNOWN) {
        const Value **parts = ev_choice_carried(ev, v);
        *items = (CarriedItems){parts, NULL, parts ? 2 : 0};
        return parts != NULL;
    } else if (v && v->kind == V_TENSOR) {
        items->values = ev_place_carried(ev, v, &items->count);
        return items->values != NULL;
    } else
        return false;
    return true;
}

const Value *ev_carry_item(const CarriedItems *items, uint32_t i) {
    return items->values ? items->values[i] : items->slots[i].value;
}

/* Within others, these are what they are in each iteration. */
static bool is_constant(const Value *v) { return v->kind == V_NONE || (v->kind == V_STR && v->u.str); }

static bool can_carry_item(Ev *ev, const Value *v) { return v && (is_constant(v) || ev_can_carry(ev, v)); }

bool ev_can_carry(Ev *ev, const Value *v) {
    CarriedItems items;
    if (ev_carry_items(ev, v, &items)) {
        for (uint32_t i = 0; i < items.count; i++)
            if (!can_carry_item(ev, ev_carry_item(&items, i)))
                return false;
        return true;
    }
    return v && (v->kind == V_TENSOR ? !ev_is_conj(ev, v) : ev_is_number(v));
}

void ev_carry_nodes(Ev *ev, const Value *v, NodeVec *out) {
    CarriedItems items;
    if (ev_carry_items(ev, v, &items)) {
        for (uint32_t i = 0; i < items.count; i++)
            ev_carry_nodes(ev, ev_carry_item(&items, i), out);
        return;
    }
    if (v->kind == V_TENSOR)
        ev_track(ev, v);
    if (!is_constant(v))
        vec_push(ev->arena, out, v->kind == V_TENSOR ? ev_tensor_node(ev, v) : ev_scalar_node(ev, v));
}

uint32_t ev_carry_width(Ev *ev, const Value *v) {
    CarriedItems items;
    uint32_t width = 0;
    if (!ev_carry_items(ev, v, &items))
        return !is_constant(v);
    for (uint32_t i = 0; i < items.count; i++)
        width += ev_carry_width(ev, ev_carry_item(&items, i));
    return width;
}

/* A view, or an argument, that is read as a copy would be: what it shows is written nowhere from then on
 * (ev_loop_alias.c). */
static bool may_be_copied(const TensorValue *t) {
    return !t->is_parameter && !t->is_data && !t->is_from_numpy && !t->is_detached && !t->node->type.flat;
}

bool ev_carry_has_view(Ev *ev, const Value *v, bool copies) {
    CarriedItems items;
    bool is_container = ev_carry_items(ev, v, &items);
    for (uint32_t i = 0; i < items.count; i++)
        if (ev_carry_has_view(ev, ev_carry_item(&items, i), copies))
            return true;
    return !is_container && v->kind == V_TENSOR && !v->u.tensor.is_fresh && !(copies && may_be_copied(&v->u.tensor));
}

static bool same_keys(const CarriedItems *a, const CarriedItems *b) {
    for (uint32_t i = 0; a->slots && b->slots && i < a->count; i++) {
        const Value *left = a->slots[i].key, *right = b->slots[i].key;
        if (!left != !right || (left && left != right && !heap_key_equal(left, right)))
            return false;
    }
    return true;
}

bool ev_carry_alike(Ev *ev, const Value *a, const Value *b) {
    CarriedItems left, right;
    bool container = ev_carry_items(ev, a, &left);
    if (container != ev_carry_items(ev, b, &right))
        return false;
    if (!container) {
        bool constant = is_constant(a), tensors = a->kind == V_TENSOR && b->kind == V_TENSOR;
        if (constant || is_constant(b))
            return a->kind == b->kind && (a->kind == V_NONE || a->u.str == b->u.str);
        return !tensors || a->u.tensor.is_inference == b->u.tensor.is_inference;
    }
    if (a->kind != b->kind || left.count != right.count || !same_keys(&left, &right) ||
        (a->kind == V_UNKNOWN && !ev_choice_is_like(ev, a, b)) || (a->kind == V_TENSOR && !ev_are_places(ev, a, b)))
        return false;
    for (uint32_t i = 0; i < left.count; i++)
        if (!ev_carry_alike(ev, ev_carry_item(&left, i), ev_carry_item(&right, i)))
            return false;
    return true;
}

/* A value for a node of the loop: a parameter or a result. */
static const Value *value_of_node(Ev *ev, const Value *like, IrNode *node, const Carried *c, bool shared) {
    if (node->type.kind == IRT_TENSOR) {
        Value *tensor = arena_copy(ev->arena, ev_tensor_fresh(ev, node), sizeof *tensor);
        tensor->u.tensor.is_inference = like->u.tensor.is_inference;
        return ev_loop_alias_value(ev, tensor, c, shared);
    }
    if (like->kind == V_TENSOR)
        ICE("a tensor is carried as a number");
    if (node->type.kind != IRT_INT)
        return ev_scalar(ev, node);
    bool counts = ev_is_control_index(c);
    const char *name = counts ? "index" : c->slot.name ? c->slot.name : "carried";
    int64_t least = counts ? 0 : INT64_MIN, most = counts ? INT64_MAX - 1 : INT64_MAX, largest;
    if (c->rise == RISES)
        sh_range(c->before->u.expr, &least, &largest);
    return ev_int_expr(ev, sh_symbol(ev->shapes, str_of(name), least, most, -1, SH_FROM_NODE, node, 0));
}

/* An object like this one with other items. */
static const Value *with_items(Ev *ev, const Value *like, const CarriedItems *old, const Value **items) {
    if (like->kind == V_LIST)
        return ev_list(ev, items, old->count);
    if (like->kind == V_UNKNOWN)
        return ev_choice_with(ev, like, items[0], items[1]);
    if (like->kind == V_TENSOR)
        return ev_place_with(ev, like, items);
    const Value *dict = ev_dict(ev);
    for (uint32_t i = 0; i < old->count; i++)
        heap_set_key(ev->heap, dict->u.object, old->slots[i].key, items[i]);
    return dict;
}

/* A tuple that may be the one of before the loop, or what an iteration has left. */
static const Value *carried_tuple(Ev *ev, const Value *like, const Value *ended, const Value **items) {
    const Value *tuple = ev_tuple(ev, items, like->u.tuple.count);
    Either *either = arena_new_of(ev->arena, Either);
    *either = (Either){.left = like, .right = ended ? ended : like};
    map_put(&ev->either, MAP_KEY(tuple), either);
    return tuple;
}

/* The value of the form of `like` whose nodes are next in *nodes. `ended`: what an iteration has left; NULL: not known.
 */
static const Value *value_of_nodes(Ev *ev, const Value *like, const Value *ended, IrNode ***nodes, const Carried *c,
                                   bool shared) {
    CarriedItems old, end = {0};
    if (!ev_carry_items(ev, like, &old))
        return is_constant(like) ? like : value_of_node(ev, like, *(*nodes)++, c, shared);
    if (ended && ended->kind == like->kind && !ev_carry_is_object(like))
        ev_carry_items(ev, ended, &end);
    const Value **items = arena_array(ev->arena, const Value *, old.count + 1);
    for (uint32_t i = 0; i < old.count; i++) {
        const Value *left = end.count == old.count ? ev_carry_item(&end, i) : NULL;
        items[i] = value_of_nodes(ev, ev_carry_item(&old, i), left, nodes, c, shared);
    }
    return like->kind == V_TUPLE ? carried_tuple(ev, like, ended, items) : with_items(ev, like, &old, items);
}

/* Binds the slot, or the storage, to nodes of the present region. */
void ev_carry_bind(Ev *ev, const Carried *c, IrNode **nodes, bool shared) {
    if (c->kind == OBJ_STORAGE) {
        ev_storage_set(ev, c->object, nodes[0]);
        if (c->counts) {
            const ShExpr *version =
                sh_symbol(ev->shapes, str_of("version"), 0, INT64_MAX, -1, SH_FROM_NODE, nodes[1], 0);
            ev_storage_set_version(ev, c->object, version);
        }
    } else
        ev_carry_put(ev, c, value_of_nodes(ev, c->before, c->ended, &nodes, c, shared));
}
