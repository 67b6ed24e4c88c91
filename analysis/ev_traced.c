/* Functions that operators of higher order trace (torch.cond() and the like). Dynamo traces them in eager PyTorch, too,
 * and refuses what it cannot put into a graph: writes to what was there before, results that share memory with operands
 * or with one another, decisions on the content of tensors. Each of them is a cut here, so that Python runs and raises.
 */
#include "analysis/ev_internal.h"
#include "analysis/tensor.h"

typedef VEC(ObjId) StorageVec;

/* Did evaluation, since there were `objects` of them and the heap was at `mark`, write to what is older? Storages of
 * inputs may be looked at first in between. */
static bool has_written_outside(Ev *ev, uint32_t mark, uint32_t objects) {
    HeapDelta delta = heap_collect(ev->heap, mark);
    for (uint32_t i = 0; i < delta.count; i++)
        if (heap_is_older(ev->heap, delta.changes[i].object, objects))
            return true;
    for (ObjId id = objects; id < heap_object_count(ev->heap); id++)
        if (heap_kind(ev->heap, id) == OBJ_STORAGE && ev_storage_writes(ev, id) > 0 &&
            ir_is_outside(ir_memory(ev_storage_root(ev, id))))
            return true;
    return false;
}

/* Do the tensors in a result have memory of their own, made since there were `objects` objects? `seen`: theirs. */
static bool is_apart(Ev *ev, const Value *result, uint32_t objects, StorageVec *seen) {
    if (result->kind == V_TENSOR) {
        const TensorValue *tensor = &result->u.tensor;
        for (uint32_t i = 0; i < seen->len; i++)
            if (seen->data[i] == tensor->storage)
                return false;
        vec_push(ev->arena, seen, tensor->storage);
        return tensor->is_fresh && !tensor->may_alias && tensor->storage >= objects;
    }
    if (result->kind == V_TUPLE) {
        for (uint32_t i = 0; i < result->u.tuple.count; i++)
            if (!is_apart(ev, result->u.tuple.items[i], objects, seen))
                return false;
    } else if (result->kind == V_LIST || result->kind == V_DICT) {
        const HeapContent *content = heap_content(ev->heap, result->u.object);
        for (uint32_t i = 0; i < content->count; i++)
            if (content->slots[i].value && !is_apart(ev, content->slots[i].value, objects, seen))
                return false;
    }
    return true;
}

bool ev_decides_traced(Ev *ev, const Value *condition, Span span) {
    const Frame *frame = ev->frame;
    bool is_data = condition->kind == V_TENSOR || condition->kind == V_SCALAR;
    bool is_traced = frame && (frame->is_traced || frame->batch_level > 0);
    if (!is_data || !is_traced || !frame->function || frame->function->is_prelude)
        return true;
    return ev_fail(ev, D_UNSUPPORTED_OP, span, "a decision on data in a function that an operator traces");
}

/* prim.traced(function, operands): what the function, which an operator traces, gives for the list of operands */
PRIM(prim_traced) {
    (void)self;
    const Value *const *operands;
    uint32_t count, mark = heap_mark(ev->heap), objects = heap_object_count(ev->heap);
    if (!ev_sequence(ev, args->args[1], &operands, &count))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "an operator on functions whose operands are not known");
    const Value *result = ev_call_values(ev, args->args[0], operands, count, span);
    StorageVec seen = {0};
    if (!result)
        return NULL;
    if (has_written_outside(ev, mark, objects))
        return ev_fail(ev, D_SIDE_EFFECT, span, "a function that an operator traces changes what was there before");
    if (!is_apart(ev, result, objects, &seen))
        return tn_unsupported(ev, span, "a function that an operator traces and that returns a part of its operands");
    return result;
}
