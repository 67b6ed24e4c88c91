/* Look-up in the table of embedded files, which are in order of name. Each module that a program mentions asks whether
 * the prelude has a file for it. */
#include "support/embedded.h"

#include <stdlib.h>
#include <string.h>

static int by_name(const void *name, const void *file) { return strcmp(name, ((const EmbeddedFile *)file)->name); }

const EmbeddedFile *embedded_find(const char *name) {
    static size_t count;
    while (embedded_files[count].name)
        count++;
    return bsearch(name, embedded_files, count, sizeof *embedded_files, by_name);
}
