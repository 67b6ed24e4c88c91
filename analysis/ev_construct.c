/* Driver code and constructors that cannot be evaluated as a whole: what follows a statement that fails is evaluated
 * all the same, and what it binds is not known.
 *
 * This is sound because objects of driver code are examples only: what compiled code reads of the live object is
 * guarded at its source. A constructor is forgiven like module level, and so are the methods that it calls on its
 * object; what was passed over is kept for the report (ev->skipped). An exception is not forgiven: the object would not
 * exist. The program's functions that driver code calls are forgiven in the same way, and a call in one of them that
 * cannot be evaluated has a result that is not known. */
#include "analysis/ev_internal.h"

/* ---- the record ------------------------------------------------------------------------------------------------- */

static bool has_def(const Function *function) {
    return function && function->module->is_main && function->def->kind == AST_FunctionDef;
}

/* The program's function that runs, from the inside out; NULL: module level or a call line. */
static const Function *running_function(const Ev *ev) {
    const Frame *frame = ev->frame;
    while (frame && !has_def(frame->function))
        frame = frame->parent;
    return frame ? frame->function : NULL;
}

static void note_skipped(Ev *ev, const Function *function) {
    Skipped skipped = {function, ev->fail};
    for (uint32_t i = 0; i < ev->skipped.len; i++)
        if (ev->skipped.data[i].function == function && ev->skipped.data[i].fail.span.begin == ev->fail.span.begin)
            return;
    if (!skipped.fail.reason)
        skipped.fail.reason = diag_title(skipped.fail.code);
    vec_push(ev->arena, &ev->skipped, skipped);
}

/* A method of the program's own that stands for the class: its constructor, or what runs when it is called. */
static const Function *method_of_program(Ev *ev, const ClassInfo *cls) {
    static const char *const names[] = {"__init__", "__new__", "forward", "__call__"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const Value *found = ev_class_lookup(ev, cls, str_of(names[i]), NULL);
        if (found && found->kind == V_FUNCTION && has_def(found->u.function))
            return found->u.function;
    }
    return NULL;
}

void ev_note_unmade(Ev *ev, const ClassInfo *cls) {
    bool caught = ev->fail.kind == FAIL_RAISE && ev->frame && ev->frame->try_depth;
    if (!ev->in_driver || caught || ev->fail.kind == FAIL_RESTART)
        return;
    const Function *method = cls->module && cls->module->is_main ? method_of_program(ev, cls) : NULL;
    if (method)
        note_skipped(ev, method);
}

/* ---- what a statement binds -------------------------------------------------------------------------------------- */

typedef struct Targets {
    Ev *ev;
    const Value *object; /* what `self` is; NULL: no constructor */
    Str self;
    bool calls_method; /* it may set attributes that are not seen */
    uint32_t line;     /* of the statement */
} Targets;

static bool is_self(const Targets *t, const AstNode *node) {
    return node->kind == AST_Name && node->u.Name.id == t->self;
}

static void forget_attribute(const Targets *t, Str name, bool always) {
    ObjId object = t->object->u.instance.object;
    if (always || !heap_get(t->ev->heap, object, name))
        heap_set(
            t->ev->heap, object, name,
            ev_unknown(t->ev, NULL,
                       arena_printf(t->ev->arena, "'%s' is set by line %u, which cannot be evaluated", name, t->line)));
}

/* `self.items.append(...)`: what the container holds is not known any more. */
static bool fills_container(Str method) {
    static const char *const names[] = {"append", "extend", "insert", "update", "setdefault", "add", "add_module"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (!strcmp(names[i], method))
            return true;
    return false;
}

static void forget_targets(AstNode *node, void *data) {
    Targets *t = data;
    if (node->kind == AST_Attribute && node->u.Attribute.ctx != AST_Load && is_self(t, node->u.Attribute.value))
        forget_attribute(t, node->u.Attribute.attr, false);
    if (node->kind == AST_Call && node->u.Call.func->kind == AST_Attribute) {
        const AstNode *method = node->u.Call.func, *receiver = method->u.Attribute.value;
        t->calls_method = t->calls_method || is_self(t, receiver);
        if (receiver->kind == AST_Attribute && is_self(t, receiver->u.Attribute.value) &&
            fills_container(method->u.Attribute.attr))
            forget_attribute(t, receiver->u.Attribute.attr, true);
    }
    ast_each_child(node, forget_targets, data);
}

static Str first_parameter(const Function *function) {
    const AstNode *a = function->def->u.FunctionDef.args;
    const AstList *list = a->u.arguments.posonlyargs.len ? &a->u.arguments.posonlyargs : &a->u.arguments.args;
    return list->len ? list->items[0]->u.arg.arg : NULL;
}

static void forget_names(Ev *ev, const AstNode *statement, const char *why) {
    Map names;
    map_init(&names, ev->arena);
    ev_bound_names(statement, &names);
    for (uint32_t i = 0; i < names.len; i++)
        if (!heap_get(ev->heap, ev->frame->scope, names.values[i]) || statement->kind != AST_If)
            ev_name_store(ev, names.values[i], ev_unknown(ev, NULL, why), statement->span);
}

/* ---- going on ---------------------------------------------------------------------------------------------------- */

static const char incomplete_name[] = "<incomplete>"; /* no attribute of a program is called so */

bool ev_is_incomplete(Ev *ev, const Value *object) {
    while (object->u.instance.exemplar)
        object = object->u.instance.exemplar;
    return heap_get(ev->heap, object->u.instance.object, str_of(incomplete_name)) != NULL;
}

bool ev_is_hidden_name(Str name) {
    return name == str_of(incomplete_name) || ev_is_held_name(name) || ev_is_link(name) || ev_is_persistence(name);
}

/* What raises in a function that driver code calls, as `main`, likely does so because something was not known: unless
 * it says `raise` itself, or something around it may expect that. */
static bool may_skip_raise(const Ev *ev, const AstNode *statement) {
    const Frame *frame = ev->frame;
    if (!frame->function)
        return !frame->try_depth;
    if (!ev->in_driver || frame->constructed || statement->kind == AST_Raise || statement->kind == AST_Assert)
        return false;
    for (; frame; frame = frame->parent)
        if (frame->try_depth || (frame->function && (frame->function->owner || frame->generator || frame->thrown)))
            return false;
    return true;
}

bool ev_may_skip(const Ev *ev, const AstNode *statement) {
    const Frame *frame = ev->frame;
    bool is_module = !frame->function && !frame->parent;
    if (!frame->tolerant || ev->fail.kind == FAIL_RESTART || (ev->steps >= ev_max_steps(ev) && !is_module))
        return false;
    return ev->fail.kind != FAIL_RAISE || may_skip_raise(ev, statement);
}

bool ev_may_forget(const Ev *ev) {
    const Frame *frame = ev->frame;
    return frame && frame->tolerant && !frame->constructed && ev->fail.kind == FAIL_CUT && ev->steps < ev_max_steps(ev);
}

const Value *ev_forgotten(Ev *ev) {
    const char *why = ev->fail.reason ? ev->fail.reason : "not known";
    ev_clear_fail(ev);
    return ev_unknown(ev, NULL, why);
}

/* What calls nothing has nothing to be followed. */
static void note_unfollowed(Ev *ev, const AstNode *statement) {
    bool calls = statement->kind == AST_Expr || statement->kind == AST_Assign || statement->kind == AST_AnnAssign ||
                 statement->kind == AST_AugAssign || statement->kind == AST_Return || statement->kind == AST_For ||
                 statement->kind == AST_While || statement->kind == AST_With || statement->kind == AST_Assert;
    if (!calls || !ev->in_driver || !ev->frame->module->is_main)
        return;
    Fail fail = ev->fail;
    if (!fail.span.file)
        fail.span = statement->span;
    for (uint32_t i = 0; i < ev->unfollowed.len; i++)
        if (ev->unfollowed.data[i].span.begin == fail.span.begin && ev->unfollowed.data[i].span.file == fail.span.file)
            return;
    vec_push(ev->arena, &ev->unfollowed, fail);
}

void ev_skip_statement(Ev *ev, const AstNode *statement) {
    const char *why = ev->fail.reason ? ev->fail.reason : "not known";
    const Frame *frame = ev->frame;
    if (frame->constructed) {
        const Function *function = running_function(ev);
        if (function)
            note_skipped(ev, function);
        Targets targets = {ev, frame->constructed, first_parameter(frame->function), false, span_line(statement->span)};
        forget_targets((AstNode *)statement, &targets);
        if (targets.calls_method)
            heap_set(ev->heap, frame->constructed->u.instance.object, str_of(incomplete_name), ev_bool(ev, true));
    } else {
        note_unfollowed(ev, statement);
    }
    ev_clear_fail(ev);
    forget_names(ev, statement, why);
    ev_clear_fail(ev);
}

Exec ev_exec_both(Ev *ev, const AstNode *node) {
    const AstList *sides[] = {&node->u.If.body, &node->u.If.orelse};
    if (ev->frame->constructed && running_function(ev))
        note_skipped(ev, running_function(ev));
    for (size_t i = 0; i < COUNT_OF(sides); i++) {
        ev_clear_fail(ev);
        Exec status = ev_exec_block(ev, sides[i]);
        /* which side runs is not known: a constructor that goes on is the one of interest */
        bool leaves = status != EX_NEXT && ev->fail.kind != FAIL_CUT && ev->fail.kind != FAIL_RESTART;
        if (status != EX_NEXT && !(ev->frame->constructed && leaves))
            return status;
    }
    ev_clear_fail(ev);
    return EX_NEXT;
}

const Value *ev_constructed(const Ev *ev, const Function *function, const Value *self) {
    const Frame *caller = ev->frame;
    if (!ev->in_driver || function->is_prelude || !self || self->kind != V_INSTANCE || self->u.instance.exemplar ||
        function->def->kind != AST_FunctionDef)
        return NULL;
    bool inner = caller && caller->constructed && caller->constructed->u.instance.object == self->u.instance.object;
    return inner || !strcmp(function->name, "__init__") ? self : NULL;
}

enum { LIKELY_LAZY_SIZE = 64 }; /* which groups divide */

ClassInfo *ev_class_to_become(Ev *ev, ClassInfo *cls, CallArgs *args) {
    bool is_torch = ev->in_driver && cls->is_nn_module && !strncmp(cls->module->name, "torch.nn.modules.", 17);
    const Value *other = is_torch ? ev_class_lookup(ev, cls, str_of("cls_to_become"), NULL) : NULL;
    if (!other || other->kind != V_CLASS)
        return cls;
    const Value **values = arena_array(ev->arena, const Value *, args->count + 1);
    values[0] = ev_int(ev, LIKELY_LAZY_SIZE);
    for (uint32_t i = 0; i < args->count; i++)
        values[i + 1] = args->args[i];
    args->args = values;
    args->count++;
    return other->u.class_info;
}
