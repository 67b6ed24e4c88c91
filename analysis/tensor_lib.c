/* Matrix products, concatenation and gathers: prim.matmul, prim.linear, prim.cat, prim.embedding, prim.gather.
 *
 * Results are row-major, as torch gives for the inputs accepted here. */
#include "analysis/ev_internal.h"
#include "analysis/tensor.h"

#include <string.h>

static bool same_dtype(Ev *ev, const IrNode *a, const IrNode *b, Span span) {
    DType dtype = a->type.dtype;
    if (dtype != b->type.dtype)
        return ev_raise(ev, "RuntimeError", span, "expected m1 and m2 to have the same dtype") != NULL;
    if (dtype == DT_BOOL)
        return tn_unsupported(ev, span, "a matrix product of bools") != NULL;
    return true;
}

static bool same_size(Ev *ev, const ShExpr *a, const ShExpr *b, Span span) {
    if (a == b)
        return true;
    if (sh_is_const(a, NULL) && sh_is_const(b, NULL))
        return ev_raise(ev, "RuntimeError", span, "the sizes of the tensors do not match") != NULL;
    if (ev_assume_equal(ev, a, b, span))
        return true;
    if (ev->fail.kind == FAIL_NONE)
        ev_fail(ev, D_SHAPE, span, "sizes that cannot be equal");
    return false;
}

/* Batches that a product can step through with one stride; others are copied first, as torch's bmm needs it too. */
static IrNode *even_batches(Ev *ev, IrNode *node, Span span) {
    const IrType *type = &node->type;
    bool even = true;
    for (int d = 0; type->strides && d + 3 < type->rank; d++)
        even &= sh_canon(ev->shapes, type->strides[d]) ==
                sh_canon(ev->shapes, sh_mul(ev->shapes, tn_dim(ev, type, d + 1), type->strides[d + 1]));
    return even ? node : ir_unary(ev->region, OP_CONTIGUOUS, tn_row_major(*type), node, span);
}

/* prim.matmul(a, b): both of rank >= 2 */
PRIM(prim_matmul) {
    (void)self;
    IrNode *a = tn_ranked(ev, args->args[0], 2, span), *b = a ? tn_ranked(ev, args->args[1], 2, span) : NULL;
    if (!b || !same_dtype(ev, a, b, span))
        return NULL;
    int rank_a = a->type.rank, rank_b = b->type.rank, rank = rank_a > rank_b ? rank_a : rank_b;
    if (rank_a < 2 || rank_b < 2)
        ICE("prim.matmul takes matrices");
    if (!same_size(ev, tn_dim(ev, &a->type, rank_a - 1), tn_dim(ev, &b->type, rank_b - 2), span))
        return NULL;
    TnDims shape;
    for (int d = 0; d < rank - 2; d++) {
        int at_a = d - (rank - rank_a), at_b = d - (rank - rank_b);
        if (at_a < 0 || at_b < 0)
            shape[d] = at_a < 0 ? tn_dim(ev, &b->type, at_b) : tn_dim(ev, &a->type, at_a);
        else
            shape[d] = tn_broadcast_dim(ev, tn_dim(ev, &a->type, at_a), tn_dim(ev, &b->type, at_b), span);
        if (!shape[d])
            return NULL;
    }
    shape[rank - 2] = tn_dim(ev, &a->type, rank_a - 2);
    shape[rank - 1] = tn_dim(ev, &b->type, rank_b - 1);
    if (!dtype_is_float(a->type.dtype)) {
        const Value *sizes[IR_MAX_RANK];
        for (int d = 0; d < rank; d++)
            sizes[d] = ev_int_expr(ev, shape[d]);
        const Value *operands[] = {args->args[0], args->args[1], ev_tuple(ev, sizes, (uint32_t)rank)};
        return tn_call_complex(ev, "product", operands, 3, span);
    }
    IrNode *inputs[2] = {even_batches(ev, a, span), even_batches(ev, b, span)};
    if (!ev_autocast_operator(ev, "matmul", inputs, 2, span))
        return NULL;
    IrType type = tn_type(ev, a->type.dtype, rank, shape, NULL);
    return ev_tensor_fresh(ev, tn_pointwise(ev, OP_MATMUL, type, inputs, 2, span));
}

/* prim.linear(input, weight, bias) */
PRIM(prim_linear) {
    (void)self;
    IrNode *inputs[3];
    int count = args->args[2]->kind == V_NONE ? 2 : 3;
    for (int i = 0; i < count; i++) {
        inputs[i] = tn_ranked(ev, args->args[i], i == 2 ? 1 : 2, span);
        if (!inputs[i] || (i && !same_dtype(ev, inputs[0], inputs[i], span)))
            return NULL;
    }
    if (!dtype_is_float(inputs[0]->type.dtype))
        return tn_call_complex(ev, "linear", args->args, args->count, span);
    if (!ev_autocast_operator(ev, "linear", inputs, (uint32_t)count, span))
        return NULL;
    const IrType *x = &inputs[0]->type, *w = &inputs[1]->type;
    if (w->rank != 2 || x->rank < 1)
        return tn_unsupported(ev, span, "linear() with such ranks");
    if (count == 3 && inputs[2]->type.rank != 1)
        return tn_unsupported(ev, span, "linear() with such a bias");
    TnDims shape;
    tn_shape(ev, x, shape);
    if (!same_size(ev, shape[x->rank - 1], tn_dim(ev, w, 1), span))
        return NULL;
    if (count == 3 && !same_size(ev, tn_dim(ev, &inputs[2]->type, 0), tn_dim(ev, w, 0), span))
        return NULL;
    shape[x->rank - 1] = tn_dim(ev, w, 0);
    return ev_tensor_fresh(
        ev, tn_pointwise(ev, OP_LINEAR, tn_type(ev, x->dtype, x->rank, shape, NULL), inputs, count, span));
}

/* A tensor of one dimension, which torch.cat() leaves out beside tensors of more dimensions: it has no elements. */
static bool is_vector(const Value *item) {
    return item->kind == V_TENSOR && !item->u.tensor.node->type.flat && item->u.tensor.node->type.rank == 1;
}

static bool has_no_elements(const Value *item) {
    return is_vector(item) && sh_is_value(item->u.tensor.node->type.shape[0], 0);
}

/* Whether an item has more dimensions than one, as vectors beside it must be empty then. */
static bool has_more_dimensions(const Value *item) {
    return item->kind == V_TENSOR && !item->u.tensor.node->type.flat && item->u.tensor.node->type.rank > 1;
}

/* The tensors of torch.cat() that are joined: `leaves[i]` says which are left out. False: it failed. */
static bool leave_out_vectors(Ev *ev, const Value *const *items, uint32_t count, bool *leaves, Span span) {
    uint32_t left = 0;
    bool more = false;
    for (uint32_t i = 0; i < count && !more; i++)
        more = has_more_dimensions(items[i]);
    for (uint32_t i = 0; i < count; i++) {
        leaves[i] = has_no_elements(items[i]);
        if (!leaves[i] && more && is_vector(items[i])) {
            if (!same_size(ev, tn_dim(ev, &items[i]->u.tensor.node->type, 0), sh_const(ev->shapes, 0), span))
                return false;
            leaves[i] = true;
        }
        left += leaves[i];
    }
    if (left == count) /* the first stands for all */
        leaves[0] = false;
    return true;
}

/* prim.cat(tensors, dim): the result is row-major. What is left out counts for its dtype. */
PRIM(prim_cat) {
    (void)self;
    const Value *const *items;
    uint32_t count, joined = 0;
    if (args->args[0]->kind == V_UNKNOWN || !ev_sequence(ev, args->args[0], &items, &count))
        return tn_unsupported(ev, span, "a list of tensors that is not known");
    if (count == 0)
        return ev_raise(ev, "RuntimeError", span, "expected a non-empty list of Tensors");
    TnOperand *operands = arena_array(ev->arena, TnOperand, count);
    IrNode **nodes = arena_array(ev->arena, IrNode *, count);
    bool *leaves = arena_array(ev->arena, bool, count);
    int rank = 0;
    bool channels_last = true;
    if (!leave_out_vectors(ev, items, count, leaves, span))
        return NULL;
    for (uint32_t i = 0; i < count; i++) {
        IrNode *node = tn_ranked(ev, items[i], joined && !leaves[i] ? rank : tn_rank_for_dim(args->args[1]), span);
        if (!node)
            return NULL;
        operands[i] = (TnOperand){items[i], node, true, node->type.dtype};
        if (leaves[i]) {
            channels_last = false; /* whatever the others are */
            continue;
        }
        if (channels_last && !tn_suggests_channels_last(ev, &node->type, span, &channels_last))
            return NULL;
        if (joined && node->type.rank != rank)
            return tn_unsupported(ev, span, "cat() of tensors of different ranks");
        rank = node->type.rank;
        nodes[joined++] = node;
    }
    if (rank == 0)
        return ev_raise(ev, "RuntimeError", span, "zero-dimensional tensor cannot be concatenated");
    if (channels_last) /* so is the result */
        return tn_unsupported(ev, span, "cat() of tensors that are not row-major");
    int dim = tn_dim_index(ev, args->args[1], rank, span);
    DType dtype = tn_result_type(ev, operands, (int)count, span);
    TnDims shape;
    if (dim < 0)
        return NULL;
    tn_shape(ev, &nodes[0]->type, shape);
    for (uint32_t i = 1; i < joined; i++)
        for (int d = 0; d < rank; d++) {
            const ShExpr *size = tn_dim(ev, &nodes[i]->type, d);
            if (d == dim)
                shape[d] = sh_add(ev->shapes, shape[d], size);
            else if (!same_size(ev, shape[d], size, span))
                return NULL;
        }
    for (int d = 0; d < rank; d++)
        shape[d] = sh_canon(ev->shapes, shape[d]);
    for (uint32_t i = 0; i < joined; i++)
        nodes[i] = tn_cast(ev, nodes[i], dtype, span);
    int64_t at = dim;
    IrSpec spec = {.op = OP_CAT,
                   .type = tn_type(ev, dtype, rank, shape, NULL),
                   .input_count = joined,
                   .inputs = nodes,
                   .int_count = 1,
                   .ints = &at,
                   .span = span};
    return ev_tensor_fresh(ev, ir_build(ev->region, &spec));
}

/* An integer index tensor; V_UNKNOWN and flat float guesses restart as int64 of `rank`. */
static IrNode *index_tensor(Ev *ev, const Value *value, int rank, Span span) {
    if (value->kind == V_UNKNOWN || (value->kind == V_TENSOR && value->source && value->u.tensor.node->type.flat &&
                                     dtype_is_float(value->u.tensor.node->type.dtype))) {
        ev_need(ev, value, HYP_TENSOR, DT_I64, rank, span);
        return NULL;
    }
    IrNode *node = tn_ranked(ev, value, rank, span);
    if (!node)
        return NULL;
    if (node->type.dtype != DT_I64 && node->type.dtype != DT_I32) {
        ev_raise(ev, "RuntimeError", span, "indices of type %s", dtype_info[node->type.dtype].torch_name);
        return NULL;
    }
    return node;
}

/* prim.embedding(weight, index) */
PRIM(prim_embedding) {
    (void)self;
    IrNode *index = index_tensor(ev, args->args[1], 2, span);
    IrNode *weight = index ? tn_ranked(ev, args->args[0], 2, span) : NULL;
    if (!weight)
        return NULL;
    if (weight->type.rank != 2)
        return ev_raise(ev, "RuntimeError", span, "'weight' must be 2-D");
    TnDims shape;
    int rank = index->type.rank;
    tn_shape(ev, &index->type, shape);
    if (rank == IR_MAX_RANK)
        return tn_unsupported(ev, span, "a tensor of so many dimensions");
    shape[rank] = tn_dim(ev, &weight->type, 1);
    IrNode *inputs[2] = {weight, index};
    return ev_tensor_fresh(
        ev, tn_pointwise(ev, OP_EMBEDDING, tn_type(ev, weight->type.dtype, rank + 1, shape, NULL), inputs, 2, span));
}

/* prim.gather(input, dim, index): index has input's rank, and no larger sizes but along dim */
PRIM(prim_gather) {
    (void)self;
    IrNode *index = index_tensor(ev, args->args[2], tn_rank_for_dim(args->args[1]), span);
    IrNode *input = index ? tn_ranked(ev, args->args[0], index->type.rank, span) : NULL;
    if (!input)
        return NULL;
    int rank = input->type.rank;
    if (rank != index->type.rank || rank == 0)
        return tn_unsupported(ev, span, "gather() with such ranks");
    int dim = tn_dim_index(ev, args->args[1], rank, span);
    TnDims shape;
    if (dim < 0)
        return NULL;
    tn_shape(ev, &index->type, shape);
    for (int d = 0; d < rank; d++) {
        const ShExpr *size = tn_dim(ev, &input->type, d);
        if (d == dim || shape[d] == size || ev_assume_compare(ev, SH_LE, shape[d], size, span))
            continue;
        return ev->fail.kind == FAIL_NONE ? tn_unsupported(ev, span, "gather() with such sizes") : NULL;
    }
    int64_t at = dim;
    IrNode *inputs[2] = {input, index};
    IrSpec spec = {.op = OP_GATHER,
                   .type = tn_type(ev, input->type.dtype, rank, shape, NULL),
                   .input_count = 2,
                   .inputs = inputs,
                   .int_count = 1,
                   .ints = &at,
                   .span = span};
    return ev_tensor_fresh(ev, ir_build(ev->region, &spec));
}
