/* Writes the stub (stub.h) as the source text with insertions, so that `diff` shows exactly what was done:
 *   - after the docstring and the `from __future__` imports, the lines that load the extension;
 *   - `@_aot.entry(K)` directly above the `def` of each function that is compiled whole, or `_aot.entry(K)(` and `)`
 *     around a lambda; `_aot.mark(OFFSET)(` around a lambda, or as a decorator of a function, that must be told from
 * others;
 *   - above the top-level statement that holds a function with breaks: each segment as a function of its own, whose
 * body is the Python twin, decorated `@_aot.segment(K)`; and the function in terms of its segments, which
 * `@_aot.segmented` gives to the original function as its code;
 *   - `_aot.ready()` where the module is complete: from there on a change to a global that was compiled in is a miss.
 * Statements are copied with their own indentation, so that strings stay as they are. */
#include "codegen/stub.h"
#include "parser/parser.h"

#include <stdlib.h>
#include <string.h>

typedef struct Insertion {
    uint32_t offset;
    uint32_t order;
    const char *text;
} Insertion;

typedef struct Stub {
    const ModuleResult *result;
    Arena *arena;
    const char *newline;
    VEC(Insertion) insertions;
} Stub;

static void insert(Stub *stub, uint32_t offset, const char *text) {
    Insertion insertion = {offset, stub->insertions.len, text};
    vec_push(stub->arena, &stub->insertions, insertion);
}

/* ---- places in the text ----------------------------------------------------------------------------------------- */

static uint32_t line_begin(const SourceFile *file, uint32_t offset) {
    while (offset > 0 && file->text[offset - 1] != '\n')
        offset--;
    return offset;
}

static uint32_t next_line(const SourceFile *file, uint32_t offset) {
    while (offset < file->len && file->text[offset] != '\n')
        offset++;
    return offset < file->len ? offset + 1 : offset;
}

static bool is_docstring(const AstNode *node) {
    return node->kind == AST_Expr && node->u.Expr.value->kind == AST_Constant &&
           node->u.Expr.value->u.Constant.value.kind == AST_CONST_STR;
}

static bool is_future_import(const AstNode *node) {
    return node->kind == AST_ImportFrom && node->u.ImportFrom.module &&
           strcmp(node->u.ImportFrom.module, "__future__") == 0;
}

/* Where the loading lines go: the beginning of a line before which only the docstring, `from __future__` imports (and
 * what shares their lines) stand. */
static uint32_t header_offset(const ModuleResult *result) {
    const SourceFile *file = result->source;
    const AstList *body = &result->tree->u.Module.body;
    uint32_t at = 0;
    for (uint32_t i = 0; i < body->len; i++)
        if ((i == 0 && is_docstring(body->items[i])) || is_future_import(body->items[i]))
            at = i + 1;
    if (at == 0)
        return body->len ? line_begin(file, body->items[0]->span.begin) : file->len;
    while (at < body->len && span_line(body->items[at]->span) ==
                                 span_line((Span){file, body->items[at - 1]->span.end, body->items[at - 1]->span.end}))
        at++;
    return next_line(file, body->items[at - 1]->span.end);
}

static uint32_t top_level_offset(const ModuleResult *result, const AstNode *def) {
    const AstList *body = &result->tree->u.Module.body;
    for (uint32_t i = 0; i < body->len; i++)
        if (body->items[i]->span.begin <= def->span.begin && def->span.end <= body->items[i]->span.end)
            return line_begin(result->source, body->items[i]->span.begin);
    return line_begin(result->source, def->span.begin);
}

/* The white space in front of an offset in its line; false if something else stands there. */
static bool indentation(const SourceFile *file, uint32_t offset, Buf *out) {
    uint32_t begin = line_begin(file, offset);
    for (uint32_t i = begin; i < offset; i++)
        if (!strchr(" \t\f", file->text[i]))
            return false;
    buf_put(out, file->text + begin, offset - begin);
    return true;
}

static char *take_text(Stub *stub, Buf *buf) {
    char *text = arena_printf(stub->arena, "%s", buf->data ? buf->data : "");
    buf_free(buf);
    return text;
}

/* ---- segments --------------------------------------------------------------------------------------------------- */

/* `_aot_fn_12`: unique, since no two defs share a line. */
static void put_function_name(Buf *out, const Entry *entry) {
    buf_printf(out, "_aot_%s_%u", entry->def->u.FunctionDef.name, span_line(entry->def->u.FunctionDef.def_span));
}

static void put_segment_name(Buf *out, const Entry *segment) {
    put_function_name(out, segment);
    buf_printf(out, "_%s", strrchr(segment->name, '#') + 1);
}

static void put_names(Buf *out, const Str *names, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        buf_printf(out, "%s%s", i ? ", " : "", names[i]);
}

/* What the line on which a statement begins is indented by. */
static char *indentation_of_line(Stub *stub, const AstNode *statement) {
    const SourceFile *file = stub->result->source;
    uint32_t begin = line_begin(file, statement->span.begin);
    size_t len = strspn(file->text + begin, " \t\f");
    return len ? arena_printf(stub->arena, "%.*s", (int)len, file->text + begin) : arena_printf(stub->arena, "    ");
}

static void put_text(Stub *stub, Buf *out, uint32_t begin, uint32_t end) {
    if (end > begin)
        buf_put(out, stub->result->source->text + begin, end - begin);
}

static void put_position(Stub *stub, Buf *out, const AstNode *node) {
    buf_printf(out, "  # %s:%u", stub->result->source->display, span_line(node->span));
}

static uint32_t piece_begin(const Piece *piece) { return piece->statements[0]->span.begin; }
static uint32_t piece_end(const Piece *piece) { return piece->statements[piece->statement_count - 1]->span.end; }

/* The segment's Python twin, which the decorator turns into its entry. */
static void put_segment(Stub *stub, Buf *out, const Piece *piece) {
    const Entry *segment = piece->segment;
    const char *indent = indentation_of_line(stub, piece->block_first);
    buf_printf(out, "@_aot.segment(%d)%s", segment->index, stub->newline);
    buf_puts(out, "def ");
    put_segment_name(out, segment);
    buf_putc(out, '(');
    put_names(out, segment->args.data, segment->args.len);
    buf_puts(out, "):");
    put_position(stub, out, piece->statements[0]);
    buf_printf(out, "%s%s", stub->newline, indent);
    put_text(stub, out, piece_begin(piece), piece_end(piece));
    if (!segment->returns && segment->outs.len) {
        buf_printf(out, "%s%sreturn ", stub->newline, indent);
        put_names(out, segment->outs.data, segment->outs.len);
    }
    buf_printf(out, "%s%s%s", stub->newline, stub->newline, stub->newline);
}

/* The call in place of the segment's statements; what follows in the same line stays where it is. */
static void put_segment_call(Stub *stub, Buf *out, const Piece *piece) {
    const Entry *segment = piece->segment;
    const char *rest = stub->result->source->text + piece_end(piece);
    if (segment->returns) {
        buf_puts(out, "return ");
    } else if (segment->outs.len) {
        put_names(out, segment->outs.data, segment->outs.len);
        buf_puts(out, " = ");
    }
    put_segment_name(out, segment);
    buf_putc(out, '(');
    put_names(out, segment->args.data, segment->args.len);
    buf_putc(out, ')');
    rest += strspn(rest, " \t\f");
    if (!*rest || strchr("\r\n", *rest))
        put_position(stub, out, piece->statements[0]);
}

/* Parameter names as in the original, without defaults and annotations: those stay with the original function object.
 */
static void put_parameters(Buf *out, const AstNode *arguments) {
    const char *separator = "";
    const AstList *posonly = &arguments->u.arguments.posonlyargs, *args = &arguments->u.arguments.args;
    const AstList *kwonly = &arguments->u.arguments.kwonlyargs;
    for (uint32_t i = 0; i < posonly->len; i++, separator = ", ")
        buf_printf(out, "%s%s", separator, posonly->items[i]->u.arg.arg);
    if (posonly->len)
        buf_printf(out, "%s/", separator);
    for (uint32_t i = 0; i < args->len; i++, separator = ", ")
        buf_printf(out, "%s%s", separator, args->items[i]->u.arg.arg);
    if (arguments->u.arguments.vararg || kwonly->len) {
        const AstNode *vararg = arguments->u.arguments.vararg;
        buf_printf(out, "%s*%s", separator, vararg ? vararg->u.arg.arg : "");
        separator = ", ";
    }
    for (uint32_t i = 0; i < kwonly->len; i++, separator = ", ")
        buf_printf(out, "%s%s", separator, kwonly->items[i]->u.arg.arg);
    if (arguments->u.arguments.kwarg)
        buf_printf(out, "%s**%s", separator, arguments->u.arguments.kwarg->u.arg.arg);
}

static const Entry *first_segment(const Entry *entry) {
    const Entry *first = entry->pieces.data[0].segment;
    for (uint32_t i = 0; i < entry->pieces.len; i++)
        if (entry->pieces.data[i].segment->first)
            first = entry->pieces.data[i].segment;
    return first;
}

/* `_aot_fn_12_begin`: says that the function is called, where its first segment cannot. */
static void put_begin_name(Buf *out, const Entry *entry) {
    put_function_name(out, entry);
    buf_puts(out, "_begin");
}

/* The function's own text with calls in place of the segments. */
static void put_segmented(Stub *stub, Buf *out, const Entry *entry) {
    const AstList *body = ast_body(entry->def);
    for (uint32_t i = 0; i < entry->pieces.len; i++)
        put_segment(stub, out, &entry->pieces.data[i]);
    const Entry *first = first_segment(entry);
    if (first->late) {
        put_begin_name(out, entry);
        buf_printf(out, " = _aot.begin(%d)%s%s%s", first->index, stub->newline, stub->newline, stub->newline);
    }
    if (entry->class_name) {
        buf_puts(out, "def ");
        put_function_name(out, entry);
        buf_printf(out, "():  # in a class: super(), private names%s class %s:%s%*s", stub->newline, entry->class_name,
                   stub->newline, STUB_METHOD_INDENT, "");
    }
    buf_puts(out, "def ");
    put_function_name(out, entry);
    buf_putc(out, '(');
    put_parameters(out, entry->def->u.FunctionDef.args);
    buf_puts(out, "):");
    put_position(stub, out, entry->def);
    const char *indent = indentation_of_line(stub, body->items[0]);
    buf_printf(out, "%s%s", stub->newline, indent);
    if (first->late) {
        put_begin_name(out, entry);
        buf_printf(out, "()%s%s", stub->newline, indent);
    }
    for (uint32_t i = 0; i < entry->unbound.len; i++)
        buf_printf(out, "%s%s = ", i ? "" : "if False: ", entry->unbound.data[i]);
    if (entry->unbound.len)
        buf_printf(out, "None  # local variable%s%s%s", entry->unbound.len > 1 ? "s" : "", stub->newline, indent);
    uint32_t at = body->items[0]->span.begin;
    for (uint32_t i = 0; i < entry->pieces.len; i++) {
        const Piece *piece = &entry->pieces.data[i];
        put_text(stub, out, at, piece_begin(piece));
        put_segment_call(stub, out, piece);
        at = piece_end(piece);
    }
    put_text(stub, out, at, body->items[body->len - 1]->span.end);
    if (entry->class_name) {
        buf_printf(out, "%s return %s.", stub->newline, entry->class_name);
        put_function_name(out, entry);
    }
    buf_printf(out, "%s%s%s", stub->newline, stub->newline, stub->newline);
}

/* ---- the whole -------------------------------------------------------------------------------------------------- */

static void insert_header(Stub *stub) {
    const SourceFile *file = stub->result->source;
    uint32_t offset = header_offset(stub->result);
    const char *break_line = offset > 0 && file->text[offset - 1] != '\n' ? stub->newline : "";
    insert(stub, offset,
           arena_printf(
               stub->arena,
               "%simport importlib.util as _aot_util, os as _aot_os  # pyaot: load what was compiled from this file%s"
               "_aot_spec = _aot_util.spec_from_file_location(\"pyaot_stub\", "
               "_aot_os.path.join(_aot_os.path.dirname(_aot_os.path.abspath(__file__)), \"pyaot_stub.py\"))%s"
               "_aot = _aot_util.module_from_spec(_aot_spec)%s"
               "_aot_spec.loader.exec_module(_aot)%s"
               "_aot = _aot.open(__file__, globals(), \"%s\", 0x%016llx)%s",
               break_line, stub->newline, stub->newline, stub->newline, stub->newline, stub->result->name,
               (unsigned long long)source_hash(file), stub->newline));
}

/* The module is complete at its end, or before the driver code under `if __name__ == "__main__"`. */
static void insert_ready(Stub *stub) {
    const SourceFile *file = stub->result->source;
    const AstList *body = &stub->result->tree->u.Module.body;
    uint32_t offset = file->len;
    for (uint32_t i = 0; i < body->len && offset == file->len; i++)
        if (ast_is_main_guard(body->items[i]))
            offset = line_begin(file, body->items[i]->span.begin);
    const char *break_line = offset > 0 && file->text[offset - 1] != '\n' ? stub->newline : "";
    insert(stub, offset, arena_printf(stub->arena, "%s_aot.ready()%s", break_line, stub->newline));
}

static void insert_decorator(Stub *stub, const AstNode *node, const char *decorator) {
    const SourceFile *file = stub->result->source;
    uint32_t def = node->u.FunctionDef.def_span.begin;
    Buf text = {0};
    if (!indentation(file, def, &text)) {
        buf_free(&text);
        return;
    }
    buf_printf(&text, "%s%s", decorator, stub->newline);
    insert(stub, line_begin(file, def), take_text(stub, &text));
}

static void insert_entry(Stub *stub, const Entry *entry) {
    if (entry->kind == ENTRY_WHOLE && entry->index >= 0 && !strcmp(entry->def->u.FunctionDef.name, ENTRY_LAMBDA_NAME)) {
        insert(stub, entry->def->span.begin, arena_printf(stub->arena, "_aot.entry(%d)(", entry->index));
        insert(stub, entry->def->span.end, ")");
    } else if (entry->kind == ENTRY_WHOLE && entry->index >= 0) {
        insert_decorator(stub, entry->def, arena_printf(stub->arena, "@_aot.entry(%d)", entry->index));
    } else if (entry->kind == ENTRY_SEGMENTED) {
        Buf text = {0}, decorator = {0};
        put_segmented(stub, &text, entry);
        insert(stub, top_level_offset(stub->result, entry->def), take_text(stub, &text));
        buf_puts(&decorator, "@_aot.segmented(");
        put_function_name(&decorator, entry);
        buf_puts(&decorator, entry->class_name ? "())" : ")");
        insert_decorator(stub, entry->def, take_text(stub, &decorator));
    }
}

/* ---- lambdas, and functions of one name, that guards tell from one another */

typedef struct Marked {
    Stub *stub;
    uint32_t offset;
    const char *before; /* NULL: what goes behind */
} Marked;

static void mark_function(AstNode *node, void *data) {
    const Marked *marked = data;
    if (node->kind == AST_FunctionDef && node->u.FunctionDef.def_span.begin == marked->offset) {
        if (marked->before) /* above the decorators of entries, which change the code */
            insert_decorator(marked->stub, node, arena_printf(marked->stub->arena, "@_aot.mark(%u)", marked->offset));
    } else if (node->kind == AST_Lambda && node->span.begin == marked->offset)
        insert(marked->stub, marked->before ? node->span.begin : node->span.end, marked->before ? marked->before : ")");
    else if (node->span.begin <= marked->offset && marked->offset < node->span.end)
        ast_each_child(node, mark_function, data);
}

static void insert_marks(Stub *stub, const Entry *entry, Map *done, bool before) {
    for (uint32_t v = 0; v < entry->variants.len; v++) {
        const FactList *facts = &entry->variants.data[v]->facts;
        for (uint32_t i = 0; i < facts->items.len; i++) {
            const Fact *fact = &facts->items.data[i];
            uint32_t offset = (uint32_t)(-1 - fact->number);
            if (fact->kind != FACT_LOCAL || fact->number >= 0 || map_has(done, offset))
                continue;
            map_put(done, offset, stub);
            Marked marked = {stub, offset, before ? arena_printf(stub->arena, "_aot.mark(%u)(", offset) : NULL};
            ast_each_child(stub->result->tree, mark_function, &marked);
        }
    }
}

static void insert_all_marks(Stub *stub, bool before) {
    Map done;
    map_init(&done, stub->arena);
    for (uint32_t i = 0; i < stub->result->entries.len; i++)
        insert_marks(stub, stub->result->entries.data[i], &done, before);
}

static int by_offset(const void *a, const void *b) {
    const Insertion *ia = a, *ib = b;
    if (ia->offset != ib->offset)
        return ia->offset < ib->offset ? -1 : 1;
    return (ia->order > ib->order) - (ia->order < ib->order);
}

/* The stub is UTF-8 whatever the source was: an encoding declaration in the first two lines is changed to say so. */
static uint32_t put_cookie(Buf *out, const SourceFile *file) {
    uint32_t at = 0;
    for (int line = 0; line < 2 && at < file->len; line++) {
        uint32_t end = next_line(file, at);
        const char *begin = file->text + at, *text = begin + strspn(begin, " \t\f");
        bool is_comment = *text == '#';
        const char *found = is_comment ? memmem(text, (size_t)(file->text + end - text), "coding", 6) : NULL;
        if (found && (found[6] == ':' || found[6] == '=')) {
            const char *name = found + 7 + strspn(found + 7, " \t");
            size_t len = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.");
            buf_put(out, file->text, (size_t)(name - file->text));
            buf_puts(out, "utf-8");
            return (uint32_t)(name + len - file->text);
        }
        if (!is_comment && *text != '\n' && *text != '\r')
            break;
        at = end;
    }
    return 0;
}

void stub_emit(Buf *out, const ModuleResult *result) {
    const SourceFile *file = result->source;
    Stub stub = {.result = result, .arena = arena_new()};
    const char *first_newline = memchr(file->text, '\n', file->len);
    stub.newline = first_newline && first_newline > file->text && first_newline[-1] == '\r' ? "\r\n" : "\n";
    insert_header(&stub);
    insert_all_marks(&stub, true);
    for (uint32_t i = 0; i < result->entries.len; i++)
        insert_entry(&stub, result->entries.data[i]);
    insert_all_marks(&stub, false);
    insert_ready(&stub);
    qsort(stub.insertions.data, stub.insertions.len, sizeof *stub.insertions.data, by_offset);
    uint32_t at = put_cookie(out, file);
    for (uint32_t i = 0; i < stub.insertions.len; i++) {
        const Insertion *insertion = &stub.insertions.data[i];
        buf_put(out, file->text + at, insertion->offset - at);
        buf_puts(out, insertion->text);
        at = insertion->offset;
    }
    buf_put(out, file->text + at, file->len - at);
    arena_free(stub.arena);
}
