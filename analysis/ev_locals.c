/* locals() and vars() of a function: a dict of its variables, as they are at the call.
 *
 * Python gives one dict for each call of the function and brings it up to date when it is asked for again, and orders
 * it as its compiler has numbered the variables. So a function may ask once, outside of loops; one whose variables
 * other scopes share is left to Python, where that could be seen. A dict that is only asked for a key, and let go,
 * shows none of this. */
#include "analysis/ev_internal.h"

typedef struct LocalsScan {
    uint32_t asked;       /* calls of locals() */
    uint32_t let_go;      /* of these, whose dict is asked for a key at once */
    bool in_loop, looped; /* one of them is in a loop */
    bool has_scopes;      /* functions, lambdas and comprehensions inside */
    bool names_class;     /* super() or __class__: a variable, too */
} LocalsScan;

static bool is_call_of_locals(const AstNode *node) {
    const AstNode *called = node->kind == AST_Call && !node->u.Call.args.len ? node->u.Call.func : NULL;
    Str name = called && called->kind == AST_Name ? called->u.Name.id : NULL;
    return name && (name == str_of("locals") || name == str_of("vars"));
}

static void scan_body(AstNode *node, void *data) {
    LocalsScan *scan = data;
    bool outer = scan->in_loop;
    switch (node->kind) {
    case AST_Compare:
        for (uint32_t i = 0; i < node->u.Compare.comparators.len; i++)
            scan->let_go += (node->u.Compare.ops[i] == AST_In || node->u.Compare.ops[i] == AST_NotIn) &&
                            is_call_of_locals(node->u.Compare.comparators.items[i]);
        break;
    case AST_Subscript:
        scan->let_go += node->u.Subscript.ctx == AST_Load && is_call_of_locals(node->u.Subscript.value);
        break;
    case AST_Attribute:
        scan->let_go += node->u.Attribute.attr == str_of("get") && is_call_of_locals(node->u.Attribute.value);
        break;
    case AST_For:
    case AST_While:
        scan->in_loop = true;
        break;
    case AST_FunctionDef:
    case AST_Lambda:
    case AST_ListComp:
    case AST_SetComp:
    case AST_DictComp:
    case AST_GeneratorExp:
        scan->has_scopes = true;
        break;
    case AST_Name: {
        Str name = node->u.Name.id;
        bool asks = name == str_of("locals") || name == str_of("vars");
        scan->asked += asks;
        scan->looped = scan->looped || (asks && scan->in_loop);
        scan->names_class = scan->names_class || name == str_of("super") || name == str_of("__class__");
        break;
    }
    default:
        break;
    }
    ast_each_child(node, scan_body, data);
    scan->in_loop = outer;
}

static void add_variable(Ev *ev, const Value *dict, Str name) {
    Str kept = ev_mangle(ev, name);
    const Value *value = heap_get(ev->heap, ev->frame->scope, kept);
    if (value && !ev_is_deleted(value))
        heap_set_key(ev->heap, dict->u.object, ev_str(ev, kept), value);
}

static void add_parameters(Ev *ev, const Value *dict, const AstNode *params) {
    const AstList *lists[] = {&params->u.arguments.posonlyargs, &params->u.arguments.args,
                              &params->u.arguments.kwonlyargs};
    const AstNode *rest[] = {params->u.arguments.vararg, params->u.arguments.kwarg};
    for (size_t i = 0; i < COUNT_OF(lists); i++)
        for (uint32_t k = 0; k < lists[i]->len; k++)
            add_variable(ev, dict, lists[i]->items[k]->u.arg.arg);
    for (size_t i = 0; i < COUNT_OF(rest); i++)
        if (rest[i])
            add_variable(ev, dict, rest[i]->u.arg.arg);
}

const Value *ev_locals(Ev *ev, Span span) {
    const Frame *frame = ev->frame;
    const Function *f = frame->function;
    bool plain = f && f->def->kind == AST_FunctionDef && frame->info == ev_scope_info(ev, f->def) && !frame->generator;
    if (!plain || (f->closure && !f->owner && !ev->in_driver))
        return ev_fail(ev, D_UNKNOWN_VALUE, span,
                       "locals() of other scopes than functions of module level and methods");
    LocalsScan scan = {0};
    const AstList *body = ast_body(f->def);
    for (uint32_t i = 0; i < body->len; i++)
        scan_body(body->items[i], &scan);
    bool is_kept = scan.asked != scan.let_go;
    if (is_kept && (scan.asked > 1 || scan.looped) && !ev->in_driver)
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "locals() that is asked for several times");
    const Value *dict = ev_dict(ev);
    add_parameters(ev, dict, f->def->u.FunctionDef.args);
    uint32_t parameters = heap_count(ev->heap, dict->u.object);
    const ScopeInfo *info = frame->info;
    for (uint32_t i = 0; i < info->locals.len; i++)
        add_variable(ev, dict, info->locals.values[i]);
    if (is_kept && scan.has_scopes && !ev->in_driver && heap_count(ev->heap, dict->u.object) > parameters)
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "locals() of a function whose variables others may share");
    if (scan.names_class && frame->owner)
        heap_set_key(ev->heap, dict->u.object, ev_str(ev, str_of("__class__")), ev_class_value(ev, frame->owner));
    return dict;
}
