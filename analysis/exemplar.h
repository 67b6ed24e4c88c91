/* See exemplar.c. */
#ifndef PYAOT_EXEMPLAR_H
#define PYAOT_EXEMPLAR_H
#include "analysis/ev.h"

/* Of two calls of one function, a value for each parameter (NULL: nothing is known of it). */
bool exemplars_alike(Ev *ev, const Value *const *a, const Value *const *b, uint32_t count);
/* Of a call `a`, of which a variant of these facts came, and another: would the same come of it? So it would where they
 * are alike but for numbers and sizes, on which the variant does not rest. */
bool exemplars_served(Ev *ev, const FactList *facts, const Value *const *a, const Value *const *b, uint32_t count);
#endif
