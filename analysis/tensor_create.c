/* Factories and in-place writes: prim.full, prim.arange, prim.empty, prim.splat, prim.assign, prim.inplace. */
#include "analysis/ev_internal.h"
#include "analysis/tensor.h"

#include <float.h>
#include <math.h>

static DType dtype_argument(Ev *ev, const Value *value, Span span) {
    if (value->kind != V_DTYPE) {
        tn_unsupported(ev, span, "a dtype that is not known");
        return DT_NONE;
    }
    return value->u.dtype;
}

static bool sizes_argument(Ev *ev, const Value *value, DType dtype, Span span, IrType *out) {
    TnDims sizes;
    int rank = tn_int_list(ev, value, span, sizes);
    if (rank < 0)
        return false;
    for (int d = 0; d < rank; d++)
        if (!ev_assume_compare(ev, SH_LE, sh_const(ev->shapes, 0), sizes[d], span))
            return ev->fail.kind == FAIL_NONE ? ev_raise(ev, "RuntimeError", span, "a negative size") != NULL : false;
    *out = tn_type(ev, dtype, rank, sizes, NULL);
    return true;
}

/* The largest number of a type; infinity: it holds all that Python's floats do. */
static double largest_of(DType dtype) {
    switch (dtype) {
    case DT_F16:
        return 65504.0;
    case DT_BF16:
        return 0x1.fep127;
    case DT_F32:
    case DT_C64:
        return (double)FLT_MAX;
    default:
        return (double)INFINITY;
    }
}

/* An int with bounds; a call that is given another one is a miss. */
static bool lies_within(Ev *ev, IrNode *scalar, int64_t least, int64_t most, const char *why, Span span) {
    IrType type = ir_scalar_type(IRT_BOOL);
    IrNode *low = ir_const_int(ev->region, least), *high = ir_const_int(ev->region, most);
    return ev_miss_if(ev, ir_binary(ev->region, OP_LE, type, low, scalar, span), true, why, span) &&
           ev_miss_if(ev, ir_binary(ev->region, OP_LE, type, scalar, high, span), true, why, span);
}

/* Infinities and NaN fit; what becomes one does not. */
static bool float_fits(Ev *ev, IrNode *scalar, DType dtype, Span span) {
    static const char why[] = "a number that may be too large for the dtype";
    double most = largest_of(dtype);
    if (isinf(most) || (scalar->type.kind == IRT_INT && dtype != DT_F16))
        return true;
    if (scalar->op == OP_CONST) {
        double value = scalar->type.kind == IRT_INT ? (double)scalar->ints[0] : scalar->number;
        return !isfinite(value) || fabs(value) <= most || tn_unsupported(ev, span, why);
    }
    if (scalar->type.kind == IRT_INT)
        return lies_within(ev, scalar, -(int64_t)most, (int64_t)most, why, span);
    IrType type = ir_scalar_type(IRT_BOOL);
    IrNode *size = ir_unary(ev->region, OP_ABS, ir_scalar_type(IRT_FLOAT), scalar, span);
    IrNode *large = ir_binary(ev->region, OP_LT, type, ir_const_float(ev->region, most), size, span);
    IrNode *finite = ir_unary(ev->region, OP_ISFINITE, type, scalar, span);
    return ev_miss_if(ev, ir_binary(ev->region, OP_AND, type, large, finite, span), false, why, span);
}

bool tn_number_fits(Ev *ev, IrNode *scalar, DType dtype, Span span) {
    if (scalar->type.kind == IRT_BOOL || dtype == DT_BOOL)
        return true;
    if (dtype_is_float(dtype) || dtype_is_complex(dtype))
        return float_fits(ev, scalar, dtype, span);
    if (scalar->type.kind == IRT_INT && dtype == DT_I64)
        return true;
    static const char why[] = "a number that may not fit the dtype";
    if (scalar->op == OP_CONST && scalar->type.kind == IRT_INT && dtype_holds(dtype, scalar->ints[0]))
        return true;
    if (scalar->op == OP_CONST && scalar->type.kind == IRT_FLOAT && scalar->number >= 0 && scalar->number < 128)
        return true;
    if (scalar->op == OP_CONST || scalar->type.kind != IRT_INT)
        return tn_unsupported(ev, span, why) != NULL;
    int bits = 8 * (int)dtype_info[dtype].bytes;
    if (dtype_info[dtype].cls == 'U')
        return lies_within(ev, scalar, 0, bits == 64 ? INT64_MAX : ((int64_t)1 << bits) - 1, why, span);
    return lies_within(ev, scalar, -((int64_t)1 << (bits - 1)), ((int64_t)1 << (bits - 1)) - 1, why, span);
}

/* prim.fits(value, dtype): a number that the dtype cannot hold ends compilation, or the call as a miss */
PRIM(prim_fits) {
    (void)self;
    DType dtype = dtype_argument(ev, args->args[1], span);
    IrNode *scalar = dtype != DT_NONE && ev_is_number(args->args[0]) ? ev_scalar_node(ev, args->args[0]) : NULL;
    if (!scalar)
        return ev->fail.kind == FAIL_NONE ? tn_unsupported(ev, span, "a value that is no number") : NULL;
    return tn_number_fits(ev, scalar, dtype, span) ? ev_none(ev) : NULL;
}

/* A list whose length is not known becomes one of known length, where it can. */
static const Value *refuse_fill(Ev *ev, const Value *value, Span span) {
    return value->kind == V_ROWS ? ev_rows_refuse(ev, value, span)
                                 : tn_unsupported(ev, span, "a fill value that is no number");
}

/* prim.full(sizes, value, dtype) */
PRIM(prim_full) {
    (void)self;
    DType dtype = dtype_argument(ev, args->args[2], span);
    IrType type;
    if (dtype == DT_NONE || !sizes_argument(ev, args->args[0], dtype, span, &type))
        return NULL;
    if (tn_is_complex(ev, args->args[1]))
        return tn_call_complex(ev, "full", args->args, args->count, span);
    if (!ev_is_number(args->args[1]))
        return refuse_fill(ev, args->args[1], span);
    IrNode *scalar = ev_scalar_node(ev, args->args[1]);
    if (!scalar || !tn_number_fits(ev, scalar, dtype, span))
        return NULL;
    return ev_tensor_fresh(ev, ir_unary(ev->region, type.rank ? OP_FULL : OP_SPLAT, type, scalar, span));
}

/* prim.full_like(input, value, dtype): input's sizes and, but for gaps, its layout */
PRIM(prim_full_like) {
    (void)self;
    DType dtype = dtype_argument(ev, args->args[2], span);
    IrNode *input = dtype == DT_NONE ? NULL : tn_settled_format(ev, args->args[0], span);
    IrType type;
    if (!input || !tn_settle_strides(ev, input, span) || !tn_preserve_format(ev, input, dtype, span, &type))
        return NULL;
    if (tn_is_complex(ev, args->args[1]))
        return tn_call_complex(ev, "full_like", args->args, args->count, span);
    if (!ev_is_number(args->args[1]))
        return refuse_fill(ev, args->args[1], span);
    IrNode *scalar = ev_scalar_node(ev, args->args[1]);
    if (!scalar || !tn_number_fits(ev, scalar, dtype, span))
        return NULL;
    return ev_tensor_fresh(ev, ir_unary(ev->region, type.rank || type.flat ? OP_FULL : OP_SPLAT, type, scalar, span));
}

/* The run time knows the strides of an empty result unless a size of 1 lies inside of one of 0: there the operations
 * differ, and factories have those of a row-major tensor. */
static void say_empty_strides(Ev *ev, IrType *type) {
    TnDims shape;
    const ShExpr **strides = arena_array(ev->arena, const ShExpr *, (size_t)type->rank + 1), *product;
    bool zero = false, odd = false;
    tn_shape(ev, type, shape);
    for (int d = 0; d < type->rank; d++) {
        if (!sh_is_const(shape[d], NULL))
            return;
        zero |= sh_is_value(shape[d], 0);
        odd |= zero && sh_is_value(shape[d], 1);
    }
    product = sh_const(ev->shapes, 1);
    for (int d = type->rank - 1; d >= 0 && odd; d--) {
        strides[d] = product;
        product = sh_is_value(shape[d], 0) ? product : sh_mul(ev->shapes, product, shape[d]);
    }
    if (odd)
        type->strides = strides;
}

/* prim.empty(sizes, dtype) */
PRIM(prim_empty) {
    (void)self;
    DType dtype = dtype_argument(ev, args->args[1], span);
    IrType type;
    if (dtype == DT_NONE || !sizes_argument(ev, args->args[0], dtype, span, &type))
        return NULL;
    say_empty_strides(ev, &type);
    IrSpec spec = {.op = OP_EMPTY, .type = type, .span = span};
    return ev_tensor_fresh(ev, ir_build(ev->region, &spec));
}

/* prim.empty_like(input, dtype) */
PRIM(prim_empty_like) {
    (void)self;
    DType dtype = dtype_argument(ev, args->args[1], span);
    IrNode *input = dtype == DT_NONE ? NULL : tn_settled_format(ev, args->args[0], span);
    IrSpec spec = {.op = OP_EMPTY, .span = span};
    if (!input || !tn_settle_strides(ev, input, span) || !tn_preserve_format(ev, input, dtype, span, &spec.type))
        return NULL;
    return ev_tensor_fresh(ev, ir_build(ev->region, &spec));
}

/* prim.random(sizes, dtype): contents do not matter in driver code; elsewhere a cut */
PRIM(prim_random) {
    return ev->in_driver ? prim_empty(ev, self, args, span) : tn_unsupported(ev, span, "a random function");
}

/* prim.arange(start, step, count, dtype) */
PRIM(prim_arange) {
    (void)self;
    DType dtype = dtype_argument(ev, args->args[3], span);
    const ShExpr *count;
    if (dtype == DT_NONE)
        return NULL;
    if (!ev_as_expr(ev, args->args[2], &count) || !ev_is_number(args->args[0]) || !ev_is_number(args->args[1]))
        return tn_unsupported(ev, span, "a range of numbers that are not known");
    if (!ev_assume_compare(ev, SH_LE, sh_const(ev->shapes, 0), count, span))
        return ev->fail.kind == FAIL_NONE ? ev_raise(ev, "RuntimeError", span, "a range of negative length") : NULL;
    IrNode *inputs[2] = {ev_scalar_node(ev, args->args[0]), ev_scalar_node(ev, args->args[1])};
    if (!inputs[0] || !inputs[1])
        return NULL;
    count = sh_canon(ev->shapes, count);
    return ev_tensor_fresh(ev, tn_pointwise(ev, OP_ARANGE, tn_type(ev, dtype, 1, &count, NULL), inputs, 2, span));
}

/* ---- writes ----------------------------------------------------------------------------------------------------- */

/* The value broadcast to the target's shape, as a node of its dtype. */
static IrNode *content_for(Ev *ev, const IrNode *target, IrNode *value, Span span) {
    const IrType *type = &target->type;
    value = tn_cast(ev, value, type->dtype, span);
    if (!value)
        return NULL;
    if (type->flat && value->type.flat)
        return value;
    if (type->flat && value->type.rank > 0)
        return (IrNode *)(uintptr_t)tn_need_rank(ev, target, value->type.rank, span);
    if (value->type.flat)
        return (IrNode *)(uintptr_t)tn_need_rank(ev, value, type->rank, span);
    if (value->type.rank > type->rank) {
        tn_unsupported(ev, span, "a write of a value with more dimensions");
        return NULL;
    }
    bool same = value->type.rank == type->rank;
    for (int d = 0; d < value->type.rank; d++) {
        const ShExpr *have = tn_dim(ev, &value->type, d), *want = tn_dim(ev, type, d + type->rank - value->type.rank);
        if (tn_grows(ev, have, want, span)) {
            same = false;
        } else if (have != want && sh_is_const(have, NULL) && sh_is_const(want, NULL)) {
            ev_raise(ev, "RuntimeError", span, "the output's shape does not match the broadcast shape");
            return NULL;
        } else if (have != want && !ev_assume_equal(ev, have, want, span)) {
            if (ev->fail.kind == FAIL_NONE)
                tn_unsupported(ev, span, "a write of another shape");
            return NULL;
        }
    }
    if (same)
        return value;
    return ir_unary(ev->region, OP_EXPAND, tn_row_major(*type), value, span);
}

/* torch.can_cast for the result of an in-place operation. */
static bool can_cast(DType from, DType to) {
    if (dtype_is_complex(from) || dtype_is_complex(to))
        return dtype_is_complex(to);
    if (dtype_is_float(from) && !dtype_is_float(to))
        return false;
    return from == DT_BOOL || to != DT_BOOL;
}

/* Of one that is an input the guards say that it does not require grad, unless grad mode is off. */
static bool is_writable(Ev *ev, const Value *target, Span span) {
    if (target->u.tensor.is_parameter && !target->source && !ev->in_driver && ev_grad_mode(ev) != MODE_OFF)
        return tn_unsupported(ev, span, "writing to a parameter") != NULL;
    return true;
}

static const Value *write(Ev *ev, const Value *target, IrNode *value, Span span) {
    if (!is_writable(ev, target, span))
        return NULL;
    IrNode *now = ev_tensor_node(ev, target);
    IrNode *content = content_for(ev, now, value, span);
    return content && tn_write(ev, target, content, span) ? target : NULL;
}

/* prim.assign(target, value): target.copy_(value), with a tensor or a number */
PRIM(prim_assign) {
    (void)self;
    const Value *target = args->args[0];
    TnOperand operand;
    IrNode *now = tn_tensor(ev, target, span);
    if (!now)
        return NULL;
    if (args->args[1]->kind != V_TENSOR && tn_is_complex(ev, args->args[1])) {
        const Value *number[] = {args->args[1], ev_dtype(ev, now->type.dtype)};
        const Value *tensor = tn_call_complex(ev, "number_tensor", number, 2, span);
        return tensor ? prim_assign(ev, self, &(CallArgs){.args = (const Value *[]){target, tensor}, .count = 2}, span)
                      : NULL;
    }
    if (!tn_operand(ev, args->args[1], span, &operand))
        return NULL;
    TnOverlap overlap = tn_overlap(ev, target, args->args[1]);
    if (overlap == TN_ASKEW)
        return tn_unsupported(ev, span, "a copy between views of one tensor that may overlap");
    if (overlap == TN_SAME)
        return is_writable(ev, target, span) && tn_write_same(ev, target, span) ? target : NULL;
    if (operand.is_tensor)
        return write(ev, target, operand.node, span);
    if (!tn_number_fits(ev, operand.node, now->type.dtype, span))
        return NULL;
    IrType type = tn_row_major(now->type);
    IrOp op = type.rank || type.flat ? OP_FULL : OP_SPLAT;
    return write(ev, target, ir_unary(ev->region, op, type, operand.node, span), span);
}

/* prim.assign_quietly(target, value): the same without a new version of the target */
PRIM(prim_assign_quietly) {
    const Value *target = prim_assign(ev, self, args, span);
    if (target)
        ev_storage_hush(ev, target->u.tensor.storage);
    return target;
}

/* prim.inplace(target, result, operands): target takes the result of an operation on itself and the operands */
PRIM(prim_inplace) {
    (void)self;
    const Value *target = args->args[0];
    IrNode *now = tn_tensor(ev, target, span), *result = now ? tn_tensor(ev, args->args[1], span) : NULL;
    const Value *const *items;
    uint32_t count;
    if (!result)
        return NULL;
    if (!ev_sequence(ev, args->args[2], &items, &count))
        ICE("prim.inplace needs a tuple of operands");
    bool is_operand = false;
    for (uint32_t i = 0; i < count; i++) {
        if (tn_overlap(ev, target, items[i]) == TN_ASKEW)
            return tn_unsupported(ev, span, "an in-place operation with a view of the same tensor that may overlap it");
        is_operand = is_operand || (items[i]->kind == V_TENSOR && ev_tensor_node(ev, items[i]) == now);
    }
    if (is_operand && tn_reads_elsewhere(ev, now, result, &(CallArgs){.args = (const Value **)items, .count = count}))
        return tn_unsupported(ev, span, "an in-place operation that reads its tensor elsewhere");
    if (!can_cast(result->type.dtype, now->type.dtype))
        return ev_raise(ev, "RuntimeError", span, "result type %s can't be cast to the desired output type %s",
                        dtype_info[result->type.dtype].torch_name, dtype_info[now->type.dtype].torch_name);
    return write(ev, target, result, span);
}
