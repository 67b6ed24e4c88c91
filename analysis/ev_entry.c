/* Running the body of an entry, and ending its paths: the returned value becomes a tree whose leaves are operands of
 * OP_RETURN. */
#include "analysis/ev_internal.h"

#include "analysis/tensor.h"

/* ---- return values
 * --------------------------------------------------------------------------------------------------- */

typedef struct Container {
    ObjId object;
    Tree *tree; /* NULL: begun and not complete */
} Container;

typedef struct Returned {
    Ev *ev;
    VEC(IrNode *) leaves;
    VEC(const Value *) values; /* of the leaves that are tensors, else NULL */
    VEC(ObjId) storages;       /* of the leaves that are tensors; 0: not a tensor, or a view of an input */
    bool alone; /* a tensor is all that is returned: it does not matter which other results share its memory */
    VEC(Container) containers; /* one object must not become two */
    int shared;                /* containers that stand in several places */
    Span span;
} Returned;

static const Tree *tree_of(Returned *r, const Value *value);

static Tree *new_tree(Returned *r, TreeKind kind) {
    Tree *tree = arena_new_of(r->ev->arena, Tree);
    tree->kind = kind;
    return tree;
}

static const Tree *object_tree(Returned *r, const Source *source) {
    if (source->in_element) {
        ev_series_unroll_source(r->ev, source, r->span);
        return NULL;
    }
    Tree *tree = new_tree(r, TREE_OBJECT);
    tree->object = source;
    return tree;
}

static bool contains_storage(const Returned *r, ObjId storage) {
    for (uint32_t i = 0; i < r->storages.len; i++)
        if (r->storages.data[i] == storage)
            return true;
    return false;
}

static Tree *leaf(Returned *r, IrNode *node, ObjId storage, const Value *value) {
    Tree *tree = new_tree(r, TREE_LEAF);
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
        Tree *tree = new_tree(r, TREE_LEAF);
        tree->leaf = (int)i;
        return tree;
    }
    return NULL;
}

typedef VEC(IrNode *) NodeVec;

static void add_memories(Arena *arena, IrNode *node, NodeVec *out);

/* What the regions of a branch or loop yield as its result number `index`. */
static void add_yielded(Arena *arena, const IrNode *flow, uint32_t index, NodeVec *out) {
    for (uint32_t r = 0; r < flow->region_count; r++) {
        const IrNode *yield = flow->regions[r]->nodes.len ? vec_last(&flow->regions[r]->nodes) : NULL;
        bool condition = flow->op == OP_WHILE && r == 0;
        if (yield && yield->op == OP_YIELD && !condition && index < yield->input_count)
            add_memories(arena, yield->inputs[index], out);
    }
}

/* The memories that a tensor may have: its own, and where control flow chooses, those it chooses from. */
static void add_memories(Arena *arena, IrNode *node, NodeVec *out) {
    node = ir_memory(node);
    for (uint32_t i = 0; i < out->len; i++)
        if (out->data[i] == node)
            return;
    vec_push(arena, out, node);
    const IrNode *flow = node->op == OP_RESULT ? node->inputs[0] : node->op == OP_PARAM ? node->parent->owner : NULL;
    if (!flow || ir_op_info[flow->op].cls != CLS_FLOW)
        return;
    uint32_t skipped = node->op == OP_PARAM && flow->op == OP_FOR, index = (uint32_t)node->ints[0] - skipped;
    if (flow->op != OP_IF && index < flow->input_count)
        add_memories(arena, flow->inputs[index], out);
    add_yielded(arena, flow, index, out);
}

static bool have_common(const NodeVec *a, const NodeVec *b) {
    for (uint32_t i = 0; i < a->len; i++)
        for (uint32_t k = 0; k < b->len; k++)
            if (a->data[i] == b->data[k])
                return true;
    return false;
}

/* Two tensors may be one value of the graph, or views of one, or one may be chosen on some path; as objects of Python
 * they have memory of their own. So has a tensor that the program filled from an input. */
static IrNode *own_memory(Returned *r, IrNode *node, ObjId storage) {
    IrNode *memory = ir_memory(node);
    NodeVec mine = {0};
    bool taken = false;
    add_memories(r->ev->arena, memory, &mine);
    for (uint32_t i = 0; i < mine.len; i++)
        taken |= ir_is_outside(mine.data[i]);
    for (uint32_t i = 0; i < r->leaves.len; i++) {
        NodeVec theirs = {0};
        if (r->leaves.data[i]->type.kind != IRT_TENSOR || r->storages.data[i] == storage)
            continue;
        add_memories(r->ev->arena, r->leaves.data[i], &theirs);
        taken |= have_common(&mine, &theirs);
    }
    for (uint32_t i = 0; i < r->leaves.len; i++)
        if (r->storages.data[i] == storage && (taken || ir_memory(r->leaves.data[i]) != memory)) {
            ev_fail(r->ev, D_UNSUPPORTED_OP, r->span,
                    "several views of a tensor that is equal to another one are returned");
            return NULL;
        }
    if (!taken)
        return node;
    IrSpec spec = {.op = OP_CLONE, .type = memory->type, .input_count = 1, .inputs = &memory, .span = r->span};
    return ir_on_memory(r->ev->region, node, ir_build(r->ev->region, &spec), r->span);
}

/* Whether nobody can tell what the tensor may share memory with: made here, of no input's memory, and returned alone.
 */
static bool is_lone(const Returned *r, const Value *value) {
    const IrNode *memory = ir_memory(value->u.tensor.node);
    while (memory->op == OP_CONTIGUOUS) /* which may be its very operand */
        memory = ir_memory(memory->inputs[0]);
    return r->alone && value->u.tensor.is_fresh && !ir_is_outside(memory);
}

static const Tree *tensor_tree(Returned *r, const Value *value) {
    Ev *ev = r->ev;
    ObjId storage = value->u.tensor.storage;
    const Value *object = value;
    if (value->source)
        return object_tree(r, value->source);
    const Tree *same = same_leaf(r, value);
    if (same)
        return same;
    if (value->u.tensor.is_parameter || value->u.tensor.is_data) {
        ev_fail(ev, D_UNSUPPORTED_OP, r->span, "%s is returned",
                value->u.tensor.is_data ? "the data of a tensor, which has a version of its own," : "a new parameter");
        return NULL;
    }
    if (value->u.tensor.layout_open && !(value = tn_settle(ev, value, r->span)))
        return NULL;
    if (value->u.tensor.may_alias && !is_lone(r, value)) {
        const void *place = map_get(&ev->memo, MAP_KEY(ev_storage_root(ev, value->u.tensor.storage)));
        if (ev_restart_forked(ev, place, r->span) || !(value = tn_settle(ev, value, r->span)))
            return NULL;
    }
    const IrNode *memory = ir_memory(value->u.tensor.node);
    if (!value->u.tensor.is_fresh && memory->op == OP_ELEMENT) {
        ev_series_unroll_source(ev, ev->graph->inputs.data[memory->ints[0]].source, r->span);
        return NULL;
    }
    /* A view of an input is one of its memory, which holds what was written when the variant returns. */
    if (!value->u.tensor.is_fresh && ir_memory(value->u.tensor.node)->op == OP_INPUT) {
        Tree *view = leaf(r, value->u.tensor.node, 0, object);
        view->detached = value->u.tensor.is_detached;
        return view;
    }
    IrNode *node = own_memory(r, ev_tensor_node(ev, value), storage);
    bool first = !contains_storage(r, storage);
    Tree *tree = node ? leaf(r, node, storage, object) : NULL;
    if (tree && first)
        tree->versions = ev_storage_versions(ev, storage);
    return tree;
}

/* The tree of a container that has one already. */
static const Tree *shared_tree(Returned *r, Tree *first) {
    if (!first) {
        ev_fail(r->ev, D_UNSUPPORTED_OP, r->span, "a container that holds itself is returned");
        return NULL;
    }
    first->shared = first->shared ? first->shared : ++r->shared;
    Tree *tree = new_tree(r, TREE_SHARED);
    tree->shared = first->shared;
    return tree;
}

static Tree *items_tree(Returned *r, TreeKind kind, const Value *const *items, uint32_t count) {
    Tree *tree = new_tree(r, kind);
    tree->count = count;
    tree->items = arena_array(r->ev->arena, const Tree *, count);
    for (uint32_t i = 0; i < count; i++)
        if (!(tree->items[i] = tree_of(r, items[i])))
            return NULL;
    return tree;
}

static Tree *list_tree(Returned *r, const Value *value) {
    const Value **items = heap_items(r->ev->heap, value->u.object, r->ev->arena);
    return items_tree(r, TREE_LIST, items, heap_count(r->ev->heap, value->u.object));
}

static Tree *dict_tree(Returned *r, const Value *value) {
    Ev *ev = r->ev;
    const HeapContent *content = heap_content(ev->heap, value->u.object);
    Tree *tree = new_tree(r, TREE_DICT);
    tree->count = content->count;
    tree->items = arena_array(ev->arena, const Tree *, content->count);
    tree->keys = arena_array(ev->arena, Constant, content->count);
    for (uint32_t i = 0; i < content->count; i++) {
        if (!ev_constant_of(content->slots[i].key, &tree->keys[i])) {
            ev_fail(ev, D_UNSUPPORTED_OP, r->span, "a dict with keys that are no constants is returned");
            return NULL;
        }
        if (!(tree->items[i] = tree_of(r, content->slots[i].value)))
            return NULL;
    }
    return tree;
}

static const Tree *container_tree(Returned *r, const Value *value) {
    for (uint32_t i = 0; i < r->containers.len; i++)
        if (r->containers.data[i].object == value->u.object)
            return shared_tree(r, r->containers.data[i].tree);
    uint32_t at = r->containers.len;
    vec_push(r->ev->arena, &r->containers, ((Container){value->u.object, NULL}));
    Tree *tree = value->kind == V_LIST ? list_tree(r, value) : dict_tree(r, value);
    r->containers.data[at].tree = tree;
    return tree;
}

static const Tree *unsupported(Returned *r, const Value *value) {
    if (value->kind == V_UNKNOWN && ev_restart_forked(r->ev, map_get(&r->ev->memo, MAP_KEY(value)), r->span))
        return NULL;
    if (value->kind == V_UNKNOWN)
        ev_fail(r->ev, D_UNKNOWN_VALUE, r->span, "a value that is not known is returned: %s", value->u.str);
    else
        ev_fail(r->ev, D_UNSUPPORTED_OP, r->span, "a %s is returned", ev_type_name(value));
    return NULL;
}

static const Tree *tree_of(Returned *r, const Value *value) {
    Tree *tree;
    Constant constant;
    if (ev_constant_of(value, &constant)) {
        tree = new_tree(r, TREE_CONST);
        tree->constant = constant;
        return tree;
    }
    if (value->kind == V_TENSOR)
        return tensor_tree(r, value);
    if (ev_is_number(value))
        return leaf(r, ev_scalar_node(r->ev, value), 0, NULL);
    if (value->source)
        return object_tree(r, value->source);
    if (value->kind == V_TUPLE && value->u.tuple.cls && strcmp(value->u.tuple.cls->qualname, "Size") == 0)
        return items_tree(r, TREE_SIZE, value->u.tuple.items, value->u.tuple.count);
    if (value->kind == V_TUPLE && !value->u.tuple.cls)
        return items_tree(r, TREE_TUPLE, value->u.tuple.items, value->u.tuple.count);
    if (value->kind == V_TUPLE && value->u.tuple.cls->is_namedtuple &&
        strcmp(value->u.tuple.cls->module->name, "torch.return_types") == 0) {
        tree = items_tree(r, TREE_NAMED, value->u.tuple.items, value->u.tuple.count);
        if (tree)
            tree->name = value->u.tuple.cls->name;
        return tree;
    }
    const Source *cls = value->kind == V_TUPLE ? ev_class_source(value->u.tuple.cls) : NULL;
    if (cls && value->u.tuple.cls->is_namedtuple) {
        tree = items_tree(r, TREE_NAMED, value->u.tuple.items, value->u.tuple.count);
        if (tree)
            tree->object = cls;
        return tree;
    }
    if (value->kind == V_LIST || (value->kind == V_DICT && !ev_dict_class(value)))
        return container_tree(r, value);
    return unsupported(r, value);
}

/* ---- effects
 * ---------------------------------------------------------------------------------------------------------------- */

static const Tree *effect_tree(Returned *r, const Effect *effect) {
    Tree *tree = new_tree(r, TREE_TUPLE);
    tree->effect = effect->kind;
    tree->object = effect->target;
    tree->keys = arena_copy(r->ev->arena, &effect->key, sizeof effect->key);
    tree->count = effect->count;
    tree->items = arena_array(r->ev->arena, const Tree *, effect->count + 1);
    r->span = effect->span;
    for (uint32_t i = 0; i < effect->count; i++) {
        const Value *value = effect->values[i];
        tree->items[i] = value->source ? object_tree(r, value->source) : tree_of(r, value);
        if (!tree->items[i])
            return NULL;
    }
    return tree;
}

/* The returned value, and what is written to objects of the caller before. */
static const Tree *tree_with_effects(Returned *r, const Value *value, const EffectVec *effects) {
    Tree *tree = new_tree(r, TREE_EFFECTS);
    tree->count = effects->len + 1;
    tree->items = arena_array(r->ev->arena, const Tree *, tree->count);
    if (!(tree->items[0] = tree_of(r, value)))
        return NULL;
    for (uint32_t i = 0; i < effects->len; i++)
        if (!(tree->items[i + 1] = effect_tree(r, &effects->data[i])))
            return NULL;
    return effects->len ? tree : tree->items[0];
}

/* Tensors in a returned value, up to two. */
static uint32_t count_tensors(Ev *ev, const Value *value) {
    uint32_t count = value->kind == V_TENSOR, n = 0;
    const Value *const *items = NULL;
    if (value->kind == V_TUPLE) {
        items = value->u.tuple.items;
        n = value->u.tuple.count;
    } else if ((value->kind == V_LIST || value->kind == V_DICT) && !value->source) {
        items = heap_items(ev->heap, value->u.object, ev->arena);
        n = heap_count(ev->heap, value->u.object);
    }
    for (uint32_t i = 0; i < n && count < 2; i++) /* a container that holds itself is refused elsewhere */
        count += items[i]->kind == V_LIST || items[i]->kind == V_DICT ? 2 : count_tensors(ev, items[i]);
    return count;
}

bool ev_emit_return(Ev *ev, const Value *value, Span span) {
    EffectVec effects = {0};
    if (!ev_effects(ev, &effects))
        return false;
    Returned r = {.ev = ev, .alone = count_tensors(ev, value) == 1 && !effects.len, .span = span};
    const Tree *tree = tree_with_effects(&r, value, &effects);
    if (!tree || !tn_flush_writes(ev, span))
        return false;
    IrSpec spec = {.op = OP_RETURN, .input_count = r.leaves.len, .inputs = r.leaves.data, .tree = tree, .span = span};
    ir_build(ev->region, &spec);
    return true;
}

/* ---- bodies
 * -------------------------------------------------------------------------------------------------------------- */

static const Value *live_outs(Ev *ev, EntryBody *body) {
    body->out_values = arena_array(ev->arena, const Value *, body->out_count);
    for (uint32_t i = 0; i < body->out_count; i++) {
        const Value *value = heap_get(ev->heap, ev->frame->scope, body->outs[i]);
        if (!value)
            return ev_fail(ev, D_UNKNOWN_VALUE, ev->frame->call_span, "'%s' is not bound on every path", body->outs[i]);
        body->out_values[i] = value;
    }
    return body->out_count == 1 ? body->out_values[0] : ev_tuple(ev, body->out_values, body->out_count);
}

/* What the variables hold after a statement. */
static void note_left(Ev *ev, const EntryBody *body, const AstNode *statement) {
    const HeapContent *scope = heap_content(ev->heap, ev->frame->scope);
    Map *values = arena_new_of(ev->arena, Map);
    map_init(values, ev->arena);
    for (uint32_t i = 0; i < scope->count; i++)
        map_put(values, MAP_KEY(scope->slots[i].name), (void *)scope->slots[i].value);
    map_put(body->left, MAP_KEY(statement), values);
}

static bool run_statements(Ev *ev, EntryBody *body, Exec *status) {
    *status = EX_NEXT;
    for (uint32_t i = 0; i < body->statement_count && *status == EX_NEXT; i++) {
        body->failed_statement = i;
        Rest rest = {body->statements + i + 1, body->statement_count - i - 1, NULL};
        ev->frame->call_span = body->statements[i]->span;
        ev->frame->rest = &rest;
        bool loop_else = (body->statements[i]->kind == AST_For || body->statements[i]->kind == AST_While) &&
                         body->statements[i]->u.For.orelse.len;
        ev->frame->can_fork = !body->is_segment && !loop_else;
        *status = ev_exec(ev, body->statements[i]);
        ev->frame->rest = NULL;
        if (body->left && *status == EX_NEXT)
            note_left(ev, body, body->statements[i]);
    }
    if (*status == EX_BREAK || *status == EX_CONTINUE)
        ev_fail(ev, D_LOOP, ev->frame->call_span, "a '%s' of a loop around the segment",
                *status == EX_BREAK ? "break" : "continue");
    return *status == EX_NEXT || *status == EX_RETURN;
}

/* A value that cannot be stored where the program stores it: that statement is to blame, not the return. */
static void blame_write(const Ev *ev, EntryBody *body) {
    Span at = ev->fail.span;
    for (uint32_t i = 0; ev->fail.code == D_SIDE_EFFECT && i < body->statement_count; i++)
        if (at.begin >= body->statements[i]->span.begin && at.begin < body->statements[i]->span.end)
            body->failed_statement = i;
}

static bool end_body(Ev *ev, EntryBody *body, Exec status) {
    Span span = ev->frame->call_span;
    const Value *value = status == EX_RETURN ? ev->frame->result : ev_none(ev);
    if (body->is_segment && (status == EX_RETURN || ev->frame->forks.len) && body->out_count)
        return ev_fail(ev, D_BRANCH, span, "a return inside a segment that does not always return");
    if (body->is_segment && status == EX_NEXT) {
        if (ev->frame->forks.len)
            return ev_fail(ev, D_BRANCH, span, "a return inside a segment that does not always return");
        value = live_outs(ev, body);
    }
    bool ok = value && ev_join_returns(ev, 0, &value, span) && (!value || ev_emit_return(ev, value, span));
    if (!ok)
        blame_write(ev, body);
    return ok;
}

bool ev_run_entry(Ev *ev, EntryBody *body) {
    const Function *function = body->function;
    Frame frame = {.parent = NULL,
                   .function = function,
                   .module = function->module,
                   .info = ev_scope_info(ev, function->def),
                   .owner = function->owner,
                   .is_entry = true,
                   .call_span = function->def->span};
    frame.scope = heap_make(ev->heap, OBJ_SCOPE, function->closure, frame.info);
    for (uint32_t i = 0; i < body->count; i++)
        heap_set(ev->heap, frame.scope, body->names[i], body->values[i]);
    const AstNode *params = function->def->u.FunctionDef.args;
    const AstList *first =
        params->u.arguments.posonlyargs.len ? &params->u.arguments.posonlyargs : &params->u.arguments.args;
    if (first->len)
        frame.first_arg = heap_get(ev->heap, frame.scope, first->items[0]->u.arg.arg);
    ev->frame = &frame;
    Exec status;
    bool ok = run_statements(ev, body, &status) && ev_generators_settled(ev, function->def->span) &&
              end_body(ev, body, status);
    ev->frame = NULL;
    ev->eval_depth = ev->call_depth = 0;
    if (!ok)
        return false;
    ir_hoist_inputs(ev->graph);
    for (uint32_t i = 0; i < ev->input_facts.items.len; i++)
        fact_add(ev->facts, &ev->input_facts.items.data[i]);
    return true;
}
