/* out= of torch's functions, and what shares memory with it.
 *
 * What torch does where out= overlaps an operand depends on the function: it raises, or reads what it has written
 * already. Only an operand that is out= itself and is read element by element is sure to give what is computed here,
 * values first. */
#include "analysis/ev_internal.h"
#include "analysis/tensor.h"

#include <string.h>

const char ev_out_refused[] = "not compiled: out=";

/* prim.refuse_out(): what a function does first that is given out=. The call is repeated without it, and its result is
 * written. */
PRIM(prim_refuse_out) {
    (void)self;
    (void)args;
    ev_fail(ev, D_UNSUPPORTED_OP, span, "out=");
    ev->fail.reason = ev_out_refused;
    return NULL;
}

uint32_t ev_out_keyword(const CallArgs *args) {
    uint32_t at = 0;
    while (at < args->keyword_count && strcmp(args->names[at], "out") != 0)
        at++;
    return at;
}

/* Does a tensor of `value` share memory with one of `out`, and is not that one itself? */
static bool shares_memory(Ev *ev, const Value *out, const Value *value) {
    const Value *const *items;
    uint32_t count;
    if (out->kind == V_TENSOR && value->kind == V_TENSOR)
        return tn_overlap(ev, out, value) == TN_ASKEW;
    const Value *sequence = out->kind != V_TENSOR ? out : value;
    if ((sequence->kind != V_TUPLE && sequence->kind != V_LIST) || !ev_sequence(ev, sequence, &items, &count))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (sequence == out ? shares_memory(ev, items[i], value) : shares_memory(ev, out, items[i]))
            return true;
    return false;
}

bool ev_given_out(Ev *ev, const CallArgs *args, Span span) {
    uint32_t at = ev_out_keyword(args);
    if (at == args->keyword_count)
        return true;
    for (uint32_t i = 0; i < args->count + args->keyword_count; i++) {
        const Value *value = i < args->count ? args->args[i] : args->keyword_values[i - args->count];
        if (i != args->count + at && shares_memory(ev, args->keyword_values[at], value))
            return tn_unsupported(ev, span, "out= that shares memory with an operand") != NULL;
    }
    ev->out_args = args;
    return true;
}

/* The call without its keyword `at`, out=, to which the result is written. */
static const Value *written_after(Ev *ev, const Value *value, const Value *self, const CallArgs *args, uint32_t at,
                                  Span span) {
    const Value *out = args->keyword_values[at], *write = NULL;
    CallArgs rest = *args;
    rest.names = arena_array(ev->arena, Str, args->keyword_count);
    rest.keyword_values = arena_array(ev->arena, const Value *, args->keyword_count);
    rest.keyword_count = 0;
    for (uint32_t i = 0; i < args->keyword_count; i++) {
        if (i == at)
            continue;
        rest.names[rest.keyword_count] = args->names[i];
        rest.keyword_values[rest.keyword_count++] = args->keyword_values[i];
    }
    ev_clear_fail(ev);
    const Value *result = ev_call_function(ev, value, self, &rest, span);
    const Value *values[] = {out, result};
    if (result)
        write = ev_prelude(ev, "torch", "written_out");
    return write ? ev_call_values(ev, write, values, COUNT_OF(values), span) : NULL;
}

const Value *ev_call_with_out(Ev *ev, const Value *value, const Value *self, const CallArgs *args, Span span) {
    uint32_t at = ev_out_keyword(args);
    if (at == args->keyword_count)
        return NULL;
    const Value *result = NULL;
    if (ev->fail.kind == FAIL_CUT && ev->fail.reason == ev_out_refused)
        result = written_after(ev, value, self, args, at, span);
    if (!result && ev->fail.kind == FAIL_RAISE && args->keyword_values[at]->kind != V_NONE) {
        ev_clear_fail(ev); /* torch may refuse out= before it looks at what is refused here */
        ev_fail(ev, D_UNSUPPORTED_OP, span, "a refused call with out=");
    }
    return result;
}

/* ---- how a result is made of the tensor that takes it ---------------------------------------------------------------
 */

typedef struct Reads {
    Map pointwise, elsewhere; /* the nodes seen, by how the result is made of them; operands count as seen */
    const IrNode *target;
} Reads;

/* What an operand was made of does not matter. */
static void add_operand(Reads *reads, Ev *ev, const Value *value) {
    const Value *const *items;
    uint32_t count;
    if (value->kind == V_TENSOR) {
        const IrNode *node = ev_tensor_node(ev, value);
        map_put(&reads->pointwise, MAP_KEY(node), reads);
        map_put(&reads->elsewhere, MAP_KEY(node), reads);
    } else if ((value->kind == V_TUPLE || value->kind == V_LIST) && ev_sequence(ev, value, &items, &count)) {
        for (uint32_t i = 0; i < count; i++)
            add_operand(reads, ev, items[i]);
    }
}

static bool reads_elsewhere(Reads *reads, const IrNode *node, bool pointwise) {
    if (node == reads->target)
        return !pointwise;
    Map *seen = pointwise ? &reads->pointwise : &reads->elsewhere;
    if (map_has(seen, MAP_KEY(node)))
        return false;
    map_put(seen, MAP_KEY(node), reads);
    pointwise = pointwise && ir_op_info[node->op].cls == CLS_POINT;
    for (uint32_t i = 0; i < node->input_count; i++)
        if (reads_elsewhere(reads, node->inputs[i], pointwise))
            return true;
    return false;
}

bool tn_reads_elsewhere(Ev *ev, const IrNode *target, const IrNode *result, const CallArgs *operands) {
    Reads reads = {.target = target};
    map_init(&reads.pointwise, ev->arena);
    map_init(&reads.elsewhere, ev->arena);
    for (uint32_t i = 0; operands && i < operands->count; i++)
        add_operand(&reads, ev, operands->args[i]);
    for (uint32_t i = 0, out = operands ? ev_out_keyword(operands) : 0; operands && i < operands->keyword_count; i++)
        if (i != out)
            add_operand(&reads, ev, operands->keyword_values[i]);
    return reads_elsewhere(&reads, result, true);
}

/* prim.apart(target, result): ends compilation where out= is an operand that torch reads after it has written some of
 * it
 */
PRIM(prim_apart) {
    (void)self;
    IrNode *target = tn_tensor(ev, args->args[0], span), *result = target ? tn_tensor(ev, args->args[1], span) : NULL;
    if (!result)
        return NULL;
    if (tn_reads_elsewhere(ev, target, result, ev->out_args))
        return tn_unsupported(ev, span, "out= that is an operand, and not read element by element");
    return ev_none(ev);
}
