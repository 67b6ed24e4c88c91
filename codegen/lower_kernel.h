/* A kernel under construction. Shared by lower_kernel*.c only.
 *
 * The function computes a share [begin, end) of the group's outermost loop. Values are computed on demand and kept for
 * as long as the loop that they were computed in is open; a value that does not depend on an inner loop is computed
 * outside it. */
#ifndef PYAOT_LOWER_KERNEL_H
#define PYAOT_LOWER_KERNEL_H
#include "codegen/lower.h"

enum { KERNEL_DEPTH_MAX = 2 * IR_MAX_RANK + 5, SUM_BLOCK = 4096, COLUMN_BLOCK = 64 };
enum {
    RT_LANES = 64,
    MANY_LANES_COST_MAX = 8,
    LINE_BYTES = 64, /* of the longest vector */
    BUFFER_COST_MIN = 8,
    SHORT_ROW_MAX = 16
}; /* RT_LANES: as in the run time's pyaot_kernel.h */

typedef struct KernelParam {
    LpVar *var;
    LpExpr *arg; /* what the host function passes */
    int order;   /* 0: read memory, 1: written memory, 2: sizes, 3: scalars */
} KernelParam;

typedef struct KernelValue {
    const IrNode *node;
    Index at;
    LpExpr *value;
    int depth; /* of the loop that must stay open for the value to be known */
} KernelValue;

/* One loop of the kernel's nest, after merging. */
typedef struct KernelLoop {
    const ShExpr *symbol, *size;
    bool reduced;
    const ShExpr *parts[IR_MAX_RANK]; /* the group's loop symbols that it stands for, outermost first */
    int part_count;
} KernelLoop;

/* A reduction's accumulator in the loop that is being built. */
typedef struct Accumulator {
    Root *root;
    LpBase type;                       /* of the accumulator */
    LpVar *total;                      /* over all blocks; the accumulator itself when there are no blocks */
    LpVar *lane;                       /* within a block; NULL without blocks */
    LpVar *nan;                        /* max, min: set once a NaN was seen */
    LpVar *position;                   /* argmax, argmin */
    LpExpr *tile, *tile_position;      /* columns: the element of the arrays for the present column */
    LpVar *part_total, *part_position; /* where a share of a total leaves its result: parameters of the part */
    LpVar *terms;                      /* a vector's terms of a sum, which are added later: the tile takes them alone */
    LpVar *partial;                    /* columns: f32 sums of some rows, before they come to the tile; NULL none */
    LpVar *array, *positions;          /* of all shares, in the function around it; columns: the tile */
} Accumulator;

/* A virtual node whose row is kept for a later phase. */
typedef struct RowBuffer {
    const IrNode *node;
    int phase;  /* that computes it */
    LpVar *var; /* parameter: the row of this share */
    const ShExpr *length;
} RowBuffer;

/* An operand that is read across: squares of it are copied to an array first. */
typedef struct Square {
    const IrNode *node;
    Index at;
    LpVar *var;
} Square;

typedef struct Kernel {
    Lower *l;
    Arena *arena;
    ShContext *cx;
    Group *group;
    LpFunction *fn;
    Names names;
    VEC(KernelParam) params;
    Map roots;     /* IrNode -> LpVar: parameter */
    Map scalars;   /* scalar node -> LpVar */
    Map symbols;   /* symbol id + 1 -> LpExpr */
    Map quotients; /* ShExpr -> LpVar: parameter */
    Map depths;    /* LpVar -> depth of its declaration (as a pointer) */
    LpBlock *blocks[KERNEL_DEPTH_MAX];
    int depth;
    int tables; /* of gathers that are being read: rows that no element is read by are not checked */
    int phase;  /* of the group, that is being written; what earlier ones have computed is in memory */
    VEC(KernelValue) values;
    Index full; /* the domain's index in merged loops */
    KernelLoop loops[IR_MAX_RANK];
    int loop_count;
    VEC(RowBuffer) buffers;
    Square squares[4];
    int square_count;
    bool short_rows;             /* rows of so few elements that several of them make a vector */
    const ShExpr *paired, *pair; /* the last loop's symbol is 2 * pair + pair_part, as complex parts are written */
    int pair_part;
    LpVar *begin, *end;
    VEC(Accumulator) accumulators;
    Span span; /* of the node being computed */
} Kernel;

/* ---- lower_value.c ----------------------------------------------------------------------------------------------- */
LpExpr *kernel_value(Kernel *k, const IrNode *node, const Index *at);
LpExpr *kernel_compute(Kernel *k, const IrNode *node, const Index *at); /* also of a root of this group */
void kernel_keep(Kernel *k, const IrNode *node, const Index *at, LpExpr *value);
LpExpr *kernel_known(const Kernel *k, const IrNode *node, const Index *at); /* or NULL */
LpExpr *kernel_size(Kernel *k, const ShExpr *e);
/* A new variable, declared in the block of this depth. */
LpVar *kernel_declare(Kernel *k, const char *name, LpType type, LpExpr *value, int depth);
LpExpr *kernel_constant(Kernel *k, const char *name); /* of the run time: "RT_LANES" */
LpVar *kernel_array(Kernel *k, const char *name, LpBase type, LpExpr *length, int depth);
LpExpr *kernel_settled(Kernel *k, const char *name, LpExpr *value); /* in a variable, unless it is one */
LpExpr *kernel_hoisted(Kernel *k, LpExpr *value, int depth); /* computed outside the loop of this depth if it can be */
LpExpr *kernel_pointer(Kernel *k, const IrNode *node, bool written);
LpVar *kernel_param(Kernel *k, const char *name, LpType type, LpExpr *arg, int order);
void kernel_bind(Kernel *k, const ShExpr *symbol, LpExpr *value);
LpExpr *kernel_bound(const Kernel *k, const ShSymbol *symbol); /* NULL: nothing yet */
/* `value` is one of type `from`: of the target's own dtype, it needs no rounding. */
void kernel_store(Kernel *k, const IrNode *target, const Index *place, LpExpr *value, const IrType *from, Span span);
/* The same, adding to what is there: in one thread, one element after the other. */
void kernel_add_to(Kernel *k, const IrNode *target, const Index *place, LpExpr *value, Span span);
/* An index of which a negative one counts from the end. */
LpExpr *kernel_from_either_end(Kernel *k, LpExpr *index, const ShExpr *size);
Index kernel_index(Kernel *k, const Index *at); /* in merged loops */

/* ---- lower_sign.c ------------------------------------------------------------------------------------------------ */
bool kernel_is_never_positive(Kernel *k, const IrNode *node, const Index *at);

/* ---- lower_pair.c ------------------------------------------------------------------------------------------------ */
/* Where the parts of complex numbers that are computed here are written one after the other, the last loop counts the
 * numbers. */
void kernel_plan_pairs(Kernel *k);
const ShExpr *kernel_unpaired(const Kernel *k, const ShExpr *e); /* in terms of the pair and its part */

/* ---- lower_loops.c ----------------------------------------------------------------------------------------------- */
void kernel_plan_loops(Kernel *k);
void kernel_set_part(Kernel *k, int part); /* of the pair that is written next */
/* Opens a loop over `loop` from lo to hi (NULL: all of it). */
LpStmt *kernel_open(Kernel *k, const KernelLoop *loop, LpExpr *lo, LpExpr *hi);
LpVar *kernel_counter(Kernel *k, const char *name); /* a variable for a loop */
LpStmt *kernel_open_var(Kernel *k, LpVar *var, LpExpr *lo, LpExpr *hi, LpExpr *step);
void kernel_close(Kernel *k);
/* Opens one loop over the product of several, from begin to end, and takes the position apart. */
LpStmt *kernel_open_outer(Kernel *k, int first, int count);
/* The same, but the last of these loops is a loop of its own, for what does less at a position than it takes to find it
 * by divisions. Gives the innermost loop. */
LpStmt *kernel_open_lines(Kernel *k, int first, int count);
const ShExpr *kernel_count(Kernel *k, int first, int count);
int kernel_first_reduced(const Kernel *k); /* position of the first reduced loop; the number of loops: there is none */
/* The number of elements that are reduced to one; more than `most` where it is not known, or no need to know. */
int64_t kernel_reduced_length(const Kernel *k, int64_t most);

/* ---- lower_kernel.c ---------------------------------------------------------------------------------------------- */
void kernel_note(Kernel *k, const IrNode *node); /* the function computes it: for the reports */
LpStmt *kernel_split(Kernel *k, LpFunction *part);

/* ---- lower_square.c ---------------------------------------------------------------------------------------------- */
void kernel_plan_squares(Kernel *k);
int kernel_square_shared(const Kernel *k); /* how many loops are shared out when there are squares */
void kernel_open_squares(Kernel *k);

/* ---- lower_near.c ------------------------------------------------------------------------------------------------ */
/* Of a finished function: loops compute with angles near zero first, where that is faster. */
void kernel_near_angles(Kernel *k, LpFunction *fn);

/* ---- lower_row_buffer.c, lower_rows.c, lower_total.c, lower_columns.c ---- */
void kernel_plan_buffers(Kernel *k); /* which rows are kept for later passes */
void kernel_rows(Kernel *k);
void kernel_columns(Kernel *k);
void kernel_total(Kernel *k);                          /* the part of a total */
void kernel_total_shares(Kernel *k, LpFunction *part); /* the function around it */
#endif
