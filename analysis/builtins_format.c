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

/* What of a text is not known while its fields are written, which are all looked at: any may refuse. */
typedef struct Unwritten {
    const Value *unknown; /* the text of a field that is known at run time only */
    bool open;            /* there are fields that another attempt knows (ev_text_begin()) */
} Unwritten;

/* Adds the text of a field; `made` is NULL where that failed, of a value that `may_refuse` how it is written. */
static bool put_part(Ev *ev, Buf *out, Unwritten *rest, const Value *value, const Value *made, bool may_refuse) {
    bool open = !made && ev->text_open && ev->fail.kind == FAIL_CUT && !ev->in_driver;
    if (!made && may_refuse)
        ev->text_open = false;
    if (!made && !(made = ev_format_some(ev, value, may_refuse)))
        return false;
    if (made->u.str)
        put_text(out, made);
    else if (open)
        rest->open = true;
    else if (!rest->unknown)
        rest->unknown = made;
    return true;
}

static const Value *whole_text(Ev *ev, const Buf *out, const Unwritten *rest, Span span) {
    if (rest->open)
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "text made of numbers that are known at run time only");
    return rest->unknown ? ev_text_with(ev, rest->unknown) : text_of_buf(ev, out);
}

typedef struct Fields {
    Ev *ev;
    const CallArgs *args;
    const Value *mapping; /* of format_map(), else NULL */
    Unwritten rest;
    uint32_t next;        /* which argument the next field without a name takes */
    bool counts, numbers; /* there were fields of the one and of the other kind */
    Span span;
} Fields;

static bool fill_fields(Fields *f, const char *text, size_t len, Buf *out, int depth);

static const Value *argument(Fields *f, Str name) {
    Ev *ev = f->ev;
    bool number = isdigit((unsigned char)name[0]);
    if (f->mapping)
        return !name[0] || number ? ev_raise(ev, "ValueError", f->span, "Format string contains positional fields")
                                  : ev_getitem(ev, f->mapping, ev_str(ev, name), f->span);
    if (!name[0] || number) {
        f->counts = f->counts || !name[0];
        f->numbers = f->numbers || number;
        if (f->counts && f->numbers)
            return ev_raise(ev, "ValueError", f->span, "fields that count themselves and others");
        uint64_t at = number ? strtoull(name, NULL, 10) : f->next++;
        return at < f->args->count
                   ? f->args->args[at]
                   : ev_raise(ev, "IndexError", f->span,
                              "Replacement index %llu out of range for positional args tuple", (unsigned long long)at);
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
    char conversion = name + 1 < len && field[name] == '!' ? field[name + 1] : 0;
    size_t spec = name + (conversion ? 2 : 0);
    if ((conversion && !strchr("rs", conversion)) ||
        (spec < len && field[spec] != ':')) /* refused before it is asked */
        return ev_fail(f->ev, D_UNSUPPORTED_OP, f->span, "the field '{%.*s}' of a format string", (int)len, field) !=
               NULL;
    const Value *value = field_value(f, field, name);
    if (value && conversion) {
        const Value *text = ev_text_of(f->ev, value, conversion == 's', f->span);
        if (!text && spec + 1 >= len)
            return put_part(f->ev, out, &f->rest, value, NULL, false);
        value = text;
    }
    Buf how = {0};
    Unwritten before = f->rest;
    bool ok = value && (spec >= len || fill_fields(f, field + spec + 1, len - spec - 1, &how, depth + 1));
    if (ok && (f->rest.unknown != before.unknown || f->rest.open != before.open))
        ok = ev_fail(f->ev, D_UNKNOWN_VALUE, f->span, "a format specification that is known at run time only") != NULL;
    if (ok) {
        Str how_text = str_intern(how.data ? how.data : "", how.len);
        const Value *text = ev_format_value(f->ev, value, how_text, f->span);
        ok = put_part(f->ev, out, &f->rest, value, text, ev_format_may_refuse(value, how_text));
    }
    buf_free(&how);
    return ok;
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

static const Value *filled(Fields *fields, const Value *format) {
    Ev *ev = fields->ev;
    TextScope scope;
    ev_text_begin(ev, &scope, ev_place_of(fields->span));
    Buf out = {0};
    Str text = ev_known_text(ev, format, fields->span);
    bool ok = text && fill_fields(fields, text, str_len(text), &out, 0);
    const Value *result = ok ? whole_text(ev, &out, &fields->rest, fields->span) : NULL;
    buf_free(&out);
    return ev_text_end(ev, &scope, result);
}

const Value *ev_str_format(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    return filled(&(Fields){.ev = ev, .args = args, .span = span}, self);
}

const Value *ev_str_format_map(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    return filled(&(Fields){.ev = ev, .mapping = args->args[0], .span = span}, self);
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
    return d->type && strchr("srcdiufFeEgGxXo", d->type);
}

/* A number as the directive takes it: what counts and what is written in another base are ints. */
static const Value *directive_number(Ev *ev, const Directive *d, const Value *value, Span span) {
    bool is_int = strchr("diu", d->type) != NULL, of_ints = is_int || strchr("xXo", d->type);
    if (ev_may_have_methods(value)) /* by which it may be a number */
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "'%%%c' of a %s", d->type, ev_type_name(ev, value));
    if (!ev_is_number(value) && value->kind != V_TENSOR)
        return !of_ints ? ev_raise(ev, "TypeError", span, "must be real number, not %s", ev_type_name(ev, value))
                        : ev_raise(ev, "TypeError", span, "%%%c format: %s is required, not %s", d->type,
                                   is_int ? "a real number" : "an integer", ev_type_name(ev, value));
    if (of_ints && (strchr(d->size, '.') || d->alternate))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "this '%%' format");
    if (value->kind == V_TENSOR || !of_ints || value->kind == V_INT)
        return of_ints && value->kind == V_TENSOR ? ev_fail(ev, D_UNSUPPORTED_OP, span, "'%%%c' of a tensor", d->type)
                                                  : value;
    if (!is_int && value->kind != V_BOOL)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "'%%%c' of a %s", d->type, ev_type_name(ev, value));
    return ev_to_int(ev, value, span);
}

/* "%c": a character, or the number of one. */
static const Value *directive_character(Ev *ev, const Directive *d, const Value *value, Span span) {
    int64_t c;
    if (value->kind == V_STR && value->u.str && str_len(value->u.str) == 1 && !strchr(d->size, '.'))
        return value;
    if (value->kind != V_INT || !ev_as_int_known(value, &c) || c <= 0 || c > 0x7f || strchr(d->size, '.'))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "'%%c' of this %s", ev_type_name(ev, value));
    char text = (char)c;
    return ev_str(ev, str_intern(&text, 1));
}

static bool put_directive(Ev *ev, const Directive *d, const Value *value, Buf *out, Unwritten *rest, Span span) {
    bool is_text = strchr("src", d->type) != NULL, zeros = d->zeros && !d->left && !is_text;
    const Value *text = d->type == 'c' ? directive_character(ev, d, value, span)
                        : is_text      ? ev_text_of(ev, value, d->type == 's', span)
                                       : NULL;
    if (d->type == 'c' && !text) /* it may be refused */
        return false;
    if (is_text && (!text || !d->size[0]))
        return put_part(ev, out, rest, value, text, false);
    if (!(value = is_text ? text : directive_number(ev, d, value, span)))
        return false;
    char sign[2] = {is_text ? 0 : d->sign, 0};
    char type[2] = {is_text ? 's' : strchr("diu", d->type) ? 'd' : d->type, 0};
    const char *align = d->left ? "<" : zeros ? "" : ">";
    Str spec =
        str_format("%s%s%s%s%s%s", align, sign, d->alternate && !is_text ? "#" : "", zeros ? "0" : "", d->size, type);
    bool may_refuse = ev_format_may_refuse(value, spec);
    return put_part(ev, out, rest, value, ev_format_value(ev, value, spec, span), may_refuse);
}

/* Has it items, of which it may be asked for those that directives name? */
static bool is_mapping(Ev *ev, const Value *v) {
    bool is_view = v->kind == V_LIST && heap_info(ev->heap, v->u.object);
    return v->kind == V_DICT || (v->kind == V_LIST && !is_view) || v->kind == V_RANGE || v->kind == V_TENSOR ||
           v->kind == V_BYTES || v->kind == V_SERIES || v->kind == V_ROWS;
}

static bool may_be_mapping(Ev *ev, const Value *v) {
    bool is_instance = v->kind == V_INSTANCE;
    return v->kind == V_UNKNOWN || v->kind == V_EXTERNAL || is_mapping(ev, v) ||
           (is_instance && ev_class_lookup(ev, v->u.instance.cls, str_of("__getitem__"), NULL));
}

static bool fill_directives(Ev *ev, Str text, const Value *args, Buf *out, Unwritten *rest, Span span) {
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
        if (d.name && !may_be_mapping(ev, args))
            return ev_raise(ev, "TypeError", span, "format requires a mapping") != NULL;
        const Value *value = d.name ? ev_getitem(ev, args, ev_str(ev, d.name), span) : items[next++];
        if (!value || !put_directive(ev, &d, value, out, rest, span))
            return false;
        i += d.length;
    }
    bool has_items = is_mapping(ev, args);
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
    Unwritten rest = {NULL};
    Str text = ev_known_text(ev, format, span);
    const Value *result =
        text && fill_directives(ev, text, args, &out, &rest, span) ? whole_text(ev, &out, &rest, span) : NULL;
    buf_free(&out);
    return ev_text_end(ev, &scope, result);
}
