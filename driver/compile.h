/* Runs the C compiler on the generated files. */
#ifndef PYAOT_COMPILE_H
#define PYAOT_COMPILE_H
#include "support/support.h"

typedef VEC(const char *) NameList;

typedef struct CompileJob {
    const char *folder; /* the compiler runs here, so that no path of this machine gets into its output */
    NameList sources;   /* in the folder; none: the objects are linked with the run time as it was built, without a C
                           compiler */
    const char *const *objects; /* names in the folder of what back ends made; removed in the end */
    int object_count;
    const char *flags;          /* words for compiling what is not of the run time, and for linking; NULL: none */
    const char *output;         /* name in the folder */
    const char *python_include; /* folder that has Python.h */
    const char *cpu;            /* "native", or a level of x86-64; NULL: native */
    const char *debug;          /* names in debug information are of this folder; NULL: none is asked for */
    const char *plugins;        /* folder of the prebuilt run time; NULL: there is none */
    bool verbose;
} CompileJob;
/* Honours $CC and $CFLAGS, and $LD where only a linker runs. False after adding an error with code D_CC; the compiler's
 * own messages go to stderr. */
bool compile_extension(Arena *arena, const CompileJob *job, DiagList *diags);

/* The absolute path, links resolved; `path` itself where it does not exist. */
const char *full_path(Arena *arena, const char *path);

/* The words of a command, ended by NULL. */
typedef VEC(char *) Arguments;
void arguments_push(Arena *arena, Arguments *arguments, const char *text);
/* link.c: the linker's command for a job without C sources. False after an error was added. */
bool link_arguments(Arena *arena, const CompileJob *job, Arguments *arguments, DiagList *diags);
/* kept_objects.c: where the object of a file of the run time is kept that this command makes; NULL: nowhere. */
const char *kept_object(Arena *arena, const CompileJob *job, const Arguments *command, const char *source);
/* False: it is not there. `kept` may be NULL. */
bool kept_object_take(const char *kept, const char *object);
void kept_object_add(Arena *arena, const char *kept, const char *object);
#endif
