/* Files that travel inside the compiler: the prelude ("prelude/torch.py") and the run time ("runtime/pyaot_runtime.h").
 * The table is generated from the tree by scripts/embed.py into build/gen/embedded.c, in order of name. */
#ifndef PYAOT_EMBEDDED_H
#define PYAOT_EMBEDDED_H

#include <stddef.h>

typedef struct EmbeddedFile {
    const char *name;
    const char *text; /* NUL-terminated; the NUL is not counted in len */
    size_t len;
} EmbeddedFile;

extern const EmbeddedFile embedded_files[]; /* ends with a row whose name is NULL */

/* The file of that name, or NULL. */
const EmbeddedFile *embedded_find(const char *name);

#endif
