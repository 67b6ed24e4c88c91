/* What the rules of `simplify` see of the rewriting under way. */
#ifndef PYAOT_PASSES_REWRITE_H
#define PYAOT_PASSES_REWRITE_H
#include "analysis/passes.h"

typedef struct Rewrite {
    IrGraph *graph;
    IrRegion *region; /* nodes are appended to it, in front of the one that is looked at */
    PassUses uses;
    Map replaced; /* IrNode -> the node that took its place */
    bool escapes; /* the node that is looked at leaves the graph as an object: no existing tensor may take its place */
    Span span;    /* of that node; new nodes get it */
} Rewrite;

/* Appends a new node, itself simplified. */
IrNode *rewrite_build(Rewrite *rw, const IrSpec *spec);
/* The replacement for the node by the first rule of its operation that applies, or NULL. */
IrNode *rewrite_apply(Rewrite *rw, const IrNode *node);
#endif
