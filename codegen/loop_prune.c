/* Removes declarations that nothing reads, and then those that only they read. Only declarations without effects go:
 * lowering binds sizes and scalars before it knows whether a kernel needs them. */
#include "codegen/loop.h"

#include <string.h>

static bool has_effect(const LpExpr *e) {
    static const char *const pure[] = {"rt_numel",        "rt_len",           "rt_min_i64", "rt_max_i64",
                                       "rt_floordiv_i64", "rt_remainder_i64", "rt_exact"};
    bool effect = e->kind == LPE_CALL;
    for (size_t i = 0; effect && i < COUNT_OF(pure); i++)
        effect = strcmp(pure[i], e->text) != 0;
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

/* ---- how often each variable is read, kept in the variables -------------------------------------------------------
 */
static void add_reads(const LpExpr *e, int by) {
    if (e->kind == LPE_VAR)
        e->var->reads += by;
    for (uint32_t i = 0; i < e->arg_count; i++)
        add_reads(e->args[i], by);
}

/* Of what is declared here: pruning asks for no other. */
static void clear_reads(const LpBlock *block) {
    for (uint32_t i = 0; i < block->items.len; i++) {
        const LpStmt *s = block->items.data[i];
        if (s->var)
            s->var->reads = 0;
        clear_reads(&s->body);
        clear_reads(&s->other);
    }
}

static void count_reads(const LpBlock *block) {
    for (uint32_t i = 0; i < block->items.len; i++) {
        const LpStmt *s = block->items.data[i];
        for (size_t a = 0; a < COUNT_OF(s->args); a++)
            if (s->args[a])
                add_reads(s->args[a], 1);
        count_reads(&s->body);
        count_reads(&s->other);
    }
}

/* From the last statement to the first: what reads a variable comes after its declaration. */
static void prune_block(LpBlock *block) {
    uint32_t kept = block->items.len;
    for (uint32_t i = block->items.len; i-- > 0;) {
        LpStmt *s = block->items.data[i];
        prune_block(&s->other);
        prune_block(&s->body);
        bool is_unread = s->kind == LPS_DECL && s->var->reads == 0;
        if (!is_unread || (s->args[0] && has_effect(s->args[0])))
            block->items.data[--kept] = s;
        else if (s->args[0])
            add_reads(s->args[0], -1);
    }
    for (uint32_t i = kept; i < block->items.len; i++)
        block->items.data[i - kept] = block->items.data[i];
    block->items.len -= kept;
}

void lp_prune(LpFunction *function) {
    clear_reads(&function->body);
    count_reads(&function->body);
    prune_block(&function->body);
}
