/* Sources in the guard prologue: the objects that the arguments lead to, each loaded once, just before the first fact
 * that needs it. See guards.h. */
#include "codegen/guards.h"

#include <stdlib.h>
#include <string.h>

HostSource *guards_source(Lower *l, const Source *source) {
    HostSource *known = map_get(&l->sources, MAP_KEY(source));
    if (!known) {
        known = arena_new_of(l->arena, HostSource);
        map_put(&l->sources, MAP_KEY(source), known);
    }
    return known;
}

void guards_note_there(Lower *l, const Source *source) {
    if (!l->checked && !source->in_element) /* what a loop over elements checks may be checked for none */
        guards_source(l, source)->is_there = true;
}

static LpExpr *object_call(Lower *l, const char *name, uint32_t count, LpExpr *const *args) {
    return lp_call(l->arena, lp_pointer(LPT_OBJECT, false), name, count, args);
}

LpExpr *guards_name(Lower *l, Str name) { return lp_name(l->arena, lower_name(l->module, name), lp_type(LPT_I32)); }

/* What the run time asks an object for where an attribute's name ends with "()". */
static const struct {
    const char *name, *function;
} answers[] = {
    {"item()", "rt_number_of"},    {"once()", "rt_first_answer"}, {"tensor()", "rt_tensor_of_array"},
    {"values()", "rt_values"},     {"keys()", "rt_dict_keys"},    {"mapping()", "rt_proxied"},
    {"get()", "rt_context_value"},
};

static LpExpr *load_attribute(Lower *l, const Source *source, LpExpr *call, LpExpr *base) {
    static const char takes[] = "isEnabledFor("; /* and the level */
    Arena *a = l->arena;
    for (size_t i = 0; i < COUNT_OF(answers); i++)
        if (strcmp(source->name, answers[i].name) == 0)
            return object_call(l, answers[i].function, LP_ARGS(call, base));
    if (strcmp(source->name, "type()") == 0)
        return object_call(l, "rt_type", LP_ARGS(base));
    if (strcmp(source->name, "call()") == 0)
        return source->module ? object_call(l, "rt_answer_to", LP_ARGS(call, base, lp_text(a, source->module)))
                              : object_call(l, "rt_answer", LP_ARGS(call, base));
    if (strncmp(source->name, takes, sizeof takes - 1) == 0)
        return object_call(l, "rt_takes_level", LP_ARGS(call, base, lp_int(a, atoi(source->name + sizeof takes - 1))));
    return object_call(l, "rt_attr", LP_ARGS(call, base, guards_name(l, source->name)));
}

static LpExpr *load_object(Lower *l, const Source *source, int64_t guard) {
    Arena *a = l->arena;
    LpExpr *call = lp_var(a, l->call), *base = NULL;
    if (source->base && source->kind != SRC_ELEMENT) {
        HostSource *from = lower_source_for(l, source->base, guard);
        base = from->object;
        if (source->base->kind != SRC_ARG && !from->is_there) {
            lp_guard(a, l->block, guard, lp_binary(a, LPO_NE, base, lp_name(a, "NULL", base->type)), (Span){0});
            guards_note_there(l, source->base);
        }
    }
    switch (source->kind) {
    case SRC_ARG:
        return lp_load(a, lp_field(a, call, "args", (LpType){.base = LPT_OBJECT, .pointer = 2}),
                       lp_int(a, source->index));
    case SRC_GLOBAL:
        if (source->module)
            return object_call(l, "rt_module_global",
                               LP_ARGS(call, guards_name(l, source->module), guards_name(l, source->name)));
        return object_call(l, "rt_global", LP_ARGS(call, guards_name(l, source->name)));
    case SRC_FREE:
        return object_call(l, "rt_free", LP_ARGS(call, guards_name(l, source->name)));
    case SRC_ATTR:
        return load_attribute(l, source, call, base);
    case SRC_PARAM:
        return object_call(l, "rt_module_slot", LP_ARGS(call, base, guards_name(l, source->name)));
    case SRC_ITEM_INT:
        return object_call(l, "rt_item", LP_ARGS(call, base, lp_int(a, source->index)));
    case SRC_ELEMENT:
        return series_object(l, source, guard);
    case SRC_ITEM_STR:
        return object_call(l, "rt_key", LP_ARGS(call, base, guards_name(l, source->name)));
    }
    ICE("guards: source of kind %d", (int)source->kind);
}

Str guards_source_name(const Source *source) {
    if (source->kind == SRC_ITEM_INT)
        return str_format("%s_%d", guards_source_name(source->base), (int)source->index);
    if (source->kind == SRC_ELEMENT) {
        bool of_module =
            source->base->kind == SRC_ATTR && source->base->base && !strcmp(source->base->name, "_modules");
        return str_format("%s_item", guards_source_name(of_module ? source->base->base : source->base));
    }
    if (source_is_answer(source))
        return guards_source_name(source->base);
    return source->name ? source->name : str_of("value");
}

HostSource *lower_source_for(Lower *l, const Source *source, int64_t guard) {
    HostSource *known = guards_source(l, source);
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
        LpVar *var = lower_var(l, str_format("%s_object", guards_source_name(source)), lp_pointer(LPT_OBJECT, false));
        lp_decl(l->arena, l->block, var, object, (Span){0});
        object = lp_var(l->arena, var);
    }
    l->block = block;
    known->object = object;
    return known;
}

/* What no fact needed is loaded behind the guards, before anything has had an effect. */
HostSource *lower_source(Lower *l, const Source *source) {
    HostSource *known = guards_source(l, source);
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
