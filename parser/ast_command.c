/* The `ast` subcommand: see ast_command.h. */
#include "parser/ast_command.h"

#include <stdio.h>
#include <string.h>

#include "parser/parser.h"

typedef enum { PRINT_PYTHON, PRINT_DUMP, PRINT_SPANS } PrintMode;

static void print_spans(AstNode *node, void *out) {
    Span span = node->kind == AST_ClassDef                                            ? node->u.ClassDef.def_span
                : node->kind == AST_FunctionDef || node->kind == AST_AsyncFunctionDef ? node->u.FunctionDef.def_span
                                                                                      : node->span;
    if (node->kind > AST_Module && node->kind < AST_comprehension)
        buf_printf(out, "%s %u %u\n", ast_kind_name(node->kind), span.begin, span.end);
    if (node->kind != AST_JoinedStr)
        ast_each_child(node, print_spans, out);
}

/* The printed tree, or false and the diagnostics. */
static bool print_file(const char *path, PrintMode mode, Buf *out) {
    Arena *arena = arena_new();
    DiagList diags;
    diag_init(&diags, arena);
    SourceFile *file = source_open(arena, path, &diags);
    AstNode *module = file ? parse_source(arena, file, &diags) : NULL;
    if (module && mode == PRINT_DUMP) {
        ast_dump(out, module);
        buf_putc(out, '\n');
    } else if (module && mode == PRINT_SPANS) {
        print_spans(module, out);
    } else if (module) {
        ast_unparse(out, module);
    }
    for (uint32_t i = 0; !module && i < diags.items.len; i++)
        diag_print(out, &diags.items.data[i]);
    arena_free(arena);
    return module != NULL;
}

static int run_batch(PrintMode mode) {
    char path[4096];
    int status = 0;
    while (fgets(path, sizeof(path), stdin)) {
        path[strcspn(path, "\n")] = '\0';
        Buf out = {0};
        bool ok = print_file(path, mode, &out);
        status |= !ok;
        printf("%s %zu\n", ok ? "ok" : "error", out.len);
        fwrite(out.len ? out.data : "", 1, out.len, stdout);
        fflush(stdout);
        buf_free(&out);
    }
    return status;
}

int ast_command(int argc, char **argv) {
    PrintMode mode = PRINT_PYTHON;
    bool batch = false;
    int first = 0;
    for (; first < argc && strncmp(argv[first], "--", 2) == 0; first++) {
        if (strcmp(argv[first], "--dump") == 0)
            mode = PRINT_DUMP;
        else if (strcmp(argv[first], "--spans") == 0)
            mode = PRINT_SPANS;
        batch |= strcmp(argv[first], "--batch") == 0;
    }
    if (batch == (first < argc)) {
        fputs("usage: pyaot ast [--dump | --spans] FILE... | pyaot ast [--dump | --spans] --batch <LIST\n", stderr);
        return 2;
    }
    if (batch)
        return run_batch(mode);
    int status = 0;
    for (int i = first; i < argc; i++) {
        Buf out = {0};
        bool ok = print_file(argv[i], mode, &out);
        fputs(out.len ? out.data : "", ok ? stdout : stderr);
        status |= !ok;
        buf_free(&out);
    }
    return status;
}
