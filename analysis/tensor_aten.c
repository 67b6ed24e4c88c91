/* Operators of ATen that compiled code calls by name: prim.aten(schema, arguments, results).
 *
 * The prelude states the operator's schema as torch prints it (without what it returns), the arguments in the schema's
 * order, and the type of each result. Arguments that are left out at the end take the schema's defaults. What is not
 * known of a result while compiling (a size given as None, any strides) becomes a symbol that is read from the tensor
 * at run time; all else is checked there, and what differs is a miss. An argument that the schema does not take is a
 * cut, or what torch raises. Such an operator must not return a view of an operand, nor write to one. */
#include "analysis/ev_internal.h"
#include "analysis/heap.h"
#include "analysis/schema.h"
#include "analysis/tensor.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ARGUMENTS = 100, MAX_RESULTS = 8 };

/* ---- arguments --------------------------------------------------------------------------------------------------- */
typedef struct Call {
    Ev *ev;
    Span span;
    uint32_t arg_count, input_count;
    AtenArg args[MAX_ARGUMENTS];
    IrNode *inputs[MAX_ARGUMENTS];
} Call;

static bool add(Call *c, AtenArg arg) {
    if (c->arg_count == MAX_ARGUMENTS)
        return tn_unsupported(c->ev, c->span, "an operator with so many arguments") != NULL;
    c->args[c->arg_count++] = arg;
    return true;
}

static bool add_operand(Call *c, AtenKind kind, bool optional, IrNode *node) {
    AtenArg arg = {.kind = kind, .optional = optional, .operand = (int)c->input_count};
    if (!node || c->input_count == MAX_ARGUMENTS)
        return node && tn_unsupported(c->ev, c->span, "an operator with so many operands");
    c->inputs[c->input_count++] = node;
    return add(c, arg);
}

static bool wrong_type(Call *c, const SchemaParam *p, const Value *value) {
    return ev_fail(c->ev, D_UNSUPPORTED_OP, c->span, "%s where an operator takes %s", ev_type_name(c->ev, value),
                   p->type) != NULL;
}

static bool add_int(Call *c, const SchemaParam *p, const Value *value, bool optional) {
    int64_t known;
    if (value->kind == V_UNKNOWN)
        return ev_need(c->ev, value, HYP_INT, DT_NONE, -1, c->span) != NULL;
    if (value->kind == V_BOOL)
        return wrong_type(c, p, value);
    if (ev_as_int_known(value, &known))
        return add(
            c, (AtenArg){
                   .kind = ATEN_INT, .optional = optional, .operand = -1, .constant = {.kind = CONST_INT, .i = known}});
    bool is_int = value->kind == V_INT || (value->kind == V_SCALAR && value->u.node->type.kind == IRT_INT);
    return is_int ? add_operand(c, ATEN_INT, optional, ev_scalar_node(c->ev, value)) : wrong_type(c, p, value);
}

static bool add_float(Call *c, const SchemaParam *p, const Value *value, bool optional) {
    int64_t known;
    AtenArg arg = {.kind = ATEN_FLOAT, .optional = optional, .operand = -1, .constant = {.kind = CONST_FLOAT}};
    if (value->kind == V_UNKNOWN)
        return ev_need(c->ev, value, HYP_FLOAT, DT_NONE, -1, c->span) != NULL;
    if (value->kind == V_FLOAT || ev_as_int_known(value, &known)) {
        arg.constant.f = value->kind == V_FLOAT ? value->u.number : (double)known;
        return add(c, arg);
    }
    if (!ev_is_number(value))
        return wrong_type(c, p, value);
    IrNode *node = ev_scalar_node(c->ev, value);
    if (node && node->type.kind != IRT_FLOAT)
        node = ir_unary(c->ev->region, OP_CAST, ir_scalar_type(IRT_FLOAT), node, c->span);
    return add_operand(c, ATEN_FLOAT, optional, node);
}

static bool add_bool(Call *c, const SchemaParam *p, const Value *value, bool optional) {
    bool known;
    if (value->kind == V_UNKNOWN)
        return ev_need(c->ev, value, HYP_BOOL, DT_NONE, -1, c->span) != NULL;
    if (ev_as_bool_known(value, &known))
        return add(c, (AtenArg){.kind = ATEN_BOOL,
                                .optional = optional,
                                .operand = -1,
                                .constant = {.kind = CONST_BOOL, .i = known}});
    if (value->kind == V_SCALAR && value->u.node->type.kind == IRT_BOOL)
        return add_operand(c, ATEN_BOOL, optional, value->u.node);
    return wrong_type(c, p, value);
}

static bool add_item(Call *c, const SchemaParam *p, const Value *value, bool optional) {
    const char *text;
    if (value->kind == V_NONE)
        return optional ? add(c, (AtenArg){.kind = ATEN_NONE, .operand = -1}) : wrong_type(c, p, value);
    if (strcmp(p->type, "Tensor") == 0)
        return value->kind == V_TENSOR || value->kind == V_UNKNOWN
                   ? add_operand(c, ATEN_TENSOR, optional, tn_ranked(c->ev, value, 2, c->span))
                   : wrong_type(c, p, value);
    if (strcmp(p->type, "int") == 0 || strcmp(p->type, "SymInt") == 0)
        return add_int(c, p, value, optional);
    if (strcmp(p->type, "float") == 0)
        return add_float(c, p, value, optional);
    if (strcmp(p->type, "bool") == 0)
        return add_bool(c, p, value, optional);
    if (strcmp(p->type, "str") == 0 && tn_known_str(value, &text))
        return add(c, (AtenArg){.kind = ATEN_STR,
                                .optional = optional,
                                .operand = -1,
                                .constant = {.kind = CONST_STR, .s = str_of(text)}});
    if (strcmp(p->type, "str") == 0 && value->kind == V_STR)
        return ev_need_known(c->ev, value, c->span) != NULL;
    if (strcmp(p->type, "ScalarType") == 0 && value->kind == V_DTYPE)
        return add(c, (AtenArg){.kind = ATEN_DTYPE, .optional = optional, .operand = -1, .dtype = value->u.dtype});
    return wrong_type(c, p, value);
}

static bool is_int_list(const SchemaParam *p) {
    return p->list && !p->items_optional && (strcmp(p->type, "int") == 0 || strcmp(p->type, "SymInt") == 0);
}

static bool add_ints(Call *c, const SchemaParam *p, const Value *const *items, uint32_t count) {
    const ShExpr **exprs = arena_array(c->ev->arena, const ShExpr *, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        if (items[i]->kind == V_UNKNOWN)
            return ev_need(c->ev, items[i], HYP_INT, DT_NONE, -1, c->span) != NULL;
        if (items[i]->kind == V_BOOL || !ev_as_expr(c->ev, items[i], &exprs[i]))
            return wrong_type(c, p, items[i]);
    }
    if (count > MAX_ARGUMENTS)
        return tn_unsupported(c->ev, c->span, "an operator that takes so many sizes") != NULL;
    return add(c, (AtenArg){.kind = ATEN_INTS, .optional = p->optional, .operand = -1, .count = count, .exprs = exprs});
}

static bool add_argument(Call *c, const SchemaParam *p, const Value *value) {
    if (!p->list || value->kind == V_NONE)
        return add_item(c, p, value, p->optional);
    const Value *const *items = &value;
    uint32_t count = 1;
    if (!ev_is_number(value) && (value->kind == V_UNKNOWN || !ev_sequence(c->ev, value, &items, &count)))
        return wrong_type(c, p, value);
    if (is_int_list(p))
        return add_ints(c, p, items, count);
    for (uint32_t i = 0; i < count; i++)
        if (!add_item(c, p, items[i], p->items_optional))
            return false;
    return add(c, (AtenArg){.kind = ATEN_LIST, .optional = p->optional, .operand = -1, .count = count});
}

/* A default of the schema: None, a bool, a number, a string, a list of ints. */
static const Value *standard_value(Ev *ev, const SchemaParam *p) {
    const char *text = str_intern(p->standard, p->standard_len);
    if (strcmp(text, "None") == 0)
        return ev_none(ev);
    if (strcmp(text, "True") == 0 || strcmp(text, "False") == 0)
        return ev_bool(ev, *text == 'T');
    if (*text == '"' || *text == '\'')
        return ev_str(ev, str_intern(text + 1, strlen(text) - 2));
    if (*text == '[') {
        const Value *items[IR_MAX_RANK];
        uint32_t count = 0;
        for (const char *at = text + 1; *at && *at != ']' && count < IR_MAX_RANK; at += *at == ',') {
            char *end;
            items[count++] = ev_int(ev, strtoll(at, &end, 10));
            at = end;
        }
        return ev_list(ev, items, count);
    }
    if (strcmp(p->type, "float") == 0)
        return ev_float(ev, strtod(text, NULL));
    return ev_int(ev, strtoll(text, NULL, 10));
}

/* ---- binding ----------------------------------------------------------------------------------------------------- */

/* The parameter of that name; functions of torch call the first one `input`. */
static int parameter_named(const SchemaParam *parameters, int count, Str name) {
    for (int i = 0; i < count; i++)
        if (parameters[i].name == name || (i == 0 && name == str_of("input") && parameters[i].name == str_of("self")))
            return i;
    return -1;
}

/* prim.bind(schema, args, kwargs): the values of the schema's parameters, in order, as a tuple; what Python refuses
 * raises TypeError. Python takes one int for a list, and the ints of a list at the end one by one. */
PRIM(prim_bind) {
    (void)self;
    const char *text;
    SchemaParam parameters[SCHEMA_MAX_PARAMS];
    const Value *values[SCHEMA_MAX_PARAMS] = {NULL}, *const * items;
    Str name;
    uint32_t given;
    if (!tn_known_str(args->args[0], &text) || !ev_sequence(ev, args->args[1], &items, &given))
        ICE("prim.bind takes a schema and a tuple");
    int count = schema_parse(text, &name, parameters), positional = 0;
    while (positional < count && !parameters[positional].keyword_only)
        positional++;
    if (given > (uint32_t)positional && positional && is_int_list(&parameters[positional - 1])) {
        uint32_t first = (uint32_t)positional - 1;
        values[first] = ev_tuple(ev, items + first, given - first);
        given = first;
    }
    if (given > (uint32_t)positional)
        return ev_raise(ev, "TypeError", span, "%s() takes %d positional arguments", name, positional);
    for (uint32_t i = 0; i < given; i++)
        values[i] = items[i];
    const HeapContent *keywords = heap_content(ev->heap, args->args[2]->u.object);
    for (uint32_t i = 0; i < keywords->count; i++) {
        Str given_name = keywords->slots[i].name, torch_name = ev_name_for_numpy(given_name);
        int at = parameter_named(parameters, count, given_name);
        if (at < 0 && torch_name)
            at = parameter_named(parameters, count, torch_name);
        if (at < 0 || values[at])
            return tn_unsupported(ev, span, str_format("the argument %s= of %s()", keywords->slots[i].name, name));
        values[at] = keywords->slots[i].value;
    }
    for (int i = 0; i < count; i++) {
        if (!values[i] && !parameters[i].standard)
            return ev_raise(ev, "TypeError", span, "%s() misses the argument '%s'", name, parameters[i].name);
        if (!values[i])
            values[i] = standard_value(ev, &parameters[i]);
    }
    return ev_tuple(ev, values, (uint32_t)count);
}

/* ---- the call ---------------------------------------------------------------------------------------------------- */

static bool add_arguments(Call *c, const SchemaParam *parameters, int count, const Value *given) {
    const Value *const *items;
    uint32_t n;
    if (!ev_sequence(c->ev, given, &items, &n) || n > (uint32_t)count)
        ICE("the arguments of an operator are not a tuple in the order of its schema");
    for (int i = 0; i < count; i++) {
        const SchemaParam *p = &parameters[i];
        if ((uint32_t)i >= n && !p->standard)
            ICE("an argument of an operator is missing");
        const Value *value = (uint32_t)i < n ? items[i] : standard_value(c->ev, p);
        if (!add_argument(c, p, value))
            return false;
        if (p->keyword_only)
            c->args[c->arg_count - 1].name = p->name;
    }
    return true;
}

/* ---- results ----------------------------------------------------------------------------------------------------- */
typedef struct Result {
    DType dtype;
    int rank;
    const Value *const *sizes; /* rank of them, None: read at run time; NULL: all are */
    bool strided;              /* strides are read too; else the result is row-major */
    int order[IR_MAX_RANK];    /* then: the dimensions as they likely lie, the outermost first */
    const IrType *model;       /* or: sizes and strides of this one */
} Result;

/* "any", "transposed" (batches of matrices whose columns lie together) or an order of dimensions. */
static bool parse_layout(Ev *ev, const Value *spec, Result *out) {
    const char *name = NULL;
    const Value *const *dims;
    uint32_t count = 0;
    int64_t dim;
    bool named = tn_known_str(spec, &name);
    out->strided = true;
    for (int i = 0; i < out->rank; i++)
        out->order[i] = i;
    if (named && strcmp(name, "transposed") == 0 && out->rank > 1) {
        out->order[out->rank - 2] = out->rank - 1;
        out->order[out->rank - 1] = out->rank - 2;
    }
    if (!named && (!ev_sequence(ev, spec, &dims, &count) || count != (uint32_t)out->rank))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (!ev_as_int_known(dims[i], &dim) || dim < 0 || dim >= out->rank)
            return false;
        out->order[i] = (int)dim;
    }
    return true;
}

/* (dtype, sizes or rank or a tensor to be like) or (dtype, sizes or rank, layout) */
static bool parse_result(Ev *ev, const Value *spec, Span span, Result *out) {
    const Value *const *items = spec->u.tuple.items;
    uint32_t count = spec->u.tuple.count;
    int64_t rank;
    if (count < 2 || items[0]->kind != V_DTYPE)
        return false;
    *out = (Result){
        .dtype = items[0]->u.dtype,
    };
    if (items[1]->kind == V_TENSOR) {
        IrNode *model = tn_ranked(ev, items[1], 2, span);
        out->model = model ? &model->type : NULL;
        return model != NULL;
    }
    if (ev_as_int_known(items[1], &rank)) {
        if (rank < 0 || rank > IR_MAX_RANK)
            return tn_unsupported(ev, span, "an operator on tensors of such ranks") != NULL;
        out->rank = (int)rank;
        return count < 3 || parse_layout(ev, items[2], out);
    }
    if (ev_is_number(items[1])) { /* an argument that is not known decides */
        tn_unsupported(ev, span, "an operator whose result has a rank that is not known");
        return false;
    }
    uint32_t sizes;
    if (!ev_sequence(ev, items[1], &out->sizes, &sizes) || sizes > IR_MAX_RANK)
        return false;
    out->rank = (int)sizes;
    return count < 3 || parse_layout(ev, items[2], out);
}

/* Symbols for the strides, with hints of how the tensor likely lies: rules of layout then guess well. */
static void read_strides(Ev *ev, const Result *result, IrNode *node, const ShExpr *const *shape, TnDims strides) {
    int64_t hint = 1;
    for (int i = result->rank - 1; i >= 0; i--) {
        int d = result->order[i];
        strides[d] = sh_symbol(ev->shapes, str_of("stride"), 0, INT64_MAX, hint, SH_FROM_NODE, node, IR_MAX_RANK + d);
        int64_t size;
        if (!tn_likely(shape[d], &size))
            size = 8;
        hint = size > 0 && hint < INT32_MAX / size ? hint * size : hint;
    }
}

/* The type of what `node` gives: a size that is not known is a symbol, read from the tensor. */
static bool result_type(Ev *ev, const Result *result, IrNode *node, Span span) {
    TnDims shape, strides;
    if (result->model) {
        node->type = *result->model;
        node->type.dtype = result->dtype;
        return true;
    }
    node->type = (IrType){.kind = IRT_TENSOR, .dtype = result->dtype}; /* tells symbols of tensors from others */
    for (int d = 0; d < result->rank; d++) {
        const Value *size = result->sizes ? result->sizes[d] : NULL;
        if (!size || size->kind == V_NONE)
            shape[d] = sh_symbol(ev->shapes, str_of("n"), 0, INT64_MAX, -1, SH_FROM_NODE, node, d);
        else if (!ev_as_expr(ev, size, &shape[d]))
            return tn_unsupported(ev, span, "a size that is not known") != NULL;
    }
    if (result->strided)
        read_strides(ev, result, node, shape, strides);
    node->type = tn_type(ev, result->dtype, result->rank, shape, result->strided ? strides : NULL);
    return true;
}

static const Value *one_result(Ev *ev, const Value *spec, IrSpec *node, Span span) {
    Result result;
    if (!parse_result(ev, spec, span, &result)) {
        if (ev->fail.kind != FAIL_NONE)
            return NULL;
        ICE("the result of an operator is not given as (dtype, sizes)");
    }
    IrNode *made = ir_make(ev->region, node);
    if (!result_type(ev, &result, made, span))
        return NULL;
    ir_append(ev->region, made);
    return ev_tensor_fresh(ev, made);
}

static const Value *several_results(Ev *ev, const Value *const *items, uint32_t count, IrSpec *node, Span span) {
    const Value *values[MAX_RESULTS];
    IrNode *call = ir_build(ev->region, node);
    for (int64_t i = 0; i < count; i++) {
        IrSpec result = {.op = OP_RESULT, .input_count = 1, .inputs = &call, .int_count = 1, .ints = &i, .span = span};
        values[i] = one_result(ev, items[i], &result, span);
        if (!values[i])
            return NULL;
    }
    return ev_tuple(ev, values, count);
}

/* Operators that give no warnings, whatever they are told: of CPU's kernels, in torch 2.13.0. */
static bool never_warns(Str name) {
    static const char *const names[] = {"conv1d",           "conv2d",           "conv3d",
                                        "conv_transpose1d", "conv_transpose2d", "conv_transpose2d.input",
                                        "conv_transpose3d", "max_pool1d",       "max_pool2d",
                                        "max_pool3d",       "avg_pool2d",       "avg_pool3d"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static const Value *call_operator(Ev *ev, const CallArgs *args, bool random, Span span) {
    const char *text;
    SchemaParam parameters[SCHEMA_MAX_PARAMS];
    Str name;
    Call call = {.ev = ev, .span = span}, *c = &call;
    if (!tn_known_str(args->args[0], &text))
        ICE("prim.aten takes the schema as a str");
    if (random && !ev_nothing_warned(ev, "before random numbers are drawn"))
        return NULL;
    int count = schema_parse(text, &name, parameters);
    if (ev_catches_warnings(ev) && !never_warns(name)) /* it may give some */
        return tn_unsupported(ev, span, "an operator of PyTorch in warnings.catch_warnings()");
    if (!add_arguments(c, parameters, count, args->args[1]) ||
        !ev_autocast_operator(ev, name, c->inputs, c->input_count, span))
        return NULL;
    const Value *results = args->args[2], *const * items;
    uint32_t result_count = 1;
    if (results->kind == V_LIST && (!ev_sequence(ev, results, &items, &result_count) || result_count > MAX_RESULTS))
        ICE("an operator of so many results");
    int64_t ints[] = {random, result_count};
    IrSpec node = {.op = OP_ATEN,
                   .text = str_format("aten::%s", name),
                   .input_count = c->input_count,
                   .inputs = c->inputs,
                   .int_count = 2,
                   .ints = ints,
                   .aten_count = c->arg_count,
                   .aten = c->args,
                   .span = span};
    return results->kind == V_LIST ? several_results(ev, items, result_count, &node, span)
                                   : one_result(ev, results, &node, span);
}

/* prim.aten(schema, arguments, results): results is (dtype, sizes) for one tensor, else a list of these; sizes are a
 * sequence of ints, or None for one that is read at run time, or the rank when none is known, or a tensor whose sizes
 * and strides it has. With a third item the strides are read too: "any", "transposed" where they likely rise, or
 * the dimensions in the order in which they likely lie, the outermost first. */
PRIM(prim_aten) {
    (void)self;
    return call_operator(ev, args, false, span);
}

/* prim.aten_random(schema, arguments, results): the same of an operator that draws from torch's generator */
PRIM(prim_aten_random) {
    (void)self;
    return call_operator(ev, args, true, span);
}
