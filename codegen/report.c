/* Prints what was compiled, under which guards, and what stayed Python; see report.h. Nothing in it depends on the
 * machine or the time, so that equal inputs give equal reports. */
#include "codegen/report.h"

#include <string.h>

#include "codegen/codegen.h"
#include "parser/parser.h"

/* ---- JSON ------------------------------------------------------------------------------------------------------- */

static inline bool is_plain(unsigned char c) { return c >= 0x20 && c != '"' && c != '\\'; }

/* How many of the bytes are plain in any case: looked at eight at a time, as nearly all are. */
static inline size_t plain_words(const char *text, size_t len) {
    size_t at = 0;
    for (uint64_t word; len - at >= sizeof word; at += sizeof word) {
        memcpy(&word, text + at, sizeof word);
        uint64_t control = (word - UINT64_C(0x2020202020202020)) & ~word & UINT64_C(0x8080808080808080);
        if (control | report_has_zero(word ^ UINT64_C(0x2222222222222222)) |
            report_has_zero(word ^ UINT64_C(0x5C5C5C5C5C5C5C5C)))
            break;
    }
    return at;
}

void report_quoted(Buf *out, const char *text, size_t len) {
    buf_putc(out, '"');
    const char *end = text + len;
    for (const char *at = text; at < end; text = at) {
        at += plain_words(at, (size_t)(end - at));
        while (at < end && is_plain((unsigned char)*at))
            at++;
        buf_put(out, text, (size_t)(at - text));
        if (at == end)
            break;
        unsigned char c = (unsigned char)*at++;
        if (c == '"' || c == '\\')
            buf_put(out, (const char[]){'\\', (char)c}, 2);
        else if (c == '\n')
            buf_puts(out, "\\n");
        else
            buf_printf(out, "\\u%04x", c);
    }
    buf_putc(out, '"');
}

static void put_field(Buf *out, const char *indent, const char *name, const char *text, const char *end) {
    buf_printf(out, "%s\"%s\": ", indent, name);
    report_quoted(out, text, strlen(text));
    buf_puts(out, end);
}

static void put_guards(Buf *out, const FactList *facts) {
    buf_puts(out, "          \"guards\": [");
    for (uint32_t i = 0; i < facts->items.len; i++) {
        Fact *fact = &facts->items.data[i];
        buf_printf(out, "%s\n            {\"line\": %u, ", i ? "," : "", span_line(fact->span));
        if (span_line(fact->span))
            put_field(out, "", "file", report_installed_name(fact->span), ", ");
        Str text = fact_text(fact);
        buf_puts(out, "\"fact\": ");
        report_quoted(out, text, str_len(text));
        buf_putc(out, '}');
    }
    buf_puts(out, "\n          ],\n");
}

typedef struct DeclineText {
    Buf *out;
    int count;
} DeclineText;

static void put_decline(void *env, const char *backend, const char *reason) {
    DeclineText *text = env;
    buf_puts(text->out, text->count++ ? ", {" : "{");
    put_field(text->out, "", "backend", backend, ", ");
    put_field(text->out, "", "reason", reason, "}");
}

static void put_backends(Buf *out, const Variant *variant) {
    Buf names = {0};
    cg_print_backends(&names, variant);
    put_field(out, "          ", "backends", names.data ? names.data : "", ",\n");
    buf_free(&names);
    DeclineText text = {out, 0};
    buf_puts(out, "          \"declined\": [");
    cg_visit_declines(variant, put_decline, &text);
    buf_puts(out, "],\n");
}

static void put_variant(Buf *out, const Variant *variant) {
    CgOperators operators = cg_count_operators(variant);
    Buf graph = {0};
    cg_print_graph(&graph, variant);
    buf_puts(out, "        {\n");
    put_field(out, "          ", "name", variant->name, ",\n");
    put_field(out, "          ", "signature", variant->signature, ",\n");
    if (variant->call)
        put_field(out, "          ", "call", variant->call, ",\n");
    put_backends(out, variant);
    put_guards(out, &variant->guards);
    buf_printf(out, "          \"operators\": {\"fused\": %d, \"library\": %d, \"aten\": %d, \"python\": %d},\n",
               operators.fused, operators.library, operators.aten, operators.python);
    report_work_json(out, variant);
    buf_puts(out, "          \"graph\": ");
    report_quoted(out, graph.data, graph.len);
    buf_puts(out, "\n        }");
    buf_free(&graph);
}

const char *report_installed_name(Span span) {
    const char *folder = strstr(span.file->path, "site-packages/");
    return folder ? folder + strlen("site-packages/") : span.file->display;
}

static void put_cut(Buf *out, const Cut *cut) {
    size_t len = 0;
    const char *line = cut->span.file ? span_line_text(cut->span, &len) : "";
    buf_printf(out, "        {\"code\": \"%s\", \"line\": %u, \"column\": %u, ", diag_id(cut->code),
               span_line(cut->span), span_column(cut->span));
    put_field(out, "", "file", cut->span.file ? cut->span.file->display : "", ", ");
    put_field(out, "", "reason", cut->reason, ", ");
    if (cut->call)
        put_field(out, "", "call", cut->call, ", ");
    if (cut->inner.file) {
        put_field(out, "", "inner_file", report_installed_name(cut->inner), ", ");
        buf_printf(out, "\"inner_line\": %u, ", span_line(cut->inner));
    }
    if (cut->from.file)
        buf_printf(out, "\"from_line\": %u, ", span_line(cut->from));
    put_field(out, "", "hint", diag_hint(cut->code), ", \"source\": ");
    report_quoted(out, line, len);
    buf_putc(out, '}');
}

static void put_cuts(Buf *out, const CutVec *cuts) {
    for (uint32_t i = 0; i < cuts->len; i++) {
        buf_puts(out, i ? ",\n" : "\n");
        put_cut(out, &cuts->data[i]);
    }
    buf_puts(out, cuts->len ? "\n      ]" : "]");
}

static const char *kind_name(const Entry *entry) {
    static const char *const names[] = {"whole", "segmented", "segment", "python"};
    return names[entry->kind];
}

static void put_entry(Buf *out, const Entry *entry) {
    buf_puts(out, "    {\n");
    put_field(out, "      ", "name", entry->name, ",\n");
    put_field(out, "      ", "kind", kind_name(entry), ",\n");
    buf_printf(out, "      \"line\": %u,\n      \"variants\": [", span_line(entry->def->u.FunctionDef.def_span));
    for (uint32_t i = 0; i < entry->variants.len; i++) {
        buf_puts(out, i ? ",\n" : "\n");
        put_variant(out, entry->variants.data[i]);
    }
    buf_puts(out, entry->variants.len ? "\n      ],\n      \"cuts\": [" : "],\n      \"cuts\": [");
    put_cuts(out, &entry->cuts);
    buf_puts(out, "\n    }");
}

void report_json(Buf *out, const ModuleResult *result) {
    buf_puts(out, "{\n");
    put_field(out, "  ", "module", result->name, ",\n");
    put_field(out, "  ", "source", result->source->display, ",\n");
    buf_printf(out, "  \"source_hash\": \"%016llx\",\n  \"inlined\": [",
               (unsigned long long)source_hash(result->source));
    for (uint32_t i = 0; i < result->inlined_modules.len; i++) {
        buf_puts(out, i ? ", " : "");
        report_quoted(out, result->inlined_modules.data[i], str_len(result->inlined_modules.data[i]));
    }
    buf_puts(out, "],\n  \"entries\": [");
    for (uint32_t i = 0; i < result->entries.len; i++) {
        buf_puts(out, i ? ",\n" : "\n");
        put_entry(out, result->entries.data[i]);
    }
    buf_puts(out, result->entries.len ? "\n  ],\n  \"unfollowed\": [" : "],\n  \"unfollowed\": [");
    put_cuts(out, &result->unfollowed);
    buf_puts(out, "\n}\n");
}

/* ---- depfile ---------------------------------------------------------------------------------------------------- */

/* Make's quoting of blanks, '#' and '$' in file names. */
static void put_path(Buf *out, const char *path) {
    for (; *path; path++) {
        if (strchr(" \t#\\", *path))
            buf_putc(out, '\\');
        if (*path == '$')
            buf_putc(out, '$');
        buf_putc(out, *path);
    }
}

void report_depfile(Buf *out, const ModuleResult *result, const char *target) {
    put_path(out, target);
    buf_puts(out, ": ");
    put_path(out, result->source->path);
    if (result->calls_path) {
        buf_puts(out, " \\\n  ");
        put_path(out, result->calls_path);
    }
    for (uint32_t i = 0; i < result->inlined.len; i++) {
        buf_puts(out, " \\\n  ");
        put_path(out, result->inlined.data[i]->path);
    }
    buf_puts(out, "\n");
}

/* ---- text ------------------------------------------------------------------------------------------------------- */

int report_variant_count(const ModuleResult *result) {
    int count = 0;
    for (uint32_t i = 0; i < result->entries.len; i++)
        count += (int)result->entries.data[i]->variants.len;
    return count;
}

void report_summary(Buf *out, const ModuleResult *result) {
    int count[4] = {0}, functions = 0;
    for (uint32_t i = 0; i < result->entries.len; i++)
        count[result->entries.data[i]->kind]++;
    functions = count[ENTRY_WHOLE] + count[ENTRY_SEGMENTED] + count[ENTRY_PYTHON];
    if (!functions) {
        buf_puts(out, "no function");
        return;
    }
    buf_printf(out, "%d function%s: %d compiled whole, %d in segments, %d stay%s Python", functions,
               functions == 1 ? "" : "s", count[ENTRY_WHOLE], count[ENTRY_SEGMENTED], count[ENTRY_PYTHON],
               count[ENTRY_PYTHON] == 1 ? "s" : "");
}

/* Of functions without parameters, as `main`, which set things up and print them, the first reasons are enough. */
static uint32_t shown_notes(const Entry *entry, uint32_t count) {
    enum { SHOWN = 12, SHOWN_OF_DRIVER = 2 };
    bool driver = entry->args.len == 0 && !strchr(entry->name, '.');
    uint32_t most = driver ? SHOWN_OF_DRIVER : SHOWN;
    return count <= most + 1 ? count : most;
}

static void put_line_numbers(Buf *out, const char *what, const uint32_t *lines, uint32_t count) {
    enum { SHOWN = 12 };
    for (uint32_t i = 0; i < count && i < SHOWN; i++)
        if (i)
            buf_printf(out, ", %u", lines[i]);
        else
            buf_printf(out, "  %s: line%s %u", what, count > 1 ? "s" : "", lines[i]);
    if (count)
        buf_puts(out, count > SHOWN ? ", ...\n" : "\n");
}

static void put_text_note(Buf *out, const ReportNote *note) {
    const Cut *cut = note->cut;
    if (cut->call)
        buf_printf(out, "  no variant for: %s\n", cut->call);
    Diag diag = {DIAG_NOTE, cut->code, cut->span, cut->reason};
    diag_print_message(out, &diag);
    if (note->has_inner)
        buf_printf(out, "  in: %s line %u\n", report_installed_name(cut->inner), span_line(cut->inner));
    put_line_numbers(out, "also", note->also.data, note->also.len);
    put_line_numbers(out, "from", note->from.data, note->from.len);
    if (note->first)
        buf_printf(out, "  hint: %s\n", diag_hint(cut->code));
}

static void put_text_cuts(Buf *out, const Entry *entry) {
    Arena *arena = arena_new();
    ReportNotes notes = {0};
    report_notes(&notes, arena, entry);
    uint32_t shown = shown_notes(entry, notes.len);
    for (uint32_t i = 0; i < shown; i++)
        put_text_note(out, &notes.data[i]);
    if (shown < notes.len)
        buf_printf(out, "  and %u more reasons, all of which the report of a build lists\n", notes.len - shown);
    arena_free(arena);
}

static void put_unmet_calls(Buf *out, const ModuleResult *result) {
    for (uint32_t i = 0; i < result->entries.len; i++)
        if (result->entries.data[i]->kind == ENTRY_WHOLE)
            put_text_cuts(out, result->entries.data[i]);
}

void report_nothing(Buf *out, const ModuleResult *result) {
    const char *hint = diag_hint(D_NO_ENTRY);
    for (uint32_t i = 0; i < result->entries.len; i++)
        if (result->entries.data[i]->cuts.len)
            hint = "the notes below say what is in the way";
    if (!result->entries.len)
        hint = "functions and methods are compiled: put what has to be fast into one";
    buf_printf(out, "%s: warning: nothing was compiled, all of it stays Python%s [%s]\n  hint: %s\n",
               result->source->display, result->entries.len ? "" : ": it defines no function", diag_id(D_NO_ENTRY),
               hint);
}

void report_text(Buf *out, const ModuleResult *result, bool all) {
    if (!all) {
        put_unmet_calls(out, result);
        return;
    }
    for (uint32_t i = 0; i < result->entries.len; i++) {
        const Entry *entry = result->entries.data[i];
        if (entry->kind == ENTRY_SEGMENT)
            continue;
        buf_printf(out, "%s: ", entry->name);
        if (entry->kind == ENTRY_WHOLE)
            buf_printf(out, "compiled whole, %u variant%s\n", entry->variants.len, entry->variants.len == 1 ? "" : "s");
        else if (entry->kind == ENTRY_SEGMENTED)
            buf_puts(out, "compiled in segments; these statements stay Python:\n");
        else
            buf_puts(out, "stays Python\n");
        put_text_cuts(out, entry);
    }
}

/* ---- explain ---------------------------------------------------------------------------------------------------- */

static void explain_decline(void *env, const char *backend, const char *reason) {
    buf_printf(env, "    not by the back end %s: %s\n", backend, reason);
}

/* That functions and classes of torch and Python are what they were is told in one line, where there are many of them.
 */
static bool is_of_library(const Fact *fact) {
    return (fact->kind == FACT_IS || fact->kind == FACT_CODE) && fact->text && fact->text[0] != ':';
}

static void explain_place(Buf *out, Span span, const SourceFile *source) {
    uint32_t line = span_line(span);
    if (line && span.file == source)
        buf_printf(out, " (line %u)", line);
    else if (line)
        buf_printf(out, " (%s line %u)", report_installed_name(span), line);
}

/* A fact is told once, though it may be checked of several objects: each instance's own class. */
static bool is_told(const FactList *facts, uint32_t at) {
    const Fact *fact = &facts->items.data[at];
    for (uint32_t i = 0; i < at; i++) {
        const Fact *other = &facts->items.data[i];
        if (fact->kind == FACT_CODE && other->kind == FACT_CODE && fact->text && other->text &&
            strcmp(fact->text, other->text) == 0)
            return true;
    }
    return false;
}

static void explain_guards(Buf *out, const FactList *facts, const SourceFile *source) {
    enum { LIBRARY_SHOWN = 6 };
    uint32_t library = 0, shown = 0;
    for (uint32_t i = 0; i < facts->items.len; i++)
        library += is_of_library(&facts->items.data[i]);
    for (uint32_t i = 0; i < facts->items.len; i++) {
        Fact *fact = &facts->items.data[i];
        if ((is_of_library(fact) && library > LIBRARY_SHOWN) || is_told(facts, i))
            continue;
        buf_puts(out, shown++ ? "            " : "    guards: ");
        buf_puts(out, fact_shown(fact));
        explain_place(out, fact->span, source);
        buf_putc(out, '\n');
    }
    if (library > LIBRARY_SHOWN)
        buf_printf(out, "%s%u functions and classes of torch and Python are unchanged\n",
                   shown ? "            " : "    guards: ", library);
}

/* That C is made is no news. */
static void explain_backends(Buf *out, const Variant *variant) {
    Buf names = {0};
    cg_print_backends(&names, variant);
    if (names.len && strcmp(names.data, "c") != 0)
        buf_printf(out, "    back end: %s\n", names.data);
    buf_free(&names);
}

static void explain_variant(Buf *out, const Variant *variant, const SourceFile *source) {
    CgOperators count = cg_count_operators(variant);
    buf_printf(out, "  %s\n", variant->signature);
    if (variant->call)
        buf_printf(out, "    asked for by: %s\n", variant->call);
    explain_backends(out, variant);
    cg_visit_declines(variant, explain_decline, out);
    buf_printf(out, "    operators: %d fused, %d library, %d ATen, %d Python\n", count.fused, count.library, count.aten,
               count.python);
    report_work_text(out, variant, source);
    explain_guards(out, &variant->guards, source);
}

static void explain_variants(Buf *out, const Entry *entry) {
    for (uint32_t i = 0; i < entry->variants.len; i++)
        explain_variant(out, entry->variants.data[i], entry->def->span.file);
}

static void explain_segments(Buf *out, const Entry *entry) {
    for (uint32_t i = 0; i < entry->pieces.len; i++) {
        const Piece *piece = &entry->pieces.data[i];
        Span last = piece->statements[piece->statement_count - 1]->span;
        uint32_t first_line = span_line(piece->statements[0]->span);
        uint32_t last_line = span_line((Span){last.file, last.end - 1, last.end});
        buf_printf(out, last_line > first_line ? " segment, lines %u to %u:\n" : " segment, line %u:\n", first_line,
                   last_line);
        explain_variants(out, piece->segment);
    }
}

void report_explain(Buf *out, const ModuleResult *result) {
    static const char *const kinds[] = {"compiled whole", "compiled in segments", "segment", "stays Python"};
    if (result->entries.len) {
        buf_printf(out, "%s: ", result->source->display);
        report_summary(out, result);
        buf_putc(out, '\n');
    }
    for (uint32_t i = 0; i < result->entries.len; i++) {
        const Entry *entry = result->entries.data[i];
        if (entry->kind == ENTRY_SEGMENT)
            continue;
        buf_printf(out, "\n%s (line %u): %s\n", entry->name, span_line(entry->def->u.FunctionDef.def_span),
                   kinds[entry->kind]);
        explain_variants(out, entry);
        explain_segments(out, entry);
        put_text_cuts(out, entry);
    }
    if (result->unfollowed.len) {
        Entry driver = {.name = str_of("."), .cuts = result->unfollowed};
        buf_puts(out, "\nof the module's own code these statements are not followed\n");
        put_text_cuts(out, &driver);
    }
    if (result->entries.len == 0)
        report_nothing(out, result);
}
