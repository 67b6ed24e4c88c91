/* any(), all() and next() of generator expressions over items of which only run time knows how many: each is the loop
 * that Python runs, which ends where the answer is found. It is written as a function inside the present one, whose
 * parameters are the first iterable and what next() gives where there is no item:
 *
 *     all(v > 0 for v in rows if v < 9)      def <genexpr>(rows, default):
 *                                                for v in rows:
 *                                                    if v < 9:
 *                                                        if v > 0:
 *                                                            pass
 *                                                        else:
 *                                                            return False
 *                                                return True
 *
 * A generator expression that binds names of the function around it (`:=`) is none of these. */
#include "analysis/ev_internal.h"

#include <string.h>

typedef enum { SEARCH_NONE, SEARCH_ANY, SEARCH_ALL, SEARCH_NEXT } Search;

static AstNode *name_of(Ev *ev, Str id, Span span) {
    AstNode *node = ast_new(ev->arena, AST_Name, span);
    node->u.Name.id = id;
    return node;
}

static AstNode *return_of(Ev *ev, AstNode *value) {
    AstNode *node = ast_new(ev->arena, AST_Return, value->span);
    node->u.Return.value = value;
    return node;
}

static AstNode *return_truth(Ev *ev, bool truth, Span span) {
    AstNode *node = ast_new(ev->arena, AST_Constant, span);
    node->u.Constant.value = (AstConstant){.kind = AST_CONST_BOOL, .boolean = truth};
    return return_of(ev, node);
}

static AstNode *if_of(Ev *ev, AstNode *test, AstNode *then, AstNode *otherwise) {
    AstNode *node = ast_new(ev->arena, AST_If, test->span);
    node->u.If.test = test;
    node->u.If.body = ast_list_of(ev->arena, then, NULL);
    node->u.If.orelse = ast_list_of(ev->arena, otherwise, NULL);
    return node;
}

/* What is done with an item that meets all conditions. */
static AstNode *found(Ev *ev, Search search, AstNode *element) {
    if (search == SEARCH_NEXT)
        return return_of(ev, element);
    AstNode *ends = return_truth(ev, search == SEARCH_ANY, element->span);
    return search == SEARCH_ANY ? if_of(ev, element, ends, NULL)
                                : if_of(ev, element, ast_new(ev->arena, AST_Pass, element->span), ends);
}

static AstNode *end_of(Ev *ev, Search search, bool has_default, Span span) {
    if (search != SEARCH_NEXT)
        return return_truth(ev, search == SEARCH_ALL, span);
    if (has_default)
        return return_of(ev, name_of(ev, str_of(".default"), span));
    AstNode *node = ast_new(ev->arena, AST_Raise, span);
    node->u.Raise.exc = name_of(ev, str_of("StopIteration"), span);
    return node;
}

static AstNode *parameters(Ev *ev, Span span) {
    AstNode *args = ast_new(ev->arena, AST_arguments, span), *nodes[2];
    static const char *const names[] = {".0", ".default"};
    for (int i = 0; i < 2; i++) {
        nodes[i] = ast_new(ev->arena, AST_arg, span);
        nodes[i]->u.arg.arg = str_of(names[i]);
    }
    args->u.arguments.args = ast_list_of(ev->arena, nodes[0], nodes[1]);
    return args;
}

static AstNode *function_of(Ev *ev, Search search, const AstNode *call) {
    const AstNode *generator = call->u.Call.args.items[0];
    const AstList *levels = &generator->u.GeneratorExp.generators;
    AstNode *body = found(ev, search, generator->u.GeneratorExp.elt);
    for (uint32_t i = levels->len; i-- > 0;) {
        const AstNode *level = levels->items[i];
        for (uint32_t k = level->u.comprehension.ifs.len; k-- > 0;)
            body = if_of(ev, level->u.comprehension.ifs.items[k], body, NULL);
        AstNode *loop = ast_new(ev->arena, AST_For, level->span);
        loop->u.For.target = level->u.comprehension.target;
        loop->u.For.iter = i ? level->u.comprehension.iter : name_of(ev, str_of(".0"), level->span);
        loop->u.For.body = ast_list_of(ev->arena, body, NULL);
        body = loop;
    }
    AstNode *def = ast_new(ev->arena, AST_FunctionDef, generator->span);
    def->u.FunctionDef.def_span = generator->span;
    def->u.FunctionDef.name = str_of("<genexpr>");
    def->u.FunctionDef.args = parameters(ev, generator->span);
    def->u.FunctionDef.body.made =
        ast_list_of(ev->arena, body, end_of(ev, search, call->u.Call.args.len == 2, call->span));
    return def;
}

static void find_others(AstNode *node, void *data) {
    bool *any = data;
    *any |= node->kind == AST_NamedExpr || node->kind == AST_Await || node->kind == AST_Yield ||
            node->kind == AST_YieldFrom || (node->kind == AST_comprehension && node->u.comprehension.is_async);
    ast_each_child(node, find_others, data);
}

static Search kind_of_search(const Value *callee, const AstNode *call) {
    const AstList *args = &call->u.Call.args;
    bool other = callee->kind != V_BUILTIN || callee->u.builtin.self || !args->len || call->u.Call.keywords.len ||
                 args->items[0]->kind != AST_GeneratorExp;
    if (other || args->len > 2 || (args->len == 2 && args->items[1]->kind == AST_Starred))
        return SEARCH_NONE;
    Str name = callee->u.builtin.builtin->name;
    Search search = !strcmp(name, "next")  ? SEARCH_NEXT
                    : args->len == 2       ? SEARCH_NONE
                    : !strcmp(name, "any") ? SEARCH_ANY
                    : !strcmp(name, "all") ? SEARCH_ALL
                                           : SEARCH_NONE;
    bool others = false;
    if (search)
        find_others(args->items[0], &others);
    return others ? SEARCH_NONE : search;
}

/* The same node each time, as restarts name what is in it. */
static const AstNode *function_of_call(Ev *ev, Search search, const AstNode *call) {
    const AstNode *def = map_get(&ev->of_nodes, MAP_KEY(call));
    if (!def)
        map_put(&ev->of_nodes, MAP_KEY(call), (void *)(uintptr_t)(def = function_of(ev, search, call)));
    return def;
}

bool ev_is_search(const Ev *ev, const Value *callee, const AstNode *call) {
    return callee->kind == V_BUILTIN && !ev->in_driver && kind_of_search(callee, call) != SEARCH_NONE;
}

/* NULL, without a failure: there are as many items as is known, and those are not `counted`. */
static const Value *loop(Ev *ev, Search search, const AstNode *call, bool counted) {
    const AstList *args = &call->u.Call.args;
    const AstNode *level = args->items[0]->u.GeneratorExp.generators.items[0];
    const Value *first = ev_eval_iterable(ev, level->u.comprehension.iter);
    int symbolic = first ? ev_rows_iterated(ev, first, level->span) : -1;
    if (symbolic < 0 || (!symbolic && !counted))
        return NULL;
    const Value *values[] = {first, args->len == 2 ? ev_eval(ev, args->items[1]) : ev_none(ev)};
    const Value *function = values[1] ? ev_make_function(ev, function_of_call(ev, search, call)) : NULL;
    return function ? ev_call_values(ev, function, values, 2, call->span) : NULL;
}

const Value *ev_search(Ev *ev, const Value *callee, const AstNode *call,
                       const Value *(*plainly)(Ev *ev, const Value *callee, const AstNode *call)) {
    EvMark mark = ev_mark(ev);
    Search search = kind_of_search(callee, call);
    const Value *result = loop(ev, search, call, false);
    if (result || ev->fail.kind == FAIL_RESTART)
        return result;
    ev_undo(ev, mark);
    ev_clear_fail(ev);
    result = plainly(ev, callee, call);
    if (result || ev->fail.kind != FAIL_CUT)
        return result;
    Fail fail = ev->fail;
    ev_undo(ev, mark);
    ev_clear_fail(ev);
    result = loop(ev, search, call, true);
    if (!result && ev->fail.kind != FAIL_RESTART)
        ev->fail = fail;
    return result;
}
