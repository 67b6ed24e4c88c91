/* Loops of unknown length, as ev_loop.c evaluates them; ev_growth.c keeps the lists that they fill. */
#ifndef PYAOT_EV_LOOP_H
#define PYAOT_EV_LOOP_H
#include "analysis/ev_internal.h"
#include "analysis/liveness.h"

/* A slot of the heap that the loop's body changes. */
typedef struct Carried {
    ObjId object;
    ObjKind kind;
    uint32_t at;         /* position in the content */
    HeapSlot slot;       /* name or key */
    const Value *before; /* value at the loop's start; NULL for a storage */
    IrNode **inits;      /* its value as nodes (a tuple has several), in the region around the loop */
    uint32_t width;      /* how many */
    bool local;          /* not carried: unknown after the loop */
} Carried;

/* A list to which each iteration appends (ev_growth.c). */
typedef struct Growth {
    ObjId list;
    Str name;             /* the variable that has it; NULL: the list of a comprehension */
    uint32_t base, added; /* items after the first iteration; items of each further one */
    const Value *buffer;  /* a tensor: its rows become the list's items */
} Growth;

typedef struct Loop {
    const AstNode *node;
    Span span;
    const AstList *body;
    const AstNode *test;        /* while: the condition; NULL for `for` */
    const Value *iterated;      /* for: a range, a series, rows, or a tensor whose first dimension is iterated over */
    const ShExpr *start, *step; /* for: value of the index; 0 and 1 for a tensor */
    const ShExpr *count;        /* for: number of iterations, at least 1 when the loop runs */
    bool whole;                 /* the first iteration is not peeled */
    Liveness live;
    IrNode *flow;
    IrRegion *outer, *regions[2];
    VEC(Carried) carried;
    VEC(Growth) growths;
    const AstNode *element; /* a list comprehension: what is appended; `body` is empty then */
    ObjId filled;           /* its list */
} Loop;

/* The body changed the length of a list: notes it when it is one that can be kept. */
bool ev_growth_note(Ev *ev, Loop *loop, const HeapChange *change, bool *grown);
bool ev_growth_prepare(Ev *ev, Loop *loop);     /* around the loop, before a round: makes the buffers */
void ev_growth_enter(Ev *ev, const Loop *loop); /* in the body's region: the lists have the body's items alone */
/* At the end of the body: writes its items. `mark` and `objects`: of the heap at its start. */
bool ev_growth_iterate(Ev *ev, const Loop *loop, const ShExpr *index, uint32_t mark, uint32_t objects);
void ev_growth_finish(Ev *ev, const Loop *loop); /* after the loop: binds the variables */

#endif
