/* Classes that no global names: those of a function's body, and those that type() has made.
 *
 * Such a class is known by the place where an input leads to it: as the class of an object, as a base of one, or as an
 * input itself. What it is made of is one fact about that place (FACT_MADE): its names, its bases, and all that it has
 * of its own, so that any class made like that will do. What is read of it beyond that, its values and the cells and
 * defaults of its functions, is guarded where it is read, at the place, as of any other class. */
#include "analysis/ev_internal.h"

bool ev_is_unnamed(const ClassInfo *cls) { return !cls->global && strchr(cls->qualname, '<'); }

const Source *ev_type_of(const Source *object) { return source_attr(object, str_of("type()")); }

/* ---- what it is made of ------------------------------------------------------------------------------------------ */

/* What each class has, which no program asks for: runtime/pyaot_made.c leaves out the same. */
static bool is_common(Str name) {
    static const char *const names[] = {"__module__",  "__doc__",      "__dict__",
                                        "__weakref__", "__qualname__", "__annotations__"};
    return IS_AMONG(names, name);
}

/* Python makes something else of these. */
static bool is_converted(Str name) {
    static const char *const names[] = {
        "__new__",   "__init_subclass__", "__class_getitem__", "__slots__",   "__classcell__",   "__set_name__",
        "__class__", "__getattribute__",  "__instancecheck__", "__prepare__", "__mro_entries__", "__del__"};
    return IS_AMONG(names, name);
}

/* What stands in the body of a dataclass for a field without a default, and is not there in Python. */
static bool is_field(const Value *attr) {
    const ClassInfo *cls = attr->kind == V_INSTANCE ? attr->u.instance.cls : NULL;
    return cls && cls->module->is_prelude && !strcmp(cls->module->name, "dataclasses") && !strcmp(cls->name, "Field");
}

/* A line for an attribute: its kind, its name, and which function it is or holds. False: what it does is not known by
 * that. */
static bool put_attribute(Buf *text, const ClassInfo *cls, const HeapSlot *slot) {
    const Value *attr = slot->value;
    bool is_made = cls->is_dataclass && attr->kind == V_FUNCTION && attr->u.function->is_prelude;
    bool is_params = cls->is_dataclass && !strcmp(slot->name, "__dataclass_params__");
    if (is_made)
        buf_printf(text, "g%s\n", slot->name);
    if (is_made || (cls->is_dataclass && is_field(attr)))
        return true;
    char kind = attr->kind == V_FUNCTION       ? 'f'
                : attr->kind == V_PROPERTY     ? 'p'
                : attr->kind == V_STATICMETHOD ? 's'
                : attr->kind == V_CLASSMETHOD  ? 'c'
                                               : 'v';
    const Value *inner = kind == 'f' || kind == 'v' ? attr : attr->u.tuple.items[0];
    bool is_plain = attr->kind == V_NONE || attr->kind == V_BOOL || attr->kind == V_INT || attr->kind == V_FLOAT ||
                    attr->kind == V_STR || attr->kind == V_TENSOR || attr->kind == V_DTYPE || attr->kind == V_TUPLE ||
                    attr->kind == V_LIST || attr->kind == V_DICT || attr->kind == V_CLASS;
    if (is_converted(slot->name) || (kind == 'v' && !is_plain && !is_params))
        return false;
    buf_printf(text, "%c%s", kind, slot->name);
    if (kind != 'v') {
        const Function *f = inner->kind == V_FUNCTION ? inner->u.function : NULL;
        if (!f || f->is_prelude || !f->def || f->replaces)
            return false;
        buf_printf(text, "=%u:%s", f->module->is_main ? 0 : ev_first_line(f), f->qualname);
    }
    buf_putc(text, '\n');
    return true;
}

static bool put_base(Buf *text, const ClassInfo *base) {
    bool is_object = base->is_builtin && !strcmp(base->name, "object");
    if (ev_is_unnamed(base))
        buf_puts(text, "?");
    else if (is_object)
        buf_puts(text, "builtins:object");
    else if (!base->is_builtin && base->module && ev_has_its_bases(base))
        buf_puts(text, ev_qualified_path(base->module, ev_class_at(base)));
    else
        return false;
    buf_putc(text, '\n');
    return true;
}

/* Is it made by `type` itself, of objects that hold nothing but their attributes? */
static bool is_plain(const ClassInfo *cls) {
    return !cls->is_opaque && !cls->has_metaclass && !cls->metaclass && !cls->is_abc && !cls->is_enum &&
           !cls->is_namedtuple && !cls->is_exception && !cls->is_derivative && !cls->holds_items && !cls->assumed &&
           cls->module && (!cls->builtin || !strcmp(cls->builtin, "object"));
}

/* The text of FACT_MADE: names, bases, an empty line, attributes. */
static bool put_class(Ev *ev, Buf *text, const ClassInfo *cls) {
    bool fits = is_plain(cls);
    buf_printf(text, "%s\n%s\n", cls->name, ev_shown_qualname(cls));
    for (uint32_t i = 1; fits && i < cls->mro_count; i++)
        fits = put_base(text, cls->mro[i]);
    buf_putc(text, '\n');
    const HeapContent *content = heap_content(ev->heap, cls->dict);
    for (uint32_t i = 0; fits && i < content->count; i++) {
        const HeapSlot *slot = &content->slots[i];
        if (slot->value && !(slot->name && is_common(slot->name)))
            fits = slot->name && put_attribute(text, cls, slot);
    }
    return fits;
}

bool ev_place_class(Ev *ev, ClassInfo *cls, const Source *place, Span span) {
    const Source *known = map_get(&ev->class_places, MAP_KEY(cls));
    if (known == place)
        return true;
    Buf text = {0};
    bool fits = put_class(ev, &text, cls) && !place->in_element; /* else each item could have one of its own */
    Str made = str_intern(text.data, text.len);
    buf_free(&text);
    if (!fits)
        return false;
    ev_input_fact(ev, &(Fact){.kind = FACT_MADE, .span = span, .source = place, .text = made});
    if (known) /* what the other object has may come to be read before it is known that their classes are one */
        ev_input_fact(ev, &(Fact){.kind = FACT_SAME, .span = span, .source = place, .other = known});
    else
        map_put(&ev->class_places, MAP_KEY(cls), (void *)place);
    cls->is_placed = true;
    for (uint32_t i = 1; fits && i < cls->mro_count; i++)
        if (ev_is_unnamed(cls->mro[i]))
            fits = ev_place_class(ev, cls->mro[i], source_item_int(source_attr(place, str_of("__mro__")), i), span);
    return fits;
}

/* ---- what it has ------------------------------------------------------------------------------------------------- */

static const Value *placed(Ev *ev, const Value *function, const Source *source) {
    return function->kind == V_FUNCTION && !function->source ? ev_with_source(ev, function, source) : function;
}

/* An attribute as the class has it: its functions are found there, with their cells and defaults. */
const Value *ev_of_unnamed(Ev *ev, const ClassInfo *cls, Str name, const Value *attr) {
    static const char *const parts[] = {"fget", "fset", "fdel"};
    const Source *place = ev->in_driver ? NULL : map_get(&ev->class_places, MAP_KEY(cls));
    if (!place)
        return attr;
    const Source *source = source_attr(place, name);
    if (attr->kind != V_PROPERTY && attr->kind != V_CLASSMETHOD && attr->kind != V_STATICMETHOD)
        return placed(ev, attr, source);
    const Value **items = arena_array(ev->arena, const Value *, attr->u.tuple.count);
    for (uint32_t i = 0; i < attr->u.tuple.count; i++) {
        const Source *part = attr->kind == V_CLASSMETHOD    ? source_attr(source, str_of("__func__"))
                             : attr->kind == V_STATICMETHOD ? source
                             : i < COUNT_OF(parts)          ? source_attr(source, str_of(parts[i]))
                                                            : NULL;
        items[i] = part && attr->u.tuple.items[i] ? placed(ev, attr->u.tuple.items[i], part) : attr->u.tuple.items[i];
    }
    return ev_items_value(ev, attr->kind, items, attr->u.tuple.count);
}

void ev_tell_class(Ev *ev, ClassInfo *cls) {
    const Source *place = map_get(&ev->class_places, MAP_KEY(cls));
    cls->is_told = true;
    for (uint32_t i = 0; i < ev->class_places.len; i++) {
        const ClassInfo *other = (const ClassInfo *)(uintptr_t)ev->class_places.keys[i];
        if (other == cls || !other->is_told || ev_shown_qualname(other) != ev_shown_qualname(cls))
            continue;
        ev_input_fact(ev, &(Fact){.kind = FACT_DISTINCT, .source = place, .other = ev->class_places.values[i]});
    }
}

void ev_forget_places(Ev *ev) {
    for (uint32_t i = 0; i < ev->class_places.len; i++) {
        ClassInfo *cls = (ClassInfo *)(uintptr_t)ev->class_places.keys[i];
        cls->is_placed = cls->is_told = false;
    }
    map_clear(&ev->class_places);
}

/* Guards tell apart classes that call themselves by other names, and those that are values of the program. */
ShTruth ev_same_class(const ClassInfo *a, const ClassInfo *b) {
    if (a == b)
        return SH_YES;
    bool may_be = (a->is_placed || b->is_placed) && ev_shown_qualname(a) == ev_shown_qualname(b);
    return may_be && !(a->is_told && b->is_told) ? SH_MAYBE : SH_NO;
}

const ClassInfo *ev_stands_for(Ev *ev, const ClassInfo *cls) {
    bool is_said = cls->module && cls->module->is_prelude;
    const Value *base = is_said ? heap_get(ev->heap, cls->dict, str_of("__pyaot_stands_for__")) : NULL;
    return base && base->kind == V_CLASS ? base->u.class_info : NULL;
}

ShTruth ev_derives(Ev *ev, const ClassInfo *cls, ClassInfo *base) {
    ShTruth derives = ev_stands_for(ev, cls) == base ? SH_YES : SH_NO;
    for (uint32_t i = 0; i < cls->mro_count && derives != SH_YES; i++) {
        ShTruth same = ev_same_class(cls->mro[i], base);
        if (same == SH_MAYBE && cls->mro[i]->is_placed && base->is_placed && ev_class_value(ev, cls->mro[i]) &&
            ev_class_value(ev, base))
            same = SH_NO;
        derives = same == SH_NO ? derives : same;
    }
    return derives;
}
