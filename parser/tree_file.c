/* Packed trees on disk: see tree_file.h. A header, then what it counts: rows, the ends of strings, their text, bytes.
 */
#include "parser/tree_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "parser/parser.h"

typedef struct Header {
    char magic[12];
    uint32_t stamp; /* trees are what one parser makes of a text, and only that one reads them */
    uint32_t rows, strings;
    uint64_t text, bytes; /* their lengths */
} Header;

struct TreeFile {
    const TreeRow *rows;
    uint32_t count;
    Pack pack;
};

static const char magic[sizeof((Header){0}.magic)] = "pyaot trees";

static uint64_t size_of(const Header *header) {
    return sizeof *header + header->rows * (uint64_t)sizeof(TreeRow) + header->strings * (uint64_t)sizeof(uint32_t) +
           header->text + header->bytes;
}

TreeRow tree_row(const SourceFile *file, uint32_t at) {
    return (TreeRow){text_hash(file->text, file->len), file->hash ? 0 : source_hash(file), file->len, at};
}

static bool put(FILE *out, const void *data, size_t size) { return size == 0 || fwrite(data, size, 1, out) == 1; }

bool tree_file_write(const char *path, const PackWriter *writer, const TreeRow *rows, uint32_t count) {
    Header header = {.stamp = parser_stamp};
    memcpy(header.magic, magic, sizeof magic);
    Buf text = {0};
    const uint32_t *ends = pack_string_ends(writer, &text);
    header.rows = count;
    header.strings = writer->strings.len;
    header.text = text.len;
    header.bytes = writer->bytes.len;
    const char *temporary = arena_printf(writer->arena, "%s.tmp", path);
    FILE *out = fopen(temporary, "wb");
    bool ok = out && put(out, &header, sizeof header) && put(out, rows, count * sizeof *rows) &&
              put(out, ends, header.strings * sizeof *ends) && put(out, text.data, text.len) &&
              put(out, writer->bytes.data, writer->bytes.len);
    ok = out && fclose(out) == 0 && ok && rename(temporary, path) == 0;
    if (out && !ok)
        unlink(temporary);
    buf_free(&text);
    return ok;
}

static const void *map_file(const char *path, size_t *size) {
    struct stat info;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool ok = fd >= 0 && fstat(fd, &info) == 0 && (size_t)info.st_size >= sizeof(Header);
    *size = ok ? (size_t)info.st_size : 0;
    const void *data = ok ? mmap(NULL, *size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
    if (fd >= 0)
        close(fd);
    return data == MAP_FAILED ? NULL : data;
}

TreeFile *tree_file_open(Arena *arena, const char *path) {
    size_t size;
    const Header *header = map_file(path, &size);
    if (!header)
        return NULL;
    if (memcmp(header->magic, magic, sizeof magic) != 0 || header->stamp != parser_stamp || size_of(header) != size) {
        munmap((void *)(uintptr_t)header, size);
        return NULL;
    }
    TreeFile *trees = arena_new_of(arena, TreeFile);
    trees->rows = (const TreeRow *)(header + 1);
    trees->count = header->rows;
    trees->pack.string_ends = (const uint32_t *)(trees->rows + header->rows);
    trees->pack.text = (const char *)(trees->pack.string_ends + header->strings);
    trees->pack.bytes = (const uint8_t *)trees->pack.text + header->text;
    trees->pack.interned = arena_array(arena, Str, header->strings);
    return trees;
}

ModuleIndex *tree_file_index(const TreeFile *trees, Arena *arena, SourceFile *file) {
    uint64_t hash = trees ? text_hash(file->text, file->len) : 0;
    for (uint32_t i = 0; trees && i < trees->count; i++) {
        const TreeRow *row = &trees->rows[i];
        if (row->hash != hash || row->len != file->len)
            continue;
        if (!file->hash)
            file->hash = row->source_hash;
        file->is_decoded = true; /* the text that was packed was */
        return unpack_index(arena, file, &trees->pack, row->at);
    }
    return NULL;
}
