/* Graphs for graph back ends: every operation has a text, and graphs are divided where they have to be. */
#include "codegen/graph_split.h"

#include <criterion/criterion.h>
#include <string.h>

static Arena *arena;

static void set_up(void) { arena = arena_new(); }
static void tear_down(void) { arena_free(arena); }
TestSuite(graph_text, .init = set_up, .fini = tear_down);

static GraphSplit divide(const char *text) {
    const char *error;
    IrGraph *graph = ir_parse(arena, text, strlen(text), &error);
    cr_assert_not_null(graph, "%s\n%s", error, text);
    GraphSplit split = {0};
    const char *problem = graph_split(&split, arena, graph, str_of("f"), GRAPH_PYTHON, (GraphFilter){0});
    cr_assert_null(problem, "%s", problem);
    const char *wrong = ir_verify(split.graph, 1);
    cr_assert_null(wrong, "%s\n%s", wrong, text);
    return split;
}

static void expect_text(const GraphSplit *split, uint32_t call, const char *wanted) {
    Buf text = {0};
    graph_print(&text, split->calls.data[call]);
    cr_assert(strstr(text.data, wanted) != NULL, "no '%s' in\n%s", wanted, text.data);
    buf_free(&text);
}

Test(graph_text, every_operation_has_one) {
    cr_assert_null(graph_text_missing(), "%s is neither in graph_text.def nor in graph_text.c", graph_text_missing());
}

Test(graph_text, one_graph_is_one_call) {
    GraphSplit split = divide("graph f (N in 1..)\n"
                              "  %0 = input 0 x : f32[N, 4]\n"
                              "  %1 = cos %0 : f32[N, 4]\n"
                              "  %2 = sum %1 {dims = [1]} : f32[N]\n"
                              "  return %2 -> $0\n");
    cr_assert_eq(split.calls.len, 1);
    cr_assert_eq(split.calls.data[0]->operators, 2);
    expect_text(&split, 0, "torch.cos(x)");
    expect_text(&split, 0, "torch.sum(cos, dim=[1], dtype=torch.float32)");
}

Test(graph_text, a_number_out_of_a_tensor_divides_it) {
    GraphSplit split = divide("graph f (N in 1..)\n"
                              "  %0 = input 0 x : f32[N]\n"
                              "  %1 = sum %0 {dims = [0]} : f32[]\n"
                              "  %2 = item %1 : float\n"
                              "  %3 = mul %0, %2 : f32[N]\n"
                              "  return %3 -> $0\n");
    cr_assert_eq(split.calls.len, 2);
    expect_text(&split, 1, "x * item");
}

Test(graph_text, views_of_inputs_stay_views) {
    GraphSplit split = divide("graph f (N in 1.., M in 1..)\n"
                              "  %0 = input 0 x : f32[N, M]\n"
                              "  %1 = permute %0 {dims = [1, 0]} : f32[M, N]\n"
                              "  %2 = exp %1 : f32[M, N]\n"
                              "  return %1, %2 -> ($0, $1)\n");
    const IrNode *end = vec_last(&split.graph->body->nodes);
    cr_assert_eq(end->inputs[0]->op, OP_PERMUTE);
    cr_assert_eq(end->inputs[1]->op, OP_RESULT);
}
