/* The index of a module with all its statements, as bytes: what the build makes of each file of the prelude and of
 * torch (scripts/pack_trees.c), and what a run reads in place of parsing them. */
#ifndef PYAOT_INDEX_PACK_H
#define PYAOT_INDEX_PACK_H

#include "parser/ast_pack.h"
#include "parser/module_index.h"

/* Parses all of the module; gives where its index begins. False after an error was added. */
bool pack_index(PackWriter *writer, ModuleIndex *index, uint32_t *at, DiagList *diags);
/* The same index; its nodes are read when index_parse() asks for them. The pack has to live as long. */
ModuleIndex *unpack_index(Arena *arena, const SourceFile *file, const Pack *pack, uint32_t at);

/* Generated into build/gen/prelude_pack.c. */
typedef struct PackedModule {
    const char *name; /* as among the embedded files */
    uint32_t at;
} PackedModule;
extern const Pack prelude_pack;
extern const PackedModule prelude_modules[]; /* ends with a row whose name is NULL */

#endif
