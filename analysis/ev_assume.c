/* Assumptions about sizes: a fact where inputs decide them, else a check among what is computed. */
#include "analysis/ev_internal.h"

typedef struct Older {
    uint32_t than;
    bool all;
} Older;

static void check_older(void *env, const ShSymbol *symbol) {
    Older *older = env;
    older->all = older->all && symbol->id < older->than;
}

/* The node that one side, a symbol younger than all of the other side, comes from; that side becomes *a. Or NULL. */
static IrNode *younger_node(const ShExpr **a, const ShExpr **b) {
    if ((*b)->op == SH_SYM && ((*a)->op != SH_SYM || (*a)->symbol->id < (*b)->symbol->id)) {
        const ShExpr *swap = *a;
        *a = *b;
        *b = swap;
    }
    const ShExpr *e = *a;
    Older older = {e->op == SH_SYM ? e->symbol->id : 0, true};
    sh_visit_symbols(*b, check_older, &older);
    bool is_node = e->op == SH_SYM && e->symbol->origin_kind == SH_FROM_NODE && older.all;
    return is_node ? (IrNode *)(uintptr_t)e->symbol->origin : NULL;
}

/* Is one side a size (or stride) that an operator's result has at run time, and younger than all that it is to equal?
 * Then the other side takes its place, also in the type of the result, against which codegen checks what it got. */
static bool is_read_size(const ShExpr *a, const ShExpr *b) {
    const IrNode *origin = younger_node(&a, &b);
    return origin && origin->type.kind == IRT_TENSOR;
}

static void miss_if(Ev *ev, IrNode *fails, ShCompare op, Span span) {
    const char *why = op == SH_EQ ? "sizes do not agree" : "a number is not what was assumed";
    IrSpec spec = {
        .op = OP_MISS_IF, .input_count = 1, .inputs = &fails, .text = str_of(why), .span = ev_user_span(ev, span)};
    ir_build(ev->region, &spec);
}

/* A number that the data decide, younger than all that it is to equal: it is compared as soon as it is there
 * (sched_prepare_gathers moves the check), so that the other side can take its place everywhere. */
static bool assume_counted(Ev *ev, const ShExpr *a, const ShExpr *b, Span span) {
    IrNode *number = younger_node(&a, &b);
    if (!number || number->type.kind != IRT_INT || number->parent != ev->region || number->op == OP_SIZE ||
        number->op == OP_PARAM || ev_effect_seen(ev))
        return false;
    IrNode *holds = ir_binary(ev->region, OP_EQ, ir_scalar_type(IRT_BOOL), number, ir_size(ev->region, b), span);
    IrNode *fails = ir_unary(ev->region, OP_NOT, ir_scalar_type(IRT_BOOL), holds, span);
    miss_if(ev, fails, SH_EQ, span);
    return sh_assume_equal(ev->shapes, a, b) && sh_canon(ev->shapes, a) == sh_canon(ev->shapes, b);
}

static IrNode *comparison(Ev *ev, ShCompare op, const ShExpr *a, const ShExpr *b, Span span) {
    static const IrOp ops[] = {[SH_EQ] = OP_EQ, [SH_NE] = OP_NE, [SH_LT] = OP_LT, [SH_LE] = OP_LE};
    IrNode *left = ev_scalar_node(ev, ev_int_expr(ev, a)), *right = ev_scalar_node(ev, ev_int_expr(ev, b));
    return ir_binary(ev->region, ops[op], ir_scalar_type(IRT_BOOL), left, right, span);
}

static bool has_part(const ShExpr *e, const ShExpr *part) {
    for (uint32_t i = 0; i < e->count; i++)
        if (e->args[i] == part)
            return true;
    return false;
}

/* The part of `e` that `other` does not have; NULL: there is none, or several. */
static const ShExpr *own_part(const ShExpr *e, const ShExpr *other) {
    const ShExpr *own = NULL;
    for (uint32_t i = 0; i < e->count; i++) {
        if (has_part(other, e->args[i]))
            continue;
        if (own)
            return NULL;
        own = e->args[i];
    }
    return own;
}

/* min(i + 1, M) and min(i + 1, N), whatever i is, are equal where M and N are: sizes that inputs decide, and likely
 * equal. True: they are assumed to be. */
static bool assume_parts(Ev *ev, const ShExpr *a, const ShExpr *b, Span span) {
    const ShExpr *left = a, *right = b;
    while (left && right && (sh_is_computed(left) || sh_is_computed(right))) {
        bool alike = left->op == right->op && left->value == right->value && left->count == right->count;
        const ShExpr *own = alike ? own_part(left, right) : NULL;
        right = own ? own_part(right, left) : NULL;
        left = own;
    }
    int64_t likely = left && right ? sh_hint(left, INT64_MIN) : INT64_MIN;
    if (likely == INT64_MIN || likely != sh_hint(right, INT64_MIN) || ev->in_driver)
        return false;
    return ev_assume_equal(ev, left, right, span) && sh_canon(ev->shapes, a) == sh_canon(ev->shapes, b);
}

bool ev_assume_compare(Ev *ev, ShCompare op, const ShExpr *a, const ShExpr *b, Span span) {
    a = sh_canon(ev->shapes, a);
    b = sh_canon(ev->shapes, b);
    ShTruth truth = sh_compare(ev->shapes, op, a, b);
    if (truth == SH_YES) /* what follows from other facts replaces one by the other too */
        return op != SH_EQ || sh_assume_equal(ev->shapes, a, b);
    if (truth == SH_NO)
        return ev_fail(ev, D_SHAPE, span, "sizes that must agree here do not");
    bool of_node = sh_is_computed(a) || sh_is_computed(b);
    /* On one side of a branch it need hold only there, but for those that an operator traces both; equalities are
     * facts, as types rest on them. */
    bool is_traced = ev->frame && ev->frame->is_traced;
    bool one_side = op != SH_EQ && !ev->in_driver && !is_traced && ev->region->owner && ev->region->owner->op == OP_IF;
    if (op == SH_EQ && is_read_size(a, b))
        return sh_assume_equal(ev->shapes, a, b) || ev_fail(ev, D_SHAPE, span, "sizes that must agree here do not");
    if (op == SH_EQ && ((of_node && assume_parts(ev, a, b, span)) || assume_counted(ev, a, b, span)))
        return true;
    if (ev->fail.kind != FAIL_NONE)
        return false;
    if (of_node || (one_side && !ev_effect_seen(ev))) {
        if (ev_effect_seen(ev))
            return ev_fail(ev, D_SHAPE, span, "a condition on sizes after a write to memory that the caller sees");
        IrNode *holds = comparison(ev, op, a, b, span);
        IrNode *fails = ir_unary(ev->region, OP_NOT, ir_scalar_type(IRT_BOOL), holds, span);
        miss_if(ev, fails, op, span);
        return true;
    }
    if (op == SH_EQ && sh_hints_differ(ev->shapes, a, b) && ev_restart_on_likely_side(ev, span))
        return false; /* or no call like the example would keep to the fact */
    const ShExpr *pair[] = {a, b};
    Fact fact = {.kind = FACT_COMPARE,
                 .span = span,
                 .compare = op,
                 .count = 2,
                 .exprs = arena_copy(ev->arena, pair, sizeof pair)};
    ev_fact(ev, &fact);
    return sh_assume(ev->shapes, op, a, b) || ev_fail(ev, D_SHAPE, span, "sizes that must agree here do not");
}

bool ev_assume_equal(Ev *ev, const ShExpr *a, const ShExpr *b, Span span) {
    return ev_assume_compare(ev, SH_EQ, a, b, span);
}
