/* See print.h. Lines are kept below 120 columns by breaking parameter and argument lists. A comment with the line of
 * the program stands in front of the first statement that comes from it. */
#include "codegen/c/print.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_COLUMNS = 118 };

typedef struct Printer {
    Buf *out;
    int indent;
    const SourceFile *file; /* of the line last named */
    uint32_t line;
    const LpStmt *split; /* while its call is printed for the whole range */
    const char *lines;   /* the C file's name, when #line directives are wanted; or NULL */
} Printer;

static void print_expr(Printer *p, const LpExpr *e, int outer);

/* Each line names its place again, as the compiler counts on from there. */
static void print_directive(const Printer *p) {
    if (!p->lines || !p->file)
        return;
    buf_printf(p->out, "#line %u ", p->line);
    c_print_text(p->out, p->file->display);
    buf_putc(p->out, '\n');
}

static void start_line(Printer *p) {
    print_directive(p);
    for (int i = 0; i < p->indent; i++)
        buf_puts(p->out, "    ");
}

/* ---- types and literals ------------------------------------------------------------------------------------------ */
static void print_type(Buf *out, LpType type) {
    if (type.is_const && type.pointer)
        buf_puts(out, "const ");
    buf_puts(out, lp_base_info[type.base].spelling);
    if (type.pointer)
        buf_putc(out, ' ');
    for (int i = 0; i < type.pointer; i++)
        buf_putc(out, '*');
}

static void print_declarator(Buf *out, const LpVar *var) {
    print_type(out, var->type);
    if (var->type.is_restrict)
        buf_puts(out, "restrict ");
    else if (!var->type.pointer)
        buf_putc(out, ' ');
    buf_puts(out, var->name);
}

/* What a literal holds as it is: neither `"` nor `\`, nor `?`, of which trigraphs are made. */
static const bool is_literal[UCHAR_MAX + 1] = {
    [' ' ... '!'] = true, ['#' ... '>'] = true, ['@' ... '['] = true, [']' ... '~'] = true};

void c_print_text(Buf *out, Str text) {
    size_t len = str_len(text), begin = 0;
    buf_putc(out, '"');
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];
        if (is_literal[c])
            continue;
        buf_put(out, text + begin, i - begin);
        begin = i + 1;
        if (c == '"' || c == '\\')
            buf_printf(out, "\\%c", c);
        else if (c == '\n')
            buf_puts(out, "\\n");
        else
            buf_printf(out, "\\%03o", c);
    }
    buf_put(out, text + begin, len - begin);
    buf_putc(out, '"');
}

static void print_real(Buf *out, double value, LpBase base) {
    char text[40];
    if (isnan(value)) {
        buf_puts(out, base == LPT_F32 ? "NAN" : "(double)NAN");
        return;
    }
    if (isinf(value)) {
        buf_printf(out, "%s%s", value < 0 ? "-" : "", base == LPT_F32 ? "INFINITY" : "(double)INFINITY");
        return;
    }
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        double back = strtod(text, NULL);
        if (base == LPT_F32 ? (float)back == (float)value : back == value)
            break;
    }
    bool plain = strpbrk(text, ".e") == NULL;
    buf_printf(out, "%s%s%s", text, plain ? ".0" : "", base == LPT_F32 ? "f" : "");
}

static void print_int(Buf *out, int64_t value) {
    if (value == INT64_MIN)
        buf_puts(out, "INT64_MIN");
    else if (value > INT32_MAX || value < INT32_MIN)
        buf_printf(out, "INT64_C(%" PRId64 ")", value);
    else
        buf_printf(out, "%" PRId64, value);
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */
static void print_list(Printer *p, LpExpr *const *args, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        buf_puts(p->out, i ? ", " : "");
        print_expr(p, args[i], -1);
    }
}

/* Must gcc not see what is added to the zero? It takes 0.0 - (float)i for -(float)i, and so -i + 0.0 too, which is -0.0
 * where i is 0: of whatever expression it knows that it is never -0.0. (Variables it does not ask.) */
static bool is_hidden(const LpExpr *e, const LpExpr *operand) {
    const LpExpr *other = e->args[operand == e->args[0]];
    bool is_sum = (e->op == LPO_ADD || e->op == LPO_SUB) && other->kind == LPE_FLOAT && other->real == 0;
    return is_sum && (operand->kind == LPE_CAST || operand->kind == LPE_UNARY || operand->kind == LPE_BINARY ||
                      operand->kind == LPE_SELECT);
}

static void print_operand(Printer *p, const LpExpr *e, const LpExpr *operand, int outer) {
    if (!is_hidden(e, operand)) {
        print_expr(p, operand, outer);
        return;
    }
    buf_puts(p->out, operand->type.base == LPT_F32 ? "rt_same_f32(" : "rt_same_f64(");
    print_expr(p, operand, -1);
    buf_putc(p->out, ')');
}

static void print_operands(Printer *p, const LpExpr *e, int outer) {
    if (p->split && e->op == LPO_MUL && e->args[0]->kind == LPE_VAR && e->args[0]->var == p->split->part) {
        buf_putc(p->out, '0'); /* the place of the first share */
        return;
    }
    int own = lp_operator_info[e->op].precedence;
    bool bits = e->op == LPO_BITAND || e->op == LPO_BITOR || e->op == LPO_BITXOR;
    bool logic = e->op == LPO_AND || e->op == LPO_OR;
    bool compares = own == 6 || own == 7;
    bool parens = own < outer;
    if (parens)
        buf_putc(p->out, '(');
    const LpExpr *left = e->args[0];
    bool same = left->kind == LPE_BINARY && left->op == e->op;
    print_operand(p, e, left, bits || logic ? (same ? own : 9) : compares ? 9 : own);
    buf_putc(p->out, ' ');
    buf_puts(p->out, lp_operator_info[e->op].spelling);
    buf_putc(p->out, ' ');
    print_operand(p, e, e->args[1], bits || logic || compares ? 9 : own + 1);
    if (parens)
        buf_putc(p->out, ')');
}

/* In the call that covers everything, a share's bounds are the whole range. */
static bool print_split_variable(Printer *p, const LpVar *var) {
    if (!p->split)
        return false;
    const LpStmt *split = p->split;
    if (var == split->last) {
        p->split = NULL;
        print_expr(p, split->args[0], -1);
        p->split = split;
        return true;
    }
    if (var == split->var || var == split->part) {
        buf_putc(p->out, '0');
        return true;
    }
    return false;
}

static void print_call(Printer *p, const LpExpr *e) {
    buf_puts(p->out, e->text);
    buf_putc(p->out, '(');
    print_list(p, e->args, e->arg_count);
    buf_putc(p->out, ')');
}

static void print_select(Printer *p, const LpExpr *e, int outer) {
    if (outer >= 0)
        buf_putc(p->out, '(');
    print_expr(p, e->args[0], 1);
    buf_puts(p->out, " ? ");
    print_expr(p, e->args[1], 1);
    buf_puts(p->out, " : ");
    print_expr(p, e->args[2], 1);
    if (outer >= 0)
        buf_putc(p->out, ')');
}

static void print_array(Printer *p, const LpExpr *e) {
    LpType element = e->type;
    element.pointer--;
    buf_puts(p->out, "(");
    print_type(p->out, element.pointer ? element : (LpType){.base = element.base});
    buf_puts(p->out, "[]){");
    print_list(p, e->args, e->arg_count);
    buf_putc(p->out, '}');
}

static void print_expr(Printer *p, const LpExpr *e, int outer) {
    bool negative =
        (e->kind == LPE_INT && e->number < 0) || (e->kind == LPE_FLOAT && signbit(e->real) && !isnan(e->real));
    if (negative && outer > 9)
        buf_putc(p->out, '(');
    switch (e->kind) {
    case LPE_INT:
        print_int(p->out, e->number);
        break;
    case LPE_FLOAT:
        print_real(p->out, e->real, e->type.base);
        break;
    case LPE_BOOL:
        buf_puts(p->out, e->number ? "true" : "false");
        break;
    case LPE_VAR:
        if (!print_split_variable(p, e->var))
            buf_puts(p->out, e->var->name);
        break;
    case LPE_NAME:
        buf_puts(p->out, e->text);
        break;
    case LPE_TEXT:
        c_print_text(p->out, e->text);
        break;
    case LPE_UNARY:
        buf_puts(p->out, outer > 11 ? "(" : "");
        buf_puts(p->out, lp_operator_info[e->op].spelling);
        print_expr(p, e->args[0], 12);
        buf_puts(p->out, outer > 11 ? ")" : "");
        break;
    case LPE_BINARY:
        print_operands(p, e, outer);
        break;
    case LPE_SELECT:
        print_select(p, e, outer);
        break;
    case LPE_CAST:
        buf_putc(p->out, '(');
        print_type(p->out, e->type);
        buf_putc(p->out, ')');
        print_expr(p, e->args[0], 12);
        break;
    case LPE_CALL:
        print_call(p, e);
        break;
    case LPE_LOAD:
        if (e->args[0]->kind != LPE_ARRAY && lp_is_int(e->args[1], 0) && e->args[0]->kind == LPE_VAR &&
            !e->args[0]->var->is_array && e->type.base != LPT_OBJECT) {
            buf_puts(p->out, outer > 11 ? "(*" : "*");
            buf_puts(p->out, e->args[0]->var->name);
            buf_puts(p->out, outer > 11 ? ")" : "");
            break;
        }
        print_expr(p, e->args[0], 12);
        buf_putc(p->out, '[');
        print_expr(p, e->args[1], -1);
        buf_putc(p->out, ']');
        break;
    case LPE_FIELD:
        print_expr(p, e->args[0], 12);
        buf_puts(p->out, e->args[0]->type.pointer ? "->" : ".");
        buf_puts(p->out, e->text);
        break;
    case LPE_ADDRESS:
        buf_putc(p->out, '&');
        print_expr(p, e->args[0], 11);
        break;
    case LPE_ARRAY:
        print_array(p, e);
        break;
    }
    if (negative && outer > 9)
        buf_putc(p->out, ')');
}

/* A call that does not fit its line is broken after commas. */
static void print_wrapped(Printer *p, const char *head, const LpExpr *call, const char *tail) {
    size_t column = (size_t)p->indent * 4 + strlen(head), limit = LINE_MAX_COLUMNS - strlen(tail);
    buf_puts(p->out, head);
    size_t begin = p->out->len;
    print_expr(p, call, -1);
    if (p->lines || column + p->out->len - begin <= limit || call->kind != LPE_CALL) {
        buf_puts(p->out, tail);
        return;
    }
    Buf flat = {0};
    Printer inner = *p;
    inner.out = &flat;
    size_t start = column + strlen(call->text) + 1;
    p->out->len = begin;
    buf_printf(p->out, "%s(", call->text);
    column = start;
    for (uint32_t i = 0; i < call->arg_count; i++) {
        flat.len = 0;
        print_expr(&inner, call->args[i], -1);
        if (i && column + flat.len + 2 > limit) {
            buf_printf(p->out, ",\n%*s", (int)start, "");
            column = start;
        } else if (i) {
            buf_puts(p->out, ", ");
            column += 2;
        }
        buf_put(p->out, flat.data, flat.len);
        column += flat.len;
    }
    buf_putc(p->out, ')');
    buf_puts(p->out, tail);
    buf_free(&flat);
}

/* ---- statements -------------------------------------------------------------------------------------------------- */
static void print_block(Printer *p, const LpBlock *block);

static void print_source_line(Printer *p, Span span) {
    uint32_t line = span_line(span);
    if (!span.file || !line || (span.file == p->file && line == p->line))
        return;
    p->file = span.file;
    p->line = line;
    size_t len;
    const char *text = span_line_text(span, &len);
    while (len && (*text == ' ' || *text == '\t')) {
        text++;
        len--;
    }
    start_line(p);
    buf_printf(p->out, "/* %s:%u  ", span.file->display, line);
    for (size_t i = 0; i < len && text[i] != '\r'; i++) {
        bool ends = text[i] == '*' && i + 1 < len && text[i + 1] == '/';
        bool starts = text[i] == '/' && i + 1 < len && text[i + 1] == '*';
        buf_putc(p->out, text[i]);
        if (ends || starts)
            buf_putc(p->out, ' ');
    }
    buf_puts(p->out, " */\n");
}

static const char *reduction_sign(LpReductionKind kind) {
    static const char *const signs[] = {
        [LPR_SUM] = "+", [LPR_PROD] = "*", [LPR_MAX] = "max", [LPR_MIN] = "min", [LPR_ANY] = "|", [LPR_ALL] = "&"};
    return signs[kind];
}

static void print_for(Printer *p, const LpStmt *s) {
    if (s->simd) {
        print_directive(p);
        buf_puts(p->out, "#pragma omp simd");
        for (uint32_t i = 0; i < s->reduction_count; i++)
            buf_printf(p->out, " reduction(%s : %s)", reduction_sign(s->reductions[i].kind),
                       s->reductions[i].var->name);
        buf_putc(p->out, '\n');
    }
    start_line(p);
    buf_printf(p->out, "for (int64_t %s = ", s->var->name);
    print_expr(p, s->args[0], -1);
    buf_printf(p->out, "; %s < ", s->var->name);
    print_expr(p, s->args[1], 8);
    if (lp_is_int(s->args[2], 1)) {
        buf_printf(p->out, "; %s++) {\n", s->var->name);
    } else {
        buf_printf(p->out, "; %s += ", s->var->name);
        print_expr(p, s->args[2], -1);
        buf_puts(p->out, ") {\n");
    }
    print_block(p, &s->body);
    start_line(p);
    buf_puts(p->out, "}\n");
}

static void print_split(Printer *p, const LpStmt *s) {
    start_line(p);
    buf_printf(p->out, "const int %s = rt_parts(", s->parts->name);
    print_expr(p, s->args[0], -1);
    buf_puts(p->out, ", ");
    print_expr(p, s->args[2], -1);
    buf_puts(p->out, ");\n");
    start_line(p);
    buf_printf(p->out, "if (%s == 1) {\n", s->parts->name);
    p->indent++;
    start_line(p);
    p->split = s;
    print_wrapped(p, "", s->args[1], ";\n");
    p->split = NULL;
    p->indent--;
    start_line(p);
    buf_puts(p->out, "} else {\n");
    print_directive(p);
    buf_printf(p->out, "#pragma omp parallel for num_threads(%s) schedule(static, 1)\n", s->parts->name);
    p->indent++;
    start_line(p);
    buf_printf(p->out, "for (int %s = 0; %s < %s; %s++) {\n", s->part->name, s->part->name, s->parts->name,
               s->part->name);
    p->indent++;
    for (int side = 0; side < 2; side++) {
        start_line(p);
        buf_printf(p->out, "const int64_t %s = rt_part_begin(", side ? s->last->name : s->var->name);
        print_expr(p, s->args[0], -1);
        buf_printf(p->out, ", %s%s, %s);\n", s->part->name, side ? " + 1" : "", s->parts->name);
    }
    start_line(p);
    print_wrapped(p, "", s->args[1], ";\n");
    for (int closing = 0; closing < 2; closing++) {
        p->indent--;
        start_line(p);
        buf_puts(p->out, "}\n");
    }
}

static size_t column_of(const Printer *p) {
    size_t at = p->out->len;
    while (at && p->out->data[at - 1] != '\n')
        at--;
    return p->out->len - at;
}

/* The reason, on a line of its own where this one has no room for it. */
static void print_reason(Printer *p, Str why, size_t indent) {
    if (column_of(p) + str_len(why) + strlen(" \"\");") <= LINE_MAX_COLUMNS)
        buf_putc(p->out, ' ');
    else
        buf_printf(p->out, "\n%*s", p->indent * 4 + (int)indent, "");
    c_print_text(p->out, why);
    buf_puts(p->out, ");\n");
}

static void print_miss(Printer *p, Str why) {
    start_line(p);
    buf_puts(p->out, "return rt_miss(call,");
    print_reason(p, why, strlen("return rt_miss("));
}

static void print_decl(Printer *p, const LpStmt *s) {
    const LpVar *var = s->var;
    Buf head = {0};
    start_line(p);
    if (!var->is_mutable && !var->type.pointer && s->args[0])
        buf_puts(&head, "const ");
    print_declarator(&head, var);
    if (var->is_array) {
        buf_putc(&head, '[');
        buf_puts(p->out, head.data);
        print_expr(p, s->args[0], -1);
        buf_puts(p->out, "];\n");
    } else if (s->args[0]) {
        buf_puts(&head, " = ");
        print_wrapped(p, head.data, s->args[0], ";\n");
    } else {
        buf_printf(p->out, "%s;\n", head.data);
    }
    buf_free(&head);
}

/* x = x + e as x += e. */
static bool print_update(Printer *p, const LpExpr *target, const LpExpr *value) {
    bool binary = value->kind == LPE_BINARY && value->args[0] == target;
    if (!binary || lp_operator_info[value->op].precedence < 3 || value->type.base == LPT_BOOL)
        return false;
    print_expr(p, target, -1);
    buf_printf(p->out, " %s= ", lp_operator_info[value->op].spelling);
    print_expr(p, value->args[1], -1);
    buf_puts(p->out, ";\n");
    return true;
}

static bool same_target(const LpExpr *a, const LpExpr *b) {
    return a == b || (a->kind == LPE_VAR && b->kind == LPE_VAR && a->var == b->var);
}

static void print_assign(Printer *p, const LpStmt *s) {
    start_line(p);
    LpExpr value = *s->args[1];
    if (value.kind == LPE_BINARY && same_target(value.args[0], s->args[0])) {
        LpExpr *args[2] = {s->args[0], value.args[1]};
        value.args = args;
        if (print_update(p, s->args[0], &value))
            return;
    }
    Buf head = {0};
    Printer inner = *p;
    inner.out = &head;
    print_expr(&inner, s->args[0], -1);
    buf_puts(&head, " = ");
    print_wrapped(p, head.data, s->args[1], ";\n");
    buf_free(&head);
}

static void print_guard(Printer *p, const LpStmt *s) {
    Buf head = {0};
    start_line(p);
    buf_printf(&head, "RT_GUARD(call, %d, ", s->number);
    print_wrapped(p, head.data, s->args[0], ");\n");
    buf_free(&head);
}

/* `if (condition) return rt_miss(call, why);`, which is as frequent as guards are, takes one line. */
static bool print_miss_if(Printer *p, const LpStmt *s) {
    const LpStmt *only = s->body.items.len == 1 ? s->body.items.data[0] : NULL;
    if (!only || only->kind != LPS_MISS || s->other.items.len)
        return false;
    start_line(p);
    print_wrapped(p, "RT_MISS_IF(call, ", s->args[0], ",");
    print_reason(p, only->text, strlen("RT_MISS_IF("));
    return true;
}

static void print_if(Printer *p, const LpStmt *s) {
    if (print_miss_if(p, s))
        return;
    start_line(p);
    buf_puts(p->out, "if (");
    print_expr(p, s->args[0], -1);
    buf_puts(p->out, ") {\n");
    print_block(p, &s->body);
    start_line(p);
    if (s->other.items.len) {
        buf_puts(p->out, "} else {\n");
        print_block(p, &s->other);
        start_line(p);
    }
    buf_puts(p->out, "}\n");
}

static void print_stmt(Printer *p, const LpStmt *s) {
    print_source_line(p, s->span);
    switch (s->kind) {
    case LPS_DECL:
        print_decl(p, s);
        return;
    case LPS_ASSIGN:
        print_assign(p, s);
        return;
    case LPS_EXPR:
        start_line(p);
        print_wrapped(p, "", s->args[0], ";\n");
        return;
    case LPS_FOR:
        print_for(p, s);
        return;
    case LPS_WHILE:
        start_line(p);
        buf_puts(p->out, "for (;;) {\n");
        print_block(p, &s->body);
        start_line(p);
        buf_puts(p->out, "}\n");
        return;
    case LPS_IF:
        print_if(p, s);
        return;
    case LPS_BREAK:
        start_line(p);
        buf_puts(p->out, "break;\n");
        return;
    case LPS_RETURN:
        start_line(p);
        if (s->args[0])
            print_wrapped(p, "return ", s->args[0], ";\n");
        else
            buf_puts(p->out, "return;\n");
        return;
    case LPS_GUARD:
        print_guard(p, s);
        return;
    case LPS_TRY:
        start_line(p);
        print_wrapped(p, "RT_TRY(", s->args[0], ");\n");
        return;
    case LPS_MISS:
        print_miss(p, s->text);
        return;
    case LPS_SPLIT:
        print_split(p, s);
        return;
    }
}

static void print_block(Printer *p, const LpBlock *block) {
    p->indent++;
    for (uint32_t i = 0; i < block->items.len; i++)
        print_stmt(p, block->items.data[i]);
    p->indent--;
}

/* What follows is the C file's own. */
static void end_directives(const Printer *p) {
    uint32_t line = 2;
    if (!p->lines || !p->file)
        return;
    for (size_t i = 0; i < p->out->len; i++)
        line += p->out->data[i] == '\n';
    buf_printf(p->out, "#line %u ", line);
    c_print_text(p->out, p->lines);
    buf_putc(p->out, '\n');
}

void c_print_body(Arena *arena, LpFunction *function) {
    Buf out = {0};
    Printer p = {.out = &out};
    print_block(&p, &function->body);
    function->code = arena_copy(arena, out.data, out.len);
    function->code_len = out.len;
    buf_free(&out);
}

/* Without what follows the parameters. */
static void print_head(Buf *out, const LpFunction *function) {
    Buf head = {0}, param = {0};
    buf_printf(&head, "%s%s %s(", function->is_shared ? "" : "static ", lp_base_info[function->result.base].spelling,
               function->name);
    size_t start = head.len, column = start;
    buf_puts(out, head.data);
    for (uint32_t i = 0; i < function->params.len; i++) {
        param.len = 0;
        print_declarator(&param, function->params.data[i]);
        if (i && column + param.len + 4 > LINE_MAX_COLUMNS) {
            buf_printf(out, ",\n%*s", (int)start, "");
            column = start;
        } else if (i) {
            buf_puts(out, ", ");
            column += 2;
        }
        buf_puts(out, param.data);
        column += param.len;
    }
    buf_puts(out, function->params.len ? ")" : "void)");
    buf_free(&head);
    buf_free(&param);
}

void c_print_declaration(Buf *out, const LpFunction *function) {
    print_head(out, function);
    buf_puts(out, ";\n");
}

void c_print_function(Buf *out, const LpFunction *function, const char *lines) {
    Printer p = {.out = out, .lines = lines};
    if (function->doc)
        buf_printf(out, "/* %s */\n", function->doc);
    print_head(out, function);
    buf_puts(out, " {\n");
    if (function->code && !lines)
        buf_put(out, function->code, function->code_len);
    else
        print_block(&p, &function->body);
    end_directives(&p);
    buf_puts(out, "}\n\n");
}
