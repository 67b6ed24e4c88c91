/* Annotations, which Python evaluates where a function or a variable of a class is defined, unless the module has them
 * as texts (PEP 563). Those of a function's own variables it does not evaluate.
 *
 * What they mean matters to few (dataclasses and named tuples have the texts of theirs, returned functions theirs), but
 * a name that there is not raises. Driver code has run: there nothing is left to be found out. */
#include "analysis/ev_internal.h"

static bool is_evaluated(const Ev *ev) {
    const Module *module = ev->frame->module;
    return !ev->in_driver && module->is_main && !module->has_text_annotations;
}

/* Of what the library makes of types, alternatives are evaluated one by one: their `|` is not known. */
static bool is_union_of_types(const AstNode *node) {
    return node->kind == AST_BinOp && node->u.BinOp.op == AST_BitOr && node->u.BinOp.left->kind != AST_Constant;
}

bool ev_check_annotation(Ev *ev, const AstNode *node) {
    if (!node || node->kind == AST_Constant || !is_evaluated(ev))
        return true;
    if (is_union_of_types(node))
        return ev_check_annotation(ev, node->u.BinOp.left) && ev_check_annotation(ev, node->u.BinOp.right);
    return ev_eval(ev, node) != NULL;
}

static bool check_parameters(Ev *ev, const AstList *parameters) {
    for (uint32_t i = 0; i < parameters->len; i++)
        if (!ev_check_annotation(ev, parameters->items[i]->u.arg.annotation))
            return false;
    return true;
}

static bool check_rest(Ev *ev, const AstNode *parameter) {
    return !parameter || ev_check_annotation(ev, parameter->u.arg.annotation);
}

bool ev_check_signature(Ev *ev, const AstNode *def) {
    if (!is_evaluated(ev) || def->u.FunctionDef.type_params.len)
        return true;
    const AstNode *params = def->u.FunctionDef.args;
    return check_parameters(ev, &params->u.arguments.args) && check_parameters(ev, &params->u.arguments.posonlyargs) &&
           check_rest(ev, params->u.arguments.vararg) && check_parameters(ev, &params->u.arguments.kwonlyargs) &&
           check_rest(ev, params->u.arguments.kwarg) && ev_check_annotation(ev, def->u.FunctionDef.returns);
}

/* Class bodies keep the texts of their annotations: dataclasses and named tuples are made of them. */
static void note_text(Ev *ev, const AstNode *node) {
    if (node->u.AnnAssign.target->kind != AST_Name)
        return;
    Str key = str_of("__annotations__");
    const Value *dict = heap_get(ev->heap, ev->frame->scope, key);
    if (!dict || dict->kind != V_DICT)
        heap_set(ev->heap, ev->frame->scope, key, dict = ev_dict(ev));
    Span span = node->u.AnnAssign.annotation->span;
    const Value *text = ev_str(ev, str_intern(span.file->text + span.begin, span.end - span.begin));
    heap_set_key(ev->heap, dict->u.object, ev_str(ev, node->u.AnnAssign.target->u.Name.id), text);
}

/* Of a target without a value, Python evaluates what the target is in. */
static bool eval_place(Ev *ev, const AstNode *target) {
    if (target->kind == AST_Attribute)
        return ev_eval(ev, target->u.Attribute.value) != NULL;
    return target->kind != AST_Subscript ||
           (ev_eval(ev, target->u.Subscript.value) && ev_eval_slice(ev, target->u.Subscript.slice));
}

bool ev_annotated(Ev *ev, const AstNode *node) {
    bool in_class = ev->frame->info->kind == SCOPE_CLASS;
    if (in_class)
        note_text(ev, node);
    const AstNode *target = node->u.AnnAssign.target, *given = node->u.AnnAssign.value;
    const Value *value = given ? ev_eval(ev, given) : NULL;
    if (given ? !value || !ev_assign(ev, target, value) : !eval_place(ev, target))
        return false;
    return !in_class || ev_check_annotation(ev, node->u.AnnAssign.annotation);
}
