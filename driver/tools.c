/* The subcommands that let one stage run alone; see tools.h. */
#include "driver/tools.h"

#include <stdio.h>
#include <string.h>

#include "analysis/ir.h"
#include "driver/options.h"
#include "parser/parser.h"

static const PassInfo *find_pass(const char *name) {
    for (int i = 0; i < ir_pass_count; i++)
        if (strcmp(ir_passes[i].name, name) == 0)
            return &ir_passes[i];
    return NULL;
}

static bool run_passes(IrGraph *graph, int argc, char **argv) {
    for (int i = 0; i < argc; i++) {
        if (strncmp(argv[i], "--pass=", 7) != 0)
            continue;
        const PassInfo *pass = find_pass(argv[i] + 7);
        if (!pass) {
            fprintf(stderr, "pyaot: error: no pass is called '%s'; see pyaot --passes\n", argv[i] + 7);
            return false;
        }
        pass->run(graph);
        const char *fault = ir_verify(graph, 2);
        if (fault) {
            fprintf(stderr, "pyaot: after pass %s: %s\n", pass->name, fault);
            return false;
        }
    }
    return true;
}

int tool_opt(int argc, char **argv) {
    const char *path = argc ? argv[argc - 1] : "";
    Arena *arena = arena_new();
    DiagList diags;
    Buf text = {0};
    diag_init(&diags, arena);
    const SourceFile *file = source_open(arena, path, &diags);
    const char *error = NULL;
    IrGraph *graph = file ? ir_parse(arena, file->text, file->len, &error) : NULL;
    bool ok = graph && run_passes(graph, argc - 1, argv);
    for (uint32_t i = 0; i < diags.items.len; i++)
        diag_print(&text, &diags.items.data[i]);
    if (error)
        buf_printf(&text, "%s: error: %s\n", path, error);
    fputs(text.data ? text.data : "", stderr);
    buf_free(&text);
    if (ok) {
        ir_print(&text, graph, false);
        fputs(text.data, stdout);
        buf_free(&text);
    }
    arena_free(arena);
    return ok ? EXIT_BUILT : EXIT_INPUT;
}
