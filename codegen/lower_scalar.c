/* Python's scalars in the host function: int64, double and bool with Python's rules. Where Python would raise, or need
 * a big integer, the variant is left. */
#include "codegen/lower.h"

void lower_set_scalar(Lower *l, const IrNode *node, LpExpr *value) { map_put(&l->scalars, MAP_KEY(node), value); }

LpExpr *lower_scalar(Lower *l, const IrNode *node) {
    LpExpr *value = map_get(&l->scalars, MAP_KEY(node));
    if (value)
        return value;
    switch (node->op) {
    case OP_CONST:
        if (node->type.kind == IRT_FLOAT)
            return lp_float(l->arena, node->number, LPT_F64);
        return node->type.kind == IRT_BOOL ? lp_bool(l->arena, node->ints[0] != 0) : lp_int(l->arena, node->ints[0]);
    case OP_SIZE:
        return lower_int(l, node->exprs[0]);
    case OP_INPUT: {
        value = lower_source(l, l->graph->inputs.data[node->ints[0]].source)->scalar;
        if (!value)
            ICE("lower: input %d of %s has no type fact", (int)node->ints[0], l->variant->name);
        return value;
    }
    default:
        ICE("lower: scalar %%%u of %s is not known yet", node->id, l->variant->name);
    }
}

/* ---- ints -------------------------------------------------------------------------------------------------------- */
static const char *checked_function(IrOp op) {
    switch (op) {
    case OP_ADD:
        return "rt_checked_add";
    case OP_SUB:
        return "rt_checked_sub";
    case OP_MUL:
        return "rt_checked_mul";
    case OP_NEG:
        return "rt_checked_neg";
    case OP_ABS:
        return "rt_checked_abs";
    case OP_FLOORDIV:
        return "rt_checked_floordiv";
    case OP_REMAINDER:
        return "rt_checked_remainder";
    case OP_POW:
        return "rt_checked_pow";
    case OP_SHL:
        return "rt_checked_shl";
    case OP_SHR:
        return "rt_checked_shr";
    default:
        return NULL;
    }
}

/* ---- numbers that may not fit ------------------------------------------------------------------------------------ */
static LpExpr *named(Lower *l, const char *name, LpExpr *value, Span span) {
    if (value->kind == LPE_VAR || value->kind == LPE_INT || value->kind == LPE_FLOAT || value->kind == LPE_BOOL)
        return value;
    LpVar *var = lower_var(l, name, value->type);
    lp_decl(l->arena, l->block, var, value, span);
    return lp_var(l->arena, var);
}

LpExpr *lower_checked(Lower *l, LpBase type, const char *function, uint32_t count, LpExpr *const *args) {
    LpExpr *all[3] = {lp_address(l->arena, lp_var(l->arena, l->fits))};
    for (uint32_t i = 0; i < count; i++)
        all[i + 1] = args[i];
    return lp_call(l->arena, lp_type(type), function, count + 1, all);
}

static LpExpr *checked_scalar(Lower *l, LpBase type, const char *function, uint32_t count, LpExpr *const *args,
                              const char *name, const char *why, Span span) {
    LpExpr *value = named(l, name, lower_checked(l, type, function, count, args), (Span){0});
    lower_miss_at(l, lp_var(l->arena, l->fits), why, span);
    return value;
}

static LpExpr *checked_int(Lower *l, const char *function, uint32_t count, LpExpr *const *args, const char *name,
                           Span span) {
    return checked_scalar(l, LPT_I64, function, count, args, name, "an integer does not fit 64 bits, or Python raises",
                          span);
}

/* int / int: both are exact in double, or Python runs. */
static LpExpr *true_division(Lower *l, LpExpr *const *args, const char *name, Span span) {
    return checked_scalar(l, LPT_F64, "rt_checked_div", 2, args, name, "division by zero, or of large integers", span);
}

/* ---- floats ------------------------------------------------------------------------------------------------------ */
/* Functions of libm, which are what Python's math calls; NULL for others. */
static const char *math_function(IrOp op) {
    switch (op) {
    case OP_EXP:
    case OP_EXP2:
    case OP_EXPM1:
    case OP_LOG:
    case OP_LOG2:
    case OP_LOG10:
    case OP_LOG1P:
    case OP_SQRT:
    case OP_SIN:
    case OP_COS:
    case OP_TAN:
    case OP_ASIN:
    case OP_ACOS:
    case OP_ATAN:
    case OP_SINH:
    case OP_COSH:
    case OP_TANH:
    case OP_ASINH:
    case OP_ACOSH:
    case OP_ATANH:
    case OP_ERF:
    case OP_ERFC:
    case OP_LGAMMA:
    case OP_POW:
    case OP_ATAN2:
    case OP_FMOD:
        return ir_op_info[op].name;
    default:
        return NULL;
    }
}

static LpExpr *float_scalar(Lower *l, const IrNode *node, LpExpr **args, const char *name) {
    Arena *a = l->arena;
    if (node->op == OP_MUL)
        return LOWER_CALL(l, LPT_F64, "rt_exact", lp_binary(a, LPO_MUL, args[0], args[1]));
    if (node->op == OP_DIV || node->op == OP_FLOORDIV || node->op == OP_REMAINDER)
        lower_miss_at(l, lp_binary(a, LPO_NE, args[1], lp_float(a, 0, LPT_F64)), "division by zero", node->span);
    const char *function = math_function(node->op);
    if (!function)
        return lower_op(a, node->op, LPT_F64, node->input_count, args);
    LpExpr *value = named(l, name, lp_call(a, lp_type(LPT_F64), function, node->input_count, args), node->span);
    lower_miss_at(l, LOWER_CALL(l, LPT_BOOL, "rt_float_ok", args[0], value), "Python raises", node->span);
    return value;
}

static LpExpr *cast_scalar(Lower *l, const IrNode *node, LpExpr *value, const char *name) {
    LpBase to = lower_scalar_base(node->type.kind);
    if (to == LPT_I64 && value->type.base == LPT_F64)
        return checked_int(l, "rt_checked_int", 1, &value, name, node->span);
    return lower_convert(l->arena, to, value);
}

static LpExpr *item_scalar(Lower *l, const IrNode *node) {
    const IrNode *tensor = node->inputs[0], *base;
    const ShExpr *offset, *strides[IR_MAX_RANK];
    if (!lower_strided(l, tensor, &base, &offset, strides))
        ICE("lower: %%%u of %s is no view", tensor->id, l->variant->name);
    LpExpr *element = lp_load(l->arena, lower_data(l, base), lower_size(l, offset));
    if (!lower_memory(l, base)->pointer) {
        LpVar *pointer = lower_var(l, "element", lp_pointer(lp_memory_type(base->type.dtype), true));
        lp_decl(l->arena, l->block, pointer, lower_data(l, base), (Span){0});
        element = lp_load(l->arena, lp_var(l->arena, pointer), lower_size(l, offset));
    }
    return lower_convert(l->arena, lower_scalar_base(node->type.kind),
                         lower_from_memory(l->arena, base->type.dtype, element));
}

bool lower_scalar_may_miss(const IrNode *node) {
    if (node->op == OP_SIZE)
        return lower_int_needs_check(node->exprs[0]);
    if (node->op == OP_ITEM)
        return false;
    const IrNode *first = node->inputs[0];
    if (node->op == OP_CAST)
        return node->type.kind == IRT_INT && first->type.kind == IRT_FLOAT;
    if (first->type.kind == IRT_INT)
        return checked_function(node->op) != NULL || node->op == OP_DIV;
    return node->op == OP_DIV || node->op == OP_FLOORDIV || node->op == OP_REMAINDER || math_function(node->op) != NULL;
}

void lower_scalar_step(Lower *l, const IrNode *node) {
    if (node->op == OP_SIZE) {
        if (lower_int_needs_check(node->exprs[0]))
            lower_set_scalar(l, node, lower_int(l, node->exprs[0]));
        return;
    }
    const char *name = lower_node_name(node, "scalar");
    if (node->op == OP_ITEM) {
        lower_set_scalar(l, node, named(l, name, item_scalar(l, node), node->span));
        return;
    }
    LpExpr *args[3], *value;
    for (uint32_t i = 0; i < node->input_count; i++)
        args[i] = lower_scalar(l, node->inputs[i]);
    IrKind kind = node->inputs[node->input_count - 1]->type.kind;
    LpBase base = lower_scalar_base(kind);
    for (uint32_t i = node->op == OP_WHERE; i < node->input_count && node->op != OP_CAST; i++)
        args[i] = lower_convert(l->arena, base, args[i]);
    if (node->op == OP_CAST)
        value = cast_scalar(l, node, args[0], name);
    else if (kind == IRT_INT && checked_function(node->op))
        value = checked_int(l, checked_function(node->op), node->input_count, args, name, node->span);
    else if (kind == IRT_INT && node->op == OP_DIV)
        value = true_division(l, args, name, node->span);
    else if (kind == IRT_FLOAT)
        value = float_scalar(l, node, args, name);
    else
        value = lower_op(l->arena, node->op, base, node->input_count, args);
    lower_set_scalar(l, node, named(l, name, value, node->span));
}
