/* What a variant runs: its kernels with the operators that each fuses, the operators that libraries and PyTorch
 * compute, and the lines of the program that they come from. For the reports; report.h says what is where. */
#include <string.h>

#include "codegen/codegen.h"
#include "codegen/report.h"

/* ---- collecting ------------------------------------------------------------------------------------------------- */
typedef struct Works {
    ReportWorks *works;
    Arena *arena;
} Works;

static bool before(Span a, Span b) {
    int order = a.file == b.file ? 0 : strcmp(a.file->display, b.file->display);
    return order ? order < 0 : span_line(a) < span_line(b);
}

static void add_place(Arena *arena, ReportWork *work, Span place) {
    uint32_t at = 0;
    if (!place.file)
        return;
    while (at < work->places.len && before(work->places.data[at], place))
        at++;
    if (at < work->places.len && !before(place, work->places.data[at]))
        return;
    vec_push(arena, &work->places, place);
    for (uint32_t i = work->places.len - 1; i > at; i--)
        work->places.data[i] = work->places.data[i - 1];
    work->places.data[at] = place;
}

/* The kernel's first operator from `op` on; OP_COUNT: there is none. Few of them all are in a kernel. */
static int next_operator(const CgKernel *kernel, int op) {
    while (op < OP_COUNT) {
        uint64_t left = kernel->operators[op / 64] >> op % 64;
        if (left)
            return op + __builtin_ctzll(left);
        op = (op / 64 + 1) * 64;
    }
    return OP_COUNT;
}

static bool is_layout(int op) { return ir_op_info[op].cls == CLS_VIEW && ir_op_info[op].effect == '-' && op != OP_CAT; }

/* Views cost nothing where something else is computed, and are not named there. */
static void add_kernel(void *env, const CgKernel *kernel) {
    Works *w = env;
    ReportWork work = {.kind = "fused", .name = kernel->name};
    bool copies = true;
    for (int op = next_operator(kernel, 0); op < OP_COUNT && copies; op = next_operator(kernel, op + 1))
        copies = ir_op_info[op].cls == CLS_LEAF || is_layout(op);
    for (int op = next_operator(kernel, 0); op < OP_COUNT; op = next_operator(kernel, op + 1))
        if (ir_op_info[op].cls != CLS_LEAF && (copies || !is_layout(op)))
            vec_push(w->arena, &work.operators, ir_op_info[op].name);
    for (uint32_t i = 0; i < kernel->place_count; i++)
        add_place(w->arena, &work, kernel->places[i]);
    vec_push(w->arena, w->works, work);
}

static void add_calls(Works *w, const IrRegion *region) {
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *node = region->nodes.data[i];
        bool aten = node->op == OP_ATEN;
        if (aten || ir_op_info[node->op].cls == CLS_LIB) {
            ReportWork work = {.kind = aten ? "ATen" : "library",
                               .name = aten && node->text ? node->text : ir_op_info[node->op].name};
            add_place(w->arena, &work, node->span);
            vec_push(w->arena, w->works, work);
        }
        for (uint32_t r = 0; r < node->region_count; r++)
            add_calls(w, node->regions[r]);
    }
}

void report_works(ReportWorks *works, Arena *arena, const Variant *variant) {
    Works w = {works, arena};
    cg_visit_kernels(variant, add_kernel, &w);
    add_calls(&w, variant->graph->body);
}

/* ---- JSON ------------------------------------------------------------------------------------------------------- */
static void put_json(Buf *out, Arena *arena, const ReportWork *work) {
    buf_printf(out, "{\"kind\": \"%s\", \"name\": ", work->kind);
    report_quoted(out, work->name, strlen(work->name));
    buf_puts(out, ", \"operators\": [");
    for (uint32_t i = 0; i < work->operators.len; i++)
        buf_printf(out, "%s\"%s\"", i ? ", " : "", work->operators.data[i]);
    buf_puts(out, "], \"places\": [");
    for (uint32_t i = 0; i < work->places.len; i++) {
        Span place = work->places.data[i];
        const char *text = arena_printf(arena, "%s:%u", report_installed_name(place), span_line(place));
        buf_puts(out, i ? ", " : "");
        report_quoted(out, text, strlen(text));
    }
    buf_puts(out, "]}");
}

void report_work_json(Buf *out, const Variant *variant) {
    Arena *arena = arena_new();
    ReportWorks works = {0};
    report_works(&works, arena, variant);
    buf_puts(out, "          \"work\": [");
    for (uint32_t i = 0; i < works.len; i++) {
        buf_puts(out, i ? ",\n            " : "\n            ");
        put_json(out, arena, &works.data[i]);
    }
    buf_puts(out, works.len ? "\n          ],\n" : "],\n");
    arena_free(arena);
}

/* ---- text ------------------------------------------------------------------------------------------------------- */
static void put_places(Buf *out, const ReportWork *work, const SourceFile *source) {
    for (uint32_t i = 0; i < work->places.len; i++) {
        Span place = work->places.data[i];
        bool own = place.file == source,
             plural = own && i == 0 && work->places.len > 1 && work->places.data[1].file == source;
        buf_puts(out, i ? ", " : own ? plural ? " (lines " : " (line " : " (");
        if (!own)
            buf_printf(out, "%s:", report_installed_name(place));
        buf_printf(out, "%u", span_line(place));
    }
    buf_puts(out, work->places.len ? ")" : "");
}

void report_work_text(Buf *out, const Variant *variant, const SourceFile *source) {
    enum { SHOWN = 16 };
    Arena *arena = arena_new();
    ReportWorks works = {0};
    report_works(&works, arena, variant);
    const char *kind = "";
    for (uint32_t i = 0; i < works.len && i < SHOWN; i++) {
        const ReportWork *work = &works.data[i];
        bool fused = strcmp(work->kind, "fused") == 0;
        if (strcmp(kind, work->kind) != 0)
            buf_printf(out, "    %s:%*s", fused ? "kernels" : work->kind, fused ? 1 : 8 - (int)strlen(work->kind), "");
        else
            buf_puts(out, "             ");
        kind = work->kind;
        for (uint32_t k = 0; k < work->operators.len; k++)
            buf_printf(out, "%s%s", k ? ", " : "", work->operators.data[k]);
        if (!fused)
            buf_puts(out, work->name);
        put_places(out, work, source);
        buf_putc(out, '\n');
    }
    if (works.len > SHOWN)
        buf_printf(out, "             and %u more, all of which the report of a build lists\n", works.len - SHOWN);
    arena_free(arena);
}
