/* Symbolic integers: sizes, strides, indices and Python ints. Expressions are hash-consed in a ShContext and kept in a
 * normal form (sums of products with sorted terms, constants folded), so that two expressions that the normal form can
 * prove equal are the same pointer. Symbols stand for non-negative sizes or for any int64; each has a range.
 *
 * Arithmetic is that of mathematical integers; floordiv and mod follow Python (rounding to minus infinity). Code that
 * is generated from an expression computes in int64 and is guarded where it could overflow (sizes cannot). */
#ifndef PYAOT_SHAPE_H
#define PYAOT_SHAPE_H
#include "support/support.h"

typedef struct ShContext ShContext;
typedef struct ShExpr ShExpr;

typedef enum { SH_CONST, SH_SYM, SH_ADD, SH_MUL, SH_FLOORDIV, SH_MOD, SH_MIN, SH_MAX } ShOp;

/* Where a symbol's value comes from; codegen binds it there. */
typedef enum {
    SH_FROM_DIM,    /* size `index` of the tensor at `origin` (a const Source *) */
    SH_FROM_STRIDE, /* stride `index` of the tensor at `origin` */
    SH_FROM_NUMEL,  /* number of elements of the tensor at `origin` (rank-polymorphic tensors) */
    SH_FROM_INT,    /* the Python int at `origin` */
    SH_FROM_LEN,    /* len() of the container or str at `origin` */
    SH_FROM_SUM,    /* the sum of sizes at `origin` (a const ShExpr *), see sh_short() */
    SH_FROM_NODE,   /* the scalar result of a graph node, `origin` is an IrNode *; where that is a tensor: its size
                       `index`, from IR_MAX_RANK on its strides */
} ShOriginKind;

typedef struct ShSymbol {
    Str name; /* unique in the context, but of counters; a C identifier */
    uint32_t id;
    int64_t lo, hi; /* inclusive range; INT64_MIN / INT64_MAX when open */
    int64_t hint;   /* a likely value, for scheduling only; -1 unknown */
    int64_t likely; /* where no hint is known, a value in the place of which others of the same call have theirs, or
                       that of an int below 0: layouts, and from which end it counts, are decided by it; 0 none */
    ShOriginKind origin_kind;
    const void *origin;
    int index;
    const ShExpr *below; /* a loop counter: it is less than this; else NULL */
    bool is_unnamed;     /* its name is made up: sh_name() may give it a better one */
} ShSymbol;

struct ShExpr { /* read-only for everybody but shape.c; operands sorted and flattened for ADD, MUL, MIN, MAX */
    ShOp op;
    uint32_t id;
    int64_t value;          /* SH_CONST: the constant; SH_ADD, SH_MUL: the constant term or factor (0 or 1 when none) */
    const ShSymbol *symbol; /* SH_SYM */
    uint32_t count;
    const ShExpr *const *args;
};

typedef enum { SH_NO, SH_YES, SH_MAYBE } ShTruth;
typedef enum { SH_EQ, SH_NE, SH_LT, SH_LE } ShCompare;

ShContext *sh_context_new(Arena *arena);
ShContext *sh_context_new_small(Arena *arena); /* for one variant at a time: it remembers less */
/* The same context with nothing in it, to be used again with memory of another arena: the expressions of before are
 * void. */
void sh_reset(ShContext *cx, Arena *arena);
/* A fresh symbol; name is a suggestion that is made unique. Sizes use lo = 0. */
const ShExpr *sh_symbol(ShContext *cx, Str name, int64_t lo, int64_t hi, int64_t hint, ShOriginKind kind,
                        const void *origin, int index);
/* Names of symbols made from now on need be unique only among themselves (each variant begins anew with N, M). */
void sh_forget_names(ShContext *cx);
/* A size of a tensor whose name nobody has chosen gets that of the first variable that holds it. */
void sh_name(ShContext *cx, const ShExpr *e, Str name);
/* The counter of a loop, from 0 on, less than `below`, at a place of a nest: generated code never shows its name. All
 * nests share it, so that what is said of one kernel's elements is known of the next one like it. */
const ShExpr *sh_counter(ShContext *cx, int place, const ShExpr *below);
/* compute(cx, a, b), which depends on its operands and on what is assumed alone: the last results are remembered. */
typedef const ShExpr *(*ShArithmetic)(ShContext *cx, const ShExpr *a, const ShExpr *b);
const ShExpr *sh_remembered(ShContext *cx, ShArithmetic compute, const ShExpr *a, const ShExpr *b);
const ShExpr *sh_const(ShContext *cx, int64_t value);
const ShExpr *sh_add(ShContext *cx, const ShExpr *a, const ShExpr *b);
const ShExpr *sh_sub(ShContext *cx, const ShExpr *a, const ShExpr *b);
const ShExpr *sh_mul(ShContext *cx, const ShExpr *a, const ShExpr *b);
const ShExpr *sh_floordiv(ShContext *cx, const ShExpr *a, const ShExpr *b); /* b must not be the constant 0 */
const ShExpr *sh_mod(ShContext *cx, const ShExpr *a, const ShExpr *b);      /* likewise */
/* q where a is b times q for all b but 0, without division in q; NULL when no such thing is found */
const ShExpr *sh_exact_quotient(ShContext *cx, const ShExpr *a, const ShExpr *b);
const ShExpr *sh_min(ShContext *cx, const ShExpr *a, const ShExpr *b);
const ShExpr *sh_max(ShContext *cx, const ShExpr *a, const ShExpr *b);
const ShExpr *sh_product(ShContext *cx, const ShExpr *const *dims, int count);

bool sh_is_const(const ShExpr *e, int64_t *value); /* value may be NULL */
bool sh_is_value(const ShExpr *e, int64_t value);  /* e is this constant */
void sh_range(const ShExpr *e, int64_t *lo, int64_t *hi);
/* Decides `a op b` from normal forms, ranges and the assumed equalities; SH_MAYBE when it cannot. */
ShTruth sh_compare(ShContext *cx, ShCompare op, const ShExpr *a, const ShExpr *b);
/* Records `a == b` (the caller emits the guard). From then on sh_canon() maps both to one expression: where one side is
 * a symbol (or can be solved for one) it is replaced. Returns false if the facts known already contradict it. */
bool sh_assume_equal(ShContext *cx, const ShExpr *a, const ShExpr *b);
/* Are two sizes others in the example, whatever factors are that both have? */
bool sh_hints_differ(ShContext *cx, const ShExpr *a, const ShExpr *b);
/* Narrows a symbol's range (the caller emits the guard). False if it becomes empty. */
bool sh_assume_range(ShContext *cx, const ShExpr *symbol, int64_t lo, int64_t hi);
/* Records `a op b`, whatever op is, as far as it can be used (the caller emits the guard): SH_EQ as sh_assume_equal;
 * SH_LE and SH_LT narrow symbols and are remembered for sh_compare; SH_NE moves a bound that it excludes (a size that
 * is not 0 is at least 1). False if the facts known already contradict it. */
bool sh_assume(ShContext *cx, ShCompare op, const ShExpr *a, const ShExpr *b);
/* Between these two a < b is known besides, as for a loop's counter in its body. It narrows no symbol: outside of the
 * loop it need not hold. */
void sh_enter_scope(ShContext *cx, const ShExpr *a, const ShExpr *b);
void sh_leave_scope(ShContext *cx);
const ShExpr *sh_canon(ShContext *cx, const ShExpr *e); /* applies assumed equalities */
/* The factor of a symbol in a sum of products of symbols, NULL where it is a factor twice; false: another expression.
 */
bool sh_coefficient(ShContext *cx, const ShExpr *e, const ShExpr *symbol, const ShExpr **factor);
const ShExpr *sh_substitute(ShContext *cx, const ShExpr *e, const ShExpr *symbol, const ShExpr *by);
/* The same number in fewer terms: a sum of many sizes of tensors that are there when the call begins is a symbol, and a
 * multiple of such a sum its multiple. For what is written out: nothing that is known of the sum is known of the
 * symbol.
 */
const ShExpr *sh_short(ShContext *cx, const ShExpr *e);
/* A mark and undo of assumptions, for attempts that fail. Expressions and symbols made since stay valid. */
uint32_t sh_mark(const ShContext *cx);
void sh_undo(ShContext *cx, uint32_t mark);
/* Value under an environment symbol id -> value. False on division by zero or overflow of int64. */
bool sh_eval(const ShExpr *e, int64_t (*lookup)(void *env, const ShSymbol *), void *env, int64_t *value);
int64_t sh_hint(const ShExpr *e, int64_t fallback); /* likely value from the symbols' hints */
void sh_print(Buf *out, const ShExpr *e);           /* "4*N + 1", Python syntax with // and %, min(), max() */
/* The same with each symbol's name written by `name`, which must write something of the precedence of a name. */
void sh_print_named(Buf *out, const ShExpr *e, void (*name)(Buf *out, const ShSymbol *symbol));
/* Parses what sh_print prints; unknown names become symbols through `symbol`. NULL on a syntax error. */
const ShExpr *sh_parse(ShContext *cx, const char *text, size_t len,
                       const ShExpr *(*symbol)(void *env, const char *name, size_t len), void *env);
/* Calls visit for each symbol in e, each once per occurrence. */
void sh_visit_symbols(const ShExpr *e, void (*visit)(void *env, const ShSymbol *), void *env);
bool sh_contains(const ShExpr *e, const ShExpr *part);
/* Does it rest on what a graph node gives: the data, or a loop? */
bool sh_is_computed(const ShExpr *e);
/* The size of the largest expression that was made since it was last forgotten, written out without sharing. */
uint32_t sh_largest(const ShContext *cx);
void sh_forget_largest(ShContext *cx);
/* A total order on expressions that depends on structure and symbol ids alone: higher degree first. */
int sh_order(const ShExpr *a, const ShExpr *b);
bool sh_compare_ints(ShCompare op, int64_t a, int64_t b);

/* ---- shape_copy.c: expressions in another context, which another thread may use ---------------------------------- */
typedef struct ShCopier {
    ShContext *to;
    ShContext *from;
    const void *(*origin)(void *env, const void *origin); /* what a copy of a symbol comes from */
    void *env;
} ShCopier;
/* From here on `to`, which is empty, knows what `from` knows; but nothing of it can be undone there. */
void sh_copy_begin(ShCopier *copier);
const ShExpr *sh_copy(ShCopier *copier, const ShExpr *e);
#endif
