/* Variables around a run of statements: which it takes, which it gives, and who could see that it runs apart. */
#include <string.h>

#include "analysis/segments_internal.h"

NameSet *seg_new_set(Segmenter *s) {
    NameSet *set = arena_new_of(s->compiler->arena, NameSet);
    name_set_init(set, s->compiler->arena);
    return set;
}

void seg_add_all(NameSet *to, const NameSet *from) {
    for (uint32_t i = 0; i < from->names.len; i++)
        name_set_add(to, from->names.values[i]);
}

NameSet *seg_union(Segmenter *s, const NameSet *a, const NameSet *b) {
    NameSet *set = seg_new_set(s);
    seg_add_all(set, a);
    seg_add_all(set, b);
    return set;
}

void seg_liveness(Segmenter *s, Liveness *live, AstNode *const *statements, uint32_t count) {
    liveness_of_raising(live, s->compiler->arena, statements, count, &s->quiet);
}

/* What may be read from the statements on, where `after` may be read behind them. */
NameSet *seg_live_before(Segmenter *s, AstNode *const *statements, uint32_t count, const NameSet *after) {
    Liveness live;
    seg_liveness(s, &live, statements, count);
    NameSet *set = seg_union(s, &live.exposed, &live.unbound);
    for (uint32_t i = 0; i < after->names.len; i++)
        if (!name_set_has(&live.definite, after->names.values[i]))
            name_set_add(set, after->names.values[i]);
    return set;
}

/* What may be read after statement `end` - 1 of the block. */
NameSet *seg_live_at(Segmenter *s, const Block *b, uint32_t end) {
    NameSet *set = seg_live_before(s, b->statements + end, b->count - end, b->after);
    seg_add_all(set, b->jumps);
    seg_add_all(set, b->raised);
    return set;
}

static bool is_defined(const Segmenter *s, Str name) {
    return name_set_has(&s->defined, name) &&
           (!name_set_has(&s->whole.unbound, name) || name_set_has(&s->caught, name));
}

void seg_advance(Segmenter *s, AstNode *const *statements, uint32_t count) {
    Liveness live;
    seg_liveness(s, &live, statements, count);
    seg_add_all(&s->defined, &live.definite);
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
bool seg_jumps_out(const AstNode *statement, bool with_return) {
    Exits exits = {.with_return = with_return};
    find_exit((AstNode *)statement, &exits);
    return exits.found;
}

bool seg_always_returns(AstNode *const *statements, uint32_t count) {
    const AstNode *last = count ? statements[count - 1] : NULL;
    if (last && last->kind == AST_If)
        return seg_always_returns(last->u.If.body.items, last->u.If.body.len) &&
               seg_always_returns(last->u.If.orelse.items, last->u.If.orelse.len);
    return last && last->kind == AST_Return;
}

/* The `if` of an `elif` has no line of its own to put a call on. */
bool seg_is_elif(const Block *b) {
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
bool seg_is_shared(const Segmenter *s, uint32_t begin, uint32_t end, const AstNode *loop, const Liveness *live) {
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

bool seg_contains(const NameVec *names, Str name) {
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
bool seg_live_ins(Segmenter *s, Span span, const Liveness *live, NameVec *ins) {
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
uint32_t seg_first_store(Segmenter *s, const Block *b, uint32_t begin, uint32_t end, Str name) {
    for (uint32_t at = begin; at < end; at++) {
        Liveness live;
        seg_liveness(s, &live, b->statements + at, 1);
        if (name_set_has(&live.stored, name))
            return at;
    }
    return begin;
}

/* Variables that the run assigns and that may be read behind it. One that is assigned on some paths only is passed
 * through the segment. False where it may be unbound; *failed is the statement that may leave it so. */
bool seg_live_outs(Segmenter *s, const Block *b, uint32_t begin, uint32_t end, const Liveness *live, NameVec *ins,
                   NameVec *outs, uint32_t *failed) {
    const NameSet *after = seg_live_at(s, b, end);
    for (uint32_t i = 0; i < live->stored.names.len; i++) {
        Str name = live->stored.names.values[i];
        if (!name_set_has(after, name))
            continue;
        bool definite = name_set_has(&live->definite, name);
        if (name_set_has(&s->whole.unbound, name) || (!definite && !is_defined(s, name))) {
            *failed = seg_first_store(s, b, begin, end, name);
            return may_be_unbound(s, b->statements[*failed]->span, name);
        }
        if (!definite && !seg_contains(ins, name))
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
    seg_liveness(s, &live, b->statements + end - 1, 1);
    seg_liveness(s, &before, b->statements + begin, end - 1 - begin);
    bool plain = target && target->kind == AST_Name && live.stored.names.len == 1;
    return plain && !name_set_has(&before.stored, target->u.Name.id) ? target->u.Name.id : NULL;
}

/* What the statements assign must not be seen half done after an exception in them. */
bool seg_is_seen_raising(Segmenter *s, const Block *b, const Liveness *live, uint32_t begin, uint32_t end) {
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
