/* Free variables of functions: the cells of a __closure__, as inputs. */
#include "analysis/ev_internal.h"

static void collect_names(AstNode *node, void *data) {
    if (node->kind == AST_Name)
        map_put(data, MAP_KEY(node->u.Name.id), (void *)node->u.Name.id);
    ast_each_child(node, collect_names, data);
}

void ev_names_in(const AstNode *node, Map *names) { ast_each_child(node, collect_names, names); }

typedef VEC(Str) NameList;

/* The free variables of a function, in the order of its __closure__: sorted by name. */
static NameList free_names_of(Ev *ev, const Function *function) {
    Map used;
    map_init(&used, ev->arena);
    ev_names_in(function->def, &used);
    const ScopeInfo *own = ev_scope_info(ev, function->def);
    NameList free_names = {0};
    for (uint32_t i = 0; i < used.len; i++) {
        if (map_has(&own->locals, used.keys[i]) && !map_has(&own->nonlocals, used.keys[i]))
            continue;
        for (ObjId scope = function->closure; scope; scope = heap_parent(ev->heap, scope)) {
            const ScopeInfo *info = heap_info(ev->heap, scope);
            if (info->kind == SCOPE_FUNCTION && map_has(&info->locals, used.keys[i])) {
                vec_push(ev->arena, &free_names, used.values[i]);
                break;
            }
        }
    }
    bool of_class = map_has(&used, MAP_KEY(str_of("super"))) || map_has(&used, MAP_KEY(str_of("__class__")));
    if (function->owner && of_class)
        vec_push(ev->arena, &free_names, str_of("__class__"));
    if (free_names.len)
        qsort(free_names.data, free_names.len, sizeof *free_names.data, text_order);
    return free_names;
}

static int cell_index(Ev *ev, const Function *function, Str name) {
    const NameList names = free_names_of(ev, function);
    for (uint32_t i = 0; i < names.len; i++)
        if (names.data[i] == name)
            return (int)i;
    return -1;
}

const Value *ev_cell_at(Ev *ev, const Function *function, int index) {
    const NameList names = free_names_of(ev, function);
    const Value *found = NULL;
    for (ObjId scope = function->closure; scope && index < (int)names.len && !found;
         scope = heap_parent(ev->heap, scope)) {
        found = heap_get(ev->heap, scope, names.data[index]);
        found = found ? ev_variable_as_it_was(ev, scope, names.data[index], found) : NULL;
    }
    return found;
}

typedef struct Variable {
    ObjId scope;
    Str name;
} Variable;

/* Closures that are made together share cells: each cell has one source. */
static const Source *one_cell(Ev *ev, const Source *cell, ObjId scope, Str name, Span span) {
    for (uint32_t i = 0; i < ev->cells.len; i++) {
        const Variable *known = ev->cells.values[i];
        const Source *other = (const Source *)(uintptr_t)ev->cells.keys[i];
        if (known->scope != scope || known->name != name)
            continue;
        if (other != cell)
            ev_input_fact(ev, &(Fact){.kind = FACT_SAME, .span = span, .source = cell, .other = other});
        return other;
    }
    Variable *variable = arena_new_of(ev->arena, Variable);
    *variable = (Variable){scope, name};
    map_put(&ev->cells, MAP_KEY(cell), variable);
    return cell;
}

/* The cell of a function of the caller's; NULL: it has none for the variable, or nothing leads to the function. */
static const Source *cell_in(Ev *ev, const Function *function, const Source *source, Str name, ObjId scope, Span span) {
    int index = function && source ? cell_index(ev, function, name) : -1;
    return index < 0
               ? NULL
               : one_cell(ev, source_item_int(source_attr(source, str_of("__closure__")), index), scope, name, span);
}

/* Does the compiled function have a cell for the variable? Another one of that name may be nearer to it, and it has
 * none for what it does not read, though it was defined there. */
static bool is_free_in(Ev *ev, const Function *entry, Str name, ObjId scope, bool reads_it) {
    for (ObjId outer = entry->closure; outer; outer = heap_parent(ev->heap, outer)) {
        const ScopeInfo *info = heap_info(ev->heap, outer);
        if (outer == scope)
            return reads_it || cell_index(ev, entry, name) >= 0;
        if (info->kind == SCOPE_FUNCTION && map_has(&info->locals, MAP_KEY(name)))
            return false;
    }
    return false;
}

/* The cell of a variable of an enclosing function that existed before: one of the function that runs, where a source
 * leads to it, or of one that was called and has defined it, or else of the compiled function. NULL (FAIL_CUT): none of
 * these. */
static const Source *cell_of(Ev *ev, Str name, ObjId scope, Span span) {
    const Frame *frame = ev->frame;
    const Function *function = frame->function;
    const Source *cell = cell_in(ev, function, frame->function_source, name, scope, span);
    for (ObjId outer = function ? function->closure : 0; outer && outer != scope && !cell;
         outer = heap_parent(ev->heap, outer)) {
        const Value *called = map_get(&ev->calls_of_closures, outer);
        cell = called ? cell_in(ev, called->u.function, called->source, name, scope, span) : NULL;
    }
    if (cell)
        return cell;
    while (frame->parent)
        frame = frame->parent;
    if (frame->is_entry && frame->function && is_free_in(ev, frame->function, name, scope, frame->function == function))
        return one_cell(ev, source_free(name), scope, name, span);
    ev_fail(ev, D_UNKNOWN_VALUE, span, "the variable '%s' of an enclosing function", name);
    return NULL;
}

const Value *ev_class_in_cell(Ev *ev, Span span) {
    const Frame *frame = ev->frame;
    ClassInfo *owner = frame->owner;
    if (ev->in_driver || !ev_is_unnamed(owner) || ev_is_made_here(ev, owner))
        return ev_class_value(ev, owner);
    Str name = str_of("__class__");
    int index = frame->function ? cell_index(ev, frame->function, name) : -1;
    const Source *cell = frame->function_source && index >= 0
                             ? source_item_int(source_attr(frame->function_source, str_of("__closure__")), index)
                         : frame->is_entry ? source_free(name)
                                           : NULL;
    if (!cell || !ev_place_class(ev, owner, source_attr(cell, str_of("cell_contents")), span))
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "class %s is not named by a global", owner->name);
    return ev_class_value(ev, owner);
}

const Value *ev_free_variable(Ev *ev, Str name, ObjId scope, const Value *value, Span span) {
    const Source *cell = cell_of(ev, name, scope, span);
    if (!cell)
        return NULL;
    const Value *written = ev_overlaid(ev, cell, str_of("cell_contents"));
    if (written)
        return written;
    const Source *source = source_attr(cell, str_of("cell_contents"));
    const Value *known = map_get(&ev->input_values, MAP_KEY(source));
    if (!known)
        value = ev_variable_as_it_was(ev, scope, name, value);
    if (!known && (known = ev_generalise(ev, value, source, false))) {
        ev_value_facts(ev, known, source, NULL, span);
        map_put(&ev->input_values, MAP_KEY(source), (void *)known);
    }
    return known && ev_restart_as_owner(ev, known, span) ? NULL : known;
}

bool ev_set_free_variable(Ev *ev, Str name, ObjId scope, const Value *value, Span span) {
    const Source *cell = cell_of(ev, name, scope, span);
    if (!cell)
        return false;
    const Value *old = map_get(&ev->input_values, MAP_KEY(source_attr(cell, str_of("cell_contents"))));
    return ev_set_overlaid(ev, cell, cell, str_of("cell_contents"), old, value, span);
}
