/* Loops of a few known iterations which go on by themselves.
 *
 * Where a branch in an iteration leaves what cannot be merged (an input or a new tensor that is returned, values of two
 * types), each side evaluates what is left of the iteration, the iterations that follow, and what follows the loop, to
 * the end of the function: to Rest, the iterations are one more thing that follows. `continue` and `break` are that
 * with fewer statements. A loop is evaluated so once merging its paths has failed, as there may be a path for each way
 * through it. */
#include "analysis/ev_loop.h"

/* More iterations would make more paths than there may be. */
enum { MAX_APART = 8 };

static const void *apart_key(const AstNode *node) { return (const char *)ast_loop_body(node) + 1; }

/* One in an iteration of another loop can once that loop's iterations do. */
const void *ev_apart_place(const Ev *ev, const AstNode *node, uint32_t count) {
    const Frame *frame = ev->frame;
    if (!frame->can_fork || count > MAX_APART)
        return NULL;
    return !frame->in_iteration ? apart_key(node) : frame->loops ? frame->loops->apart : NULL;
}

bool ev_goes_apart(const Ev *ev, const RunningLoop *running) {
    return !ev->frame->in_iteration && running->apart && ev_wants_fork(ev, running->apart);
}

Behind ev_behind_loop(const Frame *frame) {
    return (Behind){frame->rest, NULL, frame->blocks, frame->modes, frame->behind};
}

Exec ev_apart_from(Ev *ev, const ApartLoop *loop, uint32_t next) {
    Frame *frame = ev->frame;
    const AstNode *node = loop->running->node;
    const AstList *body = ast_loop_body(node), *orelse = ast_loop_orelse(node);
    Exec how = EX_NEXT;
    for (uint32_t i = next; how == EX_NEXT || how == EX_CONTINUE; i++) {
        Rest rest = {.loop = loop, .next = i + 1, .outer = loop->behind.rest};
        Behind behind = loop->behind;
        behind.iterations = &rest;
        const Value *item;
        Step step = ev_loop_item(ev, loop->running, i, &item);
        if (step == STEP_END)
            return ev_exec_tail(ev, orelse->items, orelse->len);
        if (step == STEP_ITEM && i == MAX_APART)
            ev_fail(ev, D_LIMIT, node->span, "more than %d iterations, each on paths of its own", MAX_APART);
        if (ev->fail.kind || (node->kind == AST_For && !ev_assign(ev, node->u.For.target, item)))
            return EX_FAIL;
        frame->rest = &rest;
        frame->behind = &behind;
        how = ev_exec_tail(ev, body->items, body->len);
        frame->rest = rest.outer;
        frame->behind = behind.outer;
    }
    return how == EX_BREAK ? EX_NEXT : how;
}

Exec ev_run_apart(Ev *ev, RunningLoop *running) {
    ApartLoop loop = {running, ev_behind_loop(ev->frame)};
    uint32_t first = ev->frame->forks.len;
    Exec how = ev_apart_from(ev, &loop, 0);
    for (uint32_t i = first; i < ev->frame->forks.len && how != EX_FAIL; i++) {
        if (ev->frame->forks.data[i].kind != EX_RETURN) {
            ev_fail(ev, D_LOOP, running->node->span, "a path leaves a loop out of a with or try block");
            return EX_FAIL;
        }
    }
    return how;
}
