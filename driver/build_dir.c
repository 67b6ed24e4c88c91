/* Writes, installs and discards the files of one build; see build_dir.h. */
#include "driver/build_dir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
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

/* Temporary folders of builds that were killed: their process is gone, and they are older than what a build takes (the
 * process of another container cannot be seen). */
static void discard_abandoned(Arena *arena, const char *target) {
    enum { SECONDS = 3600 };
    const char *temporary = build_dir_temporary(arena, target, 0), *slash = strrchr(temporary, '/');
    const char *folder = slash ? arena_printf(arena, "%.*s/", (int)(slash - temporary), temporary) : "./";
    const char *name = slash ? slash + 1 : temporary;
    size_t stem = strlen(name) - 1;
    DIR *beside = opendir(folder);
    for (struct dirent *entry; beside && (entry = readdir(beside));) {
        char *end;
        if (strncmp(entry->d_name, name, stem) != 0)
            continue;
        long pid = strtol(entry->d_name + stem, &end, 10);
        const char *path = arena_printf(arena, "%s%s", folder, entry->d_name);
        struct stat st;
        if (pid > 0 && !*end && kill((pid_t)pid, 0) != 0 && errno == ESRCH && stat(path, &st) == 0 &&
            time(NULL) - st.st_mtime > SECONDS)
            build_dir_discard(path);
    }
    if (beside)
        closedir(beside);
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
    discard_abandoned(arena, target);
    build_dir_discard(dir->temporary);
    if (mkdir(dir->temporary, 0777) != 0)
        return output_error(diags, "cannot make the output folder", target);
    return true;
}

static void add_file(BuildDir *dir, Arena *arena, BuildFile file) {
    if (dir->count == dir->cap)
        dir->files = vec_grow(arena, dir->files, dir->count, &dir->cap, sizeof *dir->files);
    dir->files[dir->count++] = file;
}

void build_dir_add(BuildDir *dir, Arena *arena, const char *name) { add_file(dir, arena, (BuildFile){.name = name}); }

bool build_dir_has(const BuildDir *dir, const char *name) {
    for (uint32_t i = 0; i < dir->count; i++)
        if (strcmp(dir->files[i].name, name) == 0)
            return true;
    return false;
}

/* Is that the text of the file, which may be changed? */
static bool holds(const char *path, const char *text, size_t len) {
    char part[1 << 14];
    struct stat status;
    int file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    bool same = file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) && (size_t)status.st_size == len;
    while (same && len) {
        ssize_t count = read(file, part, sizeof part);
        same = count > 0 && (size_t)count <= len && memcmp(part, text, (size_t)count) == 0;
        text += same ? count : 0;
        len -= same ? (size_t)count : 0;
    }
    if (file >= 0)
        close(file);
    return same;
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
    bool stays = !dir->is_built_in && holds(arena_printf(arena, "%s/%s", dir->target, name), text, len);
    if (!stays && !build_dir_scratch(dir, arena, name, text, len, diags))
        return false;
    add_file(dir, arena, (BuildFile){name, stays});
    return true;
}

static bool install_file(const BuildDir *dir, BuildFile file, DiagList *diags) {
    Buf from = {0}, to = {0};
    buf_printf(&from, "%s/%s", dir->temporary, file.name);
    buf_printf(&to, "%s/%s", dir->target, file.name);
    bool ok = (file.stays ? utimensat(AT_FDCWD, to.data, NULL, 0) : rename(from.data, to.data)) == 0 ||
              output_error(diags, "cannot write", to.data);
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
    BuildFile last_file = {.name = last};
    for (uint32_t i = 0; i < dir->count; i++) {
        BuildFile file = dir->files[i];
        stale_is_ours = stale_is_ours || strcmp(file.name, stale) == 0;
        if (strcmp(file.name, last) == 0)
            last_file = file;
        else if (!install_file(dir, file, diags))
            return false;
    }
    if (!stale_is_ours)
        remove_file(dir->target, stale);
    bool ok = install_file(dir, last_file, diags);
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
