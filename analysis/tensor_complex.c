/* Complex tensors: their parts, the views between complex numbers and pairs of reals, conjugates.
 *
 * Complex numbers have their own element types and lie in memory as pairs; views, copies and gathers move them like any
 * element. Arithmetic is written in the prelude (torch_complex.py) over their parts, which are real tensors, and put
 * together again by prim.complex: so it fuses with what is around it.
 *
 * torch's conj() is a view with a mark, which whatever reads it looks at. Here it is a step in the chain of views from
 * a storage's root to a tensor's node (OP_CONJ): reading it negates, and so does writing through it. The mark itself
 * is asked for where the program can see it: is_conj(), and what outlives the call, which cannot have it. */
#include "analysis/ev_internal.h"
#include "analysis/tensor.h"

#include <string.h>

static bool is_complex_number(const Value *value) {
    const ClassInfo *cls = value->kind == V_INSTANCE ? value->u.instance.cls : NULL;
    return cls && cls->module && cls->module->is_prelude && !strcmp(cls->name, "complex");
}

/* prim.is_complex_number(value): a Python complex */
PRIM(prim_is_complex_number) {
    (void)self, (void)span;
    return ev_bool(ev, is_complex_number(args->args[0]));
}

bool tn_is_complex(Ev *ev, const Value *value) {
    return value->kind == V_TENSOR ? dtype_is_complex(ev_tensor_node(ev, value)->type.dtype) : is_complex_number(value);
}

const Value *tn_call_complex(Ev *ev, const char *name, const Value *const *args, uint32_t count, Span span) {
    return ev_call_values(ev, ev_prelude(ev, "torch_complex", name), args, count, span);
}

static IrNode *view_of(Ev *ev, IrOp op, IrType type, IrNode *node, Span span) {
    return ir_unary(ev->region, op, type, node, span);
}

/* The type of torch.view_as_real of a tensor of known rank. */
static bool parts_type(Ev *ev, const IrType *type, Span span, IrType *out) {
    TnDims shape, strides;
    if (type->rank == IR_MAX_RANK)
        return tn_unsupported(ev, span, "a tensor of so many dimensions") != NULL;
    tn_shape(ev, type, shape);
    shape[type->rank] = sh_const(ev->shapes, 2);
    bool row_major = tn_is_row_major(ev, type);
    for (int d = 0; d < type->rank && !row_major; d++)
        strides[d] = sh_mul(ev->shapes, type->strides[d], shape[type->rank]);
    strides[type->rank] = sh_const(ev->shapes, 1);
    *out = tn_type(ev, dtype_real(type->dtype), type->rank + 1, shape, row_major ? NULL : strides);
    return true;
}

IrNode *tn_part(Ev *ev, IrNode *node, int part, Span span) {
    DType dtype = dtype_real(node->type.dtype);
    if (node->type.flat || tn_is_row_major(ev, &node->type))
        return ir_unary(ev->region, part ? OP_IMAG : OP_REAL, tn_row_major(tn_with_dtype(node->type, dtype)), node,
                        span);
    IrType parts;
    if (!parts_type(ev, &node->type, span, &parts))
        return NULL;
    IrNode *both = view_of(ev, OP_AS_REAL, parts, node, span);
    int64_t last = node->type.rank;
    const ShExpr *index = sh_const(ev->shapes, part);
    IrSpec spec = {.op = OP_SELECT,
                   .type = tn_type(ev, dtype, node->type.rank, parts.shape, parts.strides),
                   .input_count = 1,
                   .inputs = &both,
                   .int_count = 1,
                   .ints = &last,
                   .expr_count = 1,
                   .exprs = &index,
                   .span = span};
    return ir_build(ev->region, &spec);
}

IrNode *tn_complex_cast(Ev *ev, IrNode *node, IrType type, Span span) {
    if (!dtype_is_complex(type.dtype)) {
        tn_unsupported(ev, span, "a conversion that discards imaginary parts");
        return NULL;
    }
    IrNode *parts[2];
    IrType part_type = tn_with_dtype(type, dtype_real(type.dtype));
    for (int part = 0; part < 2; part++) {
        if (dtype_is_complex(node->type.dtype))
            parts[part] = tn_part(ev, node, part, span);
        else if (part == 0)
            parts[part] = node;
        else
            parts[part] = ir_unary(ev->region, OP_SPLAT, tn_type(ev, part_type.dtype, 0, NULL, NULL),
                                   ir_const_int(ev->region, 0), span);
        if (!parts[part])
            return NULL;
        if (parts[part]->type.dtype != part_type.dtype)
            parts[part] = ir_unary(ev->region, OP_CAST, part_type, parts[part], span);
    }
    return ir_binary(ev->region, OP_COMPLEX, type, parts[0], parts[1], span);
}

static IrNode *complex_operand(Ev *ev, const Value *value, Span span) {
    IrNode *node = tn_tensor(ev, value, span);
    if (node && !dtype_is_complex(node->type.dtype))
        ICE("the prelude takes the parts of a real tensor");
    return node;
}

static int is_imaginary(const Value *part) {
    int64_t number = 0;
    return ev_as_int_known(part, &number) && number != 0;
}

/* prim.part(input, part): the real (0) or imaginary (1) part of a complex tensor, as a value to compute with */
PRIM(prim_part) {
    (void)self;
    IrNode *input = complex_operand(ev, args->args[0], span);
    IrNode *part = input ? tn_part(ev, input, is_imaginary(args->args[1]), span) : NULL;
    return part ? ev_tensor_fresh(ev, part) : NULL;
}

/* prim.complex(re, im, operands): complex numbers of two parts of one dtype (one may be a number), laid out as
 * TensorIterator does for the operands, which are promoted where torch promotes them */
PRIM(prim_complex) {
    (void)self;
    TnOperand parts[2];
    const Value *const *operands;
    uint32_t count;
    IrNode *tensors[TN_MAX_OPERANDS], *inputs[2];
    DType dtype = DT_NONE;
    for (int i = 0; i < 2; i++) {
        if (!tn_operand(ev, args->args[i], span, &parts[i]))
            return NULL;
        dtype = parts[i].is_tensor ? parts[i].dtype : dtype;
    }
    if (dtype == DT_NONE || !ev_sequence(ev, args->args[2], &operands, &count) || count > TN_MAX_OPERANDS)
        ICE("prim.complex needs a tensor, and a tuple of operands");
    for (int i = 0; i < 2; i++)
        inputs[i] = parts[i].is_tensor
                        ? parts[i].node
                        : ir_unary(ev->region, OP_SPLAT, tn_type(ev, dtype, 0, NULL, NULL), parts[i].node, span);
    int tensor_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (operands[i]->kind != V_TENSOR)
            continue;
        IrNode *operand = tn_tensor(ev, operands[i], span);
        if (!operand)
            return NULL;
        tensors[tensor_count++] = operand;
    }
    IrType type;
    if (!tn_broadcast(ev, tensors, tensor_count, tensor_count < (int)count, dtype_complex(dtype), span, &type))
        return NULL;
    return ev_tensor_fresh(ev, ir_binary(ev->region, OP_COMPLEX, type, inputs[0], inputs[1], span));
}

/* Does the chain of views lead through a conjugation an odd number of times? */
bool ev_is_conj(Ev *ev, const Value *tensor) {
    bool conj = false;
    if (!tensor->u.tensor.storage)
        return false;
    const IrNode *root = ev_storage_root(ev, tensor->u.tensor.storage);
    for (const IrNode *node = tensor->u.tensor.node; node != root; node = node->inputs[0])
        conj ^= node->op == OP_CONJ;
    return conj;
}

/* prim.is_conj(input) */
PRIM(prim_is_conj) {
    (void)self;
    IrNode *input = tn_tensor(ev, args->args[0], span);
    return input ? ev_bool(ev, dtype_is_complex(input->type.dtype) && ev_is_conj(ev, args->args[0])) : NULL;
}

/* prim.conj(input): the view of a complex tensor that torch marks as conjugate */
PRIM(prim_conj) {
    (void)self;
    const Value *value = args->args[0];
    if (!complex_operand(ev, value, span))
        return NULL;
    IrNode *node = value->u.tensor.node;
    if (node->op == OP_CONJ && node != ev_storage_root(ev, value->u.tensor.storage)) /* undone: one more view of it */
        return tn_alias(ev, ev_tensor_view(ev, value, node->inputs[0]), span);
    return tn_view(ev, value, OP_CONJ, node->type, NULL, 0, NULL, 0, span);
}

/* prim.view_as_real(input): of a complex tensor that is no conjugate view */
PRIM(prim_view_as_real) {
    (void)self;
    IrType type;
    IrNode *input = tn_ranked(ev, args->args[0], 2, span);
    if (!input || !complex_operand(ev, args->args[0], span) || !parts_type(ev, &input->type, span, &type))
        return NULL;
    const Value *value = args->args[0];
    const IrNode *root = ev_storage_root(ev, value->u.tensor.storage);
    IrNode *node = value->u.tensor.node;
    while (node != root && node->op == OP_CONJ && node->inputs[0] != root && node->inputs[0]->op == OP_CONJ)
        node = node->inputs[0]->inputs[0];
    for (const IrNode *view = node; view != root; view = view->inputs[0])
        if (view->op == OP_CONJ)
            return tn_unsupported(ev, span, "the parts of a conjugate view");
    return tn_view(ev, ev_tensor_view(ev, value, node), OP_AS_REAL, type, NULL, 0, NULL, 0, span);
}

/* ---- real memory as complex numbers ------------------------------------------------------------------------------ */

/* Where the view's first element lies in its memory, counted in the memory's elements; NULL: failed. */
static const ShExpr *offset_in_memory(Ev *ev, const IrNode *node, Span span) {
    const ShExpr *offset = sh_const(ev->shapes, 0);
    for (; ir_is_view(node); node = node->inputs[0]) {
        TnDims strides;
        if (node->op == OP_AS_REAL || node->op == OP_AS_COMPLEX) {
            const ShExpr *two = sh_const(ev->shapes, 2);
            offset = node->op == OP_AS_REAL ? sh_floordiv(ev->shapes, offset, two) : sh_mul(ev->shapes, offset, two);
        }
        if (node->op == OP_DIAGONAL && node->ints[2] != 0) {
            tn_unsupported(ev, span, "a diagonal as complex numbers");
            return NULL;
        }
        if (node->op != OP_SLICE && node->op != OP_SELECT)
            continue;
        if (!tn_strides(ev, &node->inputs[0]->type, span, strides))
            return NULL;
        offset = sh_add(ev->shapes, offset, sh_mul(ev->shapes, node->exprs[0], strides[node->ints[0]]));
    }
    return sh_canon(ev->shapes, offset);
}

static bool is_even(Ev *ev, const ShExpr *e, Span span) {
    const ShExpr *rest = sh_canon(ev->shapes, sh_mod(ev->shapes, e, sh_const(ev->shapes, 2)));
    const ShExpr *zero = sh_const(ev->shapes, 0);
    if (sh_is_value(rest, 0) || (!sh_is_const(rest, NULL) && ev_assume_equal(ev, rest, zero, span)))
        return true;
    return ev->fail.kind == FAIL_NONE && tn_unsupported(ev, span, "complex numbers that lie oddly in memory");
}

/* torch wants each number's parts side by side, at an even place of the storage. */
static bool lies_in_pairs(Ev *ev, const Value *value, const IrType *type, TnDims strides, Span span) {
    const IrNode *memory = ir_memory(value->u.tensor.node);
    const ShExpr *offset = offset_in_memory(ev, value->u.tensor.node, span);
    if (!offset || !tn_strides(ev, type, span, strides))
        return false;
    const ShExpr *last = sh_canon(ev->shapes, strides[type->rank - 1]), *one = sh_const(ev->shapes, 1);
    if (last != one && (sh_is_const(last, NULL) || !ev_assume_equal(ev, last, one, span)))
        return ev->fail.kind == FAIL_NONE && tn_unsupported(ev, span, "complex numbers whose parts lie apart");
    if (memory->op == OP_ELEMENT || memory->op == OP_PARAM)
        return tn_unsupported(ev, span, "a view of a loop's tensor as complex numbers") != NULL;
    if (memory->op == OP_INPUT && !dtype_is_complex(memory->type.dtype))
        ev_fact(ev, &(Fact){.kind = FACT_EVEN_OFFSET,
                            .span = span,
                            .source = tn_graph(ev)->inputs.data[memory->ints[0]].source});
    if (!is_even(ev, offset, span))
        return false;
    for (int d = 0; d + 1 < type->rank; d++)
        if (!is_even(ev, strides[d], span))
            return false;
    return true;
}

/* prim.view_as_complex(input): of a tensor of float32 or float64 whose last dimension is 2 */
PRIM(prim_view_as_complex) {
    (void)self;
    IrNode *input = tn_ranked(ev, args->args[0], 2, span);
    if (!input)
        return NULL;
    int rank = input->type.rank;
    const ShExpr *two = sh_const(ev->shapes, 2);
    TnDims shape, strides;
    if (rank == 0)
        return ev_raise(ev, "RuntimeError", span, "Input tensor must have one or more dimensions");
    tn_shape(ev, &input->type, shape);
    if (shape[rank - 1] != two && sh_is_const(shape[rank - 1], NULL))
        return ev_raise(ev, "RuntimeError", span, "Tensor must have a last dimension of size 2");
    if (shape[rank - 1] != two && !ev_assume_equal(ev, shape[rank - 1], two, span))
        return ev->fail.kind ? NULL : tn_unsupported(ev, span, "complex numbers of parts whose number is not known");
    const Value *value = tn_settle(ev, args->args[0], span);
    if (!value || !(input = tn_tensor(ev, value, span)))
        return NULL;
    bool row_major = tn_is_row_major(ev, &input->type);
    if (!lies_in_pairs(ev, value, &input->type, strides, span))
        return NULL;
    for (int d = 0; d + 1 < rank; d++)
        strides[d] = sh_floordiv(ev->shapes, strides[d], two);
    IrType type = tn_type(ev, dtype_complex(input->type.dtype), rank - 1, shape, row_major ? NULL : strides);
    return tn_view(ev, value, OP_AS_COMPLEX, type, NULL, 0, NULL, 0, span);
}
