/* What the variables that a segment overwrites held before. */
#ifndef PYAOT_SEGMENTS_FAREWELL_H
#define PYAOT_SEGMENTS_FAREWELL_H
#include "analysis/entry.h"
#include "analysis/liveness.h"

/* Nobody can tell when it dies; `watched`: but for weak references to tensors and other objects. */
bool segments_dies_unseen(const Value *value, bool watched);
/* A generator, something of which nothing is known or whose class has `__del__`, or a container that holds such. */
bool segments_may_be_alive(Ev *ev, const Value *value);
/* Does the function assign or delete a parameter that is known to get an object whose class has `__del__`? What is
 * compiled whole holds its arguments until it returns. */
bool segments_buries_argument(Ev *ev, const Function *function, const Str *names, const Value *const *values,
                              uint32_t count);
/* Do guards of the segment that was evaluated last say of what kind the variable is? That of an object whose class has
 * `__del__` does not help. `known`: what the variable likely holds, or NULL. */
bool segments_looks_at(Ev *ev, Str name, const Value *known);
#endif
