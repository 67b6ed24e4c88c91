/* Statements: one function a kind of AST node, in a table. Loops are in ev_loop.c, symbolic branches in ev_branch.c,
 * patterns in ev_match.c. */
#include "analysis/ev_internal.h"

#include "parser/modules.h"

typedef Exec (*ExecFn)(Ev *ev, const AstNode *node);

static Exec done(bool ok) { return ok ? EX_NEXT : EX_FAIL; }

/* ---- assignment ----------------------------------------------------------------------------------------------------
 */

/* Unpacking asks an iterator for one item more than there are targets. */
static bool unpack_steps(Ev *ev, const Value *iterator, uint32_t most, const Value ***items, uint32_t *count,
                         Span span) {
    *items = arena_array(ev->arena, const Value *, most);
    *count = 0;
    Step step = STEP_ITEM;
    while (*count < most && (step = ev_next(ev, iterator, *items + *count, span)) == STEP_ITEM)
        ++*count;
    return step != STEP_FAIL;
}

/* What stands before the starred name is asked for one by one; of what is left a list is made. */
static bool unpack_starred(Ev *ev, const Value *value, uint32_t before, const Value ***items, uint32_t *count,
                           Span span) {
    const Value *iterator = ev_iter(ev, value, span), **rest = NULL, **first;
    uint32_t left = 0;
    if (!iterator || !unpack_steps(ev, iterator, before, &first, count, span))
        return false;
    if (*count == before && !ev_collect_rest(ev, iterator, value, &rest, &left, span))
        return false;
    *items = arena_array(ev->arena, const Value *, *count + left + 1);
    for (uint32_t i = 0; i < *count; i++)
        (*items)[i] = first[i];
    for (uint32_t i = 0; i < left; i++)
        (*items)[*count + i] = rest[i];
    *count += left;
    return true;
}

/* `star`: how many stand before the starred name; `wanted` where there is none */
static bool items_to_unpack(Ev *ev, const Value *value, uint32_t wanted, uint32_t star, const Value ***items,
                            uint32_t *count, Span span) {
    bool starred = star < wanted;
    value = ev_held_as_is(ev, value);
    bool is_asked = value->kind == V_INSTANCE || value->kind == V_CLASS;
    if (starred && is_asked)
        return unpack_starred(ev, value, star, items, count, span);
    if (is_asked && !(value = ev_iter(ev, value, span)))
        return false;
    if (!starred && (is_asked || value->kind == V_ITERATOR))
        return unpack_steps(ev, value, wanted + 1, items, count, span);
    if (value->kind != V_ROWS || starred)
        return ev_iterate(ev, value, items, count, span);
    *count = wanted;
    return ev_rows_unpack(ev, value, wanted, items, span);
}

static bool unpack_error(Ev *ev, uint32_t count, uint32_t wanted, bool starred, Span span) {
    if (count > wanted)
        ev_raise(ev, "ValueError", span, "too many values to unpack (expected %u)", wanted);
    else
        ev_raise(ev, "ValueError", span, "not enough values to unpack (expected %s%u, got %u)",
                 starred ? "at least " : "", wanted, count);
    return false;
}

static bool assign_items(Ev *ev, const AstList *targets, const Value *value, Span span) {
    const Value **items;
    uint32_t count, star = targets->len;
    for (uint32_t i = 0; i < targets->len; i++)
        if (targets->items[i]->kind == AST_Starred)
            star = i;
    if (ev->in_driver && value->kind == V_UNKNOWN) {
        for (uint32_t i = 0; i < targets->len; i++)
            if (!ev_assign(ev, i == star ? targets->items[i]->u.Starred.value : targets->items[i], value))
                return false;
        return true;
    }
    if (value->kind == V_TENSOR && star == targets->len && !tn_assume_length(ev, value, targets->len, span))
        return false;
    if (!items_to_unpack(ev, value, targets->len, star, &items, &count, span))
        return ev_not_iterated_as(ev, value, "cannot unpack non-iterable %s object", span);
    bool fits = star < targets->len ? count + 1 >= targets->len : count == targets->len;
    if (!fits) {
        return unpack_error(ev, count, targets->len - (star < targets->len), star < targets->len, span);
    }
    uint32_t extra = count - targets->len;
    for (uint32_t i = 0, at = 0; i < targets->len; i++) {
        const AstNode *target = targets->items[i];
        if (i != star) {
            if (!ev_assign(ev, target, items[at++]))
                return false;
            continue;
        }
        if (!ev_assign(ev, target->u.Starred.value, ev_list(ev, items + at, extra + 1)))
            return false;
        at += extra + 1;
    }
    return true;
}

bool ev_assign(Ev *ev, const AstNode *target, const Value *value) {
    switch (target->kind) {
    case AST_Name:
        if (value->kind == V_INT && !ev->frame->module->is_prelude && target->u.Name.id[0] != '_')
            sh_name(ev->shapes, value->u.expr, target->u.Name.id);
        return ev_name_store(ev, target->u.Name.id, value, target->span);
    case AST_Attribute: {
        const Value *object = ev_eval(ev, target->u.Attribute.value);
        return object && ev_setattr(ev, object, ev_mangle(ev, target->u.Attribute.attr), value, target->span);
    }
    case AST_Subscript: {
        const Value *object = ev_eval(ev, target->u.Subscript.value);
        const Value *index = object ? ev_eval_slice(ev, target->u.Subscript.slice) : NULL;
        return index && ev_setitem(ev, object, index, value, target->span);
    }
    case AST_Tuple:
        return assign_items(ev, &target->u.Tuple.elts, value, target->span);
    case AST_List:
        return assign_items(ev, &target->u.List.elts, value, target->span);
    default:
        return ev_fail(ev, D_UNSUPPORTED_SYNTAX, target->span, "an assignment to this expression");
    }
}

static Exec assign_expression(Ev *ev, const AstNode *node, const AstNode *expr);

typedef struct Choice { /* one side of `target = a if c else b`, or of a return of that */
    const AstNode *node, *choice;
    Exec (*run)(Ev *ev, const AstNode *node, const AstNode *expr);
} Choice;
static Exec choose_body(Ev *ev, const void *data) {
    const Choice *choice = data;
    return choice->run(ev, choice->node, choice->choice->u.IfExp.body);
}
static Exec choose_orelse(Ev *ev, const void *data) {
    const Choice *choice = data;
    return choice->run(ev, choice->node, choice->choice->u.IfExp.orelse);
}

/* A conditional expression that is all of a statement's value is a branch of statements: its sides need not be merged.
 */
static Exec run_choice(Ev *ev, Choice choice) {
    const Value *truth = ev_condition(ev, choice.choice->u.IfExp.test);
    if (!truth)
        return EX_FAIL;
    if (truth->kind == V_BOOL)
        return truth->u.boolean ? choose_body(ev, &choice) : choose_orelse(ev, &choice);
    return ev_branch_with(ev, truth, choose_body, choose_orelse, &choice, choice.choice->span);
}

static Exec assign_expression(Ev *ev, const AstNode *node, const AstNode *expr) {
    if (expr->kind == AST_IfExp && ev->frame->can_fork)
        return run_choice(ev, (Choice){node, expr, assign_expression});
    const AstNode *first = node->u.Assign.targets.items[0];
    int hint = ev->rank_hint;
    ev->rank_hint = first->kind == AST_Tuple ? (int)first->u.Tuple.elts.len : 0;
    const Value *value = ev_eval(ev, expr);
    ev->rank_hint = hint;
    for (uint32_t i = 0; value && i < node->u.Assign.targets.len; i++)
        if (!ev_assign(ev, node->u.Assign.targets.items[i], value))
            return EX_FAIL;
    return done(value != NULL);
}

/* `clip = clamp` in the prelude's torch: two functions there, each with its name. */
static bool is_alias(const Ev *ev, const AstNode *node) {
    const Module *module = ev->frame->module;
    return module->is_prelude && !ev->frame->function && node->u.Assign.value->kind == AST_Name &&
           node->u.Assign.targets.items[0]->kind == AST_Name && !strncmp(module->name, "torch", 5);
}

static const Value *alias_of(Ev *ev, const Value *value, Str name) {
    Function *function = arena_new_of(ev->arena, Function);
    *function = *value->u.function;
    function->name = name;
    function->qualname = function->owner ? str_format("%s.%s", function->owner->qualname, name) : name;
    Value *alias = arena_new_of(ev->arena, Value);
    *alias = *value;
    alias->u.function = function;
    return alias;
}

static Exec exec_alias(Ev *ev, const AstNode *node) {
    const AstList *targets = &node->u.Assign.targets;
    const Value *value = ev_eval(ev, node->u.Assign.value);
    for (uint32_t i = 0; value && i < targets->len; i++) {
        const AstNode *target = targets->items[i];
        bool is_named = value->kind == V_FUNCTION && target->kind == AST_Name;
        if (!ev_assign(ev, target, is_named ? alias_of(ev, value, target->u.Name.id) : value))
            return EX_FAIL;
    }
    return done(value != NULL);
}

static Exec exec_assign(Ev *ev, const AstNode *node) {
    return is_alias(ev, node) ? exec_alias(ev, node) : assign_expression(ev, node, node->u.Assign.value);
}

static Exec exec_ann_assign(Ev *ev, const AstNode *node) { return done(ev_annotated(ev, node)); }

static Exec exec_aug_assign(Ev *ev, const AstNode *node) {
    const AstNode *target = node->u.AugAssign.target;
    const Value *object = NULL, *index = NULL, *old;
    Str attr = NULL;
    switch (target->kind) {
    case AST_Name:
        old = ev_name_load(ev, target->u.Name.id, target->span);
        break;
    case AST_Attribute:
        object = ev_eval(ev, target->u.Attribute.value);
        attr = ev_mangle(ev, target->u.Attribute.attr);
        old = object ? ev_getattr(ev, object, attr, target->span) : NULL;
        break;
    default:
        object = ev_eval(ev, target->u.Subscript.value);
        index = object ? ev_eval_slice(ev, target->u.Subscript.slice) : NULL;
        old = index ? ev_getitem(ev, object, index, target->span) : NULL;
    }
    int added = old && old->kind == V_ROWS ? ev_filled_add(ev, old, node) : 0;
    if (added)
        return done(added > 0);
    const Value *operand = old ? ev_eval(ev, node->u.AugAssign.value) : NULL;
    const Value *value = operand ? ev_inplace(ev, node->u.AugAssign.op, old, operand, node->span) : NULL;
    if (!value)
        return EX_FAIL;
    if (value == old && object && object->kind == V_TENSOR && attr == str_of("data"))
        return EX_NEXT; /* the tensor gets the memory and the shape that it has */
    if (attr)
        return done(ev_setattr(ev, object, attr, value, node->span));
    if (index)
        return done(ev_setitem(ev, object, index, value, node->span));
    return done(ev_name_store(ev, target->u.Name.id, value, target->span));
}

static bool delete_target(Ev *ev, const AstNode *target) {
    switch (target->kind) {
    case AST_Name:
        return ev_name_delete(ev, target->u.Name.id, target->span);
    case AST_Attribute: {
        const Value *object = ev_eval(ev, target->u.Attribute.value);
        return object && ev_delattr(ev, object, ev_mangle(ev, target->u.Attribute.attr), target->span);
    }
    case AST_Subscript: {
        const Value *object = ev_eval(ev, target->u.Subscript.value);
        const Value *index = object ? ev_eval_slice(ev, target->u.Subscript.slice) : NULL;
        return index && ev_delitem(ev, object, index, target->span);
    }
    case AST_Tuple:
        for (uint32_t i = 0; i < target->u.Tuple.elts.len; i++)
            if (!delete_target(ev, target->u.Tuple.elts.items[i]))
                return false;
        return true;
    default:
        return ev_fail(ev, D_UNSUPPORTED_SYNTAX, target->span, "a deletion of this expression");
    }
}

static Exec exec_delete(Ev *ev, const AstNode *node) {
    for (uint32_t i = 0; i < node->u.Delete.targets.len; i++)
        if (!delete_target(ev, node->u.Delete.targets.items[i]))
            return EX_FAIL;
    return EX_NEXT;
}

/* ---- simple statements
 * ------------------------------------------------------------------------------------------------ */

static Exec exec_expr(Ev *ev, const AstNode *node) {
    const AstNode *choice = ev->in_driver ? NULL : ev_choosing_statement(ev, node);
    if (choice)
        return ev_exec(ev, choice);
    return node->u.Expr.value->kind == AST_Constant ? EX_NEXT : done(ev_eval(ev, node->u.Expr.value) != NULL);
}

static Exec exec_nothing(Ev *ev, const AstNode *node) {
    (void)ev;
    (void)node;
    return EX_NEXT;
}

static Exec exec_break(Ev *ev, const AstNode *node) {
    (void)node;
    return ev_control_break(ev);
}

static Exec exec_continue(Ev *ev, const AstNode *node) {
    (void)node;
    return ev_control_continue(ev);
}

static Exec return_expression(Ev *ev, const AstNode *node, const AstNode *expr) {
    if (expr->kind == AST_IfExp && ev->frame->is_entry)
        return run_choice(ev, (Choice){node, expr, return_expression});
    const Value *value = ev_eval(ev, expr);
    const Function *function = ev->frame->function;
    if (value && function && function->is_scripted && !ev_script_returns(ev, value, node->span))
        value = NULL;
    ev->frame->result = value;
    return value ? EX_RETURN : EX_FAIL;
}

static Exec exec_return(Ev *ev, const AstNode *node) {
    Exec status = EX_RETURN;
    if (ev_control_return(ev, node))
        return EX_CONTINUE;
    if (node->u.Return.value)
        status = return_expression(ev, node, node->u.Return.value);
    else
        ev->frame->result = ev_none(ev);
    if (status != EX_FAIL || !ev_may_forget(ev))
        return status;
    ev->frame->result = ev_forgotten(ev);
    return EX_RETURN;
}

static Exec exec_function(Ev *ev, const AstNode *node) {
    const Value *value = ev_make_function(ev, node);
    if (!value && ev->frame->tolerant && ev->fail.kind != FAIL_RESTART) {
        ev_clear_fail(ev);
        value = ev_unknown(ev, NULL, "a decorator that pyaot cannot see into");
    }
    return done(value && ev_name_store(ev, node->u.FunctionDef.name, value, node->span));
}

static Exec exec_class(Ev *ev, const AstNode *node) {
    const Value *value = ev_make_class(ev, node);
    return done(value && ev_name_store(ev, node->u.ClassDef.name, value, node->span));
}

static const Value *exception_value(Ev *ev, const AstNode *node) {
    const Value *value = ev_eval(ev, node);
    if (value && ev_is_no_exception(ev, value))
        return ev_raise(ev, "TypeError", node->span, "exceptions must derive from BaseException");
    if (value && value->kind == V_CLASS)
        value = ev_call_values(ev, value, NULL, 0, node->span);
    return value;
}

/* "this raises ValueError: too large" */
static const char *raise_reason(Ev *ev, const Value *exception) {
    const Value *args = heap_get(ev->heap, exception->u.instance.object, str_of("(args)"));
    const Value *first = args && args->kind == V_TUPLE && args->u.tuple.count ? args->u.tuple.items[0] : NULL;
    const char *type = ev_type_name(ev, exception);
    return first && first->kind == V_STR && first->u.str
               ? arena_printf(ev->arena, "this raises %s: %.200s", type, first->u.str)
               : arena_printf(ev->arena, "this raises %s", type);
}

void ev_raise_value(Ev *ev, const Value *exception, Span span) {
    const char *reason = raise_reason(ev, exception);
    if (ev_in_script(ev) && !ev->frame->module->is_prelude) {
        ev_raise(ev, "_LeavesToPython", span, "%s", reason);
        return;
    }
    ev_link_context(ev, exception);
    ev->fail = (Fail){FAIL_RAISE, D_RAISES, ev_user_span(ev, span), reason, exception, ev_installed_span(ev, span)};
}

/* Modules of the prelude that raise what the real ones raise, in words of their own. */
static bool says_it_otherwise(const Module *module) {
    static const char *const names[] = {"torch", "typing", "dataclasses", "numpy"};
    for (size_t i = 0; i < COUNT_OF(names) && module->is_prelude; i++)
        if (!strncmp(module->name, names[i], strlen(names[i])))
            return true;
    return false;
}

/* An exception that cannot be evaluated (its message has the text of an object): Python runs the path, and makes it. */
static void leave_to_raise(Ev *ev, Span span) {
    if (ev->in_driver || ev->fail.kind != FAIL_CUT || ev->fail.code == D_LIMIT)
        return;
    const char *why = ev->fail.reason;
    ev_clear_fail(ev);
    ev_raise(ev, "_LeavesToPython", span, "%s", why);
}

static Exec exec_raise(Ev *ev, const AstNode *node) {
    const Value *exception = NULL;
    if (ev_control_return(ev, node))
        return EX_CONTINUE;
    ev_count_call(ev, "raise", false);
    if (node->u.Raise.exc) {
        exception = exception_value(ev, node->u.Raise.exc);
        if (!exception) {
            leave_to_raise(ev, node->span);
            return EX_FAIL;
        }
    } else {
        exception = ev_handled(ev);
        if (!exception) {
            if (ev_handles_nothing(ev, node->span))
                ev_raise(ev, "RuntimeError", node->span, "No active exception to reraise");
            return EX_FAIL;
        }
    }
    if (!exception || exception->kind != V_INSTANCE) {
        ev_fail(ev, D_RAISES, node->span, "this raises an exception that is not known when compiling");
        return EX_FAIL;
    }
    const Value *cause = node->u.Raise.cause ? ev_eval(ev, node->u.Raise.cause) : NULL;
    if (node->u.Raise.cause && (!cause || !ev_link_cause(ev, exception, cause, node->span)))
        return EX_FAIL;
    if (node->u.Raise.exc && !ev_note_raised(ev, exception, node->span)) /* what is raised again keeps what it has */
        return EX_FAIL;
    ev_raise_value(ev, exception, node->span);
    if (says_it_otherwise(ev->frame->module))
        ev_forget_message(ev, exception);
    return EX_FAIL;
}

static Exec raise_assertion(Ev *ev, const void *data) {
    const AstNode *node = data;
    const Value *args[] = {node->u.Assert.msg ? ev_eval(ev, node->u.Assert.msg) : ev_none(ev)};
    ClassInfo *cls = ev_exception_class(ev, "AssertionError");
    const Value *exception =
        args[0] ? ev_call_values(ev, ev_class_value(ev, cls), args, node->u.Assert.msg != NULL, node->span) : NULL;
    if (exception)
        ev_raise_value(ev, exception, node->span);
    if (exception && !node->u.Assert.msg)
        ev->fail.reason = "this assertion fails";
    return EX_FAIL;
}

static Exec assertion_holds(Ev *ev, const void *data) {
    (void)ev, (void)data;
    return EX_NEXT;
}

static Exec exec_assert(Ev *ev, const AstNode *node) {
    const Value *truth = ev_condition(ev, node->u.Assert.test);
    if (!truth)
        return EX_FAIL;
    if (truth->kind == V_BOOL)
        return truth->u.boolean ? EX_NEXT : raise_assertion(ev, node);
    if (ev->frame->try_depth)
        return ev_branch_with(ev, truth, assertion_holds, raise_assertion, node, node->span);
    return done(ev_miss_if(ev, truth->u.node, true, "an assertion fails", node->span));
}

/* ---- imports
 * ---------------------------------------------------------------------------------------------------------------- */

/* The source cannot even be imported where a module is missing that it imports outside of functions and `try`. The
 * first import of it is told. */
static void warn_of_missing(Ev *ev, Str name, Span span) {
    const Frame *frame = ev->frame;
    if (frame->function || frame->parent || frame->try_depth || !frame->module->is_main)
        return;
    Str message = str_format("the interpreter has no module named '%s'", name);
    for (uint32_t i = 0; i < ev->diags->items.len; i++)
        if (ev->diags->items.data[i].code == D_MODULE && !strcmp(ev->diags->items.data[i].message, message))
            return;
    diag_add(ev->diags, DIAG_WARNING, D_MODULE, span, "%s", message);
}

/* A module that is not installed: what programs catch. */
static bool is_missing(Ev *ev, const Module *module, Span span) {
    bool is_torch = module->is_prelude && module->name == str_of("torch") && ev->module_path;
    if (is_torch && module_find(ev->module_path, module->name)->kind == MODULE_MISSING)
        warn_of_missing(ev, module->name, span);
    if (!module->is_opaque || !ev->module_path || module_find(ev->module_path, module->name)->kind != MODULE_MISSING)
        return false;
    warn_of_missing(ev, module->name, span);
    ev_raise(ev, "ModuleNotFoundError", span, "No module named '%s'", module->name);
    return true;
}

/* `import a.b.c as name` binds the attribute c of a.b, which may be a function that hides the module of that name. */
static const Value *imported_as(Ev *ev, Module *module, Str name, Span span) {
    const char *last = strrchr(name, '.');
    const Value *value = last ? ev_module_getattr(ev, ev_import(ev, str_intern(name, (size_t)(last - name)), span),
                                                  str_of(last + 1), span)
                              : NULL;
    if (ev->fail.kind == FAIL_RESTART || (value && (value->kind == V_FUNCTION || value->kind == V_CLASS)))
        return value;
    ev_clear_fail(ev);
    return ev_module_value(ev, module);
}

static Exec exec_import(Ev *ev, const AstNode *node) {
    for (uint32_t i = 0; i < node->u.Import.names.len; i++) {
        const AstNode *alias = node->u.Import.names.items[i];
        Str name = alias->u.alias.name, bound = alias->u.alias.asname;
        Module *module = ev_import(ev, name, node->span);
        if (is_missing(ev, module, node->span))
            return EX_FAIL;
        if (!bound) {
            bound = str_intern(name, strcspn(name, "."));
            module = ev_import(ev, bound, node->span);
        }
        const Value *value =
            alias->u.alias.asname ? imported_as(ev, module, name, node->span) : ev_module_value(ev, module);
        if (!value || !ev_name_store(ev, bound, value, node->span))
            return EX_FAIL;
    }
    return EX_NEXT;
}

/* In a function it is what the module's attribute is at each call. */
static const Value *imported_name(Ev *ev, Module *module, Str name, Span span) {
    const Value *value = ev_module_getattr(ev, module, name, span);
    if (value && !ev->in_driver)
        return ev_getattr(ev, ev_module_value(ev, module), name, span);
    if (value || ev->fail.kind)
        return value;
    return ev_raise(ev, "ImportError", span, "cannot import name '%s' from '%s'", name, module->name);
}

/* The dotted name that relative imports of a module begin at. */
static Str name_in_package(const Ev *ev, const Module *module, int level) {
    Str package = module->is_main && ev->module_path ? module_path_package(ev->module_path, level) : NULL;
    return package ? str_format("%s.%s", package, module->name) : module->name;
}

static void note_features(Module *module, const AstList *names) {
    for (uint32_t i = 0; i < names->len; i++)
        module->has_text_annotations |= names->items[i]->u.alias.name == str_of("annotations");
}

static Exec exec_import_from(Ev *ev, const AstNode *node) {
    Str name = node->u.ImportFrom.module;
    const Module *importer = ev->frame->module;
    int level = node->u.ImportFrom.level;
    if (level)
        name = module_absolute_name(name_in_package(ev, importer, level), importer->is_package, level, name);
    if (!name)
        return done(ev_fail(ev, D_UNKNOWN_VALUE, node->span, "this relative import leaves the package"));
    if (name == str_of("__future__")) {
        note_features(ev->frame->module, &node->u.ImportFrom.names);
        return EX_NEXT;
    }
    Module *module = ev_import(ev, name, node->span);
    if (is_missing(ev, module, node->span))
        return EX_FAIL;
    for (uint32_t i = 0; i < node->u.ImportFrom.names.len; i++) {
        const AstNode *alias = node->u.ImportFrom.names.items[i];
        if (alias->u.alias.name == str_of("*")) {
            vec_push(ev->arena, &ev->frame->module->stars, module);
            continue;
        }
        const Value *value = imported_name(ev, module, alias->u.alias.name, node->span);
        Str bound = alias->u.alias.asname ? alias->u.alias.asname : alias->u.alias.name;
        if (!value && ev->in_driver && ev->fail.kind != FAIL_RESTART) {
            ev_clear_fail(ev);
            value = ev_external(ev, str_format("%s.%s", name, alias->u.alias.name));
        }
        if (!value || !ev_name_store(ev, bound, value, node->span))
            return EX_FAIL;
        if (ev->frame->info->kind == SCOPE_MODULE)
            map_put(&ev->frame->module->origins, MAP_KEY(bound),
                    (void *)str_format("%s.%s", name, alias->u.alias.name));
    }
    return EX_NEXT;
}

/* ---- if, with, try
 * ------------------------------------------------------------------------------------------------------------ */

static void find_named(AstNode *node, void *data) {
    bool *found = data;
    *found = *found || node->kind == AST_NamedExpr;
    if (!*found && node->kind != AST_Lambda)
        ast_each_child(node, find_named, data);
}

/* An expression that is a statement, in a block of its own. */
static AstList block_of(Ev *ev, const AstNode *statement, AstNode *expr) {
    AstNode *made = ast_new(ev->arena, AST_Expr, statement->span);
    made->u.Expr.value = expr;
    return ast_list_of(ev->arena, made, NULL);
}

/* CALL, made of what has been chosen. */
static AstNode *method_of(Ev *ev, const AstNode *call, AstNode *object) {
    AstNode *func = arena_copy(ev->arena, call->u.Call.func, sizeof *func);
    AstNode *made = arena_copy(ev->arena, call, sizeof *call);
    func->u.Attribute.value = object;
    made->u.Call.func = func;
    return made;
}

/* The operands before the last one. */
static AstNode *first_operands(Ev *ev, AstNode *operation) {
    if (operation->u.BoolOp.values.len == 2)
        return operation->u.BoolOp.values.items[0];
    AstNode *made = arena_copy(ev->arena, operation, sizeof *operation);
    made->u.BoolOp.values.len--;
    return made;
}

static const AstNode *choosing_statement(Ev *ev, const AstNode *node) {
    AstNode *value = node->u.Expr.value, *func = value->kind == AST_Call ? value->u.Call.func : NULL;
    AstNode *object = func && func->kind == AST_Attribute ? func->u.Attribute.value : NULL;
    AstNode *choice = object && object->kind == AST_IfExp ? object : value->kind == AST_IfExp ? value : NULL;
    AstNode *made = ast_new(ev->arena, AST_If, node->span);
    if (choice) {
        AstNode *then = choice->u.IfExp.body, *otherwise = choice->u.IfExp.orelse;
        made->u.If.test = choice->u.IfExp.test;
        made->u.If.body = block_of(ev, node, choice == value ? then : method_of(ev, value, then));
        made->u.If.orelse = block_of(ev, node, choice == value ? otherwise : method_of(ev, value, otherwise));
        return made;
    }
    if (value->kind != AST_BoolOp)
        return NULL;
    const AstList *operands = &value->u.BoolOp.values;
    AstList last = block_of(ev, node, operands->items[operands->len - 1]);
    made->u.If.test = first_operands(ev, value);
    if (value->u.BoolOp.op == AST_And) {
        made->u.If.body = last;
    } else {
        made->u.If.body = ast_list_of(ev->arena, ast_new(ev->arena, AST_Pass, node->span), NULL);
        made->u.If.orelse = last;
    }
    return made;
}

const AstNode *ev_choosing_statement(Ev *ev, const AstNode *node) {
    const AstNode *value = node->kind == AST_Expr ? node->u.Expr.value : NULL;
    if (!value || (value->kind != AST_Call && value->kind != AST_IfExp && value->kind != AST_BoolOp))
        return NULL;
    if (!map_has(&ev->of_nodes, MAP_KEY(node)))
        map_put(&ev->of_nodes, MAP_KEY(node), (void *)(uintptr_t)choosing_statement(ev, node));
    return map_get(&ev->of_nodes, MAP_KEY(node));
}

/* `if a and (m := b): ...` as `if a: if (m := b): ...`, so that what the second operand binds is known in the body. The
 * same node each time, as restarts name it. NULL: the statement is of another form. */
static const AstNode *nested_if(Ev *ev, const AstNode *node) {
    const AstNode *test = node->u.If.test;
    if (test->kind != AST_BoolOp || test->u.BoolOp.op != AST_And || node->u.If.orelse.len)
        return NULL;
    if (map_has(&ev->of_nodes, MAP_KEY(node)))
        return map_get(&ev->of_nodes, MAP_KEY(node));
    const AstList *values = &test->u.BoolOp.values;
    bool binds = false;
    for (uint32_t i = 1; i < values->len; i++)
        find_named(values->items[i], &binds);
    if (!binds) {
        map_put(&ev->of_nodes, MAP_KEY(node), NULL);
        return NULL;
    }
    AstNode *outer = arena_copy(ev->arena, node, sizeof *node), *inner = arena_copy(ev->arena, node, sizeof *node);
    AstNode *rest = values->items[1];
    if (values->len > 2) {
        rest = arena_copy(ev->arena, test, sizeof *test);
        rest->u.BoolOp.values.items++;
        rest->u.BoolOp.values.len--;
    }
    inner->u.If.test = rest;
    outer->u.If.test = values->items[0];
    outer->u.If.body = ast_list_of(ev->arena, inner, NULL);
    map_put(&ev->of_nodes, MAP_KEY(node), outer);
    return outer;
}

static Exec exec_if(Ev *ev, const AstNode *node) {
    const AstNode *nested = nested_if(ev, node);
    if (ev->in_driver && ast_is_main_guard(node))
        ev->is_complete = ev->is_complete || ev->frame->module->is_main;
    node = nested ? nested : node;
    const Value *truth = ev_condition(ev, node->u.If.test);
    if (!truth && ev->frame->tolerant && ev->fail.kind != FAIL_RESTART)
        return ev_exec_both(ev, node);
    if (!truth)
        return EX_FAIL;
    if (truth->kind == V_BOOL) {
        const AstList *block = truth->u.boolean ? &node->u.If.body : &node->u.If.orelse;
        return ev->frame->can_fork ? ev_exec_tail(ev, block->items, block->len) : ev_exec_block(ev, block);
    }
    return ev_branch(ev, truth, &node->u.If.body, &node->u.If.orelse, node->u.If.test->span);
}

/* Calls __exit__; *suppressed tells whether it swallowed the exception. */
static bool leave_context(Ev *ev, const Value *manager, const Value *exception, bool *suppressed, Span span) {
    const Value *method = ev_special(ev, manager, "__exit__", span);
    if (!method)
        return ev->fail.kind ? false
                             : ev_fail(ev, D_UNSUPPORTED_OP, span, "a context manager without __exit__") != NULL;
    const Value *none = ev_none(ev), *args[] = {none, none, none};
    if (exception) {
        args[0] = ev_class_value(ev, exception->u.instance.cls);
        args[1] = exception;
        args[2] = ev_new_instance(ev, ev_exception_class(ev, "traceback"));
    }
    const Value *outer = ev->frame->handled;
    ev->frame->handled = exception ? exception : outer;
    const Value *result = ev_call_values(ev, method, args, 3, span),
                *truth = result && exception ? ev_truth(ev, result, span) : NULL;
    ev->frame->handled = outer;
    if (!exception) /* what it returns is dropped */
        return result;
    return truth && (ev_decide(ev, truth, suppressed, span) ||
                     (!ev->fail.kind && !ev_need_any_known(ev, span) &&
                      ev_fail(ev, D_UNKNOWN_VALUE, span, "whether __exit__() ends the exception")));
}

/* Torch's own managers change the grad mode and nothing else, and let exceptions pass. */
static bool only_sets_modes(const Value *manager) {
    const Module *module = manager->kind == V_INSTANCE ? manager->u.instance.cls->module : NULL;
    return module && module->is_prelude && !strncmp(module->name, "torch", 5);
}

bool ev_leave_mode(Ev *ev, const ModeBlock *mode) {
    bool suppressed;
    return leave_context(ev, mode->manager, NULL, &suppressed, mode->span);
}

typedef struct Leaving {
    const Value *manager;
    Span span;
} Leaving;

/* A path that ended early inside the block leaves it: by an exception that __exit__ may swallow. */
static bool leave_fork(Ev *ev, Fork *fork, const void *data) {
    const Leaving *leaving = data;
    bool suppressed = false, raised = fork->kind == EX_RAISE;
    if (!leave_context(ev, leaving->manager, raised ? fork->value : NULL, &suppressed, leaving->span))
        return false;
    if (raised && suppressed)
        fork->kind = EX_NEXT;
    return true;
}

static Exec does_nothing(Ev *ev, const void *data) {
    (void)ev, (void)data;
    return EX_NEXT;
}

/* The paths that ended early inside the block have left it too. Those whose exception is swallowed join the one that
 * goes on behind it. One that nobody catches is left to the Python twin: evaluation begins again, with a guard. */
static Exec leave_forks(Ev *ev, const AstNode *node, const Value *manager, uint32_t first, Exec status, Span span) {
    Frame *frame = ev->frame;
    Leaving leaving = {.manager = manager, .span = span};
    if (frame->forks.len > first && !ev_visit_forks(ev, first, leave_fork, &leaving))
        return EX_FAIL;
    while (status == EX_NEXT && frame->forks.len > first && vec_last(&frame->forks).kind == EX_NEXT) {
        vec_last(&frame->forks).place = NULL;
        if (ev_continue_fork(ev, does_nothing, NULL, span) != EX_NEXT)
            return EX_FAIL;
    }
    for (uint32_t i = first; i < frame->forks.len; i++) {
        Exec kind = frame->forks.data[i].kind;
        if (kind == EX_RAISE && frame->catches)
            continue;
        if (kind == EX_RAISE && ev_restart_forked(ev, node, span))
            return EX_FAIL;
        if (kind == EX_RAISE || kind == EX_NEXT)
            return done(ev_fail(ev, D_BRANCH, span, "a path that leaves this block by an exception"));
    }
    return status;
}

static Exec exec_with_items(Ev *ev, const AstNode *node, uint32_t i);

bool ev_leaves_to_python(Ev *ev, const Value *exception) {
    return exception && exception->kind == V_INSTANCE &&
           exception->u.instance.cls == ev_exception_class(ev, "_LeavesToPython");
}

/* Does nothing run any more that the program has for this end? */
static bool stops(Ev *ev, Exec status) {
    return status == EX_FAIL && (ev->fail.kind != FAIL_RAISE || ev_leaves_to_python(ev, ev->fail.exception));
}

static Exec with_body(Ev *ev, const AstNode *node, uint32_t i, const Value *manager, const Value *entered) {
    const AstNode *item = node->u.With.items.items[i];
    uint32_t forks = ev->frame->forks.len;
    Exec status = EX_FAIL;
    bool is_mode = only_sets_modes(manager), catches = ev->frame->catches, passed = ev->frame->passes_raises;
    bool passes = is_mode || ev_wants_fork(ev, node); /* an exception on data is not looked at */
    ev->frame->catches = catches || !passes;
    ev->frame->try_depth += !is_mode;
    ev->frame->passes_raises = passed || (passes && !is_mode);
    ev->frame->blocks += !is_mode;
    const ModeBlock mode = {manager, item->span, ev->frame->modes};
    if (is_mode)
        ev->frame->modes = &mode;
    const Rest rest = {.mode = is_mode ? &mode : NULL, .outer = ev->frame->rest};
    bool can_fork = ev->frame->can_fork;
    ev->frame->can_fork = can_fork && is_mode;
    ev->frame->rest = &rest;
    if (!item->u.withitem.optional_vars || ev_assign(ev, item->u.withitem.optional_vars, entered))
        status = exec_with_items(ev, node, i + 1);
    ev->frame->rest = rest.outer;
    ev->frame->can_fork = can_fork;
    ev->frame->try_depth -= !is_mode;
    ev->frame->passes_raises = passed;
    ev->frame->catches = catches;
    ev->frame->blocks -= !is_mode;
    ev->frame->modes = mode.outer;
    bool suppressed = false;
    if (stops(ev, status))
        return EX_FAIL;
    Fail fail = ev->fail;
    ev_clear_fail(ev);
    if (!leave_context(ev, manager, status == EX_FAIL ? fail.exception : NULL, &suppressed, item->span))
        return EX_FAIL;
    if (status == EX_FAIL && suppressed)
        status = EX_NEXT;
    Exec left = leave_forks(ev, node, manager, forks, status, item->span);
    if (left == EX_FAIL && status == EX_FAIL && !ev->fail.kind)
        ev->fail = fail;
    return left;
}

static Exec exec_with_items(Ev *ev, const AstNode *node, uint32_t i) {
    const AstList *body = &node->u.With.body;
    if (i == node->u.With.items.len)
        return ev->frame->can_fork ? ev_exec_tail(ev, body->items, body->len) : ev_exec_block(ev, body);
    const AstNode *item = node->u.With.items.items[i];
    const Value *manager = ev_eval(ev, item->u.withitem.context_expr);
    bool opaque = manager && (manager->kind == V_UNKNOWN || manager->kind == V_EXTERNAL);
    if ((!manager || opaque) && ev->frame->tolerant && ev->fail.kind != FAIL_RESTART) {
        ev_clear_fail(ev);
        if (item->u.withitem.optional_vars)
            ev_assign(ev, item->u.withitem.optional_vars, ev_unknown(ev, NULL, "the value of a context manager"));
        ev_clear_fail(ev);
        return exec_with_items(ev, node, i + 1);
    }
    if (manager && manager->kind == V_DEVICE && !item->u.withitem.optional_vars)
        return exec_with_items(ev, node, i + 1); /* the CPU: where factories make tensors in a variant anyhow */
    const Value *method = manager ? ev_special(ev, manager, "__enter__", item->span) : NULL;
    if (!method) {
        if (!ev->fail.kind)
            ev_fail(ev, D_UNSUPPORTED_OP, item->span, "a context manager without __enter__");
        return EX_FAIL;
    }
    bool leaves = manager->kind != V_INSTANCE || ev_special(ev, manager, "__exit__", item->span);
    if (!leaves && !ev->fail.kind) /* Python looks for both before it enters */
        ev_fail(ev, D_UNSUPPORTED_OP, item->span, "a context manager without __exit__");
    const Value *entered = leaves ? ev_call_values(ev, method, NULL, 0, item->span) : NULL;
    return entered ? with_body(ev, node, i, manager, entered) : EX_FAIL;
}

static Exec exec_with(Ev *ev, const AstNode *node) { return exec_with_items(ev, node, 0); }

/* Python raises a TypeError at a handler that names anything else, also behind a class that fits. */
static bool names_exceptions(const Value *types, bool in_tuple) {
    bool known = types->kind != V_UNKNOWN && types->kind != V_EXTERNAL;
    bool is_tuple = types->kind == V_TUPLE && !in_tuple;
    for (uint32_t i = 0; is_tuple && i < types->u.tuple.count; i++)
        if (!names_exceptions(types->u.tuple.items[i], true))
            return false;
    return !known || is_tuple || (types->kind == V_CLASS && types->u.class_info->is_exception);
}

static bool handler_matches(Ev *ev, const AstNode *handler, const Value *exception, bool *matches) {
    *matches = !ev_leaves_to_python(ev, exception);
    if (!*matches || !handler->u.ExceptHandler.type)
        return true;
    const Value *cls = ev_handler_types(ev, handler, exception);
    if (!cls)
        return false;
    if (!names_exceptions(cls, false))
        return ev_fail(ev, D_UNSUPPORTED_OP, handler->span, "a handler of what is no exception");
    ShTruth truth = ev_isinstance(ev, exception, cls, handler->span);
    *matches = truth == SH_YES;
    return truth != SH_MAYBE ||
           ev_fail(ev, D_UNKNOWN_VALUE, handler->span, "an exception class that is not known when compiling");
}

Exec ev_run_handler(Ev *ev, const AstNode *handler, const Value *exception) {
    Str name = handler->u.ExceptHandler.name;
    const Value *outer = ev->frame->handled;
    ev_count_call(ev, "except", false);
    if (name && !ev_name_store(ev, name, exception, handler->span))
        return EX_FAIL;
    ev->frame->handled = exception;
    Exec status = ev_exec_block(ev, &handler->u.ExceptHandler.body);
    ev->frame->handled = outer;
    Fail fail = ev->fail;
    if (!name || (status == EX_FAIL && fail.kind != FAIL_RAISE))
        return status;
    ev_clear_fail(ev);
    if (!ev_name_forget(ev, name, handler->span))
        return EX_FAIL;
    ev->fail = fail;
    return status;
}

static Exec run_handlers(Ev *ev, const AstNode *node, Fail fail) {
    for (uint32_t i = 0; i < node->u.Try.handlers.len; i++) {
        const AstNode *handler = node->u.Try.handlers.items[i];
        bool matches;
        ev_clear_fail(ev);
        if (!handler_matches(ev, handler, fail.exception, &matches))
            return EX_FAIL;
        if (matches)
            return ev_run_handler(ev, handler, fail.exception);
    }
    ev->fail = fail;
    return EX_FAIL;
}

typedef struct Caught {
    const AstNode *node;
    Fail fail;
} Caught;

static Exec handle_fork(Ev *ev, const void *data) {
    const Caught *caught = data;
    return run_handlers(ev, caught->node, caught->fail);
}

/* A path that an exception left goes through the handlers, and by itself on behind the statement, to the end of the
 * function. */
static bool handle_to_end(Ev *ev, Fork *fork, const void *data) {
    const AstNode *node = data;
    if (fork->kind != EX_RAISE)
        return true;
    Fail fail = {.kind = FAIL_RAISE, .code = D_RAISES, .span = node->span, .exception = fork->value};
    Exec how = run_handlers(ev, node, fail);
    ev->frame->blocks--;
    if (how == EX_NEXT)
        how = ev_exec_rest(ev, ev->frame->rest);
    ev->frame->blocks++;
    if (how == EX_RETURN) {
        fork->kind = how;
        fork->value = ev->frame->result;
    }
    return how == EX_RETURN || (how != EX_FAIL && ev_fail(ev, D_BRANCH, node->span, "a jump out of a handler"));
}

/* Of which the hypothesis is that this has been tried, and failed. */
static const void *merged_place(const AstNode *node) { return (const char *)node + 1; }

/* Of which it is that an exception on data is left to Python, as the handler raises another one. */
static const void *passed_place(const AstNode *node) { return (const char *)node + 2; }

/* What stands for that way; NULL: it cannot. */
static const void *handled_place(const Ev *ev, const AstNode *node) {
    const Frame *frame = ev->frame;
    bool alone = frame->blocks == 1 && !frame->modes && !frame->generator && !frame->in_iteration;
    bool can = frame->can_fork && alone && !node->u.Try.finalbody.len;
    return can && !ev_wants_fork(ev, merged_place(node)) ? node : NULL;
}

static uint32_t count_raised(const Frame *frame, uint32_t first, uint32_t end) {
    uint32_t count = 0;
    for (uint32_t i = first; i < end; i++)
        count += frame->forks.data[i].kind == EX_RAISE;
    return count;
}

/* Each by itself. */
static Exec handle_apart(Ev *ev, const AstNode *node, uint32_t first, Exec status) {
    if (ev_visit_forks(ev, first, handle_to_end, node))
        return status;
    if (ev->fail.kind == FAIL_CUT)
        ev_restart_forked(ev, merged_place(node), node->span);
    return EX_FAIL;
}

/* The newest path that an exception left joins the one that goes on behind the statement. *how: what its handler came
 * to. */
static Exec handle_last(Ev *ev, const AstNode *node, Exec status, const void *place, Exec *how) {
    Frame *frame = ev->frame;
    Caught caught = {node, {.kind = FAIL_RAISE, .code = D_RAISES, .span = node->span}};
    caught.fail.exception = vec_last(&frame->forks).value;
    vec_last(&frame->forks).place = place;
    *how = ev_continue_fork(ev, handle_fork, &caught, node->span);
    bool fails = *how == EX_FAIL, raises = fails && ev->fail.kind == FAIL_RAISE;
    bool same = *how == EX_NEXT ? status == EX_NEXT : *how == EX_RETURN && status != EX_BREAK;
    bool apart =
        fails ? ev->fail.kind == FAIL_CUT && ev->fail.code == D_BRANCH : *how == EX_NEXT && status == EX_RETURN;
    if ((apart && ev_restart_forked(ev, place, node->span)) ||
        (raises && !frame->catches && ev_restart_forked(ev, passed_place(node), node->span)) ||
        (fails && ev->fail.kind == FAIL_RESTART))
        return EX_FAIL;
    return same && !fails
               ? status
               : done(ev_fail(ev, D_BRANCH, node->span, "an exception on a condition that is handled elsewhere"));
}

/* Paths of the body, the forks before `end`, that were left by an exception go through the handlers. What `else` and
 * the handlers raise does not. */
static Exec handle_forks(Ev *ev, const AstNode *node, uint32_t first, uint32_t end, Exec status) {
    Frame *frame = ev->frame;
    if (!count_raised(frame, first, end) || (status == EX_FAIL && ev->fail.kind != FAIL_RAISE))
        return status;
    if (status == EX_FAIL || node->kind == AST_TryStar || count_raised(frame, end, frame->forks.len))
        return done(ev_fail(ev, D_BRANCH, node->span, "several paths that an exception leaves"));
    const void *place = handled_place(ev, node);
    if (place && ev_wants_fork(ev, place))
        return handle_apart(ev, node, first, status);
    while (status != EX_FAIL && frame->forks.len > first && vec_last(&frame->forks).kind == EX_RAISE) {
        Exec how;
        status = handle_last(ev, node, status, place, &how);
        if (status != EX_FAIL && how != EX_NEXT)
            break;
    }
    if (status == EX_FAIL || !count_raised(frame, first, frame->forks.len))
        return status;
    if (!ev_restart_forked(ev, place, node->span))
        ev_fail(ev, D_BRANCH, node->span, "several paths that an exception leaves");
    return EX_FAIL;
}

/* A path that ended early in the blocks before `finally` runs it too. */
static bool run_final(Ev *ev, Fork *fork, const void *data) {
    Exec how = ev_exec_block(ev, data);
    bool raises = how == EX_FAIL && ev->fail.kind == FAIL_RAISE; /* on this path alone: no handler gets it */
    if (raises)
        ev_clear_fail(ev);
    if (raises || (how != EX_NEXT && how != EX_FAIL))
        ev_fail(ev, D_BRANCH, fork->span, "a jump out of `finally`");
    return how == EX_NEXT;
}

static Exec try_statement(Ev *ev, const AstNode *node) {
    uint32_t forks = ev->frame->forks.len;
    bool catches = ev->frame->catches, handles = node->u.Try.handlers.len > 0;
    bool passed = ev->frame->passes_raises, passes = handles && !catches && ev_wants_fork(ev, passed_place(node));
    ev->frame->try_depth += handles;
    ev->frame->catches = catches || (handles && !passes);
    ev->frame->passes_raises = passed || passes;
    Exec status = ev_exec_block(ev, &node->u.Try.body);
    ev->frame->passes_raises = passed;
    ev->frame->catches = catches;
    ev->frame->try_depth -= handles;
    uint32_t end = ev->frame->forks.len;
    if (status == EX_FAIL && ev->fail.kind == FAIL_RAISE)
        status =
            node->kind == AST_TryStar ? ev_run_star_handlers(ev, node, ev->fail) : run_handlers(ev, node, ev->fail);
    else if (status == EX_NEXT)
        status = ev_exec_block(ev, &node->u.Try.orelse);
    if (handles)
        status = handle_forks(ev, node, forks, end, status);
    bool goes_on = !stops(ev, status) || (ev->in_driver && ev->fail.kind == FAIL_CUT); /* the program has gone on */
    if (!node->u.Try.finalbody.len || !goes_on)
        return status;
    if (ev->frame->forks.len > forks && !ev_visit_forks(ev, forks, run_final, &node->u.Try.finalbody))
        return EX_FAIL;
    Fail fail = ev->fail;
    const Value *result = ev->frame->result, *outer = ev->frame->handled;
    ev_clear_fail(ev);
    ev->frame->handled = status == EX_FAIL && fail.exception ? fail.exception : outer;
    uint32_t began = ev->frame->forks.len;
    Exec last = ev_exec_block(ev, &node->u.Try.finalbody);
    ev->frame->handled = outer;
    /* A jump out of it takes the place of a break, which the loop's flag has said already, or of what a path does. */
    bool jumps = (last != EX_NEXT && last != EX_FAIL && ev->frame->control) || ev->frame->forks.len > began;
    if (jumps && status != EX_NEXT)
        return done(ev_fail(ev, D_BRANCH, node->span, "a jump out of `finally`"));
    if (last != EX_NEXT)
        return last;
    ev->fail = fail;
    ev->frame->result = result;
    return status;
}

static Exec exec_try(Ev *ev, const AstNode *node) {
    ev->frame->blocks++;
    Exec status = try_statement(ev, node);
    ev->frame->blocks--;
    return status;
}

/* ---- blocks
 * ----------------------------------------------------------------------------------------------------------------------
 */

static const ExecFn exec_table[AST_KIND_COUNT] = {
    [AST_FunctionDef] = exec_function,
    [AST_AsyncFunctionDef] = exec_function,
    [AST_ClassDef] = exec_class,
    [AST_Return] = exec_return,
    [AST_Delete] = exec_delete,
    [AST_Assign] = exec_assign,
    [AST_TypeAlias] = exec_nothing,
    [AST_AugAssign] = exec_aug_assign,
    [AST_AnnAssign] = exec_ann_assign,
    [AST_For] = ev_exec_for,
    [AST_While] = ev_exec_while,
    [AST_If] = exec_if,
    [AST_With] = exec_with,
    [AST_Match] = ev_exec_match,
    [AST_Raise] = exec_raise,
    [AST_Try] = exec_try,
    [AST_TryStar] = exec_try,
    [AST_Assert] = exec_assert,
    [AST_Import] = exec_import,
    [AST_ImportFrom] = exec_import_from,
    [AST_Global] = exec_nothing,
    [AST_Nonlocal] = exec_nothing,
    [AST_Expr] = exec_expr,
    [AST_Pass] = exec_nothing,
    [AST_Break] = exec_break,
    [AST_Continue] = exec_continue,
};

Exec ev_exec(Ev *ev, const AstNode *statement) {
    ExecFn exec = exec_table[statement->kind];
    if (!exec) {
        ev_fail(ev, D_UNSUPPORTED_SYNTAX, statement->span, "this statement (%s)", ast_kind_name(statement->kind));
        return EX_FAIL;
    }
    if (!ev_enter(ev, statement->span))
        return EX_FAIL;
    Exec status = exec(ev, statement);
    ev_leave(ev);
    return ev->glanced ? ev_glance(ev, statement, status) : status;
}

Exec ev_exec_tail(Ev *ev, AstNode *const *items, uint32_t count) {
    Frame *frame = ev->frame;
    Rest rest = {.outer = frame->rest};
    bool can_fork = frame->can_fork;
    Exec status = EX_NEXT;
    for (uint32_t i = 0; i < count && status == EX_NEXT; i++) {
        const AstNode *item = items[i];
        rest.items = items + i + 1;
        rest.count = count - i - 1;
        frame->rest = &rest;
        frame->can_fork = can_fork;
        if (frame->is_entry)
            ev->graph->statement = item->span.begin;
        status = ev_exec_split(ev, item);
        frame->rest = rest.outer;
        frame->can_fork = can_fork;
    }
    return status;
}

static Exec exec_block(Ev *ev, const AstList *body) {
    bool is_main = !ev->frame->function && ev->frame->module->is_main && ev->frame->info->kind == SCOPE_MODULE;
    for (uint32_t i = 0; i < body->len; i++) {
        if (is_main)
            ev_begin_steps(ev); /* one statement that is too much work does not hide the others */
        Exec status = ev_exec(ev, body->items[i]);
        if (status == EX_FAIL && ev_may_skip(ev, body->items[i])) {
            ev_skip_statement(ev, body->items[i]);
            status = EX_NEXT;
        }
        if (status != EX_NEXT)
            return status;
    }
    return EX_NEXT;
}

Exec ev_exec_body(Ev *ev, const AstList *body, bool in_iteration) {
    Frame *frame = ev->frame;
    if (ev->in_driver || frame->tolerant || frame->generator || frame->module->is_prelude)
        return ev_exec_block(ev, body);
    Frame saved = *frame;
    int paths = ev->paths;
    frame->can_fork = true;
    frame->in_iteration = in_iteration;
    frame->rest = NULL;
    Exec status = ev_exec_tail(ev, body->items, body->len);
    frame->can_fork = saved.can_fork;
    frame->in_iteration = saved.in_iteration;
    frame->rest = saved.rest;
    ev->paths = paths;
    return status;
}

Exec ev_exec_block(Ev *ev, const AstList *body) {
    bool can_fork = ev->frame->can_fork;
    ev->frame->can_fork = false;
    Exec status = exec_block(ev, body);
    ev->frame->can_fork = can_fork;
    return status;
}
