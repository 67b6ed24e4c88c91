/* Common subexpressions: joins equal pure nodes where the first dominates the second, also across regions. While a
 * graph is built, hash-consing does this within what is known then; simplifying makes new equalities.
 *
 * Two tensors that both escape (passes_uses.c) stay two: they are two objects to the program. What has been held to be
 * so where a MISS_IF runs is not asked again. */
#include "analysis/passes.h"

typedef struct Joiner {
    IrGraph *graph;
    PassUses uses;
    Map joined; /* IrNode -> the node that stands for it */
    Map misses; /* what a MISS_IF has asked -> the region in which it stands, the last one */
} Joiner;

static IrNode *target(const Joiner *j, IrNode *node) {
    IrNode *by = map_get(&j->joined, MAP_KEY(node));
    return by ? by : node;
}

static bool escapes(const Joiner *j, const IrNode *node) { return map_get(&j->uses.escapes, MAP_KEY(node)); }

/* The alias chain under a node that now escapes does so too. */
static void mark_escaping(Joiner *j, const IrNode *node) {
    for (; !escapes(j, node); node = node->inputs[0]) {
        map_put(&j->uses.escapes, MAP_KEY(node), j);
        if (!pass_is_alias(node->op))
            return;
    }
}

static bool is_asked(Joiner *j, const IrRegion *region, const IrNode *miss) {
    uint64_t key = MAP_KEY(miss->inputs[0]);
    const IrRegion *before = map_get(&j->misses, key);
    if (before && ir_is_within(region, before))
        return true;
    map_put(&j->misses, key, (void *)(uintptr_t)region);
    return false;
}

/* Puts the node at the end of its region, unless an equal one dominates it. */
static void place(Joiner *j, IrRegion *region, IrNode *node) {
    if (node->op == OP_INPUT || map_get(&j->uses.origins, MAP_KEY(node)) || !ir_is_interned(node->op)) {
        vec_push(j->graph->arena, &region->nodes, node);
        return;
    }
    IrSpec spec = ir_spec_of(node);
    IrNode *equal = ir_find(region, &spec);
    if (!equal) {
        ir_append(region, node);
    } else if (node->type.kind == IRT_TENSOR && escapes(j, node) && escapes(j, equal)) {
        vec_push(j->graph->arena, &region->nodes, node);
    } else {
        map_put(&j->joined, MAP_KEY(node), equal);
        if (escapes(j, node))
            mark_escaping(j, equal);
    }
}

static void join_region(Joiner *j, IrRegion *region) {
    uint32_t count = region->nodes.len;
    IrNode **nodes = region->nodes.data;
    region->nodes.data = NULL;
    region->nodes.len = region->nodes.cap = 0;
    for (uint32_t i = 0; i < count; i++) {
        IrNode *node = nodes[i];
        for (uint32_t k = 0; k < node->input_count; k++)
            node->inputs[k] = target(j, node->inputs[k]);
        for (uint32_t k = 0; k < node->region_count; k++)
            join_region(j, node->regions[k]);
        if (node->op != OP_MISS_IF || !is_asked(j, region, node))
            place(j, region, node);
    }
}

void ir_cse(IrGraph *graph) {
    Arena *scratch = arena_new();
    Joiner j = {.graph = graph};
    ir_renumber(graph);
    pass_collect_uses(&j.uses, scratch, graph);
    map_init(&j.joined, scratch);
    map_init(&j.misses, scratch);
    join_region(&j, graph->body);
    ir_renumber(graph);
    arena_free(scratch);
}
