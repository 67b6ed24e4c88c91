/* What a variant returns: Python objects for the leaves, and the tuples, lists and dicts around them. */
#include "codegen/lower.h"

static LpExpr *object_call(Lower *l, const char *name, uint32_t count, LpExpr *const *args) {
    return lp_call(l->arena, lp_pointer(LPT_OBJECT, false), name, count, args);
}

static LpExpr *constant_object(Lower *l, const Constant *c) {
    Arena *a = l->arena;
    LpExpr *call = lp_var(a, l->call);
    switch (c->kind) {
    case CONST_NONE:
        return lp_name(a, "Py_None", lp_pointer(LPT_OBJECT, false));
    case CONST_ELLIPSIS:
        return lp_name(a, "Py_Ellipsis", lp_pointer(LPT_OBJECT, false));
    case CONST_BOOL:
        return object_call(l, "rt_new_bool", LP_ARGS(call, lp_bool(a, c->i != 0)));
    case CONST_INT:
        return object_call(l, "rt_new_int", LP_ARGS(call, lp_int(a, c->i)));
    case CONST_FLOAT:
        return object_call(l, "rt_new_float", LP_ARGS(call, lp_float(a, c->f, LPT_F64)));
    case CONST_STR:
        return object_call(l, "rt_new_str", LP_ARGS(call, lp_text(a, c->s), lp_int(a, (int64_t)str_len(c->s))));
    }
    ICE("result: constant of kind %d", (int)c->kind);
}

static LpExpr *leaf_object(Lower *l, const IrNode *node) {
    LpExpr *call = lp_var(l->arena, l->call);
    switch (node->type.kind) {
    case IRT_TENSOR:
        return lower_tensor_object(l, node);
    case IRT_INT:
        return object_call(l, "rt_new_int", LP_ARGS(call, lower_scalar(l, node)));
    case IRT_FLOAT:
        return object_call(l, "rt_new_float", LP_ARGS(call, lower_scalar(l, node)));
    case IRT_BOOL:
        return object_call(l, "rt_new_bool", LP_ARGS(call, lower_scalar(l, node)));
    case IRT_NONE:
        break;
    }
    ICE("result: %%%u of %s has no value", node->id, l->variant->name);
}

/* One leaf is one object wherever it stands in the tree; two leaves are two objects, even views of the same node. */
static LpExpr *leaf_once(Lower *l, const IrNode *node, int leaf) {
    LpExpr *known = map_get(&l->leaves, (uint64_t)leaf + 1);
    if (!known) {
        known = leaf_object(l, node->inputs[leaf]);
        map_put(&l->leaves, (uint64_t)leaf + 1, known);
    }
    return known;
}

static LpExpr *tree_object(Lower *l, const IrNode *node, const Tree *tree);

/* An unnamed array of objects; each is made, and checked, before the container. */
static LpExpr *objects(Lower *l, uint32_t count, LpExpr **items) {
    LpType object = lp_pointer(LPT_OBJECT, false);
    if (count == 0)
        return lp_name(l->arena, "NULL", object);
    LpExpr *array = lp_array(l->arena, LPT_OBJECT, count, items);
    array->type = (LpType){.base = LPT_OBJECT, .pointer = 2};
    return array;
}

static LpExpr *container(Lower *l, const IrNode *node, const Tree *tree, const char *function) {
    LpExpr **items = arena_array(l->arena, LpExpr *, tree->count + 1),
           **keys = arena_array(l->arena, LpExpr *, tree->count + 1);
    for (uint32_t i = 0; i < tree->count; i++) {
        items[i] = tree_object(l, node, tree->items[i]);
        if (tree->kind == TREE_DICT)
            keys[i] = constant_object(l, &tree->keys[i]);
    }
    LpExpr *call = lp_var(l->arena, l->call), *count = lp_int(l->arena, tree->count);
    if (tree->kind == TREE_DICT)
        return object_call(l, function,
                           LP_ARGS(call, count, objects(l, tree->count, keys), objects(l, tree->count, items)));
    if (tree->kind == TREE_NAMED)
        return object_call(l, function,
                           LP_ARGS(call, lp_text(l->arena, tree->name), count, objects(l, tree->count, items)));
    return object_call(l, function, LP_ARGS(call, count, objects(l, tree->count, items)));
}

static LpExpr *tree_object(Lower *l, const IrNode *node, const Tree *tree) {
    switch (tree->kind) {
    case TREE_LEAF:
        return leaf_once(l, node, tree->leaf);
    case TREE_CONST:
        return constant_object(l, &tree->constant);
    case TREE_TUPLE:
        return container(l, node, tree, "rt_new_tuple");
    case TREE_SIZE:
        return container(l, node, tree, "rt_new_size");
    case TREE_LIST:
        return container(l, node, tree, "rt_new_list");
    case TREE_DICT:
        return container(l, node, tree, "rt_new_dict");
    case TREE_NAMED:
        return container(l, node, tree, "rt_new_named");
    case TREE_OBJECT:
        return lower_source(l, tree->object)->object;
    }
    ICE("result: tree of kind %d", (int)tree->kind);
}

void lower_return(Lower *l, const IrNode *node) {
    map_init(&l->leaves, l->arena);
    LpExpr *value = node->tree ? tree_object(l, node, node->tree) : lower_tensor_object(l, node->inputs[0]);
    LpStmt *s = lp_stmt(l->arena, l->block, LPS_RETURN, node->span);
    s->args[0] = LOWER_CALL(l, LPT_STATUS, "rt_return", lp_var(l->arena, l->call), value);
}
