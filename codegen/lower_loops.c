/* The loop nest of a kernel: its order, which loops merge into one, and how a share of the outermost is run through.
 * Two neighbouring loops merge when every access moves through memory as one loop over their product would. */
#include "codegen/lower_kernel.h"

typedef struct Offsets {
    Kernel *k;
    VEC(const ShExpr *) items;
    bool merged;   /* at positions in merged loops */
    bool reshapes; /* reads go through a reshape */
} Offsets;

static void visit_offset(void *env, const IrNode *node, const Index *at) {
    Offsets *o = env;
    if (node->type.kind != IRT_TENSOR)
        return;
    o->reshapes = o->reshapes || node->op == OP_RESHAPE;
    const Schedule *s = o->k->l->s;
    const Root *root = sched_root(s, node);
    if (node->op == OP_ARANGE)
        vec_push(o->k->arena, &o->items, at->at[0]);
    else if (node->op == OP_INPUT || (root && root->group != o->k->group) || (root && root->full))
        vec_push(o->k->arena, &o->items, index_offset(o->k->cx, &node->type, at));
}

static Index domain(const Group *g) {
    Index at = {.rank = g->rank};
    for (int d = 0; d < g->rank; d++)
        at.at[d] = g->loop[d];
    return at;
}

static Index index_for(const Offsets *o, Index at) { return o->merged ? kernel_index(o->k, &at) : at; }

static void collect_value(Offsets *o, const IrNode *value, const Index *at) {
    const Schedule *s = o->k->l->s;
    visit_offset(o, value, at);
    if (!sched_root(s, value) && value->op != OP_INPUT)
        sched_walk(s, value, at, visit_offset, o);
}

static void collect(Kernel *k, Offsets *o) {
    Group *g = k->group;
    const Schedule *s = k->l->s;
    Index at = index_for(o, domain(g));
    if (g->write) {
        Index inner, place;
        const IrNode *value = sched_written(s, g, &at, &inner), *target = sched_target(s, g, &at, &place);
        vec_push(k->arena, &o->items, index_offset(k->cx, &target->type, &place));
        collect_value(o, value, &inner);
        Index indices[IR_MAX_RANK];
        uint32_t count = sched_write_indices(s, g, &at, indices);
        for (uint32_t i = 0; i < count; i++)
            collect_value(o, g->write->inputs[i + 2], &indices[i]);
        return;
    }
    for (uint32_t i = 0; i < g->roots.len; i++) {
        const Root *root = g->roots.data[i];
        const Index canonical = index_for(o, root->canonical);
        vec_push(k->arena, &o->items, index_offset(k->cx, &root->node->type, &canonical));
        const IrNode *from = root->reduction ? root->node->inputs[0] : root->node;
        const Index *index = root->reduction ? &at : &canonical;
        if (root->reduction)
            visit_offset(o, from, index);
        if (root->node->op == OP_ARANGE)
            visit_offset(o, from, index);
        if (!root->reduction || (!sched_root(s, from) && from->op != OP_INPUT))
            sched_walk(s, from, index, visit_offset, o);
    }
}

static bool merges(Kernel *k, const Offsets *o, const KernelLoop *outer, const KernelLoop *inner) {
    if (outer->reduced != inner->reduced)
        return false;
    for (uint32_t i = 0; i < o->items.len; i++) {
        const ShExpr *a = index_coefficient(k->cx, o->items.data[i], outer->symbol);
        const ShExpr *b = index_coefficient(k->cx, o->items.data[i], inner->symbol);
        if (!a || !b || a != sh_mul(k->cx, b, inner->size))
            return false;
    }
    return true;
}

static void merge_loops(Kernel *k, const Offsets *o) {
    for (int i = 0; i + 1 < k->loop_count;) {
        KernelLoop *outer = &k->loops[i], *inner = &k->loops[i + 1];
        if (!merges(k, o, outer, inner)) {
            i++;
            continue;
        }
        for (int p = 0; p < inner->part_count; p++)
            outer->parts[outer->part_count++] = inner->parts[p];
        outer->symbol = inner->symbol;
        outer->size = sh_mul(k->cx, outer->size, inner->size);
        for (int j = i + 1; j + 1 < k->loop_count; j++)
            k->loops[j] = k->loops[j + 1];
        k->loop_count--;
        i = i > 0 ? i - 1 : 0;
    }
}

/* A merged loop counts in its innermost part alone, beyond that part's size, while the others are 0. A reshape that
 * takes such a position apart may do so in another way than it does the parts': does all that is accessed still move as
 * the loops do? */
static bool merging_holds(Kernel *k, const Offsets *o) {
    Offsets merged = {.k = k, .merged = true};
    collect(k, &merged);
    bool same = merged.items.len == o->items.len;
    for (uint32_t i = 0; same && i < o->items.len; i++)
        for (int j = 0; same && j < k->loop_count; j++)
            same = index_coefficient(k->cx, o->items.data[i], k->loops[j].symbol) ==
                   index_coefficient(k->cx, merged.items.data[i], k->loops[j].symbol);
    return same;
}

/* Likely distance in memory between neighbours along a loop, for ordering. */
static int64_t step_of(Kernel *k, const Offsets *o, const ShExpr *symbol) {
    for (uint32_t i = 0; i < o->items.len; i++) {
        const ShExpr *factor = index_coefficient(k->cx, o->items.data[i], symbol);
        if (factor && !sh_is_value(factor, 0))
            return sh_is_value(factor, 1) ? 1 : sh_hint(factor, 1 << 20);
    }
    return INT64_MAX;
}

/* Outermost is what moves furthest in the first access (an output); equal ones keep the program's order. */
static void sort_loops(Kernel *k, const Offsets *o) {
    bool strided = false;
    for (uint32_t i = 0; i < k->group->roots.len; i++)
        strided = strided || k->group->roots.data[i]->node->type.strides;
    if (k->group->kind != GROUP_POINT || !strided)
        return;
    for (int i = 1; i < k->loop_count; i++) {
        KernelLoop loop = k->loops[i];
        int64_t step = step_of(k, o, loop.symbol);
        int at = i;
        for (; at > 0 && step_of(k, o, k->loops[at - 1].symbol) < step; at--)
            k->loops[at] = k->loops[at - 1];
        k->loops[at] = loop;
    }
}

/* The fast dimension's loop moves behind the others of its kind. */
static void sort_fast(Kernel *k) {
    const Group *g = k->group;
    if (g->fast < 0)
        return;
    for (int i = 0; i + 1 < k->loop_count; i++) {
        KernelLoop loop = k->loops[i];
        if (loop.symbol != g->loop[g->fast] || k->loops[i + 1].reduced != loop.reduced)
            continue;
        k->loops[i] = k->loops[i + 1];
        k->loops[i + 1] = loop;
    }
}

void kernel_plan_loops(Kernel *k) {
    Group *g = k->group;
    for (int reduced = 0; reduced < 2; reduced++) /* kept loops first */
        for (int d = 0; d < g->rank; d++)
            if (g->loop[d]->op == SH_SYM && g->reduced[d] == reduced)
                k->loops[k->loop_count++] = (KernelLoop){.symbol = g->loop[d],
                                                         .size = g->size[d],
                                                         .reduced = reduced,
                                                         .parts = {g->loop[d]},
                                                         .part_count = 1};
    Offsets o = {.k = k};
    collect(k, &o);
    sort_loops(k, &o);
    sort_fast(k);
    KernelLoop loops[COUNT_OF(k->loops)];
    int count = k->loop_count;
    memcpy(loops, k->loops, sizeof(loops));
    merge_loops(k, &o);
    if (k->loop_count < count && o.reshapes && !merging_holds(k, &o)) {
        memcpy(k->loops, loops, sizeof(loops));
        k->loop_count = count;
    }
    kernel_set_part(k, 0);
}

void kernel_set_part(Kernel *k, int part) {
    Index all = domain(k->group);
    k->pair_part = part;
    k->full = kernel_index(k, &all);
}

const ShExpr *kernel_count(Kernel *k, int first, int count) {
    const ShExpr *product = sh_const(k->cx, 1);
    for (int i = 0; i < count; i++)
        product = sh_mul(k->cx, product, k->loops[first + i].size);
    return product;
}

int kernel_first_reduced(const Kernel *k) {
    int first = 0;
    while (first < k->loop_count && !k->loops[first].reduced)
        first++;
    return first;
}

int64_t kernel_reduced_length(const Kernel *k, int64_t most) {
    int64_t size, length = 1;
    for (int i = kernel_first_reduced(k); i < k->loop_count && length <= most; i++)
        length = sh_is_const(k->loops[i].size, &size) ? length * size : most + 1;
    return length;
}

/* ---- opening and closing loops ----------------------------------------------------------------------------------- */
LpStmt *kernel_open_var(Kernel *k, LpVar *var, LpExpr *lo, LpExpr *hi, LpExpr *step) {
    LpStmt *s = arena_new_of(k->arena, LpStmt);
    *s = (LpStmt){.kind = LPS_FOR, .var = var, .args = {lo, hi, step}};
    vec_push(k->arena, &k->blocks[k->depth]->items, s);
    k->depth++;
    k->blocks[k->depth] = &s->body;
    map_put(&k->depths, MAP_KEY(var), (void *)(intptr_t)k->depth);
    return s;
}

/* The statement moves to the end of its block, behind what was computed outside it in the meantime. */
void kernel_close(Kernel *k) {
    LpBlock *closed = k->blocks[k->depth--];
    LpBlock *block = k->blocks[k->depth];
    for (uint32_t i = 0; i < block->items.len; i++) {
        LpStmt *s = block->items.data[i];
        if (&s->body != closed)
            continue;
        for (; i + 1 < block->items.len; i++)
            block->items.data[i] = block->items.data[i + 1];
        block->items.data[i] = s;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < k->values.len; i++)
        if (k->values.data[i].depth <= k->depth)
            k->values.data[kept++] = k->values.data[i];
    k->values.len = kept;
}

LpVar *kernel_counter(Kernel *k, const char *name) {
    LpVar *var = arena_new_of(k->arena, LpVar);
    var->name = names_unique(&k->names, name);
    var->type = lp_type(LPT_I64);
    return var;
}

static const char *loop_name(const Kernel *k, const ShExpr *symbol) {
    static const char *const names[] = {"i", "j", "k", "l", "m", "n"};
    for (int i = 0; i < k->loop_count; i++)
        if (k->loops[i].symbol == symbol)
            return i < (int)COUNT_OF(names) ? names[i] : "q";
    return "i";
}

LpStmt *kernel_open(Kernel *k, const KernelLoop *loop, LpExpr *lo, LpExpr *hi) {
    const LpExpr *bound = kernel_bound(k, loop->symbol->symbol);
    LpVar *var = bound ? bound->var : NULL;
    if (!var) /* passes over the same dimension share the name */
        var = kernel_counter(k, loop_name(k, loop->symbol));
    lo = lo ? lo : lp_int(k->arena, 0);
    hi = hi ? hi : kernel_size(k, loop->size);
    LpStmt *s = kernel_open_var(k, var, lo, hi, lp_int(k->arena, 1));
    kernel_bind(k, loop->symbol, lp_var(k->arena, var));
    return s;
}

/* Positions in the loops from `first` on, of which `rest` counts all steps. */
static void bind_outer(Kernel *k, int first, int count, LpExpr *rest) {
    for (int i = first + count - 1; i >= first; i--) {
        LpExpr *size = kernel_size(k, k->loops[i].size);
        LpExpr *at = i == first ? rest : lp_binary(k->arena, LPO_MOD, rest, size);
        LpVar *index = kernel_declare(k, loop_name(k, k->loops[i].symbol), lp_type(LPT_I64), at, k->depth);
        kernel_bind(k, k->loops[i].symbol, lp_var(k->arena, index));
        rest = lp_binary(k->arena, LPO_DIV, rest, size);
    }
}

LpStmt *kernel_open_outer(Kernel *k, int first, int count) {
    LpExpr *begin = lp_var(k->arena, k->begin), *end = lp_var(k->arena, k->end);
    if (count == 1)
        return kernel_open(k, &k->loops[first], begin, end);
    LpVar *var = kernel_counter(k, "point");
    LpStmt *s = kernel_open_var(k, var, begin, end, lp_int(k->arena, 1));
    bind_outer(k, first, count, lp_var(k->arena, var));
    return s;
}

LpStmt *kernel_open_lines(Kernel *k, int first, int count) {
    if (count == 1)
        return kernel_open_outer(k, first, count);
    Arena *a = k->arena;
    const KernelLoop *along = &k->loops[first + count - 1];
    LpExpr *begin = lp_var(a, k->begin), *end = lp_var(a, k->end), *size = kernel_size(k, along->size), *width = size;
    int64_t known;
    if (!sh_is_const(along->size, &known) || known < 1) /* a share of nothing */
        width = lp_call(a, lp_type(LPT_I64), "rt_max_i64", LP_ARGS(size, lp_int(a, 1)));
    width = kernel_settled(k, "width", width);
    LpExpr *last = lp_binary(a, LPO_SUB, lp_binary(a, LPO_ADD, end, width), lp_int(a, 1));
    LpVar *lo = kernel_declare(k, "first", lp_type(LPT_I64), lp_binary(a, LPO_DIV, begin, width), k->depth);
    LpVar *hi = kernel_declare(k, "beyond", lp_type(LPT_I64), lp_binary(a, LPO_DIV, last, width), k->depth);
    LpVar *line = kernel_counter(k, "line");
    kernel_open_var(k, line, lp_var(a, lo), lp_var(a, hi), lp_int(a, 1));
    bind_outer(k, first, count - 1, lp_var(a, line));
    LpExpr *start = lp_binary(a, LPO_MUL, lp_var(a, line), size);
    LpExpr *from =
        lp_call(a, lp_type(LPT_I64), "rt_max_i64", LP_ARGS(lp_binary(a, LPO_SUB, begin, start), lp_int(a, 0)));
    LpExpr *to = lp_call(a, lp_type(LPT_I64), "rt_min_i64", LP_ARGS(lp_binary(a, LPO_SUB, end, start), size));
    LpVar *from_var = kernel_declare(k, "from", lp_type(LPT_I64), from, k->depth);
    LpVar *to_var = kernel_declare(k, "to", lp_type(LPT_I64), to, k->depth);
    return kernel_open(k, along, lp_var(a, from_var), lp_var(a, to_var));
}
