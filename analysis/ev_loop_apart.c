/* Loops over a few known items whose iterations go on by themselves.
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
    const AstList *body = ast_loop_body(loop->node), *orelse = ast_loop_orelse(loop->node);
    Exec how = EX_NEXT;
    for (uint32_t i = next; i < loop->count && (how == EX_NEXT || how == EX_CONTINUE); i++) {
        Rest rest = {.loop = loop, .next = i + 1, .outer = loop->behind.rest};
        Behind behind = loop->behind;
        behind.iterations = &rest;
        loop->running->next = i + 1;
        if (!ev_step(ev, loop->node->span) || !ev_assign(ev, loop->node->u.For.target, loop->items[i]))
            return EX_FAIL;
        frame->rest = &rest;
        frame->behind = &behind;
        how = ev_exec_tail(ev, body->items, body->len);
        frame->rest = rest.outer;
        frame->behind = behind.outer;
    }
    if (how == EX_NEXT || how == EX_CONTINUE)
        return ev_exec_tail(ev, orelse->items, orelse->len);
    return how == EX_BREAK ? EX_NEXT : how;
}

Exec ev_run_apart(Ev *ev, const AstNode *node, const Value **items, RunningLoop *running) {
    ApartLoop loop = {node, items, running->count, running, ev_behind_loop(ev->frame)};
    uint32_t first = ev->frame->forks.len;
    Exec how = ev_apart_from(ev, &loop, 0);
    for (uint32_t i = first; i < ev->frame->forks.len && how != EX_FAIL; i++) {
        if (ev->frame->forks.data[i].kind != EX_RETURN) {
            ev_fail(ev, D_LOOP, node->span, "a path leaves a loop out of a with or try block");
            return EX_FAIL;
        }
    }
    return how;
}
