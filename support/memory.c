/* Allocation and arenas.
 *
 * support_realloc() and new_block() are the only places that ask the C library for memory. Each block carries its size
 * in front, so that the high-water mark is exact. Large ones lie in huge pages where the system has them: the first
 * touch of each small page would cost more than what is done with it. Those of one page take it where arenas take
 * theirs, from what is cleared ahead, and leave it to the next.
 *
 * An arena is a chain of chunks that double in size; what it hands out is zeroed and aligned to 16 bytes. Chunks have
 * few sizes, and small ones are cut from huge pages. Those of an arena that is freed are kept for the next one, which
 * finds them in the processor's caches and all zero: only what was used has to be cleared. Under AddressSanitizer each
 * chunk is a block of the heap and goes back there, so that who still looks at it is caught. What is kept is the
 * thread's that freed it. */
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

typedef struct BlockHeader {
    size_t size;
    size_t skipped; /* bytes in front of this header that belong to the block, too */
    size_t room;    /* of huge pages: what they hold, this header included; 0: it is an ordinary block */
} BlockHeader;

#ifdef __SANITIZE_ADDRESS__
enum { HAS_HUGE_PAGES = false };
#else
enum { HAS_HUGE_PAGES = true };
#endif
enum {
    HUGE_PAGE = SUPPORT_PAGE,
    HUGE_FROM = 256 << 10, /* the size from which a block gets huge pages of its own */
    BLOCK_HEADER = (sizeof(BlockHeader) + ARENA_ALIGNMENT - 1) / ARENA_ALIGNMENT * ARENA_ALIGNMENT
};

static size_t live_bytes, peak_bytes;
static _Thread_local int64_t own_bytes, own_peak_bytes; /* it may give back what another one took */
static long allocations_left = -1;                      /* -1: not asked for PYAOT_ALLOC_FAIL yet, 0: no limit */

static void fail_if_asked(void) {
    if (allocations_left < 0) {
        const char *limit = getenv("PYAOT_ALLOC_FAIL");
        allocations_left = limit ? atol(limit) : 0;
        if (allocations_left < 0)
            allocations_left = 0;
    }
    if (allocations_left > 0 && __atomic_sub_fetch(&allocations_left, 1, __ATOMIC_RELAXED) == 0) {
        fputs("pyaot: out of memory (PYAOT_ALLOC_FAIL)\n", stderr);
        exit(3);
    }
}

static void out_of_memory(size_t size) {
    fprintf(stderr, "pyaot: out of memory (%zu bytes asked, %zu in use)\n", size, live_bytes);
    exit(3);
}

static BlockHeader *header_of(void *data) { return (BlockHeader *)((char *)data - BLOCK_HEADER); }

static void *counted(BlockHeader *block, size_t old_size, size_t size) {
    block->size = size;
    own_bytes += (int64_t)size - (int64_t)old_size;
    own_peak_bytes = own_bytes > own_peak_bytes ? own_bytes : own_peak_bytes;
    size_t live = __atomic_add_fetch(&live_bytes, size - old_size, __ATOMIC_RELAXED);
    if (live > __atomic_load_n(&peak_bytes, __ATOMIC_RELAXED))
        __atomic_store_n(&peak_bytes, live, __ATOMIC_RELAXED);
    return (char *)block + BLOCK_HEADER;
}

/* Zeroed. Huge pages have to be aligned: they lie in a block that is larger by one, of which the rest is never touched.
 */
static void *new_block(size_t size) {
    fail_if_asked();
    if (size > SIZE_MAX - 2 * HUGE_PAGE)
        out_of_memory(size);
    bool is_huge = HAS_HUGE_PAGES && size >= HUGE_FROM;
    size_t room = is_huge ? (BLOCK_HEADER + size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE : 0;
    char *whole = calloc(1, is_huge ? room + HUGE_PAGE : BLOCK_HEADER + size);
    if (!whole)
        out_of_memory(size);
    size_t skipped = is_huge ? (size_t)(-(uintptr_t)whole & (HUGE_PAGE - 1)) : 0;
    BlockHeader *block = (BlockHeader *)(whole + skipped);
    if (is_huge)
        madvise(block, room, MADV_HUGEPAGE); /* a hint: it may be refused */
    block->skipped = skipped;
    block->room = room;
    return counted(block, 0, size);
}

/* ---- large blocks ---- */

static _Thread_local BlockHeader *spare; /* of one huge page, freed; each begins with where the next one is */

static BlockHeader **next_spare(BlockHeader *block) { return (BlockHeader **)((char *)block + BLOCK_HEADER); }

/* Not zeroed. */
static void *large_block(size_t size) {
    if (BLOCK_HEADER + size > HUGE_PAGE)
        return new_block(size);
    BlockHeader *block = spare;
    if (block)
        spare = *next_spare(block);
    else if ((block = support_take_page()))
        block->room = HUGE_PAGE;
    else
        return new_block(size);
    fail_if_asked();
    return counted(block, 0, size);
}

void *support_realloc(void *ptr, size_t size) {
    BlockHeader *old = ptr ? header_of(ptr) : NULL;
    size_t old_size = old ? old->size : 0;
    if (old && old->room && size <= old->room - BLOCK_HEADER)
        return counted(old, old_size, size);
    if ((old && old->room) || (HAS_HUGE_PAGES && size >= HUGE_FROM)) {
        void *moved = large_block(size);
        if (ptr)
            memcpy(moved, ptr, old_size < size ? old_size : size);
        support_free(ptr);
        return moved;
    }
    fail_if_asked();
    BlockHeader *block = size > SIZE_MAX - BLOCK_HEADER ? NULL : realloc(old, BLOCK_HEADER + size);
    if (!block)
        out_of_memory(size);
    block->skipped = block->room = 0;
    return counted(block, old_size, size);
}

void support_free(void *ptr) {
    if (!ptr)
        return;
    BlockHeader *block = header_of(ptr);
    __atomic_sub_fetch(&live_bytes, block->size, __ATOMIC_RELAXED);
    own_bytes -= (int64_t)block->size;
    if (block->room == HUGE_PAGE) {
        *next_spare(block) = spare;
        spare = block;
    } else {
        free((char *)block - block->skipped);
    }
}

size_t support_good_size(size_t size) {
    size_t whole = 64;
    while (whole < BLOCK_HEADER + size && whole <= SIZE_MAX / 2)
        whole *= 2;
    return whole < BLOCK_HEADER + size ? size : whole - BLOCK_HEADER;
}

size_t support_peak_bytes(void) { return __atomic_load_n(&peak_bytes, __ATOMIC_RELAXED); }

size_t support_own_peak_bytes(void) { return (size_t)own_peak_bytes; }

/* ---- arenas ---- */
enum { FIRST_CHUNK = 16 << 10, SMALL_SIZES = 5, LARGEST_SMALL = FIRST_CHUNK << (SMALL_SIZES - 1) };

typedef struct Chunk { /* an arena's; allocation goes to the first */
    struct Chunk *next;
    size_t size; /* of the bytes behind this header */
    size_t used; /* those that may not be zero, where allocation no longer goes here */
} Chunk;

static _Thread_local Chunk
    *kept[SMALL_SIZES + 1];                    /* by size, the last a whole huge page; all zero behind their headers */
static _Thread_local char *cut_next, *cut_end; /* of a huge page, what small chunks are still to be cut from */

static size_t align_up(size_t size) { return (size + ARENA_ALIGNMENT - 1) & ~(size_t)(ARENA_ALIGNMENT - 1); }

Arena *arena_new(void) {
    Arena *arena = support_realloc(NULL, sizeof(Arena));
    *arena = (Arena){.next_size = FIRST_CHUNK};
    return arena;
}

enum {
    CHUNK_HEADER = (sizeof(Chunk) + ARENA_ALIGNMENT - 1) / ARENA_ALIGNMENT * ARENA_ALIGNMENT,
    LARGEST_CHUNK = HUGE_PAGE - BLOCK_HEADER
};

static char *chunk_bytes(Chunk *chunk) { return (char *)chunk + CHUNK_HEADER; }

/* Which of the sizes holds that many bytes, header included; beyond the last: none does. */
static uint32_t size_index(size_t size) {
    uint32_t index = 0;
    while (index < SMALL_SIZES && size > (size_t)FIRST_CHUNK << index)
        index++;
    return index + (size > LARGEST_CHUNK);
}

/* A block of LARGEST_CHUNK bytes. It is never freed: who needs it no longer keeps it for the next. */
static void *new_page(void) {
    BlockHeader *block = support_take_page();
    if (!block)
        return new_block(LARGEST_CHUNK);
    fail_if_asked();
    return counted(block, 0, LARGEST_CHUNK);
}

static Chunk *cut_chunk(size_t size) {
    if ((size_t)(cut_end - cut_next) < size) {
        cut_next = new_page();
        cut_end = cut_next + LARGEST_CHUNK;
    }
    cut_next += size;
    return (Chunk *)(cut_next - size);
}

/* Room for at least that many bytes. */
static Chunk *new_chunk(size_t size) {
    uint32_t index = size_index(size += CHUNK_HEADER);
    Chunk *chunk;
    if (!HAS_HUGE_PAGES || index > SMALL_SIZES) {
        chunk = new_block(size);
    } else if (kept[index]) {
        chunk = kept[index];
        kept[index] = chunk->next;
        size = CHUNK_HEADER + chunk->size;
    } else {
        size = index < SMALL_SIZES ? (size_t)FIRST_CHUNK << index : LARGEST_CHUNK;
        chunk = index < SMALL_SIZES ? cut_chunk(size) : new_page();
    }
    chunk->size = size - CHUNK_HEADER;
    return chunk;
}

static void give_back(Chunk *chunk) {
    uint32_t index = size_index(CHUNK_HEADER + chunk->size);
    if (!HAS_HUGE_PAGES || index > SMALL_SIZES) {
        support_free(chunk);
        return;
    }
    memset(chunk_bytes(chunk), 0, chunk->used);
    chunk->next = kept[index];
    kept[index] = chunk;
}

/* What is used of the chunk that allocation goes to. */
static void note_used(Arena *arena) {
    if (arena->chunks)
        arena->chunks->used = (size_t)(arena->next - chunk_bytes(arena->chunks));
}

void arena_free(Arena *arena) {
    if (!arena)
        return;
    note_used(arena);
    for (Chunk *chunk = arena->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        give_back(chunk);
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
    bool is_large = first && size > arena->next_size / 4;
    Chunk *chunk =
        new_chunk(is_large || size > arena->next_size - CHUNK_HEADER ? size : arena->next_size - CHUNK_HEADER);
    if (is_large && chunk->size - size < (size_t)(arena->end - arena->next)) { /* behind the one that has more room */
        chunk->next = first->next;
        chunk->used = size;
        first->next = chunk;
        return chunk_bytes(chunk);
    }
    note_used(arena);
    chunk->next = first;
    arena->chunks = chunk;
    arena->next = chunk_bytes(chunk) + size;
    arena->end = chunk_bytes(chunk) + chunk->size;
    if (!is_large)
        arena->next_size = arena->next_size < LARGEST_SMALL ? arena->next_size * 2 : LARGEST_CHUNK;
    return chunk_bytes(chunk);
}

void *arena_copy(Arena *arena, const void *data, size_t size) {
    void *copy = arena_alloc(arena, size);
    if (size)
        memcpy(copy, data, size);
    return copy;
}

char *arena_printf(Arena *arena, const char *fmt, ...) {
    Buf buf = {0};
    va_list args;
    va_start(args, fmt);
    buf_vprintf(&buf, fmt, args);
    va_end(args);
    char *text = arena_alloc(arena, buf.len + 1);
    memcpy(text, buf.data, buf.len);
    buf_free(&buf);
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
