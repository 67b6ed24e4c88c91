/* Loops that compute with angles near zero first.
 *
 * The sine of any number needs digits of 1/pi that depend on its exponent: gathers from a table take more than half of
 * the time. For angles near zero (rt_is_far_f32 says which are not) the run time has functions that gather nothing. A
 * loop that can run twice runs with those and notes whether an angle was far; if one was, it runs again with functions
 * for all angles. It can run twice where what it writes is none of what it reads; sums and the like start again from
 * what they were. A test in the loop would do as well, but keeps compilers from making vectors of it. */
#include "codegen/lower_kernel.h"

#include <string.h>

typedef struct Near {
    Kernel *k;
    LpVar *far;            /* set once an angle was far; NULL: where the loop is written for all angles */
    const LpStmt *loop;    /* that runs twice */
    VEC(LpVar *) declared; /* in the loop */
} Near;

/* A function, its form for angles near zero, and the one for all angles whose results agree with that. */
typedef struct Forms {
    const char *plain, *near, *all;
} Forms;

static const Forms *forms_of(const LpExpr *e) {
    static const Forms forms[] = {
        {"rt_sin_f32", "rt_sin_near_f32", "rt_sin_all_f32"}, {"rt_cos_f32", "rt_cos_near_f32", "rt_cos_all_f32"},
        {"rt_tan_f32", "rt_tan_near_f32", "rt_tan_f32"},     {"rt_sin_f64", "rt_sin_near_f64", "rt_sin_all_f64"},
        {"rt_cos_f64", "rt_cos_near_f64", "rt_cos_all_f64"},
    };
    for (size_t i = 0; e->kind == LPE_CALL && i < COUNT_OF(forms); i++)
        if (!strcmp(e->text, forms[i].plain))
            return &forms[i];
    return NULL;
}

static bool expr_has_angles(const LpExpr *e) {
    bool found = forms_of(e);
    for (uint32_t i = 0; i < e->arg_count && !found; i++)
        found = expr_has_angles(e->args[i]);
    return found;
}

static bool has_angles(const LpBlock *block) {
    bool found = false;
    for (uint32_t i = 0; i < block->items.len && !found; i++) {
        const LpStmt *s = block->items.data[i];
        for (size_t a = 0; a < COUNT_OF(s->args) && !found; a++)
            found = s->args[a] && expr_has_angles(s->args[a]);
        found = found || has_angles(&s->body) || has_angles(&s->other);
    }
    return found;
}

/* ---- may the loop run twice? ------------------------------------------------------------------------------------- */
static bool is_declared(const Near *near, const LpVar *var) {
    for (uint32_t i = 0; i < near->declared.len; i++)
        if (near->declared.data[i] == var)
            return true;
    return false;
}

static bool is_reduced(const LpStmt *loop, const LpVar *var) {
    for (uint32_t i = 0; i < loop->reduction_count; i++)
        if (loop->reductions[i].var == var)
            return true;
    return false;
}

static bool expr_loads_from(const LpExpr *e, const LpVar *pointer) {
    if (e->kind == LPE_LOAD && e->args[0]->kind == LPE_VAR && e->args[0]->var == pointer)
        return true;
    for (uint32_t i = 0; i < e->arg_count; i++)
        if (expr_loads_from(e->args[i], pointer))
            return true;
    return false;
}

static bool block_loads_from(const LpBlock *block, const LpVar *pointer) {
    for (uint32_t i = 0; i < block->items.len; i++) {
        const LpStmt *s = block->items.data[i];
        for (size_t a = s->kind == LPS_ASSIGN ? 1 : 0; a < COUNT_OF(s->args); a++)
            if (s->args[a] && expr_loads_from(s->args[a], pointer))
                return true;
        if (block_loads_from(&s->body, pointer) || block_loads_from(&s->other, pointer))
            return true;
    }
    return false;
}

/* What is assigned is a variable of the loop's own, one of its reductions, or memory that the loop does not read. */
static bool can_assign_twice(const Near *near, const LpExpr *target) {
    if (target->kind == LPE_VAR)
        return is_declared(near, target->var) || is_reduced(near->loop, target->var);
    const LpExpr *pointer = target->args[0];
    return target->kind == LPE_LOAD && pointer->kind == LPE_VAR && pointer->type.is_restrict &&
           !block_loads_from(&near->loop->body, pointer->var);
}

static bool block_can_run_twice(Near *near, const LpBlock *block) {
    for (uint32_t i = 0; i < block->items.len; i++) {
        const LpStmt *s = block->items.data[i];
        if (s->kind == LPS_DECL)
            vec_push(near->k->l->scratch, &near->declared, s->var);
        else if (s->kind == LPS_ASSIGN ? !can_assign_twice(near, s->args[0]) : s->kind != LPS_IF)
            return false;
        if (!block_can_run_twice(near, &s->body) || !block_can_run_twice(near, &s->other))
            return false;
    }
    return true;
}

/* ---- the two loops ------------------------------------------------------------------------------- */
static LpVar *new_var(Kernel *k, const char *name, LpType type, bool is_mutable) {
    LpVar *var = arena_new_of(k->arena, LpVar);
    *var = (LpVar){.name = names_unique(&k->names, name), .type = type, .is_mutable = is_mutable};
    return var;
}

static void note_far(Near *near, LpBlock *to, LpExpr *angle, Span span) {
    Arena *a = near->k->arena;
    LpExpr *far = lp_var(a, near->far);
    LpExpr *beyond =
        lp_call(a, lp_type(LPT_BOOL), angle->type.base == LPT_F32 ? "rt_is_far_f32" : "rt_is_far_f64", LP_ARGS(angle));
    lp_assign(a, to, far, lp_binary(a, LPO_BITOR, far, beyond), span);
}

/* The form of a call for angles near zero, and before the statement that it belongs to: was this one? */
static LpExpr *near_call(Near *near, LpBlock *to, const LpExpr *call, LpExpr *angle, Span span) {
    Arena *a = near->k->arena;
    if (angle->kind != LPE_VAR) {
        LpVar *var = new_var(near->k, "angle", angle->type, false);
        lp_decl(a, to, var, angle, span);
        angle = lp_var(a, var);
    }
    note_far(near, to, angle, span);
    return lp_call(a, call->type, forms_of(call)->near, 1, &angle);
}

static LpExpr *rewritten(Near *near, LpBlock *to, LpExpr *e, Span span) {
    Arena *a = near->k->arena;
    LpExpr **args = arena_array(a, LpExpr *, e->arg_count + 1);
    bool changed = false;
    for (uint32_t i = 0; i < e->arg_count; i++) {
        args[i] = rewritten(near, to, e->args[i], span);
        changed = changed || args[i] != e->args[i];
    }
    if (forms_of(e))
        return near->far ? near_call(near, to, e, args[0], span) : lp_call(a, e->type, forms_of(e)->all, 1, args);
    if (!changed)
        return e;
    LpExpr *copy = arena_copy(a, e, sizeof *e);
    copy->args = args;
    return copy;
}

static void rewrite_block(Near *near, LpBlock *to, const LpBlock *from) {
    for (uint32_t i = 0; i < from->items.len; i++) {
        const LpStmt *s = from->items.data[i];
        LpStmt *copy = arena_copy(near->k->arena, s, sizeof *s);
        for (size_t a = 0; a < COUNT_OF(s->args); a++)
            if (s->args[a])
                copy->args[a] = rewritten(near, to, s->args[a], s->span);
        copy->body = copy->other = (LpBlock){0};
        rewrite_block(near, &copy->body, &s->body);
        rewrite_block(near, &copy->other, &s->other);
        vec_push(near->k->arena, &to->items, copy);
    }
}

static LpStmt *rewritten_loop(Near *near) {
    LpStmt *copy = arena_copy(near->k->arena, near->loop, sizeof *near->loop);
    copy->body = (LpBlock){0};
    rewrite_block(near, &copy->body, &near->loop->body);
    return copy;
}

static void add_reduction(Arena *arena, LpStmt *loop, LpReduction reduction) {
    LpReduction *all = arena_array(arena, LpReduction, loop->reduction_count + 1);
    for (uint32_t i = 0; i < loop->reduction_count; i++)
        all[i] = loop->reductions[i];
    all[loop->reduction_count++] = reduction;
    loop->reductions = all;
}

/* What goes to the place of a loop that can run twice. */
static void run_twice(Near *near, LpBlock *to) {
    Kernel *k = near->k;
    Arena *a = k->arena;
    const LpStmt *loop = near->loop;
    LpExpr *no = lp_cast(a, lp_type(LPT_I32), lp_int(a, 0));
    LpVar *far = new_var(k, "far", lp_type(LPT_I32), true);
    lp_decl(a, to, far, no, loop->span);
    LpVar **before = arena_array(a, LpVar *, loop->reduction_count + 1);
    for (uint32_t i = 0; i < loop->reduction_count; i++) {
        before[i] = new_var(k, "before", loop->reductions[i].var->type, false);
        lp_decl(a, to, before[i], lp_var(a, loop->reductions[i].var), loop->span);
    }
    near->far = far;
    LpStmt *first = rewritten_loop(near);
    add_reduction(a, first, (LpReduction){LPR_ANY, far});
    vec_push(a, &to->items, first);
    LpStmt *again = lp_stmt(a, to, LPS_IF, loop->span);
    again->args[0] = lp_binary(a, LPO_NE, lp_var(a, far), no);
    for (uint32_t i = 0; i < loop->reduction_count; i++)
        lp_assign(a, &again->body, lp_var(a, loop->reductions[i].var), lp_var(a, before[i]), loop->span);
    near->far = NULL;
    vec_push(a, &again->body.items, rewritten_loop(near));
}

static void near_loops(Kernel *k, LpBlock *block) {
    LpBlock result = {0};
    for (uint32_t i = 0; i < block->items.len; i++) {
        LpStmt *s = block->items.data[i];
        Near near = {.k = k, .loop = s};
        if (s->kind == LPS_FOR && s->simd && has_angles(&s->body) && block_can_run_twice(&near, &s->body)) {
            run_twice(&near, &result);
            continue;
        }
        near_loops(k, &s->body);
        near_loops(k, &s->other);
        vec_push(k->arena, &result.items, s);
    }
    *block = result;
}

void kernel_near_angles(Kernel *k, LpFunction *fn) {
    if (has_angles(&fn->body))
        near_loops(k, &fn->body);
}
