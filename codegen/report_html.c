/* Prints NAME.report.html: the source, each line coloured by how it runs, and at the lines what was compiled, under
 * which guards, and why the rest stays Python. One file without scripts, fonts or pictures from elsewhere; like the
 * other reports it depends on its input alone. */
#include <limits.h>
#include <string.h>

#include "codegen/codegen.h"
#include "codegen/report.h"

typedef enum { RUNS_ONCE, RUNS_WHOLE, RUNS_SEGMENT, RUNS_PYTHON } Runs;

typedef struct Page {
    Buf *out;
    const ModuleResult *result;
    unsigned char *runs; /* of each line, from 1 */
} Page;

static void put_escaped(Buf *out, const char *text, size_t len) {
    static const char *const entities[UCHAR_MAX + 1] = {
        ['<'] = "&lt;", ['>'] = "&gt;", ['&'] = "&amp;", ['"'] = "&quot;"};
    size_t begin = 0;
    for (size_t i = 0; i < len; i++) {
        const char *entity = entities[(unsigned char)text[i]];
        if (!entity)
            continue;
        buf_put(out, text + begin, i - begin);
        buf_puts(out, entity);
        begin = i + 1;
    }
    buf_put(out, text + begin, len - begin);
}

static void put_text(Buf *out, const char *text) { put_escaped(out, text, strlen(text)); }

static uint32_t last_line(Span span) {
    return span_line((Span){span.file, span.end > span.begin ? span.end - 1 : span.end, span.end});
}

static void paint(Page *page, uint32_t first, Span span, Runs runs) {
    uint32_t last = last_line(span);
    for (uint32_t line = first; line <= last && line <= page->result->source->line_count; line++)
        page->runs[line] = (unsigned char)runs;
}

static void paint_entry(Page *page, const Entry *entry) {
    static const Runs of_kind[] = {RUNS_WHOLE, RUNS_PYTHON, RUNS_SEGMENT, RUNS_PYTHON};
    if (entry->kind == ENTRY_SEGMENT)
        return;
    paint(page, span_line(entry->def->u.FunctionDef.def_span), entry->def->span, of_kind[entry->kind]);
    for (uint32_t i = 0; i < entry->pieces.len; i++) {
        const Piece *piece = &entry->pieces.data[i];
        Span last = piece->statements[piece->statement_count - 1]->span;
        paint(page, span_line(piece->statements[0]->span), last, RUNS_SEGMENT);
    }
}

/* ---- notes ------------------------------------------------------------------------------------------------------ */

static void put_facts(Buf *out, const FactList *facts) {
    buf_puts(out, "<ul>");
    for (uint32_t i = 0; i < facts->items.len; i++) {
        uint32_t line = span_line(facts->items.data[i].span);
        buf_puts(out, "<li><code>");
        put_text(out, fact_text(&facts->items.data[i]));
        buf_puts(out, "</code>");
        if (line)
            buf_printf(out, " (line %u)", line);
        buf_puts(out, "</li>");
    }
    buf_puts(out, "</ul>");
}

static void put_variant(Page *page, const Variant *variant) {
    Buf *out = page->out;
    CgOperators count = cg_count_operators(variant);
    buf_puts(out, "<details><summary><code>");
    put_text(out, variant->signature);
    buf_printf(out, "</code> %d fused, %d library, %d ATen, %d Python</summary>", count.fused, count.library,
               count.aten, count.python);
    if (variant->call) {
        buf_puts(out, "<p>asked for by <code>");
        put_text(out, variant->call);
        buf_puts(out, "</code></p>");
    }
    buf_puts(out, "<p>runs in <code>");
    put_text(out, variant->name);
    buf_puts(out, "</code> of <a href=\"");
    put_text(out, page->result->name);
    buf_puts(out, "_kernels.c\">");
    put_text(out, page->result->name);
    Buf backends = {0};
    cg_print_backends(&backends, variant);
    buf_puts(out, "_kernels.c</a>, by the back end <code>");
    put_text(out, backends.data ? backends.data : "");
    buf_puts(out, "</code>, if</p>");
    buf_free(&backends);
    put_facts(out, &variant->facts);
    buf_puts(out, "</details>");
}

static void begin_note(Buf *out, const char *kind) { buf_printf(out, "<div class=\"note %s\">", kind); }

static void put_variants(Page *page, const Entry *entry, const char *kind, const char *title) {
    begin_note(page->out, kind);
    buf_printf(page->out, "<b>%s</b>", title);
    for (uint32_t i = 0; i < entry->variants.len; i++)
        put_variant(page, entry->variants.data[i]);
    buf_puts(page->out, "</div>");
}

static void put_cut(Page *page, const Cut *cut) {
    Buf *out = page->out;
    begin_note(out, "cut");
    buf_printf(out, "<b>%s</b> ", diag_id(cut->code));
    put_text(out, cut->reason);
    if (cut->inner.file) {
        buf_puts(out, "<br>in ");
        put_text(out, report_installed_name(cut->inner));
        buf_printf(out, " line %u", span_line(cut->inner));
    }
    buf_puts(out, "<br><i>");
    put_text(out, diag_hint(cut->code));
    buf_puts(out, "</i></div>");
}

/* What is said under a line: entries and segments that begin in it, cuts in it. */
static void put_notes(Page *page, uint32_t line) {
    static const char *const titles[] = {"compiled whole", "compiled in segments", "segment", "stays Python"};
    static const char *const kinds[] = {"whole", "segment", "segment", "python"};
    const ModuleResult *result = page->result;
    for (uint32_t i = 0; i < result->entries.len; i++) {
        const Entry *entry = result->entries.data[i];
        if (entry->kind == ENTRY_SEGMENT)
            continue;
        if (span_line(entry->def->u.FunctionDef.def_span) == line)
            put_variants(page, entry, kinds[entry->kind], titles[entry->kind]);
        for (uint32_t k = 0; k < entry->pieces.len; k++)
            if (span_line(entry->pieces.data[k].statements[0]->span) == line)
                put_variants(page, entry->pieces.data[k].segment, "segment", "segment");
        for (uint32_t k = 0; k < entry->cuts.len; k++)
            if (entry->cuts.data[k].span.file == result->source && span_line(entry->cuts.data[k].span) == line)
                put_cut(page, &entry->cuts.data[k]);
    }
}

/* ---- the page --------------------------------------------------------------------------------------------------- */

static void put_head(Page *page) {
    Buf *out = page->out;
    buf_puts(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>");
    put_text(out, page->result->source->display);
    buf_puts(
        out,
        "</title>\n<style>\n"
        "body { font-family: sans-serif; margin: 1em; max-width: 70em; }\n"
        ".line { font-family: monospace; white-space: pre-wrap; border-left: 0.6em solid #ddd; padding-left: 0.5em; }\n"
        ".line .number { color: #777; display: inline-block; width: 4em; }\n"
        ".whole { border-color: #2e9e4f; background: #f0faf2; }\n"
        ".segment { border-color: #3b78c9; background: #f0f5fc; }\n"
        ".python { border-color: #d99a2b; background: #fdf7ec; }\n"
        ".note { margin: 0.2em 0 0.4em 5em; padding: 0.3em 0.6em; border-left: 0.3em solid; font-size: 90%; }\n"
        ".cut { border-color: #c0392b; background: #fdf1f0; }\n"
        "ul { margin: 0.3em; }\np { margin: 0.3em; }\n"
        "</style>\n</head>\n<body>\n<h1>");
    put_text(out, page->result->source->display);
    buf_printf(out,
               "</h1>\n<p>%d variants. <span class=\"whole\">compiled whole</span> "
               "<span class=\"segment\">segment of a function</span> <span class=\"python\">Python</span></p>\n",
               report_variant_count(page->result));
}

static void put_lines(Page *page) {
    static const char *const classes[] = {"line", "line whole", "line segment", "line python"};
    const SourceFile *file = page->result->source;
    for (uint32_t line = 1; line <= file->line_count; line++) {
        size_t len;
        uint32_t begin = file->line_starts[line - 1];
        if (begin >= file->len) /* behind the last newline */
            break;
        const char *text = span_line_text((Span){file, begin, begin}, &len);
        buf_printf(page->out, "<div class=\"%s\" id=\"line-%u\"><span class=\"number\">%u</span>",
                   classes[page->runs[line]], line, line);
        put_escaped(page->out, text, len);
        buf_puts(page->out, "</div>\n");
        put_notes(page, line);
    }
}

void report_html(Buf *out, const ModuleResult *result) {
    Arena *arena = arena_new();
    Page page = {out, result, arena_array(arena, unsigned char, result->source->line_count + 2)};
    for (uint32_t i = 0; i < result->entries.len; i++)
        paint_entry(&page, result->entries.data[i]);
    put_head(&page);
    put_lines(&page);
    buf_puts(out, "</body>\n</html>\n");
    arena_free(arena);
}
