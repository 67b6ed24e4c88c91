/* Functions that torch.vmap() calls: what such a function calls of torch goes through the rules of
 * analysis/prelude/torch_batched.py, which say what it does to whole batches, or that it is a cut. Exceptions that
 * functorch raises where there are no batches (a decision on data, random numbers) are cuts, too. */
#include "analysis/ev_internal.h"
#include "analysis/tensor.h"

#include <string.h>

static const char rules_module[] = "torch_batched";

static bool is_of_rules(const Module *module) { return module->is_prelude && !strcmp(module->name, rules_module); }

/* Is it code of the prelude that knows nothing of batches? Modules of torch.nn call what the program could call. */
static bool is_of_torch(const Module *module) {
    static const char layers[] = "torch.nn.modules";
    return module->is_prelude && !strncmp(module->name, "torch", 5) && !is_of_rules(module) &&
           strncmp(module->name, "torch._functorch", 16) != 0 && strncmp(module->name, layers, sizeof layers - 1) != 0;
}

int ev_batch_level(const Ev *ev, const Function *called) {
    int level = ev->frame ? ev->frame->batch_level : 0;
    return level + (is_of_rules(called->module) && !strcmp(called->name, "called_on_items"));
}

static bool is_item(const Value *value) {
    const ClassInfo *cls = value->kind == V_INSTANCE ? value->u.instance.cls : NULL;
    return cls && cls->module && is_of_rules(cls->module) && !strcmp(cls->name, "BatchedTensor");
}

static bool any_item(const Value *const *values, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (is_item(values[i]))
            return true;
    return false;
}

const Value *ev_told_tensor(Ev *ev, const Value *value) {
    if (!is_item(value) || (ev->frame && is_of_rules(ev->frame->module)))
        return value;
    while (is_item(value))
        value = heap_get(ev->heap, value->u.instance.object, str_of("_batch_whole"));
    Value *told = arena_copy(ev->arena, value, sizeof *value);
    told->source = NULL;
    if (told->kind == V_TENSOR)
        told->u.tensor.is_parameter = false;
    return told;
}

/* An item, or a list of operands with one in it. */
static bool has_item(Ev *ev, const Value *value) {
    const Value *const *parts;
    uint32_t count;
    bool is_list = value->kind == V_TUPLE || value->kind == V_LIST;
    return is_item(value) || (is_list && ev_sequence(ev, value, &parts, &count) && any_item(parts, count));
}

static bool among(Ev *ev, const Value *const *values, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (has_item(ev, values[i]))
            return true;
    return false;
}

/* The rules themselves call what they are about: a plain call, where no operand is an item of another batch. */
bool ev_is_batched_call(Ev *ev, const Function *function, const Value *self, const CallArgs *args) {
    const Frame *frame = ev->frame;
    if (!frame || !frame->batch_level || !is_of_torch(function->module) || is_of_torch(frame->module))
        return false;
    return !is_of_rules(frame->module) || (self && is_item(self)) || among(ev, args->args, args->count) ||
           among(ev, args->keyword_values, args->keyword_count);
}

/* The name that a namespace has for a function; NULL: none. */
static Str name_in(const Ev *ev, ObjId names, const Function *function) {
    const HeapContent *content = heap_content(ev->heap, names);
    for (uint32_t i = 0; i < content->count; i++) {
        const Value *value = content->slots[i].value;
        if (value && value->kind == V_FUNCTION && value->u.function == function)
            return content->slots[i].name;
    }
    return NULL;
}

/* The name by which programs call it: many are made by functions of the prelude. */
static Str public_name(Ev *ev, const Function *function) {
    const Value *tensor = ev_prelude(ev, "torch", "Tensor");
    const ClassInfo *cls = tensor ? tensor->u.class_info : NULL;
    Str name = NULL;
    for (uint32_t i = 0; cls && i < cls->mro_count && !name; i++)
        name = name_in(ev, cls->mro[i]->dict, function);
    name = name ? name : name_in(ev, function->module->globals, function);
    const Value *written =
        name || !function->closure ? NULL : heap_get(ev->heap, function->closure, str_of("function"));
    if (written && written->kind == V_FUNCTION) /* what in_place() of torch_methods.py made */
        return str_format("%s_", public_name(ev, written->u.function));
    return name ? name : function->name;
}

const Value *ev_call_batched(Ev *ev, const Value *function, const Value *self, const CallArgs *args, Span span) {
    const Value *apply = ev_prelude(ev, rules_module, "apply");
    const Value *first[] = {function, ev_str(ev, public_name(ev, function->u.function)), self};
    CallArgs full = ev_args_behind(ev, first, self ? 3 : 2, args);
    return apply ? ev_call(ev, apply, &full, span) : NULL;
}

bool ev_reads_in_batch(Ev *ev, Span span) {
    bool in_batch = ev->frame && ev->frame->batch_level > 0;
    if (in_batch)
        ev_fail(ev, D_UNSUPPORTED_OP, span, "a number out of a tensor in a function that vmap() calls");
    return in_batch;
}

/* prim.batch_level(): how many calls of vmap() the caller runs in */
PRIM(prim_batch_level) {
    (void)self, (void)args, (void)span;
    return ev_int(ev, ev->frame->batch_level);
}
