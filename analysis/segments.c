/* Cuts a function that cannot be compiled whole into maximal runs of statements that can (segments), with Python
 * statements between them.
 *
 * Evaluation of the rest of a block from statement i fails at some statement k: then i..k-1 becomes a segment whose
 * results are the variables that may be read later, statement k stays Python, and the search goes on behind it. Of a
 * compound statement only the header stays Python: its blocks are cut in turn. What a segment computed describes the
 * inputs of later ones; what Python assigned is unknown there and inferred from use.
 *
 * A segment assigns its variables when it ends and not one by one. So that nobody can tell, it assigns none that an
 * exception handler around it could read, and none that a closure made before could see (is_shared); and it holds no
 * `break`, `continue` or `return` that leaves it early. */
#include "analysis/entry.h"

#include <string.h>

#include "analysis/liveness.h"
#include "analysis/segments_farewell.h"
#include "analysis/segments_grad.h"
#include "analysis/segments_guess.h"

enum { MAX_ATTEMPTS = 300, FEW_STATEMENTS = 8 }; /* MAX_ATTEMPTS: for a function */

typedef struct NameUse {
    Str name;
    uint32_t at;
    bool is_inner; /* in a function, lambda or class inside of the function */
} NameUse;

typedef struct Segmenter {
    Compiler *compiler;
    const Request *request;
    const Function *function;
    Entry *entry;
    EntryVec *segments;
    Liveness whole;      /* of the whole function */
    VEC(NameUse) stores; /* every assignment to a variable, with its place in the text */
    VEC(NameUse) reads;
    NameSet locals;  /* parameters and everything that the function assigns */
    NameSet defined; /* definitely assigned before the present statement */
    NameSet alive;   /* variables in which Python or a segment may have left what runs code where it dies */
    NameSet buried;  /* in the present loop: variables that segments assign, of which nothing says what they held */
    NameSet caught;  /* exceptions of the handlers around it, which have their names until these end */
    Map known;       /* variable -> const Value, what earlier segments left in it */
    Map *left;       /* statement that was evaluated -> LeftValues */
    Map glanced;     /* likewise, in an attempt that passes over what cannot be compiled (exemplars) */
    Map quiet;       /* `with` statements that swallow no exception */
    Map made;        /* variable -> the statement that stays Python and assigns it; NULL: a segment does */
    Map tracked;     /* variable -> not NULL, where it holds a tensor that requires grad */
    int inner;       /* how many of those collect_uses() is in */
    int attempts;
    bool has_glanced;
    bool watches;     /* the program makes weak references, in the function or in what it calls */
    bool forks_often; /* an attempt had too many paths: those behind it are not let fork, but for short ones */
    bool unmovable;   /* why the last attempt failed: the code around the statements, not they */
} Segmenter;

/* A block of statements, and what happens around it. */
typedef struct Block {
    AstNode *const *statements;
    uint32_t count;
    const NameSet *after;  /* may be read where the block ends */
    const NameSet *jumps;  /* may be read where `break` and `continue` in it lead to */
    const NameSet *raised; /* may be read in this function after an exception in it */
    const AstNode *loop;   /* the outermost loop around it, or NULL */
    bool is_body;          /* of the function */
    bool is_handler;       /* an exception may be handled around it: of a handler or `finally`, or in one */
} Block;

static NameSet *new_set(Segmenter *s) {
    NameSet *set = arena_new_of(s->compiler->arena, NameSet);
    name_set_init(set, s->compiler->arena);
    return set;
}

static void add_all(NameSet *to, const NameSet *from) {
    for (uint32_t i = 0; i < from->names.len; i++)
        name_set_add(to, from->names.values[i]);
}

static NameSet *union_of(Segmenter *s, const NameSet *a, const NameSet *b) {
    NameSet *set = new_set(s);
    add_all(set, a);
    add_all(set, b);
    return set;
}

static void liveness(Segmenter *s, Liveness *live, AstNode *const *statements, uint32_t count) {
    liveness_of_raising(live, s->compiler->arena, statements, count, &s->quiet);
}

/* What may be read from the statements on, where `after` may be read behind them. */
static NameSet *live_before(Segmenter *s, AstNode *const *statements, uint32_t count, const NameSet *after) {
    Liveness live;
    liveness(s, &live, statements, count);
    NameSet *set = union_of(s, &live.exposed, &live.unbound);
    for (uint32_t i = 0; i < after->names.len; i++)
        if (!name_set_has(&live.definite, after->names.values[i]))
            name_set_add(set, after->names.values[i]);
    return set;
}

/* What may be read after statement `end` - 1 of the block. */
static NameSet *live_at(Segmenter *s, const Block *b, uint32_t end) {
    NameSet *set = live_before(s, b->statements + end, b->count - end, b->after);
    add_all(set, b->jumps);
    add_all(set, b->raised);
    return set;
}

static bool is_defined(const Segmenter *s, Str name) {
    return name_set_has(&s->defined, name) &&
           (!name_set_has(&s->whole.unbound, name) || name_set_has(&s->caught, name));
}

static void advance_defined(Segmenter *s, AstNode *const *statements, uint32_t count) {
    Liveness live;
    liveness(s, &live, statements, count);
    add_all(&s->defined, &live.definite);
}

/* ---- what may not be in a segment ------------------------------------------------------------------------------- */

typedef struct Exits {
    bool with_return, found;
    int loops;
} Exits;

static void find_exit(AstNode *node, void *data) {
    Exits *exits = data;
    switch (node->kind) {
    case AST_FunctionDef:
    case AST_Lambda:
        return;
    case AST_Return:
        exits->found |= exits->with_return;
        return;
    case AST_Break:
    case AST_Continue:
        exits->found |= exits->loops == 0;
        return;
    case AST_For:
    case AST_While: {
        const AstList *body = ast_loop_body(node), *orelse = ast_loop_orelse(node);
        exits->loops++;
        for (uint32_t i = 0; i < body->len; i++)
            find_exit(body->items[i], exits);
        exits->loops--;
        for (uint32_t i = 0; i < orelse->len; i++)
            find_exit(orelse->items[i], exits);
        return;
    }
    default:
        if (!ast_is_expression(node->kind))
            ast_each_child(node, find_exit, exits);
    }
}

/* Does the statement jump out of a run of statements that holds it? */
static bool jumps_out(const AstNode *statement, bool with_return) {
    Exits exits = {.with_return = with_return};
    find_exit((AstNode *)statement, &exits);
    return exits.found;
}

static bool always_returns(AstNode *const *statements, uint32_t count) {
    const AstNode *last = count ? statements[count - 1] : NULL;
    if (last && last->kind == AST_If)
        return always_returns(last->u.If.body.items, last->u.If.body.len) &&
               always_returns(last->u.If.orelse.items, last->u.If.orelse.len);
    return last && last->kind == AST_Return;
}

/* The `if` of an `elif` has no line of its own to put a call on. */
static bool is_elif(const Block *b) {
    const Span span = b->count == 1 ? b->statements[0]->span : (Span){0};
    return b->count == 1 && b->statements[0]->kind == AST_If && span.end - span.begin > 4 &&
           memcmp(span.file->text + span.begin, "elif", 4) == 0;
}

static bool within(const AstNode *node, uint32_t begin, uint32_t end) {
    return node->span.begin >= begin && node->span.begin < end;
}

/* Does the closure, made inside the run begin..end of text, share a variable that may be assigned anew outside of it
 * later, or that each turn of a loop would make anew? */
static bool is_rebound(const Segmenter *s, const Closure *closure, uint32_t begin, uint32_t end, const AstNode *loop) {
    for (uint32_t i = 0; i < s->stores.len; i++) {
        const NameUse *store = &s->stores.data[i];
        bool inside = store->at >= begin && store->at < end;
        bool again = loop && store->at >= loop->span.begin && store->at < loop->span.end;
        bool later = !inside && store->at >= end;
        if ((again || later) && name_set_has(&s->locals, store->name) && name_set_has(&closure->names, store->name))
            return true;
    }
    return false;
}

/* Can a closure tell that begin..end are a function of their own? Those made inside must not see their variables change
 * later, those made before must not see them change at all. */
static bool is_shared(const Segmenter *s, uint32_t begin, uint32_t end, const AstNode *loop, const Liveness *live) {
    for (uint32_t i = 0; i < s->whole.closures.len; i++) {
        const Closure *closure = &s->whole.closures.data[i];
        if (within(closure->node, begin, end)) {
            if (closure->rebinds || is_rebound(s, closure, begin, end, loop))
                return true;
            continue;
        }
        bool later =
            closure->node->span.begin >= end && !(loop && within(closure->node, loop->span.begin, loop->span.end));
        for (uint32_t k = 0; !later && k < live->stored.names.len; k++)
            if (name_set_has(&closure->names, live->stored.names.values[k]))
                return true;
    }
    return false;
}

/* ---- variables in and out --------------------------------------------------------------------------------------- */

typedef struct NameVec {
    VEC(Str) items;
} NameVec;

static bool contains(const NameVec *names, Str name) {
    for (uint32_t i = 0; i < names->items.len; i++)
        if (names->items.data[i] == name)
            return true;
    return false;
}

static bool may_be_unbound(Segmenter *s, Span span, Str name) {
    ev_fail(s->compiler->ev, D_SPLIT, span, "'%s' may have no value after this", name);
    return false;
}

/* Live-ins of a run of statements. False if one of them may be unbound, so that the segment cannot take it as a
 * parameter. */
static bool live_ins(Segmenter *s, Span span, const Liveness *live, NameVec *ins) {
    for (uint32_t i = 0; i < live->exposed.names.len; i++) {
        Str name = live->exposed.names.values[i];
        if (!name_set_has(&s->locals, name))
            continue;
        if (!is_defined(s, name))
            return may_be_unbound(s, span, name);
        vec_push(s->compiler->arena, &ins->items, name);
    }
    return true;
}

/* The first of the statements that assigns the variable. */
static uint32_t first_store(Segmenter *s, const Block *b, uint32_t begin, uint32_t end, Str name) {
    for (uint32_t at = begin; at < end; at++) {
        Liveness live;
        liveness(s, &live, b->statements + at, 1);
        if (name_set_has(&live.stored, name))
            return at;
    }
    return begin;
}

/* Variables that the run assigns and that may be read behind it. One that is assigned on some paths only is passed
 * through the segment. False where it may be unbound; *failed is the statement that may leave it so. */
static bool live_outs(Segmenter *s, const Block *b, uint32_t begin, uint32_t end, const Liveness *live, NameVec *ins,
                      NameVec *outs, uint32_t *failed) {
    const NameSet *after = live_at(s, b, end);
    for (uint32_t i = 0; i < live->stored.names.len; i++) {
        Str name = live->stored.names.values[i];
        if (!name_set_has(after, name))
            continue;
        bool definite = name_set_has(&live->definite, name);
        if (name_set_has(&s->whole.unbound, name) || (!definite && !is_defined(s, name))) {
            *failed = first_store(s, b, begin, end, name);
            return may_be_unbound(s, b->statements[*failed]->span, name);
        }
        if (!definite && !contains(ins, name))
            vec_push(s->compiler->arena, &ins->items, name);
        vec_push(s->compiler->arena, &outs->items, name);
    }
    return true;
}

/* The variable that the run begin..end assigns when all is done, and not before; NULL: none. */
static Str assigned_last(Segmenter *s, const Block *b, uint32_t begin, uint32_t end) {
    const AstNode *last = b->statements[end - 1];
    const AstNode *target =
        last->kind == AST_Assign && last->u.Assign.targets.len == 1 ? last->u.Assign.targets.items[0] : NULL;
    Liveness live, before;
    liveness(s, &live, b->statements + end - 1, 1);
    liveness(s, &before, b->statements + begin, end - 1 - begin);
    bool plain = target && target->kind == AST_Name && live.stored.names.len == 1;
    return plain && !name_set_has(&before.stored, target->u.Name.id) ? target->u.Name.id : NULL;
}

/* What the statements assign must not be seen half done after an exception in them. */
static bool is_seen_raising(Segmenter *s, const Block *b, const Liveness *live, uint32_t begin, uint32_t end) {
    Str last = assigned_last(s, b, begin, end);
    for (uint32_t i = 0; i < live->stored.names.len; i++) {
        Str name = live->stored.names.values[i];
        if (name == last || !name_set_has(b->raised, name))
            continue;
        ev_fail(s->compiler->ev, D_SPLIT, b->statements[end - 1]->span,
                "'%s' is read where an exception in these statements is handled", name);
        return true;
    }
    return false;
}

/* ---- segments --------------------------------------------------------------------------------------------------- */

/* A variable that holds a tensor or a number is likely to hold another one of the kind the next time; constants change.
 */
static bool is_steady(const Value *value) {
    return value && (value->kind == V_TENSOR || value->kind == V_INT || value->kind == V_FLOAT);
}

/* What the statements assign is not known after them; in a loop, it is likely of the kind that it was. */
static void forget(Segmenter *s, const NameSet *names, bool in_loop) {
    for (uint32_t i = 0; i < names->names.len; i++) {
        const Value *value = map_get(&s->known, MAP_KEY(names->names.values[i]));
        if (!in_loop || !is_steady(value))
            map_put(&s->known, MAP_KEY(names->names.values[i]), NULL);
    }
}

/* What Python has left in the variables may run code where it dies, if nothing says what it is. */
static void note_alive(Segmenter *s, const NameSet *names) {
    for (uint32_t i = 0; i < names->names.len; i++) {
        Str name = names->names.values[i];
        if (name_set_has(&s->locals, name) && !segments_dies_unseen(map_get(&s->known, MAP_KEY(name)), s->watches))
            name_set_add(&s->alive, name);
    }
}

/* What the head of a block assigns, which runs as Python. */
static void given_by_python(Segmenter *s, const NameSet *names, const AstNode *head) {
    forget(s, names, false);
    for (uint32_t i = 0; i < names->names.len; i++)
        map_put(&s->made, MAP_KEY(names->names.values[i]), (void *)(uintptr_t)head);
    note_alive(s, names);
}

static bool is_float(const Value *value) {
    return value->kind == V_FLOAT || (value->kind == V_SCALAR && value->u.node->type.kind == IRT_FLOAT);
}

/* A number from before the loop of which an iteration makes something else, which the next one finds: a float of an
 * int, a tensor of either. True: that is known now. */
static bool settle_carried(Segmenter *s, const EntryBody *body) {
    bool changed = false;
    for (uint32_t i = 0; body->out_values && i < body->out_count; i++) {
        uint64_t name = MAP_KEY(body->outs[i]);
        const Value *before = map_get(&s->known, name), *after = body->out_values[i];
        if (!before || !after || (before->kind != V_INT && before->kind != V_FLOAT))
            continue;
        bool becomes_float = before->kind == V_INT && is_float(after);
        if (!becomes_float && after->kind != V_TENSOR)
            continue;
        map_put(&s->known, name, becomes_float ? (void *)(uintptr_t)ev_float(s->compiler->ev, 0.5) : NULL);
        changed = true;
    }
    return changed;
}

static const Value **known_values(Segmenter *s, const NameVec *names) {
    const Value **values = arena_array(s->compiler->arena, const Value *, names->items.len + 1);
    for (uint32_t i = 0; i < names->items.len; i++)
        values[i] = map_get(&s->known, MAP_KEY(names->items.data[i]));
    return values;
}

static Entry *segment_entry(Segmenter *s, const EntryBody *body, Variant *variant, bool returns) {
    Arena *arena = s->compiler->arena;
    Entry *segment =
        entry_new(s->compiler, ENTRY_SEGMENT, str_format("%s#%u", s->entry->name, s->segments->len + 1), s->entry->def);
    for (uint32_t i = 0; i < body->count; i++)
        vec_push(arena, &segment->args, body->names[i]);
    for (uint32_t i = 0; i < body->out_count; i++)
        vec_push(arena, &segment->outs, body->outs[i]);
    segment->returns = returns;
    segment->first = s->segments->len == 0;
    vec_push(arena, &segment->variants, variant);
    vec_push(arena, s->segments, segment);
    return segment;
}

static void push_piece(Segmenter *s, const Block *b, const EntryBody *body, Entry *segment) {
    Piece piece = {body->statements, body->statement_count, b->statements[0], segment};
    vec_push(s->compiler->arena, &s->entry->pieces, piece);
}

/* Can statements begin..end of the block be moved into a function of their own, seen from the code around them? */
static bool is_movable(Segmenter *s, const Block *b, uint32_t begin, uint32_t end, const Liveness *live, NameVec *ins) {
    const AstNode *first = b->statements[begin];
    if (live->of_class) {
        ev_fail(s->compiler->ev, D_SIDE_EFFECT, b->statements[end - 1]->span,
                "super() and names that begin with __ mean something in their class only");
        return false;
    }
    if (is_shared(s, first->span.begin, b->statements[end - 1]->span.end, b->loop, live)) {
        ev_fail(s->compiler->ev, D_SPLIT, b->statements[end - 1]->span,
                "a function defined in this one shares a variable with these statements");
        return false;
    }
    for (uint32_t i = 0; i < live->stored.names.len; i++)
        if (name_set_has(&s->whole.globals, live->stored.names.values[i])) {
            ev_fail(s->compiler->ev, D_SPLIT, b->statements[end - 1]->span, "the global variable '%s' is assigned",
                    (Str)live->stored.names.values[i]);
            return false;
        }
    return live->globals.names.len == 0 && !is_seen_raising(s, b, live, begin, end) &&
           live_ins(s, b->statements[end - 1]->span, live, ins);
}

/* The statement after the longest run from `begin` that can be moved. */
static uint32_t movable_end(Segmenter *s, const Block *b, uint32_t begin, uint32_t end) {
    for (uint32_t at = begin; at < end; at++) {
        Liveness live;
        NameVec ins = {0};
        liveness(s, &live, b->statements + begin, at + 1 - begin);
        if (!is_movable(s, b, begin, at + 1, &live, &ins))
            return at;
    }
    return begin;
}

/* Can the run leave the function, or a loop around it, on some of its paths only? *at: the first statement that does.
 */
static bool leaves_midway(const Block *b, uint32_t begin, uint32_t end, bool tail, uint32_t *at) {
    for (*at = begin; *at < end; ++*at)
        if (jumps_out(b->statements[*at], !tail))
            return true;
    return false;
}

static void remember_outs(Segmenter *s, const EntryBody *body) {
    for (uint32_t i = 0; body->out_values && i < body->out_count; i++)
        if (segments_may_be_alive(s->compiler->ev, body->out_values[i]))
            name_set_add(&s->alive, body->outs[i]);
    for (uint32_t i = 0; i < body->out_count; i++) {
        map_put(&s->made, MAP_KEY(body->outs[i]), NULL);
        map_put(&s->tracked, MAP_KEY(body->outs[i]), NULL);
    }
    for (uint32_t i = 0; i < body->out_count; i++)
        map_put(&s->known, MAP_KEY(body->outs[i]), body->out_values ? (void *)body->out_values[i] : NULL);
}

/* Are they what the evaluation of the whole function has come to an end in? Then *failed is where. */
static bool failed_before(const Segmenter *s, const Block *b, uint32_t begin, uint32_t end, bool tail,
                          uint32_t *failed) {
    const Failure *failure = s->request->failure;
    if (!failure || s->attempts > 1 || !tail || !b->is_body || end != b->count)
        return false;
    s->compiler->ev->fail = failure->fail;
    *failed = failure->statement > begin ? failure->statement : begin;
    return true;
}

/* Would the segment miss always, as it takes a tensor that requires grad? *failed: the first statement that reads it.
 */
static bool takes_gradients(Segmenter *s, const Block *b, uint32_t begin, uint32_t end, uint32_t *failed) {
    Str name = segments_tracked_input(&s->tracked, s->compiler->ev->facts);
    if (!name)
        return false;
    *failed = begin;
    for (uint32_t at = begin; at < end; at++) {
        Liveness live;
        liveness(s, &live, b->statements + at, 1);
        if (name_set_has(&live.exposed, name)) {
            *failed = at;
            break;
        }
    }
    ev_fail(s->compiler->ev, D_UNSUPPORTED_OP, b->statements[*failed]->span,
            "'%s' requires grad here, and gradients are recorded by Python alone", name);
    return true;
}

static bool in_piece(const Segmenter *s, uint32_t at) {
    for (uint32_t i = 0; i < s->entry->pieces.len; i++) {
        const Piece *piece = &s->entry->pieces.data[i];
        if (at >= piece->statements[0]->span.begin && at < piece->statements[piece->statement_count - 1]->span.end)
            return true;
    }
    return false;
}

/* ---- what a variable held before ------------------------------------------------------------------------------- */

static bool may_run_code(const Segmenter *s, Str name) {
    return name_set_has(&s->alive, name) || (s->watches && map_has(&s->made, MAP_KEY(name)));
}

/* An object dies where its variable gets another value, and may run code then; a segment would have it die later. Is
 * there one of which nothing is known? *failed: the first statement that assigns its variable. */
static bool buries_unseen(Segmenter *s, const Block *b, uint32_t begin, uint32_t end, const Liveness *live,
                          uint32_t *failed) {
    for (uint32_t i = 0; i < live->stored.names.len; i++) {
        Str name = live->stored.names.values[i];
        bool may_run = may_run_code(s, name);
        if (!(may_run || b->loop) ||
            (!s->watches && segments_looks_at(s->compiler->ev, name, map_get(&s->known, MAP_KEY(name)))))
            continue;
        if (!may_run) {
            name_set_add(&s->buried, name);
            continue;
        }
        *failed = first_store(s, b, begin, end, name);
        ev_fail(s->compiler->ev, D_SPLIT, b->statements[*failed]->span,
                "what '%s' held before may run code where it dies", name);
        return true;
    }
    return false;
}

static const Value *value_left(const LeftValues *left, Str name) {
    for (uint32_t i = 0; left && i < left->count; i++)
        if (left->slots[i].name == name)
            return left->slots[i].value;
    return NULL;
}

/* A variable that is not read again keeps alive what it holds all the same: the function around the segment gets it. */
static bool keep_alive(Segmenter *s, const Block *b, uint32_t end, const Liveness *live, NameVec *outs) {
    const LeftValues *left = map_get(s->left, MAP_KEY(b->statements[end - 1]));
    const uint32_t before = outs->items.len;
    for (uint32_t i = 0; i < live->definite.names.len; i++) {
        Str name = live->definite.names.values[i];
        bool is_dead =
            name_set_has(&s->locals, name) && !contains(outs, name) && !name_set_has(&s->whole.unbound, name);
        if (is_dead && segments_may_be_alive(s->compiler->ev, value_left(left, name)))
            vec_push(s->compiler->arena, &outs->items, name);
    }
    return outs->items.len > before;
}

static bool is_parameter(const Segmenter *s, Str name) {
    for (uint32_t i = 0; i < s->entry->args.len; i++)
        if (s->entry->args.data[i] == name)
            return true;
    return false;
}

/* Variables die in the order in which the function first assigns them: those of a segment that ends it would die before
 * what Python has left in others. *failed: the first statement that assigns one which may run code then. */
static bool dies_too_soon(Segmenter *s, const Block *b, uint32_t begin, uint32_t end, const Liveness *live,
                          uint32_t *failed) {
    bool others = false;
    for (uint32_t i = 0; !others && i < s->alive.names.len; i++)
        others = !is_parameter(s, s->alive.names.values[i]);
    for (uint32_t i = 0; others && i < live->stored.names.len; i++) {
        Str name = live->stored.names.values[i];
        uint32_t at = first_store(s, b, begin, end, name);
        if (!segments_may_be_alive(s->compiler->ev, value_left(map_get(s->left, MAP_KEY(b->statements[at])), name)))
            continue;
        *failed = at;
        return !ev_fail(s->compiler->ev, D_SPLIT, b->statements[at]->span, "what '%s' holds may run code where it dies",
                        name);
    }
    return false;
}

/* Tries to compile statements begin..end of the block as one segment; `tail`: they always return, or end the function.
 * On failure *failed is the statement that stopped it, or `begin` when it is the segment as a whole that cannot be. */
static bool try_segment(Segmenter *s, const Block *b, uint32_t begin, uint32_t end, bool tail, uint32_t *failed) {
    Compiler *compiler = s->compiler;
    const Span span = b->statements[begin]->span;
    Liveness live;
    NameVec ins = {0}, outs = {0};
    *failed = begin;
    ev_fail(compiler->ev, D_SPLIT, span, "more than %d attempts at segments of one function", MAX_ATTEMPTS);
    if (++s->attempts > MAX_ATTEMPTS || is_elif(b))
        return false;
    liveness(s, &live, b->statements + begin, end - begin);
    uint32_t jump;
    s->unmovable = leaves_midway(b, begin, end, tail, &jump);
    if (s->unmovable) {
        *failed = jump;
        ev_fail(compiler->ev, D_SPLIT, b->statements[jump]->span, "a jump out of these statements on some paths only");
        return false;
    }
    s->unmovable = !is_movable(s, b, begin, end, &live, &ins);
    if (s->unmovable) {
        *failed = movable_end(s, b, begin, end);
        return false;
    }
    if (!tail && !live_outs(s, b, begin, end, &live, &ins, &outs, failed))
        return false;
    if (failed_before(s, b, begin, end, tail, failed))
        return false;
    EntryBody body = {.function = s->function,
                      .statements = b->statements + begin,
                      .statement_count = end - begin,
                      .names = ins.items.data,
                      .count = ins.items.len,
                      .outs = outs.items.data,
                      .out_count = outs.items.len,
                      .is_segment = !tail,
                      .is_handler = b->is_handler,
                      .merges_only = s->forks_often && end - begin > FEW_STATEMENTS,
                      .left = s->left};
    Str name = str_format("%s_s%u_v0", s->entry->name, s->segments->len + 1);
    bool fixed = s->request->fixed && !b->loop;
    Str identifier = entry_identifier(compiler, name);
    if (!entry_attempt(compiler, &body, known_values(s, &ins), fixed, identifier) ||
        (b->loop && settle_carried(s, &body) &&
         !entry_attempt(compiler, &body, known_values(s, &ins), fixed, identifier))) {
        *failed = begin + body.failed_statement;
        s->forks_often |= compiler->ev->paths > EV_MAX_PATHS;
        return false;
    }
    if (!tail && keep_alive(s, b, end, &live, &outs)) {
        body.outs = outs.items.data;
        body.out_count = outs.items.len;
        if (!entry_attempt(compiler, &body, known_values(s, &ins), fixed, identifier)) {
            *failed = begin + body.failed_statement;
            return false;
        }
    }
    if (tail && dies_too_soon(s, b, begin, end, &live, failed))
        return false;
    if (takes_gradients(s, b, begin, end, failed) || buries_unseen(s, b, begin, end, &live, failed))
        return false;
    remember_outs(s, &body);
    Variant *variant = entry_variant(compiler, &body, s->entry->name, compiler->ev->graph->name, s->request->call);
    if (!variant || !entry_lower(compiler, &body, variant)) {
        *failed = begin + body.failed_statement;
        return false;
    }
    Entry *segment = segment_entry(s, &body, variant, tail);
    segment->late = segment->first && !b->is_body;
    push_piece(s, b, &body, segment);
    advance_defined(s, b->statements + begin, end - begin);
    return true;
}

/* ---- blocks ----------------------------------------------------------------------------------------------------- */

static void cut_block(Segmenter *s, const Block *b, uint32_t at);

/* Does the value mean something after the attempt that it belongs to? */
static bool outlives_attempt(const Value *value) {
    return value && (value->kind == V_TENSOR || value->kind == V_INT || value->kind == V_FLOAT ||
                     value->kind == V_SCALAR || value->kind == V_BOOL);
}

/* What cannot be compiled seldom keeps from following what comes after it: what the variables are likely to hold after
 * the statement, by name; NULL: evaluation does not come there. */
static const LeftValues *glance(Segmenter *s, const AstNode *statement) {
    const AstList *body = ast_body(s->function->def);
    EntryBody whole = {.function = s->function,
                       .statements = body->items,
                       .statement_count = body->len,
                       .names = s->entry->args.data,
                       .count = s->entry->args.len};
    bool runs_often = whole.count != 0; /* unlike a main(), which is long and runs once */
    if (runs_often && !s->has_glanced) {
        s->has_glanced = true;
        s->compiler->ev->glanced = &s->glanced;
        const Value **examples = declared_examples(s->compiler->ev, s->function, s->request->exemplars);
        entry_attempt(s->compiler, &whole, examples, s->request->fixed, s->entry->name);
        s->compiler->ev->glanced = NULL;
    }
    return map_get(&s->glanced, MAP_KEY(statement));
}

/* What the variable holds after the statement, or is likely to; NULL: nothing is known of it. */
static const Value *left_by(Segmenter *s, const AstNode *statement, Str name) {
    const Value *value = value_left(map_get(s->left, MAP_KEY(statement)), name);
    if (outlives_attempt(value))
        return value;
    value = value_left(glance(s, statement), name);
    return value && value->kind != V_UNKNOWN ? value : NULL;
}

/* The statement stays Python; where it could be evaluated, what it assigns is known all the same. */
static void keep_python(Segmenter *s, AstNode *const *statement) {
    Liveness live;
    liveness(s, &live, statement, 1);
    segments_track_grad(&s->tracked, *statement, &live);
    for (uint32_t i = 0; i < live.stored.names.len; i++) {
        Str name = live.stored.names.values[i];
        const Value *value = left_by(s, *statement, name), *before = map_get(&s->known, MAP_KEY(name));
        bool stays_number = before && (before->kind == V_INT || before->kind == V_FLOAT);
        if (!value && stays_number && (*statement)->kind == AST_AugAssign)
            value = before;
        map_put(&s->known, MAP_KEY(name), (void *)value);
        map_put(&s->made, MAP_KEY(name), value ? NULL : (void *)*statement);
    }
    const AstNode *assign = (*statement)->kind == AST_Assign ? *statement : NULL;
    const AstNode *target = assign && assign->u.Assign.targets.len == 1 ? assign->u.Assign.targets.items[0] : NULL;
    if (target && target->kind == AST_Name && !map_get(&s->known, MAP_KEY(target->u.Name.id))) {
        const GuessContext context = {s->compiler->ev, &s->locals, &s->known};
        map_put(&s->known, MAP_KEY(target->u.Name.id), (void *)segments_guess(&context, assign->u.Assign.value));
    }
    note_alive(s, &live.stored);
}

static void add_stores(AstNode *node, void *data) {
    if (node->kind == AST_Name && node->u.Name.ctx == AST_Store)
        name_set_add(data, node->u.Name.id);
    else
        ast_each_child(node, add_stores, data);
}

static void add_reads(AstNode *node, void *data) {
    if (node->kind == AST_Name)
        name_set_add(data, node->u.Name.id);
    ast_each_child(node, add_reads, data);
}

static Map copy_of(Segmenter *s, const Map *map) {
    Map copy;
    map_init(&copy, s->compiler->arena);
    for (uint32_t i = 0; i < map->len; i++)
        map_put(&copy, map->keys[i], map->values[i]);
    return copy;
}

/* After a block that may or may not have run: a tensor from before or from the block, the likeliest is that they are
 * alike. */
static void join_known(Segmenter *s, Map *before) {
    for (uint32_t i = 0; i < s->known.len; i++) {
        const Value *old = map_get(before, s->known.keys[i]), *new = s->known.values[i];
        if (old != new && !is_steady(old))
            map_put(before, s->known.keys[i], is_steady(new) ? (void *)new : NULL);
    }
    s->known = *before;
}

static bool is_container(const Value *value) {
    return value && (value->kind == V_LIST || value->kind == V_DICT || value->kind == V_SET);
}

/* What a statement leaves that stays Python or was cut: what its blocks do not tell of what it assigns, and what it may
 * have put into containers. */
static void recall(Segmenter *s, const AstNode *statement) {
    const LeftValues *glanced = glance(s, statement);
    for (uint32_t i = 0; glanced && i < glanced->count; i++) {
        Str name = glanced->slots[i].name;
        const Value *known = map_get(&s->known, MAP_KEY(name));
        const Value *left = known && !is_container(known) ? NULL : left_by(s, statement, name);
        if (left)
            map_put(&s->known, MAP_KEY(name), (void *)(uintptr_t)left);
    }
}

/* Cuts one block of a compound statement; `also`: defined at its beginning. */
static void cut_inner(Segmenter *s, const Block *outer, const AstList *list, const NameSet *after,
                      const NameSet *also) {
    NameSet before = s->defined;
    Map known = copy_of(s, &s->known);
    name_set_init(&s->defined, s->compiler->arena);
    add_all(&s->defined, &before);
    if (also)
        add_all(&s->defined, also);
    Block inner = *outer;
    inner.statements = list->items;
    inner.count = list->len;
    inner.after = after;
    inner.is_body = false;
    if (also && list->len)
        recall(s, list->items[0]);
    cut_block(s, &inner, 0);
    s->defined = before;
    join_known(s, &known);
}

static void guess_names(Segmenter *s, const AstNode *target, const Value *value) {
    const AstList *parts = target->kind == AST_Tuple ? &target->u.Tuple.elts : NULL;
    const Value *const *items;
    uint32_t count;
    if (target->kind == AST_Name && outlives_attempt(value))
        map_put(&s->known, MAP_KEY(target->u.Name.id), (void *)(uintptr_t)value);
    else if (parts && ev_sequence(s->compiler->ev, value, &items, &count) && count == parts->len)
        for (uint32_t i = 0; i < count; i++)
            guess_names(s, parts->items[i], items[i]);
}

/* An array of NumPy that is looped over, by itself or in a call of zip() and its like; NULL: none. */
static const Value *array_in(const GuessContext *context, const AstNode *iter) {
    const Value *value = segments_guess(context, iter);
    const AstList *args = iter->kind == AST_Call ? &iter->u.Call.args : NULL;
    for (uint32_t i = 0; args && i < args->len && !(value && ev_is_numpy_array(value)); i++)
        value = segments_guess(context, args->items[i]);
    return value && ev_is_numpy_array(value) ? value : NULL;
}

/* What driver code shows is looped over gives examples, and an array no tensors; the index of a loop over `range` or
 * `enumerate` is an int. */
static void guess_target(Segmenter *s, const AstNode *node) {
    const AstNode *iter = node->u.For.iter, *target = node->u.For.target;
    const AstNode *callee = iter->kind == AST_Call ? iter->u.Call.func : NULL;
    const GuessContext context = {s->compiler->ev, &s->locals, &s->known};
    const Value *item = segments_first_item(&context, iter), *array = array_in(&context, iter);
    NameSet *names = new_set(s);
    add_stores((AstNode *)(uintptr_t)target, names);
    for (uint32_t i = 0; array && i < names->names.len; i++)
        map_put(&s->known, MAP_KEY(names->names.values[i]), (void *)(uintptr_t)array);
    if (item)
        guess_names(s, target, item);
    if (!callee || callee->kind != AST_Name)
        return;
    if (strcmp(callee->u.Name.id, "enumerate") == 0 && target->kind == AST_Tuple && target->u.Tuple.elts.len)
        target = target->u.Tuple.elts.items[0];
    else if (strcmp(callee->u.Name.id, "range") != 0)
        return;
    if (target->kind == AST_Name)
        map_put(&s->known, MAP_KEY(target->u.Name.id), (void *)ev_int(s->compiler->ev, 2));
}

static void cut_loop_once(Segmenter *s, const Block *b, AstNode *const *statement, const NameSet *after) {
    const AstNode *node = *statement;
    bool is_for = node->kind == AST_For;
    Liveness live;
    liveness(s, &live, statement, 1);
    forget(s, &live.stored, true);
    NameSet *targets = new_set(s);
    if (is_for)
        add_stores(node->u.For.target, targets);
    forget(s, targets, false);
    if (is_for)
        guess_target(s, node);
    note_alive(s, targets);
    Block body = *b;
    body.jumps = union_of(s, after, &live.exposed);
    body.loop = b->loop ? b->loop : node;
    cut_inner(s, &body, ast_loop_body(node), body.jumps, targets);
    cut_inner(s, b, ast_loop_orelse(node), after, NULL);
    forget(s, &live.stored, true);
}

/* What the statements of a loop leave is there in its next turn, also for those in front of them. Where one of these is
 * in a segment that must not take its place, the loop is cut again. */
static void cut_loop(Segmenter *s, const Block *b, AstNode *const *statement, const NameSet *after) {
    const Segmenter before = *s;
    const Entry entry = *s->entry;
    const uint32_t segments = s->segments->len;
    const Map known = copy_of(s, &s->known), made = copy_of(s, &s->made), tracked = copy_of(s, &s->tracked);
    for (bool is_sound = false; !is_sound;) {
        s->buried = *new_set(s);
        cut_loop_once(s, b, statement, after);
        is_sound = true;
        for (uint32_t i = 0; i < s->buried.names.len; i++)
            is_sound = is_sound && !may_run_code(s, s->buried.names.values[i]);
        if (is_sound)
            break;
        s->segments->len = segments;
        s->entry->pieces.len = entry.pieces.len;
        s->entry->cuts.len = entry.cuts.len;
        s->known = copy_of(s, &known);
        s->made = copy_of(s, &made);
        s->tracked = copy_of(s, &tracked);
    }
    if (b->loop)
        add_all(&s->buried, &before.buried);
}

static void cut_with(Segmenter *s, const Block *b, const AstNode *node, const NameSet *after) {
    NameSet *targets = new_set(s);
    for (uint32_t i = 0; i < node->u.With.items.len; i++)
        if (node->u.With.items.items[i]->u.withitem.optional_vars)
            add_stores(node->u.With.items.items[i]->u.withitem.optional_vars, targets);
    given_by_python(s, targets, node);
    Block body = *b;
    if (!map_has(&s->quiet, MAP_KEY(node)))
        body.raised = union_of(s, b->raised, after);
    cut_inner(s, &body, &node->u.With.body, after, targets);
}

static void cut_handler(Segmenter *s, const Block *b, const AstNode *handler, const NameSet *after) {
    const AstList *block = &handler->u.ExceptHandler.body;
    NameSet around = s->caught, *target = new_set(s);
    Liveness live;
    liveness(s, &live, block->items, block->len);
    if (handler->u.ExceptHandler.name)
        name_set_add(target, handler->u.ExceptHandler.name);
    if (handler->u.ExceptHandler.name && !name_set_has(&live.unbound, handler->u.ExceptHandler.name))
        s->caught = *union_of(s, &around, target);
    given_by_python(s, target, handler);
    Block inner = *b;
    inner.is_handler = true;
    cut_inner(s, &inner, block, after, target);
    s->caught = around;
}

static void cut_try(Segmenter *s, const Block *b, const AstNode *node, const NameSet *after) {
    const AstList *handlers = &node->u.Try.handlers, *final = &node->u.Try.finalbody, *orelse = &node->u.Try.orelse;
    NameSet *behind = live_before(s, final->items, final->len, after); /* read where the other blocks end */
    Block outside = *b; /* an exception in a handler or in `else` leaves by way of `finally` */
    NameSet *raised = live_before(s, final->items, final->len, b->raised);
    outside.raised = raised;
    outside.jumps = union_of(s, b->jumps, raised);
    Block body = outside;
    NameSet *handled = union_of(s, raised, b->jumps);
    for (uint32_t i = 0; i < handlers->len; i++) {
        const AstNode *handler = handlers->items[i];
        const AstList *block = &handler->u.ExceptHandler.body;
        if (handler->u.ExceptHandler.type)
            add_reads(handler->u.ExceptHandler.type, handled);
        add_all(handled,
                live_before(s, block->items, block->len, always_returns(block->items, block->len) ? raised : behind));
    }
    body.raised = handled;
    NameSet *else_reads = live_before(s, orelse->items, orelse->len, behind);
    cut_inner(s, &body, &node->u.Try.body, else_reads, NULL);
    Liveness live;
    liveness(s, &live, node->u.Try.body.items, node->u.Try.body.len);
    for (uint32_t i = 0; i < handlers->len; i++)
        cut_handler(s, &outside, handlers->items[i], behind);
    cut_inner(s, &outside, orelse, behind, &live.definite);
    if (final->len)
        recall(s, node->u.Try.body.items[node->u.Try.body.len - 1]);
    Block last = *b;
    last.is_handler = true;
    cut_inner(s, &last, final, after, NULL);
}

static void add_captures(AstNode *node, void *data) {
    Str name = ast_captured_name(node);
    if (name)
        name_set_add(data, name);
    ast_each_child(node, add_captures, data);
}

static void cut_match(Segmenter *s, const Block *b, const AstNode *node, const NameSet *after) {
    const AstNode *matched = node->u.Match.subject;
    const Value *subject = matched->kind == AST_Name ? map_get(&s->known, MAP_KEY(matched->u.Name.id)) : NULL;
    for (uint32_t i = 0; i < node->u.Match.cases.len; i++) {
        const AstNode *one = node->u.Match.cases.items[i];
        NameSet *captures = new_set(s);
        add_captures(one->u.match_case.pattern, captures);
        forget(s, captures, false);
        const AstNode *pattern = one->u.match_case.pattern;
        if (pattern->kind == AST_MatchAs && !pattern->u.MatchAs.pattern && pattern->u.MatchAs.name)
            map_put(&s->known, MAP_KEY(pattern->u.MatchAs.name), (void *)subject);
        cut_inner(s, b, &one->u.match_case.body, after, captures);
    }
}

static void add_named(AstNode *node, void *data) {
    if (node->kind == AST_NamedExpr && node->u.NamedExpr.target->kind == AST_Name)
        name_set_add(data, node->u.NamedExpr.target->u.Name.id);
    if (ast_is_expression(node->kind) && node->kind != AST_Lambda)
        ast_each_child(node, add_named, data);
}

/* What the test of a branch or a loop assigns, which runs as Python. */
static void keep_header(Segmenter *s, const AstNode *node) {
    AstNode *test = node->kind == AST_If      ? node->u.If.test
                    : node->kind == AST_While ? node->u.While.test
                    : node->kind == AST_Match ? node->u.Match.subject
                                              : NULL;
    NameSet *names = new_set(s);
    if (test)
        add_named(test, names);
    if (names->names.len)
        given_by_python(s, names, node);
}

/* Statement `at` cannot be compiled: it stays Python, but for the blocks in it. */
static void cut_statement(Segmenter *s, const Block *b, uint32_t at) {
    const AstNode *node = b->statements[at];
    const NameSet *after = live_at(s, b, at + 1);
    uint32_t before = s->segments->len;
    keep_header(s, node);
    switch (node->kind) {
    case AST_For:
    case AST_While:
        cut_loop(s, b, b->statements + at, after);
        break;
    case AST_If:
        cut_inner(s, b, &node->u.If.body, after, NULL);
        cut_inner(s, b, &node->u.If.orelse, after, NULL);
        break;
    case AST_With:
        cut_with(s, b, node, after);
        break;
    case AST_Try:
        cut_try(s, b, node, after);
        break;
    case AST_Match:
        cut_match(s, b, node, after);
        break;
    default:
        break;
    }
    bool is_last = b->is_body && at + 1 == b->count;
    if (!is_last && s->segments->len == before)
        keep_python(s, b->statements + at);
    if (!is_last)
        recall(s, node);
    advance_defined(s, b->statements + at, 1);
}

/* What is not known of a value that an earlier statement makes, which runs as Python, is no news. */
static void blame_python(Segmenter *s, const AstNode *statement) {
    Ev *ev = s->compiler->ev;
    if (ev->fail.kind != FAIL_CUT || (ev->fail.code != D_UNKNOWN_VALUE && ev->fail.code != D_UNKNOWN_CALL))
        return;
    NameSet *reads = new_set(s);
    add_reads((AstNode *)statement, reads);
    for (uint32_t i = 0; i < reads->names.len; i++) {
        const AstNode *maker = map_get(&s->made, MAP_KEY(reads->names.values[i]));
        if (!maker || maker == statement)
            continue;
        ev_fail(ev, D_FOLLOWS, ev->fail.span, "'%s' comes from line %u, which runs as Python",
                (Str)reads->names.values[i], span_line(maker->span));
        return;
    }
}

/* Records the reason of the last failure, at `statement`. False: nothing is gained by compiling. What is wrong with a
 * compound statement shows in its blocks. */
static bool note_cut(Segmenter *s, const AstNode *statement) {
    bool compound = statement->kind == AST_For || statement->kind == AST_While || statement->kind == AST_If ||
                    statement->kind == AST_With || statement->kind == AST_Try || statement->kind == AST_Match;
    if (s->compiler->ev->fail.code == D_NOT_WORTH)
        return false;
    if (!compound)
        blame_python(s, statement);
    bool is_bare = statement->kind == AST_Global ||
                   (statement->kind == AST_Return && statement->u.Return.value &&
                    statement->u.Return.value->kind == AST_Name); /* nothing that could be compiled */
    if (!(s->unmovable && (compound || is_bare)))
        entry_cut(s->compiler, s->entry, statement);
    return true;
}

/* The run begin..end would not run faster compiled: told where it computes something, a product as a rule. */
static void note_run(Segmenter *s, const Block *b, uint32_t begin, uint32_t end) {
    Ev *ev = s->compiler->ev;
    bool is_all = b->is_body && begin == 0 && end == b->count; /* which is told of the function */
    if (worth_has_operators(ev->graph) && !is_all) {
        Span first = b->statements[begin]->span, last = b->statements[end - 1]->span;
        uint32_t last_line = span_line((Span){last.file, last.end - 1, last.end});
        const char *what = "this statement";
        if (last_line > span_line(first))
            what = str_format("what stands from here to line %u", last_line);
        ev_fail(ev, D_NOT_WORTH, first, "%s would not run faster compiled", what);
        entry_cut(s->compiler, s->entry, b->statements[begin]);
    }
    advance_defined(s, b->statements + begin, end - begin); /* what it leaves in its variables is known all the same */
}

/* Is it only in one segment with those before it that the statement `failed` cannot be? */
static bool splits_run(const Segmenter *s, uint32_t begin, uint32_t failed) { return s->unmovable && failed > begin; }

/* The run begin..end without its end: the statements that can be compiled before the first that cannot. */
static void cut_run(Segmenter *s, const Block *b, uint32_t begin, uint32_t end) {
    while (begin < end) {
        uint32_t failed;
        if (try_segment(s, b, begin, end, false, &failed))
            return;
        if (splits_run(s, begin, failed)) {
            cut_run(s, b, begin, failed);
            begin = failed;
            continue;
        }
        if (!note_cut(s, b->statements[failed])) {
            note_run(s, b, begin, end);
            return;
        }
        cut_run(s, b, begin, failed);
        cut_statement(s, b, failed);
        begin = failed + 1;
    }
}

/* The end of the run from `at` that a segment may hold; *tail: it always returns, or ends the function. */
static uint32_t run_end(const Block *b, uint32_t at, bool *tail) {
    uint32_t end = at;
    while (end < b->count && !jumps_out(b->statements[end], false))
        end++;
    *tail = end == b->count && (b->is_body || always_returns(b->statements + at, b->count - at));
    if (*tail)
        return end;
    for (end = at; end < b->count && !jumps_out(b->statements[end], true);)
        end++;
    return end;
}

static void cut_block(Segmenter *s, const Block *b, uint32_t at) {
    bool tail = false;
    for (uint32_t end = 0; at < b->count;) {
        if (end <= at) /* it is the same for all statements in front of it */
            end = run_end(b, at, &tail);
        uint32_t failed = at;
        if (end > at && try_segment(s, b, at, end, tail, &failed)) {
            at = end;
            continue;
        }
        if (splits_run(s, at, failed)) {
            cut_run(s, b, at, failed);
            at = failed;
            continue;
        }
        if (end > at && !is_elif(b) && !note_cut(s, b->statements[failed])) {
            note_run(s, b, at, end);
            at = end;
            continue;
        }
        cut_run(s, b, at, failed);
        cut_statement(s, b, failed);
        at = failed + 1;
    }
}

/* ---- the function ----------------------------------------------------------------------------------------------- */

static void collect_locals(Segmenter *s) {
    const AstNode *a = s->function->def->u.FunctionDef.args;
    const AstList *lists[] = {&a->u.arguments.posonlyargs, &a->u.arguments.args, &a->u.arguments.kwonlyargs};
    for (size_t k = 0; k < COUNT_OF(lists); k++)
        for (uint32_t i = 0; i < lists[k]->len; i++)
            name_set_add(&s->locals, lists[k]->items[i]->u.arg.arg);
    if (a->u.arguments.vararg)
        name_set_add(&s->locals, a->u.arguments.vararg->u.arg.arg);
    if (a->u.arguments.kwarg)
        name_set_add(&s->locals, a->u.arguments.kwarg->u.arg.arg);
    add_all(&s->defined, &s->locals);
    for (uint32_t i = 0; i < s->whole.stored.names.len; i++)
        if (!name_set_has(&s->whole.globals, s->whole.stored.names.values[i]))
            name_set_add(&s->locals, s->whole.stored.names.values[i]);
}

static void add_read(Segmenter *s, Str name, uint32_t at) {
    NameUse read = {.name = name, .at = at};
    vec_push(s->compiler->arena, &s->reads, read);
}

static void collect_uses(AstNode *node, void *data) {
    Segmenter *s = data;
    NameUse store = {.at = node->span.begin, .is_inner = s->inner > 0};
    if (node->kind == AST_Name && node->u.Name.ctx == AST_Load) {
        add_read(s, node->u.Name.id, node->span.begin);
    } else if (node->kind == AST_Nonlocal) {
        for (uint32_t i = 0; i < node->u.Nonlocal.names.len; i++)
            add_read(s, node->u.Nonlocal.names.items[i], node->span.begin);
    } else if (node->kind == AST_Name) {
        store.name = node->u.Name.id;
    } else if (node->kind == AST_ExceptHandler) {
        store.name = node->u.ExceptHandler.name;
    } else if (node->kind == AST_FunctionDef) {
        store.name = node->u.FunctionDef.name;
    } else if (node->kind == AST_alias) {
        Str name = node->u.alias.asname ? node->u.alias.asname : node->u.alias.name;
        store.name = str_intern(name, strcspn(name, "."));
    } else {
        store.name = ast_captured_name(node);
    }
    if (store.name)
        vec_push(s->compiler->arena, &s->stores, store);
    bool has_scope = node->kind == AST_FunctionDef || node->kind == AST_AsyncFunctionDef || node->kind == AST_Lambda ||
                     node->kind == AST_ClassDef;
    s->inner += has_scope;
    ast_each_child(node, collect_uses, s);
    s->inner -= has_scope;
}

static bool gives(const Entry *segment, Str name) {
    for (uint32_t i = 0; i < segment->outs.len; i++)
        if (segment->outs.data[i] == name)
            return true;
    return false;
}

/* Is the name assigned by what stays Python? */
static bool is_bound_outside(const Segmenter *s, Str name) {
    for (uint32_t i = 0; i < s->stores.len; i++)
        if (s->stores.data[i].name == name && !s->stores.data[i].is_inner && !in_piece(s, s->stores.data[i].at))
            return true;
    for (uint32_t i = 0; i < s->segments->len; i++)
        if (gives(s->segments->data[i], name))
            return true;
    for (uint32_t i = 0; i < s->entry->args.len; i++)
        if (s->entry->args.data[i] == name)
            return true;
    return false;
}

/* Variables that Python statements read and only segments assign: without a value there, but local all the same. */
static void collect_unbound(Segmenter *s) {
    NameSet seen;
    name_set_init(&seen, s->compiler->arena);
    for (uint32_t i = 0; i < s->reads.len; i++) {
        Str name = s->reads.data[i].name;
        if (name_set_has(&seen, name) || !name_set_has(&s->locals, name) || in_piece(s, s->reads.data[i].at))
            continue;
        name_set_add(&seen, name);
        if (!is_bound_outside(s, name))
            vec_push(s->compiler->arena, &s->entry->unbound, name);
    }
}

/* Variables die in the order in which the function first assigns them; that of its text is told where it matters. */
static void keep_order(Segmenter *s) {
    Arena *arena = s->compiler->arena;
    NameSet seen;
    uint32_t alive = 0;
    name_set_init(&seen, arena);
    for (uint32_t i = 0; i < s->entry->args.len; i++)
        name_set_add(&seen, s->entry->args.data[i]);
    for (uint32_t i = 0; i < s->alive.names.len; i++)
        alive += !name_set_has(&seen, s->alive.names.values[i]);
    if (alive < 2)
        return;
    for (uint32_t i = 0; i < s->entry->unbound.len; i++)
        name_set_add(&s->alive, s->entry->unbound.data[i]);
    s->entry->unbound.len = 0;
    for (uint32_t i = 0; i < s->stores.len; i++) {
        Str name = s->stores.data[i].name;
        if (s->stores.data[i].is_inner || !name_set_has(&s->alive, name) || name_set_has(&seen, name))
            continue;
        name_set_add(&seen, name);
        vec_push(arena, &s->entry->unbound, name);
    }
}

/* Does the expression call a class of torch that we know (no_grad, ...)? None of those swallows an exception. */
static bool is_quiet(Segmenter *s, const AstNode *item) {
    const AstNode *call = item->u.withitem.context_expr;
    const AstNode *callee = call->kind == AST_Call ? call->u.Call.func : call, *root = callee;
    while (root->kind == AST_Attribute)
        root = root->u.Attribute.value;
    if (call->kind != AST_Call || root->kind != AST_Name || name_set_has(&s->locals, root->u.Name.id))
        return false;
    const Value *value = ev_eval_in_module(s->compiler->ev, s->compiler->ev->main_module, callee, NULL);
    const Module *module = value && value->kind == V_CLASS ? value->u.class_info->module : NULL;
    return module && module->is_prelude && !strncmp(module->name, "torch", 5);
}

static void collect_quiet(AstNode *node, void *data) {
    Segmenter *s = data;
    if (node->kind == AST_With) {
        bool quiet = true;
        for (uint32_t i = 0; i < node->u.With.items.len; i++)
            quiet = quiet && is_quiet(s, node->u.With.items.items[i]);
        if (quiet)
            map_put(&s->quiet, MAP_KEY(node), node);
    }
    ast_each_child(node, collect_quiet, s);
}

static uint32_t after_docstring(const Block *b) {
    const AstNode *first = b->count ? b->statements[0] : NULL;
    bool docstring = first && first->kind == AST_Expr && first->u.Expr.value->kind == AST_Constant;
    return docstring ? 1 : 0;
}

/* Does the cut tell what another one, of the statement or of one inside of it, does not? Why statements could not be
 * moved together is no news where they are in segments after all, nor that a statement cannot in which something stays
 * Python anyway. */
static bool is_news(const Segmenter *s, const CutVec *cuts, const Cut *cut) {
    if (cut->code != D_SPLIT)
        return true;
    for (uint32_t i = 0; i < cuts->len; i++) {
        const Cut *other = &cuts->data[i];
        if (other->code != D_SPLIT && other->span.begin >= cut->span.begin && other->span.begin < cut->span.end)
            return false;
    }
    return !in_piece(s, cut->span.begin);
}

static void settle_cuts(const Segmenter *s, const CutVec *whole) {
    const CutVec cuts = s->entry->cuts;
    s->entry->cuts = (CutVec){0};
    for (uint32_t i = 0; i < cuts.len; i++)
        if (is_news(s, &cuts, &cuts.data[i]))
            vec_push(s->compiler->arena, &s->entry->cuts, cuts.data[i]);
    if (!s->entry->cuts.len)
        s->entry->cuts = *whole;
}

/* The stub writes the function anew inside a class of the same name, indented by less than its body is. */
static bool can_stay_in_class(const Function *function) {
    const Span body = ast_body(function->def)->items[0]->span;
    if (!function->owner || span_line(body) == span_line(function->def->u.FunctionDef.def_span))
        return false;
    uint32_t at = body.begin;
    while (at > 0 && body.file->text[at - 1] == ' ')
        at--;
    return body.begin - at > STUB_METHOD_INDENT && at > 0 && body.file->text[at - 1] == '\n';
}

bool segments_build(Compiler *compiler, const Request *request, Entry *entry, EntryVec *segments) {
    const AstNode *def = request->function->def;
    const AstList *body = ast_body(def);
    Segmenter s = {
        .compiler = compiler, .request = request, .function = request->function, .entry = entry, .segments = segments};
    s.watches = strstr(def->span.file->text, "weakref") != NULL;
    name_set_init(&s.locals, compiler->arena);
    name_set_init(&s.defined, compiler->arena);
    name_set_init(&s.alive, compiler->arena);
    name_set_init(&s.buried, compiler->arena);
    name_set_init(&s.caught, compiler->arena);
    map_init(&s.known, compiler->arena);
    map_init(&s.quiet, compiler->arena);
    map_init(&s.made, compiler->arena);
    map_init(&s.tracked, compiler->arena);
    s.left = arena_new_of(compiler->arena, Map);
    map_init(s.left, compiler->arena);
    if (request->failure && request->failure->left)
        *s.left = *request->failure->left;
    map_init(&s.glanced, compiler->arena);
    liveness_of(&s.whole, compiler->arena, body->items, body->len);
    bool is_lambda = strcmp(def->u.FunctionDef.name, ENTRY_LAMBDA_NAME) == 0;
    if (is_lambda || s.whole.fixed || request->function->closure != 0 ||
        (s.whole.of_class && !can_stay_in_class(request->function)))
        return false;
    entry->class_name = s.whole.of_class ? request->function->owner->name : NULL;
    collect_locals(&s);
    CutVec whole = entry->cuts;
    entry->cuts = (CutVec){0};
    for (uint32_t i = 0; i < body->len; i++) {
        collect_uses(body->items[i], &s);
        collect_quiet(body->items[i], &s);
    }
    for (uint32_t i = 0; i < entry->args.len; i++)
        map_put(&s.known, MAP_KEY(entry->args.data[i]), (void *)request->exemplars[i]);
    note_alive(&s, &s.defined); /* the parameters */
    const NameSet *none = new_set(&s);
    Block block = {
        .statements = body->items, .count = body->len, .after = none, .jumps = none, .raised = none, .is_body = true};
    cut_block(&s, &block, after_docstring(&block));
    collect_unbound(&s);
    keep_order(&s);
    settle_cuts(&s, &whole);
    return segments->len > 0;
}
