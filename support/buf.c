/* Text under construction: a growable, NUL-terminated byte buffer. */
#include "support/support.h"

#include <stdio.h>
#include <string.h>

/* Most texts are short and soon gone: their memory waits here for the next ones. Not under AddressSanitizer, which
 * catches who still looks at it. */
#ifdef __SANITIZE_ADDRESS__
enum { KEPT_BYTES = 0 };
#else
enum { KEPT_BYTES = 4096 };
#endif
enum { KEPT_COUNT = 8 };
static _Thread_local Buf kept[KEPT_COUNT];
static _Thread_local uint32_t kept_count;

void buf_grow(Buf *buf, size_t more) {
    if (!buf->cap && kept_count && more < kept[kept_count - 1].cap) {
        *buf = kept[--kept_count];
        return;
    }
    if (more > SIZE_MAX / 4 - buf->len)
        ICE("a text of more than %zu bytes", SIZE_MAX / 4);
    size_t needed = buf->len + more + 1, doubled = buf->cap ? buf->cap * 2 : 96;
    buf->cap = support_good_size(needed > doubled ? needed : doubled);
    buf->data = support_realloc(buf->data, buf->cap);
}

void buf_free(Buf *buf) {
    if (buf->cap && buf->cap <= KEPT_BYTES && kept_count < KEPT_COUNT)
        kept[kept_count++] = (Buf){.data = buf->data, .cap = buf->cap};
    else
        support_free(buf->data);
    *buf = (Buf){0};
}

static void put_number(Buf *buf, uint64_t value, bool negative) {
    if (value < 10 && !negative) { /* as most are */
        buf_putc(buf, (char)('0' + value));
        return;
    }
    char digits[24], *begin = digits + sizeof digits;
    do
        *--begin = (char)('0' + value % 10);
    while (value /= 10);
    if (negative)
        *--begin = '-';
    buf_put(buf, begin, (size_t)(digits + sizeof digits - begin));
}

static void put_signed(Buf *buf, int64_t value) {
    put_number(buf, value < 0 ? -(uint64_t)value : (uint64_t)value, value < 0);
}

static void put_blanks(Buf *buf, size_t count) {
    buf_reserve(buf, count);
    memset(buf->data + buf->len, ' ', count);
    buf->len += count;
    buf->data[buf->len] = '\0';
}

/* `width` below 0: the blanks come behind. */
static void put_padded(Buf *buf, const char *text, int width) {
    size_t len = strlen(text), wide = width < 0 ? -(size_t)width : (size_t)width, blanks = wide > len ? wide - len : 0;
    if (width > 0)
        put_blanks(buf, blanks);
    buf_put(buf, text, len);
    if (width < 0)
        put_blanks(buf, blanks);
}

/* The conversions that nearly all formats are made of; gives the format behind it, or NULL for any other. */
static const char *put_conversion(Buf *buf, const char *fmt, va_list *args) {
    _Static_assert(sizeof(long) == sizeof(int64_t) && sizeof(size_t) == sizeof(int64_t), "64 bits");
    const char *text;
    switch (fmt[1]) {
    case 's':
        text = va_arg(*args, const char *);
        buf_puts(buf, text ? text : "(null)");
        return fmt + 2;
    case 'c':
        buf_putc(buf, (char)va_arg(*args, int));
        return fmt + 2;
    case 'd':
        put_signed(buf, va_arg(*args, int));
        return fmt + 2;
    case 'u':
        put_number(buf, va_arg(*args, unsigned), false);
        return fmt + 2;
    case '%':
        buf_putc(buf, '%');
        return fmt + 2;
    case 'l':
    case 'z':
        if (fmt[2] == 'd')
            put_signed(buf, va_arg(*args, int64_t));
        else if (fmt[2] == 'u')
            put_number(buf, va_arg(*args, uint64_t), false);
        return fmt[2] == 'd' || fmt[2] == 'u' ? fmt + 3 : NULL;
    case '*':
        if (strncmp(fmt, "%*s", 3) != 0)
            return NULL;
        int width = va_arg(*args, int);
        put_padded(buf, va_arg(*args, const char *), width);
        return fmt + 3;
    case '.':
        if (strncmp(fmt, "%.*s", 4) != 0)
            return NULL;
        int most = va_arg(*args, int);
        text = va_arg(*args, const char *);
        buf_put(buf, text, most < 0 ? strlen(text) : strnlen(text, (size_t)most));
        return fmt + 4;
    default:
        return NULL;
    }
}

static void put_by_library(Buf *buf, const char *fmt, va_list args) {
    va_list again;
    va_copy(again, args);
    int len = vsnprintf(buf->data + buf->len, buf->cap - buf->len, fmt, args);
    if (len < 0)
        ICE("bad format '%s'", fmt);
    if ((size_t)len >= buf->cap - buf->len) {
        buf_reserve(buf, (size_t)len);
        vsnprintf(buf->data + buf->len, buf->cap - buf->len, fmt, again);
    }
    va_end(again);
    buf->len += (size_t)len;
}

/* What stands in front of a conversion is short: byte by byte is faster than to look for its end first. */
static const char *put_plain(Buf *buf, const char *fmt) {
    size_t len = buf->len;
    for (; *fmt && *fmt != '%'; fmt++) {
        if (len + 1 >= buf->cap) {
            buf->len = len;
            buf_reserve(buf, 1);
        }
        buf->data[len++] = *fmt;
    }
    buf->len = len;
    buf->data[len] = '\0';
    return fmt;
}

/* The C library takes several times as long as what is printed here: it looks at the locale, at flags, at wide
 * characters. From the first conversion that is not known here, the rest is left to it. */
void buf_vprintf(Buf *buf, const char *fmt, va_list args) {
    va_list left;
    va_copy(left, args);
    buf_reserve(buf, 64);
    while (*fmt) {
        fmt = put_plain(buf, fmt);
        const char *behind = *fmt ? put_conversion(buf, fmt, &left) : fmt;
        if (!behind) {
            put_by_library(buf, fmt, left);
            break;
        }
        fmt = behind;
    }
    va_end(left);
}

void buf_printf(Buf *buf, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    buf_vprintf(buf, fmt, args);
    va_end(args);
}
