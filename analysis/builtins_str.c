/* Methods of str and format specifications, over known strings (format() and %: builtins_format.c). Positions count
 * code points; what depends on Unicode tables (case, classes) is evaluated for ASCII text and is a cut otherwise. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>

#include "analysis/ev_internal.h"

static const Value *text_value(Ev *ev, const char *text, size_t len) {
    return ev_str(ev, len > EV_MAX_TEXT ? NULL : str_intern(text, len));
}

/* What an object of `class Mode(str, Enum)` is as a str, or one of the prelude's that stands for a str; or as it is. */
static const Value *as_text(Ev *ev, const Value *v) {
    const ClassInfo *cls = v->kind == V_INSTANCE ? v->u.instance.cls : NULL;
    if (cls && cls->is_enum && cls->builtin)
        return heap_get(ev->heap, v->u.instance.object, str_of("_value_"));
    return cls && ev_stands_for(ev, cls) ? heap_get(ev->heap, cls->dict, str_of("__pyaot_text__")) : v;
}

/* The text of a known str argument; NULL failed. */
Str ev_known_text(Ev *ev, const Value *v, Span span) {
    v = as_text(ev, v);
    if (v->kind == V_STR && v->u.str)
        return v->u.str;
    if (v->kind == V_STR)
        ev_need_known(ev, v, span);
    else if (v->kind == V_UNKNOWN)
        ev_fail(ev, D_UNKNOWN_VALUE, span, "the text of a str is not known");
    else
        ev_raise(ev, "TypeError", span, "a str is needed, not '%s'", ev_type_name(ev, v));
    return NULL;
}

static Str ascii_text(Ev *ev, const Value *v, Span span) {
    Str text = ev_known_text(ev, v, span);
    for (size_t i = 0; text && i < str_len(text); i++)
        if ((unsigned char)text[i] >= 0x80) {
            ev_fail(ev, D_UNSUPPORTED_OP, span, "this str method on text that is not ASCII");
            return NULL;
        }
    return text;
}

/* ---- case and classes
 * ---------------------------------------------------------------------------------------------------- */

typedef int (*CharMap)(int c);

static const Value *map_chars(Ev *ev, const Value *self, CharMap map, Span span) {
    Str text = ascii_text(ev, self, span);
    if (!text)
        return NULL;
    char *copy = arena_copy(ev->arena, text, str_len(text) + 1);
    for (size_t i = 0; i < str_len(text); i++)
        copy[i] = (char)map((unsigned char)copy[i]);
    return text_value(ev, copy, str_len(text));
}

static const Value *str_upper(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)args;
    return map_chars(ev, self, toupper, span);
}

static const Value *str_lower(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)args;
    return map_chars(ev, self, tolower, span);
}

static const Value *str_capitalize(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)args;
    const Value *lower = map_chars(ev, self, tolower, span);
    if (!lower || str_len(lower->u.str) == 0)
        return lower;
    char *copy = arena_copy(ev->arena, lower->u.str, str_len(lower->u.str) + 1);
    copy[0] = (char)toupper((unsigned char)copy[0]);
    return text_value(ev, copy, str_len(lower->u.str));
}

static const Value *str_title(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)args;
    const Value *lower = map_chars(ev, self, tolower, span);
    if (!lower)
        return NULL;
    size_t len = str_len(lower->u.str);
    char *copy = arena_copy(ev->arena, lower->u.str, len + 1);
    for (size_t i = 0; i < len; i++)
        if (i == 0 || !isalpha((unsigned char)copy[i - 1]))
            copy[i] = (char)toupper((unsigned char)copy[i]);
    return text_value(ev, copy, len);
}

/* U+2010 to U+2027: dashes, quotation marks, the ellipsis. They are of none of the classes that str asks for. */
static bool is_punctuation_mark(const char *text) {
    return !memcmp(text, "\xe2\x80", 2) && (unsigned char)text[2] >= 0x90 && (unsigned char)text[2] <= 0xa7;
}

/* One character that is not of the class is enough to know it, whatever the others are. */
static const Value *all_chars(Ev *ev, const Value *self, CharMap test, Span span) {
    Str text = ev_known_text(ev, self, span);
    for (size_t i = 0; text && i < str_len(text); i++) {
        bool is_ascii = (unsigned char)text[i] < 0x80;
        if (is_ascii ? !test((unsigned char)text[i]) : is_punctuation_mark(text + i))
            return ev_bool(ev, false);
    }
    return text && ascii_text(ev, self, span) ? ev_bool(ev, str_len(text) > 0) : NULL;
}

static const Value *str_isdigit(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)args;
    return all_chars(ev, self, isdigit, span);
}

static const Value *str_isalpha(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)args;
    return all_chars(ev, self, isalpha, span);
}

static const Value *str_isalnum(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)args;
    return all_chars(ev, self, isalnum, span);
}

static int is_python_space(int c) { return isspace(c) || (c >= 0x1c && c <= 0x1f); }

static const Value *str_isspace(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)args;
    return all_chars(ev, self, is_python_space, span);
}

/* Some letter, and no letter of the other case. */
static const Value *one_case(Ev *ev, const Value *self, CharMap wanted, CharMap other, Span span) {
    Str text = ascii_text(ev, self, span);
    if (!text)
        return NULL;
    bool found = false;
    for (size_t i = 0; i < str_len(text); i++) {
        if (other((unsigned char)text[i]))
            return ev_bool(ev, false);
        found = found || wanted((unsigned char)text[i]);
    }
    return ev_bool(ev, found);
}

static const Value *str_isupper(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)args;
    return one_case(ev, self, isupper, islower, span);
}

static const Value *str_islower(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)args;
    return one_case(ev, self, islower, isupper, span);
}

/* ---- searching
 * -------------------------------------------------------------------------------------------------------------- */

/* Texts may hold zeros. */
static int64_t find_bytes(const char *text, size_t len, const char *part, size_t part_len, bool last) {
    int64_t found = -1;
    for (size_t i = 0; i + part_len <= len; i++)
        if (memcmp(text + i, part, part_len) == 0) {
            found = (int64_t)i;
            if (!last)
                break;
        }
    return found;
}

bool ev_text_has(Str text, Str part) { return find_bytes(text, str_len(text), part, str_len(part), false) >= 0; }

static const Value *find_text(Ev *ev, const Value *self, const Value *part, bool last, bool must, Span span) {
    Str text = ascii_text(ev, self, span), wanted = text ? ev_known_text(ev, part, span) : NULL;
    if (!wanted)
        return NULL;
    int64_t at = find_bytes(text, str_len(text), wanted, str_len(wanted), last);
    return at < 0 && must ? ev_raise(ev, "ValueError", span, "substring not found") : ev_int(ev, at);
}

bool ev_is_between(const CallArgs *args) {
    return args->count > 2 && (args->args[1]->kind != V_NONE || args->args[2]->kind != V_NONE);
}

const Value *ev_between(Ev *ev, const char *method, const Value *self, const CallArgs *args, Span span) {
    const Value *given[] = {self, args->args[0], args->args[1], args->args[2]};
    const Value *function = ev_prelude(ev, "_pyaot_methods", arena_printf(ev->arena, "%s_between", method));
    return function ? ev_call_values(ev, function, given, COUNT_OF(given), span) : NULL;
}

static const Value *str_find(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    if (ev_is_between(args))
        return ev_between(ev, "find", self, args, span);
    return find_text(ev, self, args->args[0], false, false, span);
}

static const Value *str_rfind(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    if (ev_is_between(args))
        return ev_between(ev, "rfind", self, args, span);
    return find_text(ev, self, args->args[0], true, false, span);
}

static const Value *str_index(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    if (ev_is_between(args))
        return ev_between(ev, "index", self, args, span);
    return find_text(ev, self, args->args[0], false, true, span);
}

static const Value *str_count(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    if (ev_is_between(args))
        return ev_between(ev, "count", self, args, span);
    Str text = ascii_text(ev, self, span), part = text ? ev_known_text(ev, args->args[0], span) : NULL;
    if (!part)
        return NULL;
    size_t len = str_len(text), part_len = str_len(part);
    if (part_len == 0)
        return ev_int(ev, (int64_t)len + 1);
    int64_t count = 0;
    for (size_t i = 0; i + part_len <= len;) {
        bool here = memcmp(text + i, part, part_len) == 0;
        count += here;
        i += here ? part_len : 1;
    }
    return ev_int(ev, count);
}

/* startswith, endswith: a str or a tuple of str. */
static const Value *has_affix(Ev *ev, const Value *self, const Value *affix, bool at_end, Span span) {
    Str text = ev_known_text(ev, self, span);
    const Value *const *items = &affix;
    uint32_t count = 1;
    if (!text)
        return NULL;
    if (affix->kind == V_TUPLE) {
        items = affix->u.tuple.items;
        count = affix->u.tuple.count;
    }
    for (uint32_t i = 0; i < count; i++) {
        Str part = ev_known_text(ev, items[i], span);
        if (!part)
            return NULL;
        size_t len = str_len(text), part_len = str_len(part);
        if (part_len <= len && memcmp(at_end ? text + len - part_len : text, part, part_len) == 0)
            return ev_bool(ev, true);
    }
    return ev_bool(ev, false);
}

static const Value *str_startswith(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    if (ev_is_between(args))
        return ev_between(ev, "startswith", self, args, span);
    return has_affix(ev, self, args->args[0], false, span);
}

static const Value *str_endswith(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    if (ev_is_between(args))
        return ev_between(ev, "endswith", self, args, span);
    return has_affix(ev, self, args->args[0], true, span);
}

static const Value *remove_affix(Ev *ev, const Value *self, const Value *affix, bool at_end, Span span) {
    bool has;
    Str part = ev_known_text(ev, affix, span);
    const Value *answer = part ? has_affix(ev, self, affix, at_end, span) : NULL;
    if (!answer || !ev_as_bool_known(answer, &has))
        return NULL;
    size_t len = str_len(self->u.str), cut = has ? str_len(part) : 0;
    return text_value(ev, self->u.str + (at_end ? 0 : cut), len - cut);
}

static const Value *str_removeprefix(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    return remove_affix(ev, self, args->args[0], false, span);
}

static const Value *str_removesuffix(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    return remove_affix(ev, self, args->args[0], true, span);
}

/* ---- parts
 * ---------------------------------------------------------------------------------------------------------------------
 */

static const Value *strip_sides(Ev *ev, const Value *self, const Value *chars, bool left, bool right, Span span) {
    Str text = ascii_text(ev, self, span), set = NULL;
    if (!text || (chars->kind != V_NONE && !(set = ascii_text(ev, chars, span))))
        return NULL;
    size_t begin = 0, end = str_len(text);
#define STRIPPED(c) (set ? memchr(set, (c), str_len(set)) != NULL : is_python_space((unsigned char)(c)) != 0)
    while (left && begin < end && STRIPPED(text[begin]))
        begin++;
    while (right && end > begin && STRIPPED(text[end - 1]))
        end--;
#undef STRIPPED
    return text_value(ev, text + begin, end - begin);
}

static const Value *str_strip(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    return strip_sides(ev, self, args->args[0], true, true, span);
}

static const Value *str_lstrip(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    return strip_sides(ev, self, args->args[0], true, false, span);
}

static const Value *str_rstrip(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    return strip_sides(ev, self, args->args[0], false, true, span);
}

typedef struct Parts {
    VEC(const Value *) items;
} Parts;

static void split_at_blanks(Ev *ev, Str text, int64_t limit, Parts *parts) {
    size_t len = str_len(text), i = 0;
    for (;;) {
        while (i < len && is_python_space((unsigned char)text[i]))
            i++;
        if (i == len)
            return;
        size_t begin = i;
        if (limit == 0) {
            vec_push(ev->arena, &parts->items, text_value(ev, text + begin, len - begin));
            return;
        }
        while (i < len && !is_python_space((unsigned char)text[i]))
            i++;
        vec_push(ev->arena, &parts->items, text_value(ev, text + begin, i - begin));
        limit--;
    }
}

static void split_at(Ev *ev, Str text, Str separator, int64_t limit, Parts *parts) {
    size_t at = 0, len = str_len(text), width = str_len(separator);
    while (limit-- != 0) {
        int64_t found = find_bytes(text + at, len - at, separator, width, false);
        if (found < 0)
            break;
        vec_push(ev->arena, &parts->items, text_value(ev, text + at, (size_t)found));
        at += (size_t)found + width;
    }
    vec_push(ev->arena, &parts->items, text_value(ev, text + at, len - at));
}

static const Value *str_split(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    int64_t limit;
    Parts parts = {0};
    Str text = ascii_text(ev, self, span);
    if (!text)
        return NULL;
    if (!ev_as_int_known(args->args[1], &limit))
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "maxsplit is not known");
    if (args->args[0]->kind == V_NONE) {
        split_at_blanks(ev, text, limit, &parts);
    } else {
        Str separator = ev_known_text(ev, args->args[0], span);
        if (!separator)
            return NULL;
        if (str_len(separator) == 0)
            return ev_raise(ev, "ValueError", span, "empty separator");
        split_at(ev, text, separator, limit, &parts);
    }
    return ev_list(ev, parts.items.data, parts.items.len);
}

/* From the right: the last part first. */
static void rsplit_at_blanks(Ev *ev, Str text, int64_t limit, Parts *parts) {
    size_t end = str_len(text);
    for (;; limit--) {
        while (end > 0 && is_python_space((unsigned char)text[end - 1]))
            end--;
        if (end == 0)
            return;
        size_t begin = limit == 0 ? 0 : end;
        while (begin > 0 && !is_python_space((unsigned char)text[begin - 1]))
            begin--;
        vec_push(ev->arena, &parts->items, text_value(ev, text + begin, end - begin));
        if (limit == 0)
            return;
        end = begin;
    }
}

static void rsplit_at(Ev *ev, Str text, Str separator, int64_t limit, Parts *parts) {
    size_t end = str_len(text), size = str_len(separator);
    for (int64_t at; limit != 0 && (at = find_bytes(text, end, separator, size, true)) >= 0; limit--) {
        vec_push(ev->arena, &parts->items, text_value(ev, text + (size_t)at + size, end - (size_t)at - size));
        end = (size_t)at;
    }
    vec_push(ev->arena, &parts->items, text_value(ev, text, end));
}

static const Value *str_rsplit(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    int64_t limit;
    Parts parts = {0};
    bool at_blanks = args->args[0]->kind == V_NONE;
    Str text = at_blanks ? ascii_text(ev, self, span) : ev_known_text(ev, self, span);
    Str separator = at_blanks || !text ? text : ev_known_text(ev, args->args[0], span);
    if (!separator)
        return NULL;
    if (!ev_as_int_known(args->args[1], &limit))
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "maxsplit is not known");
    if (!at_blanks && str_len(separator) == 0)
        return ev_raise(ev, "ValueError", span, "empty separator");
    if (at_blanks)
        rsplit_at_blanks(ev, text, limit, &parts);
    else
        rsplit_at(ev, text, separator, limit, &parts);
    for (uint32_t i = 0; i < parts.items.len / 2; i++) {
        const Value *swap = parts.items.data[i];
        parts.items.data[i] = parts.items.data[parts.items.len - 1 - i];
        parts.items.data[parts.items.len - 1 - i] = swap;
    }
    return ev_list(ev, parts.items.data, parts.items.len);
}

static const Value *partition_text(Ev *ev, const Value *self, const Value *separator, bool last, Span span) {
    Str text = ev_known_text(ev, self, span), part = text ? ev_known_text(ev, separator, span) : NULL;
    if (!part)
        return NULL;
    if (str_len(part) == 0)
        return ev_raise(ev, "ValueError", span, "empty separator");
    int64_t at = find_bytes(text, str_len(text), part, str_len(part), last);
    const Value *empty = text_value(ev, "", 0), *whole = text_value(ev, text, str_len(text));
    const Value *items[3] = {last ? empty : whole, empty, last ? whole : empty};
    if (at >= 0) {
        size_t end = (size_t)at + str_len(part);
        items[0] = text_value(ev, text, (size_t)at);
        items[1] = text_value(ev, part, str_len(part));
        items[2] = text_value(ev, text + end, str_len(text) - end);
    }
    return ev_tuple(ev, items, 3);
}

static const Value *str_partition(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    return partition_text(ev, self, args->args[0], false, span);
}

static const Value *str_rpartition(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    return partition_text(ev, self, args->args[0], true, span);
}

static const Value *str_join(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    const Value **items;
    uint32_t count;
    Str separator = ev_known_text(ev, self, span);
    if (!separator)
        return NULL;
    if (!ev_collect_all(ev, args->args[0], &items, &count, span)) {
        ev_not_iterated(ev);
        return NULL;
    }
    Buf text = {0};
    bool ok = true;
    for (uint32_t i = 0; i < count && ok; i++) {
        Str item = ev_known_text(ev, items[i], span);
        ok = item != NULL;
        if (i && ok)
            buf_put(&text, separator, str_len(separator));
        if (ok)
            buf_put(&text, item, str_len(item));
    }
    const Value *result = ok ? text_value(ev, text.data ? text.data : "", text.len) : NULL;
    buf_free(&text);
    return result;
}

static const Value *str_replace(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    int64_t limit;
    Str text = ev_known_text(ev, self, span), old = text ? ev_known_text(ev, args->args[0], span) : NULL;
    Str new_text = old ? ev_known_text(ev, args->args[1], span) : NULL;
    if (!new_text)
        return NULL;
    if (!ev_as_int_known(args->args[2], &limit) || str_len(old) == 0)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "str.replace with these arguments");
    Buf out = {0};
    size_t at = 0, len = str_len(text);
    while (limit-- != 0 && out.len <= EV_MAX_TEXT) {
        int64_t found = find_bytes(text + at, len - at, old, str_len(old), false);
        if (found < 0)
            break;
        buf_put(&out, text + at, (size_t)found);
        buf_put(&out, new_text, str_len(new_text));
        at += (size_t)found + str_len(old);
    }
    buf_put(&out, text + at, len - at);
    const Value *result = text_value(ev, out.data ? out.data : "", out.len);
    buf_free(&out);
    return result;
}

/* ---- format specifications
 * --------------------------------------------------------------------------------------------------- */

typedef struct FormatSpec {
    char fill, align, sign, type; /* 0: not said */
    char comma;                   /* what groups of digits are set apart by; 0: nothing */
    bool alternate, zero, has_precision;
    int width, precision;
} FormatSpec;

static bool parse_spec(FormatSpec *spec, Str text) {
    const char *at = text;
    *spec = (FormatSpec){0};
    if (*at && strchr("<>=^", at[1]) && at[1]) {
        spec->fill = *at++;
        spec->align = *at++;
    } else if (*at && strchr("<>=^", *at)) {
        spec->align = *at++;
    }
    if (*at && strchr("+- ", *at))
        spec->sign = *at++;
    if (*at == '#')
        spec->alternate = *at++ == '#';
    if (*at == '0')
        spec->zero = *at++ == '0';
    while (isdigit((unsigned char)*at) && spec->width < 10000)
        spec->width = spec->width * 10 + (*at++ - '0');
    if (*at == ',' || *at == '_')
        spec->comma = *at++;
    if (*at == '.') {
        spec->has_precision = isdigit((unsigned char)*++at); /* refused without a digit */
        if (!spec->has_precision)
            return false;
        for (; isdigit((unsigned char)*at) && spec->precision < 1000; at++)
            spec->precision = spec->precision * 10 + (*at - '0');
    }
    spec->type = *at ? *at++ : 0;
    bool padded_groups = spec->comma && (spec->zero || spec->align == '=');
    return *at == 0 && !padded_groups && !(spec->comma == ',' && spec->type && strchr("bxXo", spec->type));
}

/* Pads `body` (with its sign in front, if any) to the width. */
static const Value *padded(Ev *ev, const FormatSpec *spec, const char *body, size_t len, bool number) {
    Buf out = {0};
    size_t pad = (size_t)spec->width > len ? (size_t)spec->width - len : 0;
    char align = spec->align ? spec->align : spec->zero && number ? '=' : number ? '>' : '<';
    char fill = spec->fill ? spec->fill : spec->zero ? '0' : ' ';
    size_t left = align == '>' ? pad : align == '^' ? pad / 2 : 0, sign = 0;
    if (align == '=' && len && strchr("+- ", body[0])) {
        buf_putc(&out, body[0]);
        sign = 1;
    }
    for (size_t i = 0; i < (align == '=' ? pad : left); i++)
        buf_putc(&out, fill);
    buf_put(&out, body + sign, len - sign);
    for (size_t i = 0; align != '=' && i < pad - left; i++)
        buf_putc(&out, fill);
    const Value *result = text_value(ev, out.data ? out.data : "", out.len);
    buf_free(&out);
    return result;
}

/* The digits of the whole part of a number in groups of three (of four, where each stands for bits). */
static void group_digits(char *body, size_t room, const FormatSpec *spec) {
    char *digits = body + strspn(body, "+- ");
    size_t whole = strspn(digits, "0123456789abcdefABCDEF"), size = spec->type && strchr("bxXo", spec->type) ? 4 : 3;
    for (size_t at = whole; spec->comma && at > size && strlen(body) + 2 < room;) {
        at -= size;
        memmove(digits + at + 1, digits + at, strlen(digits + at) + 1);
        digits[at] = spec->comma;
    }
}

/* A precision without a type: as 'g', with a digit behind the point, for which the exponent comes one power earlier. */
static void put_precise(char *out, size_t room, const char *sign, int precision, double number) {
    char format[16];
    int digits = precision ? precision : 1;
    snprintf(format, sizeof format, "%%%s.*%c", sign, 'e');
    snprintf(out, room, format, digits - 1, number);
    char *exponent = strchr(out, 'e');
    int decimal = exponent ? atoi(exponent + 1) + 1 : 0;
    if (exponent && (decimal <= -4 || decimal > digits - 1)) {
        char *end = exponent;
        while (strchr(out, '.') && end[-1] == '0')
            end--;
        end -= end[-1] == '.';
        memmove(end, exponent, strlen(exponent) + 1);
        return;
    }
    snprintf(format, sizeof format, "%%%s.*%c", sign, 'g');
    snprintf(out, room, format, digits, number);
    if (exponent && !strchr(out, '.'))
        snprintf(out + strlen(out), room - strlen(out), ".0");
}

static const Value *format_float(Ev *ev, const FormatSpec *spec, double number, Span span) {
    char format[16], body[600];
    number = isnan(number) ? fabs(number) : number; /* Python shows no sign of it */
    char type = spec->type == '%' ? 'f' : spec->type;
    bool shortest = !type && !spec->has_precision;
    if ((type && !strchr("eEfFgG", type)) || spec->precision > 60 || spec->alternate ||
        (spec->comma && (!isfinite(number) || (type && !strchr("fF", type)))))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "this format specification of a float");
    char sign[2] = {spec->sign == '+' || spec->sign == ' ' ? spec->sign : 0, 0};
    if (shortest) {
        const Value *text = ev_text_of(ev, ev_float(ev, number), true, span);
        if (!text || !text->u.str)
            return NULL;
        snprintf(body, sizeof body, "%s%s", text->u.str[0] == '-' ? "" : sign, text->u.str);
    } else if (!type) {
        put_precise(body, sizeof body, sign, spec->precision, number);
    } else {
        snprintf(format, sizeof format, "%%%s.*%c%s", sign, type, spec->type == '%' ? "%%" : "");
        snprintf(body, sizeof body, format, spec->has_precision ? spec->precision : 6,
                 spec->type == '%' ? number * 100 : number);
    }
    group_digits(body, sizeof body, spec);
    return padded(ev, spec, body, strlen(body), true);
}

static void put_digits(char *out, size_t room, char type, unsigned long long magnitude) {
    const char *format = type == 'x' ? "%llx" : type == 'X' ? "%llX" : type == 'o' ? "%llo" : "%llu";
    if (type != 'b') {
        snprintf(out, room, format, magnitude);
        return;
    }
    int bits = 1;
    while (bits < 64 && magnitude >> bits)
        bits++;
    for (int i = 0; i < bits; i++)
        out[i] = (char)('0' + (magnitude >> (bits - 1 - i) & 1));
    out[bits] = 0;
}

static const Value *format_int(Ev *ev, const FormatSpec *spec, int64_t number, Span span) {
    char body[120], digits[70];
    unsigned long long magnitude = number < 0 ? 0ULL - (unsigned long long)number : (unsigned long long)number;
    if (spec->type && strchr("eEfFgG%", spec->type))
        return format_float(ev, spec, (double)number, span);
    if ((spec->type && !strchr("dbxXo", spec->type)) || spec->has_precision || (spec->alternate && spec->comma))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "this format specification of an int");
    put_digits(digits, sizeof digits, spec->type, magnitude);
    const char *sign = number < 0 ? "-" : spec->sign == '+' ? "+" : spec->sign == ' ' ? " " : "";
    bool prefixed = spec->alternate && spec->type && strchr("bxXo", spec->type);
    if (prefixed && (spec->zero || spec->align == '='))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "this format specification of an int");
    snprintf(body, sizeof body, "%s%s%.1s%s", sign, prefixed ? "0" : "", prefixed ? &spec->type : "", digits);
    if (!prefixed)
        group_digits(body, sizeof body, spec);
    return padded(ev, spec, body, strlen(body), true);
}

const Value *ev_format_value(Ev *ev, const Value *v, Str text, Span span) {
    FormatSpec spec;
    int64_t number;
    bool is_object = v->kind == V_INSTANCE || ev_dict_class(v);
    const Value *own = is_object ? ev_special(ev, v, "__format__", span) : NULL;
    const Value *how = ev_str(ev, text);
    const Value *made = own ? ev_call_values(ev, own, &how, 1, span) : NULL;
    if (own || ev->fail.kind)
        return made && ev_is_text(ev, made, "__format__", span) ? made : NULL;
    if (str_len(text) == 0)
        return ev_text_of(ev, v, true, span);
    if (!parse_spec(&spec, text))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "the format specification '%s'", text);
    if (!(v = ev_text_number(ev, v, span)))
        return NULL;
    if (v->kind == V_FLOAT)
        return format_float(ev, &spec, v->u.number, span);
    if (v->kind == V_INT && ev_as_int_known(v, &number))
        return format_int(ev, &spec, number, span);
    if (v->kind != V_STR || (spec.type && spec.type != 's') || spec.sign || spec.comma || spec.alternate ||
        spec.align == '=')
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "the format specification '%s' of a %s", text, ev_type_name(ev, v));
    Str body = ascii_text(ev, v, span);
    if (!body)
        return NULL;
    size_t len = str_len(body);
    return padded(ev, &spec, body, spec.has_precision && (size_t)spec.precision < len ? (size_t)spec.precision : len,
                  false);
}

/* What a value of this kind is written as: 's', 'd', 'f', or 0, where nothing is said of it. */
static char written_as(const Value *v) {
    bool is_scalar = v->kind == V_TENSOR && v->u.tensor.node->type.rank == 0; /* written as the number in it */
    DType dtype = is_scalar ? v->u.tensor.node->type.dtype : DT_BOOL;
    if (v->kind == V_STR)
        return 's';
    if (v->kind == V_INT || v->kind == V_BOOL || (is_scalar && (dtype == DT_BOOL || dtype_is_integral(dtype))))
        return 'd';
    if (v->kind == V_FLOAT || (is_scalar && dtype_is_float(dtype)))
        return 'f';
    return v->kind != V_SCALAR ? 0 : v->u.node->type.kind == IRT_FLOAT ? 'f' : 'd';
}

bool ev_format_may_refuse(const Value *v, Str text) {
    FormatSpec spec;
    char as = written_as(v);
    if (str_len(text) == 0)
        return false;
    if (!as || !parse_spec(&spec, text))
        return true;
    if (as == 's')
        return (spec.type && spec.type != 's') || spec.sign || spec.comma || spec.alternate || spec.align == '=';
    bool of_floats = spec.type && strchr("eEfFgG%", spec.type);
    if (as == 'd' && !of_floats)
        return spec.has_precision || (spec.type && !strchr("bdoxX", spec.type)) ||
               (spec.comma && spec.type && spec.type != 'd');
    return spec.type && !of_floats;
}

const Value *ev_format_some(Ev *ev, const Value *v, bool may_refuse) {
    if (ev->fail.kind != FAIL_CUT || v->kind == V_INSTANCE || v->kind == V_UNKNOWN || v->kind == V_EXTERNAL ||
        may_refuse)
        return NULL;
    ev_clear_fail(ev);
    return v->kind == V_STR || v->kind == V_INT ? ev_text_with(ev, v) : ev_str(ev, NULL);
}

const Builtin str_methods[] = {
    {"upper", str_upper, ""},
    {"lower", str_lower, ""},
    {"casefold", str_lower, ""},
    {"capitalize", str_capitalize, ""},
    {"title", str_title, ""},
    {"isdigit", str_isdigit, ""},
    {"isdecimal", str_isdigit, ""},
    {"isnumeric", str_isdigit, ""},
    {"isalpha", str_isalpha, ""},
    {"isalnum", str_isalnum, ""},
    {"isspace", str_isspace, ""},
    {"isupper", str_isupper, ""},
    {"islower", str_islower, ""},
    {"find", str_find, "sub, start=None, end=None, /"},
    {"rfind", str_rfind, "sub, start=None, end=None, /"},
    {"index", str_index, "sub, start=None, end=None, /"},
    {"count", str_count, "sub, start=None, end=None, /"},
    {"startswith", str_startswith, "prefix, start=None, end=None, /"},
    {"endswith", str_endswith, "suffix, start=None, end=None, /"},
    {"removeprefix", str_removeprefix, "prefix, /"},
    {"removesuffix", str_removesuffix, "suffix, /"},
    {"strip", str_strip, "chars=None, /"},
    {"lstrip", str_lstrip, "chars=None, /"},
    {"rstrip", str_rstrip, "chars=None, /"},
    {"split", str_split, "sep=None, maxsplit=-1"},
    {"rsplit", str_rsplit, "sep=None, maxsplit=-1"},
    {"partition", str_partition, "sep, /"},
    {"rpartition", str_rpartition, "sep, /"},
    {"join", str_join, "iterable, /"},
    {"replace", str_replace, "old, new, count=-1, /"},
    {"format", ev_str_format, NULL},
    {"format_map", ev_str_format_map, "mapping, /"},
    {NULL, NULL, NULL},
};
