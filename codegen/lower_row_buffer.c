/* Rows that later passes read again: full roots that nothing outside reads, and values that are dear to compute and
 * that two passes need. See lower_reduce.h. */
#include "codegen/lower_reduce.h"

/* ---- in a pass --------------------------------------------------------------------------------------------------- */
static LpExpr *buffer_element(Kernel *k, const RowBuffer *buffer) {
    LpExpr *position = lp_int(k->arena, 0);
    for (int i = 0; i < k->loop_count; i++)
        if (k->loops[i].reduced)
            position =
                lp_binary(k->arena, LPO_ADD, lp_binary(k->arena, LPO_MUL, position, kernel_size(k, k->loops[i].size)),
                          kernel_size(k, k->loops[i].symbol));
    return lp_load(k->arena, lp_var(k->arena, buffer->var), position);
}

void reduce_recall_rows(Kernel *k, int phase) {
    for (uint32_t i = 0; i < k->buffers.len; i++) {
        const RowBuffer *buffer = &k->buffers.data[i];
        LpExpr *kept = buffer_element(k, buffer);
        if (kept->type.base == LPT_B8)
            kept = lower_from_memory(k->arena, DT_BOOL, kept);
        if (buffer->phase < phase)
            kernel_keep(k, buffer->node, &k->full, kept);
    }
}

void reduce_fill_rows(Kernel *k, int phase) {
    for (uint32_t i = 0; i < k->buffers.len; i++) {
        const RowBuffer *buffer = &k->buffers.data[i];
        if (buffer->phase != phase)
            continue;
        k->span = buffer->node->span;
        bool root = sched_root(k->l->s, buffer->node) != NULL;
        LpExpr *value = root ? kernel_compute(k, buffer->node, &k->full) : kernel_value(k, buffer->node, &k->full);
        value = kernel_settled(k, "kept", value);
        kernel_keep(k, buffer->node, &k->full, value);
        lp_assign(k->arena, k->blocks[k->depth], buffer_element(k, buffer), value, buffer->node->span);
    }
}

/* ---- which ones -------------------------------------------------------------------------------------------------- */
typedef struct Passes {
    Kernel *k;
    int phase;
    VEC(const IrNode *) earlier; /* full nodes computed in earlier phases */
    VEC(int) phases;
    VEC(const IrNode *) now;
} Passes;

static bool on_domain(const Kernel *k, const IrNode *node) {
    const Group *g = k->group;
    if (node->type.kind != IRT_TENSOR || node->type.rank != g->rank)
        return false;
    for (int d = 0; d < g->rank; d++)
        if (node->type.shape[d] != g->size[d])
            return false;
    return true;
}

/* Has it an element for each of the domain, if perhaps in another shape? */
static bool fills_domain(const Kernel *k, const IrNode *node) {
    const Group *g = k->group;
    return on_domain(k, node) || (node->type.kind == IRT_TENSOR &&
                                  sh_canon(k->cx, sh_sub(k->cx, ir_numel(k->cx, &node->type),
                                                         sh_product(k->cx, g->size, g->rank))) == sh_const(k->cx, 0));
}

static bool in_list(const IrNode *const *list, uint32_t count, const IrNode *node) {
    for (uint32_t i = 0; i < count; i++)
        if (list[i] == node)
            return true;
    return false;
}

/* What rows and memory hold already, whatever is kept. */
static bool is_at_hand(const void *env, const IrNode *node) {
    const Kernel *k = env;
    return !fills_domain(k, node) || sched_root(k->l->s, node) || ir_op_info[node->op].cls == CLS_LEAF;
}

int64_t reduce_element_cost(const Kernel *k, const IrNode *node, int64_t enough) {
    return sched_tree_cost(k->l->s, node, is_at_hand, k, enough);
}

static void demand(Passes *p, const IrNode *node) {
    Kernel *k = p->k;
    if (!on_domain(k, node) || sched_root(k->l->s, node) || in_list(p->now.data, p->now.len, node))
        return;
    vec_push(k->arena, &p->now, node);
    for (uint32_t i = 0; i < p->earlier.len; i++) {
        bool is_computed = ir_op_info[node->op].cls == CLS_POINT || ir_is_view(node);
        if (p->earlier.data[i] != node || !is_computed ||
            reduce_element_cost(k, node, BUFFER_COST_MIN) < BUFFER_COST_MIN || dtype_is_complex(node->type.dtype))
            continue;
        for (uint32_t b = 0; b < k->buffers.len; b++)
            if (k->buffers.data[b].node == node)
                return;
        RowBuffer buffer = {.node = node, .phase = p->phases.data[i]};
        vec_push(k->l->scratch, &k->buffers, buffer);
        return;
    }
    for (uint32_t i = 0; i < sched_input_count(k->l->s, node); i++)
        demand(p, sched_input(k->l->s, node, i));
}

static void plan_phase(Passes *p) {
    Kernel *k = p->k;
    p->now.len = 0;
    for (uint32_t i = 0; i < k->group->roots.len; i++) {
        const Root *root = k->group->roots.data[i];
        if (root->phase != p->phase)
            continue;
        if (root->reduction)
            demand(p, root->node->inputs[0]);
        for (uint32_t j = 0; root->full && j < sched_input_count(k->l->s, root->node); j++)
            demand(p, sched_input(k->l->s, root->node, j));
    }
    for (uint32_t i = 0; i < p->now.len; i++) {
        if (in_list(p->earlier.data, p->earlier.len, p->now.data[i]))
            continue;
        vec_push(k->arena, &p->earlier, p->now.data[i]);
        vec_push(k->arena, &p->phases, p->phase);
    }
}

/* Memory for full roots that nothing outside reads, but later phases do, and for dear values that two phases need. */
static void name_buffer(Kernel *k, RowBuffer *buffer) {
    int first = kernel_first_reduced(k);
    buffer->length = kernel_count(k, first, k->loop_count - first);
    LpBase base = lp_compute_type(buffer->node->type.dtype);
    base = base == LPT_BOOL ? LPT_B8 : base;
    LpType type = lp_pointer(base, false);
    type.is_restrict = true;
    Str name = str_format("%s_row", lower_node_name(buffer->node, ir_op_info[buffer->node->op].name));
    buffer->var = kernel_param(k, name, type, lower_row_buffer(k->l, name, base, buffer->length), 1);
}

void kernel_plan_buffers(Kernel *k) {
    if (k->group->kind != GROUP_ROWS || kernel_first_reduced(k) == k->loop_count)
        return;
    k->short_rows = kernel_first_reduced(k) >= 1 && reduce_has_few_elements(k);
    Passes p = {.k = k};
    for (p.phase = 0; p.phase < k->group->phases && !k->short_rows; p.phase++)
        plan_phase(&p); /* in vectors of short rows it is cheaper to compute again */
    for (uint32_t i = 0; i < k->group->roots.len; i++) {
        const Root *root = k->group->roots.data[i];
        RowBuffer buffer = {.node = root->node, .phase = root->phase};
        if (root->full && !root->escapes && root->phase + 1 < k->group->phases)
            vec_push(k->l->scratch, &k->buffers, buffer);
    }
    for (uint32_t i = 0; i < k->buffers.len; i++)
        name_buffer(k, &k->buffers.data[i]);
    k->short_rows = k->short_rows && k->buffers.len == 0;
}
