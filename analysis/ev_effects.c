/* Writes of the program to Python objects that outlive the call: attributes and items of inputs, globals.
 *
 * An input that can be changed is a lasting object of the heap (heap.h): reading after a write sees the new content,
 * branches and loops merge and carry it like any other object. Nothing is done to the live object while the variant
 * runs. Where a path of the entry returns, what differs from the content at the start becomes the list of effects of
 * the return, which the run time carries out when nothing can fail any more: a miss before then has changed nothing.
 *
 * The effects write without running code of the user: what would run some (a property, `__setattr__`) has been
 * evaluated instead, and a guard (FACT_SETTABLE) says that there is no other. Two inputs of one kind may be one object;
 * if one of them is written, a guard says that they are not (FACT_DISTINCT). */
#include "analysis/tensor.h"

#include "analysis/ev_internal.h"

#define PERSISTENT "(persistent) " /* of the buffer whose name follows: a mark on the module that gets it */

typedef struct Lasting {
    const Value *value;   /* the input; NULL: the globals of the program, or of `target` */
    const Source *target; /* of an overlay: what it is written to */
    Span span;            /* of the latest write */
    bool written;
    const Value *tensor; /* of an overlay: whose attributes it holds; without a target, the tensor is made here */
} Lasting;

static Lasting *lasting_of(const Ev *ev, ObjId object) { return map_get(&ev->lasting, object); }

static ObjId object_of(const Value *value) {
    return value->kind == V_INSTANCE ? value->u.instance.object : value->u.object;
}

const Value *ev_make_lasting(Ev *ev, const Value *value) {
    Lasting *lasting = arena_new_of(ev->arena, Lasting);
    lasting->value = value;
    heap_make_lasting(ev->heap, object_of(value));
    map_put(&ev->lasting, object_of(value), lasting);
    return value;
}

const Value *ev_begin_open(Ev *ev, const Source *source, ValueKind kind) {
    Value *added = arena_copy(ev->arena, ev_list(ev, NULL, 0), sizeof *added);
    added->kind = kind;
    added->source = source;
    map_put(&ev->opened, MAP_KEY(source), (void *)(uintptr_t)ev_make_lasting(ev, added));
    return ev_unknown(ev, source, kind == V_LIST ? "a list that items are added to" : "a dict in which keys are set");
}

bool ev_is_open(const Ev *ev, const Value *value, ValueKind kind) {
    const Value *added = value->source ? map_get(&ev->opened, MAP_KEY(value->source)) : NULL;
    return added && added->kind == kind;
}

void ev_begin_effects(Ev *ev) {
    map_clear(&ev->opened);
    map_clear(&ev->asked_sets);
    map_clear(&ev->asked_holders);
    ev->watched_dicts.len = ev->arrays.len = 0;
    map_clear(&ev->lasting);
    map_clear(&ev->overlays);
    map_clear(&ev->cells);
    map_clear(&ev->calls_of_closures);
    ev->global_writes = heap_make(ev->heap, OBJ_SCOPE, 0, NULL);
    heap_make_lasting(ev->heap, ev->global_writes);
    map_put(&ev->lasting, ev->global_writes, arena_new_of(ev->arena, Lasting));
    ev->warnings = heap_make(ev->heap, OBJ_LIST, 0, NULL);
    heap_make_lasting(ev->heap, ev->warnings);
    ev->switches = heap_make(ev->heap, OBJ_SCOPE, 0, NULL);
    heap_make_lasting(ev->heap, ev->switches);
}

/* ---- writing
 * ---------------------------------------------------------------------------------------------------------------- */

bool ev_may_write(Ev *ev, const Value *object, ObjId id, Span span) {
    if (heap_kind(ev->heap, id) == OBJ_DICT && heap_info(ev->heap, id))
        return ev_fail(ev, D_SIDE_EFFECT, span, "an object's __dict__ is changed");
    if (ev->in_driver || (!object->source && id >= ev->base_objects))
        return true;
    if (object->source && object->source->in_element) /* one object stands for them all */
        return ev_series_unroll_source(ev, object->source, span) != NULL;
    Lasting *lasting = lasting_of(ev, id);
    if (!lasting)
        return ev_fail(ev, D_SIDE_EFFECT, span, "a %s that outlives the call is changed", ev_type_name(ev, object));
    lasting->span = ev_user_span(ev, span);
    lasting->written = true;
    return true;
}

/* Can an object of the caller hold the value? Objects that the function made can only be made there if the run time
 * knows how. */
static bool can_be_stored(Ev *ev, const Value *value, Span span) {
    Constant constant;
    if (value->source || ev_is_number(value) || ev_constant_of(value, &constant) || ev_can_be_made(ev, value))
        return true;
    return ev_fail(ev, D_SIDE_EFFECT, span, "a %s that is made here is stored in an object that outlives the call",
                   ev_type_name(ev, value));
}

/* A number that the program changes is not taken for the constant that it was when compiling. */
static bool is_taken_for_constant(const Ev *ev, const Value *old) {
    return old && old->source && (old->kind == V_FLOAT || old->kind == V_BOOL || old->kind == V_INT) &&
           !(old->kind == V_INT && !sh_is_const(old->u.expr, NULL)) && !map_has(&ev->hypotheses, MAP_KEY(old->source));
}

/* Keys that run no code of the program when they are looked up. */
bool ev_put_open(Ev *ev, const Value *dict, const Value *key, const Value *value, Span span) {
    const Value *added = ev_open(ev, dict, V_DICT, span), *pair[] = {key, value};
    if (!added)
        return false;
    bool is_number =
        key->kind == V_INT || key->kind == V_BOOL || (key->kind == V_SCALAR && key->u.node->type.kind != IRT_FLOAT);
    if (!is_number && key->kind != V_STR && key->kind != V_NONE)
        return ev_need(ev, dict, HYP_TENSOR_FLAT, DT_NONE, -1, span) != NULL;
    if (!ev_may_write(ev, added, added->u.object, span) || !can_be_stored(ev, key, span) ||
        !can_be_stored(ev, value, span))
        return false;
    heap_append(ev->heap, added->u.object, ev_tuple(ev, pair, 2));
    return true;
}

bool ev_may_change(Ev *ev, const Value *old, Span span) {
    if (!is_taken_for_constant(ev, old))
        return true;
    HypothesisKind kind = old->kind == V_FLOAT ? HYP_FLOAT : old->kind == V_BOOL ? HYP_BOOL : HYP_INT;
    ev_restart_as(ev, old, kind, span);
    return false;
}

bool ev_will_replace(Ev *ev, const Value *old, const Value *value, Span span) {
    return ev->in_driver || ((!value || can_be_stored(ev, value, span)) && ev_may_change(ev, old, span));
}

/* Which of a module's tables has the name; NULL: none, it is a plain attribute. */
static const char *module_table(Ev *ev, const Value *object, Str name) {
    static const char *const tables[] = {"_parameters", "_buffers", "_modules"};
    const Value *exemplar = object->u.instance.exemplar;
    for (size_t i = 0; exemplar && i < COUNT_OF(tables); i++) {
        const Value *table = heap_get(ev->heap, exemplar->u.instance.object, str_of(tables[i]));
        if (table && table->kind == V_DICT && heap_get(ev->heap, table->u.object, name))
            return tables[i];
    }
    return NULL;
}

/* What nn.Module.__setattr__ does with the value, where that is no more than storing it: that a tensor is no Parameter
 * becomes a fact. */
static bool module_takes(Ev *ev, const Value *object, Str name, const Value *value, Span span) {
    ev_class_is_read(ev, value, span);
    const char *table = module_table(ev, object, name);
    bool registers = (value->kind == V_TENSOR && value->u.tensor.is_parameter) ||
                     (value->kind == V_INSTANCE && value->u.instance.cls->is_nn_module);
    bool is_buffer = table && !strcmp(table, "_buffers");
    if (registers || (table && !is_buffer) || (is_buffer && value->kind != V_TENSOR && value->kind != V_NONE))
        return ev_fail(ev, D_SIDE_EFFECT, span, "'%s' is registered with a module, or is a %s of it", name,
                       table ? table + 1 : "part");
    return true;
}

/* What stands in an input for an attribute that the program has deleted. */
static const Value *deleted(Ev *ev) {
    static const char slot;
    Value *value = map_get(&ev->memo, MAP_KEY(&slot));
    if (!value)
        map_put(&ev->memo, MAP_KEY(&slot), value = ev_value(ev, V_CELL));
    return value;
}

bool ev_is_deleted(const Value *value) { return value->kind == V_CELL; }

bool ev_delete_input_attr(Ev *ev, const Value *object, Str name, Span span) {
    const Value *exemplar = object->u.instance.exemplar;
    bool is_known = !object->u.instance.cls->is_nn_module && exemplar && !exemplar->u.instance.exemplar;
    bool was_there = is_known && heap_get(ev->heap, exemplar->u.instance.object, name);
    if (is_known && !was_there && heap_get(ev->heap, object->u.instance.object, name)) { /* set by this very call */
        ev_input_fact(ev, &(Fact){.kind = FACT_ABSENT, .span = span, .source = object->source, .text = name});
        ev_put_attribute(ev, object->u.instance.object, name, NULL);
        return true;
    }
    if (!was_there || ev_class_lookup(ev, object->u.instance.cls, str_of("__slots__"), NULL))
        return ev_fail(ev, D_SIDE_EFFECT, span, "an attribute of a %s is deleted", object->u.instance.cls->name);
    if (!ev_may_write(ev, object, object->u.instance.object, span))
        return false;
    ev_put_attribute(ev, object->u.instance.object, name, deleted(ev));
    return true;
}

/* Does one of the classes keep attributes elsewhere than in a dictionary? */
bool ev_has_slots(Ev *ev, const ClassInfo *cls) {
    for (uint32_t i = 0; i < cls->mro_count; i++) {
        const Value *slots = heap_get(ev->heap, cls->mro[i]->dict, str_of("__slots__"));
        if (slots && !(slots->kind == V_TUPLE && slots->u.tuple.count == 0))
            return true;
    }
    return false;
}

static bool has_own_setattr(Ev *ev, const ClassInfo *cls) {
    const Value *hook = ev_class_lookup(ev, cls, str_of("__setattr__"), NULL);
    return hook && hook->kind == V_FUNCTION;
}

/* An attribute of an input is set. The class has neither a property nor a `__setattr__` of the program for it. */
bool ev_set_input_attr(Ev *ev, const Value *object, Str name, const Value *value, Span span) {
    const ClassInfo *cls = object->u.instance.cls;
    if (!ev_may_write(ev, object, object->u.instance.object, span))
        return false;
    if (ev_shares_dicts(ev))
        return ev_fail(ev, D_SIDE_EFFECT, span, "an attribute of an object that may share its __dict__ is assigned");
    bool lacks_dict =
        ev_has_slots(ev, cls) && (cls->is_nn_module || !ev_is_slot(ev, cls, name) || has_own_setattr(ev, cls));
    if (lacks_dict || cls->is_opaque || name == str_of("__class__") || name == str_of("__dict__"))
        return ev_fail(ev, D_SIDE_EFFECT, span, "an attribute of a %s is assigned", cls->name);
    if (cls->is_nn_module && !module_takes(ev, object, name, value, span))
        return false;
    const Value *old = ev_instance_attr_seen(ev, object, name);
    if (old && ev_is_deleted(old))
        return ev_fail(ev, D_SIDE_EFFECT, span, "an attribute that was deleted is set again");
    if (old == value && old->kind != V_TENSOR)
        return true; /* `self.items += [...]` assigns what is there */
    if (!ev_will_replace(ev, old, value, span))
        return false;
    ev_put_attribute(ev, object->u.instance.object, name, value);
    return true;
}

/* prim.has_buffer(module, name): is it one of a module of the caller? A write to it guards that it is. */
PRIM(prim_has_buffer) {
    (void)self, (void)span;
    const char *name;
    bool known = args->args[0]->kind == V_INSTANCE && tn_known_str(args->args[1], &name);
    const char *table = known ? module_table(ev, args->args[0], name) : NULL;
    return ev_bool(ev, table && !strcmp(table, "_buffers"));
}

/* prim.put_buffer(module, name, tensor, persistent): of a module of the caller, in which the name is free or
 * has_buffer()
 */
PRIM(prim_put_buffer) {
    (void)self;
    const char *name;
    bool persistent;
    const Value *module = args->args[0];
    if (module->kind != V_INSTANCE || !tn_known_str(args->args[1], &name) ||
        !ev_as_bool_known(args->args[3], &persistent))
        return tn_unsupported(ev, span, "a buffer like this");
    if (!ev_set_input_attr(ev, module, name, args->args[2], span))
        return NULL;
    ev_put_attribute(ev, module->u.instance.object, str_format(PERSISTENT "%s", name), ev_bool(ev, persistent));
    return ev_none(ev);
}

/* prim.note_persistence(module, name, persistent): of a module that is made here, for prim.passed_over() */
PRIM(prim_note_persistence) {
    (void)self, (void)span;
    const char *name;
    if (args->args[0]->kind == V_INSTANCE && tn_known_str(args->args[1], &name))
        ev_put_attribute(ev, args->args[0]->u.instance.object, str_format(PERSISTENT "%s", name), args->args[2]);
    return ev_none(ev);
}

/* prim.passed_over(module): the names of the buffers that its state does without. It is guarded that the module of the
 * caller passes over these, and that nobody else has a say in what its state is. */
PRIM(prim_passed_over) {
    (void)self;
    const Value *module = args->args[0];
    const Value *exemplar = module->kind == V_INSTANCE ? module->u.instance.exemplar : NULL;
    if (!module->source || !exemplar)
        return tn_unsupported(ev, span, "the state of a module that is made here");
    const HeapContent *content = heap_content(ev->heap, exemplar->u.instance.object);
    const Value *names = ev_list(ev, NULL, 0);
    for (uint32_t i = 0; i < content->count; i++) {
        bool persistent;
        if (!content->slots[i].name || !ev_is_persistence(content->slots[i].name))
            continue;
        if (!ev_as_bool_known(content->slots[i].value, &persistent))
            return tn_unsupported(ev, span, "a buffer of which it is not known whether it is saved");
        if (!persistent)
            heap_append(ev->heap, names->u.object, ev_str(ev, str_of(content->slots[i].name + strlen(PERSISTENT))));
    }
    return ev_state_facts(ev, module, names) ? names : tn_unsupported(ev, span, "buffers of such names");
}

bool ev_is_persistence(Str name) { return strncmp(name, PERSISTENT, strlen(PERSISTENT)) == 0; }

/* ---- classes, functions and cells --------------------------------------------------------------------------------
 * What is written to them lies in an object beside them, which is looked at first. */

const Value *ev_overlaid(const Ev *ev, const void *key, Str name) {
    ObjId overlay = (ObjId)(uintptr_t)map_get(&ev->overlays, MAP_KEY(key));
    return overlay && !ev->in_driver ? heap_get(ev->heap, overlay, name) : NULL;
}

static ObjId overlay_of(Ev *ev, const void *key, const Source *target) {
    ObjId overlay = (ObjId)(uintptr_t)map_get(&ev->overlays, MAP_KEY(key));
    if (overlay)
        return overlay;
    overlay = heap_make(ev->heap, OBJ_SCOPE, 0, NULL);
    heap_make_lasting(ev->heap, overlay);
    map_put(&ev->overlays, MAP_KEY(key), (void *)(uintptr_t)overlay);
    Lasting *lasting = arena_new_of(ev->arena, Lasting);
    lasting->target = target;
    map_put(&ev->lasting, overlay, lasting);
    return overlay;
}

bool ev_set_overlaid(Ev *ev, const void *key, const Source *target, Str name, const Value *old, const Value *value,
                     Span span) {
    const Value *now = ev_overlaid(ev, key, name);
    if (!ev_will_replace(ev, now ? now : old, value, span))
        return false;
    ObjId overlay = overlay_of(ev, key, target);
    Lasting *lasting = lasting_of(ev, overlay);
    lasting->span = ev_user_span(ev, span);
    lasting->written = true;
    heap_set(ev->heap, overlay, name, value);
    return true;
}

bool ev_set_on_tensor(Ev *ev, const Value *tensor, Str name, const Value *value, Span span) {
    const Source *source = tensor->source;
    const Value *old = source ? map_get(&ev->input_values, MAP_KEY(source_attr(source, name))) : NULL;
    const void *key = source ? (const void *)source : tensor;
    if (!ev_set_overlaid(ev, key, source, name, old, value, span))
        return false;
    lasting_of(ev, overlay_of(ev, key, source))->tensor = tensor;
    return true;
}

const Value *ev_slot_before(Ev *ev, ObjId object, Str name) {
    const Lasting *lasting = lasting_of(ev, object);
    if (!lasting || lasting->target || lasting->tensor)
        return NULL;
    const Value *value =
        lasting->value
            ? lasting->value->kind == V_INSTANCE ? ev_instance_attr(ev, lasting->value, name, no_span()) : NULL
            : ev_global_before(ev, name, no_span());
    return value && value->kind != V_UNKNOWN ? value : NULL;
}

/* ---- what is left to do at a return
 * ------------------------------------------------------------------------------------------------------------------ */

typedef struct Journal {
    Ev *ev;
    EffectVec *out;
    const Source *target;
    Span span;
} Journal;

static Effect *add_effect(Journal *j, EffectKind kind, const Source *target, uint32_t count) {
    Effect effect = {.kind = kind, .target = target, .count = count, .span = j->span};
    effect.values = arena_array(j->ev->arena, const Value *, count + 1);
    vec_push(j->ev->arena, j->out, effect);
    return &vec_last(j->out);
}

/* What an object of the caller lets go of dies when the call returns, so no code may run then. */
static void lets_go(Journal *j, const Value *old) {
    bool is_plain = !old || ev_is_number(old) || old->kind == V_TENSOR || old->kind == V_STR || old->kind == V_NONE;
    if (!is_plain && old->source)
        ev_fact(j->ev, &(Fact){.kind = FACT_UNSEEN, .span = j->span, .source = old->source});
}

static void lets_go_of_all(Journal *j, const HeapContent *before) {
    if (before->count)
        ev_fact(j->ev, &(Fact){.kind = FACT_UNSEEN, .span = j->span, .source = j->target, .number = UNSEEN_ITEMS});
}

static void list_effects(Journal *j, const HeapContent *before, const HeapContent *now) {
    uint32_t kept = before->count < now->count ? before->count : now->count, same = 0;
    for (uint32_t i = 0; i < kept; i++)
        same += before->slots[i].value == now->slots[i].value;
    if (now->count < before->count || (same < kept && now->count > before->count) || same * 2 < kept) {
        lets_go_of_all(j, before);
        Effect *replace = add_effect(j, EFFECT_REPLACE, j->target, now->count);
        for (uint32_t i = 0; i < now->count; i++)
            replace->values[i] = now->slots[i].value;
        return;
    }
    for (uint32_t i = 0; i < now->count; i++) {
        if (i < kept && before->slots[i].value == now->slots[i].value)
            continue;
        if (i < kept)
            lets_go(j, before->slots[i].value);
        Effect *put = add_effect(j, i < kept ? EFFECT_PUT : EFFECT_APPEND, j->target, 1);
        put->key = (Constant){.kind = CONST_INT, .i = i};
        put->values[0] = now->slots[i].value;
    }
}

static bool has_key(const HeapContent *content, const HeapSlot *slot) {
    return heap_find_slot(content, slot->tag, slot->key) != NULL;
}

static bool has_very_key(const HeapContent *content, const HeapSlot *slot) {
    const HeapSlot *equal = heap_find_slot(content, slot->tag, slot->key);
    return equal && ev_have_very_key(equal, slot);
}

/* A key that is no constant is the second value of the effect. */
static void key_effect(Journal *j, EffectKind kind, const Value *key, const Value *value) {
    Constant constant;
    bool is_constant = ev_constant_key(key, &constant);
    Effect *effect = add_effect(j, kind, j->target, (value != NULL) + !is_constant);
    if (value)
        effect->values[0] = value;
    if (is_constant)
        effect->key = constant;
    else
        effect->values[effect->count - 1] = key;
}

/* In this move, or one before it? */
static bool has_moved(const HeapMove *move, const HeapSlot *slot) {
    for (; move; move = move->earlier)
        if (heap_same_key(&move->slot, slot))
            return true;
    return false;
}

static bool came_back(const HeapContent *before, const HeapContent *now) {
    for (uint32_t i = 0; i < before->count; i++)
        if (has_key(now, &before->slots[i]) && (now->was_emptied || has_moved(now->move, &before->slots[i])))
            return true;
    return false;
}

/* Is it known in which order keys came and went? Not behind branches and loops that do not do the same each time. */
static bool knows_moves(const HeapContent *before, const HeapContent *now) {
    if (now->moves_differ)
        return false;
    for (uint32_t i = 0; i < now->count; i++)
        if (!has_moved(now->move, &now->slots[i]) && (now->was_emptied || !has_key(before, &now->slots[i])))
            return false;
    return true;
}

/* What came and went does so at the return, in that order: a loop elsewhere may be going through the dict, and notices
 * what is deleted and set again. Keys that only the program saw are left out. */
static void move_effects(Journal *j, const HeapContent *before, const HeapContent *now, const HeapMove *move) {
    if (!move)
        return;
    move_effects(j, before, now, move->earlier);
    const HeapSlot *last = heap_find_slot(now, move->slot.tag, move->slot.key);
    const HeapSlot *first = now->was_emptied ? NULL : heap_find_slot(before, move->slot.tag, move->slot.key);
    if (move->came && last)
        key_effect(j, EFFECT_SET_KEY, last->key, last->value);
    if (move->came || (!last && (!first || has_moved(move->earlier, &move->slot))))
        return;
    lets_go(j, first ? first->value : NULL);
    key_effect(j, EFFECT_DELETE_KEY, move->slot.key, NULL);
}

static void dict_effects(Journal *j, const HeapContent *before, const HeapContent *now) {
    bool anew = now->was_emptied && before->count;
    if (anew) {
        lets_go_of_all(j, before);
        add_effect(j, EFFECT_CLEAR, j->target, 0);
    }
    move_effects(j, before, now, now->move);
    for (uint32_t i = 0; i < now->count; i++) {
        const HeapSlot *slot = &now->slots[i], *old = heap_find_slot(before, slot->tag, slot->key);
        if (has_moved(now->move, slot) || old->value == slot->value)
            continue;
        lets_go(j, old->value);
        key_effect(j, EFFECT_SET_KEY, slot->key, slot->value);
    }
}

/* Nothing was deleted that is there again. */
static void dict_effects_by_keys(Journal *j, const HeapContent *before, const HeapContent *now) {
    for (uint32_t i = 0; i < before->count; i++)
        if (!has_key(now, &before->slots[i])) {
            lets_go(j, before->slots[i].value);
            key_effect(j, EFFECT_DELETE_KEY, before->slots[i].key, NULL);
        }
    for (uint32_t i = 0; i < now->count; i++) {
        const HeapSlot *slot = &now->slots[i], *old = heap_find_slot(before, slot->tag, slot->key);
        if (old && old->value == slot->value)
            continue;
        if (old)
            lets_go(j, old->value);
        key_effect(j, EFFECT_SET_KEY, slot->key, slot->value);
    }
}

/* What else is in the dict is not known: it hears nothing of keys that are set. */
static void keys_fact(Journal *j) {
    ev_fact(j->ev, &(Fact){.kind = FACT_UNSEEN, .span = j->span, .source = j->target, .number = UNSEEN_KEYS});
}

static void pair_effects(Journal *j, const HeapContent *pairs) {
    keys_fact(j);
    ev_fact(j->ev, &(Fact){.kind = FACT_UNSEEN, .span = j->span, .source = j->target, .number = UNSEEN_ITEMS});
    for (uint32_t i = 0; i < pairs->count; i++) {
        const Value *const *pair = pairs->slots[i].value->u.tuple.items;
        key_effect(j, EFFECT_SET_KEY, pair[0], pair[1]);
    }
}

static bool set_effects(Journal *j, const HeapContent *before, const HeapContent *now) {
    if (ev_has_own_keys(j->ev, now))
        return ev_fail(j->ev, D_SIDE_EFFECT, j->span, "a set of the caller gets an object that says what is equal") !=
               NULL;
    for (uint32_t i = 0; i < before->count; i++)
        if (!has_very_key(now, &before->slots[i]))
            key_effect(j, EFFECT_DELETE_KEY, before->slots[i].key, NULL);
    for (uint32_t i = 0; i < now->count; i++)
        if (!has_very_key(before, &now->slots[i]))
            add_effect(j, EFFECT_APPEND, j->target, 1)->values[0] = now->slots[i].key;
    return true;
}

/* Of an instance: the attribute is deleted. What it held at the start was its own, as a guard sees. */
static void deletion_effect(Journal *j, const Value *object, Str name) {
    Fact fact = {.kind = FACT_SETTABLE, .span = j->span, .source = object->source, .text = name};
    fact.number = SETTABLE_DELETED;
    ev_fact(j->ev, &fact);
    add_effect(j, EFFECT_DELETE_ATTR, j->target, 0)->key = (Constant){.kind = CONST_STR, .s = name};
}

/* What a context variable holds (contextvars.py of the prelude) is what it held when the call began. */
static bool set_back(Journal *j, const Value *object, const HeapSlot *slot) {
    const Value *before = map_get(&j->ev->input_values, MAP_KEY(source_attr(object->source, slot->name)));
    return before == slot->value || ev_fail(j->ev, D_SIDE_EFFECT, j->span, "a context variable that stays set") != NULL;
}

/* What Module.__setattr__() puts into no table, where no table has the name (FACT_SETTABLE). */
static bool stays_out_of_tables(const Value *value) {
    return value->kind == V_INT || value->kind == V_FLOAT || value->kind == V_BOOL || value->kind == V_STR ||
           value->kind == V_NONE || value->kind == V_SCALAR;
}

/* What a property of the class hides is written into the object's dictionary. */
static void shadowed_effect(Journal *j, const HeapSlot *slot) {
    const Source *dict = source_attr(j->target, str_of("__dict__"));
    ev_fact(j->ev, &(Fact){.kind = FACT_TYPE, .span = j->span, .source = dict, .text = str_of("dict")});
    Effect *set = add_effect(j, EFFECT_SET_KEY, dict, 1);
    set->key = (Constant){.kind = CONST_STR, .s = slot->name};
    set->values[0] = slot->value;
}

static bool attribute_effects(Journal *j, const Value *object, const HeapContent *now) {
    for (uint32_t i = 0; i < now->count; i++) {
        Str name = now->slots[i].name;
        if (ev_is_hidden_name(name))
            continue;
        if (name == str_of("get()")) {
            if (!set_back(j, object, &now->slots[i]))
                return false;
            continue;
        }
        if (ev_is_deleted(now->slots[i].value)) {
            deletion_effect(j, object, name);
            continue;
        }
        if (ev_is_shadowed(j->ev, object->u.instance.cls, name)) {
            shadowed_effect(j, &now->slots[i]);
            continue;
        }
        bool is_module = object->u.instance.cls->is_nn_module;
        const char *table = is_module ? module_table(j->ev, object, name) : NULL;
        Fact fact = {.kind = FACT_SETTABLE, .span = j->span, .source = object->source, .text = name};
        const Value *hook = ev_class_lookup(j->ev, object->u.instance.cls, str_of("__setattr__"), NULL);
        bool hooked = hook && hook->kind == V_FUNCTION && !(is_module && hook->u.function->is_prelude);
        if (hooked && is_module && (table || !stays_out_of_tables(now->slots[i].value)))
            return ev_fail(j->ev, D_SIDE_EFFECT, j->span,
                           "an attribute of a module that has a __setattr__() of its own is assigned");
        fact.number = hooked      ? is_module ? SETTABLE_HOOKED_IN_MODULE : SETTABLE_HOOKED
                      : table     ? SETTABLE_BUFFER
                      : is_module ? SETTABLE_IN_MODULE
                      : ev_is_slot(j->ev, object->u.instance.cls, name) ? SETTABLE_SLOT
                                                                        : SETTABLE_PLAIN;
        ev_fact(j->ev, &fact);
        const Value *persistent =
            is_module ? heap_get(j->ev->heap, object->u.instance.object, str_format(PERSISTENT "%s", name)) : NULL;
        Effect *set = add_effect(j,
                                 table || persistent ? EFFECT_SET_BUFFER
                                 : is_module         ? EFFECT_SET_MODULE
                                                     : EFFECT_SET_ATTR,
                                 j->target, persistent ? 2 : 1);
        set->key = (Constant){.kind = CONST_STR, .s = name};
        set->values[0] = now->slots[i].value;
        if (persistent)
            set->values[1] = persistent;
    }
    return true;
}

static void global_effects(Journal *j, const HeapContent *now) {
    for (uint32_t i = 0; i < now->count; i++) {
        lets_go(j, map_get(&j->ev->input_values, MAP_KEY(source_global(NULL, now->slots[i].name))));
        Effect *set = add_effect(j, EFFECT_SET_GLOBAL, source_global(NULL, now->slots[i].name), 1);
        set->key = (Constant){.kind = CONST_STR, .s = now->slots[i].name};
        set->values[0] = now->slots[i].value;
    }
}

static void overlay_effects(Journal *j, const HeapContent *now) {
    for (uint32_t i = 0; map_has(&j->ev->cells, MAP_KEY(j->target)) && i < j->ev->cells.len; i++) {
        const Source *other = (const Source *)(uintptr_t)j->ev->cells.keys[i];
        if (other != j->target)
            ev_fact(j->ev, &(Fact){.kind = FACT_DISTINCT, .span = j->span, .source = j->target, .other = other});
    }
    for (uint32_t i = 0; i < now->count; i++) {
        Effect *set = add_effect(j, EFFECT_SET_ANY, j->target, 1);
        set->key = (Constant){.kind = CONST_STR, .s = now->slots[i].name};
        set->values[0] = now->slots[i].value;
    }
}

/* The dict, of which one of the two is written, does not hold the attributes of the tensor, or the function. */
static bool dict_apart(Journal *j, const Value *dict, const Value *holder) {
    const Source *source = dict->source->in_element ? dict->source : holder->source;
    if (source->in_element)
        return ev_series_unroll_source(j->ev, source, j->span) != NULL;
    ev_fact(j->ev, &(Fact){.kind = FACT_APART, .span = j->span, .source = dict->source, .other = holder->source});
    return true;
}

/* Another tensor of the caller whose attributes are looked at, or written, is not this one. */
static bool tensor_effects(Journal *j, const Value *tensor, const HeapContent *now) {
    Ev *ev = j->ev;
    for (uint32_t i = 0; i < ev->lasting.len; i++) {
        const Value *other = ((const Lasting *)ev->lasting.values[i])->value;
        if (other && other->kind == V_DICT && !dict_apart(j, other, tensor))
            return false;
    }
    for (uint32_t i = 0; i < ev->asked_holders.len; i++) {
        const Value *other = ev->asked_holders.values[i];
        if (other->kind != V_TENSOR || other->source == tensor->source)
            continue;
        if (other->source->in_element)
            return ev_series_unroll_source(ev, other->source, j->span) != NULL;
        if (ev_restart_same(ev, tensor, other, j->span))
            return false;
        ev_fact(ev, &(Fact){.kind = FACT_DISTINCT, .span = j->span, .source = tensor->source, .other = other->source});
    }
    for (uint32_t i = 0; i < now->count; i++) {
        if (now->slots[i].name == str_of("grad")) /* torch's own */
            continue;
        Fact fact = {.kind = FACT_SETTABLE, .span = j->span, .source = tensor->source, .text = now->slots[i].name};
        fact.number = SETTABLE_PLAIN;
        ev_fact(ev, &fact);
    }
    overlay_effects(j, now);
    return true;
}

static bool is_table(const Source *source) {
    return source->kind == SRC_ATTR && (source->name == str_of("_parameters") || source->name == str_of("_buffers") ||
                                        source->name == str_of("_modules") || source->name == str_of("__dict__"));
}

/* Might a write to the one be a write to the other? A dict may be what holds an object's attributes. */
static bool may_be_one(const Value *written, const Value *other) {
    if (other->source == written->source)
        return false;
    if (other->kind == written->kind)
        return other->kind != V_INSTANCE || other->u.instance.cls == written->u.instance.cls;
    return (other->kind == V_DICT && written->kind == V_INSTANCE && !is_table(other->source)) ||
           (other->kind == V_INSTANCE && written->kind == V_DICT);
}

static void find_own_dict(AstNode *node, void *data) {
    bool *found = data;
    const AstList *targets = node->kind == AST_Assign ? &node->u.Assign.targets : NULL;
    for (uint32_t i = 0; targets && i < targets->len; i++)
        *found |= targets->items[i]->kind == AST_Attribute && !strcmp(targets->items[i]->u.Attribute.attr, "__dict__");
    if (!*found)
        ast_each_child(node, find_own_dict, data);
}

/* Do methods give objects another __dict__ (self.__dict__ = cls.shared), so that several may have their attributes in
 * one? */
static bool may_share_attributes(Ev *ev, const ClassInfo *cls) {
    bool found = false;
    for (uint32_t i = 0; i < cls->mro_count && !cls->mro[i]->is_builtin && !cls->mro[i]->module->is_prelude; i++) {
        const HeapContent *own = heap_content(ev->heap, cls->mro[i]->dict);
        for (uint32_t k = 0; k < own->count && !found; k++)
            if (own->slots[k].value->kind == V_FUNCTION && own->slots[k].value->u.function->def)
                ast_each_child(own->slots[k].value->u.function->def, find_own_dict, &found);
    }
    return found;
}

/* The other inputs that might be the very object that is written are not. */
static bool distinct_facts(Journal *j, const Value *written) {
    Ev *ev = j->ev;
    for (uint32_t i = 0; i < ev->lasting.len; i++) {
        const Value *other = ((const Lasting *)ev->lasting.values[i])->value;
        if (!other || !may_be_one(written, other))
            continue;
        if (other->source->in_element)
            return ev_series_unroll_source(ev, other->source, j->span) != NULL;
        if (ev_restart_same(ev, written, other, j->span))
            return false;
        if (written->kind == V_INSTANCE && may_share_attributes(ev, written->u.instance.cls))
            return ev_fail(ev, D_SIDE_EFFECT, j->span, "objects of class %s may have their attributes in one dict",
                           written->u.instance.cls->name) != NULL;
        Fact fact = {.kind = FACT_DISTINCT, .span = j->span, .source = written->source, .other = other->source};
        if (written->kind != other->kind)
            fact = (Fact){.kind = FACT_APART, .span = j->span, .source = written->source, .other = other->source};
        if (written->kind == V_INSTANCE && other->kind == V_DICT)
            fact.source = other->source, fact.other = written->source;
        ev_fact(ev, &fact);
    }
    for (uint32_t i = 0; written->kind == V_DICT && i < ev->asked_holders.len; i++)
        if (!dict_apart(j, written, ev->asked_holders.values[i]))
            return false;
    return true;
}

/* The tables of a module say what its attributes say: who writes one and looks at the other may be told nonsense. */
static bool looks_into_tables(Ev *ev, const Value *object, const HeapContent *now) {
    static const char *const tables[] = {"_parameters", "_buffers", "_modules"};
    bool apart = true;
    for (uint32_t i = 0; apart && i < now->count; i++)
        apart = (ev_is_hidden_name(now->slots[i].name) ||
                 (stays_out_of_tables(now->slots[i].value) && !module_table(ev, object, now->slots[i].name)));
    if (apart)
        return false;
    for (size_t i = 0; i < COUNT_OF(tables); i++)
        if (map_has(&ev->input_values, MAP_KEY(source_attr(object->source, str_of(tables[i])))))
            return true;
    return false;
}

static bool object_effects(Journal *j, const Value *object, ObjId id) {
    const HeapContent *before = heap_original(j->ev->heap, id), *now = heap_content_unasked(j->ev->heap, id);
    j->target = object->source;
    if (!distinct_facts(j, object))
        return false;
    switch (object->kind) {
    case V_LIST:
        list_effects(j, before, now);
        return true;
    case V_SET:
        return set_effects(j, before, now);
    case V_DICT:
        if (is_table(object->source))
            return ev_fail(j->ev, D_SIDE_EFFECT, j->span, "a table of a module is changed");
        if (map_has(&j->ev->opened, MAP_KEY(object->source))) {
            pair_effects(j, now);
            return true;
        }
        if (!heap_is_looked_at(j->ev->heap, id))
            keys_fact(j);
        if (knows_moves(before, now))
            dict_effects(j, before, now);
        else if (now->moves_differ || came_back(before, now))
            return ev_fail(j->ev, D_SIDE_EFFECT, j->span,
                           "a key of a dict is deleted and set again in a loop, or on one side of a branch");
        else
            dict_effects_by_keys(j, before, now);
        return true;
    case V_INSTANCE:
        if (object->u.instance.cls->is_nn_module && looks_into_tables(j->ev, object, now))
            return ev_fail(j->ev, D_SIDE_EFFECT, j->span, "an attribute of a module whose tables are read is assigned");
        return attribute_effects(j, object, now);
    default:
        return ev_fail(j->ev, D_SIDE_EFFECT, j->span, "a %s of the caller is changed", ev_type_name(j->ev, object));
    }
}

/* Torch's grad mode is set where it is not what the caller had. */
static void grad_mode_effect(Ev *ev, EffectVec *out) {
    bool known_off = false; /* when the call began */
    for (uint32_t i = 0; i < ev->facts->items.len; i++)
        known_off = known_off || ev->facts->items.data[i].kind == FACT_NO_GRAD;
    TorchMode grad = ev_grad_mode(ev);
    if (grad == MODE_CALLER || (grad == MODE_OFF && known_off))
        return;
    const Source *setter = source_global(str_of("torch"), str_of("set_grad_enabled"));
    Effect effect = {.kind = EFFECT_SET_GRAD_MODE, .target = setter};
    effect.key = (Constant){.kind = CONST_BOOL, .i = grad == MODE_ON};
    vec_push(ev->arena, out, effect);
}

bool ev_effects(Ev *ev, EffectVec *out) {
    for (uint32_t i = 0; i < ev->lasting.len; i++) {
        const Lasting *lasting = ev->lasting.values[i];
        ObjId id = (ObjId)ev->lasting.keys[i];
        const HeapContent *now = heap_content_unasked(ev->heap, id);
        if (!lasting->written || now == heap_original(ev->heap, id))
            continue;
        Journal journal = {.ev = ev, .out = out, .target = lasting->target, .span = lasting->span};
        if (lasting->tensor && !lasting->target)
            continue; /* nobody sees it: what has attributes is not returned */
        if (lasting->tensor) {
            if (!tensor_effects(&journal, lasting->tensor, now))
                return false;
        } else if (lasting->target)
            overlay_effects(&journal, now);
        else if (!lasting->value)
            global_effects(&journal, now);
        else if (!object_effects(&journal, lasting->value, id))
            return false;
    }
    grad_mode_effect(ev, out);
    if (ev_inference_mode(ev) != MODE_CALLER)
        return ev_fail(ev, D_SIDE_EFFECT, ev->graph->span, "inference mode is left on or off") != NULL;
    if (ev_autocast_modes(ev))
        return ev_fail(ev, D_SIDE_EFFECT, ev->graph->span, "autocast is left on, or with another dtype") != NULL;
    if (heap_count(ev->heap, ev->switches))
        return ev_fail(ev, D_SIDE_EFFECT, ev->graph->span, "a switch of torch is left changed") != NULL;
    return ev_warning_effects(ev, out);
}

bool ev_store_global(Ev *ev, Str name, const Value *value, Span span) {
    Lasting *lasting = lasting_of(ev, ev->global_writes);
    lasting->span = ev_user_span(ev, span);
    lasting->written = true;
    const Value *old = heap_get(ev->heap, ev->global_writes, name);
    if (!old)
        old = map_get(&ev->input_values, MAP_KEY(source_global(NULL, name)));
    if (!ev_will_replace(ev, old, value, span))
        return false;
    heap_set(ev->heap, ev->global_writes, name, value);
    return true;
}
