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
        if (c->i == STR_LITERAL)
            return object_call(l, "rt_literal_str", LP_ARGS(call, lp_text(a, c->s), lp_int(a, (int64_t)str_len(c->s))));
        if (c->i == STR_INTERNED)
            return object_call(l, "rt_interned_str", LP_ARGS(call, lp_text(a, c->s)));
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

/* A variable for an object: it stands in several places, or is made before an effect. */
static LpExpr *settled_object(Lower *l, LpExpr *object, const char *name) {
    if (object->kind == LPE_VAR)
        return object;
    LpVar *var = lower_var(l, name, lp_pointer(LPT_OBJECT, false));
    lp_decl(l->arena, l->block, var, object, (Span){0});
    return lp_var(l->arena, var);
}

static LpExpr *new_leaf(Lower *l, const IrNode *node, const Tree *tree) {
    LpExpr *object = leaf_object(l, node->inputs[tree->leaf]), *call = lp_var(l->arena, l->call);
    if (tree->detached)
        object = settled_object(l, object_call(l, "rt_detached", LP_ARGS(call, object)), "own");
    if (tree->made) {
        static const char *const made[] = {[MADE_NO_GRAD_VIEW] = "rt_view_in_no_grad",
                                           [MADE_INFERENCE_VIEW] = "rt_view_in_inference",
                                           [MADE_INFERENCE] = "rt_inference_tensor"};
        object = settled_object(l, object_call(l, made[tree->made], LP_ARGS(call, object)), "made");
    }
    return object;
}

static LpExpr *with_version(Lower *l, const IrNode *node, const Tree *tree, LpExpr *object) {
    if (!tree->versions && !tree->counted)
        return object;
    LpExpr *version =
        tree->counted ? lower_scalar(l, node->inputs[tree->counted - 1]) : lp_int(l->arena, tree->versions);
    object = settled_object(l, object, "written");
    lp_try(l->arena, l->block, LOWER_CALL(l, LPT_BOOL, "rt_set_version", lp_var(l->arena, l->call), object, version));
    return object;
}

/* One leaf is one object wherever it stands in the tree; two leaves are two objects, even views of the same node. */
static LpExpr *leaf_once(Lower *l, const IrNode *node, const Tree *tree) {
    LpExpr *known = map_get(&l->leaves, (uint64_t)tree->leaf + 1);
    if (!known) {
        known = with_version(l, node, tree, new_leaf(l, node, tree));
        map_put(&l->leaves, (uint64_t)tree->leaf + 1, known);
    }
    return known;
}

/* Views that are older than the last write to their memory are made before its new versions are counted. */
static void make_older_views(Lower *l, const IrNode *node, const Tree *tree) {
    for (uint32_t i = 0; i < tree->count; i++)
        make_older_views(l, node, tree->items[i]);
    if (tree->kind == TREE_LEAF && tree->older && !map_has(&l->leaves, (uint64_t)tree->leaf + 1))
        map_put(&l->leaves, (uint64_t)tree->leaf + 1, settled_object(l, new_leaf(l, node, tree), "older"));
}

static void count_late_versions(Lower *l, const IrNode *node, const Tree *tree) {
    for (uint32_t i = 0; i < tree->count; i++)
        count_late_versions(l, node, tree->items[i]);
    if (tree->kind == TREE_LEAF && tree->older)
        with_version(l, node, tree, map_get(&l->leaves, (uint64_t)tree->leaf + 1));
}

static LpExpr *tree_object(Lower *l, const IrNode *node, const Tree *tree);
static LpExpr *new_object(Lower *l, const IrNode *node, const Tree *tree);

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
    if (tree->kind == TREE_NAMED && tree->object)
        return object_call(l, "rt_new_tuple_of",
                           LP_ARGS(call, lower_source(l, tree->object)->object, count, objects(l, tree->count, items)));
    if (tree->kind == TREE_NAMED)
        return object_call(l, function,
                           LP_ARGS(call, lp_text(l->arena, tree->name), count, objects(l, tree->count, items)));
    return object_call(l, function, LP_ARGS(call, count, objects(l, tree->count, items)));
}

static LpExpr *tree_object(Lower *l, const IrNode *node, const Tree *tree) {
    if (tree->kind == TREE_SHARED)
        return map_get(&l->shared, (uint64_t)tree->shared);
    LpExpr *object = new_object(l, node, tree);
    if (tree->shared) {
        object = settled_object(l, object, "shared");
        map_put(&l->shared, (uint64_t)tree->shared, object);
    }
    return object;
}

/* Each item is an argument. */
static LpExpr *called(Lower *l, const IrNode *node, const Tree *tree, const char *function) {
    LpExpr **args = arena_array(l->arena, LpExpr *, tree->count + 1);
    args[0] = lp_var(l->arena, l->call);
    for (uint32_t i = 0; i < tree->count; i++)
        args[i + 1] = tree_object(l, node, tree->items[i]);
    return object_call(l, function, tree->count + 1, args);
}

static LpExpr *unfilled(Lower *l, const Tree *tree, LpExpr *object) {
    object = settled_object(l, object, "made");
    vec_push(l->arena, &l->unfilled, ((Unfilled){tree, object}));
    return object;
}

/* Objects may lead to themselves, so what they hold comes when all are there. */
static void fill_objects(Lower *l, const IrNode *node) {
    for (uint32_t i = 0; i < l->unfilled.len; i++) {
        const Tree *tree = l->unfilled.data[i].tree;
        LpExpr *object = l->unfilled.data[i].object, *call = lp_var(l->arena, l->call);
        if (tree->kind == TREE_CELL && tree->count)
            lp_try(l->arena, l->block,
                   LOWER_CALL(l, LPT_BOOL, "rt_fill_cell", object, tree_object(l, node, tree->items[0])));
        if (tree->kind == TREE_CELL)
            continue;
        uint32_t pairs = (tree->count - 2) / 2;
        LpExpr **names = arena_array(l->arena, LpExpr *, pairs + 1),
               **values = arena_array(l->arena, LpExpr *, pairs + 1);
        for (uint32_t k = 0; k < pairs; k++) {
            names[k] = tree_object(l, node, tree->items[2 + 2 * k]);
            values[k] = tree_object(l, node, tree->items[3 + 2 * k]);
        }
        LpExpr *attributes = lp_int(l->arena, tree->items[1]->constant.i);
        lp_try(l->arena, l->block,
               LOWER_CALL(l, LPT_BOOL, "rt_fill", call, object, attributes, lp_int(l->arena, pairs),
                          objects(l, pairs, names), objects(l, pairs, values)));
    }
}

static LpExpr *new_object(Lower *l, const IrNode *node, const Tree *tree) {
    switch (tree->kind) {
    case TREE_LEAF:
        return leaf_once(l, node, tree);
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
    case TREE_APPLY:
        return called(l, node, tree, "rt_new_applied");
    case TREE_FUNCTION:
        return called(l, node, tree, "rt_new_function");
    case TREE_MADE:
        return unfilled(
            l, tree,
            object_call(l, "rt_new_empty", LP_ARGS(lp_var(l->arena, l->call), tree_object(l, node, tree->items[0]))));
    case TREE_MARKED:
        return unfilled(l, tree, tree_object(l, node, tree->items[0]));
    case TREE_CELL:
        return unfilled(l, tree, object_call(l, "rt_new_cell", LP_ARGS(lp_var(l->arena, l->call))));
    case TREE_SHARED:
    case TREE_EFFECTS:
        break;
    }
    ICE("result: tree of kind %d", (int)tree->kind);
}

/* ---- effects ----------------------------------------------------------------------------------------------------- */
static LpExpr *key_name(Lower *l, const Tree *effect) {
    return lp_name(l->arena, lower_name(l->module, effect->keys->s), lp_type(LPT_I32));
}

static LpExpr *effect_call(Lower *l, const Tree *effect, LpExpr **items) {
    LpExpr *call = lp_var(l->arena, l->call);
    bool named = effect->effect == EFFECT_SET_GLOBAL || effect->effect == EFFECT_SET_GRAD_MODE ||
                 effect->effect == EFFECT_MADE || effect->effect == EFFECT_WARN;
    LpExpr *object = named ? NULL : lower_source(l, effect->object)->object;
    switch (effect->effect) {
    case EFFECT_SET_ATTR:
        return LOWER_CALL(l, LPT_BOOL, "rt_set_plain", call, object, key_name(l, effect), items[0]);
    case EFFECT_SET_ANY:
        return LOWER_CALL(l, LPT_BOOL, "rt_set_attr", call, object, key_name(l, effect), items[0]);
    case EFFECT_SET_MODULE: /* what is made here is no parameter and no module */
        return LOWER_CALL(l, LPT_BOOL, effect->items[0]->kind == TREE_OBJECT ? "rt_set_attr" : "rt_set_plain", call,
                          object, key_name(l, effect), items[0]);
    case EFFECT_SET_BUFFER:
        return effect->count == 1
                   ? LOWER_CALL(l, LPT_BOOL, "rt_set_buffer", call, object, key_name(l, effect), items[0])
                   : LOWER_CALL(l, LPT_BOOL, "rt_register_buffer", call, object, key_name(l, effect), items[0],
                                items[1]);
    case EFFECT_PUT:
        return LOWER_CALL(l, LPT_BOOL, "rt_put", object, lp_int(l->arena, effect->keys->i), items[0]);
    case EFFECT_APPEND:
        return LOWER_CALL(l, LPT_BOOL, "rt_append", object, items[0]);
    case EFFECT_REPLACE:
        return LOWER_CALL(l, LPT_BOOL, "rt_replace", call, object, lp_int(l->arena, effect->count),
                          objects(l, effect->count, items));
    case EFFECT_SET_KEY: {
        LpExpr *key = effect->count > 1 ? items[1] : constant_object(l, effect->keys);
        return LOWER_CALL(l, LPT_BOOL, "rt_set_key", object, key, items[0]);
    }
    case EFFECT_DELETE_KEY: {
        LpExpr *key = effect->count ? items[0] : constant_object(l, effect->keys);
        return LOWER_CALL(l, LPT_BOOL, "rt_delete_key", object, key);
    }
    case EFFECT_DELETE_ATTR:
        return LOWER_CALL(l, LPT_BOOL, "rt_delete_attr", call, object, key_name(l, effect));
    case EFFECT_CLEAR:
        return LOWER_CALL(l, LPT_BOOL, "rt_clear", object);
    case EFFECT_SET_GLOBAL:
        return LOWER_CALL(l, LPT_BOOL, "rt_set_global", call, key_name(l, effect), items[0]);
    case EFFECT_SET_GRAD_MODE:
        return LOWER_CALL(l, LPT_BOOL, "rt_set_grad_mode", lp_bool(l->arena, effect->keys->i != 0));
    case EFFECT_MADE:
        return LOWER_CALL(l, LPT_BOOL, "rt_is_made", items[0]);
    case EFFECT_WARN:
        return LOWER_CALL(l, LPT_BOOL, "rt_warn", call, lp_int(l->arena, effect->count),
                          objects(l, effect->count, items));
    case EFFECT_NONE:
        break;
    }
    ICE("result: effect of kind %d", (int)effect->effect);
}

/* All objects are made before the first effect: then nothing fails any more but for want of memory. */
static LpExpr *value_and_effects(Lower *l, const IrNode *node, const Tree *tree) {
    LpExpr ***items = arena_array(l->arena, LpExpr **, tree->count);
    LpExpr *value = settled_object(l, tree_object(l, node, tree->items[0]), "result");
    for (uint32_t i = 1; i < tree->count; i++) {
        const Tree *effect = tree->items[i];
        items[i] = arena_array(l->arena, LpExpr *, effect->count + 1);
        for (uint32_t k = 0; k < effect->count; k++) {
            items[i][k] = settled_object(l, tree_object(l, node, effect->items[k]), "stored");
            if (effect->items[k]->kind != TREE_OBJECT)
                lp_try(l->arena, l->block,
                       lp_binary(l->arena, LPO_NE, items[i][k], lp_name(l->arena, "NULL", items[i][k]->type)));
        }
    }
    lp_try(l->arena, l->block, lp_binary(l->arena, LPO_NE, value, lp_name(l->arena, "NULL", value->type)));
    fill_objects(l, node);
    for (uint32_t i = 1; i < tree->count; i++)
        lp_try(l->arena, l->block, effect_call(l, tree->items[i], items[i]));
    return value;
}

void lower_return(Lower *l, const IrNode *node) {
    map_init(&l->leaves, l->scratch);
    map_init(&l->shared, l->scratch);
    l->unfilled.len = 0;
    const Tree *tree = node->tree;
    if (tree) {
        make_older_views(l, node, tree);
        count_late_versions(l, node, tree);
    }
    for (uint32_t i = 0; i < l->late.len; i++)
        lower_new_version(l, l->late.data[i]);
    l->late.len = 0;
    LpExpr *value = !tree                        ? lower_tensor_object(l, node->inputs[0])
                    : tree->kind == TREE_EFFECTS ? value_and_effects(l, node, tree)
                                                 : tree_object(l, node, tree);
    if (l->unfilled.len && tree->kind != TREE_EFFECTS) {
        value = settled_object(l, value, "result");
        lp_try(l->arena, l->block, lp_binary(l->arena, LPO_NE, value, lp_name(l->arena, "NULL", value->type)));
        fill_objects(l, node);
    }
    LpStmt *s = lp_stmt(l->arena, l->block, LPS_RETURN, node->span);
    s->args[0] = LOWER_CALL(l, LPT_STATUS, "rt_return", lp_var(l->arena, l->call), value);
}
