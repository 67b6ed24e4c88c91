/* Lowering beside evaluation: what one thread has evaluated another one lowers. */
#ifndef PYAOT_LOWER_QUEUE_H
#define PYAOT_LOWER_QUEUE_H
#include "analysis/analysis.h"

typedef struct LowerQueue LowerQueue;
/* NULL: variants have to be lowered one by one, as they come. */
LowerQueue *lower_queue_new(Arena *arena, const AnalysisOptions *options);
/* Lowers a copy of the variant, made now, in its turn. Once lower_queue_wait() has returned, variant->problem says
 * whether it could be. */
void lower_queue_put(LowerQueue *queue, Variant *variant);
void lower_queue_wait(LowerQueue *queue);
#endif
