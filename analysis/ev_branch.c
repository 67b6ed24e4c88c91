/* Branches on conditions that are not known when compiling: both sides are evaluated from one state of the heap, in the
 * regions of an OP_IF, and merged (ev_merge.c). A side that raises becomes a guard on the condition; a side that ends
 * its path early (return, break, continue) becomes a fork, see ev_internal.h. */
#include "analysis/ev_internal.h"
#include "analysis/ir_number.h"

#include <string.h>

typedef struct Branch {
    Ev *ev;
    IrNode *condition, *node;
    IrRegion *regions[2], *outer;
    EvMark mark;
    uint32_t objects, forks;
    bool sizes_differ; /* see Merge */
    Span span;
    const void *place;     /* stands for the branch in the program's text; NULL: what follows it is not known */
    const void *statement; /* the same, whatever is known of what follows; NULL: neither side can be chosen */
} Branch;

typedef struct Settled { /* what a condition comes to on a side of ev_exec_split() */
    const IrNode *condition;
    Span span; /* of the branch */
    bool truth;
    const struct Settled *outer;
} Settled;

typedef struct Side {
    Exec status;
    const Value *value; /* of a return */
    HeapDelta delta;
    int torch_modes;
    bool nested; /* falls through, but some of its paths have ended early */
} Side;

/* ---- leaving the variant
 * --------------------------------------------------------------------------------------------- */

static bool region_has_effect(IrRegion *region) {
    for (uint32_t i = region->quiet; i < region->nodes.len; i++) {
        const IrNode *node = region->nodes.data[i];
        if (ir_op_info[node->op].effect == 'w')
            return true;
        for (uint32_t k = 0; k < node->region_count; k++)
            if (region_has_effect(node->regions[k]))
                return true;
        region->quiet = i; /* not the last one: more may come into its regions */
    }
    return false;
}

bool ev_effect_seen(const Ev *ev) {
    bool writes = ev->region && ev->region->graph->writes;
    for (IrRegion *region = writes ? ev->region : NULL; region; region = region->owner ? region->owner->parent : NULL)
        if (region_has_effect(region))
            return true;
    return false;
}

const ShExpr *ev_expr_of_node(Ev *ev, const IrNode *node) {
    if (node->op == OP_SIZE)
        return node->exprs[0];
    return node->op == OP_CONST && node->type.kind == IRT_INT ? sh_const(ev->shapes, node->ints[0]) : NULL;
}

static bool assume_condition(Ev *ev, const IrNode *condition, bool holds, bool *handled, Span span);

/* `a or b`, which does not hold, or `a and b`, which does: both sides are as that says. Otherwise one side is enough:
 * the first that decides in the exemplar. */
static bool assume_sides(Ev *ev, const IrNode *condition, bool holds, bool *handled, Span span) {
    bool takes_both = (condition->op == OP_AND) == holds;
    for (int i = 0; i < 2; i++) {
        double likely;
        const IrNode *side = condition->inputs[i];
        if (!takes_both && !(ir_likely_number(side, &likely) && (likely != 0.0) == holds))
            continue;
        bool ok = assume_condition(ev, side, holds, handled, span);
        if (!ok || !*handled || !takes_both)
            return ok;
    }
    return *handled;
}

/* Assumes that a comparison of sizes, or several, hold (or do not). *handled is false when the condition is no such
 * comparison. */
static bool assume_condition(Ev *ev, const IrNode *condition, bool holds, bool *handled, Span span) {
    static const struct {
        IrOp op;
        ShCompare yes, no;
        bool swap; /* for the negation: not (a < b) is b <= a */
    } rows[] = {{OP_EQ, SH_EQ, SH_NE, false},
                {OP_NE, SH_NE, SH_EQ, false},
                {OP_LT, SH_LT, SH_LE, true},
                {OP_LE, SH_LE, SH_LT, true}};
    *handled = false;
    if (condition->op == OP_NOT)
        return assume_condition(ev, condition->inputs[0], !holds, handled, span);
    if ((condition->op == OP_AND || condition->op == OP_OR) && condition->type.kind == IRT_BOOL)
        return assume_sides(ev, condition, holds, handled, span);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        if (condition->op != rows[i].op)
            continue;
        const ShExpr *a = ev_expr_of_node(ev, condition->inputs[0]), *b = ev_expr_of_node(ev, condition->inputs[1]);
        if (!a || !b)
            return false;
        *handled = true;
        bool swap = !holds && rows[i].swap;
        return ev_assume_compare(ev, holds ? rows[i].yes : rows[i].no, swap ? b : a, swap ? a : b, span);
    }
    return false;
}

bool ev_miss_if(Ev *ev, IrNode *condition, bool negate, const char *why, Span span) {
    if (ev->in_driver)
        return true;
    span = ev_user_span(ev, span);
    if (condition->op == OP_CONST)
        return (condition->ints[0] != 0) == negate || ev_fail(ev, D_RAISES, span, "%s", why);
    if (ev->region == ev->graph->body) {
        bool handled, ok = assume_condition(ev, condition, negate, &handled, span);
        if (handled)
            return ok;
    }
    if (ev_effect_seen(ev))
        return ev_fail(ev, D_RAISES, span, "%s after a write to memory that the caller sees", why);
    if (negate)
        condition = ir_unary(ev->region, OP_NOT, ir_scalar_type(IRT_BOOL), condition, span);
    IrSpec spec = {.op = OP_MISS_IF, .input_count = 1, .inputs = &condition, .text = str_of(why), .span = span};
    ir_build(ev->region, &spec);
    return true;
}

bool ev_decide(Ev *ev, const Value *truth, bool *out, Span span) {
    double likely;
    if (ev_as_bool_known(truth, out))
        return true;
    if (ev->in_driver || truth->kind != V_SCALAR || !ir_likely_number(truth->u.node, &likely))
        return false;
    *out = likely != 0;
    return ev_miss_if(ev, truth->u.node, *out, "a condition that decides", span);
}

/* ---- the two sides
 * ----------------------------------------------------------------------------------------------------- */

/* Where the branch stands, be it in an installed file: its node's span is that of the program. */
static const void *place_of_branch(const Ev *ev, const IrNode *branch) {
    const void *place = map_get(&ev->memo, MAP_KEY(branch));
    return place ? place : ev_place_of(branch->span);
}

static void open_branch(Branch *branch, Ev *ev, const Value *condition, Span span) {
    const void *place = ev_place_of(span);
    span = ev_user_span(ev, span);
    *branch = (Branch){.ev = ev, .condition = condition->u.node, .outer = ev->region, .span = span};
    branch->mark = ev_mark(ev);
    branch->objects = heap_object_count(ev->heap);
    branch->forks = ev->frame->forks.len;
    for (int i = 0; i < 2; i++)
        branch->regions[i] = ir_region_new(ev->graph, NULL);
    IrSpec spec = {.op = OP_IF,
                   .input_count = 1,
                   .inputs = &branch->condition,
                   .region_count = 2,
                   .regions = branch->regions,
                   .span = span};
    branch->node = ir_build(ev->region, &spec);
    if (place != ev_place_of(span))
        map_put(&ev->memo, MAP_KEY(branch->node), (void *)(uintptr_t)place);
}

/* Forgets both sides; the failure stays. */
static void drop_branch(Branch *branch) {
    Fail fail = branch->ev->fail;
    ev_undo(branch->ev, branch->mark);
    branch->ev->frame->forks.len = branch->forks;
    branch->ev->fail = fail;
}

/* Is it one of those that torch raises for shapes that do not fit? */
static bool is_of_operator(const Value *exception) {
    Str name = exception && exception->kind == V_INSTANCE ? exception->u.instance.cls->name : str_of("");
    return name == str_of("RuntimeError") || name == str_of("IndexError");
}

static const IrNode *without_not(const IrNode *condition) {
    while (condition->op == OP_NOT)
        condition = condition->inputs[0];
    return condition;
}

/* A comparison of sizes or ints. */
static bool of_ints(Ev *ev, const IrNode *condition) {
    condition = without_not(condition);
    return condition->input_count == 2 && ev_expr_of_node(ev, condition->inputs[0]) &&
           ev_expr_of_node(ev, condition->inputs[1]);
}

/* A branch that cannot be merged, on an int that is part of how an object was made: it is decided for the variant. */
static void choose_by_configuration(Ev *ev, const IrNode *condition, Span span) {
    condition = without_not(condition);
    if (ev->fail.kind != FAIL_CUT || !of_ints(ev, condition))
        return;
    for (int i = 0; i < 2 && ev->fail.kind == FAIL_CUT; i++)
        ev_need_configured(ev, ev_expr_of_node(ev, condition->inputs[i]), span);
}

bool ev_decide_configured(Ev *ev, const IrNode *condition, Span span) {
    if (ev->in_driver)
        return false;
    ev_fail(ev, D_BRANCH, span, "a branch of which one side is taken");
    choose_by_configuration(ev, condition, span);
    if (ev->fail.kind != FAIL_RESTART)
        ev_clear_fail(ev);
    return ev->fail.kind == FAIL_RESTART;
}

bool ev_need_condition(Ev *ev, const IrNode *condition, Span span) {
    Fail fail = ev->fail;
    condition = without_not(condition);
    for (uint32_t i = 0; i < condition->input_count; i++) {
        const ShExpr *expr = ev_expr_of_node(ev, condition->inputs[i]);
        if (!expr || ev->in_driver)
            continue;
        ev_clear_fail(ev);
        ev_need_size(ev, ev_int_expr(ev, expr), span);
        if (ev->fail.kind == FAIL_RESTART)
            return true;
    }
    ev->fail = fail;
    return false;
}

bool ev_need_conditions_around(Ev *ev, Span span) {
    for (const IrRegion *region = ev->region; region->owner; region = region->owner->parent)
        if (region->owner->op == OP_IF && ev_need_condition(ev, region->owner->inputs[0], span))
            return true;
    return false;
}

/* One side raises: the variant holds only while the condition chooses the other. */
static bool guard_other_side(Branch *branch, bool raises_when) {
    Ev *ev = branch->ev;
    bool caught = ev->frame->try_depth && !ev->frame->passes_raises && !ev_leaves_to_python(ev, ev->fail.exception);
    if (caught && of_ints(ev, branch->condition) && ev_need_any_known(ev, branch->span))
        return false;
    if (caught)
        return ev_fail(ev, D_BRANCH, branch->span,
                       "an exception inside try on a condition that is not known when compiling");
    const char *why = ev->fail.reason ? ev->fail.reason : "an exception";
    ev->operators_raised += is_of_operator(ev->fail.exception);
    drop_branch(branch);
    ev_clear_fail(ev);
    return ev_miss_if(ev, branch->condition, !raises_when, why, branch->span);
}

static void run_side(Branch *branch, int which, Arm arm, const void *data, Side *side) {
    Ev *ev = branch->ev;
    Frame *frame = ev->frame;
    uint32_t forks = frame->forks.len;
    *side = (Side){0};
    ev->region = branch->regions[which];
    ev->torch_modes = branch->mark.torch_modes;
    side->status = arm(ev, data);
    const Value *raised = side->status == EX_FAIL && ev->fail.kind == FAIL_RAISE ? ev->fail.exception : NULL;
    if (raised && frame->catches && !ev_leaves_to_python(ev, raised)) {
        side->status = EX_RAISE;
        ev_clear_fail(ev);
    }
    if (side->status == EX_FAIL)
        return;
    side->nested = frame->forks.len > forks;
    side->value = side->status == EX_RETURN ? frame->result : side->status == EX_RAISE ? raised : ev_none(ev);
    side->torch_modes = ev->torch_modes;
}

/* A side that ended its path is closed: its own forks are joined, and what it wrote is taken back and kept. */
static bool close_ended(Branch *branch, uint32_t forks, Side *side) {
    Ev *ev = branch->ev;
    if (side->status == EX_RETURN && ev->frame->is_entry) {
        if (!ev_join_returns(ev, forks, &side->value, branch->span))
            return false;
    } else if (!(side->value = ev_join_forks(ev, forks, side->status, side->value, branch->span))) {
        return false;
    } else if (ev->frame->forks.len > forks) { /* they wait for another end, which the heap taken back would miss */
        return ev_fail(ev, D_BRANCH, branch->span, "a path that ends early inside one side of this branch");
    }
    side->delta = heap_take(ev->heap, branch->mark.heap);
    return true;
}

static void push_fork(Branch *branch, int which, const Side *side) {
    Fork fork = {.kind = side->status,
                 .branch = branch->node,
                 .arm = branch->regions[which],
                 .other = branch->regions[!which],
                 .outer = branch->outer,
                 .value = side->value,
                 .delta = side->delta,
                 .mark = branch->mark.heap,
                 .objects = branch->objects,
                 .torch_modes = side->torch_modes,
                 .place = branch->place,
                 .statement = branch->statement,
                 .span = branch->span};
    vec_push(branch->ev->arena, &branch->ev->frame->forks, fork);
}

typedef const Value *(*MergeValue)(Merge *merge, const Value *left, const Value *right);

static bool merge_sides_as(Branch *branch, const Side *left, const Side *right, MergeValue merge_value,
                           const Value **left_value, const Value *right_value) {
    Ev *ev = branch->ev;
    if (left->torch_modes != right->torch_modes)
        return ev_fail(ev, D_BRANCH, branch->span, "the two sides of the branch leave different grad modes");
    Merge merge = {.ev = ev,
                   .branch = branch->node,
                   .outer = branch->outer,
                   .left_region = branch->regions[0],
                   .right_region = branch->regions[1],
                   .left_delta = &left->delta,
                   .right_delta = &right->delta,
                   .objects = branch->objects,
                   .place = branch->place,
                   .in_iteration = ev->frame->in_tested,
                   .span = branch->span};
    ev->region = branch->outer;
    ev->torch_modes = left->torch_modes;
    const Value *merged = left_value ? merge_value(&merge, *left_value, right_value) : NULL;
    branch->sizes_differ = merge.sizes_differ;
    if (left_value && !merged) {
        if (!ev->fail.kind)
            ev_fail(ev, D_BRANCH, branch->span, "the two sides of the branch give values of different types: %s and %s",
                    ev_kind_text(ev, *left_value), ev_kind_text(ev, right_value));
        return false;
    }
    if (left_value)
        *left_value = merged;
    if (!ev_merge_heaps(&merge))
        return false;
    ev_merge_finish(&merge);
    return true;
}

static bool merge_sides(Branch *branch, const Side *left, const Side *right, const Value **left_value,
                        const Value *right_value) {
    return merge_sides_as(branch, left, right, ev_merge_value, left_value, right_value);
}

static Exec fail_branch(Branch *branch) {
    drop_branch(branch);
    return EX_FAIL;
}

/* That side cannot be evaluated. *which tells of it where it is not compiled. */
static Exec fail_side(Branch *branch, int side, int *which) {
    *which = branch->ev->fail.kind == FAIL_CUT ? side : -1;
    return fail_branch(branch);
}

/* The second side ended its path and the first falls through: the first is evaluated again, as the path that goes on.
 */
static Exec continue_first(Branch *branch, Side *second, uint32_t forks, Arm then, const void *data) {
    Ev *ev = branch->ev;
    if (!close_ended(branch, forks, second))
        return fail_branch(branch);
    ir_rollback(branch->regions[0], 0);
    push_fork(branch, 1, second);
    ev->region = branch->regions[0];
    ev->torch_modes = branch->mark.torch_modes;
    Exec status = then(ev, data);
    bool raises = status == EX_FAIL && ev->fail.kind == FAIL_RAISE && ev->frame->catches;
    return status == EX_FAIL && !raises ? fail_branch(branch) : status;
}

/* The first side falls through. */
static Exec second_after_next(Branch *branch, Side *first, Arm then, Arm otherwise, const void *data, int *cut) {
    Ev *ev = branch->ev;
    Side second;
    first->delta = heap_take(ev->heap, branch->mark.heap);
    ev->frame->forks.len = branch->forks;
    run_side(branch, 1, otherwise, data, &second);
    if (second.status == EX_FAIL) {
        if (ev->fail.kind != FAIL_RAISE)
            return fail_side(branch, 1, cut);
        return guard_other_side(branch, false) ? then(ev, data) : fail_branch(branch);
    }
    if (second.status != EX_NEXT)
        return continue_first(branch, &second, branch->forks, then, data);
    if (first->nested || second.nested) {
        ev_fail(ev, D_BRANCH, branch->span, "a path that ends early inside one side of this branch");
        return fail_branch(branch);
    }
    second.delta = heap_take(ev->heap, branch->mark.heap);
    return merge_sides(branch, first, &second, NULL, NULL) ? EX_NEXT : fail_branch(branch);
}

/* The first side ended its path: it waits as a fork, and the second is the path that goes on. */
static Exec second_after_end(Branch *branch, Side *first, Arm then, Arm otherwise, const void *data, int *cut) {
    Ev *ev = branch->ev;
    if (!close_ended(branch, branch->forks, first))
        return fail_branch(branch);
    push_fork(branch, 0, first);
    ev->region = branch->regions[1];
    ev->torch_modes = branch->mark.torch_modes;
    Exec status = otherwise(ev, data);
    if (status != EX_FAIL)
        return status;
    if (ev->fail.kind == FAIL_RAISE && ev->frame->catches)
        return status;
    if (ev->fail.kind != FAIL_RAISE)
        return fail_side(branch, 1, cut);
    return guard_other_side(branch, false) ? then(ev, data) : fail_branch(branch);
}

/* *cut is which side is not compiled, where that is all there is to say, or -1. */
static Exec branch_once(Ev *ev, const Value *condition, Arm then, Arm otherwise, const void *data, Span span,
                        const void *statement, bool followed, int *cut) {
    Branch branch;
    Side first;
    *cut = -1;
    open_branch(&branch, ev, condition, span);
    branch.place = followed ? statement : NULL;
    branch.statement = statement;
    run_side(&branch, 0, then, data, &first);
    if (first.status == EX_NEXT)
        return second_after_next(&branch, &first, then, otherwise, data, cut);
    if (first.status != EX_FAIL)
        return second_after_end(&branch, &first, then, otherwise, data, cut);
    if (ev->fail.kind == FAIL_RAISE)
        return guard_other_side(&branch, true) ? otherwise(ev, data) : fail_branch(&branch);
    return fail_side(&branch, 0, cut);
}

/* ---- sides that are not merged: each goes on to the end of the iteration or of the function
 * ------------------------------------------------- */

typedef struct Tail {
    Arm arms[2];
    const void *data;
    const Rest *rest;
} Tail;

/* What a return or the like leaves: blocks with one of torch's modes. */
static Exec leave_modes(Ev *ev, const Rest *rest, Exec status) {
    for (; rest && status != EX_FAIL; rest = rest->outer)
        if (rest->mode && !ev_leave_mode(ev, rest->mode))
            status = EX_FAIL;
    return status;
}

Exec ev_exec_rest(Ev *ev, const Rest *rest) {
    Frame *frame = ev->frame;
    const Rest *saved = frame->rest;
    const Behind *behind = frame->behind;
    const ModeBlock *modes = frame->modes;
    Exec status = EX_NEXT;
    for (; rest && status == EX_NEXT; rest = rest->outer) {
        frame->rest = rest->outer;
        if (rest->loop) {
            status = ev_apart_from(ev, rest->loop, rest->next);
            frame->behind = rest->loop->behind.outer;
            continue;
        }
        if (!rest->mode) {
            status = ev_exec_tail(ev, rest->items, rest->count);
            continue;
        }
        frame->modes = rest->mode->outer;
        if (!ev_leave_mode(ev, rest->mode))
            status = EX_FAIL;
    }
    status = leave_modes(ev, rest, status);
    frame->rest = saved;
    frame->behind = behind;
    frame->modes = modes;
    if (status != EX_NEXT)
        return status;
    frame->result = ev_none(ev);
    return frame->in_iteration ? EX_CONTINUE : EX_RETURN;
}

static Exec arm_and_rest(Ev *ev, const Tail *tail, int which) {
    Exec status = tail->arms[which](ev, tail->data);
    return status == EX_NEXT ? ev_exec_rest(ev, tail->rest) : leave_modes(ev, tail->rest, status);
}

static Exec then_and_rest(Ev *ev, const void *data) { return arm_and_rest(ev, data, 0); }
static Exec otherwise_and_rest(Ev *ev, const void *data) { return arm_and_rest(ev, data, 1); }

static Exec fork_rest(Ev *ev, const Value *condition, Arm then, Arm otherwise, const void *data, Span span,
                      const void *statement, int *cut) {
    Tail tail = {{then, otherwise}, data, ev->frame->rest};
    if (++ev->paths > EV_MAX_PATHS) {
        ev_fail(ev, D_LIMIT, span, "more than %d paths through the function", EV_MAX_PATHS);
        return EX_FAIL;
    }
    return branch_once(ev, condition, then_and_rest, otherwise_and_rest, &tail, span, statement, false, cut);
}

static void note_counter(void *env, const ShSymbol *symbol) { *(bool *)env |= ir_is_of_iteration(symbol); }

/* Does a loop of unknown length count it? What is likely of one iteration is not of the others. */
static bool is_of_iteration(const ShExpr *expr) {
    bool counted = false;
    sh_visit_symbols(expr, note_counter, &counted);
    return counted;
}

/* Is it a comparison of which each iteration of a loop decides anew? */
static bool varies_in_loop(Ev *ev, const IrNode *condition) {
    if (condition->op == OP_NOT || condition->op == OP_AND || condition->op == OP_OR)
        return varies_in_loop(ev, condition->inputs[0]) ||
               (condition->op != OP_NOT && varies_in_loop(ev, condition->inputs[1]));
    return of_ints(ev, condition) && (is_of_iteration(ev_expr_of_node(ev, condition->inputs[0])) ||
                                      is_of_iteration(ev_expr_of_node(ev, condition->inputs[1])));
}

static int likely_comparison(Ev *ev, const IrNode *condition) {
    double truth; /* of floats that ints are made into, as halves of a number of layers */
    if (!of_ints(ev, condition))
        return ir_likely_number(condition, &truth) ? truth != 0 : -1;
    int64_t a = sh_hint(ev_expr_of_node(ev, condition->inputs[0]), INT64_MIN);
    int64_t b = sh_hint(ev_expr_of_node(ev, condition->inputs[1]), INT64_MIN);
    if (a == INT64_MIN || b == INT64_MIN || varies_in_loop(ev, condition))
        return -1;
    switch (condition->op) {
    case OP_EQ:
        return a == b;
    case OP_NE:
        return a != b;
    case OP_LT:
        return a < b;
    case OP_LE:
        return a <= b;
    case OP_GT:
        return a > b;
    case OP_GE:
        return a >= b;
    default:
        return -1;
    }
}

/* What comparisons of sizes and ints come to, when they are what is likely; -1: not known. */
static int likely_truth(Ev *ev, const IrNode *condition) {
    if (condition->op == OP_NOT) {
        int truth = likely_truth(ev, condition->inputs[0]);
        return truth < 0 ? truth : !truth;
    }
    if (condition->op != OP_AND && condition->op != OP_OR)
        return likely_comparison(ev, condition);
    int left = likely_truth(ev, condition->inputs[0]), right = likely_truth(ev, condition->inputs[1]);
    int decisive = condition->op == OP_OR; /* either side alone settles it */
    return left == decisive || right == decisive ? decisive : left < 0 || right < 0 ? -1 : !decisive;
}

static bool is_unmerged(const Ev *ev) { return ev->fail.kind == FAIL_CUT && ev->fail.code == D_BRANCH; }

/* sizes_differ: see Merge. */
static void note_unmerged(Ev *ev, IrNode *condition, bool sizes_differ, Span span) {
    if (is_unmerged(ev))
        ev->unmerged = (struct Unmerged){condition, span, .sizes = sizes_differ ? ev_sizes_key(span) : NULL};
}

/* What the condition comes to on the side of ev_exec_split() that is being evaluated; -1: it has no part in it. */
int ev_settled(const Ev *ev, const IrNode *condition) {
    const Settled *settled = ev->settled;
    while (settled && settled->condition != condition)
        settled = settled->outer;
    return settled ? settled->truth : -1;
}

bool ev_split_on(Ev *ev, const Value *condition, const char *why, Span span) {
    ev_fail(ev, D_BRANCH, span, "%s", why);
    note_unmerged(ev, condition->u.node, false, span);
    return false;
}

static bool splits_statement(const Ev *ev, const IrNode *condition);
static bool splits_own_statement(const Ev *ev, const IrNode *condition, Span span);

/* That the entry's statement is to be evaluated on each side of the branch at that place, for ev_restart_forked(). */
static const void *split_key(const void *place) { return (const char *)place + 1; }

/* The same of the statement of which the branch is a part, whatever function it is in. */
static const void *own_split_key(const void *place) { return place ? (const char *)place + 3 : NULL; }

/* The branch of a function that is called is not merged: the entry's statement is evaluated on each side. */
static Exec leave_to_statement(Ev *ev, IrNode *condition, Span span) {
    ev_fail(ev, D_BRANCH, span, "a branch of which each side goes its way");
    note_unmerged(ev, condition, false, span);
    ev->unmerged.of_entry = true;
    return EX_FAIL;
}

Exec ev_branch_with(Ev *ev, const Value *condition, Arm then, Arm otherwise, const void *data, Span span) {
    int truth_here = ev_settled(ev, condition->u.node);
    if (truth_here >= 0)
        return (truth_here ? then : otherwise)(ev, data);
    if (!ev_enter(ev, span))
        return EX_FAIL;
    const void *at = ev_place_of(span), *place = ev->frame->can_fork ? at : NULL;
    Exec status;
    bool apart = at && ev_wants_fork(ev, split_key(at));
    if (apart && splits_statement(ev, condition->u.node)) {
        ev_leave(ev);
        return leave_to_statement(ev, condition->u.node, span);
    }
    bool by_likelihood = at && ev_takes_likely_arm(ev, at); /* which an iteration of before was decided by */
    int taken = at && !(by_likelihood && varies_in_loop(ev, condition->u.node)) ? ev_taken_arm(ev, at) : -1, cut = -1;
    if (taken >= 0) {
        int truth = by_likelihood ? likely_truth(ev, condition->u.node) : -1;
        taken = truth >= 0 ? !truth : taken;
        bool ok = ev_miss_if(ev, condition->u.node, taken == 0, "the other side of a branch", span);
        status = !ok ? EX_FAIL : taken == 0 ? then(ev, data) : otherwise(ev, data);
    } else if (place && (apart || ev_wants_fork(ev, place))) {
        status = fork_rest(ev, condition, then, otherwise, data, span, place, &cut);
    } else {
        status = branch_once(ev, condition, then, otherwise, data, span, place, true, &cut);
        if (status == EX_FAIL && place && is_unmerged(ev) && !by_likelihood)
            ev_restart_forked(ev, place, span);
    }
    if (status == EX_FAIL && is_unmerged(ev))
        choose_by_configuration(ev, condition->u.node, span);
    bool is_cut = status == EX_FAIL && ev->fail.kind == FAIL_CUT;
    int likely = is_cut && at && (is_unmerged(ev) || cut >= 0) ? likely_truth(ev, condition->u.node) : -1;
    /* Sizes and ints: the variant is for those that go the same way, if that is the way that is compiled. */
    if (likely >= 0 && (is_unmerged(ev) || cut == likely))
        ev_restart_taken(ev, at, !likely, true, span);
    ev_leave(ev);
    return status;
}

typedef struct Blocks {
    const AstList *body, *orelse;
} Blocks;
static Exec run_block(Ev *ev, const AstList *block) {
    return ev->frame->can_fork ? ev_exec_tail(ev, block->items, block->len) : ev_exec_block(ev, block);
}
static Exec body_arm(Ev *ev, const void *data) { return run_block(ev, ((const Blocks *)data)->body); }
static Exec orelse_arm(Ev *ev, const void *data) { return run_block(ev, ((const Blocks *)data)->orelse); }

Exec ev_branch(Ev *ev, const Value *condition, const AstList *body, const AstList *orelse, Span span) {
    Blocks blocks = {body, orelse};
    return ev_branch_with(ev, condition, body_arm, orelse_arm, &blocks, span);
}

/* ---- statements of which a branch is a part
 * ------------------------------------------------------------------------------------------------ */

/* Where the nodes from `mark` on end that do the same where they are evaluated again. */
static uint32_t repeatable(const IrRegion *region, uint32_t mark) {
    while (mark < region->nodes.len) {
        const IrNode *node = region->nodes.data[mark];
        char effect = ir_op_info[node->op].effect;
        if (node->region_count || (effect != '-' && effect != 'x'))
            break;
        mark++;
    }
    return mark;
}

/* Is the condition there before the first node of the statement that cannot be evaluated twice? One that hangs on a
 * node which is made anew is another condition on each side, as is that of the next item in `[max(v, 0) for v in xs]`:
 * such a branch is split a few times. */
static bool may_split(const Ev *ev, const EvMark *mark, const IrNode *condition, Span span) {
    enum { MOST = 3 };
    const IrRegion *region = mark->in;
    int count = 0;
    for (const Settled *settled = ev->settled; settled; settled = settled->outer) {
        count += ev_place_of(settled->span) == ev_place_of(span);
        if (settled->condition == condition || count == MOST)
            return false;
    }
    if (!ir_is_within(region, condition->parent))
        return false;
    for (uint32_t i = repeatable(region, mark->region); i < region->nodes.len; i++)
        if (region->nodes.data[i] == condition)
            return false;
    return true;
}

/* A branch of the statement that was merged and stands before that one, on whose result its condition hangs: where that
 * is decided, this is a condition of its own. */
static struct Unmerged branch_before(const EvMark *mark, struct Unmerged unmerged) {
    const IrRegion *region = mark->in;
    uint32_t first = repeatable(region, mark->region);
    if (first == region->nodes.len || region->nodes.data[first]->op != OP_IF)
        return unmerged;
    const IrNode *branch = region->nodes.data[first];
    return (struct Unmerged){.condition = branch->inputs[0], .span = branch->span};
}

typedef struct Split {
    const AstNode *statement;
    const IrNode *condition;
    Span span; /* of the branch */
} Split;

static Exec exec_side(Ev *ev, const void *data, bool truth) {
    const Split *split = data;
    Settled settled = {split->condition, split->span, truth, ev->settled};
    const Rest *rest = ev->frame->rest;
    ev->settled = &settled;
    Exec status = ev_exec_split(ev, split->statement);
    ev->settled = settled.outer;
    ev->frame->rest = rest;
    return status;
}

static Exec exec_where_true(Ev *ev, const void *data) { return exec_side(ev, data, true); }
static Exec exec_where_false(Ev *ev, const void *data) { return exec_side(ev, data, false); }

/* The expression that is evaluated before the blocks of the statement; the statement, where there are none; NULL: it is
 * not split. */
static const AstNode *head_of(const AstNode *statement) {
    switch (statement->kind) {
    case AST_If:
        return statement->u.If.test;
    case AST_For:
        return statement->u.For.iter;
    case AST_Assert:
    case AST_Assign:
    case AST_AugAssign:
    case AST_AnnAssign:
    case AST_Return:
    case AST_Expr:
        return statement;
    default:
        return NULL;
    }
}

static bool is_in_head(const AstNode *statement, const AstNode *head, Span span) {
    return head == statement ||
           (span.file == head->span.file && span.begin >= head->span.begin && span.end <= head->span.end);
}

/* A statement that is evaluated, and what there was before. */
typedef struct Splitting {
    const struct Splitting *outer;
    const Frame *frame;
    const EvMark *mark;
    const AstNode *statement, *head;
    uint32_t forks;
} Splitting;

/* Is a function called in a statement of the entry that may be evaluated on each side of that condition? */
static bool splits_statement(const Ev *ev, const IrNode *condition) {
    const Splitting *here = ev->splitting;
    while (here && !here->frame->is_entry)
        here = here->outer;
    return here && !ev->in_driver && !ev->frame->is_entry && here->head == here->statement &&
           here->frame->forks.len == here->forks && may_split(ev, here->mark, condition, here->statement->span);
}

/* Is the branch a part of the statement that is being evaluated, which may be so on each side? */
static bool splits_own_statement(const Ev *ev, const IrNode *condition, Span span) {
    const Splitting *here = ev->splitting;
    return here && !ev->in_driver && here->frame == ev->frame && is_in_head(here->statement, here->head, span) &&
           here->frame->forks.len == here->forks && may_split(ev, here->mark, condition, span);
}

const void *ev_split_place(const Ev *ev, const IrNode *branch) {
    const void *place = place_of_branch(ev, branch), *key = place ? split_key(place) : NULL;
    if (key && !ev_wants_fork(ev, key) && splits_statement(ev, branch->inputs[0]))
        return key;
    key = own_split_key(place);
    return key && !ev_wants_fork(ev, key) && splits_own_statement(ev, branch->inputs[0], branch->span) ? key : NULL;
}

Exec ev_exec_split(Ev *ev, const AstNode *statement) {
    const AstNode *head = head_of(statement);
    if (!head || ev->in_driver)
        return ev_exec(ev, statement);
    Frame *frame = ev->frame;
    EvMark mark = ev_mark(ev);
    bool can_fork = frame->can_fork;
    uint32_t forks = frame->forks.len;
    Splitting splitting = {ev->splitting, frame, &mark, statement, head, forks};
    ev->unmerged = (struct Unmerged){0};
    if (can_fork)
        ev->splitting = &splitting;
    Exec status = ev_exec(ev, statement);
    ev->splitting = splitting.outer;
    struct Unmerged unmerged = ev->unmerged;
    if (status != EX_FAIL || !can_fork || !unmerged.condition || !is_unmerged(ev) || frame->forks.len != forks ||
        (unmerged.of_entry && !frame->is_entry))
        return status;
    if (!may_split(ev, &mark, unmerged.condition, unmerged.span))
        unmerged = branch_before(&mark, unmerged);
    Split split = {statement, unmerged.condition, unmerged.span};
    if (!is_in_head(statement, head, split.span) || !may_split(ev, &mark, split.condition, split.span))
        return status;
    mark.region = repeatable(mark.in, mark.region);
    mark.shapes = sh_mark(ev->shapes);
    mark.facts = ev->facts->items.len;
    ev_undo(ev, mark);
    ev_clear_fail(ev);
    frame->can_fork = true;
    Value *condition = ev_value(ev, V_SCALAR);
    condition->u.node = (IrNode *)(uintptr_t)split.condition;
    return ev_branch_with(ev, condition, exec_where_true, exec_where_false, &split, split.span);
}

/* ---- expressions
 * --------------------------------------------------------------------------------------------------------- */

bool ev_restart_on_likely_side(Ev *ev, Span span) {
    for (const IrRegion *region = ev->region; region->owner; region = region->owner->parent) {
        const IrNode *branch = region->owner;
        int truth = branch->op == OP_IF ? likely_truth(ev, branch->inputs[0]) : -1;
        if (truth >= 0 && region == branch->regions[truth] &&
            ev_restart_taken(ev, place_of_branch(ev, branch), !truth, true, span))
            return true;
    }
    return false;
}

/* Values of two types, which nothing else can make one, as what the branch chose (ev_choice.c). */
static bool merge_choice(Branch *branch, const Side *sides, const Value **values) {
    Ev *ev = branch->ev;
    Fail fail = ev->fail;
    ev_clear_fail(ev);
    if (merge_sides_as(branch, &sides[0], &sides[1], ev_merge_choice, &values[0], values[1]))
        return true;
    ev->fail = fail;
    return false;
}

const Value *ev_branch_value(Ev *ev, const Value *condition, Thunk then, Thunk otherwise, const void *data, Span span) {
    int truth = ev_settled(ev, condition->u.node);
    if (truth >= 0)
        return (truth ? then : otherwise)(ev, data);
    const void *at = ev_place_of(span);
    bool takes_one = ev_wants_fork(ev, at) || (at && ev_takes_likely_arm(ev, at));
    int likely = takes_one ? likely_truth(ev, condition->u.node) : -1;
    if (likely >= 0)
        return ev_miss_if(ev, condition->u.node, likely, "the likely side of a conditional expression", span)
                   ? (likely ? then : otherwise)(ev, data)
                   : NULL;
    if (at && ev_wants_fork(ev, own_split_key(at)) && splits_own_statement(ev, condition->u.node, span)) {
        ev_split_on(ev, condition, "a branch of which each side goes its way", span);
        return NULL;
    }
    Branch branch;
    Side sides[2] = {{0}, {0}};
    const Value *values[2];
    Thunk thunks[] = {then, otherwise};
    bool catches = ev->frame->catches;
    open_branch(&branch, ev, condition, span);
    for (int i = 0; i < 2; i++) {
        ev->region = branch.regions[i];
        ev->torch_modes = branch.mark.torch_modes;
        ev->frame->catches = false; /* a path cannot end inside an expression */
        values[i] = thunks[i](ev, data);
        ev->frame->catches = catches;
        sides[i].torch_modes = ev->torch_modes;
        if (values[i]) {
            sides[i].delta = heap_take(ev->heap, branch.mark.heap);
            continue;
        }
        if (ev->fail.kind == FAIL_RAISE && guard_other_side(&branch, i == 0))
            return thunks[!i](ev, data);
        drop_branch(&branch);
        return NULL;
    }
    if (merge_sides(&branch, &sides[0], &sides[1], &values[0], values[1])) {
        bool is_open = values[0]->kind == V_STR && !values[0]->u.str;
        const void *key = !is_open                                   ? NULL
                          : likely_truth(ev, condition->u.node) >= 0 ? ev_place_of(span)
                                                                     : ev_split_place(ev, branch.node);
        if (key)
            map_put(&ev->memo, MAP_KEY(values[0]), (void *)(uintptr_t)key);
        return values[0];
    }
    choose_by_configuration(ev, condition->u.node, span);
    note_unmerged(ev, condition->u.node, branch.sizes_differ, span);
    bool is_cut = ev->fail.kind == FAIL_CUT, has_likely = is_cut && likely_truth(ev, condition->u.node) >= 0;
    if (is_cut && !has_likely && merge_choice(&branch, sides, values))
        return values[0];
    drop_branch(&branch);
    if (has_likely)
        ev_restart_forked(ev, ev_place_of(span), span);
    return NULL;
}

/* ---- joining forks
 * ----------------------------------------------------------------------------------------------------------- */

/* Paths that return from a function that others call leave its objects behind, unless something is still to be done in
 * it. */
static ObjId own_objects(Ev *ev, const Fork *fork) {
    const Frame *frame = ev->frame;
    bool ends = fork->kind == EX_RETURN && frame->function && !frame->is_entry && !frame->blocks;
    return ends && ev_generators_rest(ev, frame->scope) ? frame->scope : 0;
}

/* Merges the newest fork with the present path. The state stays as it is when that fails. */
static const Value *join_fork(Ev *ev, const Fork *fork, const Value *value, bool strict) {
    uint32_t in_outer = ir_mark(fork->outer), facts = ev->facts->items.len, assumed = sh_mark(ev->shapes);
    IrRegion *region = ev->region;
    HeapDelta present = heap_take(ev->heap, fork->mark);
    Merge merge = {.ev = ev,
                   .branch = fork->branch,
                   .outer = fork->outer,
                   .left_region = fork->arm,
                   .right_region = region,
                   .left_delta = &fork->delta,
                   .right_delta = &present,
                   .objects = fork->objects,
                   .strict = strict,
                   .in_iteration = ev->frame->in_tested && fork->kind != EX_RETURN,
                   .ends_call = fork->kind == EX_RETURN && !ev->frame->is_entry,
                   .own_from = own_objects(ev, fork),
                   .values = {fork->value, value},
                   .place = fork->kind == EX_BREAK || fork->kind == EX_NEXT ? fork->place : NULL,
                   .apart = fork->kind == EX_CONTINUE ? fork->place : NULL,
                   .iterates = fork->kind == EX_CONTINUE ? ev->frame->iterates : NULL,
                   .span = fork->span};
    bool ok = fork->value && region == fork->other && ev->torch_modes == fork->torch_modes;
    ev->region = fork->outer;
    const Value *merged = ok ? ev_merge_value(&merge, fork->value, value) : NULL;
    if (ok && !merged && merge.ends_call && !strict && likely_truth(ev, fork->branch->inputs[0]) < 0)
        merged = ev_merge_returned(&merge, fork->value, value, fork->statement);
    if (merged && ev_merge_heaps(&merge)) {
        ev_merge_finish(&merge);
        return merged;
    }
    heap_undo(ev->heap, fork->mark);
    heap_apply(ev->heap, &present);
    ir_rollback(fork->outer, in_outer);
    ev->facts->items.len = facts;
    sh_undo(ev->shapes, assumed);
    ev->region = region;
    if (!ev->fail.kind)
        ev_fail(ev, D_BRANCH, fork->span,
                "the paths that this condition chooses end in values of different types: %s and %s",
                fork->value ? ev_kind_text(ev, fork->value) : "none", ev_kind_text(ev, value));
    if (!strict) {
        choose_by_configuration(ev, fork->branch->inputs[0], fork->span);
        note_unmerged(ev, fork->branch->inputs[0], merge.sizes_differ, fork->span);
    }
    int likely = !strict && is_unmerged(ev) ? likely_truth(ev, fork->branch->inputs[0]) : -1;
    if (likely >= 0)
        ev_restart_taken(ev, place_of_branch(ev, fork->branch), !likely, true, fork->span);
    return NULL;
}

Exec ev_continue_fork(Ev *ev, ExecThunk arm, const void *data, Span span) {
    Frame *frame = ev->frame;
    Fork *fork = &vec_last(&frame->forks);
    uint32_t forks = frame->forks.len;
    const Value *result = frame->result;
    IrRegion *region = ev->region;
    int torch_modes = ev->torch_modes;
    HeapDelta present = heap_take(ev->heap, fork->mark);
    heap_apply(ev->heap, &fork->delta);
    ev->region = fork->arm;
    ev->torch_modes = fork->torch_modes;
    Exec how = arm(ev, data);
    if (how != EX_FAIL && (frame->forks.len != forks || ev->region != vec_last(&frame->forks).arm)) {
        ev_fail(ev, D_BRANCH, span, "a condition where an exception on another one is handled");
        how = EX_FAIL;
    }
    if (how == EX_FAIL)
        return how;
    fork = &vec_last(&frame->forks);
    fork->kind = how;
    fork->value = how == EX_RETURN ? frame->result : ev_none(ev);
    fork->torch_modes = ev->torch_modes;
    fork->delta = heap_take(ev->heap, fork->mark);
    heap_apply(ev->heap, &present);
    frame->result = result;
    ev->region = region;
    ev->torch_modes = torch_modes;
    if (how != EX_NEXT)
        return how;
    if (!join_fork(ev, fork, ev_none(ev), false))
        return EX_FAIL;
    frame->forks.len--;
    return EX_NEXT;
}

/* From the newest to the oldest: undoing what came after a fork leads to where it was left. */
static bool visit_forks(Ev *ev, uint32_t count, uint32_t first, ForkThunk arm, const void *data) {
    if (count == first)
        return true;
    Frame *frame = ev->frame;
    Fork *fork = &frame->forks.data[count - 1];
    uint32_t forks = frame->forks.len;
    HeapDelta present = heap_take(ev->heap, fork->mark);
    heap_apply(ev->heap, &fork->delta);
    ev->region = fork->arm;
    ev->torch_modes = fork->torch_modes;
    bool ok = arm(ev, fork, data);
    fork = &frame->forks.data[count - 1];
    if (ok && (frame->forks.len != forks || ev->region != fork->arm))
        ok = ev_fail(ev, D_BRANCH, fork->span, "a condition in what is done when a path leaves a block early") != NULL;
    if (!ok)
        return false;
    fork->torch_modes = ev->torch_modes;
    fork->delta = heap_take(ev->heap, fork->mark);
    if (!visit_forks(ev, count - 1, first, arm, data))
        return false;
    fork->mark = heap_mark(ev->heap);
    heap_apply(ev->heap, &present);
    return true;
}

bool ev_visit_forks(Ev *ev, uint32_t first, ForkThunk arm, const void *data) {
    Frame *frame = ev->frame;
    const Value *result = frame->result;
    IrRegion *region = ev->region;
    int torch_modes = ev->torch_modes;
    Fail fail = ev->fail;
    ev_clear_fail(ev);
    if (!visit_forks(ev, frame->forks.len, first, arm, data))
        return false;
    ev->fail = fail;
    frame->result = result;
    ev->region = region;
    ev->torch_modes = torch_modes;
    return true;
}

/* Of a path that is still in the blocks around it. Where what it gives cannot be returned, and it is not the likely one
 * of a condition on sizes and ints (a loop that does not run leaves what may be a view of an argument), the variant is
 * for the others. */
static bool leave_and_return(Ev *ev, const Value *value, Span span) {
    for (const ModeBlock *mode = ev->frame->modes; mode; mode = mode->outer)
        if (!ev_leave_mode(ev, mode))
            return false;
    if (ev_emit_return(ev, value, span))
        return true;
    if (ev->fail.kind == FAIL_CUT)
        ev_restart_on_likely_side(ev, span);
    return false;
}

/* Paths of the entry that cannot be merged end in a return each: the present one and the forks since `first`. */
static bool return_each(Ev *ev, uint32_t first, const Value *value) {
    Frame *frame = ev->frame;
    if (ev->fail.kind == FAIL_RESTART)
        return false;
    ev_clear_fail(ev);
    if (value && !leave_and_return(ev, value, frame->call_span))
        return false;
    while (frame->forks.len > first) {
        Fork fork = vec_pop(&frame->forks);
        if (fork.kind != EX_RETURN)
            return ev_fail(ev, D_LOOP, fork.span, "a path that leaves a loop");
        heap_undo(ev->heap, fork.mark);
        heap_apply(ev->heap, &fork.delta);
        ev->region = fork.arm;
        ev->torch_modes = fork.torch_modes;
        if (fork.value && !leave_and_return(ev, fork.value, fork.span))
            return false;
        heap_undo(ev->heap, fork.mark);
        ev->region = fork.outer;
    }
    return true;
}

static bool has_fork(const Frame *frame, uint32_t first, Exec kind) {
    for (uint32_t i = first; i < frame->forks.len; i++)
        if (frame->forks.data[i].kind == kind)
            return true;
    return false;
}

/* Paths of a called function that cannot be merged: the variant is for those that take one side, the other is a miss.
 * That is the likely one of a condition on sizes and ints. Of one on data it is the one that gives None, where the
 * other does not: such a function says that there is nothing to be done, as a rule. */
static void take_side(Ev *ev, const Fork *fork, const Value *value) {
    if (!is_unmerged(ev))
        return;
    int likely = likely_truth(ev, fork->branch->inputs[0]);
    bool is_none = fork->value && fork->value->kind == V_NONE;
    int arm = fork->arm == fork->branch->regions[0] ? 0 : 1;
    if (likely >= 0)
        ev_restart_taken(ev, fork->statement, !likely, true, fork->span);
    else if (is_none != (value->kind == V_NONE))
        ev_restart_taken(ev, fork->statement, is_none ? arm : !arm, false, fork->span);
}

bool ev_take_last_fork(Ev *ev) {
    const Frame *frame = ev->frame;
    if (ev->fail.kind != FAIL_RAISE || !frame->forks.len)
        return false;
    const Fork *fork = &vec_last(&frame->forks);
    for (uint32_t i = 0; i + 1 < frame->forks.len; i++) /* an iteration of several, which may all raise or not */
        if (frame->forks.data[i].statement == fork->statement)
            return false;
    return ev_restart_taken(ev, fork->statement, fork->arm == fork->branch->regions[0] ? 0 : 1, false, fork->span);
}

/* A handler of the caller would go on inside one side of a branch. */
void ev_refuse_last_raise(Ev *ev, Span span) {
    if (ev->fail.kind != FAIL_RAISE || !ev->frame->forks.len || ev_take_last_fork(ev))
        return;
    ev_clear_fail(ev);
    ev_fail(ev, D_BRANCH, span, "a call that returns on one path and raises on the last one");
}

const Value *ev_join_forks(Ev *ev, uint32_t first, Exec kind, const Value *value, Span span) {
    Frame *frame = ev->frame;
    while (frame->forks.len > first) {
        const Fork *fork = &vec_last(&frame->forks);
        if (fork->kind != kind && kind != EX_RETURN && !has_fork(frame, first, kind))
            return value; /* they wait for something that comes later */
        if (fork->kind != kind)
            return ev_fail(ev, kind == EX_RETURN ? D_BRANCH : D_LOOP, span,
                           "a path that ends early on a condition that is not known when compiling");
        const Value *joined = join_fork(ev, fork, value, frame->is_entry && kind == EX_RETURN);
        if (!joined && !frame->is_entry)
            take_side(ev, fork, value);
        if (!(value = joined))
            return NULL;
        frame->forks.len--;
    }
    return value;
}

/* The same for returns of the entry itself. *value becomes NULL when the paths ended in returns of their own. */
bool ev_join_returns(Ev *ev, uint32_t first, const Value **value, Span span) {
    Frame *frame = ev->frame;
    while (*value && frame->forks.len > first) {
        const Value *joined = ev_join_forks(ev, frame->forks.len - 1, EX_RETURN, *value, span);
        if (!joined && frame->is_entry) {
            bool ok = return_each(ev, first, *value);
            *value = NULL;
            return ok;
        }
        if (!joined)
            return false;
        *value = joined;
    }
    return *value || return_each(ev, first, NULL);
}
