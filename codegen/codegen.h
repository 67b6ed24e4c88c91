/* From the result of analysis to files: kernels and variants by the back ends of a list. See backend.h for what a back
 * end is, stub.h and report.h for the other outputs. */
#ifndef PYAOT_CODEGEN_H
#define PYAOT_CODEGEN_H
#include "analysis/analysis.h"

struct BackendFiles;
struct BackendList;

/* The module under construction. */
typedef struct LowerModule CgModule;
/* All that is lowered lies in `arena`. */
CgModule *cg_new(Arena *arena, const struct BackendList *backends);
/* Lowers a variant, or the copy `as` of it (AnalysisOptions.lower; `module` is a CgModule). NULL: done; else why no
 * back end takes it. */
const char *cg_lower(void *module, Variant *variant, const Variant *as);
/* May it be a copy? Graph back ends keep what they are given. */
bool cg_takes_copies(const CgModule *module);

/* What the code of the module consists of. cg_emit() and the reports look at it and leave it as it is: they may be made
 * beside each other. `dump`: loop IR as text, or NULL. */
typedef struct CgCode CgCode;
const CgCode *cg_collect(CgModule *module, const ModuleResult *result, Buf *dump, DiagList *diags);
/* Adds the files of NAME's code: C ones compile against pyaot_runtime.h and pyaot_math.h as gnu11 without warnings.
 * Some file defines PyInit__NAME_pyaot. The same result gives the same bytes. False after an error was added. */
bool cg_emit(CgModule *module, const CgCode *code, struct BackendFiles *files, DiagList *diags);

bool cg_has_code(const Entry *entry); /* does it have variants? */

/* The C files of a module: NAME_kernels.c has its tables too, NAME_kernels_1.c and so on are those of a large one. */
Str cg_file_name(const char *module, uint32_t file);
/* The one with the function of a variant that was collected. */
uint32_t cg_file_of(const Variant *variant);

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

void cg_print_graph(Buf *out, const Variant *variant); /* as ir_print() does, with places */
/* The back ends that took a variant, the first that is asked in front: "torch_fx:inductor, c". */
void cg_print_backends(Buf *out, const Variant *variant);
/* Calls visit for each back end of the list that did not take it. */
void cg_visit_declines(const Variant *variant, void (*visit)(void *env, const char *backend, const char *reason),
                       void *env);

/* The torch version that generated code is checked against. */
#define CG_TORCH_VERSION "2.13.0"
#endif
