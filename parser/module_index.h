/* An index of what a module's text defines at its top level, made without parsing the bodies of functions and classes,
 * nor plain statements; and the parse of one definition on demand. Installed files that get inlined are large
 * (torch/nn/functional.py: 6,600 lines, 50 ms to parse), and little of each is needed.
 *
 * The index lists all top-level statements in order, one entry for each name that they bind, also inside `if`, `try`,
 * `with`, `for`, `while` and `match`, or by `:=`: those entries are `conditional`, and their node is the whole compound
 * statement. A statement that binds no name has one entry of kind INDEX_OTHER. `del x` lists x as an INDEX_ASSIGN that
 * is conditional. What only type checkers run binds nothing. */
#ifndef PYAOT_MODULE_INDEX_H
#define PYAOT_MODULE_INDEX_H

#include "parser/ast.h"

typedef enum IndexKind {
    INDEX_DEF, /* def, async def; decorators included in the span */
    INDEX_CLASS,
    INDEX_ASSIGN, /* any other binding: NAME = ..., NAME: T = ..., a, b = ..., NAME += ..., a loop's target */
    INDEX_IMPORT, /* import a.b as c, from m import x: `name` is the bound name, "*" for a star import */
    INDEX_OTHER   /* any other statement; `name` is NULL */
} IndexKind;

typedef struct IndexEntry {
    IndexKind kind;
    Str name;
    Str owner;          /* of `NAME.attribute = value`: NAME; else NULL */
    Span span;          /* the whole statement, decorators included */
    bool conditional;   /* bound inside a compound statement */
    AstNode *node;      /* the parsed statement: that of a compound one always, others once index_parse() was asked */
    uint32_t packed_at; /* where it is in the index's pack */
} IndexEntry;

typedef struct ModuleIndex {
    const SourceFile *file;
    IndexEntry *entries;
    uint32_t len;
    Map last_by_name; /* interned name → IndexEntry*, the last one that binds it */
    bool has_stars;   /* an entry is a star import */
    bool has_getter;  /* the module has a __getattr__ */
    Arena *arena;
    const struct Pack *pack; /* where the nodes come from instead of the text; or NULL */
    VEC(Span) typing;        /* the bodies of `if TYPE_CHECKING:`, which nobody runs; in the nodes they are one name */
    Map *typing_names;       /* of what these import → Span* of the last statement that does; NULL: not listed yet */
} ModuleIndex;

/* NULL after an error was added: brackets, strings, or syntax outside of functions and classes. */
ModuleIndex *module_index(Arena *arena, const SourceFile *file, DiagList *diags);
/* May the module put another object in its own place in sys.modules, or give itself another class? */
bool may_replace_itself(const SourceFile *file);
/* Makes what is found by name from the entries. */
void index_names(ModuleIndex *index);
/* The last entry that binds the name at the top level, or NULL. */
IndexEntry *index_find(const ModuleIndex *index, Str name);
/* The parsed statement of an entry, cached; spans are those of the file. NULL after an error was added. Of a class, the
 * bodies of methods are left for when they are asked for: ast_body(). */
AstNode *index_parse(ModuleIndex *index, IndexEntry *entry, DiagList *diags);
/* The names, dotted ones too, that stand in front of a call's bracket in the text of a definition, in order. */
void index_called_names(const IndexEntry *entry, void (*visit)(Str name, void *data), void *data);
/* The import of the name, or "*", that the module shows to type checkers alone; NULL: there is none. */
AstNode *index_typing_import(ModuleIndex *index, Str name, DiagList *diags);
/* Both at once; NULL without an error if the name is not bound. */
AstNode *parse_definition(ModuleIndex *index, Str name, DiagList *diags);

#endif
