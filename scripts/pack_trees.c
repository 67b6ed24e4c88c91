/* Runs in the build: pack_trees OUT FILE... parses files and writes their indexes and trees, so that the compiler need
 * not parse them in each run. Where OUT is a C file, it is what the compiler embeds of the prelude
 * (parser/index_pack.h), and each file has to parse; else it is what the compiler finds beside itself of installed
 * files (parser/tree_file.h), and what does not parse is left out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parser/parser.h"
#include "parser/tree_file.h"

static NORETURN void stop(const char *what, const char *path) {
    fprintf(stderr, "pack_trees: %s %s\n", what, path);
    exit(1);
}

/* analysis/prelude/torch.py is embedded as prelude/torch.py. */
static const char *embedded_name(const char *path) {
    static const char folder[] = "analysis/";
    return strncmp(path, folder, strlen(folder)) == 0 ? path + strlen(folder) : path;
}

/* The file, and where its index is; NULL after an error was added. */
static const SourceFile *pack_file(PackWriter *writer, const char *path, uint32_t *at, DiagList *diags) {
    const SourceFile *file = source_open(writer->arena, path, diags);
    ModuleIndex *index = file ? module_index(writer->arena, file, diags) : NULL;
    return index && pack_index(writer, index, at, diags) ? file : NULL;
}

static void put_bytes(FILE *out, const char *declaration, const void *data, size_t len) {
    const unsigned char *bytes = data;
    fprintf(out, "%s[] = {", declaration);
    for (size_t i = 0; i < len; i++)
        fprintf(out, "%s%d,", i % 24 ? "" : "\n    ", bytes[i]);
    fputs("\n};\n", out);
}

static void put_strings(FILE *out, const PackWriter *writer) {
    Buf text = {0};
    const uint32_t *ends = pack_string_ends(writer, &text);
    fputs("static const uint32_t string_ends[] = {", out);
    for (uint32_t i = 0; i < writer->strings.len; i++)
        fprintf(out, "%s%u,", i % 16 ? "" : "\n    ", ends[i]);
    fputs("\n};\n", out);
    put_bytes(out, "static const unsigned char text", text.data, text.len);
    fprintf(out, "static Str interned[%u];\n", writer->strings.len);
    buf_free(&text);
}

static NORETURN void stop_for_error(const char *path, const DiagList *diags) {
    Buf message = {0};
    for (uint32_t i = 0; i < diags->items.len; i++)
        diag_print(&message, &diags->items.data[i]);
    stop(message.data ? message.data : "cannot parse", path);
}

static void write_c(PackWriter *writer, const char *path, char **files, int count, DiagList *diags) {
    Buf rows = {0};
    for (int i = 0; i < count; i++) {
        uint32_t at;
        const SourceFile *file = pack_file(writer, files[i], &at, diags);
        if (!file)
            stop_for_error(files[i], diags);
        if (file->hash) /* the compiler takes the bytes that are embedded for text */
            stop("this is no UTF-8 with plain line ends:", files[i]);
        buf_printf(&rows, "    {\"%s\", %u},\n", embedded_name(files[i]), at);
    }
    const char *temporary = arena_printf(writer->arena, "%s.tmp", path);
    FILE *out = fopen(temporary, "w");
    if (!out)
        stop("cannot write", temporary);
    fputs("#include \"parser/index_pack.h\"\n\n", out);
    put_bytes(out, "static const uint8_t bytes", writer->bytes.data, writer->bytes.len);
    put_strings(out, writer);
    fputs("const Pack prelude_pack = {bytes, string_ends, (const char *)text, interned};\n", out);
    fprintf(out, "const PackedModule prelude_modules[] = {\n%s    {0},\n};\n", rows.data);
    if (fclose(out) != 0 || rename(temporary, path) != 0)
        stop("cannot write", path);
    buf_free(&rows);
}

static void write_tree_file(PackWriter *writer, const char *path, char **files, int count, DiagList *diags) {
    VEC(TreeRow) rows = {0};
    for (int i = 0; i < count; i++) {
        uint32_t at;
        const SourceFile *file = pack_file(writer, files[i], &at, diags);
        if (file)
            vec_push(writer->arena, &rows, tree_row(file, at));
    }
    if (!tree_file_write(path, writer, rows.data, rows.len))
        stop("cannot write", path);
}

int main(int argc, char **argv) {
    if (argc < 3)
        stop("usage:", "pack_trees OUT FILE...");
    Arena *arena = arena_new();
    DiagList diags;
    diag_init(&diags, arena);
    PackWriter writer = {.arena = arena};
    map_init(&writer.numbers, arena);
    const char *end = strrchr(argv[1], '.');
    (end && strcmp(end, ".c") == 0 ? write_c : write_tree_file)(&writer, argv[1], argv + 2, argc - 2, &diags);
    arena_free(arena);
    return 0;
}
