/* Call lines: what to compile, written as Python call expressions in which `f32[B, T]` is a tensor.
 *
 *   mse(f32[M, N], f32[M, N])          sizes: a number is fixed, a name is a symbol, the same name is the same size
 *   GPT(GPTConfig(n_layer=12))(i64[B, T])
 *   step(f32[N, 8].t(), 3, mode="sum") a plain int or float means "an int", "a float"; bool, str and None are by value
 *
 *   +step(f64[N], 3)                   a variant more than without the line
 *
 * They come from --call and from the .calls file beside the source (one a line; # starts a comment). */
#ifndef PYAOT_CALLS_H
#define PYAOT_CALLS_H
#include "analysis/ev.h"

typedef struct CallLine {
    Str text;
    Span span;
    bool adds; /* +fn(...): what is compiled without the line is as well */
    const Value *callee;
    CallArgs args;
} CallLine;
typedef struct CallLines {
    VEC(CallLine) items;
    const AstNode *tree; /* of the source, for messages */
    const char *path;    /* of the calls file that was read; NULL: none */
} CallLines;

/* Evaluates all call lines that the options name. False after errors were added. */
bool calls_read(Ev *ev, Module *module, const struct AnalysisOptions *options, const SourceFile *source,
                CallLines *out);
#endif
