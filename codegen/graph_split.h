/* Graphs for graph back ends. A copy of a variant's graph is made in which each run of tensor operations is one node,
 * OP_CALL, for a function of tensors and numbers: what a graph back end is given. Inputs, results, views that alias
 * them, stores, control flow and scalars stay nodes, so that guards, effects and dispatch are pyaot's whoever computes
 * the values. */
#ifndef PYAOT_GRAPH_SPLIT_H
#define PYAOT_GRAPH_SPLIT_H
#include "analysis/ir.h"
#include "codegen/names.h"

typedef VEC(const IrNode *) NodeList;

/* One call. All nodes are of the original graph. */
typedef struct GraphCall {
    Str name; /* of the function: "fn_v0_graph0" */
    const IrGraph *graph;
    NodeList nodes;                /* what it computes, each after its operands; of views, also those of other calls */
    NodeList inputs;               /* its parameters: tensors, then numbers */
    NodeList outputs;              /* the tensors that it returns */
    VEC(const ShSymbol *) symbols; /* sizes that it mentions, its last parameters; see GraphLanguage */
    int operators;                 /* tensor operations among nodes */
    bool random;
    Map made; /* nodes, as a set */
} GraphCall;

typedef struct GraphSplit {
    IrGraph *graph; /* the copy */
    VEC(GraphCall *) calls;
} GraphSplit;

/* What the functions will be written in. C is given the symbols of all types, too, and must not fail: what checks its
 * indices (gathers) stays outside. */
typedef enum GraphLanguage { GRAPH_PYTHON, GRAPH_C } GraphLanguage;
/* What stays outside of calls besides: NULL `takes`, nothing. */
typedef struct GraphFilter {
    bool (*takes)(void *env, const IrNode *node);
    void *env;
} GraphFilter;
/* NULL, or why the graph cannot be divided so. `name`: what functions' names begin with. */
const char *graph_split(GraphSplit *out, Arena *arena, const IrGraph *graph, Str name, GraphLanguage language,
                        GraphFilter filter);

/* ---- graph_text.c ------------------------------------------------------------------------------------------------ */
/* Can the operation be written as a call of torch? */
bool graph_has_text(const IrNode *node);
/* Operations that neither the table nor a function of graph_text.c covers, and that are not leaves, flow or effects:
 * none. Returns the first one's name, or NULL. */
const char *graph_text_missing(void);
/* The call as a function of Python. */
void graph_print(Buf *out, const GraphCall *call);

/* The lines of one call, for those that want them one by one. */
typedef struct GraphPrinter {
    const GraphCall *call;
    Names names;
    Map values; /* IrNode, ShSymbol -> its name (Str) */
    Map used;   /* symbols that stand in what was printed */
} GraphPrinter;
void graph_printer_init(GraphPrinter *p, const GraphCall *call, Arena *arena);
void graph_print_node(Buf *out, GraphPrinter *p, const IrNode *node); /* "t3 = torch.sum(t2, dim=[1])" */
void graph_print_size(Buf *out, GraphPrinter *p, const ShExpr *e);
#endif
