/* The guard prologue of a variant: loads of sources and checks of facts, in the order of the list. Each source is
 * loaded once, just before the first fact that needs it; the index of a guard is that of its fact. */
#include "codegen/lower.h"

#include <string.h>

/* ---- sources ----------------------------------------------------------------------------------------------------- */
static HostSource *host_source(Lower *l, const Source *source) {
    HostSource *known = map_get(&l->sources, MAP_KEY(source));
    if (!known) {
        known = arena_new_of(l->arena, HostSource);
        map_put(&l->sources, MAP_KEY(source), known);
    }
    return known;
}

static LpExpr *object_call(Lower *l, const char *name, uint32_t count, LpExpr *const *args) {
    return lp_call(l->arena, lp_pointer(LPT_OBJECT, false), name, count, args);
}

static LpExpr *name_index(Lower *l, Str name) {
    return lp_name(l->arena, lower_name(l->module, name), lp_type(LPT_I32));
}

static LpExpr *load_object(Lower *l, const Source *source, int64_t guard) {
    Arena *a = l->arena;
    LpExpr *call = lp_var(a, l->call), *base = NULL;
    if (source->base && source->kind != SRC_ELEMENT) {
        HostSource *from = lower_source_for(l, source->base, guard);
        base = from->object;
        if (source->base->kind != SRC_ARG)
            lp_guard(a, l->block, guard, lp_binary(a, LPO_NE, base, lp_name(a, "NULL", base->type)), (Span){0});
    }
    switch (source->kind) {
    case SRC_ARG:
        return lp_load(a, lp_field(a, call, "args", (LpType){.base = LPT_OBJECT, .pointer = 2}),
                       lp_int(a, source->index));
    case SRC_GLOBAL:
        if (source->module)
            return object_call(l, "rt_module_global",
                               LP_ARGS(call, name_index(l, source->module), name_index(l, source->name)));
        return object_call(l, "rt_global", LP_ARGS(call, name_index(l, source->name)));
    case SRC_FREE:
        return object_call(l, "rt_free", LP_ARGS(call, name_index(l, source->name)));
    case SRC_ATTR:
        if (source->name == str_of("item()"))
            return object_call(l, "rt_number_of", LP_ARGS(call, base));
        if (source->name == str_of("call()"))
            return object_call(l, "rt_answer", LP_ARGS(call, base));
        if (source->name == str_of("once()"))
            return object_call(l, "rt_first_answer", LP_ARGS(call, base));
        if (source->name == str_of("tensor()"))
            return object_call(l, "rt_tensor_of_array", LP_ARGS(call, base));
        if (source->name == str_of("values()"))
            return object_call(l, "rt_values", LP_ARGS(call, base));
        if (source->name == str_of("get()"))
            return object_call(l, "rt_context_value", LP_ARGS(call, base));
        return object_call(l, "rt_attr", LP_ARGS(call, base, name_index(l, source->name)));
    case SRC_PARAM:
        return object_call(l, "rt_module_slot", LP_ARGS(call, base, name_index(l, source->name)));
    case SRC_ITEM_INT:
        return object_call(l, "rt_item", LP_ARGS(call, base, lp_int(a, source->index)));
    case SRC_ELEMENT:
        return series_object(l, source, guard);
    case SRC_ITEM_STR:
        return object_call(l, "rt_key", LP_ARGS(call, base, name_index(l, source->name)));
    }
    ICE("guards: source of kind %d", (int)source->kind);
}

/* A short name for what lies at a source: "weight" for self.linear.weight, "ys_0" for ys[0]. */
static Str source_name(const Source *source) {
    if (source->kind == SRC_ITEM_INT)
        return str_format("%s_%d", source_name(source->base), (int)source->index);
    if (source->kind == SRC_ELEMENT) {
        bool of_module =
            source->base->kind == SRC_ATTR && source->base->base && !strcmp(source->base->name, "_modules");
        return str_format("%s_item", source_name(of_module ? source->base->base : source->base));
    }
    if (source_is_answer(source))
        return source_name(source->base);
    return source->name ? source->name : str_of("value");
}

HostSource *lower_source_for(Lower *l, const Source *source, int64_t guard) {
    HostSource *known = host_source(l, source);
    if (known->object)
        return known;
    LpBlock *block = l->block;
    if (l->checked && !source->in_element)
        l->block = l->prologue; /* around the loop over the elements */
    if (source->in_element && !l->checked) {
        l->unsupported = "an object of an element of a list";
        known->object = lp_name(l->arena, "NULL", lp_pointer(LPT_OBJECT, false));
        return known;
    }
    LpExpr *object = load_object(l, source, guard);
    if (source->kind != SRC_ARG) {
        LpVar *var = lower_var(l, str_format("%s_object", source_name(source)), lp_pointer(LPT_OBJECT, false));
        lp_decl(l->arena, l->block, var, object, (Span){0});
        object = lp_var(l->arena, var);
    }
    l->block = block;
    known->object = object;
    return known;
}

/* What no fact needed is loaded behind the guards, before anything has had an effect. */
HostSource *lower_source(Lower *l, const Source *source) {
    HostSource *known = host_source(l, source);
    if (known->object)
        return known;
    LpBlock *block = l->block;
    l->block = l->prologue;
    lower_source_for(l, source, -1);
    LpExpr *null = lp_name(l->arena, "NULL", known->object->type);
    lower_miss_unless(l, lp_binary(l->arena, LPO_NE, known->object, null), "an object is not there");
    l->block = block;
    return known;
}

/* ---- facts ------------------------------------------------------------------------------------------------------- */
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

static LpExpr *bool_call(Guard *g, const char *name, uint32_t count, LpExpr *const *args) {
    return lp_call(g->l->arena, lp_type(LPT_BOOL), name, count, args);
}

static LpExpr *tensor_address(Guard *g, const Source *source) {
    HostSource *s = host_source(g->l, source);
    if (!s->tensor && source->in_element && !g->l->checked)
        series_first(g->l, source);
    if (!s->tensor)
        ICE("guards: %s is used as a tensor before its fact", source_name(source));
    LpExpr *tensor = lp_var(g->l->arena, s->tensor);
    return s->tensor->type.pointer ? tensor : lp_address(g->l->arena, tensor);
}

static void guard_tensor(Guard *g) {
    Lower *l = g->l;
    HostSource *s = lower_source_for(l, g->fact->source, g->index);
    if (s->tensor)
        return;
    const char *name = source_name(g->fact->source);
    if (l->checked) {
        s->tensor = series_new_tensor(l, s, name);
    } else {
        s->tensor = lower_var(l, name, lp_type(LPT_TENSOR));
        s->tensor->is_mutable = true;
        lp_decl(l->arena, l->block, s->tensor, NULL, (Span){0});
    }
    check(g, bool_call(g, g->fact->number ? "rt_tensor_untracked" : "rt_tensor",
                       LP_ARGS(lp_var(l->arena, l->call), s->object, lower_dtype(l, g->fact->dtype),
                               lp_int(l->arena, g->fact->rank), tensor_address(g, g->fact->source))));
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
        check(g, bool_call(g, "rt_row_major", LP_ARGS(tensor)));
        return;
    }
    if (l->checked) {
        series_keep_strides(l, host_source(l, fact->source), g->index);
        return;
    }
    LpExpr *items[IR_MAX_RANK];
    bool any = false;
    for (uint32_t k = 0; k < fact->count; k++) {
        LpExpr *strides = lp_field(l->arena, lp_var(l->arena, host_source(l, fact->source)->tensor), "strides",
                                   lp_pointer(LPT_I64, true));
        bool own = is_own_stride(fact, k);
        items[k] =
            own ? lp_load(l->arena, strides, lp_int(l->arena, k)) : lower_size_in_guard(l, fact->exprs[k], g->index);
        any = any || !own;
    }
    if (any)
        check(g, bool_call(g, "rt_strides_are", LP_ARGS(tensor, lp_array(l->arena, LPT_I64, fact->count, items))));
}

static void load_scalar(Guard *g, HostSource *s, LpBase base, const char *function) {
    Lower *l = g->l;
    if (s->scalar)
        return;
    LpVar *var = lower_var(l, source_name(g->fact->source), lp_type(base));
    var->is_mutable = true;
    lp_decl(l->arena, l->block, var, NULL, (Span){0});
    s->scalar = lp_var(l->arena, var);
    check(g, bool_call(g, function, LP_ARGS(s->object, lp_address(l->arena, s->scalar))));
}

static void guard_type(Guard *g) {
    static const struct {
        const char *name, *constant;
    } types[] = {{"NoneType", "RT_TYPE_NONE"},       {"str", "RT_TYPE_STR"},     {"tuple", "RT_TYPE_TUPLE"},
                 {"list", "RT_TYPE_LIST"},           {"dict", "RT_TYPE_DICT"},   {"set", "RT_TYPE_SET"},
                 {"frozenset", "RT_TYPE_FROZENSET"}, {"range", "RT_TYPE_RANGE"}, {"slice", "RT_TYPE_SLICE"},
                 {"method", "RT_TYPE_METHOD"}};
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
                check(g, bool_call(g, "rt_is_type",
                                   LP_ARGS(s->object, lp_name(g->l->arena, types[i].constant, lp_type(LPT_I32)))));
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
        check(g, bool_call(g, "rt_is_none", LP_ARGS(s->object)));
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
        check(g, bool_call(g, "rt_is_float_value", LP_ARGS(s->object, lp_float(a, c->f, LPT_F64))));
        return;
    case CONST_STR:
        check(g, bool_call(g, "rt_is_str", LP_ARGS(s->object, lp_text(a, c->s), lp_int(a, (int64_t)str_len(c->s)))));
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
    LpExpr *x = lower_size_in_guard(l, g->fact->exprs[0], g->index);
    LpExpr *y = lower_size_in_guard(l, g->fact->exprs[1], g->index);
    check(g, lp_binary(l->arena, compare_operator(g->fact->compare), x, y));
}

static void guard_pinned(Guard *g, Str module, Str name) {
    Lower *l = g->l;
    Str id = lower_pinned(l->module, module, name);
    if (map_has(&l->pinned, MAP_KEY(id)))
        return;
    map_put(&l->pinned, MAP_KEY(id), (void *)id);
    LpExpr *index = lp_name(l->arena, id, lp_type(LPT_I32));
    check(g, bool_call(g, "rt_pinned", LP_ARGS(lp_var(l->arena, l->call), index)));
}

static void guard_is_same(Guard *g) {
    Lower *l = g->l;
    Str path = g->fact->text;
    const char *dot = strrchr(path, '.');
    LpExpr *object = lower_source_for(l, g->fact->source, g->index)->object;
    Str id = lower_pinned(l->module, str_intern(path, (size_t)(dot - path)), str_of(dot + 1));
    check(g, bool_call(g, "rt_is_pinned",
                       LP_ARGS(lp_var(l->arena, l->call), object, lp_name(l->arena, id, lp_type(LPT_I32)))));
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
        check(g, bool_call(g, "rt_is_class", LP_ARGS(call, object, from, qualname)));
    else
        check(g, bool_call(g, "rt_has_class",
                           LP_ARGS(call, object, lp_bool(l->arena, g->fact->number != 0), from, qualname)));
}

static void guard_class_lacks(Guard *g) {
    Lower *l = g->l;
    Str text = g->fact->text;
    const char *colon = strchr(text, ':'), *dot = strrchr(text, '.');
    Str module = str_intern(text, (size_t)(colon - text)), name = str_intern(colon + 1, (size_t)(dot - colon - 1));
    check(g, bool_call(g, "rt_class_lacks",
                       LP_ARGS(lp_var(l->arena, l->call), lp_text(l->arena, module), lp_text(l->arena, name),
                               lp_text(l->arena, str_of(dot + 1)))));
}

static void guard_written(Guard *g) {
    Lower *l = g->l;
    Str text = g->fact->text;
    size_t module_len = strcspn(text, ":"), len = strcspn(text, "\n");
    Str module = str_intern(text, module_len), name = str_intern(text + module_len + 1, len - module_len - 1);
    check(g, bool_call(g, "rt_class_as_written",
                       LP_ARGS(lp_var(l->arena, l->call), lp_text(l->arena, module), lp_text(l->arena, name),
                               lp_text(l->arena, str_of(text + len + 1)))));
}

/* The written tensor against all other tensors of the call, and against itself. */
static void guard_no_overlap(Guard *g) {
    LpExpr *written = tensor_address(g, g->fact->source);
    check(g, bool_call(g, "rt_dense_no_self_overlap", LP_ARGS(written)));
    for (uint32_t i = 0; i < g->l->graph->inputs.len; i++) {
        const IrInput *input = &g->l->graph->inputs.data[i];
        if (input->node->type.kind == IRT_TENSOR && input->source->in_element)
            check(g, series_no_overlap(g->l, written, input->source));
        else if (input->node->type.kind == IRT_TENSOR && input->source != g->fact->source)
            check(g, bool_call(g, "rt_no_overlap", LP_ARGS(written, tensor_address(g, input->source))));
    }
}

static void lower_fact(Guard *g) {
    Lower *l = g->l;
    const Fact *fact = g->fact;
    LpExpr *call = lp_var(l->arena, l->call);
    switch (fact->kind) {
    case FACT_TENSOR:
        guard_tensor(g);
        return;
    case FACT_LAYOUT:
        guard_layout(g);
        return;
    case FACT_SAME_SHAPE:
        check(g,
              bool_call(g, "rt_same_shape", LP_ARGS(tensor_address(g, fact->source), tensor_address(g, fact->other))));
        return;
    case FACT_TYPE:
        guard_type(g);
        return;
    case FACT_VALUE:
        guard_value(g);
        return;
    case FACT_LEN: {
        LpExpr *length = LOWER_CALL(l, LPT_I64, "rt_len", lower_source_for(l, fact->source, g->index)->object);
        check(g, lp_binary(l->arena, LPO_EQ, length, lp_int(l->arena, fact->number)));
        return;
    }
    case FACT_KEYS: {
        HostSource *s = lower_source_for(l, fact->source, g->index);
        check(g, bool_call(g, "rt_keys_are",
                           LP_ARGS(call, s->object, lp_text(l->arena, fact->text), lp_int(l->arena, fact->number))));
        return;
    }
    case FACT_HAS_KEY: {
        HostSource *s = lower_source_for(l, fact->source, g->index);
        bool is_str = fact->constant.kind == CONST_STR;
        LpExpr *key = is_str ? name_index(l, fact->constant.s) : lp_int(l->arena, fact->constant.i);
        check(g, bool_call(g, is_str ? "rt_has_key" : "rt_has_int_key",
                           LP_ARGS(call, s->object, key, lp_bool(l->arena, fact->number & 1),
                                   lp_int(l->arena, fact->number >> 1))));
        return;
    }
    case FACT_MEMBERS: {
        HostSource *s = lower_source_for(l, fact->source, g->index);
        check(g, bool_call(g, "rt_members_are", LP_ARGS(call, s->object, lp_text(l->arena, fact->text))));
        return;
    }
    case FACT_COMPARE:
        guard_compare(g);
        return;
    case FACT_SAME: {
        LpExpr *one = lower_source_for(l, fact->source, g->index)->object;
        check(g, lp_binary(l->arena, LPO_EQ, one, lower_source_for(l, fact->other, g->index)->object));
        return;
    }
    case FACT_IS:
        guard_is(g);
        return;
    case FACT_CLASS:
    case FACT_HAS_CLASS:
    case FACT_CODE:
        guard_colon_path(g);
        return;
    case FACT_UNSET:
        check(g, bool_call(g, "rt_is_unset", LP_ARGS(lp_text(l->arena, fact->text))));
        return;
    case FACT_CLASS_LACKS:
        guard_class_lacks(g);
        return;
    case FACT_WRITTEN:
        guard_written(g);
        return;
    case FACT_ABSENT: {
        HostSource *s = lower_source_for(l, fact->source, g->index);
        check(g, bool_call(g, "rt_lacks", LP_ARGS(call, s->object, lp_text(l->arena, fact->text))));
        return;
    }
    case FACT_PLAIN_MODULE:
        check(g, bool_call(g, "rt_plain_module", LP_ARGS(call, lower_source_for(l, fact->source, g->index)->object)));
        return;
    case FACT_NO_OVERLAP:
        guard_no_overlap(g);
        return;
    case FACT_EVEN_OFFSET:
        check(g, bool_call(g, "rt_even_offset", LP_ARGS(tensor_address(g, fact->source))));
        return;
    case FACT_SERIES:
        lower_open_series(l, fact->source, g->index);
        return;
    case FACT_POSITION: {
        LpExpr *object = lower_source_for(l, fact->source, g->index)->object;
        LpExpr *position =
            lp_binary(l->arena, LPO_ADD, lp_var(l->arena, l->checked->at), lp_int(l->arena, fact->number));
        check(g, bool_call(g, "rt_is_int_value", LP_ARGS(object, position)));
        return;
    }
    case FACT_SETTABLE: {
        static const char *const kinds[] = {
            [SETTABLE_PLAIN] = "RT_PLAIN",     [SETTABLE_IN_MODULE] = "RT_IN_MODULE",
            [SETTABLE_HOOKED] = "RT_HOOKED",   [SETTABLE_HOOKED_IN_MODULE] = "RT_HOOKED_IN_MODULE",
            [SETTABLE_DELETED] = "RT_DELETED", [SETTABLE_BUFFER] = "RT_BUFFER"};
        LpExpr *object = lower_source_for(l, fact->source, g->index)->object;
        LpExpr *kind = lp_name(l->arena, kinds[fact->number], lp_type(LPT_I32));
        check(g, bool_call(g, "rt_settable", LP_ARGS(call, object, name_index(l, fact->text), kind)));
        return;
    }
    case FACT_LOCAL: {
        const char *colon = strchr(fact->text, ':');
        LpExpr *module = lp_text(l->arena, str_intern(fact->text, (size_t)(colon - fact->text)));
        LpExpr *object = lower_source_for(l, fact->source, g->index)->object;
        check(g, bool_call(g, "rt_is_code",
                           LP_ARGS(call, object, module, lp_text(l->arena, str_of(colon + 1)),
                                   lp_int(l->arena, fact->number))));
        return;
    }
    case FACT_APART: {
        LpExpr *dict = lower_source_for(l, fact->source, g->index)->object;
        check(g, bool_call(g, "rt_apart", LP_ARGS(dict, lower_source_for(l, fact->other, g->index)->object)));
        return;
    }
    case FACT_HAS_OBJECT: {
        LpExpr *set = lower_source_for(l, fact->source, g->index)->object;
        LpExpr *member = lower_source_for(l, fact->other, g->index)->object;
        check(g, bool_call(g, "rt_has_object", LP_ARGS(set, member, lp_bool(l->arena, fact->number))));
        return;
    }
    case FACT_DISTINCT: {
        LpExpr *one = lower_source_for(l, fact->source, g->index)->object;
        check(g, lp_binary(l->arena, LPO_NE, one, lower_source_for(l, fact->other, g->index)->object));
        return;
    }
    case FACT_NO_GRAD:
        check(g, bool_call(g, "rt_no_grad", LP_ARGS(call)));
        return;
    case FACT_NO_INFERENCE:
        check(g, bool_call(g, "rt_no_inference", LP_ARGS(call)));
        return;
    case FACT_REQUIRES_NO_GRAD:
        check(g, fact->source
                     ? bool_call(g, "rt_requires_no_grad", LP_ARGS(lower_source_for(l, fact->source, g->index)->object))
                     : bool_call(g, "rt_forbid_gradients", LP_ARGS(call)));
        return;
    case FACT_REQUIRES_GRAD:
        check(g, bool_call(g, "rt_requires_grad", LP_ARGS(lower_source_for(l, fact->source, g->index)->object)));
        return;
    case FACT_DEFAULT_DTYPE:
        check(g, bool_call(g, "rt_default_dtype", LP_ARGS(call, lower_dtype(l, fact->dtype))));
        return;
    case FACT_AUTOCAST_DTYPE:
        check(g, bool_call(g, "rt_autocast_dtype", LP_ARGS(call, lower_dtype(l, fact->dtype))));
        return;
    }
    ICE("guards: fact of kind %d", (int)fact->kind);
}

void lower_guard(Lower *l, const Fact *fact, uint32_t index) {
    Guard g = {l, fact, index};
    lower_fact(&g);
}

void lower_guards(Lower *l) {
    const FactList *facts = &l->variant->facts;
    for (uint32_t i = 0; i < facts->items.len; i++)
        if (!guards_in_series(&facts->items.data[i]))
            lower_guard(l, &facts->items.data[i], i);
}
