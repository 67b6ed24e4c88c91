/* What analysis gives to the stages after it: for each compiled function its entry, variants (graph and facts) and,
 * where the function has statements that stay Python, the plan of its segmented version. */
#ifndef PYAOT_ANALYSIS_H
#define PYAOT_ANALYSIS_H
#include "analysis/ir.h"
#include "analysis/source.h"
#include "parser/ast.h"

typedef struct Variant {
    Str name;      /* C identifier: fn_v0, fn_s1_v0 */
    Str signature; /* "fn(x: f32[N, M], n: int)" */
    Str call;      /* the call line that asked for it, or NULL: driver code or inference */
    IrGraph *graph;
    FactList facts;          /* sorted: what it rests on */
    FactList guards;         /* the same, as they are checked */
    struct Lowered *lowered; /* what AnalysisOptions.lower made of it, for the back end; NULL: nothing yet */
    const IrNode *blamed;    /* of a variant that cannot be lowered: the node that stands in the way; NULL: not one */
    const char *problem;     /* why it cannot be, where lowering it was left to another thread, which is done */
} Variant;

/* Why something stays Python. */
typedef struct Cut {
    DiagCode code;
    Span span;
    const char *reason;
    Span inner; /* the place in an installed file that `span` led to; no file: none */
    Span from;  /* the statement of the entry that led to `span`, in what it calls; no file: `span` lies in it */
    Str call;   /* the call line that got no variant for it, though others did; NULL */
} Cut;
typedef VEC(Cut) CutVec;

typedef struct Entry Entry;

/* Consecutive statements of one block of a segmented function that a segment stands for; all others stay Python. */
typedef struct Piece {
    AstNode *const *statements;
    uint32_t statement_count;
    const AstNode *block_first; /* the first statement of the block that they are in */
    Entry *segment;
} Piece;

typedef enum { ENTRY_WHOLE, ENTRY_SEGMENTED, ENTRY_SEGMENT, ENTRY_PYTHON } EntryKind;
#define ENTRY_LAMBDA_NAME "<lambda>" /* of the def of an entry that is a lambda */
enum { STUB_METHOD_INDENT = 2 };     /* of a function with a class_name, in the stub */
struct Entry {
    EntryKind kind;
    int index;          /* among the module's entries that have variants (WHOLE, SEGMENT); -1 else */
    Str name;           /* "fn", "Net.forward", "fn#1" */
    const AstNode *def; /* the FunctionDef */
    VEC(Str)
    args;          /* SEGMENT: names of live-in variables; WHOLE: the parameters in the order of co_varnames
                      (posonly, args, kwonly, *vararg, **kwarg), all passed as positions to the compiled function */
    VEC(Str) outs; /* SEGMENT: names that it defines for later pieces; empty when it returns */
    bool returns;  /* SEGMENT: it ends the function */
    bool first;    /* SEGMENT: the first of its function */
    bool late;     /* the first segment is in an inner block: a call may run it never, or many times */
    VEC(Variant *) variants;
    CutVec cuts;       /* what stayed Python, and why; of a function that is compiled whole, for which calls not */
    VEC(Piece) pieces; /* SEGMENTED: in the order of the text */
    Str class_name;    /* SEGMENTED: of the class that the function has to stay in; NULL: it can be anywhere */
    VEC(Str)
    unbound; /* SEGMENTED: local variables that only segments assign and Python statements read, and those whose
                order decides what dies first */
};

typedef struct PinnedName {
    Str module, name;
} PinnedName; /* FACT_IS and FACT_CODE refer to these */

typedef struct ModuleResult {
    Str name; /* "model" */
    const SourceFile *source;
    const AstNode *tree;
    VEC(Entry *) entries;            /* in source order; segments follow their function */
    CutVec unfollowed;               /* statements of driver code */
    const char *calls_path;          /* of the calls file that was read; NULL: none */
    VEC(const SourceFile *) inlined; /* installed files that were read */
    VEC(Str) inlined_modules;        /* their dotted names, aligned */
    int faults;                      /* functions that are left to Python because of a fault of ours */
} ModuleResult;

typedef struct AnalysisOptions {
    const char *const *calls; /* --call texts */
    int call_count;
    const char *calls_file;     /* NULL: SRC's "model.calls" beside the source when it exists */
    struct ModulePath *modules; /* where imports are found, see parser/modules.h */
    bool force;                 /* compile also what would not win */
    const char *dump_letters;   /* of passes.def; NULL none */
    int verify_level;
    /* The back end's part of a variant, so that what it cannot do is cut like anything else. NULL: done; else why not.
     * `as`: the variant, or a copy of it, of which nothing is needed afterwards, and the call is another thread's. May
     * be NULL itself: all can be done. */
    const char *(*lower)(void *lower_env, Variant *variant, const Variant *as);
    void *lower_env;
    bool lowers_beside; /* lower() may have copies */
} AnalysisOptions;

/* NULL when there are errors in diags. */
ModuleResult *analyse_module(Arena *arena, const SourceFile *source, const AnalysisOptions *options, DiagList *diags);
#endif
