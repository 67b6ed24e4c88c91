/* Columns: the fast dimension is kept, and a tile of accumulators runs through the rows. Float sums go through f32 for
 * COLUMN_BLOCK rows at a time. See lower_reduce.h. */
#include "codegen/lower_reduce.h"

/* Whether float sums go through f32 for COLUMN_BLOCK rows at a time. */
static bool wants_partial(const Kernel *k, const Accumulator *acc) {
    return reduce_wants_lanes(acc) && kernel_first_reduced(k) == k->loop_count - 1;
}

/* Few rows, each element of the sums in a register. */
static void few_rows(Kernel *k) {
    int kept = kernel_first_reduced(k);
    bool split = kept == 1;
    k->short_rows = true;
    if (!split)
        kernel_open_outer(k, 0, kept - 1);
    kernel_open(k, &k->loops[kept - 1], split ? lp_var(k->arena, k->begin) : NULL,
                split ? lp_var(k->arena, k->end) : NULL)
        ->simd = true;
    for (int phase = 0; phase < k->group->phases; phase++)
        reduce_row_pass(k, phase);
    while (k->depth > 0)
        kernel_close(k);
}

static void start_tiles(Kernel *k) {
    k->accumulators.len = 0;
    for (uint32_t i = 0; i < k->group->roots.len; i++) {
        Root *root = k->group->roots.data[i];
        if (!root->reduction)
            continue;
        Accumulator acc = {.root = root, .type = reduce_type(root->node)};
        if (reduce_wants_lanes(&acc) && kernel_reduced_length(k, COLUMN_BLOCK) <= COLUMN_BLOCK)
            acc.type = LPT_F32;
        acc.array = kernel_array(k, reduce_name(root), acc.type, kernel_constant(k, "RT_TILE"), k->depth);
        if (reduce_is_arg(root->node))
            acc.positions = kernel_array(k, "position", LPT_I64, kernel_constant(k, "RT_TILE"), k->depth);
        if (wants_partial(k, &acc))
            acc.partial = kernel_array(k, "sums", LPT_F32, kernel_constant(k, "RT_TILE"), k->depth);
        vec_push(k->l->scratch, &k->accumulators, acc);
    }
}

static void open_column(Kernel *k, const KernelLoop *loop, LpVar *tile, LpExpr *stop, bool partial) {
    LpStmt *s = kernel_open(k, loop, lp_var(k->arena, tile), stop);
    s->simd = true;
    LpExpr *slot = lp_binary(k->arena, LPO_SUB, lp_var(k->arena, s->var), lp_var(k->arena, tile));
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        Accumulator *acc = &k->accumulators.data[i];
        acc->tile = lp_load(k->arena, lp_var(k->arena, partial && acc->partial ? acc->partial : acc->array), slot);
        if (acc->positions)
            acc->tile_position = lp_load(k->arena, lp_var(k->arena, acc->positions), slot);
        s->simd = s->simd && !acc->positions;
    }
}

static void tile_results(Kernel *k) {
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        const Accumulator *acc = &k->accumulators.data[i];
        reduce_keep(k, acc->root, reduce_final(k, acc->root->node, acc->tile, acc->tile_position));
    }
    for (int phase = 0; phase < k->group->phases; phase++)
        reduce_row_values(k, phase);
}

/* Sets the accumulators of a tile's columns to where they start from: the partial sums, or all others. */
static void clear_columns(Kernel *k, const KernelLoop *column, LpVar *tile, LpExpr *stop, bool partial) {
    open_column(k, column, tile, stop, partial);
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        const Accumulator *acc = &k->accumulators.data[i];
        LpBlock *block = k->blocks[k->depth];
        if (partial && !acc->partial)
            continue;
        LpExpr *start =
            partial ? lp_float(k->arena, 0, LPT_F32) : reduce_identity(k->arena, acc->root->node, acc->type);
        lp_assign(k->arena, block, acc->tile, start, k->span);
        if (acc->positions && !partial)
            lp_assign(k->arena, block, acc->tile_position, lp_int(k->arena, 0), k->span);
    }
    kernel_close(k);
}

static void add_partial(Kernel *k, const KernelLoop *column, LpVar *tile, LpExpr *stop) {
    open_column(k, column, tile, stop, true);
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        const Accumulator *acc = &k->accumulators.data[i];
        if (!acc->partial)
            continue;
        LpExpr *total = lp_load(k->arena, lp_var(k->arena, acc->array), acc->tile->args[1]);
        LpExpr *sum = lp_binary(k->arena, LPO_ADD, total, lp_cast(k->arena, lp_type(LPT_F64), acc->tile));
        lp_assign(k->arena, k->blocks[k->depth], total, sum, k->span);
    }
    kernel_close(k);
}

/* The rows from lo to hi (NULL: all), one after the other, over the columns of a tile. */
static void tile_rows(Kernel *k, const KernelLoop *column, LpVar *tile, LpExpr *stop, LpExpr *lo, LpExpr *hi) {
    int first = kernel_first_reduced(k);
    for (int i = first; i < k->loop_count; i++)
        kernel_open(k, &k->loops[i], lo, hi);
    open_column(k, column, tile, stop, true);
    reduce_pass(k, 0);
    for (int i = first; i <= k->loop_count; i++)
        kernel_close(k);
}

static void tile_row_blocks(Kernel *k, const KernelLoop *column, LpVar *tile, LpExpr *stop) {
    Arena *a = k->arena;
    LpVar *block = kernel_counter(k, "block");
    LpExpr *rows = kernel_size(k, k->loops[k->loop_count - 1].size);
    kernel_open_var(k, block, lp_int(a, 0), rows, lp_int(a, COLUMN_BLOCK));
    LpExpr *end = lp_call(a, lp_type(LPT_I64), "rt_min_i64",
                          LP_ARGS(lp_binary(a, LPO_ADD, lp_var(a, block), lp_int(a, COLUMN_BLOCK)), rows));
    end = lp_var(a, kernel_declare(k, "block_end", lp_type(LPT_I64), end, k->depth));
    clear_columns(k, column, tile, stop, true);
    tile_rows(k, column, tile, stop, lp_var(a, block), end);
    add_partial(k, column, tile, stop);
    kernel_close(k);
}

static void tile_body(Kernel *k, const KernelLoop *column, LpVar *tile, LpExpr *stop) {
    bool partial = false;
    start_tiles(k);
    for (uint32_t i = 0; i < k->accumulators.len; i++)
        partial = partial || k->accumulators.data[i].partial;
    clear_columns(k, column, tile, stop, false);
    if (partial)
        tile_row_blocks(k, column, tile, stop);
    else
        tile_rows(k, column, tile, stop, NULL, NULL);
    open_column(k, column, tile, stop, false);
    tile_results(k);
    kernel_close(k);
}

void kernel_columns(Kernel *k) {
    Arena *a = k->arena;
    int kept = kernel_first_reduced(k);
    if (reduce_has_few_elements(k)) {
        few_rows(k);
        return;
    }
    const KernelLoop *column = &k->loops[kept - 1];
    LpExpr *lo = lp_var(a, k->begin), *hi = lp_var(a, k->end);
    if (kept > 1) {
        kernel_open_outer(k, 0, kept - 1);
        lo = lp_int(a, 0);
        hi = kernel_size(k, column->size);
    }
    LpVar *tile = kernel_counter(k, "tile");
    kernel_open_var(k, tile, lo, hi, lp_name(a, "RT_TILE", lp_type(LPT_I64)));
    LpExpr *beyond = lp_binary(a, LPO_ADD, lp_var(a, tile), lp_name(a, "RT_TILE", lp_type(LPT_I64)));
    LpExpr *stop = lp_call(a, lp_type(LPT_I64), "rt_min_i64", LP_ARGS(beyond, hi));
    stop = lp_var(a, kernel_declare(k, "stop", lp_type(LPT_I64), stop, k->depth));
    tile_body(k, column, tile, stop);
    while (k->depth > 0)
        kernel_close(k);
}
