/* See declared_uses.c. */
#ifndef PYAOT_DECLARED_USES_H
#define PYAOT_DECLARED_USES_H
#include "analysis/ev.h"

/* The parameters of a function: what declarations tell of each (NULL: nothing), its name (NULL: *args or **kwargs), and
 * which one is *args (-1: none). */
typedef struct DeclaredSlots {
    const Value *const *values;
    const Str *names;
    uint32_t count;
    int rest;
} DeclaredSlots;

/* Arguments that the uses of parameters tell, at most `max` calls. The number of them. */
uint32_t declared_uses(Ev *ev, const Function *function, const DeclaredSlots *slots, const Value **others[],
                       uint32_t max);
#endif
