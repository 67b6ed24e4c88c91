/* What handlers of signals set. A compiled loop lets handlers run, but reads flags before it begins: a variable or
 * attribute that a handler of the program may set is read by Python, each time. Found by names, in the text of the
 * program's files: what functions set that a call of signal.signal() names, and functions that those name. */
#include "analysis/ev_internal.h"

#include "parser/module_index.h"

typedef struct Handlers {
    Map set, named;   /* names of what is set, and of functions that may run */
    uint32_t modules; /* how many there were when the text was searched */
} Handlers;

static void add_name(Map *names, Str name) {
    if (name)
        map_put(names, MAP_KEY(name), (void *)name);
}

static void add_mentioned(AstNode *node, void *named) {
    add_name(named, ast_last_name(node));
    ast_each_child(node, add_mentioned, named);
}

/* What a method of a container, or setattr(), changes. */
static void add_changed(const AstNode *call, Map *set) {
    static const char *const changing[] = {"add", "append", "clear", "pop", "remove", "set", "update"};
    const AstNode *func = call->u.Call.func;
    Str name = ast_last_name(func);
    if (func->kind == AST_Attribute && IS_AMONG(changing, name))
        add_name(set, ast_last_name(func->u.Attribute.value));
    const AstNode *given = name == str_of("setattr") && call->u.Call.args.len == 3 ? call->u.Call.args.items[1] : NULL;
    if (given && given->kind == AST_Constant && given->u.Constant.value.kind == AST_CONST_STR)
        add_name(set, given->u.Constant.value.text);
}

static void add_set(AstNode *node, void *data) {
    Map *set = data;
    switch (node->kind) {
    case AST_Global:
        for (uint32_t i = 0; i < node->u.Global.names.len; i++)
            add_name(set, node->u.Global.names.items[i]);
        break;
    case AST_Nonlocal:
        for (uint32_t i = 0; i < node->u.Nonlocal.names.len; i++)
            add_name(set, node->u.Nonlocal.names.items[i]);
        break;
    case AST_Attribute:
        if (node->u.Attribute.ctx != AST_Load)
            add_name(set, node->u.Attribute.attr);
        break;
    case AST_Subscript:
        if (node->u.Subscript.ctx != AST_Load)
            add_name(set, ast_last_name(node->u.Subscript.value));
        break;
    case AST_Call:
        add_changed(node, set);
        break;
    default:
        break;
    }
    ast_each_child(node, add_set, data);
}

/* What a call of signal.signal() mentions, be it a lambda, may run or be set. */
static void find_handlers(AstNode *node, void *data) {
    Handlers *found = data;
    if (node->kind == AST_Call && ast_last_name(node->u.Call.func) == str_of("signal")) {
        ast_each_child(node, add_mentioned, &found->named);
        ast_each_child(node, add_set, &found->set);
    }
    ast_each_child(node, find_handlers, found);
}

static void find_functions(AstNode *node, void *data) {
    Handlers *found = data;
    bool is_function = node->kind == AST_FunctionDef || node->kind == AST_AsyncFunctionDef;
    if (is_function && map_has(&found->named, MAP_KEY(node->u.FunctionDef.name))) {
        ast_each_child(node, add_mentioned, &found->named);
        ast_each_child(node, add_set, &found->set);
    }
    ast_each_child(node, find_functions, found);
}

static void search(Ev *ev, Handlers *found, void (*visit)(AstNode *node, void *data)) {
    DiagList ignored;
    diag_init(&ignored, ev->arena);
    for (uint32_t i = 0; i < ev->modules.len; i++) {
        const Module *module = ev->modules.values[i];
        for (uint32_t j = 0; module->is_run && module->index && j < module->index->len; j++) {
            AstNode *node = index_parse(module->index, &module->index->entries[j], &ignored);
            if (node)
                visit(node, found);
        }
    }
    visit((AstNode *)ev->main_tree, found);
}

bool ev_handlers_set(Ev *ev, Str name) {
    static const char slot, call[] = "signal.signal(", import[] = "from signal import";
    if (ev->in_driver || !ev->main_tree || !(ev_program_names(ev, call) || ev_program_names(ev, import)))
        return false;
    Handlers *found = map_get(&ev->memo, MAP_KEY(&slot));
    if (!found || found->modules != ev->modules.len) {
        found = arena_new_of(ev->arena, Handlers);
        map_init(&found->set, ev->arena);
        map_init(&found->named, ev->arena);
        search(ev, found, find_handlers);
        for (uint32_t known = UINT32_MAX; known != found->named.len;) {
            known = found->named.len;
            search(ev, found, find_functions);
        }
        found->modules = ev->modules.len;
        map_put(&ev->memo, MAP_KEY(&slot), found);
    }
    return map_has(&found->set, MAP_KEY(name));
}
