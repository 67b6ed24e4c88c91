/* The variants of a module and the back ends that take them: each goes to the first of the list that accepts it; at the
 * end each code back end is asked for the functions of all that it took, and the first of them for the tables too. */
#include "codegen/backend.h"
#include "codegen/lower.h"
#include "codegen/tables.h"

/* ---- operators by how they run ----------------------------------------------------------------------------------- */
static void count_region(CgOperators *counts, const IrRegion *region) {
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *node = region->nodes.data[i];
        switch (ir_op_info[node->op].cls) {
        case CLS_POINT:
        case CLS_CREATE:
        case CLS_REDUCE:
        case CLS_VIEW:
            counts->fused += node->type.kind == IRT_TENSOR;
            break;
        case CLS_LIB:
            counts->library++;
            break;
        case CLS_ATEN:
            counts->aten += node->op == OP_ATEN;
            counts->python += node->op == OP_CALL ? (int)node->ints[2] : 0;
            break;
        case CLS_EFFECT:
            counts->fused += node->op == OP_STORE || node->op == OP_ITEM;
            break;
        default:
            break;
        }
        for (uint32_t r = 0; r < node->region_count; r++)
            count_region(counts, node->regions[r]);
    }
}

CgOperators cg_count_operators(const Variant *variant) {
    CgOperators counts = {0};
    if (variant->lowered)
        return variant->lowered->operators;
    count_region(&counts, variant->graph->body);
    return counts;
}

/* ---- lowering ---------------------------------------------------------------------------------------------------- */
CgModule *cg_new(Arena *arena, const BackendList *backends) {
    LowerModule *m = arena_new_of(arena, LowerModule);
    m->arena = arena;
    m->backends = backends;
    names_init(&m->ids, arena);
    map_init(&m->shares, arena);
    return m;
}

/* Sizes that the program's assertions relate only at run time become terms of terms: a C compiler takes minutes for
 * such statements. Those of programs in practice have some hundreds of terms. */
enum { MOST_TERMS = 5000 };

static uint32_t count_terms(const LpExpr *e, uint32_t so_far) {
    for (uint32_t i = 0; i < e->arg_count && so_far <= MOST_TERMS; i++)
        so_far = count_terms(e->args[i], so_far);
    return so_far + 1;
}

static bool is_too_long(const LpBlock *block) {
    for (uint32_t i = 0; i < block->items.len; i++) {
        const LpStmt *s = block->items.data[i];
        for (size_t a = 0; a < COUNT_OF(s->args); a++)
            if (s->args[a] && count_terms(s->args[a], 0) > MOST_TERMS)
                return true;
        if (is_too_long(&s->body) || is_too_long(&s->other))
            return true;
    }
    return false;
}

/* `variant`, of which `as` is a copy or itself, as its graph is, or with another graph and name. */
static Lowered *lower(LowerModule *m, const Variant *variant, const Variant *as, IrGraph *graph, Str name) {
    Lowered *lowered = arena_new_of(m->arena, Lowered);
    Variant shown = *as;
    shown.lowered = NULL;
    shown.graph = graph;
    shown.name = name;
    lowered->variant = variant;
    lowered->loops.arena = m->arena;
    lowered->operators = cg_count_operators(&shown);
    m->loops = &lowered->loops;
    m->scratch = arena_new();
    lowered->host = lower_variant(m, arena_copy(m->scratch, &shown, sizeof shown), &lowered->problem);
    for (uint32_t i = 0; i < lowered->loops.functions.len; i++) {
        LpFunction *function = lowered->loops.functions.data[i];
        if (!function->is_kernel) /* kernels are when they are made */
            lp_prune(function);
        if (function->work)
            vec_push(m->arena, &lowered->kernels, function);
    }
    const char *wrong = lp_verify(m->scratch, &lowered->loops);
    if (wrong)
        ICE("loop IR of %s: %s", name, wrong);
    for (uint32_t i = 0; i < lowered->loops.functions.len && !lowered->problem; i++)
        if (is_too_long(&lowered->loops.functions.data[i]->body))
            lowered->problem = "a size has too many terms for a compiler of C";
    arena_free(m->scratch);
    return lowered;
}

static const char *accept(const Backend *backend, Lowered *lowered) {
    lowered->code = backend;
    if (lowered->problem)
        return lowered->problem;
    return backend->code->accept ? backend->code->accept(backend->state, lowered) : NULL;
}

/* The kernels so far of the code back end that makes these: it alone can call them. */
static LpShare *share_of(LowerModule *m, const Backend *backend) {
    LpShare *share = map_get(&m->shares, MAP_KEY(backend));
    if (!share) {
        share = arena_new_of(m->arena, LpShare);
        lp_share_init(share, m->arena);
        map_put(&m->shares, MAP_KEY(backend), share);
    }
    return share;
}

static void share_and_prepare(LowerModule *m, Lowered *lowered) {
    const CodeBackend *code = lowered->code->code;
    LpModule *loops = &lowered->loops;
    lp_share(share_of(m, lowered->code), loops);
    for (uint32_t i = 0; code->prepare && i < loops->functions.len; i++)
        if (!loops->functions.data[i]->same_as)
            code->prepare(m->arena, loops->functions.data[i]);
}

/* One variant on its way through the list. */
typedef struct Offer {
    LowerModule *m;
    Variant *variant;
    const Variant *as; /* what is looked at: it, or a copy */
    Lowered *first, *last;
    Lowered *loops;    /* the variant as loop IR, once a code back end was asked */
    GraphSplit *split; /* for back ends in Python, once one was asked */
    const char *split_problem;
    VEC(Decline) declines;
} Offer;

/* What is taken first keeps the variant's name. */
static Str choice_name(const Offer *o, const Backend *backend) {
    return o->first ? names_unique(&o->m->ids, str_format("%s_%s", o->variant->name, backend->name)) : o->variant->name;
}

static const char *offer_code(Offer *o, const Backend *backend, Lowered **taken) {
    if (!o->loops)
        o->loops = lower(o->m, o->variant, o->as, o->as->graph, choice_name(o, backend));
    *taken = o->loops;
    return accept(backend, o->loops);
}

static const char *split(Offer *o, const Backend *backend, GraphSplit **made) {
    const Variant *variant = o->as;
    Arena *arena = o->m->arena;
    if (backend->plugin) {
        *made = arena_new_of(arena, GraphSplit);
        GraphFilter filter = plugin_filter(backend, arena);
        return graph_split(*made, arena, variant->graph, variant->name, GRAPH_C, filter);
    }
    if (!o->split) {
        o->split = arena_new_of(arena, GraphSplit);
        o->split_problem = graph_split(o->split, arena, variant->graph, variant->name, GRAPH_PYTHON, (GraphFilter){0});
    }
    *made = o->split;
    return o->split_problem;
}

static const char *offer_graph(Offer *o, const Backend *backend, int number, Lowered **taken) {
    GraphSplit *made;
    const char *problem = split(o, backend, &made);
    if (problem)
        return problem;
    Str code = NULL, flags = NULL;
    if (backend->plugin && !o->m->backends->carrier->code->needs_compiler)
        return "its answer is C, and the code back end that the list names first makes none";
    problem = backend->plugin ? plugin_compile(backend, o->m->arena, made, &code, &flags) : NULL;
    if (problem)
        return problem;
    o->m->graph_backend = backend->plugin ? -1 : number;
    *taken = lower(o->m, o->variant, o->as, made->graph, choice_name(o, backend));
    (*taken)->split = made;
    (*taken)->code_text = code;
    (*taken)->flags = flags;
    if (backend->plugin) { /* they run as C */
        (*taken)->operators.fused += (*taken)->operators.python;
        (*taken)->operators.python = 0;
    }
    return accept(o->m->backends->carrier, *taken);
}

static void keep(Offer *o, const Backend *backend, Lowered *taken) {
    taken->backend = backend;
    share_and_prepare(o->m, taken);
    if (o->last)
        o->last->next = taken;
    else
        o->first = taken;
    o->last = taken;
    for (uint32_t i = 0; i < o->declines.len; i++)
        vec_push(o->m->arena, &taken->declines, o->declines.data[i]);
    o->declines.len = 0;
}

/* Asks one after the other, until one accepts that cannot fail later. NULL, or the reason of the first to decline. */
static const char *offer(Offer *o) {
    const BackendList *list = o->m->backends;
    for (uint32_t i = 0; i < list->items.len; i++) {
        const Backend *backend = list->items.data[i];
        Lowered *taken = NULL;
        const char *reason = backend->code ? offer_code(o, backend, &taken) : offer_graph(o, backend, (int)i, &taken);
        Decline decline = {backend, reason};
        if (reason)
            vec_push(o->m->arena, &o->declines, decline);
        else
            keep(o, backend, taken);
        if (!reason && !backend->may_fail)
            break;
    }
    const Decline *first = o->first ? NULL : &o->declines.data[0];
    if (!first || first->backend->code == &c_backend)
        return first ? first->reason : NULL;
    return arena_printf(o->m->arena, "the back end %s does not take it: %s", backend_title(first->backend),
                        first->reason);
}

/* Reports show it: printed here it is printed beside evaluation. */
static void print_graph(LowerModule *m, Lowered *lowered, const IrGraph *graph) {
    Buf text = {0};
    ir_print(&text, graph, true);
    lowered->graph = arena_copy(m->arena, text.data, text.len + 1);
    buf_free(&text);
}

const char *cg_lower(void *module, Variant *variant, const Variant *as) {
    LowerModule *m = module;
    uint32_t names = m->names.len, pinned = m->pinned.len;
    Offer o = {.m = m, .variant = variant, .as = as};
    const char *problem = offer(&o);
    variant->lowered = o.first;
    if (!problem)
        print_graph(m, o.first, as->graph);
    if (problem) {
        m->names.len = m->name_ids.len = names;
        m->pinned.len = m->pinned_ids.len = pinned;
        variant->blamed = as == variant ? lower_unproved(variant) : NULL;
    }
    return problem;
}

bool cg_takes_copies(const CgModule *m) {
    for (uint32_t i = 0; i < m->backends->items.len; i++)
        if (!m->backends->items.data[i]->code)
            return false;
    return true;
}

void cg_print_backends(Buf *out, const Variant *variant) {
    for (const Lowered *l = variant->lowered; l; l = l->next)
        buf_printf(out, "%s%s", l == variant->lowered ? "" : ", ", backend_title(l->backend));
}

void cg_print_graph(Buf *out, const Variant *variant) {
    if (variant->lowered && variant->lowered->graph)
        buf_puts(out, variant->lowered->graph);
    else
        ir_print(out, variant->graph, true);
}

void cg_visit_kernels(const Variant *variant, void (*visit)(void *env, const CgKernel *kernel), void *env) {
    for (uint32_t i = 0; variant->lowered && i < variant->lowered->kernels.len; i++) {
        const LpFunction *function = variant->lowered->kernels.data[i];
        CgKernel kernel = {.name = function->same_as ? function->same_as->name : function->name,
                           .operators = function->work->operators,
                           .places = function->work->places.data,
                           .place_count = function->work->places.len};
        visit(env, &kernel);
    }
}

void cg_visit_declines(const Variant *variant, void (*visit)(void *env, const char *backend, const char *reason),
                       void *env) {
    for (const Lowered *l = variant->lowered; l; l = l->next)
        for (uint32_t i = 0; i < l->declines.len; i++)
            visit(env, backend_title(l->declines.data[i].backend), l->declines.data[i].reason);
}

/* ---- the module's files ------------------------------------------------------------------------------------------ */
bool cg_has_code(const Entry *entry) { return entry->index >= 0 && entry->variants.len > 0; }

/* What was analysed without a back end (graphs in text form) misses always where none takes it. */
static Lowered *lowered_of(LowerModule *m, Variant *variant) {
    if (!variant->lowered) {
        Offer o = {.m = m, .variant = variant, .as = variant};
        offer(&o);
        if (!o.first)
            keep(&o, m->backends->carrier,
                 o.loops ? o.loops : lower(m, variant, variant, variant->graph, variant->name));
        variant->lowered = o.first;
    }
    return variant->lowered;
}

typedef struct DeclineNote {
    DiagList *diags;
    const Entry *entry;
} DeclineNote;

static void note_decline(void *env, const char *backend, const char *reason) {
    const DeclineNote *note = env;
    diag_add(note->diags, DIAG_NOTE, D_DECLINED, note->entry->def ? note->entry->def->span : (Span){0},
             "the back end %s does not take '%s': %s", backend, note->entry->name, reason);
}

struct CgCode {
    const ModuleResult *result;
    LoweredList all;
    uint32_t file_count;
    const CgTables *tables;
};

Str cg_file_name(const char *module, uint32_t file) {
    return file ? str_format("%s_kernels_%u.c", module, file) : str_format("%s_kernels.c", module);
}

uint32_t cg_file_of(const Variant *variant) { return variant->lowered ? variant->lowered->file : 0; }

static size_t text_size(const Lowered *lowered) {
    size_t size = lowered->code_text ? strlen(lowered->code_text) : 0;
    for (uint32_t i = 0; i < lowered->loops.functions.len; i++)
        size += lowered->loops.functions.data[i]->code_len;
    return size;
}

/* A compiler of C uses one processor for a file, and takes some five seconds for one that is as large as this. What is
 * of one variant stays together. */
static void spread_over_files(CgCode *code) {
    enum { FILE_SIZE = 1 << 18 };
    size_t size = 0;
    code->file_count = 1;
    for (uint32_t i = 0; i < code->all.len; i++) {
        Lowered *lowered = code->all.data[i];
        size_t own = text_size(lowered);
        if (size && size + own > FILE_SIZE) {
            code->file_count++;
            size = 0;
        }
        size += own;
        lowered->file = code->file_count - 1;
    }
}

const CgCode *cg_collect(CgModule *m, const ModuleResult *result, Buf *dump, DiagList *diags) {
    CgCode *code = arena_new_of(m->arena, CgCode);
    for (uint32_t i = 0; i < result->entries.len; i++) {
        const Entry *entry = result->entries.data[i];
        DeclineNote note = {diags, entry};
        for (uint32_t v = 0; cg_has_code(entry) && v < entry->variants.len; v++) {
            Lowered *lowered = lowered_of(m, entry->variants.data[v]);
            cg_visit_declines(entry->variants.data[v], note_decline, &note);
            for (; lowered; lowered = lowered->next) {
                lowered->entry = entry;
                if (lowered->variant->signature)
                    lowered->host->doc = lowered->variant->signature;
                vec_push(m->arena, &code->all, lowered);
                lp_share_place(share_of(m, lowered->code), &lowered->loops);
                if (dump)
                    lp_print(dump, &lowered->loops);
            }
        }
    }
    for (uint32_t i = 0; i < m->shares.len; i++)
        lp_share_end(m->shares.values[i]);
    spread_over_files(code);
    code->result = result;
    code->tables = tables_make(m, result);
    return code;
}

/* The functions that graph back ends of Python run. */
static void emit_graphs(LowerModule *m, const CgCode *code, BackendFiles *files) {
    const ModuleResult *result = code->result;
    Buf *out = NULL;
    const GraphSplit *before = NULL;
    for (uint32_t i = 0; i < code->all.len; i++) {
        const Lowered *lowered = code->all.data[i];
        if (!lowered->backend->is_python || lowered->split == before)
            continue;
        before = lowered->split;
        if (!out) {
            out = backend_file(files, FILE_TEXT, str_format("%s_graphs.py", result->name));
            buf_printf(out,
                       "\"\"\"Made by pyaot from %s: the graphs that back ends run, see pyaot_graphs.py.\"\"\"\n\n",
                       result->source ? result->source->display : result->name);
            buf_puts(out, "import torch\n\nBACKENDS = [");
            for (uint32_t b = 0; b < m->backends->items.len; b++)
                buf_printf(out, "%s\"%s\"", b ? ", " : "", backend_title(m->backends->items.data[b]));
            buf_puts(out, "]\n");
        }
        for (uint32_t c = 0; c < lowered->split->calls.len; c++) {
            buf_puts(out, "\n\n");
            graph_print(out, lowered->split->calls.data[c]);
        }
    }
}

/* The share of one back end. Host functions that another unit's tables name are seen outside of their file. */
static BackendUnit make_unit(LowerModule *m, const CgCode *code, const Backend *backend, const CgTables *tables) {
    BackendUnit unit = {.result = code->result,
                        .module = m,
                        .tables = tables,
                        .file_count = code->file_count,
                        .cpu = m->backends->cpu,
                        .listing = m->backends->listing,
                        .debug = m->backends->debug};
    for (uint32_t i = 0; i < code->all.len; i++) {
        Lowered *lowered = code->all.data[i];
        if (lowered->code == backend)
            vec_push(m->arena, &unit.own, lowered);
        else
            vec_push(m->arena, &unit.others, lowered);
        if (lowered->code == backend)
            lowered->host->is_shared = !tables;
    }
    return unit;
}

static bool emit_unit(LowerModule *m, const CgCode *code, const Backend *backend, const CgTables *tables,
                      BackendFiles *files, DiagList *diags) {
    BackendUnit unit = make_unit(m, code, backend, tables);
    return (!unit.own.len && !tables) || backend->code->emit(backend->state, &unit, files, diags);
}

bool cg_emit(CgModule *m, const CgCode *code, BackendFiles *files, DiagList *diags) {
    emit_graphs(m, code, files);
    const Backend *carrier = m->backends->carrier;
    if (!emit_unit(m, code, carrier, code->tables, files, diags))
        return false;
    for (uint32_t i = 0; i < m->backends->items.len; i++) {
        const Backend *backend = m->backends->items.data[i];
        if (backend->code && backend != carrier && !emit_unit(m, code, backend, NULL, files, diags))
            return false;
    }
    return true;
}
