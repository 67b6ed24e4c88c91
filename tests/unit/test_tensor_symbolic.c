/* Layouts of symbolic sizes: a random chain of views and operations is run once on symbols, and for many sizes that
 * satisfy the facts it left, once on these numbers. Sizes and strides must be what the expressions say. (That numbers
 * give what eager gives is the matter of test_tensor_rules.c.) */
#include "analysis/analysis.h"
#include "analysis/tensor.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { SYMBOLS = 4, STEPS = 4 };

static uint64_t random_state;
static int pick(int bound) { /* xorshift64* */
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return (int)((random_state * 2685821657736338717ull >> 33) % (uint64_t)bound);
}

/* Sizes are numbers of symbols, or -constant. */
typedef struct Program {
    int rank[2], sizes[2][IR_MAX_RANK];
    int order[STEPS][IR_MAX_RANK], op[STEPS], dim[STEPS], argument[STEPS];
    int64_t hints[SYMBOLS];
    int last;
} Program;

static Program random_program(void) {
    Program p = {0};
    p.rank[0] = 1 + pick(4);
    p.rank[1] = pick(p.rank[0] + 1);
    for (int d = 0; d < p.rank[0]; d++)
        p.sizes[0][d] = pick(5) ? pick(SYMBOLS) : -1 - pick(3);
    for (int d = 0; d < p.rank[1]; d++)
        p.sizes[1][d] = pick(4) ? p.sizes[0][d + p.rank[0] - p.rank[1]] : -1;
    for (int i = 0; i < STEPS; i++) {
        p.op[i] = pick(9);
        p.dim[i] = pick(4);
        p.argument[i] = pick(3);
        for (int d = 0; d < IR_MAX_RANK; d++)
            p.order[i][d] = pick(100);
    }
    for (int i = 0; i < SYMBOLS; i++)
        p.hints[i] = pick(3) ? 1 + pick(5) : -1;
    p.last = pick(4);
    return p;
}

static const Value *call(Ev *ev, const char *name, const Value *const *values, uint32_t count) {
    for (const Builtin *row = prim_table; row->name; row++) {
        if (strcmp(row->name, name) != 0)
            continue;
        CallArgs args = {.args = (const Value **)(uintptr_t)values, .count = count};
        return row->call(ev, NULL, &args, (Span){0});
    }
    cr_assert_fail("no primitive %s", name);
    return NULL;
}
#define CALL(name, ...)                                                                                                \
    call(ev, name, (const Value *[]){__VA_ARGS__}, sizeof((const Value *[]){__VA_ARGS__}) / sizeof(Value *))

static const Value *permuted(Ev *ev, const Value *x, const int *keys) {
    int rank = x->u.tensor.node->type.rank;
    const Value *order[IR_MAX_RANK];
    for (int d = 0; d < rank; d++) {
        int place = 0;
        for (int k = 0; k < rank; k++)
            place += keys[k] < keys[d] || (keys[k] == keys[d] && k < d);
        order[place] = ev_int(ev, d);
    }
    return CALL("permute", x, ev_tuple(ev, order, (uint32_t)rank));
}

static const Value *expanded(Ev *ev, const Value *x, const ShExpr *const *symbols, int which) {
    int rank = x->u.tensor.node->type.rank;
    const Value *sizes[IR_MAX_RANK];
    for (int d = 0; d < rank; d++)
        sizes[d + 1] = ev_int(ev, -1);
    sizes[0] = ev_int_expr(ev, symbols[which]);
    return rank + 1 < IR_MAX_RANK ? CALL("expand", x, ev_tuple(ev, sizes, (uint32_t)rank + 1)) : x;
}

static const Value *merged(Ev *ev, const Value *x) {
    const IrType *type = &x->u.tensor.node->type;
    if (type->rank < 2)
        return x;
    const Value *sizes[IR_MAX_RANK] = {ev_int(ev, -1)};
    for (int d = 2; d < type->rank; d++)
        sizes[d - 1] = ev_int_expr(ev, tn_dim(ev, type, d));
    return CALL("reshape", x, ev_tuple(ev, sizes, (uint32_t)type->rank - 1));
}

static const Value *step(Ev *ev, const Program *p, int i, const Value *x, const ShExpr *const *symbols) {
    int rank = x->u.tensor.node->type.rank;
    const Value *dim = ev_int(ev, rank ? p->dim[i] % rank : 0), *none = ev_none(ev);
    switch (rank ? p->op[i] : 8) {
    case 0:
    case 1:
        return permuted(ev, x, p->order[i]);
    case 2:
        return CALL("slice", x, dim, none, none, ev_int(ev, 1 + p->argument[i]));
    case 3:
        return CALL("slice", x, dim, ev_int(ev, p->argument[i]), none, none);
    case 4:
        return CALL("select", x, dim, ev_int(ev, -p->argument[i]));
    case 5:
        return CALL("unsqueeze", x, dim);
    case 6:
        return expanded(ev, x, symbols, p->argument[i]);
    case 7:
        return merged(ev, x);
    default:
        return CALL("unary", ev_str(ev, str_of("exp")), x);
    }
}

static const Value *input(Ev *ev, const Program *p, int i, const ShExpr *const *symbols) {
    TnDims sizes;
    for (int d = 0; d < p->rank[i]; d++)
        sizes[d] = p->sizes[i][d] >= 0 ? symbols[p->sizes[i][d]] : sh_const(ev->shapes, -p->sizes[i][d]);
    IrType type = tn_type(ev, DT_F32, p->rank[i], sizes, NULL);
    return ev_tensor_fresh(ev, ir_input(ev->graph, type, source_arg(i, str_format("x%d", i)), NULL));
}

/* The result, or NULL: declined, raised, or left open. */
static const Value *run(Ev *ev, const Program *p, const ShExpr *const *symbols) {
    const Value *x = input(ev, p, 0, symbols), *y = input(ev, p, 1, symbols);
    for (int i = 0; i < STEPS && x; i++)
        x = step(ev, p, i, x, symbols);
    if (!x)
        return NULL;
    if (p->last == 0)
        x = CALL("binary", ev_str(ev, str_of("add")), x, y);
    else if (p->last == 1)
        x = CALL("cast", x, ev_dtype(ev, DT_F64));
    else if (p->last == 2)
        x = CALL("clone", x);
    return x ? tn_settle(ev, x, (Span){0}) : NULL;
}

static Ev *start(Arena *arena) {
    static AnalysisOptions options;
    DiagList *diags = arena_new_of(arena, DiagList);
    diag_init(diags, arena);
    Ev *ev = ev_new(arena, &options, diags);
    ev_begin_attempt(ev, str_of("symbolic"), (Span){0});
    return ev;
}

typedef struct Numbers {
    int64_t values[SYMBOLS];
} Numbers;
static int64_t lookup(void *env, const ShSymbol *symbol) { return ((Numbers *)env)->values[symbol->index]; }
static int64_t number(const ShExpr *e, Numbers *numbers) {
    int64_t value;
    cr_assert(sh_eval(e, lookup, numbers, &value));
    return value;
}

static bool facts_hold(const FactList *facts, Numbers *numbers) {
    for (uint32_t i = 0; i < facts->items.len; i++) {
        const Fact *fact = &facts->items.data[i];
        if (fact->kind != FACT_COMPARE)
            continue;
        int64_t a = number(fact->exprs[0], numbers), b = number(fact->exprs[1], numbers);
        bool holds = fact->compare == SH_EQ   ? a == b
                     : fact->compare == SH_NE ? a != b
                     : fact->compare == SH_LT ? a < b
                                              : a <= b;
        if (!holds)
            return false;
    }
    return true;
}

static void print_type(Buf *out, const IrType *type, Numbers *numbers) {
    int64_t product = 1, strides[IR_MAX_RANK];
    for (int d = type->rank - 1; d >= 0; d--) {
        strides[d] = type->strides ? number(type->strides[d], numbers) : product;
        int64_t size = number(type->shape[d], numbers);
        product *= size ? size : 1;
    }
    buf_printf(out, "rank %d:", type->rank);
    for (int d = 0; d < type->rank; d++)
        buf_printf(out, " %lld/%lld", (long long)number(type->shape[d], numbers), (long long)strides[d]);
}

/* 1 if the facts held and so the answers could be compared. */
static int compare_at(const Program *p, Ev *ev, const IrType *symbolic, Numbers *numbers, int seed) {
    if (!facts_hold(ev->facts, numbers))
        return 0;
    Arena *arena = arena_new();
    Ev *known = start(arena);
    const ShExpr *sizes[SYMBOLS];
    for (int i = 0; i < SYMBOLS; i++)
        sizes[i] = sh_const(known->shapes, numbers->values[i]);
    const Value *result = run(known, p, sizes);
    Buf expected = {0}, got = {0};
    print_type(&got, symbolic, numbers);
    if (result) {
        print_type(&expected, &ev_tensor_node(known, result)->type, numbers);
        cr_expect(strcmp(got.data, expected.data) == 0, "program %d at %d %d %d %d: symbols %s, numbers %s", seed,
                  (int)numbers->values[0], (int)numbers->values[1], (int)numbers->values[2], (int)numbers->values[3],
                  got.data, expected.data);
    } else {
        cr_expect(known->fail.kind == FAIL_CUT, "program %d: the numbers fail with %s", seed, known->fail.reason);
    }
    buf_free(&expected);
    buf_free(&got);
    arena_free(arena);
    return result != NULL;
}

Test(tensor_symbolic, symbols_agree_with_numbers) {
    int compared = 0, programs = 0;
    for (int seed = 1; seed <= 6000; seed++) {
        random_state = (uint64_t)seed * 0x9E3779B97F4A7C15ull;
        Program p = random_program();
        Arena *arena = arena_new();
        Ev *ev = start(arena);
        const ShExpr *symbols[SYMBOLS];
        for (int i = 0; i < SYMBOLS; i++)
            symbols[i] = sh_symbol(ev->shapes, str_format("N%d", i), 0, INT64_MAX, p.hints[i], SH_FROM_DIM,
                                   source_arg(0, str_of("x0")), i);
        const Value *result = run(ev, &p, symbols);
        programs += result != NULL;
        for (int trial = 0; result && trial < 40; trial++) {
            Numbers numbers;
            for (int i = 0; i < SYMBOLS; i++)
                numbers.values[i] = trial == 0 && p.hints[i] > 0 ? p.hints[i] : 1 + pick(6);
            compared += compare_at(&p, ev, &ev_tensor_node(ev, result)->type, &numbers, seed);
        }
        arena_free(arena);
    }
    cr_expect(programs > 700 && compared > 5000, "%d programs, %d comparisons", programs, compared);
}
