/* Which variables hold tensors that require grad, behind statements that run as Python. Internal to analysis. */
#ifndef PYAOT_SEGMENTS_GRAD_H
#define PYAOT_SEGMENTS_GRAD_H
#include "analysis/liveness.h"
#include "analysis/source.h"

/* `tracked`: name -> not NULL. Keeps it up behind a statement that Python runs. */
void segments_track_grad(Map *tracked, const AstNode *statement, const Liveness *live);
/* The first of the variables that the facts of a segment forbid to require grad; NULL: there is none. */
Str segments_tracked_input(const Map *tracked, const FactList *facts);

#endif
