/* The guard of a variant: its facts, but that what is said of the items of a tuple of ints one by one is said of the
 * tuple. A stride or a padding that a layer keeps is one comparison then, not six. */
#include <string.h>

#include "analysis/source.h"

/* A tuple whose items may all be known ints. */
typedef struct Known {
    uint32_t type, len;                               /* its own facts: their numbers plus one */
    uint32_t types[MERGED_INTS], values[MERGED_INTS]; /* those of its items */
    const ShExpr *ints[MERGED_INTS];
} Known;

typedef struct Merge {
    FactList *facts;
    Map tuples; /* source -> Known */
} Merge;

static Known *known_of(Merge *m, const Source *tuple) {
    Known *known = map_get(&m->tuples, MAP_KEY(tuple));
    if (!known) {
        known = arena_new_of(m->facts->arena, Known);
        map_put(&m->tuples, MAP_KEY(tuple), known);
    }
    return known;
}

static bool is_item(const Source *source) {
    return source && source->kind == SRC_ITEM_INT && !source->in_element && source->index >= 0 &&
           source->index < MERGED_INTS;
}

/* The item that the fact says the value of; NULL: it says something else. */
static const Source *item_of(const Fact *fact, const ShExpr **value) {
    if (fact->kind != FACT_COMPARE || fact->compare != SH_EQ)
        return NULL;
    bool first = sh_is_const(fact->exprs[0], NULL);
    const ShExpr *one = fact->exprs[first];
    *value = fact->exprs[!first];
    bool is_int = one->op == SH_SYM && one->symbol->origin_kind == SH_FROM_INT && sh_is_const(*value, NULL);
    return is_int && is_item(one->symbol->origin) ? one->symbol->origin : NULL;
}

static void note(Merge *m, uint32_t number, const Fact *fact) {
    const ShExpr *value;
    const Source *item = item_of(fact, &value);
    if (item) {
        Known *known = known_of(m, item->base);
        known->values[item->index] = number;
        known->ints[item->index] = value;
    } else if (fact->kind == FACT_TYPE && !strcmp(fact->text, "int") && is_item(fact->source)) {
        known_of(m, fact->source->base)->types[fact->source->index] = number;
    } else if (fact->kind == FACT_TYPE && !strcmp(fact->text, "tuple") && !fact->source->in_element) {
        known_of(m, fact->source)->type = number;
    } else if (fact->kind == FACT_LEN && fact->number >= 1 && fact->number <= MERGED_INTS) {
        known_of(m, fact->source)->len = number;
    }
}

/* The tuple's facts become one, in the place of that on its type. */
static void merge(const Merge *m, const Source *tuple, const Known *known, bool *is_left) {
    Fact *facts = m->facts->items.data;
    uint32_t count = known->type && known->len ? (uint32_t)facts[known->len - 1].number : 0;
    for (uint32_t i = 0; i < count; i++)
        if (!known->types[i] || !known->values[i])
            return;
    if (!count)
        return;
    Fact *merged = &facts[known->type - 1];
    *merged = (Fact){.kind = FACT_INTS, .span = facts[known->values[0] - 1].span, .source = tuple, .count = count};
    merged->exprs = arena_copy(m->facts->arena, known->ints, sizeof *known->ints * count);
    is_left[known->len - 1] = false;
    for (uint32_t i = 0; i < count; i++)
        is_left[known->types[i] - 1] = is_left[known->values[i] - 1] = false;
}

FactList fact_merged(const FactList *facts) {
    FactList merged = {.arena = facts->arena};
    uint32_t count = facts->items.len;
    merged.items.data = arena_copy(facts->arena, facts->items.data, sizeof *facts->items.data * count);
    merged.items.len = merged.items.cap = count;
    Merge m = {.facts = &merged};
    map_init(&m.tuples, facts->arena);
    bool *is_left = arena_array(facts->arena, bool, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        is_left[i] = true;
        note(&m, i + 1, &merged.items.data[i]);
    }
    for (uint32_t i = 0; i < m.tuples.len; i++)
        merge(&m, (const Source *)(uintptr_t)m.tuples.keys[i], m.tuples.values[i], is_left);
    merged.items.len = 0;
    for (uint32_t i = 0; i < count; i++)
        if (is_left[i])
            merged.items.data[merged.items.len++] = merged.items.data[i];
    return merged;
}
