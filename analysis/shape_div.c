/* Floordiv, mod, min and max in normal form. Every rewrite here holds for mathematical integers and Python's rounding;
 * one that divides by something symbolic is used only where ranges exclude 0, because `x // 0` raises. */
#include "analysis/shape_internal.h"

int64_t sh_gcd(int64_t a, int64_t b) {
    uint64_t x = a < 0 ? -(uint64_t)a : (uint64_t)a, y = b < 0 ? -(uint64_t)b : (uint64_t)b;
    while (y) {
        uint64_t rest = x % y;
        x = y;
        y = rest;
    }
    return x > INT64_MAX ? 1 : (int64_t)x;
}

int64_t sh_floordiv_int(int64_t a, int64_t b) { return a / b - (a % b < 0); }

bool sh_excludes_zero(const ShExpr *e) {
    int64_t lo, hi;
    sh_range(e, &lo, &hi);
    return lo > 0 || hi < 0;
}

/* What was assumed of it alone may say so, too. Not in loops, where more holds than behind them. */
static bool is_bounded(ShContext *cx, const ShExpr *e) {
    if (cx->scopes.len || cx->bounds.len == 0)
        return false;
    const ShExpr *const *factors;
    uint32_t count = e->op == SH_MUL ? sh_factors(&e, &factors) : 0;
    for (uint32_t i = 0; i < count; i++)
        if (!sh_excludes_zero(factors[i]) && !is_bounded(cx, factors[i]))
            return false;
    if (count)
        return true;
    const ShExpr *least = sh_sub(cx, e, sh_const(cx, 1));
    for (uint32_t i = 0; i < cx->bounds.len; i++)
        if (cx->bounds.data[i] == least)
            return true;
    return false;
}

static bool is_divisor(ShContext *cx, const ShExpr *e) { return sh_excludes_zero(e) || is_bounded(cx, e); }

static const ShExpr *binary(ShContext *cx, ShOp op, const ShExpr *a, const ShExpr *b) {
    const ShExpr *args[2] = {a, b};
    return sh_intern(cx, op, 0, NULL, args, 2, false);
}

/* ---- polynomial division --------------------------------------------------------------------------------------- */

/* Exact division: true when a == quotient * b. Long division by the leading terms, which sh_order makes consistent with
 * products; gives up on coefficients that do not divide. */
static bool divide_exactly(ShContext *cx, const ShExpr *a, const ShExpr *b, const ShExpr **quotient) {
    enum { MAX_STEPS = 16 };
    ShPoly divisor;
    sh_poly_init(cx, &divisor);
    sh_poly_add(&divisor, b, 1);
    if (divisor.terms.len == 0 || divisor.overflow)
        return false;
    ShTerm lead = divisor.terms.data[0];
    *quotient = sh_const(cx, 0);
    for (int step = 0; step < MAX_STEPS && !sh_is_value(a, 0); step++) {
        ShPoly rest;
        sh_poly_init(cx, &rest);
        sh_poly_add(&rest, a, 1);
        const ShExpr *monomial;
        if (rest.overflow || rest.terms.len == 0 || rest.terms.data[0].coefficient == INT64_MIN ||
            rest.terms.data[0].coefficient % lead.coefficient != 0 ||
            !sh_monomial_divide(cx, rest.terms.data[0].monomial, lead.monomial, &monomial))
            return false;
        const ShExpr *part = sh_scale(cx, monomial, rest.terms.data[0].coefficient / lead.coefficient);
        *quotient = sh_add(cx, *quotient, part);
        a = sh_sub(cx, a, sh_mul(cx, part, b));
    }
    return sh_is_value(a, 0);
}

/* Splits a into quotient * b + rest, for b a single term. */
static void split_by_term(ShContext *cx, const ShExpr *a, const ShExpr *b, const ShExpr **quotient,
                          const ShExpr **rest) {
    ShPoly p, divisor;
    sh_poly_init(cx, &p);
    sh_poly_init(cx, &divisor);
    sh_poly_add(&p, a, 1);
    sh_poly_add(&divisor, b, 1);
    *quotient = sh_const(cx, 0);
    *rest = sh_const(cx, p.constant);
    ShTerm by = divisor.terms.data[0];
    for (uint32_t i = 0; i < p.terms.len; i++) {
        ShTerm term = p.terms.data[i];
        const ShExpr *monomial;
        if (by.coefficient > 0 && term.coefficient % by.coefficient == 0 &&
            sh_monomial_divide(cx, term.monomial, by.monomial, &monomial))
            *quotient = sh_add(cx, *quotient, sh_scale(cx, monomial, term.coefficient / by.coefficient));
        else
            *rest = sh_add(cx, *rest, sh_scale(cx, term.monomial, term.coefficient));
    }
}

static bool is_single_term(ShContext *cx, const ShExpr *e) {
    ShPoly p;
    sh_poly_init(cx, &p);
    sh_poly_add(&p, e, 1);
    return !p.overflow && p.constant == 0 && p.terms.len == 1;
}

/* Divides both by the atoms that every term of both has, as long as those cannot be 0. For floordiv the result is the
 * same; for mod it has to be multiplied by *common. */
static void cancel_common(ShContext *cx, const ShExpr **a, const ShExpr **b, const ShExpr **common) {
    ShPoly p;
    sh_poly_init(cx, &p);
    sh_poly_add(&p, *b, 1);
    *common = sh_const(cx, 1);
    if (p.constant != 0)
        return;
    const ShExpr *const *factors;
    uint32_t count = sh_factors(&p.terms.data[0].monomial, &factors);
    for (uint32_t i = 0; i < count && !sh_is_const(*b, NULL); i++) {
        const ShExpr *quotient_a, *quotient_b, *rest_a, *rest_b;
        if (!is_divisor(cx, factors[i]))
            continue;
        split_by_term(cx, *a, factors[i], &quotient_a, &rest_a);
        split_by_term(cx, *b, factors[i], &quotient_b, &rest_b);
        if (!sh_is_value(rest_a, 0) || !sh_is_value(rest_b, 0))
            continue;
        *a = quotient_a;
        *b = quotient_b;
        *common = sh_mul(cx, *common, factors[i]);
    }
}

/* ---- division by a constant ------------------------------------------------------------------------------------ */

/* a == c * quotient + rest, where the rest's coefficients are below c in size and its constant is in [0, c). */
static bool split_by_const(ShContext *cx, const ShExpr *a, int64_t c, const ShExpr **quotient, const ShExpr **rest) {
    ShPoly p, q, r;
    sh_poly_init(cx, &p);
    sh_poly_init(cx, &q);
    sh_poly_init(cx, &r);
    sh_poly_add(&p, a, 1);
    if (p.overflow)
        return false;
    q.constant = sh_floordiv_int(p.constant, c);
    r.constant = p.constant - q.constant * c;
    for (uint32_t i = 0; i < p.terms.len; i++) {
        ShTerm term = p.terms.data[i];
        sh_poly_add_term(&q, term.monomial, term.coefficient / c);
        sh_poly_add_term(&r, term.monomial, term.coefficient % c);
    }
    *quotient = sh_poly_expr(cx, &q);
    *rest = sh_poly_expr(cx, &r);
    return *quotient && *rest;
}

/* The greatest divisor of c that all coefficients of e, but not its constant, have. */
static int64_t common_divisor(ShContext *cx, const ShExpr *e, int64_t c) {
    ShPoly p;
    sh_poly_init(cx, &p);
    sh_poly_add(&p, e, 1);
    for (uint32_t i = 0; i < p.terms.len; i++)
        c = sh_gcd(c, p.terms.data[i].coefficient);
    return c;
}

/* (e - e mod g) / g for a g that divides all coefficients of e. */
static const ShExpr *shrink(ShContext *cx, const ShExpr *e, int64_t g) {
    ShPoly p, q;
    sh_poly_init(cx, &p);
    sh_poly_init(cx, &q);
    sh_poly_add(&p, e, 1);
    q.constant = sh_floordiv_int(p.constant, g);
    for (uint32_t i = 0; i < p.terms.len; i++)
        sh_poly_add_term(&q, p.terms.data[i].monomial, p.terms.data[i].coefficient / g);
    return sh_poly_expr(cx, &q);
}

static int64_t constant_term(const ShExpr *e) {
    return e->op == SH_CONST || (e->op == SH_ADD && !sh_node(e)->raw) ? e->value : 0;
}

/* e is `x // d + k` for a constant d > 0. */
static bool is_nested_quotient(const ShExpr *e, const ShExpr **x, int64_t *d, int64_t *k) {
    const ShExpr *atom = e;
    *k = constant_term(e);
    if (e->op == SH_ADD && !sh_node(e)->raw && e->count == 1)
        atom = e->args[0];
    if (atom->op != SH_FLOORDIV || !sh_is_const(atom->args[1], d) || *d <= 0)
        return false;
    *x = atom->args[0];
    return true;
}

static const ShExpr *floordiv_const(ShContext *cx, const ShExpr *a, int64_t c) {
    const ShExpr *quotient, *rest, *inner;
    if (!split_by_const(cx, a, c, &quotient, &rest))
        return binary(cx, SH_FLOORDIV, a, sh_const(cx, c));
    int64_t lo, hi, d, k, product, offset;
    sh_range(rest, &lo, &hi);
    if (lo != INT64_MIN && hi != INT64_MAX && sh_floordiv_int(lo, c) == sh_floordiv_int(hi, c))
        return sh_add(cx, quotient, sh_const(cx, sh_floordiv_int(lo, c)));
    int64_t g = common_divisor(cx, rest, c);
    if (g > 1) {
        const ShExpr *small = shrink(cx, rest, g);
        if (small)
            return sh_add(cx, quotient, floordiv_const(cx, small, c / g));
    }
    if (is_nested_quotient(rest, &inner, &d, &k) && !__builtin_mul_overflow(d, c, &product) &&
        !__builtin_mul_overflow(k, d, &offset))
        return sh_add(cx, quotient, floordiv_const(cx, sh_add(cx, inner, sh_const(cx, offset)), product));
    return sh_add(cx, quotient, binary(cx, SH_FLOORDIV, rest, sh_const(cx, c)));
}

/* Replaces the terms x % d by x where c divides d: they are equal modulo c. */
static const ShExpr *drop_inner_mods(ShContext *cx, const ShExpr *a, int64_t c) {
    ShPoly p, q;
    sh_poly_init(cx, &p);
    sh_poly_init(cx, &q);
    sh_poly_add(&p, a, 1);
    q.constant = p.constant;
    bool any = false;
    for (uint32_t i = 0; i < p.terms.len; i++) {
        ShTerm term = p.terms.data[i];
        int64_t d;
        if (term.monomial->op == SH_MOD && sh_is_const(term.monomial->args[1], &d) && d % c == 0) {
            sh_poly_add(&q, term.monomial->args[0], term.coefficient);
            any = true;
        } else {
            sh_poly_add_term(&q, term.monomial, term.coefficient);
        }
    }
    const ShExpr *dropped = any ? sh_poly_expr(cx, &q) : NULL;
    return dropped ? dropped : a;
}

static const ShExpr *mod_const(ShContext *cx, const ShExpr *a, int64_t c) {
    const ShExpr *quotient, *rest;
    if (!split_by_const(cx, drop_inner_mods(cx, a, c), c, &quotient, &rest))
        return binary(cx, SH_MOD, a, sh_const(cx, c));
    int64_t lo, hi;
    sh_range(rest, &lo, &hi);
    if (lo != INT64_MIN && hi != INT64_MAX && sh_floordiv_int(lo, c) == sh_floordiv_int(hi, c))
        return sh_sub(cx, rest, sh_const(cx, sh_floordiv_int(lo, c) * c));
    int64_t g = common_divisor(cx, rest, c);
    if (g > 1) {
        const ShExpr *small = shrink(cx, rest, g);
        int64_t left = constant_term(rest) % g;
        if (small)
            return sh_add(cx, sh_scale(cx, mod_const(cx, small, c / g), g), sh_const(cx, left));
    }
    return binary(cx, SH_MOD, rest, sh_const(cx, c));
}

/* ---- the public operations ------------------------------------------------------------------------------------- */

/* h * w // (s * s), where s is known to divide h and w: (h // s) * (w // s). NULL: not each factor of b is known to
 * divide one of a. */
static const ShExpr *divide_factors(ShContext *cx, const ShExpr *a, const ShExpr *b) {
    enum { MAX_FACTORS = 8 };
    if (cx->rules.len == 0 || !is_single_term(cx, a) || !is_single_term(cx, b))
        return NULL;
    ShTerm of_a = sh_term_of(a), of_b = sh_term_of(b);
    const ShExpr *const *dividends, *const *divisors, *left[MAX_FACTORS];
    uint32_t count = sh_factors(&of_a.monomial, &dividends), divisor_count = sh_factors(&of_b.monomial, &divisors);
    if (of_b.coefficient != 1 || count < 2 || count > MAX_FACTORS || divisor_count > count)
        return NULL;
    for (uint32_t i = 0; i < count; i++)
        left[i] = dividends[i];
    for (uint32_t d = 0; d < divisor_count; d++) {
        uint32_t i = 0;
        while (i < count && !sh_is_value(sh_canon(cx, binary(cx, SH_MOD, left[i], divisors[d])), 0))
            i++;
        if (i == count)
            return NULL;
        left[i] = sh_floordiv(cx, left[i], divisors[d]);
    }
    return sh_scale(cx, sh_product(cx, left, (int)count), of_a.coefficient);
}

const ShExpr *sh_floordiv(ShContext *cx, const ShExpr *a, const ShExpr *b) {
    int64_t c;
    if (sh_is_const(b, &c)) {
        if (c == 0)
            ICE("floordiv by the constant 0");
        if (c == INT64_MIN)
            return binary(cx, SH_FLOORDIV, a, b);
        return c > 0 ? floordiv_const(cx, a, c) : floordiv_const(cx, sh_scale(cx, a, -1), -c);
    }
    if (!is_divisor(cx, b))
        return binary(cx, SH_FLOORDIV, a, b);
    const ShExpr *quotient = sh_const(cx, 0), *rest = a, *common;
    if (divide_exactly(cx, a, b, &quotient))
        return quotient;
    quotient = sh_const(cx, 0);
    if (is_single_term(cx, b))
        split_by_term(cx, a, b, &quotient, &rest);
    int64_t lo, hi, b_lo, b_hi;
    sh_range(rest, &lo, &hi);
    sh_range(b, &b_lo, &b_hi);
    if (lo >= 0 && b_lo > 0 && hi < b_lo)
        return quotient;
    if (hi < 0 && b_lo > 0 && lo >= -b_lo)
        return sh_sub(cx, quotient, sh_const(cx, 1));
    cancel_common(cx, &rest, &b, &common);
    if (!sh_is_value(common, 1))
        return sh_add(cx, quotient, sh_floordiv(cx, rest, b));
    const ShExpr *divided = divide_factors(cx, rest, b);
    if (divided)
        return sh_add(cx, quotient, divided);
    return sh_add(cx, quotient, binary(cx, SH_FLOORDIV, rest, b));
}

const ShExpr *sh_mod(ShContext *cx, const ShExpr *a, const ShExpr *b) {
    int64_t c;
    if (sh_is_const(b, &c)) {
        if (c == 0)
            ICE("mod by the constant 0");
        if (c == INT64_MIN)
            return binary(cx, SH_MOD, a, b);
        return c > 0 ? mod_const(cx, a, c) : sh_scale(cx, mod_const(cx, sh_scale(cx, a, -1), -c), -1);
    }
    if (!is_divisor(cx, b))
        return binary(cx, SH_MOD, a, b);
    const ShExpr *quotient, *rest = a, *common;
    if (divide_exactly(cx, a, b, &quotient))
        return sh_const(cx, 0);
    if (is_single_term(cx, b))
        split_by_term(cx, a, b, &quotient, &rest);
    int64_t lo, hi, b_lo, b_hi;
    sh_range(rest, &lo, &hi);
    sh_range(b, &b_lo, &b_hi);
    if (lo >= 0 && b_lo > 0 && hi < b_lo)
        return rest;
    cancel_common(cx, &rest, &b, &common);
    if (!sh_is_value(common, 1))
        return sh_mul(cx, common, sh_mod(cx, rest, b));
    return binary(cx, SH_MOD, rest, b);
}

const ShExpr *sh_exact_quotient(ShContext *cx, const ShExpr *a, const ShExpr *b) {
    const ShExpr *quotient;
    int64_t constant;
    if (sh_is_const(b, &constant))
        return constant > 0 && sh_is_value(sh_mod(cx, a, b), 0) ? sh_floordiv(cx, a, b) : NULL;
    return divide_exactly(cx, a, b, &quotient) ? quotient : NULL;
}

/* a <= b for all values that the ranges allow. */
static bool surely_le(ShContext *cx, const ShExpr *a, const ShExpr *b) {
    int64_t lo, hi;
    sh_range(sh_sub(cx, b, a), &lo, &hi);
    return lo >= 0;
}

/* Operands of a min or max, without those that another one always beats. */
static const ShExpr *extreme(ShContext *cx, ShOp op, const ShExpr *a, const ShExpr *b) {
    const ShExpr *all[2] = {a, b};
    VEC(const ShExpr *) kept = {0};
    for (int side = 0; side < 2; side++) {
        uint32_t count = all[side]->op == op ? all[side]->count : 1;
        for (uint32_t i = 0; i < count; i++) {
            const ShExpr *e = all[side]->op == op ? all[side]->args[i] : all[side];
            bool beaten = false;
            for (uint32_t k = 0; k < kept.len && !beaten;) {
                const ShExpr *other = kept.data[k];
                beaten = op == SH_MIN ? surely_le(cx, other, e) : surely_le(cx, e, other);
                if (!beaten && (op == SH_MIN ? surely_le(cx, e, other) : surely_le(cx, other, e)))
                    kept.data[k] = vec_pop(&kept);
                else
                    k++;
            }
            if (beaten)
                continue;
            vec_push(cx->arena, &kept, e);
        }
    }
    for (uint32_t i = 1; i < kept.len; i++)
        for (uint32_t k = i; k > 0 && sh_order(kept.data[k - 1], kept.data[k]) > 0; k--) {
            const ShExpr *swap = kept.data[k];
            kept.data[k] = kept.data[k - 1];
            kept.data[k - 1] = swap;
        }
    return kept.len == 1 ? kept.data[0] : sh_intern(cx, op, 0, NULL, kept.data, kept.len, false);
}

const ShExpr *sh_min(ShContext *cx, const ShExpr *a, const ShExpr *b) { return extreme(cx, SH_MIN, a, b); }
const ShExpr *sh_max(ShContext *cx, const ShExpr *a, const ShExpr *b) { return extreme(cx, SH_MAX, a, b); }
