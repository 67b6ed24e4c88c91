/* Tensors whose sizes differ from one iteration to the next: `tokens = torch.cat([tokens, token], 1)`.
 *
 * A size to which each iteration adds the same is `first + added * steps`, where `steps` is the number of iterations so
 * far: the counter of a `for` loop, or a parameter that a tested loop carries for it. How much is added is read off the
 * body as it was evaluated last; then the body is evaluated again with such sizes, and has to end in the sizes of
 * `steps + 1`, so that they are those of every iteration by induction. Nothing is assumed of `steps` but that it is not
 * negative (and below the number of iterations): what the body asks of such a size is decided for all iterations at
 * once, or checked in each (OP_MISS_IF), as of any size that the data decide.
 *
 * A size that changes in another way (`x = x[x > k]`) is an int that the loop carries beside the tensor: nothing is
 * known of it in an iteration but that it is no less than 0.
 *
 * Only tensors that are row-major at both ends are carried so. */
#include "analysis/ev_loop.h"

static uint32_t place_of(uint32_t k, int d) { return k * IR_MAX_RANK + (uint32_t)d; }

static const ShExpr *size_in(const ShExpr **sizes, uint32_t k, int d) { return sizes ? sizes[place_of(k, d)] : NULL; }

IrType ev_loop_type(Ev *ev, const Carried *c, uint32_t k, const ShExpr *steps) {
    IrType type = c->inits[k]->type;
    if ((!c->grows && !c->any) || type.kind != IRT_TENSOR)
        return type;
    const ShExpr *shape[IR_MAX_RANK];
    bool differs = false;
    for (int d = 0; d < type.rank; d++) {
        const ShExpr *added = size_in(c->grows, k, d), *any = size_in(c->any, k, d);
        shape[d] = any     ? any
                   : added ? sh_add(ev->shapes, type.shape[d], sh_mul(ev->shapes, added, steps))
                           : type.shape[d];
        differs |= added || any;
    }
    return differs ? ir_tensor_type(ev->graph, type.dtype, type.rank, shape, NULL) : type;
}

IrNode *ev_loop_param(Ev *ev, const Carried *c, uint32_t k, const ShExpr *steps, IrRegion *region) {
    IrNode *param = ir_param(region, ev_loop_type(ev, c, k, steps));
    for (int d = 0; c->grows && param->type.kind == IRT_TENSOR && d < param->type.rank; d++) {
        const ShExpr *size = sh_canon(ev->shapes, param->type.shape[d]);
        if (size_in(c->grows, k, d))
            map_put(&ev->growing, MAP_KEY(size), (void *)(uintptr_t)size);
    }
    return param;
}

bool ev_is_growing(const Ev *ev, const ShExpr *size) { return map_has(&ev->growing, MAP_KEY(size)); }

/* ---- ints that are carried for it ---------------------------------------------------------------------------------
 */

static const ShExpr **now_of(const Loop *loop, const AnySize *any) {
    return &loop->carried.data[any->carried].any[any->at];
}

void ev_loop_bind_sizes(Ev *ev, const Loop *loop, LoopInt *make, void *env) {
    for (uint32_t i = 0; i < loop->any.len; i++) {
        const AnySize *any = &loop->any.data[i];
        *now_of(loop, any) = any->like < i
                                 ? *now_of(loop, &loop->any.data[any->like])
                                 : sh_symbol(ev->shapes, str_of("size"), 0, INT64_MAX, -1, SH_FROM_NODE, make(env), 0);
    }
}

static IrNode *int_param(void *region) { return ir_param(region, ir_scalar_type(IRT_INT)); }

void ev_loop_ints_enter(Ev *ev, Loop *loop, IrRegion *region) {
    if (loop->is_counting) {
        IrNode *param = int_param(region);
        loop->steps = sh_symbol(ev->shapes, str_of("steps"), 0, INT64_MAX - 1, -1, SH_FROM_NODE, param, 0);
    }
    ev_loop_bind_sizes(ev, loop, int_param, region);
}

void ev_loop_ints_first(Ev *ev, const Loop *loop, NodeVec *nodes) {
    if (loop->is_counting)
        vec_push(ev->arena, nodes, ir_const_int(loop->outer, 0));
    for (uint32_t i = 0; i < loop->any.len; i++)
        if (loop->any.data[i].like == i)
            vec_push(ev->arena, nodes, ir_size(loop->outer, loop->any.data[i].first));
}

void ev_loop_ints_end(const Carried *c, uint32_t k, const IrType *type) {
    for (int d = 0; c->any && type->kind == IRT_TENSOR && d < type->rank; d++)
        if (size_in(c->any, k, d))
            c->any[place_of(k, d)] = type->shape[d];
}

void ev_loop_ints_next(Ev *ev, const Loop *loop, NodeVec *nodes) {
    if (loop->is_counting)
        vec_push(ev->arena, nodes, ir_size(ev->region, sh_add(ev->shapes, loop->steps, sh_const(ev->shapes, 1))));
    for (uint32_t i = 0; i < loop->any.len; i++)
        if (loop->any.data[i].like == i)
            vec_push(ev->arena, nodes, ir_size(ev->region, *now_of(loop, &loop->any.data[i])));
}

/* ---- how sizes end ------------------------------------------------------------------------------------------------
 */

/* One tensor of a carried slot, at the end of the body. */
typedef struct Ends {
    Carried *slot;
    uint32_t k;             /* of its nodes */
    const IrType *first;    /* what the loop begins with */
    const IrType *expected; /* what the body has to end with, by what is known so far */
    const IrType *now;
} Ends;

typedef enum { SIZE_AS_EXPECTED, SIZE_GROWS, SIZE_ANY, SIZE_FAILS } SizeEnd;

static AnySize *find_any(Loop *loop, const Ends *ends, int d) {
    for (uint32_t i = 0; i < loop->any.len; i++)
        if (&loop->carried.data[loop->any.data[i].carried] == ends->slot &&
            loop->any.data[i].at == place_of(ends->k, d))
            return &loop->any.data[i];
    ICE("a size of a loop that is not carried");
}

static SizeEnd end_of_size(Ev *ev, Loop *loop, const Ends *ends, int d) {
    if (size_in(ends->slot->any, ends->k, d)) {
        find_any(loop, ends, d)->end = ends->now->shape[d];
        return ir_is_row_major(ev->shapes, ends->now) ? SIZE_AS_EXPECTED : SIZE_FAILS;
    }
    const ShExpr *expected = ends->expected->shape[d], *now = ends->now->shape[d];
    ShTruth same = sh_compare(ev->shapes, SH_EQ, expected, now);
    if (same == SH_YES || (same == SH_MAYBE && sh_hint(expected, -1) == sh_hint(now, -2)))
        return SIZE_AS_EXPECTED;
    SizeEnd otherwise = same == SH_NO ? SIZE_FAILS : SIZE_AS_EXPECTED; /* which it will be asked to be */
    if (!ir_is_row_major(ev->shapes, ends->first) || !ir_is_row_major(ev->shapes, ends->now))
        return otherwise;
    const ShExpr *added = sh_canon(ev->shapes, sh_sub(ev->shapes, now, ends->first->shape[d]));
    bool grows = size_in(ends->slot->grows, ends->k, d) != NULL;
    if (!grows && !ir_has_inner(loop->outer, added))
        return SIZE_GROWS;
    if (ev_loop_is_tested(loop) || ev_is_filled_cell(ev, ends->slot->object))
        return SIZE_ANY;
    if (grows || otherwise == SIZE_FAILS)
        ev->sizes_refused |= sh_hint(loop->count, EV_MAX_UNROLL) >= EV_MAX_UNROLL;
    return grows ? SIZE_FAILS : otherwise; /* a number of iterations can be taken from the example */
}

static void note_growth(Ev *ev, Loop *loop, const Ends *ends, uint32_t width, int d) {
    Carried *c = ends->slot;
    if (!c->grows)
        c->grows = arena_array(ev->arena, const ShExpr *, width *IR_MAX_RANK);
    c->grows[place_of(ends->k, d)] =
        sh_canon(ev->shapes, sh_sub(ev->shapes, ends->now->shape[d], ends->first->shape[d]));
    loop->is_growing = true;
    loop->is_counting |= ev_loop_is_tested(loop);
}

void ev_loop_foresee_sizes(Ev *ev, Loop *loop, Carried *c) {
    if (!c->earlier || c->earlier->kind != V_TENSOR || !c->before || c->before->kind != V_TENSOR)
        return;
    const IrType *first = &c->earlier->u.tensor.node->type, *now = &c->before->u.tensor.node->type;
    if (first->dtype != now->dtype || first->rank != now->rank || first->flat || now->flat ||
        !ir_is_row_major(ev->shapes, first) || !ir_is_row_major(ev->shapes, now))
        return;
    int64_t added;
    for (int d = 0; d < now->rank; d++)
        if (sh_is_const(sh_canon(ev->shapes, sh_sub(ev->shapes, now->shape[d], first->shape[d])), &added) && added > 0)
            note_growth(ev, loop, &(Ends){.slot = c, .first = first, .now = now}, 1, d);
}

static void note_any(Ev *ev, Loop *loop, const Ends *ends, uint32_t width, int d) {
    Carried *c = ends->slot;
    if (!c->any)
        c->any = arena_array(ev->arena, const ShExpr *, width *IR_MAX_RANK);
    AnySize any = {(uint32_t)(c - loop->carried.data), place_of(ends->k, d), loop->any.len, ends->first->shape[d],
                   ends->now->shape[d]};
    c->any[any.at] = ends->now->shape[d];
    vec_push(ev->arena, &loop->any, any);
}

/* Sizes that begin and end an iteration as the same are one. */
static bool are_one(Ev *ev, const AnySize *a, const AnySize *b) {
    return sh_canon(ev->shapes, a->first) == sh_canon(ev->shapes, b->first) &&
           sh_canon(ev->shapes, a->end) == sh_canon(ev->shapes, b->end);
}

/* True: some that were taken for one end apart. */
static bool match_sizes(Ev *ev, Loop *loop, uint32_t known) {
    bool parted = false;
    for (uint32_t i = 0; i < loop->any.len; i++) {
        AnySize *any = &loop->any.data[i];
        uint32_t before = any->like;
        any->like = i;
        for (uint32_t k = 0; k < i && any->like == i; k++)
            if (loop->any.data[k].like == k && (i >= known || before == k) && are_one(ev, &loop->any.data[k], any))
                any->like = k;
        parted |= i < known && any->like != before;
    }
    return parted;
}

static bool end_of_tensor(Ev *ev, Loop *loop, const Ends *ends, uint32_t width, bool *again) {
    const IrType *first = ends->first, *now = ends->now;
    if (first->dtype != now->dtype || first->rank != now->rank)
        return false;
    for (int d = 0; d < first->rank && !first->flat && !now->flat; d++) {
        SizeEnd end = end_of_size(ev, loop, ends, d);
        if (end == SIZE_FAILS)
            return false;
        if (end == SIZE_GROWS) {
            note_growth(ev, loop, ends, width, d);
            *again = true;
        }
        if (end == SIZE_ANY) {
            note_any(ev, loop, ends, width, d);
            *again = true;
        }
    }
    return true;
}

/* *k: the nodes of the slot before this part of its value. The two are alike. */
static bool end_of_value(Ev *ev, Loop *loop, Carried *c, const Value *before, const Value *now, uint32_t *k,
                         bool *again) {
    bool fits = true;
    CarriedItems old, new;
    if (ev_carry_items(ev, before, &old) && ev_carry_items(ev, now, &new)) {
        for (uint32_t i = 0; i < old.count && fits; i++)
            fits = end_of_value(ev, loop, c, ev_carry_item(&old, i), ev_carry_item(&new, i), k, again);
        return fits;
    }
    if (before->kind == V_TENSOR && now->kind == V_TENSOR) {
        const IrType *first = c->inits ? &c->inits[*k]->type : &before->u.tensor.node->type;
        IrType expected = *first;
        if (c->inits && loop->steps)
            expected = ev_loop_type(ev, c, *k, sh_add(ev->shapes, loop->steps, sh_const(ev->shapes, 1)));
        Ends ends = {c, *k, first, &expected, &now->u.tensor.node->type};
        fits = end_of_tensor(ev, loop, &ends, ev_carry_width(ev, c->before), again);
    }
    *k += ev_carry_width(ev, before);
    return fits;
}

/* What the body makes of what the loop begins with is what the second iteration makes of it: a tensor that has another
 * type then is never carried, whatever further rounds know. */
bool ev_loop_sizes(Ev *ev, Loop *loop, bool *again) {
    uint32_t known = loop->any.len;
    for (uint32_t i = 0; i < loop->carried.len; i++) {
        Carried *c = &loop->carried.data[i];
        bool there = !c->local && c->before && c->at < heap_count(ev->heap, c->object);
        uint32_t k = 0;
        const Value *now = there ? ev_carry_now(ev, c) : NULL;
        if (now && ev_can_carry(ev, c->before) &&
            (!ev_carry_alike(ev, c->before, now) || !end_of_value(ev, loop, c, c->before, now, &k, again)))
            return ev_loop_change_fails(ev, loop, c);
    }
    *again |= match_sizes(ev, loop, known);
    return true;
}
