/* Builds the extension with the system's C compiler, as a child process without a shell. */
#include "driver/compile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the generated code needs to reach its speed: vectors as wide as the machine has, no errno and no traps from
 * maths, fused multiply-add. Nothing here relaxes IEEE arithmetic further. */
static const char *const base_flags[] = {"-std=gnu11",
                                         "-O3",
                                         "-march=native",
                                         "-mprefer-vector-width=512",
                                         "-fno-math-errno",
                                         "-fno-trapping-math",
                                         "-ffp-contract=fast",
                                         "-fopenmp",
                                         "-fPIC",
                                         "-fvisibility=hidden"};

typedef VEC(char *) Arguments;

/* Splits at blanks; quotes are not special, as in make's $(CFLAGS). */
static void push_words(Arena *arena, Arguments *arguments, const char *text) {
    while (text && *text) {
        size_t skip = strspn(text, " \t\n");
        size_t len = strcspn(text + skip, " \t\n");
        if (len)
            vec_push(arena, arguments, arena_printf(arena, "%.*s", (int)len, text + skip));
        text += skip + len;
    }
}

static void push_text(Arena *arena, Arguments *arguments, const char *text) {
    vec_push(arena, arguments, arena_printf(arena, "%s", text));
}

static Arguments compiler_and_flags(Arena *arena) {
    Arguments arguments = {0};
    const char *compiler = getenv("CC");
    push_words(arena, &arguments, compiler && *compiler ? compiler : "cc");
    for (size_t i = 0; i < COUNT_OF(base_flags); i++)
        push_text(arena, &arguments, base_flags[i]);
    return arguments;
}

static const char *object_name(Arena *arena, const char *source) {
    return arena_printf(arena, "%.*s.o", (int)(strlen(source) - 2), source);
}

static Arguments compile_command(Arena *arena, const CompileJob *job, const char *source) {
    Arguments arguments = compiler_and_flags(arena);
    push_text(arena, &arguments, "-I.");
    vec_push(arena, &arguments, arena_printf(arena, "-I%s", job->python_include));
    push_words(arena, &arguments, getenv("CFLAGS"));
    push_text(arena, &arguments, "-c");
    push_text(arena, &arguments, source);
    push_text(arena, &arguments, "-o");
    push_text(arena, &arguments, object_name(arena, source));
    vec_push(arena, &arguments, (char *)NULL);
    return arguments;
}

static Arguments link_command(Arena *arena, const CompileJob *job) {
    Arguments arguments = compiler_and_flags(arena);
    push_words(arena, &arguments, getenv("CFLAGS"));
    push_text(arena, &arguments, "-shared");
    for (int i = 0; i < job->source_count; i++)
        push_text(arena, &arguments, object_name(arena, job->sources[i]));
    push_text(arena, &arguments, "-o");
    push_text(arena, &arguments, job->output);
    push_text(arena, &arguments, "-lm");
    vec_push(arena, &arguments, (char *)NULL);
    return arguments;
}

enum { CANNOT_RUN = 127 };

static void run_child(const CompileJob *job, char **arguments) {
    if (chdir(job->folder) != 0)
        _exit(CANNOT_RUN);
    execvp(arguments[0], arguments);
    fprintf(stderr, "%s: %s\n", arguments[0], strerror(errno));
    _exit(CANNOT_RUN);
}

static bool failed(DiagList *diags, const char *compiler, int status) {
    if (WIFSIGNALED(status))
        diag_add(diags, DIAG_ERROR, D_CC, (Span){0}, "the C compiler '%s' was killed by signal %d", compiler,
                 WTERMSIG(status));
    else if (WEXITSTATUS(status) == CANNOT_RUN)
        diag_add(diags, DIAG_ERROR, D_CC, (Span){0},
                 "the C compiler '%s' cannot be run; install one (Debian: apt-get install gcc) or set CC", compiler);
    else
        diag_add(diags, DIAG_ERROR, D_CC, (Span){0}, "the C compiler '%s' failed with status %d", compiler,
                 WEXITSTATUS(status));
    return false;
}

/* Starts one command; -1 after an error was added. */
static pid_t start(const CompileJob *job, const Arguments *arguments, DiagList *diags) {
    if (job->verbose) {
        fputs("pyaot: running", stderr);
        for (uint32_t i = 0; arguments->data[i]; i++)
            fprintf(stderr, " %s", arguments->data[i]);
        fputc('\n', stderr);
    }
    pid_t child = fork();
    if (child == 0)
        run_child(job, arguments->data);
    if (child < 0)
        diag_add(diags, DIAG_ERROR, D_CC, (Span){0}, "cannot start the C compiler: %s", strerror(errno));
    return child;
}

static int wait_for(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

/* All sources at once: they are few, and the slowest one takes about as long as the others together. */
static bool compile_sources(Arena *arena, const CompileJob *job, DiagList *diags) {
    pid_t *children = arena_array(arena, pid_t, job->source_count + 1);
    int first_failure = 0;
    bool started = true;
    for (int i = 0; i < job->source_count && started; i++) {
        Arguments arguments = compile_command(arena, job, job->sources[i]);
        children[i] = start(job, &arguments, diags);
        started = children[i] > 0;
    }
    for (int i = 0; i < job->source_count && children[i] > 0; i++) {
        int status = wait_for(children[i]);
        first_failure = first_failure ? first_failure : status;
    }
    if (!started)
        return false;
    return first_failure == 0 || failed(diags, compiler_and_flags(arena).data[0], first_failure);
}

static void remove_objects(Arena *arena, const CompileJob *job) {
    for (int i = 0; i < job->source_count; i++)
        unlink(arena_printf(arena, "%s/%s", job->folder, object_name(arena, job->sources[i])));
}

bool compile_extension(Arena *arena, const CompileJob *job, DiagList *diags) {
    if (!compile_sources(arena, job, diags))
        return false;
    Arguments arguments = link_command(arena, job);
    pid_t child = start(job, &arguments, diags);
    int status = child > 0 ? wait_for(child) : -1;
    remove_objects(arena, job);
    if (child < 0)
        return false;
    if (status != 0)
        return failed(diags, arguments.data[0], status);
    if (access(arena_printf(arena, "%s/%s", job->folder, job->output), R_OK) == 0)
        return true;
    diag_add(diags, DIAG_ERROR, D_CC, (Span){0}, "the C compiler '%s' reported success but wrote no extension",
             arguments.data[0]);
    return false;
}
