/* The primitives against what eager torch gave: dtype, sizes, strides, and what raises (data/tensor_rules.txt, written
 * by make_tensor_rules.py). A primitive may decline a case (a cut), but only rarely, and may never answer differently.
 */
#include "analysis/analysis.h"
#include "analysis/ir_verify.h"
#include "analysis/tensor.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Arena *arena;
static Ev *ev;

static const Builtin *find_primitive(const char *name) {
    for (const Builtin *row = prim_table; row->name; row++)
        if (strcmp(row->name, name) == 0)
            return row;
    return NULL;
}

static const Value *plain(ValueKind kind) {
    Value *value = arena_new_of(arena, Value);
    value->kind = kind;
    return value;
}

/* "f32 2 3 4 4 1": dtype, rank, sizes, strides */
static const Value *read_tensor(char *text, int index) {
    char *save, *word = strtok_r(text, " ", &save);
    DType dtype = dtype_by_short_name(word);
    int rank = atoi(strtok_r(NULL, " ", &save));
    TnDims sizes, strides;
    for (int d = 0; d < rank; d++)
        sizes[d] = sh_const(ev->shapes, atoll(strtok_r(NULL, " ", &save)));
    for (int d = 0; d < rank; d++)
        strides[d] = sh_const(ev->shapes, atoll(strtok_r(NULL, " ", &save)));
    IrType type = tn_type(ev, dtype, rank, sizes, strides);
    return ev_tensor_fresh(ev, ir_input(ev->graph, type, source_arg(index, str_of("x")), str_format("x%d", index)));
}

static const Value *read_list(char *text) {
    char *save;
    int count = atoi(strtok_r(text, " ", &save));
    const Value *items[32];
    for (int i = 0; i < count; i++)
        items[i] = ev_int(ev, atoll(strtok_r(NULL, " ", &save)));
    return ev_tuple(ev, items, (uint32_t)count);
}

static const Value *read_value(char *text, int index) {
    char *rest = text + 2;
    switch (text[0]) {
    case 'T':
        return read_tensor(rest, index);
    case 'L':
        return read_list(rest);
    case 'I':
        return ev_int(ev, atoll(rest));
    case 'F':
        return ev_float(ev, strtod(rest, NULL));
    case 'B':
        return ev_bool(ev, rest[0] == '1');
    case 'S':
        return ev_str(ev, str_of(rest));
    case 'D':
        return ev_dtype(ev, dtype_by_short_name(rest));
    default:
        return plain(V_NONE);
    }
}

static void print_result(Buf *out, const Value *value) {
    const IrType *type = &ev_tensor_node(ev, value)->type;
    buf_printf(out, "T %s %d", dtype_info[type->dtype].short_name, type->rank);
    int64_t sizes[IR_MAX_RANK], strides[IR_MAX_RANK], product = 1;
    for (int d = type->rank - 1; d >= 0; d--) {
        cr_assert(sh_is_const(sh_canon(ev->shapes, type->shape[d]), &sizes[d]));
        strides[d] = product;
        if (type->strides)
            cr_assert(sh_is_const(sh_canon(ev->shapes, type->strides[d]), &strides[d]));
        product *= sizes[d] ? sizes[d] : 1;
    }
    for (int d = 0; d < type->rank; d++)
        buf_printf(out, " %lld", (long long)sizes[d]);
    for (int d = 0; d < type->rank; d++)
        buf_printf(out, " %lld", (long long)strides[d]);
}

/* 1: declined. A wrong answer is reported and counted in *wrong. */
static int check_line(char *line, int *wrong) {
    char copy[1024], *save;
    snprintf(copy, sizeof copy, "%s", line);
    char *expected = strstr(line, "=>");
    *expected = 0;
    expected += 2;
    const Builtin *primitive = find_primitive(strtok_r(line, ";", &save));
    cr_assert(primitive != NULL, "%s", copy);
    const Value *values[8];
    uint32_t count = 0;
    for (char *word = strtok_r(NULL, ";", &save); word; word = strtok_r(NULL, ";", &save), count++)
        values[count] = read_value(word, (int)count);
    CallArgs args = {.args = values, .count = count};
    memset(&ev->fail, 0, sizeof ev->fail);
    const Value *result = primitive->call(ev, NULL, &args, (Span){0});
    if (!result && ev->fail.kind == FAIL_CUT)
        return 1;
    Buf got = {0};
    if (result)
        print_result(&got, result);
    else
        buf_puts(&got, ev->fail.kind == FAIL_RAISE ? "raise" : "restart");
    if (strcmp(got.data, expected) != 0) {
        (*wrong)++;
        fprintf(stderr, "%s\n    but pyaot: %s\n", copy, got.data);
    }
    buf_free(&got);
    return 0;
}

Test(tensor_rules, agree_with_eager) {
    arena = arena_new();
    DiagList diags;
    diag_init(&diags, arena);
    AnalysisOptions options = {0};
    ev = ev_new(arena, &options, &diags);
    ev_begin_attempt(ev, str_of("rules"), (Span){0});
    FILE *file = fopen("tests/unit/data/tensor_rules.txt", "r");
    cr_assert(file != NULL);
    char line[1024];
    int lines = 0, declined = 0, wrong = 0;
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        declined += check_line(line, &wrong);
        lines++;
    }
    fclose(file);
    for (uint32_t i = 0; i < ev->graph->body->nodes.len; i++) {
        const IrNode *node = ev->graph->body->nodes.data[i];
        const char *defect = ir_check_types(ev->graph, node, true);
        cr_expect(defect == NULL, "%s: %s", ir_op_info[node->op].name, defect);
    }
    cr_expect_eq(wrong, 0, "%d of %d answers differ from eager's", wrong, lines);
    cr_expect(lines > 4000 && declined * 10 < lines, "%d of %d cases are declined", declined, lines);
    arena_free(arena);
}
