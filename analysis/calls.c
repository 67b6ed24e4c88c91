/* Reads and evaluates call lines; see calls.h. The expression is evaluated by the evaluator itself in the module's
 * globals, with the names of element types (f32, i64, ...) and of size symbols as extra locals. */
#include "analysis/calls.h"

#include <ctype.h>
#include <string.h>
#include <unistd.h>

#include "analysis/analysis.h"
#include "analysis/liveness.h"
#include "parser/parser.h"

/* f32[B, 4], f32[()] : a tensor of the calls notation. */
static const Value *tensor_literal(Ev *ev, DType dtype, const Value *index, Span span) {
    const Value *const *items = &index;
    uint32_t count = 1;
    if (index->kind == V_TUPLE) {
        items = index->u.tuple.items;
        count = index->u.tuple.count;
    }
    if (count > IR_MAX_RANK)
        return ev_fail(ev, D_CALL_ARGS, span, "a tensor of more than %d dimensions", IR_MAX_RANK);
    const ShExpr *shape[IR_MAX_RANK];
    for (uint32_t i = 0; i < count; i++) {
        int64_t size;
        if (!ev_as_expr(ev, items[i], &shape[i]))
            return ev_fail(ev, D_CALL_ARGS, span, "size %u of the tensor is neither an int nor a name", i + 1);
        if (sh_is_const(shape[i], &size) && size < 0)
            return ev_fail(ev, D_CALL_ARGS, span, "size %u of the tensor is negative: a name stands for any size",
                           i + 1);
    }
    IrSpec spec = {.op = OP_EMPTY, .type = ir_tensor_type(ev->graph, dtype, (int)count, shape, NULL), .span = span};
    return ev_tensor_fresh(ev, ir_build(ev->region, &spec));
}

typedef struct NameScan {
    Ev *ev;
    Module *module;
    Map *locals;
    const AstNode *no_type;    /* the first `name[...]` whose name means nothing */
    const AstNode *called;     /* the first `f32(...)` */
    NameSet sizes;             /* names in the brackets of tensors */
    VEC(const AstNode *) ints; /* names that stand for ints */
} NameScan;

static bool is_defined(Ev *ev, Module *module, Str name, Span span) {
    const Value *value = ev_module_getattr(ev, module, name, span);
    memset(&ev->fail, 0, sizeof ev->fail);
    return value != NULL;
}

static bool means_nothing(NameScan *scan, Str name, Span span) {
    return !is_defined(scan->ev, scan->module, name, span) && !ev_prelude(scan->ev, "builtins", name);
}

/* `bool[N]` is a tensor, `bool` alone the class. */
static bool is_bool_with_sizes(const AstNode *node) {
    return node->kind == AST_Subscript && node->u.Subscript.value->kind == AST_Name &&
           strcmp(node->u.Subscript.value->u.Name.id, "bool") == 0;
}

/* `F32[N]`: what stands before the bracket was to be an element type. */
static bool is_symbol_with_sizes(NameScan *scan, const AstNode *node) {
    if (node->kind != AST_Subscript || node->u.Subscript.value->kind != AST_Name || is_bool_with_sizes(node))
        return false;
    Str name = node->u.Subscript.value->u.Name.id;
    return dtype_by_short_name(name) == DT_NONE && means_nothing(scan, name, node->span);
}

static bool is_type(NameScan *scan, const AstNode *node) {
    return node->kind == AST_Name && dtype_by_short_name(node->u.Name.id) != DT_NONE &&
           !is_defined(scan->ev, scan->module, node->u.Name.id, node->span);
}

static void add_names(AstNode *node, void *data) {
    if (node->kind == AST_Name)
        name_set_add(data, node->u.Name.id);
    ast_each_child(node, add_names, data);
}

static const Value *size_symbol(NameScan *scan, const AstNode *node) {
    ShContext *shapes = scan->ev->shapes;
    vec_push(scan->ev->arena, &scan->ints, node);
    return ev_int_expr(scan->ev, sh_symbol(shapes, node->u.Name.id, 0, INT64_MAX, -1, SH_FROM_INT, NULL, 0));
}

/* Gives each name that the module does not define its meaning in a call line: an element type or a size symbol. */
static void bind_names(AstNode *node, void *data) {
    NameScan *scan = data;
    if (is_bool_with_sizes(node))
        map_put(scan->locals, MAP_KEY(node->u.Subscript.value->u.Name.id), (void *)ev_dtype(scan->ev, DT_BOOL));
    if (node->kind == AST_Name && !map_has(scan->locals, MAP_KEY(node->u.Name.id))) {
        Str name = node->u.Name.id;
        DType dtype = dtype_by_short_name(name);
        const Value *value = NULL;
        if (dtype != DT_NONE)
            value = ev_dtype(scan->ev, dtype);
        else if (means_nothing(scan, name, node->span))
            value = size_symbol(scan, node);
        if (value)
            map_put(scan->locals, MAP_KEY(name), (void *)value);
        memset(&scan->ev->fail, 0, sizeof scan->ev->fail);
    }
    if (is_symbol_with_sizes(scan, node) && !scan->no_type)
        scan->no_type = node;
    if (node->kind == AST_Call && is_type(scan, node->u.Call.func) && !scan->called)
        scan->called = node;
    if (is_bool_with_sizes(node) || (node->kind == AST_Subscript && is_type(scan, node->u.Subscript.value)))
        add_names(node->u.Subscript.slice, &scan->sizes);
    ast_each_child(node, bind_names, data);
}

/* What the callee is named by is not looked into for symbols: `fn` of `fn(f32[B])` must be a name of the module. The
 * arguments of a constructor in it are: `Cls(f32[B]).method()`. */
static void bind_argument_names(NameScan *scan, const AstNode *call) {
    const AstNode *callee = call->u.Call.func;
    while (callee->kind == AST_Attribute)
        callee = callee->u.Attribute.value;
    if (callee->kind == AST_Call)
        bind_argument_names(scan, callee);
    for (uint32_t i = 0; i < call->u.Call.args.len; i++)
        bind_names(call->u.Call.args.items[i], scan);
    for (uint32_t i = 0; i < call->u.Call.keywords.len; i++)
        bind_names(call->u.Call.keywords.items[i], scan);
}

static bool call_error(Ev *ev, DiagCode code, const AstNode *node, const char *text) {
    const char *reason = ev->fail.kind == FAIL_NONE || !ev->fail.reason ? text : ev->fail.reason;
    diag_add(ev->diags, DIAG_ERROR, code, node->span, "%s", reason);
    memset(&ev->fail, 0, sizeof ev->fail);
    return false;
}

static bool evaluate_arguments(Ev *ev, Module *module, const AstNode *call, const Map *locals, CallArgs *out) {
    uint32_t count = call->u.Call.args.len, keywords = call->u.Call.keywords.len;
    out->args = arena_array(ev->arena, const Value *, count + 1);
    out->names = arena_array(ev->arena, Str, keywords + 1);
    out->keyword_values = arena_array(ev->arena, const Value *, keywords + 1);
    for (uint32_t i = 0; i < count; i++) {
        const AstNode *arg = call->u.Call.args.items[i];
        if (arg->kind == AST_Starred)
            return call_error(ev, D_CALL_SYNTAX, arg, "'*' is not supported in a call line");
        if (!(out->args[out->count++] = ev_eval_in_module(ev, module, arg, locals)))
            return call_error(ev, D_CALL_ARGS, arg, "this argument cannot be evaluated");
    }
    for (uint32_t i = 0; i < keywords; i++) {
        const AstNode *keyword = call->u.Call.keywords.items[i];
        if (!keyword->u.keyword.arg)
            return call_error(ev, D_CALL_SYNTAX, keyword, "'**' is not supported in a call line");
        const Value *value = ev_eval_in_module(ev, module, keyword->u.keyword.value, locals);
        if (!value)
            return call_error(ev, D_CALL_ARGS, keyword, "this argument cannot be evaluated");
        out->names[out->keyword_count] = keyword->u.keyword.arg;
        out->keyword_values[out->keyword_count++] = value;
    }
    return true;
}

/* A syntax error in a call line is about the call, not about the source. */
static const AstNode *parse_call(Ev *ev, const SourceFile *file) {
    uint32_t before = ev->diags->items.len;
    const AstNode *node = parse_expression(ev->arena, file, ev->diags);
    for (uint32_t i = before; i < ev->diags->items.len; i++)
        if (ev->diags->items.data[i].code == D_SYNTAX)
            ev->diags->items.data[i].code = D_CALL_SYNTAX;
    return node;
}

/* What could not be evaluated in constructors, from the `first` record on. */
static void note_skipped(Ev *ev, uint32_t first) {
    for (uint32_t i = first; i < ev->skipped.len; i++) {
        const Skipped *skipped = &ev->skipped.data[i];
        if (skipped->fail.span.file != ev->main_module->file)
            continue; /* the line itself, of which all is said */
        diag_add(ev->diags, DIAG_NOTE, D_CONSTRUCTOR, skipped->fail.span, "in %s: %s", skipped->function->qualname,
                 skipped->fail.reason);
    }
}

/* The callee has no value. A name that means nothing, and arguments that do not fit, are mistakes of the line; an
 * object that pyaot cannot evaluate is not: the line is left to Python. */
static bool callee_failed(Ev *ev, const AstNode *node, const Value *callee) {
    bool is_object = node->kind == AST_Call;
    bool raises = ev->fail.kind == FAIL_RAISE && (!is_object || ev->fail.span.file == node->span.file);
    if (callee && callee->kind == V_UNKNOWN)
        ev_fail(ev, D_CALL_OBJECT, node->span, "%s", callee->u.str);
    if ((callee && callee->kind == V_EXTERNAL) || (!callee && !is_object))
        return call_error(ev, D_CALL_NAME, node, "this names nothing that can be compiled");
    if (raises)
        return call_error(ev, D_CALL_ARGS, node, "this object cannot be made");
    diag_add(ev->diags, DIAG_WARNING, D_CALL_OBJECT, node->span, "this object cannot be evaluated: %s",
             ev->fail.reason ? ev->fail.reason : diag_title(ev->fail.code));
    memset(&ev->fail, 0, sizeof ev->fail);
    return true;
}

/* The source of one call line. `f32[]` is written for `f32[()]`: an index that is missing is no Python, but is what
 * people write for a tensor of no dimension. */
static SourceFile *call_source(Ev *ev, const char *display, const char *text, size_t len) {
    Buf out = {0};
    char quote = 0;
    for (size_t i = 0; i < len; i++) {
        char before = i > 0 ? text[i - 1] : ' ';
        if (quote ? text[i] == quote && before != '\\' : text[i] == '"' || text[i] == '\'')
            quote = quote ? 0 : text[i];
        bool is_bare = !quote && text[i] == ']' && before == '[' && i > 1 && isalnum((unsigned char)text[i - 2]);
        buf_puts(&out, is_bare ? "()" : "");
        buf_putc(&out, text[i]);
    }
    SourceFile *file = source_from_text(ev->arena, display, out.data, out.len, ev->diags);
    buf_free(&out);
    return file;
}

static bool no_such_type(Ev *ev, const AstNode *node) {
    Buf names = {0};
    for (int d = 0; d < DT_COUNT; d++)
        buf_printf(&names, " %s", dtype_info[d].short_name);
    diag_add(ev->diags, DIAG_ERROR, D_CALL_NAME, node->span, "'%s' is no element type; there are%s",
             node->u.Subscript.value->u.Name.id, names.data);
    buf_free(&names);
    return false;
}

/* A name alone is likely meant for a tensor, where it is no size of one. */
static void warn_of_ints(const NameScan *scan) {
    for (uint32_t i = 0; i < scan->ints.len; i++)
        if (!name_set_has(&scan->sizes, scan->ints.data[i]->u.Name.id))
            diag_add(scan->ev->diags, DIAG_WARNING, D_CALL_NAME, scan->ints.data[i]->span,
                     "the source has no '%s', which stands for an int here", scan->ints.data[i]->u.Name.id);
}

/* The name that a callee begins with, if the module does not have it. */
static Str missing_name(Ev *ev, Module *module, const AstNode *callee) {
    while (callee->kind == AST_Call || callee->kind == AST_Attribute)
        callee = callee->kind == AST_Call ? callee->u.Call.func : callee->u.Attribute.value;
    if (callee->kind != AST_Name)
        return NULL;
    Str name = callee->u.Name.id;
    return is_defined(ev, module, name, callee->span) || ev_prelude(ev, "builtins", name) ? NULL : name;
}

static bool no_such_name(Ev *ev, const CallLines *out, const AstNode *node, Str name) {
    enum { SHOWN = 8 };
    int shown = 0;
    Buf text = {0};
    const AstList *body = &out->tree->u.Module.body;
    for (uint32_t i = 0; i < body->len && shown <= SHOWN; i++) {
        const AstNode *item = body->items[i];
        Str defined = item->kind == AST_FunctionDef || item->kind == AST_AsyncFunctionDef ? item->u.FunctionDef.name
                      : item->kind == AST_ClassDef                                        ? item->u.ClassDef.name
                                                                                          : NULL;
        if (defined)
            buf_printf(&text, "%s%s", shown ? ", " : "; it has ", shown < SHOWN ? defined : "...");
        shown += defined != NULL;
    }
    diag_add(ev->diags, DIAG_ERROR, D_CALL_NAME, node->span, "the source has no '%s'%s", name,
             text.data ? text.data : "");
    buf_free(&text);
    return false;
}

static bool read_call(Ev *ev, Module *module, const SourceFile *file, CallLines *out) {
    const AstNode *node = parse_call(ev, file);
    if (!node)
        return false;
    CallLine line = {.adds = node->kind == AST_UnaryOp && node->u.UnaryOp.op == AST_UAdd};
    node = line.adds ? node->u.UnaryOp.operand : node;
    if (node->kind != AST_Call)
        return call_error(ev, D_CALL_SYNTAX, node, "this is not a call");
    Map locals;
    map_init(&locals, ev->arena);
    sh_forget_names(ev->shapes); /* each line has an N of its own */
    Str missing = missing_name(ev, module, node);
    memset(&ev->fail, 0, sizeof ev->fail);
    if (missing)
        return no_such_name(ev, out, node, missing);
    NameScan scan = {.ev = ev, .module = module, .locals = &locals};
    name_set_init(&scan.sizes, ev->arena);
    bind_argument_names(&scan, node);
    memset(&ev->fail, 0, sizeof ev->fail);
    if (scan.no_type)
        return no_such_type(ev, scan.no_type);
    if (scan.called)
        return call_error(ev, D_CALL_SYNTAX, scan.called, "the sizes of a tensor are written in brackets: f32[B, 16]");
    warn_of_ints(&scan);
    line.span = node->span;
    line.text = str_intern(file->text + node->span.begin, node->span.end - node->span.begin);
    uint32_t skipped = ev->skipped.len;
    line.callee = ev_eval_in_module(ev, module, node->u.Call.func, &locals);
    bool usable = line.callee && line.callee->kind != V_UNKNOWN && line.callee->kind != V_EXTERNAL;
    bool ok = usable || callee_failed(ev, node->u.Call.func, line.callee);
    note_skipped(ev, skipped);
    if (!usable)
        return ok;
    if (!evaluate_arguments(ev, module, node, &locals, &line.args))
        return false;
    vec_push(ev->arena, &out->items, line);
    return true;
}

/* Each line of a calls file is a text of its own; leading blank lines keep the line numbers of diagnostics right. */
static bool read_calls_file(Ev *ev, Module *module, const SourceFile *file, CallLines *out) {
    bool ok = true;
    const SourceLines *lines = source_lines(file);
    for (uint32_t i = 0; i < lines->count; i++) {
        uint32_t begin = lines->starts[i];
        uint32_t end = i + 1 < lines->count ? lines->starts[i + 1] : file->len;
        while (begin < end && strchr(" \t\r\n", file->text[begin]))
            begin++;
        if (begin == end || file->text[begin] == '#')
            continue;
        Buf text = {0};
        for (uint32_t k = 0; k < i; k++)
            buf_putc(&text, '\n');
        buf_put(&text, file->text + begin, end - begin);
        SourceFile *line = call_source(ev, file->display, text.data, text.len);
        ok = line && read_call(ev, module, line, out) && ok;
        buf_free(&text);
    }
    return ok;
}

/* "dir/model.py" -> "dir/model.calls" */
static const char *calls_path(Arena *arena, const SourceFile *source) {
    const char *path = source->path;
    const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
    size_t stem = dot && (!slash || dot > slash) ? (size_t)(dot - path) : strlen(path);
    return arena_printf(arena, "%.*s.calls", (int)stem, path);
}

bool calls_read(Ev *ev, Module *module, const struct AnalysisOptions *options, const SourceFile *source,
                CallLines *out) {
    bool ok = true;
    ev_tensor_literal = tensor_literal;
    for (int i = 0; i < options->call_count; i++) {
        const char *text = options->calls[i];
        const SourceFile *file = call_source(ev, "--call", text, strlen(text));
        ok = file && read_call(ev, module, file, out) && ok;
    }
    const char *path = options->calls_file ? options->calls_file : calls_path(ev->arena, source);
    if (options->calls_file || access(path, R_OK) == 0) {
        const SourceFile *file = source_open(ev->arena, path, ev->diags);
        out->path = path;
        ok = file && read_calls_file(ev, module, file, out) && ok;
    }
    ev_tensor_literal = NULL;
    return ok;
}
