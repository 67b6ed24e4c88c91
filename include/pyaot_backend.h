/* Back ends of third parties for pyaot (docs/backends.md; a small one: examples/backend_plugin/).
 *
 * A back end is a shared object with one exported function:
 *
 *     const PyaotBackend *pyaot_backend(uint32_t host_version);
 *
 * It is loaded when it is named: --backend=./libmine.so, or --backend=mine where libpyaot_mine.so lies in a folder of
 * the environment variable PYAOT_BACKEND_PATH, beside pyaot, or in lib/pyaot next to pyaot's bin. pyaot shows it each
 * part of a program that is a straight run of tensor operations: a graph. It declines, with a reason, or answers with
 * the text of a C function that computes the results. Guards, memory, dispatch, effects and control flow stay pyaot's.
 *
 * Everything that pyaot hands over is valid during the call only. Plain C11; needs no other header of pyaot. */
#ifndef PYAOT_BACKEND_H_
#define PYAOT_BACKEND_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Grows with each change that an older reader would misunderstand. New fields at the end of a struct do not change it:
 * `size` says which fields there are. */
#define PYAOT_BACKEND_VERSION 1u

typedef enum PyaotKind { PYAOT_TENSOR, PYAOT_INT, PYAOT_FLOAT, PYAOT_BOOL, PYAOT_NOTHING } PyaotKind;

/* The type of a value. Sizes and strides are texts: "4", "N", "2*N + 1", "(N + 1)//2", over the names in
 * PyaotGraph.symbols, with + - *, // and % (rounded towards minus infinity), min(a, b) and max(a, b). A size that only
 * the graph's own work tells is "x.size(0)", of the value x of PyaotNode.text. */
typedef struct PyaotType {
    PyaotKind kind;
    const char *dtype; /* "float32", "bfloat16", "int64", "bool", ...; NULL for numbers */
    int32_t rank;
    const char *const *sizes;
    const char *const *strides; /* in elements; NULL: row-major */
} PyaotType;

typedef struct PyaotNode {
    const char *op;     /* "add", "exp", "sum", "matmul", ...: docs/operations.md has them all; "input" for inputs */
    const char *target; /* of an "aten" node: "aten::cumsum"; else NULL. Its arguments that are no tensors: see text */
    const char *text;   /* the same as a line of Python: "t3 = torch.sum(t2, dim=[1])" */
    const char *where;  /* "model.py:23", or "" */
    PyaotType type;     /* of its result; PYAOT_NOTHING: it has several, which nodes "result" take */
    uint32_t input_count;
    const uint32_t *inputs; /* indices into PyaotGraph.nodes, each before this node */
    uint32_t int_count;
    const int64_t *ints; /* attributes, see docs/operations.md */
    uint32_t expr_count;
    const char *const *exprs; /* attributes, likewise: texts as those of sizes */
    double number;            /* of a "const" of kind PYAOT_FLOAT; the others are in ints[0] */
} PyaotNode;

typedef struct PyaotGraph {
    uint32_t version, size; /* PYAOT_BACKEND_VERSION and sizeof(PyaotGraph) of the host */
    const char *name;       /* of the C function that is asked for */
    uint32_t node_count;
    const PyaotNode *nodes;
    uint32_t input_count;   /* nodes that stand for what is passed, in the order of the parameter `inputs` */
    const uint32_t *inputs; /* tensors and numbers; a constant is a node "const" and is not passed */
    uint32_t symbol_count;  /* names in sizes and strides, passed in the parameter `sizes` in this order */
    const char *const *symbols;
    uint32_t output_count; /* nodes whose values are wanted: tensors */
    const uint32_t *outputs;
    const char *text; /* all of it as the body of a Python function */
} PyaotGraph;

/* The C function. pyaot's generated file has these types too, as PyaotView and PyaotValue of pyaot_runtime.h:
 *
 *     static void NAME(const PyaotValue *inputs, const int64_t *sizes, const PyaotView *outputs)
 *
 * inputs: one for each of PyaotGraph.inputs, tensors as `view`, numbers as `i` (int, bool) or `f`. outputs: fresh
 * tensors, row-major or with the strides of their types, to be filled. It must not fail, call Python or keep a pointer;
 * the GIL is released around it. It may use <math.h>, <string.h> and OpenMP, and what its
 * own #include lines and flags bring. */
typedef struct PyaotAnswer {
    uint32_t size;     /* sizeof(PyaotAnswer) of the host */
    const char *code;  /* the text of the function, and of static helpers whose names begin with its name; kept by the
                          back end until the next call, or for ever */
    const char *flags; /* NULL, or words for the C compiler, kept likewise: where it compiles the generated C, and
                          behind all objects where it links: "-I/opt/mine/include -L/opt/mine/lib -lmine". A back end
                          for hosts without this field looks at `size` first */
} PyaotAnswer;

typedef struct PyaotBackend {
    uint32_t version; /* PYAOT_BACKEND_VERSION of the header that it was compiled with */
    uint32_t size;    /* sizeof(PyaotBackend) of that header */
    const char *name; /* lower-case identifier */
    const char *doc;  /* one line, for --list-backends */
    void *state;      /* passed to the functions below */
    /* NULL: accepted, answer->code is set; else the reason why not, for people: "no reductions". */
    const char *(*compile)(void *state, const PyaotGraph *graph, PyaotAnswer *answer);
    /* Of pyaot's own back ends, built with pyaot: takes loop IR (codegen/backend.h). NULL in all others. */
    const void *code;
    /* NULL: graphs have all operations of a run. Else it is asked before graphs are made, of each operation: 0 leaves
     * it out of them, to pyaot's own code. nodes[index] is the operation, before it stand its operands, of which it
     * knows no more than op, type and numbers; their sizes are texts to be compared, over names that may be others
     * later. */
    int (*takes)(void *state, const PyaotNode *nodes, uint32_t index);
} PyaotBackend;

/* NULL: the back end cannot work with a host of this version. */
const PyaotBackend *pyaot_backend(uint32_t host_version);

#ifdef __cplusplus
}
#endif
#endif
