/* What classes are asked: what they have, for objects, and whether an object is one of theirs. */
#include "analysis/ev_internal.h"

/* ---- looking up
 * -------------------------------------------------------------------------------------------------------------- */

/* `asked` is the class of which it is asked, which may have it from a base: __new__ makes no objects of others. */
static const Value *unbound_builtin(Ev *ev, ClassInfo *asked, const BuiltinClass *row, Str name) {
    const Builtin *builtin = row && row->methods ? ev_find_builtin(row->methods, name) : NULL;
    bool is_bound = asked->is_builtin && name == str_of("__new__");
    return builtin ? ev_builtin(ev, builtin, is_bound ? ev_class_value(ev, asked) : ev_ellipsis(ev)) : NULL;
}

const Value *ev_class_lookup(Ev *ev, const ClassInfo *cls, Str name, const ClassInfo **where) {
    for (uint32_t i = 0; i < cls->mro_count; i++) {
        const ClassInfo *info = cls->mro[i];
        const Value *written = ev_overlaid(ev, info, name);
        const Value *value = written ? written : heap_get(ev->heap, info->dict, name);
        if (!value && info->is_builtin)
            value = unbound_builtin(ev, (ClassInfo *)cls, info->builtin_class, name);
        if (!value)
            continue;
        if (where)
            *where = info;
        return !written && ev_is_unnamed(info) ? ev_of_unnamed(ev, info, name, value) : value;
    }
    return NULL;
}

/* What classmethod() holds, as an attribute of the class: what binds itself is bound to the class (until Python 3.13).
 */
static const Value *bind_class(Ev *ev, const Value *held, const Value *cls, Span span) {
    if (held->kind == V_PROPERTY)
        return ev_call1(ev, held->u.tuple.items[0], cls, span);
    if (held->kind == V_INSTANCE && ev_class_lookup(ev, held->u.instance.cls, str_of("__get__"), NULL))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "a classmethod() of a %s", ev_type_name(ev, held));
    return ev_method(ev, held, cls);
}

const Value *ev_bind_attr(Ev *ev, const Value *attr, const Value *object, ClassInfo *cls, Span span) {
    switch (attr->kind) {
    case V_FUNCTION:
        return object ? ev_method(ev, attr, object) : attr;
    case V_CLASSMETHOD:
        return bind_class(ev, attr->u.tuple.items[0], ev_class_value(ev, cls), span);
    case V_STATICMETHOD:
        return attr->u.tuple.items[0];
    case V_PROPERTY:
        return object ? ev_call1(ev, attr->u.tuple.items[0], object, span) : attr;
    case V_BUILTIN:
        if (object && attr->u.builtin.self && attr->u.builtin.self->kind == V_ELLIPSIS)
            return ev_builtin(ev, attr->u.builtin.builtin, object);
        return attr;
    default:
        return attr;
    }
}

const Value *ev_special(Ev *ev, const Value *object, const char *name, Span span) {
    if (object->kind == V_CLASS && object->u.class_info->has_metaclass)
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "%s of class %s, which has a metaclass", name,
                       object->u.class_info->name);
    ClassInfo *cls = ev_class_of(ev, object);
    if (!cls) {
        if (object->kind == V_EXTERNAL || object->kind == V_UNKNOWN)
            return ev_fail(ev, D_UNKNOWN_VALUE, span, "%s of an object that pyaot cannot see into", name);
        return NULL;
    }
    const ClassInfo *where = NULL;
    const Value *attr = ev_class_lookup(ev, cls, str_of(name), &where);
    if (!attr && !cls->is_opaque)
        ev_passed_over_all(ev, cls, str_of(name), span);
    if (!attr)
        return cls->is_opaque
                   ? ev_fail(ev, D_UNKNOWN_VALUE, span, "class %s has bases that pyaot cannot see into", cls->name)
                   : NULL;
    if (!ev_class_attr_fact(ev, object->source, where, str_of(name), attr, span))
        return NULL;
    ev_inherited_fact(ev, object->source, cls, where, str_of(name), attr, span);
    return ev_bind_from(ev, where, attr, object, cls, span);
}

/* ---- instances
 * ------------------------------------------------------------------------------------------------------------------ */

const Value *ev_new_instance(Ev *ev, ClassInfo *cls) {
    Value *value = ev_value(ev, V_INSTANCE);
    value->u.instance.cls = cls;
    value->u.instance.object = heap_make(ev->heap, OBJ_INSTANCE, 0, NULL);
    return value;
}

const Value *ev_new_exception(Ev *ev, ClassInfo *cls, const CallArgs *args) {
    const Value *object = ev_new_instance(ev, cls);
    if (object)
        heap_set(ev->heap, object->u.instance.object, str_of("(args)"), ev_tuple(ev, args->args, args->count));
    return object;
}

static const Value *call_new(Ev *ev, ClassInfo *cls, const Value *function, const CallArgs *args, Span span) {
    if (function->kind == V_STATICMETHOD)
        function = function->u.tuple.items[0];
    const Value **values = arena_array(ev->arena, const Value *, args->count + 1);
    values[0] = ev_class_value(ev, cls);
    for (uint32_t i = 0; i < args->count; i++)
        values[i + 1] = args->args[i];
    CallArgs full = *args;
    full.args = values;
    full.count++;
    return ev_call(ev, function, &full, span);
}

/* The class whose `name` is a Python function (not object's). */
static const Value *python_method(Ev *ev, ClassInfo *cls, const char *name, const ClassInfo **where) {
    const Value *found = ev_class_lookup(ev, cls, str_of(name), where);
    return found && (found->kind == V_FUNCTION || found->kind == V_STATICMETHOD) ? found : NULL;
}

/* Does Python make its objects by functions of the program and those of object alone? */
static bool is_made_plainly(const ClassInfo *cls) {
    for (uint32_t i = 0; i < cls->mro_count; i++) {
        const ClassInfo *base = cls->mro[i];
        bool is_object = base->is_builtin && !strcmp(base->name, "object");
        if (!is_object && (base->is_builtin || !base->module || base->module->is_prelude || base->assumed))
            return false;
    }
    return !cls->is_opaque && !cls->has_metaclass;
}

static bool has_own(Ev *ev, const ClassInfo *cls, const char *name) {
    const ClassInfo *where = NULL;
    return ev_class_lookup(ev, cls, str_of(name), &where) && !where->is_builtin;
}

bool ev_object_takes(Ev *ev, const ClassInfo *cls, uint32_t count, bool is_new, Span span) {
    if (!count || (cls->is_exception && is_new))
        return true;
    if (cls->is_exception)
        return ev_raise(ev, "TypeError", span,
                        "object.__init__() takes exactly one argument (the instance to initialize)") != NULL;
    if (!is_made_plainly(cls))
        return is_new || ev_fail(ev, D_UNSUPPORTED_OP, span, "arguments for object.__init__() of class %s", cls->name);
    bool makes = has_own(ev, cls, "__new__"), fills = has_own(ev, cls, "__init__");
    if (is_new && makes)
        ev_raise(ev, "TypeError", span, "object.__new__() takes exactly one argument (the type to instantiate)");
    else if (is_new && !fills)
        ev_raise(ev, "TypeError", span, "%s() takes no arguments", cls->name);
    else if (!is_new && (fills || !makes))
        ev_raise(ev, "TypeError", span, "%s.__init__() takes exactly one argument (the instance to initialize)",
                 fills ? "object" : cls->name);
    return !ev->fail.kind;
}

/* Of a class that leaves the operations of dict alone, but for those on items and attributes. */
const Value *ev_new_dict_object(Ev *ev, ClassInfo *cls, Span span) {
    const char *own = ev_dict_override(ev, cls);
    if (own)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "class %s, a dict, defines %s", cls->name, own);
    Value *dict = arena_copy(ev->arena, ev_dict(ev), sizeof *dict);
    dict->u.instance.cls = cls;
    dict->u.instance.exemplar = ev_new_instance(ev, cls);
    return dict;
}

static bool is_mark(Str name) {
    static const char *const marks[] = {"abstractmethod", "abstractproperty", "abstractclassmethod",
                                        "abstractstaticmethod", "__isabstractmethod__"};
    return name && IS_AMONG(marks, name);
}

/* A function, or what a property or another descriptor is made of, that abc.abstractmethod decorates. */
static bool is_abstract(const Value *attr) {
    bool wraps = attr->kind == V_PROPERTY || attr->kind == V_CLASSMETHOD || attr->kind == V_STATICMETHOD;
    const Value *function = wraps ? attr->u.tuple.items[0] : attr;
    if (function->kind != V_FUNCTION || function->u.function->def->kind != AST_FunctionDef)
        return false;
    const AstList *decorators = &function->u.function->def->u.FunctionDef.decorator_list;
    for (uint32_t i = 0; i < decorators->len; i++)
        if (is_mark(ast_last_name(decorators->items[i])))
            return true;
    return false;
}

static void find_mark(AstNode *node, void *data) {
    bool *any = data;
    *any |= (node->kind == AST_Name && is_mark(node->u.Name.id)) ||
            (node->kind == AST_Attribute && is_mark(node->u.Attribute.attr));
    if (node->kind != AST_FunctionDef)
        ast_each_child(node, find_mark, data);
    for (uint32_t i = 0; node->kind == AST_FunctionDef && i < node->u.FunctionDef.decorator_list.len; i++)
        find_mark(node->u.FunctionDef.decorator_list.items[i], data);
}

/* Does a statement of the class's body, or of a base's, mark what is_abstract() does not tell: a function that another
 * decorator has replaced, or a lambda? */
static bool may_be_abstract(Ev *ev, const ClassInfo *cls) {
    for (uint32_t i = 0; i < cls->mro_count; i++) {
        const ClassInfo *base = cls->mro[i];
        bool is_read = base->def && base->module && !base->module->is_prelude;
        for (uint32_t k = 0; is_read && k < base->def->u.ClassDef.body.len; k++) {
            AstNode *node = base->def->u.ClassDef.body.items[k];
            Str name = node->kind == AST_FunctionDef ? node->u.FunctionDef.name : NULL;
            const ClassInfo *where = base;
            const Value *found = name ? ev_class_lookup(ev, cls, name, &where) : NULL;
            bool marks = false;
            if (where != base || (found && is_abstract(found)))
                continue;
            find_mark(node, &marks);
            if (marks)
                return true;
        }
    }
    return false;
}

/* The names of its abstract methods as messages have them; NULL: it has none. */
static Str abstract_methods(Ev *ev, const ClassInfo *cls, uint32_t *count) {
    VEC(Str) names = {0};
    for (uint32_t i = 0; i < cls->mro_count; i++) {
        const HeapContent *content = heap_content(ev->heap, cls->mro[i]->dict);
        for (uint32_t k = 0; k < content->count; k++) {
            Str name = content->slots[k].name;
            if (name && is_abstract(content->slots[k].value) &&
                ev_class_lookup(ev, cls, name, NULL) == content->slots[k].value)
                vec_push(ev->arena, &names, name);
        }
    }
    *count = names.len;
    if (names.len > 1)
        qsort(names.data, names.len, sizeof *names.data, text_order);
    Str list = names.len ? names.data[0] : NULL;
    for (uint32_t i = 1; i < names.len; i++)
        list = str_format("%s, %s", list, names.data[i]);
    return list;
}

/* Has the class a base whose objects object.__new__() does not make? It alone looks for abstract methods. */
static bool may_be_native(const ClassInfo *cls) {
    static const char *const plain[] = {"abc", "typing", "collections.abc", "_collections_abc"};
    for (uint32_t i = 0; i < cls->mro_count; i++) {
        const ClassInfo *base = cls->mro[i];
        bool is_plain = !base->module || !base->module->is_prelude || base->is_nn_module ||
                        (base->is_builtin && !strcmp(base->name, "object"));
        for (size_t k = 0; k < COUNT_OF(plain) && !is_plain; k++)
            is_plain = base->module->name == str_of(plain[k]);
        if (!is_plain)
            return true;
    }
    return false;
}

const Value *ev_new_plain_object(Ev *ev, ClassInfo *cls, uint32_t arguments, Span span) {
    uint32_t count;
    if (!ev_object_takes(ev, cls, arguments, true, span))
        return NULL;
    Str abstract = cls->is_abc ? abstract_methods(ev, cls, &count) : NULL;
    if (!abstract && cls->is_abc && !ev->in_driver && may_be_abstract(ev, cls))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "an object of class %s, which may have abstract methods", cls->name);
    if (!abstract)
        return ev_new_instance(ev, cls);
    if (may_be_native(cls) || (arguments && !has_own(ev, cls, "__init__"))) /* whose words come first? */
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "an object of class %s, which has abstract methods", cls->name);
    return ev_raise(ev, "TypeError", span, /* Python 3.12 has other words */
                    ev_python_minor(ev, span) < 12 ? "Can't instantiate abstract class %s with abstract method%s %s"
                                                   : "abstract class %s with abstract method%s %s is instantiated",
                    cls->name, count > 1 ? "s" : "", abstract);
}

/* A struct sequence of torch that the program makes; torch's functions make theirs as named tuples are made. */
static bool is_given_sequence(const Ev *ev, const ClassInfo *cls) {
    const Module *asks = ev->frame ? ev->frame->module : NULL;
    return ev_is_torch_sequence(cls) && !(asks && asks->is_prelude && !strncmp(asks->name, "torch", 5));
}

static const Value *make_object(Ev *ev, ClassInfo *cls, const CallArgs *args, Span span) {
    const Value *function = python_method(ev, cls, is_given_sequence(ev, cls) ? "__pyaot_given__" : "__new__", NULL);
    if (function)
        return call_new(ev, cls, function, args, span);
    if (cls->builtin_class && !strcmp(cls->builtin_class->name, "dict"))
        return ev_new_dict_object(ev, cls, span);
    if (cls->builtin_class && cls->builtin_class->construct && !cls->is_exception && !cls->is_enum && !cls->holds_items)
        return cls->builtin_class->construct(ev, cls, args, span);
    if (cls->is_exception)
        return ev_new_exception(ev, cls, args);
    return ev_new_plain_object(ev, cls, args->count + args->keyword_count, span);
}

bool ev_is_typing_protocol(const ClassInfo *cls) {
    for (uint32_t i = 0; i < cls->base_count; i++)
        if (!strcmp(cls->bases[i]->name, "Protocol") && cls->bases[i]->module && cls->bases[i]->module->is_prelude)
            return true;
    return false;
}

static const Value *instantiate(Ev *ev, ClassInfo *cls, const CallArgs *args, Span span) {
    if (cls->has_metaclass)
        return ev_fail(ev, D_UNKNOWN_CALL, span, "class %s has a metaclass", cls->name);
    if (cls->builtin_class && cls->is_builtin)
        return cls->builtin_class->construct
                   ? cls->builtin_class->construct(ev, cls, args, span)
                   : ev_fail(ev, D_UNSUPPORTED_OP, span, "a call of the class %s", cls->builtin_class->name);
    if (cls->is_enum) {
        const Value *lookup = ev_class_lookup(ev, cls, str_of("__pyaot_lookup__"), NULL);
        if (lookup && lookup->kind == V_CLASSMETHOD)
            return call_new(ev, cls, lookup->u.tuple.items[0], args, span);
    }
    if (!ev->in_driver && cls->module->is_main && python_method(ev, cls, "__del__", NULL))
        return ev_fail(ev, D_SIDE_EFFECT, span, "class %s defines __del__", cls->name);
    const Value *object = make_object(ev, cls, args, span);
    if (!object ||
        (object->kind == V_INSTANCE && object->u.instance.cls != cls && !ev_is_subclass(object->u.instance.cls, cls)))
        return object;
    bool is_own_tuple = object->kind == V_TUPLE && object->u.tuple.cls && ev_is_subclass(object->u.tuple.cls, cls);
    if (object->kind == V_INSTANCE)
        cls = object->u.instance.cls; /* of what __new__() has made */
    else if (is_own_tuple)
        cls = object->u.tuple.cls;
    const ClassInfo *where = NULL;
    const Value *init = python_method(ev, cls, "__init__", &where);
    const Value *found = init ? NULL : ev_class_lookup(ev, cls, str_of("__init__"), NULL);
    if (found && found->kind == V_UNKNOWN)
        return ev_fail(ev, D_UNKNOWN_CALL, span, "what makes objects of class %s is not known", cls->name);
    if (!init && ev_is_typing_protocol(cls))
        return ev_raise(ev, "TypeError", span, "Protocols cannot be instantiated");
    if (!init && ev_dict_class(object))
        return ev_dict_take(ev, object, args, span) ? object : NULL;
    if (!init) {
        if (cls->is_opaque && object->kind == V_INSTANCE)
            return ev_fail(ev, D_UNKNOWN_CALL, span, "class %s has bases that pyaot cannot see into", cls->name);
        return object;
    }
    if (object->kind != V_INSTANCE && !ev_dict_class(object) && !is_own_tuple)
        return object;
    if (!ev_class_attr_fact(ev, NULL, where, str_of("__init__"), init, span))
        return NULL;
    ev_inherited_fact(ev, NULL, cls, where, str_of("__init__"), init, span);
    CallArgs likely = *args;
    if (ev->in_driver && cls->module == ev->main_module && init->kind == V_FUNCTION &&
        init->u.function->def->kind == AST_FunctionDef)
        ev_likely_arguments(ev, init->u.function, &likely);
    const Value *result = ev_call_function(ev, init, object, &likely, span);
    if (result && result->kind != V_NONE && result->kind != V_UNKNOWN && !ev->in_driver)
        return ev_raise(ev, "TypeError", span, "__init__() should return None, not '%s'", ev_type_name(ev, result));
    return result ? object : NULL;
}

/* Past a __call__ of the metaclass. */
const Value *ev_instantiate_plainly(Ev *ev, ClassInfo *cls, const CallArgs *args, Span span) {
    return instantiate(ev, cls, args, span);
}

const Value *ev_instantiate(Ev *ev, ClassInfo *cls, const CallArgs *args, Span span) {
    const Value *call = ev_meta_call(ev, cls, span);
    CallArgs given = *args;
    ClassInfo *made = ev_class_to_become(ev, cls, &given);
    const Value *object = call            ? call_new(ev, cls, call, args, span)
                          : ev->fail.kind ? NULL
                                          : instantiate(ev, made, &given, span);
    if (!object)
        ev_note_unmade(ev, cls);
    else if (ev->in_driver && object->kind == V_INSTANCE)
        cls->example = object;
    ev->modules_made += ev->in_driver && cls->is_nn_module;
    return object;
}

/* ---- isinstance
 * ---------------------------------------------------------------------------------------------------------------------
 */

bool ev_has_virtual(Ev *ev, const ClassInfo *cls) {
    const Value *hook = cls->is_abc ? ev_class_lookup(ev, cls, str_of("__subclasshook__"), NULL) : NULL;
    bool by_ability =
        cls->module && cls->module->is_prelude && heap_get(ev->heap, cls->dict, str_of("__pyaot_protocol__"));
    return cls->has_virtual || cls->has_metaclass || hook || by_ability || ev_meta_checks_instances(ev, cls);
}

/* May the object say that it is of another class? isinstance() believes its __class__. */
static bool tells_another_class(Ev *ev, const Value *v, const ClassInfo *type) {
    if (v->kind != V_INSTANCE)
        return false;
    const Value *told = ev_class_lookup(ev, type, str_of("__getattribute__"), NULL);
    return (told && told->kind != V_BUILTIN) || ev_class_lookup(ev, type, str_of("__class__"), NULL);
}

static ShTruth instance_of_class(Ev *ev, const Value *v, ClassInfo *cls, Span span) {
    if (ev_is_typing_protocol(cls))
        return SH_MAYBE;
    const Value *protocol =
        cls->module && cls->module->is_prelude ? heap_get(ev->heap, cls->dict, str_of("__pyaot_protocol__")) : NULL;
    bool derived = protocol && v->kind == V_INSTANCE && ev_is_subclass(v->u.instance.cls, cls);
    if (protocol && !derived && v->kind != V_UNKNOWN && v->kind != V_EXTERNAL) {
        ShTruth can = ev_has_protocol(ev, v, protocol->u.str);
        bool tells = v->kind == V_INSTANCE && tells_another_class(ev, v, v->u.instance.cls);
        return can == SH_NO && (cls->has_virtual || tells) ? SH_MAYBE : can;
    }
    if (v->kind == V_TENSOR && !ev_is_subclass(ev_tensor_class(ev, false), cls) &&
        ev_is_subclass(ev_tensor_class(ev, true), cls))
        ev_class_is_read(ev, v, span);
    ClassInfo *type = ev_class_of(ev, v);
    bool makes_iterators = !cls->is_builtin && cls->module && cls->module->is_prelude; /* as itertools.chain */
    bool may_be_made = makes_iterators || (cls->is_builtin && cls->name == str_of("generator"));
    if (type && ev_is_untold_class(type) && may_be_made)
        return SH_MAYBE;
    if (v->kind == V_CLASS && type && cls->is_builtin && cls->name == str_of("type"))
        return SH_YES;
    if (type != cls && ev_meta_has_instance_check(ev, cls))
        return ev_meta_instance_check(ev, v, cls, span);
    if (!type && cls->builtin && !strcmp(cls->builtin, "object"))
        return SH_YES;
    bool is_view = v->kind == V_LIST && heap_info(ev->heap, v->u.object); /* of a dict: its class derives from object */
    if (!type)
        return is_view && !ev_has_virtual(ev, cls) ? SH_NO : SH_MAYBE;
    ShTruth derives = ev_derives(ev, type, cls);
    if (derives != SH_NO)
        return derives;
    bool may_be = type->is_opaque || tells_another_class(ev, v, type) || ev_has_virtual(ev, cls);
    return may_be ? SH_MAYBE : SH_NO;
}

/* The dtype of torch.FloatTensor and its kin, which are no classes; NULL: another object. */
const Value *ev_tensor_type(Ev *ev, Str path) {
    static const struct {
        const char *path;
        DType dtype;
    } rows[] = {{"torch.FloatTensor", DT_F32},     {"torch.DoubleTensor", DT_F64}, {"torch.HalfTensor", DT_F16},
                {"torch.BFloat16Tensor", DT_BF16}, {"torch.ByteTensor", DT_U8},    {"torch.CharTensor", DT_I8},
                {"torch.ShortTensor", DT_I16},     {"torch.IntTensor", DT_I32},    {"torch.LongTensor", DT_I64},
                {"torch.BoolTensor", DT_BOOL}};
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (strcmp(path, rows[i].path) == 0)
            return ev_dtype(ev, rows[i].dtype);
    return NULL;
}

/* Classes that are known by their path alone, and the kind of their objects (V_UNKNOWN: of none that is known here). */
static const struct {
    const char *path;
    ValueKind kind;
} external_classes[] = {{"torch.dtype", V_DTYPE},       {"torch.device", V_DEVICE},
                        {"torch.layout", V_LAYOUT},     {"torch.memory_format", V_MEMORY_FORMAT},
                        {"torch.Generator", V_UNKNOWN}, {"numpy.ndarray", V_UNKNOWN},
                        {"numpy.generic", V_UNKNOWN}};

/* isinstance() of them; that of the types of tensors looks at the dtype. */
static ShTruth is_of_external_class(Ev *ev, const Value *v, Str path) {
    const Value *dtype = ev_tensor_type(ev, path);
    for (size_t i = 0; i < COUNT_OF(external_classes); i++)
        if (!strcmp(path, external_classes[i].path) && (v->kind != V_INSTANCE || !v->u.instance.cls->is_opaque))
            return (v->kind == V_OTHER_DTYPE ? V_DTYPE : v->kind) == external_classes[i].kind ? SH_YES : SH_NO;
    if (!dtype)
        return SH_MAYBE;
    return v->kind == V_TENSOR && ev_tensor_node(ev, v)->type.dtype == dtype->u.dtype ? SH_YES : SH_NO;
}

/* The class that a name of typing stands for: isinstance(x, typing.Mapping). NULL: none that is known. */
static const Value *origin_of_typing(Ev *ev, Str path) {
    static const struct {
        const char *name, *module, *origin;
    } rows[] = {{"List", "builtins", "list"},
                {"Dict", "builtins", "dict"},
                {"Tuple", "builtins", "tuple"},
                {"Set", "builtins", "set"},
                {"FrozenSet", "builtins", "frozenset"},
                {"Type", "builtins", "type"},
                {"Text", "builtins", "str"},
                {"AbstractSet", "collections.abc", "Set"},
                {"Deque", "collections", "deque"},
                {"DefaultDict", "collections", "defaultdict"},
                {"OrderedDict", "collections", "OrderedDict"},
                {"Counter", "collections", "Counter"}};
    if (strncmp(path, "typing.", strlen("typing.")) != 0)
        return NULL;
    const char *name = path + strlen("typing.");
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (!strcmp(name, rows[i].name))
            return ev_prelude(ev, rows[i].module, rows[i].origin);
    const Value *origin = ev_prelude(ev, "collections.abc", name);
    if (!origin)
        ev_clear_fail(ev);
    return origin;
}

bool ev_is_type_name(Ev *ev, Str path) {
    static const char forms[] =
        " Any Union Optional Callable ClassVar Final Literal Annotated TypeVar LiteralString Never "
        "NoReturn Self Concatenate ParamSpec TypeAlias TypeGuard Required NotRequired Unpack ";
    bool is_form = !strncmp(path, "typing.", 7) && strstr(forms, str_format(" %s ", path + 7));
    const Value *origin = is_form ? NULL : origin_of_typing(ev, path);
    return is_form || (origin && origin->kind == V_CLASS);
}

/* The name of typing that an alias was made of; NULL: none. */
static Str made_of_typing(Ev *ev, const Value *type) {
    size_t length = type->kind == V_EXTERNAL ? strlen(type->u.str) : 0;
    bool is_made = length > 2 && !strncmp(type->u.str, "typing.", 7) && ev_alias_index(ev, type);
    return is_made ? str_intern(type->u.str, length - 2) : NULL;
}

static bool is_union(Str path) { return path == str_of("typing.Union") || path == str_of("typing.Optional"); }

const Value *ev_type_origin(Ev *ev, const Value *type, Span span) {
    Str path = made_of_typing(ev, type);
    if (path && is_union(path))
        return ev_external(ev, str_of("typing.Union"));
    const Value *origin = type->kind == V_EXTERNAL ? origin_of_typing(ev, path ? path : type->u.str) : NULL;
    if (origin && origin->kind == V_CLASS)
        return origin;
    if (type->kind == V_CLASS && ev_alias_index(ev, type))
        return ev_class_value(ev, type->u.class_info);
    bool is_plain = (type->kind == V_CLASS || type->kind == V_TUPLE) && !ev_is_alias(ev, type);
    bool has_none = type->kind == V_NONE || type->kind == V_STR || is_plain ||
                    (type->kind == V_EXTERNAL && !path && ev_is_type_name(ev, type->u.str));
    return has_none ? ev_none(ev) : ev_fail(ev, D_UNSUPPORTED_OP, span, "typing.get_origin()");
}

typedef VEC(const Value *) TypeItems;

static bool may_be_alike(const Value *a, const Value *b) {
    return a->kind == b->kind &&
           (a->kind == V_CLASS ? a->u.class_info == b->u.class_info : strcmp(a->u.str, b->u.str) == 0);
}

/* What stands in the brackets, one by one; those of a union in a union are its own. */
static bool put_arguments(Ev *ev, const Value *type, bool in_union, TypeItems *out) {
    Str path = made_of_typing(ev, type);
    const Value *index = path && (!in_union || is_union(path)) ? ev_alias_index(ev, type) : NULL;
    bool is_list = index && index->kind == V_TUPLE && !ev_is_alias(ev, index);
    for (uint32_t i = 0; i < (is_list ? index->u.tuple.count : index ? 1 : 0); i++) {
        const Value *item = is_list ? index->u.tuple.items[i] : index;
        if (item->kind != V_CLASS && item->kind != V_NONE && item->kind != V_EXTERNAL)
            return false;
        if (is_union(path) && made_of_typing(ev, item) && is_union(made_of_typing(ev, item))) {
            if (!put_arguments(ev, item, true, out))
                return false;
            continue;
        }
        item = item->kind == V_NONE ? ev_class_value(ev, ev_builtin_class(ev, "NoneType")) : item;
        for (uint32_t k = 0; is_union(path) && k < out->len; k++)
            if (may_be_alike(out->data[k], item)) /* which of two would be left out */
                return false;
        vec_push(ev->arena, out, item);
    }
    if (path == str_of("typing.Optional"))
        vec_push(ev->arena, out, ev_class_value(ev, ev_builtin_class(ev, "NoneType")));
    return index != NULL;
}

const Value *ev_type_arguments(Ev *ev, const Value *type, Span span) {
    TypeItems items = {0};
    const Value *index = ev_alias_index(ev, type);
    if (type->kind == V_CLASS && index) /* as they were written */
        return index->kind == V_TUPLE && !ev_is_alias(ev, index) ? index : ev_tuple(ev, &index, 1);
    if (made_of_typing(ev, type))
        return put_arguments(ev, type, false, &items)
                   ? ev_tuple(ev, items.data, items.len)
                   : ev_fail(ev, D_UNSUPPORTED_OP, span, "typing.get_args() of these types");
    const Value *origin = ev_type_origin(ev, type, span); /* it has none, or is not known */
    return origin ? ev_tuple(ev, NULL, 0) : NULL;
}

bool ev_is_library_function(const Value *v) {
    v = v->kind == V_METHOD ? v->u.method.function : v;
    return v->kind == V_FUNCTION && v->u.function->is_prelude;
}

static bool is_callable_class(const ClassInfo *cls) {
    return cls->is_builtin && (cls->name == str_of("function") || cls->name == str_of("method"));
}

static ShTruth refuse_parameters(Ev *ev, Span span) {
    ev_raise(ev, "TypeError", span, "isinstance() argument 2 cannot be a parameterized generic");
    return SH_MAYBE;
}

static bool has_parameters(Ev *ev, const Value *types) {
    for (uint32_t i = 0; i < types->u.tuple.count; i++) {
        const Value *item = types->u.tuple.items[i];
        bool is_alias = ev_is_alias(ev, item);
        if (is_alias && (item->kind != V_TUPLE || has_parameters(ev, item)))
            return true;
    }
    return false;
}

ShTruth ev_isinstance(Ev *ev, const Value *v, const Value *cls, Span span) {
    v = ev_told_tensor(ev, v);
    if (v->kind == V_UNKNOWN) {
        ev_need(ev, v, HYP_TENSOR_FLAT, DT_NONE, -1, span);
        return SH_MAYBE;
    }
    if (cls->kind == V_CLASS && ev_is_alias(ev, cls))
        return refuse_parameters(ev, span);
    if (cls->kind == V_CLASS)
        return is_callable_class(cls->u.class_info) && ev_is_library_function(v)
                   ? SH_MAYBE
                   : instance_of_class(ev, v, cls->u.class_info, span);
    if (cls->kind == V_NONE) {
        ev_raise(ev, "TypeError", span, "isinstance() arg 2 must be a type, a tuple of types, or a union");
        return SH_MAYBE;
    }
    if (cls->kind == V_FUNCTION && cls->u.function->is_prelude && v->kind != V_EXTERNAL) {
        const Function *f = cls->u.function;
        return is_of_external_class(ev, v, str_format("%s.%s", f->module->name, f->name));
    }
    const Value *origin = cls->kind == V_EXTERNAL ? origin_of_typing(ev, cls->u.str) : NULL;
    if (origin && origin->kind == V_CLASS)
        return ev_isinstance(ev, v, origin, span);
    if (cls->kind == V_EXTERNAL && v->kind != V_EXTERNAL)
        return is_of_external_class(ev, v, cls->u.str);
    if (cls->kind != V_TUPLE)
        return SH_MAYBE;
    if (ev_is_alias(ev, cls) && has_parameters(ev, cls)) /* of a union, before it is asked for */
        return refuse_parameters(ev, span);
    ShTruth result = SH_NO;
    for (uint32_t i = 0; i < cls->u.tuple.count && result != SH_YES; i++) {
        const Value *item = cls->u.tuple.items[i];
        bool is_none = item->kind == V_NONE && ev_is_alias(ev, cls); /* int | None */
        ShTruth one = !is_none ? ev_isinstance(ev, v, item, span) : v->kind == V_NONE ? SH_YES : SH_NO;
        if (ev->fail.kind)
            return SH_MAYBE;
        result = one == SH_NO ? result : one;
    }
    return result;
}
