/* Interned strings: one copy of each text for the life of the process, so that equality is pointer equality.
 *
 * Hashes depend on the bytes alone: they are the same in every run, so that nothing that is ordered by them can vary.
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "support/support.h"

typedef struct Interned {
    uint32_t hash;
    uint32_t len;
    char text[]; /* NUL-terminated */
} Interned;

typedef struct Entry { /* with the hash, so that other strings in the way are passed by without a look at them */
    uint32_t hash;
    Interned *string; /* NULL: free; written last */
} Entry;

typedef struct Table {
    uint32_t size; /* a power of two */
    Entry entries[];
} Table;

/* Whoever looks a string up takes no lock: a table only gains entries, and one that was outgrown stays as it is. */
static Table *table;
static Arena *strings;
static uint32_t table_used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* for adding, while a second thread is at work */

uint64_t text_hash(const char *text, size_t len) {
    const uint64_t factor = 0x9e3779b97f4a7c15u;
    uint64_t hash = len * factor, word;
    for (; len >= sizeof word; text += sizeof word, len -= sizeof word) {
        memcpy(&word, text, sizeof word);
        hash = (hash ^ word) * factor;
        hash ^= hash >> 32;
    }
    word = 0;
    for (size_t i = 0; i < len; i++)
        word = word << 8 | (unsigned char)text[i];
    return (hash ^ word) * factor;
}

static const Interned *header_of(Str s) { return (const Interned *)(s - offsetof(Interned, text)); }

/* NULL: it is not there, and *at is the free entry where it would be. */
static inline const Interned *find(Table *in, const char *text, size_t len, uint32_t hash, Entry **at) {
    for (uint32_t slot = hash;; slot++) {
        *at = &in->entries[slot & (in->size - 1)];
        const Interned *known = __atomic_load_n(&(*at)->string, __ATOMIC_ACQUIRE);
        if (!known || ((*at)->hash == hash && known->len == len && (len == 0 || memcmp(known->text, text, len) == 0)))
            return known;
    }
}

static Table *grown_table(void) {
    uint32_t size = table ? table->size * 2 : 16384; /* those of most runs: one that was outgrown still takes room */
    Table *bigger = arena_alloc(strings, sizeof(Table) + size * sizeof(Entry));
    bigger->size = size;
    for (uint32_t i = 0; table && i < table->size; i++) {
        if (!table->entries[i].string)
            continue;
        uint32_t slot = table->entries[i].hash & (size - 1);
        while (bigger->entries[slot].string)
            slot = (slot + 1) & (size - 1);
        bigger->entries[slot] = table->entries[i];
    }
    return bigger;
}

static Str find_or_add(const char *text, size_t len, uint32_t hash) {
    if (!strings)
        strings = arena_new();
    if (!table || table_used * 2 >= table->size)
        __atomic_store_n(&table, grown_table(), __ATOMIC_RELEASE);
    Entry *entry;
    const Interned *known = find(table, text, len, hash, &entry);
    if (known)
        return known->text;
    Interned *added = arena_alloc(strings, sizeof(Interned) + len + 1);
    added->hash = hash;
    added->len = (uint32_t)len;
    if (len)
        memcpy(added->text, text, len);
    entry->hash = hash;
    __atomic_store_n(&entry->string, added, __ATOMIC_RELEASE);
    table_used++;
    return added->text;
}

Str str_intern(const char *text, size_t len) {
    if (len > UINT32_MAX - 64)
        ICE("a string of %zu bytes", len);
    uint32_t hash = (uint32_t)(text_hash(text, len) >> 32);
    Table *in = __atomic_load_n(&table, __ATOMIC_ACQUIRE);
    Entry *entry;
    const Interned *known = in ? find(in, text, len, hash, &entry) : NULL;
    if (known)
        return known->text;
    bool is_shared = support_is_shared;
    if (is_shared)
        pthread_mutex_lock(&lock);
    Str interned = find_or_add(text, len, hash);
    if (is_shared)
        pthread_mutex_unlock(&lock);
    return interned;
}

Str str_of_text(const char *text) { return str_intern(text, strlen(text)); }

Str str_format(const char *fmt, ...) {
    Buf buf = {0};
    va_list args;
    va_start(args, fmt);
    buf_vprintf(&buf, fmt, args);
    va_end(args);
    Str interned = str_intern(buf.data, buf.len);
    buf_free(&buf);
    return interned;
}

bool text_is_among(const char *text, const char *const *texts, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!strcmp(texts[i], text))
            return true;
    return false;
}

int text_order(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

size_t str_len(Str s) { return header_of(s)->len; }

/* Bytes that begin no code point are 10xxxxxx in UTF-8; they are counted eight at a time. */
uint32_t str_points(Str s) {
    size_t len = str_len(s), i = 0;
    uint32_t count = (uint32_t)len;
    for (uint64_t word; i + sizeof word <= len; i += sizeof word) {
        memcpy(&word, s + i, sizeof word);
        count -= (uint32_t)__builtin_popcountll(word >> 7 & ~word >> 6 & UINT64_C(0x0101010101010101));
    }
    for (; i < len; i++)
        count -= ((unsigned char)s[i] & 0xC0) == 0x80;
    return count;
}

const char *str_place(Str s, uint32_t index) {
    size_t len = str_len(s), at = 0;
    if (str_points(s) == len)
        return s + index;
    for (; index > 0 && at < len; index--)
        do
            at++;
        while (at < len && ((unsigned char)s[at] & 0xC0) == 0x80);
    return s + at;
}

uint32_t str_hash(Str s) { return header_of(s)->hash; }
