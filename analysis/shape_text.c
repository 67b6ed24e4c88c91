/* Symbolic integers as text and as numbers: printing and parsing Python syntax, evaluating, hints, visiting symbols. */
#include "analysis/shape_internal.h"

#include <inttypes.h>
#include <string.h>

/* ---- printing -------------------------------------------------------------------------------------------------- */

typedef void (*NameFn)(Buf *out, const ShSymbol *symbol);
enum { PREC_SUM, PREC_TERM, PREC_UNARY, PREC_ATOM };

static void print(Buf *out, const ShExpr *e, int precedence, NameFn name);

static int precedence_of(const ShExpr *e) {
    switch (e->op) {
    case SH_CONST:
        return e->value < 0 ? PREC_SUM : PREC_ATOM;
    case SH_ADD:
        return PREC_SUM;
    case SH_MUL:
        return e->value < 0 ? PREC_SUM : PREC_TERM;
    case SH_FLOORDIV:
    case SH_MOD:
        return PREC_TERM;
    default:
        return PREC_ATOM;
    }
}

/* A product without its sign. */
static void print_product(Buf *out, const ShExpr *e, NameFn name) {
    const char *between = "";
    if (e->value != 1 && e->value != -1) {
        buf_printf(out, "%" PRIu64, e->value < 0 ? -(uint64_t)e->value : (uint64_t)e->value);
        between = "*";
    }
    for (uint32_t i = 0; i < e->count; i++, between = "*") {
        buf_puts(out, between);
        print(out, e->args[i], PREC_ATOM, name);
    }
}

static void print_sum(Buf *out, const ShExpr *e, NameFn name) {
    for (uint32_t i = 0; i < e->count; i++) {
        const ShExpr *term = e->args[i];
        bool negative = term->op == SH_MUL && term->value < 0;
        if (i)
            buf_puts(out, negative ? " - " : " + ");
        if (negative && i && term->value == -1 && term->count == 1)
            print(out, term->args[0], PREC_TERM, name);
        else if (negative && i)
            print_product(out, term, name);
        else
            print(out, term, i || term->op == SH_ADD ? PREC_TERM : PREC_SUM, name);
    }
    if (e->value != 0)
        buf_printf(out, " %c %" PRIu64, e->value < 0 ? '-' : '+',
                   e->value < 0 ? -(uint64_t)e->value : (uint64_t)e->value);
}

static void print_call(Buf *out, const ShExpr *e, const char *function, NameFn name) {
    buf_printf(out, "%s(", function);
    for (uint32_t i = 0; i < e->count; i++) {
        if (i)
            buf_puts(out, ", ");
        print(out, e->args[i], PREC_SUM, name);
    }
    buf_putc(out, ')');
}

static void print_bare(Buf *out, const ShExpr *e, NameFn name) {
    switch (e->op) {
    case SH_CONST:
        buf_printf(out, "%" PRId64, e->value);
        break;
    case SH_SYM:
        name(out, e->symbol);
        break;
    case SH_ADD:
        print_sum(out, e, name);
        break;
    case SH_MUL:
        if (e->value < 0)
            buf_putc(out, '-');
        print_product(out, e, name);
        break;
    case SH_FLOORDIV:
    case SH_MOD:
        print(out, e->args[0], PREC_TERM, name);
        buf_puts(out, e->op == SH_MOD ? " % " : "//");
        print(out, e->args[1], PREC_ATOM, name);
        break;
    case SH_MIN:
        print_call(out, e, "min", name);
        break;
    case SH_MAX:
        print_call(out, e, "max", name);
        break;
    }
}

static void print(Buf *out, const ShExpr *e, int precedence, NameFn name) {
    bool parentheses = precedence_of(e) < precedence;
    if (parentheses)
        buf_putc(out, '(');
    print_bare(out, e, name);
    if (parentheses)
        buf_putc(out, ')');
}

static void print_name(Buf *out, const ShSymbol *symbol) { buf_puts(out, symbol->name); }

void sh_print(Buf *out, const ShExpr *e) { print(out, e, PREC_SUM, print_name); }

void sh_print_named(Buf *out, const ShExpr *e, void (*name)(Buf *, const ShSymbol *)) { print(out, e, PREC_SUM, name); }

/* ---- parsing --------------------------------------------------------------------------------------------------- */

typedef struct Parser {
    ShContext *cx;
    const char *at, *end;
    const ShExpr *(*symbol)(void *env, const char *name, size_t len);
    void *env;
    int depth;
} Parser;

enum { MAX_DEPTH = 200 };

static const ShExpr *parse_sum(Parser *p);

static void skip_space(Parser *p) {
    while (p->at < p->end && (*p->at == ' ' || *p->at == '\t'))
        p->at++;
}

static bool accept(Parser *p, const char *token) {
    skip_space(p);
    size_t len = strlen(token);
    if ((size_t)(p->end - p->at) < len || memcmp(p->at, token, len) != 0)
        return false;
    p->at += len;
    return true;
}

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* The minus of a literal is part of it, so that INT64_MIN can be read. */
static const ShExpr *parse_number(Parser *p, bool negative) {
    uint64_t value = 0, limit = (uint64_t)INT64_MAX + negative;
    while (p->at < p->end && is_digit(*p->at)) {
        uint64_t digit = (uint64_t)(*p->at++ - '0');
        if (value > (limit - digit) / 10)
            return NULL;
        value = value * 10 + digit;
    }
    return sh_const(p->cx, negative ? (int64_t)-value : (int64_t)value);
}

static const ShExpr *parse_extreme(Parser *p, bool is_min) {
    const ShExpr *result = parse_sum(p);
    while (result && accept(p, ",")) {
        const ShExpr *next = parse_sum(p);
        result = !next ? NULL : is_min ? sh_min(p->cx, result, next) : sh_max(p->cx, result, next);
    }
    return result && accept(p, ")") ? result : NULL;
}

static const ShExpr *parse_atom(Parser *p) {
    if (accept(p, "(")) {
        const ShExpr *inner = parse_sum(p);
        return inner && accept(p, ")") ? inner : NULL;
    }
    if (p->at < p->end && is_digit(*p->at))
        return parse_number(p, false);
    const char *name = p->at;
    while (p->at < p->end && (is_letter(*p->at) || (p->at > name && is_digit(*p->at))))
        p->at++;
    size_t len = (size_t)(p->at - name);
    if (len == 0)
        return NULL;
    if (len == 3 && (memcmp(name, "min", 3) == 0 || memcmp(name, "max", 3) == 0) && accept(p, "("))
        return parse_extreme(p, name[1] == 'i');
    return p->symbol(p->env, name, len);
}

static const ShExpr *parse_unary(Parser *p) {
    if (!accept(p, "-"))
        return parse_atom(p);
    skip_space(p);
    if (p->at < p->end && is_digit(*p->at))
        return parse_number(p, true);
    if (++p->depth > MAX_DEPTH)
        return NULL;
    const ShExpr *inner = parse_unary(p);
    p->depth--;
    return inner ? sh_scale(p->cx, inner, -1) : NULL;
}

static const ShExpr *parse_term(Parser *p) {
    const ShExpr *left = parse_unary(p);
    while (left) {
        ShOp op = accept(p, "//") ? SH_FLOORDIV : accept(p, "%") ? SH_MOD : accept(p, "*") ? SH_MUL : SH_CONST;
        if (op == SH_CONST)
            return left;
        const ShExpr *right = parse_unary(p);
        if (!right || (op != SH_MUL && sh_is_value(right, 0)))
            return NULL;
        left = op == SH_MUL   ? sh_mul(p->cx, left, right)
               : op == SH_MOD ? sh_mod(p->cx, left, right)
                              : sh_floordiv(p->cx, left, right);
    }
    return NULL;
}

static const ShExpr *parse_sum(Parser *p) {
    if (++p->depth > MAX_DEPTH)
        return NULL;
    const ShExpr *left = parse_term(p);
    while (left) {
        bool plus = accept(p, "+"), minus = !plus && accept(p, "-");
        if (!plus && !minus)
            break;
        const ShExpr *right = parse_term(p);
        left = !right ? NULL : plus ? sh_add(p->cx, left, right) : sh_sub(p->cx, left, right);
    }
    p->depth--;
    return left;
}

const ShExpr *sh_parse(ShContext *cx, const char *text, size_t len,
                       const ShExpr *(*symbol)(void *env, const char *name, size_t len), void *env) {
    Parser p = {cx, text, text + len, symbol, env, 0};
    const ShExpr *e = parse_sum(&p);
    skip_space(&p);
    return e && p.at == p.end ? e : NULL;
}

/* ---- numbers --------------------------------------------------------------------------------------------------- */

typedef int64_t (*Lookup)(void *env, const ShSymbol *symbol);

static bool eval_division(ShOp op, int64_t a, int64_t b, int64_t *value) {
    if (b == 0 || (a == INT64_MIN && b == -1))
        return false;
    int64_t quotient = a / b, rest = a % b;
    if (rest != 0 && (rest < 0) != (b < 0)) {
        quotient--;
        rest += b;
    }
    *value = op == SH_MOD ? rest : quotient;
    return true;
}

static bool eval_step(ShOp op, int64_t a, int64_t b, int64_t *value) {
    switch (op) {
    case SH_ADD:
        return !__builtin_add_overflow(a, b, value);
    case SH_MUL:
        return !__builtin_mul_overflow(a, b, value);
    case SH_MIN:
        *value = a < b ? a : b;
        return true;
    case SH_MAX:
        *value = a > b ? a : b;
        return true;
    default:
        return eval_division(op, a, b, value);
    }
}

bool sh_eval(const ShExpr *e, Lookup lookup, void *env, int64_t *value) {
    if (e->op == SH_CONST) {
        *value = e->value;
        return true;
    }
    if (e->op == SH_SYM) {
        *value = lookup(env, e->symbol);
        return true;
    }
    bool linear = e->op == SH_ADD || e->op == SH_MUL;
    uint32_t first = linear ? 0 : 1;
    int64_t result = e->value, arg;
    if (!linear && !sh_eval(e->args[0], lookup, env, &result))
        return false;
    for (uint32_t i = first; i < e->count; i++)
        if (!sh_eval(e->args[i], lookup, env, &arg) || !eval_step(e->op, result, arg, &result))
            return false;
    *value = result;
    return true;
}

typedef struct HintEnv {
    bool known;
} HintEnv;

static int64_t hint_of(void *env, const ShSymbol *symbol) {
    HintEnv *hints = env;
    if (symbol->hint < 0)
        hints->known = false;
    return symbol->hint;
}

int64_t sh_hint(const ShExpr *e, int64_t fallback) {
    HintEnv hints = {true};
    int64_t value;
    return sh_eval(e, hint_of, &hints, &value) && hints.known ? value : fallback;
}

void sh_visit_symbols(const ShExpr *e, void (*visit)(void *env, const ShSymbol *), void *env) {
    if (e->op == SH_SYM)
        visit(env, e->symbol);
    for (uint32_t i = 0; i < e->count; i++)
        sh_visit_symbols(e->args[i], visit, env);
}

bool sh_is_computed(const ShExpr *e) { return sh_node(e)->is_computed; }
