/* Ranges of symbolic integers, and comparing them.
 *
 * sh_range is interval arithmetic on the expression as it stands. sh_compare decides on the normal form of the
 * difference, in which equal parts have cancelled, by trying in turn: its range; its range after every atom is replaced
 * by its bound plus a non-negative rest (so that N*M - N is seen to be >= 0 for N, M >= 1); each case of a min or max;
 * and floordivs multiplied away (2*(N // 2) is N - N % 2). INT64_MIN and INT64_MAX stand for no bound. */
#include "analysis/shape_internal.h"

/* ---- intervals ------------------------------------------------------------------------------------------------- */

typedef struct Range {
    int64_t lo, hi;
} Range;

static const Range range_all = {INT64_MIN, INT64_MAX};

static int64_t clamp(__int128 value) {
    return value < INT64_MIN ? INT64_MIN : value > INT64_MAX ? INT64_MAX : (int64_t)value;
}
static int64_t min_of(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t max_of(int64_t a, int64_t b) { return a > b ? a : b; }
static bool is_open(int64_t bound) { return bound == INT64_MIN || bound == INT64_MAX; }

static Range range_add(Range a, Range b) {
    return (Range){
        a.lo == INT64_MIN || b.lo == INT64_MIN ? INT64_MIN : clamp((__int128)a.lo + b.lo),
        a.hi == INT64_MAX || b.hi == INT64_MAX ? INT64_MAX : clamp((__int128)a.hi + b.hi),
    };
}

/* A product of two bounds, in which an open bound is infinite and 0 * infinite is 0. */
static int64_t bound_product(int64_t a, int64_t b) {
    if (a == 0 || b == 0)
        return 0;
    if (is_open(a) || is_open(b))
        return (a < 0) == (b < 0) ? INT64_MAX : INT64_MIN;
    return clamp((__int128)a * b);
}

static Range range_mul(Range a, Range b) {
    int64_t p = bound_product(a.lo, b.lo), q = bound_product(a.lo, b.hi), r = bound_product(a.hi, b.lo),
            s = bound_product(a.hi, b.hi);
    return (Range){min_of(min_of(p, q), min_of(r, s)), max_of(max_of(p, q), max_of(r, s))};
}

static Range range_power(Range a, uint32_t power) {
    Range result = {1, 1};
    for (uint32_t i = 0; i < power; i++)
        result = range_mul(result, a);
    if (power % 2 == 0 && result.lo < 0)
        result.lo = 0;
    return result;
}

static int64_t bound_floordiv(int64_t a, int64_t b) {
    if (is_open(a))
        return a;
    if (is_open(b)) /* b is +infinite here */
        return a < 0 ? -1 : 0;
    return sh_floordiv_int(a, b);
}

static Range range_floordiv(Range a, Range b) {
    if (b.lo <= 0)
        return range_all;
    return (Range){
        min_of(bound_floordiv(a.lo, b.lo), bound_floordiv(a.lo, b.hi)),
        max_of(bound_floordiv(a.hi, b.lo), bound_floordiv(a.hi, b.hi)),
    };
}

static Range range_mod(Range a, Range b) {
    if (b.lo > 0) {
        int64_t top = b.hi == INT64_MAX ? INT64_MAX : b.hi - 1;
        return (Range){0, a.lo >= 0 ? min_of(a.hi, top) : top};
    }
    if (b.hi < 0)
        return (Range){b.lo == INT64_MIN ? INT64_MIN : b.lo + 1, 0};
    return range_all;
}

static Range range_of(const ShExpr *e) {
    Range range;
    sh_range(e, &range.lo, &range.hi);
    return range;
}

static Range range_product(const ShExpr *e) {
    Range range = {e->value, e->value};
    for (uint32_t i = 0; i < e->count;) {
        uint32_t power = 1;
        while (i + power < e->count && e->args[i + power] == e->args[i])
            power++;
        range = range_mul(range, range_power(range_of(e->args[i]), power));
        i += power;
    }
    return range;
}

static Range compute_range(const ShExpr *e) {
    Range range = range_all;
    switch (e->op) {
    case SH_CONST:
        return (Range){e->value, e->value};
    case SH_SYM:
        return (Range){e->symbol->lo, e->symbol->hi};
    case SH_ADD:
        range = (Range){e->value, e->value};
        for (uint32_t i = 0; i < e->count; i++)
            range = range_add(range, range_of(e->args[i]));
        return range;
    case SH_MUL:
        return range_product(e);
    case SH_FLOORDIV:
        return range_floordiv(range_of(e->args[0]), range_of(e->args[1]));
    case SH_MOD:
        return range_mod(range_of(e->args[0]), range_of(e->args[1]));
    case SH_MIN:
    case SH_MAX:
        range = range_of(e->args[0]);
        for (uint32_t i = 1; i < e->count; i++) {
            Range other = range_of(e->args[i]);
            range.lo = e->op == SH_MIN ? min_of(range.lo, other.lo) : max_of(range.lo, other.lo);
            range.hi = e->op == SH_MIN ? min_of(range.hi, other.hi) : max_of(range.hi, other.hi);
        }
        return range;
    }
    return range;
}

void sh_range(const ShExpr *e, int64_t *lo, int64_t *hi) {
    ShNode *node = sh_node(e);
    if (node->range_epoch != node->cx->epoch) {
        Range range = compute_range(e);
        node->lo = range.lo;
        node->hi = range.hi;
        node->range_epoch = node->cx->epoch;
    }
    *lo = node->lo;
    *hi = node->hi;
}

/* ---- proofs of d >= 0 ------------------------------------------------------------------------------------------ */

/* The non-negative rest of an atom over its lower bound, or under its upper one. */
typedef struct ShShifted {
    const ShExpr *atom;
    Range range;
    const ShExpr *shifted;
} ShShifted;

static const ShExpr *hidden_symbol(ShContext *cx, const ShExpr *atom, Range range) {
    uint64_t key = (uint64_t)atom->id * UINT64_C(0x9E3779B97F4A7C15) ^
                   (uint64_t)range.lo * UINT64_C(0xFF51AFD7ED558CCD) ^ (uint64_t)range.hi;
    ShShifted *known = map_get(&cx->shifted, key);
    if (known && known->atom == atom && known->range.lo == range.lo && known->range.hi == range.hi)
        return known->shifted;
    ShSymbol *symbol = arena_new_of(cx->arena, ShSymbol);
    bool bounded = range.lo != INT64_MIN && range.hi != INT64_MAX;
    *symbol = (ShSymbol){.name = str_of("_"), .id = UINT32_MAX - cx->hidden_count++, .hint = -1};
    symbol->hi = bounded ? clamp((__int128)range.hi - range.lo) : INT64_MAX;
    known = arena_new_of(cx->arena, ShShifted);
    *known = (ShShifted){atom, range, sh_symbol_expr(cx, symbol)};
    map_put(&cx->shifted, key, known);
    return known->shifted;
}

/* The atom as bound + rest or bound - rest; itself where it has no bound, or the bound 0. */
static const ShExpr *shift_atom(ShContext *cx, const ShExpr *atom) {
    Range range = range_of(atom);
    if (range.lo == 0 || (is_open(range.lo) && is_open(range.hi)))
        return atom;
    const ShExpr *rest = hidden_symbol(cx, atom, range);
    if (range.lo != INT64_MIN)
        return sh_add(cx, sh_const(cx, range.lo), rest);
    return sh_sub(cx, sh_const(cx, range.hi), rest);
}

/* The sum over the rests of its atoms; NULL: it overflows. */
static const ShExpr *shift_atoms(ShContext *cx, const ShPoly *p) {
    ShPoly sum;
    sh_poly_init(cx, &sum);
    sum.constant = p->constant;
    for (uint32_t i = 0; i < p->terms.len; i++) {
        const ShExpr *const *factors;
        uint32_t count = sh_factors(&p->terms.data[i].monomial, &factors);
        const ShExpr *term = shift_atom(cx, factors[0]);
        for (uint32_t k = 1; k < count; k++)
            term = sh_mul(cx, term, shift_atom(cx, factors[k]));
        sh_poly_add(&sum, term, p->terms.data[i].coefficient);
    }
    return sh_poly_expr(cx, &sum);
}

static bool is_nonnegative(ShContext *cx, const ShExpr *d, int depth);

/* d with the term coefficient * atom replaced by coefficient * by; NULL: it overflows. */
static const ShExpr *replace_term(ShContext *cx, const ShExpr *d, ShTerm term, const ShExpr *by) {
    if (term.coefficient == INT64_MIN)
        return NULL;
    ShPoly p;
    sh_poly_init(cx, &p);
    sh_poly_add(&p, d, 1);
    sh_poly_add(&p, term.monomial, -term.coefficient);
    sh_poly_add(&p, by, term.coefficient);
    return sh_poly_expr(cx, &p);
}

/* max(a, b) >= 0 if one is, min(a, b) >= 0 if both are; the other way round under a negative factor. */
static bool by_cases(ShContext *cx, const ShExpr *d, ShTerm term, int depth) {
    bool all = (term.monomial->op == SH_MIN) == (term.coefficient > 0);
    for (uint32_t i = 0; i < term.monomial->count; i++) {
        const ShExpr *one = replace_term(cx, d, term, term.monomial->args[i]);
        if ((one && is_nonnegative(cx, one, depth - 1)) != all)
            return !all;
    }
    return all;
}

/* coefficient * (a // c): the whole times c, in which c * (a // c) is a - a % c. */
static bool without_quotient(ShContext *cx, const ShExpr *d, ShTerm term, int depth) {
    const ShExpr *a = term.monomial->args[0], *c = term.monomial->args[1];
    if (range_of(c).lo <= 0)
        return false;
    const ShExpr *others = replace_term(cx, d, term, sh_const(cx, 0));
    if (!others)
        return false;
    const ShExpr *product = sh_sub(cx, a, sh_mod(cx, a, c));
    return is_nonnegative(cx, sh_add(cx, sh_mul(cx, others, c), sh_scale(cx, product, term.coefficient)), depth - 1);
}

/* a % b for b > 0 lies in [0, b - 1]; a symbolic bound says more than a range. */
static bool without_mod(ShContext *cx, const ShExpr *d, ShTerm term, int depth) {
    const ShExpr *b = term.monomial->args[1];
    if (range_of(b).lo <= 0 || b->op == SH_CONST)
        return false;
    const ShExpr *worst = term.coefficient > 0 ? sh_const(cx, 0) : sh_sub(cx, b, sh_const(cx, 1));
    const ShExpr *least = replace_term(cx, d, term, worst);
    return least && is_nonnegative(cx, least, depth - 1);
}

/* A sum of multiples of symbols: its range is all that there is to know of it. */
static bool is_linear(const ShExpr *e) {
    bool sum = e->op == SH_ADD && !sh_node(e)->raw, multiple = e->op == SH_MUL && e->count == 1 && !sh_node(e)->raw;
    for (uint32_t i = 0; (sum || multiple) && i < e->count; i++)
        if (!is_linear(e->args[i]))
            return false;
    return sum || multiple || e->op == SH_SYM || e->op == SH_CONST;
}

enum { FAR = 1000 };

/* A value of the atom: the one that shift_atom() counts from, or one that is far from it, to where the term's sign
 * makes the term small. */
static int64_t value_of_atom(Range range, bool is_far, bool down) {
    int64_t at = range.lo != INT64_MIN ? range.lo : range.hi != INT64_MAX ? range.hi : 0, far;
    if (!is_far)
        return at;
    if (!down)
        return __builtin_add_overflow(at, FAR, &far) || far > range.hi ? range.hi : far;
    return range.lo != INT64_MIN || __builtin_sub_overflow(at, FAR, &far) ? at : far;
}

/* The value of the sum where the atoms of the term `far` are far from their bounds. False: it overflows. */
static bool value_at(const ShPoly *p, ShTerm far, int64_t *value) {
    const ShExpr *const *factors, *const *wanted;
    uint32_t wanted_count = far.monomial ? sh_factors(&far.monomial, &wanted) : 0;
    *value = p->constant;
    for (uint32_t i = 0; i < p->terms.len; i++) {
        uint32_t count = sh_factors(&p->terms.data[i].monomial, &factors);
        int64_t product = p->terms.data[i].coefficient;
        for (uint32_t k = 0; k < count; k++) {
            bool is_far = false;
            for (uint32_t m = 0; m < wanted_count && !is_far; m++)
                is_far = wanted[m] == factors[k];
            int64_t at = value_of_atom(range_of(factors[k]), is_far, far.coefficient > 0);
            if (__builtin_mul_overflow(product, at, &product))
                return false;
        }
        if (__builtin_add_overflow(*value, product, value))
            return false;
    }
    return true;
}

/* Has the sum a quotient of what this is the remainder of? sh_poly_expr() may join the two. */
static bool has_quotient(const ShPoly *p, const ShExpr *rest) {
    for (uint32_t i = 0; i < p->terms.len; i++) {
        const ShExpr *const *factors;
        uint32_t count = sh_factors(&p->terms.data[i].monomial, &factors);
        for (uint32_t k = 0; k < count; k++)
            if (factors[k]->op == SH_FLOORDIV && factors[k]->args[0] == rest->args[0] &&
                factors[k]->args[1] == rest->args[1])
                return true;
    }
    return false;
}

static bool may_join(const ShPoly *p) {
    for (uint32_t i = 0; i < p->terms.len; i++) {
        const ShExpr *const *factors;
        uint32_t count = sh_factors(&p->terms.data[i].monomial, &factors);
        for (uint32_t k = 0; k < count; k++)
            if (factors[k]->op == SH_MOD && has_quotient(p, factors[k]))
                return true;
    }
    return false;
}

/* Is the sum negative somewhere, taken as one of products of any values that the atoms' ranges allow? Then no bounds
 * prove anything: most of what is asked is of that kind, and a few values say so sooner than all of the products. */
static bool is_refuted(const ShPoly *p) {
    int64_t value;
    if (may_join(p))
        return false;
    bool refuted = value_at(p, (ShTerm){0}, &value) && value < 0;
    for (uint32_t i = 0; i < p->terms.len && !refuted; i++)
        refuted = value_at(p, p->terms.data[i], &value) && value < 0;
    return refuted;
}

enum { SAMPLES = 16 };

/* A value of the symbol in one sample: near its bound or far from it, as bits say that look random. */
static int64_t sampled(void *sample, const ShSymbol *symbol) {
    uint32_t bits = (symbol->id * SAMPLES + *(const uint32_t *)sample + 1) * UINT32_C(0x9E3779B1) >> 16;
    return value_of_atom((Range){symbol->lo, symbol->hi}, bits & 1, bits & 2);
}

/* Is d negative for some values of its symbols? Then no cases need to be looked at: of a sum of many quotients and
 * minima there are thousands. */
static bool is_refuted_by_sample(const ShExpr *d) {
    int64_t value;
    for (uint32_t sample = 0; sample < SAMPLES; sample++)
        if (sh_eval(d, sampled, &sample, &value) && value < 0)
            return true;
    return false;
}

static bool prove_nonnegative(ShContext *cx, const ShExpr *d, int depth) {
    if (cx->proof_steps == 0 || (depth > 0 && is_refuted_by_sample(d)))
        return false;
    cx->proof_steps--;
    ShPoly p;
    sh_poly_init(cx, &p);
    sh_poly_add(&p, d, 1);
    const ShExpr *shifted = is_refuted(&p) ? NULL : shift_atoms(cx, &p);
    if (shifted && range_of(shifted).lo >= 0)
        return true;
    if (depth == 0)
        return false;
    for (uint32_t i = 0; i < p.terms.len; i++) {
        ShTerm term = p.terms.data[i];
        ShOp op = term.monomial->op;
        if (op == SH_MIN || op == SH_MAX ? by_cases(cx, d, term, depth)
            : op == SH_FLOORDIV          ? without_quotient(cx, d, term, depth)
                                         : op == SH_MOD && without_mod(cx, d, term, depth))
            return true;
    }
    return false;
}

/* Proofs that succeed take 16 steps at most; a sum of many quotients has thousands of ways to fail. */
enum { PROOF_DEPTH = 3, BY_BOUND, PROOF_STEPS = 64 };

static bool above_one_bound(ShContext *cx, const ShExpr *d);

/* What a proof of depth `kind`, or a bound, says of d is remembered while the assumptions stay: the same few
 * differences are asked for again and again. One that ran out of steps counts as failed. */
static bool remembered(ShContext *cx, const ShExpr *d, int kind) {
    ShNode *node = sh_node(d);
    if (node->proof_epoch != cx->epoch) {
        node->proof_epoch = cx->epoch;
        node->tried = node->proved = 0;
    }
    unsigned bit = 1u << kind;
    if (!(node->tried & bit)) {
        bool proved = kind == BY_BOUND ? above_one_bound(cx, d) : prove_nonnegative(cx, d, kind);
        node->tried |= bit;
        node->proved |= proved ? bit : 0;
    }
    return node->proved & bit;
}

static bool is_nonnegative(ShContext *cx, const ShExpr *d, int depth) {
    return range_of(d).lo >= 0 || (!is_linear(d) && remembered(cx, d, depth));
}

/* The terms of a sum; a product or an atom is its only one. */
static uint32_t terms_of(const ShExpr *const *e, const ShExpr *const **terms) {
    bool sum = (*e)->op == SH_ADD && !sh_node(*e)->raw;
    *terms = sum ? (*e)->args : e;
    return sum ? (*e)->count : (*e)->op != SH_CONST;
}

/* May what is known of the bound make up for a term of d that may be negative: has it such a term of the same sign? */
static bool may_help(const ShExpr *d, const ShExpr *bound) {
    const ShExpr *const *terms, *const *others;
    uint32_t count = terms_of(&d, &terms), other_count = terms_of(&bound, &others);
    for (uint32_t i = 0; i < count; i++) {
        if (range_of(terms[i]).lo >= 0)
            continue;
        ShTerm term = sh_term_of(terms[i]);
        for (uint32_t k = 0; k < other_count; k++) {
            ShTerm other = sh_term_of(others[k]);
            if (other.monomial == term.monomial && (other.coefficient < 0) == (term.coefficient < 0))
                return true;
        }
    }
    return false;
}

static bool is_above(ShContext *cx, const ShExpr *d, const ShExpr *bound) {
    bound = sh_canon(cx, bound);
    return may_help(d, bound) && is_nonnegative(cx, sh_sub(cx, d, bound), 1);
}

/* d is at least something that was assumed to be >= 0. */
static bool above_one_bound(ShContext *cx, const ShExpr *d) {
    cx->proof_steps = PROOF_STEPS;
    bool above = false;
    for (uint32_t i = 0; i < cx->bounds.len && !above; i++)
        above = is_above(cx, d, cx->bounds.data[i]);
    for (uint32_t i = 0; i < cx->scopes.len && !above; i++)
        above = is_above(cx, d, cx->scopes.data[i].bound);
    return above;
}

static bool holds(ShContext *cx, const ShExpr *d) {
    cx->proof_steps = PROOF_STEPS;
    return is_nonnegative(cx, d, PROOF_DEPTH) || remembered(cx, d, BY_BOUND);
}

/* What the range of d alone tells: YES or NO; of a difference that is linear, and where no bounds are known, that is
 * all there is. */
static ShTruth by_range(const ShContext *cx, const ShExpr *d, bool inside) {
    if (inside)
        return SH_YES;
    return cx->bounds.len + cx->scopes.len == 0 && is_linear(d) ? SH_NO : SH_MAYBE;
}

bool sh_surely_ge(ShContext *cx, const ShExpr *d, int64_t bound) {
    ShTruth truth = by_range(cx, d, range_of(d).lo >= bound);
    if (truth != SH_MAYBE)
        return truth == SH_YES;
    return holds(cx, sh_sub(cx, d, sh_const(cx, bound)));
}

bool sh_surely_le(ShContext *cx, const ShExpr *d, int64_t bound) {
    ShTruth truth = by_range(cx, d, range_of(d).hi <= bound);
    if (truth != SH_MAYBE)
        return truth == SH_YES;
    return holds(cx, sh_sub(cx, sh_const(cx, bound), d));
}

bool sh_compare_ints(ShCompare op, int64_t a, int64_t b) {
    return op == SH_EQ ? a == b : op == SH_NE ? a != b : op == SH_LT ? a < b : a <= b;
}

/* ---- comparing ------------------------------------------------------------------------------------------------- */

/* d is never 0 because its coefficients have a divisor that its constant lacks. */
static bool indivisible(ShContext *cx, const ShExpr *d) {
    ShPoly p;
    sh_poly_init(cx, &p);
    sh_poly_add(&p, d, 1);
    int64_t g = 0;
    for (uint32_t i = 0; i < p.terms.len; i++)
        g = sh_gcd(g, p.terms.data[i].coefficient);
    return g > 1 && p.constant % g != 0;
}

/* Is d a multiple of zero? Their first terms tell by how much. */
static bool is_multiple(ShContext *cx, const ShExpr *d, const ShExpr *zero) {
    const ShExpr *const *terms, *const *wanted;
    uint32_t count = terms_of(&d, &terms), wanted_count = terms_of(&zero, &wanted);
    if (count == 0 || count != wanted_count)
        return false;
    ShTerm first = sh_term_of(terms[0]), of_zero = sh_term_of(wanted[0]);
    if (first.monomial != of_zero.monomial || first.coefficient == INT64_MIN)
        return false;
    int64_t k = first.coefficient / of_zero.coefficient;
    return k != 0 && sh_is_value(sh_sub(cx, d, sh_scale(cx, zero, k)), 0);
}

bool sh_is_known_zero(ShContext *cx, const ShExpr *d) {
    for (uint32_t i = 0; i < cx->zeros.len; i++)
        if (is_multiple(cx, d, sh_canon(cx, cx->zeros.data[i])))
            return true;
    return false;
}

static ShTruth equals_zero(ShContext *cx, const ShExpr *d) {
    if (sh_is_value(d, 0) || sh_is_known_zero(cx, d))
        return SH_YES;
    if (d->op == SH_CONST || indivisible(cx, d) || sh_surely_ge(cx, d, 1) || sh_surely_le(cx, d, -1))
        return SH_NO;
    return sh_surely_ge(cx, d, 0) && sh_surely_le(cx, d, 0) ? SH_YES : SH_MAYBE;
}

static ShTruth compare(ShContext *cx, ShCompare op, const ShExpr *a, const ShExpr *b) {
    a = sh_canon(cx, a);
    b = sh_canon(cx, b);
    const ShExpr *d = sh_canon(cx, sh_sub(cx, a, b));
    if (op == SH_EQ || op == SH_NE) {
        ShTruth equal = equals_zero(cx, d);
        return equal == SH_MAYBE ? SH_MAYBE : (equal == SH_YES) == (op == SH_EQ) ? SH_YES : SH_NO;
    }
    int64_t bound = op == SH_LT ? -1 : 0;
    if (sh_surely_le(cx, d, bound))
        return SH_YES;
    if (sh_surely_ge(cx, d, bound + 1))
        return SH_NO;
    return sh_is_known_zero(cx, d) ? op == SH_LE ? SH_YES : SH_NO : SH_MAYBE;
}

/* The same few sizes are compared again and again. */
ShTruth sh_compare(ShContext *cx, ShCompare op, const ShExpr *a, const ShExpr *b) {
    uint64_t key = ((uint64_t)a->id << 32 | b->id) * UINT64_C(0x9E3779B97F4A7C15) + op + cx->epoch;
    ShCompared *last = &cx->compared[key * UINT64_C(0xFF51AFD7ED558CCD) >> (64 - (cx->remembered_bits - 2))];
    if (last->a != a || last->b != b || last->op != op || last->epoch != cx->epoch)
        *last = (ShCompared){a, b, cx->epoch, op, compare(cx, op, a, b)};
    return last->truth;
}
