/* The verifier of graph IR: structure. Level 1 checks what every pass relies on: operand counts, dominance, how regions
 * begin and end, how many values they hand over, and that nothing leaves the variant after a write. Level 2 adds
 * the types of each operation (ir_verify_types.c); level 3 wants sizes proved, where level 2 only rejects
 * contradictions. */
#include "analysis/ir_verify.h"

typedef struct Verifier {
    const IrGraph *graph;
    int level;
    Map visible; /* IrNode -> itself, while its definition dominates the place that is looked at */
    const char *error;
} Verifier;

static void complain(Verifier *v, const IrNode *node, const char *message) {
    if (v->error)
        return;
    Buf text = {0};
    buf_printf(&text, "node %u", node->id);
    if (node->span.file)
        buf_printf(&text, " (%s:%u)", node->span.file->display, span_line(node->span));
    v->error = arena_printf(v->graph->arena, "%s '%s': %s", text.data,
                            node->op < OP_COUNT ? ir_op_info[node->op].name : "?", message);
    buf_free(&text);
}

static void require(Verifier *v, const IrNode *node, bool holds, const char *message) {
    if (!holds)
        complain(v, node, message);
}

/* ---- regions --------------------------------------------------------------------------------------------------- */

static const IrNode *last_node(const IrRegion *region) { return region->nodes.len ? vec_last(&region->nodes) : NULL; }

/* Control never comes out of the end of the region: it returns or leaves the variant on every path. */
static bool diverges(const IrRegion *region) {
    const IrNode *last = last_node(region);
    if (!last)
        return false;
    if (last->op == OP_IF && last->region_count == 2)
        return diverges(last->regions[0]) && diverges(last->regions[1]);
    return last->op == OP_RETURN || last->op == OP_MISS;
}

static const IrNode *yield_of(const IrRegion *region) {
    const IrNode *last = last_node(region);
    return last && last->op == OP_YIELD ? last : NULL;
}

static void check_params(Verifier *v, const IrNode *node, const IrRegion *region, uint32_t wanted) {
    require(v, node, region->params.len == wanted, "a region with the wrong number of parameters");
    for (uint32_t i = 0; i < region->params.len; i++) {
        const IrNode *param = region->params.data[i];
        require(v, param, param->op == OP_PARAM && param->parent == region && param->int_count == 1,
                "not a parameter of its region");
        if (!v->error)
            require(v, param, param->ints[0] == (int64_t)i, "a parameter out of order");
    }
}

static void check_yield(Verifier *v, const IrNode *node, const IrRegion *region, uint32_t wanted) {
    const IrNode *yield = yield_of(region);
    if (yield)
        require(v, node, yield->input_count == wanted, "a region that yields the wrong number of values");
    else
        require(v, node, diverges(region), "a region that does not end");
}

/* Number of results of a FLOW node: what its regions yield. */
static uint32_t result_count(const IrNode *node) {
    if (node->op != OP_IF)
        return node->input_count;
    for (uint32_t i = 0; i < node->region_count; i++)
        if (yield_of(node->regions[i]))
            return yield_of(node->regions[i])->input_count;
    return 0;
}

static void check_flow(Verifier *v, const IrNode *node) {
    uint32_t regions = node->op == OP_FOR ? 1 : 2, carried = node->op == OP_IF ? 0 : node->input_count;
    if (node->region_count != regions) {
        complain(v, node, "the wrong number of regions");
        return;
    }
    require(v, node, node->type.kind == IRT_NONE, "a FLOW node with a type");
    require(v, node, node->op != OP_FOR || node->expr_count == 1, "no number of iterations");
    for (uint32_t i = 0; i < regions; i++) {
        bool condition = node->op == OP_WHILE && i == 0;
        check_params(v, node, node->regions[i], node->op == OP_FOR ? carried + 1 : carried);
        check_yield(v, node, node->regions[i], condition ? 1 : result_count(node));
    }
}

/* ---- nodes ----------------------------------------------------------------------------------------------------- */

static void check_tree(Verifier *v, const IrNode *node, const Tree *tree) {
    if (tree->kind == TREE_LEAF)
        require(v, node, tree->leaf >= 0 && (uint32_t)tree->leaf < node->input_count, "a leaf without its operand");
    if (tree->kind == TREE_LEAF && tree->counted)
        require(v, node,
                (uint32_t)tree->counted <= node->input_count && node->inputs[tree->counted - 1]->type.kind == IRT_INT,
                "a leaf without its version");
    require(v, node, (tree->kind != TREE_OBJECT && !tree->effect) || tree->object, "an object without its source");
    for (uint32_t i = 0; i < tree->count; i++)
        check_tree(v, node, tree->items[i]);
}

static void check_input(Verifier *v, const IrNode *node) {
    const IrGraph *graph = v->graph;
    require(v, node, node->parent == graph->body, "an input inside a region");
    bool known = node->int_count == 1 && node->ints[0] >= 0 && node->ints[0] < (int64_t)graph->inputs.len;
    require(v, node, known && graph->inputs.data[node->ints[0]].node == node, "not in the list of inputs");
}

static void check_result(Verifier *v, const IrNode *node) {
    const IrNode *of = node->inputs[0];
    if (node->int_count != 1 || node->ints[0] < 0)
        complain(v, node, "a result without its index");
    else if (ir_op_info[of->op].cls == CLS_FLOW)
        require(v, node, node->ints[0] < (int64_t)result_count(of), "a result that is not yielded");
    else
        require(v, node, ir_op_info[of->op].cls == CLS_ATEN, "a result of something that has no results");
}

static void check_node(Verifier *v, const IrNode *node) {
    const IrOpInfo *info = &ir_op_info[node->op];
    require(v, node, info->inputs < 0 || node->input_count == (uint32_t)info->inputs, "the wrong number of operands");
    require(v, node, info->cls == CLS_FLOW || node->region_count == 0, "regions in a node that has none");
    for (uint32_t i = 0; i < node->input_count; i++) {
        const IrNode *input = node->inputs[i];
        require(v, node, input && map_get(&v->visible, MAP_KEY(input)), "an operand that does not dominate it");
        if (v->error)
            return;
        require(v, node, input->type.kind != IRT_NONE || node->op == OP_RESULT, "an operand that has no value");
    }
    if (info->cls == CLS_FLOW)
        check_flow(v, node);
    else if (node->op == OP_INPUT)
        check_input(v, node);
    else if (node->op == OP_RESULT)
        check_result(v, node);
    if (node->op == OP_RETURN && node->tree)
        check_tree(v, node, node->tree);
    if (v->level >= 2 && !v->error) {
        const char *wrong = ir_check_types(v->graph, node, v->level >= 3);
        require(v, node, !wrong, wrong);
    }
}

static bool ends_region(const IrNode *node) {
    return node->op == OP_YIELD || node->op == OP_RETURN || node->op == OP_MISS;
}

/* `written` says whether memory was written before the region, and is updated to hold after it. */
static void check_region(Verifier *v, const IrRegion *region, bool *written) {
    for (uint32_t i = 0; i < region->params.len; i++)
        map_put(&v->visible, MAP_KEY(region->params.data[i]), region->params.data[i]);
    for (uint32_t i = 0; i < region->nodes.len && !v->error; i++) {
        IrNode *node = region->nodes.data[i];
        require(v, node, node->op < OP_COUNT && node->op != OP_PARAM, "not an operation that stands in a region");
        require(v, node, node->parent == region, "a node that is listed in another region than its own");
        require(v, node, !ends_region(node) || i + 1 == region->nodes.len, "code after the end of a region");
        require(v, node, !*written || (node->op != OP_MISS && node->op != OP_MISS_IF),
                "leaves the variant after a write");
        bool after = *written || node->op == OP_STORE;
        for (uint32_t k = 0; k < node->region_count && !v->error; k++) {
            bool inside = *written;
            require(v, node, node->regions[k]->owner == node, "a region that belongs to another node");
            check_region(v, node->regions[k], &inside);
            after |= inside && !diverges(node->regions[k]);
        }
        if (!v->error)
            check_node(v, node);
        *written = after;
        map_put(&v->visible, MAP_KEY(node), node);
    }
    for (uint32_t i = 0; i < region->nodes.len; i++)
        map_put(&v->visible, MAP_KEY(region->nodes.data[i]), NULL);
    for (uint32_t i = 0; i < region->params.len; i++)
        map_put(&v->visible, MAP_KEY(region->params.data[i]), NULL);
}

const char *ir_verify(const IrGraph *graph, int level) {
    Verifier v = {.graph = graph, .level = level};
    bool written = false;
    Arena *scratch = arena_new();
    map_init(&v.visible, scratch);
    check_region(&v, graph->body, &written);
    arena_free(scratch);
    if (!v.error && !diverges(graph->body))
        return "the graph does not end in a return or a miss";
    return v.error;
}
