/* What the files of the scheduler share. Included by schedule*.c only. */
#ifndef PYAOT_SCHEDULE_INTERNAL_H
#define PYAOT_SCHEDULE_INTERNAL_H
#include "codegen/schedule.h"

void sched_mark_live(Schedule *s);
void sched_find_selects(Schedule *s);
/* Fills s->forced: nodes that must lie in memory because of who reads them. */
void sched_find_forced(Schedule *s);
/* Adds nodes that are dear and would be computed several times, or are found by divisions; true if any. Needs the
 * groups. */
bool sched_find_shared(Schedule *s);
/* Fills in who reads each root: escapes, object, last_use, memory. */
void sched_find_uses(Schedule *s);
/* Calls it for each node with memory that the step reads; what regions of it do is not looked at. */
void sched_visit_reads(const Schedule *s, const Step *step, SchedVisit *visit, void *env);
/* Finds what loops can change in place. Needs the uses. */
void sched_find_updates(Schedule *s);
/* Is the value the tensor of the parameter with parts of it changed? Fills the map with what it is in between. */
bool sched_changes_parts(Arena *arena, const IrNode *value, const IrNode *param, Map *values);
void sched_force(Schedule *s, const IrNode *node);
static inline bool sched_is_insertion(const IrNode *node) { return node->op == OP_INSERT || node->op == OP_INDEX_PUT; }
/* Of one element: what it is made of has been read when it is written. */
bool sched_inserts_one(const Schedule *s, const IrNode *insertion);
/* A new node at a position of the region, the others behind it; and the node at `from` moved up to `to`. */
IrNode *sched_insert(IrRegion *region, uint32_t position, const IrSpec *spec);
void sched_move_up(IrRegion *region, uint32_t from, uint32_t to);
/* Stores: gives inputs that are overwritten before their last use a copy (OP_CLONE), and finds insertions that can
 * write right into the memory that is stored to. Changes the graph; before anything else. */
void sched_prepare_stores(Schedule *s);
/* Long sums of sizes are symbols from here on. Changes the graph; before anything else. */
void sched_shorten_sizes(IrGraph *graph);
/* Puts a check in front of each gather: an index out of range leaves the variant. Changes the graph too. */
void sched_prepare_gathers(Schedule *s);
/* Gives products operands that the library can read: evenly spaced, in f32 or f64. Changes the graph too. */
void sched_prepare_products(Schedule *s);
void sched_prepare_loops(Schedule *s); /* gives what loops carry memory of its own */
/* What must lie in memory so that the store at this position overwrites nothing that is still read. */
void sched_force_around_store(Schedule *s, IrRegion *region, uint32_t position);
/* What insertions into a carried tensor write must not read what they write to. */
void sched_force_updates(Schedule *s, const IrNode *loop);
/* The dimension of a reduction's domain along which most of what it reads lies in order; -1: none. */
int sched_fast_dimension(const Schedule *s, const IrNode *reduction);
/* Over what the elements of a pointwise root are computed best: its own type, or that of a reshape's operand, where the
 * elements of its own would have to be found by divisions. */
const IrType *sched_domain(const Schedule *s, const IrNode *node);
/* A reshape that is read at places which are found by divisions, in each element and pass: what it joins and takes
 * apart is copied, as torch does. True if that is new. `is_top`: the reshape lies in memory itself, and is computed
 * there. */
bool sched_force_divided(Schedule *s, const IrNode *node, const Index *at, bool is_top);
/* A transposed copy whose rows are reduced and then read again: it had better be made once. */
bool sched_wants_copy(const Schedule *s, const IrNode *node);

/* The region in which a node is computed: arms of a select count as the region around it. */
const IrRegion *sched_home(const Schedule *s, const IrRegion *region);
/* REDUCE, LIB, ATEN, CAT, results and parameters of regions: nodes that always have memory. */
bool sched_has_own_memory(const Schedule *s, const IrNode *node);
/* It has memory of its own, or is forced to. */
bool sched_in_memory(const Schedule *s, const IrNode *node);
#endif
