/* Symbolic integers: the context, symbols, hash-consing, and sums and products.
 *
 * Normal form: a sum is a constant and terms sorted by sh_order; a term is an atom or a product; a product is a
 * constant factor and sorted atoms (repeated for powers). Sums in a product are multiplied out. An atom is a symbol, a
 * floordiv, a mod, a min or a max. Where a constant would overflow int64, or a product would have too many terms, the
 * node is kept as it was written ("raw") and counts as an atom: less is then proved, and nothing wrong. */
#include "analysis/shape_internal.h"

#include <string.h>

/* Counters come behind all other symbols, in the order of their places. */
enum { MAX_TERMS = 128, FEW_FACTORS = 16, COUNTER_IDS = 1 << 30, COUNTER_BITS = 22 };

/* ---- context and symbols --------------------------------------------------------------------------------------- */

static ShContext *context_new(Arena *arena, int remembered_bits) {
    ShContext *cx = arena_new_of(arena, ShContext);
    cx->remembered_bits = remembered_bits;
    cx->computed = arena_array(arena, ShComputed, 1 << remembered_bits);
    cx->compared = arena_array(arena, ShCompared, 1 << (remembered_bits - 2));
    sh_reset(cx, arena);
    return cx;
}

ShContext *sh_context_new(Arena *arena) { return context_new(arena, 12); }

ShContext *sh_context_new_small(Arena *arena) { return context_new(arena, 8); }

/* What was computed and compared stays, as nobody will ask for it: numbers of nodes and epochs do not come again. */
void sh_reset(ShContext *cx, Arena *arena) {
    cx->arena = arena;
    memset(cx->constants, 0, sizeof cx->constants);
    cx->epoch = cx->rule_epoch = ++cx->clock;
    cx->scope = 0;
    cx->place_count = 512;
    cx->node_count = 0;
    cx->places = arena_array(arena, ShPlace, cx->place_count);
    Map *maps[] = {&cx->names, &cx->suffixes, &cx->shifted, &cx->counters, &cx->sums};
    for (size_t i = 0; i < COUNT_OF(maps); i++)
        map_init(maps[i], arena);
    memset(&cx->named, 0, sizeof cx->named);
    memset(&cx->rules, 0, sizeof cx->rules);
    memset(&cx->zeros, 0, sizeof cx->zeros);
    memset(&cx->bounds, 0, sizeof cx->bounds);
    memset(&cx->scopes, 0, sizeof cx->scopes);
    memset(&cx->trail, 0, sizeof cx->trail);
    cx->largest = cx->hidden_count = cx->restating = 0;
}

/* The wanted name as a C identifier that no symbol has yet. */
static Str unique_name(ShContext *cx, Str name) {
    char text[64];
    size_t len = 0;
    for (const char *c = name; *c && len + 1 < sizeof text; c++) {
        bool letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || *c == '_';
        bool digit = *c >= '0' && *c <= '9';
        if (digit && len == 0)
            text[len++] = '_';
        text[len++] = letter || digit ? *c : '_';
    }
    text[len] = '\0';
    Str wanted = len ? str_of(text) : str_of("s");
    Str unique = wanted;
    uintptr_t suffix = (uintptr_t)map_get(&cx->suffixes, MAP_KEY(wanted));
    while (map_has(&cx->names, MAP_KEY(unique)))
        unique = str_format("%s_%d", wanted, (int)(++suffix + 1));
    map_put(&cx->suffixes, MAP_KEY(wanted), (void *)suffix);
    return unique;
}

const ShExpr *sh_symbol(ShContext *cx, Str name, int64_t lo, int64_t hi, int64_t hint, ShOriginKind kind,
                        const void *origin, int index) {
    ShSymbol *symbol = arena_new_of(cx->arena, ShSymbol);
    *symbol = (ShSymbol){.name = unique_name(cx, name),
                         .id = cx->next_symbol++,
                         .lo = lo,
                         .hi = hi,
                         .hint = hint,
                         .origin_kind = kind,
                         .origin = origin,
                         .index = index};
    map_put(&cx->names, MAP_KEY(symbol->name), symbol);
    return sh_symbol_expr(cx, symbol);
}

void sh_name(ShContext *cx, const ShExpr *e, Str name) {
    ShSymbol *symbol = e->op == SH_SYM ? (ShSymbol *)(uintptr_t)e->symbol : NULL;
    if (!symbol || !symbol->is_unnamed)
        return;
    symbol->is_unnamed = false;
    symbol->name = unique_name(cx, name);
    map_put(&cx->names, MAP_KEY(symbol->name), symbol);
}

const ShExpr *sh_counter(ShContext *cx, int place, const ShExpr *below) {
    uint64_t key = (uint64_t)below->id << 8 | (uint64_t)place;
    const ShExpr *known = map_get(&cx->counters, key);
    if (known)
        return known;
    ShSymbol *symbol = arena_new_of(cx->arena, ShSymbol);
    *symbol = (ShSymbol){.name = str_of("counter"),
                         .id = COUNTER_IDS + ((uint32_t)place << COUNTER_BITS) + cx->counters.len,
                         .hi = INT64_MAX,
                         .hint = -1,
                         .origin_kind = SH_FROM_NODE,
                         .below = below};
    known = sh_symbol_expr(cx, symbol);
    map_put(&cx->counters, key, (void *)(uintptr_t)known);
    return known;
}

const ShExpr *sh_symbol_expr(ShContext *cx, const ShSymbol *symbol) {
    return sh_intern(cx, SH_SYM, 0, symbol, NULL, 0, false);
}

void sh_forget_names(ShContext *cx) {
    map_init(&cx->names, cx->arena);
    map_init(&cx->suffixes, cx->arena);
}

/* ---- interning ------------------------------------------------------------------------------------------------- */

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash ^= value + UINT64_C(0x9E3779B97F4A7C15) + (hash << 6) + (hash >> 2);
    return hash * UINT64_C(0xFF51AFD7ED558CCD);
}

static void more_places(ShContext *cx) {
    uint32_t count = cx->place_count * 2;
    ShPlace *places = arena_array(cx->arena, ShPlace, count);
    for (uint32_t i = 0; i < cx->place_count; i++) {
        uint32_t at = cx->places[i].hash & (count - 1);
        while (cx->places[i].node && places[at].node)
            at = (at + 1) & (count - 1);
        if (cx->places[i].node)
            places[at] = cx->places[i];
    }
    cx->places = places;
    cx->place_count = count;
}

static bool is_node(const ShNode *node, ShOp op, int64_t value, const ShSymbol *symbol, const ShExpr *const *args,
                    uint32_t count, bool raw) {
    return node->e.op == op && node->raw == raw && node->e.value == value && node->e.symbol == symbol &&
           node->e.count == count && (count == 0 || memcmp(node->e.args, args, count * sizeof *args) == 0);
}

const ShExpr *sh_intern(ShContext *cx, ShOp op, int64_t value, const ShSymbol *symbol, const ShExpr *const *args,
                        uint32_t count, bool raw) {
    uint64_t mixed = mix(mix((uint64_t)op * 2 + raw, (uint64_t)value), symbol ? symbol->id + UINT64_C(1) : 0);
    for (uint32_t i = 0; i < count; i++)
        mixed = mix(mixed, args[i]->id);
    uint32_t hash = (uint32_t)(mixed >> 32), mask = cx->place_count - 1, at = hash & mask;
    for (; cx->places[at].node; at = (at + 1) & mask)
        if (cx->places[at].hash == hash && is_node(cx->places[at].node, op, value, symbol, args, count, raw))
            return &cx->places[at].node->e;
    ShNode *node = arena_new_of(cx->arena, ShNode);
    cx->places[at] = (ShPlace){hash, node};
    node->e = (ShExpr){.op = op, .id = cx->next_node++, .value = value, .symbol = symbol, .count = count};
    if (count)
        node->e.args = arena_copy(cx->arena, args, count * sizeof *args);
    node->cx = cx;
    node->raw = raw;
    node->by_rules = !raw && (op == SH_CONST || op == SH_SYM || op == SH_ADD || op == SH_MUL);
    node->is_computed = symbol && symbol->origin_kind == SH_FROM_NODE;
    node->size = 1;
    for (uint32_t i = 0; i < count; i++) {
        const ShNode *operand = sh_node(args[i]);
        node->by_rules &= operand->by_rules;
        node->is_computed |= operand->is_computed;
        node->size = operand->size > UINT32_MAX - node->size ? UINT32_MAX : node->size + operand->size;
    }
    cx->largest = node->size > cx->largest ? node->size : cx->largest;
    if (++cx->node_count * 2 > cx->place_count)
        more_places(cx);
    return &node->e;
}

uint32_t sh_largest(const ShContext *cx) { return cx->largest; }

void sh_forget_largest(ShContext *cx) { cx->largest = 0; }

const ShExpr *sh_const(ShContext *cx, int64_t value) {
    if (value < 0 || value >= SMALL_CONSTANTS)
        return sh_intern(cx, SH_CONST, value, NULL, NULL, 0, false);
    if (!cx->constants[value])
        cx->constants[value] = sh_intern(cx, SH_CONST, value, NULL, NULL, 0, false);
    return cx->constants[value];
}

bool sh_is_const(const ShExpr *e, int64_t *value) {
    if (e->op == SH_CONST && value)
        *value = e->value;
    return e->op == SH_CONST;
}

bool sh_is_value(const ShExpr *e, int64_t value) { return e->op == SH_CONST && e->value == value; }

bool sh_contains(const ShExpr *e, const ShExpr *part) {
    if (e == part)
        return true;
    for (uint32_t i = 0; i < e->count; i++)
        if (sh_contains(e->args[i], part))
            return true;
    return false;
}

/* ---- order ----------------------------------------------------------------------------------------------------- */

uint32_t sh_factors(const ShExpr *const *monomial, const ShExpr *const **factors) {
    const ShExpr *e = *monomial;
    if (e->op == SH_MUL && !sh_node(e)->raw) {
        *factors = e->args;
        return e->count;
    }
    *factors = monomial;
    return 1;
}

static int order_int(int64_t a, int64_t b) { return a < b ? -1 : a > b; }

static int order_atoms(const ShExpr *a, const ShExpr *b) {
    if (a == b)
        return 0;
    if (a->op != b->op)
        return a->op == SH_SYM ? -1 : b->op == SH_SYM ? 1 : order_int(a->op, b->op);
    if (a->op == SH_SYM)
        return order_int(a->symbol->id, b->symbol->id);
    for (uint32_t i = 0; i < a->count && i < b->count; i++) {
        int order = sh_order(a->args[i], b->args[i]);
        if (order)
            return order;
    }
    if (a->count != b->count)
        return order_int(a->count, b->count);
    if (a->value != b->value)
        return order_int(a->value, b->value);
    return order_int(sh_node(a)->raw, sh_node(b)->raw);
}

int sh_order(const ShExpr *a, const ShExpr *b) {
    if (a == b)
        return 0;
    if (a->op == SH_CONST || b->op == SH_CONST) { /* constants last */
        if (a->op != b->op)
            return a->op == SH_CONST ? 1 : -1;
        return order_int(a->value, b->value);
    }
    bool sum_a = a->op == SH_ADD && !sh_node(a)->raw, sum_b = b->op == SH_ADD && !sh_node(b)->raw;
    if (sum_a || sum_b)
        return sum_a && sum_b ? order_atoms(a, b) : sum_a ? -1 : 1;
    const ShExpr *const *factors_a, *const *factors_b;
    uint32_t degree_a = sh_factors(&a, &factors_a), degree_b = sh_factors(&b, &factors_b);
    if (degree_a != degree_b)
        return degree_a > degree_b ? -1 : 1;
    for (uint32_t i = 0; i < degree_a; i++) {
        int order = order_atoms(factors_a[i], factors_b[i]);
        if (order)
            return order;
    }
    return order_int(a->op == SH_MUL ? a->value : 1, b->op == SH_MUL ? b->value : 1);
}

/* ---- polynomials ----------------------------------------------------------------------------------------------- */

void sh_poly_init(ShContext *cx, ShPoly *p) {
    p->arena = cx->arena;
    p->constant = 0;
    p->overflow = false;
    p->terms.data = p->few;
    p->terms.len = 0;
    p->terms.cap = COUNT_OF(p->few);
}

/* The terms from `at` on, which are in order, are looked at. Gives where one that comes after it would go. */
static uint32_t add_term_from(ShPoly *p, uint32_t at, const ShExpr *monomial, int64_t coefficient) {
    if (coefficient == 0)
        return at;
    int order = 1;
    while (at < p->terms.len && (order = sh_order(p->terms.data[at].monomial, monomial)) < 0)
        at++;
    if (at < p->terms.len && order == 0) {
        ShTerm *term = &p->terms.data[at];
        p->overflow |= __builtin_add_overflow(term->coefficient, coefficient, &term->coefficient);
        if (term->coefficient == 0) {
            memmove(term, term + 1, (p->terms.len - at - 1) * sizeof *term);
            p->terms.len--;
            return at;
        }
        return at + 1;
    }
    ShTerm term = {coefficient, monomial};
    vec_push(p->arena, &p->terms, term);
    if (at + 1 < p->terms.len) {
        memmove(&p->terms.data[at + 1], &p->terms.data[at], (p->terms.len - 1 - at) * sizeof term);
        p->terms.data[at] = term;
    }
    return at + 1;
}

void sh_poly_add_term(ShPoly *p, const ShExpr *monomial, int64_t coefficient) {
    add_term_from(p, 0, monomial, coefficient);
}

static const ShExpr *monomial_of(ShContext *cx, const ShExpr *const *factors, uint32_t count) {
    return count == 1 ? factors[0] : sh_intern(cx, SH_MUL, 1, NULL, factors, count, false);
}

ShTerm sh_term_of(const ShExpr *e) {
    ShNode *node = sh_node(e);
    if (e->op != SH_MUL || node->raw)
        return (ShTerm){1, e};
    if (!node->unit)
        node->unit = e->value == 1 ? e : monomial_of(node->cx, e->args, e->count);
    return (ShTerm){e->value, node->unit};
}

void sh_poly_add(ShPoly *p, const ShExpr *e, int64_t factor) {
    int64_t scaled;
    bool is_sum = e->op == SH_ADD && !sh_node(e)->raw;
    if (e->op == SH_CONST || is_sum) {
        p->overflow |= __builtin_mul_overflow(e->value, factor, &scaled);
        p->overflow |= __builtin_add_overflow(p->constant, scaled, &p->constant);
    }
    const ShExpr *const *parts = is_sum ? e->args : &e; /* those of a sum are in order */
    for (uint32_t i = 0, at = 0, count = is_sum ? e->count : e->op != SH_CONST; i < count; i++) {
        ShTerm term = sh_term_of(parts[i]);
        p->overflow |= __builtin_mul_overflow(term.coefficient, factor, &scaled);
        at = add_term_from(p, at, term.monomial, scaled);
    }
}

static const ShExpr *term_expr(ShContext *cx, ShTerm term) {
    const ShExpr *const *factors;
    uint32_t count = sh_factors(&term.monomial, &factors);
    if (term.coefficient == 1)
        return term.monomial;
    return sh_intern(cx, SH_MUL, term.coefficient, NULL, factors, count, false);
}

/* The remainder that is a factor of the monomial, and the product of the others; NULL: none is. */
static const ShExpr *remainder_in(ShContext *cx, const ShExpr *monomial, const ShExpr **others) {
    const ShExpr *const *factors;
    uint32_t count = sh_factors(&monomial, &factors);
    for (uint32_t i = 0; i < count; i++)
        if (factors[i]->op == SH_MOD)
            return sh_monomial_divide(cx, monomial, factors[i], others) ? factors[i] : NULL;
    return NULL;
}

/* k*b*(a // b) + k*(a % b) is k*a, where k may have symbols: joins one such pair. */
static bool join_quotient(ShContext *cx, ShPoly *p) {
    for (uint32_t i = 0; i < p->terms.len; i++) {
        ShTerm rest = p->terms.data[i];
        const ShExpr *others, *remainder = remainder_in(cx, rest.monomial, &others);
        if (!remainder)
            continue;
        const ShExpr *a = remainder->args[0], *b = remainder->args[1];
        ShPoly product;
        sh_poly_init(cx, &product);
        const ShExpr *whole = sh_mul(cx, b, sh_intern(cx, SH_FLOORDIV, 0, NULL, remainder->args, 2, false));
        sh_poly_add(&product, sh_mul(cx, others, whole), 1);
        int64_t wanted;
        if (product.terms.len != 1 || product.constant || product.overflow ||
            __builtin_mul_overflow(product.terms.data[0].coefficient, rest.coefficient, &wanted))
            continue;
        for (uint32_t j = 0; j < p->terms.len; j++) {
            ShTerm quotient = p->terms.data[j];
            if (quotient.monomial != product.terms.data[0].monomial || quotient.coefficient != wanted ||
                wanted == INT64_MIN || rest.coefficient == INT64_MIN)
                continue;
            sh_poly_add_term(p, rest.monomial, -rest.coefficient);
            sh_poly_add_term(p, quotient.monomial, -wanted);
            sh_poly_add(p, sh_mul(cx, others, a), rest.coefficient);
            return true;
        }
    }
    return false;
}

const ShExpr *sh_poly_expr(ShContext *cx, ShPoly *p) {
    while (!p->overflow && p->terms.len > 1 && join_quotient(cx, p))
        continue;
    if (p->overflow || p->terms.len > MAX_TERMS)
        return NULL;
    if (p->terms.len == 0)
        return sh_const(cx, p->constant);
    if (p->terms.len == 1 && p->constant == 0)
        return term_expr(cx, p->terms.data[0]);
    const ShExpr *args[MAX_TERMS];
    for (uint32_t i = 0; i < p->terms.len; i++)
        args[i] = term_expr(cx, p->terms.data[i]);
    return sh_intern(cx, SH_ADD, p->constant, NULL, args, p->terms.len, false);
}

/* ---- sums and products ----------------------------------------------------------------------------------------- */

static const ShExpr *raw_expr(ShContext *cx, ShOp op, const ShExpr *a, const ShExpr *b) {
    bool swap = sh_order(a, b) > 0;
    const ShExpr *args[2] = {swap ? b : a, swap ? a : b};
    return sh_intern(cx, op, op == SH_MUL, NULL, args, 2, true);
}

static const ShExpr *remembered_in(ShContext *cx, uint32_t epoch, ShArithmetic compute, const ShExpr *a,
                                   const ShExpr *b) {
    uint64_t hash = mix(mix((uintptr_t)compute + epoch, a->id), b->id);
    ShComputed *last = &cx->computed[hash >> (64 - cx->remembered_bits)];
    if (last->compute != compute || last->a != a->id || last->b != b->id || last->epoch != epoch) {
        const ShExpr *result = compute(cx, a, b); /* which may use the same place */
        *last = (ShComputed){compute, result, a->id, b->id, epoch};
    }
    return last->result;
}

/* Sums and products depend on their operands alone: the last ones are remembered. */
static const ShExpr *remembered(ShContext *cx, ShArithmetic compute, const ShExpr *a, const ShExpr *b) {
    return remembered_in(cx, 0, compute, a, b);
}

const ShExpr *sh_remembered(ShContext *cx, ShArithmetic compute, const ShExpr *a, const ShExpr *b) {
    return remembered_in(cx, cx->epoch, compute, a, b);
}

static const ShExpr *sum(ShContext *cx, const ShExpr *a, const ShExpr *b) {
    ShPoly p;
    sh_poly_init(cx, &p);
    sh_poly_add(&p, a, 1);
    sh_poly_add(&p, b, 1);
    const ShExpr *e = sh_poly_expr(cx, &p);
    return e ? e : raw_expr(cx, SH_ADD, a, b);
}

const ShExpr *sh_add(ShContext *cx, const ShExpr *a, const ShExpr *b) {
    if (sh_is_value(b, 0))
        return a;
    if (sh_is_value(a, 0))
        return b;
    return remembered(cx, sum, a, b);
}

const ShExpr *sh_scale(ShContext *cx, const ShExpr *a, int64_t factor) { return sh_mul(cx, sh_const(cx, factor), a); }

static const ShExpr *difference(ShContext *cx, const ShExpr *a, const ShExpr *b) {
    ShPoly p;
    sh_poly_init(cx, &p);
    sh_poly_add(&p, a, 1);
    sh_poly_add(&p, b, -1);
    const ShExpr *e = sh_poly_expr(cx, &p);
    return e ? e : raw_expr(cx, SH_ADD, a, raw_expr(cx, SH_MUL, sh_const(cx, -1), b));
}

const ShExpr *sh_sub(ShContext *cx, const ShExpr *a, const ShExpr *b) {
    if (a == b)
        return sh_const(cx, 0);
    if (sh_is_value(b, 0))
        return a;
    return remembered(cx, difference, a, b);
}

static const ShExpr *multiply_monomials(ShContext *cx, const ShExpr *a, const ShExpr *b) {
    const ShExpr *const *factors_a, *const *factors_b;
    uint32_t count_a = sh_factors(&a, &factors_a), count_b = sh_factors(&b, &factors_b), i = 0, j = 0, n = 0;
    const ShExpr *few[FEW_FACTORS], **factors = few;
    if (count_a + count_b > FEW_FACTORS)
        factors = arena_array(cx->arena, const ShExpr *, count_a + count_b);
    while (i < count_a || j < count_b) {
        bool take_a = j == count_b || (i < count_a && sh_order(factors_a[i], factors_b[j]) <= 0);
        factors[n++] = take_a ? factors_a[i++] : factors_b[j++];
    }
    return monomial_of(cx, factors, n);
}

static const ShExpr *product_of(ShContext *cx, const ShExpr *a, const ShExpr *b) {
    ShPoly x, y, product;
    sh_poly_init(cx, &x);
    sh_poly_init(cx, &y);
    sh_poly_init(cx, &product);
    sh_poly_add(&x, a, 1);
    sh_poly_add(&y, b, 1);
    if ((uint64_t)x.terms.len * y.terms.len > MAX_TERMS)
        return raw_expr(cx, SH_MUL, a, b);
    product.overflow |= __builtin_mul_overflow(x.constant, y.constant, &product.constant);
    int64_t coefficient;
    for (uint32_t i = 0; i < x.terms.len; i++) {
        product.overflow |= __builtin_mul_overflow(x.terms.data[i].coefficient, y.constant, &coefficient);
        sh_poly_add_term(&product, x.terms.data[i].monomial, coefficient);
    }
    for (uint32_t j = 0; j < y.terms.len; j++) {
        product.overflow |= __builtin_mul_overflow(y.terms.data[j].coefficient, x.constant, &coefficient);
        sh_poly_add_term(&product, y.terms.data[j].monomial, coefficient);
    }
    for (uint32_t i = 0; i < x.terms.len; i++)
        for (uint32_t j = 0; j < y.terms.len; j++) {
            ShTerm s = x.terms.data[i], t = y.terms.data[j];
            product.overflow |= __builtin_mul_overflow(s.coefficient, t.coefficient, &coefficient);
            sh_poly_add_term(&product, multiply_monomials(cx, s.monomial, t.monomial), coefficient);
        }
    const ShExpr *e = sh_poly_expr(cx, &product);
    return e ? e : raw_expr(cx, SH_MUL, a, b);
}

const ShExpr *sh_mul(ShContext *cx, const ShExpr *a, const ShExpr *b) {
    if (sh_is_value(a, 1) || sh_is_value(b, 0))
        return b;
    if (sh_is_value(b, 1) || sh_is_value(a, 0))
        return a;
    return remembered(cx, product_of, a, b);
}

const ShExpr *sh_product(ShContext *cx, const ShExpr *const *dims, int count) {
    const ShExpr *product = sh_const(cx, 1);
    for (int i = 0; i < count; i++)
        product = sh_mul(cx, product, dims[i]);
    return product;
}

bool sh_monomial_divide(ShContext *cx, const ShExpr *monomial, const ShExpr *divisor, const ShExpr **quotient) {
    const ShExpr *const *have, *const *take;
    uint32_t count = sh_factors(&monomial, &have), taken = sh_factors(&divisor, &take), j = 0, n = 0;
    const ShExpr *few[FEW_FACTORS], **rest = count > FEW_FACTORS ? arena_array(cx->arena, const ShExpr *, count) : few;
    for (uint32_t i = 0; i < count; i++) {
        if (j < taken && have[i] == take[j])
            j++;
        else
            rest[n++] = have[i];
    }
    if (j < taken)
        return false;
    *quotient = n == 0 ? sh_const(cx, 1) : monomial_of(cx, rest, n);
    return true;
}

/* How often the symbol is a factor of a product of symbols; -1: of another product. */
static int factor_count(const ShExpr *monomial, const ShExpr *symbol) {
    const ShExpr *const *factors;
    uint32_t count = sh_factors(&monomial, &factors);
    int found = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (factors[i]->op != SH_SYM)
            return -1;
        found += factors[i] == symbol;
    }
    return found;
}

bool sh_coefficient(ShContext *cx, const ShExpr *e, const ShExpr *symbol, const ShExpr **factor) {
    ShPoly p, q;
    sh_poly_init(cx, &p);
    sh_poly_init(cx, &q);
    sh_poly_add(&p, e, 1);
    bool linear = true;
    for (uint32_t i = 0; i < p.terms.len; i++) {
        int count = factor_count(p.terms.data[i].monomial, symbol);
        const ShExpr *rest;
        if (count < 0)
            return false;
        linear = linear && count < 2;
        if (count == 1 && sh_monomial_divide(cx, p.terms.data[i].monomial, symbol, &rest))
            sh_poly_add(&q, rest, p.terms.data[i].coefficient);
    }
    *factor = linear ? sh_poly_expr(cx, &q) : NULL;
    return true;
}

/* No term of the sum is a remainder: no pair in it can be joined. */
static bool lacks_remainders(const ShExpr *e) {
    if (e->op == SH_ADD || e->op == SH_MUL)
        for (uint32_t i = 0; i < e->count; i++)
            if (!lacks_remainders(e->args[i]))
                return false;
    return e->op != SH_MOD;
}

/* A sum in one go, rather than through all that lies between; NULL where the order of the steps could matter. */
static const ShExpr *sum_of(ShContext *cx, int64_t constant, const ShExpr *const *args, uint32_t count) {
    ShPoly p;
    sh_poly_init(cx, &p);
    p.constant = constant;
    for (uint32_t i = 0; i < count; i++) {
        if (!lacks_remainders(args[i]))
            return NULL;
        sh_poly_add(&p, args[i], 1);
    }
    return sh_poly_expr(cx, &p);
}

const ShExpr *sh_map_args(ShContext *cx, const ShExpr *e, const ShExpr *(*map)(void *env, const ShExpr *), void *env) {
    if (e->count == 0)
        return e;
    const ShExpr *few[FEW_FACTORS], **args = few;
    if (e->count > FEW_FACTORS)
        args = arena_array(cx->arena, const ShExpr *, e->count);
    bool same = true;
    for (uint32_t i = 0; i < e->count; i++) {
        args[i] = map(env, e->args[i]);
        same &= args[i] == e->args[i];
    }
    const ShExpr *result;
    switch (e->op) {
    case SH_ADD: /* when nothing changed there is nothing that ranges could simplify either */
    case SH_MUL:
        if (same)
            return e;
        result = e->op == SH_ADD ? sum_of(cx, e->value, args, e->count) : NULL;
        if (result)
            return result;
        result = sh_const(cx, e->value);
        for (uint32_t i = 0; i < e->count; i++)
            result = e->op == SH_ADD ? sh_add(cx, result, args[i]) : sh_mul(cx, result, args[i]);
        return result;
    case SH_FLOORDIV:
        return sh_is_value(args[1], 0) ? e : sh_floordiv(cx, args[0], args[1]);
    case SH_MOD:
        return sh_is_value(args[1], 0) ? e : sh_mod(cx, args[0], args[1]);
    case SH_MIN:
    case SH_MAX:
        result = args[0];
        for (uint32_t i = 1; i < e->count; i++)
            result = e->op == SH_MIN ? sh_min(cx, result, args[i]) : sh_max(cx, result, args[i]);
        return result;
    default:
        return e;
    }
}
