/* repr() and str() of values that are known. */
#include "analysis/ev_internal.h"

static bool print_text(Ev *ev, Buf *out, const Value *v, bool as_str, Span span);

static bool repr_items(Ev *ev, Buf *out, const Value *const *items, uint32_t count, const char *open, const char *close,
                       Span span) {
    buf_puts(out, open);
    for (uint32_t i = 0; i < count; i++) {
        buf_puts(out, i ? ", " : "");
        if (!print_text(ev, out, items[i], false, span))
            return false;
    }
    if (*open == '(' && count == 1)
        buf_putc(out, ',');
    buf_puts(out, close);
    return true;
}

static bool repr_dict(Ev *ev, Buf *out, const Value *v, Span span) {
    const HeapContent *content = heap_content(ev->heap, v->u.object);
    buf_putc(out, '{');
    for (uint32_t i = 0; i < content->count; i++) {
        buf_puts(out, i ? ", " : "");
        if (!print_text(ev, out, content->slots[i].key, false, span))
            return false;
        buf_puts(out, ": ");
        if (!print_text(ev, out, content->slots[i].value, false, span))
            return false;
    }
    buf_putc(out, '}');
    return true;
}

static bool repr_set(Ev *ev, Buf *out, const Value *v, Span span) {
    uint32_t count = heap_count(ev->heap, v->u.object);
    if (count > 1 && !heap_is_by_size(ev->heap, v->u.object)) /* the order depends on hashes */
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "the text of a set");
    const char *name = ev_kind_name(v);
    bool plain = !strcmp(name, "set");
    if (!count) {
        buf_printf(out, "%s()", name);
        return true;
    }
    const HeapContent *content = heap_content(ev->heap, v->u.object);
    const Value **items = arena_array(ev->arena, const Value *, count);
    for (uint32_t i = 0; i < count; i++)
        items[i] = content->slots[i].key;
    const char *open = plain ? "{" : arena_printf(ev->arena, "%s({", name);
    return repr_items(ev, out, items, count, open, plain ? "}" : "})", span);
}

/* What a method of this name has given has to be a str. */
bool ev_is_text(Ev *ev, const Value *text, const char *method, Span span) {
    static const ValueKind others[] = {V_NONE, V_INT, V_BOOL, V_FLOAT, V_BYTES, V_TUPLE, V_LIST, V_DICT, V_SET};
    for (size_t i = 0; i < COUNT_OF(others); i++)
        if (text->kind == others[i])
            return ev_raise(ev, "TypeError", span, "%s returned non-string (type %s)", method,
                            ev_type_name(ev, text)) != NULL;
    return text->kind == V_STR || ev_fail(ev, D_UNKNOWN_VALUE, span, "the text that %s() gives", method) != NULL;
}

static bool repr_object(Ev *ev, Buf *out, const Value *v, bool as_str, Span span) {
    const Value *method = as_str ? ev_special(ev, v, "__str__", span) : NULL;
    if (!method && !ev->fail.kind)
        method = ev_special(ev, v, "__repr__", span);
    if (!method)
        return ev->fail.kind ? false
                             : ev_fail(ev, D_UNKNOWN_VALUE, span, "the text of a %s", ev_type_name(ev, v)) != NULL;
    const Value *text = ev_call_values(ev, method, NULL, 0, span);
    if (!text)
        return false;
    if (!ev_is_text(ev, text, as_str ? "__str__" : "__repr__", span))
        return false;
    if (!text->u.str && !(text = ev_need_known(ev, text, span)))
        return false;
    buf_put(out, text->u.str, str_len(text->u.str));
    return true;
}

/* ---- text of ints that are not known ------------------------------------------------------------------------------
 */

void ev_text_begin(Ev *ev, TextScope *scope, const void *place) {
    *scope = (TextScope){ev->text_settles, ev->text_open, place};
    ev->text_settles = !ev->in_driver && ev_wants_fork(ev, place);
    ev->text_open = false;
}

const Value *ev_text_end(Ev *ev, const TextScope *scope, const Value *text) {
    bool is_open = !text && ev->text_open && ev->fail.kind == FAIL_CUT && !ev->in_driver;
    ev->text_settles = scope->settles;
    ev->text_open = scope->open;
    if (!is_open)
        return text;
    ev_clear_fail(ev);
    text = ev_str(ev, NULL);
    map_put(&ev->memo, MAP_KEY(text), (void *)(uintptr_t)scope->place);
    return text;
}

const Value *ev_text_with(Ev *ev, const Value *part) {
    const Value *text = ev_str(ev, NULL);
    map_put(&ev->memo, MAP_KEY(text), map_get(&ev->memo, MAP_KEY(part)));
    const void *inner = part->source || part->kind == V_INT ? part : ev_text_part(ev, part);
    map_put(&ev->text_parts, MAP_KEY(text), (void *)(uintptr_t)inner);
    return text;
}

const Value *ev_text_part(const Ev *ev, const Value *text) { return map_get(&ev->text_parts, MAP_KEY(text)); }

/* A float of the caller, whose text needs its value: another attempt takes it to be the likely one. */
static const Value *text_float(Ev *ev, const Value *value, Span span) {
    if (ev->in_driver || !ev_likely_input(ev, value))
        return value;
    ev->text_open = true;
    return ev->text_settles ? ev_need_known(ev, value, span) : value;
}

const Value *ev_text_number(Ev *ev, const Value *value, Span span) {
    int64_t known;
    if (value->kind == V_SCALAR)
        return text_float(ev, value, span);
    if (value->kind != V_INT || ev->in_driver || sh_is_const(value->u.expr, NULL))
        return value;
    if (sh_is_const(sh_canon(ev->shapes, value->u.expr), &known))
        return ev_int(ev, known);
    int64_t likely = sh_hint(value->u.expr, INT64_MIN);
    ev->text_open = ev->text_open || likely != INT64_MIN;
    if (!ev->text_settles || likely == INT64_MIN)
        return value;
    return ev_assume_equal(ev, value->u.expr, sh_const(ev->shapes, likely), span) ? ev_int(ev, likely) : NULL;
}

/* What a range or a slice is made of. */
static bool repr_parts(Ev *ev, Buf *out, const Value *v, Span span) {
    const Value *const *parts = v->u.tuple.items;
    int64_t step;
    bool is_range = v->kind == V_RANGE;
    bool short_form = is_range && ev_as_int_known(parts[2], &step) && step == 1;
    return repr_items(ev, out, parts, short_form ? 2 : 3, is_range ? "range(" : "slice(", ")", span);
}

/* Does a class of these dicts say what their text is, or may it? The prelude's classes say it where it is compiled. */
static bool says_text(Ev *ev, const ClassInfo *cls, bool as_str) {
    bool says = false;
    for (uint32_t i = 0; i < cls->mro_count && !says; i++) {
        const ClassInfo *base = cls->mro[i];
        says = !base->is_builtin && (base->module->is_prelude || heap_get(ev->heap, base->dict, str_of("__repr__")) ||
                                     (as_str && heap_get(ev->heap, base->dict, str_of("__str__"))));
    }
    return says;
}

typedef struct OpenText { /* a list or dict whose text is being made, which stands for its items inside of itself */
    ObjId object;
    const struct OpenText *outer;
} OpenText;

static bool print_container(Ev *ev, Buf *out, const Value *v, Span span) {
    const Value *const *items;
    uint32_t count;
    for (const OpenText *open = ev->open_texts; open; open = open->outer)
        if (open->object == v->u.object) {
            buf_puts(out, v->kind != V_LIST ? "{...}" : heap_info(ev->heap, v->u.object) ? "..." : "[...]");
            return true;
        }
    OpenText own = {v->u.object, ev->open_texts};
    ev->open_texts = &own;
    bool ok;
    if (v->kind == V_LIST) {
        const DictView *view = heap_info(ev->heap, v->u.object);
        const char *open = view ? arena_printf(ev->arena, "%s([", ev_view_name(ev, v)) : "[";
        ok = ev_sequence(ev, v, &items, &count) && repr_items(ev, out, items, count, open, view ? "])" : "]", span);
    } else
        ok = repr_dict(ev, out, v, span);
    ev->open_texts = own.outer;
    return ok;
}

const Value *ev_plain_dict_text(Ev *ev, const Value *dict, Span span) {
    Buf text = {0};
    const Value *value = NULL;
    if (print_container(ev, &text, dict, span))
        value = ev_str(ev, str_intern(text.data, text.len));
    buf_free(&text);
    return value;
}

static bool print_value(Ev *ev, Buf *out, const Value *v, bool as_str, Span span) {
    Constant constant;
    if (!(v = ev_text_number(ev, v, span)))
        return false;
    if (ev_is_alias(ev, v))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "the text of a type with parameters, or of a union") != NULL;
    if (as_str && v->kind == V_STR && v->u.str) {
        buf_put(out, v->u.str, str_len(v->u.str));
        return true;
    }
    if (ev_constant_of(v, &constant)) {
        constant_print(out, &constant);
        return true;
    }
    switch (v->kind) {
    case V_TUPLE:
        if (v->u.tuple.cls && v->u.tuple.cls->is_namedtuple)
            return repr_object(ev, out, v, as_str, span);
        if (v->u.tuple.cls && !strcmp(v->u.tuple.cls->qualname, "Size")) {
            buf_puts(out, "torch.Size(");
            bool ok = repr_items(ev, out, v->u.tuple.items, v->u.tuple.count, "[", "])", span);
            return ok;
        }
        return repr_items(ev, out, v->u.tuple.items, v->u.tuple.count, "(", ")", span);
    case V_RANGE:
    case V_SLICE:
        return repr_parts(ev, out, v, span);
    case V_LIST:
    case V_DICT:
        if (v->kind == V_DICT && ev_dict_class(v) && says_text(ev, ev_dict_class(v), as_str))
            return repr_object(ev, out, v, as_str, span);
        return print_container(ev, out, v, span);
    case V_SET:
        return repr_set(ev, out, v, span);
    case V_DTYPE:
        buf_printf(out, "torch.%s", dtype_info[v->u.dtype].torch_name);
        return true;
    case V_DEVICE:
        buf_puts(out, as_str ? "cpu" : "device(type='cpu')");
        return true;
    case V_CLASS: {
        const ClassInfo *cls = v->u.class_info;
        bool builtin = cls->is_builtin || !cls->module || cls->module->name == str_of("builtins");
        if (!builtin && (cls->module->is_main || cls->is_enum) && !ev->in_driver)
            return ev_fail(ev, D_UNSUPPORTED_OP, span, "the text of class %s", cls->name) != NULL;
        const char *said = ev_class_said(cls);
        if (said && !strncmp(said, "builtins.", strlen("builtins.")))
            said += strlen("builtins.");
        if (!builtin && !said && cls->module->is_prelude && strchr(cls->module->name, '_'))
            return ev_fail(ev, D_UNSUPPORTED_OP, span, "the text of class %s", cls->name) != NULL;
        if (builtin || said)
            buf_printf(out, "<class '%s'>", said ? said : cls->name);
        else
            buf_printf(out, "<class '%s.%s'>", cls->module->is_main ? "__main__" : cls->module->name, cls->qualname);
        return true;
    }
    case V_INSTANCE:
        return repr_object(ev, out, v, as_str, span);
    default:
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "text made of %s %s whose value is known at run time only",
                       ev_article(ev_type_name(ev, v)), ev_type_name(ev, v));
    }
}

static bool print_text(Ev *ev, Buf *out, const Value *v, bool as_str, Span span) {
    if (!ev_enter(ev, span))
        return false;
    bool ok = print_value(ev, out, v, as_str, span);
    ev_leave(ev);
    return ok;
}

const Value *ev_text_of(Ev *ev, const Value *v, bool as_str, Span span) {
    Buf text = {0};
    const Value *value = NULL;
    if (print_text(ev, &text, v, as_str, span))
        value = ev_str(ev, str_intern(text.data ? text.data : "", text.len));
    buf_free(&text);
    return value;
}
