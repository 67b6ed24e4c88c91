/* Sources: hash-consed paths from a compiled function's arguments and globals to live objects, and their text.
 *
 * The table of sources lives as long as the process, as interned strings do: a source may be shared by several modules.
 */
#include "analysis/source.h"

#include <inttypes.h>
#include <pthread.h>
#include <string.h>

typedef struct SourceNode SourceNode;
struct SourceNode {
    Source source;
    SourceNode *next; /* of those with the same hash */
    Str text;         /* once it was asked for */
};

static struct {
    pthread_mutex_t lock; /* of all this, while a second thread is at work */
    Arena *arena;
    Map table; /* hash -> SourceNode */
    uint32_t next_id;
} sources = {.lock = PTHREAD_MUTEX_INITIALIZER};

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash ^= value + UINT64_C(0x9E3779B97F4A7C15) + (hash << 6) + (hash >> 2);
    return hash * UINT64_C(0xFF51AFD7ED558CCD);
}

static bool same_source(const Source *a, const Source *b) {
    return a->kind == b->kind && a->base == b->base && a->name == b->name && a->module == b->module &&
           a->index == b->index;
}

static const Source *find_or_add(Source want) {
    if (!sources.arena) {
        sources.arena = arena_new();
        map_init(&sources.table, sources.arena);
    }
    uint64_t hash = mix(want.kind, want.base ? want.base->id + 1 : 0);
    hash = mix(hash, want.name ? str_hash(want.name) : 0);
    hash = mix(hash, want.module ? str_hash(want.module) : 0);
    hash = mix(hash, (uint64_t)want.index);
    SourceNode *first = map_get(&sources.table, hash);
    for (SourceNode *node = first; node; node = node->next)
        if (same_source(&node->source, &want))
            return &node->source;
    SourceNode *node = arena_new_of(sources.arena, SourceNode);
    node->source = want;
    node->source.in_element = want.kind == SRC_ELEMENT || (want.base && want.base->in_element);
    node->source.id = sources.next_id++;
    node->next = first;
    map_put(&sources.table, hash, node);
    return &node->source;
}

static const Source *source_make(Source want) {
    bool is_shared = support_is_shared;
    if (is_shared)
        pthread_mutex_lock(&sources.lock);
    const Source *source = find_or_add(want);
    if (is_shared)
        pthread_mutex_unlock(&sources.lock);
    return source;
}

const Source *source_arg(int index, Str name) {
    return source_make((Source){.kind = SRC_ARG, .name = name, .index = index});
}

const Source *source_global(Str module, Str name) {
    return source_make((Source){.kind = SRC_GLOBAL, .name = name, .module = module});
}

const Source *source_path(const char *path) {
    const char *dot = strrchr(path, '.');
    return source_global(str_intern(path, (size_t)(dot - path)), str_of(dot + 1));
}

const Source *source_answer(const char *path, bool once) {
    const char *argument = strstr(path, "('");
    Source answer = {.kind = SRC_ATTR, .name = str_of(once ? "once()" : "call()")};
    if (argument) {
        answer.module = str_intern(argument + 2, strlen(argument) - strlen("('')"));
        path = str_intern(path, (size_t)(argument - path));
    }
    answer.base = source_path(path);
    return source_make(answer);
}

const Source *source_answer_of(const Source *function, Str argument) {
    return source_make((Source){.kind = SRC_ATTR, .base = function, .name = str_of("call()"), .module = argument});
}

bool source_is_answer(const Source *source) {
    return source->kind == SRC_ATTR && (source->name == str_of("call()") || source->name == str_of("once()"));
}

const Source *source_free(Str name) { return source_make((Source){.kind = SRC_FREE, .name = name}); }

const Source *source_attr(const Source *base, Str name) {
    return source_make((Source){.kind = SRC_ATTR, .base = base, .name = name});
}

const Source *source_param(const Source *base, Str name) {
    return source_make((Source){.kind = SRC_PARAM, .base = base, .name = name});
}

const Source *source_item_int(const Source *base, int64_t index) {
    return source_make((Source){.kind = SRC_ITEM_INT, .base = base, .index = index});
}

const Source *source_item_str(const Source *base, Str key) {
    return source_make((Source){.kind = SRC_ITEM_STR, .base = base, .name = key});
}

const Source *source_element(const Source *base) {
    return source_make((Source){.kind = SRC_ELEMENT, .base = base, .name = base->name});
}

const Source *source_rebased(const Source *source, const Source *from, const Source *to) {
    if (source == from)
        return to;
    Source moved = *source;
    moved.base = source->base ? source_rebased(source->base, from, to) : NULL;
    return moved.base ? source_make(moved) : NULL;
}

static bool is_number(Str name) {
    size_t len = str_len(name);
    return len > 0 && strspn(name, "0123456789") == len;
}

const Source *source_family(const Source *source) {
    if (!source->base)
        return source;
    Source moved = *source;
    moved.base = source_family(source->base);
    bool is_item = source->kind == SRC_ITEM_INT || (source->kind == SRC_PARAM && is_number(source->name));
    return is_item ? source_element(moved.base) : source_make(moved);
}

/* The items of a container are shown as its own: self.blocks[*], not self.blocks._modules[*]. */
static const Source *shown_base(const Source *source) {
    const Source *base = source->base;
    bool of_module = source->kind == SRC_ELEMENT && base->kind == SRC_ATTR && !strcmp(base->name, "_modules");
    return of_module ? base->base : base;
}

static void print_last(Buf *out, const Source *source) {
    switch (source->kind) {
    case SRC_GLOBAL:
        if (source->module)
            buf_printf(out, "%s.", source->module);
        buf_puts(out, source->name);
        break;
    case SRC_ARG:
    case SRC_FREE:
        buf_puts(out, source->name);
        break;
    case SRC_ATTR:
    case SRC_PARAM: /* the children of a Sequential or ModuleList are named by number */
        if (source_is_answer(source) && source->module)
            buf_printf(out, "('%s')", source->module);
        else
            buf_printf(out, is_number(source->name) ? "[%s]" : source_is_answer(source) ? "()" : ".%s", source->name);
        break;
    case SRC_ITEM_INT:
        buf_printf(out, "[%" PRId64 "]", source->index);
        break;
    case SRC_ELEMENT:
        buf_puts(out, "[*]");
        break;
    case SRC_ITEM_STR: {
        Constant key = {.kind = CONST_STR, .s = source->name};
        buf_putc(out, '[');
        constant_print(out, &key);
        buf_putc(out, ']');
        break;
    }
    }
}

/* Sources are shown many times, in facts, tables and reports, and are not freed before their texts are. */
static Str text_of(const Source *source) {
    SourceNode *node = (SourceNode *)source;
    Str known = __atomic_load_n(&node->text, __ATOMIC_ACQUIRE);
    if (known)
        return known;
    Buf text = {0};
    bool is_type = source->kind == SRC_ATTR && source->name == str_of("type()");
    buf_puts(&text, is_type ? "type(" : "");
    if (source->base)
        source_print(&text, shown_base(source));
    if (is_type)
        buf_puts(&text, ")");
    else
        print_last(&text, source);
    known = str_intern(text.data ? text.data : "", text.len);
    __atomic_store_n(&node->text, known, __ATOMIC_RELEASE);
    buf_free(&text);
    return known;
}

void source_print(Buf *out, const Source *source) {
    Str text = text_of(source);
    buf_put(out, text, str_len(text));
}
