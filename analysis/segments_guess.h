/* Likely types of what Python statements assign: see segments_guess.c. Internal to analysis. */
#ifndef PYAOT_SEGMENTS_GUESS_H
#define PYAOT_SEGMENTS_GUESS_H
#include "analysis/ev_internal.h"
#include "analysis/liveness.h"

typedef struct GuessContext {
    Ev *ev;
    const NameSet *locals; /* of the function */
    const Map *known;      /* variable -> const Value, what it is likely to hold */
} GuessContext;

/* An example of what the expression gives; NULL: nothing can be told. */
const Value *segments_guess(const GuessContext *context, const AstNode *expr);
/* The same of what a loop over the expression gives, told from its text: of `enumerate` and `zip` a tuple. */
const Value *segments_guess_item(const GuessContext *context, const AstNode *iterable);
/* An example of what a loop over the expression gives first, where driver code shows what is looped over; NULL: it does
 * not. */
const Value *segments_first_item(const GuessContext *context, const AstNode *iterable);

#endif
