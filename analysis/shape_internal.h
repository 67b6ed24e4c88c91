/* What the files of symbolic shapes share: the context, interned nodes and polynomials. Included by shape*.c only. */
#ifndef PYAOT_SHAPE_INTERNAL_H
#define PYAOT_SHAPE_INTERNAL_H
#include "analysis/shape.h"

typedef struct ShNode ShNode;
struct ShNode {
    ShExpr e; /* first: a ShExpr * of ours is a ShNode * */
    ShContext *cx;
    bool raw;              /* an ADD or MUL that is kept unexpanded: its constants overflow, or
                              it has too many terms */
    bool by_rules;         /* sums and products of symbols: what replaces it depends on the
                              rules alone, not on ranges */
    bool is_computed;      /* a symbol of it comes from a node of the graph */
    uint32_t size;         /* of the tree of it, saturating: what two operands share counts twice */
    uint8_t tried, proved; /* a bit for each way to tell that it is >= 0: shape_compare.c */
    uint32_t range_epoch, canon_epoch, proof_epoch; /* of lo and hi, of canon, of tried and proved */
    uint32_t rule; /* the number, from 1 on, of the last rule that replaced it; it may have been undone since */
    int64_t lo, hi;
    const ShExpr *canon;
    const ShExpr *unit; /* of a product: the same without its constant factor; NULL until it is asked for */
    const ShExpr *copy; /* in another context, if it was copied in this round */
    uint32_t copy_round;
    uint32_t replace_round; /* of the last substitution that found it: what it gave is `replaced` */
    const ShExpr *replaced;
};
static inline ShNode *sh_node(const ShExpr *e) { return (ShNode *)(uintptr_t)e; }

/* A place of the table of interned nodes: with the hash, so that others in the way are passed by without a look. */
typedef struct ShPlace {
    uint32_t hash;
    ShNode *node; /* NULL: free */
} ShPlace;

/* One undoable change: a symbol's former range, or one more rule, zero or bound. */
typedef struct ShChange {
    enum { SH_CHANGED_RANGE, SH_ADDED_RULE, SH_ADDED_ZERO, SH_ADDED_BOUND } kind;
    uint32_t epoch, scope, rule_epoch; /* those before it */
    ShSymbol *symbol;
    int64_t lo, hi;
} ShChange;

/* In the loop that is being evaluated `bound` is >= 0. */
typedef struct ShScope {
    const ShExpr *bound;
    uint32_t epoch, scope; /* those before it, which hold again once it is left */
} ShScope;

/* An assumed equality in use: `from` (a symbol or another atom) is replaced by `to`. */
typedef struct ShRule {
    const ShExpr *from, *to;
} ShRule;

/* What was computed of two expressions. */
typedef struct ShComputed {
    ShArithmetic compute;
    const ShExpr *result;
    uint32_t a, b;  /* the numbers of the two */
    uint32_t epoch; /* in which it holds; 0: in all */
} ShComputed;

/* How two expressions compare in an epoch. */
typedef struct ShCompared {
    const ShExpr *a, *b;
    uint32_t epoch;
    ShCompare op;
    ShTruth truth;
} ShCompared;

enum { SMALL_CONSTANTS = 17 };

struct ShContext {
    Arena *arena;
    const ShExpr *constants[SMALL_CONSTANTS]; /* 0, 1, 2, ...: those that are asked for most; NULL until then */
    ShComputed *computed;                     /* by the first bits of a hash, of which there are remembered_bits */
    ShCompared *compared;                     /* likewise, a quarter as many */
    int remembered_bits;
    ShPlace *places;                  /* of interned nodes, by hash; a power of two, half of them free */
    uint32_t place_count, node_count; /* the places, and how many of them are taken */
    uint32_t largest;                 /* size of an expression, since the last sh_forget_largest() */
    Map names;                        /* Str -> ShSymbol */
    Map suffixes;                     /* Str -> the last number that was appended to it to make a name unique */
    Map counters;                     /* bound and place -> the counter of a loop */
    Map sums;                         /* sum that has a name -> its symbol, see shape_name.c */
    Map shifted;                      /* hash of (atom, range) -> ShShifted, see shape_compare.c */
    VEC(const ShExpr *) named;        /* the sums that have a name */
    VEC(ShRule) rules;
    VEC(const ShExpr *) zeros;  /* equalities that no rule expresses: each of these is 0 */
    VEC(const ShExpr *) bounds; /* inequalities that ranges do not express: each of these is >= 0 */
    VEC(ShScope) scopes;        /* likewise, in the loops that are being evaluated */
    VEC(ShChange) trail;
    uint32_t next_node, next_symbol, hidden_count, restating;
    uint32_t proof_steps; /* that what is being proved may still take */
    /* The state of the assumptions, which validates the caches in ShNode, that of the scopes alone, and that of the
     * rules alone: numbers of the clock, a new one at each change; what is undone brings the former number back. */
    uint32_t epoch, scope, rule_epoch, clock;
    uint32_t copy_round;    /* how many times something of it was copied */
    uint32_t replace_round; /* how many substitutions there were */
};

/* A polynomial: coefficient * monomial terms and a constant. Monomials are atoms or MUL nodes of factor 1, sorted by
 * sh_order. When a coefficient overflows, `overflow` is set and the rest means nothing. */
typedef struct ShTerm {
    int64_t coefficient;
    const ShExpr *monomial;
} ShTerm;
typedef struct ShPoly {
    Arena *arena;
    int64_t constant;
    bool overflow;
    VEC(ShTerm) terms;
    ShTerm few[6]; /* where terms lie while they are few; so a ShPoly must not be copied */
} ShPoly;

const ShExpr *sh_intern(ShContext *cx, ShOp op, int64_t value, const ShSymbol *symbol, const ShExpr *const *args,
                        uint32_t count, bool raw);
const ShExpr *sh_symbol_expr(ShContext *cx, const ShSymbol *symbol);
/* shape_assume.c: knows what `copier->from` was told. */
void sh_copy_assumptions(ShCopier *copier);
void sh_poly_init(ShContext *cx, ShPoly *p);
void sh_poly_add(ShPoly *p, const ShExpr *e, int64_t factor);
void sh_poly_add_term(ShPoly *p, const ShExpr *monomial, int64_t coefficient);
/* What is no sum and no constant as a coefficient and a monomial. */
ShTerm sh_term_of(const ShExpr *e);
/* The expression of a polynomial, whose terms may be joined on the way; NULL when it overflowed. */
const ShExpr *sh_poly_expr(ShContext *cx, ShPoly *p);
/* The factors of a monomial (an atom is its own single factor). */
uint32_t sh_factors(const ShExpr *const *monomial, const ShExpr *const **factors);
/* monomial / divisor when that is a monomial, else false; a quotient of 1 is the constant 1. */
bool sh_monomial_divide(ShContext *cx, const ShExpr *monomial, const ShExpr *divisor, const ShExpr **quotient);
/* factor * a, for a constant factor. */
const ShExpr *sh_scale(ShContext *cx, const ShExpr *a, int64_t factor);
/* Is d some multiple of what was assumed to be 0 (and no rule expresses)? */
bool sh_is_known_zero(ShContext *cx, const ShExpr *d);
/* Does d >= bound (d <= bound) follow from what is known? */
bool sh_surely_ge(ShContext *cx, const ShExpr *d, int64_t bound);
bool sh_surely_le(ShContext *cx, const ShExpr *d, int64_t bound);
bool sh_excludes_zero(const ShExpr *e);
/* Rebuilds e with its operands mapped. */
const ShExpr *sh_map_args(ShContext *cx, const ShExpr *e, const ShExpr *(*map)(void *env, const ShExpr *), void *env);
int64_t sh_gcd(int64_t a, int64_t b);
int64_t sh_floordiv_int(int64_t a, int64_t b); /* b > 0 */
static inline bool sh_is_atom(const ShExpr *e) {
    return (e->op != SH_ADD && e->op != SH_MUL && e->op != SH_CONST) || sh_node(e)->raw;
}
#endif
