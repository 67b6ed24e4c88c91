/* The schedule: what is computed together, what lies in memory, and index arithmetic against counting by hand. */
#include "codegen/schedule.h"

#include <criterion/criterion.h>
#include <string.h>

static Arena *arena;
static void set_up(void) { arena = arena_new(); }

static Schedule *schedule(const char *text) {
    const char *error = NULL;
    IrGraph *graph = ir_parse(arena, text, strlen(text), &error);
    cr_assert_not_null(graph, "%s", error);
    return sched_graph(arena, graph);
}

static const char *print(const char *text) {
    Buf out = {0};
    sched_print(&out, schedule(text));
    return out.data;
}

Test(sched, softmax_is_one_pass_over_rows, .init = set_up) {
    const char *text = print("graph softmax (N, M in 1..)\n"
                             "%0 = input 0 x : f32[N, M]\n"
                             "%1 = amax %0 {dims = [1]} : f32[N]\n"
                             "%2 = unsqueeze %1 {dims = [1]} : f32[N, 1]\n"
                             "%3 = sub %0, %2 : f32[N, M]\n"
                             "%4 = exp %3 : f32[N, M]\n"
                             "%5 = sum %4 {dims = [1]} : f32[N]\n"
                             "%6 = unsqueeze %5 {dims = [1]} : f32[N, 1]\n"
                             "%7 = div %4, %6 : f32[N, M]\n"
                             "return %7 -> $0\n");
    cr_expect_str_eq(text, "group 0 rows [N, M reduced] %1@0 row %5@1 row %7@2\nreturn %8\n");
}

Test(sched, a_total_and_what_uses_it_are_two_kernels, .init = set_up) {
    const char *text = print("graph total (N)\n"
                             "%0 = input 0 x : f32[N]\n"
                             "%1 = sum %0 {dims = [0]} : f32[]\n"
                             "%2 = sub %0, %1 : f32[N]\n"
                             "return %2 -> $0\n");
    cr_expect_str_eq(text, "group 0 total [N reduced] %1@0 row\ngroup 1 point [N] %2@0\nreturn %3\n");
}

Test(sched, leading_reductions_run_over_columns, .init = set_up) {
    const char *text = print("graph columns (N, M)\n"
                             "%0 = input 0 x : f32[N, M]\n"
                             "%1 = sum %0 {dims = [0]} : f32[M]\n"
                             "%2 = exp %1 : f32[M]\n"
                             "return %2 -> $0\n");
    cr_expect_str_eq(text, "group 0 columns [N reduced, M] %1@0 row %2@1 row\nreturn %3\n");
}

Test(sched, a_cheap_branch_is_a_select, .init = set_up) {
    Schedule *s = schedule("graph gate (N)\n"
                           "%0 = input 0 x : f32[N]\n"
                           "%1 = input 1 flag : bool\n"
                           "%2 = if %1\n  region () {\n%3 = neg %0 : f32[N]\nyield %3\n}\n  region () {\nyield %0\n}\n"
                           "%4 = result %2 {dims = [0]} : f32[N]\n"
                           "%5 = mul %4, %0 : f32[N]\n"
                           "return %5 -> $0\n");
    cr_expect_eq(s->selects.len, 1);
    cr_expect_eq(s->group_count, 1);
}

Test(sched, a_returned_choice_is_no_select, .init = set_up) {
    Schedule *s = schedule("graph gate (N)\n"
                           "%0 = input 0 x : f32[N]\n"
                           "%1 = input 1 flag : bool\n"
                           "%2 = if %1\n  region () {\n%3 = neg %0 : f32[N]\nyield %3\n}\n  region () {\nyield %0\n}\n"
                           "%4 = result %2 {dims = [0]} : f32[N]\n"
                           "return %4 -> $0\n");
    cr_expect_eq(s->selects.len, 0, "one arm gives the very object that came in");
}

Test(sched, a_store_that_reads_elsewhere_is_computed_first, .init = set_up) {
    const char *text = print("graph mirror (N)\n"
                             "%0 = input 0 x : f32[N, N]\n"
                             "%1 = permute %0 {dims = [1, 0]} : f32[N, N]{1, N}\n"
                             "%2 = add %0, %1 : f32[N, N]\n"
                             "store %0, %2\n"
                             "return -> @arg:0:x\n");
    cr_expect_not_null(strstr(text, "group 0 point [N, N] %2@0\n"), "%s", text);
    text = print("graph in_place (N)\n"
                 "%0 = input 0 x : f32[N, N]\n"
                 "%2 = add %0, %0 : f32[N, N]\n"
                 "store %0, %2\n"
                 "return -> @arg:0:x\n");
    cr_expect_null(strstr(text, "%1@0"), "%s", text);
}

/* ---- index arithmetic: every element of small reshapes
 * ---------------------------------------------------------------------- */
typedef struct Env {
    const Index *at;
    const int64_t *values;
} Env;

static int64_t lookup(void *env, const ShSymbol *symbol) {
    const Env *e = env;
    for (int d = 0; d < e->at->rank; d++)
        if (e->at->at[d]->op == SH_SYM && e->at->at[d]->symbol == symbol)
            return e->values[d];
    return 0;
}

static int64_t position(const Index *at, const int64_t *sizes, const Env *env) {
    int64_t sum = 0;
    for (int d = 0; d < at->rank; d++) {
        int64_t value = 0;
        cr_assert(sh_eval(at->at[d], lookup, (void *)(uintptr_t)env, &value));
        cr_assert(value >= 0 && value < sizes[d]);
        sum = sum * sizes[d] + value;
    }
    return sum;
}

static void check_reshape(int from_rank, const int64_t *from, int to_rank, const int64_t *to) {
    ShContext *cx = sh_context_new(arena);
    IrGraph *graph = ir_graph_new(arena, cx, str_of("g"), (Span){0});
    const ShExpr *a[IR_MAX_RANK], *b[IR_MAX_RANK];
    int64_t count = 1;
    for (int d = 0; d < from_rank; d++)
        a[d] = sh_const(cx, from[d]);
    for (int d = 0; d < to_rank; d++) {
        b[d] = sh_const(cx, to[d]);
        count *= to[d];
    }
    IrNode *x =
        ir_input(graph, ir_tensor_type(graph, DT_F32, from_rank, a, NULL), source_arg(0, str_of("x")), str_of("x"));
    IrNode *y = ir_unary(graph->body, OP_RESHAPE, ir_tensor_type(graph, DT_F32, to_rank, b, NULL), x, (Span){0});
    Index at = sched_fresh_index(cx, &y->type), inner = index_of_operand(cx, y, 0, &at);
    for (int64_t i = 0; i < count; i++) {
        int64_t values[IR_MAX_RANK], rest = i;
        for (int d = to_rank - 1; d >= 0; d--) {
            values[d] = rest % to[d];
            rest /= to[d];
        }
        Env env = {&at, values};
        cr_expect_eq(position(&inner, from, &env), i);
    }
}

Test(sched, reshapes_keep_the_order_of_elements, .init = set_up) {
    check_reshape(2, (int64_t[]){4, 6}, 2, (int64_t[]){6, 4});
    check_reshape(3, (int64_t[]){2, 3, 4}, 2, (int64_t[]){6, 4});
    check_reshape(2, (int64_t[]){6, 4}, 4, (int64_t[]){2, 3, 1, 4});
    check_reshape(4, (int64_t[]){2, 1, 3, 5}, 1, (int64_t[]){30});
    check_reshape(1, (int64_t[]){24}, 3, (int64_t[]){2, 3, 4});
    check_reshape(3, (int64_t[]){2, 6, 5}, 3, (int64_t[]){4, 3, 5});
    check_reshape(2, (int64_t[]){1, 1}, 1, (int64_t[]){1});
}

Test(sched, coefficients_are_found_only_where_linear, .init = set_up) {
    ShContext *cx = sh_context_new(arena);
    const ShExpr *i = sh_symbol(cx, str_of("i"), 0, 100, -1, SH_FROM_NODE, NULL, 0);
    const ShExpr *n = sh_symbol(cx, str_of("n"), 1, 100, -1, SH_FROM_NODE, NULL, 0);
    const ShExpr *e = sh_add(cx, sh_mul(cx, i, n), sh_const(cx, 3));
    cr_expect_eq(index_coefficient(cx, e, i), n);
    cr_expect_null(index_coefficient(cx, sh_mod(cx, i, n), i));
    cr_expect_null(index_coefficient(cx, sh_mul(cx, i, i), i));
    cr_expect_null(index_coefficient(cx, sh_sub(cx, sh_mul(cx, i, i), i), i), "0 at 0 and at 1, but not linear");
    const ShExpr *factor = sh_add(cx, sh_mul(cx, n, n), sh_const(cx, -7));
    const ShExpr *sum = sh_add(cx, sh_mul(cx, i, factor), sh_mul(cx, n, sh_const(cx, 5)));
    cr_expect_eq(index_coefficient(cx, sum, i), factor);
    cr_expect_eq(index_coefficient(cx, sh_add(cx, sum, sh_floordiv(cx, n, sh_const(cx, 3))), i), factor);
    cr_expect_null(index_coefficient(cx, sh_add(cx, sum, sh_floordiv(cx, i, sh_const(cx, 3))), i));
    cr_expect(sh_is_value(index_coefficient(cx, n, i), 0));
}
