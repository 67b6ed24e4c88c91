/* Exceptions: which one is being handled, and the links between them.
 *
 * An exception that is raised while another one is handled (by a handler, by `finally` or by `__exit__`) has that one
 * as its __context__, and `raise ... from` says what its __cause__ is. Both are kept in attributes of the exception
 * that no program can name, as they are no part of its __dict__; the prelude's BaseException shows them (prim.link),
 * and its args, which are kept likewise. Of an exception of the caller nothing is known of them.
 *
 * The handlers of `except*` run here, one after the other; the prelude says what of a group each takes. */
#include "analysis/tensor.h"

#include "analysis/ev_internal.h"

static const char *const links[] = {"(cause)", "(context)",  "(suppress)", "(args)",    "(raised)",
                                    "(errno)", "(strerror)", "(filename)", "(message)", "(exceptions)"};

bool ev_is_link(Str name) {
    for (size_t i = 0; i < COUNT_OF(links); i++)
        if (name == str_of(links[i]))
            return true;
    return false;
}

const Value *ev_handled(const Ev *ev) {
    for (const Frame *frame = ev->frame; frame; frame = frame->parent)
        if (frame->handled)
            return frame->handled;
    return NULL;
}

bool ev_handles_nothing(Ev *ev, Span span) {
    for (const Frame *frame = ev->frame; frame; frame = frame->parent)
        if (frame->is_handler)
            return ev_fail(ev, D_UNKNOWN_VALUE, span, "the exception that is handled around these statements") != NULL;
    return ev_asked(ev, "sys.exception", ev_none(ev), span) != NULL;
}

const Value *ev_handler_types(Ev *ev, const AstNode *handler, const Value *exception) {
    const AstNode *type = handler->u.ExceptHandler.type;
    const Value *outer = ev->frame->handled;
    ev->frame->handled = exception;
    const Value *types = type ? ev_eval(ev, type) : NULL;
    ev->frame->handled = outer;
    return types;
}

static const Value *link_of(const Ev *ev, const Value *exception, const char *link) {
    const Value *value = heap_get(ev->heap, exception->u.instance.object, str_of(link));
    return value && value->kind == V_INSTANCE ? value : NULL;
}

/* The exception in the chain of contexts from `first` on whose context is `object`; NULL: none. A program may close
 * such a chain to a ring: `behind` goes half as fast, and is met again in a ring. */
static const Value *context_before(const Ev *ev, const Value *first, ObjId object) {
    const Value *behind = first;
    bool odd = false;
    for (const Value *at = first, *next; (next = link_of(ev, at, links[1])) != NULL; at = next, odd = !odd) {
        if (next->u.instance.object == object)
            return at;
        if (next->u.instance.object == behind->u.instance.object)
            return NULL;
        if (odd)
            behind = link_of(ev, behind, links[1]);
    }
    return NULL;
}

void ev_link_context(Ev *ev, const Value *exception) {
    const Value *handled = ev_handled(ev);
    ObjId object = exception->u.instance.object;
    if (!handled || handled->kind != V_INSTANCE || handled->u.instance.object == object)
        return;
    const Value *before = context_before(ev, handled, object);
    if (before) /* no exception that is raised leads to itself */
        heap_set(ev->heap, before->u.instance.object, str_of(links[1]), ev_none(ev));
    heap_set(ev->heap, object, str_of(links[1]), handled);
}

bool ev_note_raised(Ev *ev, const Value *exception, Span span) {
    if (exception->source) /* handlers would leave it with a traceback */
        return ev_fail(ev, D_SIDE_EFFECT, span, "an exception of the caller is raised") != NULL;
    heap_set(ev->heap, exception->u.instance.object, str_of("(raised)"), ev_bool(ev, true));
    return true;
}

static bool is_exception(const Value *value) {
    return value->kind == V_INSTANCE && value->u.instance.cls->is_exception;
}

/* Surely neither an exception nor a class of exceptions. */
bool ev_is_no_exception(Ev *ev, const Value *value) {
    if (value->kind == V_UNKNOWN || value->kind == V_EXTERNAL)
        return false;
    const ClassInfo *cls = value->kind == V_CLASS ? value->u.class_info : ev_class_of(ev, value);
    return cls && !cls->is_exception && !cls->is_opaque;
}

static bool set_link(Ev *ev, const Value *exception, Str link, const Value *value, Span span) {
    if (exception->source)
        return ev_fail(ev, D_SIDE_EFFECT, span, "an exception of the caller gets a cause or a context") != NULL;
    heap_set(ev->heap, exception->u.instance.object, link, value);
    return true;
}

bool ev_link_cause(Ev *ev, const Value *exception, const Value *cause, Span span) {
    if (cause->kind == V_CLASS && cause->u.class_info->is_exception &&
        !(cause = ev_call_values(ev, cause, NULL, 0, span)))
        return false;
    if (!is_exception(exception))
        return ev_fail(ev, D_RAISES, span, "a cause of what is no exception") != NULL;
    if (ev_is_no_exception(ev, cause) && cause->kind != V_NONE)
        return ev_raise(ev, "TypeError", span, "exception causes must derive from BaseException") != NULL;
    if (cause->kind != V_NONE && !is_exception(cause))
        return ev_fail(ev, D_RAISES, span, "a cause that may be no exception") != NULL;
    return set_link(ev, exception, str_of(links[0]), cause, span) &&
           set_link(ev, exception, str_of(links[2]), ev_bool(ev, true), span);
}

/* ---- except*
 * --------------------------------------------------------------------------------------------------------------------
 */

typedef struct Star {
    VEC(const Value *) matches, raised;
    const Value *rest; /* what no handler has taken yet, or None */
} Star;

static const Value *list_of(Ev *ev, const Value *const *items, size_t count) {
    return ev_list(ev, items, (uint32_t)count);
}

/* What the handler raises is put down. */
static bool run_star_handler(Ev *ev, const AstNode *handler, const Value *match, Star *star) {
    vec_push(ev->arena, &star->matches, match);
    Exec status = ev_run_handler(ev, handler, match);
    if (status == EX_FAIL && ev->fail.kind == FAIL_RAISE) {
        vec_push(ev->arena, &star->raised, ev->fail.exception);
        ev_clear_fail(ev);
        return true;
    }
    return status == EX_NEXT || (status != EX_FAIL && ev_fail(ev, D_BRANCH, handler->span, "a jump out of `except*`"));
}

static bool offer_to_handler(Ev *ev, const AstNode *handler, Star *star) {
    const Value *types = ev_handler_types(ev, handler, star->rest);
    const Value *const args[] = {star->rest, types};
    const Value *parts =
        types ? ev_call_values(ev, ev_prelude(ev, "builtins", "_matched_by_star"), args, 2, handler->span) : NULL;
    if (!parts)
        return false;
    const Value *match = parts->u.tuple.items[0];
    star->rest = parts->u.tuple.items[1];
    return match->kind == V_NONE || run_star_handler(ev, handler, match, star);
}

Exec ev_run_star_handlers(Ev *ev, const AstNode *node, Fail fail) {
    Star star = {.rest = fail.exception};
    if (ev_leaves_to_python(ev, fail.exception))
        return EX_FAIL;
    ev_clear_fail(ev);
    for (uint32_t i = 0; i < node->u.Try.handlers.len; i++)
        if (!offer_to_handler(ev, node->u.Try.handlers.items[i], &star))
            return EX_FAIL;
    const Value *const args[] = {fail.exception, list_of(ev, star.matches.data, star.matches.len),
                                 list_of(ev, star.raised.data, star.raised.len), star.rest};
    const Value *left = ev_call_values(ev, ev_prelude(ev, "builtins", "_left_by_star"), args, 4, node->span);
    if (!left || left->kind == V_NONE)
        return left ? EX_NEXT : EX_FAIL;
    if (!ev_note_raised(ev, left, node->span))
        return EX_FAIL;
    ev->fail = fail;
    ev->fail.exception = left;
    return EX_FAIL;
}

/* prim.link(exception, name): what the link holds; None: nothing. */
PRIM(prim_link) {
    (void)self;
    const Value *exception = args->args[0];
    if (!is_exception(exception) || exception->source)
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "where an exception of the caller comes from");
    const Value *value = heap_get(ev->heap, exception->u.instance.object, args->args[1]->u.str);
    return value ? value : ev_none(ev);
}

PRIM(prim_set_link) {
    (void)self;
    const Value *exception = args->args[0];
    if (!is_exception(exception))
        return ev_raise(ev, "TypeError", span, "an exception expected");
    return set_link(ev, exception, args->args[1]->u.str, args->args[2], span) ? ev_none(ev) : NULL;
}

/* prim.handled(): the exception that is being handled, or None. */
PRIM(prim_handled) {
    (void)self, (void)args;
    const Value *handled = ev_handled(ev);
    return handled ? handled : ev_handles_nothing(ev, span) ? ev_none(ev) : NULL;
}

/* prim.handles_nothing(): what was raised here came after no exception that a caller handles. */
PRIM(prim_handles_nothing) {
    (void)self, (void)args;
    return ev_handles_nothing(ev, span) ? ev_none(ev) : NULL;
}
