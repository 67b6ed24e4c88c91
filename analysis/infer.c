/* Inference from use, beyond what evaluation settles by itself: the dtypes and ranks of inputs that nothing describes.
 *
 * Evaluation asks for a tensor of the likeliest type where one is used (ev_need). When the attempt then fails over it,
 * or holds only where a size is 1 (a vector that was taken for a matrix), dtypes and ranks are searched: one input
 * at a time and all of them together, as long as evaluation gets further or the result demands less. */
#include "analysis/entry.h"
#include "analysis/ev_internal.h"
#include "analysis/exemplar.h"

#include <stdlib.h>

enum { MAX_RESTARTS = 60, MAX_SEARCH = 40 };

static const int likely_ranks[] = {1, 3, 4, 0};

/* How far an attempt got. */
typedef struct Outcome {
    bool ok;
    uint32_t statement;  /* that failed */
    uint32_t line;       /* of what failed */
    uint32_t degenerate; /* sizes that must be 0 or 1, and branches that must not be taken as operators raise in them */
    uint32_t odd;        /* sizes of one tensor that must be equal */
} Outcome;

/* The guesses that evaluation has looked for: with the same ones it comes out the same. */
typedef struct Tried {
    const Source **sources;
    Guess *guesses;
    uint32_t count;
} Tried;

typedef struct Search {
    Compiler *compiler;
    EntryBody *body;
    const Value *const *exemplars;
    bool fixed;
    Str graph_name;
    int attempts;
    bool judges;   /* the outcome matters, not what is made */
    bool recalled; /* something of what an earlier call has shown was assumed from the start */
    Outcome best;
    Map settled, settled_with; /* the hypotheses and the guesses of the best */
    VEC(Tried) tried;
    bool stands; /* ev holds what came of the last that was tried ... */
    bool stands_ok;
} Search;

/* A truth that nobody reads may be any: unlike a number, it is what it is from the start. */
static bool is_unread_truth(Ev *ev, const EntryBody *body, const Value *exemplar, Str name, Map *names) {
    if (exemplar->kind != V_BOOL || body->is_segment || !body->function->def)
        return false;
    if (!names->len) { /* of what the function mentions: nobody has asked yet */
        map_init(names, ev->arena);
        ev_names_in(body->function->def, names);
    }
    return !map_get(names, MAP_KEY(name));
}

static void describe_inputs(Ev *ev, const EntryBody *body, const Value *const *exemplars, bool fixed) {
    Map names = {0};
    map_init(&ev->hypotheses, ev->arena);
    map_clear(&ev->often_known);
    ev->exemplars = exemplars;
    for (uint32_t i = 0; i < body->count; i++) {
        if (!exemplars || !exemplars[i] || exemplars[i]->kind == V_UNKNOWN || exemplars[i]->kind == V_EXTERNAL)
            continue;
        if (is_unread_truth(ev, body, exemplars[i], body->names[i], &names))
            continue;
        Hypothesis *hypothesis = arena_new_of(ev->arena, Hypothesis);
        hypothesis->source = source_arg((int)i, body->names[i]);
        hypothesis->kind = HYP_VALUE_OF;
        hypothesis->exemplar = exemplars[i];
        hypothesis->fixed = fixed;
        map_put(&ev->hypotheses, MAP_KEY(hypothesis->source), hypothesis);
    }
}

/* ---- what calls of one function have in common --------------------------------------------------------------------
 *
 * That an int which an object keeps has to be known, or that the items of a list are taken one by one, comes out when
 * evaluation is well under way and begins again. Further calls of the function assume it from the start. */

static bool shares(const Search *s) { return s->exemplars && !s->fixed && !s->body->is_segment; }

static bool is_common(const Hypothesis *h) {
    return h->kind == HYP_UNROLL ||
           (h->kind == HYP_VALUE && h->source->kind == SRC_ATTR && h->constant.kind == CONST_INT);
}

static void learn(const Search *s) {
    Compiler *compiler = s->compiler;
    const Map *hypotheses = &compiler->ev->hypotheses;
    compiler->learned_of = s->body->function;
    map_init(&compiler->learned, compiler->arena);
    for (uint32_t i = 0; i < hypotheses->len; i++)
        if (is_common(hypotheses->values[i]))
            map_put(&compiler->learned, hypotheses->keys[i], hypotheses->values[i]);
}

static void recall(Search *s) {
    Ev *ev = s->compiler->ev;
    const Map *learned = &s->compiler->learned;
    s->recalled = s->compiler->learned_of == s->body->function && learned->len;
    for (uint32_t i = 0; s->recalled && i < learned->len; i++) {
        Hypothesis own = *(const Hypothesis *)learned->values[i];
        const Value *known = own.kind == HYP_VALUE ? exemplar_at(ev, s->exemplars, own.source) : NULL;
        if (own.kind == HYP_VALUE && !(known && ev_constant_of(known, &own.constant) && is_common(&own)))
            continue;
        map_put(&ev->hypotheses, learned->keys[i], arena_copy(ev->arena, &own, sizeof own));
    }
}

/* What stands in the way of a loop or of merging a branch seldom depends on the types that are searched for. */
static void keep_forks(Ev *ev, const Map *before) {
    for (uint32_t i = 0; i < before->len; i++)
        if (((const Hypothesis *)before->values[i])->kind == HYP_FORK)
            map_put(&ev->hypotheses, before->keys[i], before->values[i]);
}

/* ---- attempts --------------------------------------------------------------------------------------------------- */

static bool bind_inputs(Ev *ev, const EntryBody *body, const Value **values) {
    for (uint32_t i = 0; i < body->count; i++)
        if (!(values[i] = ev_input(ev, source_arg((int)i, body->names[i]))))
            return false;
    return true;
}

static Guess guess_in(const Map *guesses, const Source *source) {
    const Guess *guess = map_get(guesses, MAP_KEY(source));
    return guess ? *guess : (Guess){-1, DT_NONE};
}

static Guess guess_for(const Search *s, const Source *source) { return guess_in(&s->compiler->ev->guesses, source); }

static bool is_guess(Guess a, Guess b) { return a.rank == b.rank && a.dtype == b.dtype; }

/* What the best attempt has settled, with the guess of now in place of the one that it had. False: this has to come out
 * again. */
static bool with_guess(const Search *s, Hypothesis *h) {
    Guess guess = guess_for(s, h->source), old = guess_in(&s->settled_with, h->source);
    bool is_tensor = h->kind == HYP_TENSOR;
    if ((is_tensor && guess.rank < 0 && old.rank >= 0) || (guess.dtype == DT_NONE && old.dtype != DT_NONE))
        return false;
    if (is_tensor && guess.rank >= 0)
        h->rank = guess.rank;
    if (guess.dtype != DT_NONE)
        h->dtype = guess.dtype;
    return true;
}

/* To judge other types of some tensors, what the best attempt so far has settled of all inputs is assumed from the
 * start: each type that comes out on the way begins the attempt again. */
static void keep_settled(Search *s) {
    Ev *ev = s->compiler->ev;
    for (uint32_t i = 0; i < s->settled.len; i++) {
        Hypothesis h = *(const Hypothesis *)s->settled.values[i];
        bool is_guessed = h.kind == HYP_TENSOR || h.kind == HYP_TENSOR_FLAT;
        if (is_guessed && !with_guess(s, &h))
            continue;
        if (is_guessed)
            vec_push(ev->arena, &ev->guessed, h.source);
        map_put(&ev->hypotheses, s->settled.keys[i], arena_copy(ev->arena, &h, sizeof h));
    }
}

/* Another body's argument would be read out of this one's. */
static void check_roots(const EntryBody *body, const FactList *facts) {
    for (uint32_t i = 0; i < facts->items.len; i++) {
        const Source *root = facts->items.data[i].source;
        while (root && root->base)
            root = root->base;
        if (root && root->kind == SRC_ARG &&
            (root->index >= (int64_t)body->count || root->name != body->names[root->index]))
            ICE("infer: a guard of '%s' is about '%s', which is no argument of it", body->function->qualname,
                root->name);
    }
}

static bool is_tried(const Search *s, const Tried *tried) {
    for (uint32_t i = 0; i < tried->count; i++) {
        if (!is_guess(guess_for(s, tried->sources[i]), tried->guesses[i]))
            return false;
    }
    return true;
}

static void note_tried(Search *s) {
    Arena *arena = s->compiler->arena;
    const Ev *ev = s->compiler->ev;
    Tried tried = {.count = ev->guessed.len};
    tried.sources = arena_copy(arena, ev->guessed.data, ev->guessed.len * sizeof *ev->guessed.data);
    tried.guesses = arena_array(arena, Guess, ev->guessed.len);
    for (uint32_t i = 0; i < tried.count; i++)
        tried.guesses[i] = guess_for(s, tried.sources[i]);
    vec_push(arena, &s->tried, tried);
}

/* Evaluates until no hypothesis changes. */
static bool evaluate(Search *s) {
    Ev *ev = s->compiler->ev;
    const Value **values = arena_array(s->compiler->arena, const Value *, s->body->count + 1);
    s->body->values = values;
    Map before = ev->hypotheses;
    describe_inputs(ev, s->body, s->exemplars, s->fixed);
    if (shares(s))
        recall(s);
    if (s->judges) {
        keep_forks(ev, &before);
        keep_settled(s);
    }
    for (int restart = 0; restart < MAX_RESTARTS; restart++) {
        s->body->failed_statement = 0;
        s->body->began = false;
        ev_begin_attempt(ev, s->graph_name, s->body->function->def->span);
        if (bind_inputs(ev, s->body, values) && ev_run_entry(ev, s->body)) {
            check_roots(s->body, &ev->input_facts);
            return true;
        }
        if (ev->fail.kind != FAIL_RESTART && !(ev->fail.kind == FAIL_CUT && ev_close_all(ev)))
            return false;
    }
    ev_fail(ev, D_LIMIT, s->body->function->def->span, "the types of the inputs cannot be settled in %d attempts",
            MAX_RESTARTS);
    return false;
}

/* Evaluates with the guesses, but where that is what was done last. */
static bool settle(Search *s) {
    if (s->stands && is_tried(s, &vec_last(&s->tried)))
        return s->stands_ok;
    s->compiler->ev->guessed.len = 0;
    s->stands_ok = evaluate(s);
    s->stands = !s->judges;
    note_tried(s);
    return s->stands_ok;
}

/* ---- judging ---------------------------------------------------------------------------------------------------- */

static bool are_of_one_tensor(const ShExpr *a, const ShExpr *b) {
    return a->op == SH_SYM && b->op == SH_SYM && a->symbol->origin && a->symbol->origin == b->symbol->origin;
}

static void count_demands(const FactList *facts, Outcome *outcome) {
    for (uint32_t i = 0; i < facts->items.len; i++) {
        const Fact *fact = &facts->items.data[i];
        int64_t size;
        if (fact->kind != FACT_COMPARE || fact->compare != SH_EQ || fact->count != 2)
            continue;
        bool is_first = sh_is_const(fact->exprs[0], &size), known = is_first || sh_is_const(fact->exprs[1], &size);
        bool is_shown = known && sh_hint(fact->exprs[is_first], -1) == size; /* by an object that was made */
        outcome->degenerate += known && size <= 1 && !is_shown;
        outcome->odd += are_of_one_tensor(fact->exprs[0], fact->exprs[1]);
    }
}

static Outcome outcome_of(Search *s, bool ok) {
    const Ev *ev = s->compiler->ev;
    Outcome outcome = {.ok = ok};
    if (ok) {
        outcome.degenerate = (uint32_t)ev->operators_raised;
        count_demands(ev->facts, &outcome);
    } else {
        outcome.statement = s->body->failed_statement;
        outcome.line = span_line(ev->fail.span);
    }
    return outcome;
}

static bool is_better(const Outcome *a, const Outcome *b) {
    if (a->ok != b->ok)
        return a->ok;
    if (a->ok)
        return a->degenerate != b->degenerate ? a->degenerate < b->degenerate : a->odd < b->odd;
    return a->statement != b->statement ? a->statement > b->statement : a->line > b->line;
}

/* Could other ranks help? */
static bool is_doubtful(const Search *s) {
    const Fail *fail = &s->compiler->ev->fail;
    return s->best.ok ? s->best.degenerate > 0
                      : fail->kind == FAIL_RAISE || fail->code == D_SHAPE || fail->code == D_RAISES;
}

/* ---- searching -------------------------------------------------------------------------------------------------- */

typedef VEC(const Source *) SourceVec;

/* The tensors whose types the last attempt has guessed; `flat`: also those of any rank. */
static SourceVec guessed_inputs(Search *s, bool flat) {
    const Map *hypotheses = &s->compiler->ev->hypotheses;
    SourceVec sources = {0};
    for (uint32_t i = 0; i < hypotheses->len; i++) {
        const Hypothesis *h = hypotheses->values[i];
        if (h->kind == HYP_TENSOR || (flat && h->kind == HYP_TENSOR_FLAT))
            vec_push(s->compiler->arena, &sources, h->source);
    }
    return sources;
}

static void put_guess(Search *s, const Source *source, Guess guess) {
    map_put(&s->compiler->ev->guesses, MAP_KEY(source), arena_copy(s->compiler->arena, &guess, sizeof guess));
}

static void put_rank(Search *s, const Source *source, int rank) {
    Guess guess = guess_for(s, source);
    guess.rank = rank;
    put_guess(s, source, guess);
}

static Map copy_guesses(const Search *s) {
    const Map *guesses = &s->compiler->ev->guesses;
    Map copy;
    map_init(&copy, s->compiler->arena);
    for (uint32_t i = 0; i < guesses->len; i++)
        map_put(&copy, guesses->keys[i], guesses->values[i]);
    return copy;
}

static void note_best(Search *s, const Outcome *outcome) {
    s->best = *outcome;
    s->settled = s->compiler->ev->hypotheses;
    s->settled_with = copy_guesses(s);
}

/* Tries ev->guesses; keeps the outcome when it is better. */
static bool try_guesses(Search *s) {
    if (++s->attempts > MAX_SEARCH)
        return false;
    for (uint32_t i = 0; i < s->tried.len; i++)
        if (is_tried(s, &s->tried.data[i]))
            return false; /* the best so far is as good */
    s->judges = true;
    bool ok = settle(s);
    s->judges = false;
    Outcome outcome = outcome_of(s, ok);
    if (!is_better(&outcome, &s->best))
        return false;
    note_best(s, &outcome);
    return true;
}

static bool is_perfect(const Search *s) { return s->best.ok && s->best.degenerate + s->best.odd == 0; }

static const DType other_dtypes[] = {DT_I64, DT_BOOL};

/* All inputs alike: what is done bit by bit. More of them may be met on the way. */
static void search_dtypes_together(Search *s, const SourceVec *first) {
    for (size_t k = 0; k < COUNT_OF(other_dtypes) && !s->best.ok; k++) {
        Map before = copy_guesses(s);
        SourceVec sources = *first;
        for (uint32_t done = 0; done < sources.len && !s->best.ok; sources = guessed_inputs(s, true)) {
            for (done = 0; done < sources.len; done++)
                put_guess(s, sources.data[done], (Guess){guess_for(s, sources.data[done]).rank, other_dtypes[k]});
            try_guesses(s);
        }
        if (!s->best.ok)
            s->compiler->ev->guesses = before;
    }
}

/* Integers in place of floats, one input after the other: indices and masks. */
static void search_dtypes(Search *s) {
    SourceVec sources = guessed_inputs(s, true);
    for (uint32_t i = 0; i < sources.len && !s->best.ok; i++) {
        Guess old = guess_for(s, sources.data[i]);
        bool better = false;
        for (size_t k = 0; k < COUNT_OF(other_dtypes) && !better; k++) {
            put_guess(s, sources.data[i], (Guess){old.rank, other_dtypes[k]});
            better = try_guesses(s);
        }
        if (!better)
            put_guess(s, sources.data[i], old);
    }
    search_dtypes_together(s, &sources);
}

/* The rank that the best attempt has given the input: it need not be tried again. */
static int best_rank(const Search *s, const Source *source) {
    const Hypothesis *h = map_get(&s->settled, MAP_KEY(source));
    return h && h->kind == HYP_TENSOR ? h->rank : -1;
}

static bool all_have_rank(const Search *s, const SourceVec *sources, int rank) {
    for (uint32_t i = 0; i < sources->len; i++)
        if (best_rank(s, sources->data[i]) != rank)
            return false;
    return true;
}

/* All guessed inputs at one rank. */
static void search_together(Search *s, const SourceVec *sources) {
    Map *guesses = &s->compiler->ev->guesses;
    Map best = copy_guesses(s);
    for (size_t k = 0; k < COUNT_OF(likely_ranks) && !is_perfect(s); k++) {
        if (all_have_rank(s, sources, likely_ranks[k]))
            continue;
        for (uint32_t i = 0; i < sources->len; i++)
            put_rank(s, sources->data[i], likely_ranks[k]);
        if (try_guesses(s))
            best = copy_guesses(s);
    }
    *guesses = best;
}

/* All of them without their first dimension, which the program may treat as a batch. */
static bool search_unbatched(Search *s, const SourceVec *sources) {
    Ev *ev = s->compiler->ev;
    Map best = copy_guesses(s);
    for (uint32_t i = 0; i < sources->len; i++) {
        const Hypothesis *h = map_get(&ev->hypotheses, MAP_KEY(sources->data[i]));
        put_rank(s, sources->data[i], h->rank > 0 ? h->rank - 1 : 0);
    }
    if (try_guesses(s))
        return true;
    ev->guesses = best;
    return false;
}

/* One input after the other. True: that was better. */
static bool search_apart(Search *s, const SourceVec *sources) {
    bool any = false;
    for (uint32_t i = 0; i < sources->len && !is_perfect(s); i++) {
        int old = guess_for(s, sources->data[i]).rank;
        for (size_t k = 0; k <= COUNT_OF(likely_ranks) && !is_perfect(s); k++) {
            int rank = k < COUNT_OF(likely_ranks) ? likely_ranks[k] : 2;
            if (rank == best_rank(s, sources->data[i]))
                continue;
            put_rank(s, sources->data[i], rank);
            if (try_guesses(s)) {
                old = rank;
                any = true;
            }
        }
        put_rank(s, sources->data[i], old);
    }
    return any;
}

/* Improves on the best ranks so far, one input after the other. */
static void search_from_best(Search *s) {
    bool better = true;
    while (better && !is_perfect(s)) {
        settle(s); /* other inputs may be guessed with these ranks */
        SourceVec sources = guessed_inputs(s, false);
        better = search_unbatched(s, &sources) || search_apart(s, &sources);
    }
}

/* One attempt, or several. */
static bool search(Search *s) {
    Outcome first = outcome_of(s, settle(s));
    note_best(s, &first);
    if (!is_doubtful(s))
        return s->best.ok;
    if (s->body->is_asked) {
        s->body->gave_up = true;
        return false;
    }
    if (!s->best.ok) {
        search_dtypes(s);
        settle(s); /* with the best of them */
    }
    SourceVec sources = guessed_inputs(s, false);
    if (sources.len == 0 || !is_doubtful(s))
        return settle(s); /* which may fail where judging it did not */
    search_from_best(s);
    if (!is_perfect(s)) {
        search_together(s, &sources);
        search_from_best(s);
    }
    return settle(s);
}

typedef struct Attempt {
    Search search;
    bool ok;
} Attempt;

static void run_attempt(void *env) {
    Attempt *attempt = env;
    Search *s = &attempt->search;
    attempt->ok = search(s);
    if (!attempt->ok && s->recalled && s->compiler->ev->fail.code == D_LIMIT) { /* less may be enough for this call */
        s->compiler->learned_of = NULL;
        s->attempts = 0;
        s->tried.len = 0;
        s->stands = false;
        attempt->ok = search(s);
    }
    if (attempt->ok && shares(s))
        learn(s);
}

bool entry_attempt(Compiler *compiler, EntryBody *body, const Value *const *exemplars, bool fixed, Str graph_name) {
    Search search = {
        .compiler = compiler, .body = body, .exemplars = exemplars, .fixed = fixed, .graph_name = graph_name};
    Attempt attempt = {search, false};
    map_init(&compiler->ev->guesses, compiler->arena);
    for (uint32_t i = 0; body->ranks && i < body->count; i++)
        put_rank(&attempt.search, source_arg((int)i, body->names[i]), body->ranks[i]);
    return entry_run(compiler, body->function->def, run_attempt, &attempt) && attempt.ok;
}
