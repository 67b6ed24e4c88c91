/* Items that are several values each, of lists that loops fill as the data decide: `out.append((i, score))`.
 *
 * Such a list has a column for each value (ev_filled.c), and a record that says what its items are: tuples, lists or
 * dicts, of which keys. An item is put in only where a display has made it for the call, or for the comprehension, so
 * that the list alone has it: nobody sees that it is made anew when the list is returned. Tuples that are read from the
 * list are new ones, of which one is returned at most (ev_return.c); lists and dicts, which could be written, are not
 * read. */
#include "analysis/ev_internal.h"

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

/* The values of the item, with the keys of a dict. NULL: it cannot be one. */
static const Value **values_of(Ev *ev, const Value *item, Record *record, Str **keys) {
    *record = (Record){.kind = item->kind};
    *keys = NULL;
    bool is_object = item->kind == V_LIST || (item->kind == V_DICT && !ev_dict_class(item));
    if (item != ev->shown || item->source || !(is_object || (item->kind == V_TUPLE && !item->u.tuple.cls)))
        return NULL;
    const HeapContent *content = is_object ? heap_content(ev->heap, item->u.object) : NULL;
    record->count = is_object ? content->count : item->u.tuple.count;
    if (!record->count || record->count > MAX_VALUES)
        return NULL;
    *keys = arena_array(ev->arena, Str, record->count);
    const Value **values = arena_array(ev->arena, const Value *, record->count);
    for (uint32_t i = 0; i < record->count; i++) {
        values[i] = is_object ? content->slots[i].value : item->u.tuple.items[i];
        (*keys)[i] = item->kind == V_DICT ? content->slots[i].name : NULL;
        bool is_row = values[i]->kind == V_TENSOR ? !values[i]->u.tensor.node->type.flat : ev_is_number(values[i]);
        if (!is_row || (item->kind == V_DICT && !(*keys)[i]))
            return NULL;
    }
    record->keys = *keys;
    return values;
}

bool ev_can_be_record(Ev *ev, const Value *item) {
    Record record;
    Str *keys;
    return values_of(ev, item, &record, &keys) != NULL;
}

const Record *ev_record_of(Ev *ev, ObjId cell) { return map_get(&ev->records, cell); }

static bool are_alike(const Record *known, const Record *now, const Value *const *values) {
    bool alike = known->kind == now->kind && known->count == now->count;
    for (uint32_t i = 0; alike && i < now->count; i++)
        alike = known->keys[i] == now->keys[i] && known->numbers[i] == (values[i]->kind != V_TENSOR);
    return alike;
}

const Value *const *ev_record_values(Ev *ev, ObjId cell, const Value *item) {
    Record now;
    Str *keys;
    const Record *known = ev_record_of(ev, cell);
    const Value **values = values_of(ev, item, &now, &keys);
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
