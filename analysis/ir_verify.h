/* The two halves of ir_verify: structure (ir_verify.c) and types (ir_verify_types.c). */
#ifndef PYAOT_IR_VERIFY_H
#define PYAOT_IR_VERIFY_H
#include "analysis/ir.h"

/* What is wrong with the node's own types and attributes, or NULL. With `strict`, sizes have to be provably right;
 * without, they only must not be provably wrong (what one arm of a branch assumed is not known when the graph is
 * whole). */
const char *ir_check_types(const IrGraph *graph, const IrNode *node, bool strict);
#endif
