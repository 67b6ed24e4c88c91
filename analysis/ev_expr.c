/* Expressions: one function a kind of AST node, in a table. */
#include "analysis/ev_internal.h"

#include <stdlib.h>

typedef const Value *(*EvalFn)(Ev *ev, const AstNode *node);

/* ---- constants and names -------------------------------------------------------------------------------------------
 */

static const Value *eval_constant(Ev *ev, const AstNode *node) {
    const AstConstant *c = &node->u.Constant.value;
    switch (c->kind) {
    case AST_CONST_NONE:
        return ev_none(ev);
    case AST_CONST_BOOL:
        return ev_bool(ev, c->boolean);
    case AST_CONST_ELLIPSIS:
        return ev_ellipsis(ev);
    case AST_CONST_INT:
        return c->fits_int64 ? ev_int(ev, c->integer)
                             : ev_fail(ev, D_LIMIT, node->span, "an integer that needs more than 64 bits");
    case AST_CONST_FLOAT:
        return ev_float(ev, c->real);
    case AST_CONST_COMPLEX:
        return ev_call_values(ev, ev_prelude(ev, "builtins", "complex"),
                              (const Value *[]){ev_float(ev, 0.0), ev_float(ev, c->real)}, 2, node->span);
    case AST_CONST_STR:
        if (c->opaque || c->has_surrogates)
            return ev_fail(ev, D_UNSUPPORTED_SYNTAX, node->span, "this string literal");
        if (c->text == str_of("__classcell__"))
            return ev_fail(ev, D_UNSUPPORTED_OP, node->span, "the cell of a class");
        return ev_literal(ev, c->text);
    case AST_CONST_BYTES: {
        Value *bytes = ev_value(ev, V_BYTES);
        bytes->u.str = c->text;
        return bytes;
    }
    }
    return NULL;
}

/* A module that more is done with than reading what lies in it: which one it is matters then. */
static const Value *as_it_is(Ev *ev, const Value *value, Span span) {
    if (value && value->kind == V_MODULE && value->source && !ev->in_driver)
        ev_module_fact(ev, value, span);
    return value;
}

static const Value *eval_name(Ev *ev, const AstNode *node) {
    const Value *value = ev_name_load(ev, node->u.Name.id, node->span);
    return ev->taken_from == node ? value : as_it_is(ev, value, node->span);
}

static const Value *eval_named(Ev *ev, const AstNode *node) {
    const Value *value = ev_eval(ev, node->u.NamedExpr.value);
    if (!value)
        return NULL;
    /* Inside a comprehension the name belongs to the scope around it. */
    ObjId scope = ev->frame->scope;
    const ScopeInfo *info = ev->frame->info;
    while (ev->frame->info->kind == SCOPE_COMPREHENSION && heap_parent(ev->heap, ev->frame->scope)) {
        ev->frame->scope = heap_parent(ev->heap, ev->frame->scope);
        ev->frame->info = heap_info(ev->heap, ev->frame->scope);
    }
    bool ok = ev_assign(ev, node->u.NamedExpr.target, value);
    ev->frame->scope = scope;
    ev->frame->info = info;
    return ok ? value : NULL;
}

/* ---- operators
 * --------------------------------------------------------------------------------------------------------- */

static const Value *eval_binop(Ev *ev, const AstNode *node) {
    const Value *left = ev_eval(ev, node->u.BinOp.left), *right = left ? ev_eval(ev, node->u.BinOp.right) : NULL;
    return right ? ev_binary(ev, node->u.BinOp.op, left, right, node->span) : NULL;
}

const Value *ev_not(Ev *ev, const Value *truth, Span span) {
    if (truth->kind == V_BOOL)
        return ev_bool(ev, !truth->u.boolean);
    return ev_scalar(ev, ir_unary(ev->region, OP_NOT, ir_scalar_type(IRT_BOOL), truth->u.node, span));
}

static const Value *eval_unary(Ev *ev, const AstNode *node) {
    if (node->u.UnaryOp.op == AST_Not)
        return ev_condition(ev, node);
    const Value *operand = ev_eval(ev, node->u.UnaryOp.operand);
    return operand ? ev_unary(ev, node->u.UnaryOp.op, operand, node->span) : NULL;
}

typedef struct BoolRest {
    const AstNode *node;
    uint32_t from;
    const Value *left;
} BoolRest;

static const Value *bool_rest(Ev *ev, const BoolRest *rest);
static const Value *rest_thunk(Ev *ev, const void *data) {
    const BoolRest *rest = data;
    BoolRest next = {rest->node, rest->from + 1, ev_eval(ev, rest->node->u.BoolOp.values.items[rest->from])};
    return next.left ? bool_rest(ev, &next) : NULL;
}
static const Value *left_thunk(Ev *ev, const void *data) {
    (void)ev;
    return ((const BoolRest *)data)->left;
}

static bool is_harmless(const IrRegion *region, uint32_t from);

/* A bool, and a rest that is a known bool and does nothing else: one of the two is the result. NULL: it is not so. */
static const Value *decided_rest(Ev *ev, const BoolRest *rest, bool is_and) {
    EvMark mark = ev_mark(ev);
    const Value *right = rest_thunk(ev, rest);
    HeapDelta delta = heap_collect(ev->heap, mark.heap);
    bool harmless = right && right->kind == V_BOOL && delta.count == 0 && ev->facts->items.len == mark.facts &&
                    is_harmless(mark.in, mark.region);
    if (harmless)
        return right->u.boolean == is_and ? rest->left : right;
    if (right || ev->fail.kind != FAIL_RESTART) {
        ev_undo(ev, mark);
        ev_clear_fail(ev);
    }
    return NULL;
}

/* The remaining operands after `left`, whose value is known already. */
static const Value *bool_rest(Ev *ev, const BoolRest *rest) {
    const AstNode *node = rest->node;
    if (rest->from == node->u.BoolOp.values.len)
        return rest->left;
    bool is_and = node->u.BoolOp.op == AST_And;
    const Value *truth = ev_truth(ev, rest->left, node->span);
    if (!truth)
        return NULL;
    if (truth->kind == V_BOOL)
        return truth->u.boolean == is_and ? rest_thunk(ev, rest) : rest->left;
    const Value *decided = truth == rest->left ? decided_rest(ev, rest, is_and) : NULL;
    if (decided || ev->fail.kind == FAIL_RESTART)
        return decided;
    return ev_branch_value(ev, truth, is_and ? rest_thunk : left_thunk, is_and ? left_thunk : rest_thunk, rest,
                           node->span);
}

static const Value *eval_boolop(Ev *ev, const AstNode *node) {
    BoolRest rest = {node, 1, ev_eval(ev, node->u.BoolOp.values.items[0])};
    return rest.left ? bool_rest(ev, &rest) : NULL;
}

typedef struct CompareRest {
    const AstNode *node;
    uint32_t at;
    const Value *left, *result;
} CompareRest;

static const Value *compare_rest(Ev *ev, const void *data);
static const Value *compare_left(Ev *ev, const void *data) {
    (void)ev;
    return ((const CompareRest *)data)->result;
}

/* a < b < c: the second comparison runs only when the first holds, and b is evaluated once. */
static const Value *compare_rest(Ev *ev, const void *data) {
    const CompareRest *rest = data;
    const AstNode *node = rest->node;
    const Value *right = ev_eval(ev, node->u.Compare.comparators.items[rest->at]);
    const Value *result = right ? ev_compare(ev, node->u.Compare.ops[rest->at], rest->left, right, node->span) : NULL;
    if (!result || rest->at + 1 == node->u.Compare.comparators.len)
        return result;
    const Value *truth = ev_truth(ev, result, node->span);
    if (!truth)
        return NULL;
    CompareRest next = {node, rest->at + 1, right, result};
    if (truth->kind == V_BOOL)
        return truth->u.boolean ? compare_rest(ev, &next) : result;
    return ev_branch_value(ev, truth, compare_rest, compare_left, &next, node->span);
}

/* The argument of a call of the built-in id(); NULL: another expression. */
static const AstNode *asked_identity(Ev *ev, const AstNode *node) {
    if (node->kind != AST_Call || node->u.Call.func->kind != AST_Name || node->u.Call.func->u.Name.id != str_of("id") ||
        node->u.Call.args.len != 1 || node->u.Call.keywords.len || node->u.Call.args.items[0]->kind == AST_Starred)
        return NULL;
    const Value *function = ev_eval(ev, node->u.Call.func);
    bool is_id = function && function->kind == V_BUILTIN && !strcmp(function->u.builtin.builtin->name, "id");
    return is_id ? node->u.Call.args.items[0] : NULL;
}

/* `id(a) == id(b)`: objects that live together are one, or have two identities; one of them is a variable's here. */
static const Value *compare_identities(Ev *ev, const AstNode *node) {
    AstCmpOp op = node->u.Compare.ops[0];
    if (node->u.Compare.comparators.len != 1 || (op != AST_Eq && op != AST_NotEq))
        return NULL;
    const AstNode *a = asked_identity(ev, node->u.Compare.left);
    const AstNode *b = a ? asked_identity(ev, node->u.Compare.comparators.items[0]) : NULL;
    if (!b || (a->kind != AST_Name && b->kind != AST_Name))
        return NULL;
    const Value *left = ev_eval(ev, a), *right = left ? ev_eval(ev, b) : NULL;
    return right ? ev_compare(ev, op == AST_Eq ? AST_Is : AST_IsNot, left, right, node->span) : NULL;
}

static const Value *eval_compare(Ev *ev, const AstNode *node) {
    if (node->u.Compare.left->kind == AST_Call) {
        const Value *same = compare_identities(ev, node);
        if (same || ev->fail.kind)
            return same;
    }
    CompareRest rest = {node, 0, ev_eval(ev, node->u.Compare.left), NULL};
    return rest.left ? compare_rest(ev, &rest) : NULL;
}

/* ---- conditions
 * ---------------------------------------------------------------------------------------------------------- */

static const Value *known_thunk(Ev *ev, const void *data) {
    const AstNode *node = ((const BoolRest *)data)->node;
    return ev_bool(ev, node->u.BoolOp.op == AST_Or);
}

static const Value *condition_rest(Ev *ev, const void *data) {
    const BoolRest *rest = data;
    const AstNode *node = rest->node;
    bool is_and = node->u.BoolOp.op == AST_And;
    const Value *truth = ev_condition(ev, node->u.BoolOp.values.items[rest->from]);
    if (!truth || rest->from + 1 == node->u.BoolOp.values.len)
        return truth;
    BoolRest next = {node, rest->from + 1, truth};
    if (truth->kind == V_BOOL)
        return truth->u.boolean == is_and ? condition_rest(ev, &next) : truth;
    return ev_condition_pair(ev, truth, is_and, condition_rest, known_thunk, &next, node->span);
}

/* Scalar arithmetic without effects may run although Python would not have come to it. */
static bool is_harmless(const IrRegion *region, uint32_t from) {
    for (uint32_t i = from; i < region->nodes.len; i++) {
        const IrNode *node = region->nodes.data[i];
        if (node->type.kind == IRT_TENSOR || ir_op_info[node->op].effect != '-' || node->region_count)
            return false;
    }
    return true;
}

/* `left and rest` (or `or`) as a condition: one scalar where the rest is cheap, else a branch. */
const Value *ev_condition_pair(Ev *ev, const Value *left, bool is_and, Thunk rest, Thunk short_cut, const void *data,
                               Span span) {
    EvMark mark = ev_mark(ev);
    const Value *right = rest(ev, data);
    HeapDelta delta = heap_collect(ev->heap, mark.heap);
    bool harmless =
        right && delta.count == 0 && ev->facts->items.len == mark.facts && is_harmless(mark.in, mark.region);
    if (harmless && right->kind == V_BOOL)
        return right->u.boolean == is_and ? left : right;
    if (harmless) {
        IrNode *node = ir_binary(ev->region, is_and ? OP_AND : OP_OR, ir_scalar_type(IRT_BOOL), left->u.node,
                                 ev_scalar_node(ev, right), span);
        return ev_scalar(ev, node);
    }
    if (!right && ev->fail.kind == FAIL_RESTART)
        return NULL;
    ev_undo(ev, mark);
    ev_clear_fail(ev);
    return ev_branch_value(ev, left, is_and ? rest : short_cut, is_and ? short_cut : rest, data, span);
}

static const Value *known_false(Ev *ev, const void *data) {
    (void)data;
    return ev_bool(ev, false);
}

/* a < b < c as a condition. */
static const Value *condition_compare(Ev *ev, const void *data) {
    const CompareRest *rest = data;
    const AstNode *node = rest->node;
    const Value *right = ev_eval(ev, node->u.Compare.comparators.items[rest->at]);
    ev->asks_truth = true;
    const Value *result = right ? ev_compare(ev, node->u.Compare.ops[rest->at], rest->left, right, node->span) : NULL;
    ev->asks_truth = false;
    const Value *truth = result ? ev_truth(ev, result, node->span) : NULL;
    if (!truth || rest->at + 1 == node->u.Compare.comparators.len)
        return truth;
    CompareRest next = {node, rest->at + 1, right, NULL};
    if (truth->kind == V_BOOL)
        return truth->u.boolean ? condition_compare(ev, &next) : truth;
    return ev_condition_pair(ev, truth, true, condition_compare, known_false, &next, node->span);
}

const Value *ev_condition(Ev *ev, const AstNode *node) {
    if (node->kind == AST_BoolOp) {
        BoolRest rest = {node, 0, NULL};
        return condition_rest(ev, &rest);
    }
    if (node->kind == AST_UnaryOp && node->u.UnaryOp.op == AST_Not) {
        const Value *truth = ev_condition(ev, node->u.UnaryOp.operand);
        return truth ? ev_not(ev, truth, node->span) : NULL;
    }
    if (node->kind == AST_Compare) {
        CompareRest rest = {node, 0, ev_eval(ev, node->u.Compare.left), NULL};
        return rest.left ? condition_compare(ev, &rest) : NULL;
    }
    const Value *value = ev_eval(ev, node);
    return value ? ev_truth(ev, value, node->span) : NULL;
}

static const Value *then_thunk(Ev *ev, const void *data) { return ev_eval(ev, ((const AstNode *)data)->u.IfExp.body); }
static const Value *else_thunk(Ev *ev, const void *data) {
    return ev_eval(ev, ((const AstNode *)data)->u.IfExp.orelse);
}

static const Value *eval_ifexp(Ev *ev, const AstNode *node) {
    const Value *truth = ev_condition(ev, node->u.IfExp.test);
    if (!truth)
        return NULL;
    if (truth->kind == V_BOOL)
        return ev_eval(ev, truth->u.boolean ? node->u.IfExp.body : node->u.IfExp.orelse);
    return ev_branch_value(ev, truth, then_thunk, else_thunk, node, node->span);
}

/* ---- attributes and items
 * -------------------------------------------------------------------------------------------------- */

/* prim.NAME in the prelude: such a function is looked for once at each place. */
static bool is_primitive(const Ev *ev, const AstNode *attribute) {
    const AstNode *module = attribute->u.Attribute.value;
    return ev->frame->module->is_prelude && module->kind == AST_Name && module->u.Name.id == str_of("prim");
}

static const Value *eval_attribute(Ev *ev, const AstNode *node) {
    bool primitive = is_primitive(ev, node);
    const Value *known = primitive ? map_get(&ev->prim_functions, MAP_KEY(node)) : NULL;
    if (known)
        return known;
    int hint = ev->rank_hint;
    ev->rank_hint = 0;
    bool is_taken_from = ev->taken_from == node;
    ev->taken_from = node->u.Attribute.value;
    const Value *object = ev_eval(ev, node->u.Attribute.value);
    ev->rank_hint = hint;
    bool of_prelude = ev->frame && ev->frame->module->is_prelude;
    known = object
                ? (of_prelude ? ev_slot : ev_asked_attr)(ev, object, ev_mangle(ev, node->u.Attribute.attr), node->span)
                : NULL;
    if (known && known->source && known->source->kind == SRC_PARAM)
        ev_count_call(ev, "Module.__getattr__", false);
    if (primitive && known && known->kind == V_BUILTIN)
        map_put(&ev->prim_functions, MAP_KEY(node), (void *)(uintptr_t)known);
    return is_taken_from ? known : as_it_is(ev, known, node->span);
}

/* The rank that EXPR[index] asks of EXPR's sizes. */
static int hint_of_index(const AstNode *slice) {
    bool negative = slice->kind == AST_UnaryOp && slice->u.UnaryOp.op == AST_USub;
    const AstNode *number = negative ? slice->u.UnaryOp.operand : slice;
    if (number->kind != AST_Constant || number->u.Constant.value.kind != AST_CONST_INT)
        return 0;
    int64_t i = number->u.Constant.value.integer;
    if (i < 0 || i >= IR_MAX_RANK)
        return 0;
    return negative ? (int)-i : (int)i + 1;
}

static const Value *eval_subscript(Ev *ev, const AstNode *node) {
    int hint = ev->rank_hint;
    ev->rank_hint = hint_of_index(node->u.Subscript.slice);
    const Value *object = ev_eval(ev, node->u.Subscript.value);
    ev->rank_hint = 0;
    const Value *index = object ? ev_eval_slice(ev, node->u.Subscript.slice) : NULL;
    ev->rank_hint = hint;
    return index ? ev_getitem(ev, object, index, node->span) : NULL;
}

static const Value *eval_slice(Ev *ev, const AstNode *node) {
    const AstNode *parts[3] = {node->u.Slice.lower, node->u.Slice.upper, node->u.Slice.step};
    const Value *items[3];
    for (int i = 0; i < 3; i++)
        if (!(items[i] = parts[i] ? ev_eval(ev, parts[i]) : ev_none(ev)))
            return NULL;
    return ev_items_value(ev, V_SLICE, items, 3);
}

const Value *ev_eval_slice(Ev *ev, const AstNode *slice) { return ev_eval(ev, slice); }

/* ---- displays
 * ------------------------------------------------------------------------------------------------------------------ */

typedef VEC(const Value *) ValueVec;

static bool eval_elements(Ev *ev, const AstList *list, bool ordered, ValueVec *out) {
    vec_reserve(ev->arena, out, list->len);
    for (uint32_t i = 0; i < list->len; i++) {
        const AstNode *item = list->items[i];
        if (item->kind != AST_Starred) {
            const Value *value = ev_eval(ev, item);
            if (!value)
                return false;
            vec_push(ev->arena, out, value);
            continue;
        }
        const Value *value = ev_eval(ev, item->u.Starred.value), **items;
        uint32_t count;
        if (!value)
            return false;
        value = ordered ? value : ev_held_members(ev, value);
        if (!(ordered ? ev_collect : ev_iterate_unordered)(ev, value, &items, &count, item->span))
            return ev_not_iterated(ev);
        for (uint32_t k = 0; k < count; k++)
            vec_push(ev->arena, out, items[k]);
    }
    return true;
}

static const Value *eval_tuple(Ev *ev, const AstNode *node) {
    ValueVec items = {0};
    return eval_elements(ev, &node->u.Tuple.elts, true, &items) ? ev_tuple(ev, items.data, items.len) : NULL;
}

static const Value *eval_list(Ev *ev, const AstNode *node) {
    ValueVec items = {0};
    return eval_elements(ev, &node->u.List.elts, true, &items) ? ev_list(ev, items.data, items.len) : NULL;
}

static bool add_to_set(Ev *ev, const Value *set, const Value *item, Span span) {
    if (!ev_hashable(ev, item, span))
        return false;
    if (!heap_get_key(ev->heap, set->u.object, item))
        heap_set_key(ev->heap, set->u.object, item, item);
    return true;
}

static const Value *eval_set(Ev *ev, const AstNode *node) {
    ValueVec items = {0};
    if (!eval_elements(ev, &node->u.Set.elts, false, &items))
        return NULL;
    const Value *set = ev_set(ev);
    for (uint32_t i = 0; i < items.len; i++)
        if (!add_to_set(ev, set, items.data[i], node->span))
            return NULL;
    return set;
}

static bool add_to_dict(Ev *ev, const Value *dict, const Value *key, const Value *value, Span span) {
    if (!ev_hashable(ev, key, span))
        return false;
    heap_set_key(ev->heap, dict->u.object, key, value);
    return true;
}

static bool merge_dict(Ev *ev, const Value *dict, const Value *other, Span span) {
    bool has_keys = other->kind == V_INSTANCE && ev_getattr_or_null(ev, other, str_of("keys"), span);
    if (ev->fail.kind)
        return false;
    if (other->kind == V_INSTANCE && !has_keys)
        return ev_raise(ev, "TypeError", span, "'%s' object is not a mapping", ev_type_name(ev, other)) != NULL;
    if (other->kind == V_INSTANCE)
        return ev_call_method(ev, dict, "update", &other, 1, span) != NULL;
    if (ev_restart_without_rest(ev, other, REST_USED, span))
        return false;
    if (other->kind != V_DICT) {
        ev_fail(ev, D_UNSUPPORTED_OP, span, "** of %s", ev_type_name(ev, other));
        return false;
    }
    const HeapContent *content = heap_content(ev->heap, other->u.object);
    for (uint32_t i = 0; i < content->count; i++)
        heap_set_key(ev->heap, dict->u.object, content->slots[i].key, content->slots[i].value);
    return true;
}

static const Value *eval_dict(Ev *ev, const AstNode *node) {
    const Value *dict = ev_dict(ev);
    for (uint32_t i = 0; i < node->u.Dict.values.len; i++) {
        const AstNode *key_node = node->u.Dict.keys.items[i];
        const Value *key = key_node ? ev_eval(ev, key_node) : NULL;
        if (key_node && !key)
            return NULL;
        const Value *value = ev_eval(ev, node->u.Dict.values.items[i]);
        if (!value || !(key ? add_to_dict(ev, dict, key, value, node->span) : merge_dict(ev, dict, value, node->span)))
            return NULL;
    }
    return dict;
}

/* ---- comprehensions
 * ---------------------------------------------------------------------------------------------------------------- */

typedef struct Comprehension {
    const AstNode *node, *element, *value; /* value: of a dict comprehension */
    const AstList *generators;
    const Value *container;
} Comprehension;

static bool comprehension_element(Ev *ev, const Comprehension *c) {
    const Value *element = ev_eval(ev, c->element);
    if (!element)
        return false;
    if (c->node->kind == AST_SetComp)
        return add_to_set(ev, c->container, element, c->node->span);
    if (c->node->kind == AST_GeneratorExp)
        return ev_yield(ev, element, c->node->span) != NULL;
    if (c->node->kind != AST_DictComp) {
        heap_append(ev->heap, c->container->u.object, element);
        return true;
    }
    const Value *value = ev_eval(ev, c->value);
    return value && add_to_dict(ev, c->container, element, value, c->node->span);
}

static bool comprehension_level(Ev *ev, const Comprehension *c, uint32_t level, const Value *first);

/* Tests the conditions of one level for the item that is bound, then goes deeper. */
static bool comprehension_item(Ev *ev, const Comprehension *c, uint32_t level) {
    const AstNode *generator = c->generators->items[level];
    for (uint32_t i = 0; i < generator->u.comprehension.ifs.len; i++) {
        const AstNode *test = generator->u.comprehension.ifs.items[i];
        const Value *truth = ev_condition(ev, test);
        if (!truth)
            return false;
        bool holds;
        if (!ev_decide(ev, truth, &holds, test->span))
            return !ev->fail.kind &&
                   ev_fail(ev, D_BRANCH, test->span, "a condition of a comprehension that is not known when compiling");
        if (!holds)
            return true;
    }
    return level + 1 == c->generators->len ? comprehension_element(ev, c) : comprehension_level(ev, c, level + 1, NULL);
}

static bool comprehension_level(Ev *ev, const Comprehension *c, uint32_t level, const Value *first) {
    const AstNode *generator = c->generators->items[level];
    if (generator->u.comprehension.is_async) {
        ev_fail(ev, D_UNSUPPORTED_SYNTAX, generator->span, "an asynchronous comprehension");
        return false;
    }
    const Value *iterable = first ? first : ev_eval(ev, generator->u.comprehension.iter), *item;
    const Value *iterator = iterable ? ev_iter(ev, iterable, generator->span) : NULL;
    Step step = STEP_FAIL;
    while (iterator && (step = ev_next(ev, iterator, &item, generator->span)) == STEP_ITEM)
        if (!ev_step(ev, generator->span) || !ev_assign(ev, generator->u.comprehension.target, item) ||
            !comprehension_item(ev, c, level))
            return false;
    return step == STEP_END;
}

static Comprehension comprehension_of(const AstNode *node) {
    bool is_dict = node->kind == AST_DictComp;
    return (Comprehension){.node = node,
                           .element = is_dict ? node->u.DictComp.key : node->u.ListComp.elt,
                           .value = is_dict ? node->u.DictComp.value : NULL,
                           .generators = is_dict ? &node->u.DictComp.generators : &node->u.ListComp.generators};
}

bool ev_comprehension_yields(Ev *ev, const AstNode *node, const Value *first) {
    Comprehension c = comprehension_of(node);
    return comprehension_level(ev, &c, 0, first);
}

/* `at_once`: nothing can tell when the items of a generator expression are made. */
static const Value *comprehension_value(Ev *ev, const AstNode *node, bool at_once) {
    bool is_dict = node->kind == AST_DictComp;
    Comprehension c = comprehension_of(node);
    const AstNode *generator = c.generators->items[0];
    bool plain = at_once && c.generators->len == 1;
    const Value *first =
        plain ? ev_eval_iterable(ev, generator->u.comprehension.iter) : ev_eval(ev, generator->u.comprehension.iter);
    int symbolic = !first ? -1 : plain ? ev_rows_iterated(ev, first, node->span) : 0;
    uint32_t count;
    if (symbolic > 0 && (is_dict || node->kind == AST_SetComp || ev_wants_fork(ev, generator)))
        symbolic = ev_rows_settle(ev, first, &count, node->span) ? 0 : ev->fail.kind ? -1 : symbolic;
    if (symbolic < 0)
        return NULL;
    if (node->kind == AST_GeneratorExp && !symbolic)
        return ev_generator_expression(ev, node, first);
    c.container = is_dict ? ev_dict(ev) : node->kind == AST_SetComp ? ev_set(ev) : ev_list(ev, NULL, 0);
    ObjId outer = ev->frame->scope;
    const ScopeInfo *outer_info = ev->frame->info;
    ev->frame->info = ev_scope_info(ev, node);
    ev->frame->scope = heap_make(ev->heap, OBJ_SCOPE, outer, ev->frame->info);
    if (symbolic)
        c.container = ev_symbolic_list(ev, generator, c.element, first);
    bool ok = symbolic ? c.container != NULL : comprehension_level(ev, &c, 0, first);
    ev->frame->scope = outer;
    ev->frame->info = outer_info;
    return ok ? c.container : NULL;
}

static const Value *eval_comprehension(Ev *ev, const AstNode *node) {
    return comprehension_value(ev, node, node->kind == AST_ListComp);
}

const Value *ev_eval_consumed(Ev *ev, const AstNode *node) { return comprehension_value(ev, node, true); }

/* ---- strings
 * ----------------------------------------------------------------------------------------------------------------------------
 */

static const Value *format_part(Ev *ev, const AstNode *part, const void *place) {
    const Value *value = ev_eval(ev, part->u.FormattedValue.value);
    TextScope scope;
    if (!value)
        return NULL;
    Str spec = str_of("");
    if (part->u.FormattedValue.format_spec) {
        const Value *text = ev_eval(ev, part->u.FormattedValue.format_spec);
        if (!text || !text->u.str)
            return text;
        spec = text->u.str;
    }
    ev_text_begin(ev, &scope, place);
    int conversion = part->u.FormattedValue.conversion;
    const Value *text = value;
    if (conversion == 'r' || conversion == 's' || conversion == 'a')
        text = ev_text_of(ev, value, conversion == 's', part->span);
    bool is_escaped = false;
    for (const char *at = text && conversion == 'a' ? text->u.str : NULL; at && *at; at++)
        is_escaped = is_escaped || (unsigned char)*at > 127;
    bool may_refuse = text && ev_format_may_refuse(text, spec);
    text = text ? ev_format_value(ev, text, spec, part->span) : NULL;
    if (may_refuse) /* then the text matters, whoever reads it */
        ev->text_open = false;
    text = ev_text_end(ev, &scope, text);
    if (is_escaped)
        return ev_fail(ev, D_UNSUPPORTED_OP, part->span, "'!a' of a text that is not ASCII");
    return text ? text : ev_format_some(ev, value, may_refuse);
}

static const Value *eval_formatted(Ev *ev, const AstNode *part) { return format_part(ev, part, part); }

/* A part whose text is not known makes a str of which only the type is known. */
static const Value *eval_joined(Ev *ev, const AstNode *node) {
    Buf text = {0};
    const Value *unknown = NULL;
    for (uint32_t i = 0; i < node->u.JoinedStr.values.len; i++) {
        const AstNode *part = node->u.JoinedStr.values.items[i];
        const Value *value = part->kind == AST_FormattedValue ? format_part(ev, part, node) : ev_eval(ev, part);
        if (!value && ev->in_driver && ev->fail.kind == FAIL_CUT) { /* a message, as a rule */
            ev_clear_fail(ev);
            value = ev_str(ev, NULL);
        }
        if (!value) {
            buf_free(&text);
            return NULL;
        }
        if (value->kind != V_STR || !value->u.str)
            unknown = unknown ? unknown : value;
        else
            buf_put(&text, value->u.str, str_len(value->u.str));
    }
    Str joined = str_intern(text.data ? text.data : "", text.len);
    buf_free(&text);
    return unknown ? ev_text_with(ev, unknown) : ev_str(ev, joined);
}

/* ---- the rest
 * ------------------------------------------------------------------------------------------------------------------------------
 */

static const Value *eval_starred(Ev *ev, const AstNode *node) {
    return ev_fail(ev, D_UNSUPPORTED_SYNTAX, node->span, "a starred expression here");
}

static const Value *eval_yield(Ev *ev, const AstNode *node) {
    const Value *value = node->u.Yield.value ? ev_eval(ev, node->u.Yield.value) : ev_none(ev);
    return value ? ev_yield(ev, value, node->span) : NULL;
}

static const Value *eval_yield_from(Ev *ev, const AstNode *node) {
    const Value *value = ev_eval(ev, node->u.YieldFrom.value);
    return value ? ev_yield_from(ev, value, node->span) : NULL;
}

static const EvalFn eval_table[AST_KIND_COUNT] = {
    [AST_BoolOp] = eval_boolop,
    [AST_NamedExpr] = eval_named,
    [AST_BinOp] = eval_binop,
    [AST_UnaryOp] = eval_unary,
    [AST_Lambda] = ev_eval_lambda,
    [AST_IfExp] = eval_ifexp,
    [AST_Dict] = eval_dict,
    [AST_Set] = eval_set,
    [AST_ListComp] = eval_comprehension,
    [AST_SetComp] = eval_comprehension,
    [AST_DictComp] = eval_comprehension,
    [AST_GeneratorExp] = eval_comprehension,
    [AST_Yield] = eval_yield,
    [AST_YieldFrom] = eval_yield_from,
    [AST_Compare] = eval_compare,
    [AST_Call] = ev_eval_call,
    [AST_JoinedStr] = eval_joined,
    [AST_Constant] = eval_constant,
    [AST_Attribute] = eval_attribute,
    [AST_Subscript] = eval_subscript,
    [AST_Starred] = eval_starred,
    [AST_Name] = eval_name,
    [AST_List] = eval_list,
    [AST_Tuple] = eval_tuple,
    [AST_Slice] = eval_slice,
    [AST_FormattedValue] = eval_formatted,
};

const Value *ev_eval(Ev *ev, const AstNode *expr) {
    EvalFn eval = eval_table[expr->kind];
    if (!eval)
        return ev_fail(ev, D_UNSUPPORTED_SYNTAX, expr->span, "this expression (%s)", ast_kind_name(expr->kind));
    if (!ev_enter(ev, expr->span))
        return NULL;
    ev->python_steps += !(ev->frame && ev->frame->module->is_prelude);
    const Value *value = eval(ev, expr);
    ev_leave(ev);
    return value;
}
