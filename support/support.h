/* Basic services for every stage of the compiler: arenas, interned strings, vectors, hash maps, text buffers,
 * diagnostics.
 *
 * Lifetimes: everything that analysis and codegen allocate lives in an Arena and is never freed one by one. Interned
 * strings live as long as the process. All allocation goes through support_realloc(), which a test can make fail
 * (PYAOT_ALLOC_FAIL=n: the n-th allocation fails); out of memory prints a message and exits with status 3. */
#ifndef PYAOT_SUPPORT_H
#define PYAOT_SUPPORT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__GNUC__)
#define PRINTF_LIKE(fmt, args) __attribute__((format(printf, fmt, args)))
#define NORETURN __attribute__((noreturn))
#else
#define PRINTF_LIKE(fmt, args)
#define NORETURN
#endif

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

/* ---- memory ---------------------------------------------------------------------------------------------------- */
void *support_realloc(void *ptr, size_t size); /* never returns NULL for size > 0 */
void support_free(void *ptr);
size_t support_good_size(size_t size); /* the least one from `size` on that leaves nothing unused: for what grows */
size_t support_peak_bytes(void);       /* high-water mark of live bytes, for -v */
size_t support_own_peak_bytes(void);   /* of those that this thread took and gave back: for limits, which must not
                                          depend on what another one is at */

/* Huge pages, zeroed, which are kept until the process ends; NULL: there are no more. */
enum { SUPPORT_PAGE = 2 << 20 };
void *support_take_page(void);
extern bool support_is_shared;    /* there is a second thread: beside.h */
void support_wake(void);          /* it may have a page to clear */
bool support_clear_page(void);    /* that is taken next; false: enough are cleared */
void support_clear_no_more(void); /* few are taken from here on: the end would wait for one that nobody needs */

/* What is free in the newest chunk; memory.c alone looks at the rest. */
typedef struct Arena {
    char *next, *end;
    struct Chunk *chunks;
    size_t next_size;
} Arena;
enum { ARENA_ALIGNMENT = 16 };
Arena *arena_new(void);
void arena_free(Arena *arena); /* frees the arena and everything in it */
void *arena_alloc_chunk(Arena *arena, size_t size);
/* Zeroed, aligned to 16 bytes. */
static inline void *arena_alloc(Arena *arena, size_t size) {
    size_t whole = (size + ARENA_ALIGNMENT - 1) & ~(size_t)(ARENA_ALIGNMENT - 1);
    if (whole - 1 >= (size_t)(arena->end - arena->next)) /* nothing asked for, too */
        return arena_alloc_chunk(arena, size);
    void *result = arena->next;
    arena->next += whole;
    return result;
}
void *arena_copy(Arena *arena, const void *data, size_t size);
char *arena_printf(Arena *arena, const char *fmt, ...) PRINTF_LIKE(2, 3);
#define arena_new_of(arena, T) ((T *)arena_alloc((arena), sizeof(T)))
#define arena_array(arena, T, n) ((T *)arena_alloc((arena), sizeof(T) * (size_t)(n)))

/* ---- interned strings: equality is pointer equality ------------------------------------------------------------- */
typedef const char *Str; /* NUL-terminated; may hold NUL bytes inside, so ask str_len() */
Str str_intern(const char *text, size_t len);
Str str_of_text(const char *text);
/* NUL-terminated text. A literal is looked up once at each place where it stands. */
#define str_of(text)                                                                                                   \
    __extension__({                                                                                                    \
        static Str literal;                                                                                            \
        Str interned = __builtin_constant_p(text) ? __atomic_load_n(&literal, __ATOMIC_RELAXED) : NULL;                \
        if (!interned)                                                                                                 \
            interned = str_of_text(text);                                                                              \
        if (__builtin_constant_p(text))                                                                                \
            __atomic_store_n(&literal, interned, __ATOMIC_RELAXED);                                                    \
        interned;                                                                                                      \
    })
Str str_format(const char *fmt, ...) PRINTF_LIKE(1, 2);
bool text_is_among(const char *text, const char *const *texts, size_t count);
#define IS_AMONG(texts, text) text_is_among(text, texts, COUNT_OF(texts))
int text_order(const void *a, const void *b); /* of two elements of an array of texts, for qsort() */
size_t str_len(Str s);
uint32_t str_points(Str s);                   /* of code points, of which a surrogate is one */
const char *str_place(Str s, uint32_t index); /* where that code point begins; the end: there are so many */
uint32_t str_hash(Str s);                     /* computed once, at interning; the same in every run */
/* Of any bytes, eight at a step; the same in every run. */
uint64_t text_hash(const char *text, size_t len);

/* ---- growable array in an arena: VEC(int) v = {0}; vec_push(arena, &v, 3); v.data[0]; v.len ---------------------- */
#define VEC(T)                                                                                                         \
    struct {                                                                                                           \
        T *data;                                                                                                       \
        uint32_t len, cap;                                                                                             \
    }
void *vec_grow(Arena *arena, void *data, uint32_t len, uint32_t *cap, size_t elem_size);
void *vec_room(Arena *arena, void *data, uint32_t len, uint32_t *cap, size_t elem_size, uint32_t wanted);
#define vec_push(arena, v, x)                                                                                          \
    do {                                                                                                               \
        if ((v)->len == (v)->cap)                                                                                      \
            (v)->data = vec_grow((arena), (v)->data, (v)->len, &(v)->cap, sizeof(*(v)->data));                         \
        (v)->data[(v)->len++] = (x);                                                                                   \
    } while (0)
/* Room for `count` elements in all, no more. */
#define vec_reserve(arena, v, count)                                                                                   \
    do {                                                                                                               \
        if ((v)->cap < (count))                                                                                        \
            (v)->data = vec_room((arena), (v)->data, (v)->len, &(v)->cap, sizeof(*(v)->data), (count));                \
    } while (0)
#define vec_pop(v) ((v)->data[--(v)->len])
#define vec_last(v) ((v)->data[(v)->len - 1])

/* ---- hash map from a 64-bit key (a pointer, an interned string, a number) to a pointer; iterates in insertion order
 */
typedef struct Map {
    Arena *arena;
    uint64_t *keys;
    void **values;
    uint32_t *slots;
    uint32_t len, cap, slot_count;
} Map;
#define MAP_KEY(ptr) ((uint64_t)(uintptr_t)(ptr))
void map_init(Map *map, Arena *arena);
void map_clear(Map *map); /* empty again, with the room that it has */
/* The key's index plus one; 0: it is absent. */
uint32_t map_find(const Map *map, uint64_t key);
static inline void *map_get(const Map *map, uint64_t key) { /* NULL when absent */
    uint32_t found = map->len ? map_find(map, key) : 0;
    return found ? map->values[found - 1] : NULL;
}
static inline bool map_has(const Map *map, uint64_t key) { return map->len && map_find(map, key); }
void map_put(Map *map, uint64_t key, void *value); /* inserts or replaces */

/* ---- text under construction ------------------------------------------------------------------------------------ */
typedef struct Buf {
    char *data; /* always NUL-terminated once something was written; owned: buf_free() */
    size_t len, cap;
} Buf;
void buf_free(Buf *buf);
void buf_grow(Buf *buf, size_t more);
/* Room for `more` bytes and the NUL behind them. */
static inline void buf_reserve(Buf *buf, size_t more) {
    if (more >= buf->cap - buf->len)
        buf_grow(buf, more);
}
static inline void buf_put(Buf *buf, const char *text, size_t len) {
    buf_reserve(buf, len);
    if (len)
        memcpy(buf->data + buf->len, text, len);
    buf->len += len;
    buf->data[buf->len] = '\0';
}
static inline void buf_puts(Buf *buf, const char *text) { buf_put(buf, text, strlen(text)); }
static inline void buf_putc(Buf *buf, char c) { buf_put(buf, &c, 1); }
void buf_printf(Buf *buf, const char *fmt, ...) PRINTF_LIKE(2, 3);
void buf_vprintf(Buf *buf, const char *fmt, va_list args);

/* ---- source positions and diagnostics ---------------------------------------------------------------------------- */
typedef struct SourceLines {
    uint32_t count;
    const uint32_t *starts; /* the byte offset of each */
} SourceLines;

/* A source file as read. */
typedef struct SourceFile {
    Str path;    /* as the user named it, or the installed file's path */
    Str display; /* what diagnostics and generated comments print, e.g. "model.py" */
    const char *text;
    uint32_t len;
    bool is_decoded;          /* `text` is valid UTF-8 without BOM; otherwise nothing in it has a position */
    const SourceLines *lines; /* NULL: nobody has asked for them yet; see source_lines() */
    uint64_t hash;            /* where the text is not the file's bytes as they are: what source_hash() gives; else 0 */
} SourceFile;

const SourceLines *source_index_lines(const SourceFile *file);
/* None, where it is not decoded. */
static inline const SourceLines *source_lines(const SourceFile *file) {
    const SourceLines *lines = __atomic_load_n(&file->lines, __ATOMIC_ACQUIRE);
    return lines ? lines : source_index_lines(file);
}

typedef struct Span { /* half-open range of bytes in one file; file NULL: no position */
    const SourceFile *file;
    uint32_t begin, end;
} Span;
uint32_t span_line(Span span);   /* from 1; 0 without a position */
uint32_t span_column(Span span); /* from 1, in code points */
/* The text of the line that holds span.begin, without its newline; not NUL-terminated. */
const char *span_line_text(Span span, size_t *len);

typedef enum { DIAG_NOTE, DIAG_WARNING, DIAG_ERROR } DiagLevel;

/* Stable codes of diagnostics: DIAG(CODE, "PY101", "title", "what to do about it") rows in support/diag.def. */
typedef enum {
#define DIAG(code, id, title, hint) code,
#include "support/diag.def"
#undef DIAG
    DIAG_CODE_COUNT
} DiagCode;
const char *diag_id(DiagCode code);
const char *diag_title(DiagCode code);
const char *diag_hint(DiagCode code);

typedef struct Diag {
    DiagLevel level;
    DiagCode code;
    Span span;
    const char *message; /* one sentence, without the position */
} Diag;
typedef struct DiagList {
    Arena *arena;
    VEC(Diag) items;
    uint32_t error_count;
} DiagList;
void diag_init(DiagList *list, Arena *arena);
void diag_add(DiagList *list, DiagLevel level, DiagCode code, Span span, const char *fmt, ...) PRINTF_LIKE(5, 6);
/* "model.py:3:5: error: message [PY101]", the line, a caret, "  hint: ..." */
void diag_print_message(Buf *out, const Diag *diag); /* without the hint */
void diag_print(Buf *out, const Diag *diag);

/* Runs run(env). False: a fault of ours (ICE) ended it, and `message` says which. What it had begun is left as it was:
 * only for work that can be thrown away. */
bool ice_caught(void (*run)(void *env), void *env, char *message, size_t size);
/* A fault of ours: prints pass and position, exits with status 3; inside of ice_caught() it ends that. */
NORETURN void ice_at(const char *file, int line, const char *fmt, ...) PRINTF_LIKE(3, 4);
#define ICE(...) ice_at(__FILE__, __LINE__, __VA_ARGS__)

#endif
