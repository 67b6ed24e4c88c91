/* Ints that a loop only makes larger (`i += n` in a while loop): they are at least what they were before it, so that
 * slices by them count from the start. The program's text says which these may be, and each round whether they are. */
#include "analysis/ev_loop.h"

static bool is_name(const AstNode *node, Str name) { return node->kind == AST_Name && node->u.Name.id == name; }

/* `name += ...` or `name = name + ...`, in every iteration. */
static bool adds_to(const AstNode *statement, Str name) {
    if (statement->kind == AST_AugAssign)
        return statement->u.AugAssign.op == AST_Add && is_name(statement->u.AugAssign.target, name);
    if (statement->kind != AST_Assign || statement->u.Assign.targets.len != 1 ||
        !is_name(statement->u.Assign.targets.items[0], name))
        return false;
    const AstNode *value = statement->u.Assign.value;
    return value->kind == AST_BinOp && value->u.BinOp.op == AST_Add && is_name(value->u.BinOp.left, name);
}

static bool may_rise(const Loop *loop, const Carried *c) {
    int64_t least, most;
    if (!loop->test || c->kind != OBJ_SCOPE || !c->slot.name || !c->before || c->before->kind != V_INT)
        return false;
    sh_range(c->before->u.expr, &least, &most);
    for (uint32_t i = 0; least >= 0 && i < loop->body->len; i++)
        if (adds_to(loop->body->items[i], c->slot.name))
            return true;
    return false;
}

void ev_loop_guess_rise(const Loop *loop, Carried *c) {
    if (c->rise == RISE_UNASKED)
        c->rise = may_rise(loop, c) ? RISES : RISES_NOT;
}

void ev_loop_note_found(Ev *ev, Carried *c) {
    const Value *found = c->rise == RISES ? ev_carry_now(ev, c) : NULL;
    c->found = found && found->kind == V_INT ? found->u.expr : NULL;
}

/* What is added is at least 0, or is assumed to be, as the example of the call has it. */
static bool rises(Ev *ev, const Loop *loop, const Carried *c) {
    const Value *now = ev_carry_now(ev, c);
    if (!c->found || !now || now->kind != V_INT)
        return false;
    const ShExpr *zero = sh_const(ev->shapes, 0), *added = sh_sub(ev->shapes, now->u.expr, c->found);
    return sh_compare(ev->shapes, SH_LE, zero, added) == SH_YES ||
           (!sh_is_computed(added) && sh_hint(added, -1) >= 0 && ev_assume_compare(ev, SH_LE, zero, added, loop->span));
}

bool ev_loop_rises_otherwise(Ev *ev, Loop *loop) {
    bool otherwise = false;
    for (uint32_t i = 0; i < loop->carried.len; i++) {
        Carried *c = &loop->carried.data[i];
        if (c->local || c->rise != RISES || rises(ev, loop, c))
            continue;
        c->rise = RISES_NOT;
        otherwise = true;
    }
    return otherwise;
}
