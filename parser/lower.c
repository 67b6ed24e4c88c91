/* The parser's entry points, and what all of lowering uses: making nodes, errors, depth, contexts of targets.
 *
 * tree-sitter repairs what it cannot parse; any ERROR or MISSING node in its tree is a syntax error here. Where it is
 * more lenient than CPython, lowering itself rejects. */
#include "parser/lower.h"

#include <string.h>

#include "parser/line_scan.h"
#include "parser/normal_form.h"

Span lower_span(const Lower *lower, uint32_t begin, uint32_t end) {
    return (Span){.file = lower->file, .begin = begin, .end = end};
}

void lower_error(Lower *lower, uint32_t begin, uint32_t end, const char *fmt, ...) {
    Buf text = {0};
    va_list args;
    va_start(args, fmt);
    buf_vprintf(&text, fmt, args);
    va_end(args);
    diag_add(lower->diags, DIAG_ERROR, D_SYNTAX, lower_span(lower, begin, end), "%s", text.data);
    buf_free(&text);
    longjmp(lower->failed, 1);
}

void lower_error_at(Lower *lower, Kid kid, const char *fmt, ...) {
    Buf text = {0};
    va_list args;
    va_start(args, fmt);
    buf_vprintf(&text, fmt, args);
    va_end(args);
    diag_add(lower->diags, DIAG_ERROR, D_SYNTAX, lower_span(lower, kid.begin, kid.end), "%s", text.data);
    buf_free(&text);
    longjmp(lower->failed, 1);
}

void lower_enter(Lower *lower, uint32_t levels, Kid at) {
    lower->depth += levels;
    if (lower->depth > PARSER_MAX_DEPTH) {
        diag_add(lower->diags, DIAG_ERROR, D_TOO_LARGE, lower_span(lower, at.begin, at.begin),
                 "nested more than %d levels deep", PARSER_MAX_DEPTH);
        longjmp(lower->failed, 1);
    }
}

void lower_leave(Lower *lower, uint32_t levels) { lower->depth -= levels; }

AstNode *lower_new(Lower *lower, AstKind kind, uint32_t begin, uint32_t end) {
    return ast_new(lower->arena, kind, lower_span(lower, begin, end));
}

AstList lower_list(Lower *lower, uint32_t capacity) {
    return (AstList){.items = capacity ? arena_array(lower->arena, AstNode *, capacity) : NULL};
}

void lower_append(AstList *list, AstNode *node) { list->items[list->len++] = node; }

AstList lower_list_of(Lower *lower, AstNode *node) { return ast_list_of(lower->arena, node, NULL); }

Str lower_identifier(Lower *lower, Kid kid) {
    static const char *const constants[] = {"None", "True", "False"};
    const char *text = lower->file->text + kid.begin;
    size_t len = kid.end - kid.begin;
    for (size_t i = 0; i < COUNT_OF(constants); i++)
        if (len == strlen(constants[i]) && memcmp(text, constants[i], len) == 0)
            lower_error_at(lower, kid, "%s is not a name", constants[i]);
    bool ascii = true;
    for (size_t i = 0; i < len; i++)
        ascii &= (unsigned char)text[i] < 0x80;
    if (ascii)
        return str_intern(text, len);
    Buf normal = {0};
    bool known = normal_form(&normal, text, len);
    Str name = known ? str_intern(normal.data, normal.len) : NULL;
    buf_free(&normal);
    if (!known)
        lower_error_at(lower, kid, "this name holds characters whose normal form (NFKC) pyaot does not know");
    return name;
}

static const char *target_name(AstKind kind) {
    switch (kind) {
    case AST_Call:
        return "a function call";
    case AST_Constant:
        return "a literal";
    case AST_JoinedStr:
        return "an f-string";
    case AST_Lambda:
        return "a lambda";
    case AST_Compare:
        return "a comparison";
    case AST_IfExp:
        return "a conditional expression";
    case AST_Dict:
        return "a dict literal";
    case AST_Set:
        return "a set display";
    case AST_Await:
        return "an await expression";
    case AST_Yield:
    case AST_YieldFrom:
        return "a yield expression";
    case AST_NamedExpr:
        return "a named expression";
    case AST_ListComp:
    case AST_SetComp:
    case AST_DictComp:
    case AST_GeneratorExp:
        return "a comprehension";
    default:
        return "an expression";
    }
}

void lower_set_context(Lower *lower, AstNode *target, AstContext context) {
    switch (target->kind) {
    case AST_Name:
        target->u.Name.ctx = context;
        return;
    case AST_Attribute:
        target->u.Attribute.ctx = context;
        return;
    case AST_Subscript:
        target->u.Subscript.ctx = context;
        return;
    case AST_Starred:
        if (context == AST_Del)
            break;
        target->u.Starred.ctx = context;
        lower_set_context(lower, target->u.Starred.value, context);
        return;
    case AST_List:
    case AST_Tuple: {
        AstList *elements = target->kind == AST_List ? &target->u.List.elts : &target->u.Tuple.elts;
        if (target->kind == AST_List)
            target->u.List.ctx = context;
        else
            target->u.Tuple.ctx = context;
        for (uint32_t i = 0; i < elements->len; i++)
            lower_set_context(lower, elements->items[i], context);
        return;
    }
    default:
        break;
    }
    lower_error(lower, target->span.begin, target->span.end, "cannot %s %s",
                context == AST_Del ? "delete" : "assign to", target_name(target->kind));
}

/* ---- errors of the concrete tree ---- */

/* The first ERROR or MISSING node in document order: descends into the first child that holds one. */
static TSNode first_error(TSNode node) {
    for (;;) {
        if (ts_node_is_error(node) || ts_node_is_missing(node))
            return node;
        TSTreeCursor cursor = ts_tree_cursor_new(node);
        bool found = false;
        if (ts_tree_cursor_goto_first_child(&cursor)) {
            do {
                TSNode child = ts_tree_cursor_current_node(&cursor);
                if (ts_node_has_error(child) || ts_node_is_missing(child)) {
                    node = child;
                    found = true;
                    break;
                }
            } while (ts_tree_cursor_goto_next_sibling(&cursor));
        }
        ts_tree_cursor_delete(&cursor);
        if (!found)
            return node;
    }
}

static bool is_good_statement(TSNode node) {
    static const char *const endings[] = {"_statement", "_definition", "comment", "_newline"};
    const char *type = ts_node_type(node);
    size_t len = strlen(type);
    for (size_t i = 0; i < COUNT_OF(endings); i++)
        if (len >= strlen(endings[i]) && strcmp(type + len - strlen(endings[i]), endings[i]) == 0)
            return ts_node_is_named(node) && !ts_node_has_error(node);
    return false;
}

/* An ERROR node may take in the good statements in front of the fault: gives the first child that is none. */
static TSNode behind_good_statements(TSNode error) {
    if (!ts_node_is_error(error))
        return error;
    TSTreeCursor cursor = ts_tree_cursor_new(error);
    TSNode found = error;
    bool any_good = false;
    for (bool more = ts_tree_cursor_goto_first_child(&cursor); more; more = ts_tree_cursor_goto_next_sibling(&cursor)) {
        TSNode child = ts_tree_cursor_current_node(&cursor);
        if (!is_good_statement(child)) {
            found = any_good ? child : error;
            break;
        }
        any_good = true;
    }
    ts_tree_cursor_delete(&cursor);
    return found;
}

static void report_tree_error(Lower *lower, TSNode root) {
    TSNode error = behind_good_statements(first_error(root));
    uint32_t begin = ts_node_start_byte(error), end = ts_node_end_byte(error);
    if (ts_node_is_missing(error)) {
        const char *type = ts_node_type(error);
        bool is_name = ts_node_is_named(error);
        const char *quote = is_name ? "" : "'";
        lower_error(lower, begin, begin, "expected %s%s%s here", quote,
                    is_name && strcmp(type, "identifier") == 0 ? "a name" : type, quote);
    }
    const char *newline = memchr(lower->file->text + begin, '\n', end - begin);
    if (newline)
        end = (uint32_t)(newline - lower->file->text);
    lower_error(lower, begin, end, "invalid syntax");
}

/* ---- entry points ---- */

static AstNode *lower_module(Lower *lower, Kid root) {
    AstNode *module = lower_new(lower, AST_Module, 0, lower->file->len);
    module->u.Module.body = lower_statements(lower, root);
    return module;
}

static TSPoint point_of(const SourceFile *file, uint32_t at) {
    uint32_t line = span_line((Span){.file = file, .begin = at}) - 1;
    return (TSPoint){.row = line, .column = at - source_lines(file)->starts[line]};
}

static TSRange range_between(const SourceFile *file, uint32_t begin, uint32_t end) {
    return (TSRange){
        .start_point = point_of(file, begin), .end_point = point_of(file, end), .start_byte = begin, .end_byte = end};
}

/* With the newline, which ends the last statement. */
static uint32_t range_end(const SourceFile *file, Span range) {
    uint32_t end = range.end;
    while (end < file->len && file->text[end] != '\n')
        end++;
    return end < file->len ? end + 1 : end;
}

static TSTree *parse_text(const char *text, uint32_t len, const TSRange *ranges, uint32_t range_count) {
    cst_init();
    TSParser *parser = ts_parser_new();
    if (!ts_parser_set_language(parser, tree_sitter_python()))
        ICE("the grammar does not fit this tree-sitter");
    if (range_count && !ts_parser_set_included_ranges(parser, ranges, range_count))
        ICE("ranges to parse are out of order");
    TSTree *tree = ts_parser_parse_string_encoding(parser, NULL, text, len, TSInputEncodingUTF8);
    ts_parser_delete(parser);
    if (!tree)
        ICE("tree-sitter gave no tree");
    return tree;
}

/* The text that tree-sitter is shown: see PatchKind. */
static const char *patched_text(Arena *arena, const SourceFile *file, const Patch *patches, uint32_t count) {
    if (!count)
        return file->text;
    char *text = arena_copy(arena, file->text, file->len + 1);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t at = patches[i].begin; at < patches[i].end; at++)
            if (patches[i].kind == PATCH_SPECIFIER)
                text[at] = '-';
            else if (text[at] != '\n' || patches[i].kind == PATCH_NEWLINE)
                text[at] = ' ';
    return text;
}

const Patch *lower_take_patch(Lower *lower, PatchKind kind, uint32_t at, bool behind) {
    for (uint32_t i = 0; i < lower->patch_count; i++) {
        Patch *patch = &lower->patches[i];
        if (patch->kind != kind || patch->taken || (behind ? patch->begin < at : patch->end > at))
            continue;
        uint32_t begin = behind ? at : patch->end, end = behind ? patch->begin : at;
        while (begin < end && strchr(" \t\n", lower->file->text[begin]))
            begin++;
        if (begin < end)
            continue;
        lower->patches_open--;
        patch->taken = true;
        return patch;
    }
    return NULL;
}

/* Parses a text that is blank but for the expression, so that all positions stay. */
AstNode *lower_patched_expr(Lower *lower, uint32_t begin, uint32_t end) {
    char *text = arena_alloc(lower->arena, end + 1);
    memset(text, ' ', end);
    for (uint32_t i = begin; i < end; i++)
        text[i] = lower->file->text[i] == '\n' ? ' ' : lower->file->text[i];
    vec_push(lower->arena, &lower->trees, parse_text(text, end, NULL, 0));
    TSNode root = ts_tree_root_node(vec_last(&lower->trees));
    if (ts_node_has_error(root) || ts_node_named_child_count(root) != 1)
        lower_error(lower, begin, end, "invalid syntax");
    Kid statement = kid_of(ts_node_named_child(root, 0));
    Kids kids = kids_open(lower, statement);
    if (statement.cst != CST_expression_statement || kids.len != 1)
        lower_error(lower, begin, end, "invalid syntax");
    AstNode *node = lower_expr(lower, kid_at(lower, kids, 0));
    kids_close(lower, kids);
    return node;
}

/* What of a file is parsed. */
typedef struct Part {
    const SourceFile *file;
    const Span *ranges; /* whole statements of one column, in order */
    uint32_t count;
    uint32_t column;
    bool leaves_methods;
    const Span *left_out; /* in order: see parse_ranges() */
    uint32_t left_out_count;
} Part;

static bool scan_lines(LineScan *scan, const Part *part, DiagList *diags) {
    for (uint32_t i = 0; i < part->count; i++) {
        scan->at = part->ranges[i].begin;
        if (!line_scan_check(scan, part->ranges[i].end, diags))
            return false;
    }
    return true;
}

static bool is_left_out(const Part *part, uint32_t at) {
    for (uint32_t i = 0; i < part->left_out_count && part->left_out[i].begin <= at; i++)
        if (at < part->left_out[i].end)
            return true;
    return false;
}

/* Of what is left out, all but one letter is a gap, and nothing in it is patched. */
static void leave_out(LineScan *scan, const Part *part) {
    uint32_t gaps = 0, patches = 0;
    for (uint32_t i = 0; i < scan->gaps.len; i++)
        if (!is_left_out(part, scan->gaps.data[i].begin))
            scan->gaps.data[gaps++] = scan->gaps.data[i];
    scan->gaps.len = gaps;
    for (uint32_t i = 0; i < scan->patches.len; i++)
        if (!is_left_out(part, scan->patches.data[i].begin))
            scan->patches.data[patches++] = scan->patches.data[i];
    scan->patches.len = patches;
    for (uint32_t i = 0; i < part->left_out_count; i++) {
        Gap gap = {part->left_out[i].begin + 1, part->left_out[i].end};
        vec_push(scan->arena, &scan->gaps, gap);
    }
}

static int by_begin(const void *a, const void *b) {
    const Gap *x = a, *y = b;
    return (x->begin > y->begin) - (x->begin < y->begin);
}

/* What tree-sitter is shown: the part less the gaps. */
static TSRange *shown_ranges(const LineScan *scan, const Part *part, uint32_t *count) {
    uint32_t gap_count = scan->gaps.len + 2 * scan->bodies.len;
    Gap *gaps = arena_array(scan->arena, Gap, gap_count), *gap = gaps;
    for (uint32_t i = 0; i < scan->gaps.len; i++)
        *gap++ = scan->gaps.data[i];
    for (uint32_t i = 0; i < scan->bodies.len; i++) {
        const LaterBody *body = &scan->bodies.data[i];
        *gap++ = (Gap){body->begin, body->shown};
        *gap++ = (Gap){body->shown + 1, body->end};
    }
    qsort(gaps, gap_count, sizeof *gaps, by_begin);
    TSRange *shown = arena_array(scan->arena, TSRange, part->count + gap_count);
    *count = 0;
    gap = gaps;
    for (uint32_t i = 0; i < part->count; i++) {
        uint32_t begin = part->ranges[i].begin, end = range_end(scan->file, part->ranges[i]);
        for (; gap < gaps + gap_count && gap->begin < end; begin = gap++->end)
            if (begin < gap->begin)
                shown[(*count)++] = range_between(scan->file, begin, gap->begin);
        shown[(*count)++] = range_between(scan->file, begin, end);
    }
    return shown;
}

static AstNode *lower_tree(Lower *lower, TSNode root) {
    if (ts_node_has_error(root))
        report_tree_error(lower, root);
    AstNode *module = lower_module(lower, kid_of(root));
    for (uint32_t i = 0; i < lower->patch_count && lower->patches_open; i++)
        if (lower->patches[i].kind >= PATCH_SPLAT && !lower->patches[i].taken)
            lower_error(lower, lower->patches[i].begin, lower->patches[i].end,
                        lower->patches[i].kind == PATCH_SPLAT ? "a starred expression is not allowed here"
                                                              : "a default is not allowed here");
    return module;
}

static AstNode *parse(Arena *arena, const Part *part, DiagList *diags) {
    const SourceFile *file = part->file;
    LineScan scan = {.file = file, .arena = arena, .methods = {.wanted = part->leaves_methods}, .column = part->column};
    if (!scan_lines(&scan, part, diags))
        return NULL;
    leave_out(&scan, part);
    Lower *lower = arena_new_of(arena, Lower); /* not a local variable: it changes between setjmp and longjmp */
    *lower = (Lower){.arena = arena,
                     .file = file,
                     .diags = diags,
                     .first_column = part->column,
                     .patches = scan.patches.data,
                     .patch_count = scan.patches.len,
                     .line_ends = scan.line_ends.data,
                     .line_count = scan.line_ends.len,
                     .bodies = scan.bodies.data,
                     .body_count = scan.bodies.len};
    for (uint32_t i = 0; i < scan.patches.len; i++)
        lower->patches_open += scan.patches.data[i].kind >= PATCH_SPLAT;
    const char *text = patched_text(arena, file, lower->patches, lower->patch_count);
    uint32_t shown_count;
    const TSRange *shown = shown_ranges(&scan, part, &shown_count);
    vec_push(arena, &lower->trees, parse_text(text, file->len, shown, shown_count));
    TSNode root = ts_tree_root_node(lower->trees.data[0]);
    lower->cursor = ts_tree_cursor_new(root);
    AstNode *volatile module = NULL;
    if (setjmp(lower->failed) == 0)
        module = lower_tree(lower, root);
    ts_tree_cursor_delete(&lower->cursor);
    for (uint32_t i = 0; i < lower->trees.len; i++)
        ts_tree_delete(lower->trees.data[i]);
    support_free(lower->stack);
    buf_free(&lower->text);
    return module;
}

AstNode *parse_source(Arena *arena, const SourceFile *file, DiagList *diags) {
    Span whole = {.file = file, .end = file->len};
    return parse(arena, &(Part){.file = file, .ranges = &whole, .count = 1}, diags);
}

AstNode *parse_ranges(Arena *arena, const SourceFile *file, const Span *ranges, uint32_t count, const Span *left_out,
                      uint32_t left_out_count, DiagList *diags) {
    AstNode *empty = arena_new_of(arena, AstNode);
    *empty = (AstNode){.kind = AST_Module, .span = {.file = file}};
    Part part = {
        .file = file, .ranges = ranges, .count = count, .left_out = left_out, .left_out_count = left_out_count};
    return count ? parse(arena, &part, diags) : empty;
}

static AstNode *parse_first(Arena *arena, const Part *part, DiagList *diags) {
    const AstNode *module = parse(arena, part, diags);
    return module && module->u.Module.body.len ? module->u.Module.body.items[0] : NULL;
}

AstNode *parse_statement(Arena *arena, Span span, DiagList *diags) {
    uint32_t column = line_indent(span.file, span.begin).column;
    return parse_first(arena, &(Part){.file = span.file, .ranges = &span, .count = 1, .column = column}, diags);
}

AstNode *parse_class(Arena *arena, Span span, DiagList *diags) {
    return parse_first(arena, &(Part){.file = span.file, .ranges = &span, .count = 1, .leaves_methods = true}, diags);
}

/* ---- the bodies of methods ---- */

typedef struct LaterMethod {
    AstDeferred deferred;
    Arena *arena;
    Span body;
} LaterMethod;

static AstList parse_method(const AstDeferred *deferred) {
    const LaterMethod *method = (const LaterMethod *)deferred;
    DiagList ignored;
    diag_init(&ignored, method->arena);
    Part part = {.file = method->body.file,
                 .ranges = &method->body,
                 .count = 1,
                 .column = line_indent(method->body.file, method->body.begin).column};
    const AstNode *module = parse(method->arena, &part, &ignored);
    return module ? module->u.Module.body : (AstList){0};
}

bool lower_later(Lower *lower, AstNode *function, uint32_t block) {
    while (lower->body_count && lower->bodies->shown < block) {
        lower->bodies++;
        lower->body_count--;
    }
    if (!lower->body_count || lower->bodies->shown != block)
        return false;
    function->span.end = lower->bodies->end;
    LaterMethod *method = arena_new_of(lower->arena, LaterMethod);
    *method = (LaterMethod){{parse_method}, lower->arena, lower_span(lower, lower->bodies->begin, lower->bodies->end)};
    function->u.FunctionDef.body.deferred = &method->deferred;
    return true;
}

AstNode *parse_expression(Arena *arena, const SourceFile *file, DiagList *diags) {
    AstNode *module = parse_source(arena, file, diags);
    if (!module)
        return NULL;
    AstList *body = &module->u.Module.body;
    if (body->len == 1 && body->items[0]->kind == AST_Expr)
        return body->items[0]->u.Expr.value;
    Span span = body->len ? body->items[body->len > 1]->span : (Span){.file = file};
    diag_add(diags, DIAG_ERROR, D_SYNTAX, span, body->len ? "this is not one expression" : "an expression is missing");
    return NULL;
}
