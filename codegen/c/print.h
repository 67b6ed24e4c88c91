/* Loop IR as C text. Everything is decided already; this only spells. */
#ifndef PYAOT_C_PRINT_H
#define PYAOT_C_PRINT_H
#include "codegen/loop.h"

void c_print_function(Buf *out, const LpFunction *function);
void c_print_text(Buf *out, Str text); /* a string literal */
#endif
