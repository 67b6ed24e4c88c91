/* Checks of loop IR: every variable is declared before it is used, once, in a block around the use; names are unique in
 * a function; operands have the types that their operation needs; what is written may be written. */
#include "codegen/loop.h"

typedef struct Verify {
    Arena *arena;
    const LpFunction *function;
    VEC(LpVar *) scope;
    Map names;
    const char *wrong;
} Verify;

static void fail(Verify *v, const char *what, const char *name) {
    if (!v->wrong)
        v->wrong = arena_printf(v->arena, "%s: %s '%s'", v->function->name, what, name);
}

static bool in_scope(const Verify *v, const LpVar *var) {
    return var->place < v->scope.len && v->scope.data[var->place] == var;
}

static bool is_number(LpType type) { return type.pointer == 0 && lp_base_info[type.base].cls != 'O'; }

static void check_expr(Verify *v, const LpExpr *e) {
    for (uint32_t i = 0; i < e->arg_count; i++)
        check_expr(v, e->args[i]);
    switch (e->kind) {
    case LPE_VAR:
        if (!in_scope(v, e->var))
            fail(v, "use of an undeclared variable", e->var->name);
        return;
    case LPE_BINARY: {
        LpType a = e->args[0]->type, b = e->args[1]->type;
        bool mixed = is_number(a) && is_number(b) && lp_base_info[a.base].cls == 'F' &&
                     lp_base_info[b.base].cls == 'F' && a.base != b.base;
        if (mixed || (a.pointer != 0) != (b.pointer != 0))
            fail(v, "operands of different types for", lp_operator_info[e->op].spelling);
        return;
    }
    case LPE_LOAD:
        if (e->args[0]->type.pointer == 0)
            fail(v, "load through", "a value that is no pointer");
        return;
    case LPE_SELECT:
        if (e->args[1]->type.base != e->args[2]->type.base)
            fail(v, "choice between", "different types");
        return;
    default:
        return;
    }
}

static void declare(Verify *v, LpVar *var) {
    if (in_scope(v, var))
        fail(v, "second declaration of", var->name);
    const LpVar *other = map_get(&v->names, MAP_KEY(var->name));
    if (other && other != var)
        fail(v, "two variables are named", var->name);
    map_put(&v->names, MAP_KEY(var->name), var);
    var->place = v->scope.len;
    vec_push(v->arena, &v->scope, var);
}

static void check_assign(Verify *v, const LpStmt *s) {
    const LpExpr *target = s->args[0];
    if (target->kind == LPE_VAR && !target->var->is_mutable)
        fail(v, "assignment to the constant", target->var->name);
    if (target->kind == LPE_LOAD && target->args[0]->type.is_const)
        fail(v, "write through a pointer that only reads", "const");
    if (target->kind != LPE_VAR && target->kind != LPE_LOAD)
        fail(v, "assignment to", "a value");
}

static void check_block(Verify *v, const LpBlock *block);

static void check_stmt(Verify *v, const LpStmt *s) {
    if (s->kind == LPS_SPLIT) {
        check_expr(v, s->args[0]);
        check_expr(v, s->args[2]);
        declare(v, s->parts);
        uint32_t mark = v->scope.len;
        declare(v, s->part);
        declare(v, s->var);
        declare(v, s->last);
        check_expr(v, s->args[1]);
        v->scope.len = mark;
        return;
    }
    for (size_t a = 0; a < COUNT_OF(s->args); a++)
        if (s->args[a])
            check_expr(v, s->args[a]);
    if (s->kind == LPS_DECL)
        declare(v, s->var);
    if (s->kind == LPS_ASSIGN)
        check_assign(v, s);
    uint32_t mark = v->scope.len;
    if (s->kind == LPS_FOR)
        declare(v, s->var);
    check_block(v, &s->body);
    v->scope.len = mark;
    check_block(v, &s->other);
    v->scope.len = mark;
}

static void check_block(Verify *v, const LpBlock *block) {
    for (uint32_t i = 0; i < block->items.len; i++)
        check_stmt(v, block->items.data[i]);
}

const char *lp_verify(Arena *arena, const LpModule *module) {
    for (uint32_t i = 0; i < module->functions.len; i++) {
        Verify v = {.arena = arena, .function = module->functions.data[i]};
        map_init(&v.names, arena);
        for (uint32_t p = 0; p < v.function->params.len; p++)
            declare(&v, v.function->params.data[p]);
        check_block(&v, &v.function->body);
        if (v.wrong)
            return v.wrong;
    }
    return NULL;
}
