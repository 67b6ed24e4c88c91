/* Reading through indices: which elements of the indices and of the table an element of the result needs. Before
 * anything is read through indices, all of them are compared with the size of what is indexed; the check is made of
 * graph nodes, so that it is scheduled and compiled as everything else. */
#include "codegen/schedule_internal.h"

/* The first index operand, and the first int that names an indexed dimension. */
static uint32_t first_index(const IrNode *node) { return node->op == OP_INDEX_PUT ? 2 : 1; }
static uint32_t first_dim(const IrNode *node) { return node->op == OP_INDEX_PUT ? 3 : 2; }
static bool has_dims(const IrNode *node) { return node->op == OP_INDEX || node->op == OP_INDEX_PUT; }

/* Dimension `dim` of the table is read by this index operand (counted from 0), or -1. */
static int index_of_dim(const IrNode *node, int dim) {
    switch (node->op) {
    case OP_EMBEDDING:
        return dim == 0 ? 0 : -1;
    case OP_GATHER:
        return dim == node->ints[0] ? 0 : -1;
    default:
        for (uint32_t k = first_dim(node); k < node->int_count; k++)
            if (node->ints[k] == dim)
                return (int)(k - first_dim(node));
        return -1;
    }
}

/* Where the dimensions of the indices lie in the result, and how many they are. */
static void index_dims(const IrNode *node, int *position, int *common) {
    *position = has_dims(node) ? (int)node->ints[0] : 0;
    *common = 0;
    for (uint32_t k = first_index(node); k < node->input_count; k++)
        *common = node->inputs[k]->type.rank > *common ? node->inputs[k]->type.rank : *common;
}

void sched_gathered(const Schedule *s, const IrNode *node, const Index *at, const ShExpr **rows, Index *indices,
                    Index *table) {
    ShContext *cx = s->graph->shapes;
    int position, common;
    index_dims(node, &position, &common);
    uint32_t first = first_index(node);
    for (uint32_t k = 0; k + first < node->input_count; k++) {
        const IrType *type = &node->inputs[k + first]->type;
        int from = position + common - type->rank; /* right-aligned in what the indices have in common */
        rows[k] = sh_symbol(cx, str_of("row"), 0, INT64_MAX, -1, SH_FROM_NODE, NULL, 0);
        indices[k] = (Index){.rank = type->rank};
        for (int d = 0; d < type->rank; d++)
            indices[k].at[d] = sh_is_value(type->shape[d], 1) ? sh_const(cx, 0) : at->at[from + d];
    }
    *table = (Index){.rank = node->inputs[0]->type.rank};
    int next = 0;
    for (int d = 0; d < table->rank; d++) {
        int index = index_of_dim(node, d);
        if (node->op != OP_GATHER && next == position)
            next += common;
        table->at[d] = index >= 0 ? rows[index] : at->at[node->op == OP_GATHER ? d : next++];
    }
}

/* ---- checks ------------------------------------------------------------------------------------------------------ */

typedef struct Inserter {
    IrRegion *region;
    uint32_t at;
    Span span;
} Inserter;

static IrNode *insert(Inserter *in, const IrSpec *spec) { return sched_insert(in->region, in->at++, spec); }

static IrNode *binary(Inserter *in, IrOp op, IrType type, IrNode *a, IrNode *b) {
    IrNode *inputs[] = {a, b};
    return insert(in, &(IrSpec){.op = op, .type = type, .input_count = 2, .inputs = inputs, .span = in->span});
}

static void check_indices(Inserter *in, IrNode *indices, const ShExpr *size, bool is_signed) {
    IrGraph *graph = in->region->graph;
    const ShExpr *zero = sh_const(graph->shapes, 0), *least = is_signed ? sh_sub(graph->shapes, zero, size) : zero;
    int64_t dims[IR_MAX_RANK];
    for (int d = 0; d < indices->type.rank; d++)
        dims[d] = d;
    IrType truth = indices->type, one = ir_tensor_type(graph, DT_BOOL, 0, NULL, NULL);
    truth.dtype = DT_BOOL;
    truth.strides = NULL;
    IrType integer = ir_scalar_type(IRT_INT);
    IrNode *first =
        insert(in, &(IrSpec){.op = OP_SIZE, .type = integer, .expr_count = 1, .exprs = &least, .span = in->span});
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

static void find_data_size(void *env, const ShSymbol *symbol) {
    *(bool *)env |= symbol->origin_kind == SH_FROM_NODE && symbol->origin;
}

/* Indices are checked as soon as they are there, so that kernels of what comes after them can read through them. */
static uint32_t place_of_check(const IrRegion *region, uint32_t position, const IrNode *indices, const ShExpr *size) {
    bool decided_by_data = false;
    sh_visit_symbols(size, find_data_size, &decided_by_data);
    if (decided_by_data)
        return position;
    while (position > 0 && region->nodes.data[position - 1] != indices &&
           region->nodes.data[position - 1]->region_count == 0)
        position--;
    return position;
}

static bool is_constant(const IrNode *node, int64_t value) {
    return node->op == OP_CONST && node->type.kind == IRT_INT && node->ints[0] == value;
}

/* Are these indices into a dimension of this size by what they are: 0, 1, 2, ... or where a largest element is? */
static bool is_in_range(ShContext *cx, const IrNode *indices, const ShExpr *size) {
    while (ir_is_view(indices) || indices->op == OP_CLONE)
        indices = indices->inputs[0];
    if (indices->op == OP_ARANGE)
        return is_constant(indices->inputs[0], 0) && is_constant(indices->inputs[1], 1) &&
               sh_compare(cx, SH_LE, indices->type.shape[0], size) == SH_YES;
    if (indices->op == OP_ARGMAX || indices->op == OP_ARGMIN)
        return indices->int_count == 1 &&
               sh_compare(cx, SH_LE, indices->inputs[0]->type.shape[indices->ints[0]], size) == SH_YES;
    return false;
}

static void prepare_region(IrRegion *region) {
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        IrNode *node = region->nodes.data[i];
        for (uint32_t r = 0; r < node->region_count; r++)
            prepare_region(node->regions[r]);
        bool is_read = ir_is_gather(node->op) || node->op == OP_INDEX_PUT;
        if (!is_read || (has_dims(node) && node->ints[1] == BOUNDS_KNOWN))
            continue;
        const IrType *table = &node->inputs[0]->type;
        for (int d = 0; d < table->rank; d++) {
            int index = index_of_dim(node, d);
            if (index < 0)
                continue;
            IrNode *indices = node->inputs[(uint32_t)index + first_index(node)];
            if (is_in_range(region->graph->shapes, indices, table->shape[d]))
                continue;
            uint32_t before = region->nodes.len;
            Inserter in = {region, place_of_check(region, i, indices, table->shape[d]), node->span};
            check_indices(&in, indices, table->shape[d], has_dims(node) && node->ints[1] == BOUNDS_SIGNED);
            i += region->nodes.len - before;
        }
    }
}

/* ---- checks of numbers that the data decide ---------------------------------------------------------------------- */
static uint32_t position_of(const IrRegion *region, const IrNode *node) {
    for (uint32_t i = 0; i < region->nodes.len; i++)
        if (region->nodes.data[i] == node)
            return i;
    return UINT32_MAX;
}

/* Known from the arguments, whenever it is asked for. */
static bool is_plain_number(const IrNode *node) { return node->op == OP_SIZE || node->op == OP_CONST; }

typedef struct Known {
    const IrRegion *region;
    uint32_t at;
    bool all;
} Known;

static void visit_known(void *env, const ShSymbol *symbol) {
    Known *known = env;
    if (symbol->origin_kind != SH_FROM_NODE || !symbol->origin)
        return;
    uint32_t position = position_of(known->region, ir_origin(known->region->graph, symbol));
    known->all = known->all && (position == UINT32_MAX || position < known->at);
}

/* Is it a plain number, and all that it is made of there before the node at `at`? */
static bool is_known_at(const IrRegion *region, const IrNode *node, uint32_t at) {
    Known known = {region, at, is_plain_number(node)};
    for (uint32_t i = 0; known.all && i < node->expr_count; i++)
        sh_visit_symbols(node->exprs[i], visit_known, &known);
    return known.all;
}

/* A number that has to equal a size, of which it is younger, is compared as soon as it is there: types that mention it
 * were rewritten with the size, and are right only if it does. */
static void hoist_checks(IrRegion *region) {
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        IrNode *miss = region->nodes.data[i];
        for (uint32_t r = 0; r < miss->region_count; r++)
            hoist_checks(miss->regions[r]);
        IrNode *fails = miss->op == OP_MISS_IF ? miss->inputs[0] : NULL;
        IrNode *compared = fails && fails->op == OP_NOT ? fails->inputs[0] : fails;
        if (!compared || (compared->op != OP_EQ && compared->op != OP_NE) || compared->inputs[0]->type.kind != IRT_INT)
            continue;
        bool first = is_plain_number(compared->inputs[0]);
        IrNode *number = compared->inputs[first], *size = compared->inputs[!first];
        uint32_t at = position_of(region, number);
        if (at == UINT32_MAX || is_plain_number(number) || !is_known_at(region, size, at))
            continue;
        IrNode *chain[] = {size, compared, fails, miss};
        for (size_t k = 0; k < COUNT_OF(chain); k++) {
            uint32_t from = position_of(region, chain[k]);
            if (from != UINT32_MAX && from > at)
                sched_move_up(region, from, ++at);
        }
    }
}

void sched_prepare_gathers(Schedule *s) {
    hoist_checks(s->graph->body);
    prepare_region(s->graph->body);
}
