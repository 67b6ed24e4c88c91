/* The output folder. Files are first written into a temporary folder beside it; only when everything has succeeded do
 * they replace those of an earlier build, so that a failure leaves the old build as it was. Other files in the folder
 * stay. */
#ifndef PYAOT_BUILD_DIR_H
#define PYAOT_BUILD_DIR_H
#include "support/support.h"

typedef struct BuildFile {
    const char *name;
    bool stays; /* the target has it, with this text: it gets a new date, as if it had been written */
} BuildFile;

typedef struct BuildDir {
    const char *target; /* as the user named it */
    char *temporary;    /* beside the target; removed by build_dir_discard */
    bool is_built_in;   /* a compiler is run in the temporary folder, which has to hold all files */
    BuildFile *files;   /* written so far */
    uint32_t count, cap;
} BuildDir;

/* Each returns false after adding an error with code D_OUTPUT. */
bool build_dir_open(BuildDir *dir, Arena *arena, const char *target, DiagList *diags);
/* The same for a file that is gone before the build is committed. */
bool build_dir_scratch(const BuildDir *dir, Arena *arena, const char *name, const char *text, size_t len,
                       DiagList *diags);
bool build_dir_write(BuildDir *dir, Arena *arena, const char *name, const char *text, size_t len, DiagList *diags);
void build_dir_add(BuildDir *dir, Arena *arena, const char *name); /* a file that someone else wrote into `temporary` */
bool build_dir_has(const BuildDir *dir, const char *name);         /* is it one of this build? */
/* Moves the files into place, `last` (the stub) after all others; `stale` is removed if this build did not write it. */
bool build_dir_commit(BuildDir *dir, const char *last, const char *stale, DiagList *diags);
/* The name of the temporary folder that process `pid` uses for `target`. */
char *build_dir_temporary(Arena *arena, const char *target, long pid);
void build_dir_discard(const char *temporary);
#endif
