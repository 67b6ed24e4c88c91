/* Printing expressions, arguments and patterns as Python source. */
#include "parser/unparse.h"

#include <string.h>

static Tightness operator_tightness(AstOperator op) {
    switch (op) {
    case AST_BitOr:
        return TIGHT_BIT_OR;
    case AST_BitXor:
        return TIGHT_BIT_XOR;
    case AST_BitAnd:
        return TIGHT_BIT_AND;
    case AST_LShift:
    case AST_RShift:
        return TIGHT_SHIFT;
    case AST_Add:
    case AST_Sub:
        return TIGHT_SUM;
    case AST_Pow:
        return TIGHT_POWER;
    default:
        return TIGHT_TERM;
    }
}

static Tightness tightness(const AstNode *node) {
    switch (node->kind) {
    case AST_NamedExpr:
        return TIGHT_NAMED;
    case AST_Tuple:
        return node->u.Tuple.elts.len ? TIGHT_TUPLE : TIGHT_ATOM;
    case AST_Yield:
    case AST_YieldFrom:
        return TIGHT_YIELD;
    case AST_Lambda:
    case AST_IfExp:
        return TIGHT_TEST;
    case AST_BoolOp:
        return node->u.BoolOp.op == AST_Or ? TIGHT_OR : TIGHT_AND;
    case AST_Compare:
        return TIGHT_COMPARE;
    case AST_BinOp:
        return operator_tightness(node->u.BinOp.op);
    case AST_UnaryOp:
        return node->u.UnaryOp.op == AST_Not ? TIGHT_NOT : TIGHT_FACTOR;
    case AST_Await:
        return TIGHT_AWAIT;
    case AST_Constant: {
        const AstConstant *value = &node->u.Constant.value;
        bool negative = !value->digits && ((value->kind == AST_CONST_INT && value->integer < 0) ||
                                           (value->kind == AST_CONST_FLOAT && value->real < 0));
        return negative ? TIGHT_FACTOR : TIGHT_ATOM;
    }
    default:
        return TIGHT_ATOM;
    }
}

void unparse_separated(Unparser *unparser, const AstList *list, Tightness place) {
    for (uint32_t i = 0; i < list->len; i++) {
        buf_puts(unparser->out, i ? ", " : "");
        unparse_expr(unparser, list->items[i], place);
    }
}

static void put_tuple(Unparser *unparser, const AstNode *node) {
    const AstList *elements = &node->u.Tuple.elts;
    if (!elements->len)
        buf_puts(unparser->out, "()");
    unparse_separated(unparser, elements, TIGHT_TEST);
    if (elements->len == 1)
        buf_putc(unparser->out, ',');
}

static void put_binary(Unparser *unparser, const AstNode *node) {
    Tightness own = operator_tightness(node->u.BinOp.op);
    bool power = node->u.BinOp.op == AST_Pow;
    unparse_expr(unparser, node->u.BinOp.left, power ? own + 1 : own);
    buf_printf(unparser->out, " %s ", ast_operator_text(node->u.BinOp.op));
    unparse_expr(unparser, node->u.BinOp.right, power ? own : own + 1);
}

static void put_boolean(Unparser *unparser, const AstNode *node) {
    bool is_or = node->u.BoolOp.op == AST_Or;
    for (uint32_t i = 0; i < node->u.BoolOp.values.len; i++) {
        buf_puts(unparser->out, i == 0 ? "" : is_or ? " or " : " and ");
        unparse_expr(unparser, node->u.BoolOp.values.items[i], is_or ? TIGHT_AND : TIGHT_NOT);
    }
}

static void put_compare(Unparser *unparser, const AstNode *node) {
    unparse_expr(unparser, node->u.Compare.left, TIGHT_BIT_OR);
    for (uint32_t i = 0; i < node->u.Compare.comparators.len; i++) {
        buf_printf(unparser->out, " %s ", ast_cmp_text(node->u.Compare.ops[i]));
        unparse_expr(unparser, node->u.Compare.comparators.items[i], TIGHT_BIT_OR);
    }
}

static void put_dict(Unparser *unparser, const AstNode *node) {
    buf_putc(unparser->out, '{');
    for (uint32_t i = 0; i < node->u.Dict.values.len; i++) {
        const AstNode *key = node->u.Dict.keys.items[i];
        buf_puts(unparser->out, i ? ", " : "");
        if (key) {
            unparse_expr(unparser, key, TIGHT_TEST);
            buf_puts(unparser->out, ": ");
            unparse_expr(unparser, node->u.Dict.values.items[i], TIGHT_TEST);
        } else {
            buf_puts(unparser->out, "**");
            unparse_expr(unparser, node->u.Dict.values.items[i], TIGHT_BIT_OR);
        }
    }
    buf_putc(unparser->out, '}');
}

static void put_generators(Unparser *unparser, const AstList *generators) {
    for (uint32_t i = 0; i < generators->len; i++) {
        const AstNode *generator = generators->items[i];
        buf_puts(unparser->out, generator->u.comprehension.is_async ? " async for " : " for ");
        unparse_expr(unparser, generator->u.comprehension.target, TIGHT_TUPLE);
        buf_puts(unparser->out, " in ");
        unparse_expr(unparser, generator->u.comprehension.iter, TIGHT_OR);
        for (uint32_t j = 0; j < generator->u.comprehension.ifs.len; j++) {
            buf_puts(unparser->out, " if ");
            unparse_expr(unparser, generator->u.comprehension.ifs.items[j], TIGHT_OR);
        }
    }
}

static void put_comprehension(Unparser *unparser, const AstNode *elt, const AstList *generators, const char *brackets) {
    buf_putc(unparser->out, brackets[0]);
    unparse_expr(unparser, elt, TIGHT_TEST);
    put_generators(unparser, generators);
    buf_putc(unparser->out, brackets[1]);
}

static void put_dict_comprehension(Unparser *unparser, const AstNode *node) {
    buf_putc(unparser->out, '{');
    unparse_expr(unparser, node->u.DictComp.key, TIGHT_TEST);
    buf_puts(unparser->out, ": ");
    unparse_expr(unparser, node->u.DictComp.value, TIGHT_TEST);
    put_generators(unparser, &node->u.DictComp.generators);
    buf_putc(unparser->out, '}');
}

static void put_call(Unparser *unparser, const AstNode *node) {
    const AstList *args = &node->u.Call.args, *keywords = &node->u.Call.keywords;
    unparse_expr(unparser, node->u.Call.func, TIGHT_ATOM);
    if (args->len == 1 && !keywords->len && args->items[0]->kind == AST_GeneratorExp) {
        unparse_expr(unparser, args->items[0], TIGHT_TEST); /* brings its own parentheses */
        return;
    }
    buf_putc(unparser->out, '(');
    unparse_separated(unparser, args, TIGHT_TEST);
    buf_puts(unparser->out, args->len && keywords->len ? ", " : "");
    unparse_separated(unparser, keywords, TIGHT_TEST);
    buf_putc(unparser->out, ')');
}

/* `a[b, c:d]`; a starred element needs parentheses before Python 3.11, which a slice does not allow. */
static void put_subscript(Unparser *unparser, const AstNode *node) {
    const AstNode *index = node->u.Subscript.slice;
    unparse_expr(unparser, node->u.Subscript.value, TIGHT_ATOM);
    bool starred = false, sliced = false;
    if (index->kind == AST_Tuple) {
        for (uint32_t i = 0; i < index->u.Tuple.elts.len; i++) {
            starred |= index->u.Tuple.elts.items[i]->kind == AST_Starred;
            sliced |= index->u.Tuple.elts.items[i]->kind == AST_Slice;
        }
    }
    buf_putc(unparser->out, '[');
    unparse_expr(unparser, index, starred && !sliced ? TIGHT_TEST : TIGHT_TUPLE);
    buf_putc(unparser->out, ']');
}

static void put_slice(Unparser *unparser, const AstNode *node) {
    if (node->u.Slice.lower)
        unparse_expr(unparser, node->u.Slice.lower, TIGHT_TEST);
    buf_putc(unparser->out, ':');
    if (node->u.Slice.upper)
        unparse_expr(unparser, node->u.Slice.upper, TIGHT_TEST);
    if (node->u.Slice.step) {
        buf_putc(unparser->out, ':');
        unparse_expr(unparser, node->u.Slice.step, TIGHT_TEST);
    }
}

static void put_attribute(Unparser *unparser, const AstNode *node) {
    const AstNode *value = node->u.Attribute.value;
    bool number = value->kind == AST_Constant && value->u.Constant.value.kind == AST_CONST_INT; /* 1.real is no name */
    buf_puts(unparser->out, number ? "(" : "");
    unparse_expr(unparser, value, TIGHT_ATOM);
    buf_printf(unparser->out, number ? ").%s" : ".%s", node->u.Attribute.attr);
}

static void put_lambda(Unparser *unparser, const AstNode *node) {
    size_t begin = unparser->out->len;
    buf_puts(unparser->out, "lambda ");
    unparse_arguments(unparser, node->u.Lambda.args);
    if (unparser->out->len == begin + strlen("lambda "))
        unparser->out->len--;
    buf_puts(unparser->out, ": ");
    unparse_expr(unparser, node->u.Lambda.body, TIGHT_TEST);
}

static void put_conditional(Unparser *unparser, const AstNode *node) {
    unparse_expr(unparser, node->u.IfExp.body, TIGHT_OR);
    buf_puts(unparser->out, " if ");
    unparse_expr(unparser, node->u.IfExp.test, TIGHT_OR);
    buf_puts(unparser->out, " else ");
    unparse_expr(unparser, node->u.IfExp.orelse, TIGHT_TEST);
}

static void put_prefixed(Unparser *unparser, const char *prefix, const AstNode *value, Tightness place) {
    buf_puts(unparser->out, prefix);
    if (value)
        unparse_expr(unparser, value, place);
}

static void put_verbatim(Unparser *unparser, const AstNode *node) {
    if (node->span.file)
        buf_put(unparser->out, node->span.file->text + node->span.begin, node->span.end - node->span.begin);
}

static void put_expr(Unparser *unparser, const AstNode *node) {
    Buf *out = unparser->out;
    switch (node->kind) {
    case AST_Name:
        buf_puts(out, node->u.Name.id);
        break;
    case AST_Constant:
        unparse_constant(unparser, &node->u.Constant.value);
        break;
    case AST_JoinedStr:
        unparse_joined(unparser, node);
        break;
    case AST_Attribute:
        put_attribute(unparser, node);
        break;
    case AST_Subscript:
        put_subscript(unparser, node);
        break;
    case AST_Slice:
        put_slice(unparser, node);
        break;
    case AST_Call:
        put_call(unparser, node);
        break;
    case AST_BinOp:
        put_binary(unparser, node);
        break;
    case AST_BoolOp:
        put_boolean(unparser, node);
        break;
    case AST_Compare:
        put_compare(unparser, node);
        break;
    case AST_UnaryOp:
        put_prefixed(unparser, ast_unary_text(node->u.UnaryOp.op), node->u.UnaryOp.operand, tightness(node));
        break;
    case AST_IfExp:
        put_conditional(unparser, node);
        break;
    case AST_Lambda:
        put_lambda(unparser, node);
        break;
    case AST_NamedExpr:
        unparse_expr(unparser, node->u.NamedExpr.target, TIGHT_ATOM);
        put_prefixed(unparser, " := ", node->u.NamedExpr.value, TIGHT_TEST);
        break;
    case AST_Tuple:
        put_tuple(unparser, node);
        break;
    case AST_List:
        buf_putc(out, '[');
        unparse_separated(unparser, &node->u.List.elts, TIGHT_TEST);
        buf_putc(out, ']');
        break;
    case AST_Set:
        buf_putc(out, '{');
        unparse_separated(unparser, &node->u.Set.elts, TIGHT_TEST);
        buf_putc(out, '}');
        break;
    case AST_Dict:
        put_dict(unparser, node);
        break;
    case AST_ListComp:
        put_comprehension(unparser, node->u.ListComp.elt, &node->u.ListComp.generators, "[]");
        break;
    case AST_SetComp:
        put_comprehension(unparser, node->u.SetComp.elt, &node->u.SetComp.generators, "{}");
        break;
    case AST_GeneratorExp:
        put_comprehension(unparser, node->u.GeneratorExp.elt, &node->u.GeneratorExp.generators, "()");
        break;
    case AST_DictComp:
        put_dict_comprehension(unparser, node);
        break;
    case AST_Await:
        put_prefixed(unparser, "await ", node->u.Await.value, TIGHT_ATOM);
        break;
    case AST_Yield:
        put_prefixed(unparser, node->u.Yield.value ? "yield " : "yield", node->u.Yield.value, TIGHT_TUPLE);
        break;
    case AST_YieldFrom:
        put_prefixed(unparser, "yield from ", node->u.YieldFrom.value, TIGHT_TEST);
        break;
    case AST_Starred:
        put_prefixed(unparser, "*", node->u.Starred.value, TIGHT_BIT_OR);
        break;
    case AST_keyword:
        buf_printf(out, node->u.keyword.arg ? "%s=" : "**", node->u.keyword.arg);
        unparse_expr(unparser, node->u.keyword.value, node->u.keyword.arg ? TIGHT_TEST : TIGHT_BIT_OR);
        break;
    case AST_arguments:
        unparse_arguments(unparser, node);
        break;
    case AST_Opaque:
        put_verbatim(unparser, node);
        break;
    default:
        ICE("no expression: %s", ast_kind_name(node->kind));
    }
}

void unparse_expr(Unparser *unparser, const AstNode *node, Tightness place) {
    if (unparser->failed)
        return;
    bool parentheses = tightness(node) < place;
    buf_puts(unparser->out, parentheses ? "(" : "");
    put_expr(unparser, node);
    buf_puts(unparser->out, parentheses ? ")" : "");
}

/* ---- parameters ---- */

static void put_parameter(Unparser *unparser, bool *first, const char *prefix, const AstNode *arg,
                          const AstNode *default_value) {
    buf_printf(unparser->out, "%s%s", *first ? "" : ", ", prefix);
    *first = false;
    if (!arg)
        return;
    buf_puts(unparser->out, arg->u.arg.arg);
    const AstNode *annotation = arg->u.arg.annotation;
    if (annotation)
        put_prefixed(unparser, ": ", annotation, TIGHT_TEST);
    if (default_value)
        put_prefixed(unparser, annotation ? " = " : "=", default_value, TIGHT_TEST);
}

void unparse_arguments(Unparser *unparser, const AstNode *arguments) {
    const AstList *positional_only = &arguments->u.arguments.posonlyargs, *args = &arguments->u.arguments.args;
    const AstList *defaults = &arguments->u.arguments.defaults, *keyword_only = &arguments->u.arguments.kwonlyargs;
    uint32_t count = positional_only->len + args->len;
    bool first = true;
    for (uint32_t i = 0; i < count; i++) {
        const AstNode *arg =
            i < positional_only->len ? positional_only->items[i] : args->items[i - positional_only->len];
        uint32_t from_end = count - i;
        put_parameter(unparser, &first, "", arg,
                      from_end <= defaults->len ? defaults->items[defaults->len - from_end] : NULL);
        if (i + 1 == positional_only->len)
            put_parameter(unparser, &first, "/", NULL, NULL);
    }
    if (arguments->u.arguments.vararg)
        put_parameter(unparser, &first, "*", arguments->u.arguments.vararg, NULL);
    else if (keyword_only->len)
        put_parameter(unparser, &first, "*", NULL, NULL);
    for (uint32_t i = 0; i < keyword_only->len; i++)
        put_parameter(unparser, &first, "", keyword_only->items[i], arguments->u.arguments.kw_defaults.items[i]);
    if (arguments->u.arguments.kwarg)
        put_parameter(unparser, &first, "**", arguments->u.arguments.kwarg, NULL);
}

/* ---- patterns: TIGHT_TUPLE allows `a as b` bare, TIGHT_BIT_OR an alternative, TIGHT_ATOM neither ---- */

static void put_patterns(Unparser *unparser, const AstList *patterns) {
    for (uint32_t i = 0; i < patterns->len; i++) {
        buf_puts(unparser->out, i ? ", " : "");
        unparse_pattern(unparser, patterns->items[i], TIGHT_TUPLE);
    }
}

static void put_mapping_pattern(Unparser *unparser, const AstNode *node) {
    const AstList *keys = &node->u.MatchMapping.keys;
    buf_putc(unparser->out, '{');
    for (uint32_t i = 0; i < keys->len; i++) {
        buf_puts(unparser->out, i ? ", " : "");
        unparse_expr(unparser, keys->items[i], TIGHT_SUM);
        buf_puts(unparser->out, ": ");
        unparse_pattern(unparser, node->u.MatchMapping.patterns.items[i], TIGHT_TUPLE);
    }
    if (node->u.MatchMapping.rest)
        buf_printf(unparser->out, "%s**%s", keys->len ? ", " : "", node->u.MatchMapping.rest);
    buf_putc(unparser->out, '}');
}

static void put_class_pattern(Unparser *unparser, const AstNode *node) {
    const AstNames *names = &node->u.MatchClass.kwd_attrs;
    unparse_expr(unparser, node->u.MatchClass.cls, TIGHT_ATOM);
    buf_putc(unparser->out, '(');
    put_patterns(unparser, &node->u.MatchClass.patterns);
    for (uint32_t i = 0; i < names->len; i++) {
        buf_printf(unparser->out, "%s%s=", i || node->u.MatchClass.patterns.len ? ", " : "", names->items[i]);
        unparse_pattern(unparser, node->u.MatchClass.kwd_patterns.items[i], TIGHT_TUPLE);
    }
    buf_putc(unparser->out, ')');
}

static void put_pattern(Unparser *unparser, const AstNode *node) {
    Buf *out = unparser->out;
    switch (node->kind) {
    case AST_MatchValue:
        unparse_expr(unparser, node->u.MatchValue.value, TIGHT_SUM);
        break;
    case AST_MatchSingleton:
        unparse_constant(unparser, &node->u.MatchSingleton.value);
        break;
    case AST_MatchSequence:
        buf_putc(out, '[');
        put_patterns(unparser, &node->u.MatchSequence.patterns);
        buf_putc(out, ']');
        break;
    case AST_MatchMapping:
        put_mapping_pattern(unparser, node);
        break;
    case AST_MatchClass:
        put_class_pattern(unparser, node);
        break;
    case AST_MatchStar:
        buf_printf(out, "*%s", node->u.MatchStar.name ? node->u.MatchStar.name : "_");
        break;
    case AST_MatchAs:
        if (node->u.MatchAs.pattern) {
            unparse_pattern(unparser, node->u.MatchAs.pattern, TIGHT_BIT_OR);
            buf_puts(out, " as ");
        }
        buf_puts(out, node->u.MatchAs.name ? node->u.MatchAs.name : "_");
        break;
    case AST_MatchOr:
        for (uint32_t i = 0; i < node->u.MatchOr.patterns.len; i++) {
            buf_puts(out, i ? " | " : "");
            unparse_pattern(unparser, node->u.MatchOr.patterns.items[i], TIGHT_ATOM);
        }
        break;
    case AST_Opaque:
        put_verbatim(unparser, node);
        break;
    default:
        ICE("no pattern: %s", ast_kind_name(node->kind));
    }
}

void unparse_pattern(Unparser *unparser, const AstNode *pattern, Tightness place) {
    Tightness own = pattern->kind == AST_MatchOr                                 ? TIGHT_BIT_OR
                    : pattern->kind == AST_MatchAs && pattern->u.MatchAs.pattern ? TIGHT_TUPLE
                                                                                 : TIGHT_ATOM;
    buf_puts(unparser->out, own < place ? "(" : "");
    put_pattern(unparser, pattern);
    buf_puts(unparser->out, own < place ? ")" : "");
}
