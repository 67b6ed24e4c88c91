/* Keys of dicts and members of sets: what may be one, hash(), and which objects are one key.
 *
 * The heap finds keys by tags. Objects whose class says what is equal, and frozensets, get one when they are first
 * used as keys: that of an equal object with the same hash that was used before, else a new one. Dicts and sets of
 * Python ask when two keys meet; here all such objects with the same hash are compared, so their classes' methods must
 * do nothing but answer, and an object that is a key is not written any more. A hash is a number only where that of the
 * object is one in every run of Python; others are objects of the prelude (builtins._Hash), of which it is known what
 * they were made of, and whether two are surely equal. */
#include "analysis/tensor.h"

#include <math.h>

#include "analysis/ev_internal.h"

#define MAX_KEYS 1000
#define MAX_CALLER_KEYS 32

typedef struct OwnKey {      /* the first of those that are one key */
    const Value *key, *hash; /* what the hash is made of */
    const Value *refused;    /* a plain value with the same hash, with which a comparison raises; or NULL */
    const void *tag;
} OwnKey;

struct OwnKeys {
    VEC(OwnKey) items;
    VEC(const Value *) of_caller; /* objects of the caller that are their own keys, in this attempt */
};

/* ---- hash() ------------------------------------------------------------------------------------------------------ */

/* The class in the order of resolution that says how its objects are hashed: NULL and true, as every object is. */
static const Value *own_hash(Ev *ev, const ClassInfo *cls, bool *hashable) {
    *hashable = true;
    for (uint32_t i = 0; i < cls->mro_count; i++) {
        const Value *hash = heap_get(ev->heap, cls->mro[i]->dict, str_of("__hash__"));
        const Value *equal = heap_get(ev->heap, cls->mro[i]->dict, str_of("__eq__"));
        *hashable = hash ? hash->kind != V_NONE : !equal || equal->kind != V_FUNCTION;
        if (hash || !*hashable)
            return *hashable ? hash : NULL;
    }
    return NULL;
}

static const Value *unhashable(Ev *ev, const Value *v, Span span) {
    return ev_raise(ev, "TypeError", span, "unhashable type: '%s'", ev_type_name(ev, v));
}

static const Value *pair(Ev *ev, const char *what, const Value *value) {
    const Value *items[] = {ev_str(ev, str_of(what)), value};
    return ev_tuple(ev, items, 2);
}

static const Value *hash_of(Ev *ev, const Value *v, Span span);

static const Value *hash_of_items(Ev *ev, const Value *v, Span span) {
    const Value **items = arena_array(ev->arena, const Value *, v->u.tuple.count + 1);
    for (uint32_t i = 0; i < v->u.tuple.count; i++)
        if (!(items[i] = hash_of(ev, v->u.tuple.items[i], span)))
            return NULL;
    return pair(ev, "tuple", ev_tuple(ev, items, v->u.tuple.count));
}

/* What the object's hash is made of: the number itself, or a pair of a word and of what follows from it. */
static const Value *hash_of_object(Ev *ev, const Value *v, Span span) {
    ClassInfo *cls = v->u.instance.cls;
    bool hashable;
    const Value *own = own_hash(ev, cls, &hashable);
    if (cls->is_enum && cls->builtin)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "the hash of a member of an enum of ints or strs");
    if (!hashable || cls->is_opaque)
        return cls->is_opaque || cls->module->is_prelude
                   ? ev_fail(ev, D_UNKNOWN_VALUE, span, "the hash of a %s", cls->name)
                   : unhashable(ev, v, span);
    if (cls->is_enum && !cls->builtin) {
        const Value *name = heap_get(ev->heap, v->u.instance.object, str_of("_name_"));
        return name && (!own || own->kind != V_FUNCTION) ? pair(ev, "value", name)
                                                         : ev_fail(ev, D_UNSUPPORTED_OP, span, "the hash of an enum");
    }
    if (!own)
        return cls->builtin && strcmp(cls->builtin, "object")
                   ? ev_fail(ev, D_UNSUPPORTED_OP, span, "the hash of a %s", cls->name)
                   : pair(ev, "object", v);
    const Value *method = ev_special(ev, v, "__hash__", span);
    const Value *hash = method ? ev_call_values(ev, method, NULL, 0, span) : NULL;
    if (!hash)
        return ev->fail.kind ? NULL : ev_fail(ev, D_UNSUPPORTED_OP, span, "the hash of a %s", cls->name);
    if (hash->kind == V_INSTANCE && hash->u.instance.cls == ev_exception_class(ev, "_Hash"))
        return heap_get(ev->heap, hash->u.instance.object, str_of("of"));
    return hash->kind == V_INT || hash->kind == V_BOOL
               ? hash_of(ev, hash, span)
               : ev_fail(ev, D_UNSUPPORTED_OP, span, "a hash that is no number");
}

static const Value *refuse_alias(Ev *ev, Span span) {
    return ev_fail(ev, D_UNSUPPORTED_OP, span, "the hash of a type with parameters, or of a union");
}

static const Value *hash_of(Ev *ev, const Value *v, Span span) {
    const int64_t modulus = ((int64_t)1 << 61) - 1;
    int64_t number;
    if (ev_has_parameters(ev, v))
        return refuse_alias(ev, span);
    switch (v->kind) {
    case V_INT:
    case V_BOOL:
        if (!ev_as_int_known(v, &number))
            return ev_need_known(ev, v, span);
        return number > -modulus && number < modulus ? ev_int(ev, number == -1 ? -2 : number)
                                                     : ev_fail(ev, D_LIMIT, span, "the hash of a large integer");
    case V_FLOAT:
        if (v->u.number == (double)(int64_t)v->u.number && v->u.number > -1e15 && v->u.number < 1e15)
            return ev_int(ev, v->u.number == -1 ? -2 : (int64_t)v->u.number);
        return v->u.number == v->u.number ? pair(ev, "value", v)
                                          : ev_fail(ev, D_UNSUPPORTED_OP, span, "the hash of a NaN");
    case V_STR:
        return v->u.str ? pair(ev, "value", v) : ev_need_known(ev, v, span);
    case V_NONE:
    case V_ELLIPSIS:
    case V_BYTES:
    case V_DTYPE:
    case V_CLASS:
    case V_FUNCTION:
    case V_BUILTIN:
    case V_MODULE:
        return pair(ev, "value", v);
    case V_TUPLE:
        return v->u.tuple.cls && own_hash(ev, v->u.tuple.cls, &(bool){false})
                   ? ev_fail(ev, D_UNSUPPORTED_OP, span, "the hash of a %s", ev_type_name(ev, v))
                   : hash_of_items(ev, v, span);
    case V_SET:
        if (v->u.instance.cls)
            return pair(ev, "members", v);
        return unhashable(ev, v, span);
    case V_LIST:
    case V_DICT:
        return unhashable(ev, v, span);
    case V_INSTANCE:
        return hash_of_object(ev, v, span);
    default:
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "the hash of a %s", ev_type_name(ev, v));
    }
}

/* prim.made_hash(of): the hash that is made of this. */
PRIM(prim_made_hash) {
    (void)self, (void)span;
    Value *hash = ev_value(ev, V_INSTANCE);
    hash->u.instance.cls = ev_exception_class(ev, "_Hash");
    hash->u.instance.object = heap_make(ev->heap, OBJ_INSTANCE, 0, NULL);
    heap_set(ev->heap, hash->u.instance.object, str_of("of"), args->args[0]);
    return hash;
}

/* prim.hash_of(object): what the hash is made of. */
PRIM(prim_hash_of) {
    (void)self;
    return hash_of(ev, args->args[0], span);
}

/* What begins a pair that is no result of an operator on hashes. */
static bool is_made_of_values(const Value *hash) {
    static const char *const words[] = {"value", "object", "members", "tuple"};
    for (size_t i = 0; hash->kind == V_TUPLE && i < COUNT_OF(words); i++)
        if (hash->u.tuple.count == 2 && hash->u.tuple.items[0]->kind == V_STR &&
            hash->u.tuple.items[0]->u.str == str_of(words[i]))
            return true;
    return hash->kind == V_INT;
}

static ShTruth same_hash(Ev *ev, const Value *a, const Value *b);

static ShTruth same_items(Ev *ev, const Value *a, const Value *b) {
    ShTruth all = a->u.tuple.count == b->u.tuple.count ? SH_YES : SH_NO;
    for (uint32_t i = 0; all != SH_NO && i < a->u.tuple.count; i++) {
        ShTruth one = same_hash(ev, a->u.tuple.items[i], b->u.tuple.items[i]);
        all = one == SH_YES ? all : one;
    }
    return all;
}

/* Are two hashes equal, by what they are made of? Those of different texts, say, are taken to differ, as they do but
 * for an accident. Of what operators made of hashes only the same is known to be equal. */
static ShTruth same_hash(Ev *ev, const Value *a, const Value *b) {
    if (heap_key_equal(a, b))
        return SH_YES;
    if (is_made_of_values(a) != is_made_of_values(b))
        return SH_NO;
    if (!is_made_of_values(a))
        return a->kind == V_TUPLE && b->kind == V_TUPLE && same_items(ev, a, b) == SH_YES ? SH_YES : SH_MAYBE;
    if (a->kind != V_TUPLE || b->kind != V_TUPLE || !heap_key_equal(a->u.tuple.items[0], b->u.tuple.items[0]))
        return SH_NO;
    const Value *x = a->u.tuple.items[1], *y = b->u.tuple.items[1];
    bool result = false;
    if (x->kind == V_SET && y->kind == V_SET)
        return !ev_equal_known(ev, x, y, &result, no_span()) ? SH_MAYBE : result ? SH_YES : SH_NO;
    bool items = a->u.tuple.items[0]->u.str == str_of("tuple");
    return items && x->kind == V_TUPLE && y->kind == V_TUPLE ? same_items(ev, x, y) : SH_NO;
}

PRIM(prim_same_hash) {
    (void)self, (void)span;
    return ev_bool(ev, same_hash(ev, args->args[0], args->args[1]) == SH_YES);
}

/* ---- objects that are one key ------------------------------------------------------------------------------------ */

static bool is_own_key(Ev *ev, const Value *key) {
    if (key->kind == V_SET)
        return key->u.instance.cls != NULL;
    if (key->kind != V_INSTANCE || key->u.instance.cls->is_enum)
        return false;
    const Value *equal = ev_class_lookup(ev, key->u.instance.cls, str_of("__eq__"), NULL);
    const Value *hash = ev_class_lookup(ev, key->u.instance.cls, str_of("__hash__"), NULL);
    return (equal && equal->kind == V_FUNCTION) || (hash && hash->kind == V_FUNCTION);
}

static OwnKeys *own_keys(Ev *ev) {
    if (!ev->own_keys)
        ev->own_keys = arena_new_of(ev->arena, OwnKeys);
    return ev->own_keys;
}

static ObjId object_of(const Value *key) { return key->kind == V_INSTANCE ? key->u.instance.object : key->u.object; }

/* Was something that is older than the mark written since? */
static bool has_effects(Ev *ev, uint32_t mark, uint32_t objects) {
    HeapDelta delta = heap_collect(ev->heap, mark);
    for (uint32_t i = 0; i < delta.count; i++)
        if (heap_is_older(ev->heap, delta.changes[i].object, objects))
            return true;
    return false;
}

/* 1: they are equal; 0: not; -1: failed, which a key of another class that compares in other ways is no reason for. */
static int are_equal(Ev *ev, const Value *a, const Value *b, Span span) {
    bool equal = false;
    uint32_t mark = heap_mark(ev->heap), objects = heap_object_count(ev->heap), nodes = ir_mark(ev->region);
    bool known = ev_equal_known(ev, a, b, &equal, span);
    if (!known && ev->fail.kind == FAIL_RAISE) {
        ev_clear_fail(ev);
        ev_fail(ev, D_UNSUPPORTED_OP, span, "keys whose comparison raises");
    }
    if (!known)
        return -1;
    if (has_effects(ev, mark, objects) || ir_mark(ev->region) != nodes) {
        ev_fail(ev, D_SIDE_EFFECT, span, "keys whose comparison does more than compare");
        return -1;
    }
    return equal;
}

static bool holds_key(const Ev *ev, ObjId id, const Value *plain) {
    const HeapContent *content = heap_content(ev->heap, id);
    for (uint32_t i = 0; i < content->count; i++)
        if (content->slots[i].key && heap_key_equal(content->slots[i].key, plain))
            return true;
    return false;
}

/* Is it one in what the call has made, or in what the program's globals lead to? */
static bool is_key_somewhere(Ev *ev, const Value *plain) {
    for (ObjId id = ev->base_objects ? ev->base_objects : 1; id < heap_object_count(ev->heap); id++)
        if (holds_key(ev, id, plain))
            return true;
    Reach reach = ev_reach_new(ev, 1);
    ev_reach_object(&reach, ev->main_module->globals);
    for (uint32_t i = 0; i < reach.objects.len; i++) {
        const HeapContent *content = heap_content(ev->heap, reach.objects.data[i]);
        if (holds_key(ev, reach.objects.data[i], plain))
            return true;
        for (uint32_t k = 0; k < content->count; k++)
            ev_reach_value(&reach, content->slots[k].value);
    }
    return false;
}

/* Would a key that is a plain value meet an object, the comparison with which raises? */
static bool is_refused(const Ev *ev, const Value *plain) {
    for (uint32_t i = 0; ev->own_keys && i < ev->own_keys->items.len; i++) {
        const Value *refused = ev->own_keys->items.data[i].refused;
        if (refused && heap_key_equal(refused, plain))
            return true;
    }
    return false;
}

/* A plain value with the same hash: is it a key that the object would be found under? Where the comparison raises, and
 * the value is no key yet, it is `refused` as one from here on. */
static bool meets_plain_key(Ev *ev, const Value *key, const Value *hash, const Value **refused, Span span) {
    const Value *plain = hash->kind == V_INT ? hash : NULL;
    if (hash->kind == V_TUPLE && hash->u.tuple.items[0]->u.str == str_of("value"))
        plain = hash->u.tuple.items[1];
    if (!plain || key->kind == V_SET)
        return false;
    bool equal = false, known = ev_equal_known(ev, key, plain, &equal, span);
    if (!known && ev->fail.kind == FAIL_RESTART)
        return true;
    bool raises = ev->fail.kind == FAIL_RAISE;
    ev_clear_fail(ev);
    if (raises && is_key_somewhere(ev, plain))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "keys whose comparison raises") == NULL;
    *refused = raises ? plain : NULL;
    if (known && equal)
        ev_fail(ev, D_UNSUPPORTED_OP, span, "a key that equals a plain value");
    return known && equal;
}

/* The tag of an equal key, else a new one. */
static bool add_key(Ev *ev, const Value *key, const Value *hash, const Value *refused, Span span) {
    OwnKeys *keys = ev->own_keys;
    OwnKey entry = {key, hash, refused, NULL};
    for (uint32_t i = 0; i < keys->items.len; i++) {
        const OwnKey *other = &keys->items.data[i];
        ShTruth same = same_hash(ev, other->hash, hash);
        int equal = same == SH_NO ? 0 : are_equal(ev, other->key, key, span);
        if (equal < 0 || ev->fail.kind)
            return false;
        if (equal && same != SH_YES)
            return ev_fail(ev, D_UNSUPPORTED_OP, span, "equal keys whose hashes may differ") != NULL;
        if (equal && entry.tag)
            return ev_fail(ev, D_UNSUPPORTED_OP, span, "a key that equals two others") != NULL;
        entry.tag = equal ? other->tag : entry.tag;
    }
    bool is_new = !entry.tag;
    if (is_new && keys->items.len == MAX_KEYS)
        return ev_fail(ev, D_LIMIT, span, "more than %d keys whose classes say what is equal", MAX_KEYS) != NULL;
    entry.tag = is_new ? arena_new_of(ev->arena, OwnKey) : entry.tag;
    heap_set_key_tag(ev->heap, object_of(key), entry.tag);
    if (is_new)
        vec_push(ev->arena, &keys->items, entry);
    return true;
}

static bool own_key(Ev *ev, const Value *key, Span span) {
    if (key->source)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "a key of the caller whose class says what is equal") != NULL;
    uint32_t mark = heap_mark(ev->heap), objects = heap_object_count(ev->heap), nodes = ir_mark(ev->region);
    const Value *hash = hash_of(ev, key, span);
    if (!hash)
        return false;
    if (has_effects(ev, mark, objects) || ir_mark(ev->region) != nodes)
        return ev_fail(ev, D_SIDE_EFFECT, span, "a key whose hash does more than compute") != NULL;
    OwnKeys *keys = own_keys(ev);
    const void *tag = heap_key_tag(ev->heap, object_of(key));
    for (uint32_t i = 0; tag && i < keys->items.len; i++)
        if (keys->items.data[i].tag == tag)
            return same_hash(ev, keys->items.data[i].hash, hash) == SH_YES ||
                   ev_fail(ev, D_UNSUPPORTED_OP, span, "a key whose hash has changed") != NULL;
    const Value *refused = NULL;
    return !meets_plain_key(ev, key, hash, &refused, span) && !ev->fail.kind && add_key(ev, key, hash, refused, span);
}

/* Before the next attempt: what the last one made is no key any more. */
void ev_forget_own_keys(Ev *ev) {
    while (ev->own_keys && ev->own_keys->items.len && object_of(vec_last(&ev->own_keys->items).key) >= ev->base_objects)
        ev->own_keys->items.len--;
    if (ev->own_keys)
        ev->own_keys->of_caller.len = 0;
}

bool ev_is_key(const Ev *ev, ObjId object) { return heap_key_tag(ev->heap, object) != NULL; }

/* Dicts and sets that are made for the caller would ask the objects themselves. */
bool ev_has_own_keys(Ev *ev, const HeapContent *content) {
    for (uint32_t i = 0; i < content->count; i++)
        if (content->slots[i].key && content->slots[i].key->kind == V_INSTANCE && is_own_key(ev, content->slots[i].key))
            return true;
    return false;
}

/* The caller may hand over one object twice: that two that are keys are not one is guarded. */
static bool caller_key(Ev *ev, const Value *key, Span span) {
    OwnKeys *keys = own_keys(ev);
    for (uint32_t i = 0; i < keys->of_caller.len; i++)
        if (keys->of_caller.data[i]->source == key->source)
            return true;
    for (uint32_t i = 0; i < keys->of_caller.len; i++) {
        const Value *other = keys->of_caller.data[i];
        if (ev_is_same(key, other) != SH_MAYBE)
            continue;
        if (key->source->in_element || other->source->in_element || i == MAX_CALLER_KEYS)
            return ev_fail(ev, D_UNKNOWN_VALUE, span, "which of the caller's objects are one key is not known") != NULL;
        if (key->kind == other->kind && ev_restart_same(ev, other, key, span))
            return false;
        ev_input_fact(ev, &(Fact){.kind = FACT_DISTINCT, .span = span, .source = other->source, .other = key->source});
    }
    vec_push(ev->arena, &keys->of_caller, key);
    return true;
}

/* ---- what may be a key ------------------------------------------------------------------------------------------- */

static bool hashable_item(Ev *ev, const Value *item, Span span) {
    if (item->kind == V_INSTANCE && item->u.instance.cls->is_enum && item->u.instance.cls->builtin)
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "a key that holds a member of an enum of ints or strs") != NULL;
    if (is_own_key(ev, item))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "a tuple of objects that say what is equal, as a key") != NULL;
    return ev_hashable(ev, item, span);
}

/* `__hash__ = None` */
static bool has_no_hash(Ev *ev, const ClassInfo *cls) {
    const Value *hash = ev_class_lookup(ev, cls, str_of("__hash__"), NULL);
    return hash && hash->kind == V_NONE;
}

bool ev_hashable(Ev *ev, const Value *key, Span span) {
    if (ev_has_parameters(ev, key))
        return refuse_alias(ev, span) != NULL;
    if (key->kind != V_INSTANCE && is_refused(ev, key))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "keys whose comparison raises") != NULL;
    switch (key->kind) {
    case V_METHOD:
    case V_PARTIAL:
    case V_RANGE:
    case V_SLICE:
        ev_fail(ev, D_UNSUPPORTED_OP, span, "a key that is a %s", ev_type_name(ev, key));
        return false;
    case V_SET:
        return key->u.instance.cls ? own_key(ev, key, span) : unhashable(ev, key, span) != NULL;
    case V_DICT: {
        const ClassInfo *cls = ev_dict_class(key);
        const Value *hash = cls ? ev_class_lookup(ev, cls, str_of("__hash__"), NULL) : NULL;
        if (hash && hash->kind == V_FUNCTION)
            return ev_fail(ev, D_UNSUPPORTED_OP, span, "a key that is a %s", ev_type_name(ev, key)) != NULL;
        return unhashable(ev, key, span) != NULL;
    }
    case V_LIST:
        return unhashable(ev, key, span) != NULL;
    case V_UNKNOWN:
    case V_ROWS:
    case V_SCALAR:
        ev_fail(ev, D_UNKNOWN_VALUE, span, "a key that is not known when compiling");
        return false;
    case V_INT:
        return sh_is_const(key->u.expr, NULL) || ev_need_size(ev, key, span);
    case V_STR:
        return key->u.str || ev_need_known(ev, key, span);
    case V_TUPLE:
        for (uint32_t i = 0; i < key->u.tuple.count; i++)
            if (!hashable_item(ev, key->u.tuple.items[i], span))
                return false;
        return true;
    case V_INSTANCE:
        if (key->u.instance.index)
            return ev_series_unroll_source(ev, key->source, span) != NULL;
        if (is_own_key(ev, key))
            return own_key(ev, key, span);
        if (has_no_hash(ev, key->u.instance.cls))
            return unhashable(ev, key, span) != NULL;
        return !key->source || key->u.instance.cls->is_enum || ev->in_driver || caller_key(ev, key, span);
    case V_TENSOR:
        return !key->source || ev->in_driver || caller_key(ev, key, span);
    default:
        return true;
    }
}

bool ev_constant_key(const Value *key, Constant *constant) {
    return ev_constant_of(key, constant) && !(constant->kind == CONST_FLOAT && isnan(constant->f));
}
