/* Python's operator protocol: arithmetic and comparison over all kinds of values, truth, equality. Numbers go to
 * ev_number.c; tensors and instances to the special methods of their class. */
#include "analysis/ev_internal.h"

typedef struct OperatorNames {
    const char *left, *right, *inplace;
} OperatorNames;

static const OperatorNames operator_names[] = {
    [AST_Add] = {"__add__", "__radd__", "__iadd__"},
    [AST_Sub] = {"__sub__", "__rsub__", "__isub__"},
    [AST_Mult] = {"__mul__", "__rmul__", "__imul__"},
    [AST_MatMult] = {"__matmul__", "__rmatmul__", "__imatmul__"},
    [AST_Div] = {"__truediv__", "__rtruediv__", "__itruediv__"},
    [AST_Mod] = {"__mod__", "__rmod__", "__imod__"},
    [AST_Pow] = {"__pow__", "__rpow__", "__ipow__"},
    [AST_LShift] = {"__lshift__", "__rlshift__", "__ilshift__"},
    [AST_RShift] = {"__rshift__", "__rrshift__", "__irshift__"},
    [AST_BitOr] = {"__or__", "__ror__", "__ior__"},
    [AST_BitXor] = {"__xor__", "__rxor__", "__ixor__"},
    [AST_BitAnd] = {"__and__", "__rand__", "__iand__"},
    [AST_FloorDiv] = {"__floordiv__", "__rfloordiv__", "__ifloordiv__"},
};

/* An operand of which nothing is known is most likely a tensor. */
static const Value *need_operand(Ev *ev, const Value *v, Span span) {
    if (v->kind == V_ROWS)
        return ev_rows_refuse(ev, v, span);
    if (v->kind == V_EXTERNAL)
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "an operation on '%s', which pyaot cannot see into", v->u.str);
    return ev_need(ev, v, HYP_TENSOR_FLAT, DT_NONE, -1, span);
}

static bool is_opaque(const Value *v) { return v->kind == V_UNKNOWN || v->kind == V_EXTERNAL || v->kind == V_ROWS; }

/* ---- sequences -----------------------------------------------------------------------------------------------------
 */

static const Value *concat_strings(Ev *ev, const Value *a, const Value *b) {
    if (!a->u.str || !b->u.str)
        return ev_text_with(ev, a->u.str ? b : a);
    size_t n = str_len(a->u.str), m = str_len(b->u.str);
    if (n + m > EV_MAX_TEXT)
        return ev_str(ev, NULL);
    char *text = arena_alloc(ev->arena, n + m + 1);
    memcpy(text, a->u.str, n);
    memcpy(text + n, b->u.str, m);
    return ev_str(ev, str_intern(text, n + m));
}

/* A tuple of items that came out of `of`: a torch.Size stays one, of another class it becomes a plain tuple. */
static const Value *tuple_like(Ev *ev, const Value *of, const Value *const *items, uint32_t count) {
    Value *value = (Value *)ev_tuple(ev, items, count);
    value->u.tuple.cls = ev_is_size(of) ? of->u.tuple.cls : NULL;
    return value;
}

static const Value *concat_items(Ev *ev, const Value *a, const Value *b, Span span) {
    const Value *const *x, *const *y;
    uint32_t n, m;
    if (!ev_sequence(ev, a, &x, &n) || !ev_sequence(ev, b, &y, &m))
        return NULL;
    if ((uint64_t)n + m > EV_MAX_ITEMS)
        return ev_fail(ev, D_LIMIT, span, "a sequence of more than %d items", EV_MAX_ITEMS);
    const Value **items = arena_array(ev->arena, const Value *, n + m);
    memcpy(items, x, sizeof *items * n);
    memcpy(items + n, y, sizeof *items * m);
    const Value *like = ev_is_size(a) ? a : b; /* (1,) + torch.Size([2]) is a torch.Size too */
    for (uint32_t i = 0; a->kind == V_TUPLE && ev_is_size(like) && i < n + m; i++)
        if (ev_number_kind(items[i]) != IRT_INT)
            return ev_fail(ev, D_UNSUPPORTED_OP, span, "a torch.Size with something else than ints");
    return a->kind == V_TUPLE ? tuple_like(ev, like, items, n + m) : ev_list(ev, items, n + m);
}

static const Value *repeat_string(Ev *ev, Str s, int64_t times) {
    size_t n = str_len(s);
    char *text = arena_alloc(ev->arena, n * (size_t)times + 1);
    for (int64_t i = 0; i < times; i++)
        memcpy(text + n * (size_t)i, s, n);
    return ev_str(ev, str_intern(text, n * (size_t)times));
}

static const Value *repeat(Ev *ev, const Value *sequence, const Value *count, Span span) {
    int64_t times;
    if (!ev_as_int_known(count, &times))
        return count->kind == V_SCALAR && ev_need_any_known(ev, span) ? NULL : ev_need_known(ev, count, span);
    times = times < 0 ? 0 : times;
    if (times > EV_MAX_ITEMS)
        return ev_fail(ev, D_LIMIT, span, "a sequence of more than %d items", EV_MAX_ITEMS);
    if (sequence->kind == V_STR) {
        if (!sequence->u.str || str_len(sequence->u.str) * (size_t)times > EV_MAX_TEXT)
            return ev_str(ev, NULL);
        return repeat_string(ev, sequence->u.str, times);
    }
    const Value *const *items;
    uint32_t n;
    if (!ev_sequence(ev, sequence, &items, &n) || (int64_t)n * times > EV_MAX_ITEMS)
        return ev_fail(ev, D_LIMIT, span, "a sequence of more than %d items", EV_MAX_ITEMS);
    const Value **out = arena_array(ev->arena, const Value *, (uint64_t)n *(uint64_t)times);
    for (int64_t i = 0; i < times; i++)
        memcpy(out + (uint64_t)i * n, items, sizeof *out * n);
    uint32_t total = n * (uint32_t)times;
    return sequence->kind == V_TUPLE ? tuple_like(ev, sequence, out, total) : ev_list(ev, out, total);
}

static const Value *set_binary(Ev *ev, AstOperator op, const Value *a, const Value *b) {
    Value *out = arena_copy(ev->arena, ev_set(ev), sizeof *out);
    out->u.instance.cls = a->u.instance.cls;
    if (op == AST_BitAnd && heap_count(ev->heap, b->u.object) <= heap_count(ev->heap, a->u.object)) {
        const Value *larger = a; /* of items that are equal, as 1 and True, those of the smaller set are taken */
        a = b;
        b = larger;
    }
    const HeapContent *x = heap_content(ev->heap, a->u.object), *y = heap_content(ev->heap, b->u.object);
    for (uint32_t i = 0; i < x->count; i++) {
        bool other = heap_get_key(ev->heap, b->u.object, x->slots[i].key) != NULL;
        if (op == AST_BitOr || other == (op == AST_BitAnd))
            heap_set_key(ev->heap, out->u.object, x->slots[i].key, x->slots[i].key);
    }
    for (uint32_t i = 0; i < y->count && (op == AST_BitOr || op == AST_BitXor); i++)
        if (!heap_get_key(ev->heap, a->u.object, y->slots[i].key))
            heap_set_key(ev->heap, out->u.object, y->slots[i].key, y->slots[i].key);
    if (op == AST_Sub || op == AST_BitXor) /* which may be a copy with holes */
        heap_loosen_order(ev->heap, out->u.object, ORDER_WITH_HOLES);
    return out;
}

static const Value *dict_union(Ev *ev, const Value *a, const Value *b) {
    const Value *out = ev_dict(ev), *parts[] = {a, b};
    for (int k = 0; k < 2; k++) {
        const HeapContent *content = heap_content(ev->heap, parts[k]->u.object);
        for (uint32_t i = 0; i < content->count; i++)
            heap_set_key(ev->heap, out->u.object, content->slots[i].key, content->slots[i].value);
    }
    return out;
}

static bool is_plain_tuple(const Value *v) { return v->kind == V_TUPLE; }

static bool is_count(const Value *v) {
    return v->kind == V_INT || v->kind == V_BOOL || (v->kind == V_SCALAR && v->u.node->type.kind != IRT_FLOAT);
}

/* A list that stands for a view of a dict. */
static bool is_view(Ev *ev, const Value *v) { return v->kind == V_LIST && heap_info(ev->heap, v->u.object); }

/* The keys or items of a dict are a set to the operators. */
static bool is_set_view(Ev *ev, const Value *v) {
    return is_view(ev, v) && strcmp(((const DictView *)heap_info(ev->heap, v->u.object))->part, "values") != 0;
}

/* A set, also what an object of a subclass holds that is read as any set is; else NULL. */
static const Value *set_of(Ev *ev, const Value *v) {
    const Value *held = ev_held_as_is(ev, v);
    const ClassInfo *where = NULL;
    bool asks = held != v &&
                (!ev_class_lookup(ev, v->u.instance.cls, str_of("__contains__"), &where) || !where->module->is_prelude);
    return held->kind == V_SET && !asks ? held : NULL;
}

/* Does no class of the program have the first word, as the class of what is on the left has? */
static bool leaves_operator(Ev *ev, const Value *a, const char *name) {
    const ClassInfo *where = NULL;
    return a->kind != V_INSTANCE || !ev_class_lookup(ev, a->u.instance.cls, str_of(name), &where) ||
           where->module->is_prelude;
}

/* Sets of which a view is one. */
static bool are_sets(Ev *ev, const Value *a, const Value *b, const char *name) {
    bool view_a = is_set_view(ev, a), view_b = is_set_view(ev, b);
    return (view_a && (view_b || set_of(ev, b))) || (view_b && set_of(ev, a) && leaves_operator(ev, a, name));
}

/* What a view is compared with says itself what is in it, where it is an object of a class of the program. */
static bool is_own_set(Ev *ev, const Value *v) { return ev_held(ev, v)->kind == V_SET && !set_of(ev, v); }

static bool refuse_own_set(Ev *ev, const Value *a, const Value *b, Span span) {
    if (!(is_set_view(ev, a) && is_own_set(ev, b)) && !(is_set_view(ev, b) && is_own_set(ev, a)))
        return false;
    ev_fail(ev, D_UNSUPPORTED_OP, span, "a view of a dict and a set whose class says what is in it");
    return true;
}

static const Value *set_of_view(Ev *ev, const Value *v, Span span) {
    const Value **items, *set = ev_set(ev);
    uint32_t count;
    const Value *known = set_of(ev, v);
    if (known)
        return known;
    if (!ev_iterate(ev, v, &items, &count, span))
        return NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (!ev_hashable(ev, items[i], span))
            return NULL;
        heap_set_key(ev->heap, set->u.object, items[i], items[i]);
    }
    return set;
}

/* Is an item of the view no key, as the value in it has no hash? Python asks the dict for items, one by one, and only
 * sets refuse such an item. */
static bool is_no_set(Ev *ev, const Value *v, Span span) {
    const Value **items;
    uint32_t count = 0;
    bool has_hashes = true;
    if (is_set_view(ev, v) && ev_iterate(ev, v, &items, &count, span))
        for (uint32_t i = 0; i < count && has_hashes; i++)
            has_hashes = ev_hashable(ev, items[i], span) || ev->fail.kind != FAIL_RAISE;
    ev_clear_fail(ev);
    return !has_hashes;
}

static bool are_items(Ev *ev, const Value *v) {
    return is_view(ev, v) && !strcmp(((const DictView *)heap_info(ev->heap, v->u.object))->part, "items");
}

static const Value *by_items(Ev *ev, const char *name, const Value *a, const Value *b, Span span) {
    const Value *args[] = {a, b};
    return ev_call_values(ev, ev_prelude(ev, "_pyaot_methods", name), args, 2, span);
}

static bool right_first(Ev *ev, const Value *a, const Value *b) {
    ClassInfo *x = ev_class_of(ev, a), *y = ev_class_of(ev, b);
    return x && y && x != y && ev_is_subclass(y, x);
}

/* Operators of built-in containers; *handled tells whether the operator is one. */
static const Value *container_binary(Ev *ev, AstOperator op, const Value *a, const Value *b, bool *handled, Span span) {
    bool sequence_a = (a->kind == V_STR || a->kind == V_LIST || is_plain_tuple(a)) && !is_view(ev, a);
    bool sequence_b = (b->kind == V_STR || b->kind == V_LIST || is_plain_tuple(b)) && !is_view(ev, b);
    *handled = true;
    if (op == AST_Mod && a->kind == V_STR) /* which asks no operator of the right one */
        return ev_percent_format(ev, a, b, span);
    if (op == AST_Mod && a->kind == V_BYTES)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "an operator of bytes");
    bool is_repeated = op == AST_Mult && sequence_a && ev_tuple_defines(ev, b, operator_names[op].left);
    if (is_repeated && !ev_tuple_defines(ev, b, operator_names[op].right)) /* Python asks the __rmul__() of tuples */
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "a product with a tuple whose class says what that is");
    *handled = !ev_tuple_defines(ev, a, operator_names[op].left) && !ev_tuple_defines(ev, b, operator_names[op].right);
    if (!*handled)
        return NULL;
    if (op == AST_Add && a->kind == V_STR && b->kind == V_STR)
        return concat_strings(ev, a, b);
    if (op == AST_Add && sequence_a && sequence_b && a->kind == b->kind)
        return concat_items(ev, a, b, span);
    if (op == AST_Mult && sequence_a && is_count(b))
        return repeat(ev, a, b, span);
    if (op == AST_Mult && sequence_b && is_count(a))
        return repeat(ev, b, a, span);
    bool of_sets = op == AST_BitOr || op == AST_BitAnd || op == AST_BitXor || op == AST_Sub;
    if (of_sets && (is_set_view(ev, a) || (is_set_view(ev, b) && leaves_operator(ev, a, operator_names[op].left)))) {
        bool asks_items = op == AST_BitAnd || (op == AST_BitXor && are_items(ev, a) && are_items(ev, b));
        if (asks_items && (is_no_set(ev, a, span) || is_no_set(ev, b, span)))
            return op == AST_BitXor     ? by_items(ev, "items_xor", a, b, span)
                   : is_set_view(ev, a) ? by_items(ev, "view_and", a, b, span)
                                        : by_items(ev, "view_and", b, a, span);
        if (op != AST_BitAnd) { /* which goes through the items */
            a = ev_held_members(ev, a);
            b = ev_held_members(ev, b);
        }
        const Value *x = set_of_view(ev, a, span), *y = x ? set_of_view(ev, b, span) : NULL;
        Value *left = y ? arena_copy(ev->arena, x, sizeof *x) : NULL;
        if (left)
            left->u.instance.cls = NULL; /* no frozenset: the view's operator makes a set */
        return left ? set_binary(ev, op, left, y) : NULL;
    }
    if (a->kind == V_SET && b->kind == V_SET &&
        (op == AST_BitOr || op == AST_BitAnd || op == AST_BitXor || op == AST_Sub))
        return set_binary(ev, op, a, b);
    bool of_class = ev_dict_defines(ev, a, "__or__") || (ev_dict_defines(ev, b, "__ror__") && right_first(ev, a, b));
    if (a->kind == V_DICT && b->kind == V_DICT && op == AST_BitOr && !of_class)
        return dict_union(ev, a, b);
    *handled = false;
    return NULL;
}

/* ---- the protocol
 * ------------------------------------------------------------------------------------------------------ */

/* One special method. NULL with *absent set: it does not exist or answers NotImplemented. */
static const Value *try_special(Ev *ev, const Value *object, const char *name, const Value *arg, bool *absent,
                                Span span) {
    const Value *method = ev_special(ev, object, name, span);
    *absent = false;
    if (!method) {
        *absent = ev->fail.kind == FAIL_NONE;
        return NULL;
    }
    const Value *result = ev_call1(ev, method, arg, span);
    *absent = result && result->kind == V_NOT_IMPLEMENTED;
    return *absent ? NULL : result;
}

/* An operator of the subclass comes first only if it is another one. */
static bool overrides(Ev *ev, const Value *a, const Value *b, const char *right) {
    return right && right_first(ev, a, b) &&
           ev_class_lookup(ev, ev_class_of(ev, a), str_of(right), NULL) !=
               ev_class_lookup(ev, ev_class_of(ev, b), str_of(right), NULL);
}

/* The operator of the right operand; NULL: it is not asked, as it is that of the left one's class. */
static const char *reflected(const Value *a, const Value *b, const char *right) {
    const ClassInfo *of_tuple = a->kind == V_TUPLE && b->kind == V_TUPLE ? a->u.tuple.cls : NULL;
    const ClassInfo *of_dict = ev_dict_class(b) ? ev_dict_class(a) : NULL;
    bool is_same = a->kind == V_INSTANCE && b->kind == V_INSTANCE && a->u.instance.cls == b->u.instance.cls;
    is_same = is_same || (of_tuple && of_tuple == b->u.tuple.cls) || (of_dict && of_dict == ev_dict_class(b));
    return is_same ? NULL : right;
}

/* `left` of a and `right` of b, which is asked first if `reversed`. */
static const Value *protocol_binary(Ev *ev, const char *left, const char *right, const Value *a, const Value *b,
                                    bool reversed, bool *absent, Span span) {
    const Value *first = reversed ? b : a, *second = reversed ? a : b;
    const Value *result = try_special(ev, first, reversed ? right : left, second, absent, span);
    if (!*absent || !right)
        return result;
    return try_special(ev, second, reversed ? left : right, first, absent, span);
}

/* Is it a class in Python, and a function here, or may it be one? */
static bool may_be_class(const Value *v) {
    return v->kind == V_BUILTIN || (v->kind == V_FUNCTION && v->u.function->is_prelude);
}

/* int | None: what isinstance() takes for a tuple of both. NULL without a failure: no such thing. */
static const Value *union_of(Ev *ev, const Value *a, const Value *b, Span span) {
    const Value *sides[] = {a, b};
    if (may_be_class(a) || may_be_class(b))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "a union with %s, or an operator of it",
                       ev_type_name(ev, may_be_class(a) ? a : b));
    for (int i = 0; i < 2; i++)
        if (sides[i]->kind != V_CLASS && sides[i]->kind != V_NONE && !ev_is_alias(ev, sides[i]))
            return NULL;
    return a->kind == V_NONE && b->kind == V_NONE ? NULL : ev_alias(ev, ev_tuple(ev, sides, 2));
}

const char *ev_view_name(Ev *ev, const Value *view) {
    const DictView *of = heap_info(ev->heap, view->u.object);
    return arena_printf(ev->arena, "%sdict_%s", ev_keeps_order(of->dict) ? "o" : "", of->part);
}

const char *ev_name_of_operand(Ev *ev, const Value *v) {
    return is_view(ev, v) ? ev_view_name(ev, v) : ev_type_name(ev, v);
}

static bool is_joined(const Value *v) {
    return v->kind == V_STR || v->kind == V_LIST || v->kind == V_TUPLE || v->kind == V_BYTES;
}

/* A tuple whose class has methods for `*`: those of `tuple` that it lacks are methods like them. */
static bool has_own_product(Ev *ev, const Value *v) {
    static const char *const names[] = {"__mul__", "__rmul__"};
    const ClassInfo *cls = v->kind == V_TUPLE ? v->u.tuple.cls : NULL, *where;
    for (size_t i = 0; cls && i < COUNT_OF(names); i++)
        if (ev_class_lookup(ev, cls, str_of(names[i]), &where) && !where->is_builtin)
            return true;
    return false;
}

static const Value *type_error(Ev *ev, const char *op, const Value *a, const Value *b, Span span) {
    const Value *made = strcmp(op, "|") == 0 ? union_of(ev, a, b, span) : NULL;
    if (made || ev->fail.kind)
        return made;
    if (a->kind == V_BYTES || b->kind == V_BYTES)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "an operator of bytes");
    bool joins_left = is_joined(a) && !is_view(ev, a), joins_right = is_joined(b) && !is_view(ev, b);
    const Value *times = joins_left ? b : a; /* an object with __index__() */
    if (!strcmp(op, "*") && (joins_left || joins_right) && times->kind == V_TENSOR)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "a %s times a tensor", ev_type_name(ev, joins_left ? a : b));
    if (!strcmp(op, "*") && (joins_left || joins_right) && ev_may_have_methods(times)) {
        const Value *count = ev_number_by(ev, times, "__index__", span);
        if (count || ev->fail.kind)
            return count ? repeat(ev, joins_left ? a : b, count, span) : NULL;
    }
    const char *left = ev_name_of_operand(ev, a), *right = ev_name_of_operand(ev, b);
    if (*op == '+' && joins_left) {
        left = a->kind == V_TUPLE ? "tuple" : left; /* named ones too */
        return ev_raise(ev, "TypeError", span, "can only concatenate %s (not \"%s\") to %s", left, right, left);
    }
    bool own_left = has_own_product(ev, a);
    if (!strcmp(op, "*") && (own_left || has_own_product(ev, b))) /* tuple.__mul__() is asked, as a method */
        return ev_raise(ev, "TypeError", span, "'%s' object cannot be interpreted as an integer",
                        own_left ? right : left);
    if (!strcmp(op, "*") && (joins_left || joins_right))
        return ev_raise(ev, "TypeError", span, "can't multiply sequence by non-int of type '%s'",
                        joins_left ? right : left);
    op = strcmp(op, "**") ? op : "** or pow()";
    return ev_raise(ev, "TypeError", span, "unsupported operand type(s) for %s: '%s' and '%s'", op, left, right);
}

/* a += b says so where neither object has an operator for it. */
static const Value *inplace_error(Ev *ev, AstOperator op, const Value *a, const Value *b, const Value *result) {
    const Value *raised = !result && ev->fail.kind == FAIL_RAISE ? ev->fail.exception : NULL;
    bool by_operator = raised && raised->u.instance.cls == ev_exception_class(ev, "TypeError");
    bool joins = is_joined(a) && !is_view(ev, a), repeats = is_joined(b) && (ev_is_number(a) || a->kind == V_NONE);
    bool as_sequence = joins ? op == AST_Add || op == AST_Mult : repeats && op == AST_Mult;
    bool of_texts = a->kind == V_STR && op == AST_Mod; /* which formats */
    if (by_operator && !as_sequence && !of_texts)
        ev_forget_message(ev, raised);
    return result;
}

static const Value *binary_item(Ev *ev, int op, const Value *a, const Value *b, Span span) {
    return ev_binary(ev, (AstOperator)op, a, b, span);
}

const Value *ev_binary(Ev *ev, AstOperator op, const Value *a, const Value *b, Span span) {
    if (ev_is_number(a) && ev_is_number(b))
        return ev_number_binary(ev, op, a, b, span);
    bool handled, absent, is_sum = op == AST_Add || op == AST_Sub || op == AST_Mult;
    const Value *result = ev_choice_operate(ev, binary_item, (int)op, is_sum, a, b, &handled, span);
    if (handled)
        return result;
    if (!ev_rows_operands(ev, &a, &b, span))
        return NULL;
    result = op == AST_Add && (a->kind == V_ROWS || b->kind == V_ROWS) ? ev_rows_sum(ev, a, b, span) : NULL;
    if (result || ev->fail.kind)
        return result;
    if (is_opaque(a) || is_opaque(b))
        return need_operand(ev, is_opaque(a) ? a : b, span);
    result = container_binary(ev, op, a, b, &handled, span);
    if (handled)
        return result;
    const char *right = reflected(a, b, operator_names[op].right);
    result = protocol_binary(ev, operator_names[op].left, right, a, b, overrides(ev, a, b, right), &absent, span);
    return absent ? type_error(ev, ast_operator_text(op), a, b, span) : result;
}

const Value *ev_divmod(Ev *ev, const Value *a, const Value *b, Span span) {
    if (ev_is_number(a) && ev_is_number(b)) {
        const Value *items[2] = {ev_number_binary(ev, AST_FloorDiv, a, b, span)};
        items[1] = items[0] ? ev_number_binary(ev, AST_Mod, a, b, span) : NULL;
        if (ev->fail.kind == FAIL_RAISE && (a->kind == V_FLOAT || b->kind == V_FLOAT))
            ev_forget_message(ev, ev->fail.exception); /* divmod() has other words than // */
        return items[1] ? ev_tuple(ev, items, 2) : NULL;
    }
    if (is_opaque(a) || is_opaque(b))
        return need_operand(ev, is_opaque(a) ? a : b, span);
    bool absent;
    const char *right = reflected(a, b, "__rdivmod__");
    const Value *result = protocol_binary(ev, "__divmod__", right, a, b, overrides(ev, a, b, right), &absent, span);
    return absent ? type_error(ev, "divmod()", a, b, span) : result;
}

/* The set itself gets the members of the result. */
static const Value *set_inplace(Ev *ev, AstOperator op, const Value *a, const Value *b, Span span) {
    if (!ev_may_write(ev, a, a->u.object, span))
        return NULL;
    const Value *result = set_binary(ev, op, a, b);
    const HeapContent *old = heap_content(ev->heap, a->u.object), *now = heap_content(ev->heap, result->u.object);
    const Value **keys = arena_array(ev->arena, const Value *, old->count + 1);
    uint32_t count = old->count;
    for (uint32_t i = 0; i < count; i++)
        keys[i] = old->slots[i].key;
    for (uint32_t i = 0; i < count; i++)
        if (op == AST_BitAnd ||
            !heap_get_key(ev->heap, result->u.object, keys[i])) /* it may be the other's key that stays */
            heap_remove_key(ev->heap, a->u.object, keys[i]);
    for (uint32_t i = 0; i < now->count; i++)
        heap_set_key(ev->heap, a->u.object, now->slots[i].key, now->slots[i].key);
    return a;
}

static const Value *inplace_item(Ev *ev, int op, const Value *a, const Value *b, Span span) {
    return ev_inplace(ev, (AstOperator)op, a, b, span);
}

const Value *ev_inplace(Ev *ev, AstOperator op, const Value *a, const Value *b, Span span) {
    bool is_chosen = (a->kind == V_UNKNOWN && ev_choice_of(ev, a)) || (ev_is_number(a) && ev_choice_of(ev, b));
    if (is_chosen) /* numbers cannot be written */
        return inplace_error(ev, op, a, b, ev_binary(ev, op, a, b, span));
    bool handled;
    const Value *each = ev_choice_operate(ev, inplace_item, (int)op, false, a, b, &handled, span);
    if (handled)
        return each;
    bool grows = op == AST_Add && a->source && (a->kind == V_LIST || map_has(&ev->opened, MAP_KEY(a->source)));
    if (grows && !ev->in_driver) /* of a list of the caller that nothing else is asked of only the end matters */
        return ev_call_method(ev, a, "extend", &b, 1, span) ? a : NULL;
    if (is_opaque(a))
        return need_operand(ev, a, span);
    if (a->kind == V_LIST && (op == AST_Add || op == AST_Mult) && b->kind == V_INSTANCE) {
        bool absent; /* lists have no operators of numbers, which are asked for first */
        const Value *result = try_special(ev, b, operator_names[op].right, a, &absent, span);
        if (!absent)
            return result;
    }
    if (a->kind == V_LIST && op == AST_Add && !is_view(ev, a))
        return ev_call_method(ev, a, "extend", &b, 1, span) ? a : NULL;
    if (a->kind == V_LIST && op == AST_Mult && !is_view(ev, a) && ev_is_number(b)) {
        const Value *all = ev_binary(ev, op, a, b, span), *bounds[] = {ev_none(ev), ev_none(ev), ev_none(ev)};
        return all && ev_setitem(ev, a, ev_items_value(ev, V_SLICE, bounds, 3), all, span) ? a : NULL;
    }
    bool of_sets = a->kind == V_SET && b->kind == V_SET;
    if (of_sets && a->u.instance.cls)
        return ev_binary(ev, op, a, b, span); /* a frozenset is another one then */
    const Value *other = a->kind == V_SET && !a->u.instance.cls ? set_of(ev, b) : NULL;
    if (other && (op == AST_BitOr || op == AST_BitAnd || op == AST_BitXor || op == AST_Sub))
        return set_inplace(ev, op, a, other, span);
    if (a->kind == V_SET && is_view(ev, b)) /* the view's operator makes a new set */
        return inplace_error(ev, op, a, b, ev_binary(ev, op, a, b, span));
    bool updates = b->kind == V_DICT || b->kind == V_LIST || b->kind == V_TUPLE;
    if (a->kind == V_DICT && updates && op == AST_BitOr && !ev_dict_defines(ev, a, "__ior__"))
        return ev_dict_take(ev, a, &(CallArgs){.args = &b, .count = 1}, span) ? a : NULL;
    bool of_class = a->kind == V_DICT && ev_dict_class(a) &&
                    (op != AST_BitOr || ev_dict_defines(ev, a, operator_names[op].inplace));
    bool has_none = ev_is_number(b) || b->kind == V_STR || b->kind == V_BYTES || b->kind == V_NONE ||
                    b->kind == V_TUPLE || b->kind == V_RANGE || (b->kind == V_LIST && !is_view(ev, b)) ||
                    (b->kind == V_DICT && !ev_dict_class(b)); /* no operator that a set could leave it to */
    if (a->kind == V_SET && has_none && !(b->kind == V_TUPLE && b->u.tuple.cls))
        return ev_raise(ev, "TypeError", span, "unsupported operand type(s) for %s=: '%s' and '%s'",
                        ast_operator_text(op), ev_type_name(ev, a), ev_type_name(ev, b));
    if ((a->kind == V_LIST && !is_view(ev, a)) || a->kind == V_SET || (a->kind == V_DICT && !of_class))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "'%s=' on a %s", ast_operator_text(op), ev_type_name(ev, a));
    if ((a->kind == V_TENSOR || a->kind == V_INSTANCE || of_class) && !is_opaque(b)) {
        bool absent;
        const Value *result = try_special(ev, a, operator_names[op].inplace, b, &absent, span);
        if (!absent)
            return result;
    }
    return inplace_error(ev, op, a, b, ev_binary(ev, op, a, b, span));
}

const Value *ev_unary(Ev *ev, AstUnaryOp op, const Value *a, Span span) {
    static const char *const names[] = {[AST_Invert] = "__invert__", [AST_UAdd] = "__pos__", [AST_USub] = "__neg__"};
    if (ev_is_number(a))
        return ev_number_unary(ev, op, a, span);
    if (is_opaque(a))
        return need_operand(ev, a, span);
    const Value *method = ev_special(ev, a, names[op], span);
    if (!method)
        return ev->fail.kind ? NULL
                             : ev_raise(ev, "TypeError", span, "bad operand type for unary %s: '%s'",
                                        ast_unary_text(op), ev_type_name(ev, a));
    return ev_call_values(ev, method, NULL, 0, span);
}

/* ---- truth
 * ----------------------------------------------------------------------------------------------------------------- */

static bool is_scalar_of(const Value *v, IrKind kind) { return v->kind == V_SCALAR && v->u.node->type.kind == kind; }

static const Value *checked_truth(Ev *ev, const Value *truth, Span span) {
    if (!truth || truth->kind == V_BOOL || is_scalar_of(truth, IRT_BOOL))
        return truth;
    if (truth->kind == V_UNKNOWN || truth->kind == V_EXTERNAL)
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "what __bool__() gives is not known when compiling");
    return ev_raise(ev, "TypeError", span, "__bool__ should return bool, returned %s", ev_type_name(ev, truth));
}

const Value *ev_length_of_object(Ev *ev, const Value *v, Span span) {
    const Value *method = ev_special(ev, v, "__len__", span);
    const Value *length = method ? ev_call_values(ev, method, NULL, 0, span) : NULL;
    int64_t known;
    if (length && is_scalar_of(length, IRT_INT))
        return ev_call1(ev, ev_prelude(ev, "builtins", "_length"), length, span);
    if (!length)
        return NULL;
    if (length->kind == V_BOOL)
        return ev_int(ev, length->u.boolean);
    if (length->kind == V_INT && sh_is_const(length->u.expr, &known) && known < 0)
        return ev_raise(ev, "ValueError", span, "__len__() should return >= 0");
    if (length->kind == V_INT) {
        const ShExpr *zero = sh_const(ev->shapes, 0);
        return ev->in_driver || ev_assume_compare(ev, SH_LE, zero, length->u.expr, span) ? length : NULL;
    }
    if (length->kind == V_FLOAT || length->kind == V_STR || length->kind == V_NONE)
        return ev_raise(ev, "TypeError", span, "'%s' object cannot be interpreted as an integer",
                        ev_type_name(ev, length));
    return ev_fail(ev, D_UNKNOWN_VALUE, span, "what __len__() gives is %s %s", ev_article(ev_type_name(ev, length)),
                   ev_type_name(ev, length));
}

/* Is it a class of a file, with bases like that, which can be found by its name? */
static bool is_found_by_name(const ClassInfo *cls) {
    bool found = cls && !strchr(cls->qualname, '<');
    for (uint32_t i = 0; found && i < cls->mro_count; i++)
        found = !strcmp(cls->mro[i]->name, "object") || (cls->mro[i]->def && !cls->mro[i]->module->is_prelude);
    return found;
}

/* The program may give the class such a method after the build. */
void ev_lacks_fact(Ev *ev, const Value *object, const char *name, Span span) {
    const ClassInfo *cls = ev_class_of(ev, object);
    if (!ev->in_driver && is_found_by_name(cls))
        ev_class_lacks_fact(ev, ev_qualified_path(cls->module, cls->qualname), str_of(name), span);
}

static const Value *truth_of_object(Ev *ev, const Value *v, Span span) {
    const Value *method = ev_special(ev, v, "__bool__", span);
    if (method)
        return checked_truth(ev, ev_call_values(ev, method, NULL, 0, span), span);
    if (ev->fail.kind)
        return NULL;
    ev_lacks_fact(ev, v, "__bool__", span);
    const Value *length = ev_length_of_object(ev, v, span);
    if (length || ev->fail.kind)
        return length ? ev_truth(ev, length, span) : NULL;
    ev_lacks_fact(ev, v, "__len__", span);
    return ev_bool(ev, true);
}

static const Value *truth_of_scalar(Ev *ev, const Value *v, Span span) {
    IrNode *node = v->u.node;
    if (node->type.kind == IRT_BOOL)
        return v;
    IrNode *zero = node->type.kind == IRT_INT ? ir_const_int(ev->region, 0) : ir_const_float(ev->region, 0.0);
    return ev_scalar(ev, ir_binary(ev->region, OP_NE, ir_scalar_type(IRT_BOOL), node, zero, span));
}

const Value *ev_truth(Ev *ev, const Value *v, Span span) {
    if (!ev_decides_traced(ev, v, span))
        return NULL;
    switch (v->kind) {
    case V_NONE:
        return ev_bool(ev, false);
    case V_BOOL:
        return v;
    case V_INT:
        return ev_number_compare(ev, AST_NotEq, v, ev_int(ev, 0), span);
    case V_FLOAT:
        return ev_bool(ev, v->u.number != 0);
    case V_SCALAR:
        return truth_of_scalar(ev, v, span);
    case V_STR:
    case V_BYTES: {
        const Choice *choice = v->u.str ? NULL : ev_choice_of(ev, v);
        return choice     ? ev_choice_truth(ev, choice, span)
               : v->u.str ? ev_bool(ev, str_len(v->u.str) > 0)
                          : ev_need_known(ev, v, span);
    }
    case V_TUPLE:
        return ev_bool(ev, v->u.tuple.count > 0);
    case V_LIST:
    case V_DICT:
    case V_SET:
        return ev_bool(ev, heap_count(ev->heap, v->u.object) > 0);
    case V_RANGE: {
        const Value *const *items;
        uint32_t count;
        if (!ev_sequence(ev, v, &items, &count))
            return ev_fail(ev, D_UNKNOWN_VALUE, span, "the truth of a range that is not known when compiling");
        return ev_bool(ev, count > 0);
    }
    case V_TENSOR:
    case V_INSTANCE:
        return truth_of_object(ev, v, span);
    case V_CLASS:
        if (v->u.class_info->has_metaclass)
            return ev_fail(ev, D_UNKNOWN_VALUE, span, "the truth of class %s, which has a metaclass",
                           v->u.class_info->name);
        return v->u.class_info->metaclass ? truth_of_object(ev, v, span) : ev_bool(ev, true);
    case V_UNKNOWN:
        return ev_need(ev, v, HYP_BOOL, DT_NONE, -1, span);
    case V_EXTERNAL:
        return need_operand(ev, v, span);
    case V_ROWS: {
        const ShExpr *count;
        return ev_rows_count(ev, v, &count, span) ? ev_truth(ev, ev_int_expr(ev, count), span) : NULL;
    }
    default:
        return ev_bool(ev, true);
    }
}

/* ---- equality and comparison
 * ---------------------------------------------------------------------------------------------------- */

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

bool ev_equal_known(Ev *ev, const Value *a, const Value *b, bool *out, Span span) {
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
        if (!are_not_both_nan(ev, x[i], y[i], span))
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
        return try_special(ev, a, "__eq__", b, &absent, span);
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
    if (refuse_own_set(ev, a, b, span))
        return NULL;
    bool view_a = is_set_view(ev, a), view_b = is_set_view(ev, b);
    if ((view_a && (view_b || set_of(ev, b))) || (view_b && set_of(ev, a))) {
        if (is_no_set(ev, a, span) || is_no_set(ev, b, span))
            return view_a ? by_items(ev, "view_eq", a, b, span) : by_items(ev, "view_eq", b, a, span);
        const Value *x = set_of_view(ev, a, span), *y = x ? set_of_view(ev, b, span) : NULL;
        return y ? equal_containers(ev, x, y, span) : NULL;
    }
    if (is_container(a) && a->kind == b->kind && !is_view(ev, a) && !is_view(ev, b))
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
    bool is_view_first = is_set_view(ev, a) && ev_held(ev, b)->kind == V_SET;
    return !is_view_first && (compares_itself(ev, a) || compares_itself(ev, b));
}

static const Value *equal(Ev *ev, const Value *a, const Value *b, Span span) {
    if (ev_is_number(a) && ev_is_number(b))
        return ev_number_compare(ev, AST_Eq, a, b, span);
    if (!ev->in_driver && (ev_has_parameters(ev, a) || ev_has_parameters(ev, b)))
        return refuse_parameters(ev, span);
    if (is_opaque(a) || is_opaque(b))
        return need_operand(ev, is_opaque(a) ? a : b, span);
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
        const Value *result = protocol_binary(ev, "__eq__", "__eq__", a, b, right_first(ev, a, b), &absent, span);
        if (!absent)
            return result;
    }
    return equal_plainly(ev, a, b, span);
}

static const Value *negated(Ev *ev, const Value *value, Span span) {
    const Value *truth = value ? ev_truth(ev, value, span) : NULL;
    return truth ? ev_not(ev, truth, span) : NULL;
}

/* __ne__ of one operand: object's gives the opposite of what its __eq__ says. */
static const Value *try_ne(Ev *ev, const Value *object, const Value *other, bool *absent, Span span) {
    const Value *result = try_special(ev, object, "__ne__", other, absent, span);
    ClassInfo *cls = *absent ? ev_class_of(ev, object) : NULL;
    if (!*absent || (cls && ev_class_lookup(ev, cls, str_of("__ne__"), NULL)))
        return result;
    result = try_special(ev, object, "__eq__", other, absent, span);
    return *absent ? NULL : negated(ev, result, span);
}

static const Value *not_equal(Ev *ev, const Value *a, const Value *b, Span span) {
    if (ev_is_number(a) && ev_is_number(b))
        return ev_number_compare(ev, AST_NotEq, a, b, span);
    if (asks_methods(ev, a, b)) {
        bool absent;
        if (is_opaque(a) || is_opaque(b))
            return need_operand(ev, is_opaque(a) ? a : b, span);
        bool reversed = right_first(ev, a, b);
        const Value *first = reversed ? b : a, *second = reversed ? a : b;
        const Value *result = try_ne(ev, first, second, &absent, span);
        if (absent)
            result = try_ne(ev, second, first, &absent, span);
        return absent ? negated(ev, equal_plainly(ev, a, b, span), span) : result;
    }
    return negated(ev, equal(ev, a, b, span), span);
}

/* Is the item the one that `in` looks for? What numbers of the run time are is said by the run time. */
static const Value *is_item(Ev *ev, const Value *item, const Value *wanted, Span span) {
    if (ev_is_same(item, wanted) == SH_YES)
        return ev_bool(ev, true);
    if (ev_is_number(item) && ev_is_number(wanted) && (cannot_be_nan(item) || cannot_be_nan(wanted))) {
        const Value *result = ev_number_compare(ev, AST_Eq, item, wanted, span);
        return result ? ev_truth(ev, result, span) : NULL;
    }
    bool found;
    return ev_equal_known(ev, item, wanted, &found, span) ? ev_bool(ev, found) : NULL;
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
    Value *frozen = arena_copy(ev->arena, set_binary(ev, AST_BitOr, set, set), sizeof *frozen);
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
    if (asked)
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
    if (container->kind == V_STR && item->kind != V_UNKNOWN)
        return item->kind == V_NONE || ev_is_number(item)
                   ? ev_raise(ev, "TypeError", span, "'in <string>' requires string as left operand, not %s",
                              ev_type_name(ev, item))
                   : ev_fail(ev, D_UNSUPPORTED_OP, span, "'in' of a str and this %s", ev_type_name(ev, item));
    const Value *found = is_set_view(ev, container) && !is_opaque(item) ? view_has(ev, container, item, span)
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
        return need_operand(ev, other, span);
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
    if (is_opaque(a) || is_opaque(b)) {
        const Value *unknown = is_opaque(a) ? a : b, *other = is_opaque(a) ? b : a;
        bool number = unknown->kind == V_UNKNOWN && (other->kind == V_INT || other->kind == V_BOOL);
        return number ? ev_need(ev, unknown, HYP_INT, DT_NONE, -1, span) : need_operand(ev, unknown, span);
    }
    if (a->kind == V_STR && b->kind == V_STR && !(a->u.str && b->u.str))
        return ev_need_known(ev, a->u.str ? b : a, span);
    if (a->kind == V_STR && b->kind == V_STR)
        return ev_number_compare(ev, op, ev_int(ev, compare_text(a, b)), ev_int(ev, 0), span);
    if ((a->kind == V_SET && b->kind == V_SET) || are_sets(ev, a, b, names[op].left)) {
        if (is_no_set(ev, a, span) || is_no_set(ev, b, span))
            return by_items(ev, views[op], a, b, span);
        const Value *x = set_of_view(ev, a, span), *y = x ? set_of_view(ev, b, span) : NULL;
        return y ? ev_bool(ev, order_sets(ev, op, x->u.object, y->u.object)) : NULL;
    }
    if (a->kind == b->kind && (a->kind == V_TUPLE || a->kind == V_LIST) && !is_view(ev, a) && !is_view(ev, b))
        return order_containers(ev, op, a, b, span);
    bool absent;
    const Value *result =
        protocol_binary(ev, names[op].left, names[op].right, a, b, right_first(ev, a, b), &absent, span);
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
    if (searched && ev_rows_cell(b) && !ev_filled_now(ev, ev_rows_cell(b)))
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
