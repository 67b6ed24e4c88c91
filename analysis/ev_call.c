/* Calls: evaluating arguments, binding them to parameters, running bodies. */
#include "analysis/ev_internal.h"

#include <stdlib.h>

typedef VEC(const Value *) ValueVec;
typedef VEC(Str) NameVec;

/* ---- the call expression --------------------------------------------------------------------------------------------
 */

/* Keywords whose values are there already, and evaluating which does nothing. */
static bool are_quiet(const AstList *keywords) {
    for (uint32_t i = 0; i < keywords->len; i++) {
        const AstNode *value = keywords->items[i]->u.keyword.value;
        AstKind kind = value->kind == AST_UnaryOp ? value->u.UnaryOp.operand->kind : value->kind;
        if (!keywords->items[i]->u.keyword.arg ||
            (kind != AST_Constant && value->kind != AST_Lambda && value->kind != AST_Name))
            return false;
    }
    return true;
}

/* Does the function ask its argument, a generator, for all its items, and do nothing else in between? */
static bool takes_all(const Value *callee, const AstNode *call) {
    uint32_t given = call->u.Call.args.len, arguments = given + call->u.Call.keywords.len;
    if (callee->kind == V_CLASS && callee->u.class_info->builtin && arguments == 1)
        return !strcmp(callee->u.class_info->builtin, "list");
    if (callee->kind != V_BUILTIN || callee->u.builtin.self)
        return false;
    Str name = callee->u.builtin.builtin->name;
    bool is_extreme = !strcmp(name, "max") || !strcmp(name, "min");
    return !strcmp(name, "sum") ||
           (given == 1 && (is_extreme || !strcmp(name, "sorted")) && are_quiet(&call->u.Call.keywords));
}

/* A generator expression that the function may leave before its end, and does not keep: Python drops it, then. Where
 * that is not possible here, it is as one that somebody still holds. */
static void drop_generator(Ev *ev, const Value *callee, const AstNode *call, const ValueVec *values) {
    if (callee->kind != V_BUILTIN || callee->u.builtin.self || !call->u.Call.args.len ||
        call->u.Call.args.items[0]->kind != AST_GeneratorExp)
        return;
    Str name = callee->u.builtin.builtin->name;
    bool leaves = !strcmp(name, "any") || !strcmp(name, "all") || !strcmp(name, "next");
    if (leaves && !ev_generator_close(ev, values->data[0], call->span))
        ev_clear_fail(ev);
}

static bool eval_positional(Ev *ev, const Value *callee, const AstNode *call, ValueVec *out) {
    const AstList *nodes = &call->u.Call.args;
    vec_reserve(ev->arena, out, nodes->len);
    for (uint32_t i = 0; i < nodes->len; i++) {
        const AstNode *node = nodes->items[i];
        bool starred = node->kind == AST_Starred;
        const Value *value = node->kind == AST_GeneratorExp && takes_all(callee, call)
                                 ? ev_eval_consumed(ev, node)
                                 : ev_eval(ev, starred ? node->u.Starred.value : node);
        const Value **items = &value;
        uint32_t count = 1;
        if (!value)
            return false;
        if (starred && ev_restart_without_rest(ev, value, REST_PASSED_ON, node->span))
            return false;
        if (starred && !ev_collect(ev, value, &items, &count, node->span))
            return ev_not_iterated(ev);
        for (uint32_t k = 0; k < count; k++)
            vec_push(ev->arena, out, items[k]);
    }
    return true;
}

static bool add_keyword(Ev *ev, Str name, const Value *value, NameVec *names, ValueVec *values, Span span) {
    for (uint32_t i = 0; i < names->len; i++)
        if (names->data[i] == name)
            return ev_raise(ev, "TypeError", span, "multiple values for the keyword argument '%s'", name) != NULL;
    vec_push(ev->arena, names, name);
    vec_push(ev->arena, values, value);
    return true;
}

/* Of what cannot be called, that is what Python says first. */
static bool refuse_keywords(Ev *ev, const Value *callee, Span span) {
    bool is_called = callee->kind == V_FUNCTION || callee->kind == V_METHOD || callee->kind == V_BUILTIN ||
                     callee->kind == V_CLASS || callee->kind == V_PARTIAL;
    return is_called ? ev_raise(ev, "TypeError", span, "keywords must be strings") != NULL
                     : ev_fail(ev, D_UNSUPPORTED_OP, span, "keywords that are no strings") != NULL;
}

static bool unpack_keywords(Ev *ev, const Value *callee, const Value *dict, NameVec *names, ValueVec *values,
                            Span span) {
    const Value *copy = dict->kind == V_INSTANCE ? ev_dict(ev) : NULL; /* of a mapping: what dict() makes of it */
    if (copy &&
        !ev_getattr_or_null(ev, dict, str_of("keys"), span)) /* Python names the function that it refuses it to */
        return !ev->fail.kind && ev_fail(ev, D_UNSUPPORTED_OP, span, "** of %s", ev_type_name(ev, dict));
    if (copy && !ev_call_method(ev, copy, "update", &dict, 1, span))
        return false;
    dict = copy ? copy : dict;
    if (ev_restart_without_rest(ev, dict, REST_USED, span))
        return false;
    if (dict->kind != V_DICT) {
        ev_fail(ev, D_UNSUPPORTED_OP, span, "** of %s", ev_type_name(ev, dict));
        return false;
    }
    const HeapContent *content = heap_content(ev->heap, dict->u.object);
    for (uint32_t i = 0; i < content->count; i++) {
        if (!content->slots[i].name)
            return refuse_keywords(ev, callee, span);
        if (!add_keyword(ev, content->slots[i].name, content->slots[i].value, names, values, span))
            return false;
    }
    return true;
}

static bool eval_keywords(Ev *ev, const Value *callee, const AstList *nodes, NameVec *names, ValueVec *values) {
    vec_reserve(ev->arena, names, nodes->len);
    vec_reserve(ev->arena, values, nodes->len);
    for (uint32_t i = 0; i < nodes->len; i++) {
        const AstNode *node = nodes->items[i];
        const Value *value = ev_eval(ev, node->u.keyword.value);
        if (!value)
            return false;
        if (!node->u.keyword.arg) {
            if (!unpack_keywords(ev, callee, value, names, values, node->span))
                return false;
            continue;
        }
        if (!add_keyword(ev, node->u.keyword.arg, value, names, values, node->span))
            return false;
    }
    return true;
}

/* The last argument, if a display has made it. */
static const Value *last_shown(Ev *ev, const Value *callee, const AstNode *call, const ValueVec *values) {
    const AstList *args = &call->u.Call.args;
    const Value *self = callee->kind == V_BUILTIN ? callee->u.builtin.self : NULL;
    bool is_one = args->len && args->len == values->len && self && self->kind == V_ROWS &&
                  ev_is_shown(ev, args->items[args->len - 1]);
    return is_one ? vec_last(values) : NULL;
}

static const Value *call_with_arguments(Ev *ev, const Value *callee, const AstNode *call) {
    ValueVec values = {0}, keyword_values = {0};
    NameVec names = {0};
    int hint = ev->rank_hint;
    ev->rank_hint = 0;
    bool ok = eval_positional(ev, callee, call, &values) &&
              eval_keywords(ev, callee, &call->u.Call.keywords, &names, &keyword_values);
    ev->rank_hint = hint;
    if (!ok)
        return NULL;
    CallArgs args = {values.data, values.len, names.data, keyword_values.data, names.len};
    if (ev->frame->catches && (callee->kind == V_FUNCTION || callee->kind == V_METHOD))
        ev->raises_through = THROUGH_FUNCTION;
    else
        ev->raises_through = ev->frame->catches && callee->kind == V_BUILTIN ? THROUGH_BUILTIN : THROUGH_NONE;
    ev->shown = last_shown(ev, callee, call, &values);
    const Value *result = ev_call(ev, callee, &args, call->span);
    ev->raises_through = THROUGH_NONE;
    ev->rank_hint = hint;
    if (result)
        drop_generator(ev, callee, call, &values);
    return result || !ev_may_forget(ev) ? result : ev_forgotten(ev);
}

const Value *ev_eval_call(Ev *ev, const AstNode *call) {
    int hint = ev->rank_hint;
    const Value *callee = ev_eval(ev, call->u.Call.func);
    ev->rank_hint = hint;
    if (!callee)
        return NULL;
    return ev_is_search(ev, callee, call) ? ev_search(ev, callee, call, call_with_arguments)
                                          : call_with_arguments(ev, callee, call);
}

/* ---- parameters of functions in C
 * ------------------------------------------------------------------------------------- */

static const Value *default_of_text(Ev *ev, const char *text, size_t len) {
    char copy[64];
    if (len >= sizeof copy)
        ICE("evaluator: default '%.*s'", (int)len, text);
    memcpy(copy, text, len);
    copy[len] = '\0';
    if (!strcmp(copy, "None"))
        return ev_none(ev);
    if (!strcmp(copy, "True") || !strcmp(copy, "False"))
        return ev_bool(ev, copy[0] == 'T');
    if (!strcmp(copy, "()"))
        return ev_tuple(ev, NULL, 0);
    if (copy[0] == '\'' || copy[0] == '"')
        return ev_str(ev, str_intern(copy + 1, len - 2));
    char *end;
    long long integer = strtoll(copy, &end, 10);
    if (!*end)
        return ev_int(ev, integer);
    return ev_float(ev, strtod(copy, NULL));
}

typedef struct Param {
    Str name;
    const char *default_text;
    size_t default_len;
    bool keyword_only, positional_only;
} Param;

static uint32_t parse_params(const char *text, Param *out, uint32_t cap) {
    uint32_t count = 0;
    bool keyword_only = false;
    while (*text) {
        text += strspn(text, " ,");
        size_t len = strcspn(text, ",");
        const char *equals = memchr(text, '=', len);
        size_t name_len = equals ? (size_t)(equals - text) : len;
        if (len == 1 && *text == '*') {
            keyword_only = true;
        } else if (len == 1 && *text == '/') {
            for (uint32_t i = 0; i < count; i++)
                out[i].positional_only = true;
        } else if (len) {
            if (count == cap)
                ICE("evaluator: more than %u parameters", cap);
            out[count++] = (Param){str_intern(text, name_len), equals ? equals + 1 : NULL,
                                   equals ? len - name_len - 1 : 0, keyword_only, false};
        }
        text += len;
    }
    return count;
}

typedef struct ParamList {
    uint32_t count;
    Param rows[];
} ParamList;

enum { MOST_PARAMS = 32 };

/* The parameters of a built-in, parsed once. */
static const ParamList *builtin_params(Ev *ev, const char *text) {
    ParamList *list = map_get(&ev->parameters, MAP_KEY(text));
    if (list)
        return list;
    Param rows[MOST_PARAMS];
    uint32_t count = parse_params(text, rows, MOST_PARAMS);
    list = arena_alloc(ev->arena, sizeof *list + count * sizeof *rows);
    list->count = count;
    memcpy(list->rows, rows, count * sizeof *rows);
    map_put(&ev->parameters, MAP_KEY(text), list);
    return list;
}

bool ev_bind_params(Ev *ev, const char *params, const char *name, const CallArgs *args, const Value **out,
                    uint32_t *count, Span span) {
    const ParamList *list = builtin_params(ev, params);
    const Param *rows = list->rows;
    *count = list->count;
    for (uint32_t i = 0; i < *count; i++)
        out[i] = NULL;
    for (uint32_t i = 0; i < args->count; i++) {
        if (i >= *count || rows[i].keyword_only) {
            ev_raise(ev, "TypeError", span, "%s() takes fewer than %u positional arguments", name, args->count);
            return false;
        }
        out[i] = args->args[i];
    }
    for (uint32_t k = 0; k < args->keyword_count; k++) {
        uint32_t i = 0;
        while (i < *count && rows[i].name != args->names[k])
            i++;
        if (i < *count && rows[i].positional_only) {
            ev_raise(ev, "TypeError", span, "%s() got positional-only arguments passed as keyword arguments", name);
            return false;
        }
        if (i == *count || out[i]) {
            ev_fail(ev, D_UNSUPPORTED_OP, span, "the argument '%s' of %s()", args->names[k], name);
            return false;
        }
        out[i] = args->keyword_values[k];
    }
    for (uint32_t i = 0; i < *count; i++) {
        if (!out[i] && rows[i].default_text)
            out[i] = default_of_text(ev, rows[i].default_text, rows[i].default_len);
        if (!out[i]) {
            ev_raise(ev, "TypeError", span, "%s() missing the argument '%s'", name, rows[i].name);
            return false;
        }
    }
    return true;
}

/* The place in the program that a call out of the prelude serves: what people see in generated code and in messages. */
static Span program_span(const Ev *ev, Span span) {
    for (const Frame *frame = ev->frame; frame && frame->function && frame->function->is_prelude; frame = frame->parent)
        span = frame->call_span;
    return span;
}

/* Methods of built-in containers and strs look into their object without asking what it is. */
static bool is_object_of(const Builtin *method, const Value *self) {
    static const struct {
        const Builtin *methods;
        ValueKind kind;
    } rows[] = {{list_methods, V_LIST},        {dict_methods, V_DICT},   {set_methods, V_SET},
                {frozenset_methods, V_SET},    {tuple_methods, V_TUPLE}, {slice_methods, V_SLICE},
                {property_methods, V_PROPERTY}};
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        for (const Builtin *row = rows[i].methods; row->name; row++)
            if (row == method) {
                bool by_hand = rows[i].kind == V_PROPERTY && !strcmp(method->name, "__init__"); /* which looks itself */
                bool other_set = rows[i].kind == V_SET && self->kind == V_SET &&
                                 (self->u.instance.cls != NULL) != (rows[i].methods == frozenset_methods);
                return (self->kind == rows[i].kind && !other_set) || by_hand;
            }
    return true;
}

static const Value *refuse_object(Ev *ev, const char *method, const Value *self, Span span) {
    return ev_fail(ev, D_UNKNOWN_VALUE, span, "%s() of a built-in class, called with %s %s", method,
                   ev_article(ev_type_name(ev, self)), ev_type_name(ev, self));
}

/* An OrderedDict has an order of its own, of which the methods of dict know nothing: no matter to what only looks a key
 * up. False, having failed: the method of dict would pass over that order. */
static bool keeps_order(Ev *ev, const char *method, const Value *self, Span span) {
    if (ev->frame->module->is_prelude || !ev_keeps_order(self) ||
        strstr(" get __getitem__ __contains__ __len__ ", str_format(" %s ", method)))
        return true;
    return ev_fail(ev, D_UNSUPPORTED_OP, span, "dict.%s() of an OrderedDict", method) != NULL;
}

/* Methods of built-in types that are written in Python, which the program calls through the class: range_index of
 * _pyaot_methods takes a range. Several classes may have one function. */
static bool takes_first(Ev *ev, const Function *function, const CallArgs *args, Span span) {
    if (!args->count || (ev->frame && ev->frame->module->is_prelude) ||
        strcmp(function->module->name, "_pyaot_methods") != 0 || !ev_takes_self(function))
        return true;
    const char *end = strchr(function->name, '_');
    if (!end || !ev_builtin_class(ev, str_intern(function->name, (size_t)(end - function->name))))
        return true;
    const Value *self = ev_held(ev, args->args[0]);
    const ClassInfo *own = ev_class_of(ev, self);
    for (uint32_t i = 0; own && i < own->mro_count; i++) {
        const Value *method = ev_method_in_python(ev, own->mro[i], str_of(end + 1));
        if (method && method->u.function == function)
            return keeps_order(ev, end + 1, self, span);
    }
    return refuse_object(ev, end + 1, args->args[0], span) != NULL;
}

static const Value *run_builtin(Ev *ev, const Builtin *builtin, const Value *self, const CallArgs *args, Span span) {
    Frame *frame = ev->frame;
    bool was_primitive = frame && frame->in_primitive;
    if (frame)
        frame->in_primitive = prim_is_among(builtin);
    const Value *result = builtin->call(ev, self, args, span);
    if (frame)
        frame->in_primitive = was_primitive;
    return result;
}

/* Functions of math do, but for the one whose arguments Python takes as a tuple. */
static bool names_its_module(const Builtin *builtin) {
    return ev_find_builtin(builtin_math, str_of(builtin->name)) == builtin && strcmp(builtin->name, "log") != 0;
}

static const Value *call_builtin(Ev *ev, const Value *callee, const CallArgs *args, Span span) {
    span = program_span(ev, span);
    const Builtin *builtin = callee->u.builtin.builtin;
    const Value *self = callee->u.builtin.self;
    CallArgs rest = *args;
    span = ev_user_span(ev, span);
    if (self && self->kind == V_ELLIPSIS) { /* an unbound method of a built-in type: the first argument is the object */
        if (!args->count)
            return ev_raise(ev, "TypeError", span, "unbound method %s() needs an argument", builtin->name);
        self = ev_held(ev, args->args[0]);
        if (!keeps_order(ev, builtin->name, self, span))
            return NULL;
        if (!is_object_of(builtin, self))
            return refuse_object(ev, builtin->name, self, span);
        rest.args++;
        rest.count--;
    }
    bool no_keywords = builtin->params && !strcmp(builtin->params, "*");
    if (no_keywords && rest.keyword_count)
        return ev_raise(ev, "TypeError", span, "%s() takes no keyword arguments",
                        self                        ? str_format("%s.%s", ev_kind_name(self), builtin->name)
                        : names_its_module(builtin) ? str_format("math.%s", builtin->name)
                                                    : builtin->name);
    if (!builtin->params || no_keywords)
        return run_builtin(ev, builtin, self, &rest, span);
    const Value *bound[MOST_PARAMS];
    uint32_t count;
    if (!ev_bind_params(ev, builtin->params, builtin->name, &rest, bound, &count, span))
        return NULL;
    CallArgs full = {.args = bound, .count = count};
    return run_builtin(ev, builtin, self, &full, span);
}

/* ---- parameters of Python functions
 * -------------------------------------------------------------------------------------- */

typedef struct Binder {
    Ev *ev;
    const Function *function;
    const AstNode *params; /* arguments */
    ObjId scope;
    const Source *source; /* of the function */
    Span span;
} Binder;

/* What stands for a function of the library has its parameters, as a rule, but not its words. */
static bool bind_error(const Binder *b, const char *what, const char *name) {
    const Function *f = b->function;
    if (f->is_prelude)
        ev_raise(b->ev, "TypeError", b->span, "%s() does not take these arguments: %s '%s'", f->name, what, name);
    else
        ev_raise(b->ev, "TypeError", b->span, "%s() %s '%s'", f->qualname, what, name);
    return false;
}

static bool missing_error(const Binder *b, const char *kind, const NameVec *names) {
    Buf list = {0};
    for (uint32_t i = 0; i < names->len; i++)
        buf_printf(&list, "%s'%s'",
                   i == 0               ? ""
                   : i + 1 < names->len ? ", "
                   : names->len == 2    ? " and "
                                        : ", and ",
                   names->data[i]);
    const char *what = str_format("missing %u required %s argument%s:", names->len, kind, names->len == 1 ? "" : "s");
    Str text = str_intern(list.data + 1, list.len - 2); /* bind_error() has the outer quotes */
    buf_free(&list);
    return bind_error(b, what, text);
}

static const AstNode *positional_at(const AstNode *params, uint32_t i) {
    uint32_t posonly = params->u.arguments.posonlyargs.len;
    return i < posonly ? params->u.arguments.posonlyargs.items[i] : params->u.arguments.args.items[i - posonly];
}

static uint32_t positional_count(const AstNode *params) {
    return params->u.arguments.posonlyargs.len + params->u.arguments.args.len;
}

/* How many of them are for parameters that have no place; what others there are, Python refuses first. */
static bool are_without_place(const Binder *b, const CallArgs *args) {
    const AstList *keyword_only = &b->params->u.arguments.kwonlyargs;
    uint32_t found = 0;
    for (uint32_t i = 0; i < args->keyword_count; i++)
        for (uint32_t k = 0; k < keyword_only->len; k++)
            found += ev_parameter_name(b->function, keyword_only->items[k]) == args->names[i];
    return found == args->keyword_count;
}

static bool excess_error(const Binder *b, uint32_t total, uint32_t given, const CallArgs *args) {
    const Function *f = b->function;
    uint32_t beside = args->keyword_count;
    uint32_t least = total - f->default_count;
    Str count = f->default_count ? str_format("from %u to %u", least, total) : str_format("%u", total);
    bool is_told = !f->is_prelude && are_without_place(b, args);
    const char *fmt = is_told ? "%s() takes %s positional argument%s but %u%s %s given"
                              : "%s() does not take so many arguments: %s argument%s, not %u";
    const char *plural = total == 1 && !f->default_count ? "" : "s";
    Str more = !beside ? ""
                       : str_format(" positional argument%s (and %u keyword-only argument%s)", given == 1 ? "" : "s",
                                    beside, beside == 1 ? "" : "s");
    ev_raise(b->ev, "TypeError", b->span, fmt, f->qualname, count, plural, given, more,
             given == 1 && !beside ? "was" : "were");
    return false;
}

static bool bind_positional(const Binder *b, const Value *self, const CallArgs *args) {
    uint32_t total = positional_count(b->params), given = 0;
    Heap *heap = b->ev->heap;
    uint32_t at = 0;
    if (self && total) {
        heap_set(heap, b->scope, ev_parameter_name(b->function, positional_at(b->params, at++)), self);
        self = NULL;
    }
    for (; given < args->count && at < total; given++)
        heap_set(heap, b->scope, ev_parameter_name(b->function, positional_at(b->params, at++)), args->args[given]);
    const AstNode *vararg = b->params->u.arguments.vararg;
    if (vararg) {
        ValueVec rest = {0};
        if (self)
            vec_push(b->ev->arena, &rest, self);
        for (; given < args->count; given++)
            vec_push(b->ev->arena, &rest, args->args[given]);
        heap_set(heap, b->scope, ev_parameter_name(b->function, vararg), ev_tuple(b->ev, rest.data, rest.len));
    } else if (given < args->count || self) {
        return excess_error(b, total, args->count + at - given + (self != NULL), args);
    }
    return true;
}

static bool takes_keyword(const Binder *b, Str name) {
    const AstNode *params = b->params;
    const AstList *lists[] = {&params->u.arguments.args, &params->u.arguments.kwonlyargs};
    for (size_t k = 0; k < COUNT_OF(lists); k++)
        for (uint32_t i = 0; i < lists[k]->len; i++)
            if (ev_parameter_name(b->function, lists[k]->items[i]) == name)
                return true;
    return false;
}

/* Functions that torch has in C++ do; those that it has in Python do not. */
static bool takes_numpy_names(const Function *function) {
    static const char *const native[] = {"torch",        "torch._C",  "torch._C._nn", "torch._VF",
                                         "torch.Tensor", "torch.fft", "torch.linalg", "torch.special"};
    static const char *const in_python[] = {"norm",      "split",     "stft",   "istft",
                                            "tensordot", "unflatten", "unique", "unique_consecutive"};
    if (!function->is_prelude)
        return false;
    for (size_t i = 0; i < COUNT_OF(in_python); i++)
        if (!strcmp(function->name, in_python[i]))
            return false;
    if (!strncmp(function->module->name, "torch_", strlen("torch_"))) /* a part of torch */
        return true;
    for (size_t i = 0; i < COUNT_OF(native); i++)
        if (!strcmp(function->module->name, native[i]))
            return true;
    return false;
}

Str ev_name_for_numpy(Str name) {
    static const struct {
        const char *numpy, *torch;
    } names[] = {{"axis", "dim"}, {"keepdims", "keepdim"}, {"x", "input"},
                 {"a", "input"},  {"x1", "input"},         {"x2", "other"}};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (!strcmp(name, names[i].numpy))
            return str_of(names[i].torch);
    return NULL;
}

/* The parameter that a keyword is for; NULL: none is. */
static Str parameter_of(const Binder *b, Str name) {
    if (takes_keyword(b, name))
        return name;
    Str other = ev_name_for_numpy(name);
    bool taken = other && takes_keyword(b, other) && !heap_get(b->ev->heap, b->scope, other);
    return taken && takes_numpy_names(b->function) ? other : NULL;
}

/* A keyword that no parameter takes. Python looks at those first that are positional only, and names all of them. */
static bool refuse_keyword(const Binder *b, const CallArgs *args, Str name) {
    const AstList *only = &b->params->u.arguments.posonlyargs;
    Str passed = NULL;
    for (uint32_t i = 0; i < only->len; i++)
        for (uint32_t k = 0; k < args->keyword_count; k++)
            if (args->names[k] == ev_parameter_name(b->function, only->items[i]))
                passed = passed ? str_format("%s, %s", passed, args->names[k]) : args->names[k];
    return passed ? bind_error(b, "got some positional-only arguments passed as keyword arguments:", passed)
                  : bind_error(b, "got an unexpected keyword argument", name);
}

static bool bind_keywords(const Binder *b, const CallArgs *args) {
    const AstNode *kwarg = b->params->u.arguments.kwarg;
    const Value *extra = kwarg ? ev_dict(b->ev) : NULL;
    for (uint32_t i = 0; i < args->keyword_count; i++) {
        Str name = args->names[i], parameter = parameter_of(b, name);
        if (parameter) {
            if (heap_get(b->ev->heap, b->scope, parameter))
                return bind_error(b, "got multiple values for argument", name);
            heap_set(b->ev->heap, b->scope, parameter, args->keyword_values[i]);
        } else if (extra) {
            heap_set_key(b->ev->heap, extra->u.object, ev_str(b->ev, name), args->keyword_values[i]);
        } else {
            return refuse_keyword(b, args, name);
        }
    }
    if (kwarg)
        heap_set(b->ev->heap, b->scope, ev_parameter_name(b->function, kwarg), extra);
    return true;
}

/* Where the program's function is found: under its own name, or as __wrapped__ of what a decorator of a library has put
 * there. NULL: nowhere. */
static const Source *place_of_function(Ev *ev, const Function *f) {
    const Source *place = ev_named_place(f->module, f->qualname);
    const Value *there = place ? heap_get(ev->heap, f->owner ? f->owner->dict : f->module->globals, f->name) : NULL;
    bool is_wrapper = there && there->kind == V_FUNCTION && there->u.function->is_prelude;
    return is_wrapper ? source_attr(place, str_of("__wrapped__")) : place;
}

/* Has the default state that was there before the attempt, which is guarded only where it is an input? */
static bool is_old_state(const Ev *ev, const Value *value) {
    bool is_container = value->kind == V_LIST || value->kind == V_DICT || value->kind == V_SET;
    bool is_object = value->kind == V_INSTANCE && !value->u.instance.cls->is_enum;
    ObjId object = is_container ? value->u.object : is_object ? value->u.instance.object : 0;
    return object && heap_is_older(ev->heap, object, ev->base_objects);
}

/* A default of the program's function can be replaced (f.__defaults__): it is an input like an attribute. */
static const Value *default_value(const Binder *b, const Value *value, int index, Str keyword) {
    Ev *ev = b->ev;
    const Function *f = b->function;
    if (ev->in_driver || f->is_prelude || f->is_scripted || ev_in_script(ev))
        return value;
    bool is_of_placed = f->owner && f->owner->is_placed; /* another class that is made alike may have others */
    bool is_guarded = f != ev->cached && (f->module->is_main || is_of_placed || is_old_state(ev, value));
    const Source *place = !is_guarded ? NULL : b->source ? b->source : place_of_function(ev, f);
    if (!place && (is_of_placed || is_old_state(ev, value)))
        return ev_fail(ev, D_UNKNOWN_VALUE, b->span, "%s default argument of %s()", is_of_placed ? "the" : "a mutable",
                       f->name);
    if (!place)
        return value; /* made by this attempt, or a constant of installed code */
    Str table = str_of(keyword ? "__kwdefaults__" : "__defaults__");
    const Source *source = source_attr(place, table);
    source = keyword ? source_item_str(source, keyword) : source_item_int(source, index);
    const Value *known = map_get(&ev->input_values, MAP_KEY(source));
    if (!known && (known = ev_generalise(ev, ev_as_it_was(ev, value), source, false))) {
        ev_value_facts(ev, known, source, NULL, b->span);
        map_put(&ev->input_values, MAP_KEY(source), (void *)known);
    }
    return known;
}

static bool missing_positional(const Binder *b, uint32_t required) {
    NameVec names = {0};
    for (uint32_t i = 0; i < required; i++)
        if (!heap_get(b->ev->heap, b->scope, ev_parameter_name(b->function, positional_at(b->params, i))))
            vec_push(b->ev->arena, &names, ev_parameter_name(b->function, positional_at(b->params, i)));
    return missing_error(b, "positional", &names);
}

static bool missing_keywords(const Binder *b) {
    NameVec names = {0};
    const AstList *only = &b->params->u.arguments.kwonlyargs;
    for (uint32_t i = 0; i < only->len; i++)
        if (!heap_get(b->ev->heap, b->scope, ev_parameter_name(b->function, only->items[i])) &&
            !(b->function->kw_defaults && b->function->kw_defaults[i]))
            vec_push(b->ev->arena, &names, ev_parameter_name(b->function, only->items[i]));
    return missing_error(b, "keyword-only", &names);
}

static bool bind_defaults(const Binder *b) {
    const Function *f = b->function;
    uint32_t total = positional_count(b->params);
    for (uint32_t i = 0; i < total; i++) {
        Str name = ev_parameter_name(b->function, positional_at(b->params, i));
        if (heap_get(b->ev->heap, b->scope, name))
            continue;
        if (i + f->default_count < total)
            return missing_positional(b, total - f->default_count);
        int index = (int)(i + f->default_count - total);
        const Value *value = default_value(b, f->defaults[index], index, NULL);
        if (!value)
            return false;
        heap_set(b->ev->heap, b->scope, name, value);
    }
    for (uint32_t i = 0; i < b->params->u.arguments.kwonlyargs.len; i++) {
        Str name = ev_parameter_name(f, b->params->u.arguments.kwonlyargs.items[i]);
        if (heap_get(b->ev->heap, b->scope, name))
            continue;
        if (!f->kw_defaults || !f->kw_defaults[i])
            return missing_keywords(b);
        const Value *value = default_value(b, f->kw_defaults[i], 0, name);
        if (!value)
            return false;
        heap_set(b->ev->heap, b->scope, name, value);
    }
    return true;
}

/* ---- running a function
 * -------------------------------------------------------------------------------------------------------- */

static const AstNode *params_of(const AstNode *def) {
    return def->kind == AST_Lambda ? def->u.Lambda.args : def->u.FunctionDef.args;
}

const Value *ev_default_of(Ev *ev, const Value *function, Str name, Span span) {
    const Function *f = function->u.function;
    const AstNode *params = params_of(f->def);
    Binder b = {.ev = ev, .function = f, .params = params, .source = function->source, .span = span};
    uint32_t total = positional_count(params);
    for (uint32_t i = total - f->default_count; i < total; i++)
        if (ev_parameter_name(f, positional_at(params, i)) == name)
            return default_value(&b, f->defaults[i + f->default_count - total], (int)(i + f->default_count - total),
                                 NULL);
    for (uint32_t i = 0; f->kw_defaults && i < params->u.arguments.kwonlyargs.len; i++)
        if (f->kw_defaults[i] && ev_parameter_name(f, params->u.arguments.kwonlyargs.items[i]) == name)
            return default_value(&b, f->kw_defaults[i], 0, name);
    return ev_fail(ev, D_UNKNOWN_VALUE, span, "the default of '%s'", name);
}

static const Value *run_body(Ev *ev, const Function *function, Span span) {
    if (function->def->kind == AST_Lambda)
        return ev_eval(ev, function->def->u.Lambda.body);
    const AstList *body = ast_body(function->def);
    if (!body->len)
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "%s(), whose text pyaot cannot read", function->qualname);
    Exec status = ev_exec_body(ev, body, false);
    if (status == EX_FAIL) {
        ev_refuse_last_raise(ev, span);
        return NULL;
    }
    const Value *result = status == EX_RETURN ? ev->frame->result : ev_none(ev);
    if (ev->generators.len > ev->frame->generators && !ev_generators_end(ev, result, span))
        return NULL;
    Frame *frame = ev->frame;
    uint32_t raised = 0; /* paths that go on where the caller handles exceptions */
    while (raised < frame->forks.len && frame->forks.data[raised].kind == EX_RAISE)
        raised++;
    result = ev_join_forks(ev, raised, EX_RETURN, result, span);
    for (uint32_t i = 0; result && i < raised; i++)
        vec_push(ev->arena, &frame->parent->forks, frame->forks.data[i]);
    return result;
}

static bool callable_here(Ev *ev, const Function *function, Span span) {
    if (function->is_async)
        return ev_fail(ev, D_UNSUPPORTED_SYNTAX, span, "a call of an asynchronous function");
    if (ev->call_depth >= EV_MAX_CALLS && (ev_need_any_known(ev, span) || ev_need_conditions_around(ev, span)))
        return false; /* a recursion that an int or a size of the caller ends */
    if (ev->call_depth >= EV_MAX_CALLS)
        return ev_fail(ev, D_LIMIT, span, "calls are nested more than %d levels", EV_MAX_CALLS);
    return true;
}

/* Is it a call such as entries run in, and not one that makes a function or a class of another? */
static bool has_data(const CallArgs *args) {
    for (uint32_t i = 0; i < args->count; i++)
        if (args->args[i]->kind != V_FUNCTION && args->args[i]->kind != V_CLASS && args->args[i]->kind != V_STR)
            return true;
    return args->keyword_count > 0;
}

/* Operators of higher order trace the functions that they are given, in Python too: what is compiled cannot be traced.
 */
static bool is_traced_by(const Ev *ev, const Function *function) {
    static const char package[] = "torch._higher_order_ops.";
    bool is_operator = function->is_prelude && !strncmp(function->module->name, package, sizeof package - 1);
    return is_operator || (ev->frame && ev->frame->is_traced);
}

const Value *ev_call_function(Ev *ev, const Value *value, const Value *self, const CallArgs *args, Span span) {
    const Function *function = value->u.function;
    bool through = ev->raises_through == (function->is_prelude ? THROUGH_PRELUDE : THROUGH_FUNCTION) &&
                   function->def->kind == AST_FunctionDef;
    ev->raises_through = THROUGH_NONE;
    bool is_scripted = function->is_scripted || ev_in_script(ev);
    if (is_scripted && !ev_script_takes(ev, function, span))
        return NULL;
    if (!callable_here(ev, function, span) || !ev_enter(ev, span))
        return NULL;
    if (ev_is_batched_call(ev, function, self, args)) {
        const Value *result = ev_call_batched(ev, value, self, args, span);
        ev_leave(ev);
        return result;
    }
    if (function->is_prelude)
        ev_count_call(ev, function->packet ? "packet" : function->qualname, args->count + args->keyword_count > 0);
    if (!(args = ev_plain_args(ev, function, args, span))) {
        ev_leave(ev);
        return NULL;
    }
    bool is_declared = false; /* a call that torch takes, whether or not the prelude does */
    if (function->is_prelude && (!(args = ev_torch_args(ev, function, self, args, &is_declared, span)) ||
                                 (!self && !takes_first(ev, function, args, span)))) {
        ev_leave(ev);
        return NULL;
    }
    bool is_converted = ev->frame && ev->frame->is_converted;
    if (function->is_prelude && ev_autocast(ev) && !is_converted &&
        !ev_autocast_call(ev, function, &self, &args, &is_converted, span)) {
        ev_leave(ev);
        return NULL;
    }
    bool is_traced = is_traced_by(ev, function);
    int batch_level = ev_batch_level(ev, function); /* what vmap() calls takes items, which no caller has */
    bool observed = ev->in_driver && ev->on_call && function->module->is_main && !is_traced && !batch_level;
    if (observed && has_data(args))
        ev->is_complete = true;
    if (observed)
        ev->on_call(ev, self ? ev_method(ev, value, self) : value, args, span);
    ev_module_is_read(ev, function->module, true);
    const ScopeInfo *info = ev_scope_info(ev, function->def);
    Frame frame = {.parent = ev->frame,
                   .function = function,
                   .module = function->module,
                   .info = info,
                   .owner = function->owner,
                   .function_source = value->source,
                   .try_depth = ev->frame ? ev->frame->try_depth : 0,
                   .passes_raises = ev->frame && ev->frame->passes_raises,
                   .is_traced = is_traced,
                   .is_scripted = is_scripted,
                   .batch_level = batch_level,
                   .is_converted = is_converted,
                   .generators = ev->generators.len,
                   .call_span = span};
    frame.scope = heap_make(ev->heap, OBJ_SCOPE, function->closure, info);
    heap_reserve(ev->heap, frame.scope, info->locals.len);
    if (function->closure && value->source)
        map_put(&ev->calls_of_closures, frame.scope, (void *)(uintptr_t)value);
    Binder binder = {ev, function, params_of(function->def), frame.scope, value->source, span};
    const Value *result = NULL;
    const CallArgs *given = ev->out_args;
    int hint = ev->rank_hint;
    bool is_bound = bind_positional(&binder, self, args) && bind_keywords(&binder, args) && bind_defaults(&binder);
    if (!is_bound && is_declared && ev->fail.kind == FAIL_RAISE) {
        ev_clear_fail(ev);
        ev_fail(ev, D_UNSUPPORTED_OP, span, "%s() with these arguments", function->name);
    }
    if (is_bound) {
        frame.first_arg = self ? self : args->count ? args->args[0] : NULL;
        if (info->is_generator) {
            ev_leave(ev);
            return ev_generator(ev, &frame);
        }
        frame.catches = through;
        frame.constructed = ev_constructed(ev, function, frame.first_arg);
        frame.tolerant = frame.constructed || ((ev->in_driver || ev->glanced) && function->module->is_main &&
                                               ev->frame && ev->frame->tolerant);
        ev->frame = &frame;
        ev->call_depth++;
        if (!function->is_prelude)
            ev->rank_hint = 0;
        if (!function->is_prelude || ev_given_out(ev, args, span))
            result = run_body(ev, function, span);
        ev->rank_hint = hint;
        ev->call_depth--;
        ev->frame = frame.parent;
    }
    if (!result)
        ev_drop_errors_of_torch(ev, function, span);
    if (!result && function->is_scripted)
        ev_script_raised(ev, span);
    ev_leave(ev);
    if (observed && ev->on_return)
        ev->on_return(ev);
    if (!result && function->is_prelude)
        result = ev_call_with_out(ev, value, self, args, span);
    ev->out_args = given;
    if (!result && ev->fail.kind == FAIL_CUT && ev->on_cut_call && !ev->in_driver && function->module->is_main)
        ev->on_cut_call(ev, value, self, args, span);
    return result;
}

static const Value *keyword_given(const CallArgs *args, Str name) {
    for (uint32_t i = 0; i < args->keyword_count; i++)
        if (args->names[i] == name)
            return args->keyword_values[i];
    return NULL;
}

/* Its own keywords come first, as in the dict of both that it makes. */
static const Value *call_partial(Ev *ev, const Value *partial, const CallArgs *args, Span span) {
    ObjId object = partial->u.object;
    const Value *func = heap_get(ev->heap, object, str_of("func")), *bound = heap_get(ev->heap, object, str_of("args"));
    const Value *keywords = heap_get(ev->heap, object, str_of("keywords"));
    ValueVec values = {0}, keyword_values = {0};
    NameVec names = {0};
    for (uint32_t i = 0; i < bound->u.tuple.count; i++)
        vec_push(ev->arena, &values, bound->u.tuple.items[i]);
    for (uint32_t i = 0; i < args->count; i++)
        vec_push(ev->arena, &values, args->args[i]);
    const HeapContent *own = heap_content(ev->heap, keywords->u.object);
    for (uint32_t i = 0; i < own->count; i++) {
        if (!own->slots[i].name)
            return ev_fail(ev, D_UNSUPPORTED_OP, span, "a functools.partial with a keyword that is no str");
        const Value *given = keyword_given(args, own->slots[i].name);
        vec_push(ev->arena, &names, own->slots[i].name);
        vec_push(ev->arena, &keyword_values, given ? given : own->slots[i].value);
    }
    for (uint32_t i = 0; i < args->keyword_count; i++) {
        if (heap_get(ev->heap, keywords->u.object, args->names[i]))
            continue;
        vec_push(ev->arena, &names, args->names[i]);
        vec_push(ev->arena, &keyword_values, args->keyword_values[i]);
    }
    CallArgs full = {values.data, values.len, names.data, keyword_values.data, names.len};
    return ev_call(ev, func, &full, span);
}

CallArgs ev_args_behind(Ev *ev, const Value *const *first, uint32_t count, const CallArgs *args) {
    CallArgs all = *args;
    all.count = count + args->count;
    all.args = arena_array(ev->arena, const Value *, all.count + 1);
    for (uint32_t i = 0; i < all.count; i++)
        all.args[i] = i < count ? first[i] : args->args[i - count];
    return all;
}

static const Value *call_with_self(Ev *ev, const Value *function, const Value *self, const CallArgs *args, Span span) {
    if (function->kind == V_FUNCTION)
        return ev_call_function(ev, function, self, args, span);
    CallArgs full = ev_args_behind(ev, &self, 1, args);
    return ev_call(ev, function, &full, span);
}

static const Value *typed_tensor(Ev *ev, const Value *dtype, const CallArgs *args, Span span) {
    const Value *maker = ev_prelude(ev, "torch", "typed_tensor");
    if (!maker || args->keyword_count)
        return ev->fail.kind ? NULL : ev_fail(ev, D_UNSUPPORTED_OP, span, "a constructor of tensors with keywords");
    CallArgs full = ev_args_behind(ev, &dtype, 1, args);
    return ev_call(ev, maker, &full, span);
}

static const Value *call_unknown(Ev *ev, const Value *callee, const CallArgs *args, Span span) {
    const char *name =
        callee->kind == V_EXTERNAL ? arena_printf(ev->arena, "'%s'", callee->u.str) : "an unknown object";
    const Value *dtype = callee->kind == V_EXTERNAL ? ev_tensor_type(ev, callee->u.str) : NULL;
    if (dtype)
        return typed_tensor(ev, dtype, args, span);
    bool follows = ev->in_driver || ev->glanced;
    if (!follows && callee->kind == V_UNKNOWN && callee->u.str)
        return ev_fail(ev, D_UNKNOWN_CALL, span, "what is called is not known when compiling: %s", callee->u.str);
    if (!follows)
        return ev_fail(ev, D_UNKNOWN_CALL, span, "a call to %s, which pyaot cannot see into", name);
    Span place = ev_user_span(ev, span);
    return ev_unknown(ev, NULL,
                      arena_printf(ev->arena, EV_RESULT_OF "%s, which pyaot cannot see into (%s line %u)", name,
                                   place.file ? place.file->display : "?", span_line(place)));
}

void ev_count_call(Ev *ev, const char *name, bool with_arguments) {
    if (ev->frame && !ev->in_driver && !ev->frame->module->is_prelude)
        ev->library_time += worth_of_call(name, with_arguments);
}

static bool is_call_of_module(const Value *method) {
    const Value *function = method->kind == V_METHOD ? method->u.method.function : method;
    return function->kind == V_FUNCTION && function->u.function->is_prelude &&
           function->u.function->qualname == str_of("Module.__call__");
}

/* What `__call__` of an object gives; that may be such an object itself, without an end. */
static const Value *call_object(Ev *ev, const Value *callee, const CallArgs *args, Span span) {
    const Value *method = ev_special(ev, callee, "__call__", span);
    if (!method)
        return ev->fail.kind ? NULL
                             : ev_raise(ev, "TypeError", span, "'%s' object is not callable", ev_type_name(ev, callee));
    if (!ev_enter(ev, span))
        return NULL;
    if (callee->kind == V_INSTANCE && is_call_of_module(method) && !ev_kinds_of_hooks(ev, callee))
        method = ev_getattr(ev, callee, str_of("forward"), span);
    const Value *result = method ? ev_call(ev, method, args, span) : NULL;
    ev_leave(ev);
    return result;
}

const Value *ev_call(Ev *ev, const Value *callee, const CallArgs *args, Span span) {
    switch (callee->kind) {
    case V_FUNCTION:
        return ev_call_function(ev, callee, NULL, args, span);
    case V_METHOD:
        return call_with_self(ev, callee->u.method.function, callee->u.method.self, args, span);
    case V_BUILTIN:
        ev_count_call(ev, callee->u.builtin.builtin->name, false);
        return call_builtin(ev, callee, args, span);
    case V_CLASS:
        ev_count_call(ev, "type.__call__", false);
        return ev_instantiate(ev, callee->u.class_info, args, span);
    case V_PARTIAL:
        return call_partial(ev, callee, args, span);
    case V_STATICMETHOD:
        return ev_call(ev, callee->u.tuple.items[0], args, span);
    case V_EXTERNAL:
    case V_UNKNOWN:
        return call_unknown(ev, callee, args, span);
    default:
        return call_object(ev, callee, args, span);
    }
}

const Value *ev_call_values(Ev *ev, const Value *callee, const Value *const *args, uint32_t count, Span span) {
    CallArgs full = {.args = arena_copy(ev->arena, args, sizeof *args * count), .count = count};
    return ev_call(ev, callee, &full, span);
}

const Value *ev_call1(Ev *ev, const Value *callee, const Value *arg, Span span) {
    return ev_call_values(ev, callee, &arg, 1, span);
}

const Value *ev_call_method(Ev *ev, const Value *object, const char *name, const Value *const *args, uint32_t count,
                            Span span) {
    const Value *method = ev_slot(ev, object, str_of(name), span);
    return method ? ev_call_values(ev, method, args, count, span) : NULL;
}

const Value *ev_call_method_args(Ev *ev, const Value *object, const char *name, const CallArgs *args, Span span) {
    const Value *method = ev_getattr(ev, object, str_of(name), span);
    return method ? ev_call(ev, method, args, span) : NULL;
}

/* ---- making functions
 * ------------------------------------------------------------------------------------------------------------ */

/* The scope that a new function closes over: class bodies do not count, and module level is none. */
static ObjId closure_here(Ev *ev) {
    ObjId scope = ev->frame->scope;
    while (scope) {
        const ScopeInfo *info = heap_info(ev->heap, scope);
        if (info->kind == SCOPE_MODULE)
            return 0;
        if (info->kind != SCOPE_CLASS)
            return scope;
        scope = heap_parent(ev->heap, scope);
    }
    return 0;
}

static bool eval_defaults(Ev *ev, const AstNode *params, Function *function) {
    uint32_t count = params->u.arguments.defaults.len, keywords = params->u.arguments.kw_defaults.len;
    function->defaults = arena_array(ev->arena, const Value *, count);
    function->default_count = count;
    for (uint32_t i = 0; i < count; i++)
        if (!(function->defaults[i] = ev_eval(ev, params->u.arguments.defaults.items[i])))
            return false;
    function->kw_defaults = arena_array(ev->arena, const Value *, keywords);
    for (uint32_t i = 0; i < keywords; i++) {
        const AstNode *node = params->u.arguments.kw_defaults.items[i];
        if (node && !(function->kw_defaults[i] = ev_eval(ev, node)))
            return false;
    }
    return true;
}

static Str qualname_here(Ev *ev, Str name) {
    const Frame *frame = ev->frame;
    if (frame->info->kind == SCOPE_CLASS && frame->owner)
        return str_format("%s.%s", frame->owner->qualname, name);
    return frame->function ? str_format("%s.<locals>.%s", frame->function->qualname, name) : name;
}

static Function *new_function(Ev *ev, const AstNode *def, Str name, const AstNode *params) {
    Function *function = arena_new_of(ev->arena, Function);
    function->name = name;
    function->qualname = qualname_here(ev, name);
    function->def = def;
    function->module = ev->frame->module;
    function->closure = closure_here(ev);
    function->owner = ev->frame->owner;
    function->is_prelude = ev->frame->module->is_prelude;
    if (!function->is_prelude && ev->frame->function)
        function->attributes = heap_make(ev->heap, OBJ_INSTANCE, 0, NULL);
    return eval_defaults(ev, params, function) ? function : NULL;
}

static const Value *function_value(Ev *ev, Function *function) {
    Value *value = ev_value(ev, V_FUNCTION);
    value->u.function = function;
    return value;
}

const Value *ev_eval_lambda(Ev *ev, const AstNode *lambda) {
    Function *function = new_function(ev, lambda, str_of("<lambda>"), lambda->u.Lambda.args);
    return function ? function_value(ev, function) : NULL;
}

const Value *ev_make_function(Ev *ev, const AstNode *def) {
    bool assumed = false;
    const AstList *nodes = &def->u.FunctionDef.decorator_list;
    const Value *const *decorators = ev_decorators(ev, nodes, &assumed);
    if (!decorators)
        return NULL;
    Function *function = new_function(ev, def, def->u.FunctionDef.name, def->u.FunctionDef.args);
    if (!function || !ev_check_signature(ev, def))
        return NULL;
    function->is_async = def->kind == AST_AsyncFunctionDef;
    if (function->module->is_main && ev->in_driver)
        map_put(&ev->functions, MAP_KEY(def), function);
    const Value *value = ev_decorate(ev, nodes, decorators, function_value(ev, function), &assumed);
    function->assumed = function->assumed || assumed;
    function->is_scripted = value && !function->is_prelude && ev_is_script(value);
    if (function->assumed && !function->owner)
        return ev_unknown(ev, NULL, "a function with a decorator that cannot be evaluated");
    if (function->assumed)
        function->owner->assumed = true;
    return value;
}

/* In packages what cannot be evaluated of a decorator, or of a hook that sees a new class, is left out, so that driver
 * code has the rest of what there is. What it would have made of it is not known: compiled code has to look (*assumed).
 */
bool ev_leave_out(Ev *ev, uint32_t mark, bool *assumed) {
    const Module *module = ev->frame->module;
    if (!ev->in_driver || module->is_main || module->is_prelude || ev->fail.kind == FAIL_RESTART)
        return false;
    heap_undo(ev->heap, mark);
    ev_clear_fail(ev);
    *assumed = true;
    return true;
}

const Value *const *ev_decorators(Ev *ev, const AstList *nodes, bool *assumed) {
    const Value **decorators = arena_array(ev->arena, const Value *, nodes->len + 1);
    for (uint32_t i = 0; i < nodes->len; i++) {
        uint32_t mark = heap_mark(ev->heap);
        decorators[i] = ev_eval(ev, nodes->items[i]);
        if (!decorators[i] && !ev_leave_out(ev, mark, assumed))
            return NULL;
    }
    return decorators;
}

const Value *ev_decorate(Ev *ev, const AstList *nodes, const Value *const *decorators, const Value *value,
                         bool *assumed) {
    for (uint32_t i = nodes->len; value && i-- > 0;) {
        uint32_t mark = heap_mark(ev->heap);
        if (!decorators[i])
            continue;
        const Value *made = ev_call1(ev, decorators[i], value, nodes->items[i]->span);
        bool is_known = made && made->kind != V_UNKNOWN && made->kind != V_EXTERNAL;
        value = is_known || !ev_leave_out(ev, mark, assumed) ? made : value;
    }
    return value;
}
