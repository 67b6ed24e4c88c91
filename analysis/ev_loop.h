/* Loops of unknown length, as ev_loop.c evaluates them; ev_growth.c keeps the lists that they fill. */
#ifndef PYAOT_EV_LOOP_H
#define PYAOT_EV_LOOP_H
#include "analysis/ev_internal.h"
#include "analysis/liveness.h"

/* A slot of the heap that the loop's body changes. */
typedef struct Carried {
    ObjId object;
    ObjKind kind;
    uint32_t at;                  /* position in the content */
    HeapSlot slot;                /* name or key */
    const Value *before;          /* value at the loop's start; NULL for a storage */
    const ShExpr *entered, *each; /* of a storage: its version in the body at the start, and what an iteration adds */
    const ShExpr *left;           /* its version at the end of a body that has not entered it, as it was not known */
    bool counts;          /* iterations do not add the same to its version, which is carried beside the content */
    IrNode **inits;       /* its value as nodes (a tuple has several), in the region around the loop */
    uint32_t width;       /* how many */
    const ShExpr **grows; /* what each iteration adds to the sizes of its nodes, IR_MAX_RANK of each; NULL: nothing */
    const ShExpr **any;   /* of sizes that the data decide: what they are where types are asked for now; NULL: none */
    bool local;           /* not carried: unknown after the loop */
    bool shared;          /* what it holds may have other names (ev_loop_alias.c) */
    bool shared_before;   /* the same for what it holds before the loop */
    bool frozen;          /* a list that grows has it too: it is not written */
    bool part;            /* it may hold a part of a tensor: it is not returned */
    bool foreign;         /* it may hold an input: what the loop leaves in it is not returned */
    const Value *earlier; /* of a slot that is foreseen: its value before the iteration that is peeled; NULL: none */
    enum { RISE_UNASKED, RISES, RISES_NOT } rise; /* is it an int that iterations only make larger (ev_loop_rise.c)? */
    const ShExpr *found;                          /* what that is where the body begins */
    const void *entered_as; /* the same: what it holds where the body begins, until it is known to be changed there */
    const Value *ended;     /* what an iteration leaves, as it was evaluated last; NULL: a storage */
} Carried;

/* A size of a carried tensor that the data decide in each iteration (ev_loop_sizes.c). */
typedef struct AnySize {
    uint32_t carried;    /* which of the loop's slots */
    uint32_t at;         /* in Carried.any */
    uint32_t like;       /* the first of the loop's that is always the same: one int stands for all of them */
    const ShExpr *first; /* before the loop */
    const ShExpr *end;   /* what the body left it as, when it was evaluated last */
} AnySize;

/* A list to which each iteration appends (ev_growth.c). */
typedef struct Growth {
    ObjId list;
    Str name;             /* the variable that has it; NULL: the list of a comprehension */
    uint32_t lead;        /* items that stay apart in front of the others, as they are of another shape */
    uint32_t base, added; /* items after the iterations that are peeled; items of each further one */
    bool numbers;         /* the items are Python numbers */
    bool own;             /* the items are tensors of their own, each made in the iteration that adds it */
    const Value *led;     /* a tuple of the items in front */
    const Value *buffer;  /* a tensor: its rows become the list's items */
    ObjId holder; /* of a tested loop: its slot has the rows so far, as a tensor that grows; 0: `buffer` has all */
} Growth;

/* How a loop of unknown length is left early (ev_loop_exit.c). */
typedef VEC(AstNode *) NodeList;
typedef struct LoopControl {
    ObjId object; /* a scope with a flag for each way out, with the index of a `for`, and with what is kept */
    NodeList returns;
    NodeList kept; /* targets of loops in the body, ints that a return names and that have no value before the loop */
    bool *lost;    /* of each: it was no int */
    int blocks;    /* with and try statements around the loop */
    const ModeBlock *modes;
} LoopControl;

struct Loop {
    const AstNode *node;
    Span span;
    const AstList *body;
    const AstNode *test;        /* while: the condition; NULL for `for` */
    const Value *iterated;      /* for: a range, a series, rows, or a tensor whose first dimension is iterated over */
    const ShExpr *start, *step; /* for: value of the index; 0 and 1 for a tensor */
    const ShExpr *count;        /* for: number of iterations, at least 1 when the loop runs */
    int64_t peeled;             /* iterations before it that are evaluated by themselves */
    bool differs;               /* it failed as what it carries begins as another type than iterations leave */
    uint32_t objects;           /* how many the heap had before the last iteration that is peeled */
    uint32_t begun;             /* and behind that */
    bool has_outside;
    Map outside; /* names that the function reads outside of the loop, when they were looked for */
    Liveness live;
    IrNode *flow;
    IrRegion *outer, *regions[2];
    bool is_growing;       /* sizes of what it carries differ from one iteration to the next */
    bool is_counting;      /* it is tested, and carries how many iterations there were, as sizes rest on that */
    const ShExpr *steps;   /* in the region that is evaluated now: how many there were, where that is known */
    VEC(Carried) foreseen; /* what the iteration that is peeled has changed */
    bool is_foreseen;      /* `carried` is that, and not yet compared with what the others change */
    VEC(Carried) carried;
    VEC(AnySize) any; /* each is carried as an int, in front of what slots hold */
    VEC(Growth) growths;
    ObjId oldest_item;      /* Ev.oldest_item before the round */
    const AstNode *element; /* a list comprehension: what is appended; `body` is empty then */
    ObjId filled;           /* its list */
    const Value *rows;      /* where it has conditions: its list, filled as they decide */
    bool is_tested;         /* a `for` is taken for one that may be left early */
    LoopControl *control;   /* it may be left early: NULL if not */
};

/* Loops over known items whose iterations go on by themselves (ev_loop_apart.c). */
Behind ev_behind_loop(const Frame *frame);
/* For ev_restart_forked(); NULL: the loop's iterations cannot go on by themselves. */
const void *ev_apart_place(const Ev *ev, const AstNode *node, uint32_t count);
bool ev_goes_apart(const Ev *ev, const RunningLoop *running);
Exec ev_run_apart(Ev *ev, RunningLoop *running);
/* What the iterator over a loop's items gives, in a way that each path through the loop has its own; NULL: it cannot,
 * or an exception. *count: how many items there are now. */
const ItemSource *ev_loop_source(Ev *ev, const AstNode *iter, const Value *iterator, uint32_t *count);
bool ev_only_loop_has(Ev *ev, const AstNode *iter, const Value *iterable);
/* Item i; an iterator is asked for it when its turn has come, as the body may change what it gives. */
Step ev_loop_item(Ev *ev, RunningLoop *running, uint32_t i, const Value **item);

/* For a loop whose body has a break or return of its own; NULL: it has none, and is not to be tested all the same. */
LoopControl *ev_loop_control(Ev *ev, const AstList *body, bool always);
void ev_control_enter(Ev *ev, const LoopControl *control); /* at the start of an iteration: nothing has left the loop */
const ShExpr *ev_control_index(Ev *ev, const LoopControl *control);
bool ev_is_control_index(const Carried *c); /* which counts up from 0 */
void ev_control_advance(Ev *ev, const LoopControl *control);
IrNode *ev_control_test(Ev *ev, const LoopControl *control, IrNode *test, Span span); /* and nothing has left it */
bool ev_control_raises(const LoopControl *control); /* is an exception for a handler of the function a way out? */
/* Assumes that a `for` whose exceptions name its items has some. False: failed. */
bool ev_control_assume_items(Ev *ev, const Loop *loop, ShTruth *runs);
/* Behind the loop: returns where a return was met, and runs the else block where nothing left the loop. */
Exec ev_control_finish(Ev *ev, const LoopControl *control, const AstList *orelse);

/* The body changed the length of a list: notes it when it is one that can be kept. */
bool ev_growth_note(Ev *ev, Loop *loop, const HeapChange *change, bool *grown);
bool ev_growth_has(Loop *loop, ObjId list);
bool ev_growth_prepare(Ev *ev, Loop *loop); /* around the loop, before a round: makes the buffers */
/* In a region of the loop: the lists have the body's items alone, and tell their lengths by the loop's steps until
 * ev_growth_leave(). */
void ev_growth_enter(Ev *ev, const Loop *loop);
void ev_growth_leave(Ev *ev, const Loop *loop);
/* At the end of the body: writes its items. `mark` and `objects`: of the heap at its start. */
bool ev_growth_iterate(Ev *ev, Loop *loop, const ShExpr *index, uint32_t mark, uint32_t objects);
const Value *ev_growth_rows(Ev *ev, const Loop *loop, const Growth *growth); /* the list, when it is full */
void ev_growth_finish(Ev *ev, const Loop *loop);                             /* after the loop: binds the variables */

/* What both kinds of lists need that loops fill. Has one variable alone the list, which the function has made? Does the
 * loop nothing but append to it, and ask for its length? Is the item, made when there were `objects` already, a tensor
 * of its own? Room for so many rows like the item; writes one. */
bool ev_has_one_name(Ev *ev, ObjId list);
bool ev_only_appends(Ev *ev, const Loop *loop, Str name);
bool ev_is_own_row(Ev *ev, const Value *item, uint32_t objects, Span span);
const Value *ev_new_rows(Ev *ev, const Value *item, const ShExpr *rows, Span span);
bool ev_put_row(Ev *ev, const Value *rows, const ShExpr *row, const Value *item, Span span);

/* Lists that are filled as the data decide (ev_filled.c). Before the loop: makes rows of them; true: of some. At the
 * end of the body: is nothing written that may be an item? `mark` and `objects`: of the heap at its start. */
const Value *ev_filled_new(Ev *ev, const AstNode *loop); /* an empty one */
const Value *ev_filled_of(Ev *ev, const Value *rows, bool numbers, bool own,
                          const AstNode *loop); /* one that is full */
bool ev_filled_put(Ev *ev, const Value *rows, const Value *item, Span span);
bool ev_filled_begin(Ev *ev, const Loop *loop);
/* Do examples show how many iterations there are, and are those few? Then lists of objects can be what Python has. */
bool ev_can_be_unrolled(const Loop *loop);
bool ev_filled_check(Ev *ev, const Loop *loop, uint32_t mark, uint32_t objects);

/* What an iteration changes (ev_loop_changes.c): compares what the body changed since `mark` with what is carried.
 * False: a change that no loop can carry (a container that grows, a dict of the caller whose keys move). */
bool ev_loop_note_changes(Ev *ev, Loop *loop, uint32_t mark, uint32_t objects, bool *grown);
/* Does nothing read what an iteration leaves in that variable of the frame's? */
bool ev_loop_forgets(Ev *ev, Loop *loop, ObjId object, Str name);
/* Notes what the iteration that is peeled has changed since `mark`, for the others to carry. */
void ev_loop_foresee(Ev *ev, Loop *loop, uint32_t mark);
/* What was foreseen, and is at the end of the body as it was, is not carried after all. True: there is such. */
bool ev_loop_drop_unchanged(Ev *ev, Loop *loop);
const void *ev_loop_held(Ev *ev, const Carried *c); /* its value, or the content of the storage */

/* Sizes that differ from one iteration to the next (ev_loop_sizes.c). The type of a carried node after so many
 * iterations, before the first of which it has that of c->inits[k]. */
IrType ev_loop_type(Ev *ev, const Carried *c, uint32_t k, const ShExpr *steps);
IrNode *ev_loop_param(Ev *ev, const Carried *c, uint32_t k, const ShExpr *steps, IrRegion *region);
/* ev_loop_rise.c: before a slot is bound in the loop's region, and behind that. */
void ev_loop_guess_rise(const Loop *loop, Carried *c);
void ev_loop_note_found(Ev *ev, Carried *c);
/* At the end of the body: is there a slot that was taken for one which rises, and does not? */
bool ev_loop_rises_otherwise(Ev *ev, Loop *loop);
bool ev_loop_is_tested(const Loop *loop);                        /* else it counts, to an end that is known before it */
bool ev_loop_change_fails(Ev *ev, Loop *loop, const Carried *c); /* false */
/* At the end of the body: notes how sizes change. *again: it was not known. False: nothing that can be carried. */
bool ev_loop_sizes(Ev *ev, Loop *loop, bool *again);
void ev_loop_foresee_sizes(Ev *ev, Loop *loop, Carried *c); /* what the peeled iteration added to them, the others do */
/* Ints that the loop carries in front of what slots hold: how many iterations there were, if it counts, and sizes that
 * the data decide. In a region that was begun: */
void ev_loop_ints_enter(Ev *ev, Loop *loop, IrRegion *region);
void ev_loop_ints_first(Ev *ev, const Loop *loop, NodeVec *nodes); /* their values before the loop */
/* A slot ends the body with a node of that type as its k-th. */
void ev_loop_ints_end(const Carried *c, uint32_t k, const IrType *type);
void ev_loop_ints_next(Ev *ev, const Loop *loop, NodeVec *nodes); /* their next values, once all slots have ended */
/* Sizes that the data decide are what these ints give: parameters, or results of the loop. */
typedef IrNode *LoopInt(void *env);
void ev_loop_bind_sizes(Ev *ev, const Loop *loop, LoopInt *make, void *env);

/* What slots hold, as nodes and back (ev_loop_carry.c). */
typedef struct CarriedItems {
    const Value **values; /* of a tuple; NULL: `slots` */
    const HeapSlot *slots;
    uint32_t count;
} CarriedItems;
bool ev_carry_items(Ev *ev, const Value *v, CarriedItems *items); /* false: it is not carried item by item */
const Value *ev_carry_item(const CarriedItems *items, uint32_t i);
bool ev_carry_is_object(const Value *v); /* a list or dict, which may have several names */
bool ev_can_carry(Ev *ev, const Value *v);
const Value *ev_carry_now(Ev *ev, const Carried *c); /* NULL: the slot is not there */
void ev_carry_put(Ev *ev, const Carried *c, const Value *value);
void ev_carry_nodes(Ev *ev, const Value *v, NodeVec *out); /* of a value that can be carried */
uint32_t ev_carry_width(Ev *ev, const Value *v);           /* how many those are */
/* Stands for the loop's views being carried: where what an iteration has left as a view is read behind it. */
static inline const void *ev_loop_copies(const Loop *loop) { return loop->element ? NULL : &loop->body->len; }
/* Has it a view, other than one that is carried as a copy (`copies`)? */
bool ev_carry_has_view(Ev *ev, const Value *v, bool copies);
/* Are they the same but for what is in numbers and tensors? Types of nodes are not compared. */
bool ev_carry_alike(Ev *ev, const Value *a, const Value *b);
/* Binds the slot, or the storage, to nodes of the present region. */
void ev_carry_bind(Ev *ev, const Carried *c, IrNode **nodes, bool shared);

/* What carried tensors may be besides (ev_loop_alias.c). Before the loop; at the end of the body, where `objects`
 * existed before it: true when more is shared than was known. */
void ev_loop_alias_inits(Ev *ev, Loop *loop);
/* Before the loop (`ends`: at the end of the body): was each list and dict that is carried item by item made when there
 * were `objects` already, and has one slot alone? */
bool ev_loop_apart(Ev *ev, const Loop *loop, bool ends, uint32_t objects);
bool ev_loop_alias_ends(Ev *ev, Loop *loop, uint32_t objects);
/* A value that stands for a part of the slot: marked when it is shared. */
const Value *ev_loop_alias_value(Ev *ev, const Value *tensor, const Carried *c, bool shared);
/* Does the function read the variable outside of the loop? */
bool ev_loop_read_outside(Ev *ev, Loop *loop, Str name);

#endif
