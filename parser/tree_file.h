/* Packed trees of installed files: what the build makes of torch's modules (scripts/pack_trees.c), so that a run need
 * not parse those that it inlines. A file's trees are found by the hash of its text: one that was changed, or is of
 * another version, is parsed as ever. */
#ifndef PYAOT_TREE_FILE_H
#define PYAOT_TREE_FILE_H

#include "parser/index_pack.h"

typedef struct TreeRow {
    uint64_t hash;        /* text_hash() */
    uint64_t source_hash; /* 0: the text is not the file's bytes as they are */
    uint32_t len;         /* of the text, in bytes */
    uint32_t at;          /* of its index, in the pack */
} TreeRow;

typedef struct TreeFile TreeFile;

extern const uint32_t parser_stamp; /* a checksum of the parser's own source; generated in build/gen/parser_stamp.c */

TreeRow tree_row(const SourceFile *file, uint32_t at);
/* False, with errno set: it could not be written, and nothing is left of it. */
bool tree_file_write(const char *path, const PackWriter *writer, const TreeRow *rows, uint32_t count);
/* Read where it lies, as long as the process runs; NULL: there is none, or another build of the parser made it. */
TreeFile *tree_file_open(Arena *arena, const char *path);
/* As module_index() gives it, and the file has its hash; NULL: the trees are not those of this text. The file need not
 * be decoded: where its bytes are those of a text, they are it. */
ModuleIndex *tree_file_index(const TreeFile *trees, Arena *arena, SourceFile *file);

#endif
