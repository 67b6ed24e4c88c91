/* Look-up in the table of embedded files. The table is short and asked for a few times a run: a linear search does. */
#include "support/embedded.h"

#include <string.h>

const EmbeddedFile *embedded_find(const char *name) {
    for (const EmbeddedFile *file = embedded_files; file->name; file++) {
        if (strcmp(file->name, name) == 0)
            return file;
    }
    return NULL;
}
