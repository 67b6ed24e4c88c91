/* Index arithmetic: where an element of a node lies in its operand, and in memory. Indices are symbolic integers over
 * loop symbols, so that equal indices are equal pointers and strides are coefficients. */
#ifndef PYAOT_INDEX_H
#define PYAOT_INDEX_H
#include "analysis/ir.h"

typedef struct Index {
    int rank;
    const ShExpr *at[IR_MAX_RANK];
    const ShExpr *linear; /* row-major position in the node's shape when it is known, else NULL */
    const ShExpr *part;   /* of a complex element, the part that is meant: 0 real, 1 imaginary; `linear` counts parts
                           * then. NULL: the element as a whole */
} Index;

/* The element of operand k of node (POINT or VIEW, not CAT or a gather) that element `at` of node reads. The parts of
 * an OP_AS_COMPLEX's element are those of its operands 0 and 1, as it were. */
Index index_of_operand(ShContext *cx, const IrNode *node, uint32_t k, const Index *at);
/* The element of a reshape's result that element `at` of its operand becomes, where each dimension of the result is one
 * of the operand, or several that follow each other. False: they do not correspond so. */
bool index_merged(ShContext *cx, const IrType *type, const IrType *operand, const Index *at, Index *merged);
/* Is there a division by a number that only the run tells? */
bool index_divides(const IrType *type, const Index *at);
/* Is there one in the place in memory where the element lies? */
bool index_offset_divides(ShContext *cx, const IrType *type, const Index *at);
bool index_equal(const Index *a, const Index *b);

/* Stride k of memory of this type, in elements: its strides, or those of row-major order. */
const ShExpr *index_stride(ShContext *cx, const IrType *type, int k);
/* The element that the part is one of. */
Index index_whole(const Index *at);
/* Position in memory of this type, in elements; that of a part in parts. */
const ShExpr *index_offset(ShContext *cx, const IrType *type, const Index *at);

/* The factor of `symbol` in e when e is linear in it; NULL when it is not. */
const ShExpr *index_coefficient(ShContext *cx, const ShExpr *e, const ShExpr *symbol);
#endif
