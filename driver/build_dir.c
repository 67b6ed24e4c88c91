/* Writes, installs and discards the files of one build; see build_dir.h. */
#include "driver/build_dir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool output_error(DiagList *diags, const char *what, const char *path) {
    diag_add(diags, DIAG_ERROR, D_OUTPUT, (Span){0}, "%s '%s': %s", what, path, strerror(errno));
    return false;
}

char *build_dir_temporary(Arena *arena, const char *target, long pid) {
    size_t len = strlen(target);
    while (len > 1 && target[len - 1] == '/')
        len--;
    return arena_printf(arena, "%.*s.pyaot-%ld", (int)len, target, pid);
}

/* mkdir -p for the folders above `path`. */
static bool make_parents(Arena *arena, const char *path) {
    char *copy = arena_printf(arena, "%s", path);
    for (char *at = copy + 1; *at; at++) {
        if (*at != '/')
            continue;
        *at = 0;
        if (mkdir(copy, 0777) != 0 && errno != EEXIST)
            return false;
        *at = '/';
    }
    return true;
}

bool build_dir_open(BuildDir *dir, Arena *arena, const char *target, DiagList *diags) {
    struct stat st;
    dir->target = target;
    if (stat(target, &st) == 0) {
        if (!S_ISDIR(st.st_mode)) {
            errno = ENOTDIR;
            return output_error(diags, "cannot use the output folder", target);
        }
        if (access(target, W_OK | X_OK) != 0)
            return output_error(diags, "cannot write into the output folder", target);
    }
    dir->temporary = build_dir_temporary(arena, target, (long)getpid());
    if (!make_parents(arena, dir->temporary))
        return output_error(diags, "cannot make the output folder", target);
    build_dir_discard(dir->temporary);
    if (mkdir(dir->temporary, 0777) != 0)
        return output_error(diags, "cannot make the output folder", target);
    return true;
}

void build_dir_add(BuildDir *dir, Arena *arena, const char *name) {
    if (dir->count == dir->cap)
        dir->files = vec_grow(arena, dir->files, dir->count, &dir->cap, sizeof *dir->files);
    dir->files[dir->count++] = name;
}

bool build_dir_scratch(const BuildDir *dir, Arena *arena, const char *name, const char *text, size_t len,
                       DiagList *diags) {
    char *path = arena_printf(arena, "%s/%s", dir->temporary, name);
    FILE *file = fopen(path, "wb");
    if (!file)
        return output_error(diags, "cannot write", path);
    bool written = len == 0 || fwrite(text, 1, len, file) == len;
    written = fflush(file) == 0 && written;
    int saved = errno;
    fclose(file);
    errno = saved;
    if (!written)
        return output_error(diags, "cannot write", path);
    return true;
}

bool build_dir_write(BuildDir *dir, Arena *arena, const char *name, const char *text, size_t len, DiagList *diags) {
    if (!build_dir_scratch(dir, arena, name, text, len, diags))
        return false;
    build_dir_add(dir, arena, name);
    return true;
}

static bool install_file(const BuildDir *dir, const char *name, DiagList *diags) {
    Buf from = {0}, to = {0};
    buf_printf(&from, "%s/%s", dir->temporary, name);
    buf_printf(&to, "%s/%s", dir->target, name);
    bool ok = rename(from.data, to.data) == 0 || output_error(diags, "cannot write", to.data);
    buf_free(&from);
    buf_free(&to);
    return ok;
}

static void remove_file(const char *folder, const char *name) {
    Buf path = {0};
    buf_printf(&path, "%s/%s", folder, name);
    unlink(path.data);
    buf_free(&path);
}

bool build_dir_commit(BuildDir *dir, const char *last, const char *stale, DiagList *diags) {
    struct stat st;
    if (stat(dir->target, &st) != 0)
        return rename(dir->temporary, dir->target) == 0 ||
               output_error(diags, "cannot make the output folder", dir->target);
    bool stale_is_ours = false;
    for (uint32_t i = 0; i < dir->count; i++) {
        stale_is_ours = stale_is_ours || strcmp(dir->files[i], stale) == 0;
        if (strcmp(dir->files[i], last) != 0 && !install_file(dir, dir->files[i], diags))
            return false;
    }
    if (!stale_is_ours)
        remove_file(dir->target, stale);
    bool ok = install_file(dir, last, diags);
    build_dir_discard(dir->temporary);
    return ok;
}

void build_dir_discard(const char *temporary) {
    DIR *folder = opendir(temporary);
    if (!folder)
        return;
    for (struct dirent *item = readdir(folder); item; item = readdir(folder))
        if (strcmp(item->d_name, ".") != 0 && strcmp(item->d_name, "..") != 0)
            remove_file(temporary, item->d_name);
    closedir(folder);
    rmdir(temporary);
}
