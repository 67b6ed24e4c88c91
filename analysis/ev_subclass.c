/* Subclasses of list, set, frozenset and property, and what those of tuple may define.
 *
 * Lists and sets have kinds of their own among values, with no place for attributes or for a class. So an object of a
 * subclass is an instance, which keeps what the built-in class keeps in a list or set of its own, in an attribute that
 * no program can name. What the built-in class does to the object is written in Python (prelude/_pyaot_subclasses.py);
 * a class statement finds those classes in place of the built-in ones. An object of a subclass of property is an
 * instance, too: a descriptor like any other. */
#include "analysis/ev_internal.h"

#define HELD "(items)"

static const struct {
    const char *name, *stand_in;
    ValueKind kind;
} rows[] = {{"list", "ListObject", V_LIST},
            {"set", "SetObject", V_SET},
            {"frozenset", "FrozensetObject", V_SET},
            {"property", "PropertyObject", V_INSTANCE}};

bool ev_is_held_name(Str name) { return name == str_of(HELD); }

bool ev_stand_in(Ev *ev, ClassInfo **base, bool *holds_items) {
    for (size_t i = 0; (*base)->is_builtin && i < COUNT_OF(rows); i++) {
        if (strcmp((*base)->name, rows[i].name))
            continue;
        const Value *cls = ev_prelude(ev, "_pyaot_subclasses", rows[i].stand_in);
        if (!cls)
            return false;
        *base = cls->u.class_info;
        *holds_items = *holds_items || rows[i].kind != V_INSTANCE;
    }
    return true;
}

ValueKind ev_held_kind(const ClassInfo *cls) {
    for (size_t i = 0; cls->holds_items && i < COUNT_OF(rows); i++)
        if (!strcmp(cls->builtin, rows[i].name))
            return rows[i].kind;
    return V_INSTANCE;
}

const Value *ev_held(const Ev *ev, const Value *object) {
    if (object->kind != V_INSTANCE || !object->u.instance.cls->holds_items)
        return object;
    const Value *held = heap_get(ev->heap, object->u.instance.object, str_of(HELD));
    return held ? held : object;
}

const Value *ev_held_as_is(Ev *ev, const Value *object) {
    static const char *const read[] = {"__iter__", "__len__", "__getitem__"};
    const Value *held = ev_held(ev, object);
    for (size_t i = 0; held != object && i < COUNT_OF(read); i++) {
        const ClassInfo *where = NULL;
        if (ev_class_lookup(ev, object->u.instance.cls, str_of(read[i]), &where) && !where->module->is_prelude)
            return object;
    }
    return held;
}

const Value *ev_held_members(Ev *ev, const Value *object) {
    const Value *held = ev_held(ev, object);
    return held->kind == V_SET ? held : ev_held_as_is(ev, object);
}

bool ev_tuple_defines(Ev *ev, const Value *v, const char *name) {
    const Value *found =
        v->kind == V_TUPLE && v->u.tuple.cls ? ev_class_lookup(ev, v->u.tuple.cls, str_of(name), NULL) : NULL;
    return found && found->kind == V_FUNCTION;
}

/* Tuples are values, whose items are seen without asking their class. */
bool ev_may_be_tuple(Ev *ev, const Value *tuple, Span span) {
    static const char *const asked[] = {"__len__",     "__bool__", "__getitem__",  "__iter__",         "__contains__",
                                        "__eq__",      "__ne__",   "__lt__",       "__le__",           "__gt__",
                                        "__ge__",      "__hash__", "__reversed__", "__getattribute__", "__getattr__",
                                        "__setattr__", "__call__", "__iadd__",     "__imul__",         "__format__",
                                        "__repr__",    "__str__"};
    bool named = tuple->u.tuple.cls && tuple->u.tuple.cls->is_namedtuple; /* their texts are asked for */
    for (size_t i = 0; i < COUNT_OF(asked) - 2 * (size_t)named; i++)
        if (ev_tuple_defines(ev, tuple, asked[i]))
            return ev_fail(ev, D_UNSUPPORTED_OP, span, "an object of %s, a tuple whose class defines %s",
                           tuple->u.tuple.cls->name, asked[i]) != NULL;
    return true;
}

const Value *ev_holder(Ev *ev, ClassInfo *cls, const Value *items) {
    Value *object = ev_value(ev, V_INSTANCE);
    object->u.instance.cls = cls;
    object->u.instance.object = heap_make(ev->heap, OBJ_INSTANCE, 0, NULL);
    heap_set(ev->heap, object->u.instance.object, str_of(HELD), items);
    return object;
}
