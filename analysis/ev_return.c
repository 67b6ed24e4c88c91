/* What a path of an entry returns: the value becomes a tree whose leaves are operands of OP_RETURN, and what is written
 * to objects of the caller before becomes the effects beside it. One object of the program is one place of the tree. */
#include "analysis/ev_return.h"

#include "analysis/tensor.h"

/* ---- return values ----------------------------------------------------------------------------------------------- */

static const Tree *from_numpy_tree(Returned *r, const Value *value);

Tree *ret_new(Returned *r, TreeKind kind) {
    Tree *tree = arena_new_of(r->ev->arena, Tree);
    tree->kind = kind;
    return tree;
}

static const Tree *object_tree(Returned *r, const Source *source) {
    if (source->in_element) {
        ev_series_unroll_source(r->ev, source, r->span);
        return NULL;
    }
    Tree *tree = ret_new(r, TREE_OBJECT);
    tree->object = source;
    return tree;
}

static Tree *leaf(Returned *r, IrNode *node, ObjId storage, const Value *value) {
    Tree *tree = ret_new(r, TREE_LEAF);
    tree->leaf = (int)r->leaves.len;
    vec_push(r->ev->arena, &r->leaves, node);
    vec_push(r->ev->arena, &r->storages, storage);
    vec_push(r->ev->arena, &r->values, value);
    return tree;
}

/* The leaf that is this very tensor object, or NULL. Views are objects of their own, each time they are made. */
static const Tree *same_leaf(Returned *r, const Value *value) {
    const TensorValue *tensor = &value->u.tensor;
    bool base = ev_storage_root(r->ev, tensor->storage) == tensor->node;
    for (uint32_t i = 0; i < r->values.len; i++) {
        const Value *other = r->values.data[i];
        if (other != value &&
            !(other && base && other->u.tensor.storage == tensor->storage && other->u.tensor.node == tensor->node))
            continue;
        Tree *tree = ret_new(r, TREE_LEAF);
        tree->leaf = (int)i;
        return tree;
    }
    return NULL;
}

/* The reshape that gave the tensor a memory of its own, which the views after it are of; NULL: none did. */
static IrNode *copying_reshape(Returned *r, IrNode *node, ObjId storage) {
    const IrNode *root = ev_storage_root(r->ev, storage);
    while (root->op == OP_RESHAPE && node != root && ir_is_view(node))
        node = node->inputs[0];
    return root->op == OP_RESHAPE && node == root ? node : NULL;
}

/* Two tensors may be one value of the graph, or views of one, or one may be chosen on some path; as objects of Python
 * they have memory of their own. So has a tensor that the program filled from an input. */
static IrNode *own_memory(Returned *r, IrNode *node, ObjId storage) {
    IrNode *copy = copying_reshape(r, node, storage), *memory = copy && copy != node ? copy : ir_memory(node);
    NodeVec mine = {0};
    bool taken = memory == copy;
    for (uint32_t i = 0; i < r->copies.len; i++) {
        const OwnCopy *made = &r->copies.data[i];
        if (made->storage == storage && made->memory == memory)
            return ir_on_memory(r->ev->region, node, memory, made->copy, r->span);
    }
    ev_add_memories(r->ev->arena, memory, &mine);
    for (uint32_t i = 0; i < mine.len; i++)
        taken |= ir_is_outside(mine.data[i]);
    for (uint32_t i = 0; i < r->leaves.len; i++) {
        NodeVec theirs = {0};
        if (r->leaves.data[i]->type.kind != IRT_TENSOR || r->storages.data[i] == storage)
            continue;
        ev_add_memories(r->ev->arena, r->leaves.data[i], &theirs);
        taken |= ev_have_common(&mine, &theirs);
    }
    for (uint32_t i = 0; i < r->leaves.len; i++)
        if (r->storages.data[i] == storage && (taken || ir_memory(r->leaves.data[i]) != memory)) {
            ev_fail(r->ev, D_UNSUPPORTED_OP, r->span,
                    "several views of a tensor that is equal to another one are returned");
            return NULL;
        }
    if (!taken)
        return node;
    memory = copy ? copy : memory; /* which is read as it lies: one copy, as eager makes */
    IrSpec spec = {.op = OP_CLONE, .type = memory->type, .input_count = 1, .inputs = &memory, .span = r->span};
    OwnCopy made = {storage, memory, ir_build(r->ev->region, &spec)};
    vec_push(r->ev->arena, &r->copies, made);
    return ir_on_memory(r->ev->region, node, memory, made.copy, r->span);
}

/* Was the tensor made here, of no input's memory? Then nobody can tell which of several it is, if it shares memory
 * with nothing else that the caller gets. */
static bool is_made_here(const Value *value) {
    const IrNode *memory = ir_memory(value->u.tensor.node);
    while (memory->op == OP_CONTIGUOUS) /* which may be its very operand */
        memory = ir_memory(memory->inputs[0]);
    return value->u.tensor.is_fresh && !ir_is_outside(memory);
}

/* Does the memory come from a branch or loop, so that no copy of it is meant that sizes could make a view? */
static bool is_of_choice(Ev *ev, const Value *value) {
    return ev_storage_root(ev, value->u.tensor.storage)->op == OP_RESULT;
}

/* As it is where its layout alone is open. */
static const Value *apart(Ev *ev, const Value *value) {
    Value *tensor = arena_copy(ev->arena, value, sizeof *value);
    tensor->u.tensor.may_alias = false;
    return tensor;
}

/* What branches and loops chose a tensor from are copies, and none that eager doesn't make. */
static bool settle_chosen(Returned *r, const Value *value) {
    NodeVec memories = {0};
    ev_add_memories(r->ev->arena, value->u.tensor.node, &memories);
    for (uint32_t i = 0; i < memories.len; i++)
        if (memories.data[i]->op == OP_CONTIGUOUS && !tn_settle_strides(r->ev, memories.data[i], r->span))
            return false;
    return true;
}

static void add_choices(Ev *ev, ObjId storage, ObjIdVec *all) {
    const ChosenFrom *from = map_get(&ev->chosen_from, storage);
    vec_push(ev->arena, all, storage);
    if (from) {
        add_choices(ev, from->left, all);
        add_choices(ev, from->right, all);
    }
}

/* The tensors that one may be, where branches have chosen it among such as are nothing else. False: it may be others.
 */
static bool all_choices(Ev *ev, const Value *value, ObjIdVec *all) {
    add_choices(ev, value->u.tensor.storage, all);
    return !value->u.tensor.may_alias || map_has(&ev->chosen_from, value->u.tensor.storage);
}

/* Two that are of one value of the graph, as zeros that are made twice, may all the same never be one tensor. */
static bool are_never_one(Ev *ev, const Value *a, const Value *b) {
    ObjIdVec mine = {0}, theirs = {0};
    if (!all_choices(ev, a, &mine) || !all_choices(ev, b, &theirs))
        return false;
    for (uint32_t i = 0; i < mine.len; i++)
        if (has_object(&theirs, mine.data[i]))
            return false;
    return true;
}

/* A tensor that may be one of several is no other one that is returned: NULL; else such a tensor. */
static const Value *ambiguous(const Returned *r) {
    for (uint32_t i = 0; i < r->origins.len; i++) {
        NodeVec mine = {0};
        if (!r->origins.data[i].is_chosen)
            continue;
        ev_add_memories(r->ev->arena, r->origins.data[i].node, &mine);
        for (uint32_t k = 0; k < mine.len; k++)
            if (ir_is_outside(mine.data[k]))
                return r->origins.data[i].value;
        for (uint32_t k = 0; k < r->origins.len; k++) {
            NodeVec theirs = {0};
            if (k == i || are_never_one(r->ev, r->origins.data[i].value, r->origins.data[k].value))
                continue;
            ev_add_memories(r->ev->arena, r->origins.data[k].node, &theirs);
            if (ev_have_common(&mine, &theirs))
                return r->origins.data[i].value;
        }
    }
    return NULL;
}

/* What may be several tensors is to be one: by another way through the branch that chose it, be it a part of the tensor
 * that it might have been. Gives NULL as a rule. */
static const Value *settle_choice(Returned *r, const Value *value) {
    const void *place = ev_place_key_of(r->ev, value);
    if (!place)
        place = map_get(&r->ev->memo, MAP_KEY(value->u.tensor.node));
    if (!place)
        place = map_get(&r->ev->memo, MAP_KEY(ev_storage_root(r->ev, value->u.tensor.storage)));
    if (!place)
        place = map_get(&r->ev->splits, MAP_KEY(ev_storage_root(r->ev, value->u.tensor.storage)));
    return ev_restart_forked(r->ev, place, r->span) ? NULL : tn_settle(r->ev, value, r->span);
}

/* The version of a new tensor, which may be a number of the run time. */
static void count_versions(Returned *r, Tree *tree, ObjId storage) {
    Ev *ev = r->ev;
    const ShExpr *version = ev_storage_version(ev, storage);
    int64_t known;
    if (sh_is_const(version, &known)) {
        tree->versions = (uint32_t)known;
        return;
    }
    IrNode *node = ev_scalar_node(ev, ev_int_expr(ev, version));
    tree->counted = leaf(r, node, 0, NULL)->leaf + 1;
}

/* Torch marks what is made in its modes; an inference tensor has no version. */
static const Tree *made_in(Tree *tree, const Value *value) {
    const TensorValue *tensor = &value->u.tensor;
    if (tensor->is_inference)
        tree->versions = 0, tree->counted = 0;
    tree->made = tensor->is_inference                          ? MADE_INFERENCE
                 : tree->detached || !ir_is_view(tensor->node) ? MADE_PLAIN
                 : tensor->view_mode == VIEW_INFERENCE         ? MADE_INFERENCE_VIEW
                 : tensor->view_mode == VIEW_NO_GRAD           ? MADE_NO_GRAD_VIEW
                                                               : MADE_PLAIN;
    return tree;
}

/* A view keeps the version of its memory that it was made at: when its base requires grad later, torch gives it another
 * history where there are newer ones. */
static bool is_older(Ev *ev, const Value *value) {
    const TensorValue *view = &value->u.tensor;
    return ir_is_view(view->node) && view->writes_before < ev_storage_writes(ev, view->storage);
}

/* The view that is returned; what is detached as it is needs none beside the one that detach() makes. */
static IrNode *returned_view(const Value *value) {
    IrNode *node = value->u.tensor.node;
    bool is_alias = ir_is_view(node) && ir_type_equal(&node->type, &node->inputs[0]->type);
    return value->u.tensor.is_detached && is_alias ? node->inputs[0] : node;
}

static bool is_there(const Ev *ev, const IrNode *node) {
    return ir_is_outside(node) || ir_is_within(ev->region, node->parent);
}

/* The object itself that branches chose, among those that there are; NULL: they are not known, or each side can go its
 * way from the branch on. */
static const Tree *either_tree(Returned *r, const Value *value) {
    Ev *ev = r->ev;
    bool asked = value->u.tensor.may_alias && (r->by_object || !value->u.tensor.is_fresh);
    const Either *either = asked ? map_get(&ev->either, value->u.tensor.storage) : NULL;
    const void *place = map_get(&ev->memo, MAP_KEY(value->u.tensor.node));
    bool forks = place && !ev_wants_fork(ev, place);
    if (!either || forks || value->u.tensor.node != ev_storage_root(ev, value->u.tensor.storage) ||
        !is_there(ev, either->left->u.tensor.node))
        return NULL;
    if (!either->condition)
        return ret_tree(r, either->left);
    if (!is_there(ev, either->condition) || !is_there(ev, either->right->u.tensor.node))
        return NULL;
    const Value *objects[] = {either->right, either->left};
    const Value *parts[] = {ev_tuple(ev, objects, 2), ev_scalar(ev, either->condition)};
    return ret_apply(r, ret_at_path(r, "operator", "getitem"), ret_tree(r, ev_tuple(ev, parts, 2)), NULL);
}

static const Tree *taken_tree(Returned *r, const Value *value);

static const Tree *tensor_tree(Returned *r, const Value *value) {
    Ev *ev = r->ev;
    ObjId storage = value->u.tensor.storage;
    const Value *object = value;
    if (value->source)
        return object_tree(r, value->source);
    ev_track(ev, value);
    const Tree *same = same_leaf(r, value);
    if (!same)
        same = either_tree(r, value);
    if (same || ev->fail.kind)
        return same;
    if (value->u.tensor.is_from_numpy && value->u.tensor.is_detached)
        return from_numpy_tree(r, value);
    if (ev_may_have_attributes(ev, value) && !ev_attributes_of_made(ev, value)) {
        ev_fail(ev, D_UNSUPPORTED_OP, r->span, "a new tensor is returned that may have attributes of the program");
        return NULL;
    }
    if (value->u.tensor.is_parameter || value->u.tensor.is_data) {
        ev_fail(ev, D_UNSUPPORTED_OP, r->span, "%s is returned",
                value->u.tensor.is_data ? "the data of a tensor, which has a version of its own," : "a new parameter");
        return NULL;
    }
    if (value->u.tensor.is_detached && value->u.tensor.is_inference) { /* which has a version again, or none */
        ev_fail(ev, D_UNSUPPORTED_OP, r->span, "detach() of an inference tensor is returned");
        return NULL;
    }
    if (ev_is_conj(ev, value)) {
        ev_fail(ev, D_UNSUPPORTED_OP, r->span, "a conjugate view of a complex tensor is returned");
        return NULL;
    }
    if (value->u.tensor.node->type.flat && ir_is_view(value->u.tensor.node)) { /* an alias: its object has sizes */
        tn_need_rank(ev, value->u.tensor.node, 2, r->span);
        return NULL;
    }
    if (map_has(&ev->rows_taken, MAP_KEY(value->u.tensor.node)) && !value->u.tensor.is_detached)
        return taken_tree(r, value);
    bool is_chosen = value->u.tensor.may_alias && is_made_here(value) && is_of_choice(ev, value);
    if (value->u.tensor.may_alias && !is_chosen && map_has(&ev->memo, MAP_KEY(value->u.tensor.node)) &&
        !(value = settle_choice(r, value)))
        return NULL;
    if (value->u.tensor.layout_open && !(value = tn_settle(ev, is_chosen ? apart(ev, value) : value, r->span)))
        return NULL;
    is_chosen = is_chosen || (value->u.tensor.may_alias && is_made_here(value));
    if (is_chosen && !settle_chosen(r, value))
        return NULL;
    if (value->u.tensor.may_alias && !is_chosen && !(value = settle_choice(r, value)))
        return NULL;
    if (!tn_settle_strides(ev, value->u.tensor.node, r->span) || !tn_settle_input(ev, value, r->span) ||
        !tn_settle_sides(ev, value->u.tensor.node, r->span))
        return NULL;
    const IrNode *memory = ir_memory(value->u.tensor.node);
    if (!value->u.tensor.is_fresh && memory->op == OP_ELEMENT) {
        ev_series_unroll_source(ev, ev->graph->inputs.data[memory->ints[0]].source, r->span);
        return NULL;
    }
    /* A view of an input is one of its memory, which holds what was written when the variant returns. Torch refuses a
     * view that was made with grad mode off before the write to whoever asks for its history: of an input that has one.
     */
    if (!value->u.tensor.is_fresh && memory->op == OP_INPUT) {
        if (!value->u.tensor.is_detached && ev_storage_writes(ev, storage)) {
            const Source *source = ev->graph->inputs.data[memory->ints[0]].source;
            ev_fact(ev, &(Fact){.kind = FACT_REQUIRES_NO_GRAD, .source = source, .span = r->span});
        }
        Tree *view = leaf(r, returned_view(value), 0, object);
        view->detached = value->u.tensor.is_detached;
        view->older = is_older(ev, value);
        if (view->older)
            vec_push(ev->arena, &r->older, storage);
        return made_in(view, value);
    }
    vec_push(ev->arena, &r->origins, ((Origin){value, ev_tensor_node(ev, value), is_chosen && !r->alone}));
    IrNode *node = own_memory(r, ev_tensor_node(ev, value), storage);
    bool first = !has_object(&r->storages, storage);
    Tree *tree = node ? leaf(r, node, storage, object) : NULL;
    if (tree && first)
        count_versions(r, tree, storage);
    /* No view to eager: what detach() gives, or a reduction that keeps dimensions. */
    IrNode *root = value->u.tensor.node;
    bool hides_base = ir_is_view(root) && ev_storage_root(ev, storage) == root;
    if (tree && ((hides_base && (ir_is_view(node) || node->op == OP_RESULT)) || value->u.tensor.is_detached))
        tree->detached = true;
    if (tree)
        tree->older = is_older(ev, value);
    return tree ? made_in(tree, value) : NULL;
}

/* A new tensor to which the program has given attributes has them once: where it stands first. */
static const Tree *marked_tensor_tree(Returned *r, const Value *value) {
    bool is_marked = !value->source && ev_attributes_of_made(r->ev, value) && !same_leaf(r, value);
    const Tree *tensor = tensor_tree(r, value);
    if (!tensor || !is_marked)
        return tensor;
    Tree *tree = ret_new(r, TREE_MARKED);
    tree->items = arena_copy(r->ev->arena, &tensor, sizeof tensor);
    vec_push(r->ev->arena, &r->unfilled, ((Unfilled){tree, value}));
    return tree;
}

const Tree *ret_shared(Returned *r, Tree *first) {
    if (!first) {
        ev_fail(r->ev, D_UNSUPPORTED_OP, r->span, "a container that holds itself is returned");
        return NULL;
    }
    first->shared = first->shared ? first->shared : ++r->shared;
    Tree *tree = ret_new(r, TREE_SHARED);
    tree->shared = first->shared;
    return tree;
}

Tree *ret_items(Returned *r, TreeKind kind, const Value *const *items, uint32_t count) {
    Tree *tree = ret_new(r, kind);
    tree->count = count;
    tree->items = arena_array(r->ev->arena, const Tree *, count);
    for (uint32_t i = 0; i < count; i++)
        if (!(tree->items[i] = ret_tree(r, items[i])))
            return NULL;
    return tree;
}

/* The views that unbind() gives, as many as in the example. */
static const Tree *views_tree(Returned *r, const Value *value) {
    const Value **items;
    uint32_t count;
    return ev_rows_known(r->ev, value, &items, &count, r->span) ? ret_items(r, TREE_TUPLE, items, count)
                                                                : ret_unsupported(r, value);
}

static Tree *list_tree(Returned *r, const Value *value) {
    const Value **items = heap_items(r->ev->heap, value->u.object, r->ev->arena);
    return ret_items(r, TREE_LIST, items, heap_count(r->ev->heap, value->u.object));
}

Tree *ret_constant(Returned *r, Constant constant) {
    Tree *tree = ret_new(r, TREE_CONST);
    tree->constant = constant;
    return tree;
}

Tree *ret_dict(Returned *r, const Value *value) {
    Ev *ev = r->ev;
    const HeapContent *content = heap_content(ev->heap, value->u.object);
    Tree *tree = ret_new(r, TREE_DICT);
    tree->count = content->count;
    tree->items = arena_array(ev->arena, const Tree *, content->count);
    tree->keys = arena_array(ev->arena, Constant, content->count);
    for (uint32_t i = 0; i < content->count; i++) {
        ev_constant_of(content->slots[i].key, &tree->keys[i]);
        if (!(tree->items[i] = ret_tree(r, content->slots[i].value)))
            return NULL;
    }
    return tree;
}

static bool has_constant_keys(Ev *ev, const Value *dict) {
    const HeapContent *content = heap_content(ev->heap, dict->u.object);
    Constant key;
    for (uint32_t i = 0; i < content->count; i++)
        if (!ev_constant_key(content->slots[i].key, &key))
            return false;
    return true;
}

Container *ret_known(const Returned *r, ObjId object) {
    for (uint32_t i = 0; i < r->containers.len; i++)
        if (r->containers.data[i].object == object)
            return &r->containers.data[i];
    return NULL;
}

static const Tree *container_tree(Returned *r, const Value *value) {
    Container *known = ret_known(r, value->u.object);
    if (known)
        return ret_shared(r, known->tree);
    uint32_t at = r->containers.len;
    vec_push(r->ev->arena, &r->containers, ((Container){value->u.object, NULL}));
    Tree *tree = value->kind == V_LIST ? list_tree(r, value) : ret_dict(r, value);
    r->containers.data[at].tree = tree;
    return tree;
}

const Tree *ret_unsupported(Returned *r, const Value *value) {
    if (value->kind == V_UNKNOWN && ev_restart_forked(r->ev, map_get(&r->ev->memo, MAP_KEY(value)), r->span))
        return NULL;
    ev_rows_need_known(r->ev, value, r->span);
    if (value->kind == V_STR && r->ev->fail.kind == FAIL_NONE)
        ev_need_known(r->ev, value, r->span);
    if (r->ev->fail.kind == FAIL_RESTART)
        return NULL;
    ev_clear_fail(r->ev);
    if (value->kind == V_UNKNOWN)
        ev_fail(r->ev, D_UNKNOWN_VALUE, r->span, "a value that is not known is returned: %s", value->u.str);
    else
        ev_fail(r->ev, D_UNSUPPORTED_OP, r->span, "%s %s is returned", ev_article(ev_type_name(r->ev, value)),
                ev_type_name(r->ev, value));
    return NULL;
}

/* ---- objects of other kinds -------------------------------------------------------------------------------------- */

Tree *ret_at_source(Returned *r, const Source *source) {
    Tree *tree = ret_new(r, TREE_OBJECT);
    tree->object = source;
    return tree;
}

Tree *ret_at_path(Returned *r, const char *module, const char *name) {
    Str text = str_format("%s.%s", module, name);
    const char *dot = strchr(name, '.');
    const Source *source = source_global(str_of(module), dot ? str_intern(name, (size_t)(dot - name)) : str_of(name));
    if (dot)
        source = source_attr(source, str_of(dot + 1));
    ev_input_fact(r->ev, &(Fact){.kind = FACT_IS, .span = r->span, .source = source, .text = text});
    return ret_at_source(r, source);
}

Tree *ret_with(Returned *r, TreeKind kind, uint32_t count, const Tree *const *items) {
    Tree *tree = ret_new(r, kind);
    tree->count = count;
    const Tree **copy = arena_array(r->ev->arena, const Tree *, count + 1);
    for (uint32_t i = 0; i < count; i++)
        if (!(copy[i] = items[i]))
            return NULL;
    tree->items = copy;
    return tree;
}

Tree *ret_none(Returned *r) { return ret_constant(r, (Constant){.kind = CONST_NONE}); }

Tree *ret_apply(Returned *r, const Tree *callable, const Tree *args, const Tree *keywords) {
    const Tree *items[] = {callable, args, keywords ? keywords : ret_none(r), NULL};
    return ret_with(r, TREE_APPLY, 3, items);
}

/* The same, once for an object that stands in several places. */
static const Tree *applied_object(Returned *r, ObjId object, Tree *callable, const Tree *args, const Tree *keywords) {
    Tree *tree = args ? ret_apply(r, callable, args, keywords) : NULL;
    if (tree)
        vec_push(r->ev->arena, &r->containers, ((Container){object, tree}));
    return tree;
}

static const Tree *set_tree(Returned *r, const Value *value) {
    const HeapContent *content = heap_content(r->ev->heap, value->u.object);
    if (ev_has_own_keys(r->ev, content))
        return ret_unsupported(r, value);
    const Value **items = arena_array(r->ev->arena, const Value *, content->count + 1);
    for (uint32_t i = 0; i < content->count; i++)
        items[i] = content->slots[i].key;
    const Value *list = ev_tuple(r->ev, items, content->count);
    return applied_object(r, value->u.object, ret_at_path(r, "builtins", ev_kind_name(value)),
                          ret_items(r, TREE_TUPLE, &list, 1), NULL);
}

static const Tree *partial_tree(Returned *r, const Value *value) {
    Ev *ev = r->ev;
    const Value *func = heap_get(ev->heap, value->u.object, str_of("func"));
    const Value *args = heap_get(ev->heap, value->u.object, str_of("args"));
    const Value *keywords = heap_get(ev->heap, value->u.object, str_of("keywords"));
    if (ev_partial_keeps_more(ev, value))
        return ret_unsupported(r, value);
    const Value **all = arena_array(ev->arena, const Value *, args->u.tuple.count + 1);
    all[0] = func;
    for (uint32_t i = 0; i < args->u.tuple.count; i++)
        all[i + 1] = args->u.tuple.items[i];
    const Tree *positional = ret_items(r, TREE_TUPLE, all, args->u.tuple.count + 1);
    const Tree *named = positional ? ret_dict(r, keywords) : NULL;
    return named ? applied_object(r, value->u.object, ret_at_path(r, "functools", "partial"), positional, named) : NULL;
}

static const Tree *parts_tree(Returned *r, const Value *value, const char *module, const char *type) {
    const Tree *args = ret_items(r, TREE_TUPLE, value->u.tuple.items, value->u.tuple.count);
    return args ? ret_apply(r, ret_at_path(r, module, type), args, NULL) : NULL;
}

static const Tree *method_tree(Returned *r, const Value *value) {
    const Value *function = value->u.method.function;
    const Tree *items[] = {function->kind == V_FUNCTION ? ret_named_function(r, function) : ret_unsupported(r, value),
                           NULL, NULL};
    items[1] = items[0] ? ret_tree(r, value->u.method.self) : NULL;
    const Tree *args = ret_with(r, TREE_TUPLE, 2, items);
    return args ? ret_apply(r, ret_at_path(r, "types", "MethodType"), args, NULL) : NULL;
}

/* An argument of a function of the library that gives an iterator: there, nobody sees what kind of one that is. */
static const Tree *iterated_tree(Returned *r, const Value *value) {
    if (value->kind != V_ITERATOR || heap_info(r->ev->heap, value->u.object) || ret_known(r, value->u.object))
        return ret_tree(r, value);
    const Value **items = heap_items(r->ev->heap, value->u.object, r->ev->arena);
    const Tree *left = ret_items(r, TREE_TUPLE, items, heap_count(r->ev->heap, value->u.object));
    return left ? applied_object(r, value->u.object, ret_at_path(r, "builtins", "iter"),
                                 ret_with(r, TREE_TUPLE, 1, (const Tree *[]){left, NULL}), NULL)
                : NULL;
}

/* A dict or set that is empty yet when what goes through it is made, and says then that it has changed. */
static bool is_filled_later(Returned *r, const Value *value) {
    Ev *ev = r->ev;
    if (value->source)
        return false;
    const DictView *view = value->kind == V_LIST ? heap_info(ev->heap, value->u.object) : NULL;
    if (view)
        return is_filled_later(r, view->dict);
    if (value->kind == V_DICT)
        return ev_dict_class(value) || !has_constant_keys(ev, value);
    return value->kind == V_INSTANCE && ev_held(ev, value)->kind == V_SET;
}

static const Tree *recipe_tree(Returned *r, ObjId object, const Recipe *recipe) {
    Container *known = ret_known(r, object);
    if (known)
        return ret_shared(r, known->tree);
    const Value function = {.kind = V_FUNCTION, .u.function = (Function *)(uintptr_t)recipe->function};
    bool is_of_program = recipe->function || recipe->goes_on;
    const Tree *callable = recipe->function ? ret_function(r, arena_copy(r->ev->arena, &function, sizeof function))
                           : recipe->goes_on
                               ? ret_at_source(r, source_attr(source_global(NULL, str_of("_aot")), str_of("resumed")))
                               : ret_at_path(r, recipe->module, recipe->name);
    const Tree **args = arena_array(r->ev->arena, const Tree *, recipe->count + 1);
    for (uint32_t i = 0; !is_of_program && i < recipe->count; i++)
        if (is_filled_later(r, recipe->args[i]))
            return ret_unsupported(r, recipe->args[i]);
    static const char *const call_first[] = {"map", "filter", "filterfalse", "takewhile", "dropwhile", "starmap"};
    bool calls_first = !is_of_program && IS_AMONG(call_first, recipe->name);
    for (uint32_t i = 0; callable && i < recipe->count; i++)
        if (!(args[i] = is_of_program || (calls_first && !i) ? ret_tree(r, recipe->args[i])
                                                             : iterated_tree(r, recipe->args[i])))
            return NULL;
    const Tree *keywords = callable ? ret_dict(r, recipe->keywords) : NULL;
    return keywords ? applied_object(r, object, (Tree *)(uintptr_t)callable,
                                     ret_with(r, TREE_TUPLE, recipe->count, args), keywords)
                    : NULL;
}

/* An iterator is made by what made it, of what is left: nothing of the program runs. */
static const Tree *iterator_tree(Returned *r, const Value *value) {
    Recipe recipe;
    if (ev_iterator_recipe(r->ev, value, &recipe, r->span))
        return recipe_tree(r, value->u.object, &recipe);
    return r->ev->fail.kind == FAIL_RESTART ? NULL : ret_unsupported(r, value);
}

static const Tree *class_tree(Returned *r, const Value *value) {
    const ClassInfo *cls = value->u.class_info;
    if (cls->is_builtin)
        return cls->builtin_class->hidden ? ret_unsupported(r, value) : ret_at_path(r, "builtins", cls->name);
    Recipe recipe;
    if (ev_namedtuple_recipe(r->ev, cls, &recipe))
        return recipe_tree(r, cls->dict, &recipe);
    const Source *place = ev_class_source(r->ev, cls);
    bool has_no_name = !ev_class_home(cls) && cls->module->is_prelude && strchr(cls->module->name, '_');
    if (!place || ev_is_made_here(r->ev, cls) || has_no_name)
        return ret_unsupported(r, value);
    ev_value_facts(r->ev, value, place, NULL, r->span);
    return ret_at_source(r, place);
}

static const Tree *member_tree(Returned *r, const Value *value) {
    const ClassInfo *info = value->u.instance.cls;
    const Source *cls = ev_is_made_here(r->ev, info) ? NULL : ev_class_source(r->ev, info);
    const Source *place = cls ? ev_member_source(r->ev, value, cls) : NULL;
    return place ? ret_at_source(r, place) : ret_unsupported(r, value);
}

/* A module that the function imports; it has been imported when the function returns. */
static const Tree *module_tree(Returned *r, const Value *value) {
    const Source *modules = source_global(str_of("sys"), str_of("modules"));
    return value->u.module->is_main ? ret_unsupported(r, value)
                                    : ret_at_source(r, source_item_str(modules, value->u.module->name));
}

/* An instance of a class whose objects hold nothing but their attributes. */
static bool is_plain_class(Ev *ev, const ClassInfo *cls) {
    if (cls->is_opaque || cls->has_metaclass || cls->is_exception || cls->is_nn_module || !ev_class_source(ev, cls) ||
        (cls->module->is_prelude && strchr(cls->module->name, '_')))
        return false;
    bool is_dict = cls->builtin_class && !strcmp(cls->builtin_class->name, "dict");
    bool is_filled = cls->holds_items && strcmp(cls->builtin, "frozenset");
    return is_dict || is_filled ||
           ((!cls->builtin || !strcmp(cls->builtin, "object")) &&
            !ev_class_lookup(ev, cls, str_of("__pyaot_made_by__"), NULL));
}

static const Tree *unfilled_tree(Returned *r, const Value *value) {
    ObjId object = value->kind == V_INSTANCE ? value->u.instance.object : value->u.object;
    const ClassInfo *cls = value->kind == V_INSTANCE ? value->u.instance.cls : ev_dict_class(value);
    Container *known = ret_known(r, object);
    if (known)
        return ret_shared(r, known->tree);
    if (cls && !is_plain_class(r->ev, cls))
        return ret_unsupported(r, value);
    Tree *tree = ret_new(r, TREE_MADE);
    vec_push(r->ev->arena, &r->containers, ((Container){object, tree}));
    vec_push(r->ev->arena, &r->unfilled, ((Unfilled){tree, value}));
    return tree;
}

/* An object of the prelude says what the library makes it of: (module, class, arguments). */
static const Tree *library_tree(Returned *r, const Value *value, const Value *made_by) {
    const Value *parts = ev_call1(r->ev, made_by, value, r->span);
    if (!parts)
        return NULL;
    const Value *const *items = parts->u.tuple.items;
    uint32_t at = r->containers.len;
    vec_push(r->ev->arena, &r->containers, ((Container){value->u.instance.object, NULL}));
    const Tree *args = ret_tree(r, items[2]);
    Tree *tree = args ? ret_apply(r, ret_at_path(r, items[0]->u.str, items[1]->u.str), args, NULL) : NULL;
    r->containers.data[at].tree = tree;
    return tree;
}

static bool defines(Ev *ev, const ClassInfo *cls, const char *name) {
    const Value *found = ev_class_lookup(ev, cls, str_of(name), NULL);
    return found && found->kind != V_BUILTIN;
}

/* An exception, whatever its class does when it is called: made, and given what it has, as copy.copy() does. */
static const Tree *exception_tree(Returned *r, const Value *value, const Value *made_by) {
    const ClassInfo *cls = value->u.instance.cls;
    bool runs_code = defines(r->ev, cls, "__setattr__") || defines(r->ev, cls, "__setstate__");
    if (runs_code || cls->has_metaclass || cls->is_opaque)
        return ret_unsupported(r, value);
    const Value *parts = ev_call1(r->ev, made_by, value, r->span);
    if (!parts)
        return NULL;
    uint32_t at = r->containers.len;
    vec_push(r->ev->arena, &r->containers, ((Container){value->u.instance.object, NULL}));
    const Tree *given = ret_tree(r, parts->u.tuple.items[0]),
               *state = given ? ret_tree(r, parts->u.tuple.items[1]) : NULL;
    const Tree *items[] = {ret_none(r), ret_none(r), ret_at_path(r, "builtins", "BaseException.__new__"), given, state};
    const Tree *args = ret_with(r, TREE_TUPLE, COUNT_OF(items), items);
    Tree *tree = args ? ret_apply(r, ret_at_path(r, "copy", "_reconstruct"), args, NULL) : NULL;
    r->containers.data[at].tree = tree;
    return tree;
}

static const Tree *instance_tree(Returned *r, const Value *value) {
    const ClassInfo *cls = value->u.instance.cls, *where = NULL;
    if (cls->is_enum)
        return member_tree(r, value);
    Container *known = ret_known(r, value->u.instance.object);
    if (known)
        return ret_shared(r, known->tree);
    const Value *made_by = ev_class_lookup(r->ev, cls, str_of("__pyaot_made_by__"), &where);
    bool own = where == cls || (made_by && cls->module->is_prelude);
    if (cls->is_exception && made_by)
        return exception_tree(r, value, made_by);
    return made_by && own ? library_tree(r, value, made_by) : unfilled_tree(r, value);
}

/* vars(object): the dictionary that the object has, which is there before it is filled. */
static const Tree *vars_tree(Returned *r, const Value *value) {
    const Value *owner = heap_info(r->ev->heap, value->u.object);
    const Tree *object = ret_tree(r, owner);
    Container *known = ret_known(r, value->u.object);
    if (!object || known)
        return known ? ret_shared(r, known->tree) : NULL;
    return applied_object(r, value->u.object, ret_at_path(r, "builtins", "vars"),
                          ret_with(r, TREE_TUPLE, 1, (const Tree *[]){object, NULL}), NULL);
}

/* dict.keys() and its kin: a view of the dict. */
static const Tree *view_tree(Returned *r, const Value *value) {
    const DictView *view = heap_info(r->ev->heap, value->u.object);
    const Tree *dict = ret_tree(r, view->dict);
    Container *known = ret_known(r, value->u.object);
    if (!dict || known)
        return known ? ret_shared(r, known->tree) : NULL;
    const Tree *cls =
        ev_keeps_order(view->dict)
            ? ret_at_path(r, "collections", str_format("OrderedDict.%s", view->part))
            : ret_at_source(r, source_attr(source_global(str_of("builtins"), str_of("dict")), str_of(view->part)));
    return applied_object(r, value->u.object, (Tree *)cls, ret_with(r, TREE_TUPLE, 1, (const Tree *[]){dict, NULL}),
                          NULL);
}

/* callable(args...), of a function of torch or Python */
static const Tree *call_tree(Returned *r, const Tree *callable, const Tree *const *args, uint32_t count) {
    return callable ? ret_apply(r, callable, ret_with(r, TREE_TUPLE, count, args), NULL) : NULL;
}

static Tree *plain_before(const Returned *r, const Value *value) {
    for (uint32_t i = 0; i < r->plain.len; i++)
        if (r->plain.data[i].value == value)
            return r->plain.data[i].tree;
    return NULL;
}

/* torch.from_numpy() of an array in the memory of a tensor: a tensor of its own in that memory */
static const Tree *from_numpy_tree(Returned *r, const Value *value) {
    Tree *before = plain_before(r, value);
    if (before)
        return ret_shared(r, before);
    Value *memory = arena_copy(r->ev->arena, value, sizeof *value);
    memory->u.tensor.is_data = memory->u.tensor.is_from_numpy = false;
    const Tree *tensor = tensor_tree(r, memory);
    const Tree *array = tensor ? call_tree(r, ret_at_path(r, "torch", "Tensor.numpy"), &tensor, 1) : NULL;
    Tree *made = array ? ret_apply(r, ret_at_path(r, "torch", "from_numpy"),
                                   ret_with(r, TREE_TUPLE, 1, (const Tree *[]){array, NULL}), NULL)
                       : NULL;
    if (made)
        vec_push(r->ev->arena, &r->plain, ((Plain){value, made}));
    return made;
}

/* Is this list the first with its buffer? One that stands in two places would become two. */
static bool is_first_list(Returned *r, const Value *value) {
    ObjId cell = ev_rows_cell(value), own = cell ? cell : value->u.tuple.items[1]->u.tensor.storage;
    ObjId buffer = ev_rows_are_numbers(r->ev, value) ? own : ev_rows_origin(r->ev, value);
    if (has_object(&r->filled_lists, buffer))
        return false;
    vec_push(r->ev->arena, &r->filled_lists, buffer);
    return true;
}

/* One tensor of such a list, as a copy of its row: of a list of which nothing else is returned. */
static const Tree *taken_tree(Returned *r, const Value *value) {
    const Value *list = map_get(&r->ev->rows_taken, MAP_KEY(value->u.tensor.node));
    IrNode *row = ev_tensor_node(r->ev, value);
    bool are_own = ev_rows_are_own(r->ev, list); /* a later item of it may be another's */
    if (!are_own || ev_gives_attributes(r->ev) || !is_first_list(r, list))
        return ret_unsupported(r, list);
    r->rows = list;
    IrNode *copy = ir_unary(r->ev->region, OP_CLONE, tn_row_major(row->type), row, r->span);
    const Tree *tree = tensor_tree(r, ev_tensor_fresh(r->ev, copy));
    if (tree)
        r->values.data[tree->leaf] = value;
    return tree;
}

/* The numbers in a buffer as a list, or copies of its rows as an iterator. */
static const Tree *items_of_buffer(Returned *r, const Tree *buffer, bool numbers) {
    if (numbers)
        return call_tree(r, ret_at_path(r, "torch", "Tensor.tolist"), &buffer, 1);
    const Tree *views = call_tree(r, ret_at_path(r, "torch", "unbind"), &buffer, 1);
    const Tree *args[] = {ret_at_path(r, "torch", "clone"), views};
    return views ? call_tree(r, ret_at_path(r, "builtins", "map"), args, 2) : NULL;
}

/* map(list, tuples), or map(dict, map(zip, repeat(keys), tuples)) */
static const Tree *objects_of_tuples(Returned *r, const Record *record, const Tree *tuples) {
    const Tree *map = ret_at_path(r, "builtins", "map");
    if (record->kind == V_LIST)
        return call_tree(r, map, (const Tree *[]){ret_at_path(r, "builtins", "list"), tuples}, 2);
    const Value **keys = arena_array(r->ev->arena, const Value *, record->width);
    for (uint32_t i = 0; i < record->width; i++)
        keys[i] = ev_str(r->ev, record->keys[i]);
    const Tree *names = ret_items(r, TREE_TUPLE, keys, record->width);
    const Tree *each = names ? call_tree(r, ret_at_path(r, "itertools", "repeat"), &names, 1) : NULL;
    const Tree *args[] = {ret_at_path(r, "builtins", "zip"), each, tuples};
    const Tree *pairs = each ? call_tree(r, map, args, 3) : NULL;
    return pairs ? call_tree(r, map, (const Tree *[]){ret_at_path(r, "builtins", "dict"), pairs}, 2) : NULL;
}

static const Tree *repeated(Returned *r, const Value *constant) {
    const Tree *tree = ret_tree(r, constant);
    return tree ? call_tree(r, ret_at_path(r, "itertools", "repeat"), &tree, 1) : NULL;
}

/* A list of records: list(zip(*columns)), with repeat() for what all items have. */
static const Tree *records_tree(Returned *r, const Value *value) {
    ObjId cell = ev_rows_cell(value);
    const Record *record = ev_record_of(r->ev, cell);
    const Value *columns = ev_record_columns(r->ev, cell);
    const Tree **parts = arena_array(r->ev->arena, const Tree *, record->width);
    bool tensors = false;
    for (uint32_t i = 0; i < record->count; i++)
        tensors |= !record->numbers[i];
    if (!is_first_list(r, value) || (tensors && (ev_gives_attributes(r->ev) || !ev_filled_own(r->ev, cell))))
        return ret_unsupported(r, value);
    r->rows = tensors ? value : r->rows;
    r->records = record->kind == V_TUPLE ? value : r->records;
    for (uint32_t i = 0, k = 0; i < record->width; i++) {
        if (record->constants[i]) {
            if (!(parts[i] = repeated(r, record->constants[i])))
                return NULL;
            continue;
        }
        const Tree *buffer = tensor_tree(r, ev_tensor_fresh(r->ev, ev_tensor_node(r->ev, columns->u.tuple.items[k])));
        if (!buffer || !(parts[i] = items_of_buffer(r, buffer, record->numbers[k++])))
            return NULL;
    }
    const Tree *items = call_tree(r, ret_at_path(r, "builtins", "zip"), parts, record->width);
    items = items && record->kind != V_TUPLE ? objects_of_tuples(r, record, items) : items;
    return items ? call_tree(r, ret_at_path(r, "builtins", "list"), &items, 1) : NULL;
}

/* A list that a loop has filled: of numbers, or of copies of the rows of its buffer. What was put in may live on under
 * other names, which are not returned beside the list; nor is the list twice. Two lists hold no tensor in common, as it
 * would not be the own of the second one (ev_is_own_row()). */
static const Tree *rows_tree(Returned *r, const Value *value) {
    bool numbers = ev_rows_are_numbers(r->ev, value);
    if (ev_record_columns(r->ev, ev_rows_cell(value)))
        return records_tree(r, value);
    if (ev_rows_cell(value) && ev_filled_is_empty(r->ev, ev_rows_cell(value)))
        return is_first_list(r, value) ? ret_items(r, TREE_LIST, NULL, 0) : ret_unsupported(r, value);
    if (!numbers && ev_gives_attributes(r->ev))
        return ret_unsupported(r, value);
    const Value *tensor = numbers || ev_rows_are_own(r->ev, value) ? ev_rows_buffer(r->ev, value) : NULL;
    if (!tensor || !is_first_list(r, value))
        return ret_unsupported(r, value);
    r->rows = numbers ? r->rows : value;
    const Tree *buffer = tensor_tree(r, tensor);
    if (!buffer)
        return NULL;
    const Tree *items = items_of_buffer(r, buffer, numbers);
    return !items || numbers ? items : call_tree(r, ret_at_path(r, "builtins", "list"), &items, 1);
}

/* Is a tensor returned that may be one that a returned list holds? */
static bool holds_other_name(const Returned *r) {
    for (uint32_t i = 0; r->rows && i < r->storages.len; i++)
        if (r->storages.data[i] && map_has(&r->ev->chosen, r->storages.data[i]))
            return true;
    return false;
}

static bool may_be_one_view(Ev *ev, const Value *a, const Value *b) {
    const TensorValue *x = &a->u.tensor, *y = &b->u.tensor;
    return x->storage == y->storage && y->node != ev_storage_root(ev, y->storage) &&
           x->node->type.rank == y->node->type.rank;
}

/* Is a row returned that may be the very object that another view is which is returned? */
static bool holds_row_twice(const Returned *r) {
    for (uint32_t i = 0; i < r->values.len; i++) {
        const Value *row = r->values.data[i];
        bool is_place = row && row->kind == V_TENSOR && row->u.tensor.is_place;
        for (uint32_t k = 0; is_place && k < r->values.len; k++) {
            const Value *other = r->values.data[k];
            if (k != i && other && other->kind == V_TENSOR && may_be_one_view(r->ev, row, other))
                return true;
        }
        if (is_place && r->rows)
            return true;
    }
    return false;
}

static const Tree *builtin_tree(Returned *r, const Value *value) {
    const Source *home = ev_home_of(r->ev, value);
    return home ? ret_at_path(r, home->module, home->name) : ret_unsupported(r, value);
}

/* A slice, a range or a method: one object, in whatever places. */
static const Tree *once_tree(Returned *r, const Value *value) {
    Tree *before = plain_before(r, value);
    if (before)
        return ret_shared(r, before);
    const Tree *tree = value->kind == V_METHOD  ? method_tree(r, value)
                       : value->kind == V_RANGE ? parts_tree(r, value, "builtins", "range")
                                                : parts_tree(r, value, "builtins", "slice");
    if (tree)
        vec_push(r->ev->arena, &r->plain, ((Plain){value, (Tree *)(uintptr_t)tree}));
    return tree;
}

static const Tree *made_tree(Returned *r, const Value *value) {
    bool is_object = value->kind == V_SET || value->kind == V_PARTIAL;
    Container *known = is_object ? ret_known(r, value->u.object) : NULL;
    if (known)
        return ret_shared(r, known->tree);
    switch (value->kind) {
    case V_SET:
        return set_tree(r, value);
    case V_PARTIAL:
        return partial_tree(r, value);
    case V_ITERATOR:
        return iterator_tree(r, value);
    case V_RANGE:
    case V_SLICE:
    case V_METHOD:
        return once_tree(r, value);
    case V_CLASS:
        return class_tree(r, value);
    case V_FUNCTION:
        return ret_function(r, value);
    case V_BUILTIN:
        return builtin_tree(r, value);
    case V_INSTANCE:
        return instance_tree(r, value);
    case V_MODULE:
        return module_tree(r, value);
    case V_ROWS:
        return rows_tree(r, value);
    case V_DTYPE:
        return ret_at_path(r, "torch", dtype_info[value->u.dtype].torch_name);
    case V_OTHER_DTYPE:
    case V_LAYOUT:
    case V_MEMORY_FORMAT:
        return ret_at_path(r, "torch", value->u.str);
    case V_DEVICE: {
        const Value *name = ev_str(r->ev, str_of("cpu"));
        return ret_apply(r, ret_at_path(r, "torch", "device"), ret_items(r, TREE_TUPLE, &name, 1), NULL);
    }
    case V_NOT_IMPLEMENTED:
        return ret_at_path(r, "builtins", "NotImplemented");
    default:
        return ret_unsupported(r, value);
    }
}

bool ev_can_be_made(Ev *ev, const Value *value) {
    switch (value->kind) {
    case V_TENSOR:
    case V_TUPLE:
    case V_LIST:
    case V_SET:
    case V_PARTIAL:
    case V_RANGE:
    case V_SLICE:
    case V_METHOD:
    case V_CLASS:
    case V_DTYPE:
    case V_DEVICE:
    case V_OTHER_DTYPE:
    case V_LAYOUT:
    case V_MEMORY_FORMAT:
        return true;
    case V_FUNCTION:
        return !value->u.function->is_prelude;
    case V_DICT:
        return !ev_dict_class(value) || is_plain_class(ev, ev_dict_class(value));
    case V_INSTANCE:
        return value->u.instance.cls->is_enum || is_plain_class(ev, value->u.instance.cls) ||
               ev_class_lookup(ev, value->u.instance.cls, str_of("__pyaot_made_by__"), NULL);
    default:
        return false;
    }
}

/* ---- filling ----------------------------------------------------------------------------------------------------- */

static bool add_pairs(Returned *r, const HeapContent *content, const Tree **items) {
    for (uint32_t i = 0; i < content->count; i++) {
        const HeapSlot *slot = &content->slots[i];
        const Value *key = slot->key ? slot->key : slot->name ? ev_str(r->ev, slot->name) : ev_none(r->ev);
        if (!(items[2 * i] = ret_tree(r, key)) || !(items[2 * i + 1] = ret_tree(r, slot->value)))
            return false;
    }
    return true;
}

static bool mark(Returned *r, Tree *tree, const Value *tensor) {
    const HeapContent *attributes = ev_attributes_of_made(r->ev, tensor);
    const Tree **items = arena_array(r->ev->arena, const Tree *, 2 + 2 * attributes->count);
    items[0] = tree->items[0];
    items[1] = ret_constant(r, (Constant){.kind = CONST_INT, .i = attributes->count});
    tree->items = items;
    tree->count = 2 + 2 * attributes->count;
    return add_pairs(r, attributes, items + 2);
}

/* The items of a TREE_MADE: its class (None: a plain dict), how many attributes, names and attributes, keys and items;
 * what a list holds has no keys. */
static bool fill(Returned *r, const Unfilled *unfilled) {
    Ev *ev = r->ev;
    const Value *value = unfilled->value;
    Tree *tree = unfilled->tree;
    if (tree->kind == TREE_CELL) {
        tree->items = arena_array(ev->arena, const Tree *, 1);
        tree->count = 1;
        return (tree->items[0] = ret_tree(r, value)) != NULL;
    }
    if (tree->kind == TREE_MARKED)
        return mark(r, tree, value);
    bool is_dict = value->kind == V_DICT;
    const ClassInfo *cls = is_dict ? ev_dict_class(value) : value->u.instance.cls;
    static const HeapContent none;
    const Value *object = is_dict && cls ? value->u.instance.exemplar : value;
    const HeapContent *attributes = cls ? heap_content(ev->heap, object->u.instance.object) : &none;
    const Value *holder = is_dict ? value : ev_held(ev, value);
    const HeapContent *keys = is_dict || holder != value ? heap_content(ev->heap, holder->u.object) : &none;
    if (ev_has_own_keys(ev, keys))
        return ret_unsupported(r, value) != NULL;
    HeapContent seen = *attributes;
    if (holder != value) { /* what the object holds is no attribute of it */
        seen.slots++;
        seen.count--;
        attributes = &seen;
    }
    const Tree **items = arena_array(ev->arena, const Tree *, 2 + 2 * (attributes->count + keys->count) + 1);
    tree->count = 2 + 2 * (attributes->count + keys->count);
    tree->items = items;
    items[0] = cls ? class_tree(r, ev_class_value(ev, (ClassInfo *)cls)) : ret_none(r);
    items[1] = ret_constant(r, (Constant){.kind = CONST_INT, .i = attributes->count});
    return items[0] && add_pairs(r, attributes, items + 2) &&
           add_pairs(r, keys, items + 2 + 2 * (uint64_t)attributes->count);
}

static bool fill_all(Returned *r) {
    for (uint32_t i = 0; i < r->unfilled.len; i++) {
        Unfilled next = r->unfilled.data[i];
        if (!fill(r, &next))
            return false;
    }
    return true;
}

/* Of a class of the program: tuple.__new__(class, items). */
static const Tree *own_tuple_tree(Returned *r, const Value *value) {
    const Source *make = source_attr(source_global(str_of("builtins"), str_of("tuple")), str_of("__new__"));
    const Tree *items[] = {class_tree(r, ev_class_value(r->ev, value->u.tuple.cls)), NULL, NULL};
    items[1] = items[0] ? ret_items(r, TREE_TUPLE, value->u.tuple.items, value->u.tuple.count) : NULL;
    const Tree *args = ret_with(r, TREE_TUPLE, 2, items);
    return args ? ret_apply(r, ret_at_source(r, make), args, NULL) : NULL;
}

static const Tree *tuple_tree(Returned *r, const Value *value) {
    const ClassInfo *cls = value->u.tuple.cls;
    const Value *const *items = value->u.tuple.items;
    uint32_t count = value->u.tuple.count;
    if (!cls)
        return ret_items(r, TREE_TUPLE, items, count);
    if (strcmp(cls->qualname, "Size") == 0)
        return ret_items(r, TREE_SIZE, items, count);
    const Source *place = ev_is_own_namedtuple(r->ev, cls) ? NULL : ev_class_source(r->ev, cls);
    bool of_torch = ev_is_torch_sequence(cls);
    bool own = ev_is_own_namedtuple(r->ev, cls) || (place && !cls->is_namedtuple && !cls->is_opaque);
    if (own && cls->module->is_main)
        return own_tuple_tree(r, value);
    Tree *tree = of_torch || (place && cls->is_namedtuple) ? ret_items(r, TREE_NAMED, items, count) : NULL;
    if (!tree)
        return r->ev->fail.kind ? NULL : ret_unsupported(r, value);
    tree->name = of_torch ? cls->name : NULL;
    tree->object = of_torch ? NULL : place;
    return tree;
}

static bool is_small_int(const Constant *c) { return c->kind == CONST_INT && c->i >= -5 && c->i <= 256; }

/* One number is one object: a NaN is found where the very same object is. */
static const Tree *number_tree(Returned *r, const Value *value) {
    Constant constant;
    bool known = ev_constant_of(value, &constant);
    bool given =
        value->source && value->source->kind == SRC_ARG && map_has(&r->ev->input_values, MAP_KEY(value->source));
    if (given && value->kind != V_BOOL)
        return object_tree(r, value->source);
    Tree *before = plain_before(r, value);
    if (before)
        return ret_shared(r, before);
    Tree *tree = known ? ret_constant(r, constant) : leaf(r, ev_scalar_node(r->ev, value), 0, NULL);
    bool is_one_anyway = known && (constant.kind == CONST_BOOL || is_small_int(&constant));
    if (!is_one_anyway)
        vec_push(r->ev->arena, &r->plain, ((Plain){value, tree}));
    return tree;
}

/* So is a text that is computed, and a tuple. */
static const Tree *plain_tree(Returned *r, const Value *value, const Constant *text) {
    bool is_one_anyway = text ? text->kind != CONST_STR || text->i != STR_MADE : value->u.tuple.count == 0;
    Tree *before = is_one_anyway ? NULL : plain_before(r, value);
    if (before)
        return ret_shared(r, before);
    const Tree *tree = text ? ret_constant(r, *text) : tuple_tree(r, value);
    if (tree && !is_one_anyway)
        vec_push(r->ev->arena, &r->plain, ((Plain){value, (Tree *)(uintptr_t)tree}));
    return tree;
}

const Tree *ret_tree(Returned *r, const Value *value) {
    Constant constant;
    if (ev_is_number(value))
        return number_tree(r, value);
    if (ev_is_alias(r->ev, value))
        return ret_unsupported(r, value);
    if (ev_constant_of(value, &constant))
        return plain_tree(r, value, &constant);
    if (value->kind == V_TENSOR)
        return marked_tensor_tree(r, value);
    if (value->source)
        return object_tree(r, value->source);
    const Choice *choice = ev_choice_of(r->ev, value);
    if (choice)
        return ret_apply(r, ret_at_path(r, "operator", "getitem"), ret_tree(r, ev_choice_parts(r->ev, choice)), NULL);
    if (value->kind == V_TUPLE)
        return plain_tree(r, value, NULL);
    if (value->kind == V_ROWS && !ev_rows_is_list(value))
        return views_tree(r, value);
    if (value->kind == V_DICT && heap_info(r->ev->heap, value->u.object))
        return vars_tree(r, value);
    if (value->kind == V_DICT && (ev_dict_class(value) || !has_constant_keys(r->ev, value)))
        return unfilled_tree(r, value);
    if (value->kind == V_LIST && heap_info(r->ev->heap, value->u.object))
        return view_tree(r, value);
    if (value->kind == V_LIST || value->kind == V_DICT)
        return container_tree(r, value);
    return made_tree(r, value);
}

/* ---- effects ----------------------------------------------------------------------------------------------------- */

static const Tree *effect_tree(Returned *r, const Effect *effect) {
    Tree *tree = ret_new(r, TREE_TUPLE);
    tree->effect = effect->kind;
    tree->object = effect->target;
    tree->keys = arena_copy(r->ev->arena, &effect->key, sizeof effect->key);
    tree->count = effect->count;
    tree->items = arena_array(r->ev->arena, const Tree *, effect->count + 1);
    r->span = effect->span;
    for (uint32_t i = 0; i < effect->count; i++) {
        const Value *value = effect->values[i];
        bool is_there = value->source && !ev_is_alias(r->ev, value);
        tree->items[i] = is_there ? object_tree(r, value->source) : ret_tree(r, value);
        if (!tree->items[i])
            return NULL;
    }
    return tree;
}

/* The returned value, and what is written to objects of the caller before. */
static const Tree *tree_with_effects(Returned *r, const Value *value, const EffectVec *effects) {
    Tree *tree = ret_new(r, TREE_EFFECTS);
    tree->count = effects->len + 1;
    tree->items = arena_array(r->ev->arena, const Tree *, tree->count);
    if (!(tree->items[0] = ret_tree(r, value)))
        return NULL;
    for (uint32_t i = 0; i < effects->len; i++)
        if (!(tree->items[i + 1] = effect_tree(r, &effects->data[i])))
            return NULL;
    if (!fill_all(r))
        return NULL;
    return effects->len ? tree : tree->items[0];
}

/* Tensors in a returned value, up to two. */
static uint32_t count_tensors(Ev *ev, const Value *value) {
    Constant constant;
    bool is_simple =
        value->kind == V_TENSOR || value->source || ev_is_number(value) || ev_constant_of(value, &constant);
    uint32_t count = value->kind == V_TENSOR, n = 0;
    const Value *const *items = NULL;
    if (value->kind == V_TUPLE) {
        items = value->u.tuple.items;
        n = value->u.tuple.count;
    } else if ((value->kind == V_LIST || value->kind == V_DICT) && !value->source) {
        items = heap_items(ev->heap, value->u.object, ev->arena);
        n = heap_count(ev->heap, value->u.object);
    } else if (!is_simple) {
        return 2;
    }
    for (uint32_t i = 0; i < n && count < 2; i++) /* a container that holds itself is refused elsewhere */
        count += items[i]->kind == V_LIST || items[i]->kind == V_DICT ? 2 : count_tensors(ev, items[i]);
    return count;
}

enum { MAX_CHOSEN = 12 };

/* May a tuple that branches and loops chose be that one? */
static bool may_be(const Ev *ev, const Value *tuple, const Value *other, int depth) {
    const Either *either = map_get(&ev->either, MAP_KEY(tuple));
    return tuple == other || (either && (depth == MAX_CHOSEN || may_be(ev, either->left, other, depth + 1) ||
                                         may_be(ev, either->right, other, depth + 1)));
}

/* May it be a tuple of the caller's? */
static bool may_be_given(const Ev *ev, const Value *tuple, int depth) {
    const Either *either = map_get(&ev->either, MAP_KEY(tuple));
    return tuple->source || (either && (depth == MAX_CHOSEN || may_be_given(ev, either->left, depth + 1) ||
                                        may_be_given(ev, either->right, depth + 1)));
}

static bool are_shared(const Ev *ev, const Value *tuple, const Value *other) {
    const Either *theirs = map_get(&ev->either, MAP_KEY(other));
    return may_be(ev, tuple, other, 0) ||
           (theirs && (may_be(ev, tuple, theirs->left, 0) || may_be(ev, tuple, theirs->right, 0)));
}

/* Is a tuple that branches chose returned as another object than the one that it is? */
static bool splits_tuple(const Returned *r) {
    const Ev *ev = r->ev;
    for (uint32_t i = 0; i < r->plain.len; i++) {
        const Value *tuple = r->plain.data[i].value;
        const Either *either = tuple->kind == V_TUPLE ? map_get(&ev->either, MAP_KEY(tuple)) : NULL;
        bool splits = either && may_be_given(ev, tuple, 0);
        for (uint32_t k = 0; either && k < r->plain.len; k++) {
            const Value *other = r->plain.data[k].value;
            splits = splits || (k != i && other->kind == V_TUPLE && are_shared(ev, tuple, other));
        }
        if (splits)
            return ev_restart_forked(r->ev, either->place, r->span) ||
                   !ev_fail(r->ev, D_UNSUPPORTED_OP, r->span, "a tuple that a branch may have chosen is returned");
    }
    return false;
}

/* May it be one that was read from a list of records? */
static bool may_be_record(const Ev *ev, const Value *tuple, int depth) {
    const Either *either = map_get(&ev->either, MAP_KEY(tuple));
    return map_has(&ev->records_taken, MAP_KEY(tuple)) ||
           (either && (depth == MAX_CHOSEN || may_be_record(ev, either->left, depth + 1) ||
                       may_be_record(ev, either->right, depth + 1)));
}

/* Are two objects returned that may be one tuple of a list of records? */
static bool holds_record_twice(const Returned *r) {
    uint32_t count = r->records != NULL;
    for (uint32_t i = 0; i < r->plain.len; i++) {
        const Value *value = r->plain.data[i].value;
        count += value->kind == V_TUPLE && may_be_record(r->ev, value, 0);
    }
    return count > 1;
}

bool ev_emit_return(Ev *ev, const Value *value, Span span) {
    EffectVec effects = {0};
    if (!ev_effects(ev, &effects))
        return false;
    ev_array_effects(ev, value, &effects);
    Returned r = {.ev = ev, .alone = count_tensors(ev, value) == 1 && !effects.len, .span = span};
    const Tree *tree = tree_with_effects(&r, value, &effects);
    const Value *choice = tree ? ambiguous(&r) : NULL;
    if (choice && map_has(&ev->either, choice->u.tensor.storage)) {
        r = (Returned){.ev = ev, .by_object = true, .span = span};
        tree = tree_with_effects(&r, value, &effects);
        choice = tree ? ambiguous(&r) : NULL;
    }
    if (tree && splits_tuple(&r))
        return false;
    if (tree && holds_other_name(&r))
        tree = ret_unsupported(&r, r.rows);
    if (tree && holds_record_twice(&r))
        return tn_unsupported(ev, span, "returning two of what may be one tuple") != NULL;
    if (tree && holds_row_twice(&r))
        return tn_unsupported(ev, span, "returning two of what may be one tensor") != NULL;
    if (tree && choice) {
        if (settle_choice(&r, choice))
            tn_unsupported(ev, span, "returning two of what may be one tensor");
        return false;
    }
    if (!tree || !tn_flush_writes(ev, &r.older, span))
        return false;
    IrSpec spec = {.op = OP_RETURN, .input_count = r.leaves.len, .inputs = r.leaves.data, .tree = tree, .span = span};
    ir_build(ev->region, &spec);
    return true;
}
