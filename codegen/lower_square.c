/* Pointwise kernels that read across: an operand's neighbours in memory lie along the last but one loop, while the last
 * loop, which the result needs, jumps from line to line (a transposed copy). Squares of such an operand are read in its
 * own order first, whole lines at a time, into a small array that has them in the order of the result.
 *
 * Shares are cut along the outer loops, and along the last but one when there are no others. */
#include "codegen/lower_kernel.h"

enum { SQUARES_MAX = 3, SQUARE_SIZE_MIN = 8 };

typedef struct Search {
    Kernel *k;
    const KernelLoop *across, *along;
    bool foreign;
} Search;

/* A symbol that is neither a loop of this kernel nor known outside: the row of a table. */
static void visit_foreign(void *env, const ShSymbol *symbol) {
    Search *search = env;
    bool own = symbol->origin_kind != SH_FROM_NODE || symbol->origin;
    for (int i = 0; i < search->k->loop_count; i++)
        own = own || search->k->loops[i].symbol->symbol == symbol;
    search->foreign = search->foreign || !own;
}

static void visit_crossed(void *env, const IrNode *node, const Index *at) {
    Search *search = env;
    Kernel *k = search->k;
    if (node->type.kind != IRT_TENSOR || k->square_count == SQUARES_MAX)
        return;
    const Root *root = sched_root(k->l->s, node);
    if ((node->op != OP_INPUT && !(root && root->group != k->group)) || lp_compute_type(node->type.dtype) == LPT_BOOL ||
        dtype_is_complex(node->type.dtype))
        return;
    const ShExpr *offset = index_offset(k->cx, &node->type, at);
    const ShExpr *jump = index_coefficient(k->cx, offset, search->along->symbol);
    const ShExpr *step = index_coefficient(k->cx, offset, search->across->symbol);
    if (!jump || !step || !sh_is_value(step, 1) || sh_is_value(jump, 0) || sh_is_value(jump, 1))
        return;
    search->foreign = false;
    sh_visit_symbols(offset, visit_foreign, search);
    if (search->foreign)
        return;
    for (int i = 0; i < k->square_count; i++)
        if (k->squares[i].node == node && index_equal(&k->squares[i].at, at))
            return;
    k->squares[k->square_count++] = (Square){.node = node, .at = *at};
}

static bool is_short(const KernelLoop *loop) {
    int64_t size = SQUARE_SIZE_MIN;
    return sh_is_const(loop->size, &size) && size < SQUARE_SIZE_MIN;
}

void kernel_plan_squares(Kernel *k) {
    const Group *g = k->group;
    const Schedule *s = k->l->s;
    if (g->kind != GROUP_POINT || k->loop_count < 2)
        return;
    Search search = {.k = k, .across = &k->loops[k->loop_count - 2], .along = &k->loops[k->loop_count - 1]};
    if (is_short(search.across) || is_short(search.along))
        return;
    if (g->write) {
        Index at;
        const IrNode *value = sched_written(s, g, &k->full, &at);
        visit_crossed(&search, value, &at);
        if (!sched_root(s, value) && value->op != OP_INPUT)
            sched_walk(s, value, &at, visit_crossed, &search);
        return;
    }
    for (uint32_t i = 0; i < g->roots.len; i++) {
        Index at = kernel_index(k, &g->roots.data[i]->canonical);
        sched_walk(s, g->roots.data[i]->node, &at, visit_crossed, &search);
    }
}

/* How many loops are shared out. */
int kernel_square_shared(const Kernel *k) { return k->loop_count == 2 ? 1 : k->loop_count - 2; }

typedef struct Range {
    LpExpr *from, *to;
} Range;

/* Opens a loop over pieces of RT_SQUARE from lo to hi; gives the bounds of a piece. */
static Range open_pieces(Kernel *k, const char *name, LpExpr *lo, LpExpr *hi) {
    Arena *a = k->arena;
    LpExpr *side = lp_name(a, "RT_SQUARE", lp_type(LPT_I64));
    LpVar *from = arena_new_of(a, LpVar);
    from->name = names_unique(&k->names, name);
    from->type = lp_type(LPT_I64);
    kernel_open_var(k, from, lo, hi, side);
    LpExpr *beyond = lp_binary(a, LPO_ADD, lp_var(a, from), side);
    LpExpr *stop = lp_call(a, lp_type(LPT_I64), "rt_min_i64", LP_ARGS(beyond, hi));
    LpVar *to = kernel_declare(k, "stop", lp_type(LPT_I64), stop, k->depth);
    return (Range){lp_var(a, from), lp_var(a, to)};
}

/* The place of the present element in a square, where `origin` is that of its first one: what does not change from
 * element to element stands apart, so that no compiler computes it for each. */
static LpExpr *square_element(Kernel *k, const Square *square, LpVar *origin) {
    Arena *a = k->arena;
    const KernelLoop *across = &k->loops[k->loop_count - 2], *along = across + 1;
    LpExpr *line = lp_binary(a, LPO_MUL, kernel_size(k, across->symbol), lp_name(a, "RT_SQUARE", lp_type(LPT_I64)));
    LpExpr *place = lp_binary(a, LPO_ADD, line, kernel_size(k, along->symbol));
    return lp_load(a, lp_var(a, square->var), lp_binary(a, LPO_SUB, place, lp_var(a, origin)));
}

/* Gives the origin of their elements. */
static LpVar *fill_squares(Kernel *k, Range rows, Range columns) {
    Arena *a = k->arena;
    LpExpr *line = lp_binary(a, LPO_MUL, rows.from, lp_name(a, "RT_SQUARE", lp_type(LPT_I64)));
    LpVar *origin = kernel_declare(k, "origin", lp_type(LPT_I64), lp_binary(a, LPO_ADD, line, columns.from), k->depth);
    LpExpr *side = kernel_constant(k, "RT_SQUARE"), *area = lp_binary(a, LPO_MUL, side, side);
    const KernelLoop *across = &k->loops[k->loop_count - 2], *along = across + 1;
    for (int i = 0; i < k->square_count; i++)
        k->squares[i].var = kernel_array(k, "square", lp_compute_type(k->squares[i].node->type.dtype), area, k->depth);
    kernel_open(k, along, columns.from, columns.to);
    kernel_open(k, across, rows.from, rows.to)->simd = true;
    for (int i = 0; i < k->square_count; i++) {
        const Square *square = &k->squares[i];
        LpExpr *value = kernel_value(k, square->node, &square->at);
        lp_assign(a, k->blocks[k->depth], square_element(k, square, origin), value, k->span);
    }
    kernel_close(k);
    kernel_close(k);
    return origin;
}

void kernel_open_squares(Kernel *k) {
    const KernelLoop *across = &k->loops[k->loop_count - 2], *along = across + 1;
    LpExpr *lo = lp_var(k->arena, k->begin), *hi = lp_var(k->arena, k->end);
    if (k->loop_count > 2) {
        kernel_open_outer(k, 0, k->loop_count - 2);
        lo = lp_int(k->arena, 0);
        hi = kernel_size(k, across->size);
    }
    Range rows = open_pieces(k, "row", lo, hi);
    Range columns = open_pieces(k, "column", lp_int(k->arena, 0), kernel_size(k, along->size));
    LpVar *origin = fill_squares(k, rows, columns);
    kernel_open(k, across, rows.from, rows.to);
    kernel_open(k, along, columns.from, columns.to)->simd = true;
    for (int i = 0; i < k->square_count; i++)
        kernel_keep(k, k->squares[i].node, &k->squares[i].at, square_element(k, &k->squares[i], origin));
}
