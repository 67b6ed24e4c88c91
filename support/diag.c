/* Diagnostics: source positions, the collected list of messages to the user, their printing, and faults of our own. */
#include "support/support.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- positions ---- */
static pthread_mutex_t lines_lock = PTHREAD_MUTEX_INITIALIZER;

/* Of most files that are read nobody asks for a line. */
static const SourceLines *index_lines(const SourceFile *file) {
    static Arena *arena;
    if (!arena)
        arena = arena_new();
    SourceLines *lines = arena_new_of(arena, SourceLines);
    VEC(uint32_t) starts = {0};
    vec_push(arena, &starts, 0);
    for (const char *at = file->text; (at = memchr(at, '\n', file->len - (size_t)(at - file->text)));)
        vec_push(arena, &starts, (uint32_t)(++at - file->text));
    *lines = (SourceLines){starts.len, starts.data};
    return lines;
}

const SourceLines *source_index_lines(const SourceFile *file) {
    static const SourceLines none;
    if (!file->is_decoded)
        return &none;
    pthread_mutex_lock(&lines_lock);
    const SourceLines *lines = file->lines; /* of another thread, in the meantime */
    if (!lines)
        __atomic_store_n(&((SourceFile *)file)->lines, lines = index_lines(file), __ATOMIC_RELEASE);
    pthread_mutex_unlock(&lines_lock);
    return lines;
}

/* The number of the line that holds that byte, from 0. */
static uint32_t line_index(const SourceLines *lines, uint32_t offset) {
    uint32_t low = 0, high = lines->count; /* starts[low] <= offset < starts[high] */
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (lines->starts[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static uint32_t line_start(Span span) {
    const SourceLines *lines = source_lines(span.file);
    return lines->starts[line_index(lines, span.begin)];
}

static bool has_position(Span span) { return span.file && span.file->is_decoded; }

uint32_t span_line(Span span) { return has_position(span) ? line_index(source_lines(span.file), span.begin) + 1 : 0; }

uint32_t span_column(Span span) {
    if (!has_position(span))
        return 0;
    uint32_t column = 1, end = span.begin < span.file->len ? span.begin : span.file->len;
    for (uint32_t i = line_start(span); i < end; i++)
        column += ((unsigned char)span.file->text[i] & 0xC0) != 0x80;
    return column;
}

const char *span_line_text(Span span, size_t *len) {
    *len = 0;
    if (!has_position(span))
        return "";
    const SourceFile *file = span.file;
    uint32_t begin = line_start(span), end = begin;
    while (end < file->len && file->text[end] != '\n' && file->text[end] != '\r')
        end++;
    *len = end - begin;
    return file->text + begin;
}

/* ---- the table ---- */
typedef struct DiagRow {
    const char *id, *title, *hint;
} DiagRow;

static const DiagRow diag_rows[] = {
#define DIAG(code, id, title, hint) [code] = {id, title, hint},
#include "support/diag.def"
#undef DIAG
};

static const DiagRow *diag_row(DiagCode code) {
    if ((unsigned)code >= DIAG_CODE_COUNT)
        ICE("diagnostic code %d", (int)code);
    return &diag_rows[code];
}

const char *diag_id(DiagCode code) { return diag_row(code)->id; }
const char *diag_title(DiagCode code) { return diag_row(code)->title; }
const char *diag_hint(DiagCode code) { return diag_row(code)->hint; }

/* ---- the list ---- */
void diag_init(DiagList *list, Arena *arena) { *list = (DiagList){.arena = arena}; }

void diag_add(DiagList *list, DiagLevel level, DiagCode code, Span span, const char *fmt, ...) {
    Buf text = {0};
    va_list args;
    va_start(args, fmt);
    buf_vprintf(&text, fmt, args);
    va_end(args);
    const char *message = arena_copy(list->arena, text.data, text.len + 1);
    buf_free(&text);
    Diag diag = {.level = level, .code = code, .span = span, .message = message};
    vec_push(list->arena, &list->items, diag);
    list->error_count += level == DIAG_ERROR;
}

/* The window of a long line that is printed: 120 bytes around the position, cut between code points. */
static void put_line_and_caret(Buf *out, Span span) {
    enum { WINDOW = 120, BEFORE = 60 };
    size_t len;
    const char *line = span_line_text(span, &len);
    if (!len)
        return;
    size_t offset = (size_t)(span.file->text + span.begin - line), from = 0, to = len;
    if (offset > len)
        offset = len;
    if (len > WINDOW) {
        from = offset > BEFORE ? offset - BEFORE : 0;
        to = from + WINDOW < len ? from + WINDOW : len;
        while (from > 0 && ((unsigned char)line[from] & 0xC0) == 0x80)
            from--;
        while (to < len && ((unsigned char)line[to] & 0xC0) == 0x80)
            to++;
    }
    buf_puts(out, "    ");
    for (size_t i = from; i < to; i++) /* control bytes would upset a terminal */
        buf_putc(out, (unsigned char)line[i] < 0x20 && line[i] != '\t' ? '?' : line[i]);
    buf_puts(out, "\n    ");
    for (size_t i = from; i < offset; i++)
        if (((unsigned char)line[i] & 0xC0) != 0x80)
            buf_putc(out, line[i] == '\t' ? '\t' : ' ');
    buf_putc(out, '^');
    size_t span_end = offset + (span.end > span.begin ? span.end - span.begin : 0);
    for (size_t i = offset + 1; i < to && i < span_end; i++)
        if (((unsigned char)line[i] & 0xC0) != 0x80)
            buf_putc(out, '~');
    buf_putc(out, '\n');
}

void diag_print_message(Buf *out, const Diag *diag) {
    static const char *const levels[] = {"note", "warning", "error"};
    if (diag->span.file) {
        buf_puts(out, diag->span.file->display);
        if (has_position(diag->span))
            buf_printf(out, ":%u:%u", span_line(diag->span), span_column(diag->span));
        buf_puts(out, ": ");
    } else {
        buf_puts(out, "pyaot: ");
    }
    buf_printf(out, "%s: %s [%s]\n", levels[diag->level], diag->message, diag_id(diag->code));
    if (diag->span.file)
        put_line_and_caret(out, diag->span);
}

void diag_print(Buf *out, const Diag *diag) {
    diag_print_message(out, diag);
    const char *hint = diag_hint(diag->code);
    if (*hint)
        buf_printf(out, "  hint: %s\n", hint);
}

/* Where a fault leads to, while something runs that can be given up. */
typedef struct IceTarget {
    jmp_buf at;
    char *message;
    size_t size;
} IceTarget;
static _Thread_local IceTarget *ice_target;

bool ice_caught(void (*run)(void *env), void *env, char *message, size_t size) {
    IceTarget target = {.message = message, .size = size}, *volatile outer = ice_target;
    bool ok = setjmp(target.at) == 0;
    if (ok) {
        ice_target = &target;
        run(env);
    }
    ice_target = outer;
    return ok;
}

static void leave_fault(const char *file, int line, const char *fmt, va_list args) {
    int used = snprintf(ice_target->message, ice_target->size, "%s:%d: ", file, line);
    if (used >= 0 && (size_t)used < ice_target->size)
        vsnprintf(ice_target->message + used, ice_target->size - (size_t)used, fmt, args);
    longjmp(ice_target->at, 1);
}

void ice_at(const char *file, int line, const char *fmt, ...) {
    va_list args;
    if (ice_target) {
        va_start(args, fmt);
        leave_fault(file, line, fmt, args);
    }
    fprintf(stderr, "pyaot: internal error at %s:%d: ", file, line);
    va_start(args, fmt);
    vfprintf(stderr, fmt, args);
    va_end(args);
    fputs("\nThis is a fault of pyaot, not of your program. Please report it with the input that caused it.\n", stderr);
    fflush(stderr);
    exit(3);
}
