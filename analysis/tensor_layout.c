/* Strides: the output layout of TensorIterator, preserve_format, and the views that torch allows without a copy.
 *
 * The rules compare sizes and strides, which are symbols here. What the normal form cannot decide is decided as the
 * hints say, and becomes a fact of the variant. As sizes of 0 and 1 make many layouts equal, tensors that are not
 * row-major are assumed to have sizes of at least 2, wherever a size is not a constant; the rest runs as Python.
 * Sources: TensorIterator.cpp (reorder_dimensions, compute_fast_setup_type), TensorUtils.cpp (computeStride_impl),
 * c10/core/Contiguity.h of torch 2.13.0. */
#include "analysis/tensor.h"

/* ---- deciding
 * ------------------------------------------------------------------------------------------------------------ */

/* Takes the common factors of two products away that are at least `least`. */
static void cancel_factors(Ev *ev, const ShExpr **a, const ShExpr **b, int64_t least) {
    if ((*a)->op != SH_MUL && (*b)->op != SH_MUL)
        return;
    const ShExpr *const *factors = (*a)->op == SH_MUL ? (*a)->args : a;
    uint32_t count = (*a)->op == SH_MUL ? (*a)->count : 1;
    const ShExpr *left = *a, *right = *b;
    for (uint32_t i = 0; i < count; i++) {
        const ShExpr *factor = factors[i];
        int64_t lo, hi;
        sh_range(factor, &lo, &hi);
        if (factor->op != SH_SYM || lo < least)
            continue;
        const ShExpr *zero = sh_const(ev->shapes, 0);
        if (sh_mod(ev->shapes, left, factor) != zero || sh_mod(ev->shapes, right, factor) != zero)
            continue;
        left = sh_floordiv(ev->shapes, left, factor);
        right = sh_floordiv(ev->shapes, right, factor);
    }
    *a = left;
    *b = right;
}

/* Is the relation a fact of the variant already? */
static bool is_stated(const Ev *ev, ShCompare op, const ShExpr *a, const ShExpr *b) {
    for (uint32_t i = 0; !ev->in_driver && i < ev->facts->items.len; i++) {
        const Fact *fact = &ev->facts->items.data[i];
        if (fact->kind == FACT_COMPARE && fact->compare == op && sh_canon(ev->shapes, fact->exprs[0]) == a &&
            sh_canon(ev->shapes, fact->exprs[1]) == b)
            return true;
    }
    return false;
}

static ShTruth compare_stated(const Ev *ev, ShCompare op, const ShExpr *a, const ShExpr *b) {
    ShTruth truth = sh_compare(ev->shapes, op, a, b);
    if (truth == SH_MAYBE && op == SH_LT && (is_stated(ev, SH_LE, b, a) || is_stated(ev, SH_LT, b, a)))
        return SH_NO;
    return truth == SH_MAYBE && is_stated(ev, op, a, b) ? SH_YES : truth;
}

/* Leaves the node the variant unless two sizes are equal? Gives them, less their common factors. */
static bool is_check(Ev *ev, const IrNode *node, const ShExpr **a, const ShExpr **b) {
    const IrNode *fails = node->op == OP_MISS_IF ? node->inputs[0] : NULL;
    const IrNode *equal = fails && fails->op == OP_NOT ? fails->inputs[0] : NULL;
    if (!equal || equal->op != OP_EQ || equal->inputs[0]->op != OP_SIZE || equal->inputs[1]->op != OP_SIZE)
        return false;
    *a = sh_canon(ev->shapes, equal->inputs[0]->exprs[0]);
    *b = sh_canon(ev->shapes, equal->inputs[1]->exprs[0]);
    cancel_factors(ev, a, b, 1);
    return true;
}

/* Sizes of which one is computed: has a check been passed, before this place, that they are equal? */
static bool is_checked(Ev *ev, const ShExpr *a, const ShExpr *b) {
    const ShExpr *left, *right;
    if (ev->in_driver || (!sh_is_computed(a) && !sh_is_computed(b)))
        return false;
    for (const IrRegion *region = ev->region; region; region = region->owner ? region->owner->parent : NULL)
        for (uint32_t i = 0; i < region->nodes.len; i++)
            if (is_check(ev, region->nodes.data[i], &left, &right) &&
                ((left == a && right == b) || (left == b && right == a)))
                return true;
    return false;
}

static ShTruth compare_above(Ev *ev, ShCompare op, const ShExpr *a, const ShExpr *b, int64_t least) {
    a = sh_canon(ev->shapes, a);
    b = sh_canon(ev->shapes, b);
    ShTruth truth = compare_stated(ev, op, a, b);
    if (truth != SH_MAYBE)
        return truth;
    cancel_factors(ev, &a, &b, least);
    truth = compare_stated(ev, op, a, b);
    return truth == SH_MAYBE && op == SH_EQ && is_checked(ev, a, b) ? SH_YES : truth;
}

static ShTruth compare(Ev *ev, ShCompare op, const ShExpr *a, const ShExpr *b) {
    return compare_above(ev, op, a, b, 1);
}

/* A likely value of a symbol: its hint, else one that differs from those of most others. */
static int64_t likely_value(void *env, const ShSymbol *symbol) {
    const Lone *lone = env;
    int64_t value = symbol->hint >= 0 ? symbol->hint : symbol->likely;
    value = value != 0 || symbol->hint == 0 ? value : 67 + 2 * (int64_t)(symbol->id % 41);
    value = lone && (lone->names[0] == symbol->name || lone->names[1] == symbol->name) ? 1 : value;
    return value < symbol->lo ? symbol->lo : value > symbol->hi ? symbol->hi : value;
}

bool tn_likely(const ShExpr *expr, int64_t *value) { return sh_eval(expr, likely_value, NULL, value); }

int64_t tn_likely_in_call(const Ev *ev, const ShExpr *expr) {
    int64_t value;
    return sh_eval(expr, likely_value, (void *)(uintptr_t)&ev->lone, &value) ? value : 0;
}

bool tn_decide_equal(Ev *ev, const ShExpr *a, const ShExpr *b, Span span, bool *equal) {
    ShTruth truth = compare(ev, SH_EQ, a, b);
    *equal = truth == SH_YES;
    if (truth != SH_MAYBE)
        return true;
    int64_t left, right;
    *equal = tn_likely(a, &left) && tn_likely(b, &right) && left == right;
    bool holds = *equal ? ev_assume_equal(ev, a, b, span) : ev_assume_compare(ev, SH_NE, a, b, span);
    if (!holds && ev->fail.kind == FAIL_NONE)
        ev_fail(ev, D_SHAPE, span, "a layout that depends on sizes");
    return holds;
}

bool tn_decide_less(Ev *ev, const ShExpr *a, const ShExpr *b, Span span, bool *less) {
    ShTruth truth = compare(ev, SH_LT, a, b);
    int64_t left, right;
    *less = truth == SH_YES;
    if (truth != SH_MAYBE)
        return true;
    bool holds = tn_likely(a, &left) && tn_likely(b, &right);
    if (holds) {
        *less = left < right;
        holds = *less ? ev_assume_compare(ev, SH_LT, a, b, span) : ev_assume_compare(ev, SH_LE, b, a, span);
    }
    if (!holds && ev->fail.kind == FAIL_NONE)
        ev_fail(ev, D_SHAPE, span, "a layout that depends on sizes");
    return holds;
}

static bool assume_at_least(Ev *ev, const ShExpr *size, int64_t least, Span span) {
    if (sh_is_const(size, NULL))
        return true;
    if (ev_assume_compare(ev, SH_LE, sh_const(ev->shapes, least), size, span))
        return true;
    if (ev->fail.kind == FAIL_NONE)
        ev_fail(ev, D_SHAPE, span, "a layout of sizes below %d", (int)least);
    return false;
}

/* ---- strides of one tensor
 * -------------------------------------------------------------------------------------------------- */

/* Sizes or strides as the assumptions so far let them be written. */
static void canon_dims(Ev *ev, int rank, const ShExpr *const *dims, TnDims out) {
    for (int d = 0; d < rank; d++)
        out[d] = sh_canon(ev->shapes, dims[d]);
}

/* Strides step over a size of 0 as over one of 1: what was shown says whether this variant is for 0 or the others. */
static bool settle_empty(Ev *ev, const ShExpr **size, Span span) {
    if (sh_hint(*size, -1) != 0 || sh_is_const(*size, NULL))
        return assume_at_least(ev, *size, 1, span);
    if (!ev_assume_equal(ev, *size, sh_const(ev->shapes, 0), span))
        return ev->fail.kind == FAIL_NONE ? assume_at_least(ev, *size, 1, span) : false;
    *size = sh_canon(ev->shapes, *size);
    return true;
}

bool tn_strides(Ev *ev, const IrType *type, Span span, TnDims out) {
    if (type->strides) {
        canon_dims(ev, type->rank, type->strides, out);
        return true;
    }
    const ShExpr *product = sh_const(ev->shapes, 1);
    for (int d = type->rank - 1; d >= 0; d--) {
        out[d] = product;
        const ShExpr *size = tn_dim(ev, type, d);
        if (d > 0 && !settle_empty(ev, &size, span))
            return false;
        product = sh_mul(ev->shapes, product, sh_is_value(size, 0) ? sh_const(ev->shapes, 1) : size);
    }
    return true;
}

bool tn_is_row_major(Ev *ev, const IrType *type) {
    if (!type->strides)
        return true;
    const ShExpr *product = sh_const(ev->shapes, 1);
    for (int d = type->rank - 1; d >= 0; d--) {
        const ShExpr *size = tn_dim(ev, type, d);
        if (sh_canon(ev->shapes, type->strides[d]) != product)
            return false;
        product = sh_is_value(size, 0) ? product : sh_mul(ev->shapes, product, size);
    }
    return true;
}

/* A permutation of a row-major tensor, dimensions of size 1 aside; sizes that are not constant are at least 2. */
static bool is_dense(Ev *ev, int rank, const ShExpr *const *shape, const ShExpr *const *strides, Span span,
                     bool *dense) {
    bool taken[IR_MAX_RANK] = {false};
    const ShExpr *expected = sh_const(ev->shapes, 1);
    *dense = false;
    for (int round = 0; round < rank; round++) {
        int found = -1, left = 0;
        for (int d = 0; d < rank && found < 0; d++) {
            if (taken[d] || sh_is_value(shape[d], 1))
                continue;
            left++;
            bool equal;
            if (!tn_decide_equal(ev, strides[d], expected, span, &equal))
                return false;
            if (equal)
                found = d;
        }
        if (found < 0) {
            *dense = left == 0;
            return true;
        }
        taken[found] = true;
        expected = sh_mul(ev->shapes, expected, shape[found]);
    }
    *dense = true;
    return true;
}

/* is_contiguous(): strides of dimensions of size 1 do not matter. Sizes that are not constant are at least 2. */
static bool is_contiguous(Ev *ev, int rank, const ShExpr *const *shape, const ShExpr *const *strides, Span span,
                          bool *contiguous) {
    const ShExpr *expected = sh_const(ev->shapes, 1);
    *contiguous = true;
    for (int d = rank - 1; d >= 0 && *contiguous; d--) {
        if (sh_is_value(shape[d], 1))
            continue;
        if (!tn_decide_equal(ev, strides[d], expected, span, contiguous))
            return false;
        expected = sh_mul(ev->shapes, expected, shape[d]);
    }
    return true;
}

/* ---- TensorIterator's output
 * ------------------------------------------------------------------------------------------------- */

typedef struct Operand {
    TnDims strides; /* right-aligned to the output's rank; 0 where broadcast */
    TnDims own;     /* its own strides, when it has the output's rank */
    int rank;
    bool same_shape;
} Operand;

static bool make_operand(Ev *ev, const IrType *type, int rank, const ShExpr *const *shape, Span span, Operand *out) {
    TnDims strides;
    if (!tn_strides(ev, type, span, strides))
        return false;
    out->rank = type->rank;
    out->same_shape = type->rank == rank;
    const ShExpr *zero = sh_const(ev->shapes, 0);
    for (int d = 0; d < rank; d++) {
        int at = d - (rank - type->rank);
        out->strides[d] = zero;
        if (at < 0)
            continue;
        const ShExpr *size = tn_dim(ev, type, at);
        bool broadcast = sh_is_value(size, 1) && !sh_is_value(shape[d], 1);
        if (broadcast)
            out->same_shape = false;
        else
            out->strides[d] = strides[at];
        out->own[d] = strides[at];
    }
    return true;
}

/* is_contiguous(channels_last): rank 4; strides of dimensions of size 1 do not matter. */
static const int channels_last_order[4] = {1, 3, 2, 0};
static bool is_channels_last(Ev *ev, int rank, const ShExpr *const *shape, const ShExpr *const *strides, Span span,
                             bool *channels_last) {
    const ShExpr *expected = sh_const(ev->shapes, 1);
    *channels_last = rank == 4;
    for (int i = 0; i < 4 && *channels_last; i++) {
        int d = channels_last_order[i];
        if (sh_is_value(shape[d], 1))
            continue;
        if (!tn_decide_equal(ev, strides[d], expected, span, channels_last))
            return false;
        expected = sh_mul(ev->shapes, expected, shape[d]);
    }
    return true;
}

static void channels_last_strides(Ev *ev, const ShExpr *const *shape, TnDims strides) {
    const ShExpr *product = sh_const(ev->shapes, 1);
    for (int i = 0; i < 4; i++) {
        strides[channels_last_order[i]] = product;
        product = sh_mul(ev->shapes, product, shape[channels_last_order[i]]);
    }
}

/* suggest_memory_format(): is it channels_last, of images or of volumes? As is_channels_last_strides_2d_s4() in
 * c10/core/MemoryFormat.h. */
bool tn_suggests_channels_last(Ev *ev, const IrType *type, Span span, bool *answer) {
    static const int orders[2][5] = {{1, 3, 2, 0}, {1, 4, 3, 2, 0}};
    int rank = type->rank;
    TnDims strides;
    *answer = false;
    if ((rank != 4 && rank != 5) || tn_is_row_major(ev, type))
        return true;
    if (!tn_strides(ev, type, span, strides))
        return false;
    const ShExpr *zero = sh_const(ev->shapes, 0), *least = zero;
    bool no;
    if (!tn_decide_equal(ev, strides[1], zero, span, &no) || no)
        return no;
    for (int i = 0; i < rank; i++) {
        int d = orders[rank - 4][i];
        const ShExpr *size = tn_dim(ev, type, d);
        if (!tn_decide_equal(ev, size, zero, span, &no) || no)
            return no;
        if (!tn_decide_less(ev, strides[d], least, span, &no) || no)
            return no;
        if (d == 0 && (!tn_decide_equal(ev, least, strides[1], span, &no) || no))
            return no;
        least = sh_mul(ev->shapes, strides[d], size);
    }
    *answer = true;
    return true;
}

/* All operands of one shape: contiguous, channels_last, or of the same dense strides. *done: the answer was found. */
static bool fast_setup(Ev *ev, int rank, const ShExpr *const *shape, const Operand *operands, int count, Span span,
                       TnDims strides, bool *row_major, bool *done) {
    *done = false;
    bool all = true, last = true;
    for (int i = 0; i < count; i++)
        if (!operands[i].same_shape)
            return true;
    for (int i = 0; i < count && all; i++)
        if (!is_contiguous(ev, rank, shape, operands[i].own, span, &all))
            return false;
    for (int i = 0; i < count && last && !all; i++)
        if (!is_channels_last(ev, rank, shape, operands[i].own, span, &last))
            return false;
    *row_major = all;
    *done = all || last;
    if (*done && !all)
        channels_last_strides(ev, shape, strides);
    if (*done)
        return true;
    bool dense = true;
    for (int i = 0; i < count; i++) {
        if (!is_dense(ev, rank, shape, operands[i].own, span, &dense))
            return false;
        for (int d = 0; dense && d < rank; d++)
            if (!tn_decide_equal(ev, operands[i].own[d], operands[0].own[d], span, &dense))
                return false;
        if (!dense)
            return true;
    }
    for (int d = 0; d < rank; d++)
        strides[d] = operands[0].own[d];
    *row_major = false;
    *done = true;
    return true;
}

/* 1: dimension a should come after b (a varies slower), -1 before, 0 ambiguous; -2: failed. */
static int should_swap(Ev *ev, const Operand *operands, int count, const ShExpr *const *shape, int a, int b,
                       Span span) {
    const ShExpr *zero = sh_const(ev->shapes, 0);
    for (int i = 0; i < count; i++) {
        const ShExpr *left = operands[i].strides[a], *right = operands[i].strides[b];
        bool answer;
        if (left == zero || right == zero)
            continue;
        if (!tn_decide_equal(ev, left, zero, span, &answer))
            return -2;
        if (answer)
            continue;
        if (!tn_decide_equal(ev, right, zero, span, &answer))
            return -2;
        if (answer)
            continue;
        if (!tn_decide_equal(ev, left, right, span, &answer))
            return -2;
        if (answer) {
            if (!tn_decide_less(ev, shape[b], shape[a], span, &answer))
                return -2;
            if (answer)
                return 1;
            continue;
        }
        if (!tn_decide_less(ev, left, right, span, &answer))
            return -2;
        return answer ? -1 : 1;
    }
    return 0;
}

static bool sort_dimensions(Ev *ev, int rank, const ShExpr *const *shape, const Operand *operands, int count, Span span,
                            int *order) {
    for (int i = 0; i < rank; i++)
        order[i] = rank - 1 - i;
    for (int i = 1; i < rank; i++) {
        int at = i;
        for (int before = i - 1; before >= 0; before--) {
            int comparison = should_swap(ev, operands, count, shape, order[before], order[at], span);
            if (comparison == -2)
                return false;
            if (comparison < 0)
                break;
            if (comparison > 0) {
                int swap = order[before];
                order[before] = order[at];
                order[at] = swap;
                at = before;
            }
        }
    }
    return true;
}

/* A size that other rules ask whether it is 1: assumed to be what it likely is, 1 or at least 2. */
bool tn_settle_size(Ev *ev, const ShExpr *size, Span span) {
    if (sh_is_const(size, NULL) || sh_hint(size, -1) != 1)
        return assume_at_least(ev, size, 2, span);
    if (ev_assume_equal(ev, size, sh_const(ev->shapes, 1), span))
        return true;
    if (ev->fail.kind == FAIL_NONE)
        ev_fail(ev, D_SHAPE, span, "a layout of sizes of 1");
    return false;
}

bool tn_grows(Ev *ev, const ShExpr *size, const ShExpr *other, Span span) {
    const ShExpr *one = sh_const(ev->shapes, 1);
    size = sh_canon(ev->shapes, size);
    other = sh_canon(ev->shapes, other);
    if (size == other || sh_is_const(size, NULL) || sh_hint(size, -1) != 1 || sh_hint(other, -1) == 1)
        return size == one && other != one;
    if (ev_assume_equal(ev, size, one, span))
        return true;
    ev->fail = (Fail){0};
    return false;
}

static bool has_stride_outside(Ev *ev, const IrType *type, int dim) {
    for (int d = 0; d < dim; d++)
        if (!sh_is_value(sh_canon(ev->shapes, type->strides[d]), 0))
            return true;
    return false;
}

/* Strides in the order of the dimensions, with gaps (slices) or zeros (expansions): such operands give a row-major
 * output, whatever the sizes (where one is 0 the result is empty, and rt_output() sees to it). What is likely is
 * assumed. */
static bool is_ordered(Ev *ev, const IrType *type, Span span, bool *ordered) {
    const ShExpr *least = NULL, *inner = NULL;
    *ordered = true;
    for (int d = type->rank - 1; type->strides && d >= 0 && *ordered; d--) {
        const ShExpr *stride = sh_canon(ev->shapes, type->strides[d]);
        if (sh_is_value(stride, 0)) {
            if (has_stride_outside(ev, type, d) && !tn_settle_size(ev, tn_dim(ev, type, d), span))
                return false;
            continue;
        }
        bool less = false;
        if (least && stride != least) {
            int64_t left, right;
            ShTruth smaller = compare_above(ev, SH_LT, stride, least, 0);
            if (smaller == SH_NO)
                less = false;
            else if (smaller == SH_MAYBE && tn_likely(stride, &left) && tn_likely(least, &right) && left < right)
                less = true;
            else if (!tn_decide_less(ev, stride, least, span, &less) ||
                     (!less && smaller == SH_MAYBE && !assume_at_least(ev, inner, 1, span)))
                return false; /* of no elements the least stride is 0, and says nothing of how the strides compare */
        }
        *ordered = !less;
        inner = tn_dim(ev, type, d);
        least = sh_canon(ev->shapes, sh_mul(ev->shapes, stride, inner));
    }
    return true;
}

/* How many outer dimensions step over all of the inner ones in every operand, as in a row-major tensor: it does not
 * matter to the layout whether their sizes are 1. */
static int leading_blocks(Ev *ev, int rank, IrNode *const *nodes, int count) {
    for (int d = 0; d < rank; d++)
        for (int i = 0; i < count; i++) {
            const IrType *type = &nodes[i]->type;
            int at = d - (rank - type->rank);
            const ShExpr *product = sh_const(ev->shapes, 1);
            for (int k = at + 1; at >= 0 && k < type->rank; k++)
                product = sh_mul(ev->shapes, product, tn_dim(ev, type, k));
            if (at >= 0 && type->strides && sh_canon(ev->shapes, type->strides[at]) != sh_canon(ev->shapes, product))
                return d;
        }
    return rank;
}

/* Results without elements, of sizes that are known: an operand of the result's shape counts as contiguous whatever its
 * strides, and products of sizes in the order of the dimensions are taken with zeros. Strides that a size of 1 has
 * inside of one of 0 hang on whether numbers are among the operands, which composite functions do not say: not
 * compiled. */
static bool empty_strides(Ev *ev, int rank, const ShExpr *const *shape, IrNode *const *nodes, int count, bool wrapped,
                          Span span, TnDims strides, bool *row_major) {
    Operand operands[TN_MAX_OPERANDS];
    bool known = count <= TN_MAX_OPERANDS, same_shape = !wrapped, zero = false;
    for (int d = 0; d < rank; d++) {
        known &= sh_is_const(shape[d], NULL) && !(zero && sh_is_value(shape[d], 1));
        zero |= sh_is_value(shape[d], 0);
    }
    for (int i = 0; i < count && known; i++) {
        const IrType *type = &nodes[i]->type;
        for (int d = 0; d < type->rank && known; d++)
            known = sh_is_const(tn_dim(ev, type, d), NULL) && (!type->strides || sh_is_const(type->strides[d], NULL));
        if (known && !make_operand(ev, type, rank, shape, span, &operands[i]))
            return false;
        same_shape &= known && operands[i].same_shape;
    }
    int order[IR_MAX_RANK];
    if (!known)
        return tn_unsupported(ev, span, "strides of a result without elements") != NULL;
    if (!same_shape && !sort_dimensions(ev, rank, shape, operands, count, span, order))
        return false;
    for (int i = 0; i < rank && !same_shape; i++)
        *row_major &= order[i] == rank - 1 - i;
    const ShExpr *product = sh_const(ev->shapes, 1);
    for (int i = 0; i < rank && !*row_major; i++) {
        strides[order[i]] = product;
        product = sh_mul(ev->shapes, product, shape[order[i]]);
    }
    return true;
}

static bool has_zero(Ev *ev, int rank, const ShExpr *const *sizes) {
    for (int d = 0; d < rank; d++)
        if (sh_is_value(sh_canon(ev->shapes, sizes[d]), 0))
            return true;
    return false;
}

static bool all_row_major(Ev *ev, int rank, IrNode *const *nodes, int count) {
    for (int i = 0; i < count; i++)
        if (!tn_is_row_major(ev, &nodes[i]->type) || nodes[i]->type.rank != rank)
            return false;
    return true;
}

static bool has_own_shape(Ev *ev, const IrType *type, int rank, const ShExpr *const *sizes) {
    for (int d = 0; d < rank && type->rank == rank; d++)
        if (tn_dim(ev, type, d) != sh_canon(ev->shapes, sizes[d]))
            return false;
    return type->rank == rank;
}

/* The first dimension may be of any size: nothing is assumed of batches. */
static bool is_likely_one(Ev *ev, const IrType *type, int d) {
    const ShExpr *size = tn_dim(ev, type, d);
    int64_t likely;
    return sh_is_value(size, 1) || (d > 0 && tn_likely(size, &likely) && likely == 1);
}

/* Is there a dimension of size 1 whose stride only the run tells? */
static bool has_open_one(Ev *ev, const IrType *type) {
    for (int d = 0; type->strides && d < type->rank; d++)
        if (is_likely_one(ev, type, d) && !sh_is_const(sh_canon(ev->shapes, type->strides[d]), NULL))
            return true;
    return false;
}

static bool is_likely_contiguous(Ev *ev, const IrType *type) {
    const ShExpr *expected = sh_const(ev->shapes, 1);
    for (int d = type->rank - 1; type->strides && d >= 0; d--) {
        int64_t stride, wanted;
        if (is_likely_one(ev, type, d))
            continue;
        if (!tn_likely(type->strides[d], &stride) || !tn_likely(expected, &wanted) || stride != wanted)
            return false;
        expected = sh_mul(ev->shapes, expected, tn_dim(ev, type, d));
    }
    return true;
}

/* What operators of ATen give has any strides where sizes are 1. Where all operands have the result's shape and count
 * as contiguous these say nothing: so it is assumed, rather than how they compare with others. */
static bool count_as_contiguous(Ev *ev, int rank, const ShExpr *const *sizes, IrNode *const *nodes, int count,
                                Span span, bool *contiguous) {
    bool open = false;
    *contiguous = count > 0;
    for (int i = 0; i < count && *contiguous; i++) {
        const IrType *type = &nodes[i]->type;
        open |= has_open_one(ev, type);
        *contiguous = has_own_shape(ev, type, rank, sizes) && is_likely_contiguous(ev, type);
    }
    *contiguous &= open;
    for (int d = 0; d < rank && *contiguous; d++)
        if (is_likely_one(ev, &nodes[0]->type, d) && !tn_settle_size(ev, sizes[d], span))
            return false;
    TnDims shape, strides;
    for (int i = 0; i < count && *contiguous; i++) {
        canon_dims(ev, rank, sizes, shape);
        if (!tn_strides(ev, &nodes[i]->type, span, strides) ||
            !is_contiguous(ev, rank, shape, strides, span, contiguous))
            return false;
    }
    return true;
}

bool tn_output_strides(Ev *ev, int rank, const ShExpr *const *sizes, IrNode *const *nodes, int count, bool wrapped,
                       Span span, TnDims strides, bool *row_major) {
    bool ordered = true, contiguous = false;
    *row_major = true;
    if (rank <= 1) /* the stride is 1, whatever those of the operands are, also where there are no elements */
        return true;
    if (has_zero(ev, rank, sizes) && !all_row_major(ev, rank, nodes, count)) {
        TnDims shape;
        canon_dims(ev, rank, sizes, shape);
        return empty_strides(ev, rank, shape, nodes, count, wrapped, span, strides, row_major);
    }
    if (!wrapped && !count_as_contiguous(ev, rank, sizes, nodes, count, span, &contiguous))
        return false;
    for (int i = 0; i < count && ordered && !contiguous; i++)
        if (!is_ordered(ev, &nodes[i]->type, span, &ordered))
            return false;
    if (ordered)
        return true;
    if (count > TN_MAX_OPERANDS)
        return tn_unsupported(ev, span, "an operation on so many strided tensors") != NULL;
    TnDims shape;
    for (int d = leading_blocks(ev, rank, nodes, count); d < rank; d++) {
        if (!tn_settle_size(ev, sizes[d], span))
            return false;
    }
    canon_dims(ev, rank, sizes, shape);
    Operand operands[TN_MAX_OPERANDS];
    bool scalars = wrapped;
    for (int i = 0; i < count; i++) {
        if (!make_operand(ev, &nodes[i]->type, rank, shape, span, &operands[i]))
            return false;
        scalars |= nodes[i]->type.rank == 0;
    }
    bool done = false;
    for (int d = 0; d < rank && !scalars; d++) /* nothing counts as contiguous, however its dimensions lie */
        if (!assume_at_least(ev, sizes[d], 1, span))
            return false;
    if (!scalars && !fast_setup(ev, rank, shape, operands, count, span, strides, row_major, &done))
        return false;
    if (done)
        return true;
    int order[IR_MAX_RANK];
    if (!sort_dimensions(ev, rank, shape, operands, count, span, order))
        return false;
    const ShExpr *product = sh_const(ev->shapes, 1);
    *row_major = true;
    for (int i = 0; i < rank; i++) {
        *row_major &= order[i] == rank - 1 - i;
        strides[order[i]] = product;
        product = sh_mul(ev->shapes, product, shape[order[i]]);
    }
    return true;
}

/* A permutation of a row-major tensor for all sizes. */
static bool is_permuted(Ev *ev, int rank, const ShExpr *const *shape, const ShExpr *const *strides) {
    bool taken[IR_MAX_RANK] = {false};
    const ShExpr *expected = sh_const(ev->shapes, 1);
    for (int round = 0; round < rank; round++) {
        int found = -1;
        for (int d = 0; d < rank && found < 0; d++)
            if (!taken[d] && strides[d] == expected)
                found = d;
        if (found < 0)
            return false;
        taken[found] = true;
        expected = sh_canon(ev->shapes, sh_mul(ev->shapes, expected, shape[found]));
    }
    return true;
}

/* Does the stride of `outer` step over all of dimension `inner`, for all sizes? */
static bool steps_over(Ev *ev, const ShExpr *const *shape, const ShExpr *const *strides, int outer, int inner) {
    const ShExpr *extent = sh_mul(ev->shapes, strides[inner], shape[inner]);
    return sh_exact_quotient(ev->shapes, strides[outer], extent) ||
           compare_stated(ev, SH_LE, extent, strides[outer]) == SH_YES;
}

/* Is dimension `a` outside of `b`? What no rule says is taken as likely sizes have it, and becomes a fact. */
static bool is_outside(Ev *ev, const ShExpr *const *shape, const ShExpr *const *strides, int a, int b, Span span,
                       bool *outside) {
    *outside = steps_over(ev, shape, strides, a, b);
    if (*outside || steps_over(ev, shape, strides, b, a))
        return true;
    bool less, overlap;
    if (!tn_decide_less(ev, strides[a], strides[b], span, &less))
        return false;
    int outer = less ? b : a, inner = less ? a : b;
    const ShExpr *extent = sh_mul(ev->shapes, strides[inner], shape[inner]);
    *outside = !less;
    return tn_decide_less(ev, strides[outer], extent, span, &overlap) && !overlap;
}

/* The dimensions from the outermost inwards, where each steps over all of those inside of it. */
static bool nesting_order(Ev *ev, int rank, const ShExpr *const *shape, const ShExpr *const *strides, Span span,
                          int *order) {
    for (int d = 0; d < rank; d++) {
        int at = d;
        bool repeats; /* the tensor is expanded there: it is outside of nothing and inside of all */
        if (sh_is_value(shape[d], 0) || !tn_decide_equal(ev, strides[d], sh_const(ev->shapes, 0), span, &repeats) ||
            repeats)
            return false;
        for (bool outside = true; at > 0; at--) {
            if (!is_outside(ev, shape, strides, d, order[at - 1], span, &outside))
                return false;
            if (!outside)
                break;
            order[at] = order[at - 1];
        }
        order[at] = d;
    }
    return true;
}

bool tn_open_format(Ev *ev, const IrType *type, DType dtype, Span span, IrType *out) {
    TnDims shape, strides, result;
    int order[IR_MAX_RANK];
    if (type->flat || tn_is_row_major(ev, type))
        return false;
    tn_shape(ev, type, shape);
    for (int d = 0; d < type->rank; d++)
        if (sh_is_value(shape[d], 1)) /* its stride may be any: not left open */
            return false;
    if (!tn_strides(ev, type, span, strides) || !nesting_order(ev, type->rank, shape, strides, span, order))
        return false;
    const ShExpr *product = sh_const(ev->shapes, 1);
    for (int i = type->rank - 1; i >= 0; i--) {
        result[order[i]] = product;
        product = sh_mul(ev->shapes, product, shape[order[i]]);
    }
    *out = tn_type(ev, dtype, type->rank, shape, result);
    return true;
}

bool tn_is_permuted(Ev *ev, const IrType *type) {
    TnDims shape, strides;
    if (type->flat || !type->strides)
        return true;
    tn_shape(ev, type, shape);
    canon_dims(ev, type->rank, type->strides, strides);
    return is_permuted(ev, type->rank, shape, strides);
}

/* A dimension of 1 that a view adds in front of one of 0 has a stride of 0, which a copy keeps; that of a fresh tensor
 * is another one. What reads as row-major counts as such where there is no 0. */
static bool settle_added_ones(Ev *ev, const IrNode *node, Span span) {
    for (; ir_is_view(node); node = node->inputs[0]) {
        const IrType *base = &node->inputs[0]->type;
        int added = node->type.rank - base->rank;
        int at = node->op == OP_UNSQUEEZE ? (int)node->ints[0] : node->op == OP_EXPAND && added > 0 ? 0 : base->rank;
        if (at < base->rank && !assume_at_least(ev, tn_dim(ev, base, at), 1, span))
            return false;
    }
    return true;
}

bool tn_preserve_format(Ev *ev, const IrNode *input, DType dtype, Span span, IrType *out) {
    const IrType *type = &input->type;
    *out = tn_with_dtype(*type, dtype);
    if (type->flat || tn_is_row_major(ev, type)) {
        *out = tn_row_major(*out);
        return settle_added_ones(ev, input, span);
    }
    TnDims shape, strides, result;
    tn_shape(ev, type, shape);
    if (!tn_strides(ev, type, span, strides))
        return false;
    for (int d = 0; d < type->rank; d++)
        if (sh_is_value(shape[d], 0))
            return tn_unsupported(ev, span, "a copy of nothing") != NULL;
    if (is_permuted(ev, type->rank, shape, strides))
        return true;
    for (int d = 0; d < type->rank; d++)
        if (!tn_settle_size(ev, shape[d], span))
            return false;
    tn_shape(ev, type, shape);
    bool dense, row_major;
    if (!is_dense(ev, type->rank, shape, strides, span, &dense))
        return false;
    if (dense) {
        *out = tn_type(ev, dtype, type->rank, shape, strides);
        return true;
    }
    IrNode probe = {.type = *type};
    IrNode *node = &probe;
    if (!tn_output_strides(ev, type->rank, shape, &node, 1, false, span, result, &row_major))
        return false;
    *out = tn_type(ev, dtype, type->rank, shape, row_major ? NULL : result);
    return true;
}

/* ---- views ------------------------------------------------------------------------------------------------------ */

/* One run of old dimensions that memory joins, of `numel` elements: fills the new dimensions from the right, from
 * *view_d on. Sizes that are not constant are at least 2. */
static bool fill_chunk(Ev *ev, const ShExpr *numel, const ShExpr *base_stride, const ShExpr *const *sizes, int *view_d,
                       Span span, TnDims out, bool *viewable) {
    const ShExpr *filled = sh_const(ev->shapes, 1);
    while (*view_d >= 0) {
        bool complete;
        if (!tn_decide_equal(ev, filled, numel, span, &complete))
            return false;
        if (complete && !sh_is_value(sizes[*view_d], 1))
            break;
        out[*view_d] = sh_mul(ev->shapes, filled, base_stride);
        filled = sh_mul(ev->shapes, filled, sizes[*view_d]);
        (*view_d)--;
    }
    return tn_decide_equal(ev, filled, numel, span, viewable);
}

/* What of a number that the data decide is likely says little: it is no size of 1. */
static bool settled_sizes(Ev *ev, int rank, const ShExpr *const *sizes, Span span, TnDims out) {
    for (int d = 0; d < rank; d++)
        if (sh_is_computed(sizes[d]) ? !assume_at_least(ev, sizes[d], 2, span) : !tn_settle_size(ev, sizes[d], span))
            return false;
    for (int d = 0; d < rank; d++)
        out[d] = sh_canon(ev->shapes, sizes[d]);
    return true;
}

/* The general rule, for the dimensions of old sizes `shape` and `strides`: computeStride. */
static bool chunked_strides(Ev *ev, int rank, const ShExpr *const *shape, const ShExpr *const *strides, int new_rank,
                            const ShExpr *const *sizes, Span span, TnDims out, bool *viewable) {
    int view_d = new_rank - 1;
    const ShExpr *base = strides[rank - 1], *numel = sh_const(ev->shapes, 1);
    TnDims old, made;
    if (!settled_sizes(ev, rank, shape, span, old) || !settled_sizes(ev, new_rank, sizes, span, made))
        return false;
    shape = old;
    sizes = made;
    *viewable = true;
    for (int d = rank - 1; d >= 0 && *viewable; d--) {
        bool joined = d > 0;
        numel = sh_mul(ev->shapes, numel, shape[d]);
        if (d > 0 && sh_is_value(shape[d - 1], 1))
            continue;
        if (joined && !tn_decide_equal(ev, strides[d - 1], sh_mul(ev->shapes, numel, base), span, &joined))
            return false;
        if (joined)
            continue;
        if (!fill_chunk(ev, numel, base, sizes, &view_d, span, out, viewable))
            return false;
        if (d > 0) {
            base = strides[d - 1];
            numel = sh_const(ev->shapes, 1);
        }
    }
    *viewable = *viewable && view_d < 0;
    return true;
}

static bool has_one(const ShExpr *const *sizes, int rank) {
    for (int d = 0; d < rank; d++)
        if (sh_is_value(sizes[d], 1))
            return true;
    return false;
}

/* Sizes that are likely to be 1 are assumed to be. */
static bool settle_ones(Ev *ev, const ShExpr *const *sizes, int rank, Span span) {
    for (int d = 0; d < rank; d++)
        if (sh_hint(sizes[d], -1) == 1 && !tn_settle_size(ev, sizes[d], span))
            return false;
    return true;
}

/* Strides of a view of no elements: its own in the same shape, else those of new memory. */
static bool empty_view_strides(Ev *ev, int rank, const ShExpr *const *shape, const ShExpr *const *strides, int new_rank,
                               const ShExpr *const *sizes, Span span, TnDims out) {
    const ShExpr *one = sh_const(ev->shapes, 1), *step = one;
    bool same = rank == new_rank;
    for (int d = 0; d < rank && same; d++)
        if (!tn_decide_equal(ev, shape[d], sizes[d], span, &same))
            return false;
    for (int d = new_rank - 1; d >= 0; d--) {
        out[d] = same ? strides[d] : step;
        step = sh_mul(ev->shapes, step, sh_max(ev->shapes, sizes[d], one));
    }
    return true;
}

/* Is such a view a copy where the first size is 1, or where it is not, while the others and the new ones are at least
 * 2? What would have to be assumed besides says no. */
static bool is_copied(Ev *ev, int rank, const ShExpr *const *shape, const ShExpr *const *strides, int new_rank,
                      const ShExpr *const *sizes, bool first_is_one, Span span) {
    EvMark mark = ev_mark(ev);
    const ShExpr *two = sh_const(ev->shapes, 2);
    TnDims own_shape, own_strides, own_sizes, out;
    bool viewable = true;
    bool holds = first_is_one ? sh_assume_equal(ev->shapes, shape[0], sh_const(ev->shapes, 1))
                              : sh_assume(ev->shapes, SH_LE, two, shape[0]);
    for (int d = 1; d < rank; d++)
        holds = holds && (sh_is_const(shape[d], NULL) || sh_assume(ev->shapes, SH_LE, two, shape[d]));
    for (int d = 0; d < new_rank; d++)
        holds = holds && (sh_is_const(sizes[d], NULL) || sh_assume(ev->shapes, SH_LE, two, sizes[d]));
    canon_dims(ev, rank, shape, own_shape);
    canon_dims(ev, rank, strides, own_strides);
    canon_dims(ev, new_rank, sizes, own_sizes);
    uint32_t facts = ev->facts->items.len;
    holds = holds && chunked_strides(ev, rank, own_shape, own_strides, new_rank, own_sizes, span, out, &viewable) &&
            !viewable && ev->facts->items.len == facts;
    ev_undo(ev, mark);
    if (ev->fail.kind != FAIL_RESTART)
        ev->fail = (Fail){0};
    return holds;
}

/* Is it a copy whatever the first size is, as of batches of one row and of many? Then nothing is assumed of that. */
static bool copies_any_batch(Ev *ev, int rank, const ShExpr *const *shape, const ShExpr *const *strides, int new_rank,
                             const ShExpr *const *sizes, Span span, bool *copies) {
    int last = 0;
    *copies = false;
    if (rank < 2 || new_rank < 1 || sh_is_const(shape[0], NULL) || shape[0] == sizes[0] ||
        sh_compare(ev->shapes, SH_LE, sh_const(ev->shapes, 2), shape[0]) == SH_YES)
        return true;
    for (int d = 1; d < rank; d++)
        if (sh_hint(shape[d], -1) == 1 || sh_is_value(shape[d], 0))
            return true;
    while (last < rank - 1 && last < new_rank - 1 && shape[rank - 1 - last] == sizes[new_rank - 1 - last])
        last++;
    rank -= last;
    new_rank -= last;
    if (rank < 2 || !is_copied(ev, rank, shape, strides, new_rank, sizes, true, span) ||
        !is_copied(ev, rank, shape, strides, new_rank, sizes, false, span))
        return ev->fail.kind == FAIL_NONE;
    for (int d = 0; d < rank; d++)
        if (!assume_at_least(ev, shape[d], d ? 2 : 1, span))
            return false;
    for (int d = 0; d < new_rank; d++)
        if (!assume_at_least(ev, sizes[d], 2, span))
            return false;
    *copies = true;
    return true;
}

/* One dimension of neighbouring elements, beside constants of 1, as the only one, such as nonzero(x).reshape(-1): a
 * view of stride 1 for any number of elements, none and one among them. */
static bool is_one_row(Ev *ev, int rank, const ShExpr *const *shape, const ShExpr *const *strides, int new_rank,
                       const ShExpr *const *sizes) {
    int row = -1;
    for (int d = 0; d < rank; d++) {
        if (sh_is_value(shape[d], 1))
            continue;
        if (row >= 0)
            return false;
        row = d;
    }
    if (row < 0 || new_rank != 1 || shape[row] != sizes[0] || !sh_is_value(sh_canon(ev->shapes, strides[row]), 1))
        return false;
    const ShExpr *last = sh_canon(ev->shapes, strides[rank - 1]); /* the stride that a single element takes */
    return sh_is_value(last, 1) || last == shape[row];
}

/* Sizes that stay the same at both ends need no question; neither does the splitting of one dimension. (Where constants
 * of 1 are among them, the general rule says which strides these get.) */
bool tn_view_strides(Ev *ev, const IrType *type, int new_rank, const ShExpr *const *new_sizes, Span span, TnDims out,
                     TnViewable *answer) {
    TnDims shape, strides, sizes;
    bool viewable = true;
    int rank = type->rank, first = 0, last = 0;
    if (!tn_strides(ev, type, span, strides))
        return false;
    tn_shape(ev, type, shape);
    canon_dims(ev, new_rank, new_sizes, sizes);
    if (is_one_row(ev, rank, shape, strides, new_rank, sizes)) {
        out[0] = sh_const(ev->shapes, 1);
        *answer = TN_VIEW_YES;
        return true;
    }
    bool copies;
    if (!copies_any_batch(ev, rank, shape, strides, new_rank, sizes, span, &copies))
        return false;
    *answer = TN_VIEW_NO;
    if (copies)
        return true;
    if (!settle_ones(ev, shape, rank, span) || !settle_ones(ev, new_sizes, new_rank, span))
        return false;
    tn_shape(ev, type, shape);
    canon_dims(ev, new_rank, new_sizes, sizes);
    *answer = TN_VIEW_YES;
    if (has_zero(ev, rank, shape))
        return empty_view_strides(ev, rank, shape, strides, new_rank, sizes, span, out);
    bool general = has_one(shape, rank) || has_one(sizes, new_rank);
    while (!general && first < rank && first < new_rank && shape[first] == sizes[first]) {
        out[first] = strides[first];
        first++;
    }
    while (!general && last < rank - first && last < new_rank - first &&
           shape[rank - 1 - last] == sizes[new_rank - 1 - last]) {
        out[new_rank - 1 - last] = strides[rank - 1 - last];
        last++;
    }
    int old_count = rank - first - last, new_count = new_rank - first - last;
    for (int d = 0; d < rank && (old_count || new_count); d++) /* eager views what is empty in any case, as row-major */
        if ((d < first || d >= rank - last) && !assume_at_least(ev, shape[d], 1, span))
            return false;
    if (old_count > 1 || (general && old_count)) {
        if (!chunked_strides(ev, old_count, shape + first, strides + first, new_count, sizes + first, span, out + first,
                             &viewable))
            return false;
    } else {
        const ShExpr *step = old_count ? strides[first] : first ? strides[first - 1] : sh_const(ev->shapes, 1);
        for (int d = new_count - 1; d >= 0; d--) {
            out[first + d] = step;
            step = sh_mul(ev->shapes, step, sizes[first + d]);
        }
    }
    *answer = viewable ? TN_VIEW_YES : TN_VIEW_NO;
    return true;
}

/* The sizes of a view on one side of a branch are known outside of it, and none is 0: then eager's offsets and strides
 * are those that are computed here. */
static bool settle_view(Ev *ev, const IrNode *view, Span span) {
    for (; ir_is_view(view); view = view->inputs[0])
        for (int d = 0; d < view->type.rank; d++) {
            const ShExpr *size = sh_canon(ev->shapes, view->type.shape[d]);
            if (sh_is_computed(size))
                return ev_fail(ev, D_UNSUPPORTED_OP, span, "a view of a size that one side of a branch finds") != NULL;
            if (!sh_is_const(size, NULL) && !ev_assume_compare(ev, SH_LE, sh_const(ev->shapes, 1), size, span))
                return false;
        }
    return true;
}

/* What is returned is chosen by a branch: so may be views. */
bool tn_settle_sides(Ev *ev, const IrNode *node, Span span) {
    const IrNode *memory = ir_memory((IrNode *)(uintptr_t)node);
    if (memory->op != OP_RESULT || memory->inputs[0]->op != OP_IF)
        return true;
    const IrNode *flow = memory->inputs[0];
    for (uint32_t r = 0; r < flow->region_count; r++) {
        const IrNode *yield = vec_last(&flow->regions[r]->nodes);
        if (yield->op != OP_YIELD)
            continue;
        const IrNode *side = yield->inputs[memory->ints[0]];
        if (ir_is_view(side) && (!settle_view(ev, side, span) || !tn_settle_strides(ev, side, span)))
            return false;
        if (!tn_settle_sides(ev, side, span))
            return false;
    }
    return true;
}
