/* Inputs of the kinds that are neither tensors, numbers, lists nor plain dicts: sets, deques, dicts of a class, ranges,
 * slices, partial objects and bound methods of the caller. Each becomes a value like one that the program makes, whose
 * parts are inputs with sources of their own; what can be changed is a lasting object (ev_effects.c). */
#include "analysis/ev_internal.h"

enum { MAX_MEMBERS = 64, MAX_OBJECT_KEYS = 32 };

/* ---- keys and members -------------------------------------------------------------------------------------------- */

static bool key_class(Buf *text, const ClassInfo *cls, KeyMark mark) {
    const char *dot =
        cls->builtin ? strrchr(cls->builtin, '.') : NULL; /* "int", "torch.Tensor"; subclasses say it too */
    bool ours = cls->is_builtin || (cls->module && cls->module->is_prelude);
    if (ours && cls->builtin && !strcmp(dot ? dot + 1 : cls->builtin, cls->name)) {
        Str home = dot ? str_intern(cls->builtin, (size_t)(dot - cls->builtin)) : str_of("builtins");
        buf_printf(text, "%c%s:%s", mark, home, cls->name);
        return true;
    }
    if (!cls->module || ev_is_unnamed(cls) || ev_class_path(cls) != cls->qualname)
        return false;
    buf_printf(text, "%c%s:%s", mark, cls->module->is_main ? "" : cls->module->name, cls->qualname);
    return true;
}

static bool key_function(Ev *ev, Buf *text, const Value *key) {
    const Source *home = ev_home_of(ev, key);
    bool is_ours = key->kind == V_FUNCTION && !key->u.function->is_prelude;
    if (!home || home->kind != SRC_GLOBAL || (is_ours && !ev_is_unique_function(ev, key->u.function)))
        return false;
    ev_home_facts(ev, key, NULL, (Span){0});
    buf_printf(text, "%c%s:%s", KEY_OBJECT, home->module ? home->module : "", home->name);
    return true;
}

static bool key_part(Ev *ev, Buf *text, const Value *key) {
    int64_t number;
    switch (key->kind) {
    case V_INT:
        if (!sh_is_const(key->u.expr, &number))
            return false;
        buf_printf(text, "%c%lld", KEY_INT, (long long)number);
        return true;
    case V_STR: {
        Str name = key->u.str;
        bool plain = name && (!*name || *name < 0 || *name > KEY_LAST_MARK) && strlen(name) == str_len(name) &&
                     !strpbrk(name, "\n" KEY_SEPARATOR);
        if (plain)
            buf_puts(text, name);
        return plain;
    }
    case V_NONE:
        buf_printf(text, "%cNone", KEY_CONSTANT);
        return true;
    case V_BOOL:
        buf_printf(text, "%c%s", KEY_CONSTANT, key->u.boolean ? "True" : "False");
        return true;
    case V_DTYPE:
        buf_printf(text, "%ctorch:%s", KEY_OBJECT, dtype_info[key->u.dtype].torch_name);
        return true;
    case V_CLASS:
        return !key->u.class_info->has_metaclass && key_class(text, key->u.class_info, KEY_CLASS);
    case V_INSTANCE: {
        const Value *name = key->u.instance.cls->is_enum && !key->u.instance.cls->builtin
                                ? heap_get(ev->heap, key->u.instance.object, str_of("_name_"))
                                : NULL;
        if (!name || name->kind != V_STR || !name->u.str || !key_class(text, key->u.instance.cls, KEY_MEMBER))
            return false;
        buf_printf(text, ".%s", name->u.str);
        return true;
    }
    case V_FUNCTION:
    case V_BUILTIN:
        return key_function(ev, text, key);
    default:
        return false;
    }
}

/* A key as a line of FACT_KEYS and FACT_MEMBERS. */
static bool key_line(Ev *ev, Buf *text, const Value *key) {
    bool plain = true;
    if (key->kind == V_TUPLE && !key->u.tuple.cls) {
        buf_putc(text, KEY_TUPLE);
        for (uint32_t i = 0; plain && i < key->u.tuple.count; i++) {
            plain = key_part(ev, text, key->u.tuple.items[i]);
            buf_puts(text, KEY_SEPARATOR);
        }
    } else {
        plain = key_part(ev, text, key);
    }
    buf_putc(text, '\n');
    return plain;
}

/* Tensors, and objects of classes that are no part of the library: each is a key by what it is. */
static bool is_object_key(const Value *key) {
    if (key->kind != V_INSTANCE)
        return key->kind == V_TENSOR;
    const ClassInfo *cls = key->u.instance.cls;
    bool is_plain = !cls->builtin || !strcmp(cls->builtin, "object") || cls->is_nn_module;
    return is_plain && !cls->is_enum && !cls->is_opaque && !cls->holds_items && !key->u.instance.index;
}

/* The keys in their order (members: in any); false: there is one of another kind. objects: how many may be objects,
 * which become inputs. */
static bool content_of(Ev *ev, FactKind kind, const Source *source, const HeapContent *content, int objects,
                       Fact *fact) {
    Buf text = {0};
    bool plain = true;
    for (uint32_t i = 0; i < content->count && plain; i++) {
        const Value *key = content->slots[i].key;
        if (objects && is_object_key(key)) {
            objects--;
            buf_printf(&text, "%c\n", KEY_ANY);
            continue;
        }
        bool is_asked = kind == FACT_MEMBERS && (key->kind == V_FUNCTION || key->kind == V_BUILTIN);
        plain = !is_asked && key_line(ev, &text, key); /* sets of functions are asked for single ones */
    }
    *fact = (Fact){.kind = kind, .source = source, .text = str_intern(text.data ? text.data : "", text.len)};
    buf_free(&text);
    return plain;
}

static bool content_fact(Ev *ev, FactKind kind, const Source *source, const HeapContent *content) {
    Fact fact;
    bool plain = content_of(ev, kind, source, content, 0, &fact);
    if (plain)
        ev_input_fact(ev, &fact);
    return plain;
}

/* The operations that the class of a dict defines in Python, as bits that rt_keys_are() knows; guarded where used. */
static int64_t own_operations(Ev *ev, const Value *dict) {
    static const char *const names[] = {"__getitem__", "__contains__", "__setitem__", "__delitem__"};
    int64_t bits = 0;
    for (size_t i = 0; i < COUNT_OF(names); i++)
        bits |= ev_dict_defines(ev, dict, names[i]) ? (int64_t)1 << i : 0;
    return bits;
}

bool ev_keys_fact(Ev *ev, const Source *source, const HeapContent *content) {
    return content_fact(ev, FACT_KEYS, source, content);
}

/* What the classes leave to Module they have not got since: the methods are looked up. */
static bool inherits_version(Ev *ev, const ClassInfo *cls) {
    Str name = str_of("_version");
    for (uint32_t i = 0; i < cls->mro_count && !cls->mro[i]->is_builtin && !cls->mro[i]->module->is_prelude; i++) {
        const Source *source = ev_class_source(ev, cls->mro[i]);
        if (!source)
            return false;
        if (!heap_get(ev->heap, cls->mro[i]->dict, name))
            ev_input_fact(ev, &(Fact){.kind = FACT_ABSENT, .source = source, .text = name});
    }
    return true;
}

bool ev_state_facts(Ev *ev, const Value *object, const Value *names) {
    const Source *module = object->source;
    if (!inherits_version(ev, object->u.instance.cls))
        return false;
    static const char *const hooks[] = {"_state_dict_hooks", "_state_dict_pre_hooks"};
    for (size_t i = 0; i < COUNT_OF(hooks); i++)
        ev_input_fact(ev,
                      &(Fact){.kind = FACT_KEYS, .source = source_attr(module, str_of(hooks[i])), .text = str_of("")});
    const Value *set = ev_set(ev);
    const Value *const *items;
    uint32_t count;
    if (!ev_sequence(ev, names, &items, &count))
        return false;
    for (uint32_t i = 0; i < count; i++)
        heap_set_key(ev->heap, set->u.object, items[i], items[i]);
    return content_fact(ev, FACT_MEMBERS, source_attr(module, str_of("_non_persistent_buffers_set")),
                        heap_content(ev->heap, set->u.object));
}

/* A str or an int, which a fact can ask for. */
static bool is_simple_key(const Value *key) {
    return (key->kind == V_STR && key->u.str) || (key->kind == V_INT && sh_is_const(key->u.expr, NULL));
}

static bool has_simple_keys(const HeapContent *content) {
    for (uint32_t i = 0; i < content->count; i++)
        if (!is_simple_key(content->slots[i].key))
            return false;
    return true;
}

static bool asks_simple_keys(const HeapWatch *watch) {
    for (uint32_t i = 0; i < watch->asked.len; i++)
        if (!is_simple_key(watch->asked.data[i].key))
            return false;
    return true;
}

/* Does the program's own writing say whether the key is there? */
static bool is_answered(const Ev *ev, const WatchedDict *dict, const HeapSlot *asked) {
    return dict->keys && !heap_get_key(ev->heap, dict->keys, asked->key) != !asked->value;
}

void ev_settle_dicts(Ev *ev) {
    for (uint32_t i = 0; i < ev->watched_dicts.len; i++) {
        const WatchedDict *dict = &ev->watched_dicts.data[i];
        if (dict->watch->is_whole || !asks_simple_keys(dict->watch)) {
            ev_input_fact(ev, &dict->whole);
            continue;
        }
        for (uint32_t k = 0; k < dict->watch->asked.len; k++) {
            const HeapSlot *asked = &dict->watch->asked.data[k];
            if (is_answered(ev, dict, asked) || (asked->value && asked->value->kind == V_TENSOR && !dict->whole.number))
                continue; /* the facts of what is there say it */
            Fact fact = {.kind = FACT_HAS_KEY, .source = dict->whole.source};
            ev_constant_of(asked->key, &fact.constant);
            fact.number = dict->whole.number << 1 | (asked->value != NULL);
            ev_input_fact(ev, &fact);
        }
    }
}

const Source *ev_item_source(const Source *container, const HeapSlot *slot, uint32_t at) {
    bool of_module = container->kind == SRC_ATTR && container->base && slot->name &&
                     (container->name == str_of("_modules") || container->name == str_of("_parameters") ||
                      container->name == str_of("_buffers"));
    int64_t number;
    if (of_module)
        return source_param(container->base, slot->name);
    if (slot->key->kind == V_INT && sh_is_const(slot->key->u.expr, &number))
        return source_item_int(container, number);
    return slot->name ? source_item_str(container, slot->name)
                      : source_item_int(source_attr(container, str_of("values()")), at);
}

const Value *ev_key_of(Ev *ev, const HeapSlot *slot) {
    return slot->key->source ? ev_with_source(ev, slot->key, NULL) : slot->key;
}

static void watch_dict(Ev *ev, WatchedDict dict, const Value *value) {
    dict.watch = heap_watch(ev->heap, value->u.object);
    vec_push(ev->arena, &ev->watched_dicts, dict);
}

bool ev_watch_keys(Ev *ev, const Source *source, ObjId keys, const Value *dict) {
    WatchedDict watched = {.keys = keys};
    if (!content_of(ev, FACT_KEYS, source, heap_content(ev->heap, keys), 0, &watched.whole))
        return false;
    watch_dict(ev, watched, dict);
    vec_last(&ev->watched_dicts).watch->is_answered = true;
    return true;
}

void ev_watch_input(Ev *ev, const Value *dict) {
    WatchedDict watched = {0};
    content_of(ev, FACT_KEYS, dict->source, heap_content(ev->heap, dict->u.object), 0, &watched.whole);
    watch_dict(ev, watched, dict);
}

static const char own_way[] = "a dict with keys that are compared in a way of their own";

/* The key of a dict of the caller, an object, as an input. */
static const Value *object_key(Ev *ev, const Value *exemplar, const Source *dict, int64_t at) {
    const Source *source = source_item_int(source_attr(dict, str_of("keys()")), at);
    const Value *key = ev_input_item(ev, exemplar, source, false);
    return key && ev_hashable(ev, key, no_span()) ? key : NULL;
}

Value *ev_dict_input(Ev *ev, const Value *exemplar, const Source *source, int64_t own, bool fixed) {
    const HeapContent *content = heap_content(ev->heap, exemplar->u.object);
    WatchedDict dict = {0};
    if (!content_of(ev, FACT_KEYS, source, content, MAX_OBJECT_KEYS, &dict.whole))
        return (Value *)(uintptr_t)ev_unknown(ev, NULL, own_way);
    dict.whole.number = own;
    Value *value = arena_copy(ev->arena, ev_dict(ev), sizeof *value);
    for (uint32_t i = 0; i < content->count; i++) {
        const HeapSlot *slot = &content->slots[i];
        const Value *made = ev_input_item(ev, slot->value, ev_item_source(source, slot, i), fixed);
        if (!made)
            return NULL;
        const Value *key = is_object_key(slot->key) ? object_key(ev, slot->key, source, i) : ev_key_of(ev, slot);
        if (!key && ev->fail.kind != FAIL_CUT)
            return NULL;
        if (!key) {
            ev_clear_fail(ev);
            return (Value *)(uintptr_t)ev_unknown(ev, NULL, own_way);
        }
        heap_set_key(ev->heap, value->u.object, key, made);
    }
    value->source = source;
    if (has_simple_keys(content)) {
        watch_dict(ev, dict, value);
    } else {
        ev_input_fact(ev, &dict.whole);
    }
    return value;
}

static const Value *refused(Ev *ev, const Value *exemplar) {
    return ev_unknown(ev, NULL, arena_printf(ev->arena, "a %s that the caller owns", ev_kind_name(exemplar)));
}

/* ---- sets -------------------------------------------------------------------------------------------------------- */

/* An object of module level that cannot change is what it was when the module had run. */
const Value *ev_pinned_input(Ev *ev, const Value *exemplar, const Source *source) {
    Str path = source->module ? str_format("%s.%s", source->module, source->name) : str_format(":%s", source->name);
    ev_input_fact(ev, &(Fact){.kind = FACT_IS, .source = source, .text = path});
    return ev_with_source(ev, exemplar, source);
}

/* Packages register classes in sets as they are used: of these only what is asked counts. */
static bool holds_classes(const HeapContent *members) {
    for (uint32_t i = 0; i < members->count; i++)
        if (members->slots[i].key->kind == V_CLASS)
            return true;
    return false;
}

/* Whether the value is one whatever happens: an object that can change is the program's, whose other names for it
 * count. */
static bool is_constant_member(const Ev *ev, const Value *member) {
    if (member->kind == V_INSTANCE)
        return member->u.instance.cls->is_enum;
    if (member->kind == V_TUPLE) {
        for (uint32_t i = 0; i < member->u.tuple.count; i++)
            if (!is_constant_member(ev, member->u.tuple.items[i]))
                return false;
        return true;
    }
    if (member->kind == V_SET) {
        const HeapContent *members = heap_content(ev->heap, member->u.object);
        for (uint32_t i = 0; i < members->count; i++)
            if (!is_constant_member(ev, members->slots[i].key))
                return false;
        return true;
    }
    static const ValueKind mutable_kinds[] = {V_TENSOR, V_METHOD, V_PARTIAL, V_ITERATOR, V_UNKNOWN};
    for (size_t i = 0; i < COUNT_OF(mutable_kinds); i++)
        if (member->kind == mutable_kinds[i])
            return false;
    return true;
}

static const Value *set_like(Ev *ev, const Value *exemplar, const Source *source) {
    const HeapContent *content = heap_content(ev->heap, exemplar->u.object);
    bool frozen = exemplar->u.instance.cls != NULL;
    heap_loosen_order(ev->heap, exemplar->u.object, ORDER_OPEN);
    if (frozen && source->kind == SRC_GLOBAL && is_constant_member(ev, exemplar))
        return ev_pinned_input(ev, exemplar, source);
    ev_type_fact(ev, source, frozen ? "frozenset" : "set");
    if (content->count > MAX_MEMBERS || holds_classes(content) || !content_fact(ev, FACT_MEMBERS, source, content)) {
        const Value *asked = ev_unknown(ev, NULL, "a set of the caller with many members, or of several kinds");
        map_put(&ev->asked_sets, MAP_KEY(asked), (void *)(uintptr_t)ev_with_source(ev, exemplar, source));
        return asked;
    }
    Value *value = arena_copy(ev->arena, ev_set(ev), sizeof *value);
    for (uint32_t i = 0; i < content->count; i++) {
        const Value *key = ev_key_of(ev, &content->slots[i]);
        heap_set_key(ev->heap, value->u.object, key, key);
    }
    heap_loosen_order(ev->heap, value->u.object, ORDER_OPEN); /* nothing is known of what it once had */
    value->u.instance.cls = exemplar->u.instance.cls;
    value->source = source;
    return frozen ? value : ev_make_lasting(ev, value);
}

/* The question of a fact whether the set has the item. */
static bool question_of(const Ev *ev, const Value *item, Fact *fact) {
    if (item->kind == V_CLASS && !ev_is_unnamed(item->u.class_info) && ev_class_source(ev, item->u.class_info)) {
        const ClassInfo *cls = item->u.class_info;
        fact->kind = FACT_HAS_CLASS;
        fact->text = ev_qualified_path(cls->module, ev_class_at(cls));
        return true;
    }
    bool is_function = item->kind == V_FUNCTION || item->kind == V_BUILTIN || item->kind == V_EXTERNAL;
    if (is_function && item->source) {
        fact->kind = FACT_HAS_OBJECT;
        fact->other = item->source;
        return true;
    }
    fact->kind = FACT_HAS_KEY;
    return ev_constant_of(item, &fact->constant) &&
           (fact->constant.kind == CONST_STR || fact->constant.kind == CONST_INT);
}

/* Whether a set of the caller of which nothing else is known has the item as a member. NULL: not known. */
const Value *ev_asked_set_has(Ev *ev, const Value *set, const Value *item, Span span) {
    const Value *exemplar = map_get(&ev->asked_sets, MAP_KEY(set));
    Fact fact = {.span = span};
    if (!exemplar || !question_of(ev, item, &fact))
        return NULL;
    fact.source = exemplar->source;
    fact.number = heap_get_key(ev->heap, exemplar->u.object, item) != NULL;
    ev_fact(ev, &fact);
    return ev_bool(ev, fact.number);
}

/* ---- dicts of a class -------------------------------------------------------------------------------------------- */

const char *ev_dict_override(Ev *ev, const ClassInfo *cls) {
    static const char *const kept[] = {"__iter__",     "__len__",     "__bool__",
                                       "__reversed__", "__delattr__", "__getattribute__"};
    for (size_t i = 0; i < COUNT_OF(kept); i++) {
        const Value *found = ev_class_lookup(ev, cls, str_of(kept[i]), NULL);
        if (found && found->kind != V_BUILTIN)
            return kept[i];
    }
    return NULL;
}

static const Value *dict_of_class(Ev *ev, const Value *exemplar, const Source *source, bool fixed) {
    ClassInfo *cls = ev_dict_class(exemplar);
    const HeapContent *content = heap_content(ev->heap, exemplar->u.object);
    bool is_none = cls->module && cls->module->name == str_of("weakref"); /* it is like one in driver code alone */
    if (is_none || cls->is_opaque || !ev_class_source(ev, cls) || ev_dict_override(ev, cls) ||
        content->count > MAX_MEMBERS)
        return refused(ev, exemplar);
    ev_class_fact(ev, source, cls);
    Value *value = ev_dict_input(ev, exemplar, source, own_operations(ev, exemplar), fixed);
    if (!value || value->kind == V_UNKNOWN)
        return value;
    Value *attributes = ev_value(ev, V_INSTANCE);
    attributes->source = source;
    attributes->u.instance.cls = cls;
    attributes->u.instance.exemplar = exemplar->u.instance.exemplar;
    attributes->u.instance.object = heap_make(ev->heap, OBJ_INSTANCE, 0, NULL);
    value->u.instance.cls = cls;
    value->u.instance.exemplar = ev_make_lasting(ev, attributes);
    return ev_make_lasting(ev, value);
}

/* ---- sizes ------------------------------------------------------------------------------------------------------- */

const ShExpr *ev_size_fact(Ev *ev, const Source *tensor, const ShExpr *symbol, const ShExpr *is) {
    const ShExpr *pair[] = {symbol, is};
    Fact fact = {.kind = FACT_COMPARE, .source = tensor, .compare = SH_EQ, .count = 2};
    fact.exprs = arena_copy(ev->arena, pair, sizeof pair);
    ev_input_fact(ev, &fact);
    return is;
}

const Source *ev_size_source(const Source *tensor, int dim) {
    return source_item_int(source_attr(tensor, str_of("shape")), dim);
}

const Value *ev_likely_input(const Ev *ev, const Value *value) {
    bool of_input = value->source && (value->kind == V_STR || value->kind == V_SCALAR);
    return of_input ? map_get(&ev->memo, MAP_KEY(value->source)) : NULL;
}

static void find_size(void *env, const ShSymbol *symbol) {
    const ShSymbol **found = env;
    if (!*found && symbol->origin_kind == SH_FROM_DIM && symbol->origin && symbol->hint >= 0)
        *found = symbol;
}

const Value *ev_need_size(Ev *ev, const Value *value, Span span) {
    const ShSymbol *size = NULL;
    ev_need_known(ev, value, span);
    if (ev->fail.kind != FAIL_CUT || ev->in_driver || value->kind != V_INT)
        return NULL;
    sh_visit_symbols(value->u.expr, find_size, &size);
    if (!size)
        return NULL;
    Hypothesis hypothesis = {.source = ev_size_source(size->origin, size->index), .kind = HYP_VALUE};
    hypothesis.constant = (Constant){.kind = CONST_INT, .i = size->hint};
    return ev_restart_with(ev, &hypothesis, span);
}

/* ---- deques ------------------------------------------------------------------------------------------------------ */

bool ev_is_deque(const ClassInfo *cls) {
    return cls->module->is_prelude && !strcmp(cls->module->name, "collections") && !strcmp(cls->name, "deque");
}

/* An object of the class, without any attribute yet. */
static Value *object_at(Ev *ev, ClassInfo *cls, const Source *source) {
    Value *value = ev_value(ev, V_INSTANCE);
    value->source = source;
    value->u.instance.cls = cls;
    value->u.instance.object = heap_make(ev->heap, OBJ_INSTANCE, 0, NULL);
    return value;
}

/* The prelude's deque keeps its items in a list: that of an input stands for the deque itself. */
static const Value *deque_like(Ev *ev, const Value *exemplar, const Source *source, bool fixed) {
    const Value *old = heap_get(ev->heap, exemplar->u.instance.object, str_of("_items"));
    const Value *maxlen = heap_get(ev->heap, exemplar->u.instance.object, str_of("maxlen"));
    const Value *const *items;
    uint32_t count;
    if (!old || !maxlen || !ev_sequence(ev, old, &items, &count) || count > MAX_MEMBERS)
        return refused(ev, exemplar);
    ev_class_fact(ev, source, exemplar->u.instance.cls);
    ev_input_fact(ev, &(Fact){.kind = FACT_LEN, .source = source, .number = count});
    const Value **made = arena_array(ev->arena, const Value *, count);
    for (uint32_t i = 0; i < count; i++)
        if (!(made[i] = ev_input_item(ev, items[i], source_item_int(source, i), fixed)))
            return NULL;
    const Source *place = source_attr(source, str_of("maxlen"));
    bool is_open = maxlen->kind == V_INT && !sh_is_const(maxlen->u.expr, NULL); /* a number of the run time */
    const Value *limit = is_open ? ev_input_item(ev, maxlen, place, fixed) : ev_with_source(ev, maxlen, place);
    if (!limit)
        return NULL;
    if (!is_open)
        ev_value_facts(ev, limit, place, NULL, no_span());
    const Value *list = ev_make_lasting(ev, ev_with_source(ev, ev_list(ev, made, count), source));
    Value *value = object_at(ev, exemplar->u.instance.cls, source);
    heap_set(ev->heap, value->u.instance.object, str_of("_items"), list);
    heap_set(ev->heap, value->u.instance.object, str_of("maxlen"), limit);
    return value;
}

/* An object of a subclass of list: what it holds stands for the object itself, its attributes are looked at one by one.
 */
static const Value *list_of_class(Ev *ev, const Value *exemplar, const Source *source, bool fixed) {
    ClassInfo *cls = exemplar->u.instance.cls;
    const Value *old = ev_held(ev, exemplar), *const * items;
    uint32_t count;
    if (cls->is_opaque || !ev_class_source(ev, cls) || old->kind != V_LIST || !ev_sequence(ev, old, &items, &count) ||
        count > MAX_MEMBERS)
        return refused(ev, exemplar);
    ev_class_fact(ev, source, cls);
    ev_input_fact(ev, &(Fact){.kind = FACT_LEN, .source = source, .number = count});
    const Value **made = arena_array(ev->arena, const Value *, count);
    for (uint32_t i = 0; i < count; i++)
        if (!(made[i] = ev_input_item(ev, items[i], source_item_int(source, i), fixed)))
            return NULL;
    const Value *list = ev_make_lasting(ev, ev_with_source(ev, ev_list(ev, made, count), source));
    Value *value = (Value *)(uintptr_t)ev_holder(ev, cls, list);
    value->source = source;
    value->u.instance.exemplar = exemplar;
    return ev_make_lasting(ev, value);
}

/* A read-only view of a dict: what is asked of it is asked of the dict, whatever becomes of that. */
static bool is_proxy(const ClassInfo *cls) {
    return cls->module->is_prelude && !strcmp(cls->module->name, "types") && !strcmp(cls->name, "mappingproxy");
}

static const Value *proxy_like(Ev *ev, const Value *exemplar, const Source *source, bool fixed) {
    const Value *old = heap_get(ev->heap, exemplar->u.instance.object, str_of("mapping"));
    const Value *of_class = heap_get(ev->heap, exemplar->u.instance.object, str_of("of_class"));
    if (!old || old->kind != V_DICT || !of_class || of_class->kind != V_BOOL || of_class->u.boolean)
        return refused(ev, exemplar);
    ev_type_fact(ev, source, "mappingproxy");
    const Value *mapping = ev_input_item(ev, old, source_attr(source, str_of("mapping()")), fixed);
    if (!mapping || mapping->kind != V_DICT)
        return mapping;
    Value *value = object_at(ev, exemplar->u.instance.cls, source);
    heap_set(ev->heap, value->u.instance.object, str_of("mapping"), mapping);
    heap_set(ev->heap, value->u.instance.object, str_of("of_class"), of_class);
    return value;
}

/* ---- callables and bounds ---------------------------------------------------------------------------------------- */

static const Value *partial_like(Ev *ev, const Value *exemplar, const Source *source, bool fixed) {
    static const char *const parts[] = {"func", "args", "keywords"};
    ObjId object = heap_make(ev->heap, OBJ_PARTIAL, 0, NULL);
    ev_input_fact(ev, &(Fact){.kind = FACT_CLASS, .source = source, .text = str_of("functools:partial")});
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        const Value *old = heap_get(ev->heap, exemplar->u.object, str_of(parts[i]));
        const Value *part = ev_input_item(ev, old, source_attr(source, str_of(parts[i])), fixed);
        if (!part)
            return NULL;
        if (i > 0 && part->kind != old->kind)
            return refused(ev, exemplar);
        heap_set(ev->heap, object, str_of(parts[i]), part);
    }
    return ev_with_source(ev, ev_object(ev, V_PARTIAL, object), source);
}

static const Value *method_like(Ev *ev, const Value *exemplar, const Source *source, bool fixed) {
    const Value *function = exemplar->u.method.function;
    if (function->kind != V_FUNCTION)
        return refused(ev, exemplar);
    ev_type_fact(ev, source, "method");
    const Value *self = ev_input_item(ev, exemplar->u.method.self, source_attr(source, str_of("__self__")), fixed);
    function = self ? ev_input_item(ev, function, source_attr(source, str_of("__func__")), fixed) : NULL;
    if (!function || function->kind == V_UNKNOWN || self->kind == V_UNKNOWN)
        return function ? refused(ev, exemplar) : NULL;
    return ev_with_source(ev, ev_method(ev, function, self), source);
}

static const Value *bounds_like(Ev *ev, const Value *exemplar, const Source *source, bool fixed) {
    static const char *const names[] = {"start", "stop", "step"};
    const Value *items[3];
    ev_type_fact(ev, source, exemplar->kind == V_RANGE ? "range" : "slice");
    for (int i = 0; i < 3; i++) {
        const Source *part = source_attr(source, str_of(names[i]));
        const Value *old = exemplar->u.tuple.items[i];
        if (exemplar->kind == V_RANGE && i == 2) { /* which way it goes is known */
            items[i] = ev_with_source(ev, old, part);
            ev_value_facts(ev, items[i], part, NULL, no_span());
        } else if (!(items[i] = ev_input_item(ev, old, part, fixed))) {
            return NULL;
        }
    }
    return ev_with_source(ev, ev_items_value(ev, exemplar->kind, items, 3), source);
}

/* A function with a cache, of module level: what it calls cannot change, and what it remembers is what it gives. */
static bool is_of_functools(const ClassInfo *cls, const char *name) {
    return cls->module->is_prelude && !strcmp(cls->module->name, "functools") && !strcmp(cls->name, name);
}

bool ev_is_cached_function(const ClassInfo *cls) { return is_of_functools(cls, "_lru_cache_wrapper"); }

/* A function of functools.singledispatch: the very object that the program has made, with the same functions. */
static const Value *dispatcher_like(Ev *ev, const Value *exemplar, const Source *source, bool fixed) {
    const Value *old = heap_get(ev->heap, exemplar->u.instance.object, str_of("registry"));
    if (!old || old->kind != V_DICT)
        return refused(ev, exemplar);
    if (source->kind == SRC_GLOBAL)
        ev_pinned_input(ev, exemplar, source);
    const HeapContent *content = heap_content(ev->heap, old->u.object);
    const Source *place = source_attr(source, str_of("registry"));
    const Value *registry = ev_dict(ev);
    if (content->count > MAX_MEMBERS || !content_fact(ev, FACT_KEYS, place, content))
        return refused(ev, exemplar);
    for (uint32_t i = 0; i < content->count; i++) {
        const Source *item = source_item_int(source_attr(place, str_of("values()")), i);
        const Value *made = ev_input_item(ev, content->slots[i].value, item, fixed);
        if (!made)
            return NULL;
        heap_set_key(ev->heap, registry->u.object, ev_key_of(ev, &content->slots[i]), made);
    }
    Value *value = arena_copy(ev->arena, exemplar, sizeof *value);
    value->source = NULL; /* its other attributes are those of the function in Python */
    value->u.instance.object = heap_make(ev->heap, OBJ_INSTANCE, 0, NULL);
    heap_set(ev->heap, value->u.instance.object, str_of("registry"), registry);
    heap_set(ev->heap, value->u.instance.object, str_of("__name__"),
             heap_get(ev->heap, exemplar->u.instance.object, str_of("__name__")));
    return value;
}

/* A method of functools.singledispatchmethod, in its class's dictionary. */
static const Value *method_dispatcher_like(Ev *ev, const Value *exemplar, const Source *source, bool fixed) {
    const Value *old = heap_get(ev->heap, exemplar->u.instance.object, str_of("dispatcher"));
    ev_class_fact(ev, source, exemplar->u.instance.cls);
    const Value *made = dispatcher_like(ev, old, source_attr(source, str_of("dispatcher")), fixed);
    if (!made || made->kind == V_UNKNOWN)
        return made;
    Value *value = arena_copy(ev->arena, exemplar, sizeof *value);
    value->source = NULL;
    value->u.instance.object = heap_make(ev->heap, OBJ_INSTANCE, 0, NULL);
    heap_set(ev->heap, value->u.instance.object, str_of("dispatcher"), made);
    return value;
}

static bool is_dispatching_method(const ClassInfo *cls) { return is_of_functools(cls, "singledispatchmethod"); }

bool ev_is_open_descriptor(const ClassInfo *cls) {
    return is_dispatching_method(cls) || is_of_functools(cls, "partialmethod");
}

bool ev_is_of_kind(const ClassInfo *cls) {
    return ev_is_deque(cls) || ev_is_cached_function(cls) || is_of_functools(cls, "singledispatch") ||
           is_dispatching_method(cls) || is_proxy(cls) || cls->holds_items;
}

static const Value *object_like(Ev *ev, const Value *exemplar, const Source *source, bool fixed) {
    if (exemplar->u.instance.cls->holds_items)
        return list_of_class(ev, exemplar, source, fixed);
    if (is_proxy(exemplar->u.instance.cls))
        return proxy_like(ev, exemplar, source, fixed);
    if (is_of_functools(exemplar->u.instance.cls, "singledispatch"))
        return dispatcher_like(ev, exemplar, source, fixed);
    if (is_dispatching_method(exemplar->u.instance.cls))
        return method_dispatcher_like(ev, exemplar, source, fixed);
    if (!ev_is_cached_function(exemplar->u.instance.cls))
        return deque_like(ev, exemplar, source, fixed);
    return source->kind == SRC_GLOBAL ? ev_pinned_input(ev, exemplar, source) : refused(ev, exemplar);
}

const Value *ev_input_of_kind(Ev *ev, const Value *exemplar, const Source *source, bool fixed) {
    switch (exemplar->kind) {
    case V_SET:
        return set_like(ev, exemplar, source);
    case V_DICT:
        return dict_of_class(ev, exemplar, source, fixed);
    case V_INSTANCE:
        return object_like(ev, exemplar, source, fixed);
    case V_PARTIAL:
        return partial_like(ev, exemplar, source, fixed);
    case V_METHOD:
        return method_like(ev, exemplar, source, fixed);
    case V_RANGE:
    case V_SLICE:
        return bounds_like(ev, exemplar, source, fixed);
    default:
        return refused(ev, exemplar);
    }
}
