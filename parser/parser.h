/* Source text in, AST out. Files are decoded (PEP 263 cookies, BOM), parsed with tree-sitter, and lowered to
 * parser/ast.h.
 *
 * All of these return NULL after adding an error to `diags`: missing, unreadable, binary or undecodable files, syntax
 * errors, nesting deeper than PARSER_MAX_DEPTH. An empty file is a Module without statements. */
#ifndef PYAOT_PARSER_H
#define PYAOT_PARSER_H

#include "parser/ast.h"

/* Levels of AST nodes. CPython stops at 100 indents and 200 parentheses, but a sum of thousands of terms is deep, too.
 */
enum { PARSER_MAX_DEPTH = 3000 };

/* Reads and decodes a file. */
SourceFile *source_open(Arena *arena, const char *path, DiagList *diags);
/* Its bytes as they are; who knows that they are what decoding makes of them says so (`is_decoded`). */
SourceFile *source_read(Arena *arena, const char *path, DiagList *diags);
/* Makes text of the bytes that were read, most often these themselves. False after an error. */
bool source_decode(Arena *arena, SourceFile *file, DiagList *diags);
/* Wraps text that is UTF-8 already; it is copied. `name` is what diagnostics print. */
SourceFile *source_from_text(Arena *arena, const char *name, const char *text, size_t len, DiagList *diags);
/* The same without a copy, for text[len] == '\0' that lives as long as the arena and was decoded before. */
SourceFile *source_from_static(Arena *arena, const char *name, const char *text, size_t len);
/* FNV-1a 64 of the bytes of the file, as they were before they were decoded. */
uint64_t source_hash(const SourceFile *file);

AstNode *parse_source(Arena *arena, const SourceFile *file, DiagList *diags);     /* a Module */
AstNode *parse_expression(Arena *arena, const SourceFile *file, DiagList *diags); /* the only expression of the text */

/* A Module of the statements in some ranges of the file, in order and each of whole top-level statements; spans are the
 * file's. What is left out of them, each the whole body of a statement that begins with a letter, is a name instead. */
AstNode *parse_ranges(Arena *arena, const SourceFile *file, const Span *ranges, uint32_t count, const Span *left_out,
                      uint32_t left_out_count, DiagList *diags);
/* One statement of any column. */
AstNode *parse_statement(Arena *arena, Span span, DiagList *diags);
/* The same for the statement of one class; the bodies of its methods are left for when they are asked for. */
AstNode *parse_class(Arena *arena, Span span, DiagList *diags);

#endif
