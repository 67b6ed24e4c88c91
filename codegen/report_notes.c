/* What is told of the statements of a function that stay Python: each cause once. Takes the cuts that analysis noted,
 * which are one for each statement, and leaves out those that only follow from another on the same line; equal ones are
 * one, with their lines. The report for tools has all of them (see report.c). */
#include <string.h>

#include "codegen/report.h"

static bool same_line(Span a, Span b) { return a.file && a.file == b.file && span_line(a) == span_line(b); }

bool report_inner_tells(const Cut *cut) { return cut->inner.file && !same_line(cut->inner, cut->span); }

/* Says of a value only that it is not known, or of an object that it could not be made. */
static bool may_follow(const Cut *cut) {
    return cut->code == D_FOLLOWS || (cut->code == D_CONSTRUCTOR && !report_inner_tells(cut));
}

/* A loop or block stays Python for what a statement in it leads to, of which that is told. */
static bool is_around(const Cut *outer, const Cut *inner) {
    return outer->from.file && outer->span.begin == inner->span.begin && outer->code == inner->code &&
           outer->from.begin < inner->from.begin && inner->from.begin < outer->from.end;
}

bool report_is_consequence(const Entry *entry, const Cut *cut) {
    for (uint32_t i = 0; i < entry->cuts.len; i++) {
        const Cut *other = &entry->cuts.data[i];
        if (is_around(cut, other))
            return true;
        if (other == cut || !same_line(other->span, cut->span))
            continue;
        if (may_follow(cut) && (!may_follow(other) || other < cut))
            return true;
        if (other < cut && other->from.begin == cut->from.begin && other->code == cut->code &&
            strcmp(other->reason, cut->reason) == 0)
            return true;
    }
    return false;
}

static ReportNote *equal_note(ReportNotes *notes, const Cut *cut) {
    for (uint32_t i = 0; i < notes->len; i++) {
        const Cut *known = notes->data[i].cut;
        if (known->code == cut->code && known->span.file == cut->span.file && !known->call && !cut->call &&
            strcmp(known->reason, cut->reason) == 0)
            return &notes->data[i];
    }
    return NULL;
}

/* In the order of the source, as it is read; analysis finds them in the order of its attempts. Those of other files,
 * and calls without a variant, keep their places. */
static bool comes_before(const Cut *a, const Cut *b) {
    return !a->call && !b->call && a->span.file == b->span.file && a->span.begin < b->span.begin;
}

static void sort_notes(ReportNotes *notes) {
    for (uint32_t i = 1; i < notes->len; i++) {
        ReportNote note = notes->data[i];
        uint32_t at = i;
        for (; at > 0 && comes_before(note.cut, notes->data[at - 1].cut); at--)
            notes->data[at] = notes->data[at - 1];
        notes->data[at] = note;
    }
}

static void sort_lines(uint32_t *lines, uint32_t count) {
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t at = i; at > 0 && lines[at] < lines[at - 1]; at--) {
            uint32_t line = lines[at];
            lines[at] = lines[at - 1];
            lines[at - 1] = line;
        }
}

static bool is_first(const ReportNotes *notes, uint32_t at) {
    for (uint32_t i = 0; i < at; i++)
        if (notes->data[i].cut->code == notes->data[at].cut->code)
            return false;
    return true;
}

void report_notes(ReportNotes *notes, Arena *arena, const Entry *entry) {
    for (uint32_t i = 0; i < entry->cuts.len; i++) {
        const Cut *cut = &entry->cuts.data[i];
        if (report_is_consequence(entry, cut))
            continue;
        ReportNote *known = equal_note(notes, cut);
        if (!known) {
            ReportNote note = {.cut = cut, .has_inner = report_inner_tells(cut)};
            vec_push(arena, notes, note);
            known = &notes->data[notes->len - 1];
        } else if (cut->span.begin != known->cut->span.begin) {
            vec_push(arena, &known->also, span_line(cut->span));
        }
        if (cut->from.file)
            vec_push(arena, &known->from, span_line(cut->from));
    }
    sort_notes(notes);
    for (uint32_t i = 0; i < notes->len; i++) {
        notes->data[i].first = is_first(notes, i);
        sort_lines(notes->data[i].also.data, notes->data[i].also.len);
        sort_lines(notes->data[i].from.data, notes->data[i].from.len);
    }
}
