/* A scan of Python text by logical lines, without parsing: what the index of a module is made from, and the check that
 * gives clear messages for errors that tree-sitter repairs silently or reports far away (brackets, strings,
 * indentation). */
#ifndef PYAOT_LINE_SCAN_H
#define PYAOT_LINE_SCAN_H

#include "support/support.h"

typedef struct LogicalLine {
    uint32_t begin, end; /* first byte of the first token; behind the last byte that is not comment or blank */
    uint32_t column;     /* indentation, tabs to multiples of 8 */
    uint32_t tab_column; /* indentation, a tab counted as 1 */
    uint32_t equals;     /* the first `=` outside of brackets and strings; 0: none */
    bool plain;          /* outside of brackets and strings: no `:`, no `;`, no second `=` */
    bool opens_block;    /* ends with a colon */
} LogicalLine;

/* Places that tree-sitter's grammar or scanner gets wrong. The parser shows it a text in which they are replaced, byte
 * for byte, and puts them right in the AST. */
typedef enum PatchKind {
    PATCH_NEWLINE,   /* inside brackets, in front of a line left of its statement; with the comment in front: blanks */
    PATCH_SPECIFIER, /* the `=` of {x:=^10} in an f-string, which is not `:=`: another character */
    PATCH_SPLAT,     /* the `*` of a display or literal in an index or bare tuple (`return a, *[b]`): a blank */
    PATCH_DEFAULT    /* the `= default` of a type parameter (Python 3.13): blanks */
} PatchKind;

typedef struct Patch {
    PatchKind kind;
    uint32_t begin, end;
    bool taken; /* SPLAT, DEFAULT: a node has taken it up */
} Patch;

/* Text that tree-sitter is not shown, as it would go through it byte by byte. */
typedef struct Gap {
    uint32_t begin, end;
} Gap;

/* A method of the class whose text is scanned, which the parser leaves for later: ast_body(). */
typedef struct LaterBody {
    uint32_t begin, end; /* of its statements */
    uint32_t shown;      /* the byte of it that tree-sitter sees: a letter, which as a name is a statement */
} LaterBody;

/* Where the scan of a class stands. */
typedef struct MethodScan {
    bool wanted;                        /* bodies are left for later */
    bool in_class, behind_header, open; /* open: the lines belong to the body that is the last of `bodies` */
    uint32_t column;                    /* of the methods */
    uint32_t patches, gaps;             /* how many there were in front of that body */
} MethodScan;

typedef struct LineScan {
    const SourceFile *file;
    uint32_t at;
    Arena *arena;          /* where the vectors below grow; NULL: they are not wanted */
    VEC(Patch) patches;    /* in order */
    VEC(Gap) gaps;         /* in order */
    VEC(LaterBody) bodies; /* in order */
    MethodScan methods;
    uint32_t column;         /* of the statements that the check is to find, the first of which begins at `at` */
    VEC(uint32_t) line_ends; /* of the logical lines, in order */
    const char *error;       /* set when the text is lexically wrong; error_begin tells where */
    uint32_t error_begin;
} LineScan;

/* The next logical line that holds a token; false at the end of the text or after an error. */
bool line_scan_next(LineScan *scan, LogicalLine *line);

typedef struct LineIndent {
    uint32_t column;
    bool is_first; /* nothing but blanks stands in front, and the line before does not end in a backslash */
} LineIndent;
/* The indentation of the line that holds the byte `at`, as seen from there. */
LineIndent line_indent(const SourceFile *file, uint32_t at);

/* Behind the string literal whose opening quote is at `at`; the end of the text where it is not closed. */
uint32_t line_scan_string(const SourceFile *file, uint32_t at);

/* Scans the text from scan->at on, up to the byte `end`. Adds a diagnostic and gives false if brackets, strings or
 * indentation are wrong. */
bool line_scan_check(LineScan *scan, uint32_t end, DiagList *diags);

#endif
