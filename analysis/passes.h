/* The passes over graph IR (passes.def) and what they share. */
#ifndef PYAOT_PASSES_H
#define PYAOT_PASSES_H
#include "analysis/ir.h"

#define PASS(name, run, letter, doc) void run(IrGraph *graph);
#include "analysis/passes.def"
#undef PASS

/* Facts about each node's uses, which hold for the graph as it was when they were collected. */
typedef struct PassUses {
    Map users;   /* IrNode -> its number of uses, as (void *)(uintptr_t)n */
    Map escapes; /* IrNode -> non-NULL: the tensor, or a view of it, leaves the graph as an object or is written */
    Map origins; /* IrNode -> non-NULL: a symbol takes its value from the node */
} PassUses;
void pass_collect_uses(PassUses *uses, Arena *arena, const IrGraph *graph);
void pass_visit_type_symbols(const IrType *type, void (*visit)(void *env, const ShSymbol *), void *env);
/* Visits the symbols in the node's attributes and types. */
void pass_visit_symbols(const IrNode *node, void (*visit)(void *env, const ShSymbol *), void *env);
/* The result shares memory with operand 0 (or may). */
bool pass_is_alias(IrOp op);

/* Is this node on constant scalars a constant by exact Python rules? Anything that Python would raise on, any overflow
 * of int64, and functions that libraries round differently are not folded. */
bool pass_fold_scalar(const IrNode *node, Constant *value);

/* The rules of passes_rules.def. */
typedef struct PassRule {
    IrOp root;
    const char *name, *doc;
    uint64_t hits; /* since the process started */
} PassRule;
PassRule *pass_rules(int *count);
#endif
