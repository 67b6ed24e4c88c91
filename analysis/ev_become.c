/* Operations that change what shape a tensor is, in place: unsqueeze_(), t_() and their kin.
 *
 * A tensor value says what its shape is, so the object becomes another value: all that holds the one holds the other
 * from there on. What the evaluator itself holds while it evaluates an expression cannot be told so; therefore the call
 * stands alone in its statement, outside of loops, in the function that made the tensor or the entry. */
#include "analysis/ev_internal.h"
#include "analysis/tensor.h"

/* ---- the place of the call --------------------------------------------------------------------------------------- */

typedef struct CallSearch {
    Span call;
    bool in_loop;
    const AstNode *statement; /* the innermost one that holds the call, where it is a simple one */
} CallSearch;

static bool repeats(const AstNode *node) {
    switch (node->kind) {
    case AST_For:
    case AST_AsyncFor:
    case AST_While:
    case AST_ListComp:
    case AST_SetComp:
    case AST_DictComp:
    case AST_GeneratorExp:
    case AST_Lambda:
    case AST_FunctionDef:
    case AST_AsyncFunctionDef:
    case AST_ClassDef:
        return true;
    default:
        return false;
    }
}

static void search_call(AstNode *node, void *data) {
    CallSearch *search = data;
    if (node->span.begin > search->call.begin || node->span.end < search->call.end)
        return;
    search->in_loop |= repeats(node);
    if (node->kind == AST_Expr || node->kind == AST_Assign || node->kind == AST_Return)
        search->statement = node;
    ast_each_child(node, search_call, search);
}

/* Is the statement `y.f_(...)`, `z = y.f_(...)` or `return y.f_(...)`, where the call may be followed by others? */
static bool stands_alone(const AstNode *statement, Span call) {
    const AstNode *value = statement->kind == AST_Expr     ? statement->u.Expr.value
                           : statement->kind == AST_Assign ? statement->u.Assign.value
                                                           : statement->u.Return.value;
    bool found = false;
    while (value && value->kind == AST_Call && value->u.Call.func->kind == AST_Attribute) {
        found |= value->span.begin == call.begin && value->span.end == call.end;
        value = value->u.Call.func->u.Attribute.value;
    }
    return found && value && value->kind == AST_Name;
}

static bool may_change_here(Ev *ev, const Value *tensor, Span span) {
    const Frame *frame = ev->frame;
    Span call = span;
    while (frame && frame->module->is_prelude) {
        call = frame->call_span;
        frame = frame->parent;
    }
    bool is_own =
        frame && frame->function && !frame->generator && (frame->is_entry || tensor->u.tensor.storage > frame->scope);
    CallSearch search = {.call = call};
    if (is_own && frame->function->def->kind == AST_FunctionDef)
        ast_each_child(frame->function->def, search_call, &search);
    return search.statement && !search.in_loop && stands_alone(search.statement, call);
}

/* ---- who holds it ------------------------------------------------------------------------------------------------ */

typedef struct Holders {
    const Value *tensor;
    bool inside; /* a value that cannot be changed holds it, as a tuple */
    bool shared; /* another tensor has the same memory */
} Holders;

static void look_at(Holders *holders, const Value *v, bool inside) {
    if (!v)
        return;
    holders->inside |= v == holders->tensor && inside;
    switch (v->kind) {
    case V_TENSOR:
        holders->shared |= v != holders->tensor && v->u.tensor.storage == holders->tensor->u.tensor.storage;
        break;
    case V_TUPLE:
    case V_SLICE:
    case V_ROWS:
        for (uint32_t i = 0; i < v->u.tuple.count; i++)
            look_at(holders, v->u.tuple.items[i], true);
        break;
    case V_METHOD:
        look_at(holders, v->u.method.self, true);
        break;
    case V_BUILTIN:
        look_at(holders, v->u.builtin.self, true);
        break;
    case V_FUNCTION:
        for (uint32_t i = 0; i < v->u.function->default_count; i++)
            look_at(holders, v->u.function->defaults[i], true);
        break;
    default:
        break;
    }
}

static Holders holders_of(Ev *ev, const Value *tensor) {
    Holders holders = {.tensor = tensor};
    Reach reach = ev_reach_new(ev, ev->base_objects);
    for (const Frame *frame = ev->frame; frame; frame = frame->parent)
        for (ObjId scope = frame->module->is_prelude ? 0 : frame->scope; scope; scope = heap_parent(ev->heap, scope))
            ev_reach_object(&reach, scope);
    for (ObjId id = ev->base_objects; id < heap_object_count(ev->heap); id++)
        if (heap_is_lasting(ev->heap, id))
            ev_reach_object(&reach, id);
    for (uint32_t i = 0; i < reach.objects.len; i++) {
        ObjId id = reach.objects.data[i];
        const HeapContent *content = heap_content(ev->heap, id);
        ObjKind kind = heap_kind(ev->heap, id);
        bool fixed = kind == OBJ_ITERATOR || kind == OBJ_SET || kind == OBJ_CELL;
        holders.inside |= kind == OBJ_ITERATOR && heap_info(ev->heap, id); /* a generator: who knows what it holds */
        for (uint32_t k = 0; k < content->count && kind != OBJ_STORAGE; k++) {
            look_at(&holders, content->slots[k].key, true);
            look_at(&holders, content->slots[k].value, fixed);
            ev_reach_value(&reach, content->slots[k].value);
        }
        ev_reach_object(&reach, heap_parent(ev->heap, id));
    }
    return holders;
}

static void replace_in(Ev *ev, ObjId id, const Value *old, const Value *value) {
    const HeapContent *content = heap_content(ev->heap, id);
    for (uint32_t i = 0; i < content->count; i++) {
        if (content->slots[i].value != old)
            continue;
        const HeapSlot slot = content->slots[i];
        if (heap_kind(ev->heap, id) == OBJ_LIST)
            heap_put_at(ev->heap, id, i, value);
        else if (slot.key)
            heap_set_key(ev->heap, id, slot.key, value);
        else if (slot.name)
            heap_set(ev->heap, id, slot.name, value);
        content = heap_content(ev->heap, id);
    }
}

/* ---- becoming ---------------------------------------------------------------------------------------------------- */

/* The view, as the tensor that it was taken of: with memory of its own where that was no view. */
static const Value *in_place_of(Ev *ev, const Value *tensor, const Value *view) {
    Value *now = arena_copy(ev->arena, tensor, sizeof *now);
    ObjId storage = tensor->u.tensor.storage;
    now->u.tensor.node = view->u.tensor.node;
    now->u.tensor.layout_open = view->u.tensor.layout_open;
    if (ev_storage_root(ev, storage) != tensor->u.tensor.node)
        return now;
    now->u.tensor.node = ev_tensor_node(ev, view);
    now->u.tensor.storage = ev_storage_new(ev, now->u.tensor.node);
    ev_storage_set_version(ev, now->u.tensor.storage, ev_storage_version(ev, storage));
    return now;
}

/* prim.become(tensor, view): the tensor, which is this view of itself from here on */
PRIM(prim_become) {
    (void)self;
    const Value *tensor = args->args[0], *view = args->args[1];
    if (!tn_tensor(ev, tensor, span) || !tn_tensor(ev, view, span))
        return NULL;
    if (!ev->in_driver) {
        if (tensor->source || !may_change_here(ev, tensor, span) || ev_is_conj(ev, tensor))
            return tn_unsupported(ev, span, "a change of the shape of a tensor in place, here or of this one");
        Holders holders = holders_of(ev, tensor);
        bool is_base = ev_storage_root(ev, tensor->u.tensor.storage) == tensor->u.tensor.node;
        if (holders.inside || (is_base && holders.shared) || !ev_is_one_tensor(ev, tensor))
            return tn_unsupported(ev, span, "a change of the shape of a tensor that is held in several ways");
        if (!tn_write_same(ev, tensor, span))
            return NULL;
    }
    const Value *now = in_place_of(ev, tensor, view);
    for (ObjId id = 1; id < heap_object_count(ev->heap); id++)
        if (heap_kind(ev->heap, id) != OBJ_STORAGE)
            replace_in(ev, id, tensor, now);
    return now;
}
