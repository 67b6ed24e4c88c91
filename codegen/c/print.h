/* Loop IR as C text. Everything is decided already; this only spells. */
#ifndef PYAOT_C_PRINT_H
#define PYAOT_C_PRINT_H
#include "codegen/loop.h"

void c_print_declaration(Buf *out, const LpFunction *function);
/* `lines`: the C file's name, for #line directives around the program's lines, so that the compiler's debug information
 * names those; NULL: none. `out` holds the file from its first line on then. */
void c_print_function(Buf *out, const LpFunction *function, const char *lines);
/* Its body becomes function->code, which c_print_function() takes without `lines`. */
void c_print_body(Arena *arena, LpFunction *function);
void c_print_text(Buf *out, Str text); /* a string literal */
#endif
