/* Live variables by one walk in evaluation order; see liveness.h. Loops and handlers may run zero times, so that what
 * they assign is not definite after them; what breaks out of a loop early is covered by the same rule. */
#include "analysis/liveness.h"

#include <string.h>

void name_set_init(NameSet *set, Arena *arena) {
    set->arena = arena;
    map_init(&set->names, arena);
}

bool name_set_has(const NameSet *set, Str name) { return map_has(&set->names, MAP_KEY(name)); }

void name_set_add(NameSet *set, Str name) { map_put(&set->names, MAP_KEY(name), (void *)name); }

static Str name_at(const NameSet *set, uint32_t i) { return set->names.values[i]; }

/* The walk: `definite` is replaced by copies where paths part. */
typedef struct Walk {
    Liveness *out;
    Arena *arena;
    NameSet *definite;
    const Map *quiet; /* `with` statements that swallow no exception; NULL: all */
    int in_comprehension;
} Walk;

static void walk_statement(Walk *walk, const AstNode *node);
static void walk_expression(Walk *walk, const AstNode *node);

static void give_up(Walk *walk) { walk->out->opaque = walk->out->fixed = true; }

/* It means something else outside of its class, so it has to stay in a function of that. */
static void stay_in_class(Walk *walk) { walk->out->opaque = walk->out->of_class = true; }

static void store_name(Walk *walk, Str name) {
    name_set_add(&walk->out->stored, name);
    name_set_add(walk->definite, name);
}

/* `__x` in a class body means `_Class__x`: such code cannot be moved out of its class. */
static bool is_private(Str name) {
    size_t len = strlen(name);
    return len > 2 && name[0] == '_' && name[1] == '_' && !(name[len - 1] == '_' && name[len - 2] == '_');
}

static bool reads_locals(Str name) {
    return name == str_of("locals") || name == str_of("vars") || name == str_of("eval") || name == str_of("exec") ||
           name == str_of("globals") || name == str_of("dir") || name == str_of("breakpoint");
}

static void load_name(Walk *walk, Str name) {
    if (name == str_of("super"))
        stay_in_class(walk);
    if (reads_locals(name))
        give_up(walk);
    if (!name_set_has(walk->definite, name))
        name_set_add(&walk->out->exposed, name);
}

static NameSet *copy_names(Walk *walk, const NameSet *set) {
    NameSet *copy = arena_new_of(walk->arena, NameSet);
    name_set_init(copy, walk->arena);
    for (uint32_t i = 0; i < set->names.len; i++)
        name_set_add(copy, name_at(set, i));
    return copy;
}

static void walk_expressions(Walk *walk, const AstList *list) {
    for (uint32_t i = 0; i < list->len; i++)
        if (list->items[i])
            walk_expression(walk, list->items[i]);
}

/* A comprehension that is evaluated in place: its targets are its own. */
static void walk_comprehension(Walk *walk, const AstList *generators, const AstNode *first, const AstNode *second) {
    NameSet *outer = walk->definite, *outer_stored = copy_names(walk, &walk->out->stored);
    walk->definite = copy_names(walk, outer);
    walk->in_comprehension++;
    for (uint32_t i = 0; i < generators->len; i++) {
        const AstNode *generator = generators->items[i];
        walk_expression(walk, generator->u.comprehension.iter);
        walk_expression(walk, generator->u.comprehension.target);
        walk_expressions(walk, &generator->u.comprehension.ifs);
    }
    walk_expression(walk, first);
    if (second)
        walk_expression(walk, second);
    walk->in_comprehension--;
    walk->definite = outer;
    walk->out->stored = *outer_stored;
}

static void visit_child(AstNode *child, void *data) { walk_expression(data, child); }

/* ---- closures --------------------------------------------------------------------------------------------------- */

/* Reads everything that is named inside a closure: it may run at any time from now on. */
static void visit_in_closure(AstNode *node, void *data) {
    Walk *walk = data;
    Closure *closure = &walk->out->closures.data[walk->out->closures.len - 1];
    switch (node->kind) {
    case AST_Name:
        if (is_private(node->u.Name.id) || strcmp(node->u.Name.id, "__class__") == 0)
            give_up(walk);
        if (!strcmp(node->u.Name.id, "super"))
            give_up(walk);
        name_set_add(&closure->names, node->u.Name.id);
        if (closure->rebinds && node->u.Name.ctx == AST_Del)
            name_set_add(&walk->out->unbound, node->u.Name.id);
        load_name(walk, node->u.Name.id);
        return;
    case AST_Attribute:
        if (is_private(node->u.Attribute.attr))
            give_up(walk);
        break;
    case AST_Nonlocal:
        closure->rebinds = true;
        return;
    case AST_ExceptHandler:
        if (closure->rebinds && node->u.ExceptHandler.name)
            name_set_add(&walk->out->unbound, node->u.ExceptHandler.name);
        break;
    case AST_NamedExpr:
    case AST_Global:
    case AST_ClassDef:
    case AST_Opaque:
        give_up(walk);
        break;
    default:
        break;
    }
    ast_each_child(node, visit_in_closure, walk);
}

static void begin_closure(Walk *walk, const AstNode *node) {
    Closure closure = {.node = node};
    name_set_init(&closure.names, walk->arena);
    vec_push(walk->arena, &walk->out->closures, closure);
    walk->out->opaque = true;
}

static void walk_defaults(Walk *walk, const AstNode *arguments) {
    walk_expressions(walk, &arguments->u.arguments.defaults);
    walk_expressions(walk, &arguments->u.arguments.kw_defaults);
}

static void walk_lambda(Walk *walk, const AstNode *node) {
    walk_defaults(walk, node->u.Lambda.args);
    begin_closure(walk, node);
    visit_in_closure(node->u.Lambda.body, walk);
}

static void walk_generator(Walk *walk, const AstNode *node) {
    begin_closure(walk, node);
    ast_each_child(node, visit_in_closure, walk);
}

static void walk_function(Walk *walk, const AstNode *node) {
    walk_expressions(walk, &node->u.FunctionDef.decorator_list);
    walk_defaults(walk, node->u.FunctionDef.args);
    begin_closure(walk, node);
    ast_each_child(node, visit_in_closure, walk);
    store_name(walk, node->u.FunctionDef.name);
}

/* ---- expressions ------------------------------------------------------------------------------------------------ */

static void walk_expression(Walk *walk, const AstNode *node) {
    switch (node->kind) {
    case AST_Name:
        if (is_private(node->u.Name.id) || strcmp(node->u.Name.id, "__class__") == 0)
            stay_in_class(walk);
        if (node->u.Name.ctx == AST_Store)
            store_name(walk, node->u.Name.id);
        else
            load_name(walk, node->u.Name.id);
        if (node->u.Name.ctx == AST_Del)
            name_set_add(&walk->out->unbound, node->u.Name.id);
        return;
    case AST_NamedExpr:
        walk_expression(walk, node->u.NamedExpr.value);
        name_set_add(&walk->out->stored, node->u.NamedExpr.target->u.Name.id);
        if (walk->in_comprehension) /* binds a name of the function around it */
            give_up(walk);
        return;
    case AST_ListComp:
        walk_comprehension(walk, &node->u.ListComp.generators, node->u.ListComp.elt, NULL);
        return;
    case AST_SetComp:
        walk_comprehension(walk, &node->u.SetComp.generators, node->u.SetComp.elt, NULL);
        return;
    case AST_DictComp:
        walk_comprehension(walk, &node->u.DictComp.generators, node->u.DictComp.key, node->u.DictComp.value);
        return;
    case AST_GeneratorExp:
        walk_generator(walk, node);
        return;
    case AST_Attribute:
        if (is_private(node->u.Attribute.attr))
            stay_in_class(walk);
        walk_expression(walk, node->u.Attribute.value);
        return;
    case AST_Lambda:
        walk_lambda(walk, node);
        return;
    case AST_Yield:
    case AST_YieldFrom:
    case AST_Await:
    case AST_Opaque:
        give_up(walk);
        return;
    default:
        ast_each_child(node, visit_child, walk);
    }
}

static void walk_block(Walk *walk, const AstList *block) {
    for (uint32_t i = 0; i < block->len; i++)
        walk_statement(walk, block->items[i]);
}

/* A block that may not run: what it assigns is not definite afterwards. */
static void walk_optional(Walk *walk, const AstList *block) {
    NameSet *before = walk->definite;
    walk->definite = copy_names(walk, before);
    walk_block(walk, block);
    walk->definite = before;
}

static bool leaves(const AstList *block) {
    const AstNode *last = block->len ? block->items[block->len - 1] : NULL;
    return last && (last->kind == AST_Return || last->kind == AST_Raise || last->kind == AST_Continue ||
                    last->kind == AST_Break);
}

static void walk_if(Walk *walk, const AstNode *node) {
    walk_expression(walk, node->u.If.test);
    NameSet *before = walk->definite;
    NameSet *then_names = walk->definite = copy_names(walk, before);
    walk_block(walk, &node->u.If.body);
    NameSet *else_names = walk->definite = copy_names(walk, before);
    walk_block(walk, &node->u.If.orelse);
    walk->definite = before;
    bool then_leaves = leaves(&node->u.If.body), else_leaves = leaves(&node->u.If.orelse);
    for (uint32_t i = 0; i < then_names->names.len; i++)
        if (!then_leaves && (else_leaves || name_set_has(else_names, name_at(then_names, i))))
            name_set_add(before, name_at(then_names, i));
    for (uint32_t i = 0; then_leaves && i < else_names->names.len; i++)
        name_set_add(before, name_at(else_names, i));
}

/* `paths` becomes what is definite after it and after `path` too; a path that leaves says nothing. */
static NameSet *join_paths(Walk *walk, NameSet *paths, NameSet *path, bool path_leaves) {
    if (path_leaves || !paths)
        return path_leaves ? paths : path;
    NameSet *both = arena_new_of(walk->arena, NameSet);
    name_set_init(both, walk->arena);
    for (uint32_t i = 0; i < paths->names.len; i++)
        if (name_set_has(path, name_at(paths, i)))
            name_set_add(both, name_at(paths, i));
    return both;
}

static void walk_handler(Walk *walk, const AstNode *handler) {
    if (handler->u.ExceptHandler.type)
        walk_expression(walk, handler->u.ExceptHandler.type);
    if (handler->u.ExceptHandler.name) {
        walk->out->opaque = true; /* unbound again at the end of the handler */
        store_name(walk, handler->u.ExceptHandler.name);
        name_set_add(&walk->out->unbound, handler->u.ExceptHandler.name);
    }
    walk_block(walk, &handler->u.ExceptHandler.body);
}

static void walk_try(Walk *walk, const AstNode *node) {
    const AstList *body = &node->u.Try.body, *handlers = &node->u.Try.handlers, *orelse = &node->u.Try.orelse;
    NameSet *before = walk->definite;
    NameSet *path = walk->definite = copy_names(walk, before);
    walk_block(walk, body);
    walk_block(walk, orelse);
    NameSet *after = join_paths(walk, NULL, path, leaves(orelse->len ? orelse : body) || leaves(body));
    for (uint32_t i = 0; i < handlers->len; i++) {
        path = walk->definite = copy_names(walk, before);
        walk_handler(walk, handlers->items[i]);
        after = join_paths(walk, after, path, leaves(&handlers->items[i]->u.ExceptHandler.body));
    }
    walk->definite = before;
    walk_block(walk, &node->u.Try.finalbody);
    for (uint32_t i = 0; after && i < after->names.len; i++)
        name_set_add(before, name_at(after, i));
}

static void walk_pattern(AstNode *node, void *data) {
    Walk *walk = data;
    Str name = ast_captured_name(node);
    if (name)
        store_name(walk, name);
    if (node->kind == AST_Name || node->kind == AST_Attribute || node->kind == AST_MatchValue)
        walk_expression(walk, node->kind == AST_MatchValue ? node->u.MatchValue.value : node);
    else
        ast_each_child(node, walk_pattern, walk);
}

static void walk_match(Walk *walk, const AstNode *node) {
    const AstList *cases = &node->u.Match.cases;
    walk_expression(walk, node->u.Match.subject);
    NameSet *before = walk->definite, *after = NULL;
    bool all = false; /* one of the cases is taken */
    for (uint32_t i = 0; i < cases->len; i++) {
        const AstNode *one = cases->items[i], *pattern = one->u.match_case.pattern;
        NameSet *path = walk->definite = copy_names(walk, before);
        walk_pattern(one->u.match_case.pattern, walk);
        if (one->u.match_case.guard)
            walk_expression(walk, one->u.match_case.guard);
        walk_block(walk, &one->u.match_case.body);
        after = join_paths(walk, after, path, leaves(&one->u.match_case.body));
        all = all || (!one->u.match_case.guard && pattern->kind == AST_MatchAs && !pattern->u.MatchAs.pattern);
    }
    walk->definite = before;
    for (uint32_t i = 0; all && after && i < after->names.len; i++)
        name_set_add(before, name_at(after, i));
}

static void walk_import(Walk *walk, const AstList *names) {
    for (uint32_t i = 0; i < names->len; i++) {
        Str name = names->items[i]->u.alias.asname ? names->items[i]->u.alias.asname : names->items[i]->u.alias.name;
        const char *dot = strchr(name, '.');
        if (name[0] == '*')
            give_up(walk);
        store_name(walk, dot ? str_intern(name, (size_t)(dot - name)) : name);
    }
}

static void walk_for(Walk *walk, const AstNode *node) {
    walk_expression(walk, node->u.For.iter);
    NameSet *before = walk->definite;
    walk->definite = copy_names(walk, before);
    walk_expression(walk, node->u.For.target);
    walk_block(walk, &node->u.For.body);
    walk->definite = before;
    walk_optional(walk, &node->u.For.orelse);
}

static void walk_assign(Walk *walk, const AstNode *node) {
    if (node->kind == AST_Assign) {
        walk_expression(walk, node->u.Assign.value);
        walk_expressions(walk, &node->u.Assign.targets);
    } else if (node->kind == AST_AnnAssign) {
        if (node->u.AnnAssign.value) {
            walk_expression(walk, node->u.AnnAssign.value);
            walk_expression(walk, node->u.AnnAssign.target);
        } else if (node->u.AnnAssign.target->kind == AST_Name) { /* it makes a name local, and gives it no value */
            name_set_add(&walk->out->stored, node->u.AnnAssign.target->u.Name.id);
        }
    } else {
        if (node->u.AugAssign.target->kind == AST_Name)
            load_name(walk, node->u.AugAssign.target->u.Name.id);
        walk_expression(walk, node->u.AugAssign.value);
        walk_expression(walk, node->u.AugAssign.target);
    }
}

static void walk_statement(Walk *walk, const AstNode *node) {
    switch (node->kind) {
    case AST_Assign:
    case AST_AnnAssign:
    case AST_AugAssign:
        walk_assign(walk, node);
        return;
    case AST_If:
        walk_if(walk, node);
        return;
    case AST_For:
        walk_for(walk, node);
        return;
    case AST_While:
        walk_expression(walk, node->u.While.test);
        walk_optional(walk, &node->u.While.body);
        walk_optional(walk, &node->u.While.orelse);
        return;
    case AST_With:
        walk_expressions(walk, &node->u.With.items);
        if (walk->quiet && !map_has(walk->quiet, MAP_KEY(node)))
            walk_optional(walk, &node->u.With.body);
        else
            walk_block(walk, &node->u.With.body);
        return;
    case AST_Try:
    case AST_TryStar:
        walk_try(walk, node);
        return;
    case AST_Match:
        walk_match(walk, node);
        return;
    case AST_FunctionDef:
        walk_function(walk, node);
        return;
    case AST_Delete:
        walk->out->opaque = true;
        walk_expressions(walk, &node->u.Delete.targets);
        return;
    case AST_Global:
        walk->out->opaque = true;
        for (uint32_t i = 0; i < node->u.Global.names.len; i++)
            name_set_add(&walk->out->globals, node->u.Global.names.items[i]);
        return;
    case AST_Import:
        walk_import(walk, &node->u.Import.names);
        return;
    case AST_ImportFrom:
        walk_import(walk, &node->u.ImportFrom.names);
        return;
    case AST_Return:
    case AST_Expr:
    case AST_Assert:
    case AST_Raise:
    case AST_Pass:
    case AST_Break:
    case AST_Continue:
        ast_each_child(node, visit_child, walk);
        return;
    default: /* nested classes, nonlocal, async, ... */
        give_up(walk);
    }
}

void liveness_of_raising(Liveness *out, Arena *arena, AstNode *const *statements, uint32_t count, const Map *quiet) {
    *out = (Liveness){0};
    name_set_init(&out->exposed, arena);
    name_set_init(&out->stored, arena);
    name_set_init(&out->definite, arena);
    name_set_init(&out->unbound, arena);
    name_set_init(&out->globals, arena);
    Walk walk = {out, arena, &out->definite, quiet, 0};
    for (uint32_t i = 0; i < count; i++)
        walk_statement(&walk, statements[i]);
}

void liveness_of(Liveness *out, Arena *arena, AstNode *const *statements, uint32_t count) {
    liveness_of_raising(out, arena, statements, count, NULL);
}
