/* str.format() and % formatting, over known texts. What a field or directive says becomes a format specification, which
 * ev_format_value() carries out. */
#include <ctype.h>
#include <stdlib.h>

#include "analysis/ev_internal.h"

static const Value *text_of_buf(Ev *ev, const Buf *out) {
    return ev_str(ev, str_intern(out->data ? out->data : "", out->len));
}

static void put_text(Buf *out, const Value *text) { buf_put(out, text->u.str, str_len(text->u.str)); }

/* ---- str.format() ------------------------------------------------------------------------------------------------ */

typedef struct Fields {
    Ev *ev;
    const CallArgs *args;
    uint32_t next;        /* which argument the next field without a name takes */
    bool counts, numbers; /* there were fields of the one and of the other kind */
    Span span;
} Fields;

static bool fill_fields(Fields *f, const char *text, size_t len, Buf *out, int depth);

static const Value *argument(Fields *f, Str name) {
    Ev *ev = f->ev;
    bool number = isdigit((unsigned char)name[0]);
    if (!name[0] || number) {
        f->counts = f->counts || !name[0];
        f->numbers = f->numbers || number;
        if (f->counts && f->numbers)
            return ev_raise(ev, "ValueError", f->span, "fields that count themselves and others");
        uint64_t at = number ? strtoull(name, NULL, 10) : f->next++;
        return at < f->args->count ? f->args->args[at]
                                   : ev_raise(ev, "IndexError", f->span, "a format field beyond the arguments");
    }
    for (uint32_t i = 0; i < f->args->keyword_count; i++)
        if (f->args->names[i] == name)
            return f->args->keyword_values[i];
    ev_raise(ev, "KeyError", f->span, "a format field without an argument");
    const Value *key = ev_str(ev, name);
    if (ev->fail.exception)
        heap_set(ev->heap, ev->fail.exception->u.instance.object, str_of("(args)"), ev_tuple(ev, &key, 1));
    return NULL;
}

/* The value of `name.attribute[key]`. */
static const Value *field_value(Fields *f, const char *text, size_t len) {
    size_t at = 0;
    while (at < len && text[at] != '.' && text[at] != '[')
        at++;
    const Value *value = argument(f, str_intern(text, at));
    while (value && at < len) {
        bool item = text[at] == '[';
        size_t start = ++at;
        while (at < len && (item ? text[at] != ']' : text[at] != '.' && text[at] != '['))
            at++;
        Str part = str_intern(text + start, at - start);
        if (!part[0] || (item && at == len))
            return ev_raise(f->ev, "ValueError", f->span, "a format field that is not well formed");
        bool number = item && !part[strspn(part, "0123456789")];
        const Value *key = number ? ev_int(f->ev, strtoll(part, NULL, 10)) : ev_str(f->ev, part);
        value = item ? ev_getitem(f->ev, value, key, f->span) : ev_getattr(f->ev, value, part, f->span);
        at += item;
    }
    return value;
}

static bool put_field(Fields *f, const char *field, size_t len, Buf *out, int depth) {
    size_t name = 0;
    while (name < len && field[name] != ':' && field[name] != '!')
        name += field[name] == '[' ? strcspn(field + name, "]") : 1;
    name = name < len ? name : len;
    const Value *value = field_value(f, field, name);
    char conversion = name + 1 < len && field[name] == '!' ? field[name + 1] : 0;
    size_t spec = name + (conversion ? 2 : 0);
    if (value && ((conversion && !strchr("rs", conversion)) || (spec < len && field[spec] != ':')))
        value = ev_fail(f->ev, D_UNSUPPORTED_OP, f->span, "the field '{%.*s}' of a format string", (int)len, field);
    if (value && conversion)
        value = ev_text_of(f->ev, value, conversion == 's', f->span);
    Buf how = {0};
    bool ok = value && (spec >= len || fill_fields(f, field + spec + 1, len - spec - 1, &how, depth + 1));
    const Value *text =
        ok ? ev_format_value(f->ev, value, str_intern(how.data ? how.data : "", how.len), f->span) : NULL;
    buf_free(&how);
    if (text && !text->u.str)
        text = ev_need_known(f->ev, text, f->span);
    if (text)
        put_text(out, text);
    return text != NULL;
}

/* Where the field that begins behind a brace ends: at its own brace, past those of fields in its specification. */
static size_t field_length(const char *text, size_t len) {
    int open = 1;
    for (size_t i = 0; i < len; i++) {
        open += text[i] == '{' ? 1 : text[i] == '}' ? -1 : 0;
        if (!open)
            return i;
    }
    return len;
}

static bool fill_fields(Fields *f, const char *text, size_t len, Buf *out, int depth) {
    if (depth > 1)
        return ev_raise(f->ev, "ValueError", f->span, "fields in fields in fields") != NULL;
    for (size_t i = 0; i < len; i++) {
        bool brace = text[i] == '{' || text[i] == '}';
        if (brace && !depth && i + 1 < len && text[i + 1] == text[i]) {
            buf_putc(out, text[i++]);
        } else if (text[i] == '{') {
            size_t inner = field_length(text + i + 1, len - i - 1);
            if (i + 1 + inner >= len)
                return ev_raise(f->ev, "ValueError", f->span, "expected '}' before end of string") != NULL;
            if (!put_field(f, text + i + 1, inner, out, depth))
                return false;
            i += inner + 1;
        } else if (text[i] == '}') {
            return ev_raise(f->ev, "ValueError", f->span, "Single '}' encountered in format string") != NULL;
        } else {
            buf_putc(out, text[i]);
        }
    }
    return true;
}

const Value *ev_str_format(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    TextScope scope;
    ev_text_begin(ev, &scope, ev_place_of(span));
    Buf out = {0};
    Fields fields = {.ev = ev, .args = args, .span = span};
    Str text = ev_known_text(ev, self, span);
    const Value *result = text && fill_fields(&fields, text, str_len(text), &out, 0) ? text_of_buf(ev, &out) : NULL;
    buf_free(&out);
    return ev_text_end(ev, &scope, result);
}

/* ---- '%s %-5d %(name).3f' % args --------------------------------------------------------------------------------- */

typedef struct Directive {
    Str name; /* in parentheses: a key of the mapping; NULL none */
    bool left, zeros, alternate;
    char sign;
    Str size; /* width and precision */
    char type;
    size_t length;
} Directive;

static bool parse_directive(const char *text, Directive *d) {
    const char *at = text;
    *d = (Directive){.name = NULL};
    if (*at == '(') {
        size_t len = strcspn(++at, ")");
        d->name = str_intern(at, len);
        at += len + (at[len] == ')');
    }
    for (; *at && strchr("-+ #0", *at); at++) {
        d->left = d->left || *at == '-';
        d->zeros = d->zeros || *at == '0';
        d->alternate = d->alternate || *at == '#';
        d->sign = *at == '+' || (*at == ' ' && !d->sign) ? *at : d->sign;
    }
    size_t size = strspn(at, "0123456789.");
    d->size = str_intern(at, size);
    d->type = at[size];
    d->length = (size_t)(at - text) + size + 1;
    return d->type && strchr("srdiufFeEgGxXo", d->type);
}

static const Value *directive_text(Ev *ev, const Directive *d, const Value *value, Span span) {
    bool is_text = d->type == 's' || d->type == 'r', is_int = strchr("diu", d->type) != NULL;
    if (is_text)
        value = ev_text_of(ev, value, d->type == 's', span);
    else if (!ev_is_number(value) && value->kind != V_TENSOR)
        return ev_raise(ev, "TypeError", span, "%%%c format: a real number is required, not %s", d->type,
                        ev_type_name(ev, value));
    if (value && !is_text && value->kind != V_INT && strchr("diuxXo", d->type)) {
        if (!is_int && value->kind != V_BOOL)
            return ev_fail(ev, D_UNSUPPORTED_OP, span, "'%%%c' of a %s", d->type, ev_type_name(ev, value));
        value = value->kind == V_TENSOR ? ev_fail(ev, D_UNSUPPORTED_OP, span, "'%%%c' of a tensor", d->type)
                                        : ev_to_int(ev, value, span);
    }
    if (!value)
        return NULL;
    bool precise = strchr(d->size, '.') != NULL;
    if ((is_int || strchr("xXo", d->type)) && (precise || d->alternate))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "this '%%' format");
    if (is_text && !d->size[0])
        return value;
    char sign[2] = {is_text ? 0 : d->sign, 0}, type[2] = {is_text ? 's' : is_int ? 'd' : d->type, 0};
    bool zeros = d->zeros && !d->left && !is_text;
    Str spec = str_format("%s%s%s%s%s%s",
                          d->left ? "<"
                          : zeros ? ""
                                  : ">",
                          sign, d->alternate && !is_text ? "#" : "", zeros ? "0" : "", d->size, type);
    return ev_format_value(ev, value, spec, span);
}

static bool fill_directives(Ev *ev, Str text, const Value *args, Buf *out, Span span) {
    const Value *const *items = args->kind == V_TUPLE ? args->u.tuple.items : &args;
    uint32_t count = args->kind == V_TUPLE ? args->u.tuple.count : 1, next = 0;
    for (size_t i = 0; i < str_len(text); i++) {
        if (text[i] != '%' || text[i + 1] == '%') {
            i += text[i] == '%';
            buf_putc(out, text[i]);
            continue;
        }
        Directive d;
        if (!parse_directive(text + i + 1, &d))
            return ev_fail(ev, D_UNSUPPORTED_OP, span, "this '%%' format") != NULL;
        if (!d.name && next == count)
            return ev_raise(ev, "TypeError", span, "not enough arguments for format string") != NULL;
        const Value *value = d.name ? ev_getitem(ev, args, ev_str(ev, d.name), span) : items[next++];
        const Value *field = value ? directive_text(ev, &d, value, span) : NULL;
        if (field && !field->u.str)
            field = ev_need_known(ev, field, span);
        if (!field)
            return false;
        put_text(out, field);
        i += d.length;
    }
    bool has_items = args->kind == V_DICT || args->kind == V_LIST || args->kind == V_RANGE || args->kind == V_TENSOR;
    if (next != count && !has_items && (args->kind == V_INSTANCE || args->kind == V_UNKNOWN))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "'%%' of a text without directives") != NULL;
    if (next != count && !has_items)
        return ev_raise(ev, "TypeError", span, "not all arguments converted during string formatting") != NULL;
    return true;
}

const Value *ev_percent_format(Ev *ev, const Value *format, const Value *args, Span span) {
    TextScope scope;
    ev_text_begin(ev, &scope, ev_place_of(span));
    Buf out = {0};
    Str text = ev_known_text(ev, format, span);
    const Value *result = text && fill_directives(ev, text, args, &out, span) ? text_of_buf(ev, &out) : NULL;
    buf_free(&out);
    return ev_text_end(ev, &scope, result);
}
