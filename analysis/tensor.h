/* What the primitives of the prelude (tensor_*.c) share: operands, result types by torch's rules, building nodes.
 *
 * Functions that can fail return false or NULL and leave the reason in ev->fail (ev.h). A TypeSet of torch that we do
 * not support is a cut, what torch refuses is a raise; nothing is silently ignored. Sources of the rules:
 * aten/src/ATen/ TensorIterator.cpp (broadcasting, output strides), native/TypeProperties.cpp (result_type),
 * TensorUtils.cpp (computeStride) of torch 2.13.0. */
#ifndef PYAOT_TENSOR_H
#define PYAOT_TENSOR_H
#include "analysis/ev.h"

#define PRIM(name) const Value *name(Ev *ev, const Value *self, const CallArgs *args, Span span)
#define TN_MAX_OPERANDS 8
PRIM(prim_size); /* others call it, too */

/* ---- operands (tensor_type.c)
 * ---------------------------------------------------------------------------------------- */
typedef struct TnOperand {
    const Value *value;
    IrNode *node; /* the tensor, or the scalar as a node */
    bool is_tensor;
    DType dtype; /* tensor: its own; scalar: bool, int64 or (float) float64 */
} TnOperand;

/* A tensor or number; V_UNKNOWN is taken for a tensor (restart). Anything else: a cut. */
bool tn_operand(Ev *ev, const Value *value, Span span, TnOperand *out);
/* The tensor's present contents; V_UNKNOWN restarts as a flat f32 tensor; anything else is a cut. */
IrNode *tn_tensor(Ev *ev, const Value *value, Span span);
/* The same with a known rank: a flat tensor restarts with `rank` dimensions. */
IrNode *tn_ranked(Ev *ev, const Value *value, int rank, Span span);
/* Restarts with the inputs behind a flat node having `rank` dimensions. Returns NULL. */
const Value *tn_need_rank(Ev *ev, const IrNode *flat, int rank, Span span);

/* torch.get_default_dtype(), which the variant then depends on. */
DType tn_default_dtype(Ev *ev, Span span);
/* torch.result_type of the operands. */
DType tn_result_type(Ev *ev, const TnOperand *operands, int count, Span span);

/* ---- shapes and strides (tensor_type.c, tensor_layout.c)
 * ---------------------------------------------------------------- */
typedef const ShExpr *TnDims[IR_MAX_RANK];

const ShExpr *tn_dim(Ev *ev, const IrType *type, int dim); /* size of a dimension, canonical */
void tn_shape(Ev *ev, const IrType *type, TnDims out);
/* Strides as expressions; those of a row-major tensor are products of sizes (sizes are assumed to be at least 1 where a
 * product would differ from torch's stride of an empty tensor). False: failed. */
bool tn_strides(Ev *ev, const IrType *type, Span span, TnDims out);
/* Is channels_last the memory format that torch suggests for a tensor? Facts make it so; false: failed. */
bool tn_suggests_channels_last(Ev *ev, const IrType *type, Span span, bool *answer);
IrType tn_type(Ev *ev, DType dtype, int rank, const ShExpr *const *shape, const ShExpr *const *strides);
/* Like `type`, with another dtype; row-major if it is so, else with the same strides. */
IrType tn_with_dtype(IrType type, DType dtype);
/* Type with row-major strides. */
IrType tn_row_major(IrType type);
bool tn_is_row_major(Ev *ev, const IrType *type);
/* The type that TensorIterator gives to the output of tensors `nodes` (broadcast); restarts where a flat tensor meets a
 * ranked one. `wrapped`: a Python number is an operand too (it takes part as a zero-dim tensor). */
bool tn_broadcast(Ev *ev, IrNode *const *nodes, int count, bool wrapped, DType dtype, Span span, IrType *out);
/* Broadcasts two sizes of a dimension. NULL: failed. */
bool tn_differ(Ev *ev, const ShExpr *a, const ShExpr *b); /* are they known not to broadcast? */
const ShExpr *tn_broadcast_dim(Ev *ev, const ShExpr *a, const ShExpr *b, Span span);
/* The type of empty_like(x), x.clone(), x.to(dtype): preserve_format. */
bool tn_is_permuted(Ev *ev,
                    const IrType *type); /* a row-major tensor with its dimensions in any order, for all sizes */
bool tn_preserve_format(Ev *ev, const IrNode *input, DType dtype, Span span, IrType *out);
/* The same for sizes of at least 2, without assuming that they are; false where the strides do not say it, or with a
 * failure. */
bool tn_open_format(Ev *ev, const IrType *type, DType dtype, Span span, IrType *out);
/* The node of a tensor whose layout decides something: where that was left open, its sizes are settled. */
IrNode *tn_settled_format(Ev *ev, const Value *value, Span span);
/* Output strides of TensorIterator for tensors of known rank, all of `shape` after broadcasting; *row_major when they
 * are. */
bool tn_output_strides(Ev *ev, int rank, const ShExpr *const *shape, IrNode *const *nodes, int count, bool wrapped,
                       Span span, TnDims strides, bool *row_major);
/* Strides of the view of a tensor of `type` with new sizes, as computeStride; what the sizes leave open is assumed.
 * TN_VIEW_UNSURE is for callers: it is not known and does not matter yet. */
typedef enum { TN_VIEW_NO, TN_VIEW_YES, TN_VIEW_UNSURE } TnViewable;
bool tn_view_strides(Ev *ev, const IrType *type, int new_rank, const ShExpr *const *sizes, Span span, TnDims out,
                     TnViewable *answer);
/* A size that a layout rule asks whether it is 1: assumed to be what it likely is, 1 or at least 2. */
bool tn_settle_size(Ev *ev, const ShExpr *size, Span span);
/* The number that a size or stride likely is. False: none. */
bool tn_likely(const ShExpr *expr, int64_t *value);
/* The same of an exemplar's, in the variant that is looked for (see Lone); 0: none. */
int64_t tn_likely_in_call(const Ev *ev, const ShExpr *expr);
/* Is the size 1 where the other is not, so that it grows with it? Where the exemplar shows that, it is assumed. */
bool tn_grows(Ev *ev, const ShExpr *size, const ShExpr *other, Span span);
/* Decides a == b (a < b) for sizes or strides: known, or assumed as the hints say (a fact is added). False: failed. */
bool tn_decide_equal(Ev *ev, const ShExpr *a, const ShExpr *b, Span span, bool *equal);
bool tn_decide_less(Ev *ev, const ShExpr *a, const ShExpr *b, Span span, bool *less);
/* An index into `size` items, made non-negative; in range as a fact. NULL: failed. */
const ShExpr *tn_bounded_index(Ev *ev, const ShExpr *index, const ShExpr *size, Span span);

/* ---- building nodes
 * ---------------------------------------------------------------------------------------------------- */
IrGraph *tn_graph(Ev *ev);
/* Itself when of that dtype; row-major. NULL: failed, from complex to real. */
IrNode *tn_cast(Ev *ev, IrNode *tensor, DType dtype, Span span);
/* The parts of complex numbers as a node to compute with. NULL: failed. */
IrNode *tn_part(Ev *ev, IrNode *node, int part, Span span);
/* To or from a complex type; `type` is the result's. NULL: failed. */
IrNode *tn_complex_cast(Ev *ev, IrNode *node, IrType type, Span span);
bool tn_is_complex(Ev *ev, const Value *value); /* a complex tensor or number */
/* What the prelude's module torch_complex has for it. */
const Value *tn_call_complex(Ev *ev, const char *name, const Value *const *args, uint32_t count, Span span);
/* The same with the layout that torch's temporary has. NULL: failed. */
IrNode *tn_promote(Ev *ev, IrNode *tensor, DType dtype, Span span);
IrNode *tn_pointwise(Ev *ev, IrOp op, IrType type, IrNode *const *inputs, int count, Span span);
IrNode *tn_reduce_node(Ev *ev, IrOp op, IrNode *input, DType dtype, const int64_t *dims, int count, Span span);
/* Does a dtype hold a number, as torch asks of those that it converts? False failed. */
bool tn_number_fits(Ev *ev, IrNode *scalar, DType dtype, Span span);
const Value *tn_unsupported(Ev *ev, Span span, const char *what); /* cut D_UNSUPPORTED_OP */

/* ---- arguments
 * ------------------------------------------------------------------------------------------------------------ */
/* A dimension index, made non-negative; -1: failed (IndexError when out of range). rank 0 counts as 1. */
int tn_dim_index(Ev *ev, const Value *value, int rank, Span span);
/* The value; of a tensor of integers without dimensions its number, which torch takes for an int. NULL: failed. */
const Value *tn_int_of(Ev *ev, const Value *value, Span span);
/* An int or a sequence of ints as expressions. -1: failed. */
int tn_int_list(Ev *ev, const Value *value, Span span, TnDims out);
/* The likeliest rank of a tensor whose dimension `value` is named. */
int tn_rank_for_dim(const Value *value);
bool tn_known_str(const Value *value, const char **out);

/* What prim.requires_grad() says of a tensor. False: failed. */
bool tn_requires_grad(Ev *ev, const Value *tensor, bool *requires, Span span);

/* operator.index() of a tensor: the int of an integer tensor with one element. NULL: failed. */
const Value *tn_index_number(Ev *ev, const Value *tensor, Span span);

/* ---- storage (tensor_alias.c)
 * ------------------------------------------------------------------------------------------------ */
/* How an operand lies in the memory that is written. Askew: it may have some of the target's elements in other places;
 * torch refuses such operands, or gives what it leaves open (tensor_overlap.c). */
typedef enum { TN_APART, TN_SAME, TN_ASKEW } TnOverlap;
TnOverlap tn_overlap(Ev *ev, const Value *target, const Value *operand);
/* Is the tensor at `written` passed a second time, in the call that this is compiled for? Then evaluation starts again
 * with one tensor for both. */
bool tn_is_passed_twice(Ev *ev, const Source *written, Span span);
/* Is the result made of the target in any other way than element by element, for the element in its place? What the
 * operands were made of does not count. */
bool tn_reads_elsewhere(Ev *ev, const IrNode *target, const IrNode *result, const CallArgs *operands);
/* The tensor now holds `content` (of the tensor's shape and dtype): through the view into its storage. */
bool tn_write(Ev *ev, const Value *tensor, IrNode *content, Span span);
bool tn_write_same(Ev *ev, const Value *tensor, Span span); /* what it holds: a new version of it alone */
/* A tensor that is to be returned or written: a value marked may_alias is decided by facts on its sizes. NULL: failed.
 */
const Value *tn_settle(Ev *ev, const Value *value, Span span);
bool tn_settle_written(Ev *ev, const Value *target, Span span); /* before it is written */
/* `copy` shares the memory of `base` where sizes of 1 make a copy needless; before that memory is written, it is
 * decided by facts on the sizes. */
void tn_note_unsure(Ev *ev, const Value *base, const Value *copy);
bool tn_settle_copies(Ev *ev, ObjId storage, Span span);
/* The strides of a tensor that is returned, where they follow from those of such copies. */
bool tn_settle_strides(Ev *ev, const IrNode *node, Span span);
/* The same of the views that a branch chooses from, where one is returned. */
bool tn_settle_sides(Ev *ev, const IrNode *node, Span span);
/* The strides of a view of an input, when they matter. */
bool tn_settle_input(Ev *ev, const Value *tensor, Span span);
/* Emits the stores of all written inputs; call before each OP_RETURN, which gives views of the memories `older` that
 * were made before the last write to them. */
bool tn_flush_writes(Ev *ev, const ObjIdVec *older, Span span);
/* A view of `base` made by a VIEW node; the node is built on base's structural node. */
const Value *tn_view(Ev *ev, const Value *base, IrOp op, IrType type, const int64_t *ints, int int_count,
                     const ShExpr *const *exprs, int expr_count, Span span);
/* A view of all of it, a tensor object of its own. */
const Value *tn_alias(Ev *ev, const Value *tensor, Span span);
#endif
