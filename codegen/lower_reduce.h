/* What kernels with reductions share. Included by lower_accumulator.c, lower_pass.c, lower_row_buffer.c, lower_rows.c,
 * lower_total.c and lower_columns.c only.
 *
 * A group has phases, and each is one pass over the reduced dimensions: it brings values to the accumulators of the
 * phase's reductions, writes its full roots, and recalls the rows that earlier passes kept. */
#ifndef PYAOT_LOWER_REDUCE_H
#define PYAOT_LOWER_REDUCE_H
#include "codegen/lower_kernel.h"

/* ---- lower_accumulator.c ----------------------------------------------------------------------------------------- */
bool reduce_is_arg(const IrNode *node); /* argmax, argmin: of no vector loop */
LpBase reduce_type(const IrNode *node); /* of its accumulator */
LpExpr *reduce_identity(Arena *arena, const IrNode *node, LpBase type);
/* acc after one more value, both of the accumulator's type; `apart`: NaN is kept in a flag of its own. */
LpExpr *reduce_combine(Arena *arena, const IrNode *node, LpExpr *acc, LpExpr *value, bool apart);
const char *reduce_name(const Root *root); /* of the variable for its result */
LpVar *reduce_variable(Kernel *k, const char *name, LpBase type, LpExpr *start, int depth);
void reduce_set(Kernel *k, LpVar *var, LpExpr *value);
/* Declares the accumulators of a phase; `short_sum`: so few values are summed that f32 will do. */
void reduce_start(Kernel *k, int phase, bool short_sum);
bool reduce_wants_lanes(const Accumulator *acc); /* a sum of f32 that goes through f32 a block at a time */
void reduce_mark(Kernel *k, LpStmt *loop);       /* tells the loop what is reduced in it */
void reduce_update(Kernel *k, Accumulator *acc); /* by the element at k->full */
void reduce_update_position(Kernel *k, Accumulator *acc, LpExpr *value, LpExpr *position);
LpExpr *reduce_accumulated(Kernel *k, const Accumulator *acc); /* the value with NaN put back */
LpExpr *reduce_final(Kernel *k, const IrNode *node, LpExpr *value, LpExpr *position);
void reduce_keep(Kernel *k, Root *root, LpExpr *value); /* the result is known from now on, and stored if it escapes */

/* ---- lower_pass.c ------------------------------------------------------------------------------------------------ */
bool reduce_has_work(const Kernel *k, int phase);
void reduce_pass(Kernel *k, int phase); /* the body of the loops */
/* The innermost reduced loop from lo to hi, in blocks when float sums need them. */
void reduce_inner_pass(Kernel *k, int phase, const KernelLoop *loop, LpExpr *lo, LpExpr *hi);

/* ---- lower_row_buffer.c ------------------------------------------------------------------------------------------ */
void reduce_recall_rows(Kernel *k, int phase); /* the elements at k->full that earlier passes kept */
void reduce_fill_rows(Kernel *k, int phase);   /* those that this one keeps */
/* What an element costs beyond what rows and memory hold already, counted until it is enough. */
int64_t reduce_element_cost(const Kernel *k, const IrNode *node, int64_t enough);

/* ---- lower_rows.c ------------------------------------------------------------------------------------------------ */
void reduce_row_values(Kernel *k, int phase); /* roots with one element a row */
void reduce_row_pass(Kernel *k, int phase);
/* Few elements, a known number: the loop over them is unrolled, and that over what they give becomes vectors. */
bool reduce_has_few_elements(const Kernel *k);
#endif
