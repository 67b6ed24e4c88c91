/* Lambdas as entries. A lambda that driver code or a call line calls with more than plain numbers is compiled like a
 * function whose body returns its expression; the stub wraps the lambda where it stands. Takes the function value of
 * the lambda; gives one that has a `def` of a FunctionDef, the same for all functions made of one lambda. */
#include "analysis/entry.h"

#include <string.h>

#include "analysis/ev_internal.h"

static AstNode *def_of(Ev *ev, const AstNode *lambda) {
    AstNode *def = ast_new(ev->arena, AST_FunctionDef, lambda->span);
    AstNode *result = ast_new(ev->arena, AST_Return, lambda->u.Lambda.body->span);
    result->u.Return.value = lambda->u.Lambda.body;
    def->u.FunctionDef.def_span = lambda->span;
    def->u.FunctionDef.name = str_of(ENTRY_LAMBDA_NAME);
    def->u.FunctionDef.args = lambda->u.Lambda.args;
    def->u.FunctionDef.body.made = ast_list_of(ev->arena, result, NULL);
    return def;
}

static bool is_worth(const CallArgs *args) {
    for (uint32_t i = 0; i < args->count; i++) {
        ValueKind kind = args->args[i]->kind;
        if (kind == V_TENSOR || kind == V_INSTANCE || kind == V_LIST || kind == V_DICT || kind == V_TUPLE)
            return true;
    }
    return false;
}

const Function *entry_of_lambda(Ev *ev, const Function *function, const CallArgs *args) {
    const AstNode *lambda = function->def;
    if (lambda->span.file != ev->main_module->file || !is_worth(args))
        return NULL;
    const Function *known = map_get(&ev->functions, MAP_KEY(lambda));
    Function *made = arena_copy(ev->arena, function, sizeof *function);
    made->def = known ? known->def : def_of(ev, lambda);
    if (!known) {
        if (!strstr(function->qualname, "<locals>")) /* of others the run time finds the code by the name */
            made->qualname = str_format("lambda_%u", span_line(lambda->span));
        map_put(&ev->functions, MAP_KEY(lambda), made);
    } else {
        made->qualname = known->qualname;
    }
    return made;
}
