/* Removes declarations that nothing reads, again and again until all that is left is read. Only declarations without
 * effects go: lowering binds sizes and scalars before it knows whether a kernel needs them. */
#include "codegen/loop.h"

static bool has_effect(const LpExpr *e) {
    static const char *const pure[] = {"rt_numel",        "rt_len",           "rt_min_i64", "rt_max_i64",
                                       "rt_floordiv_i64", "rt_remainder_i64", "rt_exact"};
    bool effect = e->kind == LPE_CALL;
    for (size_t i = 0; effect && i < COUNT_OF(pure); i++)
        effect = str_of(pure[i]) != e->text;
    for (uint32_t i = 0; i < e->arg_count; i++)
        effect = effect || has_effect(e->args[i]);
    return effect;
}

static bool expr_reads(const LpExpr *e, const LpVar *var) {
    if (!e)
        return false;
    if (e->kind == LPE_VAR)
        return e->var == var;
    for (uint32_t i = 0; i < e->arg_count; i++)
        if (expr_reads(e->args[i], var))
            return true;
    return false;
}

static bool block_reads(const LpBlock *block, const LpVar *var) {
    for (uint32_t i = 0; i < block->items.len; i++) {
        const LpStmt *s = block->items.data[i];
        for (size_t a = 0; a < COUNT_OF(s->args); a++)
            if (expr_reads(s->args[a], var))
                return true;
        if (block_reads(&s->body, var) || block_reads(&s->other, var))
            return true;
    }
    return false;
}

bool lp_reads(const LpFunction *function, const LpVar *var) { return block_reads(&function->body, var); }

static bool prune_block(LpBlock *block, const LpFunction *function) {
    bool any = false;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < block->items.len; i++) {
        LpStmt *s = block->items.data[i];
        any = prune_block(&s->body, function) || any;
        any = prune_block(&s->other, function) || any;
        bool plain = s->kind == LPS_DECL && (!s->args[0] || !has_effect(s->args[0]));
        if (plain && !block_reads(&function->body, s->var)) {
            any = true;
            continue;
        }
        block->items.data[kept++] = s;
    }
    block->items.len = kept;
    return any;
}

void lp_prune(LpFunction *function) {
    while (prune_block(&function->body, function))
        ;
}
