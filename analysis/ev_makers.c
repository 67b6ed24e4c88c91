/* Which modules have made what the program's module level names: a decorator, or a call that is given or gives a
 * function or class there (`step = jit(step)`), may have put another object in its place. Guards take such an object to
 * be what was found when the program was loaded; that it is what was analysed follows from the text of the program and
 * of the modules whose code ran then, which so count as inlined. */
#include "analysis/ev_internal.h"

static void find_call(AstNode *node, void *found) {
    bool *is_found = found;
    bool is_def = node->kind == AST_FunctionDef || node->kind == AST_AsyncFunctionDef;
    const AstList none = {0}, *decorators = node->kind == AST_FunctionDef ? &node->u.FunctionDef.decorator_list
                                            : node->kind == AST_AsyncFunctionDef
                                                ? &node->u.AsyncFunctionDef.decorator_list
                                            : node->kind == AST_ClassDef ? &node->u.ClassDef.decorator_list
                                                                         : &none;
    *is_found = *is_found || node->kind == AST_Call || decorators->len > 0;
    if (!*is_found && !is_def && node->kind != AST_Lambda) /* whose bodies run later */
        ast_each_child(node, find_call, found);
}

static bool has_call(AstNode *node) {
    bool found = false;
    find_call(node, &found);
    return found;
}

/* All names but those of what is called: calling a function leaves it what it is. */
static void add_names(AstNode *node, void *names) {
    if (node->kind == AST_Name)
        map_put(names, MAP_KEY(node->u.Name.id), node);
    if (node->kind != AST_Call) {
        ast_each_child(node, add_names, names);
        return;
    }
    for (uint32_t i = 0; i < node->u.Call.args.len; i++)
        add_names(node->u.Call.args.items[i], names);
    for (uint32_t i = 0; i < node->u.Call.keywords.len; i++)
        add_names(node->u.Call.keywords.items[i], names);
}

static void add_made(AstNode *node, void *names) {
    switch (node->kind) {
    case AST_FunctionDef:
        if (has_call(node))
            map_put(names, MAP_KEY(node->u.FunctionDef.name), node);
        return;
    case AST_AsyncFunctionDef:
        return;
    case AST_ClassDef:
        if (has_call(node))
            map_put(names, MAP_KEY(node->u.ClassDef.name), node);
        return;
    case AST_For:
        if (has_call(node->u.For.iter))
            add_names(node->u.For.target, names);
        break;
    case AST_If:
        if (ast_is_main_guard(node)) /* of which nothing runs when it is imported */
            return;
        break;
    case AST_While:
    case AST_With:
    case AST_Try:
    case AST_TryStar:
    case AST_ExceptHandler:
    case AST_Match:
    case AST_match_case:
        break;
    default:
        if (has_call(node))
            add_names(node, names);
        return;
    }
    ast_each_child(node, add_made, names);
}

void ev_module_is_read(Ev *ev, Module *module, bool runs) {
    module->is_read = module->is_read || !ev->in_driver;
    module->ran_in_driver = module->ran_in_driver || runs || (ev->frame && !ev->frame->module->is_main);
}

void ev_note_makers(Ev *ev, const Source *place) {
    while (place && place->base)
        place = place->base;
    if (ev->makers_noted || !place || place->kind != SRC_GLOBAL || place->module || !ev->main_tree)
        return;
    if (!ev->made_names.arena) {
        map_init(&ev->made_names, ev->arena);
        for (uint32_t i = 0; i < ev->main_tree->u.Module.body.len; i++)
            add_made(ev->main_tree->u.Module.body.items[i], &ev->made_names);
    }
    if (!map_has(&ev->made_names, MAP_KEY(place->name)))
        return;
    ev->makers_noted = true;
    for (uint32_t i = 0; i < ev->modules.len; i++) {
        Module *module = (Module *)(uintptr_t)ev->modules.values[i];
        module = module->installed ? module->installed : module;
        module->is_read = module->is_read || module->ran_in_driver;
    }
}
