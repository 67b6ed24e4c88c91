/* Interned strings: one copy of each text for the life of the process, so that equality is pointer equality.
 *
 * Hashes are FNV-1a over the bytes: the same in every run, so that nothing that is ordered by them can vary. Not thread
 * safe: the compiler has one thread. */
#include "support/support.h"

#include <stdio.h>
#include <string.h>

typedef struct Interned {
    uint32_t hash;
    uint32_t len;
    char text[]; /* NUL-terminated */
} Interned;

static Arena *strings;
static Interned **table;
static uint32_t table_size, table_used;

static uint32_t hash_bytes(const char *text, size_t len) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ (unsigned char)text[i]) * 16777619u;
    return hash;
}

static const Interned *header_of(Str s) { return (const Interned *)(s - offsetof(Interned, text)); }

static void grow_table(void) {
    uint32_t size = table_size ? table_size * 2 : 1024;
    Interned **bigger = arena_array(strings, Interned *, size);
    for (uint32_t i = 0; i < table_size; i++) {
        if (!table[i])
            continue;
        uint32_t slot = table[i]->hash & (size - 1);
        while (bigger[slot])
            slot = (slot + 1) & (size - 1);
        bigger[slot] = table[i];
    }
    table = bigger;
    table_size = size;
}

Str str_intern(const char *text, size_t len) {
    if (len > UINT32_MAX - 64)
        ICE("a string of %zu bytes", len);
    if (!strings)
        strings = arena_new();
    if (table_used * 2 >= table_size)
        grow_table();
    uint32_t hash = hash_bytes(text, len), slot = hash & (table_size - 1);
    for (; table[slot]; slot = (slot + 1) & (table_size - 1)) {
        const Interned *known = table[slot];
        if (known->hash == hash && known->len == len && (len == 0 || memcmp(known->text, text, len) == 0))
            return known->text;
    }
    Interned *added = arena_alloc(strings, sizeof(Interned) + len + 1);
    added->hash = hash;
    added->len = (uint32_t)len;
    if (len)
        memcpy(added->text, text, len);
    table[slot] = added;
    table_used++;
    return added->text;
}

Str str_of(const char *text) { return str_intern(text, strlen(text)); }

Str str_format(const char *fmt, ...) {
    Buf buf = {0};
    va_list args;
    va_start(args, fmt);
    buf_vprintf(&buf, fmt, args);
    va_end(args);
    Str result = str_intern(buf.data, buf.len);
    buf_free(&buf);
    return result;
}

size_t str_len(Str s) { return header_of(s)->len; }

uint32_t str_hash(Str s) { return header_of(s)->hash; }
