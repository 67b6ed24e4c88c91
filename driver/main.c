/* pyaot: reads one Python source file and writes the folder that takes its place (see README).
 *
 * The work is done in a child process with a large stack: should it crash or be killed, the parent still removes the
 * temporary folder, names the phase in which it happened, and exits with status 3. */
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "analysis/analysis.h"
#include "codegen/backend.h"
#include "codegen/codegen.h"
#include "codegen/report.h"
#include "codegen/stub.h"
#include "driver/build_dir.h"
#include "driver/child.h"
#include "driver/compile.h"
#include "driver/minify.h"
#include "driver/options.h"
#include "driver/tools.h"
#include "parser/ast_command.h"
#include "parser/modules.h"
#include "parser/parser.h"
#include "parser/tree_file.h"
#include "support/beside.h"
#include "support/embedded.h"

enum { HEAP_STEP = 1 << 20 };

typedef struct Job {
    const Options *options;
    Arena *arena;
    DiagList diags;
    uint32_t printed; /* of them */
    CgModule *kernels;
    BackendList backends;
    const char **phase; /* in memory shared with the parent */
    double phase_start;
    int failure; /* the exit status where the build fails */
    int status;
} Job;

static double seconds_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void begin_phase(Job *job, const char *name) {
    double now = seconds_now();
    if (job->options->verbose && *job->phase)
        fprintf(stderr, "pyaot: %-10s %7.1f ms\n", *job->phase, (now - job->phase_start) * 1e3);
    *job->phase = name;
    job->phase_start = now;
}

/* The messages that are not printed yet. What is not installed comes first: much else follows from it. */
static void print_diags(Job *job) {
    Buf text = {0};
    for (int rest = 0; rest < 2; rest++)
        for (uint32_t i = job->printed; i < job->diags.items.len; i++)
            if ((job->diags.items.data[i].code != D_MODULE) == rest)
                diag_print(&text, &job->diags.items.data[i]);
    job->printed = job->diags.items.len;
    if (text.len)
        fputs(text.data, stderr);
    buf_free(&text);
}

/* ---- files ------------------------------------------------------------------------------------------------------ */

static bool has_suffix(const char *text, const char *suffix) {
    size_t len = strlen(text), suffix_len = strlen(suffix);
    return len >= suffix_len && strcmp(text + len - suffix_len, suffix) == 0;
}

/* Files of the run time that take long to compile, and what in the kernels calls for each. */
static const struct {
    const char *file, *call;
} costly_files[] = {
    {"pyaot_graph.c", "rt_graph_call("},      {"pyaot_graphs.py", "BACKENDS = ["},
    {"pyaot_gemm.h", "rt_matmul_"},           {"pyaot_matmul.h", "rt_matmul_"},
    {"pyaot_matmul_f32.c", "rt_matmul_f32("}, {"pyaot_matmul_f64.c", "rt_matmul_f64("},
};

static bool calls(const BackendFiles *files, const char *call) {
    for (uint32_t i = 0; i < files->items.len; i++) {
        const BackendFile *file = &files->items.data[i];
        bool unseen = file->kind == FILE_OBJECT && strncmp(call, "rt_", 3) == 0;
        if (unseen || (file->contents.data && strstr(file->contents.data, call)))
            return true; /* what an object calls is not looked at */
    }
    return false;
}

static bool is_needed(const char *name, const BackendFiles *files) {
    for (size_t i = 0; i < COUNT_OF(costly_files); i++)
        if (strcmp(costly_files[i].file, name) == 0)
            return calls(files, costly_files[i].call);
    return true;
}

/* Copies what these kernels need of the run time; the names of its C files are added to the sources. Without C of the
 * kernels, the run time is linked as it was built before, and only its Python file is needed. */
static bool write_runtime(Job *job, BuildDir *dir, const BackendFiles *files, CompileJob *compile) {
    bool with_c = compile->sources.len > 0;
    for (const EmbeddedFile *file = embedded_files; file->name; file++) {
        if (strncmp(file->name, "runtime/", 8) != 0 || !is_needed(file->name + 8, files))
            continue;
        const char *name = file->name + 8;
        if (!with_c && !has_suffix(name, ".py"))
            continue;
        if (!build_dir_write(dir, job->arena, name, file->text, file->len, &job->diags))
            return false;
        if (has_suffix(name, ".c"))
            vec_push(job->arena, &compile->sources, name);
    }
    return true;
}

static bool write_buf(Job *job, BuildDir *dir, const char *name, Buf *text) {
    bool ok = build_dir_write(dir, job->arena, name, text->data ? text->data : "", text->len, &job->diags);
    buf_free(text);
    return ok;
}

static bool write_file(Job *job, BuildDir *dir, BackendFile *file) {
    if (file->kind != FILE_OBJECT)
        return write_buf(job, dir, file->name, &file->contents);
    bool ok = build_dir_scratch(dir, job->arena, file->name, file->contents.data, file->contents.len, &job->diags);
    buf_free(&file->contents);
    return ok;
}

/* The folder of Python.h that belongs to the interpreter whose library folder (lib/python3.11) is on the module path.
 */
static const char *python_include(Job *job, const ModulePath *modules) {
    for (uint32_t i = 0; i < modules->dirs.len; i++) {
        Str folder = modules->dirs.data[i];
        const char *base = strrchr(folder, '/');
        if (!base || strncmp(base, "/python3", 8) != 0)
            continue;
        const char *include = arena_printf(job->arena, "%.*s/../include%s", (int)(base - folder), folder, base);
        if (access(arena_printf(job->arena, "%s/Python.h", include), R_OK) == 0)
            return include;
    }
    diag_add(&job->diags, DIAG_ERROR, D_CC, (Span){0},
             "Python.h was not found beside the target interpreter; install its headers (Debian: apt-get install "
             "python3-dev)");
    return NULL;
}

/* Everything but the kernels. */
typedef struct TextOutputs {
    const ModuleResult *result;
    const char *stub_name, *target; /* target: the stub's path */
    Buf stub, report, page, depfile;
} TextOutputs;

static void make_text_outputs(void *env) {
    TextOutputs *texts = env;
    stub_emit(&texts->stub, texts->result);
    report_json(&texts->report, texts->result);
    report_html(&texts->page, texts->result);
    report_depfile(&texts->depfile, texts->result, texts->target);
}

static bool write_text_outputs(Job *job, BuildDir *dir, TextOutputs *texts) {
    Arena *arena = job->arena;
    const char *name = texts->result->name;
    return write_buf(job, dir, arena_printf(arena, "%s.report.json", name), &texts->report) &&
           write_buf(job, dir, arena_printf(arena, "%s.report.html", name), &texts->page) &&
           write_buf(job, dir, arena_printf(arena, "%s.d", name), &texts->depfile) &&
           write_buf(job, dir, texts->stub_name, &texts->stub);
}

/* The kernels and what they need of the run time; their C files become the sources. */
static bool write_kernels(Job *job, BuildDir *dir, const CgCode *code, CompileJob *compile) {
    BackendFiles files = {.arena = job->arena};
    if (!cg_emit(job->kernels, code, &files, &job->diags))
        return false;
    const char **objects = arena_array(job->arena, const char *, files.items.len);
    compile->objects = objects;
    for (uint32_t i = 0; i < files.flags.len; i++)
        compile->flags = arena_printf(job->arena, "%s %s", compile->flags ? compile->flags : "", files.flags.data[i]);
    for (uint32_t i = 0; i < files.items.len; i++) {
        if (files.items.data[i].kind == FILE_C)
            vec_push(job->arena, &compile->sources, files.items.data[i].name);
        if (files.items.data[i].kind == FILE_OBJECT)
            objects[compile->object_count++] = files.items.data[i].name;
    }
    bool ok = write_runtime(job, dir, &files, compile);
    for (uint32_t i = 0; i < files.items.len; i++)
        ok = ok && write_file(job, dir, &files.items.data[i]);
    return ok;
}

/* What the compiler refuses may not be of pyaot's making. */
static void note_foreign_code(Job *job) {
    for (uint32_t i = 0; i < job->backends.items.len; i++) {
        const Backend *backend = job->backends.items.data[i];
        if (backend->plugin)
            diag_add(&job->diags, DIAG_NOTE, D_BACKEND, (Span){0},
                     "some of the C is of the back end '%s' (%s): if its functions are what fails, name it no longer",
                     backend->name, backend->from);
    }
}

/* What is told of a build, made before the build is complete: what fails later fails without one. */
typedef struct Told {
    const char *text, *summary;
} Told;

static Told told_of(Job *job, const ModuleResult *result) {
    Buf text = {0}, summary = {0};
    print_diags(job);
    int variants = report_variant_count(result);
    if (variants == 0)
        report_nothing(&text, result);
    report_text(&text, result, variants == 0 || job->options->verbose);
    report_summary(&summary, result);
    Told told = {.text = arena_printf(job->arena, "%s", text.data ? text.data : ""),
                 .summary = arena_printf(job->arena, "%s: %s; %d variant%s in %s\n", result->source->display,
                                         summary.data, variants, variants == 1 ? "" : "s", job->options->output)};
    buf_free(&text);
    buf_free(&summary);
    return told;
}

/* C files that an earlier build of a larger module has left. */
static void remove_stale_kernels(Job *job, const BuildDir *dir, const char *module) {
    for (uint32_t file = 1;; file++) {
        Str name = cg_file_name(module, file);
        if (!build_dir_has(dir, name) && unlink(arena_printf(job->arena, "%s/%s", dir->target, name)) != 0)
            return;
    }
}

static bool write_outputs(Job *job, BuildDir *dir, const ModuleResult *result, const ModulePath *modules) {
    Arena *arena = job->arena;
    const char *stub_name = arena_printf(arena, "%s.py", result->name);
    const char *extension = arena_printf(arena, "_%s_pyaot.abi3.so", result->name);
    CompileJob compile = {.folder = dir->temporary,
                          .output = extension,
                          .cpu = job->options->cpu,
                          .debug = job->backends.debug,
                          .plugins = backend_folder(arena, "libpyaot_runtime_x86-64.a"),
                          .verbose = job->options->verbose};
    TextOutputs texts = {
        .result = result, .stub_name = stub_name, .target = arena_printf(arena, "%s/%s", dir->target, stub_name)};
    const CgCode *code = cg_collect(job->kernels, result, NULL, &job->diags);
    Beside beside;
    beside_begin(&beside, make_text_outputs, &texts);
    bool ok = write_kernels(job, dir, code, &compile);
    begin_phase(job, "stub");
    beside_end(&beside);
    if (!ok || !write_text_outputs(job, dir, &texts))
        return false;
    if (!job->options->emit_text) {
        begin_phase(job, compile.sources.len ? "cc" : "link");
        if (compile.sources.len && !(compile.python_include = python_include(job, modules)))
            return false;
        if (!compile_extension(arena, &compile, &job->diags)) {
            note_foreign_code(job);
            return false;
        }
        build_dir_add(dir, arena, extension);
    }
    Told told = told_of(job, result);
    begin_phase(job, "install");
    if (!build_dir_commit(dir, stub_name, extension, &job->diags))
        return false;
    remove_stale_kernels(job, dir, result->name);
    begin_phase(job, "done");
    fputs(told.text, stderr);
    fputs(told.summary, stdout);
    return true;
}

/* ---- the pipeline ----------------------------------------------------------------------------------------------- */

static const char *folder_of(Arena *arena, const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? arena_printf(arena, "%.*s", (int)(slash - path + (slash == path)), path) : ".";
}

/* The stub has the source's name: in the source's own folder it would replace it. */
static bool output_is_apart(Job *job, const SourceFile *source) {
    struct stat folder, target;
    if (stat(folder_of(job->arena, source->path), &folder) != 0 || stat(job->options->output, &target) != 0 ||
        folder.st_dev != target.st_dev || folder.st_ino != target.st_ino)
        return true;
    diag_add(&job->diags, DIAG_ERROR, D_OUTPUT, (Span){0},
             "the output folder '%s' is the folder of the source, which the stub would replace", job->options->output);
    return false;
}

static bool explain(Job *job, const ModuleResult *result) {
    Buf text = {0};
    print_diags(job);
    report_explain(&text, result);
    fputs(text.data ? text.data : "", stdout);
    buf_free(&text);
    return true;
}

/* Those that the build has left beside the compiler, of what torch is made of. */
static const TreeFile *installed_trees(Arena *arena) {
    static const char name[] = "torch.trees";
    const char *folder = backend_folder(arena, name);
    return folder ? tree_file_open(arena, arena_printf(arena, "%s/%s", folder, name)) : NULL;
}

static bool build(Job *job, BuildDir *dir) {
    const Options *options = job->options;
    begin_phase(job, "read");
    const SourceFile *source = source_open(job->arena, options->source, &job->diags);
    if (!source || !(options->command == COMMAND_EXPLAIN || output_is_apart(job, source)))
        return false;
    job->backends.cpu = options->cpu;
    job->backends.listing = options->emit_llvm;
    job->backends.debug = options->debug ? full_path(job->arena, folder_of(job->arena, options->source)) : NULL;
    const char *names = options->backends ? options->backends : options->emit_llvm ? "llvm" : NULL;
    if (!backend_list_parse(&job->backends, job->arena, names, &job->diags))
        return false;
    ModulePath *modules = module_path_new(job->arena, options->python, folder_of(job->arena, options->source));
    modules->trees = installed_trees(job->arena);
    if (options->python && !modules->has_interpreter) {
        diag_add(&job->diags, DIAG_ERROR, D_USAGE, (Span){0}, "no Python interpreter is found at '%s'",
                 options->python);
        job->failure = EXIT_USAGE;
        return false;
    }
    job->kernels = cg_new(arena_new(), &job->backends);
    AnalysisOptions analysis = {.calls = options->calls.data,
                                .call_count = (int)options->calls.len,
                                .calls_file = options->calls_file,
                                .modules = modules,
                                .force = options->force || !job->backends.items.data[0]->code,
                                .dump_letters = options->dump_letters,
                                .verify_level = 1,
                                .lower = cg_lower,
                                .lower_env = job->kernels,
                                .lowers_beside = cg_takes_copies(job->kernels)};
    begin_phase(job, "analysis");
    const ModuleResult *result = analyse_module(job->arena, source, &analysis, &job->diags);
    if (!result)
        return false;
    if (options->command == COMMAND_EXPLAIN)
        return explain(job, result);
    if (result->faults && report_variant_count(result) == 0) {
        print_diags(job);
        ICE("no function of %s can be compiled", source->display);
    }
    begin_phase(job, "codegen");
    support_clear_no_more();
    dir->is_built_in = !options->emit_text;
    return build_dir_open(dir, job->arena, options->output, &job->diags) && write_outputs(job, dir, result, modules);
}

static void *run_job(void *data) {
    Job *job = data;
    BuildDir dir = {0};
    beside_start();
    job->arena = arena_new();
    diag_init(&job->diags, job->arena);
    bool ok = build(job, &dir);
    print_diags(job);
    if (!ok && dir.temporary)
        build_dir_discard(dir.temporary);
    if (job->options->verbose)
        fprintf(stderr, "pyaot: peak memory %.1f MB\n", (double)support_peak_bytes() / 1e6);
    job->status = ok ? EXIT_BUILT : job->failure;
    beside_stop();
    return NULL;
}

static int run_with_large_stack(const Options *options, const char **phase) {
    Job job = {.options = options, .phase = phase, .failure = EXIT_INPUT, .status = EXIT_FAULT};
    pthread_attr_t attributes;
    pthread_t thread;
    mallopt(M_ARENA_MAX,
            1); /* the heap of a second thread would grow page by page, by a call of the system each time */
    mallopt(M_TOP_PAD, HEAP_STEP);
    mallopt(M_TRIM_THRESHOLD, 16 * HEAP_STEP);
    mallopt(M_MMAP_THRESHOLD, HEAP_STEP);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, SUPPORT_STACK);
    if (pthread_create(&thread, &attributes, run_job, &job) != 0) {
        run_job(&job);
    } else {
        pthread_join(thread, NULL);
    }
    pthread_attr_destroy(&attributes);
    fflush(NULL);
    return job.status;
}

/* What the child leaves for its parent. */
typedef struct Shared {
    const char *phase;
    char at_work[BACKEND_AT_WORK_SIZE]; /* see backend_begin() */
} Shared;

static int report_fault(const Shared *shared, int status) {
    const char *signal_text = WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "";
    if (*shared->at_work) {
        fprintf(stderr,
                "pyaot: error: %s, %s%s [%s]\n  hint: that is a fault of the back end; without it in --backend "
                "the program builds\n",
                shared->at_work, WIFSIGNALED(status) ? "crashed: " : "ended the process", signal_text,
                diag_id(D_BACKEND));
        return EXIT_INPUT;
    }
    const char *phase = shared->phase ? shared->phase : "start";
    if (WIFEXITED(status)) /* the fault has been told */
        fprintf(stderr, "pyaot: it was in phase '%s'\n", phase);
    else
        fprintf(stderr,
                "pyaot: stopped by a signal in phase '%s': %s\n"
                "This is a fault of pyaot, not of your program. Please report it with the input that caused it.\n",
                phase, signal_text);
    return EXIT_FAULT;
}

/* Whoever stops pyaot stops the child too, and finds no folder that is half written. */
static volatile sig_atomic_t stopped_by;
static volatile pid_t worker;

static void on_stop(int number) {
    stopped_by = number;
    if (worker > 0)
        kill(worker, SIGKILL);
}

static void handle_stops(void (*handler)(int)) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < COUNT_OF(signals); i++)
        if (signal(signals[i], handler) == SIG_IGN)
            signal(signals[i], SIG_IGN); /* as nohup asks for */
}

/* Runs the job in a child and cleans up behind it. */
static int supervise(const Options *options) {
    Shared *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
        fprintf(stderr, "pyaot: error: out of memory\n");
        return EXIT_FAULT;
    }
    backend_at_work = shared->at_work;
    handle_stops(on_stop);
    pid_t child = fork_child(SIGKILL);
    if (child < 0) {
        fprintf(stderr, "pyaot: error: cannot start a process: %s\n", strerror(errno));
        return EXIT_FAULT;
    }
    if (child == 0) {
        handle_stops(SIG_DFL);
        exit(run_with_large_stack(options, &shared->phase));
    }
    worker = child;
    if (stopped_by) /* before it was known whom to stop */
        kill(worker, SIGKILL);
    int status = wait_for_child(child);
    if (WIFEXITED(status) && WEXITSTATUS(status) <= EXIT_USAGE && !*shared->at_work)
        return WEXITSTATUS(status);
    Arena *arena = arena_new();
    if (options->output)
        build_dir_discard(build_dir_temporary(arena, options->output, (long)child));
    arena_free(arena);
    if (stopped_by) {
        signal(stopped_by, SIG_DFL);
        raise(stopped_by);
    }
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE) /* nobody reads the output any more */
        return EXIT_INPUT;
    return report_fault(shared, status);
}

static void list_backends(Arena *arena) {
    Buf text = {0};
    backend_list_print(&text, arena);
    fputs(text.data, stdout);
    buf_free(&text);
}

static void list_passes(void) {
    for (int i = 0; i < ir_pass_count; i++)
        printf("  %c  %-12s %s\n", ir_passes[i].letter, ir_passes[i].name, ir_passes[i].doc);
}

int main(int argc, char **argv) {
    if (argc > 2 && strcmp(argv[1], "ast") == 0)
        return ast_command(argc - 2, argv + 2);
    if (argc > 2 && strcmp(argv[1], "opt") == 0)
        return tool_opt(argc - 2, argv + 2);
    Arena *arena = arena_new();
    Options options;
    int status = EXIT_BUILT;
    Buf text = {0};
    if (!options_parse(&options, arena, argc, argv)) {
        status = EXIT_USAGE;
    } else if (options.help) {
        options_help(&text);
        fputs(text.data, stdout);
    } else if (options.version) {
        puts("pyaot " PYAOT_VERSION);
    } else if (options.list_passes) {
        list_passes();
    } else if (options.list_backends) {
        list_backends(arena);
    } else if (options.command == COMMAND_MINIFY) {
        status = minify_command(arena, &options);
    } else {
        status = supervise(&options);
    }
    buf_free(&text);
    arena_free(arena);
    return status;
}
