/* Python's arithmetic on int, float and bool: known values are computed, symbolic ints are shape expressions, and
 * everything else becomes scalar nodes.
 *
 * Generated code computes ints in int64 and floats in double. Where Python would do something else (big integers,
 * ZeroDivisionError, OverflowError, complex results), the variant is left (ev_miss_if) or the statement is cut. */
#include "analysis/ev_internal.h"

#include <math.h>

enum { EXACT_BITS = 53 };

static bool known_double(const Value *v, double *out) {
    int64_t i;
    if (v->kind == V_FLOAT) {
        *out = v->u.number;
        return true;
    }
    if (!ev_as_int_known(v, &i))
        return false;
    *out = (double)i;
    return true;
}

static bool is_int_like(const Value *v) {
    return v->kind == V_INT || v->kind == V_BOOL || (v->kind == V_SCALAR && v->u.node->type.kind != IRT_FLOAT);
}

static const Value *too_large(Ev *ev, Span span) {
    return ev_fail(ev, D_LIMIT, span, "an integer that needs more than 64 bits");
}

/* ---- known ints ----------------------------------------------------------------------------------------------------
 */

static int64_t floor_quotient(int64_t a, int64_t b) {
    int64_t q = a / b;
    return (a % b != 0 && (a < 0) != (b < 0)) ? q - 1 : q;
}

static const Value *int_power(Ev *ev, int64_t base, int64_t exponent, Span span) {
    if (exponent < 0) {
        if (base == 0)
            return ev_raise(ev, "ZeroDivisionError", span, "0.0 cannot be raised to a negative power");
        return ev_float(ev, pow((double)base, (double)exponent));
    }
    int64_t result = 1;
    if (base == 0 || base == 1)
        return ev_int(ev, exponent == 0 ? 1 : base);
    if (base == -1)
        return ev_int(ev, exponent % 2 ? -1 : 1);
    for (int64_t i = 0; i < exponent; i++)
        if (__builtin_mul_overflow(result, base, &result))
            return too_large(ev, span);
    return ev_int(ev, result);
}

static const Value *int_shift(Ev *ev, AstOperator op, int64_t a, int64_t b, Span span) {
    if (b < 0)
        return ev_raise(ev, "ValueError", span, "negative shift count");
    if (op == AST_RShift)
        return ev_int(ev, a >> (b > 63 ? 63 : b));
    if (a == 0)
        return ev_int(ev, 0);
    if (b > 62 || __builtin_mul_overflow(a, (int64_t)1 << b, &a))
        return too_large(ev, span);
    return ev_int(ev, a);
}

static const Value *true_quotient(Ev *ev, int64_t a, int64_t b, Span span) {
    const int64_t limit = (int64_t)1 << EXACT_BITS;
    if (a > limit || a < -limit || b > limit || b < -limit)
        return ev_fail(ev, D_LIMIT, span, "a division of integers larger than 2**53");
    return ev_float(ev, (double)a / (double)b);
}

static const Value *divided_by_zero(Ev *ev, AstOperator op, Span span) {
    return op == AST_Div   ? ev_raise(ev, "ZeroDivisionError", span, "division by zero")
           : op == AST_Mod ? ev_raise(ev, "ZeroDivisionError", span, "integer modulo by zero")
                           : ev_raise(ev, "ZeroDivisionError", span, "integer division or modulo by zero");
}

static const Value *known_int_binary(Ev *ev, AstOperator op, int64_t a, int64_t b, Span span) {
    int64_t r;
    if ((op == AST_Div || op == AST_FloorDiv || op == AST_Mod) && b == 0)
        return divided_by_zero(ev, op, span);
    switch (op) {
    case AST_Add:
        return __builtin_add_overflow(a, b, &r) ? too_large(ev, span) : ev_int(ev, r);
    case AST_Sub:
        return __builtin_sub_overflow(a, b, &r) ? too_large(ev, span) : ev_int(ev, r);
    case AST_Mult:
        return __builtin_mul_overflow(a, b, &r) ? too_large(ev, span) : ev_int(ev, r);
    case AST_Div:
        return true_quotient(ev, a, b, span);
    case AST_FloorDiv:
        return a == INT64_MIN && b == -1 ? too_large(ev, span) : ev_int(ev, floor_quotient(a, b));
    case AST_Mod:
        return ev_int(ev, b == -1 ? 0 : a - floor_quotient(a, b) * b);
    case AST_Pow:
        return int_power(ev, a, b, span);
    case AST_LShift:
    case AST_RShift:
        return int_shift(ev, op, a, b, span);
    case AST_BitAnd:
        return ev_int(ev, a & b);
    case AST_BitOr:
        return ev_int(ev, a | b);
    case AST_BitXor:
        return ev_int(ev, a ^ b);
    default:
        return NULL;
    }
}

/* ---- known floats
 * ----------------------------------------------------------------------------------------------------- */

static double python_fmod(double a, double b) {
    double m = fmod(a, b);
    if (m == 0)
        return copysign(0.0, b);
    return (m < 0) != (b < 0) ? m + b : m;
}

static double python_floordiv(double a, double b) {
    double m = fmod(a, b), q = (a - m) / b;
    if (m != 0 && (m < 0) != (b < 0))
        q -= 1.0;
    if (q == 0)
        return copysign(0.0, a / b);
    double f = floor(q);
    return q - f > 0.5 ? f + 1.0 : f;
}

static const Value *float_power(Ev *ev, double a, double b, Span span) {
    if (a == 0 && b < 0)
        return ev_raise(ev, "ZeroDivisionError", span, "0.0 cannot be raised to a negative power");
    if (a < 0 && isfinite(a) && isfinite(b) && b != floor(b))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "a power with a complex result");
    double r = pow(a, b);
    if (isinf(r) && isfinite(a) && isfinite(b))
        return ev_raise(ev, "OverflowError", span, "(34, 'Numerical result out of range')");
    return ev_float(ev, r);
}

static const Value *known_float_binary(Ev *ev, AstOperator op, double a, double b, Span span) {
    if ((op == AST_Div || op == AST_FloorDiv || op == AST_Mod) && b == 0)
        return op == AST_Div   ? ev_raise(ev, "ZeroDivisionError", span, "float division by zero")
               : op == AST_Mod ? ev_raise(ev, "ZeroDivisionError", span, "float modulo")
                               : ev_raise(ev, "ZeroDivisionError", span, "float floor division by zero");
    switch (op) {
    case AST_Add:
        return ev_float(ev, a + b);
    case AST_Sub:
        return ev_float(ev, a - b);
    case AST_Mult:
        return ev_float(ev, a * b);
    case AST_Div:
        return ev_float(ev, a / b);
    case AST_FloorDiv:
        return ev_float(ev, python_floordiv(a, b));
    case AST_Mod:
        return ev_float(ev, python_fmod(a, b));
    case AST_Pow:
        return float_power(ev, a, b, span);
    default:
        return ev_raise(ev, "TypeError", span, "unsupported operand types for %s: 'float'", ast_operator_text(op));
    }
}

/* ---- symbolic ints
 * ------------------------------------------------------------------------------------------------------- */

/* The sizes and ints that a number of the run is made of have to be known; of what tensors hold, nobody knows more
 * then. False: nothing shows what they are. */
static bool need_origins(Ev *ev, const IrNode *node, Map *seen, Span span) {
    if (node->type.kind == IRT_TENSOR || map_has(seen, MAP_KEY(node)))
        return false;
    map_put(seen, MAP_KEY(node), (void *)(uintptr_t)node);
    if (node->op == OP_SIZE)
        ev_need_size(ev, ev_int_expr(ev, node->exprs[0]), span);
    for (uint32_t i = 0; i < node->input_count && ev->fail.kind != FAIL_RESTART; i++)
        need_origins(ev, node->inputs[i], seen, span);
    return ev->fail.kind == FAIL_RESTART;
}

bool ev_need_origins(Ev *ev, const Value *number, Span span) {
    Map seen;
    map_init(&seen, ev->arena);
    return number->kind == V_SCALAR && need_origins(ev, number->u.node, &seen, span);
}

static const Value *symbolic_power(Ev *ev, const ShExpr *base, const Value *exponent, Span span) {
    int64_t n;
    if (exponent->kind == V_INT && !sh_is_const(exponent->u.expr, NULL))
        return ev_need_size(ev, exponent, span);
    if (ev_need_origins(ev, exponent, span))
        return NULL;
    if (!ev_as_int_known(exponent, &n) || n < 0 || n > 4)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "a power of an int that is not known when compiling");
    const ShExpr *result = sh_const(ev->shapes, 1);
    for (int64_t i = 0; i < n; i++)
        result = sh_mul(ev->shapes, result, base);
    return ev_int_expr(ev, result);
}

static const Value *symbolic_bits(Ev *ev, AstOperator op, const ShExpr *a, const Value *right, Span span) {
    int64_t n;
    if (ev_as_int_known(right, &n)) {
        if ((op == AST_LShift || op == AST_RShift) && n >= 0 && n < 62) {
            const ShExpr *factor = sh_const(ev->shapes, (int64_t)1 << n);
            return ev_int_expr(ev,
                               op == AST_LShift ? sh_mul(ev->shapes, a, factor) : sh_floordiv(ev->shapes, a, factor));
        }
        if (op == AST_BitAnd && n >= 0 && n < INT64_MAX && (n & (n + 1)) == 0)
            return ev_int_expr(ev, sh_mod(ev->shapes, a, sh_const(ev->shapes, n + 1)));
    }
    if (op == AST_LShift || op == AST_RShift)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "a shift of an int that is not known when compiling");
    IrOp ir = op == AST_BitAnd ? OP_AND : op == AST_BitOr ? OP_OR : OP_XOR;
    IrNode *left = ir_size(ev->region, a), *other = ev_scalar_node(ev, right);
    if (other->type.kind == IRT_BOOL)
        other = ir_unary(ev->region, OP_CAST, ir_scalar_type(IRT_INT), other, span);
    return ev_scalar(ev, ir_binary(ev->region, ir, ir_scalar_type(IRT_INT), left, other, span));
}

/* The size or length of something that lies in memory; a product of such, or an int argument, can be any number. */
static bool is_plain_size(const ShExpr *e) {
    return e->op == SH_SYM && e->symbol->origin_kind != SH_FROM_INT && e->symbol->origin_kind != SH_FROM_NODE;
}

static bool exact_as_double(Ev *ev, const ShExpr *e, Span span) {
    int64_t lo, hi;
    const int64_t limit = (int64_t)1 << EXACT_BITS;
    sh_range(e, &lo, &hi);
    if (lo < -limit && !ev_assume_compare(ev, SH_LE, sh_const(ev->shapes, -limit), e, span))
        return false;
    return is_plain_size(e) || hi <= limit || ev_assume_compare(ev, SH_LE, e, sh_const(ev->shapes, limit), span);
}

/* `exact`: the int must be a double exactly, as Python divides and compares ints without rounding them first. */
static IrNode *as_float_node(Ev *ev, const Value *v, bool exact, Span span) {
    const ShExpr *e;
    double known;
    if (known_double(v, &known))
        return ir_const_float(ev->region, known);
    if (exact && is_int_like(v) && ev_as_expr(ev, v, &e) && !exact_as_double(ev, e, span))
        return NULL;
    IrNode *node = ev_scalar_node(ev, v);
    return node->type.kind == IRT_FLOAT ? node : ir_unary(ev->region, OP_CAST, ir_scalar_type(IRT_FLOAT), node, span);
}

const Value *ev_counted(Ev *ev, const Value *v, Span span) {
    if (v->kind != V_SCALAR || v->u.node->type.kind != IRT_BOOL)
        return v;
    return ev_scalar(ev, ir_unary(ev->region, OP_CAST, ir_scalar_type(IRT_INT), v->u.node, span));
}

/* Inside try, a divisor that the example has as 0 is 0: the exception is handled. False: it was raised, or this failed.
 */
static bool divides(Ev *ev, AstOperator op, const Value *divisor, Span span) {
    const ShExpr *e;
    if (!ev->frame->catches || !ev_as_expr(ev, divisor, &e) || sh_is_const(e, NULL) || sh_hint(e, 1) != 0)
        return true;
    if (ev_assume_compare(ev, SH_EQ, e, sh_const(ev->shapes, 0), span))
        divided_by_zero(ev, op, span);
    return false;
}

/* No divisor is 0. What is computed from sizes and was positive is taken to be so: quotients by it are simpler. */
static bool assume_divisor(Ev *ev, const ShExpr *e, Span span) {
    const ShExpr *one = sh_const(ev->shapes, 1);
    bool positive = e->op != SH_SYM && !sh_is_const(e, NULL) && !sh_is_computed(e) && sh_hint(e, 0) > 0;
    if (positive && sh_compare(ev->shapes, SH_LE, one, e) != SH_NO)
        return ev_assume_compare(ev, SH_LE, one, e, span);
    return ev_assume_compare(ev, SH_NE, e, sh_const(ev->shapes, 0), span);
}

static const Value *symbolic_int_binary(Ev *ev, AstOperator op, const Value *a, const Value *b, Span span) {
    const ShExpr *x, *y;
    if (!ev_as_expr(ev, ev_counted(ev, a, span), &x) || !ev_as_expr(ev, ev_counted(ev, b, span), &y))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "arithmetic on a number that is not known when compiling");
    switch (op) {
    case AST_Add:
        return ev_int_expr(ev, sh_add(ev->shapes, x, y));
    case AST_Sub:
        return ev_int_expr(ev, sh_sub(ev->shapes, x, y));
    case AST_Mult:
        return ev_int_expr(ev, sh_mul(ev->shapes, x, y));
    case AST_FloorDiv:
    case AST_Mod:
        if (!divides(ev, op, b, span) || !assume_divisor(ev, y, span))
            return NULL;
        return ev_int_expr(ev, op == AST_Mod ? sh_mod(ev->shapes, x, y) : sh_floordiv(ev->shapes, x, y));
    case AST_Pow:
        return symbolic_power(ev, x, b, span);
    default:
        return symbolic_bits(ev, op, x, b, span);
    }
}

/* ---- float nodes
 * ------------------------------------------------------------------------------------------------------------ */

static IrNode *bool_node(Ev *ev, IrOp op, IrNode *a, IrNode *b, Span span) {
    return ir_binary(ev->region, op, ir_scalar_type(IRT_BOOL), a, b, span);
}

static bool miss_if_zero(Ev *ev, IrNode *divisor, Span span) {
    if (divisor->op == OP_CONST && divisor->number != 0)
        return true;
    return ev_miss_if(ev, bool_node(ev, OP_EQ, divisor, ir_const_float(ev->region, 0.0), span), false,
                      "division by zero", span);
}

/* The result is finite, or Python would have raised, or it stems from an infinite or NaN operand: leave in all those
 * cases. */
static const Value *finite_or_miss(Ev *ev, IrNode *node, Span span) {
    IrNode *finite = ir_unary(ev->region, OP_ISFINITE, ir_scalar_type(IRT_BOOL), node, span);
    return ev_miss_if(ev, finite, true, "a result that is not finite", span) ? ev_scalar(ev, node) : NULL;
}

/* Python's % gives a zero of the divisor's sign, torch's that of the dividend. */
static IrNode *signed_zero(Ev *ev, IrNode *rest, IrNode *divisor, Span span) {
    IrNode *zero = ir_const_float(ev->region, 0.0), *is_zero = bool_node(ev, OP_EQ, rest, zero, span);
    IrNode *of_divisor = ir_binary(ev->region, OP_DIV, ir_scalar_type(IRT_FLOAT), zero, divisor, span);
    IrNode *inputs[] = {is_zero, of_divisor, rest};
    return ir_build(
        ev->region,
        &(IrSpec){.op = OP_WHERE, .type = ir_scalar_type(IRT_FLOAT), .inputs = inputs, .input_count = 3, .span = span});
}

static const Value *float_node_binary(Ev *ev, AstOperator op, const Value *a, const Value *b, Span span) {
    static const IrOp ops[] = {
        [AST_Add] = OP_ADD,           [AST_Sub] = OP_SUB,       [AST_Mult] = OP_MUL, [AST_Div] = OP_DIV,
        [AST_FloorDiv] = OP_FLOORDIV, [AST_Mod] = OP_REMAINDER, [AST_Pow] = OP_POW};
    bool is_division = op == AST_Div || op == AST_FloorDiv || op == AST_Mod;
    if (op != AST_Add && op != AST_Sub && op != AST_Mult && op != AST_Pow && !is_division)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "'%s' on floats that are not known when compiling",
                       ast_operator_text(op));
    bool exact = is_int_like(a) && is_int_like(b);
    if (exact && is_division && !divides(ev, op, b, span))
        return NULL;
    IrNode *x = as_float_node(ev, a, exact, span), *y = x ? as_float_node(ev, b, exact, span) : NULL;
    if (!y || (is_division && !miss_if_zero(ev, y, span)))
        return NULL;
    IrNode *node = ir_binary(ev->region, ops[op], ir_scalar_type(IRT_FLOAT), x, y, span);
    if (op == AST_Mod)
        node = signed_zero(ev, node, y, span);
    return op == AST_Pow ? finite_or_miss(ev, node, span) : ev_scalar(ev, node);
}

static bool is_bool(const Value *v) {
    return v->kind == V_BOOL || (v->kind == V_SCALAR && v->u.node->type.kind == IRT_BOOL);
}

static const Value *bool_binary(Ev *ev, AstOperator op, const Value *a, const Value *b, Span span) {
    if (a->kind == V_BOOL && b->kind == V_BOOL) {
        bool x = a->u.boolean, y = b->u.boolean;
        return ev_bool(ev, op == AST_BitAnd ? (x && y) : op == AST_BitOr ? (x || y) : x != y);
    }
    IrOp ir = op == AST_BitAnd ? OP_AND : op == AST_BitOr ? OP_OR : OP_XOR;
    return ev_scalar(ev, bool_node(ev, ir, ev_scalar_node(ev, a), ev_scalar_node(ev, b), span));
}

const Value *ev_number_binary(Ev *ev, AstOperator op, const Value *a, const Value *b, Span span) {
    int64_t i, j;
    double x, y;
    if (op == AST_MatMult)
        return ev_raise(ev, "TypeError", span, "unsupported operand type(s) for @: '%s' and '%s'", ev_type_name(ev, a),
                        ev_type_name(ev, b));
    if (is_bool(a) && is_bool(b) && (op == AST_BitAnd || op == AST_BitOr || op == AST_BitXor))
        return bool_binary(ev, op, a, b, span);
    if (ev_as_int_known(a, &i) && ev_as_int_known(b, &j))
        return known_int_binary(ev, op, i, j, span);
    if (is_int_like(a) && is_int_like(b) && op != AST_Div)
        return symbolic_int_binary(ev, op, a, b, span);
    if (known_double(a, &x) && known_double(b, &y))
        return known_float_binary(ev, op, x, y, span);
    return float_node_binary(ev, op, a, b, span);
}

/* ---- unary, comparison, conversion
 * ---------------------------------------------------------------------------------------------- */

const Value *ev_number_unary(Ev *ev, AstUnaryOp op, const Value *a, Span span) {
    const ShExpr *e;
    int64_t known;
    a = ev_counted(ev, a, span);
    if (op == AST_UAdd && ev_number_kind(a) != IRT_BOOL)
        return a;
    if (op == AST_UAdd)
        return ev_to_int(ev, a, span);
    if (op == AST_Invert) {
        if (!is_int_like(a) || !ev_as_expr(ev, a, &e))
            return ev_raise(ev, "TypeError", span, "bad operand type for unary ~: '%s'", ev_type_name(ev, a));
        return ev_int_expr(ev, sh_sub(ev->shapes, sh_const(ev->shapes, -1), e));
    }
    if (a->kind == V_FLOAT)
        return ev_float(ev, -a->u.number);
    if (ev_as_int_known(a, &known))
        return known == INT64_MIN ? too_large(ev, span) : ev_int(ev, -known);
    if (ev_as_expr(ev, a, &e))
        return ev_int_expr(ev, sh_sub(ev->shapes, sh_const(ev->shapes, 0), e));
    IrNode *node = as_float_node(ev, a, false, span);
    return node ? ev_scalar(ev, ir_unary(ev->region, OP_NEG, ir_scalar_type(IRT_FLOAT), node, span)) : NULL;
}

static bool order_holds(AstCmpOp op, int order, bool unordered) {
    if (unordered)
        return op == AST_NotEq;
    switch (op) {
    case AST_Eq:
        return order == 0;
    case AST_NotEq:
        return order != 0;
    case AST_Lt:
        return order < 0;
    case AST_LtE:
        return order <= 0;
    case AST_Gt:
        return order > 0;
    default:
        return order >= 0;
    }
}

typedef struct Configuration {
    bool all, sizes; /* sizes: those of tensors that an object keeps count, too */
} Configuration;

static void check_kept(void *env, const ShSymbol *symbol) {
    Configuration *configuration = env;
    bool counts = symbol->origin_kind == SH_FROM_INT || (configuration->sizes && symbol->origin_kind == SH_FROM_DIM);
    const Source *origin = counts ? symbol->origin : NULL;
    while (origin && (origin->kind == SRC_ITEM_INT || origin->kind == SRC_ITEM_STR))
        origin = origin->base;
    configuration->all &= origin && (origin->kind == SRC_ATTR || (configuration->sizes && origin->kind == SRC_PARAM));
}

bool ev_is_kept(const ShExpr *e) {
    Configuration configuration = {true, true};
    sh_visit_symbols(e, check_kept, &configuration);
    return configuration.all;
}

/* Installed code that asks for a number of a module's configuration (is the number of heads even?) takes one path for
 * good: the likely answer is assumed, and guarded. The program's own code keeps both paths. */
static bool is_configuration(Ev *ev, const ShExpr *a, const ShExpr *b) {
    Configuration configuration = {!ev->in_driver && ev->frame && !ev->frame->module->is_main, false};
    if (configuration.all)
        sh_visit_symbols(a, check_kept, &configuration);
    if (configuration.all)
        sh_visit_symbols(b, check_kept, &configuration);
    return configuration.all && sh_hint(a, INT64_MIN) != INT64_MIN && sh_hint(b, INT64_MIN) != INT64_MIN;
}

static const Value *assume_likely(Ev *ev, ShCompare op, const ShExpr *a, const ShExpr *b, Span span) {
    int64_t x = sh_hint(a, 0), y = sh_hint(b, 0);
    bool holds = sh_compare_ints(op, x, y);
    static const ShCompare opposite[] = {[SH_EQ] = SH_NE, [SH_NE] = SH_EQ, [SH_LT] = SH_LE, [SH_LE] = SH_LT};
    bool swap = !holds && (op == SH_LT || op == SH_LE);
    return ev_assume_compare(ev, holds ? op : opposite[op], swap ? b : a, swap ? a : b, span) ? ev_bool(ev, holds)
                                                                                              : NULL;
}

static const Value *compare_exprs(Ev *ev, AstCmpOp op, const ShExpr *a, const ShExpr *b, Span span) {
    static const struct {
        ShCompare compare;
        bool swap;
        IrOp ir;
    } rows[] = {
        [AST_Eq] = {SH_EQ, false, OP_EQ},  [AST_NotEq] = {SH_NE, false, OP_NE}, [AST_Lt] = {SH_LT, false, OP_LT},
        [AST_LtE] = {SH_LE, false, OP_LE}, [AST_Gt] = {SH_LT, true, OP_LT},     [AST_GtE] = {SH_LE, true, OP_LE}};
    const ShExpr *x = rows[op].swap ? b : a, *y = rows[op].swap ? a : b;
    ShTruth truth = sh_compare(ev->shapes, rows[op].compare, x, y);
    if (truth != SH_MAYBE)
        return ev_bool(ev, truth == SH_YES);
    if (is_configuration(ev, x, y))
        return assume_likely(ev, rows[op].compare, x, y, span);
    IrNode *left = ev_scalar_node(ev, ev_int_expr(ev, x)), *right = ev_scalar_node(ev, ev_int_expr(ev, y));
    return ev_scalar(ev, bool_node(ev, rows[op].ir, left, right, span));
}

static const Value *compare_floats(Ev *ev, AstCmpOp op, const Value *a, const Value *b, Span span) {
    static const IrOp ops[] = {[AST_Eq] = OP_EQ,  [AST_NotEq] = OP_NE, [AST_Lt] = OP_LT,
                               [AST_LtE] = OP_LE, [AST_Gt] = OP_GT,    [AST_GtE] = OP_GE};
    IrNode *x = as_float_node(ev, a, true, span), *y = x ? as_float_node(ev, b, true, span) : NULL;
    return y ? ev_scalar(ev, bool_node(ev, ops[op], x, y, span)) : NULL;
}

/* -1, 0 or 1: how an int and a float compare, without rounding the int. */
static int order_of(int64_t i, double f) {
    if (f >= 9223372036854775808.0)
        return -1;
    if (f < -9223372036854775808.0)
        return 1;
    int64_t whole = (int64_t)f; /* towards zero */
    double rest = f - (double)whole;
    if (i != whole)
        return i < whole ? -1 : 1;
    return rest > 0 ? -1 : rest < 0;
}

const Value *ev_number_compare(Ev *ev, AstCmpOp op, const Value *a, const Value *b, Span span) {
    int64_t i, j;
    double x, y;
    const ShExpr *e, *f;
    if (ev_as_int_known(a, &i) && ev_as_int_known(b, &j))
        return ev_bool(ev, order_holds(op, (i > j) - (i < j), false));
    if (ev_as_int_known(a, &i) && b->kind == V_FLOAT)
        return ev_bool(ev, order_holds(op, order_of(i, b->u.number), isnan(b->u.number)));
    if (a->kind == V_FLOAT && ev_as_int_known(b, &j))
        return ev_bool(ev, order_holds(op, -order_of(j, a->u.number), isnan(a->u.number)));
    if (known_double(a, &x) && known_double(b, &y))
        return ev_bool(ev, order_holds(op, (x > y) - (x < y), x != x || y != y));
    if (ev_as_expr(ev, a, &e) && ev_as_expr(ev, b, &f))
        return compare_exprs(ev, op, e, f, span);
    if (is_bool(a) && is_bool(b) && (op == AST_Eq || op == AST_NotEq))
        return ev_scalar(
            ev, bool_node(ev, op == AST_Eq ? OP_EQ : OP_NE, ev_scalar_node(ev, a), ev_scalar_node(ev, b), span));
    return compare_floats(ev, op, a, b, span);
}

const Value *ev_to_float(Ev *ev, const Value *v, Span span) {
    double known;
    if (known_double(v, &known))
        return ev_float(ev, known);
    IrNode *node = as_float_node(ev, v, false, span);
    return node ? ev_scalar(ev, node) : NULL;
}

/* The int that `node` divides, by a number that stands for `divisor` exactly; one that was made a float is divided
 * by 1. NULL: it is something else. */
static const ShExpr *divided_int(const IrNode *node, int64_t *divisor) {
    if (node->op == OP_CAST && node->type.kind == IRT_FLOAT && node->inputs[0]->op == OP_SIZE) {
        *divisor = 1;
        return node->inputs[0]->exprs[0];
    }
    bool divides = node->op == OP_DIV, halves = node->op == OP_MUL;
    if ((!divides && !halves) || node->inputs[0]->op != OP_CAST || node->inputs[0]->inputs[0]->op != OP_SIZE ||
        node->inputs[1]->op != OP_CONST)
        return NULL;
    int exponent;
    double number = node->inputs[1]->number;
    if (halves && (frexp(number, &exponent) != 0.5 || number < 0x1p-30 || number > 1)) /* no power of two */
        return NULL;
    number = halves ? 1 / number : number;
    if (!(number >= 1 && number <= INT32_MAX) || number != floor(number))
        return NULL;
    *divisor = (int64_t)number;
    return node->inputs[0]->inputs[0]->exprs[0];
}

/* A quotient of ints that are doubles exactly lies on the side of each whole number where theirs does. */
const ShExpr *ev_whole_quotient(Ev *ev, const Value *number, int direction, Span span) {
    int64_t divisor, lo, hi;
    const ShExpr *e = number->kind == V_SCALAR ? divided_int(number->u.node, &divisor) : NULL;
    if (!e || !exact_as_double(ev, e, span))
        return NULL;
    sh_range(e, &lo, &hi);
    if (direction == 0 && lo < 0)
        return NULL;
    const ShExpr *by = sh_const(ev->shapes, divisor);
    return sh_floordiv(ev->shapes, direction > 0 ? sh_add(ev->shapes, e, sh_const(ev->shapes, divisor - 1)) : e, by);
}

/* A float as one size over another. False: it is something else. */
static bool ratio_of_sizes(ShContext *cx, const IrNode *node, int depth, const ShExpr **over, const ShExpr **under) {
    const ShExpr *a, *b, *c, *d;
    if (node->op == OP_CAST && node->inputs[0]->op == OP_SIZE) {
        *over = node->inputs[0]->exprs[0], *under = sh_const(cx, 1);
        return true;
    }
    if ((node->op != OP_DIV && node->op != OP_MUL) || depth == 0 ||
        !ratio_of_sizes(cx, node->inputs[0], depth - 1, &a, &b) ||
        !ratio_of_sizes(cx, node->inputs[1], depth - 1, &c, &d))
        return false;
    bool divides = node->op == OP_DIV;
    *over = sh_mul(cx, a, divides ? d : c);
    *under = sh_mul(cx, b, divides ? c : d);
    return true;
}

/* int(n / (h * w / s / s)), which is a size as it is written otherwise: taken to be that one, and compared with it. */
static bool assume_exact(Ev *ev, const IrNode *number, const Value *whole, Span span) {
    enum { DEPTH_MAX = 6 };
    const ShExpr *over, *under, *counted, *quotient = NULL;
    if (number->op == OP_DIV && !ev->in_driver && !ev_effect_seen(ev) &&
        ratio_of_sizes(ev->shapes, number, DEPTH_MAX, &over, &under))
        quotient = sh_exact_quotient(ev->shapes, sh_canon(ev->shapes, over), sh_canon(ev->shapes, under));
    return !quotient || !ev_as_expr(ev, whole, &counted) || ev_assume_equal(ev, counted, quotient, span);
}

const Value *ev_to_int(Ev *ev, const Value *v, Span span) {
    const ShExpr *e;
    if (v->kind == V_FLOAT) {
        if (!isfinite(v->u.number))
            return ev_raise(ev, isnan(v->u.number) ? "ValueError" : "OverflowError", span,
                            "cannot convert float %s to integer", isnan(v->u.number) ? "NaN" : "infinity");
        if (fabs(v->u.number) >= 9.2e18)
            return too_large(ev, span);
        return ev_int(ev, (int64_t)v->u.number);
    }
    if (ev_as_expr(ev, v, &e) || (e = ev_whole_quotient(ev, v, 0, span)))
        return ev_int_expr(ev, e);
    if (ev->fail.kind)
        return NULL;
    IrNode *node = ev_scalar_node(ev, v);
    if (node->type.kind == IRT_FLOAT) {
        IrNode *size = ir_unary(ev->region, OP_ABS, ir_scalar_type(IRT_FLOAT), node, span);
        IrNode *small = bool_node(ev, OP_LT, size, ir_const_float(ev->region, 9.2e18), span);
        if (!ev_miss_if(ev, small, true, "a float that does not fit an int64", span))
            return NULL;
    }
    const Value *whole = ev_scalar(ev, ir_unary(ev->region, OP_CAST, ir_scalar_type(IRT_INT), node, span));
    return assume_exact(ev, node, whole, span) ? whole : NULL;
}

bool ev_may_have_methods(const Value *v) {
    return v->kind == V_INSTANCE || (v->kind == V_TUPLE && v->u.tuple.cls) || ev_dict_class(v);
}

static bool is_int_member(const Value *value) {
    const ClassInfo *cls = value->kind == V_INSTANCE ? value->u.instance.cls : NULL;
    return cls && cls->is_enum && cls->builtin && !strcmp(cls->builtin, "int");
}

const Value *ev_number_by(Ev *ev, const Value *object, const char *name, Span span) {
    const ClassInfo *where = NULL;
    bool is_int = !strcmp(name, "__index__") && is_int_member(object);
    if (is_int && (!ev_class_lookup(ev, object->u.instance.cls, str_of(name), &where) || !where->module->is_prelude))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "an int whose class has an __index__() of its own");
    const Value *method = ev_special(ev, object, name, span);
    const Value *number = method ? ev_call_values(ev, method, NULL, 0, span) : NULL;
    if (!number || object->kind == V_TENSOR)
        return number;
    bool wants_float = !strcmp(name, "__float__");
    if (ev_is_number(number) && ev_number_kind(number) == (wants_float ? IRT_FLOAT : IRT_INT))
        return number;
    /* An object may be of a subclass, which is deprecated as a bool is; the text of __trunc__() is another. */
    bool is_seen = number->kind != V_INSTANCE && number->kind != V_TENSOR && number->kind != V_UNKNOWN &&
                   number->kind != V_EXTERNAL && ev_number_kind(number) != IRT_BOOL && strcmp(name, "__trunc__") != 0;
    if (!is_seen)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "a number that %s() gives", name);
    return wants_float
               ? ev_raise(ev, "TypeError", span, "%s.%s returned non-float (type %s)", ev_type_name(ev, object), name,
                          ev_type_name(ev, number))
               : ev_raise(ev, "TypeError", span, "%s returned non-int (type %s)", name, ev_type_name(ev, number));
}

const Value *ev_ints_of_enums(Ev *ev, const Value *value, Span span) {
    const Value *const *items;
    uint32_t count;
    if (is_int_member(value))
        return ev_number_by(ev, value, "__index__", span);
    bool is_plain = (value->kind == V_TUPLE && !value->u.tuple.cls) || value->kind == V_LIST;
    bool any = false;
    if (!is_plain || !ev_sequence(ev, value, &items, &count))
        return value;
    for (uint32_t i = 0; i < count; i++)
        any = any || is_int_member(items[i]);
    if (!any)
        return value;
    const Value **ints = arena_array(ev->arena, const Value *, count);
    for (uint32_t i = 0; i < count; i++)
        if (!(ints[i] = ev_ints_of_enums(ev, items[i], span)))
            return NULL;
    return value->kind == V_LIST ? ev_list(ev, ints, count) : ev_tuple(ev, ints, count);
}
