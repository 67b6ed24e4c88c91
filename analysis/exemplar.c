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
    Map *right, *left; /* objects and nodes of one call -> those of the other, and back */
    bool any_numbers;  /* sizes, strides, ints and floats may differ ... */
    bool differ;       /* ... and some do */
} Alike;

static bool alike(Alike *pair, const Value *a, const Value *b);

/* Whether both stand for each other wherever they are met; *met: they were before. */
static bool correspond(Alike *pair, uint64_t a, uint64_t b, bool *met) {
    uint64_t to = (uintptr_t)map_get(pair->right, a), from = (uintptr_t)map_get(pair->left, b);
    *met = to != 0;
    if (to || from)
        return to == b && from == a;
    map_put(pair->right, a, (void *)(uintptr_t)b);
    map_put(pair->left, b, (void *)(uintptr_t)a);
    return true;
}

static bool may_differ(Alike *pair) { return pair->differ = pair->any_numbers; }

/* Numbers that driver code does not tell, like how many elements are nonzero, are alike where they are met. */
static bool alike_symbols(Alike *pair, const ShSymbol *a, const ShSymbol *b) {
    bool met;
    return a->hint == b->hint && a->lo == b->lo && a->hi == b->hi && !a->below && !b->below &&
           correspond(pair, MAP_KEY(a), MAP_KEY(b), &met);
}

static bool alike_ints(Alike *pair, const ShExpr *a, const ShExpr *b) {
    if (a->op == SH_SYM && b->op == SH_SYM)
        return alike_symbols(pair, a->symbol, b->symbol);
    return a == b || (sh_is_const(a, NULL) && sh_is_const(b, NULL) && may_differ(pair));
}

/* By bits: 0.0 and -0.0 differ, a NaN equals itself. */
static bool alike_floats(Alike *pair, double a, double b) { return memcmp(&a, &b, sizeof a) == 0 || may_differ(pair); }

static bool alike_types(Alike *pair, const IrType *a, const IrType *b) {
    if (ir_type_equal(a, b) && !pair->any_numbers)
        return true;
    if (a->dtype != b->dtype || a->rank != b->rank || a->flat != b->flat || !a->strides != !b->strides)
        return false;
    for (int i = 0; i < a->rank; i++)
        if (!alike_ints(pair, a->shape[i], b->shape[i]) ||
            (a->strides && !alike_ints(pair, a->strides[i], b->strides[i])))
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
    if (met || a == b) /* an object is like itself; that its parts are those of another one, too, is not looked for */
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
           a->is_from_numpy == b->is_from_numpy && a->is_fresh == b->is_fresh && a->is_inference == b->is_inference &&
           a->may_alias == b->may_alias && a->layout_open == b->layout_open &&
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
    case V_DEVICE:
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
        if (!a->u.tensor.attributes != !b->u.tensor.attributes ||
            (a->u.tensor.attributes && !alike_objects(pair, a->u.tensor.attributes, b->u.tensor.attributes)))
            return false;
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

/* ---- what came of one call, asked of another --------------------------------------------------------------------- */

typedef struct Call {
    Ev *ev;
    const Value *const *exemplars;
    uint32_t element; /* the item of each series that is looked at */
    bool unknown;     /* a number was asked for that the call does not tell */
    bool of_program;  /* globals of the program are what its driver code left there */
} Call;

/* A list or dict whose items lie in the heap as they are. */
static bool holds_items(const Heap *heap, const Value *value) {
    return value->kind == V_DICT || (value->kind == V_LIST && !heap_info(heap, value->u.object));
}

static const Value *item_at(const Call *call, const Value *container, int64_t index) {
    if (container->kind == V_TUPLE)
        return index >= 0 && index < container->u.tuple.count ? container->u.tuple.items[index] : NULL;
    if (!holds_items(call->ev->heap, container))
        return NULL;
    const HeapContent *content = heap_content(call->ev->heap, container->u.object);
    return index >= 0 && index < content->count ? content->slots[index].value : NULL;
}

static const Value *value_at(const Call *call, const Source *source);

/* module._forward_hooks.values()[index] */
static const Value *hook_at(const Call *call, const Source *source) {
    const Source *table =
        source->base->kind == SRC_ATTR && source->base->name == str_of("values()") ? source->base->base : NULL;
    const Value *module = table && table->kind == SRC_ATTR && table->base ? value_at(call, table->base) : NULL;
    return module && module->kind == V_INSTANCE ? ev_hook_at(call->ev, module, table->name, source->index) : NULL;
}

/* dict.keys()[index], dict.values()[index] */
static const Value *part_of_dict(const Call *call, const Source *source) {
    const Source *parts = source->base;
    bool keys = parts->kind == SRC_ATTR && parts->name == str_of("keys()");
    if (!keys && (parts->kind != SRC_ATTR || parts->name != str_of("values()")))
        return NULL;
    const Value *dict = parts->base ? value_at(call, parts->base) : NULL;
    const HeapContent *content = dict && dict->kind == V_DICT ? heap_content(call->ev->heap, dict->u.object) : NULL;
    if (!content || source->index < 0 || source->index >= content->count)
        return NULL;
    return keys ? content->slots[source->index].key : content->slots[source->index].value;
}

/* function.__closure__[index].cell_contents */
static const Value *cell_at(const Call *call, const Source *source) {
    const Source *cell = source->base, *cells = cell->kind == SRC_ITEM_INT ? cell->base : NULL;
    bool is_cell = cells && cells->kind == SRC_ATTR && cells->name == str_of("__closure__");
    const Value *function = is_cell ? value_at(call, cells->base) : NULL;
    return function && function->kind == V_FUNCTION ? ev_cell_at(call->ev, function->u.function, (int)cell->index)
                                                    : NULL;
}

static const Value *global_at(Ev *ev, ObjId globals, Str name) {
    const Value *value = heap_get(ev->heap, globals, name);
    return value ? ev_variable_as_it_was(ev, globals, name, value) : NULL;
}

/* What the call has at a place; NULL: that is not known. */
static const Value *value_at(const Call *call, const Source *source) {
    if (source->kind == SRC_ATTR && source->name == str_of("cell_contents"))
        return cell_at(call, source);
    const Value *base = source->base ? value_at(call, source->base) : NULL;
    const Module *program = call->of_program && !source->module ? call->ev->main_module : NULL;
    switch (source->kind) {
    case SRC_ARG:
        return call->exemplars[source->index];
    case SRC_GLOBAL:
        return program ? global_at(call->ev, program->globals, source->name) : NULL;
    case SRC_ATTR:
    case SRC_PARAM:
        if (base && base->kind == V_METHOD && source->name == str_of("__self__"))
            return base->u.method.self;
        if (base && base->kind == V_METHOD && source->name == str_of("__func__"))
            return base->u.method.function;
        if (base && base->kind == V_TENSOR && base->u.tensor.attributes)
            return heap_get(call->ev->heap, base->u.tensor.attributes, source->name);
        return base && base->kind == V_INSTANCE ? heap_get(call->ev->heap, base->u.instance.object, source->name)
                                                : NULL;
    case SRC_ITEM_STR:
        return base && base->kind == V_DICT ? heap_get(call->ev->heap, base->u.object, source->name) : NULL;
    case SRC_ITEM_INT:
        if (base && base->kind != V_DICT)
            return item_at(call, base, source->index);
        base = part_of_dict(call, source);
        return base ? base : hook_at(call, source);
    case SRC_ELEMENT:
        return base ? item_at(call, base, call->element) : NULL;
    default:
        return NULL;
    }
}

const Value *exemplar_at(Ev *ev, const Value *const *exemplars, const Source *source) {
    const Call call = {.ev = ev, .exemplars = exemplars, .of_program = true};
    return value_at(&call, source);
}

bool exemplar_is_one(Ev *ev, const Value *const *exemplars, const Source *a, const Source *b) {
    const Value *one = exemplar_at(ev, exemplars, a), *other = exemplar_at(ev, exemplars, b);
    if (!one || !other || one->kind != other->kind || a->in_element || b->in_element)
        return false;
    if (one->kind == V_INSTANCE)
        return one->u.instance.object && one->u.instance.object == other->u.instance.object;
    if (one->kind == V_LIST || one->kind == V_DICT || one->kind == V_SET)
        return one->u.object == other->u.object;
    if (one->kind != V_TENSOR)
        return false;
    const TensorValue *x = &one->u.tensor, *y = &other->u.tensor;
    return one == other || (x->node == y->node && x->storage == y->storage && x->is_detached == y->is_detached &&
                            x->is_data == y->is_data && x->is_parameter == y->is_parameter);
}

/* The number that a symbol stands for; NULL: it is not known. */
static const ShExpr *number_of(Call *call, const ShSymbol *symbol, const Value *value) {
    const IrType *type = value->kind == V_TENSOR ? &value->u.tensor.node->type : NULL;
    Ev *ev = call->ev;
    switch (symbol->origin_kind) {
    case SH_FROM_DIM:
        return type && !type->flat ? type->shape[symbol->index] : NULL;
    case SH_FROM_STRIDE:
        return type && type->strides ? type->strides[symbol->index] : NULL;
    case SH_FROM_INT:
        return value->kind == V_INT ? value->u.expr : NULL;
    case SH_FROM_LEN:
        if (value->kind == V_TUPLE)
            return sh_const(ev->shapes, value->u.tuple.count);
        return holds_items(ev->heap, value) ? sh_const(ev->shapes, heap_count(ev->heap, value->u.object)) : NULL;
    default:
        return NULL;
    }
}

static bool is_global(const Source *source) {
    while (source->base)
        source = source->base;
    return source->kind == SRC_GLOBAL;
}

/* One number for all items, where the place is in the items of a series. Globals are what they were. */
static int64_t number_at(void *env, const ShSymbol *symbol) {
    Call *call = env;
    const Source *source = symbol->origin_kind == SH_FROM_NODE ? NULL : symbol->origin;
    int64_t number = symbol->hint;
    bool known = source && is_global(source) && number >= 0;
    const Value *value;
    call->element = 0;
    while (source && !known && (value = value_at(call, source))) {
        int64_t one;
        const ShExpr *expr = number_of(call, symbol, value);
        if (!expr || !sh_is_const(expr, &one) || (call->element && one != number))
            break;
        number = one;
        call->element++;
        known = !source->in_element;
    }
    known = known || (source && source->in_element && call->element && !value);
    call->unknown = call->unknown || !known;
    return number;
}

int64_t exemplar_number(Ev *ev, const Value *const *exemplars, const ShSymbol *symbol, int64_t fallback) {
    Call call = {.ev = ev, .exemplars = exemplars};
    int64_t number = number_at(&call, symbol);
    return call.unknown ? fallback : number;
}

/* SH_MAYBE: a number in it is not known. */
static ShTruth truth_of_compare(Call *call, const Fact *fact) {
    int64_t a, b;
    if (!sh_eval(fact->exprs[0], number_at, call, &a) || !sh_eval(fact->exprs[1], number_at, call, &b) || call->unknown)
        return SH_MAYBE;
    return sh_compare_ints(fact->compare, a, b) ? SH_YES : SH_NO;
}

static bool layout_holds(Call *call, const Fact *fact) {
    const Value *value = fact->count && !fact->source->in_element ? value_at(call, fact->source) : NULL;
    const IrType *type = value && value->kind == V_TENSOR ? &value->u.tensor.node->type : NULL;
    for (uint32_t i = 0; i < fact->count; i++) {
        int64_t wanted;
        if (!type || !type->strides || !sh_eval(fact->exprs[i], number_at, call, &wanted) || call->unknown ||
            !sh_is_value(type->strides[i], wanted))
            return false;
    }
    return true;
}

/* The fact that a value is one number, or the position of its item. */
static bool number_holds(const Call *call, const Fact *fact, const Value *value) {
    if (fact->kind == FACT_VALUE && fact->constant.kind == CONST_FLOAT)
        return value->kind == V_FLOAT && memcmp(&value->u.number, &fact->constant.f, sizeof(double)) == 0;
    int64_t wanted = fact->kind == FACT_POSITION ? call->element + fact->number : fact->constant.i;
    return value->kind == V_INT && sh_is_value(value->u.expr, wanted);
}

static bool numbers_hold(Call *call, const Fact *fact) {
    const Value *value = NULL;
    if (is_global(fact->source))
        return true;
    for (call->element = 0; (value = value_at(call, fact->source)); call->element++)
        if (!number_holds(call, fact, value) || !fact->source->in_element)
            return number_holds(call, fact, value);
    return call->element > 0;
}

/* Facts that no number is in hold of what is alike. */
static bool fact_holds(Call *call, const Fact *fact) {
    switch (fact->kind) {
    case FACT_COMPARE:
        return truth_of_compare(call, fact) == SH_YES;
    case FACT_LAYOUT:
        return layout_holds(call, fact);
    case FACT_POSITION:
        return numbers_hold(call, fact);
    case FACT_VALUE:
        return (fact->constant.kind != CONST_INT && fact->constant.kind != CONST_FLOAT) || numbers_hold(call, fact);
    default:
        return true;
    }
}

static bool all_hold(Ev *ev, const FactList *facts, const Value *const *exemplars) {
    Call call = {.ev = ev, .exemplars = exemplars};
    for (uint32_t i = 0; i < facts->items.len; i++)
        if (!fact_holds(&call, &facts->items.data[i]))
            return false;
    return true;
}

bool exemplars_contradict(Ev *ev, const FactList *facts, const Value *const *exemplars) {
    for (uint32_t i = 0; i < facts->items.len; i++) {
        const Fact *fact = &facts->items.data[i];
        Call call = {.ev = ev, .exemplars = exemplars};
        if (fact->kind == FACT_COMPARE && truth_of_compare(&call, fact) == SH_NO)
            return true;
    }
    return false;
}

bool exemplars_alike(Ev *ev, const FactList *facts, const Value *const *a, const Value *const *b, uint32_t count) {
    Alike pair = {.ev = ev, .right = &ev->alike_right, .left = &ev->alike_left, .any_numbers = facts != NULL};
    map_clear(pair.right);
    map_clear(pair.left);
    bool same = alike_items(&pair, a, b, count);
    return same && (!pair.differ || all_hold(ev, facts, b));
}

/* ---- a call of what was made for another one --------------------------------------------------------------------- */

static bool is_ordinary_size(const ShExpr *size) {
    int64_t known;
    return sh_is_const(size, &known) && known > 1;
}

static bool fits_tensor(Alike *pair, const TensorValue *input, const TensorValue *given) {
    const IrType *wanted = &input->node->type, *type = &given->node->type;
    bool met, again;
    if (wanted->flat || wanted->strides || type->strides || wanted->dtype != type->dtype ||
        wanted->rank != type->rank || given->attributes || given->is_detached || given->is_data ||
        given->is_from_numpy || given->is_inference || given->is_parameter || given->may_alias || given->layout_open)
        return false;
    for (int d = 0; d < type->rank; d++)
        if (!is_ordinary_size(type->shape[d]))
            return false;
    return correspond(pair, MAP_KEY(given->node), MAP_KEY(input->node), &met) && !met &&
           correspond(pair, given->storage, input->storage, &again) && !again;
}

static bool fits(Alike *pair, const Value *input, const Value *given) {
    if (!input || !given)
        return false;
    if (input->kind == V_SCALAR && given->kind == V_FLOAT)
        return input->source && input->u.node->type.kind == IRT_FLOAT;
    if (input->kind == V_TENSOR && given->kind == V_TENSOR)
        return fits_tensor(pair, &input->u.tensor, &given->u.tensor);
    return ev_same_constant(input, given);
}

bool exemplars_fit(Ev *ev, const Value *const *values, const FactList *facts, const Value *const *exemplars,
                   uint32_t count) {
    Alike pair = {.ev = ev, .right = &ev->alike_right, .left = &ev->alike_left};
    map_clear(pair.right);
    map_clear(pair.left);
    for (uint32_t i = 0; i < count; i++)
        if (!fits(&pair, values[i], exemplars[i]))
            return false;
    return all_hold(ev, facts, exemplars);
}

/* ---- after the attempt ------------------------------------------------------------------------------------------ */

enum { MAX_NESTING = 4 }; /* of lists in lists */

static const Value *lasting(Ev *ev, const Value *value, int depth);

static const Value *lasting_items(Ev *ev, const Value *value, int depth) {
    const Value *const *items;
    uint32_t count;
    const ClassInfo *cls = value->kind == V_TUPLE ? value->u.tuple.cls : NULL;
    bool is_gone = cls && !cls->is_builtin && cls->dict >= ev->base_objects; /* a class that the attempt made */
    if (depth == MAX_NESTING || is_gone || !ev_sequence(ev, value, &items, &count))
        return NULL;
    const Value **kept = arena_array(ev->arena, const Value *, count + 1);
    for (uint32_t i = 0; i < count; i++)
        kept[i] = lasting(ev, items[i], depth + 1);
    if (value->kind == V_TUPLE) {
        Value *tuple = arena_copy(ev->arena, ev_tuple(ev, kept, count), sizeof *tuple);
        tuple->u.tuple.cls = value->u.tuple.cls;
        return tuple;
    }
    uint32_t mark = heap_mark(ev->heap), first = heap_object_count(ev->heap);
    const Value *list = ev_list(ev, kept, count);
    heap_keep_new(ev->heap, mark, first, ev->base_heap);
    return list;
}

static const Value *lasting_dict(Ev *ev, const Value *value, int depth) {
    const HeapContent *content = heap_content(ev->heap, value->u.object);
    if (depth == MAX_NESTING || ev_dict_class(value))
        return NULL;
    for (uint32_t i = 0; i < content->count; i++)
        if (!content->slots[i].name)
            return NULL;
    uint32_t mark = heap_mark(ev->heap), first = heap_object_count(ev->heap);
    const Value *dict = ev_dict(ev);
    for (uint32_t i = 0; i < content->count; i++)
        heap_set_key(ev->heap, dict->u.object, content->slots[i].key, lasting(ev, content->slots[i].value, depth + 1));
    heap_keep_new(ev->heap, mark, first, ev->base_heap);
    return dict;
}

static const Value *lasting_array(Ev *ev, const Value *value) {
    const Value *memory = ev_numpy_memory(ev, value);
    uint32_t mark = heap_mark(ev->heap), first = heap_object_count(ev->heap);
    const Value *array = ev_new_instance(ev, value->u.instance.cls);
    if (memory)
        heap_set(ev->heap, array->u.instance.object, str_of("tensor()"), memory);
    heap_keep_new(ev->heap, mark, first, ev->base_heap);
    return array;
}

static const Value *lasting(Ev *ev, const Value *value, int depth) {
    const Value *kept = NULL;
    switch (value->kind) {
    case V_TENSOR:
    case V_INT:
    case V_FLOAT:
    case V_SCALAR:
    case V_BOOL:
    case V_NONE:
        return value;
    case V_STR:
        kept = value->u.str ? value : NULL;
        break;
    case V_INSTANCE:
        kept = ev_is_numpy_array(value) ? lasting_array(ev, value) : value->u.instance.exemplar;
        break;
    case V_LIST:
    case V_TUPLE:
        kept = lasting_items(ev, value, depth);
        break;
    case V_DICT:
        kept = lasting_dict(ev, value, depth);
        break;
    default:
        break;
    }
    return kept ? kept : ev_unknown(ev, NULL, "what another part of the program makes");
}

const Value *exemplar_lasting(Ev *ev, const Value *value) { return lasting(ev, value, 0); }
