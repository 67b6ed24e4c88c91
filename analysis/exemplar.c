/* Whether two calls are described alike: the same types, sizes, strides and known numbers, in objects of the same
 * classes and the same structure, with the same parts shared. What is evaluated for one of them is what would be
 * evaluated for the other. Numbers and sizes may differ where the facts of what came of the first call hold for those
 * of the second: all that was decided by likely sizes is among the facts. Where this says no for calls that are alike,
 * one is evaluated in vain; where it says yes for calls that are not, one lacks a variant, and Python runs it. */
#include "analysis/exemplar.h"
#include "analysis/ev_internal.h"

#include <string.h>

typedef struct Alike {
    Ev *ev;
    Map right, left; /* objects and nodes of one call -> those of the other, and back */
    bool any_numbers;
    Map ints, floats; /* then: those of one call -> those of the other */
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

/* Equal, or a number for which the other call has another one, wherever it is. */
static bool alike_numbers(Alike *pair, Map *numbers, uint64_t a, uint64_t b) {
    if (!pair->any_numbers)
        return a == b;
    if (map_has(numbers, a))
        return (uintptr_t)map_get(numbers, a) == b;
    map_put(numbers, a, (void *)(uintptr_t)b);
    return true;
}

static bool alike_ints(Alike *pair, const ShExpr *a, const ShExpr *b) {
    int64_t one, other;
    if (!sh_is_const(a, &one) || !sh_is_const(b, &other))
        return a == b;
    return alike_numbers(pair, &pair->ints, (uint64_t)one, (uint64_t)other);
}

static bool alike_floats(Alike *pair, double a, double b) {
    uint64_t one, other;
    memcpy(&one, &a, sizeof one);
    memcpy(&other, &b, sizeof other);
    return alike_numbers(pair, &pair->floats, one, other);
}

static bool alike_types(Alike *pair, const IrType *a, const IrType *b) {
    if (ir_type_equal(a, b) && !pair->any_numbers)
        return true;
    if (a->dtype != b->dtype || a->rank != b->rank || a->flat != b->flat || !a->strides != !b->strides)
        return false;
    for (int i = 0; i < a->rank; i++)
        if (!alike_ints(pair, a->shape[i], b->shape[i]) || (a->strides && a->strides[i] != b->strides[i]))
            return false;
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
           alike_types(pair, &a->node->type, &b->node->type) &&
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
        return alike_ints(pair, a->u.expr, b->u.expr);
    case V_FLOAT:
        return alike_floats(pair, a->u.number, b->u.number);
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

static bool calls_alike(Alike *pair, const Value *const *a, const Value *const *b, uint32_t count) {
    Map *maps[] = {&pair->right, &pair->left, &pair->ints, &pair->floats};
    for (size_t i = 0; i < COUNT_OF(maps); i++)
        map_init(maps[i], pair->ev->arena);
    return alike_items(pair, a, b, count);
}

bool exemplars_alike(Ev *ev, const Value *const *a, const Value *const *b, uint32_t count) {
    Alike pair = {.ev = ev};
    return calls_alike(&pair, a, b, count);
}

/* ---- what came of one call, asked of another --------------------------------------------------------------------- */

typedef struct Likely {
    const Map *ints;
    bool known;
} Likely;

/* The likely value of a symbol in the other call. */
static int64_t other_hint(void *env, const ShSymbol *symbol) {
    Likely *likely = env;
    uint64_t hint = (uint64_t)symbol->hint;
    likely->known = likely->known && symbol->hint >= 0;
    return map_has(likely->ints, hint) ? (int64_t)(uintptr_t)map_get(likely->ints, hint) : symbol->hint;
}

static bool compare_holds(const Alike *pair, const Fact *fact) {
    Likely likely = {&pair->ints, true};
    int64_t a, b;
    if (!sh_eval(fact->exprs[0], other_hint, &likely, &a) || !sh_eval(fact->exprs[1], other_hint, &likely, &b))
        return false;
    bool holds = fact->compare == SH_EQ   ? a == b
                 : fact->compare == SH_NE ? a != b
                 : fact->compare == SH_LT ? a < b
                                          : a <= b;
    return holds && likely.known;
}

static bool is_number_kept(const Map *numbers, uint64_t number) {
    return !map_has(numbers, number) || (uintptr_t)map_get(numbers, number) == number;
}

static bool value_holds(const Alike *pair, const Constant *constant) {
    uint64_t number;
    if (constant->kind == CONST_INT)
        return is_number_kept(&pair->ints, (uint64_t)constant->i);
    memcpy(&number, &constant->f, sizeof number);
    return constant->kind != CONST_FLOAT || is_number_kept(&pair->floats, number);
}

bool exemplars_served(Ev *ev, const FactList *facts, const Value *const *a, const Value *const *b, uint32_t count) {
    Alike pair = {.ev = ev, .any_numbers = true};
    bool served = calls_alike(&pair, a, b, count);
    for (uint32_t i = 0; served && i < facts->items.len; i++) {
        const Fact *fact = &facts->items.data[i];
        if (fact->kind == FACT_COMPARE)
            served = compare_holds(&pair, fact);
        else if (fact->kind == FACT_VALUE)
            served = value_holds(&pair, &fact->constant);
    }
    return served;
}
