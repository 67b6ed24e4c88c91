/* emit NAME OUT_DIR FILE.ir...: generates OUT_DIR/NAME_kernels.c and .h, one entry for each graph. The facts are those
 * that the types of the inputs imply, so that code generation is tested without the stages before it. */
#include "codegen/backend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_file(const char *path, size_t *len) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(1);
    }
    char *text = malloc(1 << 20);
    *len = fread(text, 1, 1 << 20, file);
    fclose(file);
    return text;
}

static bool defines(const IrInput *input, const ShExpr *e, ShOriginKind kind, int index) {
    return e->op == SH_SYM && e->symbol->origin == input->source && e->symbol->origin_kind == kind &&
           e->symbol->index == index;
}

static void tensor_facts(Variant *v, const IrInput *input) {
    ShContext *cx = v->graph->shapes;
    const IrType *type = &input->node->type;
    int rank = type->flat ? -1 : type->rank;
    fact_add(&v->facts, &(Fact){.kind = FACT_TENSOR, .source = input->source, .dtype = type->dtype, .rank = rank});
    Fact layout = {.kind = FACT_LAYOUT, .source = input->source};
    if (type->strides) {
        layout.count = (uint32_t)type->rank;
        layout.exprs = type->strides;
    }
    fact_add(&v->facts, &layout);
    if (type->flat) {
        const IrInput *like = &v->graph->inputs.data[v->graph->flat.data[type->flat - 1]];
        if (like != input)
            fact_add(&v->facts, &(Fact){.kind = FACT_SAME_SHAPE, .source = input->source, .other = like->source});
        return;
    }
    for (int d = 0; d < type->rank; d++) {
        if (defines(input, type->shape[d], SH_FROM_DIM, d))
            continue;
        const ShExpr *size = sh_symbol(cx, str_of("size"), 0, INT64_MAX, -1, SH_FROM_DIM, input->source, d);
        const ShExpr **exprs = arena_array(v->graph->arena, const ShExpr *, 2);
        exprs[0] = size;
        exprs[1] = type->shape[d];
        fact_add(&v->facts, &(Fact){.kind = FACT_COMPARE, .compare = SH_EQ, .count = 2, .exprs = exprs});
    }
}

static void store_facts(Variant *v, const IrRegion *region) {
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *node = region->nodes.data[i];
        for (uint32_t r = 0; r < node->region_count; r++)
            store_facts(v, node->regions[r]);
        if (node->op != OP_STORE)
            continue;
        const IrNode *target = node->inputs[0];
        while (target->op != OP_INPUT)
            target = target->inputs[0];
        fact_add(&v->facts, &(Fact){.kind = FACT_NO_OVERLAP, .source = v->graph->inputs.data[target->ints[0]].source});
    }
}

static Entry *make_entry(Arena *arena, IrGraph *graph, int index) {
    Variant *v = arena_new_of(arena, Variant);
    v->name = str_format("%s_v0", graph->name);
    v->signature = graph->name;
    v->graph = graph;
    v->facts.arena = arena;
    Entry *entry = arena_new_of(arena, Entry);
    entry->kind = ENTRY_WHOLE;
    entry->index = index;
    entry->name = graph->name;
    for (uint32_t i = 0; i < graph->inputs.len; i++) {
        const IrInput *input = &graph->inputs.data[i];
        vec_push(arena, &entry->args, input->name);
        static const char *const types[] = {"", "", "int", "float", "bool"};
        if (input->node->type.kind != IRT_TENSOR)
            fact_add(
                &v->facts,
                &(Fact){.kind = FACT_TYPE, .source = input->source, .text = str_of(types[input->node->type.kind])});
    }
    for (uint32_t i = 0; i < graph->inputs.len; i++)
        if (graph->inputs.data[i].node->type.kind == IRT_TENSOR)
            tensor_facts(v, &graph->inputs.data[i]);
    store_facts(v, graph->body);
    v->guards = fact_merged(&v->facts);
    vec_push(arena, &entry->variants, v);
    return entry;
}

static void write_file(const char *folder, const char *name, const Buf *text) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(text->data, 1, text->len, file) != text->len || fclose(file)) {
        perror(path);
        exit(1);
    }
}

int main(int argc, char **argv) {
    if (argc < 4) {
        fprintf(stderr, "usage: emit NAME OUT_DIR FILE.ir...\n");
        return 2;
    }
    Arena *arena = arena_new();
    ModuleResult result = {.name = str_of(argv[1])};
    for (int i = 3; i < argc; i++) {
        size_t len;
        char *text = read_file(argv[i], &len);
        const char *error = NULL;
        IrGraph *graph = ir_parse(arena, text, len, &error);
        if (graph && !error)
            error = ir_verify(graph, 2);
        if (error || !graph) {
            fprintf(stderr, "%s: %s\n", argv[i], error ? error : "does not parse");
            return 1;
        }
        vec_push(arena, &result.entries, make_entry(arena, graph, i - 3));
        free(text);
    }
    BackendList backends = {0};
    BackendFiles files = {.arena = arena};
    Buf dump = {0};
    DiagList diags;
    diag_init(&diags, arena);
    if (!backend_list_parse(&backends, arena, NULL, &diags))
        return 1;
    CgModule *module = cg_new(arena, &backends);
    const CgCode *code = cg_collect(module, &result, getenv("DUMP") ? &dump : NULL, &diags);
    if (!cg_emit(module, code, &files, &diags))
        return 1;
    for (uint32_t i = 0; i < files.items.len; i++)
        write_file(argv[2], files.items.data[i].name, &files.items.data[i].contents);
    if (dump.data)
        fputs(dump.data, stdout);
    return 0;
}
