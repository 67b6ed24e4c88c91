/* The items of loops that are evaluated one after the other: what comes next, and what enumerate() and zip() go
 * through.
 *
 * An iterator over a list is two slots of the heap, so that each path through the loop has its own. The generators that
 * the prelude has for enumerate() and zip() are no such thing: where the loop alone has one, its parts are asked. */
#include "analysis/ev_loop.h"

/* What gives a loop's items: an iterator, or a tuple of an item of each of `parts`, with a number before it. */
struct ItemSource {
    const Value *iterator; /* NULL: `parts` */
    const ItemSource **parts;
    uint32_t count;
    const Value *start; /* the first number; NULL: there is none */
};

static bool is_maker(Ev *ev, const AstNode *expr) {
    static const char *const makers[] = {"enumerate", "reversed", "zip"};
    if (expr->kind != AST_Call || expr->u.Call.func->kind != AST_Name)
        return false;
    const Value *function = ev_eval(ev, expr->u.Call.func);
    return function && function->kind == V_BUILTIN && !function->u.builtin.self &&
           IS_AMONG(makers, function->u.builtin.builtin->name);
}

/* Has nothing else the iterator? iter(), next() and others may give one that has been there before. */
bool ev_only_loop_has(Ev *ev, const AstNode *iter, const Value *iterable) {
    return iterable->kind == V_ITERATOR && !heap_info(ev->heap, iterable->u.object) && is_maker(ev, iter);
}

static const AstNode *argument(const AstNode *call, uint32_t i) {
    return i < call->u.Call.args.len && call->u.Call.args.items[i]->kind != AST_Starred ? call->u.Call.args.items[i]
                                                                                        : NULL;
}

static const ItemSource *source_of(Ev *ev, const AstNode *expr, const Value *iterator, uint32_t *count);

static const ItemSource *source_of_parts(Ev *ev, const AstNode *call, const Value *const *parts, ItemSource source,
                                         uint32_t *shortest) {
    source.parts = arena_array(ev->arena, const ItemSource *, source.count);
    for (uint32_t i = 0; i < source.count; i++) {
        uint32_t count;
        if (!argument(call, i) || !(source.parts[i] = source_of(ev, argument(call, i), parts[i], &count)))
            return NULL;
        *shortest = i && *shortest < count ? *shortest : count;
    }
    ItemSource *made = arena_array(ev->arena, ItemSource, 1);
    *made = source;
    return made;
}

static const ItemSource *source_of(Ev *ev, const AstNode *expr, const Value *iterator, uint32_t *count) {
    const Value *counted = ev_generator_given(ev, iterator, "enumerate_steps", "iterator");
    const Value *zipped = ev_generator_given(ev, iterator, "zip_steps", "iterators");
    if ((counted || zipped) && !is_maker(ev, expr))
        return NULL;
    if (counted) {
        const Value *start = ev_generator_given(ev, iterator, "enumerate_steps", "start");
        return source_of_parts(ev, expr, &counted, (ItemSource){.count = 1, .start = start}, count);
    }
    if (zipped && !expr->u.Call.keywords.len && heap_count(ev->heap, zipped->u.object))
        return source_of_parts(ev, expr, heap_items(ev->heap, zipped->u.object, ev->arena),
                               (ItemSource){.count = heap_count(ev->heap, zipped->u.object)}, count);
    ItemSource *single = arena_array(ev->arena, ItemSource, 1);
    *single = (ItemSource){.iterator = iterator};
    return !zipped && ev_iterator_left(ev, iterator, count) ? single : NULL;
}

const ItemSource *ev_loop_source(Ev *ev, const AstNode *iter, const Value *iterator, uint32_t *count) {
    return ev->in_driver || ev->frame->generator ? NULL : source_of(ev, iter, iterator, count);
}

static Step next_item(Ev *ev, const ItemSource *source, uint32_t at, const Value **item, Span span) {
    if (source->iterator)
        return ev_next(ev, source->iterator, item, span);
    const Value **items = arena_array(ev->arena, const Value *, source->count + 1);
    uint32_t first = source->start != NULL;
    if (first && !(items[0] = ev_number_binary(ev, AST_Add, source->start, ev_int(ev, at), span)))
        return STEP_FAIL;
    for (uint32_t i = 0; i < source->count; i++) {
        Step step = next_item(ev, source->parts[i], at, &items[first + i], span);
        if (step != STEP_ITEM)
            return step;
    }
    *item = ev_tuple(ev, items, first + source->count);
    return STEP_ITEM;
}

/* Of a while loop, whose condition must be known. */
static Step further_iteration(Ev *ev, const AstNode *node, const Value **item) {
    *item = ev_condition(ev, node->u.While.test);
    if (*item && (*item)->kind != V_BOOL)
        ev_fail(ev, D_LOOP, node->span, "a loop whose iterations go on by themselves as long as the data decide");
    return ev->fail.kind || !*item ? STEP_FAIL : (*item)->u.boolean ? STEP_ITEM : STEP_END;
}

Step ev_loop_item(Ev *ev, RunningLoop *running, uint32_t i, const Value **item) {
    const AstNode *node = running->node;
    if (!ev_step(ev, node->span))
        return STEP_FAIL;
    if (node->kind == AST_While)
        return further_iteration(ev, node, item);
    if (running->source)
        return next_item(ev, running->source, i, item, node->u.For.iter->span);
    if (running->iterator)
        return ev_next(ev, running->iterator, item, node->u.For.iter->span);
    running->next = i + 1;
    *item = i < running->count ? running->items[i] : NULL;
    return *item ? STEP_ITEM : STEP_END;
}
