/* Indexing by tensors: reading and writing elements at places that other tensors hold. What Python's index expression
 * means, which dimensions are indexed and how negative indices count, is written in the prelude (torch_index.py); here
 * are the nodes and their types.
 *
 * The layout of what is read is TensorIterator's for the table, with strides of 0 in the indexed dimensions, and the
 * index tensors (ATen/native/TensorAdvancedIndexing.cpp of torch 2.13.0: AdvancedIndex, restride_src). */
#include "analysis/tensor.h"

#include <string.h>

PRIM(prim_inplace);

typedef struct Indexing {
    IrNode *nodes[1 + IR_MAX_RANK]; /* the table, then the index tensors */
    int count, position;            /* how many index tensors; where their dimensions go in the result */
    int64_t dims[IR_MAX_RANK];      /* of the table, in order: what each of them indexes */
    int rank;                       /* of the result */
    int common;                     /* how many dimensions the indices have together */
    TnDims shape;                   /* of the result */
} Indexing;

static bool index_operands(Ev *ev, const Value *indices, const Value *dims, Span span, Indexing *x) {
    const Value *const *items, *const *numbers;
    uint32_t count, number_count;
    int rank = x->nodes[0]->type.rank;
    if (!ev_sequence(ev, indices, &items, &count) || !ev_sequence(ev, dims, &numbers, &number_count) ||
        count != number_count || count == 0)
        ICE("prim.index takes as many indices as dimensions");
    if ((int)count > rank)
        return ev_raise(ev, "IndexError", span, "too many indices for tensor of dimension %d", rank);
    for (uint32_t i = 0; i < count; i++) {
        x->nodes[i + 1] = tn_ranked(ev, items[i], 1, span);
        x->dims[i] = x->nodes[i + 1] ? tn_dim_index(ev, numbers[i], rank, span) : -1;
        if (x->dims[i] < 0)
            return false;
        DType dtype = x->nodes[i + 1]->type.dtype;
        if (dtype != DT_I64 && dtype != DT_I32)
            return ev_raise(ev, "IndexError", span, "tensors used as indices must be long, int, byte or bool tensors");
    }
    x->count = (int)count;
    return true;
}

static bool is_indexed(const Indexing *x, int dim) {
    for (int i = 0; i < x->count; i++)
        if (x->dims[i] == dim)
            return true;
    return false;
}

/* The sizes that the index tensors have together. */
static bool common_shape(Ev *ev, Indexing *x, Span span, TnDims out) {
    x->common = 0;
    for (int i = 1; i <= x->count; i++)
        x->common = x->nodes[i]->type.rank > x->common ? x->nodes[i]->type.rank : x->common;
    for (int d = 0; d < x->common; d++) {
        out[d] = sh_const(ev->shapes, 1);
        for (int i = 1; i <= x->count; i++) {
            int own = d - (x->common - x->nodes[i]->type.rank);
            const ShExpr *size = own < 0 ? out[d] : tn_dim(ev, &x->nodes[i]->type, own);
            if (tn_differ(ev, out[d], size))
                return ev_raise(ev, "IndexError", span, "shape mismatch: indexing tensors could not be broadcast") !=
                       NULL;
            out[d] = own < 0 ? out[d] : tn_broadcast_dim(ev, out[d], size, span);
            if (!out[d])
                return false;
        }
    }
    return true;
}

/* Sizes of the result: the table's with those that the indices have in common at their position. */
static bool index_shape(Ev *ev, Indexing *x, Span span) {
    TnDims common;
    const IrType *table = &x->nodes[0]->type;
    if (!common_shape(ev, x, span, common))
        return false;
    x->rank = table->rank - x->count + x->common;
    if (x->rank > IR_MAX_RANK)
        return tn_unsupported(ev, span, "a tensor of so many dimensions") != NULL;
    int at = 0, dim = 0;
    for (; at < x->position; dim++)
        if (!is_indexed(x, dim))
            x->shape[at++] = tn_dim(ev, table, dim);
    for (int k = 0; k < x->common; k++)
        x->shape[at++] = common[k];
    for (; dim < table->rank; dim++)
        if (!is_indexed(x, dim))
            x->shape[at++] = tn_dim(ev, table, dim);
    return true;
}

/* The table as TensorIterator sees it: over the result's dimensions, of size 1 where it does not vary. */
static bool spread_table(Ev *ev, const Indexing *x, Span span, IrNode *out) {
    const IrNode *node = x->nodes[0];
    TnDims own, shape, strides;
    if (!tn_strides(ev, &node->type, span, own))
        return false;
    for (int d = 0; d < x->rank; d++) {
        shape[d] = sh_const(ev->shapes, 1);
        strides[d] = sh_const(ev->shapes, 0);
    }
    int at = 0;
    for (int d = 0; d < node->type.rank; d++) {
        at += at == x->position ? x->common : 0;
        if (is_indexed(x, d))
            continue;
        shape[at] = tn_dim(ev, &node->type, d);
        strides[at++] = own[d];
    }
    *out = *node;
    out->type = tn_type(ev, node->type.dtype, x->rank, shape, strides);
    return true;
}

/* An index tensor in the shape that all of them have together, where what it does not vary over is a stride of 0. */
static bool expanded_index(Ev *ev, const Indexing *x, const IrType *type, Span span, IrType *out) {
    TnDims own, strides;
    const ShExpr *const *shape = x->shape + x->position;
    int lead = x->common - type->rank;
    if (!tn_strides(ev, type, span, own))
        return false;
    for (int d = 0; d < x->common; d++) {
        bool varies = d >= lead && (!sh_is_value(tn_dim(ev, type, d - lead), 1) || sh_is_value(shape[d], 1));
        strides[d] = varies ? own[d - lead] : sh_const(ev->shapes, 0);
    }
    *out = tn_type(ev, type->dtype, x->common, shape, strides);
    return true;
}

/* Does a size of 1 in the result ask for strides that are 0 elsewhere? */
static bool has_likely_one(const Indexing *x) {
    for (int d = 0; d < x->rank; d++)
        if (sh_is_value(x->shape[d], 1) || sh_hint(x->shape[d], -1) == 1)
            return true;
    return false;
}

/* Then it is viewed with sizes of 1 in place of the table's dimensions, whose strides count where those are 1 too. */
static bool spread_index(Ev *ev, const Indexing *x, int operand, Span span, IrNode *out) {
    const IrNode *node = x->nodes[operand];
    IrType expanded;
    TnDims shape, strides;
    if (!expanded_index(ev, x, &node->type, span, &expanded) || !tn_strides(ev, &expanded, span, strides))
        return false;
    for (int d = x->rank - 1; d >= 0; d--) {
        bool own = d >= x->position && d < x->position + x->common;
        shape[d] = own ? x->shape[d] : sh_const(ev->shapes, 1);
        strides[d] = own ? strides[d - x->position] : sh_const(ev->shapes, 0);
    }
    TnViewable viewable = TN_VIEW_YES;
    if (has_likely_one(x) && !tn_view_strides(ev, &expanded, x->rank, shape, span, strides, &viewable))
        return false;
    if (viewable != TN_VIEW_YES)
        return tn_unsupported(ev, span, "indexing of a strided tensor by what cannot be viewed") != NULL;
    *out = *node;
    out->type = tn_type(ev, node->type.dtype, x->rank, shape, strides);
    return true;
}

static bool index_layout(Ev *ev, const Indexing *x, Span span, TnDims strides, bool *row_major) {
    *row_major = true;
    for (int i = 0; i <= x->count; i++)
        *row_major = *row_major && tn_is_row_major(ev, &x->nodes[i]->type);
    if (*row_major)
        return true;
    IrNode operands[1 + IR_MAX_RANK], *nodes[1 + IR_MAX_RANK];
    for (int i = 0; i <= x->count; i++) {
        nodes[i] = &operands[i];
        if (i ? !spread_index(ev, x, i, span, nodes[i]) : !spread_table(ev, x, span, nodes[i]))
            return false;
    }
    return tn_output_strides(ev, x->rank, x->shape, nodes, x->count + 1, false, span, strides, row_major);
}

static IrNode *build_index(Ev *ev, const Indexing *x, IrType type, IrBounds bounds, Span span) {
    int64_t ints[2 + IR_MAX_RANK] = {x->position, bounds};
    for (int i = 0; i < x->count; i++)
        ints[i + 2] = x->dims[i];
    IrSpec spec = {.op = OP_INDEX,
                   .type = type,
                   .input_count = (uint32_t)x->count + 1,
                   .inputs = x->nodes,
                   .int_count = (uint32_t)x->count + 2,
                   .ints = ints,
                   .span = span};
    return ir_build(ev->region, &spec);
}

static bool indexing_of(Ev *ev, const CallArgs *args, Span span, Indexing *x, IrBounds *bounds) {
    int64_t position;
    const char *name;
    *x = (Indexing){.count = 0};
    x->nodes[0] = tn_ranked(ev, args->args[0], 2, span);
    if (!x->nodes[0])
        return false;
    if (!ev_as_int_known(args->args[3], &position) || !tn_known_str(args->args[4], &name))
        ICE("indexing takes a known position and bounds");
    x->position = (int)position;
    *bounds = strcmp(name, "known") == 0 ? BOUNDS_KNOWN : strcmp(name, "signed") == 0 ? BOUNDS_SIGNED : BOUNDS_CHECKED;
    return index_operands(ev, args->args[1], args->args[2], span, x) && index_shape(ev, x, span);
}

/* prim.index(input, indices, dims, position, bounds, layout): dimensions dims[k] (in order) of input are read at
 * indices[k]; what they have in common stands at `position` of the result. bounds: "known" to be non-negative and in
 * range, "checked" to be so, or "signed": checked, and negative ones count from the end. layout: "row_major", or
 * "iterator" as TensorIterator gives it */
PRIM(prim_index) {
    (void)self;
    Indexing x;
    IrBounds bounds;
    const char *layout;
    TnDims strides;
    bool row_major = true;
    if (!indexing_of(ev, args, span, &x, &bounds))
        return NULL;
    if (!tn_known_str(args->args[5], &layout))
        ICE("prim.index takes a known layout");
    if (strcmp(layout, "iterator") == 0 && !index_layout(ev, &x, span, strides, &row_major))
        return NULL;
    IrType type = tn_type(ev, x.nodes[0]->type.dtype, x.rank, x.shape, row_major ? NULL : strides);
    return ev_tensor_fresh(ev, build_index(ev, &x, type, bounds, span));
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

/* The value with the sizes of what is written. A size that the data decide is compared, and stays the value's own. */
static IrNode *value_for(Ev *ev, const Indexing *x, IrNode *value, Span span) {
    const IrType *type = &value->type;
    int lead = x->rank - type->rank;
    if (lead < 0) {
        tn_unsupported(ev, span, "a write of a value with more dimensions");
        return NULL;
    }
    TnDims shape;
    bool same = lead == 0;
    for (int d = 0; d < x->rank; d++) {
        const ShExpr *want = x->shape[d], *have = d < lead ? sh_const(ev->shapes, 1) : tn_dim(ev, type, d - lead);
        shape[d] = want;
        if (have == want)
            continue;
        if (tn_grows(ev, have, want, span)) {
            same = false;
            continue;
        }
        if (!ev_assume_equal(ev, have, want, span)) {
            if (ev->fail.kind == FAIL_NONE)
                tn_unsupported(ev, span, "a write of another shape");
            return NULL;
        }
        shape[d] = have;
    }
    return same ? value : ir_unary(ev->region, OP_EXPAND, tn_type(ev, type->dtype, x->rank, shape, NULL), value, span);
}

static IrNode *build_index_put(Ev *ev, const Indexing *x, IrNode *value, IrBounds bounds, bool is_sum, Span span) {
    IrNode *inputs[2 + IR_MAX_RANK] = {x->nodes[0], value};
    int64_t ints[3 + IR_MAX_RANK] = {x->position, bounds, is_sum};
    for (int i = 0; i < x->count; i++) {
        inputs[i + 2] = x->nodes[i + 1];
        ints[i + 3] = x->dims[i];
    }
    IrSpec spec = {.op = OP_INDEX_PUT,
                   .type = tn_row_major(x->nodes[0]->type),
                   .input_count = (uint32_t)x->count + 2,
                   .inputs = inputs,
                   .int_count = (uint32_t)x->count + 3,
                   .ints = ints,
                   .span = span};
    return ir_build(ev->region, &spec);
}

/* prim.index_put(input, indices, dims, position, bounds, value, accumulate): a copy of input in which `value` (a tensor
 * of its dtype, broadcast) is written, or added, where prim.index would read */
PRIM(prim_index_put) {
    (void)self;
    Indexing x;
    IrBounds bounds;
    bool is_sum;
    if (!indexing_of(ev, args, span, &x, &bounds))
        return NULL;
    IrNode *value = tn_ranked(ev, args->args[5], x.rank, span);
    if (!value)
        return NULL;
    if (!ev_as_bool_known(args->args[6], &is_sum))
        return tn_unsupported(ev, span, "accumulate= that is not known");
    if (is_sum && dtype_is_complex(value->type.dtype))
        return tn_unsupported(ev, span, "adding complex numbers at indices");
    if (value->type.dtype != x.nodes[0]->type.dtype)
        return ev_raise(ev, "RuntimeError", span, "Index put requires the source and destination dtypes match");
    value = value_for(ev, &x, value, span);
    return value ? ev_tensor_fresh(ev, build_index_put(ev, &x, value, bounds, is_sum, span)) : NULL;
}

/* prim.as_index(value): a tensor of which nothing is known but that it is an index holds int64 (restart) */
PRIM(prim_as_index) {
    (void)self;
    const Value *value = args->args[0];
    bool guessed = value->kind == V_TENSOR && value->source && !ev->in_driver && value->u.tensor.node->type.flat &&
                   dtype_is_float(value->u.tensor.node->type.dtype);
    return value->kind == V_UNKNOWN || guessed ? ev_need(ev, value, HYP_TENSOR, DT_I64, -1, span) : value;
}

/* prim.put(target, result, operands): target[...] = ..., of which `result` is what the target then holds. What torch
 * does with operands (the value and the indices) that lie in the target's memory depends on the operator and on where
 */
PRIM(prim_put) {
    const Value *target = args->args[0];
    const Value *const *operands;
    uint32_t count;
    if (!tn_tensor(ev, target, span))
        return NULL;
    if (!ev_sequence(ev, args->args[2], &operands, &count))
        ICE("prim.put needs a tuple of operands");
    for (uint32_t i = 0; i < count; i++)
        if (operands[i]->kind == V_TENSOR && operands[i]->u.tensor.storage == target->u.tensor.storage)
            return tn_unsupported(ev, span, "a write at places of a tensor of what shares its memory");
    return prim_inplace(ev, self, args, span);
}

/* ---- sizes that the data decide ---------------------------------------------------------------------------------- */

/* The number of true elements, as a node. */
static IrNode *count_true(Ev *ev, IrNode *mask, Span span) {
    int64_t dims[IR_MAX_RANK];
    for (int d = 0; d < mask->type.rank; d++)
        dims[d] = d;
    IrNode *ones = tn_cast(ev, mask, DT_I64, span);
    IrNode *sum = tn_reduce_node(ev, OP_SUM, ones, DT_I64, dims, mask->type.rank, span);
    return ir_unary(ev->region, OP_ITEM, ir_scalar_type(IRT_INT), sum, span);
}

/* prim.positions(mask): int64, where in row-major order the true elements of a bool tensor are */
PRIM(prim_positions) {
    (void)self;
    IrNode *mask = tn_tensor(ev, args->args[0], span);
    if (!mask)
        return NULL;
    if (mask->type.dtype != DT_BOOL || (!mask->type.flat && mask->type.rank == 0))
        return tn_unsupported(ev, span, "positions in something else than a mask");
    IrNode *count = count_true(ev, mask, span);
    const ShExpr *size = map_get(&ev->memo, MAP_KEY(count));
    if (!size) {
        size = sh_symbol(ev->shapes, str_of("count"), 0, INT64_MAX, -1, SH_FROM_NODE, count, 0);
        map_put(&ev->memo, MAP_KEY(count), (void *)(uintptr_t)size);
    }
    IrType type = tn_type(ev, DT_I64, 1, &size, NULL);
    return ev_tensor_fresh(ev, ir_unary(ev->region, OP_COMPACT, type, mask, span));
}
