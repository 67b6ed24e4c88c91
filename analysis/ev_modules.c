/* Which modules of a module are one: self.a and self.b may hold the same layer, which is then counted once.
 *
 * The modules of the caller are inputs by the paths that lead to them. Those that are one in the call that this is
 * compiled for become one value (HYP_SAME, which is guarded); that all others are different is one guard on the module
 * that was asked (FACT_MODULES): that there are as many as were met. Those below an element of a list, which stands for
 * all of them, are taken to be different. */
#include "analysis/ev_internal.h"
#include "analysis/tensor.h"

static const Value *module_of(const Value *pair) { return pair->u.tuple.items[1]; }

/* Is the pair's module among the first pairs that were kept? Restarts where the exemplars say that it is. *maybe
 * becomes true where it is not known. */
static bool came_before(Ev *ev, const Value *const *kept, uint32_t count, const Value *module, bool *maybe, Span span) {
    for (uint32_t i = 0; i < count; i++) {
        const Value *other = module_of(kept[i]);
        ShTruth same = ev_is_same(other, module);
        if (same == SH_YES)
            return true;
        *maybe |= same == SH_MAYBE;
        bool of_call = !ev->in_driver && other->source && module->source;
        bool in_element = of_call && (other->source->in_element || module->source->in_element);
        if (same == SH_MAYBE && of_call && !in_element && ev_restart_same(ev, other, module, span))
            return false;
    }
    return false;
}

static bool assume_count(Ev *ev, const Value *root, uint32_t count, bool deep, bool maybe, Span span) {
    if (ev->in_driver)
        return true;
    if (!root->source)
        return !maybe || ev_fail(ev, D_UNKNOWN_VALUE, span, "which modules of a new module are one") != NULL;
    int64_t number = (int64_t)count << 1 | deep;
    ev_fact(ev, &(Fact){.kind = FACT_MODULES, .span = span, .source = root->source, .number = number});
    return true;
}

/* prim.each_module(root, pairs, deep): of pairs (name, module) those whose module did not come before; they are all
 * modules below `root`, with itself (deep), or those right below it, as the call finds them. */
PRIM(prim_each_module) {
    (void)self;
    const Value *root = args->args[0], *const * pairs;
    uint32_t count, left = 0;
    int64_t deep;
    bool maybe = false;
    if (!ev_sequence(ev, args->args[1], &pairs, &count) || !ev_as_int_known(args->args[2], &deep))
        return NULL;
    const Value **kept = arena_alloc(ev->arena, sizeof *kept * (count + 1));
    for (uint32_t i = 0; i < count; i++) {
        const Value *module = module_of(pairs[i]);
        if (!came_before(ev, kept, left, module, &maybe, span))
            kept[left++] = pairs[i];
        if (ev->fail.kind)
            return NULL;
    }
    return assume_count(ev, root, left, deep != 0, maybe, span) ? ev_list(ev, kept, left) : NULL;
}
