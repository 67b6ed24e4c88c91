/* The stub: the source, in which each compiled function carries one more, innermost decorator, and each function with
 * breaks is preceded by its segments. */
#ifndef PYAOT_STUB_H
#define PYAOT_STUB_H
#include "analysis/analysis.h"

/* Writes the text of the stub, UTF-8, line ends as in the source. */
void stub_emit(Buf *out, const ModuleResult *result);
#endif
