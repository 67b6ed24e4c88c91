/* Modules: the compiled one is evaluated statement by statement; the others are indexed, and each definition is
 * evaluated when it is asked for. Of the program's other files, the statements that do more than define are run as
 * well, when they are imported: they may fill registries, and set what others have. Modules without source are opaque,
 * and their attributes external. */
#include "analysis/analysis.h"
#include "analysis/ev_internal.h"
#include "analysis/ev_lazy.h"

#include "parser/modules.h"
#include "parser/parser.h"
#include "parser/tree_file.h"
#include "support/embedded.h"

/* Modules whose functions are in C. */
static const struct {
    const char *name;
    const Builtin *table;
} native_modules[] = {{"prim", prim_table}, {"_math", builtin_math}, {"_pyaot", builtin_services}};

const Value *ev_module_value(Ev *ev, Module *module) {
    if (!module->value) {
        Value *value = ev_value(ev, V_MODULE);
        value->u.module = module;
        module->value = value;
    }
    return module->value;
}

static const ScopeInfo *module_scope(Ev *ev) {
    static const char slot;
    ScopeInfo *info = map_get(&ev->memo, MAP_KEY(&slot));
    if (!info) {
        info = arena_new_of(ev->arena, ScopeInfo);
        info->kind = SCOPE_MODULE;
        map_init(&info->locals, ev->arena);
        map_init(&info->globals, ev->arena);
        map_init(&info->nonlocals, ev->arena);
        map_put(&ev->memo, MAP_KEY(&slot), info);
    }
    return info;
}

static const Builtin *native_table(Str name) {
    for (size_t i = 0; i < COUNT_OF(native_modules); i++)
        if (!strcmp(native_modules[i].name, name))
            return native_modules[i].table;
    return NULL;
}

static Module *new_module(Ev *ev, Str name) {
    Module *module = arena_new_of(ev->arena, Module);
    module->name = name;
    module->natives = native_table(name);
    module->globals = heap_make(ev->heap, OBJ_SCOPE, 0, module_scope(ev));
    map_init(&module->definitions, ev->arena);
    map_init(&module->origins, ev->arena);
    map_init(&module->lazy_names, ev->arena);
    map_init(&module->lacks, ev->arena);
    return module;
}

/* ---- finding modules
 * -------------------------------------------------------------------------------------------------- */

/* The embedded file that stands for a module, or NULL. */
static const EmbeddedFile *prelude_file(Str module) {
    Buf path = {0};
    buf_puts(&path, "prelude/");
    buf_puts(&path, module);
    for (char *at = path.data; (at = strchr(at, '.'));)
        *at = '_';
    buf_puts(&path, ".py");
    const EmbeddedFile *file = embedded_find(path.data);
    buf_free(&path);
    return file;
}

static bool find_prelude(Ev *ev, Module *module) {
    const EmbeddedFile *file = prelude_file(module->name);
    if (!file)
        return false;
    const PackedModule *packed = prelude_modules;
    while (packed->name && strcmp(packed->name, file->name) != 0)
        packed++;
    module->is_prelude = true;
    module->file = source_from_static(ev->arena, file->name, file->text, file->len);
    if (!packed->name)
        ICE("evaluator: %s cannot be read", file->name);
    module->index = unpack_index(ev->arena, module->file, &prelude_pack, packed->at);
    return true;
}

/* Packages and modules of which the prelude says a part in another way; the rest is read where it is installed. */
static bool is_completed(Str dotted) {
    static const char *const packages[] = {"torch.", "einops.", "einx."}, *const modules[] = {"collections"};
    for (size_t i = 0; i < COUNT_OF(packages); i++)
        if (!strncmp(dotted, packages[i], strlen(packages[i])))
            return true;
    return IS_AMONG(modules, dotted);
}

/* The standard library is opaque but for what the prelude has: its functions are rarely worth inlining. */
static bool worth_reading(const ModuleFile *file, Str dotted) {
    if (file->kind != MODULE_SOURCE && file->kind != MODULE_PACKAGE)
        return false;
    return is_completed(dotted) || strstr(file->path, "-packages/") || !strstr(file->path, "/lib/python");
}

static bool find_installed(Ev *ev, Module *module) {
    if (!ev->module_path)
        return false;
    const ModuleFile *file = module_find(ev->module_path, module->name);
    module->is_package = file->kind == MODULE_PACKAGE || file->kind == MODULE_NAMESPACE;
    if (!worth_reading(file, module->name))
        return false;
    DiagList ignored;
    diag_init(&ignored, ev->arena);
    SourceFile *source = source_read(ev->arena, file->path, &ignored);
    if (!source)
        return false;
    const TreeFile *trees = ev->module_path->trees;
    module->index = tree_file_index(trees, ev->arena, source);
    if (!module->index && !source_decode(ev->arena, source, &ignored))
        return false;
    module->file = source;
    if (!module->index) /* unless its bytes are not the text */
        module->index = tree_file_index(trees, ev->arena, source);
    if (!module->index)
        module->index = module_index(ev->arena, module->file, &ignored);
    return module->index != NULL;
}

Module *ev_written_module(Ev *ev, Module *module) {
    if (module->installed || !module->is_prelude || module->natives)
        return module->installed ? module->installed : module;
    const void *key = &module->installed;
    Module *written = map_get(&ev->memo, MAP_KEY(key));
    if (!written) {
        written = new_module(ev, module->name);
        find_installed(ev, written);
        map_put(&ev->memo, MAP_KEY(key), written);
    }
    return written;
}

static bool has_operators(Str dotted) {
    return dotted == str_of("torch.ops.aten") || dotted == str_of("torch.ops.prims");
}

/* There, a function of each name is an object of its own, though one may do what another one does. */
static bool has_own_functions(Str dotted) {
    static const char *const names[] = {"torch",         "torch.fft",     "torch.linalg", "torch.nn.functional",
                                        "torch.special", "_pyaot_methods"};
    return IS_AMONG(names, dotted);
}

/* Is it a file of the program's own? The others are many and large, and the order in which they are imported is seldom
 * what a program is about. */
static bool is_of_program(const char *path) { return !strstr(path, "-packages/") && !strstr(path, "/lib/python"); }

static bool is_file_of_program(Ev *ev, Str dotted) {
    const ModuleFile *file = ev->module_path ? module_find(ev->module_path, dotted) : NULL;
    return file && (file->kind == MODULE_SOURCE || file->kind == MODULE_PACKAGE) && is_of_program(file->path);
}

/* Python imports a package before what is in it. */
static void import_package_of(Ev *ev, Str dotted) {
    const char *dot = strrchr(dotted, '.');
    Str package = dot ? str_intern(dotted, (size_t)(dot - dotted)) : NULL;
    if (package && is_file_of_program(ev, package))
        ev_import(ev, package, no_span());
}

/* Some statements of a module: entries of its index. */
typedef struct Run {
    uint32_t from, to;
    bool is_import;
    Str about; /* NULL: all; else those that is_about() finds for this name */
} Run;

static void run_statements(Ev *ev, Module *module, const Run *run);

Module *ev_import(Ev *ev, Str dotted, Span span) {
    (void)span;
    Module *module = map_get(&ev->modules, MAP_KEY(dotted));
    if (module)
        return module;
    import_package_of(ev, dotted);
    module = new_module(ev, dotted);
    map_put(&ev->modules, MAP_KEY(dotted), module);
    if (module->natives) {
        module->is_prelude = true;
    } else if (find_prelude(ev, module)) {
        module->is_package = dotted == str_of("torch") || dotted == str_of("torch.nn");
        module->has_packets = has_operators(dotted);
        module->has_own_functions = has_own_functions(dotted);
        if (is_completed(dotted)) {
            module->installed = new_module(ev, dotted);
            if (!find_installed(ev, module->installed))
                module->installed = NULL;
        }
    } else if (!find_installed(ev, module)) {
        module->is_opaque = true;
    } else if (is_of_program(module->file->path)) {
        module->is_run = true;
        run_statements(ev, module, &(Run){.to = module->index->len, .is_import = true});
    }
    return module;
}

/* ---- definitions on demand
 * ---------------------------------------------------------------------------------------------- */

typedef struct Saved {
    Frame *frame;
    IrGraph *graph;
    IrRegion *region;
    FactList *facts;
    bool in_driver, is_complete;
    void (*on_call)(Ev *ev, const Value *function, const CallArgs *args, Span span);
    int torch_modes, rank_hint;
    Fail fail;
} Saved;

/* Definitions are evaluated apart from the code that asked for them, as when the module was imported. */
static Saved enter_module(Ev *ev, Frame *frame, Module *module) {
    Saved saved = {ev->frame,       ev->graph,   ev->region,      ev->facts,     ev->in_driver,
                   ev->is_complete, ev->on_call, ev->torch_modes, ev->rank_hint, ev->fail};
    ev->is_complete = false;
    *frame = (Frame){.module = module, .scope = module->globals, .info = module_scope(ev)};
    ev->frame = frame;
    ev->graph = ev->driver_graph;
    ev->region = ev->driver_graph->body;
    ev->facts = &ev->no_facts;
    ev->in_driver = true;
    ev->defining++;
    ev->on_call = NULL;
    ev->torch_modes = ev_modes(MODE_ON, MODE_CALLER);
    ev->rank_hint = 0;
    ev_clear_fail(ev);
    return saved;
}

static void leave_module(Ev *ev, const Saved *saved) {
    ev->frame = saved->frame;
    ev->graph = saved->graph;
    ev->region = saved->region;
    ev->facts = saved->facts;
    ev->in_driver = saved->in_driver;
    ev->defining--;
    ev->is_complete = saved->is_complete;
    ev->on_call = saved->on_call;
    ev->torch_modes = saved->torch_modes;
    ev->rank_hint = saved->rank_hint;
    ev->fail = saved->fail;
    ev->no_facts.items.len = 0;
    map_clear(&ev->no_facts.places);
}

/* Evaluates a statement that binds `name`; what it binds goes to module->definitions, which nothing undoes. */
static const Value *run_definition(Ev *ev, Module *module, const AstNode *node, Str name) {
    uint32_t objects = heap_object_count(ev->heap), mark = heap_mark(ev->heap);
    Frame frame;
    Saved saved = enter_module(ev, &frame, module);
    Exec status = ev_exec(ev, node);
    Map names;
    map_init(&names, ev->arena);
    ev_bound_names(node, &names);
    for (uint32_t i = 0; i < names.len; i++) {
        const Value *value = heap_get(ev->heap, module->globals, names.values[i]);
        if (value && module->is_prelude && value->kind == V_FUNCTION && strchr(value->u.function->qualname, '<')) {
            value->u.function->name = names.values[i]; /* made by a rule */
            value->u.function->qualname = str_format("%s.%s", module->name, (Str)names.values[i]);
        }
        if (value)
            map_put(&module->definitions, MAP_KEY(names.values[i]), (void *)value);
        heap_set(ev->heap, module->globals, names.values[i], NULL);
    }
    heap_keep_new(ev->heap, mark, objects, ev->base_heap); /* what the import of a package does to others stays done */
    leave_module(ev, &saved);
    if (status == EX_FAIL && !map_has(&module->definitions, MAP_KEY(name))) {
        Str path = str_format("%s.%s", module->name, name);
        map_put(&module->definitions, MAP_KEY(name), (void *)ev_external(ev, path));
    }
    return map_get(&module->definitions, MAP_KEY(name));
}

/* `Name.attribute = value` beside the class statement. What cannot be evaluated is an attribute that is not known. */
static void complete_class(Ev *ev, Module *module, const Value *cls) {
    ClassInfo *info = cls->u.class_info;
    DiagList ignored;
    diag_init(&ignored, ev->arena);
    for (uint32_t i = 0; i < module->index->len; i++) {
        IndexEntry *entry = &module->index->entries[i];
        const AstNode *node = entry->owner == info->name ? index_parse(module->index, entry, &ignored) : NULL;
        if (!node)
            continue;
        uint32_t mark = heap_mark(ev->heap);
        Frame frame;
        Saved saved = enter_module(ev, &frame, module);
        if (ev_exec(ev, node) == EX_FAIL)
            heap_set(ev->heap, info->dict, node->u.Assign.targets.items[0]->u.Attribute.attr,
                     ev_unknown(ev, NULL, "set beside its class"));
        heap_keep_new(ev->heap, mark, info->dict, ev->base_heap);
        leave_module(ev, &saved);
    }
}

static const Value *define(Ev *ev, Module *module, IndexEntry *entry, Str name);

/* A name that is bound anew is often made of what it was, and of what was done with that in between. */
static void define_before(Ev *ev, Module *module, const IndexEntry *entry) {
    IndexEntry *before = (IndexEntry *)entry;
    while (before-- > module->index->entries)
        if (before->name == entry->name && before->kind == INDEX_ASSIGN && !before->conditional)
            break;
    if (before < module->index->entries || map_has(&ev->memo, MAP_KEY(before)))
        return;
    const IndexEntry *first = module->index->entries;
    define(ev, module, before, before->name);
    run_statements(ev, module, &(Run){.from = (uint32_t)(before - first) + 1, .to = (uint32_t)(entry - first)});
}

/* Other statements of the module may put something into what the name stands for: all those of a package that may do
 * anything, of what the prelude completes those that are about the name, as of a register. */
static void fill(Ev *ev, Module *module, const IndexEntry *entry, Str name, const Value *value) {
    if (!value || module->is_run || module->is_prelude)
        return;
    bool holds = value->kind == V_DICT || value->kind == V_LIST || value->kind == V_SET;
    bool is_made = entry->kind == INDEX_ASSIGN || entry->kind == INDEX_DEF; /* one that a decorator made an object */
    Run all = {.to = module->index->len}, about = {.to = module->index->len, .about = name};
    if (holds && !is_completed(module->name)) {
        module->is_run = true;
        run_statements(ev, module, &all);
    } else if (holds || (value->kind == V_INSTANCE && is_made)) {
        run_statements(ev, module, &about);
    }
}

static const Value *define(Ev *ev, Module *module, IndexEntry *entry, Str name) {
    if (map_has(&ev->memo, MAP_KEY(entry)))
        return NULL; /* being evaluated already: a circular import */
    map_put(&ev->memo, MAP_KEY(entry), entry);
    if (entry->kind == INDEX_ASSIGN && !entry->conditional && !module->is_prelude)
        define_before(ev, module, entry);
    DiagList ignored;
    diag_init(&ignored, ev->arena);
    const AstNode *node = index_parse(module->index, entry, &ignored);
    if (!node && module->is_prelude)
        ICE("evaluator: '%s' of the prelude's %s does not parse", name, module->name);
    if (node && node->kind == AST_ImportFrom) /* what nobody asks for is not read */
        node = ev_single_import(ev, node, name);
    const IndexEntry *running = module->running;
    module->running = entry;
    const Value *value = node ? run_definition(ev, module, node, name) : NULL;
    module->running = running;
    if (value && value->kind == V_CLASS && entry->kind == INDEX_CLASS)
        complete_class(ev, module, value);
    fill(ev, module, entry, name, value);
    return value;
}

void ev_define(Ev *ev, Module *module, IndexEntry *entry) { define(ev, module, entry, entry->name); }

/* A name that a package imports late; asked for once. */
static const Value *look_in_lazy(Ev *ev, Module *module, Str name) {
    if (map_has(&module->lazy_names, MAP_KEY(name)))
        return NULL;
    map_put(&module->lazy_names, MAP_KEY(name), module);
    const AstNode *import = module->index ? ev_lazy_import(ev, module, name) : NULL;
    return import ? run_definition(ev, module, import, name) : NULL;
}

static void read_stars(Ev *ev, Module *module) {
    Str star = str_of("*");
    module->stars_read = true;
    for (uint32_t i = 0; i < module->index->len; i++) {
        IndexEntry *entry = &module->index->entries[i];
        bool is_star = entry->kind == INDEX_IMPORT && entry->name == star;
        if (is_star && !(entry->conditional && ev_is_lazy(module))) /* look_in_lazy() has been at the late ones */
            define(ev, module, entry, star);
    }
}

typedef struct StarLookup {
    Str name;
    struct StarLookup *outer;
} StarLookup;

/* `from m import *` statements of an indexed module. */
static const Value *look_in_stars(Ev *ev, Module *module, Str name, Span span) {
    if (module->index && module->index->has_stars && !module->stars_read)
        read_stars(ev, module);
    if (name[0] == '_' || module->stars.len == 0)
        return NULL;
    for (const StarLookup *other = module->lookups; other; other = other->outer)
        if (other->name == name)
            return NULL; /* modules that import everything from each other */
    const Value *result = NULL;
    StarLookup *lookup = arena_new_of(ev->arena, StarLookup);
    *lookup = (StarLookup){name, module->lookups};
    module->lookups = lookup;
    StarSearch outer = ev->search;
    bool goes_on = outer.name == name && outer.frame == ev->frame; /* in what another module imports everything from */
    if (!goes_on)
        ev->search = (StarSearch){name, ev->frame, ++ev->searches};
    uint32_t round = ev->search.round;
    module->searched = round;
    for (uint32_t i = 0; i < module->stars.len && !result; i++) {
        Module *star = module->stars.data[i];
        if (star->searched == round) /* by another way, and the name is not there */
            continue;
        star->searched = round;
        const Value *value = star->is_opaque ? NULL : ev_module_getattr(ev, star, name, span);
        bool is_part = value && value->kind == V_MODULE && /* a file of the package, which no statement there binds */
                       value->u.module->name == str_format("%s.%s", star->name, name);
        if (value && (value->kind != V_EXTERNAL || ev_is_type_name(ev, value->u.str)) && !is_part)
            result = value;
    }
    module->lookups = lookup->outer;
    ev->search = outer;
    return result;
}

/* `prim` in the prelude's own code, which hardly any line of it does without. */
static bool means_primitives(const Ev *ev, const Module *module, Str name) {
    return name[0] == 'p' && !strcmp(name, "prim") && module->is_prelude && ev->frame && ev->frame->module->is_prelude;
}

static const Value *special_name(Ev *ev, Module *module, Str name) {
    if (name[0] != '_' || name[1] != '_')
        return NULL;
    if (!strcmp(name, "__name__"))
        return ev_str(ev, module->is_main ? str_of("__main__") : module->name);
    if (!strcmp(name, "__file__") && module->file)
        return ev_str(ev, module->file->path);
    if (!strcmp(name, "__doc__") || !strcmp(name, "__spec__") || !strcmp(name, "__package__"))
        return ev_none(ev);
    return NULL;
}

static bool is_submodule(Ev *ev, Str dotted) {
    if (map_has(&ev->modules, MAP_KEY(dotted)))
        return true;
    if (prelude_file(dotted))
        return true;
    return ev->module_path && module_find(ev->module_path, dotted)->kind != MODULE_MISSING;
}

/* ---- what an import does
 * ------------------------------------------------------------------------------------------------------------------ */

void ev_each_imported(const Module *importer, const AstNode *node, void (*visit)(void *env, Str dotted), void *env) {
    bool is_from = node->kind == AST_ImportFrom;
    const AstList *names = is_from ? &node->u.ImportFrom.names : &node->u.Import.names;
    Str from = is_from ? node->u.ImportFrom.module : NULL;
    if (is_from && node->u.ImportFrom.level)
        from = module_absolute_name(importer->name, importer->is_package, node->u.ImportFrom.level, from);
    if (from)
        visit(env, from);
    for (uint32_t i = 0; i < names->len && (from || !is_from); i++) {
        Str name = names->items[i]->u.alias.name;
        visit(env, from ? str_format("%s.%s", from, name) : name);
    }
}

/* What a module of the program defines is evaluated when it is asked for. */
static void import_file_of_program(void *env, Str dotted) {
    Ev *ev = env;
    if (is_file_of_program(ev, dotted))
        ev_import(ev, dotted, no_span());
}

/* Can it be told without parsing that the statement only binds names to what nobody needs yet, or does nothing? */
static bool is_inert(const IndexEntry *entry, bool is_import) {
    char first = entry->span.file->text[entry->span.begin];
    if (entry->kind == INDEX_OTHER)
        return first == '"' || first == '\'';
    return is_import ? entry->kind == INDEX_DEF && first != '@' : !entry->conditional || entry->kind != INDEX_ASSIGN;
}

/* The text behind its first line; NULL: there is none. */
static const char *after_line(const char *text) {
    const char *end = strchr(text, '\n');
    return end ? end + 1 : NULL;
}

/* Does the text begin with the name, and one of these characters behind it? */
static bool begins_with(const char *text, Str name, const char *behind) {
    size_t len = str_len(name);
    return !strncmp(text, name, len) && text[len] && strchr(behind, text[len]);
}

/* Does a function of the module, whose name the text begins with, put items into what the other name stands for? */
static bool puts_into(const ModuleIndex *index, const char *text, Str name) {
    const IndexEntry *entry = index_find(index, str_intern(text, strcspn(text, "(.\n")));
    if (!entry || entry->kind != INDEX_DEF)
        return false;
    const char *begin = entry->span.file->text + entry->span.begin, *end = entry->span.file->text + entry->span.end;
    const char *at = strstr(begin, str_format("%s[", name));
    return at && at < end;
}

/* `Name.add(...)`, or a definition that `@Name...` decorates, or a function that has `Name[...]`, in a line of its
 * own. */
static bool is_about(const ModuleIndex *index, const IndexEntry *entry, Str name) {
    const char *at = entry->span.file->text + entry->span.begin;
    if (entry->kind == INDEX_OTHER)
        return begins_with(at, name, ".");
    for (; at && *at == '@'; at = after_line(at))
        if (begins_with(at + 1, name, ".(") || puts_into(index, at + 1, name))
            return true;
    return false;
}

/* May the statement do more than bind names? */
static bool may_act(const ModuleIndex *index, const IndexEntry *entry, const AstNode *node, bool is_import) {
    const IndexEntry *owner = entry->owner ? index_find(index, entry->owner) : NULL;
    if (owner && owner->kind == INDEX_CLASS)
        return false; /* see complete_class() */
    if (node->kind == AST_If)
        return is_import && !ast_is_main_guard(node) && !ev_is_type_checking(node);
    if (node->kind == AST_Try)
        return is_import;
    return node->kind != AST_Assign || !entry->name || node->u.Assign.value->kind == AST_Call;
}

/* Of what cannot be evaluated, what it would have changed is not known. */
static void run_statement(Ev *ev, Module *module, const IndexEntry *entry, const AstNode *node) {
    const IndexEntry *running = module->running;
    module->running = entry;
    uint32_t objects = heap_object_count(ev->heap), mark = heap_mark(ev->heap);
    Frame frame;
    Saved saved = enter_module(ev, &frame, module);
    frame.tolerant = true;
    if (ev_exec(ev, node) == EX_FAIL)
        ev_skip_statement(ev, node);
    heap_keep_new(ev->heap, mark, objects, ev->base_heap);
    leave_module(ev, &saved);
    module->running = running;
}

enum { MAX_RUN_BYTES = EV_MAX_BYTES / 8 }; /* what a large package does beyond that is left out */

/* Runs the statements of a module that may do something, each with steps of its own: those of a file of the program as
 * its import does. Of others, where a list, set or dict of theirs is asked for, those that may fill it. */
static void run_statements(Ev *ev, Module *module, const Run *run) {
    ModuleIndex *index = module->index;
    DiagList ignored;
    diag_init(&ignored, ev->arena);
    uint64_t steps = ev->steps;
    const AstNode *last = NULL;
    for (uint32_t i = run->from; i < run->to && support_own_peak_bytes() < MAX_RUN_BYTES; i++) {
        IndexEntry *entry = &index->entries[i];
        bool is_done = run->about ? !is_about(index, entry, run->about) : is_inert(entry, run->is_import);
        is_done = is_done || map_has(&ev->memo, MAP_KEY(entry));
        const AstNode *node = is_done ? NULL : index_parse(index, entry, &ignored);
        if (!node || node == last)
            continue;
        last = node; /* a statement that binds several names */
        ev_begin_steps(ev);
        if (node->kind == AST_Import || node->kind == AST_ImportFrom) {
            ev_each_imported(module, node, import_file_of_program, ev);
        } else if (!run->about && !may_act(index, entry, node, run->is_import)) {
            continue;
        } else if (entry->name) {
            define(ev, module, entry, entry->name);
        } else {
            map_put(&ev->memo, MAP_KEY(entry), entry);
            run_statement(ev, module, entry, node);
        }
    }
    ev_begin_steps(ev);
    ev->past_steps -= steps;
    ev->steps = steps;
}

/* The last statement that binds the name; for a statement of the module itself, the last one before it. */
static IndexEntry *binding_of(const Ev *ev, const Module *module, Str name) {
    IndexEntry *last = index_find(module->index, name);
    bool is_own = module->running && ev->frame->module == module && !ev->frame->function;
    for (IndexEntry *entry = last; is_own && entry && entry > module->index->entries; entry--)
        if (entry->name == name && entry < module->running)
            return entry;
    return last;
}

static const Value *look_in(Ev *ev, Module *module, Str name, Span span) {
    const Value *value = heap_get(ev->heap, module->globals, name);
    if (!value)
        value = map_get(&module->definitions, MAP_KEY(name));
    if (value)
        return value;
    const Builtin *builtin = module->natives ? ev_find_builtin(module->natives, name) : NULL;
    if (builtin)
        return ev_builtin(ev, builtin, NULL);
    IndexEntry *entry = module->index ? binding_of(ev, module, name) : NULL;
    bool imported_late = !entry || (entry->kind == INDEX_IMPORT && entry->conditional);
    if (imported_late && (value = look_in_lazy(ev, module, name)))
        return value;
    if (entry && (value = define(ev, module, entry, name)))
        return value;
    return look_in_stars(ev, module, name, span);
}

const Value *ev_builtin_definition(Ev *ev, Module *builtins, Str name) {
    return look_in(ev, builtins, name, no_span());
}

Module *ev_prelude_of(Ev *ev, const Module *installed) {
    Module *prelude = map_get(&ev->modules, MAP_KEY(installed->name));
    return prelude && prelude->is_prelude ? prelude : NULL;
}

/* What the prelude defines for an installed module serves the module's own code too. A class that only says some
 * methods of the installed one in another way (see replace_methods) does not take its place. */
static const Value *prelude_definition(Ev *ev, Module *module, Str name) {
    if (module->is_prelude || module->is_main || !module->index)
        return NULL;
    Module *prelude = ev_prelude_of(ev, module);
    IndexEntry *entry = prelude && prelude->index ? index_find(prelude->index, name) : NULL;
    bool stands = entry && (entry->kind == INDEX_DEF || entry->kind == INDEX_ASSIGN);
    return stands ? look_in(ev, prelude, name, no_span()) : NULL;
}

const Value *ev_prelude_part(Ev *ev, Module *prelude, Str name) { return look_in(ev, prelude, name, no_span()); }

/* Is it a class that only has methods for the installed one of its name? */
static bool is_part_of_class(Ev *ev, const Module *module, const Value *value) {
    return value && value->kind == V_CLASS && module->is_prelude && value->u.class_info->module == module &&
           heap_get(ev->heap, value->u.class_info->dict, str_of("__installed__"));
}

/* A function of torch under the name of an operator: `name` in the module, which has it from now on. */
static const Value *named_operator(Ev *ev, Module *module, Str name, const Value *value) {
    Function *function = arena_new_of(ev->arena, Function);
    *function = *value->u.function;
    function->packet = str_format("%s.%s", module->name, name);
    Value *packet = arena_new_of(ev->arena, Value);
    *packet = *value;
    packet->u.function = function;
    map_put(&module->definitions, MAP_KEY(name), packet);
    return packet;
}

/* The function of another name, or (in torch.special) of another module, as the object that `name` is here. */
static const Value *function_of_its_own(Ev *ev, Module *module, Str name, const Value *value) {
    const Function *f = value->u.function;
    bool is_everywhere = module->name == str_of("torch.special"); /* which hands nothing on */
    if (!f->is_prelude || f->home || f->owner || (f->name == name && !is_everywhere))
        return value;
    Function *function = arena_copy(ev->arena, f, sizeof *f);
    function->home = module;
    function->home_name = name;
    Value *result = arena_copy(ev->arena, value, sizeof *value);
    result->u.function = function;
    map_put(&module->definitions, MAP_KEY(name), result);
    return result;
}

static const Value *operator_packet(Ev *ev, Module *module, Str name, const Value *value) {
    bool is_named = value->kind != V_FUNCTION || value->u.function->packet;
    return is_named ? value : named_operator(ev, module, name, value);
}

/* torch.ops.aten.add.Tensor: a function of its own, which finds the overload by its arguments as torch.ops.aten.add.
 * What an overload has itself is not told from it. */
const Value *ev_operator_overload(Ev *ev, const Value *packet, Str overload) {
    const char *path = packet->u.function->packet, *dot = strrchr(path, '.');
    Str home = str_intern(path, (size_t)(dot - path)), name = str_format("%s.%s", dot + 1, overload);
    Module *module = has_operators(home) ? ev_import(ev, home, no_span()) : NULL;
    const Value *known = module ? map_get(&module->definitions, MAP_KEY(name)) : packet;
    return known ? known : named_operator(ev, module, name, packet);
}

/* What the `__getattr__` of a prelude module gives for a name; NULL without a failure: nothing. */
static const Value *computed_name(Ev *ev, Module *module, Str name, Span span) {
    if (!module->is_prelude || !module->index || !module->index->has_getter)
        return NULL;
    const Value *text = ev_str(ev, name);
    const Value *value = ev_call_values(ev, look_in(ev, module, str_of("__getattr__"), span), &text, 1, span);
    if (value && value->kind != V_NONE)
        return value;
    ev_clear_fail(ev);
    return NULL;
}

/* A value that is not there: NULL without a failure, or external when pyaot does not know all that the module has. */
const Value *ev_module_getattr(Ev *ev, Module *module, Str name, Span span) {
    ev_module_is_read(ev, module, false);
    if (means_primitives(ev, module, name)) {
        ev->primitives = ev->primitives ? ev->primitives : ev_import(ev, name, no_span());
        return ev_module_value(ev, ev->primitives);
    }
    const Value *value = prelude_definition(ev, module, name);
    if (!value)
        value = look_in(ev, module, name, span);
    if (!value || is_part_of_class(ev, module, value)) /* which is no class where nothing is installed */
        value = module->installed ? look_in(ev, module->installed, name, span) : NULL;
    if (!value)
        value = special_name(ev, module, name);
    if (!value)
        value = computed_name(ev, module, name, span);
    if (value && module->has_packets)
        value = operator_packet(ev, module, name, value);
    else if (value && value->kind == V_FUNCTION && module->has_own_functions)
        value = function_of_its_own(ev, module, name, value);
    if (value || module->is_main)
        return value;
    if (!strcmp(module->name, "builtins"))
        return ev_builtin_name(ev, name);
    Str dotted = str_format("%s.%s", module->name, name);
    if (!module->natives && strcmp(module->name, "torch_tensor") && is_submodule(ev, dotted))
        return ev_module_value(ev, ev_import(ev, dotted, span));
    bool asked_from_prelude = ev->frame && ev->frame->module == module && module->is_prelude;
    return asked_from_prelude || (module->index && !module->is_prelude && ev->frame && ev->frame->module == module)
               ? NULL
               : ev_external(ev, dotted);
}

/* What a module has looked like when a name was not there; 0: that says nothing about the next time. */
static uintptr_t state_of(const Ev *ev, const Module *module) {
    if (module->is_main || module->stars.len || !module->index || module->index->has_getter)
        return 0;
    const Module *installed = module->installed;
    uintptr_t more = installed ? state_of(ev, installed) : 1;
    return more ? more + ((uintptr_t)module->definitions.len << 32) + (heap_count(ev->heap, module->globals) << 1) : 0;
}

const Value *ev_builtin_of(Ev *ev, Module *module, Str name) {
    uintptr_t seen = (uintptr_t)map_get(&module->lacks, MAP_KEY(name));
    if (!seen || seen != state_of(ev, module))
        return NULL;
    ev_module_is_read(ev, module, false);
    return ev_builtin_name(ev, name);
}

void ev_note_builtin_of(Ev *ev, Module *module, Str name) {
    map_put(&module->lacks, MAP_KEY(name), (void *)state_of(ev, module));
}

const Value *ev_prelude(Ev *ev, const char *module, const char *name) {
    return ev_module_getattr(ev, ev_import(ev, str_of(module), no_span()), str_of(name), no_span());
}

/* ---- what driver code changes
 * ------------------------------------------------------------------------------------------------------------------ */

void ev_driver_set(Ev *ev, ObjId object, Str name, const Value *value, bool had) {
    Rebound rebound = {object, name, !had};
    const Value *old = had ? heap_get(ev->heap, object, name) : NULL;
    bool is_seen = had || (ev->main_module && object == ev->main_module->globals);
    if (ev->in_driver && ev->is_complete && is_seen && !(old && ev_is_same(old, value) == SH_YES))
        vec_push(ev->arena, &ev->rebound, rebound);
    heap_set(ev->heap, object, name, value);
}

/* Is a value compared with what is there at each call? The others are taken for what was there when the module had run,
 * which the last of several values need not be. */
static bool is_compared(const Value *value) {
    static const ValueKind kinds[] = {V_NONE,  V_BOOL,     V_INT,         V_FLOAT,  V_SCALAR,
                                      V_STR,   V_TENSOR,   V_LIST,        V_DICT,   V_TUPLE,
                                      V_DTYPE, V_INSTANCE, V_OTHER_DTYPE, V_LAYOUT, V_MEMORY_FORMAT};
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (value->kind == kinds[i])
            return true;
    return false;
}

bool ev_is_rebound(const Ev *ev, ObjId object, Str name) {
    for (uint32_t i = 0; i < ev->rebound.len; i++)
        if (ev->rebound.data[i].object == object && ev->rebound.data[i].name == name)
            return true;
    return false;
}

static void forget_rebound(Ev *ev) {
    for (uint32_t i = 0; i < ev->rebound.len; i++) {
        const Rebound *r = &ev->rebound.data[i];
        const Value *value = heap_get(ev->heap, r->object, r->name);
        bool is_told = value && r->object == ev->main_module->globals && ev_has_home(ev, value, r->name);
        if (value && !r->is_first && !is_compared(value) && !is_told)
            heap_set(ev->heap, r->object, r->name, ev_unknown(ev, NULL, "what the program sets anew while it runs"));
    }
}

/* ---- the compiled module
 * --------------------------------------------------------------------------------------------------- */

Module *ev_run_main(Ev *ev, const SourceFile *source, const AstNode *tree, Str name) {
    Module *module = new_module(ev, name);
    module->file = source;
    module->is_main = true;
    ev->main_module = module;
    ev->main_tree = tree;
    map_put(&ev->modules, MAP_KEY(module), module);
    Frame frame = {.module = module, .scope = module->globals, .info = module_scope(ev), .tolerant = true};
    ev->frame = &frame;
    ev->in_driver = true;
    ev_begin_steps(ev);
    ev_exec_block(ev, &tree->u.Module.body);
    forget_rebound(ev);
    ev->frame = NULL;
    ev->eval_depth = ev->call_depth = 0;
    ev_clear_fail(ev);
    return module;
}

bool ev_program_names(Ev *ev, const char *word) {
    uintptr_t known =
        (uintptr_t)map_get(&ev->memo, MAP_KEY(word)); /* how many modules were searched, and whether it was found */
    bool found = known & 1;
    for (uint32_t i = (uint32_t)(known >> 1); i < ev->modules.len && !found; i++) {
        const Module *module = ev->modules.values[i];
        found =
            module->file && (module->is_main || is_of_program(module->file->path)) && strstr(module->file->text, word);
    }
    map_put(&ev->memo, MAP_KEY(word), (void *)((uintptr_t)ev->modules.len << 1 | found));
    return found;
}

const Value *ev_eval_in_module(Ev *ev, Module *module, const AstNode *expr, const Map *locals) {
    Frame frame;
    Saved saved = enter_module(ev, &frame, module);
    ScopeInfo *info = arena_new_of(ev->arena, ScopeInfo);
    info->kind = SCOPE_COMPREHENSION;
    map_init(&info->locals, ev->arena);
    map_init(&info->globals, ev->arena);
    map_init(&info->nonlocals, ev->arena);
    frame.info = info;
    frame.scope = heap_make(ev->heap, OBJ_SCOPE, module->globals, info);
    for (uint32_t i = 0; locals && i < locals->len; i++) {
        Str name = (Str)(uintptr_t)locals->keys[i];
        map_put(&info->locals, locals->keys[i], (void *)name);
        heap_set(ev->heap, frame.scope, name, locals->values[i]);
    }
    ev_begin_steps(ev);
    const Value *value = ev_eval(ev, expr);
    Fail fail = ev->fail;
    leave_module(ev, &saved);
    ev->eval_depth = ev->call_depth = 0;
    if (!value)
        ev->fail = fail;
    return value;
}

/* ---- lifetime
 * ------------------------------------------------------------------------------------------------------------------ */

Ev *ev_new(Arena *arena, const struct AnalysisOptions *options, DiagList *diags) {
    Ev *ev = arena_new_of(arena, Ev);
    ev->arena = arena;
    ev->options = options;
    ev->diags = diags;
    ev->shapes = sh_context_new(arena);
    ev->heap = heap_new(arena);
    ev->max_depth = EV_MAX_DEPTH;
    ev->default_dtype = DT_F32;
    ev->torch_modes = ev_modes(MODE_ON, MODE_CALLER);
    Map *maps[] = {
        &ev->in_rows,         &ev->rows_of_others, &ev->rows_iterated,  &ev->filled_before,  &ev->growing,
        &ev->attribute_dicts, &ev->modules,        &ev->hypotheses,     &ev->functions,      &ev->definitions,
        &ev->input_values,    &ev->memo,           &ev->of_nodes,       &ev->same_sizes,     &ev->chosen,
        &ev->unsure_copies,   &ev->chosen_from,    &ev->alike_right,    &ev->alike_left,     &ev->peers,
        &ev->positions,       &ev->opened,         &ev->asked_sets,     &ev->lasting,        &ev->asked_holders,
        &ev->driver_switches, &ev->overlays,       &ev->cells,          &ev->texts,          &ev->tracked,
        &ev->changed_seen,    &ev->scope_infos,    &ev->parameters,     &ev->prim_functions, &ev->behind,
        &ev->alias_indices,   &ev->text_parts,     &ev->choices,        &ev->registered,     &ev->calls_of_closures,
        &ev->rows_origins,    &ev->class_places,   &ev->often_known,    &ev->either,         &ev->rows_taken,
        &ev->splits,          &ev->looked_through, &ev->hushed,         &ev->deciding,       &ev->records,
        &ev->records_taken,   &ev->rows_in_loops,  &ev->hidden_methods, &ev->gives_dicts};
    for (size_t i = 0; i < COUNT_OF(maps); i++)
        map_init(maps[i], arena);
    ev->no_facts.arena = ev->input_facts.arena = arena;
    ev->facts = &ev->no_facts;
    ev->driver_graph = ir_graph_new(arena, ev->shapes, str_of("driver"), no_span());
    ev->graph = ev->driver_graph;
    ev->region = ev->driver_graph->body;
    ev->in_driver = true;
    ev->module_path = options ? options->modules : NULL;
    return ev;
}

void ev_begin_attempt(Ev *ev, Str name, Span span) {
    if (ev->in_driver) { /* the first attempt: the driver code's state is what all attempts begin with */
        ev->base_heap = heap_mark(ev->heap);
        ev->base_shapes = sh_mark(ev->shapes);
    } else {
        ev_forget_own_keys(ev);
    }
    heap_undo(ev->heap, ev->base_heap);
    sh_undo(ev->shapes, ev->base_shapes);
    sh_forget_names(ev->shapes);
    ev->base_objects = heap_object_count(ev->heap);
    ev->defining = 0; /* where a fault of ours has ended the last one */
    ev->in_driver = false;
    ev->on_call = NULL;
    ev->frame = NULL;
    ev_generators_drop(ev, 0);
    ev->graph = ir_graph_new(ev->arena, ev->shapes, name, span);
    ev->region = ev->graph->body;
    ev->facts = arena_new_of(ev->arena, FactList);
    ev->facts->arena = ev->arena;
    ev->input_facts.items.len = 0;
    map_clear(&ev->input_facts.places);
    map_clear(&ev->input_values);
    map_clear(&ev->same_sizes);
    map_clear(&ev->chosen);
    map_clear(&ev->in_rows);
    map_clear(&ev->rows_of_others);
    map_clear(&ev->rows_iterated);
    map_clear(&ev->rows_origins);
    map_clear(&ev->rows_taken);
    map_clear(&ev->rows_in_loops);
    map_clear(&ev->records);
    map_clear(&ev->records_taken);
    ev->shown = NULL;
    ev->apart = NULL;
    ev_forget_places(ev);
    ev->oldest_item = UINT32_MAX;
    ev->iteration_objects = 0;
    map_clear(&ev->behind);
    map_clear(&ev->unsure_copies);
    map_clear(&ev->chosen_from);
    map_clear(&ev->hushed);
    map_clear(&ev->either);
    map_clear(&ev->splits);
    map_clear(&ev->peers);
    map_clear(&ev->positions);
    map_clear(&ev->tracked);
    ev->search = (StarSearch){0};
    ev->grad_was_off = ev->grad_was_on = false;
    ev->indexed.len = 0;
    ev_begin_effects(ev);
    ev->torch_modes = ev_modes(MODE_CALLER, MODE_CALLER);
    ev->rank_hint = 0;
    ev_begin_steps(ev);
    ev->python_steps = 0;
    ev->library_time = 0;
    ev->eval_depth = ev->call_depth = ev->paths = ev->operators_raised = 0;
    ev->settled = NULL;
    ev->first_iterations = 0;
    ev->max_depth = EV_MAX_DEPTH;
    ev_clear_fail(ev);
}
