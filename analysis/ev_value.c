/* Making values, looking at them, failing, marks. */
#include "analysis/ev_internal.h"
#include "analysis/ir_number.h"
#include "analysis/tensor.h"

#include <ctype.h>
#include <stdarg.h>

/* ---- failure ----------------------------------------------------------------------------------------------------- */

/* The place in the program itself that led to a place in the prelude or in an inlined file. */
Span ev_user_span(const Ev *ev, Span span) {
    for (const Frame *frame = ev->frame; frame && !frame->module->is_main; frame = frame->parent)
        if (frame->call_span.file)
            span = frame->call_span;
    return span;
}

/* The place in an installed file that led to a place in the prelude, or the place itself; none in the program. */
Span ev_installed_span(const Ev *ev, Span span) {
    const Frame *frame = ev->frame;
    for (; frame && frame->module->is_prelude; frame = frame->parent)
        if (frame->call_span.file)
            span = frame->call_span;
    return frame && !frame->module->is_main ? span : (Span){0};
}

static const Value *fail_with(Ev *ev, Fail fail) {
    fail.inner = ev_installed_span(ev, fail.span);
    fail.span = ev_user_span(ev, fail.span);
    ev->fail = fail;
    return NULL;
}

const Value *ev_fail(Ev *ev, DiagCode code, Span span, const char *fmt, ...) {
    char text[600];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    ev->names_vaguely = false;
    return fail_with(ev, (Fail){FAIL_CUT, code, span, arena_copy(ev->arena, text, strlen(text) + 1), NULL, {0}});
}

/* Messages that say word by word what Python says. The text of other exceptions of ours is not known to the program. */
static bool is_exact(const char *fmt) {
    static const char *const exact[] = {
        "%s index out of range",
        "invalid literal for int() with base %d: %s",
        "could not convert string to float: %s",
        "not enough values to unpack (expected %s%u, got %u)",
        "too many values to unpack (expected %u)",
        "name '%s' is not defined",
        "pop from empty list",
        "pop index out of range",
        "substring not found",
        "empty separator",
        "list.remove(x): x not in list",
        "math domain error",
        "math range error",
        "isqrt() argument must be nonnegative",
        "slice step cannot be zero",
        "not all arguments converted during string formatting",
        "not enough arguments for format string",
        "can only assign an iterable",
        "must assign iterable to extended slice",
        "attempt to assign sequence of size %u to extended slice of size %u",
        "'in <string>' requires string as left operand, not %s",
        "'%s' object has no attribute '%s'",
        "'%s' object attribute '%s' is read-only",
        "type object '%s' has no attribute '%s'",
        "'%s' object is not subscriptable",
        "'%s' object is not iterable",
        "'%s' object is not callable",
        "'%s' not supported between instances of '%s' and '%s'",
        "object of type '%s' has no len()",
        "unhashable type: '%s'",
        "%s changed size during iteration",
        "popitem(): dictionary is empty",
        "pop from an empty set",
        "generator already executing",
        "generator raised StopIteration",
        "list modified during sort",
        "generator ignored GeneratorExit",
        "can't send non-None value to a just-started generator",
        "division by zero",
        "negative shift count",
        "range() arg 3 must not be zero",
        "unsupported operand type(s) for %s: '%s' and '%s'",
        "can only concatenate %s (not \"%s\") to %s",
        "can't multiply sequence by non-int of type '%s'",
        "bad operand type for unary %s: '%s'",
        "bad operand type for unary ~: '%s'",
        "bad operand type for abs(): '%s'",
        "type %s doesn't define __round__ method",
        "type %s doesn't define __trunc__ method",
        "Format string contains positional fields",
        "format requires a mapping",
        "'%s' object is not a mapping",
        "%s.%s returned non-float (type %s)",
        "%s returned non-int (type %s)",
        "'%s' is an invalid keyword argument for int()",
        "'%s' object is not reversible",
        "'%s' object is not an iterator",
        "'%s' object does not support item assignment",
        "'%s' object cannot be interpreted as an integer",
        "iter() returned non-iterator of type '%s'",
        "must be real number, not %s",
        "keywords must be strings",
        "update expected at most 1 argument, got %u",
        "dictionary update sequence element #%u has length %u; 2 is required",
        "attempt to assign sequence of size %u to extended slice of size %u",
        "not enough arguments for format string",
        "not all arguments converted during string formatting",
        "%s() takes no keyword arguments",
        "int() can't convert non-string with explicit base",
        "deque mutated during iteration",
        "exceptions must derive from BaseException",
        "exceptions must be classes or instances deriving from BaseException, not %s",
        "exception causes must derive from BaseException",
        "'%s' object is not a container",
        "%s takes no arguments",
        "%s() accepts %u positional sub-pattern%s (%u given)",
        "%s() takes no arguments",
        "object.__new__() takes exactly one argument (the type to instantiate)",
        "%s.__init__() takes exactly one argument (the instance to initialize)",
        "type '%s' is not an acceptable base type",
        "float division by zero",
        "No module named '%s'",
        "No active exception to reraise",
        "%s() %s '%s'",
        "%s() takes %s positional argument%s but %u%s %s given",
        "integer division or modulo by zero",
        "integer modulo by zero",
        "float floor division by zero",
        "float modulo",
        "%s is not in list",
        "tuple.index(x): x not in tuple",
        "'super' object has no attribute '%s'",
        "__bool__ should return bool, returned %s",
        "__len__() should return >= 0",
        "%s() argument must be a string%s or a real number, not '%s'",
        "int() base must be >= 2 and <= 36, or 0",
        "cannot convert float %s to integer",
        "range expected at least 1 argument, got 0",
        "slice expected at least 1 argument, got 0",
        "iter(v, w): v must be callable",
        "map() must have at least two arguments.",
        "%s expected at least 1 argument, got 0",
        "%s expected at most 1 argument, got %u",
        "%s expected at most %u argument%s, got %u",
        "'%s' object does not support item deletion",
        "__delitem__",
        "__setitem__",
        "sum() can't sum %s [use %s.join(seq) instead]",
        "the first argument must be callable",
        "type 'partial' takes at least one argument",
        "%s indices must be integers, not '%s'",
        "%s indices must be integers or slices, not %s",
        "'%s' object doesn't support item deletion",
        "type '%s' is not subscriptable",
        "unsupported operand type(s) for @: '%s' and '%s'",
        "cannot access local variable '%s' where it is not associated with a value",
        "cannot access free variable '%s' where it is not associated with a value in enclosing scope",
        "property '%s' of '%s' object has no setter",
        "property '%s' of '%s' object has no deleter",
        "cannot reassign member '%s'",
        "Replacement index %llu out of range for positional args tuple",
        "Single '}' encountered in format string",
        "%%%c format: %s is required, not %s",
        "math %s error",
        "super(): no arguments",
        "__init__() should return None, not '%s'",
        "Protocols cannot be instantiated",
        "pop expected at least 1 argument, got %u",
        "pop expected at most 2 arguments, got %u",
        "dict.pop() takes no keyword arguments",
        "%s() arg is an empty sequence",
        "Can't instantiate abstract class %s with abstract method%s %s",
        "argument of type '%s' is not iterable",
        "cannot unpack non-iterable %s object",
        "pow() 3rd argument cannot be 0",
        "base is not invertible for the given modulus",
        "pow() 3rd argument not allowed unless all arguments are integers",
    };
    return IS_AMONG(exact, fmt);
}

void ev_forget_message(Ev *ev, const Value *exception) {
    const Value *unknown = ev_str(ev, NULL);
    heap_set(ev->heap, exception->u.instance.object, str_of("(args)"), ev_tuple(ev, &unknown, 1));
}

static const Value *raised_type_error(Ev *ev) {
    const Value *raised = ev->fail.kind == FAIL_RAISE ? ev->fail.exception : NULL;
    return raised && raised->u.instance.cls == ev_exception_class(ev, "TypeError") ? raised : NULL;
}

bool ev_not_iterated(Ev *ev) {
    const Value *raised = raised_type_error(ev);
    if (raised)
        ev_forget_message(ev, raised);
    return false;
}

bool ev_not_iterated_as(Ev *ev, const Value *value, const char *fmt, Span span) {
    const Value *raised = raised_type_error(ev);
    bool by_its_class =
        value->kind == V_INSTANCE && (ev_class_lookup(ev, value->u.instance.cls, str_of("__iter__"), NULL) ||
                                      ev_class_lookup(ev, value->u.instance.cls, str_of("__getitem__"), NULL));
    if (!raised || by_its_class || value->kind == V_TENSOR || value->kind == V_UNKNOWN || value->kind == V_CLASS)
        return ev_not_iterated(ev);
    ev_clear_fail(ev);
    ev_raise(ev, "TypeError", span, fmt, ev_type_name(ev, value));
    return false;
}

/* Within the prelude's torch, where what Python refuses stands for what torch refuses in words of its own. */
static bool is_in_torch(const Ev *ev) {
    const Module *module = ev->frame ? ev->frame->module : NULL;
    return module && module->is_prelude && !strncmp(module->name, "torch", 5);
}

/* Does what the prelude's torch does with an argument fail in Python? What torch does with it is not known then: to
 * refuse it, the prelude has a statement. */
static bool is_unforeseen(const Ev *ev, const char *exception) {
    static const char *const names[] = {"IndexError", "KeyError", "TypeError", "ValueError"};
    if (!is_in_torch(ev))
        return false;
    return !strcmp(exception, "ZeroDivisionError") || (!ev->frame->in_primitive && IS_AMONG(names, exception));
}

/* The function of torch that the program has called. */
static const char *name_in_torch(const Ev *ev) {
    const Frame *frame = ev->frame;
    while (frame->parent && frame->parent->module->is_prelude)
        frame = frame->parent;
    return frame->function ? frame->function->name : frame->module->name;
}

const Value *ev_raise(Ev *ev, const char *exception, Span span, const char *fmt, ...) {
    char text[600];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    if (is_unforeseen(ev, exception)) {
        ev_fail(ev, D_UNSUPPORTED_OP, span, "arguments of %s() that torch may refuse: %s", name_in_torch(ev), text);
        return NULL;
    }
    ClassInfo *cls = ev_exception_class(ev, exception);
    const Value *value = NULL;
    if (cls) {
        Value *made = ev_value(ev, V_INSTANCE);
        made->u.instance.cls = cls;
        made->u.instance.object = heap_make(ev->heap, OBJ_INSTANCE, 0, NULL);
        bool is_known = !ev->names_vaguely && !is_in_torch(ev) && is_exact(fmt);
        const Value *message = ev_str(ev, is_known ? str_of(text) : NULL);
        heap_set(ev->heap, made->u.instance.object, str_of("(args)"), ev_tuple(ev, &message, 1));
        value = made;
        ev_link_context(ev, value);
        ev_note_raised(ev, value, span);
    }
    ev->names_vaguely = false;
    bool is_named = strcmp(exception, "_LeavesToPython") != 0; /* which is none of Python's */
    char *reason = arena_printf(ev->arena, "%s%s%s", is_named ? exception : "", is_named ? ": " : "", text);
    return fail_with(ev, (Fail){value ? FAIL_RAISE : FAIL_CUT, D_RAISES, span, reason, value, {0}});
}

void ev_clear_fail(Ev *ev) { ev->fail = (Fail){0}; }

void ev_begin_steps(Ev *ev) {
    ev->past_steps += ev->steps;
    ev->steps = 0;
    sh_forget_largest(ev->shapes);
}

uint64_t ev_max_steps(const Ev *ev) { return ev->in_driver ? EV_MAX_DRIVER_STEPS : EV_MAX_STEPS; }

/* What is made of ints of the caller is smaller where these are known. */
static void leave_large_expression(Ev *ev, Span span) {
    ev_fail(ev, D_LIMIT, span, "an int or a size that takes more than %d operations", EV_MAX_EXPRESSION);
    Fail fail = ev->fail;
    if (!ev->in_driver && !ev_need_any_known(ev, span))
        ev->fail = fail;
}

bool ev_is_within_limits(Ev *ev, Span span) {
    if (sh_largest(ev->shapes) > EV_MAX_EXPRESSION)
        leave_large_expression(ev, span);
    else if (support_own_peak_bytes() > EV_MAX_BYTES)
        ev_fail(ev, D_LIMIT, span, "more than %d MB of values", EV_MAX_BYTES >> 20);
    else if (ev->steps > ev_max_steps(ev))
        ev_fail(ev, D_LIMIT, span, "more than %d steps of evaluation", (int)ev_max_steps(ev));
    else
        return true;
    return false;
}

bool ev_too_deep(Ev *ev, Span span) {
    ev_fail(ev, D_LIMIT, span, "expressions, statements and calls are nested more than %d levels", ev->max_depth);
    return false;
}

EvMark ev_mark(Ev *ev) {
    return (EvMark){.heap = heap_mark(ev->heap),
                    .region = ir_mark(ev->region),
                    .shapes = sh_mark(ev->shapes),
                    .facts = ev->facts->items.len,
                    .arrays = ev->arrays.len,
                    .in = ev->region,
                    .torch_modes = ev->torch_modes,
                    .yields = ev_yields(ev)};
}

void ev_undo(Ev *ev, EvMark mark) {
    heap_undo(ev->heap, mark.heap);
    ev->region = mark.in;
    ir_rollback(ev->region, mark.region);
    sh_undo(ev->shapes, mark.shapes);
    ev->facts->items.len = mark.facts;
    ev->arrays.len = mark.arrays;
    ev->torch_modes = mark.torch_modes;
    if (mark.yields != ev_yields(ev))
        ev_tear_generator(ev);
}

/* ---- making values
 * --------------------------------------------------------------------------------------------------- */

Value *ev_value(Ev *ev, ValueKind kind) {
    Value *value = arena_new_of(ev->arena, Value);
    value->kind = kind;
    return value;
}

/* Small values are made once. */
const Value *ev_ellipsis(Ev *ev) {
    if (!ev->ellipsis)
        ev->ellipsis = ev_value(ev, V_ELLIPSIS);
    return ev->ellipsis;
}

const Value *ev_none(Ev *ev) {
    if (!ev->none)
        ev->none = ev_value(ev, V_NONE);
    return ev->none;
}

const Value *ev_bool(Ev *ev, bool b) {
    if (!ev->booleans[b]) {
        Value *value = ev_value(ev, V_BOOL);
        value->u.boolean = b;
        ev->booleans[b] = value;
    }
    return ev->booleans[b];
}

const Value *ev_int_expr(Ev *ev, const ShExpr *e) {
    Value *value = map_get(&ev->memo, MAP_KEY(e));
    if (!value) {
        value = ev_value(ev, V_INT);
        value->u.expr = e;
        map_put(&ev->memo, MAP_KEY(e), value);
    }
    return value;
}

const Value *ev_int(Ev *ev, int64_t i) {
    bool is_small = i >= 0 && i < (int64_t)COUNT_OF(ev->small_ints);
    if (is_small && ev->small_ints[i])
        return ev->small_ints[i];
    const Value *value = ev_int_expr(ev, sh_const(ev->shapes, i));
    if (is_small)
        ev->small_ints[i] = value;
    return value;
}

const Value *ev_float(Ev *ev, double d) {
    Value *value = ev_value(ev, V_FLOAT);
    value->u.number = d;
    return value;
}

const Value *ev_str(Ev *ev, Str s) {
    const Value **known = s ? &ev->strings[str_hash(s) % COUNT_OF(ev->strings)] : NULL;
    if (known && *known && (*known)->u.str == s)
        return *known;
    Value *value = ev_value(ev, V_STR);
    value->u.str = s;
    if (known)
        *known = value;
    return value;
}

/* Does CPython intern a constant of this text, as it may be a name? */
static bool may_be_name(Str s) {
    for (const char *c = s; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_')
            return false;
    return strlen(s) == str_len(s);
}

const Value *ev_literal(Ev *ev, Str s) {
    const Value **known = &ev->literals[str_hash(s) % COUNT_OF(ev->literals)];
    if (*known && (*known)->u.str == s)
        return *known;
    Value *value = ev_value(ev, V_STR);
    value->u.text.text = s;
    value->u.text.origin = may_be_name(s) ? STR_INTERNED : STR_LITERAL;
    return *known = value;
}

const Value *ev_scalar(Ev *ev, IrNode *node) {
    if (node->op == OP_CONST && node->type.kind == IRT_INT)
        return ev_int(ev, node->ints[0]);
    if (node->op == OP_CONST && node->type.kind == IRT_BOOL)
        return ev_bool(ev, node->ints[0] != 0);
    if (node->op == OP_CONST && node->type.kind == IRT_FLOAT)
        return ev_float(ev, node->number);
    if (node->op == OP_SIZE)
        return ev_int_expr(ev, node->exprs[0]);
    Value *value = ev_value(ev, V_SCALAR);
    value->u.node = node;
    return value;
}

const Value *ev_items_value(Ev *ev, ValueKind kind, const Value *const *items, uint32_t count) {
    Value *value = ev_value(ev, kind);
    value->u.tuple.items = arena_copy(ev->arena, items, sizeof *items * count);
    value->u.tuple.count = count;
    return value;
}

const Value *ev_tuple(Ev *ev, const Value *const *items, uint32_t count) {
    return ev_items_value(ev, V_TUPLE, items, count);
}

const Value *ev_size_tuple(Ev *ev, const ShExpr *const *shape, int rank) {
    const Value *items[IR_MAX_RANK + 1];
    for (int i = 0; i < rank; i++)
        items[i] = ev_int_expr(ev, sh_canon(ev->shapes, shape[i]));
    Value *value = (Value *)ev_tuple(ev, items, (uint32_t)rank);
    const Value *cls = ev_prelude(ev, "torch", "Size");
    ev_clear_fail(ev);
    value->u.tuple.cls = cls && cls->kind == V_CLASS ? cls->u.class_info : NULL;
    return value;
}

const Value *ev_object(Ev *ev, ValueKind kind, ObjId object) {
    Value *value = ev_value(ev, kind);
    value->u.object = object;
    return value;
}

const Value *ev_list(Ev *ev, const Value *const *items, uint32_t count) {
    ObjId object = heap_make(ev->heap, OBJ_LIST, 0, NULL);
    heap_replace(ev->heap, object, items, count);
    return ev_object(ev, V_LIST, object);
}

const Value *ev_dict(Ev *ev) { return ev_object(ev, V_DICT, heap_make(ev->heap, OBJ_DICT, 0, NULL)); }
const Value *ev_set(Ev *ev) {
    ObjId object = heap_make(ev->heap, OBJ_SET, 0, NULL);
    if (ev->in_driver) /* what compiled code finds there need not have been made this way */
        heap_loosen_order(ev->heap, object, ORDER_OPEN);
    return ev_object(ev, V_SET, object);
}

/* An iterator's slots: the items that are left. */
const Value *ev_iterator(Ev *ev, const Value *const *items, uint32_t count) {
    ObjId object = heap_make(ev->heap, OBJ_ITERATOR, 0, NULL);
    heap_replace(ev->heap, object, items, count);
    return ev_object(ev, V_ITERATOR, object);
}

const Value *ev_dtype(Ev *ev, DType dtype) {
    Value *value = ev_value(ev, V_DTYPE);
    value->u.dtype = dtype;
    return value;
}

const Value *ev_external(Ev *ev, Str path) {
    Value *value = ev_value(ev, V_EXTERNAL);
    value->u.str = path;
    return value;
}

const Value *ev_unknown(Ev *ev, const Source *source, const char *why) {
    Value *value = ev_value(ev, V_UNKNOWN);
    value->source = source;
    value->u.str = str_of(why);
    return value;
}

const Value *ev_method(Ev *ev, const Value *function, const Value *self) {
    Value *value = ev_value(ev, V_METHOD);
    value->u.method.function = function;
    value->u.method.self = self;
    return value;
}

const Value *ev_builtin(Ev *ev, const Builtin *builtin, const Value *self) {
    Value *value = self ? NULL : map_get(&ev->memo, MAP_KEY(builtin));
    if (value)
        return value;
    value = ev_value(ev, V_BUILTIN);
    value->u.builtin.builtin = builtin;
    value->u.builtin.self = self;
    if (!self)
        map_put(&ev->memo, MAP_KEY(builtin), value);
    return value;
}

const Value *ev_with_source(Ev *ev, const Value *value, const Source *source) {
    if (value->source == source)
        return value;
    Value *copy = arena_copy(ev->arena, value, sizeof *value);
    copy->source = source;
    return copy;
}

/* ---- storages
 * ---------------------------------------------------------------------------------------------------------- */
/* The root is the object's info; the content is under the tag of the root, absent while unchanged. A content is wrapped
 * in a V_TENSOR value without storage, so that branches and loops treat it as any slot. */

ObjId ev_storage_new(Ev *ev, IrNode *root) { return heap_make(ev->heap, OBJ_STORAGE, 0, root); }
IrNode *ev_storage_root(Ev *ev, ObjId storage) { return (IrNode *)heap_info(ev->heap, storage); }

IrNode *ev_storage_content(Ev *ev, ObjId storage) {
    IrNode *root = ev_storage_root(ev, storage);
    const Value *content = heap_get_tag(ev->heap, storage, root);
    return content ? content->u.tensor.node : root;
}

uint32_t ev_storage_writes(Ev *ev, ObjId storage) {
    const Value *content = heap_get_tag(ev->heap, storage, ev_storage_root(ev, storage));
    return content ? content->u.tensor.writes : 0;
}

static uint32_t quiet_writes(Ev *ev, ObjId storage) {
    const Value *content = heap_get_tag(ev->heap, storage, ev_storage_root(ev, storage));
    return content ? content->u.tensor.quiet : 0;
}

uint32_t ev_storage_versions(Ev *ev, ObjId storage) {
    return ev_storage_writes(ev, storage) - quiet_writes(ev, storage);
}

void ev_storage_hush(Ev *ev, ObjId storage) {
    map_put(&ev->hushed, storage, ev);
    ev_storage_put(ev, storage, ev_storage_content(ev, storage), ev_storage_writes(ev, storage),
                   quiet_writes(ev, storage) + 1);
}

static const ShExpr *counted_versions(Ev *ev, ObjId storage) {
    const Value *content = heap_get_tag(ev->heap, storage, ev_storage_root(ev, storage));
    return content ? content->u.tensor.counted : NULL;
}

const ShExpr *ev_storage_version(Ev *ev, ObjId storage) {
    const ShExpr *counted = counted_versions(ev, storage),
                 *known = sh_const(ev->shapes, ev_storage_versions(ev, storage));
    return counted ? sh_canon(ev->shapes, sh_add(ev->shapes, counted, known)) : known;
}

void ev_storage_set_version(Ev *ev, ObjId storage, const ShExpr *version) {
    Value *value = ev_value(ev, V_TENSOR);
    uint32_t writes = ev_storage_writes(ev, storage);
    int64_t known;
    value->u.tensor.node = ev_storage_content(ev, storage);
    value->u.tensor.writes = writes ? writes : 1;
    value->u.tensor.quiet = value->u.tensor.writes;
    value->u.tensor.counted = version;
    if (sh_is_const(version, &known) && known >= 0 && known < UINT32_MAX - writes) { /* all of it is known */
        value->u.tensor.writes += (uint32_t)known;
        value->u.tensor.counted = NULL;
    }
    heap_set_tag(ev->heap, storage, ev_storage_root(ev, storage), value);
}

void ev_storage_put(Ev *ev, ObjId storage, IrNode *content, uint32_t writes, uint32_t quiet) {
    Value *value = ev_value(ev, V_TENSOR);
    value->u.tensor.counted = counted_versions(ev, storage);
    value->u.tensor.node = content;
    value->u.tensor.writes = writes;
    value->u.tensor.quiet = quiet;
    heap_set_tag(ev->heap, storage, ev_storage_root(ev, storage), value);
}

void ev_storage_set(Ev *ev, ObjId storage, IrNode *content) {
    ev_storage_put(ev, storage, content, ev_storage_writes(ev, storage) + 1, quiet_writes(ev, storage));
}

ObjIdVec ev_holders(Ev *ev, ObjId object, ObjId *first) {
    bool is_new = ev->base_objects && object >= ev->base_objects;
    *first = is_new ? ev->base_objects : 1;
    return heap_holders(ev->heap, ev->arena, is_new ? ev->base_heap : 0, *first);
}

uint32_t ev_storage_written(Ev *ev, ObjId *out, uint32_t cap) {
    uint32_t count = 0, total = heap_object_count(ev->heap);
    for (ObjId id = ev->base_objects ? ev->base_objects : 1; id < total; id++) {
        if (heap_kind(ev->heap, id) != OBJ_STORAGE || ev_storage_writes(ev, id) == 0)
            continue;
        if (count < cap)
            out[count] = id;
        count++;
    }
    return count;
}

/* ---- looking at values
 * --------------------------------------------------------------------------------------------------- */

bool ev_as_bool_known(const Value *v, bool *out) {
    if (v->kind != V_BOOL)
        return false;
    *out = v->u.boolean;
    return true;
}

bool ev_as_int_known(const Value *v, int64_t *out) {
    if (v->kind == V_BOOL) {
        *out = v->u.boolean;
        return true;
    }
    return v->kind == V_INT && sh_is_const(v->u.expr, out);
}

void ev_note_item(Ev *ev, const IrNode *node) {
    enum { SHIFT_MAX = 1 << 20 };
    const IrNode *sum = node->op == OP_ITEM ? node->inputs[0] : NULL;
    bool adds = sum && sum->op == OP_ADD, is_sum = adds || (sum && sum->op == OP_SUB);
    const IrNode *number = is_sum ? sum->inputs[1] : NULL;
    bool is_shift = number && number->op == OP_CONST && number->type.kind == IRT_INT && number->ints[0] <= SHIFT_MAX &&
                    number->ints[0] >= -SHIFT_MAX;
    if (!is_shift || node->parent != ev->region || sum->inputs[0]->type.kind != IRT_TENSOR ||
        sum->inputs[0]->type.dtype != DT_I64 || sum->type.dtype != DT_I64 || map_has(&ev->memo, MAP_KEY(node)))
        return;
    const ShExpr *base;
    const Value *item = ev_scalar(ev, ir_unary(ev->region, OP_ITEM, node->type, sum->inputs[0], node->span));
    if (!ev_as_expr(ev, item, &base))
        return;
    const ShExpr *shift = sh_const(ev->shapes, adds ? number->ints[0] : -number->ints[0]);
    map_put(&ev->memo, MAP_KEY(node), (void *)sh_add(ev->shapes, base, shift));
}

bool ev_as_expr(Ev *ev, const Value *v, const ShExpr **out) {
    if (v->kind == V_INT) {
        *out = sh_canon(ev->shapes, v->u.expr);
        return true;
    }
    if (v->kind == V_BOOL) {
        *out = sh_const(ev->shapes, v->u.boolean);
        return true;
    }
    if (v->kind != V_SCALAR || v->u.node->type.kind != IRT_INT)
        return false;
    const ShExpr *symbol = map_get(&ev->memo, MAP_KEY(v->u.node));
    if (!symbol) {
        double likely; /* as that of a square root of a size */
        bool shown = ir_likely_number(v->u.node, &likely), known = shown && likely >= 0.0 && likely < 1e15;
        symbol = sh_symbol(ev->shapes, str_of("n"), INT64_MIN, INT64_MAX, known ? (int64_t)likely : -1, SH_FROM_NODE,
                           v->u.node, 0);
        if (shown && likely < 0.0 && likely > -1e15)
            ((ShSymbol *)(uintptr_t)symbol->symbol)->likely = (int64_t)likely; /* it counts from the end */
        else if (!known && ir_number_with(v->u.node, tn_likely, &likely) && likely >= 1.0 && likely < 1e15)
            ((ShSymbol *)(uintptr_t)symbol->symbol)->likely = (int64_t)likely; /* less than the size, for layouts */
        map_put(&ev->memo, MAP_KEY(v->u.node), (void *)symbol);
    }
    *out = symbol;
    return true;
}

bool ev_is_number(const Value *v) {
    return v->kind == V_INT || v->kind == V_BOOL || v->kind == V_FLOAT || v->kind == V_SCALAR;
}

IrKind ev_number_kind(const Value *v) {
    return v->kind == V_BOOL     ? IRT_BOOL
           : v->kind == V_INT    ? IRT_INT
           : v->kind == V_FLOAT  ? IRT_FLOAT
           : v->kind == V_SCALAR ? v->u.node->type.kind
                                 : IRT_NONE;
}

IrNode *ev_scalar_node(Ev *ev, const Value *number) {
    int64_t known;
    switch (number->kind) {
    case V_BOOL:
        return ir_const_bool(ev->region, number->u.boolean);
    case V_FLOAT:
        return ir_const_float(ev->region, number->u.number);
    case V_SCALAR:
        return number->u.node;
    case V_INT:
        if (sh_is_const(number->u.expr, &known))
            return ir_const_int(ev->region, known);
        return ir_size(ev->region, sh_canon(ev->shapes, number->u.expr));
    default:
        ICE("evaluator: %s is no number", ev_type_name(ev, number));
    }
}

/* Items of a range of known ints. */
static bool range_items(Ev *ev, const Value *v, const Value *const **items, uint32_t *count) {
    int64_t bounds[3];
    for (int i = 0; i < 3; i++)
        if (!ev_as_int_known(v->u.tuple.items[i], &bounds[i]))
            return false;
    __int128 span = bounds[2] > 0 ? (__int128)bounds[1] - bounds[0] : (__int128)bounds[0] - bounds[1];
    __int128 step = bounds[2] > 0 ? bounds[2] : -(__int128)bounds[2];
    __int128 n = span > 0 ? (span + step - 1) / step : 0;
    if (n > EV_MAX_ITEMS)
        return false;
    const Value **made = arena_array(ev->arena, const Value *, n);
    for (int64_t i = 0; i < (int64_t)n; i++)
        made[i] = ev_int(ev, bounds[0] + i * bounds[2]);
    *items = made;
    *count = (uint32_t)n;
    return true;
}

/* A view of a dict has what the dict has now. */
static bool view_items(Ev *ev, const DictView *view, const Value *const **items, uint32_t *count) {
    const HeapContent *content = heap_content(ev->heap, view->dict->u.object);
    const Value **made = arena_array(ev->arena, const Value *, content->count + 1);
    for (uint32_t i = 0; i < content->count; i++) {
        const Value *pair[] = {content->slots[i].key, content->slots[i].value};
        made[i] = view->part[0] == 'i' ? ev_tuple(ev, pair, 2) : pair[view->part[0] == 'v'];
    }
    *items = made;
    *count = content->count;
    return true;
}

bool ev_sequence(Ev *ev, const Value *v, const Value *const **items, uint32_t *count) {
    v = ev_held_as_is(ev, v);
    if (v->kind == V_TUPLE) {
        *items = v->u.tuple.items;
        *count = v->u.tuple.count;
        return true;
    }
    if (v->kind == V_LIST && heap_info(ev->heap, v->u.object))
        return view_items(ev, heap_info(ev->heap, v->u.object), items, count);
    if (v->kind == V_LIST) {
        *items = heap_items(ev->heap, v->u.object, ev->arena);
        *count = heap_count(ev->heap, v->u.object);
        return true;
    }
    return v->kind == V_RANGE && range_items(ev, v, items, count);
}

static const char *const kind_names[V_KIND_COUNT] = {
    [V_NONE] = "NoneType",
    [V_ELLIPSIS] = "ellipsis",
    [V_NOT_IMPLEMENTED] = "NotImplementedType",
    [V_BOOL] = "bool",
    [V_INT] = "int",
    [V_FLOAT] = "float",
    [V_STR] = "str",
    [V_BYTES] = "bytes",
    [V_TENSOR] = "Tensor",
    [V_DTYPE] = "torch.dtype",
    [V_DEVICE] = "torch.device",
    [V_OTHER_DTYPE] = "torch.dtype",
    [V_LAYOUT] = "torch.layout",
    [V_MEMORY_FORMAT] = "torch.memory_format",
    [V_TUPLE] = "tuple",
    [V_SLICE] = "slice",
    [V_RANGE] = "range",
    [V_SERIES] = "list",
    [V_ROWS] = "sequence",
    [V_LIST] = "list",
    [V_DICT] = "dict",
    [V_SET] = "set",
    [V_CELL] = "cell",
    [V_ITERATOR] = "generator",
    [V_CLASS] = "type",
    [V_FUNCTION] = "function",
    [V_METHOD] = "method",
    [V_BUILTIN] = "builtin_function_or_method",
    [V_PARTIAL] = "functools.partial",
    [V_PROPERTY] = "property",
    [V_STATICMETHOD] = "staticmethod",
    [V_CLASSMETHOD] = "classmethod",
    [V_SUPER] = "super",
    [V_MODULE] = "module",
    [V_EXTERNAL] = "object of a library",
    [V_UNKNOWN] = "object of unknown type",
};

/* Classes of Python's library and of torch that are written in C are named with their module in Python's messages, and
 * not in type(): of the prelude's classes only those count here that stand for built-in ones. */
static bool is_named_by_itself(const ClassInfo *cls) {
    bool is_ours = cls->module && cls->module->is_prelude && strcmp(cls->module->name, "builtins") != 0;
    return !is_ours || cls->is_builtin || cls->is_exception;
}

/* Is the class of a value of this kind, of which there are several in Python, the one that its name here says? */
static bool is_named_exactly(Ev *ev, const Value *v) {
    switch (v->kind) {
    case V_CLASS:
        return ev_is_of_type(v->u.class_info);
    case V_ITERATOR:
        return ev_is_generator_object(ev, v);
    case V_FUNCTION:
        return !v->u.function->is_prelude;
    case V_METHOD:
        return v->u.method.function->kind == V_FUNCTION && !v->u.method.function->u.function->is_prelude;
    case V_TENSOR: /* an input may be a parameter, and torch has words of its own */
    case V_PARTIAL:
    case V_BUILTIN:
    case V_UNKNOWN:
    case V_EXTERNAL:
    case V_SERIES:
    case V_ROWS:
        return false;
    case V_LIST:
        return !heap_info(ev->heap, v->u.object); /* a view of a dict */
    default:
        return true;
    }
}

/* In a method of a class of the prelude that stands for one of Python's: what it asks of the parts is not what the
 * program has asked of the whole. */
static bool is_in_stand_in(const Ev *ev) {
    const Module *module = ev->frame ? ev->frame->module : NULL;
    const ClassInfo *owner = module && module->is_prelude ? ev->frame->owner : NULL;
    return owner && (!strcmp(module->name, "enum") || !strcmp(module->name, "collections") ||
                     !strncmp(module->name, "numpy", 5) || (!strcmp(module->name, "builtins") && !owner->is_exception));
}

static const ClassInfo *own_class(const Value *v) {
    return v->kind == V_INSTANCE || v->kind == V_SET ? v->u.instance.cls
           : v->kind == V_TUPLE                      ? v->u.tuple.cls
                                                     : ev_dict_class(v);
}

const char *ev_kind_name(const Value *v) {
    static const char *const scalar_names[] = {[IRT_INT] = "int", [IRT_FLOAT] = "float", [IRT_BOOL] = "bool"};
    const ClassInfo *cls = own_class(v);
    if (v->kind == V_SCALAR)
        return scalar_names[v->u.node->type.kind];
    return cls ? cls->name : kind_names[v->kind] ? kind_names[v->kind] : "object";
}

const char *ev_type_name(Ev *ev, const Value *v) {
    const ClassInfo *cls = own_class(v);
    bool is_exact_name = cls ? is_named_by_itself(cls) : is_named_exactly(ev, v);
    ev->names_vaguely = ev->names_vaguely || !is_exact_name || is_in_stand_in(ev);
    return ev_kind_name(v);
}

bool ev_constant_of(const Value *v, Constant *out) {
    *out = (Constant){0};
    switch (v->kind) {
    case V_NONE:
        out->kind = CONST_NONE;
        return true;
    case V_ELLIPSIS:
        out->kind = CONST_ELLIPSIS;
        return true;
    case V_BOOL:
        out->kind = CONST_BOOL;
        out->i = v->u.boolean;
        return true;
    case V_INT:
        out->kind = CONST_INT;
        return sh_is_const(v->u.expr, &out->i);
    case V_FLOAT:
        out->kind = CONST_FLOAT;
        out->f = v->u.number;
        return true;
    case V_STR:
        out->kind = CONST_STR;
        out->s = v->u.str;
        out->i = v->u.text.origin;
        return v->u.str != NULL;
    default:
        return false;
    }
}

const Value *ev_of_constant(Ev *ev, const Constant *constant) {
    switch (constant->kind) {
    case CONST_NONE:
        return ev_none(ev);
    case CONST_BOOL:
        return ev_bool(ev, constant->i != 0);
    case CONST_INT:
        return ev_int(ev, constant->i);
    case CONST_FLOAT:
        return ev_float(ev, constant->f);
    case CONST_STR:
        return constant->i ? ev_literal(ev, constant->s) : ev_str(ev, constant->s);
    case CONST_ELLIPSIS:
        return ev_ellipsis(ev);
    }
    ICE("evaluator: constant of kind %d", (int)constant->kind);
}

/* A view that the compiled code takes: each is a Python object of its own. */
static bool is_view_made_here(const Value *v) {
    IrOp op = v->u.tensor.node->op;
    return !v->source && ir_op_info[op].cls == CLS_VIEW && op != OP_CONTIGUOUS;
}

/* `a` and `b` are not one value. */
static ShTruth same_tensor(const Value *a, const Value *b) {
    const TensorValue *x = &a->u.tensor, *y = &b->u.tensor;
    if (a->source && a->source == b->source)
        return SH_YES;
    if (x->may_alias || y->may_alias)
        return SH_MAYBE;
    bool apart = x->storage != y->storage && (x->is_fresh || y->is_fresh);
    bool is_made = is_view_made_here(a), is_other_made = is_view_made_here(b);
    if (is_made && is_other_made && (x->is_place || y->is_place) && x->storage == y->storage)
        return SH_MAYBE;
    bool is_given = (is_made && b->source) || (is_other_made && a->source); /* one of them by the caller */
    return apart || is_given || (is_made && is_other_made) ? SH_NO : SH_MAYBE;
}

/* Of which several objects here may be one there: the library makes one flag for each set of bits, NumPy has two bools,
 * and what is handed out as a traceback may have been handed out before. */
static bool is_made_anew(const ClassInfo *cls) {
    for (uint32_t i = 0; cls->is_enum && i < cls->mro_count; i++)
        if (cls->mro[i]->module->is_prelude && !strcmp(cls->mro[i]->name, "Flag"))
            return true;
    return cls->module->is_prelude && (!strcmp(cls->name, "traceback") || !strcmp(cls->name, "bool"));
}

/* Of several classes, each its own, and one for us. */
static ShTruth same_builtin(const Value *a, const Value *b) {
    const Value *x = a->u.builtin.self, *y = b->u.builtin.self;
    if (a->u.builtin.builtin != b->u.builtin.builtin || !x != !y)
        return SH_NO;
    if (!x)
        return SH_YES;
    if (x->kind == V_ELLIPSIS && y->kind == V_ELLIPSIS)
        return ev_is_of_one_class(a->u.builtin.builtin) ? SH_YES : SH_MAYBE;
    return SH_NO;
}

ShTruth ev_is_same(const Value *a, const Value *b) {
    if (a == b)
        return SH_YES;
    if (a->kind == V_UNKNOWN || b->kind == V_UNKNOWN)
        return SH_MAYBE;
    if (a->kind == V_EXTERNAL || b->kind == V_EXTERNAL)
        return a->kind == b->kind && a->u.str == b->u.str ? SH_YES
               : a->kind == V_NONE || b->kind == V_NONE   ? SH_NO
                                                          : SH_MAYBE;
    if (a->kind != b->kind && !(ev_is_number(a) && ev_is_number(b)))
        return SH_NO;
    switch (a->kind) {
    case V_NONE:
    case V_ELLIPSIS:
    case V_NOT_IMPLEMENTED:
        return SH_YES;
    case V_OTHER_DTYPE:
    case V_LAYOUT:
        return a->u.str == b->u.str ? SH_YES : SH_NO;
    case V_BOOL:
        return b->kind == V_BOOL     ? (a->u.boolean == b->u.boolean ? SH_YES : SH_NO)
               : b->kind == V_SCALAR ? SH_MAYBE
                                     : SH_NO;
    case V_DTYPE:
        return a->u.dtype == b->u.dtype ? SH_YES : SH_NO;
    case V_MEMORY_FORMAT:
    case V_DEVICE:
        return a->u.str == b->u.str ? SH_YES : SH_MAYBE;
    case V_LIST:
    case V_DICT:
    case V_SET:
    case V_ITERATOR:
    case V_CELL:
    case V_PARTIAL:
        return a->u.object == b->u.object ? SH_YES : SH_NO;
    case V_INSTANCE:
        if (a->u.instance.index || b->u.instance.index)
            return a->u.instance.object == b->u.instance.object && a->u.instance.index == b->u.instance.index
                       ? SH_YES
                       : SH_MAYBE;
        if (a->u.instance.object != b->u.instance.object && !a->source && !b->source &&
            is_made_anew(a->u.instance.cls) && a->u.instance.cls == b->u.instance.cls)
            return SH_MAYBE;
        return a->u.instance.object == b->u.instance.object            ? SH_YES
               : a->source && b->source && !a->u.instance.cls->is_enum ? SH_MAYBE
                                                                       : SH_NO;
    case V_CLASS:
        return ev_same_class(a->u.class_info, b->u.class_info);
    case V_FUNCTION:
        return a->u.function == b->u.function ? SH_YES : SH_NO;
    case V_BUILTIN:
        return same_builtin(a, b);
    case V_MODULE:
        return a->u.module == b->u.module ? SH_YES : SH_NO;
    case V_TENSOR:
        return same_tensor(a, b);
    default:
        return SH_MAYBE;
    }
}
