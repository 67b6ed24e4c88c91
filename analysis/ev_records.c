/* Items that are several values each, of lists that loops fill as the data decide: `out.append((i, score))`.
 *
 * Such a list has a column for each value (ev_filled.c) that is no text or None, the same in all items, and a record
 * that says what its items are: tuples, lists or dicts, of which keys. An item is put in only where a display has made
 * it for the call, or for the comprehension, so that the list alone has it: nobody sees that it is made anew when the
 * list is returned. Tuples that are read from the list are new ones, of which one is returned at most (ev_return.c);
 * lists and dicts, which could be written, are not read. */
#include "analysis/ev_internal.h"
#include "analysis/ev_loop.h"

enum { MAX_VALUES = 16 };

static void find_variables(AstNode *node, void *data) {
    bool *any = data;
    *any |= node->kind == AST_Name;
    ast_each_child(node, find_variables, any);
}

/* A tuple of constants is one object however often it is evaluated. */
bool ev_is_display(const AstNode *node) {
    bool has_variables = node->kind == AST_List || node->kind == AST_Dict;
    if (node->kind == AST_Tuple)
        find_variables((AstNode *)(uintptr_t)node, &has_variables);
    return has_variables;
}

/* ---- variables that have one
 * ------------------------------------------------------------------------------------------------ */

/* `t = (i, v)` … `out.append(t)`, where the variable serves for nothing else than reading parts of it. */
typedef struct Naming {
    Str name;
    const AstNode *use; /* the argument */
    bool stored, used, others;
} Naming;

static void count_uses(AstNode *node, void *data) {
    Naming *naming = data;
    bool is_part = node->kind == AST_Subscript && node->u.Subscript.ctx == AST_Load &&
                   node->u.Subscript.value->kind == AST_Name && node->u.Subscript.value->u.Name.id == naming->name;
    naming->used |= node == naming->use;
    naming->others |= (node->kind == AST_Name && node->u.Name.id == naming->name && node != naming->use) ||
                      (node->kind == AST_arg && node->u.arg.arg == naming->name) || node->kind == AST_Global ||
                      node->kind == AST_Nonlocal;
    if (is_part)
        count_uses(node->u.Subscript.slice, data);
    else
        ast_each_child(node, count_uses, data);
}

static bool stores_display(const AstNode *node, Str name) {
    const AstNode *target =
        node->kind == AST_Assign && node->u.Assign.targets.len == 1 ? node->u.Assign.targets.items[0] : NULL;
    return target && target->kind == AST_Name && target->u.Name.id == name && ev_is_display(node->u.Assign.value);
}

static bool is_named_once(const AstList *block, Naming *naming);

/* The call that puts it in, as a statement of its own. */
static bool is_use(const AstNode *node, const Naming *naming) {
    const AstNode *call = node->kind == AST_Expr ? node->u.Expr.value : NULL;
    const AstList *args = call && call->kind == AST_Call ? &call->u.Call.args : NULL;
    return args && args->len && args->items[args->len - 1] == naming->use;
}

/* A statement that does not store it. The use is behind the one that does, and in no loop of its own. */
static bool is_behind(AstNode *node, Naming *naming) {
    bool was_stored = naming->stored, was_used = naming->used;
    switch (node->kind) {
    case AST_If:
        count_uses(node->u.If.test, naming);
        return is_named_once(&node->u.If.body, naming) && is_named_once(&node->u.If.orelse, naming);
    case AST_For:
        count_uses(node->u.For.target, naming);
        count_uses(node->u.For.iter, naming);
        break;
    case AST_While:
        count_uses(node->u.While.test, naming);
        break;
    default:
        count_uses(node, naming);
        return naming->used == was_used || is_use(node, naming);
    }
    return is_named_once(ast_loop_body(node), naming) && is_named_once(ast_loop_orelse(node), naming) &&
           !(was_stored && naming->used && !was_used);
}

static bool is_named_once(const AstList *block, Naming *naming) {
    bool stored_here = false;
    for (uint32_t i = 0; i < block->len; i++) {
        AstNode *node = block->items[i];
        bool stores = stores_display(node, naming->name);
        if (stores && (naming->stored || naming->used))
            return false;
        if (stores) {
            naming->stored = stored_here = true;
            count_uses(node->u.Assign.value, naming);
        } else if (!is_behind(node, naming)) {
            return false;
        }
    }
    return !naming->others && (naming->used || !stored_here) && (naming->stored || !naming->used);
}

bool ev_is_shown(Ev *ev, const AstNode *node) {
    const Function *function = ev->frame->function;
    if (node->kind != AST_Name || !function || function->def->kind != AST_FunctionDef)
        return ev_is_display(node);
    if (!map_has(&ev->of_nodes, MAP_KEY(node))) {
        Naming naming = {.name = node->u.Name.id, .use = node};
        count_uses(function->def->u.FunctionDef.args, &naming);
        bool once = is_named_once(ast_body(function->def), &naming) && naming.stored && naming.used;
        map_put(&ev->of_nodes, MAP_KEY(node), once ? (void *)(uintptr_t)node : NULL);
    }
    return map_get(&ev->of_nodes, MAP_KEY(node)) != NULL;
}

/* ---- items
 * ------------------------------------------------------------------------------------------------------------------ */

static bool is_constant(const Value *value) {
    return value->kind == V_NONE || (value->kind == V_STR && value->u.str && !value->source);
}

/* The values of the item that columns have, with the keys of a dict. NULL: it cannot be one. */
static const Value **values_of(Ev *ev, const Value *item, Record *record) {
    *record = (Record){.kind = item->kind};
    bool is_object = item->kind == V_LIST || (item->kind == V_DICT && !ev_dict_class(item));
    if (item != ev->shown || item->source || !(is_object || (item->kind == V_TUPLE && !item->u.tuple.cls)))
        return NULL;
    const HeapContent *content = is_object ? heap_content(ev->heap, item->u.object) : NULL;
    uint32_t width = record->width = is_object ? content->count : item->u.tuple.count;
    if (!width || width > MAX_VALUES)
        return NULL;
    Str *keys = arena_array(ev->arena, Str, width);
    const Value **values = arena_array(ev->arena, const Value *, width);
    const Value **constants = arena_array(ev->arena, const Value *, width);
    for (uint32_t i = 0; i < width; i++) {
        const Value *value = is_object ? content->slots[i].value : item->u.tuple.items[i];
        keys[i] = item->kind == V_DICT ? content->slots[i].name : NULL;
        constants[i] = is_constant(value) ? value : NULL;
        bool is_row = value->kind == V_TENSOR ? !value->u.tensor.node->type.flat : ev_is_number(value);
        if ((!is_row && !constants[i]) || (item->kind == V_DICT && !keys[i]))
            return NULL;
        if (!constants[i])
            values[record->count++] = value;
    }
    record->keys = keys;
    record->constants = constants;
    return record->count ? values : NULL;
}

bool ev_can_be_record(Ev *ev, const Value *item) {
    Record record;
    return values_of(ev, item, &record) != NULL;
}

const Record *ev_record_of(Ev *ev, ObjId cell) { return map_get(&ev->records, cell); }

bool ev_has_constants(const Record *record) { return record->width > record->count; }

static bool is_same_constant(const Value *a, const Value *b) {
    return a == b || (a && b && a->kind == b->kind && (a->kind == V_NONE || a->u.str == b->u.str));
}

static bool are_alike(const Record *known, const Record *now, const Value *const *values) {
    bool alike = known->kind == now->kind && known->count == now->count && known->width == now->width;
    for (uint32_t i = 0; alike && i < now->width; i++)
        alike = known->keys[i] == now->keys[i] && is_same_constant(known->constants[i], now->constants[i]);
    for (uint32_t i = 0; alike && i < now->count; i++)
        alike = known->numbers[i] == (values[i]->kind != V_TENSOR);
    return alike;
}

const Value *const *ev_record_values(Ev *ev, ObjId cell, const Value *item) {
    Record now;
    const Record *known = ev_record_of(ev, cell);
    const Value **values = values_of(ev, item, &now);
    if (!values || (known && !are_alike(known, &now, values)))
        return NULL;
    if (!known) {
        bool *numbers = arena_array(ev->arena, bool, now.count);
        for (uint32_t i = 0; i < now.count; i++)
            numbers[i] = values[i]->kind != V_TENSOR;
        now.numbers = numbers;
        map_put(&ev->records, cell, arena_copy(ev->arena, &now, sizeof now));
    }
    return values;
}
