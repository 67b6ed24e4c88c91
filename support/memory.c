/* Allocation and arenas.
 *
 * support_realloc() and the two functions behind it are the only places that ask the C library for memory. Each block
 * carries its size in front, so that the high-water mark is exact. An arena is a chain of chunks that double in size;
 * what it hands out is zeroed and aligned to 16 bytes: chunks come from calloc(), which knows what the system has
 * zeroed already. Chunks of the largest size are huge pages where the system has them: the first touch of each small
 * page would cost more than what is done with it. Those of an arena that is freed are kept for the next one, which
 * finds them in the processor's caches; under AddressSanitizer they go back to the heap, so that who still looks at
 * them is caught. */
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
enum { FIRST_CHUNK = 16 << 10, LARGEST_SMALL_CHUNK = 256 << 10 };

typedef struct Chunk { /* an arena's, the newest first; allocation goes to the first */
    struct Chunk *next;
    size_t size; /* of the bytes behind this header */
} Chunk;

#ifdef __SANITIZE_ADDRESS__
enum { KEEPS_CHUNKS = false };
#else
enum { KEEPS_CHUNKS = true };
#endif
static Chunk *kept_chunks; /* of the largest size, all zero behind their headers */

_Static_assert(sizeof(BlockHeader) % ARENA_ALIGNMENT == 0, "blocks must be aligned");

static size_t align_up(size_t size) { return (size + ARENA_ALIGNMENT - 1) & ~(size_t)(ARENA_ALIGNMENT - 1); }

Arena *arena_new(void) {
    Arena *arena = support_realloc(NULL, sizeof(Arena));
    *arena = (Arena){.next_size = FIRST_CHUNK};
    return arena;
}

enum {
    CHUNK_HEADER = (sizeof(Chunk) + ARENA_ALIGNMENT - 1) / ARENA_ALIGNMENT * ARENA_ALIGNMENT,
    LARGEST_CHUNK = HUGE_PAGE - sizeof(BlockHeader) - CHUNK_HEADER
};

static char *chunk_bytes(Chunk *chunk) { return (char *)chunk + CHUNK_HEADER; }

static Chunk *new_chunk(size_t size) {
    Chunk *chunk = size == LARGEST_CHUNK ? kept_chunks : NULL;
    if (chunk)
        kept_chunks = chunk->next;
    else
        chunk = size == LARGEST_CHUNK ? large_block(CHUNK_HEADER + size) : zeroed_block(CHUNK_HEADER + size);
    chunk->size = size;
    return chunk;
}

/* `used`: the bytes of the chunk that may not be zero. */
static void give_back(Chunk *chunk, size_t used) {
    if (!KEEPS_CHUNKS || chunk->size != LARGEST_CHUNK) {
        support_free(chunk);
        return;
    }
    memset(chunk_bytes(chunk), 0, used);
    chunk->next = kept_chunks;
    kept_chunks = chunk;
}

void arena_free(Arena *arena) {
    if (!arena)
        return;
    size_t used = arena->chunks ? (size_t)(arena->next - chunk_bytes(arena->chunks)) : 0;
    for (Chunk *chunk = arena->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        give_back(chunk, used);
        used = next ? next->size : 0;
    }
    support_free(arena);
}

void *arena_alloc_chunk(Arena *arena, size_t size) {
    if (size > SIZE_MAX / 2)
        ICE("an allocation of %zu bytes", size);
    if (size == 0 && arena->next < arena->end)
        return arena_alloc(arena, 1);
    size = align_up(size ? size : 1);
    Chunk *first = arena->chunks;
    if (size > arena->next_size / 4 && first) { /* large: a chunk of its own, behind the current one */
        Chunk *own = new_chunk(size);
        own->next = first->next;
        first->next = own;
        return chunk_bytes(own);
    }
    size_t room = size > arena->next_size ? size : arena->next_size;
    Chunk *chunk = new_chunk(room);
    chunk->next = first;
    arena->chunks = chunk;
    arena->next = chunk_bytes(chunk) + size;
    arena->end = chunk_bytes(chunk) + room;
    arena->next_size = arena->next_size < LARGEST_SMALL_CHUNK ? arena->next_size * 2 : LARGEST_CHUNK;
    return chunk_bytes(chunk);
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

/* Is there room behind an array that lies at the end of the newest chunk? Then it grows where it is. */
static bool extends(Arena *arena, const char *data, size_t size, size_t wanted) {
    size = align_up(size), wanted = align_up(wanted);
    if (!data || data + size != arena->next || (size_t)(arena->end - arena->next) < wanted - size)
        return false;
    arena->next += wanted - size;
    return true;
}

void *vec_room(Arena *arena, void *data, uint32_t len, uint32_t *cap, size_t elem_size, uint32_t wanted) {
    bool in_place = extends(arena, data, *cap * elem_size, wanted * elem_size);
    void *room = in_place ? data : arena_alloc(arena, wanted * elem_size);
    if (len && !in_place)
        memcpy(room, data, len * elem_size);
    *cap = wanted;
    return room;
}

void *vec_grow(Arena *arena, void *data, uint32_t len, uint32_t *cap, size_t elem_size) {
    if (*cap > UINT32_MAX / 2)
        ICE("a vector of more than %u elements", *cap);
    return vec_room(arena, data, len, cap, elem_size, *cap ? *cap * 2 : elem_size > 16 ? 4 : 8);
}
