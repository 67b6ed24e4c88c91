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
            counts->aten++;
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
    return m;
}

static Lowered *lower(LowerModule *m, Variant *variant) {
    Lowered *lowered = arena_new_of(m->arena, Lowered);
    lowered->variant = variant;
    lowered->loops.arena = m->arena;
    lowered->operators = cg_count_operators(variant);
    m->loops = &lowered->loops;
    lowered->host = lower_variant(m, variant, &lowered->problem);
    for (uint32_t i = 0; i < lowered->loops.functions.len; i++)
        lp_prune(lowered->loops.functions.data[i]);
    const char *wrong = lp_verify(m->arena, &lowered->loops);
    if (wrong)
        ICE("loop IR of %s: %s", variant->name, wrong);
    return variant->lowered = lowered;
}

static const char *accept(const Backend *backend, const Lowered *lowered) {
    return backend->code->accept ? backend->code->accept(backend->state, lowered) : NULL;
}

/* The first back end that accepts takes it. NULL, or the reason of the first that does not. */
static const char *offer(LowerModule *m, Lowered *lowered) {
    const BackendList *list = m->backends;
    for (uint32_t i = 0; i < list->items.len; i++) {
        Decline decline = {list->items.data[i], accept(list->items.data[i], lowered)};
        if (!decline.reason) {
            lowered->backend = lowered->code = decline.backend;
            return NULL;
        }
        vec_push(m->arena, &lowered->declines, decline);
    }
    return lowered->declines.data[0].reason;
}

const char *cg_lower(void *module, Variant *variant) {
    LowerModule *m = module;
    uint32_t names = m->names.len, pinned = m->pinned.len;
    Lowered *lowered = lower(m, variant);
    const char *problem = lowered->problem ? lowered->problem : offer(m, lowered);
    if (problem) {
        m->names.len = m->name_ids.len = names;
        m->pinned.len = m->pinned_ids.len = pinned;
    }
    return problem;
}

/* ---- the module's files ------------------------------------------------------------------------------------------ */
bool cg_has_code(const Entry *entry) { return entry->index >= 0 && entry->variants.len > 0; }

/* What was analysed without a back end (graphs in text form) misses always where none takes it. */
static Lowered *lowered_of(LowerModule *m, Variant *variant) {
    Lowered *lowered = variant->lowered ? variant->lowered : lower(m, variant);
    if (!lowered->code && !lowered->problem)
        offer(m, lowered);
    if (!lowered->code)
        lowered->backend = lowered->code = m->backends->items.data[0];
    if (variant->signature)
        lowered->host->doc = variant->signature;
    return lowered;
}

static void collect(LowerModule *m, const ModuleResult *result, LoweredList *all, Buf *dump) {
    for (uint32_t i = 0; i < result->entries.len; i++) {
        const Entry *entry = result->entries.data[i];
        for (uint32_t v = 0; cg_has_code(entry) && v < entry->variants.len; v++) {
            Lowered *lowered = lowered_of(m, entry->variants.data[v]);
            lowered->entry = entry;
            vec_push(m->arena, all, lowered);
            if (dump)
                lp_print(dump, &lowered->loops);
        }
    }
}

/* The share of one back end. Host functions that another unit's tables name are seen outside of their file. */
static BackendUnit make_unit(LowerModule *m, const ModuleResult *result, const LoweredList *all, const Backend *backend,
                             const CgTables *tables) {
    BackendUnit unit = {
        .result = result, .module = m, .tables = tables, .cpu = m->backends->cpu, .listing = m->backends->listing};
    for (uint32_t i = 0; i < all->len; i++) {
        Lowered *lowered = all->data[i];
        if (lowered->code == backend)
            vec_push(m->arena, &unit.own, lowered);
        else
            vec_push(m->arena, &unit.others, lowered);
        if (lowered->code == backend)
            lowered->host->is_shared = !tables;
    }
    return unit;
}

bool cg_emit(CgModule *m, const ModuleResult *result, BackendFiles *files, Buf *dump, DiagList *diags) {
    LoweredList all = {0};
    collect(m, result, &all, dump);
    const CgTables *tables = tables_make(m, result);
    for (uint32_t i = 0; i < m->backends->items.len; i++) {
        const Backend *backend = m->backends->items.data[i];
        BackendUnit unit = make_unit(m, result, &all, backend, tables);
        if (!unit.own.len && !tables)
            continue;
        if (!backend->code->emit(backend->state, &unit, files, diags))
            return false;
        tables = NULL;
    }
    return true;
}
