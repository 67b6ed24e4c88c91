/* Attributes: reading them, for every kind of value, and the facts that a read depends on. Of classes: ev_attr_class.c;
 * writing: ev_setattr.c. */
#include "analysis/ev_attr.h"

/* ---- instances
 * -------------------------------------------------------------------------------------------------------- */

bool ev_is_shadowed(Ev *ev, const ClassInfo *cls, Str name) {
    const Value *attr = ev_class_lookup(ev, cls, name, NULL);
    return attr && ev_is_data_descriptor(ev, attr);
}

/* nn.Module keeps parameters, buffers and submodules in dictionaries of their own; the source says so. What a property
 * of the class hides is read from the object's dictionary. */
static const Source *instance_source(Ev *ev, const Value *object, Str name, const Value *value) {
    static const char *const tables[] = {"_parameters", "_buffers"};
    bool in_dictionary = value->kind == V_INSTANCE && value->u.instance.cls->is_nn_module;
    for (size_t i = 0; i < COUNT_OF(tables) && value->kind == V_TENSOR; i++) {
        const Value *table = heap_get(ev->heap, object->u.instance.exemplar->u.instance.object, str_of(tables[i]));
        in_dictionary = in_dictionary || (table && table->kind == V_DICT && heap_get(ev->heap, table->u.object, name));
    }
    if (object->u.instance.cls->is_nn_module && in_dictionary)
        return source_param(object->source, name);
    return ev_is_shadowed(ev, object->u.instance.cls, name)
               ? source_item_str(source_attr(object->source, str_of("__dict__")), name)
               : source_attr(object->source, name);
}

/* What an attribute of an input is like. An exemplar may be an input itself, of an earlier segment: what that one read
 * is no input of this one. */
static const Value *likely_attribute(Ev *ev, const Value *exemplar, Str name) {
    const Value *raw = NULL;
    for (; exemplar && !raw; exemplar = exemplar->u.instance.exemplar)
        raw = heap_get(ev->heap, exemplar->u.instance.object, name);
    return raw && !ev_is_deleted(raw) ? raw : NULL;
}

const Value *ev_instance_attr_seen(Ev *ev, const Value *object, Str name) {
    const Value *value = heap_get(ev->heap, object->u.instance.object, name);
    const Value *raw = value ? NULL : likely_attribute(ev, object->u.instance.exemplar, name);
    if (value)
        return value;
    return raw ? map_get(&ev->input_values, MAP_KEY(instance_source(ev, object, name, raw))) : NULL;
}

/* Is it an object, or made of one, that others may write to, or that must be the very one? */
bool ev_has_state(const Value *value) {
    for (uint32_t i = 0; value->kind == V_TUPLE && i < value->u.tuple.count; i++)
        if (ev_has_state(value->u.tuple.items[i]))
            return true;
    return value->kind == V_TENSOR || value->kind == V_LIST || value->kind == V_DICT || value->kind == V_SET ||
           value->kind == V_PARTIAL || (value->kind == V_INSTANCE && !value->u.instance.cls->is_enum);
}

/* Where a member of an enum lies: it is an input itself, or a global names its class. NULL: nowhere. */
static const Source *member_source(Ev *ev, const Value *member) {
    const Source *of_class = member->source ? NULL : ev_class_source(ev, member->u.instance.cls);
    const Value *own_name = heap_get(ev->heap, member->u.instance.object, str_of("_name_"));
    bool is_named = of_class && own_name && own_name->kind == V_STR && own_name->u.str;
    return is_named ? source_attr(of_class, own_name->u.str) : member->source;
}

/* Names and values of an enum's members are as the class statement made them. What else they have it made too, which
 * the program may write: guarded to be that. An object that one holds is an input. */
static const Value *member_attribute(Ev *ev, const Value *member, Str name, const Value *value, Span span) {
    static const char *const fixed[] = {"name", "_name_", "value", "_value_", "_sort_order_", "__objclass__"};
    const ClassInfo *cls = member->u.instance.cls;
    bool has_state = ev_has_state(value);
    if (ev->in_driver || (!has_state && IS_AMONG(fixed, name)) || ev_is_made_here(ev, cls))
        return value;
    const Source *source = member_source(ev, member);
    if (!has_state) {
        if (source)
            ev_value_facts(ev, value, source_attr(source, name), NULL, span);
        return value;
    }
    if (!source)
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "'%s' of a member of an enum that no global names", name);
    /* `value` is no attribute of its own in Python, but gives this one */
    return ev_input_attribute(ev, source_attr(source, name == str_of("value") ? str_of("_value_") : name), value, span);
}

/* The attribute of an instance; of an element of a series: at no position yet. */
static const Value *own_attribute(Ev *ev, const Value *object, Str name, Span span) {
    const Value *value = heap_get(ev->heap, object->u.instance.object, name);
    if (value && ev_is_deleted(value))
        return NULL;
    if (value && object->u.instance.cls->is_enum)
        return member_attribute(ev, object, name, value, span);
    if (value || !object->u.instance.exemplar)
        return value;
    const Value *raw = likely_attribute(ev, object->u.instance.exemplar, name);
    if (!raw)
        return NULL;
    const Source *source = instance_source(ev, object, name, raw);
    value = map_get(&ev->input_values, MAP_KEY(source));
    if (!value && ev_hypothesis(ev, source))
        value = ev_input(ev, source);
    else if (!value)
        value = ev_input_attribute(ev, source, raw, span);
    return value;
}

const Value *ev_instance_attr(Ev *ev, const Value *object, Str name, Span span) {
    const Value *value = own_attribute(ev, object, name, span);
    return object->u.instance.index ? ev_at_index(ev, value, object->u.instance.index, span) : value;
}

/* The class of the descriptor has the method, as a Python function. */
const Value *ev_descriptor_method(Ev *ev, const Value *attr, const char *name) {
    if (attr->kind != V_INSTANCE)
        return NULL;
    const Value *method = ev_class_lookup(ev, attr->u.instance.cls, str_of(name), NULL);
    return method && method->kind == V_FUNCTION ? method : NULL;
}

bool ev_is_data_descriptor(Ev *ev, const Value *attr) {
    return attr->kind == V_PROPERTY || ev_descriptor_method(ev, attr, "__set__") ||
           ev_descriptor_method(ev, attr, "__delete__");
}

/* Does it come before the object's own attribute of its name? One that has no __get__ gives itself, and only where the
 * object has none. */
static bool goes_first(Ev *ev, const Value *attr) {
    return attr->kind == V_PROPERTY || (ev_is_data_descriptor(ev, attr) && ev_descriptor_method(ev, attr, "__get__"));
}

/* A descriptor that lies in the class is an object like any other, whose attributes may have changed: an input. */
const Value *ev_descriptor_input(Ev *ev, const ClassInfo *where, Str name, const Value *attr, Span span) {
    if (ev->in_driver || where->is_builtin || where->module->is_prelude || ev_is_made_here(ev, where) ||
        (attr->u.instance.cls->module->is_prelude && !ev_is_open_descriptor(attr->u.instance.cls)) ||
        ev_overlaid(ev, where, name))
        return attr;
    const Source *cls = ev_class_source(ev, where);
    if (!cls)
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "class %s is not named by a global", where->name);
    return ev_input_attribute(ev, source_item_str(source_attr(cls, str_of("__dict__")), name), attr, span);
}

const Value *ev_descriptor_get(Ev *ev, const ClassInfo *where, Str name, const Value *attr, const Value *object,
                               ClassInfo *cls, Span span, bool *handled) {
    *handled = false;
    const Value *get = ev_descriptor_method(ev, attr, "__get__");
    if (!get)
        return NULL;
    *handled = true;
    if (!(attr = ev_descriptor_input(ev, where, name, attr, span)) ||
        !ev_class_attr_fact(ev, attr->source, attr->u.instance.cls, str_of("__get__"), get, span))
        return NULL;
    const Value *args[] = {attr, object ? object : ev_none(ev), ev_class_value(ev, cls)};
    return ev_call_values(ev, get, args, 3, span);
}

/* The instance has no attribute of its own of this name: what was found (or not) elsewhere counts. */
static void absent_fact(Ev *ev, const Value *object, Str name, Span span) {
    bool covered = object->u.instance.cls->is_nn_module && name == str_of("forward"); /* by FACT_PLAIN_MODULE */
    const Value *written = heap_get(ev->heap, object->u.instance.object, name);
    if (written && ev_is_deleted(written))
        return;
    Fact fact = {.kind = FACT_ABSENT, .span = span, .source = object->source, .text = name};
    if (object->source && !object->u.instance.cls->is_enum && !covered)
        ev_input_fact(ev, &fact);
}

/* A descriptor of the library (functools.cached_property) is the very object that the class statement made. */
static void library_descriptor_fact(Ev *ev, const ClassInfo *where, Str name, const Value *attr, Span span) {
    const Source *place = where->module->is_main ? ev_class_source(ev, where) : NULL;
    if (attr->kind != V_INSTANCE || !attr->u.instance.cls->module->is_prelude || !place || ev->in_driver ||
        ev_is_open_descriptor(attr->u.instance.cls))
        return;
    Fact fact = {.kind = FACT_CODE, .span = span, .source = source_attr(place, name)};
    fact.text = str_format(":%s.%s", where->qualname, name);
    ev_input_fact(ev, &fact);
}

/* A function that a decorator made reads its cells: they are found through the class. */
static const Value *with_class_source(Ev *ev, const Value *attr, const ClassInfo *where, Str name) {
    if (ev->in_driver || !attr || attr->kind != V_FUNCTION || attr->source || !attr->u.function->closure ||
        (attr->u.function->is_prelude && !attr->u.function->wrapped))
        return attr;
    const Source *cls = ev_class_source(ev, where);
    return cls ? ev_with_source(ev, attr, source_attr(cls, name)) : attr;
}

bool ev_are_kept_texts(const Ev *ev, const ClassInfo *where, Str name) {
    return name == str_of("__annotations__") && !ev->in_driver && !ev_asks_prelude(ev) && where;
}

/* `shadows`: a submodule of this name is registered, so that the instance can have no attribute of its own. */
static const Value *bind_found(Ev *ev, const Value *object, const ClassInfo *where, Str name, const Value *attr,
                               bool shadows, Span span) {
    ClassInfo *cls = object->u.instance.cls;
    const Value *written = heap_get(ev->heap, object->u.instance.object, name);
    const Source *through = written && ev_is_deleted(written) ? NULL : object->source; /* it had one when it came */
    bool handled;
    if (!goes_first(ev, attr) && !shadows)
        absent_fact(ev, object, name, span);
    if (ev_are_kept_texts(ev, where, name))
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "'%s' of class %s", name, where->name);
    if (!ev_class_attr_fact(ev, through, where, name, attr, span))
        return NULL;
    ev_inherited_fact(ev, through, cls, where, name, attr, span);
    library_descriptor_fact(ev, where, name, attr, span);
    const Value *got = ev_descriptor_get(ev, where, name, attr, object, cls, span, &handled);
    if (handled)
        return got;
    attr = with_class_source(ev, ev_attr_of_class(ev, through, cls, where, name, attr, span), where, name);
    if (object->u.instance.index)
        attr = ev_at_index(ev, attr, object->u.instance.index, span);
    return attr ? ev_bind_from(ev, where, attr, object, cls, span) : NULL;
}

bool ev_is_of_every_object(Str name) {
    static const char names[] =
        " __delattr__ __dir__ __doc__ __eq__ __format__ __ge__ __getattribute__ __getstate__ __gt__ "
        "__hash__ __init__ __init_subclass__ __le__ __lt__ __module__ __ne__ __new__ __reduce__ "
        "__reduce_ex__ __repr__ __setattr__ __sizeof__ __str__ __subclasshook__ __weakref__ ";
    return name[0] == '_' && strstr(names, str_format(" %s ", name));
}

const Value *ev_attribute_error(Ev *ev, const Value *object, Str name, Span span) {
    if (ev_is_of_every_object(name))
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "the %s of %s %s", name, ev_article(ev_type_name(ev, object)),
                       ev_type_name(ev, object));
    return ev_raise(ev, "AttributeError", span, "'%s' object has no attribute '%s'", ev_type_name(ev, object), name);
}

static bool has_slot(Ev *ev, const Value *slots, Str name) {
    const Value *const *items;
    uint32_t count;
    if (slots->kind == V_STR)
        return slots->u.str == name;
    bool found = !ev_sequence(ev, slots, &items, &count);
    for (uint32_t i = 0; !found && i < count; i++)
        found = items[i]->kind != V_STR || items[i]->u.str == name;
    return found;
}

/* Can its objects have the attribute? Those of classes that all have `__slots__` hold nothing else. */
bool ev_has_place(Ev *ev, const ClassInfo *cls, Str name) {
    if (cls->is_opaque)
        return true;
    for (uint32_t i = 0; i < cls->mro_count; i++) {
        const ClassInfo *base = cls->mro[i];
        const Value *slots = heap_get(ev->heap, base->dict, str_of("__slots__"));
        bool is_object = base->is_builtin && strcmp(base->name, "object") == 0;
        if (!is_object && (!slots || has_slot(ev, slots, str_of("__dict__")) || has_slot(ev, slots, name)))
            return true;
    }
    return false;
}

bool ev_is_own_slot(Ev *ev, const ClassInfo *cls, Str name) {
    const Value *slots = heap_get(ev->heap, cls->dict, str_of("__slots__"));
    return slots && has_slot(ev, slots, name);
}

bool ev_is_slot(Ev *ev, const ClassInfo *cls, Str name) {
    for (uint32_t i = 0; i < cls->mro_count; i++)
        if (ev_is_own_slot(ev, cls->mro[i], name))
            return true;
    return false;
}

bool ev_asks_prelude(const Ev *ev) { return ev->frame && ev->frame->module && ev->frame->module->is_prelude; }

bool ev_lacks_dict(const ClassInfo *cls) {
    static const char *const without[] = {"complex", "deque", "defaultdict", "mappingproxy"};
    bool is_ours = cls->module && cls->module->is_prelude;
    return is_ours && (IS_AMONG(without, cls->name) || !strncmp(cls->module->name, "numpy", 5));
}

static bool has_dict(Ev *ev, const ClassInfo *cls) {
    return !ev_lacks_dict(cls) && ev_has_place(ev, cls, str_of("__dict__"));
}

/* Parameters, buffers and submodules are found by nn.Module's __getattr__: after what the class defines. */
static bool is_registered(Ev *ev, const Value *object, Str name, const Value *own) {
    if (own->kind == V_INSTANCE && own->u.instance.cls->is_nn_module)
        return true;
    if (own->kind != V_TENSOR)
        return own->kind == V_SERIES;
    const Value *exemplar = object->u.instance.exemplar ? object->u.instance.exemplar : object;
    const Value *buffers = heap_get(ev->heap, exemplar->u.instance.object, str_of("_buffers"));
    return own->u.tensor.is_parameter ||
           (buffers && buffers->kind == V_DICT && heap_get(ev->heap, buffers->u.object, name));
}

/* Is it among what each nn.Module has of its own, or registered with it? */
static bool is_of_module(Ev *ev, const Value *exemplar, const HeapSlot *slot) {
    return slot->name[0] == '_' || slot->name == str_of("training") ||
           is_registered(ev, exemplar, slot->name, slot->value);
}

/* What the dictionary of an input holds beside what the program has written: it has these keys and no others. Of a
 * module's that is asked for single keys alone, and what is of nn.Module itself is not there (a miss). */
static bool add_old_attributes(Ev *ev, const Value *object, const Value *dict, Span span) {
    const Value *exemplar = object->u.instance.exemplar;
    bool is_module = object->u.instance.cls->is_nn_module;
    if (!exemplar || exemplar->u.instance.exemplar || ev_is_incomplete(ev, object))
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "the __dict__ of a %s", ev_type_name(ev, object));
    const Value *keys = ev_dict(ev);
    const HeapContent *old = heap_content(ev->heap, exemplar->u.instance.object);
    for (uint32_t i = 0; i < old->count; i++) {
        if (is_module && is_of_module(ev, exemplar, &old->slots[i]))
            continue;
        const Value *name = ev_str(ev, old->slots[i].name);
        const Value *value = ev_instance_attr(ev, object, old->slots[i].name, span);
        if (ev->fail.kind)
            return false;
        heap_set_key(ev->heap, keys->u.object, name, name);
        if (value)
            heap_set_key(ev->heap, dict->u.object, name, value);
    }
    const Source *source = source_attr(object->source, str_of("__dict__"));
    if (is_module)
        return ev_watch_keys(ev, source, keys->u.object, dict);
    return ev_keys_fact(ev, source, heap_content(ev->heap, keys->u.object)) ||
           ev_fail(ev, D_UNKNOWN_VALUE, span, "the __dict__ of a %s", ev_type_name(ev, object));
}

/* ---- obj.__dict__: a dict that holds the attributes too. Both are written together. */

static const Value *dict_of_attributes(Ev *ev, ObjId object) {
    const Value *dict = map_get(&ev->attribute_dicts, object);
    const Value *owner = dict && dict->u.object < heap_object_count(ev->heap) ? ev_dict_owner(ev, dict) : NULL;
    return owner && owner->u.instance.object == object ? dict : NULL; /* else it was undone */
}

/* The slot of the instance gets this value, or (NULL, or what marks a deleted attribute) none. */
void ev_put_attribute(Ev *ev, ObjId object, Str name, const Value *value) {
    heap_set(ev->heap, object, name, value);
    const Value *dict = dict_of_attributes(ev, object);
    if (dict && value && !ev_is_deleted(value))
        heap_set_key(ev->heap, dict->u.object, ev_str(ev, name), value);
    else if (dict)
        heap_remove_key(ev->heap, dict->u.object, ev_str(ev, name));
}

const Value *ev_dict_owner(const Ev *ev, const Value *dict) {
    return heap_kind(ev->heap, dict->u.object) == OBJ_DICT ? heap_info(ev->heap, dict->u.object) : NULL;
}

bool ev_set_own(Ev *ev, const Value *object, const Value *key, const Value *value, Span span) {
    if (key->kind != V_STR || !key->u.str)
        return ev_fail(ev, D_SIDE_EFFECT, span, "a key that is no known str is put into an object's __dict__");
    if (object->source && !ev->in_driver)
        return ev_set_input_attr(ev, object, key->u.str, value, span);
    if (!ev_may_write(ev, object, object->u.instance.object, span))
        return false;
    ev_put_attribute(ev, object->u.instance.object, key->u.str, value);
    return true;
}

static const Value *instance_dict(Ev *ev, const Value *object, Span span) {
    const ClassInfo *cls = object->u.instance.cls;
    const Value *dict = dict_of_attributes(ev, object->u.instance.object);
    bool unlike = cls->is_enum && !ev_asks_prelude(ev) && !ev->in_driver; /* members have more in Python */
    if (dict && !unlike)
        return dict;
    if (((cls->is_nn_module && !object->source) || unlike) && !ev->in_driver)
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "the __dict__ of a %s", ev_type_name(ev, object));
    dict = ev_object(ev, V_DICT, heap_make(ev->heap, OBJ_DICT, 0, object));
    if (object->source && !ev->in_driver && !add_old_attributes(ev, object, dict, span))
        return NULL;
    const HeapContent *content = heap_content(ev->heap, object->u.instance.object);
    for (uint32_t i = 0; i < content->count; i++)
        if (!ev_is_hidden_name(content->slots[i].name) && !ev_is_deleted(content->slots[i].value))
            heap_set_key(ev->heap, dict->u.object, ev_str(ev, content->slots[i].name), content->slots[i].value);
    map_put(&ev->attribute_dicts, object->u.instance.object, (void *)(uintptr_t)dict);
    return dict;
}

/* Is it in one of the tables of an nn.Module, if only as None? */
static bool is_in_tables(Ev *ev, const Value *object, Str name) {
    static const char *const tables[] = {"_parameters", "_buffers", "_modules"};
    const Value *exemplar = object->u.instance.exemplar ? object->u.instance.exemplar : object;
    for (size_t i = 0; i < COUNT_OF(tables); i++) {
        const Value *table = heap_get(ev->heap, exemplar->u.instance.object, str_of(tables[i]));
        if (table && table->kind == V_DICT && heap_get(ev->heap, table->u.object, name))
            return true;
    }
    return false;
}

const Value *ev_own_value(Ev *ev, const Value *object, Str name, Span span) {
    const Value *own = ev_instance_attr(ev, object, name, span);
    if (!own && !ev->fail.kind && ev_is_incomplete(ev, object))
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "'%s' of an object that is not wholly known", name);
    if (!own && !ev->fail.kind)
        absent_fact(ev, object, name, span);
    return own;
}

/* Has what was tried last raised an AttributeError? */
bool ev_raised_attribute_error(Ev *ev) {
    const Value *exception = ev->fail.kind == FAIL_RAISE ? ev->fail.exception : NULL;
    ClassInfo *cls = exception ? ev_exception_class(ev, "AttributeError") : NULL;
    return cls && exception->kind == V_INSTANCE && ev_is_subclass(exception->u.instance.cls, cls);
}

static const Value *call_getattr(Ev *ev, const Value *object, const ClassInfo *where, const Value *function, Str name,
                                 Span span) {
    const Value *args[] = {object, ev_str(ev, name)};
    return ev_class_attr_fact(ev, object->source, where, str_of("__getattr__"), function, span)
               ? ev_call_values(ev, function, args, 2, span)
               : NULL;
}

/* What a __getattr__ of the class gives for an attribute that is nowhere else; NULL without a failure: it has none. */
static const Value *fallback_getattr(Ev *ev, const Value *object, Str name, Span span) {
    const ClassInfo *where = NULL;
    const Value *fallback = ev_class_lookup(ev, object->u.instance.cls, str_of("__getattr__"), &where);
    if (!fallback || fallback->kind != V_FUNCTION)
        return NULL;
    absent_fact(ev, object, name, span);
    ev_passed_over_all(ev, object->u.instance.cls, name, span);
    return call_getattr(ev, object, where, fallback, name, span);
}

/* What the class has for the name, a property or another descriptor, gave `got`: where it raised an AttributeError, a
 * __getattr__ is asked, as for what is nowhere. */
static const Value *got_or_fallback(Ev *ev, const Value *object, Str name, const Value *got, Span span) {
    const ClassInfo *where = NULL, *cls = object->u.instance.cls;
    if (got || !ev_raised_attribute_error(ev))
        return got;
    const Value *fallback = ev_class_lookup(ev, cls, str_of("__getattr__"), &where);
    bool has_own = fallback && fallback->kind == V_FUNCTION;
    if (!has_own && !cls->is_nn_module)
        return NULL;
    ev_clear_fail(ev);
    return has_own ? call_getattr(ev, object, where, fallback, name, span) : ev_attribute_error(ev, object, name, span);
}

/* A __getattr__ of the program takes the place of nn.Module's, which finds what is registered. NULL without a failure:
 * there is none, or the attribute is a plain one. */
static const Value *getattr_of_module(Ev *ev, const Value *object, Str name, Span span) {
    const ClassInfo *where = NULL, *cls = object->u.instance.cls;
    const Value *hook = cls->is_nn_module ? ev_class_lookup(ev, cls, str_of("__getattr__"), &where) : NULL;
    return hook && hook->kind == V_FUNCTION && is_in_tables(ev, object, name)
               ? call_getattr(ev, object, where, hook, name, span)
               : NULL;
}

/* A class that defines __getattribute__: a __getattr__ is called where that raises an AttributeError. */
static const Value *hooked_getattr(Ev *ev, const Value *object, const ClassInfo *where, const Value *hook, Str name,
                                   Span span) {
    const Value *args[] = {object, ev_str(ev, name)};
    if (!ev_class_attr_fact(ev, object->source, where, str_of("__getattribute__"), hook, span))
        return NULL;
    const Value *value = ev_call_values(ev, hook, args, 2, span);
    if (value || !ev_raised_attribute_error(ev))
        return value;
    const Value *fallback = ev_class_lookup(ev, object->u.instance.cls, str_of("__getattr__"), &where);
    if (!fallback || fallback->kind != V_FUNCTION)
        return NULL;
    ev_clear_fail(ev);
    return call_getattr(ev, object, where, fallback, name, span);
}

/* The class of the library whose method asks for something of an object of a class that derives from it. */
static const ClassInfo *library_class_that_asks(const Ev *ev, ClassInfo *cls) {
    ClassInfo *owner = ev->frame && !ev->in_driver ? ev->frame->owner : NULL;
    return owner && owner->module && owner->module->is_prelude && ev_is_subclass(cls, owner) ? owner : NULL;
}

bool ev_is_asked_by_c(const Ev *ev, ClassInfo *cls) {
    const ClassInfo *owner = library_class_that_asks(ev, cls);
    static const char *const modules[] = {"builtins", "types"};
    return owner && (IS_AMONG(modules, owner->module->name) || !strcmp(owner->name, "deque"));
}

static const Value *instance_getattr(Ev *ev, const Value *object, Str name, Span span) {
    const ClassInfo *where = NULL;
    ClassInfo *cls = object->u.instance.cls;
    const Value *hook = ev_class_lookup(ev, cls, str_of("__getattribute__"), &where);
    if (hook && hook->kind == V_FUNCTION && ev_is_asked_by_c(ev, cls))
        return ev_object_getattr(ev, object, name, span);
    if (hook && hook->kind == V_FUNCTION && library_class_that_asks(ev, cls))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "what a class of the library asks a __getattribute__() for"), NULL;
    return hook && hook->kind == V_FUNCTION ? hooked_getattr(ev, object, where, hook, name, span)
                                            : ev_object_getattr(ev, object, name, span);
}

static bool defines_getattribute(Ev *ev, const ClassInfo *cls) {
    const Value *hook = ev_class_lookup(ev, cls, str_of("__getattribute__"), NULL);
    return hook && hook->kind == V_FUNCTION;
}

/* nn.Module's own __getattr__, which finds what is registered, as a method. */
static const Value *getattr_of_nn(Ev *ev, const Value *self, ClassInfo *cls, Span span) {
    return ev_bind_attr(ev, ev_prelude(ev, "_pyaot_objects", "registered"), self, cls, span);
}

/* `asks`: a __getattr__ of the class is asked for what is nowhere else. */
static const Value *object_getattr(Ev *ev, const Value *object, Str name, bool asks, Span span) {
    ClassInfo *cls = object->u.instance.cls;
    const ClassInfo *where = NULL;
    if (cls->assumed && !ev->in_driver && !ev_as_written_facts(ev, cls, span))
        return NULL;
    const Value *attr = ev_class_lookup(ev, cls, name, &where);
    if (attr && cls->is_enum && name == str_of("__members__")) /* which Python has in the metaclass of enums */
        attr = NULL;
    if (attr && goes_first(ev, attr)) {
        const Value *got = bind_found(ev, object, where, name, attr, false, span);
        return asks ? got_or_fallback(ev, object, name, got, span) : got;
    }
    const Value *own = ev_instance_attr(ev, object, name, span);
    if (ev->fail.kind)
        return NULL;
    if (own && attr && attr->kind == V_UNKNOWN && !object->source && !ev->in_driver) /* which may come first */
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "'%s' of class %s", name, cls->name);
    if (own && !(attr && cls->is_nn_module && is_registered(ev, object, name, own))) {
        const Value *hooked = attr ? NULL : getattr_of_module(ev, object, name, span);
        return hooked || ev->fail.kind ? hooked : own;
    }
    if (attr) {
        const Value *got = bind_found(ev, object, where, name, attr, own != NULL, span);
        return asks ? got_or_fallback(ev, object, name, got, span) : got;
    }
    if (name == str_of("__class__"))
        return ev_class_value(ev, cls);
    bool may_be_of_c = cls->module && cls->module->is_prelude && !cls->is_nn_module && !ev_asks_prelude(ev);
    if (name == str_of("__module__") && may_be_of_c) /* then its class alone says so */
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "the __module__ of %s %s", ev_article(cls->name), cls->name);
    const Value *module = name == str_of("__module__") ? ev_class_special(ev, cls, name, span) : NULL;
    if (module || ev->fail.kind)
        return module;
    bool is_hooked = object->source && !ev->in_driver && defines_getattribute(ev, cls);
    if (name == str_of("__dict__") && is_hooked) /* the method looks at one or two of them */
        return ev_call1(ev, ev_prelude(ev, "_pyaot_objects", "Attributes"), object, span);
    if (name == str_of("__dict__") && has_dict(ev, cls))
        return instance_dict(ev, object, span);
    if (name == str_of("__getattr__") && cls->is_nn_module) {
        ev_passed_over_all(ev, cls, name, span);
        return getattr_of_nn(ev, object, cls, span);
    }
    const Value *given = asks ? fallback_getattr(ev, object, name, span) : NULL;
    if (given || ev->fail.kind)
        return given;
    if (cls->is_opaque)
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "class %s has bases that pyaot cannot see into", cls->name);
    if (ev_is_incomplete(ev, object))
        return ev_fail(ev, D_UNKNOWN_VALUE, span,
                       "'%s' may be set by a statement of %s's constructor that cannot be "
                       "evaluated",
                       name, cls->name);
    absent_fact(ev, object, name, span);
    ev_passed_over_all(ev, cls, name, span);
    if (asks)
        ev_passed_over_all(ev, cls, str_of("__getattr__"), span);
    return ev_attribute_error(ev, object, name, span);
}

const Value *ev_object_getattr(Ev *ev, const Value *object, Str name, Span span) {
    return object_getattr(ev, object, name, true, span);
}

const Value *ev_object_getattribute(Ev *ev, const Value *object, Str name, Span span) {
    const ClassInfo *cls = object->u.instance.cls;
    if (cls->is_nn_module &&
        defines_getattribute(ev, cls)) /* a __getattribute__ that asks, mostly: then Python goes on */
        return ev_object_getattr(ev, object, name, span);
    if (cls->is_nn_module && !ev->in_driver && is_in_tables(ev, object, name))
        return ev_attribute_error(ev, object, name, span);
    return object_getattr(ev, object, name, ev->in_driver, span);
}

/* ---- other kinds
 * --------------------------------------------------------------------------------------------------------- */

/* Methods of views of dicts that the prelude has in Python. */
static const Value *method_of_view(Ev *ev, Str name) {
    const Value *found = ev_prelude(ev, "_pyaot_methods", str_format("view_%s", name));
    ev_clear_fail(ev);
    return found && found->kind == V_FUNCTION ? found : NULL;
}

/* Only Python knows whether what is not looked into has that: what reads it may still need nothing of it. */
static void has_name_fact(Ev *ev, const Source *source, Str path, Span span) {
    ev_input_fact(ev, &(Fact){.kind = FACT_IS, .span = span, .source = source, .text = path});
}

static const Value *module_getattr(Ev *ev, const Value *object, Str name, Span span) {
    Module *module = object->u.module;
    const Value *value = ev_module_getattr(ev, module, name, span);
    if (!value)
        return ev->fail.kind
                   ? NULL
                   : ev_raise(ev, "AttributeError", span, "module '%s' has no attribute '%s'", module->name, name);
    bool is_asked = value->source && source_is_answer(value->source); /* and guarded by that */
    bool guarded = !ev->in_driver && !(ev->frame && ev->frame->module->is_prelude) && !is_asked;
    const Source *source = object->source ? object->source : NULL;
    if (!guarded || ev_guards_itself(ev, value))
        return value;
    if (!source)
        source = source_global(module->is_main ? NULL : module->name, name);
    else
        source = source_attr(source, name);
    if (value->kind == V_EXTERNAL && !module->is_main)
        has_name_fact(ev, source, str_format("%s.%s", module->name, name), span);
    const Value *known = map_get(&ev->input_values, MAP_KEY(source));
    ev->of_module = true;
    if (!known && (known = ev_generalise(ev, value, source, false))) {
        ev_value_facts(ev, known, source, str_format("%s.%s", module->name, name), span);
        map_put(&ev->input_values, MAP_KEY(source), (void *)known);
        if (known->kind == V_EXTERNAL)
            ev_is_there(ev, known, span);
    }
    ev->of_module = false;
    return known;
}

static const Value *tensor_getattr(Ev *ev, const Value *object, Str name, Span span) {
    ClassInfo *cls = ev_class_of(ev, object);
    if (!cls)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "the attribute '%s' of a tensor", name);
    const Value *attr = ev_class_lookup(ev, cls, name, NULL);
    attr = attr ? attr : ev_method_apart(ev, name);
    if (!attr && name == str_of("__class__")) {
        ev_class_is_read(ev, object, span);
        return ev_class_value(ev, cls);
    }
    bool lacks = false;
    const Value *own = attr || ev->fail.kind ? NULL : ev_tensor_attribute(ev, object, name, &lacks, span);
    if (lacks)
        return ev_attribute_error(ev, object, name, span);
    if (own || (!attr && ev->fail.kind))
        return own;
    ev->gradients |= ev->in_driver && name == str_of("backward");
    if (!attr || (attr->kind != V_PROPERTY && ev_hides_method(ev, object, name)))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "the attribute '%s' of a tensor", name);
    return ev_bind_attr(ev, attr, object, cls, span);
}

/* Is nn.Module among the classes of the MRO from `first` on? */
static bool comes_to_module(const ClassInfo *cls, uint32_t first) {
    for (uint32_t i = first; cls && i < cls->mro_count; i++)
        if (cls->mro[i]->is_nn_module && cls->mro[i]->module->is_prelude)
            return true;
    return false;
}

/* Attributes of super() that come from the object itself or from class object. */
static bool is_of_super(Str name) {
    static const char own[] = " __class__ __dict__ __get__ __self__ __self_class__ __thisclass__ ";
    return name[0] == '_' && (ev_is_of_every_object(name) || strstr(own, str_format(" %s ", name)));
}

static const Value *super_getattr(Ev *ev, const Value *object, Str name, Span span) {
    const Value *self = object->u.super.self;
    bool of_class = self->kind == V_CLASS && ev_is_subclass(self->u.class_info, object->u.super.cls);
    ClassInfo *cls = of_class ? self->u.class_info : ev_class_of(ev, self);
    uint32_t i = 0;
    while (cls && i < cls->mro_count && cls->mro[i] != object->u.super.cls)
        i++;
    uint32_t first = ++i;
    for (; cls && i < cls->mro_count; i++) {
        const ClassInfo *where = cls->mro[i];
        const Value *attr = heap_get(ev->heap, where->dict, name);
        if (!attr && where->is_builtin && where->builtin_class && where->builtin_class->methods) {
            const Builtin *builtin = ev_find_builtin(where->builtin_class->methods, name);
            if (builtin)
                return ev_builtin(ev, builtin, name == str_of("__new__") ? NULL : self);
        }
        if (!attr && where->is_builtin && (attr = ev_filled_class(ev, cls, name))) {
            ev_passed_over(ev, cls->mro + first, cls->mro + i, name, span);
            return attr;
        }
        attr = attr ? attr : ev_method_in_python(ev, where, name);
        if (!attr)
            continue;
        attr = ev_of_unnamed(ev, where, name, attr);
        if (!ev_class_attr_fact(ev, NULL, where, name, attr, span))
            return NULL;
        ev_passed_over(ev, cls->mro + first, cls->mro + i, name, span);
        bool handled;
        const Value *got = ev_descriptor_get(ev, where, name, attr, of_class ? NULL : self, cls, span, &handled);
        if (handled)
            return got;
        if (!(attr = ev_attr_of_class(ev, NULL, where, where, name, attr, span)))
            return NULL;
        bool of_classes = name == str_of("__init_subclass__") || name == str_of("__class_getitem__");
        return of_class ? ev_bind_attr(ev, attr, of_classes ? self : NULL, cls, span)
                        : ev_bind_from(ev, where, attr, self, cls, span);
    }
    if (cls && cls->is_opaque)
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "class %s has bases that pyaot cannot see into", cls->name);
    if (!of_class && name == str_of("__getattr__") && comes_to_module(cls, first))
        return getattr_of_nn(ev, self, cls, span);
    if (is_of_super(name))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "the attribute '%s' of super()", name);
    return ev_raise(ev, "AttributeError", span, "'super' object has no attribute '%s'", name);
}

static const Value *dtype_getattr(Ev *ev, const Value *object, Str name, Span span) {
    const DTypeInfo *info = &dtype_info[object->u.dtype];
    if (name == str_of("is_floating_point"))
        return ev_bool(ev, info->cls == 'F');
    if (name == str_of("is_complex"))
        return ev_bool(ev, info->cls == 'C');
    if (name == str_of("is_signed"))
        return ev_bool(ev, info->cls != 'U' && info->cls != 'B');
    if (name == str_of("itemsize"))
        return ev_int(ev, info->bytes);
    return ev_fail(ev, D_UNSUPPORTED_OP, span, "the attribute '%s' of a dtype", name);
}

static const Value *device_getattr(Ev *ev, const Value *object, Str name, Span span) {
    (void)object;
    if (name == str_of("type"))
        return ev_str(ev, str_of("cpu"));
    if (name == str_of("index"))
        return ev_none(ev);
    return ev_fail(ev, D_UNSUPPORTED_OP, span, "the attribute '%s' of a device", name);
}

static const Value *plain_getattr(Ev *ev, const Value *object, Str name, Span span);

/* Of a slice, a range or a property: its parts, and what their classes have. */
static const Value *parts_getattr(Ev *ev, const Value *object, Str name, Span span) {
    static const char *const bounds[] = {"start", "stop", "step"};
    const char *const *names = object->kind == V_PROPERTY ? ev_property_parts : bounds;
    for (uint32_t i = 0; i < object->u.tuple.count && i < COUNT_OF(bounds); i++)
        if (!strcmp(names[i], name))
            return object->u.tuple.items[i];
    return plain_getattr(ev, object, name, span);
}

static const Value *partial_getattr(Ev *ev, const Value *object, Str name, Span span) {
    const Value *value = heap_get(ev->heap, object->u.object, name);
    bool of_functions = name == str_of("__name__") || name == str_of("__qualname__") || name == str_of("__wrapped__");
    if (!value && of_functions && !ev->in_driver && object->source)
        ev_input_fact(ev, &(Fact){.kind = FACT_ABSENT, .span = span, .source = object->source, .text = name});
    if (!value && of_functions) /* which somebody may have set */
        return ev_attribute_error(ev, object, name, span);
    bool is_own = !object->source && object->u.object >= ev->base_objects && strncmp(name, "__", 2) != 0;
    if (!value && !ev->in_driver && !is_own) /* it may have been set, and the class has some */
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "the attribute '%s' of a functools.partial", name);
    return value ? value : ev_attribute_error(ev, object, name, span);
}

static const Value *external_getattr(Ev *ev, const Value *object, Str name, Span span) {
    Str path = str_format("%s.%s", object->u.str, name);
    bool asked_from_prelude = ev->frame && ev->frame->module->is_prelude;
    if (!ev->in_driver && !asked_from_prelude && !strchr(path, '['))
        has_name_fact(ev, source_path(path), path, span);
    return ev_external(ev, path);
}

static const Value *unknown_getattr(Ev *ev, const Value *object, Str name, Span span) {
    if (ev->in_driver)
        return ev_unknown(ev, NULL, object->u.str ? object->u.str : "an attribute of an unknown object");
    if (ev_restart_without_rest(ev, object, REST_USED, span))
        return NULL;
    if (name == str_of("append") || name == str_of("extend")) {
        const Value *list = ev_open(ev, object, V_LIST, span);
        return list ? ev_getattr(ev, list, name, span) : NULL;
    }
    if (name == str_of("get") && ev_restart_as_dict(ev, object, span))
        return NULL;
    const Value *tensor = ev_prelude(ev, "torch_tensor", "Tensor");
    if (object->source && tensor && !ev_class_lookup(ev, tensor->u.class_info, name, NULL) &&
        !ev_method_apart(ev, name))
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "the attribute '%s' of an object of unknown type", name);
    return ev_need(ev, object, HYP_TENSOR_FLAT, DT_NONE, -1, span);
}

/* A field of a named tuple, or NULL. */
static const Value *tuple_field(Ev *ev, const Value *object, Str name) {
    const ClassInfo *cls = object->kind == V_TUPLE ? object->u.tuple.cls : NULL;
    const Value *fields = cls && cls->is_namedtuple ? ev_class_lookup(ev, cls, str_of("_fields"), NULL) : NULL;
    for (uint32_t i = 0; fields && fields->kind == V_TUPLE && i < fields->u.tuple.count && i < object->u.tuple.count;
         i++)
        if (fields->u.tuple.items[i]->u.str == name)
            return object->u.tuple.items[i];
    return NULL;
}

static bool is_word_of(const char *words, Str name) { return strstr(words, str_format(" %s ", name)) != NULL; }

/* Of the names in `methods` and `special` below: those that a type has, in whatever version of Python. */
static const char *names_of_type(Ev *ev, const Value *object) {
    static const struct {
        const char *type, *names;
    } rows[] = {
        {"str",
         " capitalize casefold center count encode endswith expandtabs find format format_map index isalnum isalpha "
         "isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join ljust "
         "lower lstrip maketrans partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit "
         "rstrip split splitlines startswith strip swapcase title translate upper zfill __iter__ __len__ "
         "__getitem__ __contains__ "},
        {"list", " append clear copy count extend index insert pop remove reverse sort __iter__ __len__ __getitem__ "
                 "__setitem__ __delitem__ __contains__ __reversed__ __iadd__ __imul__ "},
        {"tuple", " count index __iter__ __len__ __getitem__ __contains__ "},
        {"dict",
         " clear copy fromkeys get items keys pop popitem setdefault update values __iter__ __len__ __getitem__ "
         "__setitem__ __delitem__ __contains__ __reversed__ __ior__ "},
        {"set",
         " add clear copy difference difference_update discard intersection intersection_update isdisjoint issubset "
         "issuperset pop remove symmetric_difference symmetric_difference_update union update __iter__ __len__ "
         "__contains__ __iand__ __ior__ __isub__ __ixor__ "},
        {"frozenset",
         " copy difference intersection isdisjoint issubset issuperset symmetric_difference union __iter__ "
         "__len__ __contains__ "},
        {"int",
         " as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag is_integer numerator real "
         "to_bytes __index__ "},
        {"bool",
         " as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag is_integer numerator real "
         "to_bytes __index__ "},
        {"float", " as_integer_ratio conjugate from_number fromhex hex imag is_integer real "},
        {"range", " count index start step stop __iter__ __len__ __getitem__ __contains__ __reversed__ "},
    };
    const char *type = ev_kind_name(object);
    bool is_view = object->kind == V_LIST && heap_info(ev->heap, object->u.object);
    for (size_t i = 0; i < COUNT_OF(rows) && !is_view; i++)
        if (!strcmp(rows[i].type, type))
            return rows[i].names;
    return NULL;
}

/* A special method of some built-in types that the type of this object lacks. */
bool ev_lacks_special(Ev *ev, const Value *object, Str name) {
    static const char special[] =
        " __iter__ __len__ __getitem__ __setitem__ __delitem__ __contains__ __reversed__ __next__ "
        "__iadd__ __imul__ __iand__ __ior__ __isub__ __ixor__ __enter__ __exit__ __index__ ";
    const ClassInfo *cls = ev_class_of(ev, object);
    const char *has = cls && cls->is_builtin ? names_of_type(ev, object) : NULL;
    return has && is_word_of(special, name) && !is_word_of(has, name);
}

/* What ev_is_surely_absent() says of all types, and what this one is known to lack of what others have. */
static bool is_lacking(Ev *ev, const Value *object, const ClassInfo *cls, Str name) {
    const char *has = cls && cls->is_builtin ? names_of_type(ev, object) : NULL;
    return ev_is_surely_absent(name) || ev_lacks_special(ev, object, name) ||
           (has && strncmp(name, "__", 2) != 0 && !is_word_of(has, name));
}

/* Of a class of the program that derives from a built-in one, of which only the special methods are not all known. */
static bool has_no_more(const ClassInfo *cls, Str name) {
    return cls && !cls->is_builtin && !cls->is_opaque && !ev_is_common_special(name);
}

/* A struct sequence, as functions of torch return it, and somebody asks who does not take it for a named tuple. */
static bool is_asked_sequence(const Ev *ev, const ClassInfo *cls) {
    return cls && ev_is_torch_sequence(cls) && !(ev->frame && ev->frame->module->is_prelude);
}

bool ev_sequence_lacks(const Ev *ev, const ClassInfo *cls, Str name) {
    return is_word_of(" _fields _field_defaults _asdict _make _replace ", name) && is_asked_sequence(ev, cls);
}

/* Values of built-in types, and named tuples: the class has the methods. */
static const Value *plain_getattr(Ev *ev, const Value *object, Str name, Span span) {
    const Value *field = tuple_field(ev, object, name);
    if (field)
        return field;
    ClassInfo *cls = ev_class_of(ev, object);
    if (ev_sequence_lacks(ev, cls, name))
        return ev_attribute_error(ev, object, name, span);
    if (is_word_of(" n_fields n_sequence_fields ", name) && is_asked_sequence(ev, cls))
        return ev_int(ev, object->u.tuple.count);
    const ClassInfo *where = NULL;
    const Value *attr = cls ? ev_class_lookup(ev, cls, name, &where) : NULL;
    if (attr) {
        if (!ev_class_attr_fact(ev, NULL, where, name, attr, span))
            return NULL;
        ev_inherited_fact(ev, NULL, cls, where, name, attr, span);
        attr = ev_attr_of_class(ev, NULL, cls, where, name, attr, span);
        return attr ? ev_bind_from(ev, where, attr, object, cls, span) : NULL;
    }
    if ((attr = ev_inherited_in_python(ev, cls, name)))
        return ev_takes_self(attr->u.function) ? ev_method(ev, attr, object) : attr;
    if (!cls && object->kind == V_LIST && (attr = method_of_view(ev, name)))
        return ev_method(ev, attr, object);
    if (name == str_of("__class__") && cls && !ev_is_untold_class(cls)) {
        ev_class_is_read(ev, object, span);
        return ev_class_value(ev, cls);
    }
    if (ev_is_number(object)) {
        bool is_float = object->kind == V_FLOAT || !strcmp(ev_kind_name(object), "float");
        if (name == str_of("real") || (name == str_of("numerator") && !is_float))
            return object->kind == V_BOOL ? ev_to_int(ev, object, span) : object;
        if (name == str_of("denominator") && !is_float)
            return ev_int(ev, 1);
        if (name == str_of("imag"))
            return is_float ? ev_float(ev, 0.0) : ev_int(ev, 0);
    }
    bool is_none = object->kind == V_NONE && strncmp(name, "__", 2) != 0; /* it has special methods alone */
    if (object->kind == V_TUPLE && object->source && has_no_more(cls, name) && ev_has_place(ev, cls, name))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "the attribute '%s' that a %s may have been given", name, cls->name);
    if (is_none || is_lacking(ev, object, cls, name) || has_no_more(cls, name))
        return ev_attribute_error(ev, object, name, span);
    return ev_fail(ev, D_UNSUPPORTED_OP, span, "the attribute '%s' of %s %s", name,
                   ev_article(ev_type_name(ev, object)), ev_type_name(ev, object));
}

/* Has the constructor of a dict of the caller given it another __dict__ (mostly itself)? */
bool ev_has_another_dict(Ev *ev, const Value *dict) {
    const Value *at = dict->u.instance.exemplar;
    for (int i = 0; at && i < 3; i++, at = at->u.instance.exemplar)
        if (heap_get(ev->heap, at->u.instance.object, str_of("__dict__")))
            return true;
    return false;
}

/* Its attributes are its items, then: the constructor says `self.__dict__ = self`. */
static bool is_its_own_dict(Ev *ev, const Value *dict) {
    const Value *at = dict->u.instance.exemplar, *own = NULL; /* of the caller's: its example's */
    for (int i = 0; at && i < 3 && !own; i++, at = own ? at : at->u.instance.exemplar)
        own = heap_get(ev->heap, at->u.instance.object, str_of("__dict__"));
    const Value *of = own && own->kind == V_DICT ? own->u.instance.exemplar : NULL;
    return of && of->u.instance.object == at->u.instance.object;
}

/* What the item of a dict that is its own __dict__ gives as an attribute; NULL: there is none. */
static const Value *item_as_attribute(Ev *ev, const Value *dict, Str name, Span span) {
    if (dict->source)
        ev_input_fact(ev, &(Fact){.kind = FACT_SAME,
                                  .span = span,
                                  .source = source_attr(dict->source, str_of("__dict__")),
                                  .other = dict->source});
    return heap_get_key(ev->heap, dict->u.object, ev_str(ev, name));
}

/* Of a subclass of dict: its own attributes, then what its classes define. */
static const Value *dict_getattr(Ev *ev, const Value *object, Str name, Span span) {
    ClassInfo *cls = ev_dict_class(object);
    const ClassInfo *where = NULL;
    if (!cls)
        return plain_getattr(ev, object, name, span);
    const Value *attr = ev_class_lookup(ev, cls, name, &where);
    bool of_items = !attr && !ev->in_driver && is_its_own_dict(ev, object);
    const Value *own = of_items ? item_as_attribute(ev, object, name, span)
                                : ev_instance_attr(ev, object->u.instance.exemplar, name, span);
    if (own && of_items)
        return own;
    if (ev->fail.kind)
        return NULL;
    if (!of_items && ev_has_another_dict(ev, object) &&
        (!attr || heap_get_key(ev->heap, object->u.object, ev_str(ev, name))) && !ev_inherited_in_python(ev, cls, name))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "the attribute '%s' of a dict whose __dict__ is assigned", name);
    if (own && !(attr && goes_first(ev, attr)))
        return own;
    if (!attr && name == str_of("__class__"))
        return ev_class_value(ev, cls);
    if (!attr && name == str_of("__dict__") && has_dict(ev, cls))
        return of_items ? object : instance_dict(ev, object->u.instance.exemplar, span);
    const Value *filled = attr ? NULL : ev_filled_class(ev, cls, name);
    if (filled) {
        ev_passed_over_all(ev, cls, name, span);
        return filled;
    }
    if (!of_items && !cls->module->is_prelude && !(attr && goes_first(ev, attr)))
        absent_fact(ev, object->u.instance.exemplar, name, span);
    const Value *of_dict = attr ? NULL : ev_inherited_in_python(ev, cls, name);
    if (of_dict)
        return ev_takes_self(of_dict->u.function) ? ev_method(ev, of_dict, object) : of_dict;
    if (!attr) {
        const Value *fallback = ev_class_lookup(ev, cls, str_of("__getattr__"), &where);
        if (!fallback && !ev_is_surely_absent(name) && !has_no_more(cls, name))
            return ev_fail(ev, D_UNSUPPORTED_OP, span, "the attribute '%s' of a %s", name, ev_type_name(ev, object));
        if (!fallback)
            return ev_attribute_error(ev, object, name, span);
        fallback = ev_class_attr_fact(ev, object->source, where, str_of("__getattr__"), fallback, span)
                       ? ev_bind_attr(ev, fallback, object, cls, span)
                       : NULL;
        return fallback ? ev_call1(ev, fallback, ev_str(ev, name), span) : NULL;
    }
    if (!ev_class_attr_fact(ev, NULL, where, name, attr, span))
        return NULL;
    ev_inherited_fact(ev, NULL, cls, where, name, attr, span);
    bool handled;
    const Value *got = ev_descriptor_get(ev, where, name, attr, object, cls, span, &handled);
    if (handled)
        return got_or_fallback(ev, object, name, got, span);
    attr = ev_attr_of_class(ev, NULL, cls, where, name, attr, span);
    got = attr ? ev_bind_from(ev, where, attr, object, cls, span) : NULL;
    return got_or_fallback(ev, object, name, got, span);
}

typedef const Value *(*GetAttr)(Ev *ev, const Value *object, Str name, Span span);

static const Value *class_getattr(Ev *ev, const Value *object, Str name, Span span) {
    if (ev_sequence_lacks(ev, object->u.class_info, name))
        return ev_attribute_error(ev, object, name, span);
    return ev_class_attr(ev, object->u.class_info, name, span);
}

/* Class methods and static ones, as the body of a class has them. */
static const Value *wrapper_getattr(Ev *ev, const Value *object, Str name, Span span) {
    static const char *const of_function[] = {"__name__", "__qualname__", "__doc__"};
    const Value *function = object->u.tuple.items[0];
    if (name == str_of("__func__") || name == str_of("__wrapped__"))
        return function;
    if (IS_AMONG(of_function, name))
        return ev_getattr(ev, function, name, span);
    return ev_fail(ev, D_UNSUPPORTED_OP, span, "the attribute '%s' of a %s", name, ev_type_name(ev, object));
}

static const GetAttr getattr_table[V_KIND_COUNT] = {
    [V_CLASSMETHOD] = wrapper_getattr, [V_STATICMETHOD] = wrapper_getattr, [V_INSTANCE] = instance_getattr,
    [V_CLASS] = class_getattr,         [V_MODULE] = module_getattr,        [V_TENSOR] = tensor_getattr,
    [V_SUPER] = super_getattr,         [V_FUNCTION] = ev_function_getattr, [V_METHOD] = ev_method_getattr,
    [V_DTYPE] = dtype_getattr,         [V_DEVICE] = device_getattr,        [V_DICT] = dict_getattr,
    [V_SLICE] = parts_getattr,         [V_RANGE] = parts_getattr,          [V_PROPERTY] = parts_getattr,
    [V_PARTIAL] = partial_getattr,     [V_EXTERNAL] = external_getattr,    [V_UNKNOWN] = unknown_getattr,
    [V_SERIES] = ev_series_getattr,    [V_ROWS] = ev_rows_getattr,
};

const Value *ev_getattr(Ev *ev, const Value *object, Str name, Span span) {
    GetAttr get = getattr_table[object->kind] ? getattr_table[object->kind] : plain_getattr;
    bool may_be_set = object->kind == V_INSTANCE || object->kind == V_CLASS || object->kind == V_MODULE;
    if (may_be_set && ev_handlers_set(ev, name))
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "the attribute '%s', which a handler of signals may set", name);
    return ev_merged(ev, get(ev, object, name, span), span);
}

const Value *ev_slot(Ev *ev, const Value *object, Str name, Span span) {
    const Value *value = ev_getattr(ev, object, name, span);
    if (value || ev->in_driver || strncmp(name, "__", 2) != 0 || !ev_raised_attribute_error(ev))
        return value;
    ev_clear_fail(ev);
    return ev_fail(ev, D_RAISES, span, "an exception, as an object has no %s", name);
}

const Value *ev_getattr_or_null(Ev *ev, const Value *object, Str name, Span span) {
    const Value *value = ev_getattr(ev, object, name, span);
    bool is_example = ev->in_driver && object->kind == V_INSTANCE && ev_is_incomplete(ev, object);
    if (!value && is_example && ev->fail.kind == FAIL_CUT) { /* whoever asks in this way can do without */
        ev_clear_fail(ev);
        return NULL;
    }
    if (!value && ev_raised_attribute_error(ev))
        ev_clear_fail(ev);
    return value;
}
