/* Which nodes are used, by whom it matters as an object, and which ones give symbols their values.
 *
 * A node is a value; a tensor in Python is an object too. Joining two equal tensors, or putting a tensor in the place
 * of an equal copy, changes what the program can see only where the tensor, or a view of it, leaves the graph: those
 * escape. */
#include "analysis/passes.h"

static bool makes_new_tensor(IrOp op) {
    return op == OP_CLONE || op == OP_CAT || ir_is_gather(op) || op == OP_INSERT || op == OP_INDEX_PUT;
}

bool pass_is_alias(IrOp op) { return ir_op_info[op].cls == CLS_VIEW && !makes_new_tensor(op); }

void pass_visit_type_symbols(const IrType *type, void (*visit)(void *env, const ShSymbol *), void *env) {
    for (int i = 0; i < type->rank; i++) {
        sh_visit_symbols(type->shape[i], visit, env);
        if (type->strides)
            sh_visit_symbols(type->strides[i], visit, env);
    }
}

void pass_visit_symbols(const IrNode *node, void (*visit)(void *env, const ShSymbol *), void *env) {
    pass_visit_type_symbols(&node->type, visit, env);
    for (uint32_t i = 0; i < node->expr_count; i++)
        sh_visit_symbols(node->exprs[i], visit, env);
    for (uint32_t i = 0; i < node->aten_count; i++)
        for (uint32_t k = 0; node->aten[i].kind == ATEN_INTS && k < node->aten[i].count; k++)
            sh_visit_symbols(node->aten[i].exprs[k], visit, env);
    for (uint32_t r = 0; r < node->region_count; r++)
        for (uint32_t i = 0; i < node->regions[r]->params.len; i++)
            pass_visit_type_symbols(&node->regions[r]->params.data[i]->type, visit, env);
}

static void mark(Map *map, const IrNode *node) { map_put(map, MAP_KEY(node), map); }

static void mark_origin(void *env, const ShSymbol *symbol) {
    PassUses *uses = env;
    if (symbol->origin_kind == SH_FROM_NODE && symbol->origin)
        mark(&uses->origins, symbol->origin);
}

/* Does this use let the operand out as an object? */
static bool lets_out(const PassUses *uses, const IrNode *user) {
    switch (ir_op_info[user->op].cls) {
    case CLS_EFFECT:
        return user->op == OP_RETURN || user->op == OP_YIELD || user->op == OP_STORE;
    case CLS_FLOW:
    case CLS_ATEN:
        return true;
    case CLS_VIEW:
        return pass_is_alias(user->op) && map_get(&uses->escapes, MAP_KEY(user));
    default:
        return false;
    }
}

/* Backwards, so that a view's own fate is known before that of what it views. */
static void collect_region(PassUses *uses, const IrRegion *region) {
    for (uint32_t i = region->nodes.len; i-- > 0;) {
        const IrNode *node = region->nodes.data[i];
        for (uint32_t r = 0; r < node->region_count; r++)
            collect_region(uses, node->regions[r]);
        pass_visit_symbols(node, mark_origin, uses);
        for (uint32_t k = 0; k < node->input_count; k++) {
            uint64_t key = MAP_KEY(node->inputs[k]);
            map_put(&uses->users, key, (void *)((uintptr_t)map_get(&uses->users, key) + 1));
            if (lets_out(uses, node))
                mark(&uses->escapes, node->inputs[k]);
        }
    }
}

void pass_collect_uses(PassUses *uses, Arena *arena, const IrGraph *graph) {
    map_init(&uses->users, arena);
    map_init(&uses->escapes, arena);
    map_init(&uses->origins, arena);
    collect_region(uses, graph->body);
}
