/* From the result of analysis to text: kernels and variants in C. See stub.h and report.h for the other outputs. */
#ifndef PYAOT_CODEGEN_H
#define PYAOT_CODEGEN_H
#include "analysis/analysis.h"

/* Writes NAME_kernels.c to `c` and NAME_kernels.h to `h`. They compile against pyaot_runtime.h and pyaot_math.h as
 * gnu11 without warnings, and define PyInit__NAME_pyaot. The same result gives the same bytes. `dump`: loop IR as text,
 * or NULL. */
void cg_emit_module(const ModuleResult *result, Buf *c, Buf *h, Buf *dump);

/* Operators of a variant by how they run. */
typedef struct CgOperators {
    int fused, library, aten, python;
} CgOperators;
CgOperators cg_count_operators(const IrGraph *graph);

/* The torch version that generated code is checked against. */
#define CG_TORCH_VERSION "2.13.0"
#endif
