/* Memory for tree-sitter. A tree is made of a great many small blocks that live for one parse: what is freed is kept by
 * its size for the next block of that size, which is several times as fast as the C library's way. Large blocks, such
 * as the arrays that grow, are the C library's. Nothing of a tree outlives its parse, and one thread parses. */
#include <string.h>

#include "parser/lower.h"

enum { STEP = 32, SIZES = 64 }; /* small blocks are of 1 to SIZES-1 steps */

/* In front of each block. */
typedef struct Block {
    size_t steps; /* with this header; 0: it is large */
    struct Block *next;
} Block;

_Static_assert(sizeof(Block) % 16 == 0, "blocks must be aligned");

static Arena *blocks;
static Block *unused[SIZES];

void *tree_alloc(size_t size) {
    size_t steps = size / STEP + 2;
    Block *block;
    if (size >= STEP * (SIZES - 2)) {
        block = support_realloc(NULL, sizeof *block + size);
        steps = 0;
    } else if ((block = unused[steps])) {
        unused[steps] = block->next;
    } else {
        blocks = blocks ? blocks : arena_new();
        block = arena_alloc(blocks, steps * STEP);
    }
    block->steps = steps;
    return block + 1;
}

void *tree_calloc(size_t count, size_t size) {
    if (size && count > SIZE_MAX / 2 / size)
        ICE("an allocation of %zu times %zu bytes", count, size);
    return memset(tree_alloc(count * size), 0, count * size);
}

void tree_free(void *data) {
    Block *block = data ? (Block *)data - 1 : NULL;
    if (block && !block->steps) {
        support_free(block);
    } else if (block) {
        block->next = unused[block->steps];
        unused[block->steps] = block;
    }
}

void *tree_realloc(void *data, size_t size) {
    Block *block = data ? (Block *)data - 1 : NULL;
    if (!block)
        return tree_alloc(size);
    if (!block->steps && size >= STEP * (SIZES - 2))
        return (Block *)support_realloc(block, sizeof *block + size) + 1;
    size_t room = block->steps * STEP - sizeof *block;
    if (block->steps && size <= room)
        return data;
    void *bigger = tree_alloc(size);
    memcpy(bigger, data, block->steps && room < size ? room : size);
    tree_free(data);
    return bigger;
}
