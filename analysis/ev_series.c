/* Series: lists of modules of one class and structure, however many there are.
 *
 * A list of modules, or the _modules of a ModuleList or Sequential, whose items are alike is one symbolic element. Its
 * source stands for each item: a fact about it, or about what is read from it, is checked for every item, and sizes and
 * ints of items are guarded to be the same in all of them, so that they are symbols like any other. Only tensors differ
 * from item to item: a tensor that is read from the element at a position is OP_ELEMENT of that position. An int that
 * counts the items (layer_idx) is the position itself.
 *
 * Whether the items are alike is decided attribute by attribute, when one is read: the exemplars' other items (the
 * peers) must have an equal one. Where they have not, or where the program does something with the list that needs its
 * items one by one, the attempt starts again with the list's items as inputs of their own (HYP_UNROLL). */
#include "analysis/ev_internal.h"
#include "analysis/tensor.h"

typedef enum { SERIES_ELEMENTS, SERIES_COUNTED, SERIES_ROWS } SeriesKind;

typedef struct Series {
    SeriesKind kind;
    const ShExpr *count; /* at least 1 */
    bool is_dict;
    const Source *container;     /* ELEMENTS */
    const Value *element;        /* ELEMENTS: an item, at no position yet */
    const ShExpr *start;         /* COUNTED: start, start + 1, ... as enumerate() counts */
    const Value *const *columns; /* ROWS: tuples of the items of these series */
    uint32_t column_count;
} Series;

typedef struct Peers {
    const Value **values;
    uint32_t count;
} Peers;

static const void *unroll_key(const Source *container) { return source_element(container); }

static bool is_unrolled(const Ev *ev, const Source *container) {
    return map_has(&ev->hypotheses, MAP_KEY(unroll_key(container)));
}

static const Source *element_of(const Source *source) {
    while (source && source->kind != SRC_ELEMENT)
        source = source->base;
    return source;
}

/* ---- what is a series ------------------------------------------------------------------------------------------- */

static bool is_counted_name(Str name, uint32_t number) {
    char text[16];
    snprintf(text, sizeof text, "%u", number);
    return name && !strcmp(name, text);
}

static bool is_of_container(const Source *source) {
    return source->kind == SRC_ATTR && source->base && !strcmp(source->name, "_modules");
}

/* The items of a list, or of a dict of modules that are named by number; NULL: it is no such container. */
static const Value **items_of_container(Ev *ev, const Value *exemplar, const Source *source, uint32_t *count) {
    if (exemplar->kind != V_LIST && !(exemplar->kind == V_DICT && is_of_container(source)))
        return NULL;
    const HeapContent *content = heap_content(ev->heap, exemplar->u.object);
    const Value **items = arena_array(ev->arena, const Value *, content->count + 1);
    *count = content->count;
    for (uint32_t i = 0; i < content->count; i++) {
        items[i] = content->slots[i].value;
        if (exemplar->kind == V_DICT && !is_counted_name(content->slots[i].name, i))
            return NULL;
    }
    return items;
}

static Series *new_series(Ev *ev, SeriesKind kind, const ShExpr *count) {
    Series *series = arena_new_of(ev->arena, Series);
    series->kind = kind;
    series->count = count;
    return series;
}

static const Value *series_value(Ev *ev, const Series *series) {
    Value *value = ev_value(ev, V_SERIES);
    value->source = series->container;
    value->u.series = series;
    return value;
}

const Value *ev_series_like(Ev *ev, const Value *exemplar, const Source *source) {
    uint32_t count = 0;
    if (source->in_element || is_unrolled(ev, source) || is_unrolled(ev, source_family(source)))
        return NULL;
    const Value **items = items_of_container(ev, exemplar, source, &count);
    if (!items || count < 2)
        return NULL;
    for (uint32_t i = 0; i < count; i++)
        if (items[i]->kind != V_INSTANCE || !items[i]->u.instance.cls->is_nn_module ||
            ev_is_unnamed(items[i]->u.instance.cls) || items[i]->u.instance.cls != items[0]->u.instance.cls)
            return NULL;
    const Source *element = source_element(source);
    Peers *peers = arena_new_of(ev->arena, Peers);
    *peers = (Peers){items, count};
    map_put(&ev->peers, MAP_KEY(element), peers);
    Fact type = {.kind = FACT_TYPE, .source = source, .text = str_of(exemplar->kind == V_DICT ? "dict" : "list")};
    Fact some = {.kind = FACT_SERIES, .source = source};
    ev_input_fact(ev, &type);
    ev_input_fact(ev, &some);
    Str name = is_of_container(source) ? source->base->name : source->name;
    Series *series = new_series(ev, SERIES_ELEMENTS,
                                sh_symbol(ev->shapes, str_format("%s_count", name ? name : "items"), 1, INT32_MAX,
                                          count, SH_FROM_LEN, source, 0));
    series->is_dict = exemplar->kind == V_DICT;
    series->container = source;
    series->element = ev_generalise(ev, items[0], element, false);
    if (!series->element || series->element->kind != V_INSTANCE)
        return NULL;
    map_put(&ev->input_values, MAP_KEY(element), (void *)series->element);
    return series_value(ev, series);
}

/* ---- peers ------------------------------------------------------------------------------------------------------ */

static const Value *part_of(Ev *ev, const Value *whole, const Source *step) {
    const Value *const *items;
    uint32_t count;
    switch (step->kind) {
    case SRC_ATTR:
    case SRC_PARAM:
        if (whole->kind != V_INSTANCE)
            return NULL;
        const Value *own = heap_get(ev->heap, whole->u.instance.object, step->name);
        return own ? own : ev_class_lookup(ev, whole->u.instance.cls, step->name, NULL);
    case SRC_ITEM_INT:
        return ev_sequence(ev, whole, &items, &count) && step->index >= 0 && step->index < count ? items[step->index]
                                                                                                 : NULL;
    case SRC_ITEM_STR:
        return whole->kind == V_DICT ? heap_get_key(ev->heap, whole->u.object, ev_str(ev, step->name)) : NULL;
    default:
        return NULL;
    }
}

/* What lies at a source in each of the exemplars; NULL: not in all of them. */
static const Peers *peers_at(Ev *ev, const Source *source) {
    Peers *known = map_get(&ev->peers, MAP_KEY(source));
    if (known || source->kind == SRC_ELEMENT)
        return known;
    const Peers *base = peers_at(ev, source->base);
    if (!base)
        return NULL;
    known = arena_new_of(ev->arena, Peers);
    *known = (Peers){arena_array(ev->arena, const Value *, base->count), base->count};
    for (uint32_t i = 0; i < base->count; i++)
        if (!(known->values[i] = part_of(ev, base->values[i], source)))
            return NULL;
    map_put(&ev->peers, MAP_KEY(source), known);
    return known;
}

/* ---- one by one ------------------------------------------------------------------------------------------------- */

static const Source *source_of_item(const Source *container, uint32_t number) {
    return is_of_container(container) ? source_param(container->base, str_format("%u", number))
                                      : source_item_int(container, number);
}

/* What was to be known of the element will be of each item: they are evaluated in the same way. */
static void settle_items(Ev *ev, const Source *container) {
    const Source *element = source_element(container);
    for (uint32_t k = 0, count = ev->hypotheses.len; k < count; k++) {
        const Hypothesis *known = ev->hypotheses.values[k];
        bool is_about = known->kind == HYP_VALUE && element_of(known->source) == element;
        const Peers *peers = is_about ? peers_at(ev, known->source) : NULL;
        for (uint32_t i = 0; peers && i < peers->count; i++) {
            Hypothesis own = *known;
            own.source = source_rebased(known->source, element, source_of_item(container, i));
            if (ev_constant_of(peers->values[i], &own.constant))
                map_put(&ev->hypotheses, MAP_KEY(own.source), arena_copy(ev->arena, &own, sizeof own));
        }
    }
}

static void unroll(Ev *ev, const Source *container) {
    Hypothesis *hypothesis = arena_new_of(ev->arena, Hypothesis);
    hypothesis->kind = HYP_UNROLL;
    hypothesis->source = container;
    map_put(&ev->hypotheses, MAP_KEY(unroll_key(container)), hypothesis);
}

/* Of two lists of one family it is likely to be true of the others, too: each would begin the attempt again. */
static bool is_second_of_family(const Ev *ev, const Source *container) {
    for (uint32_t i = 0; i < ev->hypotheses.len; i++) {
        const Hypothesis *h = ev->hypotheses.values[i];
        if (h->kind == HYP_UNROLL && h->source != container && source_family(h->source) == source_family(container))
            return true;
    }
    return false;
}

const Value *ev_series_restart(Ev *ev, const Source *container, Span span) {
    if (is_second_of_family(ev, container))
        unroll(ev, source_family(container));
    unroll(ev, container);
    settle_items(ev, container);
    ev->fail = (Fail){FAIL_RESTART, D_LOOP, span, "the items of a list are needed one by one", NULL, {0}};
    return NULL;
}

bool ev_is_series(const Ev *ev, const Source *container) {
    return map_has(&ev->peers, MAP_KEY(source_element(container)));
}

const Value *ev_series_unroll(Ev *ev, const Value *series, Span span) {
    const Series *s = series->u.series;
    for (uint32_t i = 0; i < s->column_count; i++)
        if (s->columns[i]->u.series->kind != SERIES_COUNTED)
            ev_series_unroll(ev, s->columns[i], span);
    if (s->kind == SERIES_ELEMENTS)
        ev_series_restart(ev, s->container, span);
    return NULL;
}

const Value *ev_series_unroll_source(Ev *ev, const Source *source, Span span) {
    return ev_series_restart(ev, element_of(source)->base, span);
}

static bool same_size(const ShExpr *a, const ShExpr *b) {
    int64_t x, y;
    return a == b || (sh_is_const(a, &x) && sh_is_const(b, &y) && x == y);
}

static bool same_type(const IrType *a, const IrType *b) {
    if (a->dtype != b->dtype || a->rank != b->rank || a->flat != b->flat || !a->strides != !b->strides)
        return false;
    for (int i = 0; i < a->rank; i++)
        if (!same_size(a->shape[i], b->shape[i]) || (a->strides && !same_size(a->strides[i], b->strides[i])))
            return false;
    return true;
}

static bool alike(Ev *ev, const Value *a, const Value *b);

static bool alike_items(Ev *ev, const Value *a, const Value *b) {
    const Value *const *x, *const *y;
    uint32_t n, m;
    if (!ev_sequence(ev, a, &x, &n) || !ev_sequence(ev, b, &y, &m) || n != m)
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (!alike(ev, x[i], y[i]))
            return false;
    return true;
}

static bool alike_dicts(Ev *ev, const Value *a, const Value *b) {
    const HeapContent *x = heap_content(ev->heap, a->u.object), *y = heap_content(ev->heap, b->u.object);
    if (x->count != y->count)
        return false;
    for (uint32_t i = 0; i < x->count; i++)
        if (x->slots[i].name != y->slots[i].name || !x->slots[i].name ||
            !alike(ev, x->slots[i].value, y->slots[i].value))
            return false;
    return true;
}

/* Would one guard hold for both? */
static bool alike(Ev *ev, const Value *a, const Value *b) {
    Constant x, y;
    if (a->kind != b->kind)
        return false;
    if (ev_constant_of(a, &x) && ev_constant_of(b, &y))
        return x.kind == y.kind && x.i == y.i && memcmp(&x.f, &y.f, sizeof x.f) == 0 && x.s == y.s;
    switch (a->kind) {
    case V_TENSOR:
        return same_type(&a->u.tensor.node->type, &b->u.tensor.node->type);
    case V_TUPLE:
    case V_LIST:
        return a->u.tuple.cls == b->u.tuple.cls ? alike_items(ev, a, b) : a->kind == V_LIST && alike_items(ev, a, b);
    case V_DICT:
        return alike_dicts(ev, a, b);
    case V_INSTANCE:
        return a->u.instance.cls == b->u.instance.cls && !ev_is_unnamed(a->u.instance.cls) &&
               (!a->u.instance.cls->is_enum || ev_is_same(a, b) == SH_YES);
    default:
        return ev_is_same(a, b) == SH_YES;
    }
}

/* Ints that count the items from some number on. */
static bool are_positions(const Peers *peers, int64_t *first) {
    for (uint32_t i = 0; i < peers->count; i++) {
        int64_t value;
        if (peers->values[i]->kind != V_INT || !ev_as_int_known(peers->values[i], &value))
            return false;
        *first = i ? *first : value;
        if (value != *first + i)
            return false;
    }
    return true;
}

static const Value *position_value(Ev *ev, const Source *source, int64_t first) {
    Fact fact = {.kind = FACT_POSITION, .source = source, .number = first};
    ev_input_fact(ev, &fact);
    map_put(&ev->positions, MAP_KEY(source), (void *)sh_const(ev->shapes, first));
    Value *value = arena_copy(ev->arena, ev_int(ev, first), sizeof *value);
    value->source = source;
    return value;
}

const Value *ev_series_part(Ev *ev, const Source *source, Span span, bool *decided) {
    const Peers *peers = peers_at(ev, source);
    int64_t first = 0;
    *decided = true;
    if (!peers)
        return ev_series_unroll_source(ev, source, span);
    if (are_positions(peers, &first))
        return position_value(ev, source, first);
    for (uint32_t i = 1; i < peers->count; i++)
        if (!alike(ev, peers->values[0], peers->values[i]))
            return ev_series_unroll_source(ev, source, span);
    *decided = false;
    return NULL;
}

/* ---- at a position ---------------------------------------------------------------------------------------------- */

static const Value *tensor_at(Ev *ev, const Value *tensor, const ShExpr *index) {
    const IrNode *input = tensor->u.tensor.node;
    IrSpec spec = {
        .op = OP_ELEMENT, .type = input->type, .int_count = 1, .ints = input->ints, .expr_count = 1, .exprs = &index};
    Value *value = arena_copy(ev->arena, tensor, sizeof *value);
    value->source = NULL;
    value->u.tensor.node = ir_build(ev->region, &spec);
    value->u.tensor.storage = ev_storage_new(ev, value->u.tensor.node); /* which nothing may write to */
    return value;
}

static const Value *container_at(Ev *ev, const Value *container, const ShExpr *index, Span span) {
    for (uint32_t i = 0; i < ev->indexed.len; i++)
        if (ev->indexed.data[i].container == container && ev->indexed.data[i].index == index)
            return ev->indexed.data[i].made;
    bool is_tuple = container->kind == V_TUPLE;
    const HeapContent *content = is_tuple ? NULL : heap_content(ev->heap, container->u.object);
    uint32_t count = is_tuple ? container->u.tuple.count : content->count;
    const Value **items = arena_array(ev->arena, const Value *, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        const Value *item = is_tuple ? container->u.tuple.items[i] : content->slots[i].value;
        if (item->kind == V_TENSOR) /* its node would belong to the region that is evaluated now */
            return ev_series_unroll_source(ev, container->source, span);
        if (!(items[i] = ev_at_index(ev, item, index, span)))
            return NULL;
    }
    const Value *made = is_tuple                    ? ev_tuple(ev, items, count)
                        : container->kind == V_LIST ? ev_list(ev, items, count)
                                                    : ev_dict(ev);
    for (uint32_t i = 0; i < count && container->kind == V_DICT; i++)
        heap_set_key(ev->heap, made->u.object, content->slots[i].key, items[i]);
    if (is_tuple)
        ((Value *)(uintptr_t)made)->u.tuple.cls = container->u.tuple.cls;
    ((Value *)(uintptr_t)made)->source = container->source;
    vec_push(ev->arena, &ev->indexed, ((Indexed){container, index, made}));
    return made;
}

const Value *ev_at_index(Ev *ev, const Value *value, const ShExpr *index, Span span) {
    if (!value || !value->source || !value->source->in_element)
        return value;
    switch (value->kind) {
    case V_TENSOR:
        return tensor_at(ev, value, index);
    case V_INSTANCE: {
        if (value->u.instance.cls->is_enum)
            return value;
        Value *copy = arena_copy(ev->arena, value, sizeof *copy);
        copy->u.instance.index = index;
        return copy;
    }
    case V_INT: {
        const ShExpr *first = map_get(&ev->positions, MAP_KEY(value->source));
        return first ? ev_int_expr(ev, sh_add(ev->shapes, index, first)) : value;
    }
    case V_TUPLE:
    case V_LIST:
    case V_DICT:
        return container_at(ev, value, index, span);
    default:
        return value;
    }
}

/* ---- operations ------------------------------------------------------------------------------------------------- */

ValueKind ev_series_kind(const Value *series) { return series->u.series->is_dict ? V_DICT : V_LIST; }

const Value *ev_series_length(Ev *ev, const Value *series) { return ev_int_expr(ev, series->u.series->count); }

const Value *ev_series_item(Ev *ev, const Value *series, const ShExpr *index, Span span) {
    const Series *s = series->u.series;
    if (s->kind == SERIES_ELEMENTS)
        return ev_at_index(ev, s->element, index, span);
    if (s->kind == SERIES_COUNTED)
        return ev_int_expr(ev, sh_add(ev->shapes, s->start, index));
    const Value **row = arena_array(ev->arena, const Value *, s->column_count);
    for (uint32_t i = 0; i < s->column_count; i++)
        row[i] = ev_series_item(ev, s->columns[i], index, span);
    return ev_tuple(ev, row, s->column_count);
}

const Value *ev_series_getitem(Ev *ev, const Value *series, const Value *index, Span span) {
    const Series *s = series->u.series;
    const ShExpr *at = NULL;
    int64_t known;
    if (s->kind == SERIES_ELEMENTS && s->is_dict && index->kind == V_STR) {
        char *end = NULL;
        if (index->u.text.text && is_counted_name(index->u.text.text, (uint32_t)strtoul(index->u.text.text, &end, 10)))
            at = sh_const(ev->shapes, strtol(index->u.text.text, &end, 10));
        else if (!index->u.text.text)
            at = index->u.text.decimal;
    } else if (s->kind == SERIES_ELEMENTS && !s->is_dict && index->kind == V_INT) {
        at = sh_canon(ev->shapes, index->u.expr);
        at = sh_is_const(at, &known) && known < 0 ? sh_add(ev->shapes, s->count, at) : at;
    }
    if (!at)
        return ev_series_unroll(ev, series, span);
    if (!ev_assume_compare(ev, SH_LE, sh_const(ev->shapes, 0), at, span) ||
        !ev_assume_compare(ev, SH_LT, at, s->count, span))
        return ev->fail.kind == FAIL_RESTART ? NULL : ev_series_unroll(ev, series, span);
    return ev_at_index(ev, s->element, at, span);
}

static const Value *series_values(Ev *ev, const Value *self, const CallArgs *args, Span span) {
    (void)ev, (void)args, (void)span;
    return self;
}

const Value *ev_series_getattr(Ev *ev, const Value *series, Str name, Span span) {
    static const Builtin values = {"values", series_values, ""};
    if (series->u.series->is_dict && !strcmp(name, "values"))
        return ev_builtin(ev, &values, series);
    return ev_series_unroll(ev, series, span);
}

/* The series that iterating over the value goes through, when nothing else has been taken from it; *rest is then the
 * value, or what iter() of it is. NULL without a failure: it is no series. */
const Value *ev_series_iterated(Ev *ev, const Value *iterable, const Value **rest, Span span) {
    *rest = iterable;
    bool of_modules = iterable->kind == V_INSTANCE && iterable->source && iterable->u.instance.cls->is_nn_module;
    if (of_modules && !ev->in_driver) {
        const Value *iter = ev_special(ev, iterable, "__iter__", span);
        if (!iter)
            return NULL;
        if (!(iterable = ev_call_values(ev, iter, NULL, 0, span)))
            return NULL;
        *rest = iterable;
    }
    if (iterable->kind == V_SERIES)
        return iterable;
    if (iterable->kind != V_ITERATOR || heap_count(ev->heap, iterable->u.object) != 1)
        return NULL;
    const Value *only = heap_at(ev->heap, iterable->u.object, 0);
    return only->kind == V_SERIES ? only : NULL;
}

const Value *ev_series_iterator(Ev *ev, const Value *series) { return ev_iterator(ev, &series, 1); }

const Value *ev_series_enumerate(Ev *ev, const Value *series, const Value *start) {
    const ShExpr *first;
    if (!ev_as_expr(ev, start, &first))
        return NULL;
    Series *numbers = new_series(ev, SERIES_COUNTED, series->u.series->count);
    numbers->start = first;
    const Value *columns[] = {series_value(ev, numbers), series};
    return ev_series_zip(ev, columns, 2, no_span());
}

/* zip() of series of one length: that they are is assumed. */
const Value *ev_series_zip(Ev *ev, const Value *const *columns, uint32_t count, Span span) {
    const ShExpr *length = columns[0]->u.series->count;
    for (uint32_t i = 1; i < count; i++)
        if (!ev_assume_equal(ev, length, columns[i]->u.series->count, span))
            return NULL;
    Series *rows = new_series(ev, SERIES_ROWS, length);
    rows->columns = arena_copy(ev->arena, columns, sizeof *columns * count);
    rows->column_count = count;
    return series_value(ev, rows);
}
