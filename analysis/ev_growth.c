/* Lists that a loop of unknown length fills: `outs.append(h)`.
 *
 * The list becomes the rows of a buffer (V_ROWS): before the loop the buffer is made and the items that are there are
 * written to it; each iteration writes the items that it appends. That is so only where nothing can tell the
 * difference: one local variable of the function has the list, the list was made by the function, the loop does nothing
 * but append to it, and no memory that was there before is written while the loop runs, but where all items have memory
 * of their own.
 *
 * A loop that is tested has no number of rows beforehand: its rows are a tensor that each iteration lengthens
 * (ev_loop_sizes.c). */
#include "analysis/ev_loop.h"
#include "analysis/tensor.h"

/* ---- who has the list ----------------------------------------------------------------------------------------------
 */

static int references_in(const Value *v, ObjId object) {
    int count = 0;
    if (!v)
        return 0;
    switch (v->kind) {
    case V_LIST:
        return v->u.object == object;
    case V_TUPLE:
    case V_SLICE:
    case V_RANGE:
    case V_PROPERTY:
    case V_STATICMETHOD:
    case V_CLASSMETHOD:
    case V_ROWS:
        for (uint32_t i = 0; i < v->u.tuple.count; i++)
            count += references_in(v->u.tuple.items[i], object);
        return count;
    case V_METHOD:
        return references_in(v->u.method.self, object) + references_in(v->u.method.function, object);
    case V_BUILTIN:
        return references_in(v->u.builtin.self, object);
    case V_SUPER:
        return references_in(v->u.super.self, object);
    case V_FUNCTION:
        for (uint32_t i = 0; i < v->u.function->default_count; i++)
            count += references_in(v->u.function->defaults[i], object);
        return count;
    default:
        return 0;
    }
}

/* A variable of the present function that has the list; NULL: there is none. */
static Str a_name(Ev *ev, ObjId object) {
    const HeapContent *scope = heap_content(ev->heap, ev->frame->scope);
    for (uint32_t i = 0; i < scope->count; i++)
        if (references_in(scope->slots[i].value, object))
            return scope->slots[i].name;
    return NULL;
}

/* The variables of a call that has ended, on this path or another one, and that nothing inside of it can have kept. */
static bool is_left(const Ev *ev, ObjId object) {
    const ScopeInfo *info = heap_kind(ev->heap, object) == OBJ_SCOPE ? heap_info(ev->heap, object) : NULL;
    if (!info || info->kind != SCOPE_FUNCTION || info->is_generator || info->has_inner)
        return false;
    for (const Frame *frame = ev->frame; frame; frame = frame->parent)
        if (frame->scope == object)
            return false;
    return true;
}

/* Whether the variable alone has the list, which the function has made. */
bool ev_has_one_name(Ev *ev, ObjId object) {
    if (object <= ev->frame->scope)
        return false;
    ObjId first;
    ObjIdVec holders = ev_holders(ev, object, &first);
    int count = 0;
    for (uint32_t k = 0; k < holders.len; k++) {
        ObjId id = holders.data[k];
        const HeapContent *content = heap_content(ev->heap, id);
        bool is_known = content && heap_may_hold(ev->heap, id, object) && !is_left(ev, id);
        for (uint32_t i = 0; is_known && i < content->count; i++)
            count += references_in(content->slots[i].value, object) + references_in(content->slots[i].key, object);
    }
    return count == 1;
}

typedef struct Uses {
    Str name;
    bool other;  /* something else than an append, or being asked for its length */
    bool length; /* it is asked for its length */
} Uses;

static void find_name(AstNode *node, void *data) {
    Uses *uses = data;
    uses->other = uses->other || (node->kind == AST_Name && node->u.Name.id == uses->name);
    ast_each_child(node, find_name, uses);
}

static const AstNode *appended(const AstNode *node, Str name) {
    if (node->kind == AST_AugAssign && node->u.AugAssign.op == AST_Add && node->u.AugAssign.target->kind == AST_Name &&
        node->u.AugAssign.target->u.Name.id == name && node->u.AugAssign.value->kind == AST_List)
        return node->u.AugAssign.value;
    const AstNode *call = node->kind == AST_Expr ? node->u.Expr.value : NULL;
    if (!call || call->kind != AST_Call || call->u.Call.args.len != 1 || call->u.Call.keywords.len)
        return NULL;
    const AstNode *func = call->u.Call.func;
    bool append = func->kind == AST_Attribute && !strcmp(func->u.Attribute.attr, "append") &&
                  func->u.Attribute.value->kind == AST_Name && func->u.Attribute.value->u.Name.id == name;
    return append ? call->u.Call.args.items[0] : NULL;
}

/* len(NAME), where `len` may be anything. */
static bool is_length_of(const AstNode *node, Str name) {
    if (node->kind != AST_Call || node->u.Call.args.len != 1 || node->u.Call.keywords.len)
        return false;
    const AstNode *func = node->u.Call.func, *list = node->u.Call.args.items[0];
    return func->kind == AST_Name && !strcmp(func->u.Name.id, "len") && list->kind == AST_Name &&
           list->u.Name.id == name;
}

static void check_uses(AstNode *node, void *data) {
    Uses *uses = data;
    const AstNode *item = appended(node, uses->name);
    if (item)
        find_name((AstNode *)(uintptr_t)item, uses);
    else if (is_length_of(node, uses->name))
        uses->length = true;
    else if (node->kind == AST_Name)
        uses->other = uses->other || node->u.Name.id == uses->name;
    else
        ast_each_child(node, check_uses, uses);
}

/* Functions and classes inside the function share its variables. */
static void check_closures(AstNode *node, void *data) {
    bool closure = node->kind == AST_FunctionDef || node->kind == AST_Lambda || node->kind == AST_ClassDef ||
                   node->kind == AST_AsyncFunctionDef || node->kind == AST_GeneratorExp;
    if (closure)
        find_name(node, data);
    else
        ast_each_child(node, check_closures, data);
}

static bool is_builtin_len(Ev *ev, Span span) {
    const Value *len = ev_name_load(ev, str_of("len"), span);
    return len && len->kind == V_BUILTIN && len->u.builtin.builtin == ev_find_builtin(builtin_functions, str_of("len"));
}

bool ev_only_appends(Ev *ev, const Loop *loop, Str name) {
    Uses uses = {.name = name};
    for (uint32_t i = 0; i < loop->body->len; i++)
        check_uses(loop->body->items[i], &uses);
    if (loop->test)
        check_uses((AstNode *)(uintptr_t)loop->test, &uses);
    const Function *function = ev->frame->function;
    if (!function || function->def->kind != AST_FunctionDef || loop->live.opaque)
        return false;
    const AstList *body = ast_body(function->def);
    for (uint32_t i = 0; i < body->len; i++)
        check_closures(body->items[i], &uses);
    return !uses.other && (!uses.length || is_builtin_len(ev, loop->span));
}

/* ---- finding it ----------------------------------------------------------------------------------------------------
 */

/* What a number becomes as an element of a buffer. */
static DType number_dtype(const Value *item) {
    IrKind kind = item->kind == V_SCALAR  ? item->u.node->type.kind
                  : item->kind == V_FLOAT ? IRT_FLOAT
                  : item->kind == V_BOOL  ? IRT_BOOL
                                          : IRT_INT;
    return kind == IRT_FLOAT ? DT_F64 : kind == IRT_BOOL ? DT_BOOL : DT_I64;
}

/* Can the items be rows of one buffer, as far as that can be told from their kinds? */
static bool is_row(const Value *item, const Value *first) {
    if (item->kind == V_TENSOR)
        return first->kind == V_TENSOR && !item->u.tensor.node->type.flat;
    return ev_is_number(item) && ev_is_number(first) && number_dtype(item) == number_dtype(first);
}

/* Does the item stand in front of tensors of another shape? */
static bool is_led(Ev *ev, const Value *item, const Value *last) {
    if (item->kind != V_TENSOR || last->kind != V_TENSOR)
        return false;
    const IrType *own = &item->u.tensor.node->type, *type = &last->u.tensor.node->type;
    bool differs = false;
    for (int d = 0; !own->flat && !type->flat && own->rank == type->rank && d < own->rank; d++)
        differs |= sh_compare(ev->shapes, SH_EQ, own->shape[d], type->shape[d]) != SH_YES;
    return differs && own->dtype == type->dtype;
}

static Growth *growth_of(Loop *loop, ObjId object) {
    for (uint32_t i = 0; i < loop->growths.len; i++)
        if (loop->growths.data[i].list == object)
            return &loop->growths.data[i];
    return NULL;
}

bool ev_growth_has(Loop *loop, ObjId list) { return growth_of(loop, list) != NULL; }

bool ev_growth_note(Ev *ev, Loop *loop, const HeapChange *change, bool *grown) {
    if (growth_of(loop, change->object))
        return true;
    uint32_t before = change->before->count, after = change->after->count;
    bool of_modules = loop->iterated && loop->iterated->kind == V_SERIES; /* taken one by one instead */
    bool is_anothers = loop->element && change->object != loop->filled;   /* its element appends to other lists */
    if (!loop->peeled || of_modules || is_anothers || after <= before || before == 0)
        return false;
    const Value *last = change->after->slots[after - 1].value;
    uint32_t lead = 0;
    while (lead < before && is_led(ev, change->before->slots[lead].value, last))
        lead++;
    for (uint32_t i = 0; i < after; i++) {
        const Value *item = change->after->slots[i].value;
        if (lead == before || !is_row(item, last) || (i < before && item != change->before->slots[i].value))
            return false;
    }
    Str name = loop->element ? NULL : a_name(ev, change->object);
    if (!loop->element && (!name || !ev_only_appends(ev, loop, name) || !ev_has_one_name(ev, change->object)))
        return false;
    Growth growth = {.list = change->object, .name = name, .lead = lead, .base = before, .added = after - before};
    growth.own = true;
    growth.numbers = last->kind != V_TENSOR;
    loop->is_counting |= ev_loop_is_tested(loop);
    vec_push(ev->arena, &loop->growths, growth);
    *grown = true;
    return true;
}

/* ---- the buffer ----------------------------------------------------------------------------------------------------
 */

static Str rows_name(void) { return str_of("rows"); }

/* How many rows there are when the loop has ended or, where it is tested, when it begins. */
static const ShExpr *row_count(Ev *ev, const Loop *loop, const Growth *growth) {
    const ShExpr *base = sh_const(ev->shapes, growth->base - growth->lead);
    if (ev_loop_is_tested(loop))
        return base;
    const ShExpr *rest = sh_sub(ev->shapes, loop->count, sh_const(ev->shapes, loop->peeled));
    return sh_add(ev->shapes, base, sh_mul(ev->shapes, sh_const(ev->shapes, growth->added), rest));
}

const Value *ev_new_rows(Ev *ev, const Value *item, const ShExpr *rows, Span span) {
    bool is_number = item->kind != V_TENSOR;
    const IrType number = {.kind = IRT_TENSOR, .dtype = is_number ? number_dtype(item) : DT_NONE};
    const IrType *type = is_number ? &number : &item->u.tensor.node->type;
    const Value **sizes = arena_array(ev->arena, const Value *, (uint32_t)type->rank + 1);
    sizes[0] = ev_int_expr(ev, rows);
    for (int i = 0; i < type->rank; i++)
        sizes[i + 1] = ev_int_expr(ev, type->shape[i]);
    const Value *args[] = {ev_tuple(ev, sizes, (uint32_t)type->rank + 1), ev_dtype(ev, type->dtype)};
    return ev_call_values(ev, ev_prelude(ev, "_pyaot_iteration", "rows_buffer"), args, 2, span);
}

/* The tensor may have other names: it cannot be written from now on. */
static void freeze(Ev *ev, const Value *item) {
    if (item->kind != V_TENSOR)
        return;
    map_put(&ev->chosen, item->u.tensor.storage, ev);
    map_put(&ev->in_rows, item->u.tensor.storage, ev); /* so that what branches make of it has other names, too */
    ev_track(ev, item);
}

/* Is the item a tensor of its own, to which nothing made before `objects` leads? Then a copy of it can be given to the
 * caller in its place, if what else it is called is not. */
bool ev_is_own_row(Ev *ev, const Value *item, uint32_t objects, Span span) {
    const TensorValue *tensor = &item->u.tensor;
    if (item->kind != V_TENSOR || !tensor->is_fresh || tensor->may_alias || tensor->is_inference ||
        tensor->is_parameter || tensor->is_data || ev_is_conj(ev, item) || tensor->storage < objects ||
        map_has(&ev->chosen, tensor->storage) || !sh_is_value(ev_storage_version(ev, tensor->storage), 0) ||
        ev_storage_root(ev, tensor->storage) != tensor->node)
        return false;
    const Value *settled = tensor->layout_open ? tn_settle(ev, item, span) : item;
    if (!settled)
        ev_clear_fail(ev);
    return settled && tn_is_row_major(ev, &settled->u.tensor.node->type);
}

/* May torch take the item for one in channels_last? What it joins of such items is laid out so, too. */
static bool may_lie_in_channels(Ev *ev, const IrType *type) {
    return (type->rank == 4 || type->rank == 5) && type->strides && !tn_is_row_major(ev, type) &&
           sh_compare(ev->shapes, SH_EQ, type->strides[1], sh_const(ev->shapes, 1)) != SH_NO;
}

bool ev_put_row(Ev *ev, const Value *buffer, const ShExpr *row, const Value *item, Span span) {
    if (ev_is_number(item) && buffer->u.tensor.node->type.rank == 1 &&
        number_dtype(item) == buffer->u.tensor.node->type.dtype)
        return ev_setitem(ev, buffer, ev_int_expr(ev, row), item, span);
    if (item->kind != V_TENSOR)
        return ev_fail(ev, D_LOOP, span, "a list is filled with values of different types") != NULL;
    const IrType *own = &item->u.tensor.node->type, *type = &buffer->u.tensor.node->type;
    if (own->dtype != type->dtype || own->rank + 1 != type->rank)
        return ev_fail(ev, D_LOOP, span, "a list is filled with tensors of different types") != NULL;
    if (may_lie_in_channels(ev, own))
        return ev_fail(ev, D_LOOP, span, "a list is filled with tensors in channels_last") != NULL;
    for (int i = 0; i < own->rank; i++)
        if (sh_compare(ev->shapes, SH_EQ, own->shape[i], type->shape[i + 1]) != SH_YES)
            return ev_fail(ev, D_LOOP, span, "a list is filled with tensors of different shapes") != NULL;
    return ev_setitem(ev, buffer, ev_int_expr(ev, row), item, span);
}

bool ev_growth_prepare(Ev *ev, Loop *loop) {
    for (uint32_t k = 0; k < loop->growths.len; k++) {
        Growth *growth = &loop->growths.data[k];
        if (growth->buffer)
            continue;
        const Value **items = heap_items(ev->heap, growth->list, ev->arena);
        growth->buffer = ev_new_rows(ev, items[growth->lead], row_count(ev, loop, growth), loop->span);
        if (!growth->buffer)
            return false;
        growth->led = ev_tuple(ev, items, growth->lead);
        for (uint32_t i = 0; i < growth->lead; i++)
            ev_track(ev, items[i]);
        for (uint32_t i = growth->lead; i < growth->base; i++) {
            growth->own = growth->own && ev_is_own_row(ev, items[i], loop->objects, loop->span);
            if (!ev_put_row(ev, growth->buffer, sh_const(ev->shapes, i - growth->lead), items[i], loop->span))
                return false;
            freeze(ev, items[i]);
        }
        if (ev_loop_is_tested(loop)) {
            growth->holder = heap_make(ev->heap, OBJ_SCOPE, 0, NULL);
            heap_set(ev->heap, growth->holder, rows_name(), growth->buffer);
            continue;
        }
        Carried carried = {.object = growth->buffer->u.tensor.storage, .kind = OBJ_STORAGE};
        vec_push(ev->arena, &loop->carried, carried);
    }
    return true;
}

void ev_growth_enter(Ev *ev, const Loop *loop) {
    for (uint32_t k = 0; k < loop->growths.len; k++) {
        const Growth *growth = &loop->growths.data[k];
        const ShExpr *added = sh_mul(ev->shapes, sh_const(ev->shapes, growth->added), loop->steps);
        added = sh_add(ev->shapes, sh_const(ev->shapes, growth->base), added);
        heap_replace(ev->heap, growth->list, NULL, 0);
        map_put(&ev->filled_before, growth->list, (void *)(uintptr_t)added);
    }
}

void ev_growth_leave(Ev *ev, const Loop *loop) {
    for (uint32_t k = 0; k < loop->growths.len; k++)
        map_put(&ev->filled_before, loop->growths.data[k].list, NULL);
}

const Value *ev_growth_length(Ev *ev, const Value *list, uint32_t count) {
    const ShExpr *before = list->kind == V_LIST ? map_get(&ev->filled_before, list->u.object) : NULL;
    return before ? ev_int_expr(ev, sh_add(ev->shapes, before, sh_const(ev->shapes, count))) : ev_int(ev, count);
}

static bool is_buffer(const Loop *loop, ObjId storage) {
    for (uint32_t k = 0; k < loop->growths.len; k++)
        if (loop->growths.data[k].buffer->u.tensor.storage == storage)
            return true;
    return false;
}

/* Are all items of this iteration numbers, or tensors whose memory it has made and nothing else may have? Then what the
 * loop writes to memory of before is no item. */
static bool are_apart(Ev *ev, const Loop *loop, uint32_t objects) {
    for (uint32_t k = 0; k < loop->growths.len; k++)
        for (uint32_t i = 0; i < heap_count(ev->heap, loop->growths.data[k].list); i++) {
            const Value *item = heap_at(ev->heap, loop->growths.data[k].list, i);
            const TensorValue *tensor = item->kind == V_TENSOR ? &item->u.tensor : NULL;
            if (tensor && (!tensor->is_fresh || tensor->may_alias || tensor->storage < objects ||
                           map_has(&ev->chosen, tensor->storage) || map_has(&ev->chosen_from, tensor->storage)))
                return false;
        }
    return true;
}

/* The rows so far, and these. */
static bool join_rows(Ev *ev, const Growth *growth, const Value *added, Span span) {
    const Value *parts[] = {heap_get(ev->heap, growth->holder, rows_name()), added};
    const Value *args[] = {ev_tuple(ev, parts, 2)};
    const Value *rows = ev_call_values(ev, ev_prelude(ev, "torch", "cat"), args, 1, span);
    if (rows)
        heap_set(ev->heap, growth->holder, rows_name(), rows);
    return rows != NULL;
}

/* Writes the items of an iteration, from `row` on. */
static bool put_items(Ev *ev, const Loop *loop, Growth *growth, const Value *buffer, const ShExpr *row,
                      uint32_t objects) {
    const Value **items = heap_items(ev->heap, growth->list, ev->arena);
    for (uint32_t i = 0; i < growth->added; i++) {
        if (growth->numbers != (items[i]->kind != V_TENSOR))
            return ev_fail(ev, D_LOOP, loop->span, "a list is filled with a %s", ev_type_name(ev, items[i])) != NULL;
        growth->own = growth->own && ev_is_own_row(ev, items[i], objects, loop->span);
        if (!ev_put_row(ev, buffer, sh_add(ev->shapes, row, sh_const(ev->shapes, i)), items[i], loop->span))
            return false;
        freeze(ev, items[i]);
    }
    return true;
}

bool ev_growth_iterate(Ev *ev, Loop *loop, const ShExpr *index, uint32_t mark, uint32_t objects) {
    if (!loop->growths.len)
        return true;
    HeapDelta delta = heap_collect(ev->heap, mark);
    for (uint32_t i = 0; i < delta.count; i++) {
        ObjId object = delta.changes[i].object;
        if (heap_kind(ev->heap, object) == OBJ_STORAGE && heap_is_older(ev->heap, object, objects) &&
            !is_buffer(loop, object) && !(object < loop->begun && are_apart(ev, loop, objects)))
            return ev_fail(ev, D_LOOP, loop->span, "the loop fills a list and writes to memory") != NULL;
    }
    for (uint32_t k = 0; k < loop->growths.len; k++) {
        Growth *growth = &loop->growths.data[k];
        if (heap_count(ev->heap, growth->list) != growth->added)
            return ev_fail(ev, D_LOOP, loop->span, "the loop adds another number of items each time") != NULL;
        if (growth->holder) {
            const Value *item = heap_at(ev->heap, growth->list, 0);
            const Value *added = ev_new_rows(ev, item, sh_const(ev->shapes, growth->added), loop->span);
            if (!added || !put_items(ev, loop, growth, added, sh_const(ev->shapes, 0), objects) ||
                !join_rows(ev, growth, added, loop->span))
                return false;
            continue;
        }
        const ShExpr *rest = sh_sub(ev->shapes, index, sh_const(ev->shapes, loop->peeled));
        const ShExpr *row = sh_add(ev->shapes, sh_const(ev->shapes, growth->base - growth->lead),
                                   sh_mul(ev->shapes, sh_const(ev->shapes, growth->added), rest));
        if (!put_items(ev, loop, growth, growth->buffer, row, objects))
            return false;
    }
    return true;
}

const Value *ev_growth_rows(Ev *ev, const Loop *loop, const Growth *growth) {
    const Value *buffer = growth->holder ? heap_get(ev->heap, growth->holder, rows_name()) : growth->buffer;
    if (!growth->lead)
        return ev_filled_of(ev, buffer, growth->numbers, growth->own, loop->node);
    const Value *rows = ev_rows_own(ev, buffer, growth->numbers, growth->own, loop->node);
    return ev_rows_led(ev, rows, growth->led, loop->node);
}

void ev_growth_finish(Ev *ev, const Loop *loop) {
    for (uint32_t k = 0; k < loop->growths.len; k++) {
        const Growth *growth = &loop->growths.data[k];
        if (growth->name)
            heap_set(ev->heap, ev->frame->scope, growth->name, ev_growth_rows(ev, loop, growth));
    }
    bool filled = loop->growths.len || ev->oldest_item != UINT32_MAX;
    for (uint32_t i = 0; filled && i < loop->carried.len; i++) {
        const Carried *c = &loop->carried.data[i];
        const Value *now = c->kind != OBJ_STORAGE && !c->local && c->at < heap_count(ev->heap, c->object)
                               ? heap_at(ev->heap, c->object, c->at)
                               : NULL;
        if (now && now->kind == V_TENSOR)
            freeze(ev, now);
    }
}
