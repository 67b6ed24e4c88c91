/* Graph IR: the operation table, graphs, regions, and building of nodes with hash-consing.
 *
 * A pure node is looked up in its region and in the regions around it, in which everything that was appended before the
 * region's owner dominates. Regions whose FLOW node does not exist yet are looked up alone; the pass `cse` joins the
 * rest. */
#include "analysis/ir.h"

#include <string.h>

#define OP(id, name, inputs, cls, attrs, effect, doc) {name, inputs, CLS_##cls, attrs, effect, doc},
const IrOpInfo ir_op_info[OP_COUNT] = {
#include "analysis/ops.def"
};
#undef OP

/* ---- graphs and regions ---------------------------------------------------------------------------------------- */

IrGraph *ir_graph_new(Arena *arena, ShContext *shapes, Str name, Span span) {
    IrGraph *graph = arena_new_of(arena, IrGraph);
    graph->arena = arena;
    graph->shapes = shapes;
    graph->name = name;
    graph->span = span;
    graph->body = ir_region_new(graph, NULL);
    return graph;
}

IrRegion *ir_region_new(IrGraph *graph, IrNode *owner) {
    IrRegion *region = arena_new_of(graph->arena, IrRegion);
    region->graph = graph;
    region->owner = owner;
    map_init(&region->interned, graph->arena);
    return region;
}

/* ---- types ----------------------------------------------------------------------------------------------------- */

IrType ir_scalar_type(IrKind kind) { return (IrType){.kind = kind, .dtype = DT_NONE}; }

IrType ir_tensor_type(IrGraph *graph, DType dtype, int rank, const ShExpr *const *shape, const ShExpr *const *strides) {
    if (rank < 0 || rank > IR_MAX_RANK)
        ICE("tensor of rank %d", rank);
    IrType type = {.kind = IRT_TENSOR, .dtype = dtype, .rank = rank};
    if (rank == 0)
        return type;
    type.shape = arena_copy(graph->arena, shape, (size_t)rank * sizeof *shape);
    if (strides)
        type.strides = arena_copy(graph->arena, strides, (size_t)rank * sizeof *strides);
    return type;
}

bool ir_type_equal(const IrType *a, const IrType *b) {
    if (a->kind != b->kind)
        return false;
    if (a->kind != IRT_TENSOR)
        return true;
    if (a->dtype != b->dtype || a->rank != b->rank || a->flat != b->flat || !a->strides != !b->strides)
        return false;
    for (int i = 0; i < a->rank; i++)
        if (a->shape[i] != b->shape[i] || (a->strides && a->strides[i] != b->strides[i]))
            return false;
    return true;
}

bool ir_is_row_major(ShContext *shapes, const IrType *type) {
    if (!type->strides)
        return true;
    const ShExpr *expected = sh_const(shapes, 1);
    for (int i = type->rank - 1; i >= 0; i--) {
        const ShExpr *size = sh_canon(shapes, type->shape[i]); /* 1 may have been assumed since */
        if (!sh_is_value(size, 1) && sh_compare(shapes, SH_EQ, type->strides[i], expected) != SH_YES)
            return false;
        expected = sh_mul(shapes, expected, size);
    }
    return true;
}

const ShExpr *ir_numel(ShContext *shapes, const IrType *type) { return sh_product(shapes, type->shape, type->rank); }

/* ---- nodes ----------------------------------------------------------------------------------------------------- */

bool ir_is_interned(IrOp op) {
    const IrOpInfo *info = &ir_op_info[op];
    return info->effect == '-' && info->cls != CLS_FLOW && op != OP_CLONE && op != OP_EMPTY;
}

bool ir_is_gather(IrOp op) { return op == OP_EMBEDDING || op == OP_GATHER || op == OP_INDEX; }

static void *copy_array(Arena *arena, const void *items, uint32_t count, size_t size) {
    return count ? arena_copy(arena, items, count * size) : NULL;
}

IrNode *ir_make(IrRegion *region, const IrSpec *spec) {
    Arena *arena = region->graph->arena;
    IrNode *node = arena_new_of(arena, IrNode);
    node->op = spec->op;
    region->graph->writes |= ir_op_info[spec->op].effect == 'w';
    node->id = region->graph->next_id++;
    node->statement = region->graph->statement;
    node->type = spec->type;
    node->input_count = spec->input_count;
    node->inputs = copy_array(arena, spec->inputs, spec->input_count, sizeof *spec->inputs);
    node->int_count = spec->int_count;
    node->ints = copy_array(arena, spec->ints, spec->int_count, sizeof *spec->ints);
    node->expr_count = spec->expr_count;
    node->exprs = copy_array(arena, spec->exprs, spec->expr_count, sizeof *spec->exprs);
    node->number = spec->number;
    node->text = spec->text;
    node->tree = spec->tree;
    node->aten_count = spec->aten_count;
    node->aten = copy_array(arena, spec->aten, spec->aten_count, sizeof *spec->aten);
    node->region_count = spec->region_count;
    node->regions = copy_array(arena, spec->regions, spec->region_count, sizeof *spec->regions);
    for (uint32_t i = 0; i < node->region_count; i++)
        node->regions[i]->owner = node;
    node->parent = region;
    node->span = spec->span;
    return node;
}

typedef struct Interned Interned;
struct Interned {
    IrNode *node;
    Interned *next; /* of those with the same hash */
};

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash ^= value + UINT64_C(0x9E3779B97F4A7C15) + (hash << 6) + (hash >> 2);
    return hash * UINT64_C(0xFF51AFD7ED558CCD);
}

static uint64_t number_bits(double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static uint64_t hash_node(const IrNode *node) {
    uint64_t hash = mix(node->op, number_bits(node->number));
    hash = mix(hash, (uint64_t)node->type.kind * 64 + (uint64_t)node->type.dtype);
    for (int i = 0; i < node->type.rank; i++)
        hash = mix(hash, node->type.shape[i]->id);
    for (uint32_t i = 0; i < node->input_count; i++)
        hash = mix(hash, node->inputs[i]->id);
    for (uint32_t i = 0; i < node->int_count; i++)
        hash = mix(hash, (uint64_t)node->ints[i]);
    for (uint32_t i = 0; i < node->expr_count; i++)
        hash = mix(hash, node->exprs[i]->id);
    return mix(hash, node->text ? str_hash(node->text) : 0);
}

static bool same_node(const IrNode *a, const IrNode *b) {
    if (a->op != b->op || a->input_count != b->input_count || a->int_count != b->int_count ||
        a->expr_count != b->expr_count || a->text != b->text || number_bits(a->number) != number_bits(b->number) ||
        !ir_type_equal(&a->type, &b->type))
        return false;
    for (uint32_t i = 0; i < a->input_count; i++)
        if (a->inputs[i] != b->inputs[i])
            return false;
    for (uint32_t i = 0; i < a->int_count; i++)
        if (a->ints[i] != b->ints[i])
            return false;
    for (uint32_t i = 0; i < a->expr_count; i++)
        if (a->exprs[i] != b->exprs[i])
            return false;
    return true;
}

bool ir_is_within(const IrRegion *region, const IrRegion *outer) {
    while (region && region != outer)
        region = region->owner ? region->owner->parent : NULL;
    return region;
}

typedef struct InnerScan {
    const IrRegion *outer;
    bool found;
} InnerScan;

static void find_inner(void *env, const ShSymbol *symbol) {
    InnerScan *scan = env;
    const IrNode *node = symbol->origin_kind == SH_FROM_NODE ? symbol->origin : NULL;
    scan->found |= node && !ir_is_within(scan->outer, node->parent);
}

bool ir_has_inner(const IrRegion *outer, const ShExpr *e) {
    InnerScan scan = {outer, false};
    sh_visit_symbols(e, find_inner, &scan);
    return scan.found;
}

/* The equal node that dominates the end of the region, or NULL. */
static IrNode *find_interned(const IrRegion *region, const IrNode *node, uint64_t hash) {
    uint32_t before = UINT32_MAX;
    for (; region; region = region->owner ? region->owner->parent : NULL) {
        for (const Interned *entry = map_get(&region->interned, hash); entry; entry = entry->next)
            if (entry->node->id < before && same_node(entry->node, node))
                return entry->node;
        before = region->owner ? region->owner->id : 0;
    }
    return NULL;
}

static void add_interned(IrRegion *region, IrNode *node, uint64_t hash) {
    Interned *entry = arena_new_of(region->graph->arena, Interned);
    entry->node = node;
    entry->next = map_get(&region->interned, hash);
    map_put(&region->interned, hash, entry);
}

static void remove_interned(IrRegion *region, const IrNode *node) {
    uint64_t hash = hash_node(node);
    Interned *first = map_get(&region->interned, hash);
    for (Interned **at = &first; *at; at = &(*at)->next)
        if ((*at)->node == node) {
            *at = (*at)->next;
            break;
        }
    map_put(&region->interned, hash, first);
}

IrSpec ir_spec_of(const IrNode *node) {
    return (IrSpec){.op = node->op,
                    .type = node->type,
                    .input_count = node->input_count,
                    .inputs = node->inputs,
                    .int_count = node->int_count,
                    .ints = node->ints,
                    .expr_count = node->expr_count,
                    .exprs = (const ShExpr *const *)node->exprs,
                    .number = node->number,
                    .text = node->text,
                    .tree = node->tree,
                    .aten_count = node->aten_count,
                    .aten = node->aten,
                    .region_count = node->region_count,
                    .regions = node->regions,
                    .span = node->span};
}

static IrNode probe_of(const IrSpec *spec) {
    return (IrNode){.op = spec->op,
                    .type = spec->type,
                    .input_count = spec->input_count,
                    .inputs = (IrNode **)(uintptr_t)spec->inputs,
                    .int_count = spec->int_count,
                    .ints = spec->ints,
                    .expr_count = spec->expr_count,
                    .exprs = (const ShExpr **)(uintptr_t)spec->exprs,
                    .number = spec->number,
                    .text = spec->text};
}

IrNode *ir_find(const IrRegion *region, const IrSpec *spec) {
    IrNode probe = probe_of(spec);
    return ir_is_interned(spec->op) ? find_interned(region, &probe, hash_node(&probe)) : NULL;
}

void ir_append(IrRegion *region, IrNode *node) {
    vec_push(region->graph->arena, &region->nodes, node);
    if (ir_is_interned(node->op))
        add_interned(region, node, hash_node(node));
}

IrNode *ir_build(IrRegion *region, const IrSpec *spec) {
    IrNode *node = ir_find(region, spec);
    if (node)
        return node;
    node = ir_make(region, spec);
    ir_append(region, node);
    return node;
}

static void renumber_region(IrRegion *region) {
    map_init(&region->interned, region->graph->arena);
    for (uint32_t i = 0; i < region->params.len; i++)
        region->params.data[i]->id = region->graph->next_id++;
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        IrNode *node = region->nodes.data[i];
        node->id = region->graph->next_id++;
        for (uint32_t k = 0; k < node->region_count; k++)
            renumber_region(node->regions[k]);
    }
}

static void index_region(IrRegion *region) {
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        IrNode *node = region->nodes.data[i];
        if (ir_is_interned(node->op))
            add_interned(region, node, hash_node(node));
        for (uint32_t k = 0; k < node->region_count; k++)
            index_region(node->regions[k]);
    }
}

void ir_renumber(IrGraph *graph) {
    graph->next_id = 0;
    renumber_region(graph->body);
}

void ir_reindex(IrGraph *graph) {
    ir_renumber(graph);
    index_region(graph->body);
}

uint32_t ir_mark(const IrRegion *region) { return region->nodes.len; }

void ir_rollback(IrRegion *region, uint32_t mark) {
    while (region->nodes.len > mark) {
        IrNode *node = vec_pop(&region->nodes);
        if (ir_is_interned(node->op))
            remove_interned(region, node);
    }
    if (region->quiet > mark)
        region->quiet = mark;
}

/* ---- memory ---------------------------------------------------------------------------------------------------- */

const IrNode *ir_origin(const IrGraph *graph, const ShSymbol *symbol) {
    const IrNode *copy = symbol->origin ? map_get(&graph->copies, MAP_KEY(symbol->origin)) : NULL;
    return copy ? copy : symbol->origin;
}

bool ir_is_outside(const IrNode *node) { return node->op == OP_INPUT || node->op == OP_ELEMENT; }

bool ir_is_view(const IrNode *node) {
    switch (node->op) {
    case OP_PERMUTE:
    case OP_EXPAND:
    case OP_SLICE:
    case OP_SELECT:
    case OP_UNFOLD:
    case OP_DIAGONAL:
    case OP_SQUEEZE:
    case OP_UNSQUEEZE:
    case OP_RESHAPE:
    case OP_AS_REAL:
    case OP_AS_COMPLEX:
        return true;
    case OP_CONTIGUOUS:
        return ir_is_row_major(node->parent->graph->shapes, &node->inputs[0]->type);
    default:
        return false;
    }
}

IrNode *ir_memory(IrNode *node) {
    while (ir_is_view(node))
        node = node->inputs[0];
    return node;
}

IrNode *ir_on_memory(IrRegion *region, IrNode *node, const IrNode *old, IrNode *memory, Span span) {
    if (node == old || !ir_is_view(node))
        return memory;
    IrNode *base = ir_on_memory(region, node->inputs[0], old, memory, span);
    IrSpec spec = ir_spec_of(node);
    spec.inputs = &base;
    spec.span = span;
    return ir_build(region, &spec);
}

/* ---- short forms ----------------------------------------------------------------------------------------------- */

IrNode *ir_input(IrGraph *graph, IrType type, const Source *source, Str name) {
    int64_t index = graph->inputs.len;
    IrNode *node = ir_build(graph->body, &(IrSpec){.op = OP_INPUT, .type = type, .int_count = 1, .ints = &index});
    IrInput input = {node, source, name ? name : str_format("arg%d", (int)index)};
    vec_push(graph->arena, &graph->inputs, input);
    return node;
}

void ir_hoist_inputs(IrGraph *graph) {
    IrRegion *body = graph->body;
    VEC(IrNode *) nodes = {0};
    for (uint32_t i = 0; i < graph->inputs.len; i++)
        vec_push(graph->arena, &nodes, graph->inputs.data[i].node);
    for (uint32_t i = 0; i < body->nodes.len; i++)
        if (body->nodes.data[i]->op != OP_INPUT)
            vec_push(graph->arena, &nodes, body->nodes.data[i]);
    body->nodes.len = 0;
    for (uint32_t i = 0; i < nodes.len; i++)
        vec_push(graph->arena, &body->nodes, nodes.data[i]);
}

IrNode *ir_param(IrRegion *region, IrType type) {
    int64_t index = region->params.len;
    IrNode *node = ir_make(region, &(IrSpec){.op = OP_PARAM, .type = type, .int_count = 1, .ints = &index});
    vec_push(region->graph->arena, &region->params, node);
    return node;
}

static IrNode *const_integral(IrRegion *region, IrKind kind, int64_t value) {
    return ir_build(region, &(IrSpec){.op = OP_CONST, .type = ir_scalar_type(kind), .int_count = 1, .ints = &value});
}

IrNode *ir_const_int(IrRegion *region, int64_t value) { return const_integral(region, IRT_INT, value); }

IrNode *ir_const_bool(IrRegion *region, bool value) { return const_integral(region, IRT_BOOL, value); }

IrNode *ir_const_float(IrRegion *region, double value) {
    return ir_build(region, &(IrSpec){.op = OP_CONST, .type = ir_scalar_type(IRT_FLOAT), .number = value});
}

IrNode *ir_size(IrRegion *region, const ShExpr *expr) {
    int64_t value;
    if (sh_is_const(expr, &value))
        return ir_const_int(region, value);
    return ir_build(region, &(IrSpec){.op = OP_SIZE, .type = ir_scalar_type(IRT_INT), .expr_count = 1, .exprs = &expr});
}

IrNode *ir_unary(IrRegion *region, IrOp op, IrType type, IrNode *a, Span span) {
    return ir_build(region, &(IrSpec){.op = op, .type = type, .input_count = 1, .inputs = &a, .span = span});
}

IrNode *ir_binary(IrRegion *region, IrOp op, IrType type, IrNode *a, IrNode *b, Span span) {
    IrNode *inputs[2] = {a, b};
    return ir_build(region, &(IrSpec){.op = op, .type = type, .input_count = 2, .inputs = inputs, .span = span});
}
