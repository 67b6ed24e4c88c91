/* Printing constants and f-strings.
 *
 * Until Python 3.11 the expressions in an f-string cannot contain a backslash, nor the quotes of the f-string itself.
 * So the printer tries the four kinds of quotes from the outside in; where none will do, it writes what Python 3.12
 * reads. */
#include "parser/unparse.h"

#include <math.h>
#include <string.h>

static const char *const quote_texts[QUOTE_COUNT] = {"'", "\"", "'''", "\"\"\""};

static bool is_triple(Quote quote) { return quote >= QUOTE_TRIPLE_SINGLE; }
static char quote_char(Quote quote) { return quote_texts[quote][0]; }

static bool is_surrogate(const char *text, size_t left) {
    return left >= 3 && (unsigned char)text[0] == 0xED && (unsigned char)text[1] >= 0xA0;
}

/* ---- the body of a literal ---- */

typedef enum { BODY_STRING, BODY_BYTES, BODY_FORMAT, BODY_SPECIFIER } Body; /* the last two: parts of an f-string */

/* Writes one byte (or a surrogate's three) of a value; gives how many it took. */
static size_t put_byte(Buf *out, const char *text, size_t left, Quote quote, Body body) {
    unsigned char c = (unsigned char)text[0];
    if (body != BODY_BYTES && is_surrogate(text, left)) {
        unsigned code = (c & 0xFu) << 12 | ((unsigned char)text[1] & 0x3Fu) << 6 | ((unsigned char)text[2] & 0x3Fu);
        buf_printf(out, "\\u%04x", code);
        return 3;
    }
    if (c == '\n' && is_triple(quote))
        buf_putc(out, '\n');
    else if (c == '\n')
        buf_puts(out, "\\n");
    else if (c == '\t')
        buf_puts(out, "\\t");
    else if (c == '\r')
        buf_puts(out, "\\r");
    else if (c == '\\' || c == (unsigned char)quote_char(quote))
        buf_printf(out, "\\%c", c);
    else if (c < 0x20 || c == 0x7F || (body == BODY_BYTES && c >= 0x80))
        buf_printf(out, "\\x%02x", c);
    else if (body == BODY_FORMAT && (c == '{' || c == '}'))
        buf_printf(out, "%c%c", c, c);
    else if (body == BODY_SPECIFIER && (c == '{' || c == '}'))
        buf_printf(out, "\\x%02x", c);
    else
        buf_putc(out, (char)c);
    return 1;
}

static void put_body(Buf *out, const AstConstant *value, Quote quote, Body body) {
    Str text = value->text;
    size_t len = str_len(text);
    for (size_t i = 0; i < len;) {
        if (value->opaque && text[i] == '\\') { /* \\ or \N{...}: as it stands */
            const char *close = text[i + 1] == 'N' ? strchr(text + i, '}') : text + i + 1;
            buf_put(out, text + i, (size_t)(close - text) + 1 - i);
            i = (size_t)(close - text) + 1;
        } else {
            i += put_byte(out, text + i, len - i, quote, body);
        }
    }
}

/* ---- strings inside the expressions of f-strings ---- */

/* Whether text written raw in these quotes would need no backslash. */
static bool is_plain(const char *text, size_t len, Quote quote) {
    char c = quote_char(quote);
    for (size_t i = 0; i < len; i++) {
        bool control = (unsigned char)text[i] < 0x20 && text[i] != '\t' && !(text[i] == '\n' && is_triple(quote));
        if (control || text[i] == '\\' || is_surrogate(text + i, len - i))
            return false;
        if (text[i] == c &&
            (!is_triple(quote) || i + 1 == len || (i + 2 < len && text[i + 1] == c && text[i + 2] == c)))
            return false;
    }
    return true;
}

static bool fits_outer_quotes(const Unparser *unparser, Quote quote) {
    for (Quote outer = 0; outer < QUOTE_COUNT; outer++) {
        if (!(unparser->outer_quotes & 1u << outer))
            continue;
        if (outer == quote || (!is_triple(outer) && quote_char(outer) == quote_char(quote)))
            return false;
    }
    return true;
}

static void put_string(Unparser *unparser, const AstConstant *value, const char *prefix) {
    Body body = value->kind == AST_CONST_BYTES ? BODY_BYTES : BODY_STRING;
    size_t len = str_len(value->text);
    Quote quote = QUOTE_SINGLE;
    if (unparser->outer_quotes && !unparser->any_quotes) {
        while (quote < QUOTE_COUNT && !(fits_outer_quotes(unparser, quote) && is_plain(value->text, len, quote)))
            quote++;
        bool high_bytes = false;
        for (size_t i = 0; body == BODY_BYTES && i < len; i++)
            high_bytes |= (unsigned char)value->text[i] >= 0x7F;
        if (quote == QUOTE_COUNT || value->opaque || high_bytes) {
            unparser->failed = true;
            return;
        }
    } else if (memchr(value->text, '\'', len) && !memchr(value->text, '"', len)) {
        quote = QUOTE_DOUBLE;
    }
    buf_printf(unparser->out, "%s%s", prefix, quote_texts[quote]);
    if (unparser->outer_quotes && !unparser->any_quotes)
        buf_put(unparser->out, value->text, len);
    else
        put_body(unparser->out, value, quote, body);
    buf_puts(unparser->out, quote_texts[quote]);
}

void unparse_docstring(Unparser *unparser, const AstConstant *value) {
    if (!memchr(value->text, '\n', str_len(value->text))) {
        unparse_constant(unparser, value);
        return;
    }
    buf_puts(unparser->out, value->u_prefix ? "u\"\"\"" : "\"\"\"");
    put_body(unparser->out, value, QUOTE_TRIPLE_DOUBLE, BODY_STRING);
    buf_puts(unparser->out, "\"\"\"");
}

/* ---- constants ---- */

/* A double that reads back as itself; 1e999 is infinity to Python's parser too. */
static void put_double(Buf *out, double value) {
    if (isinf(value)) {
        buf_puts(out, "1e999");
        return;
    }
    size_t begin = out->len;
    buf_printf(out, "%.17g", value);
    if (!strpbrk(out->data + begin, ".en"))
        buf_puts(out, ".0");
}

static void put_number(Buf *out, const AstConstant *value) {
    if (value->digits)
        buf_puts(out, value->digits);
    else if (value->kind == AST_CONST_INT)
        buf_printf(out, "%lld", (long long)value->integer);
    else
        put_double(out, value->real);
    if (value->kind == AST_CONST_COMPLEX)
        buf_putc(out, 'j');
}

void unparse_constant(Unparser *unparser, const AstConstant *value) {
    switch (value->kind) {
    case AST_CONST_NONE:
        buf_puts(unparser->out, "None");
        break;
    case AST_CONST_BOOL:
        buf_puts(unparser->out, value->boolean ? "True" : "False");
        break;
    case AST_CONST_ELLIPSIS:
        buf_puts(unparser->out, "...");
        break;
    case AST_CONST_INT:
    case AST_CONST_FLOAT:
    case AST_CONST_COMPLEX:
        put_number(unparser->out, value);
        break;
    case AST_CONST_STR:
        put_string(unparser, value, value->u_prefix ? "u" : "");
        break;
    case AST_CONST_BYTES:
        put_string(unparser, value, "b");
        break;
    }
}

/* ---- f-strings ---- */

static void put_joined_parts(Unparser *unparser, const AstList *values, Quote quote, Body body);

/* In 3.11, what stands between braces must not hold a backslash or the f-string's quotes, nor a newline in single ones.
 */
static void check_expression_text(Unparser *unparser, size_t begin, Quote quote) {
    const char *text = unparser->out->data + begin;
    if (!unparser->any_quotes &&
        (strchr(text, '\\') || strstr(text, quote_texts[quote]) || (!is_triple(quote) && strchr(text, '\n'))))
        unparser->failed = true;
}

static void put_formatted(Unparser *unparser, const AstNode *node, Quote quote) {
    Buf *out = unparser->out;
    buf_putc(out, '{');
    size_t begin = out->len;
    uint32_t outer = unparser->outer_quotes;
    unparser->outer_quotes |= 1u << quote;
    unparse_expr(unparser, node->u.FormattedValue.value, TIGHT_OR);
    if (out->len > begin && out->data[begin] == '{') { /* "{{" would be a brace */
        buf_putc(out, ' ');
        memmove(out->data + begin + 1, out->data + begin, out->len - begin - 1);
        out->data[begin] = ' ';
    }
    if (!unparser->failed && out->len > begin)
        check_expression_text(unparser, begin, quote);
    if (node->u.FormattedValue.conversion > 0)
        buf_printf(out, "!%c", (char)node->u.FormattedValue.conversion);
    if (node->u.FormattedValue.format_spec) {
        buf_putc(out, ':');
        const AstNode *spec = node->u.FormattedValue.format_spec;
        if (spec->kind == AST_JoinedStr)
            put_joined_parts(unparser, &spec->u.JoinedStr.values, quote, BODY_SPECIFIER);
    }
    unparser->outer_quotes = outer;
    buf_putc(out, '}');
}

static void put_joined_parts(Unparser *unparser, const AstList *values, Quote quote, Body body) {
    bool nested = (unparser->outer_quotes & ~(1u << quote)) && !unparser->any_quotes;
    for (uint32_t i = 0; i < values->len && !unparser->failed; i++) {
        const AstNode *value = values->items[i];
        if (value->kind == AST_FormattedValue) {
            put_formatted(unparser, value, quote);
        } else if (value->kind == AST_Constant) {
            const AstConstant *constant = &value->u.Constant.value;
            if (nested && (constant->opaque || !is_plain(constant->text, str_len(constant->text), quote)))
                unparser->failed = true;
            else
                put_body(unparser->out, constant, quote, body);
        }
    }
}

static bool try_quote(Unparser *unparser, const AstNode *joined, Quote quote) {
    Buf *out = unparser->out;
    size_t begin = out->len;
    unparser->failed = false;
    const AstList *values = &joined->u.JoinedStr.values;
    for (uint32_t i = 0; i < values->len; i++) /* kind="u" of the parts comes from the first literal of a run */
        if (values->items[i]->kind == AST_Constant && values->items[i]->u.Constant.value.u_prefix) {
            buf_puts(out, "u'' ");
            break;
        }
    buf_printf(out, "f%s", quote_texts[quote]);
    put_joined_parts(unparser, values, quote, BODY_FORMAT);
    buf_puts(out, quote_texts[quote]);
    if (!unparser->failed)
        return true;
    out->len = begin;
    out->data[begin] = '\0';
    return false;
}

void unparse_joined(Unparser *unparser, const AstNode *joined) {
    for (Quote quote = 0; quote < QUOTE_COUNT; quote++)
        if ((unparser->any_quotes || fits_outer_quotes(unparser, quote)) && try_quote(unparser, joined, quote))
            return;
    if (unparser->outer_quotes) {
        unparser->failed = true;
        return;
    }
    unparser->any_quotes = true;
    try_quote(unparser, joined, QUOTE_SINGLE);
    unparser->any_quotes = false;
}
