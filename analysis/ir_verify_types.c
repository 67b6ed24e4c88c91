/* The verifier of graph IR: element types, ranks and sizes, by class of operation.
 *
 * Each check returns what is wrong, or NULL. Sizes are compared with the solver, so that sizes which only an assumed
 * equality makes equal pass. */
#include "analysis/ir_verify.h"

typedef struct Check {
    ShContext *shapes;
    const IrNode *node;
    const IrType *type;
    bool strict;
} Check;

static const IrType *operand(const Check *c, uint32_t i) { return &c->node->inputs[i]->type; }
static bool is_tensor(const IrType *type) { return type->kind == IRT_TENSOR; }
static bool is_scalar(const IrType *type) { return type->kind >= IRT_INT; }

static bool sizes_agree(const Check *c, const ShExpr *a, const ShExpr *b) {
    if (a == b)
        return true;
    ShTruth equal = sh_compare(c->shapes, SH_EQ, a, b);
    return c->strict ? equal == SH_YES : equal != SH_NO;
}

static bool same_shape(const Check *c, const IrType *a, const IrType *b) {
    if (a->rank != b->rank || a->flat != b->flat)
        return false;
    for (int i = 0; i < a->rank; i++)
        if (!sizes_agree(c, a->shape[i], b->shape[i]))
            return false;
    return true;
}

/* Does `from`, right-aligned, broadcast to `to`? */
static bool broadcasts(const Check *c, const IrType *from, const IrType *to) {
    if (from->rank > to->rank)
        return false;
    for (int i = 1; i <= from->rank; i++) {
        const ShExpr *size = from->shape[from->rank - i];
        if (!sh_is_value(size, 1) && !sizes_agree(c, size, to->shape[to->rank - i]))
            return false;
    }
    return from->rank == 0 || from->flat == to->flat || from->flat == 0;
}

static const char *check_type(const IrType *type) {
    if (type->kind != IRT_TENSOR)
        return NULL;
    if (type->dtype >= DT_COUNT)
        return "a tensor without element type";
    if (type->rank < 0 || type->rank > IR_MAX_RANK || (type->flat && type->rank != 1))
        return "a tensor of a wrong rank";
    for (int i = 0; i < type->rank; i++)
        if (!type->shape || !type->shape[i] || (type->strides && !type->strides[i]))
            return "a tensor without sizes";
    return NULL;
}

/* ---- pointwise ------------------------------------------------------------------------------------------------- */

static bool is_comparison(IrOp op) { return op >= OP_EQ && op <= OP_GE; }
static bool gives_bool(IrOp op) {
    return is_comparison(op) || op == OP_NOT || op == OP_ISNAN || op == OP_ISINF || op == OP_ISFINITE ||
           op == OP_SIGNBIT;
}

static const char *point_on_scalars(const Check *c) {
    uint32_t first = c->node->op == OP_WHERE;
    for (uint32_t i = 0; i < c->node->input_count; i++)
        if (!is_scalar(operand(c, i)))
            return "a scalar made from a tensor without 'item'";
    if (c->node->op == OP_CAST)
        return NULL;
    if (first && operand(c, 0)->kind != IRT_BOOL)
        return "a condition that is not a bool";
    for (uint32_t i = first + 1; i < c->node->input_count; i++)
        if (operand(c, i)->kind != operand(c, first)->kind)
            return "scalar operands of different kinds";
    if (gives_bool(c->node->op) ? c->type->kind != IRT_BOOL : first && c->type->kind != operand(c, first)->kind)
        return "a result of the wrong kind";
    return c->node->op == OP_NOT && operand(c, 0)->kind != IRT_BOOL ? "'not' of something that is not a bool" : NULL;
}

/* The one element type of the tensors among the operands from `first` on, or DT_NONE; *mixed when there are several. */
static DType operand_dtype(const Check *c, uint32_t first, bool *mixed) {
    DType dtype = DT_NONE;
    for (uint32_t i = first; i < c->node->input_count; i++) {
        if (!is_tensor(operand(c, i)))
            continue;
        *mixed |= dtype != DT_NONE && dtype != operand(c, i)->dtype;
        dtype = operand(c, i)->dtype;
    }
    return dtype;
}

static const char *check_complex(const Check *c, DType from) {
    DType to = c->type->dtype;
    switch (c->node->op) {
    case OP_REAL:
    case OP_IMAG:
        return dtype_is_complex(from) && to == dtype_real(from) ? NULL : "not a part of a complex number";
    case OP_COMPLEX:
        return dtype_is_float(from) && dtype_complex(from) == to ? NULL : "parts of another element type";
    case OP_CONJ:
    case OP_WHERE:
        return from == DT_NONE || from == to ? NULL : "a result of another element type than its operands";
    default:
        return "arithmetic of complex numbers that is not spelled out in their parts";
    }
}

static const char *check_point(const Check *c) {
    if (!is_tensor(c->type))
        return point_on_scalars(c);
    uint32_t tensors = 0, first = c->node->op == OP_WHERE;
    for (uint32_t i = 0; i < c->node->input_count; i++) {
        if (!is_tensor(operand(c, i)))
            continue;
        tensors++;
        if (!broadcasts(c, operand(c, i), c->type))
            return "an operand whose shape does not broadcast to the result's";
    }
    if (tensors == 0)
        return "a tensor made from scalars alone";
    bool mixed = false;
    DType dtype = operand_dtype(c, first, &mixed);
    if (mixed)
        return "tensor operands of different element types";
    if (first && (is_tensor(operand(c, 0)) ? operand(c, 0)->dtype != DT_BOOL : operand(c, 0)->kind != IRT_BOOL))
        return "a condition that is not bool";
    if (c->node->op == OP_CAST)
        return dtype_is_complex(dtype) || dtype_is_complex(c->type->dtype) ? "a conversion of complex numbers" : NULL;
    if (dtype_is_complex(dtype) || dtype_is_complex(c->type->dtype))
        return check_complex(c, dtype);
    if (gives_bool(c->node->op))
        return c->type->dtype == DT_BOOL ? NULL : "a result that is not bool";
    return dtype == DT_NONE || dtype == c->type->dtype ? NULL : "a result of another element type than its operands";
}

/* ---- reductions ------------------------------------------------------------------------------------------------ */

static bool is_listed(const IrNode *node, int dim) {
    for (uint32_t i = 0; i < node->int_count; i++)
        if (node->ints[i] == dim)
            return true;
    return false;
}

static bool dims_are_sorted(const IrNode *node, int rank) {
    for (uint32_t i = 0; i < node->int_count; i++)
        if (node->ints[i] < 0 || node->ints[i] >= rank || (i && node->ints[i] <= node->ints[i - 1]))
            return false;
    return true;
}

/* `smaller` is `larger` without the node's dims. */
static bool lacks_dims(const Check *c, const IrType *larger, const IrType *smaller) {
    int k = 0;
    for (int dim = 0; dim < larger->rank; dim++) {
        if (is_listed(c->node, dim))
            continue;
        if (k >= smaller->rank || !sizes_agree(c, larger->shape[dim], smaller->shape[k]))
            return false;
        k++;
    }
    return k == smaller->rank;
}

static const char *check_reduce(const Check *c) {
    if (!is_tensor(operand(c, 0)) || !is_tensor(c->type))
        return "a reduction of or to something that is not a tensor";
    DType from = operand(c, 0)->dtype, to = c->type->dtype;
    if (!dims_are_sorted(c->node, operand(c, 0)->rank))
        return "dimensions that are not sorted and distinct";
    if (!lacks_dims(c, operand(c, 0), c->type))
        return "a shape that is not the operand's without the reduced dimensions";
    switch (c->node->op) {
    case OP_ARGMAX:
    case OP_ARGMIN:
        return to == DT_I64 && c->node->int_count == 1 ? NULL : "not one int64 index along one dimension";
    case OP_ANY:
    case OP_ALL:
        return to == DT_BOOL && from == DT_BOOL ? NULL : "not of bool";
    case OP_SUM:
    case OP_PROD:
        return to == from || to == DT_I64 ? NULL : "a result of another element type";
    default:
        return to == from ? NULL : "a result of another element type";
    }
}

/* ---- views ----------------------------------------------------------------------------------------------------- */

static const char *check_permute(const Check *c) {
    const IrType *from = operand(c, 0);
    if (c->node->int_count != (uint32_t)from->rank || c->type->rank != from->rank)
        return "not a permutation of the dimensions";
    for (int i = 0; i < from->rank; i++) {
        int64_t dim = c->node->ints[i];
        if (dim < 0 || dim >= from->rank || !is_listed(c->node, i))
            return "not a permutation of the dimensions";
        if (!sizes_agree(c, c->type->shape[i], from->shape[dim]))
            return "sizes that are not those of the permuted dimensions";
    }
    return NULL;
}

static const char *check_slice(const Check *c) {
    const IrType *from = operand(c, 0);
    if (c->node->int_count != 1 || c->node->expr_count != 2 || c->node->ints[0] < 0 || c->node->ints[0] >= from->rank)
        return "a dimension, a start and a step are needed";
    if (c->type->rank != from->rank)
        return "a slice of another rank";
    for (int i = 0; i < from->rank; i++)
        if (i != c->node->ints[0] && !sizes_agree(c, from->shape[i], c->type->shape[i]))
            return "sizes that differ in other dimensions";
    return sh_compare(c->shapes, SH_LT, c->node->exprs[0], sh_const(c->shapes, 0)) == SH_YES ? "a negative start"
                                                                                             : NULL;
}

static const char *check_select(const Check *c) {
    if (c->node->int_count != 1 || c->node->expr_count != 1 || !dims_are_sorted(c->node, operand(c, 0)->rank))
        return "a dimension and an index are needed";
    return lacks_dims(c, operand(c, 0), c->type) ? NULL : "a shape that is not the operand's without the dimension";
}

static const char *check_unfold(const Check *c) {
    const IrType *from = operand(c, 0);
    if (c->node->int_count != 1 || c->node->expr_count != 2 || c->node->ints[0] < 0 || c->node->ints[0] >= from->rank)
        return "a dimension, a step and a width are needed";
    if (c->type->rank != from->rank + 1 || !sizes_agree(c, c->type->shape[from->rank], c->node->exprs[1]))
        return "a last dimension that is not the width of the windows";
    for (int i = 0; i < from->rank; i++)
        if (i != c->node->ints[0] && !sizes_agree(c, from->shape[i], c->type->shape[i]))
            return "sizes that differ in other dimensions";
    return NULL;
}

static const char *check_diagonal(const Check *c) {
    const IrType *from = operand(c, 0);
    const int64_t *ints = c->node->ints;
    if (c->node->int_count != 3 || ints[0] < 0 || ints[0] >= ints[1] || ints[1] >= from->rank)
        return "two dimensions in order, and an offset, are needed";
    int next = 0;
    for (int i = 0; i < from->rank; i++)
        if (i != ints[0] && i != ints[1] && !sizes_agree(c, from->shape[i], c->type->shape[next++]))
            return "sizes that differ in other dimensions";
    return c->type->rank == from->rank - 1 ? NULL : "another rank than one less";
}

static const char *check_squeeze(const Check *c) {
    const IrType *from = operand(c, 0);
    if (!dims_are_sorted(c->node, from->rank) || !lacks_dims(c, from, c->type))
        return "a shape that is not the operand's without the dimensions";
    for (uint32_t i = 0; i < c->node->int_count; i++)
        if (!sizes_agree(c, from->shape[c->node->ints[i]], sh_const(c->shapes, 1)))
            return "a dimension whose size is not 1";
    return NULL;
}

static const char *check_unsqueeze(const Check *c) {
    if (!dims_are_sorted(c->node, c->type->rank) || !lacks_dims(c, c->type, operand(c, 0)))
        return "a shape that is not the operand's with the new dimensions";
    for (uint32_t i = 0; i < c->node->int_count; i++)
        if (!sh_is_value(c->type->shape[c->node->ints[i]], 1))
            return "a new dimension whose size is not 1";
    return NULL;
}

static const char *check_cat(const Check *c) {
    if (c->node->input_count == 0 || c->node->int_count != 1 || !dims_are_sorted(c->node, c->type->rank))
        return "operands and a dimension are needed";
    const ShExpr *total = sh_const(c->shapes, 0);
    for (uint32_t i = 0; i < c->node->input_count; i++) {
        const IrType *from = operand(c, i);
        if (!is_tensor(from) || from->dtype != c->type->dtype || from->rank != c->type->rank)
            return "an operand of another element type or rank";
        for (int dim = 0; dim < from->rank; dim++)
            if (dim != c->node->ints[0] && !sizes_agree(c, from->shape[dim], c->type->shape[dim]))
                return "sizes that differ in other dimensions";
        total = sh_add(c->shapes, total, from->shape[c->node->ints[0]]);
    }
    return sizes_agree(c, total, c->type->shape[c->node->ints[0]]) ? NULL
                                                                   : "a size that is not the sum of the operands'";
}

static const char *check_gathers(const Check *c) {
    const IrType *from = operand(c, 0), *index = operand(c, 1);
    if (!is_tensor(index) || !dtype_is_integral(index->dtype))
        return "an index that is not an integer tensor";
    if (c->node->op == OP_GATHER)
        return c->node->int_count == 1 && same_shape(c, index, c->type) ? NULL : "a shape that is not the index's";
    if (from->rank != 2 || c->type->rank != index->rank + 1 ||
        !sizes_agree(c, c->type->shape[index->rank], from->shape[1]))
        return "a shape that is not the index's with the width of a row";
    return NULL;
}

/* The result's dimensions are the table's, but for the indexed ones, in whose place those of the indices stand. */
static const char *check_index(const Check *c) {
    const IrType *table = operand(c, 0);
    const IrNode *node = c->node;
    if (node->input_count < 2 || node->int_count != node->input_count + 1)
        return "an index tensor for each indexed dimension is needed";
    int common = 0, rest = 0, next = 0;
    for (uint32_t k = 1; k < node->input_count; k++) {
        if (!is_tensor(operand(c, k)) || !dtype_is_integral(operand(c, k)->dtype))
            return "an index that is not an integer tensor";
        common = operand(c, k)->rank > common ? operand(c, k)->rank : common;
    }
    for (int dim = 0; dim < table->rank; dim++) {
        bool indexed = false;
        for (uint32_t k = 2; k < node->int_count; k++)
            indexed = indexed || node->ints[k] == dim;
        next += next == node->ints[0] ? common : 0;
        if (indexed)
            continue;
        if (next >= c->type->rank || !sizes_agree(c, table->shape[dim], c->type->shape[next]))
            return "a size that is not the table's";
        next++;
        rest++;
    }
    return common + rest == c->type->rank ? NULL : "a rank that does not fit the indices";
}

static const char *check_index_put(const Check *c) {
    const IrNode *node = c->node;
    if (node->input_count < 3 || node->int_count != node->input_count + 1)
        return "a value and an index tensor for each indexed dimension are needed";
    for (uint32_t k = 2; k < node->input_count; k++)
        if (!is_tensor(operand(c, k)) || !dtype_is_integral(operand(c, k)->dtype))
            return "an index that is not an integer tensor";
    if (!is_tensor(operand(c, 1)) || operand(c, 1)->dtype != c->type->dtype)
        return "a value of another element type";
    return same_shape(c, operand(c, 0), c->type) ? NULL : "another shape than the operand's";
}

/* `parts` has the elements of `whole` along a last dimension of 2. */
static const char *check_parts(const Check *c, const IrType *whole, const IrType *parts) {
    if (!dtype_is_complex(whole->dtype) || parts->dtype != dtype_real(whole->dtype))
        return "element types that are not those of complex numbers and their parts";
    if (whole->flat || parts->rank != whole->rank + 1 || !sh_is_value(parts->shape[whole->rank], 2))
        return "not a last dimension of 2";
    for (int dim = 0; dim < whole->rank; dim++)
        if (!sizes_agree(c, whole->shape[dim], parts->shape[dim]))
            return "another shape than the operand's";
    return NULL;
}

static const char *check_view(const Check *c) {
    const IrType *from = operand(c, 0);
    if (is_tensor(from) && is_tensor(c->type) && c->node->op == OP_AS_REAL)
        return check_parts(c, from, c->type);
    if (is_tensor(from) && is_tensor(c->type) && c->node->op == OP_AS_COMPLEX)
        return check_parts(c, c->type, from);
    if (!is_tensor(from) || !is_tensor(c->type) || from->dtype != c->type->dtype)
        return "a view of or as something that is not a tensor of the same element type";
    switch (c->node->op) {
    case OP_PERMUTE:
        return check_permute(c);
    case OP_EXPAND:
        return broadcasts(c, from, c->type) ? NULL : "a shape that does not broadcast to the result's";
    case OP_RESHAPE:
        return sizes_agree(c, ir_numel(c->shapes, from), ir_numel(c->shapes, c->type)) ? NULL
                                                                                       : "another number of elements";
    case OP_SLICE:
        return check_slice(c);
    case OP_SELECT:
        return check_select(c);
    case OP_UNFOLD:
        return check_unfold(c);
    case OP_DIAGONAL:
        return check_diagonal(c);
    case OP_SQUEEZE:
        return check_squeeze(c);
    case OP_UNSQUEEZE:
        return check_unsqueeze(c);
    case OP_CAT:
        return check_cat(c);
    case OP_EMBEDDING:
    case OP_GATHER:
        return check_gathers(c);
    case OP_INDEX:
        return check_index(c);
    case OP_INDEX_PUT:
        return check_index_put(c);
    default:
        return same_shape(c, from, c->type) ? NULL : "another shape than the operand's";
    }
}

/* ---- matrices, creation, flow ---------------------------------------------------------------------------------- */

static const char *check_lib(const Check *c) {
    if (c->node->op == OP_COMPACT)
        return is_tensor(operand(c, 0)) && operand(c, 0)->dtype == DT_BOOL && c->type->dtype == DT_I64 &&
                       c->type->rank == 1
                   ? NULL
                   : "positions of something else than a mask";
    bool linear = c->node->op == OP_LINEAR;
    if (linear && c->node->input_count != 2 && c->node->input_count != 3)
        return "x, w and optionally b are needed";
    for (uint32_t i = 0; i < c->node->input_count; i++)
        if (!is_tensor(operand(c, i)) || operand(c, i)->dtype != c->type->dtype)
            return "an operand of another element type";
    const IrType *a = operand(c, 0), *b = operand(c, 1);
    int rank = c->type->rank;
    if (a->rank < (linear ? 1 : 2) || b->rank < 2 || rank < (linear ? 1 : 2))
        return "an operand of too small a rank";
    const ShExpr *inner = b->shape[linear ? b->rank - 1 : b->rank - 2];
    const ShExpr *columns = b->shape[linear ? b->rank - 2 : b->rank - 1];
    if (!sizes_agree(c, a->shape[a->rank - 1], inner))
        return "inner sizes that differ";
    if (!sizes_agree(c, c->type->shape[rank - 1], columns))
        return "another number of columns than the operand's";
    if (linear ? a->rank != rank : !sizes_agree(c, c->type->shape[rank - 2], a->shape[a->rank - 2]))
        return "another number of rows than the operand's";
    return NULL;
}

static const char *check_create(const Check *c) {
    if (!is_tensor(c->type))
        return "a created value that is not a tensor";
    for (uint32_t i = 0; i < c->node->input_count; i++)
        if (!is_scalar(operand(c, i)))
            return "an operand that is not a scalar";
    if (c->node->op == OP_ARANGE && c->type->rank != 1)
        return "not of rank 1";
    return c->node->op == OP_SPLAT && c->type->rank != 0 ? "not of rank 0" : NULL;
}

/* Types that regions hand to each other: equal kinds; tensors of equal element type and shape. */
static bool agree(const Check *c, const IrType *a, const IrType *b) {
    if (a->kind != b->kind)
        return false;
    return !is_tensor(a) || (a->dtype == b->dtype && same_shape(c, a, b));
}

/* The same where sizes rest on parameters of the loop's region. */
static bool carries_on(const Check *c, const IrRegion *region, const IrNode *yield, const IrType *now,
                       const IrType *param) {
    IrType then = *param;
    const ShExpr *shape[IR_MAX_RANK];
    for (int d = 0; is_tensor(param) && d < param->rank; d++)
        if (!(shape[d] = ir_loop_size(c->node, region, yield, param->shape[d])))
            return false;
    then.shape = shape;
    return agree(c, now, &then);
}

static const IrNode *yield_of(const IrRegion *region) {
    const IrNode *last = vec_last(&region->nodes);
    return last->op == OP_YIELD ? last : NULL;
}

static const char *check_loop(const Check *c) {
    const IrNode *node = c->node;
    uint32_t first = node->op == OP_FOR;
    for (uint32_t r = 0; r < node->region_count; r++) {
        const IrRegion *region = node->regions[r];
        const IrNode *yield = yield_of(region);
        bool condition = node->op == OP_WHILE && r == 0;
        if (first && region->params.data[0]->type.kind != IRT_INT)
            return "an index that is not an int";
        if (condition && yield && yield->inputs[0]->type.kind != IRT_BOOL)
            return "a condition that is not a bool";
        for (uint32_t i = 0; i < node->input_count; i++) {
            const IrType *param = &region->params.data[i + first]->type;
            if (!carries_on(c, region, NULL, operand(c, i), param))
                return "a parameter of another type than its first value";
            if (yield && !condition && !carries_on(c, region, yield, &yield->inputs[i]->type, param))
                return "a parameter of another type than its next value";
        }
    }
    return NULL;
}

/* Has what a loop carries another size in each iteration? */
static bool changes_size(const IrNode *flow, uint32_t r, int64_t index) {
    const IrType *param = &flow->regions[r]->params.data[index + (flow->op == OP_FOR)]->type;
    bool changes = false;
    for (int d = 0; is_tensor(param) && d < param->rank; d++)
        changes |= ir_loop_size(flow, flow->regions[r], NULL, param->shape[d]) != param->shape[d];
    return changes;
}

/* Is the result what a side of the branch, or the loop's body, yields? */
static bool is_of_side(const Check *c, const IrNode *flow, const IrNode *yield, const IrType *yielded) {
    IrType side = *c->type;
    const ShExpr *shape[IR_MAX_RANK];
    for (int d = 0; is_tensor(&side) && d < side.rank; d++)
        shape[d] = flow->op == OP_IF ? ir_side_size(flow, yield, side.shape[d]) : side.shape[d];
    if (is_tensor(&side))
        side.shape = shape;
    return agree(c, yielded, &side);
}

static const char *check_result(const Check *c) {
    const IrNode *flow = c->node->inputs[0];
    int64_t index = c->node->ints[0];
    for (uint32_t r = 0; r < flow->region_count; r++) {
        const IrNode *yield = yield_of(flow->regions[r]);
        if (!yield || (flow->op == OP_WHILE && r == 0))
            continue;
        bool grows = flow->op != OP_IF && changes_size(flow, r, index);
        if (!grows && !is_of_side(c, flow, yield, &yield->inputs[index]->type))
            return "a result of another type than what is yielded";
    }
    return NULL;
}

static const char *check_leaf(const Check *c) {
    switch (c->node->op) {
    case OP_CONST:
        if (!is_scalar(c->type))
            return "a constant that is not a scalar";
        return c->type->kind == IRT_FLOAT || c->node->int_count == 1 ? NULL : "a constant without a value";
    case OP_SIZE:
        return c->type->kind == IRT_INT && c->node->expr_count == 1 ? NULL : "not one int expression";
    case OP_RESULT:
        return check_result(c);
    default:
        return c->type->kind != IRT_NONE ? NULL : "a value without a type";
    }
}

static const char *check_effect(const Check *c) {
    switch (c->node->op) {
    case OP_ITEM:
        return is_tensor(operand(c, 0)) && is_scalar(c->type) ? NULL : "not the scalar of a tensor";
    case OP_MISS_IF:
        return operand(c, 0)->kind == IRT_BOOL ? NULL : "a condition that is not a bool scalar";
    case OP_STORE: {
        const IrNode *place = c->node->inputs[0];
        while (ir_op_info[place->op].cls == CLS_VIEW && place->input_count >= 1)
            place = place->inputs[0];
        if (place->op != OP_INPUT || !is_tensor(operand(c, 0)))
            return "a place that is not an input or a view of one";
        if (is_scalar(operand(c, 1)))
            return NULL;
        if (operand(c, 1)->dtype != operand(c, 0)->dtype)
            return "a value of another element type than the place";
        return broadcasts(c, operand(c, 1), operand(c, 0)) ? NULL
                                                           : "a value whose shape does not broadcast to the place";
    }
    default:
        return NULL;
    }
}

const char *ir_check_types(const IrGraph *graph, const IrNode *node, bool strict) {
    Check c = {graph->shapes, node, &node->type, strict};
    const char *wrong = check_type(&node->type);
    if (wrong)
        return wrong;
    switch (ir_op_info[node->op].cls) {
    case CLS_LEAF:
        return check_leaf(&c);
    case CLS_POINT:
        return check_point(&c);
    case CLS_REDUCE:
        return check_reduce(&c);
    case CLS_VIEW:
        return check_view(&c);
    case CLS_CREATE:
        return check_create(&c);
    case CLS_LIB:
        return check_lib(&c);
    case CLS_FLOW:
        if (node->op == OP_IF)
            return operand(&c, 0)->kind == IRT_BOOL ? NULL : "a condition that is not a bool scalar";
        return check_loop(&c);
    case CLS_EFFECT:
        return check_effect(&c);
    case CLS_ATEN:
        return node->text ? NULL : "an operator without its name";
    }
    return NULL;
}
