/* Finds what to compile, and compiles it: entries come from call lines, driver code and inference from use (DESIGN:
 * entries). Each function gets one entry with a variant for each way in which it is called; a function that cannot be
 * compiled whole is cut into segments (segments*.c). */
#include "analysis/entry.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/calls.h"
#include "analysis/ev_internal.h"
#include "analysis/exemplar.h"
#include "analysis/segments_farewell.h"
#include "analysis/snapshot.h"
#include "parser/parser.h"

/* MAX_VARIANTS_OF_USE: with those that only the uses of parameters tell.
 * MAX_IN_VAIN: of so many calls in a row nothing new came; driver loops may make thousands more like them. */
enum { MAX_VARIANTS = 6, MAX_VARIANTS_OF_USE = 10, MAX_CALL_ROUNDS = 4, MAX_COMPARED = 16, MAX_IN_VAIN = 32 };

/* ---- requests --------------------------------------------------------------------------------------------------- */

typedef struct Requests {
    VEC(Request) items;
    VEC(uint32_t) open; /* of driver code: calls that run, each the number of its request, 0 for none */
    Compiler *compiler;
    const CallArgs *args;
    bool fixed, adds;
    Str call;
    const char *misfit; /* why the arguments of the last call do not fit; NULL: they do */
} Requests;

/* The names of the parameter slots, in the order of co_varnames: positional ones, keyword-only ones, *args, **kwargs.
 */
static void parameter_names(Arena *arena, const AstNode *def, Str **names, uint32_t *count) {
    const AstNode *arguments = def->u.FunctionDef.args;
    *count = 0;
    *names = arena_array(arena, Str, declared_count(def) + 1);
    const AstList *lists[] = {&arguments->u.arguments.posonlyargs, &arguments->u.arguments.args,
                              &arguments->u.arguments.kwonlyargs};
    for (size_t k = 0; k < COUNT_OF(lists); k++)
        for (uint32_t i = 0; i < lists[k]->len; i++)
            (*names)[(*count)++] = lists[k]->items[i]->u.arg.arg;
    if (arguments->u.arguments.vararg)
        (*names)[(*count)++] = arguments->u.arguments.vararg->u.arg.arg;
    if (arguments->u.arguments.kwarg)
        (*names)[(*count)++] = arguments->u.arguments.kwarg->u.arg.arg;
}

/* Distributes the arguments of a call over the parameter slots. NULL, or why they do not fit. */
static const char *bind_call(Ev *ev, const Function *function, const Value *self, const CallArgs *args,
                             const Value **slots) {
    const AstNode *a = function->def->u.FunctionDef.args;
    uint32_t positional = a->u.arguments.posonlyargs.len + a->u.arguments.args.len, at = 0, count;
    Str *names;
    parameter_names(ev->arena, function->def, &names, &count);
    if (self)
        slots[at++] = self;
    uint32_t given = 0;
    for (; given < args->count && at < positional; given++)
        slots[at++] = args->args[given];
    if (a->u.arguments.vararg)
        slots[positional + a->u.arguments.kwonlyargs.len] = ev_tuple(ev, args->args + given, args->count - given);
    else if (given < args->count)
        return arena_printf(ev->arena, "it takes %u by position, not %u", positional - (self != NULL), args->count);
    const Value *rest = a->u.arguments.kwarg ? ev_dict(ev) : NULL;
    for (uint32_t k = 0; k < args->keyword_count; k++) {
        uint32_t i = a->u.arguments.posonlyargs.len, last = positional + a->u.arguments.kwonlyargs.len;
        while (i < last && names[i] != args->names[k])
            i++;
        if (i < last && !slots[i])
            slots[i] = args->keyword_values[k];
        else if (i == last && rest)
            heap_set_key(ev->heap, rest->u.object, ev_str(ev, args->names[k]), args->keyword_values[k]);
        else
            return arena_printf(ev->arena, i < last ? "'%s' is given twice" : "it has no '%s'", args->names[k]);
    }
    if (rest)
        slots[count - 1] = rest;
    declared_defaults(function, slots);
    for (uint32_t i = 0; i < count; i++)
        if (!slots[i])
            return arena_printf(ev->arena, "'%s' is missing", names[i]);
    return NULL;
}

/* What a callee runs: the function, and the instance that is its first argument. `inner`: in what wraps another one,
 * that other one, which a decorator commonly calls with what it gets. */
static const Function *function_of(Ev *ev, const Value *callee, bool inner, const Value **self, Span span) {
    *self = NULL;
    if (callee->kind == V_INSTANCE) {
        const char *name = callee->u.instance.cls->is_nn_module ? "forward" : "__call__";
        callee = ev_getattr(ev, callee, str_of(name), span);
        memset(&ev->fail, 0, sizeof ev->fail);
    }
    if (callee && callee->kind == V_METHOD) {
        *self = callee->u.method.self;
        callee = callee->u.method.function;
    }
    while (inner && callee && callee->kind == V_FUNCTION && callee->u.function->wrapped)
        callee = callee->u.function->wrapped;
    return callee && callee->kind == V_FUNCTION ? callee->u.function : NULL;
}

static bool request_of(Requests *requests, const Value *callee, bool inner, const CallArgs *args, Span span) {
    Ev *ev = requests->compiler->ev;
    const Value *self;
    const Function *function = function_of(ev, callee, inner, &self, span);
    if (function && function->def && function->def->kind == AST_Lambda)
        function = entry_of_lambda(ev, function, args);
    if (!function || !function->def || function->def->kind != AST_FunctionDef)
        return false;
    Request request = {
        .function = function, .fixed = requests->fixed, .adds = requests->adds, .call = requests->call, .span = span};
    request.exemplars = arena_array(ev->arena, const Value *, declared_count(function->def) + 1);
    requests->misfit = bind_call(ev, function, self, args, request.exemplars);
    if (requests->misfit)
        return false;
    vec_push(ev->arena, &requests->items, request);
    return true;
}

/* Driver code calls wrapper and wrapped, a call line names both. */
static bool add_request(Requests *requests, const Value *callee, const CallArgs *args, Span span) {
    return (requests->fixed && request_of(requests, callee, true, args, span)) ||
           request_of(requests, callee, false, args, span);
}

static Requests *observed; /* where on_call puts what driver code calls; set while ev_run_main runs */

static void observe_call(Ev *ev, const Value *function, const CallArgs *args, Span span) {
    uint32_t mark = heap_mark(ev->heap);
    bool added = add_request(observed, function, args, ev_user_span(ev, span));
    if (added)
        vec_last(&observed->items).before = mark;
    vec_push(ev->arena, &observed->open, added ? observed->items.len : 0);
}

static void observe_return(Ev *ev) {
    uint32_t number = vec_pop(&observed->open);
    if (number)
        observed->items.data[number - 1].after = heap_mark(ev->heap);
}

/* The call is described as it was made. */
static void settle_request(Ev *ev, Request *request) {
    uint32_t count = declared_count(request->function->def);
    request->passed = arena_copy(ev->arena, request->exemplars, sizeof *request->exemplars * (count + 1));
    request->moment = moment_new(ev, request->before);
    snapshot_take(ev, request->exemplars, count, request->moment);
}

/* A call of driver code says what its arguments were before it, and what they are before the next one like it. */
static void add_driver_requests(Requests *requests, const Requests *driver) {
    Ev *ev = requests->compiler->ev;
    uint32_t first = requests->items.len;
    for (uint32_t i = 0; i < driver->items.len; i++) {
        const Request *request = &driver->items.data[i];
        uint32_t count = declared_count(request->function->def);
        vec_push(ev->arena, &requests->items, *request);
        if (!request->after || !snapshot_changed(ev, request->exemplars, count, request->before, request->after))
            continue;
        Request again = *request;
        again.is_next = true;
        again.before = request->after;
        again.exemplars = arena_copy(ev->arena, request->exemplars, sizeof *request->exemplars * (count + 1));
        vec_push(ev->arena, &requests->items, again);
    }
    for (uint32_t i = first; i < requests->items.len; i++)
        settle_request(ev, &requests->items.data[i]);
}

/* Functions of other files are compiled where those of the source call them, not for a call line. */
static void warn_of_others(const Requests *requests, const CallLine *line, uint32_t first) {
    const Ev *ev = requests->compiler->ev;
    for (uint32_t i = first; i < requests->items.len; i++)
        if (requests->items.data[i].function->def->span.file == ev->main_module->file)
            return;
    diag_add(ev->diags, DIAG_WARNING, D_CALL_NAME, line->span, "what this calls is no function of the source");
}

/* Call lines become requests; one that does not fit its function is an error of the user. */
static bool requests_of_lines(Requests *requests, const CallLines *lines) {
    bool ok = true;
    requests->fixed = true;
    for (uint32_t i = 0; i < lines->items.len; i++) {
        const CallLine *line = &lines->items.data[i];
        uint32_t first = requests->items.len;
        requests->call = line->text;
        requests->adds = line->adds;
        requests->misfit = NULL;
        if (add_request(requests, line->callee, &line->args, line->span)) {
            warn_of_others(requests, line, first);
            continue;
        }
        diag_add(requests->compiler->ev->diags, DIAG_ERROR, D_CALL_ARGS, line->span,
                 "the arguments of '%s' do not fit what it calls%s%s", line->text, requests->misfit ? ": " : "",
                 requests->misfit ? requests->misfit : "");
        ok = false;
    }
    return ok;
}

/* ---- variants --------------------------------------------------------------------------------------------------- */

static Str signature_of(Ev *ev, const EntryBody *body, Str name) {
    Buf text = {0};
    buf_printf(&text, "%s(", name);
    for (uint32_t i = 0; i < body->count; i++) {
        buf_printf(&text, "%s%s: ", i ? ", " : "", body->names[i]);
        ev_print_kind(&text, ev, body->values[i]);
    }
    buf_putc(&text, ')');
    Str signature = str_intern(text.data, text.len);
    buf_free(&text);
    return signature;
}

/* ---- faults of ours ---------------------------------------------------------------------------------------------- */

static bool is_reported(const DiagList *diags, Span span) {
    for (uint32_t i = 0; i < diags->items.len; i++)
        if (diags->items.data[i].code == D_FAULT && diags->items.data[i].span.begin == span.begin)
            return true;
    return false;
}

bool entry_run(Compiler *compiler, const AstNode *def, void (*run)(void *env), void *env) {
    Ev *ev = compiler->ev;
    char message[600];
    if (ice_caught(run, env, message, sizeof message))
        return true;
    ev->in_driver = false; /* the next attempt puts the rest in order */
    ev->frame = NULL;
    if (!is_reported(ev->diags, def->span)) {
        compiler->result->faults++;
        diag_add(ev->diags, DIAG_WARNING, D_FAULT, def->span, "'%s' cannot be compiled: internal error at %s",
                 def->u.FunctionDef.name, message);
    }
    ev_fail(ev, D_FAULT, def->span, "internal error at %s", message);
    return false;
}

typedef struct Work {
    Compiler *compiler;
    const EntryBody *body;
    Variant *variant;
    const char *problem;
} Work;

static void run_passes(void *env) {
    Work *work = env;
    const AnalysisOptions *options = work->compiler->options;
    PassOptions passes = {options->dump_letters, options->verify_level};
    const char *faulty = getenv("PYAOT_FAULT_IN");
    if (faulty && strcmp(faulty, work->body->function->qualname) == 0)
        ICE("PYAOT_FAULT_IN asks for it");
    ir_run_passes(work->compiler->ev->graph, &passes);
}

static void run_lower(void *env) {
    Work *work = env;
    const AnalysisOptions *options = work->compiler->options;
    work->problem = options->lower ? options->lower(options->lower_env, work->variant, work->variant) : NULL;
}

bool entry_lower(Compiler *compiler, EntryBody *body, Variant *variant) {
    Work work = {compiler, body, variant, NULL};
    if (compiler->queue)
        lower_queue_wait(compiler->queue);
    const AstNode *def = body->function->def;
    body->failed_statement = body->statement_count ? body->statement_count - 1 : 0;
    if (!entry_run(compiler, def, run_lower, &work))
        return false;
    if (!work.problem)
        return true;
    if (variant->blamed)
        ev_blame(body, variant->blamed->statement);
    Span span = body->statement_count ? body->statements[body->failed_statement]->span : def->span;
    return ev_fail(compiler->ev, D_UNSUPPORTED_OP, span, "%s", work.problem);
}

Variant *entry_variant(Compiler *compiler, const EntryBody *body, Str shown_name, Str graph_name, Str call) {
    Ev *ev = compiler->ev;
    Work work = {compiler, body, NULL, NULL};
    int places = worth_of_places(ev->graph);
    if (!entry_run(compiler, body->function->def, run_passes, &work))
        return NULL;
    if (!compiler->options->force && !worth_compiling(ev, body, places)) {
        ev_fail(ev, D_NOT_WORTH, body->function->def->span, "nothing in '%s' would run faster compiled", shown_name);
        return NULL;
    }
    Variant *variant = arena_new_of(compiler->arena, Variant);
    variant->name = graph_name;
    variant->call = call;
    variant->graph = ev->graph;
    variant->facts = *ev->facts;
    fact_sort(&variant->facts);
    variant->guards = fact_merged(&variant->facts);
    variant->signature = signature_of(ev, body, shown_name);
    return variant;
}

Entry *entry_new(Compiler *compiler, EntryKind kind, Str name, const AstNode *def) {
    Entry *entry = arena_new_of(compiler->arena, Entry);
    entry->kind = kind;
    entry->index = -1;
    entry->name = name;
    entry->def = def;
    return entry;
}

Str entry_identifier(Compiler *compiler, const char *name) {
    Buf text = {0};
    for (const char *at = name; *at; at++)
        buf_putc(&text,
                 (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') || (*at >= '0' && *at <= '9') ? *at : '_');
    Str identifier = str_intern(text.data, text.len);
    for (int i = 2; map_has(&compiler->names, MAP_KEY(identifier)); i++)
        identifier = str_format("%s_%d", text.data, i);
    map_put(&compiler->names, MAP_KEY(identifier), compiler);
    buf_free(&text);
    return identifier;
}

static void add_cut(Compiler *compiler, Entry *entry, const Fail *fail, Span from) {
    Cut cut = {.from = from, .code = fail->code, .span = fail->span, .reason = fail->reason, .inner = fail->inner};
    if (fail->kind == FAIL_RAISE) {
        cut.code = D_RAISES;
        cut.reason = fail->reason ? fail->reason : "this raises an exception";
    }
    if (!cut.reason)
        cut.reason = diag_title(cut.code);
    for (uint32_t i = 0; i < entry->cuts.len; i++)
        if (entry->cuts.data[i].span.begin == cut.span.begin && entry->cuts.data[i].code == cut.code &&
            entry->cuts.data[i].from.begin == from.begin)
            return;
    vec_push(compiler->arena, &entry->cuts, cut);
}

void entry_add_cut(Compiler *compiler, Entry *entry, const Fail *fail) { add_cut(compiler, entry, fail, (Span){0}); }

void entry_cut(Compiler *compiler, Entry *entry, const AstNode *statement) {
    const Span at = compiler->ev->fail.span;
    bool leads_out =
        statement && at.file &&
        (at.file != statement->span.file || at.begin < statement->span.begin || at.begin >= statement->span.end);
    add_cut(compiler, entry, &compiler->ev->fail, leads_out ? statement->span : (Span){0});
}

/* ---- one function ----------------------------------------------------------------------------------------------- */

/* Functions of one name, as all lambdas are, are told apart by their places alone. */
static bool same_fact(Fact *a, Fact *b) {
    return fact_text(a) == fact_text(b) && (a->kind != FACT_LOCAL || a->number == b->number);
}

static bool same_facts(const FactList *a, const FactList *b) {
    bool same = a->items.len == b->items.len;
    for (uint32_t i = 0; same && i < a->items.len; i++)
        same = same_fact(&a->items.data[i], &b->items.data[i]);
    return same;
}

/* Of variants that rest on the same facts the first runs always. */
static bool has_variant(const Entry *entry, const Variant *variant) {
    for (uint32_t i = 0; i < entry->variants.len; i++)
        if (entry->variants.data[i]->signature == variant->signature &&
            same_facts(&entry->variants.data[i]->facts, &variant->facts))
            return true;
    return false;
}

static EntryBody whole_body(Compiler *compiler, const Function *function) {
    const AstNode *def = function->def;
    EntryBody body = {.function = function, .statements = ast_body(def)->items, .statement_count = ast_body(def)->len};
    Str *names;
    parameter_names(compiler->arena, def, &names, &body.count);
    body.names = names;
    return body;
}

static bool is_any_int(const Value *any, const Value *one) {
    return any->kind == V_INT && any->source && !sh_is_const(any->u.expr, NULL) && one->kind == V_INT;
}

/* Is `specific`, just evaluated, no more than a case of `general`, whose tensors have any rank and one shape? So it is
 * when the other inputs are alike and the program itself demands that all its tensors have one shape. */
static bool serves(Ev *ev, const EntryBody *general, const EntryBody *specific) {
    const IrType *shape = NULL;
    for (uint32_t i = 0; i < general->count; i++) {
        const Value *any = general->values[i], *one = specific->values[i];
        if (any->kind == V_TENSOR && one->kind == V_TENSOR) {
            const IrType *type = &any->u.tensor.node->type, *other = &one->u.tensor.node->type;
            if (!type->flat || type->dtype != other->dtype || other->strides || (shape && shape->rank != other->rank))
                return false;
            for (int d = 0; shape && d < shape->rank; d++)
                if (sh_canon(ev->shapes, shape->shape[d]) != sh_canon(ev->shapes, other->shape[d]))
                    return false;
            shape = other;
        } else if (!ev_same_constant(any, one) && !is_any_int(any, one)) {
            return false;
        }
    }
    return shape != NULL;
}

/* Is a fact on the numbers of a call, on which tensors are one, or on what an attribute holds? */
static bool tells_calls_apart(const Fact *fact) {
    return fact->kind == FACT_COMPARE || fact->kind == FACT_DISTINCT || fact->kind == FACT_ABSENT ||
           fact->kind == FACT_MODULES || (fact->kind == FACT_VALUE && fact->source->kind == SRC_ATTR);
}

/* Is one tensor two inputs, which `general` has to lie apart? */
static bool is_one_where_apart(const Fact *general, const Variant *specific) {
    for (uint32_t i = 0; general->kind == FACT_NO_OVERLAP && i < specific->facts.items.len; i++)
        if (specific->facts.items.data[i].kind == FACT_SAME)
            return true;
    return false;
}

/* Does `general` demand such a thing that `specific` does not? */
static bool demands_more(const Variant *general, const Variant *specific) {
    for (uint32_t i = 0; i < general->facts.items.len; i++) {
        Fact *fact = &general->facts.items.data[i];
        bool met = !tells_calls_apart(fact);
        for (uint32_t k = 0; !met && k < specific->facts.items.len; k++)
            met = fact_text(&specific->facts.items.data[k]) == fact_text(fact);
        if (!met || is_one_where_apart(fact, specific))
            return true;
    }
    return false;
}

/* The back end's part is not waited for: compile_refused() begins again with what it does not take. */
static bool lower_whole(Compiler *compiler, EntryBody *body, Variant *variant) {
    if (!compiler->queue)
        return entry_lower(compiler, body, variant);
    Queued queued = {body->function->def, variant};
    vec_push(compiler->arena, &compiler->queued, queued);
    lower_queue_put(compiler->queue, variant);
    return true;
}

/* What came of evaluating the function for the request, in the entry now if none before it is the same; or NULL. */
static const Variant *try_whole(Compiler *compiler, const Request *request, Entry *entry, EntryBody *out) {
    EntryBody body = whole_body(compiler, request->function);
    body.is_asked = request->is_asked;
    body.ranks = request->ranks;
    body.left = arena_new_of(compiler->arena, Map);
    map_init(body.left, compiler->arena);
    Str name = str_format("%s_v%u", request->function->qualname, entry->variants.len);
    compiler->ev->moment = request->moment;
    bool ok = entry_attempt(compiler, &body, request->exemplars, request->fixed, entry_identifier(compiler, name));
    compiler->ev->moment = NULL;
    Variant *variant =
        ok ? entry_variant(compiler, &body, entry->name, compiler->ev->graph->name, request->call) : NULL;
    bool had = variant && has_variant(entry, variant);
    ok = variant && (had || lower_whole(compiler, &body, variant));
    *out = body;
    if (!ok)
        entry_cut(compiler, entry, NULL);
    else if (!had)
        vec_push(compiler->arena, &entry->variants, variant);
    return ok ? variant : NULL;
}

static void note_failure(Compiler *compiler, Request *request, const EntryBody *body) {
    Failure failure = {compiler->ev->fail, body->failed_statement, body->left};
    request->failure = body->began ? arena_copy(compiler->arena, &failure, sizeof failure) : NULL;
}

/* Does something that an object keeps have one item there for all of a batch, as tables of positions do where batches
 * stand behind sequences? */
static bool has_one_for_all(const Variant *variant, int dim) {
    for (uint32_t i = 0; i < variant->facts.items.len; i++) {
        const Fact *fact = &variant->facts.items.data[i];
        if (fact->kind != FACT_COMPARE || fact->compare != SH_EQ)
            continue;
        const ShExpr *size = fact->exprs[sh_is_value(fact->exprs[0], 1)], *other = fact->exprs[size == fact->exprs[0]];
        const ShSymbol *symbol = size->op == SH_SYM && sh_is_value(other, 1) ? size->symbol : NULL;
        const Source *source = symbol && symbol->origin_kind == SH_FROM_DIM ? symbol->origin : NULL;
        if (source && symbol->index == dim && source->kind != SRC_ARG)
            return true;
    }
    return false;
}

static bool is_of_argument(const ShSymbol *size, int dim) {
    const Source *source = size->origin_kind == SH_FROM_DIM && size->index == dim ? size->origin : NULL;
    return source && (source->kind == SRC_ARG || (source->base && source->base->kind == SRC_ARG));
}

/* A size of an argument in that dimension which is all of a size, or a factor of it beside what is likely 1 (a batch of
 * windows as large as the image). NULL: there is none. */
static const ShSymbol *lone_factor(const ShExpr *size, int dim) {
    if (size->op == SH_SYM)
        return is_of_argument(size->symbol, dim) ? size->symbol : NULL;
    int64_t likely = size->op == SH_MUL ? sh_hint(size, -1) : -1;
    for (uint32_t i = 0; likely >= 0 && i < size->count; i++)
        if (size->args[i]->op == SH_SYM && is_of_argument(size->args[i]->symbol, dim) &&
            sh_hint(size->args[i], -1) == likely)
            return size->args[i]->symbol;
    return NULL;
}

/* Likewise in the branches of a graph, where it is a check. */
static const ShSymbol *batch_in(const IrRegion *region, int dim) {
    const ShSymbol *size = NULL;
    for (uint32_t i = 0; i < region->nodes.len && !size; i++) {
        const IrNode *node = region->nodes.data[i];
        const IrNode *fails = node->op == OP_MISS_IF ? node->inputs[0] : NULL;
        const IrNode *test = fails && fails->op == OP_NOT ? fails->inputs[0] : NULL;
        if (test && test->op == OP_LE && test->inputs[0]->op == OP_CONST && test->inputs[0]->type.kind == IRT_INT &&
            test->inputs[0]->ints[0] == 2 && test->inputs[1]->op == OP_SIZE)
            size = lone_factor(test->inputs[1]->exprs[0], dim);
        for (uint32_t r = 0; r < node->region_count && !size; r++)
            size = batch_in(node->regions[r], dim);
    }
    return size;
}

/* The first size of an argument, in that dimension, that the variant rests on being at least 2, as a layout would be
 * another one where it is 1: a batch. NULL: none. */
static const ShSymbol *batch_of(const Variant *variant, int dim) {
    for (uint32_t i = 0; i < variant->facts.items.len; i++) {
        const Fact *fact = &variant->facts.items.data[i];
        if (fact->kind != FACT_COMPARE || fact->compare != SH_LE || !sh_is_value(fact->exprs[0], 2))
            continue;
        const ShSymbol *size = lone_factor(fact->exprs[1], dim);
        if (size)
            return size;
    }
    return batch_in(variant->graph->body, dim);
}

/* The same call once more, with something else taken for granted: one more variant at most. */
static void try_with(Compiler *compiler, const Request *request, Entry *entry, bool *otherwise) {
    uint32_t cuts = entry->cuts.len;
    EntryBody body;
    if (!request->variant)
        return;
    *otherwise = true;
    try_whole(compiler, request, entry, &body);
    *otherwise = false;
    entry->cuts.len = cuts;
}

/* Driver code that passes one tensor twice may do so as it has no other at hand: with others there is another variant,
 * one more at most for each that came of such a call. */
static void try_apart(Compiler *compiler, const Request *request, Entry *entry) {
    if (request->passes_twice)
        try_with(compiler, request, entry, &compiler->ev->passes_apart);
}

/* Images that are padded to a multiple of a size, or to the size of another one, are padded by nothing in most
 * examples: with other sizes there is another variant. */
static void try_any_pads(Compiler *compiler, const Request *request, Entry *entry) {
    if (request->assumes_pads && entry->variants.len < MAX_VARIANTS)
        try_with(compiler, request, entry, &compiler->ev->opens_pads);
}

/* Loops that run as often as the caller says do not run in an example that shows the default: in others they do. */
static void try_running(Compiler *compiler, const Request *request, Entry *entry) {
    if (request->assumes_idle && entry->variants.len < MAX_VARIANTS)
        try_with(compiler, request, entry, &compiler->ev->runs_loops);
}

static void find_kept(void *env, const ShSymbol *symbol) {
    const Source *source = symbol->origin_kind == SH_FROM_NODE ? NULL : symbol->origin;
    *(bool *)env |= source && source->kind != SRC_ARG;
}

/* Does it have to be what an object keeps, as the number of an image's parts that stand in a row? */
static bool is_tied(const Fact *fact, const ShSymbol *size) {
    bool found = false;
    for (int i = 0; i < 2 && fact->kind == FACT_COMPARE && fact->compare == SH_EQ; i++)
        if (fact->exprs[i]->op == SH_SYM && fact->exprs[i]->symbol == size)
            sh_visit_symbols(fact->exprs[!i], find_kept, &found);
    return found;
}

/* Is it how many tokens a sequence of an argument has: numbers that stand for them, or a row of floats for each? */
static bool is_length(const Variant *variant, const ShSymbol *size) {
    bool found = false;
    for (uint32_t i = 0; i < variant->facts.items.len; i++) {
        const Fact *fact = &variant->facts.items.data[i];
        if (fact->kind == FACT_TENSOR && fact->source == size->origin)
            found = size->index == 1 && fact->rank == (dtype_is_float(fact->dtype) ? 3 : 2);
        if (is_tied(fact, size))
            return false;
    }
    return found;
}

/* The same call with 1 for that size, which the variant rests on being at least 2. NULL: nothing new comes of it. */
static const Variant *try_size_of_one(Compiler *compiler, const Request *request, const Variant *variant, int dim,
                                      Entry *entry) {
    const ShSymbol *batch = batch_of(variant, dim);
    int64_t size = batch ? exemplar_number(compiler->ev, request->exemplars, batch, batch->hint) : 0;
    Lone *lone = &compiler->ev->lone;
    EntryBody body;
    if (!batch || entry->variants.len >= MAX_VARIANTS || (request->fixed ? batch->is_unnamed : size < 2) ||
        (dim > 0 && !has_one_for_all(variant, dim) && !is_length(variant, batch)))
        return NULL;
    if (request->fixed)
        lone->names[dim] = batch->name;
    else
        lone->sizes[dim] = size;
    lone->last_dim = dim > lone->last_dim ? dim : lone->last_dim;
    const Variant *made = try_whole(compiler, request, entry, &body);
    try_any_pads(compiler, request, entry);
    return made;
}

/* What came of a call for batches of at least 2 is evaluated for a batch of one, too; likewise sequences, and batches
 * of one sequence of one. */
static void try_lone(Compiler *compiler, const Request *request, Entry *entry) {
    uint32_t cuts = entry->cuts.len;
    for (int dim = 0; request->variant && dim < LONE_DIMS; dim++) {
        const Variant *made = try_size_of_one(compiler, request, request->variant, dim, entry);
        if (made && dim > 0)
            try_size_of_one(compiler, request, made, 0, entry);
        compiler->ev->lone = (Lone){0};
    }
    entry->cuts.len = cuts;
}

enum { MAX_NODES_OF_RANKS = 150 };
static const int other_ranks[] = {3, 1, 2, 4};

/* The rank of a tensor of floats that nothing described, as the attempt has found it to do; -1: it is something else.
 */
static int rank_found(const Request *request, const EntryBody *body, uint32_t i) {
    const Value *exemplar = request->exemplars[i], *value = body->values[i];
    bool is_described = exemplar && exemplar->kind != V_UNKNOWN;
    const IrType *type = !is_described && value->kind == V_TENSOR ? &value->u.tensor.node->type : NULL;
    return type && !type->flat && dtype_is_float(type->dtype) ? type->rank : -1;
}

/* The function for another rank of its first tensor of rank `found`, and of all others of that rank, or of it alone. */
static bool try_rank(Compiler *compiler, const Request *inferred, const EntryBody *general, Entry *entry, int found,
                     int rank, bool alone) {
    int *ranks = arena_array(compiler->arena, int, general->count + 1);
    uint32_t changed = 0;
    for (uint32_t i = 0; i < general->count; i++) {
        ranks[i] = rank_found(inferred, general, i);
        if (ranks[i] == found && !(alone && changed)) {
            ranks[i] = rank;
            changed++;
        }
    }
    EntryBody body;
    Request other = *inferred;
    other.is_asked = true; /* where a rank does not do, nothing more is searched for */
    other.ranks = ranks;
    return try_whole(compiler, &other, entry, &body) != NULL;
}

/* What was inferred for tensors of one rank is evaluated for the other ranks that tensors are likely to have: nothing
 * has told that it is the one. */
static void try_ranks(Compiler *compiler, const Request *inferred, const EntryBody *general, Entry *entry) {
    uint32_t cuts = entry->cuts.len, count = 0;
    int found = -1;
    for (uint32_t i = 0; i < general->count; i++) {
        int rank = rank_found(inferred, general, i);
        found = found < 0 ? rank : found;
        count += rank >= 0 && rank == found;
    }
    if (found < 1 || entry->variants.data[0]->graph->body->nodes.len > MAX_NODES_OF_RANKS)
        return;
    for (size_t k = 0; k < COUNT_OF(other_ranks) && entry->variants.len < MAX_VARIANTS; k++) {
        bool same = other_ranks[k] == found;
        if (!same && !try_rank(compiler, inferred, general, entry, found, other_ranks[k], false) && count > 1)
            try_rank(compiler, inferred, general, entry, found, other_ranks[k], true);
    }
    entry->cuts.len = cuts;
}

static void push_entry(Compiler *compiler, Entry *entry, int *index) {
    if (entry->variants.len)
        entry->index = (*index)++;
    vec_push(compiler->arena, &compiler->result->entries, entry);
}

/* `telling`: of those that tell how the function is called; lines that add to what is inferred do not. */
static const Request *first_request(const Requests *requests, const Function *function, bool telling) {
    for (uint32_t i = 0; i < requests->items.len; i++) {
        const Request *request = &requests->items.data[i];
        if (request->function->def == function->def && !(telling && request->adds))
            return request;
    }
    return NULL;
}

static bool is_flat(const EntryBody *body) {
    for (uint32_t i = 0; i < body->count; i++)
        if (body->values[i]->kind == V_TENSOR && body->values[i]->u.tensor.node->type.flat)
            return true;
    return false;
}

/* A variant whose types were guessed from use comes after those that someone asked for. */
static void move_first_to_end(Entry *entry) {
    Variant *first = entry->variants.data[0];
    for (uint32_t i = 1; i < entry->variants.len; i++)
        entry->variants.data[i - 1] = entry->variants.data[i];
    entry->variants.data[entry->variants.len - 1] = first;
}

/* ---- callees that are not inlined ------------------------------------------------------------------------------- */

/* A call of the program's function that could not be compiled: the callee is an entry of its own, for arguments of this
 * kind. */
typedef struct CutCalls {
    VEC(Request) items;
} CutCalls;

static CutCalls *cut_calls; /* where observe_cut_call puts them; set while functions are compiled */

static uint32_t unknown_count(const Request *request) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < declared_count(request->function->def); i++)
        count += request->exemplars[i]->kind == V_UNKNOWN;
    return count;
}

static void note_cut_call(Ev *ev, const Request *request) {
    for (uint32_t i = 0; i < cut_calls->items.len; i++) {
        Request *old = &cut_calls->items.data[i];
        if (old->function->def != request->function->def)
            continue;
        if (unknown_count(request) < unknown_count(old))
            *old = *request;
        return;
    }
    vec_push(ev->arena, &cut_calls->items, *request);
}

static void observe_cut_call(Ev *ev, const Value *callee, const Value *self, const CallArgs *args, Span span) {
    const Function *function = callee->u.function;
    const AstNode *def = function->def;
    if (def->kind != AST_FunctionDef || def->u.FunctionDef.args->u.arguments.vararg ||
        def->u.FunctionDef.args->u.arguments.kwarg)
        return;
    const Value **values = arena_array(ev->arena, const Value *, args->count + 1);
    const Value **keywords = arena_array(ev->arena, const Value *, args->keyword_count + 1);
    for (uint32_t i = 0; i < args->count; i++)
        values[i] = exemplar_lasting(ev, args->args[i]);
    for (uint32_t i = 0; i < args->keyword_count; i++)
        keywords[i] = exemplar_lasting(ev, args->keyword_values[i]);
    CallArgs known = {values, args->count, args->names, keywords, args->keyword_count};
    Request request = {.function = function, .span = ev_user_span(ev, span)};
    request.exemplars = arena_array(ev->arena, const Value *, declared_count(def) + 1);
    if (!bind_call(ev, function, self ? exemplar_lasting(ev, self) : NULL, &known, request.exemplars))
        note_cut_call(ev, &request);
}

/* ---- one entry -------------------------------------------------------------------------------------------------- */

typedef struct Compiled {
    const Function *function;
    Request inferred;                          /* what its declaration tells */
    const Value **others[DECLARED_MAX_OTHERS]; /* other arguments that it is likely to get */
    uint32_t other_count;
    bool is_static; /* a method without `self` */
    Entry *entry;   /* NULL: none */
    EntryVec segments;
} Compiled;

/* Nothing tells what `self` is, or what is in the variables of the function around: it is inlined where it is called.
 */
static bool lacks_surroundings(const Compiled *compiled) {
    const Function *function = compiled->function;
    return function->closure || (function->owner && !compiled->is_static && !compiled->inferred.exemplars[0]);
}

/* A call line, or a call of driver code, that no variant came of; the attempt may have added its reason, which an
 * earlier one may have had too. */
static void note_call(Compiler *compiler, Entry *entry, const Request *request, uint32_t cuts, CutVec *unmet) {
    uint32_t line = span_line(request->span);
    if ((!request->call && !line) || entry->cuts.len == 0)
        return;
    Cut cut = entry->cuts.data[cuts < entry->cuts.len ? cuts : entry->cuts.len - 1];
    cut.call = request->call ? request->call : str_format("the call in line %u", line);
    vec_push(compiler->arena, unmet, cut);
}

/* Whether one of the last requests before this one was for a call that is described alike, or has a variant that serves
 * this one too: nothing new can come of it. */
static bool was_requested(Ev *ev, const Requests *requests, uint32_t number, const Request *request) {
    uint32_t compared = 0;
    for (uint32_t i = number; i-- > 0 && compared < MAX_COMPARED && !request->fixed;) {
        const Request *earlier = &requests->items.data[i];
        if (earlier->function != request->function || earlier->fixed)
            continue;
        compared++;
        if (exemplars_alike(ev, earlier->variant ? &earlier->variant->facts : NULL, earlier->exemplars,
                            request->exemplars, declared_count(request->function->def)) &&
            !(earlier->moment && request->moment && moment_differs(ev, earlier->moment, request->moment->mark)))
            return true;
    }
    return false;
}

/* Does it rest on anything that is not known before it runs, and may have been taken for what is likely? */
static bool is_checked_later(const IrRegion *region) {
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *node = region->nodes.data[i];
        if (node->op == OP_MISS_IF || node->op == OP_ATEN)
            return true;
        for (uint32_t r = 0; r < node->region_count; r++)
            if (is_checked_later(node->regions[r]))
                return true;
    }
    return false;
}

/* Is what was inferred from use just what would come of the call? */
static bool is_inferred(Ev *ev, const EntryBody *general, const Variant *inferred, const Request *request) {
    return !request->fixed && !is_checked_later(inferred->graph->body) &&
           exemplars_fit(ev, general->values, &inferred->facts, request->exemplars, general->count) &&
           !(request->moment && moment_differs(ev, request->moment, UINT32_MAX));
}

/* The call again, where it has changed what it reads beside its arguments: a global, a variable around. */
static void try_next(Compiler *compiler, const Requests *requests, uint32_t number, Entry *entry) {
    Ev *ev = compiler->ev;
    const Request *request = &requests->items.data[number];
    if (!request->variant || !request->after || !request->moment ||
        !moment_differs(ev, request->moment, request->after))
        return;
    Request next = *request;
    uint32_t count = declared_count(request->function->def), cuts = entry->cuts.len;
    next.before = request->after;
    next.exemplars = arena_copy(ev->arena, request->passed, sizeof *request->passed * (count + 1));
    settle_request(ev, &next);
    EntryBody body;
    if (!was_requested(ev, requests, requests->items.len, &next))
        try_whole(compiler, &next, entry, &body);
    entry->cuts.len = cuts;
}

/* May the call be one that `general`, which was guessed from use, is for? */
static bool may_take(const EntryBody *general, const Request *request) {
    for (uint32_t i = 0; i < general->count; i++) {
        const Value *any = general->values[i], *one = request->exemplars[i];
        if (!one || any->kind != V_TENSOR)
            continue;
        const IrType *guessed = &any->u.tensor.node->type;
        const IrType *type = one->kind == V_TENSOR ? &one->u.tensor.node->type : NULL;
        if (!type || type->dtype != guessed->dtype || (!guessed->flat && type->rank != guessed->rank))
            return false;
    }
    return true;
}

/* Is the only variant a guess that no call which is known can run? */
static bool is_in_vain(Ev *ev, const Requests *requests, const Function *function, const EntryBody *general,
                       const Variant *guess) {
    bool asked = false;
    for (uint32_t i = 0; i < requests->items.len; i++) {
        const Request *request = &requests->items.data[i];
        if (request->function->def != function->def || request->adds)
            continue;
        asked = true;
        bool may_run = may_take(general, request) && !exemplars_contradict(ev, &guess->facts, request->exemplars);
        if (request->variant || may_run)
            return false;
    }
    return asked;
}

/* Compiles one function for all requests that name it; without any, for what its declaration tells. */
static void compile_function(Compiler *compiler, Requests *requests, Compiled *out) {
    const Function *function = out->function;
    const Request *first = first_request(requests, function, false), *telling = first_request(requests, function, true);
    out->entry = NULL;
    out->segments = (EntryVec){0};
    if (lacks_surroundings(out) && !first)
        return;
    Entry *entry = entry_new(compiler, ENTRY_WHOLE, function->qualname, function->def);
    EntryBody body = whole_body(compiler, function);
    for (uint32_t i = 0; i < body.count; i++)
        vec_push(compiler->arena, &entry->args, body.names[i]);
    Request *inferred = &out->inferred;
    inferred->is_asked = telling != NULL;
    bool infer = !(telling && telling->fixed);
    EntryBody general = {0}, specific;
    CutVec unmet = {0};
    bool has_general = infer && try_whole(compiler, inferred, entry, &general);
    if (!has_general)
        note_failure(compiler, inferred, &general);
    if (first && !has_general)
        entry->cuts.len = 0; /* what stands in the way where nothing is known of the arguments */
    for (uint32_t i = 0, in_vain = 0; i < requests->items.len; i++) {
        Request *request = &requests->items.data[i];
        uint32_t before = entry->variants.len, cuts = entry->cuts.len;
        /* What call lines ask for is made, however many. */
        bool wanted = request->fixed || (before < MAX_VARIANTS && in_vain < MAX_IN_VAIN);
        if (!wanted || request->function->def != function->def || was_requested(compiler->ev, requests, i, request))
            continue;
        if (has_general && is_inferred(compiler->ev, &general, entry->variants.data[0], request)) {
            request->variant = entry->variants.data[0];
            continue;
        }
        compiler->ev->passed_twice = compiler->ev->assumed_pads = compiler->ev->assumed_idle = false;
        request->variant = try_whole(compiler, request, entry, &specific);
        request->passes_twice = compiler->ev->passed_twice;
        request->assumes_pads = compiler->ev->assumed_pads;
        request->assumes_idle = compiler->ev->assumed_idle;
        if (!request->variant && request->is_next) {
            entry->cuts.len = cuts;
        } else if (!request->variant) {
            note_failure(compiler, request, &specific);
            note_call(compiler, entry, request, cuts, &unmet);
        } else if (has_general && serves(compiler->ev, &general, &specific) &&
                   !demands_more(entry->variants.data[0], request->variant) &&
                   !(request->moment && moment_differs(compiler->ev, request->moment, UINT32_MAX))) {
            entry->variants.len = before;
        }
        in_vain = entry->variants.len > before ? 0 : in_vain + 1;
    }
    for (uint32_t i = 0; i < requests->items.len && entry->variants.len < MAX_VARIANTS; i++)
        if (requests->items.data[i].function->def == function->def)
            try_next(compiler, requests, i, entry);
    if (general.gave_up && entry->variants.len == 0) { /* the calls that are known came to nothing */
        uint32_t cuts = entry->cuts.len;
        inferred->is_asked = false;
        has_general = try_whole(compiler, inferred, entry, &general);
        if (!has_general)
            entry->cuts.len = cuts;
    }
    for (uint32_t i = 0; i < requests->items.len; i++) {
        if (requests->items.data[i].function->def != function->def)
            continue;
        try_apart(compiler, &requests->items.data[i], entry);
        try_any_pads(compiler, &requests->items.data[i], entry);
        try_running(compiler, &requests->items.data[i], entry);
        try_lone(compiler, &requests->items.data[i], entry);
    }
    if (!telling && has_general)
        try_ranks(compiler, inferred, &general, entry);
    for (uint32_t i = 0; !telling && i < out->other_count && entry->variants.len < MAX_VARIANTS_OF_USE; i++) {
        Request other = *inferred;
        other.exemplars = out->others[i];
        try_whole(compiler, &other, entry, &specific);
    }
    if (has_general && is_in_vain(compiler->ev, requests, function, &general, entry->variants.data[0]))
        entry->variants.len = 0;
    else if (first && segments_buries_argument(compiler->ev, function, body.names, first->exemplars, body.count))
        entry->variants.len = 0;
    else if (has_general && telling && !is_flat(&general))
        move_first_to_end(entry);
    out->entry = entry;
    if (entry->variants.len == 0) {
        bool segmented = segments_build(compiler, first ? first : inferred, entry, &out->segments);
        entry->kind = segmented ? ENTRY_SEGMENTED : ENTRY_PYTHON;
    } else {
        entry->cuts = unmet;
    }
}

/* ---- what declarations tell ------------------------------------------------------------------------------------- */

/* Is the function a way into its class that a program uses by itself? */
static bool is_public(const Function *function) {
    if (function->owner->is_nn_module)
        return strcmp(function->name, "forward") == 0;
    return function->name[0] != '_' || strcmp(function->name, "__call__") == 0;
}

static bool is_method(Ev *ev, const Function *function, ValueKind kind) {
    const Value *found = ev_class_lookup(ev, function->owner, function->name, NULL);
    if (!found || found->kind != kind)
        return false;
    found = kind == V_STATICMETHOD ? found->u.tuple.items[0] : found;
    return found->kind == V_FUNCTION && found->u.function == function;
}

/* Is it a method behind a decorator that cannot be seen into? A call of it shows nobody its arguments. */
static bool is_hidden(Ev *ev, const Function *function) {
    const Value *found = ev_class_lookup(ev, function->owner, function->name, NULL);
    return found && (found->kind == V_UNKNOWN || found->kind == V_EXTERNAL);
}

/* Special methods serve their class; only a call of an instance is work of its own. */
static bool is_special_name(Str name) { return strncmp(name, "__", 2) == 0 && strcmp(name, "__call__") != 0; }

/* Is a method asked for, of the class or (NULL) of any? Constructors are called where objects are made. */
static bool is_asked(const Requests *requests, const ClassInfo *cls) {
    for (uint32_t i = 0; i < requests->items.len; i++) {
        const Function *function = requests->items.data[i].function;
        bool is_of_class = function->owner && (!cls || function->owner == cls);
        if (is_of_class && !requests->items.data[i].adds && !is_special_name(function->name))
            return true;
    }
    return false;
}

static bool has_call_line(const Requests *requests) {
    for (uint32_t i = 0; i < requests->items.len; i++)
        if (requests->items.data[i].fixed && !requests->items.data[i].adds)
            return true;
    return false;
}

/* Objects for the methods of classes, the last class first: it may make the others. Not where some method is asked for:
 * then it is known what the program is about, but for what is hidden, and objects that driver code makes and hands to
 * what cannot be seen into. */
static void imagine_objects(Compiler *compiler, const Requests *requests, Compiled *compiled, uint32_t count) {
    bool asked = is_asked(requests, NULL), told = has_call_line(requests);
    const ClassInfo *last = NULL;
    const Value *object = NULL;
    for (uint32_t i = count; i-- > 0;) {
        const Function *function = compiled[i].function;
        ClassInfo *cls = function->owner;
        if (!cls || strchr(cls->qualname, '<') || !is_public(function))
            continue;
        bool known = asked && (told || !cls->example || is_asked(requests, cls));
        if (!is_hidden(compiler->ev, function) && (known || !is_method(compiler->ev, function, V_FUNCTION)))
            continue;
        if (cls != last) {
            object = entry_example(compiler->ev, cls);
            if (!object)
                object = declared_object(compiler->ev, cls, 0);
            last = cls;
        }
        compiled[i].inferred.exemplars[0] = object;
    }
}

static void read_declarations(Compiler *compiler, const Requests *requests, Compiled *compiled, uint32_t count) {
    Ev *ev = compiler->ev;
    for (uint32_t i = 0; i < count; i++) {
        const Function *function = compiled[i].function;
        const Value **slots = arena_array(compiler->arena, const Value *, declared_count(function->def) + 1);
        compiled[i].inferred = (Request){.function = function, .exemplars = slots};
        compiled[i].is_static = function->owner && is_method(ev, function, V_STATICMETHOD);
        declared_defaults(function, slots);
        declared_annotations(ev, function, slots);
    }
    imagine_objects(compiler, requests, compiled, count);
    for (uint32_t i = 0; i < count; i++)
        if (!first_request(requests, compiled[i].function, true)) /* it is asked of no others */
            compiled[i].other_count =
                declared_others(ev, compiled[i].function, compiled[i].inferred.exemplars, compiled[i].others);
}

/* ---- callees that something is cut at --------------------------------------------------------------------------- */

/* Functions that are not compiled whole by what their declarations tell, and that something calls which is cut at the
 * call: they are compiled for that call. */
static bool compile_callees(Compiler *compiler, Requests *requests, Compiled *compiled, uint32_t count) {
    bool any = false;
    for (uint32_t i = 0; i < count; i++) {
        const Entry *entry = compiled[i].entry;
        if ((entry && entry->kind == ENTRY_WHOLE) || first_request(requests, compiled[i].function, false))
            continue;
        for (uint32_t k = 0; k < cut_calls->items.len; k++) {
            if (cut_calls->items.data[k].function->def != compiled[i].function->def)
                continue;
            vec_push(compiler->arena, &requests->items, cut_calls->items.data[k]);
            compile_function(compiler, requests, &compiled[i]);
            any = true;
        }
    }
    return any;
}

/* Driver code that was passed over: what it would have called is not known. */
static void note_unfollowed(Compiler *compiler) {
    const Ev *ev = compiler->ev;
    for (uint32_t i = 0; i < ev->unfollowed.len; i++) {
        const Fail *fail = &ev->unfollowed.data[i];
        Cut cut = {.code = D_DRIVER, .span = fail->span, .inner = fail->inner};
        cut.reason = fail->reason ? fail->reason : diag_title(fail->code);
        vec_push(compiler->arena, &compiler->result->unfollowed, cut);
    }
}

/* ---- the module ------------------------------------------------------------------------------------------------- */

static int by_position(const void *a, const void *b) {
    const Function *const *fa = a, *const *fb = b;
    uint32_t at_a = (*fa)->def->span.begin, at_b = (*fb)->def->span.begin;
    return (at_a > at_b) - (at_a < at_b);
}

/* Methods of a function with a derivative of its own get a context that torch makes. They are called by apply(), which
 * is compiled where it is called, or when gradients are computed. */
static bool is_candidate(Ev *ev, const Function *function) {
    bool is_of_derivative = function->owner && function->owner->is_derivative;
    return !is_special_name(function->name) && !is_of_derivative && function->def->kind == AST_FunctionDef &&
           !function->is_async && !function->is_scripted && !ev_is_generator(ev, function->def);
}

/* Functions with a variant that the back end does not take after all: anew, with what that leads to. */
static void compile_refused(Compiler *compiler, Requests *requests, Compiled *compiled, uint32_t count) {
    if (!compiler->queue)
        return;
    lower_queue_wait(compiler->queue);
    compiler->queue = NULL;
    for (uint32_t i = 0; i < count; i++) {
        bool is_refused = false;
        for (uint32_t k = 0; k < compiler->queued.len && !is_refused; k++)
            is_refused =
                compiler->queued.data[k].def == compiled[i].function->def && compiler->queued.data[k].variant->problem;
        if (is_refused)
            compile_function(compiler, requests, &compiled[i]);
    }
}

static void compile_functions(Compiler *compiler, Requests *requests) {
    Ev *ev = compiler->ev;
    VEC(const Function *) candidates = {0};
    for (uint32_t i = 0; i < ev->functions.len; i++) {
        const Function *function = ev->functions.values[i];
        if (is_candidate(ev, function))
            vec_push(compiler->arena, &candidates, function);
    }
    if (candidates.len)
        qsort(candidates.data, candidates.len, sizeof *candidates.data, by_position);
    Compiled *compiled = arena_array(compiler->arena, Compiled, candidates.len + 1);
    for (uint32_t i = 0; i < candidates.len; i++)
        compiled[i].function = candidates.data[i];
    read_declarations(compiler, requests, compiled, candidates.len);
    CutCalls calls = {0};
    cut_calls = &calls;
    ev->on_cut_call = observe_cut_call;
    compiler->queue = lower_queue_new(compiler->arena, compiler->options);
    for (uint32_t i = 0; i < candidates.len; i++)
        compile_function(compiler, requests, &compiled[i]);
    compile_refused(compiler, requests, compiled, candidates.len);
    for (int depth = 0; depth < MAX_CALL_ROUNDS && compile_callees(compiler, requests, compiled, candidates.len);
         depth++) {
    }
    ev->on_cut_call = NULL;
    cut_calls = NULL;
    int index = 0;
    for (uint32_t i = 0; i < candidates.len; i++) {
        if (compiled[i].entry)
            push_entry(compiler, compiled[i].entry, &index);
        for (uint32_t k = 0; k < compiled[i].segments.len; k++)
            push_entry(compiler, compiled[i].segments.data[k], &index);
    }
}

static void note_inlined(Compiler *compiler) {
    Ev *ev = compiler->ev;
    for (uint32_t i = 0; i < ev->modules.len; i++) {
        const Module *module = ev->modules.values[i];
        module = module->installed ? module->installed : module;
        if (!module->is_read || module->is_prelude || module->is_main || module->is_opaque || !module->file)
            continue;
        vec_push(compiler->arena, &compiler->result->inlined, module->file);
        vec_push(compiler->arena, &compiler->result->inlined_modules, module->name);
    }
}

static Str module_name(const SourceFile *source) {
    const char *slash = strrchr(source->path, '/'), *base = slash ? slash + 1 : source->path;
    const char *dot = strrchr(base, '.');
    return str_intern(base, dot ? (size_t)(dot - base) : strlen(base));
}

ModuleResult *analyse_module(Arena *arena, const SourceFile *source, const AnalysisOptions *options, DiagList *diags) {
    AstNode *tree = parse_source(arena, source, diags);
    if (!tree)
        return NULL;
    Compiler compiler = {.ev = ev_new(arena, options, diags), .arena = arena, .options = options};
    ModuleResult *result = compiler.result = arena_new_of(arena, ModuleResult);
    map_init(&compiler.names, arena);
    result->name = module_name(source);
    result->source = source;
    result->tree = tree;
    Requests driver = {.compiler = &compiler}, requests = {.compiler = &compiler};
    observed = &driver;
    compiler.ev->on_call = observe_call;
    compiler.ev->on_return = observe_return;
    Module *module = ev_run_main(compiler.ev, source, tree, result->name);
    compiler.ev->on_call = NULL;
    observed = NULL;
    note_unfollowed(&compiler);
    CallLines lines = {.tree = tree};
    if (!calls_read(compiler.ev, module, options, source, &lines) || !requests_of_lines(&requests, &lines))
        return NULL;
    add_driver_requests(&requests, &driver);
    compile_functions(&compiler, &requests);
    entry_add_unmade(&compiler);
    compiler.result->calls_path = lines.path;
    note_inlined(&compiler);
    return result;
}
