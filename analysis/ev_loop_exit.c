/* Leaving a loop of unknown length early: break and return on conditions that only run time knows.
 *
 * Inside such a loop a break goes on with the next iteration, having set a flag that the loop's test asks for, so that
 * the paths of an iteration merge at its end as ever. A return does the same with a flag of its own; its expression is
 * evaluated behind the loop, where all is as it was at the return statement: nothing runs in between, as a return out
 * of a `with` or `try` of the loop's body is not taken this way. What inner loops have counted, which would have no
 * value behind this one had they not run, is kept for it. Flags, index and what is kept are slots of an object of the
 * heap, and are carried by the loop as any other that its body changes.
 *
 * Where the first iteration leaves the loop, variables may still have the function's arguments, which are other objects
 * than what later iterations make of them. So if what the loop leaves is to be returned, that iteration's ways out each
 * go on by themselves to the end of the function, and the loop begins with what it has made itself. */
#include "analysis/ev_loop.h"

static Str stop_name(void) { return str_of("stop"); }
static Str index_name(void) { return str_of("index of a loop"); } /* no variable of a program's */
static Str return_name(uint32_t k) { return str_format("return %u", k); }
static Str kept_name(const AstNode *target) { return str_format("kept %s", target->u.Name.id); }

typedef struct Exits {
    Arena *arena;
    NodeList returns, targets; /* of loops in the body */
    bool raises;               /* exceptions go to a try statement of the function, as returns go to its end */
    int depth;                 /* inner loops around the node */
    bool breaks;
} Exits;

static void note_targets(AstNode *target, Exits *exits) {
    if (target->kind == AST_Name)
        vec_push(exits->arena, &exits->targets, target);
    for (uint32_t i = 0; target->kind == AST_Tuple && i < target->u.Tuple.elts.len; i++)
        note_targets(target->u.Tuple.elts.items[i], exits);
}

static void find_exits(AstNode *node, void *data) {
    Exits *exits = data;
    switch (node->kind) {
    case AST_FunctionDef:
    case AST_AsyncFunctionDef:
    case AST_ClassDef:
    case AST_Lambda:
        return;
    case AST_Break:
        exits->breaks = exits->breaks || exits->depth == 0;
        return;
    case AST_Raise:
        if (exits->raises && node->u.Raise.exc)
            vec_push(exits->arena, &exits->returns, node);
        return;
    case AST_Return:
        vec_push(exits->arena, &exits->returns, node);
        return;
    case AST_For:
    case AST_While: {
        const AstList *body = ast_loop_body(node), *orelse = ast_loop_orelse(node);
        if (node->kind == AST_For)
            note_targets(node->u.For.target, exits);
        exits->depth++;
        for (uint32_t i = 0; i < body->len; i++)
            find_exits(body->items[i], exits);
        exits->depth--;
        for (uint32_t i = 0; i < orelse->len; i++)
            find_exits(orelse->items[i], exits);
        return;
    }
    default:
        ast_each_child(node, find_exits, data);
    }
}

typedef struct Naming {
    Str name;
    bool found;
} Naming;

static void find_name(AstNode *node, void *data) {
    Naming *naming = data;
    naming->found = naming->found || (node->kind == AST_Name && node->u.Name.id == naming->name);
    ast_each_child(node, find_name, data);
}

static bool names(const AstNode *node, Str name) {
    Naming naming = {name, false};
    find_name((AstNode *)(uintptr_t)node, &naming);
    return naming.found;
}

/* Targets of inner loops that have a value by the return statement alone: behind this loop, one of an inner loop that
 * may not have run has none. */
static NodeList kept_targets(Ev *ev, const Exits *exits) {
    NodeList kept = {0};
    for (uint32_t i = 0; i < exits->targets.len; i++) {
        Str name = exits->targets.data[i]->u.Name.id;
        bool is_named = false;
        for (uint32_t k = 0; k < exits->returns.len; k++)
            is_named = is_named || names(exits->returns.data[k], name);
        for (uint32_t k = 0; k < kept.len; k++)
            is_named = is_named && kept.data[k]->u.Name.id != name;
        const Value *before = heap_get(ev->heap, ev->frame->scope, name);
        if (is_named && (!before || (before->kind == V_UNKNOWN && !before->source)))
            vec_push(ev->arena, &kept, exits->targets.data[i]);
    }
    return kept;
}

LoopControl *ev_loop_control(Ev *ev, const AstList *body, bool always) {
    Exits exits = {.arena = ev->arena, .raises = ev->frame->catches && !ev->in_driver};
    for (uint32_t i = 0; i < body->len; i++)
        find_exits(body->items[i], &exits);
    if (!exits.breaks && !exits.returns.len && !always)
        return NULL;
    LoopControl *control = arena_new_of(ev->arena, LoopControl);
    control->returns = exits.returns;
    control->kept = kept_targets(ev, &exits);
    control->lost = arena_array(ev->arena, bool, control->kept.len);
    control->blocks = ev->frame->blocks;
    control->modes = ev->frame->modes;
    control->object = heap_make(ev->heap, OBJ_SCOPE, 0, NULL);
    heap_set(ev->heap, control->object, index_name(), ev_int(ev, 0));
    ev_control_enter(ev, control);
    return control;
}

bool ev_is_control_index(const Carried *c) { return c->kind == OBJ_SCOPE && c->slot.name == index_name(); }

void ev_control_enter(Ev *ev, const LoopControl *control) {
    heap_set(ev->heap, control->object, stop_name(), ev_bool(ev, false));
    for (uint32_t k = 0; k < control->returns.len; k++)
        heap_set(ev->heap, control->object, return_name(k), ev_bool(ev, false));
    for (uint32_t k = 0; k < control->kept.len; k++)
        heap_set(ev->heap, control->object, kept_name(control->kept.data[k]), ev_int(ev, 0));
}

const ShExpr *ev_control_index(Ev *ev, const LoopControl *control) {
    const ShExpr *index = NULL;
    ev_as_expr(ev, heap_get(ev->heap, control->object, index_name()), &index);
    return index;
}

void ev_control_advance(Ev *ev, const LoopControl *control) {
    const ShExpr *next = sh_add(ev->shapes, ev_control_index(ev, control), sh_const(ev->shapes, 1));
    heap_set(ev->heap, control->object, index_name(), ev_int_expr(ev, next));
}

IrNode *ev_control_test(Ev *ev, const LoopControl *control, IrNode *test, Span span) {
    const IrType type = ir_scalar_type(IRT_BOOL);
    IrNode *stop = ev_scalar_node(ev, heap_get(ev->heap, control->object, stop_name()));
    return ir_binary(ev->region, OP_AND, type, ir_unary(ev->region, OP_NOT, type, stop, span), test, span);
}

/* Do the ways out of this iteration go on by themselves, and is no with or try of the loop's body around? */
static bool leaves_apart(const Frame *frame) {
    const Behind *behind = frame->behind;
    return behind && behind->blocks == frame->blocks && behind->modes == frame->modes;
}

/* What follows the loop, or the iteration, to the end of the function. */
static Exec run_behind(Ev *ev, const Rest *rest) {
    Frame *frame = ev->frame, saved = *frame;
    frame->control = NULL;
    frame->behind = saved.behind->outer;
    frame->in_iteration = false;
    Exec how = ev_exec_rest(ev, rest);
    frame->control = saved.control;
    frame->behind = saved.behind;
    frame->in_iteration = saved.in_iteration;
    return how;
}

static void stop_after(Ev *ev, const LoopControl *control) {
    heap_set(ev->heap, control->object, stop_name(), ev_bool(ev, true));
}

Exec ev_control_break(Ev *ev) {
    const LoopControl *control = ev->frame->control;
    if (leaves_apart(ev->frame))
        return run_behind(ev, ev->frame->behind->rest);
    if (!control)
        return EX_BREAK;
    stop_after(ev, control);
    return EX_CONTINUE;
}

Exec ev_control_continue(Ev *ev) {
    const Behind *behind = ev->frame->behind;
    return behind && behind->iterations && leaves_apart(ev->frame) ? run_behind(ev, behind->iterations) : EX_CONTINUE;
}

/* Is the expression the same whatever modes of torch are set? */
static bool computes_nothing(const AstNode *expr) {
    if (!expr || expr->kind == AST_Name || expr->kind == AST_Constant)
        return true;
    for (uint32_t i = 0; expr->kind == AST_Tuple && i < expr->u.Tuple.elts.len; i++)
        if (!computes_nothing(expr->u.Tuple.elts.items[i]))
            return false;
    return expr->kind == AST_Tuple;
}

static bool raises_items(const LoopControl *control, const AstNode *target) {
    bool found = false;
    for (uint32_t i = 0; target->kind == AST_Tuple && i < target->u.Tuple.elts.len; i++)
        found = found || raises_items(control, target->u.Tuple.elts.items[i]);
    for (uint32_t k = 0; control && target->kind == AST_Name && k < control->returns.len; k++) {
        const AstNode *node = control->returns.data[k];
        found = found || (node->kind == AST_Raise && names(node, target->u.Name.id));
    }
    return found;
}

bool ev_control_raises(const LoopControl *control) {
    for (uint32_t k = 0; control && k < control->returns.len; k++)
        if (control->returns.data[k]->kind == AST_Raise)
            return true;
    return false;
}

/* In a try statement the two ways are merged before the exception is made, and where no iteration ran there is no item.
 */
bool ev_control_assume_items(Ev *ev, const Loop *loop, ShTruth *runs) {
    bool is_likely = sh_hint(loop->count, 1) > 0 && !sh_is_computed(loop->count);
    if (!is_likely || !raises_items(loop->control, loop->node->u.For.target))
        return true;
    *runs = SH_YES;
    return ev_assume_compare(ev, SH_LT, sh_const(ev->shapes, 0), loop->count, loop->span);
}

static void keep_targets(Ev *ev, const LoopControl *control, const AstNode *node) {
    for (uint32_t k = 0; k < control->kept.len; k++) {
        const AstNode *target = control->kept.data[k];
        if (!names(node, target->u.Name.id))
            continue;
        const Value *value = heap_get(ev->heap, ev->frame->scope, target->u.Name.id);
        if (value && value->kind == V_INT)
            heap_set(ev->heap, control->object, kept_name(target), value);
        else
            control->lost[k] = true;
    }
}

bool ev_control_return(Ev *ev, const AstNode *node) {
    const LoopControl *control = ev->frame->control;
    if (!control || leaves_apart(ev->frame) || control->blocks != ev->frame->blocks ||
        (control->modes != ev->frame->modes && (node->kind == AST_Raise || !computes_nothing(node->u.Return.value))))
        return false;
    for (uint32_t k = 0; k < control->returns.len; k++)
        if (control->returns.data[k] == node) {
            heap_set(ev->heap, control->object, return_name(k), ev_bool(ev, true));
            keep_targets(ev, control, node);
            stop_after(ev, control);
            return true;
        }
    return false;
}

/* ---- behind the loop -----------------------------------------------------------------------------------------------
 */

static Exec does_nothing(Ev *ev, const void *data) {
    (void)ev, (void)data;
    return EX_NEXT;
}

typedef struct Way {
    const LoopControl *control;
    const AstNode *node;
} Way;

static Exec returns_now(Ev *ev, const void *data) {
    const Way *way = data;
    for (uint32_t k = 0; k < way->control->kept.len; k++) {
        const AstNode *target = way->control->kept.data[k];
        if (!way->control->lost[k] && names(way->node, target->u.Name.id))
            heap_set(ev->heap, ev->frame->scope, target->u.Name.id,
                     heap_get(ev->heap, way->control->object, kept_name(target)));
    }
    return ev_exec(ev, way->node);
}
static Exec runs_else(Ev *ev, const void *data) { return ev_exec_block(ev, data); }

Exec ev_control_finish(Ev *ev, const LoopControl *control, const AstList *orelse) {
    const Value *stop = heap_get(ev->heap, control->object, stop_name());
    for (uint32_t k = 0; k < control->returns.len; k++) {
        const AstNode *node = control->returns.data[k];
        const Value *flag = heap_get(ev->heap, control->object, return_name(k));
        const Way way = {control, node};
        if (flag->kind == V_BOOL && flag->u.boolean)
            return returns_now(ev, &way);
        Exec how =
            flag->kind == V_BOOL ? EX_NEXT : ev_branch_with(ev, flag, returns_now, does_nothing, &way, node->span);
        if (how != EX_NEXT)
            return how;
    }
    if (!orelse->len)
        return EX_NEXT;
    if (stop->kind == V_BOOL)
        return stop->u.boolean ? EX_NEXT : ev_exec_block(ev, orelse);
    return ev_branch_with(ev, stop, does_nothing, runs_else, orelse, orelse->items[0]->span);
}
