/* What the files of the scheduler share. Included by schedule*.c only. */
#ifndef PYAOT_SCHEDULE_INTERNAL_H
#define PYAOT_SCHEDULE_INTERNAL_H
#include "codegen/schedule.h"

void sched_mark_live(Schedule *s);
void sched_find_selects(Schedule *s);
/* Fills s->forced: nodes that must lie in memory because of who reads them. */
void sched_find_forced(Schedule *s);
/* Adds nodes that are dear and would be computed several times; true if any. Needs the groups. */
bool sched_find_shared(Schedule *s);
/* Fills in who reads each root: escapes, object, last_use, memory. */
void sched_find_uses(Schedule *s);
void sched_force(Schedule *s, const IrNode *node);
bool sched_has_effects(const IrRegion *region);

/* The region in which a node is computed: arms of a select count as the region around it. */
const IrRegion *sched_home(const Schedule *s, const IrRegion *region);
/* REDUCE, LIB, ATEN, CAT, results and parameters of regions: nodes that always have memory. */
bool sched_has_own_memory(const Schedule *s, const IrNode *node);
#endif
