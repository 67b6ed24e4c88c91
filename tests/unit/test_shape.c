/* Symbolic integers: normal forms, and properties checked on random expressions under random environments. The oracle
 * is a tree of our own, evaluated with Python's rules in 128-bit arithmetic. */
#include "analysis/shape.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- helpers --------------------------------------------------------------------------------------------------- */

typedef struct Names {
    ShContext *cx;
    const ShExpr *symbols[8];
    int count;
} Names;

static Names names;

static void set_up(void) { names = (Names){.cx = sh_context_new(arena_new())}; }

static const ShExpr *declare(const char *name, int64_t lo, int64_t hi) {
    const ShExpr *e = sh_symbol(names.cx, str_of(name), lo, hi, -1, SH_FROM_DIM, NULL, 0);
    return names.symbols[names.count++] = e;
}

static const ShExpr *find(void *env, const char *name, size_t len) {
    (void)env;
    for (int i = 0; i < names.count; i++)
        if (strlen(names.symbols[i]->symbol->name) == len && memcmp(names.symbols[i]->symbol->name, name, len) == 0)
            return names.symbols[i];
    return NULL;
}

static const ShExpr *parse(const char *text) {
    const ShExpr *e = sh_parse(names.cx, text, strlen(text), find, NULL);
    cr_assert_not_null(e, "cannot parse %s", text);
    return e;
}

static void expect_form(const char *text, const char *form) {
    Buf out = {0};
    sh_print(&out, parse(text));
    cr_expect_str_eq(out.data, form, "%s gives %s, not %s", text, out.data, form);
    cr_expect_eq(parse(out.data), parse(text), "%s does not parse back", out.data);
    buf_free(&out);
}

static void expect_truth(const char *a, ShCompare op, const char *b, ShTruth truth) {
    ShTruth got = sh_compare(names.cx, op, parse(a), parse(b));
    cr_expect_eq(got, truth, "%s %s %s: %d, not %d", a, (const char *[]){"==", "!=", "<", "<="}[op], b, got, truth);
}

/* ---- normal forms ---------------------------------------------------------------------------------------------- */

Test(shape, sums_and_products, .init = set_up) {
    declare("N", 0, INT64_MAX);
    declare("M", 0, INT64_MAX);
    declare("n", INT64_MIN, INT64_MAX);
    expect_form("N + N*3 + 1", "4*N + 1");
    expect_form("M*N - N*M", "0");
    expect_form("(N + 1)*(M - 1)", "N*M - N + M - 1");
    expect_form("2*(N + M) - 2*M", "2*N");
    expect_form("-n", "-n");
    expect_form("3 - n", "-n + 3");
    expect_form("N*N*2", "2*N*N");
    expect_form("-(N//2) + M", "M - N//2");
    expect_form("-(N//2)", "-(N//2)");
    expect_form("-9223372036854775808", "-9223372036854775808");
}

Test(shape, divisions, .init = set_up) {
    declare("N", 0, INT64_MAX);
    declare("h", 1, INT64_MAX);
    declare("d", 0, INT64_MAX);
    declare("n", INT64_MIN, INT64_MAX);
    expect_form("4*N//4", "N");
    expect_form("(4*N + 3)//4", "N");
    expect_form("(4*N + 5)//4", "N + 1");
    expect_form("4*N % 4", "0");
    expect_form("(4*N + 7) % 4", "3");
    expect_form("(2*N + 1)//4", "N//2");
    expect_form("(2*N + 1) % 4", "2*(N % 2) + 1");
    expect_form("N//2//3", "N//6");
    expect_form("(N//2 + 5)//3", "(N + 4)//6 + 1");
    expect_form("h*d//h", "d");
    expect_form("h*d % h", "0");
    expect_form("N*d//d", "N*d//d"); /* d may be 0, which raises */
    expect_form("(h*d + N)//h", "d + N//h");
    expect_form("2*(N//2) + N % 2", "N");
    expect_form("h*(N//h) + N % h", "N");
    expect_form("N*h//(d*h + h)", "N//(d + 1)");
    expect_form("n % -4", "-((-n) % 4)");
    expect_form("n//-1", "-n");
    expect_form("N % 8 % 4", "N % 4");
    expect_form("(N + 1)*d//(N + 1)", "d");
    expect_form("N//1 + N % 1", "N");
}

Test(shape, divisions_with_ranges, .init = set_up) {
    declare("r", 0, 3);
    declare("N", 0, INT64_MAX);
    declare("h", 8, INT64_MAX);
    expect_form("(4*N + r)//4", "N");
    expect_form("(4*N + r) % 4", "r");
    expect_form("(h*N + r) % h", "r");
    expect_form("(h*N + r)//h", "N");
    expect_form("(4*N + r + 1)//4", "N + (r + 1)//4");
}

Test(shape, extremes, .init = set_up) {
    declare("N", 0, INT64_MAX);
    declare("M", 0, 9);
    expect_form("max(N, 0)", "N");
    expect_form("min(N, N + 1)", "N");
    expect_form("min(M, 10, N)", "min(N, M)");
    expect_form("max(min(N, M), min(M, N))", "min(N, M)");
    expect_form("min(3, min(N, 5))", "min(N, 3)");
    expect_form("max(M, 4, 2)", "max(M, 4)");
    expect_form("2*min(N, M)//2", "min(N, M)");
}

Test(shape, overflow_is_kept_as_written, .init = set_up) {
    declare("N", 0, INT64_MAX);
    const ShExpr *big = parse("9223372036854775807 + 1");
    int64_t lo, hi;
    sh_range(big, &lo, &hi);
    cr_expect(!sh_is_const(big, NULL));
    cr_expect_eq(hi, INT64_MAX);
    expect_truth("9223372036854775807 + N", SH_LE, "5", SH_NO);
    cr_expect_neq(parse("N*4611686018427387904*4"), parse("0"));
}

Test(shape, comparisons, .init = set_up) {
    declare("N", 1, INT64_MAX);
    declare("M", 1, INT64_MAX);
    declare("Z", 0, INT64_MAX);
    declare("n", INT64_MIN, INT64_MAX);
    expect_truth("N", SH_EQ, "N", SH_YES);
    expect_truth("N", SH_EQ, "M", SH_MAYBE);
    expect_truth("N", SH_NE, "N + 1", SH_YES);
    expect_truth("N", SH_LT, "N + 1", SH_YES);
    expect_truth("N + M", SH_LE, "1", SH_NO);
    expect_truth("N*M", SH_LE, "N - 1", SH_NO);
    expect_truth("N", SH_LE, "N*M", SH_YES);
    expect_truth("Z", SH_LE, "Z*M", SH_YES);
    expect_truth("Z", SH_LE, "Z*n", SH_MAYBE);
    expect_truth("2*n", SH_EQ, "2*Z + 1", SH_NO);
    expect_truth("2*(Z//2)", SH_LE, "Z", SH_YES);
    expect_truth("Z", SH_LE, "2*(Z//2) + 1", SH_YES);
    expect_truth("2*(Z//2)", SH_LT, "Z", SH_MAYBE);
    expect_truth("Z % N", SH_LT, "N", SH_YES);
    expect_truth("min(Z, N)", SH_LE, "N", SH_YES);
    expect_truth("max(Z, N)", SH_LT, "N", SH_NO);
    expect_truth("n*n", SH_LT, "0", SH_NO);
}

/* ---- assumptions ----------------------------------------------------------------------------------------------- */

static void assume(const char *a, const char *b, bool possible) {
    cr_expect_eq(sh_assume_equal(names.cx, parse(a), parse(b)), possible, "%s == %s", a, b);
}

static void expect_canon(const char *text, const char *form) {
    Buf out = {0};
    sh_print(&out, sh_canon(names.cx, parse(text)));
    cr_expect_str_eq(out.data, form, "%s becomes %s, not %s", text, out.data, form);
    buf_free(&out);
}

Test(shape, equalities, .init = set_up) {
    declare("N", 0, INT64_MAX);
    declare("M", 0, INT64_MAX);
    declare("K", 0, INT64_MAX);
    uint32_t mark = sh_mark(names.cx);
    assume("N", "M", true);
    expect_canon("M + N", "2*N");
    expect_truth("N", SH_EQ, "M", SH_YES);
    assume("K", "2*M + 1", true);
    expect_canon("K//2", "N");
    assume("K", "4", false);
    assume("K", "7", true);
    expect_canon("N*M", "9");
    sh_undo(names.cx, mark);
    expect_truth("N", SH_EQ, "M", SH_MAYBE);
    expect_canon("K//2", "K//2");
}

Test(shape, parts_that_make_up_the_whole, .init = set_up) {
    declare("N", 0, INT64_MAX);
    declare("G", 1, INT64_MAX);
    declare("B", 1, INT64_MAX);
    declare("W", 0, INT64_MAX);
    uint32_t mark = sh_mark(names.cx);
    assume("N", "G*(N//G)", true);
    expect_canon("2*B*G*(N//G)", "2*N*B");
    expect_canon("N % G", "0");
    assume("B*G*(W//B//G)", "B*(W//B)", true);
    expect_canon("N*G*(W//B//G)", "N*(W//B)");
    expect_canon("(W//B) % G", "0");
    assume("2*G*(B//(2*G))", "B", true);
    expect_canon("B % (2*G)", "0");
    sh_undo(names.cx, mark);
    expect_canon("2*B*G*(N//G)", "2*G*B*(N//G)");
    assume("4*(N//4)", "N", true);
    expect_canon("12*(N//4)", "3*N");
    assume("N", "6", false);
    sh_undo(names.cx, mark);
    assume("W % 2", "0", true);
    assume("W//2", "3", true);
    expect_canon("W", "6");
    assume("N // 5", "2", true);
    assume("N % 5", "3", true);
    expect_canon("N", "13");
}

Test(shape, solving, .init = set_up) {
    declare("N", 0, INT64_MAX);
    declare("M", 0, INT64_MAX);
    declare("K", 1, INT64_MAX);
    assume("4*N", "4*M + 8", true); /* N is M + 2 */
    expect_canon("N - M", "2");
    assume("2*N", "2*M + 1", false);
    uint32_t mark = sh_mark(names.cx);
    assume("N*K", "5*K", true); /* K is not 0 */
    expect_canon("M", "3");
    sh_undo(names.cx, mark);
    int64_t lo, hi;
    sh_range(names.symbols[0], &lo, &hi);
    cr_expect_eq(lo, 2, "N is at least 2, as M is at least 0");
}

Test(shape, divisibility, .init = set_up) {
    declare("N", 0, INT64_MAX);
    declare("h", 1, INT64_MAX);
    assume("N % 8", "0", true);
    expect_canon("8*(N//8)", "N");
    expect_canon("(N//8)*24", "3*N");
    assume("N % h", "0", true);
    expect_canon("h*(N//h)", "N");
    uint32_t mark = sh_mark(names.cx);
    assume("N", "12", false);
    sh_undo(names.cx, mark);
    assume("N", "16", true);
    assume("h", "3", false);
}

Test(shape, unsolvable_equalities_are_remembered, .init = set_up) {
    declare("N", 0, INT64_MAX);
    declare("M", 0, INT64_MAX);
    assume("2*N", "3*M", true);
    expect_truth("4*N", SH_EQ, "6*M", SH_YES);
    expect_truth("4*N", SH_LT, "6*M", SH_NO);
    expect_truth("4*N", SH_EQ, "6*M + 1", SH_NO);
    expect_truth("N", SH_EQ, "M", SH_MAYBE);
}

Test(shape, ranges, .init = set_up) {
    const ShExpr *n = declare("N", 0, INT64_MAX);
    uint32_t mark = sh_mark(names.cx);
    cr_expect(sh_assume_range(names.cx, n, 2, 5));
    expect_truth("N", SH_LE, "5", SH_YES);
    cr_expect(!sh_assume_range(names.cx, n, 6, 9));
    cr_expect(sh_assume_range(names.cx, n, 5, 9));
    expect_canon("N + 1", "6");
    sh_undo(names.cx, mark);
    expect_truth("N", SH_LE, "5", SH_MAYBE);
    expect_canon("N + 1", "N + 1");
}

Test(shape, inequalities, .init = set_up) {
    declare("N", 0, INT64_MAX);
    declare("M", 0, INT64_MAX);
    declare("n", INT64_MIN, INT64_MAX);
    uint32_t mark = sh_mark(names.cx);
    cr_expect(sh_assume(names.cx, SH_LE, parse("0"), parse("n + N")));
    expect_truth("-1", SH_LT, "n + N", SH_YES);
    expect_truth("0", SH_LE, "n + N + M", SH_YES);
    expect_truth("n", SH_LT, "-N", SH_NO);
    cr_expect(!sh_assume(names.cx, SH_LT, parse("n + N"), parse("0")));
    cr_expect(sh_assume(names.cx, SH_LT, parse("N"), parse("8")));
    expect_truth("N//8", SH_EQ, "0", SH_YES);
    expect_truth("-7", SH_LE, "n", SH_YES);
    cr_expect(sh_assume(names.cx, SH_NE, parse("M"), parse("0")));
    expect_canon("M*N//M", "N");
    cr_expect(!sh_assume(names.cx, SH_LT, parse("2*M"), parse("2")));
    sh_undo(names.cx, mark);
    expect_truth("0", SH_LE, "n + N", SH_MAYBE);
    expect_truth("N", SH_LT, "8", SH_MAYBE);
    expect_canon("M*N//M", "N*M//M");
}

Test(shape, names_are_unique_identifiers, .init = set_up) {
    const ShExpr *a = declare("x.y", 0, 1), *b = declare("x.y", 0, 1), *c = declare("0", 0, 1);
    cr_expect_str_eq(a->symbol->name, "x_y");
    cr_expect_str_eq(b->symbol->name, "x_y_2");
    cr_expect_str_eq(c->symbol->name, "_0");
    sh_forget_names(names.cx);
    cr_expect_str_eq(declare("x.y", 0, 1)->symbol->name, "x_y");
}

Test(shape, bad_text_is_refused, .init = set_up) {
    declare("N", 0, 9);
    const char *bad[] = {"", "N +", "N // 0", "(N", "N)", "min(N", "N M", "99999999999999999999", "*", "N % 0", "Q"};
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        cr_expect_null(sh_parse(names.cx, bad[i], strlen(bad[i]), find, NULL), "%s", bad[i]);
    char deep[1000];
    memset(deep, '(', sizeof deep);
    cr_expect_null(sh_parse(names.cx, deep, sizeof deep, find, NULL));
}

Test(shape, hints, .init = set_up) {
    const ShExpr *a = sh_symbol(names.cx, str_of("A"), 0, 99, 6, SH_FROM_DIM, NULL, 0), *b = declare("B", 0, 9);
    cr_expect_eq(sh_hint(sh_mul(names.cx, a, a), 7), 36);
    cr_expect_eq(sh_hint(sh_mul(names.cx, a, b), 7), 7);
}

/* ---- properties on random expressions -------------------------------------------------------------------------- */

enum { SYMBOLS = 4, MAX_NODES = 24 };

typedef struct Tree { /* the oracle's expressions: children by index; -1 for leaves */
    ShOp op;
    int64_t value;
    int left, right;
    const ShExpr *e;
} Tree;

typedef struct World {
    uint64_t seed;
    int64_t values[SYMBOLS];
    Tree nodes[MAX_NODES];
    int count;
} World;

static uint64_t next(World *w) {
    w->seed = w->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return w->seed >> 33;
}

static int64_t between(World *w, int64_t lo, int64_t hi) { return lo + (int64_t)(next(w) % (uint64_t)(hi - lo + 1)); }

static bool oracle(const World *w, int at, __int128 *value) {
    const Tree *t = &w->nodes[at];
    __int128 a, b;
    if (t->op == SH_CONST || t->op == SH_SYM) {
        *value = t->op == SH_CONST ? t->value : w->values[t->value];
        return true;
    }
    if (!oracle(w, t->left, &a) || !oracle(w, t->right, &b))
        return false;
    switch (t->op) {
    case SH_ADD:
        *value = a + b;
        break;
    case SH_MUL:
        *value = a * b;
        break;
    case SH_MIN:
        *value = a < b ? a : b;
        break;
    case SH_MAX:
        *value = a > b ? a : b;
        break;
    default: {
        if (b == 0)
            return false;
        __int128 q = a / b, r = a % b;
        if (r != 0 && (r < 0) != (b < 0)) {
            q--;
            r += b;
        }
        *value = t->op == SH_MOD ? r : q;
    }
    }
    return *value<INT64_MAX && * value> INT64_MIN;
}

static int leaf(World *w) {
    Tree t = {.left = -1, .right = -1};
    if (next(w) % 3 == 0) {
        t.op = SH_CONST;
        t.value = between(w, -6, 12);
        t.e = sh_const(names.cx, t.value);
    } else {
        t.op = SH_SYM;
        t.value = between(w, 0, SYMBOLS - 1);
        t.e = names.symbols[t.value];
    }
    w->nodes[w->count] = t;
    return w->count++;
}

static int grow(World *w, int depth) {
    static const ShOp ops[] = {SH_ADD,      SH_ADD, SH_MUL, SH_MUL, SH_FLOORDIV,
                               SH_FLOORDIV, SH_MOD, SH_MOD, SH_MIN, SH_MAX};
    if (depth == 0 || w->count > MAX_NODES - 8 || next(w) % 6 == 0)
        return leaf(w);
    Tree t = {.op = ops[next(w) % COUNT_OF(ops)]};
    t.left = grow(w, depth - 1);
    t.right = grow(w, depth - 1);
    const ShExpr *a = w->nodes[t.left].e, *b = w->nodes[t.right].e;
    if ((t.op == SH_FLOORDIV || t.op == SH_MOD) && sh_is_value(b, 0))
        t.op = SH_ADD;
    t.e = t.op == SH_ADD        ? sh_add(names.cx, a, b)
          : t.op == SH_MUL      ? sh_mul(names.cx, a, b)
          : t.op == SH_FLOORDIV ? sh_floordiv(names.cx, a, b)
          : t.op == SH_MOD      ? sh_mod(names.cx, a, b)
          : t.op == SH_MIN      ? sh_min(names.cx, a, b)
                                : sh_max(names.cx, a, b);
    w->nodes[w->count] = t;
    return w->count++;
}

static int64_t look_up(void *env, const ShSymbol *symbol) {
    for (int i = 0; i < SYMBOLS; i++)
        if (names.symbols[i]->symbol == symbol)
            return ((World *)env)->values[i];
    cr_assert_fail("unknown symbol %s", symbol->name);
    return 0;
}

static void random_values(World *w) {
    for (int i = 0; i < SYMBOLS; i++) {
        int64_t lo = names.symbols[i]->symbol->lo, hi = names.symbols[i]->symbol->hi;
        int64_t low = lo < -20 ? -20 : lo, high = hi > low + 30 ? low + 30 : hi;
        w->values[i] = between(w, low, high);
    }
}

static void new_world(World *w, uint64_t seed) {
    static const int64_t bounds[][2] = {{0, INT64_MAX}, {1, INT64_MAX}, {INT64_MIN, INT64_MAX}, {0, 7}, {-5, 3},
                                        {3, 3},         {2, 40},        {INT64_MIN, 4}};
    set_up();
    *w = (World){.seed = seed * 7919 + 1};
    for (int i = 0; i < SYMBOLS; i++) {
        const int64_t *b = bounds[next(w) % COUNT_OF(bounds)];
        declare(((const char *[]){"A", "B", "C", "D"})[i], b[0], b[1]);
    }
}

static const char *show(const ShExpr *e) {
    Buf out = {0};
    sh_print(&out, e);
    return out.data;
}

/* The expression, its range, and its canonical form agree with the oracle wherever that has a value. */
static void check_value(World *w, int root, const char *when) {
    __int128 want;
    int64_t got, lo, hi;
    const ShExpr *e = w->nodes[root].e, *canon = sh_canon(names.cx, e);
    if (!oracle(w, root, &want))
        return;
    if (sh_eval(e, look_up, w, &got))
        cr_assert_eq(got, (int64_t)want, "%s: %s", when, show(e));
    if (sh_eval(canon, look_up, w, &got))
        cr_assert_eq(got, (int64_t)want, "%s: %s as %s", when, show(e), show(canon));
    sh_range(canon, &lo, &hi);
    cr_assert(lo <= want && want <= hi, "%s: range of %s", when, show(canon));
}

static bool holds(ShCompare op, __int128 x, __int128 y) {
    return op == SH_EQ ? x == y : op == SH_NE ? x != y : op == SH_LT ? x < y : x <= y;
}

static void check_compare(const World *w, int a, int b, ShCompare op, ShTruth truth) {
    __int128 x, y;
    if (truth == SH_MAYBE || !oracle(w, a, &x) || !oracle(w, b, &y))
        return;
    cr_assert_eq(holds(op, x, y), truth == SH_YES, "%s (%d) %s", show(w->nodes[a].e), op, show(w->nodes[b].e));
}

Test(shape, random_expressions_keep_their_value) {
    for (uint64_t seed = 0; seed < 3000; seed++) {
        World w;
        new_world(&w, seed);
        int a = grow(&w, 3), b = grow(&w, 2);
        ShTruth truths[4];
        for (int op = SH_EQ; op <= SH_LE; op++)
            truths[op] = sh_compare(names.cx, (ShCompare)op, w.nodes[a].e, w.nodes[b].e);
        Buf text = {0};
        sh_print(&text, w.nodes[a].e);
        cr_assert_eq(sh_parse(names.cx, text.data, text.len, find, NULL), w.nodes[a].e, "%s", text.data);
        buf_free(&text);
        for (int k = 0; k < 12; k++) {
            random_values(&w);
            check_value(&w, a, "as built");
            check_value(&w, b, "as built");
            for (int op = SH_EQ; op <= SH_LE; op++)
                check_compare(&w, a, b, (ShCompare)op, truths[op]);
        }
    }
}

/* Assumes a random equality and a random comparison; everything must hold in all environments that do. */
Test(shape, random_assumptions_are_sound) {
    int satisfied = 0;
    for (uint64_t seed = 0; seed < 3000; seed++) {
        World w;
        new_world(&w, seed);
        int a = grow(&w, 2), b = grow(&w, 2), c = grow(&w, 1), d = grow(&w, 1);
        uint32_t mark = sh_mark(names.cx);
        bool first = sh_assume_equal(names.cx, w.nodes[a].e, w.nodes[b].e);
        ShCompare op = (ShCompare)(seed % 4);
        bool second = first && sh_assume(names.cx, op, w.nodes[c].e, w.nodes[d].e);
        ShTruth truth = second ? sh_compare(names.cx, SH_LT, w.nodes[a].e, w.nodes[c].e) : SH_MAYBE;
        int64_t narrowed[SYMBOLS][2];
        for (int i = 0; i < SYMBOLS; i++) {
            narrowed[i][0] = names.symbols[i]->symbol->lo;
            narrowed[i][1] = names.symbols[i]->symbol->hi;
        }
        sh_undo(names.cx, mark);
        VEC(World) envs = {0};
        Arena *arena = arena_new();
        for (int k = 0; k < 60; k++) { /* chosen under the ranges before the assumptions */
            __int128 x, y, u, v;
            random_values(&w);
            if (!oracle(&w, a, &x) || !oracle(&w, b, &y) || x != y)
                continue;
            cr_assert(first, "%s == %s was refused", show(w.nodes[a].e), show(w.nodes[b].e));
            if (!oracle(&w, c, &u) || !oracle(&w, d, &v) || !holds(op, u, v))
                continue;
            cr_assert(second, "%s (%d) %s was refused after %s == %s", show(w.nodes[c].e), op, show(w.nodes[d].e),
                      show(w.nodes[a].e), show(w.nodes[b].e));
            vec_push(arena, &envs, w);
        }
        if (first)
            sh_assume_equal(names.cx, w.nodes[a].e, w.nodes[b].e);
        if (second)
            sh_assume(names.cx, op, w.nodes[c].e, w.nodes[d].e);
        for (uint32_t k = 0; k < envs.len; k++) {
            satisfied++;
            for (int i = 0; i < SYMBOLS; i++)
                cr_assert(narrowed[i][0] <= envs.data[k].values[i] && envs.data[k].values[i] <= narrowed[i][1],
                          "%s == %s, %s ? %s narrows %s too far", show(w.nodes[a].e), show(w.nodes[b].e),
                          show(w.nodes[c].e), show(w.nodes[d].e), names.symbols[i]->symbol->name);
            for (int t = 0; t < w.count; t++)
                check_value(&envs.data[k], t, "under equalities");
            check_compare(&envs.data[k], a, c, SH_LT, truth);
        }
        arena_free(arena);
    }
    cr_expect(satisfied > 500, "only %d environments satisfied the equalities", satisfied);
}

/* An expression that has itself twice in each of its levels: as a tree it has more parts than could ever be visited. */
Test(shape, what_operands_share_is_substituted_once, .init = set_up, .timeout = 20) {
    const ShExpr *x = declare("x", 0, 1000), *y = declare("y", 0, 1000), *z = declare("z", 0, 1000);
    const ShExpr *by_x = x, *by_y = y;
    for (int i = 0; i < 60; i++) {
        const ShExpr *seven = sh_const(names.cx, 7), *five = sh_const(names.cx, 5);
        by_x = sh_floordiv(names.cx, sh_add(names.cx, sh_mod(names.cx, by_x, seven), by_x), five);
        by_y = sh_floordiv(names.cx, sh_add(names.cx, sh_mod(names.cx, by_y, seven), by_y), five);
    }
    cr_expect_eq(sh_substitute(names.cx, by_x, x, y), by_y);
    cr_expect_eq(sh_substitute(names.cx, by_x, z, y), by_x);
}
