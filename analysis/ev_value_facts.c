/* Facts about inputs: what is guarded of a value that is taken as it is, a function, a class or a constant, and how it
 * is said where it comes from. */
#include "analysis/ev_internal.h"
#include "parser/module_index.h"

/* Nobody who reads a guard knows the prelude: it is said to be about the line that led there. */
static void note_fact(Ev *ev, FactList *facts, Fact fact) {
    if (ev->in_driver)
        return;
    if (ev->frame && ev->frame->module->is_prelude && fact.span.file) {
        Span installed = ev_installed_span(ev, fact.span);
        fact.span = installed.file ? installed : ev_user_span(ev, fact.span);
    }
    fact_add(facts, &fact);
}

void ev_fact(Ev *ev, const Fact *fact) { note_fact(ev, ev->facts, *fact); }

void ev_input_fact(Ev *ev, const Fact *fact) {
    note_fact(ev, &ev->input_facts, *fact);
    if (!ev->in_driver && (fact->kind == FACT_IS || fact->kind == FACT_CODE))
        ev_note_makers(ev, fact->source);
}

void ev_type_fact(Ev *ev, const Source *source, const char *type) {
    Fact fact = {.kind = FACT_TYPE, .source = source, .text = str_of(type)};
    ev_input_fact(ev, &fact);
}

/* The place where the program's text names an object of the module level: module global, then attributes. */
const Source *ev_named_place(const Module *module, Str qualname) {
    if (strchr(qualname, '<'))
        return NULL;
    const Source *source = NULL;
    for (const char *at = qualname;; at++) {
        size_t len = strcspn(at, ".");
        Str part = str_intern(at, len);
        source = source ? source_attr(source, part) : source_global(module->is_main ? NULL : module->name, part);
        at += len;
        if (!*at)
            return source;
    }
}

typedef struct CalleeScan {
    Ev *ev;
    const ModuleIndex *index;
    Span span;
} CalleeScan;

static void callee_fact(Str name, void *data) {
    const CalleeScan *scan = data;
    bool is_global = index_find(scan->index, name);
    Str path = is_global ? str_format("torch.nn.functional.%s", name) : strncmp(name, "torch.", 6) ? NULL : name;
    bool is_inner = path && !strncmp(path, "torch._", 7) && strncmp(path, "torch._C", 8); /* imported late, or never */
    if (!path || is_inner || strstr(path, "torch_function") || strstr(path, "jit.") || strstr(path, "warn"))
        return;
    const char *dot = strrchr(path, '.');
    Fact fact = {.kind = FACT_IS,
                 .span = scan->span,
                 .source = source_global(str_intern(path, (size_t)(dot - path)), str_of(dot + 1)),
                 .text = path};
    ev_input_fact(scan->ev, &fact);
}

/* What the installed function of torch.nn.functional calls by name, which the prelude's does in its own way: whoever
 * replaces one of these means to change both. */
static void callee_facts(Ev *ev, Str name, Span span) {
    const Module *module = map_get(&ev->modules, MAP_KEY(str_of("torch.nn.functional")));
    const Module *installed = module ? module->installed : NULL;
    const IndexEntry *entry = installed && installed->index ? index_find(installed->index, name) : NULL;
    CalleeScan scan = {ev, installed ? installed->index : NULL, span};
    if (entry && entry->kind == INDEX_DEF)
        index_called_names(entry, callee_fact, &scan);
}

/* What the library has at the place is what it was: a program that replaces it may hand on what took its place. */
static void place_fact(Ev *ev, const Source *place, Span span) {
    if (place->kind != SRC_GLOBAL || !place->module)
        return;
    Str name = str_format("%s.%s", place->module, place->name);
    Fact fact = {.kind = FACT_IS, .span = span, .source = place, .text = name};
    ev_input_fact(ev, &fact);
}

/* `source` is the very object of that place. A global, or an attribute of a module (then `path` is given), is pinned by
 * its name; anything else is compared with the place, which is pinned. */
static void identity_fact(Ev *ev, const Source *source, const Source *place, Str path, Str own, Span span) {
    Fact fact = {.kind = FACT_SAME, .span = span, .source = source, .other = place};
    if (path || (source->kind == SRC_GLOBAL && own))
        fact = (Fact){.kind = FACT_IS, .span = span, .source = source, .text = path ? path : own};
    else if (!place)
        return;
    ev_input_fact(ev, &fact);
    if (fact.kind == FACT_SAME && source != place)
        place_fact(ev, place, span);
    static const char functional[] = "torch.nn.functional.";
    Str text = path ? path : own;
    if (text && !strncmp(text, functional, sizeof functional - 1))
        callee_facts(ev, str_of(text + sizeof functional - 1), span);
}

static const Source *place_in_class(const char *cls, Str name) {
    return source_attr(source_global(str_of("builtins"), str_of(cls)), name);
}

/* Where Python keeps the method of a built-in class; NULL: nowhere, or in several classes, each its own. */
static const Source *method_place(const Builtin *builtin) {
    const BuiltinClass *found = NULL;
    Str name = str_of(builtin->name);
    for (const BuiltinClass *row = builtin_classes; row->name; row++)
        if (row->methods && ev_find_builtin(row->methods, name) == builtin) {
            if (found)
                return NULL;
            found = row;
        }
    return found && !found->hidden ? place_in_class(found->name, name) : NULL;
}

bool ev_is_of_one_class(const Builtin *method) { return method_place(method) != NULL; }

/* The same of one that is written in Python: list___add__ of _pyaot_methods is list.__add__. */
static const Source *python_method_place(Ev *ev, const Function *f) {
    Str name = f->home ? f->home_name : f->name;
    const char *end = strchr(name, '_');
    if (!f->is_prelude || strcmp(f->module->name, "_pyaot_methods") != 0 || f->owner || !end)
        return NULL;
    const ClassInfo *cls = ev_builtin_class(ev, str_intern(name, (size_t)(end - name)));
    return cls && !cls->builtin_class->hidden ? place_in_class(cls->name, str_of(end + 1)) : NULL;
}

/* Where Python keeps a function of ours; NULL: nowhere that we know. */
static const Source *builtin_place(const Value *value) {
    const Builtin *builtin = value->u.builtin.builtin;
    if (value->u.builtin.self) /* an ellipsis: of no object, see ev_class_lookup() */
        return value->u.builtin.self->kind == V_ELLIPSIS ? method_place(builtin) : NULL;
    if (ev_find_builtin(builtin_math, str_of(builtin->name)) == builtin)
        return source_global(str_of("math"), str_of(builtin->name));
    if (ev_find_builtin(builtin_functions, str_of(builtin->name)) == builtin ||
        ev_find_builtin(builtin_iteration, str_of(builtin->name)) == builtin)
        return source_global(str_of("builtins"), str_of(builtin->name));
    return NULL;
}

typedef struct Definitions {
    Map *counts;        /* how many there are of each qualified name */
    const char *prefix; /* of the names below the present node */
} Definitions;

/* Counts the definitions below a node by their qualified names. */
static void count_definitions(AstNode *node, void *data) {
    Definitions *all = data;
    Str name = node->kind == AST_FunctionDef || node->kind == AST_AsyncFunctionDef ? node->u.FunctionDef.name
               : node->kind == AST_ClassDef                                        ? node->u.ClassDef.name
               : node->kind == AST_Lambda                                          ? str_of("<lambda>")
                                                                                   : NULL;
    if (!name) {
        ast_each_child(node, count_definitions, all);
        return;
    }
    const char *outer = all->prefix;
    Str own = str_format("%s%s", outer, name);
    map_put(all->counts, MAP_KEY(own), (void *)((uintptr_t)map_get(all->counts, MAP_KEY(own)) + 1));
    all->prefix = str_format("%s%s", own, node->kind == AST_ClassDef ? "." : ".<locals>.");
    ast_each_child(node, count_definitions, all);
    all->prefix = outer;
}

/* Does the qualified name say which function of the program it is? */
bool ev_is_unique_function(Ev *ev, const Function *f) {
    Definitions all = {.counts = &ev->definitions, .prefix = ""};
    if (!f->module->is_main)
        return true;
    if (!ev->definitions.len)
        ast_each_child(ev->main_tree, count_definitions, &all);
    return (uintptr_t)map_get(&ev->definitions, MAP_KEY(f->qualname)) == 1;
}

/* As co_firstlineno counts: from the first decorator on. */
uint32_t ev_first_line(const Function *f) {
    const AstList *decorators = f->def->kind == AST_Lambda ? NULL : &f->def->u.FunctionDef.decorator_list;
    return span_line(decorators && decorators->len ? decorators->items[0]->span : f->def->span);
}

/* Lambdas of the program, and functions that have one name with others, are marked in the stub, those that facts are
 * about: where they stand in the text says which they are. */
static bool is_marked_function(const Function *f) { return f->module->is_main; }

static int64_t mark_of(const Function *f) {
    Span span = f->def->kind == AST_Lambda ? f->def->span : f->def->u.FunctionDef.def_span;
    return -1 - (int64_t)span.begin;
}

/* Which of the functions of one qualified name it is: see FACT_LOCAL. */
static int64_t place_of_code(Ev *ev, const Function *f) {
    if (f->module->is_main)
        return is_marked_function(f) && !ev_is_unique_function(ev, f) ? mark_of(f) : 0;
    int64_t line = (int64_t)ev_first_line(f);
    if (f->def->kind != AST_Lambda)
        return line;
    Span body = f->def->u.Lambda.body->span;
    size_t length;
    int64_t lines = (int64_t)span_line(body) - line;
    int64_t column = body.file->text + body.begin - span_line_text(body, &length); /* in bytes, as CPython counts */
    return line | (column + 1) << FACT_COLUMN_SHIFT | lines << FACT_LINES_SHIFT;
}

/* The content of a cell can be replaced: it is a function of that code, whose own cells are guarded where they are
 * read.
 */
void ev_local_fact(Ev *ev, const Function *f, const Source *source, Span span) {
    Fact fact = {.kind = FACT_LOCAL, .span = span, .source = source, .text = ev_qualified_path(f->module, f->qualname)};
    fact.number = f->def ? place_of_code(ev, f) : 0;
    ev_input_fact(ev, &fact);
}

/* Has its module something else under its name, as what a decorator has made of it? */
static bool is_replaced(Ev *ev, const Function *f) {
    const Source *place = ev_named_place(f->module, f->qualname);
    if (!place || place->kind != SRC_GLOBAL)
        return false;
    const Value *there = ev_module_getattr(ev, f->module, f->name, no_span());
    return there && (there->kind != V_FUNCTION || there->u.function != f);
}

/* A function in a cell, or one that no name leads to: its code says which it is. */
static bool is_told_by_code(Ev *ev, const Value *v, const Source *source) {
    if (v->kind != V_FUNCTION || v->u.function->is_prelude || source->kind == SRC_GLOBAL)
        return false;
    bool in_cell = source->kind == SRC_ATTR && source->name == str_of("cell_contents");
    bool in_table = source->kind == SRC_ITEM_INT && source->base->name == str_of("values()"); /* often all named `_` */
    const Function *f = v->u.function;
    bool is_lambda = f->def && f->def->kind == AST_Lambda;
    bool has_name = ev_named_place(f->module, f->qualname) || (!f->module->is_main && !f->def);
    return in_cell || in_table || is_lambda || !has_name || is_replaced(ev, f);
}

/* A function that its class has within a descriptor alone: the class's attribute is another object. */
static bool is_in_descriptor(Ev *ev, const Function *f) {
    const Value *attribute = f->owner ? ev_class_lookup(ev, f->owner, f->name, NULL) : NULL;
    return attribute && attribute->kind == V_INSTANCE;
}

/* Does the package of `path` only hand on what another one defines in Python? Of torch itself, whose names come from
 * many files, it may be so for each. */
static bool is_handed_on(const Function *f, const Module *home, Str path) {
    const Module *installed = f->is_prelude ? f->module->installed : NULL;
    size_t own = strcspn(home->name, ".");
    bool is_other = strcspn(path, ".") != own || strncmp(path, home->name, own) != 0;
    bool in_python = installed && installed->index && index_find(installed->index, f->name);
    return is_other && (in_python || (f->is_prelude && home->name == str_of("torch")));
}

/* A function that a rule of the prelude has made: its qualified name is that of the module that binds it, and its own.
 */
static bool is_made_by_rule(const Function *f) {
    return f->is_prelude && !f->owner && strchr(f->qualname, '.') && !strchr(f->qualname, '<');
}

static Str public_name(const Function *f) {
    return f->home ? f->home_name : is_made_by_rule(f) ? f->name : f->qualname;
}

/* The module that programs have a function from: a part of the prelude's torch is none. */
static const Module *public_module(Ev *ev, const Function *f) {
    static const char *const modules[] = {"torch", "torch.nn.functional"};
    if (f->home)
        return f->home;
    if (f->is_prelude && !strncmp(f->module->name, "torch_", 6))
        for (size_t i = 0; i < COUNT_OF(modules); i++) {
            const Value *there = ev_prelude(ev, modules[i], f->name);
            if (there && there->kind == V_FUNCTION && there->u.function == f)
                return ev_import(ev, str_of(modules[i]), no_span());
        }
    if (is_made_by_rule(f) && !strncmp(f->qualname, "torch.", 6))
        return ev_import(ev, str_intern(f->qualname, (size_t)(strrchr(f->qualname, '.') - f->qualname)), no_span());
    return f->module;
}

/* Where a module has what a decorator of the library has made of its function: under that function's name. NULL: what
 * is there is something else. */
static const Source *decorated_place(Ev *ev, const Function *f) {
    const Function *inner =
        f->is_prelude && f->wrapped && f->wrapped->kind == V_FUNCTION ? f->wrapped->u.function : NULL;
    const Source *place = inner && !inner->is_prelude ? ev_named_place(inner->module, inner->qualname) : NULL;
    bool is_global = place && place->kind == SRC_GLOBAL;
    const Value *there = is_global ? ev_module_getattr(ev, inner->module, inner->name, no_span()) : NULL;
    return there && there->kind == V_FUNCTION && there->u.function == f ? place : NULL;
}

/* "torch.ops.aten.add": what is in torch.ops is an attribute, in no module of its own. */
static const Source *place_of_operator(Str packet) {
    const Source *place = source_global(str_of("torch"), str_of("ops"));
    for (const char *at = packet + strlen("torch.ops."), *dot; at; at = dot ? dot + 1 : NULL) {
        dot = strchr(at, '.');
        place = source_attr(place, str_intern(at, dot ? (size_t)(dot - at) : strlen(at)));
    }
    return place;
}

static void function_fact(Ev *ev, const Value *value, const Source *source, Str path, Span span) {
    const Function *f = value->u.function;
    const Module *module = public_module(ev, f);
    const char *home = f->owner ? ev_class_home(f->owner) : NULL;
    const Source *method = python_method_place(ev, f);
    if (method) {
        identity_fact(ev, source, method, path, NULL, span);
        return;
    }
    const Source *decorated = path || source->kind == SRC_GLOBAL ? NULL : decorated_place(ev, f);
    if (decorated) {
        identity_fact(ev, source, decorated, NULL, NULL, span);
        if (!decorated->module)
            identity_fact(ev, decorated, NULL, NULL, str_format(":%s", decorated->name), span);
        return;
    }
    Str own = f->packet         ? f->packet
              : home            ? str_format("%s.%s", home, f->name)
              : module->is_main ? str_format(":%s", f->qualname)
                                : str_format("%s.%s", module->name, public_name(f));
    const Source *place = f->packet ? place_of_operator(f->packet)
                          : home    ? source_attr(ev_class_source(ev, f->owner), f->name)
                                    : ev_named_place(module, public_name(f));
    const Value *attribute = f->owner ? ev_class_lookup(ev, f->owner, f->name, NULL) : NULL;
    if (place && attribute && attribute->kind == V_CLASSMETHOD) { /* the name leads to a method bound to the class */
        place = source_attr(place, str_of("__func__"));
        own = str_format("%s.__func__", own);
    }
    bool in_descriptor = is_in_descriptor(ev, f), in_cell = is_told_by_code(ev, value, source);
    if (in_cell || in_descriptor) {
        ev_local_fact(ev, f, source, span);
    } else if (path && place && is_handed_on(f, module, path)) { /* the very object of its own package */
        identity_fact(ev, source, place, NULL, NULL, span);
        identity_fact(ev, place, NULL, own, NULL, span);
    } else if (f->is_prelude || source != place) {
        identity_fact(ev, source, place, path,
                      source->kind == SRC_GLOBAL && !place ? str_format(":%s", source->name) : own, span);
    }
    bool is_checked = in_descriptor ||
                      (in_cell && !f->module->is_main); /* what has its name may be what a decorator has made of it */
    if (!f->is_prelude && place && f->def && f->def->kind != AST_Lambda && !is_checked)
        ev_code_fact(ev, source, f, span);
}

/* The value is torch's own object of that name, such as a dtype: there is one of each. */
static void torch_constant_fact(Ev *ev, const Source *source, Str name, Str path, Span span) {
    bool is_own = source->kind == SRC_GLOBAL && !source->module; /* which the program may set anew at any time */
    Str own = is_own ? NULL : str_format("torch.%s", name);
    identity_fact(ev, source, source_global(str_of("torch"), name), is_own ? NULL : path, own, span);
}

const Source *ev_home_of(Ev *ev, const Value *value) {
    const Function *f = value->kind == V_FUNCTION ? value->u.function : NULL;
    if (value->kind == V_BUILTIN)
        return value->u.builtin.self ? NULL : builtin_place(value);
    if (value->kind == V_CLASS)
        return value->u.class_info->module && value->u.class_info->module->is_main
                   ? NULL
                   : ev_class_source(ev, value->u.class_info);
    bool is_plain = f && !f->owner && !f->packet && !python_method_place(ev, f) && f->def && f->def->kind != AST_Lambda;
    return is_plain ? ev_named_place(public_module(ev, f), public_name(f)) : NULL;
}

bool ev_has_home(Ev *ev, const Value *value, Str name) {
    const Source *home = ev_home_of(ev, value);
    return home && home != source_global(NULL, name) &&
           !(value->kind == V_FUNCTION && value->u.function->module->is_main &&
             !ev_is_unique_function(ev, value->u.function));
}

void ev_home_facts(Ev *ev, const Value *value, const Source *source, Span span) {
    const Source *home = ev_home_of(ev, value);
    if (source)
        ev_input_fact(ev, &(Fact){.kind = FACT_SAME, .span = span, .source = source, .other = home});
    Str path = home->module ? str_format("%s.%s", home->module, home->name) : NULL;
    if (value->kind == V_FUNCTION && !value->u.function->is_prelude)
        ev_code_fact(ev, home, value->u.function, span);
    else if (value->kind == V_BUILTIN || (value->kind == V_FUNCTION && home->kind == SRC_GLOBAL))
        ev_input_fact(ev, &(Fact){.kind = FACT_IS, .span = span, .source = home, .text = path});
    else
        ev_value_facts(ev, value, home, NULL, span);
}

static void attribute_fact(Ev *ev, const Source *source, const char *name, Constant constant, Span span) {
    const Source *attribute = source_attr(source, str_of(name));
    ev_input_fact(ev, &(Fact){.kind = FACT_VALUE, .span = span, .source = attribute, .constant = constant});
}

/* Is it an attribute of the module above it, as in torch.ops.aten? */
static bool is_submodule_of_global(const Source *source, const char *name) {
    const Source *above = source->kind == SRC_ATTR ? source->base : NULL;
    const char *dot = strrchr(name, '.');
    if (!above || !dot || strcmp(dot + 1, source->name) != 0)
        return false;
    Str rest = str_intern(name, (size_t)(dot - name));
    return above->kind == SRC_GLOBAL ? above->name == rest : is_submodule_of_global(above, rest);
}

void ev_module_fact(Ev *ev, const Value *value, Span span) {
    const Module *module = value->u.module;
    Fact fact = {.kind = FACT_SAME, .span = span, .source = value->source};
    if (module->has_packets) /* torch.ops.aten, which sys.modules has not */
        fact.other = source_attr(source_global(str_of("torch"), str_of("ops")), str_of(strrchr(module->name, '.') + 1));
    else
        fact.other = source_item_str(source_global(str_of("sys"), str_of("modules")), module->name);
    ev_input_fact(ev, &fact);
}

static void device_facts(Ev *ev, const Source *source, Span span) {
    ev_input_fact(ev, &(Fact){.kind = FACT_CLASS, .span = span, .source = source, .text = str_of("torch:device")});
    attribute_fact(ev, source, "type", (Constant){.kind = CONST_STR, .s = str_of("cpu")}, span);
    attribute_fact(ev, source, "index", (Constant){.kind = CONST_NONE}, span);
}

/* Facts for values that are taken as they are: constants, functions, classes, and other objects with an identity. */
void ev_value_facts(Ev *ev, const Value *value, const Source *source, Str path, Span span) {
    if (ev->in_driver || !value)
        return;
    Fact fact = {.kind = FACT_VALUE, .span = span, .source = source};
    switch (value->kind) {
    case V_FUNCTION:
        function_fact(ev, value, source, path, span);
        return;
    case V_CLASS: {
        ClassInfo *cls = value->u.class_info;
        if (ev_is_unnamed(cls) && ev_place_class(ev, cls, source, span)) {
            ev_class_value(ev, cls);
            return;
        }
        Str own = ev_class_home(cls)                    ? str_of(ev_class_home(cls))
                  : cls->module && cls->module->is_main ? str_format(":%s", ev_class_path(cls))
                  : cls->module                         ? str_format("%s.%s", cls->module->name, ev_class_path(cls))
                                                        : NULL;
        identity_fact(ev, source, ev_class_source(ev, cls), path, own, span);
        return;
    }
    case V_BUILTIN:
        identity_fact(ev, source, builtin_place(value), path, NULL, span);
        return;
    case V_DTYPE:
        torch_constant_fact(ev, source, str_of(dtype_info[value->u.dtype].torch_name), path, span);
        return;
    case V_OTHER_DTYPE:
    case V_LAYOUT:
    case V_MEMORY_FORMAT:
        torch_constant_fact(ev, source, value->u.str, path, span);
        return;
    case V_DEVICE:
        device_facts(ev, source, span);
        return;
    case V_MODULE: /* of one that is a global, or lies in it, what is taken from it is guarded */
        if (source->kind != SRC_GLOBAL && !is_submodule_of_global(source, value->u.module->name))
            ev_module_fact(ev, ev_with_source(ev, value, source), span);
        return;
    case V_NOT_IMPLEMENTED:
        identity_fact(ev, source, source_global(str_of("builtins"), str_of("NotImplemented")), path, NULL, span);
        return;
    case V_INT:
        if (value->source && !sh_is_const(value->u.expr, NULL))
            return; /* symbolic: ev_generalise has said that it is an int */
        break;
    default:
        break;
    }
    if (ev_constant_of(value, &fact.constant))
        ev_input_fact(ev, &fact);
}

/* A function that no name leads to, and that is no attribute of a module, cannot be told from another one. */
bool ev_is_anonymous(Ev *ev, const Value *v, const Source *source) {
    bool of_module = ev->of_module && source->kind == SRC_ATTR;
    if (source->kind == SRC_GLOBAL || of_module)
        return false;
    if (is_told_by_code(ev, v, source))
        return !is_marked_function(v->u.function) && !ev_is_unique_function(ev, v->u.function);
    return v->kind == V_FUNCTION
               ? !ev_named_place(v->u.function->module, v->u.function->qualname) && !decorated_place(ev, v->u.function)
               : v->kind == V_BUILTIN && !builtin_place(v);
}
