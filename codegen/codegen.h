/* From the result of analysis to text: kernels and variants in C. See stub.h and report.h for the other outputs. */
#ifndef PYAOT_CODEGEN_H
#define PYAOT_CODEGEN_H
#include "analysis/analysis.h"

/* The C file under construction. */
typedef struct LowerModule CgModule;
CgModule *cg_new(Arena *arena);
/* Lowers a variant (AnalysisOptions.lower; `module` is a CgModule). NULL: done; else why it cannot be. */
const char *cg_lower(void *module, Variant *variant);

/* Writes NAME_kernels.c to `c` and NAME_kernels.h to `h`. They compile against pyaot_runtime.h and pyaot_math.h as
 * gnu11 without warnings, and define PyInit__NAME_pyaot. The same result gives the same bytes. `dump`: loop IR as text,
 * or NULL. */
void cg_emit_module(CgModule *module, const ModuleResult *result, Buf *c, Buf *h, Buf *dump);

/* Operators of a variant by how they run. */
typedef struct CgOperators {
    int fused, library, aten, python;
} CgOperators;
CgOperators cg_count_operators(const Variant *variant);

/* The torch version that generated code is checked against. */
#define CG_TORCH_VERSION "2.13.0"
#endif
