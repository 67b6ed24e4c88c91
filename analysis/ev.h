/* The abstract evaluator: walks Python's AST over abstract values (value.h), appending graph nodes for what depends on
 * tensor data or symbolic numbers, and evaluating everything else.
 *
 * Failure. A function that returns a value returns NULL when evaluation cannot go on; `ev->fail` then says why:
 *   FAIL_CUT      the statement cannot be compiled (code, span, reason): the caller may cut there
 *   FAIL_RAISE    the program raises: `fail.exception` is the abstract exception; try/except of the program may catch
 * it FAIL_RESTART  a hypothesis about an input was added or refined (ev_need): the attempt is void, evaluate the entry
 * again Every effect on the heap, the graph's region, facts and shape assumptions can be undone to a mark (ev_mark /
 * ev_undo).
 *
 * Hypotheses. An input (an argument, an item or attribute of one) that nothing describes starts as V_UNKNOWN with a
 * source. The first operation that needs to know its kind calls ev_need(), which records the likeliest hypothesis for
 * the source and fails with FAIL_RESTART; the entry loop (entry.c) evaluates again, and the source now has a value of
 * that kind, guarded. */
#ifndef PYAOT_EV_H
#define PYAOT_EV_H
#include "analysis/value.h"

typedef enum { FAIL_NONE, FAIL_CUT, FAIL_RAISE, FAIL_RESTART } FailKind;
typedef struct Fail {
    FailKind kind;
    DiagCode code;
    Span span;
    const char *reason;
    const Value *exception;
    Span inner; /* where in an installed file it happened; `span` is the call in the program that led there */
} Fail;

/* What is assumed about one source, most general first within a kind. */
typedef enum {
    HYP_TENSOR_FLAT, /* tensor, any rank, all flat tensors of the function have one shape and are row-major */
    HYP_TENSOR,      /* tensor of `rank` with dtype `dtype`; sizes symbolic */
    HYP_INT,
    HYP_FLOAT,
    HYP_BOOL,
    HYP_STR,
    HYP_NONE,
    HYP_VALUE, /* the constant `constant`: guarded by value */
    HYP_LIST,
    HYP_TUPLE,  /* `length` items, each with a source of its own */
    HYP_DICT,   /* str keys `keys` */
    HYP_UNROLL, /* about no input: the items of a series are taken one by one */
    HYP_TAKEN,  /* about no input: the branch at a place of the program goes to arm `rank`; else the call is a miss */
    HYP_LIKELY, /* the same, but each time to the arm that is likely of sizes and ints, and to `rank` where none is */
    HYP_FORK,   /* about no input: the branch at a place of the program is not merged, what follows is evaluated on each
                   side */
    HYP_OPEN_LIST, /* a list of which nothing is known: items are only added at its end */
    HYP_OPEN_DICT, /* a dict of which nothing is known: keys are only set */
    HYP_SAME,      /* the very tensor at `same`, as in the call that is compiled for */
    HYP_NOTHING,   /* as if there were none; and it is no open list or dict */
    HYP_VALUE_OF,  /* as the abstract value `exemplar`. From driver code (not `fixed`): generalised: each size a symbol
                      of its own (hint: the exemplar's), rank, dtype and non-canonical strides kept, ints symbolic,
                      floats symbolic scalars (FACT_TYPE float), bool, str and None by value, containers and instances
                      item by item. From a call line
                      (`fixed`): sizes as written: a constant is guarded to be that, a symbol is bound by the first
                      tensor that has it and guarded equal in the others (the exemplar's strides in terms of these);
                      numbers as above */
} HypothesisKind;
typedef struct Hypothesis {
    const Source *source;
    HypothesisKind kind;
    DType dtype;
    int rank;
    uint32_t length;
    Str *keys;
    Constant constant;
    const Value *exemplar;
    const Source *same;
    bool fixed;  /* stated by the user (a call line): never refined */
    bool closed; /* of a list: more than its end matters */
} Hypothesis;

/* A name that is being looked for in what modules import everything from, by the code of a frame: each is asked once.
 */
typedef struct StarSearch {
    Str name;
    const struct Frame *frame;
    uint32_t round; /* each search has its own */
} StarSearch;

/* A statement of a constructor that could not be evaluated, or why there is no object of a class: `function` is the
 * program's function that it is reported with. */
typedef struct Skipped {
    const Function *function;
    Fail fail;
} Skipped;

/* What driver code set anew, or (is_first) bound first, when entries may have run: see ev_driver_set(). */
typedef struct Rebound {
    ObjId object;
    Str name;
    bool is_first;
} Rebound;

/* The type of a tensor that nothing describes; rank -1, dtype DT_NONE: the likeliest. */
typedef struct Guess {
    int rank;
    DType dtype;
} Guess;

typedef struct Heap Heap;
typedef struct Frame Frame;
typedef struct Indexed Indexed;
typedef struct OwnKeys OwnKeys;
typedef struct MadeClass MadeClass;

/* A container that belongs to the element of a series, as it is at one position. */
struct Indexed {
    const Value *container;
    const ShExpr *index;
    const Value *made;
};

/* A dict of the caller whose keys are all strs or ints: which of them are guarded comes out when evaluation has ended.
 */
typedef struct WatchedDict {
    struct HeapWatch *watch;
    Fact whole; /* all of its keys */
    ObjId keys; /* a dict with those that were there at first; 0: none was written */
} WatchedDict;

enum { LONE_DIMS = 2 };
/* Sizes of arguments that an attempt takes to be likely 1, whatever the call shows: the first sizes of tensors, up to
 * `last_dim`, that are one of `sizes` there, or those that a call line calls one of `names`. No names and sizes of 0:
 * none. */
typedef struct Lone {
    int64_t sizes[LONE_DIMS];
    int last_dim;
    Str names[LONE_DIMS];
} Lone;

typedef struct ChosenFrom {
    ObjId left, right;
} ChosenFrom;

/* The very objects that a branch chose a tensor from, which are there outside of it. */
typedef struct Either {
    IrNode *condition; /* `left`, where it holds; NULL: it is that one wherever it is read */
    const Value *left, *right;
    const void *place; /* of tuples: for ev_restart_forked(); NULL: it cannot be forked */
} Either;

struct Ev {
    Arena *arena;
    const Value *none, *ellipsis, *booleans[2]; /* made when first asked for */
    const Value *strings[512];                  /* by hash: the last ones that were asked for */
    const Value *literals[128];                 /* the same, of constants of the source that Python interns */
    const Value *small_ints[256];               /* likewise */
    ClassInfo *tensor_classes[2];               /* likewise: of tensors, of parameters */
    ShContext *shapes;
    Heap *heap;
    IrGraph *graph;   /* of the attempt; a scratch graph while module level and driver code are evaluated (in_driver) */
    IrRegion *region; /* where nodes go */
    FactList *facts;  /* of the variant under construction */
    Fail fail;
    Frame *frame;   /* innermost Python frame */
    Map modules;    /* Str dotted name -> Module */
    Map hypotheses; /* Source -> Hypothesis */
    Map guesses;    /* Source -> Guess: to be taken for a tensor that is asked for, in place of the likeliest */
    VEC(const Source *) guessed; /* what a guess was looked for since the attempts began */
    Map functions;               /* FunctionDef node -> Function, as last evaluated; the main module's only */
    Map input_values;            /* Source -> const Value: what each source was bound to in this attempt */
    DiagList *diags;
    const struct AnalysisOptions *options;
    DType default_dtype;
    int torch_modes;    /* torch's grad mode and inference mode: ev_modes() */
    bool grad_was_off;  /* somewhere in this attempt: see ev_track() */
    bool sizes_refused; /* a branch or iteration has left a tensor of another size, as it may in tested loops alone */
    bool grad_was_on;   /* likewise: the program switched it on */
    StarSearch search;
    uint32_t searches;     /* how many there were */
    Map tracked;           /* Source of an input that is used where grad mode may be on -> how it is used */
    uint64_t steps;        /* statements evaluated, for the limit */
    uint64_t past_steps;   /* those that were counted before */
    uint64_t python_steps; /* of this attempt: expressions that Python evaluates too */
    int64_t library_time;  /* and nanoseconds of what these call in C: worth_calls.def */
    uint32_t modules_made; /* by driver code */
    int call_depth;
    bool gradients;            /* driver code asks for gradients: parameters have some, as a rule */
    const AstNode *repetition; /* the comprehension that makes [0] * n */
    bool in_driver;   /* evaluating module level or __main__ code: calls of entries are recorded, not compiled */
    Map *glanced;     /* NULL, or an attempt that only asks what variables hold: statement of the entry -> LeftValues
                         (exemplars); what cannot be evaluated is passed over */
    bool is_complete; /* driver code has come to where entries may run; see ev_driver_set() */
    VEC(Rebound) rebound;
    void (*on_call)(Ev *ev, const Value *function, const CallArgs *args, Span span); /* in_driver: observer of calls */
    void (*on_return)(Ev *ev); /* in_driver: observer of their ends, one for each on_call */
    void (*on_cut_call)(Ev *ev, const Value *function, const Value *self, const CallArgs *args,
                        Span span); /* observer of calls of the program's functions that cannot be compiled */
    bool of_module; /* the value that becomes an input is an attribute of a module, guarded by its dotted path */
    const AstNode *taken_from; /* what stands before the dot of an attribute that is being read */
    int rank_hint;   /* how many sizes the code around wants of a shape: targets of an unpacking; -k: index k from the
                        end; 0 none */
    bool asks_truth; /* a comparison is evaluated whose result is asked whether it is true: seldom one of tensors */
    IrGraph *driver_graph; /* where tensors of module level and driver code live */
    struct ModulePath *module_path;
    Module *main_module;
    Module *primitives; /* the module `prim`, once it was asked for */
    const AstNode *main_tree;
    Map made_names;    /* of its module level, see ev_note_makers() */
    bool makers_noted; /* the modules that ran then count as read */
    Map definitions; /* qualified name -> how many functions and classes of it main_tree defines; empty: not counted */
    Map of_nodes;    /* node of the program -> what was found out about it, as another statement that does the same, or
                        that a loop has to be peeled; each kind of node has one user; never undone */
    Map attribute_dicts; /* the instance's object -> the dict that obj.__dict__ has given */
    Map growing;         /* sizes that ev_is_growing() is true of */
    Map in_rows;         /* storages of tensors that lists have that loops fill (ev_filled.c) */
    Map rows_of_others;  /* cells of such lists of which some items are no tensors of their own */
    Map rows_taken;      /* node of a row that was taken out of a list of tensors of their own -> the list */
    Map rows_origins;    /* storage of the rows of a slice of such a list -> what ev_rows_origin() gives of the list */
    Map rows_iterated;   /* cells of those that somebody may still go through */
    Map rows_in_loops;   /* cells of those that loops go through now -> how many */
    Map records;         /* cells of those whose items are several values -> which (ev_records.c) */
    Map records_taken;   /* a tuple that was taken out of such a list */
    const Value *shown;  /* what a display has just made, for the call that is evaluated next: nothing else has it */
    ObjId oldest_item;   /* of the storages that the present loop has put into them; 0: of any age */
    uint32_t iteration_objects; /* how many objects there were when the present iteration began */
    Map filled_before; /* by list that a loop fills, while its body is evaluated: how many items there are already */
    Map alias_indices; /* the value of list[int], Union[...] -> what stood in its brackets */
    Map choices;       /* a value that a branch chose -> what it chose among (ev_choice.c) */
    Map text_parts; /* a str that is not known -> what in it would have to be known: a str of the caller, or an int */
    Map memo;       /* interned small values, node symbols: keys are disjoint addresses */
    Map scope_infos, parameters, prim_functions; /* the same of what is asked for at every step: each fits the caches */
    FactList no_facts;                           /* where facts go while definitions and driver code are evaluated */
    int operators_raised;      /* branches of this attempt that are left out as an operator raises in them */
    int eval_depth, max_depth; /* nested expressions and statements, and how many the present stack has room for */
    VEC(struct Generator *) generators; /* started in this attempt */
    VEC(void *) free_stacks;
    int stack_count;
    uint32_t first_iterations; /* of loops around, which are being evaluated (ev_loop.c) */
    int paths;                 /* continuations forked in this attempt */
    struct Unmerged {
        IrNode *condition; /* NULL: none */
        Span span;
        bool of_entry;     /* a statement of the entry is to be split, and none of a function that it calls */
        const void *sizes; /* ev_sizes_key() of it, where the sides gave tensors that differ in sizes alone; NULL */
    } unmerged;            /* the last branch, of the statement that runs, whose sides gave what cannot be merged */
    const void *apart;     /* what ev_apart_place() gives of the loop over known items in which that was; NULL */
    const struct Splitting *splitting; /* statements that ev_exec_split() may evaluate once a side, innermost first */
    const struct Settled *settled;     /* conditions that are known on the sides of ev_exec_split(), innermost first */
    uint32_t base_heap, base_shapes;   /* marks at the start of the attempts */
    ObjId base_objects;                /* objects with smaller numbers were made before the attempt */
    FactList input_facts; /* of inputs that were looked at; part of the variant even where the looking was undone */
    VEC(Skipped) skipped;
    VEC(Fail) unfollowed; /* statements of driver code that were passed over */
    Map texts;            /* Str (path) -> SourceFile: files of torch that are searched for a name */
    VEC(WatchedDict) watched_dicts;
    Map asked_sets; /* const Value (unknown) -> const Value: the set of the exemplar that it stands for */
    const Value *const *exemplars; /* of the call that is compiled for, one an argument; NULL: there is none */
    Map alike_right, alike_left;   /* of exemplars_alike(), which is asked often: they keep their room, ... */
    Map changed_seen;              /* ... and that of snapshot_changed() */
    struct Moment *moment;         /* at which driver code made that call (snapshot.c); NULL: none, or behind it all */
    Map opened;  /* Source -> const Value: a list that holds what was added at the end of the input; of a dict the pairs
                    of keys and values that were set, as they come */
    Map lasting; /* ObjId of an input that the program could change -> what ev_effects.c knows of it */
    bool text_settles, text_open;      /* ev_text_begin() */
    const struct OpenText *open_texts; /* of repr(), from the innermost */
    const CallArgs *out_args;          /* of the innermost function of the prelude that was given out= */
    bool names_vaguely;                /* ev_type_name() has given a name that Python's messages may not have */
    /* The next call is one that the program's text makes where exceptions on data are handled: of a function of the
     * program's, of a built-in one, or of what that is in the prelude. */
    enum { THROUGH_NONE, THROUGH_FUNCTION, THROUGH_BUILTIN, THROUGH_PRELUDE } raises_through;
    ObjId warnings;      /* a list: warnings that are given when the variant returns, see ev_warning.c */
    Span warned_at;      /* the latest of them */
    ObjId switches;      /* a scope: those of torch's that are not as the caller left them, by what asks for them */
    Map driver_switches; /* Str (what asks for one) -> const Value: as driver code has set it */
    VEC(const Value *) arrays; /* that hold the memory of tensors, which cannot be resized from then on */
    ObjId global_writes;       /* a scope: the globals of the program that the variant assigns */
    Map chosen;     /* ObjId of a storage that a merged tensor may share -> the place of the branch, or the Ev itself */
    Map registered; /* names that definitions were looked for by, see ev_register() */
    Map looked_through; /* path → text of files of packages, or NULL, see ev_lazy.c */
    int defining;       /* as many definitions of other modules are being evaluated, each for the one before it */
    Map splits; /* node of a merged tensor -> the branch's place, where the statement could be split (ev_split_place())
                 */
    Map deciding;      /* an unknown value that a branch left -> the condition of the branch */
    Map either;        /* ObjId of the storage of a merged tensor -> Either */
    Map chosen_from;   /* ObjId of the storage of a merged tensor -> ChosenFrom: the two whole tensors that it may be */
    Map hushed;        /* ObjId of a storage that was written without a new version */
    Map behind;        /* ObjId of a storage -> what the tensor may be in truth: see ev_track_behind() */
    Map unsure_copies; /* ObjId of a storage -> the copies of it that torch may not make (tensor_view.c) */
    Map peers;         /* source of an element or a part of one -> Peers */
    Map positions;     /* source of an int of an element that is its position + offset -> that ShExpr offset */
    Map hidden_methods;     /* names of methods that the program has set on tensors: see ev_tensor_attr.c */
    Map gives_dicts;        /* definitions of entries in which Python gives objects a __dict__ that others may have */
    Map asked_holders;      /* tensors and functions of which attributes are asked for or set: by source */
    Map overlays;           /* what has attributes of which the variant writes some -> ObjId of a scope with these */
    const Function *cached; /* whose call is made for a cache, which holds the function with its defaults */
    Map cells;              /* Source of a cell of a closure -> the variable in it, to tell which cells are one */
    Map often_known;       /* class and name of an int attribute -> how many objects' had to be known, in this search */
    Map class_places;      /* ClassInfo that no global names -> the Source where an input has led to it */
    Map calls_of_closures; /* ObjId of the scope of a call -> the function of the caller's that is called, a closure */
    OwnKeys *own_keys;     /* objects of which their classes say what is equal, in dicts and sets; NULL: none */
    MadeClass *made_class; /* whose metaclass runs; NULL: none */
    VEC(Indexed) indexed;  /* containers of elements at a position */
    Lone lone;
    bool passed_twice; /* a tensor that is written is two inputs, as the example of the call has it; ... */
    bool passes_apart; /* ... it is not looked at: such inputs lie apart */
    bool assumed_idle; /* loops are assumed not to run, as in the example of the call; ... */
    bool runs_loops;   /* ... they run at least once, as in others */
    bool assumed_pads; /* by how much sizes are padded is assumed to be what the example of the call has; ... */
    bool opens_pads;   /* ... it is not, where any number will do */
    Map same_sizes;    /* symbols of a call line -> the size they stand for in this attempt */
};

/* ---- failure
 * ---------------------------------------------------------------------------------------------------------- */
const Value *ev_fail(Ev *ev, DiagCode code, Span span, const char *fmt, ...) PRINTF_LIKE(4, 5); /* returns NULL */
void ev_forget_message(Ev *ev, const Value *exception); /* what it says is not known to the program */
bool ev_not_iterated(Ev *ev); /* false, as ev_iterate(): where a value that is no iterable is refused in other words */
/* The same, in these words, in which the name of its class stands. */
bool ev_not_iterated_as(Ev *ev, const Value *value, const char *fmt, Span span);
const Value *ev_raise(Ev *ev, const char *exception, Span span, const char *fmt, ...)
    PRINTF_LIKE(4, 5); /* "ValueError"; NULL */
/* The value is needed as `kind` (a hypothesis kind) but is V_UNKNOWN with a source: records it, FAIL_RESTART, returns
 * NULL. Without a source, or when the source's hypothesis is fixed: FAIL_CUT. rank -1 and dtype DT_NONE: no preference.
 */
const Value *ev_need(Ev *ev, const Value *value, HypothesisKind kind, DType dtype, int rank, Span span);
/* The program looks at the class of `value`: that of an input tensor becomes a fact, as guards take both of torch's
 * own. */
void ev_class_is_read(Ev *ev, const Value *value, Span span);
typedef struct EvMark {
    uint32_t heap, region, shapes, facts, arrays;
    IrRegion *in;
    int torch_modes;
    int64_t yields; /* items that the generator whose body runs had given */
} EvMark;
EvMark ev_mark(Ev *ev);
void ev_undo(Ev *ev, EvMark mark);

/* ---- making values
 * ------------------------------------------------------------------------------------------------------- */
const Value *ev_none(Ev *ev);
const Value *ev_ellipsis(Ev *ev);
const Value *ev_bool(Ev *ev, bool b);
const Value *ev_int(Ev *ev, int64_t i);
const Value *ev_int_expr(Ev *ev, const ShExpr *e);
const Value *ev_float(Ev *ev, double d);
const Value *ev_str(Ev *ev, Str s);
const Value *ev_literal(Ev *ev, Str s);       /* the str of a constant of the source */
const Value *ev_scalar(Ev *ev, IrNode *node); /* folds: a constant node gives the known value */
const Value *ev_tuple(Ev *ev, const Value *const *items, uint32_t count);
const Value *ev_size_tuple(Ev *ev, const ShExpr *const *shape, int rank); /* torch.Size */
const Value *ev_list(Ev *ev, const Value *const *items, uint32_t count);
const Value *ev_dtype(Ev *ev, DType dtype);
const Value *ev_tensor_fresh(Ev *ev, IrNode *node);                   /* new storage */
const Value *ev_tensor_view(Ev *ev, const Value *base, IrNode *node); /* shares base's storage */
bool ev_is_conj(Ev *ev, const Value *tensor); /* is it a view that torch marks as conjugate? (tensor_complex.c) */
const Value *ev_external(Ev *ev, Str path);
const Value *ev_unknown(Ev *ev, const Source *source, const char *why);

/* ---- looking at values
 * ---------------------------------------------------------------------------------------------------- */
bool ev_as_bool_known(const Value *v, bool *out);
bool ev_as_int_known(const Value *v, int64_t *out);          /* V_INT constant or V_BOOL */
bool ev_as_expr(Ev *ev, const Value *v, const ShExpr **out); /* V_INT, V_BOOL constant */
/* A new node that reads the element of `t + 1`: as an expression it is that of t and a constant, so that sizes that
 * both give are known to differ by it. */
void ev_note_item(Ev *ev, const IrNode *node);
/* A member of an enumeration of ints, or those in a list or tuple, as the ints that torch takes them for; others as
 * they are. NULL failed. */
const Value *ev_ints_of_enums(Ev *ev, const Value *value, Span span);
/* The bounds and the step of a slice, where objects with __index__() are numbers. False: failed. */
bool ev_slice_parts(Ev *ev, const Value *const *given, bool of_tensor, const Value **parts, Span span);
const Value *ev_counted(Ev *ev, const Value *v, Span span); /* a bool that is known at run time only, as 0 or 1 */
bool ev_is_number(const Value *v);                          /* int, float or bool, known or symbolic */
IrKind ev_number_kind(const Value *v);                      /* IRT_NONE: it is no number */
/* A list or tuple (or torch.Size, range, ...) with a known number of items. */
bool ev_sequence(Ev *ev, const Value *v, const Value *const **items, uint32_t *count);
IrNode *ev_scalar_node(Ev *ev, const Value *number); /* the number as a scalar node in the current region */
/* The tensor's present contents (after the in-place operations so far). */
IrNode *ev_tensor_node(Ev *ev, const Value *tensor);
/* Torch's grad mode, in the two bits above it inference mode, and then autocast on CPUs: whether it is on, which it
 * never is in the caller, and the bits in which its dtype differs from the caller's, AUTOCAST_DTYPE. */
typedef enum { MODE_CALLER, MODE_OFF, MODE_ON } TorchMode; /* CALLER: as the caller has it */
enum { AUTOCAST_SHIFT = 4 };
#define AUTOCAST_DTYPE DT_BF16
static inline int ev_modes(TorchMode grad, TorchMode inference) { return (int)grad | (int)inference << 2; }
static inline TorchMode ev_grad_mode(const Ev *ev) { return (TorchMode)(ev->torch_modes & 3); }
static inline TorchMode ev_inference_mode(const Ev *ev) { return (TorchMode)(ev->torch_modes >> 2 & 3); }
static inline int ev_autocast_modes(const Ev *ev) { return ev->torch_modes >> AUTOCAST_SHIFT << AUTOCAST_SHIFT; }
static inline bool ev_autocast(const Ev *ev) { return ev->torch_modes >> AUTOCAST_SHIFT & 1; }
static inline DType ev_autocast_dtype(const Ev *ev) {
    return (DType)(ev->torch_modes >> (AUTOCAST_SHIFT + 1) ^ (int)AUTOCAST_DTYPE);
}
/* The tensor is used, or gets a further name, where grad mode may be on: were it an input that requires grad, autograd
 * would see it. */
void ev_track(Ev *ev, const Value *tensor);
/* The same of `behind`, which may be what `tensor` is in truth: not before that one is used. */
void ev_track_behind(Ev *ev, const Value *tensor, const Value *behind);
/* The facts of tensors that are used with grad mode off alone allow that they require grad; there are facts that those
 * do not which are used where the program switches it on. */
void ev_settle_tracked(Ev *ev);
/* Storages: heap objects that hold the node of the memory and its present content (of the root's type), trailed and
 * merged. */
ObjId ev_storage_new(Ev *ev, IrNode *root);
IrNode *ev_storage_root(Ev *ev, ObjId storage);
IrNode *ev_storage_content(Ev *ev, ObjId storage);
void ev_storage_set(Ev *ev, ObjId storage, IrNode *content);
/* May the program write to the storage? Not when a tensor that a branch chose may share it, as that would be read
 * stale: the branch is then evaluated anew with its sides apart, or the statement is cut. */
bool ev_storage_writable(Ev *ev, ObjId storage, Span span);
/* As set, with the number of writes so far, and how many of them torch does not count. */
void ev_storage_put(Ev *, ObjId, IrNode *content, uint32_t writes, uint32_t quiet);
void ev_storage_hush(Ev *ev, ObjId storage);         /* torch does not count the latest write */
uint32_t ev_storage_versions(Ev *ev, ObjId storage); /* writes that torch counts, but for those that run time counts */
const ShExpr *ev_storage_version(Ev *ev, ObjId storage); /* all of them */
void ev_storage_set_version(Ev *ev, ObjId storage, const ShExpr *version);
uint32_t ev_storage_writes(Ev *ev, ObjId storage); /* how often it was set */
/* Those of the attempt that were set, be it to what they held, in order of making; the count. */
uint32_t ev_storage_written(Ev *ev, ObjId *out, uint32_t cap);
/* The objects that may hold `object`, or what was made after it: all from `*first` on, and older ones that were
 * written. */
ObjIdVec ev_holders(Ev *ev, ObjId object, ObjId *first);
/* "Tensor", "int", "list", class name: for messages. Where Python's messages may have another one, the exception that
 * is raised next is one whose text is not known. */
const char *ev_type_name(Ev *ev, const Value *v);
const char *ev_kind_name(const Value *v); /* the same, for other ends */

/* ---- Python's operations
 * --------------------------------------------------------------------------------------------------- */
const Value *ev_getattr(Ev *ev, const Value *object, Str name, Span span);
bool ev_setattr(Ev *ev, const Value *object, Str name, const Value *value, Span span);
const Value *ev_getitem(Ev *ev, const Value *object, const Value *index, Span span);
/* list[int], which stands for list but has a text of its own; int | None: likewise (int, None). */
const Value *ev_alias(Ev *ev, const Value *type);
bool ev_is_alias(const Ev *ev, const Value *type);
const Value *ev_alias_index(const Ev *ev,
                            const Value *alias); /* of List[int] or list[int]; NULL: it is none of these */
/* Is it a type with parameters, or a union? Of two only the parameters tell whether they are equal. */
bool ev_has_parameters(const Ev *ev, const Value *v);
const Value *ev_type_origin(Ev *ev, const Value *type,
                            Span span); /* as typing.get_origin() and get_args(); NULL failed */
const Value *ev_type_arguments(Ev *ev, const Value *type, Span span);
/* What a call of the library takes: worth_calls.def. With arguments: other than self. Counted where the program, or an
 * installed package, makes it. */
int worth_of_call(const char *name, bool with_arguments);
void ev_count_call(Ev *ev, const char *name, bool with_arguments);
const Value *ev_call(Ev *ev, const Value *callee, const CallArgs *args, Span span);
const Value *ev_call1(Ev *ev, const Value *callee, const Value *arg, Span span);
const Value *ev_binary(Ev *ev, AstOperator op, const Value *a, const Value *b, Span span);
const Value *ev_divmod(Ev *ev, const Value *a, const Value *b, Span span);
const Value *ev_compare(Ev *ev, AstCmpOp op, const Value *a, const Value *b, Span span);
/* Truth of a value: V_BOOL when known, else a V_SCALAR bool; NULL failed. A tensor of one element gives item() != 0. */
const Value *ev_truth(Ev *ev, const Value *v, Span span);
const Value *ev_eval(Ev *ev, const AstNode *expr);

/* ---- facts
 * ------------------------------------------------------------------------------------------------------------------ */
/* Makes a == b hold: known equal; or assumed, with a FACT_COMPARE; or false when known unequal. */
bool ev_assume_equal(Ev *ev, const ShExpr *a, const ShExpr *b, Span span);
/* Likewise for a < b, a <= b, a != b. Facts over SH_FROM_NODE symbols become OP_MISS_IF nodes in the region. */
bool ev_assume_compare(Ev *ev, ShCompare op, const ShExpr *a, const ShExpr *b, Span span);
/* Is it the size of a tensor that has another one in each iteration of a loop around? */
bool ev_is_growing(const Ev *ev, const ShExpr *size);
void ev_fact(Ev *ev, const Fact *fact);
/* The abstract value of a source under its hypothesis (made once an attempt; adds its facts and graph inputs). */
const Value *ev_input(Ev *ev, const Source *source);

/* ---- entries
 * ---------------------------------------------------------------------------------------------------------------- */
/* Evaluates the module level and the driver code (also under `if __name__ == "__main__"`) of the program, with
 * in_driver set; a statement that fails leaves its targets V_UNKNOWN and evaluation goes on. Always returns the module.
 */
Module *ev_run_main(Ev *ev, const SourceFile *source, const AstNode *tree, Str name);
/* A tensor literal of a call line, `f32[B, 4]`: ev_getitem() of a V_DTYPE asks this hook when it is set. */
typedef const Value *(*TensorLiteral)(Ev *ev, DType dtype, const Value *index, Span span);
extern TensorLiteral ev_tensor_literal;
/* Evaluates an expression in the module's globals, with `locals` (Str -> const Value) looked up first. */
const Value *ev_eval_in_module(Ev *ev, Module *module, const AstNode *expr, const Map *locals);

/* What one variant compiles: a function's body, or a run of its statements (a segment). */
/* What the variables held after a statement. */
typedef struct LeftValues {
    struct HeapSlot *slots;
    uint32_t count;
} LeftValues;

typedef struct EntryBody {
    const Function *function;
    AstNode *const *statements;
    uint32_t statement_count;
    const Str *names;           /* local variables at the start: parameters or live-ins, in slot order */
    const Value *const *values; /* their values: ev_input() of their sources */
    const int *ranks;           /* NULL, or of each the rank to take where nothing describes it; -1: any */
    uint32_t count;
    const Str *outs; /* segment that falls through: its result is these variables (one: itself, else a tuple) */
    uint32_t out_count;
    bool is_segment;  /* false: falling off the end returns None; true: it returns the outs, and `return` is a cut,
                         unless the segment always returns (out_count is 0 then) */
    bool is_handler;  /* an exception may be handled around the statements */
    Map *left;        /* NULL, or filled: statement -> LeftValues */
    bool merges_only; /* branches that cannot be merged are cuts: none is forked */
    bool is_asked;    /* calls of the function are known: where the likeliest types do not do, none are searched for */
    /* results */
    bool gave_up;              /* for that reason */
    bool began;                /* the inputs were bound, the statements begun */
    const Value **out_values;  /* out_count values at the end (of the fall-through path) */
    uint32_t failed_statement; /* index in `statements` of the one that failed */
} EntryBody;
/* Builds ev->graph, ended by OP_RETURN on each path. On failure ev->fail says why and body->failed_statement where. */
bool ev_run_entry(Ev *ev, EntryBody *body);
/* The statement of the body that holds that place of the source is the one that failed. */
void ev_blame(EntryBody *body, uint32_t at);

/* Leaves the variant when the bool scalar is true (`negate`: false): a fact where it is one over input symbols at the
 * top level, else OP_MISS_IF. False (FAIL_CUT) after an effect. */
bool ev_miss_if(Ev *ev, IrNode *condition, bool negate, const char *why, Span span);
/* A truth that has to be known: one that sizes and ints of the call decide is what it likely is there, which is checked
 * at run time. False: a failure, or (with none set) nothing shows it. */
bool ev_decide(Ev *ev, const Value *truth, bool *out, Span span);
/* A known int is needed where an input's int is symbolic: assumes its likely value (FAIL_RESTART), or FAIL_CUT. */
const Value *ev_need_known(Ev *ev, const Value *value, Span span);

/* ---- modules
 * ------------------------------------------------------------------------------------------------------------------ */
const Value *ev_module_value(Ev *ev, Module *module);
Module *ev_import(Ev *ev, Str dotted, Span span); /* prelude first, then installed source, else opaque */
/* Is the word anywhere in the program's own files, as far as they were imported? It is known by its address. */
bool ev_program_names(Ev *ev, const char *word);
/* Something of the module is used, or (`runs`) its code: by driver code, or by what is compiled. */
void ev_module_is_read(Ev *ev, Module *module, bool runs);
/* A guard takes what `place` leads to, a global of the program, to be what it was when the program was loaded. */
void ev_note_makers(Ev *ev, const Source *place);
const Value *ev_module_getattr(Ev *ev, Module *module, Str name, Span span);
Module *ev_prelude_of(Ev *ev, const Module *installed);          /* the prelude's module of the same name, or NULL */
const Value *ev_prelude_part(Ev *ev, Module *prelude, Str name); /* what it says itself, or NULL */
const Value *ev_prelude(Ev *ev, const char *module, const char *name); /* a function or class of the prelude */
/* C functions of the prelude's module `prim`, from tensor_*.c; ends with a NULL name. */
extern const Builtin prim_table[];
bool prim_is_among(const Builtin *builtin); /* is it one of them? */

/* ---- lifetime
 * --------------------------------------------------------------------------------------------------------------------
 */
Ev *ev_new(Arena *arena, const struct AnalysisOptions *options, DiagList *diags);
/* Forgets graph, facts, inputs and heap changes of an attempt; hypotheses stay. Starts a graph named `name`. */
void ev_begin_attempt(Ev *ev, Str name, Span span);
/* A tensor that is unpacked: its first size is assumed to be what is wanted (tensor_query.c). False: failed. */
bool tn_assume_length(Ev *ev, const Value *tensor, uint32_t wanted, Span span);
#endif
