/* The passes: each rule of passes_rules.def once, folding with Python's rules, what cse may join and dce may drop. */
#include "analysis/passes.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static Arena *arena;

static void set_up(void) { arena = arena_new(); }

static IrGraph *parse(const char *text) {
    const char *error;
    IrGraph *graph = ir_parse(arena, text, strlen(text), &error);
    cr_assert_not_null(graph, "%s\n%s", error, text);
    const char *wrong = ir_verify(graph, 2);
    cr_assert_null(wrong, "%s\n%s", wrong, text);
    return graph;
}

static void expect_graph(const IrGraph *graph, const char *expected) {
    Buf out = {0};
    ir_print(&out, graph, false);
    cr_expect_str_eq(out.data, expected, "got\n%sexpected\n%s", out.data, expected);
    const char *wrong = ir_verify(graph, 2);
    cr_expect_null(wrong, "%s\n%s", wrong, out.data);
    buf_free(&out);
}

/* ---- rules ----------------------------------------------------------------------------------------------------- */

/* Each case is a body whose last line defines %9 from inputs; the sum of %9 is returned, so that %9 itself does not
 * escape. `after` is the body that remains, in which the same value is named at the end. */
typedef struct RuleCase {
    const char *rule;
    const char *result; /* type of %9 */
    const char *before; /* nodes; the last is %9 */
    const char *after;  /* what is left of them */
    const char *value;  /* the node that stands for %9 now */
} RuleCase;

#define F "f32[N, M]"
#define IN                                                                                                             \
    "  %0 = input 0 x : f32[N, M]\n  %1 = input 1 y : f32[N, M]\n  %2 = input 2 i : i32[N, M]\n"                       \
    "  %3 = input 3 c : b8[N, M]\n  %4 = input 4 s : float\n"

static const RuleCase cases[] = {
    {"neg_of_neg", F, "%8 = neg %0 : f32[N, M]\n %9 = neg %8 : f32[N, M]", "", "%0"},
    {"not_of_not", "b8[N, M]", "%8 = not %3 : b8[N, M]\n %9 = not %8 : b8[N, M]", "", "%3"},
    {"bitnot_of_bitnot", "i32[N, M]", "%8 = bitnot %2 : i32[N, M]\n %9 = bitnot %8 : i32[N, M]", "", "%2"},
    {"abs_of_abs", F, "%8 = neg %0 : f32[N, M]\n %9 = abs %8 : f32[N, M]", "  %5 = abs %0 : f32[N, M]\n", "%5"},
    {"floor_of_whole", F, "%8 = ceil %0 : f32[N, M]\n %9 = floor %8 : f32[N, M]", "  %5 = ceil %0 : f32[N, M]\n", "%5"},
    {"ceil_of_whole", F, "%8 = round %0 : f32[N, M]\n %9 = ceil %8 : f32[N, M]", "  %5 = round %0 : f32[N, M]\n", "%5"},
    {"trunc_of_whole", F, "%8 = floor %0 : f32[N, M]\n %9 = trunc %8 : f32[N, M]", "  %5 = floor %0 : f32[N, M]\n",
     "%5"},
    {"round_of_whole", F, "%8 = trunc %0 : f32[N, M]\n %9 = round %8 : f32[N, M]", "  %5 = trunc %0 : f32[N, M]\n",
     "%5"},
    {"cast_to_same", F, "%9 = cast %0 : f32[N, M]", "", "%0"},
    {"cast_of_cast", "f64[N, M]", "%8 = cast %2 : f64[N, M]\n %7 = cast %8 : f32[N, M]\n %9 = cast %7 : f64[N, M]",
     "  %5 = cast %2 : f32[N, M]\n  %6 = cast %5 : f64[N, M]\n", "%6"},
    {"add_zero", F, "%8 = const -0.0 : float\n %9 = add %8, %0 : f32[N, M]", "", "%0"},
    {"add_of_neg", F, "%8 = neg %1 : f32[N, M]\n %9 = add %0, %8 : f32[N, M]", "  %5 = sub %0, %1 : f32[N, M]\n", "%5"},
    {"sub_zero", F, "%8 = const 0 : int\n %9 = sub %0, %8 : f32[N, M]", "", "%0"},
    {"sub_of_neg", F, "%8 = neg %1 : f32[N, M]\n %9 = sub %0, %8 : f32[N, M]", "  %5 = add %0, %1 : f32[N, M]\n", "%5"},
    {"mul_one", F, "%8 = const 1 : int\n %9 = mul %8, %0 : f32[N, M]", "", "%0"},
    {"div_one", F, "%8 = const 1.0 : float\n %9 = div %0, %8 : f32[N, M]", "", "%0"},
    {"div_by_power_of_two", F, "%8 = const -8 : int\n %9 = div %0, %8 : f32[N, M]",
     "  %5 = const -0.125 : float\n  %6 = mul %0, %5 : f32[N, M]\n", "%6"},
    {"pow_one", F, "%8 = const 1 : int\n %9 = pow %0, %8 : f32[N, M]", "", "%0"},
    {"pow_two", F, "%8 = const 2.0 : float\n %9 = pow %0, %8 : f32[N, M]", "  %5 = mul %0, %0 : f32[N, M]\n", "%5"},
    {"pow_three", F, "%8 = const 3 : int\n %9 = pow %0, %8 : f32[N, M]",
     "  %5 = mul %0, %0 : f32[N, M]\n  %6 = mul %5, %0 : f32[N, M]\n", "%6"},
    {"pow_half", F, "%8 = const 0.5 : float\n %9 = pow %0, %8 : f32[N, M]", "  %5 = sqrt %0 : f32[N, M]\n", "%5"},
    {"pow_minus_half", F, "%8 = const -0.5 : float\n %9 = pow %0, %8 : f32[N, M]", "  %5 = rsqrt %0 : f32[N, M]\n",
     "%5"},
    {"pow_minus_one", F, "%8 = const -1 : int\n %9 = pow %0, %8 : f32[N, M]", "  %5 = reciprocal %0 : f32[N, M]\n",
     "%5"},
    {"pow_minus_two", F, "%8 = const -2 : int\n %9 = pow %0, %8 : f32[N, M]",
     "  %5 = mul %0, %0 : f32[N, M]\n  %6 = reciprocal %5 : f32[N, M]\n", "%6"},
    {"maximum_of_same", F, "%9 = maximum %0, %0 : f32[N, M]", "", "%0"},
    {"minimum_of_same", F, "%9 = minimum %0, %0 : f32[N, M]", "", "%0"},
    {"and_of_same", "b8[N, M]", "%9 = and %3, %3 : b8[N, M]", "", "%3"},
    {"or_of_same", "b8[N, M]", "%9 = or %3, %3 : b8[N, M]", "", "%3"},
    {"where_of_const", F, "%8 = const False : bool\n %9 = where %8, %0, %1 : f32[N, M]", "", "%1"},
    {"where_of_same", F, "%9 = where %3, %1, %1 : f32[N, M]", "", "%1"},
    {"item_of_splat", F, "%8 = splat %4 : f64[]\n %7 = item %8 : float\n %9 = mul %0, %7 : f32[N, M]",
     "  %5 = mul %0, %4 : f32[N, M]\n", "%5"},
    {"size_of_const", F, "%8 = size 3 : int\n %9 = mul %0, %8 : f32[N, M]",
     "  %5 = const 3 : int\n  %6 = mul %0, %5 : f32[N, M]\n", "%6"},
    {"permute_nothing", F, "%9 = permute %0 {dims = [0, 1]} : f32[N, M]", "", "%0"},
    {"permute_of_permute", "f32[N, 1, M]{M, N*M, 1}",
     "%7 = unsqueeze %0 {dims = [0]} : f32[1, N, M]\n %8 = permute %7 {dims = [1, 2, 0]} : f32[N, M, 1]{M, 1, N*M}\n"
     " %9 = permute %8 {dims = [0, 2, 1]} : f32[N, 1, M]{M, N*M, 1}",
     "  %5 = unsqueeze %0 {dims = [0]} : f32[1, N, M]\n"
     "  %6 = permute %5 {dims = [1, 0, 2]} : f32[N, 1, M]{M, N*M, 1}\n",
     "%6"},
    {"reshape_to_same", F, "%9 = reshape %0 : f32[N, M]", "", "%0"},
    {"reshape_of_reshape", "f32[M, N]", "%8 = reshape %0 : f32[N*M]\n %9 = reshape %8 : f32[M, N]",
     "  %5 = reshape %0 : f32[M, N]\n", "%5"},
    {"expand_to_same", F, "%9 = expand %0 : f32[N, M]", "", "%0"},
    {"expand_of_expand", "f32[3, 2, N, M]",
     "%8 = expand %0 : f32[2, N, M]{0, M, 1}\n"
     " %9 = expand %8 : f32[3, 2, N, M]{0, 0, M, 1}",
     "  %5 = expand %0 : f32[3, 2, N, M]{0, 0, M, 1}\n", "%5"},
    {"squeeze_of_unsqueeze", F,
     "%8 = unsqueeze %0 {dims = [1]} : f32[N, 1, M]\n %9 = squeeze %8 {dims = [1]} : f32[N, M]", "", "%0"},
    {"unsqueeze_of_squeeze", "f32[1, N, M]",
     "%7 = reshape %0 : f32[1, N, M]\n %8 = squeeze %7 {dims = [0]} : f32[N, M]\n"
     " %9 = unsqueeze %8 {dims = [0]} : f32[1, N, M]",
     "  %5 = reshape %0 : f32[1, N, M]\n", "%5"},
    {"slice_of_all", F, "%9 = slice %0 {dims = [0], exprs = [0, 1]} : f32[N, M]", "", "%0"},
    {"contiguous_of_row_major", F, "%9 = contiguous %0 : f32[N, M]", "", "%0"},
};

static uint64_t hits(const char *name) {
    int count;
    PassRule *rules = pass_rules(&count);
    for (int i = 0; i < count; i++)
        if (strcmp(rules[i].name, name) == 0)
            return rules[i].hits;
    cr_assert_fail("no rule %s", name);
    return 0;
}

/* %9 (or what stands for it) used by a node that makes a new tensor, so that it does not escape. */
static const char *with_end(const char *body, const char *type, const char *value, int number) {
    return arena_printf(arena, "graph g (N, M)\n%s%s  %%%d = clone %s : %s\n  return %%%d -> $0\n", IN, body, number,
                        value, type, number);
}

Test(passes, each_rule_rewrites_its_case, .init = set_up) {
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const RuleCase *c = &cases[i];
        IrGraph *graph = parse(with_end(arena_printf(arena, "%s\n", c->before), c->result, "%9", 20));
        uint64_t before = hits(c->rule);
        ir_simplify(graph);
        ir_dce(graph);
        cr_expect_gt(hits(c->rule), before, "rule %s did not fire", c->rule);
        int lines = 0;
        for (const char *at = c->after; *at; at++)
            lines += *at == '\n';
        expect_graph(graph, with_end(c->after, c->result, c->value, 5 + lines));
    }
}

Test(passes, each_rule_has_a_case, .init = set_up) {
    int count;
    PassRule *rules = pass_rules(&count);
    for (int r = 0; r < count; r++) {
        bool tested = false, together = true;
        for (size_t i = 0; i < COUNT_OF(cases); i++)
            tested |= strcmp(cases[i].rule, rules[r].name) == 0;
        for (int k = 0; k < r; k++)
            together &= rules[k].root != rules[r].root || rules[r - 1].root == rules[r].root;
        cr_expect(tested, "no case for the rule %s", rules[r].name);
        cr_expect(together, "the rules of one operation have to stand together: %s", rules[r].name);
    }
}

/* What looks like a rule's case and is not: nothing may change. */
Test(passes, what_is_not_exact_stays, .init = set_up) {
    const char *bodies[] = {
        "  %5 = const 0.0 : float\n  %6 = add %0, %5 : f32[N, M]\n",  /* -0.0 + 0.0 is 0.0 */
        "  %5 = const 0 : int\n  %6 = add %0, %5 : f32[N, M]\n",      /* likewise */
        "  %5 = const -0.0 : float\n  %6 = sub %0, %5 : f32[N, M]\n", /* -0.0 - -0.0 is 0.0 */
        "  %5 = const 3 : int\n  %6 = div %0, %5 : f32[N, M]\n",
        "  %5 = const 4 : int\n  %6 = pow %0, %5 : f32[N, M]\n",
        "  %5 = const 0.0 : float\n  %6 = mul %0, %5 : f32[N, M]\n", /* NaN, infinities, -0.0 */
    };
    for (size_t i = 0; i < COUNT_OF(bodies); i++) {
        const char *text = with_end(bodies[i], F, "%6", 7);
        IrGraph *graph = parse(text);
        ir_simplify(graph);
        ir_dce(graph);
        expect_graph(graph, text);
    }
}

static void expect_unchanged(const char *text, void (*pass)(IrGraph *)) {
    IrGraph *graph = parse(text);
    pass(graph);
    expect_graph(graph, text);
}

Test(passes, lossy_casts_stay, .init = set_up) {
    expect_unchanged("graph g (N)\n  %0 = input 0 x : f64[N]\n  %1 = cast %0 : f32[N]\n  %2 = cast %1 : f64[N]\n"
                     "  return %2 -> $0\n",
                     ir_simplify);
    expect_unchanged("graph g (N)\n  %0 = input 0 x : f32[N]\n  %1 = cast %0 : f64[N]\n  %2 = cast %1 : i32[N]\n"
                     "  return %2 -> $0\n",
                     ir_simplify);
    expect_unchanged("graph g (N)\n  %0 = input 0 x : i64[N]\n  %1 = cast %0 : f64[N]\n  %2 = cast %1 : f32[N]\n"
                     "  return %2 -> $0\n",
                     ir_simplify);
}

/* x * 1 is a new tensor: the program may write to x and still hold it. */
Test(passes, an_escaping_copy_stays, .init = set_up) {
    expect_unchanged("graph g (N)\n  %0 = input 0 x : f32[N]\n  %1 = const 1 : int\n  %2 = mul %0, %1 : f32[N]\n"
                     "  return %2 -> $0\n",
                     ir_simplify);
    expect_unchanged("graph g (N)\n  %0 = input 0 x : f32[N]\n  %1 = const 1 : int\n  %2 = mul %0, %1 : f32[N]\n"
                     "  %3 = unsqueeze %2 {dims = [0]} : f32[1, N]\n  return %3 -> $0\n",
                     ir_simplify);
}

Test(passes, another_layout_stays, .init = set_up) {
    expect_unchanged("graph g (N, M)\n  %0 = input 0 x : f32[N, M]{1, N}\n  %1 = contiguous %0 : f32[N, M]\n"
                     "  %2 = neg %1 : f32[N, M]\n  return %2 -> $0\n",
                     ir_simplify);
}

/* The identities that the rules rely on, in the arithmetic of this machine. */
Test(passes, identities_hold_bit_for_bit) {
    const float values[] = {0.0f, -0.0f, 1.0f, -1.5f, 3e-45f, -1e-40f, 3.4e38f, INFINITY, -INFINITY, 0.1f};
    for (size_t i = 0; i < COUNT_OF(values); i++) {
        volatile float x = values[i], zero = 0.0f, one = 1.0f, eight = 8.0f;
        float results[] = {x + -zero, x - zero, x * one, x / one, -(-x)};
        for (size_t k = 0; k < COUNT_OF(results); k++)
            cr_expect(memcmp(&results[k], &values[i], sizeof(float)) == 0, "%g, identity %zu", values[i], k);
        float quotient = x / eight, product = x * 0.125f;
        cr_expect(memcmp(&quotient, &product, sizeof(float)) == 0, "%g / 8", values[i]);
    }
}

/* ---- folding --------------------------------------------------------------------------------------------------- */

/* The value that `op` on constants folds to, as text; "" when it does not fold. */
static void expect_fold(const char *op, const char *kind, const char *a, const char *b, const char *result,
                        const char *value) {
    const char *text = arena_printf(arena, "graph g ()\n  %%0 = const %s : %s\n", a, kind);
    if (b)
        text = arena_printf(arena, "%s  %%1 = const %s : %s\n  %%2 = %s %%0, %%1 : %s\n  return %%2 -> $0\n", text, b,
                            kind, op, result);
    else
        text = arena_printf(arena, "%s  %%2 = %s %%0 : %s\n  return %%2 -> $0\n", text, op, result);
    IrGraph *graph = parse(text);
    ir_simplify(graph);
    ir_dce(graph);
    const IrNode *node = graph->body->nodes.data[graph->body->nodes.len - 1]->inputs[0];
    Buf out = {0};
    buf_puts(&out, "");
    if (node->op == OP_CONST)
        constant_print(&out, &(Constant){.kind = node->type.kind == IRT_FLOAT  ? CONST_FLOAT
                                                 : node->type.kind == IRT_BOOL ? CONST_BOOL
                                                                               : CONST_INT,
                                         .i = node->int_count ? node->ints[0] : 0,
                                         .f = node->number});
    cr_expect_str_eq(out.data, value, "%s(%s, %s) is '%s', not '%s'", op, a, b ? b : "", out.data, value);
    buf_free(&out);
}

Test(passes, integers_fold_as_in_python, .init = set_up) {
    expect_fold("floordiv", "int", "-7", "2", "int", "-4");
    expect_fold("floordiv", "int", "7", "-2", "int", "-4");
    expect_fold("remainder", "int", "-7", "2", "int", "1");
    expect_fold("remainder", "int", "7", "-2", "int", "-1");
    expect_fold("fmod", "int", "-7", "2", "int", "-1");
    expect_fold("truncdiv", "int", "-7", "2", "int", "-3");
    expect_fold("floordiv", "int", "7", "0", "int", "");
    expect_fold("add", "int", "9223372036854775807", "1", "int", "");
    expect_fold("mul", "int", "4611686018427387904", "2", "int", "");
    expect_fold("neg", "int", "-9223372036854775808", NULL, "int", "");
    expect_fold("floordiv", "int", "-9223372036854775808", "-1", "int", "");
    expect_fold("pow", "int", "-3", "3", "int", "-27");
    expect_fold("pow", "int", "2", "62", "int", "4611686018427387904");
    expect_fold("pow", "int", "2", "63", "int", "");
    expect_fold("pow", "int", "2", "-1", "int", "");
    expect_fold("pow", "int", "0", "0", "int", "1");
    expect_fold("lt", "int", "-1", "0", "bool", "True");
    expect_fold("cast", "int", "9007199254740993", NULL, "float", "9007199254740992.0");
    expect_fold("bitnot", "int", "5", NULL, "int", "-6");
}

/* Expected values printed by CPython 3.11. */
Test(passes, floats_fold_as_in_python, .init = set_up) {
    expect_fold("floordiv", "float", "-7.0", "2.0", "float", "-4.0");
    expect_fold("floordiv", "float", "1.0", "0.1", "float", "9.0");
    expect_fold("floordiv", "float", "-0.0", "3.0", "float", "-0.0");
    expect_fold("remainder", "float", "-1.0", "3.0", "float", "2.0");
    expect_fold("remainder", "float", "1.0", "-3.0", "float", "-2.0");
    expect_fold("remainder", "float", "4.0", "-2.0", "float", "-0.0");
    expect_fold("remainder", "float", "-5.0", "inf", "float", "inf");
    expect_fold("floordiv", "float", "-5.0", "inf", "float", "-1.0");
    expect_fold("div", "float", "1.0", "0.0", "float", "");
    expect_fold("div", "float", "1.0", "3.0", "float", "0.3333333333333333");
    expect_fold("sqrt", "float", "-1.0", NULL, "float", "");
    expect_fold("sqrt", "float", "2.0", NULL, "float", "1.4142135623730951");
    expect_fold("round", "float", "2.5", NULL, "float", "2.0");
    expect_fold("eq", "float", "nan", "nan", "bool", "False");
    expect_fold("ne", "float", "nan", "nan", "bool", "True");
    expect_fold("le", "float", "0.0", "-0.0", "bool", "True");
    expect_fold("maximum", "float", "1.0", "nan", "float", "nan");
    expect_fold("cast", "float", "-2.9", NULL, "int", "-2");
    expect_fold("cast", "float", "nan", NULL, "int", "");
    expect_fold("cast", "float", "9.3e+18", NULL, "int", "");
    expect_fold("cast", "float", "nan", NULL, "bool", "True");
    expect_fold("exp", "float", "1.0", NULL, "float", "");
}

/* ---- cse and dce ----------------------------------------------------------------------------------------------- */

static void expect_after(const char *before, void (*pass)(IrGraph *), const char *after) {
    IrGraph *graph = parse(before);
    pass(graph);
    expect_graph(graph, after);
}

#define ARM "      %5 = neg %0 : f32[N]\n      %6 = sum %5 {dims = [0]} : f32[]\n      yield %6\n    }\n"

Test(passes, cse_joins_across_regions, .init = set_up) {
    expect_after(
        "graph g (N)\n  %0 = input 0 x : f32[N]\n  %1 = input 1 p : bool\n  %2 = neg %0 : f32[N]\n"
        "  %3 = sum %2 {dims = [0]} : f32[]\n  %4 = if %1\n    region () {\n" ARM
        "    region () {\n      %7 = abs %0 : f32[N]\n      %8 = sum %7 {dims = [0]} : f32[]\n      yield %8\n    }\n"
        "  %9 = result %4 {dims = [0]} : f32[]\n  %10 = abs %0 : f32[N]\n  %11 = sum %10 {dims = [0]} : f32[]\n"
        "  %12 = add %9, %11 : f32[]\n  %13 = add %12, %3 : f32[]\n  return %13 -> $0\n",
        ir_cse,
        "graph g (N)\n  %0 = input 0 x : f32[N]\n  %1 = input 1 p : bool\n  %2 = neg %0 : f32[N]\n"
        "  %3 = sum %2 {dims = [0]} : f32[]\n  %4 = if %1\n    region () {\n      yield %3\n    }\n"
        "    region () {\n      %5 = abs %0 : f32[N]\n      %6 = sum %5 {dims = [0]} : f32[]\n      yield %6\n    }\n"
        "  %7 = result %4 {dims = [0]} : f32[]\n  %8 = abs %0 : f32[N]\n  %9 = sum %8 {dims = [0]} : f32[]\n"
        "  %10 = add %7, %9 : f32[]\n  %11 = add %10, %3 : f32[]\n  return %11 -> $0\n");
}

Test(passes, cse_keeps_objects_apart, .init = set_up) {
    expect_unchanged("graph g (N)\n  %0 = input 0 x : f32[N]\n  %1 = neg %0 : f32[N]\n  %2 = neg %0 : f32[N]\n"
                     "  return %1, %2 -> ($0, $1)\n",
                     ir_cse);
    expect_unchanged("graph g (N)\n  %0 = input 0 x : f32[N]\n  %1 = neg %0 : f32[N]\n  %2 = neg %0 : f32[N]\n"
                     "  %3 = unsqueeze %2 {dims = [0]} : f32[1, N]\n  return %1, %3 -> ($0, $1)\n",
                     ir_cse);
    expect_unchanged("graph g (N)\n  %0 = input 0 x : f32[N]\n  %1 = clone %0 : f32[N]\n  %2 = clone %0 : f32[N]\n"
                     "  %3 = add %1, %2 : f32[N]\n  return %3 -> $0\n",
                     ir_cse);
    expect_after("graph g (N)\n  %0 = input 0 x : f32[N]\n  %1 = neg %0 : f32[N]\n  %2 = neg %0 : f32[N]\n"
                 "  %3 = sum %1 {dims = [0]} : f32[]\n  return %2, %3 -> ($0, $1)\n",
                 ir_cse,
                 "graph g (N)\n  %0 = input 0 x : f32[N]\n  %1 = neg %0 : f32[N]\n"
                 "  %2 = sum %1 {dims = [0]} : f32[]\n  return %1, %2 -> ($0, $1)\n");
}

/* Once the first has taken over the second's role, it escapes, and a third one must not be joined to it. */
Test(passes, cse_hands_escaping_on, .init = set_up) {
    expect_after("graph g (N)\n  %0 = input 0 x : f32[N]\n  %1 = neg %0 : f32[N]\n  %2 = neg %0 : f32[N]\n"
                 "  %3 = neg %0 : f32[N]\n  %4 = sum %1 {dims = [0]} : f32[]\n  return %2, %3, %4 -> ($0, $1, $2)\n",
                 ir_cse,
                 "graph g (N)\n  %0 = input 0 x : f32[N]\n  %1 = neg %0 : f32[N]\n  %2 = neg %0 : f32[N]\n"
                 "  %3 = sum %1 {dims = [0]} : f32[]\n  return %1, %2, %3 -> ($0, $1, $2)\n");
}

Test(passes, dce_drops_what_nothing_uses, .init = set_up) {
    expect_after("graph g (N, k = node %3)\n  %0 = input 0 x : f32[N]\n  %1 = input 1 ids : i64[N]\n"
                 "  %2 = sum %1 {dims = [0]} : i64[]\n  %3 = item %2 : int\n  %4 = input 2 w : f32[N, 4]\n"
                 "  %5 = embedding %4, %1 : f32[N, 4]\n  %6 = abs %0 : f32[N]\n  %7 = neg %6 : f32[N]\n"
                 "  %8 = slice %0 {dims = [0], exprs = [0, 1]} : f32[k]\n  return %8 -> $0\n",
                 ir_dce,
                 "graph g (N, k = node %3)\n  %0 = input 0 x : f32[N]\n  %1 = input 1 ids : i64[N]\n"
                 "  %2 = sum %1 {dims = [0]} : i64[]\n  %3 = item %2 : int\n  %4 = input 2 w : f32[N, 4]\n"
                 "  %5 = embedding %4, %1 : f32[N, 4]\n"
                 "  %6 = slice %0 {dims = [0], exprs = [0, 1]} : f32[k]\n  return %6 -> $0\n");
}

Test(passes, dce_keeps_effects_in_regions, .init = set_up) {
    const char *kept =
        "graph g (N)\n  %0 = input 0 x : f32[N]\n  %1 = input 1 p : bool\n  %2 = if %1\n    region () {\n"
        "      store %0, %0\n      yield\n    }\n    region () {\n      yield\n    }\n  return -> None\n";
    expect_unchanged(kept, ir_dce);
    expect_after(
        "graph g (N)\n  %0 = input 0 x : f32[N]\n  %1 = input 1 p : bool\n  %2 = if %1\n    region () {\n"
        "      %3 = neg %0 : f32[N]\n      yield\n    }\n    region () {\n      yield\n    }\n  return -> None\n",
        ir_dce, "graph g (N)\n  %0 = input 0 x : f32[N]\n  %1 = input 1 p : bool\n  return -> None\n");
}

/* %1 was built before the size of x was assumed to be 1. */
Test(passes, canon_applies_assumptions, .init = set_up) {
    IrGraph *graph = parse("graph g (N, M, K)\n%0 = input 0 x : f32[N, M]{K, 1}\n%1 = neg %0 : f32[N, M]\n"
                           "%2 = slice %1 {dims = [0], exprs = [N - M, 1]} : f32[M, M]\n"
                           "%3 = for %2 {exprs = [K - M]}\nregion (%4 : int, %5 : f32[M, M]) {\nyield %5\n}\n"
                           "%6 = result %3 {dims = [0]} : f32[M, M]\nreturn %6 -> $0\n");
    const IrType *type = &graph->inputs.data[0].node->type;
    const ShExpr *n = type->shape[0], *m = type->shape[1], *k = type->strides[0];
    sh_assume_equal(graph->shapes, m, n);
    sh_assume_equal(graph->shapes, k, sh_const(graph->shapes, 7));
    ir_canon(graph);
    expect_graph(graph, "graph g (N)\n  %0 = input 0 x : f32[N, N]{7, 1}\n  %1 = neg %0 : f32[N, N]\n"
                        "  %2 = slice %1 {dims = [0], exprs = [0, 1]} : f32[N, N]\n  %3 = for %2 {exprs = [-N + 7]}\n"
                        "    region (%4 : int, %5 : f32[N, N]) {\n      yield %5\n    }\n"
                        "  %6 = result %3 {dims = [0]} : f32[N, N]\n  return %6 -> $0\n");
}

Test(passes, the_table_runs_all, .init = set_up) {
    IrGraph *graph = parse("graph g (N)\n%0 = input 0 x : f32[N]\n%1 = const 2 : int\n%2 = pow %0, %1 : f32[N]\n"
                           "%3 = mul %0, %0 : f32[N]\n%4 = add %2, %3 : f32[N]\nreturn %4 -> $0\n");
    ir_run_passes(graph, &(PassOptions){.verify_level = 3});
    expect_graph(graph,
                 "graph g (N)\n  %0 = input 0 x : f32[N]\n  %1 = mul %0, %0 : f32[N]\n  %2 = add %1, %1 : f32[N]\n"
                 "  return %2 -> $0\n");
    for (int i = 0; i < ir_pass_count; i++)
        for (int k = 0; k < i; k++)
            cr_expect_neq(ir_passes[i].letter, ir_passes[k].letter);
}
