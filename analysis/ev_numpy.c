/* What torch's functions take for something else: Python's types, for dtypes, and NumPy's scalars, which are objects of
 * the prelude's numpy.py, for the Python numbers in them. What a function of torch is called with is converted at the
 * call, so that the prelude's torch meets none; but for the functions that look at the type. */
#include "analysis/ev_internal.h"
#include "analysis/tensor.h"

#include <string.h>

enum { MAX_DEPTH = 3 }; /* x[a:b, c], f((a, (b, c))) */

static bool is_numpy(const Module *module) { return module->is_prelude && !strncmp(module->name, "numpy", 5); }

static bool is_of_numpy(const Value *value) {
    return value->kind == V_INSTANCE && value->u.instance.cls->module && is_numpy(value->u.instance.cls->module);
}

bool ev_is_numpy_array(const Value *value) {
    return is_of_numpy(value) && value->u.instance.cls->name == str_of("ndarray");
}

/* The prelude computes with tensors, and what these refuse raises torch's exceptions. NumPy's are others (ValueError,
 * AxisError), or none, as its functions take more arguments than these: Python raises them. */
void ev_drop_errors_of_torch(Ev *ev, const Function *function, Span span) {
    bool is_left = is_numpy(function->module) && ev->frame && !is_numpy(ev->frame->module);
    if (!is_left || ev->fail.kind != FAIL_RAISE)
        return;
    static const char *const names[] = {"RuntimeError", "IndexError", "TypeError", "ValueError"};
    bool is_dropped = false;
    for (size_t i = 0; i < COUNT_OF(names); i++)
        is_dropped = is_dropped || ev->fail.exception->u.instance.cls == ev_exception_class(ev, names[i]);
    if (!is_dropped)
        return;
    ev_clear_fail(ev);
    ev_fail(ev, D_UNSUPPORTED_OP, span, "what NumPy refuses");
}

/* The memory of an array as an example: the tensor that it lies in, or the like of what its list of scalars would be.
 * NULL: nothing is known of it. */
const Value *ev_numpy_memory(Ev *ev, const Value *array) {
    ObjId object = array->u.instance.object;
    const Value *tensor = heap_get(ev->heap, object, str_of("tensor()"));
    if (!tensor || tensor->kind == V_TENSOR)
        return tensor;
    const Value *items = heap_get(ev->heap, object, str_of("items()"));
    const Value *cls = heap_get(ev->heap, object, str_of("class()"));
    DType dtype = cls && cls->kind == V_CLASS ? dtype_by_torch_name(cls->u.class_info->name) : DT_NONE;
    if (dtype == DT_NONE || !items || items->kind != V_LIST)
        return NULL;
    const ShExpr *length = sh_const(ev->shapes, heap_count(ev->heap, items->u.object));
    IrNode *node = arena_new_of(ev->arena, IrNode);
    node->op = OP_EMPTY;
    node->type = ir_tensor_type(ev->graph, dtype, 1, &length, NULL);
    Value *example = ev_value(ev, V_TENSOR);
    example->u.tensor.node = node;
    return example;
}

/* An array of the caller: the object, with the tensor that torch.from_numpy() makes of it. The writes to it are no
 * versions of a tensor that anyone sees. */
const Value *ev_numpy_input(Ev *ev, const Value *exemplar, const Source *source, bool fixed) {
    const Value *example = ev_numpy_memory(ev, exemplar);
    if (!example || source->in_element)
        return ev_unknown(ev, NULL, "an array of NumPy that the function does not make itself");
    ev_input_fact(ev, &(Fact){.kind = FACT_CLASS, .source = source, .text = str_of("numpy:ndarray")});
    const Value *memory = ev_generalise(ev, example, source_attr(source, str_of("tensor()")), fixed);
    if (!memory || memory->kind != V_TENSOR)
        return memory;
    Value *quiet = arena_copy(ev->arena, memory, sizeof *memory);
    quiet->u.tensor.is_data = true;
    Value *array = arena_copy(ev->arena, ev_new_instance(ev, exemplar->u.instance.cls), sizeof *array);
    array->source = source;
    heap_set(ev->heap, array->u.instance.object, str_of("tensor()"), quiet);
    return ev_make_lasting(ev, array);
}

/* ---- arrays in the memory of tensors
 * ------------------------------------------------------------------------------------------------------------ */

static const Value *memory_of(Ev *ev, const Value *array) {
    return heap_get(ev->heap, array->u.instance.object, str_of("tensor()"));
}

static bool is_of_caller(Ev *ev, const Value *tensor) {
    return ev_storage_root(ev, tensor->u.tensor.storage)->op == OP_INPUT;
}

/* prim.hold_memory(array): it is an array in the memory of a tensor, which cannot be resized from then on */
PRIM(prim_hold_memory) {
    (void)self;
    const Value *array = args->args[0];
    if (ev->in_driver || array->source)
        return ev_none(ev);
    if (ev->region == ev->graph->body)
        vec_push(ev->arena, &ev->arrays, array);
    else if (is_of_caller(ev, memory_of(ev, array)))
        return ev_fail(ev, D_SIDE_EFFECT, span, "an array in the caller's memory that only some paths make");
    return ev_none(ev);
}

/* All that the result and the effects lead to. */
static Reach reach_of_return(Ev *ev, const Value *returned, const EffectVec *effects) {
    Reach reach = ev_reach_new(ev, 1);
    ev_reach_value(&reach, returned);
    for (uint32_t i = 0; i < effects->len; i++)
        for (uint32_t k = 0; k < effects->data[i].count; k++)
            ev_reach_value(&reach, effects->data[i].values[k]);
    for (uint32_t i = 0; i < reach.objects.len; i++) {
        const HeapContent *content = heap_content(ev->heap, reach.objects.data[i]);
        for (uint32_t k = 0; k < content->count; k++)
            ev_reach_value(&reach, content->slots[k].value);
    }
    return reach;
}

void ev_array_effects(Ev *ev, const Value *returned, EffectVec *out) {
    if (!ev->arrays.len)
        return;
    Reach reach = reach_of_return(ev, returned, out);
    Map held = {.arena = ev->arena};
    for (uint32_t i = 0; i < ev->arrays.len; i++) {
        const Value *array = ev->arrays.data[i], *tensor = memory_of(ev, array);
        bool is_returned = reach.seen[array->u.instance.object - reach.first];
        if (is_returned || map_has(&held, MAP_KEY(tensor->u.tensor.storage)) ||
            (!is_of_caller(ev, tensor) && !reach.storages[tensor->u.tensor.storage - reach.first]))
            continue;
        map_put(&held, MAP_KEY(tensor->u.tensor.storage), ev);
        Effect effect = {.kind = EFFECT_MADE, .target = source_path("torch.Tensor"), .count = 1};
        effect.values = arena_copy(ev->arena, &array, sizeof array);
        effect.span = ev->graph->span;
        vec_push(ev->arena, out, effect);
    }
}

/* ---- scalars
 * ------------------------------------------------------------------------------------------------------------ */

const Value *ev_numpy_scalar(Ev *ev, const Value *value) {
    if (!is_of_numpy(value) || value->u.instance.cls->module->name != str_of("numpy"))
        return NULL;
    return ev_getattr(ev, value, str_of("item()"), no_span());
}

static bool has_scalar(Ev *ev, const Value *value, int depth) {
    const Value *const *items;
    uint32_t count;
    if (value->kind == V_INSTANCE)
        return ev_numpy_scalar(ev, value) != NULL;
    bool container = (value->kind == V_TUPLE && !value->u.tuple.cls) || value->kind == V_SLICE ||
                     (value->kind == V_LIST && !value->source);
    if (!container || depth == MAX_DEPTH)
        return false;
    items = value->kind == V_LIST ? heap_items(ev->heap, value->u.object, ev->arena) : value->u.tuple.items;
    count = value->kind == V_LIST ? heap_count(ev->heap, value->u.object) : value->u.tuple.count;
    for (uint32_t i = 0; i < count; i++)
        if (has_scalar(ev, items[i], depth + 1))
            return true;
    return false;
}

/* Torch takes NumPy's bool for a float where it takes a Scalar, and refuses it for a bool or an int. */
static const Value *number_of(Ev *ev, const Value *scalar, Span span) {
    const Value *plain = ev_numpy_scalar(ev, scalar);
    bool is_open = plain && plain->kind == V_SCALAR && plain->u.node->type.kind == IRT_BOOL;
    return plain && (plain->kind == V_BOOL || is_open) ? ev_to_float(ev, plain, span) : plain;
}

static const Value *plain_value(Ev *ev, const Value *value, Span span) {
    if (!has_scalar(ev, value, 0))
        return value;
    if (value->kind == V_INSTANCE)
        return number_of(ev, value, span);
    bool is_list = value->kind == V_LIST;
    uint32_t count = is_list ? heap_count(ev->heap, value->u.object) : value->u.tuple.count;
    const Value *const *items = is_list ? heap_items(ev->heap, value->u.object, ev->arena) : value->u.tuple.items;
    const Value **plain = arena_array(ev->arena, const Value *, count + 1);
    for (uint32_t i = 0; i < count; i++)
        plain[i] = plain_value(ev, items[i], span);
    return is_list ? ev_list(ev, plain, count) : ev_items_value(ev, value->kind, plain, count);
}

/* Functions that see what kind of object they get: of pooling, torch's Python code asks sizes for their length. */
static bool looks_at_types(const Function *function) {
    Str name = function->name;
    static const char *const names[] = {"tensor",       "of_data",   "of_array",    "as_tensor",   "asarray",
                                        "from_numpy",   "is_tensor", "__setattr__", "result_type", "register_buffer",
                                        "__contains__", "__init__",  "new_tensor",  "need_index",  "need_indices"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (name == str_of(names[i]))
            return true;
    return !strncmp(name, "adaptive_", 9) && !strcmp(function->module->name, "torch.nn.functional");
}

/* Python's type for a dtype: torch takes it for the widest of its kind. */
static const Value *dtype_of_class(Ev *ev, const Value *value) {
    static const struct {
        const char *name;
        DType dtype;
    } classes[] = {{"bool", DT_BOOL}, {"int", DT_I64}, {"float", DT_F64}};
    const ClassInfo *cls = value->kind == V_CLASS && value->u.class_info->is_builtin ? value->u.class_info : NULL;
    for (size_t i = 0; cls && i < COUNT_OF(classes); i++)
        if (cls->name == str_of(classes[i].name))
            return ev_dtype(ev, classes[i].dtype);
    return NULL;
}

/* `dtype=float`, x.to(float) */
static const CallArgs *with_dtypes(Ev *ev, Str function, const CallArgs *args) {
    CallArgs *changed = NULL;
    uint32_t first = function == str_of("to") ? 0 : args->count;
    for (uint32_t i = first; i < args->count + args->keyword_count; i++) {
        bool is_keyword = i >= args->count;
        const Value *value = is_keyword ? args->keyword_values[i - args->count] : args->args[i];
        const Value *dtype =
            is_keyword && args->names[i - args->count] != str_of("dtype") ? NULL : dtype_of_class(ev, value);
        if (!dtype)
            continue;
        if (!changed) {
            changed = arena_copy(ev->arena, args, sizeof *args);
            changed->args = arena_copy(ev->arena, args->args, args->count * sizeof *args->args);
            changed->keyword_values =
                arena_copy(ev->arena, args->keyword_values, args->keyword_count * sizeof *args->keyword_values);
        }
        *(is_keyword ? &changed->keyword_values[i - args->count] : &changed->args[i]) = dtype;
    }
    return changed ? changed : args;
}

/* An item of a tensor may become a scalar that is an int of NumPy's or a float of Python's: no other. */
static bool may_be_item(Ev *ev, const Value *value) {
    if (!has_scalar(ev, value, 0) || value->kind != V_INSTANCE)
        return true;
    const ClassInfo *cls = value->u.instance.cls;
    for (uint32_t i = 0; i < cls->mro_count; i++)
        if (!strcmp(cls->mro[i]->name, "integer") || !strcmp(cls->mro[i]->name, "float"))
            return true;
    return false;
}

/* The keyword dtype=, given a class that torch refuses before it looks at anything else. */
static bool names_no_dtype(Ev *ev, const CallArgs *args) {
    for (uint32_t i = 0; i < args->keyword_count; i++)
        if (args->names[i] == str_of("dtype") && args->keyword_values[i]->kind == V_CLASS &&
            !dtype_of_class(ev, args->keyword_values[i]))
            return true;
    return false;
}

const CallArgs *ev_plain_args(Ev *ev, const Function *function, const CallArgs *args, Span span) {
    const Module *module = function->module;
    if (!function->is_prelude || strncmp(module->name, "torch", 5) != 0)
        return args;
    if (!ev->in_driver && names_no_dtype(ev, args)) {
        ev_fail(ev, D_UNSUPPORTED_OP, span, "a class in the place of a dtype");
        return NULL;
    }
    args = with_dtypes(ev, function->name, args);
    bool any = false;
    for (uint32_t i = 0; i < args->count && !any; i++)
        any = has_scalar(ev, args->args[i], 0);
    for (uint32_t i = 0; i < args->keyword_count && !any; i++)
        any = has_scalar(ev, args->keyword_values[i], 0);
    if (!any || looks_at_types(function))
        return args;
    if (function->name == str_of("__setitem__") && args->count && !may_be_item(ev, args->args[args->count - 1])) {
        ev_raise(ev, "TypeError", span, "a NumPy scalar that is no item of a tensor");
        return NULL;
    }
    CallArgs *plain = arena_copy(ev->arena, args, sizeof *args);
    plain->args = arena_array(ev->arena, const Value *, args->count + 1);
    plain->keyword_values = arena_array(ev->arena, const Value *, args->keyword_count + 1);
    for (uint32_t i = 0; i < args->count; i++)
        plain->args[i] = plain_value(ev, args->args[i], span);
    for (uint32_t i = 0; i < args->keyword_count; i++)
        plain->keyword_values[i] = plain_value(ev, args->keyword_values[i], span);
    return plain;
}
