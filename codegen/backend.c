/* The registry of back ends and the list that --backend names. See backend.h. */
#include "codegen/backend.h"

#include <string.h>

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

static void print_loaded(void *env, const char *file, const Backend *backend, const char *problem) {
    if (backend)
        print_line(env, backend);
    else
        buf_printf(env, "  %s cannot be used: %s\n", file, problem);
}

void backend_list_print(Buf *out, Arena *arena) {
    for (size_t i = 0; i < COUNT_OF(built_in); i++)
        print_line(out, &built_in[i]);
    backend_load_all(arena, print_loaded, out);
}

Buf *backend_file(BackendFiles *files, BackendFileKind kind, const char *name) {
    BackendFile file = {.name = str_of(name), .kind = kind};
    vec_push(files->arena, &files->items, file);
    return &vec_last(&files->items).contents;
}
