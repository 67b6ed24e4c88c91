/* Attributes of functions and bound methods: their names, texts and code. Those of other values: ev_attr.c. */
#include "analysis/ev_internal.h"

static bool has_docstring(const AstNode *def) {
    const AstList *body = !def || def->kind == AST_Lambda ? NULL : ast_body(def);
    const AstNode *first = body && body->len ? body->items[0] : NULL;
    return first && first->kind == AST_Expr && first->u.Expr.value->kind == AST_Constant;
}

/* A text that all versions of Python leave as it stands: not indented. */
static bool is_plain_text(Str text) {
    const char *line = text;
    for (size_t i = 0; line; i++) {
        size_t blanks = strspn(line, " \t\f");
        bool is_empty = !line[blanks] || line[blanks] == '\n';
        if (!i && blanks)
            return false;
        if (i && !is_empty)
            return !blanks;
        line = strchr(line, '\n');
        line = line ? line + 1 : NULL;
    }
    return !strchr(text, '\n');
}

/* That of a function of the present call, which has no place where it could be read. */
static const Value *docstring_here(Ev *ev, const Function *f, const Value *text, Span span) {
    bool is_here = f->module->is_main && f->attributes >= ev->base_objects;
    if (!is_here || !text->u.str || !is_plain_text(text->u.str))
        return NULL;
    Fact fact = {.kind = FACT_VALUE, .span = span, .constant = {.kind = CONST_INT, .i = 0}};
    fact.source = source_attr(source_global(str_of("sys"), str_of("flags")), str_of("optimize"));
    ev_input_fact(ev, &fact);
    return text;
}

/* Versions of Python strip it in different ways, and one that optimises has none: it is read. NULL: not known. */
static const Value *docstring(Ev *ev, const Function *f, Span span) {
    if (!has_docstring(f->def))
        return ev_none(ev);
    const AstNode *first = ast_body(f->def)->items[0];
    const Value *text = ev_eval(ev, first->u.Expr.value);
    const Source *place = ev_named_place(f->module, f->qualname);
    if (!text)
        return NULL;
    if (text->kind != V_STR)
        return ev_none(ev);
    if (ev->in_driver)
        return text;
    return place ? ev_input_attribute(ev, source_attr(place, str_of("__doc__")), text, span)
                 : docstring_here(ev, f, text, span);
}

const Value *ev_name_of_module(Ev *ev, const Module *module, const Source *place, Span span) {
    const Value *name = ev_str(ev, ev->in_driver && module->is_main ? str_of("__main__") : module->name);
    if (ev->in_driver || !module->is_main)
        return name;
    return place ? ev_input_attribute(ev, source_attr(place, str_of("__module__")), name, span) : NULL;
}

/* Names of a function; functools.wraps copies them from what is wrapped. NULL without a failure: it has no such name.
 */
static const Value *function_name(Ev *ev, const Function *f, Str name, Span span) {
    bool copied = name == str_of("__name__") || name == str_of("__qualname__") || name == str_of("__module__") ||
                  name == str_of("__doc__");
    if (!copied)
        return NULL;
    if (f->wrapped)
        return ev_getattr(ev, f->wrapped, name, span);
    if (name == str_of("__name__"))
        return ev_str(ev, f->name);
    bool is_own = name == str_of("__qualname__") || name == str_of("__doc__"); /* the prelude's, where it says so */
    if (is_own && f->is_prelude && !ev->in_driver && !ev_asks_prelude(ev))
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "the attribute '%s' of a function of the library", name);
    if (name == str_of("__qualname__"))
        return ev_str(ev, f->qualname);
    if (name == str_of("__module__"))
        return ev_name_of_module(ev, f->module, ev_named_place(f->module, f->qualname), span);
    if (name == str_of("__doc__") && f->def)
        return docstring(ev, f, span);
    return NULL;
}

/* aten.add.Tensor: the operator's function, which finds the overload by its arguments as torch does. */
static const Value *operator_overload(Ev *ev, const Value *packet, Str name, Span span) {
    Fact fact = {.kind = FACT_IS,
                 .span = span,
                 .source = source_attr(source_path(packet->u.function->packet), name),
                 .text = str_format("%s.%s", packet->u.function->packet, name)};
    if (!ev->in_driver)
        ev_input_fact(ev, &fact);
    return ev_operator_overload(ev, packet, name);
}

static void add_names(Ev *ev, const Function *f, const Value *list, const AstList *params) {
    for (uint32_t i = 0; i < params->len; i++)
        heap_append(ev->heap, list->u.object, ev_str(ev, ev_parameter_name(f, params->items[i])));
}

/* f.__code__, as far as it is asked for: its parameters, then its other variables. */
static const Value *code_object(Ev *ev, const Function *f, Span span) {
    const AstNode *params = f->def->kind == AST_Lambda ? f->def->u.Lambda.args : f->def->u.FunctionDef.args;
    const AstList *lists[] = {&params->u.arguments.posonlyargs, &params->u.arguments.args,
                              &params->u.arguments.kwonlyargs};
    const Value *names = ev_list(ev, NULL, 0);
    for (size_t i = 0; i < COUNT_OF(lists); i++)
        add_names(ev, f, names, lists[i]);
    const AstNode *rest[] = {params->u.arguments.vararg, params->u.arguments.kwarg};
    for (size_t i = 0; i < COUNT_OF(rest); i++)
        if (rest[i])
            heap_append(ev->heap, names->u.object, ev_str(ev, ev_parameter_name(f, rest[i])));
    uint32_t parameters = heap_count(ev->heap, names->u.object);
    const ScopeInfo *info = ev_scope_info(ev, f->def);
    for (uint32_t i = 0; i < info->locals.len; i++) {
        Str name = info->locals.values[i];
        bool known = false;
        for (uint32_t k = 0; k < parameters; k++)
            known |= heap_at(ev->heap, names->u.object, k)->u.str == name;
        if (!known)
            heap_append(ev->heap, names->u.object, ev_str(ev, name));
    }
    const Value *args[] = {names, ev_int(ev, lists[0]->len + lists[1]->len), ev_str(ev, f->name)};
    return ev_call_values(ev, ev_prelude(ev, "_pyaot_objects", "Code"), args, 3, span);
}

/* Is the function, or (of one of a decorator of the library) what it wraps, defined in the present call? */
static bool is_made_here(const Ev *ev, const Function *f) {
    const Function *wrapped = f->wrapped && f->wrapped->kind == V_FUNCTION ? f->wrapped->u.function : f;
    return f->attributes >= ev->base_objects || (f->is_prelude && wrapped->attributes >= ev->base_objects);
}

/* "clip"; of torch.special.expit "special_expit". */
static Str name_of_its_own(const Function *f) {
    const char *dot = strrchr(f->home->name, '.');
    bool is_prefixed = dot && strcmp(dot, ".functional") != 0;
    return is_prefixed ? str_format("%s_%s", dot + 1, f->home_name) : f->home_name;
}

/* What can be changed would have two places: the tuple and the parameter. */
static bool has_plain_defaults(const Function *f) {
    for (uint32_t i = 0; i < f->default_count; i++) {
        ValueKind kind = f->defaults[i]->kind;
        if (kind != V_NONE && kind != V_BOOL && kind != V_INT && kind != V_FLOAT && kind != V_STR)
            return false;
    }
    return true;
}

const Value *ev_function_getattr(Ev *ev, const Value *object, Str name, Span span) {
    const Function *f = object->u.function;
    if (f->packet && strncmp(name, "__", 2) != 0)
        return operator_overload(ev, object, name, span);
    if (f->packet && name == str_of("__name__")) /* "add.Tensor" */
        return ev_str(ev, str_of(strchr(f->packet + strlen("torch.ops."), '.') + 1));
    if (name == str_of("__name__") && f->is_prelude && !strcmp(f->module->name, "_pyaot_methods"))
        return ev_str(ev, str_of(strchr(f->home ? f->home_name : f->name, '_') + 1));
    if (f->home && name == str_of("__name__"))
        return ev_str(ev, name_of_its_own(f));
    const Value *written = ev_overlaid(ev, f, name);
    if (written)
        return written;
    const Value *own = f->attributes ? heap_get(ev->heap, f->attributes, name) : NULL;
    if (own && f->attributes >= ev->base_objects)
        return own;
    if (own && !ev->in_driver && !object->source)
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "the attribute '%s' of a function that no global names", name);
    if (own && !ev->in_driver)
        map_put(&ev->asked_holders, MAP_KEY(object->source), (void *)(uintptr_t)object);
    if (own)
        return ev->in_driver ? own : ev_input_attribute(ev, source_attr(object->source, name), own, span);
    if (name == str_of("__class__") && !f->is_prelude)
        return ev_class_value(ev, ev_class_of(ev, object));
    if (name == str_of("__code__") && !f->is_prelude)
        return code_object(ev, f, span);
    if (name == str_of("__defaults__") && !f->is_prelude && !object->source && strstr(f->qualname, "<locals>"))
        return f->default_count ? ev_tuple(ev, f->defaults, f->default_count) : ev_none(ev);
    if (name == str_of("__defaults__") && !f->is_prelude && object->source && f->def && has_plain_defaults(f)) {
        const Value *given = f->default_count ? ev_tuple(ev, f->defaults, f->default_count) : ev_none(ev);
        return ev->in_driver ? given : ev_input_attribute(ev, source_attr(object->source, name), given, span);
    }
    if (name == str_of("__wrapped__") && f->wrapped && (ev->in_driver || is_made_here(ev, f)))
        return f->wrapped;
    if (name == str_of("__wrapped__") && f->wrapped && object->source && f->wrapped->kind == V_FUNCTION) {
        const Source *source = source_attr(object->source, name); /* no name leads to it */
        ev_code_fact(ev, source, f->wrapped->u.function, span);
        return ev_with_source(ev, f->wrapped, source);
    }
    if (name == str_of("__get__") && !f->is_prelude)
        return ev_method(ev, ev_prelude(ev, "_pyaot_methods", "function_get"), object);
    const Value *value = function_name(ev, f, name, span);
    bool is_new = !ev->in_driver && f->attributes >= ev->base_objects; /* all that it has was set in this call */
    if (!value && !ev->fail.kind && is_new && !f->wrapped && name[0] != '_')
        return ev_attribute_error(ev, object, name, span);
    return value || ev->fail.kind ? value
                                  : ev_fail(ev, D_UNKNOWN_VALUE, span, "the attribute '%s' of a function", name);
}

const Value *ev_method_getattr(Ev *ev, const Value *object, Str name, Span span) {
    if (name == str_of("__self__"))
        return object->u.method.self;
    if (name == str_of("__func__"))
        return object->u.method.function;
    if (name == str_of("__class__"))
        return ev_is_library_function(object) ? ev_fail(ev, D_UNKNOWN_VALUE, span, "the class of a method of a library")
                                              : ev_class_value(ev, ev_class_of(ev, object));
    return ev_getattr(ev, object->u.method.function, name, span);
}
