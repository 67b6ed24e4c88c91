/* What the files of the evaluator (ev_*.c, builtins_*.c) share with one another and with nobody else.
 *
 * Statements return an Exec; expressions return NULL when they fail. A path of a function that ends early on one side
 * of a symbolic branch becomes a Fork: evaluation goes on inside the other side's region, and when the path it waits
 * for ends too (the function's end, the loop's end, the end of the iteration), both results are merged like variables.
 */
#ifndef PYAOT_EV_INTERNAL_H
#define PYAOT_EV_INTERNAL_H
#include "analysis/ev.h"
#include "analysis/heap.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* EX_RAISE: a path that a branch leaves by an exception which a try statement of the function may catch */
typedef enum { EX_NEXT, EX_RETURN, EX_BREAK, EX_CONTINUE, EX_RAISE, EX_FAIL } Exec;

enum {
    EV_MAX_STEPS = 400000,         /* statements and expressions of an attempt ... */
    EV_MAX_DRIVER_STEPS = 2000000, /* ... and of a statement of driver code, which may make a deep model */
    EV_MAX_BYTES = 1 << 30,        /* of memory for all of the work */
    EV_MAX_EXPRESSION = 2000,      /* operations of a symbolic int, which is looked through without sharing */
    EV_MAX_CALLS = 100,            /* nested calls */
    EV_MAX_DEPTH = 2500,           /* nested expressions and statements, over all calls */
    EV_MAX_PATHS = 16,             /* continuations of branches that cannot be merged */
    EV_MAX_UNROLL = 256,           /* iterations of a loop with known items */
    EV_MAX_DRIVER_UNROLL = 64,
    EV_SHOWN_UNROLL = 2, /* iterations of driver code that are enough where they took ... */
    EV_SHOWN_STEPS = 30000,
    EV_MAX_ITEMS = 100000, /* items of a range or repeated list */
    EV_MAX_TEXT = 1 << 20, /* bytes of a str that is put together; a longer one is known to be one */
};

/* ---- scopes and frames ---------------------------------------------------------------------------------------------
 */
typedef enum { SCOPE_MODULE, SCOPE_FUNCTION, SCOPE_CLASS, SCOPE_COMPREHENSION } ScopeKind;
typedef struct ScopeInfo { /* of a def, lambda, class or comprehension; made once a node */
    ScopeKind kind;
    Map locals, globals, nonlocals; /* names */
    bool is_generator;
    bool has_inner; /* functions, classes or generators that may keep the scope */
} ScopeInfo;

typedef struct Fork {
    Exec kind;      /* how the arm ended: EX_RETURN, EX_BREAK, EX_CONTINUE, EX_RAISE */
    IrNode *branch; /* the OP_IF */
    IrRegion *arm, *other, *outer;
    const Value *value; /* EX_RETURN: the result; EX_RAISE: the exception */
    HeapDelta delta;    /* what the arm wrote */
    uint32_t mark;      /* of the heap, at the branch */
    uint32_t objects;   /* number of heap objects at the branch */
    int torch_modes;
    const void *place;     /* of the branch in the program's text, or NULL */
    const void *statement; /* the same, where one side may be chosen: ev_restart_taken() */
    Span span;
} Fork;

/* A `with` block whose manager only sets modes of torch: it may be left more than once. */
typedef struct ModeBlock {
    const Value *manager;
    Span span; /* of the manager */
    const struct ModeBlock *outer;
} ModeBlock;

/* Statements that follow in a function: what is left of a block, then of the blocks around it. */
typedef struct Rest {
    AstNode *const *items;
    uint32_t count;
    const ModeBlock *mode;        /* in place of statements: it is left here */
    const struct ApartLoop *loop; /* in place of statements: its iterations from `next` on */
    uint32_t next;
    const struct Rest *outer;
} Rest;

/* What follows a loop that an iteration leaves, to the end of the function. */
typedef struct Behind {
    const Rest *rest;
    const Rest *iterations; /* what follows the iteration; NULL: that is merged with others */
    int blocks;             /* of the frame around the loop */
    const ModeBlock *modes;
    const struct Behind *outer; /* of the loop around */
} Behind;

typedef struct ItemSource ItemSource; /* ev_loop_items.c */
typedef struct Loop Loop;             /* ev_loop.h */

/* A loop that is evaluated item by item. */
typedef struct RunningLoop {
    const AstNode *node;
    const Value *const *items; /* those that are known beforehand; NULL: `iterator` is asked for each */
    uint32_t count, next;
    const Value *iterator;
    const ItemSource *source; /* what the iterator gives; NULL: it is asked itself */
    const void *apart;        /* what ev_apart_place() gives */
    struct RunningLoop *outer;
} RunningLoop;

/* One over known items whose iterations go on by themselves (ev_loop_apart.c). */
typedef struct ApartLoop {
    RunningLoop *running;
    Behind behind;
} ApartLoop;

struct Frame {
    Frame *parent;
    const Function *function; /* NULL: module level */
    Module *module;
    ObjId scope; /* innermost: function, class body or comprehension; module level: globals */
    const ScopeInfo *info;
    ClassInfo *owner; /* class whose method runs, or whose body is evaluated: super(), private names */
    const Value *first_arg;
    const Source *function_source; /* where the function that runs comes from; NULL: not known */
    const Value *result;           /* value of the return statement that ran */
    const Value *handled;          /* exception being handled: bare raise */
    VEC(Fork) forks;
    struct Generator *generator; /* whose body this is; NULL: none */
    RunningLoop *loops;          /* innermost first */
    Loop *iterates;              /* the loop of unknown length of which this is an iteration; NULL: none */
    const Value *thrown;         /* where `resumes`: the exception that comes out of the yield; NULL: none */
    bool resumes;                /* what follows the one yield of a generator runs, from the yield on */
    int blocks;                  /* enclosing try and with statements of the function, but for `modes` */
    const ModeBlock *modes;      /* innermost first */
    int try_depth;               /* enclosing try statements whose handlers could catch */
    bool passes_raises;          /* but not what is raised on a condition by data, which is left to Python */
    bool in_primitive;           /* a C function of prim_table runs, and no function that it calls */
    bool is_entry;
    bool is_handler;          /* EntryBody.is_handler */
    bool tolerant;            /* driver code and constructors: a statement that fails is passed over */
    bool is_traced;           /* called, at any depth, by an operator of higher order */
    bool is_scripted;         /* the same by a function that TorchScript has made code of: see ev_script.c */
    int batch_level;          /* how many calls of vmap() it runs in */
    bool is_converted;        /* called, at any depth, by a function whose tensors autocast has converted */
    const Value *constructed; /* the object that a constructor, or a method that it calls, sets up in driver code */
    bool catches;             /* what is raised here goes to a try statement of the function, with nothing in between */
    bool can_fork;     /* `rest` is all that follows the present statement in its iteration, or in the function where no
                        * loop is around it: no with or try is in between */
    bool in_iteration; /* `rest` ends with an iteration of a loop, not with the function */
    bool in_tested;    /* an iteration of a loop of which the data decide when it ends */
    const Rest *rest;
    const struct LoopControl
        *control;                /* of the innermost loop, when its length is not known and it may be left early */
    const struct Behind *behind; /* of the innermost loop, in an iteration whose ways out are not merged with others */
    uint32_t generators;         /* as many were started before it */
    Span call_span;
};

const ScopeInfo *ev_scope_info(Ev *ev, const AstNode *node);
const Value *ev_locals(Ev *ev, Span span);        /* of the function that runs */
bool ev_is_generator(Ev *ev, const AstNode *def); /* a function whose body has a yield */
/* May a handler of signals that the program defines set a variable, attribute or container of that name? */
bool ev_handlers_set(Ev *ev, Str name);
const Value *ev_name_load(Ev *ev, Str name, Span span);
/* The length of a list with so many items in the heap, which may be those of one iteration (ev_growth.c). */
const Value *ev_growth_length(Ev *ev, const Value *list, uint32_t count);
bool ev_name_store(Ev *ev, Str name, const Value *value, Span span);
bool ev_name_delete(Ev *ev, Str name, Span span);
/* The name of a handler at its end, be it deleted already. */
bool ev_name_forget(Ev *ev, Str name, Span span);
Str ev_mangle(Ev *ev, Str name);
Str ev_mangle_in(const ClassInfo *owner, Str name); /* a private name as the class's dictionary has it */
/* The default of the parameter of that name, which has one; NULL: failed. */
const Value *ev_default_of(Ev *ev, const Value *function, Str name, Span span);
Str ev_parameter_name(const Function *function, const AstNode *parameter);
/* Adds the names that are mentioned in a function, a class, or what an expression is made of. */
void ev_names_in(const AstNode *node, Map *names);
const Value *ev_cell_at(Ev *ev, const Function *function, int index); /* NULL: it is not known */
/* The content of a closure's cell that existed before the attempt: guarded through the function's source. */
const Value *ev_free_variable(Ev *ev, Str name, ObjId scope, const Value *value, Span span);
bool ev_set_free_variable(Ev *ev, Str name, ObjId scope, const Value *value, Span span);
void ev_bound_names(const AstNode *node, Map *out); /* names that a statement binds in its scope */

/* ---- expressions and statements
 * --------------------------------------------------------------------------------------- */
Exec ev_exec_block(Ev *ev, const AstList *body);
bool ev_leave_mode(Ev *ev, const ModeBlock *mode);                /* with no exception */
Exec ev_exec_tail(Ev *ev, AstNode *const *items, uint32_t count); /* a block after which ev->frame->rest follows */
/* Statements that follow, to the end of the iteration or of the function. */
Exec ev_exec_rest(Ev *ev, const Rest *rest);
/* The body of a function, or of a loop: nothing follows it. Branches in it may go on to its end without being merged.
 */
Exec ev_exec_body(Ev *ev, const AstList *body, bool in_iteration);
Exec ev_exec(Ev *ev, const AstNode *statement);
Exec ev_exec_match(Ev *ev, const AstNode *node);
bool ev_assign(Ev *ev, const AstNode *target, const Value *value);
extern const char ev_out_refused[];            /* why a function fails that is given out= and does not take it */
const Value *ev_tensor_type(Ev *ev, Str path); /* the dtype of "torch.FloatTensor" and its kin, or NULL */
/* What the dict has for the key, in driver code also once a registry has it; NULL: nothing. */
const Value *ev_dict_value(Ev *ev, const Value *dict, const Value *key);
const Value *ev_plain_dict_item(Ev *ev, const Value *dict, const Value *index, Span span); /* dict.__getitem__ */
bool ev_plain_dict_set(Ev *ev, const Value *dict, const Value *key, const Value *value,
                       Span span); /* its __setitem__ */
bool ev_dict_defines(Ev *ev, const Value *dict, const char *name);
bool ev_plain_dict_delete(Ev *ev, const Value *dict, const Value *key, Span span);
bool ev_setitem(Ev *ev, const Value *object, const Value *index, const Value *value, Span span);
bool ev_delitem(Ev *ev, const Value *object, const Value *index, Span span);
bool ev_slice_bounds(Ev *ev, const Value *slice, uint32_t count, int64_t *start, int64_t *stop, int64_t *step,
                     Span span);
bool ev_delattr(Ev *ev, const Value *object, Str name, Span span);
bool ev_object_delattr(Ev *ev, const Value *object, Str name, Span span); /* object.__delattr__ */
const Value *ev_eval_slice(Ev *ev, const AstNode *slice);
const Value *ev_eval_call(Ev *ev, const AstNode *call);
const Value *ev_eval_lambda(Ev *ev, const AstNode *lambda);
const Value *ev_make_function(Ev *ev, const AstNode *def);
/* An annotation that Python evaluates here, those of a function that is defined here, and `target: annotation = value`.
 */
bool ev_check_annotation(Ev *ev, const AstNode *node);
bool ev_check_signature(Ev *ev, const AstNode *def);
bool ev_annotated(Ev *ev, const AstNode *node);
/* What the decorators of a function or a class are, from the top, evaluated before all else of it. NULL: failed; items
 * that are NULL are left out. Then what they make of it, from the bottom. */
const Value *const *ev_decorators(Ev *ev, const AstList *nodes, bool *assumed);
const Value *ev_decorate(Ev *ev, const AstList *nodes, const Value *const *decorators, const Value *value,
                         bool *assumed);
/* What a decorator or a hook of a package failed to do since the mark is left out, in driver code; false: it counts. */
bool ev_leave_out(Ev *ev, uint32_t mark, bool *assumed);
/* Attributes as object's own methods read and write them: without a __getattribute__ or __setattr__ of the class. */
void ev_local_fact(Ev *ev, const Function *f, const Source *source, Span span); /* the source is this very function */
uint32_t ev_first_line(const Function *f);
const Value *ev_own_value(Ev *ev, const Value *object, Str name, Span span); /* NULL without a failure: it has none */
const Value *ev_object_getattr(Ev *ev, const Value *object, Str name, Span span);
bool ev_is_registered(const Value *value); /* is it listed by the module that gets it as an attribute? */
/* Sets an attribute of a module for which its class has a property or another data descriptor. */
bool ev_set_by_class(Ev *ev, const Value *module, Str name, const Value *value, Span span);
/* What object.__getattribute__() gives: no __getattr__ is asked. */
const Value *ev_object_getattribute(Ev *ev, const Value *object, Str name, Span span);
/* What reading and setting share: descriptors in classes, and what a class lets its objects have. */
const Value *ev_descriptor_method(Ev *ev, const Value *attr, const char *name);
const Value *ev_descriptor_input(Ev *ev, const ClassInfo *where, Str name, const Value *attr, Span span);
/* What named tuples have, and the tuples that functions of torch return have not. */
bool ev_sequence_lacks(const Ev *ev, const ClassInfo *cls, Str name);
bool ev_is_common_special(Str name); /* of all objects, or of containers of the library */
/* A data descriptor of the class comes before what its objects hold under the name. */
bool ev_is_shadowed(Ev *ev, const ClassInfo *cls, Str name);
bool ev_is_data_descriptor(Ev *ev, const Value *attr);
bool ev_has_place(Ev *ev, const ClassInfo *cls, Str name);
/* Is it a class of the library that is written in C, whose objects have no __dict__? */
bool ev_lacks_dict(const ClassInfo *cls);
bool ev_asks_prelude(const Ev *ev); /* what runs is code of the prelude, which knows what its classes have */
bool ev_is_asked_by_c(const Ev *ev, ClassInfo *cls); /* a method that is C in Python: no __getattribute__() or
                                                      * __setattr__() of a derived class hears of it */
bool ev_keeps_order(const Value *dict);              /* is it an OrderedDict? */
const char *ev_view_name(Ev *ev, const Value *view); /* what Python calls the type of a view of a dict */
const Value *ev_attribute_error(Ev *ev, const Value *object, Str name, Span span); /* NULL */
bool ev_is_surely_absent(Str name);   /* of any built-in type, if it has not been found */
bool ev_is_of_every_object(Str name); /* what object has, and instances of classes of Python */
bool ev_object_setattr(Ev *ev, const Value *object, Str name, const Value *value, Span span);
bool ev_dict_setattr(Ev *ev, const Value *object, Str name, const Value *value, Span span); /* of a class of dict */
const Value *ev_make_class(Ev *ev, const AstNode *def);
const Value *ev_class_from_parts(Ev *ev, const Value *name, const Value *bases, const Value *attributes, Span span);
/* Functions that torch.vmap() calls (ev_batched.c). */
int ev_batch_level(const Ev *ev, const Function *called); /* that a frame of the function has */
bool ev_is_batched_call(Ev *ev, const Function *function, const Value *self, const CallArgs *args);
const Value *ev_call_batched(Ev *ev, const Value *function, const Value *self, const CallArgs *args, Span span);
/* What type() and isinstance() see: of an item of a batch, a tensor. */
const Value *ev_told_tensor(Ev *ev, const Value *value);
bool ev_reads_in_batch(Ev *ev, Span span); /* then it has failed */
/* Which hooks the example of a module has (ev_hooks.c): 1 forward hooks, 2 those before them. */
int ev_kinds_of_hooks(const Ev *ev, const Value *exemplar);
/* A hook of an example, by the name of the dictionary that has it at run time; NULL: there is none. */
const Value *ev_hook_at(const Ev *ev, const Value *module, Str table, int64_t index);
/* May the truth of a value decide what the present function does? Fails in one that an operator traces (ev_traced.c).
 */
bool ev_decides_traced(Ev *ev, const Value *condition, Span span);
const Value *ev_inplace(Ev *ev, AstOperator op, const Value *a, const Value *b, Span span);
const Value *ev_unary(Ev *ev, AstUnaryOp op, const Value *a, Span span);
const Value *ev_not(Ev *ev, const Value *truth, Span span);
/* What int(), floor (-1) or ceil (1) give for a float that is an int divided by a known one. NULL: it is none, or this
 * failed. */
const ShExpr *ev_whole_quotient(Ev *ev, const Value *number, int direction, Span span);
bool ev_need_origins(Ev *ev, const Value *number, Span span); /* of a float of the run; false: nothing shows them */
const Value *ev_number_binary(Ev *ev, AstOperator op, const Value *a, const Value *b, Span span);
const Value *ev_number_compare(Ev *ev, AstCmpOp op, const Value *a, const Value *b, Span span);
/* Does it rest on sizes of tensors and numbers alone that objects keep, as a layer its configuration? */
bool ev_is_kept(const ShExpr *e);
const Value *ev_number_unary(Ev *ev, AstUnaryOp op, const Value *a, Span span);
const Value *ev_to_float(Ev *ev, const Value *v, Span span);
const Value *ev_to_int(Ev *ev, const Value *v, Span span);
/* May its class have special methods of its own? */
bool ev_may_have_methods(const Value *v);
/* What the object's special method gives, which has to be a float for __float__() and else an int. NULL without a
 * failure: it has no such method. */
const Value *ev_number_by(Ev *ev, const Value *object, const char *name, Span span);
/* Are the two values one Python object? SH_MAYBE: not known. */
ShTruth ev_is_same(const Value *a, const Value *b);
/* True with the answer in *out, for values that are known; false failed. */
const Value *ev_looked_for(Ev *ev, const Value *item); /* as what a set looks for it: a set as a frozenset */
/* Has a list or tuple exactly these items? */
bool ev_has_items(Ev *ev, const Value *sequence, const Value *const *items, uint32_t count);
bool ev_equal_known(Ev *ev, const Value *a, const Value *b, bool *out, Span span);

/* The truth of an expression, V_BOOL or a bool V_SCALAR: `and`, `or` and `not` of truths need not keep the operands'
 * values. */
const Value *ev_condition(Ev *ev, const AstNode *node);

/* ---- what cannot be evaluated in driver code and constructors ------------------------------------------------------
 */
bool ev_may_forget(const Ev *ev); /* may what failed be a value that is not known? Then ev_forgotten() is it */
const Value *ev_forgotten(Ev *ev);
bool ev_may_skip(const Ev *ev, const AstNode *statement); /* ev->fail: does evaluation go on after the statement? */
Exec ev_glance(Ev *ev, const AstNode *statement, Exec status); /* ev->glanced: notes what has come of a statement */
void ev_skip_statement(Ev *ev, const AstNode *statement);      /* forgets what it binds; notes why in a constructor */
Exec ev_exec_both(Ev *ev, const AstNode *node);                /* an `if` of which the condition cannot be evaluated */
/* Driver code makes a lazy module of torch's: an example is what its first call makes of it, of a size that this call
 * decides, and which is the first argument of that class. Others are the class itself. */
ClassInfo *ev_class_to_become(Ev *ev, ClassInfo *cls, CallArgs *args);
/* The object that a call of `function` sets up, when the call is forgiven what cannot be evaluated; or NULL. */
const Value *ev_constructed(const Ev *ev, const Function *function, const Value *self);
void ev_note_unmade(Ev *ev, const ClassInfo *cls);  /* ev->fail: why there is no object of the class */
bool ev_is_incomplete(Ev *ev, const Value *object); /* may it have attributes that were not seen? */
bool ev_is_untold_class(const ClassInfo *cls);      /* that of iterators of which only that is known */
bool ev_is_of_type(const ClassInfo *cls);           /* has it no metaclass, nor a base in the library that may have? */
bool ev_is_class_in_python(const Value *v);         /* is it a function here, and a class in Python? */
bool ev_is_generator_object(const Ev *ev, const Value *v);
int64_t ev_yields(const Ev *ev); /* how many items the generator whose body runs has given; 0 elsewhere */
/* What the generator whose body runs has given is undone: it gives nothing more, and does not end. */
void ev_tear_generator(Ev *ev);
/* Has the constructor of a dict of the caller given it another __dict__ (mostly itself)? */
bool ev_has_another_dict(Ev *ev, const Value *dict);
/* Is grad mode on in the caller (ev_asked.c)? A bool of the run; NULL: this attempt has to know, and takes it to be
 * off. */
const Value *ev_asked_grad_mode(Ev *ev);
bool ev_is_asked_grad_mode(const Value *value);
const Value *ev_need_grad_mode(Ev *ev, const Value *value, Span span); /* ev_need_known() of what is made of it */
bool ev_is_persistence(Str name);                                      /* see prim.put_buffer() */
/* A module of the caller has no hooks of its state, which does without the buffers of these names. False: not to be
 * said.
 */
bool ev_state_facts(Ev *ev, const Value *module, const Value *names);
bool ev_is_hidden_name(Str name); /* a mark of ours among an object's attributes */

/* Text made of ints that are not known is a str of which only the type is, as long as nobody needs it. Where it is
 * needed (ev_need_known()), evaluation begins again and assumes the likely values of the ints at that place. Between
 * begin and end the text is made; the end gives it (NULL: failed). */
typedef struct TextScope {
    bool settles, open;
    const void *place;
} TextScope;
void ev_text_begin(Ev *ev, TextScope *scope, const void *place);
const Value *ev_text_end(Ev *ev, const TextScope *scope, const Value *text);
const Value *
ev_text_with(Ev *ev, const Value *part); /* the same of a str that has such a part, one of an input, or a counter */
const Value *ev_text_part(const Ev *ev, const Value *text);         /* that input or counter; NULL: none */
const Value *ev_text_number(Ev *ev, const Value *value, Span span); /* one such number, or the value as it is */
static inline const void *ev_place_of(Span span) { return span.file ? span.file->text + span.begin : NULL; }

/* That the sizes of tensors are merged at that branch, for ev_restart_forked(). */
static inline const void *ev_sizes_key(Span span) { return span.file ? span.file->text + span.begin + 2 : NULL; }

/* ---- branches
 * ------------------------------------------------------------------------------------------------------------- */
typedef const Value *(*Thunk)(Ev *ev, const void *data);
/* `left and rest` (or `or`) as a condition; short_cut() gives what the condition is when the rest does not run. */
const Value *ev_condition_pair(Ev *ev, const Value *left, bool is_and, Thunk rest, Thunk short_cut, const void *data,
                               Span span);
/* `condition ? then() : otherwise()` for a V_SCALAR condition. */
const Value *ev_branch_value(Ev *ev, const Value *condition, Thunk then, Thunk otherwise, const void *data, Span span);
typedef Exec (*Arm)(Ev *ev, const void *data);
Exec ev_branch_with(Ev *ev, const Value *condition, Arm then, Arm otherwise, const void *data, Span span);
Exec ev_branch(Ev *ev, const Value *condition, const AstList *body, const AstList *orelse, Span span);
typedef Exec (*ExecThunk)(Ev *ev, const void *data);
Exec ev_branch_with(Ev *ev, const Value *condition, ExecThunk then, ExecThunk otherwise, const void *data, Span span);
/* What a str, float or bool of an input is in the call that is compiled for; NULL: not known. */
const Value *ev_likely_input(const Ev *ev, const Value *value);
/* Assumes the likely value of some symbolic int of an input (FAIL_RESTART); false: there is none. */
bool ev_need_any_known(Ev *ev, Span span);
/* Likewise for an int in `expr` that is an attribute of an object. */
bool ev_need_configured(Ev *ev, const ShExpr *expr, Span span);
/* Likewise where a branch on that condition leaves a value that is no one value. */
bool ev_decide_configured(Ev *ev, const IrNode *condition, Span span);
/* Likewise for an int in `expr`, or in a comparison, that is an input. */
bool ev_need_ints(Ev *ev, const ShExpr *expr, Span span);
bool ev_need_condition(Ev *ev, const IrNode *condition, Span span);
bool ev_need_conditions_around(Ev *ev, Span span); /* of one of the branches that the present region is a side of */
/* The size or int that a node is, or NULL. */
const ShExpr *ev_expr_of_node(Ev *ev, const IrNode *node);
/* A branch whose merged result was of no use: is it to be evaluated without merging? The second asks for it,
 * from where it is met next, the third in a new attempt (FAIL_RESTART); false: it was so already, or cannot be. `place`
 * stands for the branch in the program's text. */
bool ev_wants_fork(const Ev *ev, const void *place);
bool ev_note_fork(Ev *ev, const void *place);
bool ev_restart_forked(Ev *ev, const void *place, Span span);
/* The value; NULL: it is what a branch left that could not be merged, and evaluation begins again with each side apart.
 */
const Value *ev_merged(Ev *ev, const Value *value, Span span);
/* The arm (0: then) that the branch is assumed to go to, or -1; is it the arm of what sizes and ints likely are, which
 * may be the other one when the place is met again; and a new attempt that assumes one or the other (`is_likely`). */
int ev_taken_arm(const Ev *ev, const void *place);
bool ev_takes_likely_arm(const Ev *ev, const void *place);
bool ev_restart_taken(Ev *ev, const void *place, int arm, bool is_likely, Span span);
/* Inside a side of a branch on sizes that the likely sizes do not go to: a new attempt that goes to the other side
 * only. */
bool ev_restart_on_likely_side(Ev *ev, Span span);
/* Runs `arm` where each of the paths since `first` was left; it ends as it began. The present path, its failure and its
 * result stay. False failed. */
typedef bool (*ForkThunk)(Ev *ev, Fork *fork, const void *data);
bool ev_visit_forks(Ev *ev, uint32_t first, ForkThunk arm, const void *data);
/* The present path raises where the frame's function ends, and others have returned: evaluation begins again for those
 * that take the side of the last one, the others are misses. False: it cannot. */
bool ev_take_last_fork(Ev *ev);
void ev_refuse_last_raise(Ev *ev, Span span); /* an exception behind paths that have returned: a cut */
/* Evaluates a statement. Where a branch that is a part of one of its expressions gives what cannot be merged, each side
 * is a statement of its own, and goes on as those of ev_branch_with() do. */
Exec ev_exec_split(Ev *ev, const AstNode *statement);
/* Where the branch stands, if each side of the statement that it is a part of, or of the entry's in which its function
 * is called, could be a statement of its own: for ev_restart_forked(). NULL: it could not, or was asked for before. */
const void *ev_split_place(const Ev *ev, const IrNode *branch);
/* Fails, so that ev_exec_split() evaluates the statement on each side of the condition, where it can. */
bool ev_split_on(Ev *ev, const Value *condition, const char *why, Span span);
/* What the condition comes to on the side that is being evaluated; -1: it has no part in it. */
int ev_settled(const Ev *ev, const IrNode *condition);
/* Merges the forks of this kind that were made since `first`; `value` is the result of the present path. NULL failed.
 */
const Value *ev_join_forks(Ev *ev, uint32_t first, Exec kind, const Value *value, Span span);
/* Runs `arm` as the continuation of the newest fork. EX_NEXT: it is merged with the present path; otherwise it stays a
 * fork, of what it ended with. */
Exec ev_continue_fork(Ev *ev, ExecThunk arm, const void *data, Span span);
bool ev_join_returns(Ev *ev, uint32_t first, const Value **value, Span span);
void ev_raise_value(Ev *ev, const Value *exception, Span span);
/* Which exception is being handled (NULL: none), and how exceptions lead to each other (ev_exception.c). */
const Value *ev_handled(const Ev *ev);
bool ev_handles_nothing(Ev *ev, Span span);        /* ... nor does a caller: a fact; false: failed */
Module *ev_written_module(Ev *ev, Module *module); /* the one that is installed, of one of the prelude */
/* "name" in the dictionary of a module, which likely lacks it; NULL: that is not all that the module has. */
const Value *ev_module_has(Ev *ev, Module *module, Str name, Span span);
const Value *ev_asked(Ev *ev, const char *path, const Value *likely, Span span); /* prim.asked() */
void ev_link_context(Ev *ev, const Value *exception);                            /* it is raised now */
bool ev_note_raised(Ev *ev, const Value *exception, Span span);                  /* it has a traceback */
/* What the handler names, evaluated while `exception` is handled; NULL: it failed, or the handler takes all. */
const Value *ev_handler_types(Ev *ev, const AstNode *handler, const Value *exception);
/* Runs the block of an except clause; however it is left, the clause's name has no value behind it. */
Exec ev_run_handler(Ev *ev, const AstNode *handler, const Value *exception);
/* The handlers of a statement with `except*`, for the exception of `fail`. */
Exec ev_run_star_handlers(Ev *ev, const AstNode *node, Fail fail);
bool ev_link_cause(Ev *ev, const Value *exception, const Value *cause, Span span);
bool ev_lacks_special(Ev *ev, const Value *object, Str name); /* surely */
/* A method of text or a sequence that looks at a part of it alone: (what, start, end), where one of these is given. */
bool ev_is_between(const CallArgs *args);
bool ev_text_has(Str text, Str part);
const Value *ev_between(Ev *ev, const char *method, const Value *self, const CallArgs *args, Span span);
bool ev_is_link(Str name);
bool ev_is_no_exception(Ev *ev, const Value *value); /* surely neither one nor a class of them */
bool ev_emit_return(Ev *ev, const Value *value, Span span);
bool ev_effect_seen(const Ev *ev);
typedef struct MergePair { /* objects of the two sides that became one */
    ObjId left, right;
    Value *merged;
    const Value *left_value, *right_value;
} MergePair;
typedef struct MergeSize { /* sizes of the two sides, and what stands for the one of the side that is taken */
    const ShExpr *left, *right, *merged;
} MergeSize;
typedef struct Merge {
    Ev *ev;
    IrNode *branch;
    IrRegion *outer, *left_region, *right_region;
    const HeapDelta *left_delta, *right_delta;
    uint32_t objects;          /* older objects existed before the branch */
    VEC(IrNode *) left, right; /* what the regions yield */
    VEC(IrNode *) results;
    VEC(MergePair) pairs;
    VEC(MergeSize) sizes;
    const void *place;      /* for ev_restart_forked(); NULL: it cannot be forked */
    const void *apart;      /* the same of an iteration that ends here, for what cannot be merged at all */
    Loop *iterates;         /* an iteration of that loop ends here; NULL: none */
    bool strict;            /* results of the entry: keep identity of inputs */
    bool in_iteration;      /* the sides are paths of an iteration, of which the data decide how many there are */
    bool sizes_differ;      /* the last two values were tensors that would be one but for their sizes */
    bool ends_call;         /* they return from a function that another one calls */
    ObjId own_from;         /* the sides end a function: its objects are those from this number on; 0: it goes on */
    const Value *values[2]; /* what the sides return then */
    Span span;
} Merge;
const Value *ev_merge_value(Merge *merge, const Value *left, const Value *right); /* NULL: cannot be merged */
bool ev_have_very_key(const HeapSlot *a, const HeapSlot *b); /* not only an equal one, as 1 and True are */
/* Of a tensor and a window of it; `l`, `r`: what they are on their sides. */
const Value *ev_merge_window(Merge *merge, const Value *left, const Value *right, IrNode *l, IrNode *r);
const ShExpr *ev_merge_size(Merge *merge, const ShExpr *left, const ShExpr *right);
/* Rows that branches and loops choose (ev_place.c). What stands for choosing them by their positions; NULL: it is done.
 * Do the values differ in their positions alone? Of two such, the one chosen, or NULL. The positions of a row, which
 * loops carry, or NULL; the row at others. */
const void *ev_place_key(const Ev *ev);
const void *ev_place_key_of(Ev *ev, const Value *value); /* where that would make another value of it; or NULL */
bool ev_are_places(Ev *ev, const Value *left, const Value *right);
const Value *ev_merge_places(Merge *merge, const Value *left, const Value *right);
const Value **ev_place_carried(Ev *ev, const Value *value, uint32_t *count);
const Value *ev_place_with(Ev *ev, const Value *like, const Value **positions);
/* Notes what a merged tensor is, for whoever returns it; NULL: nothing is read of that side's. */
void ev_merge_note_either(Merge *merge, const Value *merged, const Value *left, const Value *right);
bool ev_merge_heaps(Merge *merge);
/* ev_choice.c. A str that may be known by its choice; what stays V_UNKNOWN and can be returned, or NULL. */
typedef struct Choice Choice;
const Value *ev_merge_texts(Merge *merge, const Value *left, const Value *right);
const Value *ev_merge_choice(Merge *merge, const Value *left, const Value *right);
/* The same of a number and a tensor; NULL: they are something else. */
const Value *ev_merge_with_tensor(Merge *merge, const Value *left, const Value *right);
/* The same of what the sides of the statement return from a function that others call. */
const Value *ev_merge_returned(Merge *merge, const Value *left, const Value *right, const void *statement);
/* Where such a value must be known, evaluation begins again: what is read there is the tensor (or the number that may
 * be None), or a miss; or the sides of that statement are not merged. False: it is no such value. */
bool ev_choice_settle(Ev *ev, const Value *value, Span span);
const Value *ev_choice_read(Ev *ev, const Value *value, Span span);
bool ev_choice_has_tensor(const Ev *ev, const Value *value);
/* Of such a value the index and the tensor, which loops carry, or NULL; it with others; have both the same numbers? */
const Value **ev_choice_carried(Ev *ev, const Value *value);
const Value *ev_choice_with(Ev *ev, const Value *like, const Value *index, const Value *tensor);
bool ev_choice_is_like(const Ev *ev, const Value *a, const Value *b);
const Choice *ev_choice_of(const Ev *ev, const Value *value); /* NULL: no branch chose it */
const Value *ev_choice_here(Ev *ev, const Value *value);      /* the item that it is known to be here, or the value */
const Value *ev_choice_parts(Ev *ev, const Choice *choice);   /* all items, and the index of that one */
const Value *ev_choice_equals(Ev *ev, const Choice *choice, Str text, Span span); /* of texts */
const Value *ev_choice_truth(Ev *ev, const Choice *choice, Span span);
const Value *ev_choice_is(Ev *ev, const Choice *choice, const Value *other, Span span);       /* None, or the like */
const Value *ev_choice_isinstance(Ev *ev, const Choice *choice, const Value *cls, Span span); /* NULL: not known */
/* a op b where one of them is a number of several types; is_sum: +, - or *, which cannot fail. Else not *handled. */
typedef const Value *ChoiceOperator(Ev *ev, int op, const Value *a, const Value *b, Span span);
const Value *ev_choice_operate(Ev *ev, ChoiceOperator *apply, int op, bool is_sum, const Value *a, const Value *b,
                               bool *handled, Span span);
bool ev_merge_filled_cells(Merge *merge, ObjId cell, const HeapContent *left, const HeapContent *right);
/* A tensor of that type on a side of the branch that has none, of which nothing is read, or which has no rows. NULL:
 * what its sizes are is known on the other side only. */
const Value *ev_unread_tensor(Merge *merge, IrRegion *region, const IrType *type, bool no_rows);
/* Where it must be known, each side of the branch goes its way from `place` on; NULL: they cannot. */
Value *ev_unknown_at(Ev *ev, const char *why, const void *place);
const Value *ev_merge_filled(Merge *merge, const Value *left, const Value *right); /* rows of two lengths */
void ev_merge_finish(Merge *merge);

/* ---- what can be reached
 * ------------------------------------------------------------------------------------------------------------ */
typedef struct Reach {
    Ev *ev;
    ObjId first;           /* objects and storages from this number on are found */
    bool *storages, *seen; /* by number of the object, from `first` on; a storage that tensors have is in `storages` */
    ObjIdVec objects;      /* those seen, and what the caller adds: the caller goes through what they hold */
} Reach;
Reach ev_reach_new(Ev *ev, ObjId first);
void ev_reach_object(Reach *reach, ObjId object);
void ev_reach_value(Reach *reach, const Value *v);
void ev_reach_content(Reach *reach, const HeapContent *content);
/* Begins with the variables of the functions that run, and with what is older than the attempt. `holders`: all that may
 * lead to the object; what was not written since it was made cannot. */
Reach ev_reach_roots(Ev *ev, ObjId object, ObjIdVec *holders);
/* Does nothing lead to an object of the function that ends here? */
bool ev_is_left_behind(const Merge *merge, ObjId object);

/* ---- loops
 * ------------------------------------------------------------------------------------------------------------------ */
Exec ev_exec_for(Ev *ev, const AstNode *node);
Exec ev_exec_while(Ev *ev, const AstNode *node);
/* Items whose number is not known: ev_rows.c. Counts and items are of ranges and tensors too. */
const Value *ev_rows_own(Ev *ev, const Value *buffer, bool numbers, bool own,
                         const AstNode *loop); /* loop: what has filled it */
const Value *ev_rows_led(Ev *ev, const Value *rows, const Value *lead, const AstNode *loop); /* behind others */
const Value *ev_rows_views(Ev *ev, const Value *tensor);
bool ev_rows_are_own(Ev *ev,
                     const Value *rows); /* its items are tensors of their own: copies can be given to the caller */
bool ev_rows_is_list(const Value *rows);
const Value *ev_rows_numbers(Ev *ev, const Value *rows);           /* a list of numbers as a tensor; NULL: it is none */
const Value *ev_rows_tensor(Ev *ev, const Value *rows, Span span); /* all items as one tensor; NULL: they are none */
bool ev_rows_count(Ev *ev, const Value *v, const ShExpr **count, Span span);
const Value *ev_rows_item(Ev *ev, const Value *v, const ShExpr *index, Span span);
bool ev_rows_by_number(const Value *v); /* of tensors and ranges: is each item known by its number, whatever that is? */
const Value *ev_rows_getitem(Ev *ev, const Value *rows, const Value *index, Span span);
const Value *ev_rows_getattr(Ev *ev, const Value *rows, Str name, Span span);
const Value *ev_function_getattr(Ev *ev, const Value *function, Str name, Span span);
const Value *ev_method_getattr(Ev *ev, const Value *method, Str name, Span span);
/* __module__ of a function or class at `place`: of the program it is what it was imported as. NULL: not known. */
const Value *ev_name_of_module(Ev *ev, const Module *module, const Source *place, Span span);
/* Lists that loops fill as the data decide (ev_filled.c): rows in a cell. */
const Value *ev_rows_of_cell(Ev *ev, ObjId cell, const AstNode *loop);
ObjId ev_rows_cell(const Value *rows); /* 0: it has none */
/* Rows of their own; NULL without a failure: v is no list that loops fill, or they are asked for in another order than
 * its own or the reverse; NULL for a slice: all of them. Tensors are those of `v`: only one of the two can be returned.
 */
const Value *ev_rows_slice(Ev *ev, const Value *v, const Value *slice, Span span);
/* The list sorted by what the function gives of the items (None: by them); NULL without a failure: v is no list that
 * loops fill, or has no order that is known. */
const Value *ev_rows_sorted(Ev *ev, const Value *v, const Value *key, bool reverse, Span span);
const Value *ev_rows_content(Ev *ev, const Value *v); /* the rows of a list: a tensor, or the columns of records */
/* The list a + b of such lists, or of one and a list of known length; NULL without a failure: they are none, or what is
 * in them cannot lie in one buffer. */
const Value *ev_rows_sum(Ev *ev, const Value *a, const Value *b, Span span);
ObjId ev_rows_origin(const Ev *ev, const Value *rows);  /* of a list: says which it is, or which one it is a slice of */
const Value *ev_rows_buffer(Ev *ev, const Value *rows); /* what there is of them now; NULL: nothing */
bool ev_rows_are_numbers(Ev *ev, const Value *rows);
bool ev_is_filled_cell(const Ev *ev, ObjId object);
const Value *ev_filled_now(Ev *ev, ObjId cell); /* the rows as a tensor; NULL: nothing was put in */
/* A list as such rows; NULL: it holds what is no row, or evaluation failed. */
const Value *ev_filled_from(Ev *ev, const Value *list, const AstNode *loop, Span span);
bool ev_filled_alike(Ev *ev, const Value *x, const Value *y, Span span); /* can their rows lie in one buffer? */
bool ev_filled_numbers(Ev *ev, ObjId cell);
bool ev_filled_own(Ev *ev, ObjId cell);      /* each item was a tensor of its own */
void ev_filled_iterated(Ev *ev, ObjId cell); /* somebody goes through it: it gets no more items */
/* A loop of the program begins (1), or ends (-1), to go through it: it gets no items in between. */
void ev_filled_looped(Ev *ev, ObjId cell, int more);
bool ev_filled_is_empty(Ev *ev, ObjId cell); /* nothing was put in on this path */
/* `name += [items]` of such a list. 0: it is none, or the statement another one; -1: failed. */
int ev_filled_add(Ev *ev, const Value *rows, const AstNode *statement);
/* Such a list with these rows: a tensor, or the columns of records like those of `cell`. */
const Value *ev_filled_like(Ev *ev, ObjId cell, const Value *rows, const AstNode *loop);
/* Items of such lists that are several values each: ev_records.c. */
typedef struct Record {
    ValueKind kind;          /* V_TUPLE, V_LIST or V_DICT */
    uint32_t count, width;   /* columns; values of an item */
    const Str *keys;         /* of a dict, for each value */
    const Value **constants; /* for each value: the text or None that all items have there; NULL: a column */
    const bool *numbers;     /* which of the columns are numbers */
} Record;
/* Is the expression a display that makes a new object? */
bool ev_is_display(const AstNode *node);
/* Or a variable that has the object of one, which nothing else of the function gets? */
bool ev_is_shown(Ev *ev, const AstNode *node);
bool ev_can_be_record(Ev *ev, const Value *item);
const Record *ev_record_of(Ev *ev, ObjId cell); /* NULL: it has none */
bool ev_has_constants(const Record *record);
/* What the values of the item are, which is noted for the cell; NULL: its items are others. */
const Value *const *ev_record_values(Ev *ev, ObjId cell, const Value *item);
const Value *ev_record_columns(Ev *ev, ObjId cell); /* a tuple of tensors; NULL: no cell, or there are no records */
extern const Builtin rows_methods[];
/* The items, after assuming that there are `wanted` of them. */
bool ev_rows_unpack(Ev *ev, const Value *v, uint32_t wanted, const Value ***items, Span span);
/* Assumes that there are as many as in the example, if those are few; gives the items. False: no failure, or failed. */
bool ev_rows_settle(Ev *ev, const Value *v, uint32_t *count, Span span);
/* The list was made by a product with a number of times, [0] * n; where its items were gone through one by one, it has
 * as many as in the example, and may not be rows. */
bool ev_rows_may_repeat(Ev *ev);
void ev_rows_repeated(Ev *ev, const Value *rows);
bool ev_rows_known(Ev *ev, const Value *v, const Value ***items, uint32_t *count, Span span);
/* Views among the operands become the tuples that Python has, as many as in the example, where that is known. */
bool ev_rows_operands(Ev *ev, const Value **a, const Value **b, Span span);
/* Begins anew with a known number of items, if the list was not begun so already. */
void ev_rows_need_known(Ev *ev, const Value *rows, Span span);
const Value *ev_rows_refuse(Ev *ev, const Value *rows, Span span); /* NULL: an operation that needs the number */
int ev_rows_iterated(Ev *ev, const Value *v, Span span);
void ev_rows_looped(Ev *ev, const Value *v, int more); /* likewise of each list in it */
bool ev_plan_range(Ev *ev, const Value *range, const ShExpr **start, const ShExpr **step, const ShExpr **count,
                   Span span);
/* What a loop iterates over: enumerate(), zip() and reversed() of such items are followed by number. */
const Value *ev_eval_iterable(Ev *ev, const AstNode *expr);
/* `(a if c else b).append(v)`, `a.append(v) if c else b.append(v)`, `c and a.append(v)` and the like as the `if`
 * statement that does the same: the same node each time. NULL: the statement is none of these. */
const AstNode *ev_choosing_statement(Ev *ev, const AstNode *node);
/* A position among few items that the data decide (ev_chosen_item.c), the item there, and an assignment of it. */
bool ev_is_position_by_data(Ev *ev, const Value *index, uint32_t count);
const Value *ev_item_by_data(Ev *ev, const Value *const *items, uint32_t count, const Value *index, Span span);
bool ev_put_by_data(Ev *ev, const Value *list, const Value *index, const Value *value, Span span);
/* The same of ints as keys of dicts of a few. `otherwise`: what get() gives where there is none; NULL: there is one. */
bool ev_is_key_by_data(Ev *ev, const Value *dict, const Value *key);
const Value *ev_value_by_data(Ev *ev, const Value *dict, const Value *key, const Value *otherwise, Span span);
const Value *ev_has_by_data(Ev *ev, const Value *dict, const Value *key, Span span);
bool ev_set_by_data(Ev *ev, const Value *dict, const Value *key, const Value *value, Span span);
/* any(), all() and next() of a generator expression; `plainly` calls them as it stands. */
bool ev_is_search(const Ev *ev, const Value *callee, const AstNode *call);
const Value *ev_search(Ev *ev, const Value *callee, const AstNode *call,
                       const Value *(*plainly)(Ev *ev, const Value *callee, const AstNode *call));
const Value *ev_eval_consumed(Ev *ev, const AstNode *node); /* a generator expression all of whose items are taken */
const Value *ev_symbolic_list(Ev *ev, const AstNode *generator, const AstNode *element, const Value *iterable);
/* iter() and next(). Step: an item; the end, with the value that a generator returned; failed. */
typedef enum { STEP_ITEM, STEP_END, STEP_FAIL } Step;
const Value *ev_iter(Ev *ev, const Value *iterable, Span span);
typedef VEC(IrNode *) NodeVec;
void ev_add_memories(Arena *arena, IrNode *node, NodeVec *out); /* those that a tensor may have */
bool ev_have_common(const NodeVec *a, const NodeVec *b);

/* All that an iterator gives. */
bool ev_rest_of_iterator(Ev *ev, const Value *iterator, const Value ***items, uint32_t *count, Span span);
Step ev_next(Ev *ev, const Value *iterator, const Value **item, Span span);
/* How many it would give now; false: not known beforehand. */
bool ev_iterator_left(Ev *ev, const Value *iterator, uint32_t *count);
/* What a parameter is of a generator of the prelude's `function` that has not begun; NULL: it is none. */
const Value *ev_generator_given(Ev *ev, const Value *iterator, const char *function, const char *parameter);
const Value *ev_reversed_list(Ev *ev, const Value *list); /* which looks at the list at each step, as iter() does */
/* What gives an object like it: `function` of the program, or `name` of the library's `module`, called with these. */
typedef struct Recipe {
    const Function *function;
    bool goes_on; /* a generator that goes on where another one waits: what _aot.resumed() takes are the arguments */
    Str module, name;
    const Value *const *args;
    uint32_t count;
    const Value *keywords; /* a dict */
} Recipe;

bool ev_namedtuple_recipe(Ev *ev, const ClassInfo *cls, Recipe *out); /* false: it is not made here, or has more */
/* false: it cannot be made anew where it stands */
bool ev_iterator_recipe(Ev *ev, const Value *iterator, Recipe *out, Span span);
const Value *ev_next_or_raise(Ev *ev, const Value *iterator, Span span);
/* A generator of the function that `frame` is set up for; of a generator expression over `iterable`. */
const Value *ev_generator(Ev *ev, const Frame *frame);
const Value *ev_generator_expression(Ev *ev, const AstNode *node, const Value *iterable);
const Value *ev_yield(Ev *ev, const Value *value, Span span);
const Value *ev_yield_from(Ev *ev, const Value *iterable, Span span);
bool ev_comprehension_yields(Ev *ev, const AstNode *node, const Value *first); /* the body of a generator expression */
bool ev_generator_close(Ev *ev, const Value *iterator, Span span);             /* true also when it is no generator */
bool ev_generator_left(Ev *ev, const Value *iterator, Span span); /* the same, where a loop alone had it; true else */
/* The running function ends with `result`: a generator that its variables alone lead to is closed. False failed. */
bool ev_generators_end(Ev *ev, const Value *result, Span span);
bool ev_generators_settled(Ev *ev, EntryBody *body);   /* false (FAIL_CUT): one is left where dropping it has effects */
bool ev_generators_handed_on(Ev *ev, EntryBody *body); /* the same of variables that end with a segment */
bool ev_generators_rest(const Ev *ev, ObjId since); /* none that is under way was resumed since the object was made */
/* May evaluation go back to the present state later on? Not where a generator waits that may be resumed until then: it
 * would not go on. Those of the library, zip() and the like, are a loop's own as a rule. */
bool ev_generators_may_undo(const Ev *ev);
/* At the end of an attempt, or of one at a loop: those that are made from object `first` on. */
void ev_generators_drop(Ev *ev, ObjId first);
/* Items of any iterable whose items are known (also tensors, dicts, generators); false failed. */
bool ev_iterate(Ev *ev, const Value *iterable, const Value ***items, uint32_t *count, Span span);
/* The same, for what makes a list of them as list() does, which first asks an object how many they are. */
bool ev_collect(Ev *ev, const Value *iterable, const Value ***items, uint32_t *count, Span span);
/* For what calls iter() and makes a list of that: it asks the iterator, that of a class without __iter__ the object. */
bool ev_collect_all(Ev *ev, const Value *iterable, const Value ***items, uint32_t *count, Span span);
bool ev_collect_rest(Ev *ev, const Value *iterator, const Value *of, const Value ***items, uint32_t *count, Span span);
bool ev_ask_length(Ev *ev, const Value *object, Span span); /* as list() asks an object, of whatever kind */
bool ev_set_order_known(Ev *ev, const Value *set);          /* of its slots; always in driver code */
/* The same as ev_iterate() for who does not care about the order of a set of ints, or of strs. */
bool ev_iterate_unordered(Ev *ev, const Value *iterable, const Value ***items, uint32_t *count, Span span);

/* ---- series: ev_series.c
 * ------------------------------------------------------------------------------------------------------------------ */
/* The value of a list of modules whose exemplar has items of one class; NULL: it is not taken as a series. */
const Value *ev_series_like(Ev *ev, const Value *exemplar, const Source *source);
/* The input that lies in an element: *decided false: like any other; else NULL is a failure (the items differ). */
const Value *ev_series_part(Ev *ev, const Source *source, Span span, bool *decided);
/* What was read from an element, at its position. */
const Value *ev_at_index(Ev *ev, const Value *value, const ShExpr *index, Span span);
/* Starts the attempt again with the items of the series one by one: of the value, of the series that the source leads
 * through, of the container itself. Each gives NULL. */
const Value *ev_series_unroll(Ev *ev, const Value *series, Span span);
const Value *ev_series_unroll_source(Ev *ev, const Source *source, Span span);
bool ev_is_series(const Ev *ev, const Source *container);
const Value *ev_series_restart(Ev *ev, const Source *container, Span span);
ValueKind ev_series_kind(const Value *series); /* what it is in Python: V_LIST or V_DICT */
const Value *ev_series_length(Ev *ev, const Value *series);
const Value *ev_series_item(Ev *ev, const Value *series, const ShExpr *index, Span span);
const Value *ev_series_getitem(Ev *ev, const Value *series, const Value *index, Span span);
const Value *ev_series_getattr(Ev *ev, const Value *series, Str name, Span span);
const Value *ev_series_iterated(Ev *ev, const Value *iterable, const Value **rest, Span span);
const Value *ev_series_iterator(Ev *ev, const Value *series);
const Value *ev_series_enumerate(Ev *ev, const Value *series, const Value *start); /* NULL: start is no int */
const Value *ev_series_zip(Ev *ev, const Value *const *columns, uint32_t count, Span span);

/* ---- calls, classes
 * ------------------------------------------------------------------------------------------------------------ */
/* The arguments behind some others. */
CallArgs ev_args_behind(Ev *ev, const Value *const *first, uint32_t count, const CallArgs *args);
const Value *ev_call_values(Ev *ev, const Value *callee, const Value *const *args, uint32_t count, Span span);
const Value *ev_call_function(Ev *ev, const Value *function, const Value *self, const CallArgs *args, Span span);
/* Torch's name of a parameter that its functions know by NumPy's name as well (numpy_compatibility_arg_names in
 * torch/csrc/utils/python_arg_parser.cpp); NULL: there is none. */
Str ev_name_for_numpy(Str name);
/* Of a function of the prelude that may be given out=: false where that shares memory with an operand. */
uint32_t ev_out_keyword(const CallArgs *args); /* the position of out= among the keywords, or their number */
bool ev_given_out(Ev *ev, const CallArgs *args, Span span);
/* A function of the prelude that was given out= and failed: one that refuses out= before all else is called without it,
 * and what it returns is written. NULL for one that failed for another reason; one that raised is cut. */
const Value *ev_call_with_out(Ev *ev, const Value *value, const Value *self, const CallArgs *args, Span span);
const Value *ev_call_method(Ev *ev, const Value *object, const char *name, const Value *const *args, uint32_t count,
                            Span span);
const Value *ev_call_method_args(Ev *ev, const Value *object, const char *name, const CallArgs *args, Span span);
bool ev_bind_params(Ev *ev, const char *params, const char *name, const CallArgs *args, const Value **out,
                    uint32_t *count, Span span);
typedef struct BuiltinClass {
    const char *name, *base;
    const Value *(*construct)(Ev *ev, ClassInfo *cls, const CallArgs *args, Span span); /* NULL: calls are cut */
    const Builtin *methods; /* ends with a NULL name; self is the instance */
    bool hidden;            /* the module builtins has no such name */
    bool is_final;          /* no class derives from it */
} BuiltinClass;
bool ev_is_of_one_class(const Builtin *method);                 /* of the built-in classes no other one has it */
bool ev_partial_keeps_more(const Ev *ev, const Value *partial); /* than its function and arguments: attributes */
bool ev_is_text(Ev *ev, const Value *text, const char *method, Span span);
int64_t ev_python_minor(Ev *ev, Span span); /* 11 of Python 3.11, which becomes a fact; INT64_MAX: not known */
const Value *ev_builtin_callable(Ev *ev, const Value *self, const CallArgs *args, Span span); /* callable(obj) */
bool ev_takes_self(const Function *function); /* its first parameter has that name */
/* What is written in Python, as a function `str_center` of the prelude's _pyaot_methods; NULL: the class has none. */
const Value *ev_method_in_python(Ev *ev, const ClassInfo *cls, Str name);
const char *ev_name_of_operand(Ev *ev, const Value *v); /* its type, as messages have it: also of views, "dict_keys" */
ClassInfo *ev_builtin_class(Ev *ev, const char *name);  /* NULL when there is none of this name */
/* The class of a dict of a subclass of dict; NULL: a plain dict, or no dict. */
void ev_print_kind(Buf *out, Ev *ev, const Value *value); /* "f32[N, 4]", "int", "None", as in signatures */
const char *ev_kind_text(Ev *ev, const Value *value);
/* "a" or "an", in messages */
static inline const char *ev_article(const char *noun) { return *noun && strchr("aeiouAEIO", *noun) ? "an" : "a"; }
/* What dict.update() does, whatever the class says of `update`. */
bool ev_dict_take(Ev *ev, const Value *dict, const CallArgs *args, Span span);
/* Under which name the module of the class has it. */
static inline Str ev_class_path(const ClassInfo *cls) { return cls->global ? cls->global : cls->qualname; }
Str ev_class_at(const ClassInfo *cls);
static inline bool ev_is_torch_sequence(const ClassInfo *cls) {
    return cls->is_namedtuple && cls->module && !strcmp(cls->module->name, "torch.return_types");
}
static inline ClassInfo *ev_dict_class(const Value *v) { return v->kind == V_DICT ? v->u.instance.cls : NULL; }
bool ev_is_own_namedtuple(const Ev *ev, const ClassInfo *cls); /* that the function makes: no name leads to it */
ClassInfo *ev_class_of(Ev *ev, const Value *v);                /* type(v); NULL when it is not known */
ClassInfo *ev_tensor_class(Ev *ev, bool parameter);
bool ev_is_type_name(Ev *ev, Str path);      /* of the module typing: it is there, whatever it stands for */
bool ev_is_library_function(const Value *v); /* which may be Python's or C's: what class it has is not known */
/* declared.c: puts likely values for those arguments of a constructor that driver code could not evaluate. */
void ev_likely_arguments(Ev *ev, const Function *init, CallArgs *args);
const Value *ev_class_lookup(Ev *ev, const ClassInfo *cls, Str name,
                             const ClassInfo **where); /* in the MRO; NULL absent */
const Value *ev_class_attr(Ev *ev, ClassInfo *cls, Str name, Span span);
/* A special method as type(object) has it, bound; NULL without a failure when there is none. */
const Value *ev_special(Ev *ev, const Value *object, const char *name, Span span);
/* What the __len__() of an object gives, checked as Python does; NULL without a failure: its class has none. */
const Value *ev_length_of_object(Ev *ev, const Value *object, Span span);
const Value *ev_bind_attr(Ev *ev, const Value *attr, const Value *object, ClassInfo *cls, Span span);
bool ev_is_native(const Value *v); /* a function of the prelude that stands for one of C (ev_native.c) */
/* An attribute that was found in class `where`, bound: as ev_bind_attr(), but that functions of C are no methods. */
const Value *ev_bind_from(Ev *ev, const ClassInfo *where, const Value *attr, const Value *object, ClassInfo *cls,
                          Span span);
const Value *ev_instantiate(Ev *ev, ClassInfo *cls, const CallArgs *args, Span span);
const Value *ev_new_instance(Ev *ev, ClassInfo *cls);               /* without any attribute */
const Value *ev_new_dict_object(Ev *ev, ClassInfo *cls, Span span); /* empty, of a class that derives from dict */
/* Its args are there without BaseException.__init__, which a class with one of its own need not call. */
const Value *ev_new_exception(Ev *ev, ClassInfo *cls, const CallArgs *args);
ShTruth ev_has_protocol(Ev *ev, const Value *v, Str name); /* isinstance() of such a class, see ev_abilities.c */
ShTruth ev_class_has_protocol(Ev *ev, const ClassInfo *cls, const ClassInfo *base);
bool ev_has_virtual(Ev *ev, const ClassInfo *cls); /* other classes may be subclasses of it, by abc.ABCMeta */
bool ev_is_subclass(const ClassInfo *cls, const ClassInfo *base);
ShTruth ev_isinstance(Ev *ev, const Value *v, const Value *cls, Span span);
const Value *ev_class_value(Ev *ev, ClassInfo *cls);
/* Facts for an attribute that was found in the dictionary of `where`, a class that the program could change. */
Str ev_qualified_path(const Module *module, Str qualname); /* "module:qualname"; ":qualname" in the program's own */
void ev_class_fact(Ev *ev, const Source *source, ClassInfo *cls);
/* What pyaot cannot see into is taken to be there, and no None, where the program asks for that: a guard. */
void ev_is_there(Ev *ev, const Value *value, Span span);
/* The class with the path `cls` has no attribute of that name, nor have its bases. */
void ev_class_lacks_fact(Ev *ev, Str cls, Str name, Span span);
void ev_lacks_fact(Ev *ev, const Value *object, const char *name, Span span); /* the same, of the object's class */
bool ev_class_attr_fact(Ev *ev, const Source *object, const ClassInfo *where, Str name, const Value *attr, Span span);
/* What was found in `where` is found there at each call: the classes that come before it have no such attribute. With
 * an object that is an input, attributes are read through it. */
void ev_inherited_fact(Ev *ev, const Source *object, const ClassInfo *cls, const ClassInfo *where, Str name,
                       const Value *attr, Span span);
void ev_passed_over_all(Ev *ev, const ClassInfo *cls, Str name, Span span); /* none of its classes has the attribute */
void ev_passed_over(Ev *ev, ClassInfo *const *begin, ClassInfo *const *end, Str name, Span span);
/* A plain value in a class dictionary: constants and objects are inputs like attributes of instances. */
const Value *ev_attr_of_class(Ev *ev, const Source *object, const ClassInfo *cls, const ClassInfo *where, Str name,
                              const Value *attr, Span span);
bool ev_is_slot(Ev *ev, const ClassInfo *cls, Str name);
bool ev_is_own_slot(Ev *ev, const ClassInfo *cls, Str name); /* of the class itself */
/* An object of the prelude that no guard is needed for: what is asked of it is guarded itself. */
bool ev_guards_itself(const Ev *ev, const Value *value);
bool ev_has_slots(Ev *ev, const ClassInfo *cls); /* for all or some of the attributes of its objects */
/* Something that the function finds, no argument, or a variable of a scope that existed before, as it was at the call
 * of driver code that is compiled for (snapshot.c). */
const Value *ev_as_it_was(Ev *ev, const Value *value);
const Value *ev_variable_as_it_was(Ev *ev, ObjId scope, Str name, const Value *value);
/* An attribute of an object that existed before: an input, guarded at its source. */
const Value *ev_input_attribute(Ev *ev, const Source *source, const Value *value, Span span);
bool ev_has_state(const Value *value); /* others may write to it, or to what is in it, or ask which one it is */
bool ev_is_made_here(const Ev *ev, const ClassInfo *cls); /* by the function: nobody else can change it */
/* Where Python has a class that the prelude defines elsewhere: "torch.Tensor"; NULL: another class. */
const char *ev_class_home(const ClassInfo *cls);
/* What Cls.__dict__ has under the name, as an input. NULL without a failure: nothing. */
const Value *ev_own_of_class(Ev *ev, ClassInfo *cls, Str name, Span span);
/* Its module and name as repr() says them, where the prelude's are others. */
const char *ev_class_said(const ClassInfo *cls);
/* Where the class is found; NULL: no global names it, and no input has led to it. */
const Source *ev_class_source(const Ev *ev, const ClassInfo *cls);
/* ev_unnamed.c: classes that no global names. */
bool ev_is_unnamed(const ClassInfo *cls);
const Source *ev_type_of(const Source *object); /* the object's class, as a place */
/* The class of an input, or an input itself, is found at the place: facts say what it is made of. False: they cannot.
 */
bool ev_place_class(Ev *ev, ClassInfo *cls, const Source *place, Span span);
void ev_tell_class(Ev *ev, ClassInfo *cls); /* it becomes a value: no other one of its name is the same */
void ev_forget_places(Ev *ev);
const Value *ev_class_in_cell(Ev *ev, Span span); /* what `__class__` means in the function that runs */
const Value *ev_of_unnamed(Ev *ev, const ClassInfo *cls, Str name, const Value *attr);
ShTruth ev_same_class(const ClassInfo *a, const ClassInfo *b); /* also of two that are made alike */
ShTruth ev_derives(Ev *ev, const ClassInfo *cls, ClassInfo *base);
/* The built-in class from which that class of Python derives which one of the prelude says in its way; else NULL. */
const ClassInfo *ev_stands_for(Ev *ev, const ClassInfo *cls);
bool ev_has_its_bases(const ClassInfo *cls); /* the same as in Python */
const Value *ev_operator_overload(Ev *ev, const Value *packet, Str overload);

/* ---- effects on objects that outlive the call (ev_effects.c)
 * ------------------------------------------------------------------------------------------------------------------ */
typedef struct Effect {
    EffectKind kind;
    const Source *target;
    Constant key;
    uint32_t count;
    const Value **values;
    Span span;
} Effect;
typedef VEC(Effect) EffectVec;
void ev_begin_effects(Ev *ev);
/* A list, dict or instance with a source: what it holds now is what it held at the start. Gives the value. */
const Value *ev_make_lasting(Ev *ev, const Value *value);
/* May the object be written in this attempt? False (FAIL_CUT): it outlives the call, and is none of the inputs that can
 * be changed when the variant returns. */
bool ev_may_write(Ev *ev, const Value *object, ObjId id, Span span);
/* A slot of such an object gets another value (NULL: is removed). False: it cannot hold it, or (FAIL_RESTART) the old
 * one was taken for constant. */
bool ev_will_replace(Ev *ev, const Value *old, const Value *value, Span span);
/* False (FAIL_RESTART): a number that the program changes was taken for the constant that it was when compiling. */
bool ev_may_change(Ev *ev, const Value *old, Span span);
/* Driver code gives an attribute or a global another value; `had`: it had one before. Where entries may have run by
 * then, compiled code does not take a function, class or such for what is there: its guards compare with what was there
 * when the module had run. */
void ev_driver_set(Ev *ev, ObjId object, Str name, const Value *value, bool had);
void ev_put_attribute(Ev *ev, ObjId object, Str name, const Value *value); /* every write to an instance's slot */
const Value *ev_dict_owner(const Ev *ev,
                           const Value *dict); /* the object that the dict holds the attributes of; NULL */
bool ev_set_own(Ev *ev, const Value *object, const Value *key, const Value *value, Span span); /* obj.__dict__[key] = */
bool ev_delete_own(Ev *ev, const Value *object, Str name, Span span); /* del obj.__dict__[name] */
bool ev_delete_input_attr(Ev *ev, const Value *object, Str name, Span span);
bool ev_is_deleted(const Value *value); /* an attribute of an input that the program has deleted */
bool ev_set_input_attr(Ev *ev, const Value *object, Str name, const Value *value, Span span);
/* An attribute of a class, a function or a cell that existed before, at `target`, is set; `key` stands for that object.
 * What was set so far; NULL: nothing. */
bool ev_set_overlaid(Ev *ev, const void *key, const Source *target, Str name, const Value *old, const Value *value,
                     Span span);
const Value *ev_overlaid(const Ev *ev, const void *key, Str name);
/* May objects of the caller have one __dict__, as the present entry gives them some? */
bool ev_shares_dicts(const Ev *ev);
/* Attributes that the program gives to tensors (ev_tensor_attr.c). May it have one in the place of torch's method? */
bool ev_hides_method(const Ev *ev, const Value *tensor, Str name);
/* NULL: failed, or torch has a say in that name, or (*lacks) the tensor has none. */
const Value *ev_tensor_attribute(Ev *ev, const Value *tensor, Str name, bool *lacks, Span span);
bool ev_set_tensor_attribute(Ev *ev, const Value *tensor, Str name, const Value *value, Span span);
bool ev_set_on_tensor(Ev *ev, const Value *tensor, Str name, const Value *value, Span span);
const HeapContent *ev_attributes_of_made(const Ev *ev, const Value *tensor); /* NULL: it has none, or may have some */
bool ev_is_one_tensor(const Ev *ev, const Value *tensor); /* it is known which it is, and it has no attributes */
bool ev_gives_attributes(const Ev *ev); /* does the program give some to tensors that are made here? */
bool ev_may_have_attributes(const Ev *ev, const Value *tensor); /* a tensor that is made here */
bool ev_store_global(Ev *ev, Str name, const Value *value, Span span);
/* What an unwritten attribute of an input, or an unassigned global, holds; NULL: nothing, or it is not known. */
const Value *ev_slot_before(Ev *ev, ObjId object, Str name);
const Value *ev_global_before(Ev *ev, Str name, Span span);
const Value *ev_global_of(Ev *ev, Module *module, Str name,
                          Span span); /* of another module; NULL without a failure: nothing */
/* Can a variant make such an object when it returns? */
bool ev_can_be_made(Ev *ev, const Value *value);
/* The writes that are left to do at a return. False: failed. */
bool ev_effects(Ev *ev, EffectVec *out);
/* ev_numpy.c: of the memory that arrays of the program hold, what the caller sees cannot be resized afterwards */
void ev_array_effects(Ev *ev, const Value *returned, EffectVec *out);
/* No warning has to be given yet, which could raise before `what`; else evaluation begins again, or fails. */
bool ev_nothing_warned(Ev *ev, const char *what);
bool ev_catches_warnings(Ev *ev);                /* in a block of warnings.catch_warnings() */
bool ev_warning_effects(Ev *ev, EffectVec *out); /* ev_warning.c: the same of warnings; they come alone */
/* Lists of which only the end matters, as items are added there and nothing else is asked of them, and dicts in which
 * keys are set: such an input is a V_UNKNOWN with its source. */
const Hypothesis *ev_hypothesis(const Ev *ev, const Source *source); /* NULL: none */
const Value *ev_begin_open(Ev *ev, const Source *source, ValueKind kind);
bool ev_is_open(const Ev *ev, const Value *value, ValueKind kind);
bool ev_put_open(Ev *ev, const Value *dict, const Value *key, const Value *value, Span span);
const Value *ev_open(Ev *ev, const Value *value, ValueKind kind, Span span); /* what is added; NULL failed */
bool ev_restart_open(Ev *ev, const Value *container, Span span);             /* true: begins anew with it open */
bool ev_close(Ev *ev, const Source *source);                                 /* false: it was not open */
/* An input that nothing describes is asked whether it has a key: true: begins anew with a dict that has not. */
bool ev_restart_as_dict(Ev *ev, const Value *value, Span span);
/* An item of an input is read under a key: of an input that nothing describes, or that has shown to be a dict in this
 * way: true: begins anew with a dict that has it. */
bool ev_restart_with_key(Ev *ev, const Value *dict, const Value *key, Span span);
typedef enum RestKind { REST_USED, REST_PASSED_ON } RestKind;
/* The value is `kwargs` of the entry's `**kwargs`, or its `args`, which a call passes on, beside other parameters, and
 * nothing shows what callers pass: true: begins anew with nothing in it, as in most calls. */
bool ev_restart_without_rest(Ev *ev, const Value *value, RestKind kind, Span span);
bool ev_close_all(Ev *ev);
/* An object that leads to itself, as the method of a module that is a hook below it: the same for the first on its
 * path. */
bool ev_restart_as_owner(Ev *ev, const Value *object, Span span);
bool ev_restart_same(Ev *ev, const Value *a, const Value *b, Span span);
bool ev_restart_same_places(Ev *ev, const Source *a, const Source *b, Span span);
/* Begins anew with a symbolic number of that kind in place of an input's known one. */
const Value *ev_restart_as(Ev *ev, const Value *known, HypothesisKind kind, Span span);
ClassInfo *ev_exception_class(Ev *ev, const char *name);
/* ev_script.c: functions of TorchScript. What stands for one; NULL: it cannot be evaluated. */
const Function *ev_scripted_function(Ev *ev, const Function *function);
bool ev_is_script(const Value *value); /* what torch.jit.script() gives */
bool ev_in_script(const Ev *ev);
/* Each fails, in such a function, where TorchScript does otherwise than Python. */
bool ev_script_takes(Ev *ev, const Function *function, Span span);
bool ev_script_computes(Ev *ev, AstOperator op, const Value *a, const Value *b, Span span);
/* Is it returned as it is? */
bool ev_script_returns(Ev *ev, const Value *value, Span span);
/* The call has failed: what was raised is left to the Python twin. */
void ev_script_raised(Ev *ev, Span span);
/* Is it the end of a path that the Python twin runs? No handler sees it, no `finally` and no __exit__. May be NULL. */
bool ev_leaves_to_python(Ev *ev, const Value *exception);
bool ev_raised_attribute_error(Ev *ev);
const Value *ev_asked_attr(Ev *ev, const Value *object, Str name,
                           Span span); /* where the program names it: what may exist is not said to be absent */
const Value *ev_slot(Ev *ev, const Value *object, Str name,
                     Span span); /* where Python looks for a special method, and says in its own words that none is */
const Value *ev_getattr_or_null(Ev *ev, const Value *object, Str name,
                                Span span); /* AttributeError becomes NULL, fail cleared */
const Value *ev_instance_attr(Ev *ev, const Value *object, Str name,
                              Span span); /* own attributes only; NULL absent or failed */
/* The same where it was written or looked at before: looks at nothing new. */
const Value *ev_instance_attr_seen(Ev *ev, const Value *object, Str name);
void ev_code_fact(Ev *ev, const Source *source, const Function *function, Span span);
void ev_value_facts(Ev *ev, const Value *value, const Source *source, Str path, Span span);
void ev_type_fact(Ev *ev, const Source *source, const char *type); /* of the type that Python calls so */
bool ev_is_anonymous(Ev *ev, const Value *v, const Source *source);
/* The module's source is that very module. */
void ev_module_fact(Ev *ev, const Value *value, Span span);
/* The place of a function or class: a global, or an attribute of a module. NULL: none is known. */
const Source *ev_home_of(Ev *ev, const Value *value);
/* Functions and classes that a global of the program, `name`, holds in turn: does each have a place of its own, with
 * which the global can be compared at each call? And the facts that `source` (or NULL) is what lies there, and that
 * this is the value. */
bool ev_has_home(Ev *ev, const Value *value, Str name);
void ev_home_facts(Ev *ev, const Value *value, const Source *source, Span span);
bool ev_is_rebound(const Ev *ev, ObjId object, Str name); /* by driver code, when entries may have run */
/* Where the class keeps a member of an enum: an attribute or, for those of an enum.Flag that have no name of their own
 * ("R|W", none of them), an item of the dict by its bits, which has it once Python has made it. NULL: nowhere. */
const Source *ev_member_source(Ev *ev, const Value *member, const Source *cls);
void ev_input_fact(Ev *ev,
                   const Fact *fact); /* of an input that was looked at: stays when the branch that looked is undone */
const Value *ev_with_source(Ev *ev, const Value *value, const Source *source);
const Source *ev_named_place(const Module *module, Str qualname); /* NULL: an object of a function's body */
/* ev_input.c, ev_input_kinds.c: an input that is part of another one; one of the kinds named there; the keys of a dict
 * as a fact (false: one cannot be compared); where the item of the slot at a place lies. */
const Value *ev_input_item(Ev *ev, const Value *exemplar, const Source *source, bool fixed);
bool ev_is_open_descriptor(const ClassInfo *cls); /* of functools, of which the parts are looked at and guarded */
const Value *ev_input_of_kind(Ev *ev, const Value *exemplar, const Source *source, bool fixed);
bool ev_keys_fact(Ev *ev, const Source *source, const HeapContent *content);
/* A dict with str keys, all of them the input's: what is asked of its keys will be guarded. */
void ev_watch_input(Ev *ev, const Value *dict);
/* The same of those that are asked for, of a dict that has them. */
bool ev_watch_keys(Ev *ev, const Source *source, ObjId keys, const Value *dict);
/* The dict with the exemplar's keys, and items to match; `own`: the operations that its class defines. Where all keys
 * are strs and ints, and the program only asks for some, these are guarded, else all in order. V_UNKNOWN: there is a
 * key of another kind; NULL: failed. */
Value *ev_dict_input(Ev *ev, const Value *exemplar, const Source *source, int64_t own, bool fixed);
const Value *ev_restart_with(Ev *ev, const Hypothesis *hypothesis, Span span);
/* The size of an input, `symbol`, is another expression: that one. */
const ShExpr *ev_size_fact(Ev *ev, const Source *tensor, const ShExpr *symbol, const ShExpr *is);
const Source *ev_size_source(const Source *tensor, int dim); /* of the hypothesis that it is a number */
/* ev_need_known() of an int that chooses (a dimension, an item, a key, an exponent): where it is made of sizes, those
 * of the call that is compiled for are guarded. */
const Value *ev_need_size(Ev *ev, const Value *value, Span span);
void ev_settle_dicts(Ev *ev); /* when evaluation has ended: the facts about keys of all dicts */
/* The key of an exemplar, which is no longer what it was where the exemplar was made: an argument of another body. */
const Value *ev_key_of(Ev *ev, const HeapSlot *slot);
const Source *ev_item_source(const Source *container, const HeapSlot *slot, uint32_t at);
/* Metaclasses of the program (ev_metaclass.c). */
bool ev_use_metaclass(Ev *ev, const AstNode *def, ClassInfo *cls); /* false: another one, of which nothing is known */
void ev_inherit_metaclass(ClassInfo *cls, const ClassInfo *base);
bool ev_finish_class(Ev *ev, ClassInfo *cls, const CallArgs *keywords,
                     Span span); /* the hooks of class and metaclass */
bool ev_run_class_hooks(Ev *ev, ClassInfo *cls, const CallArgs *keywords, Span span);
const Value *ev_type_new(Ev *ev, const CallArgs *args, Span span);
const Value *ev_meta_call(Ev *ev, const ClassInfo *cls, Span span); /* what a call of the class calls; NULL: nothing */
/* An attribute that the metaclass gives the class; `data`: only one that goes before the class's own. NULL: none. */
const Value *ev_meta_attr(Ev *ev, ClassInfo *cls, Str name, bool data, Span span);
bool ev_meta_checks_instances(Ev *ev, const ClassInfo *cls);
bool ev_meta_has_instance_check(Ev *ev, const ClassInfo *cls);
/* What that __instancecheck__() says of the object. */
ShTruth ev_meta_instance_check(Ev *ev, const Value *v, ClassInfo *cls, Span span);
/* Do object.__new__() (`is_new`) or object.__init__() take `count` arguments for an object of the class? Else fails. */
bool ev_object_takes(Ev *ev, const ClassInfo *cls, uint32_t count, bool is_new, Span span);
Str ev_shown_qualname(const ClassInfo *cls); /* as programs see it */
/* Of the classes that derive from typing.Protocol itself: objects are instances by what they have, where Python lets
 * one ask. */
bool ev_is_typing_protocol(const ClassInfo *cls);
/* What object.__new__() makes, given so many arguments besides the class; NULL: failed. */
const Value *ev_new_plain_object(Ev *ev, ClassInfo *cls, uint32_t arguments, Span span);
const Value *ev_instantiate_plainly(Ev *ev, ClassInfo *cls, const CallArgs *args, Span span);

bool ev_is_deque(const ClassInfo *cls);
bool ev_is_cached_function(const ClassInfo *cls); /* of functools.lru_cache */
/* Subclasses of list and set (ev_subclass.c): what stands for a built-in base; what an object holds (itself, if it is
 * no object of such a class); the kind of that (V_INSTANCE: the class is another); an object that holds `items`. */
bool ev_stand_in(Ev *ev, ClassInfo **base, bool *holds_items);
const Value *ev_held(const Ev *ev, const Value *object);
const Value *ev_held_as_is(Ev *ev, const Value *object); /* likewise, but the object if it says itself what it shows */
const Value *ev_held_members(Ev *ev, const Value *object); /* likewise, but of sets what they hold: to other sets */
ValueKind ev_held_kind(const ClassInfo *cls);
const Value *ev_holder(Ev *ev, ClassInfo *cls, const Value *items);
bool ev_is_held_name(Str name);
bool ev_tuple_defines(Ev *ev, const Value *v, const char *name); /* the class of a tuple, which is none of ours */
bool ev_may_be_tuple(Ev *ev, const Value *tuple, Span span);
const Value *ev_asked_set_has(Ev *ev, const Value *set, const Value *item, Span span);
bool ev_is_of_kind(const ClassInfo *cls); /* instances of the class are inputs of these kinds */
const char *ev_dict_override(Ev *ev,
                             const ClassInfo *cls); /* an operation of dict that the class defines; NULL: none */
bool ev_constant_of(const Value *v, Constant *out);
bool ev_same_constant(const Value *a, const Value *b); /* of one kind; floats by bits, texts of one origin */
/* A constant that may be made anew where it is a key: a NaN is found only as the very same object. */
bool ev_constant_key(const Value *key, Constant *constant);
const Value *ev_of_constant(Ev *ev, const Constant *constant);
const Value *ev_pinned_input(Ev *ev, const Value *exemplar, const Source *source);
const Value *ev_generalise(Ev *ev, const Value *exemplar, const Source *source, bool fixed);
bool ev_is_unique_function(Ev *ev, const Function *f); /* does its qualified name say which function it is? */

#define EV_RESULT_OF                                                                                                   \
    "the result of a call to " /* how the reason of a V_UNKNOWN begins that a call in driver code gave */

/* ---- values
 * ------------------------------------------------------------------------------------------------------------------------
 */
Value *ev_value(Ev *ev, ValueKind kind);
const Value *ev_object(Ev *ev, ValueKind kind, ObjId object);
const Value *ev_dict(Ev *ev);
typedef struct DictView { /* what a list that stands for a view of a dict has as its info */
    const Value *dict;
    const char *part; /* "keys", "values", "items" */
} DictView;
const Value *ev_set(Ev *ev);
const Value *ev_iterator(Ev *ev, const Value *const *items, uint32_t count);
const Value *ev_method(Ev *ev, const Value *function, const Value *self);
const Value *ev_builtin(Ev *ev, const Builtin *builtin, const Value *self);
const Value *ev_items_value(Ev *ev, ValueKind kind, const Value *const *items, uint32_t count);
const Value *ev_text_of(Ev *ev, const Value *v, bool as_str, Span span); /* str(v) or repr(v); NULL: failed */
const Value *ev_plain_dict_text(Ev *ev, const Value *dict, Span span);   /* of what it holds, whatever its class says */
Span ev_user_span(const Ev *ev, Span span);
Span ev_installed_span(const Ev *ev, Span span);
bool ev_is_within_limits(Ev *ev, Span span);
/* The limits are asked for at every fourth step: what doubles with each is seen in time. */
static inline bool ev_step(Ev *ev, Span span) { return (++ev->steps & 3) != 0 || ev_is_within_limits(ev, span); }
void ev_begin_steps(Ev *ev); /* they are counted from 0 */
uint64_t ev_max_steps(const Ev *ev);
bool ev_too_deep(Ev *ev, Span span);
static inline bool ev_enter(Ev *ev, Span span) { /* one level deeper; pair with ev_leave */
    bool may = ev_step(ev, span) && (ev->eval_depth < ev->max_depth || ev_too_deep(ev, span));
    ev->eval_depth += may;
    return may;
}
static inline void ev_leave(Ev *ev) { ev->eval_depth--; }
void ev_clear_fail(Ev *ev);
static inline bool ev_is_size(const Value *v) { /* torch.Size */
    return v->kind == V_TUPLE && v->u.tuple.cls && v->u.tuple.cls->module->is_prelude &&
           !strcmp(v->u.tuple.cls->qualname, "Size");
}
bool ev_hashable(Ev *ev, const Value *key, Span span);
/* Objects whose classes say what is equal (ev_keys.c): is this one a key, and has a dict or set such keys? */
void ev_forget_own_keys(Ev *ev); /* those that the last attempt made */
bool ev_is_key(const Ev *ev, ObjId object);
bool ev_has_own_keys(Ev *ev, const HeapContent *content);
static inline Span no_span(void) { return (Span){0}; }

/* ---- autocast (ev_autocast.c)
 * ---------------------------------------------------------------------------------------------------------------- */
/* With autocast on: the arguments as `function` gets them; is_converted: it is one of those that convert. */
bool ev_autocast_call(Ev *ev, const Function *function, const Value **self, const CallArgs **args, bool *is_converted,
                      Span span);
/* False, with a cut: in autocast torch's operator `name` might convert one of the tensors. */
bool ev_autocast_operator(Ev *ev, Str name, IrNode *const *inputs, uint32_t count, Span span);

/* ---- leaving loops (ev_loop_exit.c)
 * ---------------------------------------------------------------------------------------------------------------- */
/* How a `break` ends its iteration. */
Exec ev_apart_from(Ev *ev, const ApartLoop *loop, uint32_t next); /* iterations from that on, and the else block */
Exec ev_control_break(Ev *ev);
Exec ev_control_continue(Ev *ev);
/* `return` in a loop of unknown length: true when it is noted, and the iteration is over. */
bool ev_control_return(Ev *ev, const AstNode *node);

/* ---- NumPy (ev_numpy.c)
 * ---------------------------------------------------------------------------------------------------------------- */
const Value *ev_numpy_scalar(Ev *ev, const Value *value); /* the Python number in a scalar of NumPy; NULL: it is none */
bool ev_is_numpy_array(const Value *value);               /* see the prelude's numpy_ndarray.py */
const Value *ev_numpy_memory(Ev *ev, const Value *array);
/* What the prelude's function has raised for the program, if it is torch's, becomes a cut. */
void ev_drop_errors_of_torch(Ev *ev, const Function *function, Span span);
const Value *ev_numpy_input(Ev *ev, const Value *exemplar, const Source *source, bool fixed);
/* The arguments of a call of torch's function under torch's names; NULL: torch refuses them. *is_declared: torch says
 * what the function takes, and it takes these. */
const CallArgs *ev_torch_args(Ev *ev, const Function *function, const Value *self, const CallArgs *args,
                              bool *is_declared, Span span);
/* What a function of torch's prelude is called with: numbers in place of NumPy's scalars. */
const CallArgs *ev_plain_args(Ev *ev, const Function *function, const CallArgs *args, Span span);

/* ---- builtins
 * ----------------------------------------------------------------------------------------------------------------------
 */
extern const Builtin builtin_functions[], builtin_iteration[], builtin_math[], builtin_services[];
extern const Builtin str_methods[], list_methods[], dict_methods[], set_methods[], frozenset_methods[], tuple_methods[],
    number_methods[], iterator_methods[], generator_methods[], object_methods[], type_methods[], property_methods[],
    slice_methods[];
extern const BuiltinClass builtin_classes[];
const Builtin *ev_find_builtin(const Builtin *table, Str name);
const Value *ev_builtin_name(Ev *ev, Str name); /* what the name means in `builtins`; NULL: nothing */
/* What the name means in a module that was seen to lack it and has not changed since; NULL: ask the module first. */
const Value *ev_builtin_of(Ev *ev, Module *module, Str name);
void ev_note_builtin_of(Ev *ev, Module *module, Str name); /* the module lacks it, and it is in `builtins` */
const Value *ev_builtin_definition(Ev *ev, Module *builtins, Str name); /* of the prelude's builtins.py; NULL: none */
/* `wanted in items`, for numbers of which only run time knows how many; NULL: they are something else, or it failed. */
const Value *ev_counted_has(Ev *ev, const Value *items, const Value *wanted, Span span);
bool ev_is_no_nan(Ev *ev, const Value *wanted, Span span); /* if need be by a guard */
/* What a function of _pyaot_iteration finds of a number among numbers that the data tell; NULL: as before. */
const Value *ev_search_numbers(Ev *ev, const char *function, const Value *items, const Value *wanted, Span span);
const Value *ev_range_length(Ev *ev, const Value *range, Span span);
const Value *ev_format_value(Ev *ev, const Value *v, Str spec, Span span);
/* False: a number or a str can be written that way, whatever it is. */
bool ev_format_may_refuse(const Value *v, Str spec);
/* When writing a number or tensor that is not known when compiling was a cut: some text. NULL: it stays one. */
const Value *ev_format_some(Ev *ev, const Value *v, bool may_refuse);
const Value **ev_sort_keys(Ev *ev, const Value *const *items, uint32_t count, const Value *key, Span span);
bool ev_sort(Ev *ev, const Value **items, const Value **keys, uint32_t count, bool reverse, Span span);
Str ev_known_text(Ev *ev, const Value *v, Span span); /* of a known str; NULL: failed */
const Value *ev_str_format(Ev *ev, const Value *self, const CallArgs *args, Span span); /* str.format() */
const Value *ev_str_format_map(Ev *ev, const Value *self, const CallArgs *args, Span span);
const Value *ev_percent_format(Ev *ev, const Value *format, const Value *args, Span span);

#endif
