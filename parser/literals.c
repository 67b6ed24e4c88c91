/* The values of number and string tokens: escapes, prefixes, implicit concatenation, f-strings.
 *
 * \N{NAME} escapes are kept undecoded, as there is no table of names here: such a constant is `opaque`, and its text is
 * the body of a string literal, in which `\N{...}` stands as written and every other backslash is doubled. While a
 * literal is put together, NAME_BEGIN and NAME_END, bytes that UTF-8 never has, bracket such a name. */
#include "parser/lower.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "parser/normal_form.h"

enum { NAME_BEGIN = 0xFE, NAME_END = 0xFF };

/* ---- numbers ---- */

static void check_digits(Lower *lower, Kid kid, const char *text, size_t len) {
    bool based = len > 1 && text[0] == '0' && isalpha((unsigned char)text[1]) && strchr("xXoObB", text[1]);
    char last = text[len - 1];
    if (last == 'l' || last == 'L')
        lower_error_at(lower, kid, "integers have no 'L' suffix in Python 3");
    for (size_t i = 0; i < len; i++)
        if (text[i] == '_' && (i + 1 == len || !isxdigit((unsigned char)text[i + 1])))
            lower_error_at(lower, kid, "an underscore must stand between digits");
    if (based || kid.cst != CST_integer || text[0] != '0' || last == 'j' || last == 'J')
        return;
    for (size_t i = 0; i < len; i++)
        if (text[i] != '0' && text[i] != '_')
            lower_error_at(lower, kid, "leading zeros are not allowed in decimal integers; use 0o for octal");
}

static void integer_value(AstConstant *value) {
    const char *digits = value->digits;
    int base = 10;
    if (digits[0] == '0' && digits[1] && strchr("xXoObB", digits[1])) {
        base = strchr("xX", digits[1]) ? 16 : strchr("oO", digits[1]) ? 8 : 2;
        digits += 2;
    }
    uint64_t total = 0;
    for (; *digits; digits++) {
        int c = tolower((unsigned char)*digits), digit = isdigit(c) ? c - '0' : c - 'a' + 10;
        if (__builtin_mul_overflow(total, (uint64_t)base, &total) ||
            __builtin_add_overflow(total, (uint64_t)digit, &total) || total > INT64_MAX)
            return;
    }
    value->fits_int64 = true;
    value->integer = (int64_t)total;
}

AstNode *lower_number(Lower *lower, Kid kid) {
    if (kid.cst != CST_integer && kid.cst != CST_float)
        lower_error_at(lower, kid, "expected a number");
    const char *text = lower->file->text + kid.begin;
    size_t len = kid.end - kid.begin;
    check_digits(lower, kid, text, len);
    AstNode *node = lower_new(lower, AST_Constant, kid.begin, kid.end);
    AstConstant *value = &node->u.Constant.value;
    bool hexadecimal = len > 1 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    bool imaginary = !hexadecimal && (text[len - 1] == 'j' || text[len - 1] == 'J');
    Buf digits = {0};
    for (size_t i = 0; i < len - imaginary; i++)
        if (text[i] != '_')
            buf_putc(&digits, text[i]);
    value->digits = str_intern(digits.data, digits.len);
    buf_free(&digits);
    if (imaginary || kid.cst == CST_float) {
        value->kind = imaginary ? AST_CONST_COMPLEX : AST_CONST_FLOAT;
        value->real = strtod(value->digits, NULL);
    } else {
        value->kind = AST_CONST_INT;
        integer_value(value);
    }
    return node;
}

/* ---- pieces of strings ---- */

typedef struct StringToken {
    Kid kid;
    bool raw, bytes, format, unicode, triple;
    uint32_t body_begin, body_end;
} StringToken;

typedef enum { BRACES_PLAIN, BRACES_DOUBLED } Braces; /* DOUBLED: {{ and }} stand for one, as in an f-string's text */

/* Exactly `count` hexadecimal digits at `at`. */
static uint32_t hex_escape(Lower *lower, uint32_t at, uint32_t end, uint32_t count) {
    uint32_t code = 0;
    for (uint32_t i = 0; i < count; i++) {
        int c = at + i < end ? tolower((unsigned char)lower->file->text[at + i]) : 0;
        if (!isxdigit(c))
            lower_error(lower, at - 2, at + i, "this escape needs %u hexadecimal digits", count);
        code = code * 16 + (uint32_t)(isdigit(c) ? c - '0' : c - 'a' + 10);
    }
    if (code > 0x10FFFF)
        lower_error(lower, at - 2, at + count, "this escape is beyond the last code point, U+10FFFF");
    return code;
}

static void put_character(Buf *out, const StringToken *token, uint32_t code) {
    if (token->bytes)
        buf_putc(out, (char)code);
    else
        utf8_put(out, code);
}

/* Decodes the escape whose backslash is at `at`; gives the position behind it. */
static uint32_t put_escape(Lower *lower, Buf *out, const StringToken *token, uint32_t at, uint32_t end) {
    static const char names[] = "\\'\"abfnrtv", values[] = "\\'\"\a\b\f\n\r\t\v";
    const char *text = lower->file->text;
    char c = at + 1 < end ? text[at + 1] : '\0';
    const char *simple = c ? strchr(names, c) : NULL;
    if (simple) {
        buf_putc(out, values[simple - names]);
        return at + 2;
    }
    if (c == '\n')
        return at + 2;
    if (c >= '0' && c <= '7') {
        uint32_t code = 0, i = at + 1;
        for (; i < end && i < at + 4 && text[i] >= '0' && text[i] <= '7'; i++)
            code = code * 8 + (uint32_t)(text[i] - '0');
        put_character(out, token, token->bytes ? code & 0xFF : code);
        return i;
    }
    if (c == 'x') {
        put_character(out, token, hex_escape(lower, at + 2, end, 2));
        return at + 4;
    }
    if (!token->bytes && (c == 'u' || c == 'U')) {
        uint32_t count = c == 'u' ? 4 : 8;
        utf8_put(out, hex_escape(lower, at + 2, end, count));
        return at + 2 + count;
    }
    if (!token->bytes && c == 'N') {
        const char *close = at + 2 < end && text[at + 2] == '{' ? memchr(text + at + 2, '}', end - at - 2) : NULL;
        if (!close)
            lower_error(lower, at, at + 2, "malformed \\N escape: expected \\N{name}");
        buf_putc(out, (char)NAME_BEGIN);
        buf_put(out, text + at + 3, (size_t)(close - text) - at - 3);
        buf_putc(out, (char)NAME_END);
        return (uint32_t)(close - text) + 1;
    }
    buf_putc(out, '\\'); /* not an escape: the backslash stays */
    return at + 1;
}

/* Appends the value of the text [begin, end) of a token. */
static void put_text(Lower *lower, Buf *out, const StringToken *token, uint32_t begin, uint32_t end, Braces braces) {
    const char *text = lower->file->text;
    for (uint32_t i = begin; i < end;) {
        char c = text[i];
        if (c == '\\' && !token->raw) {
            i = put_escape(lower, out, token, i, end);
            continue;
        }
        if (token->bytes && (unsigned char)c >= 0x80)
            lower_error(lower, i, i + 1, "bytes can only contain ASCII characters");
        if (braces == BRACES_DOUBLED && (c == '{' || c == '}')) {
            if (i + 1 >= end || text[i + 1] != c)
                lower_error(lower, i, i + 1, "a single '%c' is not allowed in an f-string", c);
            i++;
        }
        buf_putc(out, c);
        i++;
    }
}

static bool has_surrogate(const char *text, size_t len) {
    for (size_t i = 0; i + 1 < len; i++)
        if ((unsigned char)text[i] == 0xED && (unsigned char)text[i + 1] >= 0xA0)
            return true;
    return false;
}

/* The constant for decoded text; with undecoded names, text becomes the body of a literal (see above). */
static AstNode *string_constant(Lower *lower, const char *text, size_t len, bool bytes, bool unicode, uint32_t begin,
                                uint32_t end) {
    AstNode *node = lower_new(lower, AST_Constant, begin, end);
    AstConstant *value = &node->u.Constant.value;
    value->kind = bytes ? AST_CONST_BYTES : AST_CONST_STR;
    value->u_prefix = unicode;
    value->opaque = !bytes && memchr(text, NAME_BEGIN, len);
    value->has_surrogates = !bytes && has_surrogate(text, len);
    if (!value->opaque) {
        value->text = str_intern(text, len);
        return node;
    }
    Buf body = {0};
    for (size_t i = 0; i < len; i++) {
        switch ((unsigned char)text[i]) {
        case NAME_BEGIN:
            buf_puts(&body, "\\N{");
            break;
        case NAME_END:
            buf_putc(&body, '}');
            break;
        case '\\':
            buf_puts(&body, "\\\\");
            break;
        default:
            buf_putc(&body, text[i]);
        }
    }
    value->text = str_intern(body.data, body.len);
    buf_free(&body);
    return node;
}

/* ---- whole literals ---- */

typedef struct Literal { /* a run of strings, or a format specifier, under construction */
    VEC(AstNode *) values;
    size_t pending; /* decoded text that is not in `values` yet begins there in lower->text */
    bool unicode;
    uint32_t begin, end;
} Literal;

static void flush(Lower *lower, Literal *literal) {
    size_t len = lower->text.len - literal->pending;
    if (!len)
        return;
    const char *text = lower->text.data + literal->pending;
    vec_push(lower->arena, &literal->values,
             string_constant(lower, text, len, false, literal->unicode, literal->begin, literal->end));
    lower->text.len = literal->pending;
}

static AstNode *joined(Lower *lower, Literal *literal) {
    flush(lower, literal);
    AstNode *node = lower_new(lower, AST_JoinedStr, literal->begin, literal->end);
    node->u.JoinedStr.values = (AstList){.items = literal->values.data, .len = literal->values.len};
    return node;
}

static StringToken string_token(Lower *lower, Kid kid, Kids kids) {
    StringToken token = {.kid = kid};
    Kid start = kid_at(lower, kids, 0), stop = kid_at(lower, kids, kids.len - 1);
    const char *text = lower->file->text;
    uint32_t i = start.begin, letters = 0;
    for (; isalpha((unsigned char)text[i]); i++, letters++) {
        switch (tolower((unsigned char)text[i])) {
        case 'r':
            token.raw = true;
            break;
        case 'b':
            token.bytes = true;
            break;
        case 'f':
            token.format = true;
            break;
        default:
            token.unicode = true;
            break;
        }
    }
    uint32_t distinct = (uint32_t)token.raw + token.bytes + token.format + token.unicode;
    if (text[i] == '`' || letters != distinct || letters > 2 || (letters == 2 && (!token.raw || token.unicode)))
        lower_error_at(lower, start, "invalid string prefix or quote");
    token.triple = start.end - i == 3;
    token.body_begin = start.end;
    token.body_end = stop.end - (token.triple ? 3 : 1); /* the grammar's string_end may take in backslashes */
    for (uint32_t at = token.body_begin; !token.triple && at < token.body_end; at++) {
        if (text[at] == '\\')
            at++;
        else if (text[at] == '\n' && !token.format)
            lower_error(lower, start.begin, at, "unterminated string literal");
    }
    return token;
}

static void put_interpolation(Lower *lower, Literal *literal, const StringToken *token, Kid kid);

/* The text and the interpolations of kids [first, ...) in the bytes [begin, end). */
static void put_parts(Lower *lower, Literal *literal, const StringToken *token, Kids kids, uint32_t begin, uint32_t end,
                      Braces braces) {
    for (uint32_t i = 0; i < kids.len; i++) {
        Kid kid = kid_at(lower, kids, i);
        if (kid.cst != CST_interpolation && kid.cst != CST_format_expression)
            continue;
        put_text(lower, &lower->text, token, begin, kid.begin, braces);
        put_interpolation(lower, literal, token, kid);
        begin = kid.end;
    }
    put_text(lower, &lower->text, token, begin, end, braces);
}

static AstNode *format_specifier(Lower *lower, const StringToken *token, Kid kid) {
    Literal literal = {.begin = kid.begin, .end = kid.end, .pending = lower->text.len};
    Kids kids = kids_open(lower, kid);
    put_parts(lower, &literal, token, kids, kid.begin + 1, kid.end, BRACES_PLAIN);
    kids_close(lower, kids);
    return joined(lower, &literal);
}

/* The text of {x = }, which is printed too; without its comments, as of Python 3.12. */
static void put_debug_text(Buf *out, const char *text, size_t len) {
    char quote = '\0';
    for (size_t i = 0; i < len; i++) {
        if (!quote && text[i] == '#')
            while (i < len && text[i] != '\n')
                i++;
        if (i < len && (text[i] == '\'' || text[i] == '"') && (!quote || quote == text[i]))
            quote = quote ? '\0' : text[i];
        if (i < len)
            buf_putc(out, text[i]);
    }
}

static void put_interpolation(Lower *lower, Literal *literal, const StringToken *token, Kid kid) {
    lower_enter(lower, 1, kid);
    Kids kids = kids_open(lower, kid);
    AstNode *node = lower_new(lower, AST_FormattedValue, kid.begin, kid.end);
    node->u.FormattedValue.conversion = -1;
    node->u.FormattedValue.value = lower_plain(lower, kid_at(lower, kids, 1));
    bool debug = false;
    for (uint32_t i = 2; i < kids.len; i++) {
        Kid part = kid_at(lower, kids, i);
        if (part.cst == CST_assign) { /* {x = }: the text up to what follows the `=` is printed too */
            uint32_t from = kid.begin + 1, to = kid_at(lower, kids, i + 1).begin;
            put_debug_text(&lower->text, lower->file->text + from, to - from);
            debug = true;
        } else if (part.cst == CST_type_conversion) {
            char conversion = lower->file->text[part.begin + 1];
            if (part.end - part.begin != 2 || !strchr("sra", conversion))
                lower_error_at(lower, part, "the conversion must be '!s', '!r' or '!a'");
            node->u.FormattedValue.conversion = conversion;
        } else if (part.cst == CST_format_specifier) {
            node->u.FormattedValue.format_spec = format_specifier(lower, token, part);
        }
    }
    if (debug && node->u.FormattedValue.conversion < 0 && !node->u.FormattedValue.format_spec)
        node->u.FormattedValue.conversion = 'r';
    flush(lower, literal);
    vec_push(lower->arena, &literal->values, node);
    kids_close(lower, kids);
    lower_leave(lower, 1);
}

AstNode *lower_strings(Lower *lower, Kid kid) {
    Literal literal = {.begin = kid.begin, .end = kid.end, .pending = lower->text.len};
    Kids strings = {.len = 1};
    if (kid.cst == CST_concatenated_string)
        strings = kids_open(lower, kid);
    bool bytes = false, format = false;
    for (uint32_t i = 0; i < strings.len; i++) {
        Kid string = kid.cst == CST_concatenated_string ? kid_at(lower, strings, i) : kid;
        Kids kids = kids_open(lower, string);
        StringToken token = string_token(lower, string, kids);
        if (i == 0) {
            bytes = token.bytes;
            literal.unicode = token.unicode;
        } else if (token.bytes != bytes) {
            lower_error_at(lower, string, "cannot mix bytes and other strings");
        }
        format |= token.format;
        if (token.format)
            put_parts(lower, &literal, &token, kids, token.body_begin, token.body_end, BRACES_DOUBLED);
        else
            put_text(lower, &lower->text, &token, token.body_begin, token.body_end, BRACES_PLAIN);
        kids_close(lower, kids);
    }
    if (kid.cst == CST_concatenated_string)
        kids_close(lower, strings);
    if (format)
        return joined(lower, &literal);
    const char *text = lower->text.len ? lower->text.data + literal.pending : "";
    size_t len = lower->text.len - literal.pending;
    AstNode *node = string_constant(lower, text, len, bytes, literal.unicode, kid.begin, kid.end);
    lower->text.len = literal.pending;
    return node;
}
