/* Pointwise kernels that write the parts of complex numbers, one after the other, to real memory, while they compute
 * the numbers themselves: rotary embeddings in half precision are so. Their last loop would compute each number twice
 * and choose a part by the parity of its counter. It counts numbers instead, and writes both parts of each. */
#include "codegen/lower_kernel.h"

typedef struct Search {
    const Kernel *k;
    const ShExpr *symbol; /* of the last loop */
    bool found;
} Search;

static void visit_part(void *env, const IrNode *node, const Index *at) {
    Search *search = env;
    if (node->op != OP_AS_REAL)
        return;
    const Schedule *s = search->k->l->s;
    Index inner = index_of_operand(search->k->cx, node, 0, at), place;
    const IrNode *base = sched_memory(s, node->inputs[0], &inner, &place);
    if (base->op == OP_INPUT || sched_root(s, base))
        return;
    const ShExpr *part = at->at[at->rank - 1];
    search->found =
        search->found || sh_substitute(search->k->cx, part, search->symbol, sh_const(search->k->cx, 0)) != part;
}

static void search_value(Search *search, const IrNode *value, const Index *at) {
    const Schedule *s = search->k->l->s;
    visit_part(search, value, at);
    if (!sched_root(s, value) && value->op != OP_INPUT)
        sched_walk(s, value, at, visit_part, search);
}

static bool writes_parts(Kernel *k, const ShExpr *symbol) {
    const Group *g = k->group;
    const Schedule *s = k->l->s;
    Search search = {.k = k, .symbol = symbol};
    if (g->write) {
        Index at;
        const IrNode *value = sched_written(s, g, &k->full, &at);
        search_value(&search, value, &at);
        return search.found;
    }
    for (uint32_t i = 0; i < g->roots.len; i++) {
        Index at = kernel_index(k, &g->roots.data[i]->canonical);
        sched_walk(s, g->roots.data[i]->node, &at, visit_part, &search);
    }
    return search.found;
}

void kernel_plan_pairs(Kernel *k) {
    if (k->group->kind != GROUP_POINT || k->loop_count == 0 || k->square_count > 0)
        return;
    KernelLoop *last = &k->loops[k->loop_count - 1];
    const ShExpr *count = sh_exact_quotient(k->cx, last->size, sh_const(k->cx, 2));
    if (!count || !writes_parts(k, last->symbol))
        return;
    k->paired = last->symbol;
    last->symbol = k->pair = sh_counter(k->cx, IR_MAX_RANK, count);
    last->size = count;
    kernel_set_part(k, 0);
}

const ShExpr *kernel_unpaired(const Kernel *k, const ShExpr *e) {
    const ShExpr *two = sh_const(k->cx, 2), *part = sh_const(k->cx, k->pair_part);
    return sh_substitute(k->cx, e, k->paired, sh_add(k->cx, sh_mul(k->cx, k->pair, two), part));
}
