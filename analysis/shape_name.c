/* Names for sums of many sizes: where a list of tensors grows and is joined again and again, each width is a sum of all
 * the widths before it, and would be written out wherever an index has it as a factor. */
#include "analysis/shape_internal.h"

enum { TERMS_MAX = 5 }; /* that are written out */

/* A size of a tensor that is there when the call begins, or a sum of such sizes that has a name. */
static bool is_entry_size(const ShExpr *e) {
    return e->op == SH_SYM &&
           (e->symbol->origin_kind == SH_FROM_SUM || (e->symbol->origin_kind == SH_FROM_DIM && e->symbol->origin));
}

static bool is_long_sum(const ShExpr *e) { return e->op == SH_ADD && e->count > TERMS_MAX; }

static const ShExpr *new_name(ShContext *cx, const ShExpr *sum) {
    int64_t lo, hi;
    for (uint32_t i = 0; i < sum->count; i++)
        if (!is_entry_size(sum->args[i]))
            return NULL;
    sh_range(sum, &lo, &hi);
    const ShExpr *name = sh_symbol(cx, str_of("sum"), lo, hi, sh_hint(sum, -1), SH_FROM_SUM, sum, 0);
    map_put(&cx->sums, MAP_KEY(sum), (void *)(uintptr_t)name);
    vec_push(cx->arena, &cx->named, sum);
    return name;
}

/* A multiple of a sum that has a name: its terms are as many. */
static const ShExpr *as_multiple(ShContext *cx, const ShExpr *e) {
    for (uint32_t i = cx->named.len; i-- > 0;) {
        const ShExpr *sum = cx->named.data[i];
        if (sum->count + (sum->value != 0) != e->count + (e->value != 0))
            continue;
        const ShExpr *quotient = sh_exact_quotient(cx, e, sum);
        if (quotient)
            return sh_mul(cx, quotient, map_get(&cx->sums, MAP_KEY(sum)));
    }
    return NULL;
}

const ShExpr *sh_short(ShContext *cx, const ShExpr *e) {
    if (!is_long_sum(e))
        return e;
    const ShExpr *name = map_get(&cx->sums, MAP_KEY(e));
    name = name ? name : new_name(cx, e);
    name = name ? name : as_multiple(cx, e);
    return name ? name : e;
}
