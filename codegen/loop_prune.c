/* Removes declarations of what nothing reads, what is assigned to it, and then what only they read: lowering binds
 * sizes and scalars before it knows whether a kernel needs them. Of a value with an effect the effect stays. */
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

static LpVar *target_of(const LpStmt *s) {
    return s->kind == LPS_ASSIGN && s->args[0]->kind == LPE_VAR ? s->args[0]->var : NULL;
}

static void clear_var(LpVar *var) { var->reads = var->writes = 0; }

/* Of what is declared here: pruning asks for no other. */
static void clear_reads(const LpBlock *block) {
    for (uint32_t i = 0; i < block->items.len; i++) {
        const LpStmt *s = block->items.data[i];
        if (s->var)
            clear_var(s->var);
        clear_reads(&s->body);
        clear_reads(&s->other);
    }
}

static void count_reads(const LpBlock *block) {
    for (uint32_t i = 0; i < block->items.len; i++) {
        const LpStmt *s = block->items.data[i];
        LpVar *target = target_of(s);
        if (target)
            target->writes++;
        for (size_t a = target ? 1 : 0; a < COUNT_OF(s->args); a++)
            if (s->args[a])
                add_reads(s->args[a], 1);
        for (uint32_t r = 0; r < s->reduction_count; r++)
            s->reductions[r].var->reads++;
        count_reads(&s->body);
        count_reads(&s->other);
    }
}

/* What an unread variable would be given is computed for its effect alone. False: it has none. */
static bool keep_effect(LpStmt *s, LpExpr *value) {
    if (!value || !has_effect(value))
        return false;
    s->kind = LPS_EXPR;
    s->var = NULL;
    s->args[0] = value;
    s->args[1] = NULL;
    return true;
}

/* Is the statement needed? */
static bool stays(LpStmt *s) {
    LpVar *target = target_of(s);
    LpExpr *value = target ? s->args[1] : s->args[0];
    bool is_unread = target ? target->reads == 0 : s->kind == LPS_DECL && !s->var->reads && !s->var->writes;
    if (!is_unread)
        return true;
    if (target)
        target->writes--;
    if (keep_effect(s, value))
        return true;
    if (value)
        add_reads(value, -1);
    return false;
}

/* From the last statement to the first: what reads a variable comes after its declaration. */
static void prune_block(LpBlock *block) {
    uint32_t kept = block->items.len;
    for (uint32_t i = block->items.len; i-- > 0;) {
        LpStmt *s = block->items.data[i];
        prune_block(&s->other);
        prune_block(&s->body);
        if (stays(s))
            block->items.data[--kept] = s;
    }
    for (uint32_t i = kept; i < block->items.len; i++)
        block->items.data[i - kept] = block->items.data[i];
    block->items.len -= kept;
}

void lp_prune(LpFunction *function) {
    for (uint32_t i = 0; i < function->params.len; i++)
        clear_var(function->params.data[i]);
    clear_reads(&function->body);
    count_reads(&function->body);
    prune_block(&function->body);
}
