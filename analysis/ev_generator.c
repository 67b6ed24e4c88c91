/* Iterators: iter() and next() of every kind of value, and generators.
 *
 * A generator's body runs when, and only as far as, the program asks for its next item, as in Python: it has a C stack
 * of its own (a coroutine), on which the evaluator walks the body until a `yield` gives the stack of the consumer back.
 * One that is asked for all its items before it has begun needs none: nothing else runs in between.
 * What the body has bound lives in the heap like all variables; where it stands lives on its stack, and cannot be
 * undone. So the heap has a count of the resumptions too: when a branch or a loop has taken some of them back, the two
 * counts differ, and the generator cannot be used any more (a cut). A generator cannot yield from within a branch that
 * it has opened itself, and one that waits inside `try` or `with` goes on in the region in which it waited: its
 * clean-up is part of one path only. The generator of a context manager is another matter: it waits at its one `yield`,
 * so that the statements that follow are known, and each path that leaves the block runs them in the generator's scope.
 *
 * Iterators of lists and dicts look at the container at each step, as Python's do. */
#include "analysis/tensor.h"

#include "analysis/ev_internal.h"
#include "analysis/yield_place.h"

#include <sys/mman.h>
#include <ucontext.h>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#else
#define ASAN_UNPOISON_MEMORY_REGION(start, bytes) ((void)(start))
#endif

enum {
    STACK_BYTES = 48 << 20, /* address space; pages come with use */
    MAX_STACKS = 128,       /* generators that are under way at one time */
    MAX_DEPTH = 600,        /* nested expressions and statements on one such stack */
};

typedef enum {
    ITER_LIST,
    ITER_REVERSED,
    ITER_KEYS,
    ITER_VALUES,
    ITER_ITEMS,
    ITER_DEQUE,
    ITER_GENERATOR
} IterKind;               /* KEYS: of a set too */
typedef struct IterInfo { /* of an OBJ_ITERATOR; without one its slots are the items that are left */
    IterKind kind;
} IterInfo;

typedef enum { RUN_YIELD, RUN_RETURN, RUN_FAIL } RunEnd;

typedef VEC(const Value *) ValueVec;

typedef struct Generator {
    IterInfo info;
    Ev *ev;
    Frame frame;
    const AstNode *comprehension; /* a generator expression; NULL: a generator function */
    const Value *first;           /* its first iterator */
    const Value *delegate;        /* what its `yield from` goes through */
    ObjId object;
    void *stack;
    ucontext_t context, resumer;
    ValueVec *all; /* all items are asked for at once, and go here; NULL: it waits at each */
    RunEnd end;
    const Value *item, *sent, *thrown;
    Span at;                /* the yield at which it waits; no file: one that only this code can go on from */
    const IrRegion *region; /* in which it was resumed last */
    uint32_t statement;     /* of the entry, which resumed it last */
    int64_t resumes;
    int64_t yields;
    bool is_torn;     /* see ev_tear_generator() */
    ObjId resumed;    /* how many objects there were when it was resumed last */
    int depth, tries; /* of its own, while it waits */
    int base_depth, base_tries;
    bool started, running, finished;
    bool failed; /* one that stands for a built-in iterator, which goes on after an exception */
    bool exits;  /* of a `with` statement whose paths run what follows the yield, each by itself */
} Generator;

static Generator *generator_of(Ev *ev, const Value *v) {
    const IterInfo *info = v->kind == V_ITERATOR ? heap_info(ev->heap, v->u.object) : NULL;
    return info && info->kind == ITER_GENERATOR ? (Generator *)(uintptr_t)info : NULL;
}

/* ---- stacks --------------------------------------------------------------------------------------------------------
 */

static bool take_stack(Ev *ev, Generator *g, Span span) {
    if (ev->free_stacks.len) {
        g->stack = vec_pop(&ev->free_stacks);
        ASAN_UNPOISON_MEMORY_REGION(g->stack, STACK_BYTES); /* a body that was left has not unwound its frames */
        return true;
    }
    if (ev->stack_count >= MAX_STACKS)
        return ev_fail(ev, D_LIMIT, span, "more than %d generators are under way", MAX_STACKS) != NULL;
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK;
    void *stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (stack == MAP_FAILED)
        return ev_fail(ev, D_LIMIT, span, "no memory for the stack of a generator") != NULL;
    ev->stack_count++;
    g->stack = stack;
    return true;
}

static void give_stack(Ev *ev, Generator *g) {
    if (g->stack)
        vec_push(ev->arena, &ev->free_stacks, g->stack);
    g->stack = NULL;
}

void ev_generators_drop(Ev *ev, ObjId first) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < ev->generators.len; i++) {
        Generator *g = ev->generators.data[i];
        if (g->object < first)
            ev->generators.data[kept++] = g;
        else
            give_stack(ev, g);
    }
    ev->generators.len = kept;
}

typedef struct Passing {
    Ev *ev;
    bool passes;
} Passing;

static bool is_name(const AstNode *node) { return node && (node->kind == AST_Name || node->kind == AST_Attribute); }

static bool takes_exit(Ev *ev, const AstNode *type) {
    const Value *cls = is_name(type) ? ev_eval(ev, type) : NULL;
    ev_clear_fail(ev);
    bool known = cls && cls->kind == V_CLASS && cls->u.class_info->is_exception && !cls->u.class_info->has_metaclass;
    return !known || ev_is_subclass(ev_exception_class(ev, "GeneratorExit"), cls->u.class_info);
}

/* Would anything in this code run when GeneratorExit comes out of one of its yields? */
static void look_for_cleanup(AstNode *node, void *data) {
    Passing *passing = data;
    bool runs = node->kind == AST_With || node->kind == AST_AsyncWith || node->kind == AST_TryStar ||
                (node->kind == AST_Try && node->u.Try.finalbody.len);
    const AstNode *type = node->kind == AST_ExceptHandler ? node->u.ExceptHandler.type : NULL;
    if (node->kind == AST_ExceptHandler && type && type->kind == AST_Tuple) {
        for (uint32_t i = 0; i < type->u.Tuple.elts.len; i++)
            runs = runs || takes_exit(passing->ev, type->u.Tuple.elts.items[i]);
    } else if (node->kind == AST_ExceptHandler) {
        runs = runs || takes_exit(passing->ev, type);
    }
    passing->passes = passing->passes && !runs;
    if (passing->passes)
        ast_each_child(node, look_for_cleanup, data);
}

static bool closes_quietly(Ev *ev, Generator *g) {
    Passing passing = {ev, !g->comprehension};
    Frame *frame = ev->frame;
    ev->frame = &g->frame;
    const AstList *body = passing.passes ? ast_body(g->frame.function->def) : NULL;
    for (uint32_t i = 0; body && i < body->len; i++)
        look_for_cleanup(body->items[i], &passing);
    ev->frame = frame;
    return passing.passes;
}

/* Is it left where dropping it has effects? An object that it goes through by `yield from` may have a close(). */
static bool waits_inside(Ev *ev, Generator *g) {
    bool through_object = g->delegate && g->delegate->kind == V_INSTANCE;
    return g->started && !g->finished && !g->exits && (through_object || (g->frame.blocks && !closes_quietly(ev, g)));
}

static bool refuse_left(Ev *ev, EntryBody *body, const Generator *g) {
    ev_blame(body, g->statement);
    ev_fail(ev, D_UNSUPPORTED_SYNTAX, body->statements[body->failed_statement]->span,
            "a generator that is left inside try or with");
    return false;
}

/* A generator that nobody resumes is closed when Python drops it: its clean-up would run at a moment that is not known
 * here. */
bool ev_generators_settled(Ev *ev, EntryBody *body) {
    for (uint32_t i = 0; i < ev->generators.len; i++) {
        Generator *g = ev->generators.data[i];
        if (waits_inside(ev, g))
            return refuse_left(ev, body, g);
    }
    return true;
}

static bool is_given(const EntryBody *body, Str name) {
    for (uint32_t i = 0; i < body->out_count; i++)
        if (body->outs[i] == name)
            return true;
    return false;
}

/* One that has ended here may wait in another run of a segment: its variable must live on in the function. */
bool ev_generators_handed_on(Ev *ev, EntryBody *body) {
    const HeapContent *scope = ev->generators.len ? heap_content(ev->heap, ev->frame->scope) : NULL;
    for (uint32_t i = 0; scope && i < scope->count; i++) {
        const Value *value = scope->slots[i].value;
        Generator *g = value ? generator_of(ev, value) : NULL;
        if (g && g->started && !is_given(body, scope->slots[i].name) && !closes_quietly(ev, g))
            return refuse_left(ev, body, g);
    }
    return true;
}

bool ev_generators_rest(const Ev *ev, ObjId since) {
    for (uint32_t i = 0; i < ev->generators.len; i++) {
        const Generator *g = ev->generators.data[i];
        if (!g->finished && g->resumed >= since)
            return false;
    }
    return true;
}

bool ev_generators_may_undo(const Ev *ev) {
    for (uint32_t i = 0; i < ev->generators.len; i++) {
        const Generator *g = ev->generators.data[i];
        if (!g->finished && (g->running || !g->frame.module->is_prelude))
            return false;
    }
    return true;
}

/* ---- the body ------------------------------------------------------------------------------------------------------
 */

/* What the body returns is the item of its end. */
static bool run_generator_body(Ev *ev, Generator *g) {
    const Value *none = ev_none(ev);
    if (g->comprehension) {
        bool ok = ev_comprehension_yields(ev, g->comprehension, g->first);
        g->item = none;
        return ok;
    }
    Span span = g->frame.call_span;
    Exec status = ev_exec_block(ev, ast_body(g->frame.function->def));
    if (status == EX_FAIL) {
        ev_refuse_last_raise(ev, span);
        return false;
    }
    g->item = ev_join_forks(ev, 0, EX_RETURN, status == EX_RETURN ? g->frame.result : none, span);
    return g->item != NULL;
}

static bool is_stop(Ev *ev, const Value *exception) {
    return exception && exception->kind == V_INSTANCE &&
           ev_is_subclass(exception->u.instance.cls, ev_exception_class(ev, "StopIteration"));
}

/* A StopIteration that leaves the body would look like its end: Python makes another error of it. */
static void hide_stop_iteration(Ev *ev, Span span) {
    const Value *exception = ev->fail.kind == FAIL_RAISE ? ev->fail.exception : NULL;
    if (!is_stop(ev, exception))
        return;
    const Value *outer = ev->frame->handled;
    ev_clear_fail(ev);
    ev->frame->handled = exception;
    ev_raise(ev, "RuntimeError", span, "generator raised StopIteration");
    ev->frame->handled = outer;
    if (ev->fail.kind == FAIL_RAISE)
        ev_link_cause(ev, ev->fail.exception, exception, span);
}

/* A built-in iterator, written as a generator of the prelude, ends where what it calls ends. */
static bool ends_by_stop(Ev *ev, Generator *g) {
    bool builtin = g->frame.module->is_prelude && !g->comprehension;
    g->failed = builtin;
    if (!builtin || ev->fail.kind != FAIL_RAISE || !is_stop(ev, ev->fail.exception))
        return false;
    ev_clear_fail(ev);
    g->item = ev_none(ev);
    return true;
}

static bool refuse_torn(Ev *ev, Span span) {
    return ev_fail(ev, D_LOOP, span, "a yield in a loop whose iterations are not known when compiling") != NULL;
}

static void run_to_end(Generator *g) {
    bool ok = run_generator_body(g->ev, g) || ends_by_stop(g->ev, g);
    if (ok && g->is_torn)
        ok = refuse_torn(g->ev, g->frame.call_span);
    if (!ok)
        hide_stop_iteration(g->ev, g->frame.call_span);
    g->end = ok ? RUN_RETURN : RUN_FAIL;
    g->finished = true;
}

static void generator_main(unsigned high, unsigned low) {
    Generator *g = (Generator *)(((uintptr_t)high << 16 << 16) | low); /* makecontext() passes ints only */
    run_to_end(g);
    setcontext(&g->resumer);
}

static bool make_context(Ev *ev, Generator *g, Span span) {
    if (!take_stack(ev, g, span))
        return false;
    getcontext(&g->context);
    g->context.uc_stack.ss_sp = g->stack;
    g->context.uc_stack.ss_size = STACK_BYTES;
    g->context.uc_link = NULL;
    uintptr_t self = (uintptr_t)g;
    makecontext(&g->context, (void (*)(void))generator_main, 2, (unsigned)(self >> 16 >> 16), (unsigned)self);
    return true;
}

static bool start(Ev *ev, Generator *g, Span span) {
    if (!g->all && !make_context(ev, g, span))
        return false;
    g->started = true;
    vec_push(ev->arena, &ev->generators, g);
    return true;
}

static const Value *generator_value(Ev *ev, Generator *g) {
    ev_count_call(ev, "generator", false);
    g->info.kind = ITER_GENERATOR;
    g->ev = ev;
    g->frame.generator = g;
    g->frame.parent = NULL;
    g->frame.is_entry = g->frame.can_fork = g->frame.tolerant = false;
    g->object = heap_make(ev->heap, OBJ_ITERATOR, 0, &g->info);
    const Value *count = ev_int(ev, 0);
    heap_replace(ev->heap, g->object, &count, 1);
    return ev_object(ev, V_ITERATOR, g->object);
}

const Value *ev_generator(Ev *ev, const Frame *frame) {
    Generator *g = arena_new_of(ev->arena, Generator);
    g->frame = *frame;
    g->frame.try_depth = 0;
    return generator_value(ev, g);
}

const Value *ev_generator_expression(Ev *ev, const AstNode *node, const Value *iterable) {
    const Value *first = ev_iter(ev, iterable, node->span);
    if (!first)
        return NULL;
    Generator *g = arena_new_of(ev->arena, Generator);
    const Frame *outer = ev->frame;
    g->frame = (Frame){.function = outer->function,
                       .module = outer->module,
                       .owner = outer->owner,
                       .first_arg = outer->first_arg,
                       .function_source = outer->function_source,
                       .info = ev_scope_info(ev, node),
                       .call_span = node->span};
    g->frame.scope = heap_make(ev->heap, OBJ_SCOPE, outer->scope, g->frame.info);
    g->comprehension = node;
    g->first = first;
    return generator_value(ev, g);
}

/* ---- switching -----------------------------------------------------------------------------------------------------
 */

static void enter_generator(Ev *ev, Generator *g, Span span) {
    g->frame.parent = ev->frame;
    g->frame.call_span = span;
    g->base_depth = ev->eval_depth;
    g->base_tries = ev->frame ? ev->frame->try_depth : 0;
    g->frame.try_depth = g->base_tries + g->tries;
    g->region = ev->region;
    g->resumed = heap_object_count(ev->heap);
    g->statement = ev->graph->statement;
    ev->frame = &g->frame;
    ev->eval_depth += g->depth;
    ev->call_depth += 1;
    g->running = true;
}

static void switch_to(Ev *ev, Generator *g, Span span) {
    Frame *frame = ev->frame;
    int depth = ev->eval_depth, limit = ev->max_depth, calls = ev->call_depth, hint = ev->rank_hint;
    enter_generator(ev, g, span);
    ev->rank_hint = 0;
    if (g->all) {
        run_to_end(g);
    } else {
        ev->max_depth = depth + MAX_DEPTH < EV_MAX_DEPTH ? depth + MAX_DEPTH : EV_MAX_DEPTH;
        swapcontext(&g->resumer, &g->context);
    }
    g->running = false;
    g->depth = ev->eval_depth - g->base_depth;
    g->tries = g->frame.try_depth - g->base_tries;
    ev->frame = frame;
    ev->eval_depth = depth;
    ev->max_depth = limit;
    ev->call_depth = calls;
    ev->rank_hint = hint;
    if (g->finished)
        give_stack(ev, g);
}

/* What decides whether, or how often, the regions of a branch or a loop run depends on an int of the caller's:
 * evaluation begins again with it. */
static bool is_chosen_by_int(Ev *ev, const IrNode *flow, Span span) {
    if (flow->op == OP_FOR)
        return ev_need_ints(ev, flow->exprs[0], span);
    const IrRegion *test = flow->op == OP_WHILE ? flow->regions[0] : NULL;
    const IrNode *last = test && test->nodes.len ? vec_last(&test->nodes) : NULL;
    const IrNode *condition = test ? (last && last->op == OP_YIELD ? last->inputs[0] : NULL) : flow->inputs[0];
    return condition && ev_need_condition(ev, condition, span);
}

/* A loop that yields can be unrolled, a branch cannot. */
static bool refuse_yield(Ev *ev, const Generator *g, Span span) {
    bool in_loop = false;
    for (const IrRegion *at = ev->region; at && at != g->region && at->owner; at = at->owner->parent) {
        in_loop = in_loop || at->owner->op == OP_FOR;
        if (is_chosen_by_int(ev, at->owner, span))
            return false;
    }
    if (in_loop)
        return ev_fail(ev, D_LOOP, span, "a yield in a loop of unknown length") != NULL;
    return ev_fail(ev, D_BRANCH, span, "a yield on a condition that is not known when compiling") != NULL;
}

static bool add_item(Ev *ev, ValueVec *all, const Value *item, Span span) {
    vec_push(ev->arena, all, item);
    if (all->len <= EV_MAX_ITEMS && ev_step(ev, span))
        return true;
    return ev_fail(ev, D_LIMIT, span, "an iterator of more than %d items", EV_MAX_ITEMS) != NULL;
}

/* Gives `value` to the consumer and waits. False: the consumer has thrown an exception in, or takes no more. */
static bool yield_to_consumer(Ev *ev, Generator *g, const Value *value, Span span) {
    if (g->is_torn)
        return refuse_torn(ev, span);
    if (ev->region != g->region)
        return refuse_yield(ev, g, span);
    g->yields++;
    if (g->all)
        return add_item(ev, g->all, value, span);
    g->item = value;
    g->end = RUN_YIELD;
    swapcontext(&g->context, &g->resumer);
    if (g->thrown)
        ev_raise_value(ev, g->thrown, span);
    return !g->thrown;
}

/* Can it be resumed in the present state? */
static bool check_state(Ev *ev, const Generator *g, Span span) {
    int64_t count;
    const Value *counted = heap_at(ev->heap, g->object, 0);
    bool known = counted->kind == V_INT && ev_as_int_known(counted, &count) && count == g->resumes && !g->finished;
    if (!known || (g->started && !g->stack && !g->all))
        return ev_fail(ev, D_BRANCH, span, "a generator that is advanced in a branch or a loop") != NULL;
    if (g->started && g->frame.blocks && g->region != ev->region)
        return ev_fail(ev, D_BRANCH, span, "a generator inside try or with goes on under another condition") != NULL;
    if (g->running && g->frame.module->is_prelude) /* an iterator of the library, which may say otherwise */
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "an iterator that is asked for an item while it computes one") !=
               NULL;
    return !g->running || ev_raise(ev, "ValueError", span, "generator already executing") != NULL;
}

static void finish(Ev *ev, Generator *g) {
    g->finished = true;
    heap_replace(ev->heap, g->object, NULL, 0);
}

/* ---- what follows the one yield of a body --------------------------------------------------------------------------
 */

static void count_yields(AstNode *node, void *data) {
    *(int *)data += node->kind == AST_Yield || node->kind == AST_YieldFrom;
    ast_each_child(node, count_yields, data);
}

/* The yield and the statements after it: of the blocks of `try` around it too, whose clean-up they keep. False: it
 * stands elsewhere (in a loop, in an expression). */
static bool rest_after_yield(Ev *ev, const AstList *block, AstList *rest) {
    for (uint32_t i = 0; i < block->len; i++) {
        const AstNode *node = block->items[i];
        AstList inner;
        bool is_yield = node->kind == AST_Expr && node->u.Expr.value->kind == AST_Yield;
        bool around = node->kind == AST_Try && rest_after_yield(ev, &node->u.Try.body, &inner);
        if (!is_yield && !around)
            continue;
        *rest = (AstList){.items = arena_array(ev->arena, AstNode *, block->len + 1)};
        AstNode *left = arena_copy(ev->arena, node, sizeof *node);
        if (around)
            left->u.Try.body = inner;
        rest->items[rest->len++] = left;
        for (i++; i < block->len; i++)
            rest->items[rest->len++] = block->items[i];
        return true;
    }
    return false;
}

/* Does the generator wait at its one yield, where its own stack cannot go on: on another path, or has it gone on there
 * already? */
static bool is_apart(Ev *ev, const Generator *g, AstList *rest) {
    int64_t count;
    int yields = 0;
    const Value *counted = heap_at(ev->heap, g->object, 0);
    if (g->comprehension || g->running || g->frame.forks.len || counted->kind != V_INT ||
        !ev_as_int_known(counted, &count) || count != 1)
        return false;
    if (g->resumes == 1 && !g->finished && g->stack && (!g->frame.blocks || g->region == ev->region))
        return false;
    const AstList *body = ast_body(g->frame.function->def);
    for (uint32_t i = 0; i < body->len; i++)
        count_yields(body->items[i], &yields);
    return yields == 1 && rest_after_yield(ev, body, rest);
}

static Step run_rest(Ev *ev, const Generator *g, const AstList *rest, const Value *thrown, Span span) {
    Frame frame = g->frame, *outer = ev->frame;
    frame.resumes = true;
    frame.thrown = thrown;
    frame.parent = outer;
    frame.call_span = span;
    frame.generator = NULL;
    frame.result = NULL;
    frame.blocks = 0;
    frame.try_depth = outer ? outer->try_depth : 0;
    frame.catches = false;
    if (ev->call_depth >= EV_MAX_CALLS || !ev_enter(ev, span))
        return STEP_FAIL;
    ev->frame = &frame;
    ev->call_depth++;
    Exec status = ev_exec_block(ev, rest);
    bool ok = status != EX_FAIL && ev_join_forks(ev, 0, EX_RETURN, frame.result ? frame.result : ev_none(ev), span);
    ev->call_depth--;
    ev->frame = outer;
    ev_leave(ev);
    return ok ? STEP_END : STEP_FAIL;
}

static Step resume(Ev *ev, Generator *g, const Value *sent, const Value *thrown, const Value **item, Span span) {
    *item = ev_none(ev);
    bool at_end = heap_count(ev->heap, g->object) == 0;
    if (at_end && g->failed) {
        ev_fail(ev, D_UNSUPPORTED_OP, span, "an iterator that goes on after an exception");
        return STEP_FAIL;
    }
    if (at_end || (thrown && !g->started)) {
        if (!at_end)
            finish(ev, g);
        if (thrown)
            ev_raise_value(ev, thrown, span);
        return thrown ? STEP_FAIL : STEP_END;
    }
    AstList rest;
    if (sent->kind == V_NONE && is_apart(ev, g, &rest)) {
        heap_replace(ev->heap, g->object, NULL, 0);
        g->exits = ev->frame->module->is_prelude && !strcmp(ev->frame->module->name, "contextlib");
        return run_rest(ev, g, &rest, thrown, span);
    }
    if (!check_state(ev, g, span) || !ev_step(ev, span))
        return STEP_FAIL;
    if (!g->started && sent->kind != V_NONE) {
        ev_raise(ev, "TypeError", span, "can't send non-None value to a just-started generator");
        return STEP_FAIL;
    }
    if (ev->call_depth >= EV_MAX_CALLS) {
        ev_fail(ev, D_LIMIT, span, "calls are nested more than %d levels", EV_MAX_CALLS);
        return STEP_FAIL;
    }
    if (!g->started && !start(ev, g, span))
        return STEP_FAIL;
    g->sent = sent;
    g->thrown = thrown;
    switch_to(ev, g, span);
    g->resumes++;
    *item = g->item;
    if (g->finished) {
        finish(ev, g);
        return g->end == RUN_RETURN ? STEP_END : STEP_FAIL;
    }
    heap_put_at(ev->heap, g->object, 0, ev_int(ev, g->resumes));
    return STEP_ITEM;
}

/* Of a generator function or expression of the program; zip() and the like are generators of the prelude. */
bool ev_is_generator_object(const Ev *ev, const Value *v) {
    const Generator *g = generator_of((Ev *)(uintptr_t)ev, v);
    return g && !g->frame.module->is_prelude;
}

int64_t ev_yields(const Ev *ev) { return ev->frame && ev->frame->generator ? ev->frame->generator->yields : 0; }

void ev_tear_generator(Ev *ev) { ev->frame->generator->is_torn = true; }

/* ---- yield ---------------------------------------------------------------------------------------------------------
 */

const Value *ev_yield(Ev *ev, const Value *value, Span span) {
    Generator *g = ev->frame->generator;
    if (!g && ev->frame->resumes && ev->frame->thrown)
        ev_raise_value(ev, ev->frame->thrown, span);
    if (!g && ev->frame->resumes)
        return ev->frame->thrown ? NULL : ev_none(ev);
    if (!g)
        return ev_fail(ev, D_UNSUPPORTED_SYNTAX, span, "a yield here");
    g->at = span;
    return yield_to_consumer(ev, g, value, span) ? g->sent : NULL;
}

/* An object of the program hears of GeneratorExit by its close(), if it has one, and of others by its throw(). */
static bool tell_delegate(Ev *ev, const Value *iterator, const Value *thrown, Span span) {
    bool leaves = ev_is_subclass(thrown->u.instance.cls, ev_exception_class(ev, "GeneratorExit"));
    const Value *heard = ev_getattr_or_null(ev, iterator, str_of(leaves ? "close" : "throw"), span);
    if (!heard)
        return !ev->fail.kind;
    if (!leaves)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "throw() into an object with a throw() of its own") != NULL;
    return ev_call_values(ev, heard, NULL, 0, span) != NULL;
}

/* Only generators of the program hear of what is sent and thrown, and only by generators of the program. */
static Step step_delegate(Ev *ev, const Value *iterator, const Value *sent, const Value *thrown, const Value **item,
                          Span span) {
    Generator *inner = generator_of(ev, iterator);
    bool hears = ev_is_generator_object(ev, iterator) && !ev->frame->module->is_prelude;
    if (inner && (hears || (!thrown && sent->kind == V_NONE)))
        return resume(ev, inner, sent, thrown, item, span);
    if (thrown) {
        if (iterator->kind != V_INSTANCE || tell_delegate(ev, iterator, thrown, span))
            ev_raise_value(ev, thrown, span);
        return STEP_FAIL;
    }
    if (sent->kind == V_NONE)
        return ev_next(ev, iterator, item, span);
    *item = ev_call_method(ev, iterator, "send", &sent, 1, span);
    return *item ? STEP_ITEM : STEP_FAIL;
}

const Value *ev_yield_from(Ev *ev, const Value *iterable, Span span) {
    Generator *g = ev->frame->generator;
    const Value *iterator = g ? ev_iter(ev, iterable, span) : ev_fail(ev, D_UNSUPPORTED_SYNTAX, span, "a yield here");
    const Value *sent = ev_none(ev), *thrown = NULL, *item;
    while (iterator) {
        g->delegate = NULL;
        Step step = step_delegate(ev, iterator, sent, thrown, &item, span);
        if (step != STEP_ITEM)
            return step == STEP_END ? item : NULL;
        g->delegate = iterator;
        g->at = (Span){0};
        bool ok = yield_to_consumer(ev, g, item, span);
        if (!ok && !g->thrown)
            return NULL;
        ev_clear_fail(ev);
        sent = g->sent;
        thrown = g->thrown;
    }
    return NULL;
}

/* ---- iter() --------------------------------------------------------------------------------------------------------
 */

static const Value *container_iterator(Ev *ev, const IterInfo *info, const Value *container) {
    ObjId object = heap_make(ev->heap, OBJ_ITERATOR, 0, info);
    const Value *slots[] = {container, ev_int(ev, 0), ev_int(ev, heap_count(ev->heap, container->u.object)),
                            ev_int(ev, heap_removals(ev->heap, container->u.object))};
    heap_replace(ev->heap, object, slots, COUNT_OF(slots));
    return ev_object(ev, V_ITERATOR, object);
}

static const Value *view_iterator(Ev *ev, const DictView *view) {
    static const IterInfo keys = {ITER_KEYS}, values = {ITER_VALUES}, pairs = {ITER_ITEMS};
    return container_iterator(ev, view->part[0] == 'k' ? &keys : view->part[0] == 'v' ? &values : &pairs, view->dict);
}

const Value *ev_reversed_list(Ev *ev, const Value *list) {
    static const IterInfo info = {ITER_REVERSED};
    return container_iterator(ev, &info, list);
}

/* An object of a class with __iter__, or with the older protocol of __getitem__. */
static const Value *instance_iterator(Ev *ev, const Value *v, Span span) {
    const Value *method = ev_special(ev, v, "__iter__", span);
    if (method && method->kind != V_NONE) { /* None: how a class says that it has none */
        const Value *iterator = ev_call_values(ev, method, NULL, 0, span);
        if (!iterator || iterator->kind == V_ITERATOR)
            return iterator;
        if (iterator->kind == V_INSTANCE && ev_special(ev, iterator, "__next__", span))
            return iterator;
        return ev->fail.kind ? NULL
                             : ev_raise(ev, "TypeError", span, "iter() returned non-iterator of type '%s'",
                                        ev_type_name(ev, iterator));
    }
    if (ev->fail.kind)
        return NULL;
    if (!method && v->kind == V_INSTANCE && !ev_numpy_scalar(ev, v) && ev_special(ev, v, "__getitem__", span))
        return ev_call1(ev, ev_prelude(ev, "_pyaot_iteration", "sequence_iterator"), v, span);
    return ev->fail.kind ? NULL : ev_raise(ev, "TypeError", span, "'%s' object is not iterable", ev_type_name(ev, v));
}

const Value *ev_iter(Ev *ev, const Value *v, Span span) {
    static const IterInfo list_info = {ITER_LIST}, keys_info = {ITER_KEYS};
    const Value **items;
    uint32_t count;
    switch (v->kind) {
    case V_ITERATOR:
        return v;
    case V_LIST:
        return heap_info(ev->heap, v->u.object) ? view_iterator(ev, heap_info(ev->heap, v->u.object))
                                                : container_iterator(ev, &list_info, v);
    case V_SET:
        if (!ev_iterate(ev, v, &items, &count, span))
            return NULL;
        return container_iterator(ev, &keys_info, v);
    case V_DICT:
        return container_iterator(ev, &keys_info, v);
    case V_SERIES:
        return ev_series_iterator(ev, v);
    case V_INSTANCE:
    case V_CLASS:
        return instance_iterator(ev, v, span);
    default:
        return ev_iterate(ev, v, &items, &count, span) ? ev_iterator(ev, items, count) : NULL;
    }
}

/* ---- next() --------------------------------------------------------------------------------------------------------
 */

static Step end_of(Ev *ev, const Value *iterator, const Value **item) {
    heap_replace(ev->heap, iterator->u.object, NULL, 0);
    *item = ev_none(ev);
    return STEP_END;
}

/* The list of a deque that is iterated over, and the tuple of the items that it began with: one that has others, in
 * another number or in other places, has been changed, which Python notices. An item that was replaced is another
 * matter, and cannot be told from that. */
static bool deque_unchanged(Ev *ev, const HeapContent *content, const Value *began, Span span) {
    if (content->count != began->u.tuple.count)
        return ev_raise(ev, "RuntimeError", span, "deque mutated during iteration") != NULL;
    for (uint32_t i = 0; i < content->count; i++)
        if (content->slots[i].value != began->u.tuple.items[i])
            return ev_fail(ev, D_UNSUPPORTED_OP, span, "a deque that changes while it is iterated over") != NULL;
    return true;
}

/* prim.steps(iterator): what a loop takes for the iterator where it is not to call iter() once more */
PRIM(prim_steps) {
    (void)self;
    const Value *iterator = args->args[0];
    return iterator->kind == V_INSTANCE
               ? ev_call1(ev, ev_prelude(ev, "_pyaot_iteration", "object_steps"), iterator, span)
               : iterator;
}

/* prim.deque_iterator(items) */
PRIM(prim_deque_iterator) {
    (void)self, (void)span;
    static const IterInfo info = {ITER_DEQUE};
    const Value *container = args->args[0], *const * items;
    uint32_t count;
    if (!ev_sequence(ev, container, &items, &count))
        return ev->fail.kind ? NULL : ev_iter(ev, container, span);
    ObjId object = heap_make(ev->heap, OBJ_ITERATOR, 0, &info);
    const Value *slots[] = {container, ev_int(ev, 0), ev_tuple(ev, items, count)};
    heap_replace(ev->heap, object, slots, 3);
    return ev_object(ev, V_ITERATOR, object);
}

/* Keys that were removed, and added again, stand at other places, which Python notices here and there. */
static bool unmoved(Ev *ev, const Value *container, const Value *removals) {
    int64_t began;
    return ev_as_int_known(removals, &began) && began == heap_removals(ev->heap, container->u.object);
}

static Step next_of_container(Ev *ev, const IterInfo *info, const Value *iterator, const Value **item, Span span) {
    const HeapContent *slots = heap_content(ev->heap, iterator->u.object);
    if (slots->count == 0)
        return end_of(ev, iterator, item);
    const Value *container = slots->slots[0].value;
    int64_t at, size = 0;
    bool of_deque = info->kind == ITER_DEQUE;
    if (!ev_as_int_known(slots->slots[1].value, &at) || (!of_deque && !ev_as_int_known(slots->slots[2].value, &size))) {
        ev_fail(ev, D_BRANCH, span, "an iterator that is advanced in a branch");
        return STEP_FAIL;
    }
    const HeapContent *content = heap_content(ev->heap, container->u.object);
    if (of_deque && !deque_unchanged(ev, content, slots->slots[2].value, span))
        return STEP_FAIL;
    bool backwards = info->kind == ITER_REVERSED, counted = info->kind != ITER_LIST && !backwards && !of_deque;
    bool resized = counted && content->count != size;
    if (resized && !ev_dict_class(container)) {
        ev_raise(ev, "RuntimeError", span, "%s changed size during iteration",
                 container->kind == V_SET ? "Set" : "dictionary");
        return STEP_FAIL;
    }
    if (resized || (counted && !unmoved(ev, container, slots->slots[3].value))) {
        ev_fail(ev, D_UNSUPPORTED_OP, span, "a %s that changes while it is iterated over", ev_type_name(ev, container));
        return STEP_FAIL;
    }
    if (container->kind == V_SET && !ev_set_order_known(ev, container)) { /* something was removed, and added */
        ev_fail(ev, D_UNKNOWN_VALUE, span, "the order of a set is known at run time only");
        return STEP_FAIL;
    }
    int64_t place = backwards ? size - 1 - at : at;
    if (place < 0 || place >= content->count)
        return end_of(ev, iterator, item);
    const Value *pair[] = {content->slots[place].key, content->slots[place].value};
    *item = info->kind == ITER_ITEMS ? ev_tuple(ev, pair, 2) : pair[info->kind != ITER_KEYS];
    heap_put_at(ev->heap, iterator->u.object, 1, ev_int(ev, at + 1));
    return STEP_ITEM;
}

static Step next_of_iterator(Ev *ev, const Value *iterator, const Value **item, Span span) {
    const IterInfo *info = heap_info(ev->heap, iterator->u.object);
    if (!ev_may_write(ev, iterator, iterator->u.object, span))
        return STEP_FAIL;
    bool empty = heap_count(ev->heap, iterator->u.object) == 0;
    if (!empty && heap_at(ev->heap, iterator->u.object, 0)->kind == V_CELL) { /* see ev_merge.c */
        ev_fail(ev, D_BRANCH, span, "an iterator that is advanced in a branch");
        return STEP_FAIL;
    }
    if (info && info->kind == ITER_GENERATOR)
        return resume(ev, (Generator *)(uintptr_t)info, ev_none(ev), NULL, item, span);
    if (info)
        return next_of_container(ev, info, iterator, item, span);
    if (empty)
        return end_of(ev, iterator, item);
    *item = heap_at(ev->heap, iterator->u.object, 0);
    if ((*item)->kind == V_SERIES) {
        ev_series_unroll(ev, *item, span);
        return STEP_FAIL;
    }
    heap_remove_at(ev->heap, iterator->u.object, 0);
    return STEP_ITEM;
}

Step ev_next(Ev *ev, const Value *iterator, const Value **item, Span span) {
    if (iterator->kind == V_ITERATOR)
        return next_of_iterator(ev, iterator, item, span);
    *item = ev_call_method(ev, iterator, "__next__", NULL, 0, span);
    if (*item)
        return STEP_ITEM;
    const Value *exception = ev->fail.kind == FAIL_RAISE ? ev->fail.exception : NULL;
    if (!is_stop(ev, exception))
        return STEP_FAIL;
    ev_clear_fail(ev);
    *item = ev_getattr(ev, exception, str_of("value"), span);
    return *item ? STEP_END : STEP_FAIL;
}

bool ev_iterator_left(Ev *ev, const Value *iterator, uint32_t *count) {
    const IterInfo *info = iterator->kind == V_ITERATOR ? heap_info(ev->heap, iterator->u.object) : NULL;
    if (iterator->kind != V_ITERATOR || (info && info->kind == ITER_GENERATOR))
        return false;
    const HeapContent *slots = heap_content(ev->heap, iterator->u.object);
    const Value *first = slots->count ? slots->slots[0].value : NULL;
    if (first && (first->kind == V_CELL || first->kind == V_SERIES))
        return false;
    int64_t at = 0;
    bool steps = info && first; /* through a container */
    if (steps && !ev_as_int_known(slots->slots[1].value, &at))
        return false;
    int64_t all = steps ? heap_count(ev->heap, first->u.object) : slots->count;
    *count = all > at ? (uint32_t)(all - at) : 0;
    return true;
}

const Value *ev_generator_given(Ev *ev, const Value *iterator, const char *function, const char *parameter) {
    const Generator *g = generator_of(ev, iterator);
    const Function *f = g && !g->started ? g->frame.function : NULL;
    bool is_it = f && f->module->is_prelude && !strcmp(f->name, function);
    return is_it ? heap_get(ev->heap, g->frame.scope, str_of(parameter)) : NULL;
}

bool ev_rest_of_iterator(Ev *ev, const Value *iterator, const Value ***items, uint32_t *count, Span span) {
    ValueVec all = {0};
    const Value *item;
    Step step;
    Generator *g = generator_of(ev, iterator);
    bool at_once = g && !g->started;
    if (at_once)
        g->all = &all;
    while ((step = ev_next(ev, iterator, &item, span)) == STEP_ITEM && add_item(ev, &all, item, span))
        continue;
    if (at_once)
        g->all = NULL;
    *items = all.data;
    *count = all.len;
    return step == STEP_END;
}

/* ---- iterators of which Python can make another one that stands where they do ---------------------------------------
 */

static bool is_builtin_object(const Value *v) { return v->kind != V_INSTANCE && v->kind != V_CLASS; }

static void add_parameters(Ev *ev, const Frame *frame, const AstList *parameters, ValueVec *out) {
    for (uint32_t i = 0; i < parameters->len; i++)
        vec_push(ev->arena, out,
                 heap_get(ev->heap, frame->scope, ev_parameter_name(frame->function, parameters->items[i])));
}

/* The function of the prelude beside that of the generator: (module, name, arguments, keywords) in Python's library,
 * NAME_made_by before the first item is asked for, NAME_left_by where it waits behind one. It takes variables of the
 * generator, by name. Its arguments are asked for their iterators when the object is made: that must run nothing of the
 * program. */
static bool library_recipe(Ev *ev, const Generator *g, Recipe *out, Span span) {
    const Function *f = g->frame.function;
    const char *suffix = g->started ? "left_by" : "made_by";
    const Value *made_by = ev_prelude_part(ev, f->module, str_format("%s_%s", f->name, suffix));
    ValueVec given = {0};
    if (made_by)
        add_parameters(ev, &g->frame, &made_by->u.function->def->u.FunctionDef.args->u.arguments.args, &given);
    const Value *parts = made_by ? ev_call_values(ev, made_by, given.data, given.len, span) : NULL;
    if (!parts)
        return false;
    const Value *const *items = parts->u.tuple.items;
    out->module = items[0]->u.str;
    out->name = items[1]->u.str;
    out->args = heap_items(ev->heap, items[2]->u.object, ev->arena);
    out->count = heap_count(ev->heap, items[2]->u.object);
    out->keywords = items[3];
    for (uint32_t i = 0; i < out->count; i++)
        if (!is_builtin_object(out->args[i]))
            return false;
    return true;
}

/* What is left of the items of a loop: an iterator, or a tuple. */
static const Value *rest_of_loop(Ev *ev, const Generator *g, const AstNode *loop) {
    const RunningLoop *running = g->frame.loops;
    while (running && running->node != loop)
        running = running->outer;
    if (!running || running->iterator)
        return running ? running->iterator : NULL;
    return ev_tuple(ev, running->items + running->next, running->count - running->next);
}

/* One that waits in branches and loops alone: another generator gets its variables, and what is left of the loops. */
static bool resumed_recipe(Ev *ev, const Generator *g, Recipe *out, Span span) {
    const Function *f = g->frame.function;
    const HeapContent *scope = heap_content(ev->heap, g->frame.scope);
    const Value *variables = ev_dict(ev);
    YieldPlace place;
    ValueVec given = {0};
    if (!g->at.file || f->is_async || g->frame.forks.len || g->frame.blocks || g->frame.handled ||
        !yield_place(ev->arena, f->def, g->at, &place))
        return false;
    for (uint32_t i = 0; i < scope->count; i++)
        if (scope->slots[i].value)
            heap_set_key(ev->heap, variables->u.object, ev_str(ev, scope->slots[i].name), scope->slots[i].value);
    Value *function = ev_value(ev, V_FUNCTION);
    function->u.function = (Function *)(uintptr_t)f;
    vec_push(ev->arena, &given, function);
    vec_push(ev->arena, &given, ev_int(ev, place.ordinal));
    vec_push(ev->arena, &given, variables);
    for (uint32_t i = 0; i < place.loops.len; i++) {
        const Value *rest = rest_of_loop(ev, g, place.loops.data[i]);
        if (!rest) /* its number of items is not known: once more, with that of the example */
            return ev_restart_forked(ev, place.loops.data[i], span) && false;
        vec_push(ev->arena, &given, rest);
    }
    out->goes_on = true;
    out->args = given.data;
    out->count = given.len;
    out->keywords = ev_dict(ev);
    return true;
}

static bool generator_recipe(Ev *ev, const Generator *g, Recipe *out, Span span) {
    int64_t resumes;
    const Function *f = g->frame.function;
    if (g->comprehension || g->running || g->finished || !ev_as_int_known(heap_at(ev->heap, g->object, 0), &resumes) ||
        resumes != g->resumes)
        return false;
    if (f->is_prelude)
        return library_recipe(ev, g, out, span);
    if (g->started)
        return resumed_recipe(ev, g, out, span);
    const AstNode *params = f->def->u.FunctionDef.args;
    const AstNode *rest = params->u.arguments.vararg, *others = params->u.arguments.kwarg;
    ValueVec given = {0};
    add_parameters(ev, &g->frame, &params->u.arguments.posonlyargs, &given);
    add_parameters(ev, &g->frame, &params->u.arguments.args, &given);
    const Value *extra = rest ? heap_get(ev->heap, g->frame.scope, ev_parameter_name(f, rest)) : NULL;
    for (uint32_t i = 0; extra && i < extra->u.tuple.count; i++)
        vec_push(ev->arena, &given, extra->u.tuple.items[i]);
    out->function = f;
    out->args = given.data;
    out->count = given.len;
    out->keywords = ev_dict(ev);
    const HeapContent *named =
        others ? heap_content(ev->heap, heap_get(ev->heap, g->frame.scope, ev_parameter_name(f, others))->u.object)
               : NULL;
    for (uint32_t i = 0; named && i < named->count; i++)
        heap_set_key(ev->heap, out->keywords->u.object, named->slots[i].key, named->slots[i].value);
    for (uint32_t i = 0; i < params->u.arguments.kwonlyargs.len; i++) {
        Str name = ev_parameter_name(f, params->u.arguments.kwonlyargs.items[i]);
        heap_set_key(ev->heap, out->keywords->u.object, ev_str(ev, name), heap_get(ev->heap, g->frame.scope, name));
    }
    return true;
}

/* An iterator of a list that has given items: copy makes it, and sets its state. */
static void recipe_at(Ev *ev, const Value *list, const Value *at, Recipe *out) {
    const Value *iter = ev_builtin(ev, ev_find_builtin(builtin_iteration, str_of("iter")), NULL);
    const Value *args[] = {ev_none(ev), ev_none(ev), iter, ev_tuple(ev, &list, 1), at};
    out->module = str_of("copy");
    out->name = str_of("_reconstruct");
    out->args = arena_copy(ev->arena, args, sizeof args);
    out->count = COUNT_OF(args);
    out->keywords = ev_dict(ev);
}

bool ev_iterator_recipe(Ev *ev, const Value *v, Recipe *out, Span span) {
    const IterInfo *info = heap_info(ev->heap, v->u.object);
    const HeapContent *slots = heap_content(ev->heap, v->u.object);
    int64_t at, size;
    *out = (Recipe){0};
    if (!info || !slots->count || info->kind == ITER_DEQUE)
        return false;
    if (info->kind == ITER_GENERATOR)
        return generator_recipe(ev, (const Generator *)info, out, span);
    bool known = ev_as_int_known(slots->slots[1].value, &at) && ev_as_int_known(slots->slots[2].value, &size);
    const Value *container = slots->slots[0].value;
    bool is_within = known && at <= heap_count(ev->heap, container->u.object); /* else the state would be another */
    if (is_within && at && info->kind == ITER_LIST && container->kind == V_LIST) {
        recipe_at(ev, container, slots->slots[1].value, out);
        return true;
    }
    if (!known || at || info->kind == ITER_VALUES || info->kind == ITER_ITEMS || !is_builtin_object(container) ||
        ev_dict_class(container) || heap_count(ev->heap, container->u.object) != size)
        return false;
    out->module = str_of("builtins");
    out->name = str_of(info->kind == ITER_REVERSED ? "reversed" : "iter");
    out->args = arena_copy(ev->arena, &container, sizeof(const Value *));
    out->count = 1;
    out->keywords = ev_dict(ev);
    return true;
}

/* ---- methods -------------------------------------------------------------------------------------------------------
 */

/* next() as the program calls it: the end is an exception. */
static const Value *step_or_raise(Ev *ev, Step step, const Value *item, Span span) {
    if (step != STEP_END)
        return step == STEP_ITEM ? item : NULL;
    ClassInfo *cls = ev_exception_class(ev, "StopIteration");
    const Value *args[] = {item};
    const Value *stop = ev_call_values(ev, ev_class_value(ev, cls), args, item->kind != V_NONE, span);
    if (stop)
        ev_raise_value(ev, stop, span);
    return NULL;
}

const Value *ev_next_or_raise(Ev *ev, const Value *iterator, Span span) {
    const Value *item;
    if (iterator->kind != V_ITERATOR)
        return ev_call_method(ev, iterator, "__next__", NULL, 0, span);
    Step step = ev_next(ev, iterator, &item, span);
    return step_or_raise(ev, step, item, span);
}

static const Value *generator_send(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    Generator *g = generator_of(ev, self);
    const Value *item;
    if (!g || !ev_may_write(ev, self, self->u.object, span))
        return g ? NULL : ev_fail(ev, D_UNSUPPORTED_OP, span, "send() of this iterator");
    Step step = resume(ev, g, args->args[0], NULL, &item, span);
    return step_or_raise(ev, step, item, span);
}

/* What throw(type, value) throws: an exception, or a class and what it is made of. */
static const Value *thrown_by(Ev *ev, const Value *type, const Value *value, Span span) {
    bool known = type->kind == V_CLASS ? type->u.class_info->is_exception
                                       : type->kind == V_INSTANCE && type->u.instance.cls->is_exception;
    if (!known && ev_is_no_exception(ev, type))
        return ev_raise(ev, "TypeError", span,
                        "exceptions must be classes or instances deriving from BaseException, not %s",
                        type->kind == V_CLASS ? "type" : ev_type_name(ev, type));
    if (!known || (type->kind != V_CLASS && value->kind != V_NONE))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "throw() of this object");
    if (type->kind != V_CLASS ||
        (value->kind == V_INSTANCE && ev_is_subclass(value->u.instance.cls, type->u.class_info)))
        return type->kind == V_CLASS ? value : type;
    const Value *made = value->kind == V_TUPLE
                            ? ev_call_values(ev, type, value->u.tuple.items, value->u.tuple.count, span)
                            : ev_call_values(ev, type, &value, value->kind != V_NONE, span);
    if (made && !(made->kind == V_INSTANCE && made->u.instance.cls->is_exception))
        return ev_fail(ev, D_RAISES, span, "throw() of a class that makes no exceptions");
    return made;
}

static const Value *generator_throw(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    Generator *g = generator_of(ev, self);
    const Value *item;
    if (!g || !ev_may_write(ev, self, self->u.object, span))
        return g ? NULL : ev_fail(ev, D_UNSUPPORTED_OP, span, "throw() of this iterator");
    const Value *exception = thrown_by(ev, args->args[0], args->args[1], span);
    if (!exception)
        return NULL;
    Step step = resume(ev, g, ev_none(ev), exception, &item, span);
    return step_or_raise(ev, step, item, span);
}

bool ev_generator_close(Ev *ev, const Value *iterator, Span span) {
    Generator *g = generator_of(ev, iterator);
    if (!g || heap_count(ev->heap, g->object) == 0)
        return true;
    if (!g->started || (!g->frame.blocks && !g->delegate)) { /* nothing would run */
        if (!check_state(ev, g, span))
            return false;
        finish(ev, g);
        give_stack(ev, g);
        return true;
    }
    ClassInfo *cls = ev_exception_class(ev, "GeneratorExit");
    const Value *thrown = ev_call_values(ev, ev_class_value(ev, cls), NULL, 0, span), *item;
    Step step = thrown ? resume(ev, g, ev_none(ev), thrown, &item, span) : STEP_FAIL;
    if (step == STEP_ITEM)
        return ev_raise(ev, "RuntimeError", span, "generator ignored GeneratorExit") != NULL;
    const Value *exception = step == STEP_FAIL && ev->fail.kind == FAIL_RAISE ? ev->fail.exception : NULL;
    if (exception && exception->kind == V_INSTANCE && ev_is_subclass(exception->u.instance.cls, cls)) {
        ev_clear_fail(ev);
        return true;
    }
    return step == STEP_END;
}

/* Does a variable lead to it, an object that is older than the attempt, another generator, or `result`? */
static bool is_held(Ev *ev, const Generator *g, const Value *result) {
    ObjIdVec holders;
    Reach reach = ev_reach_roots(ev, g->object, &holders);
    ev_reach_value(&reach, result);
    for (uint32_t i = 0; i < ev->generators.len; i++) {
        const Generator *other = ev->generators.data[i];
        if (other == g || other->finished)
            continue;
        ev_reach_object(&reach, other->frame.scope);
        ev_reach_value(&reach, other->first);
        ev_reach_value(&reach, other->delegate);
    }
    const bool *found = &reach.seen[g->object - reach.first];
    for (uint32_t i = 0; i < reach.objects.len && !*found; i++) {
        ObjId object = reach.objects.data[i];
        if (heap_kind(ev->heap, object) == OBJ_STORAGE)
            continue;
        ev_reach_object(&reach, heap_parent(ev->heap, object));
        ev_reach_content(&reach, heap_content(ev->heap, object));
    }
    return *found;
}

bool ev_generator_left(Ev *ev, const Value *iterator, Span span) {
    const Generator *g = generator_of(ev, iterator);
    return !g || g->finished || is_held(ev, g, NULL) || ev_generator_close(ev, iterator, span);
}

static bool goes_with_frame(Ev *ev, const Generator *g, const Value *result) {
    if (!is_held(ev, g, result))
        return false; /* dropped before, at a moment that is not known here */
    Frame *frame = ev->frame;
    ev->frame = frame->parent;
    bool stays = is_held(ev, g, result);
    ev->frame = frame;
    return !stays;
}

/* The generator that goes through it by `yield from`, or itself. */
static Generator *outermost(Ev *ev, Generator *g) {
    for (uint32_t i = 0; i < ev->generators.len; i++) {
        Generator *other = ev->generators.data[i];
        const Value *delegate = other->finished || other->frame.module->is_prelude ? NULL : other->delegate;
        if (delegate && delegate->kind == V_ITERATOR && delegate->u.object == g->object)
            return outermost(ev, other);
    }
    return g;
}

bool ev_generators_end(Ev *ev, const Value *result, Span span) {
    Generator *only = NULL;
    for (uint32_t i = ev->frame->generators; i < ev->generators.len; i++) {
        Generator *g = ev->generators.data[i];
        if (g->object < ev->frame->scope || !waits_inside(ev, g))
            continue;
        if (only || ev->frame->forks.len)
            return true; /* in which order they are closed is not told */
        only = g;
    }
    if (only)
        only = outermost(ev, only);
    if (!only || only->object < ev->frame->scope || !goes_with_frame(ev, only, result))
        return true;
    bool ok = ev_generator_close(ev, ev_object(ev, V_ITERATOR, only->object), span);
    if (!ok && ev->fail.kind == FAIL_RAISE) { /* Python tells of it and goes on */
        ev_clear_fail(ev);
        ev_fail(ev, D_UNSUPPORTED_SYNTAX, span, "a generator that raises an exception when it is dropped");
    }
    return ok;
}

static const Value *generator_close(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)args;
    if (!generator_of(ev, self))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "close() of this iterator");
    return ev_may_write(ev, self, self->u.object, span) && ev_generator_close(ev, self, span) ? ev_none(ev) : NULL;
}

static const Value *iterator_self(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)ev;
    (void)args;
    (void)span;
    return self;
}

static const Value *iterator_next(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)args;
    return ev_next_or_raise(ev, self, span);
}

const Builtin iterator_methods[] = {
    {"__iter__", iterator_self, ""},
    {"__next__", iterator_next, ""},
    {NULL, NULL, NULL},
};

const Builtin generator_methods[] = {
    {"__iter__", iterator_self, ""},      {"__next__", iterator_next, ""},
    {"send", generator_send, "value, /"}, {"throw", generator_throw, "type, value=None, traceback=None, /"},
    {"close", generator_close, ""},       {NULL, NULL, NULL},
};
