/* Printing statements as Python source, four spaces a level. Comments and layout are not part of the AST: whoever wants
 * the text as the user wrote it copies the bytes of the node's span instead. */
#include "parser/unparse.h"

#include <string.h>

static void put_statement(Unparser *unparser, const AstNode *node);

static void put_line_begin(Unparser *unparser) {
    for (int i = 0; i < unparser->level; i++)
        buf_puts(unparser->out, "    ");
}

/* Begins a line with a keyword: "while ". */
static void put_keyword(Unparser *unparser, const char *keyword) {
    put_line_begin(unparser);
    buf_puts(unparser->out, keyword);
}

static void put_block(Unparser *unparser, const AstList *body) {
    buf_puts(unparser->out, ":\n");
    unparser->level++;
    for (uint32_t i = 0; i < body->len; i++)
        put_statement(unparser, body->items[i]);
    unparser->level--;
}

static void put_optional_block(Unparser *unparser, const char *keyword, const AstList *body) {
    if (!body->len)
        return;
    put_keyword(unparser, keyword);
    put_block(unparser, body);
}

static void put_optional(Unparser *unparser, const char *between, const AstNode *node, Tightness place) {
    if (!node)
        return;
    buf_puts(unparser->out, between);
    unparse_expr(unparser, node, place);
}

/* ---- definitions ---- */

static void put_decorators(Unparser *unparser, const AstList *decorators) {
    for (uint32_t i = 0; i < decorators->len; i++) {
        put_keyword(unparser, "@");
        unparse_expr(unparser, decorators->items[i], TIGHT_TEST);
        buf_putc(unparser->out, '\n');
    }
}

static void put_type_parameter(Unparser *unparser, const AstNode *node) {
    switch (node->kind) {
    case AST_TypeVar:
        buf_puts(unparser->out, node->u.TypeVar.name);
        put_optional(unparser, ": ", node->u.TypeVar.bound, TIGHT_TEST);
        put_optional(unparser, " = ", node->u.TypeVar.default_value, TIGHT_TEST);
        break;
    case AST_ParamSpec:
        buf_printf(unparser->out, "**%s", node->u.ParamSpec.name);
        put_optional(unparser, " = ", node->u.ParamSpec.default_value, TIGHT_TEST);
        break;
    default:
        buf_printf(unparser->out, "*%s", node->u.TypeVarTuple.name);
        put_optional(unparser, " = ", node->u.TypeVarTuple.default_value, TIGHT_TEST);
        break;
    }
}

static void put_type_parameters(Unparser *unparser, const AstList *parameters) {
    if (!parameters->len)
        return;
    buf_putc(unparser->out, '[');
    for (uint32_t i = 0; i < parameters->len; i++) {
        buf_puts(unparser->out, i ? ", " : "");
        put_type_parameter(unparser, parameters->items[i]);
    }
    buf_putc(unparser->out, ']');
}

static void put_function(Unparser *unparser, const AstNode *node) {
    put_decorators(unparser, &node->u.FunctionDef.decorator_list);
    put_keyword(unparser, node->kind == AST_AsyncFunctionDef ? "async def " : "def ");
    buf_puts(unparser->out, node->u.FunctionDef.name);
    put_type_parameters(unparser, &node->u.FunctionDef.type_params);
    buf_putc(unparser->out, '(');
    unparse_arguments(unparser, node->u.FunctionDef.args);
    buf_putc(unparser->out, ')');
    put_optional(unparser, " -> ", node->u.FunctionDef.returns, TIGHT_TEST);
    put_block(unparser, ast_body(node));
}

static void put_class(Unparser *unparser, const AstNode *node) {
    const AstList *bases = &node->u.ClassDef.bases, *keywords = &node->u.ClassDef.keywords;
    put_decorators(unparser, &node->u.ClassDef.decorator_list);
    put_keyword(unparser, "class ");
    buf_puts(unparser->out, node->u.ClassDef.name);
    put_type_parameters(unparser, &node->u.ClassDef.type_params);
    if (bases->len || keywords->len) {
        buf_putc(unparser->out, '(');
        unparse_separated(unparser, bases, TIGHT_TEST);
        buf_puts(unparser->out, bases->len && keywords->len ? ", " : "");
        unparse_separated(unparser, keywords, TIGHT_TEST);
        buf_putc(unparser->out, ')');
    }
    put_block(unparser, &node->u.ClassDef.body);
}

/* ---- compound statements ---- */

static void put_if(Unparser *unparser, const AstNode *node) {
    const char *keyword = "if ";
    for (;;) {
        put_keyword(unparser, keyword);
        unparse_expr(unparser, node->u.If.test, TIGHT_TEST);
        put_block(unparser, &node->u.If.body);
        const AstList *orelse = &node->u.If.orelse;
        if (orelse->len != 1 || orelse->items[0]->kind != AST_If)
            break;
        node = orelse->items[0];
        keyword = "elif ";
    }
    put_optional_block(unparser, "else", &node->u.If.orelse);
}

static void put_for(Unparser *unparser, const AstNode *node) {
    put_keyword(unparser, node->kind == AST_AsyncFor ? "async for " : "for ");
    unparse_expr(unparser, node->u.For.target, TIGHT_TUPLE);
    buf_puts(unparser->out, " in ");
    unparse_expr(unparser, node->u.For.iter, TIGHT_TEST);
    put_block(unparser, &node->u.For.body);
    put_optional_block(unparser, "else", &node->u.For.orelse);
}

static void put_while(Unparser *unparser, const AstNode *node) {
    put_keyword(unparser, "while ");
    unparse_expr(unparser, node->u.While.test, TIGHT_TEST);
    put_block(unparser, &node->u.While.body);
    put_optional_block(unparser, "else", &node->u.While.orelse);
}

static void put_with(Unparser *unparser, const AstNode *node) {
    const AstList *items = &node->u.With.items;
    put_keyword(unparser, node->kind == AST_AsyncWith ? "async with " : "with ");
    for (uint32_t i = 0; i < items->len; i++) {
        const AstNode *item = items->items[i], *value = item->u.withitem.context_expr;
        bool looks_like_items = items->len == 1 && !item->u.withitem.optional_vars && value->kind == AST_Tuple;
        buf_puts(unparser->out, i ? ", " : "");
        buf_puts(unparser->out, looks_like_items ? "(" : "");
        unparse_expr(unparser, value, TIGHT_TEST);
        buf_puts(unparser->out, looks_like_items ? ")" : "");
        put_optional(unparser, " as ", item->u.withitem.optional_vars, TIGHT_TEST);
    }
    put_block(unparser, &node->u.With.body);
}

static void put_try(Unparser *unparser, const AstNode *node) {
    put_keyword(unparser, "try");
    put_block(unparser, &node->u.Try.body);
    for (uint32_t i = 0; i < node->u.Try.handlers.len; i++) {
        const AstNode *handler = node->u.Try.handlers.items[i];
        put_keyword(unparser, node->kind == AST_TryStar ? "except*" : "except");
        put_optional(unparser, " ", handler->u.ExceptHandler.type, TIGHT_TEST);
        if (handler->u.ExceptHandler.name)
            buf_printf(unparser->out, " as %s", handler->u.ExceptHandler.name);
        put_block(unparser, &handler->u.ExceptHandler.body);
    }
    put_optional_block(unparser, "else", &node->u.Try.orelse);
    put_optional_block(unparser, "finally", &node->u.Try.finalbody);
}

static void put_match(Unparser *unparser, const AstNode *node) {
    put_keyword(unparser, "match ");
    unparse_expr(unparser, node->u.Match.subject, TIGHT_TEST);
    buf_puts(unparser->out, ":\n");
    unparser->level++;
    for (uint32_t i = 0; i < node->u.Match.cases.len; i++) {
        const AstNode *match_case = node->u.Match.cases.items[i];
        put_keyword(unparser, "case ");
        unparse_pattern(unparser, match_case->u.match_case.pattern, TIGHT_TUPLE);
        put_optional(unparser, " if ", match_case->u.match_case.guard, TIGHT_TEST);
        put_block(unparser, &match_case->u.match_case.body);
    }
    unparser->level--;
}

/* ---- simple statements ---- */

static void put_assign(Unparser *unparser, const AstNode *node) {
    for (uint32_t i = 0; i < node->u.Assign.targets.len; i++) {
        unparse_expr(unparser, node->u.Assign.targets.items[i], TIGHT_TUPLE);
        buf_puts(unparser->out, " = ");
    }
    unparse_expr(unparser, node->u.Assign.value, TIGHT_YIELD);
}

static void put_annotated(Unparser *unparser, const AstNode *node) {
    bool parentheses = node->u.AnnAssign.target->kind == AST_Name && !node->u.AnnAssign.simple;
    buf_puts(unparser->out, parentheses ? "(" : "");
    unparse_expr(unparser, node->u.AnnAssign.target, TIGHT_ATOM);
    buf_puts(unparser->out, parentheses ? "): " : ": ");
    unparse_expr(unparser, node->u.AnnAssign.annotation, TIGHT_TEST);
    put_optional(unparser, " = ", node->u.AnnAssign.value, TIGHT_YIELD);
}

static void put_aliases(Unparser *unparser, const AstList *names) {
    for (uint32_t i = 0; i < names->len; i++) {
        const AstNode *alias = names->items[i];
        buf_printf(unparser->out, "%s%s", i ? ", " : "", alias->u.alias.name);
        if (alias->u.alias.asname)
            buf_printf(unparser->out, " as %s", alias->u.alias.asname);
    }
}

static void put_import_from(Unparser *unparser, const AstNode *node) {
    buf_puts(unparser->out, "from ");
    for (int32_t i = 0; i < node->u.ImportFrom.level; i++)
        buf_putc(unparser->out, '.');
    buf_printf(unparser->out, "%s import ", node->u.ImportFrom.module ? node->u.ImportFrom.module : "");
    put_aliases(unparser, &node->u.ImportFrom.names);
}

static void put_names(Unparser *unparser, const char *keyword, const AstNames *names) {
    buf_puts(unparser->out, keyword);
    for (uint32_t i = 0; i < names->len; i++)
        buf_printf(unparser->out, "%s%s", i ? ", " : "", names->items[i]);
}

static void put_expression_statement(Unparser *unparser, const AstNode *value) {
    if (value->kind == AST_Constant && value->u.Constant.value.kind == AST_CONST_STR)
        unparse_docstring(unparser, &value->u.Constant.value);
    else
        unparse_expr(unparser, value, TIGHT_YIELD);
}

static void put_type_alias(Unparser *unparser, const AstNode *node) {
    buf_puts(unparser->out, "type ");
    unparse_expr(unparser, node->u.TypeAlias.name, TIGHT_ATOM);
    put_type_parameters(unparser, &node->u.TypeAlias.type_params);
    put_optional(unparser, " = ", node->u.TypeAlias.value, TIGHT_TEST);
}

/* A statement without a block, without its line's begin and end. */
static void put_simple(Unparser *unparser, const AstNode *node) {
    Buf *out = unparser->out;
    switch (node->kind) {
    case AST_Expr:
        put_expression_statement(unparser, node->u.Expr.value);
        break;
    case AST_Assign:
        put_assign(unparser, node);
        break;
    case AST_AnnAssign:
        put_annotated(unparser, node);
        break;
    case AST_AugAssign:
        unparse_expr(unparser, node->u.AugAssign.target, TIGHT_ATOM);
        buf_printf(out, " %s= ", ast_operator_text(node->u.AugAssign.op));
        unparse_expr(unparser, node->u.AugAssign.value, TIGHT_YIELD);
        break;
    case AST_Return:
        buf_puts(out, "return");
        put_optional(unparser, " ", node->u.Return.value, TIGHT_TUPLE);
        break;
    case AST_Delete:
        buf_puts(out, "del ");
        unparse_separated(unparser, &node->u.Delete.targets, TIGHT_TEST);
        break;
    case AST_Raise:
        buf_puts(out, "raise");
        put_optional(unparser, " ", node->u.Raise.exc, TIGHT_TEST);
        put_optional(unparser, " from ", node->u.Raise.cause, TIGHT_TEST);
        break;
    case AST_Assert:
        put_optional(unparser, "assert ", node->u.Assert.test, TIGHT_TEST);
        put_optional(unparser, ", ", node->u.Assert.msg, TIGHT_TEST);
        break;
    case AST_Import:
        buf_puts(out, "import ");
        put_aliases(unparser, &node->u.Import.names);
        break;
    case AST_ImportFrom:
        put_import_from(unparser, node);
        break;
    case AST_Global:
        put_names(unparser, "global ", &node->u.Global.names);
        break;
    case AST_Nonlocal:
        put_names(unparser, "nonlocal ", &node->u.Nonlocal.names);
        break;
    case AST_TypeAlias:
        put_type_alias(unparser, node);
        break;
    case AST_Pass:
        buf_puts(out, "pass");
        break;
    case AST_Break:
        buf_puts(out, "break");
        break;
    case AST_Continue:
        buf_puts(out, "continue");
        break;
    default:
        unparse_expr(unparser, node, TIGHT_TUPLE);
    }
}

static void put_statement(Unparser *unparser, const AstNode *node) {
    switch (node->kind) {
    case AST_FunctionDef:
    case AST_AsyncFunctionDef:
        put_function(unparser, node);
        break;
    case AST_ClassDef:
        put_class(unparser, node);
        break;
    case AST_If:
        put_if(unparser, node);
        break;
    case AST_For:
    case AST_AsyncFor:
        put_for(unparser, node);
        break;
    case AST_While:
        put_while(unparser, node);
        break;
    case AST_With:
    case AST_AsyncWith:
        put_with(unparser, node);
        break;
    case AST_Try:
    case AST_TryStar:
        put_try(unparser, node);
        break;
    case AST_Match:
        put_match(unparser, node);
        break;
    default:
        put_line_begin(unparser);
        put_simple(unparser, node);
        buf_putc(unparser->out, '\n');
    }
}

static bool is_statement(AstKind kind) { return kind >= AST_FunctionDef && kind <= AST_Continue; }

void ast_unparse_indented(Buf *out, const AstNode *node, int level) {
    Unparser unparser = {.out = out, .level = level};
    if (node->kind == AST_Module) {
        for (uint32_t i = 0; i < node->u.Module.body.len; i++)
            put_statement(&unparser, node->u.Module.body.items[i]);
    } else if (is_statement(node->kind)) {
        put_statement(&unparser, node);
    } else {
        unparse_expr(&unparser, node, TIGHT_TEST);
    }
}

void ast_unparse(Buf *out, const AstNode *node) { ast_unparse_indented(out, node, 0); }
