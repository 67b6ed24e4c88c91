/* Entries: which functions are compiled, for which calls, whole or in segments. Internal to analysis. */
#ifndef PYAOT_ENTRY_H
#define PYAOT_ENTRY_H
#include "analysis/analysis.h"
#include "analysis/ev.h"
#include "analysis/lower_queue.h"

/* What ended the evaluation of a whole function: that of the same statements as a segment would end so, too. */
typedef struct Failure {
    Fail fail;
    uint32_t statement;
    const Map *left; /* see EntryBody */
} Failure;

/* One way in which a function is called, from a call line, from driver code, or (no exemplars) inferred from use. */
typedef struct Request {
    const Function *function;
    const Value **exemplars; /* one a parameter slot; NULL where nothing is known */
    bool fixed;              /* a call line: sizes mean what is written */
    bool adds;               /* one that leaves it to inference what else is compiled */
    bool is_asked;           /* other requests tell how the function is called: see EntryBody */
    const int *ranks;        /* EntryBody.ranks */
    bool is_next;            /* not a call that was seen, but the same again with what the first one left: a guess */
    Str call;                /* its text, or NULL */
    Span span;
    bool passes_twice;      /* a tensor that is written is two of its inputs */
    bool assumes_idle;      /* loops are assumed not to run */
    bool assumes_pads;      /* by how much sizes are padded is assumed */
    uint32_t before, after; /* driver code: marks of the heap at the call and behind it; 0: none */
    const Value **passed;   /* driver code: the exemplars as it left them ... */
    struct Moment *moment;  /* ... and what else was met at the call */
    const Variant *variant; /* what came of it; NULL: nothing, or not compiled yet */
    const Failure *failure; /* why; NULL: not known */
} Request;

/* A variant that is being lowered beside, or was. */
typedef struct Queued {
    const AstNode *def;
    const Variant *variant;
} Queued;

/* State of compiling one function. */
typedef struct Compiler {
    Ev *ev;
    Arena *arena;
    const AnalysisOptions *options;
    Map names; /* C identifiers in use */
    ModuleResult *result;
    LowerQueue *queue; /* of the variants of whole functions; NULL: they are lowered as they come */
    VEC(Queued) queued;
    const Function *learned_of; /* whose last call ... */
    Map learned;                /* ... took these hypotheses beside its arguments, see infer.c */
} Compiler;

/* Evaluates body with inputs described by `exemplars` (one a name) until no hypothesis changes, and searches for the
 * ranks of those that nothing describes (infer.c). On success ev->graph and ev->facts are the variant's. On failure
 * ev->fail says why. */
bool entry_attempt(Compiler *compiler, EntryBody *body, const Value *const *exemplars, bool fixed, Str graph_name);
/* After a successful attempt: passes, facts, signature. NULL when there is nothing worth compiling in it. */
Variant *entry_variant(Compiler *compiler, const EntryBody *body, Str shown_name, Str graph_name, Str call);
/* worth.c: would what an attempt has made of the body run faster than eager does? And does the graph compute anything?
 */
bool worth_compiling(const Ev *ev, const EntryBody *body, int places); /* worth_of_places() before the passes */
int worth_of_places(const IrGraph *graph); /* nanoseconds of operators and views, at each place of the program once */
bool worth_has_operators(const IrGraph *graph);
/* The back end's part of it. False: it cannot, or a fault of ours; ev->fail says why, and body->failed_statement where.
 */
bool entry_lower(Compiler *compiler, EntryBody *body, Variant *variant);
/* Runs a part of compiling a function. False: a fault of ours ended it; ev->fail says so, and a warning. */
bool entry_run(Compiler *compiler, const AstNode *def, void (*run)(void *env), void *env);
Entry *entry_new(Compiler *compiler, EntryKind kind, Str name, const AstNode *def);
/* A C identifier made of name that no other graph has. */
Str entry_identifier(Compiler *compiler, const char *name);
/* Records ev->fail as the reason why the statement, or the entry as a whole (NULL), stays Python. */
void entry_cut(Compiler *compiler, Entry *entry, const AstNode *statement);
void entry_add_cut(Compiler *compiler, Entry *entry, const Fail *fail);
/* Entries, all Python, for constructors that could not be evaluated and for classes of which nothing makes an object.
 */
void entry_add_unmade(Compiler *compiler);

/* A function that stands for a lambda which is called so, with a `def` like other functions'; NULL: it is no entry. */
const Function *entry_of_lambda(Ev *ev, const Function *function, const CallArgs *args);

/* declared.c. Slots are the parameters in the order of co_varnames, *args and **kwargs last; a NULL slot is one that
 * nothing is known of. */
enum { DECLARED_MAX_OTHERS = 8 };
uint32_t declared_count(const AstNode *def);
void declared_defaults(const Function *function, const Value **slots);
void declared_annotations(Ev *ev, const Function *function, const Value **slots);
/* The slots, with examples for those of which only an annotation tells something: to look at what a call does, not to
 * compile for. */
const Value **declared_examples(Ev *ev, const Function *function, const Value *const *slots);
/* Other arguments than `slots` that the function is likely to get: those that may be left out given, a flag turned
 * around, another string that it compares one with. The number of them. */
uint32_t declared_others(Ev *ev, const Function *function, const Value *const *slots, const Value **others[]);
/* An object of the class, made with likely arguments; NULL: none. `depth` counts objects that it is made for. */
const Value *declared_object(Ev *ev, ClassInfo *cls, int depth);

/* An object of the class, or of one that inherits from it, that driver code or a call line makes; or NULL. */
const Value *entry_example(const Ev *ev, const ClassInfo *cls);

/* Cuts the function into segments around the statements that cannot be compiled. Returns a SEGMENTED entry with its
 * SEGMENT entries in *segments, or NULL when nothing in it can be compiled; `cuts` of `entry` then says why. */
typedef VEC(Entry *) EntryVec;
bool segments_build(Compiler *compiler, const Request *request, Entry *entry, EntryVec *segments);
#endif
