/* The abstract heap: marks, undo, collected branches. Random writes are compared with a plain model that copies
 * everything. */
#include <criterion/criterion.h>

#include "analysis/ev_internal.h"

enum { OBJECTS = 5, NAMES = 4, LENGTH = 60, FIRST = 10 }; /* FIRST: lists grow and shrink around where they share */

typedef struct Model { /* what each object holds: numbers by name (0: absent), or a list */
    int named[OBJECTS][NAMES];
    int list[OBJECTS][LENGTH];
    int len[OBJECTS];
} Model;

typedef struct World {
    Arena *arena;
    Ev *ev;
    ObjId scopes[OBJECTS], lists[OBJECTS];
    Model model;
    unsigned seed;
} World;

static int roll(World *w, int n) {
    w->seed = w->seed * 1103515245u + 12345u;
    return (int)((w->seed >> 16) % (unsigned)n);
}

static Str name_of(int i) { return str_format("n%d", i); }

static void append(World *w, int object, int value) {
    int *len = &w->model.len[object];
    if (*len == LENGTH)
        return;
    heap_append(w->ev->heap, w->lists[object], ev_int(w->ev, value));
    w->model.list[object][(*len)++] = value;
}

static void open_world(World *w, unsigned seed) {
    DiagList *diags;
    memset(w, 0, sizeof *w);
    w->seed = seed;
    w->arena = arena_new();
    diags = arena_new_of(w->arena, DiagList);
    diag_init(diags, w->arena);
    w->ev = ev_new(w->arena, NULL, diags);
    for (int i = 0; i < OBJECTS; i++) {
        w->scopes[i] = heap_make(w->ev->heap, OBJ_SCOPE, 0, NULL);
        w->lists[i] = heap_make(w->ev->heap, OBJ_LIST, 0, NULL);
        for (int k = 0; k < FIRST; k++)
            append(w, i, k + 1);
    }
}

static void write_once(World *w) {
    Heap *heap = w->ev->heap;
    int object = roll(w, OBJECTS), name = roll(w, NAMES), value = roll(w, 1000) + 1;
    int *len = &w->model.len[object], *list = w->model.list[object];
    switch (roll(w, 5)) {
    case 0:
        heap_set(heap, w->scopes[object], name_of(name), NULL);
        w->model.named[object][name] = 0;
        break;
    case 1:
        for (int i = roll(w, 6); i > 0; i--)
            append(w, object, value + i);
        break;
    case 2:
        if (*len) {
            int at = roll(w, *len);
            heap_put_at(heap, w->lists[object], (uint32_t)at, ev_int(w->ev, value));
            list[at] = value;
        }
        break;
    case 3:
        if (*len) {
            int at = roll(w, 2) ? roll(w, *len) : 0;
            heap_remove_at(heap, w->lists[object], (uint32_t)at);
            memmove(list + at, list + at + 1, sizeof *list * (size_t)(*len - at - 1));
            (*len)--;
        }
        break;
    default:
        heap_set(heap, w->scopes[object], name_of(name), ev_int(w->ev, value));
        w->model.named[object][name] = value;
    }
}

static void check(const World *w, const char *when) {
    for (int i = 0; i < OBJECTS; i++) {
        for (int k = 0; k < NAMES; k++) {
            const Value *value = heap_get(w->ev->heap, w->scopes[i], name_of(k));
            int64_t found = 0;
            if (value)
                cr_assert(ev_as_int_known(value, &found));
            cr_assert_eq(found, w->model.named[i][k], "%s: name %d of object %d", when, k, i);
        }
        cr_assert_eq(heap_count(w->ev->heap, w->lists[i]), (uint32_t)w->model.len[i], "%s: length of list %d", when, i);
        for (int k = 0; k < w->model.len[i]; k++) {
            int64_t found;
            cr_assert(ev_as_int_known(heap_at(w->ev->heap, w->lists[i], (uint32_t)k), &found));
            cr_assert_eq(found, w->model.list[i][k], "%s: item %d of list %d", when, k, i);
        }
    }
}

/* Writes, with branches inside: each is taken back, applied again, or kept. */
static void live(World *w, int depth) {
    Heap *heap = w->ev->heap;
    for (int i = roll(w, 8); i > 0; i--)
        write_once(w);
    if (depth == 0)
        return;
    Model before = w->model;
    uint32_t mark = heap_mark(heap);
    live(w, depth - 1);
    check(w, "inside a branch");
    Model inside = w->model;
    HeapDelta delta = heap_take(heap, mark);
    w->model = before;
    check(w, "after undoing");
    live(w, depth - 1);
    check(w, "on the other side");
    switch (roll(w, 3)) {
    case 0: /* the other side is forgotten, the first comes back */
        heap_undo(heap, mark);
        heap_apply(heap, &delta);
        w->model = inside;
        break;
    case 1:
        heap_undo(heap, mark);
        w->model = before;
        break;
    default:
        break;
    }
    check(w, "after the branch");
    for (int i = roll(w, 4); i > 0; i--)
        write_once(w);
    check(w, "after writing on");
}

Test(ev_heap, branches_are_undone_and_applied_again) {
    for (unsigned seed = 1; seed <= 60; seed++) {
        World world;
        open_world(&world, seed);
        live(&world, 5);
        arena_free(world.arena);
    }
}

Test(ev_heap, a_collected_branch_names_what_it_wrote) {
    World world;
    open_world(&world, 1);
    Heap *heap = world.ev->heap;
    heap_set(heap, world.scopes[0], name_of(0), ev_int(world.ev, 1));
    uint32_t mark = heap_mark(heap);
    heap_set(heap, world.scopes[1], name_of(0), ev_int(world.ev, 2));
    heap_set(heap, world.scopes[1], name_of(1), ev_int(world.ev, 3));
    HeapDelta delta = heap_take(heap, mark);
    cr_assert_eq(delta.count, 1);
    cr_assert_eq(delta.changes[0].object, world.scopes[1]);
    cr_assert_eq(delta.changes[0].before->count, 0);
    cr_assert_eq(delta.changes[0].after->count, 2);
    cr_assert_null(heap_get(heap, world.scopes[1], name_of(0)));
}

Test(ev_heap, keys_compare_as_in_python) {
    World world;
    open_world(&world, 1);
    Ev *ev = world.ev;
    const Value *dict = ev_dict(ev);
    const Value *pair[] = {ev_int(ev, 1), ev_str(ev, str_of("a"))},
                *same[] = {ev_float(ev, 1.0), ev_str(ev, str_of("a"))};
    heap_set_key(ev->heap, dict->u.object, ev_int(ev, 1), ev_int(ev, 10));
    heap_set_key(ev->heap, dict->u.object, ev_float(ev, 1.0), ev_int(ev, 11));
    heap_set_key(ev->heap, dict->u.object, ev_bool(ev, true), ev_int(ev, 12));
    heap_set_key(ev->heap, dict->u.object, ev_str(ev, str_of("1")), ev_int(ev, 13));
    heap_set_key(ev->heap, dict->u.object, ev_none(ev), ev_int(ev, 14));
    heap_set_key(ev->heap, dict->u.object, ev_tuple(ev, pair, 2), ev_int(ev, 15));
    cr_assert_eq(heap_count(ev->heap, dict->u.object), 4);
    int64_t found;
    cr_assert(ev_as_int_known(heap_get_key(ev->heap, dict->u.object, ev_int(ev, 1)), &found));
    cr_assert_eq(found, 12);
    cr_assert(ev_as_int_known(heap_get_key(ev->heap, dict->u.object, ev_tuple(ev, same, 2)), &found));
    cr_assert_eq(found, 15);
    cr_assert_null(heap_get_key(ev->heap, dict->u.object, ev_float(ev, 1.5)));
    cr_assert_null(heap_get_key(ev->heap, dict->u.object, ev_float(ev, __builtin_nan(""))));
}
