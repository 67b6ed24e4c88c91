/* Lowering: from a schedule to loop IR. Shared by lower*.c and guards.c; the rest of codegen uses lower_variant() only.
 *
 * A variant becomes one host function (guards, sizes, memory, kernel calls, the result) and the kernels that it calls.
 */
#ifndef PYAOT_LOWER_H
#define PYAOT_LOWER_H
#include "analysis/analysis.h"
#include "codegen/loop.h"
#include "codegen/names.h"
#include "codegen/schedule.h"

/* What all variants of a module share. */
typedef struct LowerModule LowerModule;
struct LowerModule {
    Arena *arena;
    Arena *scratch; /* of the variant that is lowered now: for what loop IR does not refer to */
    LpModule *loops;
    VEC(Str) names;                /* attribute, key and global names by index */
    VEC(PinnedName) pinned;        /* objects that must stay what they were */
    VEC(Str) name_ids, pinned_ids; /* the C constants of their indices */
    Names ids;
    Map shares; /* const Backend * that makes code -> LpShare of what it makes */
    const struct BackendList *backends;
    int graph_backend; /* number in the list of the one for which a variant is lowered now; -1: its calls are C */
};
/* The C constant that is the index of the name or object; added when it is new. */
Str lower_name(LowerModule *module, Str name);
Str lower_pinned(LowerModule *module, Str holder, Str name);

/* A live object of the call. */
typedef struct HostSource {
    LpExpr *object; /* PyObject *, or NULL: not loaded; of an element: in the loop that checks the elements only */
    LpVar *tensor;  /* RtTensor */
    LpExpr *scalar;
    bool is_there; /* the object is known not to be NULL from here on */
    bool same;     /* of an element: the scalar is that of every element */
    int column;    /* of an element: where its tensor lies in a row of the series' table */
} HostSource;

/* A list whose elements are alike: a table with a row of tensors for each element. */
typedef struct HostSeries {
    const Source *element;
    LpVar *count, *table, *at; /* `at`: the element that is checked */
    LpVar *cursor;             /* how far the run time has gone through the container */
    int columns, filled;       /* of a row; how many of them the checks have filled so far */
} HostSeries;

/* Memory of a node in the host function: a tensor, or a pointer to elements. */
typedef struct Memory {
    LpVar *tensor;
    LpVar *pointer;
} Memory;

/* A piece of scratch memory, reused when its owner is dead. */
typedef struct Slot {
    const ShExpr *bytes;
    const LpBlock *block; /* where its pointer is declared */
    LpVar *pointer;
    int last_use;
} Slot;

typedef struct Unfilled { /* an object that is filled when all others are made */
    const Tree *tree;
    LpExpr *object;
} Unfilled;
typedef struct Lower {
    Arena *arena;
    Arena *scratch; /* as in the module */
    LowerModule *module;
    const Variant *variant;
    IrGraph *graph;
    ShContext *cx;
    Schedule *s;
    LpFunction *host;
    Names names;
    LpVar *call;
    LpVar *fits;       /* no number that was computed so far was too large */
    LpBlock *prologue; /* where declarations go that come before all steps */
    LpBlock *block;    /* where statements go now */
    LpBlock
        *around; /* inside a loop: the block around the outermost one, where scratch memory is allocated; else NULL */
    LpBlock *setup;           /* where memory is allocated: before the run of kernels that block belongs to */
    VEC(LpBlock *) open;      /* the blocks around what is lowered now, the outermost first */
    VEC(Slot) slots;          /* scratch memory that is in use or free again */
    bool is_littered;         /* scratch memory is allocated in the innermost loop, anew in each iteration */
    Map rooms;                /* IrNode -> LpVar: the memory for it, which its size may outgrow */
    const char *unsupported;  /* why this variant cannot be lowered; it misses always then */
    Map scalars;              /* IrNode -> LpExpr */
    Map memory;               /* IrNode -> Memory */
    Map symbols;              /* symbol id + 1 -> LpExpr */
    Map sizes;                /* checked expressions: ShExpr -> LpExpr */
    Map size_steps;           /* of them, by their left operands: see lower_size.c */
    Map sources;              /* Source -> HostSource */
    Map users;                /* IrNode -> number of live users (as a pointer) */
    Map origins;              /* nodes that symbols of sizes come from */
    Map pinned;               /* ids of pinned objects that are checked already */
    Map known_ints;           /* source -> LpExpr: items of tuples that are compared whole */
    Map series;               /* Source of an element -> HostSeries */
    HostSeries *checked;      /* whose elements the guard that is built now checks; NULL: none */
    Map shared;               /* number of a shared tree of that return -> LpExpr: its object */
    VEC(const IrNode *) late; /* stores whose new versions are counted when that return has made its older views */
    VEC(Unfilled) unfilled;   /* objects of that return that are made and not filled yet */
    LpVar *tensors;           /* the tensors of the call, once a guard has asked for them */
    uint32_t tensor_count;    /* of them */
    Map leaves;               /* leaf of the return that is lowered, plus 1 -> LpExpr: its object */
    int kernel_count;
} Lower;

/* *problem: NULL, or why it cannot be lowered: the function misses always then. */
LpFunction *lower_variant(LowerModule *module, const Variant *variant, const char **problem);

/* ---- lower_check.c: a node whose operands' sizes are not proved to fit, or NULL ---------------------------------- */
const IrNode *lower_unproved(const Variant *variant);

/* ---- guards.c ---------------------------------------------------------------------------------------------------- */
void lower_guards(Lower *l);
void lower_guard(Lower *l, const Fact *fact, uint32_t index);

/* ---- guards_source.c --------------------------------------------------------------------------------------------- */
HostSource *lower_source(Lower *l, const Source *source);
/* The same while guard `guard` is built, which misses if a step of the path is not there. */
HostSource *lower_source_for(Lower *l, const Source *source, int64_t guard);

/* ---- guards_series.c: lists whose elements are alike --------------------------------------------------------------
 */
/* The checks of all facts about the elements of a container, in a loop over them. */
void lower_open_series(Lower *l, const Source *container, int64_t guard);
bool guards_in_series(const Fact *fact); /* is the fact checked there? */
/* While an element is checked: the object, its tensors and ints. */
LpExpr *series_object(Lower *l, const Source *element, int64_t guard);
LpVar *series_new_tensor(Lower *l, HostSource *s, const char *name);
void series_check_tensor(Lower *l, const HostSource *s, int64_t guard);
void series_keep_strides(Lower *l, const HostSource *s, int64_t guard);
LpExpr *series_int(Lower *l, const Source *source, LpExpr *object, int64_t guard);
/* Behind the checks. */
LpVar *series_first(Lower *l, const Source *source); /* the tensor at the source in the first element */
LpExpr *series_no_overlap(Lower *l, LpExpr *written, const Source *source);
void lower_element(Lower *l, const IrNode *node);

/* ---- lower_size.c: symbolic integers ----------------------------------------------------------------------------- */
typedef LpExpr *LowerSymbol(void *env, const ShSymbol *symbol);
typedef LpExpr *LowerQuotient(void *env, const ShExpr *e); /* what stands for the quotient or remainder, or NULL */
LpExpr *lower_shape_expr(Arena *arena, const ShExpr *e, LowerSymbol *symbol, LowerQuotient *quotient, void *env);
LpExpr *lower_size_unchecked(Lower *l, const ShExpr *e); /* in the host function, computed as it stands */
/* In the host function; leaves the variant where an expression over Python ints overflows. */
LpExpr *lower_size(Lower *l, const ShExpr *e);
LpExpr *lower_int(Lower *l,
                  const ShExpr *e); /* a number that the program computes: leaves the variant if it overflows */
/* The same for a guard, which must ask l->fits first where *may_not_fit becomes true. */
LpExpr *lower_size_in_guard(Lower *l, const ShExpr *e, bool *may_not_fit);
LpExpr *lower_symbol(Lower *l, const ShSymbol *symbol);
bool lower_int_needs_check(const ShExpr *e);

/* ---- lower_op.c: one operation ----------------------------------------------------------------------------------- */
/* `type` is what the operands are computed in; the result is of lp_compute_type(node's dtype). */
LpExpr *lower_op(Arena *arena, IrOp op, LpBase type, uint32_t count, LpExpr *const *args);
LpExpr *lower_convert(Arena *arena, LpBase to, LpExpr *value);       /* as torch casts */
LpExpr *lower_from_memory(Arena *arena, DType dtype, LpExpr *value); /* a loaded element to its computing type */
LpExpr *lower_to_memory(Arena *arena, DType dtype, LpExpr *value);
LpExpr *lower_rounded_to_memory(Arena *arena, DType dtype, LpExpr *value); /* the same of a number that the type has */
LpExpr *lower_rounded(Arena *arena, DType dtype, LpExpr *value);           /* as if stored and loaded */
LpBase lower_scalar_base(IrKind kind);
/* A complex value while it is computed: it is never printed, but taken apart before. `value` may be a real one. */
LpExpr *lower_pair(Arena *arena, LpExpr *re, LpExpr *im);
bool lower_is_pair(const LpExpr *value);
LpExpr *lower_part(Arena *arena, LpExpr *value, int part);
/* Also of pairs. */
LpExpr *lower_choice(Arena *arena, LpExpr *condition, LpExpr *a, LpExpr *b);

/* ---- lower_kernel*.c --------------------------------------------------------------------------------------------- */
/* Makes the kernel of a group and appends the call to l->block. */
void lower_group(Lower *l, Group *group);

/* Scratch memory for one row of `length` elements for each share; gives the pointer. */
LpExpr *lower_row_buffer(Lower *l, const char *name, LpBase type, const ShExpr *length);

/* ---- lower_host.c, lower_flow.c, lower_library.c, lower_result.c ------------------------------------------------- */
void lower_region(Lower *l, const IrRegion *region);
LpExpr *lower_scalar(Lower *l, const IrNode *node);
void lower_scalar_step(Lower *l, const IrNode *node);
bool lower_scalar_may_miss(const IrNode *node);
void lower_set_scalar(Lower *l, const IrNode *node, LpExpr *value);
void lower_library(Lower *l, const IrNode *node);
void lower_aten(Lower *l, const IrNode *node);
/* What the graph says of a result of an operator or call, which decides how it is read, is checked: else a miss. */
void lower_check_result(Lower *l, const IrNode *node, LpVar *tensor);
bool lower_has_own_strides(const IrNode *node); /* are they those that the operator or call gave? */
void lower_call(Lower *l, const IrNode *node);  /* lower_call.c */
void lower_flow(Lower *l, const IrNode *node);
void lower_return(Lower *l, const IrNode *node);
void lower_new_version(Lower *l, const IrNode *store);
LpExpr *lower_data(Lower *l, const IrNode *node);   /* pointer to the elements of a root or input */
Memory *lower_memory(Lower *l, const IrNode *node); /* of a root or input */
/* ---- lower_miss.c: where a variant is left in the middle --------------------------------------------------------- */
void lower_miss_unless(Lower *l, LpExpr *ok, const char *why);
void lower_miss_at(Lower *l, LpExpr *ok, const char *why, Span span); /* a place in the program, which is told */
void lower_miss(Lower *l, const IrNode *node);                        /* OP_MISS, OP_MISS_IF */
/* ---- lower_memory.c: where tensors lie --------------------------------------------------------------------------- */
void lower_allocate(Lower *l, Root *root); /* an output, scratch memory or a local */
/* Bytes from the first element to behind the last one: of a view, with what lies between them. */
const ShExpr *lower_extent(Lower *l, const IrType *type);
/* Has `room`, which is NULL or such memory already, lead to memory that is large enough; the content is lost. */
void lower_make_room(Lower *l, LpVar *room, const IrType *type);
LpBlock *lower_setup_block(Lower *l, const ShExpr *size); /* where memory of a size is allocated now */
LpExpr *lower_tensor_object(Lower *l, const IrNode *node);
/* A strided view of memory: base pointer, and the strides and offset in elements. False: not affine. */
bool lower_strided(Lower *l, const IrNode *node, const IrNode **base, const ShExpr **offset, const ShExpr **strides);
/* An offset in elements of the node, in what its memory consists of. */
LpExpr *lower_offset(Lower *l, const IrNode *node, const ShExpr *offset);
LpExpr *lower_size_array(Lower *l, const ShExpr *const *items, int count); /* int64_t[] */
void lower_output(Lower *l, LpVar *tensor, const IrType *type);
LpVar *lower_var(Lower *l, const char *name, LpType type);
/* A call of one of the run time's rt_checked_*(), which clear l->fits where their result is not Python's. */
LpExpr *lower_checked(Lower *l, LpBase type, const char *function, uint32_t count, LpExpr *const *args);
Str lower_node_name(const IrNode *node, const char *fallback); /* the variable it is assigned to, or its operation */
LpExpr *lower_dtype(Lower *l, DType dtype);
#define LOWER_CALL(l, base, name, ...) lp_call((l)->arena, lp_type(base), name, LP_ARGS(__VA_ARGS__))
#endif
