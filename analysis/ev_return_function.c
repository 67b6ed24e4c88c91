/* Functions that are returned: by their names, or made anew with their cells, defaults and annotations. */
#include "analysis/ev_return.h"

/* Does the name of the function stand for what a decorator has made of it? */
static bool is_behind_decorators(const Function *f) {
    if (!f->def || f->def->kind == AST_Lambda)
        return false;
    const AstList *decorators = &f->def->u.FunctionDef.decorator_list;
    for (uint32_t i = 0; i < decorators->len; i++)
        if (ast_last_name(decorators->items[i]) != str_of("staticmethod"))
            return true;
    return false;
}

/* Is a part of the name mangled where a class body reads it? */
static bool is_private_name(Str qualname) {
    for (const char *part = qualname; part; part = (part = strchr(part, '.')) ? part + 1 : NULL) {
        size_t len = strcspn(part, ".");
        if (len > 2 && !strncmp(part, "__", 2) && strncmp(part + len - 2, "__", 2))
            return true;
    }
    return false;
}

const Tree *ret_named_function(Returned *r, const Value *value) {
    const Function *f = value->u.function;
    if (f->is_prelude && !strchr(f->module->name, '_') && !strpbrk(f->qualname, "._"))
        return ret_at_path(r, f->module->name, f->name);
    const Source *place = f->is_prelude || is_private_name(f->qualname) ? NULL : ev_named_place(f->module, f->qualname);
    if (!place || !f->def || f->def->kind == AST_Lambda || is_behind_decorators(f))
        return ret_unsupported(r, value);
    ev_code_fact(r->ev, place, f, r->span);
    return ret_at_source(r, place);
}

/* ---- cells ------------------------------------------------------------------------------------------------------- */

static Tree *cell_tree(Returned *r, ObjId scope, Str name) {
    for (uint32_t i = 0; i < r->cells.len; i++)
        if (r->cells.data[i].scope == scope && r->cells.data[i].name == name)
            return (Tree *)ret_shared(r, r->cells.data[i].tree);
    Tree *tree = ret_new(r, TREE_CELL);
    vec_push(r->ev->arena, &r->cells, ((Cell){scope, name, tree}));
    const Value *value = heap_get(r->ev->heap, scope, name);
    if (value)
        vec_push(r->ev->arena, &r->unfilled, ((Unfilled){tree, value}));
    return tree;
}

typedef struct CellNames {
    VEC(Constant) keys;
    VEC(const Tree *) cells;
} CellNames;

/* The cell of a name that the function may read from an enclosing one. False: it cannot be made. */
static bool add_cell(Returned *r, const Function *f, Str name, CellNames *out) {
    Ev *ev = r->ev;
    const ScopeInfo *own = ev_scope_info(ev, f->def);
    if (map_has(&own->globals, MAP_KEY(name)) ||
        (map_has(&own->locals, MAP_KEY(name)) && !map_has(&own->nonlocals, MAP_KEY(name))))
        return true;
    for (ObjId scope = f->closure; scope; scope = heap_parent(ev->heap, scope)) {
        const ScopeInfo *info = heap_info(ev->heap, scope);
        if (info->kind == SCOPE_COMPREHENSION)
            return false;
        if (info->kind != SCOPE_FUNCTION || !map_has(&info->locals, MAP_KEY(name)) ||
            map_has(&info->nonlocals, MAP_KEY(name)) || map_has(&info->globals, MAP_KEY(name)))
            continue;
        if (scope < ev->base_objects)
            return false; /* a cell that exists */
        vec_push(ev->arena, &out->keys, ((Constant){.kind = CONST_STR, .s = name}));
        const Tree *cell = cell_tree(r, scope, name);
        vec_push(ev->arena, &out->cells, cell);
        return true;
    }
    return true;
}

static Tree *cells_tree(Returned *r, const Function *f) {
    Map names;
    CellNames cells = {0};
    map_init(&names, r->ev->arena);
    ev_names_in(f->def, &names);
    for (uint32_t i = 0; i < names.len; i++) {
        Str name = names.values[i];
        bool of_class = f->owner && (name == str_of("super") || name == str_of("__class__"));
        if (of_class || !add_cell(r, f, name, &cells))
            return NULL;
    }
    Tree *tree = ret_new(r, TREE_DICT);
    tree->count = cells.keys.len;
    tree->items = cells.cells.data;
    tree->keys = cells.keys.data;
    return tree;
}

/* ---- annotations ------------------------------------------------------------------------------------------------- */

/* A name of module level, or an attribute of one, or a constant: what it means does not hang on where it stands. */
static bool is_simple_annotation(const Returned *r, const Function *f, const AstNode *node) {
    if (node->kind == AST_Constant)
        return true;
    while (node->kind == AST_Attribute)
        node = node->u.Attribute.value;
    if (node->kind != AST_Name)
        return false;
    for (ObjId scope = f->closure; scope; scope = heap_parent(r->ev->heap, scope)) {
        const ScopeInfo *info = heap_info(r->ev->heap, scope);
        if (map_has(&info->locals, MAP_KEY(node->u.Name.id)))
            return false;
    }
    return true;
}

typedef struct Annotations {
    VEC(Constant) names;
    VEC(const Tree *) trees;
} Annotations;

static const Tree *annotation_tree(Returned *r, const Function *f, const AstNode *node);

static const Tree *annotation_items(Returned *r, const Function *f, TreeKind kind, AstNode *const *nodes,
                                    uint32_t count) {
    const Tree **items = arena_array(r->ev->arena, const Tree *, count + 1);
    for (uint32_t i = 0; i < count; i++)
        items[i] = annotation_tree(r, f, nodes[i]);
    return ret_with(r, kind, count, items);
}

/* Of `List[int]`, `Callable[[int], str]`, `int | None` and the like; NULL: it cannot be told. */
static const Tree *annotation_tree(Returned *r, const Function *f, const AstNode *node) {
    if (node->kind == AST_List)
        return annotation_items(r, f, TREE_LIST, node->u.List.elts.items, node->u.List.elts.len);
    if (node->kind == AST_Tuple)
        return annotation_items(r, f, TREE_TUPLE, node->u.Tuple.elts.items, node->u.Tuple.elts.len);
    bool is_union = node->kind == AST_BinOp && node->u.BinOp.op == AST_BitOr;
    if (is_union || node->kind == AST_Subscript) {
        AstNode *union_of[] = {node->u.BinOp.left, node->u.BinOp.right},
                *item[] = {node->u.Subscript.value, node->u.Subscript.slice};
        const Tree *args = annotation_items(r, f, TREE_TUPLE, is_union ? union_of : item, 2);
        return args ? ret_apply(r, ret_at_path(r, "operator", is_union ? "or_" : "getitem"), args, NULL) : NULL;
    }
    const Value *value = is_simple_annotation(r, f, node) ? ev_eval(r->ev, node) : NULL;
    return value ? ret_tree(r, value) : NULL;
}

static bool add_annotation(Returned *r, const Function *f, Annotations *out, Str name, const AstNode *node) {
    if (!node)
        return true;
    const Tree *tree = annotation_tree(r, f, node);
    vec_push(r->ev->arena, &out->names, ((Constant){.kind = CONST_STR, .s = name}));
    vec_push(r->ev->arena, &out->trees, tree);
    return tree != NULL;
}

static bool add_annotations(Returned *r, const Function *f, Annotations *out, const AstList *parameters) {
    for (uint32_t i = 0; i < parameters->len; i++) {
        const AstNode *arg = parameters->items[i];
        if (!add_annotation(r, f, out, arg->u.arg.arg, arg->u.arg.annotation))
            return false;
    }
    return true;
}

static bool add_rest(Returned *r, const Function *f, Annotations *out, const AstNode *arg) {
    return !arg || add_annotation(r, f, out, arg->u.arg.arg, arg->u.arg.annotation);
}

/* The function's __annotations__, in Python's order; NULL: they cannot be told. */
static const Tree *annotations_tree(Returned *r, const Function *f) {
    if (f->def->kind == AST_Lambda)
        return ret_none(r);
    const AstNode *params = f->def->u.FunctionDef.args;
    const AstNode *vararg = params->u.arguments.vararg, *kwarg = params->u.arguments.kwarg;
    Annotations all = {0};
    bool ok = add_annotations(r, f, &all, &params->u.arguments.args) &&
              add_annotations(r, f, &all, &params->u.arguments.posonlyargs) && add_rest(r, f, &all, vararg) &&
              add_annotations(r, f, &all, &params->u.arguments.kwonlyargs) && add_rest(r, f, &all, kwarg) &&
              add_annotation(r, f, &all, str_of("return"), f->def->u.FunctionDef.returns);
    bool as_text = all.names.len && f->module->has_text_annotations;
    if (!ok || as_text || f->def->u.FunctionDef.type_params.len)
        return NULL;
    Tree *tree = ret_with(r, TREE_DICT, all.trees.len, all.trees.data);
    tree->keys = all.names.data;
    return all.names.len ? tree : ret_none(r);
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

static const Tree *keyword_defaults(Returned *r, const Function *f) {
    const AstNode *params = f->def->kind == AST_Lambda ? f->def->u.Lambda.args : f->def->u.FunctionDef.args;
    const Value *dict = ev_dict(r->ev);
    for (uint32_t i = 0; i < params->u.arguments.kwonlyargs.len; i++)
        if (f->kw_defaults[i])
            heap_set_key(r->ev->heap, dict->u.object, ev_str(r->ev, params->u.arguments.kwonlyargs.items[i]->u.arg.arg),
                         f->kw_defaults[i]);
    return heap_count(r->ev->heap, dict->u.object) ? ret_dict(r, dict) : ret_none(r);
}

static const Tree *attributes_tree(Returned *r, const Function *f) {
    const HeapContent *content = heap_content(r->ev->heap, f->attributes);
    if (!content->count)
        return ret_none(r);
    const Value *dict = ev_dict(r->ev);
    for (uint32_t i = 0; i < content->count; i++) {
        if (!strncmp(content->slots[i].name, "__", 2))
            return NULL; /* renamed */
        heap_set_key(r->ev->heap, dict->u.object, ev_str(r->ev, content->slots[i].name), content->slots[i].value);
    }
    return ret_dict(r, dict);
}

/* A function that the program defines while it runs: its code is found in that of the function around it. */
static const Tree *new_function_tree(Returned *r, const Value *value) {
    const Function *f = value->u.function;
    Ev *ev = r->ev;
    uint32_t at = r->containers.len;
    vec_push(ev->arena, &r->containers, ((Container){f->attributes, NULL}));
    const Tree *items[7] = {ret_constant(r, (Constant){.kind = CONST_STR, .s = f->qualname})};
    items[1] = f->default_count ? ret_items(r, TREE_TUPLE, f->defaults, f->default_count) : ret_none(r);
    items[2] = items[1] ? keyword_defaults(r, f) : NULL;
    items[3] = items[2] ? cells_tree(r, f) : NULL;
    items[4] = items[3] ? attributes_tree(r, f) : NULL;
    items[5] = items[4] ? annotations_tree(r, f) : NULL;
    if (!items[5])
        return ev->fail.kind ? NULL : ret_unsupported(r, value);
    Tree *tree = ret_with(r, TREE_FUNCTION, 6, items);
    if (f->wrapped) {
        const Tree *args[] = {tree, ret_tree(r, f->wrapped), NULL};
        const Tree *pair = ret_with(r, TREE_TUPLE, 2, args);
        tree = pair ? ret_apply(r, ret_at_path(r, "functools", "update_wrapper"), pair, NULL) : NULL;
    }
    r->containers.data[at].tree = tree;
    return tree;
}

const Tree *ret_function(Returned *r, const Value *value) {
    const Function *f = value->u.function;
    bool is_new = f->module->is_main && f->attributes >= r->ev->base_objects && strstr(f->qualname, "<locals>");
    if (!is_new)
        return ret_named_function(r, value);
    Container *known = ret_known(r, f->attributes);
    if (known)
        return ret_shared(r, known->tree);
    if (f->is_async || !ev_is_unique_function(r->ev, f))
        return ret_unsupported(r, value);
    return new_function_tree(r, value);
}
