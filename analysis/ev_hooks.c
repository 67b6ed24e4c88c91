/* Forward hooks of modules, as driver code registered them before the calls that this is compiled for.
 *
 * Examples keep them in attributes that no program can name (torch_nn_modules_module.py): tuples of (hook, does it
 * take keyword arguments, its handle). Of a module of the caller the hooks are inputs: the values of its dictionaries,
 * in their order, for the keys count the registrations of the process. */
#include "analysis/ev_internal.h"
#include "analysis/tensor.h"

#include <string.h>

static const struct {
    const char *kept, *table, *with_kwargs;
} kinds[] = {{"forward hooks", "_forward_hooks", "_forward_hooks_with_kwargs"},
             {"forward pre-hooks", "_forward_pre_hooks", "_forward_pre_hooks_with_kwargs"}};

/* The hooks of one kind that the example of a module has; NULL: none. */
static const Value *kept_of(const Ev *ev, const Value *module, Str kept) {
    for (const Value *at = module; at; at = at->u.instance.exemplar) {
        const Value *hooks = heap_get(ev->heap, at->u.instance.object, kept);
        if (hooks)
            return hooks->u.tuple.count ? hooks : NULL;
    }
    return NULL;
}

int ev_kinds_of_hooks(const Ev *ev, const Value *exemplar) {
    int which = 0;
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        which |= kept_of(ev, exemplar, str_of(kinds[i].kept)) ? 1 << i : 0;
    return which;
}

static const Source *values_of(const Value *module, const char *table) {
    return source_attr(source_attr(module->source, str_of(table)), str_of("values()"));
}

const Value *ev_hook_at(const Ev *ev, const Value *module, Str table, int64_t index) {
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        const Value *hooks = table == str_of(kinds[i].table) ? kept_of(ev, module, str_of(kinds[i].kept)) : NULL;
        if (hooks && index < hooks->u.tuple.count)
            return hooks->u.tuple.items[index]->u.tuple.items[0];
    }
    return NULL;
}

static void count_fact(Ev *ev, const Source *source, uint32_t count, Span span) {
    ev_fact(ev, &(Fact){.kind = FACT_LEN, .span = span, .source = source, .number = count});
}

/* The same, of a module of the caller. */
static const Value *input_hooks(Ev *ev, const Value *module, const Value *hooks, size_t kind, Span span) {
    uint32_t count = hooks->u.tuple.count;
    const Source *values = values_of(module, kinds[kind].table);
    const Value **made = arena_array(ev->arena, const Value *, count);
    bool with_kwargs = hooks->u.tuple.items[0]->u.tuple.items[1]->u.boolean;
    count_fact(ev, values, count, span);
    count_fact(ev, values_of(module, kinds[kind].with_kwargs), with_kwargs ? count : 0, span);
    if (kind == 0)
        count_fact(ev, values_of(module, "_forward_hooks_always_called"), 0, span);
    for (uint32_t i = 0; i < count; i++) {
        const Value *one = hooks->u.tuple.items[i];
        const Value *hook = ev_input_item(ev, one->u.tuple.items[0], source_item_int(values, i), false);
        if (!hook || (hook->kind == V_METHOD && ev_restart_as_owner(ev, hook->u.method.self, span)))
            return NULL;
        made[i] = ev_tuple(ev, (const Value *[]){hook, one->u.tuple.items[1], one->u.tuple.items[2]}, 3);
    }
    return ev_tuple(ev, made, count);
}

/* prim.hooks(module, kept): the hooks of that kind */
PRIM(prim_hooks) {
    (void)self;
    const Value *module = args->args[0];
    const char *kept;
    if (module->kind != V_INSTANCE || !tn_known_str(args->args[1], &kept))
        return tn_unsupported(ev, span, "the hooks of this object");
    const Value *hooks = kept_of(ev, module, kept);
    if (!hooks)
        return ev_tuple(ev, NULL, 0);
    if (!module->source || ev->in_driver)
        return hooks;
    if (module->source->in_element) /* each has hooks of its own */
        return ev_series_unroll_source(ev, module->source, span);
    return input_hooks(ev, module, hooks, strcmp(kept, kinds[0].kept) == 0 ? 0 : 1, span);
}
