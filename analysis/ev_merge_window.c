/* A branch that gives a tensor or a window of it, by its size: `x if x.size(1) <= n else x[:, -n:]`.
 *
 * The two sides have different sizes, and are one all the same: a window of `min(size, n)` elements, which is the whole
 * tensor where that is no longer than n. Other strides there are none, so only the identity of the object tells them
 * apart: the merged tensor is read; where it is returned, each side goes on by itself (settle_choice() in ev_return.c).
 */
#include "analysis/ev_internal.h"
#include "analysis/tensor.h"

/* The only step that leaves something out on the way from the part to the tensor; NULL: there is another way. */
static const IrNode *window_of(Ev *ev, const IrNode *part, const IrNode *whole) {
    const IrNode *window = NULL;
    for (; part != whole; part = part->inputs[0]) {
        if (part->op != OP_SLICE || !sh_is_value(part->exprs[1], 1))
            return NULL;
        int64_t dim = part->ints[0];
        if (sh_compare(ev->shapes, SH_EQ, part->type.shape[dim], part->inputs[0]->type.shape[dim]) == SH_YES)
            continue;
        if (window)
            return NULL;
        window = part;
    }
    return window;
}

static const ShExpr *size_of(Ev *ev, const IrNode *node) {
    const ShExpr *size = ev_expr_of_node(ev, node);
    return size ? sh_canon(ev->shapes, size) : NULL;
}

/* What the size is at most where the condition is as said; NULL: it does not tell. */
static const ShExpr *most(Ev *ev, const IrNode *condition, bool holds, const ShExpr *size) {
    for (; condition->op == OP_NOT; condition = condition->inputs[0])
        holds = !holds;
    bool less = condition->op == OP_LT || condition->op == OP_LE;
    if (!less && condition->op != OP_GT && condition->op != OP_GE)
        return NULL;
    const ShExpr *smaller = size_of(ev, condition->inputs[less == holds ? 0 : 1]);
    const ShExpr *larger = size_of(ev, condition->inputs[less == holds ? 1 : 0]);
    return smaller == size ? larger : NULL;
}

/* The window is of as many elements as that, or of all where there are fewer. */
static bool is_as_long(Ev *ev, const ShExpr *length, const ShExpr *size, const ShExpr *limit) {
    ShContext *cx = ev->shapes;
    const ShExpr *left_out = sh_max(cx, sh_sub(cx, size, limit), sh_const(cx, 0));
    length = sh_canon(cx, length);
    return length == sh_canon(cx, limit) || length == sh_canon(cx, sh_min(cx, size, limit)) ||
           length == sh_canon(cx, sh_sub(cx, size, left_out));
}

const Value *ev_merge_window(Merge *merge, const Value *left, const Value *right, IrNode *l, IrNode *r) {
    Ev *ev = merge->ev;
    ShContext *cx = ev->shapes;
    if (merge->strict || left->u.tensor.storage != right->u.tensor.storage || l->type.flat || r->type.flat)
        return NULL;
    const IrNode *window = window_of(ev, r, l);
    bool is_left = window != NULL;
    if (!window && !(window = window_of(ev, l, r)))
        return NULL;
    const Value *whole = is_left ? left : right;
    const IrNode *node = is_left ? l : r;
    if (node != ev_tensor_node(ev, whole)) /* a side has written to it */
        return NULL;
    int64_t dim = window->ints[0];
    const ShExpr *size = sh_canon(cx, node->type.shape[dim]);
    const ShExpr *limit = most(ev, merge->branch->inputs[0], is_left, size);
    const ShExpr *start = window->exprs[0], *length = window->type.shape[dim];
    bool first = sh_is_value(start, 0);
    if (!limit || ir_has_inner(merge->outer, limit) || !is_as_long(ev, length, size, limit) ||
        (!first && sh_compare(cx, SH_EQ, sh_add(cx, start, length), size) != SH_YES))
        return NULL;
    TnDims shape, strides;
    tn_shape(ev, &node->type, shape);
    shape[dim] = sh_canon(cx, sh_min(cx, size, limit));
    if (!ev_assume_compare(ev, SH_LE, sh_const(cx, 1), shape[dim], merge->span) ||
        !tn_strides(ev, &node->type, merge->span, strides))
        return NULL;
    const ShExpr *exprs[] = {first ? start : sh_canon(cx, sh_sub(cx, size, shape[dim])), sh_const(cx, 1)};
    IrType type = tn_type(ev, node->type.dtype, node->type.rank, shape, strides);
    Value *merged = (Value *)(uintptr_t)tn_view(ev, whole, OP_SLICE, type, &dim, 1, exprs, 2, merge->span);
    if (merged)
        merged->u.tensor.may_alias = true;
    if (merged && merge->place)
        map_put(&ev->memo, MAP_KEY(merged->u.tensor.node), (void *)(uintptr_t)merge->place);
    return merged;
}
