/* Loops. What they go through one by one is ev_iterate.c's.
 *
 * Where the items are known the body is evaluated once for each. Where the number of iterations depends on sizes or
 * data the loop becomes OP_FOR or OP_WHILE:
 *
 *   1. The first iteration is peeled, inside a branch on "runs at least once". After it every variable that the loop
 * assigns has a value of the kind that the loop gives it (`s = 0` before a sum of tensors), that value is a new tensor
 * and not an input, and a loop that does not run leaves every object as it was. A second one is peeled where what the
 * first one left is of another type than what the others leave (a cache that it has filled, a prompt that it has read).
 *   2. The body is evaluated to see what it changes; each changed slot of the heap becomes a carried value, a parameter
 * of the loop's region. This is repeated until nothing else changes (MAX_ROUNDS). What the first iteration has changed
 * is carried from the start, as the others are likely to change the same: if so, once is enough.
 *   3. Carried tensors that may be others too are marked (ev_loop_alias.c).
 *   4. Slots whose value is made anew in each iteration, and is a view of something else, are unknown after the loop;
 * where such a value is read all the same, the loop is evaluated again with a copy of it carried (ev_loop_copies()).
 *
 * A loop that may be left early is a while loop with flags (ev_loop_exit.c).
 *
 * A loop over a series of modules (ev_series.c) runs at least once. Where what it carries is new before it already, its
 * first iteration is not peeled; where it cannot be a loop, the items of the series are taken one by one. */
#include "analysis/ev_loop.h"

#include "analysis/tensor.h"

/* MAX_NEST_STEPS: of evaluation, for a loop with all those in it. */
enum { MAX_ROUNDS = 5, MAX_BREAKING_UNROLL = 24, MAX_NEST_STEPS = EV_MAX_STEPS / 4 };

/* ---- loops over known items
 * ------------------------------------------------------------------------------------------------ */

static bool forks_since(const Ev *ev, uint32_t first, Exec kind) {
    for (uint32_t i = first; i < ev->frame->forks.len; i++)
        if (ev->frame->forks.data[i].kind == kind)
            return true;
    return false;
}

static Exec loop_failure(Ev *ev, Span span, const char *why) {
    ev_fail(ev, D_LOOP, span, "%s", why);
    return EX_FAIL;
}

/* Of paths that meet nowhere: if all else fails, they go on by themselves. `apart`: what ev_apart_place() gives. */
static Exec apart_failure(Ev *ev, const void *apart, Span span, const char *why) {
    ev->apart = apart ? apart : ev->apart;
    return loop_failure(ev, span, why);
}

/* Where the first iteration leaves a loop, variables may still have the function's arguments, which are other objects
 * than what later iterations make of them. If what the loop leaves is to be returned, that iteration's ways out each go
 * on by themselves to the end of the function, and the loop begins with what it has made itself. */
static const void *exits_place(const AstList *body) { return body; }

/* NULL: the ways out of the first iteration are merged with those of the others. */
static const Behind *behind_loop(const Ev *ev, const AstList *body, Behind *behind) {
    const Frame *frame = ev->frame;
    *behind = ev_behind_loop(frame);
    return frame->can_fork && !frame->in_iteration && ev_wants_fork(ev, exits_place(body)) ? behind : NULL;
}

/* Merges the paths that have ended an iteration. `apart`: what ev_apart_place() gives. */
static Exec join_iteration(Ev *ev, uint32_t first, const void *apart, Span span) {
    for (uint32_t i = first; i < ev->frame->forks.len; i++)
        ev->frame->forks.data[i].place = apart;
    return ev_join_forks(ev, first, EX_CONTINUE, ev_none(ev), span) ? EX_NEXT : EX_FAIL;
}

/* One evaluation of the body: EX_NEXT, EX_BREAK, EX_RETURN or EX_FAIL; paths that `continue` have been merged. */
static Exec run_body(Ev *ev, const AstList *body, const LoopControl *control, const Behind *behind, const void *apart,
                     Span span) {
    uint32_t first = ev->frame->forks.len;
    const LoopControl *outer = ev->frame->control;
    const Behind *around = ev->frame->behind;
    ev->frame->control = control;
    ev->frame->behind = behind;
    Exec how = ev_exec_body(ev, body, true);
    ev->frame->control = outer;
    ev->frame->behind = around;
    if (how == EX_FAIL)
        return how;
    if (how == EX_NEXT || how == EX_CONTINUE)
        return join_iteration(ev, first, apart, span);
    if (forks_since(ev, first, EX_CONTINUE))
        return apart_failure(ev, apart, span, "one path of an iteration goes on where another leaves the loop");
    return how;
}

/* The end of a loop: `how` is how its last iteration ended. Runs the else block, merges the paths that broke out.
 * `running`: one over items that are taken one by one, whose iterations may have gone on by themselves; else NULL. */
static Exec finish_loop(Ev *ev, uint32_t first, Exec how, const RunningLoop *running, const AstNode *node) {
    const AstList *orelse = ast_loop_orelse(node);
    if (running && ev_goes_apart(ev, running))
        return how;
    if (how == EX_RETURN && forks_since(ev, first, EX_BREAK))
        return apart_failure(ev, running ? running->apart : NULL, node->span,
                             "one path leaves the loop where another returns");
    if (how == EX_FAIL || how == EX_RETURN)
        return how;
    if (how == EX_NEXT && orelse->len) {
        bool has_left = forks_since(ev, first, EX_BREAK);
        uint32_t behind = ev->frame->forks.len;
        how = ev_exec_block(ev, orelse);
        if (how != EX_NEXT || forks_since(ev, behind, EX_BREAK)) /* which are breaks of the loop around */
            return has_left ? apart_failure(ev, running ? running->apart : NULL, node->span,
                                            "the else block of a loop leaves it")
                            : how;
    }
    const void *place = ev->frame->can_fork ? exits_place(ast_loop_body(node)) : NULL;
    if (place && running && running->apart && ev_wants_fork(ev, place))
        place = running->apart;
    for (uint32_t i = first; i < ev->frame->forks.len; i++)
        if (ev->frame->forks.data[i].kind == EX_BREAK)
            ev->frame->forks.data[i].place = place;
    return ev_join_forks(ev, first, EX_BREAK, ev_none(ev), node->span) ? EX_NEXT : EX_FAIL;
}

/* What was so at the beginning of a loop. */
typedef struct Begun {
    uint64_t steps;
    uint32_t modules;
} Begun;

static Begun begun(const Ev *ev) { return (Begun){ev->past_steps + ev->steps, ev->modules_made}; }

static bool holds_object(const Value *item) {
    bool any = item && item->kind == V_INSTANCE;
    for (uint32_t i = 0; item && item->kind == V_TUPLE && i < item->u.tuple.count; i++)
        any |= holds_object(item->u.tuple.items[i]);
    return any;
}

/* Loops of the program's own driver code may train for hours: some iterations show what is called, few where they are
 * much work, and neither make modules nor take one object after the other. Those of constructors and of installed code
 * are run to their end: they make what is called. `item`: of iteration i; NULL: none. */
static bool is_shown_enough(const Ev *ev, uint32_t i, Begun begin, const Value *item) {
    const Frame *frame = ev->frame;
    if (!ev->in_driver || !frame->module->is_main || frame->constructed)
        return false;
    bool of_module = frame->owner && frame->owner->is_nn_module;
    bool costly = i + 1 >= EV_SHOWN_UNROLL && ev->past_steps + ev->steps - begin.steps > EV_SHOWN_STEPS;
    return i >= EV_MAX_DRIVER_UNROLL ||
           (costly && !of_module && ev->modules_made == begin.modules && !holds_object(item));
}

/* An iteration whose paths could not be merged goes on by itself, if all else fails. */
static void note_apart(Ev *ev, const RunningLoop *running, Exec how) {
    bool is_cut = how == EX_FAIL && ev->fail.kind == FAIL_CUT;
    if (is_cut && (ev->fail.code == D_BRANCH || ev->fail.code == D_LOOP) && running->apart)
        ev->apart = running->apart;
}

static Exec run_items(Ev *ev, RunningLoop *running) {
    const AstNode *node = running->node;
    uint32_t first = ev->frame->forks.len;
    Behind behind;
    const Behind *apart = behind_loop(ev, &node->u.For.body, &behind);
    const Value *item;
    Exec how = EX_NEXT;
    Begun begin = begun(ev);
    for (uint32_t i = 0; how == EX_NEXT; i++) {
        Step step = ev_loop_item(ev, running, i, &item);
        if (step == STEP_END)
            break;
        if (step == STEP_FAIL)
            return EX_FAIL;
        if (running->iterator && i >= EV_MAX_UNROLL && !ev->in_driver)
            return loop_failure(ev, node->span, "a loop over many items");
        if (!ev_assign(ev, node->u.For.target, item))
            return EX_FAIL;
        how = run_body(ev, &node->u.For.body, NULL, i ? NULL : apart, running->apart, node->span);
        note_apart(ev, running, how);
        if (how == EX_NEXT && i >= MAX_BREAKING_UNROLL && ev->frame->forks.len > first)
            return loop_failure(ev, node->span, "a long loop is left on conditions that are known at run time only");
        if (is_shown_enough(ev, i, begin, item))
            break;
    }
    return how;
}

static Exec run_loop_items(Ev *ev, RunningLoop *running) {
    running->outer = ev->frame->loops;
    ev->frame->loops = running;
    Exec how = ev_goes_apart(ev, running) ? ev_run_apart(ev, running) : run_items(ev, running);
    ev->frame->loops = running->outer;
    return how;
}

static Exec unrolled_for(Ev *ev, const AstNode *node, const Value **items, uint32_t count) {
    uint32_t first = ev->frame->forks.len;
    RunningLoop running = {.node = node, .items = items, .count = count, .apart = ev_apart_place(ev, node, count)};
    return finish_loop(ev, first, run_loop_items(ev, &running), &running, node);
}

/* Lists, dicts, sets and iterators are asked for one item at a time: the body may change what they give. */
static bool is_stepped(const Value *v) {
    return v->kind == V_LIST || v->kind == V_DICT || v->kind == V_SET || v->kind == V_ITERATOR ||
           v->kind == V_INSTANCE || v->kind == V_CLASS;
}

/* An iterator that only the loop has is dropped when the loop is left; a generator is closed then. */
static Exec stepped_for(Ev *ev, const AstNode *node, const Value *iterable) {
    uint32_t first = ev->frame->forks.len;
    const Value *iterator = ev_iter(ev, iterable, node->u.For.iter->span);
    if (!iterator)
        return EX_FAIL;
    RunningLoop running = {.node = node, .iterator = iterator};
    uint32_t count;
    running.source = ev_loop_source(ev, node->u.For.iter, iterator, &count);
    if (ev->fail.kind)
        return EX_FAIL;
    if (running.source)
        running.apart = ev_apart_place(ev, node, count);
    Exec how = run_loop_items(ev, &running);
    const AstNode *iter = node->u.For.iter;
    bool temporary = iterator->kind == V_ITERATOR && iter->kind != AST_Name && iter->kind != AST_Attribute &&
                     iter->kind != AST_Subscript;
    if (temporary && how != EX_NEXT && (how != EX_FAIL || ev->fail.kind == FAIL_RAISE)) {
        Fail fail = ev->fail;
        ev_clear_fail(ev);
        if (!ev_generator_left(ev, iterator, node->span))
            return EX_FAIL;
        ev->fail = fail;
    }
    return finish_loop(ev, first, how, &running, node);
}

/* ---- carried values
 * ----------------------------------------------------------------------------------------------------------- */

static bool same_layout(Ev *ev, const IrType *a, const IrType *b) {
    if (a->kind != b->kind || a->dtype != b->dtype || a->rank != b->rank || a->flat != b->flat)
        return false;
    for (int i = 0; i < a->rank; i++)
        if (sh_compare(ev->shapes, SH_EQ, a->shape[i], b->shape[i]) != SH_YES)
            return false;
    if (tn_is_row_major(ev, a) && tn_is_row_major(ev, b))
        return true;
    for (int i = 0; i < a->rank; i++)
        if (!a->strides || !b->strides || sh_compare(ev->shapes, SH_EQ, a->strides[i], b->strides[i]) != SH_YES)
            return false;
    return true;
}

/* Sizes that the exemplars have in common are assumed to agree: the width of a layer's result and of its input. */
static bool settle_sizes(Ev *ev, const Loop *loop, const IrType *next, const IrType *init) {
    if (next->kind != IRT_TENSOR || init->kind != IRT_TENSOR || next->rank != init->rank || next->flat || init->flat)
        return true;
    for (int i = 0; i < next->rank; i++) {
        int64_t a = sh_hint(next->shape[i], -1), b = sh_hint(init->shape[i], -2);
        if (a == b && !ev_assume_equal(ev, next->shape[i], init->shape[i], loop->span))
            return false;
    }
    return true;
}

/* Region 0 computes a condition: of `while`, and of loops that may be left early. */
bool ev_loop_is_tested(const Loop *loop) { return loop->test || loop->control; }

/* The content of a storage, and its version where that is carried. */
static void carried_storage(Ev *ev, const Carried *c, NodeVec *nodes) {
    vec_push(ev->arena, nodes, ev_storage_content(ev, c->object));
    if (c->counts)
        vec_push(ev->arena, nodes, ev_scalar_node(ev, ev_int_expr(ev, ev_storage_version(ev, c->object))));
}

/* What the loop carries begins as something else than iterations leave. */
static bool differs(Ev *ev, Loop *loop, const char *why) {
    loop->differs = true;
    return ev_fail(ev, D_LOOP, loop->span, "%s", why) != NULL;
}

/* The carried values as nodes around the loop, before it starts. */
static bool make_inits(Ev *ev, Loop *loop) {
    for (uint32_t i = 0; i < loop->carried.len; i++) {
        Carried *c = &loop->carried.data[i];
        if (c->local)
            continue;
        if (!loop->peeled && (!c->before || ev_carry_has_view(ev, c->before, false)))
            return ev_fail(ev, D_LOOP, loop->span, "the first iteration differs from the others") != NULL;
        NodeVec nodes = {0};
        if (c->kind == OBJ_STORAGE)
            carried_storage(ev, c, &nodes);
        else if (ev_can_carry(ev, c->before))
            ev_carry_nodes(ev, c->before, &nodes);
        else
            return differs(ev, loop,
                           str_format("the loop changes a %s", c->before ? ev_type_name(ev, c->before) : "variable"));
        c->inits = nodes.data;
        c->width = nodes.len;
    }
    if (!ev_loop_apart(ev, loop, false, loop->objects))
        return differs(ev, loop, "a list or dict that the loop replaces has another name");
    ev_loop_alias_inits(ev, loop);
    return true;
}

/* Binds the carried slots to fresh parameters of the region, and enters it. */
static void enter_region(Ev *ev, Loop *loop, IrRegion *region) {
    ev->region = region;
    ev_loop_ints_enter(ev, loop, region);
    for (uint32_t i = 0; i < loop->carried.len; i++) {
        Carried *c = &loop->carried.data[i];
        if (c->local)
            continue;
        IrNode **params = arena_array(ev->arena, IrNode *, c->width + 1);
        for (uint32_t k = 0; k < c->width; k++)
            params[k] = ev_loop_param(ev, c, k, loop->steps, region);
        ev_loop_guess_rise(loop, c);
        ev_carry_bind(ev, c, params, c->shared || c->shared_before);
        ev_loop_note_found(ev, c);
        if (c->kind == OBJ_STORAGE)
            c->entered = ev_storage_version(ev, c->object);
    }
    for (uint32_t i = 0; loop->is_foreseen && i < loop->carried.len; i++)
        loop->carried.data[i].entered_as = ev_loop_held(ev, &loop->carried.data[i]);
}

static bool yield_values(Ev *ev, IrNode *const *values, uint32_t count, Span span) {
    IrSpec spec = {
        .op = OP_YIELD, .type = ir_scalar_type(IRT_NONE), .input_count = count, .inputs = values, .span = span};
    ir_build(ev->region, &spec);
    return true;
}

bool ev_loop_change_fails(Ev *ev, Loop *loop, const Carried *c) {
    const char *name = c->slot.name ? c->slot.name : "a value";
    return differs(ev, loop, str_format("'%s' changes its type, shape or layout in the loop", name));
}

/* Adds what a slot holds at the end of the body to what the region yields. */
static bool yield_slot(Ev *ev, Loop *loop, Carried *c, const ShExpr *steps, NodeVec *values) {
    const char *name = c->slot.name ? c->slot.name : "a value";
    const Value *now = c->ended = c->kind == OBJ_STORAGE ? NULL : ev_carry_now(ev, c);
    uint32_t first = values->len;
    if (c->kind == OBJ_STORAGE)
        carried_storage(ev, c, values);
    else if (ev_can_carry(ev, now))
        ev_carry_nodes(ev, now, values);
    bool same = values->len - first == c->width && (!now || !c->before || ev_carry_alike(ev, c->before, now));
    for (uint32_t k = 0; same && k < c->width; k++) {
        const IrType *next = &values->data[first + k]->type;
        ev_loop_ints_end(c, k, next);
        const IrType expected = ev_loop_type(ev, c, k, steps);
        if (!settle_sizes(ev, loop, next, &expected))
            return false;
        same = same_layout(ev, next, &expected);
    }
    if (!same)
        return ev_loop_change_fails(ev, loop, c);
    return !now || !ev_carry_has_view(ev, now, true) ||
           ev_fail(ev, D_LOOP, loop->span, "'%s' is carried by the loop as a view of something else", name) != NULL;
}

/* Ends the body's region with the carried values as they are now. */
static bool yield_carried(Ev *ev, Loop *loop) {
    NodeVec held = {0}, values = {0};
    const ShExpr *steps = loop->steps ? sh_add(ev->shapes, loop->steps, sh_const(ev->shapes, 1)) : NULL;
    for (uint32_t i = 0; i < loop->carried.len; i++)
        if (!loop->carried.data[i].local && !yield_slot(ev, loop, &loop->carried.data[i], steps, &held))
            return false;
    ev_loop_ints_next(ev, loop, &values);
    for (uint32_t i = 0; i < held.len; i++)
        vec_push(ev->arena, &values, held.data[i]);
    return yield_values(ev, values.data, values.len, loop->span);
}

/* ---- one round
 * -------------------------------------------------------------------------------------------------------------------
 */

/* The item of iteration `index` (an expression). */
static const Value *item_at(Ev *ev, const Loop *loop, const ShExpr *index) {
    const Value *position = ev_int_expr(ev, sh_add(ev->shapes, loop->start, sh_mul(ev->shapes, loop->step, index)));
    if (loop->iterated->kind == V_SERIES)
        return ev_series_item(ev, loop->iterated, index, loop->span);
    if (loop->iterated->kind == V_ROWS)
        return ev_rows_item(ev, loop->iterated, index, loop->span);
    return loop->iterated->kind == V_TENSOR ? ev_getitem(ev, loop->iterated, position, loop->span) : position;
}

static bool put_element(Ev *ev, const Loop *loop) {
    const Value *value = ev_eval(ev, loop->element);
    ev->shown = ev->frame->module->is_prelude || ev_is_display(loop->element) ? value : NULL;
    if (!value || loop->rows)
        return value && ev_filled_put(ev, loop->rows, value, loop->span);
    heap_append(ev->heap, loop->filled, value);
    return true;
}

/* A comprehension whose conditions decide which items there are; `at`: the condition that is asked next. */
typedef struct Filter {
    const Loop *loop;
    uint32_t at;
} Filter;

static bool run_filtered(Ev *ev, const Loop *loop, uint32_t at);

static const Value *keep(Ev *ev, const void *data) {
    const Filter *filter = data;
    return run_filtered(ev, filter->loop, filter->at) ? ev_none(ev) : NULL;
}

static const Value *drop(Ev *ev, const void *data) {
    (void)data;
    return ev_none(ev);
}

static bool run_filtered(Ev *ev, const Loop *loop, uint32_t at) {
    const AstList *conditions = &loop->node->u.comprehension.ifs;
    if (at == conditions->len)
        return put_element(ev, loop);
    const AstNode *condition = conditions->items[at];
    const Value *truth = ev_condition(ev, condition);
    if (!truth || truth->kind == V_BOOL)
        return truth && (!truth->u.boolean || run_filtered(ev, loop, at + 1));
    return ev_branch_value(ev, truth, keep, drop, &(Filter){loop, at + 1}, condition->span) != NULL;
}

static bool run_iteration(Ev *ev, Loop *loop, const ShExpr *index, const Behind *behind) {
    if (loop->control) {
        ev_control_enter(ev, loop->control);
        index = ev_control_index(ev, loop->control);
    }
    uint32_t first = ev->frame->forks.len;
    if (!loop->test) {
        const AstNode *target = loop->element ? loop->node->u.comprehension.target : loop->node->u.For.target;
        const Value *item = item_at(ev, loop, index);
        if (!item || !ev_assign(ev, target, item))
            return false;
    }
    if (loop->element) {
        bool put = loop->rows ? run_filtered(ev, loop, 0) : put_element(ev, loop);
        return put && (ev->frame->forks.len == first ||
                       loop_failure(ev, loop->span, "an item that may be an exception") == EX_NEXT);
    }
    bool around = ev->frame->in_tested;
    Loop *iterates = ev->frame->iterates;
    uint32_t objects = ev->iteration_objects;
    ev->frame->iterates = loop;
    ev->frame->in_tested = ev_loop_is_tested(loop);
    ev->iteration_objects = heap_object_count(ev->heap);
    Exec how = run_body(ev, loop->body, loop->control, behind, NULL, loop->span);
    ev->frame->in_tested = around;
    ev->frame->iterates = iterates;
    ev->iteration_objects = objects;
    if (how == EX_FAIL)
        return false;
    bool apart = behind && !forks_since(ev, first, EX_BREAK);
    if (how != EX_NEXT || (ev->frame->forks.len != first && !apart))
        return loop_failure(ev, loop->span, "a loop of unknown length is left out of a with or try block") == EX_NEXT;
    if (loop->control)
        ev_control_advance(ev, loop->control);
    return true;
}

static IrNode *compare_node(Ev *ev, IrOp op, const ShExpr *a, const ShExpr *b, Span span) {
    return ir_binary(ev->region, op, ir_scalar_type(IRT_BOOL), ir_size(ev->region, a), ir_size(ev->region, b), span);
}

static IrNode *test_node(Ev *ev, const Loop *loop) {
    if (!loop->test)
        return compare_node(ev, OP_LT, ev_control_index(ev, loop->control), loop->count, loop->span);
    bool catches = ev->frame->catches;
    ev->frame->catches = false;
    const Value *truth = ev_condition(ev, loop->test);
    ev->frame->catches = catches;
    return truth ? ev_scalar_node(ev, truth) : NULL;
}

static bool build_test(Ev *ev, Loop *loop) {
    enter_region(ev, loop, loop->regions[0]);
    ev_growth_enter(ev, loop);
    uint32_t mark = heap_mark(ev->heap), objects = heap_object_count(ev->heap);
    Span span = loop->test ? loop->test->span : loop->span;
    IrNode *condition = test_node(ev, loop);
    if (!condition)
        return false;
    HeapDelta delta = heap_collect(ev->heap, mark);
    for (uint32_t i = 0; i < delta.count; i++)
        if (heap_is_older(ev->heap, delta.changes[i].object, objects))
            return ev_fail(ev, D_LOOP, span, "the condition of the loop changes something") != NULL;
    if (loop->control)
        condition = ev_control_test(ev, loop->control, condition, span);
    return yield_values(ev, &condition, 1, span);
}

/* Regions and the (unplaced) node of the loop. For `for`, parameter 0 of the region is the index. */
static void make_flow(Ev *ev, Loop *loop) {
    IrGraph *graph = ev->graph;
    uint32_t count = ev_loop_is_tested(loop) ? 2 : 1;
    for (uint32_t i = 0; i < count; i++)
        loop->regions[i] = ir_region_new(graph, NULL);
    const ShExpr *peeled = sh_const(ev->shapes, loop->peeled);
    const ShExpr *rest = ev_loop_is_tested(loop) ? NULL : sh_sub(ev->shapes, loop->count, peeled);
    IrSpec spec = {.op = ev_loop_is_tested(loop) ? OP_WHILE : OP_FOR,
                   .type = ir_scalar_type(IRT_NONE),
                   .region_count = count,
                   .regions = loop->regions,
                   .exprs = &rest,
                   .expr_count = ev_loop_is_tested(loop) ? 0 : 1,
                   .span = loop->span};
    loop->flow = ir_make(loop->outer, &spec);
}

static void note_version(Ev *ev, const Loop *loop, Carried *c, const ShExpr *from, const ShExpr *to) {
    c->each = sh_canon(ev->shapes, sh_sub(ev->shapes, to, from));
    c->counts = sh_is_computed(c->each) || (ev_loop_is_tested(loop) && !sh_is_value(c->each, 0));
}

/* Notes what an iteration adds to the versions of the storages it writes. True: the version of one is to be carried. */
static bool note_versions(Ev *ev, Loop *loop) {
    bool grown = false;
    for (uint32_t i = 0; i < loop->carried.len; i++) {
        Carried *c = &loop->carried.data[i];
        if (c->kind != OBJ_STORAGE || c->counts)
            continue;
        if (c->entered)
            note_version(ev, loop, c, c->entered, ev_storage_version(ev, c->object));
        else
            c->left = ev_storage_version(ev, c->object);
        grown |= c->counts;
    }
    return grown;
}

/* The same of storages that this round was the first to write, where all is as before the body again. */
static void note_first_versions(Ev *ev, Loop *loop) {
    for (uint32_t i = 0; i < loop->carried.len; i++) {
        Carried *c = &loop->carried.data[i];
        if (c->left && !c->entered)
            note_version(ev, loop, c, ev_storage_version(ev, c->object), c->left);
        c->left = NULL;
    }
}

/* Evaluates condition and body once in regions of their own. *again: something else turned out to be carried. */
static bool run_round(Ev *ev, Loop *loop, bool *again) {
    uint32_t mark = heap_mark(ev->heap), objects = heap_object_count(ev->heap);
    int torch_modes = ev->torch_modes;
    loop->outer = ev->region;
    if (!make_inits(ev, loop))
        return false;
    make_flow(ev, loop);
    IrRegion *body = loop->regions[ev_loop_is_tested(loop) ? 1 : 0];
    if (ev_loop_is_tested(loop) && !build_test(ev, loop))
        return false;
    const ShExpr *index = NULL;
    if (!ev_loop_is_tested(loop)) {
        IrNode *param = ir_param(body, ir_scalar_type(IRT_INT));
        loop->steps = sh_symbol(ev->shapes, str_of("k"), 0, INT64_MAX - 1, -1, SH_FROM_NODE, param, 0);
        index = sh_add(ev->shapes, loop->steps, sh_const(ev->shapes, loop->peeled));
    }
    enter_region(ev, loop, body);
    ev_growth_enter(ev, loop);
    uint32_t entered = heap_mark(ev->heap), inside = heap_object_count(ev->heap);
    const ShExpr *below = index || loop->test ? index : ev_control_index(ev, loop->control);
    if (below) /* it counts up to `count` */
        sh_enter_scope(ev->shapes, below, loop->count);
    bool ran = run_iteration(ev, loop, index, NULL);
    if (below)
        sh_leave_scope(ev->shapes);
    if (!ran || !ev_growth_iterate(ev, loop, index, entered, inside))
        return false;
    if (!ev_loop_note_changes(ev, loop, mark, objects, again))
        return ev_fail(ev, D_LOOP, loop->span, "the loop changes the length of a container") != NULL;
    *again = (loop->is_foreseen && ev_loop_drop_unchanged(ev, loop)) || *again;
    if (ev->torch_modes != torch_modes)
        return ev_fail(ev, D_LOOP, loop->span, "an iteration leaves another grad mode than it finds") != NULL;
    if (!*again && !ev_loop_apart(ev, loop, true, objects))
        return ev_fail(ev, D_LOOP, loop->span, "the loop leaves a list or dict in several places") != NULL;
    *again = *again || ev_loop_alias_ends(ev, loop, objects);
    *again = note_versions(ev, loop) || *again;
    *again = ev_loop_rises_otherwise(ev, loop) || *again;
    if (!ev_loop_sizes(ev, loop, again) ||
        (!*again && (!ev_filled_check(ev, loop, entered, inside) || !yield_carried(ev, loop))))
        return false;
    heap_undo(ev->heap, mark);
    note_first_versions(ev, loop);
    ev->region = loop->outer;
    return true;
}

static IrNode *result_node(const Loop *loop, IrType type, int64_t index) {
    IrNode *flow = loop->flow;
    IrSpec spec = {.op = OP_RESULT,
                   .type = type,
                   .input_count = 1,
                   .inputs = &flow,
                   .int_count = 1,
                   .ints = &index,
                   .span = loop->span};
    return ir_build(loop->outer, &spec);
}

/* The storage has the version that it gets in as many iterations as the loop has; one whose version is not carried
 * through a loop that is tested keeps the one it had. */
static void bind_version(Ev *ev, const Loop *loop, const Carried *c, const ShExpr *before) {
    if (!ev_loop_is_tested(loop)) {
        const ShExpr *times = sh_sub(ev->shapes, loop->count, sh_const(ev->shapes, loop->peeled));
        before = sh_add(ev->shapes, before, sh_mul(ev->shapes, c->each, times));
    }
    ev_storage_set_version(ev, c->object, sh_canon(ev->shapes, before));
}

/* How many iterations the loop's node has had in the end, where that is known. */
static const ShExpr *steps_in_all(Ev *ev, const Loop *loop) {
    if (!ev_loop_is_tested(loop))
        return loop->flow->exprs[0];
    if (!loop->is_counting)
        return NULL;
    IrNode *result = result_node(loop, ir_scalar_type(IRT_INT), 0);
    return sh_symbol(ev->shapes, str_of("steps"), 0, INT64_MAX - 1, -1, SH_FROM_NODE, result, 0);
}

typedef struct NextResult {
    const Loop *loop;
    int64_t *index;
} NextResult;

static IrNode *next_int(void *env) {
    const NextResult *next = env;
    return result_node(next->loop, ir_scalar_type(IRT_INT), (*next->index)++);
}

/* Places the loop's node and binds the carried slots to its results. */
static void bind_results(Ev *ev, Loop *loop) {
    NodeVec inits = {0};
    ev_loop_ints_first(ev, loop, &inits);
    for (uint32_t i = 0; i < loop->carried.len; i++)
        for (uint32_t k = 0; !loop->carried.data[i].local && k < loop->carried.data[i].width; k++)
            vec_push(ev->arena, &inits, loop->carried.data[i].inits[k]);
    loop->flow->inputs = inits.data;
    loop->flow->input_count = inits.len;
    ir_append(loop->outer, loop->flow);
    int64_t index = loop->is_counting;
    const ShExpr *steps = steps_in_all(ev, loop);
    ev_loop_bind_sizes(ev, loop, next_int, &(NextResult){loop, &index});
    for (uint32_t i = 0; i < loop->carried.len; i++) {
        const Carried *c = &loop->carried.data[i];
        if (c->local) {
            ev_carry_put(ev, c,
                         ev_unknown_at(ev, "it is what the last iteration of a loop left", ev_loop_copies(loop)));
            continue;
        }
        IrNode **results = arena_array(ev->arena, IrNode *, c->width + 1);
        for (uint32_t k = 0; k < c->width; k++)
            results[k] = result_node(loop, ev_loop_type(ev, c, k, steps), index++);
        const ShExpr *version = c->kind == OBJ_STORAGE ? ev_storage_version(ev, c->object) : NULL;
        ev_carry_bind(ev, c, results, c->shared || (c->shared_before && loop->peeled));
        const void *key = c->part || c->foreign ? ev_place_key(ev) : NULL;
        for (uint32_t k = 0; key && k < c->width; k++)
            map_put(&ev->splits, MAP_KEY(results[k]), (void *)(uintptr_t)key);
        for (uint32_t k = 0; loop->control && c->foreign && k < c->width; k++)
            map_put(&ev->memo, MAP_KEY(results[k]), (void *)(uintptr_t)exits_place(loop->body));
        if (version && !c->counts)
            bind_version(ev, loop, c, version);
    }
}

/* Iterations before one that raises have run when a handler goes on: what the body does once does not tell of them. */
static Exec raised_in_round(Ev *ev, const Loop *loop) {
    if (ev->fail.kind == FAIL_RAISE && ev->frame->try_depth) {
        ev_clear_fail(ev);
        loop_failure(ev, loop->span, "an exception that a later iteration raises is handled");
    }
    return EX_FAIL;
}

/* Evaluates the loop until it is known what it carries. */
static Exec run_rounds(Ev *ev, Loop *loop) {
    bool again = true;
    for (int round = 0; round < MAX_ROUNDS && again; round++) {
        loop->oldest_item = ev->oldest_item;
        ev->oldest_item = UINT32_MAX;
        bool ran = ev_growth_prepare(ev, loop) && run_round(ev, loop, &again);
        ev->oldest_item = loop->oldest_item < ev->oldest_item ? loop->oldest_item : ev->oldest_item;
        if (!ran)
            return raised_in_round(ev, loop);
    }
    return again ? loop_failure(ev, loop->span, "what the loop changes does not settle") : EX_NEXT;
}

/* Nothing is known of the iterations; the side of a branch that holds the loop may be evaluated twice. */
static void begin_rounds(Ev *ev, Loop *loop) {
    loop->carried.data = NULL;
    loop->carried.len = loop->carried.cap = 0;
    loop->growths.data = NULL;
    loop->growths.len = loop->growths.cap = 0;
    loop->begun = heap_object_count(ev->heap);
    loop->any.data = NULL;
    loop->any.len = loop->any.cap = 0;
    loop->is_foreseen = loop->is_counting = false;
    loop->steps = NULL;
}

/* Where a loop, or a way to evaluate it, begins. */
typedef struct LoopStart {
    EvMark mark;
    uint32_t forks, objects;
} LoopStart;

static LoopStart loop_start(Ev *ev) {
    return (LoopStart){ev_mark(ev), ev->frame->forks.len, heap_object_count(ev->heap)};
}

/* Back to there, to evaluate it in another way. */
static void begin_again(Ev *ev, LoopStart start) {
    ev_undo(ev, start.mark);
    ev_generators_drop(ev, start.objects);
    ev->frame->forks.len = start.forks;
    ev_clear_fail(ev);
}

/* With all carried from the start that the iteration which is peeled has changed. False: it cannot be, and all is as it
 * was before: the rounds that begin with nothing tell why, if they fail. */
static bool run_foreseen(Ev *ev, Loop *loop) {
    LoopStart start = loop_start(ev);
    ObjId oldest_item = ev->oldest_item;
    bool refused = ev->sizes_refused;
    Map hypotheses;
    map_init(&hypotheses, ev->arena);
    for (uint32_t i = 0; i < ev->hypotheses.len; i++)
        map_put(&hypotheses, ev->hypotheses.keys[i], ev->hypotheses.values[i]);
    bool was_growing = loop->is_growing;
    begin_rounds(ev, loop);
    for (uint32_t i = 0; i < loop->foreseen.len; i++) {
        vec_push(ev->arena, &loop->carried, loop->foreseen.data[i]);
        ev_loop_foresee_sizes(ev, loop, &vec_last(&loop->carried));
    }
    loop->is_foreseen = true;
    Exec how = run_rounds(ev, loop);
    ev_growth_leave(ev, loop);
    if (how == EX_NEXT)
        return true;
    begin_again(ev, start);
    ev->oldest_item = oldest_item;
    ev->sizes_refused = refused;
    ev->hypotheses = hypotheses;
    loop->is_growing = was_growing;
    loop->differs = false;
    return false;
}

/* The loop from its second iteration on. */
static Exec run_loop(Ev *ev, Loop *loop) {
    if (!loop->foreseen.len || !ev_generators_may_undo(ev) || !run_foreseen(ev, loop)) {
        begin_rounds(ev, loop);
        Exec how = run_rounds(ev, loop);
        ev_growth_leave(ev, loop);
        if (how != EX_NEXT)
            return how;
    }
    bind_results(ev, loop);
    ev_growth_finish(ev, loop);
    return EX_NEXT;
}

/* ---- symbolic for
 * ------------------------------------------------------------------------------------------------------------------ */

/* Are the loop's variables names that the body does not assign? It would carry those like any other. */
static bool keeps_targets(const AstNode *target, const Liveness *body) {
    const AstList *targets = target->kind == AST_Tuple  ? &target->u.Tuple.elts
                             : target->kind == AST_List ? &target->u.List.elts
                                                        : NULL;
    if (!targets)
        return target->kind == AST_Name && !name_set_has(&body->stored, target->u.Name.id);
    for (uint32_t i = 0; i < targets->len; i++)
        if (!keeps_targets(targets->items[i], body))
            return false;
    return true;
}

static bool target_is_read(Ev *ev, Loop *loop, const AstNode *target) {
    Map names;
    map_init(&names, ev->arena);
    ev_bound_names(target, &names);
    for (uint32_t i = 0; i < names.len; i++)
        if (ev_loop_read_outside(ev, loop, names.values[i]))
            return true;
    return false;
}

/* Each loop evaluates its body three times or more: in the iteration that is peeled, to see what changes, and with that
 * carried; a loop in a loop in a loop does so over and over. What the first iteration took tells what all of that will
 * take, so that nothing is begun which only a limit would end. */
static bool is_affordable(Ev *ev, uint64_t steps, Span span) {
    enum { TIMES = 3 };
    uint64_t all = TIMES * steps;
    for (uint32_t i = 0; i < ev->first_iterations && all <= MAX_NEST_STEPS; i++)
        all *= TIMES;
    return all <= MAX_NEST_STEPS ||
           ev_fail(ev, D_LIMIT, span, "loops of unknown length in one another so deeply") != NULL;
}

static bool run_first(Ev *ev, Loop *loop, const ShExpr *index) {
    Behind behind;
    uint64_t before = ev->steps;
    ev->first_iterations++;
    bool ran = run_iteration(ev, loop, index, behind_loop(ev, loop->body, &behind));
    ev->first_iterations--;
    return ran && is_affordable(ev, ev->steps - before, loop->span);
}

/* What follows the iterations: the else block, and the returns of a loop that may be left early. */
static Exec finish_exits(Ev *ev, const Loop *loop, Exec how) {
    const AstList *orelse = ast_loop_orelse(loop->node);
    if (how != EX_NEXT)
        return how;
    return loop->control ? ev_control_finish(ev, loop->control, orelse) : ev_exec_block(ev, orelse);
}

static Exec does_nothing(Ev *ev, const void *data) {
    (void)ev, (void)data;
    return EX_NEXT;
}

static Exec none_to_end(Ev *ev, const void *data) { return finish_exits(ev, data, EX_NEXT); }

/* Is what the last iteration leaves in the loop's variables its item? */
static bool leaves_item(Ev *ev, Loop *loop) {
    if (loop->test || loop->element)
        return false;
    Liveness body;
    liveness_of(&body, ev->arena, loop->body->items, loop->body->len);
    const AstNode *target = loop->node->u.For.target;
    if (body.opaque || !keeps_targets(target, &body))
        return false;
    if (loop->iterated->kind == V_RANGE)
        return !loop->control;
    return ev_rows_by_number(loop->iterated) && target_is_read(ev, loop, target);
}

/* The item of the last iteration that has run, behind the loop. One that is left early has counted that iteration too.
 */
static const Value *last_item(Ev *ev, const Loop *loop) {
    const ShExpr *one = sh_const(ev->shapes, 1);
    if (!loop->control)
        return item_at(ev, loop, sh_sub(ev->shapes, loop->count, one));
    IrNode *count = ir_size(ev->region, ev_control_index(ev, loop->control));
    IrNode *node =
        ir_binary(ev->region, OP_SUB, ir_scalar_type(IRT_INT), count, ir_const_int(ev->region, 1), loop->span);
    const ShExpr *last = sh_symbol(ev->shapes, str_of("last"), 0, INT64_MAX - 1, -1, SH_FROM_NODE, node, 0);
    sh_enter_scope(ev->shapes, last, loop->count);
    const Value *item = item_at(ev, loop, last);
    sh_leave_scope(ev->shapes);
    return item;
}

/* The iterations that are not peeled. */
static Exec run_others(Ev *ev, Loop *loop) {
    Exec how = run_loop(ev, loop);
    if (how != EX_NEXT || !leaves_item(ev, loop))
        return how;
    const Value *last = last_item(ev, loop);
    return last && ev_assign(ev, loop->node->u.For.target, last) ? EX_NEXT : EX_FAIL;
}

/* Whether there are more iterations than were peeled: a bool, or a condition. NULL failed. */
static const Value *goes_on(Ev *ev, const Loop *loop) {
    if (loop->test && !loop->control)
        return ev_condition(ev, loop->test);
    const ShExpr *peeled = sh_const(ev->shapes, loop->peeled);
    ShTruth more = loop->test ? SH_MAYBE : sh_compare(ev->shapes, SH_LT, peeled, loop->count);
    if (!loop->control && more != SH_MAYBE)
        return ev_bool(ev, more == SH_YES);
    uint32_t mark = heap_mark(ev->heap);
    IrNode *test = loop->control ? test_node(ev, loop) : compare_node(ev, OP_LT, peeled, loop->count, loop->span);
    if (!test)
        return NULL;
    if (heap_collect(ev->heap, mark).count)
        return ev_fail(ev, D_LOOP, loop->span, "the condition of the loop changes something");
    return ev_scalar(ev, loop->control ? ev_control_test(ev, loop->control, test, loop->span) : test);
}

static Exec peel(Ev *ev, Loop *loop, int64_t count, bool to_end);

static Exec second(Ev *ev, const void *data) { return peel(ev, (Loop *)(uintptr_t)data, 2, false); }
static Exec second_to_end(Ev *ev, const void *data) { return peel(ev, (Loop *)(uintptr_t)data, 2, true); }

static Exec peel_second(Ev *ev, Loop *loop, bool to_end) {
    const Value *more = goes_on(ev, loop);
    if (!more)
        return EX_FAIL;
    if (more->kind == V_BOOL)
        return more->u.boolean ? peel(ev, loop, 2, to_end) : to_end ? none_to_end(ev, loop) : EX_NEXT;
    return ev_branch_with(ev, more, to_end ? second_to_end : second, to_end ? none_to_end : does_nothing, loop,
                          loop->span);
}

/* Evaluates the last of `count` iterations that are peeled, and those that follow. `to_end`: and what follows them. */
static Exec peel(Ev *ev, Loop *loop, int64_t count, bool to_end) {
    loop->peeled = count;
    loop->differs = false;
    loop->objects = heap_object_count(ev->heap);
    uint32_t begun = heap_mark(ev->heap);
    if (!run_first(ev, loop, loop->test ? NULL : sh_const(ev->shapes, count - 1)))
        return EX_FAIL;
    ev_loop_foresee(ev, loop, begun);
    LoopStart start = loop_start(ev);
    Exec how = run_others(ev, loop);
    if (how == EX_FAIL && ev->fail.kind == FAIL_CUT && loop->differs && count == 1 && !loop->element) {
        begin_again(ev, start);
        return peel_second(ev, loop, to_end);
    }
    return to_end ? finish_exits(ev, loop, how) : how;
}

/* Is a variable that only the loop assigns read elsewhere in the function? Its last value is known when the first
 * iteration is peeled. */
static bool leaves_values(Ev *ev, Loop *loop) {
    for (uint32_t i = 0; i < loop->carried.len; i++) {
        const Carried *c = &loop->carried.data[i];
        if (c->kind != OBJ_STORAGE && !c->before && c->slot.name && ev_loop_read_outside(ev, loop, c->slot.name))
            return true;
    }
    return false;
}

/* A loop that had to be peeled once is peeled from then on. */
static Exec series_runs(Ev *ev, Loop *loop) {
    LoopStart start = loop_start(ev);
    for (int peeled = map_has(&ev->of_nodes, MAP_KEY(loop->node)); peeled < 2; peeled++) {
        loop->peeled = 0;
        loop->objects = heap_object_count(ev->heap);
        loop->foreseen.len = 0;
        Exec how = peeled ? peel(ev, loop, 1, false) : run_loop(ev, loop);
        if (how == EX_NEXT && (peeled || !leaves_values(ev, loop)))
            return how;
        if (how == EX_FAIL && ev->fail.kind == FAIL_RESTART)
            return how;
        begin_again(ev, start);
        map_put(&ev->of_nodes, MAP_KEY(loop->node), ev);
    }
    ev_series_unroll(ev, loop->iterated, loop->span);
    return EX_FAIL;
}

static Exec series_for(Ev *ev, Loop *loop, const Value *series, const Value *rest) {
    uint32_t first = ev->frame->forks.len;
    AstNode *statement = (AstNode *)(uintptr_t)loop->node;
    liveness_of(&loop->live, ev->arena, &statement, 1);
    if (rest->kind == V_ITERATOR)
        heap_replace(ev->heap, rest->u.object, NULL, 0);
    loop->iterated = series;
    loop->start = sh_const(ev->shapes, 0);
    loop->step = sh_const(ev->shapes, 1);
    if (!ev_as_expr(ev, ev_series_length(ev, series), &loop->count))
        return EX_FAIL;
    return finish_loop(ev, first, series_runs(ev, loop), NULL, loop->node);
}

static Exec iterations(Ev *ev, const void *data) { return peel(ev, (Loop *)(uintptr_t)data, 1, false); }
static Exec iterations_to_end(Ev *ev, const void *data) { return peel(ev, (Loop *)(uintptr_t)data, 1, true); }

/* `condition`: there is a first iteration; NULL: there is. Each side goes on to the end of the loop, and where they
 * cannot be merged to that of the function; if that is not to be, they are merged before the loop's returns. */
static Exec run_symbolic(Ev *ev, const Value *condition, Loop *loop) {
    if (!condition)
        return iterations_to_end(ev, loop);
    if (ev->frame->can_fork)
        return ev_branch_with(ev, condition, iterations_to_end, none_to_end, loop, loop->span);
    return finish_exits(ev, loop, ev_branch_with(ev, condition, iterations, does_nothing, loop, loop->span));
}

static Exec symbolic_for(Ev *ev, Loop *loop) {
    AstNode *statement = (AstNode *)(uintptr_t)loop->node;
    liveness_of(&loop->live, ev->arena, &statement, 1);
    const ShExpr *zero = sh_const(ev->shapes, 0);
    loop->control = ev_loop_control(ev, loop->body, loop->is_tested);
    ShTruth runs = sh_compare(ev->shapes, SH_LT, zero, loop->count);
    if (runs == SH_NO)
        return finish_exits(ev, loop, EX_NEXT);
    if (runs == SH_MAYBE && !ev_control_assume_items(ev, loop, &runs))
        return EX_FAIL;
    const Value *condition = NULL;
    if (runs == SH_MAYBE)
        condition = ev_scalar(ev, compare_node(ev, OP_LT, zero, loop->count, loop->span));
    return run_symbolic(ev, condition, loop);
}

typedef Exec FillingRun(Ev *ev, Loop *loop, const void *data);

/* Runs the loop with the lists that it fills as the data decide as rows. False: there are none, or it cannot be one
 * then; all is as it was before, which it could not be where a generator waits that the loop might resume. */
static bool filling(Ev *ev, Loop *loop, FillingRun *run, const void *data, Exec *how) {
    LoopStart start = loop_start(ev);
    if (!ev_generators_may_undo(ev) || !ev_filled_begin(ev, loop))
        return false;
    *how = run(ev, loop, data);
    if (*how != EX_FAIL || ev->fail.kind != FAIL_CUT)
        return true;
    begin_again(ev, start);
    return false;
}

/* Does the body append to a list, or yield? Then it is assumed to run at least once; where the example of the call has
 * it run not at all, that is assumed, but in an attempt that is made for other numbers. */
static void find_append(AstNode *node, void *data) {
    bool *found = data;
    const AstNode *func = node->kind == AST_Call ? node->u.Call.func : NULL;
    bool append = func && func->kind == AST_Attribute && !strcmp(func->u.Attribute.attr, "append");
    append = append || node->kind == AST_Yield || node->kind == AST_YieldFrom;
    *found = *found || append || (node->kind == AST_AugAssign && node->u.AugAssign.value->kind == AST_List);
    ast_each_child(node, find_append, data);
}

static bool assume_runs(Ev *ev, const Loop *loop) {
    bool appends = loop->element != NULL;
    for (uint32_t i = 0; i < loop->body->len && !appends; i++)
        find_append(loop->body->items[i], &appends);
    const ShExpr *zero = sh_const(ev->shapes, 0);
    if (!appends)
        return true;
    bool is_idle = !loop->element && sh_hint(loop->count, 1) == 0 && !sh_is_computed(loop->count) &&
                   sh_compare(ev->shapes, SH_LT, zero, loop->count) == SH_MAYBE;
    ev->assumed_idle |= is_idle && !ev->runs_loops;
    if (is_idle && !ev->runs_loops)
        return ev_assume_compare(ev, SH_LE, loop->count, zero, loop->span);
    return ev_assume_compare(ev, SH_LT, zero, loop->count, loop->span);
}

static bool plan_for(Ev *ev, Loop *loop) {
    loop->start = sh_const(ev->shapes, 0);
    loop->step = sh_const(ev->shapes, 1);
    if (loop->iterated->kind == V_RANGE)
        return ev_plan_range(ev, loop->iterated, &loop->start, &loop->step, &loop->count, loop->span);
    return ev_rows_count(ev, loop->iterated, &loop->count, loop->span);
}

/* x = torch.cat([x, ...]), or of a part of x or what is made of it */
static bool extends_name(const Ev *ev, const AstNode *statement) {
    const AstNode *target = statement->kind == AST_Assign ? statement->u.Assign.targets.items[0] : NULL;
    const AstNode *call = target ? statement->u.Assign.value : NULL;
    const AstNode *func = call && call->kind == AST_Call && call->u.Call.args.len ? call->u.Call.func : NULL;
    if (!func || target->kind != AST_Name || func->kind != AST_Attribute || strcmp(func->u.Attribute.attr, "cat") != 0)
        return false;
    Map names;
    map_init(&names, ev->arena);
    ev_names_in(call->u.Call.args.items[0], &names);
    return map_has(&names, MAP_KEY(target->u.Name.id));
}

/* A loop that makes a tensor longer leaves another size than one that does not run: the two are not merged, and need
 * not be evaluated to see that. */
static void expect_fork(Ev *ev, const Loop *loop) {
    bool extends = false;
    for (uint32_t i = 0; i < loop->body->len && !extends; i++)
        extends = extends_name(ev, loop->body->items[i]);
    const void *place = ev_place_of(loop->span);
    if (extends && ev->frame->can_fork && ev_taken_arm(ev, place) < 0)
        ev_note_fork(ev, place);
}

static Exec filling_for(Ev *ev, Loop *loop, const void *data) {
    (void)data;
    return symbolic_for(ev, loop);
}

static Exec staying_for(Ev *ev, Loop *loop) {
    Exec how;
    if (filling(ev, loop, filling_for, NULL, &how))
        return how;
    if (!assume_runs(ev, loop))
        return EX_FAIL;
    expect_fork(ev, loop);
    return symbolic_for(ev, loop);
}

/* Paths that leave a tensor of two sizes meet in a loop that is tested, and sizes may change in any way there: where
 * that is what fails, it becomes one. */
static Exec tested_for(Ev *ev, Loop *loop) {
    LoopStart start = loop_start(ev);
    bool refused = ev->sizes_refused;
    ev->sizes_refused = false;
    Exec how = staying_for(ev, loop);
    Fail fail = ev->fail;
    if (how == EX_FAIL && fail.kind == FAIL_CUT && ev->sizes_refused && !loop->control) {
        begin_again(ev, start);
        loop->is_tested = true;
        how = staying_for(ev, loop);
        if (how == EX_FAIL && ev->fail.kind == FAIL_CUT)
            ev->fail = fail;
    }
    ev->sizes_refused |= refused;
    return how;
}

/* A loop that cannot stay one is unrolled, where the number of its iterations is part of how an object was made, or
 * evaluation begins again. */
static Exec planned_for(Ev *ev, Loop *loop) {
    if (!plan_for(ev, loop))
        return EX_FAIL;
    ev_rows_looped(ev, loop->iterated, 1);
    Exec how = tested_for(ev, loop);
    ev_rows_looped(ev, loop->iterated, -1);
    if (how == EX_FAIL && ev->fail.kind == FAIL_CUT && sh_hint(loop->count, EV_MAX_UNROLL) < EV_MAX_UNROLL)
        ev_need_configured(ev, loop->count, loop->span);
    if (how == EX_FAIL && ev->fail.kind == FAIL_CUT && (ev->fail.code == D_LOOP || loop->is_growing) &&
        sh_hint(loop->count, EV_MAX_UNROLL) < EV_MAX_UNROLL)
        ev_restart_forked(ev, loop->node, loop->span);
    if (how == EX_FAIL && ev->fail.kind == FAIL_CUT && (ev->fail.code == D_LOOP || ev->fail.code == D_BRANCH) &&
        sh_hint(loop->count, EV_MAX_UNROLL) < EV_MAX_UNROLL)
        ev_need_ints(ev, loop->count, loop->span);
    return how;
}

/* A loop of driver code over what is not known: its body runs once, on an item that is not known. */
static Exec forgotten_for(Ev *ev, const AstNode *node) {
    const Value *item = ev_may_forget(ev) ? ev_forgotten(ev) : NULL;
    return item ? unrolled_for(ev, node, &item, 1) : EX_FAIL;
}

/* as_rows: a list that its branches fill is rows, also where the items are taken one by one. */
static Exec exec_for(Ev *ev, const AstNode *node, bool as_rows) {
    const Value *iterable = ev_eval_iterable(ev, node->u.For.iter), **items;
    uint32_t count;
    if (!iterable)
        return forgotten_for(ev, node);
    const Value *rest, *series = ev_series_iterated(ev, iterable, &rest, node->u.For.iter->span);
    if (ev->fail.kind)
        return EX_FAIL;
    iterable = rest;
    Loop loop = {.node = node, .span = node->span, .body = &node->u.For.body, .iterated = iterable};
    if (series)
        return series_for(ev, &loop, series, rest);
    int symbolic = ev_rows_iterated(ev, iterable, node->span);
    if (symbolic > 0 && ev_wants_fork(ev, node) && ev_rows_known(ev, iterable, &items, &count, node->span))
        return unrolled_for(ev, node, items, count);
    if (symbolic)
        return symbolic < 0 || ev->fail.kind ? EX_FAIL : planned_for(ev, &loop);
    AstNode *statement = (AstNode *)(uintptr_t)node;
    if (as_rows)
        liveness_of(&loop.live, ev->arena, &statement, 1);
    if (as_rows && !ev_filled_begin(ev, &loop))
        return EX_FAIL;
    if (is_stepped(iterable) && !ev_only_loop_has(ev, node->u.For.iter, iterable))
        return stepped_for(ev, node, iterable);
    if (!ev_iterate(ev, iterable, &items, &count, node->u.For.iter->span))
        return forgotten_for(ev, node);
    LoopStart start = loop_start(ev);
    bool counts = iterable->kind == V_RANGE && !ev->in_driver;
    if (count <= EV_MAX_UNROLL || ev->in_driver) {
        Exec how = unrolled_for(ev, node, items, count);
        bool again = counts && how == EX_FAIL && ev->fail.kind == FAIL_CUT && ev->fail.code == D_LOOP &&
                     count > MAX_BREAKING_UNROLL;
        if (!again)
            return how;
        begin_again(ev, start);
    }
    if (counts)
        return planned_for(ev, &loop);
    return loop_failure(ev, node->span, "a loop over many items");
}

/* Where the sides of a branch leave a list of two lengths, evaluation begins again, if it can. */
Exec ev_exec_for(Ev *ev, const AstNode *node) {
    bool can_repeat = !ev->in_driver && ev_generators_may_undo(ev);
    LoopStart start = loop_start(ev);
    Exec how = exec_for(ev, node, false);
    if (how != EX_FAIL || ev->fail.kind != FAIL_CUT || ev->fail.code != D_BRANCH || !can_repeat ||
        ev_wants_fork(ev, node))
        return how;
    Fail fail = ev->fail;
    begin_again(ev, start);
    how = exec_for(ev, node, true);
    if (how == EX_FAIL && (ev->fail.kind == FAIL_NONE || ev->fail.kind == FAIL_CUT))
        ev->fail = fail;
    return how;
}

/* Do the data decide how many items there are? There may be none then. */
static bool counts_by_data(Ev *ev, const Loop *loop) {
    return loop->iterated->kind == V_ROWS && (sh_is_const(loop->count, NULL) || sh_is_computed(loop->count)) &&
           sh_compare(ev->shapes, SH_LT, sh_const(ev->shapes, 0), loop->count) != SH_YES;
}

static const Value *collect(Ev *ev, const void *data) {
    return peel(ev, (Loop *)(uintptr_t)data, 1, false) == EX_NEXT ? ev_none(ev) : NULL;
}
static const Value *collect_none(Ev *ev, const void *data) { return (void)data, ev_none(ev); }

/* The items of a comprehension over what may be empty. */
static bool collect_any(Ev *ev, Loop *loop) {
    const ShExpr *zero = sh_const(ev->shapes, 0);
    if (sh_compare(ev->shapes, SH_LT, zero, loop->count) == SH_NO)
        return true;
    const Value *runs = ev_scalar(ev, compare_node(ev, OP_LT, zero, loop->count, loop->span));
    return ev_branch_value(ev, runs, collect, collect_none, loop, loop->span) != NULL;
}

/* [element for target in iterable] over items whose number is not known. */
const Value *ev_symbolic_list(Ev *ev, const AstNode *generator, const AstNode *element, const Value *iterable) {
    static const AstList no_body;
    const Value *list = ev_list(ev, NULL, 0);
    Loop loop = {.node = generator,
                 .span = generator->span,
                 .body = &no_body,
                 .iterated = iterable,
                 .element = element,
                 .filled = list->u.object};
    AstNode *statement = (AstNode *)(uintptr_t)element;
    liveness_of(&loop.live, ev->arena, &statement, 1);
    if (!plan_for(ev, &loop))
        return NULL;
    bool has_conditions = generator->u.comprehension.ifs.len > 0, by_data = counts_by_data(ev, &loop);
    if (has_conditions || by_data || (ev_is_display(element) && !ev_can_be_unrolled(&loop)))
        loop.rows = ev_filled_new(ev, generator);
    ev_rows_looped(ev, iterable, 1);
    bool ran = by_data ? collect_any(ev, &loop) : assume_runs(ev, &loop) && peel(ev, &loop, 1, false) == EX_NEXT;
    ev_rows_looped(ev, iterable, -1);
    if (!ran) {
        if (ev->fail.kind == FAIL_CUT && (has_conditions || ev->fail.code == D_LOOP))
            ev_restart_forked(ev, generator, loop.span);
        return NULL;
    }
    if (loop.rows)
        return loop.rows;
    return loop.growths.len ? ev_growth_rows(ev, &loop, &loop.growths.data[0])
                            : ev_fail(ev, D_LOOP, loop.span, "a list of objects of unknown number");
}

/* ---- while
 * ---------------------------------------------------------------------------------------------------------------------------
 */

static Exec filling_while(Ev *ev, Loop *loop, const void *condition) { return run_symbolic(ev, condition, loop); }

static Exec symbolic_while(Ev *ev, const AstNode *node, const Value *condition) {
    Exec how;
    Loop loop = {.node = node, .span = node->span, .body = &node->u.While.body, .test = node->u.While.test};
    AstNode *statement = (AstNode *)(uintptr_t)node;
    liveness_of(&loop.live, ev->arena, &statement, 1);
    loop.control = ev_loop_control(ev, loop.body, false);
    condition = condition->kind == V_BOOL ? NULL : condition;
    return filling(ev, &loop, filling_while, condition, &how) ? how : run_symbolic(ev, condition, &loop);
}

/* Iterations one by one, as long as it is known that there is a further one. *rest: the condition of those that are
 * left; NULL when none is. `briefly`: an endless loop that is left on data is not unrolled. */
static Exec run_while(Ev *ev, RunningLoop *running, bool briefly, const Value **rest) {
    const AstNode *node = running->node;
    uint32_t first = ev->frame->forks.len;
    Behind behind;
    const Behind *apart = behind_loop(ev, &node->u.While.body, &behind);
    bool endless = briefly && node->u.While.test->kind == AST_Constant;
    Exec how = EX_NEXT;
    Begun begin = begun(ev);
    for (uint32_t i = 0; how == EX_NEXT; i++) {
        const Value *truth = ev_condition(ev, node->u.While.test);
        if (!truth || !ev_step(ev, node->span))
            return EX_FAIL;
        bool known = truth->kind == V_BOOL, left = ev->frame->forks.len > first;
        *rest = NULL;
        bool shown = ev->in_driver && (!known || i >= EV_MAX_DRIVER_UNROLL);
        if ((known && !truth->u.boolean) || shown || (i && is_shown_enough(ev, i - 1, begin, NULL)))
            return how;
        *rest = truth;
        if (!known || i >= EV_MAX_UNROLL || (left && (endless || i >= MAX_BREAKING_UNROLL)))
            return how;
        how = run_body(ev, &node->u.While.body, NULL, i ? NULL : apart, running->apart, node->span);
        note_apart(ev, running, how);
        *rest = NULL;
    }
    return how;
}

static Exec unrolled_while(Ev *ev, const AstNode *node, bool briefly, const Value **rest) {
    uint32_t first = ev->frame->forks.len;
    RunningLoop running = {.node = node, .apart = ev_apart_place(ev, node, 0), .outer = ev->frame->loops};
    bool apart = ev_goes_apart(ev, &running);
    *rest = NULL;
    ev->frame->loops = &running;
    Exec how = apart ? ev_run_apart(ev, &running) : run_while(ev, &running, briefly, rest);
    ev->frame->loops = running.outer;
    return how == EX_NEXT && *rest ? how : finish_loop(ev, first, how, &running, node);
}

Exec ev_exec_while(Ev *ev, const AstNode *node) {
    LoopStart start = loop_start(ev);
    uint32_t first = start.forks;
    const Value *rest;
    Exec how = unrolled_while(ev, node, true, &rest);
    if (how != EX_NEXT || !rest)
        return how;
    bool known = rest->kind == V_BOOL;
    if (known || ev->frame->forks.len > first) { /* a loop in C from its first iteration on */
        begin_again(ev, start);
        if (!(rest = ev_condition(ev, node->u.While.test)))
            return EX_FAIL;
    }
    how = symbolic_while(ev, node, rest);
    if (how != EX_FAIL || !known || ev->fail.kind != FAIL_CUT)
        return how;
    begin_again(ev, start);
    how = unrolled_while(ev, node, false, &rest);
    return how == EX_NEXT && rest ? loop_failure(ev, node->span, "a loop of many iterations") : how;
}
