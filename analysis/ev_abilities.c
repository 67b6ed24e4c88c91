/* What objects can do, which is what the classes of collections.abc and numbers ask for (`__pyaot_protocol__` in the
 * prelude).
 *
 * Of built-in kinds it is a set of bits. Objects of other classes are asked for methods, as __subclasshook__() does, or
 * have to be of a class that derives from the one in question. SH_MAYBE: Python has to say. */
#include "analysis/ev_internal.h"

enum {
    K_ITERABLE = 1,
    K_SIZED = 2,
    K_SEQUENCE = 4,
    K_MUTABLE = 8,
    K_MAPPING = 16,
    K_SET = 32,
    K_CALLABLE = 64,
    K_ITERATOR = 128,
    K_NUMBER = 256,
    K_REAL = 512,
    K_INTEGER = 1024,
    K_HASHABLE = 2048,
    K_VIEW = 4096,
    K_KEYS = 8192,
    K_ITEMS = 16384,
    K_VALUES = 32768,
    K_REVERSIBLE = 65536,
    K_ASYNC = 131072, /* of no built-in kind here */
    K_NUMBERS = K_NUMBER | K_REAL | K_INTEGER
};

/* What the built-in kinds can do. */
static const int kind_abilities[V_KIND_COUNT] = {
    [V_NONE] = K_HASHABLE,
    [V_INT] = K_HASHABLE | K_NUMBER | K_REAL | K_INTEGER,
    [V_BOOL] = K_HASHABLE | K_NUMBER | K_REAL | K_INTEGER,
    [V_FLOAT] = K_HASHABLE | K_NUMBER | K_REAL,
    [V_STR] = K_HASHABLE | K_ITERABLE | K_SIZED | K_SEQUENCE | K_REVERSIBLE,
    [V_BYTES] = K_HASHABLE | K_ITERABLE | K_SIZED | K_SEQUENCE | K_REVERSIBLE,
    [V_TUPLE] = K_HASHABLE | K_ITERABLE | K_SIZED | K_SEQUENCE | K_REVERSIBLE,
    [V_RANGE] = K_HASHABLE | K_ITERABLE | K_SIZED | K_SEQUENCE | K_REVERSIBLE,
    [V_LIST] = K_ITERABLE | K_SIZED | K_SEQUENCE | K_MUTABLE | K_REVERSIBLE,
    [V_DICT] = K_ITERABLE | K_SIZED | K_MAPPING | K_MUTABLE | K_REVERSIBLE,
    [V_SET] = K_ITERABLE | K_SIZED | K_SET | K_MUTABLE,
    [V_ITERATOR] = K_HASHABLE | K_ITERABLE | K_ITERATOR,
    [V_CLASS] = K_HASHABLE | K_CALLABLE,
    [V_FUNCTION] = K_HASHABLE | K_CALLABLE,
    [V_METHOD] = K_HASHABLE | K_CALLABLE,
    [V_BUILTIN] = K_HASHABLE | K_CALLABLE,
    [V_PARTIAL] = K_HASHABLE | K_CALLABLE,
};

static bool is_frozen(const ClassInfo *cls) {
    for (uint32_t i = 0; i < cls->mro_count; i++)
        if (!strcmp(cls->mro[i]->name, "frozenset") || !strcmp(cls->mro[i]->name, "mappingproxy"))
            return true;
    return false;
}

/* What this object of a kind can do: a view of a dict is a list here, and not all sets and mappings can be changed. */
static int abilities_of(Ev *ev, const Value *v, ValueKind kind) {
    const DictView *view = v->kind == V_LIST ? heap_info(ev->heap, v->u.object) : NULL;
    if (view)
        return K_ITERABLE | K_SIZED | K_VIEW | K_REVERSIBLE |
               (view->part[0] == 'v' ? K_HASHABLE | K_VALUES : K_SET | (view->part[0] == 'k' ? K_KEYS : K_ITEMS));
    const ClassInfo *cls = kind == V_SET || v->kind == V_INSTANCE ? ev_class_of(ev, v) : NULL;
    bool frozen = cls && is_frozen(cls);
    return (kind_abilities[kind] & (frozen ? ~K_MUTABLE : ~0)) | (frozen && kind == V_SET ? K_HASHABLE : 0);
}

/* Instances that can do what a built-in kind can; V_INSTANCE: others. */
static ValueKind ability_kind(const ClassInfo *cls) {
    for (uint32_t i = 0; i < cls->mro_count; i++) {
        if (ev_is_deque(cls->mro[i]))
            return V_LIST;
        Str name = cls->mro[i]->qualname;
        if (cls->mro[i]->module->is_prelude && (!strcmp(name, "ChainMap") || !strcmp(name, "mappingproxy")))
            return V_DICT;
    }
    return ev_held_kind(cls);
}

/* What a class of collections.abc or numbers asks for: abilities of built-in kinds, methods of classes. */
typedef struct Protocol {
    const char *name;
    int abilities;
    const char *methods; /* NULL: only classes that derive from it can do it */
} Protocol;

static const Protocol *find_protocol(Str name) {
    static const Protocol rows[] = {{"__iter__", K_ITERABLE, "__iter__"},
                                    {"__next__", K_ITERATOR, "__next__ __iter__"},
                                    {"__hash__", K_HASHABLE, NULL},
                                    {"__len__", K_SIZED, "__len__"},
                                    {"__contains__", K_SIZED, "__contains__"},
                                    {"collection", K_ITERABLE | K_SIZED, "__len__ __iter__ __contains__"},
                                    {"__call__", K_CALLABLE, "__call__"},
                                    {"__reversed__", K_REVERSIBLE, "__reversed__ __iter__"},
                                    {"__await__", K_ASYNC, "__await__"},
                                    {"__aiter__", K_ASYNC, "__aiter__"},
                                    {"__anext__", K_ASYNC, "__anext__ __aiter__"},
                                    {"sequence", K_SEQUENCE, NULL},
                                    {"mutable sequence", K_SEQUENCE | K_MUTABLE, NULL},
                                    {"mapping", K_MAPPING, NULL},
                                    {"mutable mapping", K_MAPPING | K_MUTABLE, NULL},
                                    {"set", K_SET, NULL},
                                    {"mutable set", K_SET | K_MUTABLE, NULL},
                                    {"mapping view", K_VIEW, NULL},
                                    {"keys view", K_KEYS, NULL},
                                    {"items view", K_ITEMS, NULL},
                                    {"values view", K_VALUES, NULL},
                                    {"number", K_NUMBER, NULL},
                                    {"real number", K_REAL, NULL},
                                    {"integer", K_INTEGER, NULL}};
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (!strcmp(rows[i].name, name))
            return &rows[i];
    return NULL;
}

/* Has a class all of these methods, none of them None? */
static bool has_methods(Ev *ev, const ClassInfo *cls, const char *names) {
    while (*names) {
        size_t len = strcspn(names, " ");
        const Value *method = ev_class_lookup(ev, cls, str_intern(names, len), NULL);
        if (!method || method->kind == V_NONE)
            return false;
        names += len + (names[len] == ' ');
    }
    return true;
}

/* Of a class that says nothing of it, the first with an __eq__ has no hash; others have that of object. Members
 * of enumerations have what the prelude defines in place of int and str, which is an __eq__ alone. */
static ShTruth class_is_hashable(Ev *ev, const ClassInfo *cls) {
    for (uint32_t i = 0; i < cls->mro_count; i++) {
        const Value *hash = heap_get(ev->heap, cls->mro[i]->dict, str_of("__hash__"));
        const Value *equal = heap_get(ev->heap, cls->mro[i]->dict, str_of("__eq__"));
        bool of_object = cls->mro[i]->is_builtin && !strcmp(cls->mro[i]->name, "object");
        if (hash && !of_object)
            return hash->kind == V_NONE ? SH_NO : hash->kind == V_FUNCTION ? SH_YES : SH_MAYBE;
        if (equal && cls->is_enum && cls->mro[i]->module->is_prelude)
            return SH_YES;
        if (equal && !of_object)
            return equal->kind == V_FUNCTION && !cls->is_dataclass ? SH_NO : SH_MAYBE;
    }
    return SH_YES;
}

/* Objects of a class that is no built-in one. */
static ShTruth class_has_protocol(Ev *ev, const ClassInfo *cls, const Protocol *protocol) {
    if (cls->is_opaque)
        return SH_MAYBE;
    if (protocol->abilities == K_HASHABLE)
        return class_is_hashable(ev, cls);
    if (protocol->methods)
        return has_methods(ev, cls, protocol->methods) ? SH_YES : SH_NO;
    if (!(protocol->abilities & K_NUMBERS) || !cls->module->is_prelude)
        return SH_NO;
    return strcmp(cls->name, "complex") ? SH_MAYBE : protocol->abilities == K_NUMBER ? SH_YES : SH_NO;
}

/* isinstance() of such a class. Complex numbers, and NumPy's, are objects of the prelude. */
ShTruth ev_has_protocol(Ev *ev, const Value *v, Str name) {
    if (!strcmp(name, "generator")) /* an iterator of the library may be one, and so may what has its methods */
        return ev_is_generator_object(ev, v)                    ? SH_YES
               : v->kind == V_ITERATOR || v->kind == V_INSTANCE ? SH_MAYBE
                                                                : SH_NO;
    const Protocol *protocol = find_protocol(name);
    int wanted = protocol ? protocol->abilities : 0;
    ValueKind held = v->kind == V_INSTANCE ? ability_kind(v->u.instance.cls) : v->kind;
    if (protocol && v->kind == V_TENSOR && (wanted & K_HASHABLE))
        return SH_YES;
    if (protocol && ((v->kind == V_INSTANCE && held == V_INSTANCE) || v->kind == V_TENSOR)) {
        ClassInfo *cls = ev_class_of(ev, v);
        bool is_number = v->kind == V_TENSOR && (wanted & K_NUMBERS);
        return !cls ? SH_MAYBE : is_number ? SH_NO : class_has_protocol(ev, cls, protocol);
    }
    bool of_program = v->kind == V_INSTANCE || ev_dict_class(v) || (v->kind == V_TUPLE && v->u.tuple.cls);
    if ((wanted & K_HASHABLE) && (of_program || v->kind == V_CLASS || v->kind == V_SERIES || v->kind == V_ROWS))
        return SH_MAYBE; /* the class may say it in a way of its own */
    ValueKind kind = v->kind == V_SCALAR   ? v->u.node->type.kind == IRT_FLOAT ? V_FLOAT : V_INT
                     : v->kind == V_SERIES ? ev_series_kind(v)
                     : v->kind == V_ROWS   ? ev_rows_is_list(v) ? V_LIST : V_TUPLE
                                           : held;
    if ((wanted & K_HASHABLE) && !kind_abilities[kind])
        return SH_MAYBE;
    return !wanted ? SH_MAYBE : (abilities_of(ev, v, kind) & wanted) == wanted ? SH_YES : SH_NO;
}

/* The kind of the objects of a built-in class, or of one that derives from it; V_INSTANCE: another. */
static ValueKind kind_of_class(const ClassInfo *cls) {
    static const struct {
        const char *name;
        ValueKind kind;
    } rows[] = {{"int", V_INT},           {"bool", V_BOOL},     {"float", V_FLOAT}, {"str", V_STR},
                {"bytes", V_BYTES},       {"tuple", V_TUPLE},   {"range", V_RANGE}, {"list", V_LIST},
                {"set", V_SET},           {"frozenset", V_SET}, {"dict", V_DICT},   {"NoneType", V_NONE},
                {"function", V_FUNCTION}, {"type", V_CLASS}};
    for (size_t i = 0; cls->builtin && i < COUNT_OF(rows); i++)
        if (!strcmp(cls->builtin, rows[i].name))
            return rows[i].kind;
    return ability_kind(cls);
}

/* issubclass() of a class of collections.abc or numbers. */
ShTruth ev_class_has_protocol(Ev *ev, const ClassInfo *cls, const ClassInfo *base) {
    const Value *name =
        base->module && base->module->is_prelude ? heap_get(ev->heap, base->dict, str_of("__pyaot_protocol__")) : NULL;
    const Protocol *protocol = name && !base->has_virtual && !cls->is_opaque ? find_protocol(name->u.str) : NULL;
    if (!protocol || cls->has_metaclass)
        return SH_MAYBE;
    ValueKind kind = kind_of_class(cls);
    bool derives = !cls->is_builtin && !cls->module->is_prelude;
    if (kind == V_INSTANCE && cls->is_builtin && strcmp(cls->name, "object") != 0)
        return SH_MAYBE;
    if (kind == V_INSTANCE)
        return class_has_protocol(ev, cls, protocol);
    if (protocol->abilities == K_HASHABLE && !cls->is_builtin)
        return SH_MAYBE;
    int abilities = kind_abilities[kind];
    if (is_frozen(cls))
        abilities = (abilities & ~K_MUTABLE) | (kind == V_SET ? K_HASHABLE : 0);
    if ((abilities & protocol->abilities) == protocol->abilities)
        return derives && protocol->methods && !has_methods(ev, cls, protocol->methods) ? SH_MAYBE : SH_YES;
    return derives ? class_has_protocol(ev, cls, protocol) : SH_NO;
}
