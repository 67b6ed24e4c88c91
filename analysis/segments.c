/* Cuts a function that cannot be compiled whole into maximal runs of statements that can (segments), with Python statements
 * between them.
 *
 * Evaluation of the rest of the function from statement i fails at some statement k: then i..k-1 becomes a segment whose results
 * are the variables that later statements read, statement k stays Python, and the search goes on behind it. What a segment
 * computed describes the inputs of later ones; what Python assigned is unknown there and inferred from use. */
#include "analysis/entry.h"

#include "analysis/liveness.h"

typedef struct Segmenter {
    Compiler *compiler;
    const Request *request;
    const Function *function;
    Entry *entry;
    EntryVec *segments;
    AstNode *const *statements;
    uint32_t count;
    NameSet locals;    /* parameters and everything that the function assigns */
    NameSet defined;   /* definitely assigned before the present statement */
    Map known;         /* variable -> const Value, what earlier segments left in it */
} Segmenter;

static void push_piece(Segmenter *s, Piece piece) { vec_push(s->compiler->arena, &s->entry->pieces.items, piece); }

static void advance_defined(Segmenter *s, uint32_t begin, uint32_t end) {
    Liveness live;
    liveness_of(&live, s->compiler->arena, s->statements + begin, end - begin);
    for (uint32_t i = 0; i < live.definite.names.len; i++)
        name_set_add(&s->defined, live.definite.names.values[i]);
}

/* Statement `at` stays Python; what it assigns is unknown afterwards. */
static void keep_python(Segmenter *s, uint32_t at) {
    Liveness live;
    liveness_of(&live, s->compiler->arena, s->statements + at, 1);
    for (uint32_t i = 0; i < live.stored.names.len; i++)
        map_put(&s->known, MAP_KEY(live.stored.names.values[i]), NULL);
    push_piece(s, (Piece){.kind = PIECE_PYTHON, .statement = s->statements[at]});
    advance_defined(s, at, at + 1);
}

typedef struct NameVec {
    VEC(Str) items;
} NameVec;

/* Live-ins of statements begin..end. False if one of them may be unbound, so that the segment cannot take it as a parameter. */
static bool live_ins(Segmenter *s, const Liveness *live, NameVec *ins) {
    for (uint32_t i = 0; i < live->exposed.names.len; i++) {
        Str name = live->exposed.names.values[i];
        if (!name_set_has(&s->locals, name))
            continue;
        if (!name_set_has(&s->defined, name))
            return false;
        vec_push(s->compiler->arena, &ins->items, name);
    }
    return true;
}

static bool contains(const NameVec *names, Str name) {
    for (uint32_t i = 0; i < names->items.len; i++)
        if (names->items.data[i] == name)
            return true;
    return false;
}

/* Variables that statements begin..end assign and later ones read. A variable that is assigned on some paths only is passed through
 * the segment. False where it may be unbound. */
static bool live_outs(Segmenter *s, const Liveness *live, uint32_t end, NameVec *ins, NameVec *outs) {
    Liveness rest;
    liveness_of(&rest, s->compiler->arena, s->statements + end, s->count - end);
    for (uint32_t i = 0; i < live->stored.names.len; i++) {
        Str name = live->stored.names.values[i];
        if (!name_set_has(&rest.exposed, name))
            continue;
        if (!name_set_has(&live->definite, name)) {
            if (!name_set_has(&s->defined, name))
                return false;
            if (!contains(ins, name))
                vec_push(s->compiler->arena, &ins->items, name);
        }
        vec_push(s->compiler->arena, &outs->items, name);
    }
    return true;
}

static const Value **known_values(Segmenter *s, const NameVec *names) {
    const Value **values = arena_array(s->compiler->arena, const Value *, names->items.len + 1);
    for (uint32_t i = 0; i < names->items.len; i++)
        values[i] = map_get(&s->known, MAP_KEY(names->items.data[i]));
    return values;
}

static Entry *segment_entry(Segmenter *s, const EntryBody *body, Variant *variant, bool returns) {
    Arena *arena = s->compiler->arena;
    Entry *segment = entry_new(s->compiler, ENTRY_SEGMENT, str_format("%s#%u", s->entry->name, s->segments->len + 1), s->entry->def);
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

/* Tries to compile statements begin..end as one segment; `tail`: to the end of the function. On failure *failed is the statement
 * that stopped it (absolute), or `begin` when it is the segment as a whole that cannot be. */
static bool try_segment(Segmenter *s, uint32_t begin, uint32_t end, bool tail, uint32_t *failed) {
    Compiler *compiler = s->compiler;
    Liveness live;
    NameVec ins = {0}, outs = {0};
    *failed = begin;
    liveness_of(&live, compiler->arena, s->statements + begin, end - begin);
    if (!live_ins(s, &live, &ins) || (!tail && !live_outs(s, &live, end, &ins, &outs)))
        return false;
    EntryBody body = {.function = s->function, .statements = s->statements + begin, .statement_count = end - begin,
                      .names = ins.items.data, .count = ins.items.len, .outs = outs.items.data, .out_count = outs.items.len,
                      .is_segment = !tail};
    Str name = str_format("%s_s%u_v0", s->entry->name, s->segments->len + 1);
    if (!entry_attempt(compiler, &body, known_values(s, &ins), s->request->fixed, entry_identifier(compiler, name))) {
        *failed = begin + body.failed_statement;
        return false;
    }
    Variant *variant = entry_variant(compiler, &body, s->entry->name, compiler->ev->graph->name, s->request->call);
    if (!variant)
        return false;
    Piece piece = {.kind = PIECE_SEGMENT, .statement_count = end - begin};
    piece.statements = (const AstNode **)(s->statements + begin);
    piece.segment = segment_entry(s, &body, variant, tail);
    push_piece(s, piece);
    for (uint32_t i = 0; i < body.out_count; i++)
        map_put(&s->known, MAP_KEY(body.outs[i]), body.out_values ? (void *)body.out_values[i] : NULL);
    advance_defined(s, begin, end);
    return true;
}

/* The run begin..end without its end: the statements that can be compiled before the first that cannot. */
static void cut_run(Segmenter *s, uint32_t begin, uint32_t end) {
    uint32_t failed, unused;
    while (begin < end) {
        if (try_segment(s, begin, end, false, &failed))
            return;
        if (failed > begin && failed < end && try_segment(s, begin, failed, false, &unused)) {
            keep_python(s, failed);
            begin = failed + 1;
        } else {
            keep_python(s, begin++);
        }
    }
}

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
    for (uint32_t i = 0; i < s->locals.names.len; i++)
        name_set_add(&s->defined, s->locals.names.values[i]);
    Liveness live;
    liveness_of(&live, s->compiler->arena, s->statements, s->count);
    for (uint32_t i = 0; i < live.stored.names.len; i++)
        name_set_add(&s->locals, live.stored.names.values[i]);
}

/* Functions that share variables with functions defined in them, or read their own frame, are left whole. */
static bool can_be_cut(Segmenter *s) {
    Liveness live;
    liveness_of(&live, s->compiler->arena, s->statements, s->count);
    return !live.opaque && s->function->closure == 0;
}

static uint32_t after_docstring(const Segmenter *s) {
    const AstNode *first = s->count ? s->statements[0] : NULL;
    bool docstring = first && first->kind == AST_Expr && first->u.Expr.value->kind == AST_Constant;
    return docstring ? 1 : 0;
}

bool segments_build(Compiler *compiler, const Request *request, Entry *entry, EntryVec *segments) {
    const AstNode *def = request->function->def;
    Segmenter s = {.compiler = compiler, .request = request, .function = request->function, .entry = entry, .segments = segments,
                   .statements = def->u.FunctionDef.body.items, .count = def->u.FunctionDef.body.len};
    name_set_init(&s.locals, compiler->arena);
    name_set_init(&s.defined, compiler->arena);
    map_init(&s.known, compiler->arena);
    if (!can_be_cut(&s))
        return false;
    collect_locals(&s);
    for (uint32_t i = 0; i < entry->args.len; i++)
        map_put(&s.known, MAP_KEY(entry->args.data[i]), (void *)request->exemplars[i]);
    uint32_t at = after_docstring(&s), failed;
    while (at < s.count && !try_segment(&s, at, s.count, true, &failed)) {
        entry_cut(compiler, entry);
        cut_run(&s, at, failed);
        keep_python(&s, failed);
        at = failed + 1;
    }
    return segments->len > 0;
}
