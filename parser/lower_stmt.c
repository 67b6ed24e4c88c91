/* Statements: from the concrete tree to the AST. */
#include "parser/lower.h"

#include <string.h>

#include "parser/line_scan.h"

static AstNode *lower_statement(Lower *lower, Kid kid);

/* ---- blocks ---- */

/* The tree's blocks must agree with the indentation of the text: a statement that begins its line stands in the column
 * of its block, which is to the right of the enclosing one. */
static void check_column(Lower *lower, Kid statement, uint32_t parent_column, bool *known) {
    LineIndent indent = line_indent(lower->file, statement.begin);
    if (!indent.is_first)
        return;
    if (!*known) {
        lower->column = indent.column;
        *known = true;
        if (indent.column <= parent_column)
            lower_error_at(lower, statement, "expected an indented block");
    } else if (indent.column != lower->column) {
        lower_error_at(lower, statement, "the indentation does not fit the block");
    }
}

AstList lower_statements(Lower *lower, Kid block) {
    Kids kids = kids_open(lower, block);
    AstList list = lower_list(lower, kids.len);
    uint32_t parent_column = lower->column;
    bool is_module = block.cst == CST_module, known = is_module;
    if (is_module)
        lower->column = lower->first_column;
    for (uint32_t i = 0; i < kids.len; i++) {
        Kid kid = kid_at(lower, kids, i);
        if (kid.cst == CST_semicolon)
            continue;
        check_column(lower, kid, parent_column, &known);
        lower_append(&list, lower_statement(lower, kid));
    }
    lower->column = parent_column;
    kids_close(lower, kids);
    return list;
}

AstList lower_body(Lower *lower, Kid block) {
    if (block.cst != CST_block)
        lower_error_at(lower, block, "expected an indented block");
    AstList body = lower_statements(lower, block);
    if (!body.len)
        lower_error(lower, block.begin, block.begin, "expected an indented block");
    return body;
}

void lower_end_with(AstNode *node, AstList body) {
    if (!body.len)
        return;
    Span last = body.items[body.len - 1]->span;
    uint32_t at = last.end;
    while (at < last.file->len && (last.file->text[at] == ' ' || last.file->text[at] == '\t'))
        at++;
    node->span.end = at < last.file->len && last.file->text[at] == ';' ? at + 1 : last.end;
}

/* The body of an else_clause or finally_clause. */
static AstList lower_clause(Lower *lower, Kid clause) {
    Kids kids = kids_open(lower, clause);
    lower_check_header(lower, clause, kids);
    AstList body = lower_body(lower, kid_at(lower, kids, kids.len - 1));
    kids_close(lower, kids);
    return body;
}

/* ---- simple statements ---- */

/* tree-sitter takes a newline for a blank where no statement can end; in Python it always ends one, outside of
 * brackets. */
static void check_line(Lower *lower, uint32_t begin, uint32_t end) {
    uint32_t low = 0, high = lower->line_count; /* the first line that ends behind `begin` */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (lower->line_ends[middle] <= begin)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < lower->line_count && lower->line_ends[low] < end)
        lower_error(lower, lower->line_ends[low], lower->line_ends[low], "invalid syntax: the line ends too early");
}

void lower_check_header(Lower *lower, Kid clause, Kids kids) {
    if (kids.len > 1)
        check_line(lower, clause.begin, kid_at(lower, kids, kids.len - 2).end);
}

static AstNode *expression_statement(Lower *lower, Kid kid, AstNode *value) {
    AstNode *node = lower_new(lower, AST_Expr, kid.begin, kid.end);
    node->u.Expr.value = value;
    return node;
}

static AstNode *lower_annotated(Lower *lower, Kid kid, Kids kids) {
    Kid left = kid_at(lower, kids, 0);
    AstNode *node = lower_new(lower, AST_AnnAssign, kid.begin, kid.end);
    AstNode *target = lower_plain(lower, left);
    if (target->kind != AST_Name && target->kind != AST_Attribute && target->kind != AST_Subscript)
        lower_error_at(lower, left, "only single names, attributes and items can be annotated");
    lower_set_context(lower, target, AST_Store);
    node->u.AnnAssign.target = target;
    node->u.AnnAssign.simple = left.cst == CST_identifier;
    node->u.AnnAssign.annotation = lower_plain(lower, kid_at(lower, kids, 2));
    if (kids.len > 3) {
        Kid right = kid_at(lower, kids, 4);
        if (right.cst == CST_assignment || right.cst == CST_augmented_assignment)
            lower_error_at(lower, right, "invalid syntax");
        node->u.AnnAssign.value = lower_expr(lower, right);
    }
    return node;
}

static AstNode *lower_assignment(Lower *lower, Kid kid, Kids kids) {
    if (kid_at(lower, kids, 1).cst == CST_colon)
        return lower_annotated(lower, kid, kids);
    VEC(Kid) targets = {0};
    Kid right = kid;
    while (right.cst == CST_assignment) { /* a = b = c nests to the right */
        Kids parts = kids_open(lower, right);
        Kid left = kid_at(lower, parts, 0), sign = kid_at(lower, parts, 1), rest = kid_at(lower, parts, 2);
        kids_close(lower, parts);
        if (sign.cst != CST_assign)
            lower_error_at(lower, sign, "invalid syntax");
        vec_push(lower->arena, &targets, left);
        right = rest;
    }
    if (right.cst == CST_augmented_assignment)
        lower_error_at(lower, right, "invalid syntax");
    AstNode *node = lower_new(lower, AST_Assign, kid.begin, kid.end);
    node->u.Assign.targets = lower_list(lower, targets.len);
    for (uint32_t i = 0; i < targets.len; i++) {
        AstNode *target = lower_expr(lower, targets.data[i]);
        if (target->kind == AST_Starred)
            lower_error_at(lower, targets.data[i], "a starred target must be in a list or tuple");
        lower_set_context(lower, target, AST_Store);
        lower_append(&node->u.Assign.targets, target);
    }
    node->u.Assign.value = lower_plain(lower, right);
    return node;
}

static AstNode *lower_augmented(Lower *lower, Kid kid, Kids kids) {
    static const struct {
        Cst cst;
        AstOperator op;
    } rows[] = {
        {CST_add_assign, AST_Add},       {CST_sub_assign, AST_Sub},         {CST_mult_assign, AST_Mult},
        {CST_div_assign, AST_Div},       {CST_matmult_assign, AST_MatMult}, {CST_floordiv_assign, AST_FloorDiv},
        {CST_mod_assign, AST_Mod},       {CST_pow_assign, AST_Pow},         {CST_rshift_assign, AST_RShift},
        {CST_lshift_assign, AST_LShift}, {CST_and_assign, AST_BitAnd},      {CST_xor_assign, AST_BitXor},
        {CST_or_assign, AST_BitOr},
    };
    AstNode *node = lower_new(lower, AST_AugAssign, kid.begin, kid.end);
    Kid left = kid_at(lower, kids, 0), right = kid_at(lower, kids, 2);
    AstNode *target = lower_plain(lower, left);
    if (target->kind != AST_Name && target->kind != AST_Attribute && target->kind != AST_Subscript)
        lower_error_at(lower, left, "this is not a target of an augmented assignment");
    lower_set_context(lower, target, AST_Store);
    node->u.AugAssign.target = target;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].cst == kid_at(lower, kids, 1).cst)
            node->u.AugAssign.op = rows[i].op;
    if (right.cst == CST_assignment || right.cst == CST_augmented_assignment)
        lower_error_at(lower, right, "invalid syntax");
    node->u.AugAssign.value = lower_plain(lower, right);
    return node;
}

static AstNode *lower_expression_statement(Lower *lower, Kid kid, Kids kids) {
    Kid first = kid_at(lower, kids, 0);
    if (kids.len > 1)
        return expression_statement(lower, kid, lower_sequence(lower, kids, 0, kids.len, AST_Tuple));
    if (first.cst == CST_assignment || first.cst == CST_augmented_assignment) {
        Kids parts = kids_open(lower, first);
        AstNode *node =
            first.cst == CST_assignment ? lower_assignment(lower, first, parts) : lower_augmented(lower, first, parts);
        kids_close(lower, parts);
        return node;
    }
    return expression_statement(lower, kid, lower_plain(lower, first));
}

/* `print >>file, x` is an expression in Python 3; anything else that the grammar calls a print statement is an error.
 */
static AstNode *lower_print(Lower *lower, Kid kid, Kids kids) {
    Kid print = kid_at(lower, kids, 0), chevron = kids.len > 1 ? kid_at(lower, kids, 1) : print;
    if (chevron.cst != CST_chevron)
        lower_error_at(lower, kid, "print is a function in Python 3: print(...)");
    Kids parts = kids_open(lower, chevron);
    Kid shift_token = kid_at(lower, parts, 0), stream = kid_at(lower, parts, 1);
    kids_close(lower, parts);
    if (stream.cst == CST_comparison_operator || stream.cst == CST_boolean_operator || stream.cst == CST_lambda ||
        stream.cst == CST_not_operator || stream.cst == CST_conditional_expression ||
        stream.cst == CST_named_expression)
        lower_error_at(lower, kid, "print is a function in Python 3: print(...)");
    AstNode *name = lower_new(lower, AST_Name, print.begin, print.end);
    name->u.Name.id = str_of("print");
    AstNode *shift = lower_binary_from(lower, name, shift_token, stream);
    if (kids.len == 2)
        return expression_statement(lower, kid, shift);
    AstNode *tuple = lower_new(lower, AST_Tuple, kid.begin, kid.end);
    tuple->u.Tuple.elts = lower_list(lower, kids.len);
    lower_append(&tuple->u.Tuple.elts, shift);
    for (uint32_t i = 2; i < kids.len; i++)
        if (kid_at(lower, kids, i).cst != CST_comma)
            lower_append(&tuple->u.Tuple.elts, lower_expr(lower, kid_at(lower, kids, i)));
    return expression_statement(lower, kid, tuple);
}

static AstNode *lower_return(Lower *lower, Kid kid, Kids kids) {
    AstNode *node = lower_new(lower, AST_Return, kid.begin, kid.end);
    if (kids.len > 1)
        node->u.Return.value = lower_plain(lower, kid_at(lower, kids, 1));
    return node;
}

static AstNode *lower_delete(Lower *lower, Kid kid, Kids kids) {
    AstNode *node = lower_new(lower, AST_Delete, kid.begin, kid.end);
    Kid targets = kid_at(lower, kids, 1);
    AstNode *value = lower_expr(lower, targets);
    lower_set_context(lower, value, AST_Del);
    node->u.Delete.targets = targets.cst == CST_expression_list ? value->u.Tuple.elts : lower_list_of(lower, value);
    return node;
}

static AstNode *lower_raise(Lower *lower, Kid kid, Kids kids) {
    AstNode *node = lower_new(lower, AST_Raise, kid.begin, kid.end);
    if (kids.len > 1) {
        Kid exception = kid_at(lower, kids, 1);
        if (exception.cst == CST_expression_list || exception.cst == CST_from)
            lower_error_at(lower, exception, "invalid syntax");
        node->u.Raise.exc = lower_plain(lower, exception);
    }
    if (kids.len > 3)
        node->u.Raise.cause = lower_plain(lower, kid_at(lower, kids, 3));
    return node;
}

static AstNode *lower_assert(Lower *lower, Kid kid, Kids kids) {
    AstNode *node = lower_new(lower, AST_Assert, kid.begin, kid.end);
    if (kids.len > 4)
        lower_error_at(lower, kid_at(lower, kids, 4), "invalid syntax");
    node->u.Assert.test = lower_plain(lower, kid_at(lower, kids, 1));
    if (kids.len > 3)
        node->u.Assert.msg = lower_plain(lower, kid_at(lower, kids, 3));
    return node;
}

static AstNode *lower_scope(Lower *lower, Kid kid, Kids kids) {
    bool is_global = kid.cst == CST_global_statement;
    AstNode *node = lower_new(lower, is_global ? AST_Global : AST_Nonlocal, kid.begin, kid.end);
    AstNames names = {.items = arena_array(lower->arena, Str, kids.len)};
    for (uint32_t i = 1; i < kids.len; i++)
        if (kid_at(lower, kids, i).cst == CST_identifier)
            names.items[names.len++] = lower_identifier(lower, kid_at(lower, kids, i));
    if (is_global)
        node->u.Global.names = names;
    else
        node->u.Nonlocal.names = names;
    return node;
}

/* ---- imports ---- */

/* "a.b" of a dotted_name, whose parts may have blanks between them. */
static Str dotted_name(Lower *lower, Kid kid) {
    if (kid.cst == CST_identifier)
        return lower_identifier(lower, kid);
    Kids kids = kids_open(lower, kid);
    Buf text = {0};
    for (uint32_t i = 0; i < kids.len; i++) {
        Kid part = kid_at(lower, kids, i);
        buf_puts(&text, part.cst == CST_dot ? "." : lower_identifier(lower, part));
    }
    kids_close(lower, kids);
    Str name = str_intern(text.data, text.len);
    buf_free(&text);
    return name;
}

static AstList lower_aliases(Lower *lower, Kids kids, uint32_t first) {
    AstList list = lower_list(lower, kids.len);
    for (uint32_t i = first; i < kids.len; i++) {
        Kid kid = kid_at(lower, kids, i);
        if (kid.cst != CST_dotted_name && kid.cst != CST_aliased_import && kid.cst != CST_wildcard_import)
            continue;
        AstNode *alias = lower_new(lower, AST_alias, kid.begin, kid.end);
        if (kid.cst == CST_wildcard_import) {
            alias->u.alias.name = str_of("*");
        } else if (kid.cst == CST_dotted_name) {
            alias->u.alias.name = dotted_name(lower, kid);
        } else {
            Kids parts = kids_open(lower, kid);
            alias->u.alias.name = dotted_name(lower, kid_at(lower, parts, 0));
            alias->u.alias.asname = lower_identifier(lower, kid_at(lower, parts, 2));
            kids_close(lower, parts);
        }
        lower_append(&list, alias);
    }
    return list;
}

static AstNode *lower_import(Lower *lower, Kid kid, Kids kids) {
    AstNode *node = lower_new(lower, AST_Import, kid.begin, kid.end);
    node->u.Import.names = lower_aliases(lower, kids, 1);
    if (kid_at(lower, kids, kids.len - 1).cst == CST_comma)
        lower_error_at(lower, kid_at(lower, kids, kids.len - 1), "a trailing comma is not allowed here");
    return node;
}

static AstNode *lower_import_from(Lower *lower, Kid kid, Kids kids) {
    AstNode *node = lower_new(lower, AST_ImportFrom, kid.begin, kid.end);
    Kid module = kid_at(lower, kids, 1);
    if (module.cst == CST_future) {
        node->u.ImportFrom.module = str_of("__future__");
    } else if (module.cst == CST_relative_import) {
        Kids parts = kids_open(lower, module);
        Kid prefix = kid_at(lower, parts, 0);
        for (uint32_t i = prefix.begin; i < prefix.end; i++)
            node->u.ImportFrom.level += lower->file->text[i] == '.';
        if (parts.len > 1)
            node->u.ImportFrom.module = dotted_name(lower, kid_at(lower, parts, 1));
        kids_close(lower, parts);
    } else {
        node->u.ImportFrom.module = dotted_name(lower, module);
    }
    node->u.ImportFrom.names = lower_aliases(lower, kids, 3);
    if (kid_at(lower, kids, kids.len - 1).cst == CST_comma)
        lower_error_at(lower, kid_at(lower, kids, kids.len - 1), "a trailing comma is only allowed in parentheses");
    return node;
}

/* ---- definitions ---- */

static AstNode *lower_type_parameter(Lower *lower, Kid type) {
    Kids kids = kids_open(lower, type);
    Kid inner = kid_at(lower, kids, 0);
    kids_close(lower, kids);
    AstNode *node;
    Kids parts = kids_open(lower, inner);
    if (inner.cst == CST_identifier) {
        node = lower_new(lower, AST_TypeVar, inner.begin, inner.end);
        node->u.TypeVar.name = lower_identifier(lower, inner);
    } else if (inner.cst == CST_constrained_type) {
        node = lower_new(lower, AST_TypeVar, inner.begin, inner.end);
        AstNode *name = lower_plain(lower, kid_at(lower, parts, 0));
        if (name->kind != AST_Name)
            lower_error_at(lower, inner, "a type parameter must be a name");
        node->u.TypeVar.name = name->u.Name.id;
        node->u.TypeVar.bound = lower_plain(lower, kid_at(lower, parts, 2));
    } else if (inner.cst == CST_splat_type || inner.cst == CST_list_splat) {
        bool is_tuple = kid_at(lower, parts, 0).cst == CST_star;
        Str name = lower_identifier(lower, kid_at(lower, parts, 1));
        node = lower_new(lower, is_tuple ? AST_TypeVarTuple : AST_ParamSpec, inner.begin, inner.end);
        if (is_tuple)
            node->u.TypeVarTuple.name = name;
        else
            node->u.ParamSpec.name = name;
    } else {
        lower_error_at(lower, inner, "a type parameter must be a name");
    }
    kids_close(lower, parts);
    const Patch *patch = lower->patches_open ? lower_take_patch(lower, PATCH_DEFAULT, type.end, true) : NULL;
    if (patch) {
        AstNode *value = lower_patched_expr(lower, patch->begin + 1, patch->end);
        node->span.end = value->span.end;
        *(node->kind == AST_TypeVar     ? &node->u.TypeVar.default_value
          : node->kind == AST_ParamSpec ? &node->u.ParamSpec.default_value
                                        : &node->u.TypeVarTuple.default_value) = value;
    }
    return node;
}

static AstList lower_type_parameters(Lower *lower, Kid kid) {
    Kids kids = kids_open(lower, kid);
    AstList list = lower_list(lower, kids.len);
    for (uint32_t i = 0; i < kids.len; i++)
        if (kid_at(lower, kids, i).cst == CST_type)
            lower_append(&list, lower_type_parameter(lower, kid_at(lower, kids, i)));
    kids_close(lower, kids);
    return list;
}

/* `type(x).y = z`, which the grammar takes for a type alias */
static AstNode *lower_soft_assignment(Lower *lower, Kid kid, Kids kids) {
    AstNode *node = lower_new(lower, AST_Assign, kid.begin, kid.end);
    Kid left = kid_at(lower, kids, 1);
    lower->soft_name = kid_at(lower, kids, 0);
    lower->soft_begin = left.begin;
    AstNode *target = lower_plain(lower, left);
    if (lower->soft_name.end)
        lower_error_at(lower, left, "a type alias must be a name");
    lower_set_context(lower, target, AST_Store);
    for (AstNode *part = target; part && part->kind != AST_Name;) { /* their concrete nodes began behind `type` */
        part->span.begin = kid.begin;
        part = part->kind == AST_Attribute   ? part->u.Attribute.value
               : part->kind == AST_Subscript ? part->u.Subscript.value
               : part->kind == AST_Call      ? part->u.Call.func
                                             : NULL;
    }
    node->u.Assign.targets = lower_list_of(lower, target);
    node->u.Assign.value = lower_plain(lower, kid_at(lower, kids, 3));
    return node;
}

static AstNode *lower_type_alias(Lower *lower, Kid kid, Kids kids) {
    AstNode *node = lower_new(lower, AST_TypeAlias, kid.begin, kid.end);
    Kids left = kids_open(lower, kid_at(lower, kids, 1));
    Kid name = kid_at(lower, left, 0);
    if (name.cst != CST_generic_type && name.cst != CST_identifier) {
        kids_close(lower, left);
        return lower_soft_assignment(lower, kid, kids);
    }
    if (name.cst == CST_generic_type) {
        Kids generic = kids_open(lower, name);
        node->u.TypeAlias.type_params = lower_type_parameters(lower, kid_at(lower, generic, 1));
        name = kid_at(lower, generic, 0);
        kids_close(lower, generic);
    }
    kids_close(lower, left);
    if (name.cst != CST_identifier)
        lower_error_at(lower, name, "a type alias must be a name");
    node->u.TypeAlias.name = lower_plain(lower, name);
    lower_set_context(lower, node->u.TypeAlias.name, AST_Store);
    node->u.TypeAlias.value = lower_plain(lower, kid_at(lower, kids, 3));
    return node;
}

static AstNode *lower_function(Lower *lower, Kid kid, Kids kids) {
    bool is_async = kid_at(lower, kids, 0).cst == CST_async;
    uint32_t at = is_async ? 2 : 1;
    AstNode *node = lower_new(lower, is_async ? AST_AsyncFunctionDef : AST_FunctionDef, kid.begin, kid.end);
    Str name = lower_identifier(lower, kid_at(lower, kids, at++));
    AstList type_params = {0};
    if (kid_at(lower, kids, at).cst == CST_type_parameter)
        type_params = lower_type_parameters(lower, kid_at(lower, kids, at++));
    AstNode *args = lower_arguments(lower, kid_at(lower, kids, at++)), *returns = NULL;
    if (kid_at(lower, kids, at).cst == CST_arrow)
        returns = lower_plain(lower, kid_at(lower, kids, at + 1));
    Kid block = kid_at(lower, kids, kids.len - 1);
    AstList body = {0};
    if (!lower_later(lower, node, block.begin))
        body = lower_body(lower, block);
    lower_end_with(node, body);
    /* the two kinds have the same fields in the same order (ast.def) */
    node->u.FunctionDef.name = name;
    node->u.FunctionDef.args = args;
    node->u.FunctionDef.body.made = body;
    node->u.FunctionDef.returns = returns;
    node->u.FunctionDef.type_params = type_params;
    node->u.FunctionDef.def_span = node->span;
    return node;
}

_Static_assert(offsetof(AstNode, u.FunctionDef.def_span) == offsetof(AstNode, u.AsyncFunctionDef.def_span) &&
                   offsetof(AstNode, u.FunctionDef.body) == offsetof(AstNode, u.AsyncFunctionDef.body),
               "FunctionDef and AsyncFunctionDef share a layout");

static AstNode *lower_class(Lower *lower, Kid kid, Kids kids) {
    AstNode *node = lower_new(lower, AST_ClassDef, kid.begin, kid.end);
    node->u.ClassDef.name = lower_identifier(lower, kid_at(lower, kids, 1));
    for (uint32_t i = 2; i < kids.len; i++) {
        Kid part = kid_at(lower, kids, i);
        if (part.cst == CST_type_parameter)
            node->u.ClassDef.type_params = lower_type_parameters(lower, part);
        else if (part.cst == CST_argument_list)
            lower_call_arguments(lower, part, &node->u.ClassDef.bases, &node->u.ClassDef.keywords);
    }
    node->u.ClassDef.body = lower_body(lower, kid_at(lower, kids, kids.len - 1));
    lower_end_with(node, node->u.ClassDef.body);
    node->u.ClassDef.def_span = node->span;
    return node;
}

static AstNode *lower_decorated(Lower *lower, Kid kid, Kids kids) {
    AstList decorators = lower_list(lower, kids.len);
    for (uint32_t i = 0; i + 1 < kids.len; i++) {
        Kid decorator = kid_at(lower, kids, i);
        Kids parts = kids_open(lower, decorator);
        check_line(lower, decorator.begin, kid_at(lower, parts, 1).end);
        lower_append(&decorators, lower_test(lower, kid_at(lower, parts, 1)));
        kids_close(lower, parts);
    }
    AstNode *node = lower_statement(lower, kid_at(lower, kids, kids.len - 1));
    if (node->kind == AST_ClassDef)
        node->u.ClassDef.decorator_list = decorators;
    else
        node->u.FunctionDef.decorator_list = decorators;
    node->span.begin = kid.begin;
    return node;
}

/* ---- compound statements ---- */

static AstNode *lower_if(Lower *lower, Kid kid, Kids kids) {
    AstNode *node = lower_new(lower, AST_If, kid.begin, kid.end), *innermost = node;
    uint32_t levels = kids.len > 4 ? kids.len - 4 : 0;
    lower_enter(lower, levels, kid);
    node->u.If.test = lower_test(lower, kid_at(lower, kids, 1));
    node->u.If.body = lower_body(lower, kid_at(lower, kids, 3));
    lower_end_with(node, node->u.If.body);
    for (uint32_t i = 4; i < kids.len; i++) {
        Kid clause = kid_at(lower, kids, i);
        if (clause.cst == CST_else_clause) {
            innermost->u.If.orelse = lower_clause(lower, clause);
            lower_end_with(innermost, innermost->u.If.orelse);
            continue;
        }
        Kids parts = kids_open(lower, clause);
        lower_check_header(lower, clause, parts);
        AstNode *elif = lower_new(lower, AST_If, clause.begin, clause.end);
        elif->u.If.test = lower_test(lower, kid_at(lower, parts, 1));
        elif->u.If.body = lower_body(lower, kid_at(lower, parts, 3));
        kids_close(lower, parts);
        lower_end_with(elif, elif->u.If.body);
        innermost->u.If.orelse = lower_list_of(lower, elif);
        innermost = elif;
    }
    lower_leave(lower, levels);
    for (AstNode *each = node; each != innermost; each = each->u.If.orelse.items[0])
        each->span.end = innermost->span.end;
    return node;
}

static AstNode *lower_for(Lower *lower, Kid kid, Kids kids) {
    bool is_async = kid_at(lower, kids, 0).cst == CST_async;
    uint32_t at = is_async ? 2 : 1;
    AstNode *node = lower_new(lower, is_async ? AST_AsyncFor : AST_For, kid.begin, kid.end);
    Kid left = kid_at(lower, kids, at);
    node->u.For.target = lower_plain(lower, left); /* AsyncFor has the same fields */
    lower_set_context(lower, node->u.For.target, AST_Store);
    node->u.For.iter = lower_plain(lower, kid_at(lower, kids, at + 2));
    node->u.For.body = lower_body(lower, kid_at(lower, kids, at + 4));
    lower_end_with(node, node->u.For.body);
    if (at + 5 < kids.len)
        node->u.For.orelse = lower_clause(lower, kid_at(lower, kids, at + 5));
    lower_end_with(node, node->u.For.orelse);
    return node;
}

static AstNode *lower_while(Lower *lower, Kid kid, Kids kids) {
    AstNode *node = lower_new(lower, AST_While, kid.begin, kid.end);
    node->u.While.test = lower_test(lower, kid_at(lower, kids, 1));
    node->u.While.body = lower_body(lower, kid_at(lower, kids, 3));
    lower_end_with(node, node->u.While.body);
    if (kids.len > 4)
        node->u.While.orelse = lower_clause(lower, kid_at(lower, kids, 4));
    lower_end_with(node, node->u.While.orelse);
    return node;
}

/* The value and, behind `as`, the target. The grammar lets `as` bind tighter than a conditional or a lambda. */
static AstNode *lower_as(Lower *lower, Kid kid, AstNode **target, uint32_t *end) {
    Kids kids = kids_open(lower, kid);
    AstNode *node;
    if (kid.cst == CST_as_pattern) {
        node = lower_plain(lower, kid_at(lower, kids, 0));
        *target = lower_expr(lower, kid_at(lower, kids, 2));
        *end = kid.end;
    } else if (kid.cst == CST_conditional_expression) {
        node = lower_new(lower, AST_IfExp, kid.begin, kid.end);
        node->u.IfExp.body = lower_plain(lower, kid_at(lower, kids, 0));
        node->u.IfExp.test = lower_plain(lower, kid_at(lower, kids, 2));
        node->u.IfExp.orelse = lower_as(lower, kid_at(lower, kids, 4), target, end);
        node->span.end = *target ? node->u.IfExp.orelse->span.end : kid.end;
    } else if (kid.cst == CST_lambda && kid_at(lower, kids, kids.len - 1).cst == CST_as_pattern) {
        Kid second = kid_at(lower, kids, 1);
        bool has_parameters = second.cst == CST_lambda_parameters;
        node = lower_new(lower, AST_Lambda, kid.begin, kid.end);
        node->u.Lambda.args = has_parameters ? lower_arguments(lower, second) : lower_no_arguments(lower, second.begin);
        node->u.Lambda.body = lower_as(lower, kid_at(lower, kids, kids.len - 1), target, end);
        node->span.end = node->u.Lambda.body->span.end;
    } else {
        node = lower_plain(lower, kid);
    }
    kids_close(lower, kids);
    return node;
}

static AstNode *lower_with_item(Lower *lower, Kid kid) {
    AstNode *item = lower_new(lower, AST_withitem, kid.begin, kid.end), *target = NULL;
    uint32_t end = kid.end;
    item->u.withitem.context_expr = lower_as(lower, kid, &target, &end);
    item->u.withitem.optional_vars = target;
    if (target) {
        if (target->kind == AST_Starred)
            lower_error_at(lower, kid, "a starred target must be in a list or tuple");
        lower_set_context(lower, target, AST_Store);
    }
    return item;
}

/* Whether `(a, b)` or `(a as b)` behind `with` is a parenthesised list of items, as CPython tries first, and not a
 * value. */
static bool is_item_list(Lower *lower, Kid kid) {
    if (kid.cst != CST_tuple && kid.cst != CST_parenthesized_expression)
        return false;
    Kids kids = kids_open(lower, kid);
    bool result = kids.len > 2;
    for (uint32_t i = 1; i + 1 < kids.len && result; i++) {
        Cst cst = kid_at(lower, kids, i).cst;
        result = cst != CST_list_splat && cst != CST_named_expression && cst != CST_yield;
    }
    if (kid.cst == CST_parenthesized_expression)
        result = result && kid_at(lower, kids, 1).cst == CST_as_pattern;
    kids_close(lower, kids);
    return result;
}

static AstList lower_with_items(Lower *lower, Kid clause) {
    Kids kids = kids_open(lower, clause);
    AstList items = lower_list(lower, kids.len);
    uint32_t count = 0;
    for (uint32_t i = 0; i < kids.len; i++)
        count += kid_at(lower, kids, i).cst == CST_with_item;
    for (uint32_t i = 0; i < kids.len; i++) {
        if (kid_at(lower, kids, i).cst != CST_with_item)
            continue;
        Kids parts = kids_open(lower, kid_at(lower, kids, i));
        Kid value = kid_at(lower, parts, 0);
        kids_close(lower, parts);
        if (count > 1 || !is_item_list(lower, value)) {
            lower_append(&items, lower_with_item(lower, value));
            continue;
        }
        Kids inner = kids_open(lower, value);
        items = lower_list(lower, inner.len);
        for (uint32_t j = 1; j + 1 < inner.len; j++)
            if (kid_at(lower, inner, j).cst != CST_comma)
                lower_append(&items, lower_with_item(lower, kid_at(lower, inner, j)));
        kids_close(lower, inner);
    }
    kids_close(lower, kids);
    return items;
}

static AstNode *lower_with(Lower *lower, Kid kid, Kids kids) {
    bool is_async = kid_at(lower, kids, 0).cst == CST_async;
    AstNode *node = lower_new(lower, is_async ? AST_AsyncWith : AST_With, kid.begin, kid.end);
    node->u.With.items =
        lower_with_items(lower, kid_at(lower, kids, is_async ? 2 : 1)); /* AsyncWith: the same fields */
    node->u.With.body = lower_body(lower, kid_at(lower, kids, kids.len - 1));
    lower_end_with(node, node->u.With.body);
    return node;
}

typedef struct GroupExits {
    Lower *lower;
    uint32_t loops; /* around the node, inside of the handler */
} GroupExits;

/* The body of an `except*` clause runs to its end. */
static void check_group_exits(AstNode *node, void *data) {
    GroupExits *exits = data;
    bool jumps = node->kind == AST_Return || (!exits->loops && (node->kind == AST_Break || node->kind == AST_Continue));
    if (jumps)
        lower_error(exits->lower, node->span.begin, node->span.end,
                    "'break', 'continue' and 'return' cannot appear in an 'except*' block");
    if (node->kind == AST_FunctionDef || node->kind == AST_AsyncFunctionDef || node->kind == AST_ClassDef)
        return;
    bool is_loop = node->kind == AST_For || node->kind == AST_AsyncFor || node->kind == AST_While;
    exits->loops += is_loop;
    ast_each_child(node, check_group_exits, exits);
    exits->loops -= is_loop;
}

static AstNode *lower_handler(Lower *lower, Kid kid, bool *is_group) {
    Kids kids = kids_open(lower, kid);
    AstNode *node = lower_new(lower, AST_ExceptHandler, kid.begin, kid.end);
    lower_check_header(lower, kid, kids);
    uint32_t at = 1;
    *is_group = kid_at(lower, kids, at).cst == CST_star;
    at += *is_group;
    if (kid_at(lower, kids, at).cst != CST_colon) {
        AstNode *target = NULL;
        uint32_t end = 0;
        node->u.ExceptHandler.type = lower_as(lower, kid_at(lower, kids, at), &target, &end);
        if (target && target->kind != AST_Name)
            lower_error(lower, target->span.begin, target->span.end, "the name behind 'as' must be a name");
        node->u.ExceptHandler.name = target ? target->u.Name.id : NULL;
        if (kid_at(lower, kids, at + 1).cst != CST_colon)
            lower_error_at(lower, kid_at(lower, kids, at + 1), "several exception types must be in parentheses");
    } else if (*is_group) {
        lower_error_at(lower, kid_at(lower, kids, at), "expected one or more exception types");
    }
    node->u.ExceptHandler.body = lower_body(lower, kid_at(lower, kids, kids.len - 1));
    lower_end_with(node, node->u.ExceptHandler.body);
    if (*is_group)
        ast_each_child(node, check_group_exits, &(GroupExits){.lower = lower});
    kids_close(lower, kids);
    return node;
}

static AstNode *lower_try(Lower *lower, Kid kid, Kids kids) {
    AstNode *node = lower_new(lower, AST_Try, kid.begin, kid.end);
    node->u.Try.body = lower_body(lower, kid_at(lower, kids, 2)); /* TryStar: the same fields */
    node->u.Try.handlers = lower_list(lower, kids.len);
    bool any_group = false, any_plain = false;
    for (uint32_t i = 3; i < kids.len; i++) {
        Kid clause = kid_at(lower, kids, i);
        if (clause.cst == CST_except_clause) {
            bool is_group;
            AstNode *handler = lower_handler(lower, clause, &is_group);
            any_group |= is_group;
            any_plain |= !is_group;
            AstList *handlers = &node->u.Try.handlers;
            if (handlers->len && !handlers->items[handlers->len - 1]->u.ExceptHandler.type)
                lower_error_at(lower, clause, "the default 'except:' must be last");
            lower_append(handlers, handler);
        } else if (clause.cst == CST_else_clause) {
            node->u.Try.orelse = lower_clause(lower, clause);
        } else if (clause.cst == CST_finally_clause) {
            node->u.Try.finalbody = lower_clause(lower, clause);
        }
    }
    if (any_group && any_plain)
        lower_error_at(lower, kid_at(lower, kids, 0), "cannot have both 'except' and 'except*' in one 'try'");
    if (!node->u.Try.handlers.len && !node->u.Try.finalbody.len)
        lower_error_at(lower, kid_at(lower, kids, 0), "expected 'except' or 'finally' block");
    if (any_group)
        node->kind = AST_TryStar;
    if (node->u.Try.handlers.len)
        node->span.end = node->u.Try.handlers.items[node->u.Try.handlers.len - 1]->span.end;
    lower_end_with(node, node->u.Try.orelse);
    lower_end_with(node, node->u.Try.finalbody);
    return node;
}

typedef AstNode *LowerRule(Lower *lower, Kid kid, Kids kids);

static LowerRule *const rules[CST_COUNT] = {
    [CST_import_statement] = lower_import,
    [CST_future_import_statement] = lower_import_from,
    [CST_import_from_statement] = lower_import_from,
    [CST_print_statement] = lower_print,
    [CST_assert_statement] = lower_assert,
    [CST_expression_statement] = lower_expression_statement,
    [CST_return_statement] = lower_return,
    [CST_delete_statement] = lower_delete,
    [CST_raise_statement] = lower_raise,
    [CST_global_statement] = lower_scope,
    [CST_nonlocal_statement] = lower_scope,
    [CST_type_alias_statement] = lower_type_alias,
    [CST_if_statement] = lower_if,
    [CST_for_statement] = lower_for,
    [CST_while_statement] = lower_while,
    [CST_try_statement] = lower_try,
    [CST_with_statement] = lower_with,
    [CST_function_definition] = lower_function,
    [CST_class_definition] = lower_class,
    [CST_decorated_definition] = lower_decorated,
};

/* A statement's own line: all of a simple one; the header of a compound one, up to its first block. */
static void check_statement_line(Lower *lower, Kid kid) {
    Kids kids = kids_open(lower, kid);
    uint32_t end = kid.end;
    for (uint32_t i = kids.len; i-- > 0;)
        if (kid_at(lower, kids, i).cst == CST_block)
            end = i ? kid_at(lower, kids, i - 1).end : kid.begin;
    kids_close(lower, kids);
    if (kid.cst != CST_decorated_definition)
        check_line(lower, kid.begin, end);
}

static AstNode *lower_statement(Lower *lower, Kid kid) {
    AstNode *node;
    lower_enter(lower, 1, kid);
    check_statement_line(lower, kid);
    switch (kid.cst) {
    case CST_pass_statement:
        node = lower_new(lower, AST_Pass, kid.begin, kid.end);
        break;
    case CST_break_statement:
        node = lower_new(lower, AST_Break, kid.begin, kid.end);
        break;
    case CST_continue_statement:
        node = lower_new(lower, AST_Continue, kid.begin, kid.end);
        break;
    case CST_match_statement:
        node = lower_match(lower, kid);
        break;
    case CST_exec_statement:
        lower_error_at(lower, kid, "exec is a function in Python 3: exec(...)");
    default: {
        if (!rules[kid.cst])
            lower_error_at(lower, kid, "invalid syntax");
        Kids kids = kids_open(lower, kid);
        node = rules[kid.cst](lower, kid, kids);
        kids_close(lower, kids);
    }
    }
    lower_leave(lower, 1);
    return node;
}
