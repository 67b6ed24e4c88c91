/* Canonical sizes: rewrites every symbolic integer in the graph with the equalities that the variant assumed, while
 * they are known to the solver. A node may have been built before `x.shape[1] == 1` was assumed; what comes after sees
 * one expression for equal sizes, and the constant 1 where a dimension is broadcast.
 *
 * This runs first, and while the assumptions of the graph's variant are in force; on a graph that was read from text
 * there are none and nothing changes. */
#include "analysis/passes.h"

static const ShExpr **canon_array(const IrGraph *graph, const ShExpr *const *exprs, uint32_t count) {
    if (!exprs || count == 0)
        return NULL;
    const ShExpr **result = arena_array(graph->arena, const ShExpr *, count);
    for (uint32_t i = 0; i < count; i++)
        result[i] = sh_canon(graph->shapes, exprs[i]);
    return result;
}

static void canon_type(const IrGraph *graph, IrType *type) {
    if (type->kind != IRT_TENSOR || type->rank == 0)
        return;
    type->shape = canon_array(graph, type->shape, (uint32_t)type->rank);
    type->strides = canon_array(graph, type->strides, (uint32_t)type->rank);
}

static void canon_aten(const IrGraph *graph, IrNode *node) {
    AtenArg *args = arena_copy(graph->arena, node->aten, node->aten_count * sizeof *args);
    for (uint32_t i = 0; i < node->aten_count; i++)
        if (args[i].kind == ATEN_INTS)
            args[i].exprs = canon_array(graph, args[i].exprs, args[i].count);
    node->aten = args;
}

static void canon_region(const IrRegion *region) {
    const IrGraph *graph = region->graph;
    for (uint32_t i = 0; i < region->params.len; i++)
        canon_type(graph, &region->params.data[i]->type);
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        IrNode *node = region->nodes.data[i];
        canon_type(graph, &node->type);
        node->exprs = canon_array(graph, node->exprs, node->expr_count);
        if (node->aten_count)
            canon_aten(graph, node);
        for (uint32_t k = 0; k < node->region_count; k++)
            canon_region(node->regions[k]);
    }
}

void ir_canon(IrGraph *graph) {
    canon_region(graph->body);
    ir_reindex(graph);
}
