/* Python's operator protocol: arithmetic over all kinds of values, and truth. Numbers go to ev_number.c; tensors and
 * instances to the special methods of their class; comparison is in ev_compare.c. */
#include "analysis/ev_operator.h"

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
const Value *ev_need_operand(Ev *ev, const Value *v, Span span) {
    if (v->kind == V_ROWS)
        return ev_rows_refuse(ev, v, span);
    if (v->kind == V_EXTERNAL)
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "an operation on '%s', which pyaot cannot see into", v->u.str);
    return ev_need(ev, v, HYP_TENSOR_FLAT, DT_NONE, -1, span);
}

bool ev_is_opaque(const Value *v) { return v->kind == V_UNKNOWN || v->kind == V_EXTERNAL || v->kind == V_ROWS; }

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

/* [number] * n, with n as the sizes of tensors, the caller or the data say: as a comprehension makes it. */
static const Value *repeat_number(Ev *ev, const Value *sequence, const Value *count, Span span) {
    const Value *const *items;
    const ShExpr *times;
    uint32_t n;
    if (!ev_as_expr(ev, count, &times) || sh_hint(times, 1) < 1) /* a comprehension is taken to have an item */
        return NULL;
    if (!ev_rows_may_repeat(ev) || sequence->kind != V_LIST || ev_number_kind(count) != IRT_INT ||
        !ev_sequence(ev, sequence, &items, &n) || n != 1 || !ev_is_number(items[0]))
        return NULL;
    const Value *args[] = {items[0], count};
    const Value *list = ev_call_values(ev, ev_prelude(ev, "builtins", "_repeated"), args, 2, span);
    ev_rows_repeated(ev, list);
    return list;
}

static const Value *repeat(Ev *ev, const Value *sequence, const Value *count, Span span) {
    int64_t times;
    if (!ev_as_int_known(count, &times)) {
        const Value *repeated = repeat_number(ev, sequence, count, span);
        if (repeated || ev->fail.kind)
            return repeated;
        return count->kind == V_SCALAR && ev_need_any_known(ev, span) ? NULL : ev_need_size(ev, count, span);
    }
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

const Value *ev_set_binary(Ev *ev, AstOperator op, const Value *a, const Value *b) {
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
bool ev_is_view(Ev *ev, const Value *v) { return v->kind == V_LIST && heap_info(ev->heap, v->u.object); }

/* The keys or items of a dict are a set to the operators. */
bool ev_is_set_view(Ev *ev, const Value *v) {
    return ev_is_view(ev, v) && strcmp(((const DictView *)heap_info(ev->heap, v->u.object))->part, "values") != 0;
}

/* A set, also what an object of a subclass holds that is read as any set is; else NULL. */
const Value *ev_set_of(Ev *ev, const Value *v) {
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
bool ev_are_sets(Ev *ev, const Value *a, const Value *b, const char *name) {
    bool view_a = ev_is_set_view(ev, a), view_b = ev_is_set_view(ev, b);
    return (view_a && (view_b || ev_set_of(ev, b))) || (view_b && ev_set_of(ev, a) && leaves_operator(ev, a, name));
}

/* What a view is compared with says itself what is in it, where it is an object of a class of the program. */
static bool is_own_set(Ev *ev, const Value *v) { return ev_held(ev, v)->kind == V_SET && !ev_set_of(ev, v); }

bool ev_refuse_own_set(Ev *ev, const Value *a, const Value *b, Span span) {
    if (!(ev_is_set_view(ev, a) && is_own_set(ev, b)) && !(ev_is_set_view(ev, b) && is_own_set(ev, a)))
        return false;
    ev_fail(ev, D_UNSUPPORTED_OP, span, "a view of a dict and a set whose class says what is in it");
    return true;
}

const Value *ev_set_of_view(Ev *ev, const Value *v, Span span) {
    const Value **items, *set = ev_set(ev);
    uint32_t count;
    const Value *known = ev_set_of(ev, v);
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
bool ev_is_no_set(Ev *ev, const Value *v, Span span) {
    const Value **items;
    uint32_t count = 0;
    bool has_hashes = true;
    if (ev_is_set_view(ev, v) && ev_iterate(ev, v, &items, &count, span))
        for (uint32_t i = 0; i < count && has_hashes; i++)
            has_hashes = ev_hashable(ev, items[i], span) || ev->fail.kind != FAIL_RAISE;
    ev_clear_fail(ev);
    return !has_hashes;
}

static bool are_items(Ev *ev, const Value *v) {
    return ev_is_view(ev, v) && !strcmp(((const DictView *)heap_info(ev->heap, v->u.object))->part, "items");
}

const Value *ev_by_items(Ev *ev, const char *name, const Value *a, const Value *b, Span span) {
    const Value *args[] = {a, b};
    return ev_call_values(ev, ev_prelude(ev, "_pyaot_methods", name), args, 2, span);
}

bool ev_right_first(Ev *ev, const Value *a, const Value *b) {
    ClassInfo *x = ev_class_of(ev, a), *y = ev_class_of(ev, b);
    return x && y && x != y && ev_is_subclass(y, x);
}

/* Operators of built-in containers; *handled tells whether the operator is one. */
static const Value *container_binary(Ev *ev, AstOperator op, const Value *a, const Value *b, bool *handled, Span span) {
    bool sequence_a = (a->kind == V_STR || a->kind == V_LIST || is_plain_tuple(a)) && !ev_is_view(ev, a);
    bool sequence_b = (b->kind == V_STR || b->kind == V_LIST || is_plain_tuple(b)) && !ev_is_view(ev, b);
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
    if (of_sets &&
        (ev_is_set_view(ev, a) || (ev_is_set_view(ev, b) && leaves_operator(ev, a, operator_names[op].left)))) {
        bool asks_items = op == AST_BitAnd || (op == AST_BitXor && are_items(ev, a) && are_items(ev, b));
        if (asks_items && (ev_is_no_set(ev, a, span) || ev_is_no_set(ev, b, span)))
            return op == AST_BitXor        ? ev_by_items(ev, "items_xor", a, b, span)
                   : ev_is_set_view(ev, a) ? ev_by_items(ev, "view_and", a, b, span)
                                           : ev_by_items(ev, "view_and", b, a, span);
        if (op != AST_BitAnd) { /* which goes through the items */
            a = ev_held_members(ev, a);
            b = ev_held_members(ev, b);
        }
        bool of_view = op == AST_BitAnd && ev_is_set_view(ev, a) && !ev_is_set_view(ev, b); /* of as many, the view's */
        const Value *x = ev_set_of_view(ev, of_view ? b : a, span);
        const Value *y = x ? ev_set_of_view(ev, of_view ? a : b, span) : NULL;
        Value *left = y ? arena_copy(ev->arena, x, sizeof *x) : NULL;
        if (left)
            left->u.instance.cls = NULL; /* no frozenset: the view's operator makes a set */
        return left ? ev_set_binary(ev, op, left, y) : NULL;
    }
    if (a->kind == V_SET && b->kind == V_SET &&
        (op == AST_BitOr || op == AST_BitAnd || op == AST_BitXor || op == AST_Sub))
        return ev_set_binary(ev, op, a, b);
    bool of_class = ev_dict_defines(ev, a, "__or__") || (ev_dict_defines(ev, b, "__ror__") && ev_right_first(ev, a, b));
    if (a->kind == V_DICT && b->kind == V_DICT && op == AST_BitOr && !of_class)
        return dict_union(ev, a, b);
    *handled = false;
    return NULL;
}

/* ---- the protocol
 * ------------------------------------------------------------------------------------------------------ */

/* Torch asks what stands beside a tensor for a __torch_function__, as any attribute is asked for. NumPy's scalars make
 * an array of what they do not know, and ask that as Python's numbers do. */
static bool is_asked_by_library(Ev *ev, const Value *object, const Value *arg) {
    static const char *const hooks[] = {"__torch_function__", "__getattr__", "__getattribute__"};
    const ClassInfo *cls = arg->kind == V_CLASS ? NULL : ev_class_of(ev, arg), *own = ev_class_of(ev, object);
    bool of_numpy = object->kind == V_INSTANCE && own->module->is_prelude && !strcmp(own->module->name, "numpy");
    if (!cls || cls->is_builtin || !cls->module || cls->module->is_prelude || (object->kind != V_TENSOR && !of_numpy))
        return false;
    for (size_t i = 0; i < COUNT_OF(hooks); i++) {
        const Value *hook = ev_class_lookup(ev, cls, str_of(hooks[i]), NULL);
        if (hook && hook->kind != V_BUILTIN && (hook->kind != V_FUNCTION || !hook->u.function->is_prelude))
            return true;
    }
    return of_numpy;
}

/* One special method. NULL with *absent set: it does not exist or answers NotImplemented. */
const Value *ev_try_special(Ev *ev, const Value *object, const char *name, const Value *arg, bool *absent, Span span) {
    const Value *method = ev_special(ev, object, name, span);
    *absent = false;
    if (method && !ev->in_driver && is_asked_by_library(ev, object, arg))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "an operator of %s %s and %s %s",
                       ev_article(ev_type_name(ev, object)), ev_type_name(ev, object),
                       ev_article(ev_type_name(ev, arg)), ev_type_name(ev, arg));
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
    if (!right || !ev_right_first(ev, a, b))
        return false;
    const Value *of_left = ev_class_lookup(ev, ev_class_of(ev, a), str_of(right), NULL);
    const Value *of_right = ev_class_lookup(ev, ev_class_of(ev, b), str_of(right), NULL);
    bool are_functions = of_left && of_right && of_left->kind == V_FUNCTION && of_right->kind == V_FUNCTION;
    return are_functions ? of_left->u.function != of_right->u.function : of_left != of_right;
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
const Value *ev_protocol_binary(Ev *ev, const char *left, const char *right, const Value *a, const Value *b,
                                bool reversed, bool *absent, Span span) {
    const Value *first = reversed ? b : a, *second = reversed ? a : b;
    const Value *result = ev_try_special(ev, first, reversed ? right : left, second, absent, span);
    if (!*absent || !right)
        return result;
    return ev_try_special(ev, second, reversed ? left : right, first, absent, span);
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
    return ev_is_view(ev, v) ? ev_view_name(ev, v) : ev_type_name(ev, v);
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
    bool joins_left = is_joined(a) && !ev_is_view(ev, a), joins_right = is_joined(b) && !ev_is_view(ev, b);
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
    bool joins = is_joined(a) && !ev_is_view(ev, a), repeats = is_joined(b) && (ev_is_number(a) || a->kind == V_NONE);
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
    if (ev_in_script(ev) && !ev->frame->module->is_prelude && !ev_script_computes(ev, op, a, b, span))
        return NULL;
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
    if (ev_is_opaque(a) || ev_is_opaque(b)) {
        const Value *unknown = ev_is_opaque(a) ? a : b, *other = ev_is_opaque(a) ? b : a;
        bool is_count = op == AST_Mult && unknown->kind == V_UNKNOWN &&
                        (other->kind == V_LIST || other->kind == V_TUPLE || other->kind == V_STR);
        return is_count ? ev_need(ev, unknown, HYP_INT, DT_NONE, -1, span) : ev_need_operand(ev, unknown, span);
    }
    result = container_binary(ev, op, a, b, &handled, span);
    if (handled)
        return result;
    const char *right = reflected(a, b, operator_names[op].right);
    result = ev_protocol_binary(ev, operator_names[op].left, right, a, b, overrides(ev, a, b, right), &absent, span);
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
    if (ev_is_opaque(a) || ev_is_opaque(b))
        return ev_need_operand(ev, ev_is_opaque(a) ? a : b, span);
    bool absent;
    const char *right = reflected(a, b, "__rdivmod__");
    const Value *result = ev_protocol_binary(ev, "__divmod__", right, a, b, overrides(ev, a, b, right), &absent, span);
    return absent ? type_error(ev, "divmod()", a, b, span) : result;
}

/* The set itself gets the members of the result. */
static const Value *set_inplace(Ev *ev, AstOperator op, const Value *a, const Value *b, Span span) {
    if (!ev_may_write(ev, a, a->u.object, span))
        return NULL;
    const Value *result = ev_set_binary(ev, op, a, b);
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
    bool is_chosen = (a->kind == V_UNKNOWN && ev_choice_of(ev, a) && !ev_choice_has_tensor(ev, a)) ||
                     (ev_is_number(a) && ev_choice_of(ev, b));
    if (is_chosen) /* numbers cannot be written */
        return inplace_error(ev, op, a, b, ev_binary(ev, op, a, b, span));
    bool handled;
    const Value *each = ev_choice_operate(ev, inplace_item, (int)op, false, a, b, &handled, span);
    if (handled)
        return each;
    bool grows = op == AST_Add && a->source && (a->kind == V_LIST || map_has(&ev->opened, MAP_KEY(a->source)));
    if (grows && !ev->in_driver) /* of a list of the caller that nothing else is asked of only the end matters */
        return ev_call_method(ev, a, "extend", &b, 1, span) ? a : NULL;
    if (ev_is_opaque(a))
        return ev_need_operand(ev, a, span);
    if (a->kind == V_LIST && (op == AST_Add || op == AST_Mult) && b->kind == V_INSTANCE) {
        bool absent; /* lists have no operators of numbers, which are asked for first */
        const Value *result = ev_try_special(ev, b, operator_names[op].right, a, &absent, span);
        if (!absent)
            return result;
    }
    if (a->kind == V_LIST && op == AST_Add && !ev_is_view(ev, a))
        return ev_call_method(ev, a, "extend", &b, 1, span) ? a : NULL;
    if (a->kind == V_LIST && op == AST_Mult && !ev_is_view(ev, a) && ev_is_number(b)) {
        const Value *all = ev_binary(ev, op, a, b, span), *bounds[] = {ev_none(ev), ev_none(ev), ev_none(ev)};
        return all && ev_setitem(ev, a, ev_items_value(ev, V_SLICE, bounds, 3), all, span) ? a : NULL;
    }
    bool of_sets = a->kind == V_SET && b->kind == V_SET;
    if (of_sets && a->u.instance.cls)
        return ev_binary(ev, op, a, b, span); /* a frozenset is another one then */
    const Value *other = a->kind == V_SET && !a->u.instance.cls ? ev_set_of(ev, b) : NULL;
    if (other && (op == AST_BitOr || op == AST_BitAnd || op == AST_BitXor || op == AST_Sub))
        return set_inplace(ev, op, a, other, span);
    if (a->kind == V_SET && ev_is_view(ev, b)) /* the view's operator makes a new set */
        return inplace_error(ev, op, a, b, ev_binary(ev, op, a, b, span));
    bool updates = b->kind == V_DICT || b->kind == V_LIST || b->kind == V_TUPLE;
    if (a->kind == V_DICT && updates && op == AST_BitOr && !ev_dict_defines(ev, a, "__ior__"))
        return ev_dict_take(ev, a, &(CallArgs){.args = &b, .count = 1}, span) ? a : NULL;
    bool of_class = a->kind == V_DICT && ev_dict_class(a) &&
                    (op != AST_BitOr || ev_dict_defines(ev, a, operator_names[op].inplace));
    bool has_none = ev_is_number(b) || b->kind == V_STR || b->kind == V_BYTES || b->kind == V_NONE ||
                    b->kind == V_TUPLE || b->kind == V_RANGE || (b->kind == V_LIST && !ev_is_view(ev, b)) ||
                    (b->kind == V_DICT && !ev_dict_class(b)); /* no operator that a set could leave it to */
    if (a->kind == V_SET && has_none && !(b->kind == V_TUPLE && b->u.tuple.cls))
        return ev_raise(ev, "TypeError", span, "unsupported operand type(s) for %s=: '%s' and '%s'",
                        ast_operator_text(op), ev_type_name(ev, a), ev_type_name(ev, b));
    if ((a->kind == V_LIST && !ev_is_view(ev, a)) || a->kind == V_SET || (a->kind == V_DICT && !of_class))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "'%s=' on a %s", ast_operator_text(op), ev_type_name(ev, a));
    if ((a->kind == V_TENSOR || a->kind == V_INSTANCE || of_class) && !ev_is_opaque(b)) {
        bool absent;
        const Value *result = ev_try_special(ev, a, operator_names[op].inplace, b, &absent, span);
        if (!absent)
            return result;
    }
    return inplace_error(ev, op, a, b, ev_binary(ev, op, a, b, span));
}

const Value *ev_unary(Ev *ev, AstUnaryOp op, const Value *a, Span span) {
    static const char *const names[] = {[AST_Invert] = "__invert__", [AST_UAdd] = "__pos__", [AST_USub] = "__neg__"};
    if (ev_is_number(a))
        return ev_number_unary(ev, op, a, span);
    if (ev_is_opaque(a))
        return ev_need_operand(ev, a, span);
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
    uint32_t named = 0; /* of a class that no global names it is known what it has, but not what its bases have */
    while (cls && named + 1 < cls->mro_count && ev_is_unnamed(cls->mro[named]))
        named++;
    if (!ev->in_driver && cls && is_found_by_name(cls->mro[named]))
        ev_class_lacks_fact(ev, ev_qualified_path(cls->mro[named]->module, cls->mro[named]->qualname), str_of(name),
                            span);
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
    case V_UNKNOWN: {
        const Choice *choice = ev_choice_of(ev, v);
        return choice ? ev_choice_truth(ev, choice, span) : ev_need(ev, v, HYP_BOOL, DT_NONE, -1, span);
    }
    case V_EXTERNAL:
        return ev_need_operand(ev, v, span);
    case V_ROWS: {
        const ShExpr *count;
        return ev_rows_count(ev, v, &count, span) ? ev_truth(ev, ev_int_expr(ev, count), span) : NULL;
    }
    default:
        return ev_bool(ev, true);
    }
}
