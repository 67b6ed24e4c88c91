/* Graph IR: the files of tests/golden/ir print as they are written and pass the verifier; the verifier refuses what is
 * broken; hash-consing joins what it may and nothing else. */
#include "analysis/ir.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Arena *arena;

static void set_up(void) { arena = arena_new(); }

static char *read_file(const char *path, size_t *len) {
    FILE *stream = fopen(path, "rb");
    cr_assert_not_null(stream, "%s", path);
    char *text = arena_alloc(arena, 1 << 16);
    *len = fread(text, 1, (1 << 16) - 1, stream);
    fclose(stream);
    return text;
}

static IrGraph *parse(const char *text) {
    const char *error;
    IrGraph *graph = ir_parse(arena, text, strlen(text), &error);
    cr_assert_not_null(graph, "%s\n%s", error, text);
    return graph;
}

static const char *print(const IrGraph *graph) {
    Buf out = {0};
    ir_print(&out, graph, false);
    return out.data;
}

/* ---- text ------------------------------------------------------------------------------------------------------ */

Test(ir, golden_files_round_trip, .init = set_up) {
    DIR *folder = opendir("tests/golden/ir");
    cr_assert_not_null(folder);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        size_t len = strlen(entry->d_name);
        if (len < 3 || strcmp(entry->d_name + len - 3, ".ir") != 0)
            continue;
        count++;
        const char *path = arena_printf(arena, "tests/golden/ir/%s", entry->d_name), *error;
        const char *text = read_file(path, &len);
        IrGraph *graph = ir_parse(arena, text, len, &error);
        cr_assert_not_null(graph, "%s: %s", path, error);
        cr_expect_str_eq(print(graph), text, "%s", path);
        const char *wrong = ir_verify(graph, 3);
        cr_expect_null(wrong, "%s: %s", path, wrong);
    }
    closedir(folder);
    cr_expect_geq(count, 8);
}

/* Every prefix of a good text is either an error or a graph: never a crash. */
Test(ir, truncated_text_is_survived, .init = set_up) {
    size_t len;
    const char *text = read_file("tests/golden/ir/loops.ir", &len), *error;
    for (size_t cut = 0; cut < len; cut++) {
        char *part = arena_copy(arena, text, cut + 1);
        part[cut] = '\0';
        IrGraph *graph = ir_parse(arena, part, cut, &error);
        cr_assert(graph ? !error : error != NULL, "cut at %zu", cut);
    }
    for (size_t at = 0; at < len; at++) {
        char *changed = arena_copy(arena, text, len + 1);
        changed[at] = "%{}()[]:,-9a\n"[at % 13];
        IrGraph *graph = ir_parse(arena, changed, len, &error);
        if (graph)
            ir_verify(graph, 1);
    }
}

static void expect_error(const char *text, const char *message) {
    const char *error;
    cr_expect_null(ir_parse(arena, text, strlen(text), &error), "%s", text);
    cr_expect(error && strstr(error, message), "'%s' instead of '%s' for\n%s", error ? error : "", message, text);
}

Test(ir, errors_name_the_line, .init = set_up) {
    expect_error("graph f ()\n  %0 = nonsense\n", "line 2: expected an operation");
    expect_error("graph f ()\n  %0 = neg %1 : f32[]\n", "line 2: expected an operand that is defined above");
    expect_error("graph f (N, N)\n", "each symbol once");
    expect_error("graph f ()\n  %0 = input 0 x : f33[]\n", "a type");
    expect_error("graph f ()\n  %0 = input 0 x : f32[N +]\n", "an integer expression");
    expect_error("graph f ()\n  return 5\n", "line 2: expected an operation");
    expect_error("graph f ()\n  %0 = return\n", "'%n ='");
    expect_error("graph f ()\n  %0 = const 1 : float\n", "a constant of the type");
    expect_error("graph f (k = node %7)\n  return -> None\n", "the node that a symbol comes from");
}

/* ---- verifier -------------------------------------------------------------------------------------------------- */

static void expect_wrong(int level, const char *body, const char *message) {
    const char *text = arena_printf(arena, "graph f (N, M, K in 3..)\n%s", body), *error;
    IrGraph *graph = ir_parse(arena, text, strlen(text), &error);
    cr_assert_not_null(graph, "%s\n%s", error, text);
    const char *wrong = ir_verify(graph, level);
    cr_expect(wrong && strstr(wrong, message), "'%s' instead of '%s' for\n%s", wrong ? wrong : "", message, text);
}

#define X "%0 = input 0 x : f32[N, M]\n"
#define RETURN "return %0 -> $0\n"

Test(ir, structure_is_verified, .init = set_up) {
    expect_wrong(1, X, "does not end");
    expect_wrong(1, X RETURN RETURN, "code after the end");
    expect_wrong(1, X "return %0 -> $1\n", "a leaf without its operand");
    expect_wrong(1, X "%1 = add %0 : f32[N, M]\n" RETURN, "wrong number of operands");
    expect_wrong(1,
                 "%0 = const True : bool\n%1 = if %0\n region () {\n %2 = const 1 : int\n yield %2\n }\n"
                 " region () {\n yield %0, %0\n }\n return %0 -> $0\n",
                 "yields the wrong number");
    expect_wrong(1,
                 "%0 = const True : bool\n%1 = if %0\n region () {\n %2 = const 1 : int\n yield %2\n }\n"
                 " region () {\n yield %0\n }\n return %2 -> $0\n",
                 "does not dominate");
    expect_wrong(1, "%0 = const True : bool\n%1 = if %0\n region () {\n yield\n }\n return %0 -> $0\n",
                 "wrong number of regions");
    expect_wrong(1,
                 "%0 = const True : bool\n%1 = if %0\n region () {\n %2 = const 1 : int\n }\n"
                 " region () {\n yield\n }\n return %0 -> $0\n",
                 "does not end");
    expect_wrong(1,
                 "%0 = const 1 : int\n%1 = while %0\n region () {\n yield %0\n }\n region (%2 : int) {\n"
                 " yield %2\n }\n return %0 -> $0\n",
                 "wrong number of parameters");
    expect_wrong(1, X "%1 = result %0 {dims = [0]} : int\n" RETURN, "has no results");
    expect_wrong(1, X "store %0, %0\n%1 = const True : bool\nmiss_if %1 {text = 'late'}\n" RETURN, "after a write");
}

Test(ir, types_are_verified, .init = set_up) {
    expect_wrong(2, X "%1 = neg %0 : f64[N, M]\n" RETURN, "another element type");
    expect_wrong(2, X "%1 = neg %0 : f32[N, M + 1]\n" RETURN, "does not broadcast");
    expect_wrong(3, X "%1 = neg %0 : f32[N, K]\n" RETURN, "does not broadcast");
    expect_wrong(2, X "%1 = lt %0, %0 : f32[N, M]\n" RETURN, "not bool");
    expect_wrong(2, X "%1 = sum %0 {dims = [1, 0]} : f32[]\n" RETURN, "not sorted");
    expect_wrong(2, X "%1 = sum %0 {dims = [1]} : f32[N, M]\n" RETURN, "without the reduced dimensions");
    expect_wrong(2, X "%1 = argmax %0 {dims = [1]} : f32[N]\n" RETURN, "int64 index");
    expect_wrong(2, X "%1 = permute %0 {dims = [0, 0]} : f32[N, N]\n" RETURN, "not a permutation");
    expect_wrong(3, X "%1 = reshape %0 : f32[N, M + 1]\n" RETURN, "another number of elements");
    expect_wrong(2,
                 X "%1 = squeeze %0 {dims = [0]} : f32[M]\n%2 = const 1 : int\n%3 = full %2 : f32[K]\n"
                   "%4 = squeeze %3 {dims = [0]} : f32[]\n" RETURN,
                 "size is not 1");
    expect_wrong(2, X "%1 = unsqueeze %0 {dims = [0]} : f32[2, N, M]\n" RETURN, "size is not 1");
    expect_wrong(2, X "%1 = matmul %0, %0 : f32[N, M]\n%2 = full %1 : f32[]\n" RETURN, "not a scalar");
    expect_wrong(2, X "%1 = input 1 y : f32[M + 1, 4]\n%2 = matmul %0, %1 : f32[N, 4]\n" RETURN, "inner sizes");
    expect_wrong(2, "%0 = const 1 : int\n%1 = const 1.0 : float\n%2 = add %0, %1 : float\nreturn %2 -> $0\n",
                 "different kinds");
    expect_wrong(2,
                 "%0 = const 1 : int\n%1 = if %0\n region () {\n yield\n }\n region () {\n yield\n }\n"
                 " return %0 -> $0\n",
                 "not a bool scalar");
    expect_wrong(2, X "%1 = neg %0 : f32[N, M]\nstore %1, %0\n" RETURN, "not an input");
    expect_wrong(2, X "%1 = cat %0, %0 {dims = [0]} : f32[2*N + 1, M]\n" RETURN, "not the sum");
}

/* ---- building -------------------------------------------------------------------------------------------------- */

static IrGraph *new_graph(IrNode **x) {
    IrGraph *graph = ir_graph_new(arena, sh_context_new(arena), str_of("g"), (Span){0});
    const ShExpr *n = sh_symbol(graph->shapes, str_of("N"), 0, INT64_MAX, -1, SH_FROM_DIM, NULL, 0);
    *x = ir_input(graph, ir_tensor_type(graph, DT_F32, 1, &n, NULL), NULL, NULL);
    return graph;
}

static IrNode *neg(IrRegion *region, IrNode *x) { return ir_unary(region, OP_NEG, x->type, x, (Span){0}); }

Test(ir, equal_pure_nodes_are_one, .init = set_up) {
    IrNode *x;
    IrGraph *graph = new_graph(&x);
    cr_expect_eq(neg(graph->body, x), neg(graph->body, x));
    cr_expect_eq(ir_const_float(graph->body, 0.0), ir_const_float(graph->body, 0.0));
    cr_expect_neq(ir_const_float(graph->body, 0.0), ir_const_float(graph->body, -0.0));
    cr_expect_neq(ir_const_int(graph->body, 1), ir_const_bool(graph->body, true));
    cr_expect_neq(ir_unary(graph->body, OP_CLONE, x->type, x, (Span){0}),
                  ir_unary(graph->body, OP_CLONE, x->type, x, (Span){0}), "each clone is a tensor of its own");
    IrNode *condition = ir_const_bool(graph->body, true);
    IrRegion *arms[2] = {ir_region_new(graph, NULL), ir_region_new(graph, NULL)};
    IrNode *branch =
        ir_build(graph->body,
                 &(IrSpec){.op = OP_IF, .input_count = 1, .inputs = &condition, .region_count = 2, .regions = arms});
    cr_expect_eq(arms[0]->owner, branch);
    cr_expect_eq(neg(arms[0], x), neg(graph->body, x), "what dominates the branch is seen in it");
    IrNode *later = ir_unary(graph->body, OP_ABS, x->type, x, (Span){0});
    cr_expect_neq(ir_unary(arms[0], OP_ABS, x->type, x, (Span){0}), later, "what comes after the branch is not");
    cr_expect_neq(ir_unary(arms[1], OP_ABS, x->type, x, (Span){0}), ir_unary(arms[0], OP_ABS, x->type, x, (Span){0}));
}

Test(ir, rollback_forgets_nodes, .init = set_up) {
    IrNode *x;
    IrGraph *graph = new_graph(&x);
    uint32_t mark = ir_mark(graph->body);
    IrNode *dropped = neg(graph->body, x);
    ir_rollback(graph->body, mark);
    cr_expect_eq(graph->body->nodes.len, mark);
    IrNode *again = neg(graph->body, x);
    cr_expect_neq(again, dropped);
    cr_expect_eq(vec_last(&graph->body->nodes), again);
}

Test(ir, row_major, .init = set_up) {
    IrGraph *graph = parse("graph f (N, M)\n%0 = input 0 a : f32[N, M]{M, 1}\n%1 = input 1 b : f32[N, M]{1, N}\n"
                           "%2 = input 2 c : f32[1, M]{7, 1}\n%3 = input 3 d : f32[N, M]\nreturn -> None\n");
    bool expected[] = {true, false, true, true};
    for (int i = 0; i < 4; i++)
        cr_expect_eq(ir_is_row_major(graph->shapes, &graph->inputs.data[i].node->type), expected[i], "input %d", i);
}
