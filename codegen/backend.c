/* The registry of back ends and the list that --backend names. See backend.h. */
#include "codegen/backend.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const Backend built_in[] = {
    {.name = "c", .doc = "C code for the system's C compiler", .from = "built in", .code = &c_backend},
    {.name = "debug",
     .doc = "prints each graph as a table and runs it node by node; debug:values prints values too",
     .from = "built in",
     .is_python = true},
    {.name = "torch_fx",
     .doc = "hands each graph to a back end of torch.compile: torch_fx:NAME, torch_fx:core_aten:NAME",
     .from = "built in",
     .is_python = true,
     .may_fail = true,
     .needs_argument = true},
};

static const Backend *find(const char *name, size_t len) {
    for (size_t i = 0; i < COUNT_OF(built_in); i++)
        if (strlen(built_in[i].name) == len && strncmp(built_in[i].name, name, len) == 0)
            return &built_in[i];
    return NULL;
}

bool backend_is_built_in(const char *name) { return find(name, strlen(name)) != NULL; }

/* A name that is not built in may be that of a shared object. */
static Backend *find_any(Arena *arena, const char *name, size_t len, DiagList *diags) {
    const Backend *known = find(name, len);
    if (known) {
        Backend *backend = arena_copy(arena, known, sizeof *known);
        backend->name = str_of(known->name);
        return backend;
    }
    const char *problem = NULL;
    Backend *backend = backend_load(arena, arena_printf(arena, "%.*s", (int)len, name), &problem);
    if (!backend && problem)
        diag_add(diags, DIAG_ERROR, D_BACKEND, (Span){0}, "the back end '%.*s' cannot be loaded: %s", (int)len, name,
                 problem);
    else if (!backend && access(arena_printf(arena, "./%.*s", (int)len, name), R_OK) == 0)
        diag_add(diags, DIAG_ERROR, D_BACKEND, (Span){0},
                 "there is no back end '%.*s'; a file is named with a '/': --backend=./%.*s", (int)len, name, (int)len,
                 name);
    else if (!backend)
        diag_add(diags, DIAG_ERROR, D_BACKEND, (Span){0},
                 "there is no back end '%.*s', and no libpyaot_%.*s.so beside pyaot or on PYAOT_BACKEND_PATH", (int)len,
                 name, (int)len, name);
    return backend;
}

static bool add(BackendList *list, Arena *arena, const char *text, size_t len, DiagList *diags) {
    const char *colon = memchr(text, ':', len);
    size_t name_len = colon ? (size_t)(colon - text) : len;
    Backend *backend = find_any(arena, text, name_len, diags);
    if (!backend)
        return false;
    if (colon)
        backend->argument = arena_printf(arena, "%.*s", (int)(len - name_len - 1), colon + 1);
    if (backend->needs_argument && (!colon || !*backend->argument)) {
        diag_add(diags, DIAG_ERROR, D_BACKEND, (Span){0}, "the back end '%s' needs a name: %s:NAME", backend->name,
                 backend->name);
        return false;
    }
    vec_push(arena, &list->items, (const Backend *)backend);
    if (backend->code && !list->carrier)
        list->carrier = backend;
    return true;
}

Str backend_title(const Backend *backend) {
    return backend->argument ? str_format("%s:%s", backend->name, backend->argument) : backend->name;
}

bool backend_list_parse(BackendList *list, Arena *arena, const char *text, DiagList *diags) {
    for (text = text ? text : "c";; text++) {
        size_t len = strcspn(text, ",");
        if (!add(list, arena, text, len, diags))
            return false;
        text += len;
        if (!*text)
            break;
    }
    if (!list->carrier)
        list->carrier = find_any(arena, "c", 1, diags);
    return true;
}

static void print_line(Buf *out, const Backend *backend) {
    buf_printf(out, "  %-10s %-6s %s (%s)\n", backend->name, backend->code ? "code" : "graph", backend->doc,
               backend->from);
}

typedef struct Listing {
    Buf *out;
    Arena *arena;
} Listing;

static void print_loaded(Buf *out, Arena *arena, const char *path) {
    const char *problem;
    const Backend *backend = backend_load(arena, path, &problem);
    if (backend)
        print_line(out, backend);
    else
        buf_printf(out, "  %s cannot be used: %s\n", path, problem);
}

/* Writes the line of one shared object, and ends. */
static void child_prints(Arena *arena, const char *path, int out) {
    Buf line = {0};
    print_loaded(&line, arena, path);
    _exit(write(out, line.data, line.len) == (ssize_t)line.len ? 0 : 1);
}

static bool read_all(Buf *out, int from) {
    char part[512];
    size_t before = out->len;
    for (ssize_t len; (len = read(from, part, sizeof part)) > 0 || (len < 0 && errno == EINTR);)
        if (len > 0)
            buf_put(out, part, (size_t)len);
    return out->len > before;
}

/* Loads it in a process of its own: what crashes there is named, and the others are listed all the same. */
static void print_file(void *env, const char *path) {
    Listing *listing = env;
    int ends[2];
    if (pipe(ends) != 0) {
        print_loaded(listing->out, listing->arena, path);
        return;
    }
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        child_prints(listing->arena, path, ends[1]);
    }
    close(ends[1]);
    bool said = read_all(listing->out, ends[0]);
    close(ends[0]);
    int status = 0;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (child < 0)
        print_loaded(listing->out, listing->arena, path);
    else if (!said && WIFSIGNALED(status))
        buf_printf(listing->out, "  %s cannot be used: it crashed while it was loaded: %s\n", path,
                   strsignal(WTERMSIG(status)));
    else if (!said)
        buf_printf(listing->out, "  %s cannot be used: it ended the process while it was loaded\n", path);
}

void backend_list_print(Buf *out, Arena *arena) {
    for (size_t i = 0; i < COUNT_OF(built_in); i++)
        print_line(out, &built_in[i]);
    backend_visit_files(arena, print_file, &(Listing){out, arena});
}

Buf *backend_file(BackendFiles *files, BackendFileKind kind, const char *name) {
    BackendFile file = {.name = str_of(name), .kind = kind};
    vec_push(files->arena, &files->items, file);
    return &vec_last(&files->items).contents;
}
