/* Functions that TorchScript has made code of (torch.jit.script). It runs the same operators in the same order, so that
 * a call is evaluated as one of the function that it was made from, but for these differences:
 *  - what it raises is torch.jit.Error, or has words of its own: a path that raises is left to the Python twin;
 *  - defaults are what they were when the code was made (names of the module may not be variables);
 *  - some of what Python computes it computes otherwise (powers of ints, rounding, texts, print): that is not
 * evaluated. prelude/torch_jit__script.py compares the arguments with the types that the function was told to have. */
#include "analysis/ev_internal.h"

#include <string.h>

#define OTHERWISE "what TorchScript does otherwise than Python"

const Function *ev_scripted_function(Ev *ev, const Function *function) {
    if (function->closure || function->is_prelude || function->is_async || function->def->kind != AST_FunctionDef)
        return NULL;
    Function *copy = arena_copy(ev->arena, function, sizeof *function);
    copy->is_scripted = true;
    return copy;
}

bool ev_is_script(const Value *value) {
    return value->kind == V_FUNCTION && value->u.function->is_prelude &&
           strcmp(value->u.function->module->name, "torch.jit._script") == 0;
}

bool ev_in_script(const Ev *ev) { return ev->frame && ev->frame->is_scripted; }

/* Built-in functions that it has under the same name. */
static bool differs(Str name) {
    static const char names[] = " print round pow divmod str repr format ";
    return strstr(names, str_format(" %s ", name)) != NULL;
}

/* Not in what is raised, which Python makes. */
static void find_difference(AstNode *node, void *found) {
    const AstNode **first = found;
    bool is_name = node->kind == AST_Name && differs(node->u.Name.id);
    if (!*first && (is_name || node->kind == AST_JoinedStr || node->kind == AST_With || node->kind == AST_Try))
        *first = node;
    if (!*first && node->kind != AST_Raise && node->kind != AST_Assert)
        ast_each_child(node, find_difference, found);
}

static bool is_of_torch(const Module *module) {
    return strncmp(module->name, "torch.", 6) == 0 || strcmp(module->name, "torch") == 0;
}

bool ev_script_takes(Ev *ev, const Function *function, Span span) {
    const AstNode *difference = NULL;
    bool is_theirs = function->is_prelude || is_of_torch(ev->frame->module); /* called by torch, or a part of it */
    if (is_theirs && !function->is_scripted)
        return true;
    const AstList *body = function->def->kind == AST_FunctionDef ? ast_body(function->def) : NULL;
    for (uint32_t i = 0; body && !is_of_torch(function->module) && i < body->len; i++)
        find_difference(body->items[i], &difference);
    if (difference)
        return ev_fail(ev, D_UNSUPPORTED_OP, difference->span, OTHERWISE);
    return strcmp(function->name, "is_scripting") != 0 ||
           ev_fail(ev, D_UNSUPPORTED_OP, span, "torch.jit.is_scripting() in a function of TorchScript");
}

bool ev_script_computes(Ev *ev, AstOperator op, const Value *a, const Value *b, Span span) {
    bool is_power = op == AST_Pow && ev_is_number(a) && ev_is_number(b), formats = op == AST_Mod && a->kind == V_STR;
    return (!is_power && !formats) || ev_fail(ev, D_UNSUPPORTED_OP, span, OTHERWISE);
}

/* Sizes come out of it as lists, dtypes as ints, named results as tuples. */
static bool comes_out(const Value *value) {
    switch (value->kind) {
    case V_NONE:
    case V_BOOL:
    case V_INT:
    case V_FLOAT:
    case V_STR:
    case V_SCALAR:
    case V_TENSOR:
    case V_LIST:
    case V_ROWS:
        return true;
    case V_TUPLE:
        for (uint32_t i = 0; i < value->u.tuple.count; i++)
            if (!comes_out(value->u.tuple.items[i]))
                return false;
        return !value->u.tuple.cls;
    default:
        return false;
    }
}

bool ev_script_returns(Ev *ev, const Value *value, Span span) {
    return comes_out(value) ||
           ev_fail(ev, D_UNSUPPORTED_OP, span, "%s that TorchScript returns", ev_type_name(ev, value));
}

void ev_script_raised(Ev *ev, Span span) {
    if (ev->fail.kind != FAIL_RAISE || ev_leaves_to_python(ev, ev->fail.exception))
        return;
    const char *why = ev->fail.reason ? ev->fail.reason : "an exception";
    ev_clear_fail(ev);
    ev_raise(ev, "_LeavesToPython", span, "%s", why);
}
