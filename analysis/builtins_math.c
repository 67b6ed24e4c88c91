/* The module math, on known numbers and on scalar nodes; and services that the prelude's Python asks for (module
 * `_pyaot`). */
#include "analysis/ev_internal.h"
#include "parser/module_index.h"
#include "parser/modules.h"

#include <math.h>

#define MATH(name) static const Value *name(Ev *ev, const Value *self, const CallArgs *args, Span span)

/* ---- functions of one float
 * --------------------------------------------------------------------------------------------- */

typedef struct Function1 {
    const char *name;
    double (*compute)(double);
    IrOp op;            /* OP_COUNT: known numbers only */
    double lo, hi;      /* where it is defined; ends excluded when `open` */
    bool open, bounded; /* bounded: never overflows */
} Function1;

static const Function1 functions1[] = {
    {"sqrt", sqrt, OP_SQRT, 0, INFINITY, false, true},
    {"exp", exp, OP_EXP, -INFINITY, INFINITY, false, false},
    {"exp2", exp2, OP_EXP2, -INFINITY, INFINITY, false, false},
    {"expm1", expm1, OP_EXPM1, -INFINITY, INFINITY, false, false},
    {"log2", log2, OP_LOG2, 0, INFINITY, true, true},
    {"log10", log10, OP_LOG10, 0, INFINITY, true, true},
    {"log1p", log1p, OP_LOG1P, -1, INFINITY, true, true},
    {"sin", sin, OP_SIN, -INFINITY, INFINITY, true, true},
    {"cos", cos, OP_COS, -INFINITY, INFINITY, true, true},
    {"tan", tan, OP_TAN, -INFINITY, INFINITY, true, true},
    {"asin", asin, OP_ASIN, -1, 1, false, true},
    {"acos", acos, OP_ACOS, -1, 1, false, true},
    {"atan", atan, OP_ATAN, -INFINITY, INFINITY, false, true},
    {"sinh", sinh, OP_SINH, -INFINITY, INFINITY, false, false},
    {"cosh", cosh, OP_COSH, -INFINITY, INFINITY, false, false},
    {"tanh", tanh, OP_TANH, -INFINITY, INFINITY, false, true},
    {"asinh", asinh, OP_ASINH, -INFINITY, INFINITY, false, false},
    {"acosh", acosh, OP_ACOSH, 1, INFINITY, false, false},
    {"atanh", atanh, OP_ATANH, -1, 1, true, false},
    {"erf", erf, OP_ERF, -INFINITY, INFINITY, false, true},
    {"erfc", erfc, OP_ERFC, -INFINITY, INFINITY, false, true},
};

static const Value *as_float(Ev *ev, const Value *v, Span span) {
    if (v->kind == V_UNKNOWN)
        return ev_need(ev, v, HYP_FLOAT, DT_NONE, -1, span);
    if (ev_is_number(v))
        return ev_to_float(ev, v, span);
    const Value *number = ev_number_by(ev, v, "__float__", span);
    if (!number && !ev->fail.kind)
        number = ev_number_by(ev, v, "__index__", span);
    if (!number)
        return ev->fail.kind ? NULL
                             : ev_raise(ev, "TypeError", span, "must be real number, not %s", ev_type_name(ev, v));
    return ev_to_float(ev, number, span);
}

static bool inside(const Function1 *f, double x) { return f->open ? x > f->lo && x < f->hi : x >= f->lo && x <= f->hi; }

static const Value *known1(Ev *ev, const Function1 *f, double x, Span span) {
    if (isnan(x))
        return ev_float(ev, x);
    bool at_end = f->open && isinf(f->hi) && x == f->hi && strncmp(f->name, "log", 3) == 0;
    if (!inside(f, x) && !at_end)
        return ev_raise(ev, "ValueError", span, "math domain error");
    double r = f->compute(x);
    if (isinf(r) && isfinite(x))
        return ev_raise(ev, "OverflowError", span, "math range error");
    return ev_float(ev, r);
}

/* The variant goes on only for a finite result of a number in the domain: everything else is rare, and Python's affair.
 */
static const Value *symbolic1(Ev *ev, const Function1 *f, const Value *x, Span span) {
    IrNode *node = ev_scalar_node(ev, x);
    IrNode *result = ir_unary(ev->region, f->op, ir_scalar_type(IRT_FLOAT), node, span);
    IrNode *finite = ir_unary(ev->region, OP_ISFINITE, ir_scalar_type(IRT_BOOL), result, span);
    return ev_miss_if(ev, finite, true, "a mathematical function outside of its domain", span) ? ev_scalar(ev, result)
                                                                                               : NULL;
}

static const Value *call1(Ev *ev, const char *name, const CallArgs *args, Span span) {
    const Function1 *f = functions1;
    while (strcmp(f->name, name))
        f++;
    const Value *x = as_float(ev, args->args[0], span);
    if (!x)
        return NULL;
    return x->kind == V_FLOAT ? known1(ev, f, x->u.number, span) : symbolic1(ev, f, x, span);
}

#define MATH1(id)                                                                                                      \
    MATH(math_##id) {                                                                                                  \
        (void)self;                                                                                                    \
        return call1(ev, #id, args, span);                                                                             \
    }
MATH1(sqrt)
MATH1(exp)
MATH1(exp2)
MATH1(expm1)
MATH1(log2)
MATH1(log10)
MATH1(log1p)
MATH1(sin)
MATH1(cos)
MATH1(tan)
MATH1(asin)
MATH1(acos)
MATH1(atan)
MATH1(sinh)
MATH1(cosh)
MATH1(tanh)
MATH1(asinh)
MATH1(acosh)
MATH1(atanh)
MATH1(erf)
MATH1(erfc)

/* ---- others
 * -------------------------------------------------------------------------------------------------------------- */

MATH(math_log) {
    (void)self;
    static const Function1 natural = {"log", log, OP_LOG, 0, INFINITY, true, true};
    if (args->count != 1 && args->count != 2)
        return ev_raise(ev, "TypeError", span, "log expected 1 or 2 arguments");
    const Value *x = as_float(ev, args->args[0], span);
    if (!x)
        return NULL;
    const Value *result =
        x->kind == V_FLOAT ? known1(ev, &natural, x->u.number, span) : symbolic1(ev, &natural, x, span);
    if (!result || args->count == 1)
        return result;
    const Value *divisor = math_log(ev, NULL, &(CallArgs){.args = args->args + 1, .count = 1}, span);
    return divisor ? ev_binary(ev, AST_Div, result, divisor, span) : NULL;
}

static const Value *rounded(Ev *ev, const Value *v, double (*known)(double), IrOp op, const char *special, Span span) {
    if (v->kind == V_INT || v->kind == V_BOOL)
        return ev_number_unary(ev, AST_UAdd, v, span);
    if (v->kind == V_INSTANCE)
        return ev_call_method(ev, v, special, NULL, 0, span);
    if (ev_may_have_methods(v) && ev_special(ev, v, special, span))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "%s() of a %s", special, ev_type_name(ev, v));
    if (ev->fail.kind)
        return NULL;
    const Value *x = as_float(ev, v, span);
    if (!x)
        return NULL;
    if (x->kind == V_FLOAT)
        return ev_to_int(ev, ev_float(ev, known(x->u.number)), span);
    const ShExpr *whole = ev_whole_quotient(ev, x, op == OP_CEIL ? 1 : op == OP_FLOOR ? -1 : 0, span);
    if (whole || ev->fail.kind)
        return whole ? ev_int_expr(ev, whole) : NULL;
    IrNode *node = ir_unary(ev->region, op, ir_scalar_type(IRT_FLOAT), ev_scalar_node(ev, x), span);
    return ev_to_int(ev, ev_scalar(ev, node), span);
}

MATH(math_floor) {
    (void)self;
    return rounded(ev, args->args[0], floor, OP_FLOOR, "__floor__", span);
}
MATH(math_ceil) {
    (void)self;
    return rounded(ev, args->args[0], ceil, OP_CEIL, "__ceil__", span);
}
MATH(math_trunc) {
    (void)self;
    const Value *x = args->args[0];
    const Value *own = x->kind == V_INSTANCE ? ev_special(ev, x, "__trunc__", span) : NULL;
    if (own || ev->fail.kind)
        return own ? ev_call_values(ev, own, NULL, 0, span) : NULL;
    if (!ev_is_number(x) && x->kind != V_UNKNOWN &&
        x->kind != V_EXTERNAL) /* what is a float otherwise is refused too */
        return ev_raise(ev, "TypeError", span, "type %s doesn't define __trunc__ method", ev_type_name(ev, x));
    return rounded(ev, x, trunc, OP_TRUNC, "__trunc__", span);
}

static const Value *classify(Ev *ev, const Value *v, IrOp op, Span span) {
    const Value *x = as_float(ev, v, span);
    if (!x)
        return NULL;
    if (x->kind == V_FLOAT)
        return ev_bool(ev, op == OP_ISNAN   ? isnan(x->u.number)
                           : op == OP_ISINF ? isinf(x->u.number)
                                            : isfinite(x->u.number));
    return ev_scalar(ev, ir_unary(ev->region, op, ir_scalar_type(IRT_BOOL), ev_scalar_node(ev, x), span));
}
MATH(math_isnan) {
    (void)self;
    return classify(ev, args->args[0], OP_ISNAN, span);
}
MATH(math_isinf) {
    (void)self;
    return classify(ev, args->args[0], OP_ISINF, span);
}
MATH(math_isfinite) {
    (void)self;
    return classify(ev, args->args[0], OP_ISFINITE, span);
}

static const Value *known2(Ev *ev, const CallArgs *args, double (*compute)(double, double), Span span) {
    const Value *x = as_float(ev, args->args[0], span), *y = x ? as_float(ev, args->args[1], span) : NULL;
    if (!y)
        return NULL;
    if (x->kind != V_FLOAT || y->kind != V_FLOAT)
        return ev_fail(ev, D_UNSUPPORTED_OP, span,
                       "this function of math on numbers that are not known when compiling");
    double r = compute(x->u.number, y->u.number);
    bool is_outside = isnan(r) || x->u.number == 0; /* pow(0, -1) */
    bool of_numbers = !isnan(x->u.number) && !isnan(y->u.number);
    bool of_finite = isfinite(x->u.number) && isfinite(y->u.number);
    if ((of_finite && !isfinite(r)) || (of_numbers && isnan(r))) /* fmod(inf, 1) */
        return ev_raise(ev, is_outside ? "ValueError" : "OverflowError", span, "math %s error",
                        is_outside ? "domain" : "range");
    return ev_float(ev, r);
}
MATH(math_atan2) {
    (void)self;
    return known2(ev, args, atan2, span);
}
MATH(math_copysign) {
    (void)self;
    return known2(ev, args, copysign, span);
}
MATH(math_fmod) {
    (void)self;
    return known2(ev, args, fmod, span);
}
MATH(math_remainder) {
    (void)self;
    return known2(ev, args, remainder, span);
}
MATH(math_nextafter) {
    (void)self;
    return known2(ev, args, nextafter, span);
}
MATH(math_pow) {
    (void)self;
    return known2(ev, args, pow, span);
}
MATH(math_fabs) {
    (void)self;
    const Value *x = as_float(ev, args->args[0], span);
    if (!x)
        return NULL;
    if (x->kind == V_FLOAT)
        return ev_float(ev, fabs(x->u.number));
    return ev_scalar(ev, ir_unary(ev->region, OP_ABS, ir_scalar_type(IRT_FLOAT), ev_scalar_node(ev, x), span));
}

MATH(math_isqrt) {
    (void)self;
    int64_t n;
    if (!ev_as_int_known(args->args[0], &n))
        return ev_need_known(ev, args->args[0], span);
    if (n < 0)
        return ev_raise(ev, "ValueError", span, "isqrt() argument must be nonnegative");
    uint64_t r = (uint64_t)sqrt((double)n);
    while (r * r > (uint64_t)n)
        r--;
    while ((r + 1) * (r + 1) <= (uint64_t)n)
        r++;
    return ev_int(ev, (int64_t)r);
}

MATH(math_gcd) {
    (void)self;
    int64_t total = 0;
    for (uint32_t i = 0; i < args->count; i++) {
        int64_t n;
        if (!ev_as_int_known(args->args[i], &n) || n == INT64_MIN)
            return ev_need_known(ev, args->args[i], span);
        n = n < 0 ? -n : n;
        while (n) {
            int64_t rest = total % n;
            total = n;
            n = rest;
        }
    }
    return ev_int(ev, total);
}

/* Known floats of the arguments, or of the items of the only one; NULL: failed. */
static double *known_floats(Ev *ev, const Value *const *items, uint32_t count, Span span) {
    double *numbers = arena_array(ev->arena, double, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        const Value *x = as_float(ev, items[i], span);
        if (x && x->kind != V_FLOAT)
            ev_fail(ev, D_UNSUPPORTED_OP, span, "this function of math on numbers that are not known when compiling");
        if (!x || x->kind != V_FLOAT)
            return NULL;
        numbers[i] = x->u.number;
    }
    return numbers;
}

/* CPython's is correctly rounded but for one case in many thousands; so is this, with the longer format. */
MATH(math_hypot) {
    (void)self;
    double *x = known_floats(ev, args->args, args->count, span);
    long double sum = 0;
    for (uint32_t i = 0; x && i < args->count; i++) {
        if (!isfinite(x[i]))
            return ev_fail(ev, D_UNSUPPORTED_OP, span, "math.hypot() of what is not finite");
        sum += (long double)x[i] * (long double)x[i];
    }
    return x ? ev_float(ev, (double)sqrtl(sum)) : NULL;
}

/* _pyaot.hypot(x, y): as C has it, which abs() of a complex number is. */
MATH(service_hypot) {
    (void)self;
    const double *x = known_floats(ev, args->args, 2, span);
    double result = x ? hypot(x[0], x[1]) : 0;
    return !x                 ? NULL
           : isfinite(result) ? ev_float(ev, result)
                              : ev_fail(ev, D_UNSUPPORTED_OP, span, "abs() of a complex number that is not finite");
}

/* The sum without rounding errors: what is kept are partial sums that do not overlap (Shewchuk). */
MATH(math_fsum) {
    (void)self;
    const Value **items;
    uint32_t count, kept = 0;
    if (!ev_iterate(ev, args->args[0], &items, &count, span))
        return NULL;
    double *x = known_floats(ev, items, count, span), *partials = arena_array(ev->arena, double, count + 1);
    for (uint32_t i = 0; x && i < count; i++) {
        uint32_t left = 0;
        double term = x[i];
        if (!(fabs(term) < 1e300))
            return ev_fail(ev, D_UNSUPPORTED_OP, span, "math.fsum() of such numbers");
        for (uint32_t k = 0; k < kept; k++) {
            double big = fabs(term) < fabs(partials[k]) ? partials[k] : term;
            double small = fabs(term) < fabs(partials[k]) ? term : partials[k];
            double high = big + small, low = small - (high - big);
            if (low != 0)
                partials[left++] = low;
            term = high;
        }
        partials[left] = term;
        kept = left + 1;
    }
    double high = kept ? partials[--kept] : 0, low = 0;
    while (kept > 0 && low == 0) {
        double before = high, part = partials[--kept];
        high = before + part;
        low = part - (high - before);
    }
    if (kept > 0 && low != 0 && (low < 0) == (partials[kept - 1] < 0) && high + 2 * low - high == 2 * low)
        high += 2 * low; /* half to even looks at what is left */
    return x ? ev_float(ev, high) : NULL;
}

MATH(math_cbrt) {
    (void)self;
    double *x = known_floats(ev, args->args, 1, span);
    return x ? ev_float(ev, cbrt(*x)) : NULL;
}

MATH(math_frexp) {
    (void)self;
    int exponent;
    double *x = known_floats(ev, args->args, 1, span);
    if (!x || !isfinite(*x))
        return x ? ev_fail(ev, D_UNSUPPORTED_OP, span, "math.frexp() of what is not finite") : NULL;
    const Value *mantissa = ev_float(ev, frexp(*x, &exponent)), *pair[] = {mantissa, ev_int(ev, exponent)};
    return ev_tuple(ev, pair, 2);
}

#define ROW1(id)                                                                                                       \
    { #id, math_##id, "x, /" }
const Builtin builtin_math[] = {
    ROW1(sqrt),
    ROW1(exp),
    ROW1(exp2),
    ROW1(expm1),
    ROW1(log2),
    ROW1(log10),
    ROW1(log1p),
    ROW1(sin),
    ROW1(cos),
    ROW1(tan),
    ROW1(asin),
    ROW1(acos),
    ROW1(atan),
    ROW1(sinh),
    ROW1(cosh),
    ROW1(tanh),
    ROW1(asinh),
    ROW1(acosh),
    ROW1(atanh),
    ROW1(erf),
    ROW1(erfc),
    ROW1(floor),
    ROW1(ceil),
    ROW1(trunc),
    ROW1(isnan),
    ROW1(isinf),
    ROW1(isfinite),
    ROW1(fabs),
    ROW1(isqrt),
    {"log", math_log, "*"},
    {"atan2", math_atan2, "y, x, /"},
    {"copysign", math_copysign, "x, y, /"},
    {"fmod", math_fmod, "x, y, /"},
    {"remainder", math_remainder, "x, y, /"},
    {"nextafter", math_nextafter, "x, y, /"},
    {"pow", math_pow, "x, y, /"},
    {"gcd", math_gcd, "*"},
    {"hypot", math_hypot, "*"},
    {"fsum", math_fsum, "seq, /"},
    ROW1(cbrt),
    ROW1(frexp),
    {NULL, NULL, NULL},
};

/* ---- services
 * ---------------------------------------------------------------------------------------------------------------- */

/* The constants that no literal gives. */
MATH(service_infinity) {
    (void)self;
    (void)args;
    (void)span;
    return ev_float(ev, INFINITY);
}
MATH(service_nan) {
    (void)self;
    (void)args;
    (void)span;
    return ev_float(ev, NAN);
}
MATH(service_cut) {
    (void)self;
    const Value *text = args->args[0];
    return ev_fail(ev, D_UNSUPPORTED_OP, span, "%s",
                   text->kind == V_STR && text->u.str ? text->u.str : "not supported");
}

MATH(service_in_driver) {
    (void)self;
    (void)args;
    (void)span;
    return ev_bool(ev, ev->in_driver);
}

/* A tuple that is an object of a class: named tuples. */
MATH(service_tuple_of) {
    (void)self;
    const Value **items;
    uint32_t count;
    if (args->args[0]->kind != V_CLASS)
        return ev_raise(ev, "TypeError", span, "a class expected");
    if (!ev_iterate(ev, args->args[1], &items, &count, span))
        return NULL;
    Value *value = (Value *)ev_tuple(ev, items, count);
    value->u.tuple.cls = args->args[0]->u.class_info;
    return ev_may_be_tuple(ev, value, span) ? value : NULL;
}
/* A new class: name, bases, attributes; as type(name, bases, attributes) for the prelude. */
MATH(service_new_class) {
    (void)self;
    return ev_class_from_parts(ev, args->args[0], args->args[1], args->args[2], span);
}
MATH(service_mark_dataclass) {
    (void)ev;
    (void)self;
    (void)span;
    if (args->args[0]->kind == V_CLASS)
        args->args[0]->u.class_info->is_dataclass = true;
    return args->args[0];
}
/* Does the class's own dictionary have the name? */
MATH(service_own_attribute) {
    (void)self;
    const Value *cls = args->args[0], *name = args->args[1];
    if (cls->kind != V_CLASS || name->kind != V_STR || !name->u.str)
        return ev_raise(ev, "TypeError", span, "a class and a name expected");
    const Value *value = heap_get(ev->heap, cls->u.class_info->dict, name->u.str);
    return value ? value : args->args[2];
}
/* Fails for a class one of whose bases is another than in Python. */
MATH(service_need_bases) {
    (void)self;
    const ClassInfo *cls = args->args[0]->kind == V_CLASS ? args->args[0]->u.class_info : NULL;
    for (uint32_t i = 0; cls && i < cls->mro_count && !ev->in_driver; i++)
        if (!ev_has_its_bases(cls->mro[i]))
            return ev_fail(ev, D_UNSUPPORTED_OP, span, "the bases of class %s", cls->mro[i]->name);
    return ev_none(ev);
}
static const Value *own_of_class(Ev *ev, const CallArgs *args, Span span) {
    const Value *cls = args->args[0], *name = args->args[1];
    if (name->kind == V_STR && !name->u.str) {
        ev_need_known(ev, name, span);
        return NULL;
    }
    return name->kind == V_STR ? ev_own_of_class(ev, cls->u.class_info, name->u.str, span) : NULL;
}
/* Of Cls.__dict__ */
MATH(service_item_of_class) {
    (void)self;
    return own_of_class(ev, args, span);
}
MATH(service_class_has) {
    (void)self;
    const Value *found = own_of_class(ev, args, span);
    return ev->fail.kind ? NULL : ev_bool(ev, found != NULL);
}
MATH(service_type_origin) {
    (void)self;
    return ev_type_origin(ev, args->args[0], span);
}
MATH(service_type_arguments) {
    (void)self;
    return ev_type_arguments(ev, args->args[0], span);
}
/* The default of a field, which the dataclass keeps: an object is an input, as any other that was there before. */
MATH(service_default_of) {
    (void)self;
    const Value *cls = args->args[0], *name = args->args[1], *value = args->args[2];
    if (ev->in_driver || !ev_has_state(value) || ev_is_made_here(ev, cls->u.class_info))
        return value;
    const Source *fields = ev_class_source(ev, cls->u.class_info);
    if (!fields)
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "class %s is not named by a global", cls->u.class_info->name);
    fields = source_attr(fields, str_of("__dataclass_fields__"));
    return ev_input_attribute(ev, source_attr(source_item_str(fields, name->u.str), str_of("default")), value, span);
}
/* What the annotation of a class means: the global of the class's module that it names, or something not known. */
MATH(service_annotation) {
    (void)self;
    const Value *cls = args->args[0], *text = args->args[1];
    if (cls->kind != V_CLASS || text->kind != V_STR || !text->u.str)
        return ev_raise(ev, "TypeError", span, "a class and an annotation expected");
    Module *module = cls->u.class_info->module;
    const Value *value = module ? ev_module_getattr(ev, module, text->u.str, span) : NULL;
    if (!value)
        ev_clear_fail(ev);
    return value ? value : ev_unknown(ev, NULL, "an annotation that is not a name");
}

/* What the annotation of a function's parameter of that name means in its module, or (None) that of the first parameter
 * that has one; None: there is none. */
MATH(service_annotation_of) {
    (void)self;
    const Value *function = args->args[0], *name = args->args[1];
    if (function->kind != V_FUNCTION || function->u.function->def->kind != AST_FunctionDef)
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "the annotations of a %s", ev_type_name(ev, function));
    const AstNode *params = function->u.function->def->u.FunctionDef.args;
    const AstList *lists[] = {&params->u.arguments.posonlyargs, &params->u.arguments.args,
                              &params->u.arguments.kwonlyargs};
    for (size_t i = 0; i < COUNT_OF(lists); i++)
        for (uint32_t k = 0; k < lists[i]->len; k++) {
            const AstNode *parameter = lists[i]->items[k];
            bool is_asked = name->kind == V_STR ? parameter->u.arg.arg == name->u.str : i < 2;
            if (is_asked && parameter->u.arg.annotation)
                return ev_eval_in_module(ev, function->u.function->module, parameter->u.arg.annotation, NULL);
        }
    return ev_none(ev);
}

/* A built-in class that has no name in `builtins`. */
MATH(service_builtin_class) {
    (void)self;
    const Value *name = args->args[0];
    ClassInfo *cls = name->kind == V_STR && name->u.str ? ev_builtin_class(ev, name->u.str) : NULL;
    return cls ? ev_class_value(ev, cls) : ev_raise(ev, "TypeError", span, "the name of a built-in class expected");
}
/* Kind of a value in a class body: "function", "descriptor", "class" or "value". */
MATH(service_kind) {
    (void)self;
    (void)span;
    const Value *v = args->args[0];
    bool gets = v->kind == V_INSTANCE && ev_class_lookup(ev, v->u.instance.cls, str_of("__get__"), NULL);
    const char *kind = v->kind == V_FUNCTION                                                            ? "function"
                       : gets                                                                           ? "descriptor"
                       : v->kind == V_PROPERTY || v->kind == V_STATICMETHOD || v->kind == V_CLASSMETHOD ? "descriptor"
                       : v->kind == V_CLASS                                                             ? "class"
                                                                                                        : "value";
    return ev_str(ev, str_of(kind));
}

/* functools.update_wrapper() of a function. */
MATH(service_wraps) {
    (void)self;
    const Value *wrapper = args->args[0];
    if (wrapper->kind != V_FUNCTION && !ev->in_driver)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "functools.wraps() of a %s", ev_type_name(ev, wrapper));
    if (wrapper->kind != V_FUNCTION)
        return wrapper;
    if (wrapper->u.function->wrapped && wrapper->u.function->wrapped != args->args[1])
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "a function that wraps two others");
    wrapper->u.function->wrapped = args->args[1];
    return wrapper;
}

/* What stands for the function in a call of what TorchScript has made of it; None: such a call cannot be evaluated. */
MATH(service_scripted) {
    (void)self, (void)span;
    const Value *value = args->args[0];
    const Function *function = value->kind == V_FUNCTION ? ev_scripted_function(ev, value->u.function) : NULL;
    if (!function)
        return ev_none(ev);
    Value *scripted = ev_value(ev, V_FUNCTION);
    scripted->u.function = (Function *)function;
    return scripted;
}

/* An object without attributes, whatever the class derives from. */
MATH(service_new_object) {
    (void)self;
    if (args->args[0]->kind != V_CLASS)
        return ev_raise(ev, "TypeError", span, "a class expected");
    Value *object = ev_value(ev, V_INSTANCE);
    object->u.instance.cls = args->args[0]->u.class_info;
    object->u.instance.object = heap_make(ev->heap, OBJ_INSTANCE, 0, NULL);
    return object;
}

MATH(service_held) {
    (void)self;
    (void)span;
    return ev_held(ev, args->args[0]);
}

/* An object of a subclass of list or set, with these items. */
MATH(service_holder) {
    (void)self;
    const Value *cls = args->args[0];
    return cls->kind == V_CLASS && cls->u.class_info->holds_items
               ? ev_holder(ev, cls->u.class_info, args->args[1])
               : ev_raise(ev, "TypeError", span, "a subclass of list or set expected");
}

/* The float rounded to single precision. */
MATH(service_float32) {
    (void)self;
    const Value *v = args->args[0];
    return v->kind == V_FLOAT ? ev_float(ev, (double)(float)v->u.number) : ev_need_known(ev, v, span);
}
/* Is the module installed? Driver code asks; compiled code would ask on another machine. */
MATH(service_module_exists) {
    (void)self;
    const Value *name = args->args[0];
    if (!ev->in_driver || !ev->module_path || name->kind != V_STR || !name->u.str)
        return ev_fail(ev, D_UNKNOWN_CALL, span, "a question about installed modules");
    return ev_bool(ev, module_find(ev->module_path, name->u.str)->kind != MODULE_MISSING);
}

/* The module of this name, which driver code imports; NULL where none is installed raised. */
MATH(service_import_module) {
    (void)self;
    const Value *name = args->args[0];
    if (!ev->in_driver || !ev->module_path || name->kind != V_STR || !name->u.str)
        return ev_fail(ev, D_UNKNOWN_CALL, span, "a module that is imported by name");
    if (module_find(ev->module_path, name->u.str)->kind == MODULE_MISSING)
        return ev_raise(ev, "ModuleNotFoundError", span, "No module named '%s'", name->u.str);
    return ev_module_value(ev, ev_import(ev, name->u.str, span));
}

/* A module that has been imported, by its name. */
MATH(service_imported) {
    (void)self;
    const Value *name = args->args[0];
    bool is_known = name->kind == V_STR && name->u.str;
    Module *module = !is_known                           ? NULL
                     : name->u.str == str_of("__main__") ? ev->main_module
                                                         : map_get(&ev->modules, MAP_KEY(name->u.str));
    if (!ev->in_driver || !module)
        return ev_fail(ev, D_UNKNOWN_CALL, span, "a question about imported modules");
    return ev_module_value(ev, module);
}

/* The text of a module's file. */
MATH(service_source_text) {
    (void)self;
    const Value *module = args->args[0];
    const SourceFile *file = module->kind == V_MODULE ? module->u.module->file : NULL;
    if (!ev->in_driver || !file)
        return ev_fail(ev, D_UNKNOWN_CALL, span, "the source text of an object");
    return ev_str(ev, str_intern(file->text, file->len));
}

/* What the object itself has of this name, or the default. */
MATH(service_own_value) {
    (void)self;
    const Value *object = args->args[0], *name = args->args[1];
    if (object->kind != V_INSTANCE || name->kind != V_STR || !name->u.str)
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "the attributes of a %s", ev_type_name(ev, object));
    const Value *value = ev_own_value(ev, object, name->u.str, span);
    return value || ev->fail.kind ? value : args->args[2];
}
/* Takes an environment variable to be unset; a fact of compiled code. */
MATH(service_assume_unset) {
    (void)self;
    const Value *name = args->args[0];
    if (name->kind != V_STR || !name->u.str)
        return ev_need_known(ev, name, span);
    if (!ev->in_driver)
        ev_input_fact(ev, &(Fact){.kind = FACT_UNSET, .span = span, .text = name->u.str});
    return ev_none(ev);
}
/* The version of an installed distribution; None: there is none of this name. */
MATH(service_package_version) {
    (void)self;
    const Value *name = args->args[0];
    if (!ev->in_driver || !ev->module_path || name->kind != V_STR || !name->u.str)
        return ev_fail(ev, D_UNKNOWN_CALL, span, "a question about installed modules");
    Str version = module_version(ev->module_path, name->u.str);
    return version ? ev_str(ev, version) : ev_none(ev);
}

/* sys.version_info[1] of the interpreter that is built for; a build may be run by a later one. */
int64_t ev_python_minor(Ev *ev, Span span) {
    Str version = ev->module_path ? ev->module_path->version : NULL;
    if (!version)
        return INT64_MAX;
    int64_t minor = strtol(version + strlen("3."), NULL, 10);
    Fact fact = {.kind = FACT_VALUE, .span = span, .constant = {.kind = CONST_INT, .i = minor}};
    fact.source = source_item_int(source_global(str_of("sys"), str_of("version_info")), 1);
    ev_input_fact(ev, &fact);
    return minor;
}
MATH(service_python_minor) {
    (void)self, (void)args;
    int64_t minor = ev_python_minor(ev, span);
    return minor < INT64_MAX ? ev_int(ev, minor) : ev_fail(ev, D_UNKNOWN_VALUE, span, "the version of the interpreter");
}

static void add_parameter(Ev *ev, const Value *list, const AstNode *param, const char *kind, bool has_default) {
    const Value *parts[] = {ev_str(ev, param->u.arg.arg), ev_str(ev, str_of(kind)), ev_bool(ev, has_default)};
    heap_append(ev->heap, list->u.object, ev_tuple(ev, parts, 3));
}

static void add_parameters(Ev *ev, const Value *list, const AstList *params, const char *kind, uint32_t required) {
    for (uint32_t i = 0; i < params->len; i++)
        add_parameter(ev, list, params->items[i], kind, i >= required);
}

/* The __init__() that says what a class takes, where nothing else does; NULL: failed. */
static const Value *described_init(Ev *ev, const Value *type, Span span) {
    ClassInfo *cls = type->u.class_info;
    const ClassInfo *where = NULL;
    const Value *init = ev_class_lookup(ev, cls, str_of("__init__"), &where);
    const Value *made = ev_class_lookup(ev, cls, str_of("__new__"), NULL);
    const Value *told = ev_class_lookup(ev, cls, str_of("__signature__"), NULL);
    bool is_plain = !cls->is_builtin && !cls->is_opaque && !cls->has_metaclass && !cls->metaclass && !cls->is_enum &&
                    !told && (!made || made->kind == V_BUILTIN);
    if (!is_plain || !init || init->kind != V_FUNCTION || init->u.function->is_prelude) {
        ev_fail(ev, D_UNKNOWN_CALL, span, "the signature of the class %s", cls->name);
        return NULL;
    }
    ev_inherited_fact(ev, type->source, cls, where, str_of("__init__"), init, span);
    return ev_class_attr_fact(ev, type->source, where, str_of("__init__"), init, span) ? init : NULL;
}

/* The Python function that a signature is about; NULL: failed. */
static const Value *described_function(Ev *ev, const Value *function, Span span) {
    if (function->kind == V_CLASS && !(function = described_init(ev, function, span)))
        return NULL;
    if (function->kind == V_METHOD)
        function = function->u.method.function;
    if (function->kind != V_FUNCTION) {
        ev_fail(ev, D_UNKNOWN_CALL, span, "the signature of a %s", ev_type_name(ev, function));
        return NULL;
    }
    while (function->u.function->wrapped && function->u.function->wrapped->kind == V_FUNCTION)
        function = function->u.function->wrapped;
    return function;
}

/* default(function, name): of the parameter, which has one. */
MATH(service_default) {
    (void)self;
    const Value *function = described_function(ev, args->args[0], span);
    return function ? ev_default_of(ev, function, args->args[1]->u.str, span) : NULL;
}

/* The parameters of a Python function: (name, kind, has a default). */
MATH(service_parameters) {
    (void)self;
    uint32_t bound = args->args[0]->kind == V_METHOD || args->args[0]->kind == V_CLASS;
    const Value *function = described_function(ev, args->args[0], span), *follows = args->args[1];
    if (!function)
        return NULL;
    if ((follows->kind != V_BOOL || !follows->u.boolean) && function != args->args[0])
        return ev_fail(ev, D_UNKNOWN_CALL, span, "the signature of a function that another one wraps");
    const AstNode *def = function->u.function->def;
    const AstNode *params = def->kind == AST_Lambda ? def->u.Lambda.args : def->u.FunctionDef.args;
    AstList all[] = {params->u.arguments.posonlyargs, params->u.arguments.args};
    uint32_t total = all[0].len + all[1].len, required = total - params->u.arguments.defaults.len;
    const Value *list = ev_list(ev, NULL, 0);
    for (int i = 0; i < 2; i++) {
        uint32_t skip = bound && all[i].len ? 1 : 0;
        uint32_t before = required > skip ? required - skip : 0;
        required -= required < all[i].len ? required : all[i].len;
        bound -= skip;
        all[i].items += skip;
        all[i].len -= skip;
        add_parameters(ev, list, &all[i], i ? "POSITIONAL_OR_KEYWORD" : "POSITIONAL_ONLY", before);
    }
    if (params->u.arguments.vararg)
        add_parameter(ev, list, params->u.arguments.vararg, "VAR_POSITIONAL", false);
    for (uint32_t i = 0; i < params->u.arguments.kwonlyargs.len; i++)
        add_parameter(ev, list, params->u.arguments.kwonlyargs.items[i], "KEYWORD_ONLY",
                      params->u.arguments.kw_defaults.items[i] != NULL);
    if (params->u.arguments.kwarg)
        add_parameter(ev, list, params->u.arguments.kwarg, "VAR_KEYWORD", false);
    return list;
}

static bool is_constant_value(const Value *v) {
    Constant constant;
    if (v->kind != V_TUPLE)
        return ev_constant_of(v, &constant);
    for (uint32_t i = 0; i < v->u.tuple.count; i++)
        if (!is_constant_value(v->u.tuple.items[i]))
            return false;
    return true;
}

typedef struct GlobalScan {
    Ev *ev;
    const Function *function;
    bool reads; /* of a global that is no function, class or module */
} GlobalScan;

/* A function that keeps what it gives, and is held to constants itself. */
static bool keeps_results(const Value *v) {
    const ClassInfo *cls = v->kind == V_INSTANCE ? v->u.instance.cls : NULL;
    return cls && cls->module && ev_is_cached_function(cls);
}

static void scan_globals(AstNode *node, void *data) {
    GlobalScan *scan = data;
    if (node->kind == AST_AnnAssign) { /* what an annotation names is not asked for in a function */
        if (node->u.AnnAssign.value)
            scan_globals(node->u.AnnAssign.value, data);
        return;
    }
    const ScopeInfo *own = ev_scope_info(scan->ev, scan->function->def);
    const Module *module = scan->function->module;
    bool is_builtin = node->kind == AST_Name && module->index && !index_find(module->index, node->u.Name.id) &&
                      ev_builtin_name(scan->ev, node->u.Name.id);
    if (node->kind == AST_Name && !is_builtin && !map_has(&own->locals, MAP_KEY(node->u.Name.id))) {
        const Value *value = ev_module_getattr(scan->ev, scan->function->module, node->u.Name.id, node->span);
        ev_clear_fail(scan->ev);
        scan->reads = scan->reads || (value && value->kind != V_FUNCTION && value->kind != V_CLASS &&
                                      value->kind != V_MODULE && value->kind != V_BUILTIN && !keeps_results(value));
    }
    ast_each_child(node, scan_globals, data);
}

static void scan_function(GlobalScan *scan) {
    const AstNode *def = scan->function->def;
    const AstList *body = def->kind == AST_FunctionDef ? ast_body(def) : NULL;
    for (uint32_t i = 0; body && i < body->len; i++)
        scan_globals(body->items[i], scan);
    if (!body)
        ast_each_child(def, scan_globals, scan);
}

/* A call whose result is kept for later calls: of constants, and without a look at anything that can change. */
MATH(service_constant_call) {
    (void)self;
    const Value *function = args->args[0], *positional = args->args[1], *keywords = args->args[2];
    const HeapContent *named = heap_content(ev->heap, keywords->u.object);
    CallArgs call = {.args = positional->u.tuple.items, .count = positional->u.tuple.count};
    call.names = arena_array(ev->arena, Str, named->count + 1);
    call.keyword_values = arena_array(ev->arena, const Value *, named->count + 1);
    for (; call.keyword_count < named->count; call.keyword_count++) {
        call.names[call.keyword_count] = named->slots[call.keyword_count].name;
        call.keyword_values[call.keyword_count] = named->slots[call.keyword_count].value;
    }
    /* Sizes and ints of the caller: what is likely, as a guard. */
    for (uint32_t i = 0; i < call.count && !ev->in_driver; i++)
        if (call.args[i]->kind == V_INT && !is_constant_value(call.args[i]) && !ev_need_known(ev, call.args[i], span))
            return NULL;
    bool constant = is_constant_value(positional) && function->kind == V_FUNCTION && !function->u.function->closure;
    GlobalScan scan = {ev, constant ? function->u.function : NULL, false};
    if (constant && !ev->in_driver)
        scan_function(&scan);
    constant = constant && !scan.reads;
    for (uint32_t i = 0; i < call.keyword_count; i++)
        constant = constant && is_constant_value(call.keyword_values[i]);
    if (!constant && !ev->in_driver)
        return ev_fail(ev, D_UNKNOWN_CALL, span, "functools.lru_cache of what is not known when compiling");
    uint32_t facts = ev->input_facts.items.len, nodes = ir_mark(ev->region);
    const Function *outer = ev->cached;
    ev->cached = constant ? function->u.function : NULL;
    const Value *result = ev_call(ev, function, &call, span);
    ev->cached = outer;
    if (!result || ev->in_driver)
        return result;
    bool looks = ir_mark(ev->region) != nodes;
    for (uint32_t i = facts; i < ev->input_facts.items.len; i++) {
        FactKind kind = ev->input_facts.items.data[i].kind;
        looks = looks || (kind != FACT_IS && kind != FACT_CODE && kind != FACT_SAME);
    }
    return looks || !is_constant_value(result)
               ? ev_fail(ev, D_UNSUPPORTED_OP, span, "functools.lru_cache of a result that is no constant")
               : result;
}

/* What Python's messages call the type of a value; unknown, where they may have another name. */
MATH(service_type_name) {
    (void)self, (void)span;
    ev->names_vaguely = false; /* of a name that nobody has written */
    const char *name = ev_type_name(ev, args->args[0]);
    bool is_known = !ev->names_vaguely;
    ev->names_vaguely = false;
    return ev_str(ev, is_known ? str_of(name) : NULL);
}

const Builtin builtin_services[] = {
    {"type_name", service_type_name, "value"},
    {"own_value", service_own_value, "object, name, default"},
    {"assume_unset", service_assume_unset, "name"},
    {"package_version", service_package_version, "name"},
    {"hypot", service_hypot, "x, y"},
    {"python_minor", service_python_minor, ""},
    {"parameters", service_parameters, "function, follow_wrapped=True"},
    {"default", service_default, "function, name"},
    {"module_exists", service_module_exists, "name"},
    {"import_module", service_import_module, "name"},
    {"imported", service_imported, "name"},
    {"source_text", service_source_text, "module"},
    {"infinity", service_infinity, ""},
    {"not_a_number", service_nan, ""},
    {"cut", service_cut, "text"},
    {"tuple_of", service_tuple_of, "cls, items"},
    {"new_class", service_new_class, "name, bases, attributes"},
    {"mark_dataclass", service_mark_dataclass, "cls"},
    {"own_attribute", service_own_attribute, "cls, name, default=None"},
    {"need_bases", service_need_bases, "cls"},
    {"item_of_class", service_item_of_class, "cls, name"},
    {"class_has", service_class_has, "cls, name"},
    {"type_origin", service_type_origin, "type"},
    {"type_arguments", service_type_arguments, "type"},
    {"default_of", service_default_of, "cls, name, value"},
    {"annotation", service_annotation, "cls, text"},
    {"annotation_of", service_annotation_of, "function, name=None"},
    {"kind", service_kind, "value"},
    {"in_driver", service_in_driver, ""},
    {"constant_call", service_constant_call, "function, args, keywords"},
    {"new_object", service_new_object, "cls"},
    {"held", service_held, "object"},
    {"holder", service_holder, "cls, items"},
    {"float32", service_float32, "value"},
    {"wraps", service_wraps, "wrapper, wrapped"},
    {"scripted", service_scripted, "function"},
    {"builtin_class", service_builtin_class, "name"},
    {NULL, NULL, NULL},
};
