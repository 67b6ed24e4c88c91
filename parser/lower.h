/* Inside of the parser: what the files that turn tree-sitter's concrete tree into the AST share.
 *
 * A Lower is one parse. The children of a concrete node are read with one cursor into a stack of Kids: kids_open()
 * pushes them, comments and line continuations left out, kids_close() pops them. Errors do not return: lower_error()
 * adds the diagnostic and jumps back to the parser's entry point. */
#ifndef PYAOT_LOWER_H
#define PYAOT_LOWER_H

#include <setjmp.h>
#include <tree_sitter/api.h>

#include "parser/line_scan.h"
#include "parser/parser.h"

typedef enum Cst {
    CST_unknown,
#define CST(name) CST_##name,
#define TOKEN(name, text) CST_##name,
#include "parser/cst.def"
    CST_COUNT
} Cst;

typedef struct Kid {
    TSNode node;
    uint32_t begin, end; /* bytes */
    Cst cst;
} Kid;

typedef struct Kids {
    uint32_t at, len; /* a window of the stack of Kids */
} Kids;

typedef struct Lower {
    Arena *arena;
    const SourceFile *file;
    DiagList *diags;
    TSTreeCursor cursor;
    Kid *stack;
    uint32_t top, cap;
    uint32_t depth;        /* nesting of AST nodes at this point */
    uint32_t column;       /* indentation of the enclosing block */
    uint32_t first_column; /* that of the statements that are parsed */
    Kid soft_name;         /* `type`, when what begins at soft_begin is its arguments or index */
    uint32_t soft_begin;
    Patch *patches;                     /* what tree-sitter was shown otherwise than it is */
    uint32_t patch_count, patches_open; /* open: splats and defaults that are not taken */
    const uint32_t *line_ends;          /* of the logical lines */
    uint32_t line_count;
    const LaterBody *bodies; /* of methods that are left for later */
    uint32_t body_count;
    VEC(TSTree *) trees; /* all that were parsed */
    Buf text;            /* of string literals under construction, the innermost last */
    jmp_buf failed;
} Lower;

extern const TSLanguage *tree_sitter_python(void);

/* tree_memory.c: what tree-sitter allocates with, as malloc() and its kin do */
void *tree_alloc(size_t size);
void *tree_calloc(size_t count, size_t size);
void *tree_realloc(void *data, size_t size);
void tree_free(void *data);

/* cst.c: the concrete tree */
void cst_init(void);
Cst cst_kind(TSNode node);
const char *cst_name(Cst cst);
Kid kid_of(TSNode node);
Kids kids_open(Lower *lower, Kid parent);
void kids_close(Lower *lower, Kids kids);
Kid kid_at(const Lower *lower, Kids kids, uint32_t index);

/* lower.c: making nodes */
const Patch *lower_take_patch(Lower *lower, PatchKind kind, uint32_t at,
                              bool behind);                              /* the patch beside a node, or NULL */
AstNode *lower_patched_expr(Lower *lower, uint32_t begin, uint32_t end); /* the expression hidden there */
Span lower_span(const Lower *lower, uint32_t begin, uint32_t end);
NORETURN void lower_error(Lower *lower, uint32_t begin, uint32_t end, const char *fmt, ...) PRINTF_LIKE(4, 5);
NORETURN void lower_error_at(Lower *lower, Kid kid, const char *fmt, ...) PRINTF_LIKE(3, 4);
void lower_enter(Lower *lower, uint32_t levels, Kid at); /* counts depth; lower_leave() takes it back */
void lower_leave(Lower *lower, uint32_t levels);
/* The body of a function, of which tree-sitter saw a block that begins there, is left for later: false if it is not. */
bool lower_later(Lower *lower, AstNode *function, uint32_t block);
AstNode *lower_new(Lower *lower, AstKind kind, uint32_t begin, uint32_t end);
AstList lower_list(Lower *lower, uint32_t capacity);
void lower_append(AstList *list, AstNode *node);
AstList lower_list_of(Lower *lower, AstNode *node);
Str lower_identifier(Lower *lower, Kid kid);
void lower_set_context(Lower *lower, AstNode *target, AstContext context);

/* lower_expr.c */
AstNode *lower_expr(Lower *lower, Kid kid);      /* may give a Starred */
AstNode *lower_test(Lower *lower, Kid kid);      /* rejects a Starred; `a := b` needs no parentheses */
AstNode *lower_plain(Lower *lower, Kid kid);     /* rejects a Starred */
AstNode *lower_arguments(Lower *lower, Kid kid); /* of parameters or lambda_parameters */
AstNode *lower_no_arguments(Lower *lower, uint32_t at);
void lower_call_arguments(Lower *lower, Kid kid, AstList *args, AstList *keywords);
AstNode *lower_sequence(Lower *lower, Kids kids, uint32_t first, uint32_t last, AstKind kind); /* Tuple, List or Set */
AstNode *lower_binary_from(Lower *lower, AstNode *left, Kid op, Kid right); /* left op right, by precedence */

/* lower_stmt.c */
void lower_check_header(Lower *lower, Kid clause, Kids kids); /* up to the colon in front of the block, the last kid */
/* A compound statement ends where its last statement does, with its `;`: the concrete nodes may reach over comments. */
void lower_end_with(AstNode *node, AstList body);
AstList lower_statements(Lower *lower, Kid block);
AstList lower_body(Lower *lower, Kid block); /* of a compound statement: not empty */

/* lower_match.c */
AstNode *lower_match(Lower *lower, Kid kid);

/* literals.c: the value of a token's text */
AstNode *lower_number(Lower *lower, Kid kid);
AstNode *lower_strings(Lower *lower, Kid kid); /* a string or concatenated_string */

#endif
