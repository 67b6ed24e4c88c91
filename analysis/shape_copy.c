/* Symbolic integers in another context. Nothing that the two have is shared, but for what symbols of inputs come from:
 * while one thread goes on with the one, another may use the other. */
#include "analysis/shape_internal.h"

static const ShSymbol *copy_symbol(ShCopier *copier, const ShSymbol *symbol) {
    ShContext *to = copier->to;
    ShSymbol *copy = arena_copy(to->arena, symbol, sizeof *symbol);
    if (symbol->origin_kind == SH_FROM_NODE && symbol->origin)
        copy->origin = copier->origin(copier->env, symbol->origin);
    if (symbol->origin_kind == SH_FROM_SUM)
        copy->origin = sh_copy(copier, symbol->origin);
    if (symbol->below)
        copy->below = sh_copy(copier, symbol->below);
    map_put(&to->names, MAP_KEY(copy->name), copy);
    return copy;
}

const ShExpr *sh_copy(ShCopier *copier, const ShExpr *e) {
    ShNode *node = sh_node(e);
    if (node->copy_round == copier->from->copy_round)
        return node->copy;
    const ShExpr *few[8],
        **args = e->count <= COUNT_OF(few) ? few : arena_array(copier->to->arena, const ShExpr *, e->count);
    for (uint32_t i = 0; i < e->count; i++)
        args[i] = sh_copy(copier, e->args[i]);
    const ShSymbol *symbol = e->symbol ? copy_symbol(copier, e->symbol) : NULL;
    node->copy = sh_intern(copier->to, e->op, e->value, symbol, args, e->count, node->raw);
    node->copy_round = copier->from->copy_round;
    return node->copy;
}

void sh_copy_begin(ShCopier *copier) {
    if (copier->from->scopes.len)
        ICE("a copy of what is known in a loop");
    copier->from->copy_round++;
    copier->to->next_symbol = copier->from->next_symbol;
    sh_copy_assumptions(copier);
}
