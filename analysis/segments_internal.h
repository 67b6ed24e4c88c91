/* Inside of segments*.c: a function on its way into segments, and what the files share. */
#ifndef PYAOT_SEGMENTS_INTERNAL_H
#define PYAOT_SEGMENTS_INTERNAL_H
#include "analysis/entry.h"
#include "analysis/liveness.h"

typedef struct NameUse {
    Str name;
    uint32_t at;
    bool is_inner; /* in a function, lambda or class inside of the function */
} NameUse;

typedef struct Segmenter {
    Compiler *compiler;
    const Request *request;
    const Function *function;
    Entry *entry;
    EntryVec *segments;
    Liveness whole;      /* of the whole function */
    VEC(NameUse) stores; /* every assignment to a variable, with its place in the text */
    VEC(NameUse) reads;
    NameSet locals;  /* parameters and everything that the function assigns */
    NameSet defined; /* definitely assigned before the present statement */
    NameSet alive;   /* variables in which Python or a segment may have left what runs code where it dies */
    NameSet buried;  /* in the present loop: variables that segments assign, of which nothing says what they held */
    NameSet caught;  /* exceptions of the handlers around it, which have their names until these end */
    Map known;       /* variable -> const Value, what earlier segments left in it */
    Map *left;       /* statement that was evaluated -> LeftValues */
    Map glanced;     /* likewise, in an attempt that passes over what cannot be compiled (exemplars) */
    Map quiet;       /* `with` statements that swallow no exception */
    Map made;        /* variable -> the statement that stays Python and assigns it; NULL: a segment does */
    Map tracked;     /* variable -> not NULL, where it holds a tensor that requires grad */
    int inner;       /* how many of those collect_uses() is in */
    int attempts;
    bool has_glanced;
    bool watches;     /* the program makes weak references, in the function or in what it calls */
    bool forks_often; /* an attempt had too many paths: those behind it are not let fork, but for short ones */
    bool unmovable;   /* why the last attempt failed: the code around the statements, not they */
} Segmenter;

/* A block of statements, and what happens around it. */
typedef struct Block {
    AstNode *const *statements;
    uint32_t count;
    const NameSet *after;  /* may be read where the block ends */
    const NameSet *jumps;  /* may be read where `break` and `continue` in it lead to */
    const NameSet *raised; /* may be read in this function after an exception in it */
    const AstNode *loop;   /* the outermost loop around it, or NULL */
    bool is_body;          /* of the function */
    bool is_handler;       /* an exception may be handled around it: of a handler or `finally`, or in one */
} Block;

typedef struct NameVec {
    VEC(Str) items;
} NameVec;

/* ---- segments_names.c: sets of variables, and which of them a run of statements takes and gives -------------------
 */
NameSet *seg_new_set(Segmenter *s);
void seg_add_all(NameSet *to, const NameSet *from);
NameSet *seg_union(Segmenter *s, const NameSet *a, const NameSet *b);
void seg_liveness(Segmenter *s, Liveness *live, AstNode *const *statements, uint32_t count);
/* What may be read from the statements on, where `after` may be read behind them. */
NameSet *seg_live_before(Segmenter *s, AstNode *const *statements, uint32_t count, const NameSet *after);
/* What may be read after statement `end` - 1 of the block. */
NameSet *seg_live_at(Segmenter *s, const Block *b, uint32_t end);
/* The variables that the statements surely assign are defined behind them. */
void seg_advance(Segmenter *s, AstNode *const *statements, uint32_t count);
/* Does the statement jump out of a run of statements that holds it? */
bool seg_jumps_out(const AstNode *statement, bool with_return);
bool seg_always_returns(AstNode *const *statements, uint32_t count);
/* The `if` of an `elif` has no line of its own to put a call on. */
bool seg_is_elif(const Block *b);
/* Can a closure tell that begin..end are a function of their own? */
bool seg_is_shared(const Segmenter *s, uint32_t begin, uint32_t end, const AstNode *loop, const Liveness *live);
bool seg_contains(const NameVec *names, Str name);
/* Live-ins of a run of statements. False if one of them may be unbound, so that the segment cannot take it as a
 * parameter. */
bool seg_live_ins(Segmenter *s, Span span, const Liveness *live, NameVec *ins);
/* Variables that the run assigns and that may be read behind it. One that is assigned on some paths only is passed
 * through the segment. False where it may be unbound; *failed is the statement that may leave it so. */
bool seg_live_outs(Segmenter *s, const Block *b, uint32_t begin, uint32_t end, const Liveness *live, NameVec *ins,
                   NameVec *outs, uint32_t *failed);
/* The first of the statements that assigns the variable. */
uint32_t seg_first_store(Segmenter *s, const Block *b, uint32_t begin, uint32_t end, Str name);
/* Could what the statements assign be seen half done after an exception in them? */
bool seg_is_seen_raising(Segmenter *s, const Block *b, const Liveness *live, uint32_t begin, uint32_t end);

/* ---- segments.c: one segment --------------------------------------------------------------------------------------
 */
bool seg_is_steady(const Value *value);
/* What the statements assign is not known after them; in a loop, it is likely of the kind that it was. */
void seg_forget(Segmenter *s, const NameSet *names, bool in_loop);
/* What Python has left in the variables may run code where it dies, if nothing says what it is. */
void seg_note_alive(Segmenter *s, const NameSet *names);
/* What the head of a block assigns, which runs as Python. */
void seg_given_by_python(Segmenter *s, const NameSet *names, const AstNode *head);
/* May what the variable holds run code where it dies? */
bool seg_is_parameter(const Segmenter *s, Str name);
bool seg_may_run_code(const Segmenter *s, Str name);
const Value *seg_value_left(const LeftValues *left, Str name);
/* Tries to compile statements begin..end of the block as one segment; `tail`: they always return, or end the function.
 * On failure *failed is the statement that stopped it, or `begin` when it is the segment as a whole that cannot be. */
bool seg_try(Segmenter *s, const Block *b, uint32_t begin, uint32_t end, bool tail, uint32_t *failed);

/* ---- segments_blocks.c: a block, from a statement on, cut into segments and what stays Python ----------------------
 */
void seg_cut_block(Segmenter *s, const Block *b, uint32_t at);
#endif
