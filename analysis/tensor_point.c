/* Pointwise primitives: prim.unary, prim.binary, prim.where, prim.cast.
 *
 * Tables name torch's operations and their type rules; a primitive looks its row up, computes the result's dtype by
 * result_type, casts the operands with explicit nodes and builds one node. Python numbers stay scalar operands.
 * What torch refuses (a bool in a subtraction) raises; complex numbers are what torch_complex.py makes of them. */
#include "analysis/tensor.h"

#include <math.h>
#include <string.h>

typedef enum {
    RULE_FLOAT, /* integers and bools are computed in the default dtype */
    RULE_SAME,  /* the operands' dtype */
    RULE_BOOL,  /* result bool, computed in the operands' dtype */
    RULE_BITS,  /* integers and bools only */
    RULE_TRUTH, /* operands are taken for their truth, result bool */
} TypeRule;

typedef struct PointwiseRow {
    const char *name;
    IrOp op;
    TypeRule rule;
    bool no_bool; /* refused for bool */
    bool no_int;  /* integers: the value itself */
} PointwiseRow;

static const PointwiseRow unary_rows[] = {
    {"neg", OP_NEG, RULE_SAME, true, false},
    {"abs", OP_ABS, RULE_SAME, true, false},
    {"sign", OP_SIGN, RULE_SAME, false, false},
    {"logical_not", OP_NOT, RULE_TRUTH, false, false},
    {"bitwise_not", OP_BITNOT, RULE_BITS, false, false},
    {"exp", OP_EXP, RULE_FLOAT, false, false},
    {"exp2", OP_EXP2, RULE_FLOAT, false, false},
    {"expm1", OP_EXPM1, RULE_FLOAT, false, false},
    {"log", OP_LOG, RULE_FLOAT, false, false},
    {"log2", OP_LOG2, RULE_FLOAT, false, false},
    {"log10", OP_LOG10, RULE_FLOAT, false, false},
    {"log1p", OP_LOG1P, RULE_FLOAT, false, false},
    {"sqrt", OP_SQRT, RULE_FLOAT, false, false},
    {"rsqrt", OP_RSQRT, RULE_FLOAT, false, false},
    {"reciprocal", OP_RECIPROCAL, RULE_FLOAT, false, false},
    {"sin", OP_SIN, RULE_FLOAT, false, false},
    {"cos", OP_COS, RULE_FLOAT, false, false},
    {"tan", OP_TAN, RULE_FLOAT, false, false},
    {"asin", OP_ASIN, RULE_FLOAT, false, false},
    {"acos", OP_ACOS, RULE_FLOAT, false, false},
    {"atan", OP_ATAN, RULE_FLOAT, false, false},
    {"sinh", OP_SINH, RULE_FLOAT, false, false},
    {"cosh", OP_COSH, RULE_FLOAT, false, false},
    {"tanh", OP_TANH, RULE_FLOAT, false, false},
    {"asinh", OP_ASINH, RULE_FLOAT, false, false},
    {"acosh", OP_ACOSH, RULE_FLOAT, false, false},
    {"atanh", OP_ATANH, RULE_FLOAT, false, false},
    {"erf", OP_ERF, RULE_FLOAT, false, false},
    {"erfc", OP_ERFC, RULE_FLOAT, false, false},
    {"lgamma", OP_LGAMMA, RULE_FLOAT, false, false},
    {"sigmoid", OP_SIGMOID, RULE_FLOAT, false, false},
    {"floor", OP_FLOOR, RULE_SAME, true, true},
    {"ceil", OP_CEIL, RULE_SAME, true, true},
    {"trunc", OP_TRUNC, RULE_SAME, true, true},
    {"round", OP_ROUND, RULE_SAME, true, true},
    {"isnan", OP_ISNAN, RULE_BOOL, false, false},
    {"isinf", OP_ISINF, RULE_BOOL, false, false},
    {"isfinite", OP_ISFINITE, RULE_BOOL, false, false},
    {"signbit", OP_SIGNBIT, RULE_BOOL, false, false},
};

static const PointwiseRow binary_rows[] = {
    {"add", OP_ADD, RULE_SAME, false, false},
    {"sub", OP_SUB, RULE_SAME, false, false},
    {"mul", OP_MUL, RULE_SAME, false, false},
    {"div", OP_DIV, RULE_FLOAT, false, false},
    {"floor_divide", OP_FLOORDIV, RULE_SAME, true, false},
    {"trunc_divide", OP_TRUNCDIV, RULE_BITS, true, false},
    {"remainder", OP_REMAINDER, RULE_SAME, true, false},
    {"fmod", OP_FMOD, RULE_SAME, true, false},
    {"pow", OP_POW, RULE_SAME, true, false},
    {"atan2", OP_ATAN2, RULE_FLOAT, false, false},
    {"maximum", OP_MAXIMUM, RULE_SAME, false, false},
    {"minimum", OP_MINIMUM, RULE_SAME, false, false},
    {"fmax", OP_FMAX, RULE_SAME, false, false},
    {"fmin", OP_FMIN, RULE_SAME, false, false},
    {"bitwise_and", OP_AND, RULE_BITS, false, false},
    {"bitwise_or", OP_OR, RULE_BITS, false, false},
    {"bitwise_xor", OP_XOR, RULE_BITS, false, false},
    {"bitwise_left_shift", OP_SHL, RULE_BITS, true, false},
    {"bitwise_right_shift", OP_SHR, RULE_BITS, true, false},
    {"logical_and", OP_AND, RULE_TRUTH, false, false},
    {"logical_or", OP_OR, RULE_TRUTH, false, false},
    {"logical_xor", OP_XOR, RULE_TRUTH, false, false},
    {"eq", OP_EQ, RULE_BOOL, false, false},
    {"ne", OP_NE, RULE_BOOL, false, false},
    {"lt", OP_LT, RULE_BOOL, false, false},
    {"le", OP_LE, RULE_BOOL, false, false},
    {"gt", OP_GT, RULE_BOOL, false, false},
    {"ge", OP_GE, RULE_BOOL, false, false},
};

static const PointwiseRow *find_row(const PointwiseRow *rows, size_t count, const Value *name) {
    const char *text;
    if (!tn_known_str(name, &text))
        ICE("the prelude names a pointwise operation by something else than a str");
    for (size_t i = 0; i < count; i++)
        if (strcmp(rows[i].name, text) == 0)
            return &rows[i];
    ICE("the prelude names an unknown pointwise operation: %s", text);
}

/* The dtype to compute in, or DT_NONE: failed. */
static DType computing_dtype(Ev *ev, const PointwiseRow *row, DType common, Span span) {
    bool is_bool = common == DT_BOOL, is_float = dtype_is_float(common);
    if (dtype_is_complex(common)) {
        tn_unsupported(ev, span, "complex arithmetic");
        return DT_NONE;
    }
    if ((is_bool && row->no_bool) || (row->rule == RULE_BITS && is_float)) {
        const char *refusal =
            row->op == OP_NEG ? "RuntimeError" : "NotImplementedError"; /* of a kernel that is missing */
        ev_raise(ev, refusal, span, "%s is not implemented for '%s'", row->name, dtype_info[common].torch_name);
        return DT_NONE;
    }
    return row->rule == RULE_FLOAT && !is_float ? tn_default_dtype(ev, span) : common;
}

/* A tensor's truth: its elements other than 0. */
static IrNode *truth_of(Ev *ev, IrNode *tensor, Span span) {
    if (tensor->type.dtype == DT_BOOL)
        return tensor;
    IrNode *zero = ir_const_int(ev->region, 0);
    return ir_binary(ev->region, OP_NE, tn_row_major(tn_with_dtype(tensor->type, DT_BOOL)), tensor, zero, span);
}

/* A constant bool tensor with the shape and layout of `type`. */
static const Value *constant_like(Ev *ev, IrType type, bool value, Span span) {
    IrNode *scalar = ir_const_bool(ev->region, value);
    return ev_tensor_fresh(ev, ir_unary(ev->region, OP_FULL, tn_with_dtype(type, DT_BOOL), scalar, span));
}

/* Torch computes these in two steps, isinf() with a number in the second: its layout follows from that of the first. */
static bool settle_layout(Ev *ev, IrOp op, IrType *type, Span span) {
    IrNode probe = {.type = *type};
    IrNode *node = &probe;
    return type->flat || tn_broadcast(ev, &node, 1, op == OP_ISINF, type->dtype, span, type);
}

/* prim.unary(name, input) */
PRIM(prim_unary) {
    (void)self;
    const PointwiseRow *row = find_row(unary_rows, COUNT_OF(unary_rows), args->args[0]);
    IrNode *input = tn_tensor(ev, args->args[1], span);
    if (!input)
        return NULL;
    if (dtype_is_complex(input->type.dtype))
        return tn_call_complex(ev, "unary", args->args, args->count, span);
    DType compute = computing_dtype(ev, row, input->type.dtype, span);
    IrType type;
    if (compute == DT_NONE)
        return NULL;
    input = tn_promote(ev, input, compute, span);
    if (!input || !tn_broadcast(ev, &input, 1, false, compute, span, &type))
        return NULL;
    bool is_float = dtype_is_float(compute);
    if ((row->op == OP_ISFINITE || row->op == OP_ISINF) && is_float && !settle_layout(ev, row->op, &type, span))
        return NULL;
    if (row->rule == RULE_BOOL && !is_float)
        return constant_like(ev, type, row->op == OP_ISFINITE, span);
    if (row->no_int && !is_float)
        return ev_tensor_fresh(ev, ir_unary(ev->region, OP_CLONE, type, input, span));
    if (row->op == OP_SIGN && compute == DT_BOOL)
        return ev_tensor_fresh(ev, ir_unary(ev->region, OP_CLONE, type, input, span));
    if (row->rule == RULE_TRUTH)
        input = truth_of(ev, input, span);
    IrOp op = row->op == OP_BITNOT && compute == DT_BOOL ? OP_NOT : row->op;
    if (row->rule == RULE_BOOL || row->rule == RULE_TRUTH)
        type.dtype = DT_BOOL;
    return ev_tensor_fresh(ev, ir_unary(ev->region, op, type, input, span));
}

/* ---- two operands
 * ------------------------------------------------------------------------------------------------------------ */

static bool is_narrow(DType dtype) {
    return dtype == DT_F16 || dtype == DT_BF16 || (dtype_is_integral(dtype) && dtype != DT_I64);
}

/* A number as an operand of a node that computes in `dtype`. Torch makes it a zero-dim tensor of that dtype first, but
 * for arithmetic in half precision, which takes the number in single precision (BinaryOpsKernel.cpp). */
static IrNode *scalar_operand(Ev *ev, IrNode *scalar, DType dtype, bool keeps_precision, Span span) {
    if (!is_narrow(dtype) || (keeps_precision && dtype_is_float(dtype)))
        return scalar;
    IrType zero_dim = tn_type(ev, dtype, 0, NULL, NULL);
    return ir_unary(ev->region, OP_SPLAT, zero_dim, scalar, span);
}

/* What an integer dtype makes of a number: its low bits. */
static int64_t low_bits(DType dtype) {
    int bytes = (int)dtype_info[dtype].bytes;
    return bytes < 8 ? (INT64_C(1) << 8 * bytes) - 1 : -1;
}

static bool known_zero(const IrNode *scalar, DType dtype) {
    return scalar->op == OP_CONST &&
           (scalar->type.kind == IRT_FLOAT ? scalar->number == 0 : (scalar->ints[0] & low_bits(dtype)) == 0);
}

/* Integers must not be divided by zero: torch raises, if there is an element to divide. */
static bool check_divisor(Ev *ev, const TnOperand *divisor, IrNode *node, const IrType *result, Span span) {
    IrNode *zero = ir_const_int(ev->region, 0);
    if (!divisor->is_tensor) {
        if (divisor->node->op == OP_CONST && known_zero(divisor->node, result->dtype)) {
            const ShExpr *one = sh_const(ev->shapes, 1);
            bool divides = ev_assume_compare(ev, SH_LE, one, ir_numel(ev->shapes, result), span);
            return divides ? ev_raise(ev, "RuntimeError", span, "ZeroDivisionError") != NULL : !ev->fail.kind;
        }
        if (divisor->node->op == OP_CONST)
            return true;
        IrNode *number = divisor->node;
        if (number->type.kind == IRT_BOOL)
            number = ir_unary(ev->region, OP_CAST, ir_scalar_type(IRT_INT), number, span);
        if (number->type.kind == IRT_INT && low_bits(result->dtype) != -1)
            number = ir_binary(ev->region, OP_AND, ir_scalar_type(IRT_INT), number,
                               ir_const_int(ev->region, low_bits(result->dtype)), span);
        return ev_miss_if(ev, ir_binary(ev->region, OP_EQ, ir_scalar_type(IRT_BOOL), number, zero, span), false,
                          "division by zero", span);
    }
    IrNode *is_zero = ir_binary(ev->region, OP_EQ, tn_row_major(tn_with_dtype(node->type, DT_BOOL)), node, zero, span);
    int64_t dims[IR_MAX_RANK];
    int rank = node->type.flat ? 1 : node->type.rank;
    for (int d = 0; d < rank; d++)
        dims[d] = d;
    IrNode *any = rank ? tn_reduce_node(ev, OP_ANY, is_zero, DT_BOOL, dims, rank, span) : is_zero;
    IrNode *flag = ir_unary(ev->region, OP_ITEM, ir_scalar_type(IRT_BOOL), any, span);
    return ev_miss_if(ev, flag, false, "division by zero", span);
}

static bool divides(IrOp op) { return op == OP_FLOORDIV || op == OP_TRUNCDIV || op == OP_REMAINDER || op == OP_FMOD; }

/* A zero-dim tensor of another dtype beside a tensor in half precision: torch reads it unrounded in some kernels. */
static bool mixes_half(const TnOperand *operands, DType compute) {
    if (compute != DT_F16 && compute != DT_BF16)
        return false;
    for (int i = 0; i < 2; i++)
        if (operands[i].is_tensor && operands[i].node->type.rank == 0 && operands[i].dtype != compute)
            return true;
    return false;
}

/* `wrapped`: a number takes part in the layout, as a zero-dim tensor. */
static const Value *binary(Ev *ev, const PointwiseRow *row, TnOperand *operands, bool wrapped, Span span) {
    DType common = tn_result_type(ev, operands, 2, span);
    IrNode *both[] = {operands[0].node, operands[1].node};
    IrType shape; /* what does not broadcast is refused before what has no kernel */
    if (row->rule == RULE_BITS && dtype_is_float(common) && operands[0].is_tensor && operands[1].is_tensor &&
        !tn_broadcast(ev, both, 2, false, common, span, &shape))
        return NULL;
    DType compute = computing_dtype(ev, row, common, span);
    if (compute == DT_NONE)
        return NULL;
    if (row->op == OP_SUB && (operands[0].dtype == DT_BOOL || operands[1].dtype == DT_BOOL))
        return ev_raise(ev, "RuntimeError", span, "Subtraction, the `-` operator, with a bool tensor is not supported");
    if (mixes_half(operands, compute))
        return tn_unsupported(ev, span, "half precision with a zero-dim tensor of another type");
    IrNode *tensors[2], *inputs[2];
    int count = 0;
    for (int i = 0; i < 2; i++) {
        if (!operands[i].is_tensor)
            continue;
        IrNode *given = operands[i].node;
        inputs[i] = tensors[count++] = row->rule == RULE_TRUTH ? given : tn_promote(ev, given, compute, span);
        if (!inputs[i])
            return NULL;
    }
    IrType type;
    if (!tn_broadcast(ev, tensors, count, wrapped && count < 2, compute, span, &type))
        return NULL;
    bool keeps_precision = row->op == OP_MUL || row->op == OP_DIV; /* of a number beside half precision */
    for (int i = 0; i < 2; i++) {
        if (!operands[i].is_tensor)
            inputs[i] = scalar_operand(ev, operands[i].node, compute,
                                       keeps_precision || (row->op == OP_FLOORDIV && i == 1), span);
        else if (row->rule == RULE_TRUTH)
            inputs[i] = truth_of(ev, operands[i].node, span);
    }
    if (divides(row->op) && !dtype_is_float(compute) && !check_divisor(ev, &operands[1], inputs[1], &type, span))
        return NULL;
    if (row->rule == RULE_BOOL || row->rule == RULE_TRUTH)
        type.dtype = DT_BOOL;
    return ev_tensor_fresh(ev, tn_pointwise(ev, row->op, type, inputs, 2, span));
}

/* The strides of what one operation makes of the operands; *like: those of the result's type, or of no matter. */
static bool iterated_strides(Ev *ev, const IrType *type, IrNode *const *nodes, int count, Span span, TnDims strides,
                             bool *like) {
    TnDims shape, own;
    bool row_major;
    tn_shape(ev, type, shape);
    *like = true;
    for (int i = 0; i < count; i++)
        *like &= tn_is_row_major(ev, &nodes[i]->type);
    if (*like)
        return true;
    if (!tn_output_strides(ev, type->rank, shape, nodes, count, false, span, strides, &row_major))
        return false;
    IrType made = tn_type(ev, type->dtype, type->rank, shape, row_major ? NULL : strides);
    if (!tn_strides(ev, type, span, own) || !tn_strides(ev, &made, span, strides))
        return false;
    *like = memcmp(own, strides, sizeof *own * (size_t)type->rank) == 0;
    return true;
}

/* prim.iterated(result, operands): what several operations made, laid out as by the one operation that it is to torch:
 * sizes of 1 make a difference, and which operand comes first */
PRIM(prim_iterated) {
    (void)self;
    const Value *const *items;
    uint32_t given;
    IrNode *result = tn_tensor(ev, args->args[0], span), *nodes[TN_MAX_OPERANDS];
    int count = 0;
    if (!result || !ev_sequence(ev, args->args[1], &items, &given))
        return NULL;
    for (uint32_t i = 0; i < given && count < TN_MAX_OPERANDS; i++)
        if (items[i]->kind == V_TENSOR && !(nodes[count++] = tn_tensor(ev, items[i], span)))
            return NULL;
    if (result->type.flat || result->type.rank < 2)
        return args->args[0];
    TnDims strides;
    bool like;
    if (!iterated_strides(ev, &result->type, nodes, count, span, strides, &like))
        return NULL;
    if (like)
        return args->args[0];
    TnDims shape;
    tn_shape(ev, &result->type, shape);
    IrType type = tn_type(ev, result->type.dtype, result->type.rank, shape, strides);
    return ev_tensor_fresh(ev, ir_unary(ev->region, OP_CLONE, type, result, span));
}

static bool is_operand(const Value *value) {
    return value->kind == V_TENSOR || value->kind == V_UNKNOWN || ev_is_number(value);
}

/* prim.is_operand(value): may be an operand of tensor arithmetic (a tensor or a number) */
PRIM(prim_is_operand) {
    (void)self, (void)span;
    return ev_bool(ev, is_operand(args->args[0]) || tn_is_complex(ev, args->args[0]));
}

/* prim.binary(name, a, b); at least one is a tensor */
PRIM(prim_binary) {
    (void)self;
    const PointwiseRow *row = find_row(binary_rows, COUNT_OF(binary_rows), args->args[0]);
    TnOperand operands[2];
    if (tn_is_complex(ev, args->args[1]) || tn_is_complex(ev, args->args[2]))
        return tn_call_complex(ev, "binary", args->args, args->count, span);
    for (int i = 0; i < 2; i++)
        if (!tn_operand(ev, args->args[i + 1], span, &operands[i]))
            return NULL;
    if (!operands[0].is_tensor && !operands[1].is_tensor)
        return tn_unsupported(ev, span, "a torch operation on Python numbers alone");
    if (row->rule == RULE_TRUTH && !(operands[0].is_tensor && operands[1].is_tensor))
        return tn_unsupported(ev, span, "a logical operation on a number");
    return binary(ev, row, operands, true, span);
}

/* prim.arithmetic(name, a, b): prim.binary() of what may be numbers alone, of which torch makes tensors without
   dimensions; where the first one is one of its own type, or of the default one for floats, the result is the same. */
PRIM(prim_arithmetic) {
    const Value *number = args->args[1], *other = args->args[2];
    if (!ev_is_number(number) || !ev_is_number(other)) /* what nothing is known of is likely a tensor */
        return prim_binary(ev, self, args, span);
    IrRegion *region = ev->region;
    IrNode *scalar = ev_scalar_node(ev, number);
    if (!scalar)
        return NULL;
    DType dtype = scalar->type.kind == IRT_FLOAT ? tn_default_dtype(ev, span)
                  : scalar->type.kind == IRT_INT ? DT_I64
                                                 : DT_BOOL;
    if (!tn_number_fits(ev, scalar, dtype, span))
        return NULL;
    IrType type = tn_type(ev, dtype, 0, NULL, NULL);
    const Value *first = ev_tensor_fresh(ev, ir_unary(region, OP_SPLAT, type, scalar, span));
    const Value *both[] = {args->args[0], first, other};
    CallArgs given = {.args = both, .count = 3};
    return first ? prim_binary(ev, self, &given, span) : NULL;
}

/* ---- pow -------------------------------------------------------------------------------------------------------- */

static const Value *unary_as(Ev *ev, IrOp op, IrNode *input, DType dtype, Span span) {
    IrType type;
    input = tn_promote(ev, input, dtype, span);
    if (!input || !tn_broadcast(ev, &input, 1, false, dtype, span, &type))
        return NULL;
    return ev_tensor_fresh(ev, ir_unary(ev->region, op, type, input, span));
}

/* The exponents for which torch has kernels of their own (PowKernel.cpp). *done false: none. */
static const Value *pow_known(Ev *ev, IrNode *base, double exponent, DType dtype, Span span, bool *done) {
    *done = true;
    IrNode *x = tn_promote(ev, base, dtype, span);
    IrType type;
    if (!x || !tn_broadcast(ev, &x, 1, false, dtype, span, &type))
        return NULL;
    bool is_float = dtype_is_float(dtype);
    if (exponent == 1)
        return unary_as(ev, OP_CLONE, base, dtype, span);
    if (exponent == 2 || exponent == 3) {
        IrNode *square = ir_binary(ev->region, OP_MUL, type, x, x, span);
        return ev_tensor_fresh(ev, exponent == 2 ? square : ir_binary(ev->region, OP_MUL, type, square, x, span));
    }
    bool has_roots = is_float && dtype != DT_F16; /* in float16, the power of -inf is infinite */
    if (has_roots && exponent == 0.5)
        return unary_as(ev, OP_SQRT, base, dtype, span);
    if (has_roots && exponent == -0.5)
        return unary_as(ev, OP_RSQRT, base, dtype, span);
    if (is_float && exponent == -1)
        return unary_as(ev, OP_RECIPROCAL, base, dtype, span);
    if (is_float && exponent == -2)
        return ev_tensor_fresh(
            ev, ir_unary(ev->region, OP_RECIPROCAL, type, ir_binary(ev->region, OP_MUL, type, x, x, span), span));
    *done = false;
    return NULL;
}

/* Integers to negative powers raise. */
static bool check_exponent(Ev *ev, IrNode *exponent, Span span) {
    if (exponent->type.kind == IRT_BOOL)
        return true;
    if (exponent->op == OP_CONST)
        return exponent->ints[0] >= 0 ||
               ev_raise(ev, "RuntimeError", span, "Integers to negative integer powers are not allowed.") != NULL;
    IrNode *zero = ir_const_int(ev->region, 0);
    return ev_miss_if(ev, ir_binary(ev->region, OP_LT, ir_scalar_type(IRT_BOOL), exponent, zero, span), false,
                      "an integer to a negative power", span);
}

/* Does a number that becomes an f32 stay what powers ask of it: 0, odd, even, or no integer at all? */
static bool stays_in_f32(double exponent) {
    double rounded = (double)(float)exponent;
    return rounded == exponent || (rounded != 0 && isfinite(rounded) && rounded != rint(rounded)) ||
           (fabs(exponent) > 0x1p54);
}

/* The condition that a float, as an f32, may come to be an integer, or another one. */
static IrNode *may_change_in_f32(IrRegion *region, IrNode *exponent, IrNode *size, Span span) {
    IrType test = ir_scalar_type(IRT_BOOL), number = exponent->type;
    IrNode *whole = ir_unary(region, OP_ROUND, number, exponent, span);
    IrNode *off = ir_unary(region, OP_ABS, number, ir_binary(region, OP_SUB, number, exponent, whole, span), span);
    IrNode *step = ir_binary(region, OP_MUL, number, size, ir_const_float(region, 0x1p-24), span);
    IrNode *reach = ir_binary(region, OP_MAXIMUM, number, step, ir_const_float(region, 0x1p-149), span);
    IrNode *near_whole = ir_binary(region, OP_LE, test, off, reach, span);
    IrNode *is_other = ir_binary(region, OP_LT, test, ir_const_float(region, 0), off, span);
    IrNode *becomes_whole = ir_binary(region, OP_AND, test, near_whole, is_other, span);
    IrNode *is_large = ir_binary(region, OP_LT, test, ir_const_float(region, 0x1p24), size, span);
    return ir_binary(region, OP_OR, test, becomes_whole, is_large, span);
}

/* Powers of f32 by a number have the signs and NaN that the number itself asks for; kernels see it as an f32. */
static bool check_number_exponent(Ev *ev, IrNode *exponent, DType dtype, Span span) {
    static const char why[] = "a power by a number that torch treats apart";
    bool is_f32 = dtype == DT_F32;
    if (exponent->op == OP_CONST) {
        double value = exponent->type.kind == IRT_FLOAT ? exponent->number : (double)exponent->ints[0];
        return !is_f32 || stays_in_f32(value) || tn_unsupported(ev, span, why);
    }
    if (exponent->type.kind == IRT_BOOL || (exponent->type.kind == IRT_INT && !is_f32))
        return true;
    IrRegion *region = ev->region;
    IrType test = ir_scalar_type(IRT_BOOL);
    IrNode *size = ir_unary(region, OP_ABS, exponent->type, exponent, span);
    if (exponent->type.kind == IRT_INT)
        return ev_miss_if(ev, ir_binary(region, OP_LT, test, ir_const_int(region, 1 << 24), size, span), false, why,
                          span);
    return !is_f32 || ev_miss_if(ev, may_change_in_f32(region, exponent, size, span), false, why, span);
}

/* The power, or the root of the base where a number that only the call tells stands for that. */
static const Value *or_root(Ev *ev, const Value *power, IrNode *base, IrNode *exponent, DType dtype, Span span) {
    static const struct {
        double exponent;
        IrOp op;
    } roots[] = {{0.5, OP_SQRT}, {-0.5, OP_RSQRT}};
    IrNode *x = tn_promote(ev, base, dtype, span);
    IrType type, test = ir_scalar_type(IRT_BOOL);
    if (!x || !tn_broadcast(ev, &x, 1, false, dtype, span, &type))
        return NULL;
    for (size_t i = 0; power && i < COUNT_OF(roots); i++) {
        IrNode *number = ir_const_float(ev->region, roots[i].exponent);
        IrNode *is_root = ir_binary(ev->region, OP_EQ, test, exponent, number, span);
        IrNode *inputs[] = {is_root, ir_unary(ev->region, roots[i].op, type, x, span), tn_tensor(ev, power, span)};
        power = ev_tensor_fresh(ev, tn_pointwise(ev, OP_WHERE, type, inputs, 3, span));
    }
    return power;
}

/* prim.pow(base, exponent) */
PRIM(prim_pow) {
    (void)self;
    TnOperand operands[2];
    if (tn_is_complex(ev, args->args[0]) || tn_is_complex(ev, args->args[1]))
        return tn_call_complex(ev, "power", args->args, args->count, span);
    for (int i = 0; i < 2; i++)
        if (!tn_operand(ev, args->args[i], span, &operands[i]))
            return NULL;
    if (!operands[0].is_tensor && !operands[1].is_tensor)
        return tn_unsupported(ev, span, "a torch operation on Python numbers alone");
    DType dtype = tn_result_type(ev, operands, 2, span);
    IrNode *exponent = operands[1].node;
    if (dtype == DT_BOOL)
        return tn_unsupported(ev, span, "a power of bools");
    bool is_float = dtype_is_float(dtype);
    if (!is_float && (operands[1].is_tensor || !operands[0].is_tensor))
        return tn_unsupported(ev, span, "integers to the power of integer tensors");
    if (!is_float && dtype != DT_I64 && (exponent->op != OP_CONST || exponent->ints[0] > 100))
        return tn_unsupported(ev, span, "a power that may not fit the dtype");
    if (!is_float && !check_exponent(ev, exponent, span))
        return NULL;
    bool is_half = dtype == DT_F16 || dtype == DT_BF16;
    if (is_half && !operands[1].is_tensor && !tn_number_fits(ev, exponent, dtype, span))
        return NULL;
    if (is_float && dtype != DT_F16 && !operands[1].is_tensor && !check_number_exponent(ev, exponent, dtype, span))
        return NULL;
    if (!operands[1].is_tensor && exponent->op == OP_CONST) {
        bool done;
        double value = exponent->type.kind == IRT_FLOAT ? exponent->number : (double)exponent->ints[0];
        const Value *result = pow_known(ev, operands[0].node, value, dtype, span, &done);
        if (done)
            return result;
    }
    static const PointwiseRow row = {"pow", OP_POW, RULE_SAME, true, false};
    const Value *power = binary(ev, &row, operands, !operands[0].is_tensor, span);
    bool may_be_root = is_float && dtype != DT_F16 && !operands[1].is_tensor && exponent->op != OP_CONST &&
                       exponent->type.kind == IRT_FLOAT;
    return may_be_root ? or_root(ev, power, operands[0].node, exponent, dtype, span) : power;
}

/* ---- where, cast
 * ----------------------------------------------------------------------------------------------------------------- */

/* prim.where(condition, a, b) */
PRIM(prim_where) {
    (void)self;
    IrNode *condition = tn_tensor(ev, args->args[0], span);
    TnOperand operands[2];
    if (!condition)
        return NULL;
    if (condition->type.dtype == DT_U8)
        return tn_unsupported(ev, span, "a condition of type uint8");
    if (condition->type.dtype != DT_BOOL)
        return ev_raise(ev, "RuntimeError", span, "expected condition to be a boolean tensor");
    if (tn_is_complex(ev, args->args[1]) || tn_is_complex(ev, args->args[2]))
        return tn_call_complex(ev, "where", args->args, args->count, span);
    for (int i = 0; i < 2; i++)
        if (!tn_operand(ev, args->args[i + 1], span, &operands[i]))
            return NULL;
    DType dtype = tn_result_type(ev, operands, 2, span);
    IrNode *tensors[3] = {condition}, *inputs[3] = {condition};
    int count = 1;
    for (int i = 0; i < 2; i++) {
        if (!operands[i].is_tensor)
            inputs[i + 1] = tn_number_fits(ev, operands[i].node, dtype, span)
                                ? scalar_operand(ev, operands[i].node, dtype, false, span)
                                : NULL;
        else
            inputs[i + 1] = tensors[count++] = tn_promote(ev, operands[i].node, dtype, span);
        if (!inputs[i + 1])
            return NULL;
    }
    IrType type;
    if (!tn_broadcast(ev, tensors, count, count < 3, dtype, span, &type))
        return NULL;
    return ev_tensor_fresh(ev, tn_pointwise(ev, OP_WHERE, type, inputs, 3, span));
}

/* prim.cast(input, dtype): a tensor of the dtype with input's layout; input itself when it has it */
PRIM(prim_cast) {
    (void)self;
    if (args->args[1]->kind != V_DTYPE)
        return tn_unsupported(ev, span, "a dtype that is not known");
    DType dtype = args->args[1]->u.dtype;
    IrNode *input = tn_tensor(ev, args->args[0], span);
    if (!input)
        return NULL;
    if (input->type.dtype == dtype)
        return args->args[0];
    if (!tn_settled_format(ev, args->args[0], span))
        return NULL;
    if (dtype == DT_BOOL && dtype_is_complex(input->type.dtype))
        return tn_call_complex(ev, "to_bool", args->args, 1, span);
    IrType type;
    bool open =
        dtype != DT_BOOL && !tn_is_permuted(ev, &input->type) && tn_open_format(ev, &input->type, dtype, span, &type);
    if (!open && (ev->fail.kind || !tn_preserve_format(ev, input, dtype, span, &type)))
        return NULL;
    if (dtype == DT_BOOL)
        return ev_tensor_fresh(ev, ir_binary(ev->region, OP_NE, type, input, ir_const_int(ev->region, 0), span));
    bool complex = dtype_is_complex(dtype) || dtype_is_complex(input->type.dtype);
    IrNode *node = complex ? tn_complex_cast(ev, input, type, span) : ir_unary(ev->region, OP_CAST, type, input, span);
    if (!node)
        return NULL;
    Value *result = (Value *)(uintptr_t)ev_tensor_fresh(ev, node);
    result->u.tensor.layout_open = open;
    return result;
}
