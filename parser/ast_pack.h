/* Trees as bytes: what the build makes of the prelude's and torch's files with the compiler's own parser, so that a run
 * need not parse them. A tree is read back node by node when it is asked for, with the spans that it had; reading takes
 * a fortieth of the time of parsing.
 *
 * Numbers take as many bytes as they need, the position of a node is counted from that of the node around it, strings
 * are numbers in one table. All follows the fields of parser/ast.def, so that there is nothing to change here for a new
 * kind of node. */
#ifndef PYAOT_AST_PACK_H
#define PYAOT_AST_PACK_H

#include "parser/ast.h"

typedef struct PackWriter {
    Arena *arena;
    VEC(uint8_t) bytes;
    VEC(Str) strings;
    Map numbers; /* Str → its place in `strings` plus one */
} PackWriter;

typedef struct Pack {
    const uint8_t *bytes;
    const uint32_t *string_ends; /* in `text`, of each string */
    const char *text;
    Str *interned; /* of each string, once it was met; zeros at first */
} Pack;

typedef struct PackReader {
    const Pack *pack;
    const uint8_t *at;
} PackReader;

void pack_number(PackWriter *writer, uint64_t value);
void pack_string(PackWriter *writer, Str text); /* or NULL */
void pack_node(PackWriter *writer, const AstNode *node);
/* Puts the strings into `text`, one behind the other, and gives where each ends. */
uint32_t *pack_string_ends(const PackWriter *writer, Buf *text);

uint64_t unpack_number(PackReader *reader);
Str unpack_string(PackReader *reader);
AstNode *unpack_node(PackReader *reader, Arena *arena, const SourceFile *file);

#endif
