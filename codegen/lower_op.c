/* One operation on values in registers: arithmetic of loop IR where C's is torch's, else a function of pyaot_math.h. */
#include "codegen/lower.h"

#include <math.h>
#include <string.h>

LpBase lower_scalar_base(IrKind kind) { return kind == IRT_FLOAT ? LPT_F64 : kind == IRT_BOOL ? LPT_BOOL : LPT_I64; }

/* Functions of pyaot_math.h whose name is not the operation's. */
static const char *const function_names[OP_COUNT] = {
    [OP_MAXIMUM] = "max",
    [OP_MINIMUM] = "min",
    [OP_TRUNCDIV] = "divtrunc",
};

static LpExpr *function_call(Arena *arena, IrOp op, LpBase type, LpBase result, uint32_t count, LpExpr *const *args) {
    const char *name = function_names[op] ? function_names[op] : ir_op_info[op].name;
    Str full = str_format("rt_%s_%s", name, lp_base_info[type].suffix);
    return lp_call(arena, lp_type(result), full, count, args);
}

static int comparison(IrOp op) {
    switch (op) {
    case OP_EQ:
        return LPO_EQ;
    case OP_NE:
        return LPO_NE;
    case OP_LT:
        return LPO_LT;
    case OP_LE:
        return LPO_LE;
    case OP_GT:
        return LPO_GT;
    case OP_GE:
        return LPO_GE;
    default:
        return -1;
    }
}

static LpExpr *bool_op(Arena *arena, IrOp op, LpExpr *const *args) {
    switch (op) {
    case OP_NOT:
    case OP_BITNOT:
        return lp_unary(arena, LPO_NOT, args[0]);
    case OP_ADD:
    case OP_OR:
    case OP_MAXIMUM:
    case OP_FMAX:
        return lp_binary(arena, LPO_OR, args[0], args[1]);
    case OP_MUL:
    case OP_AND:
    case OP_MINIMUM:
    case OP_FMIN:
        return lp_binary(arena, LPO_AND, args[0], args[1]);
    case OP_XOR:
        return lp_binary(arena, LPO_NE, args[0], args[1]);
    case OP_ABS:
    case OP_SIGN:
        return args[0];
    case OP_ISNAN:
    case OP_ISINF:
        return lp_bool(arena, false);
    case OP_ISFINITE:
        return lp_bool(arena, true);
    default:
        ICE("lower: %s on bool", ir_op_info[op].name);
    }
}

static LpExpr *float_op(Arena *arena, IrOp op, LpBase type, uint32_t count, LpExpr *const *args) {
    switch (op) {
    case OP_NEG:
        return lp_unary(arena, LPO_NEG, args[0]);
    case OP_ADD:
        return lp_binary(arena, LPO_ADD, args[0], args[1]);
    case OP_SUB:
        return lp_binary(arena, LPO_SUB, args[0], args[1]);
    case OP_MUL:
        return lp_binary(arena, LPO_MUL, args[0], args[1]);
    case OP_DIV:
        return lp_binary(arena, LPO_DIV, args[0], args[1]);
    case OP_RECIPROCAL:
        return lp_binary(arena, LPO_DIV, lp_float(arena, 1, type), args[0]);
    case OP_FMA:
        return lp_binary(arena, LPO_ADD, args[0], lp_binary(arena, LPO_MUL, args[1], args[2]));
    case OP_ISNAN:
    case OP_ISINF:
    case OP_ISFINITE:
    case OP_SIGNBIT:
        return function_call(arena, op, type, LPT_BOOL, count, args);
    default:
        return function_call(arena, op, type, type, count, args);
    }
}

static LpExpr *int_op(Arena *arena, IrOp op, LpBase type, uint32_t count, LpExpr *const *args) {
    switch (op) {
    case OP_AND:
        return lp_binary(arena, LPO_BITAND, args[0], args[1]);
    case OP_OR:
        return lp_binary(arena, LPO_BITOR, args[0], args[1]);
    case OP_XOR:
        return lp_binary(arena, LPO_BITXOR, args[0], args[1]);
    case OP_BITNOT:
        return lp_cast(arena, lp_type(type), lp_unary(arena, LPO_BITNOT, args[0]));
    case OP_NOT:
        return lp_binary(arena, LPO_EQ, args[0], lp_int(arena, 0));
    case OP_FLOOR:
    case OP_CEIL:
    case OP_TRUNC:
    case OP_ROUND:
        return args[0];
    case OP_FMAX:
        return function_call(arena, OP_MAXIMUM, type, type, count, args);
    case OP_FMIN:
        return function_call(arena, OP_MINIMUM, type, type, count, args);
    case OP_ISNAN:
    case OP_ISINF:
        return lp_bool(arena, false);
    case OP_ISFINITE:
        return lp_bool(arena, true);
    case OP_FMA: {
        LpExpr *product = int_op(arena, OP_MUL, type, 2, args + 1);
        return int_op(arena, OP_ADD, type, 2, (LpExpr *[]){args[0], product});
    }
    default:
        return function_call(arena, op, type, type, count, args);
    }
}

LpExpr *lower_op(Arena *arena, IrOp op, LpBase type, uint32_t count, LpExpr *const *args) {
    if (op == OP_WHERE)
        return lower_choice(arena, args[0], args[1], args[2]);
    if (op == OP_COMPLEX)
        return lower_pair(arena, args[0], args[1]);
    if (op == OP_REAL || op == OP_IMAG)
        return lower_part(arena, args[0], op == OP_IMAG);
    if (op == OP_CONJ)
        return lower_pair(arena, lower_part(arena, args[0], 0),
                          lp_unary(arena, LPO_NEG, lower_part(arena, args[0], 1)));
    if (op == OP_POW && args[1]->kind == LPE_FLOAT) { /* as torch does for these exponents */
        if (args[1]->real == 2)
            return lp_binary(arena, LPO_MUL, args[0], args[0]);
        if (args[1]->real == 0.5)
            return function_call(arena, OP_SQRT, type, type, 1, args);
        if (args[1]->real == 3)
            return lp_binary(arena, LPO_MUL, lp_binary(arena, LPO_MUL, args[0], args[0]), args[0]);
    }
    if (op == OP_POW && lp_is_int(args[1], 2) && lp_base_info[type].cls == 'I')
        return function_call(arena, OP_MUL, type, type, 2, (LpExpr *[]){args[0], args[0]});
    int compare = comparison(op);
    if (compare >= 0)
        return lp_binary(arena, (LpOperator)compare, args[0], args[1]);
    switch (lp_base_info[type].cls) {
    case 'B':
        return bool_op(arena, op, args);
    case 'F':
        return float_op(arena, op, type, count, args);
    default:
        return int_op(arena, op, type, count, args);
    }
}

static const char pair_name[] = "complex";

LpExpr *lower_pair(Arena *arena, LpExpr *re, LpExpr *im) {
    return lp_call(arena, re->type, pair_name, LP_ARGS(re, im));
}

bool lower_is_pair(const LpExpr *value) { return value->kind == LPE_CALL && value->text == str_of(pair_name); }

LpExpr *lower_part(Arena *arena, LpExpr *value, int part) {
    if (lower_is_pair(value))
        return value->args[part];
    return part ? lower_convert(arena, value->type.base, lp_int(arena, 0)) : value;
}

LpExpr *lower_choice(Arena *arena, LpExpr *condition, LpExpr *a, LpExpr *b) {
    if (!lower_is_pair(a) && !lower_is_pair(b))
        return lp_select(arena, condition, a, b);
    LpExpr *parts[2];
    for (int part = 0; part < 2; part++)
        parts[part] = lp_select(arena, condition, lower_part(arena, a, part), lower_part(arena, b, part));
    return lower_pair(arena, parts[0], parts[1]);
}

LpExpr *lower_convert(Arena *arena, LpBase to, LpExpr *value) {
    LpBase from = value->type.base;
    if (from == to)
        return value;
    if (to == LPT_BOOL)
        return value->kind == LPE_INT
                   ? lp_bool(arena, value->number != 0)
                   : lp_binary(arena, LPO_NE, value,
                               lp_base_info[from].cls == 'F' ? lp_float(arena, 0, from) : lp_int(arena, 0));
    if (lp_base_info[from].cls == 'F' && lp_base_info[to].cls == 'I') {
        Str name = str_format("rt_%s_to_%s", lp_base_info[from].suffix, lp_base_info[to].suffix);
        return lp_call(arena, lp_type(to), name, 1, &value);
    }
    return lp_cast(arena, lp_type(to), value);
}

LpExpr *lower_from_memory(Arena *arena, DType dtype, LpExpr *value) {
    switch (dtype) {
    case DT_BOOL:
        return lp_binary(arena, LPO_NE, value, lp_int(arena, 0));
    case DT_F16:
        return lp_call(arena, lp_type(LPT_F32), "rt_f16_to_f32", 1, &value);
    case DT_BF16:
        return lp_call(arena, lp_type(LPT_F32), "rt_bf16_to_f32", 1, &value);
    default:
        return value;
    }
}

/* What was only loaded, or rounded for this very store. */
static bool is_call_of(const LpExpr *e, const char *name) { return e->kind == LPE_CALL && strcmp(e->text, name) == 0; }

LpExpr *lower_to_memory(Arena *arena, DType dtype, LpExpr *value) {
    value = lower_convert(arena, lp_compute_type(dtype), value);
    if ((dtype == DT_F16 && is_call_of(value, "rt_f16_to_f32")) ||
        (dtype == DT_BF16 && is_call_of(value, "rt_bf16_to_f32")))
        return value->args[0];
    switch (dtype) {
    case DT_F16:
        value = is_call_of(value, "rt_round_f16") ? value->args[0] : value;
        return lp_call(arena, lp_type(LPT_F16), "rt_f32_to_f16", 1, &value);
    case DT_BF16:
        return lp_call(arena, lp_type(LPT_BF16), "rt_f32_to_bf16", 1, &value);
    default:
        return value;
    }
}

LpExpr *lower_rounded_to_memory(Arena *arena, DType dtype, LpExpr *value) {
    if (dtype == DT_BF16 && value->type.base == LPT_F32 && !is_call_of(value, "rt_bf16_to_f32"))
        return lp_call(arena, lp_type(LPT_BF16), "rt_bf16_bits", 1, &value);
    return lower_to_memory(arena, dtype, value);
}

LpExpr *lower_rounded(Arena *arena, DType dtype, LpExpr *value) {
    if (dtype == DT_F16) {
        value = lower_convert(arena, LPT_F32, value);
        bool rounded = is_call_of(value, "rt_f16_to_f32") || is_call_of(value, "rt_round_f16");
        return rounded ? value : lp_call(arena, lp_type(LPT_F32), "rt_round_f16", 1, &value);
    }
    if (dtype != DT_BF16)
        return value;
    return lower_from_memory(arena, dtype, lower_to_memory(arena, dtype, value));
}
