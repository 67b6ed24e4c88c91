/* Dead code: drops pure nodes whose result nothing uses. Nodes with effects, inputs, and loops that may not end stay. A
 * node from which a symbol takes its value is used by whatever mentions the symbol. */
#include "analysis/passes.h"

typedef struct Liveness {
    Map live; /* IrNode -> non-NULL */
} Liveness;

static void keep(Liveness *l, const IrNode *node) { map_put(&l->live, MAP_KEY(node), l); }

static void keep_origin(void *env, const ShSymbol *symbol) {
    if (symbol->origin_kind == SH_FROM_NODE && symbol->origin)
        keep(env, symbol->origin);
}

/* A FLOW node that does something besides giving results. */
static bool region_has_effects(const IrRegion *region);

static bool has_effects(const IrNode *node) {
    if (node->op == OP_YIELD)
        return false;
    if (node->op == OP_WHILE || node->op == OP_INPUT || ir_op_info[node->op].effect != '-')
        return true;
    for (uint32_t i = 0; i < node->region_count; i++)
        if (region_has_effects(node->regions[i]))
            return true;
    return false;
}

static bool region_has_effects(const IrRegion *region) {
    for (uint32_t i = 0; i < region->nodes.len; i++)
        if (has_effects(region->nodes.data[i]))
            return true;
    return false;
}

static void mark_region(Liveness *l, const IrRegion *region) {
    for (uint32_t i = 0; i < region->params.len; i++)
        pass_visit_type_symbols(&region->params.data[i]->type, keep_origin, l);
    for (uint32_t i = region->nodes.len; i-- > 0;) {
        const IrNode *node = region->nodes.data[i];
        if (node->op != OP_YIELD && !has_effects(node) && !map_get(&l->live, MAP_KEY(node)))
            continue;
        keep(l, node);
        for (uint32_t k = 0; k < node->region_count; k++)
            mark_region(l, node->regions[k]);
        for (uint32_t k = 0; k < node->input_count; k++)
            keep(l, node->inputs[k]);
        pass_visit_symbols(node, keep_origin, l);
    }
}

static void sweep_region(const Liveness *l, IrRegion *region) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        IrNode *node = region->nodes.data[i];
        if (!map_get(&l->live, MAP_KEY(node)))
            continue;
        region->nodes.data[kept++] = node;
        for (uint32_t k = 0; k < node->region_count; k++)
            sweep_region(l, node->regions[k]);
    }
    region->nodes.len = kept;
}

void ir_dce(IrGraph *graph) {
    Arena *scratch = arena_new();
    Liveness l;
    map_init(&l.live, scratch);
    mark_region(&l, graph->body);
    sweep_region(&l, graph->body);
    ir_renumber(graph);
    arena_free(scratch);
}
