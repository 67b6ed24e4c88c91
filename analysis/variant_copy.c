/* A variant with a graph, facts and symbols of its own: whatever a thread does with it, the original stays as it is. */
#include "analysis/variant_copy.h"

typedef struct Copier {
    Arena *arena;
    IrGraph *graph; /* whose `copies` has all nodes, before anything of them is copied */
    ShCopier shapes;
} Copier;

static IrNode *copy_of(const Copier *c, const IrNode *node) { return map_get(&c->graph->copies, MAP_KEY(node)); }

static const void *origin_of(void *env, const void *origin) {
    const IrNode *copy = copy_of(env, origin);
    return copy ? copy : origin; /* nothing of the graph reads what is no longer there */
}

static const ShExpr **copy_exprs(Copier *c, const ShExpr *const *exprs, uint32_t count) {
    const ShExpr **copies = count ? arena_array(c->arena, const ShExpr *, count) : NULL;
    for (uint32_t i = 0; i < count; i++)
        copies[i] = sh_copy(&c->shapes, exprs[i]);
    return copies;
}

/* ---- the graph --------------------------------------------------------------------------------------------------- */

/* The nodes and regions, which are empty so far. */
static IrRegion *shell_of(Copier *c, const IrRegion *region, IrNode *owner) {
    IrRegion *copy = ir_region_new(c->graph, owner);
    vec_reserve(c->arena, &copy->params, region->params.len);
    vec_reserve(c->arena, &copy->nodes, region->nodes.len);
    copy->quiet = region->quiet;
    for (uint32_t i = 0; i < region->params.len + region->nodes.len; i++) {
        bool is_param = i < region->params.len;
        const IrNode *node = is_param ? region->params.data[i] : region->nodes.data[i - region->params.len];
        IrNode *made = arena_copy(c->arena, node, sizeof *node);
        made->parent = copy;
        made->pass_data = NULL;
        made->regions = node->region_count ? arena_array(c->arena, IrRegion *, node->region_count) : NULL;
        map_put(&c->graph->copies, MAP_KEY(node), made);
        for (uint32_t r = 0; r < node->region_count; r++)
            made->regions[r] = shell_of(c, node->regions[r], made);
        if (is_param)
            vec_push(c->arena, &copy->params, made);
        else
            vec_push(c->arena, &copy->nodes, made);
    }
    return copy;
}

static const AtenArg *copy_args(Copier *c, const IrNode *node) {
    AtenArg *args = node->aten_count ? arena_copy(c->arena, node->aten, node->aten_count * sizeof *args) : NULL;
    for (uint32_t i = 0; i < node->aten_count; i++)
        if (args[i].kind == ATEN_INTS)
            args[i].exprs = copy_exprs(c, args[i].exprs, args[i].count);
    return args;
}

/* Texts, ints and trees are never changed: both nodes have the same ones. */
static void fill_node(Copier *c, IrNode *node) {
    IrType *type = &node->type;
    IrNode **inputs = node->input_count ? arena_array(c->arena, IrNode *, node->input_count) : NULL;
    for (uint32_t i = 0; i < node->input_count; i++)
        inputs[i] = copy_of(c, node->inputs[i]);
    node->inputs = inputs;
    node->exprs = copy_exprs(c, node->exprs, node->expr_count);
    node->aten = copy_args(c, node);
    type->shape = type->shape ? copy_exprs(c, type->shape, (uint32_t)type->rank) : NULL;
    type->strides = type->strides ? copy_exprs(c, type->strides, (uint32_t)type->rank) : NULL;
}

static void fill_region(Copier *c, IrRegion *region) {
    for (uint32_t i = 0; i < region->params.len; i++)
        fill_node(c, region->params.data[i]);
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        fill_node(c, region->nodes.data[i]);
        for (uint32_t r = 0; r < region->nodes.data[i]->region_count; r++)
            fill_region(c, region->nodes.data[i]->regions[r]);
    }
}

static IrGraph *copy_graph(Copier *c, const IrGraph *graph, ShContext *shapes) {
    IrGraph *copy = c->graph = arena_copy(c->arena, graph, sizeof *graph);
    copy->arena = c->arena;
    copy->shapes = shapes;
    map_init(&copy->copies, c->arena);
    copy->body = shell_of(c, graph->body, NULL);
    c->shapes = (ShCopier){.to = shapes, .from = graph->shapes, .origin = origin_of, .env = c};
    sh_copy_begin(&c->shapes);
    fill_region(c, copy->body);
    copy->inputs.data = arena_copy(c->arena, graph->inputs.data, graph->inputs.len * sizeof *graph->inputs.data);
    copy->inputs.cap = copy->inputs.len;
    for (uint32_t i = 0; i < copy->inputs.len; i++)
        copy->inputs.data[i].node = copy_of(c, graph->inputs.data[i].node);
    map_init(&copy->copies, c->arena); /* symbols come from the copies */
    return copy;
}

/* ---- the variant ------------------------------------------------------------------------------------------------- */

static FactList copy_facts(Copier *c, const FactList *facts) {
    FactList copy = {.arena = c->arena};
    map_init(&copy.places, c->arena);
    vec_reserve(c->arena, &copy.items, facts->items.len);
    for (uint32_t i = 0; i < facts->items.len; i++) {
        Fact fact = facts->items.data[i];
        bool has_exprs = fact.exprs && fact.count;
        fact.exprs = has_exprs ? copy_exprs(c, fact.exprs, fact.count) : NULL;
        vec_push(c->arena, &copy.items, fact);
    }
    return copy;
}

Variant *variant_copy(Arena *arena, const Variant *variant, ShContext *shapes) {
    Copier c = {.arena = arena};
    Variant *copy = arena_copy(arena, variant, sizeof *variant);
    copy->graph = copy_graph(&c, variant->graph, shapes);
    copy->facts = copy_facts(&c, &variant->facts);
    copy->guards = copy_facts(&c, &variant->guards);
    return copy;
}
