/* Hash map from 64-bit keys to pointers, open addressing over an index table; keys and values lie in insertion order,
 * so that iterating is the same in every run whatever the keys' addresses are. Few keys, as most maps have, are
 * compared one by one: they are in one line of the cache, and need no table. */
#include "support/support.h"

#include <string.h>

enum { FEW_KEYS = 8 };

void map_init(Map *map, Arena *arena) { *map = (Map){.arena = arena}; }

void map_clear(Map *map) {
    map->len = 0;
    if (map->slot_count)
        memset(map->slots, 0, sizeof *map->slots * map->slot_count);
}

static inline uint32_t key_hash(uint64_t key) {
    key ^= key >> 32;
    key *= 0x9e3779b97f4a7c15u;
    return (uint32_t)(key >> 32);
}

/* The slot that holds the key's index plus one, or the empty slot where it would go. */
static inline uint32_t find_slot(const Map *map, uint64_t key) {
    uint32_t mask = map->slot_count - 1, slot = key_hash(key) & mask;
    while (map->slots[slot] && map->keys[map->slots[slot] - 1] != key)
        slot = (slot + 1) & mask;
    return slot;
}

uint32_t map_find(const Map *map, uint64_t key) {
    if (map->slot_count)
        return map->slots[find_slot(map, key)];
    for (uint32_t i = 0; i < map->len; i++)
        if (map->keys[i] == key)
            return i + 1;
    return 0;
}

static void rehash(Map *map) {
    uint32_t count = map->slot_count ? map->slot_count * 2 : 4 * FEW_KEYS;
    map->slots = arena_array(map->arena, uint32_t, count);
    map->slot_count = count;
    for (uint32_t i = 0; i < map->len; i++)
        map->slots[find_slot(map, map->keys[i])] = i + 1;
}

void map_put(Map *map, uint64_t key, void *value) {
    uint32_t index = map_find(map, key);
    if (index) {
        map->values[index - 1] = value;
        return;
    }
    if (map->len == map->cap) {
        uint32_t cap = map->cap;
        map->keys = vec_grow(map->arena, map->keys, map->len, &cap, sizeof(uint64_t));
        map->values = vec_grow(map->arena, map->values, map->len, &map->cap, sizeof(void *));
    }
    map->keys[map->len] = key;
    map->values[map->len++] = value;
    if (!map->slot_count && map->len <= FEW_KEYS)
        return;
    if (map->len * 2 > map->slot_count)
        rehash(map);
    else
        map->slots[find_slot(map, key)] = map->len;
}
