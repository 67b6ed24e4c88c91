/* Attributes of classes, and what Python's built-in types have by whatever version of it. Those of objects: ev_attr.c.
 */
#include "analysis/ev_attr.h"

/* A line of FACT_WRITTEN: an attribute, and which function it is. */
static void put_written(Buf *text, Str name, const Value *attr) {
    bool holds = attr->kind == V_PROPERTY || attr->kind == V_STATICMETHOD || attr->kind == V_CLASSMETHOD;
    const Value *inner = holds ? attr->u.tuple.items[0] : attr;
    const Function *f = inner->kind == V_FUNCTION ? inner->u.function : NULL;
    f = f && f->replaces ? f->replaces : f;
    buf_puts(text, name);
    if (f && !f->is_prelude && f->def->kind == AST_FunctionDef) {
        buf_printf(text, "=%u:%s", ev_first_line(f), f->qualname);
    }
    buf_putc(text, '\n');
}

bool ev_as_written_facts(Ev *ev, const ClassInfo *cls, Span span) {
    for (uint32_t i = 0; i < cls->mro_count; i++) {
        const ClassInfo *info = cls->mro[i];
        if (!info->assumed || info->is_builtin || info->module->is_prelude)
            continue;
        if (strchr(info->qualname, '<'))
            return ev_fail(ev, D_UNKNOWN_VALUE, span, "class %s has a decorator that cannot be evaluated", info->name);
        Buf text = {0};
        buf_printf(&text, "%s:%s\n", info->module->is_main ? "" : info->module->name, info->qualname);
        const HeapContent *content = heap_content(ev->heap, info->dict);
        for (uint32_t k = 0; k < content->count; k++)
            put_written(&text, content->slots[k].name, content->slots[k].value);
        Fact fact = {.kind = FACT_WRITTEN, .span = span, .text = str_intern(text.data, text.len)};
        ev_input_fact(ev, &fact);
        buf_free(&text);
    }
    return true;
}

Str ev_shown_qualname(const ClassInfo *cls) {
    return strncmp(cls->qualname, "<call>", 6) ? cls->qualname : cls->name; /* a mark of ours */
}

/* Does the class have the bases here that it has in Python? Those of the program do; the prelude leaves out bases that
 * say nothing (torch._C.TensorBase), and has some of its own, except in these files of it. */
bool ev_has_its_bases(const ClassInfo *cls) {
    static const char *const faithful[] = {"builtins", "collections",      "abc",
                                           "types",    "torch.nn.modules", "torch.distributions"};
    if (!cls->module || !cls->module->is_prelude || !strcmp(cls->name, "Size"))
        return true;
    if (!strcmp(cls->module->name, "enum"))
        return !strcmp(cls->name, "Enum") || !strcmp(cls->name, "Flag");
    for (size_t i = 0; i < COUNT_OF(faithful); i++)
        if (!strncmp(cls->module->name, faithful[i], strlen(faithful[i])))
            return strcmp(cls->name, "ChainMap") != 0;
    return false;
}

const Value *ev_class_special(Ev *ev, ClassInfo *cls, Str name, Span span) {
    if (name == str_of("__name__"))
        return ev_str(ev, ev_is_untold_class(cls) ? NULL : cls->name);
    if (name == str_of("__qualname__"))
        return ev_str(ev, ev_shown_qualname(cls));
    const char *said = ev_class_said(cls), *dot = said ? strrchr(said, '.') : NULL;
    if (name == str_of("__module__") && dot)
        return ev_str(ev, str_intern(said, (size_t)(dot - said)));
    if (name == str_of("__module__") && cls->is_builtin && cls->builtin_class && cls->builtin_class->hidden)
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "the module of class %s", cls->name);
    if (name == str_of("__module__") && cls->module)
        return ev_name_of_module(ev, cls->module, ev_class_source(ev, cls), span);
    if (name == str_of("__mro__") || name == str_of("__bases__")) {
        bool all = name == str_of("__mro__");
        uint32_t count = all ? cls->mro_count : cls->base_count;
        const Value **items = arena_array(ev->arena, const Value *, count);
        uint32_t kept = 0;
        for (uint32_t i = 0; i < count; i++) {
            ClassInfo *of = all ? cls->mro[i] : cls->bases[i];
            bool stands_in = of->module && of->module->is_prelude && !strcmp(of->module->name, "_pyaot_subclasses");
            if (stands_in && all) /* for the built-in class, which follows */
                continue;
            if (!ev->in_driver && !ev_asks_prelude(ev) && !stands_in && !ev_has_its_bases(of))
                return ev_fail(ev, D_UNSUPPORTED_OP, span, "the bases of class %s", of->name);
            items[kept++] = ev_class_value(ev, stands_in ? of->bases[of->base_count - 1] : of);
        }
        return ev_tuple(ev, items, kept);
    }
    if (name == str_of("__dict__")) {
        const Value *dict = ev_dict(ev);
        const HeapContent *content = heap_content(ev->heap, cls->dict);
        for (uint32_t i = 0; i < content->count; i++)
            heap_set_key(ev->heap, dict->u.object, ev_str(ev, content->slots[i].name), content->slots[i].value);
        const Value *parts[] = {dict, ev_class_value(ev, cls)};
        bool as_is = ev->in_driver || ev_asks_prelude(ev);
        return as_is ? dict : ev_call_values(ev, ev_prelude(ev, "types", "mappingproxy"), parts, 2, span);
    }
    if (name == str_of("register") && cls->is_abc) {
        for (uint32_t i = 0; i < cls->mro_count; i++) /* it is a subclass of these, too */
            cls->mro[i]->has_virtual = true;
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "classes that are registered with %s", cls->name);
    }
    return NULL;
}

const Value *ev_method_in_python(Ev *ev, const ClassInfo *cls, Str name) {
    if (!cls || !cls->is_builtin)
        return NULL;
    const Value *found = ev_prelude(ev, "_pyaot_methods", str_format("%s_%s", cls->name, name));
    ev_clear_fail(ev);
    return found && found->kind == V_FUNCTION ? found : NULL;
}

const Value *ev_inherited_in_python(Ev *ev, const ClassInfo *cls, Str name) {
    const Value *found = NULL;
    for (uint32_t i = 0; cls && i < cls->mro_count && !found; i++)
        found = ev_method_in_python(ev, cls->mro[i], name);
    return found;
}

/* The same, asked of a class of the program. Classes of the prelude have methods of which it knows nothing. */
static const Value *unbound_in_python(Ev *ev, const ClassInfo *cls, Str name) {
    for (uint32_t i = 0; !cls->is_opaque && !cls->has_metaclass && i < cls->mro_count; i++) {
        const ClassInfo *base = cls->mro[i];
        if (base->is_builtin)
            return ev_method_in_python(ev, base, name);
        if (base->module && base->module->is_prelude && strcmp(base->module->name, "_pyaot_subclasses") != 0)
            return NULL;
    }
    return NULL;
}

const Value *ev_filled_class(Ev *ev, ClassInfo *cls, Str name) {
    bool is_open = cls->is_builtin || cls->is_opaque || cls->has_metaclass;
    if (name != str_of("fromkeys") || is_open || !cls->builtin_class || strcmp(cls->builtin_class->name, "dict"))
        return NULL;
    const Value *function = ev_prelude(ev, "_pyaot_methods", "class_fromkeys");
    return function ? ev_method(ev, function, ev_class_value(ev, cls)) : NULL;
}

bool ev_takes_self(const Function *function) {
    const AstNode *a = function->def->u.FunctionDef.args;
    const AstList *first = a->u.arguments.posonlyargs.len ? &a->u.arguments.posonlyargs : &a->u.arguments.args;
    return first->len && strcmp(first->items[0]->u.arg.arg, "self") == 0;
}

/* hasattr() and getattr() with a default ask for what built-in types lack. Here are the names that some of them have,
 * in whatever version of Python; a type's own are found before. */
bool ev_is_surely_absent(Str name) {
    static const char *const asked[] = {"keys",      "__call__",    "__torch_function__", "__dataclass_fields__",
                                        "__notes__", "__missing__", "__members__"};
    static const char methods[] =
        " "
        "add append as_integer_ratio bit_count bit_length capitalize casefold center clear close conjugate "
        "copy count decode denominator difference difference_update discard encode endswith expandtabs extend "
        "fdel fget find format format_map from_bytes from_iterable from_number fromhex fromkeys fset get gi_code "
        "gi_frame gi_running "
        "gi_suspended gi_yieldfrom hex imag index indices insert intersection intersection_update is_integer "
        "isalnum isalpha isascii isdecimal isdigit isdisjoint isidentifier islower isnumeric isprintable "
        "isspace issubset issuperset istitle isupper items join ljust lower lstrip maketrans mapping mro "
        "numerator partition pop popitem real remove removeprefix removesuffix replace reverse rfind rindex "
        "rjust rpartition rsplit rstrip send setdefault sort split splitlines start startswith step stop "
        "strip swapcase symmetric_difference symmetric_difference_update throw title to_bytes translate union "
        "update upper values zfill ";
    for (size_t i = 0; i < COUNT_OF(asked); i++)
        if (name == str_of(asked[i]))
            return true;
    return strncmp(name, "__", 2) != 0 && !strstr(methods, str_format(" %s ", name));
}

/* What every class has from type, and is not compiled. */
static bool is_of_type(Str name) {
    static const char names[] = " __abstractmethods__ __annotations__ __base__ __basicsize__ __call__ __class__ "
                                "__dictoffset__ __firstlineno__ __flags__ __instancecheck__ __itemsize__ __or__ "
                                "__prepare__ __ror__ __static_attributes__ __subclasscheck__ __subclasses__ "
                                "__text_signature__ __type_params__ __weakref__ __weakrefoffset__ mro ";
    return strstr(names, str_format(" %s ", name)) != NULL;
}

/* Has no class of builtins the name: it is not one of Python's special ones either, in whatever version, and nobody can
 * give them others? */
static bool builtins_lack(Str name) {
    static const char specials[] =
        " "
        "abs abstractmethods add aiter alloc and anext annotate annotate_func annotations annotations_cache "
        "args await base bases basicsize bool buffer builtins bytes cause ceil class class_getitem closure "
        "code complex contains context copy defaults del delattr delete delitem dict dictoffset dir divmod "
        "doc enter eq exit firstlineno flags float floor floordiv format func ge get getattribute getformat "
        "getitem getnewargs getstate globals gt hash iadd iand imul index init init_subclass instancecheck "
        "int invert ior isabstractmethod isub itemsize iter ixor kwdefaults le len length_hint lshift lt mod "
        "module mro mro_entries mul mypyc_attrs name ne neg new next objclass or orig_bases orig_class origin "
        "parameters pos pow prepare qualname radd rand rdivmod reduce reduce_ex release_buffer replace repr "
        "reversed rfloordiv rlshift rmod rmul ror round rpow rrshift rshift rsub rtruediv rxor self "
        "self_class set set_name setattr setitem setstate signature sizeof slots static_attributes str sub "
        "subclasscheck subclasses subclasshook suppress_context text_signature thisclass traceback truediv "
        "trunc type_params typing_unpacked_tuple_args unpacked vectorcalloffset weaklistoffset weakref "
        "weakrefoffset wrapped xor ";
    size_t len = strlen(name);
    bool is_special = len > 4 && strncmp(name, "__", 2) == 0 && strcmp(name + len - 2, "__") == 0;
    return ev_is_surely_absent(name) ||
           (is_special && !strstr(specials, str_format(" %.*s ", (int)(len - 4), name + 2)));
}

/* A base of the library, of which the prelude says a part: the class may have more from it. */
static bool has_unseen_base(const ClassInfo *cls, Str name) {
    if (name == str_of("__dataclass_fields__")) /* which a class has as its own, or none */
        return false;
    if (cls->is_namedtuple)
        return true;
    for (uint32_t i = 0; i < cls->mro_count; i++) {
        const ClassInfo *base = cls->mro[i];
        bool of_prelude = base->module && base->module->is_prelude && !base->is_nn_module;
        bool of_library = base->is_builtin ? !builtins_lack(name) : of_prelude;
        bool abstract = base->module && (!strcmp(base->module->name, "abc") || !strcmp(base->module->name, "typing"));
        if (of_library && strcmp(base->name, "object") != 0 &&
            (!abstract || name[0] == '_' || name == str_of("register")))
            return true;
    }
    return false;
}

/* What no class of the MRO is known to have. NULL without a failure: it has none. */
static const Value *unseen_class_attr(Ev *ev, ClassInfo *cls, Str name, Span span) {
    const Value *answer = ev_meta_attr(ev, cls, str_of("__getattr__"), false, span);
    if (ev->fail.kind)
        return NULL;
    bool may_have = cls->is_builtin && !builtins_lack(name);
    if (cls->is_opaque || may_have || cls->has_metaclass || is_of_type(name) ||
        (!ev_asks_prelude(ev) && has_unseen_base(cls, name)))
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "'%s' of class %s", name, cls->name);
    ev_passed_over_all(ev, cls, name, span);
    if (answer)
        return ev_call1(ev, answer, ev_str(ev, name), span);
    return ev_raise(ev, "AttributeError", span, "type object '%s' has no attribute '%s'", cls->name, name);
}

const Value *ev_own_of_class(Ev *ev, ClassInfo *cls, Str name, Span span) {
    const Value *attr = ev_overlaid(ev, cls, name);
    attr = attr ? attr : heap_get(ev->heap, cls->dict, name);
    bool differs = cls->is_enum || cls->is_namedtuple || cls->is_builtin || cls->is_opaque || cls->has_metaclass ||
                   cls->module->is_prelude || ev_is_own_slot(ev, cls, name) || (!attr && !strncmp(name, "__", 2));
    if (differs)
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "what Python has in the __dict__ of class %s", cls->name);
    if (!attr) {
        ev_passed_over(ev, &cls, &cls + 1, name, span);
        return NULL;
    }
    attr = ev_of_unnamed(ev, cls, name, attr);
    if (!ev_class_attr_fact(ev, NULL, cls, name, attr, span))
        return NULL;
    bool binds = attr->kind == V_INSTANCE &&
                 (ev_descriptor_method(ev, attr, "__get__") || ev_descriptor_method(ev, attr, "__set__"));
    const Source *place = ev->in_driver || ev_overlaid(ev, cls, name) ? NULL : ev_class_source(ev, cls);
    bool is_plain = ev_is_number(attr) || attr->kind == V_STR || attr->kind == V_NONE; /* as a base may have it too */
    if (is_plain && place && !ev_is_made_here(ev, cls))
        return ev_input_attribute(ev, source_item_str(source_attr(place, str_of("__dict__")), name), attr, span);
    return binds ? ev_descriptor_input(ev, cls, name, attr, span)
                 : ev_attr_of_class(ev, NULL, cls, cls, name, attr, span);
}

const Value *ev_method_apart(Ev *ev, Str name) {
    const Value *method = ev_prelude(ev, "torch_methods", name);
    ev_clear_fail(ev);
    return method && method->kind == V_FUNCTION ? method : NULL;
}

static const Value *tensor_method(Ev *ev, const ClassInfo *cls, Str name) {
    bool is_tensor = !strcmp(cls->name, "Tensor") && cls->module && !strcmp(cls->module->name, "torch_tensor");
    return is_tensor ? ev_method_apart(ev, name) : NULL;
}

const char *const ev_property_parts[] = {"fget", "fset", "fdel"};

/* What else than the getter may be asked of a property that is read from its class. */
static void property_facts(Ev *ev, const ClassInfo *where, Str name, const Value *property, Span span) {
    const Source *cls = ev_class_source(ev, where);
    bool is_fixed =
        ev->in_driver || !cls || where->is_builtin || where->module->is_prelude || ev_is_made_here(ev, where);
    for (uint32_t i = 1; !is_fixed && i < property->u.tuple.count; i++)
        if (property->u.tuple.items[i]->kind == V_FUNCTION)
            ev_code_fact(ev, source_attr(source_attr(cls, name), str_of(ev_property_parts[i])),
                         property->u.tuple.items[i]->u.function, span);
}

const Value *ev_class_attr(Ev *ev, ClassInfo *cls, Str name, Span span) {
    const ClassInfo *where = NULL;
    if (cls->assumed && !ev->in_driver && !ev_as_written_facts(ev, cls, span))
        return NULL;
    const Value *attr = ev_meta_attr(ev, cls, name, true, span);
    if (attr || ev->fail.kind)
        return attr;
    if (!ev->in_driver && !ev_asks_prelude(ev) && !cls->is_enum && ev_is_slot(ev, cls, name))
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "the slot '%s' of class %s", name, cls->name);
    attr = ev_class_lookup(ev, cls, name, &where);
    if (!attr) {
        attr = ev_class_special(ev, cls, name, span);
        if (attr || ev->fail.kind)
            return attr;
        attr = ev_meta_attr(ev, cls, name, false, span);
        if (attr)
            ev_passed_over_all(ev, cls, name, span);
        if (attr || ev->fail.kind)
            return attr;
        if ((attr = ev_method_in_python(ev, cls, name)))
            return attr;
        if ((attr = ev_filled_class(ev, cls, name)) || (attr = unbound_in_python(ev, cls, name))) {
            ev_passed_over_all(ev, cls, name, span);
            return attr;
        }
        where = cls;
        if (!(attr = tensor_method(ev, cls, name)))
            return unseen_class_attr(ev, cls, name, span);
    }
    if (ev_are_kept_texts(ev, where, name))
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "'%s' of class %s", name, cls->name);
    bool handled;
    if (!ev_class_attr_fact(ev, NULL, where, name, attr, span))
        return NULL;
    if (attr->kind == V_PROPERTY)
        property_facts(ev, where, name, attr, span);
    ev_inherited_fact(ev, NULL, cls, where, name, attr, span);
    const Value *got = ev_descriptor_get(ev, where, name, attr, NULL, cls, span, &handled);
    if (handled)
        return got;
    attr = ev_attr_of_class(ev, NULL, cls, where, name, attr, span);
    return attr ? ev_bind_attr(ev, attr, NULL, cls, span) : NULL;
}
