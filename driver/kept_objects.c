/* Object files of the run time that are kept: with PYAOT_RUNTIME_CACHE=DIR a build finds there what an earlier one has
 * compiled with the same flags, so that it compiles the kernels alone. `pyaot minify`, which builds hundreds of
 * programs with one compiler, works so. The name of an object says the compiler's command and the text of the whole run
 * time; it does not say which compiler a name like "cc" means. */
#include "driver/compile.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/embedded.h"

static uint64_t hash(uint64_t value, const char *text, size_t len) { /* FNV-1a */
    for (size_t i = 0; i < len; i++)
        value = (value ^ (unsigned char)text[i]) * 0x100000001b3u;
    return value;
}

static uint64_t hash_of_runtime(void) {
    uint64_t value = 0xcbf29ce484222325u;
    for (const EmbeddedFile *file = embedded_files; file->name; file++)
        if (strncmp(file->name, "runtime/", 8) == 0)
            value = hash(value, file->text, file->len + 1);
    return value;
}

const char *kept_object(Arena *arena, const CompileJob *job, const Arguments *command, const char *source) {
    const char *folder = getenv("PYAOT_RUNTIME_CACHE");
    if (!folder || !*folder || job->debug || !embedded_find(arena_printf(arena, "runtime/%s", source)))
        return NULL;
    uint64_t value = hash_of_runtime();
    for (uint32_t i = 0; command->data[i]; i++)
        value = hash(value, command->data[i], strlen(command->data[i]) + 1);
    return arena_printf(arena, "%s/%016" PRIx64 ".o", folder, value);
}

/* Copies a file to a name that is not there; false when it cannot, and then nothing is left of it. */
static bool copy_file(const char *from, const char *to) {
    char piece[1 << 16];
    FILE *in = fopen(from, "rb"), *out = in ? fopen(to, "wbx") : NULL;
    bool whole = out != NULL;
    size_t len;
    while (whole && (len = fread(piece, 1, sizeof piece, in)) > 0)
        whole = fwrite(piece, 1, len, out) == len;
    whole = whole && !ferror(in);
    if (in)
        fclose(in);
    if (!out)
        return false;
    whole = fclose(out) == 0 && whole;
    if (!whole)
        unlink(to);
    return whole;
}

bool kept_object_take(const char *kept, const char *object) {
    return kept && (link(kept, object) == 0 || (errno == EXDEV && copy_file(kept, object)));
}

/* Several builds may keep the same object at a time: each one's name leads to a whole file, or to none. */
void kept_object_add(Arena *arena, const char *kept, const char *object) {
    if (!kept)
        return;
    char *folder = arena_printf(arena, "%s", kept);
    *strrchr(folder, '/') = '\0';
    if (link(object, kept) == 0)
        return;
    if (errno == ENOENT && (mkdir(folder, 0777) == 0 || errno == EEXIST) && link(object, kept) == 0)
        return;
    if (errno == EXDEV) { /* the folder is on another file system */
        char *temporary = arena_printf(arena, "%s.%ld", kept, (long)getpid());
        if (copy_file(object, temporary) && rename(temporary, kept) != 0)
            unlink(temporary);
    }
    /* where that fails too, nothing is lost but time */
}
