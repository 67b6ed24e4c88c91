/* The abstract heap: numbered mutable objects with copy-on-write contents.
 *
 * An object's content is an array of slots. Lists use their order; scopes, instances and class dictionaries are found
 * by name; dicts and sets by key; storages by the IR node of an alias. The first write to an object after a mark copies
 * its content and remembers the old one on a trail, so that undoing, collecting and applying the writes of a branch are
 * exchanges of pointers, and two sides of a branch can be compared content by content. Object numbers are never used
 * again. */
#ifndef PYAOT_HEAP_H
#define PYAOT_HEAP_H
#include "analysis/value.h"

typedef struct Heap Heap;

typedef enum {
    OBJ_LIST,
    OBJ_DICT,
    OBJ_SET,
    OBJ_INSTANCE,
    OBJ_CLASS,
    OBJ_SCOPE,
    OBJ_CELL,
    OBJ_ITERATOR,
    OBJ_STORAGE,
    OBJ_PARTIAL
} ObjKind;

typedef struct HeapSlot {
    uint64_t tag;     /* what it is found by: the name's address, an IR node's address; 0: by `key` alone */
    Str name;         /* scopes, instances, class dictionaries; dict keys that are strings */
    const Value *key; /* dicts, sets */
    const Value *value;
} HeapSlot;

/* A key that came or went, of a lasting dict. */
typedef struct HeapMove {
    HeapSlot slot;
    bool came;
    const struct HeapMove *earlier;
} HeapMove;

typedef struct HeapContent {
    uint32_t epoch, count, cap;
    bool was_emptied;     /* of a dict: by clear() */
    bool moves_differ;    /* on two sides of a branch, with the same outcome */
    const HeapMove *move; /* the latest since; NULL: none */
    HeapSlot *slots;
    uint32_t *index; /* by tag; only when there are many slots */
    HeapSlot **free; /* of a list whose slots are those of other contents, too: the first one that none of them uses */
} HeapContent;

Heap *heap_new(Arena *arena);
ObjId heap_make(Heap *heap, ObjKind kind, ObjId parent, const void *info);
void heap_reserve(Heap *heap, ObjId id, uint32_t count); /* room for that many slots, in a new object */
ObjKind heap_kind(const Heap *heap, ObjId id);
ObjId heap_parent(const Heap *heap, ObjId id);
const void *heap_info(const Heap *heap, ObjId id);
uint32_t heap_object_count(const Heap *heap);

/* Objects that existed before the program ran (inputs), whenever evaluation first looked at them: what they hold now is
 * what they held at the start, and every write from here on is trailed. */
void heap_make_lasting(Heap *heap, ObjId id);
bool heap_is_lasting(const Heap *heap, ObjId id);
const HeapContent *heap_original(const Heap *heap, ObjId id); /* of a lasting object: its content at the start */
/* Did the object exist when there were `objects` of them? Lasting ones always did. */
bool heap_is_older(const Heap *heap, ObjId id, uint32_t objects);

/* How a dict is used from here on: where it is only asked for keys, what else is in it does not matter. */
typedef struct HeapWatch {
    bool is_whole;       /* its content was looked at, or written otherwise than key by key */
    bool is_answered;    /* what is written key by key says itself what was there before */
    VEC(HeapSlot) asked; /* keys, and what was there; NULL: nothing */
} HeapWatch;
HeapWatch *heap_watch(Heap *heap, ObjId id);
bool heap_is_looked_at(const Heap *heap, ObjId id); /* as a whole, or nobody asks how */

const HeapContent *heap_content(const Heap *heap, ObjId id);
const HeapContent *heap_content_unasked(const Heap *heap,
                                        ObjId id); /* who looks depends on no key but those asked for */
/* False: the holder was last written before the object was made. */
bool heap_may_hold(const Heap *heap, ObjId holder, ObjId id);
uint32_t heap_count(const Heap *heap, ObjId id);
const Value *heap_at(const Heap *heap, ObjId id, uint32_t i);
/* The items in an array of their own. */
const Value **heap_items(const Heap *heap, ObjId id, Arena *arena);

const Value *heap_get(const Heap *heap, ObjId id, Str name);       /* NULL: absent */
void heap_set(Heap *heap, ObjId id, Str name, const Value *value); /* NULL: removes it */
const Value *heap_get_tag(const Heap *heap, ObjId id, const void *tag);
void heap_set_tag(Heap *heap, ObjId id, const void *tag, const Value *value);

/* Dicts and sets. Keys are hashable known values. */
const Value *heap_get_key(const Heap *heap, ObjId id, const Value *key);
void heap_set_key(Heap *heap, ObjId id, const Value *key, const Value *value);
bool heap_remove_key(Heap *heap, ObjId id, const Value *key);
bool heap_key_equal(const Value *a, const Value *b);
bool heap_same_key(const HeapSlot *a, const HeapSlot *b); /* are they under one name, tag or key? */
/* In which order a set gives its members. CPython puts an int of 0 to 7 at the place of that number, whatever else is
 * there, unless another int or what was removed has taken it: a set that never had others gives them by size. */
typedef enum {
    ORDER_BY_SIZE,
    ORDER_WITH_HOLES, /* by size until something is added */
    ORDER_OPEN
} SetOrder;
bool heap_is_by_size(const Heap *heap, ObjId set); /* then its slots are, too */
/* How often something was removed of a dict or a set; never undone: of all branches together. */
uint32_t heap_removals(const Heap *heap, ObjId id);
/* The object has the content that two branches left, which may have moved the same keys: then it is known which. */
void heap_join_moves(Heap *heap, ObjId id, const HeapContent *left, const HeapContent *right);
void heap_loosen_order(Heap *heap, ObjId set, SetOrder order);    /* never undone: of all branches the loosest */
void heap_set_key_tag(Heap *heap, ObjId object, const void *tag); /* objects with one tag are one key (ev_keys.c) */
const void *heap_key_tag(const Heap *heap, ObjId object);         /* NULL: none */

/* Lists. */
void heap_append(Heap *heap, ObjId id, const Value *value);
void heap_put_at(Heap *heap, ObjId id, uint32_t i, const Value *value);
void heap_insert(Heap *heap, ObjId id, uint32_t i, const Value *value);
void heap_remove_at(Heap *heap, ObjId id, uint32_t i);
void heap_replace(Heap *heap, ObjId id, const Value *const *items, uint32_t count);

/* Branches. */
typedef struct HeapChange {
    ObjId object;
    HeapContent *before, *after;
} HeapChange;
typedef struct HeapDelta {
    uint32_t count;
    HeapChange *changes;
} HeapDelta;
uint32_t heap_mark(Heap *heap);
void heap_undo(Heap *heap, uint32_t mark);
const HeapContent *heap_content_at(const Heap *heap, uint32_t mark, ObjId id); /* what it was at the mark */
bool heap_wrote(const Heap *heap, uint32_t from, uint32_t to);                 /* anything between two marks? */
bool heap_was_written(const Heap *heap, ObjId id, uint32_t from, uint32_t to); /* this object? */
/* Each object that may hold what was made from number `first` on, which is no older than the mark: those that were
 * written since, and those that are as new. */
ObjIdVec heap_holders(const Heap *heap, Arena *arena, uint32_t mark, ObjId first);
/* Objects from number `first` on keep what was written since the mark, whatever is undone later; older ones too, if
 * nothing was written to them between the mark `base` and the other one. */
void heap_keep_new(Heap *heap, uint32_t mark, ObjId first, uint32_t base);
HeapDelta heap_collect(Heap *heap, uint32_t mark); /* what was written since; nothing is undone */
HeapDelta heap_take(Heap *heap, uint32_t mark);    /* collects, then undoes */
void heap_apply(Heap *heap, const HeapDelta *delta);
const HeapContent *heap_content_after(const Heap *heap, const HeapDelta *delta, ObjId id);
const HeapSlot *heap_find_slot(const HeapContent *content, uint64_t tag, const Value *key);
#endif
