/* The registry of back ends and the list that --backend names. See backend.h. */
#include "codegen/backend.h"

#include <string.h>

static const Backend built_in[] = {
    {.name = "c", .doc = "C code for the system's C compiler", .from = "built in", .code = &c_backend},
};

static const Backend *find(const char *name, size_t len) {
    for (size_t i = 0; i < COUNT_OF(built_in); i++)
        if (strlen(built_in[i].name) == len && strncmp(built_in[i].name, name, len) == 0)
            return &built_in[i];
    return NULL;
}

static bool add(BackendList *list, Arena *arena, const char *text, size_t len, DiagList *diags) {
    const char *colon = memchr(text, ':', len);
    size_t name_len = colon ? (size_t)(colon - text) : len;
    const Backend *known = find(text, name_len);
    if (!known) {
        diag_add(diags, DIAG_ERROR, D_BACKEND, (Span){0}, "there is no back end '%.*s'", (int)name_len, text);
        return false;
    }
    Backend *backend = arena_copy(arena, known, sizeof *known);
    backend->name = str_of(known->name);
    if (colon)
        backend->argument = arena_printf(arena, "%.*s", (int)(len - name_len - 1), colon + 1);
    vec_push(arena, &list->items, (const Backend *)backend);
    return true;
}

bool backend_list_parse(BackendList *list, Arena *arena, const char *text, DiagList *diags) {
    for (text = text ? text : "c";; text++) {
        size_t len = strcspn(text, ",");
        if (!add(list, arena, text, len, diags))
            return false;
        text += len;
        if (!*text)
            return true;
    }
}

void backend_list_print(Buf *out) {
    for (size_t i = 0; i < COUNT_OF(built_in); i++)
        buf_printf(out, "  %-10s %-6s %s (%s)\n", built_in[i].name, "code", built_in[i].doc, built_in[i].from);
}

Buf *backend_file(BackendFiles *files, BackendFileKind kind, const char *name) {
    BackendFile file = {.name = str_of(name), .kind = kind};
    vec_push(files->arena, &files->items, file);
    return &vec_last(&files->items).contents;
}
