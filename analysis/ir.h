/* Graph IR: SSA values (tensors and scalars) in structured regions. Pure nodes are hash-consed within their region and
 * the regions around it; nodes with effects are kept in order. Every node has a span of the program.
 *
 * Text form (round-trips: parse(print(g)) prints the same; ir_print.c gives all of it):
 *   graph fn_v0 (N, M in 1..)
 *     %0 = input 0 x : f32[N, M]
 *     %1 = const 2.0 : float
 *     %2 = mul %0, %1 : f32[N, M]              ; model.py:3:9
 *     %3 = sum %2 {dims = [1]} : f32[N]
 *     return %3 -> ($0, None)
 */
#ifndef PYAOT_IR_H
#define PYAOT_IR_H
#include "analysis/dtype.h"
#include "analysis/shape.h"
#include "analysis/source.h"

typedef enum {
#define OP(id, name, inputs, cls, attrs, effect, doc) id,
#include "analysis/ops.def"
#undef OP
    OP_COUNT
} IrOp;
typedef enum { CLS_LEAF, CLS_POINT, CLS_REDUCE, CLS_VIEW, CLS_CREATE, CLS_LIB, CLS_ATEN, CLS_FLOW, CLS_EFFECT } IrClass;
typedef struct IrOpInfo {
    const char *name;
    int inputs; /* -1: any */
    IrClass cls;
    const char *attrs;
    char effect;
    const char *doc;
} IrOpInfo;
extern const IrOpInfo ir_op_info[OP_COUNT];

typedef enum { IRT_NONE, IRT_TENSOR, IRT_INT, IRT_FLOAT, IRT_BOOL } IrKind; /* scalars: int64_t, double, bool */

/* Tensor types. strides NULL: canonical row-major. flat > 0: a rank-polymorphic tensor seen as its `shape[0] = numel`
 * elements in memory order; all nodes of one flat group have the shape of input graph->flat[flat - 1], and rank is 1.
 */
typedef struct IrType {
    IrKind kind;
    DType dtype;
    int rank;
    int flat;
    const ShExpr **shape;
    const ShExpr **strides;
} IrType;
#define IR_MAX_RANK 12

typedef struct IrNode IrNode;
typedef struct IrRegion IrRegion;
typedef struct IrGraph IrGraph;

/* How a return value is built: leaves refer to operands of the return node. */
typedef enum {
    TREE_LEAF,
    TREE_CONST,
    TREE_TUPLE,
    TREE_SIZE,
    TREE_LIST,
    TREE_DICT,
    TREE_OBJECT,
    TREE_NAMED,
    TREE_APPLY,  /* items[0](*items[1], **items[2]), of known callables: "builtins.set", ...; items[2] None: nothing */
    TREE_MADE,   /* an object of class items[0] (None: a plain dict) with items[1] attributes, then what a dict holds:
                    names or keys, and values, in turn. Filled when all else is there: it may lead to itself */
    TREE_MARKED, /* the new tensor items[0] with items[1] attributes of the program: their names and they. Filled
                    likewise */
    TREE_CELL,   /* a cell of a closure; no item: it is empty. Filled likewise */
    TREE_FUNCTION, /* a function of the program: its qualified name, defaults, keyword defaults, cells by name,
                      attributes; None where it has none */
    TREE_SHARED,   /* the very object of the tree that is marked with the number `shared` */
    TREE_EFFECTS   /* root only: items[0] is returned after the effects, which are carried out in order */
} TreeKind;        /* SIZE: torch.Size; NAMED: of the program's class `object`, or else torch.return_types.`name` */
/* Writes to Python objects that outlive the call. */
typedef enum {
    EFFECT_NONE,
    EFFECT_SET_ATTR,      /* object.key = item */
    EFFECT_SET_ANY,       /* the same by setattr(): of a class, a function, or a cell */
    EFFECT_SET_MODULE,    /* the same, of a module, which may register the value */
    EFFECT_SET_BUFFER,    /* the same, of a buffer of a module */
    EFFECT_PUT,           /* list[key] = item */
    EFFECT_APPEND,        /* list.append(item) */
    EFFECT_REPLACE,       /* list[:] = items */
    EFFECT_SET_KEY,       /* dict[key] = item */
    EFFECT_DELETE_KEY,    /* del dict[key] */
    EFFECT_DELETE_ATTR,   /* del object.key */
    EFFECT_CLEAR,         /* dict.clear() */
    EFFECT_SET_GLOBAL,    /* the global named key = item; object is its source */
    EFFECT_SET_GRAD_MODE, /* torch's grad mode = key; object is what sets it */
    EFFECT_MADE,          /* the item is made, and nothing more: an array that holds the memory of a tensor */
    EFFECT_WARN /* warnings.warn(): message, category, module or None, line, its text, frames above the entry */
} EffectKind;
/* In a mode of torch that it is marked with: an inference tensor, a view with grad mode off or in inference mode. */
typedef enum { MADE_PLAIN, MADE_NO_GRAD_VIEW, MADE_INFERENCE_VIEW, MADE_INFERENCE } TreeMade;
typedef struct Tree Tree;
struct Tree {
    TreeKind kind;
    int leaf;             /* LEAF: operand index: a tensor gives a Tensor, a scalar an int, float or bool */
    Constant constant;    /* CONST */
    const Source *object; /* OBJECT: the very object at this source (an input that is returned); what an effect changes;
                           * NAMED: the class of a named tuple */
    uint32_t versions;    /* LEAF: in-place operations on the new tensor: its version */
    int counted;          /* LEAF: the same, where it is known at run time: the operand that says it, + 1 */
    bool detached;        /* LEAF: a view of an input, cut off from its history */
    bool older;           /* LEAF: a view that was made before the last write to its memory: it keeps that version */
    TreeMade made;        /* LEAF */
    int shared;           /* not 0: other places refer to this object by the number; of SHARED: that number */
    uint32_t count;
    const Tree **items; /* TUPLE, SIZE, LIST, DICT values */
    Constant *keys;     /* DICT; effects: the key */
    Str name;           /* NAMED */
    EffectKind effect;  /* of the items of EFFECTS but the first */
};

/* Arguments of an OP_ATEN node, in the schema's order. They are pushed one after the other; a list takes the ones
 * before it. */
typedef enum {
    ATEN_TENSOR,
    ATEN_INT,
    ATEN_FLOAT,
    ATEN_BOOL,
    ATEN_STR,
    ATEN_NONE,
    ATEN_INTS,
    ATEN_LIST,
    ATEN_DTYPE
} AtenKind;
typedef struct AtenArg {
    AtenKind kind;
    Str name;                   /* of a keyword-only parameter; NULL: it goes by position */
    bool optional;              /* the schema has `?` here: the value is wrapped */
    int operand;                /* TENSOR: operand index; INT, FLOAT, BOOL: operand index of a scalar, or -1 */
    uint32_t count;             /* INTS: of exprs; LIST: of the arguments before it that are its items */
    Constant constant;          /* FLOAT, BOOL, STR, INT when operand is -1 */
    const ShExpr *const *exprs; /* INTS: count of them */
    DType dtype;
} AtenArg;

struct IrNode {
    IrOp op;
    uint32_t id; /* unique in the graph */
    IrType type; /* of the single result; IRT_NONE for FLOW nodes, whose results are OP_RESULT nodes */
    uint32_t input_count;
    IrNode **inputs;
    /* attributes, see ops.def */
    uint32_t int_count, expr_count;
    const int64_t *ints;
    const ShExpr **exprs;
    double number;
    Str text;
    const Tree *tree; /* OP_RETURN */
    uint32_t aten_count;
    const AtenArg *aten; /* OP_ATEN */
    uint32_t region_count;
    IrRegion **regions;
    IrRegion *parent;
    Span span;
    uint32_t
        statement;   /* where the statement begins that the entry was at when this was made: who is to blame for it */
    void *pass_data; /* scratch for the pass that runs */
};

struct IrRegion {
    IrGraph *graph;
    IrNode *owner;        /* the FLOW node; NULL for the graph's body */
    VEC(IrNode *) params; /* OP_PARAM nodes */
    VEC(IrNode *) nodes;  /* in order; the last one ends the region once it is complete */
    Map interned;         /* hash-consing table of this region */
    uint32_t quiet;       /* that many of the first nodes are known to write to no memory, nor do their regions */
};

typedef struct IrInput {
    IrNode *node;
    const Source *source;
    Str name;
} IrInput;

struct IrGraph {
    Arena *arena;
    ShContext *shapes;
    Str name; /* a C identifier */
    Span span;
    IrRegion *body;
    VEC(IrInput) inputs;
    VEC(int) flat; /* input index that stands for each flat group */
    Map copies;    /* of a copy: node of the graph that it was copied from -> node that stands for it here */
    uint32_t next_id;
    uint32_t statement; /* that nodes are made for: see IrNode */
    bool writes;        /* a node was made that writes to memory which others see, wherever it is now */
};

IrGraph *ir_graph_new(Arena *arena, ShContext *shapes, Str name, Span span);
IrRegion *ir_region_new(IrGraph *graph, IrNode *owner);

/* What a new node is made of; unused fields stay zero. Arrays are copied. */
typedef struct IrSpec {
    IrOp op;
    IrType type;
    uint32_t input_count;
    IrNode *const *inputs;
    uint32_t int_count, expr_count;
    const int64_t *ints;
    const ShExpr *const *exprs;
    double number;
    Str text;
    const Tree *tree;
    uint32_t aten_count;
    const AtenArg *aten;
    uint32_t region_count;
    IrRegion *const *regions;
    Span span;
} IrSpec;
/* All that the node was made of, in arrays of the node's: to make one like it with other operands. */
IrSpec ir_spec_of(const IrNode *node);
/* Appends a node to the region, or returns the equal pure node that dominates it. Constant operands are not folded
 * here: see the pass `simplify`. */
IrNode *ir_build(IrRegion *region, const IrSpec *spec);
/* A node with this region as its parent that is neither appended nor hash-consed: for passes that place it themselves.
 */
IrNode *ir_make(IrRegion *region, const IrSpec *spec);
/* Are equal nodes of this operation one node? Not if they have effects or regions, and not `clone` and `empty`, each of
 * which makes a tensor of its own. Note that the others are values, not objects: where a program makes two equal
 * tensors and both leave the graph (in a return, or under views in one), one of them has to go through a `clone`. */
bool ir_is_interned(IrOp op);
/* The node that a symbol of kind SH_FROM_NODE is read from: in a copy of a graph, what stands for it there. */
const IrNode *ir_origin(const IrGraph *graph, const ShSymbol *symbol);
/* Is it memory that existed before the call: an input, or the element of one at a position? */
bool ir_is_outside(const IrNode *node);
/* The region that a loop repeats, and the parameter in it for what it carries as value `index`. */
static inline IrRegion *ir_loop_body(const IrNode *loop) { return loop->regions[loop->region_count - 1]; }
static inline IrNode *ir_carried(const IrNode *loop, int64_t index) {
    return ir_loop_body(loop)->params.data[index + (loop->op == OP_FOR)];
}
/* What a size of a parameter of this region of a loop is when the loop begins, or in the iteration after the one that
 * ends with `yield`; NULL: not known. */
const ShExpr *ir_loop_size(const IrNode *loop, const IrRegion *region, const IrNode *yield, const ShExpr *size);
/* What a size of a result of a branch is on the side that ends with `yield`. */
const ShExpr *ir_side_size(const IrNode *branch, const IrNode *yield, const ShExpr *size);
/* Does this node share its operand's memory in eager, so that its elements lie there? */
bool ir_is_view(const IrNode *node);
/* What is known of the indices of an OP_INDEX. The others' are BOUNDS_CHECKED. */
typedef enum {
    BOUNDS_KNOWN,   /* they are in range */
    BOUNDS_CHECKED, /* they are compared with the size first */
    BOUNDS_SIGNED   /* likewise; negative ones count from the end */
} IrBounds;
/* Does this node read rows of operand 0 at indices that lie in its other operands? */
bool ir_is_gather(IrOp op);
/* The node whose memory this tensor's elements lie in: itself, or what it is a view of. */
IrNode *ir_memory(IrNode *node);
/* The same chain of views with another memory in place of `old`, which is of its type: ir_memory(node), or a node
 * between. */
IrNode *ir_on_memory(IrRegion *region, IrNode *node, const IrNode *old, IrNode *memory, Span span);
/* The two halves of ir_build: the equal node that dominates the end of the region, or NULL; and appending a node. */
IrNode *ir_find(const IrRegion *region, const IrSpec *spec);
void ir_append(IrRegion *region, IrNode *node);
/* After a pass: ids are given anew in the order of the nodes, and hash-consing forgets them all, as some are gone or
 * changed. */
void ir_renumber(IrGraph *graph);
/* Likewise, but the nodes that there are will be found. */
void ir_reindex(IrGraph *graph);
IrNode *ir_input(IrGraph *graph, IrType type, const Source *source, Str name);
/* Puts the inputs before all else, also those that were first looked at inside a region or whose place was rolled back.
 */
void ir_hoist_inputs(IrGraph *graph);
IrNode *ir_param(IrRegion *region, IrType type);
IrNode *ir_const_int(IrRegion *region, int64_t value);
IrNode *ir_const_float(IrRegion *region, double value);
IrNode *ir_const_bool(IrRegion *region, bool value);
IrNode *ir_size(IrRegion *region, const ShExpr *expr);
IrNode *ir_unary(IrRegion *region, IrOp op, IrType type, IrNode *a, Span span);
IrNode *ir_binary(IrRegion *region, IrOp op, IrType type, IrNode *a, IrNode *b, Span span);

IrType ir_scalar_type(IrKind kind);
IrType ir_tensor_type(IrGraph *graph, DType dtype, int rank, const ShExpr *const *shape, const ShExpr *const *strides);
bool ir_type_equal(const IrType *a, const IrType *b);
bool ir_is_within(const IrRegion *region, const IrRegion *outer); /* or is it that region? */
/* Is it the counter of a loop, or a number that the loop carries? Each iteration has another one. */
static inline bool ir_is_of_iteration(const ShSymbol *symbol) {
    const IrNode *origin = symbol->origin_kind == SH_FROM_NODE ? symbol->origin : NULL;
    return origin && origin->op == OP_PARAM;
}
/* Is a number in it that is computed neither in the region `outer` nor around it? Behind what is inside there is none.
 */
bool ir_has_inner(const IrRegion *outer, const ShExpr *e);
bool ir_is_row_major(ShContext *shapes, const IrType *type);
const ShExpr *ir_numel(ShContext *shapes, const IrType *type);

/* Undo of building: everything appended to the region (and nested regions) since the mark is dropped. */
uint32_t ir_mark(const IrRegion *region);
void ir_rollback(IrRegion *region, uint32_t mark);

void ir_print(Buf *out, const IrGraph *graph, bool spans);
IrGraph *ir_parse(Arena *arena, const char *text, size_t len, const char **error);
/* NULL when well-formed, else a message (allocated in the graph's arena). level 1: structure; 2: types and shapes too.
 */
const char *ir_verify(const IrGraph *graph, int level);

/* ---- passes: one row each in passes.def; the driver runs, dumps (-d LETTERS) and verifies from this table ----------
 */
typedef struct PassInfo {
    const char *name;
    void (*run)(IrGraph *graph);
    char letter;
    const char *doc;
} PassInfo;
extern const PassInfo ir_passes[];
extern const int ir_pass_count;
typedef struct PassOptions {
    const char *dump_letters; /* dumps to stderr after passes with these letters; NULL none */
    int verify_level;
} PassOptions;
void ir_run_passes(IrGraph *graph, const PassOptions *options);
#endif
