/* Whether two calls are described alike: the same types, sizes, strides and known numbers, in objects of the same
 * classes and the same structure, with the same parts shared. What is evaluated for one of them is what would be
 * evaluated for the other. Where this says no for calls that are alike, one is evaluated in vain; where it says yes for
 * calls that are not, one lacks a variant, and Python runs it. */
#include "analysis/exemplar.h"
#include "analysis/ev_internal.h"

typedef struct Alike {
    Ev *ev;
    Map right, left; /* objects and nodes of one call -> those of the other, and back */
} Alike;

static bool alike(Alike *pair, const Value *a, const Value *b);

/* Whether both stand for each other wherever they are met; *met: they were before. */
static bool correspond(Alike *pair, uint64_t a, uint64_t b, bool *met) {
    uint64_t to = (uintptr_t)map_get(&pair->right, a), from = (uintptr_t)map_get(&pair->left, b);
    *met = to != 0;
    if (to || from)
        return to == b && from == a;
    map_put(&pair->right, a, (void *)(uintptr_t)b);
    map_put(&pair->left, b, (void *)(uintptr_t)a);
    return true;
}

static bool alike_items(Alike *pair, const Value *const *a, const Value *const *b, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (!alike(pair, a[i], b[i]))
            return false;
    return true;
}

static bool alike_objects(Alike *pair, ObjId a, ObjId b) {
    const Heap *heap = pair->ev->heap;
    bool met;
    if (!correspond(pair, a, b, &met) || heap_kind(heap, a) != heap_kind(heap, b))
        return false;
    if (met)
        return true;
    const HeapContent *left = heap_content(heap, a), *right = heap_content(heap, b);
    if (left->count != right->count || heap_info(heap, a) != heap_info(heap, b) ||
        heap_parent(heap, a) != heap_parent(heap, b))
        return false;
    for (uint32_t i = 0; i < left->count; i++) {
        const HeapSlot *one = &left->slots[i], *other = &right->slots[i];
        if (one->tag != other->tag || one->name != other->name || !alike(pair, one->key, other->key) ||
            !alike(pair, one->value, other->value))
            return false;
    }
    return true;
}

/* Numbers in tensors are of no account: examples have them by chance. */
static bool alike_tensors(Alike *pair, const TensorValue *a, const TensorValue *b) {
    bool met;
    return a->is_parameter == b->is_parameter && a->is_detached == b->is_detached && a->is_data == b->is_data &&
           a->is_fresh == b->is_fresh && a->may_alias == b->may_alias && a->layout_open == b->layout_open &&
           ir_type_equal(&a->node->type, &b->node->type) &&
           correspond(pair, MAP_KEY(a->node), MAP_KEY(b->node), &met) && correspond(pair, a->storage, b->storage, &met);
}

static bool alike(Alike *pair, const Value *a, const Value *b) {
    if (!a || !b)
        return a == b;
    if (a->kind != b->kind || a->source != b->source)
        return false;
    switch (a->kind) {
    case V_NONE:
    case V_ELLIPSIS:
        return true;
    case V_BOOL:
        return a->u.boolean == b->u.boolean;
    case V_INT:
        return a->u.expr == b->u.expr;
    case V_FLOAT:
        return a->u.number == b->u.number;
    case V_STR:
        return a->u.text.text == b->u.text.text && a->u.text.decimal == b->u.text.decimal;
    case V_DTYPE:
        return a->u.dtype == b->u.dtype;
    case V_TENSOR:
        return alike_tensors(pair, &a->u.tensor, &b->u.tensor);
    case V_TUPLE:
        return a->u.tuple.count == b->u.tuple.count && a->u.tuple.cls == b->u.tuple.cls &&
               alike_items(pair, a->u.tuple.items, b->u.tuple.items, a->u.tuple.count);
    case V_LIST:
        return alike_objects(pair, a->u.object, b->u.object);
    case V_INSTANCE:
        if (a->u.instance.cls != b->u.instance.cls || a->u.instance.index || b->u.instance.index ||
            a->u.instance.exemplar || b->u.instance.exemplar)
            return a == b;
        if (a->u.instance.cls->is_enum)
            return a->u.instance.object == b->u.instance.object;
        return alike_objects(pair, a->u.instance.object, b->u.instance.object);
    case V_DICT:
        if (ev_dict_class(a) || ev_dict_class(b))
            return a == b;
        return alike_objects(pair, a->u.object, b->u.object);
    case V_CLASS:
        return a->u.class_info == b->u.class_info;
    case V_FUNCTION:
        return a->u.function == b->u.function;
    default:
        return a == b;
    }
}

bool exemplars_alike(Ev *ev, const Value *const *a, const Value *const *b, uint32_t count) {
    Alike pair = {.ev = ev};
    map_init(&pair.right, ev->arena);
    map_init(&pair.left, ev->arena);
    return alike_items(&pair, a, b, count);
}
