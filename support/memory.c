/* Allocation and arenas.
 *
 * support_realloc() and the two functions behind it are the only places that ask the C library for memory. Each block
 * carries its size in front, so that the high-water mark is exact. An arena is a chain of chunks that double in size;
 * what it hands out is zeroed and aligned to 16 bytes: chunks come from calloc(), which knows what the system has
 * zeroed already, and nothing in them is used twice. Chunks of the largest size are huge pages where the system has
 * them: the first touch of each small page would cost more than what is done with it. Under AddressSanitizer nothing
 * special is needed: chunks are plain heap blocks. */
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

typedef struct BlockHeader {
    size_t size;
    size_t skipped; /* bytes in front of this header that belong to the block, too */
} BlockHeader;

enum { HUGE_PAGE = 2 << 20 };

static size_t live_bytes, peak_bytes;
static long allocations_left = -1; /* -1: not asked for PYAOT_ALLOC_FAIL yet, 0: no limit */

static void fail_if_asked(void) {
    if (allocations_left < 0) {
        const char *limit = getenv("PYAOT_ALLOC_FAIL");
        allocations_left = limit ? atol(limit) : 0;
        if (allocations_left < 0)
            allocations_left = 0;
    }
    if (allocations_left > 0 && --allocations_left == 0) {
        fputs("pyaot: out of memory (PYAOT_ALLOC_FAIL)\n", stderr);
        exit(3);
    }
}

static void out_of_memory(size_t size) {
    fprintf(stderr, "pyaot: out of memory (%zu bytes asked, %zu in use)\n", size, live_bytes);
    exit(3);
}

static void *counted(BlockHeader *block, size_t old_size, size_t size) {
    block->size = size;
    block->skipped = 0;
    live_bytes = live_bytes - old_size + size;
    if (live_bytes > peak_bytes)
        peak_bytes = live_bytes;
    return block + 1;
}

void *support_realloc(void *ptr, size_t size) {
    fail_if_asked();
    BlockHeader *old = ptr ? (BlockHeader *)ptr - 1 : NULL;
    size_t old_size = old ? old->size : 0;
    BlockHeader *block = size > SIZE_MAX - sizeof(BlockHeader) ? NULL : realloc(old, size + sizeof(BlockHeader));
    if (!block)
        out_of_memory(size);
    return counted(block, old_size, size);
}

static void *zeroed_block(size_t size) {
    fail_if_asked();
    BlockHeader *block = size > SIZE_MAX - sizeof(BlockHeader) ? NULL : calloc(1, size + sizeof(BlockHeader));
    if (!block)
        out_of_memory(size);
    return counted(block, 0, size);
}

/* A zeroed block that, with its header, is one huge page: it lies in one of twice the size, of which the rest is never
 * touched. */
static void *large_block(size_t size) {
    fail_if_asked();
    char *whole = calloc(1, 2 * HUGE_PAGE);
    if (!whole)
        out_of_memory(size);
    size_t skipped = (size_t)(-(uintptr_t)whole & (HUGE_PAGE - 1));
    BlockHeader *block = (BlockHeader *)(whole + skipped);
    madvise(block, HUGE_PAGE, MADV_HUGEPAGE); /* a hint: it may be refused */
    void *result = counted(block, 0, size);
    block->skipped = skipped;
    return result;
}

void support_free(void *ptr) {
    if (!ptr)
        return;
    BlockHeader *block = (BlockHeader *)ptr - 1;
    live_bytes -= block->size;
    free((char *)block - block->skipped);
}

size_t support_peak_bytes(void) { return peak_bytes; }

/* ---- arenas ---- */
enum { FIRST_CHUNK = 16 << 10, LARGEST_SMALL_CHUNK = 256 << 10, ALIGNMENT = 16 };

typedef struct Chunk {
    struct Chunk *next;
    size_t size, used; /* of the bytes behind this header */
} Chunk;

struct Arena {
    Chunk *chunks; /* the newest first; allocation goes to the first */
    size_t next_size;
};

_Static_assert(sizeof(BlockHeader) % ALIGNMENT == 0, "blocks must be aligned");

static size_t align_up(size_t size) { return (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1); }

Arena *arena_new(void) {
    Arena *arena = support_realloc(NULL, sizeof(Arena));
    *arena = (Arena){.next_size = FIRST_CHUNK};
    return arena;
}

void arena_free(Arena *arena) {
    if (!arena)
        return;
    for (Chunk *chunk = arena->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        support_free(chunk);
    }
    support_free(arena);
}

enum {
    CHUNK_HEADER = (sizeof(Chunk) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT,
    LARGEST_CHUNK = HUGE_PAGE - sizeof(BlockHeader) - CHUNK_HEADER
};

static Chunk *new_chunk(size_t size) {
    size_t block = CHUNK_HEADER + size;
    Chunk *chunk = size == LARGEST_CHUNK ? large_block(block) : zeroed_block(block);
    chunk->size = size;
    chunk->used = 0;
    return chunk;
}

void *arena_alloc(Arena *arena, size_t size) {
    if (size > SIZE_MAX / 2)
        ICE("an allocation of %zu bytes", size);
    size = align_up(size ? size : 1);
    Chunk *chunk = arena->chunks;
    if (!chunk || chunk->size - chunk->used < size) {
        if (size > arena->next_size / 4 && chunk) { /* large: a chunk of its own, behind the current one */
            Chunk *own = new_chunk(size);
            own->next = chunk->next;
            chunk->next = own;
            chunk = own;
        } else {
            chunk = new_chunk(size > arena->next_size ? size : arena->next_size);
            chunk->next = arena->chunks;
            arena->chunks = chunk;
            arena->next_size = arena->next_size < LARGEST_SMALL_CHUNK ? arena->next_size * 2 : LARGEST_CHUNK;
        }
    }
    char *result = (char *)chunk + CHUNK_HEADER + chunk->used;
    chunk->used += size;
    return result;
}

void *arena_copy(Arena *arena, const void *data, size_t size) {
    void *copy = arena_alloc(arena, size);
    if (size)
        memcpy(copy, data, size);
    return copy;
}

char *arena_printf(Arena *arena, const char *fmt, ...) {
    va_list args, again;
    va_start(args, fmt);
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, fmt, args);
    va_end(args);
    if (len < 0)
        ICE("bad format '%s'", fmt);
    char *text = arena_alloc(arena, (size_t)len + 1);
    vsnprintf(text, (size_t)len + 1, fmt, again);
    va_end(again);
    return text;
}

/* ---- growable arrays ---- */
void *vec_grow(Arena *arena, void *data, uint32_t len, uint32_t *cap, size_t elem_size) {
    if (*cap > UINT32_MAX / 2)
        ICE("a vector of more than %u elements", *cap);
    uint32_t bigger = *cap ? *cap * 2 : elem_size > 16 ? 4 : 8;
    void *copy = arena_alloc(arena, bigger * elem_size);
    if (len)
        memcpy(copy, data, len * elem_size);
    *cap = bigger;
    return copy;
}
