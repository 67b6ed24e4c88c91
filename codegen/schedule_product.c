/* Products through the library: operands that it cannot read as they lie are copied first, and bf16 and f16 products
 * run in f32 and are rounded once, as torch's are. See schedule_internal.h. */
#include "codegen/schedule_internal.h"

/* A size is written in two ways where it is known to be divisible: C, and H * (C // H). */
static bool is_equal(ShContext *cx, const ShExpr *a, const ShExpr *b) {
    return a == b || sh_compare(cx, SH_EQ, a, b) == SH_YES;
}

const ShExpr *sched_batch_stride(ShContext *cx, const IrType *operand, const ShExpr *const *strides,
                                 const IrType *result) {
    int batch_dims = result->rank - 2;
    const ShExpr *batch = NULL, *inner = sh_const(cx, 1);
    for (int d = batch_dims - 1; d >= 0; d--) {
        int own = operand->rank - result->rank + d;
        bool one = own < 0 || sh_is_value(operand->shape[own], 1);
        if (sh_is_value(result->shape[d], 1))
            continue;
        const ShExpr *stride = one ? sh_const(cx, 0) : strides[own];
        if (batch && !is_equal(cx, stride, sh_mul(cx, batch, inner)))
            return NULL;
        batch = batch ? batch : stride;
        inner = sh_mul(cx, inner, one ? result->shape[d] : operand->shape[own]); /* equal, if written in two ways */
    }
    return batch ? batch : sh_const(cx, 0);
}

const ShExpr *sched_row_stride(ShContext *cx, const IrType *type, const ShExpr *const *strides) {
    const ShExpr *row = NULL, *inner = sh_const(cx, 1);
    for (int d = type->rank - 2; d >= 0; d--) {
        if (sh_is_value(type->shape[d], 1))
            continue;
        if (row && !is_equal(cx, strides[d], sh_mul(cx, row, inner)))
            return NULL;
        row = row ? row : strides[d];
        inner = sh_mul(cx, inner, type->shape[d]);
    }
    return row ? row : sh_const(cx, 0);
}

bool sched_is_row_major(ShContext *cx, const IrType *type, const ShExpr *const *strides) {
    for (int d = 0; d < type->rank; d++)
        if (!sh_is_value(type->shape[d], 1) &&
            !is_equal(cx, strides[d], sh_product(cx, type->shape + d + 1, type->rank - d - 1)))
            return false;
    return true;
}

static bool readable(const Schedule *s, const IrNode *product, uint32_t k) {
    const IrNode *operand = product->inputs[k], *base;
    const ShExpr *offset, *strides[IR_MAX_RANK];
    ShContext *cx = s->graph->shapes;
    if (product->op == OP_COMPACT)
        return sched_strided(s, operand, &base, &offset, strides) && sh_is_value(offset, 0) &&
               sched_is_row_major(cx, &operand->type, strides);
    if (!sched_strided(s, operand, &base, &offset, strides)) { /* the scheduler gives it memory of its own */
        if (!operand->type.strides)
            return true;
        memcpy(strides, operand->type.strides, sizeof *strides * (size_t)operand->type.rank);
        offset = sh_const(cx, 0);
    }
    if (product->op == OP_MATMUL)
        return sched_batch_stride(cx, &operand->type, strides, &product->type) != NULL;
    if (k == 1)
        return true;
    if (!sh_is_value(offset, 0))
        return false;
    return k == 0 ? sched_row_stride(cx, &operand->type, strides) != NULL : sh_is_value(strides[0], 1);
}

static IrNode *insert(IrRegion *region, uint32_t position, IrOp op, IrType type, IrNode *input) {
    IrSpec spec = {.op = op, .type = type, .input_count = 1, .inputs = &input, .span = input->span};
    return sched_insert(region, position, &spec);
}

/* The product in f32, and its rounding in its place: users of the product read the rounded one. */
static uint32_t widen(IrRegion *region, uint32_t position) {
    IrNode *node = region->nodes.data[position];
    IrType narrow = node->type, wide = node->type;
    wide.dtype = DT_F32;
    IrNode **inputs = arena_copy(region->graph->arena, node->inputs, sizeof *inputs * node->input_count);
    for (uint32_t k = 0; k < node->input_count; k++) {
        IrType type = inputs[k]->type;
        type.dtype = DT_F32;
        type.strides = NULL;
        inputs[k] = insert(region, position++, OP_CAST, type, inputs[k]);
    }
    IrSpec spec = {
        .op = node->op, .type = wide, .input_count = node->input_count, .inputs = inputs, .span = node->span};
    IrNode *product = sched_insert(region, position++, &spec);
    node->op = OP_CAST;
    node->type = narrow;
    node->input_count = 1;
    node->inputs = arena_copy(region->graph->arena, &product, sizeof product);
    return position - 1;
}

static void prepare_region(const Schedule *s, IrRegion *region) {
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        IrNode *node = region->nodes.data[i];
        for (uint32_t r = 0; r < node->region_count; r++)
            prepare_region(s, node->regions[r]);
        if (ir_op_info[node->op].cls != CLS_LIB)
            continue;
        if (node->type.dtype == DT_BF16 || node->type.dtype == DT_F16) {
            i = widen(region, i);
            continue; /* the casts lie row-major */
        }
        for (uint32_t k = 0; k < node->input_count; k++) {
            if (readable(s, node, k))
                continue;
            IrType type = node->inputs[k]->type;
            type.strides = NULL;
            node->inputs[k] = insert(region, i++, OP_CLONE, type, node->inputs[k]);
        }
    }
}

void sched_prepare_products(Schedule *s) { prepare_region(s, s->graph->body); }
