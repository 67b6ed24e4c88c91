/* From the result of analysis to files: kernels and variants by the back ends of a list. See backend.h for what a back
 * end is, stub.h and report.h for the other outputs. */
#ifndef PYAOT_CODEGEN_H
#define PYAOT_CODEGEN_H
#include "analysis/analysis.h"

struct BackendFiles;
struct BackendList;

/* The module under construction. */
typedef struct LowerModule CgModule;
CgModule *cg_new(Arena *arena, const struct BackendList *backends);
/* Lowers a variant (AnalysisOptions.lower; `module` is a CgModule). NULL: done; else why no back end takes it. */
const char *cg_lower(void *module, Variant *variant);

/* Adds the files of NAME's code: C ones compile against pyaot_runtime.h and pyaot_math.h as gnu11 without warnings.
 * Some file defines PyInit__NAME_pyaot. The same result gives the same bytes. `dump`: loop IR as text, or NULL. False
 * after an error was added. */
bool cg_emit(CgModule *module, const ModuleResult *result, struct BackendFiles *files, Buf *dump, DiagList *diags);

bool cg_has_code(const Entry *entry); /* does it have variants? */

/* Operators of a variant by how they run. */
typedef struct CgOperators {
    int fused, library, aten, python;
} CgOperators;
CgOperators cg_count_operators(const Variant *variant);

/* The kernels of a variant, for the reports: `name` in the C, what it computes (bits by IrOp) and where that stands. */
typedef struct CgKernel {
    const char *name;
    const uint64_t *operators;
    const Span *places;
    uint32_t place_count;
} CgKernel;
void cg_visit_kernels(const Variant *variant, void (*visit)(void *env, const CgKernel *kernel), void *env);

/* The back ends that took a variant, the first that is asked in front: "torch_fx:inductor, c". */
void cg_print_backends(Buf *out, const Variant *variant);
/* Calls visit for each back end of the list that did not take it. */
void cg_visit_declines(const Variant *variant, void (*visit)(void *env, const char *backend, const char *reason),
                       void *env);

/* The torch version that generated code is checked against. */
#define CG_TORCH_VERSION "2.13.0"
#endif
