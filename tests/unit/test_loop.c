/* Loop IR: constructors fold constants, pruning removes only what nothing reads, the verifier refuses what is broken.
 */
#include "codegen/c/print.h"
#include "codegen/loop.h"

#include <criterion/criterion.h>
#include <string.h>

static Arena *arena;
static LpFunction *function;
static LpModule module;

static void set_up(void) {
    arena = arena_new();
    function = arena_new_of(arena, LpFunction);
    function->name = str_of("f");
    module = (LpModule){.arena = arena};
    vec_push(arena, &module.functions, function);
}

static LpVar *variable(const char *name, LpType type, bool is_mutable) {
    LpVar *var = arena_new_of(arena, LpVar);
    var->name = str_of(name);
    var->type = type;
    var->is_mutable = is_mutable;
    return var;
}

static LpVar *parameter(const char *name, LpType type) {
    LpVar *var = variable(name, type, false);
    vec_push(arena, &function->params, var);
    return var;
}

static const char *text(const LpExpr *e) {
    LpFunction shown = {.name = str_of("g")};
    lp_eval(arena, &shown.body, (LpExpr *)(uintptr_t)e, (Span){0});
    Buf out = {0};
    c_print_function(&out, &shown, NULL);
    char *begin = strchr(out.data, '\n') + 5, *end = strrchr(begin, ';');
    *end = '\0';
    return begin;
}

Test(loop, folds_identities, .init = set_up) {
    LpExpr *n = lp_var(arena, parameter("n", lp_type(LPT_I64)));
    cr_expect_eq(lp_binary(arena, LPO_MUL, n, lp_int(arena, 1)), n);
    cr_expect_eq(lp_binary(arena, LPO_ADD, lp_int(arena, 0), n), n);
    cr_expect(lp_is_int(lp_binary(arena, LPO_MUL, n, lp_int(arena, 0)), 0));
    cr_expect(lp_is_int(lp_binary(arena, LPO_ADD, lp_int(arena, 2), lp_int(arena, 3)), 5));
    LpExpr *huge = lp_binary(arena, LPO_ADD, lp_int(arena, INT64_MAX), lp_int(arena, 1));
    cr_expect_eq(huge->kind, LPE_BINARY, "an overflow is not folded");
    LpExpr *x = lp_var(arena, parameter("x", lp_type(LPT_F32)));
    LpExpr *product = lp_binary(arena, LPO_MUL, x, lp_float(arena, 0, LPT_F32));
    cr_expect_eq(product->kind, LPE_BINARY, "x * 0.0 is not 0.0 for every x");
}

Test(loop, negation_keeps_nan, .init = set_up) {
    LpExpr *x = lp_var(arena, parameter("x", lp_type(LPT_F32))), *zero = lp_float(arena, 0, LPT_F32);
    LpExpr *less = lp_unary(arena, LPO_NOT, lp_binary(arena, LPO_LT, x, zero));
    cr_expect_str_eq(text(less), "!(x < 0.0f)");
    LpExpr *equal = lp_unary(arena, LPO_NOT, lp_binary(arena, LPO_EQ, x, zero));
    cr_expect_str_eq(text(equal), "x != 0.0f");
}

Test(loop, prints_with_the_parentheses_that_are_needed, .init = set_up) {
    LpExpr *a = lp_var(arena, parameter("a", lp_type(LPT_I64))), *b = lp_var(arena, parameter("b", lp_type(LPT_I64)));
    LpExpr *sum = lp_binary(arena, LPO_ADD, a, b);
    cr_expect_str_eq(text(lp_binary(arena, LPO_MUL, sum, a)), "(a + b) * a");
    cr_expect_str_eq(text(lp_binary(arena, LPO_SUB, a, sum)), "a - (a + b)");
    cr_expect_str_eq(text(lp_binary(arena, LPO_SUB, sum, a)), "a + b - a");
    cr_expect_str_eq(text(lp_unary(arena, LPO_NEG, lp_unary(arena, LPO_NEG, a))), "-(-a)");
    cr_expect_str_eq(text(lp_binary(arena, LPO_MUL, a, lp_int(arena, -2))), "a * (-2)");
    LpExpr *compared = lp_binary(arena, LPO_EQ, lp_binary(arena, LPO_LT, a, b), lp_bool(arena, true));
    cr_expect_str_eq(text(compared), "(a < b) == true");
    cr_expect_str_eq(text(lp_cast(arena, lp_type(LPT_F32), sum)), "(float)(a + b)");
    cr_expect_str_eq(text(lp_int(arena, INT64_MIN)), "INT64_MIN");
    cr_expect_str_eq(text(lp_float(arena, 0.1, LPT_F64)), "0.1");
    cr_expect_str_eq(text(lp_float(arena, 1e-5, LPT_F32)), "1e-05f");
}

Test(loop, prunes_what_nothing_reads, .init = set_up) {
    LpVar *unused = variable("unused", lp_type(LPT_I64), false), *used = variable("used", lp_type(LPT_I64), false);
    LpVar *chain = variable("chain", lp_type(LPT_I64), false), *effect = variable("effect", lp_type(LPT_I64), false);
    LpExpr *two = lp_int(arena, 2);
    lp_decl(arena, &function->body, unused, two, (Span){0});
    lp_decl(arena, &function->body, chain, lp_var(arena, unused), (Span){0});
    lp_decl(arena, &function->body, used, two, (Span){0});
    lp_decl(arena, &function->body, effect, lp_call(arena, lp_type(LPT_I64), "rt_something", 0, NULL), (Span){0});
    LpVar *assigned = variable("assigned", lp_type(LPT_I64), true);
    lp_decl(arena, &function->body, assigned, two, (Span){0});
    lp_assign(arena, &function->body, lp_var(arena, assigned), lp_var(arena, unused), (Span){0});
    lp_stmt(arena, &function->body, LPS_RETURN, (Span){0})->args[0] = lp_var(arena, used);
    lp_prune(function);
    cr_assert_eq(function->body.items.len, 3);
    cr_expect_eq(function->body.items.data[0]->var, used);
    cr_expect_eq(function->body.items.data[1]->kind, LPS_EXPR, "the effect stays, the variable does not");
    cr_expect_eq(function->body.items.data[2]->kind, LPS_RETURN);
    cr_expect_not(lp_reads(function, unused));
}

Test(loop, verifier_accepts_and_refuses, .init = set_up) {
    LpVar *x = parameter("x", lp_pointer(LPT_F32, true)), *y = parameter("y", lp_pointer(LPT_F32, false));
    LpVar *i = variable("i", lp_type(LPT_I64), false);
    LpStmt *loop = lp_stmt(arena, &function->body, LPS_FOR, (Span){0});
    loop->var = i;
    loop->args[0] = lp_int(arena, 0);
    loop->args[1] = lp_int(arena, 8);
    loop->args[2] = lp_int(arena, 1);
    LpExpr *from = lp_load(arena, lp_var(arena, x), lp_var(arena, i)),
           *to = lp_load(arena, lp_var(arena, y), lp_var(arena, i));
    lp_assign(arena, &loop->body, to, from, (Span){0});
    cr_assert_null(lp_verify(arena, &module));
    lp_assign(arena, &loop->body, from, to, (Span){0});
    cr_expect_not_null(lp_verify(arena, &module), "a write through a pointer to const");
    loop->body.items.len = 1;
    lp_assign(arena, &function->body, to, from, (Span){0});
    cr_expect_not_null(lp_verify(arena, &module), "the loop's variable after the loop");
    function->body.items.len = 1;
    lp_decl(arena, &function->body, variable("x", lp_type(LPT_I64), false), lp_int(arena, 1), (Span){0});
    cr_expect_not_null(lp_verify(arena, &module), "two variables of one name");
    function->body.items.len = 1;
    LpVar *constant = variable("c", lp_type(LPT_I64), false);
    lp_decl(arena, &function->body, constant, lp_int(arena, 1), (Span){0});
    lp_assign(arena, &function->body, lp_var(arena, constant), lp_int(arena, 2), (Span){0});
    cr_expect_not_null(lp_verify(arena, &module), "an assignment to a constant");
}
