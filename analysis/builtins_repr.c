/* repr(), str() and sorting of known values. */
#include "analysis/ev_internal.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

/* ---- repr ---------------------------------------------------------------------------------------------------------------- */

/* The shortest digits that read back as the same float, laid out as Python does. */
static void put_float(Buf *out, double number) {
    char digits[40];
    if (isnan(number) || isinf(number)) {
        buf_puts(out, isnan(number) ? "nan" : number < 0 ? "-inf" : "inf");
        return;
    }
    int precision = 0;
    do
        snprintf(digits, sizeof digits, "%.*e", precision, number);
    while (strtod(digits, NULL) != number && ++precision < 17);
    int exponent = atoi(strchr(digits, 'e') + 1);
    if (exponent >= -4 && exponent < 16) {
        int decimals = precision - exponent;
        buf_printf(out, "%.*f", decimals > 0 ? decimals : 0, number);
        buf_puts(out, decimals > 0 ? "" : ".0");
        return;
    }
    buf_put(out, digits, (size_t)(strchr(digits, 'e') - digits));
    buf_printf(out, "e%c%02d", exponent < 0 ? '-' : '+', abs(exponent));
}

/* Python prefers single quotes. False: text whose printable characters need Unicode tables. */
static bool put_quoted(Buf *out, Str text) {
    char quote = strchr(text, '\'') && !strchr(text, '"') ? '"' : '\'';
    buf_putc(out, quote);
    for (size_t i = 0; i < str_len(text); i++) {
        unsigned char c = (unsigned char)text[i];
        if (c >= 0x80)
            return false;
        if (c == (unsigned char)quote || c == '\\')
            buf_printf(out, "\\%c", c);
        else if (c == '\n' || c == '\t' || c == '\r')
            buf_printf(out, "\\%c", c == '\n' ? 'n' : c == '\t' ? 't' : 'r');
        else if (c < 0x20 || c == 0x7f)
            buf_printf(out, "\\x%02x", c);
        else
            buf_putc(out, (char)c);
    }
    buf_putc(out, quote);
    return true;
}

static bool put_items(Ev *ev, Buf *out, const Value *const *items, uint32_t count, const char *open, const char *close, Span span) {
    buf_puts(out, open);
    for (uint32_t i = 0; i < count; i++) {
        buf_puts(out, i ? ", " : "");
        if (!ev_repr(ev, out, items[i], false, span))
            return false;
    }
    buf_puts(out, close);
    return true;
}

static bool put_dict(Ev *ev, Buf *out, const Value *v, Span span) {
    const HeapContent *content = heap_content(ev->heap, v->u.object);
    buf_putc(out, '{');
    for (uint32_t i = 0; i < content->count; i++) {
        buf_puts(out, i ? ", " : "");
        if (!ev_repr(ev, out, content->slots[i].key, false, span))
            return false;
        buf_puts(out, ": ");
        if (!ev_repr(ev, out, content->slots[i].value, false, span))
            return false;
    }
    buf_putc(out, '}');
    return true;
}

static bool put_by_method(Ev *ev, Buf *out, const Value *v, bool as_str, Span span) {
    const char *const names[] = {"__str__", "__repr__"};
    for (int i = as_str ? 0 : 1; i < 2; i++) {
        const Value *method = ev_special(ev, v, names[i], span);
        if (!method && ev->fail.kind)
            return false;
        if (!method || method->kind == V_BUILTIN)
            continue;
        const Value *text = ev_call_values(ev, method, NULL, 0, span);
        if (!text || text->kind != V_STR || !text->u.str)
            return text ? ev_fail(ev, D_UNKNOWN_VALUE, span, "the text of a %s is not known", ev_type_name(v)) != NULL : false;
        buf_put(out, text->u.str, str_len(text->u.str));
        return true;
    }
    return ev_fail(ev, D_UNKNOWN_VALUE, span, "the text of a %s is not known", ev_type_name(v)) != NULL;
}

bool ev_repr(Ev *ev, Buf *out, const Value *v, bool as_str, Span span) {
    int64_t number;
    const Value *const *items;
    uint32_t count;
    switch (v->kind) {
    case V_NONE:
        buf_puts(out, "None");
        return true;
    case V_ELLIPSIS:
        buf_puts(out, "Ellipsis");
        return true;
    case V_BOOL:
        buf_puts(out, v->u.boolean ? "True" : "False");
        return true;
    case V_INT:
        if (!ev_as_int_known(v, &number))
            return ev_need_known(ev, v, span) != NULL;
        buf_printf(out, "%lld", (long long)number);
        return true;
    case V_FLOAT:
        put_float(out, v->u.number);
        return true;
    case V_STR:
        if (!v->u.str)
            return ev_fail(ev, D_UNKNOWN_VALUE, span, "the text of a str is not known") != NULL;
        if (as_str)
            buf_put(out, v->u.str, str_len(v->u.str));
        return as_str || put_quoted(out, v->u.str) ||
               ev_fail(ev, D_UNSUPPORTED_OP, span, "repr() of text that is not ASCII") != NULL;
    case V_DTYPE:
        buf_printf(out, "torch.%s", dtype_info[v->u.dtype].torch_name);
        return true;
    case V_LIST:
        return ev_sequence(ev, v, &items, &count) && put_items(ev, out, items, count, "[", "]", span);
    case V_TUPLE:
        if (v->u.tuple.cls)
            return strcmp(v->u.tuple.cls->name, "Size") == 0
                       ? put_items(ev, out, v->u.tuple.items, v->u.tuple.count, "torch.Size([", "])", span)
                       : put_by_method(ev, out, v, as_str, span);
        return put_items(ev, out, v->u.tuple.items, v->u.tuple.count, "(", v->u.tuple.count == 1 ? ",)" : ")", span);
    case V_DICT:
        return put_dict(ev, out, v, span);
    case V_INSTANCE:
        return put_by_method(ev, out, v, as_str, span);
    default:
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "the text of a %s is not known", ev_type_name(v)) != NULL;
    }
}

/* ---- sorting --------------------------------------------------------------------------------------------------------------- */

/* a < b, which must be known. */
static bool less(Ev *ev, const Value *a, const Value *b, bool *out, Span span) {
    const Value *result = ev_compare(ev, AST_Lt, a, b, span), *truth = result ? ev_truth(ev, result, span) : NULL;
    if (!truth)
        return false;
    if (!ev_as_bool_known(truth, out))
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "sorting by keys that are known at run time only") != NULL;
    return true;
}

/* A stable insertion sort: the lists that are sorted while compiling are short, and each comparison may fail. */
bool ev_sort(Ev *ev, const Value **items, uint32_t count, const Value *key, bool reverse, Span span) {
    const Value **keys = arena_array(ev->arena, const Value *, count + 1);
    for (uint32_t i = 0; i < count; i++)
        if (!(keys[i] = key->kind == V_NONE ? items[i] : ev_call1(ev, key, items[i], span)))
            return false;
    for (uint32_t i = 1; i < count; i++) {
        const Value *item = items[i], *item_key = keys[i];
        uint32_t at = i;
        for (; at > 0; at--) {
            bool before;
            if (!ev_step(ev, span) || !(reverse ? less(ev, keys[at - 1], item_key, &before, span)
                                                : less(ev, item_key, keys[at - 1], &before, span)))
                return false;
            if (!before)
                break;
            items[at] = items[at - 1];
            keys[at] = keys[at - 1];
        }
        items[at] = item;
        keys[at] = item_key;
    }
    return true;
}
