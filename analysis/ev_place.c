/* Rows that branches and loops choose: `best = row`.
 *
 * Which of its parts a tensor's view is may be a number alone, the position that it was taken at. Where such views are
 * merged, or carried by a loop, as what they hold, the result can be read, but is neither the view to return nor one to
 * write to. If that is asked, evaluation begins again with the positions in their stead: what is chosen is a view of
 * the tensor then. Which object of Python it is stays open (TensorValue.is_place). */
#include "analysis/ev_internal.h"

/* A view as the selections that lead to it, the last one first. */
typedef struct Place {
    const IrNode *base; /* what they are made of */
    const IrNode *selects[IR_MAX_RANK];
    const ShExpr *at[IR_MAX_RANK];
    uint32_t count;
} Place;

static const char chooses_places; /* of which the hypothesis is that positions are chosen in the stead of rows */

const void *ev_place_key(const Ev *ev) { return ev_wants_fork(ev, &chooses_places) ? NULL : &chooses_places; }

const void *ev_place_key_of(Ev *ev, const Value *value) {
    const void *key = ev_place_key(ev);
    return key && map_get(&ev->splits, MAP_KEY(ev_storage_root(ev, value->u.tensor.storage))) == key ? key : NULL;
}

static bool is_plain_view(Ev *ev, const TensorValue *t) {
    return t->storage && t->node->op == OP_SELECT && !t->node->type.flat && !t->is_parameter && !t->is_detached &&
           !t->is_data && !t->is_from_numpy && !t->is_inference && !t->may_alias && !t->is_part &&
           !map_has(&ev->rows_taken, MAP_KEY(t->node)) && !map_has(&ev->in_rows, t->storage);
}

/* A position is that in the tensor that slices of that dimension are of. False: it is no such view. */
static bool find_place(Ev *ev, const Value *v, Place *place) {
    if (v->kind != V_TENSOR || v->source || !is_plain_view(ev, &v->u.tensor) || ev_is_conj(ev, v) ||
        ev_gives_attributes(ev))
        return false;
    place->base = v->u.tensor.node;
    for (place->count = 0; place->base->op == OP_SELECT; place->count++) {
        const IrNode *select = place->base, *base = select->inputs[0];
        const ShExpr *at = select->exprs[0];
        for (; base->op == OP_SLICE && base->ints[0] == select->ints[0]; base = base->inputs[0])
            at = sh_add(ev->shapes, base->exprs[0], sh_mul(ev->shapes, base->exprs[1], at));
        place->selects[place->count] = select;
        place->at[place->count] = sh_canon(ev->shapes, at);
        place->base = base;
    }
    return true;
}

static bool are_one_view(Ev *ev, const IrNode *a, const IrNode *b) {
    if (a == b)
        return true;
    if (a->op != b->op || !ir_is_view(a) || !ir_is_view(b) || a->input_count != 1 || b->input_count != 1 ||
        a->int_count != b->int_count || a->expr_count != b->expr_count)
        return false;
    for (uint32_t i = 0; i < a->int_count; i++)
        if (a->ints[i] != b->ints[i])
            return false;
    for (uint32_t i = 0; i < a->expr_count; i++)
        if (sh_canon(ev->shapes, a->exprs[i]) != sh_canon(ev->shapes, b->exprs[i]))
            return false;
    return ir_type_equal(&a->type, &b->type) && are_one_view(ev, a->inputs[0], b->inputs[0]);
}

/* Do they differ in their positions alone? */
static bool are_alike(Ev *ev, const Value *left, const Value *right, const Place *l, const Place *r) {
    const TensorValue *a = &left->u.tensor, *b = &right->u.tensor;
    bool alike = l->count == r->count;
    for (uint32_t i = 0; alike && i < l->count; i++)
        alike = l->selects[i]->ints[0] == r->selects[i]->ints[0];
    return alike && a->storage == b->storage && a->is_fresh == b->is_fresh && a->view_mode == b->view_mode &&
           a->writes_before == b->writes_before && are_one_view(ev, l->base, r->base);
}

static const Value *view_at(Ev *ev, const Value *like, const Place *place, const ShExpr *const *at, Span span) {
    IrNode *node = (IrNode *)(uintptr_t)place->base;
    for (uint32_t i = place->count; i-- > 0;) {
        IrSpec spec = {.op = OP_SELECT,
                       .type = place->selects[i]->type,
                       .input_count = 1,
                       .inputs = &node,
                       .int_count = 1,
                       .ints = place->selects[i]->ints,
                       .expr_count = 1,
                       .exprs = &at[i],
                       .span = span};
        node = ir_build(ev->region, &spec);
    }
    Value *view = arena_copy(ev->arena, like, sizeof *like);
    view->u.tensor.node = node;
    view->u.tensor.is_place = true;
    return view;
}

bool ev_are_places(Ev *ev, const Value *left, const Value *right) {
    Place l, r;
    return find_place(ev, left, &l) && find_place(ev, right, &r) && are_alike(ev, left, right, &l, &r);
}

const Value *ev_merge_places(Merge *merge, const Value *left, const Value *right) {
    Ev *ev = merge->ev;
    Place l, r;
    const ShExpr *at[IR_MAX_RANK];
    if (ev_place_key(ev) || merge->strict || !find_place(ev, left, &l) || !find_place(ev, right, &r) ||
        !are_alike(ev, left, right, &l, &r) || !(ir_is_outside(l.base) || ir_is_within(merge->outer, l.base->parent)))
        return NULL;
    for (uint32_t i = 0; i < l.count; i++)
        at[i] = ev_merge_size(merge, l.at[i], r.at[i]);
    return view_at(ev, left, &l, at, merge->span);
}

const Value **ev_place_carried(Ev *ev, const Value *value, uint32_t *count) {
    Place place;
    if (ev_place_key(ev) || !find_place(ev, value, &place))
        return NULL;
    const Value **positions = arena_array(ev->arena, const Value *, place.count);
    for (uint32_t i = 0; i < place.count; i++)
        positions[i] = ev_int_expr(ev, place.at[i]);
    *count = place.count;
    return positions;
}

const Value *ev_place_with(Ev *ev, const Value *like, const Value **positions) {
    Place place;
    const ShExpr *at[IR_MAX_RANK];
    bool found = find_place(ev, like, &place);
    for (uint32_t i = 0; found && i < place.count; i++)
        found = ev_as_expr(ev, positions[i], &at[i]);
    if (!found)
        ICE("a row is carried as something else than its positions");
    return view_at(ev, like, &place, at, like->u.tensor.node->span);
}
