/* Equality, order, identity and membership, over all kinds of values. What a class says of itself is asked by the
 * protocol of ev_operator.c. */
#include "analysis/ev_operator.h"

#include <math.h>

bool ev_keeps_order(const Value *dict) {
    const ClassInfo *cls = ev_dict_class(dict);
    for (uint32_t i = 0; cls && i < cls->mro_count; i++)
        if (!strcmp(cls->mro[i]->name, "OrderedDict") && cls->mro[i]->module->is_prelude)
            return true;
    return false;
}

/* A NaN is found by its identity, which the run time does not ask. */
static bool cannot_be_nan(const Value *v) {
    return v->kind == V_SCALAR
               ? v->u.node->type.kind != IRT_FLOAT
               : v->kind != V_FLOAT || v->u.number == v->u.number; /* NOLINT(misc-redundant-expression) */
}

/* In containers Python asks first whether two are one object. Of numbers that is not known as a rule, which a NaN
 * shows. */
static bool are_one(const Value *a, const Value *b) {
    return a->kind != V_FLOAT && (a->kind != V_SCALAR || a == b) && ev_is_same(a, b) == SH_YES;
}

/* Numbers of the run time that are both NaN may be one object: a miss. */
static bool are_not_both_nan(Ev *ev, const Value *a, const Value *b, Span span) {
    if (!ev_is_number(a) || !ev_is_number(b) || cannot_be_nan(a) || cannot_be_nan(b))
        return true;
    const Value *x = ev_number_compare(ev, AST_NotEq, a, a, span),
                *y = x ? ev_number_compare(ev, AST_NotEq, b, b, span) : NULL;
    if (!y || (x->kind == V_BOOL && !x->u.boolean) || (y->kind == V_BOOL && !y->u.boolean))
        return y != NULL;
    const Value *open = x->kind == V_BOOL ? y : x;
    IrNode *both = x->kind == V_BOOL || y->kind == V_BOOL || x->u.node == y->u.node
                       ? open->u.node
                       : ir_binary(ev->region, OP_AND, ir_scalar_type(IRT_BOOL), x->u.node, y->u.node, span);
    return ev_miss_if(ev, both, false, "whether two NaN are one object", span);
}

static bool are_nan(const Value *a, const Value *b) {
    return a->kind == V_FLOAT && b->kind == V_FLOAT && a->u.number != a->u.number && b->u.number != b->u.number;
}

static bool equal_dicts(Ev *ev, const Value *a, const Value *b, bool *out, Span span) {
    const HeapContent *x = heap_content(ev->heap, a->u.object), *y = heap_content(ev->heap, b->u.object);
    bool ordered = ev_keeps_order(a) && ev_keeps_order(b); /* two OrderedDicts: the order counts */
    for (uint32_t i = 0; ordered && i < x->count && i < y->count; i++) {
        const Value *key = x->slots[i].key, *other = y->slots[i].key;
        if (heap_key_equal(key, other))
            continue;
        if (key->kind != V_STR && !ev_is_number(key))
            return ev_fail(ev, D_UNSUPPORTED_OP, span, "a comparison of dicts of different order") != NULL;
        *out = false;
        return true;
    }
    *out = x->count == heap_count(ev->heap, b->u.object);
    for (uint32_t i = 0; i < x->count && *out; i++) {
        const Value *other = heap_get_key(ev->heap, b->u.object, x->slots[i].key);
        if (!other)
            *out = false;
        else if (a->kind == V_DICT && !are_one(x->slots[i].value, other) &&
                 !ev_equal_known(ev, x->slots[i].value, other, out, span))
            return false;
    }
    return true;
}

static const Value *equal(Ev *ev, const Value *a, const Value *b, Span span);
static bool assume_distinct(Ev *ev, const Value *a, const Value *b, Span span);

/* In containers: the caller may give one tensor or object twice, which then is equal whatever it says. */
static bool are_two(Ev *ev, const Value *a, const Value *b, Span span) {
    if (a->kind == b->kind && (a->kind == V_TENSOR || a->kind == V_INSTANCE) && ev_is_same(a, b) == SH_MAYBE)
        assume_distinct(ev, a, b, span);
    return !ev->fail.kind;
}

bool ev_equal_known(Ev *ev, const Value *a, const Value *b, bool *out, Span span) {
    if (!are_two(ev, a, b, span))
        return false;
    if (are_nan(a, b))
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "whether two NaN are one object") != NULL;
    const Value *result = ev_compare(ev, AST_Eq, a, b, span), *truth = result ? ev_truth(ev, result, span) : NULL;
    if (!truth)
        return false;
    if (ev_decide(ev, truth, out, span))
        return true;
    if (ev->fail.kind)
        return false;
    if (a->kind == V_INT && !sh_is_const(a->u.expr, NULL))
        ev_need_known(ev, a, span);
    else if (b->kind == V_INT && !sh_is_const(b->u.expr, NULL))
        ev_need_known(ev, b, span);
    else if (ev_choice_of(ev, a) || ev_choice_of(ev, b))
        ev_need_known(ev, ev_choice_of(ev, a) ? a : b, span);
    else if (ev_likely_input(ev, a) || ev_likely_input(ev, b)) /* a float of the caller */
        ev_need_known(ev, ev_likely_input(ev, a) ? a : b, span);
    else if (!ev_need_any_known(ev, span))
        ev_fail(ev, D_BRANCH, span, "whether two values are equal is not known when compiling");
    return false;
}

/* All pairs are equal: False as soon as one is known not to be, else what is left to the run time. */
static const Value *equal_items(Ev *ev, const Value *const *x, const Value *const *y, uint32_t count, Span span) {
    const Value *all = ev_bool(ev, true);
    for (uint32_t i = 0; i < count; i++) {
        if (are_one(x[i], y[i]))
            continue;
        if (are_nan(x[i], y[i]))
            return ev_fail(ev, D_UNKNOWN_VALUE, span, "whether two NaN are one object");
        if (!are_two(ev, x[i], y[i], span) || !are_not_both_nan(ev, x[i], y[i], span))
            return NULL;
        const Value *result = equal(ev, x[i], y[i], span), *truth = result ? ev_truth(ev, result, span) : NULL;
        if (!truth || (truth->kind == V_BOOL && !truth->u.boolean))
            return truth;
        if (truth->kind == V_BOOL)
            continue;
        all = all->kind == V_BOOL ? truth
                                  : ev_scalar(ev, ir_binary(ev->region, OP_AND, ir_scalar_type(IRT_BOOL), all->u.node,
                                                            truth->u.node, span));
    }
    return all;
}

bool ev_has_items(Ev *ev, const Value *sequence, const Value *const *items, uint32_t count) {
    const Value *const *now;
    uint32_t n;
    return ev_sequence(ev, sequence, &now, &n) && n == count && (!n || !memcmp(now, items, n * sizeof *items));
}

/* Python looks at the lists as they are by then when an __eq__ of the program has changed them. */
static const Value *equal_sequences(Ev *ev, const Value *a, const Value *b, const Value *const *x,
                                    const Value *const *y, uint32_t count, Span span) {
    const Value **before = arena_array(ev->arena, const Value *, 2 * count + 1);
    if (count) {
        memcpy(before, x, count * sizeof *x);
        memcpy(before + count, y, count * sizeof *y);
    }
    const Value *result = equal_items(ev, before, before + count, count, span);
    bool are_lists = a->kind != V_TUPLE;
    if (result && are_lists && !(ev_has_items(ev, a, before, count) && ev_has_items(ev, b, before + count, count)))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "a comparison of lists that changes them");
    return result;
}

static bool is_counter(const Value *v) {
    const ClassInfo *cls = ev_dict_class(v);
    return cls && cls->module && cls->module->is_prelude && !strcmp(cls->name, "Counter");
}

static const Value *equal_containers(Ev *ev, const Value *a, const Value *b, Span span) {
    bool result, absent;
    if (is_counter(a) && is_counter(b))
        return ev_try_special(ev, a, "__eq__", b, &absent, span);
    if ((is_counter(a) && !ev_dict_class(b)) || (is_counter(b) && !ev_dict_class(a)))
        return equal_dicts(ev, a, b, &result, span) ? ev_bool(ev, result) : NULL;
    if (ev_dict_defines(ev, a, "__eq__") || ev_dict_defines(ev, b, "__eq__") || ev_dict_defines(ev, a, "__ne__"))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "a comparison of dicts of a class that says what is equal");
    if (a->kind == V_DICT || a->kind == V_SET)
        return equal_dicts(ev, a, b, &result, span) ? ev_bool(ev, result) : NULL;
    const Value *const *x, *const *y;
    uint32_t n, m;
    if (a->kind == V_SLICE && b->kind == V_SLICE)
        return equal_items(ev, a->u.tuple.items, b->u.tuple.items, 3, span);
    if (!ev_sequence(ev, a, &x, &n) || !ev_sequence(ev, b, &y, &m))
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "a comparison of ranges that are not known when compiling");
    if (n != m && a->kind != V_TUPLE)
        return ev_bool(ev, false);
    const Value *pairs = equal_sequences(ev, a, b, x, y, n < m ? n : m, span); /* of tuples, before their lengths */
    return pairs && n != m ? ev_bool(ev, false) : pairs;
}

static bool is_container(const Value *v) {
    return v->kind == V_TUPLE || v->kind == V_LIST || v->kind == V_DICT || v->kind == V_SET || v->kind == V_RANGE ||
           v->kind == V_SLICE;
}

/* Two lists, dicts or sets of the caller? */
static bool are_given_containers(const Value *a, const Value *b) {
    bool is_kind = a->kind == V_LIST || a->kind == V_DICT || a->kind == V_SET;
    return is_kind && a->kind == b->kind && a->source && b->source && a->source != b->source;
}

/* Two tensors or objects of the caller: as a rule two objects, which is guarded; one, where they are in the call. */
static bool assume_distinct(Ev *ev, const Value *a, const Value *b, Span span) {
    bool are_tensors = a->kind == V_TENSOR && b->kind == V_TENSOR && !a->u.tensor.is_fresh && !b->u.tensor.is_fresh;
    bool are_objects = a->kind == V_INSTANCE && b->kind == V_INSTANCE;
    if ((!are_tensors && !are_objects && !are_given_containers(a, b)) || !a->source || !b->source ||
        a->source == b->source || a->source->in_element || b->source->in_element)
        return false;
    if (!ev_restart_same(ev, a, b, span))
        ev_input_fact(ev, &(Fact){.kind = FACT_DISTINCT, .span = span, .source = a->source, .other = b->source});
    return true;
}

static const Value *equal_by_identity(Ev *ev, const Value *a, const Value *b, Span span) {
    ShTruth same = ev_is_same(a, b);
    if (same == SH_MAYBE && assume_distinct(ev, a, b, span))
        return ev->fail.kind ? NULL : ev_bool(ev, false);
    return same == SH_MAYBE
               ? ev_fail(ev, D_UNKNOWN_VALUE, span, "a comparison of objects that are not known when compiling")
               : ev_bool(ev, same == SH_YES);
}

/* What compares itself by methods of its class: among dicts, only those whose class says how. */
static bool compares_itself(Ev *ev, const Value *v) {
    const ClassInfo *cls = ev_dict_class(v);
    const Value *own = cls ? ev_class_lookup(ev, cls, str_of("__eq__"), NULL) : NULL;
    return v->kind == V_TENSOR || v->kind == V_INSTANCE || (own && own->kind == V_FUNCTION);
}

static const Value *compare_identity(Ev *ev, const Value *a, const Value *b, bool negate, Span span);

static const Value *equal_builtins(Ev *ev, const Value *a, const Value *b, Span span) {
    if (ev_refuse_own_set(ev, a, b, span))
        return NULL;
    bool view_a = ev_is_set_view(ev, a), view_b = ev_is_set_view(ev, b);
    if ((view_a && (view_b || ev_set_of(ev, b))) || (view_b && ev_set_of(ev, a))) {
        if (ev_is_no_set(ev, a, span) || ev_is_no_set(ev, b, span))
            return view_a ? ev_by_items(ev, "view_eq", a, b, span) : ev_by_items(ev, "view_eq", b, a, span);
        const Value *x = ev_set_of_view(ev, a, span), *y = x ? ev_set_of_view(ev, b, span) : NULL;
        return y ? equal_containers(ev, x, y, span) : NULL;
    }
    if (is_container(a) && a->kind == b->kind && !ev_is_view(ev, a) && !ev_is_view(ev, b))
        return equal_containers(ev, a, b, span);
    if (a->kind == V_BUILTIN && b->kind == V_BUILTIN && a->u.builtin.self &&
        b->u.builtin.self) /* methods of one object */
        return a->u.builtin.builtin == b->u.builtin.builtin
                   ? compare_identity(ev, a->u.builtin.self, b->u.builtin.self, false, span)
                   : ev_bool(ev, false);
    return equal_by_identity(ev, a, b, span);
}

/* Of what no method of the operands' classes compares, or none knows. A container may hold itself. */
static const Value *equal_plainly(Ev *ev, const Value *a, const Value *b, Span span) {
    if (!ev_enter(ev, span))
        return NULL;
    const Value *result = equal_builtins(ev, a, b, span);
    ev_leave(ev);
    return result;
}

static const Value *refuse_parameters(Ev *ev, Span span) {
    return ev_fail(ev, D_UNSUPPORTED_OP, span, "a comparison with a type that has parameters, or with a union");
}

/* Is it a method of one of the two that compares them? A view in front of a set asks none of it. */
static bool asks_methods(Ev *ev, const Value *a, const Value *b) {
    bool is_view_first = ev_is_set_view(ev, a) && ev_held(ev, b)->kind == V_SET;
    return !is_view_first && (compares_itself(ev, a) || compares_itself(ev, b));
}

static const Value *equal(Ev *ev, const Value *a, const Value *b, Span span) {
    if (ev_is_number(a) && ev_is_number(b))
        return ev_number_compare(ev, AST_Eq, a, b, span);
    if (!ev->in_driver && (ev_has_parameters(ev, a) || ev_has_parameters(ev, b)))
        return refuse_parameters(ev, span);
    if (ev_is_opaque(a) || ev_is_opaque(b))
        return ev_need_operand(ev, ev_is_opaque(a) ? a : b, span);
    if ((a->kind == V_STR || a->kind == V_BYTES) && a->kind == b->kind) {
        const Value *open = !a->u.str ? a : b, *text = open == a ? b : a;
        const Choice *choice = text->u.str && !open->u.str ? ev_choice_of(ev, open) : NULL;
        bool is_option = choice && ev->frame && ev->frame->module->is_prelude; /* of one that is refused otherwise */
        if (is_option && ev_restart_forked(ev, map_get(&ev->memo, MAP_KEY(open)), span))
            return NULL;
        if (choice)
            return ev_choice_equals(ev, choice, text->u.str, span);
        return open->u.str ? ev_bool(ev, a->u.str == b->u.str) : ev_need_known(ev, open, span);
    }
    if (asks_methods(ev, a, b)) {
        bool absent;
        const Value *result = ev_protocol_binary(ev, "__eq__", "__eq__", a, b, ev_right_first(ev, a, b), &absent, span);
        if (!absent)
            return result;
    }
    return equal_plainly(ev, a, b, span);
}

static const Value *negated(Ev *ev, const Value *value, Span span) {
    const Value *truth = value ? ev_truth(ev, value, span) : NULL;
    return truth ? ev_not(ev, truth, span) : NULL;
}

/* __ne__ of one operand: object's gives the opposite of what its __eq__ says, that of dict asks no __eq__ of others. */
static const Value *try_ne(Ev *ev, const Value *object, const Value *other, bool *absent, Span span) {
    const Value *result = ev_try_special(ev, object, "__ne__", other, absent, span);
    ClassInfo *cls = *absent ? ev_class_of(ev, object) : NULL;
    if (!*absent || object->kind == V_DICT || (cls && ev_class_lookup(ev, cls, str_of("__ne__"), NULL)))
        return result;
    result = ev_try_special(ev, object, "__eq__", other, absent, span);
    return *absent ? NULL : negated(ev, result, span);
}

/* A dict whose class says what is unequal, and not what is equal. */
static bool says_unequal(Ev *ev, const Value *v) { return ev_dict_defines(ev, v, "__ne__"); }

static const Value *not_equal(Ev *ev, const Value *a, const Value *b, Span span) {
    if (ev_is_number(a) && ev_is_number(b))
        return ev_number_compare(ev, AST_NotEq, a, b, span);
    if (asks_methods(ev, a, b) || says_unequal(ev, a) || says_unequal(ev, b)) {
        bool absent;
        if (ev_is_opaque(a) || ev_is_opaque(b))
            return ev_need_operand(ev, ev_is_opaque(a) ? a : b, span);
        bool reversed = ev_right_first(ev, a, b);
        const Value *first = reversed ? b : a, *second = reversed ? a : b;
        const Value *result = try_ne(ev, first, second, &absent, span);
        if (absent)
            result = try_ne(ev, second, first, &absent, span);
        return absent ? negated(ev, equal_plainly(ev, a, b, span), span) : result;
    }
    return negated(ev, equal(ev, a, b, span), span);
}

/* Of a NaN Python asks first whether it is the very object that was put in: it is none, or Python runs the function. */
bool ev_is_no_nan(Ev *ev, const Value *v, Span span) {
    bool is_open = v->kind == V_SCALAR && v->u.node->type.kind == IRT_FLOAT;
    if (!is_open)
        return !(v->kind == V_FLOAT && isnan(v->u.number));
    IrNode *differs = ir_binary(ev->region, OP_NE, ir_scalar_type(IRT_BOOL), v->u.node, v->u.node, span);
    return ev_miss_if(ev, differs, false, "a NaN is looked for", span);
}

/* Is the item the one that `in` looks for? What numbers of the run time are is said by the run time. */
static const Value *is_item(Ev *ev, const Value *item, const Value *wanted, Span span) {
    if (ev_is_same(item, wanted) == SH_YES)
        return ev_bool(ev, true);
    bool are_numbers = ev_is_number(item) && ev_is_number(wanted);
    if (are_numbers && (cannot_be_nan(item) || cannot_be_nan(wanted) || ev_is_no_nan(ev, wanted, span))) {
        const Value *result = ev_number_compare(ev, AST_Eq, item, wanted, span);
        return result ? ev_truth(ev, result, span) : NULL;
    }
    bool found;
    return !ev->fail.kind && ev_equal_known(ev, item, wanted, &found, span) ? ev_bool(ev, found) : NULL;
}

static const Value *either(Ev *ev, const Value *any, const Value *found, Span span) {
    IrType type = ir_scalar_type(IRT_BOOL);
    return any->kind == V_BOOL ? found
                               : ev_scalar(ev, ir_binary(ev->region, OP_OR, type, any->u.node, found->u.node, span));
}

static void refuse_container(Ev *ev, const Value *container, Span span) {
    if (ev->fail.kind == FAIL_RAISE) /* Python 3.14 has other words */
        ev_not_iterated_as(ev, container,
                           ev_python_minor(ev, span) < 14 ? "argument of type '%s' is not iterable"
                                                          : "'%s' is neither a container nor an iterable",
                           span);
}

static const Value *is_among(Ev *ev, const Value *const *items, uint32_t count, const Value *item, Span span) {
    const Value *any = ev_bool(ev, false);
    for (uint32_t i = 0; i < count; i++) {
        const Value *found = is_item(ev, items[i], item, span);
        if (!found || (found->kind == V_BOOL && found->u.boolean))
            return found;
        any = found->kind == V_BOOL ? any : either(ev, any, found, span);
    }
    return any;
}

static const Value *contains_item(Ev *ev, const Value *container, const Value *item, Span span) {
    const Value **items;
    uint32_t count;
    if (!ev_iterate(ev, container, &items, &count, span)) {
        refuse_container(ev, container, span);
        return NULL;
    }
    const Value **before = arena_array(ev->arena, const Value *, count + 1);
    if (count)
        memcpy(before, items, count * sizeof *items);
    const Value *found = is_among(ev, before, count, item, span);
    bool of_list = container->kind == V_LIST && !heap_info(ev->heap, container->u.object);
    if (found && of_list && !ev_has_items(ev, container, before, count))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "a list that changes while it is searched");
    return found;
}

/* A number that is known at run time only, looked for among keys; an object may say itself what it equals. */
static const Value *set_has_number(Ev *ev, const Value *set, const Value *number, Span span) {
    const HeapContent *content = heap_content(ev->heap, set->u.object);
    const Value *any = ev_bool(ev, false);
    for (uint32_t i = 0; i < content->count; i++) {
        const Value *key = content->slots[i].key;
        if (key->kind == V_INSTANCE)
            return ev_need_known(ev, number, span);
        const Value *found = ev_is_number(key) ? is_item(ev, key, number, span) : any;
        if (!found || (found->kind == V_BOOL && found->u.boolean))
            return found;
        any = found->kind == V_BOOL || found == any ? any : either(ev, any, found, span);
    }
    return any;
}

/* `in` stops asking an iterator where it has found the item. */
static const Value *contains_step(Ev *ev, const Value *iterator, const Value *item, Span span) {
    const Value *next;
    Step step;
    while ((step = ev_next(ev, iterator, &next, span)) == STEP_ITEM) {
        bool found = ev_is_same(next, item) == SH_YES;
        if (!found && !ev_equal_known(ev, next, item, &found, span))
            return NULL;
        if (found)
            return ev_bool(ev, true);
    }
    return step == STEP_END ? ev_bool(ev, false) : NULL;
}

const Value *ev_looked_for(Ev *ev, const Value *item) {
    const Value *set = ev_held(ev, item);
    const Value *hash = item->kind == V_INSTANCE && set->kind == V_SET
                            ? ev_class_lookup(ev, item->u.instance.cls, str_of("__hash__"), NULL)
                            : NULL;
    if (set->kind != V_SET || set->u.instance.cls || (hash && hash->kind == V_FUNCTION))
        return item;
    Value *frozen = arena_copy(ev->arena, ev_set_binary(ev, AST_BitOr, set, set), sizeof *frozen);
    frozen->u.instance.cls = ev_builtin_class(ev, "frozenset");
    return frozen;
}

/* Of a view: by what the dict has under the key. NULL without a failure: the view is gone through. */
static const Value *view_has(Ev *ev, const Value *container, const Value *item, Span span) {
    const DictView *view = heap_info(ev->heap, container->u.object);
    bool of_items = view->part[0] == 'i';
    if (of_items && item->kind != V_TUPLE)
        return NULL;
    if (of_items && item->u.tuple.count != 2)
        return ev_bool(ev, false);
    const Value *key = of_items ? item->u.tuple.items[0] : item;
    if (!ev_hashable(ev, key, span)) {
        if (ev->fail.kind == FAIL_CUT)
            ev_clear_fail(ev);
        return NULL;
    }
    const Value *found = heap_get_key(ev->heap, view->dict->u.object, key);
    return found && of_items ? is_item(ev, found, item->u.tuple.items[1], span) : ev_bool(ev, found != NULL);
}

static const Value *contains(Ev *ev, const Value *container, const Value *item, Span span) {
    const Value *asked = container->kind == V_UNKNOWN ? ev_asked_set_has(ev, container, item, span) : NULL;
    if (asked || (item->kind == V_STR && ev_restart_as_dict(ev, container, span)))
        return asked;
    bool is_enum = container->kind == V_CLASS && container->u.class_info->is_enum;
    if (is_enum && container->u.class_info->has_metaclass)
        return ev_special(ev, container, "__contains__", span); /* which fails */
    bool is_object = container->kind == V_TENSOR || container->kind == V_INSTANCE ||
                     (container->kind == V_CLASS && container->u.class_info->metaclass);
    if (is_object || ev_dict_defines(ev, container, "__contains__")) {
        const Value *method = ev_special(ev, container, "__contains__", span);
        if (method && method->kind == V_NONE) /* how a class says that it has none */
            return ev_raise(ev, "TypeError", span, "'%s' object is not a container", ev_type_name(ev, container));
        const Value *found = method ? ev_call1(ev, method, item, span) : NULL;
        if (found || ev->fail.kind)
            return found ? ev_truth(ev, found, span) : NULL;
    }
    if (is_enum && !(item->kind == V_INSTANCE && item->u.instance.cls->is_enum))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "'in' of an enumeration and a value");
    if (container->kind == V_DICT || container->kind == V_SET) {
        if (container->kind == V_SET)
            item = ev_looked_for(ev, item);
        if (ev_is_key_by_data(ev, container, item))
            return ev_has_by_data(ev, container, item, span);
        if (ev_hashable(ev, item, span))
            return ev_bool(ev, ev_dict_value(ev, container, item) != NULL);
        if (container->kind == V_DICT || !ev_is_number(item) || !cannot_be_nan(item) || ev->fail.kind != FAIL_CUT)
            return NULL;
        ev_clear_fail(ev);
        return set_has_number(ev, container, item, span);
    }
    if (container->kind == V_STR && item->kind == V_STR) {
        if (!container->u.str || !item->u.str)
            return ev_need_known(ev, container->u.str ? item : container, span);
        return ev_bool(ev, ev_text_has(container->u.str, item->u.str));
    }
    if (container->kind == V_STR && item->kind == V_UNKNOWN) {
        ev_known_text(ev, item, span);
        return NULL;
    }
    if (container->kind == V_STR)
        return item->kind == V_NONE || ev_is_number(item)
                   ? ev_raise(ev, "TypeError", span, "'in <string>' requires string as left operand, not %s",
                              ev_type_name(ev, item))
                   : ev_fail(ev, D_UNSUPPORTED_OP, span, "'in' of a str and this %s", ev_type_name(ev, item));
    const Value *found = ev_is_set_view(ev, container) && !ev_is_opaque(item)
                             ? view_has(ev, container, item, span)
                             : ev_counted_has(ev, container, item, span);
    if (found || ev->fail.kind)
        return found;
    const Value *iterator = container->kind == V_INSTANCE ? ev_iter(ev, container, span) : container;
    if (!iterator)
        refuse_container(ev, container, span);
    else if (iterator->kind == V_ITERATOR || iterator->kind == V_INSTANCE)
        return contains_step(ev, iterator, item, span);
    return iterator ? contains_item(ev, iterator, item, span) : NULL;
}

/* One of the ints of which CPython has one object each. */
static bool is_shared_int(const Value *v) {
    int64_t n;
    return ev_number_kind(v) == IRT_INT && ev_as_int_known(v, &n) && n >= -5 && n <= 256;
}

/* Equal texts may be one object, or two: of literals they are one, of what is computed two as a rule. */
static bool are_equal_texts(const Value *a, const Value *b) {
    return a->kind == V_STR && b->kind == V_STR && a->u.str && a->u.str == b->u.str && str_len(a->u.str) > 1;
}

static const Value *compare_identity(Ev *ev, const Value *a, const Value *b, bool negate, Span span) {
    ShTruth same = are_equal_texts(a, b) || are_given_containers(a, b) ? SH_MAYBE : ev_is_same(a, b);
    if (same == SH_NO && (a->kind == V_NONE || b->kind == V_NONE))
        ev_is_there(ev, a->kind == V_NONE ? b : a, span);
    if (same != SH_MAYBE)
        return ev_bool(ev, (same == SH_YES) != negate);
    if (assume_distinct(ev, a, b, span))
        return ev->fail.kind ? NULL : ev_bool(ev, negate);
    const Value *other = a->kind == V_UNKNOWN ? a : b;
    const Choice *choice = a->kind == V_NONE || b->kind == V_NONE ? ev_choice_of(ev, other) : NULL;
    if (choice) {
        const Value *is_none = ev_choice_is(ev, choice, other == a ? b : a, span);
        return is_none && negate ? ev_not(ev, is_none, span) : is_none;
    }
    if (other->kind == V_UNKNOWN)
        return ev_need_operand(ev, other, span);
    if (ev_is_number(a) && ev_is_number(b)) {
        if (ev_number_kind(a) != ev_number_kind(b))
            return ev_bool(ev, negate);
        if (ev_number_kind(a) == IRT_BOOL || is_shared_int(a) || is_shared_int(b)) { /* `flag is True` of a bool */
            const Value *equality = ev_number_compare(ev, AST_Eq, a, b, span);
            return equality && negate ? ev_not(ev, equality, span) : equality;
        }
    }
    return ev_fail(ev, D_UNKNOWN_VALUE, span, "whether two objects are the same is not known when compiling");
}

static int compare_text(const Value *a, const Value *b) {
    size_t n = str_len(a->u.str), m = str_len(b->u.str);
    int order = memcmp(a->u.str, b->u.str, n < m ? n : m);
    return order ? order : (n > m) - (n < m);
}

/* <, <=, >, >= of containers: the first pair that differs decides. */
static const Value *order_containers(Ev *ev, AstCmpOp op, const Value *a, const Value *b, Span span) {
    const Value *const *x, *const *y;
    uint32_t n, m;
    if (!ev_sequence(ev, a, &x, &n) || !ev_sequence(ev, b, &y, &m))
        return NULL;
    for (uint32_t i = 0; i < n && i < m; i++) {
        bool same = are_one(x[i], y[i]);
        if (!same && !ev_equal_known(ev, x[i], y[i], &same, span))
            return NULL;
        if (!same)
            return ev_compare(ev, op, x[i], y[i], span);
    }
    return ev_number_compare(ev, op, ev_int(ev, n), ev_int(ev, m), span);
}

static bool is_subset(Ev *ev, ObjId a, ObjId b) {
    const HeapContent *content = heap_content(ev->heap, a);
    for (uint32_t i = 0; i < content->count; i++)
        if (!heap_get_key(ev->heap, b, content->slots[i].key))
            return false;
    return true;
}

static bool order_sets(Ev *ev, AstCmpOp op, ObjId a, ObjId b) {
    bool swapped = op == AST_Gt || op == AST_GtE;
    bool proper = op == AST_Lt || op == AST_Gt;
    return is_subset(ev, swapped ? b : a, swapped ? a : b) &&
           (!proper || heap_count(ev->heap, a) != heap_count(ev->heap, b));
}

static const Value *order(Ev *ev, AstCmpOp op, const Value *a, const Value *b, Span span) {
    static const struct {
        const char *left, *right;
    } names[] = {[AST_Lt] = {"__lt__", "__gt__"},
                 [AST_LtE] = {"__le__", "__ge__"},
                 [AST_Gt] = {"__gt__", "__lt__"},
                 [AST_GtE] = {"__ge__", "__le__"}};
    static const char *const views[] = {
        [AST_Lt] = "view_lt", [AST_LtE] = "view_le", [AST_Gt] = "view_gt", [AST_GtE] = "view_ge"};
    if (ev_is_number(a) && ev_is_number(b))
        return ev_number_compare(ev, op, a, b, span);
    if (ev_is_opaque(a) || ev_is_opaque(b)) {
        const Value *unknown = ev_is_opaque(a) ? a : b, *other = ev_is_opaque(a) ? b : a;
        bool number = unknown->kind == V_UNKNOWN && (other->kind == V_INT || other->kind == V_BOOL) && ev->asks_truth;
        return number ? ev_need(ev, unknown, HYP_INT, DT_NONE, -1, span) : ev_need_operand(ev, unknown, span);
    }
    if (a->kind == V_STR && b->kind == V_STR && !(a->u.str && b->u.str))
        return ev_need_known(ev, a->u.str ? b : a, span);
    if (a->kind == V_STR && b->kind == V_STR)
        return ev_number_compare(ev, op, ev_int(ev, compare_text(a, b)), ev_int(ev, 0), span);
    if ((a->kind == V_SET && b->kind == V_SET) || ev_are_sets(ev, a, b, names[op].left)) {
        if (ev_is_no_set(ev, a, span) || ev_is_no_set(ev, b, span))
            return ev_by_items(ev, views[op], a, b, span);
        const Value *x = ev_set_of_view(ev, a, span), *y = x ? ev_set_of_view(ev, b, span) : NULL;
        return y ? ev_bool(ev, order_sets(ev, op, x->u.object, y->u.object)) : NULL;
    }
    if (a->kind == b->kind && (a->kind == V_TUPLE || a->kind == V_LIST) && !ev_is_view(ev, a) && !ev_is_view(ev, b))
        return order_containers(ev, op, a, b, span);
    bool absent;
    const Value *result =
        ev_protocol_binary(ev, names[op].left, names[op].right, a, b, ev_right_first(ev, a, b), &absent, span);
    if (!absent)
        return result;
    if (a->kind == b->kind && (a->kind == V_BYTES || a->kind == V_SLICE))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "the order of %s", ev_type_name(ev, a));
    return ev_raise(ev, "TypeError", span, "'%s' not supported between instances of '%s' and '%s'", ast_cmp_text(op),
                    ev_name_of_operand(ev, a), ev_name_of_operand(ev, b));
}

static const Value *compare(Ev *ev, AstCmpOp op, const Value *a, const Value *b, Span span) {
    switch (op) {
    case AST_Is:
    case AST_IsNot:
        return compare_identity(ev, a, b, op == AST_IsNot, span);
    case AST_In:
    case AST_NotIn: {
        const Value *found = contains(ev, b, a, span), *truth = found ? ev_truth(ev, found, span) : NULL;
        return truth && op == AST_NotIn ? ev_not(ev, truth, span) : truth;
    }
    case AST_Eq:
        return equal(ev, a, b, span);
    case AST_NotEq:
        return not_equal(ev, a, b, span);
    default:
        return order(ev, op, a, b, span);
    }
}

static const Value *compare_item(Ev *ev, int op, const Value *a, const Value *b, Span span) {
    return ev_compare(ev, (AstCmpOp)op, a, b, span);
}

const Value *ev_compare(Ev *ev, AstCmpOp op, const Value *a, const Value *b, Span span) {
    bool identity = op == AST_Is || op == AST_IsNot, handled = false;
    const Value *each = identity || op == AST_In || op == AST_NotIn
                            ? NULL
                            : ev_choice_operate(ev, compare_item, (int)op, false, a, b, &handled, span);
    if (handled)
        return each;
    if (!ev->in_driver && a->kind != V_NONE && b->kind != V_NONE &&
        (ev_has_parameters(ev, a) || ev_has_parameters(ev, b)))
        return refuse_parameters(ev, span);
    if (!identity && (a->kind == V_SERIES || b->kind == V_SERIES))
        return ev_series_unroll(ev, a->kind == V_SERIES ? a : b, span);
    bool searched = (op == AST_In || op == AST_NotIn) && a->kind != V_ROWS;
    if (searched && ev_rows_cell(b) && ev_filled_is_empty(ev, ev_rows_cell(b)))
        b = ev_list(ev, NULL, 0);
    searched = searched && ev_rows_numbers(ev, b);
    if (!identity && !searched && (a->kind == V_ROWS || b->kind == V_ROWS))
        return ev_rows_refuse(ev, a->kind == V_ROWS ? a : b, span);
    if (!ev_enter(ev, span))
        return NULL;
    const Value *result = compare(ev, op, a, b, span);
    ev_leave(ev);
    return result;
}
