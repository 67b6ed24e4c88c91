/* Running the body of an entry, or of a segment of one, and ending its paths. */
#include "analysis/ev_internal.h"
#include "analysis/exemplar.h"

/* ---- bodies
 * -------------------------------------------------------------------------------------------------------------- */

static const Value *live_outs(Ev *ev, EntryBody *body) {
    body->out_values = arena_array(ev->arena, const Value *, body->out_count);
    for (uint32_t i = 0; i < body->out_count; i++) {
        const Value *value = heap_get(ev->heap, ev->frame->scope, body->outs[i]);
        if (!value)
            return ev_fail(ev, D_UNKNOWN_VALUE, ev->frame->call_span, "'%s' is not bound on every path", body->outs[i]);
        body->out_values[i] = value;
    }
    return body->out_count == 1 ? body->out_values[0] : ev_tuple(ev, body->out_values, body->out_count);
}

/* What the variables hold after a statement. */
static void note_left(const Ev *ev, Map *left, const AstNode *statement) {
    const HeapContent *scope = heap_content(ev->heap, ev->frame->scope);
    LeftValues values = {arena_copy(ev->arena, scope->slots, scope->count * sizeof *scope->slots), scope->count};
    map_put(left, MAP_KEY(statement), arena_copy(ev->arena, &values, sizeof values));
}

Exec ev_glance(Ev *ev, const AstNode *statement, Exec status) {
    if (!ev->frame->is_entry)
        return status;
    if (status == EX_FAIL && ev_may_skip(ev, statement)) {
        ev_skip_statement(ev, statement);
        status = EX_NEXT;
    }
    if (status != EX_NEXT)
        return status;
    note_left(ev, ev->glanced, statement);
    const LeftValues *values = map_get(ev->glanced, MAP_KEY(statement));
    for (uint32_t i = 0; i < values->count; i++)
        values->slots[i].value = exemplar_lasting(ev, values->slots[i].value);
    return status;
}

static bool run_statements(Ev *ev, EntryBody *body, Exec *status) {
    *status = EX_NEXT;
    for (uint32_t i = 0; i < body->statement_count && *status == EX_NEXT; i++) {
        body->failed_statement = i;
        ev->graph->statement = body->statements[i]->span.begin;
        Rest rest = {.items = body->statements + i + 1, .count = body->statement_count - i - 1};
        ev->frame->call_span = body->statements[i]->span;
        ev->frame->rest = &rest;
        ev->frame->can_fork = !body->is_segment && !body->merges_only;
        *status = ev_exec_split(ev, body->statements[i]);
        ev->frame->rest = NULL;
        if (body->left && *status == EX_NEXT)
            note_left(ev, body->left, body->statements[i]);
    }
    if (*status == EX_FAIL)
        ev_take_last_fork(ev);
    if (*status == EX_BREAK || *status == EX_CONTINUE)
        ev_fail(ev, D_LOOP, ev->frame->call_span, "a '%s' of a loop around the segment",
                *status == EX_BREAK ? "break" : "continue");
    return *status == EX_NEXT || *status == EX_RETURN;
}

void ev_blame(EntryBody *body, uint32_t at) {
    for (uint32_t i = 0; i < body->statement_count; i++)
        if (at >= body->statements[i]->span.begin && at < body->statements[i]->span.end)
            body->failed_statement = i;
}

static const Value *left_in(const EntryBody *body, uint32_t at, Str name) {
    const LeftValues *left = body->left ? map_get(body->left, MAP_KEY(body->statements[at])) : NULL;
    for (uint32_t i = 0; left && i < left->count; i++)
        if (left->slots[i].name == name)
            return left->slots[i].value;
    return NULL;
}

/* A segment's variables cannot be handed over together: that is a matter of the statement that gives the first of these
 * its value that cannot with those before it. */
static void blame_out(Ev *ev, EntryBody *body) {
    const Fail fail = ev->fail;
    for (uint32_t i = 0; i < body->out_count; i++) {
        uint32_t at = body->statement_count - 1;
        while (at > 0 && left_in(body, at - 1, body->outs[i]) == body->out_values[i])
            at--;
        ev_clear_fail(ev);
        if (!ev_emit_return(ev, ev_tuple(ev, body->out_values, i + 1), body->statements[at]->span)) {
            body->failed_statement = at;
            return;
        }
    }
    ev->fail = fail;
}

static bool end_body(Ev *ev, EntryBody *body, Exec status) {
    Span span = ev->frame->call_span;
    const Value *value = status == EX_RETURN ? ev->frame->result : ev_none(ev);
    if (body->is_segment && (status == EX_RETURN || ev->frame->forks.len) && body->out_count)
        return ev_fail(ev, D_BRANCH, span, "a return inside a segment that does not always return");
    if (body->is_segment && status == EX_NEXT) {
        if (ev->frame->forks.len)
            return ev_fail(ev, D_BRANCH, span, "a return inside a segment that does not always return");
        value = ev_generators_handed_on(ev, body) ? live_outs(ev, body) : NULL;
    }
    bool ok = value && ev_join_returns(ev, 0, &value, span) && (!value || ev_emit_return(ev, value, span));
    if (!ok && value && body->is_segment && status == EX_NEXT)
        blame_out(ev, body);
    if (!ok && ev->fail.code == D_SIDE_EFFECT) /* of a value that cannot be stored where the program stores it */
        ev_blame(body, ev->fail.span.begin);
    return ok;
}

/* The last path raises, others have returned: it is a miss, and they return each. */
static bool end_raising(Ev *ev, EntryBody *body) {
    const Frame *frame = ev->frame;
    bool is_path = ev->fail.kind == FAIL_RAISE && frame->forks.len && ev->region == vec_last(&frame->forks).other;
    if (!is_path || body->is_segment)
        return false;
    IrSpec spec = {.op = OP_MISS, .text = str_of("a path that raises an exception"), .span = ev->fail.span};
    ir_build(ev->region, &spec);
    ev_clear_fail(ev);
    const Value *value = NULL;
    return ev_join_returns(ev, 0, &value, frame->call_span) && ev_generators_settled(ev, body);
}

static bool generators_end(Ev *ev, EntryBody *body, Exec status) {
    const Value *result = status == EX_RETURN ? ev->frame->result : NULL;
    Span span = body->function->def->span;
    return (body->is_segment || ev_generators_end(ev, result, span)) && ev_generators_settled(ev, body);
}

bool ev_run_entry(Ev *ev, EntryBody *body) {
    const Function *function = body->function;
    body->began = true;
    Frame frame = {.parent = NULL,
                   .function = function,
                   .module = function->module,
                   .info = ev_scope_info(ev, function->def),
                   .owner = function->owner,
                   .is_entry = true,
                   .is_handler = body->is_handler,
                   .tolerant = ev->glanced != NULL,
                   .call_span = function->def->span};
    frame.scope = heap_make(ev->heap, OBJ_SCOPE, function->closure, frame.info);
    for (uint32_t i = 0; i < body->count; i++)
        heap_set(ev->heap, frame.scope, ev_mangle_in(function->owner, body->names[i]), body->values[i]);
    const AstNode *params = function->def->u.FunctionDef.args;
    const AstList *first =
        params->u.arguments.posonlyargs.len ? &params->u.arguments.posonlyargs : &params->u.arguments.args;
    if (first->len)
        frame.first_arg = heap_get(ev->heap, frame.scope, ev_parameter_name(function, first->items[0]));
    ev->frame = &frame;
    Exec status;
    bool ok = run_statements(ev, body, &status) ? generators_end(ev, body, status) && end_body(ev, body, status)
                                                : end_raising(ev, body);
    ev->frame = NULL;
    ev->eval_depth = ev->call_depth = 0;
    if (!ok) {
        bool is_unmerged = ev->fail.kind == FAIL_CUT && ev->fail.code == D_BRANCH;
        if (is_unmerged)
            ev_restart_forked(ev, ev->unmerged.sizes, ev->fail.span);
        if (ev->fail.kind == FAIL_CUT && (is_unmerged || ev->fail.code == D_LOOP))
            ev_restart_forked(ev, ev->apart, ev->fail.span);
        if (ev->fail.kind == FAIL_NONE)
            ICE("evaluator: it ends without a reason");
        return false;
    }
    ir_hoist_inputs(ev->graph);
    ev_settle_dicts(ev);
    fact_add_all(ev->facts, &ev->input_facts);
    ev_settle_tracked(ev);
    return true;
}
