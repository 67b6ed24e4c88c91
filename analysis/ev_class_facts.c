/* What a program depends on of the classes that it asks for attributes: where each was found, its code, and its value
 * at each call. */
#include "analysis/ev_internal.h"

const char *ev_class_home(const ClassInfo *cls) {
    const char *dot = cls->builtin ? strrchr(cls->builtin, '.') : NULL; /* subclasses have the name too */
    bool says = dot && cls->module && cls->module->is_prelude && !strcmp(dot + 1, cls->name);
    return says ? cls->builtin : NULL;
}

const char *ev_class_said(const ClassInfo *cls) {
    static const char *const rows[][2] = {{"partial", "functools.partial"},
                                          {"dtype", "torch.dtype"},
                                          {"device", "torch.device"},
                                          {"mappingproxy", "builtins.mappingproxy"},
                                          {"ndarray", "numpy.ndarray"},
                                          {"Parameter", "torch.nn.parameter.Parameter"},
                                          {"no_grad", "torch.autograd.grad_mode.no_grad"},
                                          {"enable_grad", "torch.autograd.grad_mode.enable_grad"},
                                          {"set_grad_enabled", "torch.autograd.grad_mode.set_grad_enabled"},
                                          {"inference_mode", "torch.autograd.grad_mode.inference_mode"}};
    bool is_ours = cls->is_builtin || (cls->module && cls->module->is_prelude);
    for (size_t i = 0; is_ours && i < COUNT_OF(rows); i++)
        if (!strcmp(rows[i][0], cls->name) && strcmp(cls->module ? cls->module->name : "", "inspect") != 0)
            return rows[i][1];
    return ev_class_home(cls);
}

const Source *ev_class_source(const Ev *ev, const ClassInfo *cls) {
    const char *home = ev_class_home(cls);
    if (home)
        return source_path(home);
    const Source *place = ev_is_unnamed(cls) ? map_get(&ev->class_places, MAP_KEY(cls)) : NULL;
    if (place)
        return place;
    return cls->module ? ev_named_place(cls->module, ev_class_path(cls)) : NULL;
}

bool ev_is_own_namedtuple(const Ev *ev, const ClassInfo *cls) {
    return cls->is_namedtuple && cls->module->is_main && cls->dict >= ev->base_objects && !ev->in_driver;
}

/* Has the class nothing but what collections.namedtuple() puts into it? */
static bool is_plain_namedtuple(Ev *ev, const ClassInfo *cls, const Value *fields, const Value *defaults) {
    static const char *const own[] = {"_fields", "_field_defaults", "__match_args__", "__module__", "__qualname__"};
    const HeapContent *content = heap_content(ev->heap, cls->dict);
    uint32_t expected = 0;
    for (size_t i = 0; i < COUNT_OF(own); i++)
        expected += heap_get(ev->heap, cls->dict, str_of(own[i])) != NULL;
    for (uint32_t i = 0; i < fields->u.tuple.count; i++) {
        const Value *value = heap_get(ev->heap, cls->dict, fields->u.tuple.items[i]->u.str);
        if (value && value != heap_get_key(ev->heap, defaults->u.object, fields->u.tuple.items[i]))
            return false;
        expected += value != NULL;
    }
    return expected == content->count;
}

bool ev_namedtuple_recipe(Ev *ev, const ClassInfo *cls, Recipe *out) {
    const Value *fields = heap_get(ev->heap, cls->dict, str_of("_fields"));
    const Value *defaults = heap_get(ev->heap, cls->dict, str_of("_field_defaults"));
    if (!ev_is_own_namedtuple(ev, cls) || !fields || fields->kind != V_TUPLE || !defaults || defaults->kind != V_DICT ||
        !is_plain_namedtuple(ev, cls, fields, defaults))
        return false;
    const Value *args[] = {ev_str(ev, cls->name), fields};
    const Value *module = ev_with_source(ev, ev_str(ev, NULL), source_global(NULL, str_of("__name__")));
    const HeapContent *content = heap_content(ev->heap, defaults->u.object);
    const Value **values = arena_array(ev->arena, const Value *, content->count + 1);
    for (uint32_t i = 0; i < content->count; i++)
        values[i] = content->slots[i].value;
    *out = (Recipe){.module = str_of("collections"),
                    .name = str_of("namedtuple"),
                    .args = arena_copy(ev->arena, args, sizeof args),
                    .count = COUNT_OF(args),
                    .keywords = ev_dict(ev)};
    heap_set_key(ev->heap, out->keywords->u.object, ev_str(ev, str_of("module")), module);
    if (content->count)
        heap_set_key(ev->heap, out->keywords->u.object, ev_str(ev, str_of("defaults")),
                     ev_tuple(ev, values, content->count));
    return true;
}

/* A class of a function's body, made in this attempt: nobody else can change it. */
bool ev_is_made_here(const Ev *ev, const ClassInfo *cls) {
    bool by_call = !cls->def && cls->is_enum && cls->module->is_main; /* Enum("Color", "RED GREEN") */
    return (cls->dict >= ev->base_objects && (by_call || strchr(cls->qualname, '<'))) || ev_is_own_namedtuple(ev, cls);
}

Str ev_qualified_path(const Module *module, Str qualname) {
    return str_format("%s:%s", module->is_main ? "" : module->name, qualname);
}

/* "Pt=Point": what the global `Pt` is, if that calls itself Point. */
Str ev_class_at(const ClassInfo *cls) {
    Str path = ev_class_path(cls);
    return path == cls->qualname ? path : str_format("%s=%s", path, cls->qualname);
}

void ev_class_fact(Ev *ev, const Source *source, ClassInfo *cls) {
    if (ev_is_unnamed(cls) && ev_place_class(ev, cls, ev_type_of(source), no_span()))
        return;
    Str path = ev_qualified_path(cls->module, ev_class_at(cls));
    ev_input_fact(ev, &(Fact){.kind = FACT_CLASS, .source = source, .text = path});
}

void ev_class_lacks_fact(Ev *ev, Str cls, Str name, Span span) {
    ev_fact(ev, &(Fact){.kind = FACT_CLASS_LACKS, .span = span, .text = str_format("%s.%s", cls, name)});
}

void ev_is_there(Ev *ev, const Value *value, Span span) {
    bool asks_itself = ev->in_driver || (ev->frame && ev->frame->module->is_prelude);
    if (value->kind != V_EXTERNAL || asks_itself || !strchr(value->u.str, '.'))
        return;
    const Source *source = value->source ? value->source : source_path(value->u.str);
    const Source *none = source_global(str_of("builtins"), str_of("None"));
    ev_input_fact(ev, &(Fact){.kind = FACT_DISTINCT, .span = span, .source = source, .other = none});
}

/* A function of torch or Python's library in a class, or what a decorator of theirs has made: it is what it was when
 * the program was loaded. */
static void pinned_fact(Ev *ev, const ClassInfo *cls, Str name, const Source *source, Span span) {
    Fact fact = {.kind = FACT_CODE, .span = span, .source = source};
    fact.text = str_format("%s.%s", ev_qualified_path(cls->module, ev_class_path(cls)), name);
    ev_input_fact(ev, &fact);
}

/* Where the function is found: private methods under the name that their class gives them. */
static Str code_path(const Function *function) {
    Str own = function->owner ? ev_mangle_in(function->owner, function->name) : function->name;
    const char *dot = own != function->name ? strrchr(function->qualname, '.') : NULL;
    return ev_qualified_path(function->module,
                             dot ? str_format("%.*s.%s", (int)(dot - function->qualname), function->qualname, own)
                                 : function->qualname);
}

/* A class may have a function that was defined elsewhere (`kind = helper`, `A.run = B.run`): its code is guarded where
 * that is, so what the class has is guarded to be it. `place` is the function as the class has it. */
static void shared_function_fact(Ev *ev, const ClassInfo *cls, Str name, const Function *function, const Source *place,
                                 Span span) {
    if (function->replaces)
        function = function->replaces;
    Str own = str_format("%s.%s", ev_qualified_path(cls->module, ev_class_path(cls)), name);
    const Source *defined = ev_named_place(function->module, function->qualname);
    const Value *there = function->owner ? ev_class_lookup(ev, function->owner, function->name, NULL) : NULL;
    if (defined && there && there->kind == V_PROPERTY) /* of which the function is the getter */
        defined = source_attr(defined, str_of("fget"));
    if (function->is_prelude || strchr(function->qualname, '<') || !defined || code_path(function) == own)
        return;
    ev_input_fact(ev, &(Fact){.kind = FACT_SAME, .span = span, .source = place, .other = defined});
}

bool ev_class_attr_fact(Ev *ev, const Source *object, const ClassInfo *where, Str name, const Value *attr, Span span) {
    if (ev->in_driver || !where || where->is_builtin || where->module->is_prelude || ev_is_made_here(ev, where))
        return true;
    const Source *base = object ? object : ev_class_source(ev, where);
    if (!base)
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "class %s is not named by a global", where->name);
    /* Of a property on an instance only the class can be asked. */
    if (attr->kind == V_PROPERTY || attr->kind == V_STATICMETHOD || attr->kind == V_CLASSMETHOD) {
        const Source *cls = ev_class_source(ev, where);
        const Value *inner = attr->u.tuple.items[0];
        if (cls && inner->kind == V_FUNCTION) {
            const Source *found = source_attr(cls, name);
            const Source *getter = attr->kind == V_PROPERTY ? source_attr(found, str_of("fget")) : found;
            const Source *held = attr->kind == V_CLASSMETHOD ? source_attr(found, str_of("__func__")) : getter;
            bool is_local = strchr(inner->u.function->qualname, '<') != NULL;
            ev_code_fact(ev, is_local ? held : getter, inner->u.function, span);
            shared_function_fact(ev, where, name, inner->u.function, held, span);
        }
        return true;
    }
    const Source *cls = ev_class_source(ev, where);
    bool is_made = attr->kind == V_FUNCTION && !attr->u.function->is_prelude && strchr(attr->u.function->qualname, '<');
    if (is_made && cls) /* by a decorator: no path leads to it but the class's attribute */
        ev_local_fact(ev, attr->u.function, source_attr(cls, name), span);
    else if (attr->kind == V_FUNCTION && attr->u.function->is_prelude && ev_is_unnamed(where))
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "'%s' of class %s, which no global names", name, where->name);
    else if (attr->kind == V_FUNCTION && attr->u.function->is_prelude && !attr->u.function->replaces && cls)
        pinned_fact(ev, where, name, source_attr(cls, name), span);
    else if (attr->kind == V_FUNCTION) {
        ev_code_fact(ev, source_attr(base, name), attr->u.function, span);
        if (cls)
            shared_function_fact(ev, where, name, attr->u.function, source_attr(cls, name), span);
    }
    return true;
}

void ev_code_fact(Ev *ev, const Source *source, const Function *function, Span span) {
    if (function->replaces)
        function = function->replaces;
    if (ev->in_driver || function->is_prelude)
        return;
    if (strchr(function->qualname, '<')) { /* no name leads to it */
        ev_local_fact(ev, function, source, span);
        return;
    }
    Fact fact = {.kind = FACT_CODE, .span = span, .source = source, .text = code_path(function)};
    ev_input_fact(ev, &fact);
}

/* An attribute of an object that existed before: an input, guarded at its source. */
const Value *ev_input_attribute(Ev *ev, const Source *source, const Value *value, Span span) {
    const Value *known = map_get(&ev->input_values, MAP_KEY(source));
    bool decided = false;
    if (!known && source->in_element)
        known = ev_series_part(ev, source, span, &decided);
    if (!decided && !known && (known = ev_generalise(ev, value, source, false))) {
        ev_value_facts(ev, known, source, NULL, span);
        map_put(&ev->input_values, MAP_KEY(source), (void *)known);
    }
    return known;
}

/* Is it read at each call, as attributes of instances are: no part of the code, and not written by it either? */
static bool is_read(Ev *ev, const ClassInfo *where, Str name, const Value *attr) {
    return !(ev->in_driver || where->is_builtin || where->module->is_prelude || ev_is_made_here(ev, where) ||
             ev_overlaid(ev, where, name) || attr->kind == V_FUNCTION || attr->kind == V_PROPERTY ||
             attr->kind == V_STATICMETHOD || attr->kind == V_CLASSMETHOD ||
             (where->is_enum && name == str_of("__members__")));
}

/* Is it read through the class that was asked, whichever of its bases has it? What has an identity is not: it may be
 * reached through the base, too. */
static bool is_asked_by_name(const Ev *ev, const ClassInfo *cls, const Value *attr) {
    bool is_number = attr->kind == V_INT || attr->kind == V_FLOAT || attr->kind == V_BOOL || attr->kind == V_STR;
    return is_number && !cls->is_builtin && !cls->module->is_prelude && ev_class_source(ev, cls);
}

void ev_passed_over(Ev *ev, ClassInfo *const *begin, ClassInfo *const *end, Str name, Span span) {
    for (; begin != end && !ev->in_driver; begin++) {
        const Source *source = ev_class_source(ev, *begin);
        bool has_it = (*begin)->is_namedtuple && name == str_of("__new__"); /* that which tuple.__new__() stands for */
        if (!source || has_it || ev_is_unnamed(*begin) || (*begin)->is_builtin || (*begin)->is_enum ||
            (*begin)->module->is_prelude || ev_is_made_here(ev, *begin) || ev_overlaid(ev, *begin, name))
            continue;
        Fact fact = {.kind = FACT_ABSENT, .span = span, .source = source, .text = name};
        if (ev_is_own_slot(ev, *begin, name)) /* what the class has is the slot, which the object has not filled */
            fact = (Fact){.kind = FACT_SAME,
                          .span = span,
                          .source = source_attr(source_attr(source, name), str_of("__class__")),
                          .other = source_global(str_of("types"), str_of("MemberDescriptorType"))};
        ev_input_fact(ev, &fact);
    }
}

void ev_passed_over_all(Ev *ev, const ClassInfo *cls, Str name, Span span) {
    ev_passed_over(ev, cls->mro, cls->mro + cls->mro_count, name, span);
}

/* What torch.nn.Module defines, and puts into no class below it. How modules are called is guarded with the module. */
static bool is_method_of_module(const ClassInfo *where, Str name, const Value *attr) {
    return where->is_nn_module && where->module->is_prelude && attr->kind == V_FUNCTION && strncmp(name, "__", 2) != 0;
}

/* Does Python put no attribute of this name into classes below its built-in ones, unless their bodies say so? */
static bool is_never_put(Str name) {
    static const char operators[] =
        " __len__ __getitem__ __setitem__ __delitem__ __iter__ __contains__ __bool__ __eq__ __ne__ __lt__ __le__ "
        "__gt__ __ge__ __add__ __radd__ __iadd__ __mul__ __rmul__ __imul__ __or__ __and__ __sub__ __xor__ __ior__ "
        "__iand__ __isub__ __ixor__ __reversed__ ";
    return strncmp(name, "__", 2) != 0 || strstr(operators, str_format(" %s ", name)) != NULL;
}

void ev_inherited_fact(Ev *ev, const Source *object, const ClassInfo *cls, const ClassInfo *where, Str name,
                       const Value *attr, Span span) {
    bool is_found_again = is_read(ev, where, name, attr) && (object || is_asked_by_name(ev, cls, attr));
    uint32_t at = 0;
    while (at < cls->mro_count && cls->mro[at] != where)
        at++;
    bool of_module = is_method_of_module(where, name, attr);
    if (of_module && !ev->in_driver)
        pinned_fact(ev, where, name, source_attr(ev_class_source(ev, where), name), span);
    /* of torch's and Python's other classes it is not known what they put into those below them */
    bool of_enums = !where->is_builtin && where->module->is_prelude && !strcmp(where->name, "EnumMeta");
    bool of_python = where->is_builtin || !strcmp(where->module->name, "_pyaot_subclasses");
    bool is_known = of_module || of_enums || (of_python && is_never_put(name)) ||
                    (!where->is_builtin && !where->module->is_prelude);
    if (!is_found_again && at < cls->mro_count && is_known)
        ev_passed_over(ev, cls->mro, cls->mro + at, name, span);
}

const Value *ev_attr_of_class(Ev *ev, const Source *object, const ClassInfo *cls, const ClassInfo *where, Str name,
                              const Value *attr, Span span) {
    if (!is_read(ev, where, name, attr))
        return attr;
    const Source *base = object ? object : ev_class_source(ev, is_asked_by_name(ev, cls, attr) ? cls : where);
    if (!base)
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "class %s is not named by a global", where->name);
    return ev_input_attribute(ev, source_attr(base, name), attr, span);
}
