/* Built-in classes: what calling them makes, and the methods of those that are neither strings nor containers. */
#include "analysis/ev_internal.h"

#include <errno.h>
#include <math.h>

#define CONSTRUCT(name) static const Value *name(Ev *ev, ClassInfo *cls, const CallArgs *args, Span span)
#define METHOD(name) static const Value *name(Ev *ev, const Value *self, const CallArgs *args, Span span)

static bool no_keywords(Ev *ev, const ClassInfo *cls, const CallArgs *args, Span span) {
    return !args->keyword_count ||
           ev_raise(ev, "TypeError", span, "%s() takes no keyword arguments", cls->name) != NULL;
}

/* A subclass of a built-in container has state that our values cannot carry. */
static bool plain(Ev *ev, const ClassInfo *cls, const CallArgs *args, uint32_t at_most, Span span) {
    if (!cls->is_builtin)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "an object of %s, a subclass of a built-in class", cls->name);
    if (args->count > at_most)
        return at_most == 2 || !strcmp(cls->name, "str")
                   ? ev_raise(ev, "TypeError", span, "%s() takes at most 2 arguments (%u given)", cls->name,
                              args->count)
                   : ev_raise(ev, "TypeError", span, "%s expected at most %u argument%s, got %u", cls->name, at_most,
                              at_most == 1 ? "" : "s", args->count);
    return true;
}

/* ---- numbers
 * ---------------------------------------------------------------------------------------------------------- */

/* Is what strtod() and strtoll() read, and what follows it, what Python reads? */
static bool ends_number(const char *text, const char *end) {
    return end != text && !end[strspn(end, " \t\n\r\f\v")] && !strpbrk(text, "xXpP(");
}

/* int(text, base): the digits behind a sign and a prefix, which says the base where that is 0. NULL: another form. */
static const char *digits_of(const char *text, int *base, bool *negative) {
    static const char letters[] = {'b', 'o', 'x'};
    static const int bases[] = {2, 8, 16};
    *negative = *text == '-';
    text += *text == '-' || *text == '+';
    for (size_t i = 0; i < COUNT_OF(letters); i++)
        if (text[0] == '0' && (text[1] | 0x20) == letters[i] && (*base == 0 || *base == bases[i])) {
            *base = bases[i];
            text += 2;
            break;
        }
    if (*base == 0 && text[0] == '0' && text[1])
        return NULL;
    *base = *base ? *base : 10;
    bool is_digit = (*text >= '0' && *text <= '9') || ((*text | 0x20) >= 'a' && (*text | 0x20) <= 'z');
    return is_digit ? text : NULL;
}

static const Value *no_int(Ev *ev, Str whole, int64_t base, Span span) {
    const Value *text = ev_text_of(ev, ev_str(ev, whole), false, span);
    return text ? ev_raise(ev, "ValueError", span, "invalid literal for int() with base %d: %s", (int)base, text->u.str)
                : NULL;
}

static const Value *no_float(Ev *ev, Str whole, Span span) {
    const Value *text = ev_text_of(ev, ev_str(ev, whole), false, span);
    return text ? ev_raise(ev, "ValueError", span, "could not convert string to float: %s", text->u.str) : NULL;
}

/* `whole`: the text as the program has it, for complaints */
static const Value *int_in_base(Ev *ev, const char *text, Str whole, int64_t wanted, Span span) {
    int base = (int)wanted;
    bool negative;
    char *end;
    if (wanted < 0 || wanted == 1 || wanted > 36)
        return ev_raise(ev, "ValueError", span, "int() base must be >= 2 and <= 36, or 0");
    const char *digits = digits_of(text, &base, &negative);
    errno = 0;
    long long value = digits ? strtoll(digits, &end, base) : 0;
    if (errno == ERANGE)
        return ev_fail(ev, D_LIMIT, span, "an integer that needs more than 64 bits");
    if (!digits || end == digits || end[strspn(end, " \t\n\r\f\v")])
        return no_int(ev, whole, wanted, span);
    return ev_int(ev, negative ? -value : value);
}

static bool is_digit_at(const char *at) { return *at >= '0' && *at <= '9'; }

/* Decimal digits may have single underscores between them. Other text is given back as it is. */
static const char *without_underscores(Ev *ev, const char *text) {
    char *out = arena_array(ev->arena, char, strlen(text) + 1), *end = out;
    for (const char *at = text; *at; at++) {
        bool between = *at == '_' && at > text && is_digit_at(at - 1) && is_digit_at(at + 1);
        if (*at == '_' && !between)
            return text;
        if (!between)
            *end++ = *at;
    }
    *end = 0;
    char *rest;
    strtod(out, &rest);
    return ends_number(out, rest) ? out : text;
}

static const Value *number_of_str(Ev *ev, Str whole, int base, bool integer, Span span) {
    char *end;
    if (strlen(whole) != str_len(whole)) /* with a NUL in it */
        return integer ? no_int(ev, whole, base, span) : no_float(ev, whole, span);
    const char *text = whole + strspn(whole, " \t\n\r\f\v");
    if ((base == 10 || !integer) && strchr(text, '_') && !(integer && strpbrk(text, ".eEnN")))
        text = without_underscores(ev, text);
    if (strchr(text, '_') || text[strspn(text, "\t\n\v\f\r !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                               "[\\]^`abcdefghijklmnopqrstuvwxyz{|}~")])
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "a number in text of this form");
    if (integer && base != 10)
        return int_in_base(ev, text, whole, base, span);
    if (integer) {
        errno = 0;
        long long value = strtoll(text, &end, base);
        if (errno == ERANGE)
            return ev_fail(ev, D_LIMIT, span, "an integer that needs more than 64 bits");
        if (ends_number(text, end))
            return ev_int(ev, value);
        return no_int(ev, whole, base, span);
    }
    double value = strtod(text, &end);
    bool is_of_c = strpbrk(text, "xX(") != NULL; /* 0x1p3 and nan(1) are numbers to C alone */
    return ends_number(text, end) && !is_of_c ? ev_float(ev, value) : no_float(ev, whole, span);
}

/* int(x) and float(x) of an object: its special method. */
static const Value *convert_object(Ev *ev, const Value *v, const char *const *names, const char *type, Span span) {
    for (int i = 0; names[i]; i++) {
        const Value *number = ev_number_by(ev, v, names[i], span);
        if (number || ev->fail.kind)
            return number && !strcmp(type, "float") ? ev_to_float(ev, number, span) : number;
    }
    if (!strcmp(type, "int") && ev_special(ev, v, "__trunc__", span))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "int() of an object that has __trunc__() alone, which warns");
    if (ev->fail.kind)
        return NULL;
    return ev_raise(ev, "TypeError", span, "%s() argument must be a string%s or a real number, not '%s'", type,
                    !strcmp(type, "int") ? ", a bytes-like object" : "", ev_type_name(ev, v));
}

/* The one keyword that a constructor takes; false: there are others, or it failed. */
static bool one_keyword(Ev *ev, const ClassInfo *cls, const CallArgs *args, const char *name, const Value **value,
                        Span span) {
    *value = args->keyword_count == 1 && !strcmp(args->names[0], name) ? args->keyword_values[0] : NULL;
    return *value || no_keywords(ev, cls, args, span);
}

CONSTRUCT(make_int) {
    static const char *const names[] = {"__int__", "__index__", NULL};
    const Value *given;
    int64_t base = 10;
    uint32_t total = args->count + args->keyword_count;
    if (cls->is_builtin && total > 2)
        return ev_raise(ev, "TypeError", span, "%s() takes at most 2 arguments (%u given)", cls->name, total);
    for (uint32_t i = 0; cls->is_builtin && i < args->keyword_count; i++)
        if (strcmp(args->names[i], "base"))
            return ev_raise(ev, "TypeError", span, "'%s' is an invalid keyword argument for int()", args->names[i]);
    if (!plain(ev, cls, args, 2, span) || !one_keyword(ev, cls, args, "base", &given, span))
        return NULL;
    if (!args->count)
        return given ? ev_raise(ev, "TypeError", span, "int() missing string argument") : ev_int(ev, 0);
    const Value *v = args->args[0];
    given = args->count == 2 ? args->args[1] : given;
    if (given && !ev_as_int_known(given, &base))
        return ev_need_known(ev, given, span);
    if (given && base != 0 && (base < 2 || base > 36))
        return ev_raise(ev, "ValueError", span, "int() base must be >= 2 and <= 36, or 0");
    if (given && v->kind != V_STR && v->kind != V_UNKNOWN && v->kind != V_BYTES)
        return ev_raise(ev, "TypeError", span, "int() can't convert non-string with explicit base");
    if (v->kind == V_STR)
        return v->u.str ? number_of_str(ev, v->u.str, (int)base, true, span)
                        : ev_fail(ev, D_UNKNOWN_VALUE, span, "int() of a string that is not known when compiling");
    if (v->kind == V_BYTES)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "int() of bytes");
    if (v->kind == V_UNKNOWN)
        return ev_need(ev, v, HYP_TENSOR_FLAT, DT_NONE, -1, span);
    return ev_is_number(v) ? ev_to_int(ev, v, span) : convert_object(ev, v, names, "int", span);
}

CONSTRUCT(make_float) {
    static const char *const names[] = {"__float__", "__index__", NULL};
    if (!no_keywords(ev, cls, args, span) || !plain(ev, cls, args, 1, span))
        return NULL;
    if (!args->count)
        return ev_float(ev, 0);
    const Value *v = args->args[0];
    if (v->kind == V_STR)
        return v->u.str ? number_of_str(ev, v->u.str, 0, false, span)
                        : ev_fail(ev, D_UNKNOWN_VALUE, span, "float() of a string that is not known when compiling");
    if (v->kind == V_BYTES)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "float() of bytes");
    if (v->kind == V_UNKNOWN)
        return ev_need(ev, v, HYP_TENSOR_FLAT, DT_NONE, -1, span);
    return ev_is_number(v) ? ev_to_float(ev, v, span) : convert_object(ev, v, names, "float", span);
}

CONSTRUCT(make_bool) {
    if (!no_keywords(ev, cls, args, span) || !plain(ev, cls, args, 1, span))
        return NULL;
    return args->count ? ev_truth(ev, args->args[0], span) : ev_bool(ev, false);
}

/* ---- containers
 * --------------------------------------------------------------------------------------------------------- */

/* The text of an int that is not known: good for naming an item of a series. */
static Value *decimal(Ev *ev, const Value *number) {
    Value *text = ev_value(ev, V_STR);
    text->u.text.decimal = sh_canon(ev->shapes, number->u.expr);
    map_put(&ev->text_parts, MAP_KEY(text), (void *)(uintptr_t)number);
    return text;
}

CONSTRUCT(make_str) {
    if (!plain(ev, cls, args, 1, span))
        return NULL;
    if (args->keyword_count == 1 && !args->count && !strcmp(args->names[0], "object"))
        return make_str(ev, cls, &(CallArgs){.args = args->keyword_values, .count = 1}, span);
    if (args->keyword_count)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "str() with keywords");
    if (!args->count)
        return ev_str(ev, str_of(""));
    if (args->args[0]->kind == V_STR)
        return args->args[0];
    if (!ev->in_driver && args->args[0]->kind == V_INT && sh_hint(args->args[0]->u.expr, INT64_MIN) == INT64_MIN)
        return decimal(ev, args->args[0]); /* a counter: no value of it is likely */
    TextScope scope;
    ev_text_begin(ev, &scope, ev_place_of(span));
    const Value *value = ev_text_end(ev, &scope, ev_text_of(ev, args->args[0], true, span));
    if (!value && ev->in_driver && ev->fail.kind == FAIL_CUT) { /* a part of a message, as a rule */
        ev_clear_fail(ev);
        return ev_str(ev, NULL);
    }
    if (!value || value->u.str || ev->in_driver || args->args[0]->kind != V_INT)
        return value;
    Value *text = decimal(ev, args->args[0]);
    map_put(&ev->memo, MAP_KEY(text), map_get(&ev->memo, MAP_KEY(value)));
    return text;
}

CONSTRUCT(make_list) {
    const Value **items = NULL;
    uint32_t count = 0;
    if (!no_keywords(ev, cls, args, span) || !plain(ev, cls, args, 1, span))
        return NULL;
    const Value *copy = cls->is_builtin && args->count ? ev_rows_slice(ev, args->args[0], NULL, span) : NULL;
    if (copy || ev->fail.kind || (args->count && !ev_collect(ev, args->args[0], &items, &count, span)))
        return copy;
    return ev_list(ev, items, count);
}

CONSTRUCT(make_tuple) {
    const Value **items = NULL;
    uint32_t count = 0;
    if (!no_keywords(ev, cls, args, span))
        return NULL;
    if (args->count > 1)
        return ev_raise(ev, "TypeError", span, "%s expected at most 1 argument, got %u", "tuple", args->count);
    const Value *given = args->count ? args->args[0] : NULL;
    if ((given && !ev_collect(ev, given, &items, &count, span)))
        return NULL;
    if (cls->is_builtin && given && given->kind == V_TUPLE && !given->u.tuple.cls)
        return given; /* the same object */
    Value *value = (Value *)ev_tuple(ev, items, count);
    value->u.tuple.cls = cls->is_builtin ? NULL : cls;
    return ev_may_be_tuple(ev, value, span) ? value : NULL;
}

CONSTRUCT(make_set) {
    const Value **items = NULL;
    uint32_t count = 0;
    if (!no_keywords(ev, cls, args, span))
        return NULL;
    bool is_frozen = !strcmp(cls->name, "frozenset");
    if (is_frozen && args->count == 1 && args->args[0]->kind == V_SET && args->args[0]->u.instance.cls)
        return args->args[0]; /* the same object, as it cannot change */
    const Value *iterable = args->count ? ev_held_members(ev, args->args[0]) : NULL;
    bool of_set = iterable && iterable->kind == V_SET; /* in whatever order */
    if (of_set) {
        const HeapContent *content = heap_content(ev->heap, iterable->u.object);
        items = arena_array(ev->arena, const Value *, content->count + 1);
        for (; count < content->count; count++)
            items[count] = content->slots[count].key;
    }
    if (!plain(ev, cls, args, 1, span) || (iterable && !of_set && !ev_iterate(ev, iterable, &items, &count, span)))
        return NULL;
    Value *set = arena_copy(ev->arena, ev_set(ev), sizeof *set);
    set->u.instance.cls = is_frozen ? cls : NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (!ev_hashable(ev, items[i], span))
            return NULL;
        if (!heap_get_key(ev->heap, set->u.object, items[i]))
            heap_set_key(ev->heap, set->u.object, items[i], items[i]);
    }
    return set;
}

CONSTRUCT(make_dict) {
    if (!plain(ev, cls, args, 1, span))
        return NULL;
    const Value *dict = ev_dict(ev);
    if (!ev_call_method_args(ev, dict, "update", args, span))
        return NULL;
    return dict;
}

static const Value *three_parts(Ev *ev, ValueKind kind, const CallArgs *args, const Value *first, const Value *last) {
    const Value *parts[3] = {first, NULL, last};
    if (args->count == 1) {
        parts[1] = args->args[0];
    } else {
        parts[0] = args->args[0];
        parts[1] = args->args[1];
        parts[2] = args->count > 2 ? args->args[2] : last;
    }
    return ev_items_value(ev, kind, parts, 3);
}

/* A step that is not known: up, as most do, or down if it can only be that. */
static bool goes_one_way(Ev *ev, const Value *step, Span span) {
    const ShExpr *by, *zero = sh_const(ev->shapes, 0);
    int64_t lo, hi;
    if (!ev_as_expr(ev, step, &by))
        return ev_need_known(ev, step, span) != NULL;
    sh_range(by, &lo, &hi);
    return ev_assume_compare(ev, SH_LT, hi < 0 ? by : zero, hi < 0 ? zero : by, span) ||
           (!ev->fail.kind && ev_need_known(ev, step, span) != NULL);
}

CONSTRUCT(make_range) {
    if (!plain(ev, cls, args, 3, span) || !no_keywords(ev, cls, args, span))
        return NULL;
    const Value **ints = arena_array(ev->arena, const Value *, args->count);
    for (uint32_t i = 0; i < args->count; i++) {
        const ShExpr *e;
        ints[i] = args->args[i];
        if (ints[i]->kind == V_UNKNOWN)
            return ev_need(ev, ints[i], HYP_INT, DT_NONE, -1, span);
        if (ints[i]->kind == V_TENSOR || ev_may_have_methods(ints[i]))
            ints[i] = ev_number_by(ev, ints[i], "__index__", span);
        if (!ints[i] || !ev_as_expr(ev, ev_counted(ev, ints[i], span), &e))
            return ev->fail.kind ? NULL
                                 : ev_raise(ev, "TypeError", span, "'%s' object cannot be interpreted as an integer",
                                            ev_type_name(ev, args->args[i]));
        ints[i] = ev_int_expr(ev, e);
    }
    CallArgs known = {.args = ints, .count = args->count};
    if (!args->count)
        return ev_raise(ev, "TypeError", span, "range expected at least 1 argument, got 0");
    int64_t step = 1;
    if (args->count == 3 && !ev_as_int_known(ints[2], &step) && !goes_one_way(ev, ints[2], span))
        return NULL;
    if (step == 0)
        return ev_raise(ev, "ValueError", span, "range() arg 3 must not be zero");
    return three_parts(ev, V_RANGE, &known, ev_int(ev, 0), ev_int(ev, 1));
}

const Value *ev_range_length(Ev *ev, const Value *range, Span span) {
    const ShExpr *start, *step, *count;
    return ev_plan_range(ev, range, &start, &step, &count, span)
               ? ev_int_expr(ev, sh_max(ev->shapes, sh_const(ev->shapes, 0), count))
               : NULL;
}

CONSTRUCT(make_method) {
    (void)cls;
    if (args->count != 2 || args->keyword_count || args->args[0]->kind != V_FUNCTION || args->args[1]->kind == V_NONE)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "a method that is made of these");
    return ev_method(ev, args->args[0], args->args[1]);
}

CONSTRUCT(make_function) {
    (void)cls, (void)args;
    return ev_fail(ev, D_UNSUPPORTED_OP, span, "a function that is made of its code");
}

CONSTRUCT(make_slice) {
    if (!plain(ev, cls, args, 3, span) || !no_keywords(ev, cls, args, span))
        return NULL;
    if (!args->count)
        return ev_raise(ev, "TypeError", span, "slice expected at least 1 argument, got 0");
    return three_parts(ev, V_SLICE, args, ev_none(ev), ev_none(ev));
}

/* ---- descriptors, objects, types
 * ------------------------------------------------------------------------------------------- */

CONSTRUCT(make_property) {
    if (!cls->is_builtin) /* of a subclass (ev_subclass.c) */
        return ev_new_instance(ev, cls);
    const Value *items[4];
    uint32_t count;
    return ev_bind_params(ev, "fget=None, fset=None, fdel=None, doc=None", "property", args, items, &count, span)
               ? ev_items_value(ev, V_PROPERTY, items, 3)
               : NULL;
}

static const Value *wrap_one(Ev *ev, ValueKind kind, const CallArgs *args, Span span) {
    return args->count == 1 ? ev_items_value(ev, kind, args->args, 1)
                            : ev_raise(ev, "TypeError", span, "one argument expected");
}

CONSTRUCT(make_staticmethod) {
    (void)cls;
    return wrap_one(ev, V_STATICMETHOD, args, span);
}

CONSTRUCT(make_classmethod) {
    (void)cls;
    return wrap_one(ev, V_CLASSMETHOD, args, span);
}

/* Its metaclass may have another name, or be another one. */
static bool is_of_prelude(const ClassInfo *cls) { return !cls->is_builtin && cls->module && cls->module->is_prelude; }

/* A class of which no more becomes than what it is made of: nothing is told that it is made. */
static bool is_plain_base(Ev *ev, const Value *base) {
    const ClassInfo *cls = base->kind == V_CLASS ? base->u.class_info : NULL;
    bool special = !cls || cls->is_opaque || cls->has_metaclass || cls->metaclass || cls->is_enum || cls->is_abc ||
                   cls->is_namedtuple || cls->is_exception || cls->is_derivative || cls->assumed || cls->holds_items;
    const Value *told = special ? NULL : ev_class_lookup(ev, cls, str_of("__init_subclass__"), NULL);
    return !special && (!cls->builtin || !strcmp(cls->builtin, "object")) && (!told || told->kind == V_BUILTIN);
}

static bool is_plain_attribute(const Ev *ev, const HeapSlot *slot) {
    static const char *const special[] = {"__slots__",         "__classcell__", "__init_subclass__",
                                          "__class_getitem__", "__qualname__",  "__module__"};
    bool plain = slot->name && slot->value && (slot->value->kind != V_INSTANCE || ev->in_driver) &&
                 slot->value->kind != V_UNKNOWN;
    for (size_t i = 0; plain && i < COUNT_OF(special); i++)
        plain = strcmp(slot->name, special[i]) != 0;
    return plain;
}

/* type(name, bases, attributes): no global names the class, whatever its name is. */
static const Value *class_by_call(Ev *ev, const CallArgs *args, Span span) {
    const Value *const *bases;
    uint32_t count;
    bool plain = args->count == 3 && !args->keyword_count && (ev->in_driver || ev->frame->module->is_main) &&
                 args->args[0]->kind == V_STR && args->args[0]->u.str &&
                 strlen(args->args[0]->u.str) == str_len(args->args[0]->u.str) && args->args[1]->kind == V_TUPLE &&
                 args->args[2]->kind == V_DICT && !args->args[2]->source && !ev_dict_class(args->args[2]) &&
                 ev_sequence(ev, args->args[1], &bases, &count);
    for (uint32_t i = 0; plain && i < count; i++)
        plain = is_plain_base(ev, bases[i]);
    const HeapContent *content = plain ? heap_content(ev->heap, args->args[2]->u.object) : NULL;
    for (uint32_t i = 0; plain && i < content->count; i++)
        plain = is_plain_attribute(ev, &content->slots[i]);
    if (!plain)
        return ev->fail.kind ? NULL : ev_fail(ev, D_UNSUPPORTED_OP, span, "a class made by a call");
    const Value *made = ev_class_from_parts(ev, args->args[0], args->args[1], args->args[2], span);
    if (made)
        made->u.class_info->qualname = str_format("<call>.%s", args->args[0]->u.str);
    return made;
}

CONSTRUCT(make_type) {
    if (cls->is_builtin && args->count != 3 && (args->count != 1 || args->keyword_count))
        return ev_raise(ev, "TypeError", span, "type() takes 1 or 3 arguments");
    if (args->count != 1 || !cls->is_builtin)
        return cls->is_builtin ? class_by_call(ev, args, span)
                               : ev_fail(ev, D_UNSUPPORTED_OP, span, "a class made by a call");
    const Value *v = ev_told_tensor(ev, args->args[0]);
    if (v->kind == V_UNKNOWN)
        return ev_need(ev, v, HYP_TENSOR_FLAT, DT_NONE, -1, span);
    ev_class_is_read(ev, v, span);
    bool asked_from_prelude = ev->frame->module->is_prelude;
    ClassInfo *type = !asked_from_prelude && ev_is_library_function(v) ? NULL : ev_class_of(ev, v);
    if (type && type == ev_exception_class(ev, "_Hash"))
        return ev_class_value(ev, ev_builtin_class(ev, "int"));
    bool of_library = v->kind == V_CLASS && (!type || is_of_prelude(v->u.class_info) || is_of_prelude(type) ||
                                             (type->is_builtin && !ev_is_of_type(v->u.class_info)));
    of_library = of_library || ev_guards_itself(ev, v); /* and so is no object of that class in Python */
    bool is_told = type && (asked_from_prelude || (!ev_is_untold_class(type) && !of_library));
    return is_told ? ev_class_value(ev, type)
                   : ev_fail(ev, D_UNKNOWN_VALUE, span, "the class of a %s", ev_type_name(ev, v));
}

bool ev_partial_keeps_more(const Ev *ev, const Value *partial) { return heap_count(ev->heap, partial->u.object) > 3; }

CONSTRUCT(make_partial) {
    (void)cls;
    if (!args->count)
        return ev_raise(ev, "TypeError", span, "type 'partial' takes at least one argument");
    const Value *callable = ev_builtin_callable(ev, NULL, &(CallArgs){.args = args->args, .count = 1}, span);
    if (!callable || (callable->kind == V_BOOL && !callable->u.boolean))
        return callable ? ev_raise(ev, "TypeError", span, "the first argument must be callable") : NULL;
    const Value *keywords = ev_dict(ev), *function = args->args[0], *positional = ev_tuple(ev, NULL, 0);
    if (function->kind == V_PARTIAL && function->source && !ev->in_driver) /* its own attributes keep it apart */
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "a functools.partial of one that may have attributes");
    if (function->kind == V_PARTIAL && !ev_partial_keeps_more(ev, function)) { /* one of one is one */
        ObjId inner = function->u.object;
        function = heap_get(ev->heap, inner, str_of("func"));
        positional = heap_get(ev->heap, inner, str_of("args"));
        keywords = ev_call_method(ev, heap_get(ev->heap, inner, str_of("keywords")), "copy", NULL, 0, span);
    }
    for (uint32_t i = 0; keywords && i < args->keyword_count; i++)
        heap_set_key(ev->heap, keywords->u.object, ev_str(ev, args->names[i]), args->keyword_values[i]);
    const Value *more = ev_tuple(ev, args->args + 1, args->count - 1);
    positional = keywords ? ev_binary(ev, AST_Add, positional, more, span) : NULL;
    if (!positional)
        return NULL;
    ObjId object = heap_make(ev->heap, OBJ_PARTIAL, 0, NULL);
    heap_set(ev->heap, object, str_of("func"), function);
    heap_set(ev->heap, object, str_of("args"), positional);
    heap_set(ev->heap, object, str_of("keywords"), keywords);
    return ev_object(ev, V_PARTIAL, object);
}

METHOD(object_setattr) {
    const Value *name = args->args[0];
    if ((self->kind != V_INSTANCE && !ev_dict_class(self)) || name->kind != V_STR || !name->u.str)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "object.__setattr__ of a %s", ev_type_name(ev, self));
    if (self->kind == V_DICT)
        return ev_dict_setattr(ev, self, name->u.str, args->args[1], span) ? ev_none(ev) : NULL;
    return ev_object_setattr(ev, self, name->u.str, args->args[1], span) ? ev_none(ev) : NULL;
}

METHOD(object_delattr) {
    const Value *name = args->args[0];
    if (self->kind != V_INSTANCE || self->u.instance.cls->is_nn_module || name->kind != V_STR || !name->u.str)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "object.__delattr__ of a %s", ev_type_name(ev, self));
    return ev_object_delattr(ev, self, name->u.str, span) ? ev_none(ev) : NULL;
}

METHOD(object_getattribute) {
    const Value *name = args->args[0];
    if (self->kind != V_INSTANCE || name->kind != V_STR || !name->u.str)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "object.__getattribute__ of a %s", ev_type_name(ev, self));
    return ev_object_getattribute(ev, self, name->u.str, span);
}

METHOD(object_init) {
    uint32_t count = args->count + args->keyword_count;
    if (count && self && self->kind != V_INSTANCE && self->kind != V_CLASS)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "__init__() of a %s", ev_type_name(ev, self));
    bool is_asked = count && self && self->kind == V_INSTANCE;
    return !is_asked || ev_object_takes(ev, self->u.instance.cls, count, false, span) ? ev_none(ev) : NULL;
}

METHOD(object_init_subclass) {
    (void)self;
    (void)args;
    (void)span;
    return ev_none(ev);
}

/* Its objects are filled by their __init__: what __new__ makes is empty, whatever it is given. */
static bool fills_later(const BuiltinClass *cls) {
    for (const Builtin *row = cls->methods; row && row->name; row++)
        if (!strcmp(row->name, "__init__"))
            return true;
    return false;
}

/* What a member of an enumeration is as an int or str, until it is known to be its value too: make_member() of enum.py.
 */
static bool keep_data(Ev *ev, const Value *member, const CallArgs *args, Span span) {
    ClassInfo *kind = ev_builtin_class(ev, member->u.instance.cls->builtin);
    const Value *data = kind ? ev_call(ev, ev_class_value(ev, kind), args, span) : NULL;
    if (data)
        heap_set(ev->heap, member->u.instance.object, str_of("_pyaot_data"), data);
    return data;
}

/* object.__new__(cls), also as super().__new__(cls), and that of other built-in classes. */
METHOD(object_new) {
    bool is_named = args->count && args->args[0]->kind == V_CLASS; /* else the class is what the method is called on */
    const Value *cls = is_named ? args->args[0] : self;
    if (!is_named && args->count && args->args[0]->kind == V_UNKNOWN)
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "the class of an object is not known when compiling");
    if (!cls || cls->kind != V_CLASS)
        return ev_raise(ev, "TypeError", span, "object.__new__(X): X is not a type object");
    ClassInfo *info = cls->u.class_info;
    bool is_of_other = self && self->kind == V_CLASS && self != cls && self->u.class_info->is_builtin &&
                       info->is_builtin && self->u.class_info != info;
    bool is_unsafe = info->is_exception && self && self->kind == V_CLASS && !strcmp(self->u.class_info->name, "object");
    if (info->holds_items || is_of_other || is_unsafe)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "object.__new__(%s)", info->name);
    bool is_builtin = info->is_builtin || info->builtin;
    CallArgs rest = *args;
    rest.args += is_named;
    rest.count -= is_named;
    if (!info->is_builtin && info->builtin_class && !strcmp(info->builtin_class->name, "dict"))
        return ev_new_dict_object(ev, info, span);
    if (is_builtin && !info->is_exception && !info->is_enum && info->builtin_class && info->builtin_class->construct)
        return info->builtin_class->construct(ev, info, fills_later(info->builtin_class) ? &(CallArgs){0} : &rest,
                                              span);
    if (info->is_exception)
        return ev_new_exception(ev, info, &rest);
    bool is_plain = self && self->kind == V_CLASS && !strcmp(self->u.class_info->name, "object");
    const Value *made = ev_new_plain_object(ev, info, rest.count + rest.keyword_count, span);
    return !made || !info->is_enum || !info->builtin || is_plain || keep_data(ev, made, &rest, span) ? made : NULL;
}

const Builtin object_methods[] = {
    {"__setattr__", object_setattr, "name, value"},
    {"__delattr__", object_delattr, "name"},
    {"__getattribute__", object_getattribute, "name"},
    {"__init__", object_init, NULL},
    {"__init_subclass__", object_init_subclass, NULL},
    {"__new__", object_new, NULL},
    {NULL, NULL, NULL},
};

METHOD(type_mro) {
    (void)args;
    return ev_getattr(ev, self, str_of("__mro__"), span);
}

METHOD(type_new) {
    (void)self;
    return ev_type_new(ev, args, span);
}

/* Of a metaclass: super().__call__(...) makes the object. */
METHOD(type_call) {
    return self->kind == V_CLASS ? ev_instantiate_plainly(ev, self->u.class_info, args, span)
                                 : ev_raise(ev, "TypeError", span, "a class expected");
}

const Builtin type_methods[] = {{"mro", type_mro, ""},
                                {"__new__", type_new, NULL},
                                {"__init__", object_init, NULL},
                                {"__call__", type_call, NULL},
                                {NULL, NULL, NULL}};

/* @x.setter: a new property with one part replaced. */
static const Value *with_part(Ev *ev, const Value *self, const CallArgs *args, int part) {
    const Value *items[3] = {self->u.tuple.items[0], self->u.tuple.items[1], self->u.tuple.items[2]};
    items[part] = args->args[0];
    return ev_items_value(ev, V_PROPERTY, items, 3);
}
METHOD(property_getter) {
    (void)span;
    return with_part(ev, self, args, 0);
}
METHOD(property_setter) {
    (void)span;
    return with_part(ev, self, args, 1);
}
METHOD(property_deleter) {
    (void)span;
    return with_part(ev, self, args, 2);
}
/* property.__init__(self, ...) of an object of a subclass (ev_subclass.c) */
METHOD(property_init) {
    const Value *stand_in = ev_prelude(ev, "_pyaot_subclasses", "PropertyObject");
    if (!stand_in || self->kind != V_INSTANCE || !ev_is_subclass(self->u.instance.cls, stand_in->u.class_info))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "property.__init__() of %s", ev_type_name(ev, self));
    const Value *init = ev_class_lookup(ev, stand_in->u.class_info, str_of("__init__"), NULL);
    return ev_call_function(ev, init, self, args, span);
}
const Builtin property_methods[] = {{"getter", property_getter, "f"},
                                    {"__init__", property_init, NULL},
                                    {"setter", property_setter, "f"},
                                    {"deleter", property_deleter, "f"},
                                    {NULL, NULL, NULL}};

METHOD(slice_indices) {
    int64_t count, bounds[3];
    if (!ev_as_int_known(args->args[0], &count) || count < 0 || count > UINT32_MAX) {
        const Value *const given[] = {self, args->args[0]};
        return ev_call_values(ev, ev_prelude(ev, "_pyaot_methods", "bounds_of_slice"), given, 2, span);
    }
    if (!ev_slice_bounds(ev, self, (uint32_t)count, &bounds[0], &bounds[1], &bounds[2], span))
        return NULL;
    const Value *items[] = {ev_int(ev, bounds[0]), ev_int(ev, bounds[1]), ev_int(ev, bounds[2])};
    return ev_tuple(ev, items, 3);
}
const Builtin slice_methods[] = {{"indices", slice_indices, "length"}, {NULL, NULL, NULL}};

METHOD(number_is_integer) {
    (void)args;
    if (self->kind == V_FLOAT)
        return ev_bool(ev, isfinite(self->u.number) && self->u.number == floor(self->u.number));
    if (ev_likely_input(ev, self))
        return ev_need_known(ev, self, span);
    if (self->kind == V_SCALAR && self->u.node->type.kind == IRT_FLOAT)
        return ev_call_values(ev, ev_prelude(ev, "_pyaot_methods", "float_is_integer"), &self, 1, span);
    return ev_fail(ev, D_UNSUPPORTED_OP, span, "is_integer() of an int (from Python 3.12 on)");
}

METHOD(number_bit_length) {
    (void)args;
    int64_t i;
    if (!ev_as_int_known(self, &i))
        return ev_need_known(ev, self, span);
    uint64_t size = i < 0 ? -(uint64_t)i : (uint64_t)i;
    int bits = 0;
    for (; size; size >>= 1)
        bits++;
    return ev_int(ev, bits);
}

METHOD(number_conjugate) {
    (void)args;
    return self->kind == V_BOOL ? ev_to_int(ev, self, span) : self;
}

const Builtin number_methods[] = {
    {"is_integer", number_is_integer, ""},
    {"bit_length", number_bit_length, ""},
    {"conjugate", number_conjugate, ""},
    {NULL, NULL, NULL},
};

CONSTRUCT(make_plain) {
    return args->count || args->keyword_count ? ev_raise(ev, "TypeError", span, "%s() takes no arguments", cls->name)
                                              : ev_new_instance(ev, cls);
}

/* Of the classes that have one object each. */
CONSTRUCT(make_single) {
    bool is_none = !strcmp(cls->name, "NoneType"), is_ellipsis = !strcmp(cls->name, "ellipsis");
    if (args->count || args->keyword_count)
        return ev_raise(ev, "TypeError", span, "%s takes no arguments", is_ellipsis ? "EllipsisType" : cls->name);
    return is_none ? ev_none(ev) : ev_value(ev, is_ellipsis ? V_ELLIPSIS : V_NOT_IMPLEMENTED);
}

const BuiltinClass builtin_classes[] = {
    {"object", NULL, make_plain, object_methods, false, false},
    {"type", "object", make_type, type_methods, false, false},
    {"int", "object", make_int, number_methods, false, false},
    {"bool", "int", make_bool, number_methods, false, true},
    {"float", "object", make_float, number_methods, false, false},
    {"str", "object", make_str, str_methods, false, false},
    {"bytes", "object", NULL, NULL, false, false},
    {"list", "object", make_list, list_methods, false, false},
    {"tuple", "object", make_tuple, tuple_methods, false, false},
    {"dict", "object", make_dict, dict_methods, false, false},
    {"set", "object", make_set, set_methods, false, false},
    {"frozenset", "object", make_set, frozenset_methods, false, false},
    {"range", "object", make_range, NULL, false, true},
    {"slice", "object", make_slice, slice_methods, false, true},
    {"property", "object", make_property, property_methods, false, false},
    {"staticmethod", "object", make_staticmethod, NULL, false, false},
    {"classmethod", "object", make_classmethod, NULL, false, false},
    {"partial", "object", make_partial, NULL, true, false},
    {"NoneType", "object", make_single, NULL, true, true},
    {"ellipsis", "object", make_single, NULL, true, true},
    {"NotImplementedType", "object", make_single, NULL, true, true},
    {"function", "object", make_function, NULL, true, true},
    {"method", "object", make_method, NULL, true, true},
    {"builtin_function_or_method", "object", NULL, NULL, true, true},
    {"method_descriptor", "object", NULL, NULL, true, true},
    {"module", "object", NULL, NULL, true, false},
    {"generator", "object", NULL, generator_methods, true, true},
    /* of a class that is not told apart: zip, list_iterator, ... */
    {"iterator", "object", NULL, iterator_methods, true, false},
    {"dtype", "object", NULL, NULL, true, false},
    {"device", "object", NULL, NULL, true, false},
    {NULL, NULL, NULL, NULL, false, false},
};
