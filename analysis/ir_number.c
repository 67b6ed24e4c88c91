/* The number in one element of a tensor that a graph makes of constants.
 *
 * Constructors compute with small tensors what they then take for plain numbers (`x.item()` of a linspace(), say), and
 * decide by them what a layer is made of. Where all of it is known, the example object gets the number. It is an
 * example only, so its last digit does not matter: numbers are doubles, rounded where the tensor holds float32.
 * Elements are computed one at a time, from the result back to its operands; what would take many steps is left. */
#include "analysis/ir_number.h"

#include <math.h>
#include <string.h>

typedef struct Reader {
    int64_t at[IR_MAX_RANK]; /* the element: a position in each dimension */
    int steps;
    LikelySize *size; /* what sizes are that are not known; NULL: then nothing is known */
} Reader;

enum { MAX_STEPS = 500 };

static bool read_element(const IrNode *node, Reader *reader, double *out);

/* ---- arithmetic ------------------------------------------------------------------------------------------------- */

static double as_is(double a) { return a; }
static double negated(double a) { return -a; }
static double inverse(double a) { return 1.0 / a; }
static double sum(double a, double b) { return a + b; }
static double difference(double a, double b) { return a - b; }
static double product(double a, double b) { return a * b; }
static double quotient(double a, double b) { return a / b; }
static double less(double a, double b) { return a < b; }
static double less_equal(double a, double b) { return a <= b; }
static double greater(double a, double b) { return a > b; }
static double greater_equal(double a, double b) { return a >= b; }
static double equal(double a, double b) { return a == b; }
static double unequal(double a, double b) { return a != b; }

/* Of truths alone: ints would need all of their bits. */
static double both(double a, double b) { return a != 0.0 && b != 0.0; }
static double either(double a, double b) { return a != 0.0 || b != 0.0; }
static double opposite(double a) { return a == 0.0; }

static double (*const unary_functions[])(double) = {
    [OP_NOT] = opposite, [OP_CAST] = as_is, [OP_NEG] = negated, [OP_ABS] = fabs,
    [OP_EXP] = exp,      [OP_LOG] = log,    [OP_SQRT] = sqrt,   [OP_RECIPROCAL] = inverse,
    [OP_FLOOR] = floor,  [OP_CEIL] = ceil,  [OP_SIN] = sin,     [OP_COS] = cos};
static double (*const binary_functions[])(double, double) = {
    [OP_ADD] = sum,    [OP_SUB] = difference, [OP_MUL] = product, [OP_DIV] = quotient,     [OP_POW] = pow,
    [OP_LT] = less,    [OP_LE] = less_equal,  [OP_GT] = greater,  [OP_GE] = greater_equal, [OP_EQ] = equal,
    [OP_NE] = unequal, [OP_AND] = both,       [OP_OR] = either};

static bool is_truth(const IrType *type) {
    return type->kind == IRT_BOOL || (type->kind == IRT_TENSOR && type->dtype == DT_BOOL);
}

static bool is_whole(const IrType *type) {
    return type->kind == IRT_INT || (type->kind == IRT_TENSOR && dtype_is_integral(type->dtype));
}

static double rounded(const IrType *type, double value) {
    if (is_whole(type))
        return trunc(value);
    return type->kind == IRT_TENSOR && type->dtype == DT_F32 ? (double)(float)value : value;
}

/* Does an int come out as it is, in the type and in a double? */
static bool fits(const IrType *type, double value) {
    bool is_exact = fabs(value) < (double)((int64_t)1 << 53);
    return !is_whole(type) || (is_exact && (type->kind == IRT_INT || dtype_holds(type->dtype, (int64_t)value)));
}

/* An operand of a pointwise node: scalars have no position, tensors are aligned at the right. */
static bool read_operand(const IrNode *node, int which, const Reader *reader, int *steps, double *out) {
    const IrNode *operand = node->inputs[which];
    Reader inner = {.steps = *steps, .size = reader->size};
    int lead = operand->type.kind == IRT_TENSOR ? node->type.rank - operand->type.rank : 0;
    for (int d = 0; operand->type.kind == IRT_TENSOR && d < operand->type.rank; d++) {
        int64_t size;
        bool spread = sh_is_const(operand->type.shape[d], &size) && size == 1;
        inner.at[d] = spread ? 0 : reader->at[d + lead];
    }
    bool ok = read_element(operand, &inner, out);
    *steps = inner.steps;
    if (ok && operand->type.kind == IRT_FLOAT) /* it is converted to what the node computes in */
        *out = rounded(&node->type, *out);
    return ok;
}

static bool read_point(const IrNode *node, Reader *reader, double *out) {
    double v[3];
    bool of_truths = node->op == OP_NOT || node->op == OP_AND || node->op == OP_OR;
    if (node->input_count == 0 || node->input_count > COUNT_OF(v) || (of_truths && !is_truth(&node->type)))
        return false;
    for (uint32_t i = 0; i < node->input_count; i++)
        if (!read_operand(node, (int)i, reader, &reader->steps, &v[i]))
            return false;
    double result;
    if (node->op == OP_WHERE)
        result = v[0] != 0.0 ? v[1] : v[2];
    else if (node->input_count == 1 && node->op < COUNT_OF(unary_functions) && unary_functions[node->op])
        result = unary_functions[node->op](v[0]);
    else if (node->input_count == 2 && node->op < COUNT_OF(binary_functions) && binary_functions[node->op])
        result = binary_functions[node->op](v[0], v[1]);
    else
        return false;
    *out = rounded(&node->type, result);
    return fits(&node->type, *out);
}

/* ---- other nodes ------------------------------------------------------------------------------------------------- */

static bool read_select(const IrNode *node, Reader *reader, double *out) {
    int64_t index, dim = node->ints[0];
    if (!sh_is_const(node->exprs[0], &index))
        return false;
    memmove(reader->at + dim + 1, reader->at + dim, sizeof *reader->at * (size_t)(IR_MAX_RANK - 1 - dim));
    reader->at[dim] = index;
    return read_element(node->inputs[0], reader, out);
}

static bool read_slice(const IrNode *node, Reader *reader, double *out) {
    int64_t start, step;
    if (!sh_is_const(node->exprs[0], &start) || !sh_is_const(node->exprs[1], &step))
        return false;
    reader->at[node->ints[0]] = start + reader->at[node->ints[0]] * step;
    return read_element(node->inputs[0], reader, out);
}

static bool read_range(const IrNode *node, Reader *reader, double *out) {
    double first, step;
    int64_t index = reader->at[0];
    Reader scalar = {.steps = reader->steps, .size = reader->size};
    if (!read_element(node->inputs[0], &scalar, &first) || !read_element(node->inputs[1], &scalar, &step))
        return false;
    *out = rounded(&node->type, first + (double)index * step);
    return fits(&node->type, *out);
}

static bool read_constant(const IrNode *node, double *out) {
    *out = node->type.kind == IRT_FLOAT ? node->number : (double)node->ints[0];
    return true;
}

static bool read_size(const IrNode *node, const Reader *reader, double *out) {
    int64_t value;
    bool known = (reader->size && reader->size(node->exprs[0], &value)) || sh_is_const(node->exprs[0], &value);
    *out = known ? (double)value : 0.0;
    return known;
}

static bool read_element(const IrNode *node, Reader *reader, double *out) {
    if (++reader->steps > MAX_STEPS || node->type.flat)
        return false;
    switch (node->op) {
    case OP_CONST:
        return read_constant(node, out);
    case OP_SIZE:
        return read_size(node, reader, out);
    case OP_FULL:
    case OP_SPLAT: {
        Reader scalar = {.steps = reader->steps, .size = reader->size};
        bool ok = read_element(node->inputs[0], &scalar, out);
        *out = ok ? rounded(&node->type, *out) : 0.0;
        return ok;
    }
    case OP_ARANGE:
        return read_range(node, reader, out);
    case OP_SELECT:
        return read_select(node, reader, out);
    case OP_SLICE:
        return read_slice(node, reader, out);
    case OP_CLONE:
    case OP_CONTIGUOUS:
        return read_element(node->inputs[0], reader, out);
    case OP_ITEM:
        return node->inputs[0]->type.rank == 0 && read_element(node->inputs[0], reader, out);
    default:
        return ir_op_info[node->op].cls == CLS_POINT && read_point(node, reader, out);
    }
}

bool ir_number_of(const IrNode *node, double *out) {
    Reader reader = {0};
    return read_element(node, &reader, out);
}

static bool hinted(const ShExpr *size, int64_t *value) { return (*value = sh_hint(size, -1)) >= 0; }

bool ir_likely_number(const IrNode *node, double *out) { return ir_number_with(node, hinted, out); }

bool ir_number_with(const IrNode *node, LikelySize *size, double *out) {
    Reader reader = {.size = size};
    return read_element(node, &reader, out);
}
