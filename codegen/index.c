/* See index.h. A reshape is matched group by group: the shortest runs of result and operand dimensions with equal
 * products correspond; within a run, a position is put together and taken apart again (by division only where the run
 * of the operand has several dimensions). */
#include "codegen/index.h"

bool index_equal(const Index *a, const Index *b) {
    if (a->rank != b->rank || a->part != b->part)
        return false;
    for (int i = 0; i < a->rank; i++)
        if (a->at[i] != b->at[i])
            return false;
    return true;
}

const ShExpr *index_stride(ShContext *cx, const IrType *type, int k) {
    if (type->strides)
        return type->strides[k];
    const ShExpr *product = sh_const(cx, 1);
    for (int d = k + 1; d < type->rank; d++) /* sizes of 0 count as 1 in the strides that torch gives */
        product = sh_is_value(type->shape[d], 0) ? product : sh_mul(cx, product, type->shape[d]);
    return product;
}

Index index_whole(const Index *at) {
    Index r = *at;
    if (r.part)
        r.linear = NULL;
    r.part = NULL;
    return r;
}

/* A position in complex elements as one in their parts, where a part is meant. */
static const ShExpr *in_parts(ShContext *cx, const ShExpr *position, const Index *at) {
    return at->part ? sh_add(cx, sh_mul(cx, position, sh_const(cx, 2)), at->part) : position;
}

const ShExpr *index_offset(ShContext *cx, const IrType *type, const Index *at) {
    if (at->linear && ir_is_row_major(cx, type))
        return at->linear;
    const ShExpr *sum = sh_const(cx, 0);
    for (int i = 0; i < type->rank; i++)
        sum = sh_add(cx, sum, sh_mul(cx, at->at[i], index_stride(cx, type, i)));
    return in_parts(cx, sum, at);
}

static const ShExpr *row_major_position(ShContext *cx, const IrType *type, const Index *at) {
    if (at->linear)
        return at->linear;
    const ShExpr *sum = sh_const(cx, 0);
    for (int i = 0; i < type->rank; i++)
        sum = sh_add(cx, sum, sh_mul(cx, at->at[i], sh_product(cx, type->shape + i + 1, type->rank - i - 1)));
    return in_parts(cx, sum, at);
}

static Index broadcast_index(ShContext *cx, const IrType *type, const IrType *operand, const Index *at) {
    Index r = {.rank = operand->rank};
    int lead = type->rank - operand->rank;
    bool same = lead == 0;
    for (int i = 0; i < operand->rank; i++) {
        bool one = sh_is_value(operand->shape[i], 1);
        r.at[i] = one ? sh_const(cx, 0) : at->at[i + lead];
        same = same && (operand->shape[i] == type->shape[i + lead]);
    }
    r.linear = same ? at->linear : NULL;
    return r;
}

/* Dimensions other than the constant 1. */
static int wide_dims(const IrType *type, int *dims) {
    int n = 0;
    for (int i = 0; i < type->rank; i++)
        if (!sh_is_value(type->shape[i], 1))
            dims[n++] = i;
    return n;
}

static const ShExpr *run_product(ShContext *cx, const IrType *type, const int *dims, int from, int count) {
    const ShExpr *p = sh_const(cx, 1);
    for (int i = 0; i < count; i++)
        p = sh_mul(cx, p, type->shape[dims[from + i]]);
    return p;
}

/* Takes the shortest run of equal product off the ends, but for a dimension of each; false: there is none. */
static bool drop_last_run(ShContext *cx, const IrType *a, const int *da, int *na, int ia, const IrType *b,
                          const int *db, int *nb, int ib) {
    for (int total = 2; total <= *na - ia + *nb - ib - 2; total++) {
        for (int ca = 1; ca < total; ca++) {
            int cb = total - ca;
            if (*na - ca <= ia || *nb - cb <= ib ||
                run_product(cx, a, da, *na - ca, ca) != run_product(cx, b, db, *nb - cb, cb))
                continue;
            *na -= ca;
            *nb -= cb;
            return true;
        }
    }
    return false;
}

/* The lengths of the next runs of equal product. Where none are known to be, what those at the ends leave: all of both
 * has one product. */
static void match_run(ShContext *cx, const IrType *a, const int *da, int na, int ia, const IrType *b, const int *db,
                      int nb, int ib, int *run_a, int *run_b) {
    for (int total = 2; total <= na - ia + nb - ib; total++) {
        for (int ca = 1; ca < total; ca++) {
            int cb = total - ca;
            if (ia + ca > na || ib + cb > nb)
                continue;
            if (run_product(cx, a, da, ia, ca) == run_product(cx, b, db, ib, cb)) {
                *run_a = ca;
                *run_b = cb;
                return;
            }
        }
    }
    while (drop_last_run(cx, a, da, &na, ia, b, db, &nb, ib))
        ;
    *run_a = na - ia;
    *run_b = nb - ib;
}

/* ---- taking a position apart --------------------------------------------------------------------------------------
 */

typedef struct Counters {
    const ShExpr *items[2 * IR_MAX_RANK];
    int count;
    bool all; /* nothing else than counters and sizes is in the position */
} Counters;

static void find_counters(Counters *found, const ShExpr *e) {
    if (e->op == SH_SYM && e->symbol->below) {
        for (int i = 0; i < found->count; i++)
            if (found->items[i] == e)
                return;
        found->all = found->all && found->count < (int)COUNT_OF(found->items);
        if (found->all)
            found->items[found->count++] = e;
    }
    for (uint32_t i = 0; e->op != SH_SYM && i < e->count; i++)
        find_counters(found, e->args[i]);
}

static bool is_never_negative(const ShExpr *e) {
    int64_t lo, hi;
    sh_range(e, &lo, &hi);
    return lo >= 0;
}

/* Is the expression, linear in the counters, from 0 on and less than size wherever the loops run? */
static bool is_within(ShContext *cx, const ShExpr *e, const ShExpr *size, const Counters *counters) {
    const ShExpr *one = sh_const(cx, 1), *last = e, *first = e;
    for (int i = 0; i < counters->count; i++) {
        const ShExpr *counter = counters->items[i], *factor = index_coefficient(cx, e, counter);
        if (!factor || !is_never_negative(factor))
            return false;
        first = sh_substitute(cx, first, counter, sh_const(cx, 0));
        last = sh_substitute(cx, last, counter, sh_sub(cx, counter->symbol->below, one));
    }
    return is_never_negative(first) && is_never_negative(sh_canon(cx, sh_sub(cx, sh_sub(cx, size, one), last)));
}

/* position = *quotient * size + *rest with 0 <= *rest < size. Counters of loops whose steps are multiples of the size
 * are the quotient where the others together do not reach it; else there is a division. */
static void split_position(ShContext *cx, const ShExpr *position, const ShExpr *size, const ShExpr **quotient,
                           const ShExpr **rest) {
    Counters counters = {.all = true};
    position = sh_canon(cx, position); /* 4*(n//4)*i is i rows of n elements, where n is a multiple of 4 */
    find_counters(&counters, position);
    *quotient = sh_const(cx, 0);
    *rest = position;
    for (int i = 0; counters.all && i < counters.count; i++) {
        const ShExpr *counter = counters.items[i], *factor = index_coefficient(cx, position, counter);
        const ShExpr *times = factor ? sh_exact_quotient(cx, factor, size) : NULL;
        if (!times)
            continue;
        *quotient = sh_add(cx, *quotient, sh_mul(cx, times, counter));
        *rest = sh_sub(cx, *rest, sh_mul(cx, factor, counter));
    }
    bool is_multiple = sh_is_value(*rest, 0); /* where the size is 0, there is no position */
    if (is_multiple || (counters.all && counters.count && is_within(cx, *rest, size, &counters)))
        return;
    *rest = sh_mod(cx, position, size);
    *quotient = sh_floordiv(cx, position, size);
}

static Index reshape_index(ShContext *cx, const IrType *type, const IrType *operand, const Index *at) {
    Index r = {.rank = operand->rank, .linear = row_major_position(cx, type, at)};
    for (int i = 0; i < operand->rank; i++)
        r.at[i] = sh_const(cx, 0);
    int da[IR_MAX_RANK], db[IR_MAX_RANK];
    int na = wide_dims(type, da), nb = wide_dims(operand, db);
    for (int ia = 0, ib = 0; ib < nb;) {
        int run_a, run_b;
        match_run(cx, type, da, na, ia, operand, db, nb, ib, &run_a, &run_b);
        const ShExpr *position = sh_const(cx, 0);
        for (int i = 0; i < run_a; i++)
            position = sh_add(cx, sh_mul(cx, position, type->shape[da[ia + i]]), at->at[da[ia + i]]);
        for (int i = run_b - 1; i > 0; i--) {
            const ShExpr *size = operand->shape[db[ib + i]];
            if (sh_is_value(size, 0))
                break; /* there are no elements */
            split_position(cx, position, size, &position, &r.at[db[ib + i]]);
        }
        r.at[db[ib]] = position;
        ia += run_a;
        ib += run_b;
    }
    return r;
}

bool index_merged(ShContext *cx, const IrType *type, const IrType *operand, const Index *at, Index *merged) {
    *merged = (Index){.rank = type->rank};
    for (int i = 0; i < type->rank; i++)
        merged->at[i] = sh_const(cx, 0);
    int da[IR_MAX_RANK], db[IR_MAX_RANK];
    int na = wide_dims(type, da), nb = wide_dims(operand, db);
    for (int ia = 0, ib = 0; ib < nb; ia++) {
        int run_a, run_b;
        match_run(cx, type, da, na, ia, operand, db, nb, ib, &run_a, &run_b);
        if (run_a != 1)
            return false;
        const ShExpr *position = sh_const(cx, 0);
        for (int end = ib + run_b; ib < end; ib++)
            position = sh_add(cx, sh_mul(cx, position, operand->shape[db[ib]]), at->at[db[ib]]);
        merged->at[da[ia]] = position;
    }
    return true;
}

static bool expr_divides(const ShExpr *e) {
    bool divides = (e->op == SH_FLOORDIV || e->op == SH_MOD) && !sh_is_const(e->args[1], NULL);
    Counters counters = {.all = true};
    if (divides)
        find_counters(&counters, e->args[0]);
    divides = counters.count > 0;
    for (uint32_t i = 0; e->op != SH_SYM && i < e->count && !divides; i++)
        divides = expr_divides(e->args[i]);
    return divides;
}

bool index_divides(const IrType *type, const Index *at) {
    bool divides = false;
    for (int d = 0; d < type->rank && !divides; d++)
        divides = expr_divides(at->at[d]);
    return divides;
}

bool index_offset_divides(ShContext *cx, const IrType *type, const Index *at) {
    return expr_divides(index_offset(cx, type, at));
}

static bool listed(const IrNode *node, int dim) {
    for (uint32_t i = 0; i < node->int_count; i++)
        if (node->ints[i] == dim)
            return true;
    return false;
}

/* The last position, moved forward by `offset` if that is positive. */
static const ShExpr *along_diagonal(ShContext *cx, const Index *at, int64_t offset) {
    return sh_add(cx, at->at[at->rank - 1], sh_const(cx, offset > 0 ? offset : 0));
}

static Index parts_index(ShContext *cx, const IrNode *node, uint32_t k, const Index *at) {
    Index r = *at;
    if (node->op == OP_AS_REAL) {
        r.part = r.at[--r.rank];
        return r;
    }
    const ShExpr *part = sh_const(cx, k);
    if (!r.part && r.linear)
        r.linear = sh_add(cx, sh_mul(cx, r.linear, sh_const(cx, 2)), part);
    r.at[r.rank++] = r.part ? r.part : part;
    r.part = NULL;
    return r;
}

static Index operand_index(ShContext *cx, const IrNode *node, uint32_t k, const Index *at) {
    const IrType *operand = &node->inputs[k]->type;
    Index r = {.rank = operand->rank};
    int next = 0;
    if (operand->kind != IRT_TENSOR)
        return (Index){0};
    switch (node->op) {
    case OP_PERMUTE:
        for (int i = 0; i < at->rank; i++)
            r.at[node->ints[i]] = at->at[i];
        return r;
    case OP_SLICE:
        r = *at;
        r.linear = NULL;
        r.at[node->ints[0]] = sh_add(cx, sh_mul(cx, at->at[node->ints[0]], node->exprs[1]), node->exprs[0]);
        return r;
    case OP_SELECT:
        for (int i = 0; i < operand->rank; i++)
            r.at[i] = i == node->ints[0] ? node->exprs[0] : at->at[next++];
        return r;
    case OP_UNFOLD:
        for (int i = 0; i < operand->rank; i++)
            r.at[i] = at->at[i];
        r.at[node->ints[0]] = sh_add(cx, sh_mul(cx, at->at[node->ints[0]], node->exprs[0]), at->at[operand->rank]);
        return r;
    case OP_DIAGONAL:
        for (int i = 0; i < operand->rank; i++)
            r.at[i] = i == node->ints[0]   ? along_diagonal(cx, at, -node->ints[2])
                      : i == node->ints[1] ? along_diagonal(cx, at, node->ints[2])
                                           : at->at[next++];
        return r;
    case OP_SQUEEZE:
        r.linear = at->linear;
        for (int i = 0; i < operand->rank; i++)
            r.at[i] = listed(node, i) ? sh_const(cx, 0) : at->at[next++];
        return r;
    case OP_UNSQUEEZE:
        r.linear = at->linear;
        for (int i = 0; i < at->rank; i++)
            if (!listed(node, i))
                r.at[next++] = at->at[i];
        return r;
    case OP_RESHAPE:
        return reshape_index(cx, &node->type, operand, at);
    case OP_CONTIGUOUS:
    case OP_CLONE:
        return *at;
    case OP_STORE:
        return broadcast_index(cx, &node->inputs[0]->type, operand, at);
    default:
        return broadcast_index(cx, &node->type, operand, at);
    }
}

Index index_of_operand(ShContext *cx, const IrNode *node, uint32_t k, const Index *at) {
    if (node->op == OP_AS_REAL || node->op == OP_AS_COMPLEX)
        return parts_index(cx, node, k, at);
    if (!at->part)
        return operand_index(cx, node, k, at);
    if (ir_op_info[node->op].cls != CLS_VIEW) {
        Index whole = index_whole(at);
        return operand_index(cx, node, k, &whole);
    }
    Index r = operand_index(cx, node, k, at);
    r.part = at->part;
    return r;
}

/* The coefficient in sums and products of too many terms for a normal form, part by part. */
static const ShExpr *coefficient_within(ShContext *cx, const ShExpr *e, const ShExpr *symbol) {
    if (e == symbol)
        return sh_const(cx, 1);
    const ShExpr *sum = sh_const(cx, 0), *others = sh_const(cx, e->op == SH_MUL ? e->value : 1);
    uint32_t dependent = 0;
    for (uint32_t i = 0; i < e->count; i++) {
        const ShExpr *part = e->args[i]->count ? sh_remembered(cx, coefficient_within, e->args[i], symbol)
                                               : coefficient_within(cx, e->args[i], symbol);
        if (!part)
            return NULL;
        if (!sh_is_value(part, 0)) {
            dependent++;
            sum = sh_add(cx, sum, part);
        } else if (e->op == SH_MUL) {
            others = sh_mul(cx, others, e->args[i]);
        }
    }
    if (dependent == 0 || e->op == SH_ADD)
        return sum;
    return e->op == SH_MUL && dependent == 1 ? sh_mul(cx, sum, others) : NULL;
}

static const ShExpr *coefficient(ShContext *cx, const ShExpr *e, const ShExpr *symbol) {
    const ShExpr *known;
    if (symbol->op == SH_SYM && sh_coefficient(cx, e, symbol, &known))
        return known;
    const ShExpr *at0 = sh_substitute(cx, e, symbol, sh_const(cx, 0));
    const ShExpr *factor = sh_sub(cx, sh_substitute(cx, e, symbol, sh_const(cx, 1)), at0);
    return sh_add(cx, at0, sh_mul(cx, factor, symbol)) == e ? factor : coefficient_within(cx, e, symbol);
}

const ShExpr *index_coefficient(ShContext *cx, const ShExpr *e, const ShExpr *symbol) {
    return sh_remembered(cx, coefficient, e, symbol);
}
