/* Storage: writes through views are seen by every alias, memory is touched once, at the flush. */
#include "analysis/analysis.h"
#include "analysis/tensor.h"

#include <criterion/criterion.h>
#include <string.h>

static Ev *start(Arena *arena) {
    static AnalysisOptions options;
    DiagList *diags = arena_new_of(arena, DiagList);
    diag_init(diags, arena);
    Ev *ev = ev_new(arena, &options, diags);
    ev_begin_attempt(ev, str_of("alias"), (Span){0});
    return ev;
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

static const Value *input(Ev *ev, int index, int64_t rows, int64_t columns) {
    const ShExpr *sizes[2] = {sh_const(ev->shapes, rows), sh_const(ev->shapes, columns)};
    IrType type = tn_type(ev, DT_F32, 2, sizes, NULL);
    return ev_tensor_fresh(ev, ir_input(ev->graph, type, source_arg(index, str_format("x%d", index)), NULL));
}

static uint32_t count_nodes(const Ev *ev, IrOp op) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < ev->region->nodes.len; i++)
        count += ev->region->nodes.data[i]->op == op;
    return count;
}

Test(tensor_alias, write_through_a_view) {
    Arena *arena = arena_new();
    Ev *ev = start(arena);
    const Value *x = input(ev, 0, 3, 4);
    IrNode *before = ev_tensor_node(ev, x);
    const Value *row = call(ev, "select", (const Value *[]){x, ev_int(ev, 0), ev_int(ev, 1)}, 3);
    const Value *flipped =
        call(ev, "permute", (const Value *[]){x, ev_tuple(ev, (const Value *[]){ev_int(ev, 1), ev_int(ev, 0)}, 2)}, 2);
    cr_assert(call(ev, "assign", (const Value *[]){row, ev_float(ev, 5)}, 2) == row);
    IrNode *after = ev_tensor_node(ev, x);
    cr_expect(after != before && after->op == OP_INSERT && after->inputs[0] == before);
    cr_expect(ir_type_equal(&after->type, &before->type));
    IrNode *seen = ev_tensor_node(ev, flipped);
    cr_expect(seen->op == OP_PERMUTE && seen->inputs[0] == after, "an alias sees the write");
    cr_expect(ev_tensor_node(ev, row)->inputs[0] == after);
    cr_expect_eq(count_nodes(ev, OP_STORE), 0, "memory is not touched yet");
    cr_assert(call(ev, "assign", (const Value *[]){flipped, ev_float(ev, 7)}, 2) == flipped);
    cr_assert(tn_flush_writes(ev, &(ObjIdVec){0}, (Span){0}));
    cr_expect_eq(count_nodes(ev, OP_STORE), 1);
    const IrNode *store = ev->region->nodes.data[ev->region->nodes.len - 1];
    cr_expect(store->op == OP_STORE && store->inputs[0] == before && store->ints[0] == 2, "two operations, one store");
    arena_free(arena);
}

Test(tensor_alias, a_fresh_tensor_is_never_stored) {
    Arena *arena = arena_new();
    Ev *ev = start(arena);
    const Value *x = input(ev, 0, 3, 4);
    const Value *copy = call(ev, "clone", &x, 1);
    cr_assert(call(ev, "assign", (const Value *[]){copy, ev_int(ev, 0)}, 2) == copy);
    cr_assert(tn_flush_writes(ev, &(ObjIdVec){0}, (Span){0}));
    cr_expect_eq(count_nodes(ev, OP_STORE), 0);
    cr_expect(ev_tensor_node(ev, copy)->op == OP_FULL);
    cr_expect(ev_tensor_node(ev, x)->op == OP_INPUT);
    arena_free(arena);
}

Test(tensor_alias, a_copy_has_memory_of_its_own) {
    Arena *arena = arena_new();
    Ev *ev = start(arena);
    const Value *x = input(ev, 0, 3, 4), *y = input(ev, 1, 1, 4);
    const Value *first = call(ev, "clone", &x, 1), *second = call(ev, "clone", &x, 1);
    cr_assert(call(ev, "assign", (const Value *[]){first, y}, 2) == first);
    cr_assert(call(ev, "assign", (const Value *[]){second, x}, 2) == second);
    cr_expect(ir_memory(ev_tensor_node(ev, first))->op == OP_CLONE, "no expansion of an input");
    cr_expect(ir_memory(ev_tensor_node(ev, second))->op == OP_CLONE, "not the input itself");
    arena_free(arena);
}

Test(tensor_alias, overlapping_views_are_declined) {
    Arena *arena = arena_new();
    Ev *ev = start(arena);
    const Value *x = input(ev, 0, 3, 4), *none = ev_none(ev);
    const Value *tail = call(ev, "slice", (const Value *[]){x, ev_int(ev, 0), ev_int(ev, 1), none, none}, 5);
    const Value *head = call(ev, "slice", (const Value *[]){x, ev_int(ev, 0), none, ev_int(ev, -1), none}, 5);
    cr_expect(call(ev, "assign", (const Value *[]){tail, head}, 2) == NULL && ev->fail.kind == FAIL_CUT);
    const Value *wide = call(
        ev, "expand",
        (const Value *[]){head, ev_tuple(ev, (const Value *[]){ev_int(ev, 2), ev_int(ev, 2), ev_int(ev, 4)}, 3)}, 2);
    cr_expect(call(ev, "assign", (const Value *[]){wide, ev_int(ev, 1)}, 2) == NULL && ev->fail.kind == FAIL_CUT);
    arena_free(arena);
}
