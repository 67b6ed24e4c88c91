/* Sums of many sizes get names before a graph is scheduled: all nodes that have such a size then have the same symbol.
 */
#include "codegen/schedule_internal.h"

static const ShExpr **shorten(IrGraph *graph, const ShExpr **exprs, uint32_t count) {
    const ShExpr **made = NULL;
    for (uint32_t i = 0; exprs && i < count; i++) {
        const ShExpr *now = sh_short(graph->shapes, exprs[i]);
        if (now != exprs[i] && !made)
            made = arena_copy(graph->arena, exprs, count * sizeof *exprs);
        if (made)
            made[i] = now;
    }
    return made ? made : exprs;
}

static void shorten_node(IrGraph *graph, IrNode *node) {
    if (node->type.kind != IRT_TENSOR || node->type.flat)
        return;
    node->type.shape = shorten(graph, node->type.shape, (uint32_t)node->type.rank);
    node->type.strides = shorten(graph, node->type.strides, (uint32_t)node->type.rank);
}

static void shorten_region(IrGraph *graph, const IrRegion *region) {
    for (uint32_t i = 0; i < region->params.len; i++)
        shorten_node(graph, region->params.data[i]);
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        IrNode *node = region->nodes.data[i];
        shorten_node(graph, node);
        node->exprs = shorten(graph, node->exprs, node->expr_count);
        for (uint32_t r = 0; r < node->region_count; r++)
            shorten_region(graph, node->regions[r]);
    }
}

/* Twice: what is a multiple of a sum that gets its name later is found then. */
void sched_shorten_sizes(IrGraph *graph) {
    shorten_region(graph, graph->body);
    shorten_region(graph, graph->body);
}
