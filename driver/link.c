/* Linking an extension that back ends have made objects for, with the run time as `make llvm` compiled it: this needs a
 * linker and no C compiler. The linker is $LD, or the first of ld.lld-19, ld.lld and ld on the path. libgomp is named
 * by a stand-in beside the run time; the one that PyTorch has loaded is what the extension gets. */
#include "driver/compile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool on_path(const char *program) {
    const char *path = getenv("PATH");
    char full[4096];
    while (path && *path) {
        size_t len = strcspn(path, ":");
        snprintf(full, sizeof full, "%.*s/%s", (int)len, path, program);
        if (access(full, X_OK) == 0)
            return true;
        path += len + (path[len] == ':');
    }
    return false;
}

static const char *linker(void) {
    static const char *const known[] = {"ld.lld-19", "ld.lld", "ld"};
    const char *named = getenv("LD");
    if (named && *named)
        return named;
    for (size_t i = 0; i < COUNT_OF(known); i++)
        if (on_path(known[i]))
            return known[i];
    return known[0];
}

/* The level of the prebuilt run time that runs on the machine that code is made for. */
static const char *runtime_level(const char *cpu) {
    if (cpu && strcmp(cpu, "native") != 0)
        return strcmp(cpu, "x86-64-v2") == 0 ? "x86-64" : cpu;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512cd"))
        return "x86-64-v4";
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2"))
        return "x86-64-v3";
#endif
    return "x86-64";
}

bool link_arguments(Arena *arena, const CompileJob *job, Arguments *arguments, DiagList *diags) {
    static const char *const folders[] = {"/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib64", "/usr/lib64"};
    const char *archive =
        arena_printf(arena, "%s/libpyaot_runtime_%s.a", job->plugins ? job->plugins : ".", runtime_level(job->cpu));
    if (access(archive, R_OK) != 0) {
        diag_add(diags, DIAG_ERROR, D_CC, (Span){0}, "the prebuilt run time '%s' is missing; `make llvm` makes it",
                 archive);
        return false;
    }
    arguments_push(arena, arguments, linker());
    arguments_push(arena, arguments, "-shared");
    arguments_push(arena, arguments, "--gc-sections");
    for (size_t i = 0; i < COUNT_OF(folders); i++)
        vec_push(arena, arguments, arena_printf(arena, "-L%s", folders[i]));
    for (int i = 0; i < job->object_count; i++)
        arguments_push(arena, arguments, job->objects[i]);
    arguments_push(arena, arguments, archive);
    vec_push(arena, arguments, arena_printf(arena, "%s/libgomp.so.1", job->plugins));
    arguments_push(arena, arguments, "-l:libm.so.6");
    arguments_push(arena, arguments, "-l:libc.so.6");
    arguments_push(arena, arguments, "-o");
    arguments_push(arena, arguments, job->output);
    vec_push(arena, arguments, (char *)NULL);
    return true;
}
