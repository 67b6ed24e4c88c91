/* Walks over virtual nodes with index arithmetic, the rules about views and memory, and places in a region. See
 * schedule.h. */
#include "codegen/schedule_internal.h"

void sched_move_up(IrRegion *region, uint32_t from, uint32_t to) {
    IrNode *node = region->nodes.data[from];
    for (uint32_t i = from; i > to; i--)
        region->nodes.data[i] = region->nodes.data[i - 1];
    region->nodes.data[to] = node;
}

IrNode *sched_insert(IrRegion *region, uint32_t position, const IrSpec *spec) {
    IrNode *node = ir_make(region, spec);
    ir_append(region, node);
    sched_move_up(region, region->nodes.len - 1, position);
    return node;
}

static bool is_select_result(const Schedule *s, const IrNode *node) {
    return node->op == OP_RESULT && map_has(&s->selects, MAP_KEY(node->inputs[0]));
}

uint32_t sched_input_count(const Schedule *s, const IrNode *node) {
    return is_select_result(s, node) ? 3 : node->op == OP_AS_COMPLEX ? 2 : node->input_count;
}

IrNode *sched_input(const Schedule *s, const IrNode *node, uint32_t k) {
    if (!is_select_result(s, node))
        return node->inputs[node->op == OP_AS_COMPLEX ? 0 : k];
    IrNode *flow = node->inputs[0];
    if (k == 0)
        return flow->inputs[0];
    IrNode *yield = vec_last(&flow->regions[k - 1]->nodes);
    return yield->inputs[node->ints[0]];
}

Index sched_input_index(const Schedule *s, const IrNode *node, uint32_t k, const Index *at) {
    if (is_select_result(s, node))
        return k == 0 ? (Index){0} : *at;
    return index_of_operand(s->graph->shapes, node, k, at);
}

const IrRegion *sched_home(const Schedule *s, const IrRegion *region) {
    while (region->owner && map_has(&s->selects, MAP_KEY(region->owner)))
        region = region->owner->parent;
    return region;
}

bool sched_has_own_memory(const Schedule *s, const IrNode *node) {
    if (node->type.kind != IRT_TENSOR)
        return false;
    switch (ir_op_info[node->op].cls) {
    case CLS_REDUCE:
    case CLS_LIB:
    case CLS_ATEN:
        return true;
    case CLS_LEAF:
        return !is_select_result(s, node);
    default:
        return node->op == OP_CAT || node->op == OP_INSERT || node->op == OP_INDEX_PUT || node->op == OP_EMPTY;
    }
}

bool sched_in_memory(const Schedule *s, const IrNode *node) {
    return sched_has_own_memory(s, node) || map_has(&s->forced, MAP_KEY(node));
}

const IrNode *sched_memory(const Schedule *s, const IrNode *node, const Index *at, Index *place) {
    *place = *at;
    while (ir_is_view(node) && !map_has(&s->forced, MAP_KEY(node))) {
        *place = index_of_operand(s->graph->shapes, node, 0, place);
        node = node->inputs[0];
    }
    return node;
}

bool sched_strided(const Schedule *s, const IrNode *node, const IrNode **base, const ShExpr **offset,
                   const ShExpr **strides) {
    ShContext *cx = s->graph->shapes;
    Index at = sched_fresh_index(cx, &node->type), place;
    *base = sched_memory(s, node, &at, &place);
    const ShExpr *rest = index_offset(cx, &(*base)->type, &place);
    bool counts_parts = !dtype_is_complex((*base)->type.dtype) || place.part;
    const ShExpr *unit = sh_const(cx, dtype_is_complex(node->type.dtype) && counts_parts ? 2 : 1);
    for (int d = 0; d < at.rank; d++) {
        strides[d] = index_stride(cx, &node->type, d);
        if (at.at[d]->op != SH_SYM)
            continue;
        const ShExpr *coefficient = index_coefficient(cx, rest, at.at[d]);
        if (!coefficient)
            return false;
        coefficient = sh_floordiv(cx, coefficient, unit); /* analysis has seen to it that nothing is left */
        /* Where at most one index is, which is 0, none tells the stride: the type does. */
        if (!sh_is_value(coefficient, 0) || sh_compare(cx, SH_LE, node->type.shape[d], sh_const(cx, 1)) != SH_YES)
            strides[d] = coefficient;
        rest = sh_substitute(cx, rest, at.at[d], sh_const(cx, 0));
    }
    *offset = sh_floordiv(cx, rest, unit);
    return true;
}

Index sched_fresh_index(ShContext *cx, const IrType *type) {
    Index r = {.rank = type->rank};
    for (int d = 0; d < type->rank; d++)
        r.at[d] = sh_is_value(type->shape[d], 1) ? sh_const(cx, 0) : sh_counter(cx, d, type->shape[d]);
    return r;
}

const IrNode *sched_written(const Schedule *s, const Group *group, const Index *at, Index *value_at) {
    const IrNode *write = group->write;
    *value_at = *at;
    if (write->op != OP_STORE)
        return write->inputs[group->part];
    *value_at = index_of_operand(s->graph->shapes, write, 1, at);
    return write->inputs[1];
}

uint32_t sched_write_indices(const Schedule *s, const Group *group, const Index *at, Index *indices) {
    const ShExpr *rows[IR_MAX_RANK];
    Index place;
    if (group->write->op != OP_INDEX_PUT || group->part != 1)
        return 0;
    sched_gathered(s, group->write, at, rows, indices, &place);
    return group->write->input_count - 2;
}

const IrNode *sched_target(const Schedule *s, const Group *group, const Index *at, Index *place) {
    ShContext *cx = s->graph->shapes;
    const IrNode *write = group->write;
    Index inner = *at;
    inner.linear = NULL;
    if (write->op == OP_CAT) {
        const int64_t dim = write->ints[0];
        const ShExpr *before = sh_const(cx, 0);
        for (uint32_t i = 0; i < group->part; i++)
            before = sh_short(cx, sh_add(cx, before, write->inputs[i]->type.shape[dim]));
        inner.at[dim] = sh_add(cx, inner.at[dim], before);
    } else if (write->op == OP_INSERT && group->part == 1) {
        for (uint32_t d = 0; d < write->int_count; d++) {
            const ShExpr **along = &inner.at[write->ints[d]];
            *along = sh_add(cx, sh_mul(cx, *along, write->exprs[2 * d + 1]), write->exprs[2 * d]);
        }
    }
    if (write->op == OP_INDEX_PUT && group->part == 1) {
        const ShExpr *rows[IR_MAX_RANK];
        Index indices[IR_MAX_RANK];
        sched_gathered(s, write, at, rows, indices, &inner);
        for (uint32_t k = 0; k + 2 < write->input_count; k++)
            for (int d = 0; d < inner.rank; d++)
                inner.at[d] = inner.at[d] == rows[k] ? group->rows[k] : inner.at[d];
    }
    *place = inner;
    return group->into == write ? write : sched_memory(s, group->into, &inner, place);
}

typedef struct Visited {
    const IrNode *node;
    Index at;
} Visited;
typedef struct Walk {
    const Schedule *s;
    const IrNode *top;
    SchedVisit *visit;
    void *env;
    uint32_t seen_count, seen_cap;
    Visited *seen; /* `few`, as most walks are short, or memory of its own: indices are large, and there are many walks
                    */
    Visited few[8];
} Walk;

static void more_seen(Walk *w) {
    Visited *old = w->seen == w->few ? NULL : w->seen;
    w->seen_cap *= 2;
    w->seen = support_realloc(old, w->seen_cap * sizeof *w->seen);
    if (!old)
        memcpy(w->seen, w->few, sizeof w->few);
}

static bool already_seen(Walk *w, const IrNode *node, const Index *at) {
    for (uint32_t i = 0; i < w->seen_count; i++)
        if (w->seen[i].node == node && index_equal(&w->seen[i].at, at))
            return true;
    if (w->seen_count == w->seen_cap)
        more_seen(w);
    w->seen[w->seen_count++] = (Visited){node, *at};
    return false;
}

static void walk_node(Walk *w, const IrNode *node, const Index *at);

/* The rows of the table that are read are known at run time only: symbols stand for them. */
static void walk_gathered(Walk *w, const IrNode *node, const Index *at) {
    const ShExpr *rows[IR_MAX_RANK];
    Index indices[IR_MAX_RANK], table;
    sched_gathered(w->s, node, at, rows, indices, &table);
    for (uint32_t k = 1; k < node->input_count; k++)
        walk_node(w, node->inputs[k], &indices[k - 1]);
    walk_node(w, node->inputs[0], &table);
}

static void walk_node(Walk *w, const IrNode *node, const Index *at) {
    Index whole;
    if (at->part && !ir_is_view(node) && !sched_has_own_memory(w->s, node) && !map_has(&w->s->forced, MAP_KEY(node))) {
        whole = index_whole(at); /* it is computed as a whole */
        at = &whole;
    }
    if (already_seen(w, node, at))
        return;
    const Schedule *s = w->s;
    if (node != w->top) {
        w->visit(w->env, node, at);
        bool memory = sched_has_own_memory(s, node) || map_has(&s->forced, MAP_KEY(node));
        if (node->type.kind != IRT_TENSOR || memory)
            return;
    }
    if (node->op == OP_CAT || node->op == OP_INSERT || node->op == OP_INDEX_PUT)
        return;
    if (ir_is_gather(node->op)) {
        walk_gathered(w, node, at);
        return;
    }
    for (uint32_t k = 0; k < sched_input_count(s, node); k++) {
        Index inner = sched_input_index(s, node, k, at);
        walk_node(w, sched_input(s, node, k), &inner);
    }
}

void sched_walk(const Schedule *s, const IrNode *top, const Index *at, SchedVisit *visit, void *env) {
    Walk w = {.s = s, .top = top, .visit = visit, .env = env, .seen_cap = COUNT_OF(w.few)};
    w.seen = w.few;
    walk_node(&w, top, at);
    if (w.seen != w.few)
        support_free(w.seen);
}

/* x ** 2 and the like are products. */
static bool has_small_exponent(const IrNode *node) {
    const IrNode *exponent = node->inputs[1];
    double value = exponent->op != OP_CONST           ? 0
                   : exponent->type.kind == IRT_FLOAT ? exponent->number
                                                      : (double)exponent->ints[0];
    return value == 2 || value == 3 || value == 0.5;
}

int sched_cost(const IrNode *node) {
    if (ir_op_info[node->op].cls != CLS_POINT)
        return 0;
    if (node->op == OP_POW && has_small_exponent(node))
        return 2;
    switch (node->op) {
    case OP_DIV:
    case OP_SQRT:
    case OP_RECIPROCAL:
    case OP_RSQRT:
        return 4;
    case OP_FLOORDIV:
    case OP_REMAINDER:
    case OP_FMOD:
    case OP_TRUNCDIV:
        return 8;
    case OP_POW:
    case OP_LGAMMA:
    case OP_ERFC:
    case OP_ATAN2:
        return 30;
    case OP_EXP:
    case OP_EXP2:
    case OP_EXPM1:
    case OP_LOG:
    case OP_LOG2:
    case OP_LOG10:
    case OP_LOG1P:
    case OP_SIN:
    case OP_COS:
    case OP_TAN:
    case OP_ASIN:
    case OP_ACOS:
    case OP_ATAN:
    case OP_SINH:
    case OP_COSH:
    case OP_TANH:
    case OP_ASINH:
    case OP_ACOSH:
    case OP_ATANH:
    case OP_ERF:
    case OP_SIGMOID:
        return 12;
    default:
        return 1;
    }
}

int64_t sched_tree_cost(const Schedule *s, const IrNode *node, SchedHas *has, const void *env, int64_t enough) {
    if (has(env, node))
        return 0;
    int64_t cost = sched_cost(node);
    for (uint32_t i = 0; cost < enough && i < sched_input_count(s, node); i++)
        cost += sched_tree_cost(s, sched_input(s, node, i), has, env, enough - cost);
    return cost;
}
