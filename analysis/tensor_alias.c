/* Storage and aliasing: tensor values that share memory, and in-place operations as values.
 *
 * A storage is a heap object with a root (the node whose memory it is) and its present content, a node of the same
 * type. A tensor value's own node is structural: the root, or a chain of views of the root. What it holds now is the
 * same chain on the content. A write through a view replaces the content by an insertion into it; nothing touches
 * memory until tn_flush_writes() stores the contents of written inputs, at the end of the variant, where nothing can
 * fail any more. */
#include "analysis/tensor.h"

#include <string.h>

static const Value *tensor_value(Ev *ev, IrNode *node, ObjId storage, bool fresh) {
    Value *value = arena_new_of(ev->arena, Value);
    value->kind = V_TENSOR;
    value->u.tensor.node = node;
    value->u.tensor.storage = storage;
    value->u.tensor.is_fresh = fresh;
    value->u.tensor.is_inference = ev_inference_mode(ev) == MODE_ON;
    return value;
}

const Value *ev_tensor_fresh(Ev *ev, IrNode *node) { return tensor_value(ev, node, ev_storage_new(ev, node), true); }

const Value *ev_tensor_view(Ev *ev, const Value *base, IrNode *node) {
    Value *view = arena_copy(ev->arena, base, sizeof(*base));
    view->source = NULL;
    view->u.tensor.node = node;
    view->u.tensor.is_parameter = view->u.tensor.is_place = false;
    view->u.tensor.attributes = 0;
    view->u.tensor.is_detached = base->u.tensor.is_detached && !base->u.tensor.is_from_numpy;
    view->u.tensor.layout_open = true;
    view->u.tensor.writes_before = ev_storage_writes(ev, base->u.tensor.storage);
    if (ev_inference_mode(ev) == MODE_ON)
        view->u.tensor.view_mode = VIEW_INFERENCE;
    else if (ev_grad_mode(ev) == MODE_OFF)
        view->u.tensor.view_mode = VIEW_NO_GRAD;
    return view;
}

/* The chain of views `node` with `from` replaced by `to`. */
static IrNode *replay(Ev *ev, IrNode *node, IrNode *from, IrNode *to) {
    if (node == from)
        return to;
    if (ir_is_outside(node) || node->input_count != 1)
        ICE("a tensor's views do not begin at its storage: %s", ir_op_info[node->op].name);
    IrNode *base = replay(ev, node->inputs[0], from, to);
    IrSpec spec = ir_spec_of(node);
    spec.inputs = &base;
    return ir_build(ev->region, &spec);
}

/* A tensor that another one may be in truth: the sides of a branch, or what eager may not copy. */
typedef struct Behind {
    const Value *tensor;
    const struct Behind *next;
} Behind;

void ev_track_behind(Ev *ev, const Value *tensor, const Value *behind) {
    if (ev_grad_mode(ev) != MODE_OFF) {
        ev_track(ev, behind);
        return;
    }
    ObjId storage = tensor->u.tensor.storage;
    Behind *first = arena_new_of(ev->arena, Behind);
    *first = (Behind){behind, map_get(&ev->behind, storage)};
    map_put(&ev->behind, storage, first);
}

/* How an input is used: where grad mode may be on, and where the program switches it on, or under a further name, which
 * may come to be used there. */
enum { USED_TRACKED = 1, USED_SWITCHED_ON = 2 };

static void track(Ev *ev, const Value *tensor, uintptr_t uses) {
    const Behind *behind = ev->behind.len ? map_get(&ev->behind, tensor->u.tensor.storage) : NULL;
    for (; behind; behind = behind->next)
        track(ev, behind->tensor, uses);
    const IrNode *memory = tensor->u.tensor.is_fresh ? NULL : ir_memory(tensor->u.tensor.node);
    if (!memory || !ir_is_outside(memory) || ev->in_driver)
        return;
    uint64_t key = MAP_KEY(ev->graph->inputs.data[memory->ints[0]].source);
    map_put(&ev->tracked, key, (void *)((uintptr_t)map_get(&ev->tracked, key) | uses));
}

void ev_track(Ev *ev, const Value *tensor) { track(ev, tensor, USED_TRACKED | USED_SWITCHED_ON); }

/* Nothing is recorded of an input that is used with grad mode off alone: it may require grad whatever mode the caller
 * has. From one that is used where the program switches grad mode on, what requires grad would be made in any mode. */
void ev_settle_tracked(Ev *ev) {
    uint32_t count = ev->grad_was_off || ev->grad_was_on ? ev->facts->items.len : 0;
    for (uint32_t i = 0; i < count; i++) {
        Fact *fact = &ev->facts->items.data[i];
        if (fact->kind != FACT_TENSOR)
            continue;
        const Source *source = fact->source;
        uintptr_t uses = (uintptr_t)map_get(&ev->tracked, MAP_KEY(source));
        if (ev->grad_was_off && !uses)
            fact->number = 1;
        if (ev->grad_was_on && uses & USED_SWITCHED_ON) {
            Fact needs_none = {.kind = FACT_REQUIRES_NO_GRAD, .source = source, .span = fact->span};
            if (source->in_element)
                needs_none.source = NULL; /* of no tensor at all */
            fact_add(ev->facts, &needs_none);
        }
    }
}

IrNode *ev_tensor_node(Ev *ev, const Value *tensor) {
    TorchMode grad = ev_grad_mode(ev);
    if (grad != MODE_OFF)
        track(ev, tensor, grad == MODE_ON ? USED_TRACKED | USED_SWITCHED_ON : USED_TRACKED);
    ObjId storage = tensor->u.tensor.storage;
    IrNode *root = ev_storage_root(ev, storage), *content = ev_storage_content(ev, storage);
    return content == root ? tensor->u.tensor.node : replay(ev, tensor->u.tensor.node, root, content);
}

static IrNode *view_node(Ev *ev, IrNode *base, IrOp op, IrType type, const int64_t *ints, int int_count,
                         const ShExpr *const *exprs, int expr_count, Span span) {
    IrSpec spec = {.op = op,
                   .type = type,
                   .input_count = 1,
                   .inputs = &base,
                   .int_count = (uint32_t)int_count,
                   .expr_count = (uint32_t)expr_count,
                   .ints = ints,
                   .exprs = exprs,
                   .span = span};
    return ir_build(ev->region, &spec);
}

const Value *tn_view(Ev *ev, const Value *base, IrOp op, IrType type, const int64_t *ints, int int_count,
                     const ShExpr *const *exprs, int expr_count, Span span) {
    IrNode *node = view_node(ev, base->u.tensor.node, op, type, ints, int_count, exprs, expr_count, span);
    return ev_tensor_view(ev, base, node);
}

/* ---- writes
 * ---------------------------------------------------------------------------------------------------------------- */

static IrNode *undo_permute(Ev *ev, const IrNode *view, IrNode *value, Span span) {
    int64_t inverse[IR_MAX_RANK];
    TnDims shape;
    for (uint32_t k = 0; k < view->int_count; k++)
        inverse[view->ints[k]] = k;
    tn_shape(ev, &view->inputs[0]->type, shape);
    IrType type = tn_type(ev, value->type.dtype, view->type.rank, shape, NULL);
    TnDims strides;
    if (!tn_strides(ev, &value->type, span, strides))
        return NULL;
    TnDims permuted;
    for (int d = 0; d < type.rank; d++)
        permuted[d] = strides[inverse[d]];
    type = tn_type(ev, value->type.dtype, type.rank, shape, permuted);
    return view_node(ev, value, OP_PERMUTE, type, inverse, type.rank, NULL, 0, span);
}

/* A row-major reinterpretation of a value with the shape of `like`. */
static IrNode *reshape_as(Ev *ev, IrNode *value, const IrType *like, Span span) {
    TnDims shape;
    tn_shape(ev, like, shape);
    return view_node(ev, value, OP_RESHAPE, tn_type(ev, value->type.dtype, like->rank, shape, NULL), NULL, 0, NULL, 0,
                     span);
}

/* x[:]: every element in its place. */
static bool is_whole_slice(const IrNode *view) {
    int64_t dim = view->ints[0];
    return sh_is_value(view->exprs[0], 0) && sh_is_value(view->exprs[1], 1) &&
           view->type.shape[dim] == view->inputs[0]->type.shape[dim];
}

/* Which elements of a tensor a chain of slices and selections takes. */
typedef struct Place {
    IrNode *base;                                         /* that the chain begins with */
    const ShExpr *start[IR_MAX_RANK], *step[IR_MAX_RANK]; /* by dimension of the base; NULL: all, in their order */
    TnDims shape; /* how many, by dimension of the base: 1 where one is selected */
    bool selects;
} Place;

static bool is_part(const IrNode *view) { return view->op == OP_SLICE || view->op == OP_SELECT; }

/* From the last view of a chain back to where it begins, or to `root`. */
static Place place_of(Ev *ev, IrNode *view, const IrNode *root) {
    Place place = {.base = view};
    int rank = view->type.rank;
    tn_shape(ev, &view->type, place.shape);
    for (; place.base != root && is_part(place.base); place.base = place.base->inputs[0]) {
        const IrNode *part = place.base;
        int64_t dim = part->ints[0];
        if (part->op == OP_SELECT) {
            for (int d = rank++; d > dim; d--) {
                place.start[d] = place.start[d - 1];
                place.step[d] = place.step[d - 1];
                place.shape[d] = place.shape[d - 1];
            }
            place.start[dim] = part->exprs[0];
            place.step[dim] = place.shape[dim] = sh_const(ev->shapes, 1);
            place.selects = true;
        } else if (!place.start[dim]) {
            place.start[dim] = is_whole_slice(part) ? NULL : part->exprs[0];
            place.step[dim] = part->exprs[1];
        } else {
            place.start[dim] = sh_add(ev->shapes, sh_mul(ev->shapes, place.start[dim], part->exprs[1]), part->exprs[0]);
            place.step[dim] = sh_mul(ev->shapes, place.step[dim], part->exprs[1]);
        }
    }
    return place;
}

/* The base of the place with its elements there replaced by `value`. */
static IrNode *insert_at(Ev *ev, const Place *place, IrNode *base_now, IrNode *value, Span span) {
    const IrType *base = &place->base->type;
    int64_t dims[IR_MAX_RANK];
    const ShExpr *exprs[2 * IR_MAX_RANK];
    uint32_t count = 0;
    if (place->selects)
        value = view_node(ev, value, OP_RESHAPE, tn_type(ev, value->type.dtype, base->rank, place->shape, NULL), NULL,
                          0, NULL, 0, span);
    for (int d = 0; d < base->rank; d++) {
        if (!place->start[d])
            continue;
        exprs[2 * count] = place->start[d];
        exprs[2 * count + 1] = place->step[d];
        dims[count++] = d;
    }
    if (count == 0)
        return value;
    IrNode *inputs[2] = {base_now, value};
    IrSpec spec = {.op = OP_INSERT,
                   .type = tn_row_major(*base),
                   .input_count = 2,
                   .inputs = inputs,
                   .int_count = count,
                   .expr_count = 2 * count,
                   .ints = dims,
                   .exprs = exprs,
                   .span = span};
    return ir_build(ev->region, &spec);
}

/* The whole of the base of a view that shows all of it, as `value` has the elements. */
static IrNode *base_with(Ev *ev, const IrNode *view, IrNode *value, Span span) {
    const IrType *base = &view->inputs[0]->type;
    switch (view->op) {
    case OP_PERMUTE:
        return undo_permute(ev, view, value, span);
    case OP_SQUEEZE:
    case OP_UNSQUEEZE:
    case OP_RESHAPE:
        return reshape_as(ev, value, base, span);
    case OP_CONJ:
        return ir_unary(ev->region, OP_CONJ, tn_row_major(value->type), value, span);
    case OP_AS_REAL:
    case OP_AS_COMPLEX: {
        IrType type = tn_row_major(*base);
        value = tn_is_row_major(ev, &value->type)
                    ? value
                    : view_node(ev, value, OP_CONTIGUOUS, tn_row_major(value->type), NULL, 0, NULL, 0, span);
        return view_node(ev, value, view->op == OP_AS_REAL ? OP_AS_COMPLEX : OP_AS_REAL, type, NULL, 0, NULL, 0, span);
    }
    default:
        ev_fail(ev, D_UNSUPPORTED_OP, span, "writing through a view by %s", ir_op_info[view->op].name);
        return NULL;
    }
}

/* A storage's content has the type of its root: its strides are those of the memory. And it is a tensor of its own, no
 * view of another one's memory. */
static IrNode *with_layout_of(Ev *ev, IrNode *content, const IrNode *root, Span span) {
    if (ir_type_equal(&content->type, &root->type) && ir_memory(content) == content && !ir_is_outside(content))
        return content;
    return view_node(ev, content, OP_CLONE, root->type, NULL, 0, NULL, 0, span);
}

static bool is_writable(Ev *ev, const Value *tensor, Span span) {
    const TensorValue *target = &tensor->u.tensor;
    if (target->is_inference && ev_inference_mode(ev) != MODE_ON && !ev->in_driver)
        return tn_unsupported(ev, span, "writing to an inference tensor outside of inference_mode()") != NULL;
    if (target->is_from_numpy && !ev->in_driver)
        return tn_unsupported(ev, span, "writing to a tensor that shares its memory by an array of NumPy") != NULL;
    return tn_settle_written(ev, tensor, span) && ev_storage_writable(ev, target->storage, span) &&
           tn_settle_copies(ev, target->storage, span);
}

bool tn_write_same(Ev *ev, const Value *tensor, Span span) {
    const TensorValue *target = &tensor->u.tensor;
    if (!is_writable(ev, tensor, span))
        return false;
    ev_storage_set(ev, target->storage, ev_storage_content(ev, target->storage));
    if (target->is_data)
        ev_storage_hush(ev, target->storage);
    return true;
}

bool tn_write(Ev *ev, const Value *tensor, IrNode *content, Span span) {
    const TensorValue *target = &tensor->u.tensor;
    if (!is_writable(ev, tensor, span))
        return false;
    IrNode *root = ev_storage_root(ev, target->storage), *now = ev_storage_content(ev, target->storage);
    for (IrNode *view = target->node, *base; content && view != root; view = base) {
        Place place = place_of(ev, view, root);
        base = place.base != view ? place.base : view->inputs[0];
        content = place.base != view ? insert_at(ev, &place, replay(ev, base, root, now), content, span)
                                     : base_with(ev, view, content, span);
    }
    if (!content)
        return false;
    ev_storage_set(ev, target->storage, with_layout_of(ev, content, root, span));
    if (target->is_data)
        ev_storage_hush(ev, target->storage);
    return true;
}

static const Source *source_of_input(const IrGraph *graph, const IrNode *node) {
    for (uint32_t i = 0; i < graph->inputs.len; i++)
        if (graph->inputs.data[i].node == node)
            return graph->inputs.data[i].source;
    return NULL;
}

bool tn_flush_writes(Ev *ev, const ObjIdVec *older, Span span) {
    uint32_t count = ev_storage_written(ev, NULL, 0);
    ObjId *written = arena_array(ev->arena, ObjId, count + 1);
    ev_storage_written(ev, written, count);
    for (uint32_t i = 0; i < count; i++) {
        IrNode *root = ev_storage_root(ev, written[i]);
        const Source *source = source_of_input(tn_graph(ev), root);
        if (root->op != OP_INPUT || !source)
            continue;
        if (tn_is_passed_twice(ev, source, span))
            return false;
        ev_fact(ev, &(Fact){.kind = FACT_NO_OVERLAP, .span = span, .source = source});
        IrNode *inputs[2] = {root, ev_storage_content(ev, written[i])};
        const ShExpr *version = ev_storage_version(ev, written[i]);
        int64_t numbers[3] = {0, has_object(older, written[i]), map_has(&ev->hushed, written[i])};
        bool is_known = sh_is_const(version, &numbers[0]);
        IrSpec spec = {.op = OP_STORE,
                       .input_count = 2,
                       .inputs = inputs,
                       .int_count = numbers[2]   ? 3
                                    : numbers[1] ? 2
                                                 : 1,
                       .ints = numbers,
                       .expr_count = !is_known,
                       .exprs = &version,
                       .span = span};
        spec.type = ir_scalar_type(IRT_NONE);
        ir_build(ev->region, &spec);
    }
    return true;
}
