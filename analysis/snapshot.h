/* What a call of driver code met, as it was at that moment, see snapshot.c. */
#ifndef PYAOT_SNAPSHOT_H
#define PYAOT_SNAPSHOT_H
#include "analysis/ev.h"

/* Beside the arguments, what the function reads while it is compiled for the call: globals, variables of enclosing
 * functions, defaults. */
typedef struct Moment {
    uint32_t mark; /* of the heap, at the call */
    Map copies;    /* ObjId -> the value as it was */
    Map read;      /* const Value, as driver code left it -> itself */
    Map variables; /* slot name -> ObjId of the scope that it was read in */
} Moment;

Moment *moment_new(Ev *ev, uint32_t mark);
/* Was anything that the values hold written between two marks of the heap? */
bool snapshot_changed(Ev *ev, const Value *const *values, uint32_t count, uint32_t from, uint32_t to);
/* Replaces values that were written since by what they were then. */
void snapshot_take(Ev *ev, const Value **values, uint32_t count, Moment *moment);
/* Is what the function read beside its arguments something else at another mark? */
bool moment_differs(Ev *ev, const Moment *moment, uint32_t mark);
#endif
