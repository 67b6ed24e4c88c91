/* Matrix products through the run time's GEMM, and operators of ATen called from C. */
#include "codegen/lower.h"

/* One operand of a product: pointer and strides of its batch, rows and columns. */
typedef struct Operand {
    LpExpr *data, *batch, *row, *column;
} Operand;

/* False when the batch dimensions do not move through memory as one. */
static bool operand(Lower *l, const IrNode *node, const IrType *result, Operand *out) {
    Arena *a = l->arena;
    const IrNode *base;
    const ShExpr *offset, *strides[IR_MAX_RANK];
    if (!lower_strided(l, node, &base, &offset, strides))
        return false;
    int rank = node->type.rank;
    const ShExpr *batch = sched_batch_stride(l->cx, &node->type, strides, result);
    if (!batch)
        return false;
    out->data = lower_data(l, base);
    if (!sh_is_value(offset, 0)) {
        LpVar *pointer = lower_var(l, "base", lp_pointer(lp_memory_type(node->type.dtype), true));
        lp_decl(a, l->block, pointer, out->data, (Span){0});
        out->data = lp_address(a, lp_load(a, lp_var(a, pointer), lower_offset(l, node, offset)));
    }
    out->batch = lower_size(l, batch);
    out->row = lower_size(l, strides[rank - 2]);
    out->column = lower_size(l, strides[rank - 1]);
    return true;
}

static void product(Lower *l, const IrNode *node, const Operand *x, const Operand *y, LpExpr *bias, const ShExpr *batch,
                    const ShExpr *rows, const ShExpr *columns, const ShExpr *inner) {
    const char *name = node->type.dtype == DT_F64 ? "rt_matmul_f64" : "rt_matmul_f32";
    LpExpr *null = lp_name(l->arena, "NULL", lp_pointer(LPT_VOID, false));
    LpExpr *out_batch = lower_size(l, sh_mul(l->cx, rows, columns));
    LpExpr *args[] = {lower_size(l, batch),
                      lower_size(l, rows),
                      lower_size(l, columns),
                      lower_size(l, inner),
                      x->data,
                      x->batch,
                      x->row,
                      x->column,
                      y->data,
                      y->batch,
                      y->row,
                      y->column,
                      bias ? bias : null,
                      lower_data(l, node),
                      sh_is_value(batch, 1) ? lp_int(l->arena, 0) : out_batch};
    lp_eval(l->arena, l->block, lp_call(l->arena, lp_type(LPT_VOID), name, COUNT_OF(args), args), node->span);
}

static void lower_matmul(Lower *l, const IrNode *node) {
    Operand x, y;
    const IrType *type = &node->type, *first = &node->inputs[0]->type;
    if (!operand(l, node->inputs[0], type, &x) || !operand(l, node->inputs[1], type, &y)) {
        l->unsupported = "a batched product of tensors whose batches are not evenly spaced";
        return;
    }
    const ShExpr *batch = sh_product(l->cx, type->shape, type->rank - 2);
    product(l, node, &x, &y, NULL, batch, type->shape[type->rank - 2], type->shape[type->rank - 1],
            first->shape[first->rank - 1]);
}

/* x[..., K] w[N, K]^T: the leading dimensions of x are rows. */
static void lower_linear(Lower *l, const IrNode *node) {
    Operand x, w;
    const IrNode *weight = node->inputs[1], *bias_base;
    const IrType *type = &node->inputs[0]->type;
    const ShExpr *offset, *strides[IR_MAX_RANK], *bias_strides[IR_MAX_RANK];
    const IrNode *base;
    bool even = operand(l, weight, &weight->type, &w) && lower_strided(l, node->inputs[0], &base, &offset, strides);
    const ShExpr *row = even ? sched_row_stride(l->cx, type, strides) : NULL;
    LpExpr *bias = NULL;
    if (even && node->input_count == 3) {
        const ShExpr *bias_offset;
        even = lower_strided(l, node->inputs[2], &bias_base, &bias_offset, bias_strides) &&
               sh_is_value(bias_offset, 0) &&
               (sh_is_value(bias_strides[0], 1) || sh_is_value(node->inputs[2]->type.shape[0], 1));
        bias = even ? lower_data(l, bias_base) : NULL;
    }
    if (!even || !row || !sh_is_value(offset, 0)) {
        l->unsupported = "a linear layer on a tensor whose rows are not evenly spaced";
        return;
    }
    x = (Operand){lower_data(l, base), lp_int(l->arena, 0), lower_size(l, row), lower_size(l, strides[type->rank - 1])};
    LpExpr *swap = w.row; /* w transposed */
    w.row = w.column;
    w.column = swap;
    product(l, node, &x, &w, bias, sh_const(l->cx, 1), sh_product(l->cx, type->shape, type->rank - 1),
            weight->type.shape[0], weight->type.shape[1]);
}

/* Positions of the true elements of a mask, which lies in memory row by row (sched_prepare_products). */
static void lower_compact(Lower *l, const IrNode *node) {
    const IrNode *base;
    const ShExpr *offset, *strides[IR_MAX_RANK];
    if (!lower_strided(l, node->inputs[0], &base, &offset, strides)) {
        l->unsupported = "a mask that does not lie in memory row by row";
        return;
    }
    LpExpr *args[] = {lower_data(l, base), lower_size(l, ir_numel(l->cx, &node->inputs[0]->type)),
                      lower_size(l, node->type.shape[0]), lower_data(l, node)};
    lp_eval(l->arena, l->block, lp_call(l->arena, lp_type(LPT_VOID), "rt_compact", COUNT_OF(args), args), node->span);
}

void lower_library(Lower *l, const IrNode *node) {
    if (node->op == OP_COMPACT)
        lower_compact(l, node);
    else if (node->type.dtype != DT_F32 && node->type.dtype != DT_F64)
        l->unsupported = "a product of this element type";
    else if (node->op == OP_MATMUL)
        lower_matmul(l, node);
    else
        lower_linear(l, node);
}

/* ---- ATen -------------------------------------------------------------------------------------------------------- */
typedef struct AtenCall {
    Lower *l;
    const IrNode *node;
    LpExpr *aten;
} AtenCall;

static void push(AtenCall *c, const char *function, uint32_t count, LpExpr *const *args) {
    LpExpr *all[8] = {c->aten};
    for (uint32_t i = 0; i < count; i++)
        all[i + 1] = args[i];
    lp_eval(c->l->arena, c->l->block, lp_call(c->l->arena, lp_type(LPT_VOID), function, count + 1, all), (Span){0});
}

static void push_tensor(AtenCall *c, const IrNode *node) {
    Lower *l = c->l;
    const IrNode *base;
    const ShExpr *offset, *strides[IR_MAX_RANK];
    if (!lower_strided(l, node, &base, &offset, strides)) {
        l->unsupported = "an operand of an ATen operator that is no strided view";
        return;
    }
    Memory *memory = lower_memory(l, base);
    if (base == node && memory->tensor) {
        push(c, "rt_aten_tensor", LP_ARGS(lp_address(l->arena, lp_var(l->arena, memory->tensor))));
        return;
    }
    LpVar *pointer = lower_var(l, "base", lp_pointer(lp_memory_type(node->type.dtype), true));
    lp_decl(l->arena, l->block, pointer, lower_data(l, base), (Span){0});
    LpExpr *data = lp_address(l->arena, lp_load(l->arena, lp_var(l->arena, pointer), lower_offset(l, node, offset)));
    bool is_row_major = base == node && !node->type.strides;
    push(c, "rt_aten_data",
         LP_ARGS(data, lower_dtype(l, node->type.dtype), lp_int(l->arena, node->type.rank),
                 lower_size_array(l, node->type.shape, node->type.rank),
                 is_row_major ? lp_name(l->arena, "NULL", lp_pointer(LPT_VOID, false))
                              : lower_size_array(l, strides, node->type.rank)));
}

static void push_value(AtenCall *c, const AtenArg *arg) {
    Lower *l = c->l;
    Arena *a = l->arena;
    const IrNode *operand_node = arg->operand >= 0 ? c->node->inputs[arg->operand] : NULL;
    switch (arg->kind) {
    case ATEN_TENSOR:
        push_tensor(c, operand_node);
        return;
    case ATEN_INT:
        push(c, "rt_aten_int", LP_ARGS(operand_node ? lower_scalar(l, operand_node) : lp_int(a, arg->constant.i)));
        return;
    case ATEN_FLOAT:
        push(c, "rt_aten_float",
             LP_ARGS(operand_node ? lower_scalar(l, operand_node) : lp_float(a, arg->constant.f, LPT_F64)));
        return;
    case ATEN_BOOL:
        push(c, "rt_aten_bool",
             LP_ARGS(operand_node ? lower_scalar(l, operand_node) : lp_bool(a, arg->constant.i != 0)));
        return;
    case ATEN_STR:
        push(c, "rt_aten_str", LP_ARGS(lp_text(a, arg->constant.s)));
        return;
    case ATEN_NONE:
        push(c, "rt_aten_none", 0, NULL);
        return;
    case ATEN_INTS:
        push(c, "rt_aten_ints", LP_ARGS(lp_int(a, arg->count), lower_size_array(l, arg->exprs, (int)arg->count)));
        return;
    case ATEN_DTYPE:
        push(c, "rt_aten_dtype", LP_ARGS(lower_dtype(l, arg->dtype)));
        return;
    case ATEN_LIST:
        push(c, "rt_aten_list", LP_ARGS(lp_int(a, arg->count)));
        return;
    }
}

static void push_argument(AtenCall *c, const AtenArg *arg) {
    push_value(c, arg);
    if (arg->optional)
        push(c, "rt_aten_some", 0, NULL);
}

static int result_count(const IrNode *node) {
    int count = 1;
    if (node->type.kind == IRT_TENSOR)
        return 1;
    if (node->int_count > 1)
        return (int)node->ints[1];
    const IrRegion *region = node->parent;
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *result = region->nodes.data[i];
        if (result->op == OP_RESULT && result->inputs[0] == node && result->ints[0] + 1 > count)
            count = (int)result->ints[0] + 1;
    }
    return count;
}

/* Does a size of the node's type stand for what the operator gave, there? As two may have to be equal, it may stand for
 * another one. */
static bool is_own_size(const ShExpr *e, const IrNode *node, int index) {
    return e->op == SH_SYM && e->symbol->origin_kind == SH_FROM_NODE && e->symbol->index == index &&
           ir_origin(node->parent->graph, e->symbol) == node;
}

bool lower_has_own_strides(const IrNode *node) {
    const IrType *type = &node->type;
    for (int d = 0; d < type->rank; d++)
        if (!type->strides || !is_own_size(type->strides[d], node, IR_MAX_RANK + d))
            return false;
    return type->strides && type->rank;
}

/* What the graph says of an operator's result is checked: it decides how the result is read. */
void lower_check_result(Lower *l, const IrNode *node, LpVar *tensor) {
    Arena *a = l->arena;
    const IrType *type = &node->type;
    LpExpr *t = lp_var(a, tensor), *address = lp_address(a, t);
    LpExpr *ok = lp_binary(a, LPO_AND,
                           lp_binary(a, LPO_EQ, lp_field(a, t, "dtype", lp_type(LPT_I32)), lower_dtype(l, type->dtype)),
                           lp_binary(a, LPO_EQ, lp_field(a, t, "ndim", lp_type(LPT_I32)), lp_int(a, type->rank)));
    for (int d = 0; d < type->rank && !type->flat; d++) {
        if (is_own_size(type->shape[d], node, d))
            continue;
        LpExpr *size = lp_load(a, lp_field(a, t, "shape", lp_pointer(LPT_I64, true)), lp_int(a, d));
        ok = lp_binary(a, LPO_AND, ok, lp_binary(a, LPO_EQ, size, lower_size(l, type->shape[d])));
    }
    if (type->flat) { /* of any rank */
        const IrNode *like = l->graph->inputs.data[l->graph->flat.data[type->flat - 1]].node;
        ok = lp_binary(a, LPO_EQ, lp_field(a, t, "dtype", lp_type(LPT_I32)), lower_dtype(l, type->dtype));
        ok = lp_binary(
            a, LPO_AND, ok,
            LOWER_CALL(l, LPT_BOOL, "rt_same_shape", address, lp_address(a, lp_var(a, lower_memory(l, like)->tensor))));
    }
    LpExpr *layout = lower_has_own_strides(node)   ? NULL
                     : type->strides && type->rank ? LOWER_CALL(l, LPT_BOOL, "rt_strides_are", address,
                                                                lower_size_array(l, type->strides, type->rank))
                                                   : LOWER_CALL(l, LPT_BOOL, "rt_row_major", address);
    lower_miss_at(l, layout ? lp_binary(a, LPO_AND, ok, layout) : ok, "an operator's result is not what was expected",
                  node->span);
}

static void bind_results(Lower *l, const IrNode *node, LpVar *results, int count) {
    Arena *a = l->arena;
    const IrRegion *region = node->parent;
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *result = region->nodes.data[i];
        bool own = result == node && node->type.kind == IRT_TENSOR;
        if (!own && !(result->op == OP_RESULT && result->inputs[0] == node))
            continue;
        Memory *memory = arena_new_of(a, Memory);
        memory->tensor = results;
        if (count > 1) {
            memory->tensor = lower_var(l, lower_node_name(result, "result"), lp_type(LPT_TENSOR));
            lp_decl(a, l->block, memory->tensor, lp_load(a, lp_var(a, results), lp_int(a, own ? 0 : result->ints[0])),
                    (Span){0});
        }
        map_put(&l->memory, MAP_KEY(result), memory);
        lower_check_result(l, result, memory->tensor);
    }
}

void lower_aten(Lower *l, const IrNode *node) {
    Arena *a = l->arena;
    LpVar *aten = lower_var(l, "aten", lp_type(LPT_ATEN));
    aten->is_mutable = true;
    lp_decl(a, l->block, aten, NULL, (Span){0});
    AtenCall c = {l, node, lp_address(a, lp_var(a, aten))};
    push(&c, "rt_aten_begin", LP_ARGS(lp_var(a, l->call)));
    if (node->int_count && node->ints[0])
        push(&c, "rt_aten_random", 0, NULL);
    for (uint32_t i = 0; i < node->aten_count; i++)
        push_argument(&c, &node->aten[i]);
    int count = result_count(node);
    LpVar *results = lower_var(l, lower_node_name(node, "result"), lp_type(LPT_TENSOR));
    results->is_mutable = true;
    results->is_array = count > 1;
    lp_decl(a, l->block, results, count > 1 ? lp_int(a, count) : NULL, (Span){0});
    const char *dot = NULL;
    for (const char *p = node->text; *p; p++)
        dot = *p == '.' ? p : dot;
    Str name = dot ? str_intern(node->text, (size_t)(dot - node->text)) : node->text;
    LpExpr *out = count > 1 ? lp_var(a, results) : lp_address(a, lp_var(a, results));
    lp_try(a, l->block,
           LOWER_CALL(l, LPT_BOOL, "rt_aten_call", c.aten, lp_text(a, name), lp_text(a, str_of(dot ? dot + 1 : "")),
                      lp_int(a, count), out));
    bind_results(l, node, results, count);
}
