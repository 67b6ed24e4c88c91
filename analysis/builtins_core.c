/* The table of built-in classes, the functions of the module builtins that look at one object, and finding a built-in
 * by name. */
#include "analysis/ev_internal.h"
#include "parser/module_index.h"

#include <math.h>

static const Builtin *search(const Builtin *table, Str name) {
    for (const Builtin *row = table; row->name; row++)
        if (!strcmp(row->name, name))
            return row;
    return NULL;
}

const Builtin *ev_find_builtin(const Builtin *table, Str name) {
    static struct {
        const Builtin *table, *row;
        Str name;
    } found[1024]; /* the last answers; tables and interned names stay where they are */
    size_t slot = (str_hash(name) ^ (uintptr_t)table >> 4) % COUNT_OF(found);
    if (found[slot].table != table || found[slot].name != name) {
        found[slot].row = search(table, name);
        found[slot].table = table;
        found[slot].name = name;
    }
    return found[slot].row;
}

const Value *ev_builtin_name(Ev *ev, Str name) {
    const Builtin *const tables[] = {builtin_functions, builtin_iteration};
    for (size_t i = 0; i < COUNT_OF(tables); i++) {
        const Builtin *row = ev_find_builtin(tables[i], name);
        if (row)
            return ev_builtin(ev, row, NULL);
    }
    ClassInfo *cls = ev_builtin_class(ev, name);
    if (cls && !cls->builtin_class->hidden)
        return ev_class_value(ev, cls);
    if (name == str_of("NotImplemented"))
        return ev_value(ev, V_NOT_IMPLEMENTED);
    if (name == str_of("Ellipsis"))
        return ev_ellipsis(ev);
    if (name == str_of("__debug__"))
        return ev_bool(ev, true);
    Module *builtins = ev_import(ev, str_of("builtins"), no_span());
    const Value *value = map_get(&builtins->definitions, MAP_KEY(name));
    return value ? value : ev_builtin_definition(ev, builtins, name);
}

/* ---- numbers
 * ---------------------------------------------------------------------------------------------------------- */

static const Value *call_special0(Ev *ev, const Value *v, const char *name, Span span) {
    const Value *method = ev_special(ev, v, name, span);
    return method ? ev_call_values(ev, method, NULL, 0, span) : NULL;
}

static const Value *builtin_abs(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    const Value *v = args->args[0];
    const ShExpr *e;
    if (!ev_is_number(v)) {
        const Value *result = call_special0(ev, v, "__abs__", span);
        return result || ev->fail.kind
                   ? result
                   : ev_raise(ev, "TypeError", span, "bad operand type for abs(): '%s'", ev_type_name(ev, v));
    }
    if (ev_number_kind(v) == IRT_BOOL && !(v = ev_number_unary(ev, AST_UAdd, v, span)))
        return NULL;
    if (v->kind == V_FLOAT)
        return ev_float(ev, fabs(v->u.number));
    if (ev_as_expr(ev, v, &e))
        return ev_int_expr(ev, sh_max(ev->shapes, e, sh_sub(ev->shapes, sh_const(ev->shapes, 0), e)));
    IrNode *node = ev_scalar_node(ev, v);
    return ev_scalar(ev, ir_unary(ev->region, OP_ABS, node->type, node, span));
}

static const Value *builtin_divmod(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    return ev_divmod(ev, args->args[0], args->args[1], span);
}

/* Of a modulus below 2 to the power of 31. */
static int64_t power_of(int64_t base, uint64_t exponent, int64_t modulus) {
    int64_t result = 1 % modulus;
    for (base = (base % modulus + modulus) % modulus; exponent; exponent /= 2) {
        result = exponent % 2 ? result * base % modulus : result;
        base = base * base % modulus;
    }
    return result;
}

/* What times `number` is 1, by Euclid's algorithm; -1: there is none. */
static int64_t inverse_of(int64_t number, int64_t modulus) {
    int64_t rest = modulus, next = (number % modulus + modulus) % modulus, factor = 0, next_factor = 1;
    while (next) {
        int64_t times = rest / next, left = rest - times * next, other = factor - times * next_factor;
        rest = next, next = left;
        factor = next_factor, next_factor = other;
    }
    return rest == 1 ? (factor % modulus + modulus) % modulus : -1;
}

/* With a third argument: of ints alone, and an inverse where the exponent is negative. */
static const Value *builtin_pow(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    int64_t base, exponent, modulus;
    const Value *mod = args->args[2];
    if (mod->kind == V_NONE)
        return ev_binary(ev, AST_Pow, args->args[0], args->args[1], span);
    bool ints = ev_number_kind(args->args[0]) == IRT_INT && ev_as_int_known(args->args[1], &exponent) &&
                ev_as_int_known(mod, &modulus);
    if (args->args[0]->kind == V_FLOAT || args->args[1]->kind == V_FLOAT || mod->kind == V_FLOAT)
        return ev_raise(ev, "TypeError", span, "pow() 3rd argument not allowed unless all arguments are integers");
    if (ints && modulus == 0)
        return ev_raise(ev, "ValueError", span, "pow() 3rd argument cannot be 0");
    bool is_small = ints && ev_as_int_known(args->args[0], &base) && modulus > 0 && modulus < INT32_MAX;
    if (is_small && exponent < 0 && (base = inverse_of(base, modulus)) < 0)
        return ev_raise(ev, "ValueError", span, "base is not invertible for the given modulus");
    if (is_small)
        return ev_int(ev, power_of(base, exponent < 0 ? -(uint64_t)exponent : (uint64_t)exponent, modulus));
    if (!ints || exponent < 0)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "pow() with a third argument, of these numbers");
    const Value *power = ev_binary(ev, AST_Pow, args->args[0], args->args[1], span);
    return power ? ev_binary(ev, AST_Mod, power, mod, span) : NULL;
}

/* An int to tens, hundreds and so on: half to even, too. */
static const Value *round_to_tens(Ev *ev, const Value *v, int64_t digits, Span span) {
    int64_t number, unit = 1;
    if (!ev_as_int_known(v, &number) || digits < -17 || number > INT64_MAX / 4 || number < INT64_MIN / 4)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "round() to tens of this int");
    for (; digits < 0; digits++)
        unit *= 10;
    int64_t rest = (number % unit + unit) % unit, below = number - rest;
    bool up = rest * 2 > unit || (rest * 2 == unit && below / unit % 2 != 0);
    return ev_int(ev, below + (up ? unit : 0));
}

/* A float of the run time: one so large that all its digits are asked for leaves the variant. */
static const Value *round_to_digits(Ev *ev, const Value *v, const Value *unit, Span span) {
    const Value *args[] = {v, unit};
    const Value *fits = ev_call_values(ev, ev_prelude(ev, "builtins", "_has_digits"), args, 2, span);
    if (!fits || fits->kind != V_SCALAR ||
        !ev_miss_if(ev, fits->u.node, true, "round() to digits of a large float", span))
        return NULL;
    return ev_call_values(ev, ev_prelude(ev, "builtins", "_rounded"), args, 2, span);
}

/* Half to even; digits need decimal arithmetic that CPython does through repr. */
static const Value *builtin_round(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    const Value *v = args->args[0], *digits = args->args[1];
    int64_t n;
    if (!ev_is_number(v)) {
        const Value *method = ev_special(ev, v, "__round__", span);
        if (!method)
            return ev->fail.kind ? NULL
                                 : ev_raise(ev, "TypeError", span, "type %s doesn't define __round__ method",
                                            ev_type_name(ev, v));
        return digits->kind == V_NONE ? ev_call_values(ev, method, NULL, 0, span) : ev_call1(ev, method, digits, span);
    }
    bool is_whole = ev_number_kind(v) != IRT_FLOAT;
    if (is_whole && digits->kind != V_NONE && !ev_as_int_known(digits, &n))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "round() to this number of digits");
    if (is_whole)
        return digits->kind == V_NONE || n >= 0 ? ev_number_unary(ev, AST_UAdd, v, span)
                                                : round_to_tens(ev, v, n, span);
    if (v->kind == V_SCALAR && ev_as_int_known(digits, &n) && n >= 0 && n <= 15)
        return round_to_digits(ev, v, ev_float(ev, pow(10, (double)n)), span);
    if (v->kind != V_FLOAT && digits->kind != V_NONE && ev_need_origins(ev, v, span))
        return NULL;
    if (v->kind != V_FLOAT && digits->kind != V_NONE)
        return ev_likely_input(ev, v)        ? ev_need_known(ev, v, span)
               : ev_need_any_known(ev, span) ? NULL
                                             : ev_fail(ev, D_UNSUPPORTED_OP, span,
                                                       "round() to digits of a float that is not known when compiling");
    if (v->kind != V_FLOAT) {
        IrNode *node = ev_scalar_node(ev, v);
        return ev_to_int(ev, ev_scalar(ev, ir_unary(ev->region, OP_ROUND, ir_scalar_type(IRT_FLOAT), node, span)),
                         span);
    }
    if (digits->kind == V_NONE)
        return ev_to_int(ev, ev_float(ev, nearbyint(v->u.number)), span);
    if (!ev_as_int_known(digits, &n) || n < 0 || n > 15)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "round() to this number of digits");
    char text[400];
    snprintf(text, sizeof text, "%.*f", (int)n, v->u.number); /* correctly rounded, half to even, as CPython's */
    return ev_float(ev, strtod(text, NULL));
}

/* ---- objects
 * ------------------------------------------------------------------------------------------------------------ */

static const Value *length_of(Ev *ev, const Value *v, Span span) {
    const Value *const *items;
    uint32_t count;
    switch (v->kind) {
    case V_TUPLE:
        return ev_is_alias(ev, v) ? ev_fail(ev, D_UNSUPPORTED_OP, span, "the length of a union")
                                  : ev_int(ev, v->u.tuple.count);
    case V_SERIES:
        return ev_series_length(ev, v);
    case V_ROWS: {
        const ShExpr *length;
        return ev_rows_count(ev, v, &length, span) ? ev_int_expr(ev, length) : NULL;
    }
    case V_LIST:
        if (ev_sequence(ev, v, &items, &count))
            return ev_growth_length(ev, v, count);
        return NULL;
    case V_DICT:
    case V_SET:
        return ev_int(ev, heap_count(ev->heap, v->u.object));
    case V_RANGE:
        return ev_sequence(ev, v, &items, &count) ? ev_int(ev, count) : ev_range_length(ev, v, span);
    case V_STR:
        if (v->u.str)
            return ev_int(ev, str_points(v->u.str));
        if (!v->source)
            return ev_need_known(ev, v, span);
        return ev_int_expr(ev, sh_symbol(ev->shapes, str_format("%s_len", v->source->name ? v->source->name : "text"),
                                         0, INT64_MAX, -1, SH_FROM_LEN, v->source, 0));
    case V_BYTES:
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "the length of bytes");
    default: {
        const Value *result = ev_length_of_object(ev, v, span);
        return result || ev->fail.kind
                   ? result
                   : ev_raise(ev, "TypeError", span, "object of type '%s' has no len()", ev_type_name(ev, v));
    }
    }
}

static const Value *builtin_len(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    if (args->args[0]->kind == V_UNKNOWN)
        return ev_need(ev, args->args[0], HYP_TENSOR_FLAT, DT_NONE, -1, span);
    return length_of(ev, args->args[0], span);
}

static const Value *truth_value(Ev *ev, ShTruth truth, Span span) {
    if (truth != SH_MAYBE)
        return ev_bool(ev, truth == SH_YES);
    return ev->fail.kind ? NULL
                         : ev_fail(ev, D_UNKNOWN_VALUE, span, "the class of an object is not known when compiling");
}

static const Value *builtin_isinstance(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    const Choice *choice = ev_choice_of(ev, args->args[0]);
    const Value *chosen = choice ? ev_choice_isinstance(ev, choice, args->args[1], span) : NULL;
    if (chosen || ev->fail.kind)
        return chosen;
    return truth_value(ev, ev_isinstance(ev, args->args[0], args->args[1], span), span);
}

static const Value *builtin_issubclass(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    const Value *cls = args->args[0], *bases = args->args[1];
    if (cls->kind != V_CLASS)
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "issubclass() of an object that is not a known class");
    const Value *const *items = &bases;
    uint32_t count = 1;
    if (bases->kind == V_TUPLE)
        ev_sequence(ev, bases, &items, &count);
    bool known = !cls->u.class_info->is_opaque;
    for (uint32_t i = 0; i < count; i++)
        if (items[i]->kind == V_CLASS && ev_is_alias(ev, items[i])) /* Python raises, unless it has found another */
            return ev_fail(ev, D_UNKNOWN_VALUE, span, "issubclass() of a type with parameters");
        else if (items[i]->kind == V_CLASS && ev_is_typing_protocol(items[i]->u.class_info))
            return ev_fail(ev, D_UNKNOWN_VALUE, span, "issubclass() of a protocol");
    for (uint32_t i = 0; i < count; i++) {
        ClassInfo *base = items[i]->kind == V_CLASS ? items[i]->u.class_info : NULL;
        ShTruth derives = base ? ev_derives(ev, cls->u.class_info, base) : SH_NO;
        if (derives == SH_YES)
            return ev_bool(ev, true);
        known = known && derives == SH_NO;
        if (base && ev_has_virtual(ev, base)) {
            ShTruth can = ev_class_has_protocol(ev, cls->u.class_info, base);
            if (can == SH_YES)
                return ev_bool(ev, true);
            known = known && can == SH_NO;
        } else
            known = known && base;
    }
    return truth_value(ev, known ? SH_NO : SH_MAYBE, span);
}

const Value *ev_builtin_callable(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    const Value *v = args->args[0];
    switch (v->kind) {
    case V_FUNCTION:
    case V_METHOD:
    case V_BUILTIN:
    case V_CLASS:
    case V_PARTIAL:
        return ev_bool(ev, true);
    case V_UNKNOWN:
    case V_EXTERNAL:
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "whether an unknown object is callable");
    default: {
        const ClassInfo *cls = ev_class_of(ev, v);
        bool may_have = cls && !cls->is_builtin; /* also those that derive from dict or tuple */
        return ev_bool(ev, may_have && ev_class_lookup(ev, cls, str_of("__call__"), NULL));
    }
    }
}

static Str attribute_name(Ev *ev, const Value *name, Span span) {
    if (name->kind == V_STR && name->u.str)
        return name->u.str;
    if (name->kind == V_STR)
        ev_need_known(ev, name, span);
    else
        ev_fail(ev, D_UNKNOWN_VALUE, span, "the name of an attribute that is not known when compiling");
    return NULL;
}

/* A base other than object whose methods the prelude lists in part; those of Module it lists. */
static bool has_library_base(const ClassInfo *cls) {
    for (uint32_t i = 0; i < cls->mro_count; i++) {
        const ClassInfo *base = cls->mro[i];
        bool is_library = base->is_builtin || (base->module && base->module->is_prelude);
        if (is_library && strcmp(base->name, "object") != 0 && !base->is_nn_module)
            return true;
    }
    return false;
}

/* Special names that any object may have. */
static bool is_of_all(Str name) {
    static const char of_some[] = " __annotations__ __getattr__ __setstate__ ";
    return ev_is_of_every_object(name) || strstr(of_some, str_format(" %s ", name));
}

/* Those of containers of the library. */
static bool is_of_containers(Str name) {
    static const char names[] = " __abstractmethods__ __add__ __class_getitem__ __contains__ __copy__ "
                                "__delitem__ __dict__ __getitem__ __getnewargs__ __iadd__ __imul__ __ior__ "
                                "__iter__ __len__ __mul__ __or__ __radd__ __reversed__ __rmul__ __ror__ "
                                "__match_args__ __setitem__ __slots__ clear fromkeys popitem ";
    return strstr(names, str_format(" %s ", name)) != NULL;
}

/* What functions alone have, and classes. */
static bool is_of_functions(Str name) {
    static const char names[] = " __bases__ __closure__ __code__ __defaults__ __func__ __globals__ __kwdefaults__ "
                                "__mro__ ";
    return strstr(names, str_format(" %s ", name)) != NULL;
}

bool ev_is_common_special(Str name) { return is_of_all(name) || is_of_containers(name); }

/* What was not found may exist all the same, where nothing but an operator asks for it. */
static bool may_have(Ev *ev, const Value *object, Str name) {
    if (object->kind == V_SUPER || ev_lacks_special(ev, object, name))
        return false;
    if (object->kind == V_BUILTIN)
        return true;
    const ClassInfo *cls = object->kind == V_CLASS ? object->u.class_info : ev_class_of(ev, object);
    if (ev_sequence_lacks(ev, cls, name))
        return false;
    bool asks_itself = ev->frame && ev->frame->module && ev->frame->module->is_prelude;
    bool is_size = object->kind == V_TUPLE && cls && !strcmp(cls->name, "Size");
    bool is_private = name[0] == '_' && name[1] != '_' && cls && !cls->is_builtin && !is_size && !asks_itself;
    bool is_part = object->kind == V_INSTANCE && name[0] == '_' && !asks_itself &&
                   (name[1] != '_' || !(ev_is_surely_absent(name) || is_of_functions(name)));
    return cls && (is_of_all(name) || ((is_private || is_part || is_of_containers(name)) && has_library_base(cls)) ||
                   (cls->is_nn_module && name == str_of("forward")));
}

const Value *ev_asked_attr(Ev *ev, const Value *object, Str name, Span span) {
    const Value *value = ev_getattr(ev, object, name, span);
    if (value || ev->in_driver || !ev_raised_attribute_error(ev) || !may_have(ev, object, name))
        return value;
    ev_clear_fail(ev);
    return ev_fail(ev, D_UNKNOWN_VALUE, span, "whether an object has the attribute '%s'", name);
}

/* NULL without a failure: it surely has none. */
static const Value *attribute_or_null(Ev *ev, const Value *object, Str name, Span span) {
    const Value *value = ev_getattr_or_null(ev, object, name, span);
    if (!value && !ev->fail.kind && !ev->in_driver && may_have(ev, object, name))
        ev_fail(ev, D_UNKNOWN_VALUE, span, "whether an object has the attribute '%s'", name);
    return value;
}

static const Value *builtin_getattr(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    if (args->count < 2 || args->count > 3 || args->keyword_count)
        return ev_raise(ev, "TypeError", span, "getattr expected 2 or 3 arguments");
    Str name = attribute_name(ev, args->args[1], span);
    if (!name)
        return NULL;
    if (args->count == 2)
        return ev_asked_attr(ev, args->args[0], name, span);
    const Value *object = args->args[0], *value = attribute_or_null(ev, object, name, span);
    /* in driver code, which gives examples: what a class has only if a base that cannot be seen into has it */
    if (!value && ev->in_driver && ev->fail.kind == FAIL_CUT && object->kind == V_CLASS &&
        object->u.class_info->is_opaque)
        ev_clear_fail(ev);
    if (value)
        ev_is_there(ev, value, span);
    return value || ev->fail.kind ? value : args->args[2];
}

/* hasattr() of a module that likely lacks the name; NULL without a failure: it has it, or says more than it holds. */
static const Value *module_lacks(Ev *ev, const Value *object, Str name, Span span) {
    if (object->kind != V_MODULE)
        return NULL;
    const Value *value = ev_module_getattr(ev, object->u.module, name, span);
    return value && value->kind == V_EXTERNAL ? ev_module_has(ev, object->u.module, name, span) : NULL;
}

static const Value *builtin_hasattr(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    Str name = attribute_name(ev, args->args[1], span);
    const Value *lacks = name ? module_lacks(ev, args->args[0], name, span) : NULL;
    if (lacks || ev->fail.kind)
        return lacks;
    const Value *value = attribute_or_null(ev, args->args[0], name, span);
    if (value && value->kind == V_EXTERNAL)
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "whether an object has the attribute '%s'", name);
    return value || !ev->fail.kind ? ev_bool(ev, value != NULL) : NULL;
}

static const Value *builtin_setattr(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    Str name = attribute_name(ev, args->args[1], span);
    return name && ev_setattr(ev, args->args[0], name, args->args[2], span) ? ev_none(ev) : NULL;
}

static const Value *builtin_delattr(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    Str name = attribute_name(ev, args->args[1], span);
    return name && ev_delattr(ev, args->args[0], name, span) ? ev_none(ev) : NULL;
}

static const Value *builtin_vars(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    if (args->count > 1 || args->keyword_count)
        return ev_raise(ev, "TypeError", span, "vars expected at most 1 argument");
    if (!args->count)
        return ev_locals(ev, span);
    const Value *dict = ev_getattr_or_null(ev, args->args[0], str_of("__dict__"), span);
    return dict || ev->fail.kind ? dict
                                 : ev_raise(ev, "TypeError", span, "vars() argument must have __dict__ attribute");
}

static const Value *builtin_locals(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    (void)args;
    return ev_locals(ev, span);
}

static const Value *builtin_repr(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    TextScope scope;
    ev_text_begin(ev, &scope, ev_place_of(span));
    return ev_text_end(ev, &scope, ev_text_of(ev, args->args[0], false, span));
}

static const Value *builtin_chr(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    int64_t c;
    bool known = ev_as_int_known(args->args[0], &c);
    if (!known || c < 0 || c > 0x10ffff || (c >= 0xd800 && c < 0xe000)) /* halves of pairs have no UTF-8 */
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "chr() of this object");
    static const unsigned char first[] = {0, 0xc0, 0xe0, 0xf0}; /* of UTF-8 */
    char text[4] = {(char)c};
    uint32_t more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    for (uint32_t i = more; i > 0; i--, c >>= 6)
        text[i] = (char)(0x80 | (c & 0x3f));
    if (more)
        text[0] = (char)(first[more] | c);
    return ev_str(ev, str_intern(text, more + 1));
}

static const Value *builtin_ord(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    const Value *v = args->args[0];
    size_t length = v->kind == V_STR && v->u.str ? str_len(v->u.str) : 0;
    if (length == 1 && (unsigned char)v->u.str[0] < 128)
        return ev_int(ev, v->u.str[0]);
    unsigned char first = length ? (unsigned char)v->u.str[0] : 0; /* of UTF-8, it tells how many bytes there are */
    if (length < 2 || length != (first >= 0xf0 ? 4u : first >= 0xe0 ? 3u : first >= 0xc0 ? 2u : 0u))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "ord() of this object");
    int64_t code = first & (0x7f >> length);
    for (size_t i = 1; i < length; i++)
        code = code << 6 | ((unsigned char)v->u.str[i] & 0x3f);
    return ev_int(ev, code);
}

static const Value *builtin_format(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    const Value *spec = args->args[1];
    if (spec->kind != V_STR || !spec->u.str)
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "a format that is not known when compiling");
    return ev_format_value(ev, args->args[0], spec->u.str, span);
}

static const Value *side_effect(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    (void)args;
    if (ev->in_driver || ev->glanced)
        return ev_none(ev);
    return ev_fail(ev, D_SIDE_EFFECT, span, "this call prints, reads or runs something");
}

/* Likewise, with a result that only the run of the program shows. */
static const Value *side_effect_with_result(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    return ev->in_driver || ev->glanced ? ev_unknown(ev, NULL, "what the program reads or runs")
                                        : side_effect(ev, self, args, span);
}

static const Value *not_known(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    (void)args;
    return ev_fail(ev, D_UNKNOWN_VALUE, span, "the result of this function depends on the run of the program");
}

typedef struct NameList {
    Arena *arena;
    Map seen;
    VEC(Str) names;
} NameList;

static void add_name(NameList *list, Str name) {
    if (!name || map_has(&list->seen, MAP_KEY(name)))
        return;
    map_put(&list->seen, MAP_KEY(name), (void *)name);
    vec_push(list->arena, &list->names, name);
}

/* For driver code. Of a class: what its classes define, without what object has. Of a module: what its text binds. */
static const Value *builtin_dir(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    const Value *of = args->count == 1 ? args->args[0] : NULL;
    const Module *module = of && of->kind == V_MODULE ? of->u.module : NULL;
    const ModuleIndex *index = module ? (module->installed ? module->installed : module)->index : NULL;
    if (!ev->in_driver || !of || (of->kind != V_CLASS && (!index || index->has_stars)))
        return not_known(ev, self, args, span);
    NameList found = {.arena = ev->arena};
    map_init(&found.seen, ev->arena);
    for (uint32_t i = 0; index && i < index->len; i++)
        add_name(&found, index->entries[i].name);
    for (uint32_t i = 0; !index && i < of->u.class_info->mro_count; i++) {
        const HeapContent *content = heap_content(ev->heap, of->u.class_info->mro[i]->dict);
        for (uint32_t k = 0; k < content->count; k++)
            add_name(&found, content->slots[k].name);
    }
    if (found.names.len)
        qsort(found.names.data, found.names.len, sizeof *found.names.data, text_order);
    const Value *list = ev_list(ev, NULL, 0);
    for (uint32_t i = 0; i < found.names.len; i++)
        heap_append(ev->heap, list->u.object, ev_str(ev, found.names.data[i]));
    return list;
}

/* What the first parameter holds by now, as super() without arguments asks; NULL: there is none, or a failure. */
static const Value *first_variable(Ev *ev, Span span) {
    const Frame *frame = ev->frame;
    const Function *function = frame->function;
    if (!frame->first_arg || !function || function->is_prelude || frame->info->kind != SCOPE_FUNCTION)
        return frame->first_arg;
    const AstNode *def = function->def;
    const AstNode *params = def->kind == AST_Lambda ? def->u.Lambda.args : def->u.FunctionDef.args;
    const AstList *first =
        params->u.arguments.posonlyargs.len ? &params->u.arguments.posonlyargs : &params->u.arguments.args;
    if (!first->len)
        return NULL;
    const Value *value = heap_get(ev->heap, frame->scope, ev_parameter_name(function, first->items[0]));
    return value ? value : ev_fail(ev, D_RAISES, span, "super() where the first argument is deleted");
}

static const Value *builtin_super(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)self;
    const Frame *frame = ev->frame;
    const Value *cls = args->count ? args->args[0] : frame->owner ? ev_class_in_cell(ev, span) : NULL;
    if (ev->fail.kind)
        return NULL;
    const Value *object = args->count ? NULL : first_variable(ev, span);
    if (ev->fail.kind)
        return NULL;
    if (args->count > 2)
        return ev_raise(ev, "TypeError", span, "super() expected at most 2 arguments, got %u", args->count);
    if (args->count == 2)
        object = args->args[1];
    if (args->count == 1 || (cls && cls->kind == V_EXTERNAL))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "super() of a class alone, or of one that is not known");
    if (!cls || !object)
        return ev_raise(ev, "RuntimeError", span, "super(): no arguments");
    if (cls->kind != V_CLASS)
        return ev_raise(ev, "TypeError", span, "super() argument 1 must be a type, not %s", ev_type_name(ev, cls));
    const ClassInfo *of = object->kind == V_CLASS ? object->u.class_info : NULL;
    bool fits = (of && ev_is_subclass(of, cls->u.class_info)) ||
                ((of = ev_class_of(ev, object)) && ev_is_subclass(of, cls->u.class_info));
    if (!fits && of && !ev->in_driver && !ev_asks_prelude(ev)) /* versions have other words for it */
        return ev_fail(ev, D_RAISES, span, "an exception, as what super() is given is no %s", cls->u.class_info->name);
    Value *value = ev_value(ev, V_SUPER);
    value->u.super.cls = cls->u.class_info;
    value->u.super.self = object;
    return value;
}

const Builtin builtin_functions[] = {
    {"abs", builtin_abs, "x, /"},
    {"divmod", builtin_divmod, "x, y, /"},
    {"pow", builtin_pow, "base, exp, mod=None"},
    {"round", builtin_round, "number, ndigits=None"},
    {"len", builtin_len, "obj, /"},
    {"isinstance", builtin_isinstance, "obj, cls, /"},
    {"issubclass", builtin_issubclass, "cls, bases, /"},
    {"callable", ev_builtin_callable, "obj, /"},
    {"getattr", builtin_getattr, NULL},
    {"hasattr", builtin_hasattr, "obj, name, /"},
    {"setattr", builtin_setattr, "obj, name, value, /"},
    {"delattr", builtin_delattr, "obj, name, /"},
    {"vars", builtin_vars, NULL},
    {"repr", builtin_repr, "obj, /"},
    {"chr", builtin_chr, "i, /"},
    {"ord", builtin_ord, "c, /"},
    {"format", builtin_format, "value, spec='', /"},
    {"super", builtin_super, "*"},
    {"print", side_effect, NULL},
    {"input", side_effect_with_result, NULL},
    {"open", side_effect_with_result, NULL},
    {"exec", side_effect, NULL},
    {"eval", side_effect_with_result, NULL},
    {"breakpoint", side_effect, NULL},
    {"id", not_known, NULL},
    {"globals", not_known, NULL},
    {"locals", builtin_locals, ""},
    {"dir", builtin_dir, NULL},
    {NULL, NULL, NULL},
};
