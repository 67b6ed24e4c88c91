/* Names: which scope binds a name, reading, binding and deleting it, and what a global's value depends on (facts). */
#include "analysis/ev_internal.h"

#include "parser/module_index.h"

/* ---- what a node binds ------------------------------------------------------------------------------------------- */

typedef struct Scan {
    Map *bound, *globals, *nonlocals; /* the last two may be NULL */
    bool has_yield, has_inner;
} Scan;

static void add_name(Map *map, Str name) {
    if (map && name)
        map_put(map, MAP_KEY(name), (void *)name);
}

static void scan_node(AstNode *node, void *data);

static void scan_list(const AstList *list, Scan *scan) {
    for (uint32_t i = 0; i < list->len; i++)
        if (list->items[i])
            scan_node(list->items[i], scan);
}

static void add_alias(const AstNode *alias, bool whole, Scan *scan) {
    if (alias->u.alias.asname) {
        add_name(scan->bound, alias->u.alias.asname);
        return;
    }
    const char *name = alias->u.alias.name, *dot = whole ? NULL : strchr(name, '.');
    add_name(scan->bound, dot ? str_intern(name, (size_t)(dot - name)) : alias->u.alias.name);
}

/* Definitions bind their name; their bodies are scopes of their own. */
static bool scan_definition(AstNode *node, Scan *scan) {
    switch (node->kind) {
    case AST_FunctionDef:
    case AST_AsyncFunctionDef:
        add_name(scan->bound, node->u.FunctionDef.name);
        scan_list(&node->u.FunctionDef.decorator_list, scan);
        scan_list(&node->u.FunctionDef.args->u.arguments.defaults, scan);
        return true;
    case AST_ClassDef:
        add_name(scan->bound, node->u.ClassDef.name);
        scan_list(&node->u.ClassDef.decorator_list, scan);
        scan_list(&node->u.ClassDef.bases, scan);
        return true;
    case AST_Lambda:
        return true;
    case AST_comprehension:
        scan_node(node->u.comprehension.iter, scan);
        scan_list(&node->u.comprehension.ifs, scan);
        return true;
    default:
        return false;
    }
}

/* Is it something that may outlive the call and reads the variables around it? */
static bool may_keep_scope(const AstNode *node) {
    return node->kind == AST_FunctionDef || node->kind == AST_AsyncFunctionDef || node->kind == AST_ClassDef ||
           node->kind == AST_Lambda || node->kind == AST_GeneratorExp;
}

static void scan_imports(const AstList *names, bool whole, Scan *scan) {
    for (uint32_t i = 0; i < names->len; i++)
        add_alias(names->items[i], whole, scan);
}

static void scan_node(AstNode *node, void *data) {
    Scan *scan = data;
    scan->has_inner |= may_keep_scope(node);
    if (scan_definition(node, scan))
        return;
    switch (node->kind) {
    case AST_Name:
        if (node->u.Name.ctx != AST_Load)
            add_name(scan->bound, node->u.Name.id);
        return;
    case AST_Import:
        scan_imports(&node->u.Import.names, false, scan);
        return;
    case AST_ImportFrom:
        scan_imports(&node->u.ImportFrom.names, true, scan);
        return;
    case AST_Global:
        for (uint32_t i = 0; i < node->u.Global.names.len; i++)
            add_name(scan->globals, node->u.Global.names.items[i]);
        return;
    case AST_Nonlocal:
        for (uint32_t i = 0; i < node->u.Nonlocal.names.len; i++)
            add_name(scan->nonlocals, node->u.Nonlocal.names.items[i]);
        return;
    case AST_NamedExpr:
        if (node->u.NamedExpr.target->kind == AST_Name)
            add_name(scan->bound, node->u.NamedExpr.target->u.Name.id);
        break;
    case AST_ExceptHandler:
        add_name(scan->bound, node->u.ExceptHandler.name);
        break;
    case AST_MatchAs:
    case AST_MatchStar:
    case AST_MatchMapping:
        add_name(scan->bound, ast_captured_name(node));
        break;
    case AST_Yield:
    case AST_YieldFrom:
        scan->has_yield = true;
        break;
    default:
        break;
    }
    ast_each_child(node, scan_node, scan);
}

void ev_bound_names(const AstNode *node, Map *out) {
    Scan scan = {.bound = out};
    scan_node((AstNode *)node, &scan);
}

static void scan_params(const AstNode *args, Map *bound) {
    const AstList *lists[] = {&args->u.arguments.posonlyargs, &args->u.arguments.args, &args->u.arguments.kwonlyargs};
    for (size_t k = 0; k < COUNT_OF(lists); k++)
        for (uint32_t i = 0; i < lists[k]->len; i++)
            add_name(bound, lists[k]->items[i]->u.arg.arg);
    const AstNode *rest[] = {args->u.arguments.vararg, args->u.arguments.kwarg};
    for (size_t k = 0; k < COUNT_OF(rest); k++)
        if (rest[k])
            add_name(bound, rest[k]->u.arg.arg);
}

static void scan_targets(const AstList *generators, Scan *scan) {
    for (uint32_t i = 0; i < generators->len; i++)
        scan_node(generators->items[i]->u.comprehension.target, scan);
}

static void scan_scope(const AstNode *node, ScopeInfo *info, Scan *scan) {
    info->kind = SCOPE_FUNCTION;
    switch (node->kind) {
    case AST_FunctionDef:
    case AST_AsyncFunctionDef:
        scan_params(node->u.FunctionDef.args, &info->locals);
        scan_list(ast_body(node), scan);
        break;
    case AST_Lambda:
        scan_params(node->u.Lambda.args, &info->locals);
        scan_node(node->u.Lambda.body, scan);
        break;
    case AST_ClassDef:
        info->kind = SCOPE_CLASS;
        scan_list(&node->u.ClassDef.body, scan);
        break;
    case AST_Module:
        info->kind = SCOPE_MODULE;
        break;
    default: { /* a comprehension: field order is the same in ListComp, SetComp and GeneratorExp */
        info->kind = SCOPE_COMPREHENSION;
        scan_targets(node->kind == AST_DictComp ? &node->u.DictComp.generators : &node->u.ListComp.generators, scan);
        break;
    }
    }
}

const ScopeInfo *ev_scope_info(Ev *ev, const AstNode *node) {
    ScopeInfo *info = map_get(&ev->scope_infos, MAP_KEY(node));
    if (info)
        return info;
    info = arena_new_of(ev->arena, ScopeInfo);
    map_init(&info->locals, ev->arena);
    map_init(&info->globals, ev->arena);
    map_init(&info->nonlocals, ev->arena);
    Scan scan = {&info->locals, &info->globals, &info->nonlocals, false, false};
    scan_scope(node, info, &scan);
    info->is_generator = scan.has_yield && node->kind != AST_Lambda;
    info->has_inner = scan.has_inner;
    map_put(&ev->scope_infos, MAP_KEY(node), info);
    return info;
}

bool ev_is_generator(Ev *ev, const AstNode *def) { return ev_scope_info(ev, def)->is_generator; }

/* ---- where a name lives
 * ---------------------------------------------------------------------------------------------- */

/* Hardly any scope declares names `global` or `nonlocal`. */
static bool declares(const Map *names, Str name) { return names->len && map_has(names, MAP_KEY(name)); }

static bool is_local(const ScopeInfo *info, Str name) {
    return map_has(&info->locals, MAP_KEY(name)) && !declares(&info->globals, name) &&
           !declares(&info->nonlocals, name);
}

/* The scope object that binds the name, or 0 for the module's globals. Class bodies hold private names mangled. */
static ObjId binding_scope(Ev *ev, Str name, Str mangled, bool storing) {
    ObjId scope = ev->frame->scope;
    const ScopeInfo *info = ev->frame->info;
    bool first = true;
    while (info->kind != SCOPE_MODULE) {
        if (declares(&info->globals, name))
            return 0;
        if (is_local(info, name) && (info->kind != SCOPE_CLASS || first)) {
            bool is_bound = info->kind != SCOPE_CLASS || storing || heap_get(ev->heap, scope, mangled);
            return is_bound ? scope : 0; /* a class body that has yet to bind it looks past the functions around it */
        }
        first = false;
        scope = heap_parent(ev->heap, scope);
        if (!scope)
            return 0;
        info = heap_info(ev->heap, scope);
    }
    return 0;
}

Str ev_mangle(Ev *ev, Str name) { return ev_mangle_in(ev->frame ? ev->frame->owner : NULL, name); }

Str ev_mangle_in(const ClassInfo *owner, Str name) {
    if (name[0] != '_' || name[1] != '_' || !owner)
        return name;
    size_t len = str_len(name);
    if (name[len - 1] == '_' && name[len - 2] == '_')
        return name;
    const char *cls = owner->name;
    while (*cls == '_')
        cls++;
    return *cls ? str_format("_%s%s", cls, name) : name;
}

Str ev_parameter_name(const Function *function, const AstNode *parameter) {
    return ev_mangle_in(function->owner, parameter->u.arg.arg);
}

/* ---- globals: what a compiled function depends on
 * ----------------------------------------------------------------------- */

static bool needs_facts(const Ev *ev, const Module *module) { return !ev->in_driver && !module->is_prelude; }

bool ev_guards_itself(const Ev *ev, const Value *value) {
    const ClassInfo *cls = value->kind == V_INSTANCE ? value->u.instance.cls : NULL;
    return cls && cls->module && cls->module->is_prelude && heap_get(ev->heap, cls->dict, str_of("_guards_itself"));
}

static const Value *guarded_global(Ev *ev, Module *module, Str name, const Value *value, Span span) {
    if (!needs_facts(ev, module) || value->kind == V_UNKNOWN || ev_guards_itself(ev, value))
        return value;
    const Source *source = source_global(module->is_main ? NULL : module->name, name);
    const Value *known = map_get(&ev->input_values, MAP_KEY(source));
    if (known)
        return known;
    if (module->is_main)
        value = ev_variable_as_it_was(ev, module->globals, name, value);
    known = ev_generalise(ev, value, source, false);
    if (!known)
        return NULL;
    Str path = map_get(&module->origins, MAP_KEY(name));
    if (!path && !module->is_main && value->kind == V_FUNCTION && value->u.function->is_prelude)
        path = str_format("%s.%s", module->name, name); /* whatever file of the prelude it is said in */
    bool is_told = known->kind == V_FUNCTION || known->kind == V_BUILTIN || known->kind == V_CLASS;
    is_told = is_told && module->is_main && ev_is_rebound(ev, module->globals, name) && ev_has_home(ev, known, name);
    if (is_told)
        ev_home_facts(ev, known, source, span);
    else
        ev_value_facts(ev, known, source, path, span);
    map_put(&ev->input_values, MAP_KEY(source), (void *)known);
    return known;
}

const Value *ev_global_before(Ev *ev, Str name, Span span) {
    const Value *value = ev_module_getattr(ev, ev->main_module, name, span);
    ev_clear_fail(ev);
    return value ? guarded_global(ev, ev->main_module, name, value, span) : NULL;
}

const Value *ev_global_of(Ev *ev, Module *module, Str name, Span span) {
    const Value *value = ev_module_getattr(ev, module, name, span);
    return value ? guarded_global(ev, module, name, value, span) : NULL;
}

/* What a function declares `global` it changes, be it in another segment: a counter is more than its first value. */
static const Value *unless_changed_here(Ev *ev, const Value *known, Str name, Span span) {
    bool is_changed = known && needs_facts(ev, ev->frame->module) && declares(&ev->frame->info->globals, name);
    return is_changed && !ev_may_change(ev, known, span) ? NULL : known;
}

/* Built-in names that the prelude does not have. */
static bool is_unknown_builtin(Str name) {
    static const char names[] = " EncodingWarning PythonFinalizationError "
                                "__build_class__ __builtins__ __import__ __loader__ __spec__ aiter anext copyright "
                                "credits exit help license quit ";
    return strstr(names, str_format(" %s ", name)) != NULL;
}

/* A function may be called when somebody has given the module the name: only Python tells whether it is there. Where a
 * side of a branch asks for it, as a rule a side that nothing takes, the side is left to the Python twin. */
static const Value *undefined_name(Ev *ev, Str name, Span span) {
    if (name == str_of("__class__") && ev->frame->owner && ev->frame->info->kind != SCOPE_CLASS)
        return ev_class_in_cell(ev, span);
    if (ev->frame->module->is_opaque || is_unknown_builtin(name))
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "the name '%s' is not known", name);
    bool in_branch = ev->region && ev->region->owner && ev->region->owner->op == OP_IF;
    if (ev->in_driver || in_branch)
        return ev_raise(ev, ev->in_driver ? "NameError" : "_LeavesToPython", span, "name '%s' is not defined", name);
    return ev_fail(ev, D_RAISES, span, "NameError: name '%s' is not defined", name);
}

static const Value *load_global(Ev *ev, Str name, Span span) {
    Module *module = ev->frame->module;
    if (!module->is_prelude && ev_handlers_set(ev, name))
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "'%s', which a handler of signals may set", name);
    const Value *assigned = module->is_main && !ev->in_driver ? heap_get(ev->heap, ev->global_writes, name) : NULL;
    if (assigned)
        return assigned;
    const Value *builtin = ev_builtin_of(ev, module, name);
    const Value *value = builtin ? NULL : ev_module_getattr(ev, module, name, span);
    if (value)
        return unless_changed_here(ev, guarded_global(ev, module, name, value, span), name, span);
    if (ev->fail.kind != FAIL_NONE)
        return NULL;
    value = builtin ? builtin : ev_builtin_name(ev, name);
    if (value && !builtin)
        ev_note_builtin_of(ev, module, name);
    if (!value)
        return undefined_name(ev, name, span);
    if (!needs_facts(ev, module))
        return value;
    Fact fact = {.kind = FACT_IS,
                 .span = span,
                 .source = source_global(module->is_main ? NULL : str_of("builtins"), name),
                 .text = str_format("builtins.%s", name)};
    ev_input_fact(ev, &fact);
    return value;
}

/* What a decorator of the prelude wraps, in a package: where it is itself the work of a decorator, its cells are found
 * through the wrapper's attribute. */
static const Value *wrapped_function(Ev *ev, const Value *value, Span span) {
    const Frame *frame = ev->frame;
    const Value *wrapped = frame->function && frame->function->is_prelude ? frame->function->wrapped : NULL;
    bool is_it = wrapped && wrapped->kind == V_FUNCTION && value->kind == V_FUNCTION && !value->source &&
                 wrapped->u.function == value->u.function;
    if (!is_it || ev->in_driver || !frame->function_source || !value->u.function->closure ||
        value->u.function->module->is_main)
        return value;
    const Source *source = source_attr(frame->function_source, str_of("__wrapped__"));
    if (!value->u.function->is_prelude) /* the code of another decorator of torch is that of the wrapper */
        ev_local_fact(ev, value->u.function, source, span);
    return ev_with_source(ev, value, source);
}

/* The variable of that name of the function or comprehension that runs, as most names are; NULL: that takes a closer
 * look. */
static const Value *own_variable(const Ev *ev, Str name) {
    const ScopeInfo *info = ev->frame->info;
    bool holds_variables = info->kind == SCOPE_FUNCTION || info->kind == SCOPE_COMPREHENSION;
    bool is_plain = holds_variables && !info->globals.len && !info->nonlocals.len;
    return is_plain ? heap_get(ev->heap, ev->frame->scope, name) : NULL;
}

/* A variable of a function that holds nothing is read or deleted. */
static const Value *unbound(Ev *ev, ObjId scope, Str name, Span span) {
    if (scope == ev->frame->scope)
        return ev_raise(ev, "UnboundLocalError", span,
                        "cannot access local variable '%s' where it is not associated with a value", name);
    return ev_raise(ev, "NameError", span,
                    "cannot access free variable '%s' where it is not associated with a value in enclosing scope",
                    name);
}

const Value *ev_name_load(Ev *ev, Str name, Span span) {
    Str plain = name;
    name = ev_mangle(ev, plain);
    const Value *value = own_variable(ev, name);
    ObjId scope = value ? ev->frame->scope : binding_scope(ev, plain, name, false);
    if (!scope)
        return load_global(ev, name, span);
    if (!value)
        value = heap_get(ev->heap, scope, name);
    if (!value)
        return unbound(ev, scope, name, span);
    if (!(value = ev_merged(ev, value, span)))
        return NULL;
    if (value->kind == V_UNKNOWN && !value->source && !ev->in_driver && !map_has(&ev->asked_sets, MAP_KEY(value)) &&
        !ev_choice_of(ev, value))
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "'%s': %s", name, value->u.str);
    if (scope < ev->base_objects && !ev->in_driver && !ev->frame->module->is_prelude)
        return ev_free_variable(ev, name, scope, value, span);
    return scope < ev->base_objects ? wrapped_function(ev, value, span) : value;
}

/* A class that a call has made lies where it is bound first. */
static void place_made_class(const Module *module, const Value *value, Str path) {
    ClassInfo *made = value->kind == V_CLASS && !value->u.class_info->def ? value->u.class_info : NULL;
    if (made && made->module == module && !made->is_builtin && !made->global && !strchr(made->qualname, '<'))
        made->global = path;
}

bool ev_name_store(Ev *ev, Str name, const Value *value, Span span) {
    Str plain = name;
    name = ev_mangle(ev, plain);
    ObjId scope = binding_scope(ev, plain, name, true);
    if (!scope) {
        Module *module = ev->frame->module;
        if (!ev->in_driver && module->is_main)
            return ev_store_global(ev, name, value, span);
        if (!ev->in_driver) {
            ev_fail(ev, D_SIDE_EFFECT, span, "the global '%s' is assigned", name);
            return false;
        }
        map_put(&module->origins, MAP_KEY(name), NULL);
        place_made_class(module, value, name);
        ev_driver_set(ev, module->globals, name, value, heap_get(ev->heap, module->globals, name) != NULL);
        return true;
    }
    if (scope < ev->base_objects && !ev->in_driver)
        return ev_set_free_variable(ev, name, scope, value, span);
    const ClassInfo *owner = ev->frame->owner;
    if (value->kind == V_CLASS && ev->in_driver && owner && scope == owner->dict && !strchr(owner->qualname, '<'))
        place_made_class(ev->frame->module, value, str_format("%s.%s", ev_class_path(owner), name));
    heap_set(ev->heap, scope, name, value);
    return true;
}

bool ev_name_delete(Ev *ev, Str name, Span span) {
    Str plain = name;
    name = ev_mangle(ev, plain);
    ObjId scope = binding_scope(ev, plain, name, true);
    if (!scope && !ev->in_driver) {
        ev_fail(ev, D_SIDE_EFFECT, span, "the global '%s' is deleted", name);
        return false;
    }
    ObjId object = scope ? scope : ev->frame->module->globals;
    bool is_of_function = scope && !(scope == ev->frame->scope && ev->frame->info->kind == SCOPE_CLASS);
    if (!heap_get(ev->heap, object, name))
        return (is_of_function ? unbound(ev, scope, name, span)
                               : ev_raise(ev, "NameError", span, "name '%s' is not defined", name)) != NULL;
    heap_set(ev->heap, object, name, NULL);
    return true;
}

bool ev_name_forget(Ev *ev, Str name, Span span) {
    return ev_name_store(ev, name, ev_none(ev), span) && ev_name_delete(ev, name, span);
}
