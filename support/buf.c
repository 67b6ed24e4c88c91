/* Text under construction: a growable, NUL-terminated byte buffer. */
#include "support/support.h"

#include <stdio.h>
#include <string.h>

static void reserve(Buf *buf, size_t more) {
    if (more > SIZE_MAX / 4 - buf->len)
        ICE("a text of more than %zu bytes", SIZE_MAX / 4);
    size_t needed = buf->len + more + 1;
    if (needed <= buf->cap)
        return;
    size_t cap = buf->cap ? buf->cap * 2 : 128;
    buf->cap = cap < needed ? needed : cap;
    buf->data = support_realloc(buf->data, buf->cap);
}

void buf_free(Buf *buf) {
    support_free(buf->data);
    *buf = (Buf){0};
}

void buf_put(Buf *buf, const char *text, size_t len) {
    reserve(buf, len);
    if (len)
        memcpy(buf->data + buf->len, text, len);
    buf->len += len;
    buf->data[buf->len] = '\0';
}

void buf_puts(Buf *buf, const char *text) { buf_put(buf, text, strlen(text)); }

void buf_putc(Buf *buf, char c) { buf_put(buf, &c, 1); }

void buf_vprintf(Buf *buf, const char *fmt, va_list args) {
    va_list again;
    va_copy(again, args);
    reserve(buf, 64);
    int len = vsnprintf(buf->data + buf->len, buf->cap - buf->len, fmt, args);
    if (len < 0)
        ICE("bad format '%s'", fmt);
    if ((size_t)len >= buf->cap - buf->len) {
        reserve(buf, (size_t)len);
        vsnprintf(buf->data + buf->len, buf->cap - buf->len, fmt, again);
    }
    va_end(again);
    buf->len += (size_t)len;
}

void buf_printf(Buf *buf, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    buf_vprintf(buf, fmt, args);
    va_end(args);
}
