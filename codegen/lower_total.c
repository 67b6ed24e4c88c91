/* Totals: everything is reduced. They are cut into shares whose results are combined in order, so that a total is the
 * same in every run with as many threads. See lower_reduce.h. */
#include "codegen/lower_reduce.h"

void kernel_total(Kernel *k) {
    Arena *a = k->arena;
    reduce_start(k, 0, false);
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        Accumulator *acc = &k->accumulators.data[i];
        LpType type = lp_pointer(acc->type, false);
        acc->part_total = kernel_param(k, str_format("%s_out", acc->total->name), type, NULL, 1);
        if (acc->position)
            acc->part_position = kernel_param(k, "position_out", lp_pointer(LPT_I64, false), NULL, 1);
    }
    int last = k->loop_count - 1;
    if (last < 0) {
        reduce_pass(k, 0);
    } else if (last == 0) {
        reduce_inner_pass(k, 0, &k->loops[0], lp_var(a, k->begin), lp_var(a, k->end));
    } else {
        kernel_open_outer(k, 0, last);
        reduce_inner_pass(k, 0, &k->loops[last], lp_int(a, 0), kernel_size(k, k->loops[last].size));
        kernel_close(k);
    }
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        const Accumulator *acc = &k->accumulators.data[i];
        lp_assign(a, k->blocks[0], lp_load(a, lp_var(a, acc->part_total), lp_int(a, 0)), reduce_accumulated(k, acc),
                  (Span){0});
        if (acc->position)
            lp_assign(a, k->blocks[0], lp_load(a, lp_var(a, acc->part_position), lp_int(a, 0)),
                      lp_var(a, acc->position), (Span){0});
    }
}

/* The function around the part has an array in place of the part's parameter. */
static void drop_param(Kernel *k, const LpVar *var) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < k->params.len; i++)
        if (k->params.data[i].var != var)
            k->params.data[kept++] = k->params.data[i];
    k->params.len = kept;
}

static void combine_shares(Kernel *k, const LpStmt *split) {
    Arena *a = k->arena;
    LpVar *share = kernel_counter(k, "share");
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        Accumulator *acc = &k->accumulators.data[i];
        LpExpr *first = lp_load(a, lp_var(a, acc->array), lp_int(a, 0));
        acc->total = reduce_variable(k, reduce_name(acc->root), acc->type, first, 0);
        if (acc->position)
            acc->position =
                reduce_variable(k, "position", LPT_I64, lp_load(a, lp_var(a, acc->positions), lp_int(a, 0)), 0);
    }
    kernel_open_var(k, share, lp_int(a, 1), lp_var(a, split->parts), lp_int(a, 1));
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        Accumulator *acc = &k->accumulators.data[i];
        LpExpr *value = lp_load(a, lp_var(a, acc->array), lp_var(a, share));
        if (acc->position)
            reduce_update_position(k, acc, value, lp_load(a, lp_var(a, acc->positions), lp_var(a, share)));
        else
            reduce_set(k, acc->total, reduce_combine(a, acc->root->node, lp_var(a, acc->total), value, false));
    }
    kernel_close(k);
}

void kernel_total_shares(Kernel *k, LpFunction *part) {
    Arena *a = k->arena;
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        Accumulator *acc = &k->accumulators.data[i];
        acc->array =
            kernel_array(k, str_format("%s_of", acc->total->name), acc->type, kernel_constant(k, "RT_PARTS_MAX"), 0);
        drop_param(k, acc->part_total);
        if (acc->position) {
            acc->positions = kernel_array(k, "position_of", LPT_I64, kernel_constant(k, "RT_PARTS_MAX"), 0);
            drop_param(k, acc->part_position);
        }
    }
    LpStmt *split = kernel_split(k, part);
    combine_shares(k, split);
    for (uint32_t i = 0; i < k->accumulators.len; i++) {
        const Accumulator *acc = &k->accumulators.data[i];
        LpExpr *position = acc->position ? lp_var(a, acc->position) : NULL;
        reduce_keep(k, acc->root, reduce_final(k, acc->root->node, lp_var(a, acc->total), position));
    }
    for (int phase = 0; phase < k->group->phases; phase++)
        reduce_row_values(k, phase);
}
