/* The first element of a tensor, or a scalar, that a graph makes of constants. False: it is not known, or takes many
 * steps. */
#ifndef PYAOT_IR_NUMBER_H
#define PYAOT_IR_NUMBER_H
#include "analysis/ir.h"

bool ir_number_of(const IrNode *node, double *out);
/* Likewise, where sizes are what they likely are by their hints, or by what that function says. */
bool ir_likely_number(const IrNode *node, double *out);
typedef bool LikelySize(const ShExpr *size, int64_t *value);
bool ir_number_with(const IrNode *node, LikelySize *size, double *out);

#endif
