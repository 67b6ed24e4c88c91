/* Arguments of driver code as they were at a mark of the heap, see snapshot.c. */
#ifndef PYAOT_SNAPSHOT_H
#define PYAOT_SNAPSHOT_H
#include "analysis/ev.h"

/* Was anything that the values hold written between two marks of the heap? */
bool snapshot_changed(Ev *ev, const Value *const *values, uint32_t count, uint32_t from, uint32_t to);
/* Replaces values that were written since by what they were at the mark. */
void snapshot_take(Ev *ev, const Value **values, uint32_t count, uint32_t mark);
#endif
