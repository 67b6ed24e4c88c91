/* What the uses of parameters of which nothing else tells anything say about callers: a dimension, a number of parts, a
 * dtype, a list of tensors, a member of an enumeration, numbers in place of tensors, positions. Like all that
 * declarations tell it is a guess and becomes guards of a variant. */
#include "analysis/declared_uses.h"
#include "analysis/ev_internal.h"
#include "analysis/exemplar.h"

#include <string.h>

typedef enum Use {
    USE_NONE,
    USE_DIM,
    USE_COUNT,
    USE_DTYPE,
    USE_TENSORS,  /* a list or tuple of them */
    USE_UNPACKED, /* of two of them */
    USE_REST,     /* what *args holds */
    USE_NUMBER,
    USE_INDEX,
    USE_LABELS, /* a tensor of ints */
    USE_PLACES, /* one with as many dimensions as what it is about */
    USE_OTHER_DIM,
    USE_SIZES,
    USE_ORDER, /* of dimensions */
    USE_MATRIX,
    USE_ADDED, /* a row that may be left out */
    USE_DICT,
    USE_FLAG,
    USE_NULLABLE,
    USE_MEMBER, /* of an enumeration */
} Use;

/* What an argument of a function of torch is, by its position behind the tensor. */
typedef struct UseRow {
    const char *name;
    uint32_t at;
    Use use;
} UseRow;

static const UseRow rows[] = {
    {"sum", 0, USE_DIM},
    {"mean", 0, USE_DIM},
    {"softmax", 0, USE_DIM},
    {"log_softmax", 0, USE_DIM},
    {"argmax", 0, USE_DIM},
    {"argmin", 0, USE_DIM},
    {"amax", 0, USE_DIM},
    {"amin", 0, USE_DIM},
    {"prod", 0, USE_DIM},
    {"cumsum", 0, USE_DIM},
    {"cumprod", 0, USE_DIM},
    {"squeeze", 0, USE_DIM},
    {"unsqueeze", 0, USE_DIM},
    {"select", 0, USE_DIM},
    {"index_select", 0, USE_DIM},
    {"gather", 0, USE_DIM},
    {"scatter", 0, USE_DIM},
    {"index_add", 0, USE_DIM},
    {"size", 0, USE_DIM},
    {"unbind", 0, USE_DIM},
    {"std", 0, USE_DIM},
    {"var", 0, USE_DIM},
    {"logsumexp", 0, USE_DIM},
    {"transpose", 0, USE_DIM},
    {"transpose", 1, USE_OTHER_DIM},
    {"swapaxes", 0, USE_DIM},
    {"swapaxes", 1, USE_OTHER_DIM},
    {"cat", 0, USE_DIM},
    {"concat", 0, USE_DIM},
    {"stack", 0, USE_DIM},
    {"chunk", 1, USE_DIM},
    {"split", 1, USE_DIM},
    {"roll", 1, USE_DIM},
    {"flip", 0, USE_DIM},
    {"narrow", 0, USE_DIM},
    {"sort", 0, USE_DIM},
    {"chunk", 0, USE_COUNT},
    {"split", 0, USE_COUNT},
    {"roll", 0, USE_COUNT},
    {"norm", 0, USE_COUNT},
    {"one_hot", 0, USE_COUNT},
    {"index_select", 1, USE_LABELS},
    {"gather", 1, USE_PLACES},
    {"scatter", 1, USE_PLACES},
    {"index_add", 1, USE_LABELS},
    {"nll_loss", 0, USE_LABELS},
    {"cross_entropy", 0, USE_LABELS},
    {"to", 0, USE_DTYPE},
    {"type", 0, USE_DTYPE},
    {"clamp", 0, USE_NUMBER},
    {"clamp", 1, USE_NUMBER},
    {"clip", 0, USE_NUMBER},
    {"clip", 1, USE_NUMBER},
    {"masked_fill", 1, USE_NUMBER},
    {"full", 0, USE_NUMBER},
    {"pow", 0, USE_NUMBER},
    {"add", 0, USE_NUMBER},
    {"mul", 0, USE_NUMBER},
    {"sub", 0, USE_NUMBER},
    {"div", 0, USE_NUMBER},
    {"dropout", 0, USE_NUMBER},
    {"dropout", 1, USE_FLAG},
    {"fill_", 0, USE_NUMBER},
    {"full_like", 0, USE_NUMBER},
    {"take_along_dim", 0, USE_PLACES},
    {"view", 0, USE_SIZES},
    {"reshape", 0, USE_SIZES},
    {"expand", 0, USE_SIZES},
    {"repeat", 0, USE_SIZES},
    {"permute", 0, USE_ORDER},
    {"matmul", 0, USE_MATRIX},
    {"new_zeros", 0, USE_SIZES},
    {"new_ones", 0, USE_SIZES},
};

/* The first argument of functions of modules. */
static const UseRow first_arguments[] = {
    {"zeros", 0, USE_SIZES},  {"ones", 0, USE_SIZES},       {"empty", 0, USE_SIZES},
    {"rand", 0, USE_SIZES},   {"randn", 0, USE_SIZES},      {"full", 0, USE_SIZES},
    {"arange", 0, USE_COUNT}, {"embedding", 0, USE_LABELS}, {"one_hot", 0, USE_LABELS},
};

static const UseRow keywords[] = {
    {"dim", 0, USE_DIM},     {"axis", 0, USE_DIM},      {"dim0", 0, USE_DIM},     {"dim1", 0, USE_OTHER_DIM},
    {"dtype", 0, USE_DTYPE}, {"training", 0, USE_FLAG}, {"keepdim", 0, USE_FLAG}, {"index", 0, USE_LABELS},
    {"min", 0, USE_NUMBER},  {"max", 0, USE_NUMBER},    {"alpha", 0, USE_NUMBER}, {"beta", 0, USE_NUMBER},
    {"eps", 0, USE_NUMBER},  {"p", 0, USE_NUMBER},      {"chunks", 0, USE_COUNT}, {"descending", 0, USE_FLAG},
};

/* A walk through the function for the uses of one parameter. */
typedef struct UseScan {
    Ev *ev;
    Str parameter;
    bool is_first; /* hardly a number */
    Use use;
    AstNode *member; /* what it is compared with */
    Str keys[4];     /* that it is asked for */
    uint32_t key_count;
} UseScan;

static bool is_it(const UseScan *scan, const AstNode *node) {
    if (node && node->kind == AST_Starred)
        node = node->u.Starred.value;
    return node && node->kind == AST_Name && node->u.Name.id == scan->parameter;
}

/* The first use that says something; that it may be None or a number says less than any other. */
static void note(UseScan *scan, Use use) {
    bool is_weak = scan->use == USE_NONE || scan->use == USE_NULLABLE || scan->use == USE_NUMBER;
    if (is_weak && use != USE_NONE && !(use == USE_NUMBER && scan->is_first))
        scan->use = use;
}

static void note_key(UseScan *scan, const AstNode *key) {
    if (key->kind != AST_Constant || key->u.Constant.value.kind != AST_CONST_STR || key->u.Constant.value.opaque)
        return;
    note(scan, USE_DICT);
    for (uint32_t i = 0; i < scan->key_count; i++)
        if (scan->keys[i] == key->u.Constant.value.text)
            return;
    if (scan->key_count < COUNT_OF(scan->keys))
        scan->keys[scan->key_count++] = key->u.Constant.value.text;
}

/* A method of it that only lists or dicts have. */
static void look_at_method(UseScan *scan, Str name, const AstList *args) {
    static const char *const of_dicts[] = {"items", "keys"};
    if (!strcmp(name, "append"))
        note(scan, USE_TENSORS);
    if (IS_AMONG(of_dicts, name) || (!strcmp(name, "values") && args->len == 0))
        note(scan, USE_DICT);
    if (!strcmp(name, "get") && args->len)
        note_key(scan, args->items[0]);
}

static bool is_list_function(const AstNode *function) {
    static const char *const names[] = {"cat", "concat",    "stack",    "hstack", "vstack",
                                        "zip", "enumerate", "reversed", "list"};
    Str name = function->kind == AST_Name        ? function->u.Name.id
               : function->kind == AST_Attribute ? function->u.Attribute.attr
                                                 : NULL;
    return name && IS_AMONG(names, name);
}

static bool is_of_module(const UseScan *scan, const AstNode *function) {
    const AstNode *base = function->kind == AST_Attribute ? function->u.Attribute.value : NULL;
    if (!base || (base->kind != AST_Name && base->kind != AST_Attribute))
        return false;
    const Value *module = ev_eval_in_module(scan->ev, scan->ev->main_module, base, NULL);
    ev_clear_fail(scan->ev);
    return module && (module->kind == V_MODULE || module->kind == V_EXTERNAL);
}

static void note_rows(UseScan *scan, const UseRow *table, size_t count, Str name, const AstList *args,
                      uint32_t skipped) {
    for (size_t k = 0; k < count; k++)
        if (!strcmp(table[k].name, name) && table[k].at + skipped < args->len &&
            is_it(scan, args->items[table[k].at + skipped]))
            note(scan, table[k].use);
}

static void look_at_call(UseScan *scan, const AstNode *call) {
    const AstNode *function = call->u.Call.func;
    const AstList *args = &call->u.Call.args;
    bool any = false;
    for (uint32_t i = 0; i < args->len; i++)
        any |= is_it(scan, args->items[i]);
    for (uint32_t i = 0; i < call->u.Call.keywords.len; i++) {
        const AstNode *keyword = call->u.Call.keywords.items[i];
        for (size_t k = 0; keyword->u.keyword.arg && is_it(scan, keyword->u.keyword.value) && k < COUNT_OF(keywords);
             k++)
            if (!strcmp(keywords[k].name, keyword->u.keyword.arg))
                note(scan, keywords[k].use);
    }
    if (function->kind == AST_Attribute && is_it(scan, function->u.Attribute.value))
        look_at_method(scan, function->u.Attribute.attr, args);
    if (!any)
        return;
    bool is_zip = function->kind == AST_Name && !strcmp(function->u.Name.id, "zip");
    if ((is_it(scan, args->items[0]) && is_list_function(function)) || is_zip)
        note(scan, USE_TENSORS);
    if (function->kind == AST_Name && (!strcmp(function->u.Name.id, "sum") || !strcmp(function->u.Name.id, "len")))
        note(scan, USE_TENSORS);
    if (function->kind == AST_Name && !strcmp(function->u.Name.id, "range"))
        note(scan, USE_COUNT);
    if (function->kind != AST_Attribute)
        return;
    Str name = function->u.Attribute.attr;
    bool is_function = is_of_module(scan, function);
    note_rows(scan, rows, COUNT_OF(rows), name, args, is_function);
    if (is_function)
        note_rows(scan, first_arguments, COUNT_OF(first_arguments), name, args, 0);
}

static void look_at_comparison(UseScan *scan, const AstNode *compare) {
    AstNode *other = compare->u.Compare.comparators.items[0];
    if (is_it(scan, other) && compare->u.Compare.ops[0] == AST_In)
        note_key(scan, compare->u.Compare.left);
    if (!is_it(scan, compare->u.Compare.left))
        return;
    if (other->kind == AST_Constant && other->u.Constant.value.kind == AST_CONST_NONE)
        note(scan, USE_NULLABLE);
    if (other->kind != AST_Attribute)
        return;
    const Value *member = ev_eval_in_module(scan->ev, scan->ev->main_module, other, NULL);
    ev_clear_fail(scan->ev);
    if (member && member->kind == V_INSTANCE && member->u.instance.cls->is_enum) {
        note(scan, USE_MEMBER);
        scan->member = scan->member ? scan->member : other;
    }
}

static void look(AstNode *node, void *data) {
    UseScan *scan = data;
    switch (node->kind) {
    case AST_Call:
        look_at_call(scan, node);
        break;
    case AST_Compare:
        look_at_comparison(scan, node);
        break;
    case AST_For:
        note(scan, is_it(scan, node->u.For.iter) ? USE_TENSORS : USE_NONE);
        break;
    case AST_comprehension:
        note(scan, is_it(scan, node->u.comprehension.iter) ? USE_TENSORS : USE_NONE);
        break;
    case AST_Assign:
        if (is_it(scan, node->u.Assign.value) && node->u.Assign.targets.items[0]->kind == AST_Tuple &&
            node->u.Assign.targets.items[0]->u.Tuple.elts.len == 2)
            note(scan, USE_UNPACKED);
        if (is_it(scan, node->u.Assign.value) && node->u.Assign.targets.items[0]->kind == AST_Subscript)
            note(scan, USE_NUMBER);
        break;
    case AST_Subscript:
        note(scan, is_it(scan, node->u.Subscript.slice) ? USE_INDEX : USE_NONE);
        if (is_it(scan, node->u.Subscript.value))
            note_key(scan, node->u.Subscript.slice);
        if (is_it(scan, node->u.Subscript.value) && node->u.Subscript.slice->kind == AST_Constant &&
            node->u.Subscript.slice->u.Constant.value.kind == AST_CONST_INT && scan->use == USE_NONE)
            scan->use = USE_TENSORS;
        break;
    case AST_BinOp:
        if (is_it(scan, node->u.BinOp.right))
            note(scan, node->u.BinOp.op == AST_MatMult ? USE_MATRIX : USE_NUMBER);
        break;
    case AST_AugAssign:
        note(scan, is_it(scan, node->u.AugAssign.value) ? USE_NUMBER : USE_NONE);
        break;
    default:
        break;
    }
    ast_each_child(node, look, data);
}

/* ---- arguments for them ------------------------------------------------------------------------------------------ */

static const Value *tensor(Ev *ev, DType dtype, int rank) {
    const ShExpr *shape[] = {sh_const(ev->shapes, 10), sh_const(ev->shapes, 10)};
    IrSpec spec = {.op = OP_EMPTY, .type = ir_tensor_type(ev->graph, dtype, rank, shape, NULL), .span = no_span()};
    return ev_tensor_fresh(ev, ir_build(ev->region, &spec));
}

static const Value *tensors(Ev *ev, uint32_t count, bool is_tuple) {
    const Value *items[3];
    for (uint32_t i = 0; i < count; i++)
        items[i] = tensor(ev, ev->default_dtype, 2);
    return is_tuple ? ev_tuple(ev, items, count) : exemplar_lasting(ev, ev_list(ev, items, count));
}

/* The member of the enumeration that is `number`th in its text; NULL: there are not so many. */
static const Value *member_at(const UseScan *scan, uint32_t number) {
    Ev *ev = scan->ev;
    const Value *first = ev_eval_in_module(ev, ev->main_module, scan->member, NULL);
    ev_clear_fail(ev);
    const AstNode *def = first ? first->u.instance.cls->def : NULL;
    for (uint32_t i = 0; def && i < def->u.ClassDef.body.len; i++) {
        const AstNode *statement = def->u.ClassDef.body.items[i];
        const AstNode *target = statement->kind == AST_Assign ? statement->u.Assign.targets.items[0] : NULL;
        if (!target || target->kind != AST_Name || number-- > 0)
            continue;
        AstNode *node = arena_copy(ev->arena, scan->member, sizeof *node);
        node->u.Attribute.attr = target->u.Name.id;
        const Value *member = ev_eval_in_module(ev, ev->main_module, node, NULL);
        ev_clear_fail(ev);
        return member;
    }
    return NULL;
}

static const Value *dict(const UseScan *scan, bool of_numbers) {
    static const char *const likely[] = {"a", "b"};
    Ev *ev = scan->ev;
    const Value *made = ev_dict(ev);
    uint32_t count = scan->key_count ? scan->key_count : COUNT_OF(likely);
    for (uint32_t i = 0; i < count; i++) {
        Str key = scan->key_count ? scan->keys[i] : str_of(likely[i]);
        const Value *item = of_numbers ? ev_float(ev, 0.5) : tensor(ev, ev->default_dtype, 2);
        if (!ev_setitem(ev, made, ev_str(ev, key), item, no_span())) {
            ev_clear_fail(ev);
            return NULL;
        }
    }
    return exemplar_lasting(ev, made);
}

static const Value *ints(Ev *ev, const int64_t *numbers, uint32_t count) {
    const Value *items[4];
    for (uint32_t i = 0; i < count; i++)
        items[i] = ev_int(ev, numbers[i]);
    return ev_tuple(ev, items, count);
}

enum { MAX_NUMBER = 4 };

static const Value *int_or_none(Ev *ev, const int64_t numbers[3], uint32_t number) {
    return number < 3 ? ev_int(ev, numbers[number]) : NULL;
}

static const Value *likely_tensors(Ev *ev, uint32_t number) {
    static const struct {
        uint32_t count;
        bool is_tuple;
    } likely[MAX_NUMBER] = {{2, false}, {2, true}, {3, false}, {1, false}};
    return tensors(ev, likely[number].count, likely[number].is_tuple);
}

/* The `number`th likely argument; NULL: no more. */
static const Value *argument(const UseScan *scan, uint32_t number) {
    static const int64_t dims[] = {1, 0, -1}, other_dims[] = {0, 1, -2}, counts[] = {2, 3, 5};
    static const int64_t orders[][3] = {{1, 0}, {0, 2, 1}, {2, 0, 1}}, sizes[] = {2, 3, 5};
    static const DType dtypes[] = {DT_F64, DT_F32, DT_I64};
    Ev *ev = scan->ev;
    switch (scan->use) {
    case USE_DIM:
        return int_or_none(ev, dims, number);
    case USE_OTHER_DIM:
        return int_or_none(ev, other_dims, number);
    case USE_COUNT:
        return int_or_none(ev, counts, number);
    case USE_DTYPE:
        return number < COUNT_OF(dtypes) ? ev_dtype(ev, dtypes[number]) : NULL;
    case USE_SIZES:
        return number < 2 ? ints(ev, sizes, 2 + number) : NULL;
    case USE_ORDER:
        return number < 3 ? ints(ev, orders[number], number ? 3 : 2) : NULL;
    case USE_TENSORS:
        return likely_tensors(ev, number);
    case USE_UNPACKED:
        return number < 2 ? tensors(ev, 2, number == 0) : NULL;
    case USE_REST:
        return number < 3 ? tensors(ev, number == 0 ? 2 : number == 1 ? 1 : 3, true) : NULL;
    case USE_NUMBER:
        return number == 0   ? ev_float(ev, 0.5)
               : number == 1 ? ev_int(ev, 2)
               : number == 2 ? tensor(ev, ev->default_dtype, 1)
                             : NULL;
    case USE_MATRIX:
    case USE_ADDED:
        return number == 0 ? tensor(ev, ev->default_dtype, 1) : NULL;
    case USE_DICT:
        return number < 2 ? dict(scan, number == 1) : NULL;
    case USE_INDEX:
        return number == 0  ? ev_int(ev, 1)
               : number < 3 ? tensor(ev, number == 1 ? DT_I64 : DT_BOOL, (int)number)
                            : NULL;
    case USE_LABELS:
        return number < 2 ? tensor(ev, DT_I64, 1 + (int)number) : NULL;
    case USE_PLACES:
        return number < 2 ? tensor(ev, DT_I64, 2 - (int)number) : NULL;
    case USE_FLAG:
        return number < 2 ? ev_bool(ev, number == 1) : NULL;
    case USE_NULLABLE:
        return number == 0 ? ev_none(ev) : NULL;
    case USE_MEMBER:
        return member_at(scan, number);
    default:
        return NULL;
    }
}

static UseScan scan_of(Ev *ev, const Function *function, Str parameter, bool is_first) {
    UseScan scan = {.ev = ev, .parameter = parameter, .is_first = is_first};
    const AstList *body = ast_body(function->def);
    for (uint32_t i = 0; i < body->len; i++)
        look(body->items[i], &scan);
    return scan;
}

/* What stands for a parameter that may be left out, where it is given. */
static void look_at_default(UseScan *scan, const Value *known) {
    bool is_left_out = known->kind == V_NONE && (scan->use == USE_NULLABLE || scan->use == USE_NUMBER);
    if (is_left_out && scan->use == USE_NULLABLE)
        scan->use = USE_ADDED;
    else if (!is_left_out && scan->use != USE_DTYPE)
        scan->use = USE_NONE;
}

/* The `number`th call; with numbers in the place of tensors, or the one for all else. False: there are not so many. */
static bool likely_call(const UseScan *scans, const DeclaredSlots *slots, uint32_t number, bool numbers,
                        const Value **out) {
    bool any = false;
    for (uint32_t i = 0; i < slots->count; i++) {
        const UseScan *scan = &scans[i];
        bool counts = (scan->use == USE_NUMBER) == numbers, is_known = numbers && scan->use == USE_FLAG;
        if (scan->use == USE_NONE || !(counts || is_known))
            continue;
        const Value *one = number < MAX_NUMBER && counts ? argument(scan, number) : NULL;
        any |= one != NULL;
        for (uint32_t before = number; !one && before-- > 0;)
            one = argument(scan, before);
        out[i] = one ? one : is_known ? argument(scan, 0) : out[i];
    }
    return any;
}

uint32_t declared_uses(Ev *ev, const Function *function, const DeclaredSlots *slots, const Value **others[],
                       uint32_t max) {
    UseScan *scans = arena_array(ev->arena, UseScan, slots->count + 1);
    uint32_t made = 0;
    for (uint32_t i = 0; i < slots->count; i++) {
        const Value *known = slots->values[i];
        scans[i] = (UseScan){.ev = ev};
        if (slots->names[i] && (!known || known->kind == V_NONE || known->kind == V_DTYPE))
            scans[i] = scan_of(ev, function, slots->names[i], i == 0);
        else if (!known && slots->rest == (int)i)
            scans[i].use = USE_REST;
        if (known && scans[i].use)
            look_at_default(&scans[i], known);
    }
    for (int numbers = 0; numbers < 2; numbers++)
        for (uint32_t number = 0; made < max; number++) {
            const Value **other = arena_copy(ev->arena, slots->values, sizeof *other * (slots->count + 1));
            if (!likely_call(scans, slots, number, numbers, other))
                break;
            others[made++] = other;
        }
    return made;
}
