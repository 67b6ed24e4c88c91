/* What torch refuses before it looks at any data: calls that none of a function's signatures takes.
 *
 * Torch picks the overload that takes the arguments given, by their number, names and types, and raises TypeError where
 * there is none. Functions of the prelude have one body for all overloads, with defaults that no overload has; so each
 * call of one that the program makes is held against the overloads here. The table is what torch declares; it is made,
 * and held against the installed torch, by tests/e2e/torch_schemas.py. Functions of torch.nn.functional are written in
 * Python, and do what they do with arguments of other types than they declare: such calls are left to Python.
 *
 * A value of which only the run time knows the type is taken for right: nothing is refused by mistake.
 *
 * Operators called by ATen's names (torch.ops.aten.add.Tensor) have a parser of their own in torch, which goes by the
 * schemas alone and takes other things for numbers and tensors than that of torch's functions; what it refuses is left
 * to Python. */
#include "analysis/ev_internal.h"
#include "analysis/schema.h"
#include "analysis/tensor.h"

#include <stdlib.h>

static const char *const schemas[] = {
#define SCHEMA(text) text,
#include "analysis/torch_schemas.def"
#undef SCHEMA
};

/* What torch's parser tells apart. */
typedef enum {
    IS_NONE = 1,
    IS_BOOL = 2,
    IS_INT = 4,
    IS_FLOAT = 8,
    IS_STR = 16,
    IS_TENSOR = 32,
    IS_SEQUENCE = 64,
    IS_DTYPE = 128,
    IS_OTHER = 256,
    IS_NUMBER_TENSOR = 512, /* without dimensions: Python's operators take it for a number */
    IS_INT_TENSOR = 1024,   /* likewise, of ints */
    IS_COMPLEX = 2048,
    NUMBERS = IS_BOOL | IS_INT | IS_FLOAT | IS_NUMBER_TENSOR | IS_INT_TENSOR,
} Is;

typedef struct Parameter {
    SchemaParam declared;
    Is taken; /* which kinds, but for lists and None; 0: any */
    bool is_tensor;
} Parameter;

typedef struct Signature {
    int count;
    bool takes_out;
    Parameter params[];
} Signature;

/* The signatures of a function. */
typedef struct Overloads {
    bool is_method, takes_numbers, is_neural;
    bool takes_factors; /* see takes_factors_first() */
    size_t count;
    const Signature *signatures[];
} Overloads;

/* What torch.ops.aten takes; no overloads that write into out=. */
static const char *const operators[] = {
#define SCHEMA(text) text,
#include "analysis/aten_schemas.def"
#undef SCHEMA
};

/* Compares the name of a schema, which ends in a parenthesis. */
static int by_name(const void *name, const void *row) {
    const char *text = *(const char *const *)row;
    size_t len = strcspn(text, "(");
    int order = strncmp(name, text, len);
    return order ? order : ((const char *)name)[len] != '\0';
}

/* The rows of a table that an order has at a name: the first one, and how many there are; NULL: none. */
static const char *const *rows_at(const char *const *table, size_t rows, const char *name,
                                  int (*order)(const void *, const void *), size_t *count) {
    const char *const *found = bsearch(name, table, rows, sizeof *table, order), *const * end;
    if (!found)
        return NULL;
    for (end = found + 1; end < table + rows && order(name, end) == 0; end++)
        ;
    while (found > table && order(name, found - 1) == 0)
        found--;
    *count = (size_t)(end - found);
    return found;
}

static const char *const *schemas_of(const char *name, size_t *count) {
    return rows_at(schemas, COUNT_OF(schemas), name, by_name, count);
}

static Is kinds_taken(const char *type) {
    static const struct {
        const char *type;
        Is kinds;
    } rows[] = {{"Tensor", IS_TENSOR | IS_NUMBER_TENSOR | IS_INT_TENSOR},
                {"Scalar", NUMBERS | IS_COMPLEX},
                {"float", NUMBERS},
                {"int", IS_INT_TENSOR | IS_INT},
                {"SymInt", IS_INT_TENSOR | IS_INT},
                {"bool", IS_BOOL},
                {"str", IS_STR},
                {"ScalarType", IS_DTYPE}};
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (!strcmp(type, rows[i].type))
            return rows[i].kinds;
    return 0;
}

/* Behind the parameters of a row that says that the function takes out=. */
static bool says_out(const char *row) {
    static const char mark[] = ") out";
    size_t len = strlen(row), mark_len = sizeof mark - 1;
    return len > mark_len && !strcmp(row + len - mark_len, mark);
}

/* is_operator: of one by ATen's name, which takes None in lists of optional tensors, where torch's functions do not. */
static const Signature *signature_of(Ev *ev, const char *text, bool is_operator) {
    SchemaParam params[SCHEMA_MAX_PARAMS];
    Str name;
    int count = schema_parse(text, &name, params);
    Signature *signature = arena_alloc(ev->arena, sizeof *signature + (size_t)count * sizeof(Parameter));
    signature->count = count;
    signature->takes_out = says_out(text);
    for (int i = 0; i < count; i++)
        signature->params[i] =
            (Parameter){params[i], is_operator && params[i].items_optional ? 0 : kinds_taken(params[i].type),
                        strcmp(params[i].type, "Tensor") == 0};
    return signature;
}

/* ---- types --------------------------------------------------------------------------------------------------------
 */

static Is kind_of_tensor(const IrType *type) {
    if (type->flat)
        return IS_TENSOR | IS_NUMBER_TENSOR | IS_INT_TENSOR;
    return type->rank ? IS_TENSOR : dtype_is_integral(type->dtype) ? IS_INT_TENSOR : IS_NUMBER_TENSOR;
}

/* 0: it may be anything. */
static Is kind_of(Ev *ev, const Value *value) {
    switch (value->kind) {
    case V_NONE:
        return IS_NONE;
    case V_BOOL:
        return IS_BOOL;
    case V_INT:
        return IS_INT;
    case V_FLOAT:
        return IS_FLOAT;
    case V_SCALAR:
        return value->u.node->type.kind == IRT_FLOAT  ? IS_FLOAT
               : value->u.node->type.kind == IRT_BOOL ? IS_BOOL
               : value->u.node->type.kind == IRT_INT  ? IS_INT
                                                      : 0;
    case V_STR:
        return IS_STR;
    case V_TENSOR:
        return kind_of_tensor(&value->u.tensor.node->type);
    case V_TUPLE:
    case V_LIST:
        return ev_held_as_is(ev, value) == value ? IS_SEQUENCE : 0;
    case V_RANGE:
    case V_SLICE:
    case V_ELLIPSIS:
    case V_DICT:
    case V_SET:
    case V_ITERATOR:
    case V_NOT_IMPLEMENTED:
    case V_FUNCTION:
    case V_METHOD:
    case V_PARTIAL:
    case V_MODULE:
    case V_DEVICE:
    case V_LAYOUT:
    case V_MEMORY_FORMAT:
        return IS_OTHER;
    case V_DTYPE:
        return IS_DTYPE;
    default:
        return tn_is_complex(ev, value) ? IS_COMPLEX : ev_is_numpy_array(value) ? IS_OTHER : 0;
    }
}

/* Functions of two tensors of which either may be a number, as torch's own parser has it by name. */
static bool takes_numbers(Str name) {
    static const char *const names[] = {"mul",       "div",          "divide",    "true_divide",   "floor_divide",
                                        "multiply",  "subtract",     "mul_",      "div_",          "divide_",
                                        "multiply_", "true_divide_", "subtract_", "floor_divide_", "copy_"};
    return IS_AMONG(names, name);
}

/* Tensors of one element are ints of a list; only the first is asked for its dtype. */
static bool may_be_item(Ev *ev, const Value *tensor, bool is_first) {
    const IrType *type = &tensor->u.tensor.node->type;
    int64_t numel;
    if (is_first && type->dtype != DT_BOOL && !dtype_is_integral(type->dtype))
        return false;
    return !sh_is_const(sh_canon(ev->shapes, ir_numel(ev->shapes, type)), &numel) || numel == 1;
}

static bool takes(Ev *ev, const Parameter *parameter, const Value *value, bool numbers) {
    const SchemaParam *p = &parameter->declared;
    Is kind = kind_of(ev, value), taken = parameter->taken;
    if (!kind || !taken)
        return true;
    if (kind == IS_NONE) /* which is torch's default for a list that is empty by default */
        return p->optional || (p->list && p->standard && strncmp(p->standard, "[]", 2) == 0);
    if (numbers && parameter->is_tensor)
        taken |= NUMBERS | IS_COMPLEX;
    if (!p->list)
        return (kind & taken) != 0;
    if (kind != IS_SEQUENCE)
        return p->sized && (kind & taken) != 0;
    const Value *const *items;
    uint32_t count;
    if (!ev_sequence(ev, value, &items, &count))
        return true;
    for (uint32_t i = 0; i < count; i++) {
        kind = kind_of(ev, items[i]);
        if (taken & IS_INT && kind & IS_TENSOR && may_be_item(ev, items[i], i == 0)) {
            taken |= IS_BOOL;
            continue;
        }
        bool is_left_out = kind == IS_NONE && p->items_optional && !parameter->is_tensor;
        if (kind && !(kind & taken) && !is_left_out)
            return false;
        taken |= taken & IS_INT ? IS_BOOL : 0; /* torch looks at the first one alone */
    }
    return true;
}

/* ---- binding ------------------------------------------------------------------------------------------------------
 */

/* The parameter of that name; a tensor that is `self` in the schema is `input` to those who call the function. */
static int parameter_named(const Signature *s, Str name) {
    const Str input = str_of("input"), self = str_of("self");
    for (int i = 0; i < s->count; i++) {
        const Parameter *p = &s->params[i];
        if ((p->declared.name == self && p->is_tensor ? input : p->declared.name) == name)
            return i;
    }
    return -1;
}

static uint32_t positional_count(const Signature *s) {
    uint32_t count = 0;
    while (count < (uint32_t)s->count && !s->params[count].declared.keyword_only)
        count++;
    return count;
}

/* bound: what each parameter is given, NULL where it is nothing. */
static bool signature_takes(Ev *ev, const Overloads *overloads, const Signature *s, const CallArgs *args,
                            bool is_method, const Value *bound[SCHEMA_MAX_PARAMS]) {
    uint32_t positional = positional_count(s);
    memset(bound, 0, SCHEMA_MAX_PARAMS * sizeof *bound);
    uint32_t given = args->count;
    bool spread = is_method && positional == 2 && s->params[1].declared.list && !s->params[1].declared.sized &&
                  given > 1 && kind_of(ev, args->args[1]) != IS_SEQUENCE && kind_of(ev, args->args[1]) != IS_NONE;
    Parameter one = spread ? s->params[1] : (Parameter){0};
    one.declared.list = false;
    for (uint32_t i = 1; spread && i < given; i++) {
        if (!takes(ev, &one, args->args[i], false))
            return false;
        one.taken |= one.taken & IS_INT ? IS_BOOL : 0; /* torch looks at the first one alone */
    }
    if (given > positional && !spread)
        return false;
    for (uint32_t i = 0; i < (spread ? 1 : given); i++)
        bound[i] = args->args[i];
    if (spread)
        bound[1] = args->args[1];
    for (uint32_t k = 0; k < args->keyword_count; k++) {
        bool is_out = args->names[k] == str_of("out") && s->takes_out && !is_method;
        if (is_out || args->names[k] == str_of("requires_grad"))
            continue;
        int at = parameter_named(s, args->names[k]);
        if (at < 0 || bound[at])
            return false;
        bound[at] = args->keyword_values[k];
    }
    for (int i = 0; i < s->count; i++)
        if (bound[i] ? !(spread && i == 1) && !takes(ev, &s->params[i], bound[i], overloads->takes_numbers)
                     : !s->params[i].declared.standard)
            return false;
    return true;
}

/* Torch takes a tensor for a number unless it requires grad. False: it does, or evaluation has failed. */
static bool takes_as_numbers(Ev *ev, const Signature *s, const Value *const *bound, Span span) {
    for (int i = 0; i < s->count; i++) {
        const Parameter *p = &s->params[i];
        bool is_number = !p->is_tensor && !p->declared.list && p->taken & IS_NUMBER_TENSOR, requires;
        if (bound[i] && is_number && kind_of(ev, bound[i]) & IS_NUMBER_TENSOR &&
            (!tn_requires_grad(ev, bound[i], &requires, span) || requires))
            return false;
    }
    return true;
}

/* The arguments under the names that torch itself has for them. */
static const CallArgs *renamed(Ev *ev, const Signature *s, const CallArgs *args) {
    CallArgs *made = NULL;
    for (uint32_t k = 0; k < args->keyword_count; k++) {
        Str name = parameter_named(s, args->names[k]) < 0 ? ev_name_for_numpy(args->names[k]) : NULL;
        if (!name || parameter_named(s, name) < 0)
            continue;
        if (!made) {
            made = arena_copy(ev->arena, args, sizeof *args);
            made->names = arena_copy(ev->arena, args->names, args->keyword_count * sizeof *args->names);
        }
        made->names[k] = name;
    }
    return made ? made : args;
}

/* Operators by ATen's names take the numbers that c10/core/ScalarType.h and Layout.h give dtypes and layouts. NULL: it
 * is none of these. */
static const Value *by_number(Ev *ev, const Parameter *p, const Value *value) {
    static const DType dtypes[] = {DT_U8,   DT_I8,  DT_I16,  DT_I32,  DT_I64,  DT_F16,  DT_F32,  DT_F64,
                                   DT_NONE, DT_C64, DT_C128, DT_BOOL, DT_NONE, DT_NONE, DT_NONE, DT_BF16};
    int64_t number;
    if (value->kind != V_INT || !ev_as_int_known(value, &number) || number < 0)
        return NULL;
    if (!strcmp(p->declared.type, "ScalarType") && number < (int64_t)COUNT_OF(dtypes) && dtypes[number] != DT_NONE)
        return ev_dtype(ev, dtypes[number]);
    bool is_strided = !strcmp(p->declared.type, "Layout") && p->declared.optional && number == 0;
    return is_strided ? ev_none(ev) : NULL;
}

/* What the parameter makes of a value: a tensor without dimensions where torch takes an int becomes its element, a
 * known int or a bool where it takes a float the number. NULL: failed. */
static const Value *as_declared(Ev *ev, const Parameter *p, const Value *value, bool is_operator, Span span) {
    if (p->declared.list)
        return value;
    int64_t number;
    if (ev_as_int_known(value, &number) && !strcmp(p->declared.type, "float"))
        return ev_float(ev, (double)number);
    const Value *named = is_operator ? by_number(ev, p, value) : NULL;
    if (named)
        return named;
    bool is_int = p->taken == (IS_INT_TENSOR | IS_INT) && kind_of(ev, value) == IS_INT_TENSOR;
    return is_int ? tn_index_number(ev, value, span) : value;
}

static CallArgs *own_args(Ev *ev, const CallArgs *args) {
    CallArgs *made = arena_copy(ev->arena, args, sizeof *args);
    made->args = arena_copy(ev->arena, args->args, args->count * sizeof *args->args);
    made->keyword_values =
        arena_copy(ev->arena, args->keyword_values, args->keyword_count * sizeof *args->keyword_values);
    return made;
}

/* What an argument becomes, that of a name or (NULL) at a place. NULL: failed. */
typedef const Value *TakeArgument(Ev *ev, const void *data, Str name, uint32_t place, const Value *value, Span span);

static const CallArgs *each_taken(Ev *ev, const CallArgs *args, TakeArgument *take, const void *data, Span span) {
    CallArgs *made = NULL;
    for (uint32_t i = 0; i < args->count + args->keyword_count; i++) {
        bool is_named = i >= args->count;
        uint32_t at = is_named ? i - args->count : i;
        const Value *value = is_named ? args->keyword_values[at] : args->args[at];
        const Value *taken = take(ev, data, is_named ? args->names[at] : NULL, at, value, span);
        if (!taken)
            return NULL;
        if (taken == value)
            continue;
        made = made ? made : own_args(ev, args);
        *(is_named ? &made->keyword_values[at] : &made->args[at]) = taken;
    }
    return made ? made : args;
}

typedef struct Declared {
    const Signature *signature;
    uint32_t first; /* the parameter of the first argument */
    bool is_operator;
} Declared;

static const Value *take_declared(Ev *ev, const void *data, Str name, uint32_t place, const Value *value, Span span) {
    const Declared *declared = data;
    const Signature *s = declared->signature;
    int parameter = name ? parameter_named(s, name) : (int)(declared->first + place);
    return parameter < 0 || parameter >= s->count
               ? value
               : as_declared(ev, &s->params[parameter], value, declared->is_operator, span);
}

/* The arguments as the parameters make them. NULL: failed. */
static const CallArgs *with_numbers(Ev *ev, const Signature *s, const CallArgs *args, uint32_t first, bool is_operator,
                                    Span span) {
    const Declared declared = {s, first, is_operator};
    return each_taken(ev, args, take_declared, &declared, span);
}

static bool is_tensor_method(const Function *function) {
    return function->owner ? !strcmp(function->owner->name, "Tensor")
                           : !strcmp(function->module->name, "torch_methods");
}

/* Under which name the table has a function; NULL: it is no function of torch. */
static const char *name_of(const Function *function) {
    static const char *const rows[][2] = {{"torch.linalg", "linalg_"},   {"torch.fft", "fft_"},
                                          {"torch.special", "special_"}, {"torch.nn.functional", "nn_functional_"},
                                          {"torch._C._nn", "_C_nn_"},    {"torch._VF", ""}};
    const char *module = function->module->name;
    bool is_other_method = function->owner && !is_tensor_method(function);
    if (strncmp(module, "torch", 5) != 0 || is_other_method)
        return NULL;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        size_t len = strlen(rows[i][0]);
        bool is_row = !strncmp(function->qualname, rows[i][0], len) && function->qualname[len] == '.';
        if (is_row || !strcmp(module, rows[i][0]))
            return str_format("%s%s", rows[i][1], function->name);
    }
    return strchr(module, '.') ? NULL : function->name;
}

/* The function's schemas, and how many there are; some functions of torch.nn.functional are torch's own parser's. */
static const char *const *rows_of(const Function *function, bool *is_neural, size_t *count) {
    const char *name = name_of(function), *const *rows = name ? schemas_of(name, count) : NULL;
    *is_neural = !strcmp(function->module->name, "torch.nn.functional");
    if (rows || !*is_neural)
        return rows;
    *is_neural = false;
    return schemas_of(str_format("_C_nn_%s", function->name), count);
}

/* Those that also take a factor before a tensor, as torch did before it had keywords: a signature that it does not
 * show. */
static bool takes_factors_first(const Function *function) {
    static const char *const names[] = {"add",      "addbmm",  "addcdiv", "addcmul", "addmm",    "addmv",
                                        "addr",     "baddbmm", "sub",     "add_",    "addbmm_",  "addcdiv_",
                                        "addcmul_", "addmm_",  "addmv_",  "addr_",   "baddbmm_", "sub_"};
    const char *name = name_of(function);
    return name && IS_AMONG(names, name);
}

/* A method's receiver comes first, wherever the function takes it: x.polygamma(n) is polygamma(n, x). */
static const Signature *of_method(Ev *ev, const Signature *signature) {
    int at = 0;
    while (at < signature->count && signature->params[at].declared.name != str_of("self"))
        at++;
    if (at == 0 || at == signature->count)
        return signature;
    Signature *moved =
        arena_copy(ev->arena, signature, sizeof *signature + (size_t)signature->count * sizeof(Parameter));
    memcpy(moved->params + 1, signature->params, (size_t)at * sizeof(Parameter));
    moved->params[0] = signature->params[at];
    return moved;
}

/* What the table has of a function: none, where it is no function of torch, or one of those with factors. */
static const Overloads *overloads_of(Ev *ev, const Function *function) {
    Overloads *overloads = map_get(&ev->memo, MAP_KEY(function));
    if (overloads)
        return overloads;
    size_t count = 0;
    bool is_neural;
    const char *const *rows = rows_of(function, &is_neural, &count);
    bool takes_factors = takes_factors_first(function);
    if (takes_factors)
        count = 0;
    overloads = arena_alloc(ev->arena, sizeof *overloads + count * sizeof *overloads->signatures);
    *overloads = (Overloads){
        .is_method = is_tensor_method(function),
        .takes_numbers = takes_numbers(function->name),
        .is_neural = is_neural,
        .takes_factors = takes_factors,
        .count = count,
    };
    for (size_t i = 0; i < count; i++) {
        const Signature *signature = signature_of(ev, rows[i], function->packet != NULL);
        overloads->signatures[i] = overloads->is_method ? of_method(ev, signature) : signature;
    }
    map_put(&ev->memo, MAP_KEY(function), overloads);
    return overloads;
}

/* Is one of the arguments a tensor of ints with dimensions that may have a single element? Torch takes such a one for
 * an int. */
static bool has_lone_int(const CallArgs *args) {
    for (uint32_t i = 0; i < args->count + args->keyword_count; i++) {
        const Value *value = i < args->count ? args->args[i] : args->keyword_values[i - args->count];
        const IrType *type = value->kind == V_TENSOR ? &value->u.tensor.node->type : NULL;
        bool may_be = type && i && (type->dtype == DT_BOOL || dtype_is_integral(type->dtype));
        for (int d = 0; may_be && !type->flat && d < type->rank; d++)
            may_be = !sh_is_const(type->shape[d], NULL) || sh_is_value(type->shape[d], 1);
        if (may_be)
            return true;
    }
    return false;
}

static bool is_given_by_name(const CallArgs *args, Str name) {
    for (uint32_t k = 0; k < args->keyword_count; k++)
        if (args->names[k] == name)
            return true;
    return false;
}

static const CallArgs *taken_args(Ev *ev, const Function *function, const Overloads *overloads, const Value *self,
                                  const CallArgs *args, bool *is_declared, Span span) {
    CallArgs all = *args;
    if (self) {
        all.args = arena_array(ev->arena, const Value *, args->count + 1);
        all.args[0] = self;
        if (args->count)
            memcpy(all.args + 1, args->args, args->count * sizeof *args->args);
        all.count++;
    }
    for (size_t i = 0; i < overloads->count; i++) {
        const Signature *signature = overloads->signatures[i];
        const CallArgs *named = renamed(ev, signature, &all);
        const Value *bound[SCHEMA_MAX_PARAMS];
        if (!signature_takes(ev, overloads, signature, named, overloads->is_method || self, bound))
            continue;
        if (!takes_as_numbers(ev, signature, bound, span)) {
            if (ev->fail.kind != FAIL_NONE)
                return NULL;
            continue;
        }
        *is_declared = true;
        if (is_given_by_name(named, str_of("self"))) { /* a number, which functions of the prelude call `input` */
            ev_fail(ev, D_UNSUPPORTED_OP, span, "%s() with self=", function->name);
            return NULL;
        }
        if (named != &all) {
            CallArgs *result = arena_copy(ev->arena, args, sizeof *args);
            result->names = named->names;
            args = result;
        }
        bool is_only = overloads->count == 1; /* another overload might take the tensor as it is */
        return is_only ? with_numbers(ev, signature, args, self != NULL, false, span) : args;
    }
    if (has_lone_int(&all))
        ev_fail(ev, D_UNSUPPORTED_OP, span, "%s() with a tensor that may stand for an int", function->name);
    else
        ev_raise(ev, "TypeError", span, "%s() received an invalid combination of arguments", function->name);
    return NULL;
}

/* A parameter of a function of torch.nn.functional that is given something of another type than it declares; NULL:
 * none. As the function is written in Python, it may take that, or what it calls refuses it in words of its own. */
static Str of_another_type(Ev *ev, const Signature *s, const CallArgs *args) {
    for (uint32_t i = 0; i < args->count + args->keyword_count; i++) {
        const Value *value = i < args->count ? args->args[i] : args->keyword_values[i - args->count];
        int at = i < args->count ? (int)i : parameter_named(s, args->names[i - args->count]);
        if (at < 0 || at >= s->count)
            continue;
        const Parameter *p = &s->params[at];
        bool is_number = p->taken && !p->is_tensor && value->kind == V_TENSOR;
        if (is_number || !takes(ev, p, value, false))
            return p->declared.name;
    }
    return NULL;
}

/* ---- operators by ATen's names ------------------------------------------------------------------------------------
 */

/* Compares the name of an operator with that of a schema, up to its overload. */
static int by_operator(const void *name, const void *row) {
    const char *text = *(const char *const *)row;
    size_t len = strcspn(text, ".(");
    int order = strncmp(name, text, len);
    return order ? order : ((const char *)name)[len] != '\0';
}

/* Does torch's parser for operators take a value? None for a tensor, and the like that few write, are said not to be.
 */
static bool operator_takes(Ev *ev, const Parameter *parameter, const Value *value, bool numbers) {
    const SchemaParam *p = &parameter->declared;
    const Is plain = IS_BOOL | IS_INT | IS_FLOAT | IS_COMPLEX;
    Is kind = kind_of(ev, value), taken = parameter->taken;
    if (!kind || !taken || by_number(ev, parameter, value))
        return true;
    if (kind == IS_NONE)
        return p->optional;
    if (!strcmp(p->type, "Scalar"))
        taken = plain;
    if (parameter->is_tensor && numbers)
        taken |= plain;
    if (!p->list || kind != IS_SEQUENCE) {
        taken |= taken & IS_INT && !p->list ? IS_BOOL : 0;
        return (!p->list || (p->sized && kind == IS_INT)) && (kind & taken);
    }
    const Value *const *items;
    uint32_t count;
    if (!ev_sequence(ev, value, &items, &count))
        return true;
    for (uint32_t i = 0; i < count; i++) {
        kind = kind_of(ev, items[i]);
        bool is_left_out = kind == IS_NONE && p->items_optional;
        if (kind && !(kind & (taken | (taken & IS_INT ? IS_BOOL : 0))) && !is_left_out)
            return false;
    }
    return true;
}

static bool overload_takes(Ev *ev, const Signature *s, const CallArgs *args, bool numbers) {
    const Value *bound[SCHEMA_MAX_PARAMS] = {NULL};
    if (args->count > positional_count(s))
        return false;
    for (uint32_t i = 0; i < args->count; i++)
        bound[i] = args->args[i];
    for (uint32_t k = 0; k < args->keyword_count; k++) {
        int at = 0;
        while (at < s->count && s->params[at].declared.name != args->names[k])
            at++;
        if (at == s->count || bound[at])
            return false;
        bound[at] = args->keyword_values[k];
    }
    for (int i = 0; i < s->count; i++)
        if (bound[i] ? !operator_takes(ev, &s->params[i], bound[i], numbers) : !s->params[i].declared.standard)
            return false;
    return true;
}

/* Is a dtype or a layout given by its number? */
static bool has_by_number(Ev *ev, const Signature *s, const CallArgs *args) {
    for (uint32_t i = 0; i < args->count + args->keyword_count; i++) {
        const Value *value = i < args->count ? args->args[i] : args->keyword_values[i - args->count];
        int at = i < args->count ? (int)i : parameter_named(s, args->names[i - args->count]);
        if (at >= 0 && at < s->count && by_number(ev, &s->params[at], value))
            return true;
    }
    return false;
}

/* The arguments that torch.ops.aten takes, with dtypes in the place of their numbers; as they are, too, where the table
 * has no such operator. NULL: it takes none such. */
static const CallArgs *packet_args(Ev *ev, const char *packet, const CallArgs *args, Span span) {
    static const char home[] = "torch.ops.aten.";
    if (strncmp(packet, home, sizeof home - 1) != 0 || is_given_by_name(args, str_of("out")))
        return args;
    const char *name = packet + sizeof home - 1, *overload = strchr(name, '.');
    Str base = str_intern(name, overload ? (size_t)(overload - name) : strlen(name));
    bool numbers = takes_numbers(base) || base == str_of("add") || base == str_of("sub") || base == str_of("add_") ||
                   base == str_of("sub_");
    size_t count = 0;
    const char *const *rows = !overload ? rows_at(operators, COUNT_OF(operators), base, by_operator, &count)
                                        : rows_at(operators, COUNT_OF(operators),
                                                  strcmp(overload, ".default") ? name : base, by_name, &count);
    for (size_t i = 0; i < count; i++) {
        const Signature *signature = signature_of(ev, rows[i], false);
        if (overload_takes(ev, signature, args, numbers))
            return has_by_number(ev, signature, args) ? with_numbers(ev, signature, args, 0, true, span) : args;
    }
    if (rows)
        ev_fail(ev, D_UNSUPPORTED_OP, span, "%s() with these arguments", packet);
    return rows ? NULL : args;
}

/* Members of enumerations of ints are ints to torch and NumPy; Python's containers keep them as they are. */
static bool takes_ints(const Function *function) {
    return !strncmp(function->module->name, "torch", 5) || !strncmp(function->module->name, "numpy", 5);
}

static const Value *take_member(Ev *ev, const void *data, Str name, uint32_t place, const Value *value, Span span) {
    (void)data, (void)name, (void)place;
    return ev_ints_of_enums(ev, value, span);
}

const CallArgs *ev_torch_args(Ev *ev, const Function *function, const Value *self, const CallArgs *args,
                              bool *is_declared, Span span) {
    if (ev->frame && ev->frame->module->is_prelude)
        return args;
    if (takes_ints(function))
        args = each_taken(ev, args, take_member, NULL, span);
    if (args && function->packet)
        args = packet_args(ev, function->packet, args, span);
    if (!args)
        return NULL;
    if (!self && is_tensor_method(function) && args->count && ev_is_number(args->args[0])) {
        ev_raise(ev, "TypeError", span,
                 "descriptor '%s' for 'torch._C.TensorBase' objects doesn't apply to a '%s' object", function->name,
                 ev_type_name(ev, args->args[0]));
        return NULL;
    }
    bool is_operator = is_tensor_method(function) && !strncmp(function->name, "__", 2); /* gives NotImplemented */
    const Overloads *overloads = is_operator ? NULL : overloads_of(ev, function);
    *is_declared = is_operator || overloads->takes_factors;
    if (!overloads || !overloads->count)
        return args;
    if (overloads->is_neural) {
        Str name = of_another_type(ev, overloads->signatures[0], args);
        if (name)
            ev_fail(ev, D_UNSUPPORTED_OP, span, "%s() with this kind of argument for '%s'", function->name, name);
        return name ? NULL : args;
    }
    return taken_args(ev, function, overloads, self, args, is_declared, span);
}

/* prim.check_call(function, args, kwargs): torch refuses the method that does in place what the function does as it
 * refuses the function */
PRIM(prim_check_call) {
    (void)self;
    const Function *function = args->args[0]->kind == V_FUNCTION ? args->args[0]->u.function : NULL;
    const Overloads *overloads = function ? overloads_of(ev, function) : NULL;
    const HeapContent *keywords = heap_content(ev->heap, args->args[2]->u.object);
    if (!overloads || !overloads->count)
        return ev_none(ev);
    CallArgs given = {.count = args->args[1]->u.tuple.count, .keyword_count = keywords->count};
    given.args = (const Value **)args->args[1]->u.tuple.items;
    given.names = arena_array(ev->arena, Str, keywords->count + 1);
    given.keyword_values = arena_array(ev->arena, const Value *, keywords->count + 1);
    for (uint32_t i = 0; i < keywords->count; i++) {
        given.names[i] = keywords->slots[i].name;
        given.keyword_values[i] = keywords->slots[i].value;
    }
    bool is_declared = false;
    return taken_args(ev, function, overloads, NULL, &given, &is_declared, span) ? ev_none(ev) : NULL;
}
