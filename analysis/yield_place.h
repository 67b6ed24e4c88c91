/* Where a generator waits: which of its yields that is, and in which loops, for another generator to go on from there.
 */
#ifndef PYAOT_YIELD_PLACE_H
#define PYAOT_YIELD_PLACE_H

#include "parser/ast.h"
#include "support/support.h"

typedef struct YieldPlace {
    int ordinal;                /* how many yields of the function stand before it */
    VEC(const AstNode *) loops; /* its `for` statements around it, from the outermost inwards */
} YieldPlace;

/* For the yield at `at` of a function. False: it stands elsewhere than in branches and loops, is a part of an
 * expression, or the function does what other code cannot go on with. */
bool yield_place(Arena *arena, const AstNode *def, Span at, YieldPlace *out);

#endif
