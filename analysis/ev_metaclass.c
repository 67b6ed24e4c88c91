/* Metaclasses of the program: classes that derive from `type`.
 *
 * A class statement makes its class as ever; then the metaclass's __new__ and __init__ run over it, where type.__new__
 * takes the dict that it is given for the attributes of the class. What a class lacks is looked for in its metaclass,
 * of which the class is an object, and a __call__ there makes the objects. A metaclass of another kind, or one whose
 * functions cannot be evaluated, leaves the class without objects in compiled code (ClassInfo.has_metaclass). */
#include "analysis/ev_internal.h"

/* A class whose metaclass's __new__ runs: type.__new__ completes it. */
struct MadeClass {
    ClassInfo *cls;
    bool done;
};

static bool is_function(const Value *v) { return v && (v->kind == V_FUNCTION || v->kind == V_STATICMETHOD); }

static const Value *own(Ev *ev, const ClassInfo *metaclass, const char *name) {
    const Value *found = metaclass ? ev_class_lookup(ev, metaclass, str_of(name), NULL) : NULL;
    return is_function(found) ? found : NULL;
}

static bool is_enum_meta(const ClassInfo *cls) {
    return cls->module && cls->module->is_prelude && !strcmp(cls->name, "EnumMeta");
}

/* A metaclass of enumerations, which says what they are as containers, and makes and calls them as ever. */
static bool is_usable_of_enums(Ev *ev, const ClassInfo *cls) {
    static const char *const others[] = {"__new__",     "__init__",          "__call__",    "__instancecheck__",
                                         "__getattr__", "__subclasscheck__", "__prepare__", "__getattribute__",
                                         "__setattr__", "__delattr__",       "__members__", "mro"};
    bool derives = false;
    for (uint32_t i = 0; i < cls->mro_count; i++) {
        const ClassInfo *base = cls->mro[i];
        if (base->module && base->module->is_prelude && !base->is_builtin && !is_enum_meta(base))
            return false;
        derives = derives || is_enum_meta(base);
    }
    for (size_t i = 0; i < COUNT_OF(others) && derives; i++) {
        const Value *found = ev_class_lookup(ev, cls, str_of(others[i]), NULL);
        derives = !found || found->kind == V_BUILTIN;
    }
    return derives && !cls->is_opaque && !cls->has_metaclass && !cls->metaclass && !cls->module->is_prelude;
}

static bool is_usable(Ev *ev, const ClassInfo *cls) {
    static const char *const others[] = {"__prepare__", "__getattribute__", "__setattr__", "__delattr__", "mro"};
    bool derives = false;
    for (uint32_t i = 0; i < cls->mro_count; i++)
        derives = derives || (cls->mro[i]->is_builtin && !strcmp(cls->mro[i]->name, "type"));
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        const Value *found = ev_class_lookup(ev, cls, str_of(others[i]), NULL);
        derives = derives && (!found || found->kind == V_BUILTIN);
    }
    return derives && !cls->is_opaque && !cls->is_builtin && !cls->has_metaclass && !cls->metaclass &&
           !cls->module->is_prelude;
}

bool ev_use_metaclass(Ev *ev, const AstNode *def, ClassInfo *cls) {
    for (uint32_t i = 0; i < def->u.ClassDef.keywords.len; i++) {
        const AstNode *keyword = def->u.ClassDef.keywords.items[i];
        if (!keyword->u.keyword.arg || strcmp(keyword->u.keyword.arg, "metaclass"))
            continue;
        const Value *value = ev_eval(ev, keyword->u.keyword.value);
        ev_clear_fail(ev);
        if (!value || value->kind != V_CLASS || cls->is_abc ||
            !(cls->is_enum ? is_usable_of_enums : is_usable)(ev, value->u.class_info) ||
            (cls->metaclass && cls->metaclass != value->u.class_info))
            return false;
        cls->metaclass = value->u.class_info;
    }
    return cls->metaclass != NULL;
}

void ev_inherit_metaclass(ClassInfo *cls, const ClassInfo *base) {
    cls->has_metaclass = cls->has_metaclass || (cls->metaclass && base->metaclass && cls->metaclass != base->metaclass);
    cls->metaclass = cls->metaclass ? cls->metaclass : base->metaclass;
}

/* ---- making the class -------------------------------------------------------------------------------------------- */

static const Value *attributes_of(Ev *ev, const ClassInfo *cls) {
    const Value *dict = ev_dict(ev);
    const HeapContent *content = heap_content(ev->heap, cls->dict);
    for (uint32_t i = 0; i < content->count; i++)
        if (content->slots[i].name && content->slots[i].value)
            heap_set_key(ev->heap, dict->u.object, ev_str(ev, content->slots[i].name), content->slots[i].value);
    return dict;
}

/* The class has exactly these attributes. */
static bool take_attributes(Ev *ev, const ClassInfo *cls, const Value *dict) {
    const HeapContent *now = heap_content(ev->heap, dict->u.object), *old = heap_content(ev->heap, cls->dict);
    for (uint32_t i = 0; i < now->count; i++)
        if (!now->slots[i].name)
            return false;
    for (uint32_t i = old->count; i-- > 0;)
        if (!heap_get_key(ev->heap, dict->u.object, ev_str(ev, old->slots[i].name)))
            heap_set(ev->heap, cls->dict, old->slots[i].name, NULL);
    for (uint32_t i = 0; i < now->count; i++)
        heap_set(ev->heap, cls->dict, now->slots[i].name, now->slots[i].value);
    return true;
}

static const Value *bases_of(Ev *ev, const ClassInfo *cls) {
    const Value **items = arena_array(ev->arena, const Value *, cls->base_count + 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < cls->base_count; i++)
        if (!cls->bases[i]->is_builtin || strcmp(cls->bases[i]->name, "object"))
            items[count++] = ev_class_value(ev, cls->bases[i]);
    return ev_tuple(ev, items, count);
}

/* Are these (metaclass, name, bases, attributes) of the class statement, but for what the attributes are? */
static bool is_of_statement(Ev *ev, const ClassInfo *cls, const CallArgs *args) {
    if (args->count != 4)
        return false;
    const Value *metaclass = args->args[0], *name = args->args[1], *bases = args->args[2], *own = bases_of(ev, cls);
    bool same = metaclass->kind == V_CLASS && metaclass->u.class_info == cls->metaclass && name->kind == V_STR &&
                name->u.str == cls->name && bases->kind == V_TUPLE && bases->u.tuple.count == own->u.tuple.count &&
                args->args[3]->kind == V_DICT;
    for (uint32_t i = 0; same && i < own->u.tuple.count; i++)
        same = bases->u.tuple.items[i]->kind == V_CLASS &&
               bases->u.tuple.items[i]->u.class_info == own->u.tuple.items[i]->u.class_info;
    return same;
}

const Value *ev_type_new(Ev *ev, const CallArgs *args, Span span) {
    MadeClass *made = ev->made_class;
    if (!made || made->done || !is_of_statement(ev, made->cls, args) || !take_attributes(ev, made->cls, args->args[3]))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "a class made by a call");
    made->done = true;
    const Value *self = ev_class_value(ev, made->cls);
    CallArgs keywords = *args;
    keywords.args = &self;
    keywords.count = 1;
    return ev_run_class_hooks(ev, made->cls, &keywords, span) ? self : NULL;
}

/* The function of the metaclass, called with (first, name, bases, attributes, **keywords). */
static const Value *call_hook(Ev *ev, const Value *function, const Value *first, const ClassInfo *cls,
                              const CallArgs *keywords, Span span) {
    const Value *args[] = {first, ev_str(ev, cls->name), bases_of(ev, cls), attributes_of(ev, cls)};
    CallArgs call = *keywords;
    call.args = args;
    call.count = COUNT_OF(args);
    return ev_call(ev, function->kind == V_STATICMETHOD ? function->u.tuple.items[0] : function, &call, span);
}

static bool finish(Ev *ev, ClassInfo *cls, const CallArgs *keywords, Span span) {
    const Value *make = own(ev, cls->metaclass, "__new__"), *init = own(ev, cls->metaclass, "__init__");
    const Value *self = ev_class_value(ev, cls);
    if (!make && !ev_run_class_hooks(ev, cls, keywords, span))
        return false;
    if (make && call_hook(ev, make, ev_class_value(ev, cls->metaclass), cls, keywords, span) != self)
        return ev->fail.kind ? false
                             : ev_fail(ev, D_UNSUPPORTED_OP, span, "a metaclass that makes another class") != NULL;
    const Value *result = init ? call_hook(ev, init, self, cls, keywords, span) : ev_none(ev);
    return result &&
           (result->kind == V_NONE || ev_fail(ev, D_UNSUPPORTED_OP, span, "an __init__() that gives something"));
}

bool ev_finish_class(Ev *ev, ClassInfo *cls, const CallArgs *keywords, Span span) {
    MadeClass made = {.cls = cls}, *outer = ev->made_class;
    uint32_t mark = heap_mark(ev->heap);
    ev->made_class = &made;
    bool ok = finish(ev, cls, keywords, span);
    ev->made_class = outer;
    if (ok || ev->fail.kind != FAIL_CUT || !ev->in_driver)
        return ok;
    heap_undo(ev->heap, mark); /* nothing is known of its objects then */
    ev_clear_fail(ev);
    cls->has_metaclass = true;
    return ev_run_class_hooks(ev, cls, keywords, span);
}

/* ---- objects of the metaclass ------------------------------------------------------------------------------------ */

const Value *ev_meta_call(Ev *ev, const ClassInfo *cls, Span span) {
    const ClassInfo *where = NULL;
    const Value *call = cls->metaclass ? ev_class_lookup(ev, cls->metaclass, str_of("__call__"), &where) : NULL;
    if (!is_function(call))
        return NULL;
    return ev_class_attr_fact(ev, NULL, where, str_of("__call__"), call, span) ? call : NULL;
}

const Value *ev_meta_attr(Ev *ev, ClassInfo *cls, Str name, bool data, Span span) {
    const ClassInfo *where = NULL;
    const Value *attr = cls->metaclass ? ev_class_lookup(ev, cls->metaclass, name, &where) : NULL;
    bool goes_first =
        attr && (attr->kind == V_PROPERTY || (attr->kind == V_INSTANCE && ev_is_data_descriptor(ev, attr)));
    if (!attr || where->is_builtin || (data && !goes_first))
        return NULL;
    const Value *self = ev_class_value(ev, cls);
    bool plain = attr->kind == V_FUNCTION || attr->kind == V_PROPERTY || attr->kind == V_CLASSMETHOD ||
                 attr->kind == V_STATICMETHOD;
    if (!plain && attr->kind == V_INSTANCE)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "the attribute '%s' of a metaclass", name);
    if (!plain)
        return ev_class_attr(ev, cls->metaclass, name, span);
    return ev_class_attr_fact(ev, NULL, where, name, attr, span) ? ev_bind_attr(ev, attr, self, cls->metaclass, span)
                                                                 : NULL;
}

bool ev_meta_has_instance_check(Ev *ev, const ClassInfo *cls) { return own(ev, cls->metaclass, "__instancecheck__"); }

ShTruth ev_meta_instance_check(Ev *ev, const Value *v, ClassInfo *cls, Span span) {
    const Value *check = ev_meta_attr(ev, cls, str_of("__instancecheck__"), false, span);
    const Value *answer = check ? ev_call1(ev, check, v, span) : NULL;
    return answer && answer->kind == V_BOOL ? (answer->u.boolean ? SH_YES : SH_NO) : SH_MAYBE;
}

bool ev_meta_checks_instances(Ev *ev, const ClassInfo *cls) {
    return ev_meta_has_instance_check(ev, cls) || own(ev, cls->metaclass, "__subclasscheck__");
}
