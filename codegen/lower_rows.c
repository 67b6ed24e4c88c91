/* Rows: the fast dimension is reduced, in several passes over each row. See lower_reduce.h. */
#include "codegen/lower_reduce.h"

void reduce_row_values(Kernel *k, int phase) {
    k->phase = phase;
    for (uint32_t i = 0; i < k->group->roots.len; i++) {
        Root *root = k->group->roots.data[i];
        if (root->full || root->reduction || root->phase != phase)
            continue;
        Index at = kernel_index(k, &root->canonical);
        reduce_keep(k, root, kernel_compute(k, root->node, &at));
    }
}

void reduce_row_pass(Kernel *k, int phase) {
    int first = kernel_first_reduced(k), last = k->loop_count - 1;
    bool short_sum = k->short_rows || (first == last && kernel_reduced_length(k, SUM_BLOCK) <= SUM_BLOCK);
    reduce_row_values(k, phase);
    if (!reduce_has_work(k, phase))
        return;
    reduce_start(k, phase, short_sum || first > last);
    if (first > last) {
        reduce_pass(k, phase);
    } else {
        for (int i = first; i < last; i++)
            kernel_open(k, &k->loops[i], NULL, NULL);
        reduce_inner_pass(k, phase, &k->loops[last], lp_int(k->arena, 0), kernel_size(k, k->loops[last].size));
        for (int i = first; i < last; i++)
            kernel_close(k);
    }
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        const Accumulator *acc = &k->accumulators.data[i];
        LpExpr *position = acc->position ? lp_var(k->arena, acc->position) : NULL;
        reduce_keep(k, acc->root, reduce_final(k, acc->root->node, reduce_accumulated(k, acc), position));
    }
}

bool reduce_has_few_elements(const Kernel *k) {
    for (uint32_t i = 0; i < k->group->roots.len; i++)
        if (k->group->roots.data[i]->reduction && reduce_is_arg(k->group->roots.data[i]->node))
            return false;
    return kernel_first_reduced(k) < k->loop_count && kernel_reduced_length(k, SHORT_ROW_MAX) <= SHORT_ROW_MAX;
}

/* The rows that the last pass writes are asked for while the pass before it computes. That one finds what it reads in
 * the cache, so that memory has nothing else to do; in the first pass it has. */
static void expect_writes(Kernel *k) {
    Arena *a = k->arena;
    int last = k->loop_count - 1;
    if (k->short_rows || k->depth == 0 || kernel_first_reduced(k) != last)
        return;
    const KernelLoop *loop = &k->loops[last];
    for (uint32_t i = 0; i < k->group->roots.len; i++) {
        const Root *root = k->group->roots.data[i];
        if (!root->full || !root->escapes || root->phase != k->group->phases - 1)
            continue;
        const ShExpr *place = index_offset(k->cx, &root->node->type, &k->full);
        if (!sh_is_value(index_coefficient(k->cx, place, loop->symbol), 1))
            continue;
        LpExpr *start = kernel_size(k, sh_substitute(k->cx, place, loop->symbol, sh_const(k->cx, 0)));
        LpExpr *row = lp_address(a, lp_load(a, kernel_pointer(k, root->node, true), start));
        LpExpr *bytes =
            lp_binary(a, LPO_MUL, lp_int(a, dtype_info[root->node->type.dtype].bytes), kernel_size(k, loop->size));
        lp_eval(a, k->blocks[k->depth], lp_call(a, lp_type(LPT_VOID), "rt_will_write", LP_ARGS(row, bytes)),
                root->node->span);
    }
}

void kernel_rows(Kernel *k) {
    int kept = kernel_first_reduced(k);
    if (kept > 0 && k->short_rows)
        kernel_open_lines(k, 0, kept)->simd = true;
    else if (kept > 0)
        kernel_open_outer(k, 0, kept);
    for (int phase = 0; phase < k->group->phases; phase++) {
        if (phase > 0 && phase == k->group->phases - 2)
            expect_writes(k);
        reduce_row_pass(k, phase);
    }
    while (k->depth > 0)
        kernel_close(k);
}
