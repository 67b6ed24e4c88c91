/* Runs the C compiler on the generated files. */
#ifndef PYAOT_COMPILE_H
#define PYAOT_COMPILE_H
#include "support/support.h"

typedef struct CompileJob {
    const char *folder;         /* the compiler runs here, so that no path of this machine gets into its output */
    const char *const *sources; /* names in the folder */
    int source_count;
    const char *output;         /* name in the folder */
    const char *python_include; /* folder that has Python.h */
    bool verbose;
} CompileJob;
/* Honours $CC and $CFLAGS. False after adding an error with code D_CC; the compiler's own messages go to stderr. */
bool compile_extension(Arena *arena, const CompileJob *job, DiagList *diags);
#endif
