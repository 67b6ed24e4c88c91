/* Reductions: prim.reduce for sum, prod, amax, amin, any, all, argmax, argmin.
 *
 * The result is row-major, as torch allocates it. A reduction of everything works on a flat tensor too. What has no
 * identity (amax of nothing) raises in torch: the variant assumes that there is something to reduce. */
#include "analysis/tensor.h"

#include <string.h>

typedef struct ReduceRow {
    const char *name;
    IrOp op;
    bool widens;   /* bools and integers give int64 */
    bool truth;    /* operands are bool */
    bool is_index; /* the result is an int64 index */
    bool needs_items;
} ReduceRow;

static const ReduceRow rows[] = {
    {"sum", OP_SUM, true, false, false, false},      {"prod", OP_PROD, true, false, false, false},
    {"amax", OP_AMAX, false, false, false, true},    {"amin", OP_AMIN, false, false, false, true},
    {"any", OP_ANY, false, true, false, false},      {"all", OP_ALL, false, true, false, false},
    {"argmax", OP_ARGMAX, false, false, true, true}, {"argmin", OP_ARGMIN, false, false, true, true},
};

IrNode *tn_reduce_node(Ev *ev, IrOp op, IrNode *input, DType dtype, const int64_t *dims, int count, Span span) {
    TnDims shape;
    int rank = 0;
    for (int d = 0; !input->type.flat && d < input->type.rank; d++) {
        bool reduced = false;
        for (int i = 0; i < count; i++)
            reduced |= dims[i] == d;
        if (!reduced)
            shape[rank++] = tn_dim(ev, &input->type, d);
    }
    IrSpec spec = {.op = op,
                   .type = tn_type(ev, dtype, rank, shape, NULL),
                   .input_count = 1,
                   .inputs = &input,
                   .int_count = (uint32_t)count,
                   .ints = dims,
                   .span = span};
    return ir_build(ev->region, &spec);
}

/* The dimensions to reduce, sorted; dims None or an empty list: all. -1: failed. One that is given twice, to be refused
 * after those that do not exist or are empty, is `twice`, otherwise -1. */
static int reduced_dims(Ev *ev, const Value *dims, const IrNode *input, Span span, int64_t *out, int *twice) {
    int rank = input->type.flat ? 1 : input->type.rank;
    bool chosen[IR_MAX_RANK] = {false};
    const Value *const *items = NULL;
    uint32_t count = 0;
    if (dims->kind == V_INT || dims->kind == V_BOOL || dims->kind == V_UNKNOWN) {
        items = &dims;
        count = 1;
    } else if (dims->kind != V_NONE && !ev_sequence(ev, dims, &items, &count)) {
        tn_unsupported(ev, span, "a dimension that is not a known int");
        return -1;
    }
    for (uint32_t i = 0; i < count; i++) {
        int dim = tn_dim_index(ev, items[i], rank, span);
        if (dim < 0)
            return -1;
        *twice = chosen[dim] && *twice < 0 ? dim : *twice;
        chosen[dim] = true;
    }
    int result = 0;
    for (int d = 0; d < rank; d++)
        if (count == 0 || chosen[d])
            out[result++] = d;
    return result;
}

static bool assume_items(Ev *ev, const IrNode *input, const int64_t *dims, int count, const char *refusal, Span span) {
    for (int i = 0; i < count; i++) {
        const ShExpr *size = tn_dim(ev, &input->type, (int)dims[i]);
        if (sh_is_value(size, 0))
            return ev_raise(ev, refusal, span, "a reduction of nothing has no result") != NULL;
        if (!ev_assume_compare(ev, SH_LE, sh_const(ev->shapes, 1), size, span))
            return ev->fail.kind == FAIL_NONE ? tn_unsupported(ev, span, "a reduction of nothing") != NULL : false;
    }
    return true;
}

static IrNode *keep_dims(Ev *ev, IrNode *node, const int64_t *dims, int count, Span span) {
    TnDims shape;
    int rank = node->type.rank + count, from = 0;
    for (int d = 0, i = 0; d < rank; d++) {
        bool reduced = i < count && dims[i] == d;
        shape[d] = reduced ? sh_const(ev->shapes, 1) : tn_dim(ev, &node->type, from++);
        i += reduced;
    }
    IrSpec spec = {.op = OP_UNSQUEEZE,
                   .type = tn_type(ev, node->type.dtype, rank, shape, NULL),
                   .input_count = 1,
                   .inputs = &node,
                   .int_count = (uint32_t)count,
                   .ints = dims,
                   .span = span};
    return ir_build(ev->region, &spec);
}

static IrNode *prepare(Ev *ev, const ReduceRow *row, IrNode *input, Span span) {
    DType dtype = input->type.dtype;
    if (row->truth && dtype != DT_BOOL) {
        IrType type = tn_row_major(tn_with_dtype(input->type, DT_BOOL));
        return ir_binary(ev->region, OP_NE, type, input, ir_const_int(ev->region, 0), span);
    }
    return row->widens && !dtype_is_float(dtype) ? tn_cast(ev, input, DT_I64, span) : input;
}

/* prim.reduce(name, input, dims, keepdim); dims: None, an int or a list */
PRIM(prim_reduce) {
    (void)self;
    const ReduceRow *row = NULL;
    const char *name;
    bool keepdim;
    for (size_t i = 0; tn_known_str(args->args[0], &name) && i < COUNT_OF(rows); i++)
        if (strcmp(rows[i].name, name) == 0)
            row = &rows[i];
    if (!row)
        ICE("the prelude names an unknown reduction");
    if (!ev_as_bool_known(args->args[3], &keepdim))
        return tn_unsupported(ev, span, "a keepdim that is not known");
    bool all = args->args[2]->kind == V_NONE;
    IrNode *input = all && !keepdim ? tn_tensor(ev, args->args[1], span)
                                    : tn_ranked(ev, args->args[1], all ? 2 : tn_rank_for_dim(args->args[2]), span);
    if (!input)
        return NULL;
    if (dtype_is_complex(input->type.dtype))
        return tn_call_complex(ev, "reduce", args->args, args->count, span);
    if (row->is_index && input->type.dtype == DT_BOOL)
        return ev_raise(ev, "RuntimeError", span, "%s(): does not support bool input", row->name);
    int64_t dims[IR_MAX_RANK];
    int twice = -1, count = reduced_dims(ev, args->args[2], input, span, dims, &twice);
    const char *refusal = all && !row->is_index ? "RuntimeError" : "IndexError"; /* of what has no elements */
    if (count < 0 || (row->needs_items && !assume_items(ev, input, dims, input->type.rank ? count : 0, refusal, span)))
        return NULL;
    if (twice >= 0)
        return ev_raise(ev, "RuntimeError", span, "dim %d appears multiple times in the list of dims", twice);
    IrNode *operand = prepare(ev, row, input, span);
    DType dtype = row->is_index ? DT_I64 : operand->type.dtype;
    if (input->type.rank == 0) {
        IrNode *zero = ir_const_int(ev->region, 0);
        bool byte = row->truth && input->type.dtype == DT_U8;
        IrType type = tn_type(ev, byte ? DT_U8 : dtype, 0, NULL, NULL);
        operand = byte ? tn_cast(ev, operand, DT_U8, span) : operand;
        return ev_tensor_fresh(ev, row->is_index ? ir_unary(ev->region, OP_SPLAT, type, zero, span)
                                                 : ir_unary(ev->region, OP_CLONE, type, operand, span));
    }
    IrNode *node = tn_reduce_node(ev, row->op, operand, dtype, dims, count, span);
    if (keepdim)
        node = keep_dims(ev, node, dims, count, span);
    if (row->truth && input->type.dtype == DT_U8)
        node = tn_cast(ev, node, DT_U8, span);
    return ev_tensor_fresh(ev, node);
}
