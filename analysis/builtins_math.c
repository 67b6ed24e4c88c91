/* The functions of the module `math`. Known arguments are computed with libm, as CPython does; for symbolic floats the common
 * functions become scalar nodes, guarded where Python raises (ValueError for a domain, OverflowError for a result). */
#include "analysis/ev_internal.h"

#include <math.h>

static bool known_number(const Value *v, double *out) {
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

/* What Python makes of a result: a NaN out of numbers is a domain error, an infinity out of finite numbers an overflow. */
static const Value *checked(Ev *ev, double result, bool finite_arguments, bool pole, Span span) {
    if (isnan(result) && finite_arguments)
        return ev_raise(ev, "ValueError", span, "math domain error");
    if (isinf(result) && finite_arguments)
        return pole ? ev_raise(ev, "ValueError", span, "math domain error") : ev_raise(ev, "OverflowError", span, "math range error");
    return ev_float(ev, result);
}

static const Value *not_known(Ev *ev, const Value *v, const char *name, Span span) {
    if (v->kind == V_UNKNOWN)
        return ev_need(ev, v, HYP_FLOAT, DT_NONE, -1, span);
    if (ev_is_number(v))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "math.%s of a number that is known at run time only", name);
    if (v->kind == V_TENSOR)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "math.%s of a tensor", name);
    return ev_raise(ev, "TypeError", span, "must be real number, not %s", ev_type_name(v));
}

/* ---- one real argument -------------------------------------------------------------------------------------------------- */

typedef struct RealFunction {
    const char *name;
    double (*compute)(double x);
    IrOp op;         /* of the scalar node; OP_COUNT: known arguments only */
    bool pole;       /* an infinite result is a domain error */
    bool (*guard)(Ev *ev, IrNode *x, Span span); /* leaves the variant where Python raises; NULL: nowhere */
} RealFunction;

static bool leave_if(Ev *ev, IrOp op, IrNode *x, double bound, Span span) {
    IrNode *outside = ir_binary(ev->region, op, ir_scalar_type(IRT_BOOL), x, ir_const_float(ev->region, bound), span);
    return ev_miss_if(ev, outside, false, "math domain or range error", span);
}

static bool guard_sqrt(Ev *ev, IrNode *x, Span span) { return leave_if(ev, OP_LT, x, 0.0, span); }
static bool guard_log(Ev *ev, IrNode *x, Span span) { return leave_if(ev, OP_LE, x, 0.0, span); }
static bool guard_exp(Ev *ev, IrNode *x, Span span) { return leave_if(ev, OP_GT, x, 709.0, span); }
static bool guard_finite(Ev *ev, IrNode *x, Span span) {
    IrNode *magnitude = ir_unary(ev->region, OP_ABS, ir_scalar_type(IRT_FLOAT), x, span);
    return leave_if(ev, OP_GT, magnitude, 1e300, span);
}

static const RealFunction real_functions[] = {
    {"sqrt", sqrt, OP_SQRT, false, guard_sqrt},
    {"exp", exp, OP_EXP, false, guard_exp},
    {"log2", log2, OP_LOG2, true, guard_log},
    {"log10", log10, OP_LOG10, true, guard_log},
    {"sin", sin, OP_SIN, false, guard_finite},
    {"cos", cos, OP_COS, false, guard_finite},
    {"tan", tan, OP_TAN, false, guard_finite},
    {"tanh", tanh, OP_TANH, false, NULL},
    {"atan", atan, OP_ATAN, false, NULL},
    {"fabs", fabs, OP_ABS, false, NULL},
    {"expm1", expm1, OP_COUNT, false, NULL},
    {"log1p", log1p, OP_COUNT, true, NULL},
    {"asin", asin, OP_COUNT, false, NULL},
    {"acos", acos, OP_COUNT, false, NULL},
    {"sinh", sinh, OP_COUNT, false, NULL},
    {"cosh", cosh, OP_COUNT, false, NULL},
    {"asinh", asinh, OP_COUNT, false, NULL},
    {"acosh", acosh, OP_COUNT, false, NULL},
    {"atanh", atanh, OP_COUNT, true, NULL},
    {"erf", erf, OP_COUNT, false, NULL},
    {"erfc", erfc, OP_COUNT, false, NULL},
    {"cbrt", cbrt, OP_COUNT, false, NULL},
};

static const Value *apply_real(Ev *ev, const char *name, const Value *arg, Span span) {
    const RealFunction *function = real_functions;
    while (strcmp(function->name, name) != 0)
        function++;
    double x;
    if (known_number(arg, &x))
        return checked(ev, function->compute(x), isfinite(x), function->pole, span);
    if (!ev_is_number(arg) || function->op == OP_COUNT)
        return not_known(ev, arg, name, span);
    const Value *real = ev_to_float(ev, arg, span);
    IrNode *node = real ? ev_scalar_node(ev, real) : NULL;
    if (!node || (function->guard && !function->guard(ev, node, span)))
        return NULL;
    return ev_scalar(ev, ir_unary(ev->region, function->op, ir_scalar_type(IRT_FLOAT), node, span));
}

#define REAL(name)                                                                                                     \
    static const Value *math_##name(Ev *ev, const Value *self, const CallArgs *args, Span span) {                      \
        (void)self;                                                                                                    \
        return apply_real(ev, #name, args->args[0], span);                                                             \
    }
REAL(sqrt)
REAL(exp)
REAL(log2)
REAL(log10)
REAL(sin)
REAL(cos)
REAL(tan)
REAL(tanh)
REAL(atan)
REAL(fabs)
REAL(expm1)
REAL(log1p)
REAL(asin)
REAL(acos)
REAL(sinh)
REAL(cosh)
REAL(asinh)
REAL(acosh)
REAL(atanh)
REAL(erf)
REAL(erfc)
REAL(cbrt)
#undef REAL

/* log(x) or log(x, base). */
static const Value *math_log(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    double x, base;
    const Value *arg = args->args[0];
    bool natural = args->args[1]->kind == V_NONE;
    if (known_number(arg, &x) && (natural || known_number(args->args[1], &base))) {
        if (!(x > 0 || isnan(x)) || (!natural && !(base > 0 || isnan(base))))
            return ev_raise(ev, "ValueError", span, "math domain error");
        return natural ? ev_float(ev, log(x)) : ev_binary(ev, AST_Div, ev_float(ev, log(x)), ev_float(ev, log(base)), span);
    }
    if (!natural || !ev_is_number(arg))
        return not_known(ev, arg, "log", span);
    const Value *real = ev_to_float(ev, arg, span);
    IrNode *node = real ? ev_scalar_node(ev, real) : NULL;
    if (!node || !guard_log(ev, node, span))
        return NULL;
    return ev_scalar(ev, ir_unary(ev->region, OP_LOG, ir_scalar_type(IRT_FLOAT), node, span));
}

/* ---- two real arguments ------------------------------------------------------------------------------------------------------ */

static const Value *apply_two(Ev *ev, const char *name, double (*compute)(double, double), const CallArgs *args, Span span) {
    double a, b;
    if (!known_number(args->args[0], &a))
        return not_known(ev, args->args[0], name, span);
    if (!known_number(args->args[1], &b))
        return not_known(ev, args->args[1], name, span);
    return checked(ev, compute(a, b), isfinite(a) && isfinite(b), false, span);
}

#define TWO(name)                                                                                                      \
    static const Value *math_##name(Ev *ev, const Value *self, const CallArgs *args, Span span) {                      \
        (void)self;                                                                                                    \
        return apply_two(ev, #name, name, args, span);                                                                 \
    }
TWO(pow)
TWO(atan2)
TWO(fmod)
TWO(copysign)
TWO(hypot)
#undef TWO

/* ---- integers and tests --------------------------------------------------------------------------------------------------------- */

static const Value *rounded(Ev *ev, const char *name, double (*compute)(double), const Value *arg, Span span) {
    double x;
    if (arg->kind == V_INT)
        return arg;
    if (!known_number(arg, &x))
        return not_known(ev, arg, name, span);
    if (!isfinite(x) || fabs(x) > 9e18)
        return isfinite(x) ? ev_fail(ev, D_LIMIT, span, "an integer that needs more than 64 bits")
                           : ev_raise(ev, isnan(x) ? "ValueError" : "OverflowError", span, "cannot convert float %s to integer",
                                      isnan(x) ? "NaN" : "infinity");
    return ev_int(ev, (int64_t)compute(x));
}

static const Value *math_floor(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    return rounded(ev, "floor", floor, args->args[0], span);
}

static const Value *math_ceil(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    return rounded(ev, "ceil", ceil, args->args[0], span);
}

static const Value *math_trunc(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    return rounded(ev, "trunc", trunc, args->args[0], span);
}

typedef enum { IS_NAN, IS_INF, IS_FINITE } FloatTest;

static const Value *float_test(Ev *ev, FloatTest test, const Value *arg, Span span) {
    double x;
    if (!known_number(arg, &x))
        return not_known(ev, arg, "isnan", span);
    return ev_bool(ev, test == IS_NAN ? isnan(x) : test == IS_INF ? isinf(x) : isfinite(x));
}

static const Value *math_isnan(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    return float_test(ev, IS_NAN, args->args[0], span);
}

static const Value *math_isinf(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    return float_test(ev, IS_INF, args->args[0], span);
}

static const Value *math_isfinite(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    return float_test(ev, IS_FINITE, args->args[0], span);
}

static bool known_int(Ev *ev, const Value *v, int64_t *out, Span span) {
    if (v->kind != V_FLOAT && ev_as_int_known(v, out))
        return true;
    if (v->kind == V_INT || v->kind == V_UNKNOWN)
        ev_need_known(ev, v, span);
    else
        ev_raise(ev, "TypeError", span, "'%s' object cannot be interpreted as an integer", ev_type_name(v));
    return false;
}

static const Value *math_gcd(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    int64_t result = 0, next;
    for (uint32_t i = 0; i < args->count; i++) {
        if (!known_int(ev, args->args[i], &next, span))
            return NULL;
        next = next < 0 ? -next : next;
        while (next) {
            int64_t rest = result % next;
            result = next;
            next = rest;
        }
    }
    return ev_int(ev, result);
}

static const Value *math_isqrt(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    int64_t n;
    if (!known_int(ev, args->args[0], &n, span))
        return NULL;
    if (n < 0)
        return ev_raise(ev, "ValueError", span, "isqrt() argument must be nonnegative");
    int64_t root = (int64_t)sqrt((double)n);
    while (root > 0 && root > n / root)
        root--;
    while ((root + 1) <= n / (root + 1))
        root++;
    return ev_int(ev, root);
}

static const Value *math_prod(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    const Value **items, *result = args->args[1];
    uint32_t count;
    if (!ev_iterate(ev, args->args[0], &items, &count, span))
        return NULL;
    for (uint32_t i = 0; i < count && result; i++)
        result = ev_binary(ev, AST_Mult, result, items[i], span);
    return result;
}

const Builtin builtin_math[] = {
    {"sqrt", math_sqrt, "x, /"},
    {"exp", math_exp, "x, /"},
    {"log", math_log, "x, base=None, /"},
    {"log2", math_log2, "x, /"},
    {"log10", math_log10, "x, /"},
    {"sin", math_sin, "x, /"},
    {"cos", math_cos, "x, /"},
    {"tan", math_tan, "x, /"},
    {"tanh", math_tanh, "x, /"},
    {"atan", math_atan, "x, /"},
    {"fabs", math_fabs, "x, /"},
    {"expm1", math_expm1, "x, /"},
    {"log1p", math_log1p, "x, /"},
    {"asin", math_asin, "x, /"},
    {"acos", math_acos, "x, /"},
    {"sinh", math_sinh, "x, /"},
    {"cosh", math_cosh, "x, /"},
    {"asinh", math_asinh, "x, /"},
    {"acosh", math_acosh, "x, /"},
    {"atanh", math_atanh, "x, /"},
    {"erf", math_erf, "x, /"},
    {"erfc", math_erfc, "x, /"},
    {"cbrt", math_cbrt, "x, /"},
    {"pow", math_pow, "x, y, /"},
    {"atan2", math_atan2, "y, x, /"},
    {"fmod", math_fmod, "x, y, /"},
    {"copysign", math_copysign, "x, y, /"},
    {"hypot", math_hypot, "x, y, /"},
    {"floor", math_floor, "x, /"},
    {"ceil", math_ceil, "x, /"},
    {"trunc", math_trunc, "x, /"},
    {"isnan", math_isnan, "x, /"},
    {"isinf", math_isinf, "x, /"},
    {"isfinite", math_isfinite, "x, /"},
    {"gcd", math_gcd, NULL},
    {"isqrt", math_isqrt, "n, /"},
    {"prod", math_prod, "iterable, /, *, start=1"},
    {NULL, NULL, NULL},
};
