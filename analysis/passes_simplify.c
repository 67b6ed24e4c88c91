/* Simplifying: one walk in order, in which each node sees operands that are already simplified. A node is folded if it
 * is a scalar constant, else the rules of its operation are tried; what they build is simplified in turn, so that one
 * walk reaches the fixpoint. Nodes that nothing uses any more are left for `dce`. */
#include "analysis/passes_rewrite.h"

static IrNode *fold(Rewrite *rw, const IrNode *node) {
    Constant value;
    if (!pass_fold_scalar(node, &value))
        return NULL;
    IrSpec spec = {.op = OP_CONST, .type = node->type, .span = rw->span};
    if (value.kind == CONST_FLOAT) {
        spec.number = value.f;
    } else {
        spec.ints = &value.i;
        spec.int_count = 1;
    }
    return rewrite_build(rw, &spec);
}

static IrNode *simplify_node(Rewrite *rw, IrNode *node) {
    IrNode *by = fold(rw, node);
    if (!by)
        by = rewrite_apply(rw, node);
    if (by)
        return by;
    vec_push(rw->graph->arena, &rw->region->nodes, node);
    return node;
}

IrNode *rewrite_build(Rewrite *rw, const IrSpec *spec) { return simplify_node(rw, ir_make(rw->region, spec)); }

static IrNode *replacement(const Rewrite *rw, IrNode *node) {
    IrNode *by = map_get(&rw->replaced, MAP_KEY(node));
    return by ? by : node;
}

static void simplify_region(Rewrite *rw, IrRegion *region) {
    IrRegion *outer = rw->region;
    uint32_t count = region->nodes.len;
    IrNode **nodes = region->nodes.data;
    region->nodes.data = NULL;
    region->nodes.len = region->nodes.cap = 0;
    rw->region = region;
    for (uint32_t i = 0; i < count; i++) {
        IrNode *node = nodes[i];
        for (uint32_t k = 0; k < node->input_count; k++)
            node->inputs[k] = replacement(rw, node->inputs[k]);
        for (uint32_t k = 0; k < node->region_count; k++)
            simplify_region(rw, node->regions[k]);
        if (map_get(&rw->uses.origins, MAP_KEY(node))) {
            vec_push(rw->graph->arena, &region->nodes, node);
            continue;
        }
        rw->escapes = node->type.kind == IRT_TENSOR && map_get(&rw->uses.escapes, MAP_KEY(node));
        rw->span = node->span;
        IrNode *by = simplify_node(rw, node);
        if (by != node)
            map_put(&rw->replaced, MAP_KEY(node), by);
    }
    rw->region = outer;
}

void ir_simplify(IrGraph *graph) {
    Arena *scratch = arena_new();
    Rewrite rw = {.graph = graph};
    pass_collect_uses(&rw.uses, scratch, graph);
    map_init(&rw.replaced, scratch);
    simplify_region(&rw, graph->body);
    ir_renumber(graph);
    arena_free(scratch);
}
