/* The abstract heap, see heap.h. Epochs decide whether a content may be written in place: a mark begins a new epoch,
 * and a content of an earlier epoch belongs to the trail (or to a collected branch) and is copied first. */
#include "analysis/heap.h"
#include "analysis/ev_internal.h"

#include <string.h>

enum { INDEX_FROM = 12, PAGE_OBJECTS = 512 }; /* INDEX_FROM: slots from which a content gets an index */

typedef struct HeapObject {
    ObjKind kind;
    ObjId parent;
    const void *info;
    HeapContent *content;
    const HeapContent *original; /* of a lasting object */
    uint32_t born;               /* the epoch in which it was made */
    uint32_t trailed;            /* its newest entry of the trail, plus one; 0: it has none */
    HeapWatch *watch;            /* NULL: nobody asks */
    SetOrder order;              /* of a set */
    uint32_t removals;           /* of keys: see heap_removals() */
} HeapObject;

typedef struct TrailEntry {
    ObjId object;
    uint32_t earlier; /* the object's entry before this one, plus one */
    HeapContent *old;
} TrailEntry;

struct Heap {
    Arena *arena;
    VEC(HeapObject *) pages; /* of PAGE_OBJECTS each: there are many objects, which never move */
    uint32_t object_count;
    VEC(TrailEntry) trail;
    Map key_tags; /* ObjId -> the tag of the object as a key */
    uint32_t epoch;
};

Heap *heap_new(Arena *arena) {
    Heap *heap = arena_new_of(arena, Heap);
    heap->arena = arena;
    heap->epoch = 1;
    map_init(&heap->key_tags, arena);
    heap_make(heap, OBJ_LIST, 0, NULL); /* number 0 is no object */
    return heap;
}

static HeapObject *object_at(const Heap *heap, ObjId id) {
    return &heap->pages.data[id / PAGE_OBJECTS][id % PAGE_OBJECTS];
}

ObjId heap_make(Heap *heap, ObjKind kind, ObjId parent, const void *info) {
    HeapContent *content = arena_new_of(heap->arena, HeapContent);
    content->epoch = heap->epoch;
    if (heap->object_count == heap->pages.len * PAGE_OBJECTS)
        vec_push(heap->arena, &heap->pages, arena_array(heap->arena, HeapObject, PAGE_OBJECTS));
    ObjId id = heap->object_count++;
    *object_at(heap, id) =
        (HeapObject){.kind = kind, .parent = parent, .info = info, .content = content, .born = heap->epoch};
    return id;
}

static HeapObject *object_of(const Heap *heap, ObjId id) {
    if (!id || id >= heap->object_count)
        ICE("heap: no object %u", id);
    return object_at(heap, id);
}

ObjKind heap_kind(const Heap *heap, ObjId id) { return object_of(heap, id)->kind; }
ObjId heap_parent(const Heap *heap, ObjId id) { return object_of(heap, id)->parent; }
const void *heap_info(const Heap *heap, ObjId id) { return object_of(heap, id)->info; }
uint32_t heap_object_count(const Heap *heap) { return heap->object_count; }
HeapWatch *heap_watch(Heap *heap, ObjId id) {
    return object_of(heap, id)->watch = arena_new_of(heap->arena, HeapWatch);
}

bool heap_is_looked_at(const Heap *heap, ObjId id) {
    const HeapWatch *watch = object_of(heap, id)->watch;
    return !watch || watch->is_whole;
}

static HeapObject *whole_object(const Heap *heap, ObjId id) {
    HeapObject *object = object_of(heap, id);
    if (object->watch)
        object->watch->is_whole = true;
    return object;
}

const HeapContent *heap_content(const Heap *heap, ObjId id) { return whole_object(heap, id)->content; }
const HeapContent *heap_content_unasked(const Heap *heap, ObjId id) { return object_of(heap, id)->content; }
bool heap_may_hold(const Heap *heap, ObjId holder, ObjId id) {
    uint32_t written = object_of(heap, holder)->content->epoch;
    return written == 0 || written >= object_of(heap, id)->born;
}
uint32_t heap_count(const Heap *heap, ObjId id) { return whole_object(heap, id)->content->count; }

const Value *heap_at(const Heap *heap, ObjId id, uint32_t i) {
    const HeapContent *content = heap_content(heap, id);
    return i < content->count ? content->slots[i].value : NULL;
}

const Value **heap_items(const Heap *heap, ObjId id, Arena *arena) {
    const HeapContent *content = heap_content(heap, id);
    const Value **items = arena_array(arena, const Value *, content->count);
    for (uint32_t i = 0; i < content->count; i++)
        items[i] = content->slots[i].value;
    return items;
}

void heap_make_lasting(Heap *heap, ObjId id) {
    HeapObject *object = object_of(heap, id);
    object->content->epoch = 0; /* of no mark: the first write copies it */
    object->original = object->content;
}

bool heap_is_lasting(const Heap *heap, ObjId id) { return object_of(heap, id)->original != NULL; }
const HeapContent *heap_original(const Heap *heap, ObjId id) { return object_of(heap, id)->original; }
bool heap_is_older(const Heap *heap, ObjId id, uint32_t objects) { return id < objects || heap_is_lasting(heap, id); }

/* ---- writing --------------------------------------------------------------------------------------------------- */

/* The index is a hash table of the numbers of slots, plus one; its size goes with the room for slots. */
static uint32_t index_size(const HeapContent *content) {
    uint32_t size = 32;
    while (size < 2 * content->cap)
        size *= 2;
    return size;
}

static uint32_t *index_place(const HeapContent *content, uint64_t tag) {
    uint32_t mask = index_size(content) - 1, i = (uint32_t)((tag * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & mask;
    while (content->index[i] && content->slots[content->index[i] - 1].tag != tag)
        i = (i + 1) & mask;
    return &content->index[i];
}

static void index_slots(Heap *heap, HeapContent *content) {
    content->index = NULL;
    for (uint32_t i = 0; i < content->count && content->count >= INDEX_FROM; i++) {
        if (!content->slots[i].tag)
            continue;
        if (!content->index)
            content->index = arena_array(heap->arena, uint32_t, index_size(content));
        *index_place(content, content->slots[i].tag) = i + 1;
    }
}

static void push_trail(Heap *heap, ObjId id, HeapContent *old) {
    HeapObject *object = object_of(heap, id);
    TrailEntry entry = {id, object->trailed, old};
    vec_push(heap->arena, &heap->trail, entry);
    object->trailed = heap->trail.len;
}

static TrailEntry pop_trail(Heap *heap) {
    TrailEntry entry = vec_pop(&heap->trail);
    object_at(heap, entry.object)->trailed = entry.earlier;
    return entry;
}

static void copy_slots(Heap *heap, HeapContent *content) {
    content->cap = content->count;
    content->slots = arena_copy(heap->arena, content->slots, sizeof(HeapSlot) * content->count);
    content->free = NULL;
    index_slots(heap, content);
}

/* The object's content in this epoch, in place of an older one that stays as it is. */
static HeapContent *renewed(Heap *heap, ObjId id) {
    HeapObject *object = object_of(heap, id);
    push_trail(heap, id, object->content);
    object->content = arena_copy(heap->arena, object->content, sizeof *object->content);
    object->content->epoch = heap->epoch;
    return object->content;
}

/* The content of an object, ready to be written at the keys that are asked for. */
static HeapContent *writable_by_key(Heap *heap, ObjId id) {
    HeapContent *content = object_of(heap, id)->content;
    if (content->epoch == heap->epoch && !content->free)
        return content;
    if (content->epoch != heap->epoch)
        content = renewed(heap, id);
    copy_slots(heap, content);
    return content;
}

static HeapContent *writable(Heap *heap, ObjId id) {
    whole_object(heap, id);
    return writable_by_key(heap, id);
}

/* The content of a list, ready for an item more behind, or one less in front. Its slots stay those of what it was
 * before: the first content that appends to them takes what is free behind, so that neither a list that grows nor an
 * iterator is copied after each mark. */
static HeapContent *sharing(Heap *heap, ObjId id) {
    HeapContent *content = object_of(heap, id)->content;
    if (content->epoch == heap->epoch)
        return content;
    if (content->index || content->count < INDEX_FROM)
        return writable(heap, id);
    HeapSlot *end = content->slots + content->count;
    if (!content->free)
        content->free = arena_copy(heap->arena, &end, sizeof end);
    return renewed(heap, id);
}

static void push_slot(Heap *heap, HeapContent *content, HeapSlot slot) {
    if (content->free && *content->free != content->slots + content->count)
        copy_slots(heap, content);
    bool full = content->count == content->cap;
    if (full) {
        content->slots = vec_grow(heap->arena, content->slots, content->count, &content->cap, sizeof(HeapSlot));
        content->free = NULL;
    } else if (content->free) {
        ++*content->free;
    }
    content->slots[content->count++] = slot;
    if (content->index ? full : slot.tag && content->count == INDEX_FROM)
        index_slots(heap, content);
    else if (slot.tag && content->index)
        *index_place(content, slot.tag) = content->count;
}

void heap_reserve(Heap *heap, ObjId id, uint32_t count) {
    HeapContent *content = writable(heap, id);
    if (content->cap == 0 && count)
        content->slots = arena_array(heap->arena, HeapSlot, content->cap = count);
}

static void drop_slot(Heap *heap, HeapContent *content, uint32_t i) {
    if (i == 0 && !content->index) { /* what iterators do */
        content->slots++;
        content->count--;
        content->cap--;
        return;
    }
    memmove(content->slots + i, content->slots + i + 1, sizeof(HeapSlot) * (content->count - i - 1));
    content->count--;
    index_slots(heap, content);
}

static inline const HeapSlot *slot_of_tag(const HeapContent *content, uint64_t tag) {
    if (content->index) {
        uint32_t found = *index_place(content, tag);
        return found ? &content->slots[found - 1] : NULL;
    }
    const HeapSlot *slot = content->slots, *end = slot + content->count;
    for (; slot < end; slot++)
        if (slot->tag == tag)
            return slot;
    return NULL;
}

const HeapSlot *heap_find_slot(const HeapContent *content, uint64_t tag, const Value *key) {
    if (tag)
        return slot_of_tag(content, tag);
    for (uint32_t i = 0; i < content->count; i++) {
        const HeapSlot *slot = &content->slots[i];
        if (!slot->tag && slot->key && heap_key_equal(slot->key, key))
            return slot;
    }
    return NULL;
}

static bool small_int(const Value *key, int64_t *number) {
    if (key->kind == V_BOOL)
        *number = key->u.boolean;
    else if (key->kind != V_INT || !sh_is_const(key->u.expr, number))
        return false;
    return *number >= 0 && *number < 8; /* no table of a set has fewer places */
}

bool heap_is_by_size(const Heap *heap, ObjId set) { return object_of(heap, set)->order != ORDER_OPEN; }

bool heap_same_key(const HeapSlot *a, const HeapSlot *b) {
    return a->tag == b->tag && (a->tag || heap_key_equal(a->key, b->key));
}

uint32_t heap_removals(const Heap *heap, ObjId id) { return object_of(heap, id)->removals; }

static bool removes(const HeapMove *move) {
    while (move && move->came)
        move = move->earlier;
    return move != NULL;
}

void heap_join_moves(Heap *heap, ObjId id, const HeapContent *left, const HeapContent *right) {
    const HeapMove *a = left->move, *b = right->move;
    while (a && b && a != b && a->came == b->came && heap_same_key(&a->slot, &b->slot))
        a = a->earlier, b = b->earlier;
    HeapContent *content = object_of(heap, id)->content;
    bool same = a == b && left->was_emptied == right->was_emptied;
    bool moves = removes(a) || removes(b) || left->was_emptied || right->was_emptied;
    content->moves_differ = left->moves_differ || right->moves_differ || (!same && moves);
    if (same) {
        content->was_emptied = left->was_emptied;
        content->move = left->move;
    }
}

void heap_loosen_order(Heap *heap, ObjId set, SetOrder order) {
    HeapObject *object = object_of(heap, set);
    if (object->order < order)
        object->order = order;
}

/* The last slot of a set is new: it moves to its place. */
static void order_new_slot(Heap *heap, ObjId set, HeapContent *content) {
    int64_t number, other;
    HeapSlot slot = content->slots[content->count - 1];
    if (object_of(heap, set)->order != ORDER_BY_SIZE || !small_int(slot.key, &number)) {
        heap_loosen_order(heap, set, ORDER_OPEN);
        return;
    }
    uint32_t at = content->count - 1;
    for (; at && small_int(content->slots[at - 1].key, &other) && other > number; at--)
        content->slots[at] = content->slots[at - 1];
    content->slots[at] = slot;
}

static void note_move(Heap *heap, ObjId id, HeapContent *content, const HeapSlot *slot, bool came) {
    HeapObject *object = object_of(heap, id);
    object->removals += !came;
    if (object->kind != OBJ_DICT || !object->original)
        return;
    HeapMove move = {*slot, came, content->move};
    content->move = arena_copy(heap->arena, &move, sizeof move);
}

static void set_slot(Heap *heap, ObjId id, HeapSlot slot) {
    bool of_set = object_of(heap, id)->kind == OBJ_SET;
    HeapContent *content = slot.key ? writable_by_key(heap, id) : writable(heap, id);
    const HeapSlot *found = heap_find_slot(content, slot.tag, slot.key);
    if (found && slot.value)
        content->slots[found - content->slots].value = slot.value;
    else if (found) {
        note_move(heap, id, content, found, false);
        drop_slot(heap, content, (uint32_t)(found - content->slots));
    } else if (slot.value) {
        note_move(heap, id, content, &slot, true);
        push_slot(heap, content, slot);
    }
    if (of_set && found && !slot.value)
        heap_loosen_order(heap, id, ORDER_WITH_HOLES);
    else if (of_set && !found && slot.value)
        order_new_slot(heap, id, content);
}

/* ---- by name, by tag, by key ------------------------------------------------------------------------------------- */

const Value *heap_get_tag(const Heap *heap, ObjId id, const void *tag) {
    const HeapSlot *slot = slot_of_tag(heap_content(heap, id), MAP_KEY(tag));
    return slot ? slot->value : NULL;
}

void heap_set_tag(Heap *heap, ObjId id, const void *tag, const Value *value) {
    set_slot(heap, id, (HeapSlot){.tag = MAP_KEY(tag), .value = value});
}

const Value *heap_get(const Heap *heap, ObjId id, Str name) { return heap_get_tag(heap, id, name); }

void heap_set(Heap *heap, ObjId id, Str name, const Value *value) {
    set_slot(heap, id, (HeapSlot){.tag = MAP_KEY(name), .name = name, .value = value});
}

static bool number_of(const Value *v, double *out, int64_t *integer) {
    int64_t i;
    switch (v->kind) {
    case V_BOOL:
        *integer = v->u.boolean;
        *out = v->u.boolean;
        return true;
    case V_INT:
        if (!sh_is_const(v->u.expr, &i))
            return false;
        *integer = i;
        *out = (double)i;
        return true;
    case V_FLOAT:
        *out = v->u.number;
        *integer = v->u.number >= -9e18 && v->u.number <= 9e18 ? (int64_t)v->u.number : INT64_MIN;
        return true;
    default:
        return false;
    }
}

bool heap_key_equal(const Value *a, const Value *b) {
    double x, y;
    int64_t i, j;
    if (a == b)
        return true;
    if (number_of(a, &x, &i) && number_of(b, &y, &j))
        return x == y && i == j;
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case V_NONE:
    case V_ELLIPSIS:
    case V_NOT_IMPLEMENTED:
    case V_DEVICE: /* the CPU */
        return true;
    case V_MODULE:
        return a->u.module == b->u.module;
    case V_STR:
    case V_BYTES:
    case V_OTHER_DTYPE:
    case V_LAYOUT:
    case V_MEMORY_FORMAT:
    case V_EXTERNAL:
        return a->u.str && a->u.str == b->u.str;
    case V_DTYPE:
        return a->u.dtype == b->u.dtype;
    case V_TUPLE:
        if (a->u.tuple.count != b->u.tuple.count)
            return false;
        for (uint32_t k = 0; k < a->u.tuple.count; k++)
            if (!heap_key_equal(a->u.tuple.items[k], b->u.tuple.items[k]))
                return false;
        return true;
    case V_INSTANCE:
        return a->u.instance.object == b->u.instance.object;
    case V_CLASS:
        return a->u.class_info == b->u.class_info;
    case V_FUNCTION:
        return a->u.function == b->u.function;
    case V_BUILTIN:
        return a->u.builtin.builtin == b->u.builtin.builtin && a->u.builtin.self == b->u.builtin.self;
    case V_TENSOR:
        return a->u.tensor.node == b->u.tensor.node && a->u.tensor.storage == b->u.tensor.storage &&
               ev_is_same(a, b) != SH_NO; /* of two views that are alike each is an object */
    default:
        return false;
    }
}

/* Equal strs and whole numbers have equal tags. So do members of an enum that are strs or ints too. */
static uint64_t tag_of_key(const Heap *heap, const Value *key) {
    double number;
    int64_t integer;
    if (key->kind == V_INSTANCE && key->u.instance.cls->is_enum && key->u.instance.cls->builtin) {
        const Value *value = heap_get(heap, key->u.instance.object, str_of("_value_"));
        return value ? tag_of_key(heap, value) : 0;
    }
    bool is_set = key->kind == V_SET;
    if ((is_set || key->kind == V_INSTANCE) && heap->key_tags.len)
        return MAP_KEY(map_get(&heap->key_tags, is_set ? key->u.object : key->u.instance.object));
    if (key->kind == V_STR && key->u.str)
        return MAP_KEY(key->u.str);
    if (!number_of(key, &number, &integer) || number != (double)integer || integer > INT64_MAX / 4 ||
        integer < INT64_MIN / 4)
        return 0;
    return (uint64_t)integer << 1 | 1; /* no address is odd */
}

void heap_set_key_tag(Heap *heap, ObjId object, const void *tag) {
    map_put(&heap->key_tags, object, (void *)(uintptr_t)tag);
}

const void *heap_key_tag(const Heap *heap, ObjId object) {
    return heap->key_tags.len ? map_get(&heap->key_tags, object) : NULL;
}

/* Of what the function has written itself, what was there at the start counts. */
static void note_asked(const Heap *heap, const HeapObject *object, const Value *key, const HeapSlot *now) {
    bool of_start = object->original && !object->watch->is_answered;
    const HeapSlot *slot = of_start ? heap_find_slot(object->original, tag_of_key(heap, key), key) : now;
    vec_push(heap->arena, &object->watch->asked, ((HeapSlot){.key = key, .value = slot ? slot->value : NULL}));
}

const Value *heap_get_key(const Heap *heap, ObjId id, const Value *key) {
    const HeapObject *object = object_of(heap, id);
    const HeapSlot *slot = heap_find_slot(object->content, tag_of_key(heap, key), key);
    if (object->watch)
        note_asked(heap, object, key, slot);
    return slot ? slot->value : NULL;
}

void heap_set_key(Heap *heap, ObjId id, const Value *key, const Value *value) {
    uint64_t tag = tag_of_key(heap, key);
    HeapWatch *watch = object_of(heap, id)->watch;
    if (watch && !watch->is_answered)
        heap_get_key(heap, id, key);
    set_slot(heap, id,
             (HeapSlot){.tag = tag, .name = key->kind == V_STR ? key->u.str : NULL, .key = key, .value = value});
}

bool heap_remove_key(Heap *heap, ObjId id, const Value *key) {
    if (!heap_get_key(heap, id, key))
        return false;
    heap_set_key(heap, id, key, NULL);
    return true;
}

/* ---- lists ------------------------------------------------------------------------------------------------------- */

void heap_append(Heap *heap, ObjId id, const Value *value) {
    push_slot(heap, sharing(heap, id), (HeapSlot){.value = value});
}

void heap_put_at(Heap *heap, ObjId id, uint32_t i, const Value *value) { writable(heap, id)->slots[i].value = value; }

void heap_insert(Heap *heap, ObjId id, uint32_t i, const Value *value) {
    HeapContent *content = writable(heap, id);
    push_slot(heap, content, (HeapSlot){.value = value});
    memmove(content->slots + i + 1, content->slots + i, sizeof(HeapSlot) * (content->count - i - 1));
    content->slots[i] = (HeapSlot){.value = value};
}

void heap_remove_at(Heap *heap, ObjId id, uint32_t i) {
    drop_slot(heap, i == 0 ? sharing(heap, id) : writable(heap, id), i);
}

void heap_replace(Heap *heap, ObjId id, const Value *const *items, uint32_t count) {
    HeapContent *content = writable(heap, id);
    heap_loosen_order(heap, id, count ? ORDER_OPEN : ORDER_WITH_HOLES);
    object_of(heap, id)->removals += content->count;
    content->was_emptied = count == 0;
    content->move = NULL;
    content->count = 0;
    content->index = NULL;
    for (uint32_t i = 0; i < count; i++)
        push_slot(heap, content, (HeapSlot){.value = items[i]});
}

/* ---- marks ---------------------------------------------------------------------------------------------------------
 */

uint32_t heap_mark(Heap *heap) {
    heap->epoch++;
    return heap->trail.len;
}

/* The object's first entry of the trail from `mark` on; NULL: it has none. */
static const TrailEntry *first_entry(const Heap *heap, uint32_t mark, ObjId id) {
    const TrailEntry *first = NULL;
    for (uint32_t at = object_of(heap, id)->trailed; at > mark; at = first->earlier)
        first = &heap->trail.data[at - 1];
    return first;
}

const HeapContent *heap_content_at(const Heap *heap, uint32_t mark, ObjId id) {
    const TrailEntry *first = first_entry(heap, mark, id);
    return first ? first->old : heap_content(heap, id);
}

bool heap_wrote(const Heap *heap, uint32_t from, uint32_t to) { return from < to && from < heap->trail.len; }

bool heap_was_written(const Heap *heap, ObjId id, uint32_t from, uint32_t to) {
    const TrailEntry *first = first_entry(heap, from, id);
    return first && first - heap->trail.data < to;
}

ObjIdVec heap_holders(const Heap *heap, Arena *arena, uint32_t mark, ObjId first) {
    ObjIdVec holders = {0};
    for (uint32_t i = mark; i < heap->trail.len; i++) {
        const TrailEntry *entry = &heap->trail.data[i];
        if (entry->object < first && entry->earlier <= mark)
            vec_push(arena, &holders, entry->object);
    }
    for (ObjId id = first ? first : 1; id < heap->object_count; id++)
        vec_push(arena, &holders, id);
    return holders;
}

void heap_undo(Heap *heap, uint32_t mark) {
    while (heap->trail.len > mark) {
        TrailEntry entry = pop_trail(heap);
        object_at(heap, entry.object)->content = entry.old;
    }
    heap->epoch++;
}

void heap_keep_new(Heap *heap, uint32_t mark, ObjId first, uint32_t base) {
    uint32_t end = heap->trail.len;
    while (heap->trail.len > mark)
        pop_trail(heap);
    for (uint32_t i = mark; i < end; i++) {
        ObjId object = heap->trail.data[i].object;
        if (object < first && object_at(heap, object)->trailed > base)
            push_trail(heap, object, heap->trail.data[i].old);
    }
}

HeapDelta heap_collect(Heap *heap, uint32_t mark) {
    HeapDelta delta = {0, arena_array(heap->arena, HeapChange, heap->trail.len - mark)};
    for (uint32_t i = mark; i < heap->trail.len; i++) {
        TrailEntry *entry = &heap->trail.data[i];
        if (entry->earlier > mark)
            continue;
        HeapContent *now = object_at(heap, entry->object)->content;
        delta.changes[delta.count++] = (HeapChange){entry->object, entry->old, now};
    }
    heap->epoch++;
    return delta;
}

HeapDelta heap_take(Heap *heap, uint32_t mark) {
    HeapDelta delta = heap_collect(heap, mark);
    heap_undo(heap, mark);
    return delta;
}

void heap_apply(Heap *heap, const HeapDelta *delta) {
    for (uint32_t i = 0; i < delta->count; i++) {
        HeapObject *object = object_of(heap, delta->changes[i].object);
        push_trail(heap, delta->changes[i].object, object->content);
        object->content = delta->changes[i].after;
    }
    heap->epoch++;
}

const HeapContent *heap_content_after(const Heap *heap, const HeapDelta *delta, ObjId id) {
    for (uint32_t i = 0; delta && i < delta->count; i++)
        if (delta->changes[i].object == id)
            return delta->changes[i].after;
    return heap_content(heap, id);
}
