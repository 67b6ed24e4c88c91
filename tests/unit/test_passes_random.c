/* Random graphs keep their values under the passes: an interpreter of graph IR evaluates each graph before and after,
 * on inputs with infinities, NaN and both zeros, and compares bits. It also checks that passes keep graphs well-formed
 * and that a second run changes nothing. */
#include "analysis/passes.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/* ---- interpreter: float32 tensors of constant sizes, ints, floats and bools ------------------------------------- */

enum { MAX_ELEMENTS = 12, MAX_RESULTS = 4 };

typedef struct Data {
    double at[MAX_ELEMENTS]; /* row-major; float32 values for tensors */
} Data;

typedef struct Machine {
    Arena *arena;
    Map values;  /* IrNode -> Data */
    Map results; /* FLOW node -> Data[MAX_RESULTS] */
    const Data *inputs;
    Data returned[MAX_RESULTS];
    uint32_t returned_count;
} Machine;

static int64_t size_of(const IrType *type, int dim) {
    int64_t size = 0;
    cr_assert(sh_is_const(type->shape[dim], &size));
    return size;
}

static int64_t count_of(const IrType *type) {
    int64_t count = 1;
    for (int d = 0; type->kind == IRT_TENSOR && d < type->rank; d++)
        count *= size_of(type, d);
    return count;
}

static const Data *value_of(Machine *m, const IrNode *node) {
    const Data *data = map_get(&m->values, MAP_KEY(node));
    cr_assert_not_null(data, "node %u has no value", node->id);
    return data;
}

/* The element of an operand that right-aligned broadcasting pairs with element i of the node. */
static double element(Machine *m, const IrNode *node, const IrNode *operand, int64_t i) {
    const IrType *to = &node->type, *from = &operand->type;
    int64_t at = 0, stride = 1;
    if (from->kind != IRT_TENSOR)
        return value_of(m, operand)->at[0];
    for (int d = 1; d <= to->rank; d++) {
        int64_t size = size_of(to, to->rank - d), k = i % size;
        i /= size;
        if (d > from->rank)
            continue;
        int64_t own = size_of(from, from->rank - d);
        at += own == 1 ? 0 : k * stride;
        stride *= own;
    }
    return value_of(m, operand)->at[at];
}

/* torch's powers for the exponents that have rules; others are those of libm. */
static double power(double a, double b) {
    float x = (float)a;
    return b == 2.0    ? x * x
           : b == 3.0  ? x * x * x
           : b == 0.5  ? sqrtf(x)
           : b == -1.0 ? 1.0f / x
           : b == -2.0 ? 1.0f / (x * x)
           : b == 1.0  ? x
                       : (double)powf(x, (float)b);
}

static double larger(double a, double b) { return isnan(a) || a > b ? a : b; }

static double compute(IrOp op, double a, double b, double c) {
    switch (op) {
    case OP_ADD:
        return a + b;
    case OP_SUB:
        return a - b;
    case OP_MUL:
        return a * b;
    case OP_DIV:
        return a / b;
    case OP_POW:
        return power(a, b);
    case OP_MAXIMUM:
        return larger(a, b);
    case OP_LT:
        return a < b;
    case OP_WHERE:
        return a != 0 ? b : c;
    case OP_NEG:
        return -a;
    case OP_ABS:
        return fabs(a);
    case OP_FLOOR:
        return floor(a);
    case OP_CEIL:
        return ceil(a);
    case OP_SQRT:
        return sqrt(a);
    case OP_RECIPROCAL:
        return 1.0 / a;
    case OP_NOT:
        return a == 0;
    default:
        return a;
    }
}

static void point(Machine *m, const IrNode *node, Data *out) {
    bool single = node->type.kind == IRT_TENSOR && node->type.dtype == DT_F32;
    for (int64_t i = 0; i < count_of(&node->type); i++) {
        double args[3] = {0};
        for (uint32_t k = 0; k < node->input_count; k++)
            args[k] = element(m, node, node->inputs[k], i);
        double value = compute(node->op, args[0], args[1], args[2]);
        out->at[i] = single ? (double)(float)value : value;
    }
}

static void permute(Machine *m, const IrNode *node, Data *out) {
    const IrType *from = &node->inputs[0]->type;
    for (int64_t i = 0; i < count_of(&node->type); i++) {
        int64_t index[IR_MAX_RANK], rest = i, at = 0;
        for (int d = node->type.rank - 1; d >= 0; d--) {
            index[node->ints[d]] = rest % size_of(&node->type, d);
            rest /= size_of(&node->type, d);
        }
        for (int d = 0; d < from->rank; d++)
            at = at * size_of(from, d) + index[d];
        out->at[i] = value_of(m, node->inputs[0])->at[at];
    }
}

static void sum_all(Machine *m, const IrNode *node, Data *out) {
    float sum = 0.0f;
    for (int64_t i = 0; i < count_of(&node->inputs[0]->type); i++)
        sum += (float)value_of(m, node->inputs[0])->at[i];
    out->at[0] = sum;
}

static const IrNode *run_region(Machine *m, const IrRegion *region);

static void keep(Machine *m, const IrNode *node, const Data *data) {
    map_put(&m->values, MAP_KEY(node), arena_copy(m->arena, data, sizeof *data));
}

static void run_flow(Machine *m, const IrNode *node) {
    Data *results = arena_array(m->arena, Data, MAX_RESULTS);
    if (node->op == OP_IF) {
        const IrNode *yield = run_region(m, node->regions[value_of(m, node->inputs[0])->at[0] == 0]);
        for (uint32_t i = 0; i < yield->input_count; i++)
            results[i] = *value_of(m, yield->inputs[i]);
    } else {
        int64_t times = 0;
        cr_assert(node->op == OP_FOR && sh_is_const(node->exprs[0], &times));
        for (uint32_t i = 0; i < node->input_count; i++)
            results[i] = *value_of(m, node->inputs[i]);
        for (int64_t t = 0; t < times; t++) {
            const IrRegion *body = node->regions[0];
            keep(m, body->params.data[0], &(Data){{(double)t}});
            for (uint32_t i = 0; i < node->input_count; i++)
                keep(m, body->params.data[i + 1], &results[i]);
            const IrNode *yield = run_region(m, body);
            for (uint32_t i = 0; i < node->input_count; i++)
                results[i] = *value_of(m, yield->inputs[i]);
        }
    }
    map_put(&m->results, MAP_KEY(node), results);
}

static void run_node(Machine *m, const IrNode *node) {
    Data out = {{0}};
    switch (node->op) {
    case OP_INPUT:
        out = m->inputs[node->ints[0]];
        break;
    case OP_CONST:
        out.at[0] = node->type.kind == IRT_FLOAT ? node->number : (double)node->ints[0];
        break;
    case OP_RESULT:
        out = ((const Data *)map_get(&m->results, MAP_KEY(node->inputs[0])))[node->ints[0]];
        break;
    case OP_PERMUTE:
        permute(m, node, &out);
        break;
    case OP_SUM:
        sum_all(m, node, &out);
        break;
    case OP_RESHAPE:
    case OP_SQUEEZE:
    case OP_UNSQUEEZE:
    case OP_CLONE:
    case OP_ITEM:
        out = *value_of(m, node->inputs[0]);
        break;
    default:
        cr_assert_eq(ir_op_info[node->op].cls, CLS_POINT, "%s", ir_op_info[node->op].name);
        point(m, node, &out);
    }
    keep(m, node, &out);
}

/* Returns the node that ends the region. */
static const IrNode *run_region(Machine *m, const IrRegion *region) {
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *node = region->nodes.data[i];
        if (node->op == OP_YIELD || node->op == OP_RETURN)
            return node;
        if (ir_op_info[node->op].cls == CLS_FLOW)
            run_flow(m, node);
        else
            run_node(m, node);
    }
    cr_assert_fail("a region that does not end");
    return NULL;
}

static void run_graph(Machine *m, const IrGraph *graph, Arena *arena, const Data *inputs) {
    *m = (Machine){.arena = arena, .inputs = inputs};
    map_init(&m->values, arena);
    map_init(&m->results, arena);
    const IrNode *end = run_region(m, graph->body);
    m->returned_count = end->input_count;
    for (uint32_t i = 0; i < end->input_count; i++)
        m->returned[i] = *value_of(m, end->inputs[i]);
}

/* ---- random graphs ----------------------------------------------------------------------------------------------- */

typedef VEC(IrNode *) Pool;

typedef struct Maker {
    Arena *arena;
    IrGraph *graph;
    uint64_t seed;
    IrNode *flag;
} Maker;

static uint32_t pick(Maker *k, uint32_t count) {
    k->seed = k->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(k->seed >> 33) % count;
}

static IrType tensor_type(Maker *k, int rank, const int64_t *sizes, const int64_t *strides) {
    const ShExpr *shape[IR_MAX_RANK], *steps[IR_MAX_RANK];
    for (int d = 0; d < rank; d++) {
        shape[d] = sh_const(k->graph->shapes, sizes[d]);
        steps[d] = strides ? sh_const(k->graph->shapes, strides[d]) : NULL;
    }
    return ir_tensor_type(k->graph, DT_F32, rank, shape, strides ? steps : NULL);
}

static IrType square(Maker *k) { return tensor_type(k, 2, (const int64_t[]){2, 3}, NULL); }

static IrNode *any(Maker *k, const Pool *pool) { return pool->data[pick(k, pool->len)]; }

/* Nodes are made without hash-consing, so that cse has something to join. */
static IrNode *make(IrRegion *region, IrOp op, IrType type, IrNode *const *inputs, uint32_t count, const int64_t *ints,
                    uint32_t int_count) {
    IrNode *node = ir_make(
        region,
        &(IrSpec){
            .op = op, .type = type, .input_count = count, .inputs = inputs, .int_count = int_count, .ints = ints});
    vec_push(region->graph->arena, &region->nodes, node);
    return node;
}

static IrNode *make1(IrRegion *region, IrOp op, IrType type, IrNode *a) {
    return make(region, op, type, &a, 1, NULL, 0);
}

static IrNode *constant(Maker *k, IrRegion *region) {
    static const double numbers[] = {0.0, -0.0, 1.0, 2.0, 3.0, 0.5, -1.0, -2.0, 4.0, 0.25, INFINITY};
    return ir_const_float(region, numbers[pick(k, COUNT_OF(numbers))]);
}

/* A round trip through another shape: its parts are what the rules on views match. */
static IrNode *round_trip(Maker *k, IrRegion *region, IrNode *x) {
    const int64_t swap[2] = {1, 0}, front[1] = {0};
    IrType turned = tensor_type(k, 2, (const int64_t[]){3, 2}, (const int64_t[]){1, 3});
    IrType line = tensor_type(k, 1, (const int64_t[]){6}, NULL),
           block = tensor_type(k, 3, (const int64_t[]){1, 2, 3}, NULL);
    IrNode *inner;
    switch (pick(k, 3)) {
    case 0:
        inner = make(region, OP_PERMUTE, turned, &x, 1, swap, 2);
        return make(region, OP_PERMUTE, square(k), &inner, 1, swap, 2);
    case 1:
        inner = make1(region, OP_RESHAPE, line, x);
        return make1(region, OP_RESHAPE, square(k), inner);
    default:
        inner = make(region, OP_UNSQUEEZE, block, &x, 1, front, 1);
        return make(region, OP_SQUEEZE, square(k), &inner, 1, front, 1);
    }
}

static IrNode *random_point(Maker *k, IrRegion *region, const Pool *pool) {
    static const IrOp unary[] = {OP_NEG, OP_ABS, OP_FLOOR, OP_CEIL, OP_CLONE, OP_CAST};
    static const IrOp binary[] = {OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_MAXIMUM, OP_POW};
    IrNode *a = any(k, pool), *inputs[3] = {a, any(k, pool), any(k, pool)};
    switch (pick(k, 5)) {
    case 0:
        return make1(region, unary[pick(k, COUNT_OF(unary))], square(k), a);
    case 1:
        inputs[1] = constant(k, region);
        return make(region, binary[pick(k, COUNT_OF(binary))], square(k), inputs, 2, NULL, 0);
    case 2:
        return make(region, binary[pick(k, 5)], square(k), inputs, 2, NULL, 0);
    case 3: {
        IrType mask = square(k);
        mask.dtype = DT_BOOL;
        inputs[0] = pick(k, 3) ? make(region, OP_LT, mask, inputs, 2, NULL, 0) : ir_const_bool(region, pick(k, 2));
        return make(region, OP_WHERE, square(k), inputs, 3, NULL, 0);
    }
    default:
        return round_trip(k, region, a);
    }
}

static void fill(Maker *k, IrRegion *region, Pool *pool, int count, int depth);

static IrNode *flow_result(Maker *k, IrRegion *region, IrNode *flow) {
    const int64_t first = 0;
    return make(region, OP_RESULT, square(k), &flow, 1, &first, 1);
}

static void yield(Maker *k, IrRegion *region, const Pool *pool) {
    IrNode *last = any(k, pool);
    make1(region, OP_YIELD, (IrType){0}, last);
}

static IrNode *random_flow(Maker *k, IrRegion *region, const Pool *pool, int depth) {
    bool loop = pick(k, 2);
    const ShExpr *times = sh_const(k->graph->shapes, pick(k, 3));
    IrNode *input = loop ? any(k, pool) : k->flag;
    IrRegion *regions[2] = {ir_region_new(k->graph, NULL), ir_region_new(k->graph, NULL)};
    for (int r = 0; r < (loop ? 1 : 2); r++) {
        Pool inner = {0};
        for (uint32_t i = 0; i < pool->len; i++)
            vec_push(k->arena, &inner, pool->data[i]);
        if (loop) {
            ir_param(regions[r], ir_scalar_type(IRT_INT));
            vec_push(k->arena, &inner, ir_param(regions[r], square(k)));
        }
        fill(k, regions[r], &inner, 4, depth - 1);
        yield(k, regions[r], &inner);
    }
    IrNode *flow = ir_make(region, &(IrSpec){.op = loop ? OP_FOR : OP_IF,
                                             .input_count = 1,
                                             .inputs = &input,
                                             .expr_count = loop,
                                             .exprs = &times,
                                             .region_count = loop ? 1 : 2,
                                             .regions = regions});
    vec_push(k->arena, &region->nodes, flow);
    return flow_result(k, region, flow);
}

static void fill(Maker *k, IrRegion *region, Pool *pool, int count, int depth) {
    for (int i = 0; i < count; i++) {
        IrNode *node =
            depth > 0 && pick(k, 6) == 0 ? random_flow(k, region, pool, depth) : random_point(k, region, pool);
        vec_push(k->arena, pool, node);
    }
}

static IrGraph *random_graph(Arena *arena, uint64_t seed) {
    Maker k = {.arena = arena, .seed = seed * 104729 + 7};
    Pool pool = {0};
    k.graph = ir_graph_new(arena, sh_context_new(arena), str_of("r"), (Span){0});
    for (int i = 0; i < 2; i++)
        vec_push(arena, &pool, ir_input(k.graph, square(&k), NULL, NULL));
    k.flag = ir_input(k.graph, ir_scalar_type(IRT_BOOL), NULL, NULL);
    fill(&k, k.graph->body, &pool, 14, 2);
    IrNode *outputs[2] = {any(&k, &pool), any(&k, &pool)};
    IrNode *total =
        make(k.graph->body, OP_SUM, tensor_type(&k, 0, NULL, NULL), &outputs[1], 1, (const int64_t[]){0, 1}, 2);
    outputs[1] = total;
    make(k.graph->body, OP_RETURN, (IrType){0}, outputs, 2, NULL, 0);
    return k.graph;
}

/* ---- the test ------------------------------------------------------------------------------------------------------
 */

static bool same_bits(double a, double b) { return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0; }

static const char *text_of(const IrGraph *graph) {
    Buf out = {0};
    ir_print(&out, graph, false);
    return out.data;
}

Test(passes_random, values_are_kept) {
    static const Data inputs[2][3] = {
        {{{0.0, -0.0, 1.5, INFINITY, -INFINITY, NAN}}, {{-3.25, 2.0, 1e-45f, -1e38f, 0.1f, -0.0}}, {{1}}},
        {{{-1.0, 2.0, 3.0, 1e30f, -7.5, 0.3f}}, {{0.0, NAN, 4.0, -0.5, 1.0, 8.0}}, {{0}}},
    };
    uint32_t removed = 0;
    for (uint64_t seed = 0; seed < 500; seed++) {
        Arena *arena = arena_new();
        IrGraph *graph = random_graph(arena, seed);
        const char *wrong = ir_verify(graph, 3), *before = text_of(graph);
        cr_assert_null(wrong, "%s\n%s", wrong, before);
        Machine was[2], now;
        for (int k = 0; k < 2; k++)
            run_graph(&was[k], graph, arena, inputs[k]);
        uint32_t count = graph->next_id;
        ir_run_passes(graph, &(PassOptions){.verify_level = 3});
        removed += count - graph->next_id;
        const char *after = text_of(graph);
        for (int k = 0; k < 2; k++) {
            run_graph(&now, graph, arena, inputs[k]);
            for (uint32_t r = 0; r < now.returned_count; r++)
                for (int i = 0; i < MAX_ELEMENTS; i++)
                    cr_assert(same_bits(was[k].returned[r].at[i], now.returned[r].at[i]),
                              "seed %d: output %u is %g, was %g\n%s\n%s", (int)seed, r, now.returned[r].at[i],
                              was[k].returned[r].at[i], before, after);
        }
        arena_free(arena);
    }
    cr_expect_gt(removed, 1000, "the passes removed only %u nodes", removed);
}
