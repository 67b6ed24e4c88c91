/* The schedule of a graph: which nodes lie in memory (roots), which are computed together in one kernel (groups), and
 * in what order. All other tensor nodes are virtual: their elements are computed where they are needed.
 *
 * A group runs over a domain, one loop symbol a dimension, some of them reduced. Its roots are full (an element for
 * each point of the domain), rows (an element for each point of the kept dimensions) or reductions, which are rows too.
 * A root's phase says when it can be computed: what needs a reduction's result comes one phase after it. */
#ifndef PYAOT_SCHEDULE_H
#define PYAOT_SCHEDULE_H
#include "codegen/index.h"

typedef enum {
    GROUP_POINT,   /* no reduction */
    GROUP_TOTAL,   /* everything is reduced */
    GROUP_ROWS,    /* the fast dimension is reduced: one row after the other, several passes over each */
    GROUP_COLUMNS, /* the fast dimension is kept: a tile of accumulators runs through the reduced dimensions */
} GroupKind;

typedef enum {
    MEMORY_OUTPUT,  /* a fresh tensor */
    MEMORY_SCRATCH, /* a part of the call's scratch memory */
    MEMORY_LOCAL,   /* one element, a variable of the host function */
    MEMORY_LIBRARY, /* a tensor that an ATen operator returned */
    MEMORY_RESULT,  /* result or parameter of a region: one of several memories, chosen at run time */
} MemoryKind;

typedef struct Group Group;
typedef struct Root {
    IrNode *node;
    Group *group;    /* NULL: made by a library kernel, or a region's */
    Index canonical; /* the element that the group computes */
    bool full, reduction;
    int phase;
    MemoryKind memory;
    bool escapes; /* something outside its group reads it: it needs memory */
    bool object;  /* it is returned: the tensor object is needed */
    int step;     /* number of the step that makes it, counted through the whole variant */
    int first;    /* number of the first step that writes it: a part of a concatenation comes before `step` */
    int last_use; /* number of the last step that reads it */
} Root;

struct Group {
    int id, step;
    GroupKind kind;
    int rank;
    const ShExpr *size[IR_MAX_RANK];
    const ShExpr *loop[IR_MAX_RANK]; /* loop symbols; the constant 0 where the size is 1 */
    bool reduced[IR_MAX_RANK];
    int fast; /* the dimension to run through last among those of its kind, reduced or kept; -1: as they come */
    int phases;
    bool alone;           /* nothing joins it: what reads it had better read memory */
    const IrType *merged; /* the domain, where dimensions of its root are several of it; NULL: they are its own */
    VEC(Root *) roots;
    /* a write into other memory instead of roots: of OP_STORE's value (part 0), or operand `part` of OP_CAT or
     * OP_INSERT; `into` is what is written to: the node itself, or what an OP_STORE stores to */
    IrNode *write;
    uint32_t part;
    const IrNode *into;
    const ShExpr *rows[IR_MAX_RANK]; /* OP_INDEX_PUT, part 1: symbols for what its index operands hold */
};

typedef enum { STEP_ELEMENT, STEP_SCALAR, STEP_GROUP, STEP_LIBRARY, STEP_ATEN, STEP_FLOW, STEP_EFFECT } StepKind;
typedef struct Step {
    StepKind kind;
    int number;
    IrNode *node;
    Group *group;
} Step;

typedef struct RegionPlan {
    IrRegion *region;
    VEC(Step *) steps;
} RegionPlan;

typedef struct Schedule {
    Arena *arena;
    IrGraph *graph;
    Map roots;    /* IrNode -> Root */
    Map live;     /* IrNode -> itself */
    Map forced;   /* IrNode -> itself: must be a root */
    Map selects;  /* OP_IF node that is computed as a select -> itself */
    Map in_place; /* OP_INSERT node that writes right into what is stored to -> itself */
    Map again;    /* insertion that a store makes once more -> the one that others read */
    Map updates;  /* insertion that changes a tensor in place, or parameter for one that is changed so -> what owns the
                   * memory: the node that is changed, an input, or a parameter, itself or one of a loop around it */
    Map plans;    /* IrRegion -> RegionPlan */
    Map moments;  /* scalar node -> Step */
    Map checks;   /* node that reads astray unless a check has passed -> Step of the check */
    int step_count, group_count;
} Schedule;

Schedule *sched_graph(Arena *arena, IrGraph *graph);
static inline Root *sched_root(const Schedule *s, const IrNode *node) { return map_get(&s->roots, MAP_KEY(node)); }
static inline bool sched_is_live(const Schedule *s, const IrNode *node) { return map_has(&s->live, MAP_KEY(node)); }
bool sched_has_late_size(const IrType *type); /* one that only a step of the graph gives */
/* Is that so of what a kernel or a library call makes? Then its memory is not there before a run of such steps. */
bool sched_makes_late_size(const Step *step);
RegionPlan *sched_plan(const Schedule *s, const IrRegion *region);
bool sched_has_store(const IrRegion *region); /* or a region in it */
bool sched_has_own_size(const IrNode *param); /* a parameter of the same region says how large it is */
/* The node in whose memory the insertion writes, or this parameter of a loop lies; of loops, the outermost one's
 * parameter. NULL: it has memory of its own. */
const IrNode *sched_updated(const Schedule *s, const IrNode *node);

/* Operands of a virtual node as its elements need them: for the result of a select, the condition and both choices. */
uint32_t sched_input_count(const Schedule *s, const IrNode *node);
IrNode *sched_input(const Schedule *s, const IrNode *node, uint32_t k);
Index sched_input_index(const Schedule *s, const IrNode *node, uint32_t k, const Index *at);

/* Called for each node with memory (or input) that computing the elements of a virtual node reads. */
typedef void SchedVisit(void *env, const IrNode *node, const Index *at);
/* Visits what element `at` of `node` is computed from, the node itself included when it has memory and is not `top`. */
void sched_walk(const Schedule *s, const IrNode *top, const Index *at, SchedVisit *visit, void *env);

/* What a gather reads: element indices[k] of its index operand k, and its table where these say: rows[k] is a fresh
 * symbol for what index operand k holds. */
void sched_gathered(const Schedule *s, const IrNode *node, const Index *at, const ShExpr **rows, Index *indices,
                    Index *table);
/* The value that a write group writes, and its element for a point of the domain. */
const IrNode *sched_written(const Schedule *s, const Group *group, const Index *at, Index *value_at);
/* For part 1 of an OP_INDEX_PUT: the elements of its index operands, from operand 2 on, that say where; their number.
 */
uint32_t sched_write_indices(const Schedule *s, const Group *group, const Index *at, Index *indices);
/* The memory that it writes to, and the place in it. */
const IrNode *sched_target(const Schedule *s, const Group *group, const Index *at, Index *place);

/* Where element `at` of a chain of VIEW nodes lies: the node whose memory it is, and the index there. Stops at the
 * first node that has memory of its own. */
const IrNode *sched_memory(const Schedule *s, const IrNode *node, const Index *at, Index *place);
/* The node as a strided view of memory: whose memory, and in elements of the node the strides and the offset of its
 * first one. False: it is none. */
bool sched_strided(const Schedule *s, const IrNode *node, const IrNode **base, const ShExpr **offset,
                   const ShExpr **strides);
/* The distance between neighbours in the batch dimensions of a product's operand, taken as one dimension; NULL: they
 * are not evenly spaced. `result` is the product's type. */
const ShExpr *sched_batch_stride(ShContext *cx, const IrType *operand, const ShExpr *const *strides,
                                 const IrType *result);
/* The distance between rows when all dimensions but the last are taken as rows; NULL: not evenly spaced. */
const ShExpr *sched_row_stride(ShContext *cx, const IrType *type, const ShExpr *const *strides);

/* Do elements with these strides lie as in a fresh tensor of the type's sizes, those of size 1 aside? */
bool sched_is_row_major(ShContext *cx, const IrType *type, const ShExpr *const *strides);
/* The row-major index of loop symbols over a type; sizes of the constant 1 get the constant 0. */
Index sched_fresh_index(ShContext *cx, const IrType *type);

int sched_cost(const IrNode *node); /* of one element, in simple operations */
/* The cost of an element with all that it is computed from, up to what the caller has anyway, counted until it is
 * enough: each way to a node counts, and there may be any number of them. */
typedef bool SchedHas(const void *env, const IrNode *node);
int64_t sched_tree_cost(const Schedule *s, const IrNode *node, SchedHas *has, const void *env, int64_t enough);
void sched_print(Buf *out, const Schedule *s);
#endif
