/* What a call holds while it runs: references to objects, and scratch memory of its thread. */
#include "pyaot_internal.h"

#include <pthread.h>
#include <stdlib.h>

/* What did not fit into the call itself. */
enum { RT_OWNED_MORE = 254 };
typedef struct RtOwned {
    struct RtOwned *next;
    int count;
    PyObject *items[RT_OWNED_MORE];
} RtOwned;

/* ---- what a call owns ------------------------------------------------------------------------------------ */
bool rt_own_more(RtCall *call, PyObject *object) {
    RtOwned *more = call->owned_more;
    if (!more || more->count == RT_OWNED_MORE) {
        RtOwned *block = malloc(sizeof *block);
        if (!block) {
            Py_DECREF(object);
            PyErr_NoMemory();
            return false;
        }
        block->next = more, block->count = 0;
        call->owned_more = more = block;
    }
    more->items[more->count++] = object;
    return true;
}

void rt_drop_owned(RtCall *call) {
    for (int i = 0; i < call->owned_count; i++)
        Py_DECREF(call->owned[i]);
    call->owned_count = 0;
    for (RtOwned *more = call->owned_more, *next; more; more = next) {
        next = more->next;
        for (int i = 0; i < more->count; i++)
            Py_DECREF(more->items[i]);
        free(more);
    }
    call->owned_more = NULL;
}

/* ---- scratch memory of the thread ------------------------------------------------------------------------ */
/* Chunks are never moved while in use: a variant that calls back into Python may be entered again, and takes its memory
 * above. When the outermost call has left, several chunks are replaced by one that is as large as all of them. */
__thread RtThread rt_thread;
static pthread_key_t thread_exit;
static pthread_once_t thread_exit_once = PTHREAD_ONCE_INIT;

static void free_chunks(void *unused) {
    (void)unused;
    for (RtChunk *chunk = rt_thread.chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    rt_thread.chunks = NULL;
}
static void make_thread_exit(void) { pthread_key_create(&thread_exit, free_chunks); }

#define CHUNK_HEADER 64

static RtChunk *new_chunk(RtThread *thread, size_t bytes) {
    size_t size = bytes > thread->wanted ? bytes : thread->wanted;
    size = size > 65536 ? size : 65536;
    RtChunk *chunk = aligned_alloc(64, CHUNK_HEADER + size);
    if (!chunk)
        return NULL;
    *chunk = (RtChunk){thread->chunks, size, 0};
    thread->chunks = chunk;
    pthread_once(&thread_exit_once, make_thread_exit);
    pthread_setspecific(thread_exit, chunk);
    return chunk;
}

void *rt_scratch(RtCall *call, size_t bytes) {
    (void)call;
    RtThread *thread = &rt_thread;
    if (bytes > SIZE_MAX / 2)
        return NULL;
    bytes = bytes ? (bytes + 63) / 64 * 64 : 64;
    RtChunk *chunk = thread->chunks;
    if (!chunk || chunk->size - chunk->used < bytes)
        chunk = new_chunk(thread, bytes);
    if (!chunk)
        return NULL;
    void *memory = (char *)chunk + CHUNK_HEADER + chunk->used;
    chunk->used += bytes;
    thread->total += bytes;
    return memory;
}

size_t rt_scratch_enter(void) { return rt_thread.total; }

void rt_scratch_leave(size_t mark) {
    RtThread *thread = &rt_thread;
    if (thread->total == mark)
        return;
    size_t sizes = 0;
    for (RtChunk *chunk = thread->chunks; chunk && thread->total > mark;) {
        size_t drop = thread->total - mark < chunk->used ? thread->total - mark : chunk->used;
        chunk->used -= drop;
        thread->total -= drop;
        RtChunk *next = chunk->next;
        sizes += chunk->size;
        if (chunk->used == 0 && next) {
            thread->chunks = next;
            free(chunk);
            thread->wanted = sizes + next->size;
        }
        chunk = next;
    }
    if (thread->total == 0 && thread->chunks && thread->chunks->size < thread->wanted) {
        free(thread->chunks);
        thread->chunks = NULL;
    }
}

/* ---- memory that grows with what a loop carries ------------------------------------------------------------ */
typedef struct RtRoom {
    struct RtRoom *previous, *next;
    size_t size;
} RtRoom;
enum { ROOM_HEADER = 64 };

static void unlink_room(RtCall *call, RtRoom *room) {
    if (room->next)
        room->next->previous = room->previous;
    *(room->previous ? &room->previous->next : &call->rooms) = room->next;
}

/* By half as much again as is asked for, so that a tensor that grows bit by bit seldom needs a new one. */
void *rt_room(RtCall *call, void *memory, size_t bytes) {
    RtRoom *room = memory ? (RtRoom *)((char *)memory - ROOM_HEADER) : NULL;
    if (room && room->size >= bytes)
        return memory;
    if (bytes > SIZE_MAX / 4)
        return NULL;
    if (room) {
        unlink_room(call, room);
        free(room);
    }
    size_t size = (bytes + bytes / 2 + 63) / 64 * 64;
    room = aligned_alloc(64, ROOM_HEADER + size);
    if (!room)
        return NULL;
    *room = (RtRoom){NULL, call->rooms, size};
    if (call->rooms)
        call->rooms->previous = room;
    call->rooms = room;
    return (char *)room + ROOM_HEADER;
}

void rt_drop_rooms(RtCall *call) {
    for (RtRoom *room = call->rooms, *next; room; room = next) {
        next = room->next;
        free(room);
    }
    call->rooms = NULL;
}
