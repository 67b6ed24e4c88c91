/* See exemplar.c. */
#ifndef PYAOT_EXEMPLAR_H
#define PYAOT_EXEMPLAR_H
#include "analysis/ev.h"

/* Of two calls of one function, a value for each parameter (NULL: nothing is known of it). */
bool exemplars_alike(Ev *ev, const Value *const *a, const Value *const *b, uint32_t count);
#endif
