/* Lists that loops of unknown length fill as the data decide: `if score > least: kept.append(i)`.
 *
 * Where an iteration need not append, or reads the list (`out[-1]`), the list becomes rows before the loop begins: a
 * V_ROWS whose cell has the items so far as a tensor, which each append lengthens. The variable keeps that value, so
 * that other names of the list are names of the cell. Branches merge what their sides have put in, and loops carry it,
 * with its length as an int beside it (ev_loop_sizes.c); there may be no rows in the end.
 *
 * An item is copied when it is put in. So from then on nothing may write to its memory: neither what follows, for which
 * it is marked, nor a later iteration that finds it under another name (ev_filled_check()). */
#include "analysis/ev_loop.h"
#include "analysis/tensor.h"

/* ---- the cell ------------------------------------------------------------------------------------------------------
 */

/* Tells such cells from others. */
static const char cell_of_rows[] = "rows";

static Str rows_name(void) { return str_of("rows"); }       /* None: there are none yet; a tuple: columns of records */
static Str numbers_name(void) { return str_of("numbers"); } /* they are numbers, no tensors; None: not known yet */

bool ev_is_filled_cell(const Ev *ev, ObjId object) { return heap_info(ev->heap, object) == cell_of_rows; }

static ObjId new_cell(Ev *ev) {
    ObjId cell = heap_make(ev->heap, OBJ_CELL, 0, cell_of_rows);
    heap_set(ev->heap, cell, rows_name(), ev_none(ev));
    heap_set(ev->heap, cell, numbers_name(), ev_none(ev));
    return cell;
}

const Value *ev_filled_now(Ev *ev, ObjId cell) {
    const Value *rows = heap_get(ev->heap, cell, rows_name());
    return rows->kind == V_TENSOR ? rows : NULL;
}

bool ev_filled_numbers(Ev *ev, ObjId cell) {
    const Value *numbers = heap_get(ev->heap, cell, numbers_name());
    return numbers->kind == V_BOOL && numbers->u.boolean;
}

bool ev_filled_is_empty(Ev *ev, ObjId cell) { return heap_get(ev->heap, cell, rows_name())->kind == V_NONE; }

const Value *ev_record_columns(Ev *ev, ObjId cell) {
    const Value *rows = cell ? heap_get(ev->heap, cell, rows_name()) : NULL;
    return rows && rows->kind == V_TUPLE ? rows : NULL;
}

bool ev_filled_own(Ev *ev, ObjId cell) { return !map_has(&ev->rows_of_others, cell); }

void ev_filled_iterated(Ev *ev, ObjId cell) {
    if (!ev->frame || !ev->frame->module->is_prelude)
        map_put(&ev->rows_iterated, cell, ev);
}

void ev_filled_looped(Ev *ev, ObjId cell, int more) {
    uintptr_t loops = (uintptr_t)map_get(&ev->rows_in_loops, cell);
    if (more > 0)
        loops++;
    else if (loops) /* else evaluation has begun anew */
        loops--;
    map_put(&ev->rows_in_loops, cell, (void *)loops);
}

static bool is_gone_through(const Ev *ev, ObjId cell) {
    return map_has(&ev->rows_iterated, cell) || map_get(&ev->rows_in_loops, cell);
}

/* ---- putting items in ----------------------------------------------------------------------------------------------
 */

/* The memory of an item, or of those that a branch has chosen it among. */
static void freeze_storage(Ev *ev, ObjId storage) {
    const ChosenFrom *from = map_get(&ev->chosen_from, storage);
    ev->oldest_item = storage < ev->oldest_item ? storage : ev->oldest_item;
    map_put(&ev->chosen, storage, ev);
    map_put(&ev->in_rows, storage, ev);
    if (from) {
        freeze_storage(ev, from->left);
        freeze_storage(ev, from->right);
    }
}

/* The tensor has a copy in a list: it cannot be written from now on. */
static void freeze(Ev *ev, const Value *item) {
    const TensorValue *tensor = &item->u.tensor;
    freeze_storage(ev, tensor->storage);
    if (tensor->may_alias && !map_has(&ev->chosen_from, tensor->storage))
        ev->oldest_item = 0;
    ev_track(ev, item);
}

/* Sizes that the caller decides are taken for equal where they likely are. */
static bool sizes_agree(Ev *ev, const ShExpr *x, const ShExpr *y, Span span) {
    x = sh_canon(ev->shapes, x), y = sh_canon(ev->shapes, y);
    int64_t likely = sh_hint(x, -1);
    return x == y || (likely >= 0 && likely == sh_hint(y, -1) && !sh_is_computed(x) && !sh_is_computed(y) &&
                      sh_compare(ev->shapes, SH_EQ, x, y) != SH_NO && ev_assume_equal(ev, x, y, span));
}

/* Can the rows of both lie in one buffer? */
bool ev_filled_alike(Ev *ev, const Value *x, const Value *y, Span span) {
    const IrType *a = &x->u.tensor.node->type, *b = &y->u.tensor.node->type;
    bool alike = a->dtype == b->dtype && a->rank == b->rank;
    for (int d = 1; alike && d < a->rank; d++)
        alike = sizes_agree(ev, a->shape[d], b->shape[d], span);
    return alike;
}

static const Value *refuse_item(Ev *ev, Span span) {
    return ev_fail(ev, D_LOOP, span, "a list is filled with items of different types or shapes");
}

/* The rows (NULL: there are none) and the item, which is a number or a tensor. NULL: failed. */
static const Value *lengthened(Ev *ev, ObjId cell, const Value *rows, const Value *item, bool in_front, Span span) {
    const Value *added = ev_new_rows(ev, item, sh_const(ev->shapes, 1), span);
    bool is_number = item->kind != V_TENSOR;
    if (!added || !ev_put_row(ev, added, sh_const(ev->shapes, 0), item, span))
        return NULL;
    if (rows && !ev_filled_alike(ev, added, rows, span))
        return refuse_item(ev, span);
    if (!is_number && !ev_is_own_row(ev, item, ev->iteration_objects, span))
        map_put(&ev->rows_of_others, cell, ev);
    if (!is_number)
        freeze(ev, item);
    if (!rows)
        return added;
    const Value *parts[] = {in_front ? added : rows, in_front ? rows : added}, *args[] = {ev_tuple(ev, parts, 2)};
    return ev_call_values(ev, ev_prelude(ev, "_pyaot_iteration", "joined_rows"), args, 1, span);
}

static bool put_item(Ev *ev, ObjId cell, const Value *item, bool in_front, Span span) {
    const Value *rows = ev_filled_now(ev, cell);
    bool is_number = item->kind != V_TENSOR;
    if (ev_record_of(ev, cell) || (rows && ev_filled_numbers(ev, cell) != is_number))
        return refuse_item(ev, span) != NULL;
    if (!(rows = lengthened(ev, cell, rows, item, in_front, span)))
        return false;
    heap_set(ev->heap, cell, rows_name(), rows);
    heap_set(ev->heap, cell, numbers_name(), ev_bool(ev, is_number));
    return true;
}

/* Each value of the item in a column of its own. */
static bool put_record(Ev *ev, ObjId cell, const Value *item, bool in_front, Span span) {
    const Value *before = ev_record_columns(ev, cell);
    const Value *const *values = before || ev_filled_is_empty(ev, cell) ? ev_record_values(ev, cell, item) : NULL;
    if (!values)
        return refuse_item(ev, span) != NULL;
    uint32_t count = ev_record_of(ev, cell)->count;
    const Value **columns = arena_array(ev->arena, const Value *, count);
    for (uint32_t i = 0; i < count; i++)
        if (!(columns[i] = lengthened(ev, cell, before ? before->u.tuple.items[i] : NULL, values[i], in_front, span)))
            return false;
    heap_set(ev->heap, cell, rows_name(), ev_tuple(ev, columns, count));
    return true;
}

static bool can_be_row(const Value *item) {
    return item->kind == V_TENSOR ? !item->u.tensor.node->type.flat : ev_is_number(item);
}

const Value *ev_filled_new(Ev *ev, const AstNode *loop) { return ev_rows_of_cell(ev, new_cell(ev), loop); }

const Value *ev_filled_of(Ev *ev, const Value *rows, bool numbers, bool own, const AstNode *loop) {
    ObjId cell = new_cell(ev);
    heap_set(ev->heap, cell, rows_name(), rows);
    heap_set(ev->heap, cell, numbers_name(), ev_bool(ev, numbers));
    if (!own)
        map_put(&ev->rows_of_others, cell, ev);
    return ev_rows_of_cell(ev, cell, loop);
}

const Value *ev_filled_like(Ev *ev, ObjId cell, const Value *rows, const AstNode *loop) {
    ObjId made = new_cell(ev);
    heap_set(ev->heap, made, rows_name(), rows);
    heap_set(ev->heap, made, numbers_name(), heap_get(ev->heap, cell, numbers_name()));
    map_put(&ev->records, made, map_get(&ev->records, cell));
    if (!ev_filled_own(ev, cell))
        map_put(&ev->rows_of_others, made, ev);
    return ev_rows_of_cell(ev, made, loop);
}

static bool put(Ev *ev, const Value *rows, const Value *item, bool in_front, Span span) {
    ObjId cell = ev_rows_cell(rows);
    const char *why = is_gone_through(ev, cell) ? "a list gets items while it is gone through"
                      : !can_be_row(item) && !ev_can_be_record(ev, item)
                          ? str_format("a list is filled with a %s", ev_type_name(ev, item))
                          : NULL;
    return why                ? ev_fail(ev, D_LOOP, span, "%s", why) != NULL
           : can_be_row(item) ? put_item(ev, cell, item, in_front, span)
                              : put_record(ev, cell, item, in_front, span);
}

bool ev_filled_put(Ev *ev, const Value *rows, const Value *item, Span span) { return put(ev, rows, item, false, span); }

/* The items of NAME += [item, ...]; NULL: another statement. */
static const AstList *added_items(const AstNode *node) {
    bool adds = node->kind == AST_AugAssign && node->u.AugAssign.op == AST_Add &&
                node->u.AugAssign.target->kind == AST_Name && node->u.AugAssign.value->kind == AST_List;
    return adds ? &node->u.AugAssign.value->u.List.elts : NULL;
}

int ev_filled_add(Ev *ev, const Value *rows, const AstNode *statement) {
    const AstList *nodes = added_items(statement);
    if (!nodes || !ev_rows_cell(rows))
        return 0;
    const Value **items = arena_array(ev->arena, const Value *, nodes->len);
    for (uint32_t i = 0; i < nodes->len; i++)
        if (nodes->items[i]->kind == AST_Starred)
            return 0;
    for (uint32_t i = 0; i < nodes->len; i++)
        if (!(items[i] = ev_eval(ev, nodes->items[i])))
            return -1;
    for (uint32_t i = 0; i < nodes->len; i++) {
        ev->shown = ev_is_display(nodes->items[i]) ? items[i] : NULL;
        if (!ev_filled_put(ev, rows, items[i], nodes->items[i]->span))
            return -1;
    }
    return 1;
}

static const Value *rows_append(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    return ev_filled_put(ev, self, args->args[0], span) ? ev_none(ev) : NULL;
}

static const Value *rows_extend(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    const Value **items;
    uint32_t count;
    if (args->args[0]->kind == V_ROWS || !ev_collect(ev, args->args[0], &items, &count, span))
        return ev->fail.kind ? NULL : ev_rows_refuse(ev, self, span);
    for (uint32_t i = 0; i < count; i++)
        if (!ev_filled_put(ev, self, items[i], span))
            return NULL;
    return ev_none(ev);
}

static const Value *rows_insert(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    int64_t place;
    if (!ev_as_int_known(args->args[0], &place) || place != 0)
        return ev_rows_refuse(ev, self, span);
    return put(ev, self, args->args[1], true, span) ? ev_none(ev) : NULL;
}

static const Value *rows_reverse(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    ObjId cell = ev_rows_cell(self);
    const Value *rows = ev_filled_now(ev, cell);
    (void)args;
    if (is_gone_through(ev, cell) || ev_record_columns(ev, cell))
        return ev_rows_refuse(ev, self, span);
    if (!rows)
        return ev_none(ev);
    rows = ev_call_values(ev, ev_prelude(ev, "_pyaot_iteration", "reversed_rows"), &rows, 1, span);
    if (rows)
        heap_set(ev->heap, cell, rows_name(), rows);
    return rows ? ev_none(ev) : NULL;
}

static const Value *rows_copy(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    const Value *made = args->count ? NULL : ev_rows_slice(ev, self, NULL, span);
    return made || ev->fail.kind ? made : ev_rows_refuse(ev, self, span);
}

/* The key function finds the list empty, as in Python. */
static const Value *rows_sort(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    ObjId cell = ev_rows_cell(self);
    bool reverse;
    if (!cell || is_gone_through(ev, cell) || !ev_as_bool_known(args->args[1], &reverse))
        return ev_rows_refuse(ev, self, span);
    if (ev_filled_is_empty(ev, cell))
        return ev_none(ev);
    const Value *copy = ev_filled_like(ev, cell, ev_rows_content(ev, self), NULL);
    heap_set(ev->heap, cell, rows_name(), ev_none(ev));
    const Value *sorted = ev_rows_sorted(ev, copy, args->args[0], reverse, span);
    if (!sorted || !ev_filled_is_empty(ev, cell))
        return ev->fail.kind ? NULL : ev_rows_refuse(ev, self, span);
    heap_set(ev->heap, cell, rows_name(), ev_rows_content(ev, sorted));
    return ev_none(ev);
}

const Builtin rows_methods[] = {{"append", rows_append, "object, /"},
                                {"copy", rows_copy, ""},
                                {"extend", rows_extend, "iterable, /"},
                                {"insert", rows_insert, "index, object, /"},
                                {"reverse", rows_reverse, ""},
                                {"sort", rows_sort, "*, key=None, reverse=False"},
                                {NULL, NULL, NULL}};

/* ---- which lists ---------------------------------------------------------------------------------------------------
 */

/* Statements of a loop's body, in the order in which they run. */
typedef struct Scan {
    Ev *ev;
    Str name;
    uint32_t count; /* appends to that list */
    bool parts;     /* a statement so far may end the iteration */
    bool is_unsure; /* an append that need not run, or may run several times */
    bool records;   /* one of what a display makes */
} Scan;

/* NAME of NAME.append(item), NAME.extend(items), NAME.insert(0, item) or NAME += [item]; NULL: another statement. */
static Str appended_name(const AstNode *node) {
    if (added_items(node))
        return node->u.AugAssign.target->u.Name.id;
    const AstNode *call = node->kind == AST_Expr ? node->u.Expr.value : NULL;
    const AstNode *func = call && call->kind == AST_Call ? call->u.Call.func : NULL;
    Str method = func && func->kind == AST_Attribute && func->u.Attribute.value->kind == AST_Name
                     ? func->u.Attribute.attr
                     : NULL;
    static const char *const adding[] = {"append", "extend", "insert"};
    bool adds = method && IS_AMONG(adding, method);
    return adds ? func->u.Attribute.value->u.Name.id : NULL;
}

static void scan_block(const AstList *body, Scan *scan);

static void scan_inside(AstNode *node, void *data) {
    Scan *scan = data;
    bool appends = appended_name(node) == scan->name;
    if (appends) {
        const AstList *items = added_items(node), *args = items ? items : &node->u.Expr.value->u.Call.args;
        scan->count++;
        scan->records |= args->len && ev_is_shown(scan->ev, args->items[args->len - 1]);
    }
    scan->parts |= node->kind == AST_Break || node->kind == AST_Continue || node->kind == AST_Return;
    ast_each_child(node, scan_inside, data);
}

static void scan_branch(const AstNode *node, Scan *scan) {
    Scan sides[2] = {{.ev = scan->ev, .name = scan->name}, {.ev = scan->ev, .name = scan->name}};
    scan_block(&node->u.If.body, &sides[0]);
    scan_block(&node->u.If.orelse, &sides[1]);
    bool parts = sides[0].parts || sides[1].parts, any = sides[0].count || sides[1].count;
    scan->records |= sides[0].records || sides[1].records;
    scan->is_unsure |= sides[0].is_unsure || sides[1].is_unsure || (any && parts) || sides[0].count != sides[1].count;
    scan->parts |= parts;
    scan->count += sides[0].count;
}

static void scan_block(const AstList *body, Scan *scan) {
    for (uint32_t i = 0; i < body->len; i++) {
        AstNode *node = body->items[i];
        Scan inside = {.ev = scan->ev, .name = scan->name};
        if (node->kind == AST_If) {
            bool before = scan->parts;
            uint32_t count = scan->count;
            scan_branch(node, scan);
            scan->is_unsure |= before && scan->count != count;
            continue;
        }
        scan_inside(node, &inside);
        bool simple = node->kind == AST_Expr || node->kind == AST_AugAssign;
        scan->is_unsure |= inside.count && (scan->parts || !simple);
        scan->parts |= inside.parts;
        scan->records |= inside.records;
        scan->count += inside.count;
    }
}

typedef struct Names {
    Ev *ev;
    VEC(Str) found;
} Names;

static void find_appends(AstNode *node, void *data) {
    Names *names = data;
    const AstNode *choice = ev_choosing_statement(names->ev, node);
    Str name = appended_name(node);
    if (choice) {
        ast_each_child((AstNode *)(uintptr_t)choice, find_appends, names);
        return;
    }
    bool known = !name;
    for (uint32_t i = 0; i < names->found.len && !known; i++)
        known = names->found.data[i] == name;
    if (!known)
        vec_push(names->ev->arena, &names->found, name);
    ast_each_child(node, find_appends, data);
}

bool ev_can_be_unrolled(const Loop *loop) {
    int64_t likely = loop->count ? sh_hint(loop->count, -1) : -1;
    return likely >= 0 && likely <= EV_MAX_UNROLL;
}

static bool is_filled_so(Ev *ev, const Loop *loop, Str name) {
    Scan scan = {.ev = ev, .name = name};
    scan_block(loop->body, &scan);
    bool records = scan.records && loop->count && !ev_can_be_unrolled(loop);
    return scan.is_unsure || records || !ev_only_appends(ev, loop, name);
}

const Value *ev_filled_from(Ev *ev, const Value *list, const AstNode *loop, Span span) {
    const Value **items = heap_items(ev->heap, list->u.object, ev->arena);
    uint32_t count = heap_count(ev->heap, list->u.object);
    ObjId cell = new_cell(ev);
    for (uint32_t i = 0; i < count; i++)
        if (!can_be_row(items[i]) || !put_item(ev, cell, items[i], false, span))
            return NULL;
    return ev_rows_of_cell(ev, cell, loop);
}

bool ev_filled_begin(Ev *ev, const Loop *loop) {
    Names names = {.ev = ev};
    bool any = false;
    for (uint32_t i = 0; i < loop->body->len; i++)
        find_appends(loop->body->items[i], &names);
    for (uint32_t i = 0; i < names.found.len && !ev->in_driver; i++) {
        Str name = names.found.data[i];
        const Value *list = heap_get(ev->heap, ev->frame->scope, name);
        if (!list || list->kind != V_LIST || list->source || heap_info(ev->heap, list->u.object) ||
            !ev_has_one_name(ev, list->u.object) || !is_filled_so(ev, loop, name))
            continue;
        const Value *rows = ev_filled_from(ev, list, loop->node, loop->span);
        if (rows)
            heap_set(ev->heap, ev->frame->scope, name, rows);
        ev_clear_fail(ev);
        any |= rows != NULL;
    }
    return any;
}

/* ---- iterations ----------------------------------------------------------------------------------------------------
 */

/* May an item that was put in have other names among what the loop carries? */
static bool are_items_shared(const Ev *ev, const Loop *loop, uint32_t objects) {
    bool carried = false, shared = false;
    for (uint32_t i = 0; i < ev->in_rows.len && !carried; i++)
        carried = ev->in_rows.keys[i] >= loop->begun && ev->in_rows.keys[i] < objects;
    for (uint32_t i = 0; carried && i < loop->carried.len; i++)
        shared |= loop->carried.data[i].shared || loop->carried.data[i].shared_before;
    return shared;
}

/* What an iteration has made is no memory of before. Of other items it must be known that they are not what is
 * written, and what the loop carries may be an item that an earlier iteration has put in. */
bool ev_filled_check(Ev *ev, const Loop *loop, uint32_t mark, uint32_t objects) {
    bool any = ev->oldest_item != UINT32_MAX || loop->oldest_item != UINT32_MAX;
    HeapDelta delta = any ? heap_collect(ev->heap, mark) : (HeapDelta){0};
    for (uint32_t i = 0; i < delta.count; i++) {
        ObjId object = delta.changes[i].object;
        if (heap_kind(ev->heap, object) != OBJ_STORAGE || !heap_is_older(ev->heap, object, objects))
            continue;
        if (object >= loop->begun || ev->oldest_item == 0 || map_has(&ev->in_rows, object) ||
            are_items_shared(ev, loop, objects))
            return ev_fail(ev, D_LOOP, loop->span, "the loop fills a list and writes to memory") != NULL;
    }
    return true;
}

/* ---- branches ------------------------------------------------------------------------------------------------------
 */

const Value *ev_unread_tensor(Merge *merge, IrRegion *region, const IrType *type, bool no_rows) {
    Ev *ev = merge->ev;
    IrRegion *present = ev->region;
    const Value **sizes = arena_array(ev->arena, const Value *, (uint32_t)type->rank + 1);
    for (int d = 0; d < type->rank; d++) {
        bool is_none = no_rows && d == 0;
        if (!is_none && ir_has_inner(merge->outer, type->shape[d]))
            return NULL;
        sizes[d] = is_none ? ev_int(ev, 0) : ev_int_expr(ev, type->shape[d]);
    }
    const Value *args[] = {ev_tuple(ev, sizes, (uint32_t)type->rank), ev_dtype(ev, type->dtype)};
    ev->region = region;
    const Value *rows = ev_call_values(ev, ev_prelude(ev, "_pyaot_iteration", "rows_buffer"), args, 2, merge->span);
    ev->region = present;
    return rows;
}

static const Value *merge_rows(Merge *merge, const Value *left, const Value *right);

/* Column by column; a side that is no tuple has no records. */
static const Value *merge_columns(Merge *merge, const Value *left, const Value *right) {
    const Value *none = ev_none(merge->ev), *either = left->kind == V_TUPLE ? left : right;
    if (left->kind == V_TENSOR || right->kind == V_TENSOR)
        return NULL;
    const Value **columns = arena_array(merge->ev->arena, const Value *, either->u.tuple.count);
    for (uint32_t i = 0; i < either->u.tuple.count; i++) {
        const Value *a = left->kind == V_TUPLE ? left->u.tuple.items[i] : none;
        const Value *b = right->kind == V_TUPLE ? right->u.tuple.items[i] : none;
        if (!(columns[i] = merge_rows(merge, a, b)))
            return NULL;
    }
    return ev_tuple(merge->ev, columns, either->u.tuple.count);
}

static const Value *merge_rows(Merge *merge, const Value *left, const Value *right) {
    const Value *none = ev_none(merge->ev);
    if (left->kind == V_TUPLE || right->kind == V_TUPLE)
        return merge_columns(merge, left, right);
    if (left->kind != V_TENSOR && right->kind != V_TENSOR)
        return none;
    if (left->kind != V_TENSOR)
        left = ev_unread_tensor(merge, merge->left_region, &right->u.tensor.node->type, true);
    else if (right->kind != V_TENSOR)
        right = ev_unread_tensor(merge, merge->right_region, &left->u.tensor.node->type, true);
    return left && right ? ev_merge_filled(merge, left, right) : NULL;
}

bool ev_merge_filled_cells(Merge *merge, ObjId cell, const HeapContent *left, const HeapContent *right) {
    Ev *ev = merge->ev;
    const Value *a = left->slots[0].value, *b = right->slots[0].value;
    const Value *x = left->slots[1].value, *y = right->slots[1].value;
    bool alike = x->kind != V_BOOL || y->kind != V_BOOL || x->u.boolean == y->u.boolean;
    const Value *rows = alike ? a == b ? a : merge_rows(merge, a, b) : NULL;
    if (!rows)
        return false;
    heap_set(ev->heap, cell, rows_name(), rows);
    heap_set(ev->heap, cell, numbers_name(), x->kind == V_BOOL ? x : y);
    return true;
}
