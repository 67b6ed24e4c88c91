/* Lowering beside evaluation. See lower_queue.h.
 *
 * The copies lie in a few places, which are used in turn, so that what comes out does not depend on which thread is
 * faster. A place's memory is of the thread that evaluates: it is taken and given back there. */
#include "analysis/lower_queue.h"

#include "analysis/variant_copy.h"
#include "support/beside.h"

enum { PLACES = 64 };

typedef struct Place {
    const AnalysisOptions *options;
    ShContext *shapes;
    Arena *arena; /* of the copy that lies here; NULL: none yet */
    Variant *variant;
    const Variant *copy;
    Beside beside; /* the lowering of it */
} Place;

struct LowerQueue {
    Place places[PLACES];
    uint32_t count; /* of variants so far; the n-th lies in place n % PLACES */
};

static void lower(void *env) {
    const Place *place = env;
    place->variant->problem = place->options->lower(place->options->lower_env, place->variant, place->copy);
}

/* A fault of ours is one more reason why not: it comes again, and is told, when the function is compiled anew. */
static void lower_or_fail(void *env) {
    const Place *place = env;
    char message[600];
    if (!ice_caught(lower, env, message, sizeof message))
        place->variant->problem = "a fault of ours";
}

LowerQueue *lower_queue_new(Arena *arena, const AnalysisOptions *options) {
    if (!options->lower || !options->lowers_beside)
        return NULL;
    LowerQueue *queue = arena_new_of(arena, LowerQueue);
    for (int i = 0; i < PLACES; i++)
        queue->places[i] = (Place){.options = options, .shapes = sh_context_new_small(arena)};
    return queue;
}

static void clear(Place *place) {
    beside_end(&place->beside);
    if (place->arena)
        arena_free(place->arena);
    place->arena = NULL;
}

void lower_queue_put(LowerQueue *queue, Variant *variant) {
    Place *place = &queue->places[queue->count++ % PLACES];
    clear(place);
    place->arena = arena_new();
    sh_reset(place->shapes, place->arena);
    place->variant = variant;
    place->copy = variant_copy(place->arena, variant, place->shapes);
    beside_begin(&place->beside, lower_or_fail, place);
}

void lower_queue_wait(LowerQueue *queue) {
    for (int i = 0; i < PLACES; i++)
        clear(&queue->places[i]);
}
