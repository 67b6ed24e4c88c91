/* What a statement that stays Python is likely to leave in the variable that it assigns, told from its text: the clock
 * gives a float, len() an int. A guess decides what the segments behind it are compiled for, and is guarded there like
 * any type; a wrong one costs speed. */
#include "analysis/segments_guess.h"

#include <string.h>

typedef enum {
    GUESS_NONE,
    GUESS_INT,
    GUESS_FLOAT,
    GUESS_STR,
    GUESS_NUMPY, /* an array of NumPy, or a number taken from one: no tensor */
    GUESS_FIRST, /* as the first item of the argument */
} LikelyKind;

typedef struct GuessRow {
    const char *name;
    LikelyKind guess;
} GuessRow;

static const GuessRow functions[] = {
    {"time.time", GUESS_FLOAT},
    {"time.perf_counter", GUESS_FLOAT},
    {"time.monotonic", GUESS_FLOAT},
    {"time.process_time", GUESS_FLOAT},
    {"time.thread_time", GUESS_FLOAT},
    {"timeit.default_timer", GUESS_FLOAT},
    {"time.time_ns", GUESS_INT},
    {"time.perf_counter_ns", GUESS_INT},
    {"time.monotonic_ns", GUESS_INT},
    {"random.random", GUESS_FLOAT},
    {"random.uniform", GUESS_FLOAT},
    {"random.gauss", GUESS_FLOAT},
    {"random.normalvariate", GUESS_FLOAT},
    {"random.randint", GUESS_INT},
    {"random.randrange", GUESS_INT},
    {"random.getrandbits", GUESS_INT},
    {"random.choice", GUESS_FIRST},
    {"os.getpid", GUESS_INT},
    {"os.getcwd", GUESS_STR},
    {"os.path.join", GUESS_STR},
    {"os.path.basename", GUESS_STR},
    {"os.path.dirname", GUESS_STR},
    {"os.path.abspath", GUESS_STR},
    {"float", GUESS_FLOAT},
    {"int", GUESS_INT},
    {"len", GUESS_INT},
    {"id", GUESS_INT},
    {"hash", GUESS_INT},
    {"ord", GUESS_INT},
    {"str", GUESS_STR},
    {"repr", GUESS_STR},
    {"input", GUESS_STR},
    {"format", GUESS_STR},
    {"chr", GUESS_STR},
};

static const GuessRow methods[] = {
    {"join", GUESS_STR},      {"format", GUESS_STR},    {"strip", GUESS_STR},     {"lower", GUESS_STR},
    {"upper", GUESS_STR},     {"hexdigest", GUESS_STR}, {"decode", GUESS_STR},    {"strftime", GUESS_STR},
    {"isoformat", GUESS_STR}, {"readline", GUESS_STR},  {"bit_count", GUESS_INT}, {"numpy", GUESS_NUMPY},
};

/* Of numpy.random: numbers of Python, where no size is given. */
static const struct {
    const char *name;
    LikelyKind guess;
    uint32_t size_at; /* its place among the arguments */
} draws[] = {
    {"randint", GUESS_INT, 2},         {"rand", GUESS_FLOAT, 0},
    {"randn", GUESS_FLOAT, 0},         {"random", GUESS_FLOAT, 0},
    {"random_sample", GUESS_FLOAT, 0}, {"uniform", GUESS_FLOAT, 2},
    {"normal", GUESS_FLOAT, 2},        {"standard_normal", GUESS_FLOAT, 0},
    {"beta", GUESS_FLOAT, 2},
};

static LikelyKind look_up(const GuessRow *rows, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (!strcmp(rows[i].name, name))
            return rows[i].guess;
    return GUESS_NONE;
}

/* The dotted name that a callee has in Python; "" for one of the program, NULL for a method of a variable. */
static const char *name_of_callee(const GuessContext *context, const AstNode *callee) {
    const AstNode *root = callee;
    while (root->kind == AST_Attribute)
        root = root->u.Attribute.value;
    if (root->kind != AST_Name || name_set_has(context->locals, root->u.Name.id))
        return NULL;
    const Value *value = ev_eval_in_module(context->ev, context->ev->main_module, callee, NULL);
    ev_clear_fail(context->ev);
    switch (value ? value->kind : V_UNKNOWN) {
    case V_EXTERNAL:
        return value->u.str;
    case V_BUILTIN:
        return value->u.builtin.builtin->name;
    case V_CLASS:
        return value->u.class_info->name;
    case V_FUNCTION:
        return value->u.function->is_prelude ? value->u.function->module->name : "";
    default:
        return NULL;
    }
}

static bool is_in_numpy(const char *name) { return !strncmp(name, "numpy", 5) && (!name[5] || name[5] == '.'); }

static LikelyKind guess_of(const GuessContext *context, const AstNode *node);

static LikelyKind guess_of_first(const GuessContext *context, const AstList *args) {
    const AstNode *list = args->len ? args->items[0] : NULL;
    return list && list->kind == AST_List && list->u.List.elts.len ? guess_of(context, list->u.List.elts.items[0])
                                                                   : GUESS_NONE;
}

static LikelyKind guess_of_draw(const GuessContext *context, const AstNode *call) {
    const AstNode *callee = call->u.Call.func;
    const AstNode *module = callee->kind == AST_Attribute ? callee->u.Attribute.value : NULL;
    const Value *value = module ? ev_eval_in_module(context->ev, context->ev->main_module, module, NULL) : NULL;
    ev_clear_fail(context->ev);
    bool is_random = value && ((value->kind == V_MODULE && !strcmp(value->u.module->name, "numpy.random")) ||
                               (value->kind == V_EXTERNAL && !strcmp(value->u.str, "numpy.random")));
    bool is_array = call->u.Call.keywords.len > 0;
    for (size_t i = 0; is_random && !is_array && i < COUNT_OF(draws); i++)
        if (!strcmp(callee->u.Attribute.attr, draws[i].name))
            return call->u.Call.args.len <= draws[i].size_at ? draws[i].guess : GUESS_NUMPY;
    return GUESS_NUMPY;
}

static LikelyKind guess_of_call(const GuessContext *context, const AstNode *node) {
    const AstNode *callee = node->u.Call.func;
    const char *name = name_of_callee(context, callee);
    LikelyKind guess = !name               ? GUESS_NONE
                       : is_in_numpy(name) ? guess_of_draw(context, node)
                                           : look_up(functions, COUNT_OF(functions), name);
    if (guess == GUESS_FIRST)
        return guess_of_first(context, &node->u.Call.args);
    if (guess != GUESS_NONE || name || callee->kind != AST_Attribute)
        return guess;
    guess = look_up(methods, COUNT_OF(methods), callee->u.Attribute.attr);
    bool of_array = guess == GUESS_NONE && guess_of(context, callee->u.Attribute.value) == GUESS_NUMPY;
    return of_array ? GUESS_NUMPY : guess;
}

static LikelyKind guess_of_value(const Value *value) {
    switch (value ? value->kind : V_UNKNOWN) {
    case V_INT:
        return GUESS_INT;
    case V_FLOAT:
        return GUESS_FLOAT;
    case V_STR:
        return GUESS_STR;
    default:
        return value && ev_is_numpy_array(value) ? GUESS_NUMPY : GUESS_NONE;
    }
}

static LikelyKind guess_of_constant(const AstNode *node) {
    switch (node->u.Constant.value.kind) {
    case AST_CONST_INT:
        return GUESS_INT;
    case AST_CONST_FLOAT:
        return GUESS_FLOAT;
    case AST_CONST_STR:
        return GUESS_STR;
    default:
        return GUESS_NONE;
    }
}

static LikelyKind guess_of_operation(const GuessContext *context, const AstNode *node) {
    LikelyKind left = guess_of(context, node->u.BinOp.left), right = guess_of(context, node->u.BinOp.right);
    if (left == GUESS_NUMPY || right == GUESS_NUMPY)
        return GUESS_NUMPY;
    if (left == GUESS_STR && (node->u.BinOp.op == AST_Mod || right == GUESS_STR))
        return GUESS_STR;
    bool numbers = (left == GUESS_INT || left == GUESS_FLOAT) && (right == GUESS_INT || right == GUESS_FLOAT);
    if (!numbers)
        return GUESS_NONE;
    return node->u.BinOp.op == AST_Div || left == GUESS_FLOAT || right == GUESS_FLOAT ? GUESS_FLOAT : GUESS_INT;
}

static LikelyKind guess_of(const GuessContext *context, const AstNode *node) {
    switch (node->kind) {
    case AST_Constant:
        return guess_of_constant(node);
    case AST_JoinedStr:
        return GUESS_STR;
    case AST_Name:
        return guess_of_value(map_get(context->known, MAP_KEY(node->u.Name.id)));
    case AST_UnaryOp:
        return node->u.UnaryOp.op == AST_Not ? GUESS_NONE : guess_of(context, node->u.UnaryOp.operand);
    case AST_BinOp:
        return guess_of_operation(context, node);
    case AST_IfExp: {
        LikelyKind body = guess_of(context, node->u.IfExp.body);
        return body == guess_of(context, node->u.IfExp.orelse) ? body : GUESS_NONE;
    }
    case AST_Compare:
        return guess_of(context, node->u.Compare.left) == GUESS_NUMPY ? GUESS_NUMPY : GUESS_NONE;
    case AST_Subscript: {
        LikelyKind value = guess_of(context, node->u.Subscript.value);
        return value == GUESS_STR || value == GUESS_NUMPY ? value : GUESS_NONE;
    }
    case AST_Call:
        return guess_of_call(context, node);
    default:
        return GUESS_NONE;
    }
}

static const Value *example_of(Ev *ev, LikelyKind guess) {
    switch (guess) {
    case GUESS_INT:
        return ev_int(ev, 2);
    case GUESS_FLOAT:
        return ev_float(ev, 0.5);
    case GUESS_STR:
        return ev_str(ev, NULL);
    case GUESS_NUMPY: {
        const Value *array = ev_prelude(ev, "numpy", "ndarray");
        return array && array->kind == V_CLASS ? ev_new_instance(ev, array->u.class_info) : NULL;
    }
    default:
        return NULL;
    }
}

const Value *segments_guess(const GuessContext *context, const AstNode *expr) {
    return example_of(context->ev, guess_of(context, expr));
}

/* ---- what loops go through -----------------------------------------------------------------------------------------
 */

/* X.tolist(): X is likely to hold positions or labels where nothing else is known of it. */
static LikelyKind guess_of_listed(const GuessContext *context, const AstNode *tensor) {
    const Value *value = tensor->kind == AST_Name ? map_get(context->known, MAP_KEY(tensor->u.Name.id)) : NULL;
    bool is_float = value && value->kind == V_TENSOR && dtype_is_float(value->u.tensor.node->type.dtype);
    return is_float ? GUESS_FLOAT : GUESS_INT;
}

/* NAME of NAME(...), where that is no variable of the function; "": it is something else. */
static const char *name_of_global_call(const GuessContext *context, const AstNode *node) {
    const AstNode *callee = node->kind == AST_Call ? node->u.Call.func : NULL;
    bool is_name = callee && callee->kind == AST_Name && !name_set_has(context->locals, callee->u.Name.id);
    return is_name ? callee->u.Name.id : "";
}

static LikelyKind guess_of_item(const GuessContext *context, const AstNode *iterable) {
    static const char *const same[] = {"sorted", "set", "list", "tuple", "reversed", "frozenset", "iter"};
    const AstList *args = iterable->kind == AST_Call ? &iterable->u.Call.args : NULL;
    const AstNode *callee = args ? iterable->u.Call.func : NULL;
    const char *name = name_of_global_call(context, iterable);
    switch (iterable->kind) {
    case AST_List:
        return iterable->u.List.elts.len ? guess_of(context, iterable->u.List.elts.items[0]) : GUESS_NONE;
    case AST_Tuple:
        return iterable->u.Tuple.elts.len ? guess_of(context, iterable->u.Tuple.elts.items[0]) : GUESS_NONE;
    case AST_Call:
        if (args->len == 1 && IS_AMONG(same, name))
            return guess_of_item(context, args->items[0]);
        if (!strcmp(name, "range"))
            return GUESS_INT;
        if (!strcmp(name, "map") && args->len == 2 && args->items[0]->kind == AST_Name)
            return look_up(functions, COUNT_OF(functions), args->items[0]->u.Name.id);
        if (callee->kind == AST_Attribute && !strcmp(callee->u.Attribute.attr, "tolist"))
            return guess_of_listed(context, callee->u.Attribute.value);
        if (callee->kind == AST_Attribute && !strncmp(callee->u.Attribute.attr, "split", 5))
            return guess_of(context, callee->u.Attribute.value) == GUESS_STR ? GUESS_STR : GUESS_NONE;
        return GUESS_NONE;
    default:
        return guess_of(context, iterable) == GUESS_STR ? GUESS_STR : GUESS_NONE;
    }
}

const Value *segments_guess_item(const GuessContext *context, const AstNode *iterable) {
    Ev *ev = context->ev;
    const AstList *args = iterable->kind == AST_Call ? &iterable->u.Call.args : NULL;
    const char *name = name_of_global_call(context, iterable);
    bool counts = !strcmp(name, "enumerate") && args->len;
    if (!counts && strcmp(name, "zip") != 0)
        return example_of(ev, guess_of_item(context, iterable));
    const Value **items = arena_array(ev->arena, const Value *, args->len + 2);
    uint32_t count = 0;
    if (counts)
        items[count++] = ev_int(ev, 2);
    for (uint32_t i = 0; i < (counts ? 1 : args->len); i++) {
        const Value *item = segments_guess_item(context, args->items[i]);
        items[count++] = item ? item : ev_unknown(ev, NULL, "an item");
    }
    return ev_tuple(ev, items, count);
}

static AstNode *call_of(Arena *arena, const char *function, const AstNode *argument) {
    AstNode *name = arena_copy(arena, argument, sizeof *name), *call = arena_copy(arena, argument, sizeof *call);
    AstNode **args = arena_array(arena, AstNode *, 1);
    args[0] = (AstNode *)(uintptr_t)argument;
    name->kind = AST_Name;
    memset(&name->u, 0, sizeof name->u);
    name->u.Name.id = str_of(function);
    call->kind = AST_Call;
    memset(&call->u, 0, sizeof call->u);
    call->u.Call.func = name;
    call->u.Call.args = (AstList){.items = args, .len = 1};
    return call;
}

/* What an attempt has left, a tensor or a number, means nothing to driver code: arguments that are objects do. */
static void add_objects(const GuessContext *context, Map *objects) {
    for (uint32_t i = 0; i < context->known->len; i++) {
        const Value *value = context->known->values[i];
        bool is_object = value && (value->kind == V_INSTANCE || value->kind == V_LIST || value->kind == V_DICT);
        if (is_object)
            map_put(objects, context->known->keys[i], (void *)(uintptr_t)value);
    }
}

static void find_objects(AstNode *node, void *data) {
    Map *objects = data;
    if (node->kind == AST_Name && map_has(objects, MAP_KEY(node->u.Name.id)))
        map_put(objects, 0, node);
    ast_each_child(node, find_objects, data);
}

const Value *segments_first_item(const GuessContext *context, const AstNode *iterable) {
    Ev *ev = context->ev;
    Map objects;
    map_init(&objects, ev->arena);
    add_objects(context, &objects);
    Map found = objects;
    find_objects((AstNode *)(uintptr_t)iterable, &found);
    if (found.len == objects.len)
        return NULL;
    const AstNode *first = call_of(ev->arena, "next", call_of(ev->arena, "iter", iterable));
    const Value *item = ev_eval_in_module(ev, ev->main_module, first, &objects);
    ev_clear_fail(ev);
    return item;
}
