/* Builds the extension with the system's C compiler, or with a linker alone where no C is left to compile, as child
 * processes without a shell. */
#include "driver/compile.h"

#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver/child.h"
#include "support/embedded.h"

/* What the generated code needs to reach its speed: vectors as wide as the machine has, no errno and no traps from
 * maths. Nothing here relaxes IEEE arithmetic further. */
static const char *const base_flags[] = {
    "-std=gnu11", "-O3",   "-mprefer-vector-width=512", "-fno-math-errno", "-fno-trapping-math",
    "-fopenmp",   "-fPIC", "-fvisibility=hidden"};
/* The run time's matrix products may fuse. In a kernel, x * x must be the same number wherever it is computed: fused
 * with what is subtracted from it in one place alone, it would leave a rest where eager leaves none. */
static const char runtime_contraction[] = "-ffp-contract=fast", kernel_contraction[] = "-ffp-contract=off";

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

void arguments_push(Arena *arena, Arguments *arguments, const char *text) {
    vec_push(arena, arguments, arena_printf(arena, "%s", text));
}

const char *full_path(Arena *arena, const char *path) {
    char full[PATH_MAX];
    return realpath(path, full) ? arena_printf(arena, "%s", full) : path;
}

static Arguments compiler_and_flags(Arena *arena, const char *cpu) {
    Arguments arguments = {0};
    const char *compiler = getenv("CC");
    push_words(arena, &arguments, compiler && *compiler ? compiler : "cc");
    for (size_t i = 0; i < COUNT_OF(base_flags); i++)
        arguments_push(arena, &arguments, base_flags[i]);
    vec_push(arena, &arguments, arena_printf(arena, "-march=%s", cpu ? cpu : "native"));
    return arguments;
}

static const char *object_name(Arena *arena, const char *source) {
    return arena_printf(arena, "%.*s.o", (int)(strlen(source) - 2), source);
}

static Arguments compile_command(Arena *arena, const CompileJob *job, const char *source) {
    Arguments arguments = compiler_and_flags(arena, job->cpu);
    arguments_push(arena, &arguments, "-I.");
    vec_push(arena, &arguments, arena_printf(arena, "-I%s", job->python_include));
    if (job->debug) {
        arguments_push(arena, &arguments, "-g");
        vec_push(arena, &arguments,
                 arena_printf(arena, "-fdebug-prefix-map=%s=%s", full_path(arena, job->folder), job->debug));
    }
    bool is_runtime = embedded_find(arena_printf(arena, "runtime/%s", source));
    arguments_push(arena, &arguments, is_runtime ? runtime_contraction : kernel_contraction);
    push_words(arena, &arguments, getenv("CFLAGS"));
    if (!is_runtime)
        push_words(arena, &arguments, job->flags);
    arguments_push(arena, &arguments, "-c");
    arguments_push(arena, &arguments, source);
    arguments_push(arena, &arguments, "-o");
    arguments_push(arena, &arguments, object_name(arena, source));
    vec_push(arena, &arguments, (char *)NULL);
    return arguments;
}

static Arguments compiler_link_command(Arena *arena, const CompileJob *job) {
    Arguments arguments = compiler_and_flags(arena, job->cpu);
    push_words(arena, &arguments, getenv("CFLAGS"));
    arguments_push(arena, &arguments, "-shared");
    for (uint32_t i = 0; i < job->sources.len; i++)
        arguments_push(arena, &arguments, object_name(arena, job->sources.data[i]));
    for (int i = 0; i < job->object_count; i++)
        arguments_push(arena, &arguments, job->objects[i]);
    arguments_push(arena, &arguments, "-o");
    arguments_push(arena, &arguments, job->output);
    push_words(arena, &arguments, job->flags);
    arguments_push(arena, &arguments, "-lm");
    vec_push(arena, &arguments, (char *)NULL);
    return arguments;
}

enum { CANNOT_RUN = 127 };

static void run_child(const CompileJob *job, char **arguments, bool tells) {
    if (chdir(job->folder) != 0)
        _exit(CANNOT_RUN);
    execvp(arguments[0], arguments);
    if (tells)
        fprintf(stderr, "%s: %s\n", arguments[0], strerror(errno));
    _exit(CANNOT_RUN);
}

static const char *kind(const CompileJob *job) { return job->sources.len ? "C compiler" : "linker"; }

static bool failed(const CompileJob *job, DiagList *diags, const char *program, int status) {
    if (WIFSIGNALED(status))
        diag_add(diags, DIAG_ERROR, D_CC, (Span){0}, "the %s '%s' was killed by signal %d", kind(job), program,
                 WTERMSIG(status));
    else if (WEXITSTATUS(status) == CANNOT_RUN)
        diag_add(diags, DIAG_ERROR, D_CC, (Span){0}, "the %s '%s' cannot be run; %s", kind(job), program,
                 job->sources.len ? "install one (Debian: apt-get install gcc) or set CC"
                                  : "it is $LD, or the first of ld.lld-19, ld.lld and ld on the path: install one "
                                    "(Debian: apt-get install lld-19, or binutils) or set LD");
    else
        diag_add(diags, DIAG_ERROR, D_CC, (Span){0}, "the %s '%s' failed with status %d", kind(job), program,
                 WEXITSTATUS(status));
    return false;
}

/* Starts one command; -1 after an error was added. `tells`: it says why it cannot be run; one of several that run the
 * same program does. */
static pid_t start(const CompileJob *job, const Arguments *arguments, bool tells, DiagList *diags) {
    if (job->verbose) {
        fputs("pyaot: running", stderr);
        for (uint32_t i = 0; arguments->data[i]; i++)
            fprintf(stderr, " %s", arguments->data[i]);
        fputc('\n', stderr);
    }
    pid_t child = fork_child(SIGKILL); /* what it would write is thrown away */
    if (child == 0)
        run_child(job, arguments->data, tells);
    if (child < 0)
        diag_add(diags, DIAG_ERROR, D_CC, (Span){0}, "cannot start the %s: %s", kind(job), strerror(errno));
    return child;
}

/* One source on its way to an object. */
typedef struct Compilation {
    const char *object, *kept; /* paths; kept: see kept_objects.c */
    pid_t child;               /* 0: the object was kept */
} Compilation;

static bool begin(Arena *arena, const CompileJob *job, const char *source, Compilation *out, DiagList *diags) {
    Arguments command = compile_command(arena, job, source);
    out->object = arena_printf(arena, "%s/%s", job->folder, object_name(arena, source));
    out->kept = kept_object(arena, job, &command, source);
    out->child =
        kept_object_take(out->kept, out->object) ? 0 : start(job, &command, source == job->sources.data[0], diags);
    return out->child >= 0;
}

static uint32_t processors(void) {
    cpu_set_t usable;
    return sched_getaffinity(0, sizeof usable, &usable) == 0 ? (uint32_t)CPU_COUNT(&usable) : 1;
}

/* How far it is, where a person may ask: on a terminal, and not after each of a few files. Nothing of it stays. */
static void show_progress(const CompileJob *job, uint32_t done) {
    enum { MANY = 16 };
    if (job->sources.len < MANY || job->verbose || !isatty(STDERR_FILENO))
        return;
    if (done < job->sources.len)
        fprintf(stderr, "\rpyaot: %u of %u C files compiled", done, job->sources.len);
    else
        fprintf(stderr, "\r%40s\r", "");
}

/* Waits for the end of one of the compilers; its status. */
static int finish_one(Arena *arena, Compilation *all, uint32_t begun) {
    int status;
    pid_t child = wait_for_any_child(&status);
    for (uint32_t i = 0; i < begun; i++)
        if (all[i].child == child && status == 0)
            kept_object_add(arena, all[i].kept, all[i].object);
    return status;
}

/* As many sources at once as there are processors, in their order. After a failure no other one is begun. */
static bool compile_sources(Arena *arena, const CompileJob *job, DiagList *diags) {
    Compilation *all = arena_array(arena, Compilation, job->sources.len + 1);
    uint32_t begun = 0, running = 0, most = processors();
    int failure = 0;
    bool started = true;
    for (;;) {
        bool goes_on = started && !failure && begun < job->sources.len;
        if (goes_on && running < most) {
            started = begin(arena, job, job->sources.data[begun], &all[begun], diags);
            running += all[begun++].child > 0;
        } else if (running) {
            int status = finish_one(arena, all, begun);
            failure = failure ? failure : status;
            running--;
            show_progress(job, failure ? job->sources.len : begun - running);
        } else {
            break;
        }
    }
    if (!started)
        return false;
    return failure == 0 || failed(job, diags, compiler_and_flags(arena, job->cpu).data[0], failure);
}

static void remove_objects(Arena *arena, const CompileJob *job) {
    for (uint32_t i = 0; i < job->sources.len; i++)
        unlink(arena_printf(arena, "%s/%s", job->folder, object_name(arena, job->sources.data[i])));
    for (int i = 0; i < job->object_count; i++)
        unlink(arena_printf(arena, "%s/%s", job->folder, job->objects[i]));
}

bool compile_extension(Arena *arena, const CompileJob *job, DiagList *diags) {
    Arguments arguments = {0};
    if (!compile_sources(arena, job, diags))
        return false;
    if (job->sources.len)
        arguments = compiler_link_command(arena, job);
    else if (!link_arguments(arena, job, &arguments, diags))
        return false;
    pid_t child = start(job, &arguments, true, diags);
    int status = child > 0 ? wait_for_child(child) : -1;
    remove_objects(arena, job);
    if (child < 0)
        return false;
    if (status != 0)
        return failed(job, diags, arguments.data[0], status);
    if (access(arena_printf(arena, "%s/%s", job->folder, job->output), R_OK) == 0)
        return true;
    diag_add(diags, DIAG_ERROR, D_CC, (Span){0}, "the %s '%s' reported success but wrote no extension", kind(job),
             arguments.data[0]);
    return false;
}
