/* Prints NAME.report.html: the source, each line coloured by how it runs, and at the lines what was compiled, under
 * which guards, and why the rest stays Python. One file without scripts, fonts or pictures from elsewhere; like the
 * other reports it depends on its input alone. */
#include <limits.h>
#include <string.h>

#include "codegen/codegen.h"
#include "codegen/report.h"

typedef enum { RUNS_ONCE, RUNS_WHOLE, RUNS_SEGMENT, RUNS_PYTHON } Runs;

/* Said under a line: of an entry or a segment, or of one of its cuts. */
typedef struct Note {
    const Entry *entry;
    const Cut *cut; /* or NULL */
    struct Note *next;
} Note;

typedef struct Page {
    Buf *out;
    const ModuleResult *result;
    unsigned char *runs;   /* of each line, from 1 */
    Note **notes;          /* of each line, from 1 */
    Note ***notes_end;     /* where the next one goes */
    VEC(const Cut *) told; /* at this line */
    Arena *arena;
} Page;

/* Are eight bytes plain in any case? `<` and `>` differ in one bit, and so do `"` and `&`. */
static inline bool is_plain_word(const char *text) {
    uint64_t word;
    memcpy(&word, text, sizeof word);
    return !(report_has_zero((word | UINT64_C(0x0202020202020202)) ^ UINT64_C(0x3E3E3E3E3E3E3E3E)) |
             report_has_zero((word | UINT64_C(0x0404040404040404)) ^ UINT64_C(0x2626262626262626)));
}

static void put_escaped(Buf *out, const char *text, size_t len) {
    static const char *const entities[UCHAR_MAX + 1] = {
        ['<'] = "&lt;", ['>'] = "&gt;", ['&'] = "&amp;", ['"'] = "&quot;"};
    size_t begin = 0;
    for (size_t i = 0; i < len; i++) {
        while (len - i >= sizeof(uint64_t) && is_plain_word(text + i))
            i += sizeof(uint64_t);
        const char *entity = i < len ? entities[(unsigned char)text[i]] : NULL;
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
    uint32_t last = last_line(span), count = source_lines(page->result->source)->count;
    for (uint32_t line = first; line <= last && line <= count; line++)
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

/* A line of the source is a link; of other files, the file is named. */
static void put_place(const Page *page, Span place) {
    uint32_t line = span_line(place);
    if (line && place.file == page->result->source) {
        buf_printf(page->out, "<a href=\"#line-%u\">line %u</a>", line, line);
    } else if (line) {
        put_text(page->out, report_installed_name(place));
        buf_printf(page->out, " line %u", line);
    }
}

static void put_facts(const Page *page, const FactList *facts) {
    Buf *out = page->out;
    buf_puts(out, "<ul>");
    for (uint32_t i = 0; i < facts->items.len; i++) {
        buf_puts(out, "<li><code>");
        put_text(out, fact_text(&facts->items.data[i]));
        buf_puts(out, "</code> ");
        put_place(page, facts->items.data[i].span);
        buf_puts(out, "</li>");
    }
    buf_puts(out, "</ul>");
}

static void put_works(const Page *page, const Variant *variant) {
    Buf *out = page->out;
    Arena *arena = arena_new();
    ReportWorks works = {0};
    report_works(&works, arena, variant);
    if (works.len)
        buf_puts(out, "<p>It runs</p><ul>");
    for (uint32_t i = 0; i < works.len; i++) {
        const ReportWork *work = &works.data[i];
        buf_printf(out, "<li>%s <code>", work->kind);
        put_text(out, work->name);
        buf_puts(out, work->operators.len ? "</code>: " : "</code> ");
        for (uint32_t k = 0; k < work->operators.len; k++)
            buf_printf(out, "%s%s", k ? ", " : "", work->operators.data[k]);
        for (uint32_t k = 0; k < work->places.len; k++) {
            buf_puts(out, k ? ", " : work->operators.len ? "; " : "");
            put_place(page, work->places.data[k]);
        }
        buf_puts(out, "</li>");
    }
    if (works.len)
        buf_puts(out, "</ul>");
    arena_free(arena);
}

static void put_variant(Page *page, const Variant *variant) {
    Buf *out = page->out;
    Buf backends = {0};
    CgOperators count = cg_count_operators(variant);
    buf_puts(out, "<details><summary><code>");
    put_text(out, variant->signature);
    buf_printf(out, "</code> %d fused, %d library, %d ATen, %d Python</summary>", count.fused, count.library,
               count.aten, count.python);
    if (variant->call) {
        buf_puts(out, "<p>Asked for by <code>");
        put_text(out, variant->call);
        buf_puts(out, "</code>.</p>");
    }
    put_works(page, variant);
    cg_print_backends(&backends, variant);
    buf_puts(out, "<p>in <code>");
    put_text(out, variant->name);
    Str file = cg_file_name(page->result->name, cg_file_of(variant));
    buf_puts(out, "</code> of <a href=\"");
    put_text(out, file);
    buf_puts(out, "\">");
    put_text(out, file);
    buf_puts(out, "</a>, by the back end <code>");
    put_text(out, backends.data ? backends.data : "");
    buf_puts(out, "</code>, if these hold; else Python runs the call:</p>");
    buf_free(&backends);
    put_facts(page, &variant->guards);
    buf_puts(out, "</details>");
}

static void begin_note(Buf *out, const char *kind) { buf_printf(out, "<div class=\"note %s\">", kind); }

static void put_variants(Page *page, const Entry *entry, const char *kind, const char *title) {
    begin_note(page->out, kind);
    buf_printf(page->out, "<b>%s</b>", title);
    for (uint32_t i = 0; i < entry->variants.len; i++)
        put_variant(page, entry->variants.data[i]);
    buf_puts(page->out, "</div>\n");
}

/* Two functions may have the same reason, where one calls the other. */
static bool is_told(const Page *page, const Cut *cut) {
    for (uint32_t i = 0; i < page->told.len; i++) {
        const Cut *other = page->told.data[i];
        if (other->span.begin == cut->span.begin && other->span.file == cut->span.file && !cut->call &&
            strcmp(other->reason, cut->reason) == 0)
            return true;
    }
    return false;
}

static void put_cut(Page *page, const Entry *entry, const Cut *cut) {
    Buf *out = page->out;
    if (report_is_consequence(entry, cut) || is_told(page, cut))
        return;
    vec_push(page->arena, &page->told, cut);
    begin_note(out, "cut");
    buf_printf(out, "<b>%s</b> ", diag_id(cut->code));
    if (cut->call) {
        buf_puts(out, "no variant for <code>");
        put_text(out, cut->call);
        buf_puts(out, "</code>: ");
    }
    if (cut->code == D_DRIVER)
        buf_puts(out, "not followed: ");
    put_text(out, cut->reason);
    if (cut->span.file && (cut->from.file || cut->span.file != page->result->source)) {
        buf_puts(out, "<br>in ");
        put_place(page, cut->span);
    }
    if (report_inner_tells(cut)) {
        buf_puts(out, "<br>in ");
        put_place(page, cut->inner);
    }
    buf_puts(out, "<br><i>");
    put_text(out, diag_hint(cut->code));
    buf_puts(out, "</i></div>\n");
}

/* At the statement that stays Python; what lies in another file of the program is told where the function begins. */
static Span place_of(const Page *page, const Entry *entry, const Cut *cut) {
    Span place = cut->from.file ? cut->from : cut->span;
    return place.file == page->result->source ? place : entry->def->u.FunctionDef.def_span;
}

static const char *const kind_titles[] = {"compiled whole", "compiled in segments", "segment", "stays Python"};
static const char *const kind_classes[] = {"whole", "segment", "segment", "python"};

static void add_note(Page *page, Span place, Note note) {
    uint32_t line = span_line(place);
    if (line > source_lines(page->result->source)->count)
        return;
    Note *added = arena_new_of(page->arena, Note);
    *added = note;
    *page->notes_end[line] = added;
    page->notes_end[line] = &added->next;
}

/* What is said under each line: entries and segments that begin in it, cuts in it, and whether it is not followed. */
static void collect_notes(Page *page, const Entry *own_code) {
    const ModuleResult *result = page->result;
    for (uint32_t i = 0; i < result->entries.len; i++) {
        const Entry *entry = result->entries.data[i];
        if (entry->kind == ENTRY_SEGMENT)
            continue;
        add_note(page, entry->def->u.FunctionDef.def_span, (Note){.entry = entry});
        for (uint32_t k = 0; k < entry->pieces.len; k++)
            add_note(page, entry->pieces.data[k].statements[0]->span, (Note){.entry = entry->pieces.data[k].segment});
        for (uint32_t k = 0; k < entry->cuts.len; k++)
            add_note(page, place_of(page, entry, &entry->cuts.data[k]), (Note){entry, &entry->cuts.data[k], NULL});
    }
    for (uint32_t i = 0; i < own_code->cuts.len; i++)
        if (own_code->cuts.data[i].span.file == result->source)
            add_note(page, own_code->cuts.data[i].span, (Note){own_code, &own_code->cuts.data[i], NULL});
}

static void put_notes(Page *page, const Note *note) {
    page->told.len = 0;
    for (; note; note = note->next) {
        if (note->cut)
            put_cut(page, note->entry, note->cut);
        else
            put_variants(page, note->entry, kind_classes[note->entry->kind], kind_titles[note->entry->kind]);
    }
}

/* ---- the page --------------------------------------------------------------------------------------------------- */

static const char page_style[] =
    ":root { color-scheme: light dark; --whole: #2e9e4f; --segment: #3b78c9; --python: #b87a10; --cut: #c0392b;\n"
    "  --whole-back: #f0faf2; --segment-back: #f0f5fc; --python-back: #fdf7ec; --cut-back: #fdf1f0; --quiet: #666; }\n"
    "@media (prefers-color-scheme: dark) {\n"
    "  :root { --whole: #4cc274; --segment: #6ea3ec; --python: #e0a33e; --cut: #ee7466;\n"
    "    --whole-back: #14261a; --segment-back: #152236; --python-back: #2b2311; --cut-back: #331a18; --quiet: #aaa; "
    "}\n"
    "}\n"
    "body { font-family: sans-serif; margin: 1em auto; padding: 0 1em; max-width: 75em; }\n"
    "code, .line { font-family: monospace; }\n"
    ".line { white-space: pre-wrap; border-left: 0.6em solid #8884; padding-left: 0.5em; }\n"
    ".line:target { outline: 0.15em solid; }\n"
    ".number { color: var(--quiet); display: inline-block; width: 4em; user-select: none; }\n"
    ".whole { border-color: var(--whole); background: var(--whole-back); }\n"
    ".segment { border-color: var(--segment); background: var(--segment-back); }\n"
    ".python { border-color: var(--python); background: var(--python-back); }\n"
    ".cut { border-color: var(--cut); background: var(--cut-back); }\n"
    ".note { margin: 0.2em 0 0.4em 5em; padding: 0.3em 0.6em; border-left-style: solid; border-left-width: 0.3em; "
    "font-size: 90%; }\n"
    ".key { border-left-style: solid; border-left-width: 0.6em; padding: 0.1em 0.6em; margin-right: 0.6em; }\n"
    "td { padding: 0.1em 1em 0.1em 0.4em; border-left-style: solid; border-left-width: 0.4em; }\n"
    "td:last-child { border-color: transparent; }\n"
    "ul, p { margin: 0.3em 0; }\n";

static void put_functions(Page *page) {
    Buf *out = page->out;
    const ModuleResult *result = page->result;
    buf_puts(out, "<details><summary>The functions</summary>\n<table>\n");
    for (uint32_t i = 0; i < result->entries.len; i++) {
        const Entry *entry = result->entries.data[i];
        if (entry->kind == ENTRY_SEGMENT)
            continue;
        uint32_t line = span_line(entry->def->u.FunctionDef.def_span);
        buf_printf(out, "<tr><td class=\"%s\"><a href=\"#line-%u\"><code>", kind_classes[entry->kind], line);
        put_text(out, entry->name);
        buf_printf(out, "</code></a></td><td>%s</td></tr>\n", kind_titles[entry->kind]);
    }
    buf_puts(out, "</table></details>\n");
}

static void put_head(Page *page) {
    Buf *out = page->out;
    const ModuleResult *result = page->result;
    int variants = report_variant_count(result);
    buf_puts(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width\">\n<title>");
    put_text(out, result->source->display);
    buf_printf(out, " by pyaot</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>", page_style);
    put_text(out, result->source->display);
    buf_puts(out, "</h1>\n<p>");
    report_summary(out, result);
    buf_printf(out, "; %d variant%s.</p>\n", variants, variants == 1 ? "" : "s");
    buf_puts(out, "<p><span class=\"key whole\">compiled whole</span><span class=\"key segment\">segment of a "
                  "function</span><span class=\"key python\">Python</span></p>\n");
    put_functions(page);
    buf_puts(out, "<main>\n");
}

static void put_lines(Page *page) {
    static const char *const classes[] = {"line", "line whole", "line segment", "line python"};
    const SourceFile *file = page->result->source;
    const SourceLines *lines = source_lines(file);
    for (uint32_t line = 1; line <= lines->count; line++) {
        size_t len;
        uint32_t begin = lines->starts[line - 1];
        if (begin >= file->len) /* behind the last newline */
            break;
        const char *text = span_line_text((Span){file, begin, begin}, &len);
        buf_printf(page->out, "<div class=\"%s\" id=\"line-%u\"><span class=\"number\">%u</span>",
                   classes[page->runs[line]], line, line);
        put_escaped(page->out, text, len);
        buf_puts(page->out, "</div>\n");
        put_notes(page, page->notes[line]);
    }
}

void report_html(Buf *out, const ModuleResult *result) {
    Arena *arena = arena_new();
    Page page = {.out = out, .result = result, .arena = arena};
    uint32_t lines = source_lines(result->source)->count + 1;
    page.runs = arena_array(arena, unsigned char, lines + 1);
    page.notes = arena_array(arena, Note *, lines);
    page.notes_end = arena_array(arena, Note **, lines);
    for (uint32_t i = 0; i < lines; i++)
        page.notes_end[i] = &page.notes[i];
    const Entry own_code = {.cuts = result->unfollowed};
    collect_notes(&page, &own_code);
    for (uint32_t i = 0; i < result->entries.len; i++)
        paint_entry(&page, result->entries.data[i]);
    put_head(&page);
    put_lines(&page);
    buf_puts(out, "</main>\n</body>\n</html>\n");
    arena_free(arena);
}
