/* Blocks of statements, cut into segments and what stays Python: runs of simple statements, loops, `with`, `try`,
 * `match` and branches, of which the header stays Python and the blocks are cut in turn. */
#include <string.h>

#include "analysis/segments_farewell.h"
#include "analysis/segments_grad.h"
#include "analysis/segments_guess.h"
#include "analysis/segments_internal.h"

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
    const Value *value = seg_value_left(map_get(s->left, MAP_KEY(statement)), name);
    if (outlives_attempt(value))
        return value;
    value = seg_value_left(glance(s, statement), name);
    return value && value->kind != V_UNKNOWN ? value : NULL;
}

/* The statement stays Python; where it could be evaluated, what it assigns is known all the same. */
static void keep_python(Segmenter *s, AstNode *const *statement) {
    Liveness live;
    seg_liveness(s, &live, statement, 1);
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
    seg_note_alive(s, &live.stored);
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
        if (old != new && !seg_is_steady(old))
            map_put(before, s->known.keys[i], seg_is_steady(new) ? (void *)new : NULL);
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
    seg_add_all(&s->defined, &before);
    if (also)
        seg_add_all(&s->defined, also);
    Block inner = *outer;
    inner.statements = list->items;
    inner.count = list->len;
    inner.after = after;
    inner.is_body = false;
    if (also && list->len)
        recall(s, list->items[0]);
    seg_cut_block(s, &inner, 0);
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

/* The index of a loop over `range` or `enumerate`; NULL: none. */
static Str index_of(Segmenter *s, const AstNode *node) {
    const AstNode *iter = node->kind == AST_For ? node->u.For.iter : NULL, *target = iter ? node->u.For.target : NULL;
    const AstNode *callee = iter && iter->kind == AST_Call ? iter->u.Call.func : NULL;
    if (!callee || callee->kind != AST_Name || name_set_has(&s->locals, callee->u.Name.id))
        return NULL;
    if (!strcmp(callee->u.Name.id, "enumerate") && target->kind == AST_Tuple && target->u.Tuple.elts.len)
        target = target->u.Tuple.elts.items[0];
    else if (strcmp(callee->u.Name.id, "range") != 0)
        return NULL;
    return target->kind == AST_Name ? target->u.Name.id : NULL;
}

/* What driver code shows is looped over gives examples, and an array no tensors; of other things the text tells. */
static void guess_target(Segmenter *s, const AstNode *node) {
    const AstNode *iter = node->u.For.iter, *target = node->u.For.target;
    const GuessContext context = {s->compiler->ev, &s->locals, &s->known};
    const Value *item = segments_first_item(&context, iter), *array = array_in(&context, iter);
    NameSet *names = seg_new_set(s);
    add_stores((AstNode *)(uintptr_t)target, names);
    for (uint32_t i = 0; array && i < names->names.len; i++)
        map_put(&s->known, MAP_KEY(names->names.values[i]), (void *)(uintptr_t)array);
    const Value *likely = segments_guess_item(&context, iter);
    if (likely)
        guess_names(s, target, likely);
    if (item)
        guess_names(s, target, item);
}

/* Places: variables that a loop gives its index, and to which the function gives nothing else but None and ints. */
typedef struct PlaceScan {
    const AstNode *loop;
    Str index, name;
    uint32_t given; /* how often */
    bool is_index;  /* once at least */
} PlaceScan;

static bool is_place(PlaceScan *scan, const AstNode *node) {
    bool is_inside = node->span.begin >= scan->loop->span.begin && node->span.end <= scan->loop->span.end;
    if (node->kind == AST_BinOp)
        return (node->u.BinOp.op == AST_Add || node->u.BinOp.op == AST_Sub) && is_place(scan, node->u.BinOp.left) &&
               is_place(scan, node->u.BinOp.right);
    if (node->kind == AST_Constant)
        return node->u.Constant.value.kind == AST_CONST_INT || node->u.Constant.value.kind == AST_CONST_NONE;
    bool is_index = is_inside && node->kind == AST_Name && node->u.Name.id == scan->index;
    scan->is_index |= is_index;
    return is_index;
}

static void scan_place(AstNode *node, void *data) {
    PlaceScan *scan = data;
    const AstList *targets = node->kind == AST_Assign ? &node->u.Assign.targets : NULL;
    const AstNode *target = targets && targets->len == 1 ? targets->items[0] : NULL;
    if (target && target->kind == AST_Name && target->u.Name.id == scan->name)
        scan->given += is_place(scan, node->u.Assign.value);
    ast_each_child(node, scan_place, data);
}

/* How often the function assigns the variable, from `begin` to `end` of the text; UINT32_MAX: also in functions in it.
 */
static uint32_t store_count(const Segmenter *s, Str name, uint32_t begin, uint32_t end) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->stores.len; i++) {
        const NameUse *store = &s->stores.data[i];
        if (store->name == name && store->is_inner)
            return UINT32_MAX;
        count += store->name == name && store->at >= begin && store->at < end;
    }
    return count;
}

/* They are likely to be ints. */
static void guess_places(Segmenter *s, const AstNode *loop, const NameSet *stored) {
    Str index = index_of(s, loop);
    if (!index || store_count(s, index, loop->span.begin, loop->span.end) != 1)
        return;
    for (uint32_t i = 0; i < stored->names.len; i++) {
        PlaceScan scan = {.loop = loop, .index = index, .name = stored->names.values[i]};
        if (scan.name == index || map_get(&s->known, MAP_KEY(scan.name)) || seg_is_parameter(s, scan.name))
            continue;
        ast_each_child((AstNode *)(uintptr_t)s->function->def, scan_place, &scan);
        if (scan.is_index && scan.given == store_count(s, scan.name, 0, UINT32_MAX))
            map_put(&s->known, MAP_KEY(scan.name), (void *)ev_int(s->compiler->ev, 2));
    }
}

static void cut_loop_once(Segmenter *s, const Block *b, AstNode *const *statement, const NameSet *after) {
    const AstNode *node = *statement;
    bool is_for = node->kind == AST_For;
    Liveness live;
    seg_liveness(s, &live, statement, 1);
    seg_forget(s, &live.stored, true);
    NameSet *targets = seg_new_set(s);
    if (is_for)
        add_stores(node->u.For.target, targets);
    seg_forget(s, targets, false);
    if (is_for)
        guess_target(s, node);
    guess_places(s, node, &live.stored);
    seg_note_alive(s, targets);
    Block body = *b;
    body.jumps = seg_union(s, after, &live.exposed);
    body.loop = b->loop ? b->loop : node;
    cut_inner(s, &body, ast_loop_body(node), body.jumps, targets);
    cut_inner(s, b, ast_loop_orelse(node), after, NULL);
    seg_forget(s, &live.stored, true);
    guess_places(s, node, &live.stored);
}

/* What the statements of a loop leave is there in its next turn, also for those in front of them. Where one of these is
 * in a segment that must not take its place, the loop is cut again. */
static void cut_loop(Segmenter *s, const Block *b, AstNode *const *statement, const NameSet *after) {
    const Segmenter before = *s;
    const Entry entry = *s->entry;
    const uint32_t segments = s->segments->len;
    const Map known = copy_of(s, &s->known), made = copy_of(s, &s->made), tracked = copy_of(s, &s->tracked);
    for (bool is_sound = false; !is_sound;) {
        s->buried = *seg_new_set(s);
        cut_loop_once(s, b, statement, after);
        is_sound = true;
        for (uint32_t i = 0; i < s->buried.names.len; i++)
            is_sound = is_sound && !seg_may_run_code(s, s->buried.names.values[i]);
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
        seg_add_all(&s->buried, &before.buried);
}

static void cut_with(Segmenter *s, const Block *b, const AstNode *node, const NameSet *after) {
    NameSet *targets = seg_new_set(s);
    for (uint32_t i = 0; i < node->u.With.items.len; i++)
        if (node->u.With.items.items[i]->u.withitem.optional_vars)
            add_stores(node->u.With.items.items[i]->u.withitem.optional_vars, targets);
    seg_given_by_python(s, targets, node);
    Block body = *b;
    if (!map_has(&s->quiet, MAP_KEY(node)))
        body.raised = seg_union(s, b->raised, after);
    cut_inner(s, &body, &node->u.With.body, after, targets);
}

static void cut_handler(Segmenter *s, const Block *b, const AstNode *handler, const NameSet *after) {
    const AstList *block = &handler->u.ExceptHandler.body;
    NameSet around = s->caught, *target = seg_new_set(s);
    Liveness live;
    seg_liveness(s, &live, block->items, block->len);
    if (handler->u.ExceptHandler.name)
        name_set_add(target, handler->u.ExceptHandler.name);
    if (handler->u.ExceptHandler.name && !name_set_has(&live.unbound, handler->u.ExceptHandler.name))
        s->caught = *seg_union(s, &around, target);
    seg_given_by_python(s, target, handler);
    Block inner = *b;
    inner.is_handler = true;
    cut_inner(s, &inner, block, after, target);
    s->caught = around;
}

static void cut_try(Segmenter *s, const Block *b, const AstNode *node, const NameSet *after) {
    const AstList *handlers = &node->u.Try.handlers, *final = &node->u.Try.finalbody, *orelse = &node->u.Try.orelse;
    NameSet *behind = seg_live_before(s, final->items, final->len, after); /* read where the other blocks end */
    Block outside = *b; /* an exception in a handler or in `else` leaves by way of `finally` */
    NameSet *raised = seg_live_before(s, final->items, final->len, b->raised);
    outside.raised = raised;
    outside.jumps = seg_union(s, b->jumps, raised);
    Block body = outside;
    NameSet *handled = seg_union(s, raised, b->jumps);
    for (uint32_t i = 0; i < handlers->len; i++) {
        const AstNode *handler = handlers->items[i];
        const AstList *block = &handler->u.ExceptHandler.body;
        if (handler->u.ExceptHandler.type)
            add_reads(handler->u.ExceptHandler.type, handled);
        seg_add_all(handled, seg_live_before(s, block->items, block->len,
                                             seg_always_returns(block->items, block->len) ? raised : behind));
    }
    body.raised = handled;
    NameSet *else_reads = seg_live_before(s, orelse->items, orelse->len, behind);
    cut_inner(s, &body, &node->u.Try.body, else_reads, NULL);
    Liveness live;
    seg_liveness(s, &live, node->u.Try.body.items, node->u.Try.body.len);
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
        NameSet *captures = seg_new_set(s);
        add_captures(one->u.match_case.pattern, captures);
        seg_forget(s, captures, false);
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
    NameSet *names = seg_new_set(s);
    if (test)
        add_named(test, names);
    if (names->names.len)
        seg_given_by_python(s, names, node);
}

/* Statement `at` cannot be compiled: it stays Python, but for the blocks in it. */
static void cut_statement(Segmenter *s, const Block *b, uint32_t at) {
    const AstNode *node = b->statements[at];
    const NameSet *after = seg_live_at(s, b, at + 1);
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
    seg_advance(s, b->statements + at, 1);
}

/* What is not known of a value that an earlier statement makes, which runs as Python, is no news. */
static void blame_python(Segmenter *s, const AstNode *statement) {
    Ev *ev = s->compiler->ev;
    if (ev->fail.kind != FAIL_CUT || (ev->fail.code != D_UNKNOWN_VALUE && ev->fail.code != D_UNKNOWN_CALL))
        return;
    NameSet *reads = seg_new_set(s);
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
    seg_advance(s, b->statements + begin, end - begin); /* what it leaves in its variables is known all the same */
}

/* Is it only in one segment with those before it that the statement `failed` cannot be? */
static bool splits_run(const Segmenter *s, uint32_t begin, uint32_t failed) { return s->unmovable && failed > begin; }

/* The run begin..end without its end: the statements that can be compiled before the first that cannot. */
static void cut_run(Segmenter *s, const Block *b, uint32_t begin, uint32_t end) {
    while (begin < end) {
        uint32_t failed;
        if (seg_try(s, b, begin, end, false, &failed))
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
    while (end < b->count && !seg_jumps_out(b->statements[end], false))
        end++;
    *tail = end == b->count && (b->is_body || seg_always_returns(b->statements + at, b->count - at));
    if (*tail)
        return end;
    for (end = at; end < b->count && !seg_jumps_out(b->statements[end], true);)
        end++;
    return end;
}

void seg_cut_block(Segmenter *s, const Block *b, uint32_t at) {
    bool tail = false;
    for (uint32_t end = 0; at < b->count;) {
        if (end <= at) /* it is the same for all statements in front of it */
            end = run_end(b, at, &tail);
        uint32_t failed = at;
        if (end > at && seg_try(s, b, at, end, tail, &failed)) {
            at = end;
            continue;
        }
        if (splits_run(s, at, failed)) {
            cut_run(s, b, at, failed);
            at = failed;
            continue;
        }
        if (end > at && !seg_is_elif(b) && !note_cut(s, b->statements[failed])) {
            note_run(s, b, at, end);
            at = end;
            continue;
        }
        cut_run(s, b, at, failed);
        cut_statement(s, b, failed);
        at = failed + 1;
    }
}
