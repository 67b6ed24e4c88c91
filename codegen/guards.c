/* The guard prologue of a variant: checks of facts, in the order of the list, which load the sources that they are
 * about (guards_source.c). The index of a guard is that of its fact. */
#include "codegen/guards.h"

#include <string.h>

typedef struct Guard {
    Lower *l;
    const Fact *fact;
    int64_t index;
} Guard;

static void check(Guard *g, LpExpr *condition) {
    if (condition->kind == LPE_BOOL && condition->number)
        return;
    lp_guard(g->l->arena, g->l->block, g->index, condition, (Span){0});
}

/* What is computed for the condition may not fit. */
static void check_with_sizes(Guard *g, LpExpr *condition, bool may_not_fit) {
    Arena *a = g->l->arena;
    check(g, may_not_fit ? lp_binary(a, LPO_AND, lp_var(a, g->l->fits), condition) : condition);
}

static LpExpr *object_of(Guard *g) { return lower_source_for(g->l, g->fact->source, g->index)->object; }
static LpExpr *other_of(Guard *g) { return lower_source_for(g->l, g->fact->other, g->index)->object; }
static LpExpr *call_of(Guard *g) { return lp_var(g->l->arena, g->l->call); }
static LpExpr *text_of(Guard *g) { return lp_text(g->l->arena, g->fact->text); }
static LpExpr *number_of(Guard *g) { return lp_int(g->l->arena, g->fact->number); }

static void check_call(Guard *g, const char *name, uint32_t count, LpExpr *const *args) {
    check(g, lp_call(g->l->arena, lp_type(LPT_BOOL), name, count, args));
}

static LpExpr *tensor_address(Guard *g, const Source *source) {
    HostSource *s = guards_source(g->l, source);
    if (!s->tensor && source->in_element && !g->l->checked)
        series_first(g->l, source);
    if (!s->tensor)
        ICE("guards: %s is used as a tensor before its fact", guards_source_name(source));
    LpExpr *tensor = lp_var(g->l->arena, s->tensor);
    return s->tensor->type.pointer ? tensor : lp_address(g->l->arena, tensor);
}

static void guard_tensor(Guard *g) {
    Lower *l = g->l;
    HostSource *s = lower_source_for(l, g->fact->source, g->index);
    if (s->tensor)
        return;
    const char *name = guards_source_name(g->fact->source);
    if (l->checked) {
        s->tensor = series_new_tensor(l, s, name);
    } else {
        s->tensor = lower_var(l, name, lp_type(LPT_TENSOR));
        s->tensor->is_mutable = true;
        lp_decl(l->arena, l->block, s->tensor, NULL, (Span){0});
    }
    check_call(g, g->fact->number ? "rt_tensor_untracked" : "rt_tensor",
               LP_ARGS(lp_var(l->arena, l->call), s->object, lower_dtype(l, g->fact->dtype),
                       lp_int(l->arena, g->fact->rank), tensor_address(g, g->fact->source)));
    if (l->checked)
        series_check_tensor(l, s, g->index);
}

/* A stride that is a symbol of its own is bound, not checked. */
static bool is_own_stride(const Fact *fact, uint32_t k) {
    const ShExpr *e = fact->exprs[k];
    return e->op == SH_SYM && e->symbol->origin_kind == SH_FROM_STRIDE && e->symbol->origin == fact->source &&
           e->symbol->index == (int)k;
}

static void guard_layout(Guard *g) {
    Lower *l = g->l;
    const Fact *fact = g->fact;
    LpExpr *tensor = tensor_address(g, fact->source);
    if (fact->count == 0) {
        check_call(g, "rt_row_major", LP_ARGS(tensor));
        return;
    }
    if (l->checked) {
        series_keep_strides(l, guards_source(l, fact->source), g->index);
        return;
    }
    LpExpr *items[IR_MAX_RANK];
    bool any = false, may_not_fit = false;
    for (uint32_t k = 0; k < fact->count; k++) {
        LpExpr *strides = lp_field(l->arena, lp_var(l->arena, guards_source(l, fact->source)->tensor), "strides",
                                   lp_pointer(LPT_I64, true));
        bool own = is_own_stride(fact, k);
        items[k] = own ? lp_load(l->arena, strides, lp_int(l->arena, k))
                       : lower_size_in_guard(l, fact->exprs[k], &may_not_fit);
        any = any || !own;
    }
    LpExpr *strides = lp_array(l->arena, LPT_I64, fact->count, items);
    if (any)
        check_with_sizes(g, LOWER_CALL(l, LPT_BOOL, "rt_strides_are", tensor, strides), may_not_fit);
}

static void load_scalar(Guard *g, HostSource *s, LpBase base, const char *function) {
    Lower *l = g->l;
    if (s->scalar)
        return;
    LpVar *var = lower_var(l, guards_source_name(g->fact->source), lp_type(base));
    var->is_mutable = true;
    lp_decl(l->arena, l->block, var, NULL, (Span){0});
    s->scalar = lp_var(l->arena, var);
    check_call(g, function, LP_ARGS(s->object, lp_address(l->arena, s->scalar)));
}

static void guard_type(Guard *g) {
    static const struct {
        const char *name, *constant;
    } types[] = {{"NoneType", "RT_TYPE_NONE"},       {"str", "RT_TYPE_STR"},           {"tuple", "RT_TYPE_TUPLE"},
                 {"list", "RT_TYPE_LIST"},           {"dict", "RT_TYPE_DICT"},         {"set", "RT_TYPE_SET"},
                 {"frozenset", "RT_TYPE_FROZENSET"}, {"range", "RT_TYPE_RANGE"},       {"slice", "RT_TYPE_SLICE"},
                 {"method", "RT_TYPE_METHOD"},       {"mappingproxy", "RT_TYPE_PROXY"}};
    HostSource *s = lower_source_for(g->l, g->fact->source, g->index);
    const char *type = g->fact->text;
    if (strcmp(type, "int") == 0 && g->l->checked) {
        s->scalar = s->scalar ? s->scalar : series_int(g->l, g->fact->source, s->object, g->index);
        s->same = true;
    } else if (strcmp(type, "int") == 0) {
        load_scalar(g, s, LPT_I64, "rt_int");
    } else if (strcmp(type, "float") == 0) {
        load_scalar(g, s, LPT_F64, "rt_float");
    } else if (strcmp(type, "bool") == 0) {
        load_scalar(g, s, LPT_BOOL, "rt_bool");
    } else {
        for (size_t i = 0; i < COUNT_OF(types); i++) {
            if (strcmp(type, types[i].name) == 0) {
                check_call(g, "rt_is_type",
                           LP_ARGS(s->object, lp_name(g->l->arena, types[i].constant, lp_type(LPT_I32))));
                return;
            }
        }
        ICE("guards: no type %s", type);
    }
}

static void guard_value(Guard *g) {
    Lower *l = g->l;
    Arena *a = l->arena;
    const Constant *c = &g->fact->constant;
    HostSource *s = lower_source_for(l, g->fact->source, g->index);
    switch (c->kind) {
    case CONST_NONE:
        check_call(g, "rt_is_none", LP_ARGS(s->object));
        return;
    case CONST_BOOL:
        load_scalar(g, s, LPT_BOOL, "rt_bool");
        check(g, c->i ? s->scalar : lp_unary(a, LPO_NOT, s->scalar));
        return;
    case CONST_INT:
        load_scalar(g, s, LPT_I64, "rt_int");
        check(g, lp_binary(a, LPO_EQ, s->scalar, lp_int(a, c->i)));
        return;
    case CONST_FLOAT:
        check_call(g, "rt_is_float_value", LP_ARGS(s->object, lp_float(a, c->f, LPT_F64)));
        return;
    case CONST_STR:
        check_call(g, "rt_is_str", LP_ARGS(s->object, lp_text(a, c->s), lp_int(a, (int64_t)str_len(c->s))));
        return;
    case CONST_ELLIPSIS:
        break;
    }
    check(g, lp_bool(a, false));
}

static LpOperator compare_operator(ShCompare compare) {
    static const LpOperator operators[] = {[SH_EQ] = LPO_EQ, [SH_NE] = LPO_NE, [SH_LT] = LPO_LT, [SH_LE] = LPO_LE};
    return operators[compare];
}

static void guard_compare(Guard *g) {
    Lower *l = g->l;
    bool may_not_fit = false;
    LpExpr *x = lower_size_in_guard(l, g->fact->exprs[0], &may_not_fit);
    LpExpr *y = lower_size_in_guard(l, g->fact->exprs[1], &may_not_fit);
    check_with_sizes(g, lp_binary(l->arena, compare_operator(g->fact->compare), x, y), may_not_fit);
}

static void guard_pinned(Guard *g, Str module, Str name) {
    Lower *l = g->l;
    Str id = lower_pinned(l->module, module, name);
    if (map_has(&l->pinned, MAP_KEY(id)))
        return;
    map_put(&l->pinned, MAP_KEY(id), (void *)id);
    LpExpr *index = lp_name(l->arena, id, lp_type(LPT_I32));
    check_call(g, "rt_pinned", LP_ARGS(lp_var(l->arena, l->call), index));
}

static void guard_is_same(Guard *g) {
    Lower *l = g->l;
    Str path = g->fact->text;
    const char *dot = strrchr(path, '.');
    LpExpr *object = lower_source_for(l, g->fact->source, g->index)->object;
    Str id = lower_pinned(l->module, str_intern(path, (size_t)(dot - path)), str_of(dot + 1));
    check_call(g, "rt_is_pinned", LP_ARGS(lp_var(l->arena, l->call), object, lp_name(l->arena, id, lp_type(LPT_I32))));
}

/* Has a module the object out of another package? */
static bool is_imported(const Source *source, Str path) {
    size_t own = source->module ? strcspn(source->module, ".") : 0;
    return source->kind == SRC_GLOBAL && own && (strncmp(source->module, path, own) != 0 || path[own] != '.');
}

/* The object that a dotted path names is what it was; and so is the global of the program through which it is reached,
 * or that of a package is the very object. */
static void guard_is(Guard *g) {
    const Source *source = g->fact->source;
    if (source && is_imported(source, g->fact->text) && strchr(g->fact->text, '.')) {
        guard_is_same(g);
        return;
    }
    const Source *root = g->fact->source;
    while (root && root->base)
        root = root->base;
    if (root && root->kind == SRC_GLOBAL)
        guard_pinned(g, root->module ? root->module : str_of(""), root->name);
    Str path = g->fact->text;
    const char *dot = strrchr(path, '.');
    if (dot)
        guard_pinned(g, str_intern(path, (size_t)(dot - path)), str_of(dot + 1));
}

static void guard_colon_path(Guard *g) {
    Lower *l = g->l;
    Str path = g->fact->text;
    const char *colon = strchr(path, ':');
    Str module = colon ? str_intern(path, (size_t)(colon - path)) : str_of(""), name = str_of(colon ? colon + 1 : path);
    if (g->fact->kind == FACT_CODE) {
        guard_pinned(g, module, name);
        return;
    }
    LpExpr *call = lp_var(l->arena, l->call), *object = lower_source_for(l, g->fact->source, g->index)->object;
    LpExpr *from = lp_text(l->arena, module), *qualname = lp_text(l->arena, name);
    if (g->fact->kind == FACT_CLASS)
        check_call(g, "rt_is_class", LP_ARGS(call, object, from, qualname));
    else
        check_call(g, "rt_has_class", LP_ARGS(call, object, lp_bool(l->arena, g->fact->number != 0), from, qualname));
}

static void guard_class_lacks(Guard *g) {
    Lower *l = g->l;
    Str text = g->fact->text;
    const char *colon = strchr(text, ':'), *dot = strrchr(text, '.');
    Str module = str_intern(text, (size_t)(colon - text)), name = str_intern(colon + 1, (size_t)(dot - colon - 1));
    check_call(g, "rt_class_lacks",
               LP_ARGS(lp_var(l->arena, l->call), lp_text(l->arena, module), lp_text(l->arena, name),
                       lp_text(l->arena, str_of(dot + 1))));
}

static void guard_written(Guard *g) {
    Lower *l = g->l;
    Str text = g->fact->text;
    size_t module_len = strcspn(text, ":"), len = strcspn(text, "\n");
    Str module = str_intern(text, module_len), name = str_intern(text + module_len + 1, len - module_len - 1);
    check_call(g, "rt_class_as_written",
               LP_ARGS(lp_var(l->arena, l->call), lp_text(l->arena, module), lp_text(l->arena, name),
                       lp_text(l->arena, str_of(text + len + 1))));
}

/* The tensors of the call, but for elements of series: an array that all guards of what is written share, so that
 * their text does not grow with the square of the tensors. NULL: there is but one. */
static LpExpr *tensors_of_call(Guard *g) {
    Lower *l = g->l;
    VEC(LpExpr *) tensors = {0};
    for (uint32_t i = 0; !l->tensors && i < l->graph->inputs.len; i++) {
        const IrInput *input = &l->graph->inputs.data[i];
        if (input->node->type.kind == IRT_TENSOR && !input->source->in_element)
            vec_push(l->arena, &tensors, tensor_address(g, input->source));
    }
    if (tensors.len > 1) {
        LpExpr *array = lp_array(l->arena, LPT_TENSOR, tensors.len, tensors.data);
        array->type.pointer = 2;
        l->tensors = lower_var(l, "tensors", array->type);
        l->tensor_count = tensors.len;
        lp_decl(l->arena, l->block, l->tensors, array, (Span){0});
    }
    return l->tensors ? lp_var(l->arena, l->tensors) : NULL;
}

/* The written tensor against all other tensors of the call, and against itself. */
static void guard_no_overlap(Guard *g) {
    Lower *l = g->l;
    LpExpr *written = tensor_address(g, g->fact->source), *tensors = tensors_of_call(g);
    check_call(g, "rt_dense_no_self_overlap", LP_ARGS(written));
    if (tensors)
        check_call(g, "rt_no_overlap_any", LP_ARGS(written, tensors, lp_int(l->arena, l->tensor_count)));
    for (uint32_t i = 0; i < l->graph->inputs.len; i++) {
        const IrInput *input = &l->graph->inputs.data[i];
        if (input->node->type.kind == IRT_TENSOR && input->source->in_element)
            check(g, series_no_overlap(l, written, input->source));
    }
}

static void guard_length(Guard *g) {
    LpExpr *length = LOWER_CALL(g->l, LPT_I64, "rt_len", object_of(g));
    check(g, lp_binary(g->l->arena, LPO_EQ, length, number_of(g)));
}

/* Whatever is made of the items is made of the ints that they are. */
static void guard_ints(Guard *g) {
    Arena *a = g->l->arena;
    const Fact *fact = g->fact;
    int64_t ints[MERGED_INTS] = {0};
    for (uint32_t i = 0; i < fact->count; i++) {
        sh_is_const(fact->exprs[i], &ints[i]);
        map_put(&g->l->known_ints, MAP_KEY(source_item_int(fact->source, i)), lp_int(a, ints[i]));
    }
    check_call(
        g, "rt_is_ints",
        LP_ARGS(object_of(g), lp_int(a, fact->count), lp_int(a, ints[0]), lp_int(a, ints[1]), lp_int(a, ints[2])));
}

static void guard_has_key(Guard *g) {
    Arena *a = g->l->arena;
    const Fact *fact = g->fact;
    LpExpr *object = object_of(g);
    bool is_str = fact->constant.kind == CONST_STR;
    LpExpr *key = is_str ? guards_name(g->l, fact->constant.s) : lp_int(a, fact->constant.i);
    check_call(g, is_str ? "rt_has_key" : "rt_has_int_key",
               LP_ARGS(call_of(g), object, key, lp_bool(a, fact->number & 1), lp_int(a, fact->number >> 1)));
}

static void guard_has_object(Guard *g) {
    LpExpr *set = object_of(g), *member = other_of(g);
    check_call(g, "rt_has_object", LP_ARGS(set, member, lp_bool(g->l->arena, g->fact->number)));
}

/* Two sources lead to one object, or to two. */
static void guard_identity(Guard *g, LpOperator compare) {
    LpExpr *one = object_of(g), *other = other_of(g);
    check(g, lp_binary(g->l->arena, compare, one, other));
}

static void guard_same(Guard *g) { guard_identity(g, LPO_EQ); }

/* What a module has by a name is there, too. */
static void guard_distinct(Guard *g) {
    LpExpr *object = object_of(g);
    if (g->fact->other->kind == SRC_GLOBAL)
        check(g, lp_binary(g->l->arena, LPO_NE, object, lp_name(g->l->arena, "NULL", object->type)));
    guard_identity(g, LPO_NE);
}

static void guard_series(Guard *g) { lower_open_series(g->l, g->fact->source, g->index); }

static void guard_position(Guard *g) {
    Lower *l = g->l;
    LpExpr *object = object_of(g);
    LpExpr *position = lp_binary(l->arena, LPO_ADD, lp_var(l->arena, l->checked->at), number_of(g));
    check_call(g, "rt_is_int_value", LP_ARGS(object, position));
}

static void guard_settable(Guard *g) {
    static const char *const kinds[] = {
        [SETTABLE_PLAIN] = "RT_PLAIN",     [SETTABLE_IN_MODULE] = "RT_IN_MODULE",
        [SETTABLE_HOOKED] = "RT_HOOKED",   [SETTABLE_HOOKED_IN_MODULE] = "RT_HOOKED_IN_MODULE",
        [SETTABLE_DELETED] = "RT_DELETED", [SETTABLE_BUFFER] = "RT_BUFFER",
        [SETTABLE_SLOT] = "RT_SLOT"};
    LpExpr *object = object_of(g), *kind = lp_name(g->l->arena, kinds[g->fact->number], lp_type(LPT_I32));
    check_call(g, "rt_settable", LP_ARGS(call_of(g), object, guards_name(g->l, g->fact->text), kind));
}

static void guard_local(Guard *g) {
    Arena *a = g->l->arena;
    Str text = g->fact->text;
    const char *colon = strchr(text, ':');
    LpExpr *object = object_of(g), *module = lp_text(a, str_intern(text, (size_t)(colon - text)));
    check_call(g, "rt_is_code", LP_ARGS(call_of(g), object, module, lp_text(a, str_of(colon + 1)), number_of(g)));
}

static void guard_unseen(Guard *g) {
    static const char *const checks[] = {
        "rt_dies_unseen", [UNSEEN_ITEMS] = "rt_empties_unseen", [UNSEEN_KEYS] = "rt_looks_up_unseen"};
    check_call(g, checks[g->fact->number], LP_ARGS(object_of(g)));
}

static void guard_apart(Guard *g) {
    LpExpr *one = object_of(g), *other = other_of(g);
    check_call(g, "rt_apart", LP_ARGS(one, other));
}

static void guard_plain_module(Guard *g) {
    if (g->fact->number)
        check_call(g, "rt_hooked_module", LP_ARGS(call_of(g), object_of(g), number_of(g)));
    else
        check_call(g, "rt_plain_module", LP_ARGS(call_of(g), object_of(g)));
}

static void guard_requires_no_grad(Guard *g) {
    if (g->fact->source)
        check_call(g, "rt_requires_no_grad", LP_ARGS(object_of(g)));
    else
        check_call(g, "rt_forbid_gradients", LP_ARGS(call_of(g)));
}

/* Facts that a function of the run time answers. */
#define ASK(name, function, ...)                                                                                       \
    static void name(Guard *g) { check_call(g, function, LP_ARGS(__VA_ARGS__)); }

ASK(guard_same_shape, "rt_same_shape", tensor_address(g, g->fact->source), tensor_address(g, g->fact->other))
ASK(guard_no_offset, "rt_no_offset", tensor_address(g, g->fact->source))
ASK(guard_even_offset, "rt_even_offset", tensor_address(g, g->fact->source))
ASK(guard_keys, "rt_keys_are", call_of(g), object_of(g), text_of(g), number_of(g))
ASK(guard_made, "rt_class_made", call_of(g), object_of(g), text_of(g))
ASK(guard_members, "rt_members_are", call_of(g), object_of(g), text_of(g))
ASK(guard_absent, "rt_lacks", call_of(g), object_of(g), text_of(g))
ASK(guard_modules, "rt_modules_are", object_of(g), number_of(g))
ASK(guard_requires_grad, "rt_requires_grad", object_of(g))
ASK(guard_unset, "rt_is_unset", text_of(g))
ASK(guard_no_grad, "rt_no_grad", call_of(g))
ASK(guard_no_inference, "rt_no_inference", call_of(g))
ASK(guard_default_dtype, "rt_default_dtype", call_of(g), lower_dtype(g->l, g->fact->dtype))
ASK(guard_autocast_dtype, "rt_autocast_dtype", call_of(g), lower_dtype(g->l, g->fact->dtype))
#undef ASK

static void (*const lowered[])(Guard *g) = {
    [FACT_TENSOR] = guard_tensor,
    [FACT_LAYOUT] = guard_layout,
    [FACT_SAME_SHAPE] = guard_same_shape,
    [FACT_TYPE] = guard_type,
    [FACT_VALUE] = guard_value,
    [FACT_LEN] = guard_length,
    [FACT_INTS] = guard_ints,
    [FACT_KEYS] = guard_keys,
    [FACT_HAS_KEY] = guard_has_key,
    [FACT_HAS_OBJECT] = guard_has_object,
    [FACT_MEMBERS] = guard_members,
    [FACT_COMPARE] = guard_compare,
    [FACT_SAME] = guard_same,
    [FACT_DISTINCT] = guard_distinct,
    [FACT_IS] = guard_is,
    [FACT_CLASS] = guard_colon_path,
    [FACT_HAS_CLASS] = guard_colon_path,
    [FACT_CODE] = guard_colon_path,
    [FACT_UNSET] = guard_unset,
    [FACT_CLASS_LACKS] = guard_class_lacks,
    [FACT_WRITTEN] = guard_written,
    [FACT_MADE] = guard_made,
    [FACT_ABSENT] = guard_absent,
    [FACT_PLAIN_MODULE] = guard_plain_module,
    [FACT_NO_OVERLAP] = guard_no_overlap,
    [FACT_NO_OFFSET] = guard_no_offset,
    [FACT_EVEN_OFFSET] = guard_even_offset,
    [FACT_SERIES] = guard_series,
    [FACT_POSITION] = guard_position,
    [FACT_SETTABLE] = guard_settable,
    [FACT_LOCAL] = guard_local,
    [FACT_MODULES] = guard_modules,
    [FACT_APART] = guard_apart,
    [FACT_UNSEEN] = guard_unseen,
    [FACT_NO_GRAD] = guard_no_grad,
    [FACT_NO_INFERENCE] = guard_no_inference,
    [FACT_REQUIRES_NO_GRAD] = guard_requires_no_grad,
    [FACT_REQUIRES_GRAD] = guard_requires_grad,
    [FACT_DEFAULT_DTYPE] = guard_default_dtype,
    [FACT_AUTOCAST_DTYPE] = guard_autocast_dtype,
};

void lower_guard(Lower *l, const Fact *fact, uint32_t index) {
    Guard g = {l, fact, index};
    if ((size_t)fact->kind >= COUNT_OF(lowered) || !lowered[fact->kind])
        ICE("guards: fact of kind %d", (int)fact->kind);
    lowered[fact->kind](&g);
    if (fact->kind == FACT_CLASS || fact->kind == FACT_MADE || fact->kind == FACT_TYPE || fact->kind == FACT_TENSOR)
        guards_note_there(l, fact->source);
}

void lower_guards(Lower *l) {
    const FactList *facts = &l->variant->guards;
    for (uint32_t i = 0; i < facts->items.len; i++)
        if (!guards_in_series(&facts->items.data[i]))
            lower_guard(l, &facts->items.data[i], i);
}
