/* View primitives: permute, expand, view, reshape, slice, select, squeeze, unsqueeze, contiguous, clone, detach.
 *
 * Strides are torch's. A view of a row-major tensor that is row-major again keeps `strides == NULL` and needs no fact.
 * Where it depends on sizes whether torch would copy, the value is marked may_alias: it can be read; tn_settle()
 * decides before it is returned or written. */
#include "analysis/ev_internal.h"
#include "analysis/tensor.h"

#include <string.h>

static bool at_least(Ev *ev, int64_t least, const ShExpr *size, Span span) {
    if (ev_assume_compare(ev, SH_LE, sh_const(ev->shapes, least), size, span))
        return true;
    if (ev->fail.kind == FAIL_NONE)
        ev_fail(ev, D_SHAPE, span, "a view of sizes that it does not fit");
    return false;
}

/* prim.columns(rows): a row-major tensor [rank, n], transposed. Its strides are 1 and n also when n is 0, as those of
 * what nonzero() makes. */
PRIM(prim_columns) {
    (void)self;
    IrNode *rows = tn_ranked(ev, args->args[0], 2, span);
    if (!rows)
        return NULL;
    TnDims shape;
    tn_shape(ev, &rows->type, shape);
    const ShExpr *turned[2] = {shape[1], shape[0]}, *strides[2] = {sh_const(ev->shapes, 1), shape[1]};
    int64_t order[2] = {1, 0};
    IrType type = tn_type(ev, rows->type.dtype, 2, turned, strides);
    return tn_view(ev, args->args[0], OP_PERMUTE, type, order, 2, NULL, 0, span);
}

/* prim.permute(input, dims) */
PRIM(prim_permute) {
    (void)self;
    const Value *const *items;
    uint32_t count;
    if (args->args[1]->kind == V_UNKNOWN || !ev_sequence(ev, args->args[1], &items, &count) || count > IR_MAX_RANK)
        return tn_unsupported(ev, span, "an order of dimensions that is not known");
    IrNode *input = tn_ranked(ev, args->args[0], (int)count, span);
    if (!input)
        return NULL;
    int rank = input->type.rank;
    if ((int)count != rank)
        return ev_raise(ev, "RuntimeError", span, "permute: %d dimensions for a tensor of %d", (int)count, rank);
    int64_t dims[IR_MAX_RANK];
    bool used[IR_MAX_RANK] = {false}, identity = true;
    for (int d = 0; d < rank; d++) {
        int from = tn_dim_index(ev, items[d], rank, span);
        if (from < 0)
            return NULL;
        if (used[from])
            return ev_raise(ev, "RuntimeError", span, "permute(): duplicate dims are not allowed.");
        used[from] = true;
        dims[d] = from;
        identity &= from == d;
    }
    TnDims shape, strides, new_shape, new_strides;
    tn_shape(ev, &input->type, shape);
    if (!identity && !tn_strides(ev, &input->type, span, strides))
        return NULL;
    for (int d = 0; d < rank && !identity; d++) {
        new_shape[d] = shape[dims[d]];
        new_strides[d] = strides[dims[d]];
    }
    IrType type = identity ? input->type : tn_type(ev, input->type.dtype, rank, new_shape, new_strides);
    return tn_view(ev, args->args[0], OP_PERMUTE, type, dims, rank, NULL, 0, span);
}

/* Whether a size is an int of the caller that is -1 in the example. */
static bool is_inferred(const ShExpr *size) { return size->op == SH_SYM && size->symbol->likely == -1; }

/* The sizes of a view, of which torch finds one that is -1: that an int is -1 is a guard. */
static int view_sizes(Ev *ev, const Value *value, Span span, TnDims sizes) {
    int rank = tn_int_list(ev, value, span, sizes);
    for (int d = 0; d < rank; d++) {
        if (!is_inferred(sizes[d]))
            continue;
        if (!ev_assume_equal(ev, sizes[d], sh_const(ev->shapes, -1), span)) {
            if (ev->fail.kind == FAIL_NONE)
                tn_unsupported(ev, span, "a size that may be -1");
            return -1;
        }
        sizes[d] = sh_canon(ev->shapes, sizes[d]);
    }
    return rank;
}

/* Dimension d of an expansion has only new dimensions, or the first of the input, outside of it: then the layout of
 * what is computed from it does not depend on whether its size is 1. */
static bool outer_dims_are_new(int d, int lead, const IrType *input) {
    return d < lead || (d == lead && (!input->strides || input->rank == 1));
}

/* prim.expand(input, sizes) */
PRIM(prim_expand) {
    (void)self;
    TnDims sizes, shape, strides, own;
    int rank = view_sizes(ev, args->args[1], span, sizes);
    if (rank < 0)
        return NULL;
    IrNode *input = tn_ranked(ev, args->args[0], rank, span);
    if (!input || !tn_strides(ev, &input->type, span, own))
        return NULL;
    int lead = rank - input->type.rank;
    if (lead < 0)
        return ev_raise(ev, "RuntimeError", span, "expand: fewer sizes than dimensions");
    const ShExpr *one = sh_const(ev->shapes, 1), *zero = sh_const(ev->shapes, 0);
    for (int d = rank - 1; d >= 0; d--) {
        const ShExpr *size = d >= lead ? tn_dim(ev, &input->type, d - lead) : one;
        if (sh_is_value(sizes[d], -1) && d >= lead)
            sizes[d] = size;
        if (!at_least(ev, 0, sizes[d], span))
            return NULL;
        shape[d] = sizes[d];
        if (d >= lead)
            strides[d] = own[d - lead];
        else if (input->type.rank == 0)
            strides[d] = zero;
        else
            strides[d] = d + 1 < rank ? sh_mul(ev->shapes, shape[d + 1], strides[d + 1]) : one;
        if (size == sizes[d])
            continue;
        if (tn_grows(ev, size, sizes[d], span))
            size = one;
        if (!sh_is_value(size, 1)) {
            if (sh_is_const(size, NULL) && sh_is_const(sizes[d], NULL))
                return ev_raise(ev, "RuntimeError", span, "The expanded size does not match the existing size");
            if (!ev_assume_equal(ev, size, sizes[d], span))
                return ev->fail.kind == FAIL_NONE ? tn_unsupported(ev, span, "an expansion to these sizes") : NULL;
            continue;
        }
        bool settled = sh_hint(sizes[d], -1) != 1 && outer_dims_are_new(d, lead, &input->type);
        if (!settled && !tn_settle_size(ev, sizes[d], span))
            return NULL;
        shape[d] = sizes[d] = sh_canon(ev->shapes, sizes[d]);
        if (!sh_is_value(sizes[d], 1))
            strides[d] = zero;
    }
    IrType type = tn_type(ev, input->type.dtype, rank, shape, strides);
    return tn_view(ev, args->args[0], OP_EXPAND, type, NULL, 0, NULL, 0, span);
}

/* ---- view, reshape
 * ---------------------------------------------------------------------------------------------------------- */

/* The dimension whose size is -1; -1: there is none; -2: failed. */
static int inferred_dim(Ev *ev, int rank, const ShExpr *const *sizes, Span span) {
    int inferred = -1;
    for (int d = 0; d < rank; d++) {
        if (!sh_is_value(sizes[d], -1))
            continue;
        if (inferred >= 0) {
            ev_raise(ev, "RuntimeError", span, "only one dimension can be inferred");
            return -2;
        }
        inferred = d;
    }
    return inferred;
}

/* A size that is a // b, or a multiple of that: b is taken to divide a where it did in the example, so that the product
 * of sizes has a again. Where all sizes are given, their product would be too small else; not where the tensor has the
 * quotient itself. False: it failed. */
static bool assume_divided(Ev *ev, const ShExpr *size, const ShExpr *numel, bool all_given, Span span) {
    for (uint32_t i = 0; size->op == SH_MUL && i < size->count; i++)
        if (!assume_divided(ev, size->args[i], numel, all_given, span))
            return false;
    if (size->op != SH_FLOORDIV || sh_is_computed(size) || sh_contains(numel, size) || ev->in_driver)
        return true;
    const ShExpr *rest = sh_canon(ev->shapes, sh_mod(ev->shapes, size->args[0], size->args[1]));
    if (sh_is_const(rest, NULL) || sh_hint(rest, all_given ? 0 : -1) != 0)
        return true;
    return ev_assume_equal(ev, rest, sh_const(ev->shapes, 0), span) &&
           (all_given || at_least(ev, 1, size->args[0], span)); /* as the quotient is */
}

/* Last sizes that are given beside a -1 are taken for those that the tensor has, where they were equal in the example:
 * only where they do not divide the number of elements otherwise. */
static bool assume_kept(Ev *ev, const IrType *type, int rank, const ShExpr *const *sizes, Span span) {
    for (int k = 1; k < rank && k <= type->rank; k++) {
        const ShExpr *has = sh_canon(ev->shapes, type->shape[type->rank - k]);
        const ShExpr *given = sh_canon(ev->shapes, sizes[rank - k]);
        if (has == given)
            continue;
        int64_t likely = sh_hint(has, -1);
        if (likely < 2 || likely != sh_hint(given, -1) || sh_is_const(has, NULL) || sh_is_const(given, NULL) ||
            sh_is_computed(has) || sh_is_computed(given) || ev->in_driver)
            return true;
        if (!ev_assume_equal(ev, has, given, span))
            return false;
    }
    return true;
}

/* The sizes but the one of -1, multiplied. */
static const ShExpr *product_of_sizes(Ev *ev, int rank, const ShExpr *const *sizes, int inferred) {
    const ShExpr *product = sh_const(ev->shapes, 1);
    for (int d = 0; d < rank; d++)
        product = d == inferred ? product : sh_mul(ev->shapes, product, sizes[d]);
    return sh_canon(ev->shapes, product);
}

/* Replaces a size of -1 and makes the number of elements agree. Beside a -1, torch refuses a size of 0. */
static bool infer_sizes(Ev *ev, const IrType *type, int rank, TnDims sizes, Span span) {
    int inferred = inferred_dim(ev, rank, sizes, span);
    if (inferred == -2)
        return false;
    for (int d = 0; d < rank; d++) {
        if (d == inferred)
            continue;
        if (inferred >= 0 && sh_is_value(sizes[d], 0))
            return tn_unsupported(ev, span, "an ambiguous size of -1") != NULL;
        if (!at_least(ev, inferred >= 0, sizes[d], span))
            return ev->fail.kind == FAIL_NONE ? tn_unsupported(ev, span, "an ambiguous size of -1") != NULL : false;
    }
    const ShExpr *numel, *rest, *quotient = NULL;
    for (int round = 0; round < 2; round++) {
        numel = sh_canon(ev->shapes, ir_numel(ev->shapes, type));
        rest = product_of_sizes(ev, rank, sizes, inferred);
        if (inferred >= 0) {
            quotient = sh_canon(ev->shapes, sh_floordiv(ev->shapes, numel, rest));
            rest = sh_canon(ev->shapes, sh_mul(ev->shapes, rest, quotient));
        }
        if (rest == numel || round > 0)
            break;
        if (inferred == 0 && !assume_kept(ev, type, rank, sizes, span))
            return false;
        for (int d = 0; d < rank; d++)
            if (!assume_divided(ev, sh_canon(ev->shapes, sizes[d]), numel, inferred < 0, span))
                return false;
    }
    if (inferred >= 0)
        sizes[inferred] = quotient;
    if (rest == numel)
        return true;
    if (sh_is_const(rest, NULL) && sh_is_const(numel, NULL))
        return ev_raise(ev, "RuntimeError", span, "the sizes are invalid for the tensor's number of elements") != NULL;
    if (ev_assume_equal(ev, rest, numel, span))
        return true;
    if (ev->fail.kind == FAIL_NONE)
        ev_fail(ev, D_SHAPE, span, "sizes that are invalid for the tensor's number of elements");
    return false;
}

/* The input of a view with these sizes. A flat tensor can become one dimension, or several of its numel. */
static IrNode *view_input(Ev *ev, const Value *value, int rank, const ShExpr *const *sizes, Span span) {
    if (rank == 1 && sh_is_value(sizes[0], -1))
        return tn_tensor(ev, value, span);
    return tn_ranked(ev, value, 2, span);
}

/* [B, T, H, D] permuted from [B, H, T, D] to [B, T, H * D]: a copy but for sizes of 1, and then its strides are those
 * of the copy, those of sizes of 1 aside, unless D is 1 (a view that steps over T). So the others need not be known. */
static bool joins_last_of_permuted(Ev *ev, const IrType *type, int rank, const ShExpr *const *sizes, Span span) {
    TnDims shape, strides;
    const ShExpr *expected = sh_const(ev->shapes, 1);
    bool taken[IR_MAX_RANK] = {false};
    if (!type->strides || rank >= type->rank || rank < 1)
        return false;
    tn_shape(ev, type, shape);
    for (int d = 0; d < type->rank; d++)
        strides[d] = sh_canon(ev->shapes, type->strides[d]);
    for (int d = 0; d < rank - 1; d++)
        if (shape[d] != sizes[d])
            return false;
    for (int round = 0, found; round < type->rank; round++, taken[found] = true) {
        for (found = 0; found < type->rank && (taken[found] || strides[found] != expected); found++)
            ;
        if (found == type->rank || (round == 0 && found != type->rank - 1))
            return false;
        expected = sh_canon(ev->shapes, sh_mul(ev->shapes, expected, shape[found]));
    }
    return ev_assume_compare(ev, SH_LE, sh_const(ev->shapes, 2), shape[type->rank - 1], span);
}

static const Value *reshape_value(Ev *ev, const Value *base, IrNode *input, IrType type, TnViewable viewable,
                                  Span span) {
    if (viewable == TN_VIEW_YES)
        return tn_view(ev, base, OP_RESHAPE, type, NULL, 0, NULL, 0, span);
    if (ev_is_conj(ev, base)) /* which marks the copy too */
        return tn_unsupported(ev, span, "a copy of a conjugate view");
    Value *copy = (Value *)(uintptr_t)ev_tensor_fresh(ev, ir_unary(ev->region, OP_RESHAPE, type, input, span));
    copy->u.tensor.may_alias = copy->u.tensor.layout_open = viewable == TN_VIEW_UNSURE;
    if (viewable == TN_VIEW_UNSURE)
        tn_note_unsure(ev, base, copy);
    return copy;
}

static const Value *reshape(Ev *ev, const CallArgs *args, bool must_view, Span span) {
    TnDims sizes, strides;
    int rank = view_sizes(ev, args->args[1], span, sizes);
    if (rank < 0)
        return NULL;
    IrNode *input = view_input(ev, args->args[0], rank, sizes, span);
    if (!input || !infer_sizes(ev, &input->type, rank, sizes, span))
        return NULL;
    TnViewable viewable = TN_VIEW_YES;
    bool row_major = tn_is_row_major(ev, &input->type);
    if (!row_major && !must_view && joins_last_of_permuted(ev, &input->type, rank, sizes, span))
        viewable = TN_VIEW_UNSURE;
    else if (ev->fail.kind)
        return NULL;
    else if (!row_major && !tn_view_strides(ev, &input->type, rank, sizes, span, strides, &viewable))
        return NULL;
    if (must_view && viewable != TN_VIEW_YES)
        return ev_raise(ev, "RuntimeError", span, "view size is not compatible with input tensor's size and stride");
    bool canonical = row_major || viewable != TN_VIEW_YES;
    IrType type = tn_type(ev, input->type.dtype, rank, sizes, canonical ? NULL : strides);
    return reshape_value(ev, args->args[0], input, type, viewable, span);
}

/* prim.view(input, sizes): raises where torch cannot make a view */
PRIM(prim_view) {
    (void)self;
    return reshape(ev, args, true, span);
}

/* prim.reshape(input, sizes): a view, else a copy */
PRIM(prim_reshape) {
    (void)self;
    return reshape(ev, args, false, span);
}

/* prim.contiguous(input): itself when it is row-major */
PRIM(prim_contiguous) {
    (void)self;
    IrNode *input = tn_tensor(ev, args->args[0], span);
    if (!input || input->type.flat || tn_is_row_major(ev, &input->type) ||
        sh_is_value(ir_numel(ev->shapes, &input->type), 0))
        return input ? args->args[0] : NULL;
    if (ev_is_conj(ev, args->args[0]))
        return tn_unsupported(ev, span, "a copy of a conjugate view");
    Value *copy = (Value *)(uintptr_t)ev_tensor_fresh(
        ev, ir_unary(ev->region, OP_CONTIGUOUS, tn_row_major(input->type), input, span));
    copy->u.tensor.may_alias = copy->u.tensor.layout_open = true;
    tn_note_unsure(ev, args->args[0], copy);
    return copy;
}

/* prim.only_read(copy, input): the copy stands for a view of the input, as long as neither is written after it is made
 * and nobody gets it */
PRIM(prim_only_read) {
    (void)self;
    if (!tn_tensor(ev, args->args[0], span) || !tn_tensor(ev, args->args[1], span))
        return NULL;
    Value *copy = arena_copy(ev->arena, args->args[0], sizeof *copy);
    copy->u.tensor.may_alias = true;
    copy->u.tensor.is_fresh = false;
    tn_note_unsure(ev, args->args[1], copy);
    return copy;
}

/* That a tensor is not row-major: one dimension tells, if it has another stride than its size and those behind it ask
 * for. Sizes of 1 do not matter elsewhere, sizes of 0 do. */
static bool settle_not_row_major(Ev *ev, const IrType *type, Span span) {
    TnDims shape, strides;
    const ShExpr *expected = sh_const(ev->shapes, 1);
    bool found = false;
    tn_shape(ev, type, shape);
    if (!tn_strides(ev, type, span, strides))
        return false;
    for (int d = type->rank - 1; d >= 0 && !found; d--) {
        bool likely = sh_hint(shape[d], -1) != 1 && sh_hint(strides[d], -1) != sh_hint(expected, -2);
        found = likely && at_least(ev, 2, shape[d], span) && ev_assume_compare(ev, SH_NE, strides[d], expected, span);
        ev->fail = (Fail){0};
        expected = sh_mul(ev->shapes, expected, shape[d]);
    }
    for (int d = 0; d < type->rank && found; d++)
        found = at_least(ev, 1, shape[d], span);
    return found || tn_unsupported(ev, span, "returning or writing what may be a view or a copy");
}

static bool settle_sizes(Ev *ev, const IrType *type, Span span) {
    for (int d = 0; d < type->rank; d++)
        if (!at_least(ev, 2, sh_is_const(tn_dim(ev, type, d), NULL) ? sh_const(ev->shapes, 2) : tn_dim(ev, type, d),
                      span))
            return false;
    return true;
}

/* The sizes that an expansion made, which have strides of 0, are not 1. */
static bool settle_expanded(Ev *ev, const IrType *type, Span span) {
    for (int d = 0; type->strides && d < type->rank; d++)
        if (sh_is_value(sh_canon(ev->shapes, type->strides[d]), 0) && !sh_is_const(tn_dim(ev, type, d), NULL) &&
            !at_least(ev, 2, tn_dim(ev, type, d), span))
            return false;
    return true;
}

/* A copy that eager makes unless sizes of 1 allow a view (or the very operand). */
static bool settle_copy(Ev *ev, const IrNode *node, Span span) {
    const IrType *base = &node->inputs[0]->type;
    TnDims sizes, strides;
    TnViewable viewable = TN_VIEW_NO;
    tn_shape(ev, &node->type, sizes);
    if (node->op == OP_CONTIGUOUS)
        return settle_not_row_major(ev, base, span);
    if (!settle_sizes(ev, base, span))
        return false;
    if (node->op == OP_RESHAPE && !tn_view_strides(ev, base, node->type.rank, sizes, span, strides, &viewable))
        return false;
    if (viewable == TN_VIEW_NO)
        return true;
    return tn_unsupported(ev, span, "returning or writing what may be a view or a copy") != NULL;
}

/* What may share the memory of a tensor: a copy that eager may not make. */
typedef struct Unsure {
    const IrNode *copy;
    const struct Unsure *next;
} Unsure;

void tn_note_unsure(Ev *ev, const Value *base, const Value *copy) {
    ev_track_behind(ev, copy, base);
    ObjId storage = base->u.tensor.storage;
    Unsure *unsure = arena_new_of(ev->arena, Unsure);
    *unsure = (Unsure){copy->u.tensor.node, map_get(&ev->unsure_copies, storage)};
    map_put(&ev->unsure_copies, storage, unsure);
}

bool tn_settle_copies(Ev *ev, ObjId storage, Span span) {
    const Unsure *unsure = map_get(&ev->unsure_copies, storage);
    for (; unsure; unsure = unsure->next) {
        if (unsure->copy->op != OP_RESHAPE && unsure->copy->op != OP_CONTIGUOUS)
            return tn_unsupported(ev, span, "writing to what may have been copied") != NULL;
        if (!settle_copy(ev, unsure->copy, span))
            return false;
    }
    return true;
}

/* A copy or conversion whose strides, where sizes are 1, are taken from its operand in a way that nobody has asked for
 * so far. */
static bool is_open_copy(Ev *ev, const IrNode *node) {
    return (node->op == OP_CLONE && !tn_is_row_major(ev, &node->type)) ||
           (node->op == OP_CAST && !tn_is_permuted(ev, &node->inputs[0]->type));
}

/* Dimensions that a reduction kept lie as in a fresh tensor, those that a view makes step over the next: the same,
 * where no size inside of them is 0. */
static bool settle_kept(Ev *ev, const IrNode *node, Span span) {
    for (int d = (int)node->ints[0] + 1; d < node->type.rank; d++) {
        const ShExpr *size = tn_dim(ev, &node->type, d);
        if (!sh_is_const(size, NULL) && !at_least(ev, 1, size, span))
            return ev->fail.kind == FAIL_NONE ? tn_unsupported(ev, span, "strides of sizes of 0") != NULL : false;
    }
    return true;
}

/* The strides of what is computed from a copy that eager may not make are those of its operand where sizes are 1. */
static bool settle_operands(Ev *ev, const IrNode *node, Map *seen, Span span) {
    if (map_has(seen, MAP_KEY(node)))
        return true;
    map_put(seen, MAP_KEY(node), (void *)(uintptr_t)node);
    if (node->type.kind != IRT_TENSOR || node->type.rank < 2 || node->type.flat)
        return true;
    IrClass cls = ir_op_info[node->op].cls;
    if (node->op == OP_CONTIGUOUS)
        return settle_copy(ev, node, span);
    if (node->op == OP_CAST && is_open_copy(ev, node))
        return settle_sizes(ev, &node->type, span);
    if (node->op == OP_UNSQUEEZE && !ir_is_outside(ir_memory(node->inputs[0])) && !settle_kept(ev, node, span))
        return false;
    if (node->op == OP_RESHAPE && !tn_is_row_major(ev, &node->type)) /* it gives sizes of 1 strides of its own */
        return settle_sizes(ev, &node->type, span) && settle_sizes(ev, &node->inputs[0]->type, span);
    bool takes_layout = cls == CLS_POINT || cls == CLS_VIEW || !tn_is_row_major(ev, &node->type);
    if (node->op == OP_RESHAPE || node->op == OP_INSERT || !takes_layout)
        return true;
    if (node->op == OP_RESULT) /* one of several of a library's call, or what a branch or loop leaves */
        node = node->inputs[0];
    for (uint32_t i = 0; i < node->input_count; i++)
        if (!settle_operands(ev, node->inputs[i], seen, span))
            return false;
    return true;
}

bool tn_settle_strides(Ev *ev, const IrNode *node, Span span) {
    Map seen;
    map_init(&seen, ev->arena);
    return settle_operands(ev, node, &seen, span);
}

/* The strides of an input that is not row-major are not looked at where its size is 1. */
bool tn_settle_input(Ev *ev, const Value *tensor, Span span) {
    const IrType *type = &ev_storage_root(ev, tensor->u.tensor.storage)->type;
    if (tensor->u.tensor.is_fresh || type->flat || tn_is_row_major(ev, type))
        return true;
    for (int d = 0; d < type->rank; d++) {
        const ShExpr *size = tn_dim(ev, type, d);
        if (sh_hint(size, 2) == 1)
            return tn_unsupported(ev, span, "the stride of a size of 1") != NULL;
        if (!sh_is_const(size, NULL) && !tn_settle_size(ev, size, span))
            return false;
    }
    return true;
}

/* `written`: it is asked where it lies, and not for its strides. Where it has no elements, nothing is written. */
static const Value *settle(Ev *ev, const Value *value, bool written, Span span) {
    const TensorValue *tensor = &value->u.tensor;
    const IrNode *root = ev_storage_root(ev, tensor->storage), *node = tensor->node;
    if (!tensor->layout_open && !tensor->may_alias)
        return value;
    for (; tensor->layout_open && node != root; node = node->inputs[0]) {
        for (int d = 0; !written && !node->type.flat && d < node->type.rank; d++)
            if (!sh_is_const(tn_dim(ev, &node->type, d), NULL) && !at_least(ev, 1, tn_dim(ev, &node->type, d), span))
                return NULL;
        bool reshaped = node->op == OP_RESHAPE && !tn_is_row_major(ev, &node->inputs[0]->type);
        if (reshaped && (!settle_sizes(ev, &node->type, span) || !settle_sizes(ev, &node->inputs[0]->type, span)))
            return NULL;
        if (node->op == OP_EXPAND && !settle_expanded(ev, &node->type, span))
            return NULL;
    }
    if (tensor->layout_open && is_open_copy(ev, root) && !settle_sizes(ev, &root->type, span))
        return NULL;
    if (tensor->may_alias && root->op != OP_RESHAPE && root->op != OP_CONTIGUOUS) {
        const void *split = map_get(&ev->splits, MAP_KEY(root));
        if (ev_restart_forked(ev, split ? split : map_get(&ev->memo, MAP_KEY(root)), span))
            return NULL;
        const IrNode *joined = root->op == OP_CLONE && root->inputs[0]->op == OP_RESHAPE ? root->inputs[0] : NULL;
        if (joined && joined->inputs[0]->type.flat) /* prim.flat_ravel() */
            return tn_need_rank(ev, joined->inputs[0], 2, span);
        return tn_unsupported(ev, span, "returning or writing what may be a view or a copy");
    }
    if (tensor->may_alias && !settle_copy(ev, root, span))
        return NULL;
    Value *settled = arena_copy(ev->arena, value, sizeof(*value));
    settled->u.tensor.may_alias = settled->u.tensor.layout_open = false;
    return settled;
}

const Value *tn_settle(Ev *ev, const Value *value, Span span) { return settle(ev, value, false, span); }
bool tn_settle_written(Ev *ev, const Value *target, Span span) { return settle(ev, target, true, span) != NULL; }

/* The tensor, whose layout is asked for: an open one of a copy is settled. */
IrNode *tn_settled_format(Ev *ev, const Value *value, Span span) {
    IrNode *node = tn_tensor(ev, value, span);
    if (!node || !value->u.tensor.layout_open || value->u.tensor.may_alias)
        return node;
    const IrNode *root = ev_storage_root(ev, value->u.tensor.storage);
    if (root && is_open_copy(ev, root) && !settle_sizes(ev, &root->type, span))
        return NULL;
    return node;
}

/* prim.clone(input): a fresh tensor of the same layout */
PRIM(prim_clone) {
    (void)self;
    IrNode *input = tn_settled_format(ev, args->args[0], span);
    IrType type;
    if (!input || !tn_preserve_format(ev, input, input->type.dtype, span, &type))
        return NULL;
    return ev_tensor_fresh(ev, ir_unary(ev->region, OP_CLONE, type, input, span));
}

/* prim.with_layout_of(input, like): input in the layout of empty_like(like), which has its sizes */
PRIM(prim_with_layout_of) {
    (void)self;
    IrNode *input = tn_tensor(ev, args->args[0], span);
    IrNode *like = input ? tn_settled_format(ev, args->args[1], span) : NULL;
    IrType type;
    if (!like || !tn_preserve_format(ev, like, input->type.dtype, span, &type))
        return NULL;
    if (!input->type.flat && !type.flat && input->type.rank != type.rank)
        return tn_unsupported(ev, span, "a result of more dimensions than it is laid out like");
    if (ir_type_equal(&type, &input->type))
        return args->args[0];
    return ev_tensor_fresh(ev, ir_unary(ev->region, OP_CLONE, type, input, span));
}

/* prim.open_layout_of(input, like): the same, where sizes of 1, which give other strides, are of no interest until the
 * result is returned or asked for its layout */
PRIM(prim_open_layout_of) {
    IrNode *input = tn_tensor(ev, args->args[0], span), *like = input ? tn_tensor(ev, args->args[1], span) : NULL;
    IrType type;
    if (!like || !tn_open_format(ev, &like->type, input->type.dtype, span, &type))
        return like && ev->fail.kind == FAIL_NONE ? prim_with_layout_of(ev, self, args, span) : NULL;
    Value *value = (Value *)(uintptr_t)ev_tensor_fresh(ev, ir_unary(ev->region, OP_CLONE, type, input, span));
    value->u.tensor.layout_open = true;
    return value;
}

/* prim.row_major(input): laid out like a new tensor, also where sizes are 1 */
PRIM(prim_row_major) {
    (void)self;
    IrNode *input = tn_tensor(ev, args->args[0], span);
    if (!input || input->type.flat || tn_is_row_major(ev, &input->type))
        return input ? args->args[0] : NULL;
    return ev_tensor_fresh(ev, ir_unary(ev->region, OP_CLONE, tn_row_major(input->type), input, span));
}

/* prim.own(input): a view of a new tensor that nothing else refers to, as a tensor of its own: torch's operators do not
 * show what their results were squeezed or reshaped from */
PRIM(prim_own) {
    const Value *input = args->args[0];
    if (input->kind != V_TENSOR || !ir_is_view(input->u.tensor.node))
        return input;
    ObjId storage = input->u.tensor.storage;
    bool written = ev_storage_content(ev, storage) != ev_storage_root(ev, storage);
    if (!input->u.tensor.may_alias && (written || !input->u.tensor.is_fresh))
        return prim_clone(ev, self, args, span);
    Value *own = arena_copy(ev->arena, input, sizeof *own);
    if (input->u.tensor.may_alias)
        own->u.tensor.is_detached = true;
    else
        own->u.tensor.storage = ev_storage_new(ev, input->u.tensor.node);
    return own;
}

const Value *tn_alias(Ev *ev, const Value *tensor, Span span) {
    IrNode *input = tn_tensor(ev, tensor, span);
    if (!input)
        return NULL;
    if (!input->type.flat && !tn_is_row_major(ev, &input->type)) {
        int64_t dims[IR_MAX_RANK];
        for (int d = 0; d < input->type.rank; d++)
            dims[d] = d;
        return tn_view(ev, tensor, OP_PERMUTE, input->type, dims, input->type.rank, NULL, 0, span);
    }
    return tn_view(ev, tensor, OP_RESHAPE, input->type, NULL, 0, NULL, 0, span);
}

/* prim.alias(input): a view of all of it */
PRIM(prim_alias) {
    (void)self;
    return tn_alias(ev, args->args[0], span);
}

/* prim.detach(input): an alias that has no history */
PRIM(prim_detach) {
    const Value *alias = prim_alias(ev, self, args, span);
    if (!alias)
        return NULL;
    Value *detached = arena_copy(ev->arena, alias, sizeof *alias);
    detached->u.tensor.is_detached = true;
    return detached;
}

/* prim.data(input): input.data, which shares the memory but has a version of its own */
PRIM(prim_data) {
    const Value *alias = prim_alias(ev, self, args, span);
    if (!alias)
        return NULL;
    Value *data = arena_copy(ev->arena, alias, sizeof(*alias));
    data->u.tensor.is_data = data->u.tensor.is_detached = true;
    return data;
}

/* prim.from_numpy(input): the tensor that torch makes of the memory of an array. Memory that is no tensor's yet has its
 * versions from here on. */
PRIM(prim_from_numpy) {
    const Value *alias = prim_detach(ev, self, args, span);
    if (!alias)
        return NULL;
    Value *tensor = arena_copy(ev->arena, alias, sizeof(*alias));
    tensor->u.tensor.is_from_numpy = tensor->u.tensor.is_data;
    return tensor;
}

/* prim.quiet(input): the tensor, but that writes count no version */
PRIM(prim_quiet) {
    (void)self;
    if (!tn_tensor(ev, args->args[0], span))
        return NULL;
    Value *tensor = arena_copy(ev->arena, args->args[0], sizeof(*args->args[0]));
    tensor->u.tensor.is_data = true;
    return tensor;
}

/* prim.memory(input): the tensor as what an array is made of, which has no version */
PRIM(prim_memory) {
    (void)self;
    if (!tn_tensor(ev, args->args[0], span))
        return NULL;
    const Value *of = args->args[0]->source ? tn_alias(ev, args->args[0], span) : args->args[0];
    Value *tensor = of ? arena_copy(ev->arena, of, sizeof(*of)) : NULL;
    if (tensor)
        tensor->u.tensor.is_data = tensor->u.tensor.is_from_numpy = false;
    return tensor;
}

/* ---- select, slice
 * ------------------------------------------------------------------------------------------------------------ */

/* Parts of an expansion: the sizes that it made are assumed not to be 1, as their strides of 0 may come to lie
 * anywhere. */
static bool settle_expansions(Ev *ev, const Value *value, Span span) {
    if (value->kind != V_TENSOR || !value->u.tensor.layout_open)
        return true;
    const IrNode *root = ev_storage_root(ev, value->u.tensor.storage);
    for (const IrNode *node = value->u.tensor.node; node != root; node = node->inputs[0])
        if (node->op == OP_EXPAND && !settle_expanded(ev, &node->type, span))
            return false;
    return true;
}

enum { MAX_WITHIN = 16 }; /* a constant bound up to this is assumed to lie within its dimension */

/* An index that the data decide: whether it counts from the end is seen when the code runs. */
static const ShExpr *index_of_data(Ev *ev, const ShExpr *index, const ShExpr *size, Span span) {
    IrType type = ir_scalar_type(IRT_INT);
    IrNode *node = ir_size(ev->region, index), *zero = ir_const_int(ev->region, 0);
    IrNode *is_negative = ir_binary(ev->region, OP_LT, ir_scalar_type(IRT_BOOL), node, zero, span);
    IrNode *from_end = ir_binary(ev->region, OP_ADD, type, node, ir_size(ev->region, size), span);
    IrNode *inputs[3] = {is_negative, from_end, node};
    IrSpec spec = {.op = OP_WHERE, .type = type, .input_count = 3, .inputs = inputs, .span = span};
    const ShExpr *counted = NULL;
    return ev_as_expr(ev, ev_scalar(ev, ir_build(ev->region, &spec)), &counted) ? counted : NULL;
}

const ShExpr *tn_bounded_index(Ev *ev, const ShExpr *index, const ShExpr *size, Span span) {
    const ShExpr *zero = sh_const(ev->shapes, 0);
    int64_t known, extent, lo, hi;
    sh_range(index, &lo, &hi);
    if (lo < 0 && sh_is_computed(index)) {
        index = index_of_data(ev, index, size, span);
        return index && ev_assume_compare(ev, SH_LE, zero, index, span) &&
                       ev_assume_compare(ev, SH_LT, index, size, span)
                   ? index
                   : NULL;
    }
    if (sh_is_const(index, &known) && sh_is_const(size, &extent) && (known >= extent || known < -extent)) {
        ev_raise(ev, "IndexError", span, "index %lld is out of bounds for dimension with size %lld", (long long)known,
                 (long long)extent);
        return NULL;
    }
    bool negative;
    if (!tn_decide_less(ev, index, zero, span, &negative))
        return NULL;
    if (negative)
        index = sh_canon(ev->shapes, sh_add(ev->shapes, index, size));
    if (ev_assume_compare(ev, SH_LE, zero, index, span) && ev_assume_compare(ev, SH_LT, index, size, span))
        return index;
    if (ev->fail.kind == FAIL_NONE)
        ev_fail(ev, D_SHAPE, span, "an index that may be out of bounds");
    return NULL;
}

/* prim.select(input, dim, index) */
PRIM(prim_select) {
    (void)self;
    IrNode *input = tn_ranked(ev, args->args[0], tn_rank_for_dim(args->args[1]), span);
    if (!input || !settle_expansions(ev, args->args[0], span))
        return NULL;
    const IrType *base = &input->type;
    const ShExpr *index;
    if (base->rank == 0)
        return ev_raise(ev, "IndexError", span, "invalid index of a 0-dim tensor");
    int dim = tn_dim_index(ev, args->args[1], base->rank, span);
    if (dim < 0)
        return NULL;
    if (args->args[2]->kind == V_BOOL || !ev_as_expr(ev, args->args[2], &index))
        return tn_unsupported(ev, span, "an index that is not an int");
    index = tn_bounded_index(ev, sh_canon(ev->shapes, index), tn_dim(ev, base, dim), span);
    if (!index)
        return NULL;
    TnDims shape, strides;
    bool row_major = tn_is_row_major(ev, base) && dim == 0;
    if (!row_major && !tn_strides(ev, base, span, strides))
        return NULL;
    int rank = 0;
    for (int d = 0; d < base->rank; d++) {
        if (d == dim)
            continue;
        shape[rank] = tn_dim(ev, base, d);
        if (!row_major)
            strides[rank] = strides[d];
        rank++;
    }
    IrType type = tn_type(ev, base->dtype, rank, shape, row_major ? NULL : strides);
    int64_t at = dim;
    return tn_view(ev, args->args[0], OP_SELECT, type, &at, 1, &index, 1, span);
}

static void find_other(void *env, const ShSymbol *symbol) {
    const IrNode *node = symbol->origin_kind == SH_FROM_NODE ? symbol->origin : NULL;
    *(bool *)env |= node && node->op != OP_PARAM;
}

/* Does only the counter of a loop make it vary? */
static bool is_counted(const ShExpr *e) {
    bool other = false;
    sh_visit_symbols(e, find_other, &other);
    return !other;
}

/* As the example of the call has it, or else as it is written: -n counts from the end. */
static bool is_likely_negative(const ShExpr *bound) {
    const ShSymbol *symbol = bound->op == SH_SYM ? bound->symbol : NULL;
    bool is_multiple = bound->op == SH_MUL && bound->count == 1 && bound->args[0]->op == SH_SYM;
    if (sh_hint(bound, INT64_MIN) != INT64_MIN)
        return sh_hint(bound, 0) < 0;
    symbol = is_multiple ? bound->args[0]->symbol : symbol;
    return symbol && (is_multiple && bound->value < 0 ? symbol->likely >= 0 : symbol->likely < 0);
}

/* A bound where the data decide: one of the data is assumed to lie within the dimension, counted from the end that it
 * likely counts from, so that its slices have the length that it says, and so is the size of a tensor that grows in a
 * loop; any other is clamped, from the end that it likely counts from, and so is one that a loop counts. The one
 * element that a program asks of what a loop makes longer is there. */
static const ShExpr *bound_of_data(Ev *ev, const ShExpr *bound, const ShExpr *size, Span span) {
    const ShExpr *zero = sh_const(ev->shapes, 0);
    int64_t lo, hi;
    bool less = false;
    sh_range(bound, &lo, &hi);
    if (!sh_is_computed(bound) && (lo >= 0 || hi < 0 || sh_hint(bound, INT64_MIN) != INT64_MIN)) {
        if (!tn_decide_less(ev, bound, zero, span, &less))
            return NULL;
        bool of_one = sh_is_value(bound, less ? -1 : 1) && is_counted(size);
        if (of_one && !ev_assume_compare(ev, SH_LE, sh_const(ev->shapes, 1), size, span))
            return NULL;
        const ShExpr *from_end = sh_add(ev->shapes, size, bound);
        return of_one ? (less ? from_end : bound)
               : less ? sh_max(ev->shapes, zero, from_end)
                      : sh_min(ev->shapes, bound, size);
    }
    bool from_start = lo >= 0 || sh_compare(ev->shapes, SH_LE, zero, bound) == SH_YES;
    if (from_start && sh_compare(ev->shapes, SH_LE, bound, size) == SH_MAYBE && is_counted(bound) &&
        !ev_is_growing(ev, bound))
        return sh_min(ev->shapes, bound, size);
    const ShExpr *place = is_likely_negative(bound) ? sh_add(ev->shapes, size, bound) : bound;
    if (place != bound && !ev_assume_compare(ev, SH_LT, bound, zero, span))
        return NULL;
    if (!ev_assume_compare(ev, SH_LE, zero, place, span))
        return NULL;
    return place != bound || ev_assume_compare(ev, SH_LE, bound, size, span) ? place : NULL;
}

/* x[i : i + 1], where a loop counts i: the one element is there. *is_one: it is such a slice. */
static bool slice_of_one(Ev *ev, const Value *const *bounds, const ShExpr *size, Span span, const ShExpr **start,
                         const ShExpr **stop, bool *is_one) {
    const ShExpr *zero = sh_const(ev->shapes, 0);
    *is_one = bounds[0]->kind == V_INT && bounds[1]->kind == V_INT && sh_is_computed(bounds[0]->u.expr) &&
              is_counted(bounds[0]->u.expr) &&
              sh_is_value(sh_canon(ev->shapes, sh_sub(ev->shapes, bounds[1]->u.expr, bounds[0]->u.expr)), 1);
    if (!*is_one)
        return true;
    *start = sh_canon(ev->shapes, bounds[0]->u.expr);
    *stop = sh_canon(ev->shapes, bounds[1]->u.expr);
    return ev_assume_compare(ev, SH_LE, zero, *start, span) && ev_assume_compare(ev, SH_LE, *stop, size, span);
}

/* The length of a slice from start to stop, both of which lie within the dimension. NULL: failed. */
static const ShExpr *slice_length(Ev *ev, const ShExpr *start, const ShExpr *stop, const ShExpr *size, Span span) {
    const ShExpr *zero = sh_const(ev->shapes, 0), *length = sh_sub(ev->shapes, stop, start);
    bool empty;
    if (sh_is_computed(length))
        return start == zero || stop == size ? length : sh_max(ev->shapes, zero, length);
    bool likely_known = sh_hint(start, -1) != -1 && sh_hint(stop, -1) != -1;
    if (!likely_known && sh_compare(ev->shapes, SH_LT, stop, start) == SH_MAYBE)
        return ev_assume_compare(ev, SH_LE, start, stop, span) ? length : NULL;
    if (!tn_decide_less(ev, stop, start, span, &empty)) {
        if (ev->fail.kind == FAIL_NONE)
            tn_unsupported(ev, span, "a slice with these bounds");
        return NULL;
    }
    return empty ? zero : length;
}

static void find_number(void *env, const ShSymbol *symbol) { *(bool *)env |= symbol->origin_kind == SH_FROM_INT; }

/* Is this a bound that programs let lie beyond the end? An int that the caller gives, or a great constant. Of sizes of
 * tensors, and of small constants, it is assumed that they lie within the dimension: types stay simpler. */
static bool may_be_beyond(const ShExpr *bound) {
    int64_t known;
    bool found = false;
    if (sh_is_const(bound, &known))
        return known > MAX_WITHIN || known < -MAX_WITHIN;
    sh_visit_symbols(bound, find_number, &found);
    return found;
}

/* A bound of a slice, as Python's rule for slices: None, or an int that counts from the end when negative, clamped. */
static const ShExpr *slice_bound(Ev *ev, const Value *value, const ShExpr *size, const ShExpr *otherwise, Span span) {
    const ShExpr *bound, *zero = sh_const(ev->shapes, 0);
    bool less;
    if (value->kind == V_NONE)
        return otherwise;
    if (value->kind == V_TENSOR)
        value = tn_index_number(ev, value, span);
    if (!value)
        return NULL;
    if (value->kind == V_UNKNOWN) {
        ev_need(ev, value, HYP_INT, DT_NONE, -1, span);
        return NULL;
    }
    if (value->kind == V_BOOL || !ev_as_expr(ev, value, &bound)) {
        tn_unsupported(ev, span, "a slice by something else than ints");
        return NULL;
    }
    bound = sh_canon(ev->shapes, bound);
    if (sh_is_computed(bound) || sh_is_computed(size))
        return bound_of_data(ev, bound, size, span);
    if (!tn_decide_less(ev, bound, zero, span, &less))
        return NULL;
    if (less) {
        bool clamps = may_be_beyond(bound);
        bound = sh_canon(ev->shapes, sh_add(ev->shapes, bound, size));
        if (clamps || sh_compare(ev->shapes, SH_LT, bound, zero) == SH_YES)
            return sh_max(ev->shapes, zero, bound);
        if (sh_hint(size, -1) != -1)
            return tn_decide_less(ev, bound, zero, span, &less) ? (less ? zero : bound) : NULL;
        return ev_assume_compare(ev, SH_LE, zero, bound, span) ? bound : NULL;
    }
    if (sh_compare(ev->shapes, SH_LE, bound, size) == SH_MAYBE) {
        if (may_be_beyond(bound))
            return sh_min(ev->shapes, bound, size);
        if (sh_hint(bound, -1) == -1 || sh_hint(size, -1) == -1)
            return ev_assume_compare(ev, SH_LE, bound, size, span) ? bound : NULL;
    }
    return tn_decide_less(ev, size, bound, span, &less) ? (less ? size : bound) : NULL;
}

/* May the part of a view start behind a dimension of size 1? Such a part has no elements, but an offset, which the
 * index of the view does not tell: it leaves such dimensions out. */
static bool starts_behind(Ev *ev, const Value *value, const ShExpr *start, const ShExpr *size) {
    int64_t known;
    return sh_is_const(size, &known) && known == 1 && start != sh_const(ev->shapes, 0) &&
           value->u.tensor.node != ev_storage_root(ev, value->u.tensor.storage);
}

/* The step of a slice; that of an input is assumed to be what it likely is. */
static bool known_step(Ev *ev, const Value *value, int64_t *step, Span span) {
    if (value->kind == V_UNKNOWN)
        return ev_need(ev, value, HYP_INT, DT_NONE, -1, span) != NULL;
    if (ev_as_int_known(value, step))
        return true;
    if (value->kind == V_INT)
        return ev_need_known(ev, value, span) != NULL;
    return tn_unsupported(ev, span, "a step that is not a known int") != NULL;
}

static bool is_int_like(const Value *value) {
    return value->kind == V_INT || (value->kind == V_SCALAR && value->u.node->type.kind == IRT_INT);
}

/* prim.slice(input, dim, start, stop, step) */
PRIM(prim_slice) {
    (void)self;
    IrNode *input = tn_ranked(ev, args->args[0], tn_rank_for_dim(args->args[1]), span);
    if (!input || !settle_expansions(ev, args->args[0], span))
        return NULL;
    const IrType *base = &input->type;
    int64_t step = 1;
    const Value *parts[3]; /* start, stop, step */
    if (!ev_slice_parts(ev, args->args + 2, true, parts, span))
        return NULL;
    for (int i = 0; base->rank == 0 && i < 3; i++) /* of another bound torch says first that it is none */
        if (parts[i]->kind != V_NONE && !is_int_like(parts[i]))
            return tn_unsupported(ev, span, "a slice of a tensor without dimensions");
    if (base->rank == 0)
        return ev_raise(ev, "IndexError", span, "slice() cannot be applied to a 0-dim tensor.");
    int dim = tn_dim_index(ev, args->args[1], base->rank, span);
    if (dim < 0)
        return NULL;
    if (parts[2]->kind != V_NONE && !known_step(ev, parts[2], &step, span))
        return NULL;
    if (step <= 0)
        return ev_raise(ev, "ValueError", span, "step must be greater than zero");
    const ShExpr *size = tn_dim(ev, base, dim), *zero = sh_const(ev->shapes, 0);
    const ShExpr *start, *stop;
    bool is_one;
    if (!slice_of_one(ev, parts, size, span, &start, &stop, &is_one))
        return NULL;
    if (!is_one) {
        start = slice_bound(ev, parts[0], size, zero, span);
        stop = start ? slice_bound(ev, parts[1], size, size, span) : NULL;
    }
    const ShExpr *length = stop ? slice_length(ev, start, stop, size, span) : NULL;
    if (!length)
        return NULL;
    if (starts_behind(ev, args->args[0], start, size))
        return tn_unsupported(ev, span, "a part without elements of a dimension of size 1");
    if (step > 1)
        length = sh_floordiv(ev->shapes, sh_add(ev->shapes, length, sh_const(ev->shapes, step - 1)),
                             sh_const(ev->shapes, step));
    TnDims shape, strides;
    tn_shape(ev, base, shape);
    shape[dim] = sh_canon(ev->shapes, length);
    bool is_all = shape[dim] == size && step == 1;
    bool row_major = tn_is_row_major(ev, base) && step == 1 && (dim == 0 || is_all);
    if (!row_major && sh_hint(shape[dim], -1) == 0 && ev_assume_equal(ev, shape[dim], zero, span))
        shape[dim] = zero;
    if (!row_major) {
        if (!tn_strides(ev, base, span, strides) ||
            (!is_all && !sh_is_const(shape[dim], NULL) && !at_least(ev, 1, shape[dim], span)))
            return NULL;
        strides[dim] = sh_mul(ev->shapes, strides[dim], sh_const(ev->shapes, step));
    }
    const ShExpr *exprs[2] = {start, sh_const(ev->shapes, step)};
    IrType type = tn_type(ev, base->dtype, base->rank, shape, row_major ? NULL : strides);
    int64_t at = dim;
    return tn_view(ev, args->args[0], OP_SLICE, type, &at, 1, exprs, 2, span);
}

/* prim.slice_of_length(input, dim, start, step, length): a slice that the caller knows to be inside; the step may be a
 * size, or negative where the result is copied at once */
PRIM(prim_slice_of_length) {
    (void)self;
    IrNode *input = tn_ranked(ev, args->args[0], tn_rank_for_dim(args->args[1]), span);
    const ShExpr *parts[3];
    TnDims shape, strides;
    if (!input || !settle_expansions(ev, args->args[0], span))
        return NULL;
    int dim = tn_dim_index(ev, args->args[1], input->type.rank, span);
    for (int i = 0; i < 3 && dim >= 0; i++)
        if (!ev_as_expr(ev, args->args[i + 2], &parts[i]))
            return tn_unsupported(ev, span, "a slice that is not known");
    if (dim < 0 || !tn_strides(ev, &input->type, span, strides))
        return NULL;
    tn_shape(ev, &input->type, shape);
    shape[dim] = sh_canon(ev->shapes, parts[2]);
    strides[dim] = sh_mul(ev->shapes, strides[dim], parts[1]);
    int64_t at = dim;
    IrType type = tn_type(ev, input->type.dtype, input->type.rank, shape, strides);
    return tn_view(ev, args->args[0], OP_SLICE, type, &at, 1, parts, 2, span);
}

/* ---- windows and diagonals
 * ------------------------------------------------------------------------------------------------------------ */

/* prim.unfold(input, dim, width, step): of a dimension that the caller knows to hold a window */
PRIM(prim_unfold) {
    (void)self;
    IrNode *input = tn_ranked(ev, args->args[0], tn_rank_for_dim(args->args[1]), span);
    const ShExpr *width, *step, *one = sh_const(ev->shapes, 1);
    TnDims shape, strides;
    if (!input || !settle_expansions(ev, args->args[0], span))
        return NULL;
    int rank = input->type.rank, dim = tn_dim_index(ev, args->args[1], rank, span);
    if (dim < 0 || !ev_as_expr(ev, args->args[2], &width) || !ev_as_expr(ev, args->args[3], &step) ||
        rank + 1 >= IR_MAX_RANK)
        return tn_unsupported(ev, span, "windows that are not known");
    if (!tn_strides(ev, &input->type, span, strides))
        return NULL;
    tn_shape(ev, &input->type, shape);
    strides[rank] = strides[dim];
    shape[rank] = sh_canon(ev->shapes, width);
    strides[dim] = sh_mul(ev->shapes, strides[dim], step);
    shape[dim] = sh_add(ev->shapes, sh_floordiv(ev->shapes, sh_sub(ev->shapes, shape[dim], width), step), one);
    shape[dim] = sh_canon(ev->shapes, shape[dim]);
    const ShExpr *exprs[2] = {sh_canon(ev->shapes, step), shape[rank]};
    int64_t at = dim;
    IrType type = tn_type(ev, input->type.dtype, rank + 1, shape, strides);
    return tn_view(ev, args->args[0], OP_UNFOLD, type, &at, 1, exprs, 2, span);
}

/* prim.split_dim(input, dim, width): a dimension of whole parts as two, the number of parts and their width. The
 * strides of the others are kept, also those of sizes of 1, to which a reshape gives what lies behind them. */
PRIM(prim_split_dim) {
    (void)self;
    IrNode *input = tn_ranked(ev, args->args[0], tn_rank_for_dim(args->args[1]), span);
    const ShExpr *width;
    TnDims own, steps, shape, strides;
    if (!input || !settle_expansions(ev, args->args[0], span))
        return NULL;
    int rank = input->type.rank, dim = tn_dim_index(ev, args->args[1], rank, span);
    if (dim < 0 || !ev_as_expr(ev, args->args[2], &width) || rank + 1 >= IR_MAX_RANK)
        return tn_unsupported(ev, span, "parts that are not known");
    if (!tn_strides(ev, &input->type, span, steps))
        return NULL;
    tn_shape(ev, &input->type, own);
    for (int d = 0; d < rank; d++) {
        shape[d + (d > dim)] = own[d];
        strides[d + (d > dim)] = steps[d];
    }
    shape[dim] = sh_canon(ev->shapes, sh_floordiv(ev->shapes, own[dim], width));
    strides[dim] = sh_mul(ev->shapes, steps[dim], width);
    shape[dim + 1] = sh_canon(ev->shapes, width);
    strides[dim + 1] = steps[dim];
    IrType type = tn_type(ev, input->type.dtype, rank + 1, shape, strides);
    return tn_view(ev, args->args[0], OP_RESHAPE, type, NULL, 0, NULL, 0, span);
}

/* prim.diagonal(input, dim1, dim2, offset, length): dim1 < dim2, not negative */
PRIM(prim_diagonal) {
    (void)self;
    IrNode *input = tn_ranked(ev, args->args[0], 2, span);
    int64_t ints[3];
    const ShExpr *length;
    TnDims shape, strides, own;
    if (!input || !settle_expansions(ev, args->args[0], span))
        return NULL;
    for (int i = 0; i < 3; i++)
        if (!ev_as_int_known(args->args[i + 1], &ints[i]))
            return tn_unsupported(ev, span, "a diagonal that is not known");
    if (!ev_as_expr(ev, args->args[4], &length) || !tn_strides(ev, &input->type, span, own))
        return NULL;
    int rank = 0;
    for (int d = 0; d < input->type.rank; d++) {
        shape[rank] = tn_dim(ev, &input->type, d);
        strides[rank] = own[d];
        rank += d != ints[0] && d != ints[1];
    }
    shape[rank] = sh_canon(ev->shapes, length);
    strides[rank++] = sh_add(ev->shapes, own[ints[0]], own[ints[1]]);
    IrType type = tn_type(ev, input->type.dtype, rank, shape, strides);
    return tn_view(ev, args->args[0], OP_DIAGONAL, type, ints, 3, NULL, 0, span);
}

/* ---- squeeze, unsqueeze
 * ------------------------------------------------------------------------------------------------------- */

/* prim.squeeze(input, dims): dims None: all of size 1 */
PRIM(prim_squeeze) {
    (void)self;
    const Value *which = args->args[1];
    const Value *const *items = NULL;
    uint32_t count = 0;
    IrNode *input = tn_ranked(ev, args->args[0], which->kind == V_INT ? tn_rank_for_dim(which) : 2, span);
    if (!input)
        return NULL;
    if (which->kind == V_INT) {
        items = &which;
        count = 1;
    } else if (which->kind != V_NONE && !ev_sequence(ev, which, &items, &count)) {
        return tn_unsupported(ev, span, "a dimension that is not a known int");
    }
    const IrType *base = &input->type;
    bool asked[IR_MAX_RANK] = {false};
    for (uint32_t i = 0; i < count; i++) {
        int dim = tn_dim_index(ev, items[i], base->rank, span);
        if (dim < 0)
            return NULL;
        if (asked[dim])
            return ev_raise(ev, "RuntimeError", span, "dim %d appears multiple times in the list of dims", dim);
        asked[dim] = true;
    }
    TnDims shape, strides;
    int64_t dims[IR_MAX_RANK];
    int rank = 0, removed = 0;
    bool row_major = tn_is_row_major(ev, base);
    if (!row_major && !tn_strides(ev, base, span, strides))
        return NULL;
    for (int d = 0; d < base->rank; d++) {
        bool one = false;
        const ShExpr *size = tn_dim(ev, base, d);
        if ((which->kind == V_NONE || asked[d]) && !tn_decide_equal(ev, size, sh_const(ev->shapes, 1), span, &one))
            return NULL;
        if (one) {
            dims[removed++] = d;
            continue;
        }
        shape[rank] = size;
        if (!row_major)
            strides[rank] = strides[d];
        rank++;
    }
    IrType type = tn_type(ev, base->dtype, rank, shape, row_major ? NULL : strides);
    return tn_view(ev, args->args[0], OP_SQUEEZE, type, dims, removed, NULL, 0, span);
}

/* prim.unsqueeze(input, dim) */
PRIM(prim_unsqueeze) {
    (void)self;
    IrNode *input = tn_ranked(ev, args->args[0], 1, span);
    if (!input || !settle_expansions(ev, args->args[0], span))
        return NULL;
    const IrType *base = &input->type;
    int rank = base->rank + 1;
    int at = tn_dim_index(ev, args->args[1], rank, span);
    if (at < 0)
        return NULL;
    if (rank > IR_MAX_RANK)
        return tn_unsupported(ev, span, "a tensor of so many dimensions");
    TnDims shape, strides, own;
    bool row_major = tn_is_row_major(ev, base) && !sh_is_value(ir_numel(ev->shapes, base), 0);
    if (!row_major && !tn_strides(ev, base, span, own))
        return NULL;
    for (int d = rank - 1, from = base->rank - 1; d >= 0; d--) {
        const ShExpr *one = sh_const(ev->shapes, 1);
        shape[d] = d == at ? one : tn_dim(ev, base, from);
        if (!row_major && d == at)
            strides[d] = at < base->rank ? sh_mul(ev->shapes, tn_dim(ev, base, at), own[at]) : one;
        else if (!row_major)
            strides[d] = own[from];
        from -= d != at;
    }
    IrType type = tn_type(ev, base->dtype, rank, shape, row_major ? NULL : strides);
    int64_t dim = at;
    return tn_view(ev, args->args[0], OP_UNSQUEEZE, type, &dim, 1, NULL, 0, span);
}
