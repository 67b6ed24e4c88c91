/* Operands of primitives and the dtype of results: torch's result_type, broadcasting, rank-polymorphic tensors.
 *
 * Takes abstract values; gives nodes and types. A tensor that is still flat (ir.h) keeps its flatness through pointwise
 * operations with flat and zero-dim tensors of one dtype; whatever needs its rank restarts evaluation with one. */
#include "analysis/ev_internal.h"
#include "analysis/tensor.h"

#include <string.h>

IrGraph *tn_graph(Ev *ev) { return ev->region->graph; }

const Value *tn_unsupported(Ev *ev, Span span, const char *what) {
    return ev_fail(ev, D_UNSUPPORTED_OP, span, "not compiled: %s", what);
}

IrNode *tn_tensor(Ev *ev, const Value *value, Span span) {
    if (value->kind == V_TENSOR)
        return ev_tensor_node(ev, value);
    if (value->kind == V_UNKNOWN)
        ev_need(ev, value, HYP_TENSOR_FLAT, DT_F32, -1, span);
    else
        ev_fail(ev, D_UNSUPPORTED_OP, span, "%s where a tensor is expected", ev_type_name(ev, value));
    return NULL;
}

bool tn_operand(Ev *ev, const Value *value, Span span, TnOperand *out) {
    out->value = value;
    out->is_tensor = false;
    if (ev_is_number(value)) {
        out->node = ev_scalar_node(ev, value);
        if (!out->node)
            return false;
        out->dtype = out->node->type.kind == IRT_FLOAT ? DT_F64 : out->node->type.kind == IRT_INT ? DT_I64 : DT_BOOL;
        return true;
    }
    out->node = tn_tensor(ev, value, span);
    if (!out->node)
        return false;
    out->is_tensor = true;
    out->dtype = out->node->type.dtype;
    return true;
}

/* The flat graph input that a node's shape comes from. */
static const IrNode *flat_input(const IrNode *node, int depth) {
    if (node->op == OP_INPUT)
        return node;
    for (uint32_t i = 0; i < node->input_count && depth < 64; i++)
        if (node->inputs[i]->type.kind == IRT_TENSOR && node->inputs[i]->type.flat) {
            const IrNode *found = flat_input(node->inputs[i], depth + 1);
            if (found)
                return found;
        }
    return NULL;
}

const Value *tn_need_rank(Ev *ev, const IrNode *flat, int rank, Span span) {
    IrGraph *graph = tn_graph(ev);
    const IrNode *node = flat_input(flat, 0);
    if (!node)
        node = graph->inputs.data[graph->flat.data[flat->type.flat - 1]].node;
    for (uint32_t i = 0; i < graph->inputs.len; i++)
        if (graph->inputs.data[i].node == node) {
            const Value *input = ev_input(ev, graph->inputs.data[i].source);
            return input ? ev_need(ev, input, HYP_TENSOR, node->type.dtype, rank, span) : NULL;
        }
    return ev_fail(ev, D_SHAPE, span, "the number of dimensions is not known");
}

IrNode *tn_ranked(Ev *ev, const Value *value, int rank, Span span) {
    if (value->kind == V_UNKNOWN) {
        ev_need(ev, value, HYP_TENSOR, DT_F32, rank, span);
        return NULL;
    }
    IrNode *node = tn_tensor(ev, value, span);
    if (node && node->type.flat) {
        tn_need_rank(ev, node, rank, span);
        return NULL;
    }
    return node;
}

/* ---- result_type
 * ------------------------------------------------------------------------------------------------------ */

static DType promote_known(DType a, DType b) {
    if (a == DT_NONE)
        return b;
    return b == DT_NONE ? a : dtype_promote(a, b);
}

static DType combine_categories(DType higher, DType lower) {
    if (higher == DT_NONE)
        return lower;
    if (lower == DT_NONE || dtype_is_complex(higher))
        return higher;
    if (dtype_is_float(higher))
        return dtype_is_complex(lower) ? (higher == DT_F64 ? DT_C128 : DT_C64) : higher;
    if (higher == DT_BOOL || dtype_is_float(lower) || dtype_is_complex(lower))
        return promote_known(higher, lower);
    return higher;
}

static DType result_type_with(DType default_dtype, const TnOperand *operands, int count) {
    DType dimensioned = DT_NONE, zero = DT_NONE, wrapped = DT_NONE;
    for (int i = 0; i < count; i++) {
        const TnOperand *operand = &operands[i];
        if (!operand->is_tensor)
            wrapped = promote_known(wrapped, operand->dtype == DT_F64    ? default_dtype
                                             : operand->dtype == DT_C128 ? dtype_complex(default_dtype)
                                                                         : operand->dtype);
        else if (operand->node->type.rank == 0)
            zero = promote_known(zero, operand->dtype);
        else
            dimensioned = promote_known(dimensioned, operand->dtype);
    }
    return combine_categories(dimensioned, combine_categories(zero, wrapped));
}

DType tn_default_dtype(Ev *ev, Span span) {
    if (!ev->in_driver)
        ev_fact(ev, &(Fact){.kind = FACT_DEFAULT_DTYPE, .span = span, .dtype = ev->default_dtype});
    return ev->default_dtype;
}

DType tn_result_type(Ev *ev, const TnOperand *operands, int count, Span span) {
    DType result = result_type_with(DT_F32, operands, count);
    if (result == result_type_with(DT_F64, operands, count))
        return result;
    return result_type_with(tn_default_dtype(ev, span), operands, count);
}

/* ---- types
 * ------------------------------------------------------------------------------------------------------------- */

const ShExpr *tn_dim(Ev *ev, const IrType *type, int dim) { return sh_canon(ev->shapes, type->shape[dim]); }

void tn_shape(Ev *ev, const IrType *type, TnDims out) {
    for (int d = 0; d < type->rank; d++)
        out[d] = tn_dim(ev, type, d);
}

IrType tn_type(Ev *ev, DType dtype, int rank, const ShExpr *const *shape, const ShExpr *const *strides) {
    IrType type = ir_tensor_type(tn_graph(ev), dtype, rank, shape, strides);
    if (strides && tn_is_row_major(ev, &type))
        type.strides = NULL;
    return type;
}

IrType tn_with_dtype(IrType type, DType dtype) {
    type.dtype = dtype;
    return type;
}

IrType tn_row_major(IrType type) {
    type.strides = NULL;
    return type;
}

bool tn_differ(Ev *ev, const ShExpr *a, const ShExpr *b) {
    a = sh_canon(ev->shapes, a);
    b = sh_canon(ev->shapes, b);
    return a != b && !sh_is_value(a, 1) && !sh_is_value(b, 1) && sh_is_const(a, NULL) && sh_is_const(b, NULL);
}

const ShExpr *tn_broadcast_dim(Ev *ev, const ShExpr *a, const ShExpr *b, Span span) {
    a = sh_canon(ev->shapes, a);
    b = sh_canon(ev->shapes, b);
    if (a == b || sh_is_value(b, 1))
        return a;
    if (sh_is_value(a, 1))
        return b;
    if (tn_differ(ev, a, b)) {
        ev_raise(ev, "RuntimeError", span, "The sizes of the tensors do not match");
        return NULL;
    }
    int64_t hint_a = sh_hint(a, -1), hint_b = sh_hint(b, -1);
    const ShExpr *one = sh_const(ev->shapes, 1);
    if (hint_a == 1 && hint_b != 1 && sh_compare(ev->shapes, SH_EQ, a, one) != SH_NO)
        return ev_assume_equal(ev, a, one, span) ? b : NULL;
    if (hint_b == 1 && hint_a != 1 && sh_compare(ev->shapes, SH_EQ, b, one) != SH_NO)
        return ev_assume_equal(ev, b, one, span) ? a : NULL;
    if (sh_compare(ev->shapes, SH_EQ, a, b) == SH_NO || !ev_assume_equal(ev, a, b, span)) {
        if (ev->fail.kind != FAIL_RESTART)
            ev_fail(ev, D_SHAPE, span, "sizes that cannot be equal are broadcast");
        return NULL;
    }
    return sh_canon(ev->shapes, a);
}

static bool broadcast_shape(Ev *ev, IrNode *const *nodes, int count, int rank, Span span, TnDims shape) {
    for (int d = 0; d < rank; d++)
        shape[d] = NULL;
    for (int i = 0; i < count; i++) {
        const IrType *type = &nodes[i]->type;
        for (int d = 0; d < type->rank; d++) {
            int at = d + rank - type->rank;
            shape[at] = shape[at] ? tn_broadcast_dim(ev, shape[at], type->shape[d], span) : tn_dim(ev, type, d);
            if (!shape[at])
                return false;
        }
    }
    return true;
}

bool tn_broadcast(Ev *ev, IrNode *const *nodes, int count, bool wrapped, DType dtype, Span span, IrType *out) {
    const IrNode *flat = NULL;
    int rank = 0;
    for (int i = 0; i < count; i++) {
        const IrType *type = &nodes[i]->type;
        if (type->flat)
            flat = nodes[i];
        else if (type->rank > rank)
            rank = type->rank;
    }
    if (flat && rank)
        return tn_need_rank(ev, flat, rank, span) != NULL;
    if (flat) {
        *out = tn_with_dtype(flat->type, dtype);
        return true;
    }
    TnDims shape, strides;
    bool row_major;
    if (!broadcast_shape(ev, nodes, count, rank, span, shape) ||
        !tn_output_strides(ev, rank, shape, nodes, count, wrapped, span, strides, &row_major))
        return false;
    *out = tn_type(ev, dtype, rank, shape, row_major ? NULL : strides);
    return true;
}

/* ---- nodes
 * --------------------------------------------------------------------------------------------------------------- */

IrNode *tn_pointwise(Ev *ev, IrOp op, IrType type, IrNode *const *inputs, int count, Span span) {
    IrSpec spec = {.op = op, .type = type, .input_count = (uint32_t)count, .inputs = inputs, .span = span};
    return ir_build(ev->region, &spec);
}

IrNode *tn_cast(Ev *ev, IrNode *tensor, DType dtype, Span span) {
    if (tensor->type.dtype == dtype)
        return tensor;
    IrType type = tn_row_major(tn_with_dtype(tensor->type, dtype));
    if (dtype_is_complex(dtype) || dtype_is_complex(tensor->type.dtype))
        return tn_complex_cast(ev, tensor, type, span);
    return ir_unary(ev->region, OP_CAST, type, tensor, span);
}

IrNode *tn_promote(Ev *ev, IrNode *tensor, DType dtype, Span span) {
    IrType type;
    if (tensor->type.dtype == dtype)
        return tensor;
    if (!tn_preserve_format(ev, tensor, dtype, span, &type))
        return NULL;
    if (dtype_is_complex(dtype) || dtype_is_complex(tensor->type.dtype))
        return tn_complex_cast(ev, tensor, type, span);
    return ir_unary(ev->region, OP_CAST, type, tensor, span);
}

/* ---- arguments
 * ------------------------------------------------------------------------------------------------------------ */

int tn_rank_for_dim(const Value *value) {
    int64_t dim;
    if (!ev_as_int_known(value, &dim) || dim < -IR_MAX_RANK || dim >= IR_MAX_RANK)
        return 2;
    int needed = (int)(dim < 0 ? -dim : dim + 1);
    return needed < 2 ? 2 : needed;
}

int tn_dim_index(Ev *ev, const Value *value, int rank, Span span) {
    int64_t dim;
    if (value->kind == V_UNKNOWN) {
        ev_need(ev, value, HYP_INT, DT_NONE, -1, span);
        return -1;
    }
    if (value->kind == V_INT && !sh_is_const(value->u.expr, NULL)) {
        ev_need_size(ev, value, span);
        return -1;
    }
    if (!ev_as_int_known(value, &dim)) {
        ev_fail(ev, D_UNSUPPORTED_OP, span, "a dimension that is not a known int");
        return -1;
    }
    int bound = rank ? rank : 1;
    if (dim < -bound || dim >= bound) {
        ev_raise(ev, "IndexError", span, "Dimension out of range");
        return -1;
    }
    return (int)(dim < 0 ? dim + bound : dim);
}

const Value *tn_int_of(Ev *ev, const Value *value, Span span) {
    const IrType *type = value->kind == V_TENSOR ? &value->u.tensor.node->type : NULL;
    bool is_number = type && !type->flat && type->rank == 0 && dtype_is_integral(type->dtype);
    return is_number ? tn_index_number(ev, value, span) : value;
}

int tn_int_list(Ev *ev, const Value *value, Span span, TnDims out) {
    if (!(value = tn_int_of(ev, value, span)))
        return -1;
    if ((value->kind == V_INT || value->kind == V_SCALAR) && ev_as_expr(ev, value, &out[0])) {
        out[0] = sh_canon(ev->shapes, out[0]);
        return 1;
    }
    const Value *const *items;
    const Value **known;
    uint32_t count;
    if (value->kind == V_TUPLE && value->u.tuple.count == 1 && value->u.tuple.items[0]->kind == V_ROWS)
        value = value->u.tuple.items[0];
    if (value->kind == V_ROWS) {
        if (!ev_collect(ev, value, &known, &count, span))
            return -1;
        value = ev_list(ev, known, count);
    }
    if (value->kind == V_UNKNOWN || !ev_sequence(ev, value, &items, &count) || count > IR_MAX_RANK) {
        ev_fail(ev, D_UNSUPPORTED_OP, span, "sizes or dimensions that are not a known list of ints");
        return -1;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (items[i]->kind == V_UNKNOWN) {
            ev_need(ev, items[i], HYP_INT, DT_NONE, -1, span);
            return -1;
        }
        const Value *item = tn_int_of(ev, items[i], span);
        if (!item)
            return -1;
        if (item->kind == V_BOOL || !ev_as_expr(ev, item, &out[i])) {
            ev_fail(ev, D_UNSUPPORTED_OP, span, "%s where an int is expected", ev_type_name(ev, items[i]));
            return -1;
        }
        out[i] = sh_canon(ev->shapes, out[i]);
    }
    return (int)count;
}

bool tn_known_str(const Value *value, const char **out) {
    if (value->kind != V_STR || !value->u.str)
        return false;
    *out = value->u.str;
    return true;
}
