/* Runs in the build: pack_prelude OUT FILE... parses the files of the prelude and writes their indexes and trees as one
 * C file (parser/index_pack.h), so that the compiler need not parse them in each run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parser/index_pack.h"
#include "parser/parser.h"

static NORETURN void stop(const char *what, const char *path) {
    fprintf(stderr, "pack_prelude: %s %s\n", what, path);
    exit(1);
}

static char *read_file(Arena *arena, const char *path, size_t *len) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        stop("cannot read", path);
    *len = (size_t)ftell(file);
    rewind(file);
    char *text = arena_alloc(arena, *len + 1);
    if (fread(text, 1, *len, file) != *len)
        stop("cannot read", path);
    fclose(file);
    return text;
}

/* analysis/prelude/torch.py is embedded as prelude/torch.py. */
static const char *embedded_name(const char *path) {
    static const char folder[] = "analysis/";
    return strncmp(path, folder, strlen(folder)) == 0 ? path + strlen(folder) : path;
}

static uint32_t pack_file(PackWriter *writer, const char *path, DiagList *diags) {
    size_t len;
    const char *text = read_file(writer->arena, path, &len);
    const SourceFile *file = source_from_text(writer->arena, path, text, len, diags);
    ModuleIndex *index = file ? module_index(writer->arena, file, diags) : NULL;
    uint32_t at;
    if (index && pack_index(writer, index, &at, diags))
        return at;
    Buf message = {0};
    for (uint32_t i = 0; i < diags->items.len; i++)
        diag_print(&message, &diags->items.data[i]);
    stop(message.data ? message.data : "cannot parse", path);
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
    fputs("static const uint32_t string_ends[] = {", out);
    for (uint32_t i = 0; i < writer->strings.len; i++) {
        buf_put(&text, writer->strings.data[i], str_len(writer->strings.data[i]));
        fprintf(out, "%s%zu,", i % 16 ? "" : "\n    ", text.len);
    }
    fputs("\n};\n", out);
    put_bytes(out, "static const unsigned char text", text.data, text.len);
    fprintf(out, "static Str interned[%u];\n", writer->strings.len);
    buf_free(&text);
}

int main(int argc, char **argv) {
    if (argc < 3)
        stop("usage:", "pack_prelude OUT FILE...");
    Arena *arena = arena_new();
    DiagList diags;
    diag_init(&diags, arena);
    PackWriter writer = {.arena = arena};
    map_init(&writer.numbers, arena);
    Buf rows = {0};
    for (int i = 2; i < argc; i++)
        buf_printf(&rows, "    {\"%s\", %u},\n", embedded_name(argv[i]), pack_file(&writer, argv[i], &diags));
    const char *temporary = arena_printf(arena, "%s.tmp", argv[1]);
    FILE *out = fopen(temporary, "w");
    if (!out)
        stop("cannot write", temporary);
    fputs("#include \"parser/index_pack.h\"\n\n", out);
    put_bytes(out, "static const uint8_t bytes", writer.bytes.data, writer.bytes.len);
    put_strings(out, &writer);
    fputs("const Pack prelude_pack = {bytes, string_ends, (const char *)text, interned};\n", out);
    fprintf(out, "const PackedModule prelude_modules[] = {\n%s    {0},\n};\n", rows.data);
    if (fclose(out) != 0 || rename(temporary, argv[1]) != 0)
        stop("cannot write", argv[1]);
    buf_free(&rows);
    arena_free(arena);
    return 0;
}
