/* Back ends in shared objects: where they are looked for, and what is checked before one is used. */
#include "codegen/backend.h"
#include "include/pyaot_backend.h"

#include <dirent.h>
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef const PyaotBackend *EntryPoint(uint32_t host_version);

/* ---- where ------------------------------------------------------------------------------------------------------- */
typedef VEC(const char *) Folders;

static Folders search_folders(Arena *arena) {
    Folders folders = {0};
    const char *path = getenv("PYAOT_BACKEND_PATH");
    while (path && *path) {
        size_t len = strcspn(path, ":");
        if (len)
            vec_push(arena, &folders, (const char *)arena_printf(arena, "%.*s", (int)len, path));
        path += len + (path[len] == ':');
    }
    char own[4096];
    ssize_t len = readlink("/proc/self/exe", own, sizeof own - 1);
    if (len > 0) {
        own[len] = '\0';
        *strrchr(own, '/') = '\0';
        vec_push(arena, &folders, (const char *)arena_printf(arena, "%s", own));
        vec_push(arena, &folders, (const char *)arena_printf(arena, "%s/lib/pyaot", own));
        vec_push(arena, &folders, (const char *)arena_printf(arena, "%s/../lib/pyaot", own));
    }
    return folders;
}

static const char *find_file(Arena *arena, const char *name) {
    if (strchr(name, '/'))
        return name;
    Folders folders = search_folders(arena);
    for (uint32_t i = 0; i < folders.len; i++) {
        const char *path = arena_printf(arena, "%s/libpyaot_%s.so", folders.data[i], name);
        if (access(path, R_OK) == 0)
            return path;
    }
    return NULL;
}

const char *backend_folder(Arena *arena, const char *file) {
    Folders folders = search_folders(arena);
    for (uint32_t i = 0; i < folders.len; i++)
        if (access(arena_printf(arena, "%s/%s", folders.data[i], file), R_OK) == 0)
            return folders.data[i];
    return NULL;
}

/* ---- whose code is at work --------------------------------------------------------------------------------------- */
static char own_text[BACKEND_AT_WORK_SIZE];
char *backend_at_work = own_text;

void backend_begin(const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    vsnprintf(backend_at_work, BACKEND_AT_WORK_SIZE, fmt, args);
    va_end(args);
}

void backend_end(void) { *backend_at_work = '\0'; }

/* ---- what -------------------------------------------------------------------------------------------------------- */
static const char *check_code(const PyaotBackend *found) {
    const CodeBackend *code = found->code;
    if (!code)
        return NULL;
    return code->size == sizeof *code && code->emit ? NULL : "it belongs to another build of pyaot";
}

/* It stands in lists, in comments of C, and in reports. */
static const char *check_name(const char *name) {
    if (!*name || strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") != strlen(name))
        return "its name is no lower-case identifier";
    return backend_is_built_in(name) ? "its name is that of a built-in back end" : NULL;
}

static const char *check(const PyaotBackend *found) {
    if (!found)
        return "it does not work with this version of pyaot";
    if (found->version != PYAOT_BACKEND_VERSION)
        return "it was made for another version of pyaot_backend.h";
    if (found->size < offsetof(PyaotBackend, takes) || !found->name || !found->doc || (!found->compile && !found->code))
        return "what it says of itself is incomplete";
    const char *problem = check_name(found->name);
    return problem ? problem : check_code(found);
}

static const char *load_file(Arena *arena, Backend *backend, const char *path) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return arena_printf(arena, "%s", dlerror());
    EntryPoint *entry = (EntryPoint *)dlsym(library, "pyaot_backend");
    if (!entry)
        return "it has no function pyaot_backend";
    const PyaotBackend *found = entry(PYAOT_BACKEND_VERSION);
    const char *problem = check(found);
    if (problem)
        return problem;
    *backend = (Backend){.name = str_of(found->name),
                         .doc = arena_printf(arena, "%s", found->doc),
                         .from = arena_printf(arena, "%s", path),
                         .state = found->state,
                         .code = found->code,
                         .plugin = found->code ? NULL : found};
    return NULL;
}

static const char *load(Arena *arena, Backend *backend, const char *path) {
    backend_begin("the back end in '%s', while it was loaded", path);
    const char *problem = load_file(arena, backend, path);
    backend_end();
    return problem;
}

Backend *backend_load(Arena *arena, const char *name, const char **problem) {
    const char *path = find_file(arena, name);
    Backend *backend = arena_new_of(arena, Backend);
    *problem = path ? load(arena, backend, path) : NULL;
    return path && !*problem ? backend : NULL;
}

/* ---- all of them, for --list-backends ---------------------------------------------------------------------------- */
static int is_backend(const struct dirent *entry) {
    size_t len = strlen(entry->d_name);
    return len > 12 && strncmp(entry->d_name, "libpyaot_", 9) == 0 && strcmp(entry->d_name + len - 3, ".so") == 0;
}

void backend_visit_files(Arena *arena, void (*visit)(void *env, const char *path), void *env) {
    Folders folders = search_folders(arena);
    for (uint32_t i = 0; i < folders.len; i++) {
        struct dirent **entries;
        int count = scandir(folders.data[i], &entries, is_backend, alphasort);
        for (int k = 0; k < count; k++) {
            visit(env, arena_printf(arena, "%s/%s", folders.data[i], entries[k]->d_name));
            free(entries[k]);
        }
        if (count >= 0)
            free(entries);
    }
}
