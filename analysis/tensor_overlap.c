/* Which tensors of one storage lie in one another's way.
 *
 * Two views are compared from the storage on. As long as both take the same steps they are one; where they part, each
 * takes some of the positions along the dimensions of what they come from, and where those differ in one dimension the
 * views have no element in common. What torch then does with one while it writes the other needs no thought: it
 * refuses only operands whose elements it can tell to be partly those of the result (at::assert_no_partial_overlap). */
#include "analysis/ev_internal.h"
#include "analysis/tensor.h"

#include <string.h>

typedef VEC(const IrNode *) Chain;

/* The steps from the storage to the view. */
static Chain chain_of(Ev *ev, const Value *tensor) {
    const IrNode *root = ev_storage_root(ev, tensor->u.tensor.storage);
    Chain chain = {0};
    for (const IrNode *node = tensor->u.tensor.node; node != root; node = node->inputs[0])
        vec_push(ev->arena, &chain, node);
    for (uint32_t i = 0; i < chain.len / 2; i++) {
        const IrNode *first = chain.data[i];
        chain.data[i] = chain.data[chain.len - 1 - i];
        chain.data[chain.len - 1 - i] = first;
    }
    return chain;
}

static bool same_dims(Ev *ev, const ShExpr *const *a, const ShExpr *const *b, int64_t count) {
    for (int64_t i = 0; a && b && a != b && i < count; i++)
        if (sh_canon(ev->shapes, a[i]) != sh_canon(ev->shapes, b[i]))
            return false;
    return (a != NULL) == (b != NULL) || !count;
}

/* Do two steps from the same tensor lead to the same view, by what is known now? Sizes may have been written in other
 * symbols. */
static bool same_step(Ev *ev, const IrNode *a, const IrNode *b) {
    if (a == b)
        return true;
    if (a->op != b->op || a->input_count != 1 || b->input_count != 1 || a->int_count != b->int_count ||
        a->expr_count != b->expr_count || a->type.dtype != b->type.dtype || a->type.rank != b->type.rank ||
        a->type.flat != b->type.flat || !same_dims(ev, a->type.shape, b->type.shape, a->type.rank) ||
        !same_dims(ev, a->type.strides, b->type.strides, a->type.rank) ||
        !same_dims(ev, a->exprs, b->exprs, a->expr_count))
        return false;
    return a->int_count == 0 || memcmp(a->ints, b->ints, a->int_count * sizeof *a->ints) == 0;
}

static uint32_t shared_steps(Ev *ev, const Chain *a, const Chain *b) {
    uint32_t count = 0;
    while (count < a->len && count < b->len && same_step(ev, a->data[count], b->data[count]))
        count++;
    return count;
}

/* ---- positions that views take --------------------------------------------------------------------------------------
 */

/* Along one dimension: start, start + step, ... */
typedef struct Positions {
    const ShExpr *start, *step, *count;
} Positions;

/* Of each dimension of the tensor that chain->data[from] views, what it and the slices behind it leave. */
static void positions_of(Ev *ev, const Chain *chain, uint32_t from, const IrType *base, Positions *positions) {
    ShContext *cx = ev->shapes;
    int dim_of[IR_MAX_RANK], rank = base->rank;
    for (int d = 0; d < rank; d++) {
        positions[d] = (Positions){sh_const(cx, 0), sh_const(cx, 1), base->shape[d]};
        dim_of[d] = d;
    }
    for (uint32_t i = from; i < chain->len; i++) {
        const IrNode *step = chain->data[i];
        if (step->op != OP_SLICE && step->op != OP_SELECT)
            return;
        Positions *taken = &positions[dim_of[step->ints[0]]];
        taken->start = sh_add(cx, taken->start, sh_mul(cx, taken->step, step->exprs[0]));
        if (step->op == OP_SLICE) {
            taken->step = sh_mul(cx, taken->step, step->exprs[1]);
            taken->count = step->type.shape[step->ints[0]];
            continue;
        }
        taken->count = sh_const(cx, 1);
        rank--;
        for (int64_t d = step->ints[0]; d < rank; d++)
            dim_of[d] = dim_of[d + 1];
    }
}

static bool ends_before(ShContext *cx, const Positions *a, const Positions *b) {
    const ShExpr *steps = sh_sub(cx, a->count, sh_const(cx, 1));
    const ShExpr *last = sh_add(cx, a->start, sh_mul(cx, a->step, steps));
    return sh_compare(cx, SH_LT, last, b->start) == SH_YES;
}

/* Every second position, say, from an even and from an odd one on. */
static bool interleave(ShContext *cx, const Positions *a, const Positions *b) {
    int64_t step, distance;
    return a->step == b->step && sh_is_const(a->step, &step) && step > 1 &&
           sh_is_const(sh_sub(cx, a->start, b->start), &distance) && distance % step != 0;
}

static bool are_apart(Ev *ev, const Chain *a, const Chain *b, uint32_t shared) {
    Positions of_a[IR_MAX_RANK], of_b[IR_MAX_RANK];
    if (shared == a->len || shared == b->len)
        return false;
    const IrType *base = &a->data[shared]->inputs[0]->type;
    if (base->flat)
        return false;
    positions_of(ev, a, shared, base, of_a);
    positions_of(ev, b, shared, base, of_b);
    for (int d = 0; d < base->rank; d++)
        if (ends_before(ev->shapes, &of_a[d], &of_b[d]) || ends_before(ev->shapes, &of_b[d], &of_a[d]) ||
            interleave(ev->shapes, &of_a[d], &of_b[d]))
            return true;
    return false;
}

TnOverlap tn_overlap(Ev *ev, const Value *target, const Value *operand) {
    if (operand->kind != V_TENSOR || operand->u.tensor.storage != target->u.tensor.storage)
        return TN_APART;
    Chain a = chain_of(ev, target), b = chain_of(ev, operand);
    uint32_t shared = shared_steps(ev, &a, &b);
    if (shared == a.len && shared == b.len)
        return TN_SAME;
    return are_apart(ev, &a, &b, shared) ? TN_APART : TN_ASKEW;
}

/* ---- a tensor that is passed twice ------------------------------------------------------------------------------- */

/* An argument, or an item of one: what an object holds is as a rule no other argument. */
static bool is_passed(const Source *source) {
    while (source->kind == SRC_ITEM_INT || source->kind == SRC_ITEM_STR)
        source = source->base;
    return source->kind == SRC_ARG || source->kind == SRC_GLOBAL;
}

bool tn_is_passed_twice(Ev *ev, const Source *written, Span span) {
    const IrGraph *graph = tn_graph(ev);
    for (uint32_t i = 0; !ev->passes_apart && is_passed(written) && i < graph->inputs.len; i++) {
        const Source *other = graph->inputs.data[i].source;
        if (other && other != written && graph->inputs.data[i].node->type.kind == IRT_TENSOR && is_passed(other) &&
            ev_restart_same_places(ev, written, other, span)) {
            ev->passed_twice = true;
            return true;
        }
    }
    return false;
}
