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
void report_nothing(Buf *out, const ModuleResult *result);        /* the warning that there is no variant */
/* The file of a place in an installed package, from the package on: "torch/nn/modules/activation.py". */
const char *report_installed_name(Span span);
/* Variants in the whole module. */
int report_variant_count(const ModuleResult *result);
/* "3 functions: 1 compiled whole, 1 in segments, 1 stays Python". */
void report_summary(Buf *out, const ModuleResult *result);
/* Is one of the eight bytes 0? */
static inline uint64_t report_has_zero(uint64_t word) {
    return (word - UINT64_C(0x0101010101010101)) & ~word & UINT64_C(0x8080808080808080);
}
void report_quoted(Buf *out, const char *text, size_t len); /* as a string of JSON */

/* ---- report_notes.c: what stays Python, as people are told it -----------------------------------------------------
 */
/* A cause, once, with the other places where it stands. */
typedef struct ReportNote {
    const Cut *cut;
    VEC(uint32_t) also; /* other lines of the same file */
    VEC(uint32_t) from; /* lines of the entry that lead there */
    bool first;         /* of its code: the hint is told here */
    bool has_inner;     /* the place in an installed file says more than the cut's own */
} ReportNote;
typedef VEC(ReportNote) ReportNotes;
void report_notes(ReportNotes *notes, Arena *arena, const Entry *entry);
bool report_is_consequence(const Entry *entry, const Cut *cut); /* a note beside it says why */
bool report_inner_tells(const Cut *cut);

/* ---- report_work.c: what a variant runs, and what in the program that stands for ----------------------------------
 */
typedef struct ReportWork {
    const char *kind; /* "fused", "library", "ATen" */
    const char *name; /* of the kernel in C, or of the operator */
    VEC(const char *) operators;
    VEC(Span) places; /* one a line, in order */
} ReportWork;
typedef VEC(ReportWork) ReportWorks;
void report_works(ReportWorks *works, Arena *arena, const Variant *variant);
void report_work_json(Buf *out, const Variant *variant);
void report_work_text(Buf *out, const Variant *variant, const SourceFile *source);
#endif
