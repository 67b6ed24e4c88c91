/* Merging what two sides of a branch left behind: values pair by pair, heap objects slot by slot.
 *
 * A pair of different numbers or tensors becomes a result of the OP_IF; what cannot be merged becomes V_UNKNOWN in
 * variables and attributes (a cut only where it is used), and makes the merge fail elsewhere. */
#include "analysis/ev_loop.h"
#include "analysis/ir_number.h"
#include "analysis/tensor.h"

/* ---- nodes ---------------------------------------------------------------------------------------------------------
 */

static IrNode *merge_nodes(Merge *merge, IrNode *left, IrNode *right, const IrType *type) {
    if (left == right)
        return left;
    for (uint32_t i = 0; i < merge->left.len; i++)
        if (merge->left.data[i] == left && merge->right.data[i] == right)
            return merge->results.data[i];
    Arena *arena = merge->ev->arena;
    int64_t index = merge->results.len;
    IrSpec spec = {.op = OP_RESULT,
                   .type = *type,
                   .input_count = 1,
                   .inputs = &merge->branch,
                   .int_count = 1,
                   .ints = &index,
                   .span = merge->span};
    IrNode *result = ir_build(merge->outer, &spec);
    vec_push(arena, &merge->left, left);
    vec_push(arena, &merge->right, right);
    vec_push(arena, &merge->results, result);
    return result;
}

/* A node of one side's value, made in that side's region from that side's heap. */
static IrNode *side_node(Merge *merge, bool is_left, const Value *value) {
    Ev *ev = merge->ev;
    IrRegion *region = ev->region;
    ev->region = is_left ? merge->left_region : merge->right_region;
    IrNode *node;
    if (value->kind != V_TENSOR) {
        node = ev_scalar_node(ev, value);
    } else if (!value->u.tensor.storage) {
        node = value->u.tensor.node;
    } else {
        uint32_t mark = heap_mark(ev->heap);
        heap_apply(ev->heap, is_left ? merge->left_delta : merge->right_delta);
        node = ev_tensor_node(ev, value);
        heap_undo(ev->heap, mark);
    }
    ev->region = region;
    return node;
}

/* Different sizes are taken for equal only where they likely are. */
static bool sizes_agree(Merge *merge, const ShExpr *x, const ShExpr *y) {
    int64_t a = sh_hint(x, -1), b = sh_hint(y, -1);
    return a >= 0 && !ir_has_inner(merge->outer, x) && !ir_has_inner(merge->outer, y) && a == b &&
           sh_compare(merge->ev->shapes, SH_EQ, x, y) != SH_NO && ev_assume_equal(merge->ev, x, y, merge->span);
}

/* Strides of dimensions of size 1 count, too: torch shows them, and they order what is computed from the tensor. */
static bool same_layout(Merge *merge, const IrType *a, const IrType *b) {
    ShContext *shapes = merge->ev->shapes;
    if (a->dtype != b->dtype || a->rank != b->rank || a->flat != b->flat)
        return false;
    for (int i = 0; i < a->rank; i++) {
        const ShExpr *x = sh_canon(shapes, a->shape[i]), *y = sh_canon(shapes, b->shape[i]);
        if (x != y && !sizes_agree(merge, x, y))
            return false;
    }
    bool row_a = tn_is_row_major(merge->ev, a), row_b = tn_is_row_major(merge->ev, b);
    if (row_a || row_b)
        return row_a && row_b;
    for (int i = 0; i < a->rank; i++)
        if (sh_canon(shapes, a->strides[i]) != sh_canon(shapes, b->strides[i]))
            return false;
    return true;
}

/* ---- sizes that differ --------------------------------------------------------------------------------------------
 */

const ShExpr *ev_merge_size(Merge *merge, const ShExpr *left, const ShExpr *right) {
    Ev *ev = merge->ev;
    left = sh_canon(ev->shapes, left), right = sh_canon(ev->shapes, right);
    if (left == right)
        return left;
    for (uint32_t i = 0; i < merge->sizes.len; i++)
        if (merge->sizes.data[i].left == left && merge->sizes.data[i].right == right)
            return merge->sizes.data[i].merged;
    IrType type = ir_scalar_type(IRT_INT);
    IrNode *l = side_node(merge, true, ev_int_expr(ev, left)), *r = side_node(merge, false, ev_int_expr(ev, right));
    MergeSize size = {left, right, NULL};
    int64_t least, other, most;
    sh_range(left, &least, &most);
    sh_range(right, &other, &most);
    least = other < least ? other : least;
    size.merged = sh_symbol(ev->shapes, str_of("size"), least > 0 ? least : 0, INT64_MAX, -1, SH_FROM_NODE,
                            merge_nodes(merge, l, r, &type), 0);
    vec_push(ev->arena, &merge->sizes, size);
    return size.merged;
}

/* Do the data decide a size in which they differ? */
static bool differ_by_data(const Merge *merge, const IrType *left, const IrType *right) {
    bool any = false;
    for (int d = 0; d < left->rank; d++) {
        const ShExpr *a = sh_canon(merge->ev->shapes, left->shape[d]),
                     *b = sh_canon(merge->ev->shapes, right->shape[d]);
        any |= a != b && (sh_is_computed(a) || sh_is_computed(b));
    }
    return any;
}

/* The paths of an iteration end as one, and nothing that follows can be evaluated for each: sizes that differ are ints
 * that the branch gives beside the tensor. So do those of a call, where no other variant could tell them apart, and
 * others once the tensor turned out to be read. False: these two are no such thing. */
static bool merge_sizes(Merge *merge, const IrType *left, const IrType *right, IrType *merged) {
    if (merge->strict || left->dtype != right->dtype || left->rank != right->rank || left->flat || right->flat ||
        !tn_is_row_major(merge->ev, left) || !tn_is_row_major(merge->ev, right))
        return false;
    if (!merge->in_iteration)
        merge->ev->sizes_refused = true;
    bool merges = merge->in_iteration || (merge->ends_call && differ_by_data(merge, left, right)) ||
                  ev_wants_fork(merge->ev, ev_sizes_key(merge->span));
    merge->sizes_differ = merge->place || !merges;
    if (merge->sizes_differ)
        return false;
    const ShExpr *shape[IR_MAX_RANK];
    for (int d = 0; d < left->rank; d++)
        shape[d] = ev_merge_size(merge, left->shape[d], right->shape[d]);
    *merged = ir_tensor_type(merge->ev->graph, left->dtype, left->rank, shape, NULL);
    return true;
}

/* Rows of two lengths (ev_filled.c), which nothing else is. */
const Value *ev_merge_filled(Merge *merge, const Value *left, const Value *right) {
    const IrType *a = &left->u.tensor.node->type, *b = &right->u.tensor.node->type;
    ShContext *shapes = merge->ev->shapes;
    const ShExpr *shape[IR_MAX_RANK];
    if (a->dtype != b->dtype || a->rank != b->rank)
        return NULL;
    for (int d = 1; d < a->rank; d++)
        if ((shape[d] = sh_canon(shapes, a->shape[d])) != sh_canon(shapes, b->shape[d]) &&
            !sizes_agree(merge, a->shape[d], b->shape[d]))
            return NULL;
    shape[0] = ev_merge_size(merge, a->shape[0], b->shape[0]);
    IrType type = ir_tensor_type(merge->ev->graph, a->dtype, a->rank, shape, NULL);
    IrNode *l = side_node(merge, true, left), *r = side_node(merge, false, right);
    return ev_tensor_fresh(merge->ev, merge_nodes(merge, l, r, &type));
}

/* ---- tensors
 * --------------------------------------------------------------------------------------------------------- */

/* `key`: what to begin again with where one is written; NULL: as the branch has it. */
static void remember_choice(const Merge *merge, ObjId left, ObjId right, const void *key) {
    const void *known = key ? key : merge->place ? merge->place : ev_split_place(merge->ev, merge->branch);
    void *place = known ? (void *)(uintptr_t)known : merge->ev;
    map_put(&merge->ev->chosen, left, place);
    map_put(&merge->ev->chosen, right, place);
}

bool ev_storage_writable(Ev *ev, ObjId storage, Span span) {
    const IrNode *root = ev_storage_root(ev, storage);
    const Source *source = ir_is_outside(root) ? ev->graph->inputs.data[root->ints[0]].source : NULL;
    if (source && source->in_element)
        return ev_series_unroll_source(ev, source, span) != NULL;
    const void *place = map_get(&ev->chosen, storage);
    if (!place)
        return true;
    if (place != ev && ev_restart_forked(ev, place, span))
        return false;
    return ev_fail(ev, D_UNSUPPORTED_OP, span, "writing to a tensor that a branch may have chosen") != NULL;
}

/* The merged value of this pair of storages, when there is one; one storage in two different pairs may alias. */
static Value *paired(Merge *merge, ObjId left, ObjId right, bool *partly) {
    Value *same = NULL;
    *partly = false;
    for (uint32_t i = 0; i < merge->pairs.len; i++) {
        MergePair *pair = &merge->pairs.data[i];
        if (pair->left == left && pair->right == right) {
            same = pair->merged;
        } else if (pair->left == left || pair->right == right) {
            *partly = true;
            if (pair->merged->kind == V_TENSOR)
                pair->merged->u.tensor.may_alias = true;
            remember_choice(merge, pair->left, pair->right, NULL);
        }
    }
    return same;
}

static const Value *merge_storage_content(Merge *merge, const Value *left, const Value *right) {
    IrNode *l = left->u.tensor.node, *r = right->u.tensor.node;
    if (!same_layout(merge, &l->type, &r->type))
        return NULL;
    Value *merged = ev_value(merge->ev, V_TENSOR);
    merged->u.tensor.node = merge_nodes(merge, l, r, &l->type);
    return merged;
}

static const ShExpr *element_count(Ev *ev, const IrType *type) {
    return type->flat ? NULL : sh_canon(ev->shapes, sh_product(ev->shapes, type->shape, type->rank));
}

/* A view of all elements (a transposed matrix) is no part. */
static bool is_part(Ev *ev, const TensorValue *t) {
    const IrNode *root = ev_storage_root(ev, t->storage);
    const ShExpr *count = element_count(ev, &t->node->type);
    return t->is_part || (t->node != root && (!count || count != element_count(ev, &root->type)));
}

static bool is_whole(Ev *ev, const TensorValue *t) {
    return t->node == ev_storage_root(ev, t->storage) && (!t->may_alias || map_has(&ev->chosen_from, t->storage));
}

/* A view that is none to eager: what detach() gives, or a reduction that keeps dimensions. */
static bool hides_base(Ev *ev, const TensorValue *t) {
    return t->is_detached || (ir_is_view(t->node) && t->node == ev_storage_root(ev, t->storage));
}

/* Is it an object outside of the branch? */
static bool stays(const Merge *merge, const Value *value) {
    return value->source || (ir_is_within(merge->outer, value->u.tensor.node->parent) &&
                             heap_is_older(merge->ev->heap, value->u.tensor.storage, merge->objects));
}

void ev_merge_note_either(Merge *merge, const Value *merged, const Value *left, const Value *right) {
    if (merged->kind != V_TENSOR || !merged->u.tensor.storage || (left && !stays(merge, left)) ||
        (right && !stays(merge, right)))
        return;
    Either *either = arena_new_of(merge->ev->arena, Either);
    *either = (Either){left && right ? merge->branch->inputs[0] : NULL, left ? left : right, right, NULL};
    map_put(&merge->ev->either, merged->u.tensor.storage, either);
}

/* Views of one memory that are read alike may be two objects: it is one or the other then. */
static const Value *merge_alike(Merge *merge, const Value *left, const Value *right) {
    IrNode *node = left->u.tensor.node;
    bool is_root = node == ev_storage_root(merge->ev, left->u.tensor.storage);
    bool is_open = !is_root && (left->u.tensor.may_alias || right->u.tensor.may_alias);
    if (ev_is_same(left, right) != SH_NO && !is_open)
        return left;
    if (merge->strict || is_root)
        return NULL;
    Value *either = arena_copy(merge->ev->arena, left, sizeof *left);
    either->source = NULL;
    either->u.tensor.may_alias = true;
    if (merge->place)
        map_put(&merge->ev->memo, MAP_KEY(node), (void *)(uintptr_t)merge->place);
    return either;
}

/* Did the sides have the two objects that became this one? */
static bool are_same_objects(const Merge *merge, const Value *merged, const Value *left, const Value *right) {
    for (uint32_t i = 0; i < merge->pairs.len; i++) {
        const MergePair *pair = &merge->pairs.data[i];
        if (pair->merged == merged)
            return ev_is_same(pair->left_value, left) != SH_NO && ev_is_same(pair->right_value, right) != SH_NO;
    }
    return true;
}

/* What to begin again with where rows are merged, or what loops have left of them; NULL: they are none. */
static const void *place_key(const Merge *merge, const Value *left, const Value *right) {
    Ev *ev = merge->ev;
    const void *key = ev_place_key(ev);
    bool any = ev_place_key_of(ev, left) || ev_place_key_of(ev, right) || ev_are_places(ev, left, right);
    return any ? key : NULL;
}

static const Value *merge_tensors(Merge *merge, const Value *left, const Value *right) {
    const TensorValue *a = &left->u.tensor, *b = &right->u.tensor;
    if (!a->storage || !b->storage)
        return merge_storage_content(merge, left, right);
    const Value *place = ev_merge_places(merge, left, right);
    if (place)
        return place;
    if (a->storage == b->storage && a->node == b->node && a->is_data == b->is_data &&
        a->is_from_numpy == b->is_from_numpy && a->is_detached == b->is_detached)
        return merge_alike(merge, left, right);
    bool fresh = a->is_fresh && b->is_fresh, uncertain = !fresh || a->may_alias || b->may_alias;
    bool hidden = hides_base(merge->ev, a), also = hides_base(merge->ev, b), detached = hidden || also;
    bool shown = (!hidden && ir_is_view(a->node)) || (!also && ir_is_view(b->node));
    if ((merge->strict && uncertain) || a->is_parameter != b->is_parameter || (detached && shown) ||
        a->is_data != b->is_data || a->is_from_numpy != b->is_from_numpy || a->is_inference != b->is_inference ||
        ev_is_conj(merge->ev, left) || ev_is_conj(merge->ev, right))
        return NULL;
    bool partly;
    Value *known = paired(merge, a->storage, b->storage, &partly);
    IrNode *l = side_node(merge, true, left), *r = side_node(merge, false, right);
    IrType type = l->type;
    if (!same_layout(merge, &l->type, &r->type)) {
        ev_track(merge->ev, left), ev_track(merge->ev, right);
        const Value *window = ev_merge_window(merge, left, right, l, r);
        if (window || !merge_sizes(merge, &l->type, &r->type, &type))
            return window;
    }
    IrNode *node = merge_nodes(merge, l, r, &type);
    if (known && known->u.tensor.node == node)
        return are_same_objects(merge, known, left, right) ? known : NULL;
    /* The same node may be the content of two storages: the merged tensor is an object of its own all the same. */
    Value *merged = arena_copy(merge->ev->arena, ev_tensor_fresh(merge->ev, node), sizeof *merged);
    ev_track_behind(merge->ev, merged, left);
    ev_track_behind(merge->ev, merged, right);
    const Heap *heap = merge->ev->heap;
    bool in_rows = map_has(&merge->ev->in_rows, a->storage) || map_has(&merge->ev->in_rows, b->storage);
    bool shared = partly || known || in_rows || heap_is_older(heap, a->storage, merge->objects) ||
                  heap_is_older(heap, b->storage, merge->objects);
    if (in_rows) {
        map_put(&merge->ev->chosen, merged->u.tensor.storage, merge->ev);
        map_put(&merge->ev->in_rows, merged->u.tensor.storage, merge->ev);
    }
    merged->u.tensor.is_fresh = fresh;
    merged->u.tensor.may_alias = uncertain || shared;
    merged->u.tensor.is_part = is_part(merge->ev, a) || is_part(merge->ev, b);
    merged->u.tensor.is_parameter = a->is_parameter;
    merged->u.tensor.is_detached = detached;
    merged->u.tensor.is_data = a->is_data;
    merged->u.tensor.is_from_numpy = a->is_from_numpy;
    merged->u.tensor.is_inference = a->is_inference;
    merged->u.tensor.view_mode = a->view_mode > b->view_mode ? a->view_mode : b->view_mode;
    const void *key = place_key(merge, left, right);
    const void *split = merged->u.tensor.may_alias && !key ? ev_split_place(merge->ev, merge->branch) : key;
    if (split)
        map_put(&merge->ev->splits, MAP_KEY(node), (void *)(uintptr_t)split);
    if (merged->u.tensor.may_alias)
        remember_choice(merge, a->storage, b->storage, key);
    ev_merge_note_either(merge, merged, left, right);
    if (fresh && is_whole(merge->ev, a) && is_whole(merge->ev, b)) {
        ChosenFrom *from = arena_new_of(merge->ev->arena, ChosenFrom);
        *from = (ChosenFrom){a->storage, b->storage};
        map_put(&merge->ev->chosen_from, merged->u.tensor.storage, from);
    }
    const void *apart = merge->place || fresh ? merge->place : merge->apart;
    if (apart && merged->u.tensor.may_alias)
        map_put(&merge->ev->memo, MAP_KEY(node), (void *)(uintptr_t)apart);
    MergePair pair = {a->storage, b->storage, merged, left, right};
    vec_push(merge->ev->arena, &merge->pairs, pair);
    return merged;
}

/* ---- numbers
 * ------------------------------------------------------------------------------------------------------------ */

static IrKind number_kind(const Value *v) {
    switch (v->kind) {
    case V_BOOL:
        return IRT_BOOL;
    case V_INT:
        return IRT_INT;
    case V_FLOAT:
        return IRT_FLOAT;
    default:
        return v->u.node->type.kind;
    }
}

/* The symbol of an int that the branch chooses, which is likely the one of the side that the example of the call takes.
 */
static void note_likely(const Merge *merge, const ShExpr *symbol, const ShExpr *left, const ShExpr *right) {
    double truth;
    int64_t likely;
    bool is_open = symbol->op == SH_SYM && symbol->symbol->hint < 0 && symbol->symbol->likely == 0;
    if (!is_open || !ir_likely_number(merge->branch->inputs[0], &truth))
        return;
    likely = sh_hint(truth != 0.0 ? left : right, INT64_MIN);
    if (likely != INT64_MIN)
        ((ShSymbol *)(uintptr_t)symbol->symbol)->likely = likely;
}

static const Value *merge_numbers(Merge *merge, const Value *left, const Value *right) {
    Ev *ev = merge->ev;
    IrKind kind = number_kind(left);
    if (kind != number_kind(right))
        return NULL;
    const ShExpr *x, *y, *merged;
    if (kind == IRT_INT && ev_as_expr(ev, left, &x) && ev_as_expr(ev, right, &y) && x == y)
        return left;
    IrType type = ir_scalar_type(kind);
    IrNode *node = merge_nodes(merge, side_node(merge, true, left), side_node(merge, false, right), &type);
    const Value *value = ev_scalar(ev, node);
    if (kind != IRT_INT || !ev_as_expr(ev, value, &merged))
        return value;
    if (ev_as_expr(ev, left, &x) && ev_as_expr(ev, right, &y))
        note_likely(merge, merged, x, y);
    return ev_int_expr(ev, merged);
}

/* ---- composite values
 * ------------------------------------------------------------------------------------------------------ */

/* Or what the one side has as a tensor alone. */
static const Value *merge_any(Merge *merge, const Value *left, const Value *right) {
    const Value *merged = ev_merge_value(merge, left, right);
    if (merged)
        return merged;
    ev_clear_fail(merge->ev);
    merged = ev_merge_with_tensor(merge, left, right);
    ev_clear_fail(merge->ev);
    return merged;
}

static const Value *merge_items(Merge *merge, const Value *left, const Value *right) {
    uint32_t count = left->u.tuple.count;
    if (count != right->u.tuple.count || left->u.tuple.cls != right->u.tuple.cls)
        return NULL;
    const Value **items = arena_array(merge->ev->arena, const Value *, count);
    for (uint32_t i = 0; i < count; i++)
        if (!(items[i] = merge_any(merge, left->u.tuple.items[i], right->u.tuple.items[i])))
            return NULL;
    Value *merged = (Value *)ev_items_value(merge->ev, left->kind, items, count);
    merged->u.tuple.cls = left->u.tuple.cls;
    if (left->kind == V_TUPLE) {
        Either *either = arena_new_of(merge->ev->arena, Either);
        *either = (Either){.left = left, .right = right, .place = merge->place};
        map_put(&merge->ev->either, MAP_KEY(merged), either);
    }
    return merged;
}

/* Using it restarts the attempt without merging this branch, where that is possible. */
Value *ev_unknown_at(Ev *ev, const char *why, const void *place) {
    Value *value = (Value *)(uintptr_t)ev_unknown(ev, NULL, why);
    if (place)
        map_put(&ev->memo, MAP_KEY(value), (void *)(uintptr_t)place);
    return value;
}

/* What one side does not know either is known first. */
static const Value *poison(Merge *merge, const Value *left, const Value *right, const char *why) {
    Ev *ev = merge->ev;
    const void *before = left && left->kind == V_UNKNOWN ? map_get(&ev->memo, MAP_KEY(left)) : NULL;
    before = !before && right && right->kind == V_UNKNOWN ? map_get(&ev->memo, MAP_KEY(right)) : before;
    const void *place = merge->place ? merge->place : merge->sizes_differ ? ev_sizes_key(merge->span) : merge->apart;
    const Value *made = ev_unknown_at(ev, why, before && !ev_wants_fork(ev, before) ? before : place);
    map_put(&ev->deciding, MAP_KEY(made), merge->branch->inputs[0]);
    return made;
}

static bool merge_contents(Merge *merge, ObjId target, ObjKind kind, const HeapContent *left, const HeapContent *right);

/* Two objects that the sides made for themselves become one. */
static const Value *merge_new_objects(Merge *merge, const Value *left, const Value *right) {
    Ev *ev = merge->ev;
    bool instance = left->kind == V_INSTANCE;
    ObjId l = instance ? left->u.instance.object : left->u.object,
          r = instance ? right->u.instance.object : right->u.object;
    if (heap_is_older(ev->heap, l, merge->objects) || heap_is_older(ev->heap, r, merge->objects) || left->source ||
        right->source)
        return NULL;
    if (instance &&
        (left->u.instance.cls != right->u.instance.cls || left->u.instance.exemplar || right->u.instance.exemplar))
        return NULL;
    bool partly;
    Value *known = paired(merge, l, r, &partly);
    if (known || partly)
        return known;
    Value *merged = arena_copy(ev->arena, left, sizeof *left);
    ObjKind kind = heap_kind(ev->heap, l);
    ObjId object = heap_make(ev->heap, kind, heap_parent(ev->heap, l), heap_info(ev->heap, l));
    if (instance)
        merged->u.instance.object = object;
    else
        merged->u.object = object;
    MergePair pair = {l, r, merged, left, right};
    vec_push(ev->arena, &merge->pairs, pair);
    const HeapContent *x = heap_content_after(ev->heap, merge->left_delta, l);
    const HeapContent *y = heap_content_after(ev->heap, merge->right_delta, r);
    return merge_contents(merge, object, kind, x, y) ? merged : NULL;
}

bool ev_same_constant(const Value *a, const Value *b) {
    Constant x, y;
    if (!ev_constant_of(a, &x) || !ev_constant_of(b, &y) || x.kind != y.kind)
        return false;
    return x.kind == CONST_FLOAT ? !memcmp(&x.f, &y.f, sizeof x.f) : x.i == y.i && x.s == y.s;
}

const Value *ev_merge_value(Merge *merge, const Value *left, const Value *right) {
    if (left == right || ev_same_constant(left, right))
        return left;
    if (ev_is_number(left) && ev_is_number(right))
        return merge_numbers(merge, left, right);
    if (left->kind != right->kind)
        return NULL;
    switch (left->kind) {
    case V_TENSOR:
        return merge_tensors(merge, left, right);
    case V_TUPLE:
    case V_SLICE:
    case V_RANGE:
        return merge_items(merge, left, right);
    case V_ITERATOR:
        if (ev_is_same(left, right) != SH_YES &&
            heap_info(merge->ev->heap, left->u.object) != heap_info(merge->ev->heap, right->u.object))
            return NULL; /* two generators: each has a place of its own */
        /* fall through */
    case V_LIST:
    case V_DICT:
    case V_SET:
    case V_INSTANCE:
        if (ev_is_same(left, right) == SH_YES)
            return left;
        if (ev_dict_class(left) || ev_dict_class(right))
            return NULL;
        return merge_new_objects(merge, left, right);
    case V_STR:
        return merge->strict ? NULL : ev_merge_texts(merge, left, right);
    case V_METHOD:
        return ev_is_same(left->u.method.function, right->u.method.function) == SH_YES &&
                       ev_is_same(left->u.method.self, right->u.method.self) == SH_YES
                   ? left
                   : NULL;
    case V_UNKNOWN:
    case V_EXTERNAL:
        return left->source && left->source == right->source ? left : NULL;
    default:
        return ev_is_same(left, right) == SH_YES ? left : NULL;
    }
}

/* ---- heap objects
 * ------------------------------------------------------------------------------------------------------------ */

static const Value *merge_or_poison(Merge *merge, const Value *left, const Value *right, Str name) {
    Ev *ev = merge->ev;
    uint32_t line = span_line(merge->span);
    merge->sizes_differ = false;
    if (!left || !right)
        return poison(merge, left, right,
                      arena_printf(ev->arena, "'%s' is bound on one side only of the branch at line %u", name, line));
    const Value *merged = name ? merge_any(merge, left, right) : ev_merge_value(merge, left, right);
    ev_clear_fail(ev);
    if (!merged && ev->in_driver && left->kind == V_TENSOR && right->kind == V_TENSOR) /* one of them is an example */
        merged = left;
    return merged ? merged
                  : poison(merge, left, right,
                           arena_printf(ev->arena, "%s has different types on the two sides of the branch at line %u",
                                        name ? arena_printf(ev->arena, "'%s'", name) : "an item", line));
}

/* Of an object that the entry may return, and of inputs, nothing can be left open. */
static bool left_open(const Merge *merge, ObjId object, const Value *value) {
    return (merge->strict || heap_is_lasting(merge->ev->heap, object)) && value->kind == V_UNKNOWN && !value->source &&
           !ev_choice_of(merge->ev, value);
}

static bool merge_positions(Merge *merge, ObjId target, const HeapContent *left, const HeapContent *right) {
    if (left->count != right->count)
        return false;
    const Value **items = arena_array(merge->ev->arena, const Value *, left->count);
    for (uint32_t i = 0; i < left->count; i++) {
        items[i] = merge_or_poison(merge, left->slots[i].value, right->slots[i].value, NULL);
        if (left_open(merge, target, items[i]))
            return false;
    }
    heap_replace(merge->ev->heap, target, items, left->count);
    return true;
}

/* An iterator that the sides leave in different places is of no use after the branch: a V_CELL tells ev_next(). */
static void merge_iterators(Merge *merge, ObjId target, const HeapContent *left, const HeapContent *right) {
    bool same = left->count == right->count;
    for (uint32_t i = 0; same && i < left->count; i++) {
        const Value *a = left->slots[i].value, *b = right->slots[i].value;
        same = a == b || ev_same_constant(a, b) || (a->kind > V_SCALAR && ev_is_same(a, b) == SH_YES);
    }
    const Value *useless = ev_value(merge->ev, V_CELL);
    const Value **items = same ? arena_array(merge->ev->arena, const Value *, left->count + 1) : &useless;
    for (uint32_t i = 0; same && i < left->count; i++)
        items[i] = left->slots[i].value;
    heap_replace(merge->ev->heap, target, items, same ? left->count : 1);
}

/* Is it not only an equal key, as 1 and True are? */
static bool is_very_key(const Value *a, const Value *b) {
    if (a == b || a->kind != b->kind || (!ev_is_number(a) && a->kind != V_TUPLE))
        return a->kind == b->kind;
    bool same = a->kind != V_TUPLE ? ev_same_constant(a, b) : a->u.tuple.count == b->u.tuple.count;
    for (uint32_t i = 0; same && a->kind == V_TUPLE && i < a->u.tuple.count; i++)
        same = is_very_key(a->u.tuple.items[i], b->u.tuple.items[i]);
    return same;
}

bool ev_have_very_key(const HeapSlot *a, const HeapSlot *b) {
    return heap_same_key(a, b) && (!a->key || !b->key || is_very_key(a->key, b->key));
}

/* Both sides may have removed keys, or moved them to the end. */
static void remove_moved_keys(Heap *heap, ObjId target, const HeapContent *merged) {
    const HeapContent *old = heap_content(heap, target);
    bool stay = old->count <= merged->count;
    for (uint32_t i = 0; stay && i < old->count; i++)
        stay = ev_have_very_key(&old->slots[i], &merged->slots[i]);
    while (!stay && heap_content(heap, target)->count)
        heap_remove_key(heap, target, heap_content(heap, target)->slots[0].key);
}

static bool merge_keys(Merge *merge, ObjId target, const HeapContent *left, const HeapContent *right) {
    if (left->count != right->count)
        return false;
    for (uint32_t i = 0; i < left->count; i++)
        if (!ev_have_very_key(&left->slots[i], &right->slots[i]))
            return false; /* other keys, or another order of them */
    remove_moved_keys(merge->ev->heap, target, left);
    for (uint32_t i = 0; i < left->count; i++) {
        const HeapSlot *slot = &left->slots[i];
        const Value *value = merge_or_poison(merge, slot->value, right->slots[i].value, slot->name);
        if (left_open(merge, target, value))
            return false;
        heap_set_key(merge->ev->heap, target, slot->key, value);
    }
    heap_join_moves(merge->ev->heap, target, left, right);
    return true;
}

/* Attributes of inputs, and globals: a side that did not write one leaves it as it was. Nothing is left open, as the
 * caller sees them. */
static bool merge_lasting(Merge *merge, ObjId target, const HeapContent *left, const HeapContent *right) {
    Ev *ev = merge->ev;
    const HeapContent *sides[] = {left, right};
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 0; i < sides[side]->count; i++) {
            const HeapSlot *slot = &sides[side]->slots[i], *other = heap_find_slot(sides[!side], slot->tag, NULL);
            if (side && other)
                continue;
            const Value *old = other ? other->value : ev_slot_before(ev, target, slot->name);
            const Value *merged = old ? merge_any(merge, side ? old : slot->value, side ? slot->value : old) : NULL;
            if (!merged)
                return false;
            heap_set(ev->heap, target, slot->name, merged);
        }
    return true;
}

/* Of a variable which has one tensor on one side and another on the other, and which nothing reads any more, none is
 * made that may be both: those could not be written then. */
static const Value *merge_name(Merge *merge, ObjId target, Str name, const Value *left, const Value *right) {
    bool differ = left && right && left->kind == V_TENSOR && right->kind == V_TENSOR &&
                  left->u.tensor.storage != right->u.tensor.storage;
    if (differ && merge->iterates && ev_loop_forgets(merge->ev, merge->iterates, target, name))
        return ev_unknown(merge->ev, NULL, "a variable of an iteration that is over");
    return merge_or_poison(merge, left, right, name);
}

static void merge_names(Merge *merge, ObjId target, const HeapContent *left, const HeapContent *right) {
    Heap *heap = merge->ev->heap;
    const HeapContent *old = heap_content(heap, target);
    for (uint32_t i = old->count; i-- > 0; old = heap_content(heap, target)) /* what both sides deleted */
        if (!heap_find_slot(left, old->slots[i].tag, NULL) && !heap_find_slot(right, old->slots[i].tag, NULL))
            heap_set(heap, target, old->slots[i].name, NULL);
    for (uint32_t i = 0; i < left->count; i++) {
        const HeapSlot *slot = &left->slots[i], *other = heap_find_slot(right, slot->tag, NULL);
        heap_set(heap, target, slot->name,
                 merge_name(merge, target, slot->name, slot->value, other ? other->value : NULL));
    }
    for (uint32_t i = 0; i < right->count; i++) {
        const HeapSlot *slot = &right->slots[i];
        if (!heap_find_slot(left, slot->tag, NULL))
            heap_set(heap, target, slot->name, merge_or_poison(merge, NULL, slot->value, slot->name));
    }
}

static const TensorValue *content_in(const HeapContent *content) {
    static const TensorValue untouched;
    return content->count ? &content->slots[0].value->u.tensor : &untouched;
}

static const Value *version_in(Ev *ev, const TensorValue *content) {
    const ShExpr *known = sh_const(ev->shapes, content->writes - content->quiet);
    const ShExpr *version = content->counted ? sh_add(ev->shapes, content->counted, known) : known;
    return ev_int_expr(ev, sh_canon(ev->shapes, version));
}

/* Do paths that differ end as one all the same: with an iteration, or a with or try statement? */
static bool ends_together(const Ev *ev) {
    return ev->iteration_objects || ev->frame->in_iteration || !ev->frame->can_fork;
}

/* The memory of an input gets as many new versions as the path taken has writes: sides with different counts stay
 * apart where they can. Otherwise run time counts them, as it does for a new tensor. */
static bool merge_storages(Merge *merge, ObjId target, const HeapContent *left, const HeapContent *right) {
    Ev *ev = merge->ev;
    const TensorValue *on_left = content_in(left), *on_right = content_in(right);
    IrNode *root = ev_storage_root(ev, target);
    IrNode *l = on_left->node ? on_left->node : root, *r = on_right->node ? on_right->node : root;
    bool alike = on_left->writes == on_right->writes && on_left->quiet == on_right->quiet &&
                 on_left->counted == on_right->counted;
    bool is_input = root->op == OP_INPUT, may_count = ends_together(ev) && !map_has(&ev->hushed, target);
    if (!same_layout(merge, &l->type, &r->type) || (is_input && !alike && !may_count))
        return false;
    ev_storage_put(ev, target, merge_nodes(merge, l, r, &root->type), on_left->writes, on_left->quiet);
    if (is_input && alike && !on_left->counted)
        return true;
    const Value *version = merge_numbers(merge, version_in(merge->ev, on_left), version_in(merge->ev, on_right));
    const ShExpr *count;
    if (!version || !ev_as_expr(merge->ev, version, &count))
        return false;
    ev_storage_set_version(merge->ev, target, count);
    return true;
}

static bool merge_contents(Merge *merge, ObjId target, ObjKind kind, const HeapContent *left,
                           const HeapContent *right) {
    switch (kind) {
    case OBJ_CELL:
        return ev_is_filled_cell(merge->ev, target) && ev_merge_filled_cells(merge, target, left, right);
    case OBJ_LIST:
        return merge_positions(merge, target, left, right);
    case OBJ_ITERATOR:
        merge_iterators(merge, target, left, right);
        return true;
    case OBJ_DICT:
    case OBJ_SET:
        return merge_keys(merge, target, left, right);
    case OBJ_STORAGE:
        return merge_storages(merge, target, left, right);
    default:
        if (heap_is_lasting(merge->ev->heap, target))
            return merge_lasting(merge, target, left, right);
        merge_names(merge, target, left, right);
        return true;
    }
}

static bool already_merged(const HeapDelta *delta, uint32_t upto, ObjId object) {
    for (uint32_t i = 0; i < upto; i++)
        if (delta->changes[i].object == object)
            return true;
    return false;
}

/* Merges the objects of one sort that existed before the branch and that a side wrote. */
static bool merge_written(Merge *merge, bool storages) {
    Ev *ev = merge->ev;
    const HeapDelta *deltas[] = {merge->left_delta, merge->right_delta};
    for (int side = 0; side < 2; side++) {
        for (uint32_t i = 0; i < deltas[side]->count; i++) {
            ObjId object = deltas[side]->changes[i].object;
            ObjKind kind = heap_kind(ev->heap, object);
            if ((kind == OBJ_STORAGE) != storages || !heap_is_older(ev->heap, object, merge->objects) ||
                (side && already_merged(deltas[0], deltas[0]->count, object)))
                continue;
            const HeapContent *left = heap_content_after(ev->heap, merge->left_delta, object);
            const HeapContent *right = heap_content_after(ev->heap, merge->right_delta, object);
            if (left != right && !merge_contents(merge, object, kind, left, right) &&
                (storages || !ev_is_left_behind(merge, object)))
                return ev_fail(ev, D_BRANCH, merge->span,
                               "the two sides of the branch leave a %s of different sizes or keys",
                               storages ? "tensor" : "container");
        }
    }
    return true;
}

/* The heap is in the state before the branch. Storages come last: what a side's tensor holds is read from the storage
 * as that side left it, which for the side that did not write it is the state before the branch. */
bool ev_merge_heaps(Merge *merge) { return merge_written(merge, false) && merge_written(merge, true); }

/* Ends both regions with what they yield. */
void ev_merge_finish(Merge *merge) {
    struct {
        IrRegion *region;
        IrNode **inputs;
        uint32_t count;
    } sides[] = {{merge->left_region, merge->left.data, merge->left.len},
                 {merge->right_region, merge->right.data, merge->right.len}};
    for (int i = 0; i < 2; i++) {
        IrSpec spec = {.op = OP_YIELD, .input_count = sides[i].count, .inputs = sides[i].inputs, .span = merge->span};
        ir_build(sides[i].region, &spec);
    }
    merge->ev->region = merge->outer;
}
