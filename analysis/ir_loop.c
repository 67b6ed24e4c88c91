/* Sizes of what a loop carries, where they rest on parameters of its body: how they begin, and how they go on. And of
 * what a branch gives, where they rest on its other results. */
#include "analysis/ir.h"

enum { MAX_PARAMS = 8 }; /* that one size rests on */

typedef struct Params {
    const IrRegion *region;
    const ShExpr *symbols[MAX_PARAMS];
    uint32_t count; /* MAX_PARAMS: there may be more */
} Params;

static bool is_of(const ShExpr *e, const IrRegion *region) {
    return e->op == SH_SYM && ir_is_of_iteration(e->symbol) && ((const IrNode *)e->symbol->origin)->parent == region;
}

static void find_params(Params *found, const ShExpr *e) {
    bool known = !is_of(e, found->region);
    for (uint32_t i = 0; i < found->count; i++)
        known |= found->symbols[i] == e;
    if (!known && found->count < MAX_PARAMS)
        found->symbols[found->count++] = e;
    for (uint32_t i = 0; i < e->count; i++)
        find_params(found, e->args[i]);
}

/* The int as an expression; NULL: it is none. */
static const ShExpr *expr_of(const IrNode *node) {
    if (node->op == OP_CONST && node->type.kind == IRT_INT)
        return sh_const(node->parent->graph->shapes, node->ints[0]);
    return node->op == OP_SIZE ? node->exprs[0] : NULL;
}

/* What takes the place of the symbol of a parameter. */
static const ShExpr *in_its_place(const IrNode *loop, const IrNode *yield, const ShExpr *symbol) {
    ShContext *cx = loop->parent->graph->shapes;
    uint32_t index = (uint32_t)((const IrNode *)symbol->symbol->origin)->ints[0], counters = loop->op == OP_FOR;
    if (index < counters)
        return yield ? sh_add(cx, symbol, sh_const(cx, 1)) : sh_const(cx, 0);
    return expr_of((yield ? yield : loop)->inputs[index - counters]);
}

const ShExpr *ir_loop_size(const IrNode *loop, const IrRegion *region, const IrNode *yield, const ShExpr *size) {
    Params params = {.region = region};
    find_params(&params, size);
    for (uint32_t i = 0; i < params.count && size; i++) {
        const ShExpr *symbol = params.symbols[i], *by = in_its_place(loop, yield, symbol);
        Params others = {.region = region};
        if (by)
            find_params(&others, by);
        bool apart = params.count == 1 || others.count == 0 || (others.count == 1 && others.symbols[0] == symbol);
        size = by && apart ? sh_substitute(region->graph->shapes, size, symbol, by) : NULL;
    }
    return params.count < MAX_PARAMS ? size : NULL;
}

const ShExpr *ir_side_size(const IrNode *branch, const IrNode *yield, const ShExpr *size) {
    const IrNode *origin =
        size->op == SH_SYM && size->symbol->origin_kind == SH_FROM_NODE ? size->symbol->origin : NULL;
    const ShExpr *side = origin && origin->op == OP_RESULT && origin->inputs[0] == branch
                             ? expr_of(yield->inputs[origin->ints[0]])
                             : NULL;
    return side ? side : size;
}
