/* Primitives that answer for composites of the prelude: clamp, counts, exact divisions, constants that Python cannot
 * spell. */
#include "analysis/ev_internal.h"
#include "analysis/tensor.h"

#include <math.h>
#include <string.h>

/* ---- clamp
 * ----------------------------------------------------------------------------------------------------------------- */

/* prim.clamp(input, min, max): bounds are None, numbers or tensors */
PRIM(prim_clamp) {
    (void)self;
    TnOperand operands[3];
    IrOp ops[3] = {OP_MAXIMUM, OP_MAXIMUM, OP_MINIMUM};
    int count = 0;
    for (int i = 0; i < 3; i++) {
        if (args->args[i]->kind == V_NONE)
            continue;
        if (!tn_operand(ev, args->args[i], span, &operands[count]))
            return NULL;
        ops[count++] = i == 2 ? OP_MINIMUM : OP_MAXIMUM;
    }
    if (!operands[0].is_tensor)
        return tn_unsupported(ev, span, "clamp() of a number");
    DType dtype = tn_result_type(ev, operands, count, span);
    if (dtype == DT_BOOL || dtype_is_complex(dtype))
        return tn_unsupported(ev, span, "clamp() of bools or complex numbers");
    IrNode *tensors[3];
    int tensor_count = 0;
    for (int i = 0; i < count; i++) {
        if (!operands[i].is_tensor && !tn_number_fits(ev, operands[i].node, dtype, span))
            return NULL;
        if (!operands[i].is_tensor)
            continue;
        operands[i].node = tn_promote(ev, operands[i].node, dtype, span);
        if (!operands[i].node)
            return NULL;
        tensors[tensor_count++] = operands[i].node;
    }
    IrType type;
    if (!tn_broadcast(ev, tensors, tensor_count, false, dtype, span, &type))
        return NULL;
    IrNode *node = operands[0].node;
    for (int i = 1; i < count; i++) {
        IrNode *bound = operands[i].node;
        if (!operands[i].is_tensor && (dtype == DT_F16 || dtype == DT_BF16))
            bound = ir_unary(ev->region, OP_SPLAT, tn_type(ev, dtype, 0, NULL, NULL), bound, span);
        node = ir_binary(ev->region, ops[i], type, bound, node, span); /* of two equal zeros torch keeps the value */
    }
    return ev_tensor_fresh(ev, node);
}

/* ---- integers
 * ---------------------------------------------------------------------------------------------------------------- */

static bool int_argument(Ev *ev, const Value *value, Span span, const ShExpr **out) {
    if (value->kind == V_UNKNOWN)
        return ev_need(ev, value, HYP_INT, DT_NONE, -1, span) != NULL;
    if (!(value = tn_int_of(ev, value, span)))
        return false;
    if (value->kind == V_BOOL || !ev_as_expr(ev, value, out))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "%s where an int is expected", ev_type_name(ev, value)) != NULL;
    *out = sh_canon(ev->shapes, *out);
    return true;
}

static bool is_int(const Value *value) {
    return value->kind == V_INT || (value->kind == V_SCALAR && value->u.node->type.kind == IRT_INT);
}

static bool assume(Ev *ev, bool holds, Span span, const char *what) {
    if (holds || ev->fail.kind != FAIL_NONE)
        return holds;
    ev_fail(ev, D_SHAPE, span, "%s", what);
    return false;
}

/* prim.assume_equal(a, b): sizes that have to be equal; torch raises where they are not */
PRIM(prim_assume_equal) {
    (void)self;
    const ShExpr *a, *b;
    if (!int_argument(ev, args->args[0], span, &a) || !int_argument(ev, args->args[1], span, &b))
        return NULL;
    if (a != b && sh_is_const(a, NULL) && sh_is_const(b, NULL))
        return ev_raise(ev, "RuntimeError", span, "sizes that have to be equal are not");
    return assume(ev, a == b || ev_assume_equal(ev, a, b, span), span, "sizes that cannot be equal") ? ev_none(ev)
                                                                                                     : NULL;
}

/* prim.assume_first_sizes(tensors, size): that of each of them, but for None, is assumed to be it */
PRIM(prim_assume_first_sizes) {
    const Value *tensors = args->args[0];
    for (uint32_t i = 0; i < tensors->u.tuple.count; i++) {
        const Value *tensor = tensors->u.tuple.items[i];
        if (tensor->kind == V_NONE)
            continue;
        const Value *first[] = {tensor, ev_int(ev, 0)};
        const Value *sizes[] = {prim_size(ev, self, &(CallArgs){.args = first, .count = 2}, span), args->args[1]};
        if (!sizes[0] || !prim_assume_equal(ev, self, &(CallArgs){.args = sizes, .count = 2}, span))
            return NULL;
    }
    return ev_none(ev);
}

/* prim.assume_at_least(value, least): where eager does something else for less */
PRIM(prim_assume_at_least) {
    (void)self;
    const ShExpr *value, *least;
    if (!int_argument(ev, args->args[0], span, &value) || !int_argument(ev, args->args[1], span, &least))
        return NULL;
    return assume(ev, ev_assume_compare(ev, SH_LE, least, value, span), span, "a size that is too small") ? ev_none(ev)
                                                                                                          : NULL;
}

/* prim.is_one(size): whether it is 1; assumed to be what it likely is */
PRIM(prim_is_one) {
    (void)self;
    const ShExpr *size;
    if (!int_argument(ev, args->args[0], span, &size) || !tn_settle_size(ev, size, span))
        return NULL;
    return ev_bool(ev, sh_is_value(sh_canon(ev->shapes, size), 1));
}

/* prim.grows(size, other): is the size 1 where the other is not? Where the exemplar shows that, it is assumed. */
PRIM(prim_grows) {
    (void)self;
    const ShExpr *size, *other;
    if (!int_argument(ev, args->args[0], span, &size) || !int_argument(ev, args->args[1], span, &other))
        return NULL;
    return ev_bool(ev, tn_grows(ev, size, other, span));
}

/* prim.likely_equal(a, b): are the sizes equal in the exemplar? True where nothing shows them. */
PRIM(prim_likely_equal) {
    (void)self;
    const ShExpr *a, *b;
    if (!int_argument(ev, args->args[0], span, &a) || !int_argument(ev, args->args[1], span, &b))
        return NULL;
    int64_t left = sh_hint(a, -1), right = sh_hint(b, -1);
    return ev_bool(ev, a == b || left < 0 || right < 0 || left == right);
}

/* prim.likely_divides(size, part): does the part divide the size in the exemplar? True where nothing shows it. */
PRIM(prim_likely_divides) {
    (void)self;
    const ShExpr *size, *part;
    if (!int_argument(ev, args->args[0], span, &size) || !int_argument(ev, args->args[1], span, &part))
        return NULL;
    int64_t whole = sh_hint(size, -1), piece = sh_hint(part, -1);
    return ev_bool(ev, whole < 0 || piece < 1 || whole % piece == 0);
}

/* prim.exact_quotient(size, part): how many parts a size has, as a known int; it divides evenly */
PRIM(prim_exact_quotient) {
    (void)self;
    const ShExpr *size, *part;
    int64_t count, whole, piece;
    if (!int_argument(ev, args->args[0], span, &size) || !int_argument(ev, args->args[1], span, &part))
        return NULL;
    if (!assume(ev, ev_assume_compare(ev, SH_LE, sh_const(ev->shapes, 1), part, span), span, "parts of size 0"))
        return NULL;
    if (!sh_is_const(sh_canon(ev->shapes, sh_floordiv(ev->shapes, size, part)), &count)) {
        whole = sh_hint(size, -1);
        piece = sh_hint(part, -1);
        if (whole < 1 || piece < 1 || whole % piece)
            return tn_unsupported(ev, span, "a number of parts that is not known");
        count = whole / piece;
    }
    const ShExpr *product = sh_mul(ev->shapes, part, sh_const(ev->shapes, count));
    if (!assume(ev, ev_assume_equal(ev, product, size, span), span, "parts that are not equal"))
        return NULL;
    return ev_int(ev, count);
}

/* prim.exact_division(size, count): the size of each of `count` equal parts */
PRIM(prim_exact_division) {
    (void)self;
    const ShExpr *size;
    int64_t count;
    if (!int_argument(ev, args->args[0], span, &size))
        return NULL;
    if (!ev_as_int_known(args->args[1], &count) || count < 1)
        return tn_unsupported(ev, span, "a number of parts that is not known");
    const ShExpr *part = sh_canon(ev->shapes, sh_floordiv(ev->shapes, size, sh_const(ev->shapes, count)));
    const ShExpr *product = sh_mul(ev->shapes, part, sh_const(ev->shapes, count));
    if (!assume(ev, ev_assume_equal(ev, product, size, span), span, "parts that are not equal") ||
        !assume(ev, ev_assume_compare(ev, SH_LE, sh_const(ev->shapes, 1), part, span), span, "parts of size 0"))
        return NULL;
    return ev_int_expr(ev, sh_canon(ev->shapes, part));
}

static bool known_double(const Value *value, double *out) {
    int64_t known;
    if (value->kind == V_FLOAT)
        *out = value->u.number;
    else if (ev_as_int_known(value, &known))
        *out = (double)known;
    else
        return false;
    return true;
}

/* The number of items of a range of ints: `length` is how far it goes in the direction of its step. */
static const Value *count_in(Ev *ev, const ShExpr *length, const ShExpr *size, Span span) {
    ShContext *shapes = ev->shapes;
    const char *refusal = "upper bound and lower bound inconsistent with step sign";
    int64_t known;
    if (sh_is_const(length, &known) && known < 0)
        return ev_raise(ev, "RuntimeError", span, "%s", refusal);
    if (!assume(ev, ev_assume_compare(ev, SH_LE, sh_const(shapes, 0), length, span), span, refusal))
        return NULL;
    length = sh_sub(shapes, sh_add(shapes, length, size), sh_const(shapes, 1));
    return ev_int_expr(ev, sh_is_const(size, &known) && known == 1 ? length : sh_floordiv(shapes, length, size));
}

/* The same, where the step is not known: it is assumed to go the likely way. */
static const Value *count_by_steps(Ev *ev, const ShExpr *start, const ShExpr *end, const ShExpr *step, Span span) {
    ShContext *shapes = ev->shapes;
    const ShExpr *zero = sh_const(shapes, 0);
    bool up = sh_hint(step, 1) > 0;
    if (!ev_assume_compare(ev, SH_LT, up ? zero : step, up ? step : zero, span))
        return ev->fail.kind ? NULL : tn_unsupported(ev, span, "a range by a step that may be 0");
    const ShExpr *length = up ? sh_sub(shapes, end, start) : sh_sub(shapes, start, end);
    return count_in(ev, length, up ? step : sh_sub(shapes, zero, step), span);
}

/* A float that is a whole number counts as it does in a range of ints, if the other ends are ints that are not known.
 */
static const Value *whole_number(Ev *ev, const Value *value) {
    double limit = 2147483648.0;
    const IrNode *cast = value->kind == V_SCALAR && value->u.node->op == OP_CAST ? value->u.node->inputs[0] : NULL;
    const ShExpr *made_of = cast && value->u.node->type.kind == IRT_FLOAT ? ev_expr_of_node(ev, cast) : NULL;
    if (made_of) /* float(n) */
        return ev_int_expr(ev, made_of);
    bool is_whole =
        value->kind == V_FLOAT && fabs(value->u.number) <= limit && value->u.number == floor(value->u.number);
    return is_whole ? ev_int(ev, (int64_t)value->u.number) : value;
}

/* A number that is made of ints has to be known: evaluation begins again with those of the ints that `need` takes. */
static bool need_parts(Ev *ev, const IrNode *node, bool (*need)(Ev *, const ShExpr *, Span), int depth, Span span) {
    const ShExpr *expr = ev_expr_of_node(ev, node);
    bool found = expr && need(ev, expr, span);
    for (uint32_t i = 0; i < node->input_count && !expr && depth && !found; i++)
        found = need_parts(ev, node->inputs[i], need, depth - 1, span);
    return found;
}

/* The ends of a range of floats decide how long it is. */
static const Value *need_range(Ev *ev, const CallArgs *args, Span span) {
    enum { MOST = 8 };                   /* operations on the way to an int */
    for (int last = 0; last < 2; last++) /* the ints that objects keep say how they are built */
        for (uint32_t i = 0; i < 3; i++)
            if (args->args[i]->kind == V_SCALAR &&
                need_parts(ev, args->args[i]->u.node, last ? ev_need_ints : ev_need_configured, MOST, span))
                return NULL;
    return tn_unsupported(ev, span, "a range of numbers that are not known");
}

/* prim.range_count(start, end, step): the number of items of torch.arange */
PRIM(prim_range_count) {
    (void)self;
    const ShExpr *start, *end, *by;
    double first, last, width;
    int64_t step;
    const Value *whole[3];
    CallArgs of_ints = {.args = whole, .count = COUNT_OF(whole)};
    bool open = false;
    for (uint32_t i = 0; i < COUNT_OF(whole); i++) {
        whole[i] = whole_number(ev, args->args[i]);
        open |= whole[i]->kind == V_INT && !ev_as_int_known(whole[i], &step);
    }
    args = open ? &of_ints : args;
    if (is_int(args->args[0]) && is_int(args->args[1]) && ev_as_int_known(args->args[2], &step)) {
        if (step == 0)
            return ev_raise(ev, "RuntimeError", span, "step must be nonzero");
        if (!int_argument(ev, args->args[0], span, &start) || !int_argument(ev, args->args[1], span, &end))
            return NULL;
        const ShExpr *length = step > 0 ? sh_sub(ev->shapes, end, start) : sh_sub(ev->shapes, start, end);
        return count_in(ev, length, sh_const(ev->shapes, step > 0 ? step : -step), span);
    }
    if (args->args[2]->kind == V_INT && is_int(args->args[0]) && is_int(args->args[1]))
        return int_argument(ev, args->args[0], span, &start) && int_argument(ev, args->args[1], span, &end) &&
                       int_argument(ev, args->args[2], span, &by)
                   ? count_by_steps(ev, start, end, by, span)
                   : NULL;
    if (args->args[2]->kind == V_UNKNOWN)
        return ev_need(ev, args->args[2], HYP_INT, DT_NONE, -1, span);
    if (args->args[0]->kind == V_UNKNOWN || args->args[1]->kind == V_UNKNOWN) {
        ev_need(ev, args->args[args->args[0]->kind == V_UNKNOWN ? 0 : 1], HYP_INT, DT_NONE, -1, span);
        return NULL;
    }
    if (!known_double(args->args[0], &first) || !known_double(args->args[1], &last) ||
        !known_double(args->args[2], &width))
        return need_range(ev, args, span);
    if (width == 0 || !isfinite((last - first) / width))
        return tn_unsupported(ev, span, "a range of numbers that are not known");
    if ((last - first) / width < 0)
        return ev_raise(ev, "RuntimeError", span, "upper bound and lower bound inconsistent with step sign");
    return ev_int(ev, (int64_t)ceil((last - first) / width));
}

/* prim.rank_for(dim0, dim1): the likeliest rank of a tensor with these dimensions */
PRIM(prim_rank_for) {
    (void)self, (void)span;
    int first = tn_rank_for_dim(args->args[0]), second = tn_rank_for_dim(args->args[1]);
    return ev_int(ev, first > second ? first : second);
}

/* prim.count(input, dims): how many elements a reduction over dims joins */
PRIM(prim_count) {
    (void)self;
    bool all = args->args[1]->kind == V_NONE;
    IrNode *input =
        all ? tn_tensor(ev, args->args[0], span) : tn_ranked(ev, args->args[0], tn_rank_for_dim(args->args[1]), span);
    const Value *const *items = &args->args[1];
    uint32_t count = 1;
    if (!input)
        return NULL;
    if (args->args[1]->kind != V_INT && !all && !ev_sequence(ev, args->args[1], &items, &count))
        return tn_unsupported(ev, span, "a dimension that is not a known int");
    if (all || count == 0)
        return ev_int_expr(ev, sh_canon(ev->shapes, ir_numel(ev->shapes, &input->type)));
    const ShExpr *product = sh_const(ev->shapes, 1);
    for (uint32_t i = 0; i < count; i++) {
        int dim = tn_dim_index(ev, items[i], input->type.rank, span);
        if (dim < 0)
            return NULL;
        if (input->type.rank > 0)
            product = sh_mul(ev->shapes, product, tn_dim(ev, &input->type, dim));
    }
    return ev_int_expr(ev, sh_canon(ev->shapes, product));
}

/* ---- slices ----------------------------------------------------------------------------------------------------- */

PRIM(prim_select);
PRIM(prim_slice);
PRIM(prim_unsqueeze);

/* prim.slice_by(input, dim, slice): with a Python slice object */
PRIM(prim_slice_by) {
    const Value *slice = args->args[2];
    if (slice->kind != V_SLICE || slice->u.tuple.count != 3)
        ICE("prim.slice_by takes a slice");
    const Value *expanded[5] = {args->args[0], args->args[1], slice->u.tuple.items[0], slice->u.tuple.items[1],
                                slice->u.tuple.items[2]};
    CallArgs call = {.args = expanded, .count = 5};
    return prim_slice(ev, self, &call, span);
}

/* What the items of an index that need no tensors are made by; *dims: how many dimensions an item stands for. */
static const Builtin *basic_item(const Value *item, int *dims) {
    static const Builtin by_int = {"select", prim_select, NULL}, by_slice = {"slice", prim_slice_by, NULL},
                         by_none = {"unsqueeze", prim_unsqueeze, NULL};
    *dims = item->kind == V_INT || item->kind == V_SLICE;
    return item->kind == V_INT ? &by_int : item->kind == V_SLICE ? &by_slice : item->kind == V_NONE ? &by_none : NULL;
}

/* prim.view_at(input, items): the view that ints, slices, None and one `...` give of a tensor of known rank; None where
 * an item is something else, or nothing is asked of the tensor */
PRIM(prim_view_at) {
    const Value *view = args->args[0];
    const Value *const *items;
    uint32_t count;
    int consumed = 0, ellipses = 0, dims, dim = 0;
    if (view->kind != V_TENSOR || view->u.tensor.node->type.flat || !ev_sequence(ev, args->args[1], &items, &count))
        return ev_none(ev);
    for (uint32_t i = 0; i < count; i++) {
        if (items[i]->kind != V_ELLIPSIS && !basic_item(items[i], &dims))
            return ev_none(ev);
        ellipses += items[i]->kind == V_ELLIPSIS;
        consumed += items[i]->kind == V_ELLIPSIS ? 0 : dims;
    }
    int rank = view->u.tensor.node->type.rank;
    if ((uint32_t)ellipses == count || ellipses > 1 || consumed > rank)
        return ev_none(ev);
    for (uint32_t i = 0; i < count && view; i++) {
        const Builtin *basic = basic_item(items[i], &dims);
        const Value *operands[] = {view, ev_int(ev, dim), items[i]};
        const CallArgs call = {.args = operands, .count = items[i]->kind == V_NONE ? 2 : 3};
        view = basic ? basic->call(ev, self, &call, span) : view;
        dim += !basic ? rank - consumed : items[i]->kind != V_INT;
    }
    return view;
}

/* prim.slice_exact(input, dim, start, length): raises where the range is not inside; a start below 0 counts from the
 * end */
PRIM(prim_slice_exact) {
    const ShExpr *start, *length;
    IrNode *input = tn_ranked(ev, args->args[0], tn_rank_for_dim(args->args[1]), span);
    if (!input || !int_argument(ev, args->args[2], span, &start) || !int_argument(ev, args->args[3], span, &length))
        return NULL;
    if (input->type.rank == 0)
        return ev_raise(ev, "RuntimeError", span, "a range of a tensor without dimensions");
    int dim = tn_dim_index(ev, args->args[1], input->type.rank, span);
    if (dim < 0)
        return NULL;
    const ShExpr *zero = sh_const(ev->shapes, 0), *size = tn_dim(ev, &input->type, dim);
    bool from_end = false;
    if (!sh_is_computed(start) && !tn_decide_less(ev, start, zero, span, &from_end))
        return NULL;
    if (from_end)
        start = sh_canon(ev->shapes, sh_add(ev->shapes, start, size));
    const ShExpr *stop = sh_canon(ev->shapes, sh_add(ev->shapes, start, length));
    if (!assume(ev,
                ev_assume_compare(ev, SH_LE, zero, start, span) && ev_assume_compare(ev, SH_LE, zero, length, span) &&
                    (stop == size || ev_assume_compare(ev, SH_LE, stop, size, span)),
                span, "a range outside of a dimension"))
        return NULL;
    const Value *expanded[5] = {args->args[0], args->args[1], ev_int_expr(ev, start), ev_int_expr(ev, stop),
                                ev_none(ev)};
    CallArgs call = {.args = expanded, .count = 5};
    return prim_slice(ev, self, &call, span);
}

/* ---- flat tensors
 * ------------------------------------------------------------------------------------------------------------------ */

/* prim.is_flat(input): its rank is not known yet */
PRIM(prim_is_flat) {
    (void)self;
    IrNode *input = tn_tensor(ev, args->args[0], span);
    return input ? ev_bool(ev, input->type.flat != 0) : NULL;
}

/* prim.flat_ravel(input): flatten() of a flat tensor, which returns the very tensor when it has one dimension */
PRIM(prim_flat_ravel) {
    (void)self;
    IrNode *input = tn_tensor(ev, args->args[0], span);
    if (!input)
        return NULL;
    const ShExpr *numel = tn_dim(ev, &input->type, 0);
    IrNode *node = ir_unary(ev->region, OP_RESHAPE, tn_type(ev, input->type.dtype, 1, &numel, NULL), input, span);
    Value *value = (Value *)(uintptr_t)ev_tensor_fresh(ev, ir_unary(ev->region, OP_CLONE, node->type, node, span));
    value->u.tensor.may_alias = value->u.tensor.layout_open = true;
    tn_note_unsure(ev, args->args[0], value);
    return value;
}

/* ---- values that Python source cannot spell
 * ------------------------------------------------------------------------------------------ */

static const Value *plain_value(Ev *ev, ValueKind kind, Str text) {
    Value *value = arena_new_of(ev->arena, Value);
    value->kind = kind;
    value->u.str = text;
    return value;
}

PRIM(prim_memory_format) {
    (void)self, (void)span;
    return plain_value(ev, V_MEMORY_FORMAT, args->args[0]->u.str);
}

/* prim.is_format(value, name): value is the memory format of that name; None is none */
PRIM(prim_is_format) {
    (void)self;
    const char *name;
    const Value *value = args->args[0];
    if (value->kind == V_NONE)
        return ev_bool(ev, false);
    if (value->kind != V_MEMORY_FORMAT || !tn_known_str(args->args[1], &name))
        return tn_unsupported(ev, span, "a memory format that is not known");
    return ev_bool(ev, strcmp(value->u.str, name) == 0);
}

/* prim.other_dtype(name): one that tensors of C code do not have */
PRIM(prim_other_dtype) {
    (void)self, (void)span;
    return plain_value(ev, V_OTHER_DTYPE, args->args[0]->u.str);
}

PRIM(prim_layout) {
    (void)self, (void)span;
    return plain_value(ev, V_LAYOUT, args->args[0]->u.str);
}

PRIM(prim_cpu_device) {
    (void)self, (void)args, (void)span;
    return plain_value(ev, V_DEVICE, NULL);
}

PRIM(prim_infinity) {
    (void)self, (void)args, (void)span;
    return ev_float(ev, (double)INFINITY);
}

PRIM(prim_not_a_number) {
    (void)self, (void)args, (void)span;
    return ev_float(ev, (double)NAN);
}

/* prim.tensor(value): the value, which has to be a tensor */
PRIM(prim_tensor) {
    (void)self;
    return tn_tensor(ev, args->args[0], span) ? args->args[0] : NULL;
}

/* prim.swap_attribute(object, name, slot): the attribute is slot[0] for a while, or what it was before the call: of
 * (). Gives the slot that puts it back. What is put back has not been written. */
PRIM(prim_swap_attribute) {
    (void)self;
    const Value *object = args->args[0], *slot = args->args[2];
    const char *name;
    if (object->kind != V_INSTANCE || !tn_known_str(args->args[1], &name))
        return tn_unsupported(ev, span, "an attribute of this object");
    const Value *old = heap_get(ev->heap, object->u.instance.object, name);
    heap_set(ev->heap, object->u.instance.object, name, slot->u.tuple.count ? slot->u.tuple.items[0] : NULL);
    return ev_tuple(ev, old ? &old : NULL, old ? 1 : 0);
}

static bool set_attribute(Ev *ev, const Value *object, Str name, const Value *value, Span span) {
    if (object->source && !ev->in_driver)
        return ev_set_input_attr(ev, object, name, value, span);
    heap_set(ev->heap, object->u.instance.object, name, value);
    return true;
}

/* prim.set_attribute(object, name, value): object.__setattr__; a module's own attributes go by what its class says. */
PRIM(prim_set_attribute) {
    (void)self;
    const char *name;
    const Value *object = args->args[0], *value = args->args[2];
    if (object->kind != V_INSTANCE || !tn_known_str(args->args[1], &name))
        return tn_unsupported(ev, span, "an attribute of this object");
    const ClassInfo *cls = object->u.instance.cls;
    bool by_class = cls->is_nn_module && ev_is_shadowed(ev, cls, name) && (!ev->in_driver || !ev_is_registered(value));
    return (by_class ? ev_set_by_class : set_attribute)(ev, object, name, value, span) ? ev_none(ev) : NULL;
}

/* prim.begin_module(module): gives it what Module.__init__() does */
PRIM(prim_begin_module) {
    (void)self;
    static const char *const tables[] = {"_parameters", "_buffers", "_modules"};
    const Value *module = args->args[0];
    if (module->kind != V_INSTANCE)
        return tn_unsupported(ev, span, "a module of this kind");
    bool ok = set_attribute(ev, module, str_of("training"), ev_bool(ev, true), span);
    for (size_t i = 0; ok && i < COUNT_OF(tables); i++)
        ok = set_attribute(ev, module, str_of(tables[i]), ev_dict(ev), span);
    return ok ? ev_none(ev) : NULL;
}
