/* What Python code can ask a tensor: sizes, strides, dtype, kind, its one element; and small services of the prelude.
 */
#include "analysis/ev_internal.h"
#include "analysis/ir_number.h"
#include "analysis/tensor.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The rank that the code around wants of a flat tensor's sizes. */
static int wanted_rank(const Ev *ev) {
    int wanted = ev->rank_hint < 0 ? -ev->rank_hint : ev->rank_hint;
    return wanted < 2 || wanted > IR_MAX_RANK ? 2 : wanted;
}

/* prim.shape(input): torch.Size */
PRIM(prim_shape) {
    (void)self;
    IrNode *input = tn_ranked(ev, args->args[0], wanted_rank(ev), span);
    TnDims shape;
    if (!input)
        return NULL;
    tn_shape(ev, &input->type, shape);
    return ev_size_tuple(ev, shape, input->type.rank);
}

/* prim.size(input, dim) */
PRIM(prim_size) {
    (void)self;
    IrNode *input = tn_ranked(ev, args->args[0], tn_rank_for_dim(args->args[1]), span);
    if (!input)
        return NULL;
    if (input->type.rank == 0)
        return ev_raise(ev, "IndexError", span, "Dimension specified but tensor has no dimensions");
    int dim = tn_dim_index(ev, args->args[1], input->type.rank, span);
    return dim < 0 ? NULL : ev_int_expr(ev, tn_dim(ev, &input->type, dim));
}

/* prim.rank(input, likely): number of dimensions; a flat tensor is taken to have `likely` */
PRIM(prim_rank) {
    (void)self;
    int64_t likely;
    if (!ev_as_int_known(args->args[1], &likely) || likely < 0 || likely > IR_MAX_RANK)
        likely = 2;
    IrNode *input = tn_ranked(ev, args->args[0], (int)likely, span);
    return input ? ev_int(ev, input->type.rank) : NULL;
}

static bool may_have_one(Ev *ev, const IrType *type, int from) {
    for (int d = from; d < type->rank; d++)
        if (!sh_is_const(tn_dim(ev, type, d), NULL) || sh_is_value(tn_dim(ev, type, d), 1))
            return true;
    return false;
}

/* TensorIterator gives an empty result strides of its own where a size of 1 is inside of one of 0. */
static bool settle_emptiness(Ev *ev, IrNode *input, Span span) {
    const IrNode *node = ir_memory(input);
    bool may_differ = false, fresh = node->op != OP_INPUT && !node->type.flat;
    for (int d = 0; fresh && d < node->type.rank && !may_differ; d++) {
        const ShExpr *size = tn_dim(ev, &node->type, d);
        bool inside = d + 1 < node->type.rank, known = sh_is_const(size, NULL);
        if (known)
            may_differ = inside && sh_is_value(size, 0) && may_have_one(ev, &node->type, d + 1);
        else if (inside && !ev_assume_compare(ev, SH_LE, sh_const(ev->shapes, 1), size, span))
            may_differ = true;
    }
    if (may_differ && !ev->fail.kind)
        tn_unsupported(ev, span, "strides of a result without elements");
    return !may_differ;
}

/* prim.settled_layout(input): the tensor, whose strides are those that a caller would get: for what the program asks,
 * as composites can leave open what strides sizes of 1 have */
PRIM(prim_settled_layout) {
    (void)self;
    return tn_tensor(ev, args->args[0], span) ? tn_settle(ev, args->args[0], span) : NULL;
}

/* Those that are asked for: all of them, or (`dim` >= 0) that of a dimension, of which the memory alone decides the
 * stride where its size is at least 2. */
static bool settled_strides(Ev *ev, const Value *value, IrNode *input, int dim, Span span, TnDims strides) {
    bool is_open = dim < 0 || !tn_is_row_major(ev, &input->type);
    const ShExpr *size = dim < 0 ? NULL : tn_dim(ev, &input->type, dim);
    if (!tn_settled_format(ev, value, span))
        return false;
    if (is_open && size && sh_hint(size, 2) != 1) {
        if (!tn_settle_size(ev, size, span))
            return false;
    } else if (is_open && (!tn_settle_strides(ev, input, span) || !tn_settle_input(ev, value, span))) {
        return false;
    }
    return settle_emptiness(ev, input, span) && tn_strides(ev, &input->type, span, strides);
}

/* prim.strides(input): tuple */
PRIM(prim_strides) {
    (void)self;
    IrNode *input = tn_ranked(ev, args->args[0], 2, span);
    TnDims strides;
    const Value *items[IR_MAX_RANK];
    if (!input || !settled_strides(ev, args->args[0], input, -1, span, strides))
        return NULL;
    for (int d = 0; d < input->type.rank; d++)
        items[d] = ev_int_expr(ev, strides[d]);
    return ev_tuple(ev, items, (uint32_t)input->type.rank);
}

/* prim.stride(input, dim): one of them, which asks less of the other sizes */
PRIM(prim_stride) {
    (void)self;
    IrNode *input = tn_ranked(ev, args->args[0], 2, span);
    TnDims strides;
    int64_t dim;
    if (!input || !ev_as_int_known(args->args[1], &dim))
        return NULL;
    dim += dim < 0 ? input->type.rank : 0;
    return settled_strides(ev, args->args[0], input, (int)dim, span, strides) ? ev_int_expr(ev, strides[dim]) : NULL;
}

/* prim.numel(input) */
PRIM(prim_numel) {
    (void)self;
    IrNode *input = tn_tensor(ev, args->args[0], span);
    return input ? ev_int_expr(ev, sh_canon(ev->shapes, ir_numel(ev->shapes, &input->type))) : NULL;
}

/* prim.dtype_of(input) */
PRIM(prim_dtype_of) {
    (void)self;
    IrNode *input = tn_tensor(ev, args->args[0], span);
    return input ? ev_dtype(ev, input->type.dtype) : NULL;
}

/* prim.tensor_type(value): the dtype that is meant, also by torch.FloatTensor and its kin */
PRIM(prim_tensor_type) {
    (void)self;
    const Value *value = args->args[0];
    const Value *dtype = value->kind == V_EXTERNAL ? ev_tensor_type(ev, value->u.str) : NULL;
    return value->kind == V_DTYPE ? value : dtype ? dtype : tn_unsupported(ev, span, "type() but by a dtype");
}

/* prim.device_of(input): torch.device("cpu"); tensors elsewhere are no inputs of a variant */
PRIM(prim_device_of) {
    (void)self;
    if (!tn_tensor(ev, args->args[0], span))
        return NULL;
    Value *device = arena_new_of(ev->arena, Value);
    device->kind = V_DEVICE;
    return device;
}

/* The input of which it is a view for sure, as which it then requires grad, whatever grad mode it was made in. NULL: it
 * may be something else, or an item of many. */
static const Source *viewed_input(Ev *ev, const TensorValue *t) {
    const IrNode *memory = ir_memory(t->node);
    return t->may_alias || memory->op != OP_INPUT ? NULL : ev->graph->inputs.data[memory->ints[0]].source;
}

/* False for what the compiled code made; of inputs it is assumed, and true of parameters. */
bool tn_requires_grad(Ev *ev, const Value *tensor, bool *requires, Span span) {
    *requires = tensor->u.tensor.is_parameter;
    if (ev->in_driver)
        return true;
    if (tensor->u.tensor.is_fresh || tensor->u.tensor.is_detached) {
        *requires = false;
        return true;
    }
    if (!tensor->source) { /* a view of an input: it, or none, requires grad, whatever grad mode the caller has */
        const Source *source = viewed_input(ev, &tensor->u.tensor);
        ev_fact(ev, &(Fact){.kind = FACT_REQUIRES_NO_GRAD, .source = source, .span = span});
        *requires = false;
        return true;
    }
    if (tensor->source->in_element)
        return tn_unsupported(ev, span, "requires_grad of an input") != NULL;
    FactKind kind = *requires ? FACT_REQUIRES_GRAD : FACT_REQUIRES_NO_GRAD;
    ev_fact(ev, &(Fact){.kind = kind, .source = tensor->source, .span = span});
    return true;
}

/* prim.requires_grad(input) */
PRIM(prim_requires_grad) {
    (void)self;
    bool requires;
    if (!tn_tensor(ev, args->args[0], span) || !tn_requires_grad(ev, args->args[0], &requires, span))
        return NULL;
    return ev_bool(ev, requires);
}

/* prim.likely_order(input): its dimensions as they likely lie in memory, the outermost first; nothing is assumed */
PRIM(prim_likely_order) {
    (void)self;
    IrNode *input = tn_ranked(ev, args->args[0], 2, span);
    int order[IR_MAX_RANK];
    const Value *items[IR_MAX_RANK];
    if (!input)
        return NULL;
    for (int d = 0; d < input->type.rank; d++) {
        int at = d;
        for (; at > 0 && input->type.strides; at--) {
            int64_t own, before;
            if (!tn_likely(input->type.strides[d], &own) || !tn_likely(input->type.strides[order[at - 1]], &before) ||
                own <= before)
                break;
            order[at] = order[at - 1];
        }
        order[at] = d;
    }
    for (int d = 0; d < input->type.rank; d++)
        items[d] = ev_int(ev, order[d]);
    return ev_tuple(ev, items, (uint32_t)input->type.rank);
}

/* prim.is_contiguous(input): known for row-major tensors, else what the sizes and strides are likely to say, as facts
 */
PRIM(prim_is_contiguous) {
    (void)self;
    IrNode *input = tn_tensor(ev, args->args[0], span);
    if (!input)
        return NULL;
    if (input->type.flat || tn_is_row_major(ev, &input->type))
        return ev_bool(ev, true);
    const ShExpr *product = sh_const(ev->shapes, 1);
    for (int d = input->type.rank - 1; d >= 0; d--) {
        const ShExpr *size = tn_dim(ev, &input->type, d);
        if (sh_is_value(size, 0))
            return ev_bool(ev, true);
        if (!tn_settle_size(ev, size, span))
            return NULL;
    }
    bool contiguous = true;
    for (int d = input->type.rank - 1; contiguous && d >= 0; d--) {
        const ShExpr *size = tn_dim(ev, &input->type, d), *stride = sh_canon(ev->shapes, input->type.strides[d]);
        if (!sh_is_value(size, 1) && !tn_decide_equal(ev, stride, sh_canon(ev->shapes, product), span, &contiguous))
            return NULL;
        product = sh_mul(ev->shapes, product, size);
    }
    return ev_bool(ev, contiguous);
}

/* prim.assume_same(a, b): two inputs are one object; a guard */
PRIM(prim_assume_same) {
    (void)self;
    const Value *a = args->args[0], *b = args->args[1];
    if (!a->source || !b->source)
        return ev_is_same(a, b) == SH_YES ? ev_none(ev) : tn_unsupported(ev, span, "objects that may not be the same");
    if (a->source != b->source)
        ev_fact(ev, &(Fact){.kind = FACT_SAME, .span = span, .source = a->source, .other = b->source});
    return ev_none(ev);
}

/* prim.is_unknown(value): of which driver code could tell nothing */
PRIM(prim_is_unknown) {
    (void)self, (void)span;
    return ev_bool(ev, args->args[0]->kind == V_UNKNOWN || args->args[0]->kind == V_EXTERNAL);
}

static const Value *are_row_major(Ev *ev, const Value *const *inputs, uint32_t count, Span span) {
    bool all = true;
    for (uint32_t i = 0; i < count && all; i++) {
        IrNode *input = tn_tensor(ev, inputs[i], span);
        if (!input)
            return NULL;
        all = input->type.flat || tn_is_row_major(ev, &input->type);
    }
    return ev_bool(ev, all);
}

/* prim.is_row_major(input): is it known to be? What is not known is no. */
PRIM(prim_is_row_major) {
    (void)self;
    return are_row_major(ev, args->args, 1, span);
}

/* prim.are_row_major(inputs): is it known of each of them? */
PRIM(prim_are_row_major) {
    (void)self;
    return are_row_major(ev, args->args[0]->u.tuple.items, args->args[0]->u.tuple.count, span);
}

/* prim.need_whole(input): it begins with its storage; a view of other memory is a cut */
PRIM(prim_need_whole) {
    (void)self;
    IrNode *input = tn_tensor(ev, args->args[0], span);
    if (!input)
        return NULL;
    if (ir_memory(input) != input || input->op == OP_ELEMENT || input->op == OP_PARAM)
        return tn_unsupported(ev, span, "a copy of a view with all of its storage");
    if (input->op == OP_INPUT)
        ev_fact(
            ev,
            &(Fact){.kind = FACT_NO_OFFSET, .span = span, .source = tn_graph(ev)->inputs.data[input->ints[0]].source});
    return ev_none(ev);
}

/* prim.suggests_channels_last(input): what torch's suggest_memory_format() says of images and volumes. It looks at the
 * strides of sizes of 1, too. */
PRIM(prim_suggests_channels_last) {
    (void)self;
    IrNode *input = tn_tensor(ev, args->args[0], span);
    bool answer = false;
    if (!input)
        return NULL;
    if (input->type.flat || (input->type.rank != 4 && input->type.rank != 5) || tn_is_row_major(ev, &input->type))
        return ev_bool(ev, false);
    const Value *settled = tn_settle(ev, args->args[0], span);
    if (!settled || !tn_settle_strides(ev, input, span) || !tn_settle_input(ev, settled, span) ||
        !tn_suggests_channels_last(ev, &input->type, span, &answer))
        return NULL;
    return ev_bool(ev, answer);
}

/* prim.is_tensor(value): what is unknown is taken for a tensor (restart), as isinstance() takes it */
PRIM(prim_is_tensor) {
    (void)self;
    const Value *value = args->args[0];
    if (value->kind == V_UNKNOWN)
        return ev_need(ev, value, HYP_TENSOR_FLAT, DT_NONE, -1, span);
    if (value->kind == V_EXTERNAL)
        return tn_unsupported(ev, span, "an object that could be a tensor");
    return ev_bool(ev, value->kind == V_TENSOR);
}

PRIM(prim_is_number) {
    (void)self, (void)span;
    return ev_bool(ev, ev_is_number(args->args[0]));
}

static const Value *need_kind(Ev *ev, const Value *value, const Value *likely, Span span) {
    const char *kind;
    if (!tn_known_str(likely, &kind))
        ICE("prim.kind takes the likely kind as a str");
    if (strcmp(kind, "int") == 0 || strcmp(kind, "float") == 0)
        return ev_need(ev, value, kind[0] == 'i' ? HYP_INT : HYP_FLOAT, DT_NONE, -1, span);
    if (strcmp(kind, "tensor") == 0)
        return ev_need(ev, value, HYP_TENSOR_FLAT, DT_F32, -1, span);
    return tn_unsupported(ev, span, "an argument of unknown type");
}

/* prim.kind(value, likely): "tensor", "bool", "int", "float", "dtype", "device", "memory_format", "str", "none",
 * "slice", "ellipsis", "sequence" or "other"; what is unknown is taken to be the likely kind (restart), if that is a
 * tensor, an int or a float */
PRIM(prim_kind) {
    (void)self;
    const Value *value = args->args[0];
    const char *kind = "other";
    switch (value->kind) {
    case V_TENSOR:
        kind = "tensor";
        break;
    case V_UNKNOWN:
        return need_kind(ev, value, args->args[1], span);
    case V_BOOL:
        kind = "bool";
        break;
    case V_INT:
        kind = "int";
        break;
    case V_FLOAT:
        kind = "float";
        break;
    case V_SCALAR:
        kind = value->u.node->type.kind == IRT_FLOAT ? "float" : value->u.node->type.kind == IRT_INT ? "int" : "bool";
        break;
    case V_DTYPE:
        kind = "dtype";
        break;
    case V_DEVICE:
        kind = "device";
        break;
    case V_MEMORY_FORMAT:
        kind = "memory_format";
        break;
    case V_OTHER_DTYPE:
        kind = "other";
        break;
    case V_LAYOUT:
        kind = strcmp(value->u.str, "strided") == 0 ? "layout" : "other";
        break;
    case V_STR:
        kind = "str";
        break;
    case V_NONE:
        kind = "none";
        break;
    case V_SLICE:
        kind = "slice";
        break;
    case V_ELLIPSIS:
        kind = "ellipsis";
        break;
    case V_TUPLE:
    case V_RANGE:
    case V_LIST:
        kind = "sequence";
        break;
    default:
        break;
    }
    return ev_str(ev, str_of(kind));
}

/* prim.is_known(number): its value is known while compiling */
PRIM(prim_is_known) {
    (void)self, (void)span;
    const Value *value = args->args[0];
    bool known =
        value->kind == V_BOOL || value->kind == V_FLOAT || (value->kind == V_INT && sh_is_const(value->u.expr, NULL));
    return ev_bool(ev, known || value->kind == V_NONE || (value->kind == V_STR && value->u.str));
}

/* prim.is_known_one(size): it is known to be 1 while compiling */
PRIM(prim_is_known_one) {
    (void)self, (void)span;
    return ev_bool(ev, args->args[0]->kind == V_INT && sh_is_value(args->args[0]->u.expr, 1));
}

/* The int assumed to be what it likely is; no restart: what was made of it so far stays right. */
static const Value *settled_int(Ev *ev, const Value *value, Span span) {
    const ShSymbol *symbol = value->u.expr->symbol;
    int64_t hint = symbol && symbol->likely < 0 ? symbol->likely : sh_hint(value->u.expr, INT64_MIN);
    if (sh_is_const(value->u.expr, NULL))
        return value;
    if (ev->in_driver || hint == INT64_MIN)
        return ev_need_known(ev, value, span);
    return ev_assume_equal(ev, value->u.expr, sh_const(ev->shapes, hint), span) ? ev_int(ev, hint) : NULL;
}

/* prim.known(value): the value, which has to be known: an int of an input is assumed to be what it likely is (restart,
 * but for those that layers keep) */
PRIM(prim_known) {
    (void)self;
    const Value *value = args->args[0];
    if (value->kind == V_UNKNOWN)
        return ev_need(ev, value, HYP_INT, DT_NONE, -1, span);
    if (value->kind == V_INT && !sh_is_const(value->u.expr, NULL))
        return ev_is_kept(value->u.expr) ? settled_int(ev, value, span) : ev_need_known(ev, value, span);
    if (value->kind == V_SCALAR || value->kind == V_TENSOR)
        return tn_unsupported(ev, span, "an argument that is not known");
    return value;
}

/* prim.likely(value): the int as the exemplar has it; itself where nothing shows what it is */
PRIM(prim_likely) {
    (void)self;
    const Value *value = args->args[0];
    bool shown = value->kind == V_INT && !ev->in_driver && sh_hint(value->u.expr, INT64_MIN) != INT64_MIN;
    return shown ? settled_int(ev, value, span) : value;
}

/* prim.kernel_size(weight, dim): the size of a layer's kernel belongs to its configuration, also where it is computed
 * from what the layer keeps; that of other tensors may be anything */
PRIM(prim_kernel_size) {
    const Value *size = prim_size(ev, self, args, span);
    bool is_kept = size && size->kind == V_INT && ev_is_kept(size->u.expr);
    return is_kept ? prim_likely(ev, self, &(CallArgs){.args = &size, .count = 1}, span) : size;
}

static const Value *computed(Ev *ev, AstOperator op, const Value *a, const Value *b, Span span) {
    return a && b ? ev_binary(ev, op, a, b, span) : NULL;
}

/* prim.windows(size, kernel, stride, padding, dilation): how many a layer has along a dimension, which is
 * (size + 2 * padding - dilation * (kernel - 1) - 1) // stride + 1 */
PRIM(prim_windows) {
    (void)self;
    const Value *size = args->args[0], *kernel = args->args[1], *stride = args->args[2], *one = ev_int(ev, 1);
    const Value *padded = computed(ev, AST_Add, size, computed(ev, AST_Mult, ev_int(ev, 2), args->args[3], span), span);
    const Value *reach = computed(ev, AST_Mult, args->args[4], computed(ev, AST_Sub, kernel, one, span), span);
    const Value *starts = computed(ev, AST_Sub, computed(ev, AST_Sub, padded, reach, span), one, span);
    return computed(ev, AST_Add, computed(ev, AST_FloorDiv, starts, stride, span), one, span);
}

/* prim.settled(value): the value with its ints known, also those in a tuple or list */
PRIM(prim_settled) {
    (void)self;
    const Value *value = args->args[0], *const * items;
    uint32_t count;
    if (value->kind == V_INT)
        return settled_int(ev, value, span);
    if (value->kind == V_UNKNOWN || value->kind == V_SCALAR)
        return prim_known(ev, self, args, span);
    if ((value->kind != V_TUPLE && value->kind != V_LIST) || !ev_sequence(ev, value, &items, &count))
        return value;
    const Value **known = arena_array(ev->arena, const Value *, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        known[i] = items[i]->kind == V_INT ? settled_int(ev, items[i], span) : items[i];
        if (!known[i])
            return NULL;
    }
    return value->kind == V_TUPLE ? ev_tuple(ev, known, count) : ev_list(ev, known, count);
}

static bool is_of_kind(Ev *ev, const Value *value, const char *likely, const char *kind, Span span) {
    const Value *args[] = {value, ev_str(ev, str_of(likely))};
    const Value *is = prim_kind(ev, NULL, &(CallArgs){.args = args, .count = 2}, span);
    return is && is->u.str == str_of(kind);
}

/* prim.sizes_of(args, named): sizes given as f(2, 3), as f((2, 3)) or, by name, as f(size=(2, 3)) */
PRIM(prim_sizes_of) {
    (void)self;
    const Value *sizes = args->args[0], *named = args->args[1];
    uint32_t count = sizes->u.tuple.count;
    if (named->kind != V_NONE) {
        if (!count && is_of_kind(ev, named, "sequence", "sequence", span))
            return named;
        return ev->fail.kind ? NULL : ev_raise(ev, "TypeError", span, "the sizes are given twice, or are no sequence");
    }
    if (count == 0)
        return ev_raise(ev, "TypeError", span, "missing 1 required positional argument");
    if (count == 1 && is_of_kind(ev, sizes->u.tuple.items[0], "int", "sequence", span))
        return sizes->u.tuple.items[0];
    return ev->fail.kind ? NULL : sizes;
}

/* prim.spread(value, count): an int, or the items of a tuple or list, settled, as a tuple of `count`; None: it is
 * neither or has no items */
PRIM(prim_spread) {
    const Value *value = prim_settled(ev, self, args, span), *const *items = &value;
    if (!value)
        return NULL;
    uint32_t given = 1;
    int64_t count;
    bool is_sequence = value->kind == V_TUPLE || value->kind == V_LIST;
    if ((!is_sequence && value->kind != V_INT) || (is_sequence && !ev_sequence(ev, value, &items, &given)) ||
        given == 0 || !ev_as_int_known(args->args[1], &count))
        return ev_none(ev);
    if (given != 1)
        return ev_tuple(ev, items, given);
    const Value **same = arena_array(ev->arena, const Value *, count + 1);
    for (int64_t i = 0; i < count; i++)
        same[i] = items[0];
    return ev_tuple(ev, same, (uint32_t)count);
}

/* prim.are_of(operands, dtype): are all of them, but for None, tensors of that dtype? */
PRIM(prim_are_of) {
    (void)self, (void)span;
    const Value *operands = args->args[0], *dtype = args->args[1];
    for (uint32_t i = 0; i < operands->u.tuple.count; i++) {
        const Value *one = operands->u.tuple.items[i];
        if (one->kind != V_NONE && (one->kind != V_TENSOR || one->u.tensor.node->type.dtype != dtype->u.dtype))
            return ev_bool(ev, false);
    }
    return ev_bool(ev, true);
}

/* prim.is_likely(value): is its value known, or likely to be a known one (as of an int that an object keeps)? */
PRIM(prim_is_likely) {
    (void)self, (void)span;
    const Value *value = args->args[0];
    return ev_bool(ev, value->kind != V_INT || sh_is_const(value->u.expr, NULL) ||
                           (!ev->in_driver && sh_hint(value->u.expr, INT64_MIN) != INT64_MIN));
}

/* prim.is_kept(size): is it, or what it is made of, a size or number that an object keeps? */
PRIM(prim_is_kept) {
    (void)self, (void)span;
    return ev_bool(ev, args->args[0]->kind == V_INT && ev_is_kept(args->args[0]->u.expr));
}

static void find_of_call(void *env, const ShSymbol *symbol) {
    const Source *source = symbol->origin_kind == SH_FROM_NODE ? NULL : symbol->origin;
    *(bool *)env |= !source || symbol->origin_kind == SH_FROM_DIM || source->kind == SRC_ARG;
}

/* Whether the int varies from call to call, and is left open for that; if not, that it is what it likely is is noted as
 * an assumption which another variant does without. */
static bool is_left_open(Ev *ev, const Value *value) {
    bool varies = false;
    sh_visit_symbols(value->u.expr, find_of_call, &varies);
    if (varies && ev->opens_pads)
        return true;
    ev->assumed_pads |= varies;
    return false;
}

/* prim.is_steady(value): as prim.is_likely(), but an int that varies from call to call is so in one of two variants */
PRIM(prim_is_steady) {
    const Value *value = args->args[0], *likely = prim_is_likely(ev, self, args, span);
    bool shown = likely->u.boolean && value->kind == V_INT && !sh_is_const(value->u.expr, NULL);
    return shown && is_left_open(ev, value) ? ev_bool(ev, false) : likely;
}

/* prim.padding(count): the int, by which a size is padded, assumed to be what it likely is, where that is not to be
 * any. What objects keep stays as it is from call to call. */
PRIM(prim_padding) {
    (void)self;
    const Value *value = args->args[0];
    bool shown = value->kind == V_INT && !ev->in_driver && sh_hint(value->u.expr, INT64_MIN) != INT64_MIN;
    if (!shown || sh_is_const(value->u.expr, NULL))
        return value;
    return is_left_open(ev, value) ? value : settled_int(ev, value, span);
}

static const Value *item_of(Ev *ev, const Value *tensor, Span span) {
    IrNode *input = tn_tensor(ev, tensor, span);
    if (!input || ev_reads_in_batch(ev, span))
        return NULL;
    if (dtype_is_complex(input->type.dtype))
        return tn_call_complex(ev, "item", &tensor, 1, span);
    const ShExpr *one = sh_const(ev->shapes, 1);
    for (int d = 0; d < (input->type.flat ? 1 : input->type.rank); d++)
        if (!ev_assume_equal(ev, tn_dim(ev, &input->type, d), one, span))
            return ev->fail.kind == FAIL_NONE ? ev_raise(ev, "RuntimeError", span,
                                                         "a Tensor with several elements cannot be converted to Scalar")
                                              : NULL;
    DType dtype = input->type.dtype;
    IrKind kind = dtype_is_float(dtype) ? IRT_FLOAT : dtype == DT_BOOL ? IRT_BOOL : IRT_INT;
    double number;
    if ((ev->in_driver || kind == IRT_INT) && ir_number_of(input, &number)) /* floats: of an example alone */
        return kind == IRT_FLOAT ? ev_float(ev, number)
               : kind == IRT_INT ? ev_int(ev, (int64_t)number)
                                 : ev_bool(ev, number != 0.0);
    IrNode *item = ir_unary(ev->region, OP_ITEM, ir_scalar_type(kind), input, span);
    if (kind == IRT_INT && !ev->in_driver)
        ev_note_item(ev, item);
    return ev_scalar(ev, item);
}

/* prim.item(input): the one element as a Python number */
PRIM(prim_item) {
    (void)self;
    return item_of(ev, args->args[0], span);
}

const Value *tn_index_number(Ev *ev, const Value *tensor, Span span) {
    IrNode *input = tn_tensor(ev, tensor, span);
    if (input && !dtype_is_integral(input->type.dtype))
        return ev_raise(ev, "TypeError", span, "only integer tensors of a single element can be converted to an index");
    return input ? item_of(ev, tensor, span) : NULL;
}

bool tn_assume_length(Ev *ev, const Value *tensor, uint32_t wanted, Span span) {
    IrNode *input = tn_ranked(ev, tensor, 2, span);
    if (!input || input->type.rank == 0 || sh_is_const(tn_dim(ev, &input->type, 0), NULL))
        return input != NULL;
    return ev_assume_equal(ev, tn_dim(ev, &input->type, 0), sh_const(ev->shapes, wanted), span);
}

/* prim.cut(text): what follows is not compiled */
PRIM(prim_cut) {
    (void)self;
    const char *text;
    return tn_unsupported(ev, span, tn_known_str(args->args[0], &text) ? text : "this");
}

/* prim.unfit(text): a cut of which another number of dimensions, or other sizes, may know nothing */
PRIM(prim_unfit) {
    (void)self;
    const char *text;
    ev_fail(ev, D_SHAPE, span, "not compiled: %s", tn_known_str(args->args[0], &text) ? text : "this");
    return NULL;
}

/* prim.leave(text): on one side of a branch, the side is left to the Python twin; elsewhere a cut */
PRIM(prim_leave) {
    const char *text;
    if (!tn_known_str(args->args[0], &text) || !ev->region->owner || ev->region->owner->op != OP_IF)
        return prim_cut(ev, self, args, span);
    return ev_raise(ev, "_LeavesToPython", span, "%s", text);
}

/* prim.default_dtype() */
PRIM(prim_default_dtype) {
    (void)self, (void)args;
    return ev_dtype(ev, tn_default_dtype(ev, span));
}

/* prim.dtype(name) */
PRIM(prim_dtype) {
    (void)self;
    const char *name;
    if (!tn_known_str(args->args[0], &name))
        return tn_unsupported(ev, span, "a dtype that is not known");
    DType dtype = dtype_by_torch_name(name);
    return dtype == DT_NONE ? tn_unsupported(ev, span, name) : ev_dtype(ev, dtype);
}

/* prim.dtype_class(dtype): "bool", "int", "float" or "complex" */
PRIM(prim_dtype_class) {
    (void)self;
    if (args->args[0]->kind != V_DTYPE)
        return tn_unsupported(ev, span, "a dtype that is not known");
    DType dtype = args->args[0]->u.dtype;
    const char *text = dtype == DT_BOOL          ? "bool"
                       : dtype_is_float(dtype)   ? "float"
                       : dtype_is_complex(dtype) ? "complex"
                                                 : "int";
    return ev_str(ev, str_of(text));
}

/* prim.itemsize(dtype) */
PRIM(prim_itemsize) {
    (void)self;
    if (args->args[0]->kind != V_DTYPE)
        return tn_unsupported(ev, span, "a dtype that is not known");
    return ev_int(ev, dtype_info[args->args[0]->u.dtype].bytes);
}

/* prim.result_type(a, b) */
PRIM(prim_result_type) {
    (void)self;
    TnOperand operands[2];
    for (int i = 0; i < 2; i++)
        if (args->args[i]->kind != V_TENSOR && tn_is_complex(ev, args->args[i]))
            operands[i] = (TnOperand){.value = args->args[i], .dtype = DT_C128};
        else if (!tn_operand(ev, args->args[i], span, &operands[i]))
            return NULL;
    return ev_dtype(ev, tn_result_type(ev, operands, 2, span));
}

static const struct {
    DType dtype;
    double min, max, eps, tiny, resolution;
} limits[] = {
    {DT_F16, -65504.0, 65504.0, 0x1p-10, 0x1p-14, 1e-3},
    {DT_BF16, -0x1.fep127, 0x1.fep127, 0x1p-7, 0x1p-126, 1e-2},
    {DT_F32, -(double)FLT_MAX, (double)FLT_MAX, (double)FLT_EPSILON, (double)FLT_MIN, 1e-6},
    {DT_F64, -DBL_MAX, DBL_MAX, DBL_EPSILON, DBL_MIN, 1e-15},
};

/* prim.limit(dtype, name): min, max, eps, resolution or tiny of a floating dtype; min or max of an integer one */
PRIM(prim_limit) {
    (void)self;
    const char *name;
    if (args->args[0]->kind != V_DTYPE || !tn_known_str(args->args[1], &name))
        return tn_unsupported(ev, span, "a dtype that is not known");
    DType dtype = args->args[0]->u.dtype;
    for (size_t i = 0; i < COUNT_OF(limits); i++)
        if (limits[i].dtype == dtype)
            return ev_float(ev, strcmp(name, "min") == 0          ? limits[i].min
                                : strcmp(name, "max") == 0        ? limits[i].max
                                : strcmp(name, "eps") == 0        ? limits[i].eps
                                : strcmp(name, "resolution") == 0 ? limits[i].resolution
                                                                  : limits[i].tiny);
    if (!dtype_is_integral(dtype))
        return tn_unsupported(ev, span, "limits of this dtype");
    int bits = dtype_info[dtype].bytes * 8;
    bool is_unsigned = dtype_info[dtype].cls == 'U', want_max = strcmp(name, "max") == 0;
    if (is_unsigned)
        return ev_int(ev, want_max ? ((int64_t)1 << bits) - 1 : 0);
    int64_t top = bits == 64 ? INT64_MAX : ((int64_t)1 << (bits - 1)) - 1;
    return ev_int(ev, want_max ? top : -top - 1);
}

/* prim.parameter(data): the tensor as an nn.Parameter */
PRIM(prim_parameter) {
    (void)self;
    if (!tn_tensor(ev, args->args[0], span))
        return NULL;
    Value *parameter = arena_copy(ev->arena, args->args[0], sizeof(Value));
    parameter->source = NULL; /* another object than the tensor */
    parameter->u.tensor.attributes = 0;
    parameter->u.tensor.is_parameter = true;
    return parameter;
}

PRIM(prim_is_parameter) {
    (void)self;
    ev_class_is_read(ev, args->args[0], span);
    return ev_bool(ev, args->args[0]->kind == V_TENSOR && args->args[0]->u.tensor.is_parameter);
}

/* prim.is_no_view(value): a tensor that the program has made, and of which eager has no view */
PRIM(prim_is_no_view) {
    (void)self;
    if (!tn_tensor(ev, args->args[0], span))
        return NULL;
    const TensorValue *tensor = &args->args[0]->u.tensor;
    return ev_bool(ev, tensor->is_fresh && !tensor->may_alias && !tensor->is_detached && !tensor->is_parameter &&
                           !ir_is_view(tensor->node) && tensor->node == ev_storage_root(ev, tensor->storage));
}

/* prim.torch_modes(): grad mode and inference mode as they are now; prim.restore_modes(modes) */
PRIM(prim_torch_modes) {
    (void)self, (void)args, (void)span;
    return ev_int(ev, ev_modes(ev_grad_mode(ev), ev_inference_mode(ev)));
}

/* Sets grad mode and inference mode; autocast stays. */
static const Value *set_modes(Ev *ev, int modes) {
    ev->torch_modes = ev_autocast_modes(ev) | modes;
    ev->grad_was_off = ev->grad_was_off || ev_grad_mode(ev) == MODE_OFF;
    ev->grad_was_on = ev->grad_was_on || ev_grad_mode(ev) == MODE_ON;
    return ev_none(ev);
}

PRIM(prim_restore_modes) {
    (void)self;
    int64_t modes;
    if (!ev_as_int_known(args->args[0], &modes))
        return ev_need_known(ev, args->args[0], span);
    return set_modes(ev, (int)modes);
}

/* prim.is_grad_enabled(): where only the caller knows, the program is told at run time. For torch's own code, which
 * chooses a way by it, it is assumed to be off: with it on, what requires grad misses anyhow. */
PRIM(prim_is_grad_enabled) {
    (void)self, (void)args;
    bool of_caller = ev_grad_mode(ev) == MODE_CALLER, by_program = !ev->in_driver && !ev_installed_span(ev, span).file;
    const Value *asked = of_caller && by_program ? ev_asked_grad_mode(ev) : NULL;
    if (asked)
        return asked;
    if (of_caller)
        ev_fact(ev, &(Fact){.kind = FACT_NO_GRAD, .span = span});
    return ev_bool(ev, ev_grad_mode(ev) == MODE_ON);
}

/* prim.is_inference_mode_enabled(): likewise, for the same reason */
PRIM(prim_is_inference_mode_enabled) {
    (void)self, (void)args;
    if (ev_inference_mode(ev) == MODE_CALLER && !ev->in_driver)
        ev_fact(ev, &(Fact){.kind = FACT_NO_INFERENCE, .span = span});
    return ev_bool(ev, ev_inference_mode(ev) == MODE_ON);
}

/* prim.is_inference(input): with inference mode off in the caller, no input is an inference tensor */
PRIM(prim_is_inference) {
    (void)self;
    if (!tn_tensor(ev, args->args[0], span))
        return NULL;
    bool is_inference = args->args[0]->u.tensor.is_inference;
    if (!is_inference && !ev->in_driver)
        ev_fact(ev, &(Fact){.kind = FACT_NO_INFERENCE, .span = span});
    return ev_bool(ev, is_inference);
}

PRIM(prim_is_autocast_enabled) {
    (void)self, (void)args, (void)span;
    return ev_bool(ev, ev_autocast(ev));
}

/* prim.autocast_dtype(): of CPUs */
PRIM(prim_autocast_dtype) {
    (void)self, (void)args;
    if (ev_autocast_dtype(ev) == AUTOCAST_DTYPE && !ev->in_driver)
        ev_fact(ev, &(Fact){.kind = FACT_AUTOCAST_DTYPE, .span = span, .dtype = AUTOCAST_DTYPE});
    return ev_dtype(ev, ev_autocast_dtype(ev));
}

/* prim.set_autocast(enabled, dtype) */
PRIM(prim_set_autocast) {
    (void)self;
    bool enabled;
    if (!ev_as_bool_known(args->args[0], &enabled))
        return ev_need_known(ev, args->args[0], span);
    if (args->args[1]->kind != V_DTYPE)
        return tn_unsupported(ev, span, "autocast to a dtype that is not known");
    int dtype = (int)args->args[1]->u.dtype ^ (int)AUTOCAST_DTYPE;
    int others = ev_modes(ev_grad_mode(ev), ev_inference_mode(ev));
    ev->torch_modes = others | (int)enabled << AUTOCAST_SHIFT | dtype << (AUTOCAST_SHIFT + 1);
    return ev_none(ev);
}

/* prim.set_grad_mode(mode): on or off, or what the caller has */
PRIM(prim_set_grad_mode) {
    (void)self;
    int64_t mode;
    if (ev_is_asked_grad_mode(args->args[0]))
        return set_modes(ev, ev_modes(MODE_CALLER, ev_inference_mode(ev)));
    if (!ev_as_int_known(args->args[0], &mode))
        return ev_need_grad_mode(ev, args->args[0], span);
    return set_modes(ev, ev_modes(mode ? MODE_ON : MODE_OFF, ev_inference_mode(ev)));
}

/* prim.set_inference_mode(mode): grad mode becomes the contrary. With it off, what is made is no inference tensor. */
PRIM(prim_set_inference_mode) {
    (void)self;
    int64_t mode;
    if (!ev_as_int_known(args->args[0], &mode))
        return ev_need_known(ev, args->args[0], span);
    if (!mode && !ev->in_driver)
        ev_fact(ev, &(Fact){.kind = FACT_NO_INFERENCE, .span = span});
    int modes = mode ? ev_modes(MODE_OFF, MODE_ON) : ev_modes(MODE_ON, MODE_OFF);
    return set_modes(ev, modes);
}

PRIM(prim_is_generator_function) {
    (void)self, (void)span;
    const Value *v = args->args[0]->kind == V_METHOD ? args->args[0]->u.method.function : args->args[0];
    return ev_bool(ev, v->kind == V_FUNCTION && ev_is_generator(ev, v->u.function->def));
}

/* prim.scalar_dtype(value): the dtype of a NumPy scalar; None for anything else. prim.plain(value): its Python number
 */
PRIM(prim_scalar_dtype) {
    (void)self, (void)span;
    const Value *v = args->args[0];
    Str name = ev_numpy_scalar(ev, v) ? v->u.instance.cls->name : NULL;
    for (int i = 0; name && i < DT_COUNT; i++)
        if (!strcmp(dtype_info[i].torch_name, name))
            return ev_dtype(ev, (DType)i);
    return ev_none(ev);
}

PRIM(prim_plain) {
    (void)self, (void)span;
    const Value *number = ev_numpy_scalar(ev, args->args[0]);
    return number ? number : args->args[0];
}

/* prim.promotes_as_numpy2(): types of results are those of NumPy 2, which alone has this name */
PRIM(prim_promotes_as_numpy2) {
    (void)self, (void)args;
    const Source *source = source_global(str_of("numpy"), str_of("isdtype"));
    ev_input_fact(ev, &(Fact){.kind = FACT_IS, .span = span, .source = source, .text = str_of("numpy.isdtype")});
    return ev_none(ev);
}

/* prim.is_numpy_array(value): is it an array that the program makes? */
PRIM(prim_is_numpy_array) {
    (void)self, (void)span;
    return ev_bool(ev, ev_is_numpy_array(args->args[0]));
}

/* prim.is_of_caller(value): is it an object that was there before the call? */
PRIM(prim_is_of_caller) {
    (void)self, (void)span;
    return ev_bool(ev, args->args[0]->source && !ev->in_driver);
}

PRIM(prim_in_driver) {
    (void)self, (void)args, (void)span;
    return ev_bool(ev, ev->in_driver);
}
