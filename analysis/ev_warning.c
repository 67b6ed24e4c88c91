/* Warnings that a function gives on every path that a variant takes.
 *
 * warnings.warn() is not called while a variant runs: what it was told is kept in a list on the heap, and becomes an
 * effect of the return, in order. The run time gives the warnings then, by Python's own function, at the place that
 * the program's call has: the line is known here, that of a caller is found in Python's frames. A filter can make an
 * exception of a warning. So that nobody can tell that it comes at the end, no handler of the function is around the
 * call, and the variant writes nothing that outlives it, and draws no random numbers behind the warning: where it does,
 * evaluation begins again and the warning is a cut.
 *
 * On one side of a branch the side is left to the Python twin (prim.leave). */
#include "analysis/tensor.h"

#include "analysis/ev_internal.h"

static const char stays_python; /* stands for the hypothesis that warnings are cuts in this attempt */

/* Where a warning is said to come from. */
typedef struct Place {
    Str module; /* NULL: the program */
    Span span;
    int64_t above; /* not 0: as many frames above the entry, which only the call itself knows */
} Place;

static bool has_handlers(const Frame *frame) {
    for (; frame; frame = frame->parent) {
        if (frame->try_depth)
            return true;
        if (frame->is_entry)
            return false;
    }
    return false;
}

/* The frame of warn() itself is on top; its caller, which may be a function of the prelude that stands for one of
 * torch, is level 1. Other functions of the prelude have other frames in Python. */
static bool find_place(const Ev *ev, int64_t level, Place *place) {
    const Frame *frame = ev->frame;
    for (int64_t i = 1;; i++) {
        place->span = frame->call_span;
        if (frame != ev->frame && frame->is_entry) {
            place->above = level - i + 1;
            return true;
        }
        frame = frame->parent;
        if (!frame || !frame->function || frame->generator)
            return false;
        if (i >= level)
            break;
        if (i > 1 && frame->module->is_prelude)
            return false;
    }
    if (frame->module->is_prelude)
        return false;
    place->module = frame->module->is_main ? NULL : frame->module->name;
    return place->span.file != NULL;
}

/* Where the program calls the function of torch that the prelude says: functions of C have no frames, operators of
 * torch.ops have one. */
static bool find_call_of_torch(const Ev *ev, Place *place) {
    const Frame *frame = ev->frame;
    for (; frame && frame->function && !frame->is_entry && frame->module->is_prelude; frame = frame->parent) {
        if (frame->generator || frame->module->name == str_of("torch.ops.aten"))
            return false;
        place->span = frame->call_span;
    }
    if (!frame || !frame->function || frame->generator || frame->module->is_prelude)
        return false;
    place->module = frame->module->is_main ? NULL : frame->module->name;
    return place->span.file != NULL;
}

/* ---- warnings.catch_warnings() --------------------------------------------------------------------------------------
 * Python has other filters in such a block, and those of before behind it. No warning waits for the end of the variant
 * there, and what could give one while it runs (an operator of ATen) is a cut: then filters that are set make no
 * difference. */

static Str catching(void) { return str_of("warnings.catch_warnings"); }

bool ev_catches_warnings(Ev *ev) { return !ev->in_driver && heap_get(ev->heap, ev->switches, catching()); }

/* prim.catch_warnings(enters): a block begins or ends */
PRIM(prim_catch_warnings) {
    (void)self, (void)span;
    bool enters = false;
    int64_t depth = 0;
    if (ev->in_driver || !ev_as_bool_known(args->args[0], &enters))
        return ev_none(ev);
    const Value *before = heap_get(ev->heap, ev->switches, catching());
    if (before)
        ev_as_int_known(before, &depth);
    depth += enters ? 1 : -1;
    heap_set(ev->heap, ev->switches, catching(), depth > 0 ? ev_int(ev, depth) : NULL);
    return ev_none(ev);
}

/* prim.catches_warnings(): is this in such a block? */
PRIM(prim_catches_warnings) {
    (void)self, (void)args, (void)span;
    return ev_bool(ev, ev->in_driver || ev_catches_warnings(ev));
}

/* prim.warn(message, category, stacklevel): False where the warning cannot wait for the end. Without a category the
 * message is an expression, a call of torch that gives the warning. */
PRIM(prim_warn) {
    (void)self;
    int64_t level;
    const char *text;
    Place place = {0};
    bool by_torch = args->args[1]->kind == V_NONE;
    bool known = ev_as_int_known(args->args[2], &level) && tn_known_str(args->args[0], &text) &&
                 (by_torch || args->args[1]->kind == V_CLASS);
    if (!known || ev_catches_warnings(ev) || ev->region != ev->graph->body || ev_wants_fork(ev, &stays_python) ||
        has_handlers(ev->frame->parent))
        return ev_bool(ev, false);
    if (by_torch ? !find_call_of_torch(ev, &place) : !find_place(ev, level < 1 ? 1 : level, &place))
        return ev_bool(ev, false);
    size_t length;
    const char *line = span_line_text(place.span, &length);
    const Value *items[] = {args->args[0],
                            args->args[1],
                            place.module ? ev_str(ev, place.module) : ev_none(ev),
                            ev_int(ev, (int64_t)span_line(place.span)),
                            ev_str(ev, str_intern(line, length)),
                            ev_int(ev, place.above)};
    heap_append(ev->heap, ev->warnings, ev_tuple(ev, items, COUNT_OF(items)));
    ev->warned_at = ev_user_span(ev, span);
    return ev_bool(ev, true);
}

static bool writes_input(Ev *ev) {
    uint32_t count = ev_storage_written(ev, NULL, 0);
    ObjId *written = arena_array(ev->arena, ObjId, count + 1);
    ev_storage_written(ev, written, count);
    for (uint32_t i = 0; i < count; i++)
        if (ev_storage_root(ev, written[i])->op == OP_INPUT)
            return true;
    return false;
}

bool ev_nothing_warned(Ev *ev, const char *what) {
    if (ev->in_driver || !heap_content(ev->heap, ev->warnings)->count)
        return true;
    if (!ev_restart_forked(ev, &stays_python, ev->warned_at))
        ev_fail(ev, D_SIDE_EFFECT, ev->warned_at, "a warning, %s", what);
    return false;
}

bool ev_warning_effects(Ev *ev, EffectVec *out) {
    const HeapContent *now = heap_content(ev->heap, ev->warnings);
    if ((out->len || writes_input(ev)) && !ev_nothing_warned(ev, "beside writes to what outlives the call"))
        return false;
    for (uint32_t i = 0; i < now->count; i++) {
        const Value *warning = now->slots[i].value;
        Effect effect = {.kind = EFFECT_WARN,
                         .target = source_global(str_of("warnings"), str_of("warn")),
                         .count = warning->u.tuple.count,
                         .values = arena_copy(ev->arena, warning->u.tuple.items,
                                              warning->u.tuple.count * sizeof *warning->u.tuple.items),
                         .span = ev->warned_at};
        vec_push(ev->arena, out, effect);
    }
    return true;
}
