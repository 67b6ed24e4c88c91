/* An index of what a module's text defines at its top level, made by scanning lines, without parsing; and the parse of
 * one definition on demand. Installed files that get inlined are large (torch/nn/functional.py: 6,600 lines, 50 ms to
 * parse), and little of each is needed.
 *
 * The index lists every statement that begins in column 0, in order. Names bound inside `if`, `try`, `with`, `for` or
 * `while` at the top level are listed too, one entry for each binding, all with the span of the whole compound statement
 * and `conditional` set: parsing it gives the compound statement. */
#ifndef PYAOT_MODULE_INDEX_H
#define PYAOT_MODULE_INDEX_H

#include "parser/ast.h"

typedef enum IndexKind {
    INDEX_DEF,    /* def, async def; decorators included in the span */
    INDEX_CLASS,
    INDEX_ASSIGN, /* NAME = ..., NAME: T = ..., a, b = ..., also NAME += ... */
    INDEX_IMPORT, /* import a.b as c, from m import x: `name` is the bound name, "*" for a star import */
    INDEX_OTHER   /* any other statement; `name` is NULL */
} IndexKind;

typedef struct IndexEntry {
    IndexKind kind;
    Str name;
    Span span;        /* the whole statement, decorators included */
    bool conditional; /* bound inside a compound statement */
    AstNode *node;    /* the parsed statement, once asked for */
} IndexEntry;

typedef struct ModuleIndex {
    const SourceFile *file;
    IndexEntry *entries;
    uint32_t len;
    Map last_by_name; /* interned name → IndexEntry*, the last one that binds it */
    Arena *arena;
} ModuleIndex;

ModuleIndex *module_index(Arena *arena, const SourceFile *file);
/* The last entry that binds the name at the top level, or NULL. */
IndexEntry *index_find(const ModuleIndex *index, Str name);
/* The parsed statement of an entry, cached; spans are those of the file. NULL after an error was added. */
AstNode *index_parse(ModuleIndex *index, IndexEntry *entry, DiagList *diags);
/* Both at once; NULL without an error if the name is not bound. */
AstNode *parse_definition(ModuleIndex *index, Str name, DiagList *diags);

#endif
