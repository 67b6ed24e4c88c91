/* Cuts a function that cannot be compiled whole into maximal runs of statements that can (segments), with Python
 * statements between them.
 *
 * Evaluation of the rest of a block from statement i fails at some statement k: then i..k-1 becomes a segment whose
 * results are the variables that may be read later, statement k stays Python, and the search goes on behind it. Of a
 * compound statement only the header stays Python: its blocks are cut in turn. What a segment computed describes the
 * inputs of later ones; what Python assigned is unknown there and inferred from use.
 *
 * A segment assigns its variables when it ends and not one by one. So that nobody can tell, it assigns none that an
 * exception handler around it could read, and none that a closure made before could see (seg_is_shared); and it holds
 * no `break`, `continue` or `return` that leaves it early. */
#include <string.h>

#include "analysis/segments_farewell.h"
#include "analysis/segments_grad.h"
#include "analysis/segments_guess.h"
#include "analysis/segments_internal.h"

enum { MAX_ATTEMPTS = 300, FEW_STATEMENTS = 8 }; /* MAX_ATTEMPTS: for a function */

/* ---- segments --------------------------------------------------------------------------------------------------- */

/* A variable that holds a tensor or a number is likely to hold another one of the kind the next time; constants change.
 */
bool seg_is_steady(const Value *value) {
    return value && (value->kind == V_TENSOR || value->kind == V_INT || value->kind == V_FLOAT);
}

/* What the statements assign is not known after them; in a loop, it is likely of the kind that it was. */
void seg_forget(Segmenter *s, const NameSet *names, bool in_loop) {
    for (uint32_t i = 0; i < names->names.len; i++) {
        const Value *value = map_get(&s->known, MAP_KEY(names->names.values[i]));
        if (!in_loop || !seg_is_steady(value))
            map_put(&s->known, MAP_KEY(names->names.values[i]), NULL);
    }
}

/* What Python has left in the variables may run code where it dies, if nothing says what it is. */
void seg_note_alive(Segmenter *s, const NameSet *names) {
    for (uint32_t i = 0; i < names->names.len; i++) {
        Str name = names->names.values[i];
        if (name_set_has(&s->locals, name) && !segments_dies_unseen(map_get(&s->known, MAP_KEY(name)), s->watches))
            name_set_add(&s->alive, name);
    }
}

/* What the head of a block assigns, which runs as Python. */
void seg_given_by_python(Segmenter *s, const NameSet *names, const AstNode *head) {
    seg_forget(s, names, false);
    for (uint32_t i = 0; i < names->names.len; i++)
        map_put(&s->made, MAP_KEY(names->names.values[i]), (void *)(uintptr_t)head);
    seg_note_alive(s, names);
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
    if (seg_is_shared(s, first->span.begin, b->statements[end - 1]->span.end, b->loop, live)) {
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
    return live->globals.names.len == 0 && !seg_is_seen_raising(s, b, live, begin, end) &&
           seg_live_ins(s, b->statements[end - 1]->span, live, ins);
}

/* The statement after the longest run from `begin` that can be moved. */
static uint32_t movable_end(Segmenter *s, const Block *b, uint32_t begin, uint32_t end) {
    for (uint32_t at = begin; at < end; at++) {
        Liveness live;
        NameVec ins = {0};
        seg_liveness(s, &live, b->statements + begin, at + 1 - begin);
        if (!is_movable(s, b, begin, at + 1, &live, &ins))
            return at;
    }
    return begin;
}

/* Can the run leave the function, or a loop around it, on some of its paths only? *at: the first statement that does.
 */
static bool leaves_midway(const Block *b, uint32_t begin, uint32_t end, bool tail, uint32_t *at) {
    for (*at = begin; *at < end; ++*at)
        if (seg_jumps_out(b->statements[*at], !tail))
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
        seg_liveness(s, &live, b->statements + at, 1);
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

bool seg_may_run_code(const Segmenter *s, Str name) {
    return name_set_has(&s->alive, name) || (s->watches && map_has(&s->made, MAP_KEY(name)));
}

/* An object dies where its variable gets another value, and may run code then; a segment would have it die later. Is
 * there one of which nothing is known? *failed: the first statement that assigns its variable. */
static bool buries_unseen(Segmenter *s, const Block *b, uint32_t begin, uint32_t end, const Liveness *live,
                          uint32_t *failed) {
    for (uint32_t i = 0; i < live->stored.names.len; i++) {
        Str name = live->stored.names.values[i];
        bool may_run = seg_may_run_code(s, name);
        if (!(may_run || b->loop) ||
            (!s->watches && segments_looks_at(s->compiler->ev, name, map_get(&s->known, MAP_KEY(name)))))
            continue;
        if (!may_run) {
            name_set_add(&s->buried, name);
            continue;
        }
        *failed = seg_first_store(s, b, begin, end, name);
        ev_fail(s->compiler->ev, D_SPLIT, b->statements[*failed]->span,
                "what '%s' held before may run code where it dies", name);
        return true;
    }
    return false;
}

const Value *seg_value_left(const LeftValues *left, Str name) {
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
            name_set_has(&s->locals, name) && !seg_contains(outs, name) && !name_set_has(&s->whole.unbound, name);
        if (is_dead && segments_may_be_alive(s->compiler->ev, seg_value_left(left, name)))
            vec_push(s->compiler->arena, &outs->items, name);
    }
    return outs->items.len > before;
}

bool seg_is_parameter(const Segmenter *s, Str name) {
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
        others = !seg_is_parameter(s, s->alive.names.values[i]);
    for (uint32_t i = 0; others && i < live->stored.names.len; i++) {
        Str name = live->stored.names.values[i];
        uint32_t at = seg_first_store(s, b, begin, end, name);
        if (!segments_may_be_alive(s->compiler->ev, seg_value_left(map_get(s->left, MAP_KEY(b->statements[at])), name)))
            continue;
        *failed = at;
        return !ev_fail(s->compiler->ev, D_SPLIT, b->statements[at]->span, "what '%s' holds may run code where it dies",
                        name);
    }
    return false;
}

/* Tries to compile statements begin..end of the block as one segment; `tail`: they always return, or end the function.
 * On failure *failed is the statement that stopped it, or `begin` when it is the segment as a whole that cannot be. */
bool seg_try(Segmenter *s, const Block *b, uint32_t begin, uint32_t end, bool tail, uint32_t *failed) {
    Compiler *compiler = s->compiler;
    const Span span = b->statements[begin]->span;
    Liveness live;
    NameVec ins = {0}, outs = {0};
    *failed = begin;
    ev_fail(compiler->ev, D_SPLIT, span, "more than %d attempts at segments of one function", MAX_ATTEMPTS);
    if (++s->attempts > MAX_ATTEMPTS || seg_is_elif(b))
        return false;
    seg_liveness(s, &live, b->statements + begin, end - begin);
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
    if (!tail && !seg_live_outs(s, b, begin, end, &live, &ins, &outs, failed))
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
    seg_advance(s, b->statements + begin, end - begin);
    return true;
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
    seg_add_all(&s->defined, &s->locals);
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

/* It counts the frames that an exception has left: a segment would be one more. */
static bool counts_frames(const Span span) {
    static const char name[] = "tb_next";
    return memmem(span.file->text + span.begin, span.end - span.begin, name, sizeof name - 1) != NULL;
}

/* Where the program names what is in the cells of functions, variables that these share may be assigned, or left
 * without a value, at any time. */
static void share_cells(Segmenter *s) {
    for (uint32_t i = 0; i < s->whole.closures.len; i++) {
        Closure *closure = &s->whole.closures.data[i];
        for (uint32_t k = 0; k < s->locals.names.len; k++) {
            Str name = s->locals.names.values[k];
            if (!name_set_has(&closure->names, name))
                continue;
            closure->rebinds = true;
            name_set_add(&s->whole.unbound, name);
        }
    }
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
    static const char of_cells[] = "cell_contents", of_frames[] = "f_locals";
    if (is_lambda || s.whole.fixed || request->function->closure != 0 || counts_frames(def->span) ||
        ev_program_names(compiler->ev, of_frames) || /* a segment has variables that the function does not get */
        (s.whole.of_class && !can_stay_in_class(request->function)))
        return false;
    entry->class_name = s.whole.of_class ? request->function->owner->name : NULL;
    collect_locals(&s);
    if (s.whole.closures.len && ev_program_names(compiler->ev, of_cells))
        share_cells(&s);
    CutVec whole = entry->cuts;
    entry->cuts = (CutVec){0};
    for (uint32_t i = 0; i < body->len; i++) {
        collect_uses(body->items[i], &s);
        collect_quiet(body->items[i], &s);
    }
    for (uint32_t i = 0; i < entry->args.len; i++)
        map_put(&s.known, MAP_KEY(entry->args.data[i]), (void *)request->exemplars[i]);
    seg_note_alive(&s, &s.defined); /* the parameters */
    const NameSet *none = seg_new_set(&s);
    Block block = {
        .statements = body->items, .count = body->len, .after = none, .jumps = none, .raised = none, .is_body = true};
    seg_cut_block(&s, &block, after_docstring(&block));
    collect_unbound(&s);
    keep_order(&s);
    settle_cuts(&s, &whole);
    return segments->len > 0;
}
