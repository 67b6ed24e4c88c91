/* pyaot minify: writes the Python files of driver/minify/ into a temporary folder and runs them with the target
 * interpreter; see there. They call this program back to build each candidate. */
#include "driver/minify.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver/child.h"
#include "driver/compile.h"
#include "support/embedded.h"

static const char *const scripts[] = {"minify.py", "reproduce.py", "files.py"};

typedef VEC(const char *) Words;

static bool write_scripts(Arena *arena, const char *folder) {
    for (size_t i = 0; i < COUNT_OF(scripts); i++) {
        const EmbeddedFile *script = embedded_find(arena_printf(arena, "driver/minify/%s", scripts[i]));
        FILE *file = fopen(arena_printf(arena, "%s/%s", folder, scripts[i]), "wb");
        bool ok = file && fwrite(script->text, 1, script->len, file) == script->len;
        if ((file && fclose(file) != 0) || !ok)
            return false;
    }
    return true;
}

static void remove_scripts(Arena *arena, const char *folder) {
    for (size_t i = 0; i < COUNT_OF(scripts); i++)
        unlink(arena_printf(arena, "%s/%s", folder, scripts[i]));
    rmdir(folder);
}

static void push_pair(Arena *arena, Words *arguments, const char *flag, const char *value) {
    if (!value)
        return;
    vec_push(arena, arguments, flag);
    vec_push(arena, arguments, value);
}

/* The list of --backend with paths that hold in any folder. */
static const char *full_backends(Arena *arena, const char *text) {
    const char *names = "";
    for (;; text++) {
        size_t len = strcspn(text, ",");
        const char *name = arena_printf(arena, "%.*s", (int)len, text);
        bool is_file = memchr(name, '/', strcspn(name, ":")) != NULL;
        names = arena_printf(arena, "%s%s%s", names, *names ? "," : "", is_file ? full_path(arena, name) : name);
        text += len;
        if (!*text)
            return names;
    }
}

static Words command_of(Arena *arena, const Options *options, const char *folder, const char *self) {
    Words command = {0};
    vec_push(arena, &command, options->python ? options->python : "python3");
    vec_push(arena, &command, "-B"); /* leaves no byte code in the folder */
    vec_push(arena, &command, (const char *)arena_printf(arena, "%s/minify.py", folder));
    vec_push(arena, &command, options->source);
    push_pair(arena, &command, "-o", options->output);
    push_pair(arena, &command, "--pyaot", self);
    push_pair(arena, &command, "--calls", options->calls_file);
    for (uint32_t i = 0; i < options->calls.len; i++)
        push_pair(arena, &command, "--call", options->calls.data[i]);
    if (options->force)
        vec_push(arena, &command, "--option=--force");
    if (options->backends)
        vec_push(arena, &command,
                 (const char *)arena_printf(arena, "--option=--backend=%s", full_backends(arena, options->backends)));
    if (options->cpu)
        vec_push(arena, &command, (const char *)arena_printf(arena, "--option=--cpu=%s", options->cpu));
    vec_push(arena, &command, (const char *)NULL);
    return command;
}

static int run(const char **command) {
    pid_t child = fork_child(SIGINT); /* as if it had been stopped itself */
    if (child == 0) {
        execvp(command[0], (char **)command);
        fprintf(stderr, "pyaot: error: %s: %s; name the interpreter with --python\n", command[0], strerror(errno));
        _exit(EXIT_INPUT);
    }
    if (child < 0)
        return EXIT_FAULT;
    signal(SIGINT, SIG_IGN); /* the search stops, and writes what it has */
    int status = wait_for_child(child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAULT;
}

int minify_command(Arena *arena, const Options *options) {
    const char *temporary = getenv("TMPDIR");
    char *folder = arena_printf(arena, "%s/pyaot-minify-XXXXXX", temporary && *temporary ? temporary : "/tmp");
    char self[4096];
    ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);
    if (len < 0 || !mkdtemp(folder)) {
        fprintf(stderr, "pyaot: error: %s: %s\n", len < 0 ? "/proc/self/exe" : folder, strerror(errno));
        return EXIT_INPUT;
    }
    self[len] = '\0';
    int status = EXIT_INPUT;
    if (write_scripts(arena, folder))
        status = run(command_of(arena, options, folder, self).data);
    else
        fprintf(stderr, "pyaot: error: cannot write into %s: %s\n", folder, strerror(errno));
    remove_scripts(arena, folder);
    return status;
}
