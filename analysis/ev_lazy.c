/* Modules that put another object in their own place, or make their names when they are asked for: packages that import
 * their parts late. What they have is what they tell type checkers: the imports under `if TYPE_CHECKING:`.
 *
 * Only the one import that binds the wanted name is evaluated. Star imports in such a block name hundreds of modules in
 * big packages: their texts are looked through for the name, and only the module that exports it is read. That a name
 * really is what was found is not taken for granted: what the program reads of the package is guarded like any other
 * global. */
#include "analysis/ev_lazy.h"

#include "parser/module_index.h"
#include "parser/modules.h"
#include "parser/parser.h"

#include <ctype.h>

enum { MAX_NESTING = 3, MAX_SOUGHT = 32 }; /* of keys, for one module that looks them up */

/* ---- which modules are so --------------------------------------------------------------------------------------- */

bool ev_is_type_checking(const AstNode *node) {
    return node->kind == AST_If && ast_last_name(node->u.If.test) == str_of("TYPE_CHECKING");
}

bool ev_is_lazy(Module *module) {
    if (!module->index || !module->file || module->is_prelude || module->is_main)
        return false;
    if (module->lazy_file != module->file) { /* the text is long, and the question comes often */
        module->lazy_file = module->file;
        module->is_lazy = may_replace_itself(module->file) || module->index->has_getter;
    }
    return module->is_lazy;
}

/* ---- looking through texts -------------------------------------------------------------------------------------- */

/* `text` of `dotted` exports the name, as far as can be seen without reading it closely. */
static bool exports(Arena *arena, const char *text, Str name) {
    const char *all = strstr(text, "\n__all__");
    const char *quoted[] = {arena_printf(arena, "\"%s\"", name), arena_printf(arena, "'%s'", name)};
    const char *bound[] = {arena_printf(arena, "\nclass %s", name), arena_printf(arena, "\ndef %s(", name),
                           arena_printf(arena, "\n%s =", name)};
    for (size_t i = 0; all && i < COUNT_OF(quoted); i++)
        if (strstr(all, quoted[i]))
            return true;
    for (size_t i = 0; !all && i < COUNT_OF(bound); i++)
        if (strstr(text, bound[i]))
            return true;
    return false;
}

/* The whole text; NULL: it cannot be read. The same files are looked through for one name after the other. */
static const char *text_of_file(Ev *ev, const char *path) {
    Str key = str_of(path);
    if (map_has(&ev->looked_through, MAP_KEY(key)))
        return map_get(&ev->looked_through, MAP_KEY(key));
    DiagList ignored;
    diag_init(&ignored, ev->arena);
    const SourceFile *file = source_read(ev->arena, path, &ignored);
    const char *text = file ? file->text : NULL;
    map_put(&ev->looked_through, MAP_KEY(key), (void *)(uintptr_t)text);
    return text;
}

static Str find_exporter(Ev *ev, Str package, const char *text, Str name, int nesting);

/* The module `.part` of the package, or one whose names it takes over, that exports the name; or NULL. */
static Str exporter_in(Ev *ev, Str package, const char *part, size_t len, Str name, int nesting) {
    Str dotted = str_format("%s.%.*s", package, (int)len, part);
    const ModuleFile *file = module_find(ev->module_path, dotted);
    if (file->kind != MODULE_SOURCE && file->kind != MODULE_PACKAGE)
        return NULL;
    const char *text = text_of_file(ev, file->path);
    if (!text)
        return NULL;
    Str found = exports(ev->arena, text, name) ? dotted : NULL;
    if (!found && file->kind == MODULE_PACKAGE && nesting < MAX_NESTING)
        found = find_exporter(ev, dotted, text, name, nesting + 1);
    return found;
}

/* Does the name begin with that of the part, but for case and underscores: SiglipVisionModel, siglip? */
static bool is_named_after(Str name, const char *part, size_t len) {
    for (size_t i = 0; i < len; i++)
        if (part[i] != '_' && tolower((unsigned char)*name++) != part[i])
            return false;
    return true;
}

/* Goes through the lines `from .part import *` of a package's text: first those that the name is likely to be in. */
static Str find_exporter(Ev *ev, Str package, const char *text, Str name, int nesting) {
    static const char head[] = "from .", tail[] = " import *";
    Str found = NULL;
    for (int likely = 1; likely >= 0; likely--)
        for (const char *at = strstr(text, head); at && !found; at = strstr(at + 1, head)) {
            const char *part = at + strlen(head);
            size_t len = strcspn(part, " \r\n");
            bool is_star = len && part[0] != '.' && !strncmp(part + len, tail, strlen(tail));
            if (is_star && is_named_after(name, part, len) == likely)
                found = exporter_in(ev, package, part, len, name, nesting);
        }
    return found;
}

/* ---- the import that binds a name -------------------------------------------------------------------------------- */

const AstNode *ev_single_import(Ev *ev, const AstNode *node, Str name) {
    for (uint32_t i = 0; i < node->u.ImportFrom.names.len; i++) {
        AstNode *alias = node->u.ImportFrom.names.items[i];
        Str bound = alias->u.alias.asname ? alias->u.alias.asname : alias->u.alias.name;
        if (bound != name || node->u.ImportFrom.names.len == 1)
            continue;
        AstNode *single = arena_copy(ev->arena, node, sizeof *node);
        single->u.ImportFrom.names = ast_list_of(ev->arena, alias, NULL);
        return single;
    }
    return node;
}

static const AstNode *import_of(Ev *ev, Str dotted, Str name, Span span) {
    AstNode *alias = ast_new(ev->arena, AST_alias, span), *node = ast_new(ev->arena, AST_ImportFrom, span);
    alias->u.alias.name = name;
    node->u.ImportFrom.module = dotted;
    node->u.ImportFrom.names = ast_list_of(ev->arena, alias, NULL);
    return node;
}

const AstNode *ev_lazy_import(Ev *ev, Module *module, Str name) {
    if (!ev->module_path || name[0] == '_' || !ev_is_lazy(module))
        return NULL;
    DiagList ignored;
    diag_init(&ignored, ev->arena);
    const AstNode *import = index_typing_import(module->index, name, &ignored);
    if (import)
        return import->kind == AST_ImportFrom ? ev_single_import(ev, import, name) : NULL;
    const AstNode *star = index_typing_import(module->index, str_of("*"), &ignored);
    bool is_part =
        star && module_find(ev->module_path, str_format("%s.%s", module->name, name))->kind != MODULE_MISSING;
    if (!star || is_part)
        return NULL;
    Str exporter = find_exporter(ev, module->name, module->file->text, name, 0);
    return exporter ? import_of(ev, exporter, name, star->span) : NULL;
}

/* ---- registries -------------------------------------------------------------------------------------------------
 *
 * A decorator may enter what it decorates in a table, from which a factory of the package takes it by its name, or by a
 * name that the decorator is given. Nothing else asks for such a definition. */

typedef struct Registration {
    Ev *ev;
    Str key, package; /* the outermost package: its parts are looked through */
    const char *spellings[2];
    Map seen;    /* dotted names of parts */
    int nesting; /* of the package that is looked through in others */
    bool found;
} Registration;

/* Is the definition decorated, and may its decorator enter it under the key? */
static bool may_register(const Registration *r, const IndexEntry *entry) {
    const char *text = entry->span.file->text, *begin = text + entry->span.begin, *end = text + entry->span.end;
    bool is_definition = entry->kind == INDEX_DEF || entry->kind == INDEX_CLASS;
    if (!is_definition || *begin != '@')
        return false;
    for (size_t i = 0; i < COUNT_OF(r->spellings); i++) {
        const char *at = strstr(begin, r->spellings[i]), *head = strstr(begin, entry->name);
        if (at && at < end && at < head)
            return true;
    }
    return entry->name == r->key;
}

static void register_in(Registration *r, Str dotted) {
    Module *module = ev_import(r->ev, dotted, no_span());
    for (uint32_t i = 0; module->index && i < module->index->len; i++) {
        if (!may_register(r, &module->index->entries[i]))
            continue;
        ev_define(r->ev, module, &module->index->entries[i]);
        r->found = true;
    }
}

static void look_through(Registration *r, Module *package);

static void look_into(void *env, Str dotted) {
    Registration *r = env;
    size_t len = str_len(r->package);
    bool is_part = !strncmp(dotted, r->package, len) && dotted[len] == '.';
    if (!is_part || map_has(&r->seen, MAP_KEY(dotted)))
        return;
    map_put(&r->seen, MAP_KEY(dotted), r);
    const ModuleFile *file = module_find(r->ev->module_path, dotted);
    if (file->kind == MODULE_PACKAGE && r->nesting < MAX_NESTING) {
        r->nesting++;
        look_through(r, ev_import(r->ev, dotted, no_span()));
        r->nesting--;
    }
    bool has_text = file->kind == MODULE_SOURCE || file->kind == MODULE_PACKAGE;
    const char *text = has_text ? text_of_file(r->ev, file->path) : NULL;
    const char *defined[] = {arena_printf(r->ev->arena, "def %s(", r->key),
                             arena_printf(r->ev->arena, "class %s", r->key), r->spellings[0], r->spellings[1]};
    bool mentions = false;
    for (size_t i = 0; text && !mentions && i < COUNT_OF(defined); i++)
        mentions = strstr(text, defined[i]) != NULL;
    if (mentions)
        register_in(r, dotted);
}

/* The parts that the package imports. */
static void look_through(Registration *r, Module *package) {
    DiagList ignored;
    diag_init(&ignored, r->ev->arena);
    const AstNode *last = NULL;
    for (uint32_t i = 0; package->index && i < package->index->len; i++) {
        IndexEntry *entry = &package->index->entries[i];
        bool is_import = entry->kind == INDEX_IMPORT && !entry->conditional;
        const AstNode *node = is_import ? index_parse(package->index, entry, &ignored) : NULL;
        if (!node || node == last)
            continue;
        last = node; /* a statement that binds several names */
        ev_each_imported(package, node, look_into, r);
    }
}

bool ev_register(Ev *ev, Str key) {
    Module *asking = ev->frame ? ev->frame->module : NULL;
    bool is_packaged = asking && asking->file && !asking->is_prelude && !asking->is_main && ev->module_path;
    if (!is_packaged || ev->defining || map_has(&ev->registered, MAP_KEY(key)) || asking->keys_sought >= MAX_SOUGHT)
        return false;
    asking->keys_sought++;
    map_put(&ev->registered, MAP_KEY(key), ev);
    Registration r = {.ev = ev, .key = key, .package = str_intern(asking->name, strcspn(asking->name, "."))};
    r.spellings[0] = arena_printf(ev->arena, "\"%s\"", key);
    r.spellings[1] = arena_printf(ev->arena, "'%s'", key);
    map_init(&r.seen, ev->arena);
    look_through(&r, ev_import(ev, r.package, no_span()));
    return r.found;
}
