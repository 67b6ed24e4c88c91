/* The `ast` subcommand: see ast_command.h. */
#include "parser/ast_command.h"

#include <stdio.h>
#include <string.h>

#include "parser/parser.h"

/* The printed tree, or false and the diagnostics. */
static bool print_file(const char *path, bool dump, Buf *out) {
    Arena *arena = arena_new();
    DiagList diags;
    diag_init(&diags, arena);
    SourceFile *file = source_open(arena, path, &diags);
    AstNode *module = file ? parse_source(arena, file, &diags) : NULL;
    if (module && dump) {
        ast_dump(out, module);
        buf_putc(out, '\n');
    } else if (module) {
        ast_unparse(out, module);
    }
    for (uint32_t i = 0; !module && i < diags.items.len; i++)
        diag_print(out, &diags.items.data[i]);
    arena_free(arena);
    return module != NULL;
}

static int run_batch(bool dump) {
    char path[4096];
    int status = 0;
    while (fgets(path, sizeof(path), stdin)) {
        path[strcspn(path, "\n")] = '\0';
        Buf out = {0};
        bool ok = print_file(path, dump, &out);
        status |= !ok;
        printf("%s %zu\n", ok ? "ok" : "error", out.len);
        fwrite(out.len ? out.data : "", 1, out.len, stdout);
        fflush(stdout);
        buf_free(&out);
    }
    return status;
}

int ast_command(int argc, char **argv) {
    bool dump = false, batch = false;
    int first = 0;
    for (; first < argc && strncmp(argv[first], "--", 2) == 0; first++) {
        dump |= strcmp(argv[first], "--dump") == 0;
        batch |= strcmp(argv[first], "--batch") == 0;
    }
    if (batch == (first < argc)) {
        fputs("usage: pyaot ast [--dump] FILE... | pyaot ast [--dump] --batch <LIST\n", stderr);
        return 2;
    }
    if (batch)
        return run_batch(dump);
    int status = 0;
    for (int i = first; i < argc; i++) {
        Buf out = {0};
        bool ok = print_file(argv[i], dump, &out);
        fputs(out.len ? out.data : "", ok ? stdout : stderr);
        status |= !ok;
        buf_free(&out);
    }
    return status;
}
