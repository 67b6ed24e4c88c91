/* The rewrite rules of passes_rules.def. A rule takes a node and returns what takes its place, or NULL where it does
 * not apply. Two ways to give a result: an existing node, through existing(), which sees to it that types and memory
 * layouts agree and that the program cannot tell the two tensors apart; or a new node of the old one's type. */
#include "analysis/passes_rewrite.h"

#include <math.h>

/* ---- helpers --------------------------------------------------------------------------------------------------- */

static IrNode *operand_of(const IrNode *node, IrOp op) { return node->inputs[0]->op == op ? node->inputs[0] : NULL; }

static bool same_layout(ShContext *shapes, const IrType *a, const IrType *b) {
    if (ir_is_row_major(shapes, a) && ir_is_row_major(shapes, b))
        return true;
    for (int i = 0; i < a->rank; i++)
        if (!a->strides || !b->strides || a->strides[i] != b->strides[i])
            return false;
    return true;
}

static bool same_type(ShContext *shapes, const IrType *a, const IrType *b) {
    if (a->kind != b->kind || a->kind != IRT_TENSOR)
        return a->kind == b->kind;
    if (a->dtype != b->dtype || a->rank != b->rank || a->flat != b->flat)
        return false;
    for (int i = 0; i < a->rank; i++)
        if (a->shape[i] != b->shape[i])
            return false;
    return same_layout(shapes, a, b);
}

/* `by`, where it can stand for the node. */
static IrNode *existing(const Rewrite *rw, const IrNode *node, IrNode *by) {
    return !rw->escapes && same_type(rw->graph->shapes, &node->type, &by->type) ? by : NULL;
}

static IrNode *build1(Rewrite *rw, IrOp op, IrType type, IrNode *a) {
    return rewrite_build(rw, &(IrSpec){.op = op, .type = type, .input_count = 1, .inputs = &a, .span = rw->span});
}

static IrNode *build2(Rewrite *rw, IrOp op, IrType type, IrNode *a, IrNode *b) {
    IrNode *inputs[2] = {a, b};
    return rewrite_build(rw, &(IrSpec){.op = op, .type = type, .input_count = 2, .inputs = inputs, .span = rw->span});
}

static bool is_float_node(const IrNode *node) {
    return node->type.kind == IRT_TENSOR ? dtype_is_float(node->type.dtype) : node->type.kind == IRT_FLOAT;
}

static bool is_int_node(const IrNode *node) {
    return node->type.kind == IRT_TENSOR ? dtype_is_integral(node->type.dtype) : node->type.kind == IRT_INT;
}

/* A constant int or float scalar as the number that a floating-point node computes with. */
static bool number_of(const IrNode *node, double *value) {
    if (node->op != OP_CONST || node->type.kind == IRT_BOOL)
        return false;
    *value = node->type.kind == IRT_FLOAT ? node->number : (double)node->ints[0];
    return true;
}

static bool is_number(const IrNode *node, double wanted) {
    double value;
    return number_of(node, &value) && value == wanted && signbit(value) == signbit(wanted);
}

/* ---- leaves and conversions ------------------------------------------------------------------------------------ */

static IrNode *rule_size_of_const(Rewrite *rw, const IrNode *node) {
    int64_t value;
    if (!sh_is_const(node->exprs[0], &value))
        return NULL;
    return rewrite_build(
        rw, &(IrSpec){.op = OP_CONST, .type = node->type, .int_count = 1, .ints = &value, .span = rw->span});
}

static IrNode *rule_cast_to_same(Rewrite *rw, const IrNode *node) { return existing(rw, node, node->inputs[0]); }

/* Each value of type a is a value of type b. */
static bool holds_all(DType b, DType a) {
    static const struct {
        DType dtype;
        int bits;   /* of a two's-complement integer type that it holds; 0: none */
        int floats; /* the f-types it holds: 1 f16, 2 bf16, 4 f32, 8 f64 */
    } rows[] = {
        {DT_U8, 1, 0},  {DT_I8, 8, 0},   {DT_I16, 16, 0}, {DT_I32, 32, 0},  {DT_I64, 64, 0},
        {DT_F16, 9, 1}, {DT_BF16, 9, 2}, {DT_F32, 16, 7}, {DT_F64, 32, 15},
    };
    static const int needs_bits[DT_COUNT] = {
        [DT_BOOL] = 1, [DT_U8] = 9, [DT_I8] = 8, [DT_I16] = 16, [DT_I32] = 32, [DT_I64] = 64};
    static const int is_float[DT_COUNT] = {[DT_F16] = 1, [DT_BF16] = 2, [DT_F32] = 4, [DT_F64] = 8};
    if (a == b)
        return true;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].dtype == b)
            return (needs_bits[a] && needs_bits[a] <= rows[i].bits) || (is_float[a] & rows[i].floats);
    return false;
}

/* A -> B -> C is A -> C where B holds all of A. Out-of-range floats have no one way to become integers, so C may be an
 * integer type only if A and B are both integers (or bool), or C holds all of A too. */
static IrNode *rule_cast_of_cast(Rewrite *rw, const IrNode *node) {
    IrNode *inner = operand_of(node, OP_CAST);
    if (!inner || node->type.kind != IRT_TENSOR || inner->inputs[0]->type.kind != IRT_TENSOR)
        return NULL;
    DType a = inner->inputs[0]->type.dtype, b = inner->type.dtype, c = node->type.dtype;
    bool whole = !dtype_is_float(a) && !dtype_is_float(b);
    if (!holds_all(b, a) || (dtype_is_integral(c) && !whole && !holds_all(c, a)) || dtype_is_complex(c))
        return NULL;
    return build1(rw, OP_CAST, node->type, inner->inputs[0]);
}

static IrNode *rule_item_of_splat(Rewrite *rw, const IrNode *node) {
    const IrNode *tensor = node->inputs[0];
    if (tensor->op != OP_SPLAT && tensor->op != OP_FULL)
        return NULL;
    DType exact = node->type.kind == IRT_INT ? DT_I64 : node->type.kind == IRT_FLOAT ? DT_F64 : DT_BOOL;
    return tensor->type.dtype == exact ? existing(rw, node, tensor->inputs[0]) : NULL;
}

/* ---- one operand ----------------------------------------------------------------------------------------------- */

static IrNode *cancel(const Rewrite *rw, const IrNode *node, IrOp inverse) {
    const IrNode *inner = operand_of(node, inverse);
    return inner ? existing(rw, node, inner->inputs[0]) : NULL;
}

static IrNode *rule_neg_of_neg(Rewrite *rw, const IrNode *node) { return cancel(rw, node, OP_NEG); }
static IrNode *rule_not_of_not(Rewrite *rw, const IrNode *node) { return cancel(rw, node, OP_NOT); }
static IrNode *rule_bitnot_of_bitnot(Rewrite *rw, const IrNode *node) { return cancel(rw, node, OP_BITNOT); }

static IrNode *rule_abs_of_abs(Rewrite *rw, const IrNode *node) {
    const IrNode *inner = operand_of(node, OP_ABS) ? operand_of(node, OP_ABS) : operand_of(node, OP_NEG);
    return inner && inner->type.kind == IRT_TENSOR ? build1(rw, OP_ABS, node->type, inner->inputs[0]) : NULL;
}

static IrNode *of_whole(const Rewrite *rw, const IrNode *node) {
    IrOp inner = node->inputs[0]->op;
    bool whole = inner == OP_FLOOR || inner == OP_CEIL || inner == OP_TRUNC || inner == OP_ROUND;
    return whole ? existing(rw, node, node->inputs[0]) : NULL;
}

static IrNode *rule_floor_of_whole(Rewrite *rw, const IrNode *node) { return of_whole(rw, node); }
static IrNode *rule_ceil_of_whole(Rewrite *rw, const IrNode *node) { return of_whole(rw, node); }
static IrNode *rule_trunc_of_whole(Rewrite *rw, const IrNode *node) { return of_whole(rw, node); }
static IrNode *rule_round_of_whole(Rewrite *rw, const IrNode *node) { return of_whole(rw, node); }

/* ---- sums and products ----------------------------------------------------------------------------------------- */

/* The other operand of one that is the neutral element. */
static IrNode *drop_neutral(const Rewrite *rw, const IrNode *node, double neutral) {
    for (int i = 0; i < 2; i++)
        if (is_number(node->inputs[i], neutral))
            return existing(rw, node, node->inputs[1 - i]);
    return NULL;
}

static IrNode *rule_add_zero(Rewrite *rw, const IrNode *node) {
    if (!is_float_node(node) && !is_int_node(node))
        return NULL;
    return drop_neutral(rw, node, is_float_node(node) ? -0.0 : 0.0);
}

static IrNode *rule_sub_zero(Rewrite *rw, const IrNode *node) {
    return is_number(node->inputs[1], 0.0) ? existing(rw, node, node->inputs[0]) : NULL;
}

static IrNode *rule_mul_one(Rewrite *rw, const IrNode *node) { return drop_neutral(rw, node, 1.0); }

static IrNode *rule_add_of_neg(Rewrite *rw, const IrNode *node) {
    const IrNode *negated = node->inputs[1];
    if (negated->op != OP_NEG || node->type.kind != IRT_TENSOR)
        return NULL;
    return build2(rw, OP_SUB, node->type, node->inputs[0], negated->inputs[0]);
}

static IrNode *rule_sub_of_neg(Rewrite *rw, const IrNode *node) {
    const IrNode *negated = node->inputs[1];
    if (negated->op != OP_NEG || node->type.kind != IRT_TENSOR)
        return NULL;
    return build2(rw, OP_ADD, node->type, node->inputs[0], negated->inputs[0]);
}

static IrNode *rule_div_one(Rewrite *rw, const IrNode *node) {
    return is_number(node->inputs[1], 1.0) ? existing(rw, node, node->inputs[0]) : NULL;
}

static IrNode *rule_div_by_power_of_two(Rewrite *rw, const IrNode *node) {
    double value;
    int exponent;
    if (!is_float_node(node) || !number_of(node->inputs[1], &value) || value == 1.0 ||
        fabs(frexp(value, &exponent)) != 0.5)
        return NULL;
    bool is_double = node->type.kind == IRT_FLOAT || node->type.dtype == DT_F64;
    int limit = is_double ? 1022 : 126;
    if (exponent - 1 < -limit || exponent - 1 > limit)
        return NULL;
    IrNode *inverse = rewrite_build(
        rw, &(IrSpec){.op = OP_CONST, .type = ir_scalar_type(IRT_FLOAT), .number = 1.0 / value, .span = rw->span});
    return build2(rw, OP_MUL, node->type, node->inputs[0], inverse);
}

/* ---- powers: torch computes these exponents so (aten/src/ATen/native/cpu/PowKernel.cpp) -------------------------- */

static bool is_power(const IrNode *node, double exponent) {
    return node->type.kind == IRT_TENSOR && node->inputs[0]->type.kind == IRT_TENSOR &&
           is_number(node->inputs[1], exponent);
}

static bool is_f32_or_f64(const IrNode *node) { return node->type.dtype == DT_F32 || node->type.dtype == DT_F64; }

static IrNode *rule_pow_one(Rewrite *rw, const IrNode *node) {
    return is_power(node, 1.0) ? existing(rw, node, node->inputs[0]) : NULL;
}

static IrNode *rule_pow_two(Rewrite *rw, const IrNode *node) {
    if (!is_power(node, 2.0) || (!is_float_node(node) && !is_int_node(node)))
        return NULL;
    return build2(rw, OP_MUL, node->type, node->inputs[0], node->inputs[0]);
}

static IrNode *rule_pow_three(Rewrite *rw, const IrNode *node) {
    if (!is_power(node, 3.0) || (!is_float_node(node) && !is_int_node(node)) || node->type.dtype == DT_F16)
        return NULL;
    IrNode *square = build2(rw, OP_MUL, node->type, node->inputs[0], node->inputs[0]);
    return build2(rw, OP_MUL, node->type, square, node->inputs[0]);
}

/* Half precision has no such rule in torch: there pow(-inf, 0.5) is infinite. */
static bool is_widened_half(const IrNode *node) { return node->op == OP_CAST && node->inputs[0]->type.dtype == DT_F16; }

static bool may_be_root(const IrNode *node) { return is_f32_or_f64(node) && !is_widened_half(node->inputs[0]); }

static IrNode *rule_pow_half(Rewrite *rw, const IrNode *node) {
    return is_power(node, 0.5) && may_be_root(node) ? build1(rw, OP_SQRT, node->type, node->inputs[0]) : NULL;
}

static IrNode *rule_pow_minus_half(Rewrite *rw, const IrNode *node) {
    return is_power(node, -0.5) && may_be_root(node) ? build1(rw, OP_RSQRT, node->type, node->inputs[0]) : NULL;
}

static IrNode *rule_pow_minus_one(Rewrite *rw, const IrNode *node) {
    return is_power(node, -1.0) && is_float_node(node) ? build1(rw, OP_RECIPROCAL, node->type, node->inputs[0]) : NULL;
}

static IrNode *rule_pow_minus_two(Rewrite *rw, const IrNode *node) {
    if (!is_power(node, -2.0) || !is_f32_or_f64(node))
        return NULL;
    return build1(rw, OP_RECIPROCAL, node->type, build2(rw, OP_MUL, node->type, node->inputs[0], node->inputs[0]));
}

/* ---- choices --------------------------------------------------------------------------------------------------- */

static IrNode *of_same(const Rewrite *rw, const IrNode *node) {
    return node->inputs[0] == node->inputs[1] ? existing(rw, node, node->inputs[0]) : NULL;
}

static IrNode *rule_maximum_of_same(Rewrite *rw, const IrNode *node) { return of_same(rw, node); }
static IrNode *rule_minimum_of_same(Rewrite *rw, const IrNode *node) { return of_same(rw, node); }
static IrNode *rule_and_of_same(Rewrite *rw, const IrNode *node) { return of_same(rw, node); }
static IrNode *rule_or_of_same(Rewrite *rw, const IrNode *node) { return of_same(rw, node); }

static IrNode *rule_where_of_const(Rewrite *rw, const IrNode *node) {
    const IrNode *condition = node->inputs[0];
    if (condition->op != OP_CONST)
        return NULL;
    return existing(rw, node, node->inputs[condition->ints[0] ? 1 : 2]);
}

static IrNode *rule_where_of_same(Rewrite *rw, const IrNode *node) {
    return node->inputs[1] == node->inputs[2] ? existing(rw, node, node->inputs[1]) : NULL;
}

/* ---- views ----------------------------------------------------------------------------------------------------- */

static IrNode *rule_permute_nothing(Rewrite *rw, const IrNode *node) {
    for (uint32_t i = 0; i < node->int_count; i++)
        if (node->ints[i] != (int64_t)i)
            return NULL;
    return existing(rw, node, node->inputs[0]);
}

static IrNode *rule_permute_of_permute(Rewrite *rw, const IrNode *node) {
    IrNode *inner = operand_of(node, OP_PERMUTE);
    if (!inner)
        return NULL;
    int64_t dims[IR_MAX_RANK];
    for (uint32_t i = 0; i < node->int_count; i++)
        dims[i] = inner->ints[node->ints[i]];
    return rewrite_build(rw, &(IrSpec){.op = OP_PERMUTE,
                                       .type = node->type,
                                       .input_count = 1,
                                       .inputs = inner->inputs,
                                       .int_count = node->int_count,
                                       .ints = dims,
                                       .span = rw->span});
}

static IrNode *rule_reshape_to_same(Rewrite *rw, const IrNode *node) { return existing(rw, node, node->inputs[0]); }

/* Only where all three are row-major: none of them copies then, and the layouts agree. */
static IrNode *rule_reshape_of_reshape(Rewrite *rw, const IrNode *node) {
    ShContext *shapes = rw->graph->shapes;
    IrNode *inner = operand_of(node, OP_RESHAPE);
    if (!inner || !ir_is_row_major(shapes, &node->type) || !ir_is_row_major(shapes, &inner->type) ||
        !ir_is_row_major(shapes, &inner->inputs[0]->type))
        return NULL;
    return build1(rw, OP_RESHAPE, node->type, inner->inputs[0]);
}

static IrNode *rule_expand_to_same(Rewrite *rw, const IrNode *node) { return existing(rw, node, node->inputs[0]); }

static IrNode *rule_expand_of_expand(Rewrite *rw, const IrNode *node) {
    IrNode *inner = operand_of(node, OP_EXPAND);
    return inner ? build1(rw, OP_EXPAND, node->type, inner->inputs[0]) : NULL;
}

static IrNode *cancel_dims(const Rewrite *rw, const IrNode *node, IrOp inverse) {
    const IrNode *inner = operand_of(node, inverse);
    if (!inner || inner->int_count != node->int_count)
        return NULL;
    for (uint32_t i = 0; i < node->int_count; i++)
        if (node->ints[i] != inner->ints[i])
            return NULL;
    return existing(rw, node, inner->inputs[0]);
}

static IrNode *rule_squeeze_of_unsqueeze(Rewrite *rw, const IrNode *node) {
    return cancel_dims(rw, node, OP_UNSQUEEZE);
}
static IrNode *rule_unsqueeze_of_squeeze(Rewrite *rw, const IrNode *node) { return cancel_dims(rw, node, OP_SQUEEZE); }

static IrNode *rule_slice_of_all(Rewrite *rw, const IrNode *node) {
    if (!sh_is_value(node->exprs[0], 0) || !sh_is_value(node->exprs[1], 1))
        return NULL;
    return existing(rw, node, node->inputs[0]);
}

static IrNode *rule_contiguous_of_row_major(Rewrite *rw, const IrNode *node) {
    return existing(rw, node, node->inputs[0]);
}

/* ---- the table ------------------------------------------------------------------------------------------------- */

typedef IrNode *(*RuleFn)(Rewrite *rw, const IrNode *node);

#define RULE(root, name, doc) {root, #name, doc, 0},
static PassRule rules[] = {
#include "analysis/passes_rules.def"
};
#undef RULE
#define RULE(root, name, doc) rule_##name,
static const RuleFn rule_functions[] = {
#include "analysis/passes_rules.def"
};
#undef RULE
enum { RULE_COUNT = COUNT_OF(rules) };

PassRule *pass_rules(int *count) {
    *count = RULE_COUNT;
    return rules;
}

/* The rules of one operation lie together in the table: where they begin. */
static const int *first_rules(void) {
    static int first[OP_COUNT];
    static bool made;
    for (int i = made ? -1 : RULE_COUNT - 1; i >= 0; i--)
        first[rules[i].root] = i + 1;
    made = true;
    return first;
}

IrNode *rewrite_apply(Rewrite *rw, const IrNode *node) {
    int at = first_rules()[node->op] - 1;
    for (; at >= 0 && at < RULE_COUNT && rules[at].root == node->op; at++) {
        IrNode *by = rule_functions[at](rw, node);
        if (by) {
            rules[at].hits++;
            return by;
        }
    }
    return NULL;
}
