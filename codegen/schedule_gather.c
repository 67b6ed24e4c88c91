/* Checks of indices: before an embedding or gather reads through its indices, all of them are compared with the size of
 * what is indexed. The check is made of graph nodes, so that it is scheduled and compiled as everything else. */
#include "codegen/schedule_internal.h"

typedef struct Inserter {
    IrRegion *region;
    uint32_t at;
    Span span;
} Inserter;

static IrNode *insert(Inserter *in, const IrSpec *spec) {
    IrNode *node = ir_make(in->region, spec);
    ir_append(in->region, node);
    for (uint32_t i = in->region->nodes.len - 1; i > in->at; i--)
        in->region->nodes.data[i] = in->region->nodes.data[i - 1];
    in->region->nodes.data[in->at++] = node;
    return node;
}

static IrNode *binary(Inserter *in, IrOp op, IrType type, IrNode *a, IrNode *b) {
    IrNode *inputs[] = {a, b};
    return insert(in, &(IrSpec){.op = op, .type = type, .input_count = 2, .inputs = inputs, .span = in->span});
}

static void check_indices(Inserter *in, IrNode *indices, const ShExpr *size) {
    IrGraph *graph = in->region->graph;
    int64_t zero = 0, dims[IR_MAX_RANK];
    for (int d = 0; d < indices->type.rank; d++)
        dims[d] = d;
    IrType truth = indices->type, one = ir_tensor_type(graph, DT_BOOL, 0, NULL, NULL);
    truth.dtype = DT_BOOL;
    truth.strides = NULL;
    IrType integer = ir_scalar_type(IRT_INT);
    IrNode *first =
        insert(in, &(IrSpec){.op = OP_CONST, .type = integer, .int_count = 1, .ints = &zero, .span = in->span});
    IrNode *limit =
        insert(in, &(IrSpec){.op = OP_SIZE, .type = integer, .expr_count = 1, .exprs = &size, .span = in->span});
    IrNode *below = binary(in, OP_LT, truth, indices, first), *beyond = binary(in, OP_GE, truth, indices, limit);
    IrNode *bad = binary(in, OP_OR, truth, below, beyond);
    IrNode *any = insert(in, &(IrSpec){.op = OP_ANY,
                                       .type = one,
                                       .input_count = 1,
                                       .inputs = &bad,
                                       .int_count = (uint32_t)indices->type.rank,
                                       .ints = dims,
                                       .span = in->span});
    IrNode *item = insert(
        in,
        &(IrSpec){.op = OP_ITEM, .type = ir_scalar_type(IRT_BOOL), .input_count = 1, .inputs = &any, .span = in->span});
    insert(in, &(IrSpec){.op = OP_MISS_IF,
                         .input_count = 1,
                         .inputs = &item,
                         .text = str_of("an index is out of range"),
                         .span = in->span});
}

static void prepare_region(IrRegion *region) {
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        IrNode *node = region->nodes.data[i];
        for (uint32_t r = 0; r < node->region_count; r++)
            prepare_region(node->regions[r]);
        if (node->op != OP_EMBEDDING && node->op != OP_GATHER)
            continue;
        Inserter in = {region, i, node->span};
        int dim = node->op == OP_GATHER ? (int)node->ints[0] : 0;
        check_indices(&in, node->inputs[1], node->inputs[0]->type.shape[dim]);
        i = in.at;
    }
}

void sched_prepare_gathers(Schedule *s) { prepare_region(s->graph->body); }
