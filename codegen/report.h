/* The report on a build, for tools (JSON), for people (text on the terminal), and for Make and Ninja (depfile). */
#ifndef PYAOT_REPORT_H
#define PYAOT_REPORT_H
#include "analysis/analysis.h"

/* NAME.report.json: entries, variants with guards and graphs, and what stayed Python and why. */
void report_json(Buf *out, const ModuleResult *result);
/* NAME.report.html: the source, each line with how it runs and why. */
void report_html(Buf *out, const ModuleResult *result);
/* All that is known about each function, for `pyaot explain`: variants, guards, operators, and what stays Python and
 * why. */
void report_explain(Buf *out, const ModuleResult *result);
/* NAME.d: `target: source calls-file inlined files`. */
void report_depfile(Buf *out, const ModuleResult *result, const char *target);
/* One line a function, and under it why it, or a part of it, stayed Python. */
void report_text(Buf *out, const ModuleResult *result, bool all); /* not all: only call lines without a variant */
/* The file of a place in an installed package, from the package on: "torch/nn/modules/activation.py". */
const char *report_installed_name(Span span);
/* Variants in the whole module. */
int report_variant_count(const ModuleResult *result);
#endif
