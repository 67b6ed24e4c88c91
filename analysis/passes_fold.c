/* Folding of operations on constant scalars: int64, double and bool with Python's rules.
 *
 * Exactness: integers that would overflow, divisions by zero, roots of negative numbers and everything else that Python
 * answers with an exception are left alone, and so are functions such as exp whose last digit differs between
 * libraries. */
#include "analysis/passes.h"

#include <math.h>

static bool set_int(Constant *c, int64_t value) {
    *c = (Constant){.kind = CONST_INT, .i = value};
    return true;
}
static bool set_float(Constant *c, double value) {
    *c = (Constant){.kind = CONST_FLOAT, .f = value};
    return true;
}
static bool set_bool(Constant *c, bool value) {
    *c = (Constant){.kind = CONST_BOOL, .i = value};
    return true;
}

static bool constant_of(const IrNode *node, Constant *c) {
    if (node->op != OP_CONST)
        return false;
    if (node->type.kind == IRT_FLOAT)
        return set_float(c, node->number);
    return node->type.kind == IRT_BOOL ? set_bool(c, node->ints[0] != 0) : set_int(c, node->ints[0]);
}

/* ---- integers -------------------------------------------------------------------------------------------------- */

static bool int_power(int64_t base, int64_t exponent, int64_t *result) {
    if (exponent < 0)
        return false;
    *result = 1;
    while (exponent > 0) {
        if (exponent % 2 && __builtin_mul_overflow(*result, base, result))
            return false;
        exponent /= 2;
        if (exponent && __builtin_mul_overflow(base, base, &base))
            return false;
    }
    return true;
}

static bool int_division(IrOp op, int64_t a, int64_t b, Constant *c) {
    if (b == 0 || (a == INT64_MIN && b == -1))
        return false;
    int64_t quotient = a / b, rest = a % b;
    bool down = rest != 0 && (rest < 0) != (b < 0);
    switch (op) {
    case OP_FLOORDIV:
        return set_int(c, quotient - down);
    case OP_REMAINDER:
        return set_int(c, down ? rest + b : rest);
    case OP_TRUNCDIV:
        return set_int(c, quotient);
    default:
        return set_int(c, rest);
    }
}

static bool int_binary(IrOp op, int64_t a, int64_t b, Constant *c) {
    int64_t r;
    switch (op) {
    case OP_ADD:
        return !__builtin_add_overflow(a, b, &r) && set_int(c, r);
    case OP_SUB:
        return !__builtin_sub_overflow(a, b, &r) && set_int(c, r);
    case OP_MUL:
        return !__builtin_mul_overflow(a, b, &r) && set_int(c, r);
    case OP_POW:
        return int_power(a, b, &r) && set_int(c, r);
    case OP_FLOORDIV:
    case OP_REMAINDER:
    case OP_TRUNCDIV:
    case OP_FMOD:
        return int_division(op, a, b, c);
    case OP_MAXIMUM:
        return set_int(c, a > b ? a : b);
    case OP_MINIMUM:
        return set_int(c, a < b ? a : b);
    case OP_AND:
        return set_int(c, a & b);
    case OP_OR:
        return set_int(c, a | b);
    case OP_XOR:
        return set_int(c, a ^ b);
    default:
        return false;
    }
}

static bool int_unary(IrOp op, int64_t a, Constant *c) {
    switch (op) {
    case OP_NEG:
        return a != INT64_MIN && set_int(c, -a);
    case OP_ABS:
        return a != INT64_MIN && set_int(c, a < 0 ? -a : a);
    case OP_SIGN:
        return set_int(c, (a > 0) - (a < 0));
    case OP_BITNOT:
        return set_int(c, ~a);
    default:
        return false;
    }
}

/* ---- floats ---------------------------------------------------------------------------------------------------- */

/* Python's float // and %, as in CPython's Objects/floatobject.c. */
static bool float_division(IrOp op, double a, double b, Constant *c) {
    if (b == 0.0)
        return false;
    double rest = fmod(a, b), quotient = (a - rest) / b;
    if (rest != 0.0 && (b < 0) != (rest < 0)) {
        rest += b;
        quotient -= 1.0;
    } else if (rest == 0.0) {
        rest = copysign(0.0, b);
    }
    if (op == OP_REMAINDER)
        return set_float(c, rest);
    if (quotient == 0.0)
        return set_float(c, copysign(0.0, a / b));
    double whole = floor(quotient);
    return set_float(c, quotient - whole > 0.5 ? whole + 1.0 : whole);
}

static bool float_binary(IrOp op, double a, double b, Constant *c) {
    switch (op) {
    case OP_ADD:
        return set_float(c, a + b);
    case OP_SUB:
        return set_float(c, a - b);
    case OP_MUL:
        return set_float(c, a * b);
    case OP_DIV:
        return b != 0.0 && set_float(c, a / b);
    case OP_FLOORDIV:
    case OP_REMAINDER:
        return float_division(op, a, b, c);
    case OP_MAXIMUM:
        return set_float(c, isnan(a) || a > b ? a : b);
    case OP_MINIMUM:
        return set_float(c, isnan(a) || a < b ? a : b);
    default:
        return false;
    }
}

static bool float_unary(IrOp op, double a, Constant *c) {
    switch (op) {
    case OP_NEG:
        return set_float(c, -a);
    case OP_ABS:
        return set_float(c, fabs(a));
    case OP_SQRT:
        return !(a < 0) && set_float(c, sqrt(a));
    case OP_FLOOR:
        return set_float(c, floor(a));
    case OP_CEIL:
        return set_float(c, ceil(a));
    case OP_TRUNC:
        return set_float(c, trunc(a));
    case OP_ROUND:
        return set_float(c, rint(a));
    case OP_ISNAN:
        return set_bool(c, isnan(a));
    case OP_ISINF:
        return set_bool(c, isinf(a));
    case OP_ISFINITE:
        return set_bool(c, isfinite(a));
    case OP_SIGNBIT:
        return set_bool(c, signbit(a));
    default:
        return false;
    }
}

/* ---- bools, comparisons, conversions --------------------------------------------------------------------------- */

static bool bool_binary(IrOp op, bool a, bool b, Constant *c) {
    switch (op) {
    case OP_AND:
        return set_bool(c, a && b);
    case OP_OR:
        return set_bool(c, a || b);
    case OP_XOR:
        return set_bool(c, a != b);
    default:
        return false;
    }
}

/* -1, 0, 1, or 2 for unordered. */
static int order_of(const Constant *a, const Constant *b) {
    if (a->kind != CONST_FLOAT)
        return (a->i > b->i) - (a->i < b->i);
    return a->f < b->f ? -1 : a->f > b->f ? 1 : a->f == b->f ? 0 : 2;
}

static bool compare(IrOp op, const Constant *a, const Constant *b, Constant *c) {
    int order = order_of(a, b);
    switch (op) {
    case OP_EQ:
        return set_bool(c, order == 0);
    case OP_NE:
        return set_bool(c, order != 0);
    case OP_LT:
        return set_bool(c, order == -1);
    case OP_LE:
        return set_bool(c, order == -1 || order == 0);
    case OP_GT:
        return set_bool(c, order == 1);
    case OP_GE:
        return set_bool(c, order == 0 || order == 1);
    default:
        return false;
    }
}

static bool convert(const Constant *a, IrKind to, Constant *c) {
    bool is_float = a->kind == CONST_FLOAT;
    switch (to) {
    case IRT_FLOAT:
        return set_float(c, is_float ? a->f : (double)a->i);
    case IRT_BOOL:
        return set_bool(c, is_float ? a->f != 0.0 : a->i != 0);
    case IRT_INT:
        if (!is_float)
            return set_int(c, a->i);
        return a->f > -0x1p63 && a->f < 0x1p63 && set_int(c, (int64_t)a->f);
    default:
        return false;
    }
}

bool pass_fold_scalar(const IrNode *node, Constant *value) {
    Constant a, b;
    if (ir_op_info[node->op].cls != CLS_POINT || node->type.kind == IRT_TENSOR || node->input_count == 0 ||
        !constant_of(node->inputs[0], &a))
        return false;
    if (node->op == OP_CAST)
        return convert(&a, node->type.kind, value);
    if (node->input_count == 1) {
        if (a.kind == CONST_BOOL)
            return node->op == OP_NOT && set_bool(value, !a.i);
        return a.kind == CONST_INT ? int_unary(node->op, a.i, value) : float_unary(node->op, a.f, value);
    }
    if (node->input_count != 2 || !constant_of(node->inputs[1], &b) || a.kind != b.kind)
        return false;
    if (compare(node->op, &a, &b, value))
        return true;
    if (a.kind == CONST_BOOL)
        return bool_binary(node->op, a.i, b.i, value);
    return a.kind == CONST_INT ? int_binary(node->op, a.i, b.i, value) : float_binary(node->op, a.f, b.f, value);
}
