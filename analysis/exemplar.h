/* See exemplar.c. */
#ifndef PYAOT_EXEMPLAR_H
#define PYAOT_EXEMPLAR_H
#include "analysis/ev.h"

/* Of two calls of one function, a value for each parameter (NULL: nothing is known of it): would the same come of both?
 * `facts`: of the variant that has come of `a`; then numbers and sizes may differ, on which it does not rest. NULL:
 * none has. */
bool exemplars_alike(Ev *ev, const FactList *facts, const Value *const *a, const Value *const *b, uint32_t count);

/* Is the call one that a variant is for whose inputs are `values` and which rests on `facts`, and nothing about the
 * call that would lead to another one: a tensor that comes twice or of another layout, a size that is 1? */
bool exemplars_fit(Ev *ev, const Value *const *values, const FactList *facts, const Value *const *exemplars,
                   uint32_t count);

/* Is it known of a number of this call that it is none of those which the facts of a variant allow? */
bool exemplars_contradict(Ev *ev, const FactList *facts, const Value *const *exemplars);

/* What a number of a variant is in a call, or `fallback`: it is not known. */
int64_t exemplar_number(Ev *ev, const Value *const *exemplars, const ShSymbol *symbol, int64_t fallback);

/* What a source was in a call, of which there is a value for each parameter. NULL: it is not known. */
const Value *exemplar_at(Ev *ev, const Value *const *exemplars, const Source *source);

/* Whether one tensor, or one object of a class, was at both. */
bool exemplar_is_one(Ev *ev, const Value *const *exemplars, const Source *a, const Source *b);

/* What describes the value after the attempt that it belongs to; of lists and dicts, as they are now. V_UNKNOWN:
 * nothing does. */
const Value *exemplar_lasting(Ev *ev, const Value *value);
#endif
