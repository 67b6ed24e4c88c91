/* Attributes: setting and deleting them, for every kind of value. Reading: ev_attr.c. */
#include "analysis/ev_internal.h"

/* An attribute that an object of a class of the library has no place for, or that nobody may write. */
static bool refuse_of_c(Ev *ev, const Value *object, Str name, Span span) {
    if (ev_getattr_or_null(ev, object, name, span) || ev->fail.kind)
        return !ev->fail.kind && ev_fail(ev, D_UNSUPPORTED_OP, span, "an attribute of a class of C is assigned");
    return ev_attribute_error(ev, object, name, span) != NULL;
}

/* Nothing holds the attribute: what the class has by that name can only be read. */
static bool refuse_without_place(Ev *ev, const Value *object, Str name, Span span) {
    if (!ev_class_lookup(ev, object->u.instance.cls, name, NULL))
        return ev_attribute_error(ev, object, name, span) != NULL;
    return ev_raise(ev, "AttributeError", span, "'%s' object attribute '%s' is read-only", ev_type_name(ev, object),
                    name) != NULL;
}

/* The object has no such attribute of its own; of a slot that holds nothing Python gives the name alone. */
static bool refuse_deletion(Ev *ev, const Value *object, Str name, Span span) {
    const ClassInfo *cls = object->u.instance.cls;
    if (!ev_has_place(ev, cls, name))
        return refuse_without_place(ev, object, name, span);
    return ev_is_slot(ev, cls, name) ? ev_raise(ev, "AttributeError", span, "%s", name) != NULL
                                     : ev_attribute_error(ev, object, name, span) != NULL;
}

/* By a property or another descriptor of the class that has a setter, or says that there is none. */
static bool set_by_descriptor(Ev *ev, const Value *object, Str name, const Value *value, const Value *attr,
                              const ClassInfo *where, Span span) {
    if (attr->kind == V_PROPERTY) {
        const Value *setter = attr->u.tuple.count > 1 ? attr->u.tuple.items[1] : NULL;
        const Value *args[] = {object, value};
        const Source *source = ev_class_source(ev, where);
        if (setter && setter->kind == V_FUNCTION && source)
            ev_code_fact(ev, source_attr(source_attr(source, name), str_of("fset")), setter->u.function, span);
        if (setter && setter->kind != V_NONE)
            return ev_call_values(ev, setter, args, 2, span) != NULL;
        bool may_be_of_c = where->module && where->module->is_prelude; /* no property in Python: it has other words */
        const char *fmt = may_be_of_c ? "'%s' of '%s' is read only" : "property '%s' of '%s' object has no setter";
        return ev_raise(ev, "AttributeError", span, fmt, name, ev_shown_qualname(ev_class_of(ev, object))) != NULL;
    }
    const Value *set = ev_descriptor_method(ev, attr, "__set__");
    if (!(attr = ev_descriptor_input(ev, where, name, attr, span)))
        return false;
    const Value *args[] = {attr, object, value};
    return ev_class_attr_fact(ev, attr->source, attr->u.instance.cls, str_of("__set__"), set, span) &&
           ev_call_values(ev, set, args, 3, span);
}

static bool has_setter(Ev *ev, const Value *attr) {
    return attr && (attr->kind == V_PROPERTY || ev_descriptor_method(ev, attr, "__set__"));
}

/* What a class has may say how objects set and delete the attribute: of an object that we do not know, nobody can tell.
 */
static bool may_define_setting(const Ev *ev, const Value *attr) {
    return attr && attr->kind == V_UNKNOWN && !ev->in_driver;
}

static const AstNode *entry_of(const Ev *ev) {
    const Frame *frame = ev->frame;
    while (frame && !frame->is_entry)
        frame = frame->parent;
    return frame && frame->function ? frame->function->def : NULL;
}

bool ev_shares_dicts(const Ev *ev) { return map_has(&ev->gives_dicts, MAP_KEY(entry_of(ev))); }

/* Python does it: of what follows in this entry, nobody knows which objects have the dict. */
static bool refuse_dict(Ev *ev, Str name, Span span) {
    if (name == str_of("__dict__") && !ev->in_driver && entry_of(ev))
        map_put(&ev->gives_dicts, MAP_KEY(entry_of(ev)), ev);
    return ev_fail(ev, D_SIDE_EFFECT, span, "an object's %s is assigned", name) != NULL;
}

bool ev_object_setattr(Ev *ev, const Value *object, Str name, const Value *value, Span span) {
    ClassInfo *cls = object->u.instance.cls;
    const ClassInfo *where = NULL;
    if (ev_is_key(ev, object->u.instance.object) && !ev->in_driver)
        return ev_fail(ev, D_SIDE_EFFECT, span, "an object changes that is a key of a dict or set") != NULL;
    if (name == str_of("__dict__") || name == str_of("__class__"))
        return refuse_dict(ev, name, span);
    const Value *attr = ev_class_lookup(ev, cls, name, &where);
    if (may_define_setting(ev, attr))
        return ev_fail(ev, D_SIDE_EFFECT, span, "'%s' of class %s, which is not known, is assigned", name, cls->name) !=
               NULL;
    if (has_setter(ev, attr))
        return set_by_descriptor(ev, object, name, value, attr, where, span);
    if (ev_lacks_dict(cls) && !ev_asks_prelude(ev) && !ev->in_driver)
        return refuse_of_c(ev, object, name, span);
    if (!ev_has_place(ev, cls, name))
        return refuse_without_place(ev, object, name, span);
    if (object->source && !ev->in_driver)
        return ev_set_input_attr(ev, object, name, value, span);
    if (!ev_may_write(ev, object, object->u.instance.object, span))
        return false;
    ev_put_attribute(ev, object->u.instance.object, name, value);
    return true;
}

/* Has the table of an object that is made here, an attribute of it, an item by that name? What is no such table: it
 * may. */
static bool may_list(Ev *ev, ObjId object, Str table, Str name) {
    const Value *items = heap_get(ev->heap, object, table);
    return items &&
           (items->kind != V_DICT || items->source || heap_get_key(ev->heap, items->u.object, ev_str(ev, name)));
}

bool ev_is_registered(const Value *value) {
    return (value->kind == V_INSTANCE && value->u.instance.cls->is_nn_module) ||
           (value->kind == V_TENSOR && value->u.tensor.is_parameter);
}

/* The table of a module that driver code makes where its __setattr__() lists such a value: a parameter, or another
 * module. NULL: nowhere, or it is not seen. */
static const Value *table_for(Ev *ev, const Value *module, const Value *value) {
    bool is_module = value->kind == V_INSTANCE;
    if (!ev->in_driver || !ev_is_registered(value))
        return NULL;
    const Value *table = heap_get(ev->heap, module->u.instance.object, str_of(is_module ? "_modules" : "_parameters"));
    return table && table->kind == V_DICT && !table->source && !ev_dict_class(table) ? table : NULL;
}

/* Sets the attribute of a module as Module.__setattr__() does, if that is simple: the module is made here, and the
 * value is listed in a table, or is no tensor and no object and takes no place of a parameter or a buffer. False:
 * nothing was done. */
static bool set_plain(Ev *ev, const Value *module, Str name, const Value *value) {
    bool is_plain = value->kind == V_NONE || value->kind == V_BOOL || value->kind == V_INT || value->kind == V_FLOAT ||
                    value->kind == V_STR || value->kind == V_TUPLE || value->kind == V_FUNCTION;
    ObjId object = module->u.instance.object;
    if (module->source)
        return false;
    const Value *table = table_for(ev, module, value);
    if (table)
        heap_set_key(ev->heap, table->u.object, ev_str(ev, name), value);
    else if (!is_plain || may_list(ev, object, str_of("_parameters"), name) ||
             may_list(ev, object, str_of("_buffers"), name) ||
             (!ev->in_driver && may_list(ev, object, str_of("_modules"), name)))
        return false;
    heap_set(ev->heap, object, name, value);
    return true;
}

/* A module of driver code becomes one of a class that derives from its own, or is the base of it, as parametrisations
 * have it. */
static bool becomes_another(Ev *ev, const Value *object, Str name, const Value *value) {
    ClassInfo *cls = object->u.instance.cls, *other = value->kind == V_CLASS ? value->u.class_info : NULL;
    if (!ev->in_driver || name != str_of("__class__") || !other || !cls->is_nn_module || !other->is_nn_module ||
        !(ev_is_subclass(other, cls) || ev_is_subclass(cls, other)))
        return false;
    ((Value *)(uintptr_t)object)->u.instance.cls = other; /* all know the object by this value */
    return true;
}

bool ev_set_by_class(Ev *ev, const Value *module, Str name, const Value *value, Span span) {
    bool is_known = value->kind != V_UNKNOWN && value->kind != V_EXTERNAL && value->kind != V_SERIES;
    if (!ev->in_driver && (!is_known || ev_is_registered(value))) /* registered, or refused by register_parameter() */
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "'%s' of a module, which its class describes", name) != NULL;
    return ev_object_setattr(ev, module, name, value, span);
}

static bool instance_setattr(Ev *ev, const Value *object, Str name, const Value *value, Span span) {
    ClassInfo *cls = object->u.instance.cls;
    if (becomes_another(ev, object, name, value))
        return true;
    const ClassInfo *where = NULL;
    const Value *hook = ev_class_lookup(ev, cls, str_of("__setattr__"), &where);
    bool of_module = hook && hook->kind == V_FUNCTION && hook->u.function->is_prelude && cls->is_nn_module;
    const Value *attr = of_module ? ev_class_lookup(ev, cls, name, NULL) : NULL;
    if (attr && ev_is_data_descriptor(ev, attr))
        return ev_set_by_class(ev, object, name, value, span);
    if (of_module && object->source && !ev->in_driver)
        return ev_set_input_attr(ev, object, name, value, span);
    if (of_module && set_plain(ev, object, name, value))
        return true;
    if (hook && hook->kind == V_FUNCTION && !ev_is_asked_by_c(ev, cls)) {
        const Value *args[] = {object, ev_str(ev, name), value};
        if (!ev_class_attr_fact(ev, object->source, where, str_of("__setattr__"), hook, span))
            return false;
        EvMark mark = ev_mark(ev);
        if (ev_call_values(ev, hook, args, 3, span))
            return true;
        if (!ev->in_driver || ev->fail.kind != FAIL_CUT)
            return false;
        ev_undo(ev, mark); /* most check the value in some way, and keep it */
        ev_clear_fail(ev);
    }
    return ev_object_setattr(ev, object, name, value, span);
}

static bool is_code_value(const Value *v) {
    return v->kind == V_FUNCTION || v->kind == V_BUILTIN || v->kind == V_PROPERTY || v->kind == V_STATICMETHOD ||
           v->kind == V_CLASSMETHOD || v->kind == V_INSTANCE;
}

/* An attribute that is no entry of the dict of a class: type's own descriptors keep it, change the class, or refuse. */
static bool is_kept_by_type(Str name, const Value *value) {
    static const char *const names[] = {
        "__bases__",           "__base__",          "__mro__",      "__dict__",       "__class__",
        "__flags__",           "__basicsize__",     "__itemsize__", "__dictoffset__", "__weakrefoffset__",
        "__abstractmethods__", "__text_signature__"};
    if (name == str_of("__name__") || name == str_of("__qualname__"))
        return value->kind != V_STR;
    return IS_AMONG(names, name);
}

/* A plain value becomes an attribute of a class of the program. */
static bool class_setattr(Ev *ev, const Value *object, Str name, const Value *value, Span span) {
    ClassInfo *cls = object->u.class_info;
    if (is_kept_by_type(name, value)) {
        cls->has_metaclass = cls->has_metaclass || ev->in_driver; /* from here on nothing is known of its objects */
        return ev_fail(ev, D_SIDE_EFFECT, span, "%s of class %s is assigned", name, cls->name) != NULL;
    }
    const Value *members =
        cls->is_enum && !ev->frame->module->is_prelude ? ev_class_lookup(ev, cls, str_of("__members__"), NULL) : NULL;
    if (members && members->kind == V_DICT && heap_get_key(ev->heap, members->u.object, ev_str(ev, name)))
        return ev_raise(ev, "AttributeError", span, "cannot reassign member '%s'", name) != NULL;
    if (ev->in_driver || cls->dict >= ev->base_objects) {
        const ClassInfo *where = NULL; /* what a decorator puts over a method of the library is no second value */
        const Value *had = ev_class_lookup(ev, cls, name, &where);
        bool of_library = where && (where->is_builtin || (where->module && where->module->is_prelude));
        ev_driver_set(ev, cls->dict, name, value, had && !of_library);
        return true;
    }
    const Source *place = ev_class_source(ev, cls);
    const Value *old = heap_get(ev->heap, cls->dict, name);
    bool is_special = /* fields of named tuples are descriptors of their class */
        !strncmp(name, "__", 2) || cls->is_namedtuple || ev_is_unnamed(cls) || cls->has_metaclass || cls->is_enum ||
        !cls->module->is_main;
    bool is_code = is_code_value(value) || (old && is_code_value(old));
    if (!place || is_special || is_code || ev_is_slot(ev, cls, name))
        return ev_fail(ev, D_SIDE_EFFECT, span, "an attribute of class %s is assigned", cls->name) != NULL;
    ev_value_facts(ev, object, place, NULL, span);
    const Source *source = source_attr(place, name);
    return ev_set_overlaid(ev, cls, place, name, map_get(&ev->input_values, MAP_KEY(source)), value, span);
}

/* Functions of module level. */
static bool function_setattr(Ev *ev, const Value *object, Str name, const Value *value, Span span) {
    const Function *f = object->u.function;
    const Source *place = f->is_prelude || !f->module->is_main ? NULL : ev_named_place(f->module, f->qualname);
    if (!place || place->kind != SRC_GLOBAL || !strncmp(name, "__", 2))
        return ev_fail(ev, D_SIDE_EFFECT, span, "an attribute of a function is assigned") != NULL;
    ev_code_fact(ev, place, f, span);
    const Source *source = source_attr(place, name);
    return ev_set_overlaid(ev, f, place, name, map_get(&ev->input_values, MAP_KEY(source)), value, span);
}

bool ev_dict_setattr(Ev *ev, const Value *object, Str name, const Value *value, Span span) {
    ClassInfo *cls = ev_dict_class(object);
    const ClassInfo *where = NULL;
    const Value *attr = cls ? ev_class_lookup(ev, cls, name, &where) : NULL;
    if (has_setter(ev, attr) && !where->is_builtin && !where->module->is_prelude)
        return set_by_descriptor(ev, object, name, value, attr, where, span);
    bool replaces = name == str_of("__dict__") || name == str_of("__class__"); /* known in examples, not followed */
    if (!cls || (attr && ev_is_data_descriptor(ev, attr)) ||
        (!ev->in_driver && (replaces || ev_has_another_dict(ev, object))))
        return ev_fail(ev, D_SIDE_EFFECT, span, "an attribute of a dict is assigned") != NULL;
    if (ev_lacks_dict(cls) && name != str_of("default_factory") && !ev_asks_prelude(ev) && !ev->in_driver)
        return refuse_of_c(ev, object, name, span);
    if (object->source && !ev->in_driver)
        return ev_set_input_attr(ev, object->u.instance.exemplar, name, value, span);
    if (!ev_may_write(ev, object, object->u.object, span))
        return false;
    ev_put_attribute(ev, object->u.instance.exemplar->u.instance.object, name, value);
    return true;
}

static bool dict_setattr(Ev *ev, const Value *object, Str name, const Value *value, Span span) {
    const ClassInfo *where = NULL;
    const Value *hook =
        ev_dict_class(object) ? ev_class_lookup(ev, ev_dict_class(object), str_of("__setattr__"), &where) : NULL;
    const Value *args[] = {object, ev_str(ev, name), value};
    if (!hook || hook->kind == V_BUILTIN) {
        bool is_own = hook && !where->is_builtin; /* such as __setattr__ = dict.__setitem__ */
        return is_own ? ev_call_values(ev, hook, args, 3, span) != NULL
                      : ev_dict_setattr(ev, object, name, value, span);
    }
    return ev_class_attr_fact(ev, object->source, where, str_of("__setattr__"), hook, span) &&
           ev_call_values(ev, hook, args, 3, span);
}

/* A partial object that was made in this attempt keeps what it is given beside its function and arguments. */
static bool partial_setattr(Ev *ev, const Value *object, Str name, const Value *value, Span span) {
    static const char *const fixed[] = {"func", "args", "keywords"};
    if (IS_AMONG(fixed, name))
        return ev_raise(ev, "AttributeError", span, "readonly attribute") != NULL;
    bool replaces = name == str_of("__dict__") || name == str_of("__class__");
    if (object->source || object->u.object < ev->base_objects || replaces)
        return ev_fail(ev, D_SIDE_EFFECT, span, "an attribute of a functools.partial is assigned") != NULL;
    heap_set(ev->heap, object->u.object, name, value);
    return true;
}

bool ev_setattr(Ev *ev, const Value *object, Str name, const Value *value, Span span) {
    switch (object->kind) {
    case V_INSTANCE:
        return instance_setattr(ev, object, name, value, span);
    case V_CLASS:
        return class_setattr(ev, object, name, value, span);
    case V_FUNCTION: {
        Function *f = object->u.function;
        bool is_new = !ev->in_driver && f->attributes && f->attributes >= ev->base_objects;
        bool renames = name == str_of("__name__") || name == str_of("__qualname__") || name == str_of("__doc__");
        if (!ev->in_driver && (!is_new || (!strncmp(name, "__", 2) && !renames)))
            return function_setattr(ev, object, name, value, span);
        if (!f->attributes)
            f->attributes = heap_make(ev->heap, OBJ_INSTANCE, 0, NULL);
        heap_set(ev->heap, f->attributes, name, value);
        return true;
    }
    case V_MODULE:
        if (ev->in_driver) {
            ev_driver_set(ev, object->u.module->globals, name, value, true);
            return true;
        }
        ev_fail(ev, D_SIDE_EFFECT, span, "an attribute of a module is assigned");
        return false;
    case V_TENSOR: {
        ClassInfo *cls = ev_class_of(ev, object);
        const Value *attr = cls ? ev_class_lookup(ev, cls, name, NULL) : NULL;
        const Value *args[] = {object, value};
        if (attr && attr->kind == V_PROPERTY && attr->u.tuple.count > 1 && attr->u.tuple.items[1]->kind != V_NONE)
            return ev_call_values(ev, attr->u.tuple.items[1], args, 2, span) != NULL;
        if (ev->in_driver && name == str_of("requires_grad"))
            return true; /* of an example only its type counts */
        return ev_set_tensor_attribute(ev, object, name, value, span);
    }
    case V_DICT:
        return dict_setattr(ev, object, name, value, span);
    case V_PARTIAL:
        return partial_setattr(ev, object, name, value, span);
    case V_UNKNOWN:
    case V_EXTERNAL:
        ev_fail(ev, D_SIDE_EFFECT, span, "an attribute of an object that pyaot cannot see into is assigned");
        return false;
    default:
        ev_fail(ev, D_SIDE_EFFECT, span, "an attribute of a %s is assigned", ev_type_name(ev, object));
        return false;
    }
}

/* What a module had of that name is none of its parameters, buffers and parts any more. */
static void leave_tables(Ev *ev, const Value *module, Str name) {
    static const char *const tables[] = {"_parameters", "_buffers", "_modules"};
    const Value *key = ev_str(ev, name);
    for (size_t i = 0; i < COUNT_OF(tables); i++) {
        const Value *table = heap_get(ev->heap, module->u.instance.object, str_of(tables[i]));
        if (table && table->kind == V_DICT)
            heap_remove_key(ev->heap, table->u.object, key);
    }
}

bool ev_delete_own(Ev *ev, const Value *object, Str name, Span span) {
    if (object->u.instance.cls->is_enum && !ev->in_driver) /* what its members lack is not guarded */
        return ev_fail(ev, D_SIDE_EFFECT, span, "an attribute of a member of an enum is deleted") != NULL;
    if (object->source && !ev->in_driver) {
        const Value *old = ev_own_value(ev, object, name, span);
        return ev->fail.kind ? false
               : old         ? ev_delete_input_attr(ev, object, name, span)
                             : refuse_deletion(ev, object, name, span);
    }
    if (!ev_may_write(ev, object, object->u.instance.object, span))
        return false;
    if (!heap_get(ev->heap, object->u.instance.object, name))
        return refuse_deletion(ev, object, name, span);
    ev_put_attribute(ev, object->u.instance.object, name, NULL);
    if (object->u.instance.cls->is_nn_module)
        leave_tables(ev, object, name);
    return true;
}

static bool dict_delattr(Ev *ev, const Value *object, Str name, Span span) {
    const ClassInfo *where = NULL;
    const Value *hook =
        ev_dict_class(object) ? ev_class_lookup(ev, ev_dict_class(object), str_of("__delattr__"), &where) : NULL;
    const Value *args[] = {object, ev_str(ev, name)};
    if (!hook || where->is_builtin)
        return ev_fail(ev, D_SIDE_EFFECT, span, "an attribute of a dict is deleted") != NULL;
    return ev_class_attr_fact(ev, object->source, where, str_of("__delattr__"), hook, span) &&
           ev_call_values(ev, hook, args, 2, span);
}

bool ev_object_delattr(Ev *ev, const Value *object, Str name, Span span) {
    const ClassInfo *where = NULL;
    const Value *attr = ev_class_lookup(ev, object->u.instance.cls, name, &where);
    if (may_define_setting(ev, attr))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "an attribute whose deletion the class defines") != NULL;
    if (attr && attr->kind == V_PROPERTY) {
        const Value *deleter = attr->u.tuple.count > 2 ? attr->u.tuple.items[2] : NULL;
        if (!deleter || deleter->kind == V_NONE)
            return ev_raise(ev, "AttributeError", span, "property '%s' of '%s' object has no deleter", name,
                            ev_shown_qualname(object->u.instance.cls)) != NULL;
        if (deleter->kind == V_FUNCTION && ev_class_source(ev, where))
            ev_code_fact(ev, source_attr(source_attr(ev_class_source(ev, where), name), str_of("fdel")),
                         deleter->u.function, span);
        return ev_call_values(ev, deleter, &object, 1, span) != NULL;
    }
    const Value *hook = attr ? ev_descriptor_method(ev, attr, "__delete__") : NULL;
    if (!hook && attr && ev_is_data_descriptor(ev, attr)) /* Python has words of its own for it */
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "an attribute whose deletion the class defines") != NULL;
    if (!hook)
        return ev_delete_own(ev, object, name, span);
    if (!(attr = ev_descriptor_input(ev, where, name, attr, span)))
        return false;
    const Value *args[] = {attr, object};
    return ev_class_attr_fact(ev, attr->source, attr->u.instance.cls, str_of("__delete__"), hook, span) &&
           ev_call_values(ev, hook, args, 2, span);
}

bool ev_delattr(Ev *ev, const Value *object, Str name, Span span) {
    if (object->kind == V_DICT)
        return dict_delattr(ev, object, name, span);
    if (object->kind != V_INSTANCE) {
        ev_fail(ev, D_SIDE_EFFECT, span, "an attribute is deleted");
        return false;
    }
    const ClassInfo *where = NULL;
    const Value *hook = ev_class_lookup(ev, object->u.instance.cls, str_of("__delattr__"), &where);
    if (!hook || hook->kind != V_FUNCTION)
        return ev_object_delattr(ev, object, name, span);
    if (object->u.instance.cls->is_nn_module || hook->u.function->is_prelude)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "an attribute whose deletion the class defines") != NULL;
    const Value *args[] = {object, ev_str(ev, name)};
    return ev_class_attr_fact(ev, object->source, where, str_of("__delattr__"), hook, span) &&
           ev_call_values(ev, hook, args, 2, span);
}
