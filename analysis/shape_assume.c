/* Assumptions: ranges of symbols and equalities, with a mark and an undo; and the substitutions they give.
 *
 * An equality d == 0 is solved for a symbol that occurs in it once, with factor 1 or -1 after division by the common
 * divisor of the coefficients; else for another atom (N % 8 == 0 gives N % 8 -> 0); else it is only remembered as a
 * zero that sh_compare looks up. Each symbol in d is also narrowed to the range that the rest of d leaves it.
 *
 * Rules are triangular: a rule's right side holds no atom that an earlier rule replaces, nor its own left side; so
 * replacing comes to an end. */
#include "analysis/shape_internal.h"

enum { MAX_ROUNDS = 64 }; /* of replacing, per node: far more than triangular rules need */

/* ---- mark and undo --------------------------------------------------------------------------------------------- */

static ShSymbol *writable(const ShSymbol *symbol) { return (ShSymbol *)(uintptr_t)symbol; }

uint32_t sh_mark(const ShContext *cx) { return cx->trail.len; }

void sh_undo(ShContext *cx, uint32_t mark) {
    while (cx->trail.len > mark) {
        ShChange change = vec_pop(&cx->trail);
        switch (change.kind) {
        case SH_CHANGED_RANGE:
            change.symbol->lo = change.lo;
            change.symbol->hi = change.hi;
            break;
        case SH_ADDED_RULE:
            cx->rules.len--;
            cx->rule_epoch = change.rule_epoch;
            break;
        case SH_ADDED_ZERO:
            cx->zeros.len--;
            break;
        case SH_ADDED_BOUND:
            cx->bounds.len--;
            break;
        }
        cx->epoch = change.scope == cx->scope ? change.epoch : ++cx->clock;
    }
}

static void record(ShContext *cx, ShChange change) {
    change.epoch = cx->epoch;
    change.scope = cx->scope;
    change.rule_epoch = cx->rule_epoch;
    vec_push(cx->arena, &cx->trail, change);
    cx->epoch = ++cx->clock;
}

static void add_rule(ShContext *cx, const ShExpr *from, const ShExpr *to) {
    ShRule rule = {from, to};
    vec_push(cx->arena, &cx->rules, rule);
    sh_node(from)->rule = cx->rules.len;
    record(cx, (ShChange){.kind = SH_ADDED_RULE});
    cx->rule_epoch = cx->epoch;
}

static void add_zero(ShContext *cx, const ShExpr *d) {
    vec_push(cx->arena, &cx->zeros, d);
    record(cx, (ShChange){.kind = SH_ADDED_ZERO});
}

static void add_bound(ShContext *cx, const ShExpr *d) {
    vec_push(cx->arena, &cx->bounds, d);
    record(cx, (ShChange){.kind = SH_ADDED_BOUND});
}

static void set_range(ShContext *cx, const ShSymbol *symbol, int64_t lo, int64_t hi) {
    record(cx, (ShChange){.symbol = writable(symbol), .lo = symbol->lo, .hi = symbol->hi});
    writable(symbol)->lo = lo;
    writable(symbol)->hi = hi;
}

void sh_copy_assumptions(ShCopier *copier) {
    const ShContext *from = copier->from;
    ShContext *to = copier->to;
    for (uint32_t i = 0; i < from->rules.len; i++)
        add_rule(to, sh_copy(copier, from->rules.data[i].from), sh_copy(copier, from->rules.data[i].to));
    for (uint32_t i = 0; i < from->zeros.len; i++)
        add_zero(to, sh_copy(copier, from->zeros.data[i]));
    for (uint32_t i = 0; i < from->bounds.len; i++)
        add_bound(to, sh_copy(copier, from->bounds.data[i]));
    for (uint32_t i = 0; i < from->trail.len && !to->trail.len; i++) { /* symbols have their ranges from the start */
        const ShChange *change = &from->trail.data[i];
        if (change->kind == SH_CHANGED_RANGE) {
            const ShSymbol *symbol = sh_copy(copier, sh_symbol_expr(copier->from, change->symbol))->symbol;
            set_range(to, symbol, symbol->lo, symbol->hi);
        }
    }
}

/* ---- canonical form -------------------------------------------------------------------------------------------- */

/* An expression that has a rule is replaced wherever it stands, so it never gets a second one while that holds. */
static const ShExpr *rule_for(const ShContext *cx, const ShExpr *e) {
    uint32_t number = sh_node(e)->rule;
    bool holds = number && number <= cx->rules.len && cx->rules.data[number - 1].from == e;
    return holds ? cx->rules.data[number - 1].to : NULL;
}

static const ShExpr *canon_arg(void *env, const ShExpr *e) { return sh_canon(env, e); }

/* b * (a // b), where a % b is known: a - a % b. */
static const ShExpr *cancel_quotient(ShContext *cx, const ShExpr *product) {
    for (uint32_t i = 0; i < product->count; i++) {
        const ShExpr *quotient = product->args[i], *others;
        if (quotient->op != SH_FLOORDIV)
            continue;
        const ShExpr *b = quotient->args[1], *rest = rule_for(cx, sh_intern(cx, SH_MOD, 0, NULL, quotient->args, 2, 0));
        if (!rest || rest->op != SH_CONST)
            continue;
        int64_t factor = 1;
        if (sh_is_const(b, &factor)) {
            if (factor <= 0 || product->value % factor != 0)
                continue;
            b = sh_const(cx, 1);
        }
        const ShExpr *unit = sh_intern(cx, SH_MUL, 1, NULL, product->args, product->count, false);
        if (product->count == 1)
            unit = product->args[0];
        const ShExpr *divisor = b->op == SH_CONST ? quotient : sh_mul(cx, b, quotient);
        if (!sh_is_atom(divisor) && (divisor->op != SH_MUL || divisor->value != 1))
            continue;
        if (sh_monomial_divide(cx, unit, divisor, &others))
            return sh_mul(cx, sh_scale(cx, others, product->value / factor), sh_sub(cx, quotient->args[0], rest));
    }
    return product;
}

const ShExpr *sh_canon(ShContext *cx, const ShExpr *e) {
    if (cx->rules.len == 0 && cx->trail.len == 0)
        return e;
    ShNode *node = sh_node(e);
    uint32_t epoch = node->by_rules ? cx->rule_epoch : cx->epoch;
    if (node->canon_epoch == epoch)
        return node->canon;
    const ShExpr *now = e;
    for (int round = 0; round < MAX_ROUNDS; round++) {
        const ShExpr *before = now, *rule = rule_for(cx, now);
        if (rule)
            now = rule;
        else
            now = sh_map_args(cx, now, canon_arg, cx);
        if (now->op == SH_MUL && !sh_node(now)->raw)
            now = cancel_quotient(cx, now);
        if (now == before)
            break;
    }
    node->canon = now;
    node->canon_epoch = epoch;
    return now;
}

typedef struct Replacement {
    ShContext *cx;
    const ShExpr *symbol, *by;
    uint32_t round;
} Replacement;

/* What operands share is replaced once. What does not have the symbol stays as it is. */
static const ShExpr *replace(void *env, const ShExpr *e) {
    const Replacement *r = env;
    if (e == r->symbol)
        return r->by;
    ShNode *node = sh_node(e);
    if (node->replace_round != r->round && e->count > 0) {
        bool same = true;
        for (uint32_t i = 0; i < e->count; i++)
            same &= replace(env, e->args[i]) == e->args[i];
        node->replaced = same ? e : sh_map_args(r->cx, e, replace, env);
        node->replace_round = r->round;
    }
    return e->count > 0 ? node->replaced : e;
}

const ShExpr *sh_substitute(ShContext *cx, const ShExpr *e, const ShExpr *symbol, const ShExpr *by) {
    Replacement replacement = {cx, symbol, by, ++cx->replace_round};
    return replace(&replacement, e);
}

/* ---- ranges ---------------------------------------------------------------------------------------------------- */

bool sh_assume_range(ShContext *cx, const ShExpr *e, int64_t lo, int64_t hi) {
    int64_t now_lo, now_hi;
    e = sh_canon(cx, e);
    sh_range(e, &now_lo, &now_hi);
    if (lo < now_lo)
        lo = now_lo;
    if (hi > now_hi)
        hi = now_hi;
    if (lo > hi)
        return false;
    if (e->op != SH_SYM || (lo == now_lo && hi == now_hi))
        return true;
    set_range(cx, e->symbol, lo, hi);
    return lo == hi ? sh_assume_equal(cx, e, sh_const(cx, lo)) : true;
}

/* ---- equalities ------------------------------------------------------------------------------------------------ */

/* A sum of terms alone, divided by a factor; NULL: not all of them have it. */
static const ShExpr *divided_by(ShContext *cx, const ShPoly *sum, const ShExpr *factor) {
    ShPoly rest;
    sh_poly_init(cx, &rest);
    for (uint32_t i = 0; i < sum->terms.len; i++) {
        const ShExpr *monomial;
        if (!sh_monomial_divide(cx, sum->terms.data[i].monomial, factor, &monomial))
            return NULL;
        sh_poly_add(&rest, monomial, sum->terms.data[i].coefficient);
    }
    return sh_poly_expr(cx, &rest);
}

/* Divides d by the common divisor of its coefficients, and by atoms that all terms have and that cannot be 0.
 * NULL when d cannot be 0. */
static const ShExpr *reduce_equation(ShContext *cx, const ShExpr *d) {
    ShPoly p, q;
    sh_poly_init(cx, &p);
    sh_poly_init(cx, &q);
    sh_poly_add(&p, d, 1);
    int64_t g = 0;
    for (uint32_t i = 0; i < p.terms.len; i++)
        g = sh_gcd(g, p.terms.data[i].coefficient);
    if (g == 0)
        return p.constant == 0 ? d : NULL;
    if (p.constant % g != 0)
        return NULL;
    q.constant = p.constant / g;
    for (uint32_t i = 0; i < p.terms.len; i++)
        sh_poly_add_term(&q, p.terms.data[i].monomial, p.terms.data[i].coefficient / g);
    const ShExpr *reduced = sh_poly_expr(cx, &q);
    if (!reduced)
        return d;
    if (q.constant != 0)
        return reduced;
    const ShExpr *const *factors;
    uint32_t count = sh_factors(&q.terms.data[0].monomial, &factors);
    for (uint32_t i = 0; i < count; i++) {
        const ShExpr *divided = sh_excludes_zero(factors[i]) ? divided_by(cx, &q, factors[i]) : NULL;
        if (divided)
            return reduce_equation(cx, divided);
    }
    return reduced;
}

/* The sum without a factor that all of its terms have; NULL: it has no such factor. */
static const ShExpr *without_factor(ShContext *cx, const ShExpr *d) {
    ShPoly p;
    sh_poly_init(cx, &p);
    sh_poly_add(&p, d, 1);
    const ShExpr *const *factors;
    uint32_t count = p.terms.len && p.constant == 0 ? sh_factors(&p.terms.data[0].monomial, &factors) : 0;
    for (uint32_t i = 0; i < count; i++) {
        const ShExpr *divided = divided_by(cx, &p, factors[i]);
        if (divided)
            return divided;
    }
    return NULL;
}

bool sh_hints_differ(ShContext *cx, const ShExpr *a, const ShExpr *b) {
    if (sh_hint(a, INT64_MIN) != sh_hint(b, INT64_MIN))
        return true;
    const ShExpr *d = sh_canon(cx, sh_sub(cx, a, b));
    for (const ShExpr *divided = d; divided; divided = without_factor(cx, divided))
        d = divided;
    return sh_hint(d, 0) != 0;
}

/* Narrows the symbols that stand alone in a term of d == 0 to what the rest leaves them. */
static bool narrow_symbols(ShContext *cx, const ShExpr *d) {
    ShPoly p;
    sh_poly_init(cx, &p);
    sh_poly_add(&p, d, 1);
    for (uint32_t i = 0; i < p.terms.len; i++) {
        ShTerm term = p.terms.data[i];
        if (term.monomial->op != SH_SYM || term.coefficient < -INT64_MAX)
            continue;
        const ShExpr *others = sh_sub(cx, d, sh_scale(cx, term.monomial, term.coefficient));
        const ShExpr *value = term.coefficient > 0 ? sh_scale(cx, others, -1) : others;
        int64_t lo, hi, k = term.coefficient > 0 ? term.coefficient : -term.coefficient;
        sh_range(value, &lo, &hi); /* k * symbol == value */
        if (lo != INT64_MIN)
            lo = lo > INT64_MAX - (k - 1) ? INT64_MIN : sh_floordiv_int(lo + (k - 1), k);
        if (hi != INT64_MAX)
            hi = sh_floordiv_int(hi, k);
        const ShSymbol *symbol = term.monomial->symbol;
        if (lo > symbol->hi || hi < symbol->lo)
            return false;
        if (lo <= symbol->lo && hi >= symbol->hi)
            continue;
        set_range(cx, symbol, lo > symbol->lo ? lo : symbol->lo, hi < symbol->hi ? hi : symbol->hi);
    }
    return true;
}

/* a // b, of which no size is known that b would divide a into. */
static bool is_open_quotient(const ShExpr *e) { return e->op == SH_FLOORDIV && e->args[1]->op != SH_CONST; }

/* n == a // b, where n is a size of an input: it is n from here on, which is read and multiplied more simply. */
static bool names_quotient(const ShPoly *p, ShTerm *chosen) {
    for (int i = 0; i < 2 && p->terms.len == 2 && p->constant == 0; i++) {
        ShTerm quotient = p->terms.data[i], name = p->terms.data[!i];
        const ShSymbol *symbol = name.monomial->op == SH_SYM ? name.monomial->symbol : NULL;
        if (!symbol || !symbol->origin || symbol->origin_kind == SH_FROM_NODE || symbol->below ||
            !is_open_quotient(quotient.monomial) || quotient.coefficient != -name.coefficient ||
            (name.coefficient != 1 && name.coefficient != -1) || sh_contains(quotient.monomial, name.monomial))
            continue;
        *chosen = quotient;
        return true;
    }
    return false;
}

/* The term of d to solve for: an atom that stands alone with factor 1 or -1 and occurs nowhere else; symbols before
 * other atoms, younger symbols before older ones, so that the names seen first stay. */
static bool choose_term(const ShPoly *p, ShTerm *chosen) {
    bool found = false;
    for (uint32_t i = 0; i < p->terms.len; i++) {
        ShTerm term = p->terms.data[i];
        if ((term.coefficient != 1 && term.coefficient != -1) || !sh_is_atom(term.monomial))
            continue;
        bool alone = true;
        for (uint32_t k = 0; k < p->terms.len && alone; k++)
            alone = k == i || !sh_contains(p->terms.data[k].monomial, term.monomial);
        if (!alone)
            continue;
        bool symbol = term.monomial->op == SH_SYM, before = found && chosen->monomial->op == SH_SYM;
        if (!found || (symbol && (!before || term.monomial->symbol->id > chosen->monomial->symbol->id))) {
            *chosen = term;
            found = true;
        }
    }
    return found;
}

/* May `atom -> value` be a rule? A value that holds other atoms than symbols is taken for symbols only. */
static bool is_simple(const ShExpr *e) {
    if (e->op != SH_CONST && e->op != SH_SYM && sh_is_atom(e))
        return false;
    for (uint32_t i = 0; i < e->count; i++)
        if (!is_simple(e->args[i]))
            return false;
    return true;
}

/* What was assumed about an atom or a sum, said anew after one of its symbols was replaced: N % 8 == 0 and N == 12
 * cannot be. */
static bool restate(ShContext *cx) {
    enum { MAX_RESTATED = 8 };
    if (cx->restating >= MAX_RESTATED)
        return true;
    cx->restating++;
    bool possible = true;
    for (uint32_t i = 0; i < cx->rules.len && possible; i++) {
        const ShExpr *from = cx->rules.data[i].from, *now = sh_map_args(cx, from, canon_arg, cx);
        if (now != from)
            possible = sh_assume_equal(cx, now, cx->rules.data[i].to);
    }
    for (uint32_t i = 0; i < cx->zeros.len && possible; i++) {
        const ShExpr *now = sh_canon(cx, cx->zeros.data[i]);
        if (now != cx->zeros.data[i])
            possible = sh_assume_equal(cx, now, sh_const(cx, 0));
    }
    cx->restating--;
    return possible;
}

/* a - b * (a // b), or its negative: the atom a % b, which is 0 then. NULL: another sum. */
static const ShExpr *remainder_of(ShContext *cx, const ShPoly *p) {
    for (uint32_t i = 0; i < 2 && p->terms.len == 2 && p->constant == 0; i++) {
        ShTerm whole = p->terms.data[i], parts = p->terms.data[!i];
        const ShExpr *const *factors;
        uint32_t count = sh_factors(&parts.monomial, &factors);
        if (whole.coefficient != 1 && whole.coefficient != -1)
            continue;
        const ShExpr *product = sh_scale(cx, parts.monomial, -whole.coefficient * parts.coefficient);
        for (uint32_t k = 0; k < count; k++)
            if (factors[k]->op == SH_FLOORDIV && factors[k]->args[0] == whole.monomial &&
                sh_mul(cx, factors[k]->args[1], factors[k]) == product)
                return sh_intern(cx, SH_MOD, 0, NULL, factors[k]->args, 2, 0);
    }
    return NULL;
}

/* A new rule for `from`. With one for a // b and one for a % b, a itself is known. */
static bool assume_rule(ShContext *cx, const ShExpr *from, const ShExpr *to) {
    add_rule(cx, from, to);
    if (from->op == SH_FLOORDIV || from->op == SH_MOD) {
        const ShExpr *quotient = rule_for(cx, sh_intern(cx, SH_FLOORDIV, 0, NULL, from->args, 2, 0));
        const ShExpr *rest = rule_for(cx, sh_intern(cx, SH_MOD, 0, NULL, from->args, 2, 0));
        if (quotient && rest &&
            !sh_assume_equal(cx, from->args[0], sh_add(cx, sh_mul(cx, from->args[1], quotient), rest)))
            return false;
    }
    return restate(cx);
}

bool sh_assume_equal(ShContext *cx, const ShExpr *a, const ShExpr *b) {
    const ShExpr *d = sh_canon(cx, sh_sub(cx, sh_canon(cx, a), sh_canon(cx, b)));
    if (sh_is_value(d, 0) || sh_is_known_zero(cx, d))
        return true;
    ShTruth truth = sh_compare(cx, SH_EQ, d, sh_const(cx, 0));
    if (truth == SH_NO || (truth == SH_YES && cx->scopes.len)) /* in a loop it may follow from the loop's scope alone */
        return truth == SH_YES;
    d = reduce_equation(cx, d);
    if (!d || !narrow_symbols(cx, d))
        return false;
    ShPoly p;
    sh_poly_init(cx, &p);
    sh_poly_add(&p, d, 1);
    ShTerm chosen = {0};
    const ShExpr *remainder = remainder_of(cx, &p);
    if (remainder)
        return assume_rule(cx, remainder, sh_const(cx, 0));
    if (!names_quotient(&p, &chosen) && !choose_term(&p, &chosen)) {
        add_zero(cx, d);
        return true;
    }
    const ShExpr *others = sh_sub(cx, d, sh_scale(cx, chosen.monomial, chosen.coefficient));
    const ShExpr *value = sh_canon(cx, chosen.coefficient > 0 ? sh_scale(cx, others, -1) : others);
    if (sh_contains(value, chosen.monomial) || (chosen.monomial->op != SH_SYM && !is_simple(value)))
        add_zero(cx, d);
    else
        return assume_rule(cx, chosen.monomial, value);
    return restate(cx);
}

/* ---- inequalities ---------------------------------------------------------------------------------------------- */

/* Narrows the symbol of a term of d, whose other terms are `others`, by d >= 0. */
static bool narrow_by_bound(ShContext *cx, ShTerm term, const ShExpr *others) {
    int64_t lo, hi, k = term.coefficient;
    sh_range(others, &lo, &hi);
    if (hi == INT64_MAX || hi == INT64_MIN || k == INT64_MIN)
        return true;
    if (k > 0) /* k*s >= -others >= -hi */
        return sh_assume_range(cx, term.monomial, -sh_floordiv_int(hi, k), INT64_MAX);
    return sh_assume_range(cx, term.monomial, INT64_MIN, sh_floordiv_int(hi, -k));
}

static bool assume_nonnegative(ShContext *cx, const ShExpr *d) {
    if (sh_surely_ge(cx, d, 0))
        return true;
    if (sh_surely_le(cx, d, -1))
        return false;
    ShPoly p;
    sh_poly_init(cx, &p);
    sh_poly_add(&p, d, 1);
    for (uint32_t i = 0; i < p.terms.len; i++) {
        ShTerm term = p.terms.data[i];
        const ShExpr *others = sh_sub(cx, d, sh_scale(cx, term.monomial, term.coefficient));
        if (term.monomial->op == SH_SYM && !narrow_by_bound(cx, term, others))
            return false;
    }
    if (p.terms.len > 1 || p.terms.data[0].monomial->op != SH_SYM)
        add_bound(cx, d);
    return true;
}

bool sh_assume(ShContext *cx, ShCompare op, const ShExpr *a, const ShExpr *b) {
    if (op == SH_EQ)
        return sh_assume_equal(cx, a, b);
    const ShExpr *d = sh_canon(cx, sh_sub(cx, sh_canon(cx, b), sh_canon(cx, a)));
    if (op != SH_NE)
        return assume_nonnegative(cx, op == SH_LT ? sh_sub(cx, d, sh_const(cx, 1)) : d);
    if (sh_is_value(d, 0) || sh_is_known_zero(cx, d))
        return false;
    if (sh_surely_ge(cx, d, 0))
        return assume_nonnegative(cx, sh_sub(cx, d, sh_const(cx, 1)));
    if (sh_surely_le(cx, d, 0))
        return assume_nonnegative(cx, sh_sub(cx, sh_const(cx, -1), d));
    return true;
}

void sh_enter_scope(ShContext *cx, const ShExpr *a, const ShExpr *b) {
    ShScope scope = {sh_sub(cx, sh_sub(cx, b, a), sh_const(cx, 1)), cx->epoch, cx->scope};
    vec_push(cx->arena, &cx->scopes, scope);
    cx->epoch = cx->scope = ++cx->clock;
}

void sh_leave_scope(ShContext *cx) {
    ShScope scope = vec_pop(&cx->scopes);
    cx->epoch = cx->epoch == cx->scope ? scope.epoch : ++cx->clock; /* the same, where nothing was assumed in it */
    cx->scope = scope.scope;
}
